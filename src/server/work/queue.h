/* queue.h: the jobs that wait for a thread of a pool, shared fairly.
 *
 * Jobs of tables with a person come before those of tables with only bots and spectators, which get
 * one turn in QUEUE_TURNS so that they are not starved. Within each kind the client addresses take
 * turns, so that an address with a hundred tables delays only itself. The jobs of an address are
 * done in the order of arrival; a table has at most one per seat, so its tables take turns too. */
#ifndef CORNET_SERVER_WORK_QUEUE_H
#define CORNET_SERVER_WORK_QUEUE_H

#include "server/work/job.h"

#define QUEUE_TURNS 8
#define QUEUE_HASH 256

/* A list of jobs, linked by `next`. Empty: {.first = NULL, .end = &first}. */
struct job_list {
    struct job *first, **end;
};
void job_list_init(struct job_list *list);
void job_list_add(struct job_list *list, struct job *job);
struct job *job_list_take(struct job_list *list); /* NULL: there is none */

struct queue_client;

/* One kind of tables: the clients in the order of their turns, and hashed by address. */
struct queue_kind {
    struct queue_client *first, *last;
    struct queue_client *hash[QUEUE_HASH];
};

/* How many jobs wait, by kind and task. */
struct queue_counts {
    size_t waiting[2][JOB_TASKS];
};

/* All zero: empty. */
struct queue {
    struct queue_kind kind[2]; /* [0]: tables where a person sits; [1]: the others */
    unsigned turns;            /* of the first kind since the last one of the second */
    size_t count;
    struct queue_counts counts;
};

void queue_add(struct queue *queue, struct job *job);
struct job *queue_take(struct queue *queue); /* NULL: it is empty */

#endif
