/* After an account was deleted: removes its games, and its name from those of others. A few rows at
 * a time, since a person may have many and moves wait for the same store. A step that is repeated
 * after a crash has no other effect. */
#include <string.h>

#include "base/memory.h"
#include "people/internal.h"
#include "table/table.h"

#define ROWS 200  /* games of a step */
#define TABLES 20 /* tables of a step */

struct gone {
    int64_t person;
    char fold[PEOPLE_FOLD_MAX];
};

static bool read_gone(void *context, const struct people_value column[], int columns)
{
    struct gone *gone = context;
    (void)columns;
    gone->person = column[0].number;
    snprintf(gone->fold, sizeof gone->fold, "%.*s", (int)column[1].bytes.length,
             span_start(column[1].bytes));
    return false;
}

#define SOME_GAMES "(SELECT tbl FROM played WHERE person = $1 ORDER BY tbl LIMIT 200)"

/* Takes those games out of the counts that others have of the person. `against` still has them. */
static bool take_out(const struct people_db *db, const struct gone *gone, struct text *why)
{
#define MEETINGS                                                                                   \
    "(SELECT count(*) FROM against a WHERE a.person = tally.person AND a.opponent = $2"            \
    " AND a.tbl > 0 AND a.hints = 0 AND a.tbl IN " SOME_GAMES
    return RUN(db, why,
               "UPDATE tally SET played = played - " MEETINGS "), won = won - " MEETINGS
               " AND a.result = 1), drawn = drawn - " MEETINGS
               " AND a.result = 2), lost = lost - " MEETINGS
               " AND a.result = 3), gone = gone - " MEETINGS " AND a.result = 4)"
               " WHERE kind = 5 AND name = $2 AND game = '' AND person IN"
               " (SELECT person FROM against WHERE opponent = $2 AND person <> $1 AND tbl IN"
               " " SOME_GAMES ")",
               NUMBER(gone->person), TEXT(gone->fold)) &&
           RUN(db, why,
               "DELETE FROM tally WHERE kind = 5 AND name = $2 AND game = '' AND played <= 0"
               " AND person IN (SELECT person FROM against WHERE opponent = $2 AND person <> $1"
               " AND tbl IN " SOME_GAMES ")",
               NUMBER(gone->person), TEXT(gone->fold));
#undef MEETINGS
}

/* Removes some games of a deleted account; the account is forgotten with the last one. */
static bool remove_games(const struct people_db *db, const struct gone *gone, struct text *why)
{
    int64_t left = 0, counts = 0;
    return take_out(db, gone, why) &&
           RUN(db, why,
               "INSERT INTO erase(tbl, seat, fold) SELECT tbl, seat, $2 FROM played"
               " WHERE person = $1 AND tbl > 0 AND tbl IN " SOME_GAMES " ON CONFLICT DO NOTHING",
               NUMBER(gone->person), TEXT(gone->fold)) &&
           RUN(db, why,
               "DELETE FROM against WHERE opponent = $2 AND person <> $1 AND tbl IN " SOME_GAMES,
               NUMBER(gone->person), TEXT(gone->fold)) &&
           RUN(db, why, "DELETE FROM against WHERE person = $1 AND tbl IN " SOME_GAMES,
               NUMBER(gone->person)) &&
           RUN(db, why, "DELETE FROM played WHERE person = $1 AND tbl IN " SOME_GAMES,
               NUMBER(gone->person)) &&
           people_tally_erase(db, gone->person, &counts, why) &&
           RUN_ROWS(db, why, people_keep_number, &left,
                    "SELECT count(*) FROM (SELECT 1 AS one FROM played WHERE person = $1 LIMIT 1)"
                    " AS found",
                    NUMBER(gone->person)) &&
           (left || counts ||
            RUN(db, why, "DELETE FROM gone WHERE person = $1", NUMBER(gone->person)));
}

/* ---- names in games of others ---- */

struct seat {
    int64_t row;
    int seat;
    char name[PEOPLE_TABLE_MAX], fold[PEOPLE_FOLD_MAX];
};

struct seats {
    struct seat at[TABLES];
    int count;
};

static bool add_seat(void *context, const struct people_value column[], int columns)
{
    struct seats *all = context;
    struct seat *one = &all->at[all->count++];
    (void)columns;
    one->row = column[0].number;
    one->seat = (int)column[1].number;
    snprintf(one->name, sizeof one->name, "%.*s", (int)column[2].bytes.length,
             span_start(column[2].bytes));
    snprintf(one->fold, sizeof one->fold, "%.*s", (int)column[3].bytes.length,
             span_start(column[3].bytes));
    return all->count < TABLES;
}

/* The opponents of one row. */
struct row {
    int64_t person, seat;
    char *opponents;
};
struct rows {
    struct row at[GAME_SEATS_MAX];
    int count;
};

static bool add_row(void *context, const struct people_value column[], int columns)
{
    struct rows *all = context;
    struct row *one = &all->at[all->count++];
    (void)columns;
    one->person = column[0].number;
    one->seat = column[1].number;
    one->opponents = memory_new(column[2].bytes.length + 1, 1);
    memcpy(one->opponents, span_start(column[2].bytes), column[2].bytes.length);
    return all->count < GAME_SEATS_MAX;
}

/* Copies the list with nobody at this seat. It was written by people_write_opponents. */
static void hide_opponent(const char *opponents, int seat, struct text *out)
{
    struct span rest = json_inside(span_of(opponents), '[');
    struct json json = json_on(out);
    char number[8];
    snprintf(number, sizeof number, "%d", seat);
    json_open(&json, '[');
    while (rest.at && rest.length) {
        const struct span one = json_cut(&rest);
        if (!span_is(json_get(one, "seat"), number)) {
            if (json.comma)
                text_char(out, ',');
            text_add_bytes(out, one.at, one.length);
            json.comma = true;
            continue;
        }
        json_open(&json, '{');
        json_key_number(&json, "seat", seat);
        json_key_string(&json, "name", PEOPLE_NOBODY);
        json_key_bool(&json, "gone", true);
        json_close(&json, '}');
    }
    json_close(&json, ']');
}

static bool hide_in_rows(const struct people_db *db, const struct seat *seat, struct text *why)
{
    struct rows rows = {.count = 0};
    bool good = RUN_ROWS(db, why, add_row, &rows,
                         "SELECT person, seat, opponents FROM played WHERE tbl = $1 AND seat <> $2",
                         NUMBER(seat->row), NUMBER(seat->seat));
    for (int i = 0; i < rows.count; i++) {
        const size_t bytes = strlen(rows.at[i].opponents) + 128;
        struct text out = text_on(memory_new(bytes, 1), bytes);
        hide_opponent(rows.at[i].opponents, seat->seat, &out);
        good = good && RUN(db, why,
                           "UPDATE played SET opponents = $1 WHERE person = $2 AND tbl = $3"
                           " AND seat = $4",
                           TEXT(out.start), NUMBER(rows.at[i].person), NUMBER(seat->row),
                           NUMBER(rows.at[i].seat));
        memory_free(out.start);
        memory_free(rows.at[i].opponents);
    }
    return good && RUN(db, why, "DELETE FROM erase WHERE tbl = $1 AND seat = $2 AND fold = $3",
                       NUMBER(seat->row), NUMBER(seat->seat), TEXT(seat->fold));
}

static bool in_transaction(const struct people_db *db,
                           bool (*work)(const struct people_db *db, const void *on,
                                        struct text *why),
                           const void *on, struct text *why)
{
    if (!db->begin(db->context, why))
        return false;
    const bool good = people_lock(db, why) && work(db, on, why);
    return db->end(db->context, good, good ? why : TEXT_UNREAD) && good;
}

static bool work_on_games(const struct people_db *db, const void *on, struct text *why)
{
    return remove_games(db, on, why);
}

static bool work_on_seat(const struct people_db *db, const void *on, struct text *why)
{
    return hide_in_rows(db, on, why);
}

/* Seats of finished or deleted tables; running ones keep the name until they end. */
static bool erase_seats(const struct people_env *env, people_rewrite *rewrite, void *context,
                        int *worked, struct text *why)
{
    struct seats seats = {.count = 0};
    bool good = RUN_ROWS(&env->db, why, add_seat, &seats,
                         "SELECT e.tbl, e.seat, coalesce(t.name, ''), e.fold FROM erase e"
                         " LEFT JOIN tables t ON t.id = e.tbl"
                         " WHERE coalesce(t.phase, $1) = $1 ORDER BY e.tbl, e.seat LIMIT 20",
                         NUMBER(TABLE_OVER));
    for (int i = 0; good && i < seats.count; i++) {
        if (seats.at[i].name[0] &&
            !rewrite(context, seats.at[i].name, seats.at[i].seat, seats.at[i].fold))
            continue; /* another try later */
        good = in_transaction(&env->db, work_on_seat, &seats.at[i], why);
        *worked += good;
    }
    return good;
}

bool people_erase(const struct people_env *env, people_rewrite *rewrite, void *context, bool *done,
                  struct text *why)
{
    struct gone gone = {.person = 0};
    int worked = 0;
    const uint64_t old = env->now - (uint64_t)PEOPLE_SESSION_MS;
    if (!RUN(&env->db, why, "DELETE FROM session WHERE seen < $1", NUMBER(old)) ||
        !RUN_ROWS(&env->db, why, read_gone, &gone,
                  "SELECT person, fold FROM gone ORDER BY person LIMIT $1", NUMBER(1)) ||
        (gone.person && !in_transaction(&env->db, work_on_games, &gone, why)) ||
        !erase_seats(env, rewrite, context, &worked, why))
        return false;
    *done = !gone.person && !worked;
    return true;
}
