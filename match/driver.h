/* driver.h: runs a game: what is due next, what bots do and when, what the dice show.
 *
 * Everybody who runs a game uses this: sim and arena, the terminal, the server's tables, the tools.
 *
 * Ownership: the driver owns the bots of its table and the stopwatch that runs since the dice fell.
 * The state, the history and the generators belong to the caller, who passes them in, carries out
 * what is due, and says so (driver_applied). The driver never reads a clock: the time is passed in,
 * in milliseconds since any fixed moment, or simulated (driver_simulate, driver_play). */
#ifndef CORNET_MATCH_DRIVER_H
#define CORNET_MATCH_DRIVER_H

#include <stdbool.h>
#include <stdint.h>

#include "agents/agent.h"
#include "games/game.h"
#include "match/match.h"

#define DRIVER_NEVER UINT32_MAX

/* How long bots think, in the processor's time of the thread: where there is a choice, and in a
 * race whenever one is asked. */
enum { DRIVER_MEASURED = 32 }; /* of quick answers one in this many is measured; of slow ones all */
struct driver_thinking {
    uint64_t answers, measured;
    double seconds, slowest; /* of the measured ones: the sum, and the largest */
};

struct driver {
    const struct game *game;
    int players;
    bool timed;                                       /* a bot's agent says when it acts */
    struct bot bot[GAME_SEATS_MAX];                   /* agent NULL: none is open for this seat */
    struct driver_thinking *thinking[GAME_SEATS_MAX]; /* of each seat; NULL: not measured */

    /* Plans for the present state; `planned` is the bitmask of seats that have one. Where two are
     * for the same moment, the first seat counted from `first` (from 0) acts. */
    struct agent_plan plan[GAME_SEATS_MAX];
    unsigned planned;
    int first;

    /* Since the dice fell: the stopwatch, the clock's limit (0: none), each seat's thoughts (with
     * the bitmask of those that have some) and the moment at which it last acted. */
    uint32_t elapsed; /* when the stopwatch was last read */
    uint32_t limit;
    uint64_t since; /* when that was; only while it runs */
    bool runs;
    unsigned thoughtful;
    uint64_t thoughts[GAME_SEATS_MAX];
    uint32_t acted[GAME_SEATS_MAX];
};

/* What is due next, and in a race at which moment of the stopwatch. */
enum driver_due_kind {
    DUE_OVER,   /* nothing: the game is over */
    DUE_CHANCE, /* dice, or a ruling: driver_chance or the fair dice say which */
    DUE_PERSON, /* the seat, a person's; 0: anybody may speak, and nothing else is due */
    DUE_ASK,    /* the seat's bot has no plan for this state yet: driver_ask */
    DUE_BOT,    /* the seat's bot acts as planned */
    DUE_CLOCK,  /* the time is out */
};
struct driver_due {
    enum driver_due_kind kind;
    int seat;
    game_action action; /* of DUE_BOT and DUE_CLOCK */
    uint32_t at;        /* of those, in a race: the stopwatch; 0: now */
};

void driver_init(struct driver *driver, const struct game *game, int players);
void driver_close(struct driver *driver);

/* Opens a bot (`name`, `name:key=value:…` or a level) for a seat. False with a reason, and then
 * none is open. */
bool driver_open_bot(struct driver *driver, int seat, struct span spec,
                     const struct game_settings *settings, struct text *why);

/* For a match: opens a bot for each seat whose name asks for one and that has none. */
bool driver_open(struct driver *driver, const struct match *match, struct text *why);

/* The seats with an open bot, as a bitmask. */
unsigned driver_bots(const struct driver *driver);

/* What is due at this state; `bots` is the bitmask of seats that bots play for. */
struct driver_due driver_due(const struct driver *driver, const void *state, unsigned bots);

/* Everything an agent is told, for a seat that may act; `actions` has room for GAME_ACTIONS_MAX.
 * The count of actions is 0 where it may not. */
struct agent_turn driver_turn(struct driver *driver, const void *state,
                              const struct game_history *history, int seat, uint64_t now,
                              struct rng *rng, game_action actions[]);

/* A bot's answer to that turn: its plan. driver_ask asks at once. */
void driver_answer(struct driver *driver, int seat, struct agent_plan plan);
void driver_ask(struct driver *driver, const void *state, const struct game_history *history,
                int seat, uint64_t now, struct rng *rng);

/* At a chance state: the ruling where one is due, else an outcome drawn from the generator. */
game_action driver_chance(const struct driver *driver, const void *state, struct rng *dice);

/* Whether dice are due at this chance state, with which the stopwatch starts anew, not a ruling. */
bool driver_is_throw(const struct game *game, const void *state);

/* An action has been carried out; `after` is the state now. `thrown`: dice fell (driver_is_throw,
 * asked before). `seat` has acted; 0 for chance and the clock. */
void driver_applied(struct driver *driver, const void *after, bool thrown, int seat, uint64_t now);

/* The state has changed in another way (undo): plans are void. */
void driver_replan(struct driver *driver);

/* The stopwatch in milliseconds, and what is left until the limit (0 if there is none). */
uint32_t driver_elapsed(const struct driver *driver, uint64_t now);
uint32_t driver_left(const struct driver *driver, uint64_t now);

/* Sets the stopwatch so that this much is left until the limit; time passes from `now` on. */
void driver_set_left(struct driver *driver, uint32_t left, uint64_t now);

/* Moves the stopwatch by a time that passes for it alone: negative for a pause that does not count.
 */
void driver_shift(struct driver *driver, int64_t ms);

/* ---- simulated time: nobody waits, and people do not act ---- */

struct driver_move {
    game_action action;
    uint16_t choices; /* of the seat that acts; 0 for chance and the clock */
    bool chance;
    bool nobody; /* only people may act now */
};

/* A new game starts, on the same bots. */
void driver_restart(struct driver *driver);

/* Where anybody may act: the bot whose moment comes first, unless the time is out before it. */
struct driver_move driver_race(struct driver *driver, const void *state,
                               const struct game_history *history, struct rng *rng);

/* The choice of the seat's bot among its legal actions, where it has the turn. */
game_action driver_choose(struct driver *driver, const void *state,
                          const struct game_history *history, int seat, const game_action actions[],
                          size_t count, struct rng *rng);

/* The dice have fallen: forgets what was since they fell before. */
void driver_thrown(struct driver *driver);

/* The next action of the game, whoever's it is. The state is not over. Here for sim's sake: this is
 * its inner loop. */
static inline struct driver_move driver_simulate(struct driver *driver, const void *state,
                                                 int mover, const struct game_history *history,
                                                 struct rng *dice, struct rng *rng)
{
    if (mover == GAME_CHANCE) {
        if (driver->elapsed && driver_is_throw(driver->game, state))
            driver_thrown(driver);
        return (struct driver_move){.action = driver->game->sample(state, dice), .chance = true};
    }
    if (mover == GAME_ANYONE)
        return driver_race(driver, state, history, rng);
    game_action actions[GAME_ACTIONS_MAX];
    const size_t count = driver->game->actions(state, mover, actions);
    if (!driver->bot[mover - 1].agent)
        return (struct driver_move){.nobody = true};
    const game_action action =
        count == 1 ? actions[0] : driver_choose(driver, state, history, mover, actions, count, rng);
    return (struct driver_move){.action = action, .choices = (uint16_t)count};
}

/* One step of a match, in its record; false where it is over, or only a person may act. */
bool driver_play(struct driver *driver, struct match *match, struct rng *dice, struct rng *rng);

#endif
