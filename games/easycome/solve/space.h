/* easycome_space: the positions of Easy Come Easy Go between turns, numbered for the solver.
 *
 * A position is who holds each prize, relative to the player to roll. How long three prizes have
 * been held follows from where the holder sits (the previous player has survived no turn yet, the
 * one before that one turn, …), except that with two players the first and the second turn against
 * three prizes are two positions. Replacing every die d by 5-d swaps prizes and changes nothing
 * else, so of a position and its mirror only one has a number.
 *
 * A prize never returns to the centre. Positions with the same centre form a layer (a centre and
 * its mirror are the same), layers with equally many prizes in the centre form a level, and a turn
 * stays in its layer or leads to the level before. Numbers are sorted by level, emptiest centre
 * first, and by layer. */
#ifndef CORNET_GAMES_EASYCOME_SOLVE_SPACE_H
#define CORNET_GAMES_EASYCOME_SOLVE_SPACE_H

#include "games/easycome/rules.h"

enum {
    EASYCOME_ENDS = EASYCOME_PRIZES + 1, /* how a turn can end: with a prize, or with none */
    EASYCOME_NONE = EASYCOME_PRIZES,
    EASYCOME_LAYERS_MAX = 1 << EASYCOME_PRIZES,
    EASYCOME_ASIDE = 84, /* dice sets of fewer than four, which come first */
};

/* `centre` is the bitmask of prizes that can be in the centre at the start: all of them in the real
 * game; fewer give a smaller game, for the tests. It must be its own mirror. */
struct easycome_rules {
    int players, hold;
    uint16_t centre;
};

/* Relative to the player to roll: 0 the centre, 1 that player, 2 the next one, … */
struct easycome_spot {
    uint8_t at[EASYCOME_PRIZES];
    bool second; /* two players: the second turn against three prizes */
};

struct easycome_layer {
    uint32_t first, end; /* its positions' numbers */
    uint16_t centre;
};

struct easycome_space {
    struct easycome_rules rules;
    uint32_t count;
    int32_t *number; /* by code; -1 if there is no such position */
    uint32_t *code;  /* by number */
    struct easycome_layer layer[EASYCOME_LAYERS_MAX];
    int layers;
    int level[EASYCOME_PRIZES + 2]; /* level k: the layers from level[k] to level[k + 1] - 1 */
    int levels;
};

/* Where a turn's end leads: a position's number and by how many places the seats rotate, or the end
 * of the game and the winner, relative to the player who rolled. */
struct easycome_next {
    int32_t number; /* EASYCOME_WON, EASYCOME_CLOSED, or a position */
    uint8_t seat;   /* the winner, or the number of places */
};
enum { EASYCOME_WON = -1, EASYCOME_CLOSED = -2 };

struct easycome_space *easycome_space_new(struct easycome_rules rules);
void easycome_space_free(struct easycome_space *space);

void easycome_spot_of(const struct easycome_space *space, uint32_t number,
                      struct easycome_spot *spot);
/* Returns -1 if it is not a position of this game. */
int32_t easycome_spot_number(const struct easycome_space *space, const struct easycome_spot *spot);

/* The position before the turn that the state is in; not in the roll-off or after the end. */
void easycome_spot_from(const struct easycome *state, struct easycome_spot *spot);

/* Ends the turn with a prize or EASYCOME_NONE. */
struct easycome_next easycome_spot_next(const struct easycome_space *space,
                                        const struct easycome_spot *spot, int end);

#endif
