/* Servers and their leases. Only the database's clock decides when a lease has expired; a server
 * that does not know yet is stopped by the fence (postgres.c).
 *
 * An expired lease is lost only when another server needs one of its tables: then the row is
 * deleted, and with it all claims of that server, in one transaction. */
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "base/lang.h"
#include "store/postgres_internal.h"

#define LEASE "interval '5 seconds'"
#define SIZE "pg_database_size(current_database())"
_Static_assert(STORE_LEASE_SECONDS == 5, "as LEASE");

static _Atomic uint64_t known_size;

uint64_t postgres_known_size(void)
{
    return known_size;
}

/* Deletes servers whose lease is over. */
static bool drop_dead(struct postgres_link *link, struct text *why)
{
    PGresult *done =
        postgres_query(link, "DELETE FROM server WHERE until < now() - interval '0.5 seconds'",
                       NULL, POSTGRES_SECONDS, NULL, why);
    PQclear(done);
    return done;
}

int64_t postgres_join(struct store *store, const char *name, struct text *why)
{
    struct postgres_store *s = (struct postgres_store *)store;
    struct postgres_parameters p = {.count = 0};
    int64_t server = 0;
    if (!drop_dead(&s->read, why))
        return 0;
    postgres_add_text(&p, name);
    PGresult *rows = postgres_query(&s->read,
                                    "INSERT INTO server(name, until) VALUES($1, now() + " LEASE ")"
                                    " ON CONFLICT(name) DO NOTHING RETURNING id, " SIZE,
                                    &p, POSTGRES_SECONDS, NULL, why);
    if (rows && PQntuples(rows) == 1) {
        server = postgres_number(rows, 0, 0);
        known_size = (uint64_t)postgres_number(rows, 0, 1);
    } else if (rows)
        text_fail(why,
                  tr("a server named '%s' is running on this database: --name gives this one"
                     " another name"),
                  name);
    PQclear(rows);
    return server;
}

enum store_lease postgres_renew(struct store *store, int64_t server, struct text *why)
{
    struct postgres_store *s = (struct postgres_store *)store;
    struct postgres_parameters p = {.count = 0};
    postgres_add_number(&p, server);
    PGresult *rows = postgres_query(
        &s->read, /* the size costs a look at every file: about twice per minute is enough */
        "UPDATE server SET until = now() + " LEASE " WHERE id = $1 RETURNING id,"
        " CASE WHEN extract(epoch FROM now())::int8 % 30 = 0 THEN " SIZE " ELSE 0 END",
        &p, POSTGRES_SECONDS, NULL, why);
    if (!rows)
        return LEASE_UNKNOWN;
    const bool held = PQntuples(rows) == 1;
    if (held && postgres_number(rows, 0, 1))
        known_size = (uint64_t)postgres_number(rows, 0, 1);
    PQclear(rows);
    return held ? LEASE_HELD : LEASE_LOST;
}

void postgres_leave(struct store *store, int64_t server)
{
    postgres_done(postgres_rows(store, POSTGRES_SECONDS, TEXT_UNREAD,
                                "DELETE FROM server WHERE id = $1", "n", server));
}

/* The owner of a table that could not be claimed. */
static enum store_found find_owner(struct store *store, const char *table, char *at,
                                   struct text *why)
{
    PGresult *rows = postgres_rows(
        store, POSTGRES_SECONDS, why,
        "SELECT s.name FROM tables t LEFT JOIN server s ON s.id = t.owner WHERE t.name = $1", "t",
        table);
    if (!rows)
        return STORE_FAILED;
    enum store_found found = STORE_NONE;
    if (PQntuples(rows) == 1) {
        const struct span name = postgres_bytes(rows, 0, 0);
        found = name.length ? STORE_ELSEWHERE : STORE_FAILED; /* no owner: just released */
        snprintf(at, STORE_SERVER_MAX, "%.*s", (int)name.length, span_start(name));
        if (!name.length)
            text_fail(why, tr("the table is moving to another server: try again"));
    }
    PQclear(rows);
    return found;
}

enum store_found postgres_claim(struct store *store, int64_t server, const char *name,
                                struct store_table *out, char *at, struct text *why)
{
    if (!drop_dead(&((struct postgres_store *)store)->read, why))
        return STORE_FAILED;
    PGresult *rows = postgres_rows(
        store, POSTGRES_SECONDS, why,
        "UPDATE tables t SET owner = $2, claim = t.claim + 1 WHERE t.name = $1 AND"
        " EXISTS (SELECT FROM server s WHERE s.id = $2) AND (t.owner IS NULL OR t.owner = $2 OR"
        " NOT EXISTS (SELECT FROM server s WHERE s.id = t.owner)) RETURNING " POSTGRES_ROW,
        "tn", name, server);
    if (!rows)
        return STORE_FAILED;
    const bool mine = PQntuples(rows) == 1;
    if (mine)
        postgres_read_table(rows, 0, out);
    PQclear(rows);
    return mine ? STORE_FOUND : find_owner(store, name, at, why);
}
