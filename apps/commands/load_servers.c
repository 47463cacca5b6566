#include "apps/commands/load_servers.h"

#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/lang.h"
#include "server/net/bare.h"
#include "server/net/echo.h"
#include "server/server.h"

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

static void say_port(int port, void *context)
{
    const int *pipe_end = context;
    if (write(*pipe_end, &port, sizeof port) != sizeof port)
        _exit(1);
}

static bool serve(enum load_kind kind, int connections, const char *store, int *pipe_end,
                  struct text *why)
{
    struct server_settings settings;
    if (kind == LOAD_BARE)
        return bare_run(connections, say_port, pipe_end, why);
    if (kind == LOAD_ECHO)
        return echo_run(connections, say_port, pipe_end, why);
    server_defaults(&settings);
    settings.interface = "127.0.0.1";
    settings.port = 0;
    settings.store = store;
    settings.connections_max = settings.per_address = connections;
    settings.tables_max = 1000000;
    settings.creates_per_hour = 100000000;
    settings.messages_per_second = 0;
    return server_run(&settings, say_port, pipe_end, why);
}

bool load_server_start(struct load_server *server, enum load_kind kind, int connections,
                       const char *store, struct text *why)
{
    int ends[2];
    *server = (struct load_server){.kind = kind, .pid = -1};
    if (pipe(ends) != 0)
        return text_fail(why, tr("the server did not start"));
    fflush(NULL);
    malloc_trim(0); /* what this process has freed would count as the child's when we write to it */
    server->pid = fork();
    if (server->pid == 0) {
        char reason[TEXT_WHY];
        struct text own = text_on(reason, sizeof reason);
        close(ends[0]);
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* it ends with this process */
        const bool good = serve(kind, connections, store, &ends[1], &own);
        if (!good)
            fprintf(stderr, "cornet load: %s\n", reason);
        _exit(!good);
    }
    close(ends[1]);
    const bool good = read(ends[0], &server->port, sizeof server->port) == sizeof server->port;
    close(ends[0]);
    if (good)
        return true;
    load_server_stop(server);
    return text_fail(why, tr("the server did not start"));
}

void load_server_stop(const struct load_server *server)
{
    if (server->pid <= 0)
        return;
    kill(server->pid, SIGKILL); /* safe at any time: what was acknowledged is stored */
    waitpid(server->pid, NULL, 0);
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
