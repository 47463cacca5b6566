/* Statistics of a person. Games with hints and imported games count apart. */
#include <string.h>

#include "base/memory.h"
#include "people/internal.h"

struct counting {
    struct json *json;
    const char *name; /* of the first member */
};

/* Rows: the name, then how many games were played, won, drawn, lost and left. */
static bool put_counts(void *context, const struct people_value column[], int columns)
{
    static const char *const members[] = {"played", "won", "drawn", "lost", "left"};
    const struct counting *counting = context;
    struct json *json = counting->json;
    char name[PEOPLE_FOLD_MAX];
    snprintf(name, sizeof name, "%.*s", (int)column[0].bytes.length, span_start(column[0].bytes));
    json_open(json, '{');
    json_key_string(json, counting->name, name);
    for (int i = 1; i < columns; i++)
        json_key_number(json, members[i - 1], column[i].number);
    json_close(json, '}');
    return true;
}

#define COUNTS                                                                                     \
    " count(*), CAST(sum(CASE WHEN result = 1 THEN 1 ELSE 0 END) AS bigint),"                      \
    " CAST(sum(CASE WHEN result = 2 THEN 1 ELSE 0 END) AS bigint),"                                \
    " CAST(sum(CASE WHEN result = 3 THEN 1 ELSE 0 END) AS bigint),"                                \
    " CAST(sum(CASE WHEN result = 4 THEN 1 ELSE 0 END) AS bigint)"

bool people_put_by_game(struct handling *h, int64_t person, bool hinted)
{
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    struct counting counting = {&h->json, "game"};
    return RUN_ROWS(&h->env->db, &why, put_counts, &counting,
                    "SELECT game," COUNTS " FROM played WHERE person = $1 AND ended > 0"
                    " AND tbl > 0 AND (hints > 0) = ($2 > 0) GROUP BY game ORDER BY game",
                    NUMBER(person), NUMBER(hinted)) ||
           people_failed(h, &why);
}

/* How many games there are: all, with hints, imported. */
static bool put_totals(struct handling *h)
{
    static const struct {
        const char *member, *statement;
    } totals[] = {
        {"games", "SELECT count(*) FROM played WHERE person = $1 AND ended > 0"},
        {"hinted", "SELECT count(*) FROM played WHERE person = $1 AND ended > 0 AND hints > 0"},
        {"imported", "SELECT count(*) FROM played WHERE person = $1 AND ended > 0 AND tbl < 0"},
    };
    char buffer[TEXT_WHY];
    struct text why = text_on(buffer, sizeof buffer);
    for (size_t i = 0; i < sizeof totals / sizeof *totals; i++) {
        int64_t count = 0;
        if (!RUN_ROWS(&h->env->db, &why, people_keep_number, &count, totals[i].statement,
                      NUMBER(h->person)))
            return people_failed(h, &why);
        json_key_number(&h->json, totals[i].member, count);
    }
    return true;
}

bool people_statistics(struct handling *h)
{
    if (!people_needs(h))
        return false;
    json_open(&h->json, '{');
    if (!put_totals(h))
        return false;
    json_key_open(&h->json, "by_game", '[');
    if (!people_put_by_game(h, h->person, false))
        return false;
    json_close(&h->json, ']');
    json_key_open(&h->json, "with_hints", '[');
    if (!people_put_by_game(h, h->person, true))
        return false;
    json_close(&h->json, ']');
    json_close(&h->json, '}');
    return true;
}
