/* fair3_house.h: a table with fair dice 3 for tests: an honest server in one piece, its honest
 * clients (match/client3.h), and what a fair verdict on the game must be. */
#ifndef CORNET_TESTS_FAIR3_HOUSE_H
#define CORNET_TESTS_FAIR3_HOUSE_H

#include "match/client3.h"
#include "match/fair3_record.h"
#include "match/verdict.h"

/* What happens at the table, besides the game. */
enum {
    HOUSE_KEYLESS = 1, /* some persons have no key */
    HOUSE_BOTS = 2,    /* some seats are bots' */
    HOUSE_PLAIN = 4,   /* some seats are plain */
    HOUSE_MISSES = 8,  /* persons do not answer in time */
    HOUSE_SLEEPS = 16, /* persons are away for a while, and not asked */
    HOUSE_LATE = 32,   /* times run out */
    HOUSE_UNDO = 64,
    HOUSE_STAND_IN = 128,
    HOUSE_LEAVES = 256,     /* a person leaves for good */
    HOUSE_DEVICE = 512,     /* a person goes on with another device: a second chain */
    HOUSE_GIVES_UP = 1024,  /* the game ends by a forfeit */
    HOUSE_FROM = 2048,      /* the game continues another table's */
    HOUSE_NO_KEY = 4096,    /* the server has no key */
    HOUSE_STOPS = 8192,     /* the game is not played to its end */
    HOUSE_UNSIGNED = 16384, /* nobody has a key */
};

struct house_client {
    struct client3 *client; /* NULL: none */
    struct lines transcript;
    struct lines waiting; /* entries that were not delivered, as the seat sees them */
    uint32_t delivered;
    bool asleep, keyed;
    struct client3_link link; /* that it has sent */

    /* What its verdict must be made of. */
    uint32_t with_link, voided, made, dropped;
    bool replaced;
};

struct house {
    unsigned flags;
    struct rng rng;
    struct match *match;
    struct fair3_record record;
    unsigned char link[FAIR_BYTES]; /* the server's next */
    struct fair3_secret key;
    struct fair3_ledger sum;
    struct fair_cache *cache;
    uint64_t now;
    uint32_t asks, steps, last_ask; /* last_ask: its entry */
    uint32_t misses[GAME_SEATS_MAX][2];
    enum fair3_seat kind[GAME_SEATS_MAX];
    struct house_client client[GAME_SEATS_MAX + 1]; /* by seat; 0: a spectator */
    struct lines old;                               /* the transcript of a replaced device */
    int old_seat;
    int ended_by;       /* who gave up; 0: nobody */
    bool unvouched_end; /* somebody gave up whose word proves nothing */
};

/* Plays a game; house_free frees it. */
void house_play(struct house *house, const struct game *game, unsigned flags, uint64_t seed);
void house_free(struct house *house);

/* The record, and a seat's transcript, as text; the caller frees. */
char *house_record(const struct house *house);
char *house_transcript(const struct house *house, int seat);

/* The grade that a seat's transcript must give. */
enum verdict_grade house_expected(const struct house *house, int seat);

/* Judges texts. */
void house_judge(const char *record, const char *transcript, struct verdict *verdict);

#endif
