#include "cli/summary.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/lang.h"
#include "base/memory.h"
#include "match/analyse.h"
#include "program/progress.h"
#include "program/stopping.h"
#include "sim/batch.h"

enum { WRONG_SHOWN = 10 }; /* sentences about records that are none; more are counted */

/* The result of one record: flat, as a batch hands it over. */
struct one {
    char why[TEXT_WHY]; /* not empty: not a valid record */
    const struct game *game;
    int players, forfeited; /* the seat that has forfeited; 0: none */
    bool over, judged;
    uint64_t turns, moves;
    struct {
        char name[MATCH_NAME_MAX];
        double share, luck, cost;
        uint64_t decisions, mistakes;
    } seat[GAME_SEATS_MAX];
};

struct collector {
    const struct command *command;
    const struct records *records;
    int depth;
    struct summary summary;
    struct progress progress;
};

/* ---- one record ---- */

static bool go_on(void *context, size_t done, size_t whole)
{
    const atomic_bool *halt = context;
    (void)done;
    (void)whole;
    return !atomic_load_explicit(halt, memory_order_relaxed);
}

static void judge_one(const struct match *match, int depth, const atomic_bool *halt,
                      struct one *one)
{
    struct analysis analysis;
    const struct judge *judge = judge_of(match->game);
    const int most = judge && depth > judge->depths ? judge->depths : depth;
    analyse(match, most, &analysis, TEXT_UNREAD, go_on, (void *)halt);
    one->judged = analysis.judge && !analysis.cut;
    for (int i = 0; i < one->players; i++) {
        one->seat[i].luck = analysis.seat[i].luck;
        one->seat[i].cost = analysis.seat[i].cost;
        one->seat[i].decisions = (uint64_t)analysis.seat[i].decisions;
        one->seat[i].mistakes = (uint64_t)analysis.seat[i].mistakes;
    }
    analysis_free(&analysis);
}

static void read_one(const struct collector *c, size_t index, const atomic_bool *halt,
                     struct one *one)
{
    struct text why = text_on(one->why, sizeof one->why);
    uint8_t share[GAME_SEATS_MAX] = {0};
    struct match *match = records_read(c->records, index, &why);
    if (!match)
        return;
    one->game = match->game;
    one->players = match->settings.players;
    one->forfeited = match->ended;
    one->turns = match->turns;
    one->over = match_mover(match) == GAME_OVER;
    if (one->over)
        match_result(match, share);
    for (size_t i = 0; i < match->body.count; i++)
        one->moves += match->body.line[i][0] != '#';
    for (int i = 0; i < one->players; i++) {
        memcpy(one->seat[i].name, match->name[i], MATCH_NAME_MAX);
        one->seat[i].share = (double)share[i] / GAME_WHOLE;
    }
    if (c->summary.judged && one->over)
        judge_one(match, c->depth, halt, one);
    match_free(match);
}

static void read_block(void *worker, struct batch_block *block)
{
    const struct collector *c = worker;
    struct one *one = memory_new(1, sizeof *one);
    for (uint64_t i = block->first; i < block->end; i++) {
        memset(one, 0, sizeof *one);
        read_one(c, i, block->halt, one);
        if (atomic_load(block->halt)) {
            block->end = i;
            break;
        }
        batch_add(block, one, sizeof *one);
    }
    memory_free(one);
}

/* ---- sums ---- */

static void add(struct summary_sum *sum, double value)
{
    sum->count++;
    sum->sum += value;
    sum->squares += value * value;
}

double summary_mean(const struct summary_sum *sum)
{
    return sum->count ? sum->sum / (double)sum->count : 0;
}

/* The 97.5 % quantile of Student's distribution, accurate to 1 %. */
static double student(double degrees)
{
    static const double few[] = {0, 12.706, 4.303, 3.182, 2.776};
    return degrees < 5 ? few[(int)degrees] : 1.96 + 2.3723 / degrees + 2.8225 / (degrees * degrees);
}

double summary_margin(const struct summary_sum *sum)
{
    const double n = (double)sum->count, mean = summary_mean(sum);
    if (sum->count < 2)
        return 0;
    return student(n - 1) * sqrt(fmax(sum->squares / n - mean * mean, 0) / (n - 1));
}

static struct summary_game *find_game(struct summary *s, const struct game *game)
{
    size_t i = 0;
    while (i < s->games && s->game[i].game != game)
        i++;
    if (i == s->games) {
        s->game = memory_resize(s->game, ++s->games, sizeof *s->game);
        memset(&s->game[i], 0, sizeof s->game[i]);
        s->game[i].game = game;
    }
    return &s->game[i];
}

static int compare(const struct summary_player *p, const struct game *game, const char *name)
{
    const int by_game = strcmp(p->game->id, game->id);
    return by_game ? by_game : strcmp(p->name, name);
}

/* The player of that name at this game, in a list that is sorted while it is collected. */
static struct summary_player *find_player(struct summary *s, const struct game *game,
                                          const char *name)
{
    size_t low = 0, high = s->players;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (compare(&s->player[middle], game, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < s->players && compare(&s->player[low], game, name) == 0)
        return &s->player[low];
    s->player = memory_grow(s->player, s->players, &s->capacity, sizeof *s->player);
    memmove(&s->player[low + 1], &s->player[low], (s->players - low) * sizeof *s->player);
    memset(&s->player[low], 0, sizeof *s->player);
    snprintf(s->player[low].name, sizeof s->player[low].name, "%s", name);
    s->player[low].game = game;
    s->players++;
    return &s->player[low];
}

static size_t bar_of(double part)
{
    const double bar = part * SUMMARY_BARS;
    return bar < 0 ? 0 : bar >= SUMMARY_BARS ? SUMMARY_BARS - 1 : (size_t)bar;
}

/* Adds the game to the player of this seat: once, with all the seats of that player. */
static void add_seat(struct summary *s, const struct one *one, int first)
{
    struct summary_player *p = find_player(s, one->game, one->seat[first].name);
    double share = 0, luck = 0, cost = 0;
    int seats = 0;
    for (int i = 0; i < one->players; i++) {
        if (strcmp(one->seat[i].name, p->name) != 0)
            continue;
        if (i < first)
            return; /* counted already */
        seats++;
        share += one->seat[i].share;
        luck += one->seat[i].luck;
        cost += one->seat[i].cost;
        p->forfeits += one->forfeited == i + 1;
        p->decisions += one->seat[i].decisions;
        p->mistakes += one->seat[i].mistakes;
    }
    add(&p->share, share);
    add(&p->expected, (double)seats / one->players);
    if (!one->judged)
        return;
    p->spent += cost;
    add(&p->luck, luck / seats);
    add(&p->cost, cost / seats);
    p->luck_bars[bar_of((luck / seats + 1) / 2)]++;
    p->cost_bars[bar_of(cost / seats)]++;
}

static void add_one(struct summary *s, const struct one *one)
{
    struct summary_game *g = find_game(s, one->game);
    if (!one->over) {
        g->unfinished++;
        return;
    }
    g->games++;
    g->unjudged += s->judged && !one->judged;
    g->players_max = one->players > g->players_max ? one->players : g->players_max;
    add(&g->turns, (double)one->turns);
    add(&g->moves, (double)one->moves);
    g->lengths[one->turns < SUMMARY_LENGTHS ? one->turns : SUMMARY_LENGTHS - 1]++;
    for (int i = 0; i < one->players; i++) {
        add(&g->seat[i], one->seat[i].share);
        add(&g->even[i], 1.0 / one->players);
        add_seat(s, one, i);
    }
}

static bool take_block(void *context, const struct batch_block *block)
{
    struct collector *c = context;
    for (size_t at = 0; at < block->length; at += sizeof(struct one)) {
        struct one one;
        memcpy(&one, block->bytes + at, sizeof one);
        c->summary.records++;
        if (!one.why[0]) {
            add_one(&c->summary, &one);
        } else if (++c->summary.wrong <= WRONG_SHOWN) {
            progress_clear(&c->progress);
            fprintf(stderr, "%s\n", one.why);
        }
    }
    return true;
}

static void watch(void *context)
{
    struct collector *c = context;
    char what[128];
    snprintf(what, sizeof what, trn("%llu of %zu record", "%llu of %zu records", c->records->count),
             (unsigned long long)c->summary.records, c->records->count);
    progress_part(&c->progress, 0, (double)c->summary.records / (double)c->records->count, what);
}

/* ---- the whole ---- */

static int by_strength(const void *a, const void *b)
{
    const struct summary_player *x = a, *y = b;
    const int by_game = strcmp(x->game->id, y->game->id);
    const double p = summary_mean(&x->share) - summary_mean(&x->expected);
    const double q = summary_mean(&y->share) - summary_mean(&y->expected);
    return by_game ? by_game : p != q ? (p < q ? 1 : -1) : strcmp(x->name, y->name);
}

void summary_name(const struct summary_player *p, struct text *out)
{
    if (p->name[0])
        text_add(out, p->name);
    else
        text_add(out, tr("(no name)"));
}

const char *summary_verdict(const struct summary *s, const struct summary_player *p)
{
    const struct analysis_seat seat = {
        .cost = p->spent, .decisions = p->decisions > INT32_MAX ? INT32_MAX : (int)p->decisions};
    struct analysis analysis = {.judge = judge_of(p->game), .players = 2};
    for (size_t i = 0; i < s->games; i++) {
        if (s->game[i].game == p->game)
            analysis.players = s->game[i].players_max;
    }
    return analysis_verdict(&analysis, &seat);
}

int summary_run(const struct command *command, const struct records *records, bool judged,
                int depth, int threads, enum summary_form form)
{
    struct collector *c = memory_new(1, sizeof *c);
    c->command = command;
    c->records = records;
    c->depth = depth;
    c->summary.judged = judged;
    c->progress = progress_start();
    const struct batch_job job = {.end = records->count,
                                  .threads = threads,
                                  .stop = stopping_watch(),
                                  .context = c,
                                  .work = read_block,
                                  .take = take_block,
                                  .watch = watch};
    const bool ended = batch_run(&job);
    struct summary *s = &c->summary;
    progress_clear(&c->progress);
    s->stopped = s->records < records->count;
    if (s->players)
        qsort(s->player, s->players, sizeof *s->player, by_strength);
    if (form == SUMMARY_JSON)
        summary_json(s);
    else if (form == SUMMARY_HTML)
        summary_html(s);
    else
        summary_text(s);
    if (s->wrong > WRONG_SHOWN)
        command_failed(command,
                       trn("%llu other file or part of a file is not a record",
                           "%llu other files or parts of files are not records",
                           s->wrong - WRONG_SHOWN),
                       (unsigned long long)(s->wrong - WRONG_SHOWN));
    int code = command_finish(command);
    if (s->wrong && code == COMMAND_DONE)
        code = COMMAND_WRONG_INPUT;
    if (s->stopped && code == COMMAND_DONE)
        code = STOPPING_STATUS;
    if (!ended) /* a judge is still thinking */
        _exit(code);
    memory_free(s->game);
    memory_free(s->player);
    memory_free(c);
    return code;
}
