/* Connections to PostgreSQL. No wait is unlimited: after a timeout the connection is closed, and
 * the next query reconnects to whichever of the address's hosts accepts writes. */
#include <endian.h>
#include <poll.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/lang.h"
#include "store/postgres_internal.h"

#define CLOSED_SECONDS 0.5
#define OID_INT8 20
#define OID_TEXT 25

/* An interrupted transaction must not hold its locks for long. An acknowledged commit must be
 * durable, regardless of the database's own settings. */
static const char settings[] =
    "SET client_min_messages = warning; SET search_path = cornet;"
    "SET lock_timeout = '4s'; SET statement_timeout = '20s';"
    "SET idle_in_transaction_session_timeout = '5s';"
    "SET tcp_keepalives_idle = 3; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 3;"
    "SELECT set_config('synchronous_commit', 'on', false)"
    " WHERE current_setting('synchronous_commit') IN ('off', 'local')";

/* libpq's sentences end in a line feed, and may have several lines: the first one. */
static bool fail(struct text *why, const char *sentence)
{
    const int length = (int)strcspn(sentence, "\n");
    return text_fail(why, tr("the database failed: %.*s"), length, sentence);
}

void postgres_close_link(struct postgres_link *link)
{
    PQfinish(link->connection);
    link->connection = NULL;
}

static bool give_up(struct postgres_link *link, struct text *why, const char *sentence)
{
    fail(why, sentence);
    postgres_close_link(link);
    return false;
}

/* Waits until the connection can be read, or written too. False: the time is over. */
static bool wait_for(PGconn *connection, bool write, double until)
{
    struct pollfd poll_fd = {.fd = PQsocket(connection),
                             .events = (short)(POLLIN | (write ? POLLOUT : 0))};
    const double left = until - clock_steady();
    return left > 0 && poll(&poll_fd, 1, (int)(left * 1000) + 1) != 0;
}

/* The next result of the query; NULL: none left, or `lost`. */
static PGresult *next_result(PGconn *connection, double until, bool *lost)
{
    int unsent = PQflush(connection);
    *lost = false;
    while (!*lost && (unsent > 0 || PQisBusy(connection))) {
        *lost =
            unsent < 0 || !wait_for(connection, unsent > 0, until) || !PQconsumeInput(connection);
        if (!*lost && unsent > 0)
            unsent = PQflush(connection);
    }
    *lost = *lost || unsent < 0;
    return *lost ? NULL : PQgetResult(connection);
}

static _Atomic uint64_t trips, trip_microseconds; /* of all threads */

struct store_trips postgres_trips(void)
{
    return (struct store_trips){trips, (double)trip_microseconds / 1e6};
}

/* The last result of the query. */
static PGresult *take_answer(struct postgres_link *link, double seconds, struct text *why)
{
    const double until = clock_steady() + seconds;
    PGresult *last = NULL, *result;
    bool lost = false;
    while ((result = next_result(link->connection, until, &lost))) {
        const bool failed = PQresultStatus(result) == PGRES_FATAL_ERROR;
        PQclear(last);
        last = result;
        if (failed && PQstatus(link->connection) != CONNECTION_OK)
            break;
    }
    if (!lost)
        return last;
    PQclear(last);
    give_up(link, why,
            clock_steady() >= until ? tr("no answer in time") : PQerrorMessage(link->connection));
    return NULL;
}

static PGresult *take_result(struct postgres_link *link, double seconds, struct text *why)
{
    const double began = clock_steady();
    PGresult *result = take_answer(link, seconds, why);
    atomic_fetch_add(&trips, 1);
    atomic_fetch_add(&trip_microseconds, (uint64_t)((clock_steady() - began) * 1e6));
    return result;
}

bool postgres_run(struct postgres_link *link, const char *statements, struct text *why)
{
    if (!PQsendQuery(link->connection, statements))
        return give_up(link, why, PQerrorMessage(link->connection));
    PGresult *result = take_result(link, POSTGRES_SECONDS, why);
    const ExecStatusType status = PQresultStatus(result);
    const bool good = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
    if (result && !good)
        fail(why, PQresultErrorMessage(result));
    PQclear(result);
    return good;
}

/* Many queries may be queued, and each should not wait for its own connection timeout: for a moment
 * after a failure, further attempts fail immediately. */
static bool connect(struct postgres_link *link, struct text *why)
{
    if (clock_steady() < link->closed_until)
        return fail(why, tr("no connection"));
    const char *const keys[] = {"application_name",
                                "connect_timeout",
                                "target_session_attrs",
                                "tcp_user_timeout",
                                "keepalives_idle",
                                "dbname",
                                NULL};
    const char *const values[] = {"cornet", "3", "read-write", "4000", "3", link->address, NULL};
    link->connection = PQconnectdbParams(keys, values, 1); /* the address may say otherwise */
    if (PQstatus(link->connection) != CONNECTION_OK) {
        link->closed_until = clock_steady() + CLOSED_SECONDS;
        return give_up(link, why, PQerrorMessage(link->connection));
    }
    PQsetnonblocking(link->connection, 1);
    const bool good = postgres_run(link, settings, why);
    link->closed_until = good ? 0 : clock_steady() + CLOSED_SECONDS;
    if (!good)
        postgres_close_link(link);
    return good;
}

void postgres_add_number(struct postgres_parameters *p, int64_t number)
{
    const int i = p->count++;
    p->number[i] = htobe64((uint64_t)number);
    p->type[i] = OID_INT8;
    p->value[i] = (const char *)&p->number[i];
    p->length[i] = sizeof p->number[i];
}

void postgres_add_text(struct postgres_parameters *p, const char *text)
{
    const int i = p->count++;
    p->type[i] = OID_TEXT;
    p->value[i] = text;
    p->length[i] = (int)strlen(text);
}

/* Whether the connection has ended since the last query, so that its error does not concern a new
 * one. */
static bool is_dead(PGconn *connection)
{
    struct pollfd poll_fd = {.fd = PQsocket(connection), .events = POLLIN};
    while (PQstatus(connection) == CONNECTION_OK && poll(&poll_fd, 1, 0) > 0) {
        if (!PQconsumeInput(connection))
            return true;
    }
    return PQstatus(connection) != CONNECTION_OK;
}

static bool send(struct postgres_link *link, const char *statement,
                 const struct postgres_parameters *p, struct text *why)
{
    static const int binary[POSTGRES_PARAMETERS] = {1, 1, 1, 1, 1, 1, 1, 1, 1,
                                                    1, 1, 1, 1, 1, 1, 1, 1, 1};
    if (link->connection && is_dead(link->connection))
        postgres_close_link(link);
    if (!link->connection && !connect(link, why))
        return false;
    return PQsendQueryParams(link->connection, statement, p->count, p->type, p->value, p->length,
                             binary, 1) ||
           give_up(link, why, PQerrorMessage(link->connection));
}

/* One attempt. */
static PGresult *query(struct postgres_link *link, const char *statement,
                       const struct postgres_parameters *p, double seconds,
                       char state[POSTGRES_STATE], struct text *why)
{
    state[0] = '\0';
    if (!send(link, statement, p, why))
        return NULL;
    PGresult *result = take_result(link, seconds, why);
    const ExecStatusType status = PQresultStatus(result);
    if (!result || status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)
        return result;
    const char *code = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    snprintf(state, POSTGRES_STATE, "%s", code ? code : "");
    fail(why, PQresultErrorMessage(result));
    PQclear(result);
    if (PQstatus(link->connection) != CONNECTION_OK)
        postgres_close_link(link);
    return NULL;
}

PGresult *postgres_query(struct postgres_link *link, const char *statement,
                         const struct postgres_parameters *p, double seconds,
                         char state[POSTGRES_STATE], struct text *why)
{
    static const struct postgres_parameters none = {.count = 0};
    char unused[POSTGRES_STATE];
    const bool was_open = link->connection;
    PGresult *result = query(link, statement, p ? p : &none, seconds, state ? state : unused, why);
    if (result || link->connection || !was_open || !link->repeats)
        return result;
    text_clear(why);
    return query(link, statement, p ? p : &none, seconds, state ? state : unused, why);
}

PGresult *postgres_rows(struct store *store, double seconds, struct text *why,
                        const char *statement, const char *kinds, ...)
{
    struct postgres_parameters p = {.count = 0};
    va_list values;
    va_start(values, kinds);
    for (; *kinds; kinds++) {
        if (*kinds == 'n')
            postgres_add_number(&p, va_arg(values, int64_t));
        else
            postgres_add_text(&p, va_arg(values, const char *));
    }
    va_end(values);
    return postgres_query(&((struct postgres_store *)store)->read, statement, &p, seconds, NULL,
                          why);
}

bool postgres_done(PGresult *rows)
{
    PQclear(rows);
    return rows;
}

int64_t postgres_number(const PGresult *rows, int row, int column)
{
    const char *at = PQgetvalue(rows, row, column);
    const int length = PQgetlength(rows, row, column);
    uint64_t number = 0;
    for (int i = 0; i < length; i++)
        number = number << 8 | (unsigned char)at[i];
    const int spare = 64 - 8 * length;
    return length ? (int64_t)(number << spare) >> spare : 0;
}

struct span postgres_bytes(const PGresult *rows, int row, int column)
{
    return (struct span){PQgetvalue(rows, row, column), (size_t)PQgetlength(rows, row, column)};
}
