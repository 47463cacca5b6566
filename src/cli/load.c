/* cornet load: measures the server over real WebSockets on the loopback: tables of random players
 * (every move is validated, stored and sent to the whole table), and then many idle connections.
 * The same is done to a plain echo through our own network layer, and to a bare epoll server, which
 * says what the machine and its kernel take for it. The machine may have other work: so the servers
 * take turns in short rounds, and medians are shown, of the ratios too. */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <sodium.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "base/lang.h"
#include "cli/load_clients.h"
#include "program/options.h"
#include "program/stopping.h"

enum { COUNT_MAX = 100000 }; /* tables, seconds, idle connections */
enum { RUNNING_MAX = 16 };   /* servers that run already */

#define ROUND_SECONDS 0.5
#define WARM_SECONDS 0.1    /* of play before each */
#define ROUNDS_MAX 64       /* longer rounds if there would be more */
#define SETTLE_SECONDS 12.0 /* until the game server has given back what making tables took */

struct plan {
    const struct command *command;
    const struct game *game;
    int tables, players, idle, seconds;
    const char *store; /* a folder */
    const char *ports; /* NULL: servers are started here */
    struct load_server running[RUNNING_MAX];
    int runnings;
    bool json;
    char folder[4096];                     /* of the stores, until they are removed */
    struct load_server server[LOAD_KINDS]; /* that were started here */
};

/* What a round measured, or the medians of all rounds. */
struct figures {
    double moves, lines;      /* a second */
    double cpu;               /* the server's, in microseconds a move */
    double client_cpu;        /* this process's */
    double low, high;         /* latency at the 50th and 99th percentile, milliseconds */
    double ratio[LOAD_KINDS]; /* cpu against that of the others in the same round */
};

struct measured {
    struct figures run[LOAD_KINDS];
    int idle;                 /* connections; 0: not measured */
    double bytes[LOAD_KINDS]; /* of memory for each of these */
};

/* The rounds so far; those of servers that run already are LOAD_GAMES. */
static struct figures round_of[LOAD_KINDS][ROUNDS_MAX];
static atomic_size_t rounds_done;

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
        out[kind] = median(round_of[kind], atomic_load(&rounds_done));
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
        atomic_store(&rounds_done, i + 1);
    }
    return true;
}

/* All three servers run; one at a time has something to do. */
static bool measure_play(struct plan *plan, const char *store, struct text *why)
{
    const int connections = plan->tables * plan->players + 64;
    struct load_server *server = plan->server;
    struct load_clients clients[LOAD_KINDS] = {{0}};
    bool good = true;
    for (int kind = 0; good && kind < LOAD_KINDS; kind++)
        good = load_server_start(&server[kind], (enum load_kind)kind, connections, store, why) &&
               load_clients_open(&clients[kind], &server[kind], 1, plan->game, plan->tables,
                                 plan->players, why);
    good = good && play_rounds(plan, clients, why);
    for (int kind = 0; kind < LOAD_KINDS; kind++) {
        load_clients_close(&clients[kind]);
        load_server_stop(&server[kind]);
    }
    return good;
}

/* The servers run already, and the tables are spread over them; they alone are measured, and their
 * processor time is not known here. */
static bool measure_running(const struct plan *plan, struct text *why)
{
    const size_t rounds = plan->seconds < ROUNDS_MAX ? (size_t)plan->seconds : ROUNDS_MAX;
    struct load_clients clients;
    bool good = load_clients_open(&clients, plan->running, plan->runnings, plan->game, plan->tables,
                                  plan->players, why);
    for (size_t i = 0; good && i < rounds; i++) {
        good = play_round(&clients, plan->seconds / (double)rounds, &round_of[LOAD_GAMES][i], why);
        atomic_store(&rounds_done, i + good);
    }
    load_clients_close(&clients);
    return good;
}

/* ---- idle connections ---- */

/* Seats people who do nothing, and measures the memory of the server for each. */
static bool measure_idle(struct plan *plan, enum load_kind kind, const char *store, double *bytes,
                         struct text *why)
{
    const int tables = plan->idle / plan->players;
    struct load_server *server = &plan->server[kind];
    struct load_clients clients;
    if (!load_server_start(server, kind, tables * plan->players + 64, store, why))
        return false;
    const double before = load_memory(server->pid);
    const bool good =
        load_clients_open(&clients, server, 1, plan->game, tables, plan->players, why) &&
        load_clients_wait(&clients, kind == LOAD_GAMES ? SETTLE_SECONDS : 1, why);
    *bytes = (load_memory(server->pid) - before) / (tables * plan->players);
    load_clients_close(&clients);
    load_server_stop(server);
    return good;
}

/* ---- the results ---- */

static const char *kind_title(int kind)
{
    return kind == LOAD_BARE ? tr("bare epoll") : kind == LOAD_ECHO ? tr("echo") : tr("games");
}

static void print_row(struct screen *screen, const char *name, const char *format,
                      const double value[LOAD_KINDS])
{
    screen_printf(screen, "  %-26s", name);
    for (int kind = 0; kind < LOAD_KINDS; kind++)
        screen_printf(screen, format, value[kind]);
    screen_printf(screen, "\n");
}

static void print_text(const struct plan *plan, const struct measured *m)
{
    struct screen screen = screen_on(stdout);
    const struct figures *run = m->run;
    screen_printf(&screen, tr("%s, %d tables of %d over WebSocket, %d seconds each\n\n"),
                  plan->game->title, plan->tables, plan->players, plan->seconds);
    screen_printf(&screen, "  %-26s", "");
    for (int kind = 0; kind < LOAD_KINDS; kind++)
        screen_printf(&screen, "%14s", kind_title(kind));
    screen_printf(&screen, "\n");
    print_row(&screen, tr("moves a second"), "%14.0f",
              (double[]){run[0].moves, run[1].moves, run[2].moves});
    screen_printf(&screen, "  %-26s%42.0f\n", tr("lines a second, with dice"),
                  run[LOAD_GAMES].lines);
    print_row(&screen, tr("server CPU a move, us"), "%14.2f",
              (double[]){run[0].cpu, run[1].cpu, run[2].cpu});
    print_row(&screen, tr("latency, 50th, ms"), "%14.2f",
              (double[]){run[0].low, run[1].low, run[2].low});
    print_row(&screen, tr("latency, 99th, ms"), "%14.2f",
              (double[]){run[0].high, run[1].high, run[2].high});
    if (m->idle)
        print_row(&screen, tr("bytes a connection held"), "%14.0f", m->bytes);
    screen_printf(&screen, tr("\n  CPU a move, games against bare epoll: %.2f times\n"),
                  run[LOAD_GAMES].ratio[LOAD_BARE]);
    screen_printf(&screen, tr("  games against the echo: %.2f times\n"),
                  run[LOAD_GAMES].ratio[LOAD_ECHO]);
    screen_printf(&screen, tr("  the echo against bare epoll: %.2f times\n"),
                  run[LOAD_ECHO].ratio[LOAD_BARE]);
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

/* Opens the object, with what was measured. */
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
    json_key_real(&json, "cpu_ratio_echo_bare", m->run[LOAD_ECHO].ratio[LOAD_BARE]);
    json_close(&json, '}');
    puts(buffer);
}

/* ---- the command ---- */

static bool measure(struct plan *plan, struct measured *out, struct text *why)
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

/* With what the servers have left in it: stores, locks, a socket. */
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

/* `7777,7778`; false: they are not that. */
static bool read_ports(struct plan *plan)
{
    const char *at = plan->ports;
    while (plan->runnings < RUNNING_MAX) {
        char *end;
        const long port = strtol(at, &end, 10);
        if (end == at || port < 1 || port > 65535 || (*end && *end != ','))
            return false;
        plan->running[plan->runnings++] =
            (struct load_server){.kind = LOAD_GAMES, .pid = getpid(), .port = (int)port};
        if (!*end)
            return true;
        at = end + 1;
    }
    return false;
}

static bool read_line(struct plan *plan, int argc, char **argv, int *code)
{
    const struct command *command = plan->command;
    bool players = false;
    const struct command_option options[] = {
        {.name = "tables",
         .argument = "N",
         .help = mark("number of tables that play at the same time"),
         .integer = &plan->tables,
         .min = 1,
         .max = COUNT_MAX},
        {.name = "players",
         .argument = "N",
         .help = mark("number of players at each table"),
         .default_text = mark("as few as the game allows"),
         .given = &players,
         .integer = &plan->players,
         .min = 1,
         .max = GAME_SEATS_MAX},
        {.name = "seconds",
         .argument = "N",
         .help = mark("seconds of play on each of the three servers"),
         .integer = &plan->seconds,
         .min = 1,
         .max = COUNT_MAX},
        {.name = "idle",
         .argument = "N",
         .help = mark("number of idle connections"),
         .integer = &plan->idle,
         .max = COUNT_MAX},
        {.name = "store",
         .argument = mark("DIR"),
         .help = mark("folder of the store during the runs"),
         .text = &plan->store},
        {.name = "servers",
         .argument = mark("PORT,..."),
         .help = mark("measure only these servers, which already run on this machine; tables are "
                      "spread over them"),
         .text = &plan->ports},
        {.name = "json",
         .help = mark("print one JSON object instead of text"),
         .flag = &plan->json},
        {0},
    };
    if (!options_read(command, options, &argc, &argv, code))
        return false;
    *code = COMMAND_WRONG_USAGE;
    if (plan->ports && !read_ports(plan)) {
        command_usage(command, tr("--servers takes up to %d ports, as 7777,7778, not '%s'"),
                      RUNNING_MAX, plan->ports);
        return false;
    }
    plan->game = command_game(command, argc ? argv[0] : game_list[0]->id);
    if (!plan->game)
        return false;
    if (!players)
        plan->players = plan->game->seats_min;
    if (plan->players < plan->game->seats_min || plan->players > plan->game->seats_max) {
        command_usage(command, tr("%s is for %d to %d players, not '%d'"), plan->game->id,
                      plan->game->seats_min, plan->game->seats_max, plan->players);
        return false;
    }
    return true;
}

static void print_running(const struct plan *plan, const struct figures *run)
{
    struct screen screen = screen_on(stdout);
    screen_printf(&screen, tr("%s, %d tables of %d over WebSocket, servers: %d, %d seconds\n\n"),
                  plan->game->title, plan->tables, plan->players, plan->runnings, plan->seconds);
    screen_printf(&screen, "  %-26s%14.0f\n", tr("moves a second"), run->moves);
    screen_printf(&screen, "  %-26s%14.0f\n", tr("lines a second, with dice"), run->lines);
    screen_printf(&screen, "  %-26s%14.2f\n", tr("latency, 50th, ms"), run->low);
    screen_printf(&screen, "  %-26s%14.2f\n", tr("latency, 99th, ms"), run->high);
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

/* The medians of the rounds, of servers that were started here or ran already. */
static void print(const struct plan *plan, struct measured *measured)
{
    sum_up(measured->run);
    if (plan->ports)
        (plan->json ? print_running_json : print_running)(plan, &measured->run[LOAD_GAMES]);
    else
        (plan->json ? print_json : print_text)(plan, measured);
}

/* Ctrl-C: the rounds so far, and nothing is left. */
static void say_stopped(void *context)
{
    struct plan *plan = context;
    struct measured measured = {0};
    load_servers_end(plan->server, LOAD_KINDS);
    if (plan->folder[0])
        remove_folder(plan->folder);
    if (atomic_load(&rounds_done) > 0)
        print(plan, &measured);
    fflush(stdout);
    command_failed(plan->command, tr("stopped; rounds of play so far: %d"),
                   (int)atomic_load(&rounds_done));
}

static int run(const struct command *command, int argc, char **argv)
{
    struct plan plan = {
        .command = command, .tables = 500, .seconds = 10, .idle = 10000, .store = "/var/tmp"};
    struct measured measured = {0};
    struct stopping stopping = {.say = say_stopped, .context = &plan};
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    int code;
    if (load_server_is_asked(argc, argv))
        return load_server_main(argc, argv);
    if (!read_line(&plan, argc, argv, &code))
        return code;
    if (sodium_init() < 0 || !load_raise_limit(most_connections(&plan)))
        return command_failed(command, tr("this user may not open that many connections; lower "
                                          "--tables and --idle or raise ulimit -n"));
    signal(SIGPIPE, SIG_IGN);
    snprintf(plan.folder, sizeof plan.folder, "%s/cornet-load.XXXXXX", plan.store);
    if (plan.ports)
        plan.folder[0] = '\0';
    else if (!mkdtemp(plan.folder))
        return command_failed(command, tr("cannot write %s: %s"), plan.folder, strerror(errno));
    stopping_begin(&stopping);
    const bool good = plan.ports ? measure_running(&plan, &why) : measure(&plan, &measured, &why);
    while (!good && stopping_is_asked())
        pause(); /* the servers have ended by the same Ctrl-C; the other thread says so */
    stopping_end(&stopping);
    if (plan.folder[0])
        remove_folder(plan.folder);
    if (!good)
        return command_failed(command, "%s", reason);
    print(&plan, &measured);
    return command_finish(command);
}

const struct command command_load = {
    .name = "load",
    .topic = COMMAND_SERVER,
    .arguments = mark("[GAME]"),
    .about = mark("measures the server with many tables at once, compared with bare epoll and a "
                  "plain echo server"),
    .example = "cornet load %s --tables 1000",
    .run = run,
};
