/* How the server shares its work: whom it serves first if it is overloaded. Measured in answers,
 * not in seconds. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "server/addresses.h"
#include "server/work/pool.h"
#include "server/work/queue.h"
#include "server_tables.h"

static void ask(struct queue *queue, bool people, const char *address, const char *table)
{
    struct job *job = memory_new(1, sizeof *job);
    job->people = people;
    snprintf(job->address, sizeof job->address, "%s", address);
    snprintf(job->table, sizeof job->table, "%s", table);
    queue_add(queue, job);
}

/* The number of jobs that are taken before one of this table. Frees all of them. */
static int jobs_before(struct queue *queue, const char *table)
{
    for (int before = 0;; before++) {
        struct job *job = queue_take(queue);
        assert_non_null(job);
        const bool found = strcmp(job->table, table) == 0;
        free(job);
        if (found)
            return before;
    }
}

static size_t drain(struct queue *queue)
{
    size_t count = 0;
    for (struct job *job; (job = queue_take(queue)); count++)
        free(job);
    return count;
}

static void people_come_first(void **state)
{
    (void)state;
    struct queue queue = {0};
    for (int i = 0; i < 110; i++)
        ask(&queue, false, "192.0.2.1", "bots");
    ask(&queue, true, "192.0.2.1", "person"); /* even from the same address */
    assert_int_equal(jobs_before(&queue, "person"), 0);
    for (int i = 0; i < 100; i++)
        ask(&queue, true, "192.0.2.2", "person");
    int bots = 0;
    for (int i = 0; i < 10 * QUEUE_TURNS; i++) { /* the others are not starved */
        struct job *job = queue_take(&queue);
        bots += !job->people;
        free(job);
    }
    assert_int_equal(bots, 10);
    assert_int_equal(drain(&queue), 110 + 100 - 10 * QUEUE_TURNS);
}

static void addresses_take_turns(void **state)
{
    (void)state;
    struct queue queue = {0};
    char address[IP_TEXT_MAX];
    for (int i = 0; i < 110; i++)
        ask(&queue, true, "192.0.2.1", "many");
    ask(&queue, true, "192.0.2.2", "one");
    assert_true(jobs_before(&queue, "one") <= 1);
    for (int i = 0; i < 1000; i++) { /* more addresses than buckets */
        snprintf(address, sizeof address, "198.51.%d.%d", i / 256, i % 256);
        ask(&queue, true, address, "several");
    }
    ask(&queue, true, "192.0.2.2", "one");
    assert_true(jobs_before(&queue, "one") <= 1001);
    assert_true(jobs_before(&queue, "many") <= 1);
    assert_true(drain(&queue) >= 100);
    assert_null(queue_take(&queue));
}

/* The loop's time is charged to the address that causes the work, and to its network. */
static void work_is_charged(void **state)
{
    (void)state;
    struct server_settings settings;
    struct addresses *all = memory_new(1, sizeof *all);
    server_defaults(&settings);
    all->settings = &settings;
    struct address *busy = address_hold(all, "192.0.2.1"), *other = address_hold(all, "192.0.2.2");
    assert_true(address_may_send(all, busy) && address_may_request(all, busy));
    assert_true(address_may_work(all, busy));
    address_worked(all, busy, address_clock() - 0.01);
    assert_false(address_may_work(all, busy)); /* in this turn of the loop, though it has time */
    assert_true(address_may_work(all, other));
    all->turn++;
    assert_true(address_may_work(all, busy));
    address_worked(all, busy,
                   address_clock() - 3600); /* so long that it is not forgotten during this test */
    all->turn++;
    assert_false(address_may_work(all, busy));
    assert_false(address_may_send(all, busy) || address_may_request(all, busy));
    assert_true(address_may_send(all, other) && address_may_request(all, other));
    settings.loop_percent = 0;
    assert_true(address_may_send(all, busy));
    address_release(busy);
    address_release(other);
    addresses_expire(all, true);
    free(all);
}

/* A customer of a provider has 65,536 IPv6 networks of the size /64. */
static void networks_are_counted(void **state)
{
    (void)state;
    enum { NETWORKS = 40 };
    struct server_settings settings;
    struct addresses *all = memory_new(1, sizeof *all);
    struct address *address[NETWORKS];
    int connected = 0;
    server_defaults(&settings);
    settings.per_address = 2;
    all->settings = &settings;
    for (int i = 0; i < NETWORKS; i++) {
        char name[64];
        snprintf(name, sizeof name, "2001:db8:7:%x::", i);
        address[i] = address_hold(all, name);
        connected += address_connect(all, address[i]) != NULL;
    }
    assert_int_equal(connected, 8 * settings.per_address); /* as eight addresses */
    struct address *neighbour = address_hold(all, "2001:db8:8::");
    assert_non_null(address_connect(all, neighbour));
    address_disconnect(neighbour);
    address_release(neighbour);
    address_disconnect(address[0]);
    assert_non_null(address_connect(all, address[NETWORKS - 1]));
    address_disconnect(address[NETWORKS - 1]);
    for (int i = 0; i < NETWORKS; i++) {
        if (i > 0 && i < connected)
            address_disconnect(address[i]);
        address_release(address[i]);
    }
    addresses_expire(all, true);
    free(all);
}

static double metric(const struct test_server *server, const char *name)
{
    int status;
    char *page = http_get(server, "GET /metrics", &status, NULL), key[64];
    snprintf(key, sizeof key, "\n%s ", name);
    const char *at = strstr(page, key);
    assert_non_null(at);
    const double value = strtod(at + strlen(key), NULL);
    free(page);
    return value;
}

/* Thinks long enough to make a queue; `max` would take a minute on a slow machine. */
#define SLOW "bot:engine:nodes=150000"

/* One address watches a hundred tables of slow bots. A person who plays against a bot still gets an
 * answer after a move or two of those tables. */
static void a_person_among_bots(void **state)
{
    (void)state;
    test_plays("debacle");
    enum { TABLES = 100 };
    struct test_server busy;
    struct test_client *watcher = memory_new(TABLES, sizeof *watcher), person;
    rng_seed(&server_rng, 1);
    test_server_prepare(&busy);
    busy.settings.bot_threads = 1;
    test_server_start(&busy);
    for (int i = 0; i < TABLES; i++) {
        client_open(&watcher[i], &busy);
        client_create(&watcher[i], "debacle", "\"seats\":[\"" SLOW "\",\"" SLOW "\"]");
    }
    client_open(&person, &busy);
    client_create(&person, "debacle", "\"seats\":[\"me\",\"bot:greedy\"]");
    size_t lines = 0;
    json_t *now = until_mine(&person, client_until_playing(&person), &lines);
    const double before = metric(&busy, "cornet_moves_total");
    for (int i = 0; i < 3 && !is_over(now); i++) {
        client_send(&person, "{\"do\":\"move\",\"line\":\"%s\"}", any_legal(now));
        json_decref(now);
        now = until_mine(&person, client_expect(&person, "moves"), &lines);
    }
    const double moves = metric(&busy, "cornet_moves_total") - before;
    print_message("%.0f moves meanwhile, %.0f jobs wait\n", moves,
                  metric(&busy, "cornet_bot_queue{task=\"move\",tables=\"bots\"}"));
    assert_true(moves <
                TABLES); /* in order of arrival, every table would move first, three times */
    assert_true(metric(&busy, "cornet_bot_queue{task=\"move\",tables=\"bots\"}") >= TABLES / 2);
    assert_true(metric(&busy, "cornet_bot_queue{task=\"hint\",tables=\"people\"}") == 0);
    const double turns = metric(&busy, "cornet_loop_delay_seconds_count");
    const double longest = metric(&busy, "cornet_loop_longest_seconds");
    assert_true(turns > TABLES && longest > 0);
    assert_true(metric(&busy, "cornet_loop_delay_seconds_bucket{le=\"+Inf\"}") >= turns);
    assert_true(metric(&busy, "cornet_store_bytes{file=\"database\"}") > 0);
    assert_true(metric(&busy, "cornet_store_bytes{file=\"wal\"}") > 0);
    assert_true(metric(&busy, "cornet_sockets{state=\"idle\"}") > TABLES / 2);
    json_decref(now);
    client_close(&person);
    for (int i = 0; i < TABLES; i++)
        client_close(&watcher[i]);
    free(watcher);
    test_server_kill(&busy); /* its bots would continue to think */
    test_server_remove(&busy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_come_first),   cmocka_unit_test(addresses_take_turns),
        cmocka_unit_test(work_is_charged),     cmocka_unit_test(networks_are_counted),
        cmocka_unit_test(a_person_among_bots),
    };
    cmocka_set_test_filter(getenv("CORNET_TEST"));
    return cmocka_run_group_tests(tests, NULL, NULL);
}
