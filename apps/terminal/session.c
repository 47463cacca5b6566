/* Three things happen at a table: dice are rolled, bots choose, people are asked. Everything that
 * happens is saved, then told to whoever looks at the screen. Where hands are hidden and several
 * people share the screen, it is handed over between them. */
#include "apps/terminal/session.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "apps/terminal/menu.h"
#include "apps/terminal/race.h"
#include "base/lang.h"
#include "match/hints.h"

/* ---- interrupts ---- */

static char farewell[PATH_MAX * 2]; /* what to say if a signal ends the program */
static volatile sig_atomic_t farewell_length;

/* The game is on disk already: say how to go on, and go. */
static void say_farewell(int signal)
{
    race_restore();
    if (write(STDOUT_FILENO, farewell, (size_t)farewell_length) < 0)
        _exit(1);
    _exit(128 + signal);
}

/* How to go on with the game, and the same for a signal's handler. */
static void show_way_back(struct session *t, bool now)
{
    char buffer[PATH_MAX * 2];
    struct text quoted = text_on(buffer, sizeof buffer);
    saving_quote(&t->saving, &quoted);
    if (now && saving_is_safe(&t->saving))
        screen_printf(&t->screen, tr("  The game is saved. Go on with: %s play %s\n"),
                      program_invocation_name, buffer);
    else if (now)
        screen_put(&t->screen, tr("  The game was not saved.\n"));
    if (saving_is_safe(&t->saving)) {
        FILE *memory = fmemopen(farewell, sizeof farewell, "w");
        struct screen screen = t->screen;
        screen.out = memory;
        farewell_length = 0;
        screen_printf(&screen, tr("\n  The game is saved. Go on with: %s play %s\n"),
                      program_invocation_name, buffer);
        fclose(memory);
        farewell_length = (sig_atomic_t)strlen(farewell);
    }
}

static void catch_signals(void)
{
    const struct sigaction action = {.sa_handler = say_farewell};
    const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (int i = 0; i < 3; i++)
        sigaction(signals[i], &action, NULL);
}

/* ---- looking ---- */

static int people(const struct match *match)
{
    int count = 0;
    for (int seat = 1; seat <= match->settings.players; seat++)
        count += !match_names_bot(match->name[seat - 1]);
    return count;
}

/* The state as whoever looks at the screen may see it. */
static void look(const struct session *t, union game_state *view)
{
    *view = t->match->state;
    t->match->game->hide(view, t->viewer);
}

static void tell(struct session *t, const struct match *match, const union game_state *before,
                 game_action action)
{
    char buffer[GAME_LINE_MAX];
    struct text out = text_on(buffer, sizeof buffer);
    t->view->tell(match, before, action, t->viewer, &out);
    screen_put_wrapped(&t->screen, buffer, 2);
}

int64_t session_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

bool session_do_line(struct session *t, struct span line, struct text *why)
{
    struct match *match = t->match;
    const union game_state before = match->state;
    const bool thrown = driver_is_throw(match->game, &before);
    if (!match_do(match, line, why))
        return false;
    const char *played = match->body.line[match->body.count - 1];
    driver_applied(&t->driver, &match->state, thrown, played[0] == '*' ? 0 : played[0] - '0',
                   (uint64_t)session_now());
    saving_save(&t->saving, match, &t->screen);
    show_way_back(t, false);
    tell(t, match, &before, match->last);
    if (t->viewer > 0)
        t->seen[t->viewer - 1] = match->body.count;
    return true;
}

void session_do(struct session *t, game_action action)
{
    char line[GAME_LINE_MAX], reason[TEXT_WHY];
    struct text out = text_on(line, sizeof line), why = text_on(reason, sizeof reason);
    t->match->game->write(&t->match->state, action, &t->match->history, GAME_OPEN, &out);
    if (!session_do_line(t, span_of(line), &why)) {
        fprintf(stderr, "cornet: %s refuses its own line '%s': %s\n", t->match->game->id, line,
                reason);
        abort();
    }
}

/* Tells the viewer all that has happened since they last looked. */
static void catch_up(struct session *t)
{
    const struct match *match = t->match;
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    struct match *again = match_new(match->game, &match->settings, &why);
    if (!again)
        abort();
    memcpy(again->name, match->name, sizeof again->name);
    for (size_t i = 0; i < match->body.count; i++) {
        const struct span line = span_of(match->body.line[i]);
        const union game_state before = again->state;
        if (line.at[0] == '#')
            continue;
        if (!match_do(again, line, &why))
            abort();
        if (i >= t->seen[t->viewer - 1])
            tell(t, again, &before, again->last);
    }
    match_free(again);
    t->seen[t->viewer - 1] = match->body.count;
}

/* ---- asking ---- */

/* A line without its end and outer spaces; false at the end of input. */
static bool read_line(struct session *t, char *line, size_t capacity)
{
    for (;;) {
        size_t length = 0;
        int c;
        fflush(stdout);
        while ((c = getchar()) != EOF && c != '\n') {
            if (length < capacity)
                line[length++] = (char)c;
        }
        if (c == EOF && length == 0) {
            t->left = true;
            screen_put(&t->screen, "\n");
            return false;
        }
        while (length > 0 && (line[length - 1] == ' ' || line[length - 1] == '\r'))
            length--;
        if (length == capacity || !span_is_clean((struct span){line, length})) {
            screen_put(&t->screen, tr("  That is too long, or has characters that no move has.\n"));
            continue;
        }
        line[length] = '\0';
        const size_t spaces = strspn(line, " ");
        memmove(line, line + spaces, length - spaces + 1);
        if (!isatty(STDIN_FILENO)) /* a transcript reads as if somebody had typed it */
            screen_printf(&t->screen, "%s\n", line);
        return true;
    }
}

static void prompt(struct session *t, int seat, const char *hint)
{
    struct screen *screen = &t->screen;
    char buffer[MATCH_NAME_MAX + 16] = "";
    struct text name = text_on(buffer, sizeof buffer);
    if (seat > 0)
        match_show_name(t->match, seat, &name);
    screen_printf(screen, "%s  %s%s%s %s%s%s > ", screen->low ? "" : "\n",
                  screen_style(screen, SCREEN_SEAT + (seat > 0 ? seat : 0)), buffer,
                  screen_style(screen, SCREEN_PLAIN), screen_style(screen, SCREEN_DIM), hint,
                  screen_style(screen, SCREEN_PLAIN));
}

/* The person whose last move can still be taken back; 0 for none. */
static int last_person(const struct match *match)
{
    for (size_t i = match->body.count; i-- > match->firm;) {
        const char *line = match->body.line[i];
        if (line[0] != '#' && !match_names_bot(match->name[line[0] - '1']))
            return line[0] - '0';
    }
    return 0;
}

/* ---- what is not a move ---- */

enum reply { REPLY_MOVE, REPLY_AGAIN, REPLY_CHANGED }; /* CHANGED: another position, or left */

static enum reply do_help(struct session *t, const char *rest)
{
    (void)rest;
    screen_put(&t->screen, "\n");
    screen_put_wrapped(&t->screen, tr(t->view->rules), 2);
    screen_put(&t->screen, "\n");
    screen_put_wrapped(
        &t->screen,
        tr("Commands: undo, odds, hint, log, save [FILE], quit (saves by itself). A move "
           "is its number in the list, or typed as it stands there."),
        2);
    return REPLY_AGAIN;
}

static enum reply do_undo(struct session *t, const char *rest)
{
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    const int seat = last_person(t->match);
    (void)rest;
    if (!match_undo(t->match, seat ? seat : t->viewer > 0 ? t->viewer : 1, &why)) {
        screen_printf(&t->screen, "  %s.\n", buffer);
        return REPLY_AGAIN;
    }
    driver_replan(&t->driver);
    saving_save(&t->saving, t->match, &t->screen);
    screen_put(&t->screen, tr("  Taken back.\n"));
    return REPLY_CHANGED;
}

static enum reply do_save(struct session *t, const char *rest)
{
    saving_copy(&t->saving, t->match, rest, &t->screen);
    return REPLY_AGAIN;
}

static enum reply do_quit(struct session *t, const char *rest)
{
    (void)rest;
    t->left = true;
    return REPLY_CHANGED;
}

static enum reply do_log(struct session *t, const char *rest)
{
    struct lines log = {0};
    (void)rest;
    match_log(t->match, t->viewer, &log);
    for (size_t i = 0; i < log.count; i++)
        screen_printf(&t->screen, "    %s\n", log.line[i]);
    lines_free(&log);
    return REPLY_AGAIN;
}

static enum reply do_odds(struct session *t, const char *rest)
{
    union game_state view;
    (void)rest;
    look(t, &view);
    t->view->odds(&t->screen, t->match, &view);
    return REPLY_AGAIN;
}

/* What each choice is worth, best first. */
static enum reply do_hint(struct session *t, const char *rest)
{
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    struct hints hints;
    (void)rest;
    if (!hints_find(t->match, hints_seat(t->match), &hints, &why)) {
        char sentence[TEXT_WHY + 8];
        snprintf(sentence, sizeof sentence, "%s.", buffer);
        screen_put_wrapped(&t->screen, sentence, 2);
        return REPLY_AGAIN;
    }
    screen_put_wrapped(&t->screen, tr("Your chance of winning after each choice:"), 2);
    for (size_t i = 0; i < hints.count; i++) {
        char line[GAME_LINE_MAX];
        struct text out = text_on(line, sizeof line);
        t->match->game->write(&t->match->state, hints.hint[i].action, NULL, GAME_OPEN, &out);
        screen_put(&t->screen, "    ");
        screen_put_cut(&t->screen, line + strcspn(line, " ") + 1, 36);
        screen_printf(&t->screen, "%6.2f %%", 100 * hints.hint[i].share);
        if (hints.hint[i].error > 0.00005)
            screen_printf(&t->screen, " ± %.1f", 100 * hints.hint[i].error);
        text_clear(&out);
        t->view->label(t->match, &t->match->state, hints.hint[i].action, &out);
        if (out.length && out.length < 20)
            screen_printf(&t->screen, "  %s", line);
        screen_put(&t->screen, "\n");
    }
    screen_put_wrapped(&t->screen, tr(hints.how), 2);
    return REPLY_AGAIN;
}

static enum reply do_common(struct session *t, const char *line)
{
    static const struct {
        const char *word[4]; /* in English, in French, and short */
        enum reply (*run)(struct session *t, const char *rest);
    } commands[] = {
        {{"help", "aide", "?", "rules"}, do_help},     {{"undo", "annuler", "u", "a"}, do_undo},
        {{"save", "sauver", "save", "save"}, do_save}, {{"quit", "quitter", "q", "exit"}, do_quit},
        {{"log", "journal", "l", "j"}, do_log},        {{"odds", "chances", "o", "c"}, do_odds},
        {{"hint", "indice", "h", "i"}, do_hint},
    };
    const size_t length = strcspn(line, " ");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        for (int j = 0; j < 4; j++) {
            const char *word = commands[i].word[j];
            if (strlen(word) == length && strncasecmp(line, word, length) == 0)
                return commands[i].run(t, line + length + strspn(line + length, " "));
        }
    }
    return REPLY_MOVE;
}

void session_command(struct session *t, const char *line)
{
    if (do_common(t, line) == REPLY_MOVE)
        screen_printf(&t->screen, tr("  No command '%s'; there are help, log, save and quit.\n"),
                      line);
}

/* Waits for Enter; other words are commands, or are asked again. False: the position has changed.
 */
static bool wait_for_enter(struct session *t, int seat, const char *hint)
{
    for (;;) {
        char typed[PATH_MAX];
        prompt(t, seat, hint);
        if (!read_line(t, typed, sizeof typed))
            return false;
        if (typed[0] == '\0')
            return true;
        if (do_common(t, typed) == REPLY_CHANGED)
            return false;
    }
}

/* ---- people ---- */

/* Hands the screen over to another person, so that nobody sees a hand that is not theirs. */
static bool hand_over(struct session *t, int seat)
{
    if (t->viewer == seat || !(t->match->game->flags & GAME_HIDDEN) || people(t->match) < 2)
        return true;
    t->viewer = GAME_SPECTATOR;
    if (isatty(STDOUT_FILENO))
        screen_put(&t->screen, "\033[2J\033[3J\033[H");
    else
        screen_put(&t->screen, "\n  ----------------------------------------------------------\n");
    if (!wait_for_enter(t, seat, tr("(your turn; the others look away: Enter shows your hand)")))
        return false;
    t->viewer = seat;
    catch_up(t);
    return true;
}

/* The choices, numbered: each move without its seat, and what it does. */
static void show_menu(struct session *t, const union game_state *view, const game_action actions[],
                      size_t count)
{
    struct lines moves = {0}, labels = {0};
    for (size_t i = 0; i < count; i++) {
        char line[GAME_LINE_MAX], words[GAME_LINE_MAX];
        struct text out = text_on(line, sizeof line), label = text_on(words, sizeof words);
        t->match->game->write(view, actions[i], NULL, GAME_OPEN, &out);
        t->view->label(t->match, view, actions[i], &label);
        lines_add(&moves, span_of(line + strcspn(line, " ") + 1));
        lines_add(&labels, span_of(words));
    }
    menu_show(&t->screen, &moves, &labels);
    lines_free(&moves);
    lines_free(&labels);
}

/* The move line for what a person typed: a number of the menu, or the words of a move. */
static void to_line(struct session *t, const union game_state *view, int seat, const char *typed,
                    const game_action actions[], size_t count, struct text *out)
{
    uint64_t number;
    if (span_number(span_of(typed), 1, count, &number)) {
        t->match->game->write(view, actions[number - 1], NULL, GAME_OPEN, out);
        return;
    }
    text_printf(out, "%d ", seat);
    t->view->tidy(view, typed, out);
}

/* Plays a line that a person has typed. False where it is refused, which has been said. */
static bool play_typed(struct session *t, struct span line)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    if (session_do_line(t, line, &why))
        return true;
    screen_printf(&t->screen, "  %s%s.%s\n", screen_style(&t->screen, SCREEN_WARN), reason,
                  screen_style(&t->screen, SCREEN_PLAIN));
    return false;
}

static void ask_move(struct session *t, int seat)
{
    union game_state view;
    game_action actions[GAME_ACTIONS_MAX];
    if (!hand_over(t, seat))
        return;
    look(t, &view);
    const size_t count = t->match->game->actions(&view, seat, actions);
    t->view->draw(&t->screen, t->match, &view, seat);
    screen_put(&t->screen, t->screen.low ? "" : "\n");
    show_menu(t, &view, actions, count);
    if (t->hints && count > 1)
        do_hint(t, "");
    for (;;) {
        char typed[PATH_MAX], line[2 * PATH_MAX];
        struct text out = text_on(line, sizeof line);
        prompt(t, seat, tr("(number or move, ? for help)"));
        if (!read_line(t, typed, sizeof typed))
            return;
        if (typed[0] == '\0')
            continue;
        const enum reply reply = do_common(t, typed);
        if (reply == REPLY_CHANGED)
            return;
        if (reply == REPLY_AGAIN)
            continue;
        to_line(t, &view, seat, typed, actions, count, &out);
        if (play_typed(t, span_of(line)))
            return;
    }
}

/* The bot that would act first acts now; nothing where no bot may act. */
static void hurry_bot(struct session *t)
{
    const struct match *match = t->match;
    int first = 0;
    for (int seat = 1; seat <= match->settings.players; seat++) {
        if (!t->driver.bot[seat - 1].agent)
            continue;
        driver_ask(&t->driver, &match->state, &match->history, seat, (uint64_t)session_now(),
                   &t->bots);
        if (t->driver.planned >> (seat - 1) & 1 &&
            (!first || t->driver.plan[seat - 1].at < t->driver.plan[first - 1].at))
            first = seat;
    }
    if (first)
        session_do(t, t->driver.plan[first - 1].action);
}

/* Where anyone may act and keys cannot be waited for: a person says who does what; then a bot has
 * its chance. */
static void ask_anyone(struct session *t)
{
    if (people(t->match) > 0) {
        char typed[PATH_MAX];
        prompt(t, 0, tr("(a seat's number and its move, ? for help)"));
        if (!read_line(t, typed, sizeof typed))
            return;
        if (typed[0] && do_common(t, typed) != REPLY_MOVE)
            return;
        if (typed[0] && !play_typed(t, span_of(typed)))
            return;
    }
    if (match_mover(t->match) == GAME_ANYONE)
        hurry_bot(t);
}

/* ---- the course of the game ---- */

static void show_end(struct session *t)
{
    const struct match *match = t->match;
    uint8_t share[GAME_SEATS_MAX];
    union game_state view;
    char list[GAME_SEATS_MAX * (MATCH_NAME_MAX + 16)];
    struct text winners = text_on(list, sizeof list);
    int count = 0;
    look(t, &view);
    t->view->draw(&t->screen, match, &view, t->viewer);
    match->game->result(&match->state, share);
    for (int seat = 1; seat <= match->settings.players; seat++) {
        if (share[seat - 1] == 0)
            continue;
        text_add(&winners, count++ ? ", " : "");
        match_show_name(match, seat, &winners);
    }
    screen_printf(&t->screen, "\n  %s", screen_style(&t->screen, SCREEN_GOOD));
    screen_printf(&t->screen, count == 1 ? tr("%s wins!") : tr("Winners: %s."), list);
    screen_printf(&t->screen, "%s\n", screen_style(&t->screen, SCREEN_PLAIN));
    if (saving_is_safe(&t->saving))
        screen_printf(&t->screen, tr("  The record: %s\n"), t->saving.path);
}

/* Before something follows a person's move that cannot be taken back, the last moment to do so. */
static bool is_settled(struct session *t, const char *hint)
{
    const int seat = last_person(t->match);
    return seat == 0 || t->fast || wait_for_enter(t, seat, hint);
}

/* Before dice with which a clock starts, people say that they are ready. */
static bool is_ready(struct session *t)
{
    game_action ruling;
    if (!(t->match->game->flags & GAME_SPEECH) || t->fast || people(t->match) == 0 ||
        t->match->game->ruling(&t->match->state, &ruling) || !race_is_possible())
        return true;
    if (!t->ready)
        t->ready = wait_for_enter(t, 0, tr("(Enter throws the dice; the clock starts with them)"));
    return t->ready;
}

static void roll(struct session *t)
{
    if (!is_settled(t, tr("(Enter rolls on, undo takes back)")) || !is_ready(t))
        return;
    session_do(t, driver_chance(&t->driver, &t->match->state, &t->dice));
}

/* One step. False once the game is over. */
static bool step(struct session *t)
{
    const struct match *match = t->match;
    const struct driver_due due = driver_due(&t->driver, &match->state, match_bots(match));
    if (match_mover(match) == GAME_ANYONE) {
        race_is_possible() ? race_run(t) : ask_anyone(t);
        return true;
    }
    switch (due.kind) {
    case DUE_OVER:
        if (!is_settled(t, tr("(Enter ends the game, undo takes back)")))
            return true;
        show_end(t);
        return false;
    case DUE_CHANCE:
        roll(t);
        return true;
    case DUE_ASK:
        driver_ask(&t->driver, &match->state, &match->history, due.seat, 0, &t->bots);
        return true;
    case DUE_PERSON:
        ask_move(t, due.seat);
        return true;
    default:
        session_do(t, due.action);
        return true;
    }
}

void session_play(struct session *t)
{
    t->viewer = GAME_SPECTATOR;
    for (int seat = 1; seat <= t->match->settings.players && people(t->match) == 1; seat++) {
        if (!match_names_bot(t->match->name[seat - 1]))
            t->viewer = seat; /* alone among bots: nobody else looks */
    }
    driver_applied(&t->driver, &t->match->state, false, 0, (uint64_t)session_now());
    saving_save(&t->saving, t->match, &t->screen);
    show_way_back(t, false);
    catch_signals();
    screen_printf(&t->screen, "\n  %s%s%s\n", screen_style(&t->screen, SCREEN_BOLD),
                  t->match->game->title, screen_style(&t->screen, SCREEN_PLAIN));
    while (!t->left) {
        if (!step(t))
            return;
    }
    show_way_back(t, true);
}
