/* plugin.h: games and agents from outside.
 *
 * A game is a table of functions over a flat state, without pointers in it: it is copied as bytes.
 * Dice are moves: at a chance state the game lists the outcomes, and `apply` is told which one it
 * was. An agent is a function that chooses among legal actions. Both can be registered by a host of
 * libcornet, or by a plugin: a shared object that exports cornet_plugin and links to nothing, since
 * it is given all it needs. `cornet --load ./mygame.so` then plays the game in every command.
 *
 * Registering is for the whole process and for good: the tables and all they point to must last as
 * long. A function that breaks what is said here (an actions list that is too long, a result that
 * does not sum to 1) makes the call that needed it fail with CORNET_FAULT; the program `cornet`
 * ends with the sentence. The functions may be called by several threads at a time. */
#ifndef CORNET_PLUGIN_H
#define CORNET_PLUGIN_H

#include <cornet/match.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of what a plugin and its host agree on. */
#define CORNET_PLUGIN_VERSION 1

/* Limits for games from outside. */
#define CORNET_STATE_MAX 2032    /* bytes of a state */
#define CORNET_OUTCOMES_MAX 4096 /* outcomes of one chance state */
#define CORNET_NUMBERS_MAX 256   /* numbers that a view is for a learner */

/* A text that is being written; cornet_text_print adds to it. */
typedef struct cornet_text cornet_text;

/* The rules of a game. Functions marked as optional may be NULL. */
typedef struct cornet_game_rules {
    size_t size;       /* sizeof(cornet_game_rules) */
    const char *id;    /* small letters and digits, at most 31 */
    const char *title; /* for people */
    const char *about; /* one sentence */
    unsigned flags;    /* CORNET_GAME_HIDDEN, CORNET_GAME_EXAMPLE */
    int players_min, players_max;
    const cornet_option *options; /* at most 8, ends with a NULL name; NULL: none */
    size_t state_size;
    size_t actions_max;  /* the largest number of legal actions at a state */
    size_t outcomes_max; /* of a chance state; 0 if there is none */
    size_t numbers;      /* how many numbers `observe` writes */

    /* Sets every byte of the state. Returns 1, or 0 with a reason if the options do not go
     * together. */
    int (*start)(void *state, const cornet_setup *setup, cornet_text *why);

    /* Who moves: a seat from 1, CORNET_CHANCE or CORNET_OVER. */
    int (*mover)(const void *state);

    /* Writes the legal actions of the seat that moves, at least one, and returns their number. */
    size_t (*actions)(const void *state, int seat, uint32_t *out);

    /* At a chance state: writes the outcomes, whose weights sum to the denominator, and returns
     * their number. Optional if outcomes_max is 0. */
    size_t (*chance)(const void *state, cornet_outcome *out, uint64_t *denominator);

    /* Carries out a legal action. Returns how many turns that completes. */
    unsigned (*apply)(void *state, uint32_t action);

    /* At the end: writes each seat's share, which sum to 1, to elements 1 to the number of players.
     * Shares are whole sixtieths. */
    void (*result)(const void *state, double *share);

    /* The words of a legal action, as in a record after the actor: "keep 22". No two legal actions
     * of a state have the same. For a viewer who may not know it, "?" stands for a secret. */
    void (*write)(const void *state, uint32_t action, int viewer, cornet_text *out);

    /* The position in a few words, for people. */
    void (*show)(const void *state, cornet_text *out);

    /* What the seat's view says, as numbers: always as many. Optional if `numbers` is 0. */
    void (*observe)(const void *view, int seat, int32_t *out);

    /* Blanks what the seat (0: a spectator) must not know: states that differ in nothing else
     * become equal bytes. mover(), the seat's own actions() and show() work on the result. Optional
     * without CORNET_GAME_HIDDEN. */
    void (*hide)(void *state, int seat);

    /* Fills the blanks at random. Hidden again from the same seat, it is the same view. Optional
     * without CORNET_GAME_HIDDEN. */
    void (*guess)(void *state, cornet_rng *rng);
} cornet_game_rules;

/* What an agent is asked. */
typedef struct cornet_turn {
    size_t size;      /* sizeof(cornet_turn), set by the host */
    const char *game; /* the game's id */
    int seat;         /* who is asked */
    const void *view; /* what the seat sees of the state, if the game is from outside; else NULL */
    const int32_t *numbers; /* what the seat sees, as numbers (<cornet/batch.h> has their names) */
    size_t number_count;
    const uint32_t *actions; /* the legal ones, at least two */
    size_t action_count;
    const void *inner; /* the host's own, for cornet_turn_line */
} cornet_turn;

/* An agent. */
typedef struct cornet_agent_rules {
    size_t size;       /* sizeof(cornet_agent_rules) */
    const char *name;  /* small letters and digits, at most 31 */
    const char *about; /* one sentence */
    const char *game;  /* the id of the only game it plays; NULL: every game */

    /* What one bot remembers; optional, both or neither. */
    void *(*open)(void);
    void (*close)(void *memory);

    /* The index from 0 of the action it chooses. `memory` is what `open` returned, or NULL. */
    size_t (*choose)(void *memory, const cornet_turn *turn, cornet_rng *rng);
} cornet_agent_rules;

/* Registers a game, which can then be found by its id. Refused if the id is taken, or if there are
 * already eight games from outside. Before that a few hundred moves are played at random, with the
 * fewest and the most players: CORNET_FAULT, with what and where, if a function breaks what is said
 * above, two actions have the same words, or what a seat sees does not go with what it is told or
 * with what guess() makes of it. From any thread; the game's functions must not register anything.
 */
CORNET_API cornet_status cornet_game_register(const cornet_game_rules *rules, cornet_error *error);

/* Registers an agent, which can then be named wherever an agent is. Refused if the name is taken
 * for that game, or if there are already 32 agents from outside. From any thread. */
CORNET_API cornet_status cornet_agent_register(const cornet_agent_rules *rules,
                                               cornet_error *error);

/* Adds to a text as printf does. For the functions of a game. */
CORNET_API void cornet_text_print(cornet_text *text, const char *format, ...);

/* Writes the line of an action of the turn, `1 keep 22`, by its index. For the functions of an
 * agent. */
CORNET_API void cornet_turn_line(const cornet_turn *turn, size_t index, char *line, size_t size);

/* Loads a plugin and lets it register what it has. A path without a slash is one in this folder.
 * Plugins stay loaded. From any thread. */
CORNET_API cornet_status cornet_plugin_load(const char *path, cornet_error *error);

/* What a plugin is given: the functions of libcornet that it may call. */
typedef struct cornet_host {
    size_t size; /* sizeof(cornet_host) */
    int version; /* CORNET_PLUGIN_VERSION */
    cornet_status (*game_register)(const cornet_game_rules *rules, cornet_error *error);
    cornet_status (*agent_register)(const cornet_agent_rules *rules, cornet_error *error);
    void (*text_print)(cornet_text *text, const char *format, ...);
    void (*turn_line)(const cornet_turn *turn, size_t index, char *line, size_t size);
    int (*setup_players)(const cornet_setup *setup);
    const char *(*setup_option)(const cornet_setup *setup, const char *name);
    uint32_t (*rng_below)(cornet_rng *rng, uint32_t bound);
} cornet_host;

/* What a plugin exports under the name cornet_plugin: registers its games and agents. `host` lasts
 * as long as the process. A plugin whose CORNET_PLUGIN_VERSION is not the host's must return
 * CORNET_REFUSED with a sentence. */
typedef cornet_status cornet_plugin_function(const cornet_host *host, cornet_error *error);

#ifdef __cplusplus
}
#endif

#endif
