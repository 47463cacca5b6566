/* operator.h: answers the requests of `cornet admin`: what the operator sees, and commands to
 * people and tables.
 *
 * A request and its answer are JSON objects. A request has `do` and the members of rules.h; for
 * `tables`, `people` and `addresses` also `find`, a text that the rows must contain. A command is
 * in force when it is answered; the asker has written it into the store's log before. */
#ifndef CORNET_SERVER_OPERATOR_H
#define CORNET_SERVER_OPERATOR_H

#include "server/metrics.h"
#include "server/rules.h"

/* Initialise with zeros, and set the pointers to other modules. */
struct operator
{
    const struct server_settings *settings;
    struct health *health;
    const struct clock *clock;
    struct tables *tables;
    struct conns *conns;
    struct addresses *addresses;
    struct metrics *metrics;
    struct listing *listing;
    struct rules *rules;

    unsigned long announced; /* hash of the announcement that was sent last; 0: none */

    /* For the load: counters at the time `since`, and what happened in the period before it. */
    double since, period, cpu, cpu_used;
    uint64_t messages, events, messages_done, events_done;
};

/* Answers a request. The answer is valid until the next use of tables->scratch. */
struct span operator_answer(struct operator* op, struct span request);

/* Reads the whole log, before anybody is served. False with a reason. */
bool operator_open(struct operator* op, struct store *store, struct text *why);

/* A line of the log that another process has written; applied once. */
void operator_note(struct operator* op, const struct store_note *note);

/* Call it every few seconds: counts the load, and sends an announcement that has changed. */
void operator_tick(struct operator* op);

#endif
