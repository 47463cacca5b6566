#include "games/easycome/solve/file.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/files.h"
#include "base/lang.h"
#include "base/memory.h"

/* Numbers are in the machine's byte order, which `order` identifies. The header is followed by a
 * double for each layer, its noise (negative: not solved yet); for each position, the chances of
 * all players but the last, whose chance is the rest; and the checksum. */
struct header {
    char magic[8];
    uint32_t version, order;
    uint32_t players, hold, centre, complete;
    uint32_t count, layers, sweeps, threads;
    double residual, regret, gain, seconds;
};

static const char magic[8] = "easycome";
enum { VERSION = 1, ORDER = 0x01020304 };

static uint64_t checksum(const unsigned char *bytes, size_t length)
{
    uint64_t sum = 0xcbf29ce484222325u;
    for (size_t i = 0; i + 8 <= length; i += 8) {
        uint64_t word;
        memcpy(&word, bytes + i, 8);
        sum = (sum ^ word) * 0x9e3779b97f4a7c15u;
        sum ^= sum >> 29;
    }
    return sum;
}

static size_t values_at(const struct easycome_space *space)
{
    return sizeof(struct header) + (size_t)space->layers * sizeof(double);
}

static size_t length_of(const struct easycome_space *space)
{
    const size_t kept = (size_t)space->rules.players - 1;
    return values_at(space) + space->count * kept * sizeof(double) + sizeof(uint64_t);
}

static struct header header_of(const struct easycome_solution *s)
{
    struct header header = {.version = VERSION,
                            .order = ORDER,
                            .players = (uint32_t)s->space->rules.players,
                            .hold = (uint32_t)s->space->rules.hold,
                            .centre = s->space->rules.centre,
                            .complete = s->complete,
                            .count = s->space->count,
                            .layers = (uint32_t)s->space->layers,
                            .sweeps = s->sweeps,
                            .threads = s->threads,
                            .residual = s->residual,
                            .regret = s->regret,
                            .gain = s->gain,
                            .seconds = s->seconds};
    memcpy(header.magic, magic, sizeof magic);
    return header;
}

bool easycome_file_may_replace(const char *path)
{
    char start[sizeof magic];
    FILE *in = fopen(path, "r");
    if (!in)
        return errno == ENOENT || errno == ENOTDIR;
    const size_t length = fread(start, 1, sizeof start, in);
    fclose(in);
    return length == 0 || (length == sizeof start && memcmp(start, magic, sizeof magic) == 0);
}

bool easycome_file_is_for(struct easycome_rules rules, const unsigned char *bytes, size_t length)
{
    struct header header;
    if (length < sizeof header)
        return false;
    memcpy(&header, bytes, sizeof header);
    return header.players == (uint32_t)rules.players && header.hold == (uint32_t)rules.hold;
}

bool easycome_file_write(const struct easycome_solution *s, const char *path, struct text *why)
{
    const size_t length = length_of(s->space), players = (size_t)s->space->rules.players;
    unsigned char *bytes = memory_new(length, 1);
    const struct header header = header_of(s);
    memcpy(bytes, &header, sizeof header);
    for (int i = 0; i < s->space->layers; i++) {
        const double noise = s->solved[i] ? s->layer_noise[i] : -1;
        memcpy(bytes + sizeof header + (size_t)i * sizeof noise, &noise, sizeof noise);
    }
    unsigned char *to = bytes + values_at(s->space);
    for (size_t i = 0; i < s->space->count; i++, to += (players - 1) * sizeof(double))
        memcpy(to, &s->value[i * players], (players - 1) * sizeof(double));
    const uint64_t sum = checksum(bytes, length - sizeof sum);
    memcpy(bytes + length - sizeof sum, &sum, sizeof sum);
    const bool good = files_replace(path, bytes, length, why);
    memory_free(bytes);
    return good;
}

static bool is_ours(const struct easycome_solution *s, const unsigned char *bytes, size_t length,
                    struct text *why)
{
    struct header header;
    uint64_t sum;
    if (length < sizeof header || memcmp(bytes, magic, sizeof magic) != 0)
        return text_fail(why, tr("it is not a solution of this game"));
    memcpy(&header, bytes, sizeof header);
    const struct header ours = header_of(s);
    if (header.version != VERSION || header.order != ORDER)
        return text_fail(why, tr("it has another version"));
    if (header.players != ours.players || header.hold != ours.hold ||
        header.centre != ours.centre || header.count != ours.count || header.layers != ours.layers)
        return text_fail(why, tr("it belongs to another variant"));
    if (length != length_of(s->space))
        return text_fail(why, tr("it is damaged: its length is wrong"));
    memcpy(&sum, bytes + length - sizeof sum, sizeof sum);
    if (sum != checksum(bytes, length - sizeof sum))
        return text_fail(why, tr("it is damaged: its checksum is wrong"));
    return true;
}

bool easycome_file_parse(struct easycome_solution *s, const unsigned char *bytes, size_t length,
                         struct text *why)
{
    const size_t players = (size_t)s->space->rules.players;
    const unsigned char *from = bytes + values_at(s->space);
    struct header header;
    if (!is_ours(s, bytes, length, why))
        return false;
    memcpy(&header, bytes, sizeof header);
    for (int i = 0; i < s->space->layers; i++) {
        double noise;
        memcpy(&noise, bytes + sizeof header + (size_t)i * sizeof noise, sizeof noise);
        s->solved[i] = noise >= 0;
        s->layer_noise[i] = noise;
        s->noise = noise > s->noise ? noise : s->noise;
    }
    for (size_t i = 0; i < s->space->count; i++, from += (players - 1) * sizeof(double)) {
        double *value = &s->value[i * players], rest = 1;
        memcpy(value, from, (players - 1) * sizeof(double));
        for (size_t seat = 0; seat < players - 1; seat++)
            rest -= value[seat];
        value[players - 1] = rest;
    }
    s->complete = header.complete != 0;
    s->sweeps = header.sweeps;
    s->threads = header.threads;
    s->residual = header.residual;
    s->regret = header.regret;
    s->gain = header.gain;
    s->seconds = header.seconds;
    return true;
}

bool easycome_file_read(struct easycome_solution *s, const char *path, struct text *why)
{
    size_t length;
    unsigned char *bytes = files_read(path, &length, why);
    const bool good = bytes && easycome_file_parse(s, bytes, length, why);
    memory_free(bytes);
    return good;
}
