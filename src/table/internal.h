/* internal.h: declarations private to table/. */
#ifndef CORNET_TABLE_INTERNAL_H
#define CORNET_TABLE_INTERNAL_H

#include "table/ledger.h"
#include "table/table.h"

#define TABLE_HASH_BYTES 32

/* Bytes of the log in a message, as JSON: a longer log is cut at its beginning. The rest of the
 * message `table` takes less than 80 KB: the state 16, the legal lines 36, the chat 12, everything
 * else little. */
#define TABLE_LOG_BYTES (TABLE_WHOLE_MAX - (80u << 10))

enum table_proposal {
    PROPOSAL_NONE,
    PROPOSAL_UNDO,
    PROPOSAL_BOT,
    PROPOSAL_REMATCH,
    PROPOSAL_DRAW,
    PROPOSAL_SEAT,
    PROPOSAL_REMOVE
};

/* The person from whom a seat was last taken. */
struct table_former {
    char name[MATCH_NAME_MAX];
    unsigned char hash[TABLE_HASH_BYTES]; /* of the secret */
};

/* When a proposal was last refused, and how many lines the record had then. */
struct table_refused {
    uint64_t at; /* 0: never */
    size_t lines;
};

/* A seat. Its name is in the match: an empty one is an open seat, `bot:…` a bot's. */
struct table_seat {
    bool stand_in, gone; /* a bot plays for the person: until they return; permanently */
    const char *agent;   /* that bot's agent (its canonical name); else NULL */
    unsigned char hash[TABLE_HASH_BYTES]; /* of the person's secret */
    int64_t bank;                         /* milliseconds left on a CLOCK_BANK */
    uint16_t spoken;                      /* lines since the last draw; at most UINT16_MAX */
    uint32_t kind_event;                  /* the number of the event that last changed the kind */
    uint64_t kind_since;                  /* the time of that event */
    struct table_refused refused[PROPOSAL_REMOVE + 1]; /* this seat's proposals, by kind */
    uint16_t present;                                  /* the number of connections; not stored */
    uint64_t left_at;                                  /* when the last of them went; not stored */
    uint64_t chat_until;         /* each chat line moves this time on; not stored */
    struct table_former *former; /* owned; NULL: nobody */
};

/* Owned: the match, the seats, the driver with its bots, the opening, the chat log. The environment
 * owns `env` and `owner`. Times are in milliseconds. */
struct table {
    const struct table_env *env;
    void *owner; /* the environment's own data of this table */

    /* Set only by apply.c and apply_seats.c; a restored table has the same values: */
    struct match *match;
    char daily[FAIR_TABLE_MAX];     /* the challenge of the day (match/daily.h); empty: none */
    struct fair fair;               /* with the table's id, commitments and seeds */
    struct table_ledger *ledger;    /* fair dice 3, which have no seeds; NULL: an older version */
    struct lines opening;           /* lines of another game from which this one continues */
    char next[TABLE_ID_LENGTH + 1]; /* the id of the rematch; empty: none */
    uint32_t event_count;           /* also the number of the last event */
    uint32_t seq;                /* counts events for clients, without proposals, wake and sleep */
    uint64_t created, changed;   /* when the first and the last event happened */
    uint8_t phase;               /* enum table_phase */
    bool shown;                  /* an imported record: table_of_record */
    uint8_t host_seat;           /* the person who may change settings; 0: nobody */
    bool listed, chat;           /* shown in the list of tables; chat is allowed */
    bool takeover;               /* others may take a seat that a bot plays for somebody */
    bool own_dice;               /* people roll real dice and enter the result */
    bool reveal;                 /* commitments are closed: the list is published, then seeds */
    uint64_t fair_since;         /* start time of the current step of the seed exchange */
    uint8_t clock;               /* enum table_clock */
    int64_t clock_ms, clock_add; /* its initial time, and the increment per move */
    bool untimed;                /* no clock was wanted */
    uint64_t moved_at;           /* the time of the last line, undo or start */
    unsigned late;               /* bitmask of the seats whose time was out at their last move */
    uint64_t pause_since;        /* when a round ended; 0: the next one has begun */
    bool resting;                /* a round ended then, and players look at it */
    uint64_t turn_since;         /* when the clock of `turn_seat` started; 0: no clock runs */
    uint8_t turn_seat;
    uint8_t taken_back;                 /* lines undone in this turn; replaying them adds no time */
    uint8_t proposal;                   /* enum table_proposal */
    uint8_t proposal_by, proposal_seat; /* who proposes, and about which seat */
    unsigned agreed;                    /* bitmask of the seats that agree to the proposal */
    uint64_t proposal_since;
    struct lines words;      /* fair dice 3: of the seats that agree, for the ledger */
    uint32_t proposal_seen;  /* entries of the ledger when it was proposed */
    uint32_t requests;       /* counted against TABLE_REQUESTS_MAX */
    struct table_seat *seat; /* of each player */

    /* The stopwatch follows from events; bots and plans do not: */
    struct driver driver;

    /* Not stored: */
    uint16_t spectators;
    struct table_logs *logs; /* owned; see log.c */
    struct lines chat_log;   /* each line: the seat, a space, the name, a tab, the text */
    unsigned thinking;       /* bitmask of the seats whose bot is lent to another thread */
    uint32_t news;           /* see struct table_answer */
    unsigned ready;          /* bitmask of the seats that want the next round now */
    uint64_t rested;         /* when all people present were ready; 0: they are not */
    bool lead_announced;     /* the countdown after such a rest was announced */
    unsigned idle_announced; /* bitmask of the seats whose player is idle, as last announced */
    unsigned free_announced; /* bitmask of the seats that anybody may take, as last announced */
    uint64_t away_since;     /* since when dice wait for a person who is away; 0: they do not */
    bool asleep;             /* restored, but not running yet */
    uint64_t now;            /* the time of the current request */
    uint64_t due;            /* when table_run is to be called next; TABLE_NEVER: not needed */
};

/* ---- apply.c: the steps of an event with lines, for emit.c, which applies them one by one ---- */

bool table_start(struct table *t, uint64_t at, struct text *why); /* before the lines */
bool table_apply_line(struct table *t, struct span line, struct match_shown *shown, uint64_t at,
                      struct text *why);

/* After the lines: sets the phase and the clocks. `before` is the mover before them. */
void table_finish_lines(struct table *t, const struct table_event *event, int before);
void table_count_event(struct table *t, const struct table_event *event);

/* The comment before a line that a bot chose, since the seat ran out of time. */
struct text table_timeout_comment(int seat, char bytes[64]);

/* ---- apply_seats.c ---- */

bool table_apply_seat(struct table *t, const struct table_event *event);
bool table_apply_kind(struct table *t, const struct table_event *event);

/* When the last open seat is taken, the exchange of seeds begins. */
void table_find_phase(struct table *t, uint64_t at);

/* Notes in the record that a bot plays the seat from here on. */
void table_record_player(struct table *t, int seat, const char *agent);

/* ---- emit.c ---- */

/* Creates an event with the current time (t->now), applies it and stores it. */
void table_emit(struct table *t, enum table_event_kind kind, int seat, struct span text);
void table_emit_left(struct table *t, enum table_event_kind kind, int seat, int64_t left,
                     struct span text);

/* An EVENT_START or EVENT_MOVE under construction: its lines are applied one by one. */
struct table_playing {
    struct table *t;
    struct table_event event;
    int mover;            /* before the event */
    unsigned lines;       /* of the game, so far */
    int timeout;          /* the seat that ran out of time and for which a bot moves; 0: none */
    char fault[TEXT_WHY]; /* why the seat's program has failed; empty: it has not. A copy, since the
                             bot is closed when the game ends */
    struct match_shown shown; /* the lines so far, as visible to each viewer */
    unsigned audience;        /* as table_env.audience says */
    unsigned wants_states;    /* bitmask of the viewers of whom a client wants states */
    struct lines states[GAME_SEATS_MAX + 1]; /* by viewer: after each line so far, as JSON */
    struct text stored;                      /* the lines so far, in `bytes` */
    char bytes[GAME_LINE_MAX * 64];
};
/* What precedes a line of the game in the ledger: a seat's word or the reason why it is not the
 * seat's, and the digest and salt of a hidden line. */
struct table_prelude {
    struct lines note;
    bool salted;
    unsigned char salt[FAIR_BYTES];
};
void table_playing_begin(struct table_playing *p, struct table *t, enum table_event_kind kind,
                         int seat);
bool table_playing_line(struct table_playing *p, const struct table_prelude *prelude,
                        struct span line, struct text *why);
void table_playing_note(struct table_playing *p, const struct fair3_note *note);
/* The seat's program has failed: stores the reason. The forfeit line follows. */
void table_playing_forfeit(struct table_playing *p, int seat, const char *fault);
void table_playing_timeout(struct table_playing *p, int seat); /* before its line */
void table_playing_end(struct table_playing *p);               /* stores the event */
void table_playing_free(struct table_playing *p);

/* ---- play.c ---- */

/* Continues the exchange of seeds as far as possible. */
void table_exchange(struct table *t);

/* Carries out everything due at t->now, and sets t->due. */
void table_advance(struct table *t);

/* When the rest after a round ends, then the lead before the next. The last gives the lead alone;
 * 0: none. */
uint64_t table_rest_end(const struct table *t);
uint64_t table_pause_end(const struct table *t);
uint32_t table_lead(const struct table *t);

/* Milliseconds of the round that the next throw starts; 0: it starts none. */
uint32_t table_next_round(const struct table *t);

/* Whether the table waits for somebody to enter a roll of real dice. The server still draws hidden
 * outcomes, such as cards. */
bool table_awaits_roll(const struct table *t);

/* The seat accepts the draw, and the game is over. */
void table_play_draw(struct table *t, int seat, const struct lines *words);
/* A step of fair dice 3 and the draws that it serves. */
void table_play_step(struct table *t, const struct fair3_note *step);
/* The draws that the last step still serves, which wait for a hand or a countdown. */
void table_play_rest(struct table *t);
/* The person's seat that must throw its dice by hand; 0: none. After an event the table is in this
 * state only if it waits for that throw, so this follows from events. */
int table_thrower(const struct table *t);

/* ---- steps.c ---- */

/* Fair dice 3. table_steps_ask: a draw is due; adds an ask to the event, unless somebody must be
 * probed or awaited first. table_steps_due: what is due of an open ask, or before one; false if
 * nothing is, then `when` is the next due time. */
void table_steps_ask(struct table_playing *p);
bool table_steps_due(struct table *t, uint64_t *when);

/* The ledger's notes about seats that have changed; none while an ask is open. */
void table_steps_seats(struct table *t);

/* Whether the chains that the start waits for are there. */
bool table_steps_chained(const struct table *t);

/* Checks the word of the asker about the act, and adds it to the prelude. `kind`: FAIR3_BY or
 * FAIR3_YES. `about`: a seat, or one of these, says which entries may follow what the asker has
 * seen: none, or if anybody may act, all but steps and undone lines. True without a word where none
 * is needed. */
enum { TABLE_ABOUT_MOVE = 0, TABLE_ABOUT_ANY = -1 };
bool table_steps_word(struct table *t, const struct table_asker *asker, enum fair3_kind kind,
                      struct span act, bool hidden, int about, struct lines *out,
                      struct table_refusal *r);
/* The same for a server's word: nothing is checked. */
void table_steps_note(struct lines *out, const struct fair3_note *note);
/* Whether the ledger can take an entry now. */
bool table_steps_free(struct table *t, struct table_refusal *r);
/* The seat leaves or is replaced: if a step waits for it alone, it is void. */
void table_steps_void(const struct table *t, int seat, struct lines *out);
/* Stores the notes as an event, and frees them. */
void table_steps_emit(struct table *t, int seat, struct lines *notes);
/* `hide` before a hidden line; the server makes the salt of a player's line without a word. */
void table_steps_hide(const struct table *t, const struct table_word *word, struct span line,
                      struct table_prelude *prelude);

/* ---- clock.c ---- */

/* Milliseconds left on a seat's clock; whether the running clock is at zero. */
int64_t table_clock_left(const struct table *t, int seat, uint64_t now);
bool table_clock_is_out(const struct table *t, uint64_t now);

/* Call it after every change: stops one seat's clock and starts another's. `before` is the seat
 * that moved and used its time, or GAME_CHANCE if none did: then the same person's clock keeps
 * running, so that a throw and the choice after it share their time. It also keeps running when an
 * undone line of this turn is played again, so that nobody gains time by undo. */
void table_clock_settle(struct table *t, int before, uint64_t at);

/* Call it before that if dice were thrown: the time of their owner ends, unless the owner has to
 * choose now. */
void table_clock_thrown(struct table *t, uint64_t at);

/* table_clock_stored: the time left that a move event stores (-1: none). table_clock_restore sets
 * it when the event is read back, since time while the table was not running must not count. */
int64_t table_clock_stored(const struct table *t, int seat, uint64_t at);
void table_clock_restore(struct table *t, int seat, int64_t left, uint64_t at);

void table_clock_write(const struct table *t, uint64_t now, struct json *json);

/* ---- consent.c ---- */

/* Carries out the proposal if everybody agrees; drops it if it has expired or become impossible. */
void table_consent_check(struct table *t);

/* Call it after a line of the seat (0: of the dice). A player who moves instead of answering
 * refuses an offered draw. */
void table_consent_moved(struct table *t, int seat);

/* Call it when somebody has reconnected: drops the proposal if it has become impossible; else
 * notifies everybody whose consent is needed now. Does not carry it out, since others may still be
 * reconnecting. */
void table_consent_review(struct table *t);

/* Whether the ledger has new entries, so that the seats' words no longer hold. */
bool table_consent_is_stale(const struct table *t);

/* When table_consent_check is to be called: the proposal expires, or a bot may take a seat over.
 * TABLE_NEVER if there is no proposal. */
uint64_t table_consent_due(const struct table *t);

void table_consent_write(const struct table *t, uint64_t now, struct json *json);

/* Writes `words`: the number of each seat's word about a proposal; 0: it said none. */
void table_put_words(const struct table *t, const struct lines *words, struct json *json);

/* Writes `undo`: which seats can undo their last move now, freely or by consent. */
void table_undo_write(const struct table *t, struct json *json);
const char *table_proposal_name(int what);
enum table_proposal table_proposal_find(struct span name);

/* ---- log.c ---- */

/* The long logs that are kept, by viewer; a log belongs to log.c. NULL: not kept. */
struct table_logs {
    struct table_log *of[GAME_SEATS_MAX + 1];
};
void table_logs_free(struct table *t);

/* Bitmask of the viewers whose log is kept. */
unsigned table_log_viewers(const struct table *t);

/* Call them after lines were played, and after those from `from` on were undone. */
void table_log_played(const struct table_playing *p);
void table_log_undone(struct table *t, size_t from);

/* Writes `log_from` and `log`. */
void table_log_write(const struct table *t, int viewer, struct json *json);

/* ---- messages.c ---- */
void table_note_states(struct table_playing *p);
/* Sends everybody the entries that are new. */
void table_tell_ledger(struct table *t);
void table_tell_ready(struct table *t, unsigned seats);
void table_tell_got(struct table *t, int seat);
void table_tell_moves(const struct table_playing *p);
void table_tell_start(const struct table_playing *p);
void table_tell_seats(struct table *t);

/* The same when the number of spectators has changed. */
void table_tell_spectators(struct table *t);
void table_tell_chat(struct table *t, int seat, const char *text);
void table_tell_fair(struct table *t);
void table_tell_clock(struct table *t);
/* `words`: what was said about a proposal that has ended; NULL: nothing. */
void table_tell_proposal(struct table *t, enum table_proposal what, bool done, int refused_by,
                         const struct lines *words);
void table_tell_ok(struct table *t, const struct table_asker *asker);
const char *table_seat_kind_name(enum table_seat_kind kind);
void table_put_seats(struct json *json, const char *key, unsigned seats); /* of a bitmask */

/* ---- names.c ---- */

/* Copies a chat line without characters that are invisible or that hide or reorder others, with
 * single spaces and at most two accents per letter. It may then be empty. */
void table_clean_chat(const char *text, char out[TABLE_CHAT_MAX + 1]);

/* ---- requests.c ---- */

/* Gives the seat back to the person from whom it was taken. */
void table_emit_former(struct table *t, int seat);

/* Changes the kind of a seat; `agent` plays for it, "" if none does. */
void table_emit_kind(struct table *t, int seat, enum table_seat_kind kind, const char *agent);

/* ---- table.c ---- */

/* Bitmasks of seats (bit 0: seat 1). table_bots: a bot plays. table_persons: a person plays.
 * table_people: the seat is open, or its person may act or return. table_viewers: viewers who are
 * present (here bit 0 is the spectators). */
unsigned table_bots(const struct table *t);
unsigned table_persons(const struct table *t);
unsigned table_people(const struct table *t);
unsigned table_viewers(const struct table *t);

/* The game's best agent, which moves once for a person whose time is out. */
const char *table_best_agent(const struct table *t);

/* The agent that plays for a person who is away or has left: the level of the table's first bot
 * that has one, else `normal`; in a game without levels the best agent. */
const char *table_stand_in(const struct table *t);

/* When anybody may take the seat; TABLE_NEVER: as things are, never. */
uint64_t table_free_from(const struct table *t, int seat);

/* When a connected player who has to act is idle: the player has no clock, or let it run out at the
 * previous move. TABLE_NEVER: never. */
uint64_t table_idle_from(const struct table *t, int seat);

/* Whether one player may end the game by resigning: there are two. */
bool table_may_resign(const struct table *t);

/* Bitmask of the seats whose person has not left permanently, including those with a stand-in bot.
 */
unsigned table_seated(const struct table *t);

/* Whether all committed seats have acknowledged the list, so that seeds may be revealed. */
bool table_all_acknowledged(const struct table *t);

#endif
