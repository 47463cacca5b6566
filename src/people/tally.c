/* Counts of finished games, changed in the same commit as the games: an answer adds up nothing. */
#include <stdio.h>
#include <time.h>

#include "people/internal.h"

#define ERASED 2000 /* rows of a step */

bool people_lock(const struct people_db *db, struct text *why)
{
    return !db->lock || db->run(db->context, db->lock, NULL, 0, NULL, NULL, why);
}

/* The columns of results of a row with `result`: $4 is 1 or -1. */
#define RESULTS                                                                                    \
    "$4, CASE WHEN result = 1 THEN $4 ELSE 0 END, CASE WHEN result = 2 THEN $4 ELSE 0 END,"        \
    " CASE WHEN result = 3 THEN $4 ELSE 0 END, CASE WHEN result = 4 THEN $4 ELSE 0 END"
#define INTO "INSERT INTO tally(person, kind, name, game, shown, played, won, drawn, lost, gone)"
#define ADD                                                                                        \
    " ON CONFLICT(person, kind, name, game) DO UPDATE SET played = tally.played + "                \
    "excluded.played,"                                                                             \
    " won = tally.won + excluded.won, drawn = tally.drawn + excluded.drawn,"                       \
    " lost = tally.lost + excluded.lost, gone = tally.gone + excluded.gone"

/* The month of a time, in UTC: "2026-11". */
static void write_month(int64_t at, char out[16])
{
    const time_t seconds = (time_t)(at / 1000);
    struct tm parts;
    gmtime_r(&seconds, &parts);
    strftime(out, 16, "%Y-%m", &parts);
}

/* By what the row itself has. The numbers are those of enum tally. */
static bool add_game(const struct people_db *db, int64_t person, int64_t table, int seat, int sign,
                     const char *month, struct text *why)
{
    return RUN(db, why,
               INTO " SELECT p.person, k.kind, CASE WHEN k.kind = 4 THEN $5 ELSE '' END,"
                    " CASE WHEN k.kind IN (0, 7) THEN '' ELSE p.game END, '', " RESULTS
                    " FROM played p JOIN (SELECT 0 AS kind UNION ALL SELECT 1 UNION ALL SELECT 2"
                    " UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 7) k"
                    " ON k.kind = 0 OR (k.kind IN (1, 4) AND p.tbl > 0 AND p.hints = 0)"
                    " OR (k.kind = 2 AND p.tbl > 0 AND p.hints > 0) OR (k.kind = 3 AND p.tbl < 0)"
                    " OR (k.kind = 7 AND p.result = 4)"
                    " WHERE p.person = $1 AND p.tbl = $2 AND p.seat = $3 AND p.ended > 0" ADD,
               NUMBER(person), NUMBER(table), NUMBER(seat), NUMBER(sign), TEXT(month));
}

/* By who was against the person: people by their names, bots by game and agent. */
static bool add_opponents(const struct people_db *db, int64_t person, int64_t table, int seat,
                          int sign, struct text *why)
{
    return RUN(db, why,
               INTO " SELECT person, 5, opponent, '', '', " RESULTS
                    " FROM against WHERE person = $1 AND tbl = $2 AND seat = $3 AND ended > 0"
                    " AND tbl > 0 AND hints = 0 AND opponent NOT LIKE 'bot:%'" ADD,
               NUMBER(person), NUMBER(table), NUMBER(seat), NUMBER(sign)) &&
           RUN(db, why,
               INTO " SELECT person, 6, substr(opponent, 5), game, '', " RESULTS
                    " FROM against WHERE person = $1 AND tbl = $2 AND seat = $3 AND ended > 0"
                    " AND tbl > 0 AND hints = 0 AND opponent LIKE 'bot:%'" ADD,
               NUMBER(person), NUMBER(table), NUMBER(seat), NUMBER(sign));
}

bool people_tally(const struct people_db *db, int64_t person, int64_t table, int seat, int sign,
                  struct text *why)
{
    int64_t ended = 0;
    char month[16];
    if (!RUN_ROWS(db, why, people_keep_number, &ended,
                  "SELECT ended FROM played WHERE person = $1 AND tbl = $2 AND seat = $3",
                  NUMBER(person), NUMBER(table), NUMBER(seat)))
        return false;
    write_month(ended, month);
    return !ended || (add_game(db, person, table, seat, sign, month, why) &&
                      add_opponents(db, person, table, seat, sign, why));
}

bool people_tally_one(const struct people_db *db, int64_t person, enum tally kind, struct text *why)
{
    return RUN(db, why, INTO " VALUES($1, $2, '', '', '', 1, 0, 0, 0, 0)" ADD, NUMBER(person),
               NUMBER(kind));
}

bool people_tally_erase(const struct people_db *db, int64_t person, int64_t *left, struct text *why)
{
    return RUN(db, why, "DELETE FROM ledger WHERE person = $1", NUMBER(person)) &&
           RUN(db, why, "DELETE FROM habit WHERE person = $1", NUMBER(person)) &&
           RUN(db, why, "DELETE FROM effort WHERE person = $1", NUMBER(person)) &&
           RUN(db, why,
               "DELETE FROM tally WHERE person = $1 AND (kind, name, game) IN (SELECT kind, name,"
               " game FROM tally WHERE person = $1 LIMIT $2)",
               NUMBER(person), NUMBER(ERASED)) &&
           RUN_ROWS(db, why, people_keep_number, left,
                    "SELECT count(*) FROM (SELECT 1 AS one FROM tally WHERE person = $1 LIMIT 1)"
                    " AS found",
                    NUMBER(person));
}
