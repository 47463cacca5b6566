#include "games/easycome/solve/pack.h"

#include <math.h>
#include <string.h>

#include "base/data.h" /* asserts that the machine is little-endian */
#include "base/memory.h"

enum {
    BITS = 19,     /* of a value, which is in 2^-BITS */
    COARSE = 5,    /* the numbers of a prediction are in 2^-(BITS - COARSE), to fit 16 bits */
    ROUNDS = 12,   /* of improving the predictions */
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

static uint64_t checksum(const unsigned char *bytes, size_t length)
{
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t i = 0; i < length; i++)
        sum = (sum ^ bytes[i]) * 0x100000001b3u;
    return sum;
}

static unsigned class_of(const struct easycome_spot *spot)
{
    static const uint8_t weight[EASYCOME_SEATS + 1] = {0, 1, 4, 16, 64};
    unsigned number = 0;
    for (int i = 0; i < EASYCOME_PRIZES; i++)
        number += weight[spot->at[i]];
    return number % CLASSES;
}

static int32_t predict(const struct class *class, int seat, const struct easycome_spot *spot)
{
    int32_t sum = 0;
    for (int i = 0; i < EASYCOME_PRIZES; i++)
        sum += class->part[seat][i][spot->at[i]];
    return sum * (1 << COARSE);
}

/* ---- bits ---- */

struct bits {
    unsigned char *bytes;
    size_t at, end; /* in bits */
};

static void put(struct bits *bits, unsigned value, unsigned count)
{
    for (unsigned i = 0; i < count; i++, bits->at++)
        bits->bytes[bits->at / 8] |= (unsigned char)((value >> i & 1) << bits->at % 8);
}

static unsigned get(struct bits *bits, unsigned count)
{
    unsigned value = 0;
    for (unsigned i = 0; i < count && bits->at < bits->end; i++, bits->at++)
        value |= (bits->bytes[bits->at / 8] >> bits->at % 8 & 1u) << i;
    return value;
}

/* 0, -1, 1, -2, … as 0, 1, 2, 3, … */
static unsigned fold(int32_t difference)
{
    return difference < 0 ? (unsigned)-difference * 2 - 1 : (unsigned)difference * 2;
}

static int32_t unfold(unsigned folded)
{
    return folded & 1 ? -(int32_t)(folded / 2) - 1 : (int32_t)(folded / 2);
}

static void put_rice(struct bits *bits, unsigned folded, unsigned rice)
{
    for (unsigned i = 0; i < folded >> rice; i++)
        put(bits, 0, 1);
    put(bits, 1, 1);
    put(bits, folded & ((1u << rice) - 1), rice);
}

static unsigned get_rice(struct bits *bits, unsigned rice)
{
    unsigned high = 0;
    while (bits->at < bits->end && !get(bits, 1))
        high++;
    return high << rice | get(bits, rice);
}

/* ---- packing ---- */

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

/* The bytes before the classes. */
static size_t classes_at(const struct easycome_space *space)
{
    return sizeof(struct header) + (size_t)space->layers * sizeof(float);
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

/* ---- unpacking ---- */

bool easycome_pack_is_for(struct easycome_rules rules, const unsigned char *bytes, size_t length)
{
    struct header header;
    if (length < sizeof header)
        return false;
    memcpy(&header, bytes, sizeof header);
    return memcmp(header.magic, magic, sizeof magic) == 0 && header.length == length &&
           header.players == (uint32_t)rules.players && header.hold == (uint32_t)rules.hold &&
           header.centre == rules.centre;
}

/* Reads the classes; `find` gets where each of them is. */
static bool read_classes(const struct easycome_space *space, const struct header *header,
                         const unsigned char *bytes, struct class classes[],
                         const struct class *find[])
{
    if (header->classes > CLASSES || header->count != space->count ||
        header->layers != (uint32_t)space->layers ||
        header->length < classes_at(space) + header->classes * sizeof *classes ||
        header->checksum != checksum(bytes + sizeof *header, header->length - sizeof *header))
        return false;
    memcpy(classes, bytes + classes_at(space), header->classes * sizeof *classes);
    for (uint32_t i = 0; i < header->classes; i++) {
        find[classes[i].number] = &classes[i];
        for (int seat = 0; seat < KEPT; seat++) {
            if (classes[i].rice[seat] > RICE_MAX)
                return false;
        }
    }
    return true;
}

static void read_values(struct easycome_solution *s, struct bits *bits,
                        const struct class *const find[])
{
    static const struct class none;
    const int players = s->space->rules.players;
    for (uint32_t number = 0; number < s->space->count; number++) {
        struct easycome_spot spot;
        double *value = &s->value[number * (size_t)players], rest = 1;
        easycome_spot_of(s->space, number, &spot);
        const struct class *class = find[class_of(&spot)];
        class = class ? class : &none;
        for (int seat = 0; seat < players - 1; seat++) {
            const int32_t difference = unfold(get_rice(bits, class->rice[seat]));
            value[seat] = ldexp(predict(class, seat, &spot) + difference, -BITS);
            rest -= value[seat];
        }
        value[players - 1] = rest;
    }
}

bool easycome_pack_parse(struct easycome_solution *s, const unsigned char *bytes, size_t length)
{
    const struct easycome_space *space = s->space;
    const struct class *find[CLASSES] = {NULL};
    struct header header;
    if (!easycome_pack_is_for(space->rules, bytes, length))
        return false;
    memcpy(&header, bytes, sizeof header);
    struct class *classes = memory_new(CLASSES, sizeof *classes);
    const bool good = read_classes(space, &header, bytes, classes, find);
    if (good) {
        struct bits bits = {.bytes = (unsigned char *)bytes,
                            .at = 8 * (classes_at(space) + header.classes * sizeof *classes),
                            .end = 8 * length};
        read_values(s, &bits, find);
        for (int i = 0; i < space->layers; i++) {
            float noise;
            memcpy(&noise, bytes + sizeof header + (size_t)i * sizeof noise, sizeof noise);
            s->layer_noise[i] = (double)noise;
            s->noise = fmax(s->noise, (double)noise);
            s->solved[i] = true;
        }
        s->complete = true;
        s->sweeps = header.sweeps;
        s->residual = header.residual;
        s->regret = header.regret;
        s->gain = header.gain;
        s->seconds = header.seconds;
    }
    memory_free(classes);
    return good;
}
