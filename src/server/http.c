#include "server/http.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"
#include "net/files.h"
#include "net/qr.h"
#include "people/words.h"
#include "print/print.h"
#include "protocol/lookup.h"
#include "server/profile.h"

#define ODDS_COST 50         /* /odds and a PDF count as this many requests */
#define STEPS_COST 4         /* /steps counts as this many, by the thread time it takes */
#define TLS_SECONDS 31536000 /* HSTS max-age: one year */

struct response {
    int status;
    const char *type;
    const char *tag;      /* of a file, for ETag; NULL: the response must not be cached */
    const char *coding;   /* of a compressed file; NULL: none */
    const char *vary;     /* the request's header on which the response depends; NULL: none */
    const char *location; /* for a redirection; NULL: none */
    const char *cookie;   /* to set; NULL: none */
    const char *allow;    /* of status 405; NULL: GET, HEAD */
    bool head_only;
};

static const char policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' "
    "data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action "
    "'none'; "
    "frame-ancestors 'none'";

static const char *reason_of(int status)
{
    static const struct {
        int status;
        const char *reason;
    } reasons[] = {
        {200, "OK"},
        {304, "Not Modified"},
        {307, "Temporary Redirect"},
        {400, "Bad Request"},
        {401, "Unauthorized"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {409, "Conflict"},
        {413, "Content Too Large"},
        {414, "URI Too Long"},
        {421, "Misdirected Request"},
        {429, "Too Many Requests"},
        {431, "Request Header Fields Too Large"},
        {503, "Service Unavailable"},
        {505, "HTTP Version Not Supported"},
    };
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        if (reasons[i].status == status)
            return reasons[i].reason;
    }
    return "Error";
}

struct request {
    struct http *site;
    struct link *link;
    const char *address;             /* of the client, as used for rate limits */
    const struct http_request *http; /* NULL: it could not be read */
    bool head_only;
    bool again;     /* the request was deferred, and is handled again */
    uint64_t batch; /* of the writer, that must be durable before it is answered; 0: none */
};

/* Sends a response; its status. Functions that put the request off return 0. */
static int send_response(const struct request *q, const struct response *response, struct span body)
{
    struct text head = text_on((char[2048]){0}, 2048);
    text_printf(&head, "HTTP/1.1 %d %s\r\nserver: cornet\r\n", response->status,
                reason_of(response->status));
    if (response->type)
        text_printf(&head, "content-type: %s\r\n", response->type);
    if (response->status != 304)
        text_printf(&head, "content-length: %zu\r\n", body.length);
    text_printf(&head,
                "content-security-policy: %s\r\nx-content-type-options: nosniff\r\n"
                "referrer-policy: no-referrer\r\n",
                policy);
    if (q->link->is_secure) /* without TLS browsers ignore both */
        text_printf(&head,
                    "cross-origin-opener-policy: same-origin\r\n"
                    "strict-transport-security: max-age=%d\r\n",
                    TLS_SECONDS);
    if (response->tag)
        text_printf(&head, "cache-control: no-cache\r\netag: \"%s\"\r\n", response->tag);
    else
        text_add(&head, "cache-control: no-store\r\n");
    if (response->coding)
        text_printf(&head, "content-encoding: %s\r\n", response->coding);
    if (response->vary)
        text_printf(&head, "vary: %s\r\n", response->vary);
    if (response->status == 405)
        text_printf(&head, "allow: %s\r\n", response->allow ? response->allow : "GET, HEAD");
    if (response->location)
        text_printf(&head, "location: %s\r\n", response->location);
    if (response->cookie)
        text_printf(&head, "set-cookie: %s\r\n", response->cookie);
    text_add(&head, q->link->keeps ? "\r\n" : "connection: close\r\n\r\n");
    const struct span start = {head.start, head.length};
    const struct span rest = response->head_only ? (struct span){"", 0} : body;
    if (q->batch > writer_durable(q->site->writer)) {
        deferred_send(&q->site->deferrals, q->link, q->http, q->batch, response->status, start,
                      rest);
        return response->status;
    }
    link_answer(q->link, start, rest);
    access_answered(q->site->access, q->link, q->http, response->status, rest.length);
    return response->status;
}

static int send_text(const struct request *q, int status, const char *type, struct span body)
{
    const struct response response = {.status = status, .type = type, .head_only = q->head_only};
    return send_response(q, &response, body);
}

static int send_json(const struct request *q, const struct text *out)
{
    return send_text(q, 200, "application/json", (struct span){out->start, out->length});
}

static int http_error(const struct request *q, int status, const char *code, const char *sentence)
{
    struct text body = text_on((char[TEXT_WHY + 64]){0}, TEXT_WHY + 64);
    struct json json = json_on(&body);
    json_open(&json, '{');
    json_key_string(&json, "code", code);
    json_key_string(&json, "text", sentence);
    json_close(&json, '}');
    return send_text(q, status, "application/json", (struct span){body.start, body.length});
}

static int not_found(const struct request *q)
{
    return http_error(q, 404, "unknown", tr("there is nothing at this address"));
}

/* Whether the client has the file with this tag. Proxies make tags weak. */
static bool has_tag(const char *list, const char *tag)
{
    struct span rest = span_of(list);
    while (rest.length) {
        struct span one = span_cut(&rest, ',');
        one = (struct span){one.at + strspn(one.at, " "), one.length - strspn(one.at, " ")};
        if (one.length > 2 && strncmp(one.at, "W/", 2) == 0)
            one = (struct span){one.at + 2, one.length - 2};
        if (one.length == strlen(tag) + 2 && one.at[0] == '"' &&
            strncmp(one.at + 1, tag, strlen(tag)) == 0)
            return true;
    }
    return false;
}

/* For an unknown address, a browser gets the client, which reports the error in the user's
 * language. */
static int send_file(const struct request *q, const char *name)
{
    const char *folder = q->site->settings->web;
    const bool reads = http_quality(q->http->accept, "text/html") > 0;
    struct file file;
    char tag[40];
    bool found = files_find(folder, name, &file);
    const int status = found ? 200 : 404;
    if (!found && reads)
        found = files_find(folder, name = "index.html", &file);
    if (!found)
        return not_found(q);
    struct response response = {.status = status,
                                .type = files_type(name),
                                .vary = status != 200 ? "accept, accept-encoding"
                                        : file.tag    ? "accept-encoding"
                                                      : NULL,
                                .head_only = q->head_only};
    struct span body = {(const char *)file.bytes, file.size};
    const enum files_coding coding = files_choose(&file, q->http->accept_encoding);
    if (coding != FILES_CODINGS) {
        response.coding = files_coding_name(coding);
        body = (struct span){(const char *)file.coded[coding].bytes, file.coded[coding].size};
    }
    if (file.tag) {
        snprintf(tag, sizeof tag, "%s%s%s", file.tag, response.coding ? "-" : "",
                 response.coding ? response.coding : "");
        response.tag = tag;
    }
    if (file.tag && status == 200 && has_tag(q->http->if_none_match, tag)) {
        response.status = 304;
        body.length = 0;
    }
    const int code = send_response(q, &response, body);
    files_release(&file);
    return code;
}

/* The buffer for the body of a response, cleared. */
static struct text *scratch(const struct request *q)
{
    struct text *out = &q->site->tables->scratch;
    text_clear(out);
    return out;
}

static int get_games(const struct request *q)
{
    struct text *out = scratch(q);
    lookup_games(q->site->settings->opener, out);
    return send_json(q, out);
}

/* Defers the request. The caller adds the returned waiter to the list of the data it waits for. */
static struct waiter *put_off(const struct request *q)
{
    return deferred_new(&q->site->deferrals, q->link, q->http);
}

static int get_tables(const struct request *q)
{
    struct listing *listing = q->site->listing;
    struct request gated = *q;
    if (!listing->ready && !listing->reading && q->again)
        return http_error(q, 503, "store", listing->why);
    if (!listing->ready) {
        if (!listing->reading)
            listing_fill(listing);
        waiters_add(&listing->waiters, put_off(q));
        return 0;
    }
    struct text *out = scratch(q);
    const struct server_table *lost = listing_write(listing, out, &gated.batch);
    if (!lost)
        return send_json(&gated, out);
    loading_await(q->site->loading, table_id(lost->base.table), q->address, put_off(q));
    return 0;
}

/* The value of a numeric argument of the request; 0 if it has none. */
static size_t argument(const struct request *q, const char *name)
{
    char value[32];
    uint64_t number;
    return http_argument(q->http, name, value, sizeof value) &&
                   span_number(span_of(value), 0, 1u << 30, &number)
               ? (size_t)number
               : 0;
}

static int not_over(const struct request *q)
{
    return http_error(q, 403, "not-now", tr("the record is available when the game is over"));
}

static int no_table(const struct request *q)
{
    return http_error(q, 404, "no-table", tr("this table does not exist"));
}

static int cannot_read(const struct request *q)
{
    return http_error(q, 503, "store", tr("the table cannot be read now: try again later"));
}

static int send_page(const struct request *q, const struct page *page)
{
    static const char *const types[] = {[PAGE_RECORD] = "text/plain; charset=utf-8",
                                        [PAGE_STEPS] = "application/json",
                                        [PAGE_ODDS] = "application/json",
                                        [PAGE_PRINT] = "application/pdf"};
    if (page->result == READING_NOT_OVER)
        return not_over(q);
    if (page->result == READING_TOO_LONG)
        return http_error(q, 503, "limit", tr("this game is too long for that"));
    if (page->result == READING_FAILED) {
        char id[TABLE_ID_LENGTH + 1];
        snprintf(id, sizeof id, "%s", page->table);
        pages_forget(q->site->pages, id); /* it may go well the next time */
        return cannot_read(q);
    }
    if (page->result != READING_DONE)
        return no_table(q);
    return send_text(q, 200, types[page->kind], (struct span){page->body, page->length});
}

/* A page that a thread builds, at a cost to the client's address. */
static int get_built(const struct request *q, const char *id, enum reading_page kind, size_t from)
{
    static const int costs[] = {[PAGE_RECORD] = 0,
                                [PAGE_STEPS] = STEPS_COST,
                                [PAGE_ODDS] = ODDS_COST,
                                [PAGE_PRINT] = ODDS_COST};
    if (!q->again && costs[kind] &&
        !address_may_request_more(q->site->addresses, q->address, costs[kind]))
        return http_error(q, 429, "too-fast", tr("too many requests; try again later"));
    struct page *page = pages_get(q->site->pages, id, kind, from, q->address);
    if (!page)
        return http_error(q, 503, "limit", tr("the server is busy; try again later"));
    if (page->state == PAGE_READY)
        return send_page(q, page);
    waiters_add(&page->waiters, put_off(q));
    return 0;
}

/* A page about a finished game. */
static int get_page(const struct request *q, const char *id, enum reading_page kind)
{
    struct server_table *st;
    const enum room_found found = tables_find(q->site->tables, id, &st);
    if (found == ROOM_NONE)
        return no_table(q);
    if (st && table_phase(st->base.table) != TABLE_OVER)
        return not_over(q);
    return get_built(q, id, kind, kind == PAGE_STEPS ? argument(q, "from") : 0);
}

static int get_qr(const struct request *q, const char *id)
{
    struct lines addresses = {0};
    char link[256];
    const size_t at = argument(q, "at");
    struct text *out = scratch(q);
    server_urls(q->site->settings, q->site->port, &addresses);
    const char *base = addresses.line[at < addresses.count ? at : 0];
    const size_t length = strlen(base);
    snprintf(link, sizeof link, "%s%st/%s", base, length && base[length - 1] == '/' ? "" : "/", id);
    lines_free(&addresses);
    if (!qr_draw(link, out))
        return not_found(q);
    return send_text(q, 200, "image/svg+xml", (struct span){out->start, out->length});
}

static int get_analysis(const struct request *q, const struct table *table)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    if (table_phase(table) != TABLE_OVER)
        return not_over(q);
    if (q->batch > writer_durable(q->site->writer)) { /* the thread reads from the store */
        deferred_until(&q->site->deferrals, q->link, q->http, q->batch);
        return 0;
    }
    const size_t depth = argument(q, "depth");
    if (depth > JUDGE_DEPTHS_MAX)
        return http_error(q, 400, "bad-value", tr("this depth does not exist"));
    char *response = reviews_answer(q->site->reviews, table, (int)depth, q->address, &why);
    const int code = response ? send_text(q, 200, "application/json", span_of(response))
                              : http_error(q, 503, "limit", why.start);
    free(response);
    return code;
}

static int get_lesson(const struct request *q, const char *game)
{
    char name[80], reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    const char *folder = q->site->settings->web;
    struct file file;
    snprintf(name, sizeof name, "lessons/%s.cornet", game);
    if (!files_find(folder, name, &file))
        return not_found(q);
    struct text *out = scratch(q);
    const bool good = lookup_lesson((struct span){(const char *)file.bytes, file.size}, out, &why);
    files_release(&file);
    return good ? send_json(q, out) : http_error(q, 503, "bad-value", reason);
}

static int get_table_part(const struct request *q, const struct table *table, const char *what)
{
    if (strcmp(what, "/qr.svg") == 0)
        return get_qr(q, table_id(table));
    if (strcmp(what, "/analysis") == 0)
        return get_analysis(q, table);
    if (*what)
        return not_found(q);
    struct text *out = scratch(q);
    struct json json = json_on(out);
    table_summary(table, &json);
    return send_json(q, out);
}

/* The table is another server's: the proxy finds that one by the argument `at`. */
static int send_elsewhere(const struct request *q, const char *id, const char *what)
{
    const char *at = q->site->tables->protocol.elsewhere;
    char location[512], asked[PROTOCOL_SERVER_MAX];
    if (http_argument(q->http, "at", asked, sizeof asked) && strcmp(asked, at) == 0)
        return http_error(q, 503, "elsewhere", tr("this table's server cannot be reached"));
    snprintf(location, sizeof location, "/api/tables/%s%.40s?at=%s%s%s", id, what, at,
             q->http->query[0] ? "&" : "", q->http->query);
    const struct response response = {
        .status = 307, .type = "text/plain", .location = location, .head_only = q->head_only};
    return send_response(q, &response, span_of(""));
}

static int get_table(const struct request *q, const char *path)
{
    static const char *const pages[] = {
        [PAGE_RECORD] = "/record", [PAGE_STEPS] = "/steps", [PAGE_ODDS] = "/odds"};
    char id[TABLE_ID_LENGTH + 1] = "";
    const size_t length = strcspn(path, "/");
    struct request gated = *q;
    struct server_table *st;
    if (length == TABLE_ID_LENGTH)
        memcpy(id, path, length);
    for (int kind = 0; kind < (int)(sizeof pages / sizeof *pages); kind++) {
        if (strcmp(path + length, pages[kind]) == 0)
            return get_page(q, id, (enum reading_page)kind);
    }
    const enum room_found found = tables_find(q->site->tables, id, &st);
    if (found == ROOM_NONE)
        return no_table(q);
    if (found == ROOM_AWAY) {
        loading_await(q->site->loading, id, q->address, put_off(q));
        return 0;
    }
    if (found == ROOM_ELSEWHERE && strcmp(path + length, "/qr.svg") == 0)
        return get_qr(q, id);
    if (found == ROOM_ELSEWHERE)
        return send_elsewhere(q, id, path + length);
    if (found == ROOM_FAILED)
        return cannot_read(q);
    gated.batch = st->batch;
    return get_table_part(&gated, st->base.table, path + length);
}

static int get_server(const struct request *q)
{
    struct lines addresses = {0};
    struct text *out = scratch(q);
    struct json json = json_on(out);
    server_urls(q->site->settings, q->site->port, &addresses);
    json_open(&json, '{');
    json_key_string(&json, "server", q->site->tables->title);
    json_key_number(&json, "protocol", 1);
    json_key_open(&json, "addresses", '[');
    for (size_t i = 0; i < addresses.count; i++)
        json_put_string(&json, addresses.line[i]);
    json_close(&json, ']');
    json_key_number(&json, "now", (long long)clock_now(q->site->tables->clock));
    json_key_string(&json, "contact", q->site->settings->contact);
    json_key_string(&json, "report", q->site->settings->report);
    json_key_string(&json, "privacy", q->site->settings->privacy);
    json_close(&json, '}');
    lines_free(&addresses);
    return send_json(q, out);
}

/* Whether an operator asks: at the metrics' own address, or from this machine without a proxy. */
static bool is_operator(const struct request *q)
{
    static const struct in6_addr loopback = IN6ADDR_LOOPBACK_INIT;
    const struct in6_addr *client = &q->link->client;
    const bool local = IN6_ARE_ADDR_EQUAL(client, &loopback) ||
                       (IN6_IS_ADDR_V4MAPPED(client) && client->s6_addr[12] == 127);
    return !q->link->address || (local && !q->http->forwarded_for[0]);
}

/* Whether the server accepts players. Details are for operators. */
static int get_ready(const struct request *q, bool details)
{
    const struct health *health = q->site->health;
    const bool away = health_is_away(health);
    /* A held lease proves that the database accepts writes. The last error may be old: if a proxy
     * waited for the next write to clear it, it would keep away the clients that could cause that
     * write. */
    const bool writes = health->is_shared || health->store_error[0] == '\0';
    const bool good = writes && !away && !health->draining;
    struct text body = text_on((char[TEXT_WHY + 160]){0}, TEXT_WHY + 160);
    struct json json = json_on(&body);
    json_open(&json, '{');
    json_key_string(&json, "status", good ? "ok" : away ? "away" : writes ? "draining" : "store");
    if (details && !good && health->store_error[0])
        json_key_string(&json, "text", health->store_error);
    if (details) {
        json_key_number(&json, "tables", (long long)q->site->tables->set->count);
        json_key_number(&json, "connections", (long long)q->site->conns->count);
    }
    json_close(&json, '}');
    return send_text(q, good ? 200 : 503, "application/json",
                     (struct span){body.start, body.length});
}

/* The loop runs: a supervisor need not restart the server. */
static int get_live(const struct request *q)
{
    return send_text(q, 200, "application/json", span_of("{\"status\":\"ok\"}"));
}

static int get_metrics(const struct request *q)
{
    struct text *out = scratch(q);
    metrics_write(q->site->metrics, out);
    return send_text(q, 200, "text/plain; version=0.0.4", (struct span){out->start, out->length});
}

static struct request request_of(struct http *site, struct link *link,
                                 const struct http_request *http)
{
    return (struct request){.site = site,
                            .link = link,
                            .address = link->address ? link->address->name : "",
                            .http = http,
                            .head_only = http && http->method == HTTP_HEAD_HEAD};
}

/* A profile's page: the client, with what is visible of the person for link previews. */
static int send_profile(const struct request *q, const struct people_answer *answer)
{
    struct file file;
    if (!files_find(q->site->settings->web, "index.html", &file))
        return not_found(q);
    const struct span page = {(const char *)file.bytes, file.size};
    const size_t bytes = file.size + 4096;
    struct text out = text_on(memory_resize(NULL, bytes, 1), bytes);
    char url[512];
    accounts_url(q->site->accounts, q->link, q->http, url, sizeof url);
    profile_page(page, (struct span){answer->body.start, answer->body.length},
                 answer->status == 200, url, &out);
    const struct response response = {.status = answer->status == 200 ? 200 : 404,
                                      .type = files_type("index.html"),
                                      .head_only = q->head_only};
    const int status = send_response(q, &response, (struct span){out.start, out.length});
    files_release(&file);
    free(out.start);
    return status;
}

/* ---- people ---- */

static int send_refusal(const struct request *q, const struct accounts_refusal *refusal)
{
    struct text body = text_on((char[TEXT_WHY + 160]){0}, TEXT_WHY + 160);
    struct json json = json_on(&body);
    json_open(&json, '{');
    json_key_string(&json, "code", refusal->code);
    json_key_string(&json, "text", refusal->text);
    if (refusal->wait)
        json_key_number(&json, "wait", refusal->wait);
    json_close(&json, '}');
    const struct response response = {.status = refusal->status,
                                      .type = "application/json",
                                      .allow = "GET, HEAD, POST",
                                      .head_only = q->head_only};
    return send_response(q, &response, (struct span){body.start, body.length});
}

/* The link to another device, with its picture. */
static void add_qr(struct text *body)
{
    const struct span url =
        json_inside(json_get((struct span){body->start, body->length}, "url"), '"');
    char link[512];
    const size_t bytes = 128u << 10;
    struct text picture = text_on(memory_resize(NULL, bytes, 1), bytes);
    snprintf(link, sizeof link, "%.*s", (int)url.length, span_start(url));
    if (url.at && body->length && qr_draw(link, &picture)) {
        struct json json = {.out = body, .comma = true};
        body->start[--body->length] = '\0'; /* the closing bracket */
        json_key_string(&json, "qr", picture.start);
        json_close(&json, '}');
    }
    free(picture.start);
}

/* The answer of a person's request is there. */
static void on_account(struct waiter *waiter)
{
    struct link *link = deferred_link(waiter);
    struct http *site = deferred_context(waiter);
    struct request q = request_of(site, link, deferred_request(waiter));
    const struct accounts_call *call = site->accounts->answered;
    const struct people_answer *answer = call->answer;
    struct text body = answer->body;
    char cookie[ACCOUNTS_COOKIE_MAX];
    link->user = NULL;
    if (call->page) {
        send_profile(&q, answer);
    } else {
        accounts_cookie(site->accounts, call, cookie);
        if (call->verb == PEOPLE_LINK && answer->status == 200)
            add_qr(&body);
        const struct response response = {.status = answer->status,
                                          .type = answer->is_plain ? "text/plain; charset=utf-8"
                                                                   : "application/json",
                                          .cookie = cookie[0] ? cookie : NULL,
                                          .head_only = q.head_only};
        send_response(&q, &response, (struct span){body.start, body.length});
    }
    sodium_memzero(cookie, sizeof cookie);
    deferred_answered(waiter);
}

static int ask_account(const struct request *q, bool page)
{
    struct accounts_refusal refusal = {.wait = 0};
    struct accounts_call *call = accounts_ask(q->site->accounts, q->link, q->http, page, &refusal);
    if (!call)
        return page ? send_file(q, "index.html") : send_refusal(q, &refusal);
    struct waiter *waiter = put_off(q);
    waiter->ready = on_account;
    waiters_add(&call->waiters, waiter);
    return 0;
}

static int get_words(const struct request *q)
{
    size_t length;
    char *list = people_words_list(&length);
    const int status = send_text(q, 200, "text/plain; charset=utf-8", (struct span){list, length});
    free(list);
    return status;
}

/* Whether the path is a page of the client, all of which are in index.html. */
static bool is_page(const char *path)
{
    static const char *const pages[] = {"/", "/check", "/me", "/account", "/privacy"};
    static const char *const folders[] = {"/t/", "/play/", "/l/"};
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        if (strcmp(path, pages[i]) == 0)
            return true;
    }
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        if (strncmp(path, folders[i], strlen(folders[i])) == 0)
            return true;
    }
    return false;
}

/* Pages for operators and the programs that watch the server; 0: it is none of them. */
static int route_operators(const struct request *q, const char *path)
{
    if (strcmp(path, "/api/live") == 0)
        return get_live(q);
    if (strcmp(path, "/api/ready") == 0)
        return get_ready(q, false);
    if (q->site->settings->metrics_bind && q->link->address)
        return 0;
    if (strcmp(path, "/api/health") == 0)
        return get_ready(q, is_operator(q));
    return strcmp(path, "/metrics") == 0 && is_operator(q) ? get_metrics(q) : 0;
}

static int route(const struct request *q, const char *path)
{
    if (accounts_has(path))
        return ask_account(q, false);
    if (q->http->method == HTTP_HEAD_POST)
        return http_error(q, 405, "bad-message", tr("this address needs another method"));
    if (strcmp(path, "/api/words") == 0)
        return get_words(q);
    if (strncmp(path, "/p/", 3) == 0 && path[3])
        return ask_account(q, true);
    if (strcmp(path, "/api/games") == 0)
        return get_games(q);
    if (strcmp(path, "/api/tables") == 0)
        return get_tables(q);
    if (strncmp(path, "/api/tables/", 12) == 0)
        return get_table(q, path + 12);
    if (strncmp(path, "/api/lessons/", 13) == 0)
        return get_lesson(q, path + 13);
    if (strcmp(path, "/api/server") == 0)
        return get_server(q);
    const int status = route_operators(q, path);
    if (status)
        return status;
    size_t pdf;
    if (strncmp(path, "/print/", 7) == 0 && print_find(path + 7, &pdf))
        return get_built(q, "", PAGE_PRINT, pdf);
    if (strncmp(path, "/api/", 5) == 0 || strcmp(path, "/metrics") == 0)
        return not_found(q);
    return send_file(q, is_page(path) ? "index.html" : path + 1);
}

static void answer(struct http *site, struct link *link, const struct http_request *http,
                   bool again)
{
    char language[8];
    struct request q = request_of(site, link, http);
    q.again = again;
    const bool french =
        http_argument(http, "lang", language, sizeof language) && strcmp(language, "fr") == 0;
    lang_use(french);
    route(&q, http->path);
}

void http_answer(struct http *site, struct link *link, const struct http_request *http)
{
    answer(site, link, http, false);
}

static void answer_again(void *context, struct link *link, const struct http_request *http)
{
    answer(context, link, http, true);
}

void http_open(struct http *site)
{
    site->deferrals = (struct deferrals){
        .access = site->access, .writer = site->writer, .answer = answer_again, .context = site};
}

void http_answer_metrics(struct http *site, struct link *link, const struct http_request *http)
{
    const struct request q = request_of(site, link, http);
    lang_use(false);
    if (!route_operators(&q, http->path))
        not_found(&q);
}

void http_refuse(struct http *site, struct link *link, const struct http_request *http, int status,
                 const char *sentence)
{
    const struct request q = request_of(site, link, http);
    send_text(&q, status, "text/plain; charset=utf-8", span_of(sentence));
}
