#include "cli/records.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/lang.h"
#include "base/memory.h"

/* Where a record is: from `offset` on in the file of that path, its first line being `line`. */
struct records_entry {
    uint64_t offset, length;
    uint32_t path, line;
};

static struct records_entry *add_entry(struct records *r, uint64_t offset, size_t line)
{
    r->entry = memory_grow(r->entry, r->count, &r->capacity, sizeof *r->entry);
    r->entry[r->count] = (struct records_entry){
        .offset = offset, .path = (uint32_t)(r->path.count - 1), .line = (uint32_t)line};
    return &r->entry[r->count++];
}

/* Whether a record begins here: `cornet` and the version. */
static bool is_first_line(const char *line)
{
    struct span rest = span_of(line);
    uint64_t version;
    rest.length -= rest.length && line[rest.length - 1] == '\n';
    return span_is(span_cut(&rest, ' '), "cornet") && span_number(rest, 1, UINT64_MAX, &version);
}

/* Text before the first record of a file belongs to that record. An unreadable file counts as a
 * record of zero bytes; reading it reports the error. */
static void find_in_file(struct records *r, const char *path)
{
    char *line = NULL;
    size_t capacity = 0, number = 0;
    uint64_t at = 0;
    FILE *in = fopen(path, "re");
    struct records_entry *entry = NULL;
    lines_add(&r->path, span_of(path));
    for (ssize_t length; in && (length = getline(&line, &capacity, in)) >= 0;
         at += (uint64_t)length) {
        number++;
        if (!entry || is_first_line(line))
            entry = add_entry(r, at, number);
        entry->length += (uint64_t)length;
    }
    if (!entry)
        add_entry(r, 0, 1);
    free(line);
    if (in)
        fclose(in);
}

static bool find_in_folder(struct records *r, const char *path, struct text *why)
{
    struct lines names = {0};
    DIR *folder = opendir(path);
    if (!folder)
        return text_fail(why, tr("%s: cannot open: %s"), path, strerror(errno));
    for (const struct dirent *file; (file = readdir(folder));) {
        const char *ending = strrchr(file->d_name, '.');
        if (ending && strcmp(ending, ".cornet") == 0)
            lines_add(&names, span_of(file->d_name));
    }
    closedir(folder);
    lines_sort(&names);
    for (size_t i = 0; i < names.count; i++) {
        char *whole;
        if (asprintf(&whole, "%s/%s", path, names.line[i]) < 0)
            abort();
        find_in_file(r, whole);
        free(whole);
    }
    const bool good = names.count > 0;
    if (!good)
        text_fail(why, tr("%s: no record (*.cornet) in this folder"), path);
    lines_free(&names);
    return good;
}

bool records_find(struct records *r, char *const paths[], int count, struct text *why)
{
    memset(r, 0, sizeof *r);
    for (int i = 0; i < count; i++) {
        struct stat about;
        if (stat(paths[i], &about) != 0)
            return text_fail(why, tr("%s: cannot open: %s"), paths[i], strerror(errno));
        if (!S_ISDIR(about.st_mode))
            find_in_file(r, paths[i]);
        else if (!find_in_folder(r, paths[i], why))
            return false;
    }
    for (size_t i = 0; i < r->count; i++) {
        if (r->entry[i].length > 0)
            return true;
    }
    match_free(records_read(r, 0, why)); /* reports the error of the first */
    return false;
}

void records_free(struct records *r)
{
    lines_free(&r->path);
    memory_free(r->entry);
}

struct match *records_read(const struct records *r, size_t index, struct text *why)
{
    const struct records_entry *entry = &r->entry[index];
    const char *path = r->path.line[entry->path];
    struct text reason = text_on((char[TEXT_WHY]){0}, TEXT_WHY);
    struct match *match = NULL;
    size_t line = 1;
    FILE *in = fopen(path, "re");
    if (entry->length > MATCH_BYTES_MAX) {
        text_fail(&reason, tr("a record has at most %u MiB"), MATCH_BYTES_MAX >> 20);
    } else if (!in || fseeko(in, (off_t)entry->offset, SEEK_SET) != 0) {
        text_fail(&reason, tr("cannot read: %s"), strerror(errno));
    } else if (entry->length == 0) {
        text_fail(&reason, tr("cannot read: %s"),
                  getc(in) == EOF && ferror(in) ? strerror(errno) : tr("it is empty"));
    } else {
        char *bytes = memory_new(entry->length + 1, 1);
        const size_t length = fread(bytes, 1, entry->length, in);
        match = match_read((struct span){bytes, length}, &line, &reason);
        memory_free(bytes);
    }
    if (in)
        fclose(in);
    if (!match)
        text_fail(why, "%s:%zu: %s", path, entry->line + (line ? line : 1) - 1, reason.start);
    return match;
}
