/* pack_format: the file of easycome_pack (pack.h), for the reader here and for the writer, which is
 * games/easycome/tools/pack_make.c. */
#ifndef CORNET_GAMES_EASYCOME_SOLVE_PACK_FORMAT_H
#define CORNET_GAMES_EASYCOME_SOLVE_PACK_FORMAT_H

#include "base/data.h" /* asserts that the machine is little-endian */
#include "games/easycome/solve/solution.h"

enum {
    BITS = 19,     /* of a value, which is in 2^-BITS */
    COARSE = 5,    /* the numbers of a prediction are in 2^-(BITS - COARSE), to fit 16 bits */
    CLASSES = 256, /* 0 to 3 prizes in each of four hands */
    KEPT = EASYCOME_SEATS - 1, /* values of a position that are stored: the last is the rest */
    RICE_MAX = 16,
};

/* The header is followed by a float for each layer, its noise; the classes; and the differences, a
 * stream of bits, the lowest of each byte first. `checksum` is of all that follows it. */
struct header {
    char magic[8];
    uint32_t length, players, hold, centre;
    uint32_t count, layers, classes, sweeps;
    double residual, regret, gain, seconds;
    uint64_t checksum;
};

static const char magic[8] = "ecz-tab1";

struct class
{
    uint8_t number;
    uint8_t rice[KEPT]; /* low bits of a difference that are stored as they are */
    int16_t part[KEPT][EASYCOME_PRIZES][EASYCOME_SEATS + 1];
};
_Static_assert(sizeof(struct class) == 4 + 2 * KEPT * EASYCOME_PRIZES * (EASYCOME_SEATS + 1),
               "no padding");

static inline uint64_t checksum(const unsigned char *bytes, size_t length)
{
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ bytes[i]) * 0x100000001b3u;
    return sum;
}

static inline unsigned class_of(const struct easycome_spot *spot)
{
    static const uint8_t weight[EASYCOME_SEATS + 1] = {0, 1, 4, 16, 64};
    unsigned number = 0;
    for (int i = 0; i < EASYCOME_PRIZES; i++)
        number += weight[spot->at[i]];
    return number % CLASSES;
}

static inline int32_t predict(const struct class *class, int seat, const struct easycome_spot *spot)
{
    int32_t sum = 0;
    for (int i = 0; i < EASYCOME_PRIZES; i++)
        sum += class->part[seat][i][spot->at[i]];
    return sum * (1 << COARSE);
}

/* The bytes before the classes. */
static inline size_t classes_at(const struct easycome_space *space)
{
    return sizeof(struct header) + (size_t)space->layers * sizeof(float);
}

struct bits {
    unsigned char *bytes;
    size_t at, end; /* in bits */
};

#endif
