/* calibrate: fits what a judge says of its errors, so that its intervals hold the deep value in 95
 * of 100 cases.
 *
 *     calibrate GAME POSITIONS     prints agents/GAME_errors.h; the table of what holds to stderr
 *     calibrate check              whether the errors in the program fit its judges
 *
 * The positions come from games between levels. At each, some choices (and the state after one, if
 * the judge has estimates of another kind for states) are judged at every depth and by the deep
 * value that the judge has for this (judge.h). Factors are fitted on every other position and
 * checked on the rest. scripts/calibrate.sh runs it. Threads: OMP_NUM_THREADS; the result does not
 * depend on them. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/judge.h"
#include "agents/levels.h"
#include "base/memory.h"
#include "match/driver.h"

enum { LINES_MAX = 160 }; /* of a game that a position is taken from */
enum { LEVELS = 4 };      /* those that play: all but the strongest, which is slow */
enum { PLAYERS_MAX = 4 }; /* in these games */
enum { CROWD = 7 };       /* choices that are judged at every WIDE-th position; at the others */
enum { WIDE = 4, PAIR = 2 };
#define FACTOR_MAX 3.0
#define FACTOR_STEP 0.25
enum { FEWEST = 40 }; /* samples that a factor is fitted to */
enum { CHECKED = 4 }; /* positions of a fingerprint */

/* One number of the judge: how far it is from the deep one. */
struct sample {
    int position, depth, kind;
    bool apart; /* a difference between two choices, not a share */
    double raw, doubt, miss;
};

struct samples {
    struct sample *at;
    size_t count, capacity;
};

/* The judges that a thread has opened, by players and depth. */
struct judges {
    const struct judge *judge;
    void *memory[GAME_SEATS_MAX + 1][JUDGE_DEPTHS_MAX + 2];
};

/* A decision. */
struct position {
    struct match *match;
    int seat;
    union game_state view;
    game_action actions[GAME_ACTIONS_MAX];
    size_t count;
};

static void fail(const char *why)
{
    fprintf(stderr, "calibrate: %s\n", why);
    exit(1);
}

static void add(struct samples *samples, struct sample sample)
{
    if (sample.raw <= 0 && sample.doubt <= 0)
        return; /* the game is decided: nothing was estimated */
    if (samples->count == samples->capacity) {
        samples->capacity = samples->capacity ? 2 * samples->capacity : 1024;
        samples->at = memory_resize(samples->at, samples->capacity, sizeof *samples->at);
    }
    samples->at[samples->count++] = sample;
}

/* ---- positions ---- */

/* Whether the seat has something to choose; fills in the position. */
static bool is_decision(const struct judge *judge, struct match *match, int seat,
                        struct position *p)
{
    const int mover = match_mover(match);
    if (seat < 1 || (mover != seat && mover != GAME_ANYONE))
        return false;
    p->match = match;
    p->seat = seat;
    p->view = match_state(match);
    match->game->hide(&p->view, seat);
    p->count = judge_choices(judge, &p->view, seat, p->actions);
    return p->count > 1;
}

static struct match *new_match(const struct judge *judge, int players)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct game_settings settings;
    game_defaults(judge->game, &settings);
    settings.players = players;
    settings.bots = (1u << players) - 1;
    struct match *match = match_new(judge->game, &settings, &reason);
    if (!match)
        fail(why);
    return match;
}

/* Plays a game between bots, LINES_MAX lines at most. `agent` NULL: of random levels. */
static struct match *play(const struct judge *judge, int players, const char *agent,
                          struct rng *rng)
{
    char why[TEXT_WHY], name[MATCH_NAME_MAX];
    struct text reason = text_on(why, sizeof why);
    struct match *match = new_match(judge, players);
    struct driver driver;
    for (int seat = 1; seat <= players; seat++) {
        const char *level = agent_level_names[rng_below(rng, LEVELS)];
        snprintf(name, sizeof name, MATCH_BOT "%s", agent ? agent : level);
        if (!match_set_name(match, seat, span_of(name), &reason))
            fail(why);
    }
    driver_init(&driver, judge->game, players);
    if (!driver_open(&driver, match, &reason))
        fail(why);
    while (match->body.count < LINES_MAX && driver_play(&driver, match, rng, rng))
        ;
    driver_close(&driver);
    return match;
}

/* A random decision of a game that is played for this. False: it had none. The caller frees the
 * match. */
static bool find_position(const struct judge *judge, int players, const char *agent,
                          struct rng *rng, struct position *p)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct match *whole = play(judge, players, agent, rng), *match = new_match(judge, players);
    size_t chosen = 0;
    uint32_t seen = 0;
    int seat = 0;
    for (size_t i = 0; i < whole->body.count; i++) {
        const int mover = match_mover(match);
        const int who = mover == GAME_ANYONE ? 1 + (int)rng_below(rng, (uint32_t)players) : mover;
        if (is_decision(judge, match, who, p) && rng_below(rng, ++seen) == 0) {
            chosen = i;
            seat = who;
        }
        if (!match_do(match, span_of(whole->body.line[i]), &reason))
            fail(why);
    }
    match_free(match);
    match = new_match(judge, players);
    for (size_t i = 0; i < chosen; i++) {
        if (!match_do(match, span_of(whole->body.line[i]), &reason))
            fail(why);
    }
    match_free(whole);
    if (seat > 0 && is_decision(judge, match, seat, p))
        return true;
    match_free(match);
    return false;
}

/* ---- samples ---- */

static void *open_at(struct judges *judges, const struct match *match, int depth)
{
    void **memory = &judges->memory[match->settings.players][depth];
    if (!*memory)
        *memory = judges->judge->open(&match->settings, depth);
    return *memory;
}

static void judge_actions(struct judges *judges, const struct position *p, int depth, size_t count,
                          struct judgement out[])
{
    struct rng rng;
    rng_seed(&rng, 1);
    judges->judge->actions(open_at(judges, p->match, depth), &p->view, &p->match->history, p->seat,
                           p->actions, count, &rng, out);
}

static size_t find_best(const struct judgement judged[], size_t count, int seat)
{
    size_t best = 0;
    for (size_t i = 1; i < count; i++)
        best = judged[i].share[seat - 1] > judged[best].share[seat - 1] ? i : best;
    return best;
}

static void swap(game_action *a, game_action *b)
{
    const game_action kept = *a;
    *a = *b;
    *b = kept;
}

/* Puts the choice that looks best at first to the front, and random ones behind it. */
static void choose(struct judges *judges, struct position *p, size_t wanted, struct rng *rng)
{
    struct judgement *judged = memory_new(p->count, sizeof *judged);
    judge_actions(judges, p, 1, p->count, judged);
    swap(&p->actions[0], &p->actions[find_best(judged, p->count, p->seat)]);
    for (size_t i = 1; i < p->count && i < wanted; i++)
        swap(&p->actions[i], &p->actions[i + rng_below(rng, (uint32_t)(p->count - i))]);
    p->count = p->count < wanted ? p->count : wanted;
    free(judged);
}

/* Judges the first choice and the one that looks worst, at every depth. */
static void sample_choices(struct judges *judges, int number, struct position *p,
                           struct samples *samples)
{
    const int depths = judges->judge->depths, i = p->seat - 1;
    struct judgement deep[PAIR], judged[CROWD];
    judge_actions(judges, p, 1, p->count, judged);
    size_t worst = 0;
    for (size_t j = 1; j < p->count; j++)
        worst = judged[j].share[i] < judged[worst].share[i] ? j : worst;
    const size_t other = p->count > PAIR && worst > 0 ? worst : 1;
    swap(&p->actions[1], &p->actions[other]);
    judge_actions(judges, p, depths + 1, PAIR, deep);
    for (int depth = 1; depth <= depths; depth++) {
        judge_actions(judges, p, depth, p->count, judged);
        for (int j = 0; j < PAIR; j++)
            add(samples, (struct sample){number, depth, judged[j].kind, false, judged[j].error,
                                         judge_doubt(&judged[j]),
                                         fabs(judged[j].share[i] - deep[j].share[i])});
        /* The difference to what looks best, if that is one of the two. */
        const size_t best = find_best(judged, p->count, p->seat);
        if (best < PAIR) {
            const struct judgement *less = &judged[1 - best];
            const double said = judged[best].share[i] - less->share[i];
            const double is = deep[best].share[i] - deep[1 - best].share[i];
            add(samples, (struct sample){number, depth, less->kind, true, less->apart,
                                         judge_doubt(less), fabs(said - is)});
        }
    }
}

/* Judges the state at the next dice, if that is an estimate of another kind. */
static void sample_state(struct judges *judges, int number, const struct position *p,
                         struct samples *samples)
{
    const struct judge *judge = judges->judge;
    union game_state state = match_state(p->match);
    struct judgement deep, judged;
    struct rng rng;
    rng_seed(&rng, (uint64_t)number);
    game_action action = p->actions[0], actions[GAME_ACTIONS_MAX];
    for (int mover;;) {
        judge->game->apply(&state, action, NULL);
        mover = judge->game->mover(&state);
        if (mover == GAME_OVER)
            return;
        if (mover <= 0)
            break;
        const size_t count = judge->game->actions(&state, mover, actions);
        action = actions[rng_below(&rng, (uint32_t)count)];
    }
    judge->state(open_at(judges, p->match, 1), &state, NULL, &rng, &judged);
    if (judged.kind == 0)
        return;
    judge->state(open_at(judges, p->match, judge->depths + 1), &state, NULL, &rng, &deep);
    for (int depth = 1; depth <= judge->depths; depth++) {
        judge->state(open_at(judges, p->match, depth), &state, NULL, &rng, &judged);
        const int i = (int)rng_below(&rng, (uint32_t)p->match->settings.players);
        add(samples, (struct sample){number, depth, judged.kind, false, judged.error,
                                     judge_doubt(&judged), fabs(judged.share[i] - deep.share[i])});
    }
}

/* A judge that looks longer at some choices than at others is asked about many at some positions,
 * so that there are samples of both; its states are worth what their best choices are. */
static void sample_position(struct judges *judges, int number, struct samples *samples)
{
    const struct game *game = judges->judge->game;
    const int most = game->seats_max < PLAYERS_MAX ? game->seats_max : PLAYERS_MAX;
    const int players = game->seats_min + number / 2 % (most - game->seats_min + 1);
    struct position p;
    struct rng rng;
    rng_seed(&rng, (uint64_t)number);
    while (!find_position(judges->judge, players, NULL, &rng, &p))
        ;
    const bool ranks = judges->judge->looks_longer;
    choose(judges, &p, ranks && number / 2 % WIDE == 0 ? CROWD : PAIR, &rng);
    sample_choices(judges, number, &p, samples);
    if (!ranks)
        sample_state(judges, number, &p, samples);
    match_free(p.match);
}

static void close_all(struct judges *judges)
{
    for (int players = 0; players <= GAME_SEATS_MAX; players++) {
        for (int depth = 0; depth <= JUDGE_DEPTHS_MAX + 1; depth++) {
            if (judges->memory[players][depth])
                judges->judge->close(judges->memory[players][depth]);
        }
    }
}

static void sample_all(const struct judge *judge, int positions, struct samples *all)
{
    int done = 0;
#pragma omp parallel
    {
        struct judges judges = {.judge = judge};
        struct samples own = {0};
#pragma omp for schedule(dynamic)
        for (int i = 0; i < positions; i++) {
            sample_position(&judges, i, &own);
#pragma omp critical
            if (++done % 50 == 0)
                fprintf(stderr, "%s: %d of %d positions\n", judge->game->id, done, positions);
        }
#pragma omp critical
        for (size_t i = 0; i < own.count; i++)
            add(all, own.at[i]);
        free(own.at);
        close_all(&judges);
    }
}

/* ---- fitting ---- */

static int lesser_first(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The samples of one depth and kind. */
struct group {
    const struct sample **at;
    size_t count;
};

/* `half`: of even positions (0) or of odd ones (1). */
static struct group group_of(const struct samples *all, int depth, int kind, bool apart, int half)
{
    struct group g = {memory_new(all->count + 1, sizeof *g.at), 0};
    for (size_t i = 0; i < all->count; i++) {
        const struct sample *s = &all->at[i];
        if (s->depth == depth && s->kind == kind && s->apart == apart && s->position % 2 == half)
            g.at[g.count++] = s;
    }
    return g;
}

/* How many are held, in per cent; `width`: the mean half of an interval. */
static double held(const struct group *g, const struct judge_spread *spread, double *width)
{
    size_t count = 0;
    double sum = 0;
    for (size_t i = 0; i < g->count; i++) {
        const double half = judge_width(spread, g->at[i]->raw, g->at[i]->doubt);
        count += g->at[i]->miss <= half;
        sum += half;
    }
    *width = 100 * sum / (double)g->count;
    return 100.0 * (double)count / (double)g->count;
}

/* The floor at which 95 % of the samples are held with this factor. */
static struct judge_spread fit_floor(const struct group *g, double factor)
{
    double *floors = memory_new(g->count, sizeof *floors);
    for (size_t i = 0; i < g->count; i++) {
        const struct sample *s = g->at[i];
        const double rest = s->miss * s->miss - factor * s->raw * factor * s->raw;
        floors[i] = rest <= 0 ? 0 : s->doubt > 0 ? sqrt(rest) / s->doubt : INFINITY;
    }
    qsort(floors, g->count, sizeof *floors, lesser_first);
    size_t at = (size_t)ceil(0.95 * (double)(g->count + 1)) - 1;
    at = at < g->count ? at : g->count - 1;
    const struct judge_spread spread = {factor, floors[at]};
    free(floors);
    return spread;
}

/* The narrowest intervals on average. */
static struct judge_spread fit(const struct group *g)
{
    struct judge_spread best = {0, 0};
    double least = INFINITY, width;
    for (double factor = 0; factor <= FACTOR_MAX; factor += FACTOR_STEP) {
        const struct judge_spread spread = fit_floor(g, factor);
        held(g, &spread, &width);
        if (width < least) {
            least = width;
            best = spread;
        }
    }
    return best;
}

/* Rounded as the header has it. */
static double rounded(double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.4g", value);
    return strtod(text, NULL);
}

/* False: there are too few samples. */
static bool fit_group(const struct samples *all, int depth, int kind, bool apart,
                      struct judge_spread *out)
{
    struct group fitted = group_of(all, depth, kind, apart, 0);
    struct group checked = group_of(all, depth, kind, apart, 1);
    const bool enough = fitted.count >= FEWEST && checked.count > 0;
    double width;
    if (enough) {
        struct judge_spread spread = fit(&fitted);
        spread = (struct judge_spread){rounded(spread.factor), rounded(spread.floor)};
        const double before = held(&fitted, &spread, &width);
        const double after = held(&checked, &spread, &width);
        *out = spread;
        fprintf(stderr,
                "depth %d  kind %d  %s  %5zu fitted: %5.1f %%  %5zu checked: %5.1f %%  "
                "± %.3f %%\n",
                depth, kind, apart ? "apart" : "share", fitted.count, before, checked.count, after,
                width);
    }
    free(fitted.at);
    free(checked.at);
    return enough;
}

/* A kind that has too few samples has the errors of the others. What a difference would need is
 * only printed: it stays at twice what was measured, by which the verdicts' limits were found. */
static void fit_depth(const struct samples *all, int depth, struct judge_error errors[JUDGE_KINDS])
{
    struct judge_spread apart;
    struct judge_error last = {{1.96, 0}, {2, 0}};
    for (int kind = JUDGE_KINDS - 1; kind >= 0; kind--) {
        fit_group(all, depth, kind, false, &last.share);
        fit_group(all, depth, kind, true, &apart);
        errors[kind] = last;
    }
}

/* What holds of all checked samples of a depth. */
static void print_all(const struct samples *all, int depth, const struct judge_error errors[])
{
    size_t count[2] = {0, 0}, good[2] = {0, 0};
    for (size_t i = 0; i < all->count; i++) {
        const struct sample *s = &all->at[i];
        const struct judge_error *error = &errors[s->kind];
        if (s->depth != depth || s->position % 2 == 0)
            continue;
        count[s->apart]++;
        good[s->apart] +=
            s->miss <= judge_width(s->apart ? &error->apart : &error->share, s->raw, s->doubt);
    }
    fprintf(stderr, "depth %d  all: shares %.1f %% of %zu, differences %.1f %% of %zu\n", depth,
            100.0 * (double)good[0] / (double)count[0], count[0],
            100.0 * (double)good[1] / (double)count[1], count[1]);
}

/* ---- the fingerprint ---- */

/* FNV-1a of what the judge says at its first depth, in decimals, of a few positions of random
 * games: so that a judge whose numbers have changed is noticed. */
static uint64_t fingerprint(const struct judge *judge)
{
    struct judges judges = {.judge = judge};
    struct judgement judged[PAIR];
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (int i = 0; i < CHECKED; i++) {
        struct position p;
        struct rng rng;
        rng_seed(&rng, (uint64_t)i);
        while (!find_position(judge, judge->game->seats_min, "random", &rng, &p))
            ;
        judge_actions(&judges, &p, 1, PAIR, judged);
        for (int j = 0; j < PAIR; j++) {
            char text[64];
            snprintf(text, sizeof text, "%.7f %.7f\n", judged[j].share[p.seat - 1],
                     judged[j].error);
            for (const char *at = text; *at; at++)
                hash = (hash ^ (unsigned char)*at) * UINT64_C(0x100000001b3);
        }
        match_free(p.match);
    }
    close_all(&judges);
    return hash;
}

static int check(void)
{
    int wrong = 0;
    for (const struct judge *const *judge = judge_list; *judge; judge++) {
        if (!(*judge)->fitted || (*judge)->fitted == fingerprint(*judge))
            continue;
        fprintf(stderr,
                "calibrate: the judge of %s has changed since its errors were fitted; "
                "sh scripts/calibrate.sh 1000 %s fits them again\n",
                (*judge)->game->title, (*judge)->game->id);
        wrong++;
    }
    return wrong > 0;
}

/* ---- the header ---- */

static void put_spread(const struct judge_spread *spread)
{
    printf("{%.4g, %.4g}", spread->factor, spread->floor);
}

static void write_header(const struct judge *judge, int positions, const struct samples *all)
{
    const char *id = judge->game->id;
    char upper[32] = "";
    for (size_t i = 0; id[i] && i + 1 < sizeof upper; i++)
        upper[i] = (char)(id[i] - 'a' + 'A');
    printf("/* What the judge's errors are at each depth, by kind: of a share, of a difference\n"
           " * (struct judge_error). Made by: sh scripts/calibrate.sh %d %s */\n"
           "#ifndef CORNET_AGENTS_%s_ERRORS_H\n#define CORNET_AGENTS_%s_ERRORS_H\n\n"
           "#include \"agents/judge.h\"\n\n"
           "#define %s_FITTED UINT64_C(0x%016llx) /* the judge's fingerprint */\n"
           "enum { %s_ERRORS = %d };                        /* depths */\n\n"
           "static const struct judge_error %s_errors[%s_ERRORS][JUDGE_KINDS] = {\n",
           positions, id, upper, upper, upper, (unsigned long long)fingerprint(judge), upper,
           judge->depths, id, upper);
    for (int depth = 1; depth <= judge->depths; depth++) {
        struct judge_error errors[JUDGE_KINDS];
        fit_depth(all, depth, errors);
        printf("    {");
        for (int kind = 0; kind < JUDGE_KINDS; kind++) {
            printf("%s{", kind ? ", " : "");
            put_spread(&errors[kind].share);
            printf(", ");
            put_spread(&errors[kind].apart);
            printf("}");
        }
        printf("},\n");
        print_all(all, depth, errors);
    }
    printf("};\n\n#endif\n");
}

int main(int argc, char **argv)
{
    const struct game *game = argc == 3 ? game_find(span_of(argv[1])) : NULL;
    const struct judge *judge = game ? judge_of(game) : NULL;
    struct samples all = {0};
    if (argc == 2 && strcmp(argv[1], "check") == 0)
        return check();
    const int positions = judge ? atoi(argv[2]) : 0;
    if (!judge || !judge->fitted || positions < 1)
        fail(
            "usage: calibrate GAME POSITIONS, or calibrate check; GAME has a judge that estimates");
    sample_all(judge, positions, &all);
    write_header(judge, positions, &all);
    free(all.at);
    return 0;
}
