/* Finding and deleting old tables. */
#include "store/postgres_internal.h"

#define PURGE_TABLES 64 /* that are deleted with one commit */
#define PURGE_SECONDS 20.0

bool postgres_old(struct store *store, const struct store_age *age, size_t max,
                  store_on_table *on_row, void *context, struct text *why)
{
    struct postgres_store *s = (struct postgres_store *)store;
    struct postgres_parameters p = {.count = 0};
    postgres_add_number(&p, age->after);
    postgres_add_number(&p, age->min_phase);
    postgres_add_number(&p, (int64_t)age->before);
    postgres_add_number(&p, (int64_t)max);
    postgres_add_number(&p, age->max_phase);
    PGresult *rows =
        postgres_query(&s->read,
                       "SELECT " POSTGRES_ROW " FROM tables t WHERE t.id > $1 AND t.phase >= $2 AND"
                       " ($5 = 0 OR t.phase <= $5) AND"
                       " t.changed < $3 AND coalesce((SELECT e.at FROM event e WHERE e.tbl = t.id"
                       " ORDER BY e.number DESC LIMIT 1), 0) < $3 ORDER BY t.id LIMIT $4",
                       &p, PURGE_SECONDS, NULL, why);
    const int count = rows ? PQntuples(rows) : 0;
    for (int i = 0; i < count; i++) {
        struct store_table table;
        postgres_read_table(rows, i, &table);
        if (!on_row(context, &table))
            break;
    }
    PQclear(rows);
    return rows;
}

/* A table that belongs to a server which runs is left alone: somebody may be sitting at it. */
static PGresult *delete_one(struct postgres_store *s, const struct store_table *row,
                            struct text *why)
{
    struct postgres_parameters p = {.count = 0};
    postgres_add_number(&p, row->table);
    postgres_add_number(&p, row->last);
    return postgres_query(
        &s->read,
        "WITH old AS (DELETE FROM tables t WHERE t.id = $1 AND NOT EXISTS"
        "  (SELECT FROM server s WHERE s.id = t.owner AND s.until > now()) AND NOT EXISTS"
        "  (SELECT FROM event e WHERE e.tbl = $1 AND e.number > $2) RETURNING t.id)"
        " DELETE FROM event e USING old WHERE e.tbl = old.id RETURNING e.number",
        &p, PURGE_SECONDS, NULL, why);
}

bool postgres_purge(struct store *store, const struct store_table row[], size_t rows, size_t *done,
                    size_t *deleted, struct text *why)
{
    struct postgres_store *s = (struct postgres_store *)store;
    for (*done = *deleted = 0; *done < rows && *done < PURGE_TABLES; ++*done) {
        PGresult *result = delete_one(s, &row[*done], why);
        if (!result)
            return false;
        *deleted += PQntuples(result) > 0;
        PQclear(result);
    }
    return true;
}
