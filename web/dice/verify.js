// The one verifier, src/match/verdict.c, in the WebAssembly module: it replays a record by the rules and needs no server.
import { FILES } from '../offline/files.js';
import { Machine } from '../offline/host.js';

/**
 * What a record and a transcript prove.
 * @typedef {object} Verdict
 * @property {'proved' | 'in-part' | 'not-proved' | 'contradicted' | 'refused'} grade
 * @property {number} version of the fair dice
 * @property {string[]} sentences the first one is the result
 * @property {string[]} experts sentences for experts
 * @property {[string, string, string][]} signs signatures to check: key, text, signature
 * @property {string | null} why the reason, where it is contradicted or refused
 * @property {number} line of the reason; 0 for none
 * @property {boolean} in_transcript the line is one of the transcript
 */

// Whether this page has the module. A program that was built without it serves a page that has not.
export const canVerify = () => FILES !== null;

/** @type {Promise<Machine> | null} */
let starting = null;

function start() {
  starting ??= Machine.start({}).catch((error) => ((starting = null), Promise.reject(error)));
  return starting;
}

/** The game of a record, whose data its rules need. @param {string} record */
const gameOf = (record) => /^game ([a-z]{1,20})$/m.exec(record.split('\n---\n')[0])?.[1];

/** @param {string} hex */
const bytesOf = (hex) => new Uint8Array((hex.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));

/** @type {Map<string, Promise<CryptoKey>>} */
const keys = new Map();

/** Whether it is the key's signature of the text. Rejects where the browser cannot check them. @param {[string, string, string]} sign */
async function isSigned([key, text, signature]) {
  const known = keys.get(key) ?? crypto.subtle.importKey('raw', bytesOf(key), 'Ed25519', false, ['verify']);
  keys.set(key, known);
  return crypto.subtle.verify('Ed25519', await known, bytesOf(signature), new TextEncoder().encode(text));
}

/** An answer for each signature: `1` if it is right, else `0`; none where the browser cannot check them. @param {Verdict['signs']} signs */
async function answersTo(signs) {
  try {
    return (await Promise.all(signs.map(isSigned))).map((good) => (good ? '1' : '0')).join('');
  } catch {
    return '';
  }
}

/**
 * Checks a record with a transcript; an empty one is none. The browser checks the signatures, where it can; otherwise the verdict says that
 * they were not checked. Rejects where the module cannot be loaded.
 * @param {string} record
 * @param {string} transcript
 * @param {string} language
 * @returns {Promise<Verdict>}
 */
export const verify = async (record, transcript, language) => verifyBy(await start(), record, transcript, language);

/**
 * The same with a module that has been started.
 * @param {Machine} machine
 * @param {string} record
 * @param {string} transcript
 * @param {string} language
 * @returns {Promise<Verdict>}
 */
export async function verifyBy(machine, record, transcript, language) {
  const french = language === 'fr', game = gameOf(record);
  if (french) await machine.load('french');
  if (game) await machine.load(game);
  const { check_record } = machine.exports;
  /** @param {string} answers @returns {Verdict} */
  const check = (answers) => JSON.parse(machine.give(record, (at, length) => machine.give(transcript, (kept, size) =>
    machine.give(answers, (told, count) => machine.text(check_record(at, length, kept, size, told, count, french))))));
  const first = check(''), answers = first.signs.length ? await answersTo(first.signs) : '';
  return answers ? check(answers) : first;
}
