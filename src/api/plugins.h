/* plugins.h: games and agents from outside (include/cornet/plugin.h), as the layers know them.
 *
 * What they return is checked here, since nothing behind this trusts less than our own rules: a
 * fault ends the program with a sentence, and a call of libcornet with a status (base/fault.h). The
 * program is made of these files too, and of nothing else in this folder. */
#ifndef CORNET_API_PLUGINS_H
#define CORNET_API_PLUGINS_H

#include <stdbool.h>

#include <cornet/plugin.h>

#include "base/text.h"
#include "game/game.h"

/* What is chosen before a game starts; a host of libcornet makes one, and start() is given one. */
struct cornet_setup {
    const struct game *game;
    struct game_settings settings;
};

/* Writes the sentence, if there is an error to write it to, and returns the status. */
__attribute__((format(printf, 3, 4))) cornet_status
library_fail(cornet_error *error, cornet_status status, const char *format, ...);

/* An argument that must not be NULL is. */
cornet_status library_null(cornet_error *error);

/* A host's generator as ours; one of zeros counts as started with 0. */
struct rng plugins_rng(const cornet_rng *rng);

/* Whether it is small letters and digits, a letter first, at most 31. */
bool plugins_is_name(const char *name);

/* Plays the game at random, and says what of its contract it breaks: CORNET_FAULT. */
cornet_status plugins_check(const struct game *game, cornet_error *error);

/* A fault: these two actions of one state cannot be told apart in a record. */
void plugins_same_words(const char *game, game_action a, game_action b, const char *words);

/* The position of a game from outside in a few words. */
void plugins_show(const void *state, struct text *out);

/* What the seat sees of a state of a game from outside; NULL if the game is one of ours. */
const void *plugins_view(const struct game *game, const void *state);

/* Held while something is registered. */
void plugins_lock(void);
void plugins_unlock(void);

#endif
