/* One loop waits for the next event: a key, a bot's move, or the time limit. A person buzzes with a
 * key and then has the floor: bots wait until the answer is typed or FLOOR_MS have passed, while
 * the game's clock keeps running. A single person need not buzz: the first letter is enough. While
 * the game's clock is stopped (a vote), people are asked in turn. */
#include "tui/race.h"

#include <poll.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "base/lang.h"
#include "tui/asking.h"
#include "tui/keys.h"
#include "tui/terminal.h"

enum { FLOOR_MS = 12000, TICK_MS = 250, LEAD_SECONDS = 3 };
enum { ESCAPE = 27, BACKSPACE = 127, KILL = 21, END_OF_INPUT = 4 };

struct race {
    struct session *s;
    union game_state last; /* the state before the last action */
    int alone;             /* the seat of the only person; 0 if there are more, or none */
    int floor;             /* the seat that has buzzed; 0: none */
    int64_t buzzed;        /* when it has (terminal_now) */
    char typed[GAME_SAID_MAX + 8];
    size_t length;
};

/* ---- the terminal ---- */

/* The full screen sets its own mode. */
static void set_raw_mode(const struct session *s)
{
    struct termios raw;
    if (s->full || !terminal_keep() || tcgetattr(STDIN_FILENO, &raw) != 0)
        return;
    raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
    raw.c_cc[VMIN] = 1;
    raw.c_cc[VTIME] = 0;
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &raw);
}

static void end_raw_mode(const struct session *s)
{
    if (!s->full)
        terminal_restore();
}

/* Waits for a key: the key, END_OF_INPUT, or 0 after this many milliseconds. */
static int wait_key(int64_t ms)
{
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    unsigned char key;
    fflush(stdout);
    if (poll(&in, 1, ms < 0 ? 0 : (int)ms) <= 0)
        return 0;
    return read(STDIN_FILENO, &key, 1) == 1 ? key : END_OF_INPUT;
}

/* ---- the line at the bottom ---- */

static void clear_line(struct race *r)
{
    if (!r->s->full)
        screen_put(&r->s->screen, "\r\033[K");
}

static void put_name(struct race *r, int seat, int width)
{
    const struct view_name name = view_name(r->s->match, seat);
    screen_put(&r->s->screen, screen_style(&r->s->screen, SCREEN_SEAT + seat));
    if (screen_width(name.text) < width)
        screen_put(&r->s->screen, name.text);
    else
        screen_put_cut(&r->s->screen, name.text, width);
    screen_put(&r->s->screen, screen_style(&r->s->screen, SCREEN_PLAIN));
}

static bool may_act(const struct race *r, int seat)
{
    game_action actions[GAME_ACTIONS_MAX];
    return r->s->match->game->actions(&r->s->match->state, seat, actions) > 0;
}

static bool is_person(const struct race *r, int seat)
{
    return !match_names_bot(r->s->match->name[seat - 1]);
}

/* Prints the typed text, or only its end if it is too long for the line. */
static void put_typed(struct race *r)
{
    enum { WIDTH = 45 };
    size_t from = r->length > WIDTH ? r->length - WIDTH : 0;
    while (from < r->length && (r->typed[from] & 0xc0) == 0x80)
        from++;
    screen_printf(&r->s->screen, " > %.*s", (int)(r->length - from), r->typed + from);
}

/* The keys of the people who may buzz, with their names cut to fit the line. */
static void put_buzzers(struct race *r)
{
    enum { WIDTH = 52, KEY = 5 };
    const struct match *match = r->s->match;
    int seats[GAME_SEATS_MAX], count = 0;
    for (int seat = 1; seat <= match->settings.players; seat++) {
        if (is_person(r, seat) && may_act(r, seat))
            seats[count++] = seat;
    }
    for (int i = 0; i < count; i++) {
        screen_printf(&r->s->screen, "[%d] ", seats[i]);
        put_name(r, seats[i], WIDTH / count - KEY);
        screen_put(&r->s->screen, " ");
    }
    screen_put(&r->s->screen, tr("buzz; / commands"));
}

/* The seconds left, then who is typing what, or which keys there are. */
static void show_line(struct race *r)
{
    struct screen *screen = &r->s->screen;
    const int64_t now = terminal_now();
    const int64_t left =
        r->floor ? r->buzzed + FLOOR_MS - now : driver_left(&r->s->driver, (uint64_t)now);
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
        screen_put(screen, tr("(the others are thinking; / for commands)"));
    } else {
        put_buzzers(r);
    }
}

/* ---- events ---- */

/* The next thing to happen, after asking every bot that has no plan. */
static struct driver_due find_due(struct race *r)
{
    const struct match *match = r->s->match;
    struct driver *driver = &r->s->driver;
    struct driver_due due;
    while ((due = driver_due(driver, &match->state, match_bots(match))).kind == DUE_ASK)
        session_ask(r->s, due.seat);
    return due;
}

static void do_action(struct race *r, game_action action)
{
    r->last = match_state(r->s->match);
    clear_line(r);
    session_do(r->s, action);
}

/* Plays rulings that are due. Returns whether the race continues. */
static bool continues(struct race *r)
{
    struct match *match = r->s->match;
    game_action ruling;
    while (match_mover(match) == GAME_CHANCE && match->game->ruling(&match->state, &ruling))
        do_action(r, ruling);
    return match_mover(match) == GAME_ANYONE && !r->s->quit;
}

static void play(struct race *r, const char *line)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    const union game_state before = match_state(r->s->match);
    clear_line(r);
    if (session_do_line(r->s, span_of(line), &why)) {
        r->last = before;
        return;
    }
    screen_put(&r->s->screen, screen_style(&r->s->screen, SCREEN_WARN));
    screen_put_wrapped(&r->s->screen, why.start, 2);
    screen_put(&r->s->screen, screen_style(&r->s->screen, SCREEN_PLAIN));
    if (r->s->full)
        asking_log(r->s);
}

/* Whether the limit has passed that runs while the clock stands. */
static bool is_out_of_time(const struct race *r)
{
    const struct driver *driver = &r->s->driver;
    return driver->apart && !driver_apart_left(driver, (uint64_t)terminal_now());
}

/* Waits for the key of one of the actions; their number if somebody has quit or the time is out. */
static size_t ask_key(struct race *r, int seat, const char *question, const game_action actions[],
                      size_t count)
{
    char prompt[TEXT_WHY * 2];
    snprintf(prompt, sizeof prompt, "%s %s", view_name(r->s->match, seat).text, question);
    if (!r->s->full) {
        clear_line(r);
        screen_put(&r->s->screen, "  ");
        put_name(r, seat, 20);
        screen_printf(&r->s->screen, " %s ", question);
    }
    while (!r->s->quit && !is_out_of_time(r)) {
        int key = 0;
        if (r->s->full) {
            union game_state view;
            struct scene scene = asking_scene(r->s, &view);
            scene.prompt = prompt;
            scene.asked = seat;
            scene.keys = "yYnNoO";
            full_draw(r->s->full, &scene);
            const struct full_event event = full_wait(r->s->full, &scene, TICK_MS);
            key = event.kind == FULL_COMMAND ? event.key
                  : event.kind == FULL_END   ? END_OF_INPUT
                                             : 0;
        } else {
            key = wait_key(TICK_MS);
        }
        r->s->quit = key == END_OF_INPUT;
        for (size_t i = 0; i < count && key; i++) {
            if (r->s->view->has_key(actions[i], key))
                return i;
        }
    }
    return count;
}

/* While the clock is stopped: asks each person who may act in turn, who answers with a key. */
static void ask_in_turn(struct race *r)
{
    const struct match *match = r->s->match;
    game_action actions[GAME_ACTIONS_MAX];
    for (int seat = 1; seat <= match->settings.players && !r->s->quit; seat++) {
        if (match_mover(match) != GAME_ANYONE || r->s->driver.running || !is_person(r, seat))
            continue;
        const size_t count = match->game->actions(&match->state, seat, actions);
        if (count == 0)
            continue;
        struct text about = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
        r->s->view->ask(match, &match->state, seat, &about);
        const size_t chosen = ask_key(r, seat, about.start, actions, count);
        if (chosen == count)
            match->game->clock(&match->state, &actions[chosen]);
        if (!r->s->quit)
            do_action(r, actions[chosen]);
    }
}

/* Handles the typed line: a command or a move. */
static void enter(struct race *r)
{
    char move[GAME_LINE_MAX], line[GAME_LINE_MAX + 8];
    struct text out = text_on(move, sizeof move);
    const int seat = r->floor;
    r->floor = 0;
    r->typed[r->length] = '\0';
    r->length = 0;
    clear_line(r);
    if (r->typed[0] == '/') {
        end_raw_mode(r->s);
        session_command(r->s, r->typed + 1);
        if (r->s->full)
            asking_notes(r->s, r->s->match->game->title);
        set_raw_mode(r->s);
        return;
    }
    if (r->typed[strspn(r->typed, " ")] == '\0')
        return;
    if (!seat) { /* typed after `:` */
        full_notice(r->s->full, tr("First press the number of your name."), true);
        return;
    }
    r->s->view->tidy(&r->s->match->state, r->typed, &out);
    snprintf(line, sizeof line, "%d %s", seat, move);
    play(r, line);
}

static void buzz(struct race *r, int seat)
{
    r->floor = seat;
    r->buzzed = terminal_now();
    r->length = 0;
}

/* Handles a key of the person who has the floor. */
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

/* After Escape: skips the rest of the sequence of a special key; Escape alone gives the floor back.
 */
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
    const struct match *match = r->s->match;
    const int seat = key - '0';
    if (key == END_OF_INPUT) {
        r->s->quit = true;
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

/* Handles everything that is due: takes the floor from a person who is too slow, plays a bot's
 * move, or applies the time limit. False if nothing was due. */
static bool tick(struct race *r, const struct driver_due *due)
{
    const int64_t now = terminal_now();
    const uint32_t elapsed = driver_elapsed(&r->s->driver, (uint64_t)now);
    if (r->floor) {
        if (now < r->buzzed + FLOOR_MS)
            return false;
        clear_line(r);
        screen_put(&r->s->screen, tr("  Too slow: the word is lost.\n"));
        if (r->s->full) {
            asking_log(r->s);
            full_untype(r->s->full);
        }
        r->floor = 0;
        return true;
    }
    if (due->kind == DUE_FORFEIT) {
        session_forfeit(r->s, due->seat);
        return true;
    }
    if (due->kind != DUE_BOT && due->kind != DUE_CLOCK)
        return false;
    if (elapsed < due->at && !(due->kind == DUE_BOT && r->s->fast))
        return false;
    if (elapsed < due->at) /* counts the time as if it had passed */
        driver_shift(&r->s->driver, due->at - elapsed);
    do_action(r, due->action);
    return true;
}

/* ---- the full screen ---- */

/* The keys of the people who may buzz, and their meaning. */
static void list_buzzers(const struct race *r, struct text *keys, struct text *prompt)
{
    const struct match *match = r->s->match;
    text_add(prompt, tr("A word? Press your number:"));
    for (int seat = 1; seat <= match->settings.players; seat++) {
        if (!is_person(r, seat) || !may_act(r, seat))
            continue;
        text_printf(keys, "%d", seat);
        text_printf(prompt, " [%d] ", seat);
        match_show_name(match, seat, prompt);
    }
}

/* The keys while nobody types, in words. */
static const char *write_keys(struct session *s)
{
    struct text out = text_on(s->keys, sizeof s->keys);
    keys_write(KEYS_LOG | KEYS_RULES | KEYS_QUIT, full_columns(s->full) - 2, &out);
    return out.start;
}

static struct scene make_scene(const struct race *r, union game_state *view, struct text *status,
                               struct text *keys, struct text *prompt)
{
    struct scene scene = asking_scene(r->s, view);
    const int64_t now = terminal_now();
    const int64_t left = driver_left(&r->s->driver, (uint64_t)now);
    const int64_t floor = r->buzzed + FLOOR_MS - now;
    const int seat = r->floor ? r->floor : r->alone && may_act(r, r->alone) ? r->alone : 0;
    text_printf(status, "%lld s", (long long)(left > 0 ? (left + 999) / 1000 : 0));
    text_add(keys, "/?ql");
    if (seat)
        match_show_name(r->s->match, seat, prompt);
    if (r->floor)
        text_printf(prompt, " (%lld s)", (long long)(floor > 0 ? (floor + 999) / 1000 : 0));
    if (!seat && r->alone)
        text_add(prompt, tr("(the others are thinking; / for commands)"));
    else if (!seat)
        list_buzzers(r, keys, prompt);
    scene.urgent = left < 10000;
    scene.typing = seat > 0;
    scene.asked = seat;
    scene.help = seat ? tr("a word and Enter; - passes; /? helps, /quit leaves") : write_keys(r->s);
    return scene;
}

static void take_command(struct race *r, int key)
{
    if (key >= '1' && key <= '9') {
        buzz(r, key - '0');
        full_type(r->s->full, "");
    } else if (key == '/') {
        full_type(r->s->full, "/");
    } else {
        session_command(r->s, key == 'q' ? "quit" : key == 'l' ? "log" : "help");
        asking_notes(r->s, r->s->match->game->title);
    }
}

static void full_step(struct race *r, int64_t ms)
{
    char status_buffer[32], keys_buffer[16], prompt_buffer[TEXT_WHY];
    struct text status = text_on(status_buffer, sizeof status_buffer);
    struct text keys = text_on(keys_buffer, sizeof keys_buffer);
    struct text prompt = text_on(prompt_buffer, sizeof prompt_buffer);
    struct full *full = r->s->full;
    union game_state view;
    struct scene scene = make_scene(r, &view, &status, &keys, &prompt);
    scene.status = status_buffer;
    scene.keys = keys_buffer;
    scene.prompt = prompt_buffer;
    full_draw(full, &scene);
    const struct full_event event = full_wait(full, &scene, ms < 0 ? 0 : (int)ms);
    if (event.kind == FULL_END) {
        r->s->quit = true;
    } else if (event.kind == FULL_COMMAND) {
        take_command(r, event.key);
    } else if (event.kind == FULL_LINE) {
        r->floor = r->floor ? r->floor : r->alone;
        snprintf(r->typed, sizeof r->typed, "%s", event.text);
        r->length = strlen(r->typed);
        enter(r);
    } else if (!r->floor && full_is_typing(full) && scene.typing) {
        buzz(r, r->alone);
    } else if (r->floor && !full_is_typing(full)) {
        r->floor = 0;
    }
}

/* How long to wait for a key, in milliseconds. */
static int64_t until_due(const struct race *r, const struct driver_due *due)
{
    if (r->floor || due->at == DRIVER_NEVER)
        return TICK_MS;
    const int64_t left = (int64_t)due->at - driver_elapsed(&r->s->driver, (uint64_t)terminal_now());
    return left < TICK_MS ? left : TICK_MS;
}

bool race_count_down(struct session *s)
{
    char number[16];
    set_raw_mode(s); /* keys that come too early are dropped */
    for (int left = LEAD_SECONDS; left > 0 && !s->quit; left--) {
        const int64_t end = terminal_now() + 1000;
        snprintf(number, sizeof number, "%s%d…", left < LEAD_SECONDS ? " " : "  ", left);
        if (!s->full)
            screen_put(&s->screen, number);
        for (int64_t wait; (wait = end - terminal_now()) > 0 && !s->quit;) {
            union game_state view;
            struct scene scene = asking_scene(s, &view);
            scene.prompt = number;
            scene.keys = "q";
            scene.help = tr("q quit");
            if (!s->full) {
                s->quit = wait_key(wait) == END_OF_INPUT;
                continue;
            }
            full_draw(s->full, &scene);
            const struct full_event event = full_wait(s->full, &scene, (int)wait);
            s->quit = event.kind == FULL_END || event.kind == FULL_COMMAND;
        }
    }
    if (!s->full)
        screen_put(&s->screen, "\n");
    end_raw_mode(s);
    return !s->quit;
}

void race_run(struct session *s)
{
    struct race r = {.s = s};
    union game_state view = match_state(s->match);
    int people = 0;
    for (int seat = 1; seat <= s->match->settings.players; seat++) {
        if (is_person(&r, seat)) {
            people++;
            r.alone = people == 1 ? seat : 0;
        }
    }
    if (!s->full) {
        s->view->draw(&s->screen, s->match, &view, s->viewer);
        screen_put(&s->screen, "\n");
    }
    s->ready = false;
    const int64_t began = terminal_now();
    if (s->hints && r.alone)
        session_command(s, "hint");
    if (s->full)
        asking_notes(s, s->match->game->title);
    driver_shift(&s->driver,
                 began - terminal_now()); /* computing hints must not take the player's time */
    set_raw_mode(s);
    while (continues(&r)) {
        if (!s->driver.running) {
            ask_in_turn(&r);
            continue;
        }
        const struct driver_due due = find_due(&r);
        if (tick(&r, &due))
            continue;
        if (s->full) {
            full_step(&r, until_due(&r, &due));
            continue;
        }
        show_line(&r);
        const int key = wait_key(until_due(&r, &due));
        if (key)
            press(&r, key);
    }
    clear_line(&r);
    end_raw_mode(s);
    if (!s->quit && !s->match->ended && s->view->recap)
        s->view->recap(&s->screen, s->match, &r.last);
    if (s->full) {
        asking_log(s);
        full_untype(s->full);
    }
}
