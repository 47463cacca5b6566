/* The games of a person: the running ones, lists of the finished ones, records, the export. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "people/internal.h"
#include "people/names.h"
#include "table/table.h"

#define RUNNING_MAX 60   /* tables that are looked at */
#define RUNNING_SHOWN 30 /* and shown */
#define LIMIT 20         /* games of a page, if the request does not say */
#define LIMIT_MAX 100
#define EXPORT_GAMES 50          /* of one part */
#define EXPORT_ROOM (512u << 10) /* bytes that must be left for one more */

static struct text reason(char buffer[TEXT_WHY])
{
    return text_on(buffer, TEXT_WHY);
}

/* ---- running games ---- */

struct running {
    int64_t row;
    int seat;
    char name[PEOPLE_TABLE_MAX];
    struct table *table; /* NULL: not shown */
    bool turn;
};

struct runnings {
    struct running at[RUNNING_MAX];
    int count;
};

static bool add_running(void *context, const struct people_value column[], int columns)
{
    struct runnings *all = context;
    struct running *one = &all->at[all->count++];
    (void)columns;
    one->row = column[0].number;
    one->seat = (int)column[1].number;
    snprintf(one->name, sizeof one->name, "%.*s", (int)column[2].bytes.length, column[2].bytes.at);
    return all->count < RUNNING_MAX;
}

/* The game ended, but its row does not know it: the seat was claimed at that moment. */
static void finish(struct handling *h, const struct running *one)
{
    struct text why = reason((char[TEXT_WHY]){0});
    const struct people_db *db = &h->env->db;
    struct people_change change = {
        .kind = PEOPLE_OVER, .table = one->row, .at = table_changed(one->table)};
    people_game_of(one->table, &change.played);
    if (db->begin(db->context, &why))
        db->end(db->context, people_write_change(db, &change, &why), &why);
}

static void load(struct handling *h, struct running *one)
{
    int64_t row;
    one->table = h->env->table(h->env->context, one->name, &row);
    if (one->table && table_phase(one->table) == TABLE_OVER) {
        finish(h, one);
        table_free(one->table);
        one->table = NULL;
    }
    one->turn = one->table && table_is_turn(one->table, one->seat);
}

static int by_turn(const void *a, const void *b)
{
    const struct running *one = a, *two = b;
    if (!one->table || !two->table)
        return (two->table != NULL) - (one->table != NULL);
    if (one->turn != two->turn)
        return two->turn - one->turn;
    const uint64_t first = table_changed(one->table), second = table_changed(two->table);
    return (first < second) - (first > second);
}

static void put_players(const struct table *table, struct json *json)
{
    const struct match *match = table_match(table);
    json_key_open(json, "players", '[');
    for (int seat = 1; seat <= match->settings.players; seat++) {
        json_open(json, '{');
        json_key_number(json, "seat", seat);
        json_key_string(json, "name", match->name[seat - 1][0] ? match->name[seat - 1] : NULL);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_running(struct handling *h, const struct running *one)
{
    char text[PEOPLE_TICKET_MAX];
    struct json *json = &h->json;
    struct people_seat key = {.person = h->person,
                              .until = h->env->now + PEOPLE_TICKET_MS,
                              .mark = table_seat_mark(one->table, one->seat),
                              .seat = one->seat};
    snprintf(key.table, sizeof key.table, "%s", one->name);
    people_write_seat(h->env->key, &key, text);
    json_open(json, '{');
    json_key_string(json, "table", one->name);
    json_key_number(json, "seat", one->seat);
    json_key_string(json, "game", table_match(one->table)->game->id);
    json_key_string(json, "phase", table_phase_name((int)table_phase(one->table)));
    json_key_bool(json, "turn", one->turn);
    put_players(one->table, json);
    json_key_unsigned(json, "changed", table_changed(one->table));
    json_key_string(json, "key", text);
    json_close(json, '}');
}

static bool list_running(struct handling *h)
{
    struct text why = reason((char[TEXT_WHY]){0});
    struct runnings *all = memory_new(1, sizeof *all);
    const bool good = RUN_ROWS(&h->env->db, &why, add_running, all,
                               "SELECT tbl, seat, name FROM played WHERE person = $1 AND ended = 0"
                               " ORDER BY tbl DESC",
                               NUMBER(h->person)) ||
                      people_failed(h, &why);
    for (int i = 0; i < all->count; i++)
        load(h, &all->at[i]);
    qsort(all->at, (size_t)all->count, sizeof *all->at, by_turn);
    json_open(&h->json, '{');
    json_key_open(&h->json, "games", '[');
    for (int i = 0; i < all->count && i < RUNNING_SHOWN && all->at[i].table; i++)
        put_running(h, &all->at[i]);
    json_close(&h->json, ']');
    json_close(&h->json, '}');
    for (int i = 0; i < all->count; i++)
        table_free(all->at[i].table);
    free(all);
    return good;
}

/* ---- finished games ---- */

/* A statement under construction, with its parameters. */
struct query {
    struct text text;
    char bytes[1600];
    struct people_value value[16];
    int values;
    char opponent[PEOPLE_FOLD_MAX];
};

/* Adds a condition, in which `$` stands for the value. */
static void add_condition(struct query *query, const char *before, struct people_value value,
                          const char *after)
{
    query->value[query->values++] = value;
    text_printf(&query->text, "%s$%d%s", before, query->values, after);
}

/* `ENDED.TABLE.SEAT`, where the page before ended. */
static bool add_cursor(struct query *query, const char *cursor)
{
    int64_t number[3];
    struct span rest = span_of(cursor);
    for (int i = 0; i < 3; i++) {
        long value;
        if (!span_integer(span_cut(&rest, '.'), INT64_MIN, INT64_MAX, &value))
            return false;
        number[i] = value;
    }
    if (rest.at)
        return false;
    add_condition(query, " AND (x.ended, x.tbl, x.seat) < (", NUMBER(number[0]), ", ");
    add_condition(query, "", NUMBER(number[1]), ", ");
    add_condition(query, "", NUMBER(number[2]), ")");
    return true;
}

/* The filter of the request. `x` is the table in whose index it is decided. */
static bool add_filter(struct handling *h, struct query *query)
{
    const struct people_request *q = h->q;
    const int result = q->result ? people_find_result(q->result) : 0;
    if (result < 0)
        return people_refuse(h, 400, "bad-value",
                             tr("'result' is 'won', 'drawn', 'lost' or 'left'"));
    if (q->game)
        add_condition(query, " AND x.game = ", TEXT(q->game), "");
    if (q->result) /* with `+`, SQLite searches by the game, which says more */
        add_condition(query, q->game ? " AND +x.result = " : " AND x.result = ", NUMBER(result),
                      "");
    if (q->from >= 0)
        add_condition(query, " AND x.ended >= ", NUMBER(q->from), "");
    if (q->until >= 0)
        add_condition(query, " AND x.ended < ", NUMBER(q->until), "");
    if (q->hints >= 0)
        add_condition(query, q->hints ? " AND x.hints >= " : " AND x.hints < ", NUMBER(1), "");
    if (q->cursor && !add_cursor(query, q->cursor))
        return people_refuse(h, 400, "bad-value", tr("'cursor' is 'next' of the answer before"));
    return true;
}

#define COLUMNS                                                                                    \
    "p.name, p.tbl, p.seat, p.game, p.players, p.began, p.ended, p.result, p.share, p.hints,"      \
    " p.lines, p.opponents, p.luck, p.cost"
enum {
    AT_NAME,
    AT_TABLE,
    AT_SEAT,
    AT_GAME,
    AT_PLAYERS,
    AT_BEGAN,
    AT_ENDED,
    AT_RESULT,
    AT_SHARE,
    AT_HINTS,
    AT_LINES,
    AT_OPPONENTS,
    AT_LUCK,
    AT_COST,
    AT_RECORD,
    AT_SPREAD,
    AT_DETAIL
};

/* Starts a list of the person's finished games; `more` are columns after COLUMNS. */
static bool begin_query(struct handling *h, struct query *query, int64_t person, const char *more)
{
    query->text = text_on(query->bytes, sizeof query->bytes);
    query->values = 0;
    text_printf(&query->text, "SELECT " COLUMNS "%s FROM ", more);
    if (h->q->opponent) {
        people_fold_opponent(h->q->opponent, query->opponent);
        text_add(&query->text, "against x JOIN played p ON p.person = x.person AND p.tbl = x.tbl"
                               " AND p.seat = x.seat");
        add_condition(query, " WHERE x.person = ", NUMBER(person), " AND x.ended > 0");
        add_condition(query, " AND x.opponent = ", TEXT(query->opponent), "");
    } else {
        text_add(&query->text, "played p JOIN played x ON p.person = x.person AND p.tbl = x.tbl"
                               " AND p.seat = x.seat");
        add_condition(query, " WHERE x.person = ", NUMBER(person), " AND x.ended > 0");
    }
    return add_filter(h, query);
}

static bool run_query(struct handling *h, struct query *query, int limit, people_on_row *on_row,
                      void *context)
{
    struct text why = reason((char[TEXT_WHY]){0});
    const struct people_db *db = &h->env->db;
    add_condition(query, " ORDER BY x.ended DESC, x.tbl DESC, x.seat DESC LIMIT ", NUMBER(limit),
                  "");
    return db->run(db->context, query->bytes, query->value, query->values, on_row, context, &why) ||
           people_failed(h, &why);
}

/* A list being written. */
struct listing {
    struct handling *h;
    int count, limit; /* one more than `limit` are read, to know whether there are more */
    bool public;      /* without what only the person sees */
    char next[80];    /* the cursor of the last one that was written */
};

static void put_kept_string(struct json *json, const char *key, struct span value, size_t max)
{
    char *text = memory_new(value.length + 1, 1);
    memcpy(text, span_start(value), value.length < max ? value.length : max);
    json_key_string(json, key, text);
    free(text);
}

static void put_wins(struct json *json, const char *key, const struct people_value *value)
{
    if (value->type == PEOPLE_NULL)
        json_key_null(json, key);
    else
        json_key_real(json, key, (double)value->number / 1e6);
}

/* The members of a game. */
static void put_game(struct listing *list, const struct people_value column[])
{
    struct json *json = &list->h->json;
    put_kept_string(json, "table", column[AT_NAME].bytes, PEOPLE_TABLE_MAX);
    json_key_number(json, "seat", column[AT_SEAT].number);
    put_kept_string(json, "game", column[AT_GAME].bytes, 64);
    json_key_number(json, "players", column[AT_PLAYERS].number);
    json_key_number(json, "began", column[AT_BEGAN].number);
    json_key_number(json, "ended", column[AT_ENDED].number);
    json_key_string(json, "result", people_result_name((int)column[AT_RESULT].number));
    json_key_real(json, "share", (double)column[AT_SHARE].number / GAME_WHOLE);
    json_key_bool(json, "hints", column[AT_HINTS].number > 0);
    json_key_bool(json, "imported", column[AT_TABLE].number < 0);
    json_key_number(json, "lines", column[AT_LINES].number);
    json_put_key(json, "opponents"); /* written by people_write_opponents */
    text_add_bytes(json->out, column[AT_OPPONENTS].bytes.at, column[AT_OPPONENTS].bytes.length);
    json->comma = true;
    if (list->public)
        return;
    put_wins(json, "luck", &column[AT_LUCK]);
    put_wins(json, "cost", &column[AT_COST]);
}

static void keep_place(struct listing *list, const struct people_value column[])
{
    snprintf(list->next, sizeof list->next, "%lld.%lld.%lld", (long long)column[AT_ENDED].number,
             (long long)column[AT_TABLE].number, (long long)column[AT_SEAT].number);
    list->count++;
}

static bool list_game(void *context, const struct people_value column[], int columns)
{
    struct listing *list = context;
    (void)columns;
    if (list->count == list->limit) {
        list->count++;
        return false;
    }
    json_open(&list->h->json, '{');
    put_game(list, column);
    json_close(&list->h->json, '}');
    keep_place(list, column);
    return true;
}

static void put_next(struct listing *list)
{
    json_key_string(&list->h->json, "next", list->count > list->limit ? list->next : NULL);
}

bool people_put_games(struct handling *h, int64_t person, int limit, bool public)
{
    struct query query;
    struct listing list = {.h = h, .limit = limit, .public = public};
    if (!begin_query(h, &query, person, ""))
        return false;
    json_key_open(&h->json, "games", '[');
    if (!run_query(h, &query, limit + 1, list_game, &list))
        return false;
    json_close(&h->json, ']');
    if (!public)
        put_next(&list);
    return true;
}

bool people_games(struct handling *h)
{
    const long long limit = h->q->limit < 0 ? LIMIT : h->q->limit;
    if (!people_needs(h))
        return false;
    if (h->q->running > 0)
        return list_running(h);
    if (limit < 1 || limit > LIMIT_MAX)
        return people_refuse(h, 400, "bad-value", tr("'limit' is a number from 1 to 100"));
    json_open(&h->json, '{');
    if (!people_put_games(h, h->person, (int)limit, false))
        return false;
    json_close(&h->json, '}');
    return true;
}

/* ---- records ---- */

bool people_write_record(struct handling *h, const char *name, struct span kept,
                         struct text *record)
{
    int64_t row;
    if (kept.at) {
        text_add_bytes(record, kept.at, kept.length);
        return true;
    }
    struct table *table = h->env->table(h->env->context, name, &row);
    if (!table)
        return false;
    char *bytes = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&bytes, &length);
    if (!out)
        abort(); /* out of memory */
    if (table_phase(table) == TABLE_OVER)
        table_record(table, out);
    fclose(out);
    text_add_bytes(record, bytes, length);
    free(bytes);
    table_free(table);
    return length > 0;
}

/* The stored record of one game. */
struct keeping {
    bool found;
    char *record;
    size_t length;
};

static bool keep_record(void *context, const struct people_value column[], int columns)
{
    struct keeping *keeping = context;
    (void)columns;
    keeping->found = true;
    if (column[0].type == PEOPLE_TEXT && column[0].bytes.length) {
        keeping->length = column[0].bytes.length;
        keeping->record = memory_copy(column[0].bytes.at, keeping->length);
    }
    return false;
}

bool people_record(struct handling *h)
{
    struct text why = reason((char[TEXT_WHY]){0});
    struct keeping keeping = {.found = false};
    if (!people_needs(h))
        return false;
    if (!h->q->table || h->q->seat < 1)
        return people_refuse(h, 400, "bad-message", tr("'table' and 'seat' are needed"));
    if (!RUN_ROWS(&h->env->db, &why, keep_record, &keeping,
                  "SELECT record FROM played WHERE person = $1 AND name = $2 AND seat = $3"
                  " AND ended > 0",
                  NUMBER(h->person), TEXT(h->q->table), NUMBER(h->q->seat)))
        return people_failed(h, &why);
    const bool good =
        keeping.found &&
        people_write_record(h, h->q->table, (struct span){keeping.record, keeping.length},
                            &h->answer->body);
    free(keeping.record);
    h->answer->is_plain = good;
    return good || people_refuse(h, 404, "unknown", tr("this record does not exist any more"));
}

/* ---- everything ---- */

/* Records are read after the rows, since the store has one reader. */
struct exported {
    char name[PEOPLE_TABLE_MAX];
    char *game;   /* the members, without the closing bracket */
    char *record; /* of an imported game */
    char next[80];
};
struct exporting {
    struct listing list;
    struct exported game[EXPORT_GAMES + 1];
};

static bool export_game(void *context, const struct people_value column[], int columns)
{
    struct exporting *all = context;
    struct exported *one = &all->game[all->list.count];
    struct text *body = &all->list.h->answer->body;
    const size_t start = body->length;
    struct json *json = &all->list.h->json;
    (void)columns;
    json->comma = false;
    json_open(json, '{');
    put_game(&all->list, column);
    put_wins(json, "spread", &column[AT_SPREAD]);
    if (column[AT_DETAIL].type == PEOPLE_TEXT) {
        json_put_key(json, "detail"); /* written by people_study_keep */
        text_add_bytes(body, column[AT_DETAIL].bytes.at, column[AT_DETAIL].bytes.length);
        json->comma = true;
    }
    one->game = memory_new(body->length - start + 1, 1);
    memcpy(one->game, body->start + start, body->length - start);
    body->length = start;
    body->start[start] = '\0';
    snprintf(one->name, sizeof one->name, "%.*s", (int)column[AT_NAME].bytes.length,
             column[AT_NAME].bytes.at);
    if (column[AT_RECORD].type == PEOPLE_TEXT && column[AT_RECORD].bytes.length) {
        one->record = memory_new(column[AT_RECORD].bytes.length + 1, 1);
        memcpy(one->record, column[AT_RECORD].bytes.at, column[AT_RECORD].bytes.length);
    }
    keep_place(&all->list, column);
    memcpy(one->next, all->list.next, sizeof one->next);
    return true;
}

static void write_exported(struct handling *h, const struct exported *one, struct text *record)
{
    struct json *json = &h->json;
    const struct span kept = one->record ? span_of(one->record) : (struct span){NULL, 0};
    text_clear(record);
    if (json->comma)
        text_char(json->out, ',');
    text_add(json->out, one->game);
    json->comma = true;
    const bool good = people_write_record(h, one->name, kept, record) && !record->cut;
    json_key_string(json, "record", good ? record->start : NULL);
    json_close(json, '}');
}

/* Writes as many as there is room for; sets the cursor of the next part. */
static void write_games(struct handling *h, struct exporting *all)
{
    struct text *body = &h->answer->body;
    const size_t bytes = 1u << 20;
    struct text record = text_on(memory_resize(NULL, bytes, 1), bytes);
    int i = 0;
    h->json.comma = false;
    for (; i < all->list.count && i < EXPORT_GAMES; i++) {
        if (i && body->capacity - body->length < 4 * EXPORT_ROOM)
            break;
        write_exported(h, &all->game[i], &record);
    }
    json_close(&h->json, ']');
    json_key_string(&h->json, "next", i < all->list.count ? all->game[i - 1].next : NULL);
    free(record.start);
}

/* The first part has the account, as in /api/me. */
static bool put_account(struct handling *h)
{
    struct text *body = &h->answer->body;
    json_put_key(&h->json, "account");
    if (!people_me(h))
        return false;
    body->start[--body->length] = '\0'; /* the bracket: the account has one member more */
    json_put_key(&h->json, "statistics");
    if (!people_statistics(h))
        return false;
    json_close(&h->json, '}');
    return true;
}

bool people_export(struct handling *h)
{
    struct query query;
    if (!people_needs(h))
        return false;
    json_open(&h->json, '{');
    if (!h->q->cursor && !put_account(h))
        return false;
    json_key_open(&h->json, "games", '[');
    if (!begin_query(h, &query, h->person, ", p.record, p.spread, p.detail"))
        return false;
    struct exporting *all = memory_new(1, sizeof *all);
    all->list = (struct listing){.h = h, .limit = EXPORT_GAMES};
    const bool good = run_query(h, &query, EXPORT_GAMES + 1, export_game, all);
    if (good)
        write_games(h, all);
    for (int i = 0; i < all->list.count; i++) {
        free(all->game[i].game);
        free(all->game[i].record);
    }
    free(all);
    json_close(&h->json, '}');
    return good;
}
