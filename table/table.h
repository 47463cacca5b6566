/* table.h: a table people sit at: seats, clocks, consent, fair dice, and what each viewer is told.
 *
 * A table is what applying its events gives, and table_apply is the only code that changes what is
 * kept of it. Live, a request is checked, becomes an event, is applied, stored and told; restoring
 * reads events and applies them. No sockets, threads, files or clock here: requests and the time
 * (milliseconds since 1970, never going back) go in; events to store, messages and the next due
 * moment come out, through `struct table_host`. There are no rules of any game here.
 *
 * What is not kept is who is present, what was said in the chat, and what bots are planning. */
#ifndef CORNET_TABLE_TABLE_H
#define CORNET_TABLE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/json.h"
#include "match/driver.h"
#include "match/fair.h"
#include "match/hints.h"
#include "match/match.h"

#define TABLE_ID_LENGTH 16
#define TABLE_SECRET_BYTES 16
#define TABLE_SECRET_HEX (2 * TABLE_SECRET_BYTES + 1)
#define TABLE_HASH_BYTES 32
#define TABLE_CHAT_LINES 20          /* that are remembered */
#define TABLE_CHAT_MAX 200           /* bytes of one */
#define TABLE_LINES_MAX 20000        /* of one game, so that a table has an end */
#define TABLE_MESSAGE_MAX (1u << 20) /* bytes of a message: the host's buffer */
#define TABLE_NEVER UINT64_MAX

/* Stored: only ever add at the end. */
enum table_phase { TABLE_WAITING, TABLE_FAIR, TABLE_PLAYING, TABLE_OVER };
enum table_event_kind {
    EVENT_CREATE = 1, /* a record's header, with lines of our own */
    EVENT_SEAT,       /* a person takes the seat: name, then the hash of the secret */
    EVENT_KIND,       /* the seat's kind has changed: its name, then the agent */
    EVENT_COMMIT,     /* to a seat's seed */
    EVENT_REVEAL,     /* no commitment is taken any more */
    EVENT_SEED,       /* of a seat */
    EVENT_START,      /* the game begins: the first lines, if any */
    EVENT_MOVE,       /* lines */
    EVENT_UNDO,       /* from which line of the body on */
    EVENT_HOST,       /* `chat 0`, `listed 1` */
    EVENT_NEXT,       /* the id of the rematch */
    EVENT_PROPOSE,    /* `undo 1`, `bot 2`, `rematch 1`: what, and about which seat */
    EVENT_AGREE,      /* the seat agrees to it */
    EVENT_SETTLE,     /* the proposal has ended: `done` or `dropped` */
    EVENT_WAKE,       /* the table was not run since its last event: that time does not count */
};

struct table_event {
    int kind, seat; /* seat 0: nobody's */
    uint64_t at;
    int64_t left; /* on the clock that matters, in milliseconds; -1: none */
    struct span text;
};

enum table_kind { SEAT_OPEN, SEAT_PERSON, SEAT_BOT, SEAT_STAND_IN, SEAT_LEFT };
enum table_clock { CLOCK_NONE, CLOCK_MOVE, CLOCK_BANK };
enum table_proposal { PROPOSAL_NONE, PROPOSAL_UNDO, PROPOSAL_BOT, PROPOSAL_REMATCH };

/* Of a seat, beside its name in the match: no name is an open seat, `bot:…` a bot's. */
struct table_seat {
    bool stand_in, left;                  /* a bot plays for the person: for now, or for good */
    const char *agent;                    /* which one then; interned */
    unsigned char hash[TABLE_HASH_BYTES]; /* of the person's secret */
    int64_t bank;                         /* milliseconds left */
    uint32_t changed;                     /* the number of the event that changed its kind */
    uint16_t present;                     /* connections; not kept */
};

struct table;

/* Whoever asked for something: answers to that one alone go back through `reply`. */
struct table_asker {
    int seat;     /* 0: watches */
    long long id; /* of the request; -1: none */
    void *who;    /* the host's */
};

/* Whoever runs tables: the server, a page without one, a test. All members are set. */
struct table_host {
    void *context;
    struct text *scratch;       /* room for one message (TABLE_MESSAGE_MAX) */
    struct fair_cache *cache; /* remembered cache of outcomes */
    struct rng *rng;            /* for bots' thoughts, never for dice */

    /* An event has been applied and is to be stored before anything that follows is told. */
    void (*store)(struct table *table, const struct table_event *event);

    /* A message for everybody present at these seats (a bitmask; bit 0: spectators). */
    void (*tell)(struct table *table, unsigned viewers, struct span message);
    void (*reply)(struct table *table, const struct table_asker *asker, struct span message);

    /* A bot is to be asked: table_question now, table_answer later. */
    void (*think)(struct table *table, int seat);

    /* Everybody who is present has agreed to a rematch: makes the new table and brings them there,
     * calling table_set_next. */
    void (*rematch)(struct table *table);
};

/* The table owns the match, the driver's bots and the chat lines. */
struct table {
    const struct table_host *host;
    void *owner; /* the host's: what it keeps beside the table */

    /* From events: */
    struct match *match;
    struct fair fair; /* with the table's id, commitments and seeds */
    char next[TABLE_ID_LENGTH + 1];
    uint32_t number; /* of the last event */
    uint32_t seq;    /* what clients know of it: proposals and waking up do not count */
    uint64_t created, changed;
    uint8_t phase, host_seat;
    bool listed, chat, reveal;
    uint64_t fair_since;         /* when the present step of the exchange of seeds began */
    uint8_t clock;               /* enum table_clock */
    int64_t clock_ms, clock_add; /* its full time, and what a move adds */
    uint64_t turn_since;         /* of the person whose clock runs; 0: nobody's */
    uint8_t turn_seat;           /* who that is */
    uint8_t proposal, proposal_by, proposal_seat;
    unsigned agreed; /* to the proposal: a bitmask of seats */
    uint64_t proposal_since;
    struct table_seat seat[GAME_SEATS_MAX];

    /* In part from events (the stopwatch), in part not (bots, plans): */
    struct driver driver;

    /* Not kept: */
    uint16_t spectators;
    struct lines said; /* seat, a space, and the text */
    unsigned thinking; /* seats whose bot is away with a question: a bitmask */
    bool asleep;       /* restored, and not run yet */
    uint64_t now;      /* the time of the request that is being carried out */
    uint64_t due;      /* when table_run has something to do; TABLE_NEVER: nothing */
};

/* What is new about a table that is made. */
struct table_setup {
    const struct game *game;
    struct game_settings settings;
    char name[GAME_SEATS_MAX][MATCH_NAME_MAX]; /* of bots; the others are open */
    int host_seat;
    bool listed, chat;
    enum table_clock clock;
    int64_t clock_ms, clock_add;
};

/* Why a request is refused: an error code of the protocol, and a sentence. */
struct table_refusal {
    const char *code;
    struct text why;
};
bool table_refuse(struct table_refusal *refusal, const char *code, const char *sentence);

/* ---- life ---- */

/* An empty table with an id, to which events are applied (the first is EVENT_CREATE). */
struct table *table_new(const struct table_host *host, void *owner, const char *id);
void table_free(struct table *table);

/* A new one, with its first event. The seed is the server's for the fair dice. */
struct table *table_create(const struct table_host *host, void *owner,
                           const struct table_setup *setup, const char *id,
                           const unsigned char seed[FAIR_BYTES], uint64_t now);

/* The setup of a rematch: the same table, with bots for those who have left. */
void table_setup_again(const struct table *table, struct table_setup *setup);

/* Applies an event, from the store. False with a reason where it cannot be: the table is then of no
 * use. */
bool table_apply(struct table *table, const struct table_event *event, struct text *why);

/* Restored, and somebody is there: it goes on. */
void table_wake(struct table *table, uint64_t now);

/* Does what is due by now: clocks, bots' plans, proposals that expire. `due` says when next. */
void table_run(struct table *table, uint64_t now);

/* ---- who is there ---- */
void table_come(struct table *table, int seat);
void table_go(struct table *table, int seat, uint64_t now);

/* Who is present, and what was said, as at another table: for one that takes its place. */
void table_take_presence(struct table *table, const struct table *other);
void table_take_chat(struct table *table, const struct table *other);

const char *table_id(const struct table *table);
enum table_kind table_kind(const struct table *table, int seat);
unsigned table_bots(const struct table *table);   /* seats that bots play for: a bitmask */
unsigned table_people(const struct table *table); /* seats of people who may act or come back */
unsigned table_viewers(const struct table *table);

/* Whether the secret is that of the seat's person. */
bool table_knows(const struct table *table, int seat, const char *secret);

/* ---- requests: false with a refusal, and then nothing has happened ---- */

/* A person sits down at an open seat; the secret's hash is kept. table_sit tells the asker and
 * everybody. */
void table_take_seat(struct table *table, int seat, const char *name, const char *secret,
                     uint64_t now);
void table_sit(struct table *table, const struct table_asker *asker, const char *name,
               const char *secret, const char *commit, uint64_t now);

/* A person has come back with the secret, or watches (seat 0). Tells the asker. */
void table_resume(struct table *table, const struct table_asker *asker, uint64_t now);

/* Leaves for good. The host then removes the seat's connections. */
void table_quit(struct table *table, const struct table_asker *asker, uint64_t now);

bool table_move(struct table *table, const struct table_asker *asker, struct span line,
                uint64_t now, struct table_refusal *refusal);
bool table_chat(struct table *table, const struct table_asker *asker, const char *text,
                struct table_refusal *refusal);
bool table_commit(struct table *table, const struct table_asker *asker, const char *hex,
                  uint64_t now, struct table_refusal *refusal);
bool table_seed(struct table *table, const struct table_asker *asker, const char *hex, uint64_t now,
                struct table_refusal *refusal);
bool table_propose(struct table *table, const struct table_asker *asker, const char *what,
                   long long about, uint64_t now, struct table_refusal *refusal);
bool table_agree(struct table *table, const struct table_asker *asker, const char *what, bool yes,
                 uint64_t now, struct table_refusal *refusal);

/* What the host may change: -1 leaves it; `fill` names a bot for open seats, NULL none. */
bool table_host_sets(struct table *table, const struct table_asker *asker, int chat, int listed,
                     const char *fill, uint64_t now, struct table_refusal *refusal);

/* Whether the seat may have a hint now. */
bool table_may_hint(const struct table *table, int seat, struct table_refusal *refusal);

void table_set_next(struct table *table, const char *id, uint64_t now);

/* `bot` or `bot:AGENT` to a seat's name, if there is such an agent for this game and strangers may
 * ask for it. */
bool table_name_bot(const struct game *game, const struct game_settings *settings, const char *spec,
                    char out[MATCH_NAME_MAX], struct table_refusal *refusal);

/* ---- bots, which answer elsewhere ---- */

/* A copy of what a bot needs, and the bot itself, which the table lends out until the answer. */
struct table_question {
    struct bot bot;
    const struct game *game;
    int seat;
    uint32_t number, changed; /* of the table's last event, and of the seat's */
    bool race;
    uint32_t now, acted;
    uint64_t thoughts;
    union game_state state;
    struct game_history history;
    struct agent_plan plan; /* the answer */
};
void table_question(struct table *table, int seat, struct table_question *question);

/* Asks the bot: the only part that may run on another thread. */
void table_question_ask(struct table_question *question, struct rng *rng);

/* Takes the bot back, and its plan if nothing has happened since. Frees what the question owns. */
void table_answer(struct table *table, struct table_question *question, uint64_t now);
void table_question_free(struct table_question *question);

/* ---- what is told ---- */

/* The whole table for a viewer, as it is at this moment: the message `table`. */
void table_write(const struct table *table, int viewer, const char *why, uint64_t now,
                 struct text *out);

/* The members of /api/tables/ID: what is public. */
void table_summary(const struct table *table, struct json *json);
void table_tell_table(struct table *table, const struct table_asker *asker, const char *why,
                      uint64_t now);
void table_tell_all(struct table *table, const char *why, uint64_t now);
void table_tell_joined(struct table *table, const struct table_asker *asker, const char *secret);
void table_tell_next(struct table *table);
void table_tell_hint(struct table *table, const struct table_asker *asker,
                     const struct hints *hints);

const char *table_phase_name(int phase);

/* The record, with the fair dice in its header; the server's seed once the game is over. */
void table_record(const struct table *table, FILE *out);

#endif
