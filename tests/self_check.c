#include "self_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "copy_unstored.h"
#include "server/work/reader.h"

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

void self_check(const struct table_env *env, struct store *store, const struct table *live,
                int64_t owner, uint64_t now)
{
    struct store_table row;
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    if (store->driver->find(store, table_id(live), &row, &why) != STORE_FOUND ||
        (row.owner != owner && store_is_shared(store)))
        return;
    struct table *restored = reader_restore(env, store, &row, &why);
    if (!restored) {
        fprintf(stderr, "cornet serve: a table cannot be restored: %s\n", reason);
        abort();
    }
    copy_unstored(restored, live);
    for (int viewer = 0; viewer <= table_players(live); viewer++)
        compare(live, restored, viewer, now);
    table_free(restored);
}
