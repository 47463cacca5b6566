/* cornet join: a table of a server, in the terminal. A client of docs/develop/protocol.md like any
 * other: guest.c shows the table, and the server has the last word on every move. */
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/lang.h"
#include "cli/join.h"
#include "table/table.h"
#include "tui/edit.h"
#include "tui/terminal.h"

#define SILENCE_SECONDS 25.0 /* without a message from the server: the connection is dead */
#define PING_SECONDS 10.0
#define KEY_SECONDS 480.0 /* the server accepts a key for ten minutes */
#define WAIT_MAX 5.0
#define TICK_SECONDS 0.25

/* ---- signals, on the full screen ---- */

static char signal_text[640]; /* printed by the signal handler: how to rejoin */

static void on_signal(int signal)
{
    terminal_restore();
    if (write(STDOUT_FILENO, signal_text, strlen(signal_text)) < 0)
        _exit(1);
    _exit(128 + signal);
}

void join_set_signal_text(const struct client *c)
{
    signal_text[0] = '\0';
    if (c->seated)
        snprintf(signal_text, sizeof signal_text, tr("  To return: cornet join %s\n"),
                 c->guest.link);
}

void join_stop(struct client *c, int code)
{
    c->code = code;
    c->leaving = c->stopped = true;
    ev_break(c->loop, EVBREAK_ALL);
}

void join_send(struct client *c, json_t *message)
{
    if (!dice3_add_word(&c->dice, message)) {
        json_decref(message);
        return;
    }
    char *text = json_dumps(message, JSON_COMPACT);
    json_decref(message);
    if (c->dial)
        dial_send(c->dial, span_of(text));
    free(text);
}

/* A new seed for each request for a seat: none is ever promised twice. Nothing is promised where
 * nothing can be kept. */
static void promise_seed(struct client *c, json_t *request)
{
    unsigned char commit[FAIR_BYTES];
    char hex[FAIR_HEX];
    c->promised = transcript_file_is_possible();
    if (!c->promised)
        return;
    randombytes_buf(c->seed, sizeof c->seed);
    fair_commit(c->seed, commit);
    fair_to_hex(commit, hex);
    json_object_set_new(request, "fair", json_string(hex));
}

void join_find_key(struct client *c)
{
    if (c->watch || !c->table[0] || !(c->keyed || !c->secret[0]))
        return;
    if (c->keyed && clock_steady() < c->keyed_until)
        return;
    c->keyed = account_key(&c->account, c->table, &c->seat, c->secret, sizeof c->secret);
    c->keyed_until = clock_steady() + KEY_SECONDS;
}

void join_greet_seat(struct client *c)
{
    join_find_key(c);
    join_send(c, json_pack("{s:s,s:s,s:i,s:s,s:i}", "do", "resume", "table", c->table, "seat",
                           c->seat, "secret", c->secret, "have", (int)dice3_have(&c->dice)));
}

static void greet(struct client *c)
{
    json_t *hello = json_pack("{s:s,s:i,s:s,s:b,s:s}", "do", "hello", "protocol", 1, "lang",
                              lang_is_french() ? "fr" : "en", "states", !c->automatic, "fair", "3");
    if (account_ticket(&c->account)[0])
        json_object_set_new(hello, "person", json_string(c->account.ticket));
    join_send(c, hello);
    if (c->create && !c->table[0]) {
        json_t *create = json_copy(c->creation);
        promise_seed(c, create);
        join_send(c, create);
    } else if (c->watch) {
        join_send(c, json_pack("{s:s,s:s}", "do", "watch", "table", c->table));
    } else if (c->secret[0]) {
        join_greet_seat(c);
    } else {
        json_t *join = json_pack("{s:s,s:s,s:s}", "do", "join", "table", c->table, "name", c->name);
        promise_seed(c, join);
        if (c->seat)
            json_object_set_new(join, "seat", json_integer(c->seat));
        join_send(c, join);
    }
}

static void connect_now(struct client *c);

/* Exponential backoff with random jitter, so that clients do not all reconnect at once. */
static void try_again(struct client *c)
{
    if (c->leaving || ev_is_active(&c->again))
        return;
    const double cut = (double)(rng_next(&c->rng) >> 11) * 0x1p-54;
    if (!c->met && !isatty(STDIN_FILENO)) {
        command_failed(c->command, tr("cannot connect to %s"), c->guest.server);
        join_stop(c, COMMAND_WRONG_INPUT);
        return;
    }
    edit_hide();
    if (c->connected || c->wait == 0)
        guest_no_server(&c->guest);
    edit_show();
    c->vain += !c->connected;
    c->connected = false;
    c->wait = c->wait == 0 ? 0.5 : c->wait * 2 > WAIT_MAX ? WAIT_MAX : c->wait * 2;
    ev_timer_set(&c->again, c->wait * (1 - cut), 0.);
    ev_timer_start(c->loop, &c->again);
    fflush(stdout);
}

static void on_again(struct ev_loop *loop, ev_timer *timer, int events)
{
    struct client *c = timer->data;
    (void)loop;
    (void)events;
    dial_close(c->dial);
    c->dial = NULL;
    connect_now(c);
}

/* After the pause that follows a too-fast error: asks for the current state. */
static void on_slow(struct ev_loop *loop, ev_timer *timer, int events)
{
    (void)loop;
    (void)events;
    join_send(timer->data, json_pack("{s:s}", "do", "sync"));
}

static void on_pulse(struct ev_loop *loop, ev_timer *timer, int events)
{
    struct client *c = timer->data;
    (void)events;
    if (!c->dial || !c->connected)
        return;
    if (ev_now(loop) - c->heard <= SILENCE_SECONDS) {
        join_send(c, json_pack("{s:s}", "do", "ping"));
        return;
    }
    dial_close(c->dial);
    c->dial = NULL;
    try_again(c);
}

static void on_opened(void *context)
{
    struct client *c = context;
    c->connected = c->guest.online = c->met = true;
    if (c->ended) {
        join_stop(c, COMMAND_DONE);
        return;
    }
    c->arrived = false;
    c->vain = 0;
    c->wait = 0;
    c->heard = ev_now(c->loop);
    dice3_reconnect(&c->dice);
    greet(c);
}

static void on_message(void *context, struct span text)
{
    join_take_message(context, text);
}

static void on_sent(void *context)
{
    struct client *c = context;
    if (c->leaving)
        join_stop(c, COMMAND_DONE);
}

static void on_closed(void *context)
{
    struct client *c = context;
    c->dial = NULL;
    if (c->leaving)
        join_stop(c, c->code);
    try_again(c);
}

static void connect_now(struct client *c)
{
    static const struct dial_events events = {on_opened, on_message, on_sent, on_closed};
    char query[128] = "";
    /* The server that is named may hang: any other one knows where the table is. */
    if (c->vain % 2 == 0 && c->table[0] && !c->table[strspn(c->table, TABLE_ID_LETTERS)])
        snprintf(query, sizeof query, "?t=%s%s%s", c->table, c->at[0] ? "&at=" : "", c->at);
    c->dial = dial_open(c->loop, c->host, c->port, c->tls, query, &events, c);
    c->at[0] = '\0'; /* for one attempt: that server may be gone */
    if (!c->dial)
        try_again(c);
}

/* Keeps the pace if a key has changed it. */
static void keep_pace(const struct client *c)
{
    struct preferences kept;
    if (c->guest.pace == (int)c->pace)
        return;
    preferences_read(&kept);
    kept.pace = c->guest.pace;
    preferences_write(&kept);
}

int join_serve(struct client *c)
{
    c->loop = ev_loop_new(EVFLAG_AUTO);
    ev_timer_init(&c->again, on_again, 0., 0.);
    c->again.data = c;
    ev_timer_init(&c->slow, on_slow, 0., 0.);
    c->slow.data = c;
    ev_timer_init(&c->pulse, on_pulse, PING_SECONDS, PING_SECONDS);
    c->pulse.data = c;
    ev_timer_start(c->loop, &c->pulse);
    ev_io_init(&c->input, join_on_input, STDIN_FILENO, EV_READ);
    c->input.data = c;
    ev_timer_init(&c->tick, join_on_tick, TICK_SECONDS, TICK_SECONDS);
    c->tick.data = c;
    ev_init(&c->beat, join_on_beat);
    c->beat.data = c;
    c->guest.pace = (int)c->pace;
    snprintf(c->guest.server, sizeof c->guest.server, "%s:%d", c->host, c->port);
    c->guest.raw = c->automatic;
    if (!c->automatic && !c->plain)
        c->guest.full = full_open();
    if (c->guest.full) {
        terminal_catch(on_signal, true);
        c->guest.screen = *full_model(c->guest.full);
        c->guest.screen.width = full_columns(c->guest.full) - 2;
        ev_timer_start(c->loop, &c->tick);
        join_draw(c);
    }
    if (!c->automatic)
        ev_io_start(c->loop, &c->input);
    c->guest.edited = !c->automatic && !c->guest.full && terminal_is_possible();
    connect_now(c);
    if (c->guest.edited)
        join_edit_lines(c);
    if (!c->stopped)
        ev_run(c->loop, 0);
    c->leaving = true;
    dial_close(c->dial);
    ev_loop_destroy(c->loop);
    keep_pace(c);
    if (c->guest.full) {
        full_close(c->guest.full);
        c->guest.screen = screen_on(stdout);
        if (c->seated && c->guest.link[0])
            screen_printf(&c->guest.screen, tr("  To return: cornet join %s\n"), c->guest.link);
    }
    guest_free(&c->guest);
    lines_free(&c->words);
    transcript_file_close(&c->transcript);
    dice3_close(&c->dice);
    json_decref(c->dice.held);
    json_decref(c->creation);
    return c->code;
}
