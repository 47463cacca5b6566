#include "base/files.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/lang.h"
#include "base/memory.h"

void files_make_folder(const char *folder)
{
    char path[PATH_MAX];
    if (snprintf(path, sizeof path, "%s", folder) >= (int)sizeof path)
        return;
    for (char *slash = path + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        mkdir(path, 0777);
        *slash = '/';
    }
    mkdir(path, 0777);
}

bool files_replace(const char *path, const void *bytes, size_t length, struct text *why)
{
    char beside[PATH_MAX];
    if (snprintf(beside, sizeof beside, "%s.new-%ld", path, (long)getpid()) >= (int)sizeof beside)
        return text_fail(why, tr("cannot write %s: the name is too long"), path);
    FILE *out = fopen(beside, "wb");
    if (!out)
        return text_fail(why, tr("cannot write %s: %s"), path, strerror(errno));
    const bool written =
        fwrite(bytes, 1, length, out) == length && fflush(out) == 0 && fsync(fileno(out)) == 0;
    int problem = errno;
    if (fclose(out) != 0 || !written || rename(beside, path) != 0) {
        problem = written ? errno : problem;
        unlink(beside);
        return text_fail(why, tr("cannot write %s: %s"), path, strerror(problem));
    }
    return true;
}

void *files_read(const char *path, size_t *length, struct text *why)
{
    FILE *in = fopen(path, "rb");
    struct stat about;
    if (!in || fstat(fileno(in), &about) != 0 || !S_ISREG(about.st_mode)) {
        text_fail(why, tr("cannot read %s: %s"), path, in ? tr("not a file") : strerror(errno));
        if (in)
            fclose(in);
        return NULL;
    }
    *length = (size_t)about.st_size;
    char *bytes = memory_new(*length + 1, 1);
    const bool whole = fread(bytes, 1, *length, in) == *length;
    fclose(in);
    if (whole)
        return bytes;
    text_fail(why, tr("cannot read %s: %s"), path, tr("it ends too early"));
    free(bytes);
    return NULL;
}
