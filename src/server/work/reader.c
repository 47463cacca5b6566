#include "server/work/reader.h"

#include <stdlib.h>
#include <string.h>

#include "base/lang.h"
#include "base/memory.h"
#include "picture/picture.h"
#include "print/print.h"
#include "protocol/lookup.h"

#define STEPS_BYTES (1u << 20)
#define ODDS_BYTES (4u << 20)

struct applying {
    struct table *table;
    struct text *why;
    bool good;
};

static bool apply_event(void *context, const struct store_event *event)
{
    struct applying *applying = context;
    const struct table_event now = {.kind = event->kind,
                                    .seat = event->seat,
                                    .at = event->at,
                                    .left = event->left,
                                    .text = event->text};
    text_clear(applying->why);
    applying->good = event->number == table_event_count(applying->table) + 1
                         ? table_apply(applying->table, &now, applying->why)
                         : text_fail(applying->why, tr("event %u of the table is missing"),
                                     (unsigned)table_event_count(applying->table) + 1);
    return applying->good;
}

struct table *reader_restore(const struct table_env *env, struct store *store,
                             const struct store_table *row, struct text *why)
{
    struct applying applying = {.table = table_new(env, NULL, row->name), .why = why};
    if (store->driver->events(store, row, apply_event, &applying, why) && applying.good)
        return applying.table;
    table_free(applying.table);
    return NULL;
}

struct table *reader_table(struct reader *reader, const char *id, struct reading *reading)
{
    static const enum reading_result results[] = {[STORE_NONE] = READING_NONE,
                                                  [STORE_ELSEWHERE] = READING_ELSEWHERE,
                                                  [STORE_FAILED] = READING_FAILED};
    struct text why = text_on(reading->why, sizeof reading->why);
    const enum store_found found =
        reading->server ? reader->store->driver->claim(reader->store, reading->server, id,
                                                       &reading->row, reading->at, &why)
                        : reader->store->driver->find(reader->store, id, &reading->row, &why);
    if (found != STORE_FOUND) {
        reading->result = results[found];
        return NULL;
    }
    struct table *table = reader_restore(reader->env, reader->store, &reading->row, &why);
    if (table && table_is_lost(table)) {
        text_fail(&why, tr("its fair dice were promised with another key file"));
        table_free(table);
        table = NULL;
    }
    reading->result = table ? READING_DONE : READING_FAILED;
    return table;
}

static void write_record(const struct table *table, struct reading *reading)
{
    FILE *out = open_memstream(&reading->body, &reading->length);
    if (!out)
        abort(); /* out of memory */
    table_record(table, out);
    fclose(out);
}

static void write_json(const struct table *table, struct reading *reading)
{
    const bool odds = reading->page == PAGE_ODDS;
    const size_t bytes = odds ? ODDS_BYTES : STEPS_BYTES;
    struct text out = text_on(memory_resize(NULL, bytes, 1), bytes);
    if (!odds)
        lookup_steps(table_match(table), reading->from, &out);
    else if (!lookup_odds(table_match(table), table_fair(table)->from, &out))
        reading->result = READING_TOO_LONG;
    reading->body = memory_resize(out.start, out.length + 1, 1);
    reading->length = out.length;
}

static void take_picture(char *svg, bool png, struct reading *reading)
{
    struct text why = text_on(reading->why, sizeof reading->why);
    reading->body = svg;
    reading->length = strlen(svg);
    if (!png)
        return;
    reading->body =
        print_png(svg, strlen(svg), PICTURE_WIDTH, PICTURE_HEIGHT, &reading->length, &why);
    reading->result = reading->body ? READING_DONE : READING_FAILED;
    free(svg);
}

/* The game is drawn as spectators see it while it goes on. */
static void write_picture(const struct table *table, struct reading *reading)
{
    const size_t line = reading->from >> 1;
    reading->live = table_phase(table) != TABLE_OVER;
    lang_use(reading->from & 1);
    take_picture(reading->page == PAGE_REPLAY
                     ? picture_replay(table_match(table), 1.2)
                     : picture_position(table_match(table), line ? line - 1 : SIZE_MAX),
                 reading->page == PAGE_PNG, reading);
    lang_use_default();
}

/* `from` is a PICTURE_DAILY. */
static void write_daily(struct reading *reading)
{
    const size_t from = reading->from;
    lang_use(from & 1);
    take_picture(picture_daily(daily_list[from >> 1 & 15], (long)(from >> 16 & 0xffffff),
                               (int)(from >> 5 & 0x7ff) - 1),
                 true, reading);
    lang_use_default();
}

static void write_page(struct reader *reader, const char *id, struct reading *reading)
{
    struct table *table = reader_table(reader, id, reading);
    if (!table)
        return;
    if (reading->page == PAGE_PNG || reading->page == PAGE_SVG)
        write_picture(table, reading);
    else if (table_phase(table) != TABLE_OVER)
        reading->result = READING_NOT_OVER;
    else if (reading->page == PAGE_REPLAY)
        write_picture(table, reading);
    else if (reading->page == PAGE_RECORD)
        write_record(table, reading);
    else
        write_json(table, reading);
    table_free(table);
}

static void write_pdf(struct reading *reading)
{
    struct text why = text_on(reading->why, sizeof reading->why);
    reading->body = print_numbered(reading->from, &reading->length, &why);
    reading->result = reading->body ? READING_DONE : READING_FAILED;
}

static bool add_row(void *context, const struct store_table *row)
{
    struct reading *reading = context;
    reading->rows = memory_resize(reading->rows, reading->count + 1, sizeof *row);
    reading->rows[reading->count] = *row;
    reading->rows[reading->count++].summary.at = memory_copy(row->summary.at, row->summary.length);
    return true;
}

static void find_listed(struct reader *reader, struct reading *reading)
{
    struct text why = text_on(reading->why, sizeof reading->why);
    const bool good =
        reader->store->driver->tables(reader->store, true, TABLE_WAITING, TABLE_PLAYING,
                                      2 * READER_LISTED_MAX, add_row, reading, &why) &&
        reader->store->driver->tables(reader->store, true, TABLE_OVER, TABLE_OVER,
                                      2 * READER_RECENT_MAX, add_row, reading, &why);
    reading->result = good ? READING_DONE : READING_FAILED;
}

static void find_old(struct reader *reader, struct reading *reading)
{
    struct text why = text_on(reading->why, sizeof reading->why);
    const bool good = reader->store->driver->old(reader->store, &reading->age, READER_OLD_MAX,
                                                 add_row, reading, &why);
    reading->result = good ? READING_DONE : READING_FAILED;
}

static bool add_note(void *context, const struct store_note *note)
{
    struct reading *reading = context;
    reading->notes = memory_resize(reading->notes, reading->note_count + 1, sizeof *note);
    reading->notes[reading->note_count] = *note;
    reading->notes[reading->note_count++].text.at = memory_copy(note->text.at, note->text.length);
    return true;
}

static bool take_request(void *context, const struct store_request *request)
{
    struct reading *reading = context;
    reading->request = request->id;
    reading->body = memory_new(request->text.length + 1, 1);
    memcpy(reading->body, request->text.at, request->text.length);
    return false; /* one at a time */
}

static void find_requests(struct reader *reader, struct reading *reading)
{
    struct text why = text_on(reading->why, sizeof reading->why);
    const struct store_driver *driver = reader->store->driver;
    const bool good = driver->notes(reader->store, reading->after, add_note, reading, &why) &&
                      driver->requests(reader->store, reading->server, take_request, reading, &why);
    reading->result = good ? READING_DONE : READING_FAILED;
}

static void reply(struct reader *reader, struct reading *reading)
{
    struct text why = text_on(reading->why, sizeof reading->why);
    reader->store->driver->answer(reader->store, reading->request, reading->body, &why);
}

void reader_do(struct reader *reader, struct job *job)
{
    if (job->task == JOB_TABLE)
        job->reading->table = reader_table(reader, job->table, job->reading);
    else if (job->task == JOB_PAGE && job->reading->page == PAGE_PRINT)
        write_pdf(job->reading);
    else if (job->task == JOB_PAGE && job->reading->page == PAGE_DAILY)
        write_daily(job->reading);
    else if (job->task == JOB_PAGE)
        write_page(reader, job->table, job->reading);
    else if (job->task == JOB_LISTED)
        find_listed(reader, job->reading);
    else if (job->task == JOB_REQUESTS)
        find_requests(reader, job->reading);
    else if (job->task == JOB_REPLY)
        reply(reader, job->reading);
    else
        find_old(reader, job->reading);
}
