/* inner.h: what the parts of a table share. */
#ifndef CORNET_TABLE_INNER_H
#define CORNET_TABLE_INNER_H

#include "table/table.h"

/* ---- apply.c ---- */

/* Makes an event of it, applies it and has it stored. */
void table_emit(struct table *t, enum table_event_kind kind, int seat, struct span text);

/* EVENT_START and EVENT_MOVE are applied line by line while they are made. */
struct table_playing {
    struct table *t;
    struct table_event event;
    int mover;          /* before the event */
    struct text stored; /* the lines so far */
    struct match_shown shown;
    char bytes[GAME_LINE_MAX * 64];
};
void table_playing_begin(struct table_playing *p, struct table *t, enum table_event_kind kind,
                         int seat);
bool table_playing_line(struct table_playing *p, struct span line, struct text *why);
void table_playing_end(struct table_playing *p); /* has it stored */
void table_playing_free(struct table_playing *p);

/* ---- play.c ---- */
void table_exchange(struct table *t); /* goes on with the exchange of seeds as far as it can */
void table_go_on(struct table *t);    /* does what is due at t->now, then finds what is due next */

/* ---- clock.c ---- */
int64_t table_clock_left(const struct table *t, int seat, uint64_t now);
bool table_clock_is_out(const struct table *t, uint64_t now); /* the mover's */
void table_clock_settle(struct table *t, int before, uint64_t at);
int64_t table_clock_stored(const struct table *t, int seat, uint64_t at);
void table_clock_restore(struct table *t, int seat, int64_t left, uint64_t at);
void table_clock_write(const struct table *t, uint64_t now, struct json *json);

/* ---- consent.c ---- */
void table_consent_check(struct table *t);
uint64_t table_consent_until(const struct table *t);
void table_consent_write(const struct table *t, uint64_t now, struct json *json);
const char *table_proposal_name(int what);
enum table_proposal table_proposal_find(struct span name);

/* ---- messages.c ---- */
void table_tell_moves(struct table *t, const struct match_shown *shown);
void table_tell_seats(struct table *t);
void table_tell_chat(struct table *t, int seat, const char *text);
void table_tell_fair(struct table *t);
void table_tell_proposal(struct table *t, enum table_proposal what, bool done);
void table_tell_ok(struct table *t, const struct table_asker *asker);
const char *table_kind_name(enum table_kind kind);

/* ---- table.c ---- */
const char *table_best_agent(const struct table *t);

/* Whether every person at the table has committed; whether everybody who did has shown the seed. */
bool table_all_committed(const struct table *t);
bool table_all_revealed(const struct table *t);

#endif
