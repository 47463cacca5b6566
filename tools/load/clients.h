/* clients.h: the players of tools/load. Tables at a server whose players make random moves at once
 * while load_clients_play runs. */
#ifndef CORNET_TOOLS_LOAD_CLIENTS_H
#define CORNET_TOOLS_LOAD_CLIENTS_H

#include <stdint.h>

#include "base/rng.h"
#include "base/stop.h"
#include "game/game.h"
#include "tools/load/servers.h"

/* Set when the user interrupts the program: all waits here then fail soon. */
extern stop_flag load_stop;

#define LOAD_LATENCIES (1u << 18) /* kept per round */

struct load_player;

/* How they play: how long they think before a move (0: not at all), and whether they sign (fair
 * dice 3). */
struct load_manner {
    int think_ms;
    bool signs;
};

/* Owned: the players and the latencies. */
struct load_clients {
    const struct load_server
        *server; /* the first of `servers` of one kind, which share the tables */
    int servers;
    const struct game *game;
    int tables, players; /* players at each table */
    struct load_manner manner;
    int epoll;
    struct load_player *player; /* table after table */
    struct rng rng;
    bool paused;       /* moves are held back */
    size_t unanswered; /* players whose move is on its way */
    uint64_t errors;   /* messages that the server refused */

    /* Counted since load_clients_count: */
    uint64_t moves, lines;
    float *latency; /* seconds */
    size_t latencies;
};

/* Connects and seats all players; nobody moves yet. Returns false with a reason. Call
 * load_clients_close in either case. */
bool load_clients_open(struct load_clients *clients, const struct load_server server[], int servers,
                       const struct game *game, int tables, int players,
                       const struct load_manner *manner, struct text *why);
void load_clients_close(struct load_clients *clients);

/* Handle messages for this time: with players who move, or who stay idle. */
bool load_clients_play(struct load_clients *clients, double seconds, struct text *why);
bool load_clients_wait(struct load_clients *clients, double seconds, struct text *why);

/* Stops the moves, and waits until the sent ones are answered. */
bool load_clients_pause(struct load_clients *clients, struct text *why);

/* Resets the counts. */
void load_clients_count(struct load_clients *clients);

/* Seconds of the monotonic clock. */
double load_now(void);

#endif
