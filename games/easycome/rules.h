/* rules.h: Easy Come Easy Go beyond `struct game`: the state and the dice tables, for the game's
 * own solver, agents and views. */
#ifndef CORNET_GAMES_EASYCOME_RULES_H
#define CORNET_GAMES_EASYCOME_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "game/game.h"

enum {
    EASYCOME_DICE = 4,
    EASYCOME_FACES = 6,
    EASYCOME_PRIZES = 9,
    EASYCOME_SETS = 210,     /* multisets of 0 to 4 dice */
    EASYCOME_KEEPS_MAX = 16, /* at least the 14 ways to keep some of four different dice */
    EASYCOME_SEATS = 4,
    EASYCOME_TO_HOLD = 3, /* prizes to hold, for the win */
};

enum easycome_prize {
    EASYCOME_CARRE,
    EASYCOME_PAIRES,
    EASYCOME_BRELAN_IMPAIR,
    EASYCOME_BRELAN_PAIR,
    EASYCOME_7,
    EASYCOME_13,
    EASYCOME_3_OR_LESS,
    EASYCOME_17_OR_MORE,
    EASYCOME_SUITE,
};

enum easycome_kind { EASYCOME_KEEP, EASYCOME_TAKE, EASYCOME_STOP, EASYCOME_ROLL };

/* An action: its kind, and a dice set (keep, roll) or a prize (take). */
static inline game_action easycome_action(enum easycome_kind kind, unsigned value)
{
    return (game_action)kind << 8 | value;
}

static inline enum easycome_kind easycome_kind_of(game_action action)
{
    return (enum easycome_kind)(action >> 8);
}

static inline unsigned easycome_value_of(game_action action)
{
    return action & 0xff;
}

enum easycome_phase { EASYCOME_ROLLOFF, EASYCOME_TO_ROLL, EASYCOME_CHOICE, EASYCOME_END };

/* Seats are counted from 0 in here. `kept` and `rolled` are set numbers; 0 is the empty set. */
struct easycome {
    uint16_t own[EASYCOME_SEATS];    /* bitmask of the prizes a seat holds */
    uint8_t count[EASYCOME_SEATS];   /* how many that is */
    uint8_t endured[EASYCOME_SEATS]; /* others' turns survived since it became three */
    uint8_t total[EASYCOME_SEATS];   /* of the roll-off; zero once it is decided */
    uint8_t players;
    uint8_t hold; /* others' turns to survive with three prizes */
    uint8_t phase;
    uint8_t seat;       /* whose turn, or who rolls in the roll-off; the winner at the end */
    uint8_t contenders; /* bitmask: who is still in the roll-off */
    uint8_t kept;       /* set aside this turn */
    uint8_t rolled;     /* on the table, to choose from */
};

/* A dice set: the sets of 0 dice, then of 1, … of 4, each in the order of base/dice.h. */
struct easycome_set {
    uint16_t prizes; /* bitmask of those these four dice meet; 0 for fewer dice */
    uint16_t weight; /* ways to throw it, of 6^count */
    uint8_t count;
    uint8_t sum;
    uint8_t of[EASYCOME_FACES];
    char digits[EASYCOME_DICE + 1]; /* ascending, as in a record */
    uint16_t keeps_at;              /* its keeps in `keeps`: every way to keep some but not all */
    uint8_t keeps_count;
};

struct easycome_tables {
    struct easycome_set set[EASYCOME_SETS];
    uint8_t first[EASYCOME_DICE + 2]; /* the sets of n dice are first[n] to first[n + 1] - 1 */
    uint8_t join[EASYCOME_SETS]
                [EASYCOME_SETS];             /* both sets together; unset for more than four dice */
    uint8_t thrown[EASYCOME_DICE + 1][1296]; /* the set of the i-th of 6^n equal throws */
    game_action keeps[2048];
};

/* A constant, made while the library is built (games/easycome/tables.c). */
extern const struct easycome_tables easycome_tables;

static inline bool easycome_contains(const struct easycome_set *whole,
                                     const struct easycome_set *part)
{
    for (int face = 0; face < EASYCOME_FACES; face++) {
        if (part->of[face] > whole->of[face])
            return false;
    }
    return true;
}

/* The prizes the seat to choose may take, were these the four dice. */
uint16_t easycome_open_prizes(const struct easycome *state);

/* The holder's seat, from 0; -1 for the centre. */
int easycome_holder(const struct easycome *state, int prize);

extern const struct game easycome_game;
extern const char *const easycome_prize_id[EASYCOME_PRIZES];

#endif
