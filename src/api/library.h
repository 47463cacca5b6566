/* library.h: what the files of libcornet share.
 *
 * Everything a host program calls is here, in front of the layers above it; nothing in the tree
 * uses it. The functions check what they are given, since the layers do not. A function that runs a
 * game or an agent, which may be from outside, watches for faults between library_begin and
 * library_end. */
#ifndef CORNET_API_LIBRARY_H
#define CORNET_API_LIBRARY_H

#include <stdbool.h>

#include <cornet/cornet.h>

#include "agents/agent.h"
#include "api/plugins.h"
#include "base/fault.h"
#include "game/game.h"
#include "match/match.h"

struct cornet_match {
    struct match *match;
};

/* A call that watches for faults, with the reason if what it does is refused. */
struct library_call {
    struct fault fault;
    char reason[TEXT_WHY];
    struct text why;
};

void library_begin(struct library_call *call);

/* CORNET_FAULT after a fault, CORNET_REFUSED if it is not `done`, each with its sentence. */
cornet_status library_end(struct library_call *call, bool done, cornet_error *error);

/* The same for a call that makes a text or, if it is not refused, a match. The host gets it if the
 * status is CORNET_OK; otherwise it is freed, and the host gets NULL. */
cornet_status library_end_text(struct library_call *call, bool done, char *made, char **text,
                               cornet_error *error);
cornet_status library_end_match(struct library_call *call, struct match *made, cornet_match **match,
                                cornet_error *error);

/* Whether it is a seat of a game with that many players; else the status and sentence of it. */
cornet_status library_check_seat(int seat, int players, cornet_error *error);
cornet_status library_check_viewer(int viewer, int players, cornet_error *error);

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
 * chance; else the reason. */
bool library_is_legal(const struct game *game, const void *state, int players, game_action action,
                      struct text *why);

#endif
