/* room: a table on the server: its match, its seats, who is connected, its clock, its fair dice.
 *
 * Everything that changes a table is an event: room_event writes it to the store and gives it its
 * number; replaying the events (room_load.c) gives the same table. What is told to the clients is
 * made at once and leaves when the event is durable. There are no rules of any game here. */
#ifndef CORNET_SERVER_ROOM_H
#define CORNET_SERVER_ROOM_H

#include <ev.h>

#include "match/fair.h"
#include "match/match.h"
#include "server/net/conn.h"
#include "server/net/message.h"
#include "server/work/bots.h"
#include "store/store.h"

#define ROOM_ID_LENGTH 16
#define ROOM_SECRET_BYTES 16
#define ROOM_HASH_BYTES 32
#define ROOM_SAID_MAX 20 /* chat lines that are remembered */
#define ROOM_CHAT_MAX 200
#define ROOM_LINES_MAX 20000 /* of one game, so that a table has an end */

/* Stored: only ever add at the end. */
enum room_phase { ROOM_WAITING, ROOM_FAIR, ROOM_PLAYING, ROOM_OVER };
enum room_event {
    EVENT_CREATE = 1, /* a record's header, with lines of our own */
    EVENT_SEAT,       /* a person takes the seat: name, then the hash of the secret */
    EVENT_KIND,       /* the seat's kind has changed: its name, then the agent */
    EVENT_COMMIT,     /* of a seat's seed */
    EVENT_REVEAL,     /* no commitment is taken any more */
    EVENT_SEED,       /* of a seat */
    EVENT_START,      /* the game begins: the first lines, if any */
    EVENT_MOVE,       /* lines */
    EVENT_UNDO,       /* from which line of the body on */
    EVENT_HOST,       /* `chat 0`, `listed 1` */
    EVENT_NEXT,       /* the name of the rematch */
};
enum seat_kind { SEAT_OPEN, SEAT_PERSON, SEAT_BOT, SEAT_STAND_IN, SEAT_LEFT };

struct seat {
    uint8_t kind;
    bool committed, revealed, voiced; /* voiced: has agreed to what is proposed */
    uint16_t connections;
    unsigned char hash[ROOM_HASH_BYTES]; /* of the secret */
    unsigned char commit[FAIR_BYTES];
    double think_at;   /* when its bot speaks in simultaneous play; 0: not planned */
    int64_t bank;      /* milliseconds left */
    const char *agent; /* of SEAT_STAND_IN and SEAT_LEFT: interned */
};

enum clock_kind { CLOCK_NONE, CLOCK_MOVE, CLOCK_BANK };
enum proposal { PROPOSAL_NONE, PROPOSAL_UNDO, PROPOSAL_BOT, PROPOSAL_REMATCH };

struct room {
    struct server *server;
    struct room *hash_next;
    struct room *dirty_next; /* of those with events that are not durable yet */
    bool dirty, loading;
    char id[ROOM_ID_LENGTH + 1];
    char next[ROOM_ID_LENGTH + 1];
    uint32_t seq;
    int64_t table, last; /* in the store */
    uint64_t batch;      /* of its last event */
    uint64_t created, changed;
    double empty_since;
    struct match *match;
    struct fair fair;
    uint8_t phase, host;
    bool listed, chat, reveal;
    struct conn *conns;
    ev_timer timer;

    uint8_t clock; /* enum clock_kind */
    int64_t clock_ms, clock_add;
    double turn_began;   /* of the person whose clock runs; 0: nobody's */
    uint8_t turn_seat;   /* who that is */
    int64_t game_left;   /* of a game's own clock */
    double game_began;   /* 0: it stands */
    uint64_t game_turns; /* the round it is for */
    double fair_until;
    unsigned thinking; /* seats whose bot has been asked, a bit each */
    uint32_t hint;     /* the hint that is being computed; 0: none */

    uint8_t proposal, proposal_by, proposal_seat;
    double proposal_until;
    struct lines said; /* seat, a space, and the text */

    struct seat seat[]; /* as many as players */
};

/* room.c: life of a room. */
struct room *room_make(struct server *server, struct match *match);
void room_enter(struct room *room); /* makes it known by its name */
void room_free(struct room *room);
struct room *room_find(struct server *server, const char *id);
void room_add_conn(struct room *room, struct conn *conn, int seat);
void room_remove_conn(struct conn *conn);
bool room_is_bots(const struct room *room, int seat);
unsigned room_bots(const struct room *room);
void room_count_bots(struct room *room); /* before the game starts: the game wants to know */
void room_find_host(struct room *room);  /* when the one there was may have left */
uint64_t room_event(struct room *room, enum room_event kind, int seat, struct span text);
void room_row(struct room *room);
void room_set_kind(struct room *room, int seat, enum seat_kind kind, const char *agent);
const char *room_best_agent(const struct room *room);

/* room_play.c: the game. */
void room_check_full(struct room *room);
void room_try_start(struct room *room);
bool room_move(struct room *room, int seat, struct span line, const char **code, struct text *why);
void room_bot_done(struct room *room, const struct bots_job *job);

/* What has to happen next: a bot is asked, a clock runs, or a person is waited for. */
void room_go_on(struct room *room);
void room_on_timer(struct ev_loop *loop, ev_timer *timer, int events);

/* room_hint.c: the seat of the connection asks what its choices are worth. */
bool room_hint(struct room *room, struct conn *conn, long long id, const char **code,
               struct text *why);
void room_hint_done(struct room *room, const struct bots_job *job);

/* room_clock.c */
double room_now(void); /* seconds, steady */
void clock_settle(struct room *room, int mover_before);
int64_t clock_left(const struct room *room, int seat);
int64_t clock_game_left(const struct room *room);
bool clock_has_game(const struct room *room);
void clock_restore(struct room *room, int seat, int64_t left);
void clock_write(const struct room *room, struct json *json);

/* room_consent.c */
bool consent_propose(struct room *room, int seat, const struct message *message, const char **code,
                     struct text *why);
bool consent_agree(struct room *room, int seat, const struct message *message, const char **code,
                   struct text *why);
void consent_check(struct room *room);
void consent_write(const struct room *room, struct json *json);

/* room_say.c: messages. */
void say_table(struct room *room, struct conn *conn, const char *why);
void say_table_to_all(struct room *room, const char *why);
void say_moves(struct room *room, struct lines shown[]);
void say_seats(struct room *room);
void say_chat(struct room *room, int seat, const char *text);
void say_fair(struct room *room);
void say_proposal(struct room *room, enum proposal what, bool done);
void say_next(struct room *room, struct conn *conn);
void say_hint(struct room *room, struct conn *conn, long long id, const struct hints *hints);
void say_joined(struct conn *conn, long long id, const char *secret);
void say_summary(struct room *room, struct json *json);
const char *say_phase(const struct room *room);
const char *say_kind(int kind);
const char *say_proposal_name(int what);
struct text *say_scratch(void); /* room for one message; the loop's only */

/* room_load.c: events of the store back to a room (read), which then goes on (load); and a record
 * of it. */
struct room *room_read(struct server *server, const struct store_table *row, struct text *why);
struct room *room_load(struct server *server, const struct store_table *row, struct text *why);
void room_found(struct room *room);
void room_sit(struct room *room, int seat, struct span name,
              char secret[2 * ROOM_SECRET_BYTES + 1]);
void room_rematch(struct room *room);
void room_record(const struct room *room, FILE *out);

#endif
