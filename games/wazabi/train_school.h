/* wazabi_school: several networks of Wazabi that learn side by side.
 *
 * Each network has WAZABI_LANES lanes (train_lane.h), which all begin a round with the same
 * weights; after the round the network goes on with their mean. A lane's random numbers depend on
 * the run's seed and on school, network, round and lane alone: neither the number of threads nor an
 * interruption changes anything. The result is the mean over the last rounds. */
#ifndef CORNET_GAMES_WAZABI_TRAIN_SCHOOL_H
#define CORNET_GAMES_WAZABI_TRAIN_SCHOOL_H

#include "games/wazabi/train_lane.h"
#include "train/train.h"

enum { WAZABI_LANES = 4 };

struct wazabi_student {
    struct wazabi_table table;
    int games;          /* of a lane in a round */
    double rate, decay; /* how far it learns from a game at first, and the logarithm of how much of
                           that is left in the end */
    struct wazabi_weights now, mean;
};

struct wazabi_school {
    struct wazabi_student *student;
    int students;
    uint64_t number;   /* another one for each school of a run */
    const char *rival; /* the agent that all other seats are; NULL: nobody */
    uint64_t rounds;
    uint64_t keep; /* a checkpoint after so many rounds */
    const char *checkpoint;
};

/* Teaches all students, from where the checkpoint is. */
bool wazabi_school_run(struct train_run *run, struct wazabi_school *school, struct text *why);

/* A student's share of the games against the rival, playing its best in every seat in turn: the
 * mean, and half of its 95 % interval. */
struct wazabi_score {
    double mean, error;
};
bool wazabi_school_measure(struct train_run *run, const struct wazabi_student *student,
                           const char *rival, uint64_t games, struct wazabi_score *out,
                           struct text *why);

#endif
