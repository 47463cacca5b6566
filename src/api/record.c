/* <cornet/record.h>: matches as text. */
#include <string.h>

#include "api/library.h"
#include "base/files.h"
#include "base/lang.h"
#include "base/memory.h"

cornet_status cornet_record_read(const char *bytes, size_t length, cornet_match **match,
                                 size_t *line, cornet_error *error)
{
    struct library_call call;
    struct match *made = NULL;
    size_t bad = 0;
    if (!bytes || !match)
        return library_null(error);
    library_begin(&call);
    if (length > MATCH_BYTES_MAX)
        text_fail(&call.why, tr("a record has at most %u MiB"), MATCH_BYTES_MAX >> 20);
    else
        made = match_read((struct span){bytes, length}, &bad, &call.why);
    const cornet_status status = library_end_match(&call, made, match, error);
    if (line)
        *line = status == CORNET_REFUSED ? bad : 0;
    return status;
}

cornet_status cornet_record_load(const char *path, cornet_match **match, size_t *line,
                                 cornet_error *error)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    size_t length;
    if (!path || !match)
        return library_null(error);
    char *file = files_read(path, &length, &why);
    if (!file) {
        *match = NULL;
        if (line)
            *line = 0;
        return library_fail(error, CORNET_REFUSED, "%s", why.start);
    }
    const cornet_status status = cornet_record_read(file, length, match, line, error);
    memory_free(file);
    return status;
}

cornet_status cornet_record_write(const cornet_match *match, char **record, cornet_error *error)
{
    struct lines lines = {0};
    if (!match || !record)
        return library_null(error);
    match_record(match->match, &lines);
    *record = lines_join(&lines);
    return CORNET_OK;
}

cornet_status cornet_record_save(const cornet_match *match, const char *path, cornet_error *error)
{
    struct text why = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    if (!match || !path)
        return library_null(error);
    if (!match_save(match->match, path, &why))
        return library_fail(error, CORNET_REFUSED, "%s", why.start);
    return CORNET_OK;
}
