#include "games/debacle/bot_search.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"

enum { INFINITE = 30000, QUIET_DEPTH = 6, LIST = 64 };
enum {
    SURE = 9900
}; /* values beyond it are of rounds that end the game: nothing is pruned there */
enum { WINDOW = 250, WINDOW_DEPTH = 4, WINDOW_MAX = 3000 }; /* aspiration windows at the root */
enum { PASS_DEPTH = 3, PASS_LESS = 2 };                     /* null move: by how much less deep */
enum { MARGIN = 400, MARGIN_DEPTH = 3 };                    /* reverse futility, for each depth */
enum { LATE = 2, LATE_DEPTH = 2 }; /* the first reduced action and depth: see reduction() */
enum { CORRECTION_KEYS = 3, CORRECTION_BITS = 11, CORRECTION_WEIGHT = 16 };
enum { CORRECTION_ONE = 256 }; /* the unit of stored corrections, in ten-thousandths of a game */
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
    uint64_t serial; /* number of times the table was cleared */
    uint64_t salt;   /* changes the keys, so that entries of other serials do not match */
};

/* The action that led to a ply. */
struct step {
    game_action action;
    int side;
    bool bounce;     /* the action may have been a bounce, which costs no move */
    uint8_t flipped; /* the die that could not be flipped */
};

enum { FILTER_WORDS = 64 };

struct worker {
    struct debacle_searcher *shared;
    game_action killer[DEBACLE_PLY_MAX][2];
    int32_t correction[2][CORRECTION_KEYS][1 << CORRECTION_BITS]; /* find_corrections() */
    uint32_t history[2][1 << 12]; /* the history heuristic: by side and slot() */
    game_action line[DEBACLE_PLY_MAX][DEBACLE_PLY_MAX];
    int line_length[DEBACLE_PLY_MAX];
    uint64_t path[DEBACLE_PLY_MAX]; /* keys at the starts of turns from the root to here */
    int path_length;
    struct step step[DEBACLE_PLY_MAX]; /* the last action tried at each ply */
    uint64_t filter[FILTER_WORDS];     /* a Bloom filter of this round's keys in the trail */
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
    return searcher;
}

void debacle_searcher_free(struct debacle_searcher *searcher)
{
    if (searcher) {
        memory_free(searcher->table);
        memory_free(searcher->worker);
    }
    memory_free(searcher);
}

static bool lacks(const struct worker *t, enum debacle_part part)
{
    return t->limits.without & part;
}

static struct known look_up(const struct worker *t, uint64_t key)
{
    key ^= t->shared->salt;
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
    key ^= t->shared->salt;
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
        if (stop_is_set(t->limits.stop))
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
    if (lacks(t, DEBACLE_ORDER))
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

/* The previous step, if it was a roll or flip of the same turn: exchanged with a roll or flip that
 * follows, it gives the same position, so one order is enough. Otherwise NULL. */
static const struct step *find_twin(const struct worker *t, const struct debacle *s, int ply)
{
    if (ply == 0 || lacks(t, DEBACLE_ONE_ORDER) || s->owed || s->moves == 0)
        return NULL;
    const struct step *before = &t->step[ply - 1];
    const enum debacle_kind kind = debacle_kind_of(before->action);
    const bool quiet = kind == DEBACLE_ROLL || kind == DEBACLE_FLIP;
    return quiet && before->side == s->side && !before->bounce ? before : NULL;
}

/* Whether the action can be swapped with the previous one and only the other order is searched:
 * flips before rolls, else by the square. */
static bool is_doubled(const struct debacle *s, const struct step *before, game_action second)
{
    const game_action first = before->action;
    const enum debacle_kind a = debacle_kind_of(first), b = debacle_kind_of(second);
    const uint64_t camp = s->side == DEBACLE_RED ? DEBACLE_RANK_6 : DEBACLE_RANK_1;
    if (b != DEBACLE_ROLL && b != DEBACLE_FLIP)
        return false;
    if (debacle_from(second) == debacle_to(first) || debacle_to(second) == debacle_from(first) ||
        (camp >> debacle_to(second) & 1)) /* the same die; one makes room; a return follows */
        return false;
    if ((s->rules & DEBACLE_TOURNAMENT) && !s->advanced) /* the other order may be illegal */
        return false;
    if (b == DEBACLE_FLIP && debacle_from(second) == before->flipped) /* not legal before */
        return false;
    if (a != b)
        return b == DEBACLE_FLIP;
    /* Which die the next move may not flip differs. */
    if (a == DEBACLE_FLIP && (s->moves > 1 || (s->rules & DEBACLE_ALWAYS)))
        return false;
    return debacle_from(second) < debacle_from(first);
}

/* The reduction of an action's first search; 0 for captures and for the first actions. */
static int reduction(const struct worker *t, game_action action, int index, int depth)
{
    /* 1000 ln n: in whole numbers, so that every machine reduces alike. */
    static const int logs[LIST] = {
        0,    0,    693,  1099, 1386, 1609, 1792, 1946, 2079, 2197, 2303, 2398, 2485,
        2565, 2639, 2708, 2773, 2833, 2890, 2944, 2996, 3045, 3091, 3135, 3178, 3219,
        3258, 3296, 3332, 3367, 3401, 3434, 3466, 3497, 3526, 3555, 3584, 3611, 3638,
        3664, 3689, 3714, 3738, 3761, 3784, 3807, 3829, 3850, 3871, 3892, 3912, 3932,
        3951, 3970, 3989, 4007, 4025, 4043, 4060, 4078, 4094, 4111, 4127, 4143,
    };
    if (lacks(t, DEBACLE_REDUCTIONS) || debacle_kind_of(action) == DEBACLE_CAPTURE ||
        index < LATE || depth < LATE_DEPTH)
        return 0;
    const int less = (500000 + logs[depth] * logs[index] / 10 * 9) / 1000000;
    return less < depth ? less : depth - 1;
}

/* ---- ends of rounds ---- */

/* A turn has just ended. Returns whether that ends the round: by a limit, or by repetition. Within
 * the search a single repetition counts, since it can be repeated again. */
static bool ends_round(const struct worker *t, const struct debacle *s, uint64_t key)
{
    if (s->quiet >= DEBACLE_QUIET_MAX || s->turns >= DEBACLE_TURNS_MAX)
        return true;
    for (int i = 0; i < t->path_length; i++) {
        if (t->path[i] == key)
            return true;
    }
    if (!(t->filter[key / 64 % FILTER_WORDS] >> key % 64 & 1))
        return false;
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

static int evaluate(struct worker *t, const struct debacle *s)
{
    const int noise = noise_at(t, s);
    return t->limits.evaluate ? t->limits.evaluate(s, noise) : debacle_evaluate(s, &t->net, noise);
}

/* ---- correction history ---- */

/* The worker's stored corrections for similar positions: with the same squares of the side to move,
 * of the other side, or with the same dice held. */
static void find_corrections(struct worker *t, const struct debacle *s,
                             int32_t *found[CORRECTION_KEYS])
{
    uint64_t held = 0;
    for (int value = 0; value < DEBACLE_VALUES; value++)
        held = held << 6 | (uint64_t)s->held[0][value] << 3 | s->held[1][value];
    const uint64_t keys[] = {debacle_all(s, s->side), debacle_all(s, !s->side), held};
    for (int i = 0; i < CORRECTION_KEYS; i++)
        found[i] =
            &t->correction[s->side][i][keys[i] * 0x9e3779b97f4a7c15u >> (64 - CORRECTION_BITS)];
}

static bool is_sure(int value)
{
    return value >= SURE || value <= -SURE;
}

/* The evaluation plus three quarters of the differences that searches of similar positions found.
 * These differences already include earlier corrections, so with a factor of one or more they would
 * grow without limit in a long search. */
static int corrected(struct worker *t, const struct debacle *s, int value)
{
    int32_t *found[CORRECTION_KEYS], sum = 0;
    if (lacks(t, DEBACLE_CORRECTION) || is_sure(value))
        return value;
    find_corrections(t, s, found);
    for (int i = 0; i < CORRECTION_KEYS; i++)
        sum += *found[i];
    value += sum / (4 * CORRECTION_ONE);
    return value >= SURE ? SURE - 1 : value <= -SURE ? 1 - SURE : value;
}

/* Notes by how much a search to this depth differs from the evaluation. */
static void correct(struct worker *t, const struct debacle *s, int error, int depth)
{
    int32_t *found[CORRECTION_KEYS];
    const int weight = depth + 1 < CORRECTION_WEIGHT ? depth + 1 : CORRECTION_WEIGHT;
    find_corrections(t, s, found);
    for (int i = 0; i < CORRECTION_KEYS; i++)
        *found[i] += (error * CORRECTION_ONE - *found[i]) * weight / 256;
}

/* Whether the search's result shows by how much the evaluation is wrong. It does not if a capture
 * is best, because the evaluation leaves captures to the search, or if the result is a bound that
 * the evaluation satisfies. */
static bool is_correction(const struct worker *t, int standing, struct known found)
{
    return !lacks(t, DEBACLE_CORRECTION) && !is_sure(standing) && !is_sure(found.value) &&
           debacle_kind_of(found.action) != DEBACLE_CAPTURE &&
           (found.bound == EXACT || (found.bound == AT_MIN) == (found.value > standing));
}

/* Quiescence search: captures, and the captures that they bounce to. */
static int quiesce(struct worker *t, const struct debacle *s, int alpha, int beta, int ply,
                   int depth)
{
    game_action list[LIST];
    uint32_t ranks[LIST];
    t->nodes++;
    t->line_length[ply] = 0;
    int best = corrected(t, s, evaluate(t, s));
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
    t->step[ply] = (struct step){
        .action = action, .side = s->side, .bounce = s->bounce, .flipped = s->flipped};
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

/* At the horizon: a turn that can only be ended is ended, so that the other side's captures are
 * seen too. */
static int search_horizon(struct worker *t, const struct debacle *s, int alpha, int beta, int depth,
                          int ply)
{
    game_action list[LIST];
    if (depth < 0 || s->moves > 0 || s->bounce || !s->done || ply >= DEBACLE_PLY_MAX - 8 ||
        lacks(t, DEBACLE_HORIZON) || debacle_list(s, list) != 1)
        return quiesce(t, s, alpha, beta, ply, QUIET_DEPTH);
    t->nodes++;
    t->line_length[ply] = 0;
    if (out_of_budget(t))
        return 0;
    const int value = try_action(t, s, list[0], alpha, beta, -1, ply);
    keep_line(t, ply, list[0]);
    return value;
}

static bool is_decided(struct known known, int alpha, int beta)
{
    return known.bound == EXACT || (known.bound == AT_MIN && known.value >= beta) ||
           (known.bound == AT_MAX && known.value <= alpha);
}

/* Whether the position is so good that it need not be searched: its value is far above beta, or
 * a shallower search finds that ending the turn now, if legal, is good enough. `standing`
 * gets the evaluation if it was computed. */
static bool is_too_good(struct worker *t, const struct debacle *s, struct known known, int beta,
                        int depth, int ply, int *value, int *standing)
{
    const bool shallow = depth <= MARGIN_DEPTH && !lacks(t, DEBACLE_MARGIN);
    const bool passes =
        depth >= PASS_DEPTH && s->moves > 0 && !lacks(t, DEBACLE_NULL_MOVE) && debacle_may_end(s);
    if (ply == 0 || s->owed || beta <= -SURE + 1 || beta >= SURE || (!shallow && !passes))
        return false;
    *standing = evaluate(t, s);
    *value = corrected(t, s, *standing);
    if (known.bound == EXACT || (known.bound == AT_MIN && known.value > *value) ||
        (known.bound == AT_MAX && known.value < *value))
        *value = known.value;
    if (shallow && *value - MARGIN * depth >= beta)
        return true;
    if (!passes || *value < beta)
        return false;
    const game_action end = debacle_action(DEBACLE_END, 0, 0, 0, 0);
    *value = try_action(t, s, end, beta - 1, beta, depth - 1 - PASS_LESS, ply);
    return t->stop || *value >= beta;
}

/* The actions to be searched, ranked; returns how many. */
static size_t list_ranked(const struct worker *t, const struct debacle *s, game_action first,
                          int ply, game_action list[], uint32_t ranks[], bool *forced)
{
    const size_t legal = debacle_list(s, list);
    const struct step *twin = find_twin(t, s, ply);
    size_t count = 0;
    for (size_t i = 0; i < legal; i++) {
        if (!twin || !is_doubled(s, twin, list[i]))
            list[count++] = list[i];
    }
    if (count == 0) /* with moves=must, every action may be an exchanged one */
        count = legal;
    for (size_t i = 0; i < count; i++)
        ranks[i] = rank(t, s, list[i], first, ply);
    *forced = legal == 1;
    return count;
}

/* The value of the action in this place of the order: the first one's in the full window, the
 * others' in it only if a narrow one and a shallower search do not refute them. */
static int try_in_order(struct worker *t, const struct debacle *s, game_action action, int index,
                        int alpha, int beta, int depth, int less, int ply)
{
    if (index == 0)
        return try_action(t, s, action, alpha, beta, depth - less, ply);
    const int reduce = reduction(t, action, index, depth);
    int value = try_action(t, s, action, alpha, alpha + 1, depth - less - reduce, ply);
    if (value > alpha && reduce && !t->stop)
        value = try_action(t, s, action, alpha, alpha + 1, depth - less, ply);
    if (value > alpha && value < beta && !t->stop)
        value = try_action(t, s, action, alpha, beta, depth - less, ply);
    return value;
}

static int search(struct worker *t, const struct debacle *s, int alpha, int beta, int depth,
                  int ply)
{
    if (ply >= DEBACLE_PLY_MAX - 2)
        return quiesce(t, s, alpha, beta, ply, QUIET_DEPTH);
    if (depth <= 0 && !s->owed)
        return search_horizon(t, s, alpha, beta, depth, ply);
    t->nodes++;
    t->line_length[ply] = 0;
    if (out_of_budget(t))
        return 0;
    const struct step *twin = find_twin(t, s, ply);
    /* The twin decides which actions are left out, so it is part of the key. */
    const uint64_t key = debacle_key(s) ^ (twin ? twin->action * 0xd6e8feb86659fd93u : 0);
    const struct known known = look_up(t, key);
    const bool narrow = beta - alpha == 1;
    if (narrow && ply > 0 && known.depth >= depth && is_decided(known, alpha, beta))
        return known.value;
    int value, standing = INFINITE;
    if (narrow && is_too_good(t, s, known, beta, depth, ply, &value, &standing))
        return t->stop ? 0 : value;
    game_action list[LIST];
    uint32_t ranks[LIST];
    bool forced;
    const game_action first = ply == 0      ? t->answer.line[0]
                              : known.bound ? known.action
                                            : UINT32_MAX;
    const size_t count = list_ranked(t, s, first, ply, list, ranks, &forced);
    const int first_alpha = alpha;
    int best = -INFINITE;
    game_action best_action = list[0];
    for (size_t i = 0; i < count; i++) {
        pick(list, ranks, i, count);
        /* Forced actions and returns cost no depth. */
        const int less = forced || debacle_kind_of(list[i]) == DEBACLE_RETURN ? 0 : 1;
        value = try_in_order(t, s, list[i], (int)i, alpha, beta, depth, less, ply);
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
    const struct known found = {
        .action = best_action, .value = best, .depth = depth, .bound = bound};
    if (is_correction(t, standing, found))
        correct(t, s, best - standing, depth);
    store(t, key, found);
    return best;
}

/* ---- one search ---- */

/* Takes over the line of the root. */
static void take_line(struct worker *t)
{
    struct debacle_answer *answer = &t->answer;
    if (t->line_length[0] <= 0)
        return;
    answer->length = t->line_length[0];
    memcpy(answer->line, t->line[0], (size_t)answer->length * sizeof *answer->line);
}

/* One iteration, in a window around the last one's value, widened until the value is inside. */
static int iterate(struct worker *t, int depth)
{
    int low = -INFINITE, high = INFINITE;
    if (depth >= WINDOW_DEPTH && !lacks(t, DEBACLE_WINDOWS)) {
        low = t->answer.value - WINDOW;
        high = t->answer.value + WINDOW;
    }
    for (int wide = 4 * WINDOW;; wide *= 4) {
        const int value = search(t, t->root, low, high, depth, 0);
        if (t->stop || (value > low && value < high))
            return value;
        if (value <= low) {
            low = wide > WINDOW_MAX ? -INFINITE : value - wide;
        } else {
            high = wide > WINDOW_MAX ? INFINITE : value + wide;
            t->answer.line[0] = t->line[0][0]; /* better; by how much is not known yet */
            t->answer.length = 1;
        }
    }
}

static void deepen(struct worker *t)
{
    game_action list[LIST];
    struct debacle_answer *answer = &t->answer;
    answer->length = debacle_list(t->root, list) > 0;
    answer->line[0] = list[0];
    for (int depth = t->first_depth; depth <= t->limits.depth && !t->stop; depth++) {
        const struct debacle_answer before = *answer;
        const int value = iterate(t, depth);
        if (t->stop && depth > t->first_depth && lacks(t, DEBACLE_UNFINISHED)) {
            *answer = before;
            break;
        }
        /* An iteration that was stopped counts too, if it has a line: its first action is the last
         * iteration's best one, and any other has been searched to the end and is better. */
        if (!t->stop || t->line_length[0] > 0)
            answer->value = value;
        take_line(t);
        if (!t->stop || depth == 1)
            answer->depth = depth;
        if (value >= DEBACLE_WON || value <= -DEBACLE_WON)
            break;
    }
    answer->nodes = t->nodes;
}

static void *help(void *worker)
{
    deepen(worker);
    return NULL;
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
    t->net.weights = limits->weights;
    t->limits.nodes = (limits->nodes + (uint64_t)shared->threads - 1) / (uint64_t)shared->threads;
    t->first_depth = 1 + number % 2;
    if (past) {
        t->round_keys = (size_t)s->turns + 1;
        t->round_keys = t->round_keys < past->trail_count ? t->round_keys : past->trail_count;
    }
    for (size_t i = 0; i < t->round_keys; i++) {
        const uint64_t key = past->trail[past->trail_count - 1 - i];
        t->filter[key / 64 % FILTER_WORDS] |= 1ull << key % 64;
    }
    clock_gettime(CLOCK_MONOTONIC, &t->began);
}

/* Clears the table by changing the salt, unless the limits keep it. Kept entries are valid for the
 * same side, target and evaluation: scores and options are part of the keys. (A searcher that keeps
 * its table is always called with the same `weights`.) The limits of a round are not part of the
 * keys, so near them the table is always cleared. */
static void set_salt(struct debacle_searcher *shared, const struct debacle *s,
                     const struct debacle_limits *limits)
{
    if (!limits->keep_table || limits->blur || (limits->without & DEBACLE_KEPT_TABLE) ||
        s->turns + DEBACLE_PLY_MAX >= DEBACLE_TURNS_MAX ||
        s->quiet + DEBACLE_PLY_MAX >= DEBACLE_QUIET_MAX)
        shared->serial++;
    const uint64_t kind = (uint64_t)s->target << 2 | (uint64_t)s->side << 1 | !!limits->evaluate;
    shared->salt = (shared->serial << 20 | kind) * 0x9e3779b97f4a7c15u;
}

void debacle_search(struct debacle_searcher *shared, const struct debacle *s,
                    const struct game_history *past, const struct debacle_limits *limits,
                    struct debacle_answer *answer)
{
    pthread_t thread[DEBACLE_THREADS_MAX];
    int running = 0;
    set_salt(shared, s, limits);
    atomic_store(&shared->stop, false);
    for (int i = 0; i < shared->threads; i++)
        prepare(shared, i, s, past, limits);
    while (running + 1 < shared->threads &&
           pthread_create(&thread[running], NULL, help, &shared->worker[running + 1]) == 0)
        running++;
    deepen(&shared->worker[0]);
    atomic_store(&shared->stop, true);
    *answer = shared->worker[0].answer;
    for (int i = 0; i < running; i++) {
        const struct debacle_answer *other = &shared->worker[i + 1].answer;
        pthread_join(thread[i], NULL);
        const uint64_t nodes = answer->nodes + other->nodes;
        if (other->depth > answer->depth)
            *answer = *other;
        answer->nodes = nodes;
    }
}
