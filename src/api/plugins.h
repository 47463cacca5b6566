/* plugins.h: wraps external games and agents (include/cornet/plugin.h) for the other layers.
 *
 * Their results are checked here, since the other layers trust games completely. A fault ends the
 * program with a sentence, and a call of libcornet with an error status (base/fault.h). The program
 * includes these files, and nothing else of this folder. */
#ifndef CORNET_API_PLUGINS_H
#define CORNET_API_PLUGINS_H

#include <stdbool.h>

#include <cornet/plugin.h>

#include "base/text.h"
#include "game/game.h"

/* The choices before a game starts; created by a host of libcornet, and passed to start(). */
struct cornet_setup {
    const struct game *game;
    struct game_settings settings;
};

/* Writes the sentence to `error`, if it is not NULL, and returns the status. */
__attribute__((format(printf, 3, 4))) cornet_status
library_fail(cornet_error *error, cornet_status status, const char *format, ...);

/* The status for an argument that must not be NULL. */
cornet_status library_null(cornet_error *error);

/* Converts a host's generator to ours; all zeros means seed 0. */
struct rng plugins_rng(const cornet_rng *rng);

/* Whether the name has at most 31 lower-case letters and digits, a letter first. */
bool plugins_is_name(const char *name);

/* Plays random games to check the contract; returns CORNET_FAULT with the violation. */
cornet_status plugins_check(const struct game *game, cornet_error *error);

/* Reports a fault: two actions of one state have the same text in a record. */
void plugins_same_words(const char *game, game_action a, game_action b, const char *words);

/* The position of a game from outside in a few words. */
void plugins_show(const void *state, struct text *out);

/* The seat's view of a state of an external game; NULL for a built-in game. */
const void *plugins_view(const struct game *game, const void *state);

/* Held while something is registered. */
void plugins_lock(void);
void plugins_unlock(void);

#endif
