// Announces events at the table: for screen readers, and for players who look elsewhere; and celebrates the end.
import { h } from '../core/dom.js';
import { redraw } from '../core/frame.js';
import { setting } from '../core/keep.js';
import { announce, notice, winners } from '../core/parts.js';
import { phraseIn } from '../core/phrases.js';
import { fileOf } from '../core/place.js';
import { play as playSound } from '../core/sound.js';
import { t } from '../core/texts.js';
import { isOurs, peopleHere } from '../model/turn.js';
import { present } from '../model/state.js';
import { state } from './current.js';
import { askWords, endWords, gameWords, nameIn, timeoutWords, viewOf } from './view.js';

/** @typedef {import('../model/state.js').State} State */

let said = '';

/**
 * Announces events, then what to do. Skips repetitions: several lines of one event (a deal), or an end that repeats the last event.
 * @param {string} words
 * @param {string} more
 */
export function say(words, more = '') {
  const fresh = words === said || more.includes(words) ? '' : words;
  said = words;
  if (fresh || more) announce(`${fresh} ${more}`.trim());
}

/** In one's own turn: the action that is expected now. @param {State} s @param {boolean} could this seat could act before, too */
function nextWords(s, could) {
  const { table, board } = present(s);
  if (!could || !table.may || !table.you || !board.pace || s.queue.length || table.state?.mover === 'chance') return '';
  const { ask } = board.bar(viewOf(s));
  return typeof ask === 'string' ? ask : '';
}

/** @param {State} s */
function notify(s) {
  if (!document.hidden || !setting('notify', false) || !('Notification' in window) || Notification.permission !== 'granted') return;
  const note = new Notification(t('turn.yours'), { body: gameWords(s), tag: s.id ?? '', icon: fileOf('icon.svg') });
  note.onclick = () => (window.focus(), note.close());
}

/** "Your turn". @param {State} s @param {boolean} could this seat could act before, too */
export function turnWords(s, could) {
  const { table, board } = present(s);
  if (table.phase === 'over') return endWords(s, viewOf(s));
  if (table.dice === 'own' && table.state?.mover === 'chance') return t('roll.wait');
  if (!table.may || could || table.phase !== 'playing' || !table.you) return '';
  playSound('turn');
  notify(s);
  if (!board.pace) return '';
  if (s.device.shared) return t('turn.of', { name: nameIn(s, table.you) });
  return t(table.throws ? 'throw.ask' : 'turn.yours');
}

/** The action expected after the last line. @param {State} s @param {boolean} could */
export const dueWords = (s, could) => `${turnWords(s, could)} ${nextWords(s, could)}`.trim();

/** @param {import('../core/dom.js').Child} child */
const wordsOf = (child) => (h('span', null, child).textContent ?? '').replace(/\s+/g, ' ').trim();

/**
 * Where am I: whose turn it is, what I can do, my own state, what happened last.
 * @param {State} s
 * @param {string} doing what the bar says
 */
export function whereWords(s, doing) {
  const { table, board } = present(s), v = viewOf(s), { turn } = v;
  const last = v.fresh.length ? board.tell(v.fresh, v) : '';
  const own = table.you ? board.where?.(v) ?? wordsOf(board.seat(v, table.you)) : '';
  const { ask, buttons = [] } = turn.why === 'choose' || turn.why === 'speak' ? board.bar(v) : { ask: doing };
  const can = buttons.filter((button) => !button.off).map((button) => button.text).join(', ');
  const parts = [turn.mine ? t('where.mine') : '', wordsOf(ask), can && t('where.can', { what: can }), own, last];
  return parts.filter(Boolean).map((words) => (/[.!?…:]$/.test(String(words)) ? words : `${words}.`)).join(' ');
}

/** The title of the page. @param {State} s */
export function titleWords(s) {
  if (!s.table || !s.board) return 'Cornet';
  const game = gameWords(s), { phase, may } = s.table;
  if (phase === 'over') return `${t('over')} · ${game}`;
  if (phase === 'playing' && may && s.board.pace && !s.device.shared) return `• ${t('turn.yours')} · ${game}`;
  return `${game} · Cornet`;
}

/**
 * The server has moved for somebody. Notify that player immediately, since more events may follow quickly.
 * @param {State} s @param {number} seat
 */
export function tellTimeout(s, seat) {
  const words = timeoutWords(viewOf(s), seat);
  notice(words);
  if (seat === s.table?.you) announce(words, true);
}

/** @type {Record<string, string>} */
const REPLACED = { left: 'seat.left', 'stand-in': 'seat.standin' };

/**
 * Somebody has left permanently, is replaced, or has another's seat.
 * @param {State} s
 * @param {{seat: number, kind: string, from?: string}[]} changed
 */
export function tellSeats(s, changed) {
  for (const { seat, kind, from } of changed) {
    if (from) notice(t('seat.passes', { from, to: nameIn(s, seat) }));
    else if (REPLACED[kind]) notice(`${nameIn(s, seat)}${t('colon')} ${t(REPLACED[kind])}`);
  }
}

/** Seats that did not keep their promise are named to everybody at once. @param {State} s @param {number[]} seats */
export function tellFailed(s, seats) {
  for (const seat of seats) notice(t('dice.failed', { name: nameIn(s, seat) }), 'bad');
}

/** @param {State} s @param {import('../model/messages.js').ChatMessage} message @param {boolean} seen */
export function tellChat(s, { seat, name, text }, seen) {
  const words = `${name}${t('colon')} ${phraseIn(text)}`;
  if (seat === s.table?.you) return;
  if (seen) announce(words);
  else notice(words, 'chat');
  playSound('tap');
}

/**
 * @param {State} s
 * @param {boolean} ended it was not carried out, and not because of our own refusal
 * @param {number} [by] the seat that refused: unknown if the proposal expired or the server is old
 */
export function tellProposal(s, ended, by) {
  const proposal = s.table?.proposal;
  if (proposal?.wanted.length && !isOurs(s, proposal)) announce(askWords(s, proposal), true);
  else if (ended) notice(by ? t('ask.refused', { name: nameIn(s, by) }) : t('ask.no'));
}

/** Whether log and chat are on the screen. */
export function sideSeen() {
  const side = document.getElementById('side');
  return side !== null && getComputedStyle(side).visibility === 'visible';
}

// ---- the end ----

const LASTS = 4200; // milliseconds
const RESTS = 1800; // milliseconds: the last move is seen before the podium

/** The game has ended before our eyes: a sound, and confetti for the winners. */
export function celebrate() {
  const { table } = present(state), won = winners(table.state?.result ?? null);
  const alone = table.you && !peopleHere(state).length;
  const glad = alone ? won.includes(table.you) : won.some((seat) => table.seats[seat - 1].kind !== 'left');
  playSound(glad ? 'win' : 'over');
  state.endAt = performance.now() + RESTS;
  setTimeout(redraw, RESTS + 20);
  if (!glad || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  state.party = { until: performance.now() + LASTS, seats: won };
  setTimeout(redraw, LASTS + 100);
}
