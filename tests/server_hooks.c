/* Hooks in the servers of these tests. Each server compares its tables with their stored events.
 * The programs are linked with --wrap (tests/CMakeLists.txt), so the server calls the functions
 * __wrap_... below instead of its own. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "copy_unstored.h"
#include "server/health.h"
#include "server/tables.h"
#include "server/work/reader.h"
#include "server/work/writer.h"

void __real_tables_open(struct tables *tables);
void __wrap_tables_open(struct tables *tables);
void __real_tables_stored(struct tables *tables);
void __wrap_tables_stored(struct tables *tables);

static void compare(const struct table *live, const struct table *restored, int viewer,
                    uint64_t now)
{
    char *bytes = memory_resize(NULL, 2, TABLE_MESSAGE_MAX);
    struct text one = text_on(bytes, TABLE_MESSAGE_MAX);
    struct text other = text_on(bytes + TABLE_MESSAGE_MAX, TABLE_MESSAGE_MAX);
    table_write(live, viewer, "check", now, &one);
    table_write(restored, viewer, "check", now, &other);
    if (strcmp(one.start, other.start) != 0) {
        fprintf(stderr, "cornet serve: a restored table differs for viewer %d:\n%s\n%s\n", viewer,
                one.start, other.start);
        abort();
    }
    free(bytes);
}

/* If all events of the table are durable: restores it, and compares every viewer's message `table`
 * with the live one's. Does nothing if another server owns the table now. */
static void check(const struct server_table *st)
{
    const struct tables *tables = st->tables;
    const struct table *live = st->base.table;
    struct store *store = tables->store;
    struct store_table row;
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    if (st->base.suspended || st->batch > writer_durable(tables->writer) ||
        store->driver->find(store, table_id(live), &row, &why) != STORE_FOUND ||
        (row.owner != tables->health->number && store_is_shared(store)))
        return;
    struct table *restored = reader_restore(&tables->env, store, &row, &why);
    if (!restored) {
        fprintf(stderr, "cornet serve: a table cannot be restored: %s\n", reason);
        abort();
    }
    copy_unstored(restored, live);
    for (int viewer = 0; viewer <= table_players(live); viewer++)
        compare(live, restored, viewer, clock_now(tables->clock));
    table_free(restored);
}

static void (*real_on_empty)(struct room *room);

/* The last client has left. */
static void on_empty(struct room *room)
{
    const struct server_table *st = (const struct server_table *)room;
    real_on_empty(room);
    if (!st->tables->health->stopping)
        check(st);
}

void __wrap_tables_open(struct tables *tables)
{
    __real_tables_open(tables);
    real_on_empty = tables->protocol.on_empty;
    tables->protocol.on_empty = on_empty;
    tables->env.take_wait = 0; /* test_table.c checks that wait */
}

/* Checks all tables that nobody is connected to, and a sixteenth of the others. */
void __wrap_tables_stored(struct tables *tables)
{
    static unsigned calls;
    for (const struct server_table *st = tables->dirty; st; st = st->dirty_next) {
        if (!st->base.clients || calls++ % 16 == 0)
            check(st);
    }
    __real_tables_stored(tables);
}
