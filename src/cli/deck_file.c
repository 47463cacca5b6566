#include "cli/deck_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "base/files.h"
#include "base/lang.h"
#include "tui/saving.h"

bool deck_file_path(char *path, size_t capacity)
{
    char folder[PATH_MAX - 128];
    return saving_folder(folder, sizeof folder) &&
           snprintf(path, capacity, "%s/practise.deck", folder) < (int)capacity;
}

bool deck_file_read(struct deck *deck, struct text *why)
{
    char path[PATH_MAX];
    size_t length;
    if (!deck_file_path(path, sizeof path))
        return text_fail(why, tr("there is no data folder for the deck: HOME is not set"));
    if (access(path, F_OK) != 0)
        return true;
    char *bytes = files_read(path, &length, why);
    if (!bytes)
        return false;
    const bool good = deck_read(deck, (struct span){bytes, length}, NULL, why);
    free(bytes);
    return good;
}

static bool write_all(int file, const char *text, size_t length)
{
    while (length > 0) {
        const ssize_t written = write(file, text, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        text += written;
        length -= (size_t)written;
    }
    return true;
}

bool deck_file_add(const char *text, struct text *why)
{
    char path[PATH_MAX];
    if (!deck_file_path(path, sizeof path))
        return text_fail(why, tr("there is no data folder for the deck: HOME is not set"));
    const int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0)
        return text_fail(why, tr("%s: cannot write: %s"), path, strerror(errno));
    flock(file, LOCK_EX); /* a file system without locks still appends */
    const off_t before = lseek(file, 0, SEEK_END);
    const bool good = write_all(file, text, strlen(text)) && fsync(file) == 0;
    if (!good) {
        text_fail(why, tr("%s: cannot write: %s"), path, strerror(errno));
        if (before >= 0 && ftruncate(file, before) != 0)
            text_add(why, ""); /* the next reading reports the cut card */
    }
    close(file);
    return good;
}
