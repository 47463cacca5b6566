/* internal.h: declarations private to people/. */
#ifndef CORNET_PEOPLE_INTERNAL_H
#define CORNET_PEOPLE_INTERNAL_H

#include "base/lang.h"
#include "people/keys.h"
#include "people/people.h"

#define DAY_MS UINT64_C(86400000)

/* Parameters of a statement. */
#define NUMBER(value) ((struct people_value){PEOPLE_NUMBER, (int64_t)(value), {NULL, 0}})
#define TEXT(string) ((struct people_value){PEOPLE_TEXT, 0, span_of(string)})
#define SPAN(span) ((struct people_value){PEOPLE_TEXT, 0, span})
#define BYTES(start, length)                                                                       \
    ((struct people_value){PEOPLE_BYTES, 0, {(const char *)(start), length}})

/* Runs a statement with these parameters. */
#define RUN_ROWS(db_, why_, on_row_, on_, statement_, ...)                                         \
    (db_)->run(                                                                                    \
        (db_)->context, statement_, (const struct people_value[]){__VA_ARGS__},                    \
        (int)(sizeof((const struct people_value[]){__VA_ARGS__}) / sizeof(struct people_value)),   \
        on_row_, on_, why_)
#define RUN(db_, why_, statement_, ...) RUN_ROWS(db_, why_, NULL, NULL, statement_, __VA_ARGS__)

/* A row's callback that keeps the first number; initialise with a default. */
people_on_row people_keep_number;

/* One request being handled. Functions that return false have refused it. */
struct handling {
    const struct people_env *env;
    const struct people_request *q;
    struct people_answer *answer;
    struct json json; /* of the body */

    /* The session: people_begin sets them. */
    int64_t session, person; /* 0: none */
    char name[MATCH_NAME_MAX];
    uint64_t made, worded;
    int visible;
    unsigned char token[PEOPLE_HASH_BYTES];
};

bool people_refuse(struct handling *h, int status, const char *code, const char *sentence);

/* Refuses with 503; the sentence is in the answer's text. */
bool people_failed(struct handling *h, const struct text *why);

/* A secret was wrong. */
bool people_miss(struct handling *h, const char *code, const char *sentence);

/* Ends a transaction: returns `good`, and rolls back if it is false. */
bool people_end(struct handling *h, bool good);

/* Requires a session. */
bool people_needs(struct handling *h);

/* Makes a session for the person, whose members it sets. Inside a transaction. */
bool people_open_session(struct handling *h, int64_t person);

int64_t people_random_id(const struct people_env *env);

/* The handlers, by verb. */
bool people_me(struct handling *h);
bool people_create(struct handling *h);
bool people_sign_in(struct handling *h);
bool people_sign_out(struct handling *h);
bool people_alter(struct handling *h);
bool people_new_words(struct handling *h);
bool people_link(struct handling *h);
bool people_challenge(struct handling *h);
bool people_passkeys(struct handling *h);
bool people_delete(struct handling *h);
bool people_games(struct handling *h);
bool people_record(struct handling *h);
bool people_claim(struct handling *h);
bool people_import(struct handling *h);
bool people_export(struct handling *h);
bool people_statistics(struct handling *h);
bool people_profile(struct handling *h);
bool people_rename(struct handling *h);

/* people_sign_in with a passkey: finds its person. */
bool people_check_passkey(struct handling *h, int64_t *person);

/* Writes `passkeys` of the person. */
bool people_put_passkeys(struct handling *h);

/* A challenge or a code is used up: sets its person; false with a refusal if there is none. */
enum { ONCE_LINK = 1, ONCE_CHALLENGE };
bool people_use_once(struct handling *h, int kind, struct span value, int64_t *person);
bool people_add_once(struct handling *h, int kind, struct span value, int64_t person,
                     uint64_t until);

/* Numbers of wins by game. */
bool people_put_by_game(struct handling *h, int64_t person, bool hinted);

/* What rows of `tally` count. Results by game, month, opponent and level are of games without
 * hints that were played here. The numbers are stored. */
enum tally {
    TALLY_ALL, /* all finished games */
    TALLY_GAME,
    TALLY_HINTED,
    TALLY_IMPORTED,
    TALLY_MONTH,
    TALLY_OPPONENT,
    TALLY_LEVEL,   /* bots, by game */
    TALLY_SKIPPED, /* that are not analysed: the person has left, or it was not possible */
    TALLY_ANALYSED,
};

enum habit { HABIT_MISTAKE = 1, HABIT_THEME };

/* Adds the finished game of the row to the counts (`sign` 1), or takes it out (-1). Inside a
 * transaction that began with people_lock. */
bool people_tally(const struct people_db *db, int64_t person, int64_t table, int seat, int sign,
                  struct text *why);

/* Adds one to a count that is not by game. */
bool people_tally_one(const struct people_db *db, int64_t person, enum tally kind,
                      struct text *why);

/* Removes the counts of a deleted account, some at a time; `left`: there are more. */
bool people_tally_erase(const struct people_db *db, int64_t person, int64_t *left,
                        struct text *why);

/* The game is never analysed. Inside a transaction that began with people_lock. */
bool people_study_skip(const struct people_env *env, int64_t table, struct text *why);

/* What a game says of one seat. Costs are in millionths of a win. */
#define LESSON_KINDS_MAX 16
#define LESSON_THEMES_MAX 64
#define LESSON_NAME_MAX 32
struct lesson_part {
    char name[LESSON_NAME_MAX];
    int64_t amount, refused; /* a cost; or words, and how many of them were refused */
};
struct lesson {
    int64_t luck, variance, cost; /* the variance in squares of millionths */
    struct lesson_part kind[LESSON_KINDS_MAX], theme[LESSON_THEMES_MAX];
    size_t kinds, themes;
};
void people_lessons(const struct match *match, const struct analysis *analysis,
                    struct lesson lesson[GAME_SEATS_MAX]);

/* The finished games of a person that the request's filter lets through, as a list. */
bool people_put_games(struct handling *h, int64_t person, int limit, bool public);

/* Writes the record of a game, from the store or from the row. */
bool people_write_record(struct handling *h, const char *name, struct span kept,
                         struct text *record);

const char *people_result_name(int result);
int people_find_result(const char *name); /* -1: none */

/* The members of opponents: JSON, without the seat's own. */
void people_write_opponents(const struct people_game *game, int seat, struct text *out);
int people_result_of(const struct people_game *game, int seat);

/* What `against` has for the name at a seat. */
void people_fold_opponent(const char *name, char fold[PEOPLE_FOLD_MAX]);

#endif
