#include "games/wazabi/train_lane.h"

#include <stdlib.h>
#include <string.h>

#include "games/wazabi/bot_greedy.h"

enum { RANDOM_ONE_IN = 40, VARIED_ONE_IN = 6 };
static const float lambda = 0.5f;

/* ---- what the network sees ---- */

/* The hands of the others, in steps, in the order of play. */
static void put_hands(const struct wazabi *s, int seat, struct wazabi_inputs *at)
{
    int base = WAZABI_MORE_AT;
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
    at->count = (uint16_t)wazabi_net_inputs(after, seat, table->standing, at->row);
    if (table->open)
        put_hands(&after->s, seat, at);
}

static int evaluate(const void *context, const struct wazabi_after *after, int seat)
{
    const struct wazabi_lane *lane = context;
    struct wazabi_inputs at;
    int settled;
    if (wazabi_is_settled(after, seat, lane->table.standing, &settled))
        return settled;
    see(&lane->table, after, seat, &at);
    const float odds = wazabi_weights_odds(&lane->weights, &at) * WAZABI_ODDS_ONE;
    return (int)(odds < 0 ? odds - 0.5f : odds + 0.5f);
}

/* ---- tables ---- */

void wazabi_lane_start(int players, bool teams, int games, struct wazabi *s)
{
    struct text_unread unread;
    char text[8];
    struct text number = text_on(text, sizeof text);
    struct game_settings settings;
    game_defaults(&wazabi_game, &settings);
    settings.players = players;
    text_number(&number, games);
    if (!game_set(&wazabi_game, &settings, span_of("teams"), span_of(teams ? "on" : "off"),
                  text_unread(&unread)) ||
        !game_set(&wazabi_game, &settings, span_of("games"), span_of(text), text_unread(&unread)) ||
        !wazabi_game.start(s, &settings, text_unread(&unread)))
        abort(); /* these are options of the game */
}

void wazabi_lane_finish(struct wazabi *s, const struct wazabi_net *const net[], struct rng *rng,
                        wazabi_lane_watch *watch, void *context)
{
    for (int mover; (mover = wazabi_game.mover(s)) != GAME_OVER;) {
        game_action actions[GAME_ACTIONS_MAX];
        int odds[GAME_ACTIONS_MAX];
        const int seat = mover - 1;
        if (mover == GAME_CHANCE) {
            wazabi_game.apply(s, wazabi_game.sample(s, rng), NULL);
            continue;
        }
        const size_t count = wazabi_game.actions(s, mover, actions);
        if (watch)
            watch(context, s, seat);
        if (net[seat])
            wazabi_evaluate_actions(net[seat], s, seat, actions, count, odds);
        wazabi_game.apply(s,
                          net[seat] ? actions[wazabi_highest(odds, count)]
                                    : wazabi_greedy_choice(s, seat, actions, count),
                          NULL);
    }
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

static size_t find_best(struct wazabi_lane *lane, const struct wazabi *s, int seat,
                        const game_action actions[], size_t count)
{
    int odds[GAME_ACTIONS_MAX];
    wazabi_evaluate_actions_with(evaluate, lane, s, seat, actions, count, odds);
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

/* As if some games of a tournament had been played, and this were the last. */
static void begin_last(struct wazabi *s, struct rng *rng)
{
    const int sides = s->teams ? s->players / 2 : s->players;
    s->game = (uint8_t)(s->games - 1);
    for (int game = 0; game < s->game; game++) {
        const int winner = (int)rng_below(rng, (uint32_t)sides);
        const unsigned points = 3 + rng_below(rng, 4 * (uint32_t)(s->players - 1 - s->teams));
        for (int seat = winner; seat < s->players; seat += sides) {
            s->points[seat] = (uint16_t)(s->points[seat] + points);
            s->won[seat]++;
        }
    }
}

/* Sets the table up. */
static void start(struct wazabi_lane *lane, struct wazabi *s)
{
    enum { KINDS = 20, TEAMS = 18 }; /* from the latter on, and more often in tournaments: teams */
    static const int players[KINDS] = {3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 6, 6, 6, 4, 6};
    static const int games[] = {2, 2, 2, 3, 3, 4, 5};
    const struct wazabi_table *table = &lane->table;
    const uint32_t kind = rng_below(&lane->rng, KINDS);
    const bool teams =
        table->teams ||
        (!table->players && (kind >= TEAMS || (table->standing && rng_below(&lane->rng, 3) == 0)));
    const int seats = table->players               ? table->players
                      : teams && players[kind] < 6 ? 4
                                                   : players[kind];
    wazabi_lane_start(seats, teams,
                      table->games ? table->games
                                   : games[rng_below(&lane->rng, sizeof games / sizeof *games)],
                      s);
    if (table->standing && !table->players && rng_below(&lane->rng, 3))
        begin_last(s, &lane->rng);
}

/* Which seats are greedy or a rival's; and now and then other numbers of dice. */
static void seat_players(struct wazabi_lane *lane, int seat, struct wazabi *s)
{
    const struct wazabi_table *table = &lane->table;
    if (table->varied && lane->learns && rng_below(&lane->rng, VARIED_ONE_IN) == 0) {
        for (int i = 0; i < s->players; i++)
            s->dice[i] = (uint8_t)(1 + rng_below(&lane->rng, (uint32_t)(WAZABI_DICE / s->players)));
    }
    lane->greedy = lane->rivals = 0;
    for (int i = 0; i < s->players; i++)
        lane->rivals |= (unsigned)(lane->rival && !wazabi_allies(s, seat, i)) << i;
    if ((int)rng_below(&lane->rng, 100) < table->greedy)
        lane->greedy = ~(1u << seat);
    if (lane->greedy && table->teams && rng_below(&lane->rng, 2)) /* a partner like itself */
        lane->greedy &= ~(1u << wazabi_partner(s, seat));
}

/* From the last position to the first, moves each towards a mixture of the result and the values of
 * the positions after it. In a tournament, which is long, those before a random action learn from
 * the values of the positions up to it. */
static void learn_game(struct wazabi_lane *lane, int seat, float target, float rate)
{
    for (size_t i = lane->samples[seat]; i-- > 0;) {
        const struct wazabi_sample *sample = &lane->sample[seat][i];
        wazabi_weights_learn(&lane->weights, &sample->at, target, rate);
        target = lambda * target + (1 - lambda) * sample->value;
        if (sample->random && lane->table.standing && i > 0)
            target = lane->sample[seat][i - 1].value;
        else if (sample->random)
            return;
    }
}

double wazabi_lane_play(struct wazabi_lane *lane, int seat, float rate)
{
    struct wazabi s;
    uint8_t share[GAME_SEATS_MAX];
    memset(lane->samples, 0, sizeof lane->samples);
    lane->history.trail_count = 0;
    start(lane, &s);
    seat %= s.players;
    seat_players(lane, seat, &s);
    for (int mover; (mover = wazabi_game.mover(&s)) != GAME_OVER;) {
        if (s.phase == WAZABI_ROLL || (lane->table.standing && wazabi_is_fresh(&s))) {
            struct wazabi_after here;
            wazabi_between(&s, &here);
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
    return (double)(share[seat] * (1 + s.teams)) / GAME_WHOLE;
}
