/* The judge of Wazabi uses rollouts: it plays on for HORIZON turns with the actions that the
 * network evaluates best, with a number of samples set by the depth, and evaluates the end with the
 * network. The error measure is the standard error.
 *
 * A choice is judged in states consistent with its seat's view, with hands sampled like the best
 * bot's: from everybody's earlier actions in the trail (bot_hands.h). A state is judged with its
 * real hands; at a decision, the best choices are played up to the next chance node first. All
 * estimates use the same random numbers, and the last ones are cached, so that playing the best
 * choice does not change the value. */
#include <math.h>
#include <string.h>

#include "agents/judge.h"
#include "base/lang.h"
#include "base/memory.h"
#include "games/wazabi/bot_hands.h"
#include "games/wazabi/bot_value.h"
#include "games/wazabi/judge_errors.h"

enum { HORIZON = 5, HORIZON_DEEP = 10 }; /* turns of a rollout; of one that errors are fitted to */
enum { DEPTHS = WAZABI_ERRORS, DEEP = DEPTHS + 1 };
enum { FIRST = 4 }; /* every choice gets this part of the rollouts of those that may be the best */
enum { KNOWN = 8 }; /* entries of each cache */
enum { CHOICE, STATE }; /* kinds of estimates */

/* Rollouts of an estimate at each depth; the last number is for the deep values to which the errors
 * are fitted. */
static const int samples_at[DEEP] = {250, 1000, 4000, 8000};
enum { GREEDY = 80 }; /* percentage of the worlds in which the others are assumed to be `greedy` */

struct known {
    struct wazabi s;
    struct judgement judged;
};

/* A decision and the judgements of its choices. */
struct asked {
    struct wazabi view;
    struct wazabi_reading reading;
    int seat; /* 0: none yet */
    size_t count, best;
    game_action action[GAME_ACTIONS_MAX];
    struct judgement judged[GAME_ACTIONS_MAX];
};

/* Two caches, used as ring buffers. */
struct memory {
    const stop_flag *stop; /* may be NULL; first, for judge_watch */
    int depth;
    struct known known[KNOWN];
    struct asked asked[KNOWN];
    int known_count, asked_count; /* entries written so far */
    struct game_history history;  /* of the state that is being judged, and as it is played on */
};

/* ---- playing on ---- */

/* Whether the game that was being played at `since` is over. */
static bool is_decided(const struct wazabi *since, const struct wazabi *s)
{
    return s->phase == WAZABI_END || s->game != since->game;
}

/* Partners win together: each has half of what both are thought to have. */
static void share_alike(const struct wazabi *s, double share[])
{
    for (int seat = 0; s->teams && seat < s->players / 2; seat++) {
        const int partner = wazabi_partner(s, seat);
        share[seat] = share[partner] = (share[seat] + share[partner]) / 2;
    }
}

/* Everybody's share: the result if all is over, else by the network, before a roll or before the
 * next game of a tournament. */
static void find_shares(const struct wazabi *s, double share[])
{
    const struct wazabi_net *net = wazabi_net_for_table(s);
    uint8_t result[GAME_SEATS_MAX];
    struct wazabi_after here;
    double total = 0;
    if (s->phase == WAZABI_END) {
        wazabi_game.result(s, result);
        for (int seat = 0; seat < s->players; seat++)
            share[seat] = result[seat] / (double)GAME_WHOLE;
        return;
    }
    wazabi_between(s, &here);
    for (int seat = 0; seat < s->players; seat++) {
        const int odds = wazabi_odds_by(net, &here, seat);
        share[seat] = 1 / (1 + exp(-(double)odds / WAZABI_ODDS_ONE));
        total += share[seat];
    }
    for (int seat = 0; seat < s->players; seat++)
        share[seat] /= total;
    share_alike(s, share);
}

/* A rollout: everybody's expected share. `since` identifies the game of a tournament that counts.
 */
static void play_on(int depth, const struct wazabi *since, struct wazabi *s, struct rng *rng,
                    double share[])
{
    const int horizon = depth == DEEP ? HORIZON_DEEP : HORIZON;
    game_action actions[GAME_ACTIONS_MAX];
    for (int turns = 0; !is_decided(since, s);) {
        const int mover = wazabi_game.mover(s);
        if (mover == GAME_CHANCE) {
            if (s->phase == WAZABI_ROLL && turns++ >= horizon)
                break;
            wazabi_game.apply(s, wazabi_game.sample(s, rng), NULL);
        } else {
            const size_t count = wazabi_game.actions(s, mover, actions);
            wazabi_game.apply(s, count > 1 ? wazabi_best(s, mover - 1, actions, count) : actions[0],
                              NULL);
        }
    }
    find_shares(s, share);
}

/* ---- choices ---- */

/* How many in 100 worlds have greedy hands: none if somebody else has done what `greedy` never
 * does. */
static uint32_t greedy_worlds(const struct asked *a)
{
    for (int other = 0; other < a->view.players; other++) {
        if (other != a->seat - 1 && a->reading.unlike[other])
            return 0;
    }
    return GREEDY;
}

/* Adds samples of a choice until there are `until`; `sample` gets the seat's share in each. */
static void try_action(int depth, const struct asked *a, game_action action, int until,
                       struct judge_sums *sums, float sample[])
{
    const uint32_t greedy = greedy_worlds(a);
    while (sums->count < until) {
        struct wazabi s = a->view;
        struct rng rng;
        double share[WAZABI_SEATS];
        judge_seed(sums->count, depth == DEEP, &rng);
        wazabi_guess_hands(&s, rng_below(&rng, 100) < greedy ? &a->reading : NULL, &rng);
        wazabi_game.apply(&s, action, NULL);
        play_on(depth, &a->view, &s, &rng, share);
        sample[sums->count] = (float)share[a->seat - 1];
        judge_add(sums, share, 1, a->view.players);
    }
}

/* Doubles the samples of those choices that may still be the best. */
static void sample_choices(const struct memory *m, struct asked *a)
{
    const int depth = m->depth;
    const size_t most = (size_t)samples_at[depth - 1];
    struct judge_sums *sums = memory_new(a->count, sizeof *sums);
    float *sample = memory_new(a->count * most, sizeof *sample);
    const int first = (int)most / FIRST;
    for (int until = first; until <= (int)most; until *= 2) {
        for (size_t i = 0; i < a->count && !stop_is_set(m->stop); i++) {
            const double behind =
                a->judged[a->best].share[a->seat - 1] - a->judged[i].share[a->seat - 1];
            if (depth < DEEP && until > first && behind > 3 * a->judged[i].apart)
                continue;
            try_action(depth, a, a->action[i], until, &sums[i], sample + i * most);
            judge_conclude(&sums[i], a->view.players, &a->judged[i]);
        }
        a->best = judge_best(a->judged, a->count, a->seat);
        for (size_t i = 0; i < a->count; i++)
            a->judged[i].apart =
                judge_distance_error(sample + a->best * most, sample + i * most, sums[i].count);
    }
    memory_free(sample);
    memory_free(sums);
}

static const struct asked *find_choices(struct memory *m, const struct wazabi *view, int seat,
                                        const game_action actions[], size_t count)
{
    struct wazabi_reading reading;
    memset(&reading, 0, sizeof reading); /* to be compared as bytes */
    wazabi_read_hands(view, &m->history, &reading);
    for (int i = 0; i < KNOWN; i++) {
        const struct asked *a = &m->asked[i];
        if (a->seat == seat && a->count == count && memcmp(&a->view, view, sizeof *view) == 0 &&
            memcmp(&a->reading, &reading, sizeof reading) == 0 &&
            memcmp(a->action, actions, count * sizeof *actions) == 0)
            return a;
    }
    struct asked *a = &m->asked[m->asked_count++ % KNOWN];
    *a = (struct asked){.view = *view, .seat = seat, .count = count};
    memcpy(&a->reading, &reading, sizeof reading);
    memcpy(a->action, actions, count * sizeof *actions);
    sample_choices(m, a);
    return a;
}

/* ---- states ---- */

static void judge_as_it_is(struct memory *m, const struct wazabi *s, struct judgement *judged)
{
    struct judge_sums sums = {{0}, {0}, 0};
    for (int i = 0; i < KNOWN; i++) {
        if (m->known[i].s.players && memcmp(&m->known[i].s, s, sizeof *s) == 0) {
            *judged = m->known[i].judged;
            return;
        }
    }
    while (sums.count < samples_at[m->depth - 1]) {
        struct wazabi at = *s;
        struct rng rng;
        double share[WAZABI_SEATS];
        judge_seed(sums.count, m->depth == DEEP, &rng);
        play_on(m->depth, s, &at, &rng, share);
        judge_add(&sums, share, 1, s->players);
    }
    judge_conclude(&sums, s->players, judged);
    judged->kind = STATE;
    m->known[m->known_count++ % KNOWN] = (struct known){*s, *judged};
}

static void *open_memory(const struct game_settings *settings, int depth)
{
    struct memory *m = memory_new(1, sizeof *m);
    (void)settings;
    m->depth = depth;
    return m;
}

static void close_memory(void *memory)
{
    struct memory *m = memory;
    game_history_free(&m->history);
    memory_free(m);
}

static void judge_state(void *memory, const void *state, const struct game_history *history,
                        struct rng *rng, struct judgement *judged)
{
    struct memory *m = memory;
    struct wazabi s;
    game_action actions[GAME_ACTIONS_MAX];
    (void)rng;
    memcpy(&s, state, sizeof s);
    game_history_set(&m->history, history);
    for (int seat; (seat = wazabi_game.mover(&s)) > 0;) {
        struct wazabi view = s;
        wazabi_game.hide(&view, seat);
        const size_t count = wazabi_game.actions(&view, seat, actions);
        const size_t best = count > 1 ? find_choices(m, &view, seat, actions, count)->best : 0;
        wazabi_game.apply(&s, actions[best], &m->history);
    }
    if (wazabi_game.mover(&s) == GAME_OVER)
        judge_result(&wazabi_game, &s, s.players, judged);
    else
        judge_as_it_is(m, &s, judged);
}

static void judge_actions(void *memory, const void *view, const struct game_history *history,
                          int seat, const game_action actions[], size_t count, struct rng *rng,
                          struct judgement judged[])
{
    struct memory *m = memory;
    struct wazabi seen;
    (void)rng;
    memcpy(&seen, view, sizeof seen);
    game_history_set(&m->history, history);
    memcpy(judged, find_choices(m, &seen, seat, actions, count)->judged, count * sizeof *judged);
}

const struct judge wazabi_judge = {
    .game = &wazabi_game,
    .how = mark("estimated by playing 5 turns ahead many times, with hands guessed from play and "
                "moves chosen by a network, then by the network; ± is the confidence interval (95 "
                "%); partners share a win, so a certain win is half for each"),
    .rest = mark("noise in the estimates"),
    .verdict = {0.02, 0.25, 0.6, 1.2, 2.1, 3.4},
    .ready = judge_is_always_ready,
    .depths = DEPTHS,
    .usual = 2,
    .errors = wazabi_errors,
    .fitted = WAZABI_FITTED,
    .open = open_memory,
    .close = close_memory,
    .watch = judge_watch,
    .state = judge_state,
    .actions = judge_actions,
};
