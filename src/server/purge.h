/* purge.h: deleting old tables while the server runs.
 *
 * The server does it itself, since only it knows which tables are in memory; tables with connected
 * clients stay. The reader's thread finds old tables, a few at a time; the loop excludes those in
 * use; the writer's thread deletes the others between two batches. Once a table is handed to the
 * writer, lookups no longer find it, so that it cannot be loaded into memory. */
#ifndef CORNET_SERVER_PURGE_H
#define CORNET_SERVER_PURGE_H

#include "server/pages.h"
#include "server/tables.h"

/* Called at the end with the number of deleted tables, and the error that stopped the purge (NULL:
 * none). */
typedef void purge_done(void *context, size_t tables, const char *why);

/* Initialise with zeros, and set the pointers to other modules. */
struct purge {
    struct tables *tables;
    struct loading *loading;
    struct listing *listing;
    struct pages *pages;
    struct pool *reader;
    struct writer *writer;

    bool running;
    struct store_age age;
    struct store_table *row; /* the tables that the writer is deleting */
    size_t rows;
    size_t deleted; /* so far */
    purge_done *done;
    void *context;
};

/* Starts a purge; false if one is already running. */
bool purge_start(struct purge *purge, const struct store_age *age, purge_done *done, void *context);

/* Handle the answers of the reader's pool and of the writer. */
void purge_found(struct purge *purge, struct job *job);
void purge_deleted(struct purge *purge, size_t deleted, const char *why);

void purge_close(struct purge *purge);

#endif
