/* One loop waits for whatever comes first: a key, a bot's moment, the end of the time. Whoever has
 * buzzed has the floor until the word is there or the short clock is out; bots wait for that, the
 * round's own clock goes on. With one person at the table the first letter is the buzz. While
 * the clock stands, people are asked one after the other. */
#include "apps/terminal/race.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/lang.h"

enum { FLOOR_MS = 12000, TICK_MS = 250 };
enum { ESCAPE = 27, BACKSPACE = 127, KILL = 21, END_OF_INPUT = 4 };

static struct termios as_it_was;
static volatile sig_atomic_t changed;

struct race {
    struct session *t;
    union game_state last; /* before the last thing that happened */
    int alone;             /* the only person's seat; 0 where there are more, or none */
    int floor;             /* the seat that has buzzed; 0 for nobody */
    int64_t buzzed;        /* when, on the machine's clock */
    char typed[GAME_SAID_MAX + 8];
    size_t length;
};

/* ---- the terminal ---- */

bool race_is_possible(void)
{
    const char *terminal = getenv("TERM");
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && terminal &&
           strcmp(terminal, "dumb") != 0;
}

void race_restore(void)
{
    if (changed)
        tcsetattr(STDIN_FILENO, TCSANOW, &as_it_was);
    changed = 0;
}

static void take_keys(void)
{
    struct termios raw;
    if (tcgetattr(STDIN_FILENO, &as_it_was) != 0)
        return;
    raw = as_it_was;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    changed = 1;
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw);
}

/* A key, or 0 after so many milliseconds without one, or END_OF_INPUT. */
static int wait_key(int64_t patience)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    unsigned char key;
    fflush(stdout);
    if (poll(&in, 1, patience < 0 ? 0 : (int)patience) <= 0)
        return 0;
    return read(STDIN_FILENO, &key, 1) == 1 ? key : END_OF_INPUT;
}

/* ---- the line at the bottom ---- */

static void clear_line(struct race *r)
{
    screen_put(&r->t->screen, "\r\033[K");
}

static void put_name(struct race *r, int seat, int width)
{
    char buffer[MATCH_NAME_MAX + 16];
    struct text name = text_on(buffer, sizeof buffer);
    match_show_name(r->t->match, seat, &name);
    screen_put(&r->t->screen, screen_style(&r->t->screen, SCREEN_SEAT + seat));
    if (screen_width(buffer) < width)
        screen_put(&r->t->screen, buffer);
    else
        screen_put_cut(&r->t->screen, buffer, width);
    screen_put(&r->t->screen, screen_style(&r->t->screen, SCREEN_PLAIN));
}

static bool may_act(const struct race *r, int seat)
{
    game_action actions[GAME_ACTIONS_MAX];
    return r->t->match->game->actions(&r->t->match->state, seat, actions) > 0;
}

static bool is_person(const struct race *r, int seat)
{
    return !match_names_bot(r->t->match->name[seat - 1]);
}

/* What is being typed, or its end where it is too long for the line. */
static void put_typed(struct race *r)
{
    enum { ROOM = 45 };
    size_t from = r->length > ROOM ? r->length - ROOM : 0;
    while (from < r->length && (r->typed[from] & 0xc0) == 0x80)
        from++;
    screen_printf(&r->t->screen, " > %.*s", (int)(r->length - from), r->typed + from);
}

/* The keys of the people who may buzz, their names as long as the line allows. */
static void put_buzzers(struct race *r)
{
    enum { ROOM = 52, KEY = 5 };
    const struct match *match = r->t->match;
    int seats[GAME_SEATS_MAX], count = 0;
    for (int seat = 1; seat <= match->settings.players; seat++) {
        if (is_person(r, seat) && may_act(r, seat))
            seats[count++] = seat;
    }
    for (int i = 0; i < count; i++) {
        screen_printf(&r->t->screen, "[%d] ", seats[i]);
        put_name(r, seats[i], ROOM / count - KEY);
        screen_put(&r->t->screen, " ");
    }
    screen_put(&r->t->screen, tr("buzz; / commands"));
}

/* The seconds left, then who is typing what, or which keys there are. */
static void show_line(struct race *r)
{
    struct screen *screen = &r->t->screen;
    const int64_t now = session_now();
    const int64_t left =
        r->floor ? r->buzzed + FLOOR_MS - now : driver_left(&r->t->driver, (uint64_t)now);
    clear_line(r);
    screen_printf(
        screen, "  %s%3lld s%s  ", screen_style(screen, left < 10000 ? SCREEN_WARN : SCREEN_DIM),
        (long long)(left > 0 ? (left + 999) / 1000 : 0), screen_style(screen, SCREEN_PLAIN));
    if (r->floor) {
        put_name(r, r->floor, 20);
        put_typed(r);
    } else if (r->alone && may_act(r, r->alone)) {
        put_name(r, r->alone, 20);
        screen_printf(screen, " %s%s%s > ", screen_style(screen, SCREEN_DIM),
                      tr("(a word; - passes, /? helps)"), screen_style(screen, SCREEN_PLAIN));
    } else if (r->alone) {
        screen_put(screen, tr("(the others are thinking; / gives commands)"));
    } else {
        put_buzzers(r);
    }
}

/* ---- what happens ---- */

/* What is due, once every bot has been asked what it would do and when. */
static struct driver_due find_due(struct race *r)
{
    const struct match *match = r->t->match;
    struct driver *driver = &r->t->driver;
    struct driver_due due;
    while ((due = driver_due(driver, &match->state, match_bots(match))).kind == DUE_ASK)
        driver_ask(driver, &match->state, &match->history, due.seat, (uint64_t)session_now(),
                   &r->t->bots);
    return due;
}

static void do_action(struct race *r, game_action action)
{
    r->last = r->t->match->state;
    clear_line(r);
    session_do(r->t, action);
}

/* Whether the race goes on: somebody may act, or a word is being judged, which is done here. */
static bool goes_on(struct race *r)
{
    struct match *match = r->t->match;
    game_action ruling;
    while (match_mover(match) == GAME_CHANCE && match->game->ruling(&match->state, &ruling))
        do_action(r, ruling);
    return match_mover(match) == GAME_ANYONE && !r->t->left;
}

static void play(struct race *r, const char *line)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    const union game_state before = r->t->match->state;
    clear_line(r);
    if (session_do_line(r->t, span_of(line), &why)) {
        r->last = before;
        return;
    }
    screen_put(&r->t->screen, screen_style(&r->t->screen, SCREEN_WARN));
    screen_put_wrapped(&r->t->screen, reason, 2);
    screen_put(&r->t->screen, screen_style(&r->t->screen, SCREEN_PLAIN));
}

/* While the clock stands, each person who may act is asked in turn, and answers with a key. */
static void ask_in_turn(struct race *r)
{
    const struct match *match = r->t->match;
    game_action actions[GAME_ACTIONS_MAX];
    for (int seat = 1; seat <= match->settings.players && !r->t->left; seat++) {
        if (match_mover(match) != GAME_ANYONE || r->t->driver.running || !is_person(r, seat))
            continue;
        const size_t count = match->game->actions(&match->state, seat, actions);
        if (count == 0)
            continue;
        char about[GAME_LINE_MAX];
        struct text question = text_on(about, sizeof about);
        size_t chosen = count;
        r->t->view->ask(match, &match->state, &question);
        clear_line(r);
        screen_put(&r->t->screen, "  ");
        put_name(r, seat, 20);
        screen_printf(&r->t->screen, " %s ", about);
        while (chosen == count && !r->t->left) {
            const int key = wait_key(TICK_MS);
            r->t->left = key == END_OF_INPUT;
            for (chosen = 0; chosen < count; chosen++) {
                if (key && r->t->view->has_key(actions[chosen], key))
                    break;
            }
        }
        if (!r->t->left)
            do_action(r, actions[chosen]);
    }
}

/* What was typed: a command, a pass, a word. */
static void enter(struct race *r)
{
    char words[GAME_LINE_MAX], line[GAME_LINE_MAX + 8];
    struct text out = text_on(words, sizeof words);
    const int seat = r->floor;
    r->floor = 0;
    r->typed[r->length] = '\0';
    r->length = 0;
    clear_line(r);
    if (r->typed[0] == '/') {
        race_restore();
        session_command(r->t, r->typed + 1);
        take_keys();
        return;
    }
    if (r->typed[strspn(r->typed, " ")] == '\0')
        return;
    r->t->view->tidy(&r->t->match->state, r->typed, &out);
    snprintf(line, sizeof line, "%d %s", seat, words);
    play(r, line);
}

static void buzz(struct race *r, int seat)
{
    r->floor = seat;
    r->buzzed = session_now();
    r->length = 0;
}

/* A key of somebody who has the floor. */
static void type(struct race *r, int key)
{
    if (key == '\n' || key == '\r') {
        enter(r);
    } else if (key == BACKSPACE || key == 8) {
        while (r->length && (r->typed[--r->length] & 0xc0) == 0x80)
            ;
    } else if (key == KILL) {
        r->length = 0;
    } else if (key >= ' ' && r->length + 1 < sizeof r->typed) {
        r->typed[r->length++] = (char)key;
    }
}

/* The rest of what an arrow or another special key sends; Escape alone gives the floor back. */
static void escape(struct race *r)
{
    int key = wait_key(20);
    if (key == 0) {
        r->floor = 0;
        return;
    }
    while (key && (key < '@' || key == '[' || key == 'O'))
        key = wait_key(20);
}

static void press(struct race *r, int key)
{
    const struct match *match = r->t->match;
    const int seat = key - '0';
    if (key == END_OF_INPUT) {
        r->t->left = true;
    } else if (key == ESCAPE) {
        escape(r);
    } else if (r->floor) {
        type(r, key);
    } else if (r->alone && key > ' ' && (may_act(r, r->alone) || key == '/')) {
        buzz(r, r->alone);
        type(r, key);
    } else if (!r->alone && key == '/') {
        buzz(r, 1);
        type(r, key);
    } else if (!r->alone && seat >= 1 && seat <= match->settings.players && is_person(r, seat) &&
               may_act(r, seat)) {
        buzz(r, seat);
    }
}

/* What the clock brings: the end of a floor, of the time, a bot's word. True where it did. */
static bool tick(struct race *r, const struct driver_due *due)
{
    const int64_t now = session_now();
    const uint32_t elapsed = driver_elapsed(&r->t->driver, (uint64_t)now);
    if (r->floor) {
        if (now < r->buzzed + FLOOR_MS)
            return false;
        clear_line(r);
        screen_put(&r->t->screen, tr("  Too slow: the word is lost.\n"));
        r->floor = 0;
        return true;
    }
    if (due->kind != DUE_BOT && due->kind != DUE_CLOCK)
        return false;
    if (elapsed < due->at && !(due->kind == DUE_BOT && r->t->fast))
        return false;
    if (elapsed < due->at) /* as if it had been waited for */
        driver_shift(&r->t->driver, due->at - elapsed);
    do_action(r, due->action);
    return true;
}

/* How long to wait for a key. */
static int64_t until_due(const struct race *r, const struct driver_due *due)
{
    if (r->floor || due->at == DRIVER_NEVER)
        return TICK_MS;
    const int64_t left = (int64_t)due->at - driver_elapsed(&r->t->driver, (uint64_t)session_now());
    return left < TICK_MS ? left : TICK_MS;
}

void race_run(struct session *t)
{
    struct race r = {.t = t};
    union game_state view = t->match->state;
    int people = 0;
    for (int seat = 1; seat <= t->match->settings.players; seat++) {
        if (is_person(&r, seat)) {
            people++;
            r.alone = people == 1 ? seat : 0;
        }
    }
    t->view->draw(&t->screen, t->match, &view, t->viewer);
    screen_put(&t->screen, "\n");
    t->ready = false;
    const int64_t began = session_now();
    if (t->hints && r.alone)
        session_command(t, "hint");
    driver_shift(&t->driver, began - session_now()); /* hints do not take the player's time */
    take_keys();
    while (goes_on(&r)) {
        if (!t->driver.running) {
            ask_in_turn(&r);
            continue;
        }
        const struct driver_due due = find_due(&r);
        if (!tick(&r, &due)) {
            show_line(&r);
            const int key = wait_key(until_due(&r, &due));
            if (key)
                press(&r, key);
        }
    }
    clear_line(&r);
    race_restore();
    if (!t->left && t->view->recap)
        t->view->recap(&t->screen, t->match, &r.last);
}
