/* train: making networks by self-play, step by step, in a folder.
 *
 * A run is a sequence of steps, each of which leaves a file in the run's folder. A step whose file
 * is there is done and is not repeated, so that a run that was killed goes on where it was when the
 * same command is given again. What a step does depends only on the settings and on the files
 * before it, not on the number of threads or on when the run was interrupted: the files come out
 * the same. docs/design/training.md describes the whole. */
#ifndef CORNET_TRAIN_TRAIN_H
#define CORNET_TRAIN_TRAIN_H

#include "game/game.h"
#include "sim/arena.h"

/* What can be set on the command line; the folder remembers it. */
struct train_settings {
    uint64_t generations;
    uint64_t positions;      /* of each generation … */
    uint64_t last_positions; /* … and of the last one */
    uint64_t nodes;          /* positions that self-play looks at in a turn */
    uint64_t units;          /* of the network's hidden layer */
    uint64_t games;          /* of a test against the network before, at most */
    uint64_t seed;
};

struct train_run {
    struct train_settings settings;
    const char *rival; /* an agent to which a best response is wanted; NULL: the game's networks */
    const char *folder;
    int threads;
    uint64_t shard, shards; /* only this part of the self-play that is due, from 1 on; 0: all */
    bool join;              /* ends where self-play is due of which nobody has played a part */
    int lock;               /* the folder, open and locked; -1: none */
    /* Called by one thread at a time: how far the step is, 0 to 1; and a line that stays. */
    void (*progress)(void *context, const char *step, double part);
    void (*note)(void *context, const char *line);
    void *context;
};

/* How a game's networks are trained. The default settings are those that made what is shipped; one
 * that is 0 has no meaning in this game. */
struct trainer {
    const struct game *game;
    struct train_settings defaults;
    bool responds;                  /* it knows how to make a best response too */
    bool shards;                    /* its self-play can be divided among processes */
    uint64_t units_step, units_max; /* units are a multiple of the one, up to the other */
    bool (*run)(struct train_run *run, struct text *why);
};

/* Made by cmake/games.cmake; the last is NULL. */
extern const struct trainer *const trainer_list[];

/* Makes the folder, or checks that the run in it has the same game and settings. Keeps other
 * processes out of the folder until it is closed; those that play parts may be there together. */
bool train_open(struct train_run *run, const struct trainer *trainer, struct text *why);
void train_close(struct train_run *run);

/* The path of a file in the folder. */
enum { TRAIN_PATH = 4096 };
const char *train_path(const struct train_run *run, const char *name, char path[TRAIN_PATH]);

/* Whether the file is in the folder. */
bool train_has(const struct train_run *run, const char *name);

/* ---- checkpoints: files with a checksum, replaced as a whole ---- */

bool train_keep(const struct train_run *run, const char *name, const void *bytes, size_t length,
                struct text *why);

/* The bytes that were kept, which the caller frees; NULL with a reason if the file is damaged, NULL
 * without one if there is none. */
void *train_kept(const struct train_run *run, const char *name, size_t *length, struct text *why);

/* Removes a checkpoint that is not needed any more. */
void train_forget(const struct train_run *run, const char *name);

/* ---- a set of positions: records of one size, written block by block ---- */

struct train_set {
    size_t record; /* bytes */
    char *bytes;
    size_t count, capacity; /* records */
    uint64_t blocks;
    uint64_t shard, shards; /* it is the file of a part: every block of this many; 0: of all */
    long end;               /* of the last whole block in the file */
};

/* What the file has, up to the last whole block; empty if there is none. False if it is damaged. */
bool train_set_read(const struct train_run *run, const char *name, struct train_set *set,
                    struct text *why);

/* The number of the set's next block, from 0 on. */
uint64_t train_set_next(const struct train_set *set);

/* Appends a block, in memory and to the file, where what is left of a killed run is cut off. */
bool train_set_add(const struct train_run *run, const char *name, struct train_set *set,
                   const void *records, size_t count, struct text *why);

void train_set_free(struct train_set *set);

/* ---- parts of a set, each in a file of its own: part I of N has the blocks I-1, I-1+N, … ---- */

/* `NAME.I-of-N`: the file of the run's part. */
enum { TRAIN_NAME = 128 };
const char *train_part_name(const struct train_run *run, const char *name, char part[TRAIN_NAME]);

/* Keeps a second process with the same part out, until the program ends. */
bool train_part_lock(const struct train_run *run, const char *part, struct text *why);

/* Whether there is a file of any part. */
bool train_part_has(const struct train_run *run, const char *name);

/* The records of the set's next block if a part has it, which the caller frees. NULL with a reason
 * if that part is damaged, NULL without one if no part has it. */
void *train_part_block(const struct train_run *run, const char *name, const struct train_set *set,
                       size_t *count, struct text *why);

/* Removes the parts. */
void train_part_forget(const struct train_run *run, const char *name);

/* ---- a sequential test of a new network against the one before ---- */

struct train_test {
    double elo[2]; /* the hypotheses, as in struct arena_job */
    /* Plays a set of two games, the same start from both sides, and returns the share of the new
     * network in units of 1/GAME_WHOLE. Called by several threads at once. */
    uint64_t (*play)(void *context, uint64_t set, int thread);
    void *context;
};

/* Plays up to `settings.games` games. The result does not depend on the number of threads. */
enum arena_decision train_compare(struct train_run *run, const struct train_test *test,
                                  const char *step, struct arena_pair *pair, double *llr);

/* A seed for this use of the run's random numbers. */
uint64_t train_seed(const struct train_run *run, uint64_t generation, uint64_t use, uint64_t index);

__attribute__((format(printf, 2, 3))) void train_note(struct train_run *run, const char *format,
                                                      ...);

#endif
