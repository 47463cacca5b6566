#include "games/easycome/tools/pack_make.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "games/easycome/solve/pack_format.h"

enum { ROUNDS = 12 }; /* of improving the predictions */

static void put(struct bits *bits, unsigned value, unsigned count)
{
    for (unsigned i = 0; i < count; i++, bits->at++)
        bits->bytes[bits->at / 8] |= (unsigned char)((value >> i & 1) << bits->at % 8);
}

/* 0, -1, 1, -2, … as 0, 1, 2, 3, … */
static unsigned fold(int32_t difference)
{
    return difference < 0 ? (unsigned)-difference * 2 - 1 : (unsigned)difference * 2;
}

static void put_rice(struct bits *bits, unsigned folded, unsigned rice)
{
    for (unsigned i = 0; i < folded >> rice; i++)
        put(bits, 0, 1);
    put(bits, 1, 1);
    put(bits, folded & ((1u << rice) - 1), rice);
}

/* The fit to the values of one class. */
struct fit {
    double part[KEPT][EASYCOME_PRIZES][EASYCOME_SEATS + 1];
    double sum[KEPT][EASYCOME_SEATS + 1]; /* of the differences, by holder of one prize */
    double rows[EASYCOME_SEATS + 1];
    double length[KEPT][RICE_MAX + 1]; /* of the codes, by low bits */
    bool used;
};

static double fitted(const struct fit *fit, int seat, const struct easycome_spot *spot)
{
    double sum = 0;
    for (int i = 0; i < EASYCOME_PRIZES; i++)
        sum += fit->part[seat][i][spot->at[i]];
    return sum;
}

static double exact(const struct easycome_solution *s, uint32_t number, int seat)
{
    return ldexp(s->value[number * (size_t)s->space->rules.players + (size_t)seat], BITS - COARSE);
}

/* Adjusts the numbers of one prize by the mean residual, in every class. */
static void improve(const struct easycome_solution *s, struct fit fits[], int prize)
{
    const int kept = s->space->rules.players - 1;
    for (int c = 0; c < CLASSES; c++) {
        memset(fits[c].sum, 0, sizeof fits[c].sum);
        memset(fits[c].rows, 0, sizeof fits[c].rows);
    }
    for (uint32_t number = 0; number < s->space->count; number++) {
        struct easycome_spot spot;
        easycome_spot_of(s->space, number, &spot);
        struct fit *fit = &fits[class_of(&spot)];
        fit->used = true;
        fit->rows[spot.at[prize]]++;
        for (int seat = 0; seat < kept; seat++)
            fit->sum[seat][spot.at[prize]] += exact(s, number, seat) - fitted(fit, seat, &spot);
    }
    for (int c = 0; c < CLASSES; c++) {
        for (int seat = 0; seat < kept; seat++) {
            for (int at = 0; at <= EASYCOME_SEATS; at++) {
                if (fits[c].rows[at] > 0)
                    fits[c].part[seat][prize][at] += fits[c].sum[seat][at] / fits[c].rows[at];
            }
        }
    }
}

static int32_t rounded(const struct easycome_solution *s, uint32_t number, int seat)
{
    return (int32_t)lround(exact(s, number, seat) * (1 << COARSE));
}

/* Adds up how long the codes would be for each number of low bits. */
static void measure(const struct easycome_solution *s, const struct class *const class[],
                    struct fit fits[])
{
    for (uint32_t number = 0; number < s->space->count; number++) {
        struct easycome_spot spot;
        easycome_spot_of(s->space, number, &spot);
        const unsigned c = class_of(&spot);
        for (int seat = 0; seat < s->space->rules.players - 1; seat++) {
            const unsigned folded = fold(rounded(s, number, seat) - predict(class[c], seat, &spot));
            for (unsigned rice = 0; rice <= RICE_MAX; rice++)
                fits[c].length[seat][rice] += (folded >> rice) + 1 + rice;
        }
    }
}

/* The classes that there are, fitted; `find` gets where each of them is. */
static uint32_t make_classes(const struct easycome_solution *s, struct class classes[],
                             const struct class *find[])
{
    struct fit *fits = memory_new(CLASSES, sizeof *fits);
    uint32_t count = 0;
    for (int i = 0; i < ROUNDS * EASYCOME_PRIZES; i++)
        improve(s, fits, i % EASYCOME_PRIZES);
    for (int c = 0; c < CLASSES; c++) {
        if (!fits[c].used)
            continue;
        struct class *class = &classes[count++];
        class->number = (uint8_t)c;
        find[c] = class;
        for (int seat = 0; seat < KEPT; seat++) {
            for (int i = 0; i < EASYCOME_PRIZES; i++) {
                for (int at = 0; at <= EASYCOME_SEATS; at++)
                    class->part[seat][i][at] = (int16_t)lround(fits[c].part[seat][i][at]);
            }
        }
    }
    measure(s, find, fits);
    for (uint32_t i = 0; i < count; i++) {
        for (int seat = 0; seat < KEPT; seat++) {
            const double *length = fits[classes[i].number].length[seat];
            for (unsigned rice = 1; rice <= RICE_MAX; rice++) {
                if (length[rice] < length[classes[i].rice[seat]])
                    classes[i].rice[seat] = (uint8_t)rice;
            }
        }
    }
    memory_free(fits);
    return count;
}

unsigned char *easycome_pack_make(const struct easycome_solution *s, size_t *length)
{
    const struct easycome_space *space = s->space;
    struct class *classes = memory_new(CLASSES, sizeof *classes);
    const struct class *find[CLASSES] = {NULL};
    struct header header = {.players = (uint32_t)space->rules.players,
                            .hold = (uint32_t)space->rules.hold,
                            .centre = space->rules.centre,
                            .count = space->count,
                            .layers = (uint32_t)space->layers,
                            .sweeps = s->sweeps,
                            .residual = s->residual,
                            .regret = s->regret,
                            .gain = s->gain,
                            .seconds = s->seconds};
    memcpy(header.magic, magic, sizeof magic);
    header.classes = make_classes(s, classes, find);
    const size_t head = classes_at(space) + header.classes * sizeof *classes;
    /* A code is as long as its unary part, which the fit keeps short, and RICE_MAX more. */
    unsigned char *bytes = memory_new(head + (size_t)space->count * KEPT * 16, 1);
    struct bits bits = {.bytes = bytes, .at = 8 * head};
    for (uint32_t number = 0; number < space->count; number++) {
        struct easycome_spot spot;
        easycome_spot_of(space, number, &spot);
        const struct class *class = find[class_of(&spot)];
        for (int seat = 0; seat < space->rules.players - 1; seat++)
            put_rice(&bits, fold(rounded(s, number, seat) - predict(class, seat, &spot)),
                     class->rice[seat]);
    }
    for (int i = 0; i < space->layers; i++) {
        const float noise = (float)s->layer_noise[i];
        memcpy(bytes + sizeof header + (size_t)i * sizeof noise, &noise, sizeof noise);
    }
    memcpy(bytes + classes_at(space), classes, header.classes * sizeof *classes);
    *length = (bits.at + 7) / 8;
    header.length = (uint32_t)*length;
    header.checksum = checksum(bytes + sizeof header, *length - sizeof header);
    memcpy(bytes, &header, sizeof header);
    memory_free(classes);
    return bytes;
}
