/* load CORNET [GAME]: measures the server over real WebSockets on the loopback: tables of random
 * players (every move is validated, stored and sent to the whole table), and then many idle
 * connections. It measures the same for an echo server on our own network layer, and for a bare
 * epoll server, which shows the cost of the machine and its kernel. The machine may have other
 * work, so the servers take turns in short rounds, and the results are medians, also of the ratios.
 * */
#include <dirent.h>
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "tools/load/clients.h"

enum { COUNT_MAX = 100000 };   /* tables, seconds, idle connections */
enum { RUNNING_MAX = 16 };     /* ports of --servers */
enum { STOPPED_STATUS = 130 }; /* after Ctrl-C */

#define ROUND_SECONDS 0.5
#define WARM_SECONDS 0.1 /* of play before each round */
#define ROUNDS_MAX 64    /* if there would be more, rounds are longer */
/* until the game server has freed the memory that creating tables took */
#define SETTLE_SECONDS 12.0

struct plan {
    const char *program; /* cornet */
    const struct game *game;
    int tables, players, idle, seconds;
    const char *store;   /* a folder */
    const char *ports;   /* NULL: the program starts the servers */
    enum load_kind kind; /* of the running servers' tables */
    struct load_manner manner;
    struct load_server running[RUNNING_MAX];
    int runnings;
    bool json;
    char folder[4096]; /* of the stores, until they are removed */
};

/* The figures of one round, or the medians of all rounds. */
struct figures {
    double moves, lines;      /* per second */
    double cpu;               /* of the server, in microseconds per move */
    double client_cpu;        /* of this process */
    double low, high;         /* latency at the 50th and 99th percentile, milliseconds */
    double ratio[LOAD_KINDS]; /* cpu relative to the other kinds' in the same round */
};

struct measured {
    struct figures run[LOAD_KINDS];
    int idle;                 /* connections; 0: not measured */
    double bytes[LOAD_KINDS]; /* of memory per connection */
};

/* The rounds so far. Servers that were already running count as LOAD_GAMES. */
static struct figures round_of[LOAD_KINDS][ROUNDS_MAX];
static size_t rounds_done;

/* ---- play ---- */

static int by_size(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static bool play_round(struct load_clients *clients, double seconds, struct figures *out,
                       struct text *why)
{
    if (!load_clients_play(clients, WARM_SECONDS, why))
        return false;
    load_clients_count(clients);
    const double cpu = load_cpu(clients->server->pid), own = load_cpu(getpid());
    const double began = load_now();
    if (!load_clients_play(clients, seconds, why))
        return false;
    const double took = load_now() - began, moves = (double)clients->moves;
    out->cpu = (load_cpu(clients->server->pid) - cpu) / moves * 1e6;
    out->client_cpu = (load_cpu(getpid()) - own) / moves * 1e6;
    out->moves = moves / took;
    out->lines = (double)clients->lines / took;
    const size_t count = clients->latencies;
    if (count) {
        qsort(clients->latency, count, sizeof *clients->latency, by_size);
        out->low = clients->latency[count / 2] * 1e3;
        out->high = clients->latency[count - 1 - count / 100] * 1e3;
    }
    return load_clients_pause(clients, why);
}

static int by_value(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median of each figure: all members of struct figures are doubles. */
static struct figures median(const struct figures round[], size_t rounds)
{
    enum { MEMBERS = sizeof(struct figures) / sizeof(double) };
    struct figures out;
    for (size_t member = 0; member < MEMBERS; member++) {
        double value[ROUNDS_MAX];
        for (size_t i = 0; i < rounds; i++)
            memcpy(&value[i], (const char *)&round[i] + member * sizeof(double), sizeof(double));
        qsort(value, rounds, sizeof *value, by_value);
        memcpy((char *)&out + member * sizeof(double), &value[rounds / 2], sizeof(double));
    }
    return out;
}

/* The medians of the rounds so far. */
static void sum_up(struct figures out[LOAD_KINDS])
{
    for (int kind = 0; kind < LOAD_KINDS; kind++)
        out[kind] = median(round_of[kind], rounds_done);
}

static bool play_rounds(const struct plan *plan, struct load_clients clients[LOAD_KINDS],
                        struct text *why)
{
    const double wanted = plan->seconds / ROUND_SECONDS;
    const size_t rounds = wanted < ROUNDS_MAX ? (size_t)wanted : ROUNDS_MAX;
    for (size_t i = 0; i < rounds; i++) {
        for (int kind = 0; kind < LOAD_KINDS; kind++) {
            if (!play_round(&clients[kind], plan->seconds / (double)rounds, &round_of[kind][i],
                            why))
                return false;
        }
        for (int kind = 0; kind < LOAD_KINDS; kind++) {
            for (int other = 0; other < LOAD_KINDS; other++)
                round_of[kind][i].ratio[other] = round_of[kind][i].cpu / round_of[other][i].cpu;
        }
        rounds_done = i + 1;
    }
    return true;
}

/* All servers run, but only one at a time has work. */
static bool measure_play(const struct plan *plan, const char *store, struct text *why)
{
    const int connections = plan->tables * plan->players + 64;
    struct load_server server[LOAD_KINDS] = {{0}};
    struct load_clients clients[LOAD_KINDS] = {{0}};
    char second[4300]; /* each server of games has its own store */
    bool good = true;
    snprintf(second, sizeof second, "%s.3", store);
    for (int kind = 0; good && kind < LOAD_KINDS; kind++)
        good = load_server_start(&server[kind], (enum load_kind)kind, plan->program, connections,
                                 kind == LOAD_FAIR3 ? second : store, why) &&
               load_clients_open(&clients[kind], &server[kind], 1, plan->game, plan->tables,
                                 plan->players, &plan->manner, why);
    good = good && play_rounds(plan, clients, why);
    for (int kind = 0; kind < LOAD_KINDS; kind++) {
        load_clients_close(&clients[kind]);
        load_server_stop(&server[kind]);
    }
    return good;
}

/* Measures servers that are already running, with the tables spread over them. Their CPU time is
 * not known here. */
static bool measure_running(const struct plan *plan, struct text *why)
{
    const size_t rounds = plan->seconds < ROUNDS_MAX ? (size_t)plan->seconds : ROUNDS_MAX;
    struct load_clients clients;
    bool good = load_clients_open(&clients, plan->running, plan->runnings, plan->game, plan->tables,
                                  plan->players, &plan->manner, why);
    for (size_t i = 0; good && i < rounds; i++) {
        good = play_round(&clients, plan->seconds / (double)rounds, &round_of[LOAD_GAMES][i], why);
        rounds_done = i + good;
    }
    load_clients_close(&clients);
    return good;
}

/* ---- idle connections ---- */

/* Seats idle players, and measures the server's memory per connection. */
static bool measure_idle(const struct plan *plan, enum load_kind kind, const char *store,
                         double *bytes, struct text *why)
{
    const int tables = plan->idle / plan->players;
    struct load_server server;
    struct load_clients clients;
    if (!load_server_start(&server, kind, plan->program, tables * plan->players + 64, store, why))
        return false;
    const double before = load_memory(server.pid);
    const bool good = load_clients_open(&clients, &server, 1, plan->game, tables, plan->players,
                                        &plan->manner, why) &&
                      load_clients_wait(&clients, kind >= LOAD_GAMES ? SETTLE_SECONDS : 1, why);
    *bytes = (load_memory(server.pid) - before) / (tables * plan->players);
    load_clients_close(&clients);
    load_server_stop(&server);
    return good;
}

/* ---- the results ---- */

static const char *kind_title(int kind)
{
    static const char *const titles[] = {"bare epoll", "echo", "games", "fair dice 3"};
    return titles[kind];
}

static void print_row(const char *name, const char *format, const double value[LOAD_KINDS])
{
    printf("  %-26s", name);
    for (int kind = 0; kind < LOAD_KINDS; kind++)
        printf(format, value[kind]);
    printf("\n");
}

static void print_text(const struct plan *plan, const struct measured *m)
{
    const struct figures *run = m->run;
    printf("%s, %d tables of %d over WebSocket, %d seconds each\n\n", plan->game->title,
           plan->tables, plan->players, plan->seconds);
    printf("  %-26s", "");
    for (int kind = 0; kind < LOAD_KINDS; kind++)
        printf("%14s", kind_title(kind));
    printf("\n");
    print_row("moves a second", "%14.0f",
              (double[]){run[0].moves, run[1].moves, run[2].moves, run[3].moves});
    printf("  %-26s%42.0f%14.0f\n", "lines a second, with dice", run[LOAD_GAMES].lines,
           run[LOAD_FAIR3].lines);
    print_row("server CPU a move, us", "%14.2f",
              (double[]){run[0].cpu, run[1].cpu, run[2].cpu, run[3].cpu});
    print_row("latency, 50th, ms", "%14.2f",
              (double[]){run[0].low, run[1].low, run[2].low, run[3].low});
    print_row("latency, 99th, ms", "%14.2f",
              (double[]){run[0].high, run[1].high, run[2].high, run[3].high});
    if (m->idle)
        print_row("bytes a connection held", "%14.0f", m->bytes);
    printf("\n  CPU a move, games against bare epoll: %.2f times\n",
           run[LOAD_GAMES].ratio[LOAD_BARE]);
    printf("  games against the echo: %.2f times\n", run[LOAD_GAMES].ratio[LOAD_ECHO]);
    printf("  the echo against bare epoll: %.2f times\n", run[LOAD_ECHO].ratio[LOAD_BARE]);
    printf("  fair dice 3 against version 2: %.2f times\n", run[LOAD_FAIR3].ratio[LOAD_GAMES]);
}

static void put_figures(struct json *json, const char *key, const struct figures *run, double bytes)
{
    json_key_open(json, key, '{');
    json_key_real(json, "moves_per_second", run->moves);
    json_key_real(json, "lines_per_second", run->lines);
    json_key_real(json, "cpu_us_per_move", run->cpu);
    json_key_real(json, "latency_ms_50", run->low);
    json_key_real(json, "latency_ms_99", run->high);
    json_key_real(json, "client_cpu_us_per_move", run->client_cpu);
    json_key_real(json, "bytes_per_connection", bytes);
    json_close(json, '}');
}

/* Opens the JSON object, with the parameters of the measurement. */
static void open_plan(struct json *json, const struct plan *plan)
{
    json_open(json, '{');
    json_key_string(json, "game", plan->game->id);
    json_key_number(json, "tables", plan->tables);
    json_key_number(json, "players", plan->players);
    json_key_number(json, "seconds", plan->seconds);
}

static void print_json(const struct plan *plan, const struct measured *m)
{
    char buffer[4096];
    struct text out = text_on(buffer, sizeof buffer);
    struct json json = json_on(&out);
    open_plan(&json, plan);
    json_key_number(&json, "idle", m->idle);
    for (int kind = 0; kind < LOAD_KINDS; kind++)
        put_figures(&json, load_kind_name[kind], &m->run[kind], m->bytes[kind]);
    json_key_real(&json, "cpu_ratio", m->run[LOAD_GAMES].ratio[LOAD_ECHO]);
    json_key_real(&json, "cpu_ratio_bare", m->run[LOAD_GAMES].ratio[LOAD_BARE]);
    json_key_real(&json, "cpu_ratio_fair3", m->run[LOAD_FAIR3].ratio[LOAD_GAMES]);
    json_key_real(&json, "cpu_ratio_echo_bare", m->run[LOAD_ECHO].ratio[LOAD_BARE]);
    json_close(&json, '}');
    puts(buffer);
}

static void print_running(const struct plan *plan, const struct figures *run)
{
    printf("%s, %d tables of %d over WebSocket, servers: %d, %d seconds\n\n", plan->game->title,
           plan->tables, plan->players, plan->runnings, plan->seconds);
    printf("  %-26s%14.0f\n", "moves a second", run->moves);
    printf("  %-26s%14.0f\n", "lines a second, with dice", run->lines);
    printf("  %-26s%14.2f\n", "latency, 50th, ms", run->low);
    printf("  %-26s%14.2f\n", "latency, 99th, ms", run->high);
}

static void print_running_json(const struct plan *plan, const struct figures *run)
{
    char buffer[1024];
    struct text out = text_on(buffer, sizeof buffer);
    struct json json = json_on(&out);
    open_plan(&json, plan);
    json_key_number(&json, "servers", plan->runnings);
    json_key_real(&json, "moves_per_second", run->moves);
    json_key_real(&json, "lines_per_second", run->lines);
    json_key_real(&json, "latency_ms_50", run->low);
    json_key_real(&json, "latency_ms_99", run->high);
    json_key_real(&json, "client_cpu_us_per_move", run->client_cpu);
    json_close(&json, '}');
    puts(buffer);
}

/* Prints the medians of the rounds, for started servers or for those that were already running. */
static void print(const struct plan *plan, struct measured *measured)
{
    sum_up(measured->run);
    if (plan->ports)
        (plan->json ? print_running_json : print_running)(plan, &measured->run[LOAD_GAMES]);
    else
        (plan->json ? print_json : print_text)(plan, measured);
}

/* ---- the program ---- */

static bool measure(const struct plan *plan, struct measured *out, struct text *why)
{
    char store[4200];
    snprintf(store, sizeof store, "%s/load.db", plan->folder);
    bool good = measure_play(plan, store, why);
    snprintf(store, sizeof store, "%s/idle.db", plan->folder);
    out->idle = plan->idle;
    for (int kind = 0; good && plan->idle && kind < LOAD_KINDS; kind++)
        good = measure_idle(plan, (enum load_kind)kind, store, &out->bytes[kind], why);
    return good;
}

static int most_connections(const struct plan *plan)
{
    const int playing = LOAD_KINDS * plan->tables * plan->players;
    return playing > plan->idle ? playing : plan->idle;
}

/* Removes the folder and the files that the servers left: stores, locks, a socket. */
static void remove_folder(const char *folder)
{
    DIR *open = opendir(folder);
    for (const struct dirent *file; open && (file = readdir(open));) {
        if (file->d_name[0] != '.')
            unlinkat(dirfd(open), file->d_name, 0);
    }
    if (open)
        closedir(open);
    rmdir(folder);
}

/* Reads `7777,7778`; false if the text is not of this form. */
static bool read_ports(struct plan *plan)
{
    const char *at = plan->ports;
    while (plan->runnings < RUNNING_MAX) {
        char *end;
        const long port = strtol(at, &end, 10);
        if (end == at || port < 1 || port > 65535 || (*end && *end != ','))
            return false;
        plan->running[plan->runnings++] =
            (struct load_server){.kind = plan->kind, .pid = getpid(), .port = (int)port};
        if (!*end)
            return true;
        at = end + 1;
    }
    return false;
}

static const char usage[] =
    "load CORNET [GAME]: measures `CORNET serve` against bare epoll and a plain echo\n"
    "  --tables N        tables that play at the same time (default: 500)\n"
    "  --players N       players at each table (default: as few as the game allows)\n"
    "  --seconds N       seconds of play at each of the four servers (default: 10)\n"
    "  --idle N          idle connections, of which the memory is measured (default: 10000)\n"
    "  --store DIR       folder for the stores during the runs (default: /var/tmp)\n"
    "  --servers PORT,.. measures only these running servers of this machine, which share the\n"
    "                    tables\n"
    "  --think MS        players think so long before a move, on average (default: 0)\n"
    "  --signed          players of version 3 have keys and sign\n"
    "  --fair 2|3        version of the fair dice at --servers (default: 2)\n"
    "  --json            prints one JSON object\n";

__attribute__((format(printf, 1, 2), noreturn)) static void refuse(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("load: ", stderr);
    vfprintf(stderr, format, arguments);
    fputs("\n", stderr);
    va_end(arguments);
    exit(2);
}

static int read_count(const char *option, const char *text, int min, int max)
{
    uint64_t number;
    if (!span_number(span_of(text), (uint64_t)min, (uint64_t)max, &number))
        refuse("--%s takes a number from %d to %d, not '%s'", option, min, max, text);
    return (int)number;
}

static void read_options(struct plan *plan, int argc, char **argv)
{
    static const struct option options[] = {
        {"tables", required_argument, NULL, 't'},  {"players", required_argument, NULL, 'p'},
        {"seconds", required_argument, NULL, 's'}, {"idle", required_argument, NULL, 'i'},
        {"store", required_argument, NULL, 'd'},   {"servers", required_argument, NULL, 'r'},
        {"think", required_argument, NULL, 'k'},   {"signed", no_argument, NULL, 'g'},
        {"fair", required_argument, NULL, 'f'},    {"json", no_argument, NULL, 'j'},
        {"help", no_argument, NULL, 'h'},          {0},
    };
    for (int found, row; (found = getopt_long(argc, argv, "h", options, &row)) != -1;) {
        if (found == 't')
            plan->tables = read_count("tables", optarg, 1, COUNT_MAX);
        else if (found == 'p')
            plan->players = read_count("players", optarg, 1, GAME_SEATS_MAX);
        else if (found == 's')
            plan->seconds = read_count("seconds", optarg, 1, COUNT_MAX);
        else if (found == 'i')
            plan->idle = read_count("idle", optarg, 0, COUNT_MAX);
        else if (found == 'd')
            plan->store = optarg;
        else if (found == 'r')
            plan->ports = optarg;
        else if (found == 'k')
            plan->manner.think_ms = read_count("think", optarg, 0, COUNT_MAX);
        else if (found == 'g')
            plan->manner.signs = true;
        else if (found == 'f')
            plan->kind = read_count("fair", optarg, 2, 3) == 3 ? LOAD_FAIR3 : LOAD_GAMES;
        else if (found == 'j')
            plan->json = true;
        else {
            fputs(usage, found == 'h' ? stdout : stderr);
            exit(found == 'h' ? 0 : 2);
        }
    }
}

static void read_line(struct plan *plan, int argc, char **argv)
{
    read_options(plan, argc, argv);
    if (argc == optind)
        refuse("the program is missing: load CORNET [GAME]");
    plan->program = argv[optind];
    const char *id = argc > optind + 1 ? argv[optind + 1] : game_list[0]->id;
    plan->game = game_find(span_of(id));
    if (!plan->game)
        refuse("no game '%s'", id);
    if (plan->ports && !read_ports(plan))
        refuse("--servers takes up to %d ports, as 7777,7778, not '%s'", RUNNING_MAX, plan->ports);
    if (!plan->players)
        plan->players = plan->game->seats_min;
    if (plan->players < plan->game->seats_min || plan->players > plan->game->seats_max)
        refuse("%s is for %d to %d players, not '%d'", id, plan->game->seats_min,
               plan->game->seats_max, plan->players);
}

static void on_signal(int number)
{
    load_stop = 1;
    signal(number, SIG_DFL);
}

/* The system calls that wait must not be restarted. */
static void watch_signals(void)
{
    const struct sigaction action = {.sa_handler = on_signal};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
}

int main(int argc, char **argv)
{
    struct plan plan = {
        .tables = 500, .seconds = 10, .idle = 10000, .store = "/var/tmp", .kind = LOAD_GAMES};
    struct measured measured = {0};
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    if (load_baseline(argc, argv))
        return 0;
    read_line(&plan, argc, argv);
    if (sodium_init() < 0 || !load_raise_limit(most_connections(&plan)))
        refuse("this user may not open that many connections; lower --tables and --idle or raise "
               "ulimit -n");
    snprintf(plan.folder, sizeof plan.folder, "%s/cornet-load.XXXXXX", plan.store);
    watch_signals();
    if (!plan.ports && !mkdtemp(plan.folder))
        refuse("cannot write %s: %s", plan.folder, strerror(errno));
    const bool good = plan.ports ? measure_running(&plan, &why) : measure(&plan, &measured, &why);
    if (!plan.ports)
        remove_folder(plan.folder);
    if (good || (load_stop && rounds_done > 0))
        print(&plan, &measured);
    fflush(stdout);
    if (load_stop)
        fprintf(stderr, "load: stopped; rounds of play so far: %zu\n", rounds_done);
    else if (!good)
        fprintf(stderr, "load: %s\n", reason);
    return load_stop ? STOPPED_STATUS : good ? 0 : 1;
}
