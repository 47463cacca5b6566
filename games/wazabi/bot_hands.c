#include "games/wazabi/bot_hands.h"

#include <string.h>

#include "embedded/wazabi_hands_table.h"
#include "games/wazabi/bot_greedy.h"

_Static_assert(sizeof wazabi_hands_table - 1 == sizeof(struct wazabi_hands_table),
               "the file has the layout of the struct");

enum { ANY = (1 << WAZABI_KINDS) - 1 };

/* ---- inference from the steps of greedy players ---- */

/* Gets the bitmask of kinds that a greedy player would have preferred in that step. Returns false
 * if it would have preferred to pass. */
static bool rule_out(const struct wazabi *view, const struct wazabi_step *step, unsigned *out)
{
    struct wazabi s = *view;
    game_action actions[GAME_ACTIONS_MAX];
    int worth[WAZABI_KINDS + 1] = {0}; /* the best score of each kind, and that of passing */
    bool can[WAZABI_KINDS + 1] = {false};
    *out = 0;
    s.phase = WAZABI_PLAY;
    s.seat = step->seat;
    s.rolled[1] = (uint8_t)step->d;
    s.rolled[2] = (uint8_t)step->w;
    memcpy(s.dice, step->dice, sizeof s.dice);
    memcpy(s.cards, step->cards, sizeof s.cards);
    memset(s.hand[s.seat], 1, sizeof s.hand[s.seat]); /* as if it held every kind */
    const size_t count = wazabi_game.actions(&s, s.seat + 1, actions);
    for (size_t i = 0; i < count; i++) {
        const bool plays = wazabi_move_of(actions[i]) == WAZABI_DO_PLAY;
        const unsigned card = plays ? wazabi_a(actions[i]) : WAZABI_PASSED;
        const int this_worth = wazabi_greedy_worth(&s, s.seat, actions[i]);
        if (!can[card] || this_worth > worth[card])
            worth[card] = this_worth;
        can[card] = true;
    }
    for (unsigned card = 0; card < WAZABI_KINDS; card++) {
        if (can[card] && worth[card] > worth[step->card])
            *out |= 1u << card;
    }
    return worth[step->card] >= worth[WAZABI_PASSED];
}

/* Removes a card that is one of these kinds. Of the candidates it removes the one with the fewest
 * possible kinds, so that the rest allows too much rather than too little. Returns whether there
 * was one. */
static bool drop_card(struct wazabi_reading *r, int seat, unsigned kinds)
{
    uint16_t *may = r->may[seat];
    int best = 0, fewest = WAZABI_KINDS + 1;
    for (int i = 0; i < r->cards[seat]; i++) {
        const int others = __builtin_popcount(may[i]);
        if (may[i] & kinds && others < fewest) {
            best = i;
            fewest = others;
        }
    }
    may[best] = may[--r->cards[seat]];
    return fewest <= WAZABI_KINDS;
}

/* Sets how many cards a seat holds: new ones may be of any kind, and which were taken is unknown.
 */
static void set_cards(struct wazabi_reading *r, int seat, int cards)
{
    while (r->cards[seat] > 0 && r->cards[seat] > cards)
        drop_card(r, seat, ANY);
    while (r->cards[seat] < cards)
        r->may[seat][r->cards[seat]++] = ANY;
}

/* Rules out these kinds for all of a seat's cards. Returns false if a card has no kind left. */
static bool strike(struct wazabi_reading *r, int seat, unsigned kinds)
{
    bool left = true;
    for (int i = 0; i < r->cards[seat]; i++) {
        r->may[seat][i] &= (uint16_t)~kinds;
        left &= r->may[seat][i] != 0;
    }
    return left;
}

/* A step that played a card or passed. Returns false if no greedy player would have done it. */
static bool read_play(struct wazabi_reading *r, const struct wazabi *view,
                      const struct wazabi_step *step)
{
    const int seat = (int)step->seat;
    unsigned no;
    bool like = rule_out(view, step, &no);
    set_cards(r, seat, step->cards[seat] - (int)step->c); /* before it drew */
    for (int other = 0; other < view->players; other++)
        set_cards(r, other, step->cards[other]);
    if (step->card < WAZABI_KINDS)
        like &= drop_card(r, seat, 1u << step->card);
    return strike(r, seat, no) && like;
}

/* Whether a greedy player prefers keeping `card` to keeping `other`, regardless of its other cards.
 * */
static bool is_dearer(const struct wazabi *view, int seat, unsigned card, unsigned other)
{
    for (unsigned with = 0; with < WAZABI_KINDS; with++) {
        if (wazabi_greedy_worth(view, seat, wazabi_action(WAZABI_DO_KEEP, card, with)) <=
            wazabi_greedy_worth(view, seat, wazabi_action(WAZABI_DO_KEEP, other, with)))
            return false;
    }
    return true;
}

/* A step that kept some cards and discarded others. Returns as read_play does. */
static bool read_keep(struct wazabi_reading *r, const struct wazabi *view,
                      const struct wazabi_step *step)
{
    const int seat = (int)step->seat;
    bool like = true;
    unsigned no = 0;
    for (unsigned card = 0; card < WAZABI_KINDS; card++) {
        for (int i = 0; i < step->gone[card] && r->cards[seat] > 0; i++)
            like &= drop_card(r, seat, 1u << card);
        for (unsigned kept = 0; step->gone[card] > 0 && kept < WAZABI_KINDS; kept++)
            no |= (unsigned)is_dearer(view, seat, card, kept) << kept;
    }
    return strike(r, seat, no) && like;
}

static void read_step(struct wazabi_reading *r, const struct wazabi *view,
                      const struct wazabi_step *step)
{
    const int seat = (int)step->seat;
    if (step->card == WAZABI_KEPT ? read_keep(r, view, step) : read_play(r, view, step))
        return;
    r->unlike[seat] = true;
    for (int i = 0; i < r->cards[seat]; i++)
        r->may[seat][i] = ANY;
}

/* Reads a step; before the first of another game of a tournament, all hands are new. */
static void read_next(struct wazabi_reading *r, const struct wazabi *view,
                      const struct wazabi_step *step, unsigned *game)
{
    if (step->game != *game)
        memset(r->cards, 0, sizeof r->cards);
    *game = step->game;
    read_step(r, view, step);
}

void wazabi_read_hands(const struct wazabi *view, const struct game_history *history,
                       struct wazabi_reading *out)
{
    unsigned game = 0;
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < wazabi_steps(history); i++) {
        const struct wazabi_step step = wazabi_step_at(history, i);
        read_next(out, view, &step, &game);
    }
    if (game != view->game)
        memset(out->cards, 0, sizeof out->cards);
    for (int seat = 0; seat < view->players; seat++)
        set_cards(out, seat, view->cards[seat]);
}

int wazabi_greedy_steps(const struct wazabi *view, const struct game_history *history, int seat)
{
    struct wazabi_reading reading;
    unsigned game = 0;
    int steps = 0;
    memset(&reading, 0, sizeof reading);
    for (size_t i = 0; i < wazabi_steps(history); i++) {
        const struct wazabi_step step = wazabi_step_at(history, i);
        read_next(&reading, view, &step, &game);
        if ((int)step.seat == seat)
            continue;
        if (reading.unlike[step.seat])
            return -1;
        steps++;
    }
    return steps;
}

/* ---- guessing ---- */

/* Draws a card of these kinds from the pool, with probability proportional to copies times weight;
 * of any kind if the pool has none of these. */
static unsigned pick(const uint8_t pool[], const uint8_t weight[], unsigned may, struct rng *rng)
{
    unsigned sum[WAZABI_KINDS], total = 0, card = 0;
    for (int i = 0; i < WAZABI_KINDS; i++)
        sum[i] = total += may >> i & 1 ? (unsigned)pool[i] * weight[i] : 0;
    if (total == 0)
        return pick(pool, weight, ANY, rng);
    const unsigned at = rng_below(rng, total);
    while (sum[card] <= at)
        card++;
    return card;
}

void wazabi_guess_hands(struct wazabi *s, const struct wazabi_reading *greedy, struct rng *rng)
{
    const struct wazabi_hands_table *table = (const struct wazabi_hands_table *)wazabi_hands_table;
    const int viewer = s->viewer - 2;
    uint8_t pool[WAZABI_KINDS];
    if (viewer < 0) { /* nothing is hidden, or it is a spectator's view */
        wazabi_game.guess(s, rng);
        return;
    }
    wazabi_out_of_sight(s, viewer, pool);
    for (int seat = 0; seat < s->players; seat++) {
        if (seat == viewer || s->cards[seat] == 0)
            continue;
        const uint8_t *weight =
            table->weight[greedy != NULL][s->players > 2][wazabi_hands_dice(s, seat)]
                         [wazabi_hands_cards(s, seat)];
        for (int i = 0; i < s->cards[seat]; i++) {
            const unsigned card = pick(pool, weight, greedy ? greedy->may[seat][i] : ANY, rng);
            pool[card]--;
            s->hand[seat][card]++;
        }
    }
    memcpy(s->pile, pool, sizeof s->pile);
    s->viewer = 0;
}
