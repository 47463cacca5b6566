// Passkeys: made and used by the browser (WebAuthn), checked by the server. Bytes are base64url in messages.
import { ask, changePasskeys, deviceName, signIn } from './me.js';

const ALGORITHMS = [-8, -7]; // EdDSA, ES256

/** @param {ArrayBuffer} bytes */
const toText = (bytes) => btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
/** @param {string} text */
const toBytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

/** Whether this browser can use passkeys here. */
export const canUsePasskeys = () => 'PublicKeyCredential' in window && isSecureContext;

/** Makes a passkey and adds it to the account. */
export async function addPasskey() {
  const { challenge, rp, user, exclude = [] } = await ask('/api/passkeys/challenge', {});
  const made = /** @type {any} */ (await navigator.credentials.create({
    publicKey: {
      challenge: toBytes(challenge), rp: { id: rp, name: 'Cornet' },
      user: { id: toBytes(user.id), name: user.name, displayName: user.name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })), attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
      excludeCredentials: exclude.map((/** @type {string} */ id) => ({ type: 'public-key', id: toBytes(id) })),
    },
  }));
  return changePasskeys({
    add: {
      id: made.id, challenge, client: toText(made.response.clientDataJSON), attestation: toText(made.response.attestationObject),
      device: deviceName(),
    },
  });
}

export async function signInByPasskey() {
  const { challenge, rp } = await ask('/api/passkeys/challenge', {});
  const got = /** @type {any} */ (await navigator.credentials.get({
    publicKey: { challenge: toBytes(challenge), rpId: rp, userVerification: 'preferred' },
  }));
  const { clientDataJSON, authenticatorData, signature } = got.response;
  return signIn({
    passkey: {
      id: got.id, challenge, client: toText(clientDataJSON), authenticator: toText(authenticatorData), signature: toText(signature),
    },
  });
}
