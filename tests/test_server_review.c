/* The server as clients see it: hints and analyses. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "match/hints.h"
#include "server/reviews.h"
#include "server/work/review.h"
#include "server_tables.h"

/* For tests that do not depend on the number of players. With two players the server computes the
 * solution at first use, which takes seconds under sanitizers; with three it is built in. */
#define THREE "\"seats\":[\"me\",\"bot:random\",\"bot:random\"]"

/* Every legal line has a hint, best first. */
static void check_hints(const json_t *hint, const json_t *legal, int seat)
{
    const json_t *hints = json_object_get(json_object_get(hint, "advice"), "hints"), *each;
    size_t i;
    double last = 1;
    assert_int_equal(json_array_size(hints), json_array_size(legal));
    json_array_foreach(hints, i, each)
    {
        char line[GAME_LINE_MAX + 8];
        const json_t *known;
        size_t at;
        bool found = false;
        snprintf(line, sizeof line, "%d %s", seat, json_text(each, "move"));
        json_array_foreach(legal, at, known) found =
            found || strcmp(json_string_value(known), line) == 0;
        assert_true(found);
        assert_true(json_number_value(json_object_get(each, "share")) <= last);
        last = json_number_value(json_object_get(each, "share"));
    }
}

static void hints_for_one_alone(void **state)
{
    (void)state;
    test_plays("easycome");
    struct test_client a, b, watcher;
    json_t *at, *bt;
    at =
        seat_one(&a, "easycome", "\"seats\":[\"me\",\"bot:greedy\"],\"options\":{\"first\":\"1\"}");
    assert_true(json_is_true(json_object_get(at, "judged")));
    client_open(&watcher, &shared_server);
    client_send(&watcher, "{\"do\":\"hint\"}");
    client_expect_error(&watcher, "not-seated");
    client_send(&watcher, "{\"do\":\"watch\",\"table\":\"%s\"}", a.table);
    json_decref(client_expect(&watcher, "table"));
    client_send(&watcher, "{\"do\":\"hint\"}");
    client_expect_error(&watcher, "not-seated");
    client_send(&a, "{\"do\":\"hint\",\"at\":%lld}", json_number_of(at, "seq") - 1);
    client_expect_error(&a, "stale");
    client_send(&a, "{\"do\":\"hint\",\"id\":5,\"at\":%lld}", json_number_of(at, "seq"));
    json_t *hint = client_expect(&a, "hint");
    assert_int_equal(json_number_of(hint, "id"), 5);
    assert_int_equal(json_number_of(hint, "seq"), json_number_of(at, "seq"));
    assert_true(strlen(json_text(json_object_get(hint, "advice"), "how")) > 10);
    check_hints(hint, legal_of(at), 1);
    json_decref(hint);
    json_decref(at);
    client_send(&watcher, "{\"do\":\"ping\"}"); /* the spectator has received no hint */
    json_t *pong = client_next(&watcher);
    assert_string_equal(json_text(pong, "type"), "pong");
    json_decref(pong);
    client_close(&watcher);
    client_close(&a);

    seat_two(&a, &b, "easycome", "\"options\":{\"first\":\"1\"}", &at, &bt);
    client_send(&a, "{\"do\":\"hint\",\"id\":6}");
    json_t *error = client_expect(&a, "error");
    assert_string_equal(json_text(error, "code"), "no-hints");
    assert_non_null(strstr(json_text(error, "text"), "other people"));
    json_decref(error);
    client_send(&b, "{\"do\":\"quit\"}"); /* nobody else is left */
    wait_for_kind(&a, 2, "left");
    client_send(&a, "{\"do\":\"hint\"}");
    hint = client_expect(&a, "hint");
    check_hints(hint, legal_of(at), 1);
    json_decref(hint);
    json_decref(at);
    json_decref(bt);
    close_two(&a, &b);

    client_open(&a, &shared_server); /* a game that has not started */
    client_create(&a, "easycome", "\"seats\":[\"me\",\"open\"]");
    client_send(&a, "{\"do\":\"hint\"}");
    client_expect_error(&a, "not-now");
    client_close(&a);

    at = seat_one(&a, "probe", "\"seats\":[\"me\",\"bot:random\"]"); /* the game has no judge */
    assert_true(json_is_false(json_object_get(at, "judged")));
    client_send(&a, "{\"do\":\"hint\"}");
    client_expect_error(&a, "no-hints");
    json_decref(at);
    client_close(&a);
}

/* A bot that blocks a thread of the server until the test opens the gate. The gate is in memory
 * that the processes share. */
static struct {
    atomic_bool shut, waits;
} * gate;

static game_action wait_at_gate(struct bot *bot, const struct agent_turn *turn, struct rng *rng)
{
    (void)bot;
    (void)rng;
    atomic_store(&gate->waits, true);
    while (atomic_load(&gate->shut))
        usleep(1000);
    return turn->actions[0];
}

static const struct agent waiting_agent = {.name = "waiting",
                                           .about = "waits at a gate",
                                           .options = agent_no_options,
                                           .choose = wait_at_gate};

/* A client that moves while a hint is being computed gets the error `stale`, and no old hint. The
 * only thread is busy with a bot until the move is made. */
static void hints_of_the_past(void **state)
{
    (void)state;
    test_plays("easycome", "debacle");
    struct test_server usual = shared_server;
    struct test_client a, bots;
    gate = mmap(NULL, sizeof *gate, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(gate, MAP_FAILED);
    agent_add(&waiting_agent);
    test_server_prepare(&shared_server);
    shared_server.settings.bot_threads = 1;
    test_server_start(&shared_server);
    json_t *at = seat_one(&a, "easycome", "\"options\":{\"first\":\"1\"}," THREE);
    atomic_store(&gate->shut, true);
    client_open(&bots, &shared_server);
    client_create(&bots, "debacle", "\"seats\":[\"bot:waiting\",\"bot:waiting\"]");
    double since = 0;
    while (!atomic_load(&gate->waits))
        test_pause(&since, "a bot at the gate");
    client_send(&a, "{\"do\":\"hint\",\"id\":7}");
    client_send(&a, "{\"do\":\"hint\",\"id\":8}"); /* only one request at a time */
    client_expect_error(&a, "not-now");
    client_send(&a, "{\"do\":\"move\",\"line\":\"%s\"}", any_legal(at));
    json_decref(at);
    json_decref(client_expect(&a, "moves"));
    atomic_store(&gate->shut, false);
    client_expect_error(&a, "stale");
    close_two(&a, &bots);
    test_server_stop(&shared_server);
    test_server_remove(&shared_server);
    munmap(gate, sizeof *gate);
    shared_server = usual;
}

/* A growing hint: the first depth at once, then further depths until the last one, as many as the
 * machine has time for. Another hint may be requested meanwhile, and a move during the hint is no
 * error. */
static void hints_grow(void **state)
{
    (void)state;
    test_plays("debacle");
    struct test_client a;
    size_t lines = 0;
    bool more = true;
    json_t *at = until_mine(
        &a, seat_one(&a, "debacle", "\"seats\":[\"me\",\"bot:random\"],\"players\":2"), &lines);
    client_send(&a, "{\"do\":\"hint\",\"id\":5,\"grows\":7}");
    client_expect_error(&a, "bad-message");
    client_send(&a, "{\"do\":\"hint\",\"id\":5,\"grows\":true}");
    for (int depth = 1; more; depth++) {
        json_t *hint = client_expect(&a, "hint");
        const json_t *advice = json_object_get(hint, "advice");
        assert_int_equal(json_number_of(hint, "id"), 5);
        assert_int_equal(json_number_of(advice, "depth"), depth);
        assert_in_range(depth, 1, json_number_of(advice, "depths"));
        check_hints(hint, legal_of(at), 1);
        more = json_is_true(json_object_get(hint, "more"));
        json_decref(hint);
    }
    client_send(&a, "{\"do\":\"hint\",\"id\":6,\"grows\":true}");
    json_decref(client_expect(&a, "hint"));
    client_send(&a, "{\"do\":\"hint\",\"id\":7}"); /* one answer, at the default depth */
    for (bool answered = false; !answered;) {
        json_t *hint = client_expect(&a, "hint");
        answered = json_number_of(hint, "id") == 7;
        if (answered)
            assert_true(json_is_false(json_object_get(hint, "more")));
        json_decref(hint);
    }
    client_send(&a, "{\"do\":\"hint\",\"id\":8,\"grows\":true}");
    json_decref(client_expect(&a, "hint"));
    client_send(&a, "{\"do\":\"move\",\"line\":\"%s\"}", any_legal(at));
    json_decref(at);
    at = until_mine(&a, client_expect(&a, "moves"), &lines); /* fails on an error */
    client_send(&a, "{\"do\":\"hint\",\"id\":9}");
    json_t *hint = client_expect(&a, "hint");
    while (json_number_of(hint, "id") != 9) {
        json_decref(hint);
        hint = client_expect(&a, "hint");
    }
    check_hints(hint, legal_of(at), 1);
    json_decref(hint);
    json_decref(at);
    client_close(&a);
}

/* Hints depend only on the seat's view, not on the others' cards. */
static void hints_know_no_secrets(void **state)
{
    (void)state;
    test_plays("wazabi");
    struct test_client a;
    json_t *at = NULL;
    size_t lines, line;
    while (!at) { /* the bot may win before there is a choice */
        at = seat_one(&a, "wazabi",
                      "\"seats\":[\"me\",\"bot:random\"],\"options\":{\"dice\":\"2\"}");
        lines = json_array_size(json_object_get(at, "log"));
        at = until_mine(&a, at, &lines);
        if (is_over(at)) {
            json_decref(at);
            at = NULL;
            client_close(&a);
        }
    }
    const size_t then = lines;
    client_send(&a, "{\"do\":\"hint\"}");
    json_t *hint = client_expect(&a, "hint");
    check_hints(hint, legal_of(at), 1);
    play_out_alone(&a, at, lines);
    char path[128], reason[TEXT_WHY], *json = malloc(HINTS_JSON_MAX);
    struct text why = text_on(reason, sizeof reason), out = text_on(json, HINTS_JSON_MAX);
    int status;
    snprintf(path, sizeof path, "GET /api/tables/%s/record", a.table);
    char *record = http_get(&shared_server, path, &status, NULL);
    struct match *whole = match_read(span_of(record), &line, &why);
    assert_non_null(whole);
    struct match *match = match_new(whole->game, &whole->settings, &why);
    for (size_t i = 0; i < then; i++)
        assert_true(match_do(match, span_of(whole->body.line[i]), &why));
    const union game_state truth = match_state(match);
    match->game->hide(&match->state, 1);
    match->game->guess(&match->state, &server_rng);
    assert_memory_not_equal(&truth, &match->state, match->game->state_size);
    struct hints *hints = malloc(sizeof *hints);
    hints_make(match, 1, judge_of(match->game), 0, match->body.count, NULL, hints);
    hints_json(match, hints, &out);
    json_t *expected = json_loads(json, 0, NULL);
    if (!json_equal(expected, json_object_get(hint, "advice")))
        fail_msg("%s", json);
    json_decref(expected);
    json_decref(hint);
    free(hints);
    free(json);
    free(record);
    match_free(whole);
    match_free(match);
    client_close(&a);
}

/* In simultaneous play hints are the best words. A seat that is out of the round gets none. */
static void hints_where_anybody_may_speak(void **state)
{
    (void)state;
    test_plays("themots");
    struct test_client a;
    size_t i;
    const json_t *each;
    json_t *at = seat_one(&a, "themots", "\"seats\":[\"me\",\"bot:novice\"]");
    assert_true(json_is_true(json_object_get(at, "judged")));
    while (!json_is_true(json_object_get(at, "may"))) { /* until the dice are thrown */
        json_decref(at);
        at = client_expect(&a, "moves");
    }
    client_send(&a, "{\"do\":\"hint\"}");
    json_t *hint = client_expect(&a, "hint");
    const json_t *hints = json_object_get(json_object_get(hint, "advice"), "hints");
    double last = 1;
    assert_in_range(json_array_size(hints), 1, 20);
    json_array_foreach(hints, i, each)
    {
        const double share = json_number_value(json_object_get(each, "share"));
        assert_true(share <= last && json_number_value(json_object_get(each, "error")) >= 0);
        last = share;
    }
    client_send(&a, "{\"do\":\"move\",\"line\":\"1 pass\"}");
    json_decref(at);
    at = client_expect(&a, "moves");
    client_send(&a, "{\"do\":\"hint\"}");
    client_expect_error(&a, "not-now");
    json_decref(at);
    json_decref(hint);
    client_close(&a);
}

/* Polls until the analysis is complete. It may take long, but it must make progress. */
static json_t *get_analysis(const struct test_server *at, const char *table, const char *more)
{
    char path[128];
    int status;
    snprintf(path, sizeof path, "GET /api/tables/%s/analysis%s", table, more);
    double since = 0;
    for (long long done = -1;; test_pause(&since, "the next move of an analysis")) {
        char *body = http_get(at, path, &status, NULL);
        assert_int_equal(status, 200);
        json_t *answer = json_loads(body, 0, NULL);
        assert_non_null(answer);
        free(body);
        if (strcmp(json_text(answer, "status"), "computing") != 0)
            return answer;
        assert_true(json_number_of(answer, "done") <= json_number_of(answer, "whole"));
        since = json_number_of(answer, "done") > done ? 0 : since;
        done = json_number_of(answer, "done");
        json_decref(answer);
    }
}

static void analyses(void **state)
{
    (void)state;
    test_plays("easycome");
    struct test_client a;
    char path[128];
    int status;
    json_t *at = seat_one(&a, "easycome", "\"seats\":[\"me\",\"bot:random\"]");
    snprintf(path, sizeof path, "GET /api/tables/%s/analysis", a.table);
    char *body = http_get(&shared_server, path, &status, NULL);
    assert_int_equal(status, 403);
    free(body);
    play_out_alone(&a, at, 0);
    json_t *answer = get_analysis(&shared_server, a.table, "");
    const json_t *analysis = json_object_get(answer, "analysis");
    assert_string_equal(json_text(answer, "status"), "ready");
    assert_true(strlen(json_text(answer, "how")) > 10);
    assert_true(json_is_true(json_object_get(analysis, "over")));
    snprintf(path, sizeof path, "GET /api/tables/%s/steps", a.table);
    body = http_get(&shared_server, path, &status, NULL);
    json_t *steps = json_loads(body, 0, NULL);
    const json_t *moves = json_object_get(analysis, "moves");
    assert_int_equal(json_array_size(moves) + 1, json_number_of(steps, "total"));
    const json_t *last =
        json_object_get(json_array_get(moves, json_array_size(moves) - 1), "chances");
    const double share = json_number_value(json_array_get(last, 0));
    assert_true(share == 0 || share == 0.5 || share == 1);
    free(body);
    json_decref(steps);
    /* the stored analysis is returned at once, in another language */
    snprintf(path, sizeof path, "GET /api/tables/%s/analysis?lang=fr", a.table);
    body = http_get(&shared_server, path, &status, NULL);
    json_t *again = json_loads(body, 0, NULL);
    assert_string_equal(json_text(again, "status"), "ready");
    assert_true(json_equal(json_object_get(again, "analysis"), analysis));
    free(body);
    json_decref(again);
    json_decref(answer);
    client_close(&a);

    at = seat_one(&a, "probe", "\"seats\":[\"me\",\"bot:random\"]");
    play_out_alone(&a, at, 0);
    answer = get_analysis(&shared_server, a.table, "");
    assert_string_equal(json_text(answer, "status"), "unjudged");
    assert_non_null(strstr(json_text(answer, "text"), "no judge exists"));
    json_decref(answer);
    client_close(&a);
}

/* An analysis reports its depth, and each depth is stored separately. */
static void analyses_at_depths(void **state)
{
    (void)state;
    test_plays("wazabi");
    struct test_client a;
    char path[128];
    int status;
    json_t *at =
        seat_one(&a, "wazabi", "\"seats\":[\"me\",\"bot:random\"],\"options\":{\"dice\":\"1\"}");
    play_out_alone(&a, at, 0);
    const struct judge *judge = judge_of(game_find(span_of("wazabi")));
    json_t *usual = get_analysis(&shared_server, a.table, "");
    json_t *first = get_analysis(&shared_server, a.table, "?depth=1");
    json_t *again = get_analysis(&shared_server, a.table, "?depth=0");
    assert_int_equal(json_number_of(json_object_get(usual, "analysis"), "depth"), judge->usual);
    assert_int_equal(json_number_of(json_object_get(usual, "analysis"), "depths"), judge->depths);
    assert_int_equal(json_number_of(json_object_get(first, "analysis"), "depth"), 1);
    assert_true(json_equal(usual, again));
    json_decref(usual);
    json_decref(first);
    json_decref(again);
    snprintf(path, sizeof path, "GET /api/tables/%s/analysis?depth=99", a.table);
    free(http_get(&shared_server, path, &status, NULL));
    assert_int_equal(status, 400);
    client_close(&a);
}

/* A game whose judge uses a solution that is built into the program: no cache is needed. */
static void analysis_without_a_cache(void **state)
{
    (void)state;
    test_plays("easycome");
    struct test_server usual = shared_server;
    struct test_client a;
    char cache[256];
    snprintf(cache, sizeof cache, "%s", getenv("XDG_CACHE_HOME") ? getenv("XDG_CACHE_HOME") : "");
    setenv("XDG_CACHE_HOME", "/nonexistent", 1);
    test_server_prepare(&shared_server);
    test_server_start(&shared_server);
    json_t *at = seat_one(&a, "easycome",
                          "\"options\":{\"hold\":\"3\"},"
                          "\"seats\":[\"me\",\"bot:random\",\"bot:random\",\"bot:random\"]");
    size_t lines = 0;
    at = until_mine(&a, at, &lines);
    if (!is_over(at)) {
        client_send(&a, "{\"do\":\"hint\"}");
        json_decref(client_expect(&a, "hint"));
    }
    play_out_alone(&a, at, lines);
    json_t *answer = get_analysis(&shared_server, a.table, "");
    assert_string_equal(json_text(answer, "status"), "ready");
    json_decref(answer);
    client_close(&a);
    test_server_stop(&shared_server);
    test_server_remove(&shared_server);
    shared_server = usual;
    if (cache[0])
        setenv("XDG_CACHE_HOME", cache, 1);
    else
        unsetenv("XDG_CACHE_HOME");
}

static bool no_time; /* in a server that starts now, analyses have no time */

void __real_review_analyse(struct job *job, struct reader *reader, const atomic_bool *stop);
void __wrap_review_analyse(struct job *job, struct reader *reader, const atomic_bool *stop);
void __wrap_review_analyse(struct job *job, struct reader *reader, const atomic_bool *stop)
{
    if (no_time)
        job->seconds = 0;
    __real_review_analyse(job, reader, stop);
}

/* An analysis that takes too long ends early and reports it; meanwhile the server keeps working. */
static void analysis_that_takes_too_long(void **state)
{
    (void)state;
    test_plays("easycome");
    struct test_server usual = shared_server;
    struct test_client a;
    test_server_prepare(&shared_server);
    no_time = true;
    test_server_start(&shared_server);
    no_time = false;
    json_t *at = seat_one(&a, "easycome", THREE);
    play_out_alone(&a, at, 0);
    json_t *answer = get_analysis(&shared_server, a.table, "");
    const json_t *analysis = json_object_get(answer, "analysis");
    assert_string_equal(json_text(answer, "status"), "ready");
    assert_non_null(strstr(json_text(answer, "text"), "too long here; lines judged: 1 of "));
    assert_int_equal(json_array_size(json_object_get(analysis, "moves")), 1);
    assert_true(json_is_false(json_object_get(analysis, "over")));
    json_decref(answer);
    client_close(&a);
    test_server_stop(&shared_server);
    test_server_remove(&shared_server);
    shared_server = usual;
}

/* One client cannot fill the queue: it may have a few analyses at a time, and must retry later. */
static void analyses_of_one_address(void **state)
{
    (void)state;
    test_plays("wazabi");
    struct test_server usual = shared_server;
    struct test_client a[REVIEWS_PER_ADDRESS + 1];
    char path[128];
    int status;
    test_server_prepare(&shared_server);
    test_server_start(&shared_server);
    for (int i = 0; i <= REVIEWS_PER_ADDRESS; i++)
        play_out_alone(&a[i], seat_one(&a[i], "wazabi", "\"seats\":[\"me\",\"bot:random\"]"), 0);
    for (int i = 0; i <= REVIEWS_PER_ADDRESS; i++) {
        snprintf(path, sizeof path, "GET /api/tables/%s/analysis", a[i].table);
        free(http_get(&shared_server, path, &status, NULL));
        assert_int_equal(status, i < REVIEWS_PER_ADDRESS ? 200 : 503);
    }
    for (int i = 0; i <= REVIEWS_PER_ADDRESS; i++)
        client_close(&a[i]);
    test_server_kill(&shared_server); /* it would continue to compute */
    test_server_remove(&shared_server);
    shared_server = usual;
}

static void analysis_holds_nobody_up(void **state)
{
    (void)state;
    test_plays("wazabi");
    struct test_client a;
    char path[128];
    int status;
    json_t *at = seat_one(&a, "wazabi",
                          "\"options\":{\"dice\":\"2\"},"
                          "\"seats\":[\"me\",\"bot:random\",\"bot:random\",\"bot:random\"]");
    play_out_alone(&a, at, 0);
    snprintf(path, sizeof path, "GET /api/tables/%s/analysis", a.table);
    double since = 0;
    long long done = -1;
    for (bool computing = true; computing;) {
        char *body = http_get(&shared_server, path, &status, NULL);
        json_t *answer = json_loads(body, 0, NULL);
        computing = strcmp(json_text(answer, "status"), "computing") == 0;
        since = json_number_of(answer, "done") > done ? 0 : since;
        done = json_number_of(answer, "done");
        if (!computing)
            assert_string_equal(json_text(answer, "status"), "ready");
        client_send(&a, "{\"do\":\"ping\"}");
        json_decref(client_expect(&a, "pong"));
        json_decref(answer);
        free(body);
        if (computing)
            test_pause(&since, "the next move of an analysis");
    }
    client_close(&a);
}

/* The linker calls this for hints_make. In a server that has `endless_hints`, a hint reports that
 * it runs and then ends only when `stop` is set, whatever the machine's speed. */
static int endless_hints[2] = {-1, -1}; /* a pipe */

bool __real_hints_make(const struct match *match, int seat, const struct judge *judge, int depth,
                       uint64_t seed, const stop_flag *stop, struct hints *hints);
bool __wrap_hints_make(const struct match *match, int seat, const struct judge *judge, int depth,
                       uint64_t seed, const stop_flag *stop, struct hints *hints);

bool __wrap_hints_make(const struct match *match, int seat, const struct judge *judge, int depth,
                       uint64_t seed, const stop_flag *stop, struct hints *hints)
{
    if (endless_hints[1] < 0)
        return __real_hints_make(match, seat, judge, depth, seed, stop, hints);
    if (write(endless_hints[1], "!", 1) != 1)
        abort();
    while (!stop_is_set(stop))
        usleep(1000);
    return false;
}

/* A server that shuts down does not wait for a hint. */
static void a_hint_ends_with_the_server(void **state)
{
    (void)state;
    test_plays("wazabi");
    struct test_server usual = shared_server;
    struct test_client a;
    size_t lines = 0;
    char running;
    assert_int_equal(pipe(endless_hints), 0);
    test_server_prepare(&shared_server);
    test_server_start(&shared_server);
    close(endless_hints[1]);
    endless_hints[1] = -1;
    json_t *at = seat_one(&a, "wazabi", "\"seats\":[\"me\",\"bot:random\"]");
    at = until_mine(&a, at, &lines);
    assert_false(is_over(at));
    client_send(&a, "{\"do\":\"hint\"}");
    assert_int_equal(read(endless_hints[0], &running, 1), 1);
    test_server_stop(&shared_server);
    close(endless_hints[0]);
    json_decref(at);
    client_close(&a);
    test_server_remove(&shared_server);
    shared_server = usual;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hints_for_one_alone),
        cmocka_unit_test(a_hint_ends_with_the_server),
        cmocka_unit_test(hints_of_the_past),
        cmocka_unit_test(hints_grow),
        cmocka_unit_test(hints_know_no_secrets),
        cmocka_unit_test(analyses),
        cmocka_unit_test(analyses_at_depths),
        cmocka_unit_test(analysis_without_a_cache),
        cmocka_unit_test(analysis_that_takes_too_long),
        cmocka_unit_test(analyses_of_one_address),
        cmocka_unit_test(analysis_holds_nobody_up),
        cmocka_unit_test(hints_where_anybody_may_speak),
    };
    cmocka_set_test_filter(getenv("CORNET_TEST"));
    return cmocka_run_group_tests(tests, start_shared_server, stop_shared_server);
}
