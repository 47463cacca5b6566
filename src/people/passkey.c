#include "people/passkey.h"

#include <openssl/evp.h>
#include <openssl/x509.h>
#include <sodium.h>
#include <string.h>

#include "base/json.h"
#include "base/lang.h"
#include "people/cbor.h"

#define PRESENT 0x01 /* flags: somebody touched the device; a key is attached */
#define ATTACHED 0x40
#define HEAD_BYTES 37 /* the hash of the domain, the flags, the count */
#define AAGUID_BYTES 16
#define SIGNED_MAX 4096

static bool refuse(struct text *why)
{
    return text_fail(why, tr("the passkey's answer cannot be used"));
}

/* Whether it is about this challenge and this page. */
static bool check_client(const struct passkey_place *place, struct span client, const char *type,
                         struct text *why)
{
    const struct span kind = json_inside(json_get(client, "type"), '"'),
                      challenge = json_inside(json_get(client, "challenge"), '"'),
                      origin = json_inside(json_get(client, "origin"), '"');
    return (kind.at && challenge.at && origin.at && span_is(kind, type) &&
            span_is(origin, place->origin) && challenge.length == place->challenge.length &&
            memcmp(challenge.at, place->challenge.at, challenge.length) == 0) ||
           refuse(why);
}

/* The data of the authenticator begins with a head. */
static bool read_head(const struct passkey_place *place, struct span data, unsigned flags,
                      uint32_t *uses, struct text *why)
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    const unsigned char *at = (const unsigned char *)data.at;
    crypto_hash_sha256(hash, (const unsigned char *)place->rp, strlen(place->rp));
    if (data.length < HEAD_BYTES || memcmp(at, hash, sizeof hash) != 0 || (at[32] & flags) != flags)
        return refuse(why);
    *uses = (uint32_t)at[33] << 24 | (uint32_t)at[34] << 16 | (uint32_t)at[35] << 8 | at[36];
    return true;
}

static bool take_bytes(const struct cbor *map, int64_t key, size_t length, unsigned char *out)
{
    struct cbor value;
    if (!cbor_find_number(map, key, &value) || value.type != CBOR_BYTES ||
        value.bytes.length != length)
        return false;
    memcpy(out, value.bytes.at, length);
    return true;
}

static bool is_number(const struct cbor *map, int64_t key, int64_t number)
{
    struct cbor value;
    return cbor_find_number(map, key, &value) && value.type <= CBOR_MINUS && value.number == number;
}

/* OpenSSL's form of the public key; NULL: it is none, for instance no point of the curve. */
static EVP_PKEY *open_key(const struct passkey *passkey)
{
    static const unsigned char head[] = {0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48,
                                         0xce, 0x3d, 0x02, 0x01, 0x06, 0x08, 0x2a, 0x86, 0x48,
                                         0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00};
    unsigned char der[sizeof head + PASSKEY_PUBLIC_MAX];
    const unsigned char *at = der;
    if (passkey->public_length == 32)
        return EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, passkey->public, 32);
    if (passkey->public_length != PASSKEY_PUBLIC_MAX)
        return NULL;
    memcpy(der, head, sizeof head);
    memcpy(der + sizeof head, passkey->public, PASSKEY_PUBLIC_MAX);
    return d2i_PUBKEY(NULL, &at, sizeof der);
}

/* A COSE key: ES256 on P-256, or EdDSA on Ed25519. */
static bool read_key(struct span *rest, struct passkey *out)
{
    struct cbor map;
    if (!cbor_read(rest, &map) || map.type != CBOR_MAP)
        return false;
    if (is_number(&map, 1, 2) && is_number(&map, 3, -7) && is_number(&map, -1, 1)) {
        out->public[0] = 4;
        out->public_length = PASSKEY_PUBLIC_MAX;
        if (!take_bytes(&map, -2, 32, out->public + 1) ||
            !take_bytes(&map, -3, 32, out->public + 33))
            return false;
    } else if (is_number(&map, 1, 1) && is_number(&map, 3, -8) && is_number(&map, -1, 6)) {
        out->public_length = 32;
        if (!take_bytes(&map, -2, 32, out->public))
            return false;
    } else {
        return false;
    }
    EVP_PKEY *key = open_key(out);
    EVP_PKEY_free(key);
    return key;
}

bool passkey_read(const struct passkey_place *place, struct span client, struct span attestation,
                  struct passkey *out, struct text *why)
{
    struct cbor map, data;
    memset(out, 0, sizeof *out);
    if (!check_client(place, client, "webauthn.create", why))
        return false;
    if (!cbor_read(&attestation, &map) || attestation.length ||
        !cbor_find_text(&map, "authData", &data) || data.type != CBOR_BYTES)
        return refuse(why);
    struct span rest = data.bytes;
    if (!read_head(place, rest, PRESENT | ATTACHED, &out->uses, why))
        return false;
    if (rest.length < HEAD_BYTES + AAGUID_BYTES + 2)
        return refuse(why);
    rest =
        (struct span){rest.at + HEAD_BYTES + AAGUID_BYTES, rest.length - HEAD_BYTES - AAGUID_BYTES};
    out->id_length = (size_t)(unsigned char)rest.at[0] << 8 | (unsigned char)rest.at[1];
    rest = (struct span){rest.at + 2, rest.length - 2};
    if (out->id_length == 0 || out->id_length > PASSKEY_ID_MAX || out->id_length > rest.length)
        return refuse(why);
    memcpy(out->id, rest.at, out->id_length);
    rest = (struct span){rest.at + out->id_length, rest.length - out->id_length};
    return read_key(&rest, out) || refuse(why);
}

/* Whether the key has signed the authenticator's data and the hash of the client's. */
static bool is_signed(const struct passkey *passkey, struct span client, struct span data,
                      struct span signature)
{
    unsigned char message[SIGNED_MAX + crypto_hash_sha256_BYTES];
    EVP_PKEY *key = open_key(passkey);
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    const EVP_MD *digest = passkey->public_length == 32 ? NULL : EVP_sha256();
    memcpy(message, data.at, data.length);
    crypto_hash_sha256(message + data.length, (const unsigned char *)client.at, client.length);
    const bool good =
        key && context && EVP_DigestVerifyInit(context, NULL, digest, NULL, key) == 1 &&
        EVP_DigestVerify(context, (const unsigned char *)signature.at, signature.length, message,
                         data.length + crypto_hash_sha256_BYTES) == 1;
    EVP_MD_CTX_free(context);
    EVP_PKEY_free(key);
    return good;
}

bool passkey_check(const struct passkey_place *place, struct passkey *passkey, struct span client,
                   struct span authenticator, struct span signature, struct text *why)
{
    uint32_t uses;
    if (authenticator.length > SIGNED_MAX || !check_client(place, client, "webauthn.get", why) ||
        !read_head(place, authenticator, PRESENT, &uses, why))
        return false;
    /* A count that does not grow is a sign of a copy; synchronised passkeys send 0. */
    if ((uses || passkey->uses) && uses <= passkey->uses)
        return refuse(why);
    if (!is_signed(passkey, client, authenticator, signature))
        return refuse(why);
    passkey->uses = uses;
    return true;
}
