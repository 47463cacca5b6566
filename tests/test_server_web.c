/* The server as clients see it: malformed messages, unusual frames, HTTP, and limits. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "raw_client.h"
#include "server_tables.h"

static void greetings(void **state)
{
    (void)state;
    struct test_client client;
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    assert_true(wire_open(&client.wire, shared_server.port, "/ws", "", &why));
    client_send(&client, "{\"do\":\"watch\",\"table\":\"x\"}");
    client_expect_error(&client, "version");
    client_send(&client, "{\"do\":\"hello\",\"protocol\":2,\"id\":4}");
    json_t *error = client_next(&client);
    assert_string_equal(json_text(error, "code"), "version");
    assert_int_equal(json_number_of(error, "id"), 4);
    assert_int_equal(json_integer_value(json_array_get(json_object_get(error, "protocols"), 0)), 1);
    json_decref(error);
    client_send(&client, "{\"do\":\"hello\",\"protocol\":1}");
    json_t *hello = client_expect(&client, "hello");
    assert_int_equal(json_number_of(hello, "protocol"), 1);
    json_decref(hello);
    client_send(&client, "{\"do\":\"ping\",\"id\":9}");
    json_t *pong = client_expect(&client, "pong");
    assert_int_equal(json_number_of(pong, "id"), 9);
    json_decref(pong);
    client_close(&client);
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
    struct test_client client;
    client_open(&client, &shared_server);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        client_send(&client, "%s", wrong[i]);
        client_expect_error(&client, "bad-message");
    }
    client_send(&client, "{\"do\":\"analyse\"}"); /* a reserved verb is not an error */
    client_expect_error(&client, "unknown");
    client_send(&client, "nonsense"); /* the tenth error closes the connection */
    client_expect_error(&client, "bad-message");
    assert_null(client_next(&client));
    client_close(&client);
}

static void odd_frames(void **state)
{
    (void)state;
    struct test_client client;
    char large[20000];
    memset(large, 'x', sizeof large);
    client_open(&client, &shared_server);
    /* a message in three fragments, one of them empty */
    wire_send_frame(&client.wire, 0x01, "{\"do\":", 6);
    wire_send_frame(&client.wire, 0x00, "", 0);
    wire_send_frame(&client.wire, 0x80, "\"ping\"}", 7);
    json_decref(client_expect(&client, "pong"));
    /* the longest message, and one byte more */
    memcpy(large, "{\"do\":\"ping\",\"x\":\"", 18);
    memcpy(large + 4094, "\"}", 3);
    wire_send(&client.wire, large);
    json_decref(client_expect(&client, "pong"));
    memset(large, 'x', sizeof large);
    wire_send_frame(&client.wire, 0x81, large, 4097);
    client_expect_error(&client, "too-long");
    wire_send_frame(&client.wire, 0x81, large, sizeof large);
    client_expect_error(&client, "too-long");
    client_send(&client, "{\"do\":\"ping\"}");
    json_decref(client_expect(&client, "pong"));
    /* invalid UTF-8, and a binary frame */
    wire_send_frame(&client.wire, 0x81, "{\"do\":\"\xff\"}", 10);
    client_expect_error(&client, "bad-message");
    wire_send_frame(&client.wire, 0x82, "{\"do\":\"ping\"}", 13);
    assert_null(client_next(&client));
    client_close(&client);
    /* a frame of 2^60 bytes, and random bytes instead of frames */
    static const char huge[] = "\x81\xff\x10\0\0\0\0\0\0\0mask";
    client_open(&client, &shared_server);
    assert_true(send(client.wire.fd, huge, sizeof huge - 1, MSG_NOSIGNAL) > 0);
    assert_true(send(client.wire.fd, large, sizeof large, MSG_NOSIGNAL) > 0);
    for (json_t *message; (message = client_next(&client));)
        json_decref(message);
    client_close(&client);
    client_open(&client, &shared_server);
    client_close(&client);
}

static void origins(void **state)
{
    (void)state;
    struct wire wire;
    char reason[TEXT_WHY], own[64];
    struct text why = text_on(reason, sizeof reason);
    assert_false(
        wire_open(&wire, shared_server.port, "/ws", "Origin: http://evil.example\r\n", &why));
    assert_false(wire_open(&wire, shared_server.port, "/other", "", &why));
    assert_false(wire_open(&wire, shared_server.port, "/ws", "Origin: null\r\n", &why));
    snprintf(own, sizeof own, "Origin: http://127.0.0.1:%d\r\n", shared_server.port);
    assert_true(wire_open(&wire, shared_server.port, "/ws", own, &why));
    wire_close(&wire);
}

static void bad_values(void **state)
{
    (void)state;
    test_plays("easycome");
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
    struct test_client client;
    int status;
    client_open(&client, &shared_server);
    char *before = http_get(&shared_server, "GET /api/health", &status, NULL);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const bool named = strstr(wrong[i], "\"name\"") != NULL;
        client_send(&client, "{\"do\":\"create\",%s%s}", wrong[i],
                    named ? "" : ",\"name\":\"Anne\"");
        client_expect_error(&client, "bad-value");
    }
    char *after = http_get(&shared_server, "GET /api/health", &status, NULL);
    assert_string_equal(before, after);
    free(before);
    free(after);
    client_close(&client);
}

/* A page of another site whose name points at this server cannot use it. */
static void rebound_names(void **state)
{
    (void)state;
    static const struct {
        const char *request;
        int status;
    } asked[] = {
        {"GET /api/tables HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421},
        {RAW_UPGRADE "Host: evil.example\r\nOrigin: http://evil.example\r\n\r\n", 421},
        {"GET /api/tables HTTP/1.1\r\nHost: localhost:80\r\n\r\n", 200},
    };
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        char answer[RAW_ANSWER];
        const int fd = raw_dial(shared_server.port);
        raw_put_text(fd, asked[i].request);
        assert_int_equal(raw_answer(fd, answer), asked[i].status);
        close(fd);
    }
}

/* Others learn whether the server lives and is ready, and nothing else. */
static void operators_pages(void **state)
{
    (void)state;
    static const char other[] = "X-Forwarded-For: 192.0.2.7\r\n"; /* of an untrusted proxy */
    static const struct {
        const char *request, *headers;
        int status;
        const char *start;
    } asked[] = {
        {"GET /api/live", other, 200, "{\"status\":\"ok\"}"},
        {"GET /api/ready", other, 200, "{\"status\":\"ok\"}"},
        {"GET /api/health", other, 200, "{\"status\":\"ok\"}"},
        {"GET /metrics", other, 404, "{\"code\":\"unknown\""},
        {"GET /api/health", "", 200, "{\"status\":\"ok\",\"tables\":"},
        {"GET /metrics", "", 200, "# HELP cornet_"},
    };
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        int status;
        char *body =
            http_get_with(&shared_server, asked[i].request, asked[i].headers, &status, NULL);
        if (status != asked[i].status || strncmp(body, asked[i].start, strlen(asked[i].start)) != 0)
            fail_msg("%zu: %d: %s", i, status, body);
        free(body);
    }
}

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
        char *body = http_get(&shared_server, asked[i].request, &status, head);
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
        char *body = http_get(&shared_server, never[i], &status, NULL);
        if (status == 200 && strncmp(never[i], "GET", 3) != 0)
            fail_msg("%s: answered", never[i]);
        assert_null(strstr(body, "root:"));
        free(body);
    }
}

/* The value of a header, or "". */
static const char *header_of(const char *head, const char *name, char value[128])
{
    char key[64];
    snprintf(key, sizeof key, "\r\n%s: ", name);
    const char *at = strstr(head, key);
    snprintf(value, 128, "%.*s", at ? (int)strcspn(at + strlen(key), "\r") : 0,
             at ? at + strlen(key) : "");
    return value;
}

static void write_bytes(const char *path, const char *bytes, size_t length)
{
    FILE *out = fopen(path, "w");
    assert_int_equal(fwrite(bytes, 1, length, out), length);
    fclose(out);
}

/* A compressed file decompresses to the same file, and has its own ETag. */
static void check_coded(const char *coding, const char *plain, const char *plain_tag)
{
    char head[4096], value[128], headers[256], tag[128], path[128], command[320];
    int status;
    snprintf(headers, sizeof headers, "Accept-Encoding: %s\r\n", coding);
    char *body = http_get_with(&shared_server, "GET /style.css", headers, &status, head);
    assert_int_equal(status, 200);
    assert_string_equal(header_of(head, "content-encoding", value), coding);
    assert_string_equal(header_of(head, "content-type", value), "text/css; charset=utf-8");
    assert_string_equal(header_of(head, "vary", value), "accept-encoding");
    header_of(head, "etag", tag);
    assert_string_not_equal(tag, plain_tag);
    const size_t length = strtoul(header_of(head, "content-length", value), NULL, 10);
    assert_true(length > 0 && length < strlen(plain) / 2);
    snprintf(path, sizeof path, "%s/coded", shared_server.folder);
    write_bytes(path, body, length);
    snprintf(command, sizeof command, "%s -dc <%s >%s.plain",
             strcmp(coding, "br") == 0 ? "brotli" : coding, path, path);
    assert_int_equal(system(command), 0);
    unlink(path);
    snprintf(path, sizeof path, "%s/coded.plain", shared_server.folder);
    size_t same;
    char *again = test_read_file(path, &same);
    assert_int_equal(same, strlen(plain));
    assert_memory_equal(again, plain, same);
    unlink(path);
    free(again);
    free(body);
    snprintf(headers, sizeof headers, "Accept-Encoding: %s\r\nIf-None-Match: \"x\", W/%s\r\n",
             coding, tag);
    free(http_get_with(&shared_server, "GET /style.css", headers, &status, head));
    assert_int_equal(status, 304);
    assert_string_equal(header_of(head, "etag", value), tag);
    snprintf(headers, sizeof headers, "Accept-Encoding: %s\r\nIf-None-Match: %s\r\n", coding,
             plain_tag);
    free(http_get_with(&shared_server, "GET /style.css", headers, &status, head));
    assert_int_equal(status, 200);
}

static void compressed_files(void **state)
{
    (void)state;
    static const struct {
        const char *accepted, *coding;
    } asked[] = {
        {"", ""},
        {"Accept-Encoding: identity\r\n", ""},
        {"Accept-Encoding: deflate, zstd\r\n", ""},
        {"Accept-Encoding: gzip;q=0\r\n", ""},
        {"Accept-Encoding: gzip; q=0.000, br;q=0\r\n", ""},
        {"Accept-Encoding: *;q=0\r\n", ""},
        {"Accept-Encoding: gzip;q=0.5, identity\r\n", ""},
        {"Accept-Encoding: \r\n", ""},
        {"Accept-Encoding: GZIP\r\n", "gzip"},
        {"Accept-Encoding: br;q=0, *\r\n", "gzip"},
        {"Accept-Encoding: gzip;q=1.0, br;q=0.1\r\n", "gzip"},
        {"Accept-Encoding: br;q=0, gzip;q=0.001, identity;q=0\r\n", "gzip"},
        {"Accept-Encoding: gzip\r\nAccept-Encoding: x\r\n", "gzip"},
    };
    char head[4096], value[128], tag[128];
    int status;
    char *plain = http_get(&shared_server, "GET /style.css", &status, head);
    header_of(head, "etag", tag);
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        free(http_get_with(&shared_server, "GET /style.css", asked[i].accepted, &status, head));
        assert_int_equal(status, 200);
        if (strcmp(header_of(head, "content-encoding", value), asked[i].coding) != 0)
            fail_msg("%s: %s", asked[i].accepted, value);
        assert_string_equal(header_of(head, "vary", value), "accept-encoding");
    }
    check_coded("gzip", plain, tag);
    free(http_get_with(&shared_server, "HEAD /style.css", "Accept-Encoding: gzip, deflate, br\r\n",
                       &status, head));
    if (strcmp(header_of(head, "content-encoding", value), "br") == 0)
        check_coded("br", plain, tag);
    else /* built without it */
        assert_string_equal(value, "gzip");
    free(plain);
}

/* Unknown addresses: a browser gets the client, which links to the home page; other programs get
 * JSON. */
static void nothing_there(void **state)
{
    (void)state;
    static const char *const browser =
        "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,"
        "image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7\r\n";
    char head[4096], value[128];
    int status;
    char *body = http_get_with(&shared_server, "GET /nope", browser, &status, head);
    assert_int_equal(status, 404);
    assert_string_equal(header_of(head, "content-type", value), "text/html; charset=utf-8");
    assert_string_equal(header_of(head, "vary", value), "accept, accept-encoding");
    /* the client shows the message, in its language */
    assert_non_null(strstr(body, "src=\"/app.js\""));
    free(body);
    static const char *const programs[] = {"", "Accept: */*\r\n",
                                           "Accept: application/json, text/html;q=0\r\n"};
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++) {
        body = http_get_with(&shared_server, "GET /nope", programs[i], &status, head);
        assert_int_equal(status, 404);
        assert_string_equal(header_of(head, "content-type", value), "application/json");
        free(body);
    }
    free(http_get_with(&shared_server, "GET /api/nope", browser, &status, head));
    assert_string_equal(header_of(head, "content-type", value), "application/json");
}

/* A folder replaces the built-in files. Only its regular files are served, and no path leads out of
 * it. */
static void own_pages(void **state)
{
    (void)state;
    struct test_server other;
    char path[160], link_to[160];
    int status;
    test_server_prepare(&other);
    snprintf(path, sizeof path, "%s/index.html", other.folder);
    FILE *out = fopen(path, "w");
    fputs("mine", out);
    fclose(out);
    snprintf(link_to, sizeof link_to, "%s/link.html", other.folder);
    assert_int_equal(symlink("/etc/passwd", link_to), 0);
    other.settings.web = other.folder;
    test_server_start(&other);
    char head[4096];
    char *body = http_get_with(&other, "GET /", "Accept-Encoding: gzip\r\n", &status, head);
    assert_string_equal(body, "mine"); /* unchanged */
    assert_null(strstr(head, "content-encoding"));
    free(body);
    static const char *const never[] = {"GET /link.html", "GET /../etc/passwd", "GET /.hidden",
                                        "GET /missing.js"};
    for (size_t i = 0; i < sizeof never / sizeof *never; i++) {
        body = http_get(&other, never[i], &status, NULL);
        assert_int_not_equal(status, 200);
        free(body);
    }
    test_server_stop(&other);
    unlink(path);
    unlink(link_to);
    test_server_remove(&other);
}

static void floods(void **state)
{
    (void)state;
    test_plays("easycome");
    struct test_server strict;
    struct test_client client;
    test_server_prepare(&strict);
    strict.settings.messages_per_second = 2; /* so low that a slow machine exceeds it too */
    strict.settings.per_address = 3;
    strict.settings.creates_per_hour = 2;
    strict.settings.tables_max = 1;
    test_server_start(&strict);
    client_open(&client, &strict);
    for (int i = 0; i < 150; i++)
        client_send(&client, "{\"do\":\"ping\"}");
    int pongs = 0, errors = 0;
    for (int i = 0; i < 150; i++) {
        json_t *message = client_next(&client);
        pongs += strcmp(json_text(message, "type"), "pong") == 0;
        errors += strcmp(json_text(message, "code"), "too-fast") == 0;
        json_decref(message);
    }
    assert_true(pongs >= 5 && errors > 0);
    assert_int_equal(pongs + errors, 150);
    for (int i = 0; i < 2000; i++) /* a client that continues is dropped */
        client_send(&client, "{\"do\":\"ping\"}");
    for (json_t *message; (message = client_next(&client));)
        json_decref(message);
    client_close(&client);
    struct test_client many[3];
    for (int i = 0; i < 3; i++)
        client_open(&many[i], &strict);
    struct wire wire;
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    assert_true(wire_open(&wire, strict.port, "/ws", "", &why));
    struct test_client over = {.wire = wire};
    client_expect_error(&over, "limit");
    assert_null(client_next(&over));
    client_close(&over);
    int status, too_many = 0;
    for (int i = 0; i < 500; i++) {
        free(http_get(&strict, "GET /api/health", &status, NULL));
        too_many += status == 429;
    }
    assert_true(too_many > 0);
    client_create(&many[0], "easycome", "");
    client_send(&many[1], "{\"do\":\"create\",\"game\":\"easycome\",\"name\":\"x\"}");
    client_expect_error(&many[1], "limit");
    for (int i = 0; i < 3; i++)
        client_close(&many[i]);
    test_server_stop(&strict);
    test_server_remove(&strict);
}

static void slow_reader(void **state)
{
    (void)state;
    test_plays("debacle");
    struct test_client a, b;
    json_t *at, *bt;
    seat_two(&a, &b, "debacle", "", &at, &bt);
    for (int i = 0; i < 40; i++) { /* makes a long log */
        struct test_client *mover = json_array_size(legal_of(at)) ? &a : &b;
        client_send(mover, "{\"do\":\"move\",\"line\":\"%s\"}", any_legal(mover == &a ? at : bt));
        json_decref(at);
        json_decref(bt);
        at = client_expect(&a, "moves");
        bt = client_expect(&b, "moves");
    }
    /* b sends requests and never reads; a's game continues */
    for (int i = 0; i < 6000; i++) {
        if (!wire_send(&b.wire, "{\"do\":\"sync\"}"))
            break;
    }
    for (bool gone = false; !gone;) {
        json_t *seats = client_expect(&a, "seats");
        gone = json_is_false(
            json_object_get(json_array_get(json_object_get(seats, "seats"), 1), "here"));
        json_decref(seats);
    }
    json_decref(at);
    json_decref(bt);
    close_two(&a, &b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(greetings),        cmocka_unit_test(malformed),
        cmocka_unit_test(odd_frames),       cmocka_unit_test(origins),
        cmocka_unit_test(bad_values),       cmocka_unit_test(pages),
        cmocka_unit_test(rebound_names),    cmocka_unit_test(operators_pages),
        cmocka_unit_test(compressed_files), cmocka_unit_test(nothing_there),
        cmocka_unit_test(own_pages),        cmocka_unit_test(floods),
        cmocka_unit_test(slow_reader),
    };
    cmocka_set_test_filter(getenv("CORNET_TEST"));
    return cmocka_run_group_tests(tests, start_shared_server, stop_shared_server);
}
