#include "server/work/log.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/lang.h"
#include "base/memory.h"
#include "server/work/report.h"

#define BUFFER_BYTES (256u << 10)
#define PIECE_BYTES 4096 /* a writable pipe accepts this much in one write */
#define POLL_MS 200
#define GOODBYE_POLLS 5 /* that a file which takes nothing is waited for at the end */

struct log {
    /* Set once. */
    const char *path;
    pthread_t thread;

    /* The thread's. */
    int fd;
    bool has_failed; /* an error has been reported */
    char *writing;

    pthread_mutex_t mutex; /* protects the members below */
    pthread_cond_t change;
    char *filling;
    size_t length; /* of it */
    uint64_t dropped;
    bool reopen, stop;
};

/* Without waiting for a reader, if it is a pipe. */
static int open_file(const char *path)
{
    if (strcmp(path, "-") == 0)
        return STDOUT_FILENO;
    return open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0640);
}

static void close_file(int fd)
{
    if (fd != STDOUT_FILENO)
        close(fd);
}

static void say_error(struct log *log)
{
    if (!log->has_failed)
        report(REPORT_ERROR, "access-log", "%s: %s", log->path, strerror(errno));
    log->has_failed = true;
}

static bool is_stopping(struct log *log)
{
    pthread_mutex_lock(&log->mutex);
    const bool stop = log->stop;
    pthread_mutex_unlock(&log->mutex);
    return stop;
}

/* Waits until the file takes more; false: it does not, and the server is stopping. */
static bool wait_for_file(struct log *log)
{
    struct pollfd ready = {.fd = log->fd, .events = POLLOUT};
    for (int polls = 0; polls < GOODBYE_POLLS;) {
        if (poll(&ready, 1, POLL_MS) > 0)
            return true;
        polls = is_stopping(log) ? polls + 1 : 0;
    }
    return false;
}

static void write_all(struct log *log, size_t length)
{
    for (size_t done = 0; done < length;) {
        const size_t piece = length - done < PIECE_BYTES ? length - done : PIECE_BYTES;
        if (!wait_for_file(log))
            return;
        const ssize_t written = write(log->fd, log->writing + done, piece);
        if (written > 0) {
            done += (size_t)written;
            log->has_failed = false;
        } else if (errno != EINTR && errno != EAGAIN) {
            say_error(log);
            return;
        }
    }
}

static void open_again(struct log *log)
{
    const int fd = open_file(log->path);
    if (fd < 0) {
        say_error(log);
        return;
    }
    close_file(log->fd);
    log->fd = fd;
    log->has_failed = false;
}

static void *work(void *context)
{
    struct log *log = context;
    for (;;) {
        pthread_mutex_lock(&log->mutex);
        while (log->length == 0 && !log->reopen && !log->stop)
            pthread_cond_wait(&log->change, &log->mutex);
        const size_t length = log->length;
        const bool reopen = log->reopen, stop = log->stop;
        char *filled = log->filling;
        log->filling = log->writing;
        log->writing = filled;
        log->length = 0;
        log->reopen = false;
        pthread_mutex_unlock(&log->mutex);
        write_all(log, length); /* lines from before a reopening belong into the old file */
        if (reopen)
            open_again(log);
        if (stop && length == 0)
            return NULL;
    }
}

struct log *log_open(const char *path, struct text *why)
{
    const int fd = open_file(path);
    if (fd < 0) {
        text_fail(why, tr("the access log %s cannot be written: %s"), path, strerror(errno));
        return NULL;
    }
    struct log *log = memory_new(1, sizeof *log);
    log->path = path;
    log->fd = fd;
    log->writing = memory_resize(NULL, BUFFER_BYTES, 1);
    log->filling = memory_resize(NULL, BUFFER_BYTES, 1);
    pthread_mutex_init(&log->mutex, NULL);
    pthread_cond_init(&log->change, NULL);
    if (pthread_create(&log->thread, NULL, work, log) != 0)
        abort();
    return log;
}

void log_close(struct log *log)
{
    if (!log)
        return;
    pthread_mutex_lock(&log->mutex);
    log->stop = true;
    pthread_cond_signal(&log->change);
    pthread_mutex_unlock(&log->mutex);
    pthread_join(log->thread, NULL);
    close_file(log->fd);
    pthread_mutex_destroy(&log->mutex);
    pthread_cond_destroy(&log->change);
    free(log->writing);
    free(log->filling);
    free(log);
}

void log_add(struct log *log, struct span line)
{
    pthread_mutex_lock(&log->mutex);
    if (log->length + line.length <= BUFFER_BYTES) {
        memcpy(log->filling + log->length, line.at, line.length);
        log->length += line.length;
        pthread_cond_signal(&log->change);
    } else {
        log->dropped++;
    }
    pthread_mutex_unlock(&log->mutex);
}

void log_reopen(struct log *log)
{
    pthread_mutex_lock(&log->mutex);
    log->reopen = true;
    pthread_cond_signal(&log->change);
    pthread_mutex_unlock(&log->mutex);
}

uint64_t log_dropped(struct log *log)
{
    pthread_mutex_lock(&log->mutex);
    const uint64_t dropped = log->dropped;
    pthread_mutex_unlock(&log->mutex);
    return dropped;
}
