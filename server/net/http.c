#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agents/levels.h"
#include "base/lang.h"
#include "base/memory.h"
#include "server/core.h"
#include "server/locale.h"
#include "server/net/files.h"
#include "server/net/http.h"
#include "server/net/link.h"
#include "server/net/lookup.h"
#include "server/net/qr.h"

#define STEPS_MAX 200  /* in one response */
#define LISTED_MAX 100 /* tables that are waiting or playing */
#define RECENT_MAX 20  /* tables that are over */
#define ODDS_BYTES (4u << 20)
#define ODDS_COST                                                                                  \
    50 /* requests that cost the loop as much as /odds (20 ms at most, and 1 MB) ... */
#define STEPS_COST 4 /* ... and as /steps */

struct response {
    int status;
    const char *type;
    const char *tag; /* of a file, for ETag; NULL: the response must not be cached */
    bool head_only;
};

static const char policy[] =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src "
    "'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

static const char *reason_of(int status)
{
    static const struct {
        int status;
        const char *reason;
    } reasons[] = {
        {200, "OK"},
        {304, "Not Modified"},
        {400, "Bad Request"},
        {403, "Forbidden"},
        {404, "Not Found"},
        {405, "Method Not Allowed"},
        {413, "Content Too Large"},
        {414, "URI Too Long"},
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
    struct server *server;
    struct link *link;
    const char *address;             /* of the client, as it is counted */
    const struct http_request *http; /* NULL: it could not be read */
    bool head_only;
};

/* Sends a response; its status. */
static int send_response(const struct request *q, const struct response *response, struct span body)
{
    char bytes[2048];
    struct text head = text_on(bytes, sizeof bytes);
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
    if (q->server->settings.certificate) /* without TLS browsers ignore it with a warning */
        text_add(&head, "cross-origin-opener-policy: same-origin\r\n");
    if (response->tag)
        text_printf(&head, "cache-control: no-cache\r\netag: \"%s\"\r\n", response->tag);
    else
        text_add(&head, "cache-control: no-store\r\n");
    if (response->status == 405)
        text_add(&head, "allow: GET, HEAD\r\n");
    text_add(&head, link_keeps(q->link) ? "\r\n" : "connection: close\r\n\r\n");
    link_answer(q->link, (struct span){head.start, head.length},
                response->head_only ? (struct span){"", 0} : body);
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
    char body[TEXT_WHY + 64];
    struct text out = text_on(body, sizeof body);
    struct json json = json_on(&out);
    json_open(&json, '{');
    json_key_string(&json, "code", code);
    json_key_string(&json, "text", sentence);
    json_close(&json, '}');
    return send_text(q, status, "application/json", (struct span){out.start, out.length});
}

static int not_found(const struct request *q)
{
    return http_error(q, 404, "unknown", tr("there is nothing at this address"));
}

static int send_file(const struct request *q, const char *name)
{
    const char *folder = q->server->settings.web;
    struct file file;
    if (!files_find(folder, name, &file))
        return not_found(q);
    char tag[40];
    snprintf(tag, sizeof tag, "\"%s\"", file.tag ? file.tag : "");
    struct response response = {
        .status = 200, .type = files_type(name), .tag = file.tag, .head_only = q->head_only};
    struct span body = {(const char *)file.bytes, file.size};
    if (file.tag && strcmp(q->http->if_none_match, tag) == 0) {
        response.status = 304;
        body.length = 0;
    }
    const int code = send_response(q, &response, body);
    files_release(&file);
    return code;
}

static void put_option(const struct game_option *option, struct json *json)
{
    struct span rest = span_of(option->words);
    json_open(json, '{');
    json_key_string(json, "name", option->name);
    json_key_string(json, "about", tr(option->about));
    json_key_open(json, "words", '[');
    while (rest.length) {
        char word[GAME_VALUE_MAX];
        struct text out = text_on(word, sizeof word);
        const struct span part = span_cut(&rest, '|');
        text_add_bytes(&out, part.at, part.length);
        json_put_string(json, word);
    }
    json_close(json, ']');
    const bool numbers = option->min <= option->max;
    json_put_key(json, "least");
    numbers ? json_put_number(json, option->min) : json_put_null(json);
    json_put_key(json, "most");
    numbers ? json_put_number(json, option->max) : json_put_null(json);
    json_key_bool(json, "free", option->free);
    json_key_string(json, "preset", option->default_value);
    json_close(json, '}');
}

static void put_game(const struct game *game, struct json *json)
{
    json_open(json, '{');
    json_key_string(json, "id", game->id);
    json_key_string(json, "title", game->title);
    json_key_string(json, "about", tr(game->about));
    json_key_number(json, "seats_least", game->seats_min);
    json_key_number(json, "seats_most", game->seats_max);
    json_key_bool(json, "hidden", game->flags & GAME_HIDDEN);
    json_key_bool(json, "speech", game->flags & GAME_SPEECH);
    json_key_open(json, "options", '[');
    for (int i = 0; game->options[i].name; i++)
        put_option(&game->options[i], json);
    json_close(json, ']');
    json_key_open(json, "agents", '[');
    for (const struct agent *const *agent = agent_list; *agent; agent++) {
        if ((*agent)->game && (*agent)->game != game)
            continue;
        json_open(json, '{');
        json_key_string(json, "name", (*agent)->name);
        json_key_string(json, "about", tr((*agent)->about));
        json_close(json, '}');
    }
    json_close(json, ']');
    json_key_open(json, "levels", '[');
    for (int level = 0; level < AGENT_LEVELS; level++) {
        if (agent_level_spec(game, level))
            json_put_string(json, agent_level_names[level]);
    }
    json_close(json, ']');
    json_close(json, '}');
}

static int get_games(const struct request *q)
{
    struct text *out = server_scratch(q->server);
    struct json json = json_on(out);
    json_open(&json, '{');
    json_key_open(&json, "games", '[');
    for (const struct game *const *game = game_list; *game; game++) {
        if (!((*game)->flags & GAME_EXAMPLE))
            put_game(*game, &json);
    }
    json_close(&json, ']');
    json_close(&json, '}');
    return send_json(q, out);
}

struct listing {
    struct server *server;
    struct json *json;
};

/* The table as far as it is durable, or NULL. If the one in memory is ahead of the store, it is
 * restored from there; the caller frees `*restored`, which is NULL otherwise. */
static const struct table *find_stored(struct server *server, const char *id,
                                       struct table **restored)
{
    struct store_table row;
    char unused[TEXT_WHY];
    struct text why = text_on(unused, sizeof unused);
    const struct server_table *st = tables_find(server, id);
    *restored = NULL;
    if (!st || st->batch <= writer_durable(server->writer))
        return st ? st->table : NULL;
    if (!store_find(server->store, id, &row))
        return NULL;
    *restored = tables_read(server, &row, &why);
    if (*restored)
        table_copy_presence(*restored, st->table);
    return *restored;
}

static bool see_table(void *context, const struct store_table *row)
{
    struct listing *listing = context;
    struct table *restored;
    const struct table *table = find_stored(listing->server, row->name, &restored);
    if (table && table->listed)
        table_summary(table, listing->json);
    table_free(restored);
    return true;
}

static int get_tables(const struct request *q)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    struct text *out = server_scratch(q->server);
    struct json json = json_on(out);
    struct listing listing = {q->server, &json};
    json_open(&json, '{');
    json_key_open(&json, "tables", '[');
    bool good = store_tables(q->server->store, true, TABLE_WAITING, TABLE_PLAYING, LISTED_MAX,
                             see_table, &listing, &why);
    json_close(&json, ']');
    json_key_open(&json, "recent", '[');
    good = good && store_tables(q->server->store, true, TABLE_OVER, TABLE_OVER, RECENT_MAX,
                                see_table, &listing, &why);
    json_close(&json, ']');
    json_close(&json, '}');
    return good ? send_json(q, out) : http_error(q, 503, "store", reason);
}

static int get_record(const struct request *q, const struct table *table)
{
    char *bytes = NULL;
    size_t length = 0;
    if (table->phase != TABLE_OVER)
        return http_error(q, 403, "not-now", tr("the record is shown when the game is over"));
    FILE *out = open_memstream(&bytes, &length);
    table_record(table, out);
    fclose(out);
    const int code = send_text(q, 200, "text/plain; charset=utf-8", (struct span){bytes, length});
    free(bytes);
    return code;
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

/* A step of a finished game: a line (NULL: the start), and the state after it. */
static void put_step(const struct match *match, const char *line, struct json *json)
{
    json_open(json, '{');
    json_key_string(json, "line", line);
    json_put_key(json, "state");
    game_json(match->game, &match->settings, &match->state, GAME_OPEN, json->out);
    json->comma = true;
    json_close(json, '}');
}

/* A page that is computed on the loop counts as many requests of its address, so that nobody can
 * keep the loop busy with it. */
static bool may_compute(const struct request *q, int cost)
{
    return address_may_request_more(q->server, q->address, cost);
}

static int too_many(const struct request *q)
{
    return http_error(q, 429, "too-fast", tr("too many requests; try again later"));
}

static int get_steps(const struct request *q, const struct table *table)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    if (table->phase != TABLE_OVER)
        return http_error(q, 403, "not-now", tr("the record is shown when the game is over"));
    if (!may_compute(q, STEPS_COST))
        return too_many(q);
    const struct match *match = table->match;
    const size_t from = argument(q, "from");
    struct match *replay = match_new(match->game, &match->settings, &why);
    struct text *out = server_scratch(q->server);
    struct json json = json_on(out);
    json_open(&json, '{');
    json_key_number(&json, "from", (long long)from);
    json_key_open(&json, "steps", '[');
    size_t step = 0, shown = 0;
    const size_t enough = out->capacity - 2 * GAME_JSON_MAX;
    if (from == 0) {
        put_step(replay, NULL, &json);
        shown++;
    }
    for (size_t i = 0; i < match->body.count; i++) {
        const char *line = match->body.line[i];
        if (line[0] == '#')
            continue;
        step++;
        if (!match_do(replay, span_of(line), &why))
            abort(); /* it has been played already */
        if (step < from || shown >= STEPS_MAX || out->length > enough)
            continue;
        put_step(replay, line, &json);
        shown++;
    }
    json_close(&json, ']');
    json_key_number(&json, "total", (long long)step + 1);
    json_close(&json, '}');
    match_free(replay);
    return send_json(q, out);
}

static int get_qr(const struct request *q, const struct table *table)
{
    struct lines addresses = {0};
    char link[256];
    const size_t at = argument(q, "at");
    struct text *out = server_scratch(q->server);
    addresses_of_server(q->server, &addresses);
    const char *base = addresses.line[at < addresses.count ? at : 0];
    const size_t length = strlen(base);
    snprintf(link, sizeof link, "%s%st/%s", base, length && base[length - 1] == '/' ? "" : "/",
             table_id(table));
    lines_free(&addresses);
    if (!qr_draw(link, out))
        return not_found(q);
    return send_text(q, 200, "image/svg+xml", (struct span){out->start, out->length});
}

static int get_odds(const struct request *q, const struct table *table)
{
    if (table->phase != TABLE_OVER)
        return http_error(q, 403, "not-now", tr("the record is shown when the game is over"));
    if (!may_compute(q, ODDS_COST))
        return too_many(q);
    char *buffer = memory_resize(NULL, ODDS_BYTES, 1);
    struct text out = text_on(buffer, ODDS_BYTES);
    const int code = lookup_odds(table->match, table->fair.from, &out)
                         ? send_json(q, &out)
                         : http_error(q, 503, "limit", tr("this game is too long for that"));
    free(buffer);
    return code;
}

static int get_analysis(const struct request *q, const struct table *table)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    if (table->phase != TABLE_OVER)
        return http_error(q, 403, "not-now", tr("the record is shown when the game is over"));
    char *response = review_answer(q->server, table, q->address, &why);
    const int code = response ? send_text(q, 200, "application/json", span_of(response))
                              : http_error(q, 503, "limit", reason);
    free(response);
    return code;
}

static int get_lesson(const struct request *q, const char *game)
{
    char name[80], reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    const char *folder = q->server->settings.web;
    struct file file;
    snprintf(name, sizeof name, "lessons/%s.cornet", game);
    if (!files_find(folder, name, &file))
        return not_found(q);
    struct text *out = server_scratch(q->server);
    const bool good = lookup_lesson((struct span){(const char *)file.bytes, file.size}, out, &why);
    files_release(&file);
    return good ? send_json(q, out) : http_error(q, 503, "bad-value", reason);
}

static int get_table_part(const struct request *q, const struct table *table, const char *what)
{
    if (strcmp(what, "/record") == 0)
        return get_record(q, table);
    if (strcmp(what, "/steps") == 0)
        return get_steps(q, table);
    if (strcmp(what, "/qr.svg") == 0)
        return get_qr(q, table);
    if (strcmp(what, "/odds") == 0)
        return get_odds(q, table);
    if (strcmp(what, "/analysis") == 0)
        return get_analysis(q, table);
    if (*what)
        return not_found(q);
    struct text *out = server_scratch(q->server);
    struct json json = json_on(out);
    table_summary(table, &json);
    return send_json(q, out);
}

static int get_table(const struct request *q, const char *path)
{
    char id[TABLE_ID_LENGTH + 1] = "";
    const size_t length = strcspn(path, "/");
    if (length == TABLE_ID_LENGTH)
        memcpy(id, path, length);
    struct table *restored;
    const struct table *table = find_stored(q->server, id, &restored);
    const int code = table ? get_table_part(q, table, path + length)
                           : http_error(q, 404, "no-table", tr("there is no such table"));
    table_free(restored);
    return code;
}

static int get_server(const struct request *q)
{
    struct lines addresses = {0};
    struct text *out = server_scratch(q->server);
    struct json json = json_on(out);
    addresses_of_server(q->server, &addresses);
    json_open(&json, '{');
    json_key_string(&json, "server", "cornet " CORNET_VERSION);
    json_key_number(&json, "protocol", 1);
    json_key_open(&json, "addresses", '[');
    for (size_t i = 0; i < addresses.count; i++)
        json_put_string(&json, addresses.line[i]);
    json_close(&json, ']');
    json_key_number(&json, "now", (long long)server_now(q->server));
    json_close(&json, '}');
    lines_free(&addresses);
    return send_json(q, out);
}

static int get_health(const struct request *q)
{
    const struct server *server = q->server;
    const bool good = server->store_error[0] == '\0';
    char body[TEXT_WHY + 160];
    struct text out = text_on(body, sizeof body);
    struct json json = json_on(&out);
    json_open(&json, '{');
    json_key_string(&json, "status", good ? "ok" : "store");
    if (!good)
        json_key_string(&json, "text", server->store_error);
    json_key_number(&json, "tables", (long long)server->table_count);
    json_key_number(&json, "connections", (long long)server->conn_count);
    json_close(&json, '}');
    return send_text(q, good ? 200 : 503, "application/json", (struct span){out.start, out.length});
}

static void put_metric(struct text *out, const char *name, const char *kind, const char *help,
                       double value)
{
    text_printf(out, "# HELP cornet_%s %s\n# TYPE cornet_%s %s\ncornet_%s %.17g\n", name, help,
                name, kind, name, value);
}

static double cpu_seconds(void)
{
    struct timespec used;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    return (double)used.tv_sec + (double)used.tv_nsec * 1e-9;
}

static int get_metrics(const struct request *q)
{
    const struct server *server = q->server;
    const struct metrics *m = &server->metrics;
    uint64_t commits, events;
    struct text *out = server_scratch(q->server);
    writer_counts(server->writer, &commits, &events);
    put_metric(out, "tables", "gauge", "Tables in memory.", (double)server->table_count);
    put_metric(out, "connections", "gauge", "Open WebSockets.", (double)server->conn_count);
    put_metric(out, "connections_total", "counter", "WebSockets opened.", (double)m->connections);
    put_metric(out, "tables_total", "counter", "Tables made.", (double)m->tables);
    put_metric(out, "messages_total", "counter", "Messages received.", (double)m->messages);
    put_metric(out, "refused_total", "counter", "Messages refused.", (double)m->refused);
    put_metric(out, "moves_total", "counter", "Moves played, stored and told.", (double)m->moves);
    put_metric(out, "lines_total", "counter", "Lines of records, dice included.", (double)m->lines);
    put_metric(out, "sent_bytes_total", "counter", "Bytes of messages sent.", (double)m->bytes_out);
    put_metric(out, "dropped_total", "counter", "Clients dropped for not reading.",
               (double)m->dropped);
    put_metric(out, "commits_total", "counter", "Commits of the store.", (double)commits);
    put_metric(out, "events_total", "counter", "Events stored.", (double)events);
    put_metric(out, "store_errors_total", "counter", "Commits that failed.",
               (double)m->store_errors);
    put_metric(out, "bot_queue", "gauge", "Moves and hints that wait for a thread.",
               (double)pool_waiting(server->bots));
    put_metric(out, "analysis_queue", "gauge", "Analyses that wait for the thread.",
               (double)pool_waiting(server->reviewer));
    put_metric(out, "loop_turns_total", "counter", "Turns of the loop.", (double)m->turns);
    put_metric(out, "loop_seconds_total", "counter", "Time in turns of the loop.", m->turn_seconds);
    put_metric(out, "loop_longest_seconds", "gauge", "The longest turn since the start.",
               m->turn_longest);
    put_metric(out, "cpu_seconds_total", "counter", "Processor time used.", cpu_seconds());
    put_metric(out, "uptime_seconds", "gauge", "Since the start.", server_steady() - server->began);
    return send_text(q, 200, "text/plain; version=0.0.4", (struct span){out->start, out->length});
}

/* Whether the path is a page of the client, all of which are in index.html. */
static bool is_page(const char *path)
{
    return strcmp(path, "/") == 0 || strncmp(path, "/t/", 3) == 0 || strcmp(path, "/check") == 0 ||
           strncmp(path, "/play/", 6) == 0;
}

static int route(const struct request *q, const char *path)
{
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
    if (strcmp(path, "/api/health") == 0)
        return get_health(q);
    if (strcmp(path, "/metrics") == 0)
        return get_metrics(q);
    if (strncmp(path, "/api/", 5) == 0)
        return not_found(q);
    return send_file(q, is_page(path) ? "index.html" : path + 1);
}

void http_answer(struct server *server, struct link *link, const struct http_request *http)
{
    char language[8];
    const struct request q = {.server = server,
                              .link = link,
                              .address = link->address ? link->address->name : "",
                              .http = http,
                              .head_only = http->method == HTTP_HEAD_HEAD};
    const bool french =
        http_argument(http, "lang", language, sizeof language) && strcmp(language, "fr") == 0;
    locale_use(french);
    route(&q, http->path);
}

void http_refuse(struct server *server, struct link *link, int status)
{
    const struct request q = {.server = server, .link = link};
    send_text(&q, status, "text/plain; charset=utf-8", span_of(""));
}
