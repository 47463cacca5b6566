/* kept_file.h: a file of lines in the user's data folder, private and locked, that is only appended
 * to: the transcripts of the fair dice. */
#ifndef CORNET_CLI_KEPT_FILE_H
#define CORNET_CLI_KEPT_FILE_H

#include "base/lines.h"

struct kept_file {
    char path[4200];
    int file;  /* open and locked; -1: none */
    bool busy; /* it could not be opened, since another program has it */
};

/* Opens the seat's last file at the table (`resumed`), or makes a new one; none is ever
 * overwritten. A last line that a crash cut off is removed. False with a reason. */
bool kept_file_open(struct kept_file *kept, const char *table, int seat, bool resumed,
                    struct text *why);
void kept_file_close(struct kept_file *kept);

/* Closes the file and deletes it. */
void kept_file_drop(struct kept_file *kept);

/* Appends the lines and frees them; `durable`: they and all lines before them survive a loss of
 * power. False with a reason if they are not stored; then none is. */
bool kept_file_write(struct kept_file *kept, struct lines *news, bool durable, struct text *why);

#endif
