/* <cornet/match.h>: a game being played. */
#include <string.h>

#include "api/library.h"
#include "base/lang.h"
#include "base/memory.h"
#include "match/driver.h"
#include "match/legal.h"
#include "match/query.h"

/* ---- making and ending ---- */

struct make {
    struct library_call call;
    const struct cornet_setup *setup;
    const struct match *of; /* that is copied */
    struct cornet_match *made;
};

static void new_match(void *context)
{
    struct make *c = context;
    c->made = memory_new(1, sizeof *c->made);
    c->made->match = match_new(c->setup->game, &c->setup->settings, &c->call.why);
    if (c->made->match)
        return;
    memory_free(c->made);
    c->call.refused = true;
}

/* The lines are copied, and the state with them: nothing is played again. */
static void copy_match(void *context)
{
    struct make *c = context;
    const struct match *of = c->of;
    c->made = memory_new(1, sizeof *c->made);
    struct match *copy = c->made->match = match_new(of->game, &of->settings, &c->call.why);
    match_set_names(copy, (const char(*)[MATCH_NAME_MAX])of->name);
    for (size_t i = 0; i < of->extra.count; i++)
        lines_add(&copy->extra, span_of(of->extra.line[i]));
    for (size_t i = 0; i < of->body.count; i++)
        lines_add(&copy->body, span_of(of->body.line[i]));
    for (size_t i = 0; i < of->history.trail_count; i++)
        game_trail_add(&copy->history, of->history.trail[i]);
    copy->firm = of->firm;
    copy->turns = of->turns;
    copy->turn_start = of->turn_start;
    copy->last = of->last;
    copy->forfeited = of->forfeited;
    memcpy(copy->state, of->state, of->game->state_size);
}

cornet_status cornet_match_new(const cornet_setup *setup, cornet_match **match, cornet_error *error)
{
    if (!setup || !match)
        return library_null(error);
    struct make c = {.setup = setup};
    const cornet_status status = library_run(new_match, &c.call, error);
    *match = status == CORNET_OK ? c.made : NULL;
    return status;
}

cornet_status cornet_match_copy(const cornet_match *match, cornet_match **copy, cornet_error *error)
{
    if (!match || !copy)
        return library_null(error);
    struct make c = {.of = match->match};
    const cornet_status status = library_run(copy_match, &c.call, error);
    *copy = status == CORNET_OK ? c.made : NULL;
    return status;
}

void cornet_match_free(cornet_match *match)
{
    if (!match)
        return;
    match_free(match->match);
    memory_free(match);
}

/* ---- what it is ---- */

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

struct look {
    struct library_call call;
    const struct match *match;
    int seat; /* or viewer */
    const char *line;
    uint32_t *actions;
    uint8_t *sixtieths;
    struct game_outcome *outcome;
    size_t count;
    uint64_t denominator;
    game_action action;
    char *text;
};

static void find_mover(void *context)
{
    struct look *c = context;
    c->seat = match_mover(c->match);
}

int cornet_match_mover(const cornet_match *match)
{
    if (!match)
        return CORNET_OVER;
    struct look c = {.match = match->match, .seat = CORNET_OVER};
    library_run(find_mover, &c.call, NULL);
    return c.seat;
}

uint64_t cornet_match_turns(const cornet_match *match)
{
    return match ? match->match->turns : 0;
}

cornet_status cornet_match_set_name(cornet_match *match, int seat, const char *name,
                                    cornet_error *error)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    if (!match || !name)
        return library_null(error);
    const cornet_status status = library_check_seat(seat, match->match->settings.players, error);
    if (status != CORNET_OK)
        return status;
    if (!match_set_name(match->match, seat, span_of(name), &why))
        return library_fail(error, CORNET_REFUSED, reason);
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

/* A match before a move, to be put back if the move is not finished. What the move allocated is
 * then freed: where lines or trail had no memory before, they have none again; otherwise their
 * memory has at most grown and is theirs. */
struct moment {
    union game_state state;
    size_t trail_count, lines, firm, turn_start;
    uint64_t turns;
    game_action last;
    int forfeited;
    bool had_trail, had_lines;
};

static void remember(const struct match *match, struct moment *moment)
{
    memcpy(&moment->state, match->state, match->game->state_size);
    moment->trail_count = match->history.trail_count;
    moment->lines = match->body.count;
    moment->firm = match->firm;
    moment->turn_start = match->turn_start;
    moment->turns = match->turns;
    moment->last = match->last;
    moment->forfeited = match->forfeited;
    moment->had_trail = match->history.trail != NULL;
    moment->had_lines = match->body.line != NULL;
}

static void put_back(struct match *match, const struct moment *moment)
{
    if (!moment->had_trail)
        match->history.trail = NULL, match->history.trail_capacity = 0;
    if (!moment->had_lines)
        match->body = (struct lines){0};
    memcpy(match->state, &moment->state, match->game->state_size);
    match->history.trail_count = moment->trail_count;
    match->body.count = moment->lines;
    match->firm = moment->firm;
    match->turn_start = moment->turn_start;
    match->turns = moment->turns;
    match->last = moment->last;
    match->forfeited = moment->forfeited;
}

struct play {
    struct library_call call;
    struct match *match;
    struct span line;
    game_action action;
    struct rng rng;
    struct moment before;
};

/* Runs the body, and puts the match back if it is not finished. */
static cornet_status run_play(void (*body)(void *context), struct play *c, cornet_error *error)
{
    remember(c->match, &c->before);
    const cornet_status status = library_run(body, &c->call, error);
    if (status == CORNET_NO_MEMORY || status == CORNET_FAULT)
        put_back(c->match, &c->before);
    return status;
}

static bool is_legal(const struct match *match, game_action action)
{
    return match_mover(match) != GAME_OVER &&
           library_is_legal(match->game, match->state, match->settings.players, action);
}

static void play_line(void *context)
{
    struct play *c = context;
    c->call.refused = !match_do(c->match, c->line, &c->call.why);
}

cornet_status cornet_match_play(cornet_match *match, const char *line, cornet_error *error)
{
    if (!match || !line)
        return library_null(error);
    struct play c = {.match = match->match, .line = span_of(line)};
    return run_play(play_line, &c, error);
}

static void play_action(void *context)
{
    struct play *c = context;
    if (is_legal(c->match, c->action))
        match_do_action(c->match, c->action);
    else
        c->call.refused = !text_fail(&c->call.why, tr("action %u is not legal here"), c->action);
}

cornet_status cornet_match_play_action(cornet_match *match, uint32_t action, cornet_error *error)
{
    if (!match)
        return library_null(error);
    struct play c = {.match = match->match, .action = action};
    return run_play(play_action, &c, error);
}

static void roll(void *context)
{
    struct play *c = context;
    c->call.refused = !query_roll(c->match, &c->rng, &c->call.why);
}

cornet_status cornet_match_roll(cornet_match *match, cornet_rng *rng, cornet_error *error)
{
    if (!match || !rng)
        return library_null(error);
    struct play c = {.match = match->match, .rng = plugins_rng(rng)};
    const cornet_status status = run_play(roll, &c, error);
    if (status == CORNET_OK)
        library_set_rng(rng, &c.rng);
    return status;
}

static void run_bots(void *context)
{
    struct play *c = context;
    struct driver driver;
    driver_init(&driver, c->match->game, c->match->settings.players);
    c->call.refused = !driver_open(&driver, c->match, &c->call.why);
    while (!c->call.refused && driver_play(&driver, c->match, &c->rng, &c->rng))
        remember(c->match, &c->before);
    driver_close(&driver);
}

cornet_status cornet_match_run(cornet_match *match, cornet_rng *rng, cornet_error *error)
{
    if (!match || !rng)
        return library_null(error);
    struct play c = {.match = match->match, .rng = plugins_rng(rng)};
    const cornet_status status = run_play(run_bots, &c, error);
    library_set_rng(rng, &c.rng);
    return status;
}

struct undo {
    struct library_call call;
    struct cornet_match *match;
};

/* A new match takes the place of the old one when it is whole. */
static void undo(void *context)
{
    struct undo *c = context;
    c->call.refused = !query_undo(&c->match->match, &c->call.why);
}

cornet_status cornet_match_undo(cornet_match *match, cornet_error *error)
{
    if (!match)
        return library_null(error);
    struct undo c = {.match = match};
    return library_run(undo, &c.call, error);
}

/* ---- asking ---- */

static void list_actions(void *context)
{
    struct look *c = context;
    if (match_mover(c->match) != GAME_OVER)
        c->count = c->match->game->actions(c->match->state, c->seat, c->actions);
}

cornet_status cornet_match_actions(const cornet_match *match, int seat, uint32_t *actions,
                                   size_t *count, cornet_error *error)
{
    if (!match || !actions || !count)
        return library_null(error);
    *count = 0;
    const cornet_status status = library_check_seat(seat, match->match->settings.players, error);
    if (status != CORNET_OK)
        return status;
    game_action own[GAME_ACTIONS_MAX];
    struct look c = {.match = match->match, .seat = seat, .actions = own};
    const cornet_status listed = library_run(list_actions, &c.call, error);
    if (listed == CORNET_OK && c.count)
        memcpy(actions, own, (*count = c.count) * sizeof *actions);
    return listed;
}

size_t cornet_match_outcomes_max(const cornet_match *match)
{
    return match ? match->match->game->outcomes_max : 0;
}

static void list_outcomes(void *context)
{
    struct look *c = context;
    const struct game *game = c->match->game;
    if (match_mover(c->match) != GAME_CHANCE) {
        c->call.refused = !text_fail(&c->call.why, tr("there is nothing to roll or draw now"));
        return;
    }
    c->outcome = memory_new(game->outcomes_max, sizeof *c->outcome);
    c->count = game->chance(c->match->state, c->outcome, &c->denominator);
}

cornet_status cornet_match_outcomes(const cornet_match *match, cornet_outcome *outcomes,
                                    size_t *count, uint64_t *denominator, cornet_error *error)
{
    if (!match || !outcomes || !count || !denominator)
        return library_null(error);
    *count = 0;
    struct look c = {.match = match->match};
    const cornet_status status = library_run(list_outcomes, &c.call, error);
    if (status != CORNET_OK)
        return status;
    for (size_t i = 0; i < c.count; i++)
        outcomes[i] =
            (cornet_outcome){.weight = c.outcome[i].weight, .action = c.outcome[i].action};
    memory_free(c.outcome);
    *count = c.count;
    *denominator = c.denominator;
    return CORNET_OK;
}

/* Runs the body, which makes a text for the viewer, about the action if it is about one. */
static cornet_status make_text(void (*body)(void *context), const cornet_match *match, int viewer,
                               uint32_t action, char **text, cornet_error *error)
{
    if (!match || !text)
        return library_null(error);
    cornet_status status = library_check_viewer(viewer, match->match->settings.players, error);
    if (status != CORNET_OK)
        return status;
    struct look c = {.match = match->match, .seat = viewer, .action = action};
    status = library_run(body, &c.call, error);
    *text = status == CORNET_OK ? c.text : NULL;
    return status;
}

static void write_line(void *context)
{
    struct look *c = context;
    const struct match *match = c->match;
    char line[GAME_LINE_MAX];
    struct text out = text_on(line, sizeof line);
    if (!is_legal(match, c->action)) {
        c->call.refused = !text_fail(&c->call.why, tr("action %u is not legal here"), c->action);
        return;
    }
    match->game->write(match->state, c->action, NULL, c->seat, &out);
    c->text = library_copy(line);
}

cornet_status cornet_match_line_of(const cornet_match *match, uint32_t action, int viewer,
                                   char **line, cornet_error *error)
{
    return make_text(write_line, match, viewer, action, line, error);
}

static void read_line(void *context)
{
    struct look *c = context;
    struct game_history heard = c->match->history;
    heard.said[0] = '\0';
    c->call.refused = !game_read_line(c->match->game, c->match->state, span_of(c->line), &c->action,
                                      &heard, &c->call.why);
    if (!c->call.refused && heard.said[0])
        c->call.refused =
            !text_fail(&c->call.why, tr("'%s' is in no list: play the line"), heard.said);
}

cornet_status cornet_match_action_of(const cornet_match *match, const char *line, uint32_t *action,
                                     cornet_error *error)
{
    if (!match || !line || !action)
        return library_null(error);
    struct look c = {.match = match->match, .line = line};
    const cornet_status status = library_run(read_line, &c.call, error);
    if (status == CORNET_OK)
        *action = c.action;
    return status;
}

static void list_lines(void *context)
{
    struct look *c = context;
    struct lines lines = {0};
    legal_lines(c->match, &lines);
    c->text = library_join(&lines);
    lines_free(&lines);
}

cornet_status cornet_match_legal(const cornet_match *match, char **lines, cornet_error *error)
{
    return make_text(list_lines, match, CORNET_OPEN, 0, lines, error);
}

static void find_result(void *context)
{
    struct look *c = context;
    match_result(c->match, c->sixtieths);
}

cornet_status cornet_match_result(const cornet_match *match, double *share, cornet_error *error)
{
    uint8_t sixtieths[GAME_SEATS_MAX];
    if (!match || !share)
        return library_null(error);
    if (cornet_match_mover(match) != CORNET_OVER)
        return library_fail(error, CORNET_REFUSED, tr("the game is not over yet"));
    struct look c = {.match = match->match, .sixtieths = sixtieths};
    const cornet_status status = library_run(find_result, &c.call, error);
    if (status != CORNET_OK)
        return status;
    share[0] = 0;
    for (int seat = 1; seat <= match->match->settings.players; seat++)
        share[seat] = sixtieths[seat - 1] / (double)GAME_WHOLE;
    return CORNET_OK;
}

static void write_json(void *context)
{
    struct look *c = context;
    char *buffer = memory_new(GAME_JSON_MAX, 1);
    struct text out = text_on(buffer, GAME_JSON_MAX);
    match_json(c->match, c->seat, &out);
    c->text = buffer;
}

cornet_status cornet_match_json(const cornet_match *match, int viewer, char **json,
                                cornet_error *error)
{
    return make_text(write_json, match, viewer, 0, json, error);
}

struct seeing {
    struct library_call call;
    const struct match *match;
    int seat;
    struct game_numbers seen;
};

static void see_numbers(void *context)
{
    struct seeing *c = context;
    const struct game *game = c->match->game;
    union game_state view;
    memcpy(&view, c->match->state, game->state_size);
    if (game->flags & GAME_HIDDEN)
        game->hide(&view, c->seat);
    game->observe(&view, c->seat, &c->seen);
}

cornet_status cornet_match_numbers(const cornet_match *match, int seat, int32_t *numbers,
                                   size_t *count, cornet_error *error)
{
    _Static_assert(CORNET_NUMBERS_MAX == GAME_NUMBERS_MAX, "hosts make room for these");
    if (!match || !numbers || !count)
        return library_null(error);
    cornet_status status = library_check_seat(seat, match->match->settings.players, error);
    if (status != CORNET_OK)
        return status;
    struct seeing c = {.match = match->match, .seat = seat};
    status = library_run(see_numbers, &c.call, error);
    *count = status == CORNET_OK ? c.seen.count : 0;
    memcpy(numbers, c.seen.value, *count * sizeof *numbers);
    return status;
}

static void write_position(void *context)
{
    struct look *c = context;
    char *buffer = memory_new(GAME_JSON_MAX, 1);
    struct text out = text_on(buffer, GAME_JSON_MAX);
    c->call.refused = !query_position(c->match, &out, &c->call.why);
    if (c->call.refused)
        memory_free(buffer);
    else
        c->text = buffer;
}

cornet_status cornet_match_position(const cornet_match *match, char **position, cornet_error *error)
{
    return make_text(write_position, match, CORNET_OPEN, 0, position, error);
}

static void write_log(void *context)
{
    struct look *c = context;
    struct lines lines = {0};
    match_log(c->match, c->seat, &lines);
    c->text = library_join(&lines);
    lines_free(&lines);
}

cornet_status cornet_match_log(const cornet_match *match, int viewer, char **lines,
                               cornet_error *error)
{
    return make_text(write_log, match, viewer, 0, lines, error);
}
