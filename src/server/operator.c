#include "server/operator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/lang.h"
#include "base/memory.h"
#include "server/work/report.h"

#define ROWS_MAX 1000 /* of an answer */
#define ROW_BYTES 2048

static const char *member(const json_t *request, const char *key)
{
    const char *value = json_string_value(json_object_get(request, key));
    return value ? value : "";
}

static uint64_t now_of(const struct operator* op)
{
    return clock_now(op->clock);
}

/* The person's name at the client's seat; NULL: the client has no seat. */
static const char *name_of(const struct conn *conn)
{
    const struct client *client = &conn->client;
    return client->at && client->seat ? table_match(client->at->table)->name[client->seat - 1]
                                      : NULL;
}

static double cpu_seconds(void)
{
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (double)used.tv_sec + (double)used.tv_nsec * 1e-9;
}

/* ---- lists ---- */

/* Rows that contain the text `find`. */
struct rows {
    struct json *json;
    const char *find;
    size_t count, left_out;
};

static void add_row(struct rows *rows, const struct text *row)
{
    if (row->cut || (rows->find[0] && !strstr(row->start, rows->find)))
        return;
    if (rows->count == ROWS_MAX) {
        rows->left_out++;
        return;
    }
    if (rows->count++)
        text_char(rows->json->out, ',');
    text_add(rows->json->out, row->start);
}

static void count_clients(const struct server_table *st, int *people, int *watching)
{
    *people = *watching = 0;
    for (const struct client *client = st->base.clients; client; client = client->next)
        ++*(client->seat ? people : watching);
}

static void put_table(struct rows *rows, const struct server_table *st, uint64_t now)
{
    const struct table *table = st->base.table;
    const struct match *match = table_match(table);
    struct text row = text_on((char[ROW_BYTES]){0}, ROW_BYTES);
    struct json json = json_on(&row);
    int people, watching;
    count_clients(st, &people, &watching);
    json_open(&json, '{');
    json_key_string(&json, "table", table_id(table));
    json_key_string(&json, "game", match->game->id);
    json_key_string(&json, "phase", table_phase_name(table_phase(table)));
    json_key_open(&json, "names", '[');
    for (int seat = 0; seat < table_players(table); seat++)
        json_put_string(&json, match->name[seat]);
    json_close(&json, ']');
    json_key_number(&json, "people", people);
    json_key_number(&json, "watching", watching);
    json_key_number(&json, "lines", (long long)match->body.count);
    const uint64_t changed = table_changed(table);
    json_key_number(&json, "idle", (long long)(now > changed ? (now - changed) / 1000 : 0));
    json_key_bool(&json, "listed", table_is_listed(table));
    json_key_string(&json, "address", st->address);
    json_close(&json, '}');
    add_row(rows, &row);
}

static void put_tables(struct operator* op, struct rows *rows)
{
    for (size_t i = 0; i < TABLE_SET_HASH; i++) {
        for (const struct server_table *st = op->tables->set->hash[i]; st; st = st->hash_next)
            put_table(rows, st, now_of(op));
    }
}

static void put_person(struct rows *rows, const struct conn *conn)
{
    const struct client *client = &conn->client;
    struct text row = text_on((char[ROW_BYTES]){0}, ROW_BYTES);
    struct json json = json_on(&row);
    char address[IP_TEXT_MAX];
    ip_write(&conn->link->client, address);
    json_open(&json, '{');
    json_key_string(&json, "name", name_of(conn));
    json_key_string(&json, "table", client->at ? table_id(client->at->table) : NULL);
    json_key_number(&json, "seat", client->seat);
    json_key_string(&json, "address", address);
    json_key_number(&json, "seconds", (long long)(clock_steady() - conn->opened));
    json_close(&json, '}');
    add_row(rows, &row);
}

static void put_people(struct operator* op, struct rows *rows)
{
    const struct conn *conn;
    TAILQ_FOREACH(conn, &op->conns->list, in_all)
    put_person(rows, conn);
}

static int most_work_first(const void *a, const void *b)
{
    const struct address *one = *(struct address *const *)a, *other = *(struct address *const *)b;
    return (one->worked < other->worked) - (one->worked > other->worked);
}

static void put_address(struct operator* op, struct rows *rows, struct address *address)
{
    struct text row = text_on((char[ROW_BYTES]){0}, ROW_BYTES);
    struct json json = json_on(&row);
    struct in6_addr ip;
    json_open(&json, '{');
    json_key_string(&json, "address", address->name);
    json_key_number(&json, "connections", address->connections);
    json_key_number(&json, "tables", address_created(op->addresses, address));
    json_key_number(&json, "refused", (long long)address->refused);
    json_key_real(&json, "seconds", address->worked);
    const bool banned = ip_read(span_of(address->name), &ip) &&
                        rules_on(op->rules, RULE_BAN, &ip, NULL, now_of(op));
    json_key_bool(&json, "banned", banned);
    json_close(&json, '}');
    add_row(rows, &row);
}

static void put_addresses(struct operator* op, struct rows *rows)
{
    struct address **list = NULL;
    size_t count = 0;
    for (size_t i = 0; i < ADDRESSES_HASH; i++) {
        for (struct address *a = op->addresses->hash[i]; a; a = a->hash_next) {
            if (count % 256 == 0)
                list = memory_resize(list, count + 256, sizeof *list);
            list[count++] = a;
        }
    }
    if (count)
        qsort(list, count, sizeof *list, most_work_first);
    for (size_t i = 0; i < count; i++)
        put_address(op, rows, list[i]);
    free(list);
}

/* ---- the server ---- */

static void put_load(struct operator* op, struct json *json)
{
    const double period = op->period > 0 ? op->period : 1;
    uint64_t database, log;
    op->tables->store->driver->size(op->tables->store, &database, &log);
    json_key_real(json, "cpu_percent", 100 * op->cpu_used / period);
    json_key_real(json, "messages_per_second", (double)op->messages_done / period);
    json_key_real(json, "events_per_second", (double)op->events_done / period);
    json_key_real(json, "longest_turn", op->metrics->turn_longest_ever);
    json_key_real(json, "memory", metrics_memory());
    json_key_unsigned(json, "store_bytes", database + log);
}

static void put_server(struct operator* op, struct json *json)
{
    size_t people = 0, watching = 0;
    const struct conn *conn;
    TAILQ_FOREACH(conn, &op->conns->list, in_all)
    {
        people += conn->client.at && conn->client.seat;
        watching += conn->client.at && !conn->client.seat;
    }
    json_key_string(json, "version", op->tables->title);
    json_key_number(json, "uptime", (long long)(clock_steady() - op->metrics->began));
    json_key_string(json, "state",
                    op->health->draining                 ? "draining"
                    : health_is_away(op->health)         ? "away"
                    : op->health->store_error[0] != '\0' ? "store"
                                                         : "ok");
    json_key_string(json, "error", op->health->store_error);
    json_key_number(json, "connections", (long long)op->conns->count);
    json_key_number(json, "connections_max", op->settings->connections_max);
    json_key_number(json, "people", (long long)people);
    json_key_number(json, "watching", (long long)watching);
    json_key_number(json, "tables", (long long)op->tables->set->count);
    json_key_number(json, "tables_max", op->settings->tables_max);
    json_key_number(json, "rules", (long long)op->rules->count);
    put_load(op, json);
    struct text announcement = text_on((char[RULE_TEXT_MAX]){0}, RULE_TEXT_MAX);
    lang_use(false);
    rules_announcement(op->rules, now_of(op), &announcement);
    json_key_string(json, "announcement", announcement.start);
}

/* ---- commands ---- */

/* The person leaves the seat for good, as with `quit`, and is disconnected. */
static void dismiss(struct conn *conn, const char *code, const char *sentence)
{
    struct table_refusal r = {.code = "", .why = text_on((char[TEXT_WHY]){0}, TEXT_WHY)};
    char away[TABLE_ID_LENGTH + 1];
    struct message m;
    message_clear(&m);
    m.verb = MESSAGE_QUIT;
    if (conn->client.at && conn->client.seat)
        protocol_handle(&conn->client, &m, true, &r, away);
    conn_dismiss(conn, code, sentence);
}

/* Whether `who` names this client: TABLE/SEAT, an address, a network or a name. */
static bool is_meant(const struct conn *conn, const char *who)
{
    const struct client *client = &conn->client;
    char place[TABLE_ID_LENGTH + 8] = "";
    if (client->at)
        snprintf(place, sizeof place, "%s/%d", table_id(client->at->table), client->seat);
    return strcmp(who, place) == 0 || rules_who_is(who, &conn->link->client, name_of(conn));
}

/* A connection that has a seat at the table, or watches it. */
static bool is_at(const struct conn *conn, const char *id)
{
    return conn->client.at && strcmp(table_id(conn->client.at->table), id) == 0;
}

static size_t kick(struct operator* op, const json_t *request, const struct rule *rule)
{
    const char *who = member(request, "who"), *reason = member(request, "reason");
    size_t count = 0;
    struct conn *conn;
    TAILQ_FOREACH(conn, &op->conns->list, in_all)
    {
        struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
        if (conn->closing || !is_meant(conn, who))
            continue;
        lang_use(conn->client.french);
        if (rule)
            rule_explain(rule, &why);
        else
            text_add(&why, tr("The operator of this server has removed you from the table."));
        if (!rule && reason[0])
            text_printf(&why, tr(" Reason: %s."), reason);
        dismiss(conn, rule ? "banned" : "kicked", why.start);
        count++;
    }
    return count;
}

static size_t close_table(struct operator* op, const char *id)
{
    const struct rule *rule = rules_on(op->rules, RULE_CLOSED, NULL, id, now_of(op));
    size_t count = 0;
    struct conn *conn;
    TAILQ_FOREACH(conn, &op->conns->list, in_all)
    {
        struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
        if (conn->closing || !rule || !is_at(conn, id))
            continue;
        lang_use(conn->client.french);
        rule_explain(rule, &why);
        conn_dismiss(conn, "closed", why.start);
        count++;
    }
    listing_forget(op->listing, id);
    return count;
}

/* Sends the announcement to everybody if it has changed. */
static void send_announcement(struct operator* op)
{
    char bytes[RULE_TEXT_MAX];
    struct text text = text_on(bytes, sizeof bytes);
    lang_use(false);
    rules_announcement(op->rules, now_of(op), &text);
    const unsigned long hash = text.length ? (unsigned long)text_hash(bytes) : 0;
    if (hash == op->announced)
        return;
    op->announced = hash;
    struct conn *conn;
    TAILQ_FOREACH(conn, &op->conns->list, in_all)
    conn_announce(conn);
}

/* Does what the command says, of which a rule is in force already. Returns how many people it
 * concerns. */
static size_t carry_out(struct operator* op, const json_t *request)
{
    const char *what = member(request, "do"), *who = member(request, "who");
    send_announcement(op);
    if (strcmp(what, "drain") == 0 || strcmp(what, "resume") == 0)
        op->health->draining = what[0] == 'd';
    if (strcmp(what, "close") == 0)
        return close_table(op, who);
    if (strcmp(what, "kick") == 0)
        return kick(op, request, NULL);
    if (strcmp(what, "ban") != 0)
        return 0;
    for (size_t i = 0; i < op->rules->count; i++) {
        if (op->rules->rule[i].kind == RULE_BAN && strcmp(op->rules->rule[i].who, who) == 0)
            return kick(op, request, &op->rules->rule[i]);
    }
    return 0;
}

/* Table ids are cut: see report_id. */
static void log_command(const json_t *request)
{
    const char *who = member(request, "who");
    char id[REPORT_ID_MAX];
    const bool is_table = strspn(who, TABLE_ID_LETTERS) >= TABLE_ID_LENGTH;
    report(REPORT_INFO, "admin", "%s: %s %s", member(request, "by"), member(request, "do"),
           is_table ? report_id(who, id) : who);
}

struct span operator_answer(struct operator* op, struct span bytes)
{
    static const struct {
        const char *what;
        void (*put)(struct operator* op, struct rows *rows);
    } lists[] = {{"tables", put_tables}, {"people", put_people}, {"addresses", put_addresses}};
    json_t *request = json_loadb(bytes.at, bytes.length, 0, NULL);
    const char *what = member(request, "do");
    size_t people = 0;
    bool is_list = false;
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        is_list = is_list || strcmp(what, lists[i].what) == 0;
    const bool shows = is_list || strcmp(what, "status") == 0;
    if (request && !shows) { /* this uses the buffer of the answer */
        log_command(request);
        rules_apply(op->rules, request, now_of(op));
        people = carry_out(op, request);
    }
    struct text *out = &op->tables->scratch;
    text_clear(out);
    struct json json = json_on(out);
    json_open(&json, '{');
    json_key_string(&json, "server", op->health->is_shared ? op->settings->name : "");
    struct rows rows = {&json, member(request, "find"), 0, 0};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        if (strcmp(what, lists[i].what) != 0)
            continue;
        json_key_open(&json, "rows", '[');
        lists[i].put(op, &rows);
        json_close(&json, ']');
        json_key_number(&json, "left_out", (long long)rows.left_out);
    }
    if (shows && !is_list)
        put_server(op, &json);
    if (!shows)
        json_key_number(&json, "people", (long long)people);
    json_close(&json, '}');
    json_decref(request);
    lang_use_default();
    return (struct span){out->start, out->length};
}

/* ---- the log ---- */

static bool read_note(void *context, const struct store_note *note)
{
    struct operator* op = context;
    json_t *text = json_loadb(note->text.at, note->text.length, 0, NULL);
    if (text)
        rules_apply(op->rules, text, note->at);
    json_decref(text);
    op->rules->note = note->id;
    return true;
}

bool operator_open(struct operator* op, struct store *store, struct text *why)
{
    return store->driver->notes(store, 0, read_note, op, why);
}

void operator_note(struct operator* op, const struct store_note *note)
{
    if (note->id <= op->rules->note)
        return;
    op->rules->note = note->id;
    json_t *text = json_loadb(note->text.at, note->text.length, 0, NULL);
    if (text && rules_apply(op->rules, text, note->at))
        carry_out(op, text);
    json_decref(text);
}

void operator_tick(struct operator* op)
{
    const double now = clock_steady(), cpu = cpu_seconds();
    uint64_t commits, events;
    writer_counts(op->tables->writer, &commits, &events);
    op->period = now - op->since;
    op->cpu_used = cpu - op->cpu;
    op->messages_done = op->conns->received - op->messages;
    op->events_done = events - op->events;
    op->since = now;
    op->cpu = cpu;
    op->messages = op->conns->received;
    op->events = events;
    send_announcement(op);
}
