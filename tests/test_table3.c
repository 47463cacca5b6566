/* Tables with fair dice 3 without a server, in simulated time: honest clients (match/client3.h) of
 * every seat get the table's messages, answer, sleep, lose their connections, are killed and
 * started again, change devices and leave. At random moments the table is restored from its events,
 * and must go on alike. In the end the record and the clients' transcripts are judged: nobody is
 * accused. CORNET_SEED=N plays other games. */
#include <jansson.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "agents/levels.h"
#include "base/memory.h"
#include "copy_unstored.h"
#include "event_log.h"
#include "helpers.h"
#include "match/client3.h"
#include "match/verdict.h"
#include "table/internal.h"

enum { PENDING = 8, STEPS = 6000, DEVICES_MAX = 12 };

/* What happens at a table, besides the game. */
enum {
    KEYLESS = 1,    /* some have no key */
    PLAIN = 2,      /* some clients are of old */
    SLEEPS = 4,     /* clients do not answer for a while */
    BREAKS = 8,     /* connections break */
    CLOCKS = 16,    /* times run out */
    PROPOSALS = 32, /* undo, draws, bots for those who are away */
    LEAVES = 64,    /* people leave for good, and others take their seats */
    DEVICES = 128,  /* people change to another device */
    CRASHES = 256,  /* the server starts again */
    HANDS = 512,    /* people throw their dice by hand */
    FROM = 1024,    /* the game continues another one */
    KILLS = 2048,   /* clients are killed, or lose their power, and start again */
    DELAYS =
        4096, /* connections break while a line is on its way: it arrives, is lost or is late */
    EVERYTHING = 8191,
};

/* What one device of a person has stored. */
struct device {
    struct client3 *client; /* NULL: a client of old, or nobody */
    struct lines transcript;
    size_t durable; /* lines that a loss of power cannot take */
    bool keyed;
    unsigned char secret[FAIR_BYTES], key[FAIR_BYTES];
};

/* A client of a seat. */
struct person {
    struct device device;
    struct lines inbox; /* messages that it has not read */
    bool here, proves, asleep;
    bool knows; /* it has read the table: it can act */
    char secret[TABLE_SECRET_HEX];
    bool synced;      /* since the last connection, all entries are here */
    uint32_t last;    /* entries, according to the server */
    uint32_t said;    /* the last word before this connection */
    struct lines log; /* of a `table` whose entries are coming */
    bool compares;
    char act[FAIR3_NOTE_MAX];                    /* that it would undo by */
    char proposal[16], proposed[FAIR3_NOTE_MAX]; /* what is proposed, and its act */
    uint32_t word;                               /* M of its word about it; 0: none */
    bool salted;                                 /* its next line will be hidden */
    bool spoiled;                                /* a transcript that proves less is expected */
};

/* A line of a connection that is broken, which the server has not read yet. */
struct late {
    int seat; /* 0: none */
    bool worded;
    struct table_word word;
    char line[GAME_LINE_MAX];
};

struct world {
    struct table_env env;
    struct table_fair3 fair3;
    struct fair_cache *cache;
    struct text scratch;
    struct rng rng, bots;
    struct table *table;
    unsigned flags;
    struct event_log log; /* all events so far */
    struct table_question *pending[PENDING];
    int waiting;
    uint64_t now;
    struct person person[GAME_SEATS_MAX];
    struct device old[GAME_SEATS_MAX][DEVICES_MAX]; /* devices that were replaced */
    int olds[GAME_SEATS_MAX];
    struct late late;
    unsigned losts, restarts, returns, removals;
    unsigned kinds, misses, lates, undone, hidden, probes, gots, signs, alone;
};

static struct rng *entropy; /* of the world that is played */

static uint32_t below(struct world *w, uint32_t n)
{
    return rng_below(&w->rng, n);
}

static void make_random(void *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)rng_below(entropy, 256);
}

/* ---- the environment ---- */

static void store(struct table *t, const struct table_event *event)
{
    struct world *w = t->env->context;
    event_log_add(&w->log, event);
    const char *text = w->log.event[w->log.count - 1].text.at;
    w->kinds |= 1u << event->kind;
    w->misses += strstr(text, "#3 miss") != NULL;
    w->lates += strstr(text, "#3 late") != NULL;
    w->undone += strstr(text, "#3 undo") != NULL && event->kind == EVENT_UNDO;
    w->hidden += strstr(text, "#3 hide") != NULL;
    w->alone += strstr(text, " 0:") != NULL;
    w->removals += event->kind == EVENT_PROPOSE && strncmp(text, "remove", 6) == 0;
}

static void deliver(struct person *p, bool proving, struct span message)
{
    if (p->here && (p->proves || !proving))
        lines_add(&p->inbox, message);
}

static void tell(struct table *t, unsigned viewers, struct span message)
{
    struct world *w = t->env->context;
    for (int i = 0; i < t->match->settings.players; i++) {
        if (viewers >> (i + 1) & 1)
            deliver(&w->person[i], viewers & TABLE_PROVING, message);
    }
}

static void reply(struct table *t, const struct table_asker *asker, struct span message)
{
    struct world *w = t->env->context;
    if (asker->seat)
        deliver(&w->person[asker->seat - 1], false, message);
}

static unsigned audience(const struct table *t)
{
    const struct world *w = t->env->context;
    unsigned viewers = 0;
    for (int i = 0; i < t->match->settings.players; i++)
        viewers |= (unsigned)w->person[i].here << (i + 1);
    return viewers;
}

static bool throws(const struct table *t, int seat)
{
    const struct world *w = t->env->context;
    return w->flags & HANDS && w->person[seat - 1].here;
}

static bool proves(const struct table *t, int seat)
{
    const struct world *w = t->env->context;
    return w->person[seat - 1].here && w->person[seat - 1].proves;
}

static void think(struct table *t, int seat)
{
    struct world *w = t->env->context;
    assert_true(w->waiting < PENDING);
    struct table_question *question = memory_new(1, sizeof *question);
    table_question(t, seat, question);
    w->pending[w->waiting++] = question;
}

static void rematch(struct table *t)
{
    struct world *w = t->env->context;
    table_set_next(t, "abcdefghijklmnop", w->now);
}

/* ---- clients ---- */

static struct table_asker asker_of(struct world *w, int seat)
{
    const struct person *p = &w->person[seat - 1];
    return (struct table_asker){.seat = seat,
                                .id = 1,
                                .who = w,
                                .have = p->device.client ? client3_have(p->device.client) : 0,
                                .proves = p->proves};
}

/* Keeps the new lines of the transcript, and fails if the client found a contradiction. */
static void keep(struct world *w, int seat, struct client3_out *out, const struct text *why)
{
    struct person *p = &w->person[seat - 1];
    for (size_t i = 0; i < out->news.count; i++) {
        lines_add(&p->device.transcript, span_of(out->news.line[i]));
        w->losts += strncmp(out->news.line[i], "lost ", 5) == 0;
    }
    if (out->contradicted)
        fail_msg("flags %u: seat %d of %s is contradicted: %s", w->flags, seat,
                 w->table->match->game->id, why ? why->start : "");
    p->spoiled = p->spoiled || out->left_out;
    client3_out_free(out);
}

static void new_client(struct world *w, int seat)
{
    struct person *p = &w->person[seat - 1];
    struct device *device = &p->device;
    client3_free(device->client);
    lines_free(&device->transcript);
    make_random(device->secret, FAIR_BYTES);
    make_random(device->key, FAIR_BYTES);
    device->durable = 0;
    device->keyed = !(w->flags & KEYLESS) || below(w, 2);
    device->client = client3_new(seat, device->secret, device->keyed ? device->key : NULL);
    p->knows = p->synced = p->compares = false;
    p->said = 0;
}

static char *text_of(const struct lines *lines)
{
    struct lines copy = {0};
    for (size_t i = 0; i < lines->count; i++)
        lines_add(&copy, span_of(lines->line[i]));
    return lines_join(&copy);
}

/* The client's program starts again; after a loss of power, lines that were not written durably may
 * be gone. */
static void restart(struct world *w, int seat)
{
    struct person *p = &w->person[seat - 1];
    struct device *device = &p->device;
    struct transcript3 kept;
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    size_t line;
    const size_t loose = device->transcript.count - device->durable;
    if (loose && below(w, 2))
        lines_cut(&device->transcript, device->durable + below(w, (uint32_t)loose + 1));
    char *bytes = text_of(&device->transcript);
    client3_free(device->client);
    device->client = client3_new(seat, device->secret, device->keyed ? device->key : NULL);
    p->knows = p->synced = false;
    w->restarts++;
    if (!transcript3_read(&kept, span_of(bytes), &line, &why))
        new_client(w, seat); /* it has only begun */
    else
        assert_true(client3_restore(device->client, &kept, &why));
    transcript3_free(&kept);
    memory_free(bytes);
}

/* The word about an act. */
static struct table_word word_for(struct world *w, int seat, const char *act, bool yes, bool salted,
                                  struct table_asker *asker)
{
    struct person *p = &w->person[seat - 1];
    struct client3_word said;
    struct client3_out out = {0};
    client3_say(p->device.client, span_of(act), yes, salted, w->now, &said, &out);
    keep(w, seat, &out, NULL);
    p->device.durable = p->device.transcript.count;
    struct table_word word = {
        .number = said.m, .seen = said.seen, .salted = said.has_salt, .sign = said.sign};
    memcpy(word.digest, said.digest, FAIR_BYTES);
    memcpy(word.salt, said.salt, FAIR_BYTES);
    w->signs += said.sign.has;
    (void)asker;
    return word;
}

static void refused(struct world *w, int seat, uint32_t number)
{
    struct client3_out out = {0};
    client3_refused(w->person[seat - 1].device.client, number, &out);
    keep(w, seat, &out, NULL);
}

static void send_link(struct world *w, int seat, const struct client3_link *link)
{
    char hash[FAIR_HEX], hex[FAIR_HEX], reason[TEXT_WHY];
    struct text sign = text_on((char[FAIR3_SIGNED_HEX]){0}, FAIR3_SIGNED_HEX);
    struct table_refusal r = {.why = text_on(reason, sizeof reason)};
    const struct table_asker asker = asker_of(w, seat);
    fair_to_hex(link->hash, hash);
    fair_to_hex(link->link, hex);
    fair3_write_signed(&link->sign, &sign);
    const struct table_link given = {link->step, hash, hex, sign.start};
    if (!table_link(w->table, &asker, &given, w->now, &r))
        assert_string_equal(r.code, "stale");
}

static void send_chain(struct world *w, int seat)
{
    struct person *p = &w->person[seat - 1];
    struct client3_chain chain;
    struct client3_out out = {0};
    char end[FAIR_HEX], reason[TEXT_WHY];
    struct text key = text_on((char[FAIR_HEX]){0}, FAIR_HEX);
    struct table_refusal r = {.why = text_on(reason, sizeof reason)};
    const struct table_asker asker = asker_of(w, seat);
    if (!p->synced)
        return;
    client3_chain(p->device.client, &chain, &out);
    keep(w, seat, &out, NULL);
    if (!chain.due)
        return;
    p->device.durable = p->device.transcript.count;
    fair_to_hex(chain.end, end);
    fair3_write_key(&chain.key, &key);
    if (!table_chain(w->table, &asker, chain.asks, end, key.start, w->now, &r) &&
        strcmp(r.code, "stale") != 0 && strcmp(r.code, "not-now") != 0)
        fail_msg("chain refused: %s", reason);
}

static struct lines lines_of(const json_t *list)
{
    struct lines lines = {0};
    size_t i;
    json_t *line;
    json_array_foreach(list, i, line) lines_add(&lines, span_of(json_string_value(line)));
    return lines;
}

/* All entries are here: what became of the words of the last connection, and whether the log that
 * was shown is the ledger's. */
static void settle(struct world *w, int seat)
{
    struct person *p = &w->person[seat - 1];
    struct client3_out out = {0};
    const struct client3 *client = p->device.client;
    if (!p->knows || client3_have(client) < p->last)
        return;
    if (p->compares && client3_have(client) == p->last && !client3_has_lines(client, &p->log, true))
        fail_msg("flags %u: seat %d of %s sees another log", w->flags, seat,
                 w->table->match->game->id);
    p->compares = false;
    if (p->synced)
        return;
    p->synced = true;
    client3_settle(p->device.client, p->said, p->word, &out);
    keep(w, seat, &out, NULL);
}

static void take_entries(struct world *w, int seat, const json_t *message)
{
    struct person *p = &w->person[seat - 1];
    struct client3_out out = {0};
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct lines lines = lines_of(json_object_get(message, "lines"));
    client3_entries(
        p->device.client, (uint32_t)json_integer_value(json_object_get(message, "from")), &lines,
        span_of(json_string_value(json_object_get(message, "seal"))), w->now, &out, &why);
    lines_free(&lines);
    const struct client3_link link = out.link;
    keep(w, seat, &out, &why);
    if (link.due)
        p->device.durable = p->device.transcript.count;
    settle(w, seat);
    if (link.due)
        send_link(w, seat, &link);
    send_chain(w, seat);
}

static void take_head(struct world *w, int seat, const json_t *message)
{
    struct person *p = &w->person[seat - 1];
    struct client3_out out = {0};
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    const json_t *fair = json_object_get(message, "fair3");
    struct lines head = lines_of(json_object_get(fair, "head")), opening = {0};
    assert_true(json_is_null(json_object_get(message, "fair")));
    const struct table *t = w->table;
    const json_t *log = json_object_get(message, "log");
    for (size_t i = 0; i < t->fair.from && i < json_array_size(log); i++)
        lines_add(&opening, span_of(json_string_value(json_array_get(log, i))));
    lines_free(&p->log);
    for (size_t i = 0; i < json_array_size(log); i++) {
        const char *line = json_string_value(json_array_get(log, i));
        if (line[0] != '#')
            lines_add(&p->log, span_of(line));
    }
    p->compares = json_integer_value(json_object_get(message, "log_from")) == 0;
    p->knows = true;
    p->last = (uint32_t)json_integer_value(json_object_get(fair, "last"));
    client3_head(p->device.client, &head, opening.count ? &opening : NULL, &out, &why);
    keep(w, seat, &out, &why);
    lines_free(&head);
    lines_free(&opening);
}

static void take_clock(struct world *w, int seat, const json_t *message)
{
    struct client3_out out = {0};
    const json_t *clock = json_object_get(message, "clock");
    if (!json_is_true(json_object_get(clock, "running")))
        return;
    client3_clock(w->person[seat - 1].device.client,
                  (int)json_integer_value(json_object_get(clock, "seat")),
                  (uint64_t)json_integer_value(json_object_get(clock, "left")), w->now, &out);
    keep(w, seat, &out, NULL);
}

static void take_state(struct world *w, int seat, const json_t *message)
{
    struct person *p = &w->person[seat - 1];
    const json_t *acts = json_object_get(json_object_get(message, "undo"), "acts");
    snprintf(p->act, sizeof p->act, "%s",
             acts ? json_string_value(json_array_get(acts, (size_t)seat - 1)) : "");
    p->salted = json_is_true(json_object_get(message, "salt"));
    take_clock(w, seat, message);
}

static void take_proposal(struct world *w, int seat, const json_t *message)
{
    struct person *p = &w->person[seat - 1];
    const json_t *proposal = json_object_get(message, "proposal");
    const char *act = json_string_value(json_object_get(proposal, "act"));
    p->proposal[0] = '\0';
    p->word = 0;
    if (json_is_object(proposal)) {
        snprintf(p->proposal, sizeof p->proposal, "%s",
                 json_string_value(json_object_get(proposal, "what")));
        snprintf(p->proposed, sizeof p->proposed, "%s", act ? act : "");
        p->word = (uint32_t)json_integer_value(
            json_array_get(json_object_get(proposal, "words"), (size_t)seat - 1));
        return;
    }
    const json_int_t m =
        json_integer_value(json_array_get(json_object_get(message, "words"), (size_t)seat - 1));
    if (json_is_false(json_object_get(message, "done")) && m)
        refused(w, seat, (uint32_t)m);
}

static void take_message(struct world *w, int seat, const char *text)
{
    struct person *p = &w->person[seat - 1];
    json_t *message = json_loads(text, 0, NULL);
    const char *type = json_string_value(json_object_get(message, "type"));
    if (!p->device.client) {
        json_decref(message);
        return;
    }
    if (strcmp(type, "table") == 0) {
        take_head(w, seat, message);
        take_proposal(w, seat, message);
        settle(w, seat);
        send_chain(w, seat);
    }
    if (strcmp(type, "entries") == 0)
        take_entries(w, seat, message);
    if (strcmp(type, "table") == 0 || strcmp(type, "moves") == 0)
        take_state(w, seat, message);
    if (strcmp(type, "clock") == 0)
        take_clock(w, seat, message);
    if (strcmp(type, "proposal") == 0)
        take_proposal(w, seat, message);
    if (strcmp(type, "ready") == 0) {
        table_heard(w->table, seat, w->now);
        w->probes++;
    }
    if (strcmp(type, "got") == 0) {
        struct client3_out out = {0};
        client3_got(p->device.client,
                    (uint32_t)json_integer_value(json_object_get(message, "step")),
                    span_of(json_string_value(json_object_get(message, "sig"))), &out);
        keep(w, seat, &out, NULL);
        w->gots++;
    }
    json_decref(message);
}

/* The client reads one message. */
static void read_one(struct world *w, int seat)
{
    struct person *p = &w->person[seat - 1];
    if (p->inbox.count == 0 || !p->here || p->asleep)
        return;
    char *text = p->inbox.line[0];
    memmove(p->inbox.line, p->inbox.line + 1, --p->inbox.count * sizeof *p->inbox.line);
    take_message(w, seat, text);
    free(text);
}

static void read_all(struct world *w)
{
    for (bool any = true; any;) {
        any = false;
        for (int seat = 1; seat <= w->table->match->settings.players; seat++) {
            const struct person *p = &w->person[seat - 1];
            any = any || (p->inbox.count && p->here && !p->asleep);
            read_one(w, seat);
        }
    }
}

/* ---- people ---- */

static void enter(struct world *w, int seat)
{
    w->person[seat - 1].here = true;
    table_enter(w->table, seat);
}

static void leave(struct world *w, int seat)
{
    struct person *p = &w->person[seat - 1];
    p->here = false;
    p->asleep = false;
    lines_free(&p->inbox);
    table_leave(w->table, seat, w->now);
}

static void drop_device(struct device *device)
{
    client3_free(device->client);
    lines_free(&device->transcript);
    *device = (struct device){0};
}

static void sit(struct world *w, int seat)
{
    struct person *p = &w->person[seat - 1];
    char name[32];
    p->proves = !(w->flags & PLAIN) || below(w, 2);
    lines_free(&p->inbox);
    drop_device(&p->device);
    while (w->olds[seat - 1] > 0)
        drop_device(&w->old[seat - 1][--w->olds[seat - 1]]);
    p->knows = !p->proves;
    p->word = 0;
    if (p->proves)
        new_client(w, seat);
    snprintf(name, sizeof name, "Anne %d%u", seat, below(w, 1000));
    snprintf(p->secret, TABLE_SECRET_HEX, "%08x%024d", below(w, UINT32_MAX), seat);
    enter(w, seat);
    const struct table_asker asker = asker_of(w, seat);
    table_sit(w->table, &asker, name, p->secret, NULL, w->now);
}

/* The person goes on with a new device, or with one that they used before. */
static void change_device(struct world *w, int seat)
{
    struct person *p = &w->person[seat - 1];
    struct device *old = w->old[seat - 1];
    const int count = w->olds[seat - 1];
    if (count && below(w, 2)) {
        struct device *back = &old[below(w, (uint32_t)count)], device = *back;
        *back = p->device;
        p->device = device;
        w->returns++;
        restart(w, seat);
    } else if (count < DEVICES_MAX) {
        old[w->olds[seat - 1]++] = p->device;
        p->device = (struct device){0};
        new_client(w, seat);
    }
}

static void come_back(struct world *w, int seat)
{
    struct person *p = &w->person[seat - 1];
    if (w->flags & DEVICES && p->device.client && below(w, 3) == 0)
        change_device(w, seat);
    if (w->flags & KILLS && p->device.client && below(w, 2))
        restart(w, seat);
    p->word = 0;
    p->synced = false;
    p->said = p->device.client ? client3_said(p->device.client) : 0;
    enter(w, seat);
    const struct table_asker asker = asker_of(w, seat);
    table_resume(w->table, &asker, w->now);
}

/* Whether the client may say its words now. If another device has the seat's chain, and this one
 * can promise none any more, it begins anew. */
static bool may_say(struct world *w, int seat)
{
    struct person *p = &w->person[seat - 1];
    if (!p->device.client || client3_may_say(p->device.client))
        return true;
    if (client3_is_moved(p->device.client) && w->olds[seat - 1] < DEVICES_MAX) {
        w->old[seat - 1][w->olds[seat - 1]++] = p->device;
        p->device = (struct device){0};
        new_client(w, seat);
        lines_free(&p->inbox);
        const struct table_asker asker = asker_of(w, seat);
        table_tell_table(w->table, &asker, "sync", w->now);
        table_tell_entries(w->table, &asker);
    }
    return false;
}

/* A random legal line of the seat; false: there is none. */
static bool choose(struct world *w, int seat, struct text *out)
{
    const struct match *match = w->table->match;
    game_action action[GAME_ACTIONS_MAX];
    const int mover = w->table->phase == TABLE_PLAYING ? match_mover(match) : GAME_OVER;
    if (mover != seat && mover != GAME_ANYONE)
        return false;
    const size_t count = match->game->actions(&match->state, seat, action);
    if (count)
        match->game->write(&match->state, action[below(w, (uint32_t)count)], &match->history,
                           GAME_OPEN, out);
    return count > 0;
}

/* The line that was late arrives; its sender gets no answer. */
static void arrive(struct world *w)
{
    char reason[TEXT_WHY];
    struct table_refusal r = {.why = text_on(reason, sizeof reason)};
    struct late late = w->late;
    struct table_asker asker = asker_of(w, late.seat);
    asker.by = late.worded ? &late.word : NULL;
    w->late.seat = 0;
    table_move(w->table, &asker, span_of(late.line), w->now, &r);
}

/* The connection breaks while the line is on its way. */
static void break_off(struct world *w, const struct table_asker *asker, const char *line)
{
    char reason[TEXT_WHY];
    struct table_refusal r = {.why = text_on(reason, sizeof reason)};
    const uint32_t fate = below(w, 3);
    if (fate == 0)
        table_move(w->table, asker, span_of(line), w->now, &r);
    leave(w, asker->seat);
    if (fate == 1 && !w->late.seat) {
        w->late = (struct late){.seat = asker->seat, .worded = asker->by != NULL};
        if (asker->by)
            w->late.word = *asker->by;
        snprintf(w->late.line, sizeof w->late.line, "%s", line);
    }
}

static void send_line(struct world *w, int seat, const char *line)
{
    struct person *p = &w->person[seat - 1];
    char reason[TEXT_WHY];
    struct table_refusal r = {.why = text_on(reason, sizeof reason)};
    struct table_asker asker = asker_of(w, seat);
    struct table_word word;
    const bool behind = p->inbox.count > 0;
    if (!may_say(w, seat))
        return;
    if (p->device.client) {
        word = word_for(w, seat, line, false, p->salted && !match_ending_of(span_of(line)), &asker);
        asker.by = &word;
    }
    if (w->flags & DELAYS && below(w, 12) == 0) {
        break_off(w, &asker, line);
        return;
    }
    if (table_move(w->table, &asker, span_of(line), w->now, &r))
        return;
    if (p->device.client) {
        refused(w, seat, word.number);
        /* a new device may act before its chain is there, and anybody on what is past */
        if (strcmp(r.code, "bad-value") == 0 && !behind && !(w->flags & (DEVICES | LEAVES)))
            fail_msg("%s refused: %s", line, reason);
    }
}

static void act(struct world *w, int seat)
{
    char reason[TEXT_WHY];
    struct table_refusal r = {.why = text_on(reason, sizeof reason)};
    const struct table_asker asker = asker_of(w, seat);
    struct text line = text_on((char[GAME_LINE_MAX]){0}, GAME_LINE_MAX);
    if (table_thrower(w->table) == seat && w->flags & HANDS)
        assert_true(table_throw(w->table, &asker, w->now, &r));
    else if (choose(w, seat, &line))
        send_line(w, seat, line.start);
}

/* People whose seat is no longer theirs are sent away. */
static void send_away(struct world *w)
{
    for (int seat = 1; seat <= w->table->match->settings.players; seat++) {
        const enum table_seat_kind kind = table_seat_kind(w->table, seat);
        if (kind == SEAT_PERSON || kind == SEAT_STAND_IN)
            continue;
        if (w->person[seat - 1].here)
            leave(w, seat);
        w->person[seat - 1].secret[0] = '\0';
    }
}

static void propose(struct world *w, int seat)
{
    struct person *p = &w->person[seat - 1];
    static const char *const whats[] = {"undo", "undo", "bot", "draw", "remove"};
    const char *what = whats[below(w, 5)];
    const int about = 1 + (int)below(w, (uint32_t)w->table->match->settings.players);
    char act[FAIR3_NOTE_MAX] = "", reason[TEXT_WHY];
    struct table_refusal r = {.why = text_on(reason, sizeof reason)};
    struct table_asker asker = asker_of(w, seat);
    struct table_word word = {0};
    if (strcmp(what, "undo") == 0)
        memcpy(act, p->act, sizeof act);
    else if (strcmp(what, "bot") == 0 || strcmp(what, "remove") == 0)
        snprintf(act, sizeof act, "#3 seat %d stand-in", about);
    else
        snprintf(act, sizeof act, "%d " MATCH_ACCEPTS, 3 - seat);
    if (!may_say(w, seat))
        return;
    if (p->device.client && act[0]) {
        word = word_for(w, seat, act, strcmp(what, "draw") == 0, false, &asker);
        asker.by = &word;
    }
    if (!table_propose(w->table, &asker, what, about, w->now, &r) && asker.by)
        refused(w, seat, word.number);
    send_away(w);
}

static void agree(struct world *w, int seat)
{
    struct person *p = &w->person[seat - 1];
    char reason[TEXT_WHY];
    struct table_refusal r = {.why = text_on(reason, sizeof reason)};
    struct table_asker asker = asker_of(w, seat);
    struct table_word word = {0};
    const bool yes = below(w, 5) > 0;
    if (!p->proposal[0] || p->word || !may_say(w, seat))
        return;
    if (p->device.client && yes && p->proposed[0]) {
        word = word_for(w, seat, p->proposed, strcmp(p->proposal, "draw") != 0, false, &asker);
        asker.by = &word;
    }
    if (!table_agree(w->table, &asker, p->proposal, yes, w->now, &r) && asker.by)
        refused(w, seat, word.number);
    p->proposal[0] = '\0';
    send_away(w);
}

static void quit(struct world *w, int seat)
{
    struct person *p = &w->person[seat - 1];
    char act[64], reason[TEXT_WHY];
    struct table_refusal r = {.why = text_on(reason, sizeof reason)};
    struct table_asker asker = asker_of(w, seat);
    struct table_word word;
    snprintf(act, sizeof act, "#3 seat %d left", seat);
    if (!may_say(w, seat))
        return;
    if (p->device.client) {
        word = word_for(w, seat, act, false, false, &asker);
        asker.by = &word;
    }
    if (!table_quit(w->table, &asker, w->now, &r)) {
        if (p->device.client)
            refused(w, seat, word.number);
        return;
    }
    leave(w, seat);
    table_run(w->table, w->now);
    p->secret[0] = '\0';
}

static void answer(struct world *w)
{
    if (w->waiting == 0)
        return;
    struct table_question *question = w->pending[--w->waiting];
    game_action action[GAME_ACTIONS_MAX];
    const size_t count = question->game->actions(&question->state, question->seat, action);
    question->plan = (struct agent_plan){.action = action[below(w, (uint32_t)count)]};
    question->plan.at = question->now + below(w, 5000) * question->race;
    table_answer(w->table, question, w->now);
    free(question);
}

/* ---- restoring ---- */

static struct table *restored(struct world *w)
{
    return event_log_restore(&w->log, &w->env, table_id(w->table));
}

/* All entries as a viewer gets them. */
static void compare_entries(const struct table *t, const struct table *live, int viewer)
{
    const struct table_ledger *a = t->ledger, *b = live->ledger;
    assert_int_equal(a->sum.count, b->sum.count);
    for (uint32_t i = 1; i <= a->sum.count; i++) {
        struct text one = text_on((char[FAIR3_NOTE_MAX]){0}, FAIR3_NOTE_MAX);
        struct text other = text_on((char[FAIR3_NOTE_MAX]){0}, FAIR3_NOTE_MAX);
        assert_string_equal(table_ledger_shown(a, i, viewer, &one).at,
                            table_ledger_shown(b, i, viewer, &other).at);
    }
}

static void compare(struct world *w)
{
    struct table *t = restored(w);
    char *bytes = memory_resize(NULL, 2, TABLE_MESSAGE_MAX);
    const struct table_ledger *a = t->ledger, *b = w->table->ledger;
    const size_t players = (size_t)t->match->settings.players;
    copy_unstored(t, w->table);
    for (int viewer = 0; viewer <= (int)players; viewer++) {
        for (uint64_t later = 0; later <= 7777; later += 7777) {
            struct text one = text_on(bytes, TABLE_MESSAGE_MAX);
            struct text other = text_on(bytes + TABLE_MESSAGE_MAX, TABLE_MESSAGE_MAX);
            table_write(w->table, viewer, "check", w->now + later, &one);
            table_write(t, viewer, "check", w->now + later, &other);
            assert_string_equal(one.start, other.start);
        }
        compare_entries(t, w->table, viewer);
    }
    assert_memory_equal(a->sum.hash, b->sum.hash, FAIR_BYTES);
    assert_memory_equal(a->seat, b->seat, players * sizeof *a->seat);
    assert_memory_equal(a->hash, b->hash, (a->sum.count - a->barrier + 1) * sizeof *a->hash);
    assert_int_equal(a->open, b->open);
    assert_int_equal(a->asked, b->asked);
    assert_int_equal(a->stored, b->stored);
    assert_int_equal(a->running, b->running);
    if (a->running) {
        assert_int_equal(a->run.drawn, b->run.drawn);
        assert_true(fair3_number(&a->run, false, 1000000) == fair3_number(&b->run, false, 1000000));
        assert_true(fair3_number(&a->run, true, 1000000) == fair3_number(&b->run, true, 1000000));
    }
    free(bytes);
    table_free(t);
}

static void drop_questions(struct world *w)
{
    while (w->waiting > 0) {
        table_question_free(w->pending[--w->waiting]);
        free(w->pending[w->waiting]);
    }
}

/* The server is gone; all reconnect to the restored table one by one. */
static void crash(struct world *w)
{
    if (below(w, 2))
        table_sleep(w->table, w->now);
    struct table *t = restored(w);
    drop_questions(w);
    w->late.seat = 0;
    table_free(w->table);
    w->table = t;
    for (int seat = 1; seat <= t->match->settings.players; seat++) {
        w->person[seat - 1].here = w->person[seat - 1].asleep = false;
        lines_free(&w->person[seat - 1].inbox);
    }
    w->now += below(w, 100000);
    table_wake(t, w->now);
}

/* ---- a game ---- */

static const char *weak_bot(const struct game *game)
{
    return game->flags & GAME_SPEECH && agent_level_spec(game, 0) ? "novice" : "random";
}

static void random_setup(struct world *w, const struct game *game, struct table_setup *setup)
{
    *setup = (struct table_setup){.game = game, .takeover = true, .fair3 = true};
    test_random_settings(game, &w->rng, &setup->settings);
    if (w->flags & CLOCKS) {
        setup->clock = below(w, 2) ? CLOCK_MOVE : CLOCK_BANK;
        setup->clock_ms = 1000 * (1 + (int64_t)below(w, 20));
        setup->clock_add = setup->clock == CLOCK_BANK ? 1000 * (int64_t)below(w, 5) : 0;
    }
    for (int i = 1; i < setup->settings.players; i++) {
        if (below(w, 3) == 0)
            snprintf(setup->name[i], MATCH_NAME_MAX, "bot:%s", weak_bot(game));
    }
    setup->host_seat = 1;
}

/* The game continues from some random lines. */
static void random_opening(struct world *w, struct table_setup *setup)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    for (int i = 0; i < setup->settings.players; i++)
        setup->settings.bots |= (unsigned)(setup->name[i][0] != '\0') << i;
    struct match *match = match_new(setup->game, &setup->settings, &why);
    for (uint32_t left = below(w, 40); left && match_mover(match) != GAME_OVER; left--) {
        game_action action[GAME_ACTIONS_MAX], ruling;
        int seat = match_mover(match);
        if (seat == GAME_CHANCE) {
            if (match->game->ruling(&match->state, &ruling))
                match_do_action(match, ruling);
            else
                match_draw(match, &w->rng);
            continue;
        }
        if (seat == GAME_ANYONE)
            seat = 1 + (int)below(w, (uint32_t)setup->settings.players);
        const size_t count = match->game->actions(&match->state, seat, action);
        if (count)
            match_do_action(match, action[below(w, (uint32_t)count)]);
    }
    if (match->body.count && match_mover(match) == GAME_OVER)
        lines_cut(&match->body, match->body.count - 1);
    setup->opening = match->body;
    match->body = (struct lines){0};
    match_free(match);
    memcpy(setup->source, "abcdefghijklmnop", sizeof setup->source);
}

static void open_world(struct world *w, const struct game *game, unsigned flags, uint64_t number)
{
    unsigned char seed[FAIR_BYTES] = {(unsigned char)number, (unsigned char)(number >> 8)};
    struct table_setup setup;
    *w = (struct world){.now = 1700000000000u, .cache = fair_cache_new(), .flags = flags};
    w->scratch = text_on(memory_new(TABLE_MESSAGE_MAX, 1), TABLE_MESSAGE_MAX);
    rng_seed(&w->rng, number);
    rng_seed(&w->bots, number + 1);
    entropy = &w->rng;
    w->fair3 = (struct table_fair3){
        .key = {9}, .sign = fair3_sign, .check = fair3_check, .random = make_random};
    if (number % 4)
        fair3_secret_make(&w->fair3.secret, seed);
    w->env = (struct table_env){.context = w,
                                .scratch = &w->scratch,
                                .fair_cache = w->cache,
                                .rng = &w->bots,
                                .fair3 = &w->fair3,
                                .round_pause = number % 2 ? 3000 : 0,
                                .lead = number % 4 == 3 ? 3000 : 0,
                                .fair_wait = TABLE_FAIR_WAIT,
                                .take_wait = TABLE_TAKE_WAIT,
                                .grace = number % 3 ? TABLE_GRACE : 0,
                                .program = "cornet-1",
                                .store = store,
                                .tell = tell,
                                .reply = reply,
                                .audience = audience,
                                .throws = throws,
                                .proves = proves,
                                .think = think,
                                .rematch = rematch};
    random_setup(w, game, &setup);
    if (flags & FROM)
        random_opening(w, &setup);
    w->table = table_create(&w->env, NULL, &setup, "qrstuvwxyzabcdef", seed, w->now);
    lines_free(&setup.opening);
}

static void close_world(struct world *w)
{
    drop_questions(w);
    table_free(w->table);
    event_log_free(&w->log);
    for (int i = 0; i < GAME_SEATS_MAX; i++) {
        drop_device(&w->person[i].device);
        lines_free(&w->person[i].inbox);
        lines_free(&w->person[i].log);
        while (w->olds[i] > 0)
            drop_device(&w->old[i][--w->olds[i]]);
    }
    fair_cache_free(w->cache);
    free(w->scratch.start);
}

static bool can_act(const struct person *p)
{
    return p->here && p->knows && !p->asleep;
}

/* Something that disturbs the game. */
static void disturb(struct world *w, int seat)
{
    struct person *p = &w->person[seat - 1];
    if (w->flags & SLEEPS && below(w, 4) == 0)
        p->asleep = p->here && !p->asleep;
    if (w->flags & BREAKS && below(w, 6) == 0 && p->here)
        leave(w, seat);
    if (w->flags & PROPOSALS && can_act(p))
        below(w, 2) ? propose(w, seat) : agree(w, seat);
    if (w->flags & LEAVES && can_act(p) && below(w, 40) == 0)
        quit(w, seat);
    if (w->flags & CRASHES && below(w, 30) == 0)
        crash(w);
}

static void step(struct world *w)
{
    struct table *t = w->table;
    const int seat = 1 + (int)below(w, (uint32_t)t->match->settings.players);
    struct person *p = &w->person[seat - 1];
    const enum table_seat_kind kind = table_seat_kind(t, seat);
    answer(w);
    if (w->late.seat && below(w, 8) == 0)
        arrive(w);
    if (w->flags & (SLEEPS | BREAKS | CRASHES) && below(w, 3))
        read_one(w, seat);
    else
        read_all(w); /* before time passes: lines are fast */
    if (t->due != TABLE_NEVER && t->due > w->now && below(w, 2))
        w->now = t->due;
    else if (below(w, 3) == 0)
        w->now += below(w, 3000);
    if (t->due <= w->now)
        table_run(t, w->now);
    if (kind == SEAT_OPEN || (table_may_take(t, seat, w->now) && below(w, 4) == 0 && !p->here))
        sit(w, seat);
    else if (!p->here && p->secret[0] && (kind == SEAT_PERSON || kind == SEAT_STAND_IN) &&
             below(w, 3) == 0)
        come_back(w, seat);
    else if (can_act(p) && kind == SEAT_PERSON)
        act(w, seat);
    if (below(w, 4) == 0)
        disturb(w, seat);
}

/* ---- the verdict ---- */

static void judge(const struct world *w, const char *record, const struct lines *transcript,
                  int seat, bool proved)
{
    struct verdict verdict;
    char *text = transcript ? text_of(transcript) : NULL;
    verdict_of(span_of(record), text ? span_of(text) : (struct span){NULL, 0}, ledger_sodium, NULL,
               &verdict);
    if (verdict.grade >= VERDICT_CONTRADICTED ||
        (proved && verdict.grade != VERDICT_PROVED && transcript)) {
        for (size_t i = 0; i < verdict.sentences.count; i++)
            print_message("%s\n", verdict.sentences.line[i]);
        fprintf(stderr, "%s%s", record, text ? text : "");
        fail_msg("%s, flags %u, seat %d: %s, line %zu: %s", w->table->match->game->id, w->flags,
                 seat, verdict_word(verdict.grade), verdict.line, verdict.why);
    }
    verdict_free(&verdict);
    memory_free(text);
}

static void judge_all(struct world *w)
{
    char *record = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&record, &length);
    const bool calm = !(w->flags & ~(unsigned)(KEYLESS | HANDS)) && w->table->phase == TABLE_OVER &&
                      w->table->ledger->asks;
    table_record(w->table, out);
    fclose(out);
    judge(w, record, NULL, 0, false);
    for (int seat = 1; seat <= w->table->match->settings.players; seat++) {
        const struct person *p = &w->person[seat - 1];
        if (p->device.client && p->device.transcript.count)
            judge(w, record, &p->device.transcript, seat, calm && !p->spoiled);
        for (int i = 0; i < w->olds[seat - 1]; i++) {
            if (w->old[seat - 1][i].transcript.count > 3)
                judge(w, record, &w->old[seat - 1][i].transcript, seat, false);
        }
    }
    free(record);
}

static void play_world(const struct game *game, unsigned flags, uint64_t number, struct world *sum)
{
    struct world w;
    open_world(&w, game, flags, number);
    for (int i = 0; i < STEPS && w.table->phase != TABLE_OVER; i++) {
        step(&w);
        if (below(&w, 40) == 0)
            compare(&w);
    }
    for (int seat = 1; seat <= w.table->match->settings.players; seat++)
        w.person[seat - 1].asleep = false;
    read_all(&w);
    compare(&w);
    judge_all(&w);
    sum->kinds |= w.kinds;
    sum->misses += w.misses;
    sum->lates += w.lates;
    sum->undone += w.undone;
    sum->hidden += w.hidden;
    sum->probes += w.probes;
    sum->gots += w.gots;
    sum->signs += w.signs;
    sum->alone += w.alone;
    sum->losts += w.losts;
    sum->restarts += w.restarts;
    sum->returns += w.returns;
    sum->removals += w.removals;
    close_world(&w);
}

static void tables(void **state)
{
    static const unsigned kinds[] = {0,
                                     HANDS,
                                     KEYLESS,
                                     PLAIN,
                                     SLEEPS,
                                     BREAKS | HANDS,
                                     CLOCKS,
                                     PROPOSALS,
                                     PROPOSALS | BREAKS,
                                     LEAVES | BREAKS,
                                     DEVICES | BREAKS | KEYLESS,
                                     CRASHES,
                                     FROM,
                                     KILLS | BREAKS,
                                     DELAYS,
                                     DELAYS | KILLS | PROPOSALS,
                                     DELAYS | KILLS | DEVICES | BREAKS,
                                     DELAYS | KILLS | KEYLESS | BREAKS | DEVICES | CRASHES,
                                     EVERYTHING & ~(unsigned)FROM,
                                     EVERYTHING};
    struct world sum = {0};
    const int count = test_count(1, 30);
    const char *seed = getenv("CORNET_SEED");
    const uint64_t first = seed ? 10000 * strtoull(seed, NULL, 10) : 0;
    (void)state;
    size_t turn = 0;
    for (const struct game *const *game = test_games(); *game; game++, turn++) {
        for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
            if (!test_is_deep() && !seed && i % 4 != turn % 4) /* daily, one game for each kind */
                continue;
            for (int n = 0; n < count; n++)
                play_world(*game, kinds[i], first + 100 * i + (uint64_t)n, &sum);
        }
    }
    if (getenv("CORNET_GAME") || seed)
        return; /* not every game has everything */
    assert_true(sum.kinds >> EVENT_LEDGER & 1 && sum.kinds >> EVENT_LINK & 1);
    assert_true(sum.misses && sum.lates && sum.hidden && sum.probes && sum.gots && sum.signs &&
                sum.alone);
    assert_true(sum.losts && sum.restarts);
    assert_true(!test_is_deep() || (sum.undone && sum.returns && sum.removals));
}

/* The head of the ledger says that there is no clock, so the table cannot be opened to strangers.
 */
static void strangers_need_a_clock(void **state)
{
    (void)state;
    test_plays("easycome");
    for (int clocked = 0; clocked <= 1; clocked++) {
        struct world w;
        open_world(&w, test_game("easycome"), clocked ? CLOCKS : 0, 4);
        struct table_refusal refusal = {.why = text_on((char[TEXT_WHY]){0}, TEXT_WHY)};
        const struct table_asker host = {.seat = 1};
        struct table_wish wish = {-1, -1, -1, -1, NULL};
        w.table->host_seat = 1;
        wish.chat = 0;
        assert_true(table_set_by_host(w.table, &host, &wish, w.now, &refusal));
        wish.listed = 1;
        assert_int_equal(table_set_by_host(w.table, &host, &wish, w.now, &refusal), clocked);
        assert_int_equal(w.table->listed, clocked);
        if (!clocked)
            assert_string_equal(refusal.code, "no-clock");
        close_world(&w);
    }
}

int main(int argc, char **argv)
{
    (void)argc, (void)argv;
    if (sodium_init() < 0)
        return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables),
        cmocka_unit_test(strangers_need_a_clock),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
