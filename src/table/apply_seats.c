/* Applying the events of seats: who has them, who left, who plays for whom. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/levels.h"
#include "base/memory.h"
#include "table/internal.h"

/* Closes the bot of a seat whose kind changes. */
static void drop_bot(struct table *t, int seat, uint64_t at)
{
    driver_close_bot(&t->driver, seat);
    driver_replan(&t->driver);
    t->seat[seat - 1].kind_event = t->event_count + 1;
    t->seat[seat - 1].kind_since = at;
}

/* A seat that is given up loses its commitment, if seeds are not being revealed yet: otherwise the
 * others would wait for its seed. */
static void forget_commitment(struct table *t, int seat)
{
    if (!t->reveal)
        t->fair.committed &= (uint8_t) ~(1u << (seat - 1));
}

/* When the last open seat is taken, the exchange of seeds begins. */
void table_find_phase(struct table *t, uint64_t at)
{
    if (t->phase != TABLE_WAITING)
        return;
    for (int seat = 1; seat <= t->match->settings.players; seat++) {
        if (table_seat_kind(t, seat) == SEAT_OPEN)
            return;
    }
    t->phase = TABLE_FAIR;
    t->fair_since = at;
}

/* The host is the creator; when that person leaves or loses the seat, the next person round the
 * table. `first` is 1 if the search starts after the present host's seat. */
static void find_host(struct table *t, int first)
{
    const int players = t->match->settings.players;
    for (int i = first; t->host_seat && i < players + first; i++) {
        const int seat = 1 + (t->host_seat - 1 + i) % players;
        const enum table_seat_kind kind = table_seat_kind(t, seat);
        if (kind == SEAT_PERSON || kind == SEAT_STAND_IN) {
            t->host_seat = (uint8_t)seat;
            return;
        }
    }
}

/* Remembers the person who loses the seat while a bot plays for them. A person who gives the seat
 * up has no claim to it, and nobody has one to a seat that they have again. */
static void keep_former(struct table *t, int seat, const unsigned char hash[TABLE_HASH_BYTES])
{
    struct table_seat *s = &t->seat[seat - 1];
    const bool again = s->former && memcmp(s->former->hash, hash, TABLE_HASH_BYTES) == 0;
    if (s->stand_in) {
        if (!s->former)
            s->former = memory_new(1, sizeof *s->former);
        memcpy(s->former->name, t->match->name[seat - 1], MATCH_NAME_MAX);
        memcpy(s->former->hash, s->hash, TABLE_HASH_BYTES);
    } else if (!s->gone || again) {
        free(s->former);
        s->former = NULL;
    }
}

/* The seat changes hands during the game. */
static void record_change(struct table *t, int seat, struct span name)
{
    char comment[2 * MATCH_NAME_MAX + 64];
    struct text line = text_on(comment, sizeof comment);
    text_printf(&line, "# seat %d passes from %s to %.*s", seat, t->match->name[seat - 1],
                span_shown(name), name.at);
    lines_add(&t->match->body, span_of(comment));
}

bool table_apply_seat(struct table *t, const struct table_event *event)
{
    struct span hex = event->text;
    const struct span name = span_cut(&hex, '\n');
    struct table_seat *seat = &t->seat[event->seat - 1];
    char *own = t->match->name[event->seat - 1];
    const bool playing = t->phase == TABLE_PLAYING;
    unsigned char hash[TABLE_HASH_BYTES];
    if (name.length == 0 || name.length >= MATCH_NAME_MAX || !fair_from_hex(hex, hash) ||
        (playing && table_seat_kind(t, event->seat) == SEAT_BOT) ||
        (t->proposal == PROPOSAL_SEAT && t->proposal_seat == event->seat))
        return false;
    if (playing) {
        keep_former(t, event->seat, hash);
        record_change(t, event->seat, name);
    }
    memcpy(seat->hash, hash, sizeof hash);
    memcpy(own, name.at, name.length);
    own[name.length] = '\0';
    seat->stand_in = seat->gone = false;
    seat->agent = NULL;
    t->agreed &= ~(1u << (event->seat - 1));
    forget_commitment(t, event->seat);
    if (t->ledger)
        t->ledger->seat[event->seat - 1].passed = true;
    drop_bot(t, event->seat, event->at);
    find_host(t, playing && t->host_seat == event->seat);
    table_find_phase(t, event->at);
    table_clock_settle(t, GAME_CHANCE, event->at);
    return true;
}

/* The name of the agent or level itself, so that a seat need not own a copy; the best agent's if
 * there is none of that name. */
static const char *intern_agent(const struct table *t, struct span name)
{
    const struct agent *agent;
    for (size_t i = 0; (agent = agent_any(i)); i++) {
        if (span_is(name, agent->name))
            return agent->name;
        if (agent->former && span_is(name, agent->former))
            return agent->former; /* an old table's records stay as they were */
    }
    const int level = agent_level_find(name);
    return level >= 0 ? agent_level_names[level] : table_best_agent(t);
}

/* During a game, adds a comment to the record that names the seat's player. */
void table_record_player(struct table *t, int seat, const char *agent)
{
    struct text comment = text_on((char[MATCH_NAME_MAX + 64]){0}, MATCH_NAME_MAX + 64);
    if (t->phase != TABLE_PLAYING)
        return;
    if (agent)
        text_printf(&comment, "# seat %d is played by " MATCH_BOT "%s from here on", seat, agent);
    else
        text_printf(&comment, "# seat %d plays itself again", seat);
    lines_add(&t->match->body, span_of(comment.start));
}

static bool set_kind(struct table *t, int seat, enum table_seat_kind kind, struct span agent)
{
    struct table_seat *s = &t->seat[seat - 1];
    char *name = t->match->name[seat - 1];
    const bool person = kind == SEAT_PERSON || kind == SEAT_STAND_IN || kind == SEAT_GONE;
    if (person && (name[0] == '\0' || match_names_bot(name)))
        return false; /* the seat has no person */
    t->late &= ~(1u << (seat - 1));
    s->stand_in = kind == SEAT_STAND_IN;
    s->gone = kind == SEAT_GONE;
    s->agent = s->stand_in || s->gone ? intern_agent(t, agent) : NULL;
    if (kind != SEAT_PERSON && kind != SEAT_STAND_IN)
        memset(s->hash, 0, sizeof s->hash);
    if (person) {
        table_record_player(t, seat, s->agent);
    } else {
        name[0] = '\0';
        if (kind == SEAT_BOT)
            snprintf(name, MATCH_NAME_MAX, MATCH_BOT "%.*s", (int)agent.length, span_start(agent));
    }
    if (kind != SEAT_PERSON && kind != SEAT_STAND_IN)
        forget_commitment(t, seat);
    return true;
}

bool table_apply_kind(struct table *t, const struct table_event *event)
{
    struct span agent = event->text;
    const struct span name = span_cut(&agent, '\n');
    for (int kind = SEAT_OPEN; kind <= SEAT_GONE; kind++) {
        if (!span_is(name, table_seat_kind_name((enum table_seat_kind)kind)))
            continue;
        if (!set_kind(t, event->seat, (enum table_seat_kind)kind, agent))
            return false;
        drop_bot(t, event->seat, event->at);
        find_host(t, 0);
        table_find_phase(t, event->at);
        table_clock_settle(t, GAME_CHANCE, event->at);
        return true;
    }
    return false;
}
