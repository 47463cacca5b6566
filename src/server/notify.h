/* notify.h: tells systemd how the server does (sd_notify, without its library): messages to the
 * datagram socket that NOTIFY_SOCKET names, and signs of life as often as WATCHDOG_USEC asks. The
 * loop itself gives those, so that a loop that is stuck is noticed. Without these variables,
 * nothing happens. */
#ifndef CORNET_SERVER_NOTIFY_H
#define CORNET_SERVER_NOTIFY_H

#include <ev.h>
#include <sys/socket.h>
#include <sys/un.h>

struct notify {
    int fd; /* -1: nobody listens */
    struct sockaddr_un to;
    socklen_t to_length;
    ev_timer watchdog;
};

void notify_open(struct notify *notify, struct ev_loop *loop);
void notify_close(struct notify *notify, struct ev_loop *loop);

void notify_ready(struct notify *notify);
void notify_reloading(struct notify *notify); /* until it is ready again */
void notify_stopping(struct notify *notify);

#endif
