/* wazabi_hands: samples the hands that a seat of Wazabi cannot see.
 *
 * wazabi_game.guess deals the unseen cards uniformly. But players keep some cards and play others
 * immediately, so real hands have a different distribution. Here each kind has the frequency
 * counted in many games (tools/train/wazabi/tally.c).
 *
 * A player who could have played a card and did not probably does not hold it. How `greedy` decides
 * is known, so each of its card steps rules out the kinds that it would have preferred to play. */
#ifndef CORNET_GAMES_WAZABI_BOT_HANDS_H
#define CORNET_GAMES_WAZABI_BOT_HANDS_H

#include "base/data.h"
#include "games/wazabi/rules.h"

enum {
    WAZABI_HANDS_DICE = 5,  /* classes of dice: 1, 2 … 5 or more */
    WAZABI_HANDS_CARDS = 6, /* classes of cards held: 1, 2 … 6 or more */
    WAZABI_HANDS_FAIR = 64, /* the weight of a kind that is as frequent as in a uniform deal */
};

#define WAZABI_HANDS_MAGIC "wzb-hnd1"

/* The file games/wazabi/data/wazabi-hands.table: how likely each kind of card is in a hand, in
 * units of 1 / WAZABI_HANDS_FAIR; by whether the holder plays like `greedy`, by whether there are
 * more than two players, by classes of dice and of cards held, and by kind. */
struct wazabi_hands_table {
    struct data_header header;
    uint8_t weight[2][2][WAZABI_HANDS_DICE][WAZABI_HANDS_CARDS][WAZABI_KINDS];
};

static inline int wazabi_hands_dice(const struct wazabi *s, int seat)
{
    return (s->dice[seat] < WAZABI_HANDS_DICE ? s->dice[seat] : WAZABI_HANDS_DICE) - 1;
}

static inline int wazabi_hands_cards(const struct wazabi *s, int seat)
{
    return (s->cards[seat] < WAZABI_HANDS_CARDS ? s->cards[seat] : WAZABI_HANDS_CARDS) - 1;
}

/* The kinds that each card of a seat may be if the seat is `greedy`, as bitmasks. They always allow
 * the real hand of a greedy player. */
struct wazabi_reading {
    uint16_t may[WAZABI_SEATS][WAZABI_CARDS];
    uint8_t cards[WAZABI_SEATS];
    bool unlike[WAZABI_SEATS]; /* it did something that `greedy` never does */
};

/* Computed from the public steps in the trail: hands from this game, and `unlike` from all games of
 * a tournament. `history` may be NULL. */
void wazabi_read_hands(const struct wazabi *view, const struct game_history *history,
                       struct wazabi_reading *out);

/* The number of steps of all seats except this one (from 0); -1 if `greedy` would never make one of
 * them. */
int wazabi_greedy_steps(const struct wazabi *view, const struct game_history *history, int seat);

/* Fills the blanks of a seat's view like wazabi_game.guess, with likely hands: of `greedy` players,
 * as far as the reading `greedy` allows, or, if it is NULL, of players like `judging`. */
void wazabi_guess_hands(struct wazabi *view, const struct wazabi_reading *greedy, struct rng *rng);

#endif
