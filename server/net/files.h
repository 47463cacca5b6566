/* files: the browser client's files, built into the program; or those of a folder, while somebody
 * works on them. No other file is ever served. */
#ifndef CORNET_SERVER_FILES_H
#define CORNET_SERVER_FILES_H

#include <stdbool.h>
#include <stddef.h>

struct file {
    const char *name; /* "index.html", "boards/dice.svg"; NULL at the end of the list */
    const unsigned char *bytes;
    size_t size;
    const char *tag; /* changes with the content; NULL: read from a folder just now */
};

extern const struct file files_built_in[];

/* The file of that name; from `folder` where it is not NULL and has one. Free with files_drop. */
bool files_find(const char *folder, const char *name, struct file *out);
void files_drop(struct file *file);

/* Its media type, by the end of its name. */
const char *files_type(const char *name);

#endif
