/* sim.h: plays many games between bots, as fast as possible.
 *
 * Every game has a number, and a seed made of the run's seed and that number; all counts are
 * integers. So a game does not depend on the number of threads, on the part of a run that is played
 * here, or on an interruption, and neither does the result. */
#ifndef CORNET_SIM_SIM_H
#define CORNET_SIM_SIM_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "agents/agent.h"
#include "base/stop.h"
#include "game/game.h"
#include "match/driver.h"

struct batch_block;

struct sim_counts {
    uint64_t games;
    uint64_t moves;                         /* player actions and chance outcomes */
    uint64_t turns;                         /* as the game counts them */
    uint64_t decisions;                     /* of seats with more than one legal action */
    uint64_t forced;                        /* moves of seats with exactly one */
    uint64_t share[GAME_SEATS_MAX];         /* sums, in units of 1/GAME_WHOLE */
    uint64_t share_squared[GAME_SEATS_MAX]; /* sums of their squares */
    uint64_t forfeits[GAME_SEATS_MAX];      /* games forfeited because the seat's bot failed */
};

/* One game that has been played. */
struct sim_game {
    uint64_t number;               /* in its run, from 1 */
    uint8_t agent[GAME_SEATS_MAX]; /* of each seat: its index in the job's list */
    uint8_t share[GAME_SEATS_MAX]; /* in units of 1/GAME_WHOLE */
    uint8_t forfeits;              /* the seat whose bot failed; 0: none */
    uint64_t moves, turns, decisions, forced;
    struct span lines; /* the record's moves, each ended by LF, if the job keeps them */
};

/* Called for every game in the order of their numbers, by one thread at a time. False: stop. */
typedef bool sim_taker(const struct sim_game *game, void *context);

struct sim_job {
    const struct game *game;
    struct game_settings settings;
    struct span agent[GAME_SEATS_MAX]; /* of each seat: `name` or `name:key=value:…` */
    const struct agent_opener *opener; /* creates the bots; NULL: bot_open */
    uint64_t games;
    uint64_t seed;
    int threads;
    const struct sim_counts *earlier; /* of this job's first games, already played; NULL: none */
    const stop_flag *stop;            /* may be NULL; if it is set, the run ends soon */
    bool patient;    /* a stop makes the agents answer immediately and waits for them */
    sim_taker *take; /* may be NULL */
    bool lines;      /* `take` gets the moves */
    /* May be NULL. Called some times a second, never at the same time as `take`. */
    void (*progress)(const struct sim_counts *so_far, void *context);
    void *context;
};

struct sim_result {
    struct sim_counts counts; /* of the job's first games: all of them, unless it was stopped */
    double seconds;
    bool reproducible; /* no agent has a time budget */
    bool stopped;
    bool abandoned; /* stopped while an agent kept thinking: it still uses the job, so the program
                       must exit */
};

/* Return false with a reason if the settings or the agents are impossible. sim_check plays nothing,
 * and sets `reproducible` if no agent has a time budget. */
bool sim_check(const struct sim_job *job, bool *reproducible, struct text *why);
bool sim_run(const struct sim_job *job, struct sim_result *result, struct text *why);

/* Plays one game after another on one thread, without allocating memory. The caller sets `job` and
 * `start`, opens the driver's bots, and frees the history and the lines. */
struct sim_player {
    const struct sim_job *job;
    const union game_state *start;
    struct driver driver;
    /* Once `halt` is true, or the driver's `stop` set, the game ends where it is; both may be NULL.
     */
    const atomic_bool *halt;
    /* The dice of a turn are seeded from `turns_seed` and the number of earlier turns with dice, so
     * that they do not depend on the number of dice in those turns. */
    bool by_turns;
    uint64_t turns_seed;
    struct game_history history;
    struct sim_counts counts;
    struct sim_game game; /* the one that was played last; `number` and `agent` are the caller's */
    char *lines;          /* if the job keeps them: those of that game */
    size_t lines_capacity;
};

/* Plays one game with the generator of the dice and that of the bots, which may be the same. Adds
 * to the counts and sets `game`. False if it was halted, and then nothing is counted. */
bool sim_play(struct sim_player *player, struct rng *dice, struct rng *rng);

/* For a `batch`: sim_game_add adds the player's last game to a block. sim_game_get reads a game at
 * `at` and advances `at` to the next. */
void sim_game_add(struct batch_block *block, const struct sim_game *game);
struct sim_game sim_game_get(const struct batch_block *block, size_t *at);

/* The seed of a numbered part of a run: of its dice (`use` 0), of its agents' random numbers. */
uint64_t sim_seed(uint64_t seed, uint64_t number, uint64_t use);

/* The mean share of a seat (from 0), and its standard error. */
double sim_mean(const struct sim_counts *counts, int seat);
double sim_standard_error(const struct sim_counts *counts, int seat);

/* Wilson's 95 % interval of a mean share of `count` games, at least one. It is too wide where wins
 * are divided. */
void sim_wilson(double mean, uint64_t count, double *low, double *high);

#endif
