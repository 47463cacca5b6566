/* <cornet/analysis.h>: what states and moves are worth. */
#include <stdio.h>
#include <string.h>

#include "agents/judge.h"
#include "api/library.h"
#include "base/lang.h"
#include "base/memory.h"
#include "match/analyse.h"
#include "match/query.h"

int cornet_depths(const cornet_game *game)
{
    const struct judge *judge = game ? judge_of(library_game(game)) : NULL;
    return judge ? judge->depths : 0;
}

/* Whether the game's judge, if it has one, looks as deep; 0 is its usual depth. */
static cornet_status check_depth(const struct match *match, int depth, cornet_error *error)
{
    const struct judge *judge = judge_of(match->game);
    if (depth >= 0 && (!judge || depth <= judge->depths))
        return CORNET_OK;
    return library_fail(error, CORNET_REFUSED, tr("%s can be judged at depths 1 to %d, not %d"),
                        match->game->title, judge ? judge->depths : 0, depth);
}

cornet_status cornet_hints(const cornet_match *match, int seat, int depth, cornet_hint *hints,
                           size_t *count, cornet_error *error)
{
    struct library_call call;
    char number[16];
    struct hints *found = NULL;
    if (!match || !hints || !count)
        return library_null(error);
    *count = 0;
    cornet_status status = library_check_seat(seat, match->match->settings.players, error);
    if (status == CORNET_OK)
        status = check_depth(match->match, depth, error);
    if (status != CORNET_OK)
        return status;
    snprintf(number, sizeof number, "%d", seat);
    library_begin(&call);
    const int mover = match_mover(match->match);
    if (mover > 0 && mover != seat)
        text_fail(&call.why, tr("seat %d has nothing to do now"), seat);
    else
        found = query_hints(match->match, span_of(number), depth, NULL, &call.why);
    status = library_end(&call, found != NULL, error);
    *count = status == CORNET_OK ? found->count : 0;
    for (size_t i = 0; i < *count; i++)
        hints[i] = (cornet_hint){.share = found->hint[i].share,
                                 .error = found->hint[i].error,
                                 .action = found->hint[i].action};
    memory_free(found);
    return status;
}

cornet_status cornet_value(const cornet_match *match, cornet_rng *rng, double *share,
                           double *deviation, cornet_error *error)
{
    struct library_call call;
    struct judgement value;
    if (!match || !rng || !share)
        return library_null(error);
    struct rng own = plugins_rng(rng);
    library_begin(&call);
    const bool judged = query_value(match->match, &own, NULL, &value, &call.why);
    const cornet_status status = library_end(&call, judged, error);
    if (status != CORNET_OK)
        return status;
    library_set_rng(rng, &own);
    share[0] = 0;
    for (int seat = 1; seat <= match->match->settings.players; seat++)
        share[seat] = value.share[seat - 1];
    if (deviation)
        *deviation = value.error;
    return CORNET_OK;
}

/* The host's function and what it is given. */
struct listener {
    cornet_progress *progress;
    void *context;
};

static bool tell_progress(void *context, size_t done, size_t whole)
{
    const struct listener *listener = context;
    return listener->progress(listener->context, done, whole) != 0;
}

cornet_status cornet_analyse(const cornet_match *match, int depth, cornet_progress *progress,
                             void *context, char **json, cornet_error *error)
{
    struct library_call call;
    struct analysis analysis;
    struct listener listener = {progress, context};
    if (!match || !json)
        return library_null(error);
    const cornet_status status = check_depth(match->match, depth, error);
    if (status != CORNET_OK)
        return status;
    library_begin(&call);
    analyse(match->match, depth, &analysis, &call.why, progress ? tell_progress : NULL, &listener);
    char *made = analysis_json(match->match, &analysis, call.reason);
    analysis_free(&analysis);
    return library_end_text(&call, true, made, json, error);
}
