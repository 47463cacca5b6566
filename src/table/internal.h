/* internal.h: what the files of table/ share and nobody else includes. */
#ifndef CORNET_TABLE_INTERNAL_H
#define CORNET_TABLE_INTERNAL_H

#include "table/table.h"

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

/* ---- table.c ---- */

/* The agent that plays for a person who is away. */
const char *table_best_agent(const struct table *t);

/* Bitmask of the seats whose person is (also if a bot stands in) not known to have left for good.
 */
unsigned table_seated(const struct table *t);

/* Whether all who have committed have also acknowledged the list, so that seeds may be revealed. */
bool table_all_acknowledged(const struct table *t);

#endif
