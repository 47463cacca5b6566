/* Making tables: anew, from a rematch, and back from the store's events. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"
#include "server/inside.h"

/* A header of our own: a record's, with what a table needs beside. */
static void write_header(const struct room *room, FILE *out)
{
    char hex[FAIR_HEX];
    struct match *match = room->match;
    char line[160];
    lines_cut(&match->extra, 0);
    fair_to_hex(room->fair.seed, hex);
    snprintf(line, sizeof line, "fair-seed %s", hex);
    lines_add(&match->extra, span_of(line));
    snprintf(line, sizeof line, "table host %d listed %d chat %d clock %d %lld %lld", room->host,
             room->listed, room->chat, room->clock, (long long)room->clock_ms,
             (long long)room->clock_add);
    lines_add(&match->extra, span_of(line));
    match_write(match, out);
    lines_cut(&match->extra, 0);
    sodium_memzero(hex, sizeof hex);
}

static void make_id(char id[ROOM_ID_LENGTH + 1])
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    unsigned char bytes[ROOM_ID_LENGTH];
    randombytes_buf(bytes, sizeof bytes);
    for (int i = 0; i < ROOM_ID_LENGTH; i++)
        id[i] = letters[bytes[i] & 31];
    id[ROOM_ID_LENGTH] = '\0';
}

/* A new table with its first event. The match's names say which seats are bots'. */
void room_found(struct room *room)
{
    struct server *server = room->server;
    char *bytes = NULL;
    size_t length = 0;
    make_id(room->id);
    memcpy(room->fair.table, room->id, sizeof room->id);
    randombytes_buf(room->fair.seed, FAIR_BYTES);
    room->table = server->store->next_table++;
    room->created = server_time();
    for (int i = 0; i < room->match->settings.players; i++) {
        room->seat[i].bank = room->clock_ms;
        room->seat[i].kind = match_names_bot(room->match->name[i]) ? SEAT_BOT : SEAT_OPEN;
    }
    room_enter(room);
    server->metrics.tables++;
    FILE *out = open_memstream(&bytes, &length);
    write_header(room, out);
    fclose(out);
    room_event(room, EVENT_CREATE, 0, (struct span){bytes, length});
    room_row(room);
    sodium_memzero(bytes, length);
    free(bytes);
}

/* A person sits down. The secret goes to that person, its hash to the store. */
void room_sit(struct room *room, int seat, struct span name, char secret[2 * ROOM_SECRET_BYTES + 1])
{
    unsigned char bytes[ROOM_SECRET_BYTES];
    char text[MATCH_NAME_MAX + 1 + 2 * ROOM_HASH_BYTES + 1], hex[2 * ROOM_HASH_BYTES + 1];
    struct text out = text_on(text, sizeof text);
    struct seat *s = &room->seat[seat - 1];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(secret, 2 * ROOM_SECRET_BYTES + 1, bytes, sizeof bytes);
    crypto_hash_sha256(s->hash, (const unsigned char *)secret, 2 * ROOM_SECRET_BYTES);
    sodium_bin2hex(hex, sizeof hex, s->hash, ROOM_HASH_BYTES);
    memcpy(room->match->name[seat - 1], name.at, name.length);
    room->match->name[seat - 1][name.length] = '\0';
    s->kind = SEAT_PERSON;
    s->committed = s->revealed = false;
    text_add_bytes(&out, name.at, name.length);
    text_printf(&out, "\n%s", hex);
    room_event(room, EVENT_SEAT, seat, span_of(text));
}

/* The same table again: people who are here keep their seats and are brought over. */
void room_rematch(struct room *room)
{
    struct server *server = room->server;
    const struct match *old = room->match;
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    struct match *match = match_new(old->game, &old->settings, &why);
    struct room *again = room_make(server, match);
    again->host = room->host;
    again->listed = room->listed;
    again->chat = room->chat;
    again->clock = room->clock;
    again->clock_ms = room->clock_ms;
    again->clock_add = room->clock_add;
    for (int i = 0; i < old->settings.players; i++) {
        if (room->seat[i].kind == SEAT_BOT)
            memcpy(match->name[i], old->name[i], MATCH_NAME_MAX);
        else if (room->seat[i].kind == SEAT_LEFT)
            snprintf(match->name[i], MATCH_NAME_MAX, MATCH_BOT "%s", room->seat[i].agent);
    }
    room_found(again);
    memcpy(room->next, again->id, sizeof room->next);
    room_event(room, EVENT_NEXT, 0, span_of(room->next));
    for (int seat = 1; seat <= old->settings.players; seat++) {
        char secret[2 * ROOM_SECRET_BYTES + 1];
        if (room->seat[seat - 1].kind != SEAT_PERSON || room->seat[seat - 1].connections == 0)
            continue;
        room_sit(again, seat, span_of(old->name[seat - 1]), secret);
        for (struct conn *conn = room->conns, *next; conn; conn = next) {
            next = conn->room_next;
            if (conn->seat != seat)
                continue;
            room_remove_conn(conn);
            room_add_conn(again, conn, seat);
            say_joined(conn, -1, secret);
        }
        sodium_memzero(secret, sizeof secret);
    }
    for (struct conn *conn = room->conns; conn; conn = conn->room_next)
        say_next(room, conn);
    say_table_to_all(again, "join");
    room_check_full(again);
}

/* Reading events back. */
struct loading {
    struct server *server;
    const struct store_table *row;
    struct room *room;
    struct text *why;
    bool good;
};

static bool load_create(struct loading *l, const struct store_event *event)
{
    size_t line;
    struct match *match = match_read(event->text, &line, l->why);
    if (!match)
        return false;
    struct room *room = l->room = room_make(l->server, match);
    room->loading = true;
    room->created = event->at;
    memcpy(room->id, l->row->name, sizeof room->id);
    memcpy(room->fair.table, room->id, sizeof room->id);
    int host = 0, listed = 0, chat = 0, clock = 0;
    long long ms = 0, add = 0;
    bool seeded = false;
    for (size_t i = 0; i < match->extra.count; i++) {
        const char *text = match->extra.line[i];
        if (strncmp(text, "fair-seed ", 10) == 0)
            seeded = fair_from_hex(span_of(text + 10), room->fair.seed);
        else if (sscanf(text, "table host %d listed %d chat %d clock %d %lld %lld", &host, &listed,
                        &chat, &clock, &ms, &add) < 1)
            return text_fail(l->why, tr("an event cannot be read"));
    }
    lines_free(&match->extra);
    room->host = (uint8_t)host;
    room->listed = listed;
    room->chat = chat;
    room->clock = (uint8_t)clock;
    room->clock_ms = ms;
    room->clock_add = add;
    for (int i = 0; i < match->settings.players; i++) {
        room->seat[i].bank = ms;
        room->seat[i].kind = match_names_bot(match->name[i]) ? SEAT_BOT : SEAT_OPEN;
    }
    return seeded || text_fail(l->why, tr("an event cannot be read"));
}

static bool load_seat(struct room *room, const struct store_event *event)
{
    struct span hex = event->text;
    const struct span name = span_cut(&hex, '\n');
    struct seat *seat = &room->seat[event->seat - 1];
    if (name.length >= MATCH_NAME_MAX || !fair_from_hex(hex, seat->hash))
        return false;
    memcpy(room->match->name[event->seat - 1], name.at, name.length);
    room->match->name[event->seat - 1][name.length] = '\0';
    seat->kind = SEAT_PERSON;
    seat->committed = seat->revealed = false;
    return true;
}

/* Agents' names as they stand in the list, so that a seat need not keep its own. */
static const char *intern_agent(const struct room *room, struct span name)
{
    for (const struct agent *const *agent = agent_list; *agent; agent++) {
        if (span_is(name, (*agent)->name))
            return (*agent)->name;
    }
    return name.length ? room_best_agent(room) : NULL;
}

static bool load_kind(struct room *room, const struct store_event *event)
{
    struct span agent = event->text;
    const struct span name = span_cut(&agent, '\n');
    char *const own = room->match->name[event->seat - 1];
    for (int kind = SEAT_OPEN; kind <= SEAT_LEFT; kind++) {
        if (!span_is(name, say_kind(kind)))
            continue;
        if (kind == SEAT_BOT)
            snprintf(own, MATCH_NAME_MAX, MATCH_BOT "%.*s", (int)agent.length, span_start(agent));
        else if (kind == SEAT_OPEN)
            own[0] = '\0';
        if (kind == SEAT_OPEN || kind == SEAT_LEFT)
            memset(room->seat[event->seat - 1].hash, 0, ROOM_HASH_BYTES);
        if (kind == SEAT_BOT || kind == SEAT_OPEN)
            room->seat[event->seat - 1].kind = (uint8_t)kind;
        else
            room_set_kind(room, event->seat, (enum seat_kind)kind, intern_agent(room, agent));
        return true;
    }
    return false;
}

/* Counts the draws again: what is drawn at a chance state that is no judgement. */
static bool load_line(struct room *room, struct span line, struct text *why)
{
    game_action ruling;
    struct match *match = room->match;
    if (match_mover(match) == GAME_CHANCE && !match->game->ruling(&match->state, &ruling))
        room->fair.drawn++;
    return match_do(match, line, why);
}

static bool load_lines(struct room *room, const struct store_event *event, struct text *why)
{
    struct span rest = event->text;
    while (rest.length) {
        if (!load_line(room, span_cut(&rest, '\n'), why))
            return false;
    }
    clock_restore(room, event->seat, event->left);
    room->phase = match_mover(room->match) == GAME_OVER ? ROOM_OVER : ROOM_PLAYING;
    return true;
}

static bool load_host(struct room *room, struct span text)
{
    if (span_is(text, "chat 0") || span_is(text, "chat 1"))
        room->chat = text.at[5] == '1';
    else if (span_is(text, "listed 0") || span_is(text, "listed 1"))
        room->listed = text.at[7] == '1';
    else
        return false;
    return true;
}

static bool load_event(struct loading *l, const struct store_event *event)
{
    struct room *room = l->room;
    uint64_t from;
    if (event->seat < 0 || event->seat > room->match->settings.players ||
        event->number != room->seq + 1)
        return false;
    struct seat *seat = event->seat ? &room->seat[event->seat - 1] : NULL;
    const bool needs_seat = event->kind == EVENT_SEAT || event->kind == EVENT_KIND ||
                            event->kind == EVENT_COMMIT || event->kind == EVENT_SEED;
    if (needs_seat && !seat)
        return false;
    switch (event->kind) {
    case EVENT_SEAT:
        return load_seat(room, event);
    case EVENT_KIND:
        return load_kind(room, event);
    case EVENT_COMMIT:
        seat->committed = true;
        return fair_from_hex(event->text, seat->commit);
    case EVENT_REVEAL:
        room->reveal = true;
        return true;
    case EVENT_SEED:
        seat->revealed = true;
        room->fair.given |= 1u << (event->seat - 1);
        return fair_from_hex(event->text, room->fair.seat[event->seat - 1]);
    case EVENT_START:
        room_count_bots(room);
        return room->match->game->start(&room->match->state, &room->match->settings, l->why) &&
               load_lines(room, event, l->why);
    case EVENT_MOVE:
        return load_lines(room, event, l->why);
    case EVENT_UNDO:
        if (!span_number(event->text, 0, room->match->body.count, &from))
            return false;
        match_undo_from(room->match, from);
        return true;
    case EVENT_HOST:
        return load_host(room, event->text);
    case EVENT_NEXT:
        if (event->text.length != ROOM_ID_LENGTH)
            return false;
        memcpy(room->next, event->text.at, ROOM_ID_LENGTH);
        return true;
    default:
        return false;
    }
}

static bool see_event(void *context, const struct store_event *event)
{
    struct loading *l = context;
    text_clear(l->why);
    if (!l->room)
        l->good = event->kind == EVENT_CREATE && load_create(l, event);
    else
        l->good = load_event(l, event);
    if (!l->good) {
        if (l->why->length == 0)
            text_fail(l->why, tr("event %u of the table cannot be read"), (unsigned)event->number);
        return false;
    }
    l->room->seq = event->number;
    l->room->last = event->id;
    l->room->changed = event->at;
    return true;
}

struct room *room_read(struct server *server, const struct store_table *row, struct text *why)
{
    struct loading l = {.server = server, .row = row, .why = why, .good = false};
    const bool read = store_events(server->store, row->last, see_event, &l, why);
    struct room *room = l.room;
    if (!read || !l.good) {
        if (room) {
            room->id[0] = '\0'; /* it was never entered */
            room_free(room);
        }
        return NULL;
    }
    room->table = row->table;
    room_find_host(room);
    return room;
}

struct room *room_load(struct server *server, const struct store_table *row, struct text *why)
{
    struct room *room = room_read(server, row, why);
    if (!room)
        return NULL;
    room_enter(room);
    room_check_full(room);
    room->loading = false;
    clock_settle(room, GAME_CHANCE);
    room_go_on(room);
    return room;
}

/* The record, with the fair dice in its header; the server's seed once the game is over. */
void room_record(const struct room *room, FILE *out)
{
    struct match *match = room->match;
    unsigned char commits[GAME_SEATS_MAX][FAIR_BYTES] = {{0}};
    for (int i = 0; i < room->fair.players; i++) {
        if (room->seat[i].committed)
            memcpy(commits[i], room->seat[i].commit, FAIR_BYTES);
    }
    fair_write(&room->fair, commits, room->phase == ROOM_OVER, &match->extra);
    match_write(match, out);
    lines_cut(&match->extra, 0);
}
