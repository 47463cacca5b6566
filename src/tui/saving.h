/* saving.h: the file of a game at the terminal, which is saved after every move. */
#ifndef CORNET_TUI_SAVING_H
#define CORNET_TUI_SAVING_H

#include <limits.h>
#include <stdbool.h>
#include <sys/stat.h>

#include "match/match.h"
#include "program/screen.h"

struct saving {
    char path[PATH_MAX]; /* empty: there is no file */
    bool failing;        /* the last save failed, and the user has been told */
    struct stat last;    /* the file when it was last read or written; st_ino 0: it was not */
};

/* The user's data folder, which is made if it is missing. False: there is none. */
bool saving_folder(char *folder, size_t capacity);

/* The path of the server's store in it. */
bool saving_store(char *path, size_t capacity);

/* Chooses a new file in the user's data folder for a new game; leaves the path empty if there is no
 * folder. */
void saving_choose(struct saving *saving, const struct game *game);

/* Takes the file of a game that has just been read and is continued. */
void saving_resume(struct saving *saving, const char *path);

/* Saves. Tells the user when saving starts to fail and when it works again. A file that another
 * program has changed meanwhile is not overwritten. */
void saving_save(struct saving *saving, const struct match *match, struct screen *screen);

/* Saves to a file that the user names (empty: the present one), which must not exist yet. If saving
 * was failing, this becomes the game's file. */
void saving_copy(struct saving *saving, const struct match *match, const char *path,
                 struct screen *screen);

/* Whether the last save succeeded. */
bool saving_is_safe(const struct saving *saving);

#endif
