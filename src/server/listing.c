#include "server/listing.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "server/work/reader.h"

#define KEPT 4 /* times as many entries are kept as are shown */

struct listing_entry {
    char id[TABLE_ID_LENGTH + 1];
    bool over;               /* the entry is in the list of finished tables */
    uint64_t changed;        /* the lists are sorted by `changed`, then by `row` */
    int64_t row;             /* in the store */
    struct server_table *st; /* NULL: not in memory */
    char *summary;           /* if it is not in memory */
    TAILQ_ENTRY(listing_entry) in_order;
    struct listing_entry *hash_next;
};

/* A table that is read for the list. */
struct listing_load {
    struct waiter waiter;
    struct listing *listing;
};

static struct listing_entry **find_slot(struct listing *listing, const char *id)
{
    struct listing_entry **at = &listing->hash[text_hash(id) % LISTING_HASH];
    while (*at && strcmp((*at)->id, id) != 0)
        at = &(*at)->hash_next;
    return at;
}

static struct listing_order *order_of(struct listing *listing, const struct listing_entry *entry)
{
    return entry->over ? &listing->over : &listing->open;
}

static size_t shown_of(const struct listing *listing, const struct listing_order *order)
{
    return order == &listing->over ? READER_RECENT_MAX : READER_LISTED_MAX;
}

static void unlink_entry(struct listing_order *order, struct listing_entry *entry)
{
    TAILQ_REMOVE(&order->queue, entry, in_order);
    order->count--;
}

static void free_entry(struct listing *listing, struct listing_entry *entry)
{
    *find_slot(listing, entry->id) = entry->hash_next;
    unlink_entry(order_of(listing, entry), entry);
    if (entry->st)
        entry->st->listing = NULL;
    free(entry->summary);
    free(entry);
}

/* Lets the oldest go, if it is not in memory and there are enough. */
static void shorten(struct listing *listing, struct listing_order *order)
{
    struct listing_entry *oldest = TAILQ_LAST(&order->queue, listing_queue);
    if (order->count <= KEPT * shown_of(listing, order) || oldest->st)
        return;
    order->more = true;
    free_entry(listing, oldest);
}

/* If the list has become shorter, older ones follow. */
static void fill_up(struct listing *listing, const struct listing_order *order)
{
    if (listing->ready && !listing->reading && !listing->health->stopping && order->more &&
        order->count < shown_of(listing, order))
        listing_fill(listing);
}

/* The table's entry, which is made if there is none; not in any order. */
static struct listing_entry *take_entry(struct listing *listing, struct server_table *st)
{
    struct listing_entry *entry = st->listing;
    struct listing_entry **at = entry ? NULL : find_slot(listing, table_id(st->base.table));
    if (at)
        entry = *at;
    if (entry) {
        unlink_entry(order_of(listing, entry), entry);
        free(entry->summary);
        entry->summary = NULL;
    } else {
        *at = entry = memory_new(1, sizeof *entry);
        snprintf(entry->id, sizeof entry->id, "%s", table_id(st->base.table));
    }
    entry->st = st;
    st->listing = entry;
    entry->over = table_phase(st->base.table) == TABLE_OVER;
    entry->changed = table_changed(st->base.table);
    entry->row = st->store_table;
    return entry;
}

void listing_note(struct listing *listing, struct server_table *st)
{
    struct listing_entry *entry = st->listing;
    if (!table_is_listed(st->base.table)) {
        if (entry)
            listing_forget(listing, entry->id);
        return;
    }
    const bool moves = entry && entry->over != (table_phase(st->base.table) == TABLE_OVER);
    entry = take_entry(listing, st);
    struct listing_order *order = order_of(listing, entry);
    TAILQ_INSERT_HEAD(&order->queue, entry, in_order);
    order->count++;
    shorten(listing, order);
    if (moves)
        fill_up(listing, &listing->open);
}

/* Of two that changed in the same millisecond the one made first is older. */
static bool is_older(const struct listing_entry *a, const struct listing_entry *b)
{
    return a->changed < b->changed || (a->changed == b->changed && a->row < b->row);
}

static void link_by_age(struct listing *listing, struct listing_entry *entry)
{
    struct listing_order *order = order_of(listing, entry);
    struct listing_entry *before;
    TAILQ_FOREACH_REVERSE(before, &order->queue, listing_queue,
                          in_order) /* most added entries are old */
    {
        if (!is_older(before, entry))
            break;
    }
    if (before)
        TAILQ_INSERT_AFTER(&order->queue, before, entry, in_order);
    else
        TAILQ_INSERT_HEAD(&order->queue, entry, in_order);
    order->count++;
}

void listing_on_join(struct listing *listing, struct server_table *st)
{
    if (table_is_listed(st->base.table))
        link_by_age(listing, take_entry(listing, st));
}

void listing_summarise(const struct table *table, struct text *out)
{
    struct json json = json_on(out);
    table_summary(table, &json);
    if (out->cut)
        abort(); /* LISTING_SUMMARY_BYTES is too small: a bug */
}

void listing_left(struct listing *listing, struct server_table *st)
{
    struct listing_entry *entry = st->listing;
    if (!entry)
        return;
    struct text out = text_on((char[LISTING_SUMMARY_BYTES]){0}, LISTING_SUMMARY_BYTES);
    listing_summarise(st->base.table, &out);
    entry->st = NULL;
    st->listing = NULL;
    entry->summary = memory_copy(out.start, out.length + 1);
    shorten(listing, order_of(listing, entry));
}

void listing_forget(struct listing *listing, const char *id)
{
    struct listing_entry *entry = *find_slot(listing, id);
    if (!entry)
        return;
    const struct listing_order *order = order_of(listing, entry);
    free_entry(listing, entry);
    fill_up(listing, order);
}

/* ---- reading the store's ---- */

void listing_fill(struct listing *listing)
{
    listing->reading++;
    listing->why[0] = '\0';
    pool_ask(listing->reader, job_new(JOB_LISTED, "", "", false));
}

/* One part is read. */
static void finish_part(struct listing *listing, bool good)
{
    if (--listing->reading)
        return;
    listing->ready = listing->ready || good;
    waiters_call(&listing->waiters);
}

static void on_loaded(struct waiter *waiter)
{
    struct listing_load *load = (struct listing_load *)waiter;
    finish_part(load->listing, true);
    free(load);
}

static void load(struct listing *listing, const char *id)
{
    struct listing_load *load = memory_new(1, sizeof *load);
    load->waiter.ready = on_loaded;
    load->listing = listing;
    listing->reading++;
    loading_await(listing->loading, id, "", &load->waiter);
}

/* A table that is not in memory, by its row. */
static void add_row(struct listing *listing, const struct store_table *row)
{
    struct listing_entry **at = find_slot(listing, row->name);
    struct listing_entry *entry = memory_new(1, sizeof *entry);
    snprintf(entry->id, sizeof entry->id, "%.*s", TABLE_ID_LENGTH, row->name);
    entry->over = row->phase == TABLE_OVER;
    entry->changed = row->changed;
    entry->row = row->table;
    entry->summary = memory_new(row->summary.length + 1, 1);
    memcpy(entry->summary, row->summary.at, row->summary.length);
    *at = entry;
    link_by_age(listing, entry);
}

/* Drops the entries of tables that are not in memory here: other servers may have changed or
 * deleted them, and only the store knows. */
static void drop_others(struct listing *listing, struct listing_order *order)
{
    for (struct listing_entry *entry = TAILQ_FIRST(&order->queue), *next; entry; entry = next) {
        next = TAILQ_NEXT(entry, in_order);
        if (!entry->st)
            free_entry(listing, entry);
    }
}

void listing_read(struct listing *listing, struct job *job)
{
    const struct reading *reading = job->reading;
    struct listing_order *const orders[] = {&listing->open, &listing->over};
    size_t rows[2] = {0}, loads[2] = {0};
    for (int i = 0; i < 2 && listing->health->is_shared && reading->result == READING_DONE; i++)
        drop_others(listing, orders[i]);
    for (size_t i = 0; i < reading->count; i++) {
        const struct store_table *row = &reading->rows[i];
        const int over = row->phase == TABLE_OVER;
        const size_t wanted = shown_of(listing, orders[over]);
        rows[over]++;
        if (orders[over]->count + loads[over] >= wanted || *find_slot(listing, row->name) ||
            table_set_find(listing->set, row->name))
            continue;
        if (row->summary.length) {
            add_row(listing, row);
        } else if (!listing->health->is_shared) { /* of an older version */
            loads[over]++;
            load(listing, row->name);
        }
    }
    for (int i = 0; i < 2; i++)
        orders[i]->more = rows[i] > shown_of(listing, orders[i]);
    snprintf(listing->why, sizeof listing->why, "%s",
             reading->result == READING_DONE ? "" : reading->why);
    finish_part(listing, reading->result == READING_DONE);
}

/* ---- showing ---- */

static void put_summary(struct json *json, const char *summary)
{
    if (json->comma)
        text_char(json->out, ',');
    text_add(json->out, summary);
    json->comma = true;
}

static struct server_table *write_order(const struct listing_order *order, size_t max,
                                        struct json *json, uint64_t *batch)
{
    const struct listing_entry *entry = TAILQ_FIRST(&order->queue);
    for (size_t i = 0; entry && i < max; i++, entry = TAILQ_NEXT(entry, in_order)) {
        if (!entry->st) {
            put_summary(json, entry->summary);
            continue;
        }
        if (entry->st->base.suspended)
            return entry->st;
        *batch = entry->st->batch > *batch ? entry->st->batch : *batch;
        table_summary(entry->st->base.table, json);
    }
    return NULL;
}

struct server_table *listing_write(const struct listing *listing, struct text *out, uint64_t *batch)
{
    struct json json = json_on(out);
    *batch = 0;
    json_open(&json, '{');
    json_key_open(&json, "tables", '[');
    struct server_table *st = write_order(&listing->open, READER_LISTED_MAX, &json, batch);
    json_close(&json, ']');
    json_key_open(&json, "recent", '[');
    if (!st)
        st = write_order(&listing->over, READER_RECENT_MAX, &json, batch);
    json_close(&json, ']');
    json_close(&json, '}');
    return st;
}

void listing_close(struct listing *listing)
{
    for (struct listing_entry *entry; (entry = TAILQ_FIRST(&listing->open.queue));)
        free_entry(listing, entry);
    for (struct listing_entry *entry; (entry = TAILQ_FIRST(&listing->over.queue));)
        free_entry(listing, entry);
}
