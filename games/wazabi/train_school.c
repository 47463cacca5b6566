#include "games/wazabi/train_school.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>

#include "base/lang.h"
#include "base/memory.h"

enum { USE_LESSON, USE_EXAM };
enum { SEATS_ALL = 60 };              /* divisible by every number of players */
static const double last_part = 0.15; /* of the rounds, whose mean is the result */

/* What is kept of a student. */
struct kept {
    uint64_t round, averaged;
    struct {
        struct wazabi_weights now, mean;
    } student[];
};

static size_t kept_length(const struct wazabi_school *school)
{
    return sizeof(struct kept) + (size_t)school->students * 2 * sizeof(struct wazabi_weights);
}

static bool keep(struct train_run *run, const struct wazabi_school *school, uint64_t round,
                 uint64_t averaged, struct text *why)
{
    struct kept *all = memory_new(1, kept_length(school));
    all->round = round;
    all->averaged = averaged;
    for (int i = 0; i < school->students; i++) {
        all->student[i].now = school->student[i].now;
        all->student[i].mean = school->student[i].mean;
    }
    const bool good = train_keep(run, school->checkpoint, all, kept_length(school), why);
    free(all);
    return good;
}

/* Returns false with a reason if the checkpoint cannot be used. */
static bool resume(struct train_run *run, struct wazabi_school *school, uint64_t *round,
                   uint64_t *averaged, struct text *why)
{
    size_t length;
    *round = *averaged = 0;
    text_clear(why);
    struct kept *all = train_kept(run, school->checkpoint, &length, why);
    if (!all)
        return why->length == 0;
    const bool good = length == kept_length(school);
    if (good) {
        *round = all->round;
        *averaged = all->averaged;
        for (int i = 0; i < school->students; i++) {
            school->student[i].now = all->student[i].now;
            school->student[i].mean = all->student[i].mean;
        }
    } else {
        text_fail(why, tr("%s/%s is damaged: delete it, and it will be made again"), run->folder,
                  school->checkpoint);
    }
    free(all);
    return good;
}

/* ---- lanes ---- */

static void free_lanes(struct wazabi_lane *lane[], int count)
{
    for (int i = 0; i < count; i++) {
        if (lane[i]->rival)
            bot_close(lane[i]->rival);
        free(lane[i]->rival);
        game_history_free(&lane[i]->history);
        free(lane[i]);
    }
    free(lane);
}

/* Lanes of a student each, in turn; NULL with a reason if there is no such rival. */
static struct wazabi_lane **new_lanes(int count, const char *rival, struct text *why)
{
    struct wazabi_lane **lane = memory_new((size_t)count, sizeof *lane);
    for (int i = 0; i < count; i++) {
        lane[i] = memory_new(1, sizeof *lane[i]);
        if (!rival)
            continue;
        lane[i]->rival = memory_new(1, sizeof *lane[i]->rival);
        if (!bot_open(lane[i]->rival, &wazabi_game, span_of(rival), why)) {
            free_lanes(lane, i + 1);
            return NULL;
        }
    }
    return lane;
}

static void play_round(struct train_run *run, const struct wazabi_school *school,
                       struct wazabi_lane *lane[], uint64_t round)
{
    const double done = (double)round / (double)school->rounds;
#pragma omp parallel for num_threads(run->threads) schedule(dynamic)
    for (int task = 0; task < school->students * WAZABI_LANES; task++) {
        const struct wazabi_student *student = &school->student[task % school->students];
        const float rate = (float)(student->rate * wazabi_exponential(done * student->decay));
        struct wazabi_lane *l = lane[task];
        l->weights = student->now;
        l->table = student->table;
        l->learns = true;
        rng_seed(&l->rng,
                 train_seed(run, round, USE_LESSON, (school->number << 32) + (uint64_t)task));
        for (int game = 0; game < student->games; game++)
            wazabi_lane_play(l, game % SEATS_ALL, rate);
    }
}

bool wazabi_school_run(struct train_run *run, struct wazabi_school *school, struct text *why)
{
    uint64_t round, averaged;
    if (!resume(run, school, &round, &averaged, why))
        return false;
    struct wazabi_lane **lane = new_lanes(school->students * WAZABI_LANES, school->rival, why);
    if (!lane)
        return false;
    bool good = true;
    while (good && round < school->rounds) {
        play_round(run, school, lane, round);
        const bool last = (double)(++round) > (1 - last_part) * (double)school->rounds;
        averaged += last;
#pragma omp parallel for num_threads(run->threads) schedule(dynamic)
        for (int i = 0; i < school->students; i++) {
            struct wazabi_student *student = &school->student[i];
            for (int k = 0; k < WAZABI_LANES; k++)
                wazabi_weights_approach(&student->now, &lane[k * school->students + i]->weights,
                                        1.0f / (float)(k + 1));
            if (last)
                wazabi_weights_approach(&student->mean, &student->now, 1.0f / (float)averaged);
        }
        if (round % school->keep == 0 || round == school->rounds)
            good = keep(run, school, round, averaged, why);
        if (run->progress)
            run->progress(run->context, school->checkpoint, (double)round / (double)school->rounds);
    }
    free_lanes(lane, school->students * WAZABI_LANES);
    return good;
}

bool wazabi_school_measure(struct train_run *run, const struct wazabi_student *student,
                           const char *rival, uint64_t games, struct wazabi_score *out,
                           struct text *why)
{
    const uint64_t blocks = (games + SEATS_ALL - 1) / SEATS_ALL;
    struct wazabi_lane **lane = new_lanes(run->threads, rival, why);
    uint64_t sum = 0, squares = 0; /* in units of 1/GAME_WHOLE: whole numbers, in any order */
    if (!lane)
        return false;
#pragma omp parallel for num_threads(run->threads) schedule(dynamic) reduction(+ : sum, squares)
    for (uint64_t block = 0; block < blocks; block++) {
        struct wazabi_lane *l = lane[omp_get_thread_num()];
        l->weights = student->mean;
        l->table = student->table;
        rng_seed(&l->rng, train_seed(run, block, USE_EXAM, 0));
        for (int seat = 0; seat < SEATS_ALL; seat++) {
            const uint64_t share = (uint64_t)lrint(wazabi_lane_play(l, seat, 0) * GAME_WHOLE);
            sum += share;
            squares += share * share;
        }
    }
    const double n = (double)(blocks * SEATS_ALL), mean = (double)sum / GAME_WHOLE / n;
    const double square = (double)squares / (GAME_WHOLE * GAME_WHOLE) / n;
    *out = (struct wazabi_score){mean, 1.96 * sqrt((square - mean * mean) / n)};
    free_lanes(lane, run->threads);
    return true;
}
