#include "people/keys.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

#define SIGN_BYTES 16
#define TICKET_PLAIN 120 /* bytes of a ticket without its signature */

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

void people_hash(const unsigned char key[PEOPLE_KEY_BYTES], const char *use, const void *bytes,
                 size_t length, unsigned char hash[PEOPLE_HASH_BYTES])
{
    crypto_generichash_state state;
    crypto_generichash_init(&state, key, PEOPLE_KEY_BYTES, PEOPLE_HASH_BYTES);
    crypto_generichash_update(&state, (const unsigned char *)use, strlen(use) + 1);
    crypto_generichash_update(&state, bytes, length);
    crypto_generichash_final(&state, hash, PEOPLE_HASH_BYTES);
    sodium_memzero(&state, sizeof state);
}

void people_write_base64(const void *bytes, size_t length, struct text *out)
{
    const unsigned char *at = bytes;
    for (size_t i = 0; i < length; i += 3) {
        const size_t left = length - i;
        const unsigned part = (unsigned)at[i] << 16 | (left > 1 ? (unsigned)at[i + 1] << 8 : 0) |
                              (left > 2 ? at[i + 2] : 0);
        text_char(out, letters[part >> 18]);
        text_char(out, letters[part >> 12 & 63]);
        if (left > 1)
            text_char(out, letters[part >> 6 & 63]);
        if (left > 2)
            text_char(out, letters[part & 63]);
    }
}

long people_read_base64(struct span text, unsigned char *out, size_t capacity)
{
    uint32_t part = 0;
    unsigned bits = 0;
    size_t count = 0;
    for (size_t i = 0; i < text.length; i++) {
        const char *letter = text.at[i] ? strchr(letters, text.at[i]) : NULL;
        if (!letter)
            return -1;
        part = part << 6 | (uint32_t)(letter - letters);
        bits += 6;
        if (bits >= 8) {
            bits -= 8;
            if (count == capacity)
                return -1;
            out[count++] = (unsigned char)(part >> bits);
            part &= (1u << bits) - 1;
        }
    }
    return part || bits >= 6 ? -1 : (long)count;
}

void people_write_hex(const unsigned char *bytes, size_t length, char *hex)
{
    sodium_bin2hex(hex, 2 * length + 1, bytes, length);
}

void people_cookie_name(const unsigned char key[PEOPLE_KEY_BYTES], bool secure,
                        char name[PEOPLE_COOKIE_MAX])
{
    unsigned char hash[PEOPLE_HASH_BYTES];
    char hex[9];
    people_hash(key, "cookie", "", 0, hash);
    people_write_hex(hash, 4, hex);
    snprintf(name, PEOPLE_COOKIE_MAX, "%scornet_%s", secure ? "__Host-" : "", hex);
}

/* ---- tickets: numbers and texts, then a signature ---- */

struct plain {
    unsigned char bytes[TICKET_PLAIN + SIGN_BYTES];
    size_t length, at;
};

static void put_number(struct plain *plain, uint64_t number)
{
    for (int i = 7; i >= 0; i--)
        plain->bytes[plain->length++] = (unsigned char)(number >> 8 * i);
}

static uint64_t get_number(struct plain *plain)
{
    uint64_t number = 0;
    for (int i = 0; i < 8; i++)
        number = number << 8 | plain->bytes[plain->at++];
    return number;
}

static void sign(const unsigned char key[PEOPLE_KEY_BYTES], const char *use,
                 const struct plain *plain, unsigned char signature[SIGN_BYTES])
{
    unsigned char hash[PEOPLE_HASH_BYTES];
    people_hash(key, use, plain->bytes, plain->length, hash);
    memcpy(signature, hash, SIGN_BYTES);
}

/* The last member, a text, is the rest. */
static void finish(const unsigned char key[PEOPLE_KEY_BYTES], const char *use, struct plain *plain,
                   const char *last, char out[PEOPLE_TICKET_MAX])
{
    struct text text = text_on(out, PEOPLE_TICKET_MAX);
    memcpy(plain->bytes + plain->length, last, strlen(last));
    plain->length += strlen(last);
    sign(key, use, plain, plain->bytes + plain->length);
    people_write_base64(plain->bytes, plain->length + SIGN_BYTES, &text);
}

/* Reads a text that `finish` has made, with this many numbers; `last` gets its last member. */
static bool start(const unsigned char key[PEOPLE_KEY_BYTES], const char *use, struct span text,
                  size_t numbers, struct plain *plain, char *last, size_t capacity)
{
    unsigned char signature[SIGN_BYTES];
    const long length = people_read_base64(text, plain->bytes, sizeof plain->bytes);
    plain->at = 0;
    plain->length = length > SIGN_BYTES ? (size_t)length - SIGN_BYTES : 0;
    if (plain->length < 8 * numbers || plain->length - 8 * numbers >= capacity)
        return false;
    sign(key, use, plain, signature);
    if (sodium_memcmp(signature, plain->bytes + plain->length, SIGN_BYTES) != 0)
        return false;
    memcpy(last, plain->bytes + 8 * numbers, plain->length - 8 * numbers);
    last[plain->length - 8 * numbers] = '\0';
    return true;
}

void people_write_ticket(const unsigned char key[PEOPLE_KEY_BYTES],
                         const struct people_ticket *ticket, char out[PEOPLE_TICKET_MAX])
{
    struct plain plain = {.length = 0};
    put_number(&plain, (uint64_t)ticket->person);
    put_number(&plain, ticket->until);
    finish(key, "ticket", &plain, ticket->name, out);
}

bool people_read_ticket(const unsigned char key[PEOPLE_KEY_BYTES], struct span text, uint64_t now,
                        struct people_ticket *ticket)
{
    struct plain plain;
    if (!start(key, "ticket", text, 2, &plain, ticket->name, sizeof ticket->name))
        return false;
    ticket->person = (int64_t)get_number(&plain);
    ticket->until = get_number(&plain);
    return ticket->until > now;
}

void people_write_seat(const unsigned char key[PEOPLE_KEY_BYTES], const struct people_seat *seat,
                       char out[PEOPLE_TICKET_MAX])
{
    struct plain plain = {.length = 0};
    put_number(&plain, (uint64_t)seat->person);
    put_number(&plain, seat->until);
    put_number(&plain, seat->mark);
    put_number(&plain, (uint64_t)seat->seat);
    finish(key, "seat", &plain, seat->table, out);
}

bool people_read_seat(const unsigned char key[PEOPLE_KEY_BYTES], struct span text, uint64_t now,
                      struct people_seat *seat)
{
    struct plain plain;
    if (!start(key, "seat", text, 4, &plain, seat->table, sizeof seat->table))
        return false;
    seat->person = (int64_t)get_number(&plain);
    seat->until = get_number(&plain);
    seat->mark = get_number(&plain);
    seat->seat = (int)get_number(&plain);
    return seat->until > now;
}
