#include <sodium.h>
#include <string.h>

#include "wasm/host.h"

enum { BLOCK = 64 };

int crypto_hash_sha256_init(crypto_hash_sha256_state *state)
{
    static const uint32_t start[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                                      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    memset(state, 0, sizeof *state);
    memcpy(state->state, start, sizeof start);
    return 0;
}

int crypto_hash_sha256_update(crypto_hash_sha256_state *state, const unsigned char *bytes,
                              unsigned long long length)
{
    while (length > 0) {
        const size_t at = state->count / 8 % BLOCK;
        const size_t part = length < BLOCK - at ? (size_t)length : BLOCK - at;
        memcpy(state->buf + at, bytes, part);
        state->count += 8 * (uint64_t)part;
        bytes += part;
        length -= part;
        if (at + part == BLOCK)
            host_sha256(state->state, state->buf);
    }
    return 0;
}

int crypto_hash_sha256_final(crypto_hash_sha256_state *state, unsigned char *out)
{
    static const unsigned char padding[BLOCK] = {0x80};
    const uint64_t bits = state->count;
    unsigned char length[8];
    for (int i = 0; i < 8; i++)
        length[i] = (unsigned char)(bits >> (56 - 8 * i));
    const size_t at = state->count / 8 % BLOCK;
    crypto_hash_sha256_update(state, padding, (at < BLOCK - 8 ? BLOCK : 2 * BLOCK) - 8 - at);
    crypto_hash_sha256_update(state, length, sizeof length);
    for (int i = 0; i < 32; i++)
        out[i] = (unsigned char)(state->state[i / 4] >> (24 - 8 * (i % 4)));
    sodium_memzero(state, sizeof *state);
    return 0;
}

int crypto_hash_sha256(unsigned char *out, const unsigned char *bytes, unsigned long long length)
{
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    crypto_hash_sha256_update(&state, bytes, length);
    return crypto_hash_sha256_final(&state, out);
}

/* A hash that begins with the key, masked; keys are not longer than a block here. */
static void begin(crypto_hash_sha256_state *state, const unsigned char *key, size_t length,
                  unsigned char mask)
{
    unsigned char block[BLOCK];
    for (size_t i = 0; i < BLOCK; i++)
        block[i] = (unsigned char)((i < length ? key[i] : 0) ^ mask);
    crypto_hash_sha256_init(state);
    crypto_hash_sha256_update(state, block, BLOCK);
    sodium_memzero(block, sizeof block);
}

int crypto_auth_hmacsha256_init(crypto_auth_hmacsha256_state *state, const unsigned char *key,
                                size_t length)
{
    if (length > BLOCK)
        return -1;
    begin(&state->ictx, key, length, 0x36);
    begin(&state->octx, key, length, 0x5c);
    return 0;
}

int crypto_auth_hmacsha256_update(crypto_auth_hmacsha256_state *state, const unsigned char *bytes,
                                  unsigned long long length)
{
    return crypto_hash_sha256_update(&state->ictx, bytes, length);
}

int crypto_auth_hmacsha256_final(crypto_auth_hmacsha256_state *state, unsigned char *out)
{
    unsigned char inner[32];
    crypto_hash_sha256_final(&state->ictx, inner);
    crypto_hash_sha256_update(&state->octx, inner, sizeof inner);
    return crypto_hash_sha256_final(&state->octx, out);
}

int crypto_auth_hmacsha256(unsigned char *out, const unsigned char *bytes,
                           unsigned long long length, const unsigned char *key)
{
    crypto_auth_hmacsha256_state state;
    crypto_auth_hmacsha256_init(&state, key, crypto_auth_hmacsha256_KEYBYTES);
    crypto_auth_hmacsha256_update(&state, bytes, length);
    return crypto_auth_hmacsha256_final(&state, out);
}

void randombytes_buf(void *bytes, size_t length)
{
    host_random(bytes, length);
}

void sodium_memzero(void *bytes, size_t length)
{
    for (volatile unsigned char *at = bytes; length > 0; length--)
        *at++ = 0;
}

int sodium_memcmp(const void *a, const void *b, size_t length)
{
    const unsigned char *one = a, *other = b;
    unsigned differ = 0;
    for (size_t i = 0; i < length; i++)
        differ |= one[i] ^ other[i];
    return differ ? -1 : 0;
}

char *sodium_bin2hex(char *hex, size_t capacity, const unsigned char *bytes, size_t length)
{
    if (capacity < 2 * length + 1)
        __builtin_trap();
    for (size_t i = 0; i < 2 * length; i++)
        hex[i] = "0123456789abcdef"[bytes[i / 2] >> (i % 2 ? 0 : 4) & 15];
    hex[2 * length] = '\0';
    return hex;
}

static int digit_of(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

int sodium_hex2bin(unsigned char *bytes, size_t capacity, const char *hex, size_t length,
                   const char *ignored, size_t *used, const char **end)
{
    (void)ignored;
    (void)end;
    *used = 0;
    for (size_t i = 0; i + 1 < length; i += 2) {
        const int high = digit_of(hex[i]), low = digit_of(hex[i + 1]);
        if (high < 0 || low < 0 || *used == capacity)
            return -1;
        bytes[(*used)++] = (unsigned char)(high << 4 | low);
    }
    return length % 2 ? -1 : 0;
}
