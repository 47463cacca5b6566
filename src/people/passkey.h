/* passkey.h: what a browser sends when a passkey is made or used (WebAuthn), and its check. ES256
 * and EdDSA, without attestation. The input is untrusted. */
#ifndef CORNET_PEOPLE_PASSKEY_H
#define CORNET_PEOPLE_PASSKEY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

#define PASSKEY_ID_MAX 1023
#define PASSKEY_PUBLIC_MAX 65 /* ES256: a point, 65 bytes; EdDSA: 32 bytes */

struct passkey {
    unsigned char id[PASSKEY_ID_MAX], public[PASSKEY_PUBLIC_MAX];
    size_t id_length, public_length;
    uint32_t uses;
};

/* Where it is used: the domain, the page's origin, and the challenge in base64url. */
struct passkey_place {
    const char *rp, *origin;
    struct span challenge;
};

/* Reads a new passkey from clientDataJSON and the attestationObject. */
bool passkey_read(const struct passkey_place *place, struct span client, struct span attestation,
                  struct passkey *out, struct text *why);

/* Whether the passkey has signed this; then `uses` is the authenticator's count. */
bool passkey_check(const struct passkey_place *place, struct passkey *passkey, struct span client,
                   struct span authenticator, struct span signature, struct text *why);

#endif
