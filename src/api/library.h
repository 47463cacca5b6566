/* library.h: what the files of libcornet share.
 *
 * Everything a host program calls is here, in front of the layers above it; nothing in the tree
 * uses it. The functions check what they are given, since the layers do not, and run what allocates
 * under a guard, so that missing memory is a status. */
#ifndef CORNET_API_LIBRARY_H
#define CORNET_API_LIBRARY_H

#include <stdbool.h>

#include <cornet/cornet.h>

#include "agents/agent.h"
#include "api/plugins.h"
#include "base/guard.h"
#include "game/game.h"
#include "match/match.h"

struct cornet_match {
    struct match *match;
};

/* What a guarded call says of itself: the first member of what its body is given. */
struct library_call {
    bool refused;
    char reason[TEXT_WHY];
    struct text why;
};

/* Runs the body under a guard. If it fails or refuses, writes the sentence. */
cornet_status library_run(void (*body)(void *context), struct library_call *call,
                          cornet_error *error);

/* Writes the sentence, if there is an error to write it to, and returns the status. */
cornet_status library_fail(cornet_error *error, cornet_status status, const char *sentence);

/* An argument that must not be NULL is. */
cornet_status library_null(cornet_error *error);

/* How a guarded call ended, as a status with its sentence. */
cornet_status library_ended(enum guard_end end, const char *fault, cornet_error *error);

/* Whether it is a seat of a game with that many players; else the status and sentence of it. */
cornet_status library_check_seat(int seat, int players, cornet_error *error);
cornet_status library_check_viewer(int viewer, int players, cornet_error *error);

/* The lines as one text, each with its end of line. Allocates. */
char *library_join(const struct lines *lines);

/* A copy of a text. Allocates. */
char *library_copy(const char *text);

/* Our generator as a public one; plugins_rng is the other way round. */
void library_set_rng(cornet_rng *to, const struct rng *from);

/* Games are passed as they are. */
static inline const struct game *library_game(const cornet_game *game)
{
    return (const struct game *)game;
}

static inline const cornet_game *library_public_game(const struct game *game)
{
    return (const cornet_game *)game;
}

/* Whether the action is one of the mover's, of anybody's if anybody may act, or an outcome of
 * chance. Allocates. */
bool library_is_legal(const struct game *game, const void *state, int players, game_action action);

#endif
