/* game.h: the one interface between a game's rules and everything else. Read this file first.
 *
 * A game is a `struct game`: a table of functions over a flat state of fixed size. A state holds no
 * pointer and no history, and is copied by copying its bytes. Five things to know:
 *
 * 1. Dice and draws are moves. A state says who moves next: a seat, chance, anyone, or nobody.
 * Chance has a list of outcomes with exact weights; apply() never rolls. Whoever runs the game
 * draws.
 * 2. A move is a 32-bit action for search and simulation, and a line of text everywhere else:
 *    `* roll 0225`, `1 keep 22`. write() and read() go from one to the other.
 * 3. A seat sees only its view: hide() blanks a state, guess() fills the blanks with the right
 * odds.
 * 4. What a rule needs to know of the past, and a word that no list knows, lie beside the state, in
 *    a `struct game_history` that whoever runs the game owns.
 * 5. Every member below is set in every game; a game that has nothing to hide says so with
 *    game_hide_nothing, and so on. No caller ever tests for NULL.
 *
 * games/template.c is the smallest complete example, docs/adding-a-game.md the way to a new one. */
#ifndef CORNET_GAMES_GAME_H
#define CORNET_GAMES_GAME_H

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/json.h"
#include "base/rng.h"
#include "base/text.h"

/* Bounds that hold for every game, so that callers can use arrays of fixed size. */
#define GAME_SEATS_MAX 6
#define GAME_ACTIONS_MAX 512 /* actions of one seat at one state */
#define GAME_STATE_MAX 2048  /* bytes of a state */
#define GAME_LINE_MAX 512    /* bytes of a move line, the final NUL included */
#define GAME_JSON_MAX 16384  /* bytes of a state as JSON */
#define GAME_OPTIONS_MAX 8   /* options of one game */
#define GAME_VALUE_MAX 128   /* bytes of an option's value */
#define GAME_SAID_MAX 64     /* bytes of a spoken word */

/* What mover() returns where it is not a seat (1 to 6). */
enum {
    GAME_CHANCE = 0,
    GAME_ANYONE = -1, /* simultaneous play: any seat may act, and so may the clock (`* time`) */
    GAME_OVER = -2,
};

/* Whose eyes a text or a view is for, where it is not a seat's. */
enum {
    GAME_SPECTATOR = 0, /* what is public */
    GAME_OPEN = -1,     /* everything, as in a record */
};

/* Shares of a result are counted in sixtieths, which 1 to 6 winners divide exactly. */
#define GAME_WHOLE 60

enum {
    GAME_HIDDEN = 1,  /* there is something to hide; without this, hide() changes nothing */
    GAME_TRAIL = 2,   /* apply() needs the trail */
    GAME_SPEECH = 4,  /* players may say words that no list knows: read() and apply() use `said` */
    GAME_EXAMPLE = 8, /* for programmers: not shown among the games to play */
};

typedef uint32_t game_action; /* the meaning of the bits is the game's own affair */

struct game_outcome {
    game_action action;
    uint64_t weight; /* > 0; the probability is weight / denominator */
};

/* What belongs to a running game and is not in its state. All zero to begin with. */
struct game_history {
    uint64_t *trail; /* what was public of the past, oldest first; apply() appends. A game without
                        GAME_TRAIL does without, but its bots may look into it. */
    size_t trail_count, trail_capacity;
    char said[GAME_SAID_MAX]; /* GAME_SPEECH: written by read(), used by the apply() that follows */
};

void game_trail_grow(struct game_history *history);

static inline void game_trail_add(struct game_history *history, uint64_t key)
{
    if (history->trail_count == history->trail_capacity)
        game_trail_grow(history);
    history->trail[history->trail_count++] = key;
}

void game_history_free(struct game_history *history);

/* One option of a game: `name=value`. Accepted are the words, the numbers from least to most, or,
 * where `free` is set, any text that start() can make sense of. */
struct game_option {
    const char *name;
    const char *about; /* marked for translation */
    const char *words; /* "off|on"; "" for none */
    int min, max;      /* no number where least > most */
    bool free;
    const char *default_value; /* the default, as text */
};

/* The number of players and the options' values, as text, in the order of the game's list. */
struct game_settings {
    int players;
    unsigned bots; /* the seats that bots hold, a bit each, seat 1 lowest: only people vote */
    char value[GAME_OPTIONS_MAX][GAME_VALUE_MAX];
};

struct game {
    const char *id;    /* "easycome": in records and on the command line */
    const char *title; /* as on the box */
    const char *about; /* one sentence, marked for translation */
    unsigned flags;
    int seats_min, seats_max;
    const struct game_option *options; /* ends with a NULL name */
    size_t state_size;
    size_t outcomes_max; /* how long chance()'s list can be: whoever asks for it makes room */

    /* Sets up a game. False with a reason where values that are each allowed do not go together.
     * Every byte of the state is set, padding too, so that equal states are equal bytes. A game
     * with GAME_TRAIL adds its first key in its first apply(), since there is no trail here yet. */
    bool (*start)(void *state, const struct game_settings *settings, struct text *why);

    /* Who moves: a seat from 1, GAME_CHANCE, GAME_ANYONE or GAME_OVER. */
    int (*mover)(const void *state);

    /* At GAME_ANYONE: after how many seconds `* time` comes, counted from the last dice; 0 while
     * the clock stands. */
    unsigned (*clock)(const void *state);

    /* The legal actions of a seat, at least one for the mover and none for a seat that may not act;
     * returns how many. `out` has room for GAME_ACTIONS_MAX, and what lies behind the last action
     * may be overwritten. At GAME_ANYONE the list is what a bot may choose from (people may say
     * more), and at least one seat has something in it. */
    size_t (*actions)(const void *state, int seat, game_action out[]);

    /* At GAME_CHANCE: the outcomes, all different; returns how many, at most `outcomes_max`. The
     * weights sum to the denominator. */
    size_t (*chance)(const void *state, struct game_outcome out[], uint64_t *denominator);

    /* At GAME_CHANCE: one outcome with those odds, without making the list. */
    game_action (*sample)(const void *state, struct rng *rng);

    /* Carries out a legal action and returns how many turns it completed (what a turn is, the
     * game's rules page says). An illegal action is the caller's bug. `side` may be NULL for a game
     * with neither GAME_TRAIL nor GAME_SPEECH. */
    unsigned (*apply)(void *state, game_action action, struct game_history *history);

    /* Whether carrying out the player's action shows somebody what they could not know, so that it
     * cannot be undone any more. What chance does always counts as seen. */
    bool (*reveals)(const void *state, game_action action);

    /* At a chance state that is a judgement, which a record may leave out: the game's own verdict.
     * False at every other state. read() may take a player's line at such a state (a vote that an
     * older lexicon asked for). */
    bool (*ruling)(const void *state, game_action *action);

    /* At GAME_OVER: each seat's share in sixtieths; they sum to GAME_WHOLE. */
    void (*result)(const void *state, uint8_t share[]);

    /* Blanks what the seat (or GAME_SPECTATOR) must not know. States that differ only in that
     * become equal bytes. mover(), actions() of that seat, write() and json() still work. */
    void (*hide)(void *state, int seat);

    /* Fills the blanks that hide() left, each possible world with the right probability. */
    void (*guess)(void *state, struct rng *rng);

    /* The action, at the state before it, as the line `ACTOR WORDS` of a record. What the viewer
     * may not know reads `?`; GAME_OPEN sees all. `side` is as read() left it, for a word that no
     * list knows; NULL where there is none. */
    void (*write)(const void *state, game_action action, const struct game_history *history,
                  int viewer, struct text *out);

    /* The words after the actor back to an action: exactly what write() gives for a legal action,
     * and at GAME_ANYONE whatever may be said. False with a reason for anything else. `who` is a
     * seat or GAME_CHANCE and has been checked against mover(). */
    bool (*read)(const void *state, int who, struct span words, game_action *action,
                 struct game_history *history, struct text *why);

    /* The game's own members of the state's JSON object, into the open object. The state may have
     * been hidden: blanks are written as such. */
    void (*json)(const void *state, struct json *json);

    /* The position text; false where the game has none. */
    bool (*position)(const void *state, struct text *out);
};

/* Made from games.cmake, the only list of games: all of them, ending with NULL. */
extern const struct game *const game_list[];

const struct game *game_find(struct span id);

/* The ids of the games people see, with commas between them. */
void game_names(struct text *out);

/* Settings. game_set checks one value against the option's range; start() checks how they go
 * together. game_value is the value as text, game_number a number's value (words: -1). */
void game_defaults(const struct game *game, struct game_settings *settings);
bool game_set(const struct game *game, struct game_settings *settings, struct span name,
              struct span value, struct text *why);
bool game_set_players(const struct game *game, struct game_settings *settings, struct span number,
                      struct text *why);
const char *game_value(const struct game *game, const struct game_settings *settings,
                       const char *name);
int game_number(const struct game *game, const struct game_settings *settings, const char *name);

/* What an option accepts, in words: `2..3`, `roll or 1..4`. */
void game_option_range(const struct game_option *option, struct text *out);

/* A whole move line: checks that the actor may move, then reads its words. */
bool game_read_line(const struct game *game, const void *state, struct span line,
                    game_action *action, struct game_history *history, struct text *why);

/* The state as one JSON object, with game, players, mover and result before the game's own members.
 * For a viewer other than GAME_OPEN the state is hidden first, so nothing can leak. */
void game_json(const struct game *game, const struct game_settings *settings, const void *state,
               int viewer, struct text *out);

/* Room for any state. */
union game_state {
    alignas(max_align_t) unsigned char bytes[GAME_STATE_MAX];
};

/* For games without secrets, and games without a position text. */
void game_hide_nothing(void *state, int seat);
void game_guess_nothing(void *state, struct rng *rng);
bool game_no_position(const void *state, struct text *out);
bool game_reveals_nothing(const void *state, game_action action);
bool game_no_ruling(const void *state, game_action *action);
unsigned game_no_clock(const void *state);

#endif
