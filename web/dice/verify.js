// The one verifier, src/match/verdict.c, in the WebAssembly module: it replays a record by the rules and needs no server.
import { FILES } from '../offline/files.js';
import { Machine } from '../offline/host.js';

/**
 * What a record and a transcript prove.
 * @typedef {object} Verdict
 * @property {'proved' | 'in-part' | 'not-proved' | 'contradicted' | 'refused'} grade
 * @property {number} version of the fair dice
 * @property {string[]} said sentences
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

/**
 * Checks a record with a transcript; an empty one is none. Rejects where the module cannot be loaded.
 * @param {string} record
 * @param {string} transcript
 * @param {string} language
 * @returns {Promise<Verdict>}
 */
export async function verify(record, transcript, language) {
  const machine = await start(), french = language === 'fr', game = gameOf(record);
  if (french) await machine.load('french');
  if (game) await machine.load(game);
  const { check_record } = machine.exports;
  const answer = machine.give(record, (at, length) =>
    machine.give(transcript, (kept, size) => machine.text(check_record(at, length, kept, size, french))));
  return JSON.parse(answer);
}
