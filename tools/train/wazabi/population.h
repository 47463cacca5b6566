/* wazabi_population: several networks of Wazabi that learn side by side.
 *
 * Each network has WAZABI_WORKERS workers (train_worker.h), which all start a round with the same
 * weights. After the round their mean becomes the network. A worker's random numbers depend only on
 * the run's seed and on population, network, round and worker. So neither the number of threads nor
 * an interruption changes the result. The result is the mean over the last rounds. */
#ifndef CORNET_TOOLS_TRAIN_WAZABI_POPULATION_H
#define CORNET_TOOLS_TRAIN_WAZABI_POPULATION_H

#include "tools/train/train.h"
#include "tools/train/wazabi/worker.h"

enum { WAZABI_WORKERS = 4 };

struct wazabi_student {
    struct wazabi_table table;
    int games;          /* of a worker per round */
    double rate, decay; /* the initial learning rate, and the logarithm of its final fraction */
    struct wazabi_weights now, mean;
};

struct wazabi_population {
    struct wazabi_student *student;
    int students;
    uint64_t number; /* unique for each population of a run */
    uint64_t rounds;
    uint64_t keep; /* rounds between checkpoints */
    const char *checkpoint;
};

/* Trains all students, starting from the checkpoint. */
bool wazabi_population_run(struct train_run *run, struct wazabi_population *population,
                           struct text *why);

#endif
