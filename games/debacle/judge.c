/* The judge of Débâcle uses the engine: one search for each choice, short for all of them and
 * longer for the best ones; the depth sets the length. The error measure is the change of the value
 * in the last three quarters of a search.
 *
 * The value of a state is that of its best choice. The last results are cached, so that the values
 * of a state and of its choices are consistent. */
#include <math.h>
#include <string.h>

#include "agents/judge.h"
#include "base/lang.h"
#include "base/memory.h"
#include "games/debacle/bot_search.h"
#include "games/debacle/judge_errors.h"

enum { DEPTHS = DEBACLE_ERRORS, LEADERS = 5, FIRST = 15, PLAYERS = 2, LINE_MAX = 16 };
enum {
    BRIEF,
    LONG,
    LATE
};                   /* kinds of estimates: after a short search, after a long one;
                      * plus LATE if this round may end the game */
enum { ROUND = 15 }; /* points that a round is worth */

/* Nodes of a long search at each depth; the last number is for the deep values to which the errors
 * are fitted. A short search has a FIRST-th of the nodes. */
static const uint32_t nodes_at[DEPTHS + 1] = {1500, 6000, 30000, 120000, 480000};
static const int table_bits[DEPTHS + 1] = {11, 13, 15, 17, 19};

struct memory {
    const stop_flag *stop; /* may be NULL; first, for judge_watch */
    int depth;
    struct debacle_searcher *searcher;
    struct game_history history;
    /* The cache: the position that was judged last, and its actions. */
    struct debacle s;
    size_t count; /* of actions; 0: the cache is empty */
    size_t past;  /* positions in the trail */
    game_action action[GAME_ACTIONS_MAX];
    struct judgement judged[GAME_ACTIONS_MAX];
    struct {
        game_action action[LINE_MAX];
        int length;
    } line[GAME_ACTIONS_MAX]; /* the expected continuation of each */
};

static void *open_memory(const struct game_settings *settings, int depth)
{
    struct memory *m = memory_new(1, sizeof *m);
    (void)settings;
    m->depth = depth;
    m->searcher = debacle_searcher_new(table_bits[depth - 1], 1);
    return m;
}

static void close_memory(void *memory)
{
    struct memory *m = memory;
    debacle_searcher_free(m->searcher);
    game_history_free(&m->history);
    memory_free(m);
}

static struct debacle_answer search(struct memory *m, const struct debacle *s, uint64_t nodes)
{
    const struct debacle_limits limits = {
        .depth = DEBACLE_PLY_MAX / 2, .nodes = nodes, .stop = m->stop};
    struct debacle_answer answer;
    debacle_search(m->searcher, s, &m->history, &limits, &answer);
    return answer;
}

static double share_of(const struct debacle_answer *answer)
{
    return 0.5 + answer->value / (2.0 * DEBACLE_WON);
}

static double find_share(struct memory *m, const struct debacle *s, uint64_t nodes)
{
    const struct debacle_answer answer = search(m, s, nodes);
    return share_of(&answer);
}

static bool is_late(const struct debacle *s)
{
    return s->score[0] + ROUND >= s->target || s->score[1] + ROUND >= s->target;
}

/* Searches the position after the action twice, with all nodes and with a quarter of them, and puts
 * its judgement and its line at `at` in the cache. Nobody asks for the error of the deepest. */
static void judge_after(struct memory *m, const struct game_history *history, size_t at,
                        uint64_t nodes, int kind, struct rng *rng)
{
    struct judgement *judged = &m->judged[at];
    struct debacle s = m->s;
    game_history_set(&m->history, history);
    m->line[at].length = 0;
    debacle_game.apply(&s, m->action[at], &m->history);
    while (debacle_game.mover(&s) == GAME_CHANCE) /* a new round's dice */
        debacle_game.apply(&s, debacle_game.sample(&s, rng), &m->history);
    if (debacle_game.mover(&s) == GAME_OVER) {
        judge_result(&debacle_game, &s, PLAYERS, judged);
        return;
    }
    const struct debacle_answer all = search(m, &s, nodes);
    const double quarter = m->depth > DEPTHS ? share_of(&all) : find_share(m, &s, nodes / 4);
    const int mover = debacle_game.mover(&s) - 1;
    memset(judged, 0, sizeof *judged);
    judged->share[mover] = share_of(&all);
    judged->share[1 - mover] = 1 - share_of(&all);
    judged->error = fabs(share_of(&all) - quarter);
    judged->kind = kind + (is_late(&s) ? LATE : 0);
    m->line[at].length = all.length < LINE_MAX ? all.length : LINE_MAX;
    memcpy(m->line[at].action, all.line, (size_t)m->line[at].length * sizeof(game_action));
}

/* The share of the action in place LEADERS, best first. */
static double share_of_last_leader(const struct memory *m, int seat)
{
    double leader[LEADERS] = {0};
    for (size_t i = 0; i < m->count; i++) {
        double share = m->judged[i].share[seat - 1];
        for (int j = 0; j < LEADERS; j++) {
            if (share > leader[j]) {
                const double less = leader[j];
                leader[j] = share;
                share = less;
            }
        }
    }
    return leader[LEADERS - 1];
}

/* Judges the actions into the cache, unless they are there. */
static void ask(struct memory *m, const struct debacle *s, const struct game_history *history,
                const game_action actions[], size_t count, struct rng *rng)
{
    const int seat = debacle_game.mover(s);
    const size_t past = history ? history->trail_count : 0;
    if (m->count == count && m->past == past && memcmp(&m->s, s, sizeof *s) == 0 &&
        memcmp(m->action, actions, count * sizeof *actions) == 0)
        return;
    m->s = *s;
    m->count = count;
    m->past = past;
    memcpy(m->action, actions, count * sizeof *actions);
    const uint32_t nodes = nodes_at[m->depth - 1];
    for (size_t i = 0; i < count && count > LEADERS; i++)
        judge_after(m, history, i, nodes / FIRST, BRIEF, rng);
    const double good = count > LEADERS ? share_of_last_leader(m, seat) : 0;
    for (size_t i = 0; i < count; i++) {
        if (count <= LEADERS || m->judged[i].share[seat - 1] >= good)
            judge_after(m, history, i, nodes, LONG, rng);
    }
    const size_t best = judge_best(m->judged, count, seat);
    for (size_t i = 0; i < count; i++)
        m->judged[i].apart = fmax(m->judged[i].error, m->judged[best].error);
}

static void judge_state(void *memory, const void *state, const struct game_history *history,
                        struct rng *rng, struct judgement *judged)
{
    struct memory *m = memory;
    game_action actions[GAME_ACTIONS_MAX];
    struct debacle s;
    struct game_history past = {0};
    memcpy(&s, state, sizeof s);
    game_history_set(&past, history);
    while (debacle_game.mover(&s) == GAME_CHANCE) /* who starts, and with which dice */
        debacle_game.apply(&s, debacle_game.sample(&s, rng), &past);
    const int seat = debacle_game.mover(&s);
    const size_t count = debacle_game.actions(&s, seat, actions);
    ask(m, &s, &past, actions, count, rng);
    *judged = m->judged[judge_best(m->judged, count, seat)];
    game_history_free(&past);
}

static void judge_actions(void *memory, const void *view, const struct game_history *history,
                          int seat, const game_action actions[], size_t count, struct rng *rng,
                          struct judgement judged[])
{
    struct memory *m = memory;
    struct debacle s;
    (void)seat;
    memcpy(&s, view, sizeof s);
    ask(m, &s, history, actions, count, rng);
    memcpy(judged, m->judged, count * sizeof *judged);
}

/* The principal variation after the action, as far as this round goes. */
static size_t judge_line(void *memory, const void *view, const struct game_history *history,
                         game_action action, size_t max, game_action out[])
{
    struct memory *m = memory;
    struct debacle s;
    size_t count = 0, at = 0;
    while (at < m->count && m->action[at] != action)
        at++;
    if (at == m->count || memcmp(&m->s, view, sizeof s) != 0)
        return 0; /* the last judgement was about another state or action */
    memcpy(&s, view, sizeof s);
    const int rounds = s.rounds;
    game_history_set(&m->history, history);
    debacle_game.apply(&s, action, &m->history);
    while (count < max && count < (size_t)m->line[at].length && debacle_game.mover(&s) > 0 &&
           s.rounds == rounds) {
        debacle_game.apply(&s, m->line[at].action[count], &m->history);
        out[count] = m->line[at].action[count];
        count++;
    }
    return count;
}

const struct judge debacle_judge = {
    .game = &debacle_game,
    .how = mark("estimated by the engine; ± is the distance from a much longer search (95 %)"),
    .rest = mark("events the engine did not foresee"),
    .verdict = {0.004, 0.03, 0.06, 0.11, 0.2, 1},
    .ready = judge_is_always_ready,
    .looks_longer = true,
    .depths = DEPTHS,
    .usual = 1,
    .errors = debacle_errors,
    .fitted = DEBACLE_FITTED,
    .open = open_memory,
    .close = close_memory,
    .watch = judge_watch,
    .state = judge_state,
    .actions = judge_actions,
    .line = judge_line,
};
