#include "server/notify.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/text.h"

#define SIGNS 2 /* of life in the time after which the watchdog acts */

static void say(struct notify *notify, const char *state, int flags)
{
    if (notify->fd >= 0)
        sendto(notify->fd, state, strlen(state), MSG_NOSIGNAL | flags,
               (const struct sockaddr *)&notify->to, notify->to_length);
}

static void on_watchdog(struct ev_loop *loop, ev_timer *timer, int events)
{
    (void)loop;
    (void)events;
    say(timer->data, "WATCHDOG=1", MSG_DONTWAIT);
}

/* A path, or '@' followed by the name of an abstract socket. */
static bool set_address(struct notify *notify, const char *name)
{
    const size_t length = name ? strlen(name) : 0;
    if (length < 2 || length >= sizeof notify->to.sun_path || (*name != '/' && *name != '@'))
        return false;
    notify->to = (struct sockaddr_un){.sun_family = AF_UNIX};
    memcpy(notify->to.sun_path, name, length);
    if (*name == '@')
        notify->to.sun_path[0] = '\0';
    notify->to_length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
    return true;
}

/* The microseconds after which the watchdog acts; 0: there is none, or it is another process's. */
static uint64_t watchdog_time(void)
{
    const char *time = getenv("WATCHDOG_USEC"), *process = getenv("WATCHDOG_PID");
    uint64_t microseconds, id;
    if (process && (!span_number(span_of(process), 1, INT32_MAX, &id) || id != (uint64_t)getpid()))
        return 0;
    return time && span_number(span_of(time), 1, INT64_MAX, &microseconds) ? microseconds : 0;
}

void notify_open(struct notify *notify, struct ev_loop *loop)
{
    const struct timeval patience = {.tv_sec = 1};
    notify->fd = -1;
    if (set_address(notify, getenv("NOTIFY_SOCKET")))
        notify->fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    if (notify->fd >= 0) /* a notice that matters waits, but not forever */
        setsockopt(notify->fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
    const double every = (double)watchdog_time() / 1e6 / SIGNS;
    ev_timer_init(&notify->watchdog, on_watchdog, every, every);
    notify->watchdog.data = notify;
    if (notify->fd >= 0 && every > 0)
        ev_timer_start(loop, &notify->watchdog);
}

void notify_close(struct notify *notify, struct ev_loop *loop)
{
    ev_timer_stop(loop, &notify->watchdog);
    if (notify->fd >= 0)
        close(notify->fd);
}

void notify_ready(struct notify *notify)
{
    say(notify, "READY=1", 0);
}

void notify_reloading(struct notify *notify)
{
    char state[64];
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    snprintf(state, sizeof state, "RELOADING=1\nMONOTONIC_USEC=%llu",
             (unsigned long long)now.tv_sec * 1000000 + (unsigned long long)now.tv_nsec / 1000);
    say(notify, state, 0);
}

void notify_stopping(struct notify *notify)
{
    say(notify, "STOPPING=1", 0);
}
