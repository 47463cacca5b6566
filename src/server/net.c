/* Opens the server's listeners: decides who may connect, and passes requests to their handlers. */
#include "server/net.h"

#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include "base/lang.h"
#include "net/tls.h"
#include "server/work/report.h"

#define SLOW_SECONDS 0.05   /* processor time for one client in one turn, which is reported */
#define FILES_RESERVED 128  /* file descriptors that are not connections */
#define REQUEST_SOCKETS 512 /* TCP connections beside those that are WebSockets */
#define METRICS_SOCKETS 64  /* TCP connections at the metrics' own address */

static struct net *net_of(const struct link *link)
{
    return link_host(link)->context;
}

static bool is_from(const struct socket *socket, const void *address)
{
    const struct link *link = (const struct link *)socket;
    return link->is_counted && link->address == address;
}

/* ---- who the client is ---- */

/* The connection no longer counts for its address. */
static void leave_address(struct link *link)
{
    if (!link->address)
        return;
    if (link->is_counted)
        address_gone(link->address);
    address_release(link->address);
    link->address = NULL;
}

/* From now on the connection belongs to this client. It counts as one of the client's own
 * (`is_counted`), unless a trusted proxy made it. Returns false if the client has too many and none
 * of them is silent; otherwise the oldest silent one is dropped for this one. */
static bool count_for(struct link *link, const struct in6_addr *client, bool is_counted)
{
    struct addresses *addresses = net_of(link)->addresses;
    char name[IP_TEXT_MAX];
    address_name(client, name);
    struct address *address = address_hold(addresses, name);
    const bool full = is_counted && !address_come(addresses, address);
    struct socket *oldest =
        full ? socket_oldest_silent(link->socket.listener, is_from, address) : NULL;
    if (oldest)
        socket_drop(oldest);
    leave_address(link);
    link->address = address;
    link->client = *client;
    link->is_counted = is_counted;
    return !full || oldest;
}

/* The client is this peer, until a proxy's header names another. */
static bool set_peer(struct link *link, const struct in6_addr *peer)
{
    link->peer = *peer;
    link->is_trusted = trusted_has(&net_of(link)->trusted, peer);
    return count_for(link, peer, !link->is_trusted);
}

/* ---- the loop's time ---- */

static void on_arrives(const struct link_host *host)
{
    struct net *net = host->context;
    net->began = address_clock();
}

/* Whether the loop may work for the client now; else it waits until its address has time again. A
 * trusted proxy's connection serves many clients, until it is one client's WebSocket. */
static bool on_begin(const struct link *link)
{
    struct net *net = net_of(link);
    if ((!link->is_trusted || link->is_open) && !address_may_work(net->addresses, link->address))
        return false;
    net->began = address_clock();
    return true;
}

static void on_done(struct link *link)
{
    const struct net *net = net_of(link);
    const double seconds =
        link->address ? address_worked(net->addresses, link->address, net->began) : 0;
    if (seconds > SLOW_SECONDS)
        report(REPORT_WARNING, "slow", "a request of %s took %.0f ms of processor time",
               link->address->name, seconds * 1e3);
}

static bool on_accept(struct link *link, const struct in6_addr *peer)
{
    struct addresses *addresses = net_of(link)->addresses;
    if (set_peer(link, peer) && (link->is_trusted || address_may_come(addresses, link->address)) &&
        (!link->socket.ssl || link->is_trusted || address_may_handshake(addresses, link->address)))
        return true;
    on_done(link);
    leave_address(link);
    return false;
}

static bool on_proxied(struct link *link, const struct in6_addr *client)
{
    return set_peer(link, client);
}

/* Whether the client sees TLS, by the last word of X-Forwarded-Proto; false if it is another. */
static bool read_proto(const char *header, bool *is_secure)
{
    const char *comma = strrchr(header, ','), *word = comma ? comma + 1 : header;
    word += strspn(word, " \t");
    *is_secure = strcasecmp(word, "https") == 0 || strcasecmp(word, "wss") == 0;
    return *is_secure || strcasecmp(word, "http") == 0 || strcasecmp(word, "ws") == 0;
}

/* Reads the headers of a trusted proxy about its client, if it sends any. */
static bool read_forwarded(struct link *link, const struct http_request *request,
                           struct in6_addr *client)
{
    const struct trusted *trusted = &net_of(link)->trusted;
    if (request->forwarded_cut)
        return false;
    if (request->forwarded_proto[0] && !read_proto(request->forwarded_proto, &link->is_secure))
        return false;
    return !request->forwarded_for[0] || trusted_client(trusted, request->forwarded_for, client);
}

/* Finds the client of a request: the peer or, if the peer is a trusted proxy, the client that it
 * names. Returns false if the proxy's header is malformed; the client is then the peer, as for a
 * malformed request (NULL). */
static bool find_client(struct link *link, const struct http_request *request)
{
    struct in6_addr client = link->peer;
    link->is_secure = link->socket.ssl != NULL;
    if (!link->is_trusted)
        return true;
    const bool good = request && read_forwarded(link, request, &client);
    if (!good)
        client = link->peer;
    if (!IN6_ARE_ADDR_EQUAL(&client, &link->client))
        count_for(link, &client, false);
    return good;
}

static void on_gone(struct link *link)
{
    if (link->user && link->is_open) {
        const struct conn *conn = link->user;
        access_closed(net_of(link)->access, link, conn->sent, conn->opened);
        conn_free(link->user);
    } else if (link->user) {
        deferred_free(link->user);
    }
    leave_address(link);
}

/* ---- requests ---- */

static void on_refuse(struct link *link, const struct http_request *request, int status)
{
    find_client(link, request);
    http_refuse(net_of(link)->http, link, request, status, "");
}

/* Without a public address, a trusted proxy decides which names are the server's. Browsers always
 * send a Host, so a request without one does not come from a rebound page. */
static bool is_host_ours(const struct link *link, const struct http_request *request)
{
    const struct net *net = net_of(link);
    return net->settings->address
               ? host_is(&net->public, request->host)
               : link->is_trusted || !request->host[0] || host_is_own(&net->names, request->host);
}

static void on_request(struct link *link, const struct http_request *request)
{
    const struct net *net = net_of(link);
    /* Health checks often have no name for the server, and learn nothing else. */
    const bool probe =
        strcmp(request->path, "/api/live") == 0 || strcmp(request->path, "/api/ready") == 0;
    const bool known = find_client(link, request);
    const struct rule *ban = rules_on(net->conns->rules, RULE_BAN, &link->client, NULL,
                                      net->conns->protocol->now(net->conns->protocol));
    const int status = !known                                                ? 400
                       : ban && !probe                                       ? 403
                       : !address_may_request(net->addresses, link->address) ? 429
                       : !probe && !is_host_ours(link, request)              ? 421
                                                                             : 0;
    if (!status) {
        http_answer(net->http, link, request);
        return;
    }
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    lang_use(false);
    if (ban && status == 403)
        rule_explain(ban, &why);
    link->keeps = false;
    http_refuse(net->http, link, request, status, why.start);
}

/* Whether the request's Origin is this server (its Host) or the one of the settings. Programs that
 * are not browsers send none. */
static bool is_origin_allowed(const struct link *link, const struct http_request *request)
{
    const char *other = net_of(link)->settings->origin;
    if (!request->origin[0])
        return true;
    if (other && strcmp(request->origin, other) == 0)
        return true;
    const char *at = strstr(request->origin, "://");
    if (link->is_secure && strncmp(request->origin, "https://", 8) != 0)
        return false;
    return at && strcmp(at + 3, request->host) == 0;
}

static int on_check(struct link *link, const struct http_request *request)
{
    const struct net *net = net_of(link);
    if (!find_client(link, request))
        return 400;
    if (!is_host_ours(link, request))
        return 421;
    if (strcmp(request->path, "/ws") != 0)
        return 404;
    if (!is_origin_allowed(link, request))
        return 403;
    const bool full = net->conns->count >= (size_t)net->connections_max &&
                      !conns_make_room(net->conns, link->address);
    return full || health_is_away(net->health) ? 503 : 0;
}

static void on_opened(struct link *link, const struct http_request *request)
{
    link->user = conn_new(net_of(link)->conns, link);
    access_opened(net_of(link)->access, link, request);
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
    report(REPORT_WARNING, "limit", tr("at most %d connections, since ulimit -n is %d"),
           *connections, (int)limit.rlim_max);
    return true;
}

/* ---- the metrics' own address ---- */

static void on_metrics_request(struct link *link, const struct http_request *request)
{
    http_answer_metrics(net_of(link)->http, link, request);
}

static int on_metrics_check(struct link *link, const struct http_request *request)
{
    (void)link;
    (void)request;
    return 404;
}

static void on_metrics_gone(struct link *link)
{
    (void)link;
}

static bool open_metrics(struct net *net, struct text *why)
{
    static const struct link_events events = {
        .gone = on_metrics_gone,
        .request = on_metrics_request,
        .refuse = on_refuse,
        .check = on_metrics_check,
    };
    const struct socket_place place = {
        .interface = net->metrics_address, .port = net->metrics_port, .timeouts = net->timeouts};
    net->has_metrics = link_open(&net->metrics, net->loop, &events, net, METRICS_SOCKETS, &place,
                                 &net->metrics_port, why);
    return net->has_metrics;
}

/* ---- opening ---- */

/* As browsers send it: http or https, a host, perhaps a port, and no path. */
static bool is_origin(const char *text)
{
    const char *at = strncmp(text, "http", 4) == 0 ? strstr(text, "://") : NULL;
    return at && (at == text + 4 || (at == text + 5 && text[4] == 's')) && at[3] &&
           span_is_clean(span_of(text)) && !strpbrk(at + 3, "/?# ");
}

bool net_prepare(struct net *net, struct text *why)
{
    const struct server_settings *settings = net->settings;
    struct stat folder;
    if (!trusted_read(&net->trusted, settings->trusted_proxies, why))
        return false;
    if (trusted_has_all(&net->trusted))
        report(REPORT_WARNING, "proxy",
               tr("--trusted-proxy trusts every address: anybody can claim to be another client, "
                  "and no limit per address holds"));
    if (settings->address && !host_of_url(&net->public, settings->address))
        return text_fail(why, tr("--address takes a URL such as https://dice.example/, not '%s'"),
                         settings->address);
    if (settings->origin && !is_origin(settings->origin))
        return text_fail(why, tr("--origin takes a site such as https://dice.example, not '%s'"),
                         settings->origin);
    if (!settings->address)
        host_own_names(&net->names);
    if (settings->metrics_bind &&
        !ip_read_place(span_of(settings->metrics_bind), net->metrics_address, &net->metrics_port))
        return text_fail(why,
                         tr("--metrics-bind takes an address and a port such as 127.0.0.1:9100 or "
                            "[::1]:9100, not '%s'"),
                         settings->metrics_bind);
    if (settings->web && (stat(settings->web, &folder) != 0 || !S_ISDIR(folder.st_mode)))
        return text_fail(why, tr("--web takes a folder; '%s' is not one"), settings->web);
    if (settings->certificate)
        net->tls = tls_open(settings->certificate, settings->key, why);
    return net->tls || !settings->certificate;
}

bool net_open(struct net *net, struct text *why)
{
    static const struct link_events events = {
        .accept = on_accept,
        .proxied = on_proxied,
        .gone = on_gone,
        .request = on_request,
        .refuse = on_refuse,
        .check = on_check,
        .opened = on_opened,
        .message = on_message,
        .too_long = on_too_long,
        .flush = on_flush,
        .arrives = on_arrives,
        .begin = on_begin,
        .done = on_done,
    };
    const struct server_settings *settings = net->settings;
    net->connections_max = settings->connections_max;
    if (!raise_limit(&net->connections_max, why))
        return false;
    const struct socket_place place = {.interface = settings->interface,
                                       .port = settings->port,
                                       .tls = net->tls,
                                       .trusted = &net->trusted,
                                       .timeouts = net->timeouts};
    net->tls = NULL;
    net->is_open = true;
    return link_open(&net->host, net->loop, &events, net,
                     (size_t)net->connections_max + REQUEST_SOCKETS, &place, &net->http->port,
                     why) &&
           (!settings->metrics_bind || open_metrics(net, why));
}

void net_close(struct net *net)
{
    if (net->is_open)
        link_close_all(&net->host);
    if (net->has_metrics)
        link_close_all(&net->metrics);
    SSL_CTX_free(net->tls);
    lines_free(&net->names);
    net->is_open = net->has_metrics = false;
    net->tls = NULL;
}

bool net_reload(struct net *net, struct text *why)
{
    if (!net->settings->certificate)
        return true;
    SSL_CTX *tls = tls_open(net->settings->certificate, net->settings->key, why);
    if (tls)
        socket_set_tls(&net->host.listener, tls);
    return tls;
}
