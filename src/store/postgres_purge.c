/* Finding and deleting old tables. */
#include "store/postgres_internal.h"

#define PURGE_TABLES 64 /* that are deleted with one commit */
#define PURGE_SECONDS 20.0

bool postgres_old(struct store *store, const struct store_age *age, size_t max,
                  store_on_table *on_row, void *context, struct text *why)
{
    return postgres_show_tables(
        postgres_rows(store, PURGE_SECONDS, why,
                      "SELECT " POSTGRES_ROW " FROM tables t WHERE t.id > $1 AND t.phase >= $2 AND"
                      " ($5 = 0 OR t.phase <= $5) AND"
                      " t.changed < $3 AND NOT EXISTS (SELECT FROM played p WHERE p.tbl = t.id AND"
                      "  p.ended > 0 AND p.result < 4) AND coalesce((SELECT e.at FROM event e "
                      "WHERE e.tbl = t.id"
                      " ORDER BY e.number DESC LIMIT 1), 0) < $3 ORDER BY t.id LIMIT $4",
                      "nnnnn", age->after, (int64_t)age->min_phase, (int64_t)age->before,
                      (int64_t)max, (int64_t)age->max_phase),
        on_row, context);
}

/* A table that belongs to a server which runs is left alone: somebody may be sitting at it. */
static PGresult *delete_one(struct store *store, const struct store_table *row, struct text *why)
{
    return postgres_rows(
        store, PURGE_SECONDS, why,
        "WITH old AS (DELETE FROM tables t WHERE t.id = $1 AND NOT EXISTS"
        "  (SELECT FROM server s WHERE s.id = t.owner AND s.until > now()) AND NOT EXISTS"
        "  (SELECT FROM event e WHERE e.tbl = $1 AND e.number > $2) RETURNING t.id),"
        " hints AS (DELETE FROM hinted h USING old WHERE h.tbl = old.id),"
        " games AS (DELETE FROM played p USING old WHERE p.tbl = old.id AND p.ended = 0)"
        " DELETE FROM event e USING old WHERE e.tbl = old.id RETURNING e.number",
        "nn", row->table, row->last);
}

bool postgres_purge(struct store *store, const struct store_table row[], size_t rows, size_t *done,
                    size_t *deleted, struct text *why)
{
    for (*done = *deleted = 0; *done < rows && *done < PURGE_TABLES; ++*done) {
        PGresult *result = delete_one(store, &row[*done], why);
        if (!result)
            return false;
        *deleted += PQntuples(result) > 0;
        PQclear(result);
    }
    return true;
}
