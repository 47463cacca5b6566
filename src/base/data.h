/* data.h: the header of the binary files in games/NAME/data/ that tools/ makes.
 *
 * They are little-endian and laid out as C structs. tools/embed.c puts them into the library,
 * aligned, and checks the header while it does so; the library then uses them in place, without
 * reading or decoding anything at run time. docs/design/data.md describes every file. */
#ifndef CORNET_BASE_DATA_H
#define CORNET_BASE_DATA_H

#include <stdint.h>

#define DATA_MAGIC 8      /* bytes of a magic */
#define DATA_ALIGNMENT 64 /* of an embedded file, in bytes: a cache line */

struct data_header {
    char magic[DATA_MAGIC]; /* which format, and in the last place its version */
    uint32_t length;        /* of the file in bytes, this header included */
    uint32_t rows;          /* how many rows follow */
};

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "data/ is used in place");
_Static_assert(sizeof(struct data_header) == 16, "the header has no padding");

#endif
