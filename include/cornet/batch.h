/* batch.h: many games of one kind, stepped at once into the caller's arrays: for learning.
 *
 * A batch holds `count` games with the same setup. Every game waits at a decision: a seat has at
 * least one legal action. A step takes one choice for each game, plays it, plays on to the next
 * decision, and writes what the mover sees and may do. Chance is played inside, or is a mover with
 * CORNET_BATCH_CHANCE. A game that is over starts again at once, or stays with CORNET_BATCH_STAY.
 * Seats may be given to bots, which then play inside too; a whole game that passes inside without a
 * decision is not told. A seat with one legal action is played inside too, unless
 * CORNET_BATCH_FORCED is set.
 *
 * Each game has a generator of its own, made from the seed and the game's index: the same seed and
 * choices give the same games, whatever the number of threads. If anybody may act (Thémots), a seat
 * that may is drawn at random and is the mover. */
#ifndef CORNET_BATCH_H
#define CORNET_BATCH_H

#include <cornet/match.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Many games of one kind. */
typedef struct cornet_batch cornet_batch;

/* Flags of a batch: chance is a mover, whose outcomes are choices; a game that is over stays so
 * until cornet_batch_restart; a seat with one legal action is asked too. */
#define CORNET_BATCH_CHANCE 1u
#define CORNET_BATCH_STAY 2u
#define CORNET_BATCH_FORCED 4u

/* The caller's arrays, row after row, one row for each game. Any may be NULL: it is not
 * written. `width` is that of the batch, `players` the number of players. */
typedef struct cornet_batch_arrays {
    size_t size;          /* sizeof(cornet_batch_arrays) */
    int32_t *mover;       /* [count] seat, CORNET_CHANCE, or CORNET_OVER */
    int32_t *legal_count; /* [count] how many legal actions the mover has; 0 if the game is over */
    uint32_t *actions;    /* [count][width] the legal actions; behind them 0 */
    uint8_t *mask;        /* [count][width] 1 for each legal action; behind them 0 */
    float *probability;   /* [count][width] at chance: of each outcome; otherwise 0 */
    int32_t *numbers;     /* [count][numbers] what the mover sees, as whole numbers; 0 if it is no
                             seat */
    float *features;      /* [count][numbers] the same as real numbers */
    float *reward;        /* [count][players] shares of the result if the game ended in this step,
                             column 0 is seat 1's; otherwise 0 */
    uint8_t *done;        /* [count] 1 if the game ended in this step */
} cornet_batch_arrays;

/* Makes a batch at the first decision of each game. `width` is the largest number of legal actions
 * that the arrays have room for: at most CORNET_ACTIONS_MAX or, with CORNET_BATCH_CHANCE, as many
 * as chance has outcomes; 0 is as many as the game can need. A step is refused half-way if a state
 * has more, and the batch must be reset. The caller ends it with cornet_batch_free. */
CORNET_API cornet_status cornet_batch_new(const cornet_setup *setup, size_t count, size_t width,
                                          uint64_t seed, unsigned flags, cornet_batch **batch,
                                          cornet_error *error);

/* Ends a batch. NULL is allowed. */
CORNET_API void cornet_batch_free(cornet_batch *batch);

/* The number of games. */
CORNET_API size_t cornet_batch_count(const cornet_batch *batch);

/* The number of players of each game. */
CORNET_API int cornet_batch_players(const cornet_batch *batch);

/* The width of the rows of actions. */
CORNET_API size_t cornet_batch_width(const cornet_batch *batch);

/* The length of the rows of numbers and features. */
CORNET_API size_t cornet_batch_numbers(const cornet_batch *batch);

/* The name of a number by its index from 0, for example "score 2"; NULL behind the last. Seats in
 * these names are counted from the viewer: 1 is the mover itself, 2 the next one. */
CORNET_API const char *cornet_batch_number_name(const cornet_batch *batch, size_t index);

/* Sets how many threads the steps use, from 1, which is the default. It changes nothing but the
 * time, and gains if processors are idle and a step is longer than some twenty microseconds: many
 * games, or bots that think. The threads belong to the batch; if the system gives fewer, those
 * that there are do the work. */
CORNET_API cornet_status cornet_batch_set_threads(cornet_batch *batch, int threads,
                                                  cornet_error *error);

/* Gives a seat to a bot in all games; NULL gives it back. At least one seat stays free. The games
 * start again. */
CORNET_API cornet_status cornet_batch_set_bot(cornet_batch *batch, int seat, const char *agent,
                                              cornet_error *error);

/* Starts all games again, with the generators of this seed. */
CORNET_API cornet_status cornet_batch_reset(cornet_batch *batch, uint64_t seed,
                                            cornet_error *error);

/* Starts one game again, by its index from 0; its generator goes on. */
CORNET_API cornet_status cornet_batch_restart(cornet_batch *batch, size_t index,
                                              cornet_error *error);

/* Writes where the games stand, without a step: no rewards, nothing done. */
CORNET_API cornet_status cornet_batch_look(cornet_batch *batch, const cornet_batch_arrays *arrays,
                                           cornet_error *error);

/* Plays one choice in each game: `choice` has the index from 0 of a legal action for each; that of
 * a game that is over is not read. Then writes the arrays. If a choice is out of range nothing is
 * played. If a state has more actions than the width, or a game or bot from
 * outside fails, the batch must be reset. */
CORNET_API cornet_status cornet_batch_step(cornet_batch *batch, const int32_t *choice,
                                           const cornet_batch_arrays *arrays, cornet_error *error);

/* The state of one game as JSON, as the viewer may see it. The caller frees it with cornet_free. */
CORNET_API cornet_status cornet_batch_json(const cornet_batch *batch, size_t index, int viewer,
                                           char **json, cornet_error *error);

/* The line of a legal action of one game, given by the action itself. The caller frees it with
 * cornet_free. */
CORNET_API cornet_status cornet_batch_line_of(const cornet_batch *batch, size_t index,
                                              uint32_t action, char **line, cornet_error *error);

#ifdef __cplusplus
}
#endif

#endif
