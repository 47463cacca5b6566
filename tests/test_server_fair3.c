/* Fair dice 3 with a server: honest clients play whole games through kills of the server in the
 * middle of steps, and the records prove it; a stolen store foretells nothing. */
#include <poll.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "match/client3.h"
#include "match/verdict.h"
#include "server_fixture.h"

static struct test_server server;
static struct rng rng;

struct player {
    struct test_client wire;
    struct client3 *client;
    struct lines transcript;
    unsigned char secret[FAIR_BYTES];
    uint64_t clock;
    uint32_t asked; /* the number of the last ask that it saw */
    bool chained;
    bool over, silent; /* silent: it does not answer asks */
};

/* ---- an honest client ---- */

static void keep(struct player *p, struct client3_out *out, const struct text *why)
{
    for (size_t i = 0; i < out->news.count; i++)
        lines_add(&p->transcript, span_of(out->news.line[i]));
    if (out->contradicted)
        fail_msg("contradicted: %s", why ? why->start : "");
    client3_out_free(out);
}

static void send_link(struct player *p, const struct client3_link *link)
{
    char hash[FAIR_HEX], hex[FAIR_HEX];
    struct text sign = text_on((char[FAIR3_SIGNED_HEX]){0}, FAIR3_SIGNED_HEX);
    fair_to_hex(link->hash, hash);
    fair_to_hex(link->link, hex);
    fair3_write_signed(&link->sign, &sign);
    client_send(&p->wire,
                "{\"do\":\"link\",\"step\":%u,\"hash\":\"%s\",\"link\":\"%s\",\"sig\":\"%s\"}",
                (unsigned)link->step, hash, hex, sign.start);
}

static void send_chain(struct player *p)
{
    struct client3_chain chain;
    struct client3_out out = {0};
    struct text key = text_on((char[FAIR_HEX]){0}, FAIR_HEX);
    char end[FAIR_HEX];
    client3_chain(p->client, &chain, &out);
    keep(p, &out, NULL);
    if (!chain.due || p->chained)
        return;
    p->chained = true; /* its entry is on the way */
    fair_to_hex(chain.end, end);
    fair3_write_key(&chain.key, &key);
    client_send(&p->wire, "{\"do\":\"chain\",\"asks\":%u,\"end\":\"%s\",\"key\":\"%s\"}",
                (unsigned)chain.asks, end, key.start);
}

static struct lines lines_of(const json_t *list)
{
    struct lines lines = {0};
    size_t i;
    json_t *line;
    json_array_foreach(list, i, line) lines_add(&lines, span_of(json_string_value(line)));
    return lines;
}

static void take_entries(struct player *p, const json_t *message)
{
    struct client3_out out = {0};
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct lines lines = lines_of(json_object_get(message, "lines"));
    unsigned step;
    for (size_t i = 0; i < lines.count; i++) {
        if (sscanf(lines.line[i], "#3 ask %u", &step) == 1)
            p->asked = step;
    }
    client3_entries(p->client, (uint32_t)json_number_of(message, "from"), &lines,
                    span_of(json_text(message, "seal")), ++p->clock, &out, &why);
    lines_free(&lines);
    const struct client3_link link = out.link;
    keep(p, &out, &why);
    if (link.due && !p->silent)
        send_link(p, &link);
    send_chain(p);
}

static void take_head(struct player *p, const json_t *message)
{
    struct client3_out out = {0};
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    const json_t *fair = json_object_get(message, "fair3");
    struct lines head = lines_of(json_object_get(fair, "head"));
    assert_true(json_is_null(json_object_get(message, "fair")));
    client3_head(p->client, &head, NULL, &out, &why);
    keep(p, &out, &why);
    lines_free(&head);
}

/* Plays a random legal line, with the seat's word. */
static void act(struct player *p, const json_t *message)
{
    const json_t *legal = json_object_get(message, "legal");
    const size_t count = json_array_size(legal);
    struct client3_word word;
    struct client3_out out = {0};
    struct text sign = text_on((char[FAIR3_SIGNED_HEX]){0}, FAIR3_SIGNED_HEX);
    char digest[FAIR_HEX], salt[FAIR_HEX];
    p->over = strcmp(json_text(json_object_get(message, "state"), "mover"), "over") == 0;
    if (!count)
        return;
    const char *line = json_string_value(json_array_get(legal, rng_below(&rng, (uint32_t)count)));
    client3_say(p->client, span_of(line), false, json_is_true(json_object_get(message, "salt")),
                ++p->clock, &word, &out);
    keep(p, &out, NULL);
    fair_to_hex(word.digest, digest);
    fair_to_hex(word.salt, salt);
    fair3_write_signed(&word.sign, &sign);
    client_send(&p->wire,
                "{\"do\":\"move\",\"line\":\"%s\",\"by\":{\"m\":%u,\"seen\":%u,\"digest\":\"%s\","
                "\"salt\":\"%s\",\"sig\":\"%s\"}}",
                line, (unsigned)word.m, (unsigned)word.seen, digest, word.has_salt ? salt : "-",
                sign.start);
}

static void take(struct player *p, const json_t *message)
{
    const char *type = json_text(message, "type");
    if (strcmp(type, "table") == 0)
        take_head(p, message);
    if (strcmp(type, "entries") == 0)
        take_entries(p, message);
    if (strcmp(type, "moves") == 0 ||
        (strcmp(type, "table") == 0 && strcmp(json_text(message, "why"), "start") == 0))
        act(p, message);
    if (strcmp(type, "ready") == 0)
        client_send(&p->wire, "{\"do\":\"ready\",\"step\":1}");
    if (strcmp(type, "error") == 0)
        fail_msg("refused: %s: %s", json_text(message, "code"), json_text(message, "text"));
}

/* Reads the messages that have come. */
static void read_all(struct player players[], int count)
{
    for (int i = 0; i < count; i++) {
        struct span message;
        bool closed;
        while (wire_take(&players[i].wire.wire, &message, &closed)) {
            json_t *json = json_loadb(message.at, message.length, 0, NULL);
            take(&players[i], json);
            json_decref(json);
        }
        struct pollfd ready = {.fd = players[i].wire.wire.fd, .events = POLLIN};
        if (poll(&ready, 1, 0) == 1)
            assert_true(wire_read(&players[i].wire.wire));
    }
}

static void open_player(struct player *p, int seat, bool keyed)
{
    unsigned char key[FAIR_BYTES];
    *p = (struct player){0};
    randombytes_buf(p->secret, sizeof p->secret);
    randombytes_buf(key, sizeof key);
    client_open(&p->wire, &server);
    client_send(&p->wire, "{\"do\":\"hello\",\"protocol\":1,\"fair\":\"3\"}");
    json_t *hello = client_expect(&p->wire, "hello");
    assert_int_equal(json_number_of(hello, "fair"), 3);
    json_decref(hello);
    p->client = client3_new(seat, p->secret, keyed ? key : NULL);
}

static void close_player(struct player *p)
{
    client_close(&p->wire);
    client3_free(p->client);
    lines_free(&p->transcript);
}

/* Two players at a new table; their chains are promised before the start. */
static void sit(struct player players[2], const char *game)
{
    for (int i = 0; i < 2; i++)
        open_player(&players[i], i + 1, i == 0);
    client_create(&players[0].wire, game, "\"seats\":[\"me\",\"open\"]");
    client_join(&players[1].wire, players[0].wire.table);
}

static void come_back(struct player *p)
{
    const struct test_client old = p->wire;
    client_close(&p->wire);
    client_open(&p->wire, &server);
    memcpy(p->wire.table, old.table, sizeof old.table);
    memcpy(p->wire.secret, old.secret, sizeof old.secret);
    p->wire.seat = old.seat;
    client_send(&p->wire, "{\"do\":\"hello\",\"protocol\":1,\"fair\":\"3\"}");
    client_send(&p->wire,
                "{\"do\":\"resume\",\"table\":\"%s\",\"seat\":%d,\"secret\":\"%s\",\"have\":%u}",
                p->wire.table, p->wire.seat, p->wire.secret, (unsigned)client3_have(p->client));
}

static void judge(struct player *p, const char *record, enum verdict_grade expected)
{
    struct verdict verdict;
    struct lines copy = {0};
    for (size_t i = 0; i < p->transcript.count; i++)
        lines_add(&copy, span_of(p->transcript.line[i]));
    char *text = lines_join(&copy);
    verdict_of(span_of(record), span_of(text), ledger_sodium, NULL, &verdict);
    if (verdict.grade != expected)
        fail_msg("%s: %s %s", verdict_word(verdict.grade), verdict.why,
                 verdict.sentences.count > 2 ? verdict.sentences.line[2] : "");
    verdict_free(&verdict);
    memory_free(text);
}

static char *get_record(const char *table)
{
    char path[128];
    int status;
    snprintf(path, sizeof path, "GET /api/tables/%s/record", table);
    char *body = http_get(&server, path, &status, NULL);
    assert_int_equal(status, 200);
    return body;
}

/* A server that offers version 3. */
static char key_path[128];
static void prepare(void)
{
    test_server_prepare(&server);
    snprintf(key_path, sizeof key_path, "%s.key", server.store);
    server.settings.fair_key = key_path;
}

static void drop(void)
{
    unlink(key_path);
    test_server_remove(&server);
}

/* ---- the tests ---- */

static void whole_games(void **state)
{
    static const char *const games[] = {"easycome", "wazabi"};
    (void)state;
    test_plays("easycome", "wazabi");
    prepare();
    test_server_start(&server);
    for (int i = 0; i < 2; i++) {
        struct player players[2];
        double since = 0;
        sit(players, games[i]);
        while (!players[0].over || !players[1].over) {
            read_all(players, 2);
            test_pause(&since, "the end of the game");
            since = 0;
        }
        char *record = get_record(players[0].wire.table);
        assert_non_null(strstr(record, "fair-version 3\n"));
        for (int j = 0; j < 2; j++) {
            judge(&players[j], record, VERDICT_PROVED);
            close_player(&players[j]);
        }
        free(record);
    }
    test_server_stop(&server);
    drop();
}

/* The server dies while a step waits for a link. After the restart the same ask stands, the same
 * links are sent, and no step has two outcomes: a client would be contradicted. */
static void kills(void **state)
{
    struct player players[2];
    uint32_t voided = 0, asked = 0;
    int killed = 0;
    (void)state;
    test_plays("easycome");
    prepare();
    test_server_start(&server);
    sit(players, "easycome");
    double since = 0;
    while (!players[0].over || !players[1].over) {
        players[1].silent = killed < 6;
        read_all(players, 2);
        if (players[1].silent && players[1].asked > asked && players[0].asked == players[1].asked) {
            asked = players[1].asked; /* one link is there, or on its way; the other is not */
            usleep(rng_below(&rng, 2000));
            test_server_kill(&server);
            test_server_start(&server);
            killed++;
            players[1].silent = killed % 2; /* sometimes it is killed again in the same step */
            for (int i = 0; i < 2; i++)
                come_back(&players[i]);
            while (!players[1].silent && client3_have(players[1].client) == 0)
                read_all(players, 2);
            const uint32_t have = client3_have(players[1].client);
            players[1].silent = false;
            while (client3_have(players[1].client) == have && !players[1].over) {
                read_all(players, 2);
                test_pause(&since, "the step after a restart");
            }
            since = 0;
        }
        test_pause(&since, "the end of the game");
        since = 0;
    }
    char *record = get_record(players[0].wire.table);
    for (const char *at = record; (at = strstr(at, "#3 miss")); at++)
        voided++;
    assert_int_equal(killed, 6);
    assert_int_equal(voided, 0);
    for (int i = 0; i < 2; i++) {
        judge(&players[i], record, VERDICT_PROVED);
        close_player(&players[i]);
    }
    free(record);
    test_server_stop(&server);
    drop();
}

/* Whether a file of the server's folder contains the bytes, or their hexadecimal digits. */
static bool holds(const char *path, const unsigned char bytes[FAIR_BYTES])
{
    char hex[FAIR_HEX];
    size_t length;
    fair_to_hex(bytes, hex);
    char *file = test_read_file(path, &length);
    const bool found = memmem(file, length, bytes, FAIR_BYTES) || memmem(file, length, hex, 64);
    free(file);
    return found;
}

/* A thief has the store, its log and the key file in the middle of a step: neither the players'
 * next links nor what derives from the key file are in the store. */
static void stolen_store(void **state)
{
    struct player players[2];
    struct fair3_chain chain;
    unsigned char link[FAIR_BYTES];
    char log[128], key[128];
    struct stat about;
    double since = 0;
    (void)state;
    test_plays("easycome");
    prepare();
    test_server_start(&server);
    sit(players, "easycome");
    players[1].silent = true;
    while (players[0].asked < 1 || players[1].asked < 1) {
        read_all(players, 2);
        test_pause(&since, "the first ask");
    }
    snprintf(log, sizeof log, "%s-wal", server.store);
    snprintf(key, sizeof key, "%s.key", server.store);
    assert_int_equal(stat(key, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    fair3_chain_make(&chain, players[1].wire.table, 2, FAIR3_LINKS, players[1].secret);
    for (uint32_t n = players[1].asked; n < players[1].asked + 5; n++) {
        fair3_chain_link(&chain, n, link);
        assert_false(holds(server.store, link));
        assert_false(access(log, F_OK) == 0 && holds(log, link));
    }
    fair3_chain_link(&chain, 0, link); /* the promise is */
    assert_true(holds(server.store, link) || holds(log, link));
    for (int i = 0; i < 2; i++)
        close_player(&players[i]);
    test_server_stop(&server);
    drop();
}

/* A key file that others can read, or that is none, is refused. */
static void key_files(void **state)
{
    char path[128], why[TEXT_WHY];
    (void)state;
    test_server_prepare(&server);
    snprintf(path, sizeof path, "%s/fair", server.folder);
    server.settings.fair_key = path;
    FILE *out = fopen(path, "w");
    fputs("not a key\n", out);
    fclose(out);
    chmod(path, 0600);
    assert_false(test_server_try(&server, why));
    assert_non_null(strstr(why, "no key file"));
    chmod(path, 0644);
    assert_false(test_server_try(&server, why));
    assert_non_null(strstr(why, "chmod 600"));
    unlink(path);
    test_server_start(&server);
    test_server_stop(&server);
    assert_int_equal(access(path, R_OK), 0);
    unlink(path);
    test_server_remove(&server);
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    rng_seed(&rng, 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_games),
        cmocka_unit_test(kills),
        cmocka_unit_test(stolen_store),
        cmocka_unit_test(key_files),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
