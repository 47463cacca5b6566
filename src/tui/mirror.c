#include "tui/mirror.h"

#include <stdlib.h>
#include <string.h>
#include <utf8proc.h>

#include "base/lang.h"

void mirror_free(struct mirror *m)
{
    match_free(m->match);
    *m = (struct mirror){0};
}

/* Characters that a terminal would obey, or that turn the direction of writing. Our server sends
 * none; another one might. */
static bool is_tame(const char *at, size_t *length)
{
    utf8proc_int32_t letter;
    const utf8proc_ssize_t bytes = utf8proc_iterate((const utf8proc_uint8_t *)at, -1, &letter);
    *length = bytes > 0 ? (size_t)bytes : 1;
    if (bytes <= 0)
        return false;
    const utf8proc_category_t kind = utf8proc_category(letter);
    return kind != UTF8PROC_CATEGORY_CC && kind != UTF8PROC_CATEGORY_CF &&
           kind != UTF8PROC_CATEGORY_ZL && kind != UTF8PROC_CATEGORY_ZP;
}

void mirror_tame(const char *text, struct text *out)
{
    for (size_t length; *text; text += length) {
        if (is_tame(text, &length))
            text_add_bytes(out, text, length);
        else
            text_char(out, '?');
    }
}

const char *mirror_text(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

void mirror_name(struct mirror *m, const json_t *seats)
{
    size_t i;
    const json_t *seat;
    if (!m->match)
        return;
    json_array_foreach(seats, i, seat)
    {
        if (i >= (size_t)m->match->settings.players)
            return;
        struct text name = text_on(m->match->name[i], MATCH_NAME_MAX);
        mirror_tame(mirror_text(seat, "name"), &name);
    }
}

/* A new match with the table's settings; NULL if no such game can start here. */
static struct match *make_match(const json_t *table)
{
    const struct game *game = game_find(span_of(mirror_text(table, "game")));
    const json_t *seats = json_object_get(table, "seats");
    struct game_settings settings;
    const char *name;
    json_t *value;
    if (!game)
        return NULL;
    game_defaults(game, &settings);
    const json_int_t players = json_integer_value(json_object_get(table, "players"));
    if (players < game->seats_min || players > game->seats_max ||
        json_array_size(seats) != (size_t)players)
        return NULL;
    settings.players = (int)players;
    json_object_foreach(json_object_get(table, "options"), name, value)
    {
        if (!json_is_string(value) || !game_set(game, &settings, span_of(name),
                                                span_of(json_string_value(value)), TEXT_UNREAD))
            return NULL;
    }
    for (size_t i = 0; i < (size_t)players; i++)
        settings.bots |=
            (unsigned)(strcmp(mirror_text(json_array_get(seats, i), "kind"), "bot") == 0) << i;
    return match_new(game, &settings, TEXT_UNREAD);
}

/* Says a line that has just been played: in words, or unchanged if there are none. */
static void say_action(struct mirror *m, const union game_state *before, game_action action,
                       const char *line, mirror_say *say, void *context)
{
    struct text sentence = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    if (m->match->ended)
        view_ending(m->match, span_of(line), &sentence);
    else
        view_say(m->view, &(struct telling){m->match, m->viewer, m->heard, &sentence}, before,
                 action);
    if (sentence.length)
        say(context, line[0] >= '1' && line[0] <= '9' ? line[0] - '0' : 0, sentence.start);
}

static void say_raw(const char *line, mirror_say *say, void *context)
{
    struct text sentence = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    mirror_tame(line, &sentence);
    say(context, 0, sentence.start);
}

/* Says the comments that players need: whose time was out. */
static void say_comment(struct mirror *m, const char *line, mirror_say *say, void *context)
{
    static const char start[] = "# seat ", end[] = "'s time was out";
    char sentence[TEXT_WHY];
    const int seat = strncmp(line, start, sizeof start - 1) == 0 ? line[sizeof start - 1] - '0' : 0;
    if (seat < 1 || seat > m->match->settings.players ||
        strncmp(line + sizeof start, end, sizeof end - 1) != 0)
        return;
    snprintf(sentence, sizeof sentence, tr("%s ran out of time: a bot moves."),
             view_first_name(m->match, seat).text);
    say(context, 0, sentence);
}

/* Loads the state that the server shows. */
static bool load_state(struct mirror *m, const json_t *state)
{
    union game_state loaded;
    const struct game *game = m->match->game;
    char *text = json_dumps(state, JSON_COMPACT);
    const bool good = text && game->start(&loaded, &m->match->settings, TEXT_UNREAD) &&
                      game->load(&loaded, m->viewer, span_of(text));
    if (good)
        memcpy(m->match->state, &loaded, game->state_size);
    free(text);
    return good;
}

/* Plays a line of a game without secrets, and describes it. */
static void follow_line(struct mirror *m, const char *line, mirror_say *say, void *context)
{
    const union game_state before = match_state(m->match);
    if (m->drawable)
        m->drawable = match_do(m->match, span_of(line), TEXT_UNREAD);
    if (m->drawable)
        say_action(m, &before, m->match->last, line, say, context);
    else
        say_raw(line, say, context);
}

/* Reads a line of a game with secrets at the state before it, and adds it to the record. False: it
 * is no action that is known there. */
static bool take_shown(struct mirror *m, const char *line, game_action *action)
{
    struct text tame = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    mirror_tame(line, &tame);
    lines_add(&m->match->body, span_of(tame.start)); /* boards mark the last move */
    m->match->ended = match_ending_of(span_of(line));
    return !m->match->ended && m->drawable &&
           game_read_line(m->match->game, m->match->state, span_of(line), action,
                          &m->match->history, TEXT_UNREAD);
}

/* Says it at the state after it. */
static void say_shown(struct mirror *m, const union game_state *before, bool known,
                      game_action action, const char *line, mirror_say *say, void *context)
{
    if (known || m->match->ended)
        say_action(m, before, action, line, say, context);
    else
        say_raw(line, say, context);
}

/* Goes to the state after a line, which the server shows. */
static void show_line(struct mirror *m, const char *line, const json_t *after, mirror_say *say,
                      void *context)
{
    const union game_state before = match_state(m->match);
    game_action action = 0;
    const bool known = take_shown(m, line, &action);
    m->drawable = load_state(m, after);
    say_shown(m, &before, known, action, line, say, context);
}

/* The same by the rules, where no states are sent: what the viewer cannot see stays unknown. */
static void guess_line(struct mirror *m, const char *line, mirror_say *say, void *context)
{
    const struct game *game = m->match->game;
    const union game_state before = match_state(m->match);
    game_action action = 0;
    const bool known = take_shown(m, line, &action);
    m->drawable &= known || m->match->ended;
    if (known) {
        game->apply(m->match->state, action, &m->match->history);
        game->hide(m->match->state, m->viewer);
    }
    say_shown(m, &before, known, action, line, say, context);
}

static bool is_hidden(const struct mirror *m)
{
    return m->match->game->load != game_loads_nothing;
}

/* The line at that place; NULL: there is none. */
static const char *line_at(const json_t *lines, size_t i)
{
    const char *text = json_string_value(json_array_get(lines, i));
    return text && (text[0] == '#' || strlen(text) >= 3) ? text : NULL;
}

bool mirror_set(struct mirror *m, const json_t *table, mirror_say *say, void *context)
{
    const json_t *state = json_object_get(table, "state"), *log = json_object_get(table, "log");
    match_free(m->match);
    m->match = make_match(table);
    m->drawable = false;
    if (!m->match)
        return false;
    m->view = view_of(m->match->game);
    m->viewer = (int)json_integer_value(json_object_get(table, "you"));
    if (m->viewer < 0 || m->viewer > m->match->settings.players)
        m->viewer = GAME_SPECTATOR;
    mirror_name(m, json_object_get(table, "seats"));
    if (!json_is_object(state))
        return true; /* not yet playing */
    m->drawable = json_integer_value(json_object_get(table, "log_from")) == 0;
    if (is_hidden(m))
        m->match->game->hide(m->match->state, m->viewer);
    for (size_t i = 0; i < json_array_size(log); i++) {
        if (line_at(log, i))
            (line_at(log, i)[0] == '#' ? say_comment
             : is_hidden(m)            ? guess_line
                                       : follow_line)(m, line_at(log, i), say, context);
    }
    if (is_hidden(m))
        m->drawable = load_state(m, state);
    return true;
}

void mirror_add(struct mirror *m, const json_t *moves, size_t i, mirror_say *say, void *context)
{
    const json_t *lines = json_object_get(moves, "lines");
    const bool last = i + 1 == json_array_size(lines);
    const json_t *after = last ? json_object_get(moves, "state")
                               : json_array_get(json_object_get(moves, "states"), i);
    if (!m->match || !line_at(lines, i))
        return;
    if (line_at(lines, i)[0] == '#')
        say_comment(m, line_at(lines, i), say, context);
    else if (is_hidden(m))
        show_line(m, line_at(lines, i), after, say, context);
    else
        follow_line(m, line_at(lines, i), say, context);
}
