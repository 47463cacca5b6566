#include "tools/train/debacle/sample.h"

#include <string.h>

#include "games/debacle/bot_eval.h"

enum { NO_DIE = 255, FILES = 6 };
enum { TURN_MOVES = 7, TURN_BOUNCE = 8 }; /* further flags follow: a return owed, a turn begun */

_Static_assert(sizeof(struct debacle_sample) == 32, "samples are kept as they are");
_Static_assert(DEBACLE_NET_KINDS == 9 && DEBACLE_NET_TURN == 8, "samples hold all inputs");

enum { ATTACKED = DEBACLE_VALUES, NEAR, HELD };
enum { TURN_AT = 2 * DEBACLE_NET_KINDS * DEBACLE_SQUARES, MOVES = 5 };

/* Packs the network's inputs of the position, from the view of the side to move. */
void debacle_sample_pack(const struct debacle *s, struct debacle_sample *out)
{
    uint16_t input[DEBACLE_NET_INPUTS];
    int dice[2] = {0};
    const size_t count = debacle_net_inputs(s, s->side, input);
    memset(out, 0, sizeof *out);
    memset(out->die, NO_DIE, sizeof out->die);
    for (size_t i = 0; i < count; i++) {
        const unsigned kind = input[i] / DEBACLE_SQUARES, bit = input[i] % DEBACLE_SQUARES;
        const unsigned side = kind / DEBACLE_NET_KINDS, of_side = kind % DEBACLE_NET_KINDS;
        if (input[i] >= TURN_AT) {
            const unsigned at = input[i] - TURN_AT;
            out->turn |= (uint8_t)(at < MOVES ? at : (unsigned)TURN_BOUNCE << (at - MOVES));
        } else if (of_side < ATTACKED) {
            out->die[side][dice[side]++] = (uint8_t)(bit * DEBACLE_VALUES + of_side);
        } else if (of_side == HELD) {
            out->held[side][bit / 8] |= (uint8_t)(1u << bit % 8);
        }
    }
    for (size_t i = 0; i < count; i++) { /* after all dice */
        const unsigned kind = input[i] / DEBACLE_SQUARES, bit = input[i] % DEBACLE_SQUARES;
        const unsigned side = kind / DEBACLE_NET_KINDS, of_side = kind % DEBACLE_NET_KINDS;
        if (input[i] >= TURN_AT || (of_side != ATTACKED && of_side != NEAR))
            continue;
        uint8_t *mask = of_side == ATTACKED ? &out->attacked[side] : &out->near[side];
        for (int die = 0; die < dice[!side]; die++) {
            if (out->die[!side][die] / DEBACLE_VALUES == bit)
                *mask |= (uint8_t)(1u << die);
        }
    }
    out->odds = (int16_t)debacle_score_odds(s);
}

/* The square from the viewer's side, with left and right swapped if mirrored. */
static unsigned seen(unsigned square, int viewer, bool mirrored)
{
    const unsigned turned = viewer ? DEBACLE_SQUARES - 1 - square : square;
    return mirrored ? turned - turned % FILES + FILES - 1 - turned % FILES : turned;
}

/* The inputs of one viewer: 0 is the side to move, 1 sees the board rotated. */
static int unpack_side(const struct debacle_sample *in, int viewer, bool mirrored, uint16_t out[])
{
    int n = 0;
    for (int side = 0; side < 2; side++) {
        const unsigned base = (unsigned)(side == viewer ? 0 : DEBACLE_NET_KINDS) * DEBACLE_SQUARES;
        for (int die = 0; die < DEBACLE_DICE && in->die[side][die] != NO_DIE; die++) {
            const unsigned value = in->die[side][die] % DEBACLE_VALUES;
            const unsigned square = seen(in->die[side][die] / DEBACLE_VALUES, viewer, mirrored);
            const unsigned other = (unsigned)(side == viewer ? DEBACLE_NET_KINDS : 0) *
                                   DEBACLE_SQUARES; /* the side that may attack this die */
            out[n++] = (uint16_t)(base + value * DEBACLE_SQUARES + square);
            if (in->attacked[!side] >> die & 1)
                out[n++] = (uint16_t)(other + ATTACKED * DEBACLE_SQUARES + square);
            if (in->near[!side] >> die & 1)
                out[n++] = (uint16_t)(other + NEAR * DEBACLE_SQUARES + square);
        }
        uint64_t held = 0;
        memcpy(&held, in->held[side], DEBACLE_SAMPLE_HELD);
        for (; held; held &= held - 1)
            out[n++] = (uint16_t)(base + HELD * DEBACLE_SQUARES + (unsigned)__builtin_ctzll(held));
    }
    if (viewer == 0) {
        out[n++] = (uint16_t)(TURN_AT + (in->turn & TURN_MOVES));
        for (int flag = 0; flag < 3; flag++) {
            if (in->turn & TURN_BOUNCE << flag)
                out[n++] = (uint16_t)(TURN_AT + MOVES + flag);
        }
    }
    return n;
}

void debacle_sample_describe(const struct debacle_sample *in, bool mirrored,
                             struct fit_example *out)
{
    for (int viewer = 0; viewer < 2; viewer++)
        out->count[viewer] = unpack_side(in, viewer, mirrored, out->input[viewer]);
    const float chance = (float)(in->goal + DEBACLE_WON) / (2 * DEBACLE_WON);
    out->goal = chance < 0.002f ? 0.002f : chance > 0.998f ? 0.998f : chance;
    out->odds = (float)in->odds / 1000;
}
