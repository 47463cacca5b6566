/* <cornet/record.h>: matches as text. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "api/library.h"
#include "base/files.h"
#include "base/lang.h"
#include "base/memory.h"

struct reading {
    struct library_call call;
    struct span bytes;
    const char *path; /* NULL: the bytes are given */
    size_t line;
    struct cornet_match *made;
};

static void read_record(void *context)
{
    struct reading *c = context;
    void *file = NULL;
    if (c->path) {
        file = files_read(c->path, &c->bytes.length, &c->call.why);
        c->bytes.at = file;
        c->call.refused = !file;
        if (!file)
            return;
    }
    c->made = memory_new(1, sizeof *c->made);
    if (c->bytes.length > MATCH_BYTES_MAX)
        text_fail(&c->call.why, tr("a record is at most %u MiB"), MATCH_BYTES_MAX >> 20);
    else
        c->made->match = match_read(c->bytes, &c->line, &c->call.why);
    c->call.refused = !c->made->match;
    if (c->call.refused)
        memory_free(c->made);
    memory_free(file);
}

static cornet_status read_into(struct reading *c, cornet_match **match, size_t *line,
                               cornet_error *error)
{
    const cornet_status status = library_run(read_record, &c->call, error);
    *match = status == CORNET_OK ? c->made : NULL;
    if (line)
        *line = status == CORNET_REFUSED ? c->line : 0;
    return status;
}

cornet_status cornet_record_read(const char *bytes, size_t length, cornet_match **match,
                                 size_t *line, cornet_error *error)
{
    if (!bytes || !match)
        return library_null(error);
    struct reading c = {.bytes = {bytes, length}};
    return read_into(&c, match, line, error);
}

cornet_status cornet_record_load(const char *path, cornet_match **match, size_t *line,
                                 cornet_error *error)
{
    if (!path || !match)
        return library_null(error);
    struct reading c = {.path = path};
    return read_into(&c, match, line, error);
}

struct writing {
    struct library_call call;
    const struct match *match;
    const char *path;
    char *text;
};

static void write_record(void *context)
{
    struct writing *c = context;
    struct lines lines = {0};
    match_record(c->match, &lines);
    c->text = library_join(&lines);
    lines_free(&lines);
    if (!c->path)
        return;
    c->call.refused = !files_replace(c->path, c->text, strlen(c->text), &c->call.why);
    memory_free(c->text);
}

cornet_status cornet_record_write(const cornet_match *match, char **record, cornet_error *error)
{
    if (!match || !record)
        return library_null(error);
    struct writing c = {.match = match->match};
    const cornet_status status = library_run(write_record, &c.call, error);
    *record = status == CORNET_OK ? c.text : NULL;
    return status;
}

cornet_status cornet_record_save(const cornet_match *match, const char *path, cornet_error *error)
{
    if (!match || !path)
        return library_null(error);
    struct writing c = {.match = match->match, .path = path};
    return library_run(write_record, &c.call, error);
}
