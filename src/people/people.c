#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "people/internal.h"

#define BODY_BYTES (256u << 10)
#define EXPORT_BYTES (4u << 20)

bool people_refuse(struct handling *h, int status, const char *code, const char *sentence)
{
    h->answer->status = status;
    h->answer->code = code;
    snprintf(h->answer->text, sizeof h->answer->text, "%s", sentence);
    return false;
}

bool people_failed(struct handling *h, const struct text *why)
{
    return people_refuse(h, 503, "store", why->start);
}

bool people_miss(struct handling *h, const char *code, const char *sentence)
{
    h->answer->is_miss = true;
    return people_refuse(h, 403, code, sentence);
}

bool people_end(struct handling *h, bool good)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    const bool ended = h->env->db.end(h->env->db.context, good, &why);
    return good && (ended || people_failed(h, &why));
}

int64_t people_random_id(const struct people_env *env)
{
    uint64_t number;
    env->random(&number, sizeof number);
    return (int64_t)(number >> 2) + 1;
}

/* ---- sessions ---- */

static bool read_session(void *context, const struct people_value column[], int columns)
{
    struct handling *h = context;
    (void)columns;
    const uint64_t seen = (uint64_t)column[2].number;
    if (h->env->now > seen + (uint64_t)PEOPLE_SESSION_MS)
        return false;
    h->session = column[0].number;
    h->person = column[1].number;
    snprintf(h->name, sizeof h->name, "%.*s", (int)column[3].bytes.length, column[3].bytes.at);
    h->made = (uint64_t)column[4].number;
    h->worded = (uint64_t)column[5].number;
    h->visible = (int)column[6].number;
    return false;
}

/* Sets the members of the session, if there is one. `seen` is kept by the day. */
static bool begin(struct handling *h)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    const struct people_db *db = &h->env->db;
    unsigned char token[PEOPLE_TOKEN_BYTES];
    const uint64_t today = h->env->now - h->env->now % DAY_MS;
    if (!h->q->token || strlen(h->q->token) != PEOPLE_TOKEN_HEX - 1 ||
        sodium_hex2bin(token, sizeof token, h->q->token, PEOPLE_TOKEN_HEX - 1, NULL, NULL, NULL))
        return true;
    people_hash(h->env->key, "token", token, sizeof token, h->token);
    sodium_memzero(token, sizeof token);
    return (RUN_ROWS(db, &why, read_session, h,
                     "SELECT s.id, s.person, s.seen, p.name, p.made, p.worded, p.visible"
                     " FROM session s JOIN person p ON p.id = s.person WHERE s.token = $1",
                     BYTES(h->token, sizeof h->token)) &&
            (!h->person ||
             RUN(db, &why, "UPDATE session SET seen = $1 WHERE token = $2 AND seen < $1",
                 NUMBER(today), BYTES(h->token, sizeof h->token)))) ||
           people_failed(h, &why);
}

bool people_needs(struct handling *h)
{
    return h->person ||
           people_refuse(h, 401, "signed-out", tr("sign in first: this device has no session"));
}

bool people_open_session(struct handling *h, int64_t person)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    unsigned char token[PEOPLE_TOKEN_BYTES];
    char device[PEOPLE_DEVICE_MAX] = "";
    const struct people_db *db = &h->env->db;
    const uint64_t today = h->env->now - h->env->now % DAY_MS;
    h->env->random(token, sizeof token);
    people_write_hex(token, sizeof token, h->answer->token);
    people_hash(h->env->key, "token", token, sizeof token, h->token);
    sodium_memzero(token, sizeof token);
    snprintf(device, sizeof device, "%s", h->q->device ? h->q->device : "");
    h->session = people_random_id(h->env);
    /* The device that was unused for longest makes room. */
    return (RUN(db, &why,
                "INSERT INTO session(token, id, person, device, made, seen)"
                " VALUES($1, $2, $3, $4, $5, $6)",
                BYTES(h->token, sizeof h->token), NUMBER(h->session), NUMBER(person), TEXT(device),
                NUMBER(h->env->now), NUMBER(today)) &&
            RUN(db, &why,
                "DELETE FROM session WHERE token IN (SELECT token FROM session WHERE person = $1"
                " AND id <> $2 ORDER BY seen DESC, made DESC LIMIT 1000 OFFSET $3)",
                NUMBER(person), NUMBER(h->session), NUMBER(PEOPLE_DEVICES_MAX - 1)) &&
            RUN_ROWS(db, &why, read_session, h,
                     "SELECT s.id, s.person, s.seen, p.name, p.made, p.worded, p.visible"
                     " FROM session s JOIN person p ON p.id = s.person WHERE s.token = $1",
                     BYTES(h->token, sizeof h->token))) ||
           people_failed(h, &why);
}

/* ---- one request ---- */

static void write_refusal(const struct handling *h)
{
    struct people_answer *answer = h->answer;
    struct json json = json_on(&answer->body);
    text_clear(&answer->body);
    json_open(&json, '{');
    json_key_string(&json, "code", answer->code);
    json_key_string(&json, "text", answer->text);
    if (answer->word || answer->nearest[0][0]) {
        json_key_number(&json, "word", answer->word);
        json_key_open(&json, "nearest", '[');
        for (int i = 0; i < 3 && answer->nearest[i][0]; i++)
            json_put_string(&json, answer->nearest[i]);
        json_close(&json, ']');
    }
    json_close(&json, '}');
}

void people_handle(const struct people_env *env, const struct people_request *q,
                   struct people_answer *answer)
{
    static bool (*const handlers[PEOPLE_VERBS])(struct handling *) = {
        [PEOPLE_ME] = people_me,
        [PEOPLE_CREATE] = people_create,
        [PEOPLE_SIGN_IN] = people_sign_in,
        [PEOPLE_SIGN_OUT] = people_sign_out,
        [PEOPLE_ALTER] = people_alter,
        [PEOPLE_NEW_WORDS] = people_new_words,
        [PEOPLE_LINK] = people_link,
        [PEOPLE_CHALLENGE] = people_challenge,
        [PEOPLE_PASSKEYS] = people_passkeys,
        [PEOPLE_DELETE] = people_delete,
        [PEOPLE_GAMES] = people_games,
        [PEOPLE_RECORD] = people_record,
        [PEOPLE_CLAIM] = people_claim,
        [PEOPLE_IMPORT] = people_import,
        [PEOPLE_EXPORT] = people_export,
        [PEOPLE_STATISTICS] = people_statistics,
        [PEOPLE_PROFILE] = people_profile,
        [PEOPLE_RENAME] = people_rename,
    };
    const size_t bytes = q->verb == PEOPLE_EXPORT ? EXPORT_BYTES : BODY_BYTES;
    memset(answer, 0, sizeof *answer);
    answer->status = 200;
    answer->body = text_on(memory_resize(NULL, bytes, 1), bytes);
    struct handling h = {.env = env, .q = q, .answer = answer, .json = json_on(&answer->body)};
    if (!begin(&h) || !handlers[q->verb](&h)) {
        answer->token[0] = '\0';
        answer->forget = false;
        write_refusal(&h);
    }
}

void people_answer_free(struct people_answer *answer)
{
    sodium_memzero(answer->token, sizeof answer->token);
    free(answer->body.start);
    answer->body.start = NULL;
}
