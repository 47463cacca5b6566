// SHA-256 for the fair dice. WebCrypto where the browser has it; it does so only on
// https and localhost, and a table on the local network is plain http: there the same in JavaScript.

const ROUND = new Uint32Array(64);
const START = new Uint32Array(8);

// The constants are the fractions of the roots of the first primes.
(() => {
  /** @param {number} x */
  const fraction = (x) => Math.floor((x - Math.floor(x)) * 2 ** 32);
  let found = 0;
  for (let n = 2; found < 64; n++) {
    let prime = true;
    for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
    if (!prime) continue;
    if (found < 8) START[found] = fraction(Math.sqrt(n));
    ROUND[found++] = fraction(Math.cbrt(n));
  }
})();

/** @param {number} x @param {number} n */
const turn = (x, n) => (x >>> n) | (x << (32 - n));

/** @param {Uint32Array} sum @param {Uint32Array} words @param {Uint8Array} bytes @param {number} at */
function block(sum, words, bytes, at) {
  const view = new DataView(bytes.buffer, at, 64);
  for (let i = 0; i < 16; i++) words[i] = view.getUint32(4 * i);
  for (let i = 16; i < 64; i++) {
    const a = words[i - 15], b = words[i - 2];
    const s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3), s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
    words[i] = words[i - 16] + s0 + words[i - 7] + s1;
  }
  let [a, b, c, d, e, f, g, k] = sum;
  for (let i = 0; i < 64; i++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25), s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const t1 = (k + s1 + ((e & f) ^ (~e & g)) + ROUND[i] + words[i]) | 0;
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    k = g, g = f, f = e, e = (d + t1) | 0, d = c, c = b, b = a, a = (t1 + t2) | 0;
  }
  [a, b, c, d, e, f, g, k].forEach((value, i) => (sum[i] += value));
}

/**
 * Adds the 64 bytes at this offset to the sum; for incremental hashing.
 * @param {Uint32Array} sum
 * @param {Uint8Array} bytes
 * @param {number} at
 */
export const sha256Block = (sum, bytes, at) => block(sum, new Uint32Array(64), bytes, at);

/** @param {Uint8Array} bytes */
export function plainSha256(bytes) {
  const padded = new Uint8Array((((bytes.length + 8) >> 6) + 1) << 6);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const sum = START.slice(), words = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) block(sum, words, padded, at);
  const out = new Uint8Array(32);
  sum.forEach((value, i) => new DataView(out.buffer).setUint32(4 * i, value));
  return out;
}

const hasWebCrypto = () => Boolean(globalThis.crypto?.subtle);

/** @param {Uint8Array<ArrayBuffer>} bytes */
export async function sha256(bytes) {
  return hasWebCrypto() ? new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)) : plainSha256(bytes);
}

/** @param {Iterable<number>} bytes */
export const toHex = (bytes) => [...bytes].map((b) => b.toString(16).padStart(2, '0')).join('');
/** @param {string} hex */
export const fromHex = (hex) => new Uint8Array((hex.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
export const randomSeed = () => crypto.getRandomValues(new Uint8Array(32));
