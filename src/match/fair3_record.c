#include "match/fair3_record.h"

#include <string.h>

#include "base/lang.h"
#include "base/memory.h"
#include "match/transcript.h"

void fair3_record_free(struct fair3_record *record)
{
    lines_free(&record->opening);
    lines_free(&record->entries);
    memory_free(record->salt);
    memory_free(record->line);
    match_free(record->match);
    *record = (struct fair3_record){0};
}

void fair3_record_add_salt(struct fair3_record *record, uint32_t entry,
                           const unsigned char salt[FAIR_BYTES])
{
    if (record->salts == record->salt_capacity) {
        record->salt_capacity = record->salt_capacity ? 2 * record->salt_capacity : 16;
        record->salt = memory_resize(record->salt, record->salt_capacity, sizeof *record->salt);
    }
    record->salt[record->salts].entry = entry;
    memcpy(record->salt[record->salts++].bytes, salt, FAIR_BYTES);
}

const unsigned char *fair3_record_salt(const struct fair3_record *record, uint32_t entry)
{
    size_t low = 0, high = record->salts;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (record->salt[middle].entry < entry)
            low = middle + 1;
        else
            high = middle;
    }
    return low < record->salts && record->salt[low].entry == entry ? record->salt[low].bytes : NULL;
}

/* ---- reading the header ---- */

/* The lines in their order; `fair-salt` may be repeated. */
enum { VERSION, TABLE, CLOCK, SERVER, FROM, HIDDEN, SALT, KEYS };
static const char *const keys[KEYS] = {"fair-version", "fair-table",  "fair-clock", "fair-server",
                                       "fair-from",    "fair-hidden", "fair-salt"};

static bool read_from(struct fair3_head *head, struct span value)
{
    uint64_t from;
    char id[FAIR_TABLE_MAX] = "";
    if (!span_number(span_cut(&value, ' '), 1, UINT32_MAX, &from) || value.length == 0 ||
        value.length >= FAIR_TABLE_MAX)
        return false;
    memcpy(id, value.at, value.length);
    head->from = (uint32_t)from;
    memcpy(head->source, id, sizeof id);
    return transcript_is_table(id);
}

static bool read_salt(struct fair3_record *record, struct span value)
{
    const uint32_t last = record->salts ? record->salt[record->salts - 1].entry : 0;
    unsigned char salt[FAIR_BYTES];
    uint64_t entry;
    if (!span_number(span_cut(&value, ' '), last + 1ull, INT32_MAX, &entry) ||
        !fair_from_hex(value, salt))
        return false;
    fair3_record_add_salt(record, (uint32_t)entry, salt);
    return true;
}

static bool read_value(struct fair3_record *record, int key, struct span value)
{
    struct fair3_head *head = &record->head;
    switch (key) {
    case VERSION:
        return span_is(value, "3");
    case TABLE:
        if (value.length == 0 || value.length >= FAIR_TABLE_MAX)
            return false;
        memcpy(head->table, value.at, value.length);
        return transcript_is_table(head->table);
    case CLOCK:
        return fair3_read_clock(value, &head->clock);
    case SERVER:
        return fair_from_hex(span_cut(&value, ' '), head->server) &&
               fair_from_hex(span_cut(&value, ' '), head->hidden) &&
               fair3_read_key(value, &head->key);
    case FROM:
        return read_from(head, value);
    case HIDDEN:
        record->has_hidden = true;
        return fair_from_hex(value, record->hidden);
    default:
        return read_salt(record, value);
    }
}

/* The `fair-` lines stand in their order, each once. */
static bool read_header(struct fair3_record *record, struct span header, size_t *line,
                        struct text *why)
{
    int next = VERSION;
    unsigned seen = 0;
    for (*line = 1; header.length; ++*line) {
        struct span value = span_cut(&header, '\n');
        const struct span key = span_cut(&value, ' ');
        int found = next;
        if (span_is(key, "dice"))
            return text_fail(why,
                             tr("this game used the players' own dice: nothing can be proved"));
        if (key.length < 5 || memcmp(key.at, "fair-", 5) != 0)
            continue;
        while (found < KEYS && !span_is(key, keys[found]))
            found++;
        if (found == KEYS || !read_value(record, found, value))
            return text_fail(why, tr("'%.*s' is unknown, malformed or not at its place"),
                             span_shown(key), span_start(key));
        seen |= 1u << found;
        next = found + (found != SALT);
    }
    *line = 1;
    return (~seen & 15) == 0 ||
           text_fail(why, tr("the header lacks '%s'"), keys[__builtin_ctz(~seen & 15)]);
}

/* The bytes up to and including the line `---`. */
static struct span header_of(struct span bytes)
{
    struct span rest = bytes;
    while (rest.length) {
        if (span_is(span_cut(&rest, '\n'), "---"))
            return (struct span){bytes.at, rest.at ? (size_t)(rest.at - bytes.at) : bytes.length};
    }
    return bytes;
}

bool fair3_record_is(struct span bytes)
{
    struct span header = header_of(bytes);
    while (header.length) {
        if (span_is(span_cut(&header, '\n'), "fair-version 3"))
            return true;
    }
    return false;
}

/* ---- reading the body ---- */

static void add_entry(struct fair3_record *record, struct span entry, size_t line)
{
    const size_t index = record->entries.count;
    lines_add(&record->entries, entry);
    if (index >= record->line_capacity) {
        record->line_capacity = record->line_capacity ? 2 * record->line_capacity : 64;
        record->line = memory_resize(record->line, record->line_capacity, sizeof *record->line);
    }
    record->line[index] = line;
}

/* A line of the body: of the opening, an entry, or a comment that does not count. */
static bool read_body_line(struct fair3_record *record, struct span line, size_t number,
                           struct text *why)
{
    const size_t prefix = strlen(MATCH_UNDONE " ");
    const bool comment = line.length && line.at[0] == '#';
    const bool note = comment && line.length > 1 && line.at[1] == '3';
    const bool undone = line.length > prefix && memcmp(line.at, MATCH_UNDONE " ", prefix) == 0;
    if (record->opening.count < record->head.from) {
        if (note)
            return text_fail(why, tr("a note stands among the lines of the other table"));
        if (!comment)
            lines_add(&record->opening, line);
    } else if (undone) {
        add_entry(record, (struct span){line.at + prefix, line.length - prefix},
                  number | FAIR3_RECORD_UNDONE);
    } else if (note || !comment) {
        add_entry(record, line, number);
    }
    return true;
}

bool fair3_record_read(struct fair3_record *record, struct span bytes, size_t *line,
                       struct text *why)
{
    const struct span header = header_of(bytes);
    struct span rest = {bytes.at + header.length, bytes.length - header.length};
    *record = (struct fair3_record){0};
    *line = 1;
    record->match = match_read(header, line, why);
    if (!record->match || !read_header(record, header, line, why))
        return false;
    size_t number = 0;
    record->in_body = true;
    for (struct span top = header; top.length; number++)
        span_cut(&top, '\n');
    while (rest.length) {
        *line = ++number;
        if (!read_body_line(record, span_cut(&rest, '\n'), number, why))
            return false;
    }
    *line = 1;
    if (record->opening.count < record->head.from)
        return text_fail(why, tr("the number of lines in 'fair-from' is %u, and the game has %zu"),
                         (unsigned)record->head.from, record->opening.count);
    if (record->head.from) {
        const struct fair3_head head = record->head;
        fair3_head_continue(&record->head, span_of(head.source), &record->opening);
    }
    record->in_body = false;
    return true;
}
