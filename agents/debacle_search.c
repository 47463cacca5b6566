#include "agents/debacle_search.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>

#include "base/memory.h"

enum { INFINITE = 30000, QUIET_DEPTH = 6, LIST = 64 };
enum { PATIENCE = 1000 }; /* contempt: what a drawn round costs, in ten-thousandths of a game */
enum bound { NOTHING, EXACT, AT_MIN, AT_MAX };

/* An entry of the transposition table. Threads write its two words without a lock; if they mix two
 * entries, the check fails and the entry counts as empty. */
struct entry {
    _Atomic uint64_t check; /* the key, xored with the data */
    _Atomic uint64_t data;
};

struct known {
    game_action action;
    int value, depth;
    enum bound bound; /* NOTHING: not in the table */
};

struct debacle_searcher {
    struct entry *table;
    uint64_t mask;
    struct worker *worker; /* the first is the caller's own thread */
    int threads;
    atomic_bool stop;
};

struct worker {
    struct debacle_searcher *shared;
    game_action killer[DEBACLE_PLY_MAX][2];
    uint32_t history[2][1 << 12]; /* the history heuristic: by side and slot() */
    game_action line[DEBACLE_PLY_MAX][DEBACLE_PLY_MAX];
    int line_length[DEBACLE_PLY_MAX];
    uint64_t path[DEBACLE_PLY_MAX]; /* keys at the starts of turns from the root to here */
    int path_length;
    const struct debacle *root;
    const struct game_history *past; /* may be NULL */
    size_t round_keys;               /* how many keys of the trail's end belong to this round */
    struct debacle_limits limits;
    struct timespec began;
    uint64_t nodes;
    bool stop;
    int first_depth; /* helpers start at different depths, so as not to do the same work */
    struct debacle_net net;
    struct debacle_answer answer;
};

struct debacle_searcher *debacle_searcher_new(int table_bits, int threads)
{
    struct debacle_searcher *searcher = memory_new(1, sizeof *searcher);
    searcher->table = memory_new((size_t)1 << table_bits, sizeof *searcher->table);
    searcher->mask = (1ull << table_bits) - 1;
    searcher->worker = memory_new((size_t)threads, sizeof *searcher->worker);
    searcher->threads = threads;
    debacle_eval_ready();
    return searcher;
}

void debacle_searcher_free(struct debacle_searcher *searcher)
{
    if (searcher) {
        free(searcher->table);
        free(searcher->worker);
    }
    free(searcher);
}

static struct known look_up(const struct worker *t, uint64_t key)
{
    const struct entry *entry = &t->shared->table[key & t->shared->mask];
    const uint64_t data = atomic_load_explicit(&entry->data, memory_order_relaxed);
    if (t->limits.no_table ||
        (atomic_load_explicit(&entry->check, memory_order_relaxed) ^ data) != key)
        return (struct known){.bound = NOTHING};
    return (struct known){.action = (game_action)(data >> 32),
                          .value = (int16_t)(data & 0xffff),
                          .depth = (int8_t)(data >> 16 & 0xff),
                          .bound = (enum bound)(data >> 24 & 3)};
}

static void store(const struct worker *t, uint64_t key, struct known known)
{
    struct entry *entry = &t->shared->table[key & t->shared->mask];
    const uint64_t data = (uint64_t)known.action << 32 | (uint64_t)known.bound << 24 |
                          (uint64_t)(uint8_t)known.depth << 16 | (uint16_t)known.value;
    if (t->limits.no_table)
        return;
    atomic_store_explicit(&entry->check, key ^ data, memory_order_relaxed);
    atomic_store_explicit(&entry->data, data, memory_order_relaxed);
}

static bool out_of_budget(struct worker *t)
{
    if (t->limits.nodes && t->nodes >= t->limits.nodes)
        t->stop = true;
    if (t->nodes % 1024 == 0) {
        if (atomic_load_explicit(&t->shared->stop, memory_order_relaxed))
            t->stop = true;
        if (t->limits.time_ms) {
            struct timespec now;
            clock_gettime(CLOCK_MONOTONIC, &now);
            const long ms =
                (now.tv_sec - t->began.tv_sec) * 1000 + (now.tv_nsec - t->began.tv_nsec) / 1000000;
            t->stop = t->stop || ms >= t->limits.time_ms;
        }
    }
    return t->stop;
}

/* ---- order ---- */

static unsigned slot(game_action action)
{
    return (debacle_from(action) << 6 | debacle_to(action)) ^
           (unsigned)debacle_kind_of(action) * 0x249;
}

static uint32_t rank(const struct worker *t, const struct debacle *s, game_action action,
                     game_action best, int ply)
{
    if (action == best)
        return UINT32_MAX;
    switch (debacle_kind_of(action)) {
    case DEBACLE_CAPTURE:
        return 4000000000u + debacle_victim(action) * 16 - debacle_value(action);
    case DEBACLE_RECOVER:
        return 3900000000u;
    default:
        break;
    }
    if (ply == 0) /* keep the order of the list, so that ties are always broken the same way */
        return 0;
    if (action == t->killer[ply][0])
        return 3800000000u;
    if (action == t->killer[ply][1])
        return 3700000000u;
    return t->history[s->side][slot(action) & 0xfff];
}

/* Selection sort, one step: moves the highest ranked of the actions from index i on to index i. */
static void pick(game_action list[], uint32_t ranks[], size_t i, size_t count)
{
    size_t best = i;
    for (size_t j = i + 1; j < count; j++) {
        if (ranks[j] > ranks[best])
            best = j;
    }
    const game_action action = list[best];
    const uint32_t value = ranks[best];
    list[best] = list[i];
    ranks[best] = ranks[i];
    list[i] = action;
    ranks[i] = value;
}

/* ---- ends of rounds ---- */

/* A turn has just ended. Returns whether that ends the round: by a limit, or by repetition. Within
 * the search a single repetition counts, since what was repeated once can be repeated again. */
static bool ends_round(const struct worker *t, const struct debacle *s, uint64_t key)
{
    if (s->quiet >= DEBACLE_QUIET_MAX || s->turns >= DEBACLE_TURNS_MAX)
        return true;
    for (int i = 0; i < t->path_length; i++) {
        if (t->path[i] == key)
            return true;
    }
    int seen = 0;
    for (size_t i = t->past ? t->past->trail_count - t->round_keys : 0;
         t->past && i < t->past->trail_count; i++)
        seen += t->past->trail[i] == key;
    return seen >= 2;
}

/* The value of a round that ends undecided. If it is drawn, the side that searches gets a penalty
 * (contempt): otherwise it would often pass, which is as good as any move in the short run. */
static int stalled_value(const struct worker *t, const struct debacle *s, int side)
{
    const int value = debacle_round_value(s, side);
    if (debacle_points(s, 0) != debacle_points(s, 1))
        return value;
    return side == t->root->side ? value - PATIENCE : value + PATIENCE;
}

/* ---- search ---- */

static void keep_line(struct worker *t, int ply, game_action action)
{
    t->line[ply][0] = action;
    const int rest = ply + 1 < DEBACLE_PLY_MAX ? t->line_length[ply + 1] : 0;
    const int length = rest < DEBACLE_PLY_MAX - 1 ? rest : DEBACLE_PLY_MAX - 1;
    if (length > 0)
        memcpy(&t->line[ply][1], t->line[ply + 1], (size_t)length * sizeof t->line[ply][0]);
    t->line_length[ply] = length + 1;
}

/* The noise of `blur`: a hash of the position and the mood, so that a position is always evaluated
 * with the same noise during a search. */
static int noise_at(const struct worker *t, const struct debacle *s)
{
    if (t->limits.blur == 0)
        return 0;
    uint64_t x = debacle_key(s) ^ t->limits.mood;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return (int)((x >> 32) % (2 * t->limits.blur + 1)) - (int)t->limits.blur;
}

/* Quiescence search: captures, and the captures that they bounce to. */
static int quiesce(struct worker *t, const struct debacle *s, int alpha, int beta, int ply,
                   int depth)
{
    game_action list[LIST];
    uint32_t ranks[LIST];
    t->nodes++;
    t->line_length[ply] = 0;
    int best = debacle_evaluate(s, t->limits.linear ? NULL : &t->net, noise_at(t, s));
    if (best >= beta || depth == 0 || ply >= DEBACLE_PLY_MAX - 2 || out_of_budget(t))
        return best;
    alpha = best > alpha ? best : alpha;
    size_t count = debacle_list(s, list), captures = 0;
    for (size_t i = 0; i < count; i++) {
        if (debacle_kind_of(list[i]) == DEBACLE_CAPTURE) {
            list[captures] = list[i];
            ranks[captures] = rank(t, s, list[i], 0, ply);
            captures++;
        }
    }
    for (size_t i = 0; i < captures; i++) {
        struct debacle next = *s;
        pick(list, ranks, i, captures);
        const bool over = debacle_make(&next, list[i]);
        const int value = over ? debacle_round_value(&next, s->side)
                               : quiesce(t, &next, alpha, beta, ply + 1, depth - 1);
        if (value > best) {
            best = value;
            if (value > alpha) {
                alpha = value;
                keep_line(t, ply, list[i]);
            }
            if (value >= beta)
                break;
        }
    }
    return best;
}

static int search(struct worker *t, const struct debacle *s, int alpha, int beta, int depth,
                  int ply);

/* The value of an action for the side that takes it. */
static int try_action(struct worker *t, const struct debacle *s, game_action action, int alpha,
                      int beta, int depth, int ply)
{
    struct debacle next = *s;
    if (debacle_make(&next, action)) {
        t->line_length[ply + 1] = 0;
        return debacle_round_value(&next, s->side);
    }
    if (debacle_kind_of(action) != DEBACLE_END)
        return search(t, &next, alpha, beta, depth, ply + 1);
    const uint64_t key = debacle_key(&next);
    if (ends_round(t, &next, key)) {
        t->line_length[ply + 1] = 0;
        return stalled_value(t, &next, s->side);
    }
    t->path[t->path_length++] = key;
    const int value = -search(t, &next, -beta, -alpha, depth, ply + 1);
    t->path_length--;
    return value;
}

static void reward(struct worker *t, const struct debacle *s, game_action action, int depth,
                   int ply)
{
    if (debacle_kind_of(action) == DEBACLE_CAPTURE)
        return;
    if (t->killer[ply][0] != action) {
        t->killer[ply][1] = t->killer[ply][0];
        t->killer[ply][0] = action;
    }
    uint32_t *history = &t->history[s->side][slot(action) & 0xfff];
    *history += (uint32_t)(depth * depth);
    if (*history > 1000000000u)
        *history /= 2;
}

static int search(struct worker *t, const struct debacle *s, int alpha, int beta, int depth,
                  int ply)
{
    if ((depth <= 0 && !s->owed) || ply >= DEBACLE_PLY_MAX - 2)
        return quiesce(t, s, alpha, beta, ply, QUIET_DEPTH);
    t->nodes++;
    t->line_length[ply] = 0;
    if (out_of_budget(t))
        return 0;
    const uint64_t key = debacle_key(s);
    const struct known known = look_up(t, key);
    if (known.bound && known.depth >= depth && ply > 0 && beta - alpha == 1) {
        if (known.bound == EXACT || (known.bound == AT_MIN && known.value >= beta) ||
            (known.bound == AT_MAX && known.value <= alpha))
            return known.value;
    }
    game_action list[LIST];
    uint32_t ranks[LIST];
    const size_t count = debacle_list(s, list);
    for (size_t i = 0; i < count; i++)
        ranks[i] = rank(t, s, list[i],
                        ply == 0      ? t->answer.line[0]
                        : known.bound ? known.action
                                      : UINT32_MAX,
                        ply);
    const int first_alpha = alpha;
    int best = -INFINITE;
    game_action best_action = list[0];
    for (size_t i = 0; i < count; i++) {
        pick(list, ranks, i, count);
        /* Forced actions and returns cost no depth. */
        const int less = count == 1 || debacle_kind_of(list[i]) == DEBACLE_RETURN ? 0 : 1;
        const bool quiet = debacle_kind_of(list[i]) != DEBACLE_CAPTURE;
        const int reduce = quiet && i >= 4 && depth >= 4 ? 1 + (i >= 10 && depth >= 5) : 0;
        int value;
        if (i == 0) {
            value = try_action(t, s, list[i], alpha, beta, depth - less, ply);
        } else {
            value = try_action(t, s, list[i], alpha, alpha + 1, depth - less - reduce, ply);
            if (value > alpha && reduce && !t->stop)
                value = try_action(t, s, list[i], alpha, alpha + 1, depth - less, ply);
            if (value > alpha && value < beta && !t->stop)
                value = try_action(t, s, list[i], alpha, beta, depth - less, ply);
        }
        if (t->stop)
            return best > -INFINITE ? best : 0;
        if (value > best) {
            best = value;
            best_action = list[i];
            if (value > alpha) {
                alpha = value;
                keep_line(t, ply, list[i]);
            }
            if (value >= beta) {
                reward(t, s, list[i], depth, ply);
                break;
            }
        }
    }
    const enum bound bound = best >= beta ? AT_MIN : best > first_alpha ? EXACT : AT_MAX;
    store(t, key,
          (struct known){.action = best_action, .value = best, .depth = depth, .bound = bound});
    return best;
}

/* ---- one search ---- */

static void deepen(struct worker *t)
{
    game_action list[LIST];
    struct debacle_answer *answer = &t->answer;
    answer->length = debacle_list(t->root, list) > 0;
    answer->line[0] = list[0];
    for (int depth = t->first_depth; depth <= t->limits.depth; depth++) {
        const int value = search(t, t->root, -INFINITE, INFINITE, depth, 0);
        if (t->stop && depth > 1)
            break;
        answer->value = value;
        answer->depth = depth;
        if (t->line_length[0] > 0) {
            answer->length = t->line_length[0];
            memcpy(answer->line, t->line[0], (size_t)answer->length * sizeof *answer->line);
        }
        if (t->stop || value >= DEBACLE_WON || value <= -DEBACLE_WON)
            break;
    }
    answer->nodes = t->nodes;
}

static int help(void *worker)
{
    deepen(worker);
    return 0;
}

static void prepare(struct debacle_searcher *shared, int number, const struct debacle *s,
                    const struct game_history *past, const struct debacle_limits *limits)
{
    struct worker *t = &shared->worker[number];
    memset(t, 0, sizeof *t);
    t->shared = shared;
    t->root = s;
    t->past = past;
    t->limits = *limits;
    t->limits.nodes = (limits->nodes + (uint64_t)shared->threads - 1) / (uint64_t)shared->threads;
    t->first_depth = 1 + number % 2;
    if (past) {
        t->round_keys = (size_t)s->turns + 1;
        t->round_keys = t->round_keys < past->trail_count ? t->round_keys : past->trail_count;
    }
    clock_gettime(CLOCK_MONOTONIC, &t->began);
}

void debacle_search(struct debacle_searcher *shared, const struct debacle *s,
                    const struct game_history *past, const struct debacle_limits *limits,
                    struct debacle_answer *answer)
{
    thrd_t thread[DEBACLE_THREADS_MAX];
    int running = 0;
    /* The table is cleared, so that the result depends on this position alone. */
    memset(shared->table, 0, (shared->mask + 1) * sizeof *shared->table);
    atomic_store(&shared->stop, false);
    for (int i = 0; i < shared->threads; i++)
        prepare(shared, i, s, past, limits);
    while (running + 1 < shared->threads &&
           thrd_create(&thread[running], help, &shared->worker[running + 1]) == thrd_success)
        running++;
    deepen(&shared->worker[0]);
    atomic_store(&shared->stop, true);
    *answer = shared->worker[0].answer;
    for (int i = 0; i < running; i++) {
        const struct debacle_answer *other = &shared->worker[i + 1].answer;
        thrd_join(thread[i], NULL);
        const uint64_t nodes = answer->nodes + other->nodes;
        if (other->depth > answer->depth)
            *answer = *other;
        answer->nodes = nodes;
    }
}
