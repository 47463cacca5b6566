/* driver.h: runs a game: determines what is due next, asks the bots, times them and draws the dice.
 *
 * All code that runs games uses it: sim and arena, the terminal, the server's tables, the tools.
 *
 * The driver owns its bots and the stopwatch, which measures the time since the dice fell. The
 * caller owns the state, the history and the generators; it passes them in, applies the action that
 * is due, and reports it (driver_applied). The driver never reads a clock: the time is passed in,
 * in milliseconds since any fixed moment, or simulated (driver_act, driver_play).
 *
 * A race is a state where anybody may act (GAME_ANYONE). */
#ifndef CORNET_MATCH_DRIVER_H
#define CORNET_MATCH_DRIVER_H

#include <stdbool.h>
#include <stdint.h>

#include "agents/agent.h"
#include "base/stop.h"
#include "game/game.h"
#include "match/match.h"

#define DRIVER_NEVER UINT32_MAX

/* The CPU time that bots take for their answers: those with more than one legal action, and all
 * answers in a race. Reading the CPU clock takes longer than a quick answer, so only one in
 * DRIVER_SAMPLE quick answers is measured. */
enum { DRIVER_SAMPLE = 32 };
struct driver_thinking {
    uint64_t answers, measured;
    double seconds, slowest; /* of the measured answers: the sum and the maximum */
};

/* Owned: the bots. The caller owns what `game` and `thinking` point to. */
struct driver {
    const struct game *game;
    int players;
    uint64_t number; /* the game's number in its run, from 1; 0: not part of a run */

    struct bot *bot[GAME_SEATS_MAX];   /* NULL: no bot is open for this seat */
    bool timed;                        /* at least one bot's agent has plan() */
    const struct agent_opener *opener; /* creates the bots; NULL: bot_open */
    const stop_flag *stop;             /* passed to every agent; may be NULL */

    /* For bots that follow the game: the bitmask of their seats, and the lines visible to each
     * (driver_follow, driver_saw). */
    unsigned following;
    struct lines log[GAME_SEATS_MAX];

    /* Each seat's thinking time is added here; NULL: not measured. */
    struct driver_thinking *thinking[GAME_SEATS_MAX];

    /* Plans for the present state; `planned` is the bitmask of the seats that have one. If several
     * plans are for the same time, the first of those seats acts, in seat order from seat index
     * `first`. */
    struct agent_plan plan[GAME_SEATS_MAX];
    unsigned planned;
    int first;

    /* The stopwatch, in milliseconds: it showed `elapsed` at the time `since`, and has advanced
     * since then if it is running. */
    uint32_t elapsed;
    uint64_t since;
    bool running;
    uint32_t limit; /* time limit on the stopwatch; 0: none */
    uint32_t
        apart; /* a limit that counts from `apart_since`, while the stopwatch stands; 0: none */
    uint64_t apart_since;

    /* For each seat, since the dice fell: the random number for its agent (has_noise_seed is the
     * bitmask of the seats that have one), and the stopwatch time of its last action (0: none). */
    unsigned has_noise_seed;
    uint64_t noise_seed[GAME_SEATS_MAX];
    uint32_t acted[GAME_SEATS_MAX];
};

/* The next thing to happen. */
enum driver_due_kind {
    DUE_OVER,    /* nothing: the game is over */
    DUE_CHANCE,  /* a roll or a ruling: driver_chance or the fair dice choose the outcome */
    DUE_PERSON,  /* a person's move at `seat`; 0: any person may act, and nothing else is due */
    DUE_ASK,     /* the seat's bot has no plan for this state yet: driver_ask */
    DUE_BOT,     /* the seat's bot acts as planned */
    DUE_FORFEIT, /* the seat's bot has failed: the game is over, and the seat has lost */
    DUE_CLOCK,   /* the time limit is reached */
};
struct driver_due {
    enum driver_due_kind kind;
    int seat;
    game_action action; /* for DUE_BOT and DUE_CLOCK */
    uint32_t at;        /* the same, in a race: the stopwatch time of the action; 0: now */
    bool apart;         /* `at` counts from the driver's `apart_since` */
};

void driver_init(struct driver *driver, const struct game *game, int players);
void driver_close(struct driver *driver);

/* Closes the seat's bot, if one is open. */
void driver_close_bot(struct driver *driver, int seat);

/* Opens a bot (`name`, `name:key=value:…` or a level) for a seat. False with a reason, and then no
 * bot is open for the seat. */
bool driver_open_bot(struct driver *driver, int seat, struct span spec,
                     const struct game_settings *settings, struct text *why);

/* Call it after changing `bot` directly: sets `timed` and `following`. */
void driver_set_kinds(struct driver *driver);

/* Opens a bot for each seat of the match that has a bot's name and no open bot. */
bool driver_open(struct driver *driver, const struct match *match, struct text *why);

/* The next thing to happen at this state; `bots` is the bitmask of the seats that bots play. */
struct driver_due driver_due(const struct driver *driver, const void *state, unsigned bots);

/* The input of a seat's agent. `actions` has room for GAME_ACTIONS_MAX; their count is 0 if the
 * seat may not act. */
struct agent_turn driver_turn(struct driver *driver, const void *state,
                              const struct game_history *history, int seat, uint64_t now,
                              struct rng *rng, game_action actions[]);

/* driver_answer stores a bot's plan for its turn. driver_ask prepares the turn, asks the bot and
 * stores its plan. */
void driver_answer(struct driver *driver, int seat, struct agent_plan plan);
void driver_ask(struct driver *driver, const void *state, const struct game_history *history,
                int seat, uint64_t now, struct rng *rng);

/* At a chance state: the ruling if one is due, else an outcome drawn from the generator. */
game_action driver_chance(const struct driver *driver, const void *state, struct rng *dice);

/* Whether dice (and not a ruling) are due in this state. Dice restart the stopwatch. */
bool driver_is_throw(const struct game *game, const void *state);

/* If dice are due and will start a race: its time limit in milliseconds; otherwise 0. */
uint32_t driver_next_race(const struct match *match);

/* Whether an action in the state `before` ended a race, so that the match has left it. */
bool driver_ended_race(const struct match *match, const void *before);

/* Reports that an action has been applied. `after` is the new state; `thrown` is the result of
 * driver_is_throw before it; `seat` is the seat that acted, 0 for chance and the clock. */
void driver_applied(struct driver *driver, const void *after, bool thrown, int seat, uint64_t now);

/* Reports that the state has changed in another way (undo): discards all plans. */
void driver_replan(struct driver *driver);

/* The stopwatch, and the time left until its limit (0 if there is none), in milliseconds. */
uint32_t driver_elapsed(const struct driver *driver, uint64_t now);
uint32_t driver_left(const struct driver *driver, uint64_t now);

/* The milliseconds until what is due in a race, and until the limit `apart` (0: none). */
uint32_t driver_wait(const struct driver *driver, const struct driver_due *due, uint64_t now);
uint32_t driver_apart_left(const struct driver *driver, uint64_t now);

/* Sets the stopwatch so that `left` milliseconds remain until the limit at the time `now`. */
void driver_set_left(struct driver *driver, uint32_t left, uint64_t now);

/* Advances the stopwatch by `ms`; a negative value removes a pause. */
void driver_shift(struct driver *driver, int64_t ms);

/* ---- simulated time: no waiting, and people do not act ---- */

struct driver_move {
    game_action action;
    uint16_t choices; /* legal actions of the seat that acts; 0 for the clock */
    bool nobody;      /* no move: only people may act now */
    int forfeits;     /* the seat whose bot has failed (then there is no move); 0: none */
};

/* Starts a new game with the same bots. */
void driver_restart(struct driver *driver);

/* In a race: the move of the bot that acts first, or the clock's if the time limit comes earlier.
 */
struct driver_move driver_race(struct driver *driver, const void *state,
                               const struct game_history *history, struct rng *rng);

/* Reports that dice have fallen: resets the stopwatch and the data collected since the last dice.
 */
void driver_thrown(struct driver *driver);

/* ---- for bots that follow the game; these do nothing if there are none ---- */

/* Copies the match's lines to the bots that follow it. */
void driver_follow(struct driver *driver, const struct match *match);

/* In simulated time: call it before the action is applied to this state. */
void driver_saw(struct driver *driver, const void *state, game_action action,
                const struct game_history *history);

/* The game is over, with these shares in sixtieths. */
void driver_over(struct driver *driver, const uint8_t share[]);

/* ---- simulated time, inline: the inner loop of sim ---- */

/* The lines for the seat's agent; NULL if it does not follow the game. */
static inline const struct lines *driver_log(const struct driver *driver, int seat)
{
    return driver->following >> (seat - 1) & 1 ? &driver->log[seat - 1] : NULL;
}

/* Asks the bot of the turn's seat, and adds its CPU time to the seat's `thinking`. */
struct agent_plan driver_measure(struct driver *driver, struct agent_turn *turn, struct rng *rng);

/* A turn with the members that stay the same during a game. Using one turn for all moves of a game
 * is faster than making one for each. */
static inline struct agent_turn driver_open_turn(const struct driver *driver,
                                                 const struct game_history *history)
{
    return (struct agent_turn){
        .game = driver->game, .number = driver->number, .history = history, .stop = driver->stop};
}

/* At the seat's turn: its bot's choice among its legal actions. */
static inline struct agent_plan driver_choose(struct driver *driver, struct agent_turn *turn,
                                              const void *state, int seat,
                                              const game_action actions[], size_t count,
                                              struct rng *rng)
{
    turn->view = state;
    turn->seat = seat;
    turn->actions = actions;
    turn->count = count;
    if (driver->following)
        turn->log = driver_log(driver, seat);
    if (driver->thinking[seat - 1])
        return driver_measure(driver, turn, rng);
    return bot_plan(driver->bot[seat - 1], turn, rng);
}

/* The outcome of a chance state. */
static inline game_action driver_roll(struct driver *driver, const void *state, struct rng *dice)
{
    if (driver->elapsed && driver_is_throw(driver->game, state))
        driver_thrown(driver);
    return driver->game->sample(state, dice);
}

/* The move of `mover`, a seat or GAME_ANYONE; `turn` is from driver_open_turn. */
static inline struct driver_move driver_act(struct driver *driver, struct agent_turn *turn,
                                            const void *state, int mover, struct rng *rng)
{
    if (mover == GAME_ANYONE)
        return driver_race(driver, state, turn->history, rng);
    game_action actions[GAME_ACTIONS_MAX];
    const size_t count = driver->game->actions(state, mover, actions);
    if (!driver->bot[mover - 1])
        return (struct driver_move){.nobody = true};
    if (count == 1)
        return (struct driver_move){.action = actions[0], .choices = 1};
    const struct agent_plan plan = driver_choose(driver, turn, state, mover, actions, count, rng);
    return (struct driver_move){
        .action = plan.action, .choices = (uint16_t)count, .forfeits = plan.forfeits ? mover : 0};
}

/* Plays one move of a match; false if it is over or only a person may act. */
bool driver_play(struct driver *driver, struct match *match, struct rng *dice, struct rng *rng);

#endif
