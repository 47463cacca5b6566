/* postgres_internal.h: declarations private to the PostgreSQL store. */
#ifndef CORNET_STORE_POSTGRES_INTERNAL_H
#define CORNET_STORE_POSTGRES_INTERNAL_H

#include <libpq-fe.h>

#include "store/store.h"

#define POSTGRES_SECONDS 5.0 /* timeout of a query; then the connection is closed */

/* A connection, reopened on demand. Used by one thread at a time. */
struct postgres_link {
    PGconn *connection; /* NULL: none */
    const char *address;
    double closed_until; /* by the monotonic clock: no attempt to connect before that */
    bool repeats;        /* if the connection is lost during a query, reconnect and retry once */
};

struct postgres_store {
    struct store store;
    char *address;
    enum store_mode mode;
    struct postgres_link write, read; /* only a serving store reads and writes concurrently */
    char *buffer;                     /* the parameters of a batch, concatenated */
    size_t capacity;
};

/* A query's parameters, in the binary form. */
#define POSTGRES_PARAMETERS 18
struct postgres_parameters {
    int count;
    Oid type[POSTGRES_PARAMETERS];
    const char *value[POSTGRES_PARAMETERS];
    int length[POSTGRES_PARAMETERS];
    uint64_t number[POSTGRES_PARAMETERS]; /* storage for values of up to 8 bytes */
};

void postgres_add_number(struct postgres_parameters *p, int64_t number);
void postgres_add_text(struct postgres_parameters *p, const char *text);

/* Runs one statement; connects first if necessary. NULL with a reason. If the server reports an
 * error, `state` gets its SQLSTATE of five characters; if there is no answer, "". */
#define POSTGRES_STATE 6
PGresult *postgres_query(struct postgres_link *link, const char *statement,
                         const struct postgres_parameters *p, double seconds,
                         char state[POSTGRES_STATE], struct text *why);

/* The same on the reading connection of a store, with its parameters: `kinds` has an n for each
 * int64_t that follows and a t for each text. */
PGresult *postgres_rows(struct store *store, double seconds, struct text *why,
                        const char *statement, const char *kinds, ...);

/* Frees the rows; false if there is no result. */
bool postgres_done(PGresult *rows);

/* Several statements without parameters. */
bool postgres_run(struct postgres_link *link, const char *statements, struct text *why);
void postgres_close_link(struct postgres_link *link);

/* Columns of a row. */
int64_t postgres_number(const PGresult *rows, int row, int column);
struct span postgres_bytes(const PGresult *rows, int row, int column);

/* The columns of a table's row, in the order in which postgres_read_table reads them. */
#define POSTGRES_ROW                                                                               \
    "t.id, t.name, coalesce((SELECT max(e.number) FROM event e WHERE e.tbl = t.id), 0)::int8,"     \
    " t.phase, t.listed, t.created, t.changed, t.summary, coalesce(t.owner, 0)::int8, t.claim"
void postgres_read_table(const PGresult *rows, int row, struct store_table *out);

/* The size of the database when a server last renewed its lease, in bytes; 0: not known yet. */
uint64_t postgres_known_size(void);

/* Calls back for each of these rows, and frees them; false if there is no result. */
bool postgres_show_tables(PGresult *rows, store_on_table *on_row, void *context);

/* postgres_notes.c: as in store.h. */
bool postgres_note(struct store *store, uint64_t at, const char *text, struct text *why);
bool postgres_notes(struct store *store, int64_t after, store_on_note *on_note, void *context,
                    struct text *why);
int64_t postgres_ask(struct store *store, const char *server, const char *text, struct text *why);
bool postgres_answers(struct store *store, int64_t asked, store_on_request *on_answer,
                      void *context, struct text *why);
bool postgres_requests(struct store *store, int64_t server, store_on_request *on_request,
                       void *context, struct text *why);
bool postgres_answer(struct store *store, int64_t id, const char *text, struct text *why);

/* postgres_write.c, postgres_people.c, postgres_purge.c, postgres_servers.c: as in store.h. */
bool postgres_write(struct store *store, const struct store_batch *batch,
                    struct store_fenced *fenced, struct text *why);
bool postgres_write_changes(struct postgres_store *s, const struct store_batch *batch,
                            struct text *why);
struct people_db postgres_people(struct store *store);
bool postgres_rewrite(struct store *store, const struct store_event *event, struct span text,
                      struct text *why);
bool postgres_old(struct store *store, const struct store_age *age, size_t max,
                  store_on_table *on_row, void *context, struct text *why);
bool postgres_purge(struct store *store, const struct store_table row[], size_t rows, size_t *done,
                    size_t *deleted, struct text *why);
int64_t postgres_join(struct store *store, const char *name, struct text *why);
enum store_lease postgres_renew(struct store *store, int64_t server, struct text *why);
void postgres_leave(struct store *store, int64_t server);
enum store_found postgres_claim(struct store *store, int64_t server, const char *name,
                                struct store_table *out, char *at, struct text *why);

#endif
