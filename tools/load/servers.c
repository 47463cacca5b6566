#include "tools/load/servers.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tools/load/bare.h"
#include "tools/load/echo.h"

enum { START_MS = 60000 }; /* timeout for a server's start */

const char *const load_kind_name[LOAD_KINDS] = {"bare", "echo", "games", "fair3"};

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

static const char baseline_option[] = "--baseline";

/* Ends with the address, like the first line of `cornet serve`. */
static void print_address(int port)
{
    printf("http://127.0.0.1:%d/\n", port);
    fflush(stdout);
}

bool load_baseline(int argc, char **argv)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    if (argc != 4 || strcmp(argv[1], baseline_option) != 0)
        return false;
    const bool is_bare = strcmp(argv[2], load_kind_name[LOAD_BARE]) == 0;
    if ((is_bare ? bare_run : echo_run)(atoi(argv[3]), print_address, &why))
        return true;
    fprintf(stderr, "load: %s\n", reason);
    return false;
}

/* ---- in the process that measures ---- */

/* Runs in the new process. The server ends with the process that started it. */
static void become(const char *argv[], int output)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(output, STDOUT_FILENO);
    execv(argv[0], (char *const *)argv);
    _exit(127);
}

static pid_t start_process(enum load_kind kind, const char *program, int connections,
                           const char *store, int output)
{
    char count[16], key[4400];
    snprintf(key, sizeof key, "%s.key", store ? store : "");
    snprintf(count, sizeof count, "%d", connections);
    const char *const name = load_kind_name[kind];
    const char *baseline[] = {"/proc/self/exe", baseline_option, name, count, NULL};
    const char *games[] = {program,
                           "serve",
                           "--port",
                           "0",
                           "--store",
                           store,
                           "--messages",
                           "0",
                           "--newtables",
                           "100000000",
                           "--peraddress",
                           count,
                           "--connections",
                           count,
                           "--tables",
                           "1000000",
                           kind == LOAD_FAIR3 ? "--fair-key" : NULL,
                           key,
                           NULL};
    const pid_t pid = fork();
    if (pid == 0)
        become(kind >= LOAD_GAMES ? games : baseline, output);
    return pid > 0 ? pid : 0;
}

/* The port of the address at the end of the first line; 0 if the server ends before. */
static int read_port(int output)
{
    char line[256];
    size_t length = 0;
    struct pollfd ready = {.fd = output, .events = POLLIN};
    while (length < sizeof line - 1 && poll(&ready, 1, START_MS) == 1 &&
           read(output, line + length, 1) == 1 && line[length] != '\n')
        length++;
    line[length] = '\0';
    const char *port = strrchr(line, ':');
    return port ? atoi(port + 1) : 0;
}

bool load_server_start(struct load_server *server, enum load_kind kind, const char *program,
                       int connections, const char *store, struct text *why)
{
    int ends[2];
    *server = (struct load_server){.kind = kind};
    if (pipe2(ends, O_CLOEXEC) != 0)
        return text_fail(why, "the server did not start");
    server->output = ends[0];
    server->pid = start_process(kind, program, connections, store, ends[1]);
    close(ends[1]);
    server->port = read_port(ends[0]);
    if (server->port)
        return true;
    load_server_stop(server);
    return text_fail(why, "the server did not start");
}

void load_server_stop(struct load_server *server)
{
    if (server->output)
        close(server->output);
    if (server->pid) {
        kill(server->pid, SIGKILL); /* safe at any time: acknowledged moves are stored */
        waitpid(server->pid, NULL, 0);
    }
    *server = (struct load_server){0};
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
