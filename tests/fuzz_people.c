/* Fuzzes what people/ reads from strangers. The first byte chooses: words, names, CBOR, a new
 * passkey, a passkey's signature, a ticket, base64url. */
#include <string.h>

#include "base/memory.h"
#include "people/cbor.h"
#include "people/keys.h"
#include "people/names.h"
#include "people/passkey.h"
#include "people/words.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const unsigned char key[PEOPLE_KEY_BYTES] = {7};

static void read_words(struct span text, struct text *why)
{
    struct people_words words, again;
    struct people_typo typo;
    if (!people_words_read(text, &words, &typo, why))
        return;
    people_words_make(words.secret, &again);
    if (memcmp(&words, &again, sizeof words) != 0)
        __builtin_trap(); /* accepted words are the secret's own */
}

static void check_name(struct span text, struct text *why)
{
    char name[MATCH_NAME_MAX], fold[PEOPLE_FOLD_MAX], again[PEOPLE_FOLD_MAX], *copy;
    copy = memory_new(text.length + 1, 1);
    memcpy(copy, span_start(text), text.length);
    if (span_is_clean(span_of(copy)) && people_check_name(copy, name, why)) {
        people_fold_name(name, fold);
        people_fold_name(copy, again);
        if (!fold[0] || strcmp(fold, again) != 0)
            __builtin_trap();
    }
    char device[PEOPLE_DEVICE_MAX];
    people_clean_device(copy, device);
    memory_free(copy);
}

/* Bytes that are read again from what was written. */
static void check_base64(struct span text)
{
    unsigned char bytes[512];
    char written[PEOPLE_BASE64(512)];
    struct text out = text_on(written, sizeof written);
    const long length = people_read_base64(text, bytes, sizeof bytes);
    if (length < 0)
        return;
    people_write_base64(bytes, (size_t)length, &out);
    if (out.length != text.length || memcmp(written, span_start(text), text.length) != 0)
        __builtin_trap();
}

static void use_passkey(uint8_t kind, struct span text, struct text *why)
{
    const struct passkey_place place = {"localhost", "http://localhost:7777", span_of("abc")};
    static const char create[] = "{\"type\":\"webauthn.create\",\"challenge\":\"abc\",\"origin\":"
                                 "\"http://localhost:7777\"}";
    struct passkey passkey;
    if (kind == 3) {
        passkey_read(&place, span_of(create), text, &passkey, why);
        passkey_read(&place, text, text, &passkey, why);
    } else if (text.length >= 33) {
        passkey = (struct passkey){.public_length = text.at[0] & 1 ? 32 : PASSKEY_PUBLIC_MAX};
        memcpy(passkey.public, text.at + 1, 32);
        passkey_check(&place, &passkey, text, text, text, why);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char reason[TEXT_WHY];
    struct text why = text_on(reason, sizeof reason);
    if (size == 0)
        return 0;
    struct span text = {(const char *)data + 1, size - 1};
    struct people_ticket ticket;
    struct people_seat seat;
    struct cbor item, found;
    switch (data[0] % 7) {
    case 0:
        read_words(text, &why);
        break;
    case 1:
        check_name(text, &why);
        break;
    case 2:
        while (cbor_read(&text, &item)) {
            cbor_find_text(&item, "authData", &found);
            cbor_find_number(&item, 3, &found);
        }
        break;
    case 3:
    case 4:
        use_passkey(data[0] % 7, text, &why);
        break;
    case 5:
        if (people_read_ticket(key, text, 0, &ticket) || people_read_seat(key, text, 0, &seat))
            __builtin_trap(); /* nobody can forge one */
        break;
    default:
        check_base64(text);
    }
    return 0;
}
