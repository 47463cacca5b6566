/* agent.h: who can sit at a table without being a person.
 *
 * An agent is given a seat's hidden view and the legal actions, and chooses one. It never sees the
 * state itself, nor the generator that rolls the dice. A `struct bot` is an agent at work, with its
 * settings and whatever memory it has; two threads never share one. */
#ifndef CORNET_AGENTS_AGENT_H
#define CORNET_AGENTS_AGENT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/lines.h"
#include "base/stop.h"
#include "game/game.h"

#define AGENT_OPTIONS_MAX 8

/* What an agent is asked: this seat, at this state. */
struct agent_turn {
    const struct game *game;
    const void *view; /* as hide() leaves it for the seat; NULL for a blind agent */
    int seat;
    uint64_t number;            /* of the game in its run, from 1; 0: it has none */
    const game_action *actions; /* the legal ones; an agent that only chooses gets at least two */
    size_t count;
    const struct game_history *history; /* the trail, which is public */
    const struct lines *log; /* the lines of the game as the seat may see them, comments too; NULL
                                for an agent that does not follow the game */

    const stop_flag *stop; /* may be NULL; once it is set, the best answer so far is wanted now */

    /* If anybody may act (`race`): the time now, in milliseconds since the dice fell, and when the
     * seat last acted (0: it has not); and a random number that stays the same until the dice fall
     * again, so that an agent that goes on thinking needs no memory of its own. */
    bool race;
    uint32_t now, acted;
    uint64_t thoughts;
};

/* What a bot is going to do, and when: in milliseconds since the dice fell if anybody may act, else
 * at once. It holds for the state it was made at; whatever happens, a new one is made. */
struct agent_plan {
    game_action action;
    uint32_t at;
    bool forfeits; /* it cannot go on: the seat loses, and the action does not count */
};

/* A setting `name=number` of an agent. */
struct agent_option {
    const char *name;
    const char *about; /* marked for translation */
    long min, max, default_value;
    bool nondeterministic; /* with another value than the preset it is not reproducible: time,
                              threads */
    bool any;              /* no value asks for more work than another: strangers may choose it */
};

struct bot {
    const struct agent *agent;
    long value[AGENT_OPTIONS_MAX]; /* of the options, in their order */
    bool reproducible;
    int level;         /* 1 + the index of the level it was opened as; 0: as an agent */
    const char *fault; /* if its plan forfeits: why, in one sentence; the agent's own */
    void *memory;      /* the agent's own: what it remembers between two answers */
    void *workspace;   /* the agent's own: opened when first needed, or lent (bot_lend) */
};

struct agent {
    const char *name;
    const char *former; /* an agent that it took the place of: old records and tables name it, with
                           settings that mean nothing any more; NULL: none */
    const char *about;  /* one sentence, marked for translation */
    const struct game *game;            /* the only game it plays; NULL for any */
    bool blind;                         /* it never looks at the view, and gets none */
    bool follows;                       /* it is told the game's lines: `log`, over() */
    const struct agent_option *options; /* ends with a NULL name */
    /* Whether it can play a game with these settings; a reason if it cannot. NULL: any game. */
    bool (*ready)(const struct game_settings *settings, struct text *why);
    void (*open)(struct bot *bot);  /* sets `memory`, which is small */
    void (*close)(struct bot *bot); /* frees it */

    /* Large buffers that hold nothing between two answers on which a reproducible bot's answers
     * depend, so that one serves many bots of the same
     * agent and settings, one after the other. NULL: it needs none. */
    void *(*open_workspace)(const struct bot *bot);
    void (*close_workspace)(void *workspace);

    /* One of the two is set. choose() is enough for an agent that does not mind when it acts;
     * plan() says both, the moment (later than `now`) and the action, where anybody may act. */
    game_action (*choose)(struct bot *bot, const struct agent_turn *turn, struct rng *rng);
    struct agent_plan (*plan)(struct bot *bot, const struct agent_turn *turn, struct rng *rng);

    /* For an agent that follows the game: it is over, with these shares in sixtieths. */
    void (*over)(struct bot *bot, int seat, const struct lines *log, const uint8_t share[]);
};

/* Who makes the bots that a program runs: ours by their names, or others too. `open` is bot_open
 * with bot_ready behind it; NULL: just that. It may be called by several threads at a time. */
struct agent_opener {
    bool (*open)(void *context, struct bot *bot, const struct game *game,
                 const struct game_settings *settings, struct span spec, struct text *why);
    void *context;
    const char *const *names; /* of the others, ending with NULL; NULL: there are none */
};

/* Makes a bot that can play with these settings; `opener` may be NULL. False with a reason, and
 * then nothing to close. */
bool agent_make(const struct agent_opener *opener, struct bot *bot, const struct game *game,
                const struct game_settings *settings, struct span spec, struct text *why);

/* Made by cmake/games.cmake: all agents, ending with NULL; a game's weakest first. */
extern const struct agent *const agent_list[];

/* All agents by index from 0, those of the list and then those that were added; and those of them
 * that play the game. NULL behind the last. */
const struct agent *agent_any(size_t index);
const struct agent *agent_at(const struct game *game, size_t index);

/* Adds an agent from outside, which lasts as long as the process; one call at a time. */
enum { AGENT_ADDED_MAX = 32 };
void agent_add(const struct agent *agent);

/* The strongest agent that is ready for the game with these settings. */
const struct agent *agent_best(const struct game *game, const struct game_settings *settings);

/* Makes a bot from `name`, `name:key=value:…` or a level's name (levels.h). False with a reason,
 * and then nothing to close. */
bool bot_open(struct bot *bot, const struct game *game, struct span spec, struct text *why);
bool bot_open_as(struct bot *bot, const struct agent *agent, struct span settings,
                 struct text *why);
void bot_close(struct bot *bot);

/* To be asked before the first choice: whether the bot can play with these settings. A level always
 * can: if its agent is not ready, the level below plays instead. */
bool bot_ready(struct bot *bot, const struct game_settings *settings, struct text *why);

/* Whether strangers may ask for this bot on a server: none of its settings goes beyond what the
 * levels use and what is preset, so that it answers as soon as they do. */
bool bot_is_bounded(const struct bot *bot, const struct game *game, struct text *why);

/* For bot_plan: the cases that are not inline. */
struct agent_plan bot_plan_any(struct bot *bot, struct agent_turn *turn, struct rng *rng);

/* What the bot does in this turn, and when. The one place where an agent is asked: `turn->view` is
 * the state when it is called; the agent is shown what hide() leaves of it, and is not asked if
 * there is no choice. Changes `turn->view`.
 *
 * The common case is inline, for sim's inner loop: an agent that only chooses, and that is blind or
 * plays a game without secrets. */
static inline struct agent_plan bot_plan(struct bot *bot, struct agent_turn *turn, struct rng *rng)
{
    const struct agent *agent = bot->agent;
    if (agent->plan || agent->open_workspace || turn->race || turn->count == 1)
        return bot_plan_any(bot, turn, rng);
    if (agent->blind)
        turn->view = NULL;
    else if (turn->game->flags & GAME_HIDDEN)
        return bot_plan_any(bot, turn, rng);
    return (struct agent_plan){.action = agent->choose(bot, turn, rng), .at = turn->now};
}

/* Appends what bot_open makes the same bot of: `name:key=value:…`. */
void bot_write(const struct bot *bot, struct text *out);

/* Two bots that can use the same workspace: the same agent with the same settings. */
bool bot_is_same(const struct bot *a, const struct bot *b);

/* For agents without memory. */
void agent_open_nothing(struct bot *bot);
void agent_close_nothing(struct bot *bot);
extern const struct agent_option agent_no_options[];

#endif
