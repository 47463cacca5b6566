#include "tui/guest_parts.h"

#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "match/driver.h"
#include "tui/asking.h"
#include "tui/terminal.h"

static void keep(json_t **kept, const json_t *value)
{
    json_decref(*kept);
    *kept = json_is_null(value) ? NULL : json_incref((json_t *)value);
}

void guest_free(struct guest *g)
{
    mirror_free(&g->mirror);
    lines_free(&g->legal);
    lines_free(&g->story);
    choices_free(&g->moves);
    json_decref(g->seats);
    json_decref(g->proposal);
    json_decref(g->clock);
    json_decref(g->queue);
}

/* ---- telling ---- */

void guest_say(struct guest *g, const char *text)
{
    struct text tame = text_on((char[1200]){0}, 1200);
    mirror_tame(text, &tame);
    if (g->full)
        full_say(g->full, tame.start);
    else
        screen_put_wrapped(&g->screen, tame.start, 2);
}

static void say_move(void *context, int seat, const char *sentence)
{
    struct guest *g = context;
    lines_add(&g->story, span_of(sentence));
    g->described |= seat == 0 || seat != g->mirror.viewer;
    if (g->full && !g->raw)
        asking_say(g->full, &g->screen, seat, sentence);
    else if (!g->raw)
        guest_say(g, sentence);
}

/* Lines that are already on the screen. */
static void keep_move(void *context, int seat, const char *sentence)
{
    struct guest *g = context;
    (void)seat;
    lines_add(&g->story, span_of(sentence));
}

/* Follows a table from its start. */
static void set_mirror(struct guest *g, const json_t *table, mirror_say *say)
{
    lines_cut(&g->story, 0);
    g->mirror.heard = !g->full;
    mirror_set(&g->mirror, table, say, g);
}

static void say_raw(struct guest *g, const json_t *lines)
{
    size_t i;
    const json_t *line;
    json_array_foreach(lines, i, line)
    {
        if (json_is_string(line))
            guest_say(g, json_string_value(line));
    }
}

void guest_no_server(struct guest *g)
{
    char line[TEXT_WHY];
    snprintf(line, sizeof line, tr("No connection to %s; retrying. Ctrl-C leaves."), g->server);
    if (!g->full)
        guest_say(g, line);
}

void guest_chat(struct guest *g, const json_t *message)
{
    char line[400];
    snprintf(line, sizeof line, tr("%s says: %s"), mirror_text(message, "name"),
             mirror_text(message, "text"));
    guest_say(g, line);
}

struct view_name guest_name(const struct guest *g, json_int_t seat)
{
    return g->mirror.match && seat >= 1 && seat <= g->mirror.match->settings.players
               ? view_name(g->mirror.match, (int)seat)
               : (struct view_name){""};
}

void guest_add_seat(const struct guest *g, size_t i, struct text *out)
{
    static const struct {
        const char *kind, *words;
    } kinds[] = {{"open", mark("open")},
                 {"person", mark("person")},
                 {"bot", mark("bot")},
                 {"stand-in", mark("a bot stands in")},
                 {"left", mark("left; a bot plays")}};
    const json_t *seat = json_array_get(g->seats, i);
    const char *kind = mirror_text(seat, "kind");
    const bool named = mirror_text(seat, "name")[0];
    const struct view_name name = guest_name(g, named ? (json_int_t)i + 1 : 0);
    text_printf(out, "%zu  %s%s(", i + 1, name.text, name.text[0] ? "  " : "");
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        if (strcmp(kind, kinds[k].kind) == 0)
            text_add(out, tr(kinds[k].words));
    }
    if (strcmp(kind, "person") == 0 && !json_is_true(json_object_get(seat, "here")))
        text_add(out, tr(", away"));
    if (json_is_true(json_object_get(seat, "person"))) /* while they are connected */
        text_add(out, tr(", has an account"));
    text_add(out, ")");
}

const char *guest_phase(const struct guest *g)
{
    if (strcmp(g->phase, "waiting") == 0)
        return tr("Waiting for players.");
    if (strcmp(g->phase, "fair") == 0)
        return tr("The dice are being prepared.");
    return "";
}

/* ---- what the server says ---- */

/* Until something else is known: nothing can be chosen. */
static void drop_legal(struct guest *g)
{
    lines_cut(&g->legal, 0);
    choices_free(&g->moves);
    g->known = 0;
    g->may = false;
}

static void take_clock(struct guest *g, const json_t *message)
{
    keep(&g->clock, json_object_get(message, "clock"));
    g->clock_at = terminal_now();
}

/* Writes a line that we may play, in words; unchanged if it cannot be read here. `label` receives
 * the text beside it. */
static void write_choice(const struct guest *g, const char *line, struct text *phrase,
                         struct text *typed, struct text *label)
{
    const struct match *match = g->mirror.match;
    game_action action;
    if (g->mirror.drawable && !g->raw &&
        game_read_line(match->game, match->state, span_of(line), &action, &g->mirror.match->history,
                       TEXT_UNREAD)) {
        g->mirror.view->phrase(match, match->state, action, phrase);
        view_typed(g->mirror.view, match, match->state, action, typed);
        g->mirror.view->label(match, match->state, action, label);
    } else {
        mirror_tame(line + strcspn(line, " ") + (strchr(line, ' ') != NULL), phrase);
        mirror_tame(line + strcspn(line, " ") + (strchr(line, ' ') != NULL), typed);
    }
}

static void add_legal(struct guest *g, const char *line)
{
    char words[GAME_LINE_MAX], about[GAME_LINE_MAX] = "", move[GAME_LINE_MAX];
    struct text phrase = text_on(words, sizeof words), label = text_on(about, sizeof about);
    struct text typed = text_on(move, sizeof move);
    write_choice(g, line, &phrase, &typed, &label);
    lines_add(&g->legal, span_of(line));
    choices_add_move(&g->moves, words, move, about);
}

/* Moves the action's line from the array to the list of choices, if it is there. */
static void pick_legal(struct guest *g, json_t *legal, const char *line, game_action action)
{
    size_t i = json_array_size(legal);
    while (i-- > 0 && strcmp(json_string_value(json_array_get(legal, i)), line) != 0)
        ;
    if (i < json_array_size(legal)) {
        add_legal(g, line);
        g->actions[g->known++] = action;
        json_array_remove(legal, i);
    }
}

/* The server sorts lines as text; people get them in the game's order, as in `cornet play`. */
static void take_legal(struct guest *g, const json_t *message)
{
    const struct match *match = g->mirror.match;
    json_t *legal = json_deep_copy(json_object_get(message, "legal"));
    game_action actions[GAME_ACTIONS_MAX];
    size_t i, count = 0;
    json_t *line;
    drop_legal(g);
    g->may = json_is_true(json_object_get(message, "may"));
    for (i = json_array_size(legal); i-- > 0;) {
        if (json_string_length(json_array_get(legal, i)) < 3)
            json_array_remove(legal, i);
    }
    if (json_array_size(legal) && g->mirror.drawable && g->mirror.viewer > 0)
        count = match->game->actions(match->state, g->mirror.viewer, actions);
    for (i = 0; i < count; i++) {
        struct text text = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
        match->game->write(match->state, actions[i], &match->history, GAME_OPEN, &text);
        pick_legal(g, legal, text.start, actions[i]);
    }
    json_array_foreach(legal, i, line) add_legal(g, json_string_value(line));
    json_decref(legal);
    const char *mover = mirror_text(json_object_get(message, "state"), "mover");
    g->over = strcmp(mover, "over") == 0;
    if (g->full)
        full_select(g->full, 0);
}

/* The change at a seat, in words; NULL: nothing worth reporting. */
static const char *seat_news(const json_t *before, const json_t *now)
{
    const char *was = mirror_text(before, "kind"), *is = mirror_text(now, "kind");
    const bool here = json_is_true(json_object_get(now, "here"));
    if (strcmp(was, is) != 0) {
        if (strcmp(is, "person") == 0)
            return strcmp(was, "open") == 0 ? tr("%s sits down.") : tr("%s is back.");
        return strcmp(is, "stand-in") == 0 ? tr("A bot stands in for %s.")
               : strcmp(is, "left") == 0   ? tr("%s has left for good: a bot plays on.")
               : strcmp(is, "open") == 0   ? tr("A seat is open again.")
                                           : tr("%s takes a seat.");
    }
    if (strcmp(is, "person") != 0 || here == json_is_true(json_object_get(before, "here")))
        return NULL;
    return here ? tr("%s is back.") : tr("%s is away.");
}

static void take_seats(struct guest *g, const json_t *message)
{
    const json_t *timing = json_object_get(message, "timing");
    g->move_seconds = (int)json_integer_value(json_object_get(timing, "seconds"));
    keep(&g->seats, json_object_get(message, "seats"));
    mirror_name(&g->mirror, g->seats);
    snprintf(g->phase, sizeof g->phase, "%s", mirror_text(message, "phase"));
}

void guest_news(struct guest *g, const json_t *message)
{
    json_t *before = json_incref(g->seats);
    const bool timed = g->move_seconds > 0;
    take_seats(g, message);
    if (!timed && g->move_seconds)
        screen_printf(&g->screen,
                      trn("Strangers can come to this table: each move now has %d second.\n",
                          "Strangers can come to this table: each move now has %d seconds.\n",
                          (unsigned long)g->move_seconds),
                      g->move_seconds);
    for (size_t i = 0; i < json_array_size(before) && g->mirror.match && !g->raw; i++) {
        const char *news = seat_news(json_array_get(before, i), json_array_get(g->seats, i));
        struct text line = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
        const bool ours = (int)i + 1 == g->mirror.viewer;
        const char *is = mirror_text(json_array_get(g->seats, i), "kind");
        if (news && ours && strcmp(is, "stand-in") == 0)
            guest_say(g, tr("A bot plays for you; 'back' returns to your seat."));
        if (!news || ours)
            continue;
        text_printf(&line, news, guest_name(g, (json_int_t)i + 1).text);
        view_capitals(g->mirror.match, &line, 0);
        guest_say(g, line.start);
    }
    json_decref(before);
}

void guest_show_seats(struct guest *g)
{
    screen_printf(&g->screen, "%s\n", tr("At the table:"));
    for (size_t i = 0; i < json_array_size(g->seats); i++) {
        struct text line = text_on((char[256]){0}, 256);
        guest_add_seat(g, i, &line);
        guest_say(g, line.start);
    }
}

/* A starting table before its first line; the lines are queued. NULL if the message has no such
 * state. */
static json_t *before_start(struct guest *g, const json_t *table)
{
    const json_t *log = json_object_get(table, "log"), *states = json_object_get(table, "states");
    if (!g->full || strcmp(mirror_text(table, "why"), "start") != 0 || json_array_size(log) == 0 ||
        json_array_size(states) != json_array_size(log))
        return NULL;
    json_t *first = json_copy((json_t *)table), *moves = json_copy((json_t *)table);
    json_t *after = json_copy((json_t *)states);
    json_object_set(first, "state", json_array_get(states, 0));
    json_object_set_new(first, "log", json_array());
    json_object_set_new(first, "may", json_false());
    json_object_set_new(first, "legal", json_array());
    json_array_remove(after, 0);
    json_object_set(moves, "lines", (json_t *)log);
    json_object_set_new(moves, "states", after);
    json_array_append_new(g->queue, moves);
    return first;
}

static void show_table(struct guest *g, const json_t *table)
{
    size_t i;
    const json_t *said;
    const char *why = mirror_text(table, "why");
    const bool again = strcmp(why, "sync") == 0 || strcmp(why, "undo") == 0;
    if (g->full)
        full_forget(g->full);
    const bool whole = g->full || !again;
    set_mirror(g, table, g->full ? say_move : keep_move);
    take_seats(g, table);
    if (!g->full && !again) { /* players first, then events: names are known now */
        guest_show_seats(g);
        set_mirror(g, table, say_move);
    }
    if (g->raw)
        say_raw(g, json_object_get(table, "log"));
    if (strcmp(why, "undo") == 0)
        guest_say(g, tr("A move was taken back."));
    json_array_foreach(json_object_get(table, "said"), i, said)
    {
        if (whole)
            guest_chat(g, said);
    }
    keep(&g->proposal, json_object_get(table, "proposal"));
    take_clock(g, table);
    take_legal(g, table);
}

void guest_table(struct guest *g, const json_t *table)
{
    json_decref(g->queue);
    g->queue = json_array();
    g->line = 0;
    json_t *first = before_start(g, table);
    show_table(g, first ? first : table);
    json_decref(first);
}

void guest_moves(struct guest *g, const json_t *moves)
{
    if (!g->queue)
        g->queue = json_array();
    json_array_append(g->queue, (json_t *)moves);
    take_clock(g, moves);
    drop_legal(g);
}

void guest_clock(struct guest *g, const json_t *message)
{
    take_clock(g, message);
    guest_show(g);
}

bool guest_is_behind(const struct guest *g)
{
    return json_array_size(g->queue) > 0;
}

/* After a round: who said what, and what else there was. */
static void say_recap(struct guest *g, const union game_state *before)
{
    char *text = NULL;
    size_t length;
    struct screen screen = g->screen;
    screen.colour = false;
    screen.out = open_memstream(&text, &length);
    g->mirror.view->recap(&screen, g->mirror.match, before);
    fclose(screen.out);
    for (char *rest = text, *line; (line = strsep(&rest, "\n"));) {
        if (*line)
            guest_say(g, line + strspn(line, " "));
    }
    free(text);
}

bool guest_step(struct guest *g)
{
    json_t *moves = json_array_get(g->queue, 0);
    const size_t count = json_array_size(json_object_get(moves, "lines"));
    g->described = false;
    if (g->line == 0 && g->raw)
        say_raw(g, json_object_get(moves, "lines"));
    if (g->line < count) {
        const struct match *match = g->mirror.match;
        const union game_state before = match ? match_state(match) : (union game_state){0};
        mirror_add(&g->mirror, moves, g->line++, say_move, g);
        if (g->mirror.drawable && g->mirror.view->recap && !g->raw &&
            driver_ended_race(match, &before))
            say_recap(g, &before);
    }
    if (g->line >= count) {
        take_legal(g, moves);
        json_array_remove(g->queue, 0);
        g->line = 0;
    }
    return g->described &&
           strcmp(mirror_text(g->clock, "kind"), "game") != 0; /* else everybody's time runs */
}

void guest_add_proposal(const struct guest *g, struct text *out)
{
    const char *what = mirror_text(g->proposal, "what");
    const struct view_name name =
        guest_name(g, json_integer_value(json_object_get(g->proposal, "by")));
    if (strcmp(what, "undo") == 0)
        text_printf(out, tr("%s asks to take back a move"), name.text);
    else if (strcmp(what, "bot") == 0)
        text_printf(out, tr("%s proposes a bot in place of %s"), name.text,
                    guest_name(g, json_integer_value(json_object_get(g->proposal, "seat"))).text);
    else if (strcmp(what, "remove") == 0)
        text_printf(out, tr("%s would like to remove %s, whose seat a bot would take"), name.text,
                    guest_name(g, json_integer_value(json_object_get(g->proposal, "seat"))).text);
    else if (strcmp(what, "draw") == 0)
        text_printf(out, tr("%s offers a draw"), name.text);
    else if (strcmp(what, "seat") == 0)
        text_printf(out, tr("%s asks %s for the seat"), mirror_text(g->proposal, "name"),
                    name.text);
    else
        text_printf(out, tr("%s proposes a rematch"), name.text);
}

bool guest_is_asked(const struct guest *g)
{
    size_t i;
    const json_t *seat;
    json_array_foreach(json_object_get(g->proposal, "wanted"), i, seat)
    {
        if (json_integer_value(seat) == g->mirror.viewer && g->mirror.viewer > 0)
            return true;
    }
    return false;
}

/* The time that a person has before a bot plays for them. */
static void add_grace(const struct guest *g, struct text *out)
{
    const json_int_t seat = json_integer_value(json_object_get(g->proposal, "seat"));
    const json_int_t seconds =
        (json_integer_value(json_object_get(g->proposal, "grace")) + 999) / 1000;
    if (!seconds)
        return;
    text_add(out, ". ");
    if (seat == g->mirror.viewer)
        text_printf(out, tr("A bot plays for you (%d s) unless you play or refuse"), (int)seconds);
    else
        text_printf(out, tr("A bot plays (%d s) unless %s returns or plays"), (int)seconds,
                    guest_name(g, seat).text);
}

void guest_proposal(struct guest *g, const json_t *message)
{
    struct text out = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    const bool done = json_is_true(json_object_get(message, "done"));
    const bool had = g->proposal != NULL;
    struct text before = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    if (had)
        guest_add_proposal(g, &before);
    keep(&g->proposal, json_object_get(message, "proposal"));
    if (g->proposal) {
        guest_add_proposal(g, &out);
        if (strcmp(out.start, before.start) == 0)
            return;
        text_add(&out, guest_is_asked(g) && !g->full ? tr(" (agree or refuse)") : "");
        add_grace(g, &out);
        text_add(&out, ".");
        guest_say(g, out.start);
    } else if (had && !done) {
        const json_int_t refused = json_integer_value(json_object_get(message, "refused"));
        if (refused > 0)
            text_printf(&out, tr("%s refused."), guest_name(g, refused).text);
        if (g->mirror.match)
            view_capitals(g->mirror.match, &out, 0);
        else
            text_add(&out, tr("The proposal was not accepted."));
        guest_say(g, out.start);
    }
}

/* The choice of a hint in words. */
static void write_hint(const struct guest *g, const json_t *hint, struct text *out)
{
    char line[GAME_LINE_MAX];
    snprintf(line, sizeof line, "%d %s", g->mirror.viewer, mirror_text(hint, "move"));
    write_choice(g, line, out, TEXT_UNREAD, TEXT_UNREAD);
}

/* The best choice, before better hints follow. */
static void say_first_hint(struct guest *g, const json_t *hint)
{
    struct text move = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    write_hint(g, hint, &move);
    screen_printf(&g->screen, tr("  At first sight: %s, %.1f %%\n"), move.start,
                  100 * json_number_value(json_object_get(hint, "share")));
}

/* On the full screen: beside the choices, the best one selected. */
static void put_hints_beside(struct guest *g, const json_t *advice)
{
    struct text row = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    const json_t *hints = json_object_get(advice, "hints"), *hint;
    size_t h;
    lines_cut(&g->moves.hints, 0);
    for (size_t i = 0; i < g->legal.count; i++) {
        text_clear(&row);
        json_array_foreach(hints, h, hint)
        {
            if (strcmp(mirror_text(hint, "move"), g->legal.line[i] + 2) != 0)
                continue;
            text_add(&row, h ? " " : "★");
            view_write_hint(json_number_value(json_object_get(hint, "share")),
                            json_number_value(json_object_get(hint, "error")), "", &row);
            if (h == 0)
                full_select(g->full, i);
        }
        lines_add(&g->moves.hints, span_of(row.start));
    }
    full_notice(g->full, tr("Your chance of winning after each choice"), false);
}

void guest_hint(struct guest *g, const json_t *message)
{
    const json_t *advice = json_object_get(message, "advice"), *hint;
    const json_int_t depth = json_integer_value(json_object_get(advice, "depth"));
    const json_int_t depths = json_integer_value(json_object_get(advice, "depths"));
    struct text page = text_on((char[8192]){0}, 8192);
    size_t i;
    if (g->full && g->legal.count) {
        put_hints_beside(g, advice);
        return;
    }
    if (!g->full && json_is_true(json_object_get(message, "more"))) {
        if (depth == 1)
            say_first_hint(g, json_array_get(json_object_get(advice, "hints"), 0));
        return; /* the whole list is shown once */
    }
    text_printf(&page, "%s\n", tr("Your chance of winning after each choice:"));
    json_array_foreach(json_object_get(advice, "hints"), i, hint)
    {
        struct text move = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
        write_hint(g, hint, &move);
        text_add(&page, "  ");
        view_write_hint(json_number_value(json_object_get(hint, "share")),
                        json_number_value(json_object_get(hint, "error")), move.start, &page);
        text_add(&page, "\n");
    }
    struct text how = text_on((char[1024]){0}, 1024);
    mirror_tame(mirror_text(advice, "how"), &how);
    text_printf(&page, tr("The numbers are %s."), how.start);
    text_add(&page, "\n");
    if (depths > 1) {
        text_printf(&page, tr("Depth %d of %d."), (int)depth, (int)depths);
        text_add(&page, "\n");
    }
    if (g->full)
        full_page(g->full, tr("Hint"), page.start);
    else
        screen_put_wrapped(&g->screen, page.start, 2);
}
