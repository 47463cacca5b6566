/* batch.h: the games of a batch (<cornet/batch.h>), for the files that implement it. */
#ifndef CORNET_API_BATCH_H
#define CORNET_API_BATCH_H

#include "api/library.h"
#include "api/team.h"
#include "base/rng.h"

struct cornet_batch {
    const struct game *game;
    struct game_settings settings;
    unsigned flags;
    int players, threads;
    size_t count, width, numbers;
    size_t stride;  /* bytes from one state to the next */
    bool has_trail; /* the game or a bot needs the history */
    bool broken;    /* a step is not ended, or failed half-way: it must be reset */
    union game_state start;

    /* Rows of the games. */
    unsigned char *state;
    struct game_history *history;
    struct rng *rng;
    int32_t *mover;
    uint32_t *legal_count;
    game_action *legal; /* [width] each */
    float *odds;        /* [width] each, with CORNET_BATCH_CHANCE; else NULL */
    size_t ids;         /* action ids, or outcomes of chance if they are more */
    uint16_t *id;       /* [width] each: the ids of `legal`; NULL until first needed */
    uint8_t *has_id;    /* whether they are those of the present decision */
    int32_t *choice;    /* the ids of a step as choices; NULL until first needed */
    int32_t *ids_to;    /* the caller's arrays of ids; NULL: none */
    uint8_t *mask_to;

    struct bot *bot[GAME_SEATS_MAX];                   /* [count] each; NULL: a free seat */
    struct team *team;                                 /* NULL: the calling thread alone */
    void *workspace[TEAM_THREADS_MAX][GAME_SEATS_MAX]; /* lent to the bots of a thread's run */
    struct game_outcome *outcome[TEAM_THREADS_MAX];    /* with CORNET_BATCH_CHANCE */
    struct lines names;                                /* of the numbers */
};

static inline unsigned char *batch_state(const struct cornet_batch *b, size_t i)
{
    return b->state + i * b->stride;
}

/* Makes a batch whose games have not been set to any state. */
cornet_status batch_make(const struct game *game, const struct game_settings *settings,
                         size_t count, size_t width, unsigned flags, cornet_batch **batch,
                         cornet_error *error);

/* Whether a call may go on: the arguments, and no step that failed half-way. */
cornet_status batch_check(const struct cornet_batch *b, const cornet_batch_arrays *arrays,
                          cornet_error *error);
cornet_status batch_no_memory(cornet_error *error);

/* Plays the choices (NULL: none) of some games, plays on, and writes the arrays. */
cornet_status batch_play(struct cornet_batch *b, size_t first, size_t count, const int32_t *choice,
                         const cornet_batch_arrays *to, cornet_error *error);

/* Writes a game's ids to the caller's arrays. */
void batch_write_ids(struct cornet_batch *b, size_t i);

/* Lists the legal actions of a game whose state and mover (a seat) were set. */
bool batch_list(struct cornet_batch *b, size_t i, struct text *why);

/* Plays on to the next decision in the game whose state was set. */
cornet_status batch_settle(struct cornet_batch *b, size_t i, cornet_error *error);

/* Gives a seat to a bot, without restarting the games. */
cornet_status batch_open_bots(struct cornet_batch *b, int seat, struct span agent,
                              cornet_error *error);

#endif
