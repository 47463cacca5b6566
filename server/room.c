#include "server/room.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "server/inside.h"

static size_t place_of(const char *id)
{
    uint64_t hash = 14695981039346656037u;
    for (; *id; id++)
        hash = (hash ^ (unsigned char)*id) * 1099511628211u;
    return hash % SERVER_HASH;
}

static struct room **find_place(struct server *server, const char *id)
{
    struct room **at = &server->rooms[place_of(id)];
    while (*at && strcmp((*at)->id, id) != 0)
        at = &(*at)->hash_next;
    return at;
}

/* Puts a match into a room without a name; whoever makes it fills in the rest. */
struct room *room_make(struct server *server, struct match *match)
{
    const size_t seats = (size_t)match->settings.players;
    struct room *room = memory_new(1, sizeof *room + seats * sizeof room->seat[0]);
    room->server = server;
    room->match = match;
    room->fair.players = match->settings.players;
    room->empty_since = room_now();
    ev_timer_init(&room->timer, room_on_timer, 0, 0);
    room->timer.data = room;
    return room;
}

void room_free(struct room *room)
{
    struct room **at = find_place(room->server, room->id);
    if (*at == room) {
        *at = room->hash_next;
        room->server->room_count--;
    }
    if (ev_is_active(&room->timer))
        ev_timer_stop(room->server->loop, &room->timer);
    match_free(room->match);
    lines_free(&room->said);
    sodium_memzero(&room->fair, sizeof room->fair);
    free(room);
}

void room_enter(struct room *room)
{
    struct room **at = find_place(room->server, room->id);
    *at = room;
    room->server->room_count++;
}

static bool is_id(const char *id)
{
    return strlen(id) == ROOM_ID_LENGTH &&
           strspn(id, "abcdefghijklmnopqrstuvwxyz234567") == ROOM_ID_LENGTH;
}

struct room *room_find(struct server *server, const char *id)
{
    struct store_table row;
    char unused[TEXT_WHY];
    struct text why = text_on(unused, sizeof unused);
    if (!is_id(id))
        return NULL;
    struct room *room = *find_place(server, id);
    if (room || !store_find(server->store, id, &row))
        return room;
    room = room_load(server, &row, &why);
    if (!room)
        fprintf(stderr, "cornet serve: table %s cannot be brought back: %s\n", id, unused);
    return room;
}

void room_add_conn(struct room *room, struct conn *conn, int seat)
{
    conn->room = room;
    conn->seat = (int8_t)seat;
    conn->hint = 0;
    conn->room_before = NULL;
    conn->room_next = room->conns;
    if (room->conns)
        room->conns->room_before = conn;
    room->conns = conn;
    if (seat)
        room->seat[seat - 1].connections++;
}

void room_remove_conn(struct conn *conn)
{
    struct room *room = conn->room;
    if (!room)
        return;
    if (conn->room_before)
        conn->room_before->room_next = conn->room_next;
    else
        room->conns = conn->room_next;
    if (conn->room_next)
        conn->room_next->room_before = conn->room_before;
    conn->room = NULL;
    conn->room_next = conn->room_before = NULL;
    const int seat = conn->seat;
    conn->seat = 0;
    if (!room->conns)
        room->empty_since = room_now();
    if (seat && --room->seat[seat - 1].connections == 0) {
        say_seats(room);
        consent_check(room);
    }
}

bool room_is_bots(const struct room *room, int seat)
{
    const int kind = room->seat[seat - 1].kind;
    return kind == SEAT_BOT || kind == SEAT_STAND_IN || kind == SEAT_LEFT;
}

unsigned room_bots(const struct room *room)
{
    unsigned bots = 0;
    for (int seat = 1; seat <= room->match->settings.players; seat++)
        bots |= (unsigned)room_is_bots(room, seat) << (seat - 1);
    return bots;
}

/* Who has left before the start is a bot from the start, and the record says so: a game may ask
 * which seats are people's, and a replay must give the same answer. */
void room_count_bots(struct room *room)
{
    struct match *match = room->match;
    for (int i = 0; i < match->settings.players; i++) {
        struct seat *seat = &room->seat[i];
        if (seat->kind != SEAT_LEFT)
            continue;
        snprintf(match->name[i], MATCH_NAME_MAX, MATCH_BOT "%s", seat->agent);
        seat->kind = SEAT_BOT;
        seat->agent = NULL;
    }
    match->settings.bots = room_bots(room);
}

/* The host is the creator, and after that the next person round the table. */
void room_find_host(struct room *room)
{
    const int players = room->match->settings.players;
    for (int i = 0; room->host && i < players; i++) {
        const int seat = (room->host - 1 + i) % players;
        const int kind = room->seat[seat].kind;
        if (kind == SEAT_PERSON || kind == SEAT_STAND_IN) {
            room->host = (uint8_t)(seat + 1);
            return;
        }
    }
}

/* Writes an event to the store; returns the batch that it must wait for. */
uint64_t room_event(struct room *room, enum room_event kind, int seat, struct span text)
{
    struct server *server = room->server;
    const int64_t left = kind != EVENT_MOVE && kind != EVENT_START ? -1
                         : clock_has_game(room)                    ? clock_game_left(room)
                         : room->clock == CLOCK_BANK && seat       ? room->seat[seat - 1].bank
                                                                   : -1;
    room->changed = server_time();
    const struct store_event event = {.id = server->store->next_event++,
                                      .previous = room->last,
                                      .table = room->table,
                                      .number = ++room->seq,
                                      .at = room->changed,
                                      .kind = (int)kind,
                                      .seat = seat,
                                      .left = left,
                                      .text = text};
    room->last = event.id;
    room->batch = writer_number(server->writer);
    writer_event(server->writer, &event);
    if (!room->dirty) {
        room->dirty = true;
        room->dirty_next = server->dirty;
        server->dirty = room;
    }
    return room->batch;
}

/* Writes what lists of tables need to know. */
void room_row(struct room *room)
{
    struct store_table row = {.table = room->table,
                              .last = room->last,
                              .phase = room->phase,
                              .listed = room->listed,
                              .created = room->created,
                              .changed = room->changed};
    memcpy(row.name, room->id, sizeof room->id);
    writer_table(room->server->writer, &row);
    room->batch = writer_number(room->server->writer);
    if (!room->dirty) {
        room->dirty = true;
        room->dirty_next = room->server->dirty;
        room->server->dirty = room;
    }
}

const char *room_best_agent(const struct room *room)
{
    return agent_best(room->match->game, &room->match->settings)->name;
}

/* A seat changes hands in mid-game. The record says so in a comment. */
void room_set_kind(struct room *room, int seat, enum seat_kind kind, const char *agent)
{
    char text[MATCH_NAME_MAX + 32], comment[MATCH_NAME_MAX + 64];
    struct text out = text_on(text, sizeof text), line = text_on(comment, sizeof comment);
    struct seat *s = &room->seat[seat - 1];
    s->kind = (uint8_t)kind;
    s->agent = agent;
    s->think_at = 0;
    if (room->phase == ROOM_PLAYING) {
        if (agent)
            text_printf(&line, "# seat %d is played by " MATCH_BOT "%s from here on", seat, agent);
        else
            text_printf(&line, "# seat %d plays itself again", seat);
        lines_add(&room->match->body, span_of(comment));
    }
    if (room->loading)
        return;
    text_printf(&out, "%s\n%s", say_kind((int)kind), agent ? agent : "");
    room_event(room, EVENT_KIND, seat, span_of(text));
}
