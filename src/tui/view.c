/* Finds a game's view; and the plain one, with JSON and move lines. */
#include "tui/view.h"

#include <stdarg.h>
#include <string.h>

#include "base/lang.h"
#include "tui/game_texts.h"
#include "tui/menu.h"

static void draw(struct screen *screen, const struct match *match, const void *state, int seat)
{
    struct text json = text_on((char[GAME_JSON_MAX]){0}, GAME_JSON_MAX);
    game_json(match->game, &match->settings, state, seat, &json);
    screen_printf(screen, "\n  %s\n", json.start);
}

static void tell(const struct telling *to, const void *before, game_action action)
{
    to->match->game->write(before, action, &to->match->history, to->viewer, to->out);
}

void view_no_label(const struct match *match, const void *state, game_action action,
                   struct text *out)
{
    (void)match;
    (void)state;
    (void)action;
    (void)out;
}

void view_notation(const struct match *match, const void *state, game_action action,
                   struct text *out)
{
    struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    match->game->write(state, action, &match->history, GAME_OPEN, &line);
    text_add(out, line.start + strcspn(line.start, " ") + (strchr(line.start, ' ') != NULL));
}

void view_typed(const struct view *view, const struct match *match, const void *state,
                game_action action, struct text *out)
{
    (view->typed ? view->typed : view_notation)(match, state, action, out);
}

void view_choices(const struct view *view, const struct match *match, const void *state,
                  const game_action actions[], size_t count, struct choices *choices)
{
    for (size_t i = 0; i < count; i++) {
        char words[GAME_LINE_MAX], line[GAME_LINE_MAX], about[GAME_LINE_MAX];
        struct text shown = text_on(words, sizeof words);
        struct text typed = text_on(line, sizeof line), label = text_on(about, sizeof about);
        view->phrase(match, state, actions[i], &shown);
        view_typed(view, match, state, actions[i], &typed);
        view->label(match, state, actions[i], &label);
        choices_add_move(choices, words, line, about);
    }
}

static void tidy(const void *state, const char *typed, struct text *out)
{
    (void)state;
    text_add(out, typed);
}

static void ask(const struct match *match, const void *state, int seat, struct text *out)
{
    (void)match;
    (void)state;
    text_add(out, seat ? tr("(any key)") : "");
}

static bool has_key(game_action action, int key)
{
    (void)action;
    return key > ' ';
}

void view_no_odds(struct screen *screen, const struct match *match, const void *state)
{
    (void)state;
    screen_printf(screen, tr("  No odds are known for %s.\n"), match->game->title);
}

const struct view *view_of(const struct game *game)
{
    static const struct view plain = {.draw = draw,
                                      .tell = tell,
                                      .phrase = view_notation,
                                      .label = view_no_label,
                                      .tidy = tidy,
                                      .ask = ask,
                                      .has_key = has_key,
                                      .rules = mark("This game has no short rules yet."),
                                      .odds = view_no_odds};
    for (const struct view *const *view = view_list; *view; view++) {
        if ((*view)->game == game)
            return *view;
    }
    return &plain;
}

void view_tell(const struct view *view, const struct telling *to, const void *before)
{
    const struct match *match = to->match;
    if (match->ended)
        view_ending(match, span_of(match->body.line[match->body.count - 1]), to->out);
    else
        view_say(view, to, before, match->last);
}

void view_say(const struct view *view, const struct telling *to, const void *before,
              game_action action)
{
    const struct text *out = to->out;
    const size_t start = out->length;
    view->tell(to, before, action);
    if (out->length > start && !strchr(".!?", out->start[out->length - 1]))
        text_char(to->out, '.');
    view_capitals(to->match, to->out, start);
}

static bool begins_sentence(const struct text *out, size_t start, size_t at)
{
    return at == start || (at >= start + 2 && out->start[at - 1] == ' ' &&
                           strchr(".!?", out->start[at - 2]) != NULL);
}

void view_capitals(const struct match *match, struct text *out, size_t start)
{
    for (size_t at = start; at < out->length; at++) {
        if (!begins_sentence(out, start, at))
            continue;
        for (int seat = 1; seat <= match->settings.players; seat++) {
            const struct view_name name = view_name(match, seat);
            if (match_names_bot(match->name[seat - 1]) &&
                strncmp(out->start + at, name.text, strlen(name.text)) == 0)
                out->start[at] = view_first_name(match, seat).text[0];
        }
    }
}

void view_words(const struct telling *to, const char *key, int seat, int aim, ...)
{
    enum { VALUES_MAX = 16 };
    const struct view_name name = view_name(to->match, seat), other = view_name(to->match, aim);
    const char *all[2 * VALUES_MAX] = {"name", name.text, "aim", other.text};
    const char *pattern = NULL, *value;
    va_list values;
    va_start(values, aim);
    for (size_t i = 4; (value = va_arg(values, const char *)); i++)
        all[i] = value;
    va_end(values);
    if (to->viewer > 0 && aim == to->viewer)
        pattern = game_text("%s.me", key);
    if (to->viewer > 0 && seat == to->viewer && !pattern)
        pattern = game_text("%s.you", key);
    if (!pattern)
        pattern = game_text("%s", key);
    text_add(to->out, to->out->length ? " " : "");
    game_text_fill(pattern ? pattern : key, all, to->out);
}

union game_state view_after(const struct match *match, const void *before, game_action action)
{
    const struct game *game = match->game;
    union game_state after;
    if (memcmp(match->state, before, game->state_size) != 0)
        return match_state(match);
    memcpy(&after, before, game->state_size);
    game->apply(&after, action, NULL);
    return after;
}

void view_list_names(const struct match *match, int viewer, unsigned seats, struct text *out)
{
    for (int seat = 1, left = __builtin_popcount(seats); left > 0; seat++) {
        if (!(seats >> (seat - 1) & 1))
            continue;
        text_add(out, seat == viewer ? tr("you") : view_name(match, seat).text);
        text_add(out, --left > 1 ? ", " : left ? tr(" and ") : "");
    }
}

struct view_number view_number(unsigned number)
{
    struct view_number shown;
    snprintf(shown.text, sizeof shown.text, "%u", number);
    return shown;
}

void view_task(const struct view *view, const struct match *match, const void *state, int seat,
               bool named, struct text *out)
{
    if (named)
        text_printf(out, tr("%s, your turn"), view_first_name(match, seat).text);
    else
        text_add(out, tr("Your turn"));
    if (view->task) {
        text_add(out, tr(": "));
        view->task(match, state, out);
    }
}

void view_turn(const struct match *match, const void *state, struct text *out)
{
    const int mover = match->ended ? GAME_OVER : match->game->mover(state);
    const int thrower = mover == GAME_CHANCE ? match->game->thrower(state) : 0;
    if (mover > 0)
        text_printf(out, tr("%s to move"), view_first_name(match, mover).text);
    else if (thrower)
        text_printf(out, tr("%s to throw"), view_first_name(match, thrower).text);
}

void view_ending(const struct match *match, struct span line, struct text *out)
{
    const int seat = line.at[0] - '0';
    const char *sentence = match_ending_of(line) == MATCH_DRAWN     ? tr("%s accepts the draw")
                           : match_names_bot(match->name[seat - 1]) ? tr("%s forfeits the game")
                                                                    : tr("%s resigns");
    text_printf(out, sentence, view_first_name(match, seat).text);
    text_char(out, '.');
}

struct view_name view_name(const struct match *match, int seat)
{
    struct view_name name;
    struct text out = text_on(name.text, sizeof name.text);
    match_show_name(match, seat, &out);
    return name;
}

struct view_name view_first_name(const struct match *match, int seat)
{
    struct view_name name;
    struct text out = text_on(name.text, sizeof name.text);
    match_show_first_name(match, seat, &out);
    return name;
}

void view_put_name(struct screen *screen, const struct match *match, int seat, int width)
{
    screen_put(screen, screen_style(screen, SCREEN_SEAT + seat));
    screen_put_cut(screen, view_name(match, seat).text, width);
    screen_put(screen, screen_style(screen, SCREEN_PLAIN));
}

int view_list_winners(const struct match *match, struct text *out)
{
    uint8_t share[GAME_SEATS_MAX];
    int count = 0;
    match_result(match, share);
    for (int seat = 1; seat <= match->settings.players; seat++) {
        if (share[seat - 1] == 0)
            continue;
        text_add(out, count++ ? ", " : "");
        match_show_name(match, seat, out);
    }
    return count;
}

void view_winners(const struct match *match, struct text *out)
{
    char list[GAME_SEATS_MAX * sizeof(struct view_name)];
    struct text winners = text_on(list, sizeof list);
    const size_t start = out->length;
    const int count = view_list_winners(match, &winners);
    if (count == match->settings.players)
        text_add(out, tr("The game is a draw."));
    else
        text_printf(out, count == 1 ? tr("%s wins!") : tr("Winners: %s."), list);
    view_capitals(match, out, start);
}

void view_write_hint(double share, double error, const char *choice, struct text *out)
{
    text_printf(out, "%6.2f %%", 100 * share);
    if (error > 0.00005)
        text_printf(out, " ± %-4.1f", 100 * error);
    text_printf(out, "%s%s", *choice ? "  " : "", choice);
}

const char *view_find_verb(const struct view_verb verbs[], const char *typed)
{
    const struct span word = {typed, strcspn(typed, " ")};
    while (verbs->typed && !span_is(word, verbs->typed))
        verbs++;
    return verbs->verb;
}

bool view_path(const uint8_t path[], unsigned count, const struct screen_cursor *cursor,
               uint64_t *next)
{
    *next = cursor->picks < count ? (uint64_t)1 << path[cursor->picks] : 0;
    return cursor->picks <= count && memcmp(path, cursor->picked, cursor->picks) == 0;
}

const char *view_last_line(const struct match *match, const char *without)
{
    for (size_t i = match->body.count; i-- > 0;) {
        const char *line = match->body.line[i];
        if (line[0] >= '1' && line[0] <= '9' &&
            !(without && strncmp(line + 2, without, strlen(without)) == 0))
            return line;
    }
    return "";
}

const char *view_mark(const struct screen *screen, bool marked)
{
    return !marked ? " " : screen->unicode ? "›" : "~";
}
