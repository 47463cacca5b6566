#include "tui/asking.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/lang.h"
#include "tui/edit.h"
#include "tui/keys.h"
#include "tui/terminal.h"

enum { PACE_STEP = 200, PACE_MAX = 10000 };

/* The keys of commands, in the order of their words. */
static const char command_keys[] = "hulo?q+-";

static const char *command_of(int key)
{
    static const char *const words[] = {"hint", "undo", "log", "odds", "help", "quit"};
    const char *at = strchr(command_keys, key);
    return at && at < command_keys + 6 ? words[at - command_keys] : "";
}

/* ---- lines ---- */

/* Adds a style; with marks around it for an editor that must know the prompt's width. A visible
 * character has to follow. */
static void add_style(const struct screen *screen, int style, bool marks, struct text *out)
{
    const char *mark_text = marks && screen->colour ? "\001" : "";
    text_printf(out, "%s%s%s", mark_text, screen_style(screen, style), mark_text);
}

/* Whether the prompt has room for what is asked; else it is a line of its own. */
static bool is_short(const struct asking *asking)
{
    enum { ROOM = 50 };
    return asking->task && screen_width(asking->task) <= ROOM;
}

static void write_prompt(const struct session *s, const struct asking *asking, bool marks,
                         struct text *out)
{
    const struct screen *screen = &s->screen;
    const int seat = asking->seat;
    text_add(out, "  ");
    if (is_short(asking)) {
        text_add(out, asking->task);
    } else if (seat > 0) {
        add_style(screen, SCREEN_SEAT + seat, marks, out);
        match_show_name(s->match, seat, out);
        add_style(screen, SCREEN_PLAIN, marks, out);
        text_add(out, asking->hint[0] == '(' ? "" : ","); /* "Anne, vote y or n" */
    }
    text_add(out, " ");
    add_style(screen, SCREEN_DIM, marks, out);
    text_add(out, asking->hint);
    add_style(screen, SCREEN_PLAIN, marks, out);
    text_add(out, " > ");
}

/* The completions of Tab: the moves and the commands. */
static void add_words(const struct asking *asking, struct lines *words)
{
    static const char *const commands[] = {"draw", "help",   "hint", "log",  "odds",
                                           "quit", "resign", "save", "show", "undo"};
    for (size_t i = 0; asking->moves && i < asking->moves->typed.count; i++)
        lines_add(words, span_of(asking->moves->typed.line[i]));
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        lines_add(words, span_of(commands[i]));
}

/* Reads bytes up to a newline; their number, of which `capacity` are kept; -1 at the end of input.
 */
static long read_bytes(char *line, size_t capacity)
{
    size_t length = 0;
    int c;
    fflush(stdout);
    while ((c = getchar()) != EOF && c != '\n') {
        if (length < capacity)
            line[length++] = (char)c;
    }
    return c == EOF && length == 0 ? -1 : (long)length;
}

static long read_edited(struct session *s, const struct asking *asking, char *line, size_t capacity)
{
    char prompt[TEXT_WHY * 2], plain[TEXT_WHY * 4];
    struct text out = text_on(prompt, sizeof prompt);
    struct lines words = {0};
    write_prompt(s, asking, true, &out);
    screen_put(&s->screen, s->screen.low ? "" : "\n");
    add_words(asking, &words);
    if (!s->screen.unicode) { /* libedit writes the prompt itself */
        FILE *memory = fmemopen(plain, sizeof plain, "w");
        struct screen screen = s->screen;
        screen.out = memory;
        screen_put(&screen, prompt);
        fclose(memory);
    }
    const bool good = edit_read(s->screen.unicode ? prompt : plain, &words, line, capacity);
    lines_free(&words);
    return good ? (long)strlen(line) : -1;
}

static bool read_plain(struct session *s, const struct asking *asking, char *line, size_t capacity)
{
    if (asking->task && !is_short(asking))
        screen_put_wrapped(&s->screen, asking->task, 2);
    for (;;) {
        long got;
        if (terminal_is_possible()) {
            got = read_edited(s, asking, line, capacity);
        } else {
            struct text prompt = text_on((char[TEXT_WHY * 2]){0}, TEXT_WHY * 2);
            write_prompt(s, asking, false, &prompt);
            screen_printf(&s->screen, "%s%s", s->screen.low ? "" : "\n", prompt.start);
            got = read_bytes(line, capacity);
        }
        if (got < 0) {
            s->quit = true;
            screen_put(&s->screen, "\n");
            return false;
        }
        size_t length = (size_t)got;
        while (length > 0 && (line[length - 1] == ' ' || line[length - 1] == '\r'))
            length--;
        if (length == capacity || !span_is_clean((struct span){line, length})) {
            screen_put(&s->screen, tr("  Too long, or with characters that no move contains.\n"));
            continue;
        }
        line[length] = '\0';
        const size_t spaces = strspn(line, " ");
        memmove(line, line + spaces, length - spaces + 1);
        if (!isatty(STDIN_FILENO)) /* echoes it, so that a transcript is complete */
            screen_printf(&s->screen, "%s\n", line);
        return true;
    }
}

/* ---- the full screen ---- */

void asking_begin(struct session *s)
{
    s->screen = *full_model(s->full);
    s->screen.width = full_columns(s->full) - 2;
    s->screen.low = true;
    s->screen.out = open_memstream(&s->notes, &s->notes_length);
}

void asking_end(struct session *s)
{
    fclose(s->screen.out);
    free(s->notes);
    s->notes = NULL;
    s->screen = screen_on(stdout);
}

/* Returns the collected output, which the caller frees, and clears it. */
static char *take_notes(struct session *s)
{
    fclose(s->screen.out);
    char *text = s->notes;
    asking_begin(s);
    return text;
}

void asking_notes(struct session *s, const char *title)
{
    char *text = take_notes(s);
    char *start = text + strspn(text, " \n");
    size_t length = strlen(start);
    while (length > 0 && (start[length - 1] == '\n' || start[length - 1] == ' '))
        start[--length] = '\0';
    if (strchr(start, '\n') || screen_width(start) > full_columns(s->full) - 2)
        full_page(s->full, title, text + strspn(text, "\n"));
    else if (*start)
        full_notice(s->full, start, true);
    free(text);
}

/* Removes the leading spaces of a line, also after colour sequences. */
static void trim_start(char *line)
{
    for (;;) {
        const size_t spaces = strspn(line, " ");
        memmove(line, line + spaces, strlen(line + spaces) + 1);
        if (line[0] != '\033')
            return;
        line += strcspn(line, "m");
        line += *line == 'm';
    }
}

void asking_log(struct session *s)
{
    char *text = take_notes(s), *rest = text;
    for (char *line; (line = strsep(&rest, "\n"));) {
        trim_start(line);
        if (screen_width(line) > 0)
            full_say(s->full, line);
    }
    free(text);
}

struct scene asking_scene(struct session *s, union game_state *view)
{
    struct text turn = text_on(s->turn, sizeof s->turn);
    *view = match_state(s->match);
    s->match->game->hide(view, s->viewer);
    view_turn(s->match, view, &turn);
    return (struct scene){
        .title = s->match->game->title,
        .view = s->view,
        .match = s->match,
        .state = view,
        .seat = s->viewer,
        .prompt = s->turn,
        .keys = command_keys,
    };
}

bool asking_set_pace(struct full *full, int key, int *pace)
{
    char text[128];
    if (key != '+' && key != '-')
        return false;
    *pace += key == '+' ? -PACE_STEP : PACE_STEP;
    *pace = *pace < 0 ? 0 : *pace > PACE_MAX ? PACE_MAX : *pace;
    snprintf(text, sizeof text, tr("A pause of %.1f s after each move of a bot or the dice"),
             *pace / 1000.0);
    full_notice(full, text, false);
    return true;
}

void asking_beat(struct session *s)
{
    union game_state view;
    if (s->skipping || s->pace <= 0 || s->quit)
        return;
    const int64_t end = terminal_now() + s->pace;
    for (int64_t left = s->pace; left > 0 || full_is_paging(s->full);) {
        struct scene scene = asking_scene(s, &view);
        scene.keys = "?q+- ";
        scene.help = tr("Space skips, + faster, - slower, ? rules, q quit");
        scene.brief = tr("Space skips, + faster, - slower");
        full_draw(s->full, &scene);
        const struct full_event event =
            full_wait(s->full, &scene, full_is_paging(s->full) ? -1 : (int)left);
        if (event.kind == FULL_ENTER || (event.kind == FULL_COMMAND && event.key == ' '))
            s->skipping = true;
        if (event.kind == FULL_END || (event.kind == FULL_COMMAND && event.key == 'q'))
            s->quit = true;
        if (s->skipping || s->quit)
            return;
        if (event.kind == FULL_COMMAND && !asking_set_pace(s->full, event.key, &s->pace))
            full_page(s->full, s->match->game->title, tr(s->view->rules));
        left = end - terminal_now();
    }
}

void asking_end_game(struct session *s, const char *prompt)
{
    union game_state view;
    for (;;) {
        struct scene scene = asking_scene(s, &view);
        scene.keys = "lq ";
        scene.prompt = prompt;
        full_draw(s->full, &scene);
        const struct full_event event = full_wait(s->full, &scene, -1);
        if (event.kind == FULL_ENTER || event.kind == FULL_LINE || event.kind == FULL_END ||
            (event.kind == FULL_COMMAND && event.key != 'l'))
            return;
        if (event.kind == FULL_COMMAND) {
            session_command(s, "log");
            asking_notes(s, s->match->game->title);
        }
    }
}

/* One answer on the full screen; false: ask again. */
static bool take_event(struct session *s, const struct full_event *event, char *typed,
                       size_t capacity)
{
    switch (event->kind) {
    case FULL_MOVE:
        snprintf(typed, capacity, "%zu", event->index + 1);
        return true;
    case FULL_LINE:
        snprintf(typed, capacity, "%s", event->text + strspn(event->text, " "));
        return typed[0] != '\0' && span_is_clean(span_of(typed));
    case FULL_ENTER:
        typed[0] = '\0';
        return true;
    case FULL_COMMAND:
        if (asking_set_pace(s->full, event->key, &s->pace))
            return false;
        snprintf(typed, capacity, "%s", command_of(event->key));
        return true;
    default:
        return false;
    }
}

/* The keys that do something in this scene, in words. */
static const char *write_keys(struct session *s, const struct scene *scene)
{
    struct text out = text_on(s->keys, sizeof s->keys);
    unsigned keys = KEYS_UNDO | KEYS_LOG | KEYS_RULES | KEYS_QUIT;
    keys |= scene->choices ? KEYS_MOVES | KEYS_HINT | KEYS_TYPE : 0;
    keys |= full_can_point(scene) ? KEYS_CURSOR : 0;
    keys |= scene->view && scene->view->odds != view_no_odds ? KEYS_ODDS : 0;
    keys_write(keys, full_columns(s->full) - 2, &out);
    return out.start;
}

static bool read_full(struct session *s, const struct asking *asking, char *typed, size_t capacity)
{
    char prompt[TEXT_WHY], about[TEXT_WHY];
    snprintf(about, sizeof about,
             tr("\n\nIt is %s's turn.\n\nGive them the screen; the others look away."),
             asking->seat > 0 ? view_name(s->match, asking->seat).text : "");
    if (asking->task)
        snprintf(prompt, sizeof prompt, "%s", asking->task);
    else
        snprintf(prompt, sizeof prompt, "%s %s",
                 asking->seat > 0 ? view_name(s->match, asking->seat).text : "", asking->hint);
    s->skipping = false;
    asking_notes(s, s->match->game->title);
    for (;;) {
        union game_state view;
        struct scene scene = asking_scene(s, &view);
        scene.choices = asking->moves;
        scene.actions = asking->actions;
        scene.asked = asking->seat;
        scene.prompt = prompt;
        if (asking->blank) {
            scene.view = NULL;
            scene.about = about;
            scene.no_log = true;
        }
        scene.help = write_keys(s, &scene);
        full_draw(s->full, &scene);
        const struct full_event event = full_wait(s->full, &scene, -1);
        if (event.kind == FULL_END) {
            s->quit = true;
            return false;
        }
        if (take_event(s, &event, typed, capacity))
            return true;
    }
}

bool asking_read(struct session *s, const struct asking *asking, char *typed, size_t capacity)
{
    return (s->full ? read_full : read_plain)(s, asking, typed, capacity);
}

bool asking_is_answer(const char *typed)
{
    static const char *const answers[] = {"y", "n", "o", "yes", "no", "oui", "non"};
    size_t i = 0;
    while (i < sizeof answers / sizeof *answers && strcasecmp(typed, answers[i]) != 0)
        i++;
    return i < sizeof answers / sizeof *answers;
}

void asking_say(struct full *full, const struct screen *screen, int seat, const char *sentence)
{
    char line[GAME_LINE_MAX + 32];
    snprintf(line, sizeof line, "%s%s%s", seat ? screen_style(screen, SCREEN_SEAT + seat) : "",
             sentence, screen_style(screen, SCREEN_PLAIN));
    full_say(full, line);
}

void asking_tell(struct session *s, int seat, const char *sentence)
{
    if (!s->full)
        screen_put_wrapped(&s->screen, sentence, 2);
    else if (*sentence)
        asking_say(s->full, &s->screen, seat, sentence);
}
