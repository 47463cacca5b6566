/* Ed25519 with libsodium. The browser's module has no libsodium: there the host signs and checks.
 */
#include "match/ledger.h"

void fair3_secret_make(struct fair3_secret *secret, const unsigned char seed[FAIR_BYTES])
{
    *secret = (struct fair3_secret){.key = {.has = true}};
    crypto_sign_seed_keypair(secret->key.bytes, secret->pair, seed);
}

struct fair3_signed fair3_sign(const struct fair3_secret *secret, const struct text *text)
{
    struct fair3_signed sign = {.has = secret->key.has};
    if (sign.has)
        crypto_sign_detached(sign.bytes, NULL, (const unsigned char *)text->start, text->length,
                             secret->pair);
    return sign;
}

bool fair3_check(const struct fair3_key *key, struct span text, const struct fair3_signed *sign)
{
    return key->has && sign->has &&
           crypto_sign_verify_detached(sign->bytes, (const unsigned char *)text.at, text.length,
                                       key->bytes) == 0;
}

enum ledger_sign ledger_sodium(void *context, const struct fair3_key *key, struct span text,
                               const struct fair3_signed *sign)
{
    (void)context;
    return fair3_check(key, text, sign) ? SIGN_GOOD : SIGN_BAD;
}
