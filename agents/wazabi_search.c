#include "agents/wazabi_search.h"

#include <math.h>
#include <omp.h>
#include <stdlib.h>
#include <string.h>

#include "agents/wazabi_greedy.h"
#include "agents/wazabi_hands.h"
#include "agents/wazabi_value.h"
#include "base/memory.h"

enum { NODE_BITS = 15, NODES = 1 << NODE_BITS, EDGES = 8 * NODES, PATH = 64, NONE = -1 };

static const double prior_visits = 80; /* the weight of the prior, in visits */
static const double exploration = 0.3; /* the constant of the upper confidence bound */
static const double points_spread = 8; /* the usual difference of points in a tournament's game */

struct edge {
    game_action action;
    int32_t next; /* edge of the same node; NONE: the last */
    uint32_t visits, available;
    float sum;   /* of the results of the mover's side */
    float prior; /* the network's value for the mover's side */
};

struct node {
    uint64_t key; /* hash of the path from the root; 0: free */
    int32_t first;
};

struct wazabi_searcher {
    struct node node[NODES]; /* a hash table */
    struct edge edge[EDGES];
    int nodes, edges;
};

/* The path of an iteration. */
struct step {
    struct edge *edge;
    int seat;
};

struct descent {
    struct wazabi s;
    uint64_t key;
    struct step step[PATH];
    int steps;
    int turns;
    bool greedy;   /* whether the others are `greedy` in this world */
    uint64_t seed; /* of the world's dice */
};

/* The constants of a search. */
struct question {
    const struct wazabi *view;
    int seat;        /* from 0 */
    uint32_t greedy; /* per cent of the worlds in which the others are `greedy` */
    struct wazabi_reading reading;
};

struct wazabi_searcher *wazabi_searcher_new(void)
{
    return memory_new(1, sizeof(struct wazabi_searcher));
}

void wazabi_searcher_free(struct wazabi_searcher *searcher)
{
    memory_free(searcher);
}

static double chance_of(int odds)
{
    return 1 / (1 + exp(-(double)odds / WAZABI_ODDS_ONE));
}

static uint64_t mix(uint64_t key, uint64_t with)
{
    key = (key ^ with) * 0x9e3779b97f4a7c15u;
    key = (key ^ key >> 29) * 0xbf58476d1ce4e5b9u;
    return (key ^ key >> 32) | 1;
}

static struct node *find(struct wazabi_searcher *t, uint64_t key)
{
    size_t slot = key >> (64 - NODE_BITS);
    while (t->node[slot].key && t->node[slot].key != key)
        slot = (slot + 1) % NODES;
    return &t->node[slot];
}

static struct edge *find_edge(struct wazabi_searcher *t, struct node *node, game_action action)
{
    for (int i = node->first; i != NONE; i = t->edge[i].next) {
        if (t->edge[i].action == action)
            return &t->edge[i];
    }
    return NULL;
}

/* The prior of each action: the network's values for both kinds of opponents, weighted. */
static void set_priors(const struct wazabi *s, int seat, const game_action actions[], size_t count,
                       uint32_t greedy, float out[])
{
    int odds[2][GAME_ACTIONS_MAX] = {{0}};
    if (greedy < 100)
        wazabi_evaluate_actions(s, seat, actions, count, odds[0]);
    if (greedy > 0)
        wazabi_evaluate_among_greedy(s, seat, actions, count, odds[1]);
    for (size_t i = 0; i < count; i++)
        out[i] = (float)((chance_of(odds[0][i]) * (100 - greedy) + chance_of(odds[1][i]) * greedy) /
                         100);
}

static bool add_edges(struct wazabi_searcher *t, struct node *node, const struct wazabi *s,
                      int seat, const game_action actions[], size_t count, uint32_t greedy)
{
    float prior[GAME_ACTIONS_MAX];
    bool evaluated = false;
    for (size_t i = 0; i < count; i++) {
        if (find_edge(t, node, actions[i]))
            continue;
        if (t->edges == EDGES)
            return false;
        if (!evaluated)
            set_priors(s, seat, actions, count, greedy, prior);
        evaluated = true;
        t->edge[t->edges] =
            (struct edge){.action = actions[i], .next = node->first, .prior = prior[i]};
        node->first = t->edges++;
    }
    return true;
}

/* The estimated result of the mover's side, the prior included. */
static double mean_of(const struct edge *edge)
{
    return (edge->sum + prior_visits * edge->prior) / (edge->visits + prior_visits);
}

/* The available choice with the highest upper confidence bound. */
static struct edge *select_edge(struct wazabi_searcher *t, struct node *node,
                                const game_action actions[], size_t count)
{
    struct edge *best = NULL;
    double best_bound = -1;
    for (size_t i = 0; i < count; i++) {
        struct edge *edge = find_edge(t, node, actions[i]);
        edge->available++;
        const double bound = mean_of(edge) + exploration * sqrt(log(edge->available + 1.0) /
                                                                (edge->visits + prior_visits));
        if (bound > best_bound) {
            best_bound = bound;
            best = edge;
        }
    }
    return best;
}

bool wazabi_is_decided(const struct wazabi *since, const struct wazabi *s)
{
    return s->phase == WAZABI_END || s->game != since->game;
}

/* Reseeds, so that the dice of a turn do not depend on what was done in earlier turns. */
static void next_turn(struct descent *d, struct rng *rng)
{
    rng_seed(rng, mix(d->seed, (uint64_t)++d->turns));
}

/* Descends to the first new node, and plays one action there. */
static void descend(const struct question *q, struct wazabi_searcher *t, struct descent *d,
                    struct rng *rng)
{
    game_action actions[GAME_ACTIONS_MAX];
    while (!wazabi_is_decided(q->view, &d->s) && d->steps < PATH) {
        const int mover = wazabi_game.mover(&d->s);
        game_action action;
        if (mover == GAME_CHANCE) {
            const bool seen = d->s.phase == WAZABI_ROLL || d->s.seat == q->seat ||
                              (d->s.phase == WAZABI_STEAL && d->s.victim == q->seat);
            if (d->s.phase == WAZABI_ROLL)
                next_turn(d, rng);
            action = wazabi_game.sample(&d->s, rng);
            d->key = mix(d->key, seen ? action : d->s.phase);
            wazabi_game.apply(&d->s, action, NULL);
            continue;
        }
        const size_t count = wazabi_game.actions(&d->s, mover, actions);
        if (count == 1) {
            action = actions[0];
        } else if (d->greedy && mover - 1 != q->seat) {
            action = wazabi_greedy_choice(&d->s, mover - 1, actions, count);
        } else {
            struct node *node = find(t, d->key);
            const bool fresh = !node->key;
            if (fresh) {
                if (t->nodes * 4 > NODES * 3)
                    return;
                *node = (struct node){.key = d->key, .first = NONE};
                t->nodes++;
            }
            if (!add_edges(t, node, &d->s, mover - 1, actions, count,
                           mover - 1 == q->seat ? q->greedy : 0))
                return;
            struct edge *edge = select_edge(t, node, actions, count);
            d->step[d->steps++] = (struct step){edge, mover - 1};
            action = edge->action;
            if (fresh) {
                wazabi_game.apply(&d->s, action, NULL);
                return;
            }
        }
        d->key = mix(d->key, action);
        wazabi_game.apply(&d->s, action, NULL);
    }
}

static game_action choose(const struct question *q, const struct descent *d, int seat,
                          const game_action actions[], size_t count)
{
    int odds[GAME_ACTIONS_MAX];
    if (count == 1)
        return actions[0];
    if (!d->greedy)
        return wazabi_best(&d->s, seat, actions, count);
    if (seat != q->seat)
        return wazabi_greedy_choice(&d->s, seat, actions, count);
    wazabi_evaluate_among_greedy(&d->s, seat, actions, count, odds);
    return actions[wazabi_highest(odds, count)];
}

/* The rollout: plays until everybody has had a turn. */
static void play_on(const struct question *q, struct descent *d, struct rng *rng)
{
    game_action actions[GAME_ACTIONS_MAX];
    while (!wazabi_is_decided(q->view, &d->s)) {
        const int mover = wazabi_game.mover(&d->s);
        game_action action;
        if (mover == GAME_CHANCE) {
            if (d->s.phase == WAZABI_ROLL) {
                if (d->turns >= d->s.players)
                    return;
                next_turn(d, rng);
            }
            action = wazabi_game.sample(&d->s, rng);
        } else {
            const size_t count = wazabi_game.actions(&d->s, mover, actions);
            action = choose(q, d, mover - 1, actions, count);
        }
        wazabi_game.apply(&d->s, action, NULL);
    }
}

/* The estimated chance of a seat's side to win the tournament if it had `more` points more, from
 * its lead over each seat relative to the spread of points in the games left. */
static double standing(const struct wazabi *s, int games_left, int seat, int more)
{
    double total = 0;
    const double scale = points_spread * sqrt(games_left);
    for (int other = 0; other < s->players; other++) {
        const int lead =
            s->points[seat] - s->points[other] + (wazabi_allies(s, seat, other) ? 0 : more);
        total += exp(-1.7 * lead / scale);
    }
    return 1 / total;
}

/* The points that a seat would get if it won now: the dice of its adversaries. */
static int points_at_stake(const struct wazabi *s, int seat)
{
    int dice = 0;
    for (int other = 0; other < s->players; other++)
        dice += wazabi_allies(s, seat, other) ? 0 : s->dice[other];
    return dice;
}

/* Everybody's chances before a roll; partners have the same. */
static void judge_roll(const struct wazabi *s, double out[])
{
    double total = 0;
    for (int seat = 0; seat < s->players; seat++) {
        out[seat] = chance_of(wazabi_odds_at_roll(s, seat));
        total += out[seat];
    }
    for (int seat = 0; seat < s->players; seat++)
        out[seat] *= (1 + s->teams) / total;
}

static void judge_roll_among_greedy(const struct wazabi *s, int seat, double out[])
{
    const struct wazabi_after here = {.s = *s, .next = s->seat};
    const double chance = chance_of(wazabi_odds_among_greedy(&here, seat));
    for (int other = 0; other < s->players; other++)
        out[other] = wazabi_allies(s, seat, other)
                         ? chance
                         : (1 - chance) * (1 + s->teams) / (s->players - 1 - s->teams);
}

/* As wazabi_expect; if `among_greedy` is a seat, for that seat among greedy others. */
static void expect(const struct wazabi *since, const struct wazabi *s, int among_greedy,
                   double out[])
{
    const bool decided = wazabi_is_decided(since, s);
    const int games_left = s->games - since->game - 1;
    if (s->phase == WAZABI_END && s->games > 1) {
        uint8_t share[GAME_SEATS_MAX];
        wazabi_game.result(s, share);
        for (int seat = 0; seat < s->players; seat++)
            out[seat] = share[seat] / (double)GAME_WHOLE * (1 + s->teams);
        return;
    }
    if (decided) {
        for (int seat = 0; seat < s->players; seat++)
            out[seat] = s->won[seat] > since->won[seat];
    } else if (among_greedy != NONE) {
        judge_roll_among_greedy(s, among_greedy, out);
    } else {
        judge_roll(s, out);
    }
    if (games_left == 0)
        return;
    for (int seat = 0; seat < s->players; seat++) {
        const int more = decided ? 0 : points_at_stake(s, seat);
        const double won = standing(s, games_left, seat, more);
        const double lost = standing(s, games_left, seat, -more);
        out[seat] = out[seat] * won + (1 - out[seat]) * lost;
    }
}

void wazabi_expect(const struct wazabi *since, const struct wazabi *s, double out[])
{
    expect(since, s, NONE, out);
}

/* One iteration that starts with the given action of the root. */
static void iterate(const struct question *q, struct wazabi_searcher *t, struct edge *root,
                    struct rng *rng)
{
    struct descent d = {.s = *q->view, .key = mix(1, root->action), .steps = 1};
    double won[WAZABI_SEATS];
    d.step[0] = (struct step){root, q->seat};
    d.seed = rng_next(rng);
    d.greedy = rng_below(rng, 100) < q->greedy;
    wazabi_guess_hands(&d.s, d.greedy ? &q->reading : NULL, rng);
    wazabi_game.apply(&d.s, root->action, NULL);
    descend(q, t, &d, rng);
    play_on(q, &d, rng);
    expect(q->view, &d.s, d.greedy ? q->seat : NONE, won);
    for (int i = 0; i < d.steps; i++) {
        d.step[i].edge->visits++;
        d.step[i].edge->sum += (float)won[d.step[i].seat];
    }
}

/* The used part of the budget, from 0 to 1. */
static double used(const struct wazabi_limits *limits, size_t actions, uint64_t done, double began)
{
    const double by_count =
        limits->iterations ? (double)done / ((double)limits->iterations * (double)actions) : 0;
    const double by_time = limits->time_ms ? (omp_get_wtime() - began) * 1000 / limits->time_ms : 0;
    if ((!limits->iterations && !limits->time_ms) || (limits->stop && *limits->stop))
        return 1;
    return by_count > by_time ? by_count : by_time;
}

/* Best first. */
static void sort_edges(struct edge *list[], size_t count)
{
    for (size_t i = 1; i < count; i++) {
        struct edge *edge = list[i];
        size_t j = i;
        for (; j > 0 && mean_of(list[j - 1]) < mean_of(edge); j--)
            list[j] = list[j - 1];
        list[j] = edge;
    }
}

/* Sequential halving: the budget is spent in equal parts, and after each the worse half of the
 * actions is dropped. The remaining ones are tried in the same worlds with the same dice, so that
 * they do not differ by luck. */
void wazabi_search(struct wazabi_searcher *t, const struct wazabi *view,
                   const struct game_history *history, int seat, const game_action actions[],
                   size_t count, const struct wazabi_limits *limits, struct rng *rng,
                   struct wazabi_answer *answer)
{
    struct question q = {.view = view, .seat = seat - 1, .greedy = (uint32_t)limits->greedy};
    const double began = omp_get_wtime();
    struct edge *left[GAME_ACTIONS_MAX];
    size_t alive = count;
    int phases = 1, phase = 1;
    wazabi_read_hands(view, history, &q.reading);
    for (int other = 0; other < view->players; other++) {
        if (other != q.seat && q.reading.unlike[other])
            q.greedy = 0;
    }
    memset(t->node, 0, sizeof t->node);
    t->nodes = t->edges = 0;
    struct node *root = find(t, 1);
    *root = (struct node){.key = 1, .first = NONE};
    add_edges(t, root, view, seat - 1, actions, count, q.greedy);
    for (size_t i = 0; i < count; i++)
        left[i] = find_edge(t, root, actions[i]);
    for (size_t i = count; i > 2; i = (i + 1) / 2)
        phases++;
    answer->iterations = 0;
    for (double spent = 0; spent < 1; spent = used(limits, count, answer->iterations, began)) {
        if (spent * phases >= phase && alive > 2) {
            sort_edges(left, alive);
            alive = (alive + 1) / 2;
            phase++;
        }
        struct rng seed, world;
        rng_seed(&seed, rng_next(rng));
        for (size_t i = 0; i < alive; i++) {
            world = seed;
            iterate(&q, t, left[i], &world);
            answer->iterations++;
        }
    }
    sort_edges(left, alive);
    answer->best = 0;
    for (size_t i = 0; i < count; i++) {
        const struct edge *edge = find_edge(t, root, actions[i]);
        answer->visits[i] = edge->visits;
        answer->value[i] = mean_of(edge);
        if (edge == left[0])
            answer->best = i;
    }
}
