/* wazabi_school: several networks of Wazabi that learn side by side.
 *
 * Each network has WAZABI_LANES lanes (train_lane.h), which all start a round with the same
 * weights; after the round their mean becomes the network. A lane's random numbers depend on the
 * run's seed and on school, network, round and lane alone: neither the number of threads nor an
 * interruption changes anything. The result is the mean over the last rounds. */
#ifndef CORNET_GAMES_WAZABI_TRAIN_SCHOOL_H
#define CORNET_GAMES_WAZABI_TRAIN_SCHOOL_H

#include "games/wazabi/train_lane.h"
#include "train/train.h"

enum { WAZABI_LANES = 4 };

struct wazabi_student {
    struct wazabi_table table;
    int games;          /* of a lane in a round */
    double rate, decay; /* the initial learning rate, and the logarithm of its final fraction */
    struct wazabi_weights now, mean;
};

struct wazabi_school {
    struct wazabi_student *student;
    int students;
    uint64_t number;   /* unique for each school of a run */
    const char *rival; /* the agent at all other seats; NULL: none */
    uint64_t rounds;
    uint64_t keep; /* rounds between checkpoints */
    const char *checkpoint;
};

/* Trains all students, starting from the checkpoint. */
bool wazabi_school_run(struct train_run *run, struct wazabi_school *school, struct text *why);

/* A student's share in games against the rival, playing its best from every seat in turn: the mean,
 * and half of its 95 % interval. */
struct wazabi_score {
    double mean, error;
};
bool wazabi_school_measure(struct train_run *run, const struct wazabi_student *student,
                           const char *rival, uint64_t games, struct wazabi_score *out,
                           struct text *why);

#endif
