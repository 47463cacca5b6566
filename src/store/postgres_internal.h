/* postgres_internal.h: what the files of the PostgreSQL store share. */
#ifndef CORNET_STORE_POSTGRES_INTERNAL_H
#define CORNET_STORE_POSTGRES_INTERNAL_H

#include <libpq-fe.h>

#include "store/store.h"

#define POSTGRES_SECONDS 5.0 /* for an answer; then the connection is given up */

/* A connection, which is opened again when it is needed. One thread at a time uses it. */
struct postgres_link {
    PGconn *connection; /* NULL: none */
    const char *address;
    double closed_until; /* of the steady clock: no attempt to connect before that */
    bool repeats;        /* a query whose connection is lost is sent once more, by a new one */
};

struct postgres_store {
    struct store store;
    char *address;
    enum store_mode mode;
    struct postgres_link write, read; /* only a serving store writes and reads at once */
    char *buffer;                     /* of the parameters of a batch, one after the other */
    size_t capacity;
};

/* A query's parameters, in the binary form. */
#define POSTGRES_PARAMETERS 18
struct postgres_parameters {
    int count;
    Oid type[POSTGRES_PARAMETERS];
    const char *value[POSTGRES_PARAMETERS];
    int length[POSTGRES_PARAMETERS];
    uint64_t number[POSTGRES_PARAMETERS]; /* where a value of up to 8 bytes is kept */
};

void postgres_add_number(struct postgres_parameters *p, int64_t number);
void postgres_add_text(struct postgres_parameters *p, const char *text);

/* Runs one statement, and opens the connection before that if need be. NULL with a reason. If the
 * server says no, `state` gets its code of five characters; if there is no answer, "". */
#define POSTGRES_STATE 6
PGresult *postgres_query(struct postgres_link *link, const char *statement,
                         const struct postgres_parameters *p, double seconds,
                         char state[POSTGRES_STATE], struct text *why);

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

/* postgres_write.c, postgres_purge.c, postgres_servers.c: as in store.h. */
bool postgres_write(struct store *store, const struct store_batch *batch,
                    struct store_fenced *fenced, struct text *why);
bool postgres_old(struct store *store, const struct store_age *age, size_t max,
                  store_on_table *on_row, void *context, struct text *why);
bool postgres_purge(struct store *store, const struct store_table row[], size_t rows, size_t *done,
                    size_t *deleted, struct text *why);
int64_t postgres_join(struct store *store, char name, struct text *why);
enum store_lease postgres_renew(struct store *store, int64_t server, struct text *why);
void postgres_leave(struct store *store, int64_t server);
enum store_found postgres_claim(struct store *store, int64_t server, const char *name,
                                struct store_table *out, char *at, struct text *why);

#endif
