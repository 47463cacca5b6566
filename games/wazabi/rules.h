/* rules.h: Wazabi beyond `struct game`: the state and the cards, for its own agents and views. */
#ifndef CORNET_GAMES_WAZABI_RULES_H
#define CORNET_GAMES_WAZABI_RULES_H

#include <stdbool.h>
#include <stdint.h>

#include "game/game.h"
#include "game/rolloff.h"

enum { WAZABI_SEATS = 6, WAZABI_KINDS = 10, WAZABI_CARDS = 36, WAZABI_DICE = 24 };

/* The cards, in the order in which a record names several. */
enum wazabi_card {
    WAZABI_RETIRE1,
    WAZABI_TOURNE,
    WAZABI_RETIRE2,
    WAZABI_DONNE,
    WAZABI_VOLE,
    WAZABI_RESTE1,
    WAZABI_PIOCHE3,
    WAZABI_RESTE2,
    WAZABI_SAUTE,
    WAZABI_REJOUE,
};

struct wazabi_kind {
    const char *id;
    uint8_t cost;    /* in W */
    uint8_t copies;  /* of the 36 */
    bool has_target; /* it names another player */
};

extern const struct wazabi_kind wazabi_kinds[WAZABI_KINDS];
extern const char *const wazabi_titles[WAZABI_KINDS]; /* marked for translation */

/* Chance's phases first, then the seat's, then the others. */
enum wazabi_phase {
    WAZABI_DEAL,  /* chance: a card for `seat` */
    WAZABI_START, /* chance: `seat` rolls for the start */
    WAZABI_ROLL,  /* chance: `seat` rolls for its turn */
    WAZABI_STEAL, /* chance: which card of `victim` goes to `seat` */
    WAZABI_DRAW,  /* chance: `seat` draws from the pile */
    WAZABI_FROM,  /* both piles are empty: `seat` says whose hand to draw from */
    WAZABI_GIVE,  /* `seat` gives a D die away */
    WAZABI_PLAY,  /* `seat` plays a card or passes */
    WAZABI_KEEP,  /* `keeper` chooses the cards it keeps */
    WAZABI_END,
};

/* The kind of an action, in its upper bits; see wazabi_action. */
enum wazabi_move {
    WAZABI_DO_ROLL,  /* a: C, b: D; the rest are W */
    WAZABI_DO_DRAW,  /* a: card */
    WAZABI_DO_STEAL, /* a: card */
    WAZABI_DO_FROM,  /* a: seat from 0 */
    WAZABI_DO_GIVE,  /* a: seat from 0 */
    WAZABI_DO_PLAY,  /* a: card, b: WAZABI_NONE, a seat from 0, or for tourne 0 left, 1 right */
    WAZABI_DO_PASS,
    WAZABI_DO_KEEP, /* a: card, b: a second one or WAZABI_NONE */
};

enum { WAZABI_NONE = 255 };

/* Action ids: pass, 28 ways to play a card, 10 other seats to draw from or to give to, and the
 * cards to keep: one of 10, or two of 55. */
enum { WAZABI_IDS = 104 };

static inline game_action wazabi_action(enum wazabi_move move, unsigned a, unsigned b)
{
    return (game_action)move << 16 | a << 8 | b;
}

static inline enum wazabi_move wazabi_move_of(game_action action)
{
    return (enum wazabi_move)(action >> 16);
}

static inline unsigned wazabi_a(game_action action)
{
    return action >> 8 & 0xff;
}

static inline unsigned wazabi_b(game_action action)
{
    return action & 0xff;
}

/* Seats are counted from 0 here. Every one of the 36 cards is in exactly one of: a hand, the pile,
 * the discards, in front of a player (`skips`), or in play. */
struct wazabi {
    uint8_t hand[WAZABI_SEATS][WAZABI_KINDS]; /* zero if hidden; `cards` still counts them */
    uint8_t cards[WAZABI_SEATS];
    uint8_t dice[WAZABI_SEATS];
    uint8_t skips[WAZABI_SEATS];    /* saute cards lying in front of a player */
    uint8_t pile[WAZABI_KINDS];     /* zero if hidden */
    uint8_t discards[WAZABI_KINDS]; /* face up */
    uint8_t pile_size, discards_size;

    uint8_t phase, seat;
    uint8_t back;              /* 1: play goes towards lower seats */
    uint8_t rolled[3];         /* C, D, W of this turn */
    uint8_t draws, gives;      /* still to do */
    uint8_t in_play;           /* the card whose effect is being resolved, or WAZABI_NONE */
    uint8_t victim;            /* of a steal */
    uint8_t keeper, keep;      /* who chooses, and how many cards it keeps */
    uint8_t contenders;        /* bitmask: who still rolls for the start */
    uint8_t max[WAZABI_SEATS]; /* W rolled for the start */

    uint8_t players, teams, dice_each, games;
    uint8_t anyone;            /* steal=anyone: `vole` may name a player without cards */
    uint8_t game;              /* of the tournament, from 0 */
    uint8_t won[WAZABI_SEATS]; /* games won, by seat (a team's win counts for both seats) */
    uint8_t viewer;            /* 0: nothing is hidden; else 1 + the viewer's seat */
    uint16_t points[WAZABI_SEATS];
};

/* The public part of a seat's card step, or of keeping cards. apply() adds it to the trail. No rule
 * needs it, but bots infer from the cards that others did not play which ones they do not hold. */
enum { WAZABI_PASSED = WAZABI_KINDS, WAZABI_KEPT };

struct wazabi_step {
    uint32_t game : 8, seat : 3, card : 4; /* the card played, WAZABI_PASSED or WAZABI_KEPT */
    uint32_t c : 5, d : 5, w : 5;          /* rolled */
    uint32_t unused : 2;                   /* always 0, so that equal steps have equal keys */
    union {
        struct {
            uint8_t dice[WAZABI_SEATS], cards[WAZABI_SEATS]; /* of everybody, before */
        };
        uint8_t gone[WAZABI_KINDS]; /* WAZABI_KEPT: the discarded cards */
    };
};

size_t wazabi_steps(const struct game_history *history); /* NULL: none */
struct wazabi_step wazabi_step_at(const struct game_history *history, size_t i);

extern const struct game wazabi_game;

/* Whether two seats win together. */
static inline bool wazabi_allies(const struct wazabi *s, int a, int b)
{
    return a == b || (s->teams && (a - b == s->players / 2 || b - a == s->players / 2));
}

/* With teams: the number of the seat's team, from 0, and its partner's seat. */
static inline int wazabi_team(const struct wazabi *s, int seat)
{
    return seat % (s->players / 2);
}

static inline int wazabi_partner(const struct wazabi *s, int seat)
{
    return (seat + s->players / 2) % s->players;
}

/* Whether an action of the seat to move takes away its last die, which wins the game. */
bool wazabi_wins(const struct wazabi *s, game_action action);

/* The next seat in the direction of play, ignoring skips. */
static inline int wazabi_next(const struct wazabi *s, int seat)
{
    const int next = seat + (s->back ? s->players - 1 : 1);
    return next - (next < s->players ? 0 : s->players); /* without a branch */
}

/* The effect of `tourne`: passes everybody's dice to the left (the next higher seat) or to the
 * right. */
void wazabi_pass_dice(uint8_t dice[WAZABI_SEATS], int players, bool right);

/* The part of the state that decides who starts. */
static inline struct rolloff wazabi_roll_off(struct wazabi *s)
{
    return (struct rolloff){&s->seat, &s->contenders, s->max, s->players};
}

/* rules_hidden.c: secrets. */
bool wazabi_reveals(const void *state, game_action action);
void wazabi_hide(void *state, int seat);
void wazabi_guess(void *state, struct rng *rng);
/* The cards that a seat (-1: a spectator) cannot see: those in the pile and in the other hands.
 * Returns their number. */
unsigned wazabi_out_of_sight(const struct wazabi *s, int seat, uint8_t pool[WAZABI_KINDS]);

/* text.c: the notation and the JSON. */
void wazabi_write(const void *state, game_action action, const struct game_history *history,
                  int viewer, struct text *out);
bool wazabi_read(const void *state, int who, struct span words, game_action *action,
                 struct game_history *history, struct text *why);
void wazabi_json(const void *state, struct json *json);
bool wazabi_load(void *state, int viewer, struct span json);
void wazabi_observe(const void *view, int seat, struct game_numbers *out);

/* rules_ids.c: action ids. */
void wazabi_list_ids(const void *state, int seat, const game_action list[], size_t count,
                     uint16_t id[]);
void wazabi_id_name(unsigned id, struct text *out);

#endif
