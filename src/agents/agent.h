/* agent.h: computer players.
 *
 * An agent receives a seat's hidden view and the legal actions, and chooses one. It never sees the
 * full state or the generator that rolls the dice. A `struct bot` is an instance of an agent, with
 * its settings and its memory. Threads never share a bot. */
#ifndef CORNET_AGENTS_AGENT_H
#define CORNET_AGENTS_AGENT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/lines.h"
#include "base/stop.h"
#include "game/game.h"

#define AGENT_OPTIONS_MAX 8

/* The input of an agent: a seat's turn in a state. */
struct agent_turn {
    const struct game *game;
    const void *view; /* as hide() leaves it for the seat; NULL for a blind agent */
    int seat;
    uint64_t number;            /* the game's number in its run, from 1; 0: not part of a run */
    const game_action *actions; /* the legal actions; choose() gets at least two */
    size_t count;
    const struct game_history *history; /* the trail, which is public */
    const struct lines *log; /* the lines visible to the seat, with comments; NULL for an agent that
                                does not follow the game */

    const stop_flag *stop; /* may be NULL; once set, the agent must answer immediately */

    /* If anybody may act (`race`): the time now, in milliseconds since the dice fell, and when the
     * seat last acted (0: it has not); and a random number that stays the same until the next dice,
     * so that an agent that is asked repeatedly needs no memory. */
    bool race;
    uint32_t now, acted;
    uint64_t noise_seed;
};

/* The next action of a bot and its time: in milliseconds after the dice if anybody may act, else
 * immediately. A plan is valid only for its state; after every event a new one is made. */
struct agent_plan {
    game_action action;
    uint32_t at;
    bool forfeits; /* the bot has failed: the seat loses, and the action is ignored */
};

/* A setting `name=number` of an agent. A row uses designated initialisers, except for the first two
 * members. */
struct agent_option {
    const char *name;
    const char *about; /* marked for translation */
    long min, max, default_value;
    bool nondeterministic; /* not reproducible unless it has its default value: time, threads */
    bool any;              /* no value needs more work than another, so clients may choose any */
};

struct bot {
    const struct agent *agent;
    long value[AGENT_OPTIONS_MAX]; /* of the options, in their order */
    bool reproducible;
    int level;         /* 1 + the index of the level it was opened as; 0: as an agent */
    const char *fault; /* if its plan forfeits: why, in one sentence; the agent's own */
    void *memory;      /* the agent's own memory between two answers */
    void *workspace;   /* the agent's own: opened when first needed, or lent (bot_lend) */
};

struct agent {
    const char *name;
    const char *former; /* the agent that it replaces, in old records and tables; its settings are
                           ignored; NULL: none */
    const char *about;  /* one sentence, marked for translation */
    const struct game *game;            /* the only game it plays; NULL for any */
    bool blind;                         /* does not use the view, and gets none */
    bool follows;                       /* receives the game's lines: `log`, over() */
    const struct agent_option *options; /* ends with a NULL name */
    /* Whether it can play a game with these settings; a reason if it cannot. NULL: any game. */
    bool (*ready)(const struct game_settings *settings, struct text *why);
    void (*open)(struct bot *bot);  /* sets `memory`, which is small; NULL: it has none */
    void (*close)(struct bot *bot); /* frees it */

    /* Large buffers. The answers of a reproducible bot do not depend on their earlier content, so
     * bots of the same agent and settings can use one buffer in turn. NULL: none needed. */
    void *(*open_workspace)(const struct bot *bot);
    void (*close_workspace)(void *workspace);

    /* One of the two is set. choose() returns an action only. plan() also returns the time of the
     * action (later than `now`), for states where anybody may act. */
    game_action (*choose)(struct bot *bot, const struct agent_turn *turn, struct rng *rng);
    struct agent_plan (*plan)(struct bot *bot, const struct agent_turn *turn, struct rng *rng);

    /* For an agent that follows the game: it is over, with these shares in sixtieths. */
    void (*over)(struct bot *bot, int seat, const struct lines *log, const uint8_t share[]);
};

/* Creates the bots of a program: the built-in ones by name, or others too. `open` does the work of
 * bot_open followed by bot_ready; NULL: these two. It must be thread-safe. */
struct agent_opener {
    bool (*open)(void *context, struct bot *bot, const struct game *game,
                 const struct game_settings *settings, struct span spec, struct text *why);
    void *context;
    const char *const *names; /* names of the others, ending with NULL; NULL: none */
};

/* Creates a bot that can play with these settings; `opener` may be NULL. On failure returns false
 * with a reason; then there is nothing to close. */
bool agent_make(const struct agent_opener *opener, struct bot *bot, const struct game *game,
                const struct game_settings *settings, struct span spec, struct text *why);

/* All agents, ending with NULL, each game's weakest first; generated by cmake/games.cmake. */
extern const struct agent *const agent_list[];

/* agent_any: all agents by index from 0, first those of the list, then those added. agent_at: only
 * those that play the game. NULL after the last. */
const struct agent *agent_any(size_t index);
const struct agent *agent_at(const struct game *game, size_t index);

/* Adds an external agent, which must live as long as the process. Not thread-safe. */
enum { AGENT_ADDED_MAX = 32 };
void agent_add(const struct agent *agent);

/* The strongest agent that is ready for the game with these settings. */
const struct agent *agent_best(const struct game *game, const struct game_settings *settings);

/* Creates a bot from `name`, `name:key=value:…` or a level's name (levels.h). On failure returns
 * false with a reason; then there is nothing to close. */
bool bot_open(struct bot *bot, const struct game *game, struct span spec, struct text *why);
bool bot_open_as(struct bot *bot, const struct agent *agent, struct span settings,
                 struct text *why);
void bot_close(struct bot *bot);

/* Whether the bot can play with these settings; call it before the first choice. A level always
 * can: if its agent is not ready, the level below plays instead. */
bool bot_ready(struct bot *bot, const struct game_settings *settings, struct text *why);

/* Whether clients may request this bot on a server: no setting exceeds the defaults and the values
 * used by levels, so that it answers as fast as a level. */
bool bot_is_bounded(const struct bot *bot, const struct game *game, struct text *why);

/* For bot_plan: the cases that are not inline. */
struct agent_plan bot_plan_any(struct bot *bot, struct agent_turn *turn, struct rng *rng);

/* The bot's action in this turn and its time. Agents are called only here. On entry `turn->view` is
 * the full state; the agent sees it after hide(), and is not called if there is no choice. Changes
 * `turn->view`.
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

/* Appends the text from which bot_open creates the same bot: `name:key=value:…`. */
void bot_write(const struct bot *bot, struct text *out);

/* Whether two bots can share a workspace: the same agent with the same settings. */
bool bot_is_same(const struct bot *a, const struct bot *b);

extern const struct agent_option agent_no_options[];

/* Plays every game; `play_out` of a game knows its choices. */
extern const struct agent random_agent;

#endif
