/* What the server tells a client of cornet join. */
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/lang.h"
#include "cli/join.h"
#include "tui/edit.h"
#include "tui/saving.h"

#define SLOW_SECONDS 1.0

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

void join_on_beat(struct ev_loop *loop, ev_timer *timer, int events)
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

void join_send_dice(void *context, json_t *message)
{
    join_send(context, message);
}

/* What fair dice 3 have to tell: grave if the server contradicts itself. */
void join_warn_dice(void *context, const char *text, bool grave)
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
    join_set_signal_text(c);
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
    join_greet_seat(c);
}

void join_take_message(struct client *c, struct span bytes)
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
