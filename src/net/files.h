/* files.h: the files of the browser client: those built into the program, or those of a folder
 * during development. No other file is ever served. */
#ifndef CORNET_NET_FILES_H
#define CORNET_NET_FILES_H

#include <stdbool.h>
#include <stddef.h>

/* How a file can be compressed, from the best on. */
enum files_coding { FILES_BROTLI, FILES_GZIP, FILES_CODINGS };

struct file {
    const char *name; /* "index.html", "boards/dice.svg"; NULL at the end of the list */
    const unsigned char *bytes;
    size_t size;
    const char *tag; /* a hash of the content, for ETag; NULL: read from a folder */
    struct {
        const unsigned char *bytes; /* NULL: it is not there in this coding */
        size_t size;
    } coded[FILES_CODINGS];
};

extern const struct file files_built_in[];

/* The file of that name, from `folder` (may be NULL) if it has one. Free it with files_release. */
bool files_find(const char *folder, const char *name, struct file *out);
void files_release(struct file *file);

/* The coding to send a file in, for a client with this Accept-Encoding; FILES_CODINGS: as it is. */
enum files_coding files_choose(const struct file *file, const char *accept_encoding);

/* The coding's name in HTTP. */
const char *files_coding_name(enum files_coding coding);

/* The media type, by the end of the name. */
const char *files_type(const char *name);

#endif
