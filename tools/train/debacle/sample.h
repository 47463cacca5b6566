/* debacle_sample: a training position of Débâcle in its stored, packed form. */
#ifndef CORNET_TOOLS_TRAIN_DEBACLE_SAMPLE_H
#define CORNET_TOOLS_TRAIN_DEBACLE_SAMPLE_H

#include "games/debacle/rules.h"
#include "tools/train/fit.h"

enum { DEBACLE_SAMPLE_HELD = 5 }; /* bytes */

/* A position as the network sees it, in 32 bytes. [0] is the side to move, whose camp is at the
 * bottom. */
struct debacle_sample {
    uint8_t die[2][DEBACLE_DICE]; /* 6 * square + value - 1, or 255 */
    uint8_t attacked[2], near[2]; /* by the side: bitmasks of the other side's dice in `die` */
    uint8_t held[2][DEBACLE_SAMPLE_HELD]; /* inputs of net.c: what a side holds and needs */
    uint8_t turn;                         /* moves left and the flags of train_sample.c */
    uint8_t unused;
    int16_t odds; /* from the scores alone, in thousandths */
    int16_t goal; /* the value to learn, -10000 to 10000 */
};

/* Packs all inputs of the network for the position; sets `goal` to 0. */
void debacle_sample_pack(const struct debacle *s, struct debacle_sample *out);

/* The training example. `mirrored` swaps left and right, which is equivalent under the rules. */
void debacle_sample_describe(const struct debacle_sample *in, bool mirrored,
                             struct fit_example *out);

#endif
