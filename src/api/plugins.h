/* plugins.h: games and agents from outside (include/cornet/plugin.h), as the layers know them.
 *
 * What they return is checked here, since nothing behind this trusts less than our own rules: a
 * fault ends the guarded call or the program with a sentence (base/guard.h). */
#ifndef CORNET_API_PLUGINS_H
#define CORNET_API_PLUGINS_H

#include <stdarg.h>
#include <stdbool.h>

#include <cornet/plugin.h>

#include "base/text.h"
#include "game/game.h"

/* What is chosen before a game starts; a host of libcornet makes one, and start() is given one. */
struct cornet_setup {
    const struct game *game;
    struct game_settings settings;
};

/* The members of cornet_host. */
cornet_status plugins_add_game(const cornet_game_rules *rules, cornet_error *error);
cornet_status plugins_add_agent(const cornet_agent_rules *rules, cornet_error *error);
void plugins_print(cornet_text *text, const char *format, ...);
void plugins_print_list(cornet_text *text, const char *format, va_list arguments);
void plugins_line(const cornet_turn *turn, size_t index, char *line, size_t size);
int plugins_players(const cornet_setup *setup);
const char *plugins_option(const cornet_setup *setup, const char *name);
uint32_t plugins_below(cornet_rng *rng, uint32_t bound);

/* A host's generator as ours; one of zeros counts as started with 0. */
struct rng plugins_rng(const cornet_rng *rng);

/* Loads a shared object and lets it register what it has. */
cornet_status plugins_load(const char *path, cornet_error *error);

/* Writes the sentence, if there is an error to write it to, and returns CORNET_REFUSED. */
__attribute__((format(printf, 2, 3))) cornet_status plugins_refuse(cornet_error *error,
                                                                   const char *format, ...);

/* Whether it is small letters and digits, a letter first, at most 31. */
bool plugins_is_name(const char *name);

/* Plays the game at random, and says what of its contract it breaks: CORNET_FAULT. */
cornet_status plugins_check(const struct game *game, cornet_error *error);

/* Ends the guarded call: these two actions of one state cannot be told apart in a record. */
_Noreturn void plugins_same_words(const struct game *game, game_action a, game_action b,
                                  const char *words);

/* The position in a few words, if the game is from outside. */
void plugins_show(const struct game *game, const void *state, struct text *out);

/* What the seat sees of a state of a game from outside; NULL if the game is one of ours. */
const void *plugins_view(const struct game *game, const void *state);

/* Held while something is registered. */
void plugins_lock(void);
void plugins_unlock(void);

#endif
