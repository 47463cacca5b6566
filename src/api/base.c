/* <cornet/base.h>, and what the other files of the library share. */
#include <stdio.h>
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

/* ---- failing ---- */

cornet_status library_fail(cornet_error *error, cornet_status status, const char *sentence)
{
    if (error) {
        struct text out = text_on(error->message, sizeof error->message);
        text_add(&out, sentence);
    }
    return status;
}

cornet_status library_null(cornet_error *error)
{
    return library_fail(error, CORNET_BAD_ARGUMENT, tr("an argument is NULL that must not be"));
}

cornet_status library_ended(enum guard_end end, const char *fault, cornet_error *error)
{
    if (end == GUARD_NO_MEMORY)
        return library_fail(error, CORNET_NO_MEMORY, tr("there is not enough memory"));
    return end == GUARD_FAULT ? library_fail(error, CORNET_FAULT, fault) : CORNET_OK;
}

cornet_status library_run(void (*body)(void *context), struct library_call *call,
                          cornet_error *error)
{
    call->why = text_on(call->reason, sizeof call->reason);
    const enum guard_end end = guard_call(body, call, &call->why);
    if (end != GUARD_DONE)
        return library_ended(end, call->reason, error);
    return call->refused ? library_fail(error, CORNET_REFUSED, call->reason) : CORNET_OK;
}

cornet_status library_check_seat(int seat, int players, cornet_error *error)
{
    char sentence[TEXT_WHY];
    if (seat >= 1 && seat <= players)
        return CORNET_OK;
    snprintf(sentence, sizeof sentence, tr("a seat is a number from 1 to %d, not %d"), players,
             seat);
    return library_fail(error, CORNET_BAD_ARGUMENT, sentence);
}

cornet_status library_check_viewer(int viewer, int players, cornet_error *error)
{
    char sentence[TEXT_WHY];
    if (viewer >= CORNET_OPEN && viewer <= players)
        return CORNET_OK;
    snprintf(sentence, sizeof sentence,
             tr("a viewer is a seat from 1 to %d, 0 for a spectator or -1 for everything, not %d"),
             players, viewer);
    return library_fail(error, CORNET_BAD_ARGUMENT, sentence);
}

/* ---- texts ---- */

char *library_join(const struct lines *lines)
{
    size_t length = 0;
    for (size_t i = 0; i < lines->count; i++)
        length += strlen(lines->line[i]) + 1;
    char *joined = memory_new(length + 1, 1), *at = joined;
    for (size_t i = 0; i < lines->count; i++) {
        at = stpcpy(at, lines->line[i]);
        *at++ = '\n';
    }
    return joined;
}

char *library_copy(const char *text)
{
    return memory_copy(text, strlen(text) + 1);
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

uint32_t cornet_rng_below(cornet_rng *rng, uint32_t bound)
{
    return plugins_below(rng, bound);
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

bool library_is_legal(const struct game *game, const void *state, int players, game_action action)
{
    const int mover = game->mover(state);
    if (mover == GAME_CHANCE)
        return is_outcome(game, state, action);
    if (mover == GAME_OVER)
        return false;
    for (int seat = 1; seat <= players; seat++) {
        if ((mover == GAME_ANYONE || seat == mover) && game_is_legal(game, state, seat, action))
            return true;
    }
    return false;
}
