/* People without a server: names, words, keys, passkeys, and the requests against a store in a
 * file. The clock and the random bytes are the test's. */
#include <jansson.h>
#include <openssl/evp.h>
#include <sodium.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/memory.h"
#include "helpers.h"
#include "people/cbor.h"
#include "people/keys.h"
#include "people/names.h"
#include "people/passkey.h"
#include "people/words.h"
#include "store/store.h"
#include "table/table.h"

#define PLACE "http://localhost:7777"
#define DAY 86400000

static unsigned char key[PEOPLE_KEY_BYTES];
static char reason[TEXT_WHY], path[128];
static struct text why;

/* ---- names and words ---- */

static bool alike(const char *one, const char *two)
{
    char a[PEOPLE_FOLD_MAX], b[PEOPLE_FOLD_MAX];
    people_fold_name(one, a);
    people_fold_name(two, b);
    return strcmp(a, b) == 0;
}

static void names(void **state)
{
    static const char *const pairs[][2] = {
        {"Léa", "lea"},
        {"Jean-Paul", "jean paul"},
        {"O'Neil", "oneil"},
        {"ŒUVRE", "oeuvre"},
        {"Alice", "AIice"},
        {"Paul1", "Paull"},
        {"B0b", "Bob"},
        {"Арр", "App"},
        {"ΡΑΥΛΟ", "pау\u039bo"},
        {"Ｌｅａ", "Lea"},
        {"Bjørn", "bjorn"},
        {"Straße", "STRASSE"},
        {"moderne", "modeme"},
        {"vvalter", "walter"},
        {"ﬁn", "fin"},
        {"𝓛éa", "lea"},
        {"Ꭺb", "ab"},
        {"łukasz", "Lukasz"},
        {"ıda", "Ida"},
        {"Nоах", "Noax"},
    };
    static const char *const bad[] = {"",
                                      "a",
                                      " ab",
                                      "ab ",
                                      "a\tb",
                                      "bot:x",
                                      "Bot:x",
                                      "--",
                                      "a\u202eb",
                                      "a\u200db",
                                      "Lеo",
                                      "Λeo",
                                      "Ꭺbe",
                                      "someone",
                                      "Some One",
                                      "a/b",
                                      "123456789012345678901234x",
                                      "..",
                                      "\xff\xff"};
    static const char *const good[] = {
        "Jo",   "Léa",        "Anne-Marie", "王芳",   "Иван",
        "محمد", "D'Artagnan", "Zoé 2",      "Nguyễn", "123456789012345678901234"};
    char out[MATCH_NAME_MAX];
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (i == 8) /* lambda looks like no Latin letter */
            continue;
        if (!alike(pairs[i][0], pairs[i][1]))
            fail_msg("%s and %s differ", pairs[i][0], pairs[i][1]);
    }
    assert_false(alike("Léa", "Léo"));
    assert_false(alike("Anna", "Ana"));
    assert_false(alike("王芳", "王方"));
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (people_check_name(bad[i], out, &why))
            fail_msg("'%s' is accepted", bad[i]);
        assert_true(why.length > 0);
    }
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        if (!people_check_name(good[i], out, &why))
            fail_msg("'%s': %s", good[i], reason);
    }
}

static void join(const struct people_words *words, const char *between, char out[200])
{
    struct text text = text_on(out, 200);
    for (int i = 0; i < PEOPLE_WORDS; i++)
        text_printf(&text, "%s%s", i ? between : "", words->word[i]);
}

/* Every secret survives, in any spelling; a wrong word, and words in another order, are noticed but
 * for one in 256. */
static void words(void **state)
{
    int missed = 0, swapped = 0;
    (void)state;
    for (int i = 0; i < 1000; i++) {
        unsigned char random[PEOPLE_SECRET_BYTES];
        struct people_words made, read, wrong;
        struct people_typo typo;
        char typed[200];
        randombytes_buf_deterministic(
            random, sizeof random,
            (unsigned char[randombytes_SEEDBYTES]){(unsigned char)i, (unsigned char)(i >> 8)});
        people_words_make(random, &made);
        join(&made, i % 2 ? ", " : "\n ", typed);
        if (i % 3 == 0)
            for (char *at = typed; *at; at++)
                *at = *at >= 'a' && *at <= 'z' ? (char)(*at - 32) : *at;
        if (!people_words_read(span_of(typed), &read, &typo, &why))
            fail_msg("%s: %s", typed, reason);
        assert_memory_equal(made.secret, read.secret, sizeof made.secret);
        assert_memory_equal(random, read.secret, sizeof random - 1);
        wrong = made;
        people_words_make((unsigned char[PEOPLE_SECRET_BYTES]){(unsigned char)i, 77, 3}, &read);
        memcpy(wrong.word[i % 6], read.word[0], sizeof read.word[0]);
        join(&wrong, " ", typed);
        missed += people_words_read(span_of(typed), &read, &typo, &why);
        wrong = made;
        memcpy(wrong.word[1], made.word[2], sizeof wrong.word[1]);
        memcpy(wrong.word[2], made.word[1], sizeof wrong.word[2]);
        join(&wrong, " ", typed);
        swapped += people_words_read(span_of(typed), &read, &typo, &why);
    }
    assert_in_range(missed, 0, 20); /* 4 expected */
    assert_in_range(swapped, 0, 20);
}

static void typos(void **state)
{
    struct people_words read;
    struct people_typo typo;
    (void)state;
    assert_false(
        people_words_read(span_of("tambour olive maree bouge cerise hublot"), &read, &typo, &why));
    assert_int_equal(typo.word, 4);
    bool found = false;
    for (int i = 0; i < 3; i++)
        found = found || strcmp(typo.nearest[i], "bougie") == 0;
    assert_true(found);
    assert_false(people_words_read(span_of("tambour olive"), &read, &typo, &why));
    assert_int_equal(typo.word, 0);
    assert_false(people_words_read(span_of("xqxqxqxqxqxqxqxq"), &read, &typo, &why));
    assert_int_equal(typo.word, 1);
    assert_string_equal(typo.nearest[0], "");
    assert_false(people_words_read(span_of(""), &read, &typo, &why));
    assert_false(people_words_read(span_of("\xff\xfe"), &read, &typo, &why));
}

/* ---- tickets ---- */

static void tickets(void **state)
{
    char text[PEOPLE_TICKET_MAX];
    struct people_ticket ticket = {.person = 5, .until = 1000, .name = "Léa"}, read;
    struct people_seat seat = {.person = 5, .until = 1000, .mark = 77, .seat = 2}, opened;
    unsigned char other[PEOPLE_KEY_BYTES] = {1};
    (void)state;
    snprintf(seat.table, sizeof seat.table, "abcdefghijklmnop");
    people_write_ticket(key, &ticket, text);
    assert_true(people_read_ticket(key, span_of(text), 999, &read));
    assert_int_equal(read.person, 5);
    assert_string_equal(read.name, "Léa");
    assert_false(people_read_ticket(key, span_of(text), 1000, &read));
    assert_false(people_read_ticket(other, span_of(text), 999, &read));
    assert_false(people_read_seat(key, span_of(text), 999, &opened));
    for (size_t i = 0; text[i]; i++) {
        const char before = text[i];
        text[i] = before == 'A' ? 'B' : 'A';
        assert_false(people_read_ticket(key, span_of(text), 999, &read));
        text[i] = before;
    }
    people_write_seat(key, &seat, text);
    assert_true(people_read_seat(key, span_of(text), 999, &opened));
    assert_int_equal(opened.mark, 77);
    assert_int_equal(opened.seat, 2);
    assert_string_equal(opened.table, seat.table);
    assert_false(people_read_ticket(key, span_of(text), 999, &read));
}

/* ---- an authenticator, as a browser uses it ---- */

struct device {
    EVP_PKEY *key;
    bool edwards;
    uint32_t uses;
    unsigned char id[16];
};

static void put_bytes(struct text *out, const void *bytes, size_t length)
{
    text_char(out, 0x58);
    text_char(out, (char)length);
    text_add_bytes(out, bytes, length);
}

/* The key in COSE's form. */
static void put_cose(const struct device *device, struct text *out)
{
    unsigned char raw[80];
    size_t length = sizeof raw;
    if (device->edwards) {
        assert_int_equal(EVP_PKEY_get_raw_public_key(device->key, raw, &length), 1);
        text_add_bytes(out, "\xa4\x01\x01\x03\x27\x20\x06\x21", 8);
        put_bytes(out, raw, 32);
        return;
    }
    assert_int_equal(
        EVP_PKEY_get_octet_string_param(device->key, "encoded-pub-key", raw, sizeof raw, &length),
        1);
    assert_int_equal(length, 65);
    text_add_bytes(out, "\xa5\x01\x02\x03\x26\x20\x01\x21", 8);
    put_bytes(out, raw + 1, 32);
    text_char(out, 0x22);
    put_bytes(out, raw + 33, 32);
}

static void put_head(const struct device *device, unsigned char flags, const char *rp,
                     struct text *out)
{
    unsigned char hash[32];
    crypto_hash_sha256(hash, (const unsigned char *)rp, strlen(rp));
    text_add_bytes(out, (const char *)hash, sizeof hash);
    text_char(out, (char)flags);
    for (int i = 3; i >= 0; i--)
        text_char(out, (char)(device->uses >> 8 * i));
}

static void put_client(const char *type, const char *challenge, const char *origin,
                       struct text *out)
{
    text_printf(out,
                "{\"type\":\"%s\",\"challenge\":\"%s\",\"origin\":\"%s\",\"crossOrigin\":false}",
                type, challenge, origin);
}

static void put_attestation(const struct device *device, struct text *out)
{
    struct text data = text_on((char[512]){0}, 512);
    put_head(device, 0x41, "localhost", &data);
    text_add_bytes(&data, "0123456789abcdef\0\x10", 18);
    text_add_bytes(&data, (const char *)device->id, sizeof device->id);
    put_cose(device, &data);
    text_add_bytes(out,
                   "\xa3\x63"
                   "fmt\x64none\x67"
                   "attStmt\xa0\x68"
                   "authData",
                   28);
    put_bytes(out, data.start, data.length);
}

static void sign(struct device *device, struct span data, struct span client, struct text *out)
{
    unsigned char message[1024], signature[128];
    size_t length = sizeof signature;
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    memcpy(message, data.at, data.length);
    crypto_hash_sha256(message + data.length, (const unsigned char *)client.at, client.length);
    assert_int_equal(
        EVP_DigestSignInit(context, NULL, device->edwards ? NULL : EVP_sha256(), NULL, device->key),
        1);
    assert_int_equal(EVP_DigestSign(context, signature, &length, message, data.length + 32), 1);
    text_add_bytes(out, (const char *)signature, length);
    EVP_MD_CTX_free(context);
}

static struct device new_device(bool edwards, unsigned char id)
{
    struct device device = {.edwards = edwards, .id = {id}};
    device.key = edwards ? EVP_PKEY_Q_keygen(NULL, NULL, "ED25519")
                         : EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256");
    assert_non_null(device.key);
    return device;
}

static struct span span_on(const struct text *text)
{
    return (struct span){text->start, text->length};
}

/* Both kinds of keys; every changed byte of what the browser sends is noticed. */
static void passkeys(void **state)
{
    const struct passkey_place place = {"localhost", PLACE, span_of("Y2hhbGxlbmdl")};
    (void)state;
    for (int edwards = 0; edwards < 2; edwards++) {
        struct device device = new_device(edwards, 9);
        struct text client = text_on((char[512]){0}, 512), made = text_on((char[1024]){0}, 1024);
        struct passkey passkey;
        put_client("webauthn.create", "Y2hhbGxlbmdl", PLACE, &client);
        put_attestation(&device, &made);
        if (!passkey_read(&place, span_on(&client), span_on(&made), &passkey, &why))
            fail_msg("%s", reason);
        assert_int_equal(passkey.id_length, 16);
        for (size_t i = 0; i < made.length; i++) { /* half of it is never read outside its bytes */
            struct passkey unused;
            passkey_read(&place, span_on(&client), (struct span){made.start, i}, &unused, &why);
        }
        struct text use = text_on((char[512]){0}, 512), data = text_on((char[64]){0}, 64),
                    signature = text_on((char[160]){0}, 160);
        device.uses = 3;
        put_client("webauthn.get", "Y2hhbGxlbmdl", PLACE, &use);
        put_head(&device, 0x01, "localhost", &data);
        sign(&device, span_on(&data), span_on(&use), &signature);
        struct passkey copy = passkey;
        assert_true(
            passkey_check(&place, &copy, span_on(&use), span_on(&data), span_on(&signature), &why));
        assert_int_equal(copy.uses, 3);
        assert_false(passkey_check(&place, &copy, span_on(&use), span_on(&data),
                                   span_on(&signature), &why)); /* again: a copy */
        struct text *const parts[] = {&use, &data, &signature};
        for (int part = 0; part < 3; part++) {
            for (size_t i = 0; i < parts[part]->length; i += part ? 1 : 5) {
                copy = passkey;
                parts[part]->start[i] ^= 1;
                assert_false(passkey_check(&place, &copy, span_on(&use), span_on(&data),
                                           span_on(&signature), &why));
                parts[part]->start[i] ^= 1;
            }
        }
        const struct passkey_place elsewhere = {"localhost", "https://evil.example",
                                                place.challenge};
        assert_false(passkey_check(&elsewhere, &copy, span_on(&use), span_on(&data),
                                   span_on(&signature), &why));
        EVP_PKEY_free(device.key);
    }
}

static void cbor(void **state)
{
    static const struct {
        const char *bytes;
        size_t length;
        bool good;
    } items[] = {
        {"\x00", 1, true},
        {"\x18\x18", 2, true},
        {"\x18\x17", 2, false}, /* not shortest */
        {"\x19\x00\xff", 3, false},
        {"\x1a\x00\x01\x00\x00", 5, true},
        {"\x20", 1, true},
        {"\x42gh", 3, true},
        {"\x42g", 2, false},
        {"\x5f\x41g\xff", 4, false},
        {"\x80", 1, true},
        {"\x81\x81\x80", 3, true},
        {"\x9a\xff\xff\xff\xff", 5, false},
        {"\xa1\x01\x02", 3, true},
        {"\xa1\x01", 2, false},
        {"\xbb\xff\xff\xff\xff\xff\xff\xff\xff", 9, false},
        {"\xf5", 1, true},
        {"\xf8\x20", 2, false},
        {"\x81\x81\x81\x81\x81\x81\x81\x81\x81\x80", 10, false},
        {"\xc0\x00", 2, false},
        {"", 0, false},
    };
    (void)state;
    for (size_t i = 0; i < sizeof items / sizeof *items; i++) {
        struct span rest = {items[i].bytes, items[i].length};
        struct cbor item;
        if (cbor_read(&rest, &item) != items[i].good)
            fail_msg("item %zu", i);
    }
}

/* ---- requests ---- */

static struct store *store;
static uint64_t now = UINT64_C(1794823200000);
static struct people_answer answer;

static void random_bytes(void *bytes, size_t length)
{
    randombytes_buf(bytes, length);
}

static struct table *no_table(void *context, const char *id, int64_t *row)
{
    (void)context;
    (void)id;
    (void)row;
    return NULL;
}

static struct people_env env_of(void)
{
    return (struct people_env){.db = store->driver->people(store),
                               .key = key,
                               .now = now,
                               .random = random_bytes,
                               .table = no_table};
}

/* Handles the request; its status. */
static int ask(const struct people_request *request)
{
    struct people_request q = *request;
    const struct people_env env = env_of();
    q.url = PLACE "/";
    q.rp = "localhost";
    q.origin = PLACE;
    if (!q.from)
        q.from = q.until = q.hints = q.limit = q.running = -1;
    people_answer_free(&answer);
    people_handle(&env, &q, &answer);
    return answer.status;
}

static json_t *body(void)
{
    json_t *json = json_loadb(answer.body.start, answer.body.length, 0, NULL);
    if (!json)
        fail_msg("not JSON: %s", answer.body.start);
    return json;
}

#define ASK(status_, ...)                                                                          \
    do {                                                                                           \
        const struct people_request request_ = {__VA_ARGS__};                                      \
        const int got_ = ask(&request_);                                                           \
        if (got_ != (status_))                                                                     \
            fail_msg("line %d: %d, %s", __LINE__, got_, answer.body.start);                        \
    } while (0)

static int open_store(void **state)
{
    (void)state;
    why = text_on(reason, sizeof reason);
    snprintf(path, sizeof path, "/tmp/cornet-people-%d.db", (int)getpid());
    unlink(path);
    store = store_open(path, STORE_SERVE, &why);
    return store ? 0 : -1;
}

static int close_store(void **state)
{
    char command[256];
    (void)state;
    people_answer_free(&answer);
    answer = (struct people_answer){.status = 0};
    store_close(store);
    snprintf(command, sizeof command, "rm -f %s*", path);
    return system(command);
}

/* Makes an account; `token` gets its session. */
static int64_t make_person(const char *name, char token[PEOPLE_TOKEN_HEX], char typed[200])
{
    struct people_ticket ticket;
    ASK(200, .verb = PEOPLE_CREATE, .name = name, .program = true);
    snprintf(token, PEOPLE_TOKEN_HEX, "%s", answer.token);
    json_t *json = body();
    struct text text = text_on((char[200]){0}, 200);
    for (size_t i = 0; i < 6; i++)
        text_printf(&text, "%s ",
                    json_string_value(json_array_get(json_object_get(json, "words"), i)));
    snprintf(typed, 200, "%s", text.start);
    json_decref(json);
    ASK(200, .verb = PEOPLE_ME, .token = token);
    json = body();
    assert_true(people_read_ticket(key, span_of(json_string_value(json_object_get(json, "ticket"))),
                                   now, &ticket));
    json_decref(json);
    return ticket.person;
}

static const char *code(void)
{
    return answer.code ? answer.code : "";
}

/* Time passes: codes, sessions and reserved names expire. */
static void expiry(void **state)
{
    char token[PEOPLE_TOKEN_HEX], other[PEOPLE_TOKEN_HEX], typed[200], theirs[200], link[16];
    (void)state;
    make_person("Léa", token, typed);
    make_person("Marie", other, theirs);
    ASK(200, .verb = PEOPLE_LINK, .token = token);
    json_t *json = body();
    snprintf(link, sizeof link, "%s", json_string_value(json_object_get(json, "code")));
    json_decref(json);
    now += PEOPLE_TICKET_MS;
    ASK(403, .verb = PEOPLE_SIGN_IN, .code = link);
    assert_string_equal(code(), "no-code");
    assert_true(answer.is_miss);
    ASK(200, .verb = PEOPLE_ALTER, .token = token, .name = "Lou");
    ASK(409, .verb = PEOPLE_ALTER, .token = other, .name = "lea");
    now += PEOPLE_RESERVED_MS;
    ASK(200, .verb = PEOPLE_ALTER, .token = other, .name = "lea");
    ASK(409, .verb = PEOPLE_ALTER, .token = token, .name = "Léa");
    now += PEOPLE_SESSION_MS - PEOPLE_RESERVED_MS - DAY;
    ASK(200, .verb = PEOPLE_GAMES, .token = token); /* used: it lasts on */
    now += 3 * (uint64_t)DAY;
    ASK(200, .verb = PEOPLE_GAMES, .token = token);
    now += PEOPLE_SESSION_MS + DAY;
    ASK(401, .verb = PEOPLE_GAMES, .token = token);
    ASK(200, .verb = PEOPLE_SIGN_IN, .words = typed);
}

/* The 21st device signs the one out that was unused for longest. */
static void many_devices(void **state)
{
    char first[PEOPLE_TOKEN_HEX], typed[200];
    (void)state;
    make_person("Léa", first, typed);
    for (int i = 0; i < PEOPLE_DEVICES_MAX; i++) {
        now += DAY;
        ASK(200, .verb = PEOPLE_SIGN_IN, .words = typed, .device = "x");
    }
    char last[PEOPLE_TOKEN_HEX];
    snprintf(last, sizeof last, "%s", answer.token);
    json_t *json = body();
    assert_int_equal(json_array_size(json_object_get(json, "devices")), PEOPLE_DEVICES_MAX);
    json_decref(json);
    ASK(401, .verb = PEOPLE_GAMES, .token = first);
    ASK(200, .verb = PEOPLE_GAMES, .token = last);
}

/* Reads `challenge` of the answer. */
static void read_challenge(char out[64])
{
    json_t *json = body();
    snprintf(out, 64, "%s", json_string_value(json_object_get(json, "challenge")));
    json_decref(json);
}

static void encode(const struct text *text, char out[2048])
{
    struct text encoded = text_on(out, 2048);
    people_write_base64(text->start, text->length, &encoded);
}

/* An answer of the device to the challenge, in base64url. */
struct assertion {
    char id[64], client[2048], data[2048], signature[2048], challenge[64];
};

static void assert_key(struct device *device, const char *origin, struct assertion *out)
{
    struct text id = text_on((char[64]){0}, 64), client = text_on((char[512]){0}, 512),
                data = text_on((char[64]){0}, 64), signature = text_on((char[160]){0}, 160);
    char encoded[2048];
    ASK(200, .verb = PEOPLE_CHALLENGE);
    read_challenge(out->challenge);
    device->uses++;
    text_add_bytes(&id, (const char *)device->id, sizeof device->id);
    encode(&id, encoded);
    snprintf(out->id, sizeof out->id, "%.63s", encoded);
    put_client("webauthn.get", out->challenge, origin, &client);
    put_head(device, 0x05, "localhost", &data);
    sign(device, span_on(&data), span_on(&client), &signature);
    encode(&client, out->client);
    encode(&data, out->data);
    encode(&signature, out->signature);
}

static int sign_in(const struct assertion *a)
{
    const struct people_request request = {.verb = PEOPLE_SIGN_IN,
                                           .id = a->id,
                                           .challenge = a->challenge,
                                           .client = a->client,
                                           .authenticator = a->data,
                                           .signature = a->signature};
    return ask(&request);
}

static void add_key(struct device *device, const char *token, int status)
{
    struct text client = text_on((char[512]){0}, 512), made = text_on((char[1024]){0}, 1024);
    char challenge[64], first[2048], second[2048];
    ASK(200, .verb = PEOPLE_CHALLENGE, .token = token);
    read_challenge(challenge);
    put_client("webauthn.create", challenge, PLACE, &client);
    put_attestation(device, &made);
    encode(&client, first);
    encode(&made, second);
    ASK(status, .verb = PEOPLE_PASSKEYS, .token = token, .challenge = challenge, .client = first,
        .attestation = second, .device = "Phone");
}

static void passkeys_sign_in(void **state)
{
    char token[PEOPLE_TOKEN_HEX], other[PEOPLE_TOKEN_HEX], typed[200];
    struct assertion assertion;
    (void)state;
    make_person("Léa", token, typed);
    make_person("Marie", other, typed);
    for (int edwards = 0; edwards < 2; edwards++) {
        struct device device = new_device(edwards, (unsigned char)(1 + edwards)),
                      stranger = new_device(edwards, 9);
        add_key(&device, token, 200);
        add_key(&device, other, 400); /* its id is taken */
        assert_key(&device, PLACE, &assertion);
        assert_int_equal(sign_in(&assertion), 200);
        json_t *json = body();
        assert_string_equal(
            json_string_value(json_object_get(json_object_get(json, "person"), "name")), "Léa");
        assert_int_equal(json_array_size(json_object_get(json, "passkeys")), edwards + 1);
        char remove[32];
        snprintf(remove, sizeof remove, "%s",
                 json_string_value(json_object_get(
                     json_array_get(json_object_get(json, "passkeys"), (size_t)edwards), "id")));
        json_decref(json);
        assert_int_equal(sign_in(&assertion), 403); /* the challenge was used */
        assert_key(&device, "https://evil.example", &assertion);
        assert_int_equal(sign_in(&assertion), 403);
        assert_string_equal(code(), "no-passkey");
        assert_key(&stranger, PLACE, &assertion);
        assert_int_equal(sign_in(&assertion), 403);
        assert_key(&device, PLACE, &assertion);
        now += PEOPLE_CHALLENGE_MS;
        assert_int_equal(sign_in(&assertion), 403);
        ASK(404, .verb = PEOPLE_PASSKEYS, .token = other, .remove = remove);
        if (edwards) {
            ASK(200, .verb = PEOPLE_PASSKEYS, .token = token, .remove = remove);
            assert_key(&device, PLACE, &assertion);
            assert_int_equal(sign_in(&assertion), 403);
        }
        EVP_PKEY_free(device.key);
        EVP_PKEY_free(stranger.key);
    }
}

/* ---- games ---- */

static void write_change(const struct people_change *change)
{
    struct people_change copy = *change;
    const struct store_batch batch = {.change = &copy, .changes = 1};
    struct store_fenced fenced = {NULL, 0};
    if (!store->driver->write(store, &batch, &fenced, &why))
        fail_msg("%s", reason);
}

static struct people_change change_of(enum people_change_kind kind, int64_t table, int seat,
                                      int64_t person)
{
    struct people_change change = {.kind = kind,
                                   .table = table,
                                   .seat = seat,
                                   .person = person,
                                   .at = now,
                                   .played = {.game = "debacle", .players = 2, .lines = 9}};
    snprintf(change.name, sizeof change.name, "table%lld", (long long)table);
    snprintf(change.played.name[0], MATCH_NAME_MAX, "Léa");
    snprintf(change.played.name[1], MATCH_NAME_MAX, "bot:normal:nodes=7");
    change.played.share[0] = GAME_WHOLE;
    return change;
}

static size_t count_games(const char *token, const char *result, const char *opponent)
{
    ASK(200, .verb = PEOPLE_GAMES, .token = token, .result = result, .opponent = opponent,
        .from = 1, .until = -1, .hints = -1, .limit = 100, .running = -1);
    json_t *json = body();
    const size_t count = json_array_size(json_object_get(json, "games"));
    json_decref(json);
    return count;
}

/* A change that is written again, as after a lost answer of the database, changes nothing. */
static void changes(void **state)
{
    char token[PEOPLE_TOKEN_HEX], other[PEOPLE_TOKEN_HEX], typed[200];
    (void)state;
    const int64_t lea = make_person("Léa", token, typed),
                  marie = make_person("Marie", other, typed);
    struct people_change sit = change_of(PEOPLE_SIT, 1, 1, lea),
                         over = change_of(PEOPLE_OVER, 1, 0, 0);
    for (int i = 0; i < 3; i++) {
        write_change(&sit);
        assert_int_equal(count_games(token, NULL, NULL), 0);
    }
    for (int i = 0; i < 3; i++) {
        write_change(&over);
        assert_int_equal(count_games(token, "won", NULL), 1);
        assert_int_equal(count_games(token, NULL, "BOT:normal"), 0);
        assert_int_equal(count_games(token, NULL, "bot:normal"), 1);
    }
    /* Somebody takes the seat, and then its first person has it again. */
    sit = change_of(PEOPLE_SIT, 2, 1, lea);
    write_change(&sit);
    struct people_change take = change_of(PEOPLE_SIT, 2, 1, marie);
    write_change(&take);
    assert_int_equal(count_games(token, "left", NULL), 1);
    write_change(&sit);
    assert_int_equal(count_games(token, "left", NULL), 0);
    assert_int_equal(count_games(other, "left", NULL), 1);
    over = change_of(PEOPLE_OVER, 2, 0, 0);
    over.played.left[0] = true;
    write_change(&over);
    assert_int_equal(count_games(token, "left", NULL), 1);
    /* Given up before the start; hints. */
    sit = change_of(PEOPLE_SIT, 3, 1, lea);
    write_change(&sit);
    struct people_change drop = change_of(PEOPLE_DROP, 3, 1, 0);
    write_change(&drop);
    over = change_of(PEOPLE_OVER, 3, 0, 0);
    write_change(&over);
    assert_int_equal(count_games(token, NULL, NULL), 2);
    sit = change_of(PEOPLE_SIT, 4, 1, lea);
    struct people_change hint = change_of(PEOPLE_HINT, 4, 1, 0);
    over = change_of(PEOPLE_OVER, 4, 0, 0);
    write_change(&sit);
    write_change(&hint);
    write_change(&hint);
    write_change(&over);
    ASK(200, .verb = PEOPLE_STATISTICS, .token = token);
    json_t *json = body();
    assert_int_equal(json_integer_value(json_object_get(json, "games")), 3);
    assert_int_equal(json_integer_value(json_object_get(json, "hinted")), 1);
    json_decref(json);
}

static bool rewritten(void *context, const char *table, int seat, const char *fold)
{
    (void)table;
    (void)seat;
    (void)fold;
    ++*(int *)context;
    return true;
}

static int64_t query(const char *statement)
{
    sqlite3 *db;
    sqlite3_stmt *row;
    assert_int_equal(sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, statement, -1, &row, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(row), SQLITE_ROW);
    const int64_t number = sqlite3_column_int64(row, 0);
    sqlite3_finalize(row);
    sqlite3_close(db);
    return number;
}

/* Many games of a deleted account go in steps; the other player keeps hers, with nobody. */
static void erasing(void **state)
{
    enum { GAMES = 450 };
    char token[PEOPLE_TOKEN_HEX], other[PEOPLE_TOKEN_HEX], typed[200], theirs[200];
    (void)state;
    const int64_t lea = make_person("Léa", token, typed),
                  marie = make_person("Marie", other, theirs);
    for (int i = 1; i <= GAMES; i++) {
        struct people_change change = change_of(PEOPLE_SIT, i, 1, lea);
        snprintf(change.played.name[1], MATCH_NAME_MAX, "Marie");
        write_change(&change);
        change.seat = 2;
        change.person = marie;
        write_change(&change);
        change.kind = PEOPLE_OVER;
        change.at = now + (uint64_t)i;
        write_change(&change);
    }
    assert_int_equal(count_games(other, "lost", "lea"), 100);
    ASK(400, .verb = PEOPLE_DELETE, .token = token, .name = "Marie");
    ASK(200, .verb = PEOPLE_DELETE, .token = token, .name = "Léa");
    assert_true(answer.forget);
    ASK(401, .verb = PEOPLE_GAMES, .token = token);
    ASK(403, .verb = PEOPLE_SIGN_IN, .words = typed);
    int steps = 0, unused = 0;
    for (bool done = false; !done; steps++) {
        const struct people_env env = env_of();
        if (!people_erase(&env, rewritten, &unused, &done, &why))
            fail_msg("%s", reason);
        assert_in_range(steps, 0, 100);
    }
    assert_int_equal(count_games(other, NULL, "lea"), 0);
    assert_int_equal(count_games(other, "lost", NULL), 100);
    assert_non_null(strstr(answer.body.start, "{\"seat\":1,\"name\":\"someone\",\"gone\":true}"));
    assert_null(strstr(answer.body.start, "Léa"));
    assert_int_equal(query("SELECT count(*) FROM played"), GAMES);
    assert_int_equal(query("SELECT count(*) FROM against"), 0);
    assert_int_equal(query("SELECT count(*) FROM played WHERE opponents LIKE '%Léa%'"), 0);
    assert_int_equal(query("SELECT (SELECT count(*) FROM gone) + (SELECT count(*) FROM erase)"), 0);
    ASK(200, .verb = PEOPLE_CREATE, .name = "Léa");
}

/* A page of many games reads few rows: the work grows with the page, not with the games. */
static void many_games(void **state)
{
    char token[PEOPLE_TOKEN_HEX], typed[200], statement[900];
    sqlite3 *db;
    (void)state;
    const int64_t lea = make_person("Léa", token, typed);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    snprintf(
        statement, sizeof statement,
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)"
        " INSERT INTO played SELECT %lld, i, 1, 'table' || i, 'debacle', 2, i, i, 1 + i %% 4, 60,"
        " i %% 10 = 0, 9, '[]', NULL, NULL, NULL, NULL, 0, NULL FROM n",
        (long long)lea);
    assert_int_equal(sqlite3_exec(db, statement, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(db);
    char cursor[80] = "";
    for (int page = 0; page < 3; page++) {
        ASK(200, .verb = PEOPLE_GAMES, .token = token, .cursor = page ? cursor : NULL,
            .result = "won", .from = 1, .until = -1, .hints = 0, .limit = 20, .running = -1);
        json_t *json = body();
        const json_t *games = json_object_get(json, "games");
        assert_int_equal(json_array_size(games), 20);
        if (page == 1)
            assert_true(json_integer_value(json_object_get(json_array_get(games, 0), "ended")) <
                        20000 - 4 * 20);
        snprintf(cursor, sizeof cursor, "%s", json_string_value(json_object_get(json, "next")));
        json_decref(json);
    }
}

int main(void)
{
    if (sodium_init() < 0)
        return 1;
    why = text_on(reason, sizeof reason);
    randombytes_buf_deterministic(key, sizeof key, (unsigned char[randombytes_SEEDBYTES]){3});
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(words),
        cmocka_unit_test(typos),
        cmocka_unit_test(tickets),
        cmocka_unit_test(passkeys),
        cmocka_unit_test(cbor),
        cmocka_unit_test_setup_teardown(expiry, open_store, close_store),
        cmocka_unit_test_setup_teardown(many_devices, open_store, close_store),
        cmocka_unit_test_setup_teardown(passkeys_sign_in, open_store, close_store),
        cmocka_unit_test_setup_teardown(changes, open_store, close_store),
        cmocka_unit_test_setup_teardown(erasing, open_store, close_store),
        cmocka_unit_test_setup_teardown(many_games, open_store, close_store),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
