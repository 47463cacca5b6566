/* rules_make.h: applies an action, inline, for loops over hundreds of millions of nodes. It knows
 * the default options and recover=once; debacle_make in rules.h knows them all. */
#ifndef CORNET_GAMES_DEBACLE_RULES_MAKE_H
#define CORNET_GAMES_DEBACLE_RULES_MAKE_H

#include "games/debacle/rules.h"

#define DEBACLE_INLINE static inline __attribute__((always_inline))

/* Of the hash; a constant, made while the library is built (games/debacle/tools/tables.c). */
extern const uint64_t debacle_square_key[2][DEBACLE_VALUES][DEBACLE_SQUARES];

DEBACLE_INLINE uint64_t debacle_camp(int side)
{
    return side == DEBACLE_RED ? DEBACLE_RANK_1 : DEBACLE_RANK_6;
}

/* Puts a die on the board, or takes it off. `hashing` is a constant where this is called. */
DEBACLE_INLINE void debacle_put_inline(struct debacle *s, int side, unsigned value, unsigned square,
                                       bool hashing)
{
    s->dice[side][value - 1] ^= 1ull << square;
    if (hashing)
        s->hash ^= debacle_square_key[side][value - 1][square];
}

DEBACLE_INLINE void debacle_close_die(struct debacle *s)
{
    s->open = DEBACLE_NONE;
    s->bounce = s->owed = 0;
}

/* Pays for a move. A move of the open die is its bounce and is free; a move of another die gives up
 * the bounce. */
DEBACLE_INLINE void debacle_pay(struct debacle *s, unsigned from)
{
    s->done = 1;
    if (s->bounce && s->open == from) {
        s->bounce = 0;
        return;
    }
    s->moves--;
    debacle_close_die(s);
}

/* After a roll or a capture to `to`: whether the die owes a return, and whether it may bounce. A
 * return needs an empty square in the camp; there is always one, unless a setup has put an enemy
 * die there. */
DEBACLE_INLINE void debacle_arrive(struct debacle *s, unsigned to, bool captured)
{
    if (debacle_camp(!s->side) >> to & 1)
        s->owed = s->owed || (debacle_camp(s->side) & ~(debacle_all(s, 0) | debacle_all(s, 1)));
    s->bounce = captured;
    s->open = s->owed || s->bounce ? (uint8_t)to : DEBACLE_NONE;
}

DEBACLE_INLINE void debacle_end_turn(struct debacle *s)
{
    s->side = !s->side;
    s->moves = (uint8_t)(2 + s->bonus[s->side]);
    s->bonus[s->side] = 0;
    s->done = 0;
    s->flipped = DEBACLE_NONE;
    debacle_close_die(s);
    s->quiet = s->lively ? 0 : (uint8_t)(s->quiet + 1);
    s->lively = s->recovered = 0;
    s->turns++;
}

DEBACLE_INLINE bool debacle_make_inline(struct debacle *s, game_action action, bool hashing)
{
    const int side = s->side;
    const unsigned from = debacle_from(action), to = debacle_to(action);
    const unsigned value = debacle_value(action), victim = debacle_victim(action);
    switch (debacle_kind_of(action)) {
    case DEBACLE_ROLL:
        debacle_pay(s, from);
        debacle_put_inline(s, side, value, from, hashing);
        debacle_put_inline(s, side, debacle_after_roll(value), to, hashing);
        s->flipped = DEBACLE_NONE;
        debacle_arrive(s, to, false);
        return false;
    case DEBACLE_FLIP:
        debacle_pay(s, from);
        debacle_put_inline(s, side, value, from, hashing);
        debacle_put_inline(s, side, debacle_after_flip(value), from, hashing);
        s->flipped = (uint8_t)from;
        if (!s->owed)
            debacle_close_die(s);
        return false;
    case DEBACLE_CAPTURE:
        debacle_pay(s, from);
        debacle_put_inline(s, side, value, from, hashing);
        debacle_put_inline(s, !side, victim, to, hashing);
        debacle_put_inline(s, side, victim, to, hashing);
        s->held[side][victim - 1]++;
        s->captures[side]++;
        s->flipped = DEBACLE_NONE;
        s->lively = 1;
        debacle_arrive(s, to, true);
        return s->captures[side] == DEBACLE_CAPTURES;
    case DEBACLE_RETURN:
        debacle_put_inline(s, side, value, from, hashing);
        debacle_put_inline(s, side, value, to, hashing);
        if (s->flipped == from)
            s->flipped = (uint8_t)to;
        s->owed = 0;
        s->done = 1;
        s->open = s->bounce ? (uint8_t)to : DEBACLE_NONE;
        return false;
    case DEBACLE_RECOVER:
        debacle_put_inline(s, side, value, to, hashing);
        s->held[!side][value - 1]--;
        s->captures[!side]--;
        s->bonus[!side] = (uint8_t)(s->bonus[!side] + (value <= 3 ? 1 : 2));
        s->lively = 1;
        s->recovered = s->rules & DEBACLE_ONCE;
        return false;
    default:
        debacle_end_turn(s);
        return false;
    }
}

#endif
