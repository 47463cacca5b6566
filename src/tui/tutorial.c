#include "tui/tutorial.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/lang.h"
#include "net/files.h"
#include "tui/asking.h"
#include "tui/game_texts.h"
#include "tui/preferences.h"
#include "tui/report.h"
#include "tui/start.h"
#include "tui/terminal.h"

enum { YOU = 1, PACE = 700, SAID_MAX = 128 };

/* Owned: the matches. */
struct tutorial {
    struct choosing *c;
    const struct view *view;
    struct match *whole, *at; /* the lesson; its position */
    size_t line;              /* the next line of its body */
    const char *words;        /* the present text */
    union game_state state;   /* what the learner sees */
    game_action due;          /* of the next line, if the learner makes it */
    char title[SAID_MAX];
    int pace;
    bool skipping, quit;
};

static struct match *read_lesson(const struct game *game)
{
    char name[SAID_MAX];
    struct file file;
    size_t line;
    snprintf(name, sizeof name, "lessons/%s.cornet", game->id);
    if (!files_find(NULL, name, &file))
        return NULL;
    struct match *match =
        match_read((struct span){(const char *)file.bytes, file.size}, &line, TEXT_UNREAD);
    files_release(&file);
    return match;
}

bool tutorial_exists(const struct game *game)
{
    struct file file;
    char name[SAID_MAX];
    snprintf(name, sizeof name, "lessons/%s.cornet", game->id);
    const bool exists = files_find(NULL, name, &file);
    if (exists)
        files_release(&file);
    return exists;
}

static const char *next_line(const struct tutorial *t)
{
    return t->line < t->whole->body.count ? t->whole->body.line[t->line] : "";
}

/* The next line without its seat, when the learner makes it. */
static const char *due_move(const struct tutorial *t)
{
    return t->whole->body.line[t->line] + 2;
}

/* Words are typed instead of chosen. */
static bool is_spoken(const struct tutorial *t)
{
    return t->at->game->flags & GAME_SPEECH;
}

/* ---- the course ---- */

/* Plays the next line, and describes it. False: there is nothing to say. */
static bool play_next(struct tutorial *t)
{
    struct text sentence = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    const union game_state before = match_state(t->at);
    const char *line = next_line(t);
    t->line++;
    report_play(t->at, line);
    view_tell(t->view, &(struct telling){t->at, YOU, !t->c->full, &sentence}, &before);
    t->state = match_state(t->at);
    t->at->game->hide(&t->state, YOU);
    if (t->c->full && sentence.length)
        asking_say(t->c->full, full_model(t->c->full), line[0] == '*' ? 0 : line[0] - '0',
                   sentence.start);
    else
        screen_put_wrapped(&t->c->screen, sentence.start, 2);
    return sentence.length > 0;
}

/* Whether the typed move is the next one. */
static bool is_due(const struct tutorial *t, const char *typed)
{
    char tidied[GAME_LINE_MAX];
    game_action action;
    struct text move = text_on(tidied, sizeof tidied);
    struct text given = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    struct text wanted = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    t->view->tidy(&t->state, typed, &move);
    screen_fold(tidied, &given);
    screen_fold(due_move(t), &wanted);
    return strcmp(given.start, wanted.start) == 0 ||
           (!is_spoken(t) &&
            t->at->game->read(&t->state, YOU, span_of(tidied), &action, NULL, TEXT_UNREAD) &&
            action == t->due);
}

/* Another move: says which one the lesson has. */
static void correct(const struct tutorial *t, struct text *out)
{
    struct text due = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    const char *move = due_move(t);
    if (is_spoken(t))
        text_add(&due, move + strcspn(move, " ") + (strchr(move, ' ') != NULL));
    else
        t->view->phrase(t->at, &t->state, t->due, &due);
    text_printf(out, tr("Possible in a real game. Here: %s"), due.start);
}

/* ---- the full screen ---- */

static struct scene make_scene(const struct tutorial *t, char status[SAID_MAX])
{
    snprintf(status, SAID_MAX, tr("%zu of %zu"), t->line, t->whole->body.count);
    return (struct scene){
        .title = t->title,
        .status = status,
        .view = t->view,
        .match = t->at,
        .state = &t->state,
        .seat = YOU,
        .advice = t->words,
        .keys = "?=q ",
    };
}

/* Keys at any time. */
static void take_command(struct tutorial *t, int key)
{
    if (key == 'q')
        t->quit = true;
    else if (key == '?')
        full_page(t->c->full, t->at->game->title, tr(t->view->rules));
    else if (key == '=')
        full_page(t->c->full, t->title, t->words);
}

/* A text that does not fit beside the board has a page of its own. */
static void show_words(struct tutorial *t, const struct scene *scene)
{
    if (!full_fits_advice(t->c->full, scene))
        full_page(t->c->full, t->title, t->words);
}

static void continue_full(struct tutorial *t)
{
    char status[SAID_MAX];
    struct scene scene = make_scene(t, status);
    scene.prompt = tr("(Enter continues)");
    scene.help = tr("= the text again, ? rules, q leaves");
    show_words(t, &scene);
    while (!t->quit) {
        full_draw(t->c->full, &scene);
        const struct full_event event = full_wait(t->c->full, &scene, -1);
        if (event.kind == FULL_ENTER || (event.kind == FULL_COMMAND && event.key == ' '))
            return;
        t->quit = event.kind == FULL_END;
        if (event.kind == FULL_COMMAND)
            take_command(t, event.key);
    }
}

static void ask_full(struct tutorial *t, const struct choices *moves, const game_action actions[],
                     const char *task)
{
    char status[SAID_MAX];
    struct scene scene = make_scene(t, status);
    scene.choices = moves;
    scene.actions = actions;
    scene.asked = YOU;
    scene.prompt = task;
    scene.help = is_spoken(t)     ? tr("the word and Enter; Esc, then q, leaves")
                 : t->view->spots ? tr("arrows, Tab cursor, Enter; = the text, ? rules, q leaves")
                                  : tr("arrows or a number, Enter; = the text, ? rules, q leaves");
    full_select(t->c->full, 0);
    show_words(t, &scene);
    if (is_spoken(t))
        full_type(t->c->full, "");
    while (!t->quit) {
        struct text wrong = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
        full_draw(t->c->full, &scene);
        const struct full_event event = full_wait(t->c->full, &scene, -1);
        t->quit = event.kind == FULL_END;
        if (event.kind == FULL_COMMAND)
            take_command(t, event.key);
        if (is_spoken(t) && event.kind == FULL_ENTER)
            full_type(t->c->full, "");
        if ((event.kind == FULL_MOVE && actions[event.index] == t->due) ||
            (event.kind == FULL_LINE && is_due(t, event.text)))
            return;
        if (event.kind != FULL_MOVE && event.kind != FULL_LINE)
            continue;
        correct(t, &wrong);
        full_notice(t->c->full, wrong.start, true);
        if (is_spoken(t))
            full_type(t->c->full, "");
    }
}

/* Shows a line of somebody else for a moment; a key skips the pauses up to the next text. */
static void pause_full(struct tutorial *t)
{
    char status[SAID_MAX];
    struct scene scene = make_scene(t, status);
    scene.help = tr("Space skips");
    const int64_t end = terminal_now() + t->pace;
    for (int64_t left = t->pace; left > 0 && !t->quit; left = end - terminal_now()) {
        full_draw(t->c->full, &scene);
        const struct full_event event = full_wait(t->c->full, &scene, (int)left);
        t->skipping |= event.kind == FULL_ENTER || (event.kind == FULL_COMMAND && event.key == ' ');
        if (t->skipping)
            return;
        t->quit = event.kind == FULL_END || (event.kind == FULL_COMMAND && event.key == 'q');
    }
}

/* ---- lines ---- */

/* Reads an answer and carries out commands. False: another one is needed, or the input has ended.
 */
static bool read_answer(struct tutorial *t, const char *prompt, char *line, size_t capacity)
{
    struct screen *screen = &t->c->screen;
    if (!choosing_read(t->c, prompt, line, capacity)) {
        t->quit = true;
        screen_put(screen, "\n");
        return false;
    }
    if (!isatty(STDIN_FILENO))
        screen_printf(screen, "%s\n", line);
    if (strcmp(line, "q") == 0 || strcmp(line, "quit") == 0 || strcmp(line, tr("quit")) == 0)
        t->quit = true;
    else if (strcmp(line, "?") == 0)
        screen_put_wrapped(screen, tr(t->view->rules), 2);
    else if (strcmp(line, "=") == 0)
        screen_put_wrapped(screen, t->words, 2);
    else
        return true;
    return false;
}

static void continue_plain(struct tutorial *t)
{
    char line[TEXT_WHY];
    screen_put(&t->c->screen, "\n");
    screen_put_wrapped(&t->c->screen, t->words, 2);
    while (!t->quit && !read_answer(t, tr("(Enter continues, q leaves)"), line, sizeof line))
        ;
}

static void ask_plain(struct tutorial *t, const struct choices *moves, const game_action actions[],
                      const char *task)
{
    char line[GAME_LINE_MAX];
    t->view->draw(&t->c->screen, t->at, &t->state, YOU);
    screen_put(&t->c->screen, "\n");
    menu_show(&t->c->screen, moves);
    screen_put(&t->c->screen, "\n");
    screen_put_wrapped(&t->c->screen, t->words, 2);
    while (!t->quit) {
        struct text wrong = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
        if (!read_answer(t, task, line, sizeof line))
            continue;
        const size_t found = choices_find(moves, line);
        if (found < moves->items.count ? actions[found] == t->due : is_due(t, line))
            return;
        if (line[0])
            correct(t, &wrong);
        screen_put_wrapped(&t->c->screen, line[0] ? wrong.start : t->words, 2);
    }
}

/* ---- both ---- */

/* Waits until the learner has read the text, or has made the next move. */
static void stop(struct tutorial *t)
{
    game_action actions[GAME_ACTIONS_MAX];
    struct choices moves = {0};
    const char *line = next_line(t);
    t->skipping = false;
    struct text task = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    if (line[0] != '0' + YOU) {
        (t->c->full ? continue_full : continue_plain)(t);
        return;
    }
    if (!is_spoken(t) &&
        !t->at->game->read(&t->at->state, YOU, span_of(due_move(t)), &t->due, NULL, TEXT_UNREAD))
        abort(); /* match_read has played it */
    const size_t count = is_spoken(t) ? 0 : t->at->game->actions(&t->state, YOU, actions);
    view_choices(t->view, t->at, &t->state, actions, count, &moves);
    view_task(t->view, t->at, &t->state, YOU, false, &task);
    (t->c->full ? ask_full : ask_plain)(t, &moves, actions, task.start);
    choices_free(&moves);
    if (!t->quit)
        play_next(t);
}

/* From one text or move of the learner to the next. */
static void run(struct tutorial *t)
{
    while (!t->quit && t->line < t->whole->body.count) {
        const char *line = next_line(t);
        const bool note = line[0] == '#';
        if (note) {
            const char *words =
                game_text("learn.%s.%s", t->at->game->id, line + strspn(line, "# "));
            t->words = words ? words : "";
            t->line++;
        }
        if (note || line[0] == '0' + YOU) {
            stop(t);
            continue;
        }
        if (play_next(t) && t->c->full && !t->skipping && next_line(t)[0] != '#')
            pause_full(t);
    }
}

static bool wants_game(struct tutorial *t)
{
    struct choices choices = {0};
    size_t at = 0;
    choices_add(&choices, tr("Now a real game"), "");
    choices_add(&choices, tr("Back"), "");
    const bool chosen =
        choosing_pick(t->c, t->title, tr("You know the game!"), &choices, &at) && at == 0;
    choices_free(&choices);
    return chosen;
}

bool tutorial_run(struct choosing *c, const struct game *game)
{
    struct preferences preferences;
    char own[MATCH_NAME_MAX];
    struct tutorial t = {.c = c, .view = view_of(game), .whole = read_lesson(game), .words = ""};
    if (!t.whole)
        return false;
    preferences_read(&preferences);
    start_own_name(own);
    match_set_name(t.whole, YOU, span_of(own), TEXT_UNREAD);
    t.at = report_until(t.whole, 0);
    t.state = match_state(t.at);
    t.pace = preferences.pace >= 0 ? preferences.pace : PACE;
    snprintf(t.title, sizeof t.title, tr("%s: your first game"), game->title);
    if (c->full)
        full_forget(c->full);
    else
        screen_printf(&c->screen, "\n  %s%s%s\n", screen_style(&c->screen, SCREEN_BOLD), t.title,
                      screen_style(&c->screen, SCREEN_PLAIN));
    run(&t);
    if (c->full)
        full_untype(c->full);
    const bool wanted = !t.quit && wants_game(&t);
    if (c->full)
        full_forget(c->full);
    match_free(t.at);
    match_free(t.whole);
    return wanted;
}
