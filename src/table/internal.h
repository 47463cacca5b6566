/* internal.h: what the files of table/ share and nobody else includes. */
#ifndef CORNET_TABLE_INTERNAL_H
#define CORNET_TABLE_INTERNAL_H

#include "table/table.h"

#define TABLE_HASH_BYTES 32

enum table_proposal { PROPOSAL_NONE, PROPOSAL_UNDO, PROPOSAL_BOT, PROPOSAL_REMATCH };

/* A seat. Its name is in the match: an empty one is an open seat, `bot:…` a bot's. */
struct table_seat {
    bool stand_in, gone; /* a bot plays for the person: until they return; for good */
    const char *agent;   /* that bot's agent, the agent's own name; else NULL */
    unsigned char hash[TABLE_HASH_BYTES]; /* of the person's secret */
    int64_t bank;                         /* milliseconds left on a CLOCK_BANK */
    uint16_t spoken;                      /* lines since the last draw; at most UINT16_MAX */
    uint32_t kind_event;                  /* the number of the event that last changed the kind */
    uint16_t present;                     /* the number of connections; not stored */
};

/* Owned: the match, the seats, the driver with its bots, the opening, the chat log. The environment
 * owns `env` and what `owner` points to. Times are in milliseconds. */
struct table {
    const struct table_env *env;
    void *owner; /* the environment's own data of this table */

    /* Set by apply.c alone; the same in a restored table: */
    struct match *match;
    struct fair fair;               /* with the table's id, commitments and seeds */
    struct lines opening;           /* another game's lines, with which this one is to start */
    char next[TABLE_ID_LENGTH + 1]; /* the id of the rematch; empty: none */
    uint32_t event_count;           /* which is also the number of the last event */
    uint32_t seq;                   /* the same for clients: without proposals, wake and sleep */
    uint64_t created, changed;      /* when the first and the last event happened */
    uint8_t phase;                  /* enum table_phase */
    bool shown;                     /* a record of elsewhere: table_of_record */
    uint8_t host_seat;              /* the person who may change settings; 0: nobody */
    bool listed, chat;              /* shown in the list of tables; chat is allowed */
    bool own_dice;                  /* people roll real dice, and enter what fell */
    bool reveal;                    /* commitments are closed: the list is shown, then seeds */
    uint64_t fair_since;            /* when the present step of the exchange of seeds began */
    uint8_t clock;                  /* enum table_clock */
    int64_t clock_ms, clock_add;    /* its full time, and what a move adds */
    uint64_t pause_since;           /* when a round ended; 0: the next one has begun */
    uint64_t turn_since;            /* when the clock of `turn_seat` started; 0: no clock runs */
    uint8_t turn_seat;
    uint8_t taken_back; /* lines undone in the present turn: made again, they bring no time */
    uint8_t proposal;   /* enum table_proposal */
    uint8_t proposal_by, proposal_seat; /* who proposes, and about which seat */
    unsigned agreed;                    /* bitmask of the seats that agree to the proposal */
    uint64_t proposal_since;
    uint32_t requests;       /* counts what TABLE_REQUESTS_MAX bounds */
    struct table_seat *seat; /* of each player */

    /* The stopwatch follows from events; bots and plans do not: */
    struct driver driver;

    /* Not stored: */
    uint16_t spectators;
    struct lines chat_log; /* each line: the seat, a space, the text */
    unsigned thinking;     /* bitmask of the seats whose bot is lent out with a question */
    bool asleep;           /* restored, and not run yet */
    uint64_t now;          /* the time of the current request */
    uint64_t due;          /* when table_run is to be called next; TABLE_NEVER: not needed */
};

/* ---- apply.c ---- */

/* Makes an event of the current time (t->now), applies it and stores it. */
void table_emit(struct table *t, enum table_event_kind kind, int seat, struct span text);

/* An EVENT_START or EVENT_MOVE that is being made: its lines are applied one by one. */
struct table_playing {
    struct table *t;
    struct table_event event;
    int mover;            /* before the event */
    int timeout;          /* the seat whose time was out and that a bot moves for; 0: none */
    char fault[TEXT_WHY]; /* why the seat's program cannot go on; empty: it can. A copy, since the
                             bot is closed when the game ends */
    struct match_shown shown; /* the lines so far, as each viewer may see them */
    bool wants_states;
    struct lines states[GAME_SEATS_MAX + 1]; /* by viewer: after each line so far, as JSON */
    struct text stored;                      /* the lines so far, in `bytes` */
    char bytes[GAME_LINE_MAX * 64];
};
void table_playing_begin(struct table_playing *p, struct table *t, enum table_event_kind kind,
                         int seat);
bool table_playing_line(struct table_playing *p, struct span line, struct text *why);
/* The seat's program cannot go on: notes why. The line that says so follows. */
void table_playing_forfeit(struct table_playing *p, int seat, const char *fault);
void table_playing_timeout(struct table_playing *p, int seat); /* before its line */
void table_playing_end(struct table_playing *p);               /* stores the event */
void table_playing_free(struct table_playing *p);

/* ---- play.c ---- */

/* Continues the exchange of seeds as far as possible. */
void table_exchange(struct table *t);

/* Does what is due at t->now, and sets t->due. */
void table_advance(struct table *t);

/* Whether the table waits for somebody to enter a roll of real dice. What a seat may not see, such
 * as a card, is drawn all the same. */
bool table_awaits_roll(const struct table *t);

/* ---- clock.c ---- */

/* Milliseconds left on a seat's clock; whether the running clock is at zero. */
int64_t table_clock_left(const struct table *t, int seat, uint64_t now);
bool table_clock_is_out(const struct table *t, uint64_t now);

/* After every change: stops one seat's clock and starts another's. `before` is the seat that has
 * moved and used its time; GAME_CHANCE if none has, and then a clock of the same person runs on. It
 * also runs on when a line that was taken back in this turn is made again, so that nobody gains
 * time by undo. */
void table_clock_settle(struct table *t, int before, uint64_t at);

/* The time left that an event of lines stores (-1: none); and setting it when the event is read
 * back, since the time while the table was not run must not count. */
int64_t table_clock_stored(const struct table *t, int seat, uint64_t at);
void table_clock_restore(struct table *t, int seat, int64_t left, uint64_t at);

void table_clock_write(const struct table *t, uint64_t now, struct json *json);

/* ---- consent.c ---- */

/* Carries the proposal out if everybody agrees, or drops it if its time is out or it has become
 * impossible. */
void table_consent_check(struct table *t);

/* Somebody has come back: drops the proposal if it has become impossible; else tells everybody
 * whose consent is wanted now. Does not carry it out: others may be on their way back, too. */
void table_consent_review(struct table *t);

/* When the proposal expires; TABLE_NEVER if there is none. */
uint64_t table_consent_until(const struct table *t);

void table_consent_write(const struct table *t, uint64_t now, struct json *json);

/* `undo`: which seats can take back their last move now, without asking or by consent. */
void table_undo_write(const struct table *t, struct json *json);
const char *table_proposal_name(int what);
enum table_proposal table_proposal_find(struct span name);

/* ---- messages.c ---- */
void table_note_states(struct table_playing *p);
void table_tell_moves(const struct table_playing *p);
void table_tell_start(const struct table_playing *p);
void table_tell_seats(struct table *t);

/* The same when a spectator has come or gone. */
void table_tell_spectators(struct table *t);
void table_tell_chat(struct table *t, int seat, const char *text);
void table_tell_fair(struct table *t);
void table_tell_proposal(struct table *t, enum table_proposal what, bool done);
void table_tell_ok(struct table *t, const struct table_asker *asker);
const char *table_seat_kind_name(enum table_seat_kind kind);
void table_put_seats(struct json *json, const char *key, unsigned seats); /* of a bitmask */

/* ---- requests.c ---- */

/* Changes the kind of a seat; `agent` plays for it, "" if none does. */
void table_emit_kind(struct table *t, int seat, enum table_seat_kind kind, const char *agent);

/* ---- table.c ---- */

/* Bitmasks (bit 0: seat 1) of the seats that bots play for; of persons who play themselves; of
 * those that are open or have a person who may act or return; and of the viewers who are present
 * (bit 0: spectators). */
unsigned table_bots(const struct table *t);
unsigned table_persons(const struct table *t);
unsigned table_people(const struct table *t);
unsigned table_viewers(const struct table *t);

/* The agent that plays for a person who is away. */
const char *table_best_agent(const struct table *t);

/* Bitmask of the seats whose person is (also if a bot stands in) not known to have left for good.
 */
unsigned table_seated(const struct table *t);

/* Whether all who have committed have also acknowledged the list, so that seeds may be revealed. */
bool table_all_acknowledged(const struct table *t);

#endif
