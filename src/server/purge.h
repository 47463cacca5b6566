/* purge.h: deleting old tables while the server runs.
 *
 * The server does it itself, since only it knows which tables are in memory: those somebody is at
 * stay. The reader's thread finds old tables, some at a time; the loop takes out those that are in
 * use; the writer's thread deletes the others between two batches. From the moment at which a table
 * is handed to the writer, nobody finds it any more, so that it cannot come into memory. */
#ifndef CORNET_SERVER_PURGE_H
#define CORNET_SERVER_PURGE_H

#include "server/pages.h"
#include "server/tables.h"

/* Called when all is done: how many tables were deleted, and why not more (NULL: there are no
 * more). */
typedef void purge_done(void *context, size_t tables, const char *why);

/* The rest is all zero: nothing is being deleted. */
struct purge {
    struct tables *tables;
    struct loading *loading;
    struct listing *listing;
    struct pages *pages;
    struct pool *reader;
    struct writer *writer;

    bool running;
    struct store_age age;
    struct store_table *row; /* those that the writer deletes now */
    size_t rows;
    size_t deleted; /* so far */
    purge_done *done;
    void *context;
};

/* Deletes old tables; false if others are being deleted already. */
bool purge_start(struct purge *purge, const struct store_age *age, purge_done *done, void *context);

/* Take the answers of the reader's pool and of the writer. */
void purge_found(struct purge *purge, struct job *job);
void purge_deleted(struct purge *purge, size_t deleted, const char *why);

void purge_close(struct purge *purge);

#endif
