/* Statistics of a person, from counts and sums that are kept with the games (tally.c, study.c): an
 * answer reads few rows, however many games there are. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agents/judge.h"
#include "base/lang.h"
#include "base/memory.h"
#include "people/internal.h"

#define FREQUENT 50 /* opponents, and levels, that are shown */
#define MONTHS 600  /* rows by month and game, the last ones */
#define LUCK 500    /* games of the ledger, the last ones */

static void put_text(struct json *json, const char *key, struct span value)
{
    char text[PEOPLE_FOLD_MAX];
    snprintf(text, sizeof text, "%.*s", (int)value.length, span_start(value));
    json_key_string(json, key, text);
}

static double wins(int64_t millionths)
{
    return (double)millionths / 1e6;
}

/* ---- counts ---- */

/* The names of a list's first members: of `name`, then of `game`; NULL: none. */
struct counting {
    struct json *json;
    const char *name, *game;
};

/* Rows: name, game, and how many games were played, won, drawn, lost and left. */
static bool put_counts(void *context, const struct people_value column[], int columns)
{
    static const char *const members[] = {"played", "won", "drawn", "lost", "left"};
    const struct counting *counting = context;
    struct json *json = counting->json;
    json_open(json, '{');
    if (counting->name)
        put_text(json, counting->name, column[0].bytes);
    if (counting->game)
        put_text(json, counting->game, column[1].bytes);
    for (int i = 2; i < columns; i++)
        json_key_number(json, members[i - 2], column[i].number);
    json_close(json, '}');
    return true;
}

#define COUNTS "played, won, drawn, lost, gone FROM tally WHERE person = $1 AND kind = $2"

/* The members of a list of counts. */
static bool put_list(struct handling *h, int64_t person, enum tally kind, const char *statement,
                     const char *name, const char *game, int limit)
{
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    struct counting counting = {&h->json, name, game};
    return RUN_ROWS(&h->env->db, &why, put_counts, &counting, statement, NUMBER(person),
                    NUMBER(kind), NUMBER(limit)) ||
           people_failed(h, &why);
}

bool people_put_by_game(struct handling *h, int64_t person, bool hinted)
{
    return put_list(h, person, hinted ? TALLY_HINTED : TALLY_GAME,
                    "SELECT name, game, " COUNTS " AND played > 0 ORDER BY game LIMIT $3", NULL,
                    "game", FREQUENT);
}

/* One list of the answer. */
static const struct list {
    const char *member;
    enum tally kind;
    const char *statement, *name, *game;
    int limit;
} lists[] = {
    {"by_game", TALLY_GAME, "SELECT name, game, " COUNTS " AND played > 0 ORDER BY game LIMIT $3",
     NULL, "game", FREQUENT},
    {"by_opponent", TALLY_OPPONENT,
     "SELECT CASE WHEN shown = '' THEN name ELSE shown END, game, " COUNTS
     " AND played > 0 ORDER BY played DESC LIMIT $3",
     "name", NULL, FREQUENT},
    {"by_level", TALLY_LEVEL,
     "SELECT name, game, " COUNTS " AND played > 0 ORDER BY played DESC LIMIT $3", "bot", "game",
     FREQUENT},
    {"by_month", TALLY_MONTH,
     "SELECT * FROM (SELECT name, game, " COUNTS
     " AND played > 0 ORDER BY name DESC, game LIMIT $3) AS latest ORDER BY name, game",
     "month", "game", MONTHS},
    {"with_hints", TALLY_HINTED,
     "SELECT name, game, " COUNTS " AND played > 0 ORDER BY game LIMIT $3", NULL, "game", FREQUENT},
    {"from_imports", TALLY_IMPORTED,
     "SELECT name, game, " COUNTS " AND played > 0 ORDER BY game LIMIT $3", NULL, "game", FREQUENT},
};

static bool put_lists(struct handling *h)
{
    bool good = true;
    for (size_t i = 0; good && i < sizeof lists / sizeof *lists; i++) {
        const struct list *list = &lists[i];
        json_key_open(&h->json, list->member, '[');
        good = put_list(h, h->person, list->kind, list->statement, list->name, list->game,
                        list->limit);
        json_close(&h->json, ']');
    }
    return good;
}

/* The numbers of games by kind. */
struct totals {
    int64_t of[TALLY_ANALYSED + 1];
};

static bool add_total(void *context, const struct people_value column[], int columns)
{
    struct totals *totals = context;
    (void)columns;
    if (column[0].number >= 0 && column[0].number <= TALLY_ANALYSED)
        totals->of[column[0].number] = column[1].number;
    return true;
}

static bool read_totals(struct handling *h, struct totals *totals)
{
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    memset(totals, 0, sizeof *totals);
    return RUN_ROWS(&h->env->db, &why, add_total, totals,
                    "SELECT kind, CAST(sum(played) AS bigint) FROM tally WHERE person = $1"
                    " AND kind IN (0, 2, 3, 7, 8) GROUP BY kind",
                    NUMBER(h->person)) ||
           people_failed(h, &why);
}

/* ---- luck and mistakes ---- */

struct lucky {
    char table[PEOPLE_TABLE_MAX], game[32];
    int64_t ended, luck, spread, cost;
};
struct luckies {
    struct lucky *at;
    int count;
};

static bool add_game(void *context, const struct people_value column[], int columns)
{
    struct luckies *games = context;
    struct lucky *game = &games->at[games->count++];
    (void)columns;
    snprintf(game->table, sizeof game->table, "%.*s", (int)column[0].bytes.length,
             span_start(column[0].bytes));
    snprintf(game->game, sizeof game->game, "%.*s", (int)column[1].bytes.length,
             span_start(column[1].bytes));
    game->ended = column[2].number;
    game->luck = column[3].number;
    game->spread = column[4].number;
    game->cost = column[5].number;
    return games->count < LUCK;
}

/* The last games, oldest first. */
static bool put_luck(struct handling *h, struct text *why)
{
    struct json *json = &h->json;
    struct luckies games = {.at = memory_new(LUCK, sizeof *games.at)};
    const bool good = RUN_ROWS(&h->env->db, why, add_game, &games,
                               "SELECT name, game, ended, luck, spread, cost FROM played"
                               " WHERE person = $1 AND luck IS NOT NULL AND tbl > 0 AND ended > 0"
                               " ORDER BY ended DESC, tbl DESC LIMIT $2",
                               NUMBER(h->person), NUMBER(LUCK));
    json_key_open(json, "luck", '[');
    for (int i = games.count - 1; i >= 0; i--) {
        const struct lucky *game = &games.at[i];
        json_open(json, '{');
        json_key_string(json, "table", game->table);
        json_key_string(json, "game", game->game);
        json_key_number(json, "ended", game->ended);
        json_key_real(json, "luck", wins(game->luck));
        json_key_real(json, "spread", wins(game->spread));
        json_key_real(json, "cost", wins(game->cost));
        json_close(json, '}');
    }
    json_close(json, ']');
    free(games.at);
    return good;
}

static bool put_sum(void *context, const struct people_value column[], int columns)
{
    struct json *json = context;
    (void)columns;
    json_open(json, '{');
    put_text(json, "game", column[0].bytes);
    json_key_number(json, "games", column[1].number);
    json_key_real(json, "luck", wins(column[2].number));
    json_key_real(json, "spread", sqrt((double)column[3].number) / 1e6);
    json_key_real(json, "cost", wins(column[4].number));
    json_close(json, '}');
    return true;
}

static bool put_mistake(void *context, const struct people_value column[], int columns)
{
    struct json *json = context;
    (void)columns;
    json_open(json, '{');
    put_text(json, "game", column[0].bytes);
    put_text(json, "kind", column[1].bytes);
    json_key_real(json, "cost", wins(column[3].number));
    json_key_number(json, "games", column[2].number);
    json_close(json, '}');
    return true;
}

static bool put_theme(void *context, const struct people_value column[], int columns)
{
    struct json *json = context;
    const struct game *game = game_find(column[0].bytes);
    const struct judge *judge = game ? judge_of(game) : NULL;
    const char *title = judge && judge->theme_title ? judge->theme_title(column[1].bytes) : NULL;
    (void)columns;
    json_open(json, '{');
    put_text(json, "game", column[0].bytes);
    put_text(json, "theme", column[1].bytes);
    if (title)
        json_key_string(json, "title", title);
    json_key_number(json, "words", column[3].number);
    json_key_number(json, "refused", column[4].number);
    json_close(json, '}');
    return true;
}

static bool put_habits(struct handling *h, enum habit kind, people_on_row *on_row, struct text *why)
{
    return RUN_ROWS(&h->env->db, why, on_row, &h->json,
                    "SELECT game, name, games, amount, refused FROM habit WHERE person = $1"
                    " AND kind = $2 ORDER BY amount DESC, game, name",
                    NUMBER(h->person), NUMBER(kind));
}

static bool put_analyses(struct handling *h)
{
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    struct json *json = &h->json;
    json_key_open(json, "ledger", '[');
    bool good = RUN_ROWS(&h->env->db, &why, put_sum, json,
                         "SELECT game, games, luck, variance, cost FROM ledger WHERE person = $1"
                         " ORDER BY game",
                         NUMBER(h->person));
    json_close(json, ']');
    good = good && put_luck(h, &why);
    json_key_open(json, "mistakes", '[');
    good = good && put_habits(h, HABIT_MISTAKE, put_mistake, &why);
    json_close(json, ']');
    json_key_open(json, "themes", '[');
    good = good && put_habits(h, HABIT_THEME, put_theme, &why);
    json_close(json, ']');
    return good || people_failed(h, &why);
}

bool people_statistics(struct handling *h)
{
    struct totals totals;
    const int64_t *of = totals.of;
    if (!people_needs(h) || !read_totals(h, &totals))
        return false;
    json_open(&h->json, '{');
    json_key_number(&h->json, "games", of[TALLY_ALL]);
    json_key_number(&h->json, "hinted", of[TALLY_HINTED]);
    json_key_number(&h->json, "imported", of[TALLY_IMPORTED]);
    if (!put_lists(h))
        return false;
    json_key_number(&h->json, "analysed", of[TALLY_ANALYSED]);
    json_key_number(&h->json, "waiting", of[TALLY_ALL] - of[TALLY_ANALYSED] - of[TALLY_SKIPPED]);
    if (!put_analyses(h))
        return false;
    json_close(&h->json, '}');
    return true;
}
