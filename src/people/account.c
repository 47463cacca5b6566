/* Accounts: making one, signing in and out, names, words, links to other devices. */
#include <sodium.h>
#include <string.h>

#include "people/internal.h"
#include "people/names.h"
#include "people/words.h"
#include "table/table.h"

#define CODE_LETTERS "23456789ABCDEFGHJKLMNPQRSTUVWXYZ" /* 32, without 0, 1, I and O */
#define CODE_LENGTH 8
#define CHANGES_MAX 3 /* of the name, in */
#define CHANGES_MS (INT64_C(30) * 86400000)

static const char *const visibilities[] = {"nobody", "results", "games"};

static struct text reason(char buffer[TEXT_WHY])
{
    return text_on(buffer, TEXT_WHY);
}

/* ---- who somebody is ---- */

static void put_person(struct handling *h)
{
    struct json *json = &h->json;
    json_key_open(json, "person", '{');
    json_key_string(json, "name", h->name);
    json_key_unsigned(json, "since", h->made);
    json_key_string(json, "visible",
                    visibilities[h->visible >= 0 && h->visible <= 2 ? h->visible : 0]);
    json_key_unsigned(json, "words", h->worded);
    json_close(json, '}');
}

static void put_id(struct json *json, int64_t id)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%lld", (long long)id);
    json_key_string(json, "id", digits);
}

static bool put_device(void *context, const struct people_value column[], int columns)
{
    struct handling *h = context;
    struct json *json = &h->json;
    char device[PEOPLE_DEVICE_MAX];
    (void)columns;
    snprintf(device, sizeof device, "%.*s", (int)column[1].bytes.length,
             span_start(column[1].bytes));
    json_open(json, '{');
    put_id(json, column[0].number);
    json_key_string(json, "device", device);
    json_key_number(json, "since", column[2].number);
    json_key_number(json, "seen", column[3].number);
    json_key_bool(json, "here", column[0].number == h->session);
    json_close(json, '}');
    return true;
}

static bool put_devices(struct handling *h)
{
    struct text why = reason((char[TEXT_WHY]){0});
    json_key_open(&h->json, "devices", '[');
    const bool good = RUN_ROWS(&h->env->db, &why, put_device, h,
                               "SELECT id, device, made, seen FROM session WHERE person = $1"
                               " ORDER BY seen DESC, made DESC",
                               NUMBER(h->person));
    json_close(&h->json, ']');
    return good || people_failed(h, &why);
}

static void put_ticket(struct handling *h)
{
    char text[PEOPLE_TICKET_MAX];
    struct people_ticket ticket = {.person = h->person, .until = h->env->now + PEOPLE_TICKET_MS};
    snprintf(ticket.name, sizeof ticket.name, "%s", h->name);
    people_write_ticket(h->env->key, &ticket, text);
    json_key_string(&h->json, "ticket", text);
    json_key_unsigned(&h->json, "ticket_until", ticket.until);
}

bool people_me(struct handling *h)
{
    struct json *json = &h->json;
    json_open(json, '{');
    if (h->person) {
        put_person(h);
        if (h->q->verb != PEOPLE_EXPORT)
            put_ticket(h);
    } else {
        json_key_null(json, "person");
        json_key_null(json, "ticket");
    }
    json_key_bool(json, "passkeys_possible", h->q->rp != NULL);
    if (h->person && (!put_devices(h) || !people_put_passkeys(h)))
        return false;
    if (h->q->program && h->answer->token[0])
        json_key_string(json, "token", h->answer->token);
    json_close(json, '}');
    return true;
}

/* ---- making an account ---- */

static void put_words(struct handling *h, const struct people_words *words)
{
    json_key_open(&h->json, "words", '[');
    for (int i = 0; i < PEOPLE_WORDS; i++)
        json_put_string(&h->json, words->word[i]);
    json_close(&h->json, ']');
}

static void make_words(struct handling *h, struct people_words *words,
                       unsigned char hash[PEOPLE_HASH_BYTES])
{
    unsigned char random[PEOPLE_SECRET_BYTES];
    h->env->random(random, sizeof random);
    people_words_make(random, words);
    people_hash(h->env->key, "words", words->secret, sizeof words->secret, hash);
    sodium_memzero(random, sizeof random);
}

static bool check_name(struct handling *h, const char *name, char out[MATCH_NAME_MAX],
                       char fold[PEOPLE_FOLD_MAX])
{
    struct text why = reason((char[TEXT_WHY]){0});
    if (!name)
        return people_refuse(h, 400, "bad-message", tr("'name' is missing"));
    if (!people_check_name(name, out, &why))
        return people_refuse(h, 400, "bad-name", why.start);
    people_fold_name(out, fold);
    return true;
}

static bool refuse_taken(struct handling *h)
{
    return people_refuse(h, 409, "name-taken",
                         tr("somebody already has this name or a similar one: choose another"));
}

/* Whether the name is free for this person (0: a new one). Inside a transaction. */
static bool check_free(struct handling *h, const char *fold, int64_t person)
{
    struct text why = reason((char[TEXT_WHY]){0});
    int64_t taken = 0;
    if (!RUN_ROWS(
            &h->env->db, &why, people_keep_number, &taken,
            "SELECT count(*) FROM (SELECT 1 AS one FROM person WHERE fold = $1 AND id <> $2"
            " UNION ALL SELECT 1 FROM reserved WHERE fold = $1 AND person <> $2 AND until > $3)"
            " AS found",
            TEXT(fold), NUMBER(person), NUMBER(h->env->now)))
        return people_failed(h, &why);
    return !taken || refuse_taken(h);
}

static bool insert_person(struct handling *h, const char *name, const char *fold,
                          const struct people_words *words, int64_t person,
                          const unsigned char hash[PEOPLE_HASH_BYTES])
{
    struct text why = reason((char[TEXT_WHY]){0});
    int64_t made = 0;
    (void)words;
    if (!RUN_ROWS(&h->env->db, &why, people_keep_number, &made,
                  "INSERT INTO person(id, name, fold, secret, made, worded, visible)"
                  " VALUES($1, $2, $3, $4, $5, $5, 0) ON CONFLICT DO NOTHING RETURNING id",
                  NUMBER(person), TEXT(name), TEXT(fold), BYTES(hash, PEOPLE_HASH_BYTES),
                  NUMBER(h->env->now)))
        return people_failed(h, &why);
    return made || refuse_taken(h);
}

bool people_create(struct handling *h)
{
    struct text why = reason((char[TEXT_WHY]){0});
    char name[MATCH_NAME_MAX], fold[PEOPLE_FOLD_MAX];
    unsigned char hash[PEOPLE_HASH_BYTES];
    struct people_words words;
    const struct people_db *db = &h->env->db;
    const int64_t person = people_random_id(h->env);
    if (h->person)
        return people_refuse(h, 400, "bad-value",
                             tr("this device is signed in already: sign out first"));
    if (!check_name(h, h->q->name, name, fold))
        return false;
    make_words(h, &words, hash);
    if (!db->begin(db->context, &why))
        return people_failed(h, &why);
    const bool good = check_free(h, fold, 0) &&
                      insert_person(h, name, fold, &words, person, hash) &&
                      people_open_session(h, person);
    if (!people_end(h, good))
        return false;
    json_open(&h->json, '{');
    put_person(h);
    put_words(h, &words);
    if (h->q->program)
        json_key_string(&h->json, "token", h->answer->token);
    json_close(&h->json, '}');
    sodium_memzero(&words, sizeof words);
    return true;
}

/* ---- words ---- */

static bool read_words(struct handling *h, const char *typed, struct people_words *words)
{
    struct text why = reason((char[TEXT_WHY]){0});
    struct people_typo typo;
    if (people_words_read(span_of(typed), words, &typo, &why))
        return true;
    h->answer->word = typo.word;
    memcpy(h->answer->nearest, typo.nearest, sizeof typo.nearest);
    return people_refuse(h, 400, "bad-words", why.start);
}

static bool find_by_words(struct handling *h, const char *typed, int64_t *person)
{
    struct text why = reason((char[TEXT_WHY]){0});
    struct people_words words;
    unsigned char hash[PEOPLE_HASH_BYTES];
    *person = 0;
    if (!read_words(h, typed, &words))
        return false;
    people_hash(h->env->key, "words", words.secret, sizeof words.secret, hash);
    sodium_memzero(&words, sizeof words);
    if (!RUN_ROWS(&h->env->db, &why, people_keep_number, person,
                  "SELECT id FROM person WHERE secret = $1", BYTES(hash, sizeof hash)))
        return people_failed(h, &why);
    return *person ||
           people_miss(h, "no-words", tr("nobody has these six words; perhaps they were replaced"));
}

static bool check_words(struct handling *h)
{
    struct people_words words;
    unsigned char hash[PEOPLE_HASH_BYTES];
    struct text why = reason((char[TEXT_WHY]){0});
    int64_t person = 0;
    if (!read_words(h, h->q->check, &words))
        return false;
    people_hash(h->env->key, "words", words.secret, sizeof words.secret, hash);
    sodium_memzero(&words, sizeof words);
    if (!RUN_ROWS(&h->env->db, &why, people_keep_number, &person,
                  "SELECT id FROM person WHERE secret = $1 AND id = $2", BYTES(hash, sizeof hash),
                  NUMBER(h->person)))
        return people_failed(h, &why);
    h->answer->is_miss = !person;
    json_open(&h->json, '{');
    json_key_bool(&h->json, "right", person != 0);
    json_close(&h->json, '}');
    return true;
}

bool people_new_words(struct handling *h)
{
    struct text why = reason((char[TEXT_WHY]){0});
    struct people_words words;
    unsigned char hash[PEOPLE_HASH_BYTES];
    if (!people_needs(h))
        return false;
    if (h->q->check)
        return check_words(h);
    make_words(h, &words, hash);
    if (!RUN(&h->env->db, &why, "UPDATE person SET secret = $1, worded = $2 WHERE id = $3",
             BYTES(hash, sizeof hash), NUMBER(h->env->now), NUMBER(h->person)))
        return people_failed(h, &why);
    json_open(&h->json, '{');
    put_words(h, &words);
    json_close(&h->json, '}');
    sodium_memzero(&words, sizeof words);
    return true;
}

/* ---- what may be used once ---- */

static void hash_once(struct handling *h, int kind, struct span value,
                      unsigned char hash[PEOPLE_HASH_BYTES])
{
    people_hash(h->env->key, kind == ONCE_LINK ? "link" : "challenge", value.at, value.length,
                hash);
}

bool people_add_once(struct handling *h, int kind, struct span value, int64_t person,
                     uint64_t until)
{
    struct text why = reason((char[TEXT_WHY]){0});
    unsigned char hash[PEOPLE_HASH_BYTES];
    const struct people_db *db = &h->env->db;
    hash_once(h, kind, value, hash);
    return (RUN(db, &why, "DELETE FROM once WHERE until < $1", NUMBER(h->env->now)) &&
            RUN(db, &why, "INSERT INTO once(token, kind, person, until) VALUES($1, $2, $3, $4)",
                BYTES(hash, sizeof hash), NUMBER(kind), NUMBER(person), NUMBER(until))) ||
           people_failed(h, &why);
}

bool people_use_once(struct handling *h, int kind, struct span value, int64_t *person)
{
    struct text why = reason((char[TEXT_WHY]){0});
    unsigned char hash[PEOPLE_HASH_BYTES];
    *person = -1;
    hash_once(h, kind, value, hash);
    if (!RUN_ROWS(&h->env->db, &why, people_keep_number, person,
                  "DELETE FROM once WHERE token = $1 AND kind = $2 AND until > $3 RETURNING person",
                  BYTES(hash, sizeof hash), NUMBER(kind), NUMBER(h->env->now)))
        return people_failed(h, &why);
    if (*person >= 0)
        return true;
    return kind == ONCE_LINK
               ? people_miss(h, "no-code",
                             tr("this code was used already, or is older than ten minutes"))
               : people_miss(h, "no-passkey", tr("that took too long: try again"));
}

bool people_link(struct handling *h)
{
    unsigned char random[CODE_LENGTH];
    char code[CODE_LENGTH + 1] = "", url[512];
    const uint64_t until = h->env->now + PEOPLE_TICKET_MS;
    struct text why = reason((char[TEXT_WHY]){0});
    if (!people_needs(h))
        return false;
    h->env->random(random, sizeof random);
    for (int i = 0; i < CODE_LENGTH; i++)
        code[i] = CODE_LETTERS[random[i] % 32];
    if (!RUN(&h->env->db, &why, "DELETE FROM once WHERE kind = $1 AND person = $2",
             NUMBER(ONCE_LINK), NUMBER(h->person)))
        return people_failed(h, &why);
    if (!people_add_once(h, ONCE_LINK, span_of(code), h->person, until))
        return false;
    snprintf(url, sizeof url, "%sl/%s", h->q->url ? h->q->url : "/", code);
    json_open(&h->json, '{');
    json_key_string(&h->json, "code", code);
    json_key_string(&h->json, "url", url);
    json_key_unsigned(&h->json, "until", until);
    json_close(&h->json, '}'); /* the server adds `qr` */
    return true;
}

/* ---- signing in and out ---- */

/* The code as it was made: without spaces and hyphens, in capitals. */
static struct span clean_code(const char *typed, char code[CODE_LENGTH + 1])
{
    size_t count = 0;
    for (; *typed && count < CODE_LENGTH; typed++) {
        if (*typed != ' ' && *typed != '-')
            code[count++] = *typed >= 'a' && *typed <= 'z' ? (char)(*typed - 'a' + 'A') : *typed;
    }
    return (struct span){code, *typed ? 0 : count};
}

static bool find_person(struct handling *h, int64_t *person)
{
    char code[CODE_LENGTH + 1];
    const struct people_request *q = h->q;
    if (!q->words + !q->code + !q->client != 2)
        return people_refuse(h, 400, "bad-message",
                             tr("one of 'words', 'code' and 'passkey' is needed"));
    if (q->words)
        return find_by_words(h, q->words, person);
    return q->code ? people_use_once(h, ONCE_LINK, clean_code(q->code, code), person)
                   : people_check_passkey(h, person);
}

bool people_sign_in(struct handling *h)
{
    struct text why = reason((char[TEXT_WHY]){0});
    const struct people_db *db = &h->env->db;
    const unsigned char *old = h->token;
    unsigned char before[PEOPLE_HASH_BYTES];
    const bool had = h->session != 0;
    int64_t person = 0;
    memcpy(before, old, sizeof before);
    if (!db->begin(db->context, &why))
        return people_failed(h, &why);
    h->session = h->person = 0;
    bool good = find_person(h, &person) && people_open_session(h, person);
    if (good && !h->person) /* it was deleted just now */
        good = people_miss(h, "no-words", tr("this account does not exist any more"));
    if (good && had &&
        !RUN(db, &why, "DELETE FROM session WHERE token = $1", BYTES(before, sizeof before)))
        good = people_failed(h, &why);
    /* A code or a challenge is used up even if it did not help. */
    const bool ended = db->end(db->context, good || h->answer->is_miss, &why);
    return good && (ended || people_failed(h, &why)) && people_me(h);
}

bool people_sign_out(struct handling *h)
{
    struct text why = reason((char[TEXT_WHY]){0});
    const struct people_db *db = &h->env->db;
    const char *device = h->q->device;
    uint64_t id = 0;
    bool good = true;
    if (!people_needs(h))
        return false;
    const bool all = device && strcmp(device, "all") == 0;
    if (!device)
        good = RUN(db, &why, "DELETE FROM session WHERE id = $1 AND person = $2",
                   NUMBER(h->session), NUMBER(h->person));
    else if (all)
        good = RUN(db, &why, "DELETE FROM session WHERE person = $1", NUMBER(h->person));
    else if (strcmp(device, "others") == 0)
        good = RUN(db, &why, "DELETE FROM session WHERE person = $1 AND id <> $2",
                   NUMBER(h->person), NUMBER(h->session));
    else if (span_number(span_of(device), 1, INT64_MAX, &id))
        good = RUN(db, &why, "DELETE FROM session WHERE id = $1 AND person = $2", NUMBER(id),
                   NUMBER(h->person));
    else
        return people_refuse(h, 400, "bad-value",
                             tr("'device' is the id of a device, 'others' or 'all'"));
    if (!good)
        return people_failed(h, &why);
    h->answer->forget = !device || all || id == (uint64_t)h->session;
    text_add(&h->answer->body, "{}");
    return true;
}

/* ---- changes ---- */

/* Reserves the old name, and stores the new one. Inside a transaction. */
static bool store_name(struct handling *h, int64_t person, const char *name, const char *fold)
{
    struct text why = reason((char[TEXT_WHY]){0});
    const struct people_db *db = &h->env->db;
    return (RUN(db, &why, "DELETE FROM reserved WHERE fold = $1 OR until < $2", TEXT(fold),
                NUMBER(h->env->now)) &&
            RUN(db, &why,
                "INSERT INTO reserved(fold, person, until) SELECT fold, id, $1 FROM person"
                " WHERE id = $2 AND fold <> $3 ON CONFLICT(fold) DO UPDATE SET person = $2,"
                " until = $1",
                NUMBER(h->env->now + (uint64_t)PEOPLE_RESERVED_MS), NUMBER(person), TEXT(fold)) &&
            RUN(db, &why, "UPDATE person SET name = $1, fold = $2 WHERE id = $3", TEXT(name),
                TEXT(fold), NUMBER(person))) ||
           people_failed(h, &why);
}

/* Whether the name has not been changed too often. */
static bool may_change(struct handling *h, const char *fold)
{
    struct text why = reason((char[TEXT_WHY]){0});
    char old[PEOPLE_FOLD_MAX];
    int64_t changes = 0;
    people_fold_name(h->name, old);
    if (strcmp(old, fold) == 0)
        return true;
    if (!RUN_ROWS(&h->env->db, &why, people_keep_number, &changes,
                  "SELECT count(*) FROM reserved WHERE person = $1 AND until > $2",
                  NUMBER(h->person),
                  NUMBER(h->env->now + (uint64_t)(PEOPLE_RESERVED_MS - CHANGES_MS))))
        return people_failed(h, &why);
    return changes < CHANGES_MAX ||
           people_refuse(h, 403, "limit", tr("a name may change three times in 30 days"));
}

static bool change_name(struct handling *h)
{
    struct text why = reason((char[TEXT_WHY]){0});
    const struct people_db *db = &h->env->db;
    char name[MATCH_NAME_MAX], fold[PEOPLE_FOLD_MAX];
    if (!check_name(h, h->q->name, name, fold))
        return false;
    if (!db->begin(db->context, &why))
        return people_failed(h, &why);
    const bool good = may_change(h, fold) && check_free(h, fold, h->person) &&
                      store_name(h, h->person, name, fold);
    if (!people_end(h, good))
        return false;
    memcpy(h->name, name, sizeof h->name);
    return true;
}

static bool change_visible(struct handling *h)
{
    struct text why = reason((char[TEXT_WHY]){0});
    for (int i = 0; i < 3; i++) {
        if (strcmp(h->q->visible, visibilities[i]) != 0)
            continue;
        h->visible = i;
        return RUN(&h->env->db, &why, "UPDATE person SET visible = $1 WHERE id = $2", NUMBER(i),
                   NUMBER(h->person)) ||
               people_failed(h, &why);
    }
    return people_refuse(h, 400, "bad-value", tr("'visible' is 'nobody', 'results' or 'games'"));
}

bool people_alter(struct handling *h)
{
    return people_needs(h) && (!h->q->visible || change_visible(h)) &&
           (!h->q->name || change_name(h)) && people_me(h);
}

/* The operator's: `name` becomes `to`. */
bool people_rename(struct handling *h)
{
    struct text why = reason((char[TEXT_WHY]){0});
    const struct people_db *db = &h->env->db;
    char name[MATCH_NAME_MAX], fold[PEOPLE_FOLD_MAX], old[PEOPLE_FOLD_MAX];
    int64_t person = 0;
    if (!check_name(h, h->q->to, name, fold))
        return false;
    people_fold_name(h->q->name, old);
    if (!db->begin(db->context, &why))
        return people_failed(h, &why);
    bool good = RUN_ROWS(db, &why, people_keep_number, &person,
                         "SELECT id FROM person WHERE fold = $1", TEXT(old)) ||
                people_failed(h, &why);
    if (good && !person)
        good = people_refuse(h, 404, "unknown", tr("nobody has this name"));
    good = good && check_free(h, fold, person) && store_name(h, person, name, fold);
    if (!people_end(h, good))
        return false;
    text_add(&h->answer->body, "{}");
    return true;
}

/* ---- the end of an account ---- */

bool people_delete(struct handling *h)
{
    static const char *const statements[] = {
        "INSERT INTO gone(person, fold) SELECT id, fold FROM person WHERE id = $1",
        "DELETE FROM session WHERE person = $1",
        "DELETE FROM passkey WHERE person = $1",
        "DELETE FROM once WHERE person = $1",
        "DELETE FROM reserved WHERE person = $1",
        "DELETE FROM person WHERE id = $1",
    };
    struct text why = reason((char[TEXT_WHY]){0});
    const struct people_db *db = &h->env->db;
    char own[PEOPLE_FOLD_MAX], typed[PEOPLE_FOLD_MAX];
    bool good = true;
    if (!people_needs(h))
        return false;
    people_fold_name(h->name, own);
    people_fold_name(h->q->name ? h->q->name : "", typed);
    if (strcmp(own, typed) != 0)
        return people_refuse(h, 400, "bad-value",
                             tr("to delete the account, 'name' must be its name"));
    if (!db->begin(db->context, &why))
        return people_failed(h, &why);
    for (size_t i = 0; good && i < sizeof statements / sizeof *statements; i++)
        good = RUN(db, &why, statements[i], NUMBER(h->person)) || people_failed(h, &why);
    if (!people_end(h, good))
        return false;
    h->answer->forget = true;
    text_add(&h->answer->body, "{}");
    return true;
}
