/* cbor.h: reads the CBOR (RFC 8949) that passkeys send: numbers, bytes, texts, arrays and maps of
 * definite length, in their shortest form. The input is untrusted. */
#ifndef CORNET_PEOPLE_CBOR_H
#define CORNET_PEOPLE_CBOR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

enum cbor_type {
    CBOR_NUMBER, /* 0 or more */
    CBOR_MINUS,  /* below 0 */
    CBOR_BYTES,
    CBOR_TEXT,
    CBOR_ARRAY,
    CBOR_MAP,
    CBOR_SIMPLE, /* false, true, null */
};

struct cbor {
    enum cbor_type type;
    int64_t number;    /* CBOR_NUMBER, CBOR_MINUS; the entries of an array or a map; 20 to 22 */
    struct span bytes; /* CBOR_BYTES, CBOR_TEXT; the encoded entries of an array or a map */
};

/* Reads one item and removes it from `rest`. False: it is not such an item, or it is nested more
 * than eight deep. */
bool cbor_read(struct span *rest, struct cbor *out);

/* The value of a map's key, a text or a number; false if the map has none. */
bool cbor_find_text(const struct cbor *map, const char *key, struct cbor *out);
bool cbor_find_number(const struct cbor *map, int64_t key, struct cbor *out);

#endif
