#include "cli/kept_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/lang.h"
#include "tui/saving.h"

#define FILES_MAX 99 /* files per seat and table: one each time the seat is taken again */

/* The name of the n-th transcript of the seat. */
static void name_file(struct kept_file *kept, const char *folder, const char *table, int seat,
                      int n)
{
    char more[16] = "";
    if (n > 1)
        snprintf(more, sizeof more, "-%d", n);
    snprintf(kept->path, sizeof kept->path, "%s/dice-%s-%d%s.txt", folder, table, seat, more);
}

/* Opens the last transcript of the seat, or a new one; none is ever overwritten. */
static int open_file(struct kept_file *kept, const char *folder, const char *table, int seat,
                     bool resumed)
{
    const int flags = O_RDWR | O_APPEND | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK;
    for (int n = resumed ? FILES_MAX : 1; n >= 1 && n <= FILES_MAX; n += resumed ? -1 : 1) {
        name_file(kept, folder, table, seat, n);
        if (resumed && n > 1 && access(kept->path, F_OK) != 0)
            continue;
        const int file = open(kept->path, flags | (resumed ? 0 : O_CREAT | O_EXCL), 0600);
        if (file >= 0 || errno != EEXIST)
            return file;
    }
    return -1;
}

/* Whether the path still names the open file, and a plain one. */
static bool is_there(const struct kept_file *kept)
{
    struct stat here, named;
    return fstat(kept->file, &here) == 0 && S_ISREG(here.st_mode) &&
           lstat(kept->path, &named) == 0 && here.st_ino == named.st_ino &&
           here.st_dev == named.st_dev;
}

/* Cuts off what a crash left of a last line. */
static void trim_file(const struct kept_file *kept)
{
    char last = '\n';
    off_t end = lseek(kept->file, 0, SEEK_END);
    while (end > 0 && pread(kept->file, &last, 1, end - 1) == 1 && last != '\n')
        end--;
    if (ftruncate(kept->file, end) != 0)
        return; /* then writing fails too */
}

bool kept_file_open(struct kept_file *kept, const char *table, int seat, bool resumed,
                    struct text *why)
{
    char folder[4096];
    *kept = (struct kept_file){.file = -1};
    if (!saving_folder(folder, sizeof folder))
        return text_fail(why, tr("data of this table cannot be stored"));
    kept->file = open_file(kept, folder, table, seat, resumed);
    if (kept->file < 0)
        return text_fail(why, tr("cannot write %s: %s"), kept->path, strerror(errno));
    if (!is_there(kept))
        text_fail(why, tr("%s is not a regular file"), kept->path);
    else if ((kept->busy = flock(kept->file, LOCK_EX | LOCK_NB) != 0))
        text_fail(why, tr("another program plays this seat and takes part in its dice"));
    else {
        trim_file(kept);
        return true;
    }
    kept_file_close(kept);
    return false;
}

void kept_file_close(struct kept_file *kept)
{
    if (kept->file >= 0)
        close(kept->file);
    kept->file = -1;
}

void kept_file_drop(struct kept_file *kept)
{
    if (kept->file >= 0)
        unlink(kept->path);
    kept_file_close(kept);
}

/* Appends the bytes. A partial write is truncated again. */
static bool append(const struct kept_file *kept, const char *bytes, size_t length, bool durable)
{
    const off_t end = lseek(kept->file, 0, SEEK_END);
    errno = 0;
    if (end < 0 || !is_there(kept))
        return false;
    if (write(kept->file, bytes, length) == (ssize_t)length && (!durable || fsync(kept->file) == 0))
        return true;
    const int fault = errno ? errno : ENOSPC;
    if (ftruncate(kept->file, end) == 0)
        errno = fault;
    return false;
}

bool kept_file_write(struct kept_file *kept, struct lines *news, bool durable, struct text *why)
{
    char *bytes = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&bytes, &length);
    for (size_t i = 0; out && i < news->count; i++)
        fprintf(out, "%s\n", news->line[i]);
    const bool good =
        out && fclose(out) == 0 && (length == 0 || append(kept, bytes, length, durable));
    free(bytes);
    lines_free(news);
    return good ||
           text_fail(why, tr("cannot write %s: %s"), kept->path, strerror(errno ? errno : ENOENT));
}
