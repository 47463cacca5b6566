/* Analyses of finished games in the background: which game is next, and what is kept of it. A game
 * is taken by one server, and its numbers are stored and summed up in one transaction. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "match/analyse.h"
#include "people/internal.h"

#define AGAIN_MS 60000 /* until a game is taken again that was not finished */

static bool begin(const struct people_db *db, struct text *why)
{
    if (!db->begin(db->context, why))
        return false;
    if (people_lock(db, why))
        return true;
    db->end(db->context, false, TEXT_UNREAD);
    return false;
}

static bool end(const struct people_db *db, bool good, struct text *why)
{
    return db->end(db->context, good, good ? why : TEXT_UNREAD) && good;
}

/* ---- taking a game ---- */

struct waiting {
    struct people_study *study;
    int64_t person;
};

static bool read_waiting(void *context, const struct people_value column[], int columns)
{
    struct waiting *waiting = context;
    struct people_study *study = waiting->study;
    (void)columns;
    waiting->person = column[0].number;
    study->table = column[1].number;
    snprintf(study->name, sizeof study->name, "%.*s", (int)column[2].bytes.length,
             span_start(column[2].bytes));
    if (column[3].type == PEOPLE_TEXT && column[3].bytes.length) {
        study->record = memory_new(column[3].bytes.length + 1, 1);
        memcpy(study->record, column[3].bytes.at, column[3].bytes.length);
    }
    return false;
}

/* Marks the game as taken; `tries` becomes 0 if another server was quicker. */
static bool claim(const struct people_env *env, const char *server, const struct waiting *waiting,
                  int64_t *tries, struct text *why)
{
    const int64_t day = (int64_t)(env->now / DAY_MS);
    *tries = 0;
    return RUN_ROWS(&env->db, why, people_keep_number, tries,
                    "INSERT INTO study(tbl, until, tries, server) VALUES($1, $2, 1, $3)"
                    " ON CONFLICT(tbl) DO UPDATE SET until = excluded.until,"
                    " tries = study.tries + 1, server = excluded.server WHERE study.until <= $4"
                    " RETURNING tries",
                    NUMBER(waiting->study->table), NUMBER(env->now + PEOPLE_STUDY_MS), TEXT(server),
                    NUMBER(env->now)) &&
           RUN(&env->db, why, "DELETE FROM effort WHERE person = $1 AND day < $2",
               NUMBER(waiting->person), NUMBER(day)) &&
           (!*tries || RUN(&env->db, why,
                           "INSERT INTO effort(person, day, games) VALUES($1, $2, 1)"
                           " ON CONFLICT(person, day) DO UPDATE SET games = effort.games + 1",
                           NUMBER(waiting->person), NUMBER(day)));
}

static bool take(const struct people_env *env, const char *server, bool restarted,
                 struct people_study *study, struct text *why)
{
    struct waiting waiting = {.study = study};
    int64_t tries = 0;
    if (restarted &&
        !RUN(&env->db, why, "UPDATE study SET until = 0 WHERE server = $1", TEXT(server)))
        return false;
    if (!RUN_ROWS(&env->db, why, read_waiting, &waiting,
                  "SELECT p.person, p.tbl, p.name, p.record FROM played p"
                  " WHERE p.analysed = 0 AND p.ended > 0"
                  " AND NOT EXISTS (SELECT 1 FROM study s WHERE s.tbl = p.tbl AND s.until > $1)"
                  " AND NOT EXISTS (SELECT 1 FROM effort e WHERE e.person = p.person AND e.day = $2"
                  " AND e.games >= $3) ORDER BY p.ended DESC LIMIT 1",
                  NUMBER(env->now), NUMBER(env->now / DAY_MS), NUMBER(PEOPLE_STUDY_DAILY)))
        return false;
    if (!study->table || !claim(env, server, &waiting, &tries, why))
        return !study->table;
    if (tries > 0 && tries <= PEOPLE_STUDY_TRIES)
        return true;
    const int64_t table = study->table;
    people_study_free(study);
    return !tries || people_study_skip(env, table, why);
}

bool people_study_take(const struct people_env *env, const char *server, bool restarted,
                       struct people_study *study, struct text *why)
{
    *study = (struct people_study){.table = 0};
    if (!begin(&env->db, why))
        return false;
    if (end(&env->db, take(env, server, restarted, study, why), why))
        return true;
    people_study_free(study);
    return false;
}

void people_study_free(struct people_study *study)
{
    free(study->record);
    *study = (struct people_study){.table = 0};
}

bool people_study_drop(const struct people_env *env, int64_t table, struct text *why)
{
    return RUN(&env->db, why, "UPDATE study SET until = $1 WHERE tbl = $2",
               NUMBER(env->now + AGAIN_MS), NUMBER(table));
}

/* ---- keeping what was found ---- */

/* The seats of people in a game that wait for its analysis. */
struct seat {
    int64_t person;
    int seat;
    bool counts; /* in the sums: no imported game; `unaided`: without hints, too */
    bool unaided;
};
struct seats {
    struct seat *at;
    size_t count;
};

static bool add_seat(void *context, const struct people_value column[], int columns)
{
    struct seats *all = context;
    (void)columns;
    all->at = memory_resize(all->at, all->count + 1, sizeof *all->at);
    all->at[all->count++] = (struct seat){.person = column[0].number,
                                          .seat = (int)column[1].number,
                                          .counts = column[2].number > 0,
                                          .unaided = column[3].number == 0};
    return true;
}

static bool find_seats(const struct people_db *db, int64_t table, struct seats *all,
                       struct text *why)
{
    *all = (struct seats){.count = 0};
    return RUN_ROWS(db, why, add_seat, all,
                    "SELECT person, seat, tbl, hints FROM played WHERE tbl = $1 AND analysed = 0"
                    " AND ended > 0 AND seat > 0 AND seat <= $2 ORDER BY person, seat",
                    NUMBER(table), NUMBER(GAME_SEATS_MAX));
}

static void put_parts(struct json *json, const char *key, const struct lesson_part part[],
                      size_t count, bool words)
{
    json_key_open(json, key, '[');
    for (size_t i = 0; i < count; i++) {
        json_open(json, '{');
        json_key_string(json, words ? "theme" : "kind", part[i].name);
        if (words) {
            json_key_number(json, "words", part[i].amount);
            json_key_number(json, "refused", part[i].refused);
        } else {
            json_key_real(json, "cost", (double)part[i].amount / 1e6);
        }
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void write_detail(const struct lesson *lesson, struct text *out)
{
    struct json json = json_on(out);
    json_open(&json, '{');
    put_parts(&json, "mistakes", lesson->kind, lesson->kinds, false);
    put_parts(&json, "themes", lesson->theme, lesson->themes, true);
    json_close(&json, '}');
}

static bool add_habits(const struct people_db *db, int64_t person, const char *game,
                       enum habit kind, const struct lesson_part part[], size_t count,
                       struct text *why)
{
    bool good = true;
    for (size_t i = 0; good && i < count; i++)
        good = RUN(db, why,
                   "INSERT INTO habit(person, kind, game, name, games, amount, refused)"
                   " VALUES($1, $2, $3, $4, 1, $5, $6) ON CONFLICT(person, kind, game, name)"
                   " DO UPDATE SET games = habit.games + 1,"
                   " amount = habit.amount + excluded.amount,"
                   " refused = habit.refused + excluded.refused",
                   NUMBER(person), NUMBER(kind), TEXT(game), TEXT(part[i].name),
                   NUMBER(part[i].amount), NUMBER(part[i].refused));
    return good;
}

static bool add_sums(const struct people_db *db, const struct seat *seat, const char *game,
                     const struct lesson *lesson, struct text *why)
{
    return !seat->counts ||
           (RUN(db, why,
                "INSERT INTO ledger(person, game, games, luck, variance, cost)"
                " VALUES($1, $2, 1, $3, $4, $5) ON CONFLICT(person, game) DO UPDATE SET"
                " games = ledger.games + 1, luck = ledger.luck + excluded.luck,"
                " variance = ledger.variance + excluded.variance,"
                " cost = ledger.cost + excluded.cost",
                NUMBER(seat->person), TEXT(game), NUMBER(lesson->luck), NUMBER(lesson->variance),
                NUMBER(lesson->cost)) &&
            (!seat->unaided ||
             (add_habits(db, seat->person, game, HABIT_MISTAKE, lesson->kind, lesson->kinds, why) &&
              add_habits(db, seat->person, game, HABIT_THEME, lesson->theme, lesson->themes,
                         why))));
}

static bool keep_seat(const struct people_env *env, int64_t table, const struct seat *seat,
                      const char *game, const struct lesson *lesson, struct text *why)
{
    char bytes[8192];
    struct text detail = text_on(bytes, sizeof bytes);
    int64_t changed = 0;
    write_detail(lesson, &detail);
    if (!RUN_ROWS(&env->db, why, people_keep_number, &changed,
                  "UPDATE played SET luck = $1, spread = $2, cost = $3, analysed = $4, detail = $5"
                  " WHERE person = $6 AND tbl = $7 AND seat = $8 AND analysed = 0 AND ended > 0"
                  " RETURNING seat",
                  NUMBER(lesson->luck), NUMBER(llround(sqrt((double)lesson->variance))),
                  NUMBER(lesson->cost), NUMBER(env->now), TEXT(bytes), NUMBER(seat->person),
                  NUMBER(table), NUMBER(seat->seat)))
        return false;
    return !changed || (people_tally_one(&env->db, seat->person, TALLY_ANALYSED, why) &&
                        add_sums(&env->db, seat, game, lesson, why));
}

/* The game is never taken again. Inside a transaction. */
static bool skip_seats(const struct people_env *env, int64_t table, const struct seats *all,
                       struct text *why)
{
    bool good = RUN(&env->db, why,
                    "UPDATE played SET analysed = $1 WHERE tbl = $2 AND analysed = 0 AND ended > 0",
                    NUMBER(env->now), NUMBER(table));
    for (size_t i = 0; good && i < all->count; i++)
        good = people_tally_one(&env->db, all->at[i].person, TALLY_SKIPPED, why);
    return good;
}

bool people_study_skip(const struct people_env *env, int64_t table, struct text *why)
{
    struct seats all;
    const bool good = find_seats(&env->db, table, &all, why) && skip_seats(env, table, &all, why) &&
                      RUN(&env->db, why, "DELETE FROM study WHERE tbl = $1", NUMBER(table));
    free(all.at);
    return good;
}

static bool keep_all(const struct people_env *env, int64_t table, const struct match *match,
                     const struct analysis *analysis, struct text *why)
{
    struct lesson *lesson = memory_new(GAME_SEATS_MAX, sizeof *lesson);
    struct seats all;
    people_lessons(match, analysis, lesson);
    bool good = find_seats(&env->db, table, &all, why);
    for (size_t i = 0; good && i < all.count; i++)
        good = keep_seat(env, table, &all.at[i], match->game->id, &lesson[all.at[i].seat - 1], why);
    free(all.at);
    free(lesson);
    return good && RUN(&env->db, why, "DELETE FROM study WHERE tbl = $1", NUMBER(table));
}

bool people_study_keep(const struct people_env *env, int64_t table, const struct match *match,
                       const struct analysis *analysis, struct text *why)
{
    if (!begin(&env->db, why))
        return false;
    const bool good = analysis && analysis->judge ? keep_all(env, table, match, analysis, why)
                                                  : people_study_skip(env, table, why);
    return end(&env->db, good, why);
}
