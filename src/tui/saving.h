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
    bool failing;        /* the last save failed, and the user was notified */
    bool fresh;          /* chosen for a new game: without a move by a person it is deleted */
    struct stat last;    /* the file's status when last read or written; st_ino 0: never */
    FILE *lock;          /* holds the lock on the file; NULL: none */
};

/* The user's data folder, created if missing. False if there is none. */
bool saving_folder(char *folder, size_t capacity);

/* The path of the server's store in it. */
bool saving_store(char *path, size_t capacity);

/* Chooses a new file in the user's data folder for a new game; leaves the path empty if there is no
 * folder. */
void saving_choose(struct saving *saving, const struct game *game);

/* Uses the file of a saved game that is continued. False if another terminal plays it. */
bool saving_resume(struct saving *saving, const char *path);

/* Gives the file back, so that others may continue the game. */
void saving_release(struct saving *saving);

/* Saves. Notifies the user when saving starts to fail and when it works again. Does not overwrite a
 * file that another program has changed meanwhile. */
void saving_save(struct saving *saving, const struct match *match, struct screen *screen);

/* Saves to a file named by the user (empty: the current one), which must not exist yet. If saving
 * was failing, this becomes the game's file. */
void saving_copy(struct saving *saving, const struct match *match, const char *path,
                 struct screen *screen);

/* Whether the last save succeeded. */
bool saving_is_safe(const struct saving *saving);

#endif
