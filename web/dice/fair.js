// The client's side of the fair dice of version 2: the exchange of seeds, and its transcript. src/match/transcript.c is the same in C.
import { fromHex, sha256, toHex } from '../core/hash.js';

/** @typedef {import('../model/messages.js').Fair} Fair */
/** @typedef {import('../model/messages.js').Table & {fair: Fair}} FairTable */
/** @typedef {import('../model/messages.js').ClientMessage} ClientMessage */

/**
 * The contents of a list of commitments.
 * @typedef {Pick<import('../model/messages.js').Fair, 'attempt' | 'commit' | 'settings' | 'failed'>
 *   & {table?: string, seats: ({commit?: string, seed?: string | null} | null)[]}} FairList
 */

/**
 * A player's own account of an exchange. Attempts are its keys.
 * @typedef {object} Transcript
 * @property {string} table
 * @property {number} seat
 * @property {string} server the server's commitment
 * @property {Record<string, string>} seeds
 * @property {Record<string, string>} lists digests
 * @property {number[]} opened attempts
 * @property {boolean} started
 * @property {string[]} lines as they were shown; '' where one was not
 */

/** @typedef {{step: string, send?: Extract<ClientMessage, {do: 'fair'}>}} Step what is next, and the message for it */

export const ATTEMPTS_MAX = 7; // each failed one has lost a seat
const HEX = /^[0-9a-f]{64}$/;

/** @param {string} seed */
export const commitTo = async (seed) => toHex(await sha256(fromHex(seed)));

// ---- the list of commitments ----

/** @param {FairList} fair */
export function listText(fair) {
  return [
    'cornet fair 2 list',
    `table ${fair.table}`,
    ...[...fair.settings].sort(),
    `attempt ${fair.attempt}`,
    `server ${fair.commit}`,
    ...fair.seats.map((seat, i) => `seat ${i + 1} ${seat?.commit ?? '-'}`),
    ...fair.failed.map((f) => `failed ${f.attempt} ${f.seat} ${f.step} ${f.commit}`),
  ].map((line) => line + '\n').join('');
}

/** @param {FairList} fair */
export const listDigest = async (fair) => toHex(await sha256(new TextEncoder().encode(listText(fair))));

// ---- the steps of an honest client ----

/** Whether a seat failed in every earlier attempt: the server cannot drop an attempt without a reason. @param {FairList} fairList */
function attemptsFailed({ attempt, failed }) {
  const seen = new Set(failed.map((f) => f.attempt));
  return seen.size === attempt - 1 && [...seen].every((n) => n >= 1 && n < attempt);
}

/** Whether the settings shown here are those bound by the list. @param {FairList} fair @param {FairTable} table */
const settingsAgree = (fair, table) =>
  fair.settings.some((line) => line.startsWith('from ')) === Boolean(table.origin) && fair.settings.every((line, i) => {
  const [, key, rest] = /^(\w+) ([^\0-\x1f\x7f]*)$/.exec(line) ?? [];
  if (i && fair.settings[i - 1] >= line) return false;
  if (key === 'game') return rest === table.game;
  if (key === 'players') return rest === String(table.players);
  if (key === 'from') return rest.startsWith(`${table.origin?.step} ${table.origin?.table} `) && HEX.test(rest.split(' ')[2]);
  const cut = rest?.indexOf('=');
  return key === 'option' && table.options[rest.slice(0, cut)] === rest.slice(cut + 1);
});

/**
 * @param {string} table
 * @param {number} seat
 * @param {string} server
 * @param {string | null | undefined} seed
 * @returns {Transcript}
 */
export const newTranscript = (table, seat, server, seed) =>
  ({ table, seat, server, seeds: seed ? { 1: seed } : {}, lists: {}, opened: [], started: false, lines: [] });

/** Whether the server's message as a whole is invalid. @param {Transcript} kept @param {FairTable} table */
function isFaulty(kept, table) {
  const { fair } = table, { attempt } = fair;
  return kept.table !== fair.table || kept.server !== fair.commit || !(attempt >= 1 && attempt <= ATTEMPTS_MAX)
    || !attemptsFailed(fair) || !settingsAgree(fair, table)
    || Object.keys(kept.lists).some((n) => Number(n) > attempt) || ((kept.started || kept.lines.length > 0) && fair.step !== 'done');
}

/**
 * Checks the start of the game: it uses all seeds of the list, including this seat's, and no others.
 * @param {Transcript} kept
 * @param {Fair} fair
 * @param {string} list
 * @returns {Promise<Step>}
 */
async function takeStart(kept, fair, list) {
  const { attempt } = fair;
  const right = await Promise.all(fair.seats.map(async (seat) => !seat
    || (HEX.test(seat.seed ?? '') && (await commitTo(seat.seed ?? '')) === seat.commit)));
  if (kept.lists[attempt] !== list || !right.every(Boolean) || !kept.opened.includes(attempt)
    || fair.seats[kept.seat - 1]?.seed !== kept.seeds[attempt]) return { step: 'cheated' };
  if (fair.seed && (await commitTo(fair.seed)) !== kept.server) return { step: 'cheated' };
  kept.started = true;
  return { step: 'wait' };
}

/**
 * Processes the server's state of the exchange for a seat. Changes `kept`; the caller must store it before it sends the message `send`.
 * {step, send}: step is 'wait', 'send', 'out' (the dice are made without this seat), 'late' (the server says that this
 * seat did not answer), 'lost' (this browser does not know the committed seed) or 'cheated' (the server contradicts itself; no further
 * seed is opened).
 * @param {Transcript} kept
 * @param {FairTable} table
 * @param {string} freshSeed
 * @returns {Promise<Step>}
 */
export async function nextStep(kept, table, freshSeed) {
  const { fair } = table, { attempt } = fair, seat = fair.seats[kept.seat - 1];
  const closed = fair.step !== 'commit', cheated = { step: 'cheated' };
  if (isFaulty(kept, table)) return cheated;
  if (fair.failed.some((f) => f.seat === kept.seat)) return { step: 'late' };
  if (closed && !seat) return { step: 'out' };
  if (seat && !kept.seeds[attempt]) return { step: 'lost' };
  kept.seeds[attempt] ??= freshSeed;
  const commit = await commitTo(kept.seeds[attempt]);
  if (seat && seat.commit !== commit) return cheated;
  if (!closed) return seat ? { step: 'wait' } : { step: 'send', send: { do: 'fair', commit } };
  const list = await listDigest(fair);
  if (fair.step === 'done') return takeStart(kept, fair, list);
  const known = kept.lists[attempt];
  if (known && known !== list) return cheated;
  kept.lists[attempt] = list;
  if (!known || !fair.open) return { step: 'send', send: { do: 'fair', list } };
  if (!kept.opened.includes(attempt)) kept.opened.push(attempt);
  return { step: 'send', send: { do: 'fair', seed: kept.seeds[attempt] } };
}

/** Only a player's line can be undone. @param {string} line @param {string} later */
const isUndone = (line, later) => /^[1-9]/.test(line) && (later === `# undone: ${line}` || later.trim() === '# undone:');

/**
 * Records lines of the game as shown, starting at this index. False if the server has changed one.
 * @param {Transcript} kept
 * @param {number} from
 * @param {string[]} lines
 */
export function keepLines(kept, from, lines) {
  return lines.every((line, i) => {
    const known = kept.lines[from + i];
    if (known && known !== line && !isUndone(known, line)) return false;
    while (kept.lines.length < from + i) kept.lines.push('');
    kept.lines[from + i] = line;
    return true;
  });
}

// ---- as a file ----

/** @param {Transcript} kept */
export function transcriptText(kept) {
  const lines = ['cornet-transcript 1', `table ${kept.table}`, `seat ${kept.seat}`, `server ${kept.server}`];
  for (let n = 1; n <= ATTEMPTS_MAX; n++) {
    if (kept.seeds[n]) lines.push(`seed ${n} ${kept.seeds[n]}`);
    if (kept.lists[n]) lines.push(`list ${n} ${kept.lists[n]}`);
    if (kept.opened.includes(n)) lines.push(`opened ${n}`);
  }
  if (kept.started) lines.push('started');
  kept.lines.forEach((line, i) => line && lines.push(`line ${i + 1} ${line}`));
  return lines.map((line) => line + '\n').join('');
}
