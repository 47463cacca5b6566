/* A database that several servers share: writes and claims. Runs if CORNET_TEST_DATABASE names a
 * PostgreSQL server (tests/postgres.sh starts one). Copying also uses files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "helpers.h"
#include "store/copy.h"

static char address[256], folder[] = "/tmp/cornet-store-XXXXXX";
static char reason[TEXT_WHY];
static struct text why;

static void sql(const char *statement)
{
    char command[1024];
    snprintf(command, sizeof command, "psql -q -v ON_ERROR_STOP=1 -c \"%s\" '%s'", statement,
             address);
    assert_int_equal(system(command), 0);
}

/* Creates a new database for each test. */
static int new_database(void **state)
{
    static int count;
    const char *base = getenv("CORNET_TEST_DATABASE");
    (void)state;
    why = text_on(reason, sizeof reason);
    snprintf(address, sizeof address, "%spostgres", base);
    char create[128];
    snprintf(create, sizeof create, "CREATE DATABASE store_%d_%d", (int)getpid(), ++count);
    sql(create);
    snprintf(address, sizeof address, "%sstore_%d_%d", base, (int)getpid(), count);
    return 0;
}

static struct store *open_store(enum store_mode mode)
{
    text_clear(&why);
    struct store *store = store_open(address, mode, &why);
    if (!store)
        fail_msg("%s", reason);
    return store;
}

/* A table's row; its name is made from the letter. */
static struct store_table row_of(int64_t id, char letter, int64_t owner)
{
    struct store_table row = {.table = id,
                              .phase = 2,
                              .listed = true,
                              .created = 100,
                              .changed = 200,
                              .summary = span_of("{\"a\":\"é\"}"),
                              .owner = owner};
    memset(row.name, letter, 16);
    return row;
}

static struct store_event event_of(int64_t table, uint32_t number, struct span text)
{
    return (struct store_event){.table = table,
                                .number = number,
                                .at = 1000 + number,
                                .kind = 8,
                                .seat = (int)(number % 3),
                                .left = -1,
                                .text = text};
}

static bool write_some(struct store *store, struct store_event event[], size_t events,
                       struct store_table row[], size_t rows, struct store_fenced *fenced)
{
    const struct store_batch batch = {.event = event, .events = events, .row = row, .rows = rows};
    *fenced = (struct store_fenced){NULL, 0};
    text_clear(&why);
    return store->driver->write(store, &batch, fenced, &why);
}

/* Creates a table with `events` events. */
static void make_table(struct store *store, int64_t id, char letter, int64_t owner, uint32_t events)
{
    struct store_event event[32];
    struct store_table row = row_of(id, letter, owner);
    struct store_fenced fenced;
    for (uint32_t i = 0; i < events; i++)
        event[i] = event_of(id, i + 1, span_of("1 keep 3"));
    if (!write_some(store, event, events, &row, 1, &fenced))
        fail_msg("%s", reason);
    assert_int_equal(fenced.count, 0);
}

struct seen {
    uint32_t count;
    char text[32][16];
    size_t length[32];
};

static bool note(void *context, const struct store_event *event)
{
    struct seen *seen = context;
    assert_int_equal(event->number, seen->count + 1);
    assert_int_equal(event->at, 1000 + event->number);
    assert_int_equal(event->left, -1);
    assert_true(event->text.length <= 16);
    memcpy(seen->text[seen->count], event->text.at, event->text.length);
    seen->length[seen->count++] = event->text.length;
    return true;
}

static struct seen read_events(struct store *store, char letter)
{
    struct seen seen = {0};
    const struct store_table named = row_of(0, letter, 0);
    struct store_table row;
    assert_int_equal(store->driver->find(store, named.name, &row, &why), STORE_FOUND);
    assert_true(store->driver->events(store, &row, note, &seen, &why));
    return seen;
}

static enum store_found claim(struct store *store, int64_t server, char letter, char *at)
{
    const struct store_table named = row_of(0, letter, 0);
    struct store_table row;
    text_clear(&why);
    return store->driver->claim(store, server, named.name, &row, at, &why);
}

/* ---- tests ---- */

static void servers_that_start_at_once(void **state)
{
    (void)state;
    enum { SERVERS = 4 };
    pid_t child[SERVERS];
    for (int i = 0; i < SERVERS; i++) {
        child[i] = test_fork();
        if (child[i] == 0) {
            struct store *store = store_open(address, STORE_SERVE, &why);
            if (store)
                store_close(store);
            _exit(store == NULL);
        }
    }
    for (int i = 0; i < SERVERS; i++)
        assert_int_equal(test_wait_for(child[i], "the start of a server"), 0);
    sql("UPDATE cornet.version SET number = 99");
    text_clear(&why);
    assert_null(store_open(address, STORE_SERVE, &why));
    assert_non_null(strstr(reason, "newer Cornet"));
}

/* Stored bytes are read back unchanged. */
static void any_bytes(void **state)
{
    struct store *store = open_store(STORE_SERVE);
    struct store_fenced fenced;
    struct store_table row = row_of(5, 'a', 0), found;
    struct store_event event[] = {event_of(5, 1, span_of("é\n\"'\\")),
                                  event_of(5, 2, (struct span){"\0\xff\n", 3}),
                                  event_of(5, 3, (struct span){NULL, 0})};
    (void)state;
    assert_true(write_some(store, event, 3, &row, 1, &fenced));
    const struct seen seen = read_events(store, 'a');
    assert_int_equal(seen.count, 3);
    assert_memory_equal(seen.text[0], "é\n\"'\\", 6);
    assert_memory_equal(seen.text[1], "\0\xff\n", 3);
    assert_int_equal(seen.length[2], 0);
    assert_int_equal(store->driver->find(store, "nothing", &found, &why), STORE_NONE);
    assert_int_equal(store->driver->find(store, row.name, &found, &why), STORE_FOUND);
    assert_int_equal(found.last, 3);
    assert_int_equal(found.phase, 2);
    assert_true(found.listed);
    store_close(store);
}

/* If a batch has two rows of the same table, the last one is stored. */
static void two_rows_of_a_table(void **state)
{
    struct store *store = open_store(STORE_SERVE);
    struct store_fenced fenced;
    struct store_table row[] = {row_of(5, 'a', 0), row_of(6, 'b', 0), row_of(5, 'a', 0)}, found;
    struct store_event event = event_of(5, 1, span_of("x"));
    (void)state;
    row[2].phase = 3;
    assert_true(write_some(store, &event, 1, row, 3, &fenced));
    assert_int_equal(store->driver->find(store, row[0].name, &found, &why), STORE_FOUND);
    assert_int_equal(found.phase, 3);
    assert_int_equal(store->driver->find(store, row[1].name, &found, &why), STORE_FOUND);
    store_close(store);
}

/* If two writers use the same event number, the second writes nothing to that table; its events
 * for other tables are stored. */
static void fence(void **state)
{
    struct store *one = open_store(STORE_SERVE), *other = open_store(STORE_SERVE);
    struct store_fenced fenced;
    struct store_event wake = event_of(1, 3, span_of("of the other"));
    struct store_event late[] = {event_of(1, 3, span_of("late")), event_of(2, 3, span_of("good")),
                                 event_of(1, 4, span_of("later")), event_of(3, 1, span_of("new"))};
    struct store_table row[] = {row_of(1, 'a', 0), row_of(3, 'c', 0)}, found;
    (void)state;
    make_table(one, 1, 'a', 0, 2);
    make_table(one, 2, 'b', 0, 2);
    assert_true(write_some(other, &wake, 1, NULL, 0, &fenced));
    row[0].phase = 3;
    assert_true(write_some(one, late, 4, row, 2, &fenced));
    assert_int_equal(fenced.count, 1);
    assert_int_equal(fenced.table[0], 1);
    free(fenced.table);
    const struct seen seen = read_events(one, 'a');
    assert_int_equal(seen.count, 3);
    assert_memory_equal(seen.text[2], "of the other", 12);
    assert_int_equal(read_events(one, 'b').count, 3);
    assert_int_equal(read_events(one, 'c').count, 1);
    assert_int_equal(one->driver->find(one, row[0].name, &found, &why), STORE_FOUND);
    assert_int_equal(found.phase, 2); /* nor is its row */
    store_close(one);
    store_close(other);
}

static void claims(void **state)
{
    struct store *store = open_store(STORE_SERVE);
    char at[STORE_SERVER_MAX] = "";
    (void)state;
    const int64_t a = store->driver->join(store, "north-1", &why),
                  b = store->driver->join(store, "b", &why);
    assert_true(a && b && a != b);
    assert_int_equal(store->driver->join(store, "north-1", &why), 0);
    assert_non_null(strstr(reason, "'north-1'"));
    make_table(store, 1, 't', a, 2);
    assert_int_equal(claim(store, a, 't', at), STORE_FOUND);
    assert_int_equal(claim(store, b, 't', at), STORE_ELSEWHERE);
    assert_string_equal(at, "north-1");
    assert_int_equal(claim(store, b, 'u', at), STORE_NONE);
    store->driver->leave(store, a);
    assert_int_equal(claim(store, a, 't', at), STORE_FAILED); /* it has left */
    assert_int_equal(claim(store, b, 't', at), STORE_FOUND);
    assert_int_equal(store->driver->renew(store, a, &why), LEASE_LOST);
    assert_int_equal(store->driver->renew(store, b, &why), LEASE_HELD);
    store_close(store);
}

/* An expired lease can be renewed until another server has claimed one of its tables. */
static void expired_lease(void **state)
{
    struct store *store = open_store(STORE_SERVE);
    char at[STORE_SERVER_MAX] = "";
    (void)state;
    const int64_t a = store->driver->join(store, "a", &why),
                  b = store->driver->join(store, "b", &why);
    make_table(store, 1, 't', a, 2);
    sql("UPDATE cornet.server SET until = now() - interval '1 hour' WHERE name = 'a'");
    assert_int_equal(store->driver->renew(store, a, &why), LEASE_HELD);
    assert_int_equal(claim(store, b, 't', at), STORE_ELSEWHERE);
    sql("UPDATE cornet.server SET until = now() - interval '1 hour' WHERE name = 'a'");
    assert_int_equal(claim(store, b, 't', at), STORE_FOUND);
    assert_int_equal(store->driver->renew(store, a, &why), LEASE_LOST);
    const int64_t again = store->driver->join(store, "a", &why);
    assert_true(again && again != a);
    assert_int_equal(claim(store, again, 't', at), STORE_ELSEWHERE);
    assert_string_equal(at, "b");
    store_close(store);
}

/* Only the claim that a server holds a table by can release it, not an older one. */
static void releases(void **state)
{
    struct store *store = open_store(STORE_SERVE);
    struct store_table row;
    struct store_fenced fenced;
    char at[STORE_SERVER_MAX] = "";
    (void)state;
    const int64_t a = store->driver->join(store, "a", &why),
                  b = store->driver->join(store, "b", &why);
    make_table(store, 1, 't', a, 2);
    struct store_table first = {.table = 1, .owner = a, .claim = 1, .released = true};
    const struct store_table named = row_of(0, 't', 0);
    assert_int_equal(store->driver->claim(store, a, named.name, &row, at, &why), STORE_FOUND);
    assert_int_equal(row.claim, 2);
    assert_true(write_some(store, NULL, 0, &first, 1, &fenced));
    assert_int_equal(claim(store, b, 't', at), STORE_ELSEWHERE);
    first.claim = 2;
    assert_true(write_some(store, NULL, 0, &first, 1, &fenced));
    assert_int_equal(claim(store, b, 't', at), STORE_FOUND);
    store_close(store);
}

static bool keep_row(void *context, const struct store_table *row)
{
    struct store_table **next = context;
    *(*next)++ = *row;
    return true;
}

static void purging(void **state)
{
    struct store *store = open_store(STORE_SERVE);
    struct store_table old[4], *end = old;
    const struct store_age age = {.before = 1003, .min_phase = 0}; /* two events are old */
    size_t done, deleted;
    (void)state;
    const int64_t a = store->driver->join(store, "a", &why);
    make_table(store, 1, 't', a, 2); /* owned by a running server */
    make_table(store, 2, 'u', 0, 2);
    make_table(store, 3, 'v', 0, 3); /* not old */
    assert_true(store->driver->old(store, &age, 4, keep_row, &end, &why));
    assert_int_equal(end - old, 2);
    assert_true(store->driver->purge(store, old, 2, &done, &deleted, &why));
    assert_int_equal(done, 2);
    assert_int_equal(deleted, 1);
    assert_int_equal(read_events(store, 't').count, 2);
    assert_int_equal(store->driver->find(store, row_of(0, 'u', 0).name, &old[0], &why), STORE_NONE);
    store_close(store);
}

/* Connections that the database closed are reopened. The test waits until they are closed before it
 * writes: the store does not retry a write, since it cannot know whether the write succeeded. */
static void broken_connections(void **state)
{
    struct store *store = open_store(STORE_SERVE);
    (void)state;
    make_table(store, 1, 't', 0, 2);
    assert_int_equal(read_events(store, 't').count, 2);
    sql("SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity"
        " WHERE application_name = 'cornet' AND datname = current_database()");
    assert_int_equal(read_events(store, 't').count, 2);
    make_table(store, 2, 'u', 0, 2);
    store_close(store);
}

/* Copies from a file to the database and back to another file keep all tables and events. */
static void copying(void **state)
{
    char file[64], back[64];
    struct copy_counts counts;
    (void)state;
    snprintf(file, sizeof file, "%s/one.db", folder);
    snprintf(back, sizeof back, "%s/back.db", folder);
    struct store *from = store_open(file, STORE_SERVE, &why), *to = open_store(STORE_SERVE);
    assert_non_null(from);
    for (int i = 0; i < 20; i++) {
        struct store_table row = row_of(from->next_table++, (char)('a' + i), 0);
        struct store_fenced fenced;
        for (uint32_t number = 1; number <= (uint32_t)i + 1; number++) {
            char text[16];
            struct store_event event = event_of(row.table, number, (struct span){text, 2});
            text[0] = (char)i;
            text[1] = (char)number;
            event.id = from->next_event++;
            event.previous = row.last;
            row.last = event.id;
            assert_true(write_some(from, &event, 1, &row, 1, &fenced));
        }
    }
    assert_true(copy_tables(from, to, &counts, &why));
    assert_int_equal(counts.copied, 20);
    assert_true(copy_tables(from, to, &counts, &why));
    assert_int_equal(counts.copied, 0);
    assert_int_equal(counts.there, 20);
    store_close(from);
    assert_true(to->driver->backup(to, back, &why));
    assert_false(to->driver->backup(to, back, &why)); /* the file exists */
    store_close(to);
    from = store_open(back, STORE_READ, &why);
    assert_non_null(from);
    for (int i = 0; i < 20; i++) {
        const struct seen seen = read_events(from, (char)('a' + i));
        assert_int_equal(seen.count, i + 1);
        assert_int_equal(seen.text[i][0], i);
        assert_int_equal(seen.text[i][1], i + 1);
    }
    store_close(from);
}

int main(void)
{
    if (!getenv("CORNET_TEST_DATABASE")) {
        puts("skipped: no CORNET_TEST_DATABASE");
        return 77;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(servers_that_start_at_once, new_database),
        cmocka_unit_test_setup(any_bytes, new_database),
        cmocka_unit_test_setup(two_rows_of_a_table, new_database),
        cmocka_unit_test_setup(fence, new_database),
        cmocka_unit_test_setup(claims, new_database),
        cmocka_unit_test_setup(expired_lease, new_database),
        cmocka_unit_test_setup(releases, new_database),
        cmocka_unit_test_setup(purging, new_database),
        cmocka_unit_test_setup(broken_connections, new_database),
        cmocka_unit_test_setup(copying, new_database),
    };
    if (!mkdtemp(folder))
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
