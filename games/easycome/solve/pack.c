#include "games/easycome/solve/pack.h"

#include <math.h>
#include <string.h>

#include "base/memory.h"
#include "games/easycome/solve/pack_format.h"

static unsigned get(struct bits *bits, unsigned count)
{
    unsigned value = 0;
    for (unsigned i = 0; i < count && bits->at < bits->end; i++, bits->at++)
        value |= (bits->bytes[bits->at / 8] >> bits->at % 8 & 1u) << i;
    return value;
}

/* The inverse of fold in games/easycome/tools/pack_make.c. */
static int32_t unfold(unsigned folded)
{
    return folded & 1 ? -(int32_t)(folded / 2) - 1 : (int32_t)(folded / 2);
}

static unsigned get_rice(struct bits *bits, unsigned rice)
{
    unsigned high = 0;
    while (bits->at < bits->end && !get(bits, 1))
        high++;
    return high << rice | get(bits, rice);
}

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
