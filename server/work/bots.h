/* bots: the threads on which bots think and games are judged, so that the loop never waits for one.
 *
 * A job is a copy of what a bot needs: it is shown its seat's view of the state and nothing else.
 * Each thread has bots of its own. */
#ifndef CORNET_SERVER_BOTS_H
#define CORNET_SERVER_BOTS_H

#include <ev.h>
#include <stdatomic.h>

#include "match/match.h"

#define BOTS_TABLE_MAX 33

enum bots_task { BOTS_MOVE, BOTS_HINT, BOTS_ANALYSIS };

struct hints;

struct bots_job {
    struct bots_job *next;
    enum bots_task task;
    char table[BOTS_TABLE_MAX];
    uint32_t seq; /* of the table when it was asked */
    int seat;
    bool forced; /* for a person whose time is out */
    char agent[MATCH_NAME_MAX];
    const struct game *game;
    struct game_settings settings;
    size_t lines; /* of the record so far */
    union game_state state;
    struct game_history history;
    char line[GAME_LINE_MAX]; /* the answer; empty where the seat may not act */

    /* A hint: for which message of which connection, and the answer; NULL: no judge is ready. */
    long long id;
    uint32_t ticket;
    struct hints *hints;

    /* An analysis: of this record, how far it is, and the answer; NULL: no judge is ready. */
    char *record;
    double seconds; /* that it may take */
    atomic_size_t done, whole;
    char *json;
};

struct bots;

typedef void bots_done(void *context, struct bots_job *job);

struct bots *bots_open(int threads, struct ev_loop *loop, bots_done *done, void *context);
void bots_close(struct bots *bots);

/* Takes the job, and later frees it. */
void bots_ask(struct bots *bots, struct bots_job *job);

struct bots_job *bots_new_job(const struct match *match);

#endif
