/* Unit tests of the parsers for the client data of proxies: X-Forwarded-For lists, PROXY headers,
 * hosts. */
#include <stdlib.h>
#include <string.h>

#include "net/host.h"
#include "net/proxy_header.h"
#include "net/trusted.h"
#include "proxy_headers.h"
#include "server_tables.h"

static const char *ip_text(const struct in6_addr *ip)
{
    static char text[IP_TEXT_MAX];
    ip_write(ip, text);
    return text;
}

static void forwarded_lists(void **state)
{
    (void)state;
    static const struct {
        const char *header, *client; /* NULL: malformed */
    } lists[] = {
        {"198.51.100.7", "198.51.100.7"},
        {"  198.51.100.7\t", "198.51.100.7"},
        {"203.0.113.9, 198.51.100.7", "198.51.100.7"},
        {"198.51.100.7, 10.1.2.3", "198.51.100.7"},
        {"198.51.100.7,10.1.2.3 , 127.0.0.2", "198.51.100.7"},
        {"nonsense\", \x01, 198.51.100.7, 10.0.0.1", "198.51.100.7"},
        {"10.0.0.1, 10.0.0.2", "10.0.0.1"},
        {"2001:db8::1", "2001:db8::1"},
        {"[2001:db8::1]", "2001:db8::1"},
        {"[2001:db8::1]:4711", "2001:db8::1"},
        {"198.51.100.7:4711", "198.51.100.7"},
        {"::ffff:198.51.100.7", "198.51.100.7"},
        {"198.51.100.7, ::ffff:10.0.0.1", "198.51.100.7"},
        {"198.51.100.7, fd00::1", "198.51.100.7"},
        {"", NULL},
        {",", NULL},
        {"198.51.100.7,", NULL},
        {"198.51.100.7,,10.0.0.1", NULL},
        {"unknown", NULL},
        {"198.51.100.7 10.0.0.1", NULL},
        {"198.51.100.256", NULL},
        {"198.51.100.7:x", NULL},
        {"[198.51.100.7]", NULL},
        {"2001:db8::1%eth0", NULL},
        {"198.51.100.7, 10.0.0.1\x7f", NULL},
    };
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    struct trusted trusted;
    assert_true(trusted_read(&trusted, "127.0.0.2,10.0.0.0/8,fd00::/8", &why));
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        struct in6_addr client;
        const bool good = trusted_client(&trusted, lists[i].header, &client);
        if (good != (lists[i].client != NULL) ||
            (good && strcmp(ip_text(&client), lists[i].client) != 0))
            fail_msg("'%s': %s", lists[i].header, good ? ip_text(&client) : "malformed");
    }
    static const char *const wrong[] = {"",        "x",          "10.0.0.0/33", "10.0.0.0/",
                                        "::1/129", "10.0.0.1, ", "10.0.0",      "10.0.0.1/08"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        if (trusted_read(&trusted, wrong[i], &why))
            fail_msg("'%s' is taken", wrong[i]);
    }
    assert_true(trusted_read(&trusted, "192.0.2.77/30,2001:db8::/33", &why));
    struct in6_addr ip;
    static const char *const in[] = {"192.0.2.76", "192.0.2.79", "2001:db8:7fff::1"};
    static const char *const out[] = {"192.0.2.75", "192.0.2.80", "2001:db8:8000::"};
    for (int i = 0; i < 3; i++) {
        assert_true(ip_read(span_of(in[i]), &ip) && trusted_has(&trusted, &ip));
        assert_true(ip_read(span_of(out[i]), &ip) && !trusted_has(&trusted, &ip));
    }
}

/* Headers that arrive whole or byte by byte; the request behind them must not be consumed. */
static void proxy_headers(void **state)
{
    (void)state;
    for (size_t i = 0; i < PROXY_CASES; i++) {
        for (int slow = 0; slow < 2; slow++) {
            struct proxy_header header = {0};
            unsigned char bytes[1024];
            const size_t length = proxy_cases[i].length;
            memcpy(bytes, proxy_cases[i].bytes, length);
            memcpy(bytes + length, "GET / ", 6);
            size_t used = 0, done = 0;
            enum proxy_header_result result = PROXY_HEADER_MORE;
            while (result == PROXY_HEADER_MORE && done < length + 6) {
                result = proxy_header_read(&header, bytes + done, slow ? 1 : length + 6, &used);
                done += used;
            }
            const char *client = proxy_cases[i].client;
            if (result != (client ? PROXY_HEADER_DONE : PROXY_HEADER_NONE))
                fail_msg("header %zu: %d", i, result);
            if (!client)
                continue;
            assert_int_equal(done, length);
            assert_int_equal(header.names_client, client[0] != '\0');
            if (header.names_client)
                assert_string_equal(ip_text(&header.client), client);
        }
    }
    static const char *const others[] = {"GET / HTTP/1.1\r\n", "\x16\x03\x01", "POST / ", "PROXYX",
                                         "\r\nGET / HTTP/1.1\r\n"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct proxy_header header = {0};
        size_t used;
        assert_int_equal(
            proxy_header_read(&header, (const unsigned char *)others[i], strlen(others[i]), &used),
            PROXY_HEADER_NONE);
        assert_int_equal(header.length, used);
        assert_memory_equal(header.bytes, others[i], used);
    }
}

/* Random bytes in pieces of any size: the parser never consumes more than it gets, and always ends.
 * */
static void mutated_headers(void **state)
{
    (void)state;
    for (int round = 0; round < 20000; round++) {
        struct proxy_header header = {0};
        unsigned char bytes[512] = {0};
        const size_t which = rng_below(&server_rng, PROXY_CASES);
        memcpy(bytes, proxy_cases[which].bytes, proxy_cases[which].length);
        for (uint64_t n = rng_below(&server_rng, 4); n > 0; n--)
            bytes[rng_below(&server_rng, (uint32_t)proxy_cases[which].length)] =
                (unsigned char)rng_below(&server_rng, 256);
        enum proxy_header_result result = PROXY_HEADER_MORE;
        for (size_t done = 0, used; result == PROXY_HEADER_MORE && done < sizeof bytes;) {
            size_t piece = 1 + rng_below(&server_rng, 40);
            piece = piece < sizeof bytes - done ? piece : sizeof bytes - done;
            result = proxy_header_read(&header, bytes + done, piece, &used);
            assert_true(used <= piece && (result != PROXY_HEADER_MORE || used == piece));
            done += used;
        }
    }
}

static void hosts(void **state)
{
    (void)state;
    struct host host;
    static const char *const wrong[] = {"dice.example",      "ftp://x/",    "https://",
                                        "https:///",         "http://a@b/", "http://a b",
                                        "http://d\xc3\xa9s/"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(host_of_url(&host, wrong[i]));
    assert_true(host_of_url(&host, "https://Dice.example:443/cornet/"));
    assert_true(host_is(&host, "dice.EXAMPLE") && host_is(&host, "dice.example:443"));
    assert_false(host_is(&host, "dice.example:80") || host_is(&host, "dice.example.evil"));
    assert_false(host_is(&host, "") || host_is(&host, ":443"));
    assert_true(host_of_url(&host, "http://[2001:db8::1]:8000"));
    assert_true(host_is(&host, "[2001:DB8::1]:8000") && !host_is(&host, "[2001:db8::1]"));
    char url[SERVER_URL_MAX];
    struct server_settings settings;
    server_defaults(&settings);
    server_url(&settings, "2001:db8::1", 7777, url);
    assert_string_equal(url, "http://[2001:db8::1]:7777/");
    settings.certificate = "x";
    server_url(&settings, "localhost", 8443, url);
    assert_string_equal(url, "https://localhost:8443/");
}

static void own_hosts(void **state)
{
    (void)state;
    static const char *const own[] = {
        "localhost",  "LOCALHOST:7777", "cup.localhost", "127.0.0.1",       "192.168.1.20:8000",
        "[::1]:7777", "[2001:db8::1]",  "Shelf",         "shelf.local:7777"};
    static const char *const others[] = {"evil.example",   "localhost.evil.example",
                                         "notlocalhost",   "shelf.evil.example",
                                         "127.0.0.1.evil", "[::1",
                                         "[evil]",         "",
                                         "evil.example:80"};
    struct lines names = {0};
    lines_add(&names, span_of("shelf"));
    lines_add(&names, span_of("shelf.local"));
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) {
        if (!host_is_own(&names, own[i]))
            fail_msg("%s is refused", own[i]);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (host_is_own(&names, others[i]))
            fail_msg("%s is accepted", others[i]);
    }
    lines_cut(&names, 0);
    host_own_names(&names);
    for (size_t i = 0; i < names.count; i++)
        assert_true(host_is_own(&names, names.line[i]));
    lines_free(&names);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forwarded_lists), cmocka_unit_test(proxy_headers),
        cmocka_unit_test(mutated_headers), cmocka_unit_test(hosts),
        cmocka_unit_test(own_hosts),
    };
    cmocka_set_test_filter(getenv("CORNET_TEST"));
    rng_seed(&server_rng, 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
