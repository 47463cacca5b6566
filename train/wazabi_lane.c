#include "train/wazabi_lane.h"

#include <stdlib.h>
#include <string.h>

#include "agents/wazabi_greedy.h"

enum { RANDOM_ONE_IN = 40, VARIED_ONE_IN = 6 };
static const float lambda = 0.5f;

/* ---- what the network sees ---- */

static int between(int x, int min, int max)
{
    return x < min ? min : x > max ? max : x;
}

/* The lead over the best adversary, what there is to be won, and the games left. */
static void put_standing(const struct wazabi *s, int seat, struct wazabi_inputs *at)
{
    int best = 0, stake = 0;
    for (int other = 0; other < s->players; other++) {
        if (wazabi_allies(s, seat, other))
            continue;
        best = s->points[other] > best ? s->points[other] : best;
        stake += s->dice[other];
    }
    const int lead = between((s->points[seat] - best + 21) / 3, 0, WAZABI_MORE_LEADS - 1);
    const int left = between(s->games - s->game - 1, 0, WAZABI_MORE_GAMES - 1);
    stake = between((stake + 2) / 3, 0, WAZABI_MORE_STAKES - 1);
    at->row[at->count++] =
        (uint16_t)(WAZABI_WEIGHTS_ROWS - 1 -
                   ((left * WAZABI_MORE_LEADS + lead) * WAZABI_MORE_STAKES + stake));
}

/* The hands of the others, in steps, in the order of play. */
static void put_hands(const struct wazabi *s, int seat, struct wazabi_inputs *at)
{
    int base = WAZABI_NET_ROWS;
    for (int other = wazabi_next(s, seat); other != seat; other = wazabi_next(s, other)) {
        for (int card = 0; card < WAZABI_KINDS; card++, base += WAZABI_MORE_CARDS) {
            for (int i = 0; i < s->hand[other][card] && i < WAZABI_MORE_CARDS; i++)
                at->row[at->count++] = (uint16_t)(base + i);
        }
    }
}

static void see(const struct wazabi_table *table, const struct wazabi_after *after, int seat,
                struct wazabi_inputs *at)
{
    at->count = (uint16_t)wazabi_net_inputs(after, seat, at->row);
    if (table->open)
        put_hands(&after->s, seat, at);
    if (table->standing)
        put_standing(&after->s, seat, at);
}

static int evaluate(const void *context, const struct wazabi_after *after, int seat)
{
    const struct wazabi_lane *lane = context;
    struct wazabi_inputs at;
    see(&lane->table, after, seat, &at);
    const float odds = wazabi_weights_odds(&lane->weights, &at) * WAZABI_ODDS_ONE;
    return (int)(odds < 0 ? odds - 0.5f : odds + 0.5f);
}

/* ---- a game ---- */

static void add_sample(struct wazabi_lane *lane, const struct wazabi_after *after, int seat)
{
    if (!lane->learns || (lane->greedy | lane->rivals) >> seat & 1 ||
        lane->samples[seat] == WAZABI_LANE_SAMPLES)
        return;
    struct wazabi_sample *sample = &lane->sample[seat][lane->samples[seat]++];
    see(&lane->table, after, seat, &sample->at);
    sample->value = wazabi_weights_chance(wazabi_weights_odds(&lane->weights, &sample->at));
    sample->random = false;
}

/* Whether an action ends the tournament without winning it: to go on is better. */
static bool throws_away(const struct wazabi *s, int seat, game_action action)
{
    struct wazabi then = *s;
    uint8_t share[GAME_SEATS_MAX];
    wazabi_game.apply(&then, action, NULL);
    if (then.phase != WAZABI_END)
        return false;
    wazabi_game.result(&then, share);
    return share[seat] == 0;
}

static size_t find_best(struct wazabi_lane *lane, const struct wazabi *s, int seat,
                        const game_action actions[], size_t count)
{
    int odds[GAME_ACTIONS_MAX];
    wazabi_evaluate_actions_with(evaluate, lane, s, seat, actions, count, odds);
    for (size_t i = 0; lane->table.standing && i < count; i++) {
        if (throws_away(s, seat, actions[i]))
            odds[i] = -WAZABI_ODDS_WON;
    }
    return wazabi_highest(odds, count);
}

static game_action choose_and_note(struct wazabi_lane *lane, const struct wazabi *s, int seat,
                                   const game_action actions[], size_t count)
{
    const bool random = lane->learns && count > 1 && rng_below(&lane->rng, RANDOM_ONE_IN) == 0;
    size_t best = 0;
    if (random)
        best = rng_below(&lane->rng, (uint32_t)count);
    else if (count > 1)
        best = find_best(lane, s, seat, actions, count);
    if (s->phase == WAZABI_PLAY || s->phase == WAZABI_KEEP) { /* the turn is done */
        struct wazabi_after after;
        wazabi_look_ahead(s, seat, actions[best], &after);
        if (!after.won)
            add_sample(lane, &after, seat);
    }
    if (random && lane->samples[seat] > 0)
        lane->sample[seat][lane->samples[seat] - 1].random = true;
    return actions[best];
}

static game_action choose(struct wazabi_lane *lane, const struct wazabi *s, int seat)
{
    game_action actions[GAME_ACTIONS_MAX];
    const size_t count = wazabi_game.actions(s, seat + 1, actions);
    if (lane->greedy >> seat & 1)
        return wazabi_greedy_choice(s, seat, actions, count);
    if (!(lane->rivals >> seat & 1))
        return choose_and_note(lane, s, seat, actions, count);
    struct agent_turn turn = {.game = &wazabi_game,
                              .view = s,
                              .seat = seat + 1,
                              .actions = actions,
                              .count = count,
                              .history = &lane->history};
    return bot_plan(lane->rival, &turn, &lane->rng).action;
}

/* Sets the table up; which seats are greedy or a rival's. */
static void start(struct wazabi_lane *lane, int seat, struct wazabi *s)
{
    static const int players[] = {3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 6, 6, 6, 4, 6};
    const struct wazabi_table *table = &lane->table;
    const uint32_t kind = rng_below(&lane->rng, 20);
    char why[TEXT_WHY], games[8];
    struct text reason = text_on(why, sizeof why), number = text_on(games, sizeof games);
    struct game_settings settings;
    game_defaults(&wazabi_game, &settings);
    text_number(&number, table->games);
    settings.players = table->players ? table->players : players[kind];
    if (table->teams || (!table->players && kind >= 18))
        game_set(&wazabi_game, &settings, span_of("teams"), span_of("on"), &reason);
    game_set(&wazabi_game, &settings, span_of("games"), span_of(games), &reason);
    if (!wazabi_game.start(s, &settings, &reason))
        abort();
    seat %= s->players;
    if (table->varied && lane->learns && rng_below(&lane->rng, VARIED_ONE_IN) == 0) {
        for (int i = 0; i < s->players; i++)
            s->dice[i] = (uint8_t)(1 + rng_below(&lane->rng, (uint32_t)(WAZABI_DICE / s->players)));
    }
    lane->greedy = lane->rivals = 0;
    for (int i = 0; i < s->players; i++)
        lane->rivals |= (unsigned)(lane->rival && !wazabi_allies(s, seat, i)) << i;
    if ((int)rng_below(&lane->rng, 100) < table->greedy)
        lane->greedy = ~(1u << seat);
}

/* From the last position to the first, moves each towards a mixture of the result and the values of
 * the positions after it. */
static void learn_game(struct wazabi_lane *lane, int seat, float target, float rate)
{
    for (size_t i = lane->samples[seat]; i-- > 0;) {
        const struct wazabi_sample *sample = &lane->sample[seat][i];
        wazabi_weights_learn(&lane->weights, &sample->at, target, rate);
        target = lambda * target + (1 - lambda) * sample->value;
        if (sample->random)
            return;
    }
}

double wazabi_lane_play(struct wazabi_lane *lane, int seat, float rate)
{
    struct wazabi s;
    uint8_t share[GAME_SEATS_MAX];
    memset(lane->samples, 0, sizeof lane->samples);
    lane->history.trail_count = 0;
    start(lane, seat, &s);
    for (int mover; (mover = wazabi_game.mover(&s)) != GAME_OVER;) {
        if (s.phase == WAZABI_ROLL) {
            const struct wazabi_after here = {.s = s, .next = s.seat};
            for (int i = 0; i < s.players; i++)
                add_sample(lane, &here, i);
        }
        const game_action action =
            mover == GAME_CHANCE ? wazabi_game.sample(&s, &lane->rng) : choose(lane, &s, mover - 1);
        wazabi_game.apply(&s, action, lane->rival ? &lane->history : NULL);
    }
    wazabi_game.result(&s, share);
    for (int i = 0; lane->learns && i < s.players; i++)
        learn_game(lane, i, (float)(share[i] * (1 + s.teams)) / GAME_WHOLE, rate);
    return (double)(share[seat % s.players] * (1 + s.teams)) / GAME_WHOLE;
}
