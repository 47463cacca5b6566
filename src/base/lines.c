#include "base/lines.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

static char *copy_of(struct span line)
{
    char *copy = memory_resize(NULL, line.length + 1, 1);
    if (line.length)
        memcpy(copy, line.at, line.length);
    copy[line.length] = '\0';
    return copy;
}

void lines_add(struct lines *lines, struct span line)
{
    lines->line = memory_grow(lines->line, lines->count, &lines->capacity, sizeof *lines->line);
    lines->line[lines->count] = copy_of(line);
    lines->count++;
}

void lines_printf(struct lines *lines, const char *format, ...)
{
    char line[LINES_PRINTED + 1];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    lines_add(lines, span_of(line));
}

void lines_replace(struct lines *lines, size_t index, struct span line)
{
    char *copy = copy_of(line);
    memory_free(lines->line[index]);
    lines->line[index] = copy;
}

static int by_bytes(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void lines_sort(struct lines *lines)
{
    if (lines->count)
        qsort(lines->line, lines->count, sizeof *lines->line, by_bytes);
}

void lines_cut(struct lines *lines, size_t count)
{
    while (lines->count > count)
        memory_free(lines->line[--lines->count]);
}

void lines_free(struct lines *lines)
{
    lines_cut(lines, 0);
    memory_free(lines->line);
    *lines = (struct lines){0};
}

char *lines_join(struct lines *lines)
{
    size_t length = 0;
    for (size_t i = 0; i < lines->count; i++)
        length += strlen(lines->line[i]) + 1;
    char *joined = memory_new(length + 1, 1), *at = joined;
    for (size_t i = 0; i < lines->count; i++) {
        at = stpcpy(at, lines->line[i]);
        *at++ = '\n';
    }
    lines_free(lines);
    return joined;
}
