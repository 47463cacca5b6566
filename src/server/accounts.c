#include "server/accounts.h"

#include <arpa/inet.h>
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/lang.h"
#include "base/memory.h"
#include "people/keys.h"
#include "people/names.h"
#include "server/work/report.h"

#define COST 5        /* HTTP requests that one of ours counts as */
#define LONG_COST 20  /* an export, a claim */
#define CALLS_MAX 200 /* under way */
#define CALLS_PER_ADDRESS 10
#define ERASE_SECONDS 600.0
#define ERASE_SOON 1.0
#define TOLD_SECONDS 60.0
#define URL_MAX 320
#define QUERY_VALUE 200

/* Our paths. `needs`: of a POST. */
static const struct route {
    const char *path;
    enum http_head_method method;
    enum people_verb verb;
    bool is_long, is_try, is_create;
} routes[] = {
    {"/api/me", HTTP_HEAD_GET, PEOPLE_ME, false, false, false},
    {"/api/me", HTTP_HEAD_POST, PEOPLE_ALTER, false, false, false},
    {"/api/people", HTTP_HEAD_POST, PEOPLE_CREATE, false, false, true},
    {"/api/session", HTTP_HEAD_POST, PEOPLE_SIGN_IN, false, true, false},
    {"/api/session/end", HTTP_HEAD_POST, PEOPLE_SIGN_OUT, false, false, false},
    {"/api/me/words", HTTP_HEAD_POST, PEOPLE_NEW_WORDS, false, true, false},
    {"/api/me/link", HTTP_HEAD_POST, PEOPLE_LINK, false, false, false},
    {"/api/passkeys/challenge", HTTP_HEAD_POST, PEOPLE_CHALLENGE, false, false, false},
    {"/api/me/passkeys", HTTP_HEAD_POST, PEOPLE_PASSKEYS, false, true, false},
    {"/api/me/delete", HTTP_HEAD_POST, PEOPLE_DELETE, false, false, false},
    {"/api/me/games", HTTP_HEAD_GET, PEOPLE_GAMES, false, false, false},
    {"/api/me/record", HTTP_HEAD_GET, PEOPLE_RECORD, false, false, false},
    {"/api/me/claim", HTTP_HEAD_POST, PEOPLE_CLAIM, true, true, false},
    {"/api/me/import", HTTP_HEAD_POST, PEOPLE_IMPORT, false, false, false},
    {"/api/me/export", HTTP_HEAD_GET, PEOPLE_EXPORT, true, false, false},
    {"/api/me/statistics", HTTP_HEAD_GET, PEOPLE_STATISTICS, true, false, false},
};
#define ROUTES (sizeof routes / sizeof *routes)
static const struct route profile = {NULL, HTTP_HEAD_GET, PEOPLE_PROFILE, false, false, false};

#define PROFILES "/api/people/"
#define PAGES "/p/"

bool accounts_has(const char *path)
{
    for (size_t i = 0; i < ROUTES; i++) {
        if (strcmp(path, routes[i].path) == 0)
            return true;
    }
    return strncmp(path, PROFILES, strlen(PROFILES)) == 0;
}

static bool refuse(struct accounts_refusal *refusal, int status, const char *code,
                   const char *sentence)
{
    *refusal = (struct accounts_refusal){.status = status, .code = code};
    snprintf(refusal->text, sizeof refusal->text, "%s", sentence);
    return false;
}

static const struct route *find_route(const struct http_request *http, bool page,
                                      struct accounts_refusal *refusal)
{
    const enum http_head_method method =
        http->method == HTTP_HEAD_HEAD ? HTTP_HEAD_GET : http->method;
    for (size_t i = 0; i < ROUTES; i++) {
        if (routes[i].method == method && strcmp(http->path, routes[i].path) == 0)
            return &routes[i];
    }
    if (method == HTTP_HEAD_GET && (page || strncmp(http->path, PROFILES, strlen(PROFILES)) == 0))
        return &profile;
    refuse(refusal, 405, "bad-message", tr("this address needs another method"));
    return NULL;
}

/* ---- where the request comes from ---- */

void accounts_url(const struct accounts *accounts, const struct link *link,
                  const struct http_request *http, char *out, size_t capacity)
{
    const char *address = accounts->settings->address;
    const size_t length = address ? strlen(address) : 0;
    if (address)
        snprintf(out, capacity, "%s%s", address, address[length - 1] == '/' ? "" : "/");
    else
        snprintf(out, capacity, "http%s://%s/", link->is_secure ? "s" : "", http->host);
}

/* The page's origin of a URL, and its domain if passkeys work there: https, or localhost. */
static const char *find_place(const char *url, char origin[URL_MAX], char rp[URL_MAX])
{
    unsigned char number[16];
    const char *host = strstr(url, "://");
    if (!host)
        return NULL;
    host += 3;
    const size_t with_port = strcspn(host, "/"), length = strcspn(host, ":/");
    snprintf(origin, URL_MAX, "%.*s", (int)(host - url + (long)with_port), url);
    snprintf(rp, URL_MAX, "%.*s", (int)length, host);
    if (strcmp(rp, "localhost") == 0)
        return rp;
    const bool is_domain = strchr(rp, '.') && host[0] != '[' && inet_pton(AF_INET, rp, number) != 1;
    return strncmp(url, "https://", 8) == 0 && is_domain ? rp : NULL;
}

/* Whether a POST of a browser comes from a page of this server. Programs send no Origin. */
static bool is_own_page(const struct accounts *accounts, const struct link *link,
                        const struct http_request *http)
{
    const char *other = accounts->settings->origin, *at = strstr(http->origin, "://");
    if (!http->origin[0])
        return !http->cookie[0];
    if (other && strcmp(http->origin, other) == 0)
        return true;
    if (link->is_secure && strncmp(http->origin, "https://", 8) != 0)
        return false;
    return at && strcmp(at + 3, http->host) == 0;
}

/* ---- the request's members ---- */

/* The session's token: of a program's header, or of the cookie. */
static bool find_token(const struct accounts *accounts, const struct link *link,
                       const struct http_request *http, char token[PEOPLE_TOKEN_HEX])
{
    char name[PEOPLE_COOKIE_MAX];
    if (strncmp(http->authorization, "Bearer ", 7) == 0) {
        snprintf(token, PEOPLE_TOKEN_HEX, "%s", http->authorization + 7);
        return true;
    }
    people_cookie_name(accounts->key, link->is_secure, name);
    for (const char *at = http->cookie; *at;) {
        at += strspn(at, "; ,");
        const size_t length = strcspn(at, ";,"), named = strlen(name);
        if (length > named && strncmp(at, name, named) == 0 && at[named] == '=')
            snprintf(token, PEOPLE_TOKEN_HEX, "%.*s", (int)(length - named - 1), at + named + 1);
        at += length;
    }
    return false;
}

static const char *string_of(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static long long number_of(const json_t *object, const char *key)
{
    const json_t *value = json_object_get(object, key);
    return json_is_integer(value) ? json_integer_value(value) : -1;
}

/* A job's own texts, which live as long as the job. */
static const char *keep(struct people_job *job, const char *text)
{
    lines_add(&job->texts, span_of(text));
    return job->texts.line[job->texts.count - 1];
}

static void read_claims(struct people_request *q, const json_t *seats)
{
    size_t i;
    json_t *seat;
    json_array_foreach(seats, i, seat)
    {
        if (q->claims == PEOPLE_CLAIMS_MAX)
            break;
        q->claim[q->claims++] = (struct people_claim){
            string_of(seat, "table"), string_of(seat, "secret"), number_of(seat, "seat")};
    }
}

static void read_body(struct people_request *q, const json_t *body)
{
    const json_t *passkey = json_object_get(body, "passkey"), *add = json_object_get(body, "add");
    const json_t *key = passkey ? passkey : add ? add : body;
    q->name = string_of(body, "name");
    q->device = string_of(add ? add : body, "device");
    q->words = string_of(body, "words");
    q->code = string_of(body, "code");
    q->visible = string_of(body, "visible");
    q->check = string_of(body, "check");
    q->remove = string_of(body, "remove");
    q->record = string_of(body, "record");
    q->id = string_of(key, "id");
    q->challenge = string_of(key, "challenge");
    q->client = string_of(key, "client");
    q->attestation = string_of(key, "attestation");
    q->authenticator = string_of(key, "authenticator");
    q->signature = string_of(key, "signature");
    q->seat = number_of(body, "seat");
    q->ended = number_of(body, "ended");
    q->program = json_is_true(json_object_get(body, "token"));
    read_claims(q, json_object_get(body, "seats"));
}

/* Decodes a query's value in place; false if it is not UTF-8 without control characters. */
static bool decode(char *value)
{
    char *out = value;
    for (const char *at = value; *at; at++) {
        char byte = *at == '+' ? ' ' : *at;
        if (*at == '%') {
            const char hex[] = {at[1], at[1] ? at[2] : '\0', '\0'};
            if (strspn(hex, "0123456789abcdefABCDEF") != 2)
                return false;
            byte = (char)strtol(hex, NULL, 16);
            at += 2;
        }
        *out++ = byte;
    }
    *out = '\0';
    return span_is_clean(span_of(value));
}

/* Reads the arguments; false: one of them is wrong. */
static bool read_query(struct people_job *job, const struct http_request *http)
{
    struct people_request *q = &job->request;
    const struct {
        const char *name, **text;
        long long *number;
    } arguments[] = {
        {"game", &q->game, NULL},       {"opponent", &q->opponent, NULL},
        {"result", &q->result, NULL},   {"cursor", &q->cursor, NULL},
        {"table", &q->table, NULL},     {"seat", NULL, &q->seat},
        {"from", NULL, &q->from},       {"to", NULL, &q->until},
        {"hints", NULL, &q->hints},     {"limit", NULL, &q->limit},
        {"running", NULL, &q->running},
    };
    char value[QUERY_VALUE];
    for (size_t i = 0; i < sizeof arguments / sizeof *arguments; i++) {
        uint64_t number;
        if (!http_argument(http, arguments[i].name, value, sizeof value))
            continue;
        if (!decode(value))
            return false;
        if (arguments[i].text)
            *arguments[i].text = keep(job, value);
        else if (span_number(span_of(value), 0, INT64_MAX, &number))
            *arguments[i].number = (long long)number;
        else
            return false;
    }
    return true;
}

/* Texts of a body may have control characters only in a record. */
static bool has_clean_texts(const struct people_request *q)
{
    const char *const texts[] = {q->name, q->device, q->words, q->code, q->visible, q->check};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (texts[i] && !span_is_clean(span_of(texts[i])))
            return false;
    }
    return true;
}

static void clean_device(struct people_job *job)
{
    char device[PEOPLE_DEVICE_MAX];
    if (!job->request.device || job->request.verb == PEOPLE_SIGN_OUT)
        return;
    people_clean_device(job->request.device, device);
    job->request.device = keep(job, device);
}

static void free_body(void *body)
{
    json_decref(body);
}

static bool read_post(struct people_job *job, const struct http_request *http,
                      struct accounts_refusal *refusal)
{
    json_error_t error;
    if (strncmp(http->content_type, "application/json", 16) != 0)
        return refuse(refusal, 400, "bad-message",
                      tr("a request has content-type: application/json"));
    json_t *body =
        json_loadb(span_start(http->body), http->body.length, JSON_REJECT_DUPLICATES, &error);
    job->body = body;
    job->free_body = free_body;
    if (!json_is_object(body))
        return refuse(refusal, 400, "bad-message", tr("the body is one JSON object"));
    read_body(&job->request, body);
    if (!has_clean_texts(&job->request))
        return refuse(refusal, 400, "bad-value", tr("a text has no control characters"));
    clean_device(job);
    return true;
}

static bool read_request(const struct accounts *accounts, struct people_job *job,
                         const struct link *link, const struct http_request *http, bool page,
                         struct accounts_refusal *refusal)
{
    struct people_request *q = &job->request;
    char url[URL_MAX], origin[URL_MAX], rp[URL_MAX], token[PEOPLE_TOKEN_HEX] = "";
    q->seat = q->ended = q->from = q->until = q->hints = q->limit = q->running = -1;
    accounts_url(accounts, link, http, url, sizeof url);
    q->url = keep(job, url);
    if (find_place(url, origin, rp)) {
        q->rp = keep(job, rp);
        q->origin = keep(job, origin);
    }
    const bool bearer = find_token(accounts, link, http, token);
    q->token = token[0] ? keep(job, token) : NULL;
    sodium_memzero(token, sizeof token);
    if (http->method == HTTP_HEAD_POST && !bearer && !is_own_page(accounts, link, http))
        return refuse(refusal, 403, "origin", tr("the page that sent this is not of this server"));
    if (http->method == HTTP_HEAD_POST && !read_post(job, http, refusal))
        return false;
    if (http->method != HTTP_HEAD_POST && !read_query(job, http))
        return refuse(refusal, 400, "bad-value", tr("an argument of this address is not valid"));
    if (q->verb == PEOPLE_PROFILE)
        q->name = keep(job, http->path + strlen(page ? PAGES : PROFILES));
    return q->verb != PEOPLE_PROFILE || span_is_clean(span_of(q->name)) ||
           refuse(refusal, 404, "unknown", tr("nobody shows a profile under this name"));
}

/* ---- limits ---- */

static bool is_busy(const struct accounts *accounts, const char *address)
{
    int all = 0, own = 0;
    for (const struct accounts_call *call = accounts->calls; call; call = call->next) {
        all++;
        own += strcmp(call->address, address) == 0;
    }
    return all >= CALLS_MAX || own >= CALLS_PER_ADDRESS;
}

/* Says so in the log, but not for each request of an attack. */
static void report_limit(struct accounts *accounts, const char *address, bool is_try)
{
    const double now = clock_steady();
    accounts->limited[is_try]++;
    if (accounts->told[is_try] && now < accounts->told[is_try] + TOLD_SECONDS)
        return;
    accounts->told[is_try] = now;
    report(REPORT_WARNING, "people", "%s %s too often; requests refused so far: %llu", address,
           is_try ? "tries secrets" : "makes accounts",
           (unsigned long long)accounts->limited[is_try]);
}

static bool is_allowed(struct accounts *accounts, const char *address, const struct route *route,
                       struct accounts_refusal *refusal)
{
    struct addresses *addresses = accounts->addresses;
    if (health_is_cut_off(accounts->health))
        return refuse(refusal, 503, "store", tr("the server has lost its database; try again"));
    if (is_busy(accounts, address) ||
        !address_may_request_more(addresses, address, route->is_long ? LONG_COST : COST))
        return refuse(refusal, 429, "too-many", tr("too many requests; try again later"));
    if (route->is_create && !address_may_name(addresses, address, &refusal->wait)) {
        const int wait = refusal->wait;
        report_limit(accounts, address, false);
        refuse(refusal, 429, "too-many",
               tr("too many new names from your address; try again later"));
        refusal->wait = wait;
        return false;
    }
    if (route->is_try && !address_may_try(addresses, address, &refusal->wait)) {
        const int wait = refusal->wait;
        report_limit(accounts, address, true);
        refuse(refusal, 429, "too-many",
               tr("too many wrong tries from your address; try again "
                  "later"));
        refusal->wait = wait;
        return false;
    }
    return true;
}

/* ---- calls ---- */

struct accounts_call *accounts_ask(struct accounts *accounts, const struct link *link,
                                   const struct http_request *http, bool page,
                                   struct accounts_refusal *refusal)
{
    const char *address = link->address ? link->address->name : "";
    const struct route *route = find_route(http, page, refusal);
    if (!route || !is_allowed(accounts, address, route, refusal))
        return NULL;
    struct job *job = job_new(JOB_PEOPLE, "", address, true);
    job->account->request.verb = route->verb;
    if (!read_request(accounts, job->account, link, http, page, refusal)) {
        if (route->is_try)
            address_forgive_try(accounts->addresses, address);
        job_free(job);
        return NULL;
    }
    job->account->french = lang_is_french();
    job->account->now = clock_now(accounts->clock);
    job->account->number = ++accounts->asked;
    memcpy(job->account->key, accounts->key, PEOPLE_KEY_BYTES);
    struct accounts_call *call = memory_new(1, sizeof *call);
    call->number = accounts->asked;
    call->verb = route->verb;
    call->secure = link->is_secure;
    call->page = page;
    call->program = job->account->request.program;
    snprintf(call->address, sizeof call->address, "%s", address);
    call->next = accounts->calls;
    accounts->calls = call;
    pool_ask(accounts->pool, job);
    return call;
}

void accounts_cookie(const struct accounts *accounts, const struct accounts_call *call,
                     char out[ACCOUNTS_COOKIE_MAX])
{
    char name[PEOPLE_COOKIE_MAX];
    const struct people_answer *answer = call->answer;
    const bool sets = answer->token[0] && !call->program;
    out[0] = '\0';
    if (!sets && !answer->forget)
        return;
    people_cookie_name(accounts->key, call->secure, name);
    snprintf(out, ACCOUNTS_COOKIE_MAX, "%s=%s; Path=/; Max-Age=%lld; HttpOnly; SameSite=Strict%s",
             name, sets ? answer->token : "", sets ? (long long)(PEOPLE_SESSION_MS / 1000) : 0LL,
             call->secure ? "; Secure" : "");
}

static bool is_try(enum people_verb verb)
{
    for (size_t i = 0; i < ROUTES; i++) {
        if (routes[i].verb == verb)
            return routes[i].is_try;
    }
    return false;
}

void accounts_done(struct accounts *accounts, struct job *job)
{
    if (job->task == JOB_ERASE) {
        accounts->erasing = false;
        accounts->erase_at = clock_steady() + (job->account->done ? ERASE_SECONDS : ERASE_SOON);
        return;
    }
    struct accounts_call **at = &accounts->calls;
    while (*at && (*at)->number != job->account->number)
        at = &(*at)->next;
    struct accounts_call *call = *at;
    if (!call)
        return;
    *at = call->next;
    call->answer = &job->account->answer;
    if (is_try(call->verb) && !call->answer->is_miss)
        address_forgive_try(accounts->addresses, call->address);
    if (call->verb == PEOPLE_CREATE && call->answer->status != 200)
        address_forgive_name(accounts->addresses, call->address);
    if (call->verb == PEOPLE_DELETE && call->answer->status == 200)
        accounts->erase_at = clock_steady();
    accounts->answered = call;
    waiters_call(&call->waiters);
    accounts->answered = NULL;
    free(call);
}

void accounts_tick(struct accounts *accounts)
{
    if (accounts->erasing || clock_steady() < accounts->erase_at ||
        health_is_cut_off(accounts->health))
        return;
    struct job *job = job_new(JOB_ERASE, "", "", false);
    accounts->erasing = true;
    job->account->now = clock_now(accounts->clock);
    pool_ask(accounts->pool, job);
}

void accounts_close(struct accounts *accounts)
{
    for (struct accounts_call *call; (call = accounts->calls);) {
        accounts->calls = call->next;
        free(call);
    }
}
