/* keys.h: keyed hashes of secrets, and signed tickets, which any server with the same key can check
 * without the database. */
#ifndef CORNET_PEOPLE_KEYS_H
#define CORNET_PEOPLE_KEYS_H

#include "people/people.h"

/* The keyed hash of a secret. `use` separates words, tokens, codes and challenges. */
void people_hash(const unsigned char key[PEOPLE_KEY_BYTES], const char *use, const void *bytes,
                 size_t length, unsigned char hash[PEOPLE_HASH_BYTES]);

/* base64url without padding. people_read_base64 returns the number of bytes; -1 if the text is not
 * base64url in its shortest form, or longer than the buffer. */
#define PEOPLE_BASE64(bytes) (((bytes)*4 + 2) / 3 + 1)
void people_write_base64(const void *bytes, size_t length, struct text *out);
long people_read_base64(struct span text, unsigned char *out, size_t capacity);

void people_write_hex(const unsigned char *bytes, size_t length, char *hex);

/* Names the cookie by the key, since browsers share cookies between the ports of a host. */
#define PEOPLE_COOKIE_MAX 32
void people_cookie_name(const unsigned char key[PEOPLE_KEY_BYTES], bool secure,
                        char name[PEOPLE_COOKIE_MAX]);

/* Who a client is, for a WebSocket. */
struct people_ticket {
    int64_t person;
    uint64_t until;
    char name[MATCH_NAME_MAX];
};
void people_write_ticket(const unsigned char key[PEOPLE_KEY_BYTES],
                         const struct people_ticket *ticket, char out[PEOPLE_TICKET_MAX]);
bool people_read_ticket(const unsigned char key[PEOPLE_KEY_BYTES], struct span text, uint64_t now,
                        struct people_ticket *ticket);

/* The right to a seat: `mark` changes when somebody else takes it (table_seat_mark). */
struct people_seat {
    int64_t person;
    uint64_t until, mark;
    int seat;
    char table[PEOPLE_TABLE_MAX];
};
void people_write_seat(const unsigned char key[PEOPLE_KEY_BYTES], const struct people_seat *seat,
                       char out[PEOPLE_TICKET_MAX]);
bool people_read_seat(const unsigned char key[PEOPLE_KEY_BYTES], struct span text, uint64_t now,
                      struct people_seat *seat);

#endif
