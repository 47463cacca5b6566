/* memory: allocation that either succeeds or ends the program with a message. */
#ifndef CORNET_BASE_MEMORY_H
#define CORNET_BASE_MEMORY_H

#include <stddef.h>

/* `count` elements of `size` bytes, all zero. */
void *memory_new(size_t count, size_t size);

/* Like realloc, for `count` elements of `size` bytes. */
void *memory_resize(void *old, size_t count, size_t size);

/* A copy of these bytes; NULL of none. */
void *memory_copy(const void *from, size_t bytes);

#endif
