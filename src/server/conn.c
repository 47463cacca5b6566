/* A client's queue of outgoing messages, and the limits of its incoming ones. protocol/ handles the
 * messages. */
#include "server/conn.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/lang.h"
#include "base/memory.h"
#include "server/message_json.h"

#define FLOODS_MAX 200       /* messages above the rate until the connection is closed */
#define FAULTS_MAX 10        /* messages that are malformed or too long until then */
#define EXPENSIVE_TOKENS 4   /* what an expensive message costs in addition */
#define HELD_MAX 64          /* messages that wait for a table */
#define HOPELESS_BYTES 65536 /* a longer rest of a message closes the connection */
#define QUEUE_MAX 16384      /* messages in a queue */
#define BURST_SECONDS 3      /* the size of the token bucket, in seconds of its rate */
#define STORE_FACTOR 16      /* times as much may wait for the store as for the client */
#define CODE_NORMAL 1000

_Static_assert(MESSAGE_MAX == FRAMES_MESSAGE_MAX, "the protocol's limit is that of the frames");

struct outgoing *outgoing_new(struct span message)
{
    unsigned char head[FRAMES_HEAD_MAX];
    const size_t before = frames_put_head(head, FRAMES_TEXT, message.length);
    struct outgoing *outgoing = memory_resize(NULL, sizeof *outgoing + before + message.length, 1);
    outgoing->references = 0;
    outgoing->length = (uint32_t)message.length;
    outgoing->frame_length = (uint32_t)(before + message.length);
    memcpy(outgoing->frame, head, before);
    memcpy(outgoing->frame + before, message.at, message.length);
    return outgoing;
}

void outgoing_release(struct outgoing *message)
{
    if (message->references <= 1)
        free(message);
    else
        message->references--;
}

/* Message i of the ring buffer. */
static struct conn_queued *out_at(struct conn *conn, unsigned i)
{
    return &conn->out[(conn->out_first + i) % conn->out_capacity];
}

static void out_grow(struct conn *conn)
{
    const uint16_t capacity = conn->out_capacity ? (uint16_t)(2 * conn->out_capacity) : 4;
    struct conn_queued *out = memory_resize(NULL, capacity, sizeof *out);
    for (unsigned i = 0; i < conn->out_count; i++)
        out[i] = *out_at(conn, i);
    free(conn->out);
    conn->out = out;
    conn->out_first = 0;
    conn->out_capacity = capacity;
}

static void out_pop(struct conn *conn)
{
    struct conn_queued *first = out_at(conn, 0);
    conn->waiting -= first->message->length;
    outgoing_release(first->message);
    conn->out_first = (uint16_t)((conn->out_first + 1) % conn->out_capacity);
    conn->out_count--;
}

static void gate(struct conn *conn)
{
    if (conn->gated)
        return;
    conn->gated = true;
    conn->gated_before = NULL;
    conn->gated_next = conn->all->gated;
    if (conn->gated_next)
        conn->gated_next->gated_before = conn;
    conn->all->gated = conn;
}

static void ungate(struct conn *conn)
{
    if (!conn->gated)
        return;
    conn->gated = false;
    if (conn->gated_before)
        conn->gated_before->gated_next = conn->gated_next;
    else
        conn->all->gated = conn->gated_next;
    if (conn->gated_next)
        conn->gated_next->gated_before = conn->gated_before;
    conn->gated_next = conn->gated_before = NULL;
}

/* Whether the queue is full: then the client is dropped. A single message may be of any length.
 * While the first message waits for the store, the client is not to blame, and has more room. */
static bool is_too_slow(struct conn *conn, const struct outgoing *message)
{
    const bool is_ours =
        conn->out_count > 0 && out_at(conn, 0)->batch > writer_durable(conn->all->writer);
    const uint32_t max = is_ours ? STORE_FACTOR * CONN_WAITING_MAX : CONN_WAITING_MAX;
    return conn->out_count >= QUEUE_MAX ||
           (conn->out_count > 0 && conn->waiting + message->length > max);
}

void conn_drop(struct conn *conn)
{
    conn->closing = true;
    while (conn->out_count)
        out_pop(conn);
    ungate(conn);
    socket_drop(&conn->link->socket);
}

void conn_send(struct conn *conn, struct outgoing *message, uint64_t batch)
{
    message->references++;
    if (conn->closing || is_too_slow(conn, message)) {
        if (!conn->closing) {
            conn->all->dropped++;
            conn_drop(conn);
        }
        outgoing_release(message);
        return;
    }
    if (conn->out_count == conn->out_capacity)
        out_grow(conn);
    conn->out_count++;
    *out_at(conn, conn->out_count - 1u) = (struct conn_queued){message, batch};
    conn->waiting += message->length;
    if (batch > writer_durable(conn->all->writer))
        gate(conn);
    else
        socket_flush_later(&conn->link->socket);
}

void conn_drop_gated(struct conn *conn)
{
    const uint64_t durable = writer_durable(conn->all->writer);
    const unsigned count = conn->out_count;
    unsigned kept = 0;
    for (unsigned i = 0; i < count; i++) {
        const struct conn_queued out = *out_at(conn, i);
        if (out.batch > durable) {
            conn->waiting -= out.message->length;
            outgoing_release(out.message);
        } else {
            *out_at(conn, kept++) = out;
        }
    }
    conn->out_count = (uint16_t)kept;
    ungate(conn);
}

void conns_drop_gated(struct conns *all)
{
    while (all->gated)
        conn_drop_gated(all->gated);
}

/* Ignores what the client still sends, and closes the connection when its queue has been sent. */
static void end(struct conn *conn)
{
    conn->closing = true;
    socket_wait(&conn->link->socket, SOCKET_CLOSING);
    socket_flush_later(&conn->link->socket);
}

/* Sends several messages with one system call. The socket buffers output that the client does not
 * accept immediately; the rest stays in the queue until that buffer is empty. */
static void send_durable(struct conn *conn)
{
    const uint64_t durable = writer_durable(conn->all->writer);
    unsigned char together[8192];
    size_t filled = 0;
    while (conn->out_count && out_at(conn, 0)->batch <= durable &&
           socket_kept(&conn->link->socket) == 0) {
        const struct outgoing *message = out_at(conn, 0)->message;
        if (filled + message->frame_length > sizeof together) {
            socket_write(&conn->link->socket, together, filled);
            filled = 0;
        }
        if (message->frame_length > sizeof together) {
            socket_write(&conn->link->socket, message->frame, message->frame_length);
        } else {
            memcpy(together + filled, message->frame, message->frame_length);
            filled += message->frame_length;
        }
        conn->all->bytes_out += message->length;
        conn->sent += message->length;
        out_pop(conn);
    }
    socket_write(&conn->link->socket, together, filled);
}

void conn_flush(struct conn *conn)
{
    send_durable(conn);
    if (conn->out_count == 0 && conn->out) { /* idle connections keep nothing */
        free(conn->out);
        conn->out = NULL;
        conn->out_capacity = conn->out_first = 0;
    }
    if (conn->closing && conn->out_count == 0)
        link_end(conn->link, CODE_NORMAL);
}

void conns_release_gated(struct conns *all)
{
    const uint64_t durable = writer_durable(all->writer);
    for (struct conn *conn = all->gated, *next; conn; conn = next) {
        bool waits = false;
        next = conn->gated_next;
        for (unsigned i = 0; i < conn->out_count && !waits; i++)
            waits = out_at(conn, i)->batch > durable;
        if (!waits)
            ungate(conn);
        socket_flush_later(&conn->link->socket);
    }
}

/* Takes a token of the connection's bucket; false if there is none. */
static bool take_token(struct conn *conn)
{
    const int rate = conn->all->settings->messages_per_second;
    if (rate == 0)
        return true;
    const double now = clock_steady();
    const float max = (float)(BURST_SECONDS * rate);
    conn->tokens += (float)((now - conn->tokens_at) * rate);
    conn->tokens = conn->tokens > max ? max : conn->tokens;
    conn->tokens_at = now;
    if (conn->tokens >= 1) {
        conn->tokens -= 1;
        return true;
    }
    conn->floods++;
    return false;
}

/* A message that waits. */
struct held_message {
    struct held_message *next;
    size_t length;
    char bytes[];
};

/* Messages held back because the first of them waits for a table being loaded; the later ones
 * follow in order. */
struct held {
    struct waiter waiter; /* for the first one */
    struct conn *conn;
    struct held_message *first, **end;
    unsigned count;
};

static void hold(struct held *held, struct span bytes)
{
    struct held_message *message = memory_resize(NULL, sizeof *message + bytes.length, 1);
    message->next = NULL;
    message->length = bytes.length;
    memcpy(message->bytes, bytes.at, bytes.length);
    *held->end = message;
    held->end = &message->next;
    held->count++;
}

static void free_held(struct conn *conn)
{
    struct held *held = conn->held;
    if (!held)
        return;
    waiters_remove(&held->waiter);
    for (struct held_message *message; (message = held->first);) {
        held->first = message->next;
        free(message);
    }
    free(held);
    conn->held = NULL;
}

void conn_dismiss(struct conn *conn, const char *code, const char *sentence)
{
    protocol_send_error(&conn->client, -1, code, sentence);
    end(conn);
}

void conn_send_away(struct conn *conn)
{
    lang_use(conn->client.french);
    conn_dismiss(conn, "stopping", tr("the server is stopping; please reconnect soon"));
}

static uint64_t now_of(const struct conn *conn)
{
    return conn->all->protocol->now(conn->all->protocol);
}

void conn_announce(struct conn *conn)
{
    struct text sentence = text_on((char[RULE_TEXT_MAX]){0}, RULE_TEXT_MAX);
    struct text out = text_on((char[2 *RULE_TEXT_MAX + 64]){0}, 2 * RULE_TEXT_MAX + 64);
    struct json json = json_on(&out);
    if (conn->closing || !conn->client.greeted)
        return;
    lang_use(conn->client.french);
    rules_announcement(conn->all->rules, now_of(conn), &sentence);
    json_open(&json, '{');
    json_key_string(&json, "type", "notice");
    json_key_string(&json, "text", sentence.start);
    json_close(&json, '}');
    conn_send(conn, outgoing_new((struct span){out.start, out.length}), 0);
}

/* How long a connection has had no seat and may be closed for another one, in seconds. An address
 * with as many connections as CROWD has no such time: it could keep a server full by reconnecting.
 */
#define IDLE_SECONDS 10.0
#define CROWD 16
#define LOOKED_AT 256 /* connections, so that making room costs little */

bool conns_make_room(struct conns *all, const struct address *for_address)
{
    struct conn *worst = NULL;
    const double now = clock_steady();
    for (int i = 0; i < LOOKED_AT; i++) {
        struct conn *conn = TAILQ_FIRST(&all->list);
        if (!conn)
            break;
        TAILQ_REMOVE(&all->list, conn, in_all); /* the next search begins with the others */
        TAILQ_INSERT_TAIL(&all->list, conn, in_all);
        if (conn->client.seat || conn->closing || !conn->address ||
            (now - conn->opened < IDLE_SECONDS && conn->address->connections < CROWD))
            continue;
        if (!worst || conn->address->connections > worst->address->connections)
            worst = conn;
    }
    if (!worst || (for_address && worst->address->connections <= for_address->connections))
        return false;
    lang_use(worst->client.french);
    conn_drop(worst);
    all->evicted++;
    return true;
}

static bool refuse_by(const struct rule *rule, const char *code, struct table_refusal *r)
{
    if (!rule)
        return true;
    text_clear(&r->why);
    rule_explain(rule, &r->why);
    r->code = code;
    return false;
}

/* Strangers' tables: an address may take only some of their open seats. */
static bool may_sit(const struct conn *conn, const struct room *room, struct table_refusal *r)
{
    return table_phase(room->table) != TABLE_WAITING || !table_is_listed(room->table) ||
           address_may_sit(conn->all->addresses, conn->address) ||
           table_refuse(r, "limit",
                        tr("too many seats at public tables were taken from your address; try "
                           "again later"));
}

/* Whether the operator's rules and the limits of open seats allow the message. */
static bool is_allowed(const struct conn *conn, const struct message *m, struct table_refusal *r)
{
    const struct rules *rules = conn->all->rules;
    const struct client *client = &conn->client;
    const uint64_t now = now_of(conn);
    const bool takes = m->verb == MESSAGE_JOIN || m->verb == MESSAGE_CREATE;
    const bool comes =
        m->verb == MESSAGE_JOIN || m->verb == MESSAGE_RESUME || m->verb == MESSAGE_WATCH;
    struct room *room = NULL;
    if (m->verb == MESSAGE_CHAT && client->at && client->seat)
        return refuse_by(rules_on(rules, RULE_MUTE, &conn->link->client,
                                  table_match(client->at->table)->name[client->seat - 1], now),
                         "muted", r);
    if (takes && !refuse_by(rules_on(rules, RULE_BAN, NULL, m->name, now), "banned", r))
        return false;
    if (!comes)
        return true;
    if (!refuse_by(rules_on(rules, RULE_CLOSED, NULL, m->table, now), "closed", r))
        return false;
    if (client->protocol->find(client->protocol, m->table, &room) != ROOM_HERE)
        return true;
    if (m->verb == MESSAGE_RESUME && m->seat >= 1 && m->seat <= table_players(room->table))
        return refuse_by(
            rules_on(rules, RULE_BAN, NULL, table_match(room->table)->name[m->seat - 1], now),
            "banned", r);
    return m->verb != MESSAGE_JOIN || may_sit(conn, room, r);
}

/* False: nothing is done yet, since the table `away` must be read from the store first. A server
 * that stops has handed its tables over: it changes none, also for a client that joins only now. */
static bool handle_message(struct conn *conn, struct span bytes, char away[TABLE_ID_LENGTH + 1])
{
    char reason[TEXT_WHY];
    struct table_refusal r = {.code = "bad-message", .why = text_on(reason, sizeof reason)};
    struct message m;
    json_t *root;
    if (conn->all->health->stopping) {
        conn_send_away(conn);
        return true;
    }
    lang_use(conn->client.french);
    bool good = message_read(&m, bytes, &root, &r.code, &r.why);
    const bool fault = !good && strcmp(r.code, "bad-message") == 0;
    good = good && is_allowed(conn, &m, &r);
    const bool done = protocol_handle(&conn->client, &m, good, &r, away);
    if (good && m.verb == MESSAGE_HELLO && conn->all->rules->announces)
        conn_announce(conn);
    if (done && protocol_is_expensive(&m))
        conn->tokens -= EXPENSIVE_TOKENS;
    if (fault && ++conn->faults >= FAULTS_MAX)
        end(conn);
    json_decref(root);
    return done;
}

/* The first message waits no longer: handles them until one must wait again. */
static void on_table_read(struct waiter *waiter)
{
    struct held *held = (struct held *)waiter;
    struct conn *conn = held->conn;
    struct held_message *message;
    char away[TABLE_ID_LENGTH + 1];
    while (!conn->closing && (message = held->first)) {
        if (!handle_message(conn, (struct span){message->bytes, message->length}, away)) {
            loading_await(conn->all->loading, away, conn->address->name, waiter);
            return;
        }
        held->first = message->next;
        held->count--;
        free(message);
    }
    free_held(conn);
}

static void take_message(struct conn *conn, struct span message)
{
    if (conn->held && conn->held->count >= HELD_MAX) {
        protocol_send_error(&conn->client, -1, "too-fast", tr("too many messages: slow down"));
        return;
    }
    if (conn->held) {
        hold(conn->held, message);
        return;
    }
    char away[TABLE_ID_LENGTH + 1];
    if (handle_message(conn, message, away))
        return;
    struct held *held = memory_new(1, sizeof *held);
    *held = (struct held){.waiter.ready = on_table_read, .conn = conn, .end = &held->first};
    hold(held, message);
    conn->held = held;
    loading_await(conn->all->loading, away, conn->address->name, &held->waiter);
}

void conn_receive(struct conn *conn, struct span message)
{
    conn->all->received++;
    if (conn->closing)
        return;
    lang_use(conn->client.french);
    if (take_token(conn) &&
        (!conn->address || address_may_send(conn->all->addresses, conn->address))) {
        take_message(conn, message);
        return;
    }
    protocol_send_error(&conn->client, -1, "too-fast", tr("too many messages: slow down"));
    if (conn->floods >= FLOODS_MAX)
        end(conn);
}

void conn_too_long(struct conn *conn, uint64_t rest)
{
    if (conn->closing)
        return;
    lang_use(conn->client.french);
    protocol_send_error(&conn->client, -1, "too-long", tr("a message has at most 4096 bytes"));
    if (++conn->faults >= FAULTS_MAX || rest > HOPELESS_BYTES)
        end(conn);
}

struct conn *conn_new(struct conns *all, struct link *link)
{
    struct conn *conn = memory_new(1, sizeof *conn);
    conn->all = all;
    conn->client.protocol = all->protocol;
    conn->link = link;
    conn->address = address_connect(all->addresses, link->address);
    all->count++;
    all->opened++;
    TAILQ_INSERT_TAIL(&all->list, conn, in_all);
    conn->tokens = (float)(BURST_SECONDS * all->settings->messages_per_second);
    conn->tokens_at = conn->opened = clock_steady();
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    const struct rule *ban = rules_on(all->rules, RULE_BAN, &link->client, NULL, now_of(conn));
    lang_use(false); /* the client's language is not known yet */
    if (ban)
        rule_explain(ban, &why);
    if (ban)
        conn_dismiss(conn, "banned", why.start);
    else if (!conn->address)
        conn_dismiss(conn, "limit", tr("too many connections from your address"));
    return conn;
}

void conn_free(struct conn *conn)
{
    free_held(conn);
    while (conn->out_count)
        out_pop(conn);
    ungate(conn);
    room_leave(&conn->client);
    protocol_drop_imported(&conn->client);
    if (conn->address)
        address_disconnect(conn->address);
    free(conn->out);
    TAILQ_REMOVE(&conn->all->list, conn, in_all);
    conn->all->count--;
    free(conn);
}
