/* <cornet/match.h>: a game being played. */
#include <string.h>

#include "api/library.h"
#include "base/lang.h"
#include "base/memory.h"
#include "match/driver.h"
#include "match/legal.h"
#include "match/query.h"

/* ---- making and ending ---- */

cornet_status cornet_match_new(const cornet_setup *setup, cornet_match **match, cornet_error *error)
{
    struct library_call call;
    if (!setup || !match)
        return library_null(error);
    library_begin(&call);
    struct match *made = match_new(setup->game, &setup->settings, &call.why);
    return library_end_match(&call, made, match, error);
}

/* The lines are copied, and the state with them: nothing is played again. */
cornet_status cornet_match_copy(const cornet_match *match, cornet_match **copy, cornet_error *error)
{
    struct library_call call;
    struct match_moment now;
    if (!match || !copy)
        return library_null(error);
    library_begin(&call);
    const struct match *from = match->match;
    struct match *made = match_again(from);
    match_set_names(made, (const char(*)[MATCH_NAME_MAX])from->name);
    for (size_t i = 0; i < from->extra.count; i++)
        lines_add(&made->extra, span_of(from->extra.line[i]));
    for (size_t i = 0; i < from->body.count; i++)
        lines_add(&made->body, span_of(from->body.line[i]));
    game_history_set(&made->history, &from->history);
    match_remember(from, &now);
    match_put_back(made, &now);
    return library_end_match(&call, made, copy, error);
}

void cornet_match_free(cornet_match *match)
{
    if (!match)
        return;
    match_free(match->match);
    memory_free(match);
}

/* ---- properties ---- */

const cornet_game *cornet_match_game(const cornet_match *match)
{
    return match ? library_public_game(match->match->game) : NULL;
}

int cornet_match_players(const cornet_match *match)
{
    return match ? match->match->settings.players : 0;
}

const char *cornet_match_option(const cornet_match *match, const char *name)
{
    const struct match *m = match ? match->match : NULL;
    const int index = m ? game_option_index(m->game, name) : -1;
    return index < 0 ? NULL : game_value_at(&m->settings, index);
}

int cornet_match_mover(const cornet_match *match)
{
    struct library_call call;
    if (!match)
        return CORNET_OVER;
    library_begin(&call);
    const int mover = match_mover(match->match);
    library_end(&call, true, NULL);
    return mover;
}

uint64_t cornet_match_turns(const cornet_match *match)
{
    return match ? match->match->turns : 0;
}

cornet_status cornet_match_set_name(cornet_match *match, int seat, const char *name,
                                    cornet_error *error)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    if (!match || !name)
        return library_null(error);
    const cornet_status status = library_check_seat(seat, match->match->settings.players, error);
    if (status != CORNET_OK)
        return status;
    if (!match_set_name(match->match, seat, span_of(name), &why))
        return library_fail(error, CORNET_REFUSED, "%s", why.start);
    return CORNET_OK;
}

const char *cornet_match_name(const cornet_match *match, int seat)
{
    if (!match || seat < 1 || seat > match->match->settings.players)
        return NULL;
    return match->match->name[seat - 1];
}

size_t cornet_match_line_count(const cornet_match *match)
{
    return match ? match->match->body.count : 0;
}

const char *cornet_match_line(const cornet_match *match, size_t index)
{
    return match && index < match->match->body.count ? match->match->body.line[index] : NULL;
}

/* ---- playing ---- */

/* The end of a call that plays: after a fault the match is as before. */
static cornet_status end_play(struct library_call *call, bool done, struct match *match,
                              const struct match_moment *before, cornet_error *error)
{
    const cornet_status status = library_end(call, done, error);
    if (status == CORNET_FAULT)
        match_put_back(match, before);
    return status;
}

cornet_status cornet_match_play(cornet_match *match, const char *line, cornet_error *error)
{
    struct library_call call;
    struct match_moment before;
    if (!match || !line)
        return library_null(error);
    match_remember(match->match, &before);
    library_begin(&call);
    const bool done = match_do(match->match, span_of(line), &call.why);
    return end_play(&call, done, match->match, &before, error);
}

static bool is_legal(const struct match *match, game_action action, struct text *why)
{
    if (match->ended)
        return text_fail(why, tr("action %u is not legal here"), action);
    return library_is_legal(match->game, match->state, match->settings.players, action, why);
}

cornet_status cornet_match_play_action(cornet_match *match, uint32_t action, cornet_error *error)
{
    struct library_call call;
    struct match_moment before;
    if (!match)
        return library_null(error);
    match_remember(match->match, &before);
    library_begin(&call);
    const bool legal = is_legal(match->match, action, &call.why);
    if (legal)
        match_do_action(match->match, action);
    return end_play(&call, legal, match->match, &before, error);
}

cornet_status cornet_match_roll(cornet_match *match, cornet_rng *rng, cornet_error *error)
{
    struct library_call call;
    struct match_moment before;
    if (!match || !rng)
        return library_null(error);
    struct rng own = plugins_rng(rng);
    match_remember(match->match, &before);
    library_begin(&call);
    const bool done = query_roll(match->match, &own, &call.why) != NULL;
    const cornet_status status = end_play(&call, done, match->match, &before, error);
    if (status == CORNET_OK)
        library_set_rng(rng, &own);
    return status;
}

cornet_status cornet_match_run(cornet_match *match, cornet_rng *rng, cornet_error *error)
{
    struct library_call call;
    struct match_moment before;
    struct driver driver;
    if (!match || !rng)
        return library_null(error);
    struct match *m = match->match;
    struct rng own = plugins_rng(rng);
    match_remember(m, &before);
    library_begin(&call);
    driver_init(&driver, m->game, m->settings.players);
    const bool open = driver_open(&driver, m, &call.why);
    while (open && driver_play(&driver, m, &own, &own) && !fault_happened())
        match_remember(m, &before);
    driver_close(&driver);
    library_set_rng(rng, &own);
    return end_play(&call, open, m, &before, error);
}

cornet_status cornet_match_undo(cornet_match *match, cornet_error *error)
{
    struct library_call call;
    if (!match)
        return library_null(error);
    library_begin(&call);
    const bool done = match_undo_last(match->match, &call.why);
    return library_end(&call, done, error);
}

/* ---- asking ---- */

cornet_status cornet_match_actions(const cornet_match *match, int seat, uint32_t *actions,
                                   size_t *count, cornet_error *error)
{
    struct library_call call;
    game_action listed[GAME_ACTIONS_MAX];
    if (!match || !actions || !count)
        return library_null(error);
    const struct match *m = match->match;
    *count = 0;
    cornet_status status = library_check_seat(seat, m->settings.players, error);
    if (status != CORNET_OK)
        return status;
    library_begin(&call);
    const size_t found = match_mover(m) == GAME_OVER ? 0 : m->game->actions(m->state, seat, listed);
    status = library_end(&call, true, error);
    if (status == CORNET_OK)
        *count = found;
    memcpy(actions, listed, *count * sizeof *actions);
    return status;
}

cornet_status cornet_match_ids(const cornet_match *match, int seat, uint32_t *ids, size_t *count,
                               cornet_error *error)
{
    struct library_call call;
    game_action actions[GAME_ACTIONS_MAX];
    uint16_t listed[GAME_ACTIONS_MAX];
    if (!match || !ids || !count)
        return library_null(error);
    const cornet_status status = cornet_match_actions(match, seat, actions, count, error);
    if (status != CORNET_OK)
        return status;
    const struct match *m = match->match;
    library_begin(&call);
    m->game->list_ids(m->state, seat, actions, *count, listed);
    for (size_t i = 0; i < *count; i++)
        ids[i] = listed[i];
    return library_end(&call, true, error);
}

cornet_status cornet_match_id_action(const cornet_match *match, int seat, size_t id,
                                     uint32_t *action, cornet_error *error)
{
    uint32_t actions[GAME_ACTIONS_MAX], ids[GAME_ACTIONS_MAX];
    size_t count;
    if (!match || !action)
        return library_null(error);
    cornet_status status = cornet_match_actions(match, seat, actions, &count, error);
    if (status == CORNET_OK)
        status = cornet_match_ids(match, seat, ids, &count, error);
    for (size_t i = 0; status == CORNET_OK && i < count; i++) {
        if (ids[i] == id) {
            *action = actions[i];
            return CORNET_OK;
        }
    }
    return status != CORNET_OK
               ? status
               : library_fail(error, CORNET_REFUSED,
                              tr("action id %u is not legal for seat %d now"), (unsigned)id, seat);
}

size_t cornet_match_outcomes_max(const cornet_match *match)
{
    return match ? match->match->game->outcomes_max : 0;
}

cornet_status cornet_match_outcomes(const cornet_match *match, cornet_outcome *outcomes,
                                    size_t *count, uint64_t *denominator, cornet_error *error)
{
    struct library_call call;
    if (!match || !outcomes || !count || !denominator)
        return library_null(error);
    const struct match *m = match->match;
    struct game_outcome *listed = memory_new(m->game->outcomes_max, sizeof *listed);
    size_t found = 0;
    uint64_t whole = 0;
    library_begin(&call);
    const bool chance = match_mover(m) == GAME_CHANCE;
    if (chance)
        found = m->game->chance(m->state, listed, &whole);
    else
        text_fail(&call.why, tr("there is nothing to roll or draw now"));
    const cornet_status status = library_end(&call, chance, error);
    *count = status == CORNET_OK ? found : 0;
    for (size_t i = 0; i < *count; i++)
        outcomes[i] = (cornet_outcome){.weight = listed[i].weight, .action = listed[i].action};
    if (status == CORNET_OK)
        *denominator = whole;
    memory_free(listed);
    return status;
}

static cornet_status check_viewer(const cornet_match *match, int viewer, char **text,
                                  cornet_error *error)
{
    if (!match || !text)
        return library_null(error);
    return library_check_viewer(viewer, match->match->settings.players, error);
}

cornet_status cornet_match_line_of(const cornet_match *match, uint32_t action, int viewer,
                                   char **line, cornet_error *error)
{
    struct library_call call;
    const cornet_status status = check_viewer(match, viewer, line, error);
    if (status != CORNET_OK)
        return status;
    const struct match *m = match->match;
    char *made = memory_new(GAME_LINE_MAX, 1);
    struct text out = text_on(made, GAME_LINE_MAX);
    library_begin(&call);
    const bool legal = is_legal(m, action, &call.why);
    if (legal)
        m->game->write(m->state, action, NULL, viewer, &out);
    return library_end_text(&call, legal, made, line, error);
}

cornet_status cornet_match_action_of(const cornet_match *match, const char *line, uint32_t *action,
                                     cornet_error *error)
{
    struct library_call call;
    game_action read;
    if (!match || !line || !action)
        return library_null(error);
    const struct match *m = match->match;
    struct game_history heard = m->history;
    heard.said[0] = '\0';
    library_begin(&call);
    bool good = game_read_line(m->game, m->state, span_of(line), &read, &heard, &call.why);
    if (good && heard.said[0])
        good = text_fail(&call.why, tr("'%s' cannot be listed: play it as a line"), heard.said);
    const cornet_status status = library_end(&call, good, error);
    if (status == CORNET_OK)
        *action = read;
    return status;
}

cornet_status cornet_match_legal(const cornet_match *match, char **lines, cornet_error *error)
{
    struct library_call call;
    struct lines legal = {0};
    if (!match || !lines)
        return library_null(error);
    library_begin(&call);
    legal_lines(match->match, &legal);
    return library_end_text(&call, true, lines_join(&legal), lines, error);
}

cornet_status cornet_match_legal_of(const cornet_match *match, int seat, char **lines,
                                    cornet_error *error)
{
    struct library_call call;
    struct lines legal = {0};
    if (!match || !lines)
        return library_null(error);
    const cornet_status status = library_check_seat(seat, match->match->settings.players, error);
    if (status != CORNET_OK)
        return status;
    library_begin(&call);
    if (match_mover(match->match) != GAME_OVER)
        legal_lines_of(match->match, seat, &legal);
    return library_end_text(&call, true, lines_join(&legal), lines, error);
}

cornet_status cornet_match_result(const cornet_match *match, double *share, cornet_error *error)
{
    struct library_call call;
    uint8_t sixtieths[GAME_SEATS_MAX];
    if (!match || !share)
        return library_null(error);
    library_begin(&call);
    const bool over = match_mover(match->match) == GAME_OVER;
    if (over)
        match_result(match->match, sixtieths);
    else
        text_fail(&call.why, tr("the game is not over yet"));
    const cornet_status status = library_end(&call, over, error);
    if (status != CORNET_OK)
        return status;
    share[0] = 0;
    for (int seat = 1; seat <= match->match->settings.players; seat++)
        share[seat] = sixtieths[seat - 1] / (double)GAME_WHOLE;
    return CORNET_OK;
}

cornet_status cornet_match_json(const cornet_match *match, int viewer, char **json,
                                cornet_error *error)
{
    struct library_call call;
    const cornet_status status = check_viewer(match, viewer, json, error);
    if (status != CORNET_OK)
        return status;
    char *made = memory_new(GAME_JSON_MAX, 1);
    struct text out = text_on(made, GAME_JSON_MAX);
    library_begin(&call);
    match_json(match->match, viewer, &out);
    return library_end_text(&call, true, made, json, error);
}

cornet_status cornet_match_numbers(const cornet_match *match, int seat, int32_t *numbers,
                                   size_t *count, cornet_error *error)
{
    _Static_assert(CORNET_NUMBERS_MAX == GAME_NUMBERS_MAX, "hosts make room for these");
    struct library_call call;
    struct game_numbers seen = {.names = NULL};
    if (!match || !numbers || !count)
        return library_null(error);
    cornet_status status = library_check_seat(seat, match->match->settings.players, error);
    if (status != CORNET_OK)
        return status;
    union game_state view = match_state(match->match);
    library_begin(&call);
    match->match->game->hide(&view, seat);
    match->match->game->observe(&view, seat, &seen);
    status = library_end(&call, true, error);
    *count = status == CORNET_OK ? seen.count : 0;
    memcpy(numbers, seen.value, *count * sizeof *numbers);
    return status;
}

cornet_status cornet_match_position(const cornet_match *match, char **position, cornet_error *error)
{
    struct library_call call;
    if (!match || !position)
        return library_null(error);
    char *made = memory_new(GAME_JSON_MAX, 1);
    struct text out = text_on(made, GAME_JSON_MAX);
    library_begin(&call);
    const bool known = query_position(match->match, &out, &call.why);
    return library_end_text(&call, known, made, position, error);
}

cornet_status cornet_match_log(const cornet_match *match, int viewer, char **lines,
                               cornet_error *error)
{
    struct library_call call;
    struct lines log = {0};
    const cornet_status status = check_viewer(match, viewer, lines, error);
    if (status != CORNET_OK)
        return status;
    library_begin(&call);
    match_log(match->match, viewer, &log);
    return library_end_text(&call, true, lines_join(&log), lines, error);
}
