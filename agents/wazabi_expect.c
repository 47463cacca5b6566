#include "agents/wazabi_expect.h"

#include <math.h>

static const double points_spread = 8; /* the usual difference of points in a tournament's game */
static const double last_spread = 3;   /* how far those at stake in its last game may be off */

static double chance_of(int odds)
{
    return 1 / (1 + exp(-(double)odds / WAZABI_ODDS_ONE));
}

bool wazabi_is_decided(const struct wazabi *since, const struct wazabi *s)
{
    return s->phase == WAZABI_END || s->game != since->game;
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

static void find_result(const struct wazabi *s, double out[])
{
    uint8_t share[GAME_SEATS_MAX];
    wazabi_game.result(s, share);
    for (int seat = 0; seat < s->players; seat++)
        out[seat] = share[seat] / (double)GAME_WHOLE * (1 + s->teams);
}

void wazabi_expect(const struct wazabi *since, const struct wazabi *s, double out[])
{
    const bool decided = wazabi_is_decided(since, s);
    const int games_left = s->games - since->game - 1;
    if (s->phase == WAZABI_END) {
        find_result(s, out);
        return;
    }
    if (decided) {
        for (int seat = 0; seat < s->players; seat++)
            out[seat] = s->won[seat] > since->won[seat];
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

/* ---- the last game of a tournament ---- */

/* The chance of the seat's side to have the most points once the side of `winner` has got those at
 * stake. */
static double ahead(const struct wazabi *s, int seat, int winner)
{
    const int more = points_at_stake(s, winner);
    const int mine = s->points[seat] + (wazabi_allies(s, seat, winner) ? more : 0);
    double total = 0;
    for (int other = 0; other < s->players; other++) {
        const int theirs = s->points[other] + (wazabi_allies(s, other, winner) ? more : 0);
        total += exp(-1.7 * (mine - theirs) / last_spread);
    }
    return (1 + s->teams) / total;
}

double wazabi_expect_last(const struct wazabi *s, int seat, game_action action, int odds)
{
    struct wazabi then = *s;
    struct wazabi_after after;
    double out[WAZABI_SEATS], lost = 0;
    int rivals = 0;
    if (wazabi_wins(s, action)) {
        wazabi_game.apply(&then, action, NULL);
        find_result(&then, out);
        return out[seat];
    }
    wazabi_look_ahead(s, seat, action, &after);
    for (int other = 0; other < s->players; other++) {
        if (wazabi_allies(s, seat, other))
            continue;
        lost += ahead(&after.s, seat, other);
        rivals++;
    }
    const double chance = chance_of(odds);
    return chance * ahead(&after.s, seat, seat) + (1 - chance) * lost / rivals;
}
