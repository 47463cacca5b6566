#include "server/net/echo.h"

#include <ev.h>
#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"

#define ROOMS 16384
#define WAITING 8 /* messages that may wait for one connection */
#define LONGEST 256

struct message {
    size_t length;
    unsigned char bytes[LWS_PRE + LONGEST];
};

struct member {
    struct lws *wsi;
    struct member *next; /* in its room */
    unsigned room;       /* 0: has not said yet */
    unsigned first, count;
    struct message *waiting; /* WAITING of them, while there are any */
};

static struct member *rooms[ROOMS];

static void leave(struct member *member)
{
    struct member **at = &rooms[member->room % ROOMS];
    while (*at && *at != member)
        at = &(*at)->next;
    if (*at)
        *at = member->next;
    free(member->waiting);
    member->waiting = NULL;
}

/* As the server does: at once where the socket takes it, later where it does not. */
static void queue(struct member *member, const void *bytes, size_t length)
{
    if (!member->waiting && !lws_partial_buffered(member->wsi)) {
        unsigned char frame[LWS_PRE + LONGEST];
        memcpy(frame + LWS_PRE, bytes, length);
        lws_write(member->wsi, frame + LWS_PRE, length, LWS_WRITE_TEXT);
        return;
    }
    if (!member->waiting)
        member->waiting = memory_resize(NULL, WAITING, sizeof *member->waiting);
    if (member->count == WAITING)
        return;
    struct message *message = &member->waiting[(member->first + member->count++) % WAITING];
    message->length = length;
    memcpy(message->bytes + LWS_PRE, bytes, length);
    lws_callback_on_writable(member->wsi);
}

static int receive(struct member *member, const void *bytes, size_t length)
{
    if (length > LONGEST)
        return -1;
    if (!member->room) {
        char number[LONGEST + 1];
        memcpy(number, bytes, length);
        number[length] = '\0';
        member->room = (unsigned)strtoul(number, NULL, 10) % (ROOMS - 1) + 1;
        member->next = rooms[member->room];
        rooms[member->room] = member;
        return 0;
    }
    for (struct member *other = rooms[member->room]; other; other = other->next)
        queue(other, bytes, length);
    return 0;
}

static int send_waiting(struct member *member)
{
    while (member->count) {
        struct message *message = &member->waiting[member->first % WAITING];
        if (lws_write(member->wsi, message->bytes + LWS_PRE, message->length, LWS_WRITE_TEXT) < 0)
            return -1;
        member->first++;
        member->count--;
        if (member->count && lws_send_pipe_choked(member->wsi)) {
            lws_callback_on_writable(member->wsi);
            return 0;
        }
    }
    free(member->waiting);
    member->waiting = NULL;
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
        return send_waiting(member);
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
