#include "protocol/lobby.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"

static struct lobby_table *owner(const struct table *table)
{
    return table_owner(table);
}

void lobby_make_id(char id[TABLE_ID_LENGTH + 1], char first)
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

void lobby_make_secret(char secret[TABLE_SECRET_HEX])
{
    unsigned char bytes[TABLE_SECRET_BYTES];
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2hex(secret, TABLE_SECRET_HEX, bytes, sizeof bytes);
    sodium_memzero(bytes, sizeof bytes);
}

/* ---- clients ---- */

void lobby_enter(struct lobby_table *lt, struct client *client, int seat)
{
    client->at = lt;
    client->seat = (int8_t)seat;
    client->hint = 0;
    client->before = NULL;
    client->next = lt->clients;
    if (lt->clients)
        lt->clients->before = client;
    lt->clients = client;
    lt->lobby->came(client);
    table_wake(lt->table, lt->lobby->now(lt->lobby));
    table_enter(lt->table, seat);
}

void lobby_detach(struct client *client)
{
    struct lobby_table *lt = client->at;
    if (client->before)
        client->before->next = client->next;
    else
        lt->clients = client->next;
    if (client->next)
        client->next->before = client->before;
    client->at = NULL;
    client->next = client->before = NULL;
    client->seat = 0;
}

void lobby_drop_brought(struct client *client)
{
    lines_free(&client->brought);
    client->brought_bytes = 0;
}

void lobby_leave(struct client *client)
{
    struct lobby_table *lt = client->at;
    const int seat = client->seat;
    if (!lt)
        return;
    lobby_detach(client);
    if (!lt->set_aside) { /* else who is present is counted when it is set back */
        table_leave(lt->table, seat, lt->lobby->now(lt->lobby));
        lt->lobby->schedule(lt);
    }
    if (!lt->clients)
        lt->lobby->emptied(lt);
}

bool lobby_wants_states(const struct table *table)
{
    for (const struct client *client = owner(table)->clients; client; client = client->next) {
        if (client->states)
            return true;
    }
    return false;
}

/* ---- hints ---- */

void lobby_hint_make(struct lobby_hint *hint)
{
    char unused[TEXT_WHY];
    struct text why = text_on(unused, sizeof unused);
    const struct judge *judge = judge_of(hint->view->game);
    if (!judge->ready(&hint->view->settings, &why))
        return;
    struct hints *hints = memory_new(1, sizeof *hints);
    if (hints_make(hint->view, hint->asker.seat, judge, hint->depth, hint->lines, hint->stop,
                   hints))
        hint->hints = hints;
    else
        free(hints);
}

void lobby_hint_free(struct lobby_hint *hint)
{
    match_free(hint->view);
    free(hint->hints);
}

static struct client *find_asker(const struct lobby_table *lt, uint32_t ticket)
{
    struct client *client = lt->clients;
    while (client && client->hint != ticket)
        client = client->next;
    return client;
}

/* Has the hint computed at its depth, from what its seat sees now. */
static void ask_at_depth(struct lobby_table *lt, struct lobby_hint *hint)
{
    const struct match *match = table_match(lt->table);
    hint->asked = lt->lobby->now(lt->lobby);
    hint->event_count = table_event_count(lt->table);
    hint->view = match_view(match, hint->asker.seat);
    hint->lines = match->body.count;
    hint->stop = lt->lobby->table_env->stop;
    hint->hints = NULL;
    lt->lobby->ask_hint(lt, hint);
}

/* Tells the asker, and asks for a better hint if there is time for one. */
static void tell_hint(struct lobby_table *lt, struct client *client, struct lobby_hint *hint)
{
    const uint64_t now = lt->lobby->now(lt->lobby);
    const bool more = hint->grows && hints_go_on(hint->hints, now - hint->began, now - hint->asked);
    hint->asker.who = client;
    table_tell_hint(lt->table, &hint->asker, hint->hints, more);
    if (more) {
        struct lobby_hint next = *hint; /* with the same ticket */
        next.asker.who = NULL;
        next.depth = hint->hints->depth + 1;
        lt->hint = client->hint = hint->ticket;
        lt->hint_told = true;
        ask_at_depth(lt, &next);
    }
}

void lobby_hint_answered(struct lobby_table *lt, struct lobby_hint *hint)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    struct client *client = find_asker(lt, hint->ticket);
    const bool told = hint->depth > 1;
    if (lt->hint == hint->ticket) {
        lt->hint = 0;
        lt->hint_told = false;
    } else if (told) {
        return; /* another hint has been asked for */
    }
    if (!client || stop_is_set(hint->stop))
        return; /* it has left, or everything ends */
    client->hint = 0;
    lang_use(client->french);
    if (table_event_count(lt->table) != hint->event_count) {
        if (!told)
            lobby_send_error(client, hint->asker.id, "stale", tr("the table has moved on"));
    } else if (hint->hints) {
        tell_hint(lt, client, hint);
    } else if (!judge_of(hint->view->game)->ready(&hint->view->settings, &why)) {
        lobby_send_error(client, hint->asker.id, "no-hints", reason);
    } else { /* the judge has become ready meanwhile */
        lobby_ask_hint(client, hint->asker.id, hint->grows);
    }
}

void lobby_ask_hint(struct client *client, long long id, bool grows)
{
    struct lobby_table *lt = client->at;
    struct lobby_hint hint = {.asker = {.seat = client->seat, .id = id},
                              .ticket = ++lt->lobby->hints_asked,
                              .grows = grows,
                              .depth = grows ? 1 : 0,
                              .began = lt->lobby->now(lt->lobby)};
    lt->hint = client->hint = hint.ticket;
    lt->hint_told = false;
    ask_at_depth(lt, &hint);
}

/* ---- rematch ---- */

/* Moves the clients of a person's seat to the same seat of the new table. */
static void move_person(struct lobby_table *lt, struct lobby_table *next_table, int seat,
                        const char *secret)
{
    for (struct client *client = lt->clients, *next; client; client = next) {
        next = client->next;
        if (client->seat != seat)
            continue;
        lobby_leave(client);
        lobby_enter(next_table, client, seat);
        const struct table_asker asker = {.seat = seat, .id = -1, .who = client};
        table_tell_joined(next_table->table, &asker, secret);
    }
}

void lobby_rematch(struct table *table)
{
    struct lobby_table *lt = owner(table);
    struct lobby *lobby = lt->lobby;
    const uint64_t now = lobby->now(lobby);
    struct table_setup setup;
    table_setup_rematch(table, &setup);
    struct lobby_table *next_table = lobby->create(lobby, &setup);
    table_set_next(table, table_id(next_table->table), now);
    for (int seat = 1; seat <= table_players(table); seat++) {
        if (!(table_present(table) >> (seat - 1) & 1))
            continue;
        char secret[TABLE_SECRET_HEX];
        lobby_make_secret(secret);
        table_take_seat(next_table->table, seat, table_match(table)->name[seat - 1], secret, now);
        move_person(lt, next_table, seat, secret);
        sodium_memzero(secret, sizeof secret);
    }
    table_tell_next(table);
    table_tell_all(next_table->table, "join", now);
    table_run(next_table->table, now);
    lobby->schedule(next_table);
}
