/* memory: allocation that either works or ends the program with a word about it. */
#ifndef CORNET_BASE_MEMORY_H
#define CORNET_BASE_MEMORY_H

#include <stddef.h>

/* `count` things of `size` bytes, all zero. */
void *memory_new(size_t count, size_t size);

/* Like realloc, for `count` things of `size` bytes. */
void *memory_resize(void *old, size_t count, size_t size);

#endif
