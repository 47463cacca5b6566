/* Passkeys of an account: challenges, adding, removing, signing in. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "people/internal.h"
#include "people/names.h"
#include "people/passkey.h"

#define CHALLENGE_BYTES 32
#define DATA_MAX 8192 /* bytes of one part of a browser's answer */

static struct text reason(char buffer[TEXT_WHY])
{
    return text_on(buffer, TEXT_WHY);
}

static bool needs_place(struct handling *h)
{
    return h->q->rp || people_refuse(h, 400, "passkeys-off",
                                     tr("passkeys need https with a domain, or localhost"));
}

static void put_base64(struct json *json, const char *key, const void *bytes, size_t length)
{
    char buffer[PEOPLE_BASE64(PASSKEY_ID_MAX)];
    struct text text = text_on(buffer, sizeof buffer);
    people_write_base64(bytes, length, &text);
    if (key)
        json_key_string(json, key, buffer);
    else
        json_put_string(json, buffer);
}

/* A passkey's short name for clients: the start of its hash. */
static void put_short_id(struct span id, char out[17])
{
    unsigned char hash[16];
    crypto_generichash(hash, sizeof hash, (const unsigned char *)id.at, id.length, NULL, 0);
    people_write_hex(hash, 8, out);
}

static bool put_passkey(void *context, const struct people_value column[], int columns)
{
    struct json *json = context;
    char id[17], device[PEOPLE_DEVICE_MAX];
    (void)columns;
    put_short_id(column[0].bytes, id);
    snprintf(device, sizeof device, "%.*s", (int)column[1].bytes.length,
             span_start(column[1].bytes));
    json_open(json, '{');
    json_key_string(json, "id", id);
    json_key_string(json, "device", device);
    json_key_number(json, "since", column[2].number);
    json_key_number(json, "seen", column[3].number);
    json_close(json, '}');
    return true;
}

bool people_put_passkeys(struct handling *h)
{
    struct text why = reason((char[TEXT_WHY]){0});
    json_key_open(&h->json, "passkeys", '[');
    const bool good = RUN_ROWS(&h->env->db, &why, put_passkey, &h->json,
                               "SELECT id, device, made, seen FROM passkey WHERE person = $1"
                               " ORDER BY made",
                               NUMBER(h->person));
    json_close(&h->json, ']');
    return good || people_failed(h, &why);
}

static bool put_excluded(void *context, const struct people_value column[], int columns)
{
    (void)columns;
    if (column[0].bytes.length <= PASSKEY_ID_MAX)
        put_base64(context, NULL, column[0].bytes.at, column[0].bytes.length);
    return true;
}

/* The account's id for authenticators, which says nothing about the person. */
static void put_user(struct handling *h)
{
    unsigned char hash[PEOPLE_HASH_BYTES];
    people_hash(h->env->key, "passkey user", &h->person, sizeof h->person, hash);
    json_key_open(&h->json, "user", '{');
    put_base64(&h->json, "id", hash, 16);
    json_key_string(&h->json, "name", h->name);
    json_close(&h->json, '}');
}

bool people_challenge(struct handling *h)
{
    struct text why = reason((char[TEXT_WHY]){0});
    unsigned char random[CHALLENGE_BYTES];
    char challenge[PEOPLE_BASE64(CHALLENGE_BYTES)];
    struct text text = text_on(challenge, sizeof challenge);
    if (!needs_place(h))
        return false;
    h->env->random(random, sizeof random);
    people_write_base64(random, sizeof random, &text);
    if (!people_add_once(h, ONCE_CHALLENGE, span_of(challenge), h->person,
                         h->env->now + PEOPLE_CHALLENGE_MS))
        return false;
    json_open(&h->json, '{');
    json_key_string(&h->json, "challenge", challenge);
    json_key_string(&h->json, "rp", h->q->rp);
    if (h->person) {
        put_user(h);
        json_key_open(&h->json, "exclude", '[');
        if (!RUN_ROWS(&h->env->db, &why, put_excluded, &h->json,
                      "SELECT id FROM passkey WHERE person = $1", NUMBER(h->person)))
            return people_failed(h, &why);
        json_close(&h->json, ']');
    }
    json_close(&h->json, '}');
    return true;
}

/* Decodes a member; a NUL follows the bytes. NULL: absent, too long or not base64url. */
static unsigned char *decode(const char *text, struct span *out)
{
    if (!text || strlen(text) > PEOPLE_BASE64(DATA_MAX))
        return NULL;
    unsigned char *bytes = memory_new(DATA_MAX + 1, 1);
    const long length = people_read_base64(span_of(text), bytes, DATA_MAX);
    if (length < 0) {
        free(bytes);
        return NULL;
    }
    *out = (struct span){(const char *)bytes, (size_t)length};
    return bytes;
}

static struct passkey_place place_of(const struct handling *h)
{
    return (struct passkey_place){
        .rp = h->q->rp, .origin = h->q->origin, .challenge = span_of(h->q->challenge)};
}

static bool count_passkeys(struct handling *h)
{
    struct text why = reason((char[TEXT_WHY]){0});
    int64_t count = 0;
    if (!RUN_ROWS(&h->env->db, &why, people_keep_number, &count,
                  "SELECT count(*) FROM passkey WHERE person = $1", NUMBER(h->person)))
        return people_failed(h, &why);
    return count < PEOPLE_PASSKEYS_MAX ||
           people_refuse(h, 403, "limit", tr("an account has at most ten passkeys"));
}

static bool insert_passkey(struct handling *h, const struct passkey *passkey)
{
    struct text why = reason((char[TEXT_WHY]){0});
    int64_t made = 0;
    const uint64_t today = h->env->now - h->env->now % DAY_MS;
    if (!RUN_ROWS(&h->env->db, &why, people_keep_number, &made,
                  "INSERT INTO passkey(id, person, public, uses, device, made, seen)"
                  " VALUES($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING RETURNING made",
                  BYTES(passkey->id, passkey->id_length), NUMBER(h->person),
                  BYTES(passkey->public, passkey->public_length), NUMBER(passkey->uses),
                  TEXT(h->q->device ? h->q->device : ""), NUMBER(h->env->now), NUMBER(today)))
        return people_failed(h, &why);
    return made || people_refuse(h, 400, "bad-value", tr("this passkey is known already"));
}

static bool add_passkey(struct handling *h)
{
    struct text why = reason((char[TEXT_WHY]){0});
    struct span client, attestation;
    struct passkey passkey;
    int64_t person;
    if (!h->q->client || !h->q->attestation || !h->q->challenge)
        return people_refuse(h, 400, "bad-message",
                             tr("'add' needs 'challenge', 'client' and 'attestation'"));
    if (!people_use_once(h, ONCE_CHALLENGE, span_of(h->q->challenge), &person))
        return false;
    if (person != h->person)
        return people_miss(h, "no-passkey", tr("this challenge was made for somebody else"));
    unsigned char *one = decode(h->q->client, &client);
    unsigned char *two = decode(h->q->attestation, &attestation);
    const struct passkey_place place = place_of(h);
    bool good = one && two && passkey_read(&place, client, attestation, &passkey, &why);
    free(one);
    free(two);
    if (!good)
        return people_refuse(h, 400, "bad-value",
                             why.length ? why.start : tr("the passkey's answer cannot be used"));
    return count_passkeys(h) && insert_passkey(h, &passkey);
}

/* The id of the passkey with this short name. */
struct finding {
    const char *wanted;
    unsigned char id[PASSKEY_ID_MAX];
    size_t length;
};

static bool find_short_id(void *context, const struct people_value column[], int columns)
{
    struct finding *finding = context;
    char id[17];
    (void)columns;
    put_short_id(column[0].bytes, id);
    if (strcmp(id, finding->wanted) != 0 || column[0].bytes.length > PASSKEY_ID_MAX)
        return true;
    finding->length = column[0].bytes.length;
    memcpy(finding->id, column[0].bytes.at, finding->length);
    return false;
}

static bool remove_passkey(struct handling *h)
{
    struct text why = reason((char[TEXT_WHY]){0});
    struct finding finding = {.wanted = h->q->remove};
    if (!RUN_ROWS(&h->env->db, &why, find_short_id, &finding,
                  "SELECT id FROM passkey WHERE person = $1", NUMBER(h->person)) ||
        (finding.length &&
         !RUN(&h->env->db, &why, "DELETE FROM passkey WHERE id = $1 AND person = $2",
              BYTES(finding.id, finding.length), NUMBER(h->person))))
        return people_failed(h, &why);
    return finding.length ||
           people_refuse(h, 404, "unknown", tr("this account has no such passkey"));
}

bool people_passkeys(struct handling *h)
{
    return people_needs(h) &&
           (h->q->remove ? remove_passkey(h) : needs_place(h) && add_passkey(h)) && people_me(h);
}

/* ---- signing in ---- */

struct stored {
    struct passkey passkey;
    int64_t person;
};

static bool read_stored(void *context, const struct people_value column[], int columns)
{
    struct stored *stored = context;
    (void)columns;
    if (column[1].bytes.length > PASSKEY_PUBLIC_MAX)
        return false;
    stored->person = column[0].number;
    stored->passkey.public_length = column[1].bytes.length;
    memcpy(stored->passkey.public, column[1].bytes.at, column[1].bytes.length);
    stored->passkey.uses = (uint32_t)column[2].number;
    return false;
}

/* For an unknown passkey: a key that is nobody's, so that the answer takes as long. */
static void use_dummy(struct stored *stored)
{
    unsigned char seed[crypto_sign_SEEDBYTES] = {1}, secret[crypto_sign_SECRETKEYBYTES];
    crypto_sign_seed_keypair(stored->passkey.public, secret, seed);
    stored->passkey.public_length = 32;
}

static bool check(struct handling *h, const struct span part[4], struct stored *stored)
{
    struct text why = reason((char[TEXT_WHY]){0});
    const struct people_db *db = &h->env->db;
    const uint64_t today = h->env->now - h->env->now % DAY_MS;
    const struct passkey_place place = place_of(h);
    if (!RUN_ROWS(db, &why, read_stored, stored,
                  "SELECT person, public, uses FROM passkey WHERE id = $1",
                  BYTES(part[0].at, part[0].length)))
        return people_failed(h, &why);
    if (!stored->person)
        use_dummy(stored);
    if (!passkey_check(&place, &stored->passkey, part[1], part[2], part[3], &why) ||
        !stored->person)
        return people_miss(h, "no-passkey", tr("this passkey is not known here"));
    return RUN(db, &why, "UPDATE passkey SET uses = $1, seen = $2 WHERE id = $3",
               NUMBER(stored->passkey.uses), NUMBER(today), BYTES(part[0].at, part[0].length)) ||
           people_failed(h, &why);
}

bool people_check_passkey(struct handling *h, int64_t *person)
{
    const struct people_request *q = h->q;
    const char *const members[4] = {q->id, q->client, q->authenticator, q->signature};
    unsigned char *bytes[4];
    struct span part[4];
    struct stored stored = {.person = 0};
    int64_t owner;
    bool good = q->challenge != NULL;
    if (!needs_place(h))
        return false;
    for (int i = 0; i < 4; i++) {
        bytes[i] = decode(members[i], &part[i]);
        good = good && bytes[i];
    }
    if (!good)
        people_refuse(h, 400, "bad-message",
                      tr("'passkey' needs 'id', 'challenge', 'client', 'authenticator' and "
                         "'signature' in base64url"));
    good = good && people_use_once(h, ONCE_CHALLENGE, span_of(q->challenge), &owner) &&
           check(h, part, &stored);
    for (int i = 0; i < 4; i++)
        free(bytes[i]);
    *person = stored.person;
    return good;
}
