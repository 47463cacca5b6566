/* Backup and purge of a store that a server is using: a copy contains everything that clients
 * received, and no running game is deleted, whichever process is killed. */
#include <errno.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "server/admin.h"
#include "server_tables.h"

enum { OLD = 60, BACKUPS = 5, KILLS = 8 };

static void name_copy(const struct test_server *server, int number, char path[160])
{
    snprintf(path, 160, "%s/copy%d.db", server->folder, number);
}

static int64_t number_of(const char *store, const char *query)
{
    sqlite3 *db;
    sqlite3_stmt *statement;
    assert_int_equal(sqlite3_open_v2(store, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, query, -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    const int64_t number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    sqlite3_close(db);
    return number;
}

/* The file is intact, and every event belongs to a table. */
static void check_store(const char *store)
{
    assert_int_equal(number_of(store, "SELECT integrity_check = 'ok' FROM pragma_integrity_check"),
                     1);
    assert_int_equal(
        number_of(store, "SELECT count(*) FROM event WHERE tbl NOT IN (SELECT id FROM tables)"), 0);
    assert_int_equal(number_of(store, "SELECT count(*) FROM event WHERE previous <> 0 AND previous"
                                      " NOT IN (SELECT id FROM event)"),
                     0);
}

/* `lines` of the table `name`, and the number of all tables. */
struct seen {
    const char *name;
    size_t lines, tables;
};

static bool see(void *context, const struct admin_table *table)
{
    struct seen *seen = context;
    seen->tables++;
    if (seen->name && strcmp(table->name, seen->name) == 0)
        seen->lines = table->lines;
    return true;
}

static struct seen look_at(const char *store, const char *table)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    struct seen seen = {.name = table};
    if (!admin_tables(store, NULL, see, &seen, &why))
        fail_msg("%s", reason);
    return seen;
}

static void try_backup(const char *store, const char *to)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    if (!admin_backup(store, to, &why))
        fail_msg("%s", reason);
}

/* Plays random moves; counts the lines received. */
static json_t *play_some(struct test_client *client, json_t *now, int moves, size_t *lines)
{
    for (int i = 0; i < moves && !is_over(now); i++) {
        client_send(client, "{\"do\":\"move\",\"line\":\"%s\"}", any_legal(now));
        json_decref(now);
        now = client_expect(client, "moves");
        *lines += json_array_size(json_object_get(now, "lines"));
        now = until_mine(client, now, lines);
    }
    return now;
}

static void backup_in_play(void **state)
{
    (void)state;
    test_plays("debacle");
    struct test_client a, again;
    struct test_server copied = shared_server;
    char path[160], reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    struct stat file;
    json_t *now = seat_one(&a, "debacle", "\"seats\":[\"me\",\"bot:random\"]");
    size_t lines = json_array_size(json_object_get(now, "log"));
    now = until_mine(&a, now, &lines);
    for (int i = 0; i < BACKUPS; i++) {
        now = play_some(&a, now, 3, &lines);
        name_copy(&shared_server, i, path);
        try_backup(shared_server.store, path);
        assert_int_equal(stat(path, &file), 0);
        assert_int_equal(file.st_mode & 0777, 0600);
        check_store(path);
        assert_true(look_at(path, a.table).lines >= lines);
    }
    assert_false(admin_backup(shared_server.store, path, &why));
    assert_non_null(strstr(reason, "already exists"));
    /* a server opens the copy as its store, and players reconnect to their seats */
    snprintf(copied.store, sizeof copied.store, "%.80s/copy.db", shared_server.folder);
    try_backup(shared_server.store, copied.store);
    copied.settings.store = copied.store;
    test_server_start(&copied);
    client_open(&again, &copied);
    memcpy(again.table, a.table, sizeof a.table);
    memcpy(again.secret, a.secret, sizeof a.secret);
    again.seat = a.seat;
    client_resume(&again);
    json_t *table = client_expect(&again, "table");
    assert_true(json_array_size(json_object_get(table, "log")) >= lines);
    json_decref(table);
    client_close(&again);
    test_server_stop(&copied);
    json_decref(now);
    client_close(&a);
    for (int i = 0; i < BACKUPS; i++) {
        name_copy(&shared_server, i, path);
        unlink(path);
    }
    static const char *const ends[] = {"", "-wal", "-shm", ".lock", ".reserve", ".key"};
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        snprintf(path, sizeof path, "%s%s", copied.store, ends[i]);
        unlink(path);
    }
}

/* Runs a backup in a child process; returns its exit code. */
static int backup_elsewhere(const char *store, const char *to, rlim_t limit, int kill_after)
{
    const pid_t child = test_fork();
    if (child == 0) {
        char reason[TEXT_WHY];
        struct text why = text_on(reason, sizeof reason);
        const struct rlimit files = {limit, limit};
        signal(SIGXFSZ, SIG_IGN);
        if (limit)
            setrlimit(RLIMIT_FSIZE, &files);
        const bool good = admin_backup(store, to, &why);
        _exit(good ? 0 : strstr(reason, "cannot write") ? 1 : 2);
    }
    if (kill_after) {
        usleep((useconds_t)kill_after); /* at an arbitrary moment; the store must stay intact */
        kill(child, SIGKILL);
    }
    const int status = test_wait_for(child, "the end of a backup");
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void backup_that_ends_early(void **state)
{
    (void)state;
    char path[160], part[168];
    name_copy(&shared_server, 0, path);
    snprintf(part, sizeof part, "%s.part", path);
    assert_int_equal(backup_elsewhere(shared_server.store, path, 8192, 0), 1);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(access(part, F_OK), -1);
    for (int i = 0; i < KILLS; i++) {
        backup_elsewhere(shared_server.store, path, 0, 1 + i * 400);
        if (access(path, F_OK) == 0)
            check_store(path);
        unlink(path);
    }
    FILE *left = fopen(part, "w"); /* as a killed backup leaves it */
    fputs("half a store", left);
    fclose(left);
    try_backup(shared_server.store, path);
    check_store(path);
    assert_int_equal(access(part, F_OK), -1);
    unlink(path);
}

/* Watches a game of bots to its end. */
static void watch_a_game(struct test_client *client, const struct test_server *server)
{
    client_open(client, server);
    client_create(client, "easycome", "\"seats\":[\"bot:random\",\"bot:random\"],\"listed\":true");
    for (bool over = false; !over;) {
        json_t *message = client_next(client);
        assert_non_null(message);
        over = is_over(message);
        json_decref(message);
    }
}

static bool purge(const struct test_server *server, bool unfinished, size_t *tables,
                  char reason[TEXT_WHY])
{
    struct text why = text_on(reason, TEXT_WHY);
    return admin_purge(server->store, clock_real() + 60000, unfinished, tables, &why);
}

static int status_of(const struct test_server *server, const char *table, const char *part)
{
    char path[128];
    int status;
    snprintf(path, sizeof path, "GET /api/tables/%s%s", table, part);
    free(http_get(server, path, &status, NULL));
    return status;
}

static bool is_listed(const struct test_server *server, const char *table)
{
    int status;
    char *list = http_get(server, "GET /api/tables", &status, NULL);
    const bool found = strstr(list, table);
    assert_int_equal(status, 200);
    free(list);
    return found;
}

static void purge_in_play(void **state)
{
    (void)state;
    test_plays("easycome", "debacle");
    struct test_server other, usual = shared_server;
    struct test_client left, watched, a;
    char reason[TEXT_WHY];
    size_t tables, lines = 0;
    test_server_prepare(&other);
    test_server_faults(&other);
    test_server_start(&other);
    shared_server = other;
    watch_a_game(&left, &other);
    watch_a_game(&watched, &other);
    json_t *now = seat_one(&a, "debacle", "\"seats\":[\"me\",\"bot:random\"]");
    now = until_mine(&a, now, &lines);
    assert_int_equal(status_of(&other, left.table, "/steps"), 200);
    client_close(&left);
    assert_true(is_listed(&other, left.table)); /* still, after its client has left */
    /* on a full disk nothing is deleted, and an error is reported */
    atomic_store(other.write_error, ENOSPC);
    assert_false(purge(&other, false, &tables, reason));
    assert_non_null(strstr(reason, "disk is full"));
    atomic_store(other.write_error, 0);
    assert_int_equal(status_of(&other, left.table, "/steps"), 200);
    assert_true(purge(&other, false, &tables, reason));
    assert_int_equal(tables, 1);
    assert_int_equal(status_of(&other, left.table, ""), 404);
    assert_int_equal(status_of(&other, left.table, "/steps"), 404);
    assert_int_equal(status_of(&other, watched.table, "/steps"), 200);
    assert_false(is_listed(&other, left.table));
    assert_true(is_listed(&other, watched.table));
    client_send(&a, "{\"do\":\"watch\",\"table\":\"%s\"}", left.table);
    client_expect_error(&a, "no-table");
    now = play_some(&a, now, 3, &lines); /* the game continues */
    assert_true(purge(&other, true, &tables, reason));
    assert_int_equal(tables, 0); /* every table has a client */
    test_server_kill(&other);
    check_store(other.store);
    assert_int_equal(look_at(other.store, a.table).tables, 2);
    client_close(&a);
    client_close(&watched);
    /* without a server */
    assert_true(purge(&other, true, &tables, reason));
    assert_int_equal(tables, 2);
    test_server_remove(&other);
    json_decref(now);
    shared_server = usual;
}

/* kill -9 during a purge: each table is deleted completely or not at all. */
static void purge_that_ends_early(void **state)
{
    (void)state;
    test_plays("debacle");
    struct test_server other;
    struct test_client a;
    size_t left = OLD;
    test_server_prepare(&other);
    test_server_start(&other);
    client_open(&a, &other);
    for (int i = 0; i < OLD; i++) {
        client_create(&a, "debacle", "\"seats\":[\"me\",\"open\"]");
        json_decref(client_expect(&a, "table"));
    }
    client_close(&a);
    for (int i = 0; i < KILLS; i++) {
        const pid_t child = test_fork();
        if (child == 0) {
            char reason[TEXT_WHY];
            size_t tables;
            purge(&other, true, &tables, reason);
            _exit(0);
        }
        usleep((useconds_t)(i * 300)); /* at an arbitrary moment; the store must stay intact */
        test_server_kill(&other);
        test_wait_for(child, "the end of a purge");
        check_store(other.store);
        const size_t now = look_at(other.store, NULL).tables;
        assert_true(now <= left);
        left = now;
        test_server_start(&other);
    }
    test_server_stop(&other);
    test_server_remove(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(backup_in_play),
        cmocka_unit_test(backup_that_ends_early),
        cmocka_unit_test(purge_in_play),
        cmocka_unit_test(purge_that_ends_early),
    };
    cmocka_set_test_filter(getenv("CORNET_TEST"));
    return cmocka_run_group_tests(tests, start_shared_server, stop_shared_server);
}
