/* host.h: functions that JavaScript provides to the module (web/offline/host.js). */
#ifndef CORNET_WASM_HOST_H
#define CORNET_WASM_HOST_H

#include <stddef.h>
#include <stdint.h>

#define HOST_IMPORT(name) __attribute__((import_module("host"), import_name(#name)))
#define HOST_EXPORT(name) __attribute__((export_name(#name)))

/* Fills the bytes with random ones, fit for keys. */
HOST_IMPORT(random) void host_random(void *bytes, size_t length);

/* SHA-256's compression: adds a block of 64 bytes to the sum. */
HOST_IMPORT(sha256) void host_sha256(uint32_t sum[8], const unsigned char block[64]);

/* Unicode: a character's general category (the number of its row in host.js), and a name in
 * Unicode's compatible form without case (NFKC), as UTF-8. Returns the length; 0: no room. */
HOST_IMPORT(category) int host_category(uint32_t code);
HOST_IMPORT(fold_name) size_t host_fold_name(const char *name, char *out, size_t capacity);

#endif
