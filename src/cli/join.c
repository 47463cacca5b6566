/* cornet join: a table of a server, in the terminal. A client of docs/develop/protocol.md like any
 * other: guest.c shows the table, and the server has the last word on every move. */
#include <fcntl.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/lang.h"
#include "cli/join.h"
#include "cli/join_tables.h"
#include "net/fetch.h"
#include "program/options.h"
#include "table/table.h"
#include "tui/edit.h"
#include "tui/saving.h"
#include "tui/terminal.h"

#define SILENCE_SECONDS 25.0 /* without a message from the server: the connection is dead */
#define PING_SECONDS 10.0
#define SLOW_SECONDS 1.0
#define KEY_SECONDS 480.0 /* the server accepts a key for ten minutes */
#define WAIT_MAX 5.0
#define TICK_SECONDS 0.25
#define PACE_MS 600 /* after a line, on the full screen, unless --pace says */

/* ---- signals, on the full screen ---- */

static char signal_text[640]; /* printed by the signal handler: how to rejoin */

static void on_signal(int signal)
{
    terminal_restore();
    if (write(STDOUT_FILENO, signal_text, strlen(signal_text)) < 0)
        _exit(1);
    _exit(128 + signal);
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

/* Stores the seat's secret in a file of the user, so that the same command returns to the seat. */
static void keep_secret(struct client *c)
{
    char folder[4096];
    if (!saving_folder(folder, sizeof folder))
        return;
    snprintf(c->seat_file, sizeof c->seat_file, "%s/seat-%s", folder, c->table);
    const int fd = open(c->seat_file, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0600);
    FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
    if (!out)
        return;
    fprintf(out, "%d %s - %s\n", c->seat, c->secret, c->name); /* a seed was in the third place */
    fclose(out);
}

static void find_secret(struct client *c)
{
    char folder[4096];
    char *name = c->kept_name;
    int seat;
    if (!saving_folder(folder, sizeof folder) || c->watch)
        return;
    snprintf(c->seat_file, sizeof c->seat_file, "%s/seat-%s", folder, c->table);
    FILE *in = fopen(c->seat_file, "r");
    if (!in)
        return;
    const bool read = fscanf(in, "%d %40s %*64s %255[^\n]", &seat, c->secret, name) == 3;
    if (read && (!c->seat || c->seat == seat) && (!c->named || strcmp(name, c->name) == 0)) {
        c->seat = seat;
        c->name = name;
    } else {
        c->secret[0] = '\0'; /* another player's, on the same machine */
    }
    fclose(in);
}

/* The account's seat at the table, with a key that is valid for some minutes. */
static void find_key(struct client *c)
{
    if (c->watch || !c->table[0] || !(c->keyed || !c->secret[0]))
        return;
    if (c->keyed && clock_steady() < c->keyed_until)
        return;
    c->keyed = account_key(&c->account, c->table, &c->seat, c->secret, sizeof c->secret);
    c->keyed_until = clock_steady() + KEY_SECONDS;
}

static void greet_seat(struct client *c)
{
    find_key(c);
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
        greet_seat(c);
    } else {
        json_t *join = json_pack("{s:s,s:s,s:s}", "do", "join", "table", c->table, "name", c->name);
        promise_seed(c, join);
        if (c->seat)
            json_object_set_new(join, "seat", json_integer(c->seat));
        join_send(c, join);
    }
}

/* Whether dice or cards were drawn in the game. */
static bool has_draws(const struct lines *lines)
{
    for (size_t i = 0; i < lines->count; i++) {
        if (lines->line[i][0] == '*')
            return true;
    }
    return false;
}

/* Where the record of the finished game is, and how its dice can be checked. */
static void tell_record(struct client *c)
{
    char address[400], line[TEXT_WHY * 4];
    snprintf(address, sizeof address, "%s://%s:%d/api/tables/%s/record", c->tls ? "https" : "http",
             c->host, c->port, c->table);
    snprintf(line, sizeof line, tr("The record, for cornet replay and cornet analyse: %s"),
             address);
    guest_say(&c->guest, line);
    const bool second = c->transcript.kept.file >= 0 && c->transcript.content.listed &&
                        has_draws(&c->transcript.content.lines);
    if (!c->seated || (!second && !c->dice.client))
        return;
    snprintf(line, sizeof line,
             tr("To check the dice, save it and run: cornet verify "
                "--transcript %s RECORD"),
             second ? c->transcript.kept.path : c->dice.kept.path);
    guest_say(&c->guest, line);
}

/* After something has changed: shows it, and lets a program move. */
static void offer(struct client *c)
{
    const struct guest *g = &c->guest;
    guest_show(&c->guest);
    if (g->over) {
        tell_record(c);
        if (c->automatic)
            join_stop(c, COMMAND_DONE);
    } else if (g->may && c->automatic && g->legal.count) {
        const char *line = g->legal.line[rng_below(&c->rng, (uint32_t)g->legal.count)];
        join_send(c, json_pack("{s:s,s:s}", "do", "move", "line", line));
    } else if (c->automatic && guest_may_continue(g)) {
        join_send(c, json_pack("{s:s}", "do", "ready")); /* people need not wait for a program */
    }
}

/* Shows the lines that wait, up to the next pause. */
static void show_queue(struct client *c)
{
    if (ev_is_active(&c->beat))
        return;
    while (guest_is_behind(&c->guest) && !c->leaving) {
        const bool pause = guest_step(&c->guest);
        if (c->guest.line == 0) /* the last one of a message */
            offer(c);
        c->skipping &= !c->guest.may && !c->guest.over;
        if (!pause || !c->guest.full || c->skipping || c->guest.pace <= 0)
            continue;
        ev_timer_set(&c->beat, c->guest.pace / 1000., 0.);
        ev_timer_start(c->loop, &c->beat);
        return;
    }
}

static void on_beat(struct ev_loop *loop, ev_timer *timer, int events)
{
    struct client *c = timer->data;
    (void)loop;
    (void)events;
    show_queue(c);
    join_draw(c);
}

void join_skip(struct client *c)
{
    c->skipping = guest_is_behind(&c->guest);
    ev_timer_stop(c->loop, &c->beat);
    show_queue(c);
}

/* Reports how the server violates the rules of the dice. */
static void warn(struct client *c, const char *reason)
{
    char line[TEXT_WHY * 2];
    snprintf(line, sizeof line, tr("Dice: %s. Do not trust the dice of this table."), reason);
    guest_say(&c->guest, line);
}

static void send_dice(void *context, json_t *message)
{
    join_send(context, message);
}

/* What fair dice 3 have to tell: grave if the server contradicts itself. */
static void warn_dice(void *context, const char *text, bool grave)
{
    struct client *c = context;
    char line[TEXT_WHY * 2];
    if (grave) {
        warn(c, text);
        return;
    }
    snprintf(line, sizeof line, tr("Dice: %s."), text);
    guest_say(&c->guest, line);
}

/* The exchange of seeds. */
static void take_fair(struct client *c, const json_t *fair)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    json_t *answer = c->seated ? transcript_file_answer(&c->transcript, fair, &why) : NULL;
    if (answer)
        join_send(c, answer);
    if (why.length)
        warn(c, why.start);
}

/* Reports the seats that broke a commitment according to the server, each once. */
static void tell_failed(struct client *c, const json_t *fair)
{
    const json_t *failed = json_object_get(fair, "failed");
    for (; c->failures < json_array_size(failed); c->failures++) {
        const json_int_t seat =
            json_integer_value(json_object_get(json_array_get(failed, c->failures), "seat"));
        char line[TEXT_WHY];
        snprintf(line, sizeof line,
                 tr("Dice: %s promised a seed and did not reveal it; the exchange starts again "
                    "without it."),
                 guest_name(&c->guest, seat).text);
        if (seat != c->seat)
            guest_say(&c->guest, line);
    }
}

/* Keeps lines of the game. */
static void take_log(struct client *c, long long from, const json_t *lines, bool whole)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    if (c->seated && !transcript_file_saw(&c->transcript, from, lines, whole, &why))
        warn(c, why.start);
    if (!whole && from != c->log_count) /* lines are missing: request all of them */
        join_send(c, json_pack("{s:s}", "do", "sync"));
    c->log_count = from + (long long)json_array_size(lines);
}

static void begin_transcript(struct client *c, bool resumed)
{
    char reason[TEXT_WHY], line[TEXT_WHY * 2];
    struct text why = text_on(reason, sizeof reason);
    if (!transcript_file_open(&c->transcript, c->table, c->seat, resumed,
                              c->promised && !resumed ? c->seed : NULL, &why))
        guest_say(&c->guest, (snprintf(line, sizeof line,
                                       tr("Dice: %s. Your seat takes no part in them."), reason),
                              line));
    c->promised = false;
    sodium_memzero(c->seed, sizeof c->seed);
    c->failures = 0;
}

/* Tells which fair dice the table has. */
static void tell_version(struct client *c, const json_t *message)
{
    char line[TEXT_WHY];
    const bool third = json_is_object(json_object_get(message, "fair3"));
    const bool second = json_is_object(json_object_get(message, "fair"));
    if ((!third && !second) || strcmp(mirror_text(message, "dice"), "own") == 0)
        return;
    snprintf(line, sizeof line, tr("Fair dice: version %d."), third ? 3 : 2);
    guest_say(&c->guest, line);
    if (!third && c->newest >= 3)
        guest_say(&c->guest, tr("This server has version 3, which proves more."));
}

/* Takes part in fair dice 3. */
static void begin_dice(struct client *c, bool resumed)
{
    char reason[TEXT_WHY], line[TEXT_WHY * 2];
    struct text why = text_on(reason, sizeof reason);
    transcript_file_close(&c->transcript);
    if (dice3_open(&c->dice, c->table, c->seat, resumed, &why))
        return;
    snprintf(line, sizeof line, tr("Dice: %s. Your seat takes no part in them."), reason);
    guest_say(&c->guest, line);
}

/* The first table after a seat was taken, or after this program started. During a game of version 2
 * the seat keeps the former player's part in the dice. */
static void take_first(struct client *c, const json_t *message)
{
    const char *phase = mirror_text(message, "phase");
    const bool early = strcmp(phase, "waiting") == 0 || strcmp(phase, "fair") == 0;
    const bool returned = c->returned, third = json_is_object(json_object_get(message, "fair3"));
    c->fresh = c->returned = false;
    if (!c->automatic)
        tell_version(c, message);
    if (third || returned) {
        if (third)
            begin_dice(c, returned);
        else
            begin_transcript(c, true);
        return;
    }
    if (early) {
        begin_transcript(c, false);
        return;
    }
    c->promised = false;
    guest_say(&c->guest, tr("The game has begun: your seat takes no part in the dice."));
}

/* Somebody has taken our seat: we watch. */
static void tell_taken(struct client *c, int seat)
{
    c->taken = seat;
    guest_say(&c->guest,
              tr("While you were away, somebody took your seat. You watch; 'back' asks for it."));
}

/* Accepts only the requested seat, and another table only for a rematch that the user wants. */
static bool may_join(const struct client *c, const char *table, int seat)
{
    if (!transcript_is_table(table))
        return false;
    const bool same = strcmp(table, c->table) == 0;
    if (!c->seated && c->secret[0])
        return same && (seat == c->seat || seat == 0);
    if (!c->seated)
        return same || (c->create && !c->table[0]);
    return same ? seat == c->seat || seat == 0 : c->guest.over && c->wants_rematch;
}

static void take_joined(struct client *c, const json_t *message)
{
    const char *table = mirror_text(message, "table"), *secret = mirror_text(message, "secret");
    const int seat = (int)json_integer_value(json_object_get(message, "seat"));
    if (!may_join(c, table, seat) || seat < 0 || seat > GAME_SEATS_MAX) {
        command_failed(c->command, tr("the server assigned a seat that was not requested"));
        join_stop(c, COMMAND_WRONG_INPUT);
        return;
    }
    const bool other = strcmp(table, c->table) != 0;
    snprintf(c->table, sizeof c->table, "%s", table);
    c->seat = seat;
    c->watch |= !seat;
    if (secret[0] && seat) {
        snprintf(c->secret, sizeof c->secret, "%s", secret);
        c->keyed = false;
        keep_secret(c);
        c->fresh = true;
    } else if (seat && (!c->seated || other)) {
        c->returned = true;
    }
    c->dice.opening = c->fresh || c->returned;
    c->seated = seat > 0;
    c->wants_rematch = false;
    snprintf(c->guest.link, sizeof c->guest.link, "%s://%s:%d/t/%s", c->tls ? "https" : "http",
             c->host, c->port, c->table);
    snprintf(signal_text, sizeof signal_text, tr("  To return: cornet join %s\n"),
             c->seated ? c->guest.link : "");
    if (!c->seated)
        signal_text[0] = '\0';
    if (!c->guest.full)
        screen_printf(&c->guest.screen, tr("Table %s, seat %d: %s\n"), c->table, c->seat,
                      c->guest.link);
    if (json_object_get(message, "taken"))
        tell_taken(c, (int)json_integer_value(json_object_get(message, "taken")));
    fflush(stdout);
}

static void take_table(struct client *c, const json_t *message)
{
    ev_timer_stop(c->loop, &c->beat);
    if (c->guest.full && !c->arrived)
        full_notice(c->guest.full, "", false); /* about the connection that was lost */
    c->arrived = true;
    c->turned_away = 0;
    if (c->fresh || c->returned)
        take_first(c, message);
    dice3_take(&c->dice, "table", message);
    take_log(c, json_integer_value(json_object_get(message, "log_from")),
             json_object_get(message, "log"), true);
    take_fair(c, json_object_get(message, "fair"));
    guest_table(&c->guest, message);
    tell_failed(c, json_object_get(message, "fair"));
    offer(c);
    show_queue(c);
}

/* The log has a comment before a move of the clock or a forfeit; the message does not repeat it. */
static void insert_comment(struct client *c, json_t *moves)
{
    const json_t *timeout = json_object_get(moves, "timeout");
    const char *fault = mirror_text(moves, "fault");
    json_t *lines = json_object_get(moves, "lines"), *states = json_object_get(moves, "states");
    json_t *from = json_object_get(moves, "from");
    const char *first = json_string_value(json_array_get(lines, 0));
    char comment[GAME_LINE_MAX];
    if (!first || !json_is_integer(from) || json_integer_value(from) != c->log_count + 1)
        return;
    if (json_is_integer(timeout))
        snprintf(comment, sizeof comment, "# seat %d's time was out: a bot moves",
                 (int)json_integer_value(timeout));
    else if (*fault)
        snprintf(comment, sizeof comment, "# seat %c's program: %s", first[0], fault);
    else
        return;
    json_integer_set(from, c->log_count);
    json_array_insert_new(lines, 0, json_string(comment));
    if (json_array_size(states))
        json_array_insert_new(states, 0, json_null());
}

static void take_moves(struct client *c, json_t *message)
{
    insert_comment(c, message);
    const json_t *from = json_object_get(message, "from");
    take_log(c,
             json_is_integer(from) ? json_integer_value(from)
             : from                ? -1
                                   : c->log_count,
             json_object_get(message, "lines"), false);
    if (json_object_get(message, "fair"))
        take_fair(c, json_object_get(message, "fair"));
    guest_moves(&c->guest, message);
    show_queue(c);
}

/* The table is at another server (`at`), or cannot be read now (""): connects again, to that one.
 */
static void come_again(struct client *c, const char *at)
{
    snprintf(c->at, sizeof c->at, "%s",
             strlen(at) < sizeof c->at &&
                     strspn(at, "abcdefghijklmnopqrstuvwxyz0123456789-") == strlen(at)
                 ? at
                 : "");
    ev_timer_stop(c->loop, &c->again);
    ev_timer_set(&c->again, c->turned_away, 0.);
    ev_timer_start(c->loop, &c->again);
    c->turned_away = c->turned_away == 0 ? 0.25 : c->turned_away < 2 ? 2 * c->turned_away : 2;
}

/* A rematch has started at another table: a spectator follows it there. */
static void take_next(struct client *c, const json_t *message)
{
    const char *table = mirror_text(message, "table");
    if (!c->watch || c->seated || !transcript_is_table(table))
        return;
    snprintf(c->table, sizeof c->table, "%s", table);
    guest_say(&c->guest, tr("A rematch begins."));
    join_send(c, json_pack("{s:s,s:s}", "do", "watch", "table", c->table));
}

/* An announcement of the operator. A countdown is written once, and shown on the full screen. */
static void take_notice(struct client *c, const json_t *message)
{
    char line[TEXT_WHY] = "";
    struct text tame = text_on(line, sizeof line);
    uint64_t words = 5381; /* without the digits */
    mirror_tame(mirror_text(message, "text"), &tame);
    for (const char *at = line; *at; at++)
        words = *at >= '0' && *at <= '9' ? words : words * 33 + (unsigned char)*at;
    if (line[0] && c->guest.full)
        full_notice(c->guest.full, line, true);
    if (line[0] && words != c->announced)
        guest_say(&c->guest, line);
    c->announced = words;
}

static void take_error(struct client *c, const json_t *message)
{
    const char *code = mirror_text(message, "code");
    char line[TEXT_WHY] = "";
    struct text tame = text_on(line, sizeof line);
    mirror_tame(mirror_text(message, "text"), &tame);
    if (c->guest.full)
        full_notice(c->guest.full, line, true);
    else
        guest_say(&c->guest, line);
    if (strcmp(code, "elsewhere") == 0 || (strcmp(code, "store") == 0 && !c->arrived)) {
        come_again(c, mirror_text(message, "at"));
        return;
    }
    const bool fatal = strcmp(code, "no-table") == 0 || strcmp(code, "no-seat") == 0 ||
                       strcmp(code, "bad-secret") == 0 || strcmp(code, "version") == 0 ||
                       strcmp(code, "kicked") == 0 || strcmp(code, "banned") == 0 ||
                       strcmp(code, "closed") == 0 ||
                       (strcmp(code, "bad-value") == 0 && !c->seat && !c->watch);
    if (strcmp(code, "too-fast") == 0 && c->automatic && !ev_is_active(&c->slow)) {
        ev_timer_set(&c->slow, SLOW_SECONDS, 0.);
        ev_timer_start(c->loop, &c->slow);
    }
    const bool stale = strcmp(code, "stale") == 0;
    if (stale && dice3_is_contradicted(&c->dice) && c->automatic)
        join_stop(c, COMMAND_WRONG_INPUT); /* its words are about another record of the game */
    else if (stale)                        /* an entry of the dice came first: decide again */
        join_send(c, json_pack("{s:s}", "do", "sync"));
    if ((strcmp(code, "bad-secret") == 0 || strcmp(code, "kicked") == 0) && c->seat_file[0])
        unlink(c->seat_file);
    if (fatal) {
        full_close(c->guest.full);
        c->guest.full = NULL;
        command_failed(c->command, "%s", mirror_text(message, "text"));
        join_stop(c, COMMAND_WRONG_INPUT);
    } else if (!c->guest.full && c->guest.may && !c->automatic) {
        guest_prompt(&c->guest);
    }
}

/* The seat that was ours has been returned. */
static void take_back(struct client *c)
{
    c->seat = c->taken;
    c->taken = 0;
    c->watch = false;
    greet_seat(c);
}

static void take_message(struct client *c, struct span bytes)
{
    json_t *message = json_loadb(bytes.at, bytes.length, 0, NULL);
    const char *type = mirror_text(message, "type");
    c->heard = ev_now(c->loop);
    if (strcmp(type, "hello") == 0)
        c->newest = (int)json_integer_value(json_object_get(message, "fair"));
    if (strcmp(type, "pong") != 0)
        edit_hide();
    if (strcmp(type, "joined") == 0) {
        take_joined(c, message);
    } else if (strcmp(type, "table") == 0) {
        take_table(c, message);
    } else if (strcmp(type, "fair") == 0) {
        tell_failed(c, json_object_get(message, "fair"));
        take_fair(c, json_object_get(message, "fair"));
    } else if (strcmp(type, "moves") == 0) {
        take_moves(c, message);
    } else if (strcmp(type, "clock") == 0) {
        guest_clock(&c->guest, message);
    } else if (strcmp(type, "seats") == 0) {
        guest_news(&c->guest, message);
    } else if (strcmp(type, "chat") == 0) {
        guest_chat(&c->guest, message);
    } else if (strcmp(type, "hint") == 0) {
        guest_hint(&c->guest, message);
    } else if (strcmp(type, "proposal") == 0) {
        guest_proposal(&c->guest, message);
        if (c->taken && strcmp(mirror_text(message, "what"), "seat") == 0 &&
            json_is_true(json_object_get(message, "done")))
            take_back(c);
    } else if (strcmp(type, "next") == 0) {
        take_next(c, message);
    } else if (strcmp(type, "notice") == 0) {
        take_notice(c, message);
    } else if (strcmp(type, "error") == 0) {
        take_error(c, message);
    }
    if (strcmp(type, "table") != 0)
        dice3_take(&c->dice, type, message);
    fflush(stdout);
    json_decref(message);
    join_prepare_editor(c);
    edit_show();
    join_draw(c);
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
    take_message(context, text);
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

/* http://HOST:PORT/t/TABLE, or without the table. */
static bool take_url(struct client *c, const char *url)
{
    struct fetch_url at;
    if (!fetch_read_url(url, &at))
        return false;
    snprintf(c->host, sizeof c->host, "%s", at.host);
    c->port = at.port;
    c->tls = at.tls;
    if (strncmp(at.path, "/t/", 3) == 0)
        snprintf(c->table, sizeof c->table, "%.*s", (int)strcspn(at.path + 3, "/?#"), at.path + 3);
    return true;
}

/* `30`: seconds for each move; `300+5`: a time bank, and what each move adds. NULL: neither. */
static json_t *clock_of(const char *text)
{
    uint64_t seconds, add = 0;
    const char *plus = strchr(text, '+');
    if (strcmp(text, "none") == 0)
        return json_pack("{s:s}", "kind", "none");
    const struct span first = {text, plus ? (size_t)(plus - text) : strlen(text)};
    if (!span_number(first, 1, TABLE_CLOCK_SECONDS_MAX, &seconds) ||
        (plus && !span_number(span_of(plus + 1), 0, TABLE_CLOCK_SECONDS_MAX, &add)))
        return NULL;
    if (!plus)
        return json_pack("{s:s,s:i}", "kind", "move", "seconds", (int)seconds);
    return json_pack("{s:s,s:i,s:i}", "kind", "bank", "seconds", (int)seconds, "add", (int)add);
}

/* The request that creates a table. */
static json_t *creation(const struct client *c, const struct game *game,
                        const struct game_settings *settings, struct text *why)
{
    json_t *clock = c->clock ? clock_of(c->clock) : json_null();
    if (!clock)
        text_fail(why,
                  tr("--clock takes seconds per move, such as 30, or a time bank and an increment, "
                     "such as 300+5, or none, not '%s'"),
                  c->clock);
    if (!clock)
        return NULL;
    json_t *options = json_object(), *seats = json_array();
    for (int i = 0; game->options[i].name; i++) {
        const struct game_option *option = &game->options[i];
        if (strcmp(game_value_at(settings, i),
                   option->people_value ? option->people_value : option->default_value) != 0)
            json_object_set_new(options, option->name, json_string(game_value_at(settings, i)));
    }
    for (int i = 0; i < settings->players; i++)
        json_array_append_new(seats, json_string(i == 0 ? "me" : "open"));
    json_t *create =
        json_pack("{s:s,s:s,s:i,s:o,s:o,s:s}", "do", "create", "game", game->id, "players",
                  settings->players, "options", options, "seats", seats, "name", c->name);
    if (c->listed)
        json_object_set_new(create, "listed", json_true());
    if (json_is_object(clock))
        json_object_set(create, "clock", clock);
    json_decref(clock);
    return create;
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

static int serve(struct client *c)
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
    ev_init(&c->beat, on_beat);
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

static bool read_line(struct client *c, int *argc, char ***argv, const struct game **game,
                      struct command_settings *given, int *code)
{
    const struct command_option options[] = {
        {.argument = "URL",
         .help = mark("the table's link, http://HOST:PORT/t/TABLE; a server's address lists its "
                      "tables")},
        {"name", mark("NAME"), mark("your name"),
         .default_text = mark("that of cornet name, or your user name"), .text = &c->name},
        {"seat", "N", mark("take this seat instead of the first open one"), .integer = &c->seat,
         .min = 1, .max = GAME_SEATS_MAX},
        {"watch", NULL, mark("watch the table without taking a seat"), .flag = &c->watch},
        {"new", mark("GAME"), mark("create a table on the server http://HOST:PORT/"), .game = game},
        {"players", "N", mark("number of players at the new table"), .text = &given->players},
        {"option", mark("name=value"), mark("a game option; may be repeated"),
         .list = &given->option},
        {"clock", mark("SECONDS"),
         mark("clock of the new table: seconds per move, a time bank (300+5), or none"),
         .text = &c->clock},
        {"listed", NULL, mark("show the new table to everybody who looks for one"),
         .flag = &c->listed},
        {"auto", NULL, mark("play at random, without a person, to the end of the game"),
         .flag = &c->automatic},
        {"plain", NULL, mark("print lines instead of using the full screen"), .flag = &c->plain},
        {"pace", "MS", mark("full screen: pause in milliseconds after a bot's move or a roll"),
         .number = &c->pace, .max = 10000},
        {0},
    };
    return options_read(c->command, options, argc, argv, code);
}

/* Plays under the account's name, unless --name is another one. False with a reason. */
static bool use_account(struct client *c, const char *url, struct text *why)
{
    if (!account_open(&c->account, url, why))
        return false;
    if (c->account.known && account_ticket(&c->account)[0] &&
        (!c->named || strcmp(c->name, c->account.name) == 0)) {
        c->name = c->account.name;
        return true;
    }
    c->account = (struct account){0};
    return true;
}

static int run(const struct command *command, int argc, char **argv)
{
    struct client c = {.command = command,
                       .guest.screen = screen_on(stdout),
                       .transcript.kept.file = -1,
                       .dice = {.kept.file = -1, .send = send_dice, .warn = warn_dice},
                       .pace = PACE_MS};
    c.dice.context = &c;
    struct command_settings given = {.people = true};
    struct start start = {0};
    const struct game *game = NULL;
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    char own[MATCH_NAME_MAX];
    struct preferences kept;
    uint64_t seed;
    int code;
    preferences_read(&kept);
    c.pace = kept.pace >= 0 ? (uint64_t)kept.pace : c.pace;
    start_own_name(own);
    if (!read_line(&c, &argc, &argv, &game, &given, &code))
        return code;
    c.named = c.name != NULL;
    if (c.named && !match_check_name(span_of(c.name), own, &why))
        return command_usage(command, "%s", why.start);
    c.name = own;
    if (argc != 1 || !take_url(&c, argv[0]))
        return command_usage(command,
                             tr("give the address of a server or a table: http://HOST:PORT/ or "
                                "http://HOST:PORT/t/TABLE"));
    if (!c.automatic && !use_account(&c, argv[0], &why))
        return command_failed(command, "%s", why.start);
    if (!game && (c.clock || c.listed || given.players || given.option.count))
        return command_usage(command,
                             tr("--players, --option, --clock and --listed require --new GAME"));
    if (!c.table[0] && !game && !c.automatic && !join_choose_table(&c, argv[0], &start, &code))
        return code;
    if (!c.table[0] == !(game || start.game))
        return command_usage(command,
                             tr("give a table's address, or a server's address with --new GAME"));
    if (sodium_init() < 0)
        return command_failed(command, tr("the system provides no random numbers"));
    given.clocked = c.clock != NULL; /* all seats are people's */
    if (game && !options_apply_settings(game, &given, &start.settings, &why))
        return command_usage(command, "%s", why.start);
    start.game = game ? game : start.game;
    if (start.game && !(c.creation = creation(&c, start.game, &start.settings, &why)))
        return command_usage(command, "%s", why.start);
    c.create = start.game != NULL;
    randombytes_buf(&seed, sizeof seed);
    rng_seed(&c.rng, seed);
    if (!start.game)
        find_secret(&c);
    if (!start.game)
        find_key(&c);
    return serve(&c);
}

const struct command command_join = {
    .name = "join",
    .topic = COMMAND_PLAY,
    .arguments = "URL",
    .about = mark("Plays at a server's table from the terminal."),
    .notes = mark("The seat stays yours: run the same command to return to it."),
    .example = "cornet join http://localhost:7777/t/k3v7w2mnpq7rt4xy",
    .run = run,
};
