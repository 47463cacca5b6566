/* data.h: the header of the binary files in games/NAME/data/ that tools/ makes.
 *
 * The files are little-endian and laid out as C structs. tools/embed.c checks each header and
 * embeds the file, aligned, in the library. The library uses the data in place and decodes nothing
 * at run time. docs/design/data.md describes every file. */
#ifndef CORNET_BASE_DATA_H
#define CORNET_BASE_DATA_H

#include <stdint.h>

#define DATA_MAGIC 8      /* bytes of a magic */
#define DATA_ALIGNMENT 64 /* of an embedded file, in bytes: a cache line */

struct data_header {
    char magic[DATA_MAGIC]; /* the format; its last byte is the version */
    uint32_t length;        /* of the file in bytes, this header included */
    uint32_t rows;          /* how many rows follow */
};

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "data/ is used in place");
_Static_assert(sizeof(struct data_header) == 16, "the header has no padding");

#endif
