/* agent.h: who can sit at a table without being a person.
 *
 * An agent is given a seat's hidden view and the legal actions, and chooses one. It never sees the
 * state itself, nor the generator that rolls the dice. A `struct bot` is an agent at work, with its
 * settings and whatever memory it has; two threads never share one. */
#ifndef CORNET_AGENTS_AGENT_H
#define CORNET_AGENTS_AGENT_H

#include <stdbool.h>
#include <stddef.h>

#include "games/game.h"

#define AGENT_OPTIONS_MAX 8

struct agent_turn {
    const struct game *game;
    const void *view; /* as hide() leaves it for the seat; NULL for a blind agent */
    int seat;
    const game_action *actions; /* at least two */
    size_t count;
    const struct game_history *history; /* the trail, which is public */
    uint32_t now; /* for when(): milliseconds since the dice fell; 0: they have just fallen */
};

/* A setting `name=number` of an agent. */
struct agent_option {
    const char *name;
    const char *about; /* marked for translation */
    long min, max, default_value;
    bool nondeterministic; /* with another value than the preset it is not reproducible: time,
                              threads */
};

struct bot {
    const struct agent *agent;
    long value[AGENT_OPTIONS_MAX]; /* of the options, in their order */
    bool reproducible;
    int level;    /* 1 + which level it was opened as; 0: as an agent */
    void *memory; /* the agent's own */
};

struct agent {
    const char *name;
    const char *about;                  /* one sentence, marked for translation */
    const struct game *game;            /* the only game it plays; NULL for any */
    bool blind;                         /* it never looks at the view, and gets none */
    const struct agent_option *options; /* ends with a NULL name */
    /* Whether it can play a game with these settings; a reason where it cannot. NULL: any game. */
    bool (*ready)(const struct game_settings *settings, struct text *why);
    void (*open)(struct bot *bot);  /* sets `memory` */
    void (*close)(struct bot *bot); /* frees it */
    game_action (*choose)(struct bot *bot, const struct agent_turn *turn, struct rng *rng);

    /* Where anybody may act: how many milliseconds after the dice fell the bot will, later than
     * `now`, if nothing happens before. Asked again after everything that happens; choose() is
     * asked when the time has come. NULL: at any time. */
    uint32_t (*when)(struct bot *bot, const struct agent_turn *turn, struct rng *rng);
};

/* Made from games.cmake: all agents, ending with NULL; a game's weakest first. */
extern const struct agent *const agent_list[];

/* The strongest agent that is ready for the game with these settings. */
const struct agent *agent_best(const struct game *game, const struct game_settings *settings);

/* Makes a bot from `name`, `name:key=value:…` or a level's name (levels.h). False with a reason,
 * and then nothing to close. */
bool bot_open(struct bot *bot, const struct game *game, struct span spec, struct text *why);
bool bot_open_as(struct bot *bot, const struct agent *agent, struct span settings,
                 struct text *why);
void bot_close(struct bot *bot);

/* To be asked before the first choice: whether the bot can play with these settings. A level always
 * can: where its agent is not ready, the level below plays instead. */
bool bot_ready(struct bot *bot, const struct game_settings *settings, struct text *why);

/* Whether strangers may ask for this bot on a server: none of its settings goes beyond what the
 * levels use and what is preset, so that it answers as soon as they do. */
bool bot_is_modest(const struct bot *bot, const struct game *game, struct text *why);

/* The bot's choice among the seat's legal actions at this state. The one place where an agent is
 * asked: it is shown what hide() leaves of the state, and nobody is asked where there is no choice.
 */
game_action bot_choose(struct bot *bot, const struct game *game, const void *state, int seat,
                       const game_action actions[], size_t count,
                       const struct game_history *history, struct rng *rng);

/* When the bot would act where anybody may; see `when` above. */
uint32_t bot_when(struct bot *bot, const struct game *game, const void *state, int seat,
                  const game_action actions[], size_t count, const struct game_history *history,
                  uint32_t now, struct rng *rng);

/* For agents without memory. */
void agent_open_nothing(struct bot *bot);
void agent_close_nothing(struct bot *bot);
extern const struct agent_option agent_no_options[];

#endif
