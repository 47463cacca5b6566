/* The server as clients see it: whole games, clocks, simultaneous play, bots and fair dice. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agents/levels.h"
#include "match/driver.h"
#include "match/fair.h"
#include "server_tables.h"

static void wrong_moves(void **state)
{
    (void)state;
    test_plays("easycome");
    struct test_client a, b, watcher;
    json_t *at, *bt;
    seat_two(&a, &b, "easycome", "\"options\":{\"first\":\"1\"}", &at, &bt);
    assert_true(json_is_true(json_object_get(at, "may")));
    assert_true(json_is_false(json_object_get(bt, "may")));
    assert_int_equal(json_array_size(legal_of(bt)), 0);
    char line[GAME_LINE_MAX];
    snprintf(line, sizeof line, "%s", any_legal(at));
    client_open(&watcher, &shared_server);
    client_send(&watcher, "{\"do\":\"move\",\"line\":\"%s\"}", line);
    client_expect_error(&watcher, "not-seated");
    client_send(&watcher, "{\"do\":\"watch\",\"table\":\"%s\"}", a.table);
    json_decref(client_expect(&watcher, "table"));
    client_send(&watcher, "{\"do\":\"move\",\"line\":\"%s\"}", line);
    client_expect_error(&watcher, "not-seated");
    client_send(&b, "{\"do\":\"move\",\"line\":\"%s\"}", line);
    client_expect_error(&b, "not-yours");
    client_send(&b, "{\"do\":\"move\",\"line\":\"2 stop\"}");
    json_t *refusal = client_expect(&b, "error");
    assert_string_equal(json_text(refusal, "code"), "illegal");
    assert_string_equal(json_text(refusal, "text"), "it is Anne's turn"); /* not "seat 1" */
    json_decref(refusal);
    client_send(&a, "{\"do\":\"move\",\"line\":\"* roll 0000\"}");
    client_expect_error(&a, "not-yours");
    client_send(&a, "{\"do\":\"move\",\"line\":\"1 take everything\"}");
    client_expect_error(&a, "illegal");
    client_send(&a, "{\"do\":\"move\",\"line\":\"%s\\n%s\"}", line, line);
    client_expect_error(&a, "bad-message");
    client_send(&a, "{\"do\":\"move\",\"line\":\"%s\",\"at\":%lld}", line,
                json_number_of(at, "seq") - 1);
    client_expect_error(&a, "stale");
    client_send(&a, "{\"do\":\"move\",\"line\":\"%s\",\"at\":%lld}", line,
                json_number_of(at, "seq"));
    json_t *moves = client_expect(&a, "moves");
    assert_string_equal(json_string_value(json_array_get(json_object_get(moves, "lines"), 0)),
                        line);
    json_decref(moves);
    json_decref(at);
    json_decref(bt);
    client_close(&watcher);
    close_two(&a, &b);
}

/* Both receive `moves` with one line that starts with `start`; then the seat `throws` must throw
 * its dice (0: nobody). */
static void expect_line(struct test_client *a, struct test_client *b, const char *start, int throws)
{
    struct test_client *const both[] = {a, b};
    for (int i = 0; i < 2; i++) {
        json_t *moves = client_expect(both[i], "moves"), *lines = json_object_get(moves, "lines");
        assert_int_equal(json_array_size(lines), 1);
        assert_memory_equal(json_string_value(json_array_get(lines, 0)), start, strlen(start));
        assert_int_equal(json_integer_value(json_object_get(moves, "throws")), throws);
        if (throws)
            assert_int_equal(json_is_true(json_object_get(moves, "may")), i + 1 == throws);
        json_decref(moves);
    }
}

/* Seat 2 throws its dice itself, and nobody receives the roll before. Seat 1 has an old client,
 * whose dice are rolled together with the move before them. */
static void a_roll_is_sent_when_thrown(void **state)
{
    (void)state;
    test_plays("easycome");
    struct test_client a, b, watcher;
    json_t *at, *bt;
    seat_two(&a, &b, "easycome", "\"options\":{\"first\":\"1\"}", &at, &bt);
    assert_int_equal(json_array_size(json_object_get(at, "log")), 1);
    assert_null(json_object_get(at, "throws"));
    client_open(&watcher, &shared_server);
    client_send(&watcher, "{\"do\":\"throw\"}");
    client_expect_error(&watcher, "not-seated");
    client_send(&b, "{\"do\":\"hello\",\"protocol\":1,\"throws\":true}");
    json_decref(client_expect(&b, "hello"));
    client_send(&b, "{\"do\":\"throw\"}");
    client_expect_error(&b, "not-now");
    client_send(&a, "{\"do\":\"move\",\"line\":\"1 stop\"}");
    expect_line(&a, &b, "1 stop", 2);
    client_send(&a, "{\"do\":\"throw\"}");
    client_expect_error(&a, "not-now");
    client_send(&watcher, "{\"do\":\"watch\",\"table\":\"%s\"}", a.table);
    json_t *seen = client_expect(&watcher, "table");
    assert_int_equal(json_integer_value(json_object_get(seen, "throws")), 2);
    assert_int_equal(json_array_size(json_object_get(seen, "log")), 2);
    client_send(&b, "{\"do\":\"throw\",\"at\":%lld}", json_number_of(seen, "seq") - 1);
    client_expect_error(&b, "stale");
    client_send(&b, "{\"do\":\"throw\",\"id\":5,\"at\":%lld}", json_number_of(seen, "seq"));
    json_t *ok = client_expect(&b, "ok");
    assert_int_equal(json_number_of(ok, "id"), 5);
    expect_line(&a, &b, "* roll ", 0);
    client_send(&b, "{\"do\":\"move\",\"line\":\"2 stop\"}");
    for (int i = 0; i < 2; i++) {
        json_t *moves = client_expect(i ? &a : &b, "moves");
        assert_int_equal(json_array_size(json_object_get(moves, "lines")), 2);
        json_decref(moves);
    }
    client_send(&a, "{\"do\":\"move\",\"line\":\"1 stop\"}");
    expect_line(&a, &b, "1 stop", 2);
    /* as a client that does not throw by itself */
    client_send(&b, "{\"do\":\"hello\",\"protocol\":1}");
    expect_line(&a, &b, "* roll ", 0);
    json_decref(ok);
    json_decref(seen);
    json_decref(at);
    json_decref(bt);
    client_close(&watcher);
    close_two(&a, &b);
}

/* The lines and states that one viewer received. */
struct received {
    struct lines lines;
    struct lines states; /* each with the number of lines before it */
    size_t between;      /* number of states that were not the last of their message */
};

static void record_state(struct received *received, const json_t *state)
{
    char *json = json_dumps(state, JSON_COMPACT), *text;
    assert_true(asprintf(&text, "%zu %s", received->lines.count, json) > 0);
    lines_add(&received->states, span_of(text));
    free(text);
    free(json);
}

static void record_received(struct received *received, const json_t *message)
{
    const char *key = strcmp(json_text(message, "type"), "table") == 0 ? "log" : "lines";
    const json_t *line, *states = json_object_get(message, "states");
    size_t i;
    json_array_foreach(json_object_get(message, key), i, line)
    {
        lines_add(&received->lines, span_of(json_string_value(line)));
        if (i < json_array_size(states))
            record_state(received, json_array_get(states, i));
    }
    assert_true(!states || json_array_size(states) + 1 == i);
    received->between += json_array_size(states);
    record_state(received, json_object_get(message, "state"));
}

/* Replays the record and checks that each viewer received exactly its view of every line and state,
 * and nothing more. */
static void compare_received(const char *record, int viewer, const struct received *received)
{
    size_t line_number, next = 0, played = 0;
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    struct match *whole = match_read(span_of(record), &line_number, &why);
    assert_non_null(whole);
    struct lines log = {0};
    match_log(whole, viewer, &log);
    assert_int_equal(log.count, received->lines.count);
    struct match *match = match_new(whole->game, &whole->settings, &why);
    for (;;) {
        size_t at = SIZE_MAX;
        if (next < received->states.count)
            at = strtoul(received->states.line[next], NULL, 10);
        if (at == played) {
            char *json = test_json(match, viewer);
            json_t *expected = json_loads(json, 0, NULL);
            json_t *given = json_loads(strchr(received->states.line[next], ' ') + 1, 0, NULL);
            if (!json_equal(expected, given))
                fail_msg("viewer %d after line %zu: %s", viewer, played, json);
            json_decref(expected);
            json_decref(given);
            free(json);
            next++;
            continue;
        }
        if (played == whole->body.count)
            break;
        assert_string_equal(log.line[played], received->lines.line[played]);
        assert_true(match_do(match, span_of(whole->body.line[played]), &why));
        played++;
    }
    assert_int_equal(next, received->states.count);
    lines_free(&log);
    match_free(whole);
    match_free(match);
}

/* The dice of the record verify, and its header has the seeds of seat 2 and of the server. */
static void check_dice(const char *record, const struct test_client *second, const json_t *fair)
{
    struct fair_report report;
    size_t line;
    char reason[TEXT_WHY], seed[2 * FAIR_HEX + 32];
    struct text why = text_on(reason, sizeof reason);
    if (!fair_verify(span_of(record), &report, &line, &why))
        fail_msg("line %zu: %s", line, reason);
    assert_int_equal(report.fair.revealed, 3);
    snprintf(seed, sizeof seed, "fair-seat 2 %s %s\n", second->commit, second->seed);
    assert_non_null(strstr(record, seed));
    snprintf(seed, sizeof seed, "fair-seed %s\n", json_text(fair, "seed"));
    assert_non_null(strstr(record, seed));
}

static void check_steps(const char *table)
{
    char path[128];
    int status;
    snprintf(path, sizeof path, "GET /api/tables/%s/steps?from=1", table);
    char *steps = http_get(&shared_server, path, &status, NULL);
    json_t *all = json_loads(steps, 0, NULL);
    assert_non_null(all);
    assert_int_equal(json_number_of(all, "from"), 1);
    assert_true(json_array_size(json_object_get(all, "steps")) > 0);
    json_decref(all);
    free(steps);
}

/* Two people play a whole random game, with a spectator. Seat 2 and the spectator want the state
 * after each line; seat 1 does not, and gets none. */
static void whole_game(const char *game)
{
    struct test_client client[3];
    struct received received[3] = {0};
    json_t *now[3];
    /* a word that goes to the vote would stop the others */
    const char *const more = strcmp(game, "themots") == 0 ? "\"options\":{\"vote\":\"off\"}" : "";
    seat_two(&client[1], &client[2], game, more, &now[1], &now[2]);
    client_open(&client[0], &shared_server);
    client_send(&client[0], "{\"do\":\"hello\",\"protocol\":1,\"states\":true}");
    client_send(&client[0], "{\"do\":\"watch\",\"table\":\"%s\"}", client[1].table);
    now[0] = client_expect(&client[0], "table");
    client_send(&client[2], "{\"do\":\"hello\",\"protocol\":1,\"states\":true}");
    json_decref(client_expect(&client[2], "hello"));
    bool over = false;
    for (int moves = 0; !over; moves++) {
        const bool talks =
            strcmp(json_text(json_object_get(now[1], "state"), "mover"), "anyone") == 0;
        int mover = json_array_size(legal_of(now[1])) ? 1 : 2;
        char line[GAME_LINE_MAX];
        if (talks) { /* words of all kinds, then only passes */
            mover = json_is_true(json_object_get(now[1], "may")) ? 1 + moves % 2 : 2;
            if (!json_is_true(json_object_get(now[mover], "may")))
                mover = 3 - mover;
            snprintf(line, sizeof line, moves < 6 ? "%d say %c%d" : "%d pass", mover,
                     'a' + moves % 5, moves);
        } else {
            snprintf(line, sizeof line, "%s", any_legal(now[mover]));
        }
        for (int i = 0; i < 3; i++) {
            record_received(&received[i], now[i]);
            json_decref(now[i]);
        }
        client_send(&client[mover], "{\"do\":\"move\",\"line\":\"%s\"}", line);
        for (int i = 0; i < 3; i++)
            now[i] = client_expect(&client[i], "moves");
        over = is_over(now[0]);
    }
    char path[128];
    int status;
    snprintf(path, sizeof path, "GET /api/tables/%s/record", client[1].table);
    char *record = http_get(&shared_server, path, &status, NULL);
    assert_int_equal(status, 200);
    for (int i = 0; i < 3; i++) {
        record_received(&received[i], now[i]);
        compare_received(record, i, &received[i]);
        if (strstr(record, "\n* roll")) /* one message may have several lines */
            assert_true((received[i].between > 0) == (i != 1));
        lines_free(&received[i].lines);
        lines_free(&received[i].states);
    }
    check_dice(record, &client[2], json_object_get(now[0], "fair"));
    check_steps(client[1].table);
    free(record);
    for (int i = 0; i < 3; i++) {
        json_decref(now[i]);
        client_close(&client[i]);
    }
}

static void whole_games(void **state)
{
    (void)state;
    for (const struct game *const *game = game_list; *game; game++)
        whole_game((*game)->id);
}

/* No message to others contains a seat's secret or the server's seed. */
static void secrets_stay(void **state)
{
    (void)state;
    test_plays("wazabi");
    struct test_client a, b;
    json_t *at, *bt;
    seat_two(&a, &b, "wazabi", "\"listed\":true", &at, &bt);
    assert_int_equal(strlen(a.secret), 32);
    assert_string_not_equal(a.secret, b.secret);
    static const char *const paths[] = {"", "/record", "/steps"};
    for (int i = 0; i < 3; i++) {
        char path[128];
        int status;
        snprintf(path, sizeof path, "GET /api/tables/%s%s", a.table, paths[i]);
        char *body = http_get(&shared_server, path, &status, NULL);
        assert_int_equal(status, i == 0 ? 200 : 403);
        assert_null(strstr(body, a.secret));
        assert_null(strstr(body, "hands"));
        free(body);
    }
    char *mine = json_dumps(at, 0), *other = json_dumps(bt, 0);
    assert_null(strstr(mine, a.secret));
    assert_null(strstr(other, a.secret));
    assert_true(json_is_null(json_object_get(json_object_get(bt, "fair"), "seed")));
    const json_t *hands = json_object_get(json_object_get(bt, "state"), "hands");
    assert_true(json_is_null(json_array_get(hands, 0)));
    assert_false(json_is_null(json_array_get(hands, 1)));
    free(mine);
    free(other);
    json_decref(at);
    json_decref(bt);
    close_two(&a, &b);
}

static void clocks(void **state)
{
    (void)state;
    test_plays("easycome", "debacle");
    struct test_client a, b;
    json_t *at, *bt;
    seat_two(&a, &b, "easycome",
             "\"options\":{\"first\":\"1\"},\"clock\":{\"kind\":\"move\",\"seconds\":1}", &at, &bt);
    const json_t *clock = json_object_get(at, "clock");
    assert_string_equal(json_text(clock, "kind"), "move");
    assert_int_equal(json_number_of(clock, "seat"), 1);
    assert_true(json_number_of(clock, "left") <= 1000);
    json_t *moves = client_expect(&b, "moves"); /* a bot makes this one move */
    assert_memory_equal(json_string_value(json_array_get(json_object_get(moves, "lines"), 0)), "1 ",
                        2);
    assert_int_equal(json_number_of(moves, "timeout"), 1);
    json_decref(moves);
    json_decref(at);
    json_decref(bt);
    close_two(&a, &b);
    seat_two(&a, &b, "debacle", "\"clock\":{\"kind\":\"bank\",\"seconds\":1000,\"add\":500}", &at,
             &bt);
    client_send(&a, "{\"do\":\"move\",\"line\":\"%s\"}", any_legal(at));
    moves = client_expect(&a, "moves");
    clock = json_object_get(moves, "clock");
    const long long bank = json_integer_value(json_array_get(json_object_get(clock, "banks"), 0));
    assert_true(bank > 1000000 && bank <= 1500000);
    json_decref(moves);
    json_decref(at);
    json_decref(bt);
    close_two(&a, &b);
}

/* Simultaneous play: order of arrival, rulings and the game's own clock. At a second table the
 * clock ends the game. */
static void simultaneous(void **state)
{
    (void)state;
    struct test_client a, b;
    json_t *at, *bt;
    seat_two(&a, &b, "probe", "\"options\":{\"time\":\"600\"}", &at, &bt);
    assert_string_equal(json_text(json_object_get(at, "state"), "mover"), "anyone");
    assert_int_equal(json_array_size(legal_of(at)), 0);
    assert_true(json_is_true(json_object_get(at, "may")));
    assert_true(json_is_true(json_object_get(bt, "may")));
    json_t *clock = json_object_get(at, "clock");
    assert_string_equal(json_text(clock, "kind"), "game");
    assert_true(json_is_true(json_object_get(clock, "running")));
    assert_int_equal(json_number_of(clock, "of"), 600000);
    client_send(&b, "{\"do\":\"move\",\"line\":\"* time\"}");
    client_expect_error(&b, "not-yours");
    client_send(&b, "{\"do\":\"move\",\"line\":\"2 say abeille\"}");
    client_send(&b, "{\"do\":\"move\",\"line\":\"2 pass\"}");
    for (int i = 0; i < 2; i++) {
        json_t *moves = client_expect(&a, "moves");
        const json_t *lines = json_object_get(moves, "lines");
        assert_string_equal(json_string_value(json_array_get(lines, 0)),
                            i ? "2 pass" : "2 say abeille");
        assert_int_equal(json_array_size(lines), i ? 1 : 2); /* with its ruling */
        assert_true(json_is_true(json_object_get(moves, "may")));
        json_decref(moves);
    }
    client_send(&b, "{\"do\":\"move\",\"line\":\"2 say ane\"}"); /* this seat is out of the round */
    client_expect_error(&b, "illegal");
    json_decref(at);
    json_decref(bt);
    close_two(&a, &b);
    seat_two(&a, &b, "probe", "\"options\":{\"time\":\"1\"}", &at, &bt);
    json_t *end = client_expect(&a, "moves");
    assert_string_equal(json_string_value(json_array_get(json_object_get(end, "lines"), 0)),
                        "* time");
    assert_true(is_over(end));
    json_decref(end);
    json_decref(at);
    json_decref(bt);
    close_two(&a, &b);
}

static unsigned count_words(const json_t *lines)
{
    const json_t *line;
    unsigned words = 0;
    size_t i;
    json_array_foreach(lines, i, line) words +=
        strncmp(json_string_value(line) + 1, " say ", 5) == 0;
    return words;
}

/* The number of words in a whole simulated game between bots. */
static unsigned words_in_sim(const char *level, struct rng *random)
{
    char record[256], why[TEXT_WHY];
    struct text reason = text_on(why, sizeof why);
    struct driver driver;
    size_t line;
    unsigned words = 0;
    snprintf(record, sizeof record,
             "cornet 1\ngame themots\nplayers 2\noption tokens=4\nseat 1 bot:%s\nseat 2 bot:%s\n"
             "---\n",
             level, level);
    struct match *match = match_read(span_of(record), &line, &reason);
    assert_non_null(match);
    driver_init(&driver, match->game, 2);
    assert_true(driver_open(&driver, match, &reason));
    while (driver_play(&driver, match, random, random))
        ;
    for (size_t i = 0; i < match->body.count; i++)
        words += strncmp(match->body.line[i] + 1, " say ", 5) == 0;
    driver_close(&driver);
    match_free(match);
    return words;
}

static unsigned words_on_server(struct test_client *watcher, const char *level)
{
    char more[128];
    unsigned words;
    bool over;
    snprintf(more, sizeof more, "\"seats\":[\"bot:%s\",\"bot:%s\"],\"options\":{\"tokens\":\"4\"}",
             level, level);
    client_create(watcher, "themots", more);
    json_t *message = client_until_playing(watcher);
    words = count_words(json_object_get(message, "log"));
    do {
        json_decref(message);
        message = client_expect(watcher, "moves");
        words += count_words(json_object_get(message, "lines"));
        over = is_over(message);
    } while (!over);
    json_decref(message);
    return words;
}

/* Plays several tables in a row. Returns whether the level speaks at least half as often as in sim.
 * */
static bool level_speaks(const struct test_server *fast, int level)
{
    const int tables = test_count(2, 4), games = test_count(10, 40);
    struct test_client watcher;
    struct rng random;
    unsigned simulated = 0, spoken = 0, silent = 0;
    rng_seed(&random, (uint64_t)level);
    for (int i = 0; i < games; i++)
        simulated += words_in_sim(agent_level_names[level], &random);
    client_open(&watcher, fast);
    for (int i = 0; i < tables; i++) {
        const unsigned words = words_on_server(&watcher, agent_level_names[level]);
        spoken += words;
        silent += words == 0;
    }
    client_close(&watcher);
    printf("%s: %.1f words a game on the server, %.1f in sim\n", agent_level_names[level],
           (double)spoken / tables, (double)simulated / games);
    return !silent && 2 * spoken * (unsigned)games >= simulated * (unsigned)tables;
}

/* Tests all levels at the same time, each in a child process. Timeouts end the children. */
static bool levels_speak(const struct test_server *fast)
{
    pid_t child[AGENT_LEVELS];
    bool good = true;
    for (int level = 0; level < AGENT_LEVELS; level++) {
        child[level] = test_fork();
        if (child[level] == 0) {
            const bool speaks = level_speaks(fast, level);
            fflush(stdout);
            _exit(!speaks);
        }
    }
    for (int level = 0; level < AGENT_LEVELS; level++) {
        int status;
        assert_int_equal(waitpid(child[level], &status, 0), child[level]);
        good = WIFEXITED(status) && WEXITSTATUS(status) == 0 && good;
    }
    return good;
}

enum { SCALE = 6 };

/* A clock that runs SCALE times faster than the machine's. */
static uint64_t fast_now(const struct clock *clock)
{
    return clock->offset + (uint64_t)(clock_steady() * 1000 * SCALE);
}

static double fast_seconds_until(const struct clock *clock, uint64_t when)
{
    const uint64_t now = fast_now(clock);
    return when > now ? (double)(when - now) / 1000 / SCALE : 0;
}

/* Every level plays several tables in a row, all on one thread at the same time. It must speak at
 * least half as often as in sim: a bot with wrong timing or with the memory of another table is
 * silent. Time runs SCALE times faster than for people. It cannot run faster: on a busy machine
 * bots would answer too late, and so be silent too. */
static void bots_speak_as_in_sim(void **state)
{
    (void)state;
    test_plays("themots");
    struct test_server fast;
    test_server_prepare(&fast);
    fast.settings.bot_threads = 1;
    fast.clock = (struct clock){fast_now, fast_seconds_until, clock_real()};
    fast.clock.offset -= (uint64_t)(clock_steady() * 1000 * SCALE);
    test_server_start(&fast);
    assert_true(levels_speak(&fast));
    struct test_client a; /* an agent without its own pace speaks too */
    client_open(&a, &fast);
    client_create(&a, "probe", "\"seats\":[\"me\",\"bot:random\"],\"options\":{\"time\":\"600\"}");
    json_decref(client_until_playing(&a));
    json_t *moves = client_expect(&a, "moves");
    assert_memory_equal(json_string_value(json_array_get(json_object_get(moves, "lines"), 0)), "2 ",
                        2);
    json_decref(moves);
    client_close(&a);
    test_server_stop(&fast);
    test_server_remove(&fast);
}

/* A word that no lexicon knows is put to the vote, and the clock stops meanwhile: test_table.c
 * checks the remaining time. */
static void votes(void **state)
{
    (void)state;
    test_plays("themots");
    static const char *const colours[] = {"vert", "blanc", "jaune", "rouge", "bleu"};
    struct test_client a, b;
    json_t *at, *bt;
    seat_two(&a, &b, "themots", "\"options\":{\"vote\":\"on\",\"time\":\"600\"}", &at, &bt);
    json_t *now = json_incref(json_object_get(at, "state"));
    int die = -1;
    while (die < 0) {
        for (int i = 0; i < 5; i++)
            die = strcmp(json_text(now, "colour"), colours[i]) == 0 ? i : die;
        if (die >= 0)
            break;
        client_send(&a, "{\"do\":\"move\",\"line\":\"1 pass\"}"); /* black: the next round */
        json_decref(client_expect(&a, "moves"));
        client_send(&b, "{\"do\":\"move\",\"line\":\"2 pass\"}");
        json_t *moves = client_expect(&a, "moves");
        json_decref(now);
        now = json_incref(json_object_get(moves, "state"));
        json_decref(moves);
    }
    client_send(&a, "{\"do\":\"move\",\"line\":\"1 say %cazurimo\"}",
                json_text(now, "letters")[die]);
    json_decref(now);
    json_t *moves = client_expect(&a, "moves");
    assert_true(json_is_false(json_object_get(json_object_get(moves, "clock"), "running")));
    assert_true(json_is_false(json_object_get(moves, "may")));
    json_decref(moves);
    /* nobody votes on their own word */
    client_send(&a, "{\"do\":\"move\",\"line\":\"1 vote yes\"}");
    client_expect_error(&a, "illegal");
    client_send(&b, "{\"do\":\"move\",\"line\":\"2 vote yes\"}");
    moves = client_expect(&a, "moves");
    const json_t *lines = json_object_get(moves, "lines");
    assert_string_equal(json_string_value(json_array_get(lines, 0)), "2 vote yes");
    assert_memory_equal(json_string_value(json_array_get(lines, 1)), "* yes ", 6);
    assert_true(json_is_true(json_object_get(json_object_get(moves, "clock"), "running")));
    json_decref(moves);
    json_decref(at);
    json_decref(bt);
    close_two(&a, &b);
}

static void promises(void **state)
{
    (void)state;
    test_plays("easycome");
    struct test_client a, b;
    client_open(&a, &shared_server);
    client_open(&b, &shared_server);
    client_create(&a, "easycome", "\"seats\":[\"me\",\"open\"]");
    /* a second commitment is refused */
    client_send(&a, "{\"do\":\"fair\",\"commit\":\"%s\"}", b.commit);
    client_expect_error(&a, "not-now");
    client_send(&a, "{\"do\":\"fair\",\"seed\":\"%s\"}", a.seed); /* too early */
    client_expect_error(&a, "not-now");
    client_join(&b, a.table);
    json_t *fair = client_expect(&a, "fair");
    const json_t *seats = json_object_get(json_object_get(fair, "fair"), "seats");
    assert_string_equal(json_text(json_array_get(seats, 1), "commit"), b.commit);
    assert_true(json_is_null(json_object_get(json_array_get(seats, 1), "seed")));
    json_decref(fair);
    client_send(&b, "{\"do\":\"fair\",\"seed\":\"%s\"}", a.seed); /* not the committed seed */
    client_expect_error(&b, "bad-value");
    client_send(&b, "{\"do\":\"fair\",\"seed\":\"%s\"}", b.seed);
    client_send(&a, "{\"do\":\"fair\",\"seed\":\"%s\"}", a.seed);
    json_t *table = client_until_playing(&a);
    seats = json_object_get(json_object_get(table, "fair"), "seats");
    assert_string_equal(json_text(json_array_get(seats, 0), "seed"), a.seed);
    assert_string_equal(json_text(json_array_get(seats, 1), "seed"), b.seed);
    json_decref(table);
    close_two(&a, &b);
}

/* The seats acknowledge the list before any seed is revealed. A wrong digest is refused. */
static void acknowledgements(void **state)
{
    (void)state;
    test_plays("easycome");
    struct test_client a, b;
    client_open(&a, &shared_server);
    client_open(&b, &shared_server);
    client_create(&a, "easycome", "\"seats\":[\"me\",\"open\"]");
    client_send(&a, "{\"do\":\"fair\",\"list\":\"%s\"}", a.commit); /* there is no list yet */
    client_expect_error(&a, "not-now");
    client_join(&b, a.table);
    json_t *message = client_expect(&a, "fair");
    const json_t *fair = json_object_get(message, "fair");
    char list[FAIR_HEX];
    snprintf(list, sizeof list, "%s", json_text(fair, "list"));
    assert_int_equal(json_number_of(fair, "attempt"), 1);
    assert_true(json_is_false(json_object_get(fair, "open")));
    assert_int_equal(json_array_size(json_object_get(fair, "settings")), 2);
    json_decref(message);
    client_send(&a, "{\"do\":\"fair\",\"list\":\"%s\"}", a.commit);
    client_expect_error(&a, "bad-value");
    client_send(&a, "{\"do\":\"fair\",\"list\":\"%s\",\"id\":1}", list);
    json_decref(client_expect(&a, "ok"));
    client_send(&b, "{\"do\":\"fair\",\"list\":\"%s\"}", list);
    message = client_expect(&a, "fair");
    fair = json_object_get(message, "fair");
    assert_true(json_is_true(json_object_get(fair, "open")));
    assert_int_equal(json_array_size(json_object_get(fair, "acknowledged")), 2);
    json_decref(message);
    client_send(&a, "{\"do\":\"fair\",\"seed\":\"%s\"}", a.seed);
    client_send(&b, "{\"do\":\"fair\",\"seed\":\"%s\"}", b.seed);
    json_decref(client_until_playing(&a));
    close_two(&a, &b);
}

/* A person who leaves during the seed exchange is a bot from the start, in the record too. The
 * commitment is broken: everybody is notified, and the exchange is repeated without that seat. */
static void leaving_early(void **state)
{
    (void)state;
    struct test_client a, b;
    client_open(&a, &shared_server);
    client_open(&b, &shared_server);
    client_create(&a, "template", "\"seats\":[\"me\",\"open\"]");
    client_join(&b, a.table);
    json_decref(client_expect(&a, "fair"));
    client_send(&b, "{\"do\":\"quit\"}");
    json_t *message = client_expect(&a, "fair");
    const json_t *fair = json_object_get(message, "fair");
    const json_t *failed = json_array_get(json_object_get(fair, "failed"), 0);
    assert_int_equal(json_number_of(fair, "attempt"), 2);
    assert_int_equal(json_number_of(failed, "attempt"), 1);
    assert_int_equal(json_number_of(failed, "seat"), 2);
    assert_string_equal(json_text(failed, "step"), "list");
    assert_string_equal(json_text(failed, "commit"), b.commit);
    client_answer_fair(&a, fair);
    json_decref(message);
    json_t *table = client_until_playing(&a);
    const json_t *seat = json_array_get(json_object_get(table, "seats"), 1);
    assert_string_equal(json_text(seat, "kind"), "bot");
    assert_memory_equal(json_text(seat, "name"), "bot:", 4);
    json_decref(table);
    close_two(&a, &b);
}

/* Reads the record of a finished game. */
static struct match *record_of(const char *table, char **text)
{
    char path[128], reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    int status;
    size_t line;
    snprintf(path, sizeof path, "GET /api/tables/%s/record", table);
    *text = http_get(&shared_server, path, &status, NULL);
    assert_int_equal(status, 200);
    struct match *match = match_read(span_of(*text), &line, &why);
    assert_non_null(match);
    return match;
}

/* Only the draws from line `from` on belong to this table. */
static void check_odds(const char *table, size_t from)
{
    char path[128];
    int status;
    size_t i;
    const json_t *draw;
    snprintf(path, sizeof path, "GET /api/tables/%s/odds", table);
    char *text = http_get(&shared_server, path, &status, NULL);
    json_t *odds = json_loads(text, 0, NULL);
    json_array_foreach(json_object_get(odds, "draws"), i, draw)
    {
        assert_true(json_number_of(draw, "step") > (long long)from);
    }
    json_decref(odds);
    free(text);
}

/* The finished game starts with the first `from` lines of another game. Its record names their
 * source and proves the later draws. */
static void check_goes_on(const struct test_client *client, const struct match *old, size_t from,
                          const char *source)
{
    char *text, reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    struct fair_report report;
    size_t line;
    struct match *new = record_of(client->table, &text);
    for (size_t i = 0; i < from; i++)
        assert_string_equal(old->body.line[i], new->body.line[i]);
    if (!fair_verify(span_of(text), &report, &line, &why))
        fail_msg("%s, line %zu: %s", old->game->id, line, reason);
    assert_int_equal(report.fair.from, from);
    assert_string_equal(report.fair.source, source);
    check_odds(client->table, from);
    free(text);
    match_free(new);
}

static void go_on(struct test_client *client, const char *table, size_t step, const char *seats)
{
    client_send(client,
                "{\"do\":\"create\",\"from\":{\"table\":\"%s\",\"step\":%zu},\"seats\":%s,"
                "\"name\":\"Anne\",\"fair\":\"%s\"}",
                table, step, seats, client->commit);
}

/* Continues from the middle of a finished game: the earlier lines are the same, the later draws are
 * new, and the record verifies. */
static void play_on(const char *game, const char *seats)
{
    struct test_client first, client;
    char *old_text;
    play_out_alone(&first, seat_one(&first, game, "\"seats\":[\"me\",\"bot:random\"]"), 0);
    struct match *old = record_of(first.table, &old_text);
    const size_t step = old->body.count / 2;
    client_open(&client, &shared_server);
    go_on(&client, first.table, step, seats);
    client_read_joined(&client);
    json_t *start = client_until_playing(&client);
    const json_t *from = json_object_get(start, "origin"), *log = json_object_get(start, "log");
    assert_string_equal(json_text(from, "table"), first.table);
    assert_int_equal(json_number_of(from, "step"), step);
    assert_true(json_array_size(log) >= step);
    const size_t lines = json_array_size(log);
    play_out_alone(&client, start, lines);
    check_goes_on(&client, old, step, first.table);
    free(old_text);
    match_free(old);
    client_close(&first);
    client_close(&client);
}

/* From each seat; `make test` plays each game from one seat. */
static void playing_on(void **state)
{
    (void)state;
    for (const struct game *const *game = game_list; *game; game++) {
        if ((*game)->flags & GAME_SPEECH)
            continue; /* no seat is certain to have a turn; tests/web plays it */
        const bool odd = (game - game_list) % 2;
        if (test_is_deep() || !odd)
            play_on((*game)->id, "[\"me\",\"bot:random\"]");
        if (test_is_deep() || odd)
            play_on((*game)->id, "[\"bot:random\",\"me\"]");
    }
}

static void not_from_there(void **state)
{
    (void)state;
    struct test_client a, b;
    json_t *at, *bt;
    struct test_client done;
    seat_two(&a, &b, game_list[0]->id, "", &at, &bt);
    go_on(&b, a.table, 1, "[\"me\",\"bot\"]");
    client_expect_error(&b, "not-now");
    json_decref(at);
    json_decref(bt);
    play_out_alone(&done, seat_one(&done, game_list[0]->id, "\"seats\":[\"me\",\"bot:random\"]"),
                   0);
    go_on(&b, "abcdefghijklmnop", 1, "[\"me\",\"bot\"]");
    client_expect_error(&b, "no-table");
    go_on(&b, done.table, 1, "[\"me\",\"open\"]");
    client_expect_error(&b, "bad-value");
    go_on(&b, done.table, 1, "[\"me\",\"bot\",\"bot\"]");
    client_expect_error(&b, "bad-value");
    go_on(&b, done.table, 100000, "[\"me\",\"bot\"]");
    client_expect_error(&b, "bad-value");
    char *text;
    struct match *whole = record_of(done.table, &text);
    go_on(&b, done.table, whole->body.count, "[\"me\",\"bot\"]");
    client_expect_error(&b, "bad-value");
    client_send(&b, "{\"do\":\"create\",\"game\":\"%s\",\"from\":{\"table\":\"%s\",\"step\":1}}",
                game_list[0]->id, done.table);
    client_expect_error(&b, "bad-value");
    client_send(&b, "{\"do\":\"create\",\"from\":{\"table\":\"%s\"}}", done.table);
    client_expect_error(&b, "bad-value");
    client_send(&b, "{\"do\":\"create\",\"name\":\"Anne\"}");
    client_expect_error(&b, "bad-message");
    match_free(whole);
    free(text);
    client_close(&done);
    close_two(&a, &b);
}

/* At tables with people, options have other defaults, unless the message sets them. */
static void defaults_for_people(void **state)
{
    (void)state;
    test_plays("themots");
    static const struct {
        const char *options, *opening;
    } tables[] = {{"", "plain"},
                  {",\"options\":{\"opening\":\"any\"}", NULL},
                  {",\"options\":{\"opening\":\"plain\"}", "plain"}};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        struct test_client a;
        char more[128];
        snprintf(more, sizeof more, "\"seats\":[\"me\",\"bot:novice\"]%s", tables[i].options);
        json_t *table = seat_one(&a, "themots", more);
        const json_t *options = json_object_get(table, "options");
        if (tables[i].opening)
            assert_string_equal(json_text(options, "opening"), tables[i].opening);
        else
            assert_true(!json_object_get(options, "opening") ||
                        strcmp(json_text(options, "opening"), "any") == 0);
        json_decref(table);
        client_close(&a);
    }
}

/* Imports the first lines of a record, three per message. */
static void bring(struct test_client *client, const struct match *match, size_t count)
{
    for (size_t i = 0; i < count; i += 3) {
        char bytes[3 * GAME_LINE_MAX + 8];
        struct text text = text_on(bytes, sizeof bytes);
        for (size_t k = i; k < i + 3 && k < count; k++)
            text_printf(&text, "%s%s", k > i ? "|" : "", match->body.line[k]);
        client_send(client, "{\"do\":\"bring\",\"text\":\"%s\"}", bytes);
    }
}

static void continue_from(struct test_client *client, const char *game, const char *table,
                          size_t lines, const char *seats)
{
    client_send(client,
                "{\"do\":\"create\",\"game\":\"%s\",\"players\":2,\"from\":{\"table\":\"%s\","
                "\"lines\":%zu},\"seats\":%s,\"name\":\"Anne\",\"fair\":\"%s\"}",
                game, table, lines, seats, client->commit);
}

#define BROWSERS "0bcdefghijklmnop"

/* A browser's game continues on the server: its lines are replayed, and the record names their
 * source. */
static void bring_game(const char *game)
{
    struct test_client first, client;
    char *old_text;
    play_out_alone(&first, seat_one(&first, game, "\"seats\":[\"me\",\"bot:random\"]"), 0);
    struct match *old = record_of(first.table, &old_text);
    const size_t count = old->body.count / 2;
    client_open(&client, &shared_server);
    bring(&client, old, count);
    continue_from(&client, game, BROWSERS, count, "[\"me\",\"bot:random\"]");
    client_read_joined(&client);
    json_t *start = client_until_playing(&client);
    assert_string_equal(json_text(json_object_get(start, "origin"), "table"), BROWSERS);
    const size_t lines = json_array_size(json_object_get(start, "log"));
    play_out_alone(&client, start, lines);
    check_goes_on(&client, old, count, BROWSERS);
    free(old_text);
    match_free(old);
    client_close(&first);
    client_close(&client);
}

static void bringing(void **state)
{
    (void)state;
    for (const struct game *const *game = game_list; *game; game++) {
        if (!((*game)->flags & GAME_SPEECH))
            bring_game((*game)->id);
    }
}

/* Takes part in the seed exchange for two seats, until the game has started for both. */
static void start_two(struct test_client *a, struct test_client *b, json_t *start[2])
{
    json_decref(client_expect(a, "fair"));
    client_send(a, "{\"do\":\"fair\",\"seed\":\"%s\"}", a->seed);
    start[1] = client_until_playing(b);
    start[0] = client_until_playing(a);
}

/* A game of two people on one device continues with an open seat: the person who takes it gets the
 * same lines. A bot cannot take the seat of a person who has voted. */
static void imported_open(void **state)
{
    (void)state;
    test_plays("themots");
    static const char *const lines[] = {"* theme 1", "* roll MELOS vert", "1 say mqzwx",
                                        "2 vote yes", "* yes 1"};
    struct test_client a, b;
    json_t *start[2];
    client_open(&a, &shared_server);
    client_open(&b, &shared_server);
    for (size_t i = 0; i < 5; i++)
        client_send(&a, "{\"do\":\"bring\",\"text\":\"%s\"}", lines[i]);
    client_create(&a, "themots",
                  "\"options\":{\"vote\":\"on\"},\"seats\":[\"me\",\"open\"],"
                  "\"from\":{\"table\":\"" BROWSERS "\",\"lines\":5}");
    client_send(&a, "{\"do\":\"host\",\"fill\":\"bot\"}");
    client_expect_error(&a, "illegal");
    client_join(&b, a.table);
    assert_int_equal(b.seat, 2);
    start_two(&a, &b, start);
    for (int i = 0; i < 2; i++) {
        const json_t *log = json_object_get(start[i], "log");
        for (size_t k = 0; k < 5; k++)
            assert_string_equal(json_string_value(json_array_get(log, k)), lines[k]);
        assert_string_equal(json_text(json_object_get(start[i], "origin"), "table"), BROWSERS);
        json_decref(start[i]);
    }
    close_two(&a, &b);
}

static void not_imported(void **state)
{
    (void)state;
    static const char seats[] = "[\"me\",\"bot\"]";
    const char *game = game_list[0]->id;
    struct test_client done, client;
    char *text;
    play_out_alone(&done, seat_one(&done, game, "\"seats\":[\"me\",\"bot:random\"]"), 0);
    struct match *whole = record_of(done.table, &text);
    client_open(&client, &shared_server);
    continue_from(&client, game, BROWSERS, 1, seats); /* no lines were imported */
    client_expect_error(&client, "bad-value");
    bring(&client, whole, 4);
    continue_from(&client, game, BROWSERS, 5, seats); /* only 4 lines were imported */
    client_expect_error(&client, "bad-value");
    continue_from(&client, game, BROWSERS, 4, seats); /* the server has dropped them by now */
    client_expect_error(&client, "bad-value");
    bring(&client, whole, 4);
    continue_from(&client, game, done.table, 4, seats); /* a table of the server */
    client_expect_error(&client, "bad-value");
    bring(&client, whole, whole->body.count);
    continue_from(&client, game, BROWSERS, whole->body.count, seats); /* the game is over */
    client_expect_error(&client, "bad-value");
    client_send(&client, "{\"do\":\"bring\",\"text\":\"1 fly\"}");
    continue_from(&client, game, BROWSERS, 1, seats);
    client_expect_error(&client, "illegal");
    char part[3001];
    memset(part, 'x', sizeof part - 1);
    part[sizeof part - 1] = '\0';
    for (int i = 0; i < 22; i++) /* 66,000 bytes */
        client_send(&client, "{\"do\":\"bring\",\"text\":\"%s\"}", part);
    client_expect_error(&client, "limit");
    match_free(whole);
    free(text);
    client_close(&done);
    client_close(&client);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_moves),
        cmocka_unit_test(a_roll_is_sent_when_thrown),
        cmocka_unit_test(whole_games),
        cmocka_unit_test(secrets_stay),
        cmocka_unit_test(clocks),
        cmocka_unit_test(simultaneous),
        cmocka_unit_test(bots_speak_as_in_sim),
        cmocka_unit_test(votes),
        cmocka_unit_test(promises),
        cmocka_unit_test(acknowledgements),
        cmocka_unit_test(leaving_early),
        cmocka_unit_test(playing_on),
        cmocka_unit_test(defaults_for_people),
        cmocka_unit_test(bringing),
        cmocka_unit_test(imported_open),
        cmocka_unit_test(not_imported),
        cmocka_unit_test(not_from_there),
    };
    cmocka_set_test_filter(getenv("CORNET_TEST"));
    return cmocka_run_group_tests(tests, start_shared_server, stop_shared_server);
}
