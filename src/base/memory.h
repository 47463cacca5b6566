/* memory: allocation that either succeeds or ends the process with a message. */
#ifndef CORNET_BASE_MEMORY_H
#define CORNET_BASE_MEMORY_H

#include <stddef.h>

/* `count` elements of `size` bytes, all zero. */
void *memory_new(size_t count, size_t size);

/* The same for a size that a caller of libcornet chose: NULL if there is not enough memory. */
void *memory_try(size_t count, size_t size);

/* Like realloc, for `count` elements of `size` bytes. */
void *memory_resize(void *old, size_t count, size_t size);

/* Makes room for one more element than the `count` there are; the capacity doubles. */
void *memory_grow(void *old, size_t count, size_t *capacity, size_t size);

/* A copy of these bytes; NULL if there are none. */
void *memory_copy(const void *from, size_t bytes);

void memory_free(void *block);

#endif
