#include "games/easycome/solve/solution.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/files.h"
#include "base/lang.h"
#include "base/memory.h"
#include "embedded/easycome_pack_2.h"
#include "embedded/easycome_pack_3.h"
#include "embedded/easycome_table.h"
#include "games/easycome/solve/file.h"
#include "games/easycome/solve/layer.h"
#include "games/easycome/solve/pack.h"

/* By number of players: the target noise and the acceptable one. The cost of noise is the regret,
 * which is less than half of the noise. */
static const struct goal {
    double noise, acceptable;
} goals[] = {[2] = {0, 0}, [3] = {1e-6, 3e-6}, [4] = {1e-4, 4e-4}};

static const double save_every = 5; /* seconds */

static struct easycome_solution *new_solution(struct easycome_rules rules)
{
    struct easycome_solution *s = memory_new(1, sizeof *s);
    s->space = easycome_space_new(rules);
    s->value = memory_new((size_t)s->space->count * (size_t)rules.players, sizeof *s->value);
    return s;
}

void easycome_solution_free(struct easycome_solution *s)
{
    if (!s)
        return;
    easycome_space_free(s->space);
    memory_free(s->value);
    memory_free(s);
}

bool easycome_solution_path(struct easycome_rules rules, struct text *path)
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && cache[0] == '/')
        text_printf(path, "%s/cornet", cache);
    else if (home && home[0] == '/')
        text_printf(path, "%s/.cache/cornet", home);
    else
        return false;
    text_printf(path, "/easycome-%d-%d.table", rules.players, rules.hold);
    return !path->cut;
}

/* ---- solving, level by level ---- */

/* A run over the layers: solving them, or checking them. */
struct run {
    const struct easycome_solve_job *job;
    struct easycome_solution *solution;
    double *response; /* checking only */
    struct text *note;
    omp_lock_t lock; /* for the members below and the solution's summary */
    uint32_t done;
    uint64_t plays;
    double began, saved; /* on omp_get_wtime's clock */
    double before;       /* seconds of earlier, interrupted runs */
};

static void save(struct run *run)
{
    struct easycome_solution *s = run->solution;
    run->saved = omp_get_wtime();
    s->seconds = run->before + (run->saved - run->began);
    s->sweeps = (uint32_t)lround((double)run->plays / s->space->count);
    if (run->job->path)
        easycome_file_write(s, run->job->path, run->note);
}

static void layer_done(struct run *run, int layer, uint64_t plays,
                       const struct easycome_layer_report *report)
{
    struct easycome_solution *s = run->solution;
    const struct easycome_layer *l = &s->space->layer[layer];
    run->done += l->end - l->first;
    run->plays += plays;
    if (report) {
        s->residual = fmax(s->residual, report->residual);
        s->regret = fmax(s->regret, report->regret);
        s->gain = fmax(s->gain, report->gain);
    } else {
        s->solved[layer] = true;
        s->noise = fmax(s->noise, s->layer_noise[layer]);
        if (omp_get_wtime() - run->saved > save_every)
            save(run);
    }
    if (run->job->progress)
        run->job->progress(run->done, s->space->count, report != NULL, run->job->context);
}

static void do_layer(struct run *run, int layer, int threads)
{
    struct easycome_solution *s = run->solution;
    const double asked = run->job->noise;
    const struct goal goal =
        asked > 0 ? (struct goal){asked, 3 * asked} : goals[s->space->rules.players];
    const struct easycome_layer_job job = {.space = s->space,
                                           .layer = layer,
                                           .value = s->value,
                                           .response = run->response,
                                           .noise =
                                               run->response ? s->layer_noise[layer] : goal.noise,
                                           .acceptable = goal.acceptable,
                                           .threads = threads};
    uint64_t plays = 0;
    struct easycome_layer_report report = {0};
    if (run->response)
        easycome_layer_check(&job, &report);
    else if (!s->solved[layer])
        s->layer_noise[layer] = easycome_layer_solve(&job, &plays);
    omp_set_lock(&run->lock);
    layer_done(run, layer, plays, run->response ? &report : NULL);
    omp_unset_lock(&run->lock);
}

/* Layers of a level are independent: they are distributed over the threads; if there are more
 * threads than layers, several work on one. */
static void do_levels(struct run *run)
{
    const struct easycome_space *space = run->solution->space;
    const int threads = run->job->threads;
    omp_init_lock(&run->lock);
    if (threads > 1)
        omp_set_max_active_levels(2);
    for (int level = 0; level < space->levels; level++) {
        const int first = space->level[level], end = space->level[level + 1];
        const int teams = end - first < threads ? end - first : threads;
#pragma omp parallel for num_threads(teams) schedule(dynamic)
        for (int layer = first; layer < end; layer++)
            do_layer(run, layer, threads / teams);
    }
    omp_destroy_lock(&run->lock);
}

static void check(struct run *run)
{
    struct easycome_solution *s = run->solution;
    s->residual = s->regret = s->gain = 0;
    run->done = 0;
    run->response =
        memory_new((size_t)s->space->count * (size_t)s->space->rules.players, sizeof(double));
    do_levels(run);
    memory_free(run->response);
}

static void compute(const struct easycome_solve_job *job, struct easycome_solution *s,
                    struct text *note)
{
    struct run run = {.job = job,
                      .solution = s,
                      .note = note,
                      .plays = (uint64_t)s->sweeps * s->space->count,
                      .began = omp_get_wtime(),
                      .before = s->seconds};
    run.saved = run.began;
    s->threads = (uint32_t)job->threads;
    do_levels(&run);
    check(&run);
    s->complete = true;
    save(&run);
}

void easycome_solution_check(struct easycome_solution *s, int threads)
{
    const struct easycome_solve_job job = {.rules = s->space->rules, .threads = threads};
    struct run run = {.job = &job, .solution = s};
    check(&run);
}

static void make_folder_of(const char *path)
{
    char folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    if (slash && slash != path &&
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - path), path) < (int)sizeof folder)
        files_make_folder(folder);
}

/* The packed tables that are built in: games/easycome/data/easycome-4-2.pack and
 * games/easycome/data/easycome-4-3.pack. */
static const struct {
    const unsigned char *bytes;
    size_t length;
} packs[] = {{easycome_pack_2, sizeof easycome_pack_2 - 1},
             {easycome_pack_3, sizeof easycome_pack_3 - 1}};
enum { PACKS = sizeof packs / sizeof *packs };

/* The table that is built in for this game, if there is one: games/easycome/data/easycome-3-2.table
 * or a pack. */
static bool take_built_in(struct easycome_solution *s)
{
    for (size_t i = 0; i < PACKS; i++) {
        if (easycome_pack_parse(s, packs[i].bytes, packs[i].length))
            return true;
    }
    return easycome_file_parse(s, easycome_table, sizeof easycome_table - 1, TEXT_UNREAD);
}

static bool is_built_in(struct easycome_rules rules)
{
    for (size_t i = 0; i < PACKS; i++) {
        if (easycome_pack_is_for(rules, packs[i].bytes, packs[i].length))
            return true;
    }
    return easycome_file_is_for(rules, easycome_table, sizeof easycome_table - 1);
}

struct easycome_solution *easycome_solve(const struct easycome_solve_job *job, struct text *note)
{
    struct easycome_solution *s = new_solution(job->rules);
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    text_clear(note);
    if (job->path)
        make_folder_of(job->path);
    if (!job->anew && job->path && access(job->path, F_OK) == 0) {
        if (!easycome_file_read(s, job->path, &why))
            text_printf(note, tr("%s is computed again: %s"), job->path, why.start);
    } else if (!job->anew && take_built_in(s) && job->path) {
        easycome_file_write(s, job->path, note);
    }
    if (!s->complete)
        compute(job, s, note);
    return s;
}

struct easycome_solution *easycome_solution_read(struct easycome_rules rules, const char *path,
                                                 struct text *why)
{
    if (!is_built_in(rules) &&
        (!path || access(path, R_OK) != 0)) { /* checked before new_solution, which takes long */
        text_fail(why, tr("cannot read %s: %s"), path ? path : "-", strerror(errno));
        return NULL;
    }
    struct easycome_solution *s = new_solution(rules);
    if (path && easycome_file_read(s, path, why)) {
        if (s->complete)
            return s;
        text_fail(why, tr("%s is not complete yet"), path);
    }
    if (take_built_in(s))
        return s;
    easycome_solution_free(s);
    return NULL;
}

const double *easycome_solution_start(const struct easycome_solution *s)
{
    return &s->value[(size_t)(s->space->count - 1) * (size_t)s->space->rules.players];
}

/* ---- the shared solution ---- */

/* Cache by players and `hold`, since unpacking takes up to a second and tens of megabytes. Each
 * entry is written once, within the critical section, and then only read. */
static struct easycome_solution *solutions_shared[EASYCOME_SEATS + 1][EASYCOME_TO_HOLD + 1];

static struct easycome_solution *make_shared(struct easycome_rules rules)
{
    struct text path = text_on((char[PATH_MAX]){0}, PATH_MAX);
    const bool has_path = easycome_solution_path(rules, &path);
    const struct easycome_solve_job job = {
        .rules = rules, .threads = 1, .path = has_path ? path.start : NULL};
    return rules.players == 2 ? easycome_solve(&job, TEXT_UNREAD)
                              : easycome_solution_read(rules, job.path, TEXT_UNREAD);
}

const struct easycome_solution *easycome_solution_shared(struct easycome_rules rules,
                                                         struct text *why)
{
    struct easycome_solution **slot = &solutions_shared[rules.players][rules.hold];
    struct easycome_solution *found;
#pragma omp critical(easycome_shared)
    {
        if (!*slot)
            *slot = make_shared(rules);
        found = *slot;
    }
    if (!found)
        text_fail(why, tr("the solution for %d players (hold=%d) could not be fetched"),
                  rules.players, rules.hold);
    return found;
}
