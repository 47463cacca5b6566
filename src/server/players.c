#include "server/players.h"

#include <string.h>

#include "people/keys.h"

void players_know(struct client *client, const unsigned char *key, uint64_t now, const char *ticket)
{
    struct people_ticket known;
    client->person = 0;
    if (!people_read_ticket(key, span_of(ticket), now, &known))
        return;
    client->person = known.person;
    memcpy(client->person_name, known.name, sizeof client->person_name);
}

bool players_opens(const struct table *table, const unsigned char *key, uint64_t now, int seat,
                   const char *secret)
{
    struct people_seat known;
    const enum table_seat_kind kind = table_seat_kind(table, seat);
    return (kind == SEAT_PERSON || kind == SEAT_STAND_IN) &&
           people_read_seat(key, span_of(secret), now, &known) && known.seat == seat &&
           known.mark == table_seat_mark(table, seat) && strcmp(known.table, table_id(table)) == 0;
}

static void add(struct writer *writer, enum people_change_kind kind, int64_t row,
                const struct table *table, int seat, int64_t person, uint64_t at)
{
    struct people_change change = {
        .kind = kind, .table = row, .seat = seat, .person = person, .at = at};
    snprintf(change.name, sizeof change.name, "%s", table_id(table));
    people_game_of(table, &change.played);
    writer_add_change(writer, &change);
}

void players_sat(struct writer *writer, int64_t row, const struct table *table,
                 const struct client *client, uint64_t now)
{
    add(writer, client->person ? PEOPLE_SIT : PEOPLE_TAKE, row, table, client->seat, client->person,
        now);
}

void players_event(struct writer *writer, int64_t row, const struct table *table,
                   const struct table_event *event, bool ended)
{
    const enum table_phase phase = table_phase(table);
    if (event->kind == EVENT_KIND && phase < TABLE_PLAYING)
        add(writer, PEOPLE_DROP, row, table, event->seat, 0, event->at);
    if (ended)
        add(writer, PEOPLE_OVER, row, table, 0, 0, event->at);
}

void players_hinted(struct writer *writer, int64_t row, int seat)
{
    const struct people_change change = {.kind = PEOPLE_HINT, .table = row, .seat = seat};
    writer_add_change(writer, &change);
}
