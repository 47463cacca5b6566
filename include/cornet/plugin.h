/* plugin.h: games and agents from plugins and from the host program.
 *
 * A game is a table of functions over a flat state. The state is copied as bytes, so it has no
 * pointers. Dice are moves: at a chance state the game lists the outcomes, and `apply` receives one
 * of them. An agent is a function that chooses a legal action.
 *
 * A host of libcornet can register games and agents. So can a plugin: a shared object that exports
 * cornet_plugin. It links to nothing, because the host passes in all functions it needs. `cornet
 * --load ./mygame.so` makes the game available in every command.
 *
 * Registration lasts as long as the process, so the tables and all their pointers must stay valid.
 * If a function breaks a rule below (too many actions, shares that do not sum to 1), the call that
 * needed it returns CORNET_FAULT. The program `cornet` then ends with the message. Several threads
 * may call the functions at the same time. */
#ifndef CORNET_PLUGIN_H
#define CORNET_PLUGIN_H

#include <cornet/match.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of the interface between a plugin and its host. */
#define CORNET_PLUGIN_VERSION 1

/* Limits of registered games. */
#define CORNET_STATE_MAX 2032    /* bytes of a state */
#define CORNET_OUTCOMES_MAX 4096 /* outcomes of one chance state */
#define CORNET_NUMBERS_MAX 256   /* numbers in a view */

/* A text under construction; cornet_text_print appends to it. */
typedef struct cornet_text cornet_text;

/* The rules of a game. Optional functions may be NULL. */
typedef struct cornet_game_rules {
    size_t size;       /* sizeof(cornet_game_rules) */
    const char *id;    /* lower-case letters and digits, at most 31 */
    const char *title; /* for people */
    const char *about; /* one sentence */
    unsigned flags;    /* CORNET_GAME_HIDDEN, CORNET_GAME_EXAMPLE */
    int players_min, players_max;
    const cornet_option *options; /* at most 8, ends with a NULL name; NULL: none */
    size_t state_size;
    size_t actions_max;  /* the largest number of legal actions at a state */
    size_t outcomes_max; /* of a chance state; 0 if there is none */
    size_t numbers;      /* numbers that `observe` writes */

    /* Sets every byte of the state. Returns 1, or 0 with a reason if the options contradict each
     * other. */
    int (*start)(void *state, const cornet_setup *setup, cornet_text *why);

    /* The mover: a seat from 1, CORNET_CHANCE or CORNET_OVER. */
    int (*mover)(const void *state);

    /* Writes the legal actions of the mover, at least one, and returns their number. */
    size_t (*actions)(const void *state, int seat, uint32_t *out);

    /* At a chance state: writes the outcomes, whose weights sum to the denominator, and returns
     * their number. Optional if outcomes_max is 0. */
    size_t (*chance)(const void *state, cornet_outcome *out, uint64_t *denominator);

    /* Plays a legal action. Returns the number of turns that it completes. */
    unsigned (*apply)(void *state, uint32_t action);

    /* After the end: writes each seat's share to elements 1 to the number of players. Shares are
     * multiples of 1/60 and sum to 1. */
    void (*result)(const void *state, double *share);

    /* The words of a legal action, as in a record after the actor: "keep 22". All legal actions of
     * a state have different words. "?" replaces a secret that the viewer may not know. */
    void (*write)(const void *state, uint32_t action, int viewer, cornet_text *out);

    /* The position in a few words, for people. */
    void (*show)(const void *state, cornet_text *out);

    /* Writes the seat's view as numbers, always `numbers` of them. Optional if `numbers` is 0. */
    void (*observe)(const void *view, int seat, int32_t *out);

    /* Removes everything that the seat (0: a spectator) must not know. States that differ in
     * nothing else become equal bytes. mover(), the seat's own actions() and show() work on the
     * result. Optional without CORNET_GAME_HIDDEN. */
    void (*hide)(void *state, int seat);

    /* Fills the removed parts at random. Hiding the result from the same seat gives the same view.
     * Optional without CORNET_GAME_HIDDEN. */
    void (*guess)(void *state, cornet_rng *rng);
} cornet_game_rules;

/* A question to an agent. */
typedef struct cornet_turn {
    size_t size;            /* sizeof(cornet_turn), set by the host */
    const char *game;       /* the game's id */
    int seat;               /* the seat that chooses */
    const void *view;       /* the seat's view of the state, for a registered game; else NULL */
    const int32_t *numbers; /* the seat's view as numbers (<cornet/batch.h> names them) */
    size_t number_count;
    const uint32_t *actions; /* the legal ones, at least two */
    size_t action_count;
    const void *inner; /* private to the host, for cornet_turn_line */
} cornet_turn;

/* An agent. */
typedef struct cornet_agent_rules {
    size_t size;       /* sizeof(cornet_agent_rules) */
    const char *name;  /* lower-case letters and digits, at most 31 */
    const char *about; /* one sentence */
    const char *game;  /* the id of the only game it plays; NULL: every game */

    /* Make and free the memory of one bot. Optional, both or neither. */
    void *(*open)(void);
    void (*close)(void *memory);

    /* The index, from 0, of the chosen action. `memory` is the result of `open`, or NULL. */
    size_t (*choose)(void *memory, const cornet_turn *turn, cornet_rng *rng);
} cornet_agent_rules;

/* Registers a game under its id. Refused if the id is taken, or if eight games are registered.
 * First, a few hundred random moves are played with the minimum and maximum number of players. The
 * result is CORNET_FAULT, with a description, if a function breaks a rule above or two actions have
 * the same words. It is also CORNET_FAULT if the lines that a seat receives tell it more or less
 * than hide() leaves in its view, or if guess() changes this view. Callable from any thread; the
 * game's functions must not register anything. */
CORNET_API cornet_status cornet_game_register(const cornet_game_rules *rules, cornet_error *error);

/* Registers an agent. Refused if the name is taken for that game, or if 32 agents are registered.
 * Callable from any thread. */
CORNET_API cornet_status cornet_agent_register(const cornet_agent_rules *rules,
                                               cornet_error *error);

/* Appends to a text like printf. For the functions of a game. */
CORNET_API void cornet_text_print(cornet_text *text, const char *format, ...);

/* Writes the line of the action with this index, `1 keep 22`. For the functions of an agent. */
CORNET_API void cornet_turn_line(const cornet_turn *turn, size_t index, char *line, size_t size);

/* Loads a plugin, which then registers its games and agents. A path without a slash is in the
 * current folder. Plugins stay loaded. Callable from any thread. */
CORNET_API cornet_status cornet_plugin_load(const char *path, cornet_error *error);

/* The functions of libcornet that a plugin may call. */
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

/* The function that a plugin exports as cornet_plugin. It registers the plugin's games and agents.
 * `host` is valid as long as the process. If CORNET_PLUGIN_VERSION is not the host's version,
 * return CORNET_REFUSED with a message. */
typedef cornet_status cornet_plugin_function(const cornet_host *host, cornet_error *error);

#ifdef __cplusplus
}
#endif

#endif
