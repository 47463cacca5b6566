/* inside: what the parts of the server share. */
#ifndef CORNET_SERVER_INSIDE_H
#define CORNET_SERVER_INSIDE_H

#include "server/net/conn.h"
#include "server/room.h"
#include "server/server.h"
#include "server/work/bots.h"
#include "server/work/review.h"
#include "server/work/writer.h"

struct lws_context;

#define ADDRESS_NAME_MAX 48

/* So many at once, and more as time goes by. */
struct bucket {
    double left, at;
};

/* What one address has used. */
struct address {
    struct address *hash_next;
    char name[ADDRESS_NAME_MAX];
    unsigned connections;
    struct bucket creates, messages, requests;
};

struct metrics {
    uint64_t connections, messages, refused, moves, lines, bytes_out, tables, dropped, store_errors;
};

#define SERVER_HASH 16384

struct server {
    struct server_settings settings;
    struct ev_loop *loop;
    struct lws_context *lws;
    struct store *store;
    struct writer *writer;
    struct bots *bots;
    struct bots *reviewer; /* a thread of its own: an analysis takes long, and bots must not wait */
    struct review reviews[REVIEWS_MAX];
    uint64_t reviews_asked;
    uint32_t hints_asked;
    ev_prepare prepare;
    ev_timer tick;
    ev_async stop;
    struct room *rooms[SERVER_HASH];
    struct address *addresses[SERVER_HASH];
    size_t room_count, conn_count;
    struct room *dirty;
    struct conn *gated;
    struct rng rng; /* for delays and the like, never for dice */
    struct metrics metrics;
    char store_error[TEXT_WHY]; /* empty: the store works */
    double store_retry;         /* until then nothing moves by itself */
    bool stopping;
    int port;
    double began;
};

/* desk.c: carries out one message of a client. */
void handle_message(struct conn *conn, struct span bytes);
void send_error(struct conn *conn, long long id, const char *code, const char *text);

/* net.c */
bool net_open(struct server *server, struct text *why);
uint64_t server_time(void); /* milliseconds since 1970 */

/* http.c */
struct lws;
int http_request(struct server *server, struct lws *wsi, const char *path, void *session);
int http_writable(struct lws *wsi, void *session);
void http_closed(void *session);
size_t http_session_size(void);

/* addresses.c */
void address_name(const char *text, char name[ADDRESS_NAME_MAX]);
struct address *address_take(struct server *server, const char *name);
void address_drop(struct server *server, struct address *address);
void addresses_forget(struct server *server);
bool address_may_create(struct server *server, struct address *address);
bool address_may_speak(struct server *server, struct address *address);
bool address_may_ask(struct server *server, const char *name); /* over HTTP */
void addresses_of_machine(const struct server *server, struct lines *out);

/* tongue.c: texts in a client's language. */
void locale_open(void);
void locale_use(bool french);

#endif
