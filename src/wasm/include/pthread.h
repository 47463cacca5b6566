/* pthread.h for WebAssembly: there is one thread, and no other starts. wasm/libc.c defines these.
 */
#ifndef CORNET_WASM_INCLUDE_PTHREAD_H
#define CORNET_WASM_INCLUDE_PTHREAD_H

#include <sys/types.h> /* pthread_t */

int pthread_create(pthread_t *thread, const void *attributes, void *(*start)(void *argument),
                   void *argument);
int pthread_join(pthread_t thread, void **result);

#endif
