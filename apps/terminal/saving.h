/* saving.h: where a game at the terminal is kept, and keeping it there after every move. */
#ifndef CORNET_APPS_SAVING_H
#define CORNET_APPS_SAVING_H

#include <limits.h>
#include <stdbool.h>
#include <sys/stat.h>

#include "apps/terminal/screen.h"
#include "match/match.h"

struct saving {
    char path[PATH_MAX]; /* empty: there is no place */
    bool failing;        /* the last try did not work, and that has been said */
    struct stat last;    /* the file as we left it; st_ino 0: we have not written it yet */
};

/* The user's data folder, made where it is missing. False: there is none. */
bool saving_folder(char *folder, size_t capacity);

/* The file in it where the server keeps its tables. */
bool saving_store(char *path, size_t capacity);

/* A new file for a new game in the user's data folder; leaves the path empty where there is none.
 */
void saving_choose(struct saving *saving, const struct game *game);

/* The file of a game that is gone on with: what is there now is what we have read. */
void saving_resume(struct saving *saving, const char *path);

/* Saves. Says so when it stops working and when it works again; tries again each time. A file that
 * somebody else has changed meanwhile is left alone. */
void saving_save(struct saving *saving, const struct match *match, struct screen *screen);

/* Saves to a file that the player names. It becomes the place to save where there was none. */
void saving_copy(struct saving *saving, const struct match *match, const char *path,
                 struct screen *screen);

/* Whether the whole game is on disk now. */
bool saving_is_safe(const struct saving *saving);

/* The path as a shell would read it. */
void saving_quote(const struct saving *saving, struct text *out);

#endif
