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

#define LINE_MAX_BYTES (TEXT_WHY + 32)
#define SUFFIX ".control"
#define SECONDS 10.0 /* timeout for a client's command */

struct control {
    struct ev_loop *loop;
    struct purge *purge;
    char name[PATH_MAX + 16];
    ev_io listener, client; /* the client's fd is -1: there is none */
    ev_timer timer;
    char line[LINE_MAX_BYTES];
    size_t length;
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

static void end_client(struct control *control)
{
    if (control->client.fd < 0)
        return;
    ev_io_stop(control->loop, &control->client);
    ev_timer_stop(control->loop, &control->timer);
    close(control->client.fd);
    control->client.fd = -1;
    control->length = 0;
    ev_io_start(control->loop, &control->listener);
}

/* The line is short and the socket's buffer is empty, so one write sends all of it. */
static void answer(struct control *control, const char *line)
{
    const ssize_t sent = send(control->client.fd, line, strlen(line), MSG_NOSIGNAL | MSG_DONTWAIT);
    (void)sent; /* a client that has gone does not want to know */
    end_client(control);
}

static void on_purged(void *context, size_t tables, const char *why)
{
    struct control *control = context;
    char line[LINE_MAX_BYTES];
    if (why)
        snprintf(line, sizeof line, "failed %s\n", why);
    else
        snprintf(line, sizeof line, "deleted %zu\n", tables);
    if (control->client.fd >= 0)
        answer(control, line);
}

static void take_line(struct control *control)
{
    unsigned long long before;
    int phase;
    ev_timer_stop(control->loop, &control->timer);
    if (sscanf(control->line, "purge %llu %d", &before, &phase) != 2) {
        answer(control, "failed this server does not know that request\n");
        return;
    }
    ev_io_stop(control->loop, &control->client); /* it waits for the answer */
    const struct store_age age = {.before = before, .min_phase = phase};
    if (!purge_start(control->purge, &age, on_purged, control))
        answer(control, "failed old tables are being deleted already\n");
}

static void on_client(struct ev_loop *loop, ev_io *io, int events)
{
    struct control *control = io->data;
    (void)loop;
    (void)events;
    const ssize_t got = recv(io->fd, control->line + control->length,
                             sizeof control->line - 1 - control->length, MSG_DONTWAIT);
    if (got <= 0) {
        end_client(control);
        return;
    }
    control->length += (size_t)got;
    control->line[control->length] = '\0';
    if (strchr(control->line, '\n'))
        take_line(control);
    else if (control->length == sizeof control->line - 1)
        end_client(control);
}

static void on_timeout(struct ev_loop *loop, ev_timer *timer, int events)
{
    (void)loop;
    (void)events;
    end_client(timer->data);
}

static void on_arrival(struct ev_loop *loop, ev_io *io, int events)
{
    struct control *control = io->data;
    const int fd = accept4(io->fd, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
    (void)events;
    if (fd < 0)
        return;
    ev_io_stop(loop, io); /* the next one waits */
    ev_io_set(&control->client, fd, EV_READ);
    ev_io_start(loop, &control->client);
    ev_timer_set(&control->timer, SECONDS, 0.);
    ev_timer_start(loop, &control->timer);
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

struct control *control_open(struct ev_loop *loop, const char *store, struct purge *purge)
{
    struct control *control = memory_new(1, sizeof *control);
    struct sockaddr_un address;
    int folder;
    errno = ENAMETOOLONG;
    const bool found = find_address(store, control->name, &address, &folder);
    const int fd = found ? listen_at(control->name, &address) : -1;
    if (fd < 0) {
        report(REPORT_WARNING, "control", tr("cornet purge cannot reach this server: %s: %s"),
               control->name, strerror(errno));
        free(control);
        control = NULL;
    } else {
        control->loop = loop;
        control->purge = purge;
        ev_io_init(&control->listener, on_arrival, fd, EV_READ);
        ev_io_init(&control->client, on_client, -1, EV_READ);
        ev_timer_init(&control->timer, on_timeout, SECONDS, 0.);
        control->listener.data = control->client.data = control->timer.data = control;
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
    end_client(control);
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
    if (fd >= 0 && connect(fd, (const struct sockaddr *)&address, sizeof address) != 0) {
        close(fd);
        fd = -1;
    }
    if (folder >= 0)
        close(folder);
    return fd;
}

static void read_line(int fd, char line[LINE_MAX_BYTES])
{
    size_t length = 0;
    ssize_t got = 1;
    while (length < LINE_MAX_BYTES - 1 && got > 0 && !memchr(line, '\n', length)) {
        got = recv(fd, line + length, LINE_MAX_BYTES - 1 - length, 0);
        length += got > 0 ? (size_t)got : 0;
    }
    line[length] = '\0';
    line[strcspn(line, "\n")] = '\0';
}

enum control_result control_purge(const char *store, const struct store_age *age, size_t *tables,
                                  struct text *why)
{
    char line[LINE_MAX_BYTES];
    const int fd = connect_to(store);
    if (fd < 0)
        return CONTROL_NOBODY;
    const int length = snprintf(line, sizeof line, "purge %llu %d\n",
                                (unsigned long long)age->before, age->min_phase);
    const bool sent = send(fd, line, (size_t)length, MSG_NOSIGNAL) == length;
    line[0] = '\0';
    if (sent)
        read_line(fd, line);
    close(fd);
    if (sscanf(line, "deleted %zu", tables) == 1)
        return CONTROL_DONE;
    if (strncmp(line, "failed ", 7) == 0)
        text_fail(why, "%s", line + 7);
    else
        text_fail(why, tr("the server stopped before it was done"));
    return CONTROL_FAILED;
}
