/* The server as clients see it: restarts, a full disk, unusable stores. */
#include <errno.h>
#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server_tables.h"
#include "store/store.h"

/* A store of an earlier version: players reconnect to their seats with their secrets, and continue.
 * */
static void old_store(void **state)
{
    (void)state;
    test_plays("easycome", "wazabi", "debacle", "themots");
    static const struct {
        const char *phase, *game, *table, *secret;
    } seats[] = {
        {"waiting", "easycome", "35hsk6gdrs2wzzql", "f1a92deec4107cd0ebf830bc1dcc1ff2"},
        {"playing", "debacle", "jovos6qvzxbetejg", "e64b09c17bd4dfeb7220ec760dc7d0ce"},
        {"playing", "wazabi", "y7ji64hxth75rwha", "29ae028bdb664e30b3639a2e4f98aada"},
        {"over", "easycome", "wzvh6dch3xya7mkv", "b3188417b6ec42a25ae7054e15a72a91"},
        {"playing", "easycome", "h24yi2ldpgliygs3", "a2057b787fd32e2acbbf2959c22e5ecc"},
        {"playing", "themots", "eo3t2srwbyco7vbb", "2c8fa802d56824a45f96a9cfd26157ae"},
        {"playing", "easycome", "dhrg6rhg3bgl6sj6", "a7ba6abf35f3b7fb8a0327451f414509"},
    };
    struct test_server old;
    size_t length;
    test_server_prepare(&old);
    char *bytes = test_read_file("corpus/store/1.db", &length);
    FILE *out = fopen(old.store, "w");
    assert_int_equal(fwrite(bytes, 1, length, out), length);
    fclose(out);
    free(bytes);
    test_server_start(&old);
    for (size_t i = 0; i < sizeof seats / sizeof *seats; i++) {
        struct test_client client;
        client_open(&client, &old);
        snprintf(client.table, sizeof client.table, "%s", seats[i].table);
        snprintf(client.secret, sizeof client.secret, "%s", seats[i].secret);
        client.seat = 1;
        client_resume(&client);
        json_t *table = client_expect(&client, "table");
        assert_string_equal(json_text(table, "phase"), seats[i].phase);
        assert_string_equal(json_text(table, "game"), seats[i].game);
        if (json_array_size(legal_of(table)) > 0) {
            client_send(&client, "{\"do\":\"move\",\"line\":\"%s\",\"at\":%lld}", any_legal(table),
                        json_number_of(table, "seq"));
            json_decref(client_expect(&client, "moves"));
        }
        json_decref(table);
        client_close(&client);
    }
    test_server_stop(&old);
    test_server_remove(&old);
}

/* If a player takes a seat with a commitment and leaves it, the seat is open without a commitment,
 * even after the server was killed. */
static void open_seat_after_a_restart(void **state)
{
    (void)state;
    test_plays("easycome");
    struct test_server other;
    struct test_client a, b, c;
    test_server_prepare(&other);
    test_server_start(&other);
    client_open(&a, &other);
    client_create(&a, "easycome", "\"seats\":[\"me\",\"open\",\"open\"]");
    client_open(&b, &other);
    client_join(&b, a.table);
    client_send(&b, "{\"do\":\"quit\",\"id\":1}");
    json_decref(client_expect(&b, "ok"));
    for (int killed = 0; killed < 2; killed++) {
        client_open(&c, &other);
        client_send(&c, "{\"do\":\"watch\",\"table\":\"%s\"}", a.table);
        json_t *table = client_expect(&c, "table");
        const json_t *seat = json_array_get(json_object_get(table, "seats"), 1);
        assert_string_equal(json_text(seat, "kind"), "open");
        assert_string_equal(json_text(seat, "name"), "");
        const json_t *seats = json_object_get(json_object_get(table, "fair"), "seats");
        assert_true(json_is_object(json_array_get(seats, 0)));
        assert_true(json_is_null(json_array_get(seats, 1)));
        json_decref(table);
        client_close(&c);
        if (killed)
            continue;
        test_server_kill(&other);
        test_server_start(&other);
    }
    client_close(&a);
    client_close(&b);
    test_server_stop(&other);
    test_server_remove(&other);
}

static void restart(void **state)
{
    (void)state;
    struct test_server other;
    struct test_client a, a2;
    test_server_prepare(&other);
    test_server_start(&other);
    client_open(&a, &other);
    client_create(
        &a, "probe",
        "\"seats\":[\"me\",\"bot:random\"],\"options\":{\"time\":\"500\"},\"listed\":true");
    json_decref(client_until_playing(&a));
    client_send(&a, "{\"do\":\"move\",\"line\":\"1 say zebre\"}");
    json_t *moves = client_expect(&a, "moves");
    const long long seq = json_number_of(moves, "seq");
    test_server_kill(&other);
    client_close(&a);
    test_server_start(&other);
    client_open(&a2, &other);
    memcpy(a2.table, a.table, sizeof a.table);
    memcpy(a2.secret, a.secret, sizeof a.secret);
    a2.seat = 1;
    client_resume(&a2);
    json_t *table = client_expect(&a2, "table");
    assert_int_equal(json_number_of(table, "seq"), seq);
    assert_true(json_equal(json_object_get(table, "state"), json_object_get(moves, "state")));
    const long long left = json_number_of(json_object_get(table, "clock"), "left");
    assert_true(left > 490000 && left <= json_number_of(json_object_get(moves, "clock"), "left"));
    json_decref(table);
    json_decref(moves);
    client_close(&a2);
    /* a second server cannot open the same store */
    struct test_server second = other;
    char why[TEXT_WHY];
    assert_false(test_server_try(&second, why));
    assert_non_null(strstr(why, "another server"));
    test_server_stop(&other);
    test_server_remove(&other);
}

static void list_tables(const struct test_server *server, json_t **tables, json_t **recent)
{
    int status;
    char *body = http_get(server, "GET /api/tables", &status, NULL);
    json_t *list = json_loads(body, 0, NULL);
    assert_int_equal(status, 200);
    *tables = json_incref(json_object_get(list, "tables"));
    *recent = json_incref(json_object_get(list, "recent"));
    json_decref(list);
    free(body);
}

static const char *table_at(const json_t *list, size_t index)
{
    return json_text(json_array_get(list, index), "table");
}

/* The list of tables before and after a restart: most recently changed first, up to its maximum
 * length. When a table leaves the list, an older one fills the gap. */
static void listed_tables(void **state)
{
    (void)state;
    test_plays("debacle");
    enum { SHOWN = 100, MADE = SHOWN + 3 };
    struct test_server other;
    struct test_client a;
    static char made[MADE][32];
    json_t *tables, *recent, *again, *recent_again;
    char first[32], newest[64];
    test_server_prepare(&other);
    test_server_start(&other);
    list_tables(&other, &tables, &recent);
    assert_int_equal(json_array_size(tables) + json_array_size(recent), 0);
    json_decref(tables);
    json_decref(recent);
    client_open(&a, &other);
    for (int i = 0; i < MADE; i++) {
        client_create(&a, "debacle", "\"seats\":[\"me\",\"open\"],\"listed\":true");
        json_decref(client_expect(&a, "table"));
        memcpy(made[i], a.table, sizeof made[i]);
    }
    memcpy(newest, a.secret, sizeof newest);
    list_tables(&other, &tables, &recent);
    assert_int_equal(json_array_size(tables), SHOWN);
    for (size_t i = 0; i < SHOWN; i++)
        assert_string_equal(table_at(tables, i), made[MADE - 1 - i]);
    test_server_kill(&other);
    client_close(&a);
    test_server_start(&other);
    list_tables(&other, &again, &recent_again);
    assert_int_equal(json_array_size(again), SHOWN);
    snprintf(first, sizeof first, "%s", table_at(again, 0));
    assert_string_equal(first, made[MADE - 1]);
    json_decref(again);
    json_decref(recent_again);
    /* the newest table leaves the list, and an older one replaces it once it has been read */
    client_open(&a, &other);
    memcpy(a.table, made[MADE - 1], sizeof a.table);
    a.seat = 1;
    snprintf(a.secret, sizeof a.secret, "%s", newest);
    client_send(&a, "{\"do\":\"resume\",\"table\":\"%s\",\"seat\":1,\"secret\":\"%s\"}", a.table,
                a.secret);
    json_decref(client_expect(&a, "table"));
    client_send(&a, "{\"do\":\"host\",\"id\":1,\"listed\":false}");
    json_decref(client_expect(&a, "ok"));
    for (bool full = false; !full;) {
        list_tables(&other, &again, &recent_again);
        full = json_array_size(again) == SHOWN;
        assert_string_equal(table_at(again, 0), made[MADE - 2]);
        if (full)
            assert_string_equal(table_at(again, SHOWN - 1), made[MADE - 1 - SHOWN]);
        json_decref(again);
        json_decref(recent_again);
    }
    client_close(&a);
    json_decref(tables);
    json_decref(recent);
    test_server_stop(&other);
    test_server_remove(&other);
}

/* While a requested table is read from the store, the client's later messages wait in order. */
static void messages_behind_a_table(void **state)
{
    (void)state;
    test_plays("debacle");
    struct test_server other;
    struct test_client a, again;
    test_server_prepare(&other);
    test_server_start(&other);
    client_open(&a, &other);
    client_create(&a, "debacle", "\"seats\":[\"me\",\"open\"]");
    json_decref(client_expect(&a, "table"));
    test_server_kill(&other);
    test_server_start(&other);
    client_open(&again, &other);
    client_send(&again, "{\"do\":\"resume\",\"table\":\"%s\",\"seat\":1,\"secret\":\"%s\"}",
                a.table, a.secret);
    client_send(&again, "{\"do\":\"chat\",\"id\":5,\"text\":\"behind\"}");
    client_send(&again, "{\"do\":\"watch\",\"id\":6,\"table\":\"aaaaaaaaaaaaaaaa\"}");
    client_send(&again, "{\"do\":\"sync\",\"id\":7}");
    json_decref(client_expect(&again, "joined"));
    json_t *table = client_expect(&again, "table");
    assert_string_equal(json_text(table, "why"), "join");
    json_decref(table);
    json_t *ok = client_expect(&again, "ok");
    assert_int_equal(json_number_of(ok, "id"), 5);
    json_decref(ok);
    client_expect_error(&again, "no-table");
    table = client_expect(&again, "table");
    assert_string_equal(json_text(table, "why"), "sync");
    assert_int_equal(json_number_of(table, "you"), 1);
    json_decref(table);
    /* clients that disconnect while they wait */
    for (int i = 0; i < 20; i++) {
        struct wire wire;
        char reason[TEXT_WHY];
        struct text why = text_on(reason, sizeof reason);
        assert_true(wire_open(&wire, other.port, "/ws", "", &why));
        wire_send(&wire, "{\"do\":\"hello\",\"protocol\":1}");
        wire_send(&wire, "{\"do\":\"watch\",\"table\":\"aaaaaaaaaaaaaaab\"}");
        wire_send(&wire, "{\"do\":\"sync\"}");
        wire_close(&wire);
    }
    client_close(&a);
    client_close(&again);
    test_server_stop(&other);
    test_server_remove(&other);
}

/* Plays random moves, game after game, until the server reports a full disk. `log` receives the
 * lines of the last game. Returns the last message about a move. */
static json_t *play_until_full(struct test_client *a, json_t *now, json_t *log)
{
    bool full = false;
    for (int i = 0; i < 5000 && !full; i++) {
        if (json_array_size(legal_of(now)))
            client_send(a, "{\"do\":\"move\",\"line\":\"%s\"}", any_legal(now));
        json_t *next = client_next(a);
        assert_non_null(next);
        if (strcmp(json_text(next, "type"), "moves") == 0) {
            json_array_extend(log, json_object_get(next, "lines"));
            json_decref(now);
            now = next;
            if (is_over(now)) { /* another game in the same store */
                client_create(a, "debacle", "\"seats\":[\"me\",\"bot:random\"]");
                json_decref(now);
                json_array_clear(log);
                now = client_until_playing(a);
                json_array_extend(log, json_object_get(now, "log"));
            }
            continue;
        }
        full = strcmp(json_text(next, "code"), "store") == 0;
        if (full)
            assert_true(strlen(json_text(next, "text")) > 10);
        json_decref(next);
    }
    assert_true(full);
    return now;
}

/* If the disk is full, changes that cannot be stored are rolled back and everybody is notified. */
static void full_disk(void **state)
{
    (void)state;
    test_plays("debacle");
    struct test_server small;
    struct test_client a;
    test_server_prepare(&small);
    small.file_limit = 300 << 10;
    test_server_start(&small);
    client_open(&a, &small);
    client_create(&a, "debacle", "\"seats\":[\"me\",\"bot:random\"]");
    json_t *now = client_until_playing(&a);
    json_t *log = json_array();
    json_array_extend(log, json_object_get(now, "log"));
    now = play_until_full(&a, now, log);
    /* the table is in the last state that was sent */
    json_t *back = client_expect(&a, "table");
    assert_string_equal(json_text(back, "why"), "store");
    assert_true(json_equal(json_object_get(back, "log"), log));
    int status;
    char *health = http_get(&small, "GET /api/health", &status, NULL);
    assert_int_equal(status, 503);
    free(health);
    json_decref(back);
    json_decref(now);
    test_server_kill(&small);
    small.file_limit = 0; /* the disk is no longer full */
    test_server_start(&small);
    struct test_client again;
    client_open(&again, &small);
    memcpy(again.table, a.table, sizeof a.table);
    memcpy(again.secret, a.secret, sizeof a.secret);
    again.seat = 1;
    client_resume(&again);
    back = client_expect(&again, "table");
    for (size_t i = 0; i < json_array_size(log); i++)
        assert_true(
            json_equal(json_array_get(json_object_get(back, "log"), i), json_array_get(log, i)));
    json_decref(back);
    json_decref(log);
    client_close(&a);
    client_close(&again);
    test_server_stop(&small);
    test_server_remove(&small);
}

/* A folder that is not writable or a file that is no store gives one clear error message. */
static void unusable_stores(void **state)
{
    (void)state;
    struct test_server other;
    char why[TEXT_WHY], path[128];
    test_server_prepare(&other);
    other.settings.store = "/proc/nothing/tables.db";
    assert_false(test_server_try(&other, why));
    assert_true(strlen(why) > 10);
    other.settings.store = other.store;
    FILE *out = fopen(other.store, "w");
    fputs("This is a letter to my aunt, and not a store of anything at all.\n", out);
    fclose(out);
    assert_false(test_server_try(&other, why));
    assert_true(strlen(why) > 10);
    unlink(other.store);
    if (geteuid() == 0) { /* root can write anywhere: try as another user */
        test_server_start(&other);
        test_server_stop(&other);
        snprintf(path, sizeof path, "%s.lock", other.store);
        chmod(other.store, 0444);
        chmod(path, 0666);
        chmod(other.folder, 0555);
        const pid_t child = test_fork();
        if (child == 0) {
            char reason[TEXT_WHY];
            struct text text = text_on(reason, sizeof reason);
            if (setgid(65534) != 0 || setuid(65534) != 0)
                _exit(0);
            struct store *store = store_open(other.store, STORE_SERVE, &text);
            _exit(store ? 1 : strlen(reason) < 10 ? 2 : 0);
        }
        assert_int_equal(test_wait_for(child, "a store that cannot be written"), 0);
        chmod(other.folder, 0755);
    }
    test_server_remove(&other);
}

static void change_store(const char *path, const char *statement)
{
    sqlite3 *db;
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, statement, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
}

/* A store without room for another id is refused, because ids must not overflow. It can still be
 * read. */
static void ids_are_bounded(void **state)
{
    static const char *const damage[][2] = {
        {"INSERT INTO event VALUES (9223372036854775807, 0, 1, 1, 0, 1, 0, -1, '')",
         "DELETE FROM event WHERE id = 9223372036854775807"},
        {"INSERT INTO tables (id, name, last, phase, listed, created, changed)"
         " VALUES (9223372036854775807, 'abcdefghijklmnop', 0, 0, 0, 0, 0)",
         "DELETE FROM tables WHERE id = 9223372036854775807"}};
    (void)state;
    struct test_server other;
    char why[TEXT_WHY];
    test_server_prepare(&other);
    test_server_start(&other);
    test_server_stop(&other);
    for (int i = 0; i < 2; i++) {
        struct text text = text_on(why, sizeof why);
        change_store(other.store, damage[i][0]);
        assert_false(test_server_try(&other, why));
        assert_non_null(strstr(why, "damaged"));
        struct store *store = store_open(other.store, STORE_READ, &text);
        assert_non_null(store);
        store_close(store);
        change_store(other.store, damage[i][1]);
        test_server_start(&other);
        test_server_stop(&other);
    }
    test_server_remove(&other);
}

/* Only the owner may read the store: it contains the seeds of running games. A second server is
 * locked out, by whatever path it opens the store. */
static void private_and_locked(void **state)
{
    (void)state;
    static const char *const suffixes[] = {"", "-wal", "-shm", ".lock"};
    struct test_server first, second;
    char name[128], path[160], why[TEXT_WHY];
    struct stat file;
    test_server_prepare(&first);
    test_server_start(&first);
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s%s", first.store, suffixes[i]);
        assert_int_equal(stat(path, &file), 0);
        assert_int_equal(file.st_mode & 0777, 0600);
    }
    snprintf(name, sizeof name, "%s.link", first.store);
    assert_int_equal(symlink(first.store, name), 0);
    second = first;
    second.settings.store = name;
    assert_false(test_server_try(&second, why));
    assert_non_null(strstr(why, "another server"));
    unlink(name);
    assert_int_equal(link(first.store, name), 0); /* a hard link, which has its own NAME.lock */
    assert_false(test_server_try(&second, why));
    assert_non_null(strstr(why, "another server"));
    /* servers of older versions lock only NAME.lock: they are locked out, and they lock us out */
    snprintf(path, sizeof path, "%s.lock", first.store);
    const int lock = open(path, O_RDWR);
    assert_int_equal(flock(lock, LOCK_EX | LOCK_NB), -1);
    test_server_stop(&first);
    assert_int_equal(flock(lock, LOCK_EX | LOCK_NB), 0);
    assert_false(test_server_try(&first, why));
    assert_non_null(strstr(why, "another server"));
    close(lock);
    unlink(name);
    snprintf(path, sizeof path, "%s.lock", name);
    unlink(path);
    test_server_remove(&first);
}

/* If the files are deleted or replaced while the server runs, it acknowledges nothing more. When
 * they are restored, play continues. */
static void deleted_while_serving(void **state)
{
    (void)state;
    test_plays("debacle");
    static const char *const suffixes[] = {"", "-wal"};
    for (int which = 0; which < 4; which++) {
        const bool replaced = which >= 2;
        struct test_server other;
        struct test_client a;
        char path[128], kept[128];
        test_server_prepare(&other);
        test_server_start(&other);
        client_open(&a, &other);
        client_create(&a, "debacle", "\"seats\":[\"me\",\"open\"]");
        json_decref(client_expect(&a, "table"));
        snprintf(path, sizeof path, "%s%s", other.store, suffixes[which % 2]);
        snprintf(kept, sizeof kept, "%s.kept", other.store);
        assert_int_equal(rename(path, kept), 0);
        if (replaced)
            fclose(fopen(path, "w"));
        client_send(&a, "{\"do\":\"host\",\"id\":7,\"listed\":true}");
        client_expect_error(&a, "store");
        int status;
        char *health = http_get(&other, "GET /api/health", &status, NULL);
        assert_int_equal(status, 503);
        assert_non_null(strstr(health, "deleted or replaced"));
        free(health);
        assert_int_equal(rename(kept, path), 0);
        client_send(&a, "{\"do\":\"host\",\"id\":8,\"listed\":true}");
        json_t *ok = client_expect(&a, "ok");
        assert_int_equal(json_number_of(ok, "id"), 8);
        json_decref(ok);
        client_close(&a);
        test_server_stop(&other);
        test_server_remove(&other);
    }
}

/* The file system becomes read-only while files are open, as after a disk error. */
static void read_only_while_serving(void **state)
{
    (void)state;
    test_plays("debacle");
    struct test_server other;
    struct test_client a;
    int status;
    test_server_prepare(&other);
    test_server_faults(&other);
    test_server_start(&other);
    client_open(&a, &other);
    client_create(&a, "debacle", "\"seats\":[\"me\",\"open\"]");
    json_decref(client_expect(&a, "table"));
    for (int i = 0; i < 2; i++) {
        atomic_store(other.write_error, EROFS);
        client_send(&a, "{\"do\":\"host\",\"id\":7,\"listed\":%s}", i ? "false" : "true");
        client_expect_error(&a, "store");
        json_t *back = client_expect(&a, "table"); /* the stored state */
        assert_true(json_is_boolean(json_object_get(back, "listed")));
        assert_int_equal(json_is_true(json_object_get(back, "listed")), i);
        json_decref(back);
        char *health = http_get(&other, "GET /api/health", &status, NULL);
        assert_int_equal(status, 503);
        assert_non_null(strstr(health, "cannot be written: Read-only file system"));
        free(health);
        atomic_store(other.write_error, 0);
        client_send(&a, "{\"do\":\"host\",\"id\":8,\"listed\":%s}", i ? "false" : "true");
        json_t *ok = client_expect(&a, "ok");
        assert_int_equal(json_number_of(ok, "id"), 8);
        json_decref(ok);
        free(http_get(&other, "GET /api/health", &status, NULL));
        assert_int_equal(status, 200);
    }
    client_close(&a);
    test_server_stop(&other);
    test_server_remove(&other);
}

/* The disk is full when the server starts, with and without an existing store. */
static void full_at_the_start(void **state)
{
    (void)state;
    char why[TEXT_WHY];
    for (int used = 0; used < 2; used++) {
        struct test_server small;
        test_server_prepare(&small);
        if (used) {
            test_server_start(&small);
            test_server_stop(&small);
        }
        small.file_limit = 1024;
        assert_false(test_server_try(&small, why));
        if (!strstr(why, "disk is full"))
            fail_msg("%s", why);
        test_server_remove(&small);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(restart),
        cmocka_unit_test(listed_tables),
        cmocka_unit_test(messages_behind_a_table),
        cmocka_unit_test(open_seat_after_a_restart),
        cmocka_unit_test(old_store),
        cmocka_unit_test(full_disk),
        cmocka_unit_test(unusable_stores),
        cmocka_unit_test(ids_are_bounded),
        cmocka_unit_test(private_and_locked),
        cmocka_unit_test(deleted_while_serving),
        cmocka_unit_test(read_only_while_serving),
        cmocka_unit_test(full_at_the_start),
    };
    cmocka_set_test_filter(getenv("CORNET_TEST"));
    return cmocka_run_group_tests(tests, start_shared_server, stop_shared_server);
}
