/* files.h: the files of the browser client: embedded in the program, or from a folder during
 * development. No other file is ever served. */
#ifndef CORNET_NET_FILES_H
#define CORNET_NET_FILES_H

#include <stdbool.h>
#include <stddef.h>

/* Content codings, best first. */
enum files_coding { FILES_BROTLI, FILES_GZIP, FILES_CODINGS };

struct file {
    const char *name; /* "index.html", "boards/dice.svg"; NULL at the end of the list */
    const unsigned char *bytes;
    size_t size;
    const char *tag; /* a hash of the content, for ETag; NULL: read from a folder */
    struct {
        const unsigned char *bytes; /* NULL: not available in this coding */
        size_t size;
    } coded[FILES_CODINGS];
};

extern const struct file files_built_in[];

/* Finds a file by name, first in `folder` (may be NULL). Free it with files_release. */
bool files_find(const char *folder, const char *name, struct file *out);
void files_release(struct file *file);

/* The coding for a client with this Accept-Encoding; FILES_CODINGS: uncompressed. */
enum files_coding files_choose(const struct file *file, const char *accept_encoding);

/* The coding's name in HTTP. */
const char *files_coding_name(enum files_coding coding);

/* The media type, by the file name's extension. */
const char *files_type(const char *name);

#endif
