/* lines: a growing list of lines of text. It owns a copy of each line. */
#ifndef CORNET_BASE_LINES_H
#define CORNET_BASE_LINES_H

#include "base/text.h"

struct lines {
    char **line;
    size_t count, capacity;
};

void lines_add(struct lines *lines, struct span line);

/* Adds a formatted line of at most LINES_PRINTED bytes; a longer one is truncated. */
#define LINES_PRINTED 600
__attribute__((format(printf, 2, 3))) void lines_printf(struct lines *lines, const char *format,
                                                        ...);

/* Sorts by bytes, like LC_ALL=C sort. */
void lines_sort(struct lines *lines);

/* Keeps the first `count` lines. */
void lines_cut(struct lines *lines, size_t count);
void lines_replace(struct lines *lines, size_t index, struct span line);
void lines_free(struct lines *lines);

/* Joins the lines into one string, each ended by a newline, and frees the list. The caller frees
 * the string. */
char *lines_join(struct lines *lines);

#endif
