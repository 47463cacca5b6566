#include "server/control.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include "base/lang.h"
#include "base/memory.h"
#include "server/work/report.h"

#define CALLERS 8
#define SUFFIX ".control"
#define SECONDS 10.0 /* timeout for a request, and for reading its answer */
#define ANSWER_MAX (4u << 20)

/* A connection; its fd is -1 if there is none. */
struct caller {
    struct control *control;
    ev_io io;
    ev_timer timer;
    char in[CONTROL_REQUEST_MAX];
    size_t got;
    bool purges; /* it waits for the end of a purge */
    char *out;   /* the answer; owned */
    size_t length, sent;
};

struct control {
    struct ev_loop *loop;
    struct purge *purge;
    struct operator* op;
    char name[PATH_MAX + 16];
    ev_io listener;
    struct caller caller[CALLERS];
};

/* A socket and the address of STORE.control. Socket addresses are short and paths may be long, so
 * the address uses the descriptor of its folder, which the caller closes. False if the folder does
 * not exist or the name is too long. */
static bool find_address(const char *store, char name[PATH_MAX + 16], struct sockaddr_un *address,
                         int *folder)
{
    char path[PATH_MAX];
    *folder = -1;
    if (!realpath(store, path))
        return false;
    snprintf(name, PATH_MAX + 16, "%s" SUFFIX, path);
    char *slash = strrchr(path, '/');
    *slash = '\0';
    *folder = open(path[0] ? path : "/", O_PATH | O_DIRECTORY | O_CLOEXEC);
    *address = (struct sockaddr_un){.sun_family = AF_UNIX};
    const int length = snprintf(address->sun_path, sizeof address->sun_path,
                                "/proc/self/fd/%d/%s" SUFFIX, *folder, slash + 1);
    return *folder >= 0 && length < (int)sizeof address->sun_path;
}

/* ---- the server's side ---- */

static void end_caller(struct caller *caller)
{
    struct control *control = caller->control;
    ev_io_stop(control->loop, &caller->io);
    ev_timer_stop(control->loop, &caller->timer);
    close(caller->io.fd);
    free(caller->out);
    *caller = (struct caller){.control = control, .io.fd = -1};
    ev_io_start(control->loop, &control->listener);
}

static void on_writable(struct ev_loop *loop, ev_io *io, int events)
{
    struct caller *caller = io->data;
    (void)loop;
    (void)events;
    const ssize_t sent = send(io->fd, caller->out + caller->sent, caller->length - caller->sent,
                              MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    caller->sent += sent > 0 ? (size_t)sent : 0;
    if (sent < 0 || caller->sent == caller->length)
        end_caller(caller);
}

/* Sends the answer, then ends the connection. */
static void answer(struct caller *caller, struct span text)
{
    ev_io_stop(caller->control->loop, &caller->io);
    caller->purges = false;
    caller->out = memory_copy(text.at, text.length);
    caller->length = text.length;
    caller->sent = 0;
    ev_io_init(&caller->io, on_writable, caller->io.fd, EV_WRITE);
    caller->io.data = caller;
    ev_io_start(caller->control->loop, &caller->io);
    ev_timer_set(&caller->timer, SECONDS, 0.);
    ev_timer_start(caller->control->loop, &caller->timer);
}

static void on_purged(void *context, size_t tables, const char *why)
{
    struct control *control = context;
    char line[TEXT_WHY + 32];
    if (why)
        snprintf(line, sizeof line, "failed %s\n", why);
    else
        snprintf(line, sizeof line, "deleted %zu\n", tables);
    for (int i = 0; i < CALLERS; i++) {
        if (control->caller[i].purges)
            answer(&control->caller[i], span_of(line));
    }
}

static void take_line(struct caller *caller)
{
    unsigned long long before;
    int phase;
    ev_timer_stop(caller->control->loop, &caller->timer);
    ev_io_stop(caller->control->loop, &caller->io); /* it waits for the answer */
    if (caller->in[0] == '{') {
        answer(caller,
               operator_answer(caller->control->op, (struct span){caller->in, caller->got}));
        return;
    }
    if (sscanf(caller->in, "purge %llu %d", &before, &phase) != 2) {
        answer(caller, span_of("failed this server does not know that request\n"));
        return;
    }
    const struct store_age age = {.before = before, .min_phase = phase};
    caller->purges = purge_start(caller->control->purge, &age, on_purged, caller->control);
    if (!caller->purges)
        answer(caller, span_of("failed old tables are being deleted already\n"));
}

static void on_readable(struct ev_loop *loop, ev_io *io, int events)
{
    struct caller *caller = io->data;
    (void)loop;
    (void)events;
    const ssize_t got =
        recv(io->fd, caller->in + caller->got, sizeof caller->in - 1 - caller->got, MSG_DONTWAIT);
    if (got <= 0) {
        end_caller(caller);
        return;
    }
    caller->got += (size_t)got;
    caller->in[caller->got] = '\0';
    if (strchr(caller->in, '\n'))
        take_line(caller);
    else if (caller->got == sizeof caller->in - 1)
        end_caller(caller);
}

static void on_timeout(struct ev_loop *loop, ev_timer *timer, int events)
{
    (void)loop;
    (void)events;
    end_caller(timer->data);
}

/* Whether the other side is this user, or root: the file's mode says so too. */
static bool is_owner(int fd)
{
    struct ucred peer;
    socklen_t length = sizeof peer;
    return getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &length) == 0 &&
           (peer.uid == geteuid() || peer.uid == 0);
}

static void on_arrival(struct ev_loop *loop, ev_io *io, int events)
{
    struct control *control = io->data;
    int i = 0;
    (void)events;
    while (i < CALLERS && control->caller[i].io.fd >= 0)
        i++;
    const int fd = i < CALLERS ? accept4(io->fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC) : -1;
    if (i == CALLERS)
        ev_io_stop(loop, io); /* the next one waits */
    if (fd < 0)
        return;
    if (!is_owner(fd)) {
        close(fd);
        return;
    }
    struct caller *caller = &control->caller[i];
    ev_io_init(&caller->io, on_readable, fd, EV_READ);
    ev_timer_init(&caller->timer, on_timeout, SECONDS, 0.);
    caller->io.data = caller->timer.data = caller;
    ev_io_start(loop, &caller->io);
    ev_timer_start(loop, &caller->timer);
}

/* A listening socket, only for the owner of the store; -1 with errno. Removes the socket of a
 * killed server: the store is locked, so no other server is running. */
static int listen_at(const char *name, const struct sockaddr_un *address)
{
    const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    struct stat left;
    if (fd < 0)
        return -1;
    if (lstat(name, &left) == 0 && S_ISSOCK(left.st_mode))
        unlink(name);
    if (bind(fd, (const struct sockaddr *)address, sizeof *address) == 0 &&
        chmod(name, 0600) == 0 && listen(fd, 8) == 0)
        return fd;
    close(fd);
    return -1;
}

struct control *control_open(struct ev_loop *loop, const char *store, struct purge *purge,
                             struct operator* op)
{
    struct control *control = memory_new(1, sizeof *control);
    struct sockaddr_un address;
    int folder;
    errno = ENAMETOOLONG;
    const bool found = find_address(store, control->name, &address, &folder);
    const int fd = found ? listen_at(control->name, &address) : -1;
    if (fd < 0) {
        report(REPORT_WARNING, "control",
               tr("cornet admin and cornet purge cannot reach this server: %s: %s"), control->name,
               strerror(errno));
        free(control);
        control = NULL;
    } else {
        control->loop = loop;
        control->purge = purge;
        control->op = op;
        ev_io_init(&control->listener, on_arrival, fd, EV_READ);
        control->listener.data = control;
        for (int i = 0; i < CALLERS; i++)
            control->caller[i] = (struct caller){.control = control, .io.fd = -1};
        ev_io_start(loop, &control->listener);
    }
    if (folder >= 0)
        close(folder);
    return control;
}

void control_close(struct control *control)
{
    if (!control)
        return;
    for (int i = 0; i < CALLERS; i++) {
        if (control->caller[i].io.fd >= 0)
            end_caller(&control->caller[i]);
    }
    ev_io_stop(control->loop, &control->listener);
    close(control->listener.fd);
    unlink(control->name);
    free(control);
}

/* ---- the other side ---- */

/* A connection to the server; -1: there is none. */
static int connect_to(const char *store)
{
    char name[PATH_MAX + 16];
    struct sockaddr_un address;
    int folder, fd = -1;
    if (find_address(store, name, &address, &folder))
        fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const bool good =
        fd >= 0 && connect(fd, (const struct sockaddr *)&address, sizeof address) == 0;
    const int error = errno;
    if (fd >= 0 && !good)
        close(fd);
    if (folder >= 0)
        close(folder);
    errno = error;
    return good ? fd : -1;
}

/* Reads until the server closes the connection. The caller frees it; NULL: no answer. */
static char *read_answer(int fd)
{
    size_t length = 0, capacity = 4096;
    char *bytes = memory_new(capacity, 1);
    for (ssize_t got = 1; got > 0 && length<ANSWER_MAX; length += got> 0 ? (size_t)got : 0) {
        if (capacity - length < 2)
            bytes = memory_resize(bytes, capacity *= 2, 1);
        got = recv(fd, bytes + length, capacity - length - 1, 0);
    }
    bytes[length] = '\0';
    if (length)
        return bytes;
    free(bytes);
    return NULL;
}

enum control_result control_ask(const char *store, const char *request, char **reply,
                                struct text *why)
{
    const int fd = connect_to(store);
    if (fd < 0)
        return errno == EACCES || errno == EPERM
                   ? (text_fail(why, tr("this server belongs to another user")), CONTROL_FAILED)
                   : CONTROL_NOBODY;
    const size_t length = strlen(request);
    const bool sent = send(fd, request, length, MSG_NOSIGNAL) == (ssize_t)length &&
                      send(fd, "\n", 1, MSG_NOSIGNAL) == 1;
    *reply = sent ? read_answer(fd) : NULL;
    close(fd);
    if (*reply)
        return CONTROL_DONE;
    text_fail(why, tr("the server stopped before it was done"));
    return CONTROL_FAILED;
}

enum control_result control_purge(const char *store, const struct store_age *age, size_t *tables,
                                  struct text *why)
{
    char line[64], *reply;
    snprintf(line, sizeof line, "purge %llu %d", (unsigned long long)age->before, age->min_phase);
    const enum control_result asked = control_ask(store, line, &reply, why);
    if (asked != CONTROL_DONE)
        return asked;
    reply[strcspn(reply, "\n")] = '\0';
    const bool good = sscanf(reply, "deleted %zu", tables) == 1;
    if (!good)
        text_fail(why, "%s", strncmp(reply, "failed ", 7) == 0 ? reply + 7 : reply);
    free(reply);
    return good ? CONTROL_DONE : CONTROL_FAILED;
}
