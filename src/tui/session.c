/* The loop of a game: rolls dice, lets bots choose, asks people. Every move is saved, then shown to
 * the person at the screen. If hands are hidden and several people share the screen, it is cleared
 * and handed over between their turns. */
#include "tui/session_parts.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/lang.h"
#include "match/daily.h"
#include "program/command.h"
#include "tui/asking.h"
#include "tui/menu.h"
#include "tui/race.h"
#include "tui/report.h"
#include "tui/terminal.h"

/* ---- interrupts ---- */

static char signal_text[PATH_MAX * 3]; /* what the signal handler prints */
static volatile sig_atomic_t signal_text_length;
static char signal_unlink[PATH_MAX]; /* the file that it deletes; "": none */

/* Prints how to continue the saved game, and ends the program. */
static void on_signal(int signal)
{
    terminal_restore();
    if (signal_unlink[0])
        unlink(signal_unlink);
    if (write(STDOUT_FILENO, signal_text, (size_t)signal_text_length) < 0)
        _exit(1);
    _exit(128 + signal);
}

/* ---- what the viewer sees ---- */

static int count_people(const struct match *match)
{
    int count = 0;
    for (int seat = 1; seat <= match->settings.players; seat++)
        count += !match_names_bot(match->name[seat - 1]);
    return count;
}

/* Whether a person has moved. */
static bool has_moved(const struct match *match)
{
    for (size_t i = 0; i < match->body.count; i++) {
        const char first = match->body.line[i][0];
        if (first >= '1' && first <= '9' && !match_names_bot(match->name[first - '1']))
            return true;
    }
    return false;
}

/* A new game of people in which nobody has moved: it need not be kept. */
static bool is_untouched(const struct session *s)
{
    return s->saving.fresh && count_people(s->match) > 0 && !has_moved(s->match);
}

/* Prints how to continue the game (if `now`), and prepares the text for the signal handler. */
void session_show_resume(struct session *s, bool now)
{
    struct text quoted = text_on((char[PATH_MAX * 2]){0}, PATH_MAX * 2);
    command_quote(s->saving.path, &quoted);
    command_plugins(&quoted);
    signal_text_length = 0;
    snprintf(signal_unlink, sizeof signal_unlink, "%s", is_untouched(s) ? s->saving.path : "");
    if (is_untouched(s))
        return;
    if (now && saving_is_safe(&s->saving))
        screen_printf(&s->screen, tr("  The game is saved. To continue: %s play %s\n"),
                      program_invocation_name, quoted.start);
    else if (now)
        screen_put(&s->screen, tr("  The game was not saved.\n"));
    if (saving_is_safe(&s->saving)) {
        FILE *memory = fmemopen(signal_text, sizeof signal_text, "w");
        struct screen screen = s->screen;
        screen.out = memory;
        screen_printf(&screen, tr("\n  The game is saved. To continue: %s play %s\n"),
                      program_invocation_name, quoted.start);
        fclose(memory);
        signal_text_length = (sig_atomic_t)strlen(signal_text);
    }
}

void session_view(const struct session *s, union game_state *view)
{
    *view = match_state(s->match);
    s->match->game->hide(view, s->viewer);
}

/* Returns false if there is nothing to show to the viewer. */
static bool tell(struct session *s, const struct match *match, const union game_state *before)
{
    struct text out = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    const char *line = match->body.line[match->body.count - 1];
    view_tell(s->view, &(struct telling){match, s->viewer, !s->full, &out}, before);
    asking_tell(s, line[0] == '*' ? 0 : line[0] - '0', out.start);
    return out.length > 0;
}

bool session_do_line(struct session *s, struct span line, struct text *why)
{
    struct match *match = s->match;
    const union game_state before = match_state(match);
    const bool thrown = driver_is_throw(match->game, &before);
    if (!match_do(match, line, why))
        return false;
    const char *played = match->body.line[match->body.count - 1];
    driver_applied(&s->driver, &match->state, thrown, played[0] == '*' ? 0 : played[0] - '0',
                   (uint64_t)terminal_now());
    saving_save(&s->saving, match, &s->screen);
    session_show_resume(s, false);
    const bool described = tell(s, match, &before);
    if (s->viewer > 0)
        s->seen[s->viewer - 1] = match->body.count;
    const bool own = played[0] != '*' && !match_names_bot(match->name[played[0] - '1']);
    if (s->full && described && !own && match_mover(match) != GAME_ANYONE)
        asking_beat(s);
    return true;
}

void session_do(struct session *s, game_action action)
{
    char line[GAME_LINE_MAX], reason[TEXT_WHY];
    struct text out = text_on(line, sizeof line), why = text_on(reason, sizeof reason);
    s->match->game->write(&s->match->state, action, &s->match->history, GAME_OPEN, &out);
    if (!session_do_line(s, span_of(line), &why))
        match_broken(s->match->game, line, reason);
}

void session_ask(struct session *s, int seat)
{
    driver_follow(&s->driver, s->match);
    if (s->fair)
        rng_seed(&s->bots, daily_bot_seed(s->fair->seed, s->match));
    driver_ask(&s->driver, &s->match->state, &s->match->history, seat, (uint64_t)terminal_now(),
               &s->bots);
}

void session_forfeit(struct session *s, int seat)
{
    char line[GAME_LINE_MAX], reason[TEXT_WHY], sentence[2 * TEXT_WHY];
    struct text out = text_on(line, sizeof line), why = text_on(reason, sizeof reason);
    struct text comment = text_on(sentence, sizeof sentence);
    text_add(&comment, "# ");
    match_show_name(s->match, seat, &comment);
    text_printf(&comment, ": %s", s->driver.bot[seat - 1]->fault);
    lines_add(&s->match->body, span_of(sentence));
    asking_tell(s, seat, sentence + 2);
    text_printf(&out, "%d " MATCH_FORFEITS, seat);
    if (!session_do_line(s, span_of(line), &why))
        abort(); /* the game is not over: a bot was due */
}

void session_say_from(struct session *s, size_t from,
                      bool (*say)(struct session *s, const struct match *match,
                                  const union game_state *before))
{
    const struct match *match = s->match;
    struct match *replay = report_until(match, from);
    for (size_t i = from; i < match->body.count; i++) {
        const union game_state before = match_state(replay);
        if (match->body.line[i][0] == '#')
            continue;
        report_play(replay, match->body.line[i]);
        say(s, replay, &before);
    }
    match_free(replay);
}

/* Describes all lines of the record from this one on to the viewer. */
static void tell_from(struct session *s, size_t from)
{
    session_say_from(s, from, tell);
}

/* Describes all lines since the viewer's last turn at the screen. */
static void catch_up(struct session *s)
{
    tell_from(s, s->seen[s->viewer - 1]);
    s->seen[s->viewer - 1] = s->match->body.count;
}

int session_last_person(const struct match *match)
{
    for (size_t i = match->body.count; i-- > match->undo_floor;) {
        const char *line = match->body.line[i];
        if (line[0] != '#' && !match_names_bot(match->name[line[0] - '1']))
            return line[0] - '0';
    }
    return 0;
}

/* Draws the board as the viewer sees it; the full screen always shows it. */
static void draw_board(struct session *s)
{
    union game_state view;
    session_view(s, &view);
    if (!s->full)
        s->view->draw(&s->screen, s->match, &view, s->viewer);
}

void session_command(struct session *s, const char *line)
{
    const enum reply reply = session_reply(s, line);
    if (reply == REPLY_SHOW && !s->full)
        draw_board(s);
    if (reply == REPLY_MOVE)
        screen_printf(&s->screen, tr("  No command '%s'; there are help, log, save and quit.\n"),
                      line);
}

/* Waits for Enter, and carries out commands meanwhile. `blank`: the board must not be seen. False:
 * the position has changed, or somebody has quit. */
static bool wait_for_enter(struct session *s, int seat, const char *hint, bool blank)
{
    const struct asking asking = {.seat = seat, .hint = hint, .blank = blank};
    for (;;) {
        char typed[PATH_MAX];
        if (!asking_read(s, &asking, typed, sizeof typed))
            return false;
        if (typed[0] == '\0')
            return true;
        const enum reply reply = session_reply(s, typed);
        if (reply == REPLY_CHANGED)
            return false;
        if (reply == REPLY_SHOW && !blank)
            draw_board(s);
    }
}

/* ---- people ---- */

/* Hands the screen over to another person, so that nobody sees another's hand. False as in
 * wait_for_enter. */
static bool hand_over(struct session *s, int seat)
{
    if (s->viewer == seat || !(s->match->game->flags & GAME_HIDDEN) || count_people(s->match) < 2)
        return true;
    s->viewer = GAME_SPECTATOR;
    if (s->full)
        full_forget(s->full);
    else if (isatty(STDOUT_FILENO))
        screen_put(&s->screen, "\033[2J\033[3J\033[H");
    else
        screen_put(&s->screen, "\n  ----------------------------------------------------------\n");
    if (!wait_for_enter(s, seat,
                        s->full ? tr("(Enter shows your hand)")
                                : tr("(your turn; the others look away: Enter shows your hand)"),
                        true))
        return false;
    s->viewer = seat;
    catch_up(s);
    return true;
}

/* The move line for what a person typed: something of the menu, or a move. */
static void to_line(struct session *s, const union game_state *view, const struct asking *asking,
                    const char *typed, const game_action actions[], size_t count, struct text *out)
{
    const size_t chosen = choices_find(asking->moves, typed);
    if (chosen < count) {
        s->match->game->write(view, actions[chosen], NULL, GAME_OPEN, out);
        return;
    }
    text_printf(out, "%d ", asking->seat);
    s->view->tidy(view, typed, out);
}

/* Plays a line that a person has typed. If it is refused, prints the reason and returns false. */
static bool play_typed(struct session *s, struct span line)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    if (session_do_line(s, line, &why))
        return true;
    screen_printf(&s->screen, "  %s%s.%s\n", screen_style(&s->screen, SCREEN_WARN), why.start,
                  screen_style(&s->screen, SCREEN_PLAIN));
    return false;
}

/* Draws the board and the numbered choices; the full screen always shows them. */
static void show_choices(struct session *s, const struct choices *moves)
{
    if (s->full)
        return;
    draw_board(s);
    screen_put(&s->screen, s->screen.low ? "" : "\n");
    menu_show(&s->screen, moves);
}

/* Asks until a move is played or the position has changed. */
static void ask_until_moved(struct session *s, const struct asking *asking,
                            const union game_state *view, const game_action actions[], size_t count)
{
    for (;;) {
        char typed[PATH_MAX], line[2 * PATH_MAX];
        struct text out = text_on(line, sizeof line);
        if (!asking_read(s, asking, typed, sizeof typed))
            return;
        if (typed[0] == '\0' && !isatty(STDIN_FILENO))
            continue;
        const enum reply reply = typed[0] ? session_reply(s, typed) : REPLY_SHOW;
        if (reply == REPLY_CHANGED)
            return;
        if (reply == REPLY_SHOW)
            show_choices(s, asking->moves);
        if (reply != REPLY_MOVE)
            continue;
        to_line(s, view, asking, typed, actions, count, &out);
        if (play_typed(s, span_of(line)))
            return;
    }
}

static void ask_move(struct session *s, int seat)
{
    union game_state view;
    game_action actions[GAME_ACTIONS_MAX];
    struct choices moves = {0};
    if (!hand_over(s, seat))
        return;
    session_view(s, &view);
    const size_t count = s->match->game->actions(&view, seat, actions);
    struct text task = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    view_task(s->view, s->match, &view, seat, count_people(s->match) > 1, &task);
    const struct asking asking = {
        .seat = seat,
        .hint = tr("(? for help)"),
        .task = task.start,
        .moves = &moves,
        .actions = actions,
    };
    view_choices(s->view, s->match, &view, actions, count, &moves);
    show_choices(s, &moves);
    s->moves = &moves;
    s->actions = actions;
    if (s->full)
        full_select(s->full, 0);
    if (s->hints && count > 1)
        session_reply(s, "hint");
    ask_until_moved(s, &asking, &view, actions, count);
    s->moves = NULL;
    choices_free(&moves);
}

/* Lets the bot that would act first act now, if any may. */
static void hurry_bot(struct session *s)
{
    const struct match *match = s->match;
    int first = 0;
    for (int seat = 1; seat <= match->settings.players; seat++) {
        if (!s->driver.bot[seat - 1])
            continue;
        session_ask(s, seat);
        if (driver_due(&s->driver, &match->state, match_bots(match)).kind == DUE_FORFEIT) {
            session_forfeit(s, seat);
            return;
        }
        if (s->driver.planned >> (seat - 1) & 1 &&
            (!first || s->driver.plan[seat - 1].at < s->driver.plan[first - 1].at))
            first = seat;
    }
    if (first)
        session_do(s, s->driver.plan[first - 1].action);
}

/* While the clock stands (a vote): the first person who may answer with a key; 0: nobody. The
 * question becomes the hint. */
static int find_voter(struct session *s, game_action actions[], size_t *count, struct text *hint)
{
    const struct match *match = s->match;
    for (int seat = 1; seat <= match->settings.players && !s->driver.running; seat++) {
        *count = match->game->actions(&match->state, seat, actions);
        if (*count && !match_names_bot(match->name[seat - 1]) && s->view->ask) {
            s->view->ask(match, &match->state, seat, hint);
            return seat;
        }
    }
    *count = 0;
    text_add(hint, s->viewer > 0 ? tr("(a word; - passes, ? for help)")
                                 : tr("(a seat's number and its move, ? for help)"));
    return 0;
}

/* A race's typed line: with a seat's number, or a word of the only person. */
static bool play_race(struct session *s, const char *typed)
{
    char line[2 * PATH_MAX];
    struct text out = text_on(line, sizeof line);
    if (s->viewer <= 0 || (typed[0] >= '1' && typed[0] <= '9' && typed[1] == ' '))
        return play_typed(s, span_of(typed));
    text_printf(&out, "%d ", s->viewer);
    s->view->tidy(&s->match->state, typed, &out);
    return play_typed(s, span_of(line));
}

/* A race without a terminal: a person types a seat's move or answers a vote, then a bot may act. */
static void ask_anyone(struct session *s)
{
    if (count_people(s->match) > 0) {
        game_action actions[GAME_ACTIONS_MAX];
        struct text hint = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
        size_t count = 0;
        const struct asking asking = {.seat = find_voter(s, actions, &count, &hint),
                                      .hint = hint.start};
        char typed[PATH_MAX];
        if (!asking_read(s, &asking, typed, sizeof typed))
            return;
        for (size_t i = 0; i < count; i++) {
            if (asking_is_answer(typed) && s->view->has_key(actions[i], typed[0])) {
                session_do(s, actions[i]);
                return;
            }
        }
        if (typed[0] && session_reply(s, typed) != REPLY_MOVE)
            return;
        if (typed[0] && !play_race(s, typed))
            return;
    }
    if (match_mover(s->match) == GAME_ANYONE)
        hurry_bot(s);
}

/* ---- the course of the game ---- */

void session_show_winners(struct session *s)
{
    char sentence[GAME_SEATS_MAX * (MATCH_NAME_MAX + 16) + 32];
    struct text out = text_on(sentence, sizeof sentence);
    view_winners(s->match, &out);
    screen_printf(&s->screen, "\n  %s%s%s\n", screen_style(&s->screen, SCREEN_GOOD), sentence,
                  screen_style(&s->screen, SCREEN_PLAIN));
    if (saving_is_safe(&s->saving))
        screen_printf(&s->screen, tr("  Record: %s\n"), s->saving.path);
}

/* Notifies the bots that follow the game of its result. */
static void tell_bots(struct session *s)
{
    uint8_t share[GAME_SEATS_MAX];
    match_result(s->match, share);
    driver_follow(&s->driver, s->match);
    driver_over(&s->driver, share);
}

static void show_end(struct session *s)
{
    struct text prompt = text_on((char[TEXT_WHY * 2]){0}, TEXT_WHY * 2);
    draw_board(s);
    session_show_winners(s);
    if (!s->full)
        return;
    asking_log(s);
    view_winners(s->match, &prompt);
    text_printf(&prompt, " %s", tr("(Enter to continue)"));
    if (!s->fast)
        asking_end_game(s, prompt.start);
}

/* Before something that cannot be undone follows a person's move: waits, so that it can still be
 * undone. False as in wait_for_enter. */
static bool is_settled(struct session *s, const char *hint)
{
    const int seat = session_last_person(s->match);
    return seat == 0 || s->fast || wait_for_enter(s, seat, hint, false);
}

/* Before dice that start a clock: waits until people are ready. */
static bool is_ready(struct session *s)
{
    game_action ruling;
    if (!(s->match->game->flags & GAME_SPEECH) || s->fast || count_people(s->match) == 0 ||
        s->match->game->ruling(&s->match->state, &ruling) || !terminal_is_possible())
        return true;
    if (!s->ready)
        s->ready = wait_for_enter(s, 0, tr("(Enter throws the dice and starts the clock)"), false);
    return s->ready && (!driver_next_race(s->match) || race_count_down(s));
}

/* The next dice of a challenge of the day. */
static void roll_fair(struct session *s)
{
    char line[GAME_LINE_MAX], reason[TEXT_WHY];
    struct text out = text_on(line, sizeof line), why = text_on(reason, sizeof reason);
    struct fair_cache *cache = fair_cache_new();
    fair_draw(s->fair, cache, s->match, &out);
    fair_cache_free(cache);
    s->fair->drawn++;
    if (!session_do_line(s, span_of(line), &why))
        match_broken(s->match->game, line, reason);
}

static void roll(struct session *s)
{
    const union game_state state = match_state(s->match);
    const bool dice = s->match->game->thrower(&state) > 0; /* otherwise cards */
    const char *hint =
        s->full ? (dice ? tr("(Enter rolls, u takes back)") : tr("(Enter continues, u takes back)"))
                : (dice ? tr("(Enter rolls, undo takes back)")
                        : tr("(Enter continues, undo takes back)"));
    if (!is_settled(s, hint) || !is_ready(s))
        return;
    if (s->fair)
        roll_fair(s);
    else
        session_do(s, driver_chance(&s->driver, &s->match->state, &s->dice));
}

/* One step of the game. False once it is over. */
static bool step(struct session *s)
{
    const struct match *match = s->match;
    const struct driver_due due = match->ended
                                      ? (struct driver_due){.kind = DUE_OVER}
                                      : driver_due(&s->driver, &match->state, match_bots(match));
    if (match_mover(match) == GAME_ANYONE) {
        terminal_is_possible() ? race_run(s) : ask_anyone(s);
        return true;
    }
    switch (due.kind) {
    case DUE_OVER:
        if (!is_settled(s, s->full ? tr("(Enter ends the game, u takes back)")
                                   : tr("(Enter ends the game, undo takes back)")))
            return true;
        tell_bots(s);
        show_end(s);
        return false;
    case DUE_CHANCE:
        roll(s);
        return true;
    case DUE_ASK:
        session_ask(s, due.seat);
        return true;
    case DUE_FORFEIT:
        session_forfeit(s, due.seat);
        return true;
    case DUE_PERSON:
        ask_move(s, due.seat);
        return true;
    default:
        session_do(s, due.action);
        return true;
    }
}

void session_play(struct session *s)
{
    s->viewer = GAME_SPECTATOR;
    for (int seat = 1; seat <= s->match->settings.players && count_people(s->match) == 1; seat++) {
        if (!match_names_bot(s->match->name[seat - 1]))
            s->viewer = seat; /* alone among bots: the screen is never handed over */
    }
    driver_applied(&s->driver, &s->match->state, false, 0, (uint64_t)terminal_now());
    if (s->full)
        asking_begin(s);
    saving_save(&s->saving, s->match, &s->screen);
    session_show_resume(s, false);
    terminal_catch(on_signal, true);
    if (s->full) {
        asking_notes(s, s->match->game->title);
        tell_from(s, 0); /* of a continued game */
    } else {
        screen_printf(&s->screen, "\n  %s%s%s\n", screen_style(&s->screen, SCREEN_BOLD),
                      s->match->game->title, screen_style(&s->screen, SCREEN_PLAIN));
    }
    bool going = true;
    while (going && !s->quit)
        going = step(s);
    if (s->quit && is_untouched(s))
        unlink(s->saving.path);
    signal_unlink[0] = '\0';
    if (!s->quit)
        signal_text_length = 0; /* there is no game to continue */
    if (s->full)
        asking_end(s);
    else if (s->quit)
        session_show_resume(s, true);
}
