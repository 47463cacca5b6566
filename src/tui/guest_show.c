/* What a guest sees: the board, the choices, the clocks, and the prompt. */
#include <string.h>
#include <unistd.h>

#include "base/lang.h"
#include "tui/asking.h"
#include "tui/guest_parts.h"
#include "tui/keys.h"
#include "tui/menu.h"
#include "tui/terminal.h"

/* The whole seconds left of a member of the clock: until the letters fall (`lead`), or until the
 * next round (`rest`); -1: no such time runs. */
static long time_left(const struct guest *g, const char *which)
{
    const json_t *left = json_object_get(g->clock, which);
    if (!left)
        return -1;
    const int64_t now = json_integer_value(left) - (terminal_now() - g->clock_at);
    return now > 0 ? (long)((now + 999) / 1000) : 0;
}

/* The seconds left on the clock that runs; -1: none does. */
static long seconds_left(const struct guest *g)
{
    return json_is_true(json_object_get(g->clock, "running")) ? time_left(g, "left") : -1;
}

/* The seconds of a time bank, running or stopped. */
static long bank_seconds(const struct guest *g, size_t seat)
{
    const json_int_t left =
        json_integer_value(json_array_get(json_object_get(g->clock, "banks"), seat));
    if (json_integer_value(json_object_get(g->clock, "seat")) == (json_int_t)seat + 1 &&
        seconds_left(g) >= 0)
        return seconds_left(g);
    return (long)((left + 999) / 1000);
}

bool guest_may_continue(const struct guest *g)
{
    return g->mirror.viewer > 0 && time_left(g, "rest") > 0;
}

/* Between two rounds: what happens next. */
static void add_pause(const struct guest *g, struct text *out)
{
    const long lead = time_left(g, "lead"), rest = time_left(g, "rest");
    if (lead >= 0)
        text_printf(out, tr("Get ready: %ld…"), lead > 0 ? lead : 1);
    else if (guest_may_continue(g))
        text_printf(out, tr("Next round in %ld s; Enter continues now"), rest);
    else if (rest >= 0)
        text_printf(out, tr("Next round in %ld s"), rest);
}

/* Everybody's time bank, with a mark at the one that runs. */
static void add_banks(const struct guest *g, struct text *out)
{
    const json_int_t running = json_integer_value(json_object_get(g->clock, "seat"));
    const size_t count = json_array_size(json_object_get(g->clock, "banks"));
    for (size_t i = 0; i < count && i < (size_t)g->mirror.match->settings.players; i++) {
        text_add(out, i ? "  " : "");
        text_add(out, running == (json_int_t)i + 1 ? ">" : "");
        match_show_name(g->mirror.match, (int)i + 1, out);
        text_printf(out, " %ld:%02ld", bank_seconds(g, i) / 60, bank_seconds(g, i) % 60);
    }
}

/* The clock in words: everybody's, a player's, or the time banks; nothing where none runs. */
static void add_clock(const struct guest *g, int room, struct text *out)
{
    const long left = seconds_left(g);
    const json_int_t seat = json_integer_value(json_object_get(g->clock, "seat"));
    if (strcmp(mirror_text(g->clock, "kind"), "bank") == 0 && g->mirror.match) {
        add_banks(g, out);
        if (screen_width(out->start) <= room)
            return;
        text_clear(out);
    }
    if (left < 0)
        return;
    const struct view_name name = guest_name(g, seat);
    text_printf(out, "%s%s", name.text, name.text[0] ? tr(": ") : "");
    text_printf(out, tr("%ld s left"), left);
}

/* Whether anybody may speak and we may. */
static bool is_race(const struct guest *g)
{
    return g->may && g->legal.count == 0 && g->mirror.drawable &&
           match_mover(g->mirror.match) == GAME_ANYONE;
}

/* That the others vote. */
static void add_wait(const struct guest *g, struct text *out)
{
    if (g->mirror.drawable && g->mirror.view->ask && match_mover(g->mirror.match) == GAME_ANYONE)
        g->mirror.view->ask(g->mirror.match, g->mirror.match->state, 0, out);
}

/* A vote that we may take part in: the actions that have keys. */
static size_t find_votes(const struct guest *g, game_action actions[])
{
    const struct view *view = g->mirror.view;
    size_t votes = 0;
    if (!is_race(g) || !view->has_key || g->mirror.viewer <= 0)
        return 0;
    const size_t count =
        g->mirror.match->game->actions(g->mirror.match->state, g->mirror.viewer, actions);
    for (size_t i = 0; i < count; i++) {
        if (view->has_key(actions[i], 'y') || view->has_key(actions[i], 'n'))
            actions[votes++] = actions[i];
    }
    return votes;
}

bool guest_key_line(const struct guest *g, int key, struct text *out)
{
    game_action actions[GAME_ACTIONS_MAX];
    const size_t count = find_votes(g, actions);
    for (size_t i = 0; i < count; i++) {
        if (!g->mirror.view->has_key(actions[i], key))
            continue;
        g->mirror.match->game->write(g->mirror.match->state, actions[i], NULL, GAME_OPEN, out);
        return true;
    }
    return false;
}

void guest_to_line(const struct guest *g, const char *typed, struct text *out)
{
    const size_t chosen = choices_find(&g->moves, typed);
    if (chosen < g->legal.count) {
        text_add(out, g->legal.line[chosen]);
        return;
    }
    if (asking_is_answer(typed) && guest_key_line(g, typed[0], out))
        return;
    text_printf(out, "%d ", g->mirror.viewer);
    if (!g->mirror.drawable || g->raw)
        text_add(out, typed);
    else
        g->mirror.view->tidy(g->mirror.match->state, typed, out);
}

static void put_result(struct guest *g)
{
    struct text line = text_on((char[TEXT_WHY * 2]){0}, TEXT_WHY * 2);
    if (!g->mirror.drawable)
        return;
    view_winners(g->mirror.match, &line);
    guest_say(g, line.start);
}

static void put_board(struct guest *g)
{
    if (g->mirror.drawable)
        g->mirror.view->draw(&g->screen, g->mirror.match, g->mirror.match->state, g->mirror.viewer);
}

void guest_write_prompt(const struct guest *g, struct text *out)
{
    const struct match *match = g->mirror.match;
    if (g->may && match && g->mirror.viewer > 0) {
        text_add(out, "  ");
        if (g->legal.count && g->mirror.drawable)
            view_task(g->mirror.view, match, match->state, g->mirror.viewer, false, out);
        else
            match_show_name(match, g->mirror.viewer, out);
        text_printf(out, " %s", tr("(? for help)"));
    }
    text_add(out, " > ");
}

void guest_add_words(const struct guest *g, struct lines *words)
{
    for (size_t i = 0; i < g->moves.typed.count; i++)
        lines_add(words, span_of(g->moves.typed.line[i]));
}

void guest_prompt(struct guest *g)
{
    if (g->edited || !isatty(STDIN_FILENO))
        return;
    screen_put(&g->screen, "> ");
    fflush(stdout);
}

/* In lines: which other person acts now. Bots act at once, and their moves are printed. */
static void add_turn(const struct guest *g, struct text *out)
{
    const struct match *match = g->mirror.match;
    const int mover = g->mirror.drawable ? match_mover(match) : GAME_CHANCE;
    if (mover <= 0 || mover > match->settings.players || match_names_bot(match->name[mover - 1]))
        return;
    view_turn(match, match->state, out);
    text_add(out, ".");
}

void guest_show(struct guest *g)
{
    game_action actions[GAME_ACTIONS_MAX];
    struct text question = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    struct text clock = text_on(g->status, sizeof g->status);
    if (g->full) {
        if (g->over)
            put_result(g);
        return;
    }
    if (g->over) {
        screen_printf(&g->screen, "%s\n", tr("The game is over."));
        put_board(g);
        put_result(g);
        return;
    }
    if (!g->may && *guest_phase(g))
        guest_say(g, guest_phase(g));
    if (strcmp(g->phase, "waiting") == 0 && g->mirror.viewer > 0 && !g->raw)
        guest_say(g, tr("fill gives the open seats to bots; ? helps."));
    if (!g->may && !g->raw)
        add_pause(g, &question);
    if (!g->may && !g->raw)
        add_wait(g, &question);
    if (!g->may && !g->raw && !question.length)
        add_turn(g, &question);
    if (question.length)
        guest_say(g, question.start);
    if (!g->may || g->raw)
        return;
    put_board(g);
    menu_show(&g->screen, &g->moves);
    add_clock(g, g->screen.width - 2, &clock);
    if (clock.length)
        guest_say(g, g->status);
    if (find_votes(g, actions)) {
        g->mirror.view->ask(g->mirror.match, g->mirror.match->state, g->mirror.viewer, &question);
        guest_say(g, question.start);
    } else if (g->legal.count == 0) {
        guest_say(g, tr("Say a word when you like; - passes."));
    }
    guest_prompt(g);
}

/* Writes whose turn it is, or what we have to do. */
static void write_prompt(struct guest *g, struct text *out)
{
    const struct match *match = g->mirror.match;
    game_action actions[GAME_ACTIONS_MAX];
    const int mover = g->mirror.drawable ? match_mover(match) : GAME_CHANCE;
    if (!g->online) {
        text_printf(out, tr("No connection to %s; retrying. q leaves"), g->server);
    } else if (guest_is_asked(g)) {
        guest_add_proposal(g, out);
        text_add(out, tr(": y agrees, n refuses"));
    } else if (g->over) {
        text_add(out, tr("The game is over: r proposes a rematch, a analyses, q leaves"));
    } else if (find_votes(g, actions)) {
        g->mirror.view->ask(match, match->state, g->mirror.viewer, out);
    } else if (g->may && mover == g->mirror.viewer) {
        view_task(g->mirror.view, match, match->state, mover, false, out);
    } else if (g->may) {
        match_show_name(match, g->mirror.viewer, out);
    } else {
        if (g->mirror.drawable)
            view_turn(match, match->state, out);
        if (out->length)
            return;
        text_add(out, guest_phase(g));
        add_pause(g, out);
        add_wait(g, out);
    }
}

/* Whether all other seats are bots'. */
static bool is_alone(const struct guest *g)
{
    size_t i;
    const json_t *seat;
    json_array_foreach(g->seats, i, seat)
    {
        const char *kind = mirror_text(seat, "kind");
        if ((int)i + 1 != g->mirror.viewer && strcmp(kind, "bot") != 0 && strcmp(kind, "left") != 0)
            return false;
    }
    return true;
}

bool guest_may_see_odds(const struct guest *g)
{
    return !g->mirror.view->advises || g->over || is_alone(g);
}

/* The keys that do something in this scene, in words. */
static void choose_help(struct guest *g, struct scene *scene)
{
    struct text out = text_on(g->help, sizeof g->help);
    unsigned keys = KEYS_LOG | KEYS_TALK | KEYS_RULES | KEYS_LEAVE;
    keys |= g->may ? KEYS_MOVES | KEYS_TYPE | (is_alone(g) ? KEYS_HINT : 0) : 0;
    keys |= g->may && full_can_point(scene) ? KEYS_CURSOR : 0;
    keys |= g->mirror.viewer > 0 && !g->over ? KEYS_UNDO : 0;
    if (scene->view && scene->view->odds != view_no_odds && guest_may_see_odds(g))
        keys |= KEYS_ODDS;
    keys_write(keys, full_columns(g->full) - 2, &out);
    scene->help = g->help;
    if (guest_is_behind(g)) {
        scene->help = tr("Space skips, + faster, - slower, ? rules, q leave");
        scene->brief = tr("Space skips, + faster, - slower");
    } else if (strcmp(g->phase, "waiting") == 0 && g->mirror.viewer > 0) {
        scene->help = tr("b bots for the open seats, t talk, ? rules, q leave");
    } else if (scene->typing && g->mirror.viewer > 0) {
        scene->help = tr("a word and Enter; - passes; /? helps, /quit leaves");
    }
}

void guest_look(struct guest *g)
{
    struct text out = text_on(g->prompt, sizeof g->prompt);
    if (g->full || g->may || g->over) {
        guest_show(g);
        return;
    }
    if (!g->mirror.drawable)
        guest_show_seats(g);
    put_board(g);
    write_prompt(g, &out);
    guest_say(g, g->prompt);
}

struct scene guest_scene(struct guest *g)
{
    game_action actions[GAME_ACTIONS_MAX];
    struct text prompt = text_on(g->prompt, sizeof g->prompt);
    struct text about = text_on(g->about, sizeof g->about);
    const long left = seconds_left(g);
    const size_t votes = find_votes(g, actions);
    const bool asked = guest_is_asked(g);
    struct text clock = text_on(g->status, sizeof g->status);
    if (!g->over)
        add_clock(g, full_columns(g->full) - 24, &clock);
    write_prompt(g, &prompt);
    snprintf(g->keys, sizeof g->keys, "hulo?qt/+-%s%s%s%s", asked || votes ? "yYnNoO" : "",
             g->over ? "ra" : "", guest_is_behind(g) ? " " : "",
             strcmp(g->phase, "waiting") == 0 ? "b" : "");
    if (!g->mirror.drawable) {
        text_printf(&about, "%s\n\n", guest_phase(g));
        for (size_t i = 0; i < json_array_size(g->seats); i++) {
            guest_add_seat(g, i, &about);
            text_add(&about, "\n");
        }
        text_printf(&about, "\n%s", g->link);
    }
    struct scene scene = {
        .title = g->mirror.match ? g->mirror.match->game->title : "Cornet",
        .status = g->status,
        .urgent = left >= 0 && left < 10,
        .view = g->mirror.drawable ? g->mirror.view : NULL,
        .match = g->mirror.match,
        .state = g->mirror.drawable ? g->mirror.match->state : NULL,
        .seat = g->mirror.viewer,
        .about = g->about,
        .choices = g->may ? &g->moves : NULL,
        .actions = g->may && g->known == g->legal.count ? g->actions : NULL,
        .asked = g->may ? g->mirror.viewer : 0,
        .prompt = g->prompt,
        .keys = g->keys,
        .typing = is_race(g) && !votes && !asked && g->online,
    };
    choose_help(g, &scene);
    return scene;
}
