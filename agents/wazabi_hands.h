/* wazabi_hands: guesses the hands that a seat of Wazabi cannot see.
 *
 * wazabi_game.guess deals all cards that are out of sight alike. But players keep some cards and
 * play others at once: who has few dice and still holds cards holds other ones than a fair deal
 * gives. Here each kind is as likely as it was in many games (tools/wazabi_hands.c).
 *
 * And who could have played a card and did not may not hold it. How `greedy` decides is known, so
 * that each of its card steps rules out what it would rather have played. */
#ifndef CORNET_AGENTS_WAZABI_HANDS_H
#define CORNET_AGENTS_WAZABI_HANDS_H

#include "base/data.h"
#include "games/wazabi.h"

enum {
    WAZABI_HANDS_DICE = 5,  /* classes of dice: 1, 2 … 5 or more */
    WAZABI_HANDS_CARDS = 6, /* of cards held */
    WAZABI_HANDS_FAIR = 64, /* how likely a kind is where it is as likely as any other */
};

#define WAZABI_HANDS_MAGIC "wzb-hnd1"

/* The file data/wazabi-hands.table: how likely each kind of card is in a hand, in units of
 * 1 / WAZABI_HANDS_FAIR; by whether the holder plays as `greedy` does, by whether there are more
 * than two players, by classes of dice and of cards held, and by kind. */
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

/* The kinds that each card of a seat may be if the seat is `greedy`, a bit each. Its real hand is
 * always among what these allow. */
struct wazabi_reading {
    uint16_t may[WAZABI_SEATS][WAZABI_CARDS];
    uint8_t cards[WAZABI_SEATS];
    bool unlike[WAZABI_SEATS]; /* it did what no greedy player does */
};

/* From what everybody saw in this game: the trail; NULL for none. */
void wazabi_read_hands(const struct wazabi *view, const struct game_history *history,
                       struct wazabi_reading *out);

/* Fills the blanks of a seat's view as wazabi_game.guess does, with likelier hands: those of greedy
 * players, who left them so to read, or (NULL) of players who play as `judging` does. */
void wazabi_guess_hands(struct wazabi *view, const struct wazabi_reading *greedy, struct rng *rng);

#endif
