#include "tools/load/clients.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "tools/load/prover.h"
#include "tools/load/wire.h"

#define SILENCE_SECONDS 30.0 /* timeout of every wait for the server */
#define CREATES 256          /* tables created at the same time */
#define THINK_TICK_MS 2      /* how exactly players think */

struct load_player {
    struct wire wire;
    int table, seat; /* from 0 */
    char seed[65];
    double sent;           /* when its last move was sent; 0: all moves are answered */
    char *held;            /* the message to send when play resumes; NULL: none */
    double due;            /* when it is sent, if the player thinks */
    struct prover *prover; /* of version 3; NULL: of version 2 */
};

stop_flag load_stop;

double load_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static struct load_player *player_at(struct load_clients *clients, int table, int seat)
{
    return &clients->player[table * clients->players + seat];
}

/* ---- what players send ---- */

static void send_now(struct load_clients *clients, struct load_player *player, const char *text,
                     bool is_move)
{
    if (is_move) {
        player->sent = load_now();
        clients->unanswered++;
    }
    wire_send(&player->wire, text);
}

/* Sends the moves of players who have thought for long enough. */
static void send_due(struct load_clients *clients)
{
    const double now = load_now();
    const int count = clients->paused ? 0 : clients->tables * clients->players;
    for (int i = 0; i < count; i++) {
        struct load_player *player = &clients->player[i];
        char *held = player->held;
        if (!held || player->due > now)
            continue;
        player->held = NULL;
        send_now(clients, player, held, true);
        free(held);
    }
}

/* Sends a message that starts something new, or holds it back while play is paused or the player
 * thinks. */
static void begin(struct load_clients *clients, struct load_player *player, const char *text,
                  bool is_move)
{
    const int think = is_move ? clients->manner.think_ms : 0;
    if (!clients->paused && !think) {
        send_now(clients, player, text, is_move);
        return;
    }
    free(player->held);
    player->held = strdup(text);
    if (think) /* half to one and a half times as long */
        player->due = load_now() + think * 1e-3 * (0.5 + rng_below(&clients->rng, 1000) * 1e-3);
}

static void make_commit(struct load_player *player, char hex[65])
{
    unsigned char seed[32], hash[32];
    randombytes_buf(seed, sizeof seed);
    sodium_bin2hex(player->seed, sizeof player->seed, seed, sizeof seed);
    crypto_hash_sha256(hash, seed, sizeof seed);
    sodium_bin2hex(hex, 65, hash, sizeof hash);
}

static void write_create(const struct load_clients *clients, struct load_player *player,
                         struct text *out)
{
    char commit[65];
    make_commit(player, commit);
    text_printf(out,
                "{\"do\":\"create\",\"game\":\"%s\",\"name\":\"load\",\"fair\":\"%s\","
                "\"seats\":[\"me\"",
                clients->game->id, commit);
    for (int i = 1; i < clients->players; i++)
        text_add(out, ",\"open\"");
    text_add(out, "]}");
}

static void send_joins(struct load_clients *clients, int table, const char *id)
{
    for (int seat = 1; seat < clients->players; seat++) {
        char text[512], commit[65];
        struct load_player *player = player_at(clients, table, seat);
        make_commit(player, commit);
        snprintf(
            text, sizeof text,
            "{\"do\":\"join\",\"table\":\"%s\",\"seat\":%d,\"name\":\"load %d\",\"fair\":\"%s\"}",
            id, seat + 1, seat + 1, commit);
        wire_send(&player->wire, text);
    }
}

static void send_line(struct load_clients *clients, struct load_player *player, struct span line)
{
    struct text text = text_on((char[GAME_LINE_MAX + 512]){0}, GAME_LINE_MAX + 512);
    text_printf(&text, "{\"do\":\"move\",\"line\":\"%.*s\"", (int)line.length, line.at);
    if (player->prover) {
        text_add(&text, ",\"by\":");
        prover_word(player->prover, line, &text);
    }
    text_add(&text, "}");
    begin(clients, player, text.start, true);
}

static void send_echo(struct load_clients *clients, struct load_player *player)
{
    char line[32];
    snprintf(line, sizeof line, "%d echo 0123", player->seat + 1);
    send_line(clients, player, span_of(line));
}

/* ---- messages from the server ---- */

/* The position after `key` in a message of the server; NULL if it lacks the key. The server always
 * writes its messages the same way, so a plain search is enough to follow a game. */
static const char *behind(struct span message, const char *key)
{
    const char *at = memmem(message.at, message.length, key, strlen(key));
    return at ? at + strlen(key) : NULL;
}

static bool is_type(struct span message, const char *type)
{
    char start[32];
    const int length = snprintf(start, sizeof start, "{\"type\":\"%s\"", type);
    return message.length > (size_t)length && memcmp(message.at, start, (size_t)length) == 0;
}

/* Chooses a random legal line. */
static bool choose(struct load_clients *clients, struct span message, struct span *line)
{
    const char *at = behind(message, "\"legal\":[");
    const char *const end = message.at + message.length;
    if (!at || *at == ']')
        return false;
    unsigned count = 1;
    for (const char *c = at; c < end && *c != ']'; c++)
        count += *c == ',';
    unsigned skip = rng_below(&clients->rng, count);
    while (skip--)
        at = (const char *)memchr(at, ',', (size_t)(end - at)) + 1;
    line->at = at + 1;
    line->length = (size_t)((const char *)memchr(at + 1, '"', (size_t)(end - at - 1)) - at - 1);
    return true;
}

/* A move is answered when its dice have fallen. */
static void count_move(struct load_clients *clients, struct load_player *player,
                       struct span message)
{
    if (player->sent == 0 || (player->prover && behind(message, "\"mover\":\"chance\"")))
        return;
    clients->moves++;
    clients->unanswered--;
    if (clients->latencies < LOAD_LATENCIES)
        clients->latency[clients->latencies++] = (float)(load_now() - player->sent);
    player->sent = 0;
}

static void count_lines(struct load_clients *clients, struct span message)
{
    const char *at = behind(message, "\"lines\":[");
    if (!at)
        return;
    clients->lines++;
    for (; *at != ']'; at++)
        clients->lines += *at == ',';
}

/* `moves` or `table`: players who may act do so; at the end of a game the first player creates a
 * new table. */
static void take_state(struct load_clients *clients, struct load_player *player,
                       struct span message, bool moves)
{
    struct span line;
    if (choose(clients, message, &line)) {
        send_line(clients, player, line);
    } else if (moves && player->seat == 0 && behind(message, "\"mover\":\"over\"")) {
        char text[1024];
        struct text out = text_on(text, sizeof text);
        write_create(clients, player, &out);
        begin(clients, player, text, false);
    }
}

/* Acknowledges the server's list of commitments, and then reveals the seed. */
static void answer_fair(struct load_player *player, struct span message)
{
    char text[128];
    const char *list = behind(message, "\"list\":\"");
    const bool opens = behind(message, "\"open\":true");
    if (!opens && !list)
        return;
    snprintf(text, sizeof text, "{\"do\":\"fair\",\"%s\":\"%.64s\"}", opens ? "seed" : "list",
             opens ? player->seed : list);
    wire_send(&player->wire, text);
}

static void take_game_message(struct load_clients *clients, struct load_player *player,
                              struct span message)
{
    struct text answer = text_on((char[768]){0}, 768);
    if (player->prover && is_type(message, "entries")) {
        prover_entries(player->prover, message, &answer);
        if (answer.length)
            wire_send(&player->wire, answer.start);
        return;
    }
    if (player->prover && is_type(message, "table"))
        prover_table(player->prover, message);
    if (is_type(message, "moves")) {
        count_move(clients, player, message);
        if (player->seat == 0)
            count_lines(clients, message);
        take_state(clients, player, message, true);
    } else if (is_type(message, "table")) {
        take_state(clients, player, message, false);
    } else if (is_type(message, "joined") && player->seat == 0) {
        char id[17];
        memcpy(id, behind(message, "\"table\":\""), 16);
        id[16] = '\0';
        send_joins(clients, player->table, id);
    } else if (is_type(message, "fair")) {
        answer_fair(player, message);
    } else if (is_type(message, "error")) {
        if (clients->errors++ == 0)
            fprintf(stderr, "load: %.*s\n", (int)message.length, message.at);
    }
}

/* The whole table receives an echo; the next seat answers it. */
static void take_echo(struct load_clients *clients, struct load_player *player, struct span message)
{
    const char *line = behind(message, "\"line\":\"");
    count_move(clients, player, message);
    if (line && (*line - '0') % clients->players == player->seat)
        send_echo(clients, player);
}

/* Returns false if the connection is lost. */
static bool read_player(struct load_clients *clients, struct load_player *player)
{
    struct span message;
    bool closed;
    if (!wire_read(&player->wire))
        return false;
    while (wire_take(&player->wire, &message, &closed)) {
        if (clients->server->kind >= LOAD_GAMES)
            take_game_message(clients, player, message);
        else
            take_echo(clients, player, message);
    }
    return true;
}

/* ---- the tables ---- */

bool load_clients_wait(struct load_clients *clients, double seconds, struct text *why)
{
    const double until = load_now() + seconds;
    struct epoll_event event[256];
    double now;
    while (!stop_is_set(&load_stop) && (now = load_now()) < until) {
        const int think = clients->manner.think_ms ? THINK_TICK_MS : 1 << 20;
        const int left = (int)((until - now) * 1000) + 1;
        const int count = epoll_wait(clients->epoll, event, 256, left < think ? left : think);
        if (clients->manner.think_ms)
            send_due(clients);
        for (int i = 0; i < count; i++) {
            if (!read_player(clients, event[i].data.ptr))
                return text_fail(why, "the server closed a connection");
        }
    }
    if (stop_is_set(&load_stop))
        return text_fail(why, "stopped");
    return clients->errors == 0 ||
           text_fail(why, "the server refused %llu messages", (unsigned long long)clients->errors);
}

bool load_clients_play(struct load_clients *clients, double seconds, struct text *why)
{
    const int count = clients->paused ? clients->tables * clients->players : 0;
    clients->paused = false;
    for (int i = 0; i < count; i++) {
        struct load_player *player = &clients->player[i];
        char *held = player->held;
        player->held = NULL;
        if (held)
            begin(clients, player, held, strstr(held, "\"line\"") != NULL);
        free(held);
    }
    return load_clients_wait(clients, seconds, why);
}

/* Waits until the condition holds. */
static bool wait_until(struct load_clients *clients, bool (*holds)(const struct load_clients *),
                       struct text *why)
{
    const double until = load_now() + SILENCE_SECONDS;
    while (!holds(clients)) {
        if (!load_clients_wait(clients, 0.01, why))
            return false;
        if (load_now() > until)
            return text_fail(why, "the server does not answer");
    }
    return true;
}

static bool all_answered(const struct load_clients *clients)
{
    return clients->unanswered == 0;
}

/* Whether at every table some player can move. */
static bool all_ready(const struct load_clients *clients)
{
    for (int table = 0; table < clients->tables; table++) {
        const struct load_player *first = &clients->player[table * clients->players];
        bool ready = false;
        for (int i = 0; i < clients->players; i++)
            ready = ready || first[i].held;
        if (!ready)
            return false;
    }
    return true;
}

bool load_clients_pause(struct load_clients *clients, struct text *why)
{
    clients->paused = true;
    return wait_until(clients, all_answered, why);
}

void load_clients_count(struct load_clients *clients)
{
    clients->moves = clients->lines = 0;
    clients->latencies = 0;
}

static bool connect_player(struct load_clients *clients, int table, int seat, struct text *why)
{
    struct load_player *player = player_at(clients, table, seat);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = player};
    char text[64];
    player->table = table;
    player->seat = seat;
    const int port = clients->server[table % clients->servers].port;
    if (!wire_open(&player->wire, port, "/ws", "", why))
        return false;
    epoll_ctl(clients->epoll, EPOLL_CTL_ADD, player->wire.fd, &event);
    if (clients->server->kind == LOAD_FAIR3) {
        player->prover = memory_new(1, sizeof *player->prover);
        player->prover->seat = seat + 1;
        player->prover->signs = clients->manner.signs;
    }
    if (clients->server->kind >= LOAD_GAMES)
        snprintf(text, sizeof text, "{\"do\":\"hello\",\"protocol\":1%s}",
                 player->prover ? ",\"fair\":\"3\"" : "");
    else
        snprintf(text, sizeof text, "%d", table + 1);
    wire_send(&player->wire, text);
    return true;
}

/* The first player of each table creates it; the others join when they receive its id. */
static bool sit_down(struct load_clients *clients, struct text *why)
{
    bool good = true;
    for (int table = 0; good && table < clients->tables; table++) {
        struct load_player *first = player_at(clients, table, 0);
        char text[1024];
        struct text out = text_on(text, sizeof text);
        if (clients->server->kind < LOAD_GAMES) {
            send_echo(clients, first);
            continue;
        }
        write_create(clients, first, &out);
        wire_send(&first->wire, text);
        if (table % CREATES == CREATES - 1)
            good = load_clients_wait(clients, 0.02, why);
    }
    return good && wait_until(clients, all_ready, why);
}

bool load_clients_open(struct load_clients *clients, const struct load_server server[], int servers,
                       const struct game *game, int tables, int players,
                       const struct load_manner *manner, struct text *why)
{
    const size_t count = (size_t)tables * (size_t)players;
    *clients = (struct load_clients){.server = server,
                                     .servers = servers,
                                     .game = game,
                                     .tables = tables,
                                     .players = players,
                                     .manner = *manner,
                                     .epoll = epoll_create1(EPOLL_CLOEXEC),
                                     .paused = true};
    clients->player = memory_new(count, sizeof *clients->player);
    clients->latency = memory_new(LOAD_LATENCIES, sizeof *clients->latency);
    rng_seed(&clients->rng, 1);
    for (size_t i = 0; i < count; i++)
        clients->player[i].wire.fd = -1;
    for (int table = 0; table < tables; table++) {
        for (int seat = 0; seat < players; seat++) {
            if (!connect_player(clients, table, seat, why))
                return false;
        }
    }
    return sit_down(clients, why);
}

void load_clients_close(struct load_clients *clients)
{
    const int count = clients->player ? clients->tables * clients->players : 0;
    for (int i = 0; i < count; i++) {
        wire_close(&clients->player[i].wire);
        free(clients->player[i].held);
        memory_free(clients->player[i].prover);
    }
    if (clients->player)
        close(clients->epoll);
    free(clients->player);
    free(clients->latency);
}
