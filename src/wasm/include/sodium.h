/* sodium.h for WebAssembly: the part of libsodium that the library uses. wasm/hash.c does it with
 * the host's SHA-256 and random bytes. */
#ifndef CORNET_WASM_INCLUDE_SODIUM_H
#define CORNET_WASM_INCLUDE_SODIUM_H

#include <stddef.h>
#include <stdint.h>

#define crypto_hash_sha256_BYTES 32U
#define crypto_auth_hmacsha256_KEYBYTES 32U

typedef struct {
    uint32_t state[8];
    uint64_t count; /* bits so far */
    unsigned char buf[64];
} crypto_hash_sha256_state;

int crypto_hash_sha256(unsigned char *out, const unsigned char *bytes, unsigned long long length);
int crypto_hash_sha256_init(crypto_hash_sha256_state *state);
int crypto_hash_sha256_update(crypto_hash_sha256_state *state, const unsigned char *bytes,
                              unsigned long long length);
int crypto_hash_sha256_final(crypto_hash_sha256_state *state, unsigned char *out);

typedef struct {
    crypto_hash_sha256_state ictx, octx;
} crypto_auth_hmacsha256_state;

int crypto_auth_hmacsha256(unsigned char *out, const unsigned char *bytes,
                           unsigned long long length, const unsigned char *key);
int crypto_auth_hmacsha256_init(crypto_auth_hmacsha256_state *state, const unsigned char *key,
                                size_t length);
int crypto_auth_hmacsha256_update(crypto_auth_hmacsha256_state *state, const unsigned char *bytes,
                                  unsigned long long length);
int crypto_auth_hmacsha256_final(crypto_auth_hmacsha256_state *state, unsigned char *out);

void randombytes_buf(void *bytes, size_t length);
void sodium_memzero(void *bytes, size_t length);
int sodium_memcmp(const void *a, const void *b, size_t length);
char *sodium_bin2hex(char *hex, size_t capacity, const unsigned char *bytes, size_t length);
int sodium_hex2bin(unsigned char *bytes, size_t capacity, const char *hex, size_t length,
                   const char *ignored, size_t *used, const char **end);

#endif
