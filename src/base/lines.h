/* lines: a growing list of lines of text, of which it owns copies. */
#ifndef CORNET_BASE_LINES_H
#define CORNET_BASE_LINES_H

#include "base/text.h"

struct lines {
    char **line;
    size_t count, capacity;
};

void lines_add(struct lines *lines, struct span line);

/* A line of at most LINES_PRINTED bytes; a longer one is cut. */
#define LINES_PRINTED 600
__attribute__((format(printf, 2, 3))) void lines_printf(struct lines *lines, const char *format,
                                                        ...);

/* By their bytes, as LC_ALL=C sorts. */
void lines_sort(struct lines *lines);

/* Keeps the first `count` lines. */
void lines_cut(struct lines *lines, size_t count);
void lines_replace(struct lines *lines, size_t index, struct span line);
void lines_free(struct lines *lines);

/* The lines as one text, each with its end of line, which the caller frees; frees the lines. */
char *lines_join(struct lines *lines);

#endif
