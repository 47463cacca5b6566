/* Opens the server's door: who may come in, and who answers. */
#include "server/net/net.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/lang.h"
#include "base/memory.h"
#include "server/core.h"
#include "server/net/http.h"
#include "server/net/link.h"

#define FILES_RESERVED 128  /* file descriptors that are not connections */
#define REQUEST_SOCKETS 512 /* TCP connections beside those that are WebSockets */

struct net {
    struct link_host host;
};

static struct server *server_of(const struct link *link)
{
    return link_host(link)->context;
}

static bool is_from(const struct socket *socket, const void *address)
{
    return ((const struct link *)socket)->address == address;
}

/* An address with too many connections loses its oldest silent one; if it has none, the new one is
 * refused. */
static bool on_come(struct link *link, const char *address)
{
    char name[ADDRESS_NAME_MAX];
    bool full;
    address_name(address, name);
    link->address = address_come(server_of(link), name, &full);
    if (!full)
        return true;
    struct socket *oldest = socket_oldest_silent(link->socket.door, is_from, link->address);
    if (oldest) {
        socket_drop(oldest);
        return true;
    }
    address_gone(link->address);
    return false;
}

static void on_gone(struct link *link)
{
    if (link->user && link->is_open)
        conn_free(link->user);
    else if (link->user)
        later_gone(link->user);
    address_gone(link->address);
}

static void on_refuse(struct link *link, int status)
{
    http_refuse(server_of(link), link, status);
}

static void on_request(struct link *link, const struct http_request *request)
{
    struct server *server = server_of(link);
    if (address_may_request(server, link->address)) {
        http_answer(server, link, request);
        return;
    }
    link->keeps = false;
    http_refuse(server, link, 429);
}

/* Whether the request's Origin is this server (its Host) or the one of the settings. Programs that
 * are not browsers send none. */
static bool is_origin_allowed(const struct server *server, const struct http_request *request)
{
    if (!request->origin[0])
        return true;
    if (server->settings.origin && strcmp(request->origin, server->settings.origin) == 0)
        return true;
    const char *at = strstr(request->origin, "://");
    return at && strcmp(at + 3, request->host) == 0;
}

static int on_check(struct link *link, const struct http_request *request)
{
    const struct server *server = server_of(link);
    if (strcmp(request->path, "/ws") != 0 || server->stopping)
        return 404;
    if (!is_origin_allowed(server, request))
        return 403;
    return server->conn_count >= (size_t)server->settings.connections_max ? 503 : 0;
}

static void on_opened(struct link *link)
{
    link->user = conn_new(server_of(link), link);
}

static bool on_message(struct link *link, struct span text)
{
    conn_receive(link->user, text);
    return true;
}

static bool on_too_long(struct link *link, uint64_t rest)
{
    conn_too_long(link->user, rest);
    return true;
}

static void on_flush(struct link *link)
{
    conn_flush(link->user);
}

/* Raises the limit of open files to what the connections need; if that is not allowed, reduces the
 * number of connections. */
static bool raise_limit(int *connections, struct text *why)
{
    struct rlimit limit;
    const rlim_t wanted = (rlim_t)*connections + REQUEST_SOCKETS + FILES_RESERVED;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= wanted)
        return true;
    struct rlimit more = {wanted, limit.rlim_max > wanted ? limit.rlim_max : wanted};
    if (setrlimit(RLIMIT_NOFILE, &more) == 0)
        return true;
    if (limit.rlim_max < 2 * FILES_RESERVED + REQUEST_SOCKETS)
        return text_fail(why, tr("this user may open only %d files: raise ulimit -n"),
                         (int)limit.rlim_max);
    more = (struct rlimit){limit.rlim_max, limit.rlim_max};
    setrlimit(RLIMIT_NOFILE, &more);
    *connections = (int)limit.rlim_max - REQUEST_SOCKETS - FILES_RESERVED;
    fprintf(stderr, tr("cornet serve: at most %d connections, since ulimit -n is %d\n"),
            *connections, (int)limit.rlim_max);
    return true;
}

bool net_open(struct server *server, struct text *why)
{
    static const struct link_events events = {
        .come = on_come,
        .gone = on_gone,
        .request = on_request,
        .refuse = on_refuse,
        .check = on_check,
        .opened = on_opened,
        .message = on_message,
        .too_long = on_too_long,
        .flush = on_flush,
    };
    const struct server_settings *settings = &server->settings;
    if (!raise_limit(&server->settings.connections_max, why))
        return false;
    server->net = memory_new(1, sizeof *server->net);
    return link_open(&server->net->host, server->loop, &events, server,
                     (size_t)settings->connections_max + REQUEST_SOCKETS,
                     &(struct socket_place){.interface = settings->interface,
                                            .port = settings->port,
                                            .certificate = settings->certificate,
                                            .key = settings->key},
                     &server->port, why);
}

void net_close(struct server *server)
{
    if (server->net)
        link_close_all(&server->net->host);
    free(server->net);
    server->net = NULL;
}
