/* table.h: a table: seats, clocks, consent, fair dice, and the messages to each viewer.
 *
 * The stored state of a table is the result of applying its events; only apply.c changes it. A
 * valid request becomes an event, which is applied, stored and sent to the viewers. A table is
 * restored by applying its stored events. Presence, the chat and the bots' plans are not stored.
 *
 * This is a pure reducer: no sockets, threads, files or clock. Inputs are requests and the time
 * (milliseconds since 1970, never decreasing); outputs are events to store, messages and the next
 * due time, through `struct table_env`. It contains no game's rules.
 *
 * Seats are numbered from 1; 0 is a spectator or nobody. A viewer is a seat or 0. */
#ifndef CORNET_TABLE_TABLE_H
#define CORNET_TABLE_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/json.h"
#include "base/stop.h"
#include "match/driver.h"
#include "match/fair.h"
#include "match/fair3.h"
#include "match/hints.h"
#include "match/match.h"

#define TABLE_ID_LENGTH 16
#define TABLE_ID_LETTERS "abcdefghijklmnopqrstuvwxyz234567"
#define TABLE_SECRET_BYTES 16
#define TABLE_SECRET_HEX (2 * TABLE_SECRET_BYTES + 1)
#define TABLE_CHAT_LINES 20          /* lines of chat kept in memory */
#define TABLE_CHAT_MAX 200           /* bytes of a chat line */
#define TABLE_CHAT_BURST 10          /* chat lines that a seat may send at once, and then */
#define TABLE_CHAT_PAUSE 1000        /* one in this many milliseconds */
#define TABLE_LINES_MAX 20000        /* of one game's record */
#define TABLE_WORDS_MAX 300          /* lines of a seat in a round, while the game's clock runs */
#define TABLE_REQUESTS_MAX 2000      /* total of seats taken, proposals and host settings */
#define TABLE_WITH_STATES 8          /* see table_env.tell */
#define TABLE_WHOLE_MAX (208u << 10) /* bytes of a message `table`; clients have this much room */
#define TABLE_MESSAGE_MAX (1u << 20) /* bytes of a message: the size of the scratch buffer */
#define TABLE_FAIR_WAIT 10000        /* default of table_env.fair_wait, in milliseconds */
#define TABLE_THROW_WAIT 10000       /* milliseconds that dice wait for a person who is away */
#define TABLE_TAKE_WAIT 30000        /* usual table_env.take_wait, in milliseconds */
#define TABLE_GRACE 25000            /* default of table_env.grace, in milliseconds */
#define TABLE_IDLE_WAIT 120000   /* milliseconds after which a player who does not act is idle */
#define TABLE_STRANGERS_MS 90000 /* clock per move of a listed table, if nothing was chosen */
#define TABLE_NEVER UINT64_MAX
#define TABLE_CLOCK_SECONDS_MAX 86400 /* of a person's clock, and of its increment per move */

/* Milliseconds that a stored event may hold: its time, up to the end of the year 9999, and the time
 * left on a clock. Sums and differences of such numbers cannot overflow. */
#define TABLE_AT_MAX UINT64_C(253402300799999)
#define TABLE_LEFT_MAX INT64_C(253402300799999)

/* These numbers are stored: new ones are added at the end only. */
enum table_phase { TABLE_WAITING, TABLE_FAIR, TABLE_PLAYING, TABLE_OVER };
enum table_event_kind {
    EVENT_CREATE = 1,  /* a record's header, with the lines `fair-seed` and `table`; if the game
                          continues another one, `fair-from` and that game's lines */
    EVENT_SEAT,        /* a person takes the seat: the name, then the hash of the secret. During the
                          game: instead of the bot that plays for somebody, or by consent */
    EVENT_KIND,        /* the seat's kind has changed: the kind's name, then the agent */
    EVENT_COMMIT,      /* the seat's commitment to its seed */
    EVENT_REVEAL,      /* commitments are closed and seeds are expected: the version of the dice */
    EVENT_SEED,        /* the seat's seed */
    EVENT_START,       /* the game starts: its first lines, if chance moves first */
    EVENT_MOVE,        /* lines of the record, with a comment if a player ran out of time */
    EVENT_UNDO,        /* the index of the first line that is undone */
    EVENT_HOST,        /* a setting by the table's host: `chat 0`, `listed 1`, `takeover 1`; or
                          `clock 90000`: milliseconds per move from now on, 0: none was wanted */
    EVENT_NEXT,        /* the id of the rematch */
    EVENT_PROPOSE,     /* `undo 1`, `bot 2`, `rematch 1`, `draw 1`, `seat 2`: what, and about which
                          seat */
    EVENT_AGREE,       /* the seat agrees to the proposal */
    EVENT_SETTLE,      /* the proposal has ended: `done` or `dropped` */
    EVENT_WAKE,        /* a restored table resumes: the time since the last event does not count */
    EVENT_SLEEP,       /* the table stops running; the time until now does count */
    EVENT_ACKNOWLEDGE, /* the seat has received the list of commitments and saved its digest */
    EVENT_FAIL,        /* the seats that made the exchange of seeds fail: `2 4` */
    EVENT_LEDGER,      /* fair dice 3: notes of the ledger; `left`: milliseconds before it that do
                          not count on the running clock */
    EVENT_LINK,        /* the seat's link for the open ask: the link, then its signature */
};

struct table_event {
    int kind, seat; /* seat 0: none */
    uint64_t at;
    int64_t left; /* milliseconds on the game's clock or the seat's bank; -1: none */
    struct span text;
};

enum table_seat_kind { SEAT_OPEN, SEAT_PERSON, SEAT_BOT, SEAT_STAND_IN, SEAT_GONE };
enum table_clock { CLOCK_NONE, CLOCK_MOVE, CLOCK_BANK };

struct table;

/* A word of a seat at a table with fair dice 3: the member `by` of a message. */
struct table_word {
    uint32_t number, seen; /* M; the last entry that the client had */
    unsigned char digest[FAIR_BYTES];
    bool salted;
    unsigned char salt[FAIR_BYTES];
    struct fair3_signed sign;
};

/* Where a request comes from, for the answers that go to one client through `reply`. */
struct table_asker {
    int seat;     /* 0: a spectator */
    long long id; /* of the request; -1: none */
    void *who;    /* the client, for `reply`; the table does not use it */
    int taken;    /* the seat that was the spectator's and is somebody else's now; 0: none */
    const struct table_word *by; /* NULL: none */
    uint32_t have;               /* entries of the ledger that the client keeps */
    bool proves;                 /* the client speaks version 3 of the fair dice */
};

/* What a server needs for tables with fair dice 3. */
struct table_fair3 {
    unsigned char key[FAIR_BYTES]; /* from the key file: the server's links and V derive from it */
    struct fair3_secret secret;    /* for the server's signatures */
    struct fair3_signed (*sign)(const struct fair3_secret *secret, const struct text *text);
    bool (*check)(const struct fair3_key *key, struct span text, const struct fair3_signed *sign);
    void (*random)(void *bytes, size_t length);
};

/* Which message `table` an asker gets: two that are equal here differ at most in the clock. */
struct table_answer {
    uint32_t events; /* table_event_count */
    uint32_t news;   /* counts what changes the message and is no event */
    uint16_t spectators;
    uint8_t viewer;
    const char *why; /* a literal */
};

/* A flag beside the viewers of table_env.tell: only to clients that speak version 3. */
#define TABLE_PROVING (1u << 31)

/* The environment that tables run in, for instance the server or a test. All members are set,
 * unless they may be NULL. */
struct table_env {
    void *context;
    struct text *scratch;            /* for one message, of TABLE_MESSAGE_MAX bytes */
    struct fair_cache *fair_cache;   /* sorted outcomes */
    struct rng *rng;                 /* for bots, never for dice */
    const struct table_fair3 *fair3; /* NULL: no table has version 3 */
    uint32_t round_pause; /* milliseconds between two rounds of a game with its own clock, so that
                             players can see the result; three times as long if people play, until
                             all of them are ready */

    uint32_t lead; /* milliseconds before the throw that starts such a round, if people play; in the
                      meantime clients count down. 0: none */

    uint32_t fair_wait; /* time limit in milliseconds for commitments, and then for seeds */

    uint32_t take_wait; /* milliseconds that a bot plays for an absent person before anybody may
                           take the seat: nobody may profit from a broken connection */

    uint32_t grace; /* milliseconds that a person has to return, or to act, before a bot that the
                       others want plays the seat */

    const char *program;               /* program name and version for records; NULL: left out */
    const struct agent_opener *opener; /* creates the bots; NULL: bot_open */
    const stop_flag *stop; /* may be NULL; once set, bots answer immediately and hints stop */

    /* Stores an event that has been applied. Later messages must not be sent before it is stored.
     */
    void (*store)(struct table *table, const struct table_event *event);

    /* Sends a message to all clients in the bitmask, or to one client. Bit 0: spectators, bits 1
     * to 6: seats, for clients that want no states. From TABLE_WITH_STATES on the same for clients
     * that want the state after each line, not only after the last. */
    void (*tell)(struct table *table, unsigned viewers, struct span message);
    void (*reply)(struct table *table, const struct table_asker *asker, struct span message);

    /* The same for a message `table` that others may ask for too. `again` sends what `keep` has
     * sent for an equal answer; false: it has not been kept. Both may be NULL. */
    bool (*again)(struct table *table, const struct table_asker *asker,
                  const struct table_answer *answer);
    void (*keep)(struct table *table, const struct table_asker *asker,
                 const struct table_answer *answer, struct span message);

    /* The clients that are present, as such a bitmask. */
    unsigned (*audience)(const struct table *table);

    /* Whether a client of the seat throws the seat's dice itself (table_throw). */
    bool (*throws)(const struct table *table, int seat);

    /* Whether a client of the seat speaks version 3 of the fair dice. */
    bool (*proves)(const struct table *table, int seat);

    /* Whether a client of the seat has an account. NULL: nobody has. */
    bool (*is_person)(const struct table *table, int seat);

    /* Asks the seat's bot: calls table_question now, and table_answer when the bot has answered. */
    void (*think)(struct table *table, int seat);

    /* Called when everybody has agreed to a rematch: creates the new table, moves the people there
     * and calls table_set_next. */
    void (*rematch)(struct table *table);
};

/* The settings of a new table. */
struct table_setup {
    const struct game *game;
    struct game_settings settings;
    char name[GAME_SEATS_MAX][MATCH_NAME_MAX]; /* of bots; empty: an open seat */
    int host_seat;
    bool listed, chat, takeover;
    unsigned char seed[FAIR_BYTES]; /* of the dice, with `daily` */
    char daily[FAIR_TABLE_MAX];     /* a challenge of the day (match/daily.h), with its settings,
                                       bots and dice; empty: none */
    bool own_dice;                  /* people enter their rolls; none are drawn */
    bool fair3;                     /* fair dice of version 3; without own_dice */
    enum table_clock clock;
    int64_t clock_ms, clock_add;
    bool untimed; /* no clock was wanted */

    /* If the game continues another one: that game's first lines and its table. The bots' seats
     * must be compatible with these lines (table_check_opening), since in some games only people
     * vote. */
    struct lines opening;
    char source[TABLE_ID_LENGTH + 1];
};

/* Why a request is refused: an error code of the protocol, and a sentence. */
struct table_refusal {
    const char *code;
    struct text why;
};
bool table_refuse(struct table_refusal *refusal, const char *code, const char *sentence);

/* ---- creating and restoring ---- */

/* An empty, sleeping table. The caller then applies events, of which the first is EVENT_CREATE. */
struct table *table_new(const struct table_env *env, void *owner, const char *id);
void table_free(struct table *table);

/* A new table, with its first event stored. `seed` is the server's seed of the fair dice; with
 * version 3, a public number from which the server's secrets derive under its key. */
struct table *table_create(const struct table_env *env, void *owner,
                           const struct table_setup *setup, const char *id,
                           const unsigned char seed[FAIR_BYTES], uint64_t now);

/* Whether the table cannot go on: its dice were promised under another key than the server's. */
bool table_is_lost(const struct table *table);

/* A table made from any finished record, to be watched or continued from. Nobody has a seat, and
 * nothing is stored. The record's header is unchanged. NULL with a reason if the record is invalid.
 */
struct table *table_of_record(const struct table_env *env, void *owner, const char *id,
                              struct span record, struct text *why);

/* Sets the game, the settings and the opening of a table that continues after `step` lines of a
 * finished game. The caller sets the seats, and frees `opening` in any case. */
bool table_setup_from(const struct table *table, size_t step, struct table_setup *setup,
                      struct table_refusal *refusal);

/* Whether the opening can be played with the seats of this setup. */
bool table_check_opening(const struct table_setup *setup, struct table_refusal *refusal);

/* The setup of a rematch: the same settings, with bots for people who have left. */
void table_setup_rematch(const struct table *table, struct table_setup *setup);

/* Applies a stored event. False with a reason if it is invalid; the table can then only be freed.
 */
bool table_apply(struct table *table, const struct table_event *event, struct text *why);

/* Starts to run a restored table, when the first viewer arrives. */
void table_wake(struct table *table, uint64_t now);

/* Call it before unloading the table: stores the time used so far. The table then does nothing
 * until table_wake. */
void table_sleep(struct table *table, uint64_t now);

/* Handles everything due at `now`: clocks, bots' plans, expired proposals. Sets `due`. */
void table_run(struct table *table, uint64_t now);

/* ---- who is present ---- */

/* A connection of the seat (0: of a spectator) opens or closes. */
void table_enter(struct table *table, int seat);
void table_leave(struct table *table, int seat, uint64_t now);

/* Replaces a live table whose last events were lost by the restored one, which takes over the owner
 * and the chat, and runs. The caller then calls table_enter for each connection. */
void table_replace(struct table *table, const struct table *live);

const char *table_id(const struct table *table);

/* The environment's own data, as passed to table_new or table_set_owner. */
void *table_owner(const struct table *table);
void table_set_owner(struct table *table, void *owner);

/* The table's game, which the table owns. NULL before the first event is applied. */
const struct match *table_match(const struct table *table);
int table_players(const struct table *table); /* the number of seats */

/* The number of the last event; and of the last event sent to clients, which does not count
 * proposals, wake and sleep. */
uint32_t table_event_count(const struct table *table);
uint32_t table_seq(const struct table *table);

/* The times of the first and the last event; when to call table_run next (TABLE_NEVER: not needed).
 */
uint64_t table_created(const struct table *table);
uint64_t table_changed(const struct table *table);
uint64_t table_due(const struct table *table);

enum table_phase table_phase(const struct table *table);
int table_host(const struct table *table);         /* the host's seat; 0 while no person has it */
bool table_is_listed(const struct table *table);   /* in the public list of tables */
bool table_has_clock(const struct table *table);   /* people have a clock */
bool table_is_thinking(const struct table *table); /* a bot is lent out: do not free it */

/* The exchange of seeds, with all known seeds: keep it from clients until the game is over. */
const struct fair *table_fair(const struct table *table);

enum table_seat_kind table_seat_kind(const struct table *table, int seat);

/* Bitmask (bit 0: seat 1) of the seats whose person plays and is connected. */
unsigned table_present(const struct table *table);

/* table_check_secret: whether this is the secret of the seat's person. table_same_person: whether
 * the same person has the seat at both tables. */
bool table_check_secret(const struct table *table, int seat, const char *secret);
bool table_same_person(const struct table *table, const struct table *other, int seat);

/* Whether this is the secret of the person from whom the seat was last taken. */
bool table_was_theirs(const struct table *table, int seat, const char *secret);

/* A number that changes when somebody else takes the seat: of the secret's hash. */
uint64_t table_seat_mark(const struct table *table, int seat);

/* Whether the person at the seat may act now: a move, a throw, or a roll of real dice. */
bool table_is_turn(const struct table *table, int seat);

/* Whether anybody may take the seat now: an open one, or during a game, if the host allows it, one
 * that a bot plays because its person has left or, for `take_wait`, has been away. */
bool table_may_take(const struct table *table, int seat, uint64_t now);

/* The number of the event that last changed who plays the seat. */
uint32_t table_seat_event(const struct table *table, int seat);

/* ---- requests: on failure they return false, set the refusal and change nothing ---- */

/* Whether a person may use this name: valid in a record, visible characters, letters of one
 * alphabet, not a bot's name, and different from the other names at the table (NULL: a new table).
 * The name at `seat` is the one that it replaces. */
bool table_check_name(const struct table *table, long long seat, const char *name,
                      char out[MATCH_NAME_MAX], struct table_refusal *refusal);

/* Whether two names look the same: letter case, spaces and similar letters do not count. */
bool table_is_name_alike(const char *name, const char *other);

/* A person takes a seat (table_may_take); the hash of the secret is stored. table_sit also accepts
 * a commitment (may be NULL; without effect during a game) and notifies the asker and everybody
 * else.
 */
void table_take_seat(struct table *table, int seat, const char *name, const char *secret,
                     uint64_t now);
void table_sit(struct table *table, const struct table_asker *asker, const char *name,
               const char *secret, const char *commit, uint64_t now);

/* The person from whom the seat was taken gets it back, since a bot plays it now. False: a person
 * plays it, or the game is over. */
bool table_return_seat(struct table *table, int seat, uint64_t now);

/* A person has reconnected with the secret, or a spectator has arrived (seat 0). Notifies the
 * asker. */
void table_resume(struct table *table, const struct table_asker *asker, uint64_t now);

/* The person leaves permanently. The caller then removes the seat's connections. */
bool table_quit(struct table *table, const struct table_asker *asker, uint64_t now,
                struct table_refusal *refusal);

/* Plays a seat's line; with two players also `1 forfeits`; at a table with own dice also `* …`, the
 * expected roll. */
bool table_move(struct table *table, const struct table_asker *asker, struct span line,
                uint64_t now, struct table_refusal *refusal);
/* Throws the seat's dice, which the table draws now. */
bool table_throw(struct table *table, const struct table_asker *asker, uint64_t now,
                 struct table_refusal *refusal);
/* Between two rounds: the seat need not look at the last one any longer. */
bool table_ready(struct table *table, const struct table_asker *asker, uint64_t now,
                 struct table_refusal *refusal);
bool table_chat(struct table *table, const struct table_asker *asker, const char *text,
                uint64_t now, struct table_refusal *refusal);
bool table_commit(struct table *table, const struct table_asker *asker, const char *hex,
                  uint64_t now, struct table_refusal *refusal);
bool table_acknowledge(struct table *table, const struct table_asker *asker, const char *hex,
                       uint64_t now, struct table_refusal *refusal);
bool table_seed(struct table *table, const struct table_asker *asker, const char *hex, uint64_t now,
                struct table_refusal *refusal);
/* Fair dice 3: a seat promises its chain, whose link number `asks` is `end`; opens its link for a
 * step, under the hash after the ask. table_heard: the seat's client has said something. */
bool table_chain(struct table *table, const struct table_asker *asker, uint32_t asks,
                 const char *end, const char *key, uint64_t now, struct table_refusal *refusal);
struct table_link {
    uint32_t step;
    const char *hash, *link, *sign;
};
bool table_link(struct table *table, const struct table_asker *asker, const struct table_link *link,
                uint64_t now, struct table_refusal *refusal);
void table_heard(struct table *table, int seat, uint64_t now);
bool table_propose(struct table *table, const struct table_asker *asker, const char *what,
                   long long about, uint64_t now, struct table_refusal *refusal);
/* The person from whom the seat was taken, now a spectator, asks for it; its player decides. */
bool table_ask_back(struct table *table, const struct table_asker *asker, long long seat,
                    const char *secret, uint64_t now, struct table_refusal *refusal);
bool table_agree(struct table *table, const struct table_asker *asker, const char *what, bool yes,
                 uint64_t now, struct table_refusal *refusal);

/* Whether the table accepts one more seat, proposal or setting. The limit keeps a table's events
 * few enough to be read back in one go. Other requests are bounded by this limit and by
 * TABLE_LINES_MAX. */
bool table_takes_requests(const struct table *table, struct table_refusal *refusal);

/* The host's settings: -1 means unchanged; `fill` names a bot for all open seats, NULL: none.
 * Settings without effect are not stored. */
struct table_wish {
    int chat, listed, takeover;
    int remove; /* the seat of a person who is removed before the game; -1: none */
    const char *fill;
};
bool table_set_by_host(struct table *table, const struct table_asker *asker,
                       const struct table_wish *wish, uint64_t now, struct table_refusal *refusal);

/* Whether the seat may have hints now. */
bool table_may_hint(const struct table *table, int seat, struct table_refusal *refusal);

void table_set_next(struct table *table, const char *id, uint64_t now);

/* Converts `bot` or `bot:AGENT` into a seat's name, if the game has this agent and clients may
 * request it. */
bool table_name_bot(const struct agent_opener *opener, const struct game *game,
                    const struct game_settings *settings, const char *spec,
                    char out[MATCH_NAME_MAX], struct table_refusal *refusal);

/* ---- asking bots, on another thread ---- */

/* A bot, lent by the table until table_answer, with a copy of everything it needs. */
struct table_question {
    struct bot *bot; /* NULL: returned */
    const struct game *game;
    int seat;
    uint32_t event_count, kind_event; /* of the table and of the seat when the bot was asked */
    bool race;                        /* this and the next three as in struct agent_turn */
    uint32_t now, acted;
    uint64_t noise_seed;
    union game_state state;
    struct game_history history;
    struct lines log; /* for a bot that follows the game */
    const stop_flag *stop;
    uint64_t seed; /* of the bot's random numbers, in a challenge of the day; 0: any will do */
    struct agent_plan plan; /* the answer */
};
void table_question(struct table *table, int seat, struct table_question *question);

/* Asks the bot and sets `plan`. Only this function may run on another thread. */
void table_question_ask(struct table_question *question, struct rng *rng);

/* Takes the bot back if it still plays the seat, and its plan if no event has happened since. Frees
 * the question's memory; freeing it again has no effect. */
void table_answer(struct table *table, struct table_question *question, uint64_t now);
void table_question_free(struct table_question *question);

/* ---- messages ---- */

/* The message `table`: the whole table for a viewer at the time `now`. */
void table_write(const struct table *table, int viewer, const char *why, uint64_t now,
                 struct text *out);

/* The public summary of /api/tables/ID. */
void table_summary(const struct table *table, struct json *json);

/* Messages to the asker, or to everybody present. */
void table_tell_table(struct table *table, const struct table_asker *asker, const char *why,
                      uint64_t now);
void table_tell_all(struct table *table, const char *why, uint64_t now);
/* Entries of the ledger after those that the asker has, in one or two messages. */
void table_tell_entries(struct table *table, const struct table_asker *asker);
void table_tell_joined(struct table *table, const struct table_asker *asker, const char *secret);
void table_tell_next(struct table *table);
void table_tell_hint(struct table *table, const struct table_asker *asker,
                     const struct hints *hints, bool more);

const char *table_phase_name(int phase);

/* Writes the record. Its header has the table's creation date, the program that writes it, and the
 * fair dice; the server's seed is included only if the game is over. */
void table_record(const struct table *table, FILE *out);

#endif
