// Fair dice, version 3: hashes, chains, notes and texts to sign. docs/design/fair-dice.md has the construction; src/match/fair3.c is the
// same in C. 32-byte values are 64 hexadecimal digits here.
import { plainSha256, toHex } from '../core/hash.js';

export const LINKS = 8192; // of a chain
const PART = 256; // links between two that are kept
const SLICE = 8; // milliseconds of work before the page has its turn

const encoder = new TextEncoder();

/** T(a, b, …): each part followed by a newline. @param {(string | number)[]} parts */
export const textOf = (...parts) => parts.map((part) => `${part}\n`).join('');
/** H(a, b, …) @param {(string | number)[]} parts */
export const hashOf = (...parts) => toHex(plainSha256(encoder.encode(textOf(...parts))));

/** The server's promise of a link. @param {string} table @param {string} link */
export const serverPromise = (table, link) => hashOf('cornet fair 3 server', table, link);

// ---- chains ----

/**
 * x_(n-1) of the chain of the seat `who`.
 * @param {string} table @param {number} who @param {number} n @param {string} link x_n
 */
const linkBelow = (table, who, n, link) => hashOf('cornet fair 3 link', table, who, n, link);

/**
 * Hashes x_from down to x_to.
 * @param {string} table @param {number} who @param {number} from @param {number} to @param {string} link
 */
export function linkDown(table, who, from, to, link) {
  for (let n = from; n > to; n--) link = linkBelow(table, who, n, link);
  return link;
}

/** Lets the page draw and react. Timers of a page in the background are slow; messages are not. */
const pause = () => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => (port1.close(), resolve(undefined));
  port2.postMessage(0);
});

/** A chain of one's own. `marks`: every 256th link, from x_0 to x_L. */
export class Chain {
  /** @param {string} table @param {number} who @param {string[]} marks */
  constructor(table, who, marks) {
    this.table = table;
    this.who = who;
    this.marks = marks;
    this.part = -1; // the one whose links are in `near`
    /** @type {string[]} */
    this.near = [];
  }

  /**
   * Makes the chain of the secret x_L in slices that do not block the page.
   * @param {string} table @param {number} who @param {string} secret
   */
  static async make(table, who, secret, links = LINKS) {
    const marks = [secret];
    let link = secret, began = performance.now();
    for (let n = links; n > 0; n--) {
      link = linkBelow(table, who, n, link);
      if ((n - 1) % PART === 0) marks.unshift(link);
      if (n % 32 || performance.now() - began < SLICE) continue;
      await pause();
      began = performance.now();
    }
    return new Chain(table, who, marks);
  }

  /** x_n. @param {number} n */
  link(n) {
    const part = Math.ceil(n / PART);
    if (part >= this.marks.length) throw new RangeError(`link ${n}`);
    if (n % PART === 0) return this.marks[part];
    if (part !== this.part) {
      const last = Math.min(part * PART, this.links());
      this.near = [this.marks[part]];
      for (let at = last; at > (part - 1) * PART + 1; at--) this.near.unshift(linkBelow(this.table, this.who, at, this.near[0]));
      this.part = part;
    }
    return this.near[n - (part - 1) * PART - 1];
  }

  links() {
    return Math.min(LINKS, (this.marks.length - 1) * PART);
  }
}

// ---- the ledger ----

/** h_0 @param {string[]} head */
export const headHash = (head) => hashOf(...head);
/** h_i of the hash before it and entry i in its public form. @param {string} before @param {string} entry */
export const entryHash = (before, entry) => hashOf('cornet fair 3 entry', before, entry);
/** The public form of a hidden line: its first two words and `?`. @param {string} line */
export const hiddenForm = (line) => `${line.split(' ', 2).join(' ')} ?`;

/**
 * An entry of the ledger that is a note. The members that a kind has are those of its pattern below.
 * @typedef {{kind: 'seat', seat: number, who: string} | {kind: 'chain', seat: number, asks: number, end: string, key: string}
 *   | {kind: 'ask' | 'miss', n: number, seats: number[]}
 *   | {kind: 'step', n: number, link: string, next: string, links: {seat: number, link: string, sig: string}[]}
 *   | {kind: 'by' | 'yes', seat: number, m: number, seen: number, digest: string, sig: string}
 *   | {kind: 'late', seat: number, ms: number} | {kind: 'hide', digest: string} | {kind: 'undo', index: number, own: boolean}} Note
 */

const NUMBER = '(0|[1-9][0-9]{0,14})', SEAT = '([1-6])', HEX = '([0-9a-f]{64})', SIG = '([0-9a-f]{128}|-)', KEY = '([0-9a-f]{64}|-)';
const SEATS = '(-|[1-6](?: [1-6])*)';
/** @param {string} text */
const seatsOf = (text) => (text === '-' ? [] : text.split(' ').map(Number));
/** @param {number[]} seats */
const rise = (seats) => seats.every((seat, i) => !i || seats[i - 1] < seat);

/** @type {[RegExp, (found: string[]) => Note][]} */
const NOTES = [
  [new RegExp(`^#3 seat ${SEAT} (person|plain|bot|stand-in|left)$`), ([, seat, who]) => ({ kind: 'seat', seat: Number(seat), who })],
  [new RegExp(`^#3 chain ${SEAT} ${NUMBER} ${HEX} ${KEY}$`),
    ([, seat, asks, end, key]) => ({ kind: 'chain', seat: Number(seat), asks: Number(asks), end, key })],
  [new RegExp(`^#3 (ask|miss) ${NUMBER} ${SEATS}$`),
    ([, kind, n, seats]) => ({ kind: kind === 'ask' ? 'ask' : 'miss', n: Number(n), seats: seatsOf(seats) })],
  [new RegExp(`^#3 step ${NUMBER} ${HEX}:${HEX} ([0-6]:[0-9a-f]{64}:(?:[0-9a-f]{128}|-)(?: [1-6]:[0-9a-f]{64}:(?:[0-9a-f]{128}|-))*)$`),
    ([, n, link, next, opened]) => ({ kind: 'step', n: Number(n), link, next, links: opened.split(' ').map(readOpened) })],
  [new RegExp(`^#3 (by|yes) ${SEAT} ${NUMBER} ${NUMBER} ${HEX} ${SIG}$`), ([, kind, seat, m, seen, digest, sig]) =>
    ({ kind: kind === 'by' ? 'by' : 'yes', seat: Number(seat), m: Number(m), seen: Number(seen), digest, sig })],
  [new RegExp(`^#3 late ([0-6]) ${NUMBER}$`), ([, seat, ms]) => ({ kind: 'late', seat: Number(seat), ms: Number(ms) })],
  [new RegExp(`^#3 hide ${KEY}$`), ([, digest]) => ({ kind: 'hide', digest })],
  [new RegExp(`^#3 undo ${NUMBER} (own|all)$`), ([, index, how]) => ({ kind: 'undo', index: Number(index), own: how === 'own' })],
];

/** @param {string} opened */
function readOpened(opened) {
  const [seat, link, sig] = opened.split(':');
  return { seat: Number(seat), link, sig };
}

/** @param {string} entry */
export const isNote = (entry) => entry.startsWith('#3 ');

/** Reads a note; null if it is none in its one spelling. @param {string} entry @returns {Note | null} */
export function readNote(entry) {
  if (encoder.encode(entry).length > 2047) return null;
  for (const [pattern, make] of NOTES) {
    const found = pattern.exec(entry);
    if (!found) continue;
    const note = make([...found]);
    return rise('seats' in note ? note.seats : 'links' in note ? note.links.map(({ seat }) => seat) : []) ? note : null;
  }
  return null;
}

// ---- words and signatures ----

/** D of an act. @param {string} salt 64 digits, or - @param {string} act */
export const actDigest = (salt, act) => hashOf('cornet fair 3 act', salt, act);

/** @param {string} table @param {number} seat @param {number} n @param {string} asked @param {string} link */
export const openText = (table, seat, n, asked, link) => textOf('cornet fair 3 open', table, seat, n, asked, link);
/**
 * @param {'by' | 'yes'} kind @param {string} table @param {number} seat @param {number} m @param {number} seen @param {string} hash h_SEEN
 * @param {string} digest
 */
export const wordText = (kind, table, seat, m, seen, hash, digest) => textOf(`cornet fair 3 ${kind}`, table, seat, m, seen, hash, digest);

/** The first digits of the hash of all seats' keys, for players to compare. @param {[number, string][]} keys by their seats, ascending */
export const fingerprint = (keys) => hashOf('cornet fair 3 keys', ...keys.map(([seat, key]) => `${seat} ${key}`)).slice(0, 32);

/** @param {string} text */
export const bytesOf = (text) => encoder.encode(text);
