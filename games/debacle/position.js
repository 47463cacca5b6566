// Débâcle: what lines and positions mean. No DOM: tests import it.

/** @typedef {import('../../model/messages.js').GameState} GameState */
/** @typedef {{side: number, value: number}} Piece */
/** @typedef {Record<string, Piece>} Pieces by square */
/** @typedef {{kind: string, from?: string | null, to?: string}} Move kind is '-', 'x', '~', '@', '+' or 'end' */
/** @typedef {Move & {seat: number, was?: number, becomes?: number}} Step a line of a turn; faces where they are known */
/** @typedef {{was: number, becomes: number, taken: number}} Facts the face before and after a line, and that of a captured die, or 0 */

export const FILES = 'abcdef';
const START = 'FEDCBA/....../....../....../....../123456';

/** The dice of the position text. @param {string} position */
export function pieces(position) {
  /** @type {Pieces} */
  const found = {};
  (position ?? '').split(' ')[0].split('/').forEach((row, r) => {
    [...row].forEach((c, f) => {
      const square = FILES[f] + (6 - r);
      if (/[1-6]/.test(c)) found[square] = { side: 1, value: Number(c) };
      else if (/[A-F]/.test(c)) found[square] = { side: 2, value: c.charCodeAt(0) - 64 };
    });
  });
  return found;
}

/** The values of captured dice. @param {string} letters @returns {number[]} */
export const held = (letters) => (letters.match(/[1-6A-F]/g) ?? []).map((c) => (/[1-6]/.test(c) ? Number(c) : c.charCodeAt(0) - 64));

/** Parses a line. @param {string} line @returns {Move} */
export function read(line) {
  const word = line.split(' ')[1] ?? '';
  const move = word.match(/^([a-f][1-6])([-x])([a-f][1-6])$/);
  if (move) return { from: move[1], kind: move[2], to: move[3] };
  if (/^[a-f][1-6]~$/.test(word)) return { from: word.slice(0, 2), kind: '~' };
  if (/^[@+][a-f][1-6]$/.test(word)) return { kind: word[0], to: word.slice(1) };
  return { kind: word };
}

/**
 * The face that a die shows before a move and after it.
 * @param {GameState} state before the move
 * @param {number} seat
 * @param {Move} move
 * @returns {Facts | null} null if this seat has no die there
 */
export function factsOf(state, seat, { kind, from, to }) {
  const now = pieces(state.position), was = now[(kind === '@' ? state.owed : from) ?? '']?.value, taken = now[to ?? '']?.value ?? 0;
  if (kind === '+') {
    const lowest = Math.min(...held(state.held[2 - seat]));
    return lowest < 7 ? { was: lowest, becomes: lowest, taken: 0 } : null;
  }
  if (!was) return null;
  if (kind === 'x') return taken ? { was, becomes: taken, taken } : null;
  return { was, becomes: kind === '-' ? (was % 6) + 1 : kind === '~' ? 7 - was : was, taken: 0 };
}

/** What keeps the turn from ending: a missing advance in the tournament form, or compulsory moves. @param {GameState} state */
export const dutyOf = ({ form, may_end, owed, position }) => (owed || may_end !== false ? null
  : form === 'tournament' && !position.split(' ')[2].includes('a') ? 'advance' : 'must');

/** The extra moves that the opponent gets for a recovered die. @param {number} value */
export const bonusFor = (value) => (value < 4 ? 1 : 2);

// ---- the game so far, from its lines alone ----

/** @param {Pieces} now */
const written = (now) => Object.keys(now).sort().map((square) => `${square}${now[square].side}${now[square].value}`).join();

/** The dice at the start: `setup` as the option, or six digits as a shuffle is written. @param {string} setup @returns {Pieces} */
function startOf(setup) {
  if (/^[1-6]{6}$/.test(setup)) {
    const black = [...setup].reverse().map((digit) => String.fromCharCode(64 + Number(digit))).join('');
    return pieces(`${black}/....../....../....../....../${setup}`);
  }
  return pieces(setup.includes('/') ? setup : START);
}

/**
 * The effects of each line, from the first. Empty if the lines do not lead to the position `now`: a round that ended without the last
 * capture, or a log without its beginning.
 * @param {string[]} log
 * @param {string} setup the table's option
 * @param {number} ends captures that end a round
 * @param {Pieces} now
 * @returns {(Facts | null)[]}
 */
export function factsOfLog(log, setup, ends, now) {
  const fields = setup.split(' '), newRound = () => ({ dice: startOf(setup), captured: [held(fields[4] ?? ''), held(fields[5] ?? '')] });
  let { dice, captured } = newRound(), at = '';
  const facts = log.map((line) => {
    const [who, verb, what] = line.split(' '), seat = Number(who), { kind, from, to } = read(line);
    if (captured.some((values) => values.length >= ends)) ({ dice, captured } = newRound());
    if (who === '*' && verb === 'setup') dice = startOf(what);
    if (!(seat > 0) || !/^[-x~@+]$/.test(kind)) return null;
    const start = (kind === '@' ? at : from) ?? '', lost = captured[2 - seat], lowest = Math.min(...lost);
    const was = kind === '+' ? lowest : dice[start]?.value ?? 0, taken = kind === 'x' ? dice[to ?? '']?.value ?? 0 : 0;
    const becomes = kind === '-' ? (was % 6) + 1 : kind === '~' ? 7 - was : taken || was;
    if (kind === '+') lost.splice(lost.indexOf(lowest), 1);
    else delete dice[start];
    if (taken) captured[seat - 1].push(taken);
    at = to ?? from ?? '';
    dice[at] = { side: seat, value: becomes };
    return { was, becomes, taken };
  });
  return [dice, newRound().dice].some((board) => written(board) === written(now)) ? facts : [];
}

/** @type {{key: string, facts: (Facts | null)[]}} */
let known = { key: '', facts: [] };

/** The effects of each line of the log, as far as the log shows them. @param {import('../../model/board.js').View} view */
export function factsSoFar({ log, table, state }) {
  const key = `${table.table} ${log.length} ${log[log.length - 1]} ${state.position}`;
  if (key !== known.key) {
    const whole = !table.log_from && table.options;
    known = { key, facts: whole ? factsOfLog(log, table.options?.setup ?? '', state.captures_to_end, pieces(state.position)) : [] };
  }
  return known.facts;
}

// ---- turns ----

/**
 * The moves of the turn that is being played, and those of the previous turn. The last line of a round is a capture, not `end`. So going
 * back stops at a capture that the captured dice of this round do not contain.
 * @param {string[]} log
 * @param {GameState} state
 * @returns {{at: number, line: string}[][]} of this turn and of the one before; `at` is the place in the log
 */
export function turnsOf(log, { held: holds, turns }) {
  /** @type {number[]} */
  const captures = holds.map((/** @type {string} */ dice) => held(dice).length);
  /** @type {{at: number, line: string}[][]} */
  const found = [[], []];
  let ended = 0;
  for (let at = log.length - 1; at >= 0; at--) {
    const line = log[at], who = Number(line[0]), { kind } = read(line);
    if (!/^[12] (?!forfeits|accepts)/.test(line)) continue;
    if (kind === 'end' && ++ended > Math.min(turns, 1)) break;
    if (kind === 'x' && captures[who - 1]-- === 0) break;
    if (kind === '+') captures[2 - who]++;
    if (kind !== 'end') found[ended].unshift({ at, line });
  }
  return found;
}
