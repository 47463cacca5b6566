/* game.h: the interface between a game's rules and everything else. Read this file first.
 *
 * A game is a `struct game`: a table of functions over a flat state of fixed size. A state holds no
 * pointers and no history, and is copied with memcpy. Five things to know:
 *
 * 1. Dice and draws are moves. A state says who moves next: a seat, chance, anyone, or nobody. At a
 *    chance node the game lists the outcomes with exact integer weights. apply() never rolls: the
 *    caller draws an outcome and applies it.
 * 2. A move is a 32-bit action in search and simulation, and a line of text everywhere else:
 *    `* roll 0225`, `1 keep 22`. write() and read() convert between the two.
 * 3. A seat sees only its view: hide() blanks the rest of a state, guess() fills the blanks at
 *    random with the right probabilities.
 * 4. The past that a rule depends on, and a spoken word that is in no list, are kept beside the
 *    state in a `struct game_history`. The caller owns it.
 * 5. Every game sets every member of `struct game`; a game that hides nothing uses
 *    game_hide_nothing, and so on. Callers never test for NULL.
 *
 * games/template/rules.c is the smallest complete example; docs/develop/adding-a-game.md leads to a
 * new game. */
#ifndef CORNET_GAME_GAME_H
#define CORNET_GAME_GAME_H

#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/json.h"
#include "base/lines.h"
#include "base/rng.h"
#include "base/text.h"

/* Limits that hold for every game, so that callers can use arrays of fixed size. */
#define GAME_SEATS_MAX 6
#define GAME_ACTIONS_MAX 512 /* actions of one seat at one state */
#define GAME_STATE_MAX 2048  /* bytes of a state */
#define GAME_LINE_MAX 512    /* bytes of a move line, the final NUL included */
#define GAME_JSON_MAX 16384  /* bytes of a state as JSON */
#define GAME_OPTIONS_MAX 8   /* options of one game */
#define GAME_VALUE_MAX 128   /* bytes of an option's value */
#define GAME_VALUES_MAX 192  /* bytes of the values of all options of one game */
#define GAME_SAID_MAX 64     /* bytes of a spoken word */
#define GAME_NUMBERS_MAX 256 /* numbers that a view is for a learner */

/* What mover() returns if it is not a seat (1 to 6). */
enum {
    GAME_CHANCE = 0,
    GAME_ANYONE = -1, /* simultaneous play: any seat may act, and so may the clock (`* time`) */
    GAME_OVER = -2,
};

/* Who a text or a view is for, if it is not a seat. */
enum {
    GAME_SPECTATOR = 0, /* sees what is public */
    GAME_OPEN = -1,     /* sees everything, as in a record */
};

/* A result's shares are in sixtieths: 1 to 6 winners divide them without a remainder. */
#define GAME_WHOLE 60

/* Flags of a game. */
enum {
    GAME_HIDDEN = 1,  /* seats have secrets; without this flag hide() changes nothing */
    GAME_TRAIL = 2,   /* apply() needs the trail */
    GAME_SPEECH = 4,  /* players may say words that are in no list: read() and apply() use `said` */
    GAME_EXAMPLE = 8, /* for programmers: not shown among the games to play */
};

typedef uint32_t game_action; /* only the game itself knows the meaning of the bits */

struct game_outcome {
    game_action action;
    uint64_t weight; /* > 0; the probability is weight / denominator, see chance() */
};

/* The part of a running game that is not in its state. Initialise it with zeros, free it with
 * game_history_free. */
struct game_history {
    uint64_t *trail; /* keys of past events that were public, oldest first; apply() appends. A game
                        without GAME_TRAIL never reads them, but its bots may. */
    size_t trail_count, trail_capacity;
    char said[GAME_SAID_MAX]; /* GAME_SPEECH: written by read(), used by the apply() that follows */
};

void game_trail_grow(struct game_history *history); /* for game_trail_add */

static inline void game_trail_add(struct game_history *history, uint64_t key)
{
    if (history->trail_count == history->trail_capacity)
        game_trail_grow(history);
    history->trail[history->trail_count++] = key;
}

/* Makes `history` the same as `past`, or empty if that is NULL. */
void game_history_set(struct game_history *history, const struct game_history *past);
void game_history_free(struct game_history *history);

/* One option of a game: `name=value`. Its values are the words, the numbers from min to max, and,
 * if `free` is set, any text that start() accepts. */
struct game_option {
    const char *name;
    const char *about; /* marked for translation */
    const char *words; /* "off|on"; "" for none */
    int min, max;      /* min > max: no numbers */
    bool free;
    const char *default_value;
};

/* What is chosen before a game starts. */
struct game_settings {
    const struct game *game;
    int players;
    unsigned bots; /* bitmask of the seats that bots hold, seat 1 is bit 0: only people vote */
    char values[GAME_VALUES_MAX]; /* the options' values as text, one after the other, each with its
                                     NUL: game_value_at gives one, game_set changes one */
};

/* A view as whole numbers, for programs that learn. A game puts the numbers one after the other:
 * always the same ones in the same order for the same settings. Their names are collected on
 * request. */
struct game_numbers {
    int32_t value[GAME_NUMBERS_MAX];
    size_t count;
    struct lines *names; /* NULL: not asked for */
};

void game_number_name(struct game_numbers *numbers, const char *name, int index);

/* Puts a number; an index other than 0 becomes part of its name, as in "score 2". */
static inline void game_put_number(struct game_numbers *numbers, const char *name, int index,
                                   int value)
{
    if (numbers->names)
        game_number_name(numbers, name, index);
    numbers->value[numbers->count++] = value;
}

/* Puts several numbers at once, whose indexes are counted from 1. */
static inline void game_put_row(struct game_numbers *numbers, const char *name,
                                const int32_t value[], size_t count)
{
    for (size_t i = 0; numbers->names && i < count; i++)
        game_number_name(numbers, name, (int)i + 1);
    memcpy(numbers->value + numbers->count, value, count * sizeof *value);
    numbers->count += count;
}

struct game {
    const char *id;    /* "easycome": in records and on the command line */
    const char *title; /* as on the box */
    const char *about; /* one sentence, marked for translation */
    unsigned flags;    /* GAME_HIDDEN | … */
    int seats_min, seats_max;
    const struct game_option *options; /* ends with a NULL name */
    size_t state_size;                 /* bytes, at most GAME_STATE_MAX */
    size_t actions_max;                /* the maximum length of actions()'s list */
    size_t outcomes_max;               /* the maximum length of chance()'s list */

    /* Sets up a game. Returns false with a reason if the values, each of which is allowed, do not
     * go together. Sets every byte of the state, padding included, so that equal states are equal
     * bytes. There is no trail yet: a game with GAME_TRAIL adds its first key in its first apply().
     */
    bool (*start)(void *state, const struct game_settings *settings, struct text *why);

    /* Returns who moves: a seat from 1, GAME_CHANCE, GAME_ANYONE or GAME_OVER. */
    int (*mover)(const void *state);

    /* At GAME_ANYONE: how many seconds after the last dice the time is out, and what is done then:
     * the action that says so (`* time`), or one that the table takes for a seat which nothing but
     * that action can help (`4 pass`). 0 while the clock stands or if there is none, and in every
     * other state. */
    unsigned (*clock)(const void *state, game_action *time_out);

    /* Writes the legal actions of a seat to `out`, which has room for GAME_ACTIONS_MAX, and returns
     * their number: at least one for the mover, 0 for a seat that may not act. The rest of `out`
     * may be overwritten. At GAME_ANYONE these are the actions that a bot may choose from (people
     * may say more), and at least one seat has some. */
    size_t (*actions)(const void *state, int seat, game_action out[]);

    /* Whether the seat may do this too, though actions() has not listed it: at GAME_ANYONE the list
     * may be a selection. Any number may be asked for. */
    bool (*allows)(const void *state, int seat, game_action action);

    /* At GAME_CHANCE: writes the outcomes, all different, to `out`, which has room for
     * `outcomes_max`, and returns their number. The weights sum to the denominator. */
    size_t (*chance)(const void *state, struct game_outcome out[], uint64_t *denominator);

    /* At GAME_CHANCE: returns a random outcome with these probabilities. Faster than chance(). */
    game_action (*sample)(const void *state, struct rng *rng);

    /* Carries out a legal action and returns the number of turns it completes (games/NAME/ defines
     * a turn of each game). An illegal action is the caller's bug. `history` may be NULL for a game
     * with neither GAME_TRAIL nor GAME_SPEECH. */
    unsigned (*apply)(void *state, game_action action, struct game_history *history);

    /* Whether the player's action shows somebody a secret, so that it cannot be undone. An outcome
     * of chance can never be undone. */
    bool (*reveals)(const void *state, game_action action);

    /* At a chance node that is a ruling, which a record may leave out: sets the game's own ruling
     * and returns true. Returns false at every other state. At such a node read() may
     * accept a player's line too (a vote that an older lexicon asked for). */
    bool (*ruling)(const void *state, game_action *action);

    /* At GAME_OVER: writes each seat's share in sixtieths. They sum to GAME_WHOLE. */
    void (*result)(const void *state, uint8_t share[]);

    /* Blanks what the seat (or GAME_SPECTATOR) must not know. States that differ in nothing else
     * become equal bytes. mover(), actions() of that seat, write() and json() work on the result.
     */
    void (*hide)(void *state, int seat);

    /* Fills the blanks that hide() left: a random state among all that fit, each with its
     * probability. */
    void (*guess)(void *state, struct rng *rng);

    /* Appends the action, at the state before it, as the line `ACTOR WORDS` of a record. `?` stands
     * for what the viewer may not know. `history` is as read() left it, for a spoken word that is
     * in no list; otherwise it may be NULL. */
    void (*write)(const void *state, game_action action, const struct game_history *history,
                  int viewer, struct text *out);

    /* Parses the words after the actor. Accepts exactly what write() gives for a legal action, and
     * at GAME_ANYONE whatever may be said; for anything else returns false with a reason. `who` is
     * a seat or GAME_CHANCE, already checked against mover(). If the game has a load(): at a state
     * that hide() left it accepts what write() gives for that viewer, `?` and all. apply() can
     * carry that action out, and another hide() then leaves all but what was hidden in it. */
    bool (*read)(const void *state, int who, struct span words, game_action *action,
                 struct game_history *history, struct text *why);

    /* Writes the game's own members of the state's JSON into the open object: everything that a
     * board needs, so that the browser knows no rules. In a hidden state blanks are written as
     * such.
     */
    void (*json)(const void *state, struct json *json);

    /* For a game with secrets: makes the state that hide() left for the viewer from its JSON
     * (game_json), so that json(), mover(), observe() and the viewer's actions() are the same.
     * `state` holds a new game with the same settings. False if no state has that JSON.
     * game_loads_nothing: a client knows such a game by its lines alone. */
    bool (*load)(void *state, int viewer, struct span json);

    /* Puts what the seat's view says, as numbers. Seats in their names are counted from the viewer:
     * 1 is the seat itself, 2 the next one round the table. */
    void (*observe)(const void *view, int seat, struct game_numbers *out);

    /* Appends the position text; returns false if the game has none. */
    bool (*position)(const void *state, struct text *out);
};

/* Made by cmake/games.cmake from the folders games/NAME: all games, ending with NULL. */
extern const struct game *const game_list[];

/* The games by index from 0, those of the list and then those that were added; NULL behind the
 * last.
 */
const struct game *game_at(size_t index);

/* Adds a game from outside, which lasts as long as the process; one call at a time. */
enum { GAME_ADDED_MAX = 8 };
void game_add(const struct game *game);

/* The game of that id; NULL: none. */
const struct game *game_find(struct span id);

/* Appends the ids of the games that people see, with commas between them. */
void game_names(struct text *out);

/* Settings: the defaults; setting one value or the players, false with a reason if it is not
 * allowed (start() checks how the values go together); an option's value as text, or as a number
 * (-1 for a word). */
void game_defaults(const struct game *game, struct game_settings *settings);
bool game_set(const struct game *game, struct game_settings *settings, struct span name,
              struct span value, struct text *why);
bool game_set_players(const struct game *game, struct game_settings *settings, struct span number,
                      struct text *why);
const char *game_value(const struct game *game, const struct game_settings *settings,
                       const char *name);
const char *game_value_at(const struct game_settings *settings, int index);
int game_option_index(const struct game *game, const char *name); /* -1: none */
int game_number(const struct game *game, const struct game_settings *settings, const char *name);

/* Appends what an option accepts: `2..3`, `roll or 1..4`. */
void game_option_range(const struct game_option *option, struct text *out);

/* Whether the action is one of the seat's: listed by actions(), or allowed besides. */
bool game_is_legal(const struct game *game, const void *state, int seat, game_action action);

/* Parses a whole move line: checks that the actor may move, then read()s its words. */
bool game_read_line(const struct game *game, const void *state, struct span line,
                    game_action *action, struct game_history *history, struct text *why);

/* Appends the state as one JSON object: game, players, mover and result, then the game's own
 * members. For a viewer other than GAME_OPEN the state is hidden first, so that nothing can leak.
 */
void game_json(const struct game *game, const struct game_settings *settings, const void *state,
               int viewer, struct text *out);

/* The same for a game that has ended outside its rules, with these shares. NULL: it has not. */
void game_json_ended(const struct game *game, const struct game_settings *settings,
                     const void *state, int viewer, const uint8_t share[], struct text *out);

/* What everybody has if a seat forfeits, in sixtieths: the others share the game equally. */
void game_forfeit(int players, int seat, uint8_t share[]);

/* Room for any state. */
union game_state {
    alignas(max_align_t) unsigned char bytes[GAME_STATE_MAX];
};

/* Members of games that have no secrets, no position text, and so on. */
void game_hide_nothing(void *state, int seat);
void game_guess_nothing(void *state, struct rng *rng);
bool game_loads_nothing(void *state, int viewer, struct span json);
bool game_no_position(const void *state, struct text *out);
bool game_lists_all(const void *state, int seat, game_action action);
bool game_reveals_nothing(const void *state, game_action action);
bool game_no_ruling(const void *state, game_action *action);
unsigned game_no_clock(const void *state, game_action *time_out);

#endif
