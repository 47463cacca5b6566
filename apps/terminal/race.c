/* One loop waits for whatever comes first: a key, a bot's moment, the end of the time. Whoever has
 * buzzed has the floor until the word is there or the short clock is out; bots wait for that, the
 * round's own clock goes on. With one person at the table the first letter is the buzz. While
 * people vote, the clock stands. */
#include "apps/terminal/race.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "base/lang.h"

enum { FLOOR_MS = 12000, TICK_MS = 250 };
enum { ESCAPE = 27, BACKSPACE = 127, KILL = 21, END_OF_INPUT = 4 };

static struct termios as_it_was;
static volatile sig_atomic_t changed;

struct race {
    struct session *t;
    int64_t began;               /* when the dice fell, in milliseconds of the machine's clock */
    int64_t due[GAME_SEATS_MAX]; /* when bots act, since then; INT64_MAX: never */
    union game_state last;       /* before the last thing that happened */
    int alone;                   /* the only person's seat; 0 where there are more, or none */
    int floor;                   /* the seat that has buzzed; 0 for nobody */
    int64_t buzzed;              /* when, since the dice fell */
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

static int64_t milliseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t now_of(const struct race *r)
{
    return milliseconds() - r->began;
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
        if (!match_is_bot(match, seat) && may_act(r, seat))
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
    const int64_t now = now_of(r);
    const int64_t limit = 1000ll * r->t->match->game->clock(&r->t->match->state);
    const int64_t left = r->floor ? r->buzzed + FLOOR_MS - now : limit - now;
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

/* After everything that happens, each bot thinks again. */
static void ask_bots(struct race *r)
{
    const struct match *match = r->t->match;
    const int64_t now = now_of(r);
    for (int seat = 1; seat <= match->settings.players; seat++) {
        r->due[seat - 1] = INT64_MAX;
        if (match_is_bot(match, seat) && match_mover(match) == GAME_ANYONE)
            r->due[seat - 1] =
                match_bot_when(r->t->match, seat, (uint32_t)(now > 0 ? now : 0), &r->t->bots);
    }
}

/* Whether the race goes on: somebody may act, or a word is being judged, which is done here. */
static bool goes_on(struct race *r)
{
    struct match *match = r->t->match;
    game_action ruling;
    while (match_mover(match) == GAME_CHANCE && match->game->ruling(&match->state, &ruling)) {
        r->last = match->state;
        match_draw(match, &r->t->dice);
        session_happened(r->t, &r->last);
    }
    return match_mover(match) == GAME_ANYONE && !r->t->left;
}

static bool play(struct race *r, const char *line)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    r->last = r->t->match->state;
    clear_line(r);
    if (match_do(r->t->match, span_of(line), &why)) {
        session_happened(r->t, &r->last);
        return true;
    }
    screen_put(&r->t->screen, screen_style(&r->t->screen, SCREEN_WARN));
    screen_put_wrapped(&r->t->screen, reason, 2);
    screen_put(&r->t->screen, screen_style(&r->t->screen, SCREEN_PLAIN));
    return false;
}

/* One vote after the other, each with a key. */
static void hold_vote(struct race *r)
{
    const struct match *match = r->t->match;
    const int64_t stopped = milliseconds();
    for (int seat = 1; seat <= match->settings.players && !r->t->left; seat++) {
        if (match->game->clock(&match->state) || match_is_bot(match, seat) || !may_act(r, seat))
            continue;
        char line[32], about[GAME_LINE_MAX];
        struct text label = text_on(about, sizeof about);
        game_action actions[GAME_ACTIONS_MAX];
        int key;
        match->game->actions(&match->state, seat, actions);
        r->t->view->label(match, &match->state, actions[0], &label);
        clear_line(r);
        screen_put(&r->t->screen, "  ");
        put_name(r, seat, 20);
        screen_printf(&r->t->screen, tr(" votes, y or n: %s? "), about);
        do {
            key = wait_key(TICK_MS);
        } while (key != 'y' && key != 'Y' && key != 'o' && key != 'O' && key != 'n' && key != 'N' &&
                 key != END_OF_INPUT);
        r->t->left = key == END_OF_INPUT;
        snprintf(line, sizeof line, "%d vote %s", seat, key == 'n' || key == 'N' ? "no" : "yes");
        if (!r->t->left)
            play(r, line);
    }
    r->began += milliseconds() - stopped;
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
    r->buzzed = now_of(r);
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
    } else if (!r->alone && seat >= 1 && seat <= match->settings.players &&
               !match_is_bot(match, seat) && may_act(r, seat)) {
        buzz(r, seat);
    }
}

/* The bot whose moment comes first; 0 for none. */
static int next_bot(const struct race *r)
{
    int first = 0;
    for (int seat = 1; seat <= r->t->match->settings.players; seat++) {
        if (r->due[seat - 1] < (first ? r->due[first - 1] : INT64_MAX))
            first = seat;
    }
    return first;
}

/* What the clock brings: the end of a floor, of the time, a bot's word. True where it did. */
static bool tick(struct race *r)
{
    const int64_t now = now_of(r);
    const int64_t limit = 1000ll * r->t->match->game->clock(&r->t->match->state);
    const int bot = next_bot(r);
    if (r->floor) {
        if (now < r->buzzed + FLOOR_MS)
            return false;
        clear_line(r);
        screen_put(&r->t->screen, tr("  Too slow: the word is lost.\n"));
        r->floor = 0;
        return true;
    }
    if (limit && now >= limit) {
        play(r, "* time");
        return true;
    }
    if (bot && (now >= r->due[bot - 1] || r->t->fast)) {
        r->last = r->t->match->state;
        if (r->t->fast && now < r->due[bot - 1])
            r->began -= r->due[bot - 1] - now; /* as if it had been waited for */
        clear_line(r);
        match_bot_move(r->t->match, bot, &r->t->bots);
        session_happened(r->t, &r->last);
        return true;
    }
    return false;
}

static int64_t until_next(const struct race *r)
{
    const int bot = next_bot(r);
    const int64_t left = bot && !r->floor ? r->due[bot - 1] - now_of(r) : TICK_MS;
    return left < TICK_MS ? left : TICK_MS;
}

void race_run(struct session *t)
{
    struct race r = {.t = t, .began = milliseconds()};
    union game_state view = t->match->state;
    int people = 0;
    for (int seat = 1; seat <= t->match->settings.players; seat++) {
        if (!match_is_bot(t->match, seat)) {
            people++;
            r.alone = people == 1 ? seat : 0;
        }
    }
    t->view->draw(&t->screen, t->match, &view, t->viewer);
    screen_put(&t->screen, "\n");
    t->ready = false;
    if (t->hints && r.alone)
        session_command(t, "hint");
    r.began = milliseconds(); /* the time that hints take is not the player's */
    take_keys();
    ask_bots(&r);
    while (goes_on(&r)) {
        const size_t known = t->match->body.count;
        if (!t->match->game->clock(&t->match->state)) {
            hold_vote(&r);
        } else if (!tick(&r)) {
            show_line(&r);
            const int key = wait_key(until_next(&r));
            if (key)
                press(&r, key);
        }
        if (t->match->body.count == known || !goes_on(&r))
            continue;
        ask_bots(&r);
    }
    clear_line(&r);
    race_restore();
    if (!t->left && t->view->recap)
        t->view->recap(&t->screen, t->match, &r.last);
}
