// A seat's part in the fair dice (fair.js), with the transcript that this browser keeps of it.
import { keepTranscript, seedOf, transcriptOf } from '../core/keep.js';
import { keepLines, newTranscript, nextStep } from './fair.js';
import { randomSeed, toHex } from '../core/hash.js';
import { isHere } from '../core/place.js';

/** @typedef {import('../model/messages.js').Table} Table */
/** @typedef {import('../model/messages.js').ClientMessage} ClientMessage */

/**
 * Only one window at a time acts for a seat, if the browser supports locks. Browsers that block cookies refuse locks.
 * @param {string} name
 * @param {() => Promise<string | null>} act
 */
async function alone(name, act) {
  let begun = false;
  const once = () => ((begun = true), act());
  if (!navigator.locks) return act();
  return navigator.locks.request(`cornet.dice.${name}`, once).catch((error) => (begun ? Promise.reject(error) : act()));
}

/**
 * The transcript of this seat: the stored one or a new one. Null if a seed was already opened at this table and the seat is taken again;
 * undefined if none is needed: a seat that is taken during the game has no part of this person in its dice.
 * @param {import('./fair.js').FairTable} table
 */
function transcriptFor({ table: id, you, fair, phase }) {
  const kept = transcriptOf(id, you), seed = seedOf(id, you);
  if (kept?.seat === you && (!seed || Object.values(kept.seeds).includes(seed))) return kept;
  if (phase !== 'waiting' && phase !== 'fair') return undefined;
  if (kept) return kept.opened.length ? null : newTranscript(id, you, kept.server, seed);
  return newTranscript(id, you, fair.commit, seed);
}

/**
 * Performs the next step, sending with say(message). Returns the step of nextStep, or null if there is none.
 * @param {Table} table
 * @param {(message: ClientMessage) => void} say
 */
export async function advanceFairExchange(table, say) {
  if (!table.you || !table.fair) return null;
  return alone(`${table.table}.${table.you}`, async () => {
    const { fair } = table;
    if (!fair) return null;
    const now = { ...table, fair }, kept = transcriptFor(now);
    if (!kept) return kept === null ? 'cheated' : null;
    const { step, send } = await nextStep(kept, now, toHex(randomSeed()));
    if (step === 'cheated' && isHere(table.table)) return goOn(kept, now, say);
    keepTranscript(kept); // if the browser stores nothing, it stays in the page's memory, and the page says so
    if (send) say(send);
    return step;
  });
}

/**
 * Continues the exchange from the state of a local table that knows less than the transcript.
 * This happens if the browser's storage was full: nobody has cheated.
 * @param {import('./fair.js').Transcript} kept
 * @param {import('./fair.js').FairTable} now
 * @param {(message: ClientMessage) => void} say
 */
async function goOn(kept, now, say) {
  const rest = { ...kept, server: now.fair.commit, started: false, lines: [] };
  const { step, send } = await nextStep(rest, now, toHex(randomSeed()));
  if (step !== 'cheated') keepTranscript(rest);
  if (send && step !== 'cheated') say(send);
  return 'unsaved';
}

/**
 * Records the lines shown to a seat; `whole`: these are all lines. 'cheated' if the server has changed one; 'unsaved' if the table is
 * local and the browser has lost lines; null if all lines match.
 * @param {string} id
 * @param {number} seat
 * @param {number} from
 * @param {string[]} lines
 * @param {boolean} whole
 */
export function keepShown(id, seat, from, lines, whole) {
  const kept = transcriptOf(id, seat);
  if (kept?.seat !== seat) return null;
  const good = keepLines(kept, from, lines) && (!whole || from + lines.length >= kept.lines.length);
  if (!good && isHere(id)) kept.lines = [...kept.lines.slice(0, from), ...lines];
  keepTranscript(kept);
  return good ? null : isHere(id) ? 'unsaved' : 'cheated';
}
