/* game.h: games, and their settings before the start. */
#ifndef CORNET_GAME_H
#define CORNET_GAME_H

#include <cornet/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The rules of a game. Games are never freed and never change. Any thread may use them. */
typedef struct cornet_game cornet_game;

/* Flags of a game. */
#define CORNET_GAME_HIDDEN 1u  /* seats have secrets */
#define CORNET_GAME_SPEECH 4u  /* players may say words that are in no list */
#define CORNET_GAME_EXAMPLE 8u /* for programmers: not shown among the games to play */

/* An option of a game. Its values are the words, the numbers from min to max if min <= max, and any
 * text that the game accepts if `free_text` is 1. The game owns the texts. */
typedef struct cornet_option {
    const char *name;
    const char *about;
    const char *words; /* "off|on"; "" for none */
    const char *default_value;
    int min, max;
    int free_text;
} cornet_option;

/* The game with this id, for example "easycome"; NULL if there is none. Callable from any thread.
 */
CORNET_API const cornet_game *cornet_game_find(const char *id);

/* The game with this index, from 0; NULL after the last. Registered games come last. Callable from
 * any thread. */
CORNET_API const cornet_game *cornet_game_at(size_t index);

/* The id of a game, as in records and on the command line. */
CORNET_API const char *cornet_game_id(const cornet_game *game);

/* The title of a game, as on its box. */
CORNET_API const char *cornet_game_title(const cornet_game *game);

/* One sentence about a game, in the language of the process. */
CORNET_API const char *cornet_game_about(const cornet_game *game);

/* The flags of a game: CORNET_GAME_HIDDEN and so on. */
CORNET_API unsigned cornet_game_flags(const cornet_game *game);

/* The minimum number of players. */
CORNET_API int cornet_game_players_min(const cornet_game *game);

/* The maximum number of players. */
CORNET_API int cornet_game_players_max(const cornet_game *game);

/* Writes the option with this index, from 0. Returns 1, or 0 after the last. */
CORNET_API int cornet_game_option(const cornet_game *game, size_t index, cornet_option *option);

/* Action ids: stable numbers of the actions of seats, from 0 to cornet_game_ids - 1, for learning
 * programs. They are the same for all options and numbers of players. An id means the same in every
 * state and in every later version; new ids are added at the end. Seats and squares in an id are
 * those of the seat that acts: seat 1 is itself, as in the numbers of a view (batch.h). In Thémots
 * a word's id is its rank among the words on offer, since the lexicon grows. In a registered game
 * an action's id is its place in the list of legal actions. */
CORNET_API size_t cornet_game_ids(const cornet_game *game);

/* The meaning of an id in a few words, for example "keep 22". Free it with cornet_free. */
CORNET_API cornet_status cornet_game_id_name(const cornet_game *game, size_t id, char **name,
                                             cornet_error *error);

/* The settings of a game before its start: the game, the number of players, the options. */
typedef struct cornet_setup cornet_setup;

/* Makes a setup with the minimum number of players and default options. Free it with
 * cornet_setup_free. */
CORNET_API cornet_status cornet_setup_new(const cornet_game *game, cornet_setup **setup,
                                          cornet_error *error);

/* Frees a setup. Matches and batches made from it do not need it. NULL is allowed. */
CORNET_API void cornet_setup_free(cornet_setup *setup);

/* The game of a setup. */
CORNET_API const cornet_game *cornet_setup_game(const cornet_setup *setup);

/* Sets the number of players. */
CORNET_API cornet_status cornet_setup_set_players(cornet_setup *setup, int players,
                                                  cornet_error *error);

/* The number of players. */
CORNET_API int cornet_setup_players(const cornet_setup *setup);

/* Sets an option. Combinations of options are checked when a match or a batch is made. */
CORNET_API cornet_status cornet_setup_set_option(cornet_setup *setup, const char *name,
                                                 const char *value, cornet_error *error);

/* The value of an option, valid until the setup changes; NULL if there is no such option. */
CORNET_API const char *cornet_setup_option(const cornet_setup *setup, const char *name);

#ifdef __cplusplus
}
#endif

#endif
