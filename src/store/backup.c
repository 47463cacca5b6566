/* The copy is made with SQLite's backup in one step: one reading transaction, so the copy is the
 * store of one moment, while the writer goes on with its log. It is written to NAME.part, synced,
 * and renamed when it is complete: a crash leaves NAME.part at most, which the next backup to the
 * same name overwrites. */
#include "store/backup.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/lang.h"

static bool cannot_write(const char *path, int error, struct text *why)
{
    return text_fail(why, tr("cannot write %s: %s"), path, strerror(error));
}

/* Opens NAME.part, empty, for its owner only and for one backup at a time; -1 with a reason. */
static int open_part(const char *part, struct text *why)
{
    struct stat opened, named;
    const int file = open(part, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (file < 0) {
        cannot_write(part, errno, why);
        return -1;
    }
    /* If another one has just renamed the file that we opened, it must not be cut. */
    const bool alone = flock(file, LOCK_EX | LOCK_NB) == 0 && fstat(file, &opened) == 0 &&
                       stat(part, &named) == 0 && opened.st_ino == named.st_ino;
    if (!alone)
        text_fail(why, tr("another backup is being written to %s"), part);
    else if (fchmod(file, 0600) != 0 || ftruncate(file, 0) != 0)
        cannot_write(part, errno, why);
    else
        return file;
    close(file);
    return -1;
}

static bool copy_pages(sqlite3 *from, const char *part, struct text *why)
{
    sqlite3 *to = NULL;
    sqlite3_backup *backup = NULL;
    /* No journal and no sync of SQLite's: what is not complete is thrown away. */
    if (sqlite3_open_v2(part, &to, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK &&
        sqlite3_exec(to, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF", NULL, NULL, NULL) ==
            SQLITE_OK)
        backup = sqlite3_backup_init(to, "main", from, "main");
    errno = 0;
    const int code = backup ? sqlite3_backup_step(backup, -1) : SQLITE_ERROR;
    const int error = code == SQLITE_FULL ? ENOSPC : (code & 0xff) == SQLITE_IOERR ? errno : 0;
    if (code != SQLITE_DONE && error)
        cannot_write(part, error, why);
    else if (code != SQLITE_DONE)
        text_fail(why, tr("the store cannot be copied: %s"),
                  backup ? sqlite3_errstr(code) : sqlite3_errmsg(to));
    sqlite3_backup_finish(backup);
    sqlite3_close(to);
    return code == SQLITE_DONE;
}

static bool sync_folder(const char *path, struct text *why)
{
    char copy[PATH_MAX];
    snprintf(copy, sizeof copy, "%s", path);
    const int folder = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool good = (folder >= 0 && fsync(folder) == 0) || cannot_write(path, errno, why);
    if (folder >= 0)
        close(folder);
    return good;
}

bool backup_publish(const char *part, const char *to, struct text *why)
{
    return (rename(part, to) == 0 || cannot_write(to, errno, why)) && sync_folder(to, why);
}

bool backup_copy(sqlite3 *from, const char *to, struct text *why)
{
    char part[PATH_MAX];
    struct stat there;
    if (lstat(to, &there) == 0)
        return text_fail(why, tr("%s already exists: name a new file"), to);
    if (snprintf(part, sizeof part, "%s.part", to) >= (int)sizeof part)
        return cannot_write(to, ENAMETOOLONG, why);
    const int file = open_part(part, why);
    if (file < 0)
        return false;
    const bool good = copy_pages(from, part, why) &&
                      (fsync(file) == 0 || cannot_write(part, errno, why)) &&
                      backup_publish(part, to, why);
    if (!good)
        unlink(part);
    close(file);
    return good;
}
