#include "tools/train/wazabi/worker.h"

#include <stdlib.h>
#include <string.h>

#include "games/wazabi/bot_greedy.h"

enum { RANDOM_ONE_IN = 40, VARIED_ONE_IN = 6 };
static const float lambda = 0.5f;

/* ---- the inputs of the network ---- */

static void see(const struct wazabi_table *table, const struct wazabi_after *after, int seat,
                struct wazabi_inputs *at)
{
    at->count = (uint16_t)wazabi_net_inputs(after, seat, table->standing, at->row);
}

static int evaluate(const void *context, const struct wazabi_after *after, int seat)
{
    const struct wazabi_worker *worker = context;
    struct wazabi_inputs at;
    int settled;
    if (wazabi_is_settled(after, seat, worker->table.standing, &settled))
        return settled;
    see(&worker->table, after, seat, &at);
    const float odds = wazabi_weights_odds(&worker->weights, &at) * WAZABI_ODDS_ONE;
    return (int)(odds < 0 ? odds - 0.5f : odds + 0.5f);
}

/* ---- tables ---- */

void wazabi_worker_start(int players, bool teams, int games, struct wazabi *s)
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
        abort(); /* impossible: the game accepts its own options */
}

void wazabi_worker_finish(struct wazabi *s, const struct wazabi_net *const net[], struct rng *rng,
                          wazabi_worker_watch *watch, void *context)
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

static void add_sample(struct wazabi_worker *worker, const struct wazabi_after *after, int seat)
{
    if (worker->greedy >> seat & 1 || worker->samples[seat] == WAZABI_WORKER_SAMPLES)
        return;
    struct wazabi_sample *sample = &worker->sample[seat][worker->samples[seat]++];
    see(&worker->table, after, seat, &sample->at);
    sample->value = wazabi_weights_chance(wazabi_weights_odds(&worker->weights, &sample->at));
    sample->random = false;
}

static size_t find_best(struct wazabi_worker *worker, const struct wazabi *s, int seat,
                        const game_action actions[], size_t count)
{
    int odds[GAME_ACTIONS_MAX];
    wazabi_evaluate_actions_with(evaluate, worker, s, seat, actions, count, odds);
    return wazabi_highest(odds, count);
}

static game_action choose_and_note(struct wazabi_worker *worker, const struct wazabi *s, int seat,
                                   const game_action actions[], size_t count)
{
    const bool random = count > 1 && rng_below(&worker->rng, RANDOM_ONE_IN) == 0;
    size_t best = 0;
    if (random)
        best = rng_below(&worker->rng, (uint32_t)count);
    else if (count > 1)
        best = find_best(worker, s, seat, actions, count);
    if (s->phase == WAZABI_PLAY || s->phase == WAZABI_KEEP) { /* the turn has ended */
        struct wazabi_after after;
        wazabi_look_ahead(s, seat, actions[best], &after);
        if (!after.won)
            add_sample(worker, &after, seat);
    }
    if (random && worker->samples[seat] > 0)
        worker->sample[seat][worker->samples[seat] - 1].random = true;
    return actions[best];
}

static game_action choose(struct wazabi_worker *worker, const struct wazabi *s, int seat)
{
    game_action actions[GAME_ACTIONS_MAX];
    const size_t count = wazabi_game.actions(s, seat + 1, actions);
    if (worker->greedy >> seat & 1)
        return wazabi_greedy_choice(s, seat, actions, count);
    return choose_and_note(worker, s, seat, actions, count);
}

/* Starts with the last game of a tournament, with random results of the earlier ones. */
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

/* Starts a game. */
static void start(struct wazabi_worker *worker, struct wazabi *s)
{
    enum { KINDS = 20, TEAMS = 18 }; /* kinds from TEAMS on, and more in tournaments, have teams */
    static const int players[KINDS] = {3, 3, 3, 3, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5, 5, 6, 6, 6, 4, 6};
    static const int games[] = {2, 2, 2, 3, 3, 4, 5};
    const struct wazabi_table *table = &worker->table;
    const uint32_t kind = rng_below(&worker->rng, KINDS);
    const bool teams =
        table->teams || (!table->players &&
                         (kind >= TEAMS || (table->standing && rng_below(&worker->rng, 3) == 0)));
    const int seats = table->players               ? table->players
                      : teams && players[kind] < 6 ? 4
                                                   : players[kind];
    wazabi_worker_start(seats, teams,
                        table->games ? table->games
                                     : games[rng_below(&worker->rng, sizeof games / sizeof *games)],
                        s);
    if (table->standing && !table->players && rng_below(&worker->rng, 3))
        begin_last(s, &worker->rng);
}

/* Chooses the greedy seats, and sometimes unusual numbers of dice. */
static void seat_players(struct wazabi_worker *worker, int seat, struct wazabi *s)
{
    const struct wazabi_table *table = &worker->table;
    if (table->varied && rng_below(&worker->rng, VARIED_ONE_IN) == 0) {
        for (int i = 0; i < s->players; i++)
            s->dice[i] =
                (uint8_t)(1 + rng_below(&worker->rng, (uint32_t)(WAZABI_DICE / s->players)));
    }
    worker->greedy = 0;
    if ((int)rng_below(&worker->rng, 100) < table->greedy)
        worker->greedy = ~(1u << seat);
    if (worker->greedy && table->teams && rng_below(&worker->rng, 2)) /* a partner like itself */
        worker->greedy &= ~(1u << wazabi_partner(s, seat));
}

/* From the last position to the first, moves each towards a mixture of the result and the values of
 * the later positions. In a tournament, which is long, positions before a random action learn from
 * the values of the positions up to it. */
static void learn_game(struct wazabi_worker *worker, int seat, float target, float rate)
{
    for (size_t i = worker->samples[seat]; i-- > 0;) {
        const struct wazabi_sample *sample = &worker->sample[seat][i];
        wazabi_weights_learn(&worker->weights, &sample->at, target, rate);
        target = lambda * target + (1 - lambda) * sample->value;
        if (sample->random && worker->table.standing && i > 0)
            target = worker->sample[seat][i - 1].value;
        else if (sample->random)
            return;
    }
}

void wazabi_worker_play(struct wazabi_worker *worker, int seat, float rate)
{
    struct wazabi s;
    uint8_t share[GAME_SEATS_MAX];
    memset(worker->samples, 0, sizeof worker->samples);
    start(worker, &s);
    seat %= s.players;
    seat_players(worker, seat, &s);
    for (int mover; (mover = wazabi_game.mover(&s)) != GAME_OVER;) {
        if (s.phase == WAZABI_ROLL || (worker->table.standing && wazabi_is_fresh(&s))) {
            struct wazabi_after here;
            wazabi_between(&s, &here);
            for (int i = 0; i < s.players; i++)
                add_sample(worker, &here, i);
        }
        const game_action action = mover == GAME_CHANCE ? wazabi_game.sample(&s, &worker->rng)
                                                        : choose(worker, &s, mover - 1);
        wazabi_game.apply(&s, action, NULL);
    }
    wazabi_game.result(&s, share);
    for (int i = 0; i < s.players; i++)
        learn_game(worker, i, (float)(share[i] * (1 + s.teams)) / GAME_WHOLE, rate);
}
