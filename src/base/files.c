#include "base/files.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
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

/* A rename is durable only after its folder has been synced. */
static bool sync_folder(const char *path)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s", path);
    const int fd = open(dirname(folder), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0)
        return false;
    const bool good = fsync(fd) == 0;
    return close(fd) == 0 && good;
}

/* Writes all bytes to an open new file and makes them durable. Closes it in any case. */
static bool write_durably(int fd, mode_t mode, const char *bytes, size_t length)
{
    bool good = true;
    while (good && length > 0) {
        const ssize_t written = write(fd, bytes, length);
        if (written < 0 && errno == EINTR)
            continue;
        good = written > 0;
        bytes += good ? written : 0;
        length -= good ? (size_t)written : 0;
    }
    good = good && fchmod(fd, mode) == 0 && fsync(fd) == 0;
    const int problem = errno;
    const bool closed = close(fd) == 0;
    if (!good)
        errno = problem;
    return closed && good;
}

/* The file that `path` means once links are followed, and the mode that its replacement gets. */
static bool find_target(const char *path, char target[PATH_MAX], mode_t *mode, struct text *why)
{
    struct stat old;
    *mode = 0644;
    if (!realpath(path, target)) {
        if (errno != ENOENT)
            return text_fail(why, tr("cannot write %s: %s"), path, strerror(errno));
        if (snprintf(target, PATH_MAX, "%s", path) >= PATH_MAX)
            return text_fail(why, tr("cannot write %s: the name is too long"), path);
    } else if (stat(target, &old) == 0) {
        if (!S_ISREG(old.st_mode))
            return text_fail(why, tr("cannot write %s: it is not a regular file"), path);
        *mode = old.st_mode & 0777;
    }
    return true;
}

bool files_replace(const char *path, const void *bytes, size_t length, struct text *why)
{
    char target[PATH_MAX], beside[PATH_MAX + 16];
    mode_t mode;
    if (!find_target(path, target, &mode, why))
        return false;
    snprintf(beside, sizeof beside, "%s.XXXXXX", target);
    const int fd = mkostemp(beside, O_CLOEXEC);
    if (fd < 0)
        return text_fail(why, tr("cannot write %s: %s"), path, strerror(errno));
    if (write_durably(fd, mode, bytes, length) && rename(beside, target) == 0 &&
        sync_folder(target))
        return true;
    text_fail(why, tr("cannot write %s: %s"), path, strerror(errno));
    unlink(beside);
    return false;
}

void *files_read(const char *path, size_t *length, struct text *why)
{
    struct stat about;
    const bool found = stat(path, &about) == 0;
    if (!found || !S_ISREG(about.st_mode)) {
        text_fail(why, tr("cannot read %s: %s"), path, found ? tr("not a file") : strerror(errno));
        return NULL;
    }
    *length = (size_t)about.st_size;
    char *bytes = memory_new(*length + 1, 1); /* before the file is open, which it may not stay */
    FILE *in = fopen(path, "rb");
    if (!in) {
        text_fail(why, tr("cannot read %s: %s"), path, strerror(errno));
        memory_free(bytes);
        return NULL;
    }
    const bool whole = fread(bytes, 1, *length, in) == *length;
    fclose(in);
    if (whole)
        return bytes;
    text_fail(why, tr("cannot read %s: %s"), path, tr("it ends too early"));
    memory_free(bytes);
    return NULL;
}
