// A seat's part in the fair dice (fair.js), with the transcript that this browser keeps of it.
import { keepTranscript, seedOf, transcriptOf } from '../core/keep.js';
import { keepLines, newTranscript, nextStep } from './fair.js';
import { randomSeed, toHex } from '../core/hash.js';

/** @typedef {import('../model/messages.js').Table} Table */
/** @typedef {import('../model/messages.js').ClientMessage} ClientMessage */

/** One window at a time speaks for a seat, where the browser can tell. @param {string} name @param {() => Promise<string | null>} act */
const alone = (name, act) => (navigator.locks ? navigator.locks.request(`cornet.dice.${name}`, act) : act());

/**
 * The transcript of this seat: what was kept before, or a new one. Null where a seed was opened at this table already, and the seat
 * is taken anew; undefined where there is nothing to keep.
 * @param {import('./fair.js').FairTable} table
 */
function transcriptFor({ table: id, you, fair, phase }) {
  const kept = transcriptOf(id, you), seed = seedOf(id, you);
  if (kept?.seat === you && (!seed || Object.values(kept.seeds).includes(seed))) return kept;
  if (kept) return kept.opened.length ? null : newTranscript(id, you, kept.server, seed);
  return phase === 'waiting' || phase === 'fair' ? newTranscript(id, you, fair.commit, seed) : undefined;
}

/**
 * Does what is next, by say(message). The step as nextStep names it, or null where there is none.
 * @param {Table} table
 * @param {(message: ClientMessage) => void} say
 */
export async function tendDice(table, say) {
  if (!table.you || !table.fair) return null;
  return alone(`${table.table}.${table.you}`, async () => {
    const { fair } = table;
    if (!fair) return null;
    const now = { ...table, fair }, kept = transcriptFor(now);
    if (!kept) return kept === null ? 'cheated' : null;
    const { step, send } = await nextStep(kept, now, toHex(randomSeed()));
    const stored = keepTranscript(kept);
    if (send && stored) say(send); // what is not kept proves nothing: nothing is sent
    return step;
  });
}

/**
 * Keeps lines as they were told to a seat; `whole`: these are all. False where the server has changed one.
 * @param {string} id
 * @param {number} seat
 * @param {number} from
 * @param {string[]} lines
 * @param {boolean} whole
 */
export function keepShown(id, seat, from, lines, whole) {
  const kept = transcriptOf(id, seat);
  if (!kept) return true;
  const good = keepLines(kept, from, lines) && (!whole || from + lines.length >= kept.lines.length);
  keepTranscript(kept);
  return good;
}
