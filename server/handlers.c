/* One handler for each verb of the protocol (docs/protocol.md). False with a refusal: nothing has
 * changed, and handle_message sends the error. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "server/core.h"
#include "server/handlers.h"
#include "server/loading.h"
#include "server/locale.h"
#include "server/net/message.h"

#define PROTOCOL 1
#define FAULTS_MAX 10     /* malformed messages until the connection is closed */
#define TABLE_TOKENS 4    /* what an expensive message costs in addition */
#define SECONDS_MAX 86400 /* of a clock */

static void send_text(struct conn *conn, const struct text *text)
{
    conn_send(conn, outgoing_new((struct span){text->start, text->length}),
              conn->table ? conn->table->batch : 0);
}

void send_error(struct conn *conn, long long id, const char *code, const char *sentence)
{
    struct text *out = server_scratch(conn->server);
    struct json json = json_on(out);
    json_open(&json, '{');
    json_key_string(&json, "type", "error");
    if (id >= 0) {
        json_key_number(&json, "id", id);
    }
    json_key_string(&json, "code", code);
    json_key_string(&json, "text", sentence);
    if (strcmp(code, "version") == 0) {
        json_key_open(&json, "protocols", '[');
        json_put_number(&json, PROTOCOL);
        json_close(&json, ']');
    }
    json_close(&json, '}');
    conn->server->metrics.refused++;
    conn_send(conn, outgoing_new((struct span){out->start, out->length}), 0);
}

static bool handle_hello(struct conn *conn, const struct message *m, struct table_refusal *r)
{
    if (m->protocol != PROTOCOL)
        return table_refuse(r, "version", tr("this server speaks protocol 1"));
    conn->greeted = true;
    conn->french = m->lang && strcmp(m->lang, "fr") == 0;
    conn->states = m->states > 0;
    struct text *out = server_scratch(conn->server);
    text_printf(out,
                "{\"type\":\"hello\",\"protocol\":%d,\"server\":\"cornet %s\",\"now\":%llu,"
                "\"message_max\":%d,\"chat_max\":%d,\"name_max\":%d}",
                PROTOCOL, CORNET_VERSION, (unsigned long long)server_now(conn->server), MESSAGE_MAX,
                TABLE_CHAT_MAX, MATCH_NAME_MAX - 1);
    send_text(conn, out);
    return true;
}

static bool handle_ping(struct conn *conn, const struct message *m, struct table_refusal *r)
{
    struct text *out = server_scratch(conn->server);
    (void)r;
    text_add(out, "{\"type\":\"pong\"");
    if (m->id >= 0)
        text_printf(out, ",\"id\":%lld", m->id);
    text_printf(out, ",\"now\":%llu}", (unsigned long long)server_now(conn->server));
    conn_send(conn, outgoing_new((struct span){out->start, out->length}), 0);
    return true;
}

static bool read_options(const struct game *game, struct game_settings *settings,
                         const struct message *m, struct table_refusal *r)
{
    const char *name;
    json_t *value;
    r->code = "bad-value";
    json_object_foreach(m->options, name, value)
    {
        if (!json_is_string(value))
            return table_refuse(r, "bad-value", tr("an option's value is a text"));
        const struct span text = {json_string_value(value), json_string_length(value)};
        if (!game_set(game, settings, span_of(name), text, &r->why))
            return false;
    }
    return true;
}

/* The table that a message's `from` names; NULL: none. */
static const char *source_of(const struct message *m)
{
    return json_string_value(json_object_get(m->from, "table"));
}

/* The game, the settings and the lines of a finished game, from a moment of which the new table
 * goes on: `{"table":ID,"step":N}`. */
static bool read_from(struct server *server, struct table_setup *setup, const struct message *m,
                      struct table_refusal *r)
{
    const char *id = source_of(m);
    struct server_table *st;
    const json_t *step = json_object_get(m->from, "step");
    if (!id || !json_is_integer(step) || json_integer_value(step) < 0)
        return table_refuse(r, "bad-value", tr("'from' has a 'table' and a 'step'"));
    if (m->game || m->options || m->players >= 0)
        return table_refuse(r, "bad-value",
                            tr("with 'from', the game, players and options are the old ones"));
    if (loading_find(server, id, &st) != LOADING_HERE)
        return table_refuse(r, "no-table", tr("there is no such table"));
    return table_setup_from(st->table, (size_t)json_integer_value(step), setup, r);
}

/* The seats of a new table. `own_seat` gets the creator's, 0 for none. */
static bool read_seats(struct table_setup *setup, const struct message *m, int *own_seat,
                       struct table_refusal *r)
{
    const int players = setup->settings.players;
    *own_seat = m->seats ? 0 : 1;
    if (m->seats && json_array_size(m->seats) != (size_t)players)
        return table_refuse(r, "bad-value", tr("'seats' has one entry for each player"));
    for (int i = 0; i < players; i++) {
        const char *spec = m->seats ? json_string_value(json_array_get(m->seats, (size_t)i))
                           : i == 0 ? "me"
                                    : "bot";
        if (!spec)
            return table_refuse(r, "bad-value", tr("a seat is 'me', 'open', 'bot' or 'bot:AGENT'"));
        if (strcmp(spec, "open") == 0 && m->from)
            return table_refuse(r, "bad-value", tr("with 'from', a seat is 'me' or a bot's"));
        if (strcmp(spec, "open") == 0)
            continue;
        if (strcmp(spec, "me") != 0) {
            if (!table_name_bot(setup->game, &setup->settings, spec, setup->name[i], r))
                return false;
        } else if (m->seats && *own_seat) {
            return table_refuse(r, "bad-value", tr("only one seat is 'me'"));
        } else {
            *own_seat = i + 1;
        }
    }
    return true;
}

static bool read_clock(struct table_setup *setup, const struct message *m, struct table_refusal *r)
{
    if (!m->clock)
        return true;
    const char *kind = json_string_value(json_object_get(m->clock, "kind"));
    const json_t *seconds = json_object_get(m->clock, "seconds");
    const json_t *add = json_object_get(m->clock, "add");
    const json_int_t full = json_is_integer(seconds) ? json_integer_value(seconds) : 0;
    const json_int_t more = json_is_integer(add) ? json_integer_value(add) : add ? -1 : 0;
    const bool bank = kind && strcmp(kind, "bank") == 0;
    if (!kind || (!bank && strcmp(kind, "move") != 0) || full < 1 || full > SECONDS_MAX ||
        more < 0 || more > SECONDS_MAX)
        return table_refuse(
            r, "bad-value",
            tr("a clock is {kind: move or bank, seconds: 1 to 86400, add: seconds}"));
    setup->clock = bank ? CLOCK_BANK : CLOCK_MOVE;
    setup->clock_ms = full * 1000;
    setup->clock_add = bank ? more * 1000 : 0;
    return true;
}

static bool check_commit(const char *hex, struct table_refusal *r)
{
    unsigned char commit[FAIR_BYTES];
    return !hex || fair_from_hex(span_of(hex), commit) ||
           table_refuse(r, "bad-value", tr("a commitment or a seed is 64 hexadecimal digits"));
}

/* The number of players: as the message says, or the number of seats in it. */
static bool read_players(struct table_setup *setup, const struct message *m,
                         struct table_refusal *r)
{
    char digits[24];
    if (m->players < 0 && !m->seats)
        return true;
    snprintf(digits, sizeof digits, "%lld",
             m->players >= 0 ? m->players : (long long)json_array_size(m->seats));
    r->code = "bad-value";
    return game_set_players(setup->game, &setup->settings, span_of(digits), &r->why);
}

/* The game and the settings of a new game. */
static bool read_game(struct table_setup *setup, const struct message *m, struct table_refusal *r)
{
    union game_state state;
    r->code = "bad-message";
    if (!m->game)
        return text_fail(&r->why, tr("'%s' needs '%s'"), "create", "game");
    r->code = "bad-value";
    setup->game = game_find(span_of(m->game));
    if (!setup->game) {
        char list[TEXT_WHY];
        struct text names = text_on(list, sizeof list);
        game_names(&names);
        return text_fail(&r->why, tr("no game '%.40s'; there are: %s"), m->game, list);
    }
    game_defaults(setup->game, &setup->settings);
    return read_players(setup, m, r) && read_options(setup->game, &setup->settings, m, r) &&
           setup->game->start(&state, &setup->settings, &r->why);
}

/* Reads and checks everything about a new table, before anything is changed. The caller frees the
 * opening in any case. */
static bool read_setup(struct server *server, struct table_setup *setup, const struct message *m,
                       int *own_seat, char name[MATCH_NAME_MAX], struct table_refusal *r)
{
    *setup = (struct table_setup){.listed = m->listed == 1, .chat = m->chat != 0};
    if (!(m->from ? read_from(server, setup, m, r) : read_game(setup, m, r)) ||
        !read_seats(setup, m, own_seat, r) || !read_clock(setup, m, r) ||
        (*own_seat && !table_check_name(NULL, m->name ? m->name : "", name, r)) ||
        !check_commit(m->fair, r) || (m->from && !table_check_opening(setup, r)))
        return false;
    setup->host_seat = *own_seat;
    return true;
}

/* Moves the connection to a table: to an open seat, or as a spectator (0). */
static void sit_down(struct conn *conn, struct server_table *st, int seat, const char *name,
                     const struct message *m)
{
    char secret[TABLE_SECRET_HEX];
    const struct table_asker asker = {.seat = seat, .id = m->id, .who = conn};
    const uint64_t now = server_now(conn->server);
    tables_remove_conn(conn);
    tables_add_conn(st, conn, seat);
    if (!seat) {
        table_resume(st->table, &asker, now);
        return;
    }
    tables_make_secret(secret);
    table_sit(st->table, &asker, name, secret, m->fair, now);
    sodium_memzero(secret, sizeof secret);
}

static bool handle_create(struct conn *conn, const struct message *m, struct table_refusal *r)
{
    struct server *server = conn->server;
    struct table_setup setup;
    char name[MATCH_NAME_MAX] = "";
    int own_seat = 0;
    if (server->table_count >= (size_t)server->settings.tables_max)
        return table_refuse(r, "limit", tr("the server has as many tables as it can hold"));
    bool good = read_setup(server, &setup, m, &own_seat, name, r);
    if (good && !address_may_create(server, conn->address))
        good =
            table_refuse(r, "limit", tr("too many new tables from your address; try again later"));
    if (good)
        sit_down(conn, tables_create(server, &setup), own_seat, name, m);
    lines_free(&setup.opening);
    return good;
}

/* The table of the message, which is in memory if there is one: see find_away. */
static struct server_table *find_table(struct conn *conn, const struct message *m,
                                       struct table_refusal *r)
{
    struct server_table *st;
    if (loading_find(conn->server, m->table, &st) != LOADING_HERE)
        table_refuse(r, "no-table", tr("there is no such table"));
    return st;
}

static bool handle_join(struct conn *conn, const struct message *m, struct table_refusal *r)
{
    char name[MATCH_NAME_MAX];
    struct server_table *st = find_table(conn, m, r);
    if (!st || !table_check_name(st->table, m->name, name, r) ||
        !table_takes_requests(st->table, r))
        return false;
    int seat = 0;
    for (int i = st->table->match->settings.players; i >= 1; i--) {
        if (table_seat_kind(st->table, i) == SEAT_OPEN && (m->seat < 0 || m->seat == i))
            seat = i;
    }
    if (!seat)
        return table_refuse(r, "no-seat",
                            m->seat < 0 ? tr("no seat is open at this table")
                                        : tr("that seat is not open"));
    if (!check_commit(m->fair, r))
        return false;
    sit_down(conn, st, seat, name, m);
    return true;
}

static bool handle_watch(struct conn *conn, const struct message *m, struct table_refusal *r)
{
    struct server_table *st = find_table(conn, m, r);
    if (st)
        sit_down(conn, st, 0, NULL, m);
    return st != NULL;
}

static bool handle_resume(struct conn *conn, const struct message *m, struct table_refusal *r)
{
    struct server_table *st = find_table(conn, m, r);
    if (!st)
        return false;
    if (m->seat < 1 || m->seat > st->table->match->settings.players)
        return table_refuse(r, "no-seat", tr("there is no such seat"));
    const struct table_asker asker = {.seat = (int)m->seat, .id = m->id, .who = conn};
    if (!table_check_secret(st->table, asker.seat, m->secret))
        return table_refuse(r, "bad-secret", tr("that is not the secret of this seat"));
    tables_remove_conn(conn);
    tables_add_conn(st, conn, asker.seat);
    table_resume(st->table, &asker, server_now(conn->server));
    return true;
}

static bool handle_leave(struct conn *conn, const struct message *m, struct table_refusal *r)
{
    (void)r;
    if (m->id >= 0) {
        struct text *out = server_scratch(conn->server);
        text_printf(out, "{\"type\":\"ok\",\"id\":%lld}", m->id);
        send_text(conn, out);
    }
    tables_remove_conn(conn);
    return true;
}

/* The table at which the client has a seat; NULL with a refusal if it has none. */
static struct table *seated_table(struct conn *conn, const struct message *m,
                                  struct table_asker *asker, struct table_refusal *r)
{
    *asker = (struct table_asker){.seat = conn->seat, .id = m->id, .who = conn};
    if (conn->table && conn->seat)
        return conn->table->table;
    table_refuse(r, "not-seated", tr("only a player at the table can do this"));
    return NULL;
}

static bool handle_quit(struct conn *conn, const struct message *m, struct table_refusal *r)
{
    struct table_asker asker;
    struct table *table = seated_table(conn, m, &asker, r);
    struct server_table *st = conn->table;
    if (!table)
        return false;
    table_quit(table, &asker, server_now(conn->server));
    tables_remove_conn(conn);
    tables_unseat(st, asker.seat);
    table_run(table, server_now(conn->server));
    tables_schedule(st);
    return true;
}

static bool handle_sync(struct conn *conn, const struct message *m, struct table_refusal *r)
{
    const struct table_asker asker = {.seat = conn->seat, .id = m->id, .who = conn};
    if (!conn->table)
        return table_refuse(r, "not-seated", tr("you are at no table"));
    table_tell_table(conn->table->table, &asker, "sync", server_now(conn->server));
    return true;
}

static bool is_stale(const struct table *table, const struct message *m, struct table_refusal *r)
{
    return m->at >= 0 && m->at != table->seq &&
           !table_refuse(r, "stale", tr("the table has moved on"));
}

static bool handle_move(struct conn *conn, const struct message *m, struct table_refusal *r)
{
    struct table_asker asker;
    struct table *table = seated_table(conn, m, &asker, r);
    return table && !is_stale(table, m, r) &&
           table_move(table, &asker, span_of(m->line), server_now(conn->server), r);
}

static bool handle_chat(struct conn *conn, const struct message *m, struct table_refusal *r)
{
    struct table_asker asker;
    struct table *table = seated_table(conn, m, &asker, r);
    return table && table_chat(table, &asker, m->text, r);
}

static bool handle_host(struct conn *conn, const struct message *m, struct table_refusal *r)
{
    struct table_asker asker;
    struct table *table = seated_table(conn, m, &asker, r);
    return table && table_set_by_host(table, &asker, m->chat, m->listed, m->fill,
                                      server_now(conn->server), r);
}

static bool handle_propose(struct conn *conn, const struct message *m, struct table_refusal *r)
{
    struct table_asker asker;
    struct table *table = seated_table(conn, m, &asker, r);
    return table && table_propose(table, &asker, m->what, m->seat, server_now(conn->server), r);
}

static bool handle_agree(struct conn *conn, const struct message *m, struct table_refusal *r)
{
    struct table_asker asker;
    struct table *table = seated_table(conn, m, &asker, r);
    return table && table_agree(table, &asker, m->what, m->yes > 0, server_now(conn->server), r);
}

static bool handle_fair(struct conn *conn, const struct message *m, struct table_refusal *r)
{
    struct table_asker asker;
    struct table *table = seated_table(conn, m, &asker, r);
    const uint64_t now = server_now(conn->server);
    if (!table)
        return false;
    if (!m->commit + !m->list + !m->seed != 2)
        return table_refuse(r, "bad-message", tr("'fair' needs one of 'commit', 'list' or 'seed'"));
    if (m->commit)
        return table_commit(table, &asker, m->commit, now, r);
    return m->list ? table_acknowledge(table, &asker, m->list, now, r)
                   : table_seed(table, &asker, m->seed, now, r);
}

static bool handle_hint(struct conn *conn, const struct message *m, struct table_refusal *r)
{
    struct table_asker asker;
    const struct table *table = seated_table(conn, m, &asker, r);
    if (!table || is_stale(table, m, r) || !table_may_hint(table, conn->seat, r))
        return false;
    if (conn->table->hint)
        return table_refuse(r, "not-now", tr("a hint is being computed already"));
    tables_ask_hint(conn, m->id);
    return true;
}

static bool (*const handlers[MESSAGE_VERBS])(struct conn *, const struct message *,
                                             struct table_refusal *) = {
    [MESSAGE_HELLO] = handle_hello,     [MESSAGE_PING] = handle_ping,
    [MESSAGE_CREATE] = handle_create,   [MESSAGE_JOIN] = handle_join,
    [MESSAGE_RESUME] = handle_resume,   [MESSAGE_WATCH] = handle_watch,
    [MESSAGE_LEAVE] = handle_leave,     [MESSAGE_QUIT] = handle_quit,
    [MESSAGE_SYNC] = handle_sync,       [MESSAGE_MOVE] = handle_move,
    [MESSAGE_CHAT] = handle_chat,       [MESSAGE_HOST] = handle_host,
    [MESSAGE_PROPOSE] = handle_propose, [MESSAGE_AGREE] = handle_agree,
    [MESSAGE_FAIR] = handle_fair,       [MESSAGE_HINT] = handle_hint,
};

/* The table that must be read before the message can be handled: the one that the client is at, or
 * the one that it names. NULL: none. */
static const char *find_away(const struct conn *conn, const struct message *m)
{
    struct server_table *st;
    if (conn->table && conn->table->set_aside)
        return table_id(conn->table->table);
    const bool comes =
        m->verb == MESSAGE_JOIN || m->verb == MESSAGE_RESUME || m->verb == MESSAGE_WATCH;
    const char *id = comes ? m->table : m->verb == MESSAGE_CREATE ? source_of(m) : NULL;
    return id && loading_find(conn->server, id, &st) == LOADING_AWAY ? id : NULL;
}

bool handle_message(struct conn *conn, struct span bytes, char away[TABLE_ID_LENGTH + 1])
{
    char reason[TEXT_WHY];
    struct table_refusal r = {.code = "bad-message", .why = text_on(reason, sizeof reason)};
    struct message m;
    locale_use(conn->french);
    bool good = message_read(&m, bytes, &r.code, &r.why);
    const bool fault = !good && strcmp(r.code, "bad-message") == 0;
    const char *id = good && conn->greeted ? find_away(conn, &m) : NULL;
    if (id) {
        snprintf(away, TABLE_ID_LENGTH + 1, "%s", id);
        message_free(&m);
        return false;
    }
    if (good && m.verb != MESSAGE_HELLO && !conn->greeted)
        good = table_refuse(&r, "version", tr("'hello' comes first"));
    if (good)
        good = handlers[m.verb](conn, &m, &r);
    if (conn->table)
        tables_schedule(conn->table);
    if (m.verb == MESSAGE_SYNC || m.verb == MESSAGE_JOIN || m.verb == MESSAGE_RESUME ||
        m.verb == MESSAGE_WATCH || m.verb == MESSAGE_HINT || m.from)
        conn->tokens -= TABLE_TOKENS; /* a whole table or game is expensive, and so is a hint */
    if (!good)
        send_error(conn, m.id, r.code, reason);
    if (fault && ++conn->faults >= FAULTS_MAX)
        conn_close(conn);
    message_free(&m);
    return true;
}
