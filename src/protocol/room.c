#include "protocol/room.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"

static struct room *owner(const struct table *table)
{
    return table_owner(table);
}

void protocol_make_id(char id[TABLE_ID_LENGTH + 1], char first)
{
    static const char letters[] = TABLE_ID_LETTERS;
    unsigned char bytes[TABLE_ID_LENGTH];
    randombytes_buf(bytes, sizeof bytes);
    for (int i = 0; i < TABLE_ID_LENGTH; i++)
        id[i] = letters[bytes[i] & 31];
    if (first)
        id[0] = first;
    id[TABLE_ID_LENGTH] = '\0';
}

void protocol_make_secret(char secret[TABLE_SECRET_HEX])
{
    unsigned char bytes[TABLE_SECRET_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(secret, TABLE_SECRET_HEX, bytes, sizeof bytes);
    sodium_memzero(bytes, sizeof bytes);
}

/* ---- clients ---- */

void room_enter(struct room *room, struct client *client, int seat)
{
    client->at = room;
    client->seat = (int8_t)seat;
    client->hint = 0;
    client->before = NULL;
    client->next = room->clients;
    if (room->clients)
        room->clients->before = client;
    room->clients = client;
    room->protocol->on_join(client);
    table_wake(room->table, room->protocol->now(room->protocol));
    table_enter(room->table, seat);
}

void room_detach(struct client *client)
{
    struct room *room = client->at;
    if (client->before)
        client->before->next = client->next;
    else
        room->clients = client->next;
    if (client->next)
        client->next->before = client->before;
    client->at = NULL;
    client->next = client->before = NULL;
    client->seat = 0;
}

void protocol_drop_imported(struct client *client)
{
    lines_free(&client->imported);
    client->imported_bytes = 0;
}

void room_leave(struct client *client)
{
    struct room *room = client->at;
    const int seat = client->seat;
    if (!room)
        return;
    room_detach(client);
    if (!room->suspended) { /* else presence is counted when the table is restored */
        table_leave(room->table, seat, room->protocol->now(room->protocol));
        room->protocol->schedule(room);
    }
    if (!room->clients)
        room->protocol->on_empty(room);
}

/* The client's bit in the audience of its table. */
static unsigned audience_bit(const struct client *client)
{
    return 1u << (client->seat + (client->states ? TABLE_WITH_STATES : 0));
}

unsigned room_audience(const struct table *table)
{
    unsigned audience = 0;
    for (const struct client *client = owner(table)->clients; client; client = client->next)
        audience |= audience_bit(client);
    return audience;
}

bool room_throws(const struct table *table, int seat)
{
    const struct client *client = owner(table)->clients;
    while (client && !(client->throws && client->seat == seat))
        client = client->next;
    return client != NULL;
}

bool room_proves(const struct table *table, int seat)
{
    const struct client *client = owner(table)->clients;
    while (client && !(client->proves && client->seat == seat))
        client = client->next;
    return client != NULL;
}

bool room_is_person(const struct table *table, int seat)
{
    const struct room *room = owner(table); /* NULL: nobody is there yet */
    const struct client *client = room ? room->clients : NULL;
    while (client && !(client->person && client->seat == seat))
        client = client->next;
    return client != NULL;
}

bool room_is_viewer(const struct client *client, unsigned viewers)
{
    return viewers & audience_bit(client) && (client->proves || !(viewers & TABLE_PROVING));
}

/* ---- hints ---- */

void room_hint_make(struct room_hint *hint)
{
    const struct judge *judge = judge_of(hint->view->game);
    if (!judge->ready(&hint->view->settings, TEXT_UNREAD))
        return;
    struct hints *hints = memory_new(1, sizeof *hints);
    if (hints_make(hint->view, hint->asker.seat, judge, hint->depth, hint->lines, hint->stop,
                   hints))
        hint->hints = hints;
    else
        free(hints);
}

void room_hint_free(struct room_hint *hint)
{
    match_free(hint->view);
    free(hint->hints);
}

static struct client *find_asker(const struct room *room, uint32_t ticket)
{
    struct client *client = room->clients;
    while (client && client->hint != ticket)
        client = client->next;
    return client;
}

/* Requests the hint at its depth, from the seat's current view. */
static void ask_at_depth(struct room *room, struct room_hint *hint)
{
    const struct match *match = table_match(room->table);
    hint->asked = room->protocol->now(room->protocol);
    hint->event_count = table_event_count(room->table);
    hint->view = match_view(match, hint->asker.seat);
    hint->lines = match->body.count;
    hint->stop = room->protocol->table_env->stop;
    hint->hints = NULL;
    room->protocol->ask_hint(room, hint);
}

/* Answers the asker, and requests a better hint if there is time. */
static void tell_hint(struct room *room, struct client *client, struct room_hint *hint)
{
    const uint64_t now = room->protocol->now(room->protocol);
    const bool more =
        hint->grows && hints_continue(hint->hints, now - hint->began, now - hint->asked);
    hint->asker.who = client;
    table_tell_hint(room->table, &hint->asker, hint->hints, more);
    if (more) {
        struct room_hint next = *hint; /* with the same ticket */
        next.asker.who = NULL;
        next.depth = hint->hints->depth + 1;
        room->hint = client->hint = hint->ticket;
        room->hint_answered = true;
        ask_at_depth(room, &next);
    }
}

void room_hint_answered(struct room *room, struct room_hint *hint)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct client *client = find_asker(room, hint->ticket);
    const bool answered = hint->depth > 1;
    if (room->hint == hint->ticket) {
        room->hint = 0;
        room->hint_answered = false;
    } else if (answered) {
        return; /* another hint has been requested */
    }
    if (!client || stop_is_set(hint->stop))
        return; /* the client has left, or the server stops */
    client->hint = 0;
    lang_use(client->french);
    if (table_event_count(room->table) != hint->event_count) {
        if (!answered)
            protocol_send_error(client, hint->asker.id, "stale", tr("the table has moved on"));
    } else if (hint->hints) {
        tell_hint(room, client, hint);
    } else if (!judge_of(hint->view->game)->ready(&hint->view->settings, &why)) {
        protocol_send_error(client, hint->asker.id, "no-hints", why.start);
    } else { /* the judge has become ready meanwhile */
        room_ask_hint(client, hint->asker.id, hint->grows);
    }
}

void room_ask_hint(struct client *client, long long id, bool grows)
{
    struct room *room = client->at;
    struct room_hint hint = {.asker = {.seat = client->seat, .id = id},
                             .ticket = ++room->protocol->hints_asked,
                             .grows = grows,
                             .depth = grows ? 1 : 0,
                             .began = room->protocol->now(room->protocol)};
    room->hint = client->hint = hint.ticket;
    room->hint_answered = false;
    ask_at_depth(room, &hint);
}

/* ---- rematch ---- */

/* Moves the clients of a person's seat to the same seat at the new table. */
static void move_person(struct room *room, struct room *next_table, int seat, const char *secret)
{
    for (struct client *client = room->clients, *next; client; client = next) {
        next = client->next;
        if (client->seat != seat)
            continue;
        room_leave(client);
        room_enter(next_table, client, seat);
        const struct table_asker asker = {.seat = seat, .id = -1, .who = client};
        if (client->protocol->on_sit && client->person)
            client->protocol->on_sit(client);
        table_tell_joined(next_table->table, &asker, secret);
    }
}

void room_rematch(struct table *table)
{
    struct room *room = owner(table);
    struct protocol *protocol = room->protocol;
    const uint64_t now = protocol->now(protocol);
    struct table_setup setup;
    table_setup_rematch(table, &setup);
    struct room *next_table = protocol->create(protocol, &setup);
    table_set_next(table, table_id(next_table->table), now);
    for (int seat = 1; seat <= table_players(table); seat++) {
        if (!(table_present(table) >> (seat - 1) & 1))
            continue;
        char secret[TABLE_SECRET_HEX];
        protocol_make_secret(secret);
        table_take_seat(next_table->table, seat, table_match(table)->name[seat - 1], secret, now);
        move_person(room, next_table, seat, secret);
        sodium_memzero(secret, sizeof secret);
    }
    table_tell_next(table);
    table_tell_all(next_table->table, "join", now);
    table_run(next_table->table, now);
    protocol->schedule(next_table);
}
