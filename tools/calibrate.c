/* calibrate: fits the errors that a judge states, so that its intervals contain the deep value in
 * 95 % of all cases.
 *
 *     calibrate sample GAME FILE FIRST END [option NAME=VALUE...]
 *                                  adds the positions from FIRST to END - 1 that FILE lacks
 *     calibrate fit GAME FILE      prints games/GAME/judge_errors.h; the coverage to stderr
 *     calibrate check              checks whether the program's errors belong to its judges
 *
 * The positions come from games between levels, with the options. At each position, some choices
 * are judged at every depth and by the deep value that the judge has for this (judge.h). If the
 * judge's estimates of states are of another kind, the state after a choice is judged too. Factors
 * are fitted to all positions; for the table, each half of them is checked with factors fitted to
 * the other half. tools/calibrate.sh runs it. OMP_NUM_THREADS sets the number of threads, which
 * does not affect the result. */
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/judge.h"
#include "agents/levels.h"
#include "base/memory.h"
#include "match/driver.h"

enum { LINES_MAX = 160 }; /* length of the games that positions are taken from */
enum { LEVELS = 4 };      /* the levels that play: all but the strongest, which is slow */
enum { PLAYERS_MAX = 4 }; /* in these games */
enum { CROWD = 7 };       /* choices judged at every WIDE-th position; PAIR at the others */
enum { WIDE = 4, PAIR = 2, TRIO = 3 }; /* TRIO: how many of a crowd are sampled */
#define FACTOR_MAX 3.0
#define FACTOR_STEP 0.25
enum { FEWEST = 60 }; /* fewest samples to fit a factor to */
enum { CHECKED = 4 }; /* positions of a fingerprint */
enum { POSITIONS_MAX = 100000 };

/* One number of the judge, and its distance from the deep value. */
struct sample {
    int position, depth, kind;
    bool apart; /* a difference between two choices, not a share */
    double raw, doubt, miss;
};

struct samples {
    struct sample *at;
    size_t count, capacity;
};

/* The judges that a thread has opened, by number of players and depth. */
struct judges {
    const struct judge *judge;
    struct game_settings settings; /* of the games, except for the number of players */
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
        return; /* the game is decided: there is no estimate */
    if (samples->count == samples->capacity) {
        samples->capacity = samples->capacity ? 2 * samples->capacity : 1024;
        samples->at = memory_resize(samples->at, samples->capacity, sizeof *samples->at);
    }
    samples->at[samples->count++] = sample;
}

/* ---- positions ---- */

/* Whether the seat has a choice; fills in the position. */
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

static struct match *new_match(const struct judges *judges, int players)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct game_settings settings = judges->settings;
    settings.players = players;
    settings.bots = (1u << players) - 1;
    struct match *match = match_new(judges->judge->game, &settings, &reason);
    if (!match)
        fail(why);
    return match;
}

/* Plays a game between bots, at most LINES_MAX lines. If `agent` is NULL, the bots have random
 * levels. */
static struct match *play(const struct judges *judges, int players, const char *agent,
                          struct rng *rng)
{
    char why[TEXT_WHY], name[MATCH_NAME_MAX];
    struct text reason = text_on(why, sizeof why);
    struct match *match = new_match(judges, players);
    struct driver driver;
    for (int seat = 1; seat <= players; seat++) {
        const char *level = agent_level_names[rng_below(rng, LEVELS)];
        snprintf(name, sizeof name, MATCH_BOT "%s", agent ? agent : level);
        if (!match_set_name(match, seat, span_of(name), &reason))
            fail(why);
    }
    driver_init(&driver, judges->judge->game, players);
    if (!driver_open(&driver, match, &reason))
        fail(why);
    while (match->body.count < LINES_MAX && driver_play(&driver, match, rng, rng))
        ;
    driver_close(&driver);
    return match;
}

/* Plays a game and takes a random decision from it. Returns false if it had none. The caller frees
 * the match. */
static bool find_position(const struct judges *judges, int players, const char *agent,
                          struct rng *rng, struct position *p)
{
    char why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct match *whole = play(judges, players, agent, rng), *match = new_match(judges, players);
    const struct judge *judge = judges->judge;
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
    match = new_match(judges, players);
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

/* Puts the choice that looks best at depth 1 first, and random choices after it. */
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

/* Moves the choices that look worst to the places after the first. */
static void put_worst_second(struct judges *judges, struct position *p, size_t sampled)
{
    struct judgement judged[CROWD];
    for (size_t at = 1; at < sampled && p->count > sampled; at++) {
        size_t worst = at;
        judge_actions(judges, p, 1, p->count, judged);
        for (size_t i = at; i < p->count; i++)
            worst = judged[i].share[p->seat - 1] < judged[worst].share[p->seat - 1] ? i : worst;
        swap(&p->actions[at], &p->actions[worst]);
    }
}

/* Judges some choices at every depth: the first and, of a crowd, those that look worst. */
static void sample_choices(struct judges *judges, int number, struct position *p,
                           struct samples *samples)
{
    const int depths = judges->judge->depths, seat = p->seat - 1;
    const size_t sampled = p->count > PAIR ? TRIO : PAIR;
    struct judgement deep[TRIO], judged[CROWD];
    put_worst_second(judges, p, sampled);
    judge_actions(judges, p, depths + 1, sampled, deep);
    for (int depth = 1; depth <= depths; depth++) {
        judge_actions(judges, p, depth, p->count, judged);
        const size_t best = find_best(judged, p->count, p->seat);
        for (size_t i = 0; i < sampled; i++) {
            const struct judgement *j = &judged[i];
            add(samples, (struct sample){number, depth, j->kind, false, j->error, judge_doubt(j),
                                         fabs(j->share[seat] - deep[i].share[seat])});
            /* The difference to the choice that looks best, if the deep value of that one is known.
             * */
            if (i == best || best >= sampled)
                continue;
            const double said = judged[best].share[seat] - j->share[seat];
            const double is = deep[best].share[seat] - deep[i].share[seat];
            add(samples, (struct sample){number, depth, j->kind, true, j->apart, judge_doubt(j),
                                         fabs(said - is)});
        }
    }
}

/* Judges the state before the next dice, if that is an estimate of another kind. */
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

/* Some judges look longer at some choices than at others. At some positions they are asked about
 * many choices, so that there are samples of both kinds. Their states have the values of their best
 * choices. */
static void sample_position(struct judges *judges, int number, struct samples *samples)
{
    const struct game *game = judges->judge->game;
    const int most = game->seats_max < PLAYERS_MAX ? game->seats_max : PLAYERS_MAX;
    const int players = game->seats_min + number / 2 % (most - game->seats_min + 1);
    struct position p;
    struct rng rng;
    rng_seed(&rng, (uint64_t)number);
    while (!find_position(judges, players, NULL, &rng, &p))
        ;
    const bool ranks = judges->judge->looks_longer;
    choose(judges, &p, ranks && number / 2 % WIDE == 0 ? CROWD : PAIR, &rng);
    sample_choices(judges, number, &p, samples);
    if (!ranks)
        sample_state(judges, number, &p, samples);
    match_free(p.match);
}

static struct judges judges_of(const struct judge *judge)
{
    struct judges judges = {.judge = judge};
    game_defaults(judge->game, &judges.settings);
    return judges;
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

/* ---- the fingerprint ---- */

/* FNV-1a of the judge's numbers at its first depth, in decimals, for a few positions of random
 * games. It changes if the judge's numbers change. */
static uint64_t fingerprint(const struct judge *judge)
{
    struct judges judges = judges_of(judge);
    struct judgement judged[PAIR];
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (int i = 0; i < CHECKED; i++) {
        struct position p;
        struct rng rng;
        rng_seed(&rng, (uint64_t)i);
        while (!find_position(&judges, judge->game->seats_min, "random", &rng, &p))
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

/* ---- the file of samples ---- */

/* The first line is the judge's fingerprint. Then each position has its samples, one per line,
 * followed by a line with its number alone. A resumed run ends the interrupted line and writes an
 * empty one. */
static void write_samples(FILE *file, int position, const struct samples *samples)
{
    for (size_t i = 0; i < samples->count; i++) {
        const struct sample *s = &samples->at[i];
        fprintf(file, "%d %d %d %d %.9g %.9g %.9g\n", s->position, s->depth, s->kind, s->apart,
                s->raw, s->doubt, s->miss);
    }
    fprintf(file, "%d\n", position);
    fflush(file);
}

static int by_position(const void *a, const void *b)
{
    const struct sample *x = a, *y = b;
    return (x->position > y->position) - (x->position < y->position);
}

/* Reads the samples of complete positions, in order; `whole` marks these positions. Returns false
 * if there is no file or it is of another judge. */
static bool read_samples(const char *path, const struct judge *judge, bool whole[POSITIONS_MAX],
                         struct samples *all)
{
    char line[256];
    unsigned long long mark = 0;
    FILE *file = fopen(path, "r");
    if (!file || !fgets(line, sizeof line, file) || sscanf(line, "%llx", &mark) != 1 ||
        mark != fingerprint(judge)) {
        if (file)
            fclose(file);
        return false;
    }
    struct samples block = {0}; /* of one position */
    while (fgets(line, sizeof line, file)) {
        struct sample s = {0};
        int apart = 0;
        const int fields = sscanf(line, "%d %d %d %d %lf %lf %lf", &s.position, &s.depth, &s.kind,
                                  &apart, &s.raw, &s.doubt, &s.miss);
        s.apart = apart;
        if (fields == 7 && s.kind >= 0 && s.kind < JUDGE_KINDS) {
            add(&block, s);
            continue;
        }
        if (fields == 1 && s.position >= 0 && s.position < POSITIONS_MAX && !whole[s.position]) {
            whole[s.position] = true;
            for (size_t i = 0; i < block.count; i++)
                add(all, block.at[i]);
        }
        block.count = 0; /* an interrupted block lacks its final number */
    }
    fclose(file);
    free(block.at);
    if (all->count)
        qsort(all->at, all->count, sizeof *all->at, by_position);
    return true;
}

static void sample_all(const struct judges *like, const char *path, int first, int end)
{
    static bool whole[POSITIONS_MAX];
    struct samples old = {0};
    const bool goes_on = read_samples(path, like->judge, whole, &old);
    FILE *file = fopen(path, goes_on ? "a" : "w");
    if (!file)
        fail("the file cannot be written");
    if (goes_on)
        fputs("\n\n", file); /* ends the interrupted line */
    else
        fprintf(file, "%016llx\n", (unsigned long long)fingerprint(like->judge));
    free(old.at);
#pragma omp parallel
    {
        struct judges judges = *like;
#pragma omp for schedule(dynamic)
        for (int i = first; i < end; i++) {
            struct samples own = {0};
            if (whole[i])
                continue;
            sample_position(&judges, i, &own);
#pragma omp critical
            write_samples(file, i, &own);
            free(own.at);
        }
        close_all(&judges);
    }
    fclose(file);
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

enum half { EVEN, ODD, BOTH }; /* of the positions */
enum { ANY = -1 };             /* kind */

static struct group group_of(const struct samples *all, int depth, int kind, bool apart,
                             enum half half)
{
    struct group g = {memory_new(all->count + 1, sizeof *g.at), 0};
    for (size_t i = 0; i < all->count; i++) {
        const struct sample *s = &all->at[i];
        if (s->depth == depth && (kind == ANY || s->kind == kind) && s->apart == apart &&
            (half == BOTH || s->position % 2 == (int)half))
            g.at[g.count++] = s;
    }
    return g;
}

/* The mean half-width of the intervals. */
static double mean_width(const struct group *g, const struct judge_spread *spread)
{
    double sum = 0;
    for (size_t i = 0; i < g->count; i++)
        sum += judge_width(spread, g->at[i]->raw, g->at[i]->doubt);
    return sum / (double)g->count;
}

/* The floor with which 95 % of the intervals contain their sample, for this factor. Samples that no
 * floor can contain are left out: the judge considers the game decided, and the deep value does
 * not. */
static struct judge_spread fit_floor(const struct group *g, double factor)
{
    double *floors = memory_new(g->count + 1, sizeof *floors);
    size_t count = 0;
    for (size_t i = 0; i < g->count; i++) {
        const struct sample *s = g->at[i];
        const double rest = s->miss * s->miss - factor * s->raw * factor * s->raw;
        if (rest <= 0 || s->doubt > 0)
            floors[count++] = rest <= 0 ? 0 : sqrt(rest) / s->doubt;
    }
    qsort(floors, count, sizeof *floors, lesser_first);
    const size_t at = (size_t)ceil(0.95 * (double)(count + 1)) - 1;
    const struct judge_spread spread = {factor, count ? floors[at < count ? at : count - 1] : 0};
    free(floors);
    return spread;
}

/* The factor and floor with the narrowest intervals on average. */
static struct judge_spread fit(const struct group *g)
{
    struct judge_spread best = {0, 0};
    double least = INFINITY;
    for (double factor = 0; factor <= FACTOR_MAX; factor += FACTOR_STEP) {
        const struct judge_spread spread = fit_floor(g, factor);
        const double width = mean_width(g, &spread);
        if (width < least) {
            least = width;
            best = spread;
        }
    }
    return best;
}

/* Rounded as in the header. */
static double rounded(double value)
{
    char text[32];
    snprintf(text, sizeof text, "%.4g", value);
    return strtod(text, NULL);
}

static struct judge_spread rounded_spread(struct judge_spread spread)
{
    return (struct judge_spread){rounded(spread.factor), rounded(spread.floor)};
}

/* All kinds share one factor. Each kind has its own floor if it has enough samples. */
static void fit_kinds(const struct samples *all, int depth, bool apart, enum half half,
                      struct judge_spread out[JUDGE_KINDS])
{
    struct group together = group_of(all, depth, ANY, apart, half);
    const struct judge_spread spread =
        together.count >= FEWEST ? fit(&together) : (struct judge_spread){1.96, 0};
    for (int kind = 0; kind < JUDGE_KINDS; kind++) {
        struct group g = group_of(all, depth, kind, apart, half);
        out[kind] = rounded_spread(g.count >= FEWEST ? fit_floor(&g, spread.factor) : spread);
        free(g.at);
    }
    free(together.at);
}

static void fit_depth(const struct samples *all, int depth, enum half half,
                      struct judge_error errors[JUDGE_KINDS])
{
    struct judge_spread share[JUDGE_KINDS], apart[JUDGE_KINDS];
    fit_kinds(all, depth, false, half, share);
    fit_kinds(all, depth, true, half, apart);
    for (int kind = 0; kind < JUDGE_KINDS; kind++)
        errors[kind] = (struct judge_error){share[kind], apart[kind]};
}

struct tally {
    size_t count, held;
    double width; /* sum of the half-widths */
};

static void print_tally(const struct tally *tally)
{
    const double count = (double)tally->count;
    fprintf(stderr, " %.1f of %zu, ± %.2f |", 100 * (double)tally->held / count, tally->count,
            100 * tally->width / count);
}

/* Prints the coverage at a depth in percent, for shares and for differences: each half of the
 * positions is checked with the errors fitted to the other half. Then the same for each kind. */
static void print_held(const struct samples *all, const struct judge *judge, int depth)
{
    struct judge_error errors[2][JUDGE_KINDS];
    struct tally sum[2] = {{0}}, of[JUDGE_KINDS][2] = {{{0}}};
    fit_depth(all, depth, EVEN, errors[EVEN]);
    fit_depth(all, depth, ODD, errors[ODD]);
    for (size_t i = 0; i < all->count; i++) {
        const struct sample *s = &all->at[i];
        const struct judge_error *error = &errors[s->position % 2 ? EVEN : ODD][s->kind];
        if (s->depth != depth)
            continue;
        const double half = judge_width(s->apart ? &error->apart : &error->share, s->raw, s->doubt);
        struct tally *const to[] = {&sum[s->apart], &of[s->kind][s->apart]};
        for (int j = 0; j < 2; j++) {
            to[j]->count++;
            to[j]->held += s->miss <= half;
            to[j]->width += half;
        }
    }
    fprintf(stderr, "| %s | %d |", judge->game->title, depth);
    print_tally(&sum[0]);
    print_tally(&sum[1]);
    for (int kind = 0; kind < JUDGE_KINDS; kind++) {
        for (int apart = 0; apart < 2; apart++) {
            if (!apart)
                fprintf(stderr, " kind %d:", kind);
            if (of[kind][apart].count)
                print_tally(&of[kind][apart]);
        }
    }
    fputs("\n", stderr);
}

static int check(void)
{
    int wrong = 0;
    for (const struct judge *const *judge = judge_list; *judge; judge++) {
        if (!(*judge)->fitted || (*judge)->fitted == fingerprint(*judge))
            continue;
        fprintf(stderr,
                "calibrate: the judge of %s has changed since its errors were fitted; "
                "sh tools/calibrate.sh 1000 %s fits them again\n",
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

static int kinds_of(const struct samples *all)
{
    int kinds = 1;
    for (size_t i = 0; i < all->count; i++)
        kinds = all->at[i].kind >= kinds ? all->at[i].kind + 1 : kinds;
    return kinds;
}

static void write_header(const struct judge *judge, int positions, const struct samples *all)
{
    const char *id = judge->game->id;
    char upper[32] = "";
    const int kinds = kinds_of(all);
    for (size_t i = 0; id[i] && i + 1 < sizeof upper; i++)
        upper[i] = (char)(id[i] - 'a' + 'A');
    printf("/* The judge's errors at each depth, by kind: of a share, of a difference\n"
           " * (struct judge_error). Made by: sh tools/calibrate.sh %d %s */\n"
           "#ifndef CORNET_GAMES_%s_JUDGE_ERRORS_H\n#define CORNET_GAMES_%s_JUDGE_ERRORS_H\n\n"
           "#include \"agents/judge.h\"\n\n"
           "#define %s_FITTED UINT64_C(0x%016llx) /* the judge's fingerprint */\n"
           "enum { %s_ERRORS = %d };                        /* depths */\n\n"
           "static const struct judge_error %s_errors[%s_ERRORS][JUDGE_KINDS] = {\n",
           positions, id, upper, upper, upper, (unsigned long long)fingerprint(judge), upper,
           judge->depths, id, upper);
    for (int depth = 1; depth <= judge->depths; depth++) {
        struct judge_error errors[JUDGE_KINDS];
        fit_depth(all, depth, BOTH, errors);
        printf("    {");
        for (int kind = 0; kind < kinds; kind++) {
            printf("%s{", kind ? ", " : "");
            put_spread(&errors[kind].share);
            printf(", ");
            put_spread(&errors[kind].apart);
            printf("}");
        }
        printf("},\n");
        print_held(all, judge, depth);
    }
    printf("};\n\n#endif\n");
}

/* ---- the commands ---- */

static const char usage[] = "usage: calibrate sample GAME FILE FIRST END [option NAME=VALUE...], "
                            "calibrate fit GAME FILE, or calibrate check; GAME has a judge that "
                            "estimates";

static void set_options(struct judges *judges, char **args, int count)
{
    char why[TEXT_WHY] = "";
    struct text reason = text_on(why, sizeof why);
    for (int i = 0; i < count; i += 2) {
        if (strcmp(args[i], "option") != 0 || i + 1 == count)
            fail(usage);
        const size_t name = strcspn(args[i + 1], "=");
        if (!args[i + 1][name] ||
            !game_set(judges->judge->game, &judges->settings, (struct span){args[i + 1], name},
                      span_of(args[i + 1] + name + 1), &reason))
            fail(why[0] ? why : usage);
    }
}

static int sample_into(const struct judge *judge, int argc, char **argv)
{
    struct judges judges = judges_of(judge);
    const int first = argc > 5 ? atoi(argv[4]) : -1, end = argc > 5 ? atoi(argv[5]) : 0;
    if (first < 0 || end <= first || end > POSITIONS_MAX)
        fail(usage);
    set_options(&judges, argv + 6, argc - 6);
    sample_all(&judges, argv[3], first, end);
    return 0;
}

static int fit_file(const struct judge *judge, const char *path)
{
    static bool whole[POSITIONS_MAX];
    struct samples all = {0};
    int positions = 0;
    if (!read_samples(path, judge, whole, &all) || all.count == 0)
        fail("the file has no samples of this judge");
    for (int i = 0; i < POSITIONS_MAX; i++)
        positions += whole[i];
    write_header(judge, positions, &all);
    free(all.at);
    return 0;
}

int main(int argc, char **argv)
{
    const struct game *game = argc > 3 ? game_find(span_of(argv[2])) : NULL;
    const struct judge *judge = game ? judge_of(game) : NULL;
    if (argc == 2 && strcmp(argv[1], "check") == 0)
        return check();
    if (judge && judge->fitted && strcmp(argv[1], "sample") == 0)
        return sample_into(judge, argc, argv);
    if (judge && judge->fitted && strcmp(argv[1], "fit") == 0 && argc == 4)
        return fit_file(judge, argv[3]);
    fail(usage);
    return 1;
}
