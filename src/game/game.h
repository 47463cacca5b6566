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
 * 4. Past events that a rule depends on, and a spoken word that is in no list, are stored beside
 *    the state in a `struct game_history`. The caller owns it.
 * 5. Every game sets every member of `struct game`; a game without secrets uses game_hide_nothing,
 *    and so on. Callers never test for NULL.
 *
 * games/template/rules.c is the smallest complete example; docs/develop/adding-a-game.md explains
 * how to add a game. */
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
#define GAME_NUMBERS_MAX 256 /* numbers in a view (struct game_numbers) */
#define GAME_IDS_MAX 4096    /* action ids of one game */

/* Values of mover() other than a seat (1 to 6). */
enum {
    GAME_CHANCE = 0,
    GAME_ANYONE = -1, /* simultaneous play: any seat may act, and so may the clock (`* time`) */
    GAME_OVER = -2,
};

/* Viewers of a text or a state other than a seat. */
enum {
    GAME_SPECTATOR = 0, /* sees public information only */
    GAME_OPEN = -1,     /* sees everything, as in a record */
};

/* Shares of a result are in sixtieths, so that 1 to 6 winners share the game exactly. */
#define GAME_WHOLE 60

/* Flags of a game. */
enum {
    GAME_HIDDEN = 1,  /* seats have secrets; without this flag hide() changes nothing */
    GAME_TRAIL = 2,   /* apply() needs the trail */
    GAME_SPEECH = 4,  /* players may say words that are in no list: read() and apply() use `said` */
    GAME_EXAMPLE = 8, /* for programmers: not shown among the games to play */
    GAME_DRAWS = 16,  /* two players may agree to a draw; not together with GAME_HIDDEN */
};

#define GAME_APART 0x80000000u
typedef uint32_t game_action; /* only the game itself knows the meaning of the bits */

struct game_outcome {
    game_action action;
    uint64_t weight; /* > 0; the probability is weight / denominator, see chance() */
};

/* The part of a running game that is not in its state. Initialise it with zeros, free it with
 * game_history_free. */
struct game_history {
    uint64_t *trail; /* keys of past public events, oldest first; apply() appends. Only games with
                        GAME_TRAIL read them, but bots of any game may. */
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
 * if `free` is set, any text that start() accepts. A row uses designated initialisers, except for
 * the first three members. */
struct game_option {
    const char *name;
    const char *about; /* marked for translation */
    const char *words; /* "off|on"; "" for none */
    int min, max;      /* min > max: no numbers */
    bool free;
    const char *default_value;
    const char *people_value; /* default of a table with people; NULL: default_value */
    const char *clock_value;  /* of one with a clock and nobody but people; NULL: people_value */
};

/* The choices made before a game starts. */
struct game_settings {
    const struct game *game;
    int players;
    unsigned bots; /* bitmask of the bots' seats, bit 0 is seat 1: bots do not vote */
    char values[GAME_VALUES_MAX]; /* the options' values as text, one after the other, each with its
                                     NUL: game_value_at gives one, game_set changes one */
};

/* A view as integers, for learning programs. With the same settings a game always puts the same
 * numbers in the same order. Their names are collected on request. */
struct game_numbers {
    int32_t value[GAME_NUMBERS_MAX];
    size_t count;
    struct lines *names; /* NULL: not requested */
};

void game_number_name(struct game_numbers *numbers, const char *name, int index);

/* Appends a number; an index other than 0 becomes part of its name, as in "score 2". */
static inline void game_put_number(struct game_numbers *numbers, const char *name, int index,
                                   int value)
{
    if (numbers->names)
        game_number_name(numbers, name, index);
    numbers->value[numbers->count++] = value;
}

/* Appends several numbers, with indexes from 1. */
static inline void game_put_row(struct game_numbers *numbers, const char *name,
                                const int32_t value[], size_t count)
{
    for (size_t i = 0; numbers->names && i < count; i++)
        game_number_name(numbers, name, (int)i + 1);
    memcpy(numbers->value + numbers->count, value, count * sizeof *value);
    numbers->count += count;
}

/* Counts of a playout. */
struct game_tally {
    uint64_t moves;     /* actions of seats and outcomes of chance */
    uint64_t turns;     /* as apply() returns them */
    uint64_t decisions; /* actions of seats that had a choice */
    uint64_t forced;    /* actions of seats that had none */
};

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

    /* Sets up a game. Each value is allowed by itself; returns false with a reason if they cannot
     * be combined. Sets every byte of the state, padding included, so that equal states are equal
     * bytes. There is no trail yet: a game with GAME_TRAIL adds its first key in its first apply().
     */
    bool (*start)(void *state, const struct game_settings *settings, struct text *why);

    /* Returns who moves: a seat from 1, GAME_CHANCE, GAME_ANYONE or GAME_OVER. */
    int (*mover)(const void *state);

    /* At GAME_ANYONE: returns the time limit, in seconds after the last dice, and sets the action
     * to apply when it expires: `* time`, or an action for a seat that can do nothing else (`4
     * pass`). 0 if no clock runs, and in every other state. With GAME_APART that clock stands for a
     * while, as during a vote, and the seconds count from the beginning of that while. */
    unsigned (*clock)(const void *state, game_action *time_out);

    /* Writes the legal actions of a seat to `out`, which has room for GAME_ACTIONS_MAX, and returns
     * their number: at least one for the mover, 0 for a seat that may not act. The rest of `out`
     * may be overwritten. At GAME_ANYONE these are the actions that a bot may choose from; people
     * may say more. At least one seat then has some. */
    size_t (*actions)(const void *state, int seat, game_action out[]);

    /* Whether an action that actions() did not list is legal too: at GAME_ANYONE the list may be
     * incomplete. `action` may be any number. */
    bool (*allows)(const void *state, int seat, game_action action);

    /* At GAME_CHANCE: writes the outcomes, all different, to `out`, which has room for
     * `outcomes_max`, and returns their number. The weights sum to the denominator. */
    size_t (*chance)(const void *state, struct game_outcome out[], uint64_t *denominator);

    /* At GAME_CHANCE: returns a random outcome with the probabilities of chance(), but faster. */
    game_action (*sample)(const void *state, struct rng *rng);

    /* Carries out a legal action and returns the number of turns it completes (games/NAME/ defines
     * a turn of each game). An illegal action is the caller's bug. `history` may be NULL for a game
     * with neither GAME_TRAIL nor GAME_SPEECH. */
    unsigned (*apply)(void *state, game_action action, struct game_history *history);

    /* Plays on at random: every legal action of a seat is equally likely, and chance draws as in
     * sample(). Ends after `most` moves, or when the game is over, and adds to the counts. Faster
     * than its parts called one by one (playout.h). Only for games without GAME_ANYONE;
     * game_no_play_out plays nothing, and the caller then plays move by move. */
    void (*play_out)(void *state, uint64_t most, struct game_history *history, struct rng *rng,
                     struct game_tally *tally);

    /* Whether the action reveals a secret to somebody and therefore cannot be undone. Outcomes of
     * chance can never be undone. */
    bool (*reveals)(const void *state, game_action action);

    /* At a chance node that is a ruling (a record may omit its line): sets the game's default
     * ruling and returns true. Returns false in every other state. At such a node read() may accept
     * a player's line too (a vote that an older lexicon asked for). */
    bool (*ruling)(const void *state, game_action *action);

    /* At GAME_CHANCE: the seat whose player throws these dice by hand, so that a table may wait for
     * it. 0 in every other state: for cards, for rulings, and if the player has just chosen to
     * throw. */
    int (*thrower)(const void *state);

    /* At GAME_OVER: writes each seat's share in sixtieths. They sum to GAME_WHOLE. */
    void (*result)(const void *state, uint8_t share[]);

    /* Blanks everything that the seat (or GAME_SPECTATOR) must not know. States that differ only
     * there become equal bytes. mover(), actions() of that seat, write() and json() work on the
     * result. */
    void (*hide)(void *state, int seat);

    /* Fills the blanks that hide() left: draws one of the states that fit, with their true
     * probabilities. */
    void (*guess)(void *state, struct rng *rng);

    /* Appends the action, at the state before it, as the line `ACTOR WORDS` of a record. Parts that
     * the viewer may not know are written as `?`. For a spoken word that is in no list, `history`
     * is as read() left it; otherwise it may be NULL. */
    void (*write)(const void *state, game_action action, const struct game_history *history,
                  int viewer, struct text *out);

    /* Parses the words after the actor. Accepts exactly the output of write() for legal actions,
     * and at GAME_ANYONE also other spoken words; returns false with a reason for anything else.
     * `who` is a seat or GAME_CHANCE, already checked against mover(). If the game has a load(),
     * then in a hidden state read() accepts the output of write() for that viewer, including `?`.
     * apply() accepts that action, and a second hide() removes only its hidden parts. */
    bool (*read)(const void *state, int who, struct span words, game_action *action,
                 struct game_history *history, struct text *why);

    /* Writes the game's own members of the state's JSON into the open object: everything needed to
     * draw the board, so that the browser needs no rules. Blanks of a hidden state are written as
     * blanks. */
    void (*json)(const void *state, struct json *json);

    /* For a game with secrets: rebuilds the viewer's hidden state from its JSON (game_json), so
     * that json(), mover(), observe() and the viewer's actions() give the same results. `state`
     * holds a new game with the same settings. False if no state has that JSON. With
     * game_loads_nothing, clients follow the game by its lines alone. */
    bool (*load)(void *state, int viewer, struct span json);

    /* Appends the seat's view as numbers. Seats in their names are relative to the viewer: 1 is the
     * seat itself, 2 the next in seat order. */
    void (*observe)(const void *view, int seat, struct game_numbers *out);

    /* Appends the position text; returns false if the game has none. */
    bool (*position)(const void *state, struct text *out);

    /* Action ids: the names of actions for learning programs, as numbers from 0 to `ids` - 1. They
     * are the same for all options and numbers of players, and mean the same in every state: an id
     * keeps its meaning for ever, and new ones are added at the end (the table is
     * games/NAME/tests/golden/ids.txt). Seats and squares in them are the seat's own, as in
     * observe(). Writes the ids, all different, of the actions that actions() lists for the seat,
     * in that order. The state may be the full one or the seat's view. */
    size_t ids;
    void (*list_ids)(const void *state, int seat, const game_action list[], size_t count,
                     uint16_t id[]);

    /* Appends the meaning of an id below `ids`, in a few words: "keep 22". */
    void (*id_name)(unsigned id, struct text *out);
};

/* All games, ending with NULL; generated by cmake/games.cmake from the folders games/NAME. */
extern const struct game *const game_list[];

/* The games by index from 0: first those of game_list, then those added with game_add; NULL after
 * the last. */
const struct game *game_at(size_t index);

/* Adds an external game, which must live as long as the process. Not thread-safe. */
enum { GAME_ADDED_MAX = 8 };
void game_add(const struct game *game);

/* The game with this id; NULL if there is none. */
const struct game *game_find(struct span id);

/* Appends the ids of the games shown to players, separated by commas. */
void game_names(struct text *out);

/* Settings. game_set and game_set_players return false with a reason if the value is not allowed;
 * start() checks the combination. game_value gives an option's value as text, game_number as a
 * number (-1 for a word). game_people_defaults changes only options whose default differs if people
 * play; `clocked`: with a clock, and without bots. */
void game_defaults(const struct game *game, struct game_settings *settings);
void game_people_defaults(const struct game *game, struct game_settings *settings, bool clocked);
bool game_set(const struct game *game, struct game_settings *settings, struct span name,
              struct span value, struct text *why);
bool game_set_players(const struct game *game, struct game_settings *settings, struct span number,
                      struct text *why);
const char *game_value(const struct game *game, const struct game_settings *settings,
                       const char *name);
const char *game_value_at(const struct game_settings *settings, int index);
int game_option_index(const struct game *game, const char *name); /* -1: none */
int game_number(const struct game *game, const struct game_settings *settings, const char *name);

/* Appends the values that an option accepts: `2..3`, `roll or 1..4`. */
void game_option_range(const struct game_option *option, struct text *out);

/* Whether the seat may do this: actions() lists it, or allows() accepts it. */
bool game_is_legal(const struct game *game, const void *state, int seat, game_action action);

/* The listed action of the seat that has this id; false if there is none. */
bool game_find_id(const struct game *game, const void *state, int seat, unsigned id,
                  game_action *action);

/* Parses a whole move line: checks that the actor may move, then calls read(). */
bool game_read_line(const struct game *game, const void *state, struct span line,
                    game_action *action, struct game_history *history, struct text *why);

/* Appends the state as one JSON object: game, players, mover and result, then the game's own
 * members. For a viewer other than GAME_OPEN the state is hidden first, so that nothing can leak.
 */
void game_json(const struct game *game, const struct game_settings *settings, const void *state,
               int viewer, struct text *out);

/* The same for a game that ended outside its rules, with these shares; NULL if it did not. */
void game_json_ended(const struct game *game, const struct game_settings *settings,
                     const void *state, int viewer, const uint8_t share[], struct text *out);

/* The shares, in sixtieths, after a seat forfeits: the others share the game equally. */
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
void game_no_play_out(void *state, uint64_t most, struct game_history *history, struct rng *rng,
                      struct game_tally *tally);
bool game_no_ruling(const void *state, game_action *action);
int game_no_thrower(const void *state);
unsigned game_no_clock(const void *state, game_action *time_out);
/* Ids without a lasting meaning, for games that have no others: the place in the list. */
void game_id_place(const void *state, int seat, const game_action list[], size_t count,
                   uint16_t id[]);
void game_name_place(unsigned id, struct text *out);

#endif
