/* <cornet/analysis.h>: what states and moves are worth. */
#include <stdio.h>
#include <string.h>

#include "agents/judge.h"
#include "api/library.h"
#include "base/lang.h"
#include "base/memory.h"
#include "match/analyse.h"
#include "match/query.h"

struct asking {
    struct library_call call;
    const struct match *match;
    int seat, depth;
    struct rng rng;
    struct hints *hints;
    struct judgement value;
    cornet_progress *progress;
    void *context;
    char *text;
};

int cornet_depths(const cornet_game *game)
{
    const struct judge *judge = game ? judge_of(library_game(game)) : NULL;
    return judge ? judge->depths : 0;
}

/* Whether the game's judge, if it has one, looks as deep; 0 is its usual depth. */
static cornet_status check_depth(const struct match *match, int depth, cornet_error *error)
{
    char sentence[TEXT_WHY];
    struct text out = text_on(sentence, sizeof sentence);
    const struct judge *judge = judge_of(match->game);
    if (depth >= 0 && (!judge || depth <= judge->depths))
        return CORNET_OK;
    text_printf(&out, tr("%s is judged at depths 1 to %d, not %d"), match->game->title,
                judge ? judge->depths : 0, depth);
    return library_fail(error, CORNET_REFUSED, sentence);
}

static void find_hints(void *context)
{
    struct asking *c = context;
    char seat[16];
    snprintf(seat, sizeof seat, "%d", c->seat);
    const int mover = match_mover(c->match);
    if (mover > 0 && mover != c->seat)
        c->call.refused = !text_fail(&c->call.why, tr("seat %d has nothing to do now"), c->seat);
    else
        c->hints = query_hints(c->match, span_of(seat), c->depth, NULL, &c->call.why);
    c->call.refused = !c->hints;
}

cornet_status cornet_hints(const cornet_match *match, int seat, int depth, cornet_hint *hints,
                           size_t *count, cornet_error *error)
{
    if (!match || !hints || !count)
        return library_null(error);
    *count = 0;
    cornet_status status = library_check_seat(seat, match->match->settings.players, error);
    if (status == CORNET_OK)
        status = check_depth(match->match, depth, error);
    if (status != CORNET_OK)
        return status;
    struct asking c = {.match = match->match, .seat = seat, .depth = depth};
    status = library_run(find_hints, &c.call, error);
    if (status != CORNET_OK)
        return status;
    *count = c.hints->count;
    for (size_t i = 0; i < c.hints->count; i++)
        hints[i] = (cornet_hint){.share = c.hints->hint[i].share,
                                 .error = c.hints->hint[i].error,
                                 .action = c.hints->hint[i].action};
    memory_free(c.hints);
    return CORNET_OK;
}

static void find_value(void *context)
{
    struct asking *c = context;
    c->call.refused = !query_value(c->match, &c->rng, NULL, &c->value, &c->call.why);
}

cornet_status cornet_value(const cornet_match *match, cornet_rng *rng, double *share,
                           double *deviation, cornet_error *error)
{
    if (!match || !rng || !share)
        return library_null(error);
    struct asking c = {.match = match->match, .rng = plugins_rng(rng)};
    const cornet_status status = library_run(find_value, &c.call, error);
    if (status != CORNET_OK)
        return status;
    library_set_rng(rng, &c.rng);
    share[0] = 0;
    for (int seat = 1; seat <= match->match->settings.players; seat++)
        share[seat] = c.value.share[seat - 1];
    if (deviation)
        *deviation = c.value.error;
    return CORNET_OK;
}

static bool tell_progress(void *context, size_t done, size_t whole)
{
    const struct asking *c = context;
    return c->progress(c->context, done, whole) != 0;
}

static void analyse_match(void *context)
{
    struct asking *c = context;
    struct analysis analysis;
    analyse(c->match, c->depth, &analysis, &c->call.why, c->progress ? tell_progress : NULL, c);
    c->text = analysis_json(c->match, &analysis, c->call.reason);
    analysis_free(&analysis);
}

cornet_status cornet_analyse(const cornet_match *match, int depth, cornet_progress *progress,
                             void *context, char **json, cornet_error *error)
{
    if (!match || !json)
        return library_null(error);
    cornet_status status = check_depth(match->match, depth, error);
    if (status != CORNET_OK)
        return status;
    struct asking c = {
        .match = match->match, .depth = depth, .progress = progress, .context = context};
    status = library_run(analyse_match, &c.call, error);
    *json = status == CORNET_OK ? c.text : NULL;
    return status;
}
