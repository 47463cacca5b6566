// What a message of the server makes of the state. Each function changes the state it is given, and gives what the page has to say or
// to do about it.
import { beatsOf, faultComment, present, timeoutComment } from './state.js';
import { isSecret } from './turn.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('./state.js').Beat} Beat */
/** @typedef {import('./state.js').Outcome} Outcome */
/** @typedef {import('./messages.js').TableMessage & {came: number}} TableCame */
/** @typedef {import('./messages.js').MovesMessage & {came: number}} MovesCame */

const SAID = 50; // chat lines that are kept

/**
 * Everything at once. `first`: there was no table; `ended`: its end has been said; `opening`: the beats by which a game starts, which
 * are still to be shown.
 * @param {State} s
 * @param {TableCame} message
 * @param {Board} board
 * @returns {{first: boolean, ended: boolean, secret: boolean, opening: Beat[]}}
 */
export function applyTable(s, message, board) {
  const first = !s.table, ended = s.table?.phase === 'over', secret = isSecret(s, message);
  const starts = message.why === 'start' && board.pace && !secret;
  const past = Math.max(0, (message.origin?.step ?? 0) - (message.log_from ?? 0)); // lines of the game from which this one goes on
  const opening = starts ? beatsOf(message.log.slice(past), message.states?.slice(1), message) : [];
  Object.assign(s, {
    board, table: { ...message, said: message.said ?? [] }, pending: null, hint: null, mark: null, ui: {},
    fresh: message.why === 'start' && !starts ? message.log.slice(past) : [], before: null, owner: 0, timeout: 0,
    beat: s.beat + 1, clockAt: message.came, counted: countedIn(message),
  });
  if (starts) {
    const state = message.states?.[0] ?? opening[0].state;
    Object.assign(present(s).table, { log: message.log.slice(0, past), state, may: false, legal: [] });
  }
  forgetAbsence(s);
  return { first, ended, secret, opening };
}

/** @param {import('./messages.js').Table} table */
const countedIn = ({ log, log_from: from }) => (from ?? 0) + log.length;

/**
 * The table from the seat of another person here, at a moment that is shown already.
 * @param {State} s
 * @param {TableCame} message
 */
export function applySameMoment(s, message) {
  const { board } = present(s);
  Object.assign(s, { table: { ...message, said: message.said ?? [] }, pending: null, clockAt: message.came, ui: board.keepUi ? s.ui : {} });
  forgetAbsence(s);
}

/**
 * Counts new lines. True where the server has left something out: before a move that the clock made, or a forfeit, is a comment, which is
 * not sent.
 * @param {State} s
 * @param {MovesCame} message
 */
export function countLines(s, { from = s.counted, lines, timeout, fault }) {
  const missing = from !== s.counted + (timeout || fault ? 1 : 0);
  s.counted = from + lines.length;
  return missing;
}

/** Why a bot cannot go on, before the line that says so. @param {State} s @param {Outcome} message */
function keepFault(s, { fault, lines }) {
  if (fault && lines) present(s).table.log.push(faultComment(lines[0][0], fault));
}

/**
 * The next line and the state after it.
 * @param {State} s
 * @param {Beat} beat
 */
export function applyBeat(s, { line, state, last, timeout = 0 }) {
  const { table, board } = present(s);
  Object.assign(s, { before: table.state, fresh: line ? [line] : [], pending: null, mark: null, timeout, beat: s.beat + 1 });
  s.owner = line ? board.owner(line, table.state ?? state) : 0;
  if (timeout) table.log.push(timeoutComment(timeout));
  if (last) keepFault(s, last);
  if (line) table.log.push(line);
  table.state = state;
  if (!last) Object.assign(table, { may: false, legal: [] });
}

/**
 * All lines of a message at once, where nothing is paced.
 * @param {State} s
 * @param {MovesCame} message
 */
export function applyLines(s, message) {
  const { table } = present(s);
  keepFault(s, message);
  table.log.push(...message.lines);
  Object.assign(s, { fresh: message.lines, before: table.state });
}

/**
 * What holds after the last line of a message. `could`: this seat could act before; `ends`: the game ends with it.
 * @param {State} s
 * @param {Outcome} message
 */
export function applyOutcome(s, message) {
  const { table, board } = present(s), could = table.may;
  const { seq = table.seq, state, may, legal, undo, clock } = message;
  const ends = state?.mover === 'over' && table.phase !== 'over';
  Object.assign(table, { seq, state, may, legal, undo, clock });
  if (message.fair) table.fair = message.fair;
  if (ends) Object.assign(table, { phase: 'over', proposal: null });
  Object.assign(s, { pending: null, mark: null, ui: board.keepUi ? s.ui : {}, clockAt: message.came });
  if (!board.pace) s.beat++;
  return { could, ends };
}

/**
 * Seats that a bot plays from now on: for a person who has left for good, or stands in.
 * @param {State} s
 * @param {import('./messages.js').SeatsMessage} message
 */
export function applySeats(s, message) {
  const { table } = present(s), before = table.seats, { type, id, seq, ...rest } = message;
  const changed = message.seats.flatMap(({ kind }, i) => (kind !== before[i].kind && i + 1 !== table.you ? [{ seat: i + 1, kind }] : []));
  Object.assign(table, rest, { seq: Math.max(seq, table.seq) });
  forgetAbsence(s);
  return changed;
}

/** A banner about an absent seat may come again when that person has been here. @param {State} s */
function forgetAbsence(s) {
  present(s).table.seats.forEach(({ here }, i) => here && s.putAway.delete(`${s.id} away-${i + 1}`));
}

/**
 * @param {State} s
 * @param {import('./messages.js').ChatMessage} message
 * @param {boolean} seen whether the chat is on the screen
 */
export function applyChat(s, { seat, name, text }, seen) {
  const { table } = present(s);
  table.said = [...table.said, { seat, name, text }].slice(-SAID);
  if (!seen) s.unread++;
}

/**
 * The seats that have not kept their promise since the last message, without my own.
 * @param {State} s
 * @param {import('./messages.js').FairMessage} message
 */
export function applyFair(s, { fair }) {
  const { table } = present(s), known = table.fair?.failed?.length ?? 0;
  table.fair = fair;
  return (fair.failed ?? []).slice(known).map(({ seat }) => seat).filter((seat) => seat !== table.you);
}

/**
 * Whether somebody else has said no.
 * @param {State} s
 * @param {import('./messages.js').ProposalMessage} message
 */
export function applyProposal(s, { proposal, done }) {
  const refused = done === false && !s.declined;
  present(s).table.proposal = proposal;
  s.declined = false;
  return refused;
}
