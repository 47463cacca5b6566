/* cornet load: measures the server over real WebSockets on the loopback, beside a plain echo
 * server. Each is given tables of random players (the game server validates and stores every move
 * and sends it to the whole table), and then many idle connections. Servers run in processes of
 * their own, so that their time and memory can be measured. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "apps/commands/options.h"
#include "apps/commands/wire.h"
#include "base/json.h"
#include "base/lang.h"
#include "base/memory.h"
#include "base/rng.h"
#include "server/net/echo.h"
#include "server/server.h"

enum { COUNT_MAX = 100000 }; /* tables, seconds, idle connections */

#define WARM_SECONDS 1.0
#define SETTLE_SECONDS 12.0 /* until idle connections need no more memory */
#define LATENCIES (1u << 22)

struct plan {
    const struct command *command;
    const struct game *game;
    int tables, players, idle, seconds;
    const char *store; /* a folder */
    bool json;
};

/* The measurements of one run. */
struct figures {
    double moves, lines, seconds;
    double cpu;        /* the server's, in seconds */
    double low, high;  /* latency at the 50th and 99th percentile, milliseconds */
    double client_cpu; /* this process's, in seconds */
};

struct player {
    struct wire wire;
    int table, seat; /* from 0 */
    char seed[65];
    double sent; /* when its last move was sent; 0: none is unanswered */
};

struct load {
    const struct plan *plan;
    bool echo;
    int epoll;
    struct player *player; /* plan.players for each table */
    struct rng rng;
    uint64_t moves, lines, errors;
    float *latency;
    size_t latencies;
    bool counting;
    bool stopped; /* no new moves */
};

static double now_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Processor time of a process, all its threads. */
static double cpu_of(pid_t pid)
{
    clockid_t clock;
    struct timespec used;
    if (clock_getcpuclockid(pid, &clock) != 0 || clock_gettime(clock, &used) != 0)
        return 0;
    return (double)used.tv_sec + (double)used.tv_nsec * 1e-9;
}

/* The private memory of a process, in bytes. */
static double memory_of(pid_t pid)
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

/* Starts a server in a process of its own and gives its port; 0 if it did not start. */
static pid_t start_server(const struct plan *plan, bool echo, const char *store, int *port)
{
    int ends[2];
    if (pipe(ends) != 0)
        return -1;
    fflush(NULL);
    const pid_t pid = fork();
    if (pid == 0) {
        char reason[TEXT_WHY];
        struct text why = text_on(reason, sizeof reason);
        const int connections = plan->tables * plan->players + 64;
        struct server_settings settings;
        close(ends[0]);
        prctl(PR_SET_PDEATHSIG, SIGKILL); /* it ends with this process */
        server_defaults(&settings);
        settings.interface = "127.0.0.1";
        settings.port = 0;
        settings.store = store;
        settings.connections_max = settings.per_address = connections;
        settings.tables_max = 1000000;
        settings.creates_per_hour = 100000000;
        settings.messages_per_second = 0;
        const bool good = echo ? echo_run(connections, say_port, &ends[1], &why)
                               : server_run(&settings, say_port, &ends[1], &why);
        if (!good)
            fprintf(stderr, "cornet load: %s\n", reason);
        _exit(!good);
    }
    close(ends[1]);
    *port = 0;
    if (read(ends[0], port, sizeof *port) != sizeof *port)
        *port = 0;
    close(ends[0]);
    return pid;
}

static void stop_server(pid_t pid)
{
    kill(pid, SIGKILL); /* safe at any time: what was acknowledged is stored */
    waitpid(pid, NULL, 0);
}

static bool raise_limit(int connections)
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

static int most_connections(const struct plan *plan)
{
    const int playing = plan->tables * plan->players;
    return playing > plan->idle ? playing : plan->idle;
}

static struct player *player_at(struct load *load, int table, int seat)
{
    return &load->player[table * load->plan->players + seat];
}

static void make_commit(struct player *player, char hex[65])
{
    unsigned char seed[32], hash[32];
    randombytes_buf(seed, sizeof seed);
    sodium_bin2hex(player->seed, sizeof player->seed, seed, sizeof seed);
    crypto_hash_sha256(hash, seed, sizeof seed);
    sodium_bin2hex(hex, 65, hash, sizeof hash);
}

static void send_create(struct load *load, struct player *player)
{
    char text[1024], commit[65];
    struct text out = text_on(text, sizeof text);
    make_commit(player, commit);
    text_printf(&out,
                "{\"do\":\"create\",\"game\":\"%s\",\"name\":\"load\",\"fair\":\"%s\","
                "\"seats\":[\"me\"",
                load->plan->game->id, commit);
    for (int i = 1; i < load->plan->players; i++)
        text_add(&out, ",\"open\"");
    text_add(&out, "]}");
    wire_send(&player->wire, text);
}

static void send_joins(struct load *load, int table, const char *id)
{
    for (int seat = 1; seat < load->plan->players; seat++) {
        char text[512], commit[65];
        struct player *player = player_at(load, table, seat);
        make_commit(player, commit);
        snprintf(
            text, sizeof text,
            "{\"do\":\"join\",\"table\":\"%s\",\"seat\":%d,\"name\":\"load %d\",\"fair\":\"%s\"}",
            id, seat + 1, seat + 1, commit);
        wire_send(&player->wire, text);
    }
}

static void send_move(struct load *load, struct player *player, struct span line)
{
    char text[GAME_LINE_MAX + 64];
    if (load->stopped)
        return;
    snprintf(text, sizeof text, "{\"do\":\"move\",\"line\":\"%.*s\"}", (int)line.length, line.at);
    player->sent = now_seconds();
    wire_send(&player->wire, text);
}

/* Where `key` ends in a message of the server; NULL if it is not there. The server writes
 * its messages one way only, so nothing more than a search is needed to follow a game. */
static const char *behind(struct span message, const char *key)
{
    const char *at = memmem(message.at, message.length, key, strlen(key));
    return at ? at + strlen(key) : NULL;
}

/* One of the legal lines, at random. */
static bool choose(struct load *load, struct span message, struct span *line)
{
    const char *at = behind(message, "\"legal\":[");
    const char *const end = message.at + message.length;
    if (!at || *at == ']')
        return false;
    unsigned count = 1;
    for (const char *c = at; c < end && *c != ']'; c++)
        count += *c == ',';
    unsigned skip = rng_below(&load->rng, count);
    while (skip--)
        at = (const char *)memchr(at, ',', (size_t)(end - at)) + 1;
    line->at = at + 1;
    line->length = (size_t)((const char *)memchr(at + 1, '"', (size_t)(end - at - 1)) - at - 1);
    return true;
}

static void count_move(struct load *load, struct player *player)
{
    if (player->sent == 0)
        return;
    if (load->counting) {
        load->moves++;
        if (load->latencies < LATENCIES)
            load->latency[load->latencies++] = (float)(now_seconds() - player->sent);
    }
    player->sent = 0;
}

static void count_lines(struct load *load, struct span message)
{
    const char *at = behind(message, "\"lines\":[");
    if (!load->counting || !at)
        return;
    load->lines++;
    for (; *at != ']'; at++)
        load->lines += *at == ',';
}

static void take_game_message(struct load *load, struct player *player, struct span message)
{
    struct span line;
    const bool moves = strncmp(message.at, "{\"type\":\"moves\"", 15) == 0;
    const bool table = strncmp(message.at, "{\"type\":\"table\"", 15) == 0;
    if (moves) {
        count_move(load, player);
        if (player->seat == 0)
            count_lines(load, message);
    }
    if (moves || table) {
        if (choose(load, message, &line))
            send_move(load, player, line);
        else if (moves && player->seat == 0 && behind(message, "\"mover\":\"over\"") &&
                 !load->stopped)
            send_create(load, player);
    } else if (strncmp(message.at, "{\"type\":\"joined\"", 16) == 0 && player->seat == 0) {
        char id[17];
        memcpy(id, behind(message, "\"table\":\""), 16);
        id[16] = '\0';
        send_joins(load, player->table, id);
    } else if (strncmp(message.at, "{\"type\":\"fair\"", 14) == 0) {
        char text[128];
        snprintf(text, sizeof text, "{\"do\":\"fair\",\"seed\":\"%s\"}", player->seed);
        wire_send(&player->wire, text);
    } else if (strncmp(message.at, "{\"type\":\"error\"", 15) == 0) {
        if (load->errors++ == 0)
            fprintf(stderr, "cornet load: %.*s\n", (int)message.length, message.at);
    }
}

/* The echo server sends every message to the whole table; the next seat answers it. */
static void take_echo(struct load *load, struct player *player, struct span message)
{
    static const char move[] = "{\"do\":\"move\",\"line\":\"%d echo 0123\"}";
    const int from = message.at[21] - '1';
    (void)message;
    count_move(load, player);
    if ((from + 1) % load->plan->players != player->seat || load->stopped)
        return;
    char text[64];
    snprintf(text, sizeof text, move, player->seat + 1);
    player->sent = now_seconds();
    wire_send(&player->wire, text);
}

static bool open_player(struct load *load, int port, int table, int seat, struct text *why)
{
    struct player *player = player_at(load, table, seat);
    player->table = table;
    player->seat = seat;
    if (!wire_open(&player->wire, port, "/ws", "", why))
        return false;
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = player};
    epoll_ctl(load->epoll, EPOLL_CTL_ADD, player->wire.fd, &event);
    char text[64];
    if (load->echo)
        snprintf(text, sizeof text, "%d", table + 1);
    else
        snprintf(text, sizeof text, "{\"do\":\"hello\",\"protocol\":1}");
    wire_send(&player->wire, text);
    return true;
}

/* Reads messages for `seconds`. False if a connection is lost. */
static bool serve_clients(struct load *load, double seconds)
{
    const double until = now_seconds() + seconds;
    struct epoll_event event[256];
    double now;
    while ((now = now_seconds()) < until) {
        const int count = epoll_wait(load->epoll, event, 256, (int)((until - now) * 1000) + 1);
        for (int i = 0; i < count; i++) {
            struct player *player = event[i].data.ptr;
            struct span message;
            bool closed;
            if (!wire_read(&player->wire))
                return false;
            while (wire_take(&player->wire, &message, &closed)) {
                if (load->echo)
                    take_echo(load, player, message);
                else
                    take_game_message(load, player, message);
            }
        }
    }
    return true;
}

static int by_size(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static void close_players(struct load *load)
{
    const int count = load->plan->tables * load->plan->players;
    for (int i = 0; i < count; i++)
        wire_close(&load->player[i].wire);
    close(load->epoll);
    free(load->player);
    free(load->latency);
}

static bool open_load(struct load *load, const struct plan *plan, bool echo, int port,
                      struct text *why)
{
    *load = (struct load){.plan = plan, .echo = echo, .epoll = epoll_create1(EPOLL_CLOEXEC)};
    const size_t players = (size_t)plan->tables * (size_t)plan->players;
    load->player = memory_new(players, sizeof *load->player);
    load->latency = memory_new(LATENCIES, sizeof *load->latency);
    for (size_t i = 0; i < players; i++)
        load->player[i].wire.fd = -1;
    rng_seed(&load->rng, 1);
    for (int table = 0; table < plan->tables; table++) {
        for (int seat = 0; seat < plan->players; seat++) {
            if (!open_player(load, port, table, seat, why))
                return false;
        }
    }
    return true;
}

static bool run_load(const struct plan *plan, bool echo, int port, pid_t server,
                     struct figures *out, struct text *why)
{
    struct load load;
    bool good = open_load(&load, plan, echo, port, why);
    for (int table = 0; good && table < plan->tables; table++) {
        struct player *first = player_at(&load, table, 0);
        if (echo)
            wire_send(&first->wire, "{\"do\":\"move\",\"line\":\"1 echo 0123\"}");
        else
            send_create(&load, first);
    }
    good = good && serve_clients(&load, WARM_SECONDS);
    const double cpu = cpu_of(server), began = now_seconds(), mine = cpu_of(getpid());
    load.counting = true;
    good = good && serve_clients(&load, plan->seconds);
    out->seconds = now_seconds() - began;
    out->cpu = cpu_of(server) - cpu;
    out->client_cpu = cpu_of(getpid()) - mine;
    load.counting = false;
    load.stopped = true;
    good = good && serve_clients(&load, 0.2);
    out->moves = (double)load.moves;
    out->lines = (double)load.lines;
    if (load.latencies) {
        qsort(load.latency, load.latencies, sizeof *load.latency, by_size);
        out->low = load.latency[load.latencies / 2] * 1e3;
        out->high = load.latency[load.latencies - 1 - load.latencies / 100] * 1e3;
    }
    if (!good && why->length == 0)
        text_fail(why, tr("the server closed a connection"));
    if (good && load.errors)
        good =
            text_fail(why, tr("the server refused %llu messages"), (unsigned long long)load.errors);
    close_players(&load);
    return good;
}

/* Opens idle connections and measures the memory of the server for each. */
static bool run_idle(const struct plan *plan, bool echo, const char *store, double *bytes,
                     struct text *why)
{
    struct plan idle = *plan;
    struct load load;
    int port;
    idle.tables = plan->idle / plan->players;
    const pid_t server = start_server(&idle, echo, store, &port);
    if (!port) {
        stop_server(server);
        return text_fail(why, tr("the server did not start"));
    }
    const double before = memory_of(server);
    bool good = open_load(&load, &idle, echo, port, why);
    load.stopped = true;
    for (int table = 0; good && !echo && table < idle.tables; table++) {
        send_create(&load, player_at(&load, table, 0));
        if (table % 256 == 255)
            good = serve_clients(&load, 0.02);
    }
    good = good && serve_clients(&load, SETTLE_SECONDS);
    *bytes = (memory_of(server) - before) / (idle.tables * idle.players);
    if (!good && why->length == 0)
        text_fail(why, tr("the server closed a connection"));
    close_players(&load);
    stop_server(server);
    return good;
}

static void print_text(const struct plan *plan, const struct figures run[2], const double bytes[2])
{
    struct screen screen = screen_on(stdout);
    screen_printf(&screen, tr("%s, %d tables of %d over WebSocket, %d seconds each\n\n"),
                  plan->game->title, plan->tables, plan->players, plan->seconds);
    screen_printf(&screen, "  %-26s%14s%14s\n", "", tr("echo"), tr("games"));
    screen_printf(&screen, "  %-26s%14.0f%14.0f\n", tr("moves a second"),
                  run[0].moves / run[0].seconds, run[1].moves / run[1].seconds);
    screen_printf(&screen, "  %-26s%14s%14.0f\n", tr("lines a second, with dice"), "",
                  run[1].lines / run[1].seconds);
    screen_printf(&screen, "  %-26s%14.2f%14.2f\n", tr("server CPU a move, us"),
                  run[0].cpu / run[0].moves * 1e6, run[1].cpu / run[1].moves * 1e6);
    screen_printf(&screen, "  %-26s%14.2f%14.2f\n", tr("latency, 50th, ms"), run[0].low,
                  run[1].low);
    screen_printf(&screen, "  %-26s%14.2f%14.2f\n", tr("latency, 99th, ms"), run[0].high,
                  run[1].high);
    if (plan->idle)
        screen_printf(&screen, "  %-26s%14.0f%14.0f\n", tr("bytes a connection held"), bytes[0],
                      bytes[1]);
    screen_printf(&screen, tr("\n  CPU a move against the echo: %.2f times\n"),
                  run[1].cpu / run[1].moves / (run[0].cpu / run[0].moves));
}

static void put_figures(struct json *json, const char *key, const struct figures *run, double bytes)
{
    json_key_open(json, key, '{');
    const struct {
        const char *name;
        double value;
    } all[] = {
        {"moves_per_second", run->moves / run->seconds},
        {"lines_per_second", run->lines / run->seconds},
        {"cpu_us_per_move", run->cpu / run->moves * 1e6},
        {"latency_ms_50", run->low},
        {"latency_ms_99", run->high},
        {"client_cpu_us_per_move", run->client_cpu / run->moves * 1e6},
        {"bytes_per_connection", bytes},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        json_key_real(json, all[i].name, all[i].value);
    json_close(json, '}');
}

static void print_json(const struct plan *plan, const struct figures run[2], const double bytes[2])
{
    char buffer[2048];
    struct text out = text_on(buffer, sizeof buffer);
    struct json json = json_on(&out);
    json_open(&json, '{');
    json_key_string(&json, "game", plan->game->id);
    json_key_number(&json, "tables", plan->tables);
    json_key_number(&json, "players", plan->players);
    json_key_number(&json, "seconds", plan->seconds);
    json_key_number(&json, "idle", plan->idle);
    put_figures(&json, "echo", &run[0], bytes[0]);
    put_figures(&json, "games", &run[1], bytes[1]);
    json_key_real(&json, "cpu_ratio", run[1].cpu / run[1].moves / (run[0].cpu / run[0].moves));
    json_close(&json, '}');
    puts(buffer);
}

static bool measure(const struct plan *plan, const char *folder, struct figures run[2],
                    double bytes[2], struct text *why)
{
    char store[4200];
    for (int echo = 1; echo >= 0; echo--) {
        int port;
        snprintf(store, sizeof store, "%s/load.db", folder);
        const pid_t server = start_server(plan, echo, store, &port);
        const bool good = (port || text_fail(why, tr("the server did not start"))) &&
                          run_load(plan, echo, port, server, &run[!echo], why);
        stop_server(server);
        if (!good)
            return false;
        snprintf(store, sizeof store, "%s/idle.db", folder);
        if (plan->idle && !run_idle(plan, echo, store, &bytes[!echo], why))
            return false;
    }
    return true;
}

static void remove_folder(const char *folder)
{
    static const char *const files[] = {"load.db", "load.db-wal", "load.db-shm", "load.db.lock",
                                        "idle.db", "idle.db-wal", "idle.db-shm", "idle.db.lock"};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        char path[4200];
        snprintf(path, sizeof path, "%s/%s", folder, files[i]);
        unlink(path);
    }
    rmdir(folder);
}

static bool read_line(struct plan *plan, int argc, char **argv, int *code)
{
    const struct command *command = plan->command;
    bool players = false;
    const struct command_option options[] = {
        {.name = "tables",
         .argument = "N",
         .help = mark("tables that play at the same time"),
         .integer = &plan->tables,
         .min = 1,
         .max = COUNT_MAX},
        {.name = "players",
         .argument = "N",
         .help = mark("players at each table"),
         .default_text = mark("as few as the game allows"),
         .given = &players,
         .integer = &plan->players,
         .min = 1,
         .max = GAME_SEATS_MAX},
        {.name = "seconds",
         .argument = "N",
         .help = mark("for each of the two runs"),
         .integer = &plan->seconds,
         .min = 1,
         .max = COUNT_MAX},
        {.name = "idle",
         .argument = "N",
         .help = mark("connections that only sit there"),
         .integer = &plan->idle,
         .max = COUNT_MAX},
        {.name = "store",
         .argument = mark("DIR"),
         .help = mark("where its store is put for the time of the runs"),
         .text = &plan->store},
        {.name = "json", .help = mark("one JSON object"), .flag = &plan->json},
        {0},
    };
    if (!options_read(command, options, &argc, &argv, code))
        return false;
    *code = COMMAND_WRONG_USAGE;
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

static int run(const struct command *command, int argc, char **argv)
{
    struct plan plan = {
        .command = command, .tables = 500, .seconds = 10, .idle = 10000, .store = "/var/tmp"};
    struct figures figures[2] = {{0}};
    double bytes[2] = {0};
    char folder[4096], reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    int code;
    if (!read_line(&plan, argc, argv, &code))
        return code;
    if (sodium_init() < 0 || !raise_limit(most_connections(&plan)))
        return command_failed(command, tr("this user may not open that many connections; lower "
                                          "--tables and --idle or raise ulimit -n"));
    snprintf(folder, sizeof folder, "%s/cornet-load.XXXXXX", plan.store);
    if (!mkdtemp(folder))
        return command_failed(command, tr("cannot write %s: %s"), folder, strerror(errno));
    signal(SIGPIPE, SIG_IGN);
    const bool good = measure(&plan, folder, figures, bytes, &why);
    remove_folder(folder);
    if (!good)
        return command_failed(command, "%s", reason);
    if (plan.json)
        print_json(&plan, figures, bytes);
    else
        print_text(&plan, figures, bytes);
    return command_finish(command);
}

const struct command command_load = {
    .name = "load",
    .arguments = mark("[GAME]"),
    .about = mark("measures the server: many tables at once, against a plain echo"),
    .example = "cornet load %s --tables 1000",
    .run = run,
};
