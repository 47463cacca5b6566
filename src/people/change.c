/* Rows of games: what changes with the events of tables. */
#include <string.h>

#include "people/internal.h"
#include "people/names.h"
#include "table/table.h"

static const char *const results[] = {[PEOPLE_RUNNING] = "running",
                                      [PEOPLE_WON] = "won",
                                      [PEOPLE_DRAWN] = "drawn",
                                      [PEOPLE_LOST] = "lost",
                                      [PEOPLE_LEFT] = "left"};

const char *people_result_name(int result)
{
    return results[result >= PEOPLE_RUNNING && result <= PEOPLE_LEFT ? result : PEOPLE_RUNNING];
}

int people_find_result(const char *name)
{
    for (int i = PEOPLE_WON; i <= PEOPLE_LEFT; i++) {
        if (strcmp(results[i], name) == 0)
            return i;
    }
    return -1;
}

void people_game_of(const struct table *table, struct people_game *game)
{
    const struct match *match = table_match(table);
    const bool over = table_phase(table) == TABLE_OVER;
    memset(game, 0, sizeof *game);
    game->game = match->game->id;
    game->players = match->settings.players;
    game->lines = (uint32_t)match->body.count;
    if (over)
        match_result(match, game->share);
    for (int seat = 1; seat <= game->players; seat++) {
        snprintf(game->name[seat - 1], sizeof game->name[0], "%s", match->name[seat - 1]);
        game->left[seat - 1] = over && table_seat_kind(table, seat) != SEAT_PERSON;
    }
}

int people_result_of(const struct people_game *game, int seat)
{
    const uint8_t own = game->share[seat - 1];
    int better = 0, equal = 0;
    if (game->left[seat - 1])
        return PEOPLE_LEFT;
    for (int i = 0; i < game->players; i++) {
        better += game->share[i] > own;
        equal += i + 1 != seat && game->share[i] == own;
    }
    return better ? PEOPLE_LOST : equal ? PEOPLE_DRAWN : PEOPLE_WON;
}

/* The agent of a bot's name, without its settings. */
static struct span agent_of(const char *name)
{
    struct span rest = span_of(name + strlen(MATCH_BOT));
    return span_cut(&rest, ':');
}

void people_fold_opponent(const char *name, char fold[PEOPLE_FOLD_MAX])
{
    const struct span agent = match_names_bot(name) ? agent_of(name) : (struct span){NULL, 0};
    if (agent.at)
        snprintf(fold, PEOPLE_FOLD_MAX, MATCH_BOT "%.*s", (int)agent.length, agent.at);
    else
        people_fold_name(name, fold);
}

void people_write_opponents(const struct people_game *game, int seat, struct text *out)
{
    struct json json = json_on(out);
    json_open(&json, '[');
    for (int i = 1; i <= game->players; i++) {
        const char *name = game->name[i - 1];
        char agent[MATCH_NAME_MAX];
        if (i == seat || !name[0])
            continue;
        json_open(&json, '{');
        json_key_number(&json, "seat", i);
        json_key_string(&json, "name", name);
        if (match_names_bot(name)) {
            snprintf(agent, sizeof agent, "%.*s", (int)agent_of(name).length, agent_of(name).at);
            json_key_string(&json, "bot", agent);
        }
        json_close(&json, '}');
    }
    json_close(&json, ']');
}

bool people_keep_number(void *context, const struct people_value column[], int columns)
{
    (void)columns;
    *(int64_t *)context = column[0].number;
    return false;
}

/* ---- rows ---- */

/* The running game of a person at a seat. */
struct running {
    int64_t person;
    int seat;
};
struct runnings {
    struct running row[GAME_SEATS_MAX];
    int count;
};

static bool add_running(void *context, const struct people_value column[], int columns)
{
    struct runnings *all = context;
    (void)columns;
    if (column[1].number >= 1 && column[1].number <= GAME_SEATS_MAX && all->count < GAME_SEATS_MAX)
        all->row[all->count++] = (struct running){column[0].number, (int)column[1].number};
    return true;
}

/* Who was against this person: one row for each different name. */
static bool add_against(const struct people_db *db, const struct people_change *change,
                        const struct running *row, struct text *why)
{
    for (int seat = 1; seat <= change->played.players; seat++) {
        char fold[PEOPLE_FOLD_MAX];
        if (seat == row->seat || !change->played.name[seat - 1][0])
            continue;
        people_fold_opponent(change->played.name[seat - 1], fold);
        if (!RUN(db, why,
                 "INSERT INTO against(person, opponent, ended, tbl, seat, game, result, hints)"
                 " SELECT person, $1, ended, tbl, seat, game, result, hints FROM played"
                 " WHERE person = $2 AND tbl = $3 AND seat = $4 AND ended > 0"
                 " ON CONFLICT DO NOTHING",
                 TEXT(fold), NUMBER(row->person), NUMBER(change->table), NUMBER(row->seat)))
            return false;
    }
    return true;
}

/* Opponents are shown under the names that they had last. */
static bool show_names(const struct people_db *db, const struct people_change *change,
                       const struct running *row, struct text *why)
{
    bool good = true;
    for (int seat = 1; good && seat <= change->played.players; seat++) {
        const char *name = change->played.name[seat - 1];
        char fold[PEOPLE_FOLD_MAX];
        if (seat == row->seat || !name[0] || match_names_bot(name))
            continue;
        people_fold_opponent(name, fold);
        good = RUN(db, why,
                   "UPDATE tally SET shown = $1 WHERE person = $2 AND kind = $3 AND name = $4"
                   " AND game = '' AND shown <> $1",
                   TEXT(name), NUMBER(row->person), NUMBER(TALLY_OPPONENT), TEXT(fold));
    }
    return good;
}

static bool close_row(const struct people_db *db, const struct people_change *change,
                      const struct running *row, int result, struct text *why)
{
    char bytes[GAME_SEATS_MAX * (MATCH_NAME_MAX * 7 + 64)];
    struct text opponents = text_on(bytes, sizeof bytes);
    people_write_opponents(&change->played, row->seat, &opponents);
    return RUN(db, why,
               "UPDATE played SET ended = $1, result = $2, share = $3, lines = $4, opponents = $5,"
               " analysed = CASE WHEN $2 = 4 THEN $1 ELSE 0 END," /* see TALLY_SKIPPED */
               " hints = (SELECT count(*) FROM hinted WHERE tbl = $6 AND seat = $7)"
               " WHERE person = $8 AND tbl = $6 AND seat = $7 AND ended = 0",
               NUMBER(change->at), NUMBER(result), NUMBER(change->played.share[row->seat - 1]),
               NUMBER(change->played.lines), TEXT(bytes), NUMBER(change->table), NUMBER(row->seat),
               NUMBER(row->person)) &&
           add_against(db, change, row, why) &&
           people_tally(db, row->person, change->table, row->seat, 1, why) &&
           show_names(db, change, row, why);
}

static bool find_running(const struct people_db *db, const struct people_change *change,
                         struct runnings *all, struct text *why)
{
    all->count = 0;
    return RUN_ROWS(db, why, add_running, all,
                    "SELECT person, seat FROM played WHERE tbl = $1 AND ended = 0"
                    " ORDER BY person, seat",
                    NUMBER(change->table));
}

/* Somebody else takes the seat: its person has left. */
static bool take_over(const struct people_db *db, const struct people_change *change,
                      struct text *why)
{
    struct runnings all;
    bool good = find_running(db, change, &all, why);
    for (int i = 0; good && i < all.count; i++) {
        if (all.row[i].seat == change->seat && all.row[i].person != change->person)
            good = close_row(db, change, &all.row[i], PEOPLE_LEFT, why);
    }
    return good;
}

static bool sit(const struct people_db *db, const struct people_change *change, struct text *why)
{
    return take_over(db, change, why) &&
           people_tally(db, change->person, change->table, change->seat, -1, why) &&
           RUN(db, why, "DELETE FROM against WHERE person = $1 AND tbl = $2 AND seat = $3",
               NUMBER(change->person), NUMBER(change->table), NUMBER(change->seat)) &&
           RUN(db, why,
               "INSERT INTO played(person, tbl, seat, name, game, players, began, ended, result,"
               " share, hints, lines, opponents, analysed)"
               " VALUES($1, $2, $3, $4, $5, $6, $7, 0, 0, 0, 0, 0, '[]', 0)"
               " ON CONFLICT(person, tbl, seat) DO UPDATE SET ended = 0, result = 0, analysed = 0",
               NUMBER(change->person), NUMBER(change->table), NUMBER(change->seat),
               TEXT(change->name), TEXT(change->played.game), NUMBER(change->played.players),
               NUMBER(change->at));
}

static bool finish(const struct people_db *db, const struct people_change *change, struct text *why)
{
    struct runnings all;
    bool good = find_running(db, change, &all, why);
    for (int i = 0; good && i < all.count; i++)
        good = close_row(db, change, &all.row[i],
                         people_result_of(&change->played, all.row[i].seat), why);
    return good;
}

bool people_write_change(const struct people_db *db, const struct people_change *change,
                         struct text *why)
{
    switch (change->kind) {
    case PEOPLE_SIT:
        return sit(db, change, why);
    case PEOPLE_TAKE:
        return take_over(db, change, why);
    case PEOPLE_DROP:
        return RUN(db, why, "DELETE FROM played WHERE tbl = $1 AND seat = $2 AND ended = 0",
                   NUMBER(change->table), NUMBER(change->seat));
    case PEOPLE_HINT:
        return RUN(db, why, "INSERT INTO hinted(tbl, seat) VALUES($1, $2) ON CONFLICT DO NOTHING",
                   NUMBER(change->table), NUMBER(change->seat));
    case PEOPLE_OVER:
        return finish(db, change, why);
    }
    return true;
}
