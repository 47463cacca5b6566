/* clients.h: the players of tools/load: tables at one server, whose players move at random
 * as soon as they may, while load_clients_play runs. */
#ifndef CORNET_TOOLS_LOAD_CLIENTS_H
#define CORNET_TOOLS_LOAD_CLIENTS_H

#include <stdint.h>

#include "base/rng.h"
#include "base/stop.h"
#include "game/game.h"
#include "tools/load/servers.h"

/* Is set when the user interrupts the program: whatever waits here fails soon. */
extern stop_flag load_stop;

#define LOAD_LATENCIES (1u << 18) /* of a round are kept */

struct load_player;

/* Owned: the players and the latencies. */
struct load_clients {
    const struct load_server
        *server; /* the first of `servers` of one kind, which share the tables */
    int servers;
    const struct game *game;
    int tables, players; /* players at each table */
    int epoll;
    struct load_player *player; /* table after table */
    struct rng rng;
    bool paused;       /* moves are held back */
    size_t unanswered; /* players whose move is on its way */
    uint64_t errors;   /* messages that the server refused */

    /* Since load_clients_count: */
    uint64_t moves, lines;
    float *latency; /* seconds */
    size_t latencies;
};

/* Connects everybody and seats them; nobody moves yet. False with a reason. load_clients_close is
 * called in any case. */
bool load_clients_open(struct load_clients *clients, const struct load_server server[], int servers,
                       const struct game *game, int tables, int players, struct text *why);
void load_clients_close(struct load_clients *clients);

/* Reads what arrives for this time: with players who move, or as they are. */
bool load_clients_play(struct load_clients *clients, double seconds, struct text *why);
bool load_clients_wait(struct load_clients *clients, double seconds, struct text *why);

/* Ends the moves, and waits until those that are on their way have been answered. */
bool load_clients_pause(struct load_clients *clients, struct text *why);

/* Counts from zero. */
void load_clients_count(struct load_clients *clients);

/* Seconds of the monotonic clock. */
double load_now(void);

#endif
