#include "cli/load_servers.h"

#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/lang.h"
#include "base/memory.h"
#include "net/bare.h"
#include "net/echo.h"
#include "server/server.h"

const char *const load_kind_name[LOAD_KINDS] = {"bare", "echo", "games"};

double load_cpu(pid_t pid)
{
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &used) != 0)
        return 0;
    return (double)used.tv_sec + (double)used.tv_nsec * 1e-9;
}

double load_memory(pid_t pid)
{
    char path[64], line[256];
    double kilobytes = 0, number;
    snprintf(path, sizeof path, "/proc/%d/smaps_rollup", (int)pid);
    FILE *in = fopen(path, "r");
    while (in && fgets(line, sizeof line, in)) {
        if (sscanf(line, "Private_Dirty: %lf", &number) == 1)
            kilobytes += number;
    }
    if (in)
        fclose(in);
    return kilobytes * 1024;
}

/* ---- in the process of a server ---- */

/* Where the new process writes the port of its server. */
enum { PORT_FD = 3 };

static const char as_server[] = "--as-server";

static void say_port(int port, void *unused)
{
    (void)unused;
    if (write(PORT_FD, &port, sizeof port) != sizeof port)
        _exit(1); /* who started us is gone */
    close(PORT_FD);
}

static bool serve(enum load_kind kind, int connections, const char *store, struct text *why)
{
    struct server_settings settings;
    if (kind == LOAD_BARE)
        return bare_run(connections, say_port, NULL, why);
    if (kind == LOAD_ECHO)
        return echo_run(connections, say_port, NULL, why);
    server_defaults(&settings);
    settings.interface = "127.0.0.1";
    settings.port = 0;
    settings.store = store;
    settings.connections_max = settings.per_address = connections;
    settings.tables_max = 1000000;
    settings.creates_per_hour = 100000000;
    settings.messages_per_second = 0;
    return server_run(&settings, say_port, NULL, why);
}

bool load_server_is_asked(int argc, char **argv)
{
    return argc > 4 && strcmp(argv[argc - 4], as_server) == 0;
}

int load_server_main(int argc, char **argv)
{
    const char *name = argv[argc - 3], *connections = argv[argc - 2], *store = argv[argc - 1];
    char reason[TEXT_WHY] = "";
    struct text why = text_on(reason, sizeof reason);
    int kind = 0;
    while (kind < LOAD_KINDS && strcmp(name, load_kind_name[kind]) != 0)
        kind++;
    fcntl(PORT_FD, F_SETFD, FD_CLOEXEC);
    prctl(PR_SET_PDEATHSIG, SIGKILL); /* it ends with the process that started it */
    if (kind < LOAD_KINDS && serve((enum load_kind)kind, atoi(connections), store, &why))
        return 0;
    fprintf(stderr, "cornet load: %s\n", reason);
    return 1;
}

/* ---- in the process that measures ---- */

/* The arguments of this process, and then `more`; the caller frees the array. All texts are in
 * `line`, or the caller's. */
static char **add_arguments(char *line, size_t length, char *const more[], size_t count)
{
    size_t words = 0;
    for (size_t i = 0; i < length; i++)
        words += line[i] == '\0';
    char **argv = memory_new(words + count + 1, sizeof *argv);
    words = 0;
    for (size_t at = 0; at < length; at += strlen(line + at) + 1)
        argv[words++] = line + at;
    memcpy(argv + words, more, count * sizeof *more);
    return argv;
}

/* All arguments of this process, each with its NUL; the caller frees them. */
static char *read_arguments(size_t *length)
{
    char *line = NULL;
    size_t capacity = 0;
    ssize_t got = 0;
    const int in = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    *length = 0;
    do {
        *length += (size_t)got;
        if (*length == capacity)
            line = memory_resize(line, capacity = capacity ? 2 * capacity : 4096, 1);
        got = in < 0 ? 0 : read(in, line + *length, capacity - *length);
    } while (got > 0);
    if (in >= 0)
        close(in);
    return line;
}

/* Starts this program again, since a process that has threads can do nothing between fork and exec.
 * With the same arguments it has the same language and plugins. */
static pid_t start_process(enum load_kind kind, int connections, const char *store, int port_pipe)
{
    char option[sizeof as_server], number[16];
    memcpy(option, as_server, sizeof option);
    snprintf(number, sizeof number, "%d", connections);
    char *const more[] = {option, (char *)load_kind_name[kind], number, (char *)store};
    size_t length;
    char *line = read_arguments(&length);
    char **argv = add_arguments(line, length, more, sizeof more / sizeof *more);
    posix_spawn_file_actions_t actions;
    pid_t pid;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, port_pipe, PORT_FD);
    const int failed = posix_spawn(&pid, "/proc/self/exe", &actions, NULL, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    memory_free(argv);
    memory_free(line);
    return failed ? 0 : pid;
}

/* Protects `pid` of all servers: another thread may end them while one starts. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool ended; /* no server starts any more */

bool load_server_start(struct load_server *server, enum load_kind kind, int connections,
                       const char *store, struct text *why)
{
    int ends[2];
    server->kind = kind;
    server->port = 0;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return text_fail(why, tr("the server did not start"));
    fflush(NULL);
    pthread_mutex_lock(&lock);
    server->pid = ended ? 0 : start_process(kind, connections, store, ends[1]);
    pthread_mutex_unlock(&lock);
    close(ends[1]);
    struct pollfd port = {.fd = ends[0], .events = POLLIN};
    const bool good = poll(&port, 1, 60000) == 1 && /* ms */
                      read(ends[0], &server->port, sizeof server->port) == sizeof server->port;
    close(ends[0]);
    if (good)
        return true;
    load_server_stop(server);
    return text_fail(why, tr("the server did not start"));
}

static void end_process(pid_t pid)
{
    if (pid == 0)
        return;
    kill(pid, SIGKILL); /* safe at any time: what was acknowledged is stored */
    waitpid(pid, NULL, 0);
}

void load_server_stop(struct load_server *server)
{
    pthread_mutex_lock(&lock);
    if (!ended)
        end_process(server->pid);
    server->pid = 0;
    pthread_mutex_unlock(&lock);
}

void load_servers_end(const struct load_server server[], size_t count)
{
    pthread_mutex_lock(&lock);
    for (size_t i = 0; i < count && !ended; i++)
        end_process(server[i].pid);
    ended = true;
    pthread_mutex_unlock(&lock);
}

bool load_raise_limit(int connections)
{
    const rlim_t wanted = (rlim_t)connections + 256;
    struct rlimit limit;
    getrlimit(RLIMIT_NOFILE, &limit);
    if (limit.rlim_cur >= wanted)
        return true;
    limit.rlim_cur = wanted;
    if (limit.rlim_max < wanted)
        limit.rlim_max = wanted;
    return setrlimit(RLIMIT_NOFILE, &limit) == 0;
}
