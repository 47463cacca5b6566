/* <cornet/base.h>, and what the other files of the library share. */
#include <stdlib.h>
#include <string.h>

#include "api/library.h"
#include "base/lang.h"
#include "base/memory.h"
#include "base/rng.h"

const char *cornet_version(void)
{
    return CORNET_VERSION;
}

void cornet_free(char *text)
{
    free(text);
}

/* ---- calls ---- */

void library_begin(struct library_call *call)
{
    call->why = text_on(call->reason, sizeof call->reason);
    fault_watch(&call->fault, NULL);
}

cornet_status library_end(struct library_call *call, bool done, cornet_error *error)
{
    fault_unwatch(&call->fault);
    if (call->fault.why[0])
        return library_fail(error, CORNET_FAULT, "%s", call->fault.why);
    return done ? CORNET_OK : library_fail(error, CORNET_REFUSED, "%s", call->reason);
}

cornet_status library_end_text(struct library_call *call, bool done, char *made, char **text,
                               cornet_error *error)
{
    const cornet_status status = library_end(call, done, error);
    *text = status == CORNET_OK ? made : NULL;
    if (status != CORNET_OK)
        memory_free(made);
    return status;
}

cornet_status library_end_match(struct library_call *call, struct match *made, cornet_match **match,
                                cornet_error *error)
{
    const cornet_status status = library_end(call, made != NULL, error);
    *match = NULL;
    if (status != CORNET_OK) {
        match_free(made);
        return status;
    }
    *match = memory_new(1, sizeof **match);
    (*match)->match = made;
    return CORNET_OK;
}

/* ---- failing ---- */

cornet_status library_check_seat(int seat, int players, cornet_error *error)
{
    if (seat >= 1 && seat <= players)
        return CORNET_OK;
    return library_fail(error, CORNET_BAD_ARGUMENT, tr("a seat is a number from 1 to %d, not %d"),
                        players, seat);
}

cornet_status library_check_viewer(int viewer, int players, cornet_error *error)
{
    if (viewer >= CORNET_OPEN && viewer <= players)
        return CORNET_OK;
    return library_fail(
        error, CORNET_BAD_ARGUMENT,
        tr("a viewer is a seat from 1 to %d, 0 for a spectator or -1 for everything, not %d"),
        players, viewer);
}

/* ---- random numbers ---- */

void library_set_rng(cornet_rng *to, const struct rng *from)
{
    memcpy(to->state, from->s, sizeof to->state);
}

void cornet_rng_seed(cornet_rng *rng, uint64_t seed)
{
    struct rng own;
    if (!rng)
        return;
    rng_seed(&own, seed);
    library_set_rng(rng, &own);
}

uint64_t cornet_rng_next(cornet_rng *rng)
{
    if (!rng)
        return 0;
    struct rng own = plugins_rng(rng);
    const uint64_t next = rng_next(&own);
    library_set_rng(rng, &own);
    return next;
}

/* ---- legal actions ---- */

static bool is_outcome(const struct game *game, const void *state, game_action action)
{
    struct game_outcome *outcome = memory_new(game->outcomes_max, sizeof *outcome);
    uint64_t denominator;
    const size_t count = game->chance(state, outcome, &denominator);
    bool found = false;
    for (size_t i = 0; i < count && !found; i++)
        found = outcome[i].action == action;
    memory_free(outcome);
    return found;
}

bool library_is_legal(const struct game *game, const void *state, int players, game_action action,
                      struct text *why)
{
    const int mover = game->mover(state);
    bool legal = mover == GAME_CHANCE && is_outcome(game, state, action);
    for (int seat = 1; seat <= players && !legal; seat++)
        legal = (mover == GAME_ANYONE || seat == mover) && game_is_legal(game, state, seat, action);
    return legal || text_fail(why, tr("action %u is not legal here"), action);
}
