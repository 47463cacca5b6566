#include "server/net/echo.h"

#include <ev.h>
#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"

#define GROUPS 16384
#define QUEUE_MAX 8     /* messages in one connection's queue */
#define MESSAGE_MAX 256 /* bytes */

struct message {
    size_t length;
    unsigned char bytes[LWS_PRE + MESSAGE_MAX];
};

struct member {
    struct lws *wsi;
    struct member *next; /* in its group */
    unsigned group;      /* 0: not known yet */
    unsigned first, count;
    struct message *items; /* the queue: a ring buffer of QUEUE_MAX; NULL while it is empty */
};

static struct member *groups[GROUPS];

static void leave(struct member *member)
{
    struct member **at = &groups[member->group % GROUPS];
    while (*at && *at != member)
        at = &(*at)->next;
    if (*at)
        *at = member->next;
    free(member->items);
    member->items = NULL;
}

/* Writes at once if nothing waits, as the server does; else queues the message. */
static void queue(struct member *member, const void *bytes, size_t length)
{
    if (!member->items && !lws_partial_buffered(member->wsi)) {
        unsigned char frame[LWS_PRE + MESSAGE_MAX];
        memcpy(frame + LWS_PRE, bytes, length);
        lws_write(member->wsi, frame + LWS_PRE, length, LWS_WRITE_TEXT);
        return;
    }
    if (!member->items)
        member->items = memory_resize(NULL, QUEUE_MAX, sizeof *member->items);
    if (member->count == QUEUE_MAX)
        return;
    struct message *message = &member->items[(member->first + member->count++) % QUEUE_MAX];
    message->length = length;
    memcpy(message->bytes + LWS_PRE, bytes, length);
    lws_callback_on_writable(member->wsi);
}

static int receive(struct member *member, const void *bytes, size_t length)
{
    if (length > MESSAGE_MAX)
        return -1;
    if (!member->group) {
        char number[MESSAGE_MAX + 1];
        memcpy(number, bytes, length);
        number[length] = '\0';
        member->group = (unsigned)strtoul(number, NULL, 10) % (GROUPS - 1) + 1;
        member->next = groups[member->group];
        groups[member->group] = member;
        return 0;
    }
    for (struct member *other = groups[member->group]; other; other = other->next)
        queue(other, bytes, length);
    return 0;
}

static int send_queued(struct member *member)
{
    while (member->count) {
        struct message *message = &member->items[member->first % QUEUE_MAX];
        if (lws_write(member->wsi, message->bytes + LWS_PRE, message->length, LWS_WRITE_TEXT) < 0)
            return -1;
        member->first++;
        member->count--;
        if (member->count && lws_send_pipe_choked(member->wsi)) {
            lws_callback_on_writable(member->wsi);
            return 0;
        }
    }
    free(member->items);
    member->items = NULL;
    return 0;
}

static int on_socket(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in,
                     size_t length)
{
    struct member *member = user;
    switch (reason) {
    case LWS_CALLBACK_ESTABLISHED:
        memset(member, 0, sizeof *member);
        member->wsi = wsi;
        return 0;
    case LWS_CALLBACK_RECEIVE:
        return receive(member, in, length);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return send_queued(member);
    case LWS_CALLBACK_CLOSED:
        leave(member);
        return 0;
    default:
        return 0;
    }
}

bool echo_run(int connections, void (*ready)(int port, void *context), void *context,
              struct text *why)
{
    static const struct lws_protocols protocols[] = {
        {.name = "http", .callback = lws_callback_http_dummy},
        {.name = "cornet.1",
         .callback = on_socket,
         .per_session_data_size = sizeof(struct member),
         .rx_buffer_size = 512},
        {.name = NULL},
    };
    struct ev_loop *loop = ev_loop_new(EVFLAG_AUTO);
    void *loops[1] = {loop};
    const struct lws_context_creation_info info = {
        .port = 0,
        .iface = "127.0.0.1",
        .protocols = protocols,
        .gid = (gid_t)-1,
        .uid = (uid_t)-1,
        .options = LWS_SERVER_OPTION_LIBEV,
        .foreign_loops = loops,
        .fd_limit_per_thread = (unsigned)connections + 128,
        .pt_serv_buf_size = 8192,
        .max_http_header_pool = 64,
    };
    lws_set_log_level(0, NULL);
    struct lws_context *lws = lws_create_context(&info);
    if (!lws)
        return text_fail(why, tr("cannot listen at port %d"), 0);
    ready(lws_get_vhost_listen_port(lws_get_vhost_by_name(lws, "default")), context);
    ev_run(loop, 0);
    return true;
}
