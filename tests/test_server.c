/* The server from outside, over real WebSockets: whoever joins, plays, cheats, floods or comes
 * back. */
#include <arpa/inet.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "agents/levels.h"
#include "match/driver.h"
#include "match/fair.h"
#include "match/hints.h"
#include "server_kit.h"

/* In place of the list made from games.cmake: the games, and the one that uses everything. */
extern const struct game easycome_game, wazabi_game, debacle_game, themots_game, template_game;
const struct game *const game_list[] = {&easycome_game, &wazabi_game, &debacle_game, &themots_game,
                                        &template_game, &probe_game,  NULL};

static struct house house;
static struct rng rng;

static int open_house(void **state)
{
    (void)state;
    house_prepare(&house);
    house_start(&house);
    rng_seed(&rng, 1);
    return 0;
}

static int close_house(void **state)
{
    (void)state;
    house_stop(&house);
    house_remove(&house);
    return 0;
}

/* Two people at a new table that plays; their first `table` messages. */
static void sit_two(struct guest *a, struct guest *b, const char *game, const char *more,
                    json_t **at, json_t **bt)
{
    char text[512];
    snprintf(text, sizeof text, "\"seats\":[\"me\",\"open\"]%s%s", more[0] ? "," : "", more);
    guest_open(a, &house);
    guest_open(b, &house);
    guest_create(a, game, text);
    guest_join(b, a->table);
    assert_int_equal(b->seat, 2);
    /* the second to reveal starts the game for both */
    json_decref(guest_hear(a, "fair"));
    guest_say(a, "{\"do\":\"fair\",\"seed\":\"%s\"}", a->seed);
    *bt = guest_until_playing(b);
    *at = guest_until_playing(a);
}

static void leave_two(struct guest *a, struct guest *b)
{
    guest_close(a);
    guest_close(b);
}

static const json_t *legal_of(const json_t *message)
{
    return json_object_get(message, "legal");
}

static const char *any_legal(const json_t *message)
{
    const json_t *legal = legal_of(message);
    return json_string_value(
        json_array_get(legal, rng_below(&rng, (uint32_t)json_array_size(legal))));
}

static bool is_over(const json_t *message)
{
    return strcmp(json_text(json_object_get(message, "state"), "mover"), "over") == 0;
}

/* ---- words that nobody understands ---- */

static void greetings(void **state)
{
    (void)state;
    struct guest guest;
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    assert_true(wire_open(&guest.wire, house.port, "/ws", "", &why));
    guest_say(&guest, "{\"do\":\"watch\",\"table\":\"x\"}");
    guest_refused(&guest, "version");
    guest_say(&guest, "{\"do\":\"hello\",\"protocol\":2,\"id\":4}");
    json_t *error = guest_next(&guest);
    assert_string_equal(json_text(error, "code"), "version");
    assert_int_equal(json_number_of(error, "id"), 4);
    assert_int_equal(json_integer_value(json_array_get(json_object_get(error, "protocols"), 0)), 1);
    json_decref(error);
    guest_say(&guest, "{\"do\":\"hello\",\"protocol\":1}");
    json_t *hello = guest_hear(&guest, "hello");
    assert_int_equal(json_number_of(hello, "protocol"), 1);
    json_decref(hello);
    guest_say(&guest, "{\"do\":\"ping\",\"id\":9}");
    json_t *pong = guest_hear(&guest, "pong");
    assert_int_equal(json_number_of(pong, "id"), 9);
    json_decref(pong);
    guest_close(&guest);
}

static void malformed(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",
        "{",
        "[]",
        "17",
        "null",
        "{\"do\":7}",
        "{\"do\":\"move\"}",
        "{}{}",
        "{\"do\":\"join\",\"table\":3,\"name\":\"x\"}",
    };
    struct guest guest;
    guest_open(&guest, &house);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        guest_say(&guest, "%s", wrong[i]);
        guest_refused(&guest, "bad-message");
    }
    guest_say(&guest, "{\"do\":\"analyse\"}"); /* reserved: no fault */
    guest_refused(&guest, "unknown");
    guest_say(&guest, "nonsense"); /* the tenth closes */
    guest_refused(&guest, "bad-message");
    assert_null(guest_next(&guest));
    guest_close(&guest);
}

static void odd_frames(void **state)
{
    (void)state;
    struct guest guest;
    char large[20000];
    memset(large, 'x', sizeof large);
    guest_open(&guest, &house);
    /* a message in three pieces, one of them empty */
    wire_send_frame(&guest.wire, 0x01, "{\"do\":", 6);
    wire_send_frame(&guest.wire, 0x00, "", 0);
    wire_send_frame(&guest.wire, 0x80, "\"ping\"}", 7);
    json_decref(guest_hear(&guest, "pong"));
    /* exactly as long as allowed, and one byte more */
    memcpy(large, "{\"do\":\"ping\",\"x\":\"", 18);
    memcpy(large + 4094, "\"}", 3);
    wire_send(&guest.wire, large);
    json_decref(guest_hear(&guest, "pong"));
    memset(large, 'x', sizeof large);
    wire_send_frame(&guest.wire, 0x81, large, 4097);
    guest_refused(&guest, "too-long");
    wire_send_frame(&guest.wire, 0x81, large, sizeof large);
    guest_refused(&guest, "too-long");
    guest_say(&guest, "{\"do\":\"ping\"}");
    json_decref(guest_hear(&guest, "pong"));
    /* not UTF-8, and not text at all */
    wire_send_frame(&guest.wire, 0x81, "{\"do\":\"\xff\"}", 10);
    guest_refused(&guest, "bad-message");
    wire_send_frame(&guest.wire, 0x82, "{\"do\":\"ping\"}", 13);
    assert_null(guest_next(&guest));
    guest_close(&guest);
    /* a frame of two to the sixty bytes, and garbage in place of frames */
    static const char huge[] = "\x81\xff\x10\0\0\0\0\0\0\0mask";
    guest_open(&guest, &house);
    assert_true(send(guest.wire.fd, huge, sizeof huge - 1, MSG_NOSIGNAL) > 0);
    assert_true(send(guest.wire.fd, large, sizeof large, MSG_NOSIGNAL) > 0);
    for (json_t *message; (message = guest_next(&guest));)
        json_decref(message);
    guest_close(&guest);
    guest_open(&guest, &house);
    guest_close(&guest);
}

static void origins(void **state)
{
    (void)state;
    struct wire wire;
    char reason[TEXT_WHY], own[64];
    struct text why = text_on(reason, sizeof reason);
    assert_false(wire_open(&wire, house.port, "/ws", "Origin: http://evil.example\r\n", &why));
    assert_false(wire_open(&wire, house.port, "/other", "", &why));
    assert_false(wire_open(&wire, house.port, "/ws", "Origin: null\r\n", &why));
    snprintf(own, sizeof own, "Origin: http://127.0.0.1:%d\r\n", house.port);
    assert_true(wire_open(&wire, house.port, "/ws", own, &why));
    wire_close(&wire);
}

static void bad_values(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "\"game\":\"chess\"",
        "\"game\":\"easycome\",\"players\":9",
        "\"game\":\"easycome\",\"options\":{\"hold\":\"7\"}",
        "\"game\":\"easycome\",\"options\":{\"hold\":3}",
        "\"game\":\"easycome\",\"players\":2,\"options\":{\"hold\":\"3\"}",
        "\"game\":\"easycome\",\"seats\":[\"me\"]",
        "\"game\":\"easycome\",\"seats\":[\"me\",\"me\"]",
        "\"game\":\"easycome\",\"seats\":[\"me\",\"bot:engine\"]",
        "\"game\":\"easycome\",\"seats\":[\"me\",7]",
        "\"game\":\"easycome\",\"name\":\"bot:x\"",
        "\"game\":\"easycome\",\"name\":\" x\"",
        "\"game\":\"easycome\",\"clock\":{\"kind\":\"egg\",\"seconds\":3}",
        "\"game\":\"easycome\",\"clock\":{\"kind\":\"move\",\"seconds\":0}",
        "\"game\":\"easycome\",\"fair\":\"00\"",
    };
    struct guest guest;
    int status;
    guest_open(&guest, &house);
    char *before = http_get(&house, "GET /api/health", &status, NULL);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const bool named = strstr(wrong[i], "\"name\"") != NULL;
        guest_say(&guest, "{\"do\":\"create\",%s%s}", wrong[i], named ? "" : ",\"name\":\"Anne\"");
        guest_refused(&guest, "bad-value");
    }
    char *after = http_get(&house, "GET /api/health", &status, NULL);
    assert_string_equal(before, after);
    free(before);
    free(after);
    guest_close(&guest);
}

/* ---- playing ---- */

static void wrong_moves(void **state)
{
    (void)state;
    struct guest a, b, watcher;
    json_t *at, *bt;
    sit_two(&a, &b, "easycome", "\"options\":{\"first\":\"1\"}", &at, &bt);
    assert_true(json_is_true(json_object_get(at, "may")));
    assert_true(json_is_false(json_object_get(bt, "may")));
    assert_int_equal(json_array_size(legal_of(bt)), 0);
    char line[GAME_LINE_MAX];
    snprintf(line, sizeof line, "%s", any_legal(at));
    guest_open(&watcher, &house);
    guest_say(&watcher, "{\"do\":\"move\",\"line\":\"%s\"}", line);
    guest_refused(&watcher, "not-seated");
    guest_say(&watcher, "{\"do\":\"watch\",\"table\":\"%s\"}", a.table);
    json_decref(guest_hear(&watcher, "table"));
    guest_say(&watcher, "{\"do\":\"move\",\"line\":\"%s\"}", line);
    guest_refused(&watcher, "not-seated");
    guest_say(&b, "{\"do\":\"move\",\"line\":\"%s\"}", line);
    guest_refused(&b, "not-yours");
    guest_say(&b, "{\"do\":\"move\",\"line\":\"2 stop\"}");
    guest_refused(&b, "illegal");
    guest_say(&a, "{\"do\":\"move\",\"line\":\"* roll 0000\"}");
    guest_refused(&a, "not-yours");
    guest_say(&a, "{\"do\":\"move\",\"line\":\"1 take everything\"}");
    guest_refused(&a, "illegal");
    guest_say(&a, "{\"do\":\"move\",\"line\":\"%s\\n%s\"}", line, line);
    guest_refused(&a, "bad-message");
    guest_say(&a, "{\"do\":\"move\",\"line\":\"%s\",\"at\":%lld}", line,
              json_number_of(at, "seq") - 1);
    guest_refused(&a, "stale");
    guest_say(&a, "{\"do\":\"move\",\"line\":\"%s\",\"at\":%lld}", line, json_number_of(at, "seq"));
    json_t *moves = guest_hear(&a, "moves");
    assert_string_equal(json_string_value(json_array_get(json_object_get(moves, "lines"), 0)),
                        line);
    json_decref(moves);
    json_decref(at);
    json_decref(bt);
    guest_close(&watcher);
    leave_two(&a, &b);
}

/* What one viewer was told: all lines, and the state behind so many of them. */
struct told {
    struct lines lines;
    struct lines states; /* each with the number of lines before it */
};

static void note_told(struct told *told, const json_t *message)
{
    const char *key = strcmp(json_text(message, "type"), "table") == 0 ? "log" : "lines";
    const json_t *line;
    size_t i;
    json_array_foreach(json_object_get(message, key), i, line)
        lines_add(&told->lines, span_of(json_string_value(line)));
    char *state = json_dumps(json_object_get(message, "state"), JSON_COMPACT), *text;
    assert_true(asprintf(&text, "%zu %s", told->lines.count, state) > 0);
    lines_add(&told->states, span_of(text));
    free(text);
    free(state);
}

/* Replays the record and compares: each viewer was told exactly its view of every line and every
 * state, and nothing more. */
static void compare_told(const char *record, int viewer, const struct told *told)
{
    size_t line_number, next = 0, played = 0;
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    struct match *whole = match_read(span_of(record), &line_number, &why);
    assert_non_null(whole);
    struct lines log = {0};
    match_log(whole, viewer, &log);
    assert_int_equal(log.count, told->lines.count);
    struct match *match = match_new(whole->game, &whole->settings, &why);
    for (;;) {
        size_t at = SIZE_MAX;
        if (next < told->states.count)
            at = strtoul(told->states.line[next], NULL, 10);
        if (at == played) {
            char *json = test_json(match, viewer);
            json_t *expected = json_loads(json, 0, NULL);
            json_t *given = json_loads(strchr(told->states.line[next], ' ') + 1, 0, NULL);
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
        assert_string_equal(log.line[played], told->lines.line[played]);
        assert_true(match_do(match, span_of(whole->body.line[played]), &why));
        played++;
    }
    assert_int_equal(next, told->states.count);
    lines_free(&log);
    match_free(whole);
    match_free(match);
}

/* A whole game of two people at random with somebody watching. */
static void whole_game(const char *game)
{
    struct guest guest[3];
    struct told told[3] = {0};
    json_t *now[3];
    sit_two(&guest[1], &guest[2], game, "", &now[1], &now[2]);
    guest_open(&guest[0], &house);
    guest_say(&guest[0], "{\"do\":\"watch\",\"table\":\"%s\"}", guest[1].table);
    now[0] = guest_hear(&guest[0], "table");
    bool over = false;
    for (int moves = 0; !over; moves++) {
        const bool talks =
            strcmp(json_text(json_object_get(now[1], "state"), "mover"), "anyone") == 0;
        int mover = json_array_size(legal_of(now[1])) ? 1 : 2;
        char line[GAME_LINE_MAX];
        if (talks) { /* words of all kinds, then nothing more */
            mover = json_is_true(json_object_get(now[1], "may")) ? 1 + moves % 2 : 2;
            if (!json_is_true(json_object_get(now[mover], "may")))
                mover = 3 - mover;
            snprintf(line, sizeof line, moves < 6 ? "%d say %c%d" : "%d pass", mover,
                     'a' + moves % 5, moves);
        } else {
            snprintf(line, sizeof line, "%s", any_legal(now[mover]));
        }
        for (int i = 0; i < 3; i++) {
            note_told(&told[i], now[i]);
            json_decref(now[i]);
        }
        guest_say(&guest[mover], "{\"do\":\"move\",\"line\":\"%s\"}", line);
        for (int i = 0; i < 3; i++)
            now[i] = guest_hear(&guest[i], "moves");
        over = is_over(now[0]);
    }
    char path[128];
    int status;
    snprintf(path, sizeof path, "GET /api/tables/%s/record", guest[1].table);
    char *record = http_get(&house, path, &status, NULL);
    assert_int_equal(status, 200);
    for (int i = 0; i < 3; i++) {
        note_told(&told[i], now[i]);
        compare_told(record, i, &told[i]);
        lines_free(&told[i].lines);
        lines_free(&told[i].states);
    }
    struct fair_report report;
    size_t line;
    char reason[TEXT_WHY], commit[FAIR_HEX + 32];
    struct text why = text_on(reason, sizeof reason);
    if (!fair_verify(span_of(record), &report, &line, &why))
        fail_msg("line %zu: %s", line, reason);
    assert_int_equal(report.revealed, 3);
    snprintf(commit, sizeof commit, "fair-seat 2 %s\n", guest[2].seed);
    assert_non_null(strstr(record, commit));
    const json_t *fair = json_object_get(now[0], "fair");
    snprintf(commit, sizeof commit, "fair-seed %s\n", json_text(fair, "seed"));
    assert_non_null(strstr(record, commit));
    snprintf(path, sizeof path, "GET /api/tables/%s/steps?from=1", guest[1].table);
    char *steps = http_get(&house, path, &status, NULL);
    json_t *all = json_loads(steps, 0, NULL);
    assert_non_null(all);
    assert_int_equal(json_number_of(all, "from"), 1);
    assert_true(json_array_size(json_object_get(all, "steps")) > 0);
    json_decref(all);
    free(steps);
    free(record);
    for (int i = 0; i < 3; i++) {
        json_decref(now[i]);
        guest_close(&guest[i]);
    }
}

static void whole_games(void **state)
{
    (void)state;
    for (const struct game *const *game = game_list; *game; game++)
        whole_game((*game)->id);
}

/* Nothing of a seat's secret or the server's seed is in anything that is sent to others. */
static void secrets_stay(void **state)
{
    (void)state;
    struct guest a, b;
    json_t *at, *bt;
    sit_two(&a, &b, "wazabi", "\"listed\":true", &at, &bt);
    assert_int_equal(strlen(a.secret), 32);
    assert_string_not_equal(a.secret, b.secret);
    static const char *const paths[] = {"", "/record", "/steps"};
    for (int i = 0; i < 3; i++) {
        char path[128];
        int status;
        snprintf(path, sizeof path, "GET /api/tables/%s%s", a.table, paths[i]);
        char *body = http_get(&house, path, &status, NULL);
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
    leave_two(&a, &b);
}

/* ---- seats ---- */

static void coming_back(void **state)
{
    (void)state;
    struct guest a, b, thief;
    json_t *at, *bt;
    sit_two(&a, &b, "debacle", "", &at, &bt);
    guest_open(&thief, &house);
    guest_say(&thief, "{\"do\":\"resume\",\"table\":\"%s\",\"seat\":1,\"secret\":\"%s\"}", a.table,
              b.secret);
    guest_refused(&thief, "bad-secret");
    guest_say(&thief, "{\"do\":\"resume\",\"table\":\"%s\",\"seat\":1,\"secret\":\"\"}", a.table);
    guest_refused(&thief, "bad-secret");
    guest_say(&thief, "{\"do\":\"resume\",\"table\":\"%s\",\"seat\":7,\"secret\":\"x\"}", a.table);
    guest_refused(&thief, "no-seat");
    guest_say(&thief, "{\"do\":\"join\",\"table\":\"%s\",\"name\":\"C\"}", a.table);
    guest_refused(&thief, "no-seat");
    guest_say(&thief, "{\"do\":\"join\",\"table\":\"aaaaaaaaaaaaaaaa\",\"name\":\"C\"}");
    guest_refused(&thief, "no-table");
    guest_say(&thief, "{\"do\":\"watch\",\"table\":\"../../etc/passwd\"}");
    guest_refused(&thief, "no-table");
    guest_close(&thief);
    wire_close(&a.wire);
    json_t *seats = guest_hear(&b, "seats");
    assert_true(
        json_is_false(json_object_get(json_array_get(json_object_get(seats, "seats"), 0), "here")));
    json_decref(seats);
    struct guest again;
    guest_open(&again, &house);
    memcpy(again.table, a.table, sizeof a.table);
    memcpy(again.secret, a.secret, sizeof a.secret);
    again.seat = 1;
    guest_resume(&again);
    json_t *table = guest_hear(&again, "table");
    assert_int_equal(json_number_of(table, "you"), 1);
    assert_true(json_equal(json_object_get(table, "legal"), legal_of(at)));
    json_decref(table);
    json_decref(at);
    json_decref(bt);
    leave_two(&again, &b);
}

static void wait_for_kind(struct guest *guest, int seat, const char *kind)
{
    for (;;) {
        json_t *seats = guest_hear(guest, "seats");
        const bool found =
            strcmp(json_text(json_array_get(json_object_get(seats, "seats"), (size_t)seat - 1),
                             "kind"),
                   kind) == 0;
        json_decref(seats);
        if (found)
            return;
    }
}

static void leaving_for_good(void **state)
{
    (void)state;
    struct guest a, b;
    json_t *at, *bt;
    sit_two(&a, &b, "easycome", "\"options\":{\"first\":\"1\"}", &at, &bt);
    guest_say(&a, "{\"do\":\"quit\",\"id\":3}");
    json_t *ok = guest_hear(&a, "ok");
    assert_int_equal(json_number_of(ok, "id"), 3);
    json_decref(ok);
    wait_for_kind(&b, 1, "left");
    json_decref(guest_hear(&b, "moves"));              /* the bot plays on */
    guest_say(&b, "{\"do\":\"host\",\"chat\":false}"); /* who is left is the host */
    json_t *seats = guest_hear(&b, "seats");
    assert_int_equal(json_number_of(seats, "host"), 2);
    json_decref(seats);
    guest_say(&a, "{\"do\":\"resume\",\"table\":\"%s\",\"seat\":1,\"secret\":\"%s\"}", a.table,
              a.secret);
    guest_refused(&a, "bad-secret");
    json_decref(at);
    json_decref(bt);
    leave_two(&a, &b);
}

static void stand_in(void **state)
{
    (void)state;
    struct guest a, b;
    json_t *at, *bt;
    sit_two(&a, &b, "easycome", "\"options\":{\"first\":\"1\"}", &at, &bt);
    guest_say(&b, "{\"do\":\"propose\",\"what\":\"bot\",\"seat\":1}"); /* she is here */
    guest_refused(&b, "illegal");
    wire_close(&a.wire);
    json_decref(guest_hear(&b, "seats"));
    guest_say(&b, "{\"do\":\"propose\",\"what\":\"bot\",\"seat\":1}");
    wait_for_kind(&b, 1, "stand-in");
    json_decref(guest_hear(&b, "moves"));
    struct guest again;
    guest_open(&again, &house);
    memcpy(again.table, a.table, sizeof a.table);
    memcpy(again.secret, a.secret, sizeof a.secret);
    again.seat = 1;
    guest_resume(&again);
    wait_for_kind(&b, 1, "person");
    json_decref(at);
    json_decref(bt);
    leave_two(&again, &b);
}

static void undoing(void **state)
{
    (void)state;
    struct guest a, b;
    json_t *at, *bt, *message;
    sit_two(&a, &b, "debacle", "", &at, &bt);
    const long long seq = json_number_of(at, "seq");
    guest_say(&a, "{\"do\":\"propose\",\"what\":\"undo\"}");
    guest_refused(&a, "illegal"); /* nothing yet */
    guest_say(&a, "{\"do\":\"move\",\"line\":\"%s\"}", any_legal(at));
    json_decref(guest_hear(&a, "moves"));
    json_decref(guest_hear(&b, "moves"));
    for (int yes = 0; yes < 2; yes++) {
        guest_say(&a, "{\"do\":\"propose\",\"what\":\"undo\"}");
        message = guest_hear(&b, "proposal");
        const json_t *proposal = json_object_get(message, "proposal");
        assert_int_equal(json_number_of(proposal, "by"), 1);
        assert_int_equal(json_integer_value(json_array_get(json_object_get(proposal, "wanted"), 0)),
                         2);
        json_decref(message);
        guest_say(&b, "{\"do\":\"agree\",\"what\":\"rematch\",\"yes\":true}");
        guest_refused(&b, "not-now");
        guest_say(&b, "{\"do\":\"agree\",\"what\":\"undo\",\"yes\":%s}", yes ? "true" : "false");
        do { /* until it is gone */
            message = guest_hear(&b, "proposal");
            if (json_is_null(json_object_get(message, "proposal")))
                break;
            json_decref(message);
        } while (true);
        assert_int_equal(json_is_true(json_object_get(message, "done")), yes);
        json_decref(message);
    }
    json_t *table = guest_hear(&a, "table");
    assert_string_equal(json_text(table, "why"), "undo");
    assert_true(json_equal(legal_of(table), legal_of(at)));
    assert_true(json_number_of(table, "seq") > seq + 1);
    const char *last = json_string_value(json_array_get(json_object_get(table, "log"), 0));
    assert_memory_equal(last, "# undone: 1 ", 12);
    json_decref(table);
    json_decref(at);
    json_decref(bt);
    leave_two(&a, &b);
    /* dice that were seen are never taken back */
    sit_two(&a, &b, "easycome", "\"options\":{\"first\":\"1\"}", &at, &bt);
    guest_say(&a, "{\"do\":\"move\",\"line\":\"1 stop\"}");
    json_decref(guest_hear(&a, "moves"));
    guest_say(&a, "{\"do\":\"propose\",\"what\":\"undo\"}");
    guest_refused(&a, "illegal");
    json_decref(at);
    json_decref(bt);
    leave_two(&a, &b);
}

static void talking(void **state)
{
    (void)state;
    struct guest a, b, c;
    json_t *at, *bt;
    char text[256];
    sit_two(&a, &b, "debacle", "", &at, &bt);
    guest_say(&a, "{\"do\":\"chat\",\"text\":\"<b>bien jou\u00e9</b>\"}");
    json_t *chat = guest_hear(&b, "chat");
    assert_string_equal(json_text(chat, "text"), "<b>bien jou\u00e9</b>");
    assert_string_equal(json_text(chat, "name"), "Anne");
    json_decref(chat);
    memset(text, 'x', 201);
    text[201] = '\0';
    guest_say(&a, "{\"do\":\"chat\",\"text\":\"%s\"}", text);
    guest_refused(&a, "bad-value");
    guest_say(&a, "{\"do\":\"chat\",\"text\":\"a\\u0007b\"}");
    guest_refused(&a, "bad-message");
    guest_open(&c, &house);
    guest_say(&c, "{\"do\":\"watch\",\"table\":\"%s\"}", a.table);
    json_t *table = guest_hear(&c, "table");
    assert_int_equal(json_array_size(json_object_get(table, "said")), 1);
    json_decref(table);
    guest_say(&c, "{\"do\":\"chat\",\"text\":\"hello\"}");
    guest_refused(&c, "not-seated");
    guest_say(&b, "{\"do\":\"host\",\"chat\":false}");
    guest_refused(&b, "not-host");
    guest_say(&a, "{\"do\":\"host\",\"chat\":false}");
    json_decref(guest_hear(&b, "seats"));
    guest_say(&b, "{\"do\":\"chat\",\"text\":\"hello\"}");
    guest_refused(&b, "chat-off");
    json_decref(at);
    json_decref(bt);
    guest_close(&c);
    leave_two(&a, &b);
}

static void filling_up(void **state)
{
    (void)state;
    struct guest a;
    guest_open(&a, &house);
    guest_create(&a, "easycome", "\"seats\":[\"open\",\"me\",\"open\"]");
    assert_int_equal(a.seat, 2);
    guest_say(&a, "{\"do\":\"move\",\"line\":\"2 stop\"}");
    guest_refused(&a, "not-now");
    guest_say(&a, "{\"do\":\"host\",\"fill\":\"bot:nobody\"}");
    guest_refused(&a, "bad-value");
    guest_say(&a, "{\"do\":\"host\",\"fill\":\"bot:greedy:blur=500\"}"); /* beyond any level */
    guest_refused(&a, "bad-value");
    guest_say(&a, "{\"do\":\"host\",\"fill\":\"bot:greedy\"}");
    json_t *table = guest_until_playing(&a);
    const json_t *seats = json_object_get(table, "seats");
    assert_string_equal(json_text(json_array_get(seats, 0), "name"), "bot:greedy");
    assert_string_equal(json_text(json_array_get(seats, 2), "kind"), "bot");
    json_decref(table);
    guest_close(&a);
}

static void again_please(void **state)
{
    (void)state;
    struct guest a, b, c;
    json_t *at, *bt;
    sit_two(&a, &b, "template", "", &at, &bt);
    guest_open(&c, &house);
    guest_say(&c, "{\"do\":\"watch\",\"table\":\"%s\"}", a.table);
    json_decref(guest_hear(&c, "table"));
    guest_say(&a, "{\"do\":\"propose\",\"what\":\"rematch\"}");
    guest_refused(&a, "illegal");
    while (!is_over(at)) {
        struct guest *mover = json_array_size(legal_of(at)) ? &a : &b;
        guest_say(mover, "{\"do\":\"move\",\"line\":\"%s\"}", any_legal(mover == &a ? at : bt));
        json_decref(at);
        json_decref(bt);
        at = guest_hear(&a, "moves");
        bt = guest_hear(&b, "moves");
    }
    guest_say(&a, "{\"do\":\"propose\",\"what\":\"rematch\"}");
    json_decref(guest_hear(&b, "proposal"));
    guest_say(&b, "{\"do\":\"agree\",\"what\":\"rematch\",\"yes\":true}");
    json_t *next = guest_hear(&c, "next");
    json_t *joined[2] = {guest_hear(&a, "joined"), guest_hear(&b, "joined")};
    for (int i = 0; i < 2; i++) {
        assert_string_equal(json_text(joined[i], "table"), json_text(next, "table"));
        assert_int_equal(json_number_of(joined[i], "seat"), i + 1);
        assert_int_equal(strlen(json_text(joined[i], "secret")), 32);
        assert_string_not_equal(json_text(joined[i], "secret"), i ? b.secret : a.secret);
        json_decref(joined[i]);
    }
    json_decref(next);
    json_decref(at);
    json_decref(bt);
    guest_close(&c);
    leave_two(&a, &b);
}

/* ---- time ---- */

static void clocks(void **state)
{
    (void)state;
    struct guest a, b;
    json_t *at, *bt;
    sit_two(&a, &b, "easycome",
            "\"options\":{\"first\":\"1\"},\"clock\":{\"kind\":\"move\",\"seconds\":1}", &at, &bt);
    const json_t *clock = json_object_get(at, "clock");
    assert_string_equal(json_text(clock, "kind"), "move");
    assert_int_equal(json_number_of(clock, "seat"), 1);
    assert_true(json_number_of(clock, "left") <= 1000);
    json_t *moves = guest_hear(&b, "moves"); /* a bot makes the one move */
    assert_memory_equal(json_string_value(json_array_get(json_object_get(moves, "lines"), 0)), "1 ",
                        2);
    json_decref(moves);
    json_decref(at);
    json_decref(bt);
    leave_two(&a, &b);
    sit_two(&a, &b, "debacle", "\"clock\":{\"kind\":\"bank\",\"seconds\":100,\"add\":50}", &at,
            &bt);
    guest_say(&a, "{\"do\":\"move\",\"line\":\"%s\"}", any_legal(at));
    moves = guest_hear(&a, "moves");
    clock = json_object_get(moves, "clock");
    const long long bank = json_integer_value(json_array_get(json_object_get(clock, "banks"), 0));
    assert_true(bank > 140000 && bank <= 150000);
    json_decref(moves);
    json_decref(at);
    json_decref(bt);
    leave_two(&a, &b);
}

/* Everybody at once: order of arrival, rulings, the game's own clock. */
static void simultaneous(void **state)
{
    (void)state;
    struct guest a, b;
    json_t *at, *bt;
    sit_two(&a, &b, "probe", "\"options\":{\"time\":\"2\"}", &at, &bt);
    assert_string_equal(json_text(json_object_get(at, "state"), "mover"), "anyone");
    assert_int_equal(json_array_size(legal_of(at)), 0);
    assert_true(json_is_true(json_object_get(at, "may")));
    assert_true(json_is_true(json_object_get(bt, "may")));
    json_t *clock = json_object_get(at, "clock");
    assert_string_equal(json_text(clock, "kind"), "game");
    assert_true(json_is_true(json_object_get(clock, "running")));
    assert_int_equal(json_number_of(clock, "of"), 2000);
    guest_say(&b, "{\"do\":\"move\",\"line\":\"* time\"}");
    guest_refused(&b, "not-yours");
    guest_say(&b, "{\"do\":\"move\",\"line\":\"2 say abeille\"}");
    guest_say(&b, "{\"do\":\"move\",\"line\":\"2 pass\"}");
    for (int i = 0; i < 2; i++) {
        json_t *moves = guest_hear(&a, "moves");
        const json_t *lines = json_object_get(moves, "lines");
        assert_string_equal(json_string_value(json_array_get(lines, 0)),
                            i ? "2 pass" : "2 say abeille");
        assert_int_equal(json_array_size(lines), i ? 1 : 2); /* its judgement comes with it */
        assert_true(json_is_true(json_object_get(moves, "may")));
        json_decref(moves);
    }
    guest_say(&b, "{\"do\":\"move\",\"line\":\"2 say ane\"}"); /* out */
    guest_refused(&b, "illegal");
    json_t *end = guest_hear(&a, "moves");
    assert_string_equal(json_string_value(json_array_get(json_object_get(end, "lines"), 0)),
                        "* time");
    assert_true(is_over(end));
    json_decref(end);
    json_decref(at);
    json_decref(bt);
    leave_two(&a, &b);
}

/* ---- bots that speak when they like ---- */

static unsigned count_words(const json_t *lines)
{
    const json_t *line;
    unsigned words = 0;
    size_t i;
    json_array_foreach(lines, i, line) words +=
        strncmp(json_string_value(line) + 1, " say ", 5) == 0;
    return words;
}

/* The words of a whole game between bots, in simulated time. */
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

static unsigned words_on_server(struct guest *watcher, const char *level)
{
    char more[128];
    unsigned words;
    bool over;
    snprintf(more, sizeof more, "\"seats\":[\"bot:%s\",\"bot:%s\"],\"options\":{\"tokens\":\"4\"}",
             level, level);
    guest_create(watcher, "themots", more);
    json_t *message = guest_until_playing(watcher);
    words = count_words(json_object_get(message, "log"));
    do {
        json_decref(message);
        message = guest_hear(watcher, "moves");
        words += count_words(json_object_get(message, "lines"));
        over = is_over(message);
    } while (!over);
    json_decref(message);
    return words;
}

/* Every level plays several tables in a row, all on one thread at the same time, and speaks as
 * often as in sim. Time runs faster; on a busy machine bots answer late and may lose a word to
 * that, so half as often will do: a bot that is not asked when, or remembers another table, falls
 * silent. */
static void bots_speak_as_in_sim(void **state)
{
    (void)state;
    enum { TABLES = 4, SIMULATED = 40 };
    struct house fast;
    pid_t child[AGENT_LEVELS];
    house_prepare(&fast);
    fast.settings.bot_threads = 1;
    fast.settings.time_scale = 40;
    house_start(&fast);
    for (int level = 0; level < AGENT_LEVELS; level++) {
        child[level] = fork();
        if (child[level])
            continue;
        struct guest watcher;
        struct rng random;
        unsigned simulated = 0, spoken = 0, silent = 0;
        rng_seed(&random, (uint64_t)level);
        for (int i = 0; i < SIMULATED; i++)
            simulated += words_in_sim(agent_level_names[level], &random);
        guest_open(&watcher, &fast);
        for (int i = 0; i < TABLES; i++) {
            const unsigned words = words_on_server(&watcher, agent_level_names[level]);
            spoken += words;
            silent += words == 0;
        }
        guest_close(&watcher);
        printf("%s: %.1f words a game on the server, %.1f in sim\n", agent_level_names[level],
               (double)spoken / TABLES, (double)simulated / SIMULATED);
        fflush(stdout);
        _exit(silent || 2 * spoken * SIMULATED < simulated * TABLES);
    }
    for (int level = 0; level < AGENT_LEVELS; level++) {
        int status;
        assert_int_equal(waitpid(child[level], &status, 0), child[level]);
        assert_true(WIFEXITED(status));
        assert_int_equal(WEXITSTATUS(status), 0);
    }
    struct guest a; /* an agent without a pace of its own speaks, too */
    guest_open(&a, &fast);
    guest_create(&a, "probe", "\"seats\":[\"me\",\"bot:random\"],\"options\":{\"time\":\"600\"}");
    json_decref(guest_until_playing(&a));
    json_t *moves = guest_hear(&a, "moves");
    assert_memory_equal(json_string_value(json_array_get(json_object_get(moves, "lines"), 0)), "2 ",
                        2);
    json_decref(moves);
    guest_close(&a);
    house_stop(&fast);
    house_remove(&fast);
}

/* A word that no lexicon knows is put to the vote, and meanwhile the clock stands. */
static void votes(void **state)
{
    (void)state;
    static const char *const colours[] = {"vert", "blanc", "jaune", "rouge", "bleu"};
    struct guest a, b;
    json_t *at, *bt;
    sit_two(&a, &b, "themots", "\"options\":{\"vote\":\"on\",\"time\":\"600\"}", &at, &bt);
    json_t *now = json_incref(json_object_get(at, "state"));
    int die = -1;
    while (die < 0) {
        for (int i = 0; i < 5; i++)
            die = strcmp(json_text(now, "colour"), colours[i]) == 0 ? i : die;
        if (die >= 0)
            break;
        guest_say(&a, "{\"do\":\"move\",\"line\":\"1 pass\"}"); /* black: the next round */
        json_decref(guest_hear(&a, "moves"));
        guest_say(&b, "{\"do\":\"move\",\"line\":\"2 pass\"}");
        json_t *moves = guest_hear(&a, "moves");
        json_decref(now);
        now = json_incref(json_object_get(moves, "state"));
        json_decref(moves);
    }
    guest_say(&a, "{\"do\":\"move\",\"line\":\"1 say %cqzwx\"}", json_text(now, "letters")[die]);
    json_decref(now);
    json_t *moves = guest_hear(&a, "moves");
    assert_true(json_is_false(json_object_get(json_object_get(moves, "clock"), "running")));
    assert_true(json_is_false(json_object_get(moves, "may")));
    const long long left = json_number_of(json_object_get(moves, "clock"), "left");
    json_decref(moves);
    guest_say(&a, "{\"do\":\"move\",\"line\":\"1 vote yes\"}"); /* not on one's own word */
    guest_refused(&a, "illegal");
    usleep(300000);
    guest_say(&b, "{\"do\":\"move\",\"line\":\"2 vote yes\"}");
    moves = guest_hear(&a, "moves");
    const json_t *lines = json_object_get(moves, "lines");
    assert_string_equal(json_string_value(json_array_get(lines, 0)), "2 vote yes");
    assert_memory_equal(json_string_value(json_array_get(lines, 1)), "* yes ", 6);
    assert_true(json_is_true(json_object_get(json_object_get(moves, "clock"), "running")));
    assert_true(json_number_of(json_object_get(moves, "clock"), "left") > left - 250);
    json_decref(moves);
    json_decref(at);
    json_decref(bt);
    leave_two(&a, &b);
}

/* ---- fair dice ---- */

static void promises(void **state)
{
    (void)state;
    struct guest a, b;
    guest_open(&a, &house);
    guest_open(&b, &house);
    guest_create(&a, "easycome", "\"seats\":[\"me\",\"open\"]");
    guest_say(&a, "{\"do\":\"fair\",\"commit\":\"%s\"}", b.commit); /* no second promise */
    guest_refused(&a, "not-now");
    guest_say(&a, "{\"do\":\"fair\",\"seed\":\"%s\"}", a.seed); /* too early */
    guest_refused(&a, "not-now");
    guest_join(&b, a.table);
    json_t *fair = guest_hear(&a, "fair");
    const json_t *seats = json_object_get(json_object_get(fair, "fair"), "seats");
    assert_string_equal(json_text(json_array_get(seats, 1), "commit"), b.commit);
    assert_true(json_is_null(json_object_get(json_array_get(seats, 1), "seed")));
    json_decref(fair);
    guest_say(&b, "{\"do\":\"fair\",\"seed\":\"%s\"}", a.seed); /* not what was promised */
    guest_refused(&b, "bad-value");
    guest_say(&b, "{\"do\":\"fair\",\"seed\":\"%s\"}", b.seed);
    guest_say(&a, "{\"do\":\"fair\",\"seed\":\"%s\"}", a.seed);
    json_t *table = guest_until_playing(&a);
    seats = json_object_get(json_object_get(table, "fair"), "seats");
    assert_string_equal(json_text(json_array_get(seats, 0), "seed"), a.seed);
    assert_string_equal(json_text(json_array_get(seats, 1), "seed"), b.seed);
    json_decref(table);
    leave_two(&a, &b);
}

/* Who leaves while seeds are exchanged is a bot from the start, in the record too. */
static void leaving_early(void **state)
{
    (void)state;
    struct guest a, b;
    guest_open(&a, &house);
    guest_open(&b, &house);
    guest_create(&a, "template", "\"seats\":[\"me\",\"open\"]");
    guest_join(&b, a.table);
    json_decref(guest_hear(&a, "fair"));
    guest_say(&b, "{\"do\":\"quit\"}");
    guest_say(&a, "{\"do\":\"fair\",\"seed\":\"%s\"}", a.seed);
    json_t *table = guest_until_playing(&a);
    const json_t *seat = json_array_get(json_object_get(table, "seats"), 1);
    assert_string_equal(json_text(seat, "kind"), "bot");
    assert_memory_equal(json_text(seat, "name"), "bot:", 4);
    json_decref(table);
    leave_two(&a, &b);
}

/* ---- hints and analysis ---- */

/* One person against bots at a new table; the first `table` message of the game. */
static json_t *sit_alone(struct guest *guest, const char *game, const char *more)
{
    guest_open(guest, &house);
    guest_create(guest, game, more);
    return guest_until_playing(guest);
}

/* Hears what bots do until this seat is to move or the game is over. */
static json_t *until_mine(struct guest *guest, json_t *message, size_t *lines)
{
    while (!is_over(message) && json_array_size(legal_of(message)) == 0) {
        json_decref(message);
        message = guest_hear(guest, "moves");
        *lines += json_array_size(json_object_get(message, "lines"));
    }
    return message;
}

static void play_out_alone(struct guest *guest, json_t *message, size_t lines)
{
    for (;;) {
        message = until_mine(guest, message, &lines);
        if (is_over(message))
            break;
        guest_say(guest, "{\"do\":\"move\",\"line\":\"%s\"}", any_legal(message));
        json_decref(message);
        message = guest_hear(guest, "moves");
        lines += json_array_size(json_object_get(message, "lines"));
    }
    json_decref(message);
}

/* Every legal line has its hint, best first. */
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
    struct guest a, b, watcher;
    json_t *at, *bt;
    at = sit_alone(&a, "easycome",
                   "\"seats\":[\"me\",\"bot:greedy\"],\"options\":{\"first\":\"1\"}");
    assert_true(json_is_true(json_object_get(at, "judged")));
    guest_open(&watcher, &house);
    guest_say(&watcher, "{\"do\":\"hint\"}");
    guest_refused(&watcher, "not-seated");
    guest_say(&watcher, "{\"do\":\"watch\",\"table\":\"%s\"}", a.table);
    json_decref(guest_hear(&watcher, "table"));
    guest_say(&watcher, "{\"do\":\"hint\"}");
    guest_refused(&watcher, "not-seated");
    guest_say(&a, "{\"do\":\"hint\",\"at\":%lld}", json_number_of(at, "seq") - 1);
    guest_refused(&a, "stale");
    guest_say(&a, "{\"do\":\"hint\",\"id\":5,\"at\":%lld}", json_number_of(at, "seq"));
    json_t *hint = guest_hear(&a, "hint");
    assert_int_equal(json_number_of(hint, "id"), 5);
    assert_int_equal(json_number_of(hint, "seq"), json_number_of(at, "seq"));
    assert_true(strlen(json_text(json_object_get(hint, "advice"), "how")) > 10);
    check_hints(hint, legal_of(at), 1);
    json_decref(hint);
    json_decref(at);
    guest_say(&watcher, "{\"do\":\"ping\"}"); /* it has heard nothing of that */
    json_t *pong = guest_next(&watcher);
    assert_string_equal(json_text(pong, "type"), "pong");
    json_decref(pong);
    guest_close(&watcher);
    guest_close(&a);

    sit_two(&a, &b, "easycome", "\"options\":{\"first\":\"1\"}", &at, &bt);
    guest_say(&a, "{\"do\":\"hint\",\"id\":6}");
    json_t *error = guest_hear(&a, "error");
    assert_string_equal(json_text(error, "code"), "no-hints");
    assert_non_null(strstr(json_text(error, "text"), "other people"));
    json_decref(error);
    guest_say(&b, "{\"do\":\"quit\"}"); /* and now there is nobody else */
    wait_for_kind(&a, 2, "left");
    guest_say(&a, "{\"do\":\"hint\"}");
    hint = guest_hear(&a, "hint");
    check_hints(hint, legal_of(at), 1);
    json_decref(hint);
    json_decref(at);
    json_decref(bt);
    leave_two(&a, &b);

    guest_open(&a, &house); /* a game that has not begun */
    guest_create(&a, "easycome", "\"seats\":[\"me\",\"open\"]");
    guest_say(&a, "{\"do\":\"hint\"}");
    guest_refused(&a, "not-now");
    guest_close(&a);

    at = sit_alone(&a, "probe", "\"seats\":[\"me\",\"bot:random\"]"); /* has no judge */
    assert_true(json_is_false(json_object_get(at, "judged")));
    guest_say(&a, "{\"do\":\"hint\"}");
    guest_refused(&a, "no-hints");
    json_decref(at);
    guest_close(&a);
}

/* A hint takes a while; whoever moves meanwhile is told so, and is not given an old one. */
static void hints_of_the_past(void **state)
{
    (void)state;
    bool stale = false;
    for (int i = 0; i < 10 && !stale; i++) { /* a busy machine may be too slow with the move */
        struct guest a;
        size_t lines = 0;
        json_t *at = until_mine(
            &a, sit_alone(&a, "wazabi", "\"seats\":[\"me\",\"bot:random\"],\"players\":2"), &lines);
        guest_say(&a, "{\"do\":\"hint\",\"id\":7}");
        guest_say(&a, "{\"do\":\"hint\",\"id\":8}"); /* one at a time */
        guest_say(&a, "{\"do\":\"move\",\"line\":\"%s\"}", any_legal(at));
        for (bool answered = false; !answered;) {
            json_t *message = guest_next(&a);
            assert_non_null(message);
            if (json_number_of(message, "id") == 8)
                assert_string_equal(json_text(message, "code"), "not-now");
            if (json_number_of(message, "id") == 7) {
                answered = true;
                stale = strcmp(json_text(message, "code"), "stale") == 0;
                if (!stale)
                    assert_int_equal(json_number_of(message, "seq"), json_number_of(at, "seq"));
            }
            json_decref(message);
        }
        json_decref(at);
        guest_close(&a);
    }
    assert_true(stale);
}

/* Where the same seat sees the same, hints are the same, whatever the others hold. */
static void hints_know_no_secrets(void **state)
{
    (void)state;
    struct guest a;
    json_t *at = NULL;
    size_t lines, line;
    while (!at) { /* the bot may have won before there is anything to choose */
        at = sit_alone(&a, "wazabi",
                       "\"seats\":[\"me\",\"bot:random\"],\"options\":{\"dice\":\"2\"}");
        lines = json_array_size(json_object_get(at, "log"));
        at = until_mine(&a, at, &lines);
        if (is_over(at)) {
            json_decref(at);
            at = NULL;
            guest_close(&a);
        }
    }
    const size_t then = lines;
    guest_say(&a, "{\"do\":\"hint\"}");
    json_t *hint = guest_hear(&a, "hint");
    check_hints(hint, legal_of(at), 1);
    play_out_alone(&a, at, lines);
    char path[128], reason[TEXT_WHY], *json = malloc(HINTS_JSON_MAX);
    struct text why = text_on(reason, sizeof reason), out = text_on(json, HINTS_JSON_MAX);
    int status;
    snprintf(path, sizeof path, "GET /api/tables/%s/record", a.table);
    char *record = http_get(&house, path, &status, NULL);
    struct match *whole = match_read(span_of(record), &line, &why);
    assert_non_null(whole);
    struct match *match = match_new(whole->game, &whole->settings, &why);
    for (size_t i = 0; i < then; i++)
        assert_true(match_do(match, span_of(whole->body.line[i]), &why));
    const union game_state truth = match->state;
    match->game->hide(&match->state, 1);
    match->game->guess(&match->state, &rng);
    assert_memory_not_equal(&truth, &match->state, match->game->state_size);
    struct hints *hints = malloc(sizeof *hints);
    hints_make(match, 1, judge_of(match->game), hints);
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
    guest_close(&a);
}

/* Asks until it is no longer being computed. */
static json_t *get_analysis(const struct house *at, const char *table, const char *more)
{
    char path[128];
    int status;
    snprintf(path, sizeof path, "GET /api/tables/%s/analysis%s", table, more);
    for (;;) {
        char *body = http_get(at, path, &status, NULL);
        assert_int_equal(status, 200);
        json_t *answer = json_loads(body, 0, NULL);
        assert_non_null(answer);
        free(body);
        if (strcmp(json_text(answer, "status"), "computing") != 0)
            return answer;
        assert_true(json_number_of(answer, "done") <= json_number_of(answer, "whole"));
        json_decref(answer);
        usleep(20000);
    }
}

static void analyses(void **state)
{
    (void)state;
    struct guest a;
    char path[128];
    int status;
    json_t *at = sit_alone(&a, "easycome", "\"seats\":[\"me\",\"bot:random\"]");
    snprintf(path, sizeof path, "GET /api/tables/%s/analysis", a.table);
    char *body = http_get(&house, path, &status, NULL);
    assert_int_equal(status, 403);
    free(body);
    play_out_alone(&a, at, 0);
    json_t *answer = get_analysis(&house, a.table, "");
    const json_t *analysis = json_object_get(answer, "analysis");
    assert_string_equal(json_text(answer, "status"), "ready");
    assert_true(strlen(json_text(answer, "how")) > 10);
    assert_true(json_is_true(json_object_get(analysis, "over")));
    snprintf(path, sizeof path, "GET /api/tables/%s/steps", a.table);
    body = http_get(&house, path, &status, NULL);
    json_t *steps = json_loads(body, 0, NULL);
    const json_t *moves = json_object_get(analysis, "moves");
    assert_int_equal(json_array_size(moves) + 1, json_number_of(steps, "total"));
    const json_t *last =
        json_object_get(json_array_get(moves, json_array_size(moves) - 1), "chances");
    const double share = json_number_value(json_array_get(last, 0));
    assert_true(share == 0 || share == 0.5 || share == 1);
    free(body);
    json_decref(steps);
    /* kept: there at once, in another language */
    snprintf(path, sizeof path, "GET /api/tables/%s/analysis?lang=fr", a.table);
    body = http_get(&house, path, &status, NULL);
    json_t *again = json_loads(body, 0, NULL);
    assert_string_equal(json_text(again, "status"), "ready");
    assert_true(json_equal(json_object_get(again, "analysis"), analysis));
    free(body);
    json_decref(again);
    json_decref(answer);
    guest_close(&a);

    at = sit_alone(&a, "probe", "\"seats\":[\"me\",\"bot:random\"]");
    play_out_alone(&a, at, 0);
    answer = get_analysis(&house, a.table, "");
    assert_string_equal(json_text(answer, "status"), "unjudged");
    assert_non_null(strstr(json_text(answer, "text"), "nobody can judge"));
    json_decref(answer);
    guest_close(&a);
}

/* An analysis that takes too long ends with what it has, and says so; meanwhile the server goes on.
 */
static void analysis_that_takes_too_long(void **state)
{
    (void)state;
    struct house usual = house;
    struct guest a;
    house_prepare(&house);
    house.settings.review_seconds = 0;
    house_start(&house);
    json_t *at = sit_alone(&a, "easycome", "\"seats\":[\"me\",\"bot:random\"]");
    play_out_alone(&a, at, 0);
    json_t *answer = get_analysis(&house, a.table, "");
    const json_t *analysis = json_object_get(answer, "analysis");
    assert_string_equal(json_text(answer, "status"), "ready");
    assert_non_null(strstr(json_text(answer, "text"), "too long to judge here: 1 of "));
    assert_int_equal(json_array_size(json_object_get(analysis, "moves")), 1);
    assert_true(json_is_false(json_object_get(analysis, "over")));
    json_decref(answer);
    guest_close(&a);
    house_stop(&house);
    house_remove(&house);
    house = usual;
}

static void analysis_holds_nobody_up(void **state)
{
    (void)state;
    struct guest a;
    char path[128];
    int status;
    json_t *at =
        sit_alone(&a, "wazabi", "\"seats\":[\"me\",\"bot:random\",\"bot:random\",\"bot:random\"]");
    play_out_alone(&a, at, 0);
    snprintf(path, sizeof path, "GET /api/tables/%s/analysis", a.table);
    for (bool computing = true; computing;) {
        char *body = http_get(&house, path, &status, NULL);
        json_t *answer = json_loads(body, 0, NULL);
        computing = strcmp(json_text(answer, "status"), "computing") == 0;
        if (!computing)
            assert_string_equal(json_text(answer, "status"), "ready");
        guest_say(&a, "{\"do\":\"ping\"}");
        json_decref(guest_hear(&a, "pong"));
        json_decref(answer);
        free(body);
        usleep(20000);
    }
    guest_close(&a);
}

/* Where anybody may speak, the best words; not for who is out of the round. */
static void hints_where_anybody_may_speak(void **state)
{
    (void)state;
    struct guest a;
    size_t i;
    const json_t *each;
    json_t *at = sit_alone(&a, "themots", "\"seats\":[\"me\",\"bot:novice\"]");
    assert_true(json_is_true(json_object_get(at, "judged")));
    while (!json_is_true(json_object_get(at, "may"))) { /* the dice are thrown */
        json_decref(at);
        at = guest_hear(&a, "moves");
    }
    guest_say(&a, "{\"do\":\"hint\"}");
    json_t *hint = guest_hear(&a, "hint");
    const json_t *hints = json_object_get(json_object_get(hint, "advice"), "hints");
    double last = 1;
    assert_in_range(json_array_size(hints), 1, 20);
    json_array_foreach(hints, i, each)
    {
        const double share = json_number_value(json_object_get(each, "share"));
        assert_true(share <= last && json_number_value(json_object_get(each, "error")) >= 0);
        last = share;
    }
    guest_say(&a, "{\"do\":\"move\",\"line\":\"1 pass\"}");
    json_decref(at);
    at = guest_hear(&a, "moves");
    guest_say(&a, "{\"do\":\"hint\"}");
    guest_refused(&a, "not-now");
    json_decref(at);
    json_decref(hint);
    guest_close(&a);
}

/* A game that is judged from a table which is not there. */
static void analysis_without_a_table(void **state)
{
    (void)state;
    struct house usual = house;
    struct guest a;
    char cache[256];
    snprintf(cache, sizeof cache, "%s", getenv("XDG_CACHE_HOME") ? getenv("XDG_CACHE_HOME") : "");
    setenv("XDG_CACHE_HOME", "/nonexistent", 1);
    house_prepare(&house);
    house_start(&house);
    json_t *at = sit_alone(&a, "easycome",
                           "\"seats\":[\"me\",\"bot:random\",\"bot:random\",\"bot:random\"]");
    size_t lines = 0;
    at = until_mine(&a, at, &lines);
    if (!is_over(at)) {
        guest_say(&a, "{\"do\":\"hint\"}");
        json_t *error = guest_hear(&a, "error");
        assert_string_equal(json_text(error, "code"), "no-hints");
        assert_non_null(strstr(json_text(error, "text"), "is not there yet"));
        json_decref(error);
    }
    play_out_alone(&a, at, lines);
    json_t *answer = get_analysis(&house, a.table, "");
    assert_string_equal(json_text(answer, "status"), "unjudged");
    assert_non_null(strstr(json_text(answer, "text"), "is not there yet"));
    json_decref(answer);
    guest_close(&a);
    house_stop(&house);
    house_remove(&house);
    house = usual;
    if (cache[0])
        setenv("XDG_CACHE_HOME", cache, 1);
    else
        unsetenv("XDG_CACHE_HOME");
}

/* ---- HTTP ---- */

static void pages(void **state)
{
    (void)state;
    static const struct {
        const char *request;
        int status;
    } asked[] = {
        {"GET /", 200},
        {"HEAD /", 200},
        {"GET /t/abcdefghijklmnop", 200},
        {"GET /index.html", 200},
        {"GET /api/games", 200},
        {"GET /api/games?lang=fr", 200},
        {"GET /api/tables", 200},
        {"GET /api/server", 200},
        {"GET /api/health", 200},
        {"GET /metrics", 200},
        {"GET /api/tables/abcdefghijklmnop", 404},
        {"GET /api/tables/..%2f..%2fetc", 404},
        {"GET /nothing", 404},
        {"GET /.git/config", 404},
        {"GET /api/", 404},
    };
    char head[4096];
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        int status;
        char *body = http_get(&house, asked[i].request, &status, head);
        if (status != asked[i].status)
            fail_msg("%s: %d", asked[i].request, status);
        assert_non_null(strstr(head, "content-security-policy: default-src 'none'"));
        assert_non_null(strstr(head, "x-content-type-options: nosniff"));
        free(body);
    }
    static const char *const never[] = {"GET /../../../../etc/passwd",
                                        "GET /%2e%2e/%2e%2e/etc/passwd",
                                        "GET //etc/passwd",
                                        "GET /..%5c..%5cetc/passwd",
                                        "POST /api/tables",
                                        "DELETE /"};
    for (size_t i = 0; i < sizeof never / sizeof *never; i++) {
        int status;
        char *body = http_get(&house, never[i], &status, NULL);
        if (status == 200 && strncmp(never[i], "GET", 3) != 0)
            fail_msg("%s: answered", never[i]);
        assert_null(strstr(body, "root:"));
        free(body);
    }
}

/* A folder in place of the built-in files: its plain files, and nothing by another way. */
static void own_pages(void **state)
{
    (void)state;
    struct house other;
    char path[160], link_to[160];
    int status;
    house_prepare(&other);
    snprintf(path, sizeof path, "%s/index.html", other.folder);
    FILE *out = fopen(path, "w");
    fputs("mine", out);
    fclose(out);
    snprintf(link_to, sizeof link_to, "%s/link.html", other.folder);
    assert_int_equal(symlink("/etc/passwd", link_to), 0);
    other.settings.web = other.folder;
    house_start(&other);
    char *body = http_get(&other, "GET /", &status, NULL);
    assert_string_equal(body, "mine");
    free(body);
    static const char *const never[] = {"GET /link.html", "GET /../etc/passwd", "GET /.hidden",
                                        "GET /missing.js"};
    for (size_t i = 0; i < sizeof never / sizeof *never; i++) {
        body = http_get(&other, never[i], &status, NULL);
        assert_int_not_equal(status, 200);
        free(body);
    }
    house_stop(&other);
    unlink(path);
    unlink(link_to);
    house_remove(&other);
}

/* ---- limits ---- */

static void floods(void **state)
{
    (void)state;
    struct house strict;
    struct guest guest;
    house_prepare(&strict);
    strict.settings.messages_per_second = 2; /* so low that a slow machine exceeds it too */
    strict.settings.per_address = 3;
    strict.settings.creates_per_hour = 2;
    strict.settings.tables_max = 1;
    house_start(&strict);
    guest_open(&guest, &strict);
    for (int i = 0; i < 150; i++)
        guest_say(&guest, "{\"do\":\"ping\"}");
    int pongs = 0, errors = 0;
    for (int i = 0; i < 150; i++) {
        json_t *message = guest_next(&guest);
        pongs += strcmp(json_text(message, "type"), "pong") == 0;
        errors += strcmp(json_text(message, "code"), "too-fast") == 0;
        json_decref(message);
    }
    assert_true(pongs >= 5 && errors > 0);
    assert_int_equal(pongs + errors, 150);
    for (int i = 0; i < 2000; i++) /* and goes on: dropped */
        guest_say(&guest, "{\"do\":\"ping\"}");
    for (json_t *message; (message = guest_next(&guest));)
        json_decref(message);
    guest_close(&guest);
    struct guest many[3];
    for (int i = 0; i < 3; i++)
        guest_open(&many[i], &strict);
    struct wire wire;
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    assert_true(wire_open(&wire, strict.port, "/ws", "", &why));
    struct guest over = {.wire = wire};
    guest_refused(&over, "limit");
    assert_null(guest_next(&over));
    guest_close(&over);
    int status, too_many = 0;
    for (int i = 0; i < 500; i++) {
        free(http_get(&strict, "GET /api/health", &status, NULL));
        too_many += status == 429;
    }
    assert_true(too_many > 0);
    guest_create(&many[0], "easycome", "");
    guest_say(&many[1], "{\"do\":\"create\",\"game\":\"easycome\",\"name\":\"x\"}");
    guest_refused(&many[1], "limit");
    for (int i = 0; i < 3; i++)
        guest_close(&many[i]);
    house_stop(&strict);
    house_remove(&strict);
}

static void slow_reader(void **state)
{
    (void)state;
    struct guest a, b;
    json_t *at, *bt;
    sit_two(&a, &b, "debacle", "", &at, &bt);
    for (int i = 0; i < 40; i++) { /* a log worth sending */
        struct guest *mover = json_array_size(legal_of(at)) ? &a : &b;
        guest_say(mover, "{\"do\":\"move\",\"line\":\"%s\"}", any_legal(mover == &a ? at : bt));
        json_decref(at);
        json_decref(bt);
        at = guest_hear(&a, "moves");
        bt = guest_hear(&b, "moves");
    }
    /* b asks and asks, and never reads; a's game goes on */
    for (int i = 0; i < 6000; i++) {
        if (!wire_send(&b.wire, "{\"do\":\"sync\"}"))
            break;
    }
    for (bool gone = false; !gone;) {
        json_t *seats = guest_hear(&a, "seats");
        gone = json_is_false(
            json_object_get(json_array_get(json_object_get(seats, "seats"), 1), "here"));
        json_decref(seats);
    }
    json_decref(at);
    json_decref(bt);
    leave_two(&a, &b);
}

/* ---- the store ---- */

/* A seat that was taken with a commitment and given up again is open without one, also after the
 * server was killed. */
static void open_seat_after_a_restart(void **state)
{
    (void)state;
    struct house other;
    struct guest a, b, c;
    house_prepare(&other);
    house_start(&other);
    guest_open(&a, &other);
    guest_create(&a, "easycome", "\"seats\":[\"me\",\"open\",\"open\"]");
    guest_open(&b, &other);
    guest_join(&b, a.table);
    guest_say(&b, "{\"do\":\"quit\",\"id\":1}");
    json_decref(guest_hear(&b, "ok"));
    for (int killed = 0; killed < 2; killed++) {
        guest_open(&c, &other);
        guest_say(&c, "{\"do\":\"watch\",\"table\":\"%s\"}", a.table);
        json_t *table = guest_hear(&c, "table");
        const json_t *seat = json_array_get(json_object_get(table, "seats"), 1);
        assert_string_equal(json_text(seat, "kind"), "open");
        assert_string_equal(json_text(seat, "name"), "");
        const json_t *seats = json_object_get(json_object_get(table, "fair"), "seats");
        assert_true(json_is_object(json_array_get(seats, 0)));
        assert_true(json_is_null(json_array_get(seats, 1)));
        json_decref(table);
        guest_close(&c);
        if (killed)
            continue;
        house_kill(&other);
        house_start(&other);
    }
    guest_close(&a);
    guest_close(&b);
    house_stop(&other);
    house_remove(&other);
}

static void restart(void **state)
{
    (void)state;
    struct house other;
    struct guest a, a2;
    house_prepare(&other);
    house_start(&other);
    guest_open(&a, &other);
    guest_create(
        &a, "probe",
        "\"seats\":[\"me\",\"bot:random\"],\"options\":{\"time\":\"500\"},\"listed\":true");
    json_decref(guest_until_playing(&a));
    guest_say(&a, "{\"do\":\"move\",\"line\":\"1 say zebre\"}");
    json_t *moves = guest_hear(&a, "moves");
    const long long seq = json_number_of(moves, "seq");
    house_kill(&other);
    guest_close(&a);
    house_start(&other);
    guest_open(&a2, &other);
    memcpy(a2.table, a.table, sizeof a.table);
    memcpy(a2.secret, a.secret, sizeof a.secret);
    a2.seat = 1;
    guest_resume(&a2);
    json_t *table = guest_hear(&a2, "table");
    assert_int_equal(json_number_of(table, "seq"), seq);
    assert_true(json_equal(json_object_get(table, "state"), json_object_get(moves, "state")));
    const long long left = json_number_of(json_object_get(table, "clock"), "left");
    assert_true(left > 490000 && left <= json_number_of(json_object_get(moves, "clock"), "left"));
    json_decref(table);
    json_decref(moves);
    guest_close(&a2);
    /* a second server cannot take the same store */
    struct house second = other;
    char why[TEXT_WHY];
    assert_false(house_tries(&second, why));
    assert_non_null(strstr(why, "another server"));
    house_stop(&other);
    house_remove(&other);
}

/* A full disk: what cannot be stored has not happened, and everybody is told so. */
static void full_disk(void **state)
{
    (void)state;
    struct house small;
    struct guest a;
    house_prepare(&small);
    small.file_limit = 300 << 10;
    house_start(&small);
    guest_open(&a, &small);
    guest_create(&a, "debacle", "\"seats\":[\"me\",\"bot:random\"]");
    json_t *now = guest_until_playing(&a);
    json_t *log = json_array();
    json_array_extend(log, json_object_get(now, "log"));
    bool full = false;
    char table[64];
    snprintf(table, sizeof table, "%s", a.table);
    for (int i = 0; i < 5000 && !full; i++) {
        if (json_array_size(legal_of(now)))
            guest_say(&a, "{\"do\":\"move\",\"line\":\"%s\"}", any_legal(now));
        json_t *next = guest_next(&a);
        assert_non_null(next);
        if (strcmp(json_text(next, "type"), "moves") == 0) {
            json_array_extend(log, json_object_get(next, "lines"));
            json_decref(now);
            now = next;
            if (is_over(now)) { /* another game in the same store */
                guest_create(&a, "debacle", "\"seats\":[\"me\",\"bot:random\"]");
                json_decref(now);
                json_array_clear(log);
                now = guest_until_playing(&a);
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
    /* the table stands where it was last told to stand */
    json_t *back = guest_hear(&a, "table");
    assert_string_equal(json_text(back, "why"), "store");
    assert_true(json_equal(json_object_get(back, "log"), log));
    int status;
    char *health = http_get(&small, "GET /api/health", &status, NULL);
    assert_int_equal(status, 503);
    free(health);
    json_decref(back);
    json_decref(now);
    house_kill(&small);
    small.file_limit = 0; /* somebody has made room */
    house_start(&small);
    struct guest again;
    guest_open(&again, &small);
    memcpy(again.table, a.table, sizeof a.table);
    memcpy(again.secret, a.secret, sizeof a.secret);
    again.seat = 1;
    guest_resume(&again);
    back = guest_hear(&again, "table");
    for (size_t i = 0; i < json_array_size(log); i++)
        assert_true(
            json_equal(json_array_get(json_object_get(back, "log"), i), json_array_get(log, i)));
    json_decref(back);
    json_decref(log);
    guest_close(&a);
    guest_close(&again);
    house_stop(&small);
    house_remove(&small);
}

/* A folder that cannot be written, a file that is something else: one clear sentence. */
static void unusable_stores(void **state)
{
    (void)state;
    struct house other;
    char why[TEXT_WHY], path[128];
    house_prepare(&other);
    other.settings.store = "/proc/nothing/tables.db";
    assert_false(house_tries(&other, why));
    assert_true(strlen(why) > 10);
    other.settings.store = other.store;
    FILE *out = fopen(other.store, "w");
    fputs("This is a letter to my aunt, and not a store of anything at all.\n", out);
    fclose(out);
    assert_false(house_tries(&other, why));
    assert_true(strlen(why) > 10);
    unlink(other.store);
    if (geteuid() == 0) { /* root writes anywhere: look at it as somebody else */
        house_start(&other);
        house_stop(&other);
        snprintf(path, sizeof path, "%s.lock", other.store);
        chmod(other.store, 0444);
        chmod(path, 0666);
        chmod(other.folder, 0555);
        const pid_t child = fork();
        if (child == 0) {
            char reason[TEXT_WHY];
            struct text text = text_on(reason, sizeof reason);
            if (setgid(65534) != 0 || setuid(65534) != 0)
                _exit(0);
            struct store *store = store_open(other.store, STORE_SERVE, &text);
            _exit(store ? 1 : strlen(reason) < 10 ? 2 : 0);
        }
        int status;
        waitpid(child, &status, 0);
        assert_int_equal(status, 0);
        chmod(other.folder, 0755);
    }
    house_remove(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(greetings),
        cmocka_unit_test(malformed),
        cmocka_unit_test(odd_frames),
        cmocka_unit_test(origins),
        cmocka_unit_test(bad_values),
        cmocka_unit_test(wrong_moves),
        cmocka_unit_test(whole_games),
        cmocka_unit_test(secrets_stay),
        cmocka_unit_test(coming_back),
        cmocka_unit_test(leaving_for_good),
        cmocka_unit_test(stand_in),
        cmocka_unit_test(undoing),
        cmocka_unit_test(talking),
        cmocka_unit_test(filling_up),
        cmocka_unit_test(again_please),
        cmocka_unit_test(clocks),
        cmocka_unit_test(simultaneous),
        cmocka_unit_test(bots_speak_as_in_sim),
        cmocka_unit_test(votes),
        cmocka_unit_test(promises),
        cmocka_unit_test(leaving_early),
        cmocka_unit_test(pages),
        cmocka_unit_test(own_pages),
        cmocka_unit_test(floods),
        cmocka_unit_test(slow_reader),
        cmocka_unit_test(restart),
        cmocka_unit_test(open_seat_after_a_restart),
        cmocka_unit_test(full_disk),
        cmocka_unit_test(unusable_stores),
        cmocka_unit_test(hints_for_one_alone),
        cmocka_unit_test(hints_of_the_past),
        cmocka_unit_test(hints_know_no_secrets),
        cmocka_unit_test(analyses),
        cmocka_unit_test(analysis_without_a_table),
        cmocka_unit_test(analysis_that_takes_too_long),
        cmocka_unit_test(analysis_holds_nobody_up),
        cmocka_unit_test(hints_where_anybody_may_speak),
    };
    cmocka_set_test_filter(getenv("CORNET_TEST"));
    return cmocka_run_group_tests(tests, open_house, close_house);
}
