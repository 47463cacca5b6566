#include "tui/saving.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>

#include "base/files.h"
#include "base/lang.h"

bool saving_folder(char *folder, size_t capacity)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    const bool has_data = data && data[0] == '/';
    if (!has_data && !(home && home[0] == '/'))
        return false;
    const int length = has_data ? snprintf(folder, capacity, "%s/cornet", data)
                                : snprintf(folder, capacity, "%s/.local/share/cornet", home);
    if (length >= (int)capacity)
        return false;
    files_make_folder(folder);
    return true;
}

bool saving_store(char *path, size_t capacity)
{
    char folder[PATH_MAX - 128];
    if (!saving_folder(folder, sizeof folder))
        return false;
    return snprintf(path, capacity, "%s/tables.db", folder) < (int)capacity;
}

void saving_choose(struct saving *saving, const struct game *game)
{
    char folder[PATH_MAX - 128], when[32];
    if (!saving_folder(folder, sizeof folder))
        return;
    const time_t now = time(NULL);
    saving->fresh = true;
    strftime(when, sizeof when, "%Y%m%d-%H%M%S", localtime(&now));
    for (int i = 1; i < 1000; i++) { /* two games may begin in one second */
        snprintf(saving->path, sizeof saving->path,
                 i == 1 ? "%s/%s-%s.cornet" : "%s/%s-%s-%d.cornet", folder, game->id, when, i);
        if (access(saving->path, F_OK) != 0)
            return;
    }
    saving->path[0] = '\0';
}

/* A save replaces the file, so the lock is taken again after each. False if another process has it;
 * a file system without locks keeps nobody from playing. */
static bool take_lock(struct saving *saving)
{
    FILE *lock = fopen(saving->path, "re");
    if (lock && flock(fileno(lock), LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        fclose(lock);
        return false;
    }
    saving_release(saving);
    saving->lock = lock;
    return true;
}

void saving_release(struct saving *saving)
{
    if (saving->lock)
        fclose(saving->lock);
    saving->lock = NULL;
}

bool saving_resume(struct saving *saving, const char *path)
{
    snprintf(saving->path, sizeof saving->path, "%s", path);
    saving->fresh = false;
    if (stat(path, &saving->last) != 0)
        saving->last.st_ino = 0;
    return take_lock(saving);
}

static bool changed_by_others(const struct saving *saving)
{
    struct stat now;
    return saving->last.st_ino != 0 && stat(saving->path, &now) == 0 &&
           (now.st_ino != saving->last.st_ino || now.st_size != saving->last.st_size ||
            now.st_mtim.tv_sec != saving->last.st_mtim.tv_sec ||
            now.st_mtim.tv_nsec != saving->last.st_mtim.tv_nsec);
}

static bool try_save(struct saving *saving, const struct match *match, struct text *why)
{
    if (saving->path[0] == '\0')
        return text_fail(why, tr("there is no folder for it; use 'save FILE'"));
    if (changed_by_others(saving))
        return text_fail(why, tr("somebody else changed %s; use 'save FILE' for another file"),
                         saving->path);
    if (!match_save(match, saving->path, why))
        return false;
    if (stat(saving->path, &saving->last) != 0)
        saving->last.st_ino = 0;
    take_lock(saving);
    return true;
}

void saving_save(struct saving *saving, const struct match *match, struct screen *screen)
{
    struct text why = text_on((char[TEXT_WHY + PATH_MAX]){0}, TEXT_WHY + PATH_MAX);
    const bool good = try_save(saving, match, &why);
    if (!good && !saving->failing)
        screen_printf(screen, tr("  The game is not being saved: %s.\n"), why.start);
    if (good && saving->failing)
        screen_printf(screen, tr("  The game is being saved again.\n"));
    saving->failing = !good;
}

void saving_copy(struct saving *saving, const struct match *match, const char *path,
                 struct screen *screen)
{
    struct text why = text_on((char[TEXT_WHY + PATH_MAX]){0}, TEXT_WHY + PATH_MAX);
    if (*path == '\0')
        path = saving->path;
    struct stat there;
    if (*path == '\0') {
        screen_put(screen, tr("  Which file? Type: save FILE\n"));
    } else if (strcmp(path, saving->path) != 0 && stat(path, &there) == 0) {
        screen_printf(screen, tr("  Not saved: %s already exists.\n"), path);
    } else if (!match_save(match, path, &why)) {
        screen_printf(screen, tr("  Not saved: %s.\n"), why.start);
    } else {
        screen_printf(screen, tr("  Saved: %s\n"), path);
        if (saving->failing || strcmp(path, saving->path) == 0) {
            saving_resume(saving, path);
            saving->failing = false;
        }
    }
}

bool saving_is_safe(const struct saving *saving)
{
    return saving->path[0] != '\0' && !saving->failing;
}
