#include "tui/practising.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/lang.h"
#include "tui/report.h"
#include "tui/terminal.h"

enum { SHOWN = 5 };    /* choices in the result */
enum { LAST = 20 };    /* answers in a mean */
enum { BAR_MAX = 30 }; /* columns of the chart */

static bool is_spoken(const struct exercise *e)
{
    return e->match->game->flags & GAME_SPEECH;
}

static const char *question_of(const struct exercise *e)
{
    return tr(e->practice->themes[e->theme].ask);
}

/* Typed text as an answer. */
static bool read_typed(const struct exercise *e, const struct view *view, const char *typed,
                       struct answer *answer, struct text *why)
{
    const union game_state state = exercise_view(e);
    struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    view->tidy(&state, typed, &line);
    return exercise_answer(e, span_of(line.start), answer, why);
}

static bool take_action(const struct exercise *e, game_action action, struct answer *answer)
{
    struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    exercise_words(e, action, &line);
    return exercise_answer(e, span_of(line.start), answer, TEXT_UNREAD);
}

/* ---- lines ---- */

static bool read_line(struct choosing *c, const char *prompt, char *line, size_t capacity)
{
    if (!choosing_read(c, prompt, line, capacity)) {
        screen_put(&c->screen, "\n");
        return false;
    }
    if (!isatty(STDIN_FILENO))
        screen_printf(&c->screen, "%s\n", line);
    return strcmp(line, "q") != 0 && strcmp(line, "quit") != 0 && strcmp(line, tr("quit")) != 0;
}

static void put_title(const struct practising *p)
{
    struct screen *screen = &p->c->screen;
    screen_printf(screen, "\n  %s%s%s", screen_style(screen, SCREEN_BOLD), p->title,
                  screen_style(screen, SCREEN_PLAIN));
    screen_printf(screen, " %s\n", p->status);
    if (p->story[0])
        screen_put_wrapped(screen, p->story, 2);
}

static bool ask_plain(const struct practising *p, const struct exercise *e,
                      const struct choices *moves, const game_action actions[],
                      struct answer *answer)
{
    const struct view *view = view_of(e->match->game);
    const union game_state state = exercise_view(e);
    char line[GAME_LINE_MAX];
    put_title(p);
    view->draw(&p->c->screen, e->match, &state, e->seat);
    screen_put(&p->c->screen, "\n");
    menu_show(&p->c->screen, moves);
    screen_put(&p->c->screen, "\n");
    screen_put_wrapped(&p->c->screen, question_of(e), 2);
    for (;;) {
        struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
        if (!read_line(p->c,
                       is_spoken(e) ? tr("(a word, - for none; q leaves)")
                                    : tr("(a number or a move; q leaves)"),
                       line, sizeof line))
            return false;
        if (!line[0])
            continue;
        const size_t found = choices_find(moves, line);
        if (found < moves->items.count ? take_action(e, actions[found], answer)
                                       : read_typed(e, view, line, answer, &why))
            return true;
        screen_put_wrapped(&p->c->screen, why.start, 2);
    }
}

/* ---- the full screen ---- */

static bool ask_full(const struct practising *p, const struct exercise *e,
                     const struct choices *moves, const game_action actions[],
                     struct answer *answer)
{
    struct full *full = p->c->full;
    const struct view *view = view_of(e->match->game);
    const union game_state state = exercise_view(e);
    const struct scene scene = {
        .title = p->title,
        .status = p->status,
        .view = view,
        .match = e->match,
        .state = &state,
        .seat = e->seat,
        .advice = p->story,
        .choices = moves,
        .actions = actions,
        .asked = e->seat,
        .prompt = question_of(e),
        .help = is_spoken(e) ? tr("a word and Enter, - for none; Esc, then q, leaves")
                             : tr("arrows or a number, Enter; ? rules, q leaves"),
        .keys = "?q",
        .no_log = true,
    };
    full_select(full, 0);
    if (is_spoken(e))
        full_type(full, "");
    for (;;) {
        struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
        full_draw(full, &scene);
        const struct full_event event = full_wait(full, &scene, -1);
        if (event.kind == FULL_END || (event.kind == FULL_COMMAND && event.key == 'q'))
            return false;
        if (event.kind == FULL_COMMAND && event.key == '?')
            full_page(full, e->match->game->title, tr(view->rules));
        if (event.kind == FULL_MOVE && take_action(e, actions[event.index], answer))
            return true;
        if (event.kind == FULL_LINE) {
            if (read_typed(e, view, event.text, answer, &why))
                return true;
            full_notice(full, why.start, true);
            if (is_spoken(e))
                full_type(full, "");
        }
    }
}

bool practising_ask(const struct practising *p, const struct exercise *e, struct answer *answer)
{
    game_action actions[GAME_ACTIONS_MAX];
    struct choices moves = {0};
    const union game_state state = exercise_view(e);
    const size_t count = is_spoken(e) ? 0 : e->match->game->actions(&state, e->seat, actions);
    view_choices(view_of(e->match->game), e->match, &state, actions, count, &moves);
    const bool answered = (p->c->full ? ask_full : ask_plain)(p, e, &moves, actions, answer);
    choices_free(&moves);
    if (p->c->full)
        full_untype(p->c->full);
    return answered;
}

/* ---- the result ---- */

static FILE *begin_text(const struct practising *p, struct screen *screen, char **text,
                        size_t *length)
{
    *screen = p->c->full ? *full_model(p->c->full) : p->c->screen;
    if (p->c->full)
        screen->width = full_columns(p->c->full) - 2;
    screen->out = open_memstream(text, length);
    if (!screen->out)
        abort(); /* out of memory */
    return screen->out;
}

static void end_text(const struct practising *p, struct screen *screen, char **text)
{
    fclose(screen->out);
    choosing_page(p->c, p->title, *text);
    free(*text);
}

static void put_choice(struct screen *screen, const struct exercise *e, const struct choice *choice,
                       const char *note)
{
    const union game_state state = exercise_view(e);
    struct text words = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    struct text row = text_on((char[2 *GAME_LINE_MAX]){0}, 2 * GAME_LINE_MAX);
    view_of(e->match->game)->phrase(e->match, &state, choice->action, &words);
    if (note[0])
        text_printf(&words, " (%s)", note);
    view_write_hint(choice->share, choice->error, words.start, &row);
    screen_printf(screen, "  %s\n", row.start);
}

void practising_tell(const struct practising *p, const struct exercise *e,
                     const struct answer *answer, const char *after)
{
    struct screen screen;
    char *text;
    size_t length;
    bool shown = false;
    begin_text(p, &screen, &text, &length);
    screen_put(&screen, "\n");
    screen_put_wrapped(&screen, answer->right ? tr("Right.") : tr("Another choice was better."), 2);
    screen_put(&screen, "\n");
    for (size_t i = 0; i < e->count; i++) {
        const struct choice *choice = &e->choice[i];
        const bool own = choice->action == answer->choice.action, then = i == e->played;
        if (i >= SHOWN && !own && !then)
            continue;
        put_choice(&screen, e, choice,
                   own && then ? tr("your answer, and your choice in the game")
                   : own       ? tr("your answer")
                   : then      ? tr("your choice in the game")
                               : "");
        shown = shown || own;
    }
    if (!shown)
        put_choice(&screen, e, &answer->choice, tr("your answer"));
    struct text reason = text_on((char[3 *TEXT_WHY]){0}, 3 * TEXT_WHY);
    exercise_explain(e, answer, &reason);
    screen_put(&screen, "\n");
    screen_put_wrapped(&screen, reason.start, 2);
    if (after[0])
        screen_put_wrapped(&screen, after, 2);
    end_text(p, &screen, &text);
}

bool practising_next(const struct practising *p)
{
    char line[64];
    return p->c->full || read_line(p->c, tr("(Enter continues, q leaves)"), line, sizeof line);
}

/* ---- words ---- */

static void tell_word(const struct practising *p, int points, const char *why)
{
    char said[TEXT_WHY];
    if (points < 0)
        snprintf(said, sizeof said, tr("Refused: %s."), why);
    else
        snprintf(said, sizeof said, trn("%d token.", "%d tokens.", (unsigned long)points), points);
    if (p->c->full)
        full_notice(p->c->full, said, points < 0);
    else
        screen_put_wrapped(&p->c->screen, said, 2);
}

static void add_word(const struct practising *p, const struct exercise *e, const char *word,
                     struct drill_words *words)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    tell_word(p, drill_words_add(e, span_of(word), words, &why), why.start);
}

static bool race_plain(const struct practising *p, const struct exercise *e,
                       struct drill_words *words, int64_t end)
{
    const union game_state state = exercise_view(e);
    char line[GAME_LINE_MAX], prompt[TEXT_WHY];
    put_title(p);
    view_of(e->match->game)->draw(&p->c->screen, e->match, &state, e->seat);
    screen_put_wrapped(&p->c->screen, question_of(e), 2);
    for (int64_t left; (left = end - terminal_now()) > 0;) {
        snprintf(prompt, sizeof prompt,
                 trn("(%ld second; a word, Enter alone ends, q leaves)",
                     "(%ld seconds; a word, Enter alone ends, q leaves)",
                     (unsigned long)(left / 1000)),
                 (long)(left / 1000));
        if (!read_line(p->c, prompt, line, sizeof line))
            return false;
        if (!line[0])
            return true;
        if (terminal_now() <= end)
            add_word(p, e, line, words);
        else
            screen_put_wrapped(&p->c->screen, tr("The time was over before this word."), 2);
    }
    return true;
}

static bool race_full(const struct practising *p, const struct exercise *e,
                      struct drill_words *words, int64_t end)
{
    struct full *full = p->c->full;
    const union game_state state = exercise_view(e);
    char clock[32];
    struct scene scene = {
        .title = p->title,
        .status = clock,
        .view = view_of(e->match->game),
        .match = e->match,
        .state = &state,
        .seat = e->seat,
        .asked = e->seat,
        .prompt = question_of(e),
        .help = tr("words and Enter; Enter alone ends, Esc, then q, leaves"),
        .keys = "q",
        .no_log = true,
    };
    full_type(full, "");
    for (int64_t left; (left = end - terminal_now()) > 0;) {
        snprintf(clock, sizeof clock, tr("%ld s"), (long)((left + 999) / 1000));
        scene.urgent = left < 10000;
        full_draw(full, &scene);
        const struct full_event event = full_wait(full, &scene, left < 500 ? (int)left : 500);
        if (event.kind == FULL_END || (event.kind == FULL_COMMAND && event.key == 'q'))
            return false;
        if (event.kind == FULL_ENTER || (event.kind == FULL_LINE && !event.text[0]))
            return true;
        if (event.kind == FULL_LINE) {
            add_word(p, e, event.text, words);
            full_type(full, "");
        }
    }
    return true;
}

bool practising_race(const struct practising *p, const struct exercise *e,
                     struct drill_words *words)
{
    drill_words_begin(e, words);
    const int64_t end = terminal_now() + 1000 * e->practice->seconds;
    const bool finished = (p->c->full ? race_full : race_plain)(p, e, words, end);
    if (p->c->full)
        full_untype(p->c->full);
    drill_words_end(e, words);
    return finished;
}

void practising_tell_words(const struct practising *p, const struct drill_words *words)
{
    struct screen screen;
    char *text;
    size_t length;
    begin_text(p, &screen, &text, &length);
    screen_printf(&screen, tr("\n  Tokens of your best word: %d; possible: %d.\n"), words->best,
                  words->most);
    if (words->missed.count)
        screen_put(&screen, tr("\n  Words that earn more:\n"));
    for (size_t i = 0; i < words->missed.count; i++)
        screen_printf(&screen, "    %s\n", words->missed.line[i]);
    end_text(p, &screen, &text);
}

/* ---- the summary ---- */

/* A theme's row: what its cards are, and what its drills lose, with a bar. */
static void put_theme(struct screen *screen, const struct deck *deck,
                      const struct practice *practice, int theme, int day)
{
    const struct deck_counts cards =
        deck_count(deck, (struct deck_filter){practice->game, theme}, day);
    const struct deck_losses losses = deck_losses(deck, practice, theme, LAST);
    char bar[BAR_MAX + 1] = "";
    if (!cards.cards && !losses.count)
        return;
    screen_put_padded(screen, "", 4);
    screen_put_padded(screen, tr(practice->themes[theme].title), 28);
    if (cards.cards)
        screen_printf(screen, tr(" cards: due %zu, learning %zu, known %zu;"), cards.due,
                      cards.learning, cards.known);
    if (losses.count) {
        const bool race = drill_is_race(practice);
        const double part = losses.mean * (race ? 0.2 : 5); /* five tokens, or 20 % of a game */
        const int width = part >= 1 ? BAR_MAX : (int)(part * BAR_MAX + 0.5);
        memset(bar, '#', (size_t)width);
        bar[width] = '\0';
        screen_printf(screen, tr(" trainer: best choice %zu of %zu"), losses.right, losses.count);
        screen_printf(screen,
                      race ? tr(", tokens lost per round: %.2f %s")
                           : tr(", lost per decision: %.2f %% %s"),
                      race ? losses.mean : 100 * losses.mean, bar);
    }
    screen_put(screen, "\n");
}

char *practising_summary(const struct screen *model, const struct deck *deck,
                         struct deck_filter filter, int day)
{
    struct screen screen = *model;
    char *text;
    size_t length;
    const struct deck_counts all = deck_count(deck, filter, day);
    screen.out = open_memstream(&text, &length);
    if (!screen.out)
        abort(); /* out of memory */
    screen.grid = NULL;
    screen_printf(&screen,
                  tr("\n  Cards: %zu; to practise today: %zu; learning: %zu; known: %zu.\n"),
                  all.cards, all.left, all.learning, all.known);
    if (!all.left && all.next >= 0) {
        struct text date = text_on((char[16]){0}, 16);
        day_write(all.next, &date);
        screen_printf(&screen, tr("  The next card is due on %s.\n"), date.start);
    }
    for (const struct practice *const *practice = practice_list; *practice; practice++) {
        if (filter.game && (*practice)->game != filter.game)
            continue;
        const bool drilled = deck_losses(deck, *practice, -1, 1).count;
        if (!deck_count(deck, (struct deck_filter){(*practice)->game, -1}, day).cards && !drilled)
            continue;
        screen_printf(&screen, "\n  %s\n", (*practice)->game->title);
        for (int theme = 0; (*practice)->themes[theme].id; theme++)
            put_theme(&screen, deck, *practice, theme, day);
    }
    fclose(screen.out);
    return text;
}
