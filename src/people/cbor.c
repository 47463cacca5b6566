#include "people/cbor.h"

#define DEPTH_MAX 8

/* The first byte has the type in 3 bits and in 5 bits the argument, or how many bytes of it follow.
 */
static bool read_head(struct span *rest, int *type, uint64_t *argument)
{
    if (rest->length == 0)
        return false;
    const unsigned char first = (unsigned char)rest->at[0];
    const int kind = first & 31, more = kind < 24 ? 0 : kind < 28 ? 1 << (kind - 24) : -1;
    if (more < 0 || rest->length < 1 + (size_t)more)
        return false;
    *type = first >> 5;
    *argument = more ? 0 : (uint64_t)kind;
    for (int i = 1; i <= more; i++)
        *argument = *argument << 8 | (unsigned char)rest->at[i];
    const uint64_t least[] = {0, 24, 1u << 8, 0, 1u << 16, 0, 0, 0, UINT64_C(1) << 32};
    *rest = (struct span){rest->at + 1 + more, rest->length - 1 - (size_t)more};
    return *argument >= least[more];
}

static bool read_item(struct span *rest, struct cbor *out, int depth);

/* Skips the entries of an array or a map, and stores their bytes. */
static bool read_entries(struct span *rest, struct cbor *out, uint64_t entries, int depth)
{
    const char *start = rest->at;
    struct cbor entry;
    if (entries > rest->length) /* each takes a byte at least */
        return false;
    out->number = (int64_t)entries;
    for (uint64_t i = 0; i < entries * (out->type == CBOR_MAP ? 2 : 1); i++) {
        if (!read_item(rest, &entry, depth + 1))
            return false;
    }
    out->bytes = (struct span){start, (size_t)(rest->at - start)};
    return true;
}

static bool read_item(struct span *rest, struct cbor *out, int depth)
{
    static const enum cbor_type types[] = {CBOR_NUMBER, CBOR_MINUS, CBOR_BYTES,  CBOR_TEXT,
                                           CBOR_ARRAY,  CBOR_MAP,   CBOR_SIMPLE, CBOR_SIMPLE};
    int type;
    uint64_t argument;
    if (depth > DEPTH_MAX || !read_head(rest, &type, &argument) || type == 6 ||
        argument > INT64_MAX)
        return false;
    *out = (struct cbor){.type = types[type], .number = (int64_t)argument};
    switch (out->type) {
    case CBOR_MINUS:
        out->number = -1 - (int64_t)argument;
        return true;
    case CBOR_BYTES:
    case CBOR_TEXT:
        if (argument > rest->length)
            return false;
        out->bytes = (struct span){rest->at, (size_t)argument};
        *rest = (struct span){rest->at + argument, rest->length - (size_t)argument};
        return true;
    case CBOR_ARRAY:
    case CBOR_MAP:
        return read_entries(rest, out, argument, depth);
    case CBOR_SIMPLE:
        return argument >= 20 && argument <= 22;
    default:
        return true;
    }
}

bool cbor_read(struct span *rest, struct cbor *out)
{
    return read_item(rest, out, 0);
}

static bool find(const struct cbor *map, const char *text, int64_t number, struct cbor *out)
{
    struct span rest = map->bytes;
    struct cbor key;
    for (int64_t i = 0; map->type == CBOR_MAP && i < map->number; i++) {
        if (!cbor_read(&rest, &key) || !cbor_read(&rest, out))
            return false;
        if (text ? key.type == CBOR_TEXT && span_is(key.bytes, text)
                 : key.type <= CBOR_MINUS && key.number == number)
            return true;
    }
    return false;
}

bool cbor_find_text(const struct cbor *map, const char *key, struct cbor *out)
{
    return find(map, key, 0, out);
}

bool cbor_find_number(const struct cbor *map, int64_t key, struct cbor *out)
{
    return find(map, NULL, key, out);
}
