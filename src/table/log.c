/* The log of a long game as JSON, kept for each viewer who has asked for it and extended by every
 * line: a message `table` copies it, and replays and formats nothing. In a game without secrets all
 * viewers share one. It is a cache: whatever does not fit together is built anew. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "table/internal.h"

#define KEPT_LINES 32 /* a shorter log is not kept */

/* The lines from `first` on, each as a JSON string and a comma. */
struct table_log {
    char *bytes;
    size_t used, room;     /* of `bytes` */
    uint32_t *end;         /* where each line from `first` on ends in `bytes` */
    size_t first, count;   /* `count` is the number of lines of the record so far */
    size_t ends, capacity; /* ends: count - first */
};

static void free_log(struct table_log *log)
{
    if (!log)
        return;
    memory_free(log->bytes);
    memory_free(log->end);
    memory_free(log);
}

void table_logs_free(struct table *t)
{
    for (int viewer = 0; viewer <= GAME_SEATS_MAX; viewer++) {
        free_log(t->logs->of[viewer]);
        t->logs->of[viewer] = NULL;
    }
}

/* Upper bound of a line's bytes as JSON: with quotes, comma and escapes. */
static size_t json_bytes(const char *line)
{
    size_t bytes = 3;
    for (; *line; line++)
        bytes += (unsigned char)*line < ' ' ? 6 : *line == '"' || *line == '\\' ? 2 : 1;
    return bytes;
}

/* Drops old lines that no message can contain, not even after an undo. */
static void trim(struct table_log *log)
{
    size_t drop = 0;
    if (log->used <= 4 * TABLE_LOG_BYTES)
        return;
    while (log->used - log->end[drop] > 2 * TABLE_LOG_BYTES)
        drop++;
    const uint32_t bytes = log->end[drop - 1];
    memmove(log->bytes, log->bytes + bytes, log->used - bytes);
    memmove(log->end, log->end + drop, (log->ends - drop) * sizeof *log->end);
    log->used -= bytes;
    log->ends -= drop;
    log->first += drop;
    for (size_t i = 0; i < log->ends; i++)
        log->end[i] -= bytes;
}

static void append(struct table_log *log, const char *line)
{
    const size_t most = json_bytes(line) + 1;
    if (log->used + most > log->room) {
        log->room = 2 * (log->used + most);
        log->bytes = memory_resize(log->bytes, log->room, 1);
    }
    if (log->ends == log->capacity) {
        log->capacity = log->capacity ? 2 * log->capacity : 2 * KEPT_LINES;
        log->end = memory_resize(log->end, log->capacity, sizeof *log->end);
    }
    struct text out = text_on(log->bytes + log->used, most);
    struct json json = json_on(&out);
    json_put_string(&json, line);
    text_char(&out, ',');
    log->used += out.length;
    log->end[log->ends++] = (uint32_t)log->used;
    log->count++;
    trim(log);
}

/* Adds the lines of the record that are missing. `shown`: the new moves as the viewer may see them;
 * NULL: there are none, or everybody may see them. False: they do not fit together. */
static bool follow(struct table_log *log, const struct match *match, const struct lines *shown)
{
    const bool secret = match->game->flags & GAME_HIDDEN;
    size_t next = 0;
    while (log->count < match->body.count) {
        const char *line = match->body.line[log->count];
        const bool undone = strncmp(line, MATCH_UNDONE, strlen(MATCH_UNDONE)) == 0;
        if (secret && line[0] != '#' && (!shown || next == shown->count))
            return false;
        append(log, !secret          ? line
                    : undone         ? MATCH_UNDONE
                    : line[0] == '#' ? line
                                     : shown->line[next++]);
    }
    return !shown || next == shown->count;
}

unsigned table_log_viewers(const struct table *t)
{
    unsigned viewers = 0;
    for (int viewer = 0; viewer <= GAME_SEATS_MAX; viewer++)
        viewers |= (unsigned)(t->logs->of[viewer] != NULL) << viewer;
    return viewers;
}

void table_log_played(const struct table_playing *p)
{
    struct table_log **of = p->t->logs->of;
    for (int viewer = 0; viewer <= GAME_SEATS_MAX; viewer++) {
        if (!of[viewer] || !(p->t->match->game->flags & GAME_HIDDEN) ||
            follow(of[viewer], p->t->match, &p->shown.line[viewer]))
            continue;
        free_log(of[viewer]);
        of[viewer] = NULL;
    }
}

void table_log_undone(struct table *t, size_t from)
{
    for (int viewer = 0; viewer <= GAME_SEATS_MAX; viewer++) {
        struct table_log *log = t->logs->of[viewer];
        if (!log || log->count <= from)
            continue;
        if (from <= log->first) {
            free_log(log);
            t->logs->of[viewer] = NULL;
            continue;
        }
        log->ends -= log->count - from;
        log->count = from;
        log->used = log->end[log->ends - 1];
    }
}

static struct table_log *make_log(const struct match *match, int viewer)
{
    struct lines lines = {0};
    struct table_log *log = memory_new(1, sizeof *log);
    match_log(match, viewer, &lines);
    for (size_t i = 0; i < lines.count; i++)
        append(log, lines.line[i]);
    lines_free(&lines);
    return log;
}

/* The first line of those that a message can contain; `at`: where it begins. */
static size_t find_from(const struct table_log *log, size_t *at)
{
    size_t i = log->ends;
    while (i > 0 && log->used - (i > 1 ? log->end[i - 2] : 0) <= TABLE_LOG_BYTES)
        i--;
    *at = i ? log->end[i - 1] : 0;
    return log->first + i;
}

static void write_kept(const struct table *t, int viewer, struct json *json)
{
    struct table_log **log = &t->logs->of[t->match->game->flags & GAME_HIDDEN ? viewer : 0];
    size_t at;
    if (*log && !follow(*log, t->match, NULL)) {
        free_log(*log);
        *log = NULL;
    }
    if (!*log)
        *log = make_log(t->match, viewer);
    json_key_number(json, "log_from", (long long)find_from(*log, &at));
    json_put_key(json, "log");
    text_char(json->out, '[');
    text_add_bytes(json->out, (*log)->bytes + at, (*log)->used - at - 1);
    text_char(json->out, ']');
    json->comma = true;
}

void table_log_write(const struct table *t, int viewer, struct json *json)
{
    struct lines lines = {0};
    if (t->phase >= TABLE_PLAYING && t->match->body.count >= KEPT_LINES) {
        write_kept(t, viewer, json);
        return;
    }
    if (t->phase >= TABLE_PLAYING)
        match_log(t->match, viewer, &lines);
    json_key_number(json, "log_from", 0);
    json_key_open(json, "log", '[');
    for (size_t i = 0; i < lines.count; i++)
        json_put_string(json, lines.line[i]);
    json_close(json, ']');
    lines_free(&lines);
}
