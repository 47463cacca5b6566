/* The commands of a local game: help, undo, hint and so on. */
#include <string.h>
#include <unistd.h>

#include "base/lang.h"
#include "match/hints.h"
#include "tui/asking.h"
#include "tui/session_parts.h"
#include "tui/terminal.h"

static enum reply do_help(struct session *s)
{
    screen_put(&s->screen, "\n");
    screen_put_wrapped(&s->screen, tr(s->view->rules), 2);
    screen_put(&s->screen, "\n");
    screen_put_wrapped(
        &s->screen,
        tr("Commands: show (draw the board again), undo, odds, hint, log, save [FILE], quit (saves "
           "the game); in a game of two resign, and draw if the game has draws. Enter a move by "
           "its "
           "number, or type it as listed."),
        2);
    if (s->full && s->view->spots)
        screen_put_wrapped(&s->screen, full_point_help(), 2);
    return REPLY_AGAIN;
}

static enum reply do_undo(struct session *s)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    const int seat = session_last_person(s->match);
    if (!match_undo(s->match, seat ? seat : s->viewer > 0 ? s->viewer : 1, &why)) {
        screen_printf(&s->screen, "  %s.\n", why.start);
        return REPLY_AGAIN;
    }
    driver_replan(&s->driver);
    saving_save(&s->saving, s->match, &s->screen);
    screen_put(&s->screen, tr("  Taken back.\n"));
    return REPLY_CHANGED;
}

static enum reply do_save(struct session *s)
{
    saving_copy(&s->saving, s->match, s->argument, &s->screen);
    return REPLY_AGAIN;
}

static enum reply do_show(struct session *s)
{
    (void)s;
    return REPLY_SHOW;
}

static enum reply do_quit(struct session *s)
{
    s->quit = true;
    return REPLY_CHANGED;
}

/* The person who ends a game of two before its end; 0 with a sentence if nobody can. */
static int find_ender(struct session *s)
{
    const struct match *match = s->match;
    const int mover = match_mover(match);
    if (match->settings.players != 2)
        screen_printf(&s->screen, "  %s.\n", tr("a player can resign only in a game of two"));
    else if (mover > 0 && !match_names_bot(match->name[mover - 1]))
        return mover;
    else
        return s->viewer > 0 ? s->viewer : 0;
    return 0;
}

/* Plays the line by which a seat ends the game. */
static enum reply end_game(struct session *s, int seat, const char *words)
{
    char line[GAME_LINE_MAX], reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    snprintf(line, sizeof line, "%d %s", seat, words);
    if (session_do_line(s, span_of(line), &why))
        return REPLY_CHANGED;
    screen_printf(&s->screen, "  %s.\n", reason);
    return REPLY_AGAIN;
}

static enum reply do_resign(struct session *s)
{
    const int seat = find_ender(s);
    return seat ? end_game(s, seat, MATCH_FORFEITS) : REPLY_AGAIN;
}

/* A bot decides by its judge. People at one screen talk to each other; before the end they may
 * still take the draw back. */
static enum reply do_draw(struct session *s)
{
    const int seat = find_ender(s), other = 3 - seat;
    if (!seat)
        return REPLY_AGAIN;
    if (match_may_draw(s->match) && match_names_bot(s->match->name[other - 1]) &&
        !hints_accept_draw(s->match, other)) {
        screen_printf(&s->screen, tr("  %s refuses the draw.\n"),
                      view_first_name(s->match, other).text);
        return REPLY_AGAIN;
    }
    return end_game(s, other, MATCH_ACCEPTS);
}

/* A line of the log. */
static bool put_event(struct session *s, const struct match *match, const union game_state *before)
{
    struct text out = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    view_tell(s->view, &(struct telling){match, s->viewer, false, &out}, before);
    if (out.length)
        screen_put_wrapped(&s->screen, out.start, 4);
    return out.length > 0;
}

static enum reply do_log(struct session *s)
{
    session_say_from(s, 0, put_event);
    return REPLY_AGAIN;
}

static enum reply do_odds(struct session *s)
{
    union game_state view;
    session_view(s, &view);
    s->view->odds(&s->screen, s->match, &view);
    return REPLY_AGAIN;
}

/* A choice of the hints, in words. */
static void write_choice(const struct session *s, const struct hint *hint, char line[GAME_LINE_MAX])
{
    struct text out = text_on(line, GAME_LINE_MAX);
    s->view->phrase(s->match, &s->match->state, hint->action, &out);
}

/* Prints the rating of each choice, best first. */
static void put_hints(struct session *s, const struct hints *hints)
{
    screen_put_wrapped(&s->screen, tr("Your chance of winning after each choice:"), 2);
    for (size_t i = 0; i < hints->count; i++) {
        const struct hint *hint = &hints->hint[i];
        char line[GAME_LINE_MAX], row[2 * GAME_LINE_MAX], about[GAME_LINE_MAX];
        struct text out = text_on(row, sizeof row), label = text_on(about, sizeof about);
        write_choice(s, hint, line);
        s->view->label(s->match, &s->match->state, hint->action, &label);
        view_write_hint(hint->share, hint->error, line, &out);
        if (label.length)
            text_printf(&out, " (%s)", about);
        screen_put_wrapped(&s->screen, row, 4);
    }
    char source[3 * TEXT_WHY];
    snprintf(source, sizeof source, tr("The numbers are %s."), tr(hints->how));
    screen_put_wrapped(&s->screen, source, 2);
    if (hints->depths > 1) {
        char depth[64];
        snprintf(depth, sizeof depth, tr("Depth %d of %d."), hints->depth, hints->depths);
        screen_put_wrapped(&s->screen, depth, 2);
    }
}

/* On the full screen: beside the choices, the best one selected. */
static void put_hints_beside(struct session *s, const struct hints *hints)
{
    struct text row = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    union game_state view;
    lines_cut(&s->moves->hints, 0);
    for (size_t i = 0; i < s->moves->items.count; i++) {
        text_clear(&row);
        for (size_t h = 0; h < hints->count; h++) {
            if (hints->hint[h].action != s->actions[i])
                continue;
            text_add(&row, h ? " " : "★");
            view_write_hint(hints->hint[h].share, hints->hint[h].error, "", &row);
            if (h == 0)
                full_select(s->full, i);
        }
        lines_add(&s->moves->hints, span_of(row.start));
    }
    full_notice(s->full, tr("Your chance of winning after each choice"), false);
    struct scene scene = asking_scene(s, &view);
    scene.choices = s->moves;
    scene.actions = s->actions;
    full_draw(s->full, &scene);
}

/* Shows hints that better ones will follow: all of them on the full screen, else the best one. */
static void put_first_hints(struct session *s, const struct hints *hints)
{
    char line[GAME_LINE_MAX];
    if (s->full && s->moves) {
        put_hints_beside(s, hints);
    } else if (s->full) {
        union game_state view;
        put_hints(s, hints);
        asking_notes(s, tr("Hint"));
        const struct scene scene = asking_scene(s, &view);
        full_draw(s->full, &scene);
    } else if (hints->depth == 1) {
        write_choice(s, &hints->hint[0], line);
        screen_printf(&s->screen, tr("  At first sight: %s, %.1f %%\n"), line,
                      100 * hints->hint[0].share);
        fflush(s->screen.out);
    }
}

/* On a terminal the first hints appear immediately, and better ones follow within the time limit.
 */
static enum reply do_hint(struct session *s)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct hints hints = {0};
    const bool grows = s->full || isatty(STDOUT_FILENO);
    const int64_t began = terminal_now();
    for (int depth = grows ? 1 : 0;; depth++) {
        const int64_t step = terminal_now();
        if (!hints_find(s->match, hints_seat(s->match), depth, &hints, &why)) {
            char sentence[TEXT_WHY + 8];
            snprintf(sentence, sizeof sentence, "%s.", why.start);
            screen_put_wrapped(&s->screen, sentence, 2);
            return REPLY_AGAIN;
        }
        const int64_t now = terminal_now();
        if (!grows || !hints_continue(&hints, (uint64_t)(now - began), (uint64_t)(now - step)))
            break;
        put_first_hints(s, &hints);
    }
    (s->full && s->moves ? put_hints_beside : put_hints)(s, &hints);
    return REPLY_AGAIN;
}

/* The challenge of the day. */
static enum reply refuse_hint(struct session *s)
{
    char sentence[TEXT_WHY];
    snprintf(sentence, sizeof sentence, "%s.", tr("the challenge of the day has no hints"));
    screen_put_wrapped(&s->screen, sentence, 2);
    return REPLY_AGAIN;
}

enum reply session_reply(struct session *s, const char *line)
{
    static const struct {
        const char *name[4]; /* in English, in French, and short */
        enum reply (*run)(struct session *s);
    } commands[] = {
        {{"help", "aide", "?", "rules"}, do_help},
        {{"undo", "annuler", "u", "a"}, do_undo},
        {{"save", "sauver", "save", "save"}, do_save},
        {{"quit", "quitter", "q", "exit"}, do_quit},
        {{"log", "journal", "l", "j"}, do_log},
        {{"odds", "chances", "o", "c"}, do_odds},
        {{"hint", "indice", "h", "i"}, do_hint},
        {{"show", "voir", "board", "plateau"}, do_show},
        {{"resign", "abandonner", "resign", "resign"}, do_resign},
        {{"draw", "nulle", "draw", "draw"}, do_draw},
    };
    line += *line == '/'; /* as it is typed while a clock runs */
    const size_t length = strcspn(line, " ");
    s->argument = line + length + strspn(line + length, " ");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        for (int j = 0; j < 4; j++) {
            const char *name = commands[i].name[j];
            if (strlen(name) != length || strncasecmp(line, name, length) != 0)
                continue;
            return s->fair && commands[i].run == do_hint ? refuse_hint(s) : commands[i].run(s);
        }
    }
    return REPLY_MOVE;
}
