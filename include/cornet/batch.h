/* batch.h: many games of one kind, stepped together into the caller's arrays, for machine learning.
 *
 * A batch contains `count` games with the same setup. Each game waits at a decision: a seat with at
 * least one legal action. A step takes one choice per game, plays it, plays on to the next
 * decision, and writes the mover's view and legal actions.
 *
 * Within a step, the batch plays dice (unless CORNET_BATCH_CHANCE is set), seats with one legal
 * action (unless CORNET_BATCH_FORCED is set), and seats of bots. A finished game restarts (unless
 * CORNET_BATCH_STAY is set). A game that starts and ends within one step, without a decision, is
 * not reported.
 *
 * Each game has its own generator, made from the seed and the game's index. The same seed and
 * choices give the same games, with any number of threads. If anybody may act (Thémots), the mover
 * is drawn at random from the seats that may. */
#ifndef CORNET_BATCH_H
#define CORNET_BATCH_H

#include <cornet/match.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Many games of one kind. */
typedef struct cornet_batch cornet_batch;

/* Flags of a batch. CHANCE: chance is a mover, and its outcomes are choices. STAY: a finished game
 * waits for cornet_batch_restart. FORCED: a seat with one legal action is asked too. */
#define CORNET_BATCH_CHANCE 1u
#define CORNET_BATCH_STAY 2u
#define CORNET_BATCH_FORCED 4u

/* The caller's arrays, with one row per game. An array that is NULL is not written. `width` is the
 * width of the batch, `players` the number of players. */
typedef struct cornet_batch_arrays {
    size_t size;          /* sizeof(cornet_batch_arrays) */
    int32_t *mover;       /* [count] seat, CORNET_CHANCE, or CORNET_OVER */
    int32_t *legal_count; /* [count] legal actions of the mover; 0 if the game is over */
    uint32_t *actions;    /* [count][width] the legal actions, then 0 */
    uint8_t *mask;        /* [count][width] 1 for each legal action, then 0 */
    float *probability;   /* [count][width] at chance: of each outcome; otherwise 0 */
    int32_t *numbers;     /* [count][numbers] the mover's view as integers; 0 if it is not a seat */
    float *features;      /* [count][numbers] the same as floats */
    float *reward;        /* [count][players] shares of the result if the game ended in this step,
                             column 0 is seat 1's; otherwise 0 */
    uint8_t *done;        /* [count] 1 if the game ended in this step */
} cornet_batch_arrays;

/* Makes a batch, with each game at its first decision. `width` is the maximum number of legal
 * actions in the arrays: at most CORNET_ACTIONS_MAX or, with CORNET_BATCH_CHANCE, the number of
 * outcomes; 0 means as many as the game can need. If a state has more actions than `width`, the
 * step fails when some games have moved already, and the batch must be reset. Free it with
 * cornet_batch_free. */
CORNET_API cornet_status cornet_batch_new(const cornet_setup *setup, size_t count, size_t width,
                                          uint64_t seed, unsigned flags, cornet_batch **batch,
                                          cornet_error *error);

/* Frees a batch. NULL is allowed. */
CORNET_API void cornet_batch_free(cornet_batch *batch);

/* The number of games. */
CORNET_API size_t cornet_batch_count(const cornet_batch *batch);

/* The number of players in each game. */
CORNET_API int cornet_batch_players(const cornet_batch *batch);

/* The flags of the batch: CORNET_BATCH_CHANCE and so on. */
CORNET_API unsigned cornet_batch_flags(const cornet_batch *batch);

/* The number of columns of the actions. */
CORNET_API size_t cornet_batch_width(const cornet_batch *batch);

/* Also writes the action ids (game.h) in every later look and step: to `ids`, [count][width], the
 * id of each legal action, then -1; to `mask`, [count][cornet_batch_ids], 1 for each legal id and 0
 * elsewhere. At chance an outcome's id is its place in the list. NULL: not written. The arrays must
 * live until others are bound or the batch is freed. */
CORNET_API cornet_status cornet_batch_bind_ids(cornet_batch *batch, int32_t *ids, uint8_t *mask,
                                               cornet_error *error);

/* The number of columns of the mask of ids: cornet_game_ids or, with CORNET_BATCH_CHANCE, the
 * number of outcomes if that is larger. */
CORNET_API size_t cornet_batch_ids(const cornet_batch *batch);

/* The number of columns of numbers and features. */
CORNET_API size_t cornet_batch_numbers(const cornet_batch *batch);

/* The name of the number with this index, from 0, for example "score 2"; NULL after the last. Seats
 * in these names are counted from the mover: 1 is the mover, 2 the next seat. */
CORNET_API const char *cornet_batch_number_name(const cornet_batch *batch, size_t index);

/* Sets the number of threads; default 1. Affects speed only, not results. It helps if cores are
 * idle and a step takes longer than about twenty microseconds: many games, or bots that think. The
 * batch owns the threads. If the system cannot start them all, the batch uses those it has. */
CORNET_API cornet_status cornet_batch_set_threads(cornet_batch *batch, int threads,
                                                  cornet_error *error);

/* Gives a seat to a bot in all games; NULL removes the bot. At least one seat stays free. All games
 * restart. */
CORNET_API cornet_status cornet_batch_set_bot(cornet_batch *batch, int seat, const char *agent,
                                              cornet_error *error);

/* Restarts all games, with generators from this seed. */
CORNET_API cornet_status cornet_batch_reset(cornet_batch *batch, uint64_t seed,
                                            cornet_error *error);

/* Restarts the game with this index, from 0. Its generator is not reset. */
CORNET_API cornet_status cornet_batch_restart(cornet_batch *batch, size_t index,
                                              cornet_error *error);

/* Writes the arrays without a step. Rewards and `done` are 0. */
CORNET_API cornet_status cornet_batch_look(cornet_batch *batch, const cornet_batch_arrays *arrays,
                                           cornet_error *error);

/* Plays one choice in each game, then writes the arrays. `choice` contains the index, from 0, of a
 * legal action for each game; it is not read for a finished game. If a choice is out of range,
 * nothing is played. After any other error the batch must be reset. */
CORNET_API cornet_status cornet_batch_step(cornet_batch *batch, const int32_t *choice,
                                           const cornet_batch_arrays *arrays, cornet_error *error);

/* The same with action ids (game.h) instead of indexes. */
CORNET_API cornet_status cornet_batch_step_ids(cornet_batch *batch, const int32_t *id,
                                               const cornet_batch_arrays *arrays,
                                               cornet_error *error);

/* Makes an independent copy: with the same choices it plays the same games, if its bots are
 * reproducible. The copy has one thread. Free it with cornet_batch_free. */
CORNET_API cornet_status cornet_batch_copy(const cornet_batch *batch, cornet_batch **copy,
                                           cornet_error *error);

/* Writes the batch as bytes for cornet_batch_load, which makes a copy of it. Only the same version
 * of the library on the same kind of processor can load them; use records to keep games for longer.
 * Free the bytes with cornet_free. */
CORNET_API cornet_status cornet_batch_save(const cornet_batch *batch, char **bytes, size_t *length,
                                           cornet_error *error);

/* Makes a batch from the bytes of cornet_batch_save. Damaged bytes are refused. Load only bytes
 * that you trust: others could be made to crash the process. Free the batch with cornet_batch_free.
 */
CORNET_API cornet_status cornet_batch_load(const char *bytes, size_t length, cornet_batch **batch,
                                           cornet_error *error);

/* Sets the game with this index to the state of a match, and plays on to the next decision. The
 * match has the same game, number of players and options as the batch; only an option that takes
 * any text, such as a start position, may differ. When the game restarts, it has the options of the
 * batch again. Its generator is not reset. */
CORNET_API cornet_status cornet_batch_set(cornet_batch *batch, size_t index,
                                          const cornet_match *match, cornet_error *error);

/* The state of one game as JSON, as the viewer sees it. Free it with cornet_free. */
CORNET_API cornet_status cornet_batch_json(const cornet_batch *batch, size_t index, int viewer,
                                           char **json, cornet_error *error);

/* The line of a legal action of one game. `action` is the action itself. Free it with cornet_free.
 */
CORNET_API cornet_status cornet_batch_line_of(const cornet_batch *batch, size_t index,
                                              uint32_t action, char **line, cornet_error *error);

#ifdef __cplusplus
}
#endif

#endif
