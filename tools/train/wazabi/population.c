#include "tools/train/wazabi/population.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>

#include "base/memory.h"

enum { USE_LESSON };
enum { SEATS_ALL = 60 };              /* divisible by every number of players */
static const double last_part = 0.15; /* the last part of the rounds, whose mean is the result */

/* The checkpoint of a population. */
struct kept {
    uint64_t round, averaged;
    struct {
        struct wazabi_weights now, mean;
    } student[];
};

static size_t kept_length(const struct wazabi_population *population)
{
    return sizeof(struct kept) + (size_t)population->students * 2 * sizeof(struct wazabi_weights);
}

static bool keep(struct train_run *run, const struct wazabi_population *population, uint64_t round,
                 uint64_t averaged, struct text *why)
{
    struct kept *all = memory_new(1, kept_length(population));
    all->round = round;
    all->averaged = averaged;
    for (int i = 0; i < population->students; i++) {
        all->student[i].now = population->student[i].now;
        all->student[i].mean = population->student[i].mean;
    }
    const bool good = train_keep(run, population->checkpoint, all, kept_length(population), why);
    free(all);
    return good;
}

/* Returns false with a reason if the checkpoint cannot be used. */
static bool resume(struct train_run *run, struct wazabi_population *population, uint64_t *round,
                   uint64_t *averaged, struct text *why)
{
    size_t length;
    *round = *averaged = 0;
    text_clear(why);
    struct kept *all = train_kept(run, population->checkpoint, &length, why);
    if (!all)
        return why->length == 0;
    const bool good = length == kept_length(population);
    if (good) {
        *round = all->round;
        *averaged = all->averaged;
        for (int i = 0; i < population->students; i++) {
            population->student[i].now = all->student[i].now;
            population->student[i].mean = all->student[i].mean;
        }
    } else {
        text_fail(why, "%s/%s is damaged: delete it, and it will be made again", run->folder,
                  population->checkpoint);
    }
    free(all);
    return good;
}

/* ---- workers ---- */

static void free_workers(struct wazabi_worker *worker[], int count)
{
    for (int i = 0; i < count; i++)
        free(worker[i]);
    free(worker);
}

/* Assigns workers to students in turn. */
static struct wazabi_worker **new_workers(int count)
{
    struct wazabi_worker **worker = memory_new((size_t)count, sizeof *worker);
    for (int i = 0; i < count; i++)
        worker[i] = memory_new(1, sizeof *worker[i]);
    return worker;
}

static void play_round(struct train_run *run, const struct wazabi_population *population,
                       struct wazabi_worker *worker[], uint64_t round)
{
    const double done = (double)round / (double)population->rounds;
#pragma omp parallel for num_threads(run->threads) schedule(dynamic)
    for (int task = 0; task < population->students * WAZABI_WORKERS; task++) {
        const struct wazabi_student *student = &population->student[task % population->students];
        const float rate = (float)(student->rate * wazabi_exponential(done * student->decay));
        struct wazabi_worker *l = worker[task];
        l->weights = student->now;
        l->table = student->table;
        rng_seed(&l->rng,
                 train_seed(run, round, USE_LESSON, (population->number << 32) + (uint64_t)task));
        for (int game = 0; game < student->games; game++)
            wazabi_worker_play(l, game % SEATS_ALL, rate);
    }
}

bool wazabi_population_run(struct train_run *run, struct wazabi_population *population,
                           struct text *why)
{
    uint64_t round, averaged;
    if (!resume(run, population, &round, &averaged, why))
        return false;
    struct wazabi_worker **worker = new_workers(population->students * WAZABI_WORKERS);
    bool good = true;
    while (good && round < population->rounds) {
        play_round(run, population, worker, round);
        const bool last = (double)(++round) > (1 - last_part) * (double)population->rounds;
        averaged += last;
#pragma omp parallel for num_threads(run->threads) schedule(dynamic)
        for (int i = 0; i < population->students; i++) {
            struct wazabi_student *student = &population->student[i];
            for (int k = 0; k < WAZABI_WORKERS; k++)
                wazabi_weights_approach(&student->now,
                                        &worker[k * population->students + i]->weights,
                                        1.0f / (float)(k + 1));
            if (last)
                wazabi_weights_approach(&student->mean, &student->now, 1.0f / (float)averaged);
        }
        if (round % population->keep == 0 || round == population->rounds)
            good = keep(run, population, round, averaged, why);
        if (run->progress)
            run->progress(run->context, population->checkpoint,
                          (double)round / (double)population->rounds);
    }
    free_workers(worker, population->students * WAZABI_WORKERS);
    return good;
}
