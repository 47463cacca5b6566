/* Look-ups in the Worker with the tables: what a server answers under /api/. */
#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"
#include "protocol/lookup.h"
#include "wasm/job.h"
#include "wasm/lang.h"
#include "wasm/local.h"

#define REVIEWS_MAX 16

/* The last response. */
static char *body;
static size_t body_length;

/* Analyses of finished games, the last requested one first. */
static struct review {
    char table[TABLE_ID_LENGTH + 1];
    int depth;       /* of the judge */
    uint32_t number; /* of the job; 0: it is finished */
    size_t done, whole;
    char *json; /* NULL: no judge was ready */
} reviews[REVIEWS_MAX];

const char *local_body(void)
{
    return body;
}

size_t local_body_length(void)
{
    return body_length;
}

/* Takes the text, which becomes the body. */
static int respond(int status, char *text, size_t length)
{
    free(body);
    body = text;
    body_length = length;
    return status;
}

static int respond_text(struct text *out)
{
    return respond(200, out->start, out->length);
}

static struct text new_text(size_t capacity)
{
    return text_on(memory_resize(NULL, capacity, 1), capacity);
}

static int refuse(int status, const char *code, const char *sentence)
{
    struct text out = new_text(2 * TEXT_WHY + 64);
    struct json json = json_on(&out);
    json_open(&json, '{');
    json_key_string(&json, "code", code);
    json_key_string(&json, "text", sentence);
    json_close(&json, '}');
    return respond(status, out.start, out.length);
}

static int not_found(void)
{
    return refuse(404, "unknown", tr("there is nothing at this address"));
}

/* ---- analyses ---- */

/* The table's entry, moved to the front; a new one takes the place of the oldest. */
static struct review *find_review(const char *id, int depth, bool *known)
{
    int i = 0;
    while (i < REVIEWS_MAX - 1 && (reviews[i].depth != depth || strcmp(reviews[i].table, id) != 0))
        i++;
    struct review found = reviews[i];
    *known = found.depth == depth && strcmp(found.table, id) == 0;
    if (!*known) {
        free(found.json);
        found = (struct review){.depth = depth};
        snprintf(found.table, sizeof found.table, "%s", id);
    }
    memmove(&reviews[1], &reviews[0], (size_t)i * sizeof found);
    reviews[0] = found;
    return &reviews[0];
}

static struct review *find_job(uint32_t number)
{
    for (int i = 0; i < REVIEWS_MAX; i++) {
        if (number && reviews[i].number == number)
            return &reviews[i];
    }
    return NULL;
}

void local_progress(uint32_t number, uint32_t done, uint32_t whole)
{
    struct review *review = find_job(number);
    if (!review)
        return;
    review->done = done;
    review->whole = whole;
}

void local_reviewed(uint32_t number, const void *answer, size_t size)
{
    struct review *review = find_job(number);
    struct job_analysed lines;
    if (!review || size < sizeof lines)
        return;
    memcpy(&lines, answer, sizeof lines);
    review->number = 0;
    review->done = lines.done;
    review->whole = lines.whole;
    if (size == sizeof lines)
        return;
    review->json = memory_new(size - sizeof lines + 1, 1);
    memcpy(review->json, (const char *)answer + sizeof lines, size - sizeof lines);
}

static char *write_analysis(const struct table *table, int depth)
{
    struct text sentence = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    const struct match *match = table_match(table);
    const struct judge *judge = judge_of(match->game);
    bool known;
    if (!judge)
        lookup_no_judge(match->game, &sentence);
    if (!judge || !judge->ready(&match->settings, &sentence))
        return lookup_unjudged(sentence.start);
    struct review *review = find_review(table_id(table), judge_depth(judge, depth), &known);
    if (!known || (!review->number && !review->json)) /* data was missing then */
        review->number = local_analyse(table, review->depth);
    return review->number ? lookup_computing(review->done, review->whole)
                          : lookup_analysis(review->json, review->done, review->whole, judge);
}

/* ---- tables ---- */

static int look_at_steps(const struct table *table, const char *argument)
{
    struct text out = new_text(1u << 20);
    lookup_steps(table_match(table), strtoul(argument, NULL, 10), &out);
    return respond_text(&out);
}

static int look_at_record(const struct table *table)
{
    size_t length;
    char *text = local_record(table, &length);
    return respond(200, text, length);
}

static int look_at_summary(const struct table *table)
{
    struct text out = new_text(1u << 16);
    struct json json = json_on(&out);
    table_summary(table, &json);
    return respond_text(&out);
}

/* `argument` is the number in `from=N` or `depth=N`, or "0". */
static int look_at_part(const struct table *table, struct span part, const char *argument)
{
    if (part.length == 0)
        return look_at_summary(table);
    if (span_is(part, "lines")) /* this browser's own, to be imported to a server */
        return look_at_record(table);
    if (table_phase(table) != TABLE_OVER)
        return refuse(403, "not-now", tr("the record is available when the game is over"));
    if (span_is(part, "record"))
        return look_at_record(table);
    if (span_is(part, "steps"))
        return look_at_steps(table, argument);
    if (span_is(part, "analysis")) {
        const unsigned long depth = strtoul(argument, NULL, 10);
        if (depth > JUDGE_DEPTHS_MAX)
            return refuse(400, "bad-value", tr("this depth does not exist"));
        char *text = write_analysis(table, (int)depth);
        return respond(200, text, strlen(text));
    }
    return not_found();
}

/* tables/ID, tables/ID/PART. */
static int look_at_table(struct span path, const char *argument)
{
    char id[TABLE_ID_LENGTH + 1];
    const struct span name = span_cut(&path, '/');
    snprintf(id, sizeof id, "%.*s", (int)name.length, name.at);
    const struct table *table = name.length == TABLE_ID_LENGTH ? local_find(id) : NULL;
    if (table)
        return look_at_part(table, path, argument);
    if (local_is_away(id))
        return respond(0, strdup(id), strlen(id));
    return refuse(404, "no-table", tr("this table does not exist"));
}

/* ---- all ---- */

/* Makes a table of an imported record; equal records give the same table. */
static int look_at_open(struct span record)
{
    char id[TABLE_ID_LENGTH + 1], reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    local_record_id(record, id);
    if (local_is_away(id))
        return respond(0, strdup(id), strlen(id));
    if (!local_find(id) && !local_add_record(id, record, &why))
        return refuse(400, "bad-value", reason);
    struct text out = new_text(64);
    text_printf(&out, "{\"table\":\"%s\"}", id);
    return respond_text(&out);
}

static int look_at_lesson(const char *file, size_t length)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason), out = new_text(1u << 20);
    if (!length || lookup_lesson((struct span){file, length}, &out, &why))
        return length ? respond_text(&out) : not_found();
    free(out.start);
    return refuse(503, "bad-value", reason);
}

/* The part of the query after `name`. */
static struct span argument_of(const char *query, const char *name)
{
    const char *at = query ? strstr(query, name) : NULL;
    at = at ? at + strlen(name) : "";
    return (struct span){at, strcspn(at, "&")};
}

static int look_at_daily(struct span path, const char *query)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY), out = new_text(2 * GAME_JSON_MAX);
    const enum lookup_daily found = lookup_daily(path, argument_of(query, "said="),
                                                 query && strstr(query, "solution=1"), &out, &why);
    if (found == LOOKUP_DAILY_DONE)
        return respond_text(&out);
    free(out.start);
    return found == LOOKUP_DAILY_REFUSED ? refuse(400, "bad-value", why.start) : not_found();
}

static int look_at_games(void)
{
    struct text out = new_text(1u << 18);
    lookup_games(NULL, &out);
    return respond_text(&out);
}

/* The list is empty: a browser has only its own tables, which the page requests by id. */
static int look_at_list(void)
{
    static const char list[] = "{\"tables\":[],\"recent\":[]}";
    return respond(200, strdup(list), sizeof list - 1);
}

static int look_at_server(void)
{
    struct text out = new_text(256);
    text_printf(&out, "{\"server\":\"cornet %s\",\"protocol\":%d,\"addresses\":[],\"now\":%llu}",
                CORNET_VERSION, PROTOCOL_VERSION, (unsigned long long)host_now());
    return respond_text(&out);
}

int local_look(const char *path, bool french, const char *file, size_t length)
{
    struct span rest = span_of(path);
    const struct span plain = span_cut(&rest, '?');
    const char *from = rest.at ? strstr(rest.at, "from=") : NULL;
    const char *depth = rest.at ? strstr(rest.at, "depth=") : NULL;
    wasm_use_language(french);
    if (span_is(plain, "games"))
        return look_at_games();
    if (span_is(plain, "tables"))
        return look_at_list();
    if (span_is(plain, "server"))
        return look_at_server();
    if (span_is(plain, "open"))
        return look_at_open((struct span){file, length});
    if (strncmp(path, "daily/", 6) == 0)
        return look_at_daily((struct span){path + 6, plain.length - 6}, rest.at);
    if (strncmp(path, "lessons/", 8) == 0)
        return look_at_lesson(file, length);
    if (strncmp(path, "tables/", 7) == 0)
        return look_at_table((struct span){path + 7, plain.length - 7}, from    ? from + 5
                                                                        : depth ? depth + 6
                                                                                : "0");
    return not_found();
}
