/* The sockets, with libwebsockets on libev: opens and closes connections, joins messages that come
 * in pieces, and sends queued messages. handlers.c handles the messages. */
#include <arpa/inet.h>
#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "base/lang.h"
#include "base/memory.h"
#include "server/core.h"
#include "server/handlers.h"
#include "server/locale.h"
#include "server/net/http.h"
#include "server/net/message.h"
#include "server/net/net.h"

#define RECEIVE_BYTES 512     /* buffer of each connection; longer messages come in pieces */
#define SEND_BYTES (64 << 10) /* at most, with one system call; the default is RECEIVE_BYTES */
#define FILES_RESERVED 128    /* file descriptors that are not connections */
#define FLOODS_MAX 200        /* messages above the rate until the connection is closed */
#define HOPELESS_BYTES 65536  /* a message with this much more to come closes the connection */
#define QUEUE_MAX 16384       /* messages in a queue */
#define BURST_SECONDS 3       /* the size of the token bucket, in seconds of its rate */
#define CLOSE_SECONDS 5       /* a closing connection is cut off after this */

struct outgoing *outgoing_new(struct span message)
{
    struct outgoing *outgoing = memory_resize(NULL, sizeof *outgoing + LWS_PRE + message.length, 1);
    outgoing->references = 0;
    outgoing->length = (uint32_t)message.length;
    memcpy(outgoing->bytes + LWS_PRE, message.at, message.length);
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
    conn->gated_next = conn->server->gated;
    if (conn->gated_next)
        conn->gated_next->gated_before = conn;
    conn->server->gated = conn;
}

static void ungate(struct conn *conn)
{
    if (!conn->gated)
        return;
    conn->gated = false;
    if (conn->gated_before)
        conn->gated_before->gated_next = conn->gated_next;
    else
        conn->server->gated = conn->gated_next;
    if (conn->gated_next)
        conn->gated_next->gated_before = conn->gated_before;
    conn->gated_next = conn->gated_before = NULL;
}

/* Whether the queue is full: then the client is dropped. A single message may be of any length. */
static bool is_too_slow(const struct conn *conn, const struct outgoing *message)
{
    return conn->out_count >= QUEUE_MAX ||
           (conn->out_count > 0 && conn->waiting + message->length > CONN_WAITING_MAX);
}

void conn_send(struct conn *conn, struct outgoing *message, uint64_t batch)
{
    message->references++;
    if (conn->closing || is_too_slow(conn, message)) {
        if (!conn->closing) {
            conn->server->metrics.dropped++;
            conn->closing = true;
            while (conn->out_count)
                out_pop(conn);
            lws_set_timeout(conn->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
        }
        outgoing_release(message);
        return;
    }
    if (conn->out_count == conn->out_capacity)
        out_grow(conn);
    conn->out_count++;
    *out_at(conn, conn->out_count - 1u) = (struct conn_queued){message, batch};
    conn->waiting += message->length;
    if (batch > writer_durable(conn->server->writer))
        gate(conn);
    else
        lws_callback_on_writable(conn->wsi);
}

void conn_drop_gated(struct conn *conn)
{
    const uint64_t durable = writer_durable(conn->server->writer);
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

void conn_close(struct conn *conn)
{
    conn->closing = true;
    lws_set_timeout(conn->wsi, PENDING_TIMEOUT_USER_OK, CLOSE_SECONDS);
    lws_callback_on_writable(conn->wsi);
}

static int send_queued(struct conn *conn)
{
    const uint64_t durable = writer_durable(conn->server->writer);
    while (conn->out_count && out_at(conn, 0)->batch <= durable) {
        struct outgoing *message = out_at(conn, 0)->message;
        if (lws_write(conn->wsi, message->bytes + LWS_PRE, message->length, LWS_WRITE_TEXT) < 0)
            return -1;
        conn->server->metrics.bytes_out += message->length;
        out_pop(conn);
        if (conn->out_count && lws_send_pipe_choked(conn->wsi)) {
            lws_callback_on_writable(conn->wsi);
            return 0;
        }
    }
    if (conn->out_count == 0 && conn->out) { /* idle connections keep nothing */
        free(conn->out);
        conn->out = NULL;
        conn->out_capacity = conn->out_first = 0;
    }
    return conn->closing && conn->out_count == 0 ? -1 : 0;
}

/* Writes at once instead of asking for a callback when the socket is writable, which would cost an
 * iteration of the loop and two system calls for each connection. libwebsockets keeps and sends
 * what the socket does not take. */
void conn_release_gated(struct server *server)
{
    const uint64_t durable = writer_durable(server->writer);
    for (struct conn *conn = server->gated, *next; conn; conn = next) {
        bool waits = false;
        next = conn->gated_next;
        for (unsigned i = 0; i < conn->out_count && !waits; i++)
            waits = out_at(conn, i)->batch > durable;
        if (!waits)
            ungate(conn);
        if (lws_partial_buffered(conn->wsi) || conn->closing)
            lws_callback_on_writable(conn->wsi);
        else if (send_queued(conn) < 0)
            lws_set_timeout(conn->wsi, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_ASYNC);
    }
}

/* Takes a token of the connection's bucket; false if there is none. */
static bool take_token(struct conn *conn)
{
    const int rate = conn->server->settings.messages_per_second;
    if (rate == 0)
        return true;
    const double now = server_steady();
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

static void dispatch(struct conn *conn, struct span bytes)
{
    conn->server->metrics.messages++;
    if (conn->closing)
        return;
    locale_use(conn->french);
    if (take_token(conn) && (!conn->address || address_may_send(conn->server, conn->address))) {
        handle_message(conn, bytes);
        return;
    }
    send_error(conn, -1, "too-fast", tr("too many messages: slow down"));
    if (conn->floods >= FLOODS_MAX)
        conn_close(conn);
}

/* Receives a piece of a message. A message that comes in one piece is not copied. */
static void receive(struct conn *conn, const char *bytes, size_t length)
{
    const bool whole =
        lws_is_final_fragment(conn->wsi) && lws_remaining_packet_payload(conn->wsi) == 0;
    if (!conn->too_long && conn->partial_length + length > MESSAGE_MAX) {
        conn->too_long = true;
        locale_use(conn->french);
        send_error(conn, -1, "too-long", tr("a message has at most 4096 bytes"));
        if (++conn->faults >= 10 || lws_remaining_packet_payload(conn->wsi) > HOPELESS_BYTES)
            conn_close(conn);
    }
    if (whole && !conn->partial_length && !conn->too_long) {
        dispatch(conn, (struct span){bytes, length});
        return;
    }
    if (!conn->too_long) {
        conn->partial = memory_resize(conn->partial, conn->partial_length + length + 1, 1);
        memcpy(conn->partial + conn->partial_length, bytes, length);
        conn->partial_length = (uint16_t)(conn->partial_length + length);
    }
    if (!whole)
        return;
    char *part = conn->partial;
    const size_t all = conn->partial_length;
    const bool good = !conn->too_long;
    conn->partial = NULL;
    conn->partial_length = 0;
    conn->too_long = false;
    if (good)
        dispatch(conn, (struct span){part, all});
    free(part);
}

/* Whether the request's Origin is this server (its Host) or the one of the settings. Programs that
 * are not browsers send none. */
static bool is_origin_allowed(struct server *server, struct lws *wsi)
{
    char origin[256], host[256];
    if (lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) == 0)
        return true;
    if (lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) < 0 ||
        lws_hdr_copy(wsi, host, sizeof host, WSI_TOKEN_HOST) < 0)
        return false;
    if (server->settings.origin && strcmp(origin, server->settings.origin) == 0)
        return true;
    const char *at = strstr(origin, "://");
    return at && strcmp(at + 3, host) == 0;
}

/* Before the WebSocket handshake is answered; 1 refuses it. `ours`: the client asked for our
 * protocol. */
static int check_handshake(struct server *server, struct lws *wsi, bool ours)
{
    char path[64];
    const int length = lws_hdr_copy(wsi, path, sizeof path, WSI_TOKEN_GET_URI);
    if (!ours || length < 0 || strcmp(path, "/ws") != 0 || server->stopping) {
        lws_return_http_status(wsi, HTTP_STATUS_NOT_FOUND, NULL);
        return 1;
    }
    if (!is_origin_allowed(server, wsi)) {
        lws_return_http_status(wsi, HTTP_STATUS_FORBIDDEN, NULL);
        return 1;
    }
    if (server->conn_count >= (size_t)server->settings.connections_max) {
        lws_return_http_status(wsi, HTTP_STATUS_SERVICE_UNAVAILABLE, NULL);
        return 1;
    }
    return 0;
}

static int conn_open(struct server *server, struct lws *wsi, struct conn *conn)
{
    char text[64] = "", name[ADDRESS_NAME_MAX];
    lws_get_peer_simple(wsi, text, sizeof text);
    address_name(text, name);
    memset(conn, 0, sizeof *conn);
    conn->server = server;
    conn->wsi = wsi;
    conn->address = address_connect(server, name);
    server->conn_count++;
    server->metrics.connections++;
    conn->tokens = (float)(BURST_SECONDS * server->settings.messages_per_second);
    conn->tokens_at = server_steady();
    if (!conn->address) {
        send_error(conn, -1, "limit", tr("too many connections from your address"));
        conn_close(conn);
    }
    return 0;
}

static void conn_closed(struct conn *conn)
{
    struct server *server = conn->server;
    if (!server)
        return;
    while (conn->out_count)
        out_pop(conn);
    ungate(conn);
    tables_remove_conn(conn);
    if (conn->address)
        address_disconnect(server, conn->address);
    free(conn->out);
    free(conn->partial);
    conn->server = NULL;
    server->conn_count--;
}

static int on_socket(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                     size_t length)
{
    struct conn *conn = user;
    struct server *server = lws_context_user(lws_get_context(wsi));
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return check_handshake(server, wsi, true);
    case LWS_CALLBACK_ESTABLISHED:
        return conn_open(server, wsi, conn);
    case LWS_CALLBACK_RECEIVE:
        if (lws_frame_is_binary(wsi))
            return -1;
        receive(conn, in, length);
        return 0;
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return send_queued(conn);
    case LWS_CALLBACK_CLOSED:
        conn_closed(conn);
        return 0;
    default:
        return 0;
    }
}

static int on_http(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                   size_t length)
{
    struct server *server = lws_context_user(lws_get_context(wsi));
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return check_handshake(server, wsi, false);
    case LWS_CALLBACK_HTTP:
        return http_request(server, wsi, in, user);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return http_writable(wsi, user);
    case LWS_CALLBACK_CLOSED_HTTP:
        if (user)
            http_closed(user);
        return 0;
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, length);
    }
}

/* Raises the limit of open files to what the connections need; if that is not allowed, reduces the
 * number of connections. */
static bool raise_limit(int *connections, struct text *why)
{
    struct rlimit limit;
    const rlim_t wanted = (rlim_t)*connections + FILES_RESERVED;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
        return true;
    struct rlimit more = {wanted, limit.rlim_max > wanted ? limit.rlim_max : wanted};
    if (setrlimit(RLIMIT_NOFILE, &more) == 0)
        return true;
    if (limit.rlim_max < 2 * FILES_RESERVED)
        return text_fail(why, tr("this user may open only %d files: raise ulimit -n"),
                         (int)limit.rlim_max);
    more = (struct rlimit){limit.rlim_max, limit.rlim_max};
    setrlimit(RLIMIT_NOFILE, &more);
    *connections = (int)limit.rlim_max - FILES_RESERVED;
    fprintf(stderr, tr("cornet serve: at most %d connections, since ulimit -n is %d\n"),
            *connections, (int)limit.rlim_max);
    return true;
}

bool net_open(struct server *server, struct text *why)
{
    static const lws_retry_bo_t idle = {.secs_since_valid_ping = 30, .secs_since_valid_hangup = 60};
    static struct lws_protocols protocols[] = {
        {.name = "http", .callback = on_http},
        {.name = "cornet.1",
         .callback = on_socket,
         .per_session_data_size = sizeof(struct conn),
         .rx_buffer_size = RECEIVE_BYTES,
         .tx_packet_size = SEND_BYTES},
        {.name = NULL},
    };
    const struct server_settings *settings = &server->settings;
    if (!raise_limit(&server->settings.connections_max, why))
        return false;
    protocols[0].per_session_data_size = http_session_size();
    void *loops[1] = {server->loop};
    struct lws_context_creation_info info = {
        .port = settings->port,
        .iface = settings->interface,
        .protocols = protocols,
        .gid = (gid_t)-1,
        .uid = (uid_t)-1,
        .options = LWS_SERVER_OPTION_LIBEV,
        .user = server,
        .foreign_loops = loops,
        .timeout_secs = 15,
        .keepalive_timeout = 30,
        .retry_and_idle_policy = &idle,
        .server_string = "cornet",
        .fd_limit_per_thread = (unsigned)settings->connections_max + FILES_RESERVED,
        .pt_serv_buf_size = 8192,
        .max_http_header_data = 4096,
        .max_http_header_pool = 64,
    };
    if (settings->certificate) {
        info.options |= LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT;
        info.ssl_cert_filepath = settings->certificate;
        info.ssl_private_key_filepath = settings->key;
        info.alpn = "http/1.1";
    }
    struct in_addr four;
    struct in6_addr six;
    if (settings->interface && inet_pton(AF_INET, settings->interface, &four) == 1)
        info.options |= LWS_SERVER_OPTION_DISABLE_IPV6; /* or it would listen at all addresses */
    else if (settings->interface && inet_pton(AF_INET6, settings->interface, &six) != 1)
        return text_fail(why, tr("--bind takes an IPv4 or IPv6 address, not '%s'"),
                         settings->interface);
    lws_set_log_level(getenv("CORNET_LWS_LOG") ? LLL_ERR | LLL_WARN | LLL_NOTICE : 0, NULL);
    server->lws = lws_create_context(&info);
    if (!server->lws)
        return text_fail(why, tr("cannot listen at port %d"), settings->port);
    struct lws_vhost *host = lws_get_vhost_by_name(server->lws, "default");
    server->port = host ? lws_get_vhost_listen_port(host) : settings->port;
    return true;
}
