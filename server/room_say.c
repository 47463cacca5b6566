/* What a table tells its clients. Each viewer is told what its seat may know: its view of the state
 * and its view of the lines. Games without secrets have one view for all, built once. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "server/inside.h"

#define SCRATCH (1u << 20)     /* bytes of the longest message */
#define LOG_BYTES (512u << 10) /* of a log in it: a longer one loses its beginning */

struct text *say_scratch(void)
{
    static char *buffer;
    static struct text text;
    if (!buffer)
        buffer = memory_resize(NULL, SCRATCH, 1);
    text = text_on(buffer, SCRATCH);
    return &text;
}

static struct note *note_of(const struct text *text)
{
    if (text->cut) {
        fprintf(stderr, "cornet serve: a message is too long: '%.60s'\n", text->start);
        abort(); /* bounds that do not fit together: our own bug */
    }
    return note_new((struct span){text->start, text->length});
}

static void send_to_all(struct room *room, const struct text *text)
{
    struct note *note = note_of(text);
    note->uses++;
    for (struct conn *conn = room->conns; conn; conn = conn->room_next)
        conn_send(conn, note, room->batch);
    note_drop(note);
}

static struct json open_message(struct text *out, const char *type)
{
    struct json json = json_on(out);
    json_open(&json, '{');
    json_put_key(&json, "type");
    json_put_string(&json, type);
    return json;
}

static void put(struct json *json, const char *key, const char *value)
{
    json_put_key(json, key);
    json_put_string(json, value);
}

static void put_number(struct json *json, const char *key, long long value)
{
    json_put_key(json, key);
    json_put_number(json, value);
}

static void put_bool(struct json *json, const char *key, bool value)
{
    json_put_key(json, key);
    json_put_bool(json, value);
}

const char *say_phase(const struct room *room)
{
    static const char *const names[] = {"waiting", "fair", "playing", "over"};
    return names[room->phase];
}

const char *say_kind(int kind)
{
    static const char *const names[] = {"open", "person", "bot", "stand-in", "left"};
    return names[kind];
}

static void put_seats(const struct room *room, struct json *json)
{
    json_put_key(json, "seats");
    json_open(json, '[');
    for (int i = 0; i < room->match->settings.players; i++) {
        const struct seat *seat = &room->seat[i];
        json_open(json, '{');
        put(json, "name", room->match->name[i]);
        put(json, "kind", say_kind(seat->kind));
        put_bool(json, "here", seat->kind == SEAT_BOT || seat->connections > 0);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_hex(struct json *json, const char *key, const unsigned char *bytes)
{
    char hex[FAIR_HEX];
    json_put_key(json, key);
    if (bytes) {
        fair_to_hex(bytes, hex);
        json_put_string(json, hex);
    } else {
        json_put_null(json);
    }
}

static void put_fair(const struct room *room, struct json *json)
{
    const bool shown = room->phase >= ROOM_PLAYING;
    unsigned char commit[FAIR_BYTES];
    fair_commit(room->fair.seed, commit);
    json_put_key(json, "fair");
    json_open(json, '{');
    put(json, "table", room->id);
    put_hex(json, "commit", commit);
    put(json, "step", shown ? "done" : room->reveal ? "reveal" : "commit");
    json_put_key(json, "seats");
    json_open(json, '[');
    for (int i = 0; i < room->fair.players; i++) {
        const struct seat *seat = &room->seat[i];
        if (!seat->committed) {
            json_put_null(json);
            continue;
        }
        json_open(json, '{');
        put_hex(json, "commit", seat->commit);
        put_hex(json, "seed", shown && seat->revealed ? room->fair.seat[i] : NULL);
        json_close(json, '}');
    }
    json_close(json, ']');
    put_hex(json, "seed", room->phase == ROOM_OVER ? room->fair.seed : NULL);
    json_close(json, '}');
}

static void put_state(const struct room *room, int viewer, struct json *json)
{
    json_put_key(json, "state");
    if (room->phase < ROOM_PLAYING)
        json_put_null(json);
    else
        game_json(room->match->game, &room->match->settings, &room->match->state, viewer,
                  json->out);
    json->comma = true;
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* `may` and `legal`: what the seat can do now. */
static void put_legal(const struct room *room, int seat, struct json *json)
{
    static char bytes[GAME_ACTIONS_MAX * 64];
    const struct match *match = room->match;
    const int mover = room->phase == ROOM_PLAYING ? match_mover(match) : GAME_OVER;
    game_action action[GAME_ACTIONS_MAX];
    size_t count = 0;
    if (seat > 0 && (mover == seat || mover == GAME_ANYONE) && !room_is_bots(room, seat))
        count = match->game->actions(&match->state, seat, action);
    put_bool(json, "may", count > 0);
    json_put_key(json, "legal");
    json_open(json, '[');
    if (mover == seat && count > 0) {
        const char *line[GAME_ACTIONS_MAX];
        char *at = bytes, *const end = bytes + sizeof bytes;
        for (size_t i = 0; i < count; i++) {
            struct text out = text_on(at, (size_t)(end - at));
            match->game->write(&match->state, action[i], &match->history, seat, &out);
            if (out.cut)
                abort(); /* longer lines than anybody foresaw: our own bug */
            line[i] = at;
            at += out.length + 1;
        }
        qsort(line, count, sizeof *line, by_bytes);
        for (size_t i = 0; i < count; i++)
            json_put_string(json, line[i]);
    }
    json_close(json, ']');
}

static void put_clock(const struct room *room, struct json *json)
{
    json_put_key(json, "clock");
    clock_write(room, json);
}

static void put_log(const struct room *room, int viewer, struct json *json)
{
    struct lines log = {0};
    size_t from = 0, bytes = 0;
    if (room->phase >= ROOM_PLAYING)
        match_log(room->match, viewer, &log);
    for (size_t i = log.count; i-- > 0 && !from;) {
        bytes += strlen(log.line[i]) + 3;
        if (bytes > LOG_BYTES)
            from = i + 1;
    }
    put_number(json, "log_from", (long long)from);
    json_put_key(json, "log");
    json_open(json, '[');
    for (size_t i = from; i < log.count; i++)
        json_put_string(json, log.line[i]);
    json_close(json, ']');
    lines_free(&log);
}

static void put_options(const struct room *room, struct json *json)
{
    const struct match *match = room->match;
    json_put_key(json, "options");
    json_open(json, '{');
    for (int i = 0; match->game->options[i].name; i++)
        put(json, match->game->options[i].name, match->settings.value[i]);
    json_close(json, '}');
}

static void put_said(const struct room *room, struct json *json)
{
    json_put_key(json, "said");
    json_open(json, '[');
    for (size_t i = 0; i < room->said.count; i++) {
        const int seat = room->said.line[i][0] - '0';
        json_open(json, '{');
        put_number(json, "seat", seat);
        put(json, "name", room->match->name[seat - 1]);
        put(json, "text", room->said.line[i] + 2);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_table(struct room *room, int viewer, const char *why, struct text *out)
{
    struct json json = open_message(out, "table");
    put(&json, "table", room->id);
    put_number(&json, "seq", room->seq);
    put(&json, "game", room->match->game->id);
    put_number(&json, "players", room->match->settings.players);
    put_options(room, &json);
    put(&json, "phase", say_phase(room));
    put_number(&json, "you", viewer);
    put_number(&json, "host", room->host);
    put_bool(&json, "listed", room->listed);
    put_bool(&json, "chat", room->chat);
    put_bool(&json, "judged", judge_of(room->match->game) != NULL);
    put_seats(room, &json);
    put_log(room, viewer, &json);
    put_state(room, viewer, &json);
    put_legal(room, viewer, &json);
    put_clock(room, &json);
    put_fair(room, &json);
    json_put_key(&json, "proposal");
    consent_write(room, &json);
    put_said(room, &json);
    json_put_key(&json, "next");
    if (room->next[0])
        json_put_string(&json, room->next);
    else
        json_put_null(&json);
    put(&json, "why", why);
    json_close(&json, '}');
}

void say_table(struct room *room, struct conn *conn, const char *why)
{
    struct text *out = say_scratch();
    write_table(room, conn->seat, why, out);
    conn_send(conn, note_of(out), room->batch);
}

void say_table_to_all(struct room *room, const char *why)
{
    for (struct conn *conn = room->conns; conn; conn = conn->room_next)
        say_table(room, conn, why);
}

/* The lines, and where they lead, but for what the viewer may do. */
static void write_moves(struct room *room, int viewer, const struct lines *lines, struct text *out)
{
    struct json json = open_message(out, "moves");
    put_number(&json, "seq", room->seq);
    json_put_key(&json, "lines");
    json_open(&json, '[');
    for (size_t i = 0; i < lines->count; i++)
        json_put_string(&json, lines->line[i]);
    json_close(&json, ']');
    put_state(room, viewer, &json);
    put_clock(room, &json);
    if (room->phase == ROOM_OVER)
        put_fair(room, &json);
}

/* Tells every viewer of the new lines: shown[v] is what viewer v may know of them; in a game
 * without secrets shown[0] serves all. */
void say_moves(struct room *room, struct lines shown[])
{
    struct text *out = say_scratch();
    struct note *note[GAME_SEATS_MAX + 1] = {NULL}, *idle = NULL;
    const bool open = !(room->match->game->flags & GAME_HIDDEN);
    const int mover = match_mover(room->match);
    size_t common = 0;
    for (struct conn *conn = room->conns; conn; conn = conn->room_next) {
        const int viewer = conn->seat;
        const bool acts = viewer && (mover == viewer || mover == GAME_ANYONE);
        struct note **mine = open && !acts ? &idle : &note[viewer];
        if (!*mine) {
            if (open && common) { /* the beginning stands in the buffer already */
                out->length = common;
                out->start[common] = '\0';
            } else {
                text_clear(out);
                write_moves(room, open ? GAME_SPECTATOR : viewer, &shown[open ? 0 : viewer], out);
                common = out->length;
            }
            struct json json = {.out = out, .comma = true};
            put_legal(room, acts ? viewer : 0, &json);
            json_close(&json, '}');
            *mine = note_of(out);
            (*mine)->uses++;
        }
        conn_send(conn, *mine, room->batch);
    }
    for (int i = 0; i <= GAME_SEATS_MAX; i++) {
        if (note[i])
            note_drop(note[i]);
    }
    if (idle)
        note_drop(idle);
}

void say_seats(struct room *room)
{
    if (!room->conns)
        return;
    struct text *out = say_scratch();
    struct json json = open_message(out, "seats");
    put_number(&json, "seq", room->seq);
    put(&json, "phase", say_phase(room));
    put_number(&json, "host", room->host);
    put_bool(&json, "chat", room->chat);
    put_bool(&json, "listed", room->listed);
    put_seats(room, &json);
    json_close(&json, '}');
    send_to_all(room, out);
}

void say_chat(struct room *room, int seat, const char *text)
{
    struct text *out = say_scratch();
    struct json json = open_message(out, "chat");
    put_number(&json, "seat", seat);
    put(&json, "name", room->match->name[seat - 1]);
    put(&json, "text", text);
    json_close(&json, '}');
    send_to_all(room, out);
}

void say_fair(struct room *room)
{
    struct text *out = say_scratch();
    struct json json = open_message(out, "fair");
    put_number(&json, "seq", room->seq);
    put_fair(room, &json);
    json_close(&json, '}');
    send_to_all(room, out);
}

void say_proposal(struct room *room, enum proposal what, bool done)
{
    struct text *out = say_scratch();
    struct json json = open_message(out, "proposal");
    json_put_key(&json, "proposal");
    consent_write(room, &json);
    if (room->proposal == PROPOSAL_NONE) {
        put(&json, "what", say_proposal_name((int)what));
        put_bool(&json, "done", done);
    }
    json_close(&json, '}');
    send_to_all(room, out);
}

void say_next(struct room *room, struct conn *conn)
{
    struct text *out = say_scratch();
    struct json json = open_message(out, "next");
    put(&json, "table", room->next);
    json_close(&json, '}');
    conn_send(conn, note_of(out), room->batch);
}

void say_hint(struct room *room, struct conn *conn, long long id, const struct hints *hints)
{
    struct text *out = say_scratch();
    struct json json = open_message(out, "hint");
    if (id >= 0)
        put_number(&json, "id", id);
    put_number(&json, "seq", room->seq);
    json_put_key(&json, "advice");
    hints_json(room->match, hints, json.out);
    json.comma = true;
    json_close(&json, '}');
    conn_send(conn, note_of(out), room->batch);
}

void say_joined(struct conn *conn, long long id, const char *secret)
{
    struct text *out = say_scratch();
    struct json json = open_message(out, "joined");
    if (id >= 0)
        put_number(&json, "id", id);
    put(&json, "table", conn->room->id);
    put_number(&json, "seat", conn->seat);
    if (secret)
        put(&json, "secret", secret);
    json_close(&json, '}');
    conn_send(conn, note_of(out), conn->room->batch);
}

/* The members of /api/tables/ID: what is public. */
void say_summary(struct room *room, struct json *json)
{
    const struct match *match = room->match;
    const int mover = room->phase == ROOM_PLAYING ? match_mover(match) : GAME_OVER;
    json_open(json, '{');
    put(json, "table", room->id);
    put(json, "game", match->game->id);
    put_number(json, "players", match->settings.players);
    put(json, "phase", say_phase(room));
    put_seats(room, json);
    json_put_key(json, "mover");
    if (room->phase < ROOM_PLAYING)
        json_put_null(json);
    else if (mover > 0)
        json_put_number(json, mover);
    else
        json_put_string(json, mover == GAME_ANYONE ? "anyone" : "over");
    json_put_key(json, "result");
    if (room->phase == ROOM_OVER) {
        uint8_t share[GAME_SEATS_MAX];
        match->game->result(&match->state, share);
        json_open(json, '[');
        for (int i = 0; i < match->settings.players; i++)
            json_put_real(json, share[i] / (double)GAME_WHOLE);
        json_close(json, ']');
    } else {
        json_put_null(json);
    }
    put_number(json, "moves", (long long)match->body.count);
    put_bool(json, "listed", room->listed);
    put_number(json, "created", (long long)room->created);
    put_number(json, "changed", (long long)room->changed);
    json_close(json, '}');
}
