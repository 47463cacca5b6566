/* rules.h: Débâcle beyond `struct game`: the state, its bitboards, and functions for the search. */
#ifndef CORNET_GAMES_DEBACLE_RULES_H
#define CORNET_GAMES_DEBACLE_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "game/game.h"

enum {
    DEBACLE_SQUARES = 36,
    DEBACLE_VALUES = 6,
    DEBACLE_DICE = 6,         /* of each side */
    DEBACLE_CAPTURES = 5,     /* that end a round */
    DEBACLE_NONE = 63,        /* no square */
    DEBACLE_QUIET_MAX = 200,  /* turns without a capture or a recovery that end a round */
    DEBACLE_TURNS_MAX = 1000, /* turns that end it in any case */
    DEBACLE_RECOVERIES = 3,   /* of a player in a round, in the tournament form */
    DEBACLE_IDS = 169,        /* action ids: see rules_ids.c */
};

/* Bitmask of the options that change what is legal. 0: the literal rules. */
enum debacle_rule {
    DEBACLE_ONCE = 1,                                   /* recover=once */
    DEBACLE_ALWAYS = 2,                                 /* flip=always */
    DEBACLE_MUST = 4,                                   /* moves=must */
    DEBACLE_TOURNAMENT = 8,                             /* form=tournament */
    DEBACLE_DUTIES = DEBACLE_MUST | DEBACLE_TOURNAMENT, /* `end` may be illegal */
    DEBACLE_MORE = DEBACLE_DUTIES | DEBACLE_ALWAYS,     /* need more fields than the others */
};

enum debacle_side { DEBACLE_RED, DEBACLE_BLACK };

/* A square is 6 * rank + file, a1 = 0, f6 = 35; a set of squares is a bitmask. */
#define DEBACLE_BOARD 0xfffffffffull
#define DEBACLE_FILE_A 0x041041041ull
#define DEBACLE_FILE_F 0x820820820ull
#define DEBACLE_RANK_1 0x3full
#define DEBACLE_RANK_6 (0x3full << 30)

enum debacle_kind {
    DEBACLE_ROLL,
    DEBACLE_FLIP,
    DEBACLE_CAPTURE,
    DEBACLE_RETURN,
    DEBACLE_RECOVER,
    DEBACLE_END,
    DEBACLE_FIRST, /* chance: who starts */
    DEBACLE_SETUP, /* chance: the order of the dice */
};

/* An action: its kind, the squares, the value of the die before it, and of a captured die. */
static inline game_action debacle_action(enum debacle_kind kind, unsigned from, unsigned to,
                                         unsigned value, unsigned victim)
{
    return (game_action)kind << 18 | victim << 15 | value << 12 | from << 6 | to;
}

static inline enum debacle_kind debacle_kind_of(game_action action)
{
    return (enum debacle_kind)(action >> 18);
}

static inline unsigned debacle_from(game_action action)
{
    return action >> 6 & 63;
}

static inline unsigned debacle_to(game_action action)
{
    return action & 63;
}

static inline unsigned debacle_value(game_action action)
{
    return action >> 12 & 7;
}

static inline unsigned debacle_victim(game_action action)
{
    return action >> 15 & 7;
}

enum debacle_phase {
    DEBACLE_CHOOSE_FIRST, /* chance */
    DEBACLE_CHOOSE_SETUP, /* chance */
    DEBACLE_PLAY,
    DEBACLE_OVER,
};

struct debacle {
    /* Changed during a round. */
    uint64_t dice[2][DEBACLE_VALUES]; /* squares of a side's dice of value 1, 2, … */
    uint64_t hash;                    /* of the board alone; debacle_key adds the rest */
    uint8_t held[2][DEBACLE_VALUES];  /* enemy dice that a side holds, by value */
    uint8_t captures[2];              /* the number of dice in `held` */
    uint8_t bonus[2];                 /* moves owed to a side at its next turn */
    uint8_t side;                     /* to move */
    uint8_t moves;                    /* left this turn, bonus included */
    uint8_t done;                     /* something has been done this turn */
    uint8_t open;                     /* the die that may bounce or owes a return, or NONE */
    uint8_t bounce, owed;             /* which of the two */
    uint8_t flipped;                  /* the die that may not be flipped now, or NONE */
    uint8_t waiting;                  /* with flip=always: the other side's die, or NONE */
    uint8_t lively;                   /* this turn has had a capture or a recovery */
    uint8_t advanced;                 /* this turn has had a roll forward or a capture */
    uint8_t due;                      /* with moves=must: moves before `end` is legal */
    uint8_t recovered;                /* with recover=once: this turn's recovery has been used */
    uint8_t recoveries[2];            /* of a side in this round, in the tournament form */
    uint8_t quiet;                    /* consecutive turns without either */
    uint8_t phase;
    uint8_t rules;     /* of enum debacle_rule; here, because perft copies only this part */
    uint16_t turns;    /* of this round */
    uint16_t score[2]; /* before this round */

    /* Unchanged during a round. */
    uint16_t target;
    uint8_t starter; /* of this round */
    uint8_t random_setup;
    uint8_t rounds;                        /* finished */
    uint8_t first_held[2][DEBACLE_VALUES]; /* captures at the start of every round */
    uint8_t first_square[2][DEBACLE_DICE]; /* dice at the start of every round; NONE: captured */
    uint8_t first_value[2][DEBACLE_DICE];
};

extern const struct game debacle_game;

/* All squares with dice of a side. */
static inline uint64_t debacle_all(const struct debacle *s, int side)
{
    const uint64_t *d = s->dice[side];
    return d[0] | d[1] | d[2] | d[3] | d[4] | d[5];
}

/* The value of a die after a roll, and after a flip. */
static inline unsigned debacle_after_roll(unsigned value)
{
    return value == DEBACLE_VALUES ? 1 : value + 1;
}

static inline unsigned debacle_after_flip(unsigned value)
{
    return DEBACLE_VALUES + 1 - value; /* opposite sides sum to 7 */
}

/* The value of the side's die on the square, 1 to 6; 0: none. */
unsigned debacle_die(const struct debacle *s, int side, unsigned square);

/* The sum of the values of the dice that a side holds: its score if the round ended now. */
int debacle_points(const struct debacle *s, int side);

/* The legal actions of the side to move; returns how many, at most 64. */
size_t debacle_list(const struct debacle *s, game_action out[]);

/* Applies a legal action of a player within the round, without the repetition rule, which needs the
 * trail. Returns true if the round is over; it is not scored yet. */
bool debacle_make(struct debacle *s, game_action action);

/* Whether the side to move may end its turn now. */
bool debacle_may_end(const struct debacle *s);

/* A key of everything in the position text, and of the options that change what is legal. */
uint64_t debacle_key(const struct debacle *s);

/* Counts the leaves of the tree of single actions: a finished round counts 1 at any remaining
 * depth. */
uint64_t debacle_perft(const struct debacle *s, int depth);

/* text.c: the notation, the position text and the JSON. */
void debacle_write(const void *state, game_action action, const struct game_history *history,
                   int viewer, struct text *out);
bool debacle_read(const void *state, int who, struct span words, game_action *action,
                  struct game_history *history, struct text *why);
void debacle_json(const void *state, struct json *json);
void debacle_observe(const void *view, int seat, struct game_numbers *out);
bool debacle_position(const void *state, struct text *out);

/* Sets board, captures, scores and turn from a position text; does not change the rest. */
bool debacle_read_position(struct debacle *s, struct span text, struct text *why);

/* Puts a die on the board or takes it off. */
void debacle_put(struct debacle *s, int side, unsigned value, unsigned square);

/* rules_ids.c: action ids. */
void debacle_list_ids(const void *state, int seat, const game_action list[], size_t count,
                      uint16_t id[]);
void debacle_id_name(unsigned id, struct text *out);

#endif
