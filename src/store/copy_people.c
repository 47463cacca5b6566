/* Copies accounts and their games into another store. Tables have other ids there; what is there
 * already stays. */
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"
#include "store/copy.h"
#include "store/store.h"

#define COLUMNS_MAX 24

/* The id of a table's row in both stores. */
struct twin {
    int64_t from, to;
};

struct copying {
    struct store *target;
    struct people_db to;
    struct twin *twin; /* sorted by `from` */
    size_t twins, capacity;
    const char *insert; /* of the rows that are being copied */
    int table;          /* their column with a table's id; -1: none */
    struct text *why;
    bool good;
};

static bool add_twin(void *context, const struct people_value column[], int columns)
{
    struct copying *c = context;
    struct store_table row;
    char name[STORE_NAME_MAX];
    (void)columns;
    snprintf(name, sizeof name, "%.*s", (int)column[1].bytes.length, span_start(column[1].bytes));
    const enum store_found found = c->target->driver->find(c->target, name, &row, c->why);
    c->good = found != STORE_FAILED;
    c->twin = memory_grow(c->twin, c->twins, &c->capacity, sizeof *c->twin);
    /* A table that was deleted has an id that no other one has. */
    c->twin[c->twins++] =
        (struct twin){column[0].number, found == STORE_FOUND ? row.table : c->target->next_table++};
    return c->good;
}

static int by_id(const void *key, const void *element)
{
    const int64_t id = *(const int64_t *)key;
    const struct twin *twin = element;
    return (id > twin->from) - (id < twin->from);
}

static bool copy_row(void *context, const struct people_value column[], int columns)
{
    struct copying *c = context;
    struct people_value value[COLUMNS_MAX];
    memcpy(value, column, (size_t)columns * sizeof *value);
    if (c->table >= 0 && column[c->table].number > 0) {
        const struct twin *twin =
            c->twins ? bsearch(&column[c->table].number, c->twin, c->twins, sizeof *twin, by_id)
                     : NULL;
        if (!twin) /* of a table without people */
            return true;
        value[c->table].number = twin->to;
    }
    c->good = c->to.run(c->to.context, c->insert, value, columns, NULL, NULL, c->why);
    return c->good;
}

#define PLAYED                                                                                     \
    "person, tbl, seat, name, game, players, began, ended, result, share, hints, lines,"           \
    " opponents, record, luck, spread, cost, analysed, detail"

static bool copy_rows(struct copying *c, const struct people_db *from)
{
    static const struct {
        const char *table, *columns, *values;
        int at;
    } tables[] = {
        {"person", "id, name, fold, secret, made, worded, visible", "$1, $2, $3, $4, $5, $6, $7",
         -1},
        {"reserved", "fold, person, until", "$1, $2, $3", -1},
        {"session", "token, id, person, device, made, seen", "$1, $2, $3, $4, $5, $6", -1},
        {"passkey", "id, person, public, uses, device, made, seen", "$1, $2, $3, $4, $5, $6, $7",
         -1},
        {"played", PLAYED,
         "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, CAST($14 AS text),"
         " CAST($15 AS bigint), CAST($16 AS bigint), CAST($17 AS bigint), $18, CAST($19 AS text)",
         1},
        {"against", "person, opponent, ended, tbl, seat, game, result, hints",
         "$1, $2, $3, $4, $5, $6, $7, $8", 3},
        {"hinted", "tbl, seat", "$1, $2", 0},
        {"erase", "tbl, seat, fold", "$1, $2, $3", 0},
        {"gone", "person, fold", "$1, $2", -1},
        {"tally", "person, kind, name, game, shown, played, won, drawn, lost, gone",
         "$1, $2, $3, $4, $5, $6, $7, $8, $9, $10", -1},
        {"ledger", "person, game, games, luck, variance, cost", "$1, $2, $3, $4, $5, $6", -1},
        {"habit", "person, kind, game, name, games, amount, refused", "$1, $2, $3, $4, $5, $6, $7",
         -1},
        {"effort", "person, day, games", "$1, $2, $3", -1},
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables && c->good; i++) {
        char select[512], insert[1024];
        snprintf(select, sizeof select, "SELECT %s FROM %s", tables[i].columns, tables[i].table);
        snprintf(insert, sizeof insert, "INSERT INTO %s(%s) VALUES(%s) ON CONFLICT DO NOTHING",
                 tables[i].table, tables[i].columns, tables[i].values);
        c->insert = insert;
        c->table = tables[i].at;
        c->good = from->run(from->context, select, NULL, 0, copy_row, c, c->why) && c->good;
    }
    return c->good;
}

bool copy_people(struct store *from, struct store *to, struct text *why)
{
    const struct people_db source = from->driver->people(from);
    struct copying c = {.target = to, .to = to->driver->people(to), .why = why, .good = true};
    if (!store_is_shared(from) && !source.run(source.context, "SELECT id FROM person LIMIT 1", NULL,
                                              0, NULL, NULL, TEXT_UNREAD))
        return true; /* an older version wrote the file: there are none */
    if (!source.run(source.context,
                    "SELECT DISTINCT tbl, name FROM played WHERE tbl > 0 ORDER BY tbl", NULL, 0,
                    add_twin, &c, why) ||
        !c.good || !c.to.begin(c.to.context, why)) {
        free(c.twin);
        return false;
    }
    const bool good = copy_rows(&c, &source);
    free(c.twin);
    return c.to.end(c.to.context, good, good ? why : TEXT_UNREAD) && good;
}
