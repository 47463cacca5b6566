/* notify.h: reports the server's status to systemd (sd_notify, without its library): messages to
 * the datagram socket in NOTIFY_SOCKET, and watchdog messages as often as WATCHDOG_USEC requires.
 * The event loop sends these, so that systemd detects a stuck loop. Does nothing without these
 * variables. */
#ifndef CORNET_SERVER_NOTIFY_H
#define CORNET_SERVER_NOTIFY_H

#include <ev.h>
#include <sys/socket.h>
#include <sys/un.h>

struct notify {
    int fd; /* -1: not run by systemd */
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
