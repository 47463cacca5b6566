/* The operator's log, and the requests of `cornet admin` to the servers. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "store/postgres_internal.h"

bool postgres_note(struct store *store, uint64_t at, const char *text, struct text *why)
{
    return postgres_done(postgres_rows(store, POSTGRES_SECONDS, why,
                                       "INSERT INTO note(at, text) VALUES($1, $2)", "nt",
                                       (int64_t)at, text));
}

bool postgres_notes(struct store *store, int64_t after, store_on_note *on_note, void *context,
                    struct text *why)
{
    PGresult *rows =
        postgres_rows(store, POSTGRES_SECONDS, why,
                      "SELECT id, at, text FROM note WHERE id > $1 ORDER BY id", "n", after);
    const int count = rows ? PQntuples(rows) : 0;
    bool more = true;
    for (int i = 0; i < count && more; i++) {
        const struct store_note note = {postgres_number(rows, i, 0),
                                        (uint64_t)postgres_number(rows, i, 1),
                                        postgres_bytes(rows, i, 2)};
        more = on_note(context, &note);
    }
    return postgres_done(rows);
}

/* Also deletes requests of servers that are gone. */
int64_t postgres_ask(struct store *store, const char *server, const char *text, struct text *why)
{
    if (!postgres_done(postgres_rows(
            store, POSTGRES_SECONDS, why,
            "DELETE FROM request WHERE made < now() - interval '1 minute' OR server NOT IN"
            " (SELECT id FROM server)",
            "")))
        return 0;
    PGresult *rows = postgres_rows(
        store, POSTGRES_SECONDS, why,
        "WITH asked AS (SELECT nextval('requests') AS number) INSERT INTO request(asked, server,"
        " name, text) SELECT number, id, name, $1 FROM server, asked WHERE until > now() AND"
        " ($2 = '' OR name = $2) RETURNING asked",
        "tt", text, server ? server : "");
    const int64_t number = rows && PQntuples(rows) > 0 ? postgres_number(rows, 0, 0) : 0;
    if (rows && !number)
        text_clear(why);
    PQclear(rows);
    return number;
}

/* Rows of the columns id, server, text. */
static bool show_requests(PGresult *rows, store_on_request *on_request, void *context)
{
    const int count = rows ? PQntuples(rows) : 0;
    bool more = true;
    for (int i = 0; i < count && more; i++) {
        const struct span name = postgres_bytes(rows, i, 1);
        char *server = memory_new(name.length + 1, 1);
        memcpy(server, name.at, name.length);
        const struct store_request request = {postgres_number(rows, i, 0), server,
                                              PQgetisnull(rows, i, 2) ? (struct span){NULL, 0}
                                                                      : postgres_bytes(rows, i, 2)};
        more = on_request(context, &request);
        free(server);
    }
    return postgres_done(rows);
}

bool postgres_answers(struct store *store, int64_t asked, store_on_request *on_answer,
                      void *context, struct text *why)
{
    return show_requests(
        postgres_rows(store, POSTGRES_SECONDS, why,
                      "SELECT id, name, answer FROM request WHERE asked = $1 ORDER BY name", "n",
                      asked),
        on_answer, context);
}

bool postgres_requests(struct store *store, int64_t server, store_on_request *on_request,
                       void *context, struct text *why)
{
    return show_requests(postgres_rows(store, POSTGRES_SECONDS, why,
                                       "SELECT id, name, text FROM request WHERE server = $1 AND"
                                       " answer IS NULL ORDER BY id",
                                       "n", server),
                         on_request, context);
}

bool postgres_answer(struct store *store, int64_t id, const char *text, struct text *why)
{
    return postgres_done(postgres_rows(store, POSTGRES_SECONDS, why,
                                       "UPDATE request SET answer = $2 WHERE id = $1", "nt", id,
                                       text));
}
