/* Decisions per second of many games at once (include/cornet/batch.h), with random choices:
 *
 *     build/default/bench/bench_batch GAME [GAMES [THREADS]]
 *
 * Measures once with the minimum of a step (mover, number of actions, rewards), and once with the
 * view as features and the mask too. One thread is measured in CPU time, so that other programs do
 * not matter; several threads in wall-clock time. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <cornet/cornet.h>

static double seconds_on(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void need(cornet_status status, const cornet_error *error)
{
    if (status == CORNET_OK)
        return;
    fprintf(stderr, "%s\n", error->message);
    exit(1);
}

static void *room(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (!memory)
        exit(1);
    return memory;
}

static void measure(cornet_batch *batch, const cornet_batch_arrays *arrays, int threads,
                    const char *what)
{
    const clockid_t clock = threads > 1 ? CLOCK_MONOTONIC : CLOCK_PROCESS_CPUTIME_ID;
    const size_t count = cornet_batch_count(batch);
    int32_t *choice = room(count, sizeof *choice);
    cornet_error error;
    cornet_rng rng;
    uint64_t steps = 0;
    cornet_rng_seed(&rng, 1);
    need(cornet_batch_look(batch, arrays, &error), &error);
    const double began = seconds_on(clock);
    while (seconds_on(clock) - began < 2) {
        for (size_t i = 0; i < count; i++)
            choice[i] = (int32_t)cornet_rng_below(&rng, (uint32_t)arrays->legal_count[i]);
        need(cornet_batch_step(batch, choice, arrays, &error), &error);
        steps++;
    }
    printf("%-10s %6.2f million decisions a second\n", what,
           (double)(steps * count) / (seconds_on(clock) - began) / 1e6);
    free(choice);
}

int main(int argc, char **argv)
{
    const size_t count = argc > 2 ? strtoul(argv[2], NULL, 10) : 1024;
    const int threads = argc > 3 ? atoi(argv[3]) : 1;
    cornet_setup *setup;
    cornet_batch *batch;
    cornet_error error;
    need(cornet_setup_new(cornet_game_find(argc > 1 ? argv[1] : "template"), &setup, &error),
         &error);
    need(cornet_batch_new(setup, count, 0, 1, 0, &batch, &error), &error);
    need(cornet_batch_set_threads(batch, threads, &error), &error);
    const size_t players = (size_t)cornet_batch_players(batch);
    cornet_batch_arrays arrays = {.size = sizeof arrays,
                                  .mover = room(count, sizeof *arrays.mover),
                                  .legal_count = room(count, sizeof *arrays.legal_count),
                                  .reward = room(count * players, sizeof *arrays.reward),
                                  .done = room(count, 1)};
    measure(batch, &arrays, threads, "bare");
    arrays.features = room(count * cornet_batch_numbers(batch), sizeof *arrays.features);
    arrays.mask = room(count * cornet_batch_width(batch), 1);
    measure(batch, &arrays, threads, "features");
    cornet_batch_free(batch);
    cornet_setup_free(setup);
    free(arrays.mover);
    free(arrays.legal_count);
    free(arrays.reward);
    free(arrays.done);
    free(arrays.features);
    free(arrays.mask);
    return 0;
}
