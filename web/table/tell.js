// Announces events at the table: for screen readers, and for players who look elsewhere; and celebrates the end.
import { h } from '../core/dom.js';
import { redraw } from '../core/frame.js';
import { setting } from '../core/keep.js';
import { announce, notice, winners } from '../core/parts.js';
import { phraseIn } from '../core/phrases.js';
import { fileOf } from '../core/place.js';
import { play as playSound } from '../core/sound.js';
import { t } from '../core/texts.js';
import { clockLeft, dueSeat, isOurs, peopleHere, turnOf } from '../model/turn.js';
import { present } from '../model/state.js';
import { dwellOf } from './actions.js';
import { state } from './current.js';
import { endWords, gameWords, graceWords, nameIn, proposalWords, replayWords, timeoutWords, viewOf } from './view.js';

/** @typedef {import('../model/state.js').State} State */

/** The last announcement: the event, the seat that has to act, whose turn it is, and what is asked of this page's player. */
const nothing = () => ({ words: '', seat: 0, turn: 0, ask: '' });
let announced = nothing();

/** Forgets the last announcement, because the table was loaded again. */
export function forgetAnnounced() {
  announced = nothing();
}

/**
 * Announces an event once, then what follows from it.
 * @param {string} words
 * @param {string} more
 * @param {string} again if the line continues the event of the line before: the words of that event, which are not repeated
 */
export function say(words, more = '', again = '') {
  const known = again && words.startsWith(again) && announced.words.startsWith(again) ? words.slice(again.length).trim() : words;
  const fresh = more.includes(known) ? '' : known; // an end may repeat the event
  announced.words = words;
  announce(`${fresh} ${more}`.trim());
}

/** @param {State} s */
function notify(s) {
  if (!document.hidden || !setting('notify', false) || !('Notification' in window) || Notification.permission !== 'granted') return;
  const note = new Notification(t('turn.yours'), { body: gameWords(s), tag: s.id ?? '', icon: fileOf('icon.svg') });
  note.onclick = () => (window.focus(), note.close());
}

/** @param {import('../core/dom.js').Child} child */
const wordsOf = (child) => (h('span', null, child).textContent ?? '').replace(/\s+/g, ' ').trim();

/** @param {import('../core/dom.js').Child[]} parts */
const sentences = (parts) =>
  parts.map((part) => wordsOf(part)).filter(Boolean).map((words) => (/[.!?…:]$/.test(words) ? words : `${words}.`)).join(' ');

/**
 * Remembers that the seat was announced as the one to act. False if it already was.
 * @param {State} s
 * @param {number} seat
 * @param {string} ask
 */
function isNews(s, seat, ask = '') {
  const turn = s.table?.state?.turn ?? 0, known = announced.seat === seat && announced.turn === turn;
  Object.assign(announced, { seat, turn, ask });
  return !known;
}

/**
 * Announces that this page's player may act: "Your turn" with a sound, unless the player could act before; then the question.
 * @param {State} s
 * @param {boolean} could
 */
function ownWords(s, could) {
  const { table, board } = present(s), { ask, why, buttons = [] } = board.bar(viewOf(s));
  const can = !board.pace ? '' : buttons.filter(({ primary, line, off }) => primary && line && !off).map(({ text }) => text).join(', ');
  const words = sentences([ask, why, can && t('where.can', { what: can })]);
  const asked = board.pace || words !== announced.ask ? words : '', news = isNews(s, table.you, words), fresh = board.pace ? news : !could;
  if (fresh) playSound('turn'), notify(s);
  const turn = !fresh || !board.pace ? '' : s.device.shared ? t('turn.of', { name: nameIn(s, table.you) }) : t('turn.yours');
  return sentences([turn, asked]);
}

/** Announces which other seat has to act and how, unless that was announced. @param {State} s @param {number} seat */
function otherWords(s, seat) {
  const { board, table: { state: now } } = present(s);
  if (!isNews(s, seat) || !seat) return '';
  const inTurn = typeof now?.mover !== 'number' || now.turn === seat || !now.turn;
  return sentences([t(now && board.forStart?.(now) ? 'bar.tothrow' : inTurn ? 'turn.of' : 'turn.asked', { name: nameIn(s, seat) })]);
}

/** Announces that dice are to be thrown; '' if the page throws them itself (pace `none`). @param {State} s @param {number} seat */
function throwWords(s, seat) {
  if (!dwellOf(1)) return '';
  if (isNews(s, seat)) playSound('turn'), notify(s);
  return s.device.shared ? `${nameIn(s, seat)}${t('colon')} ${t('throw.ask.here')}` : t('throw.ask');
}

/** How many players are still missing, for a player who waits for them. @param {State} s */
function waitWords(s) {
  const { table } = present(s), open = table.seats.filter(({ kind }) => kind === 'open').length;
  return table.you && open ? sentences([t('wait.title', { n: open }), t('wait.how')]) : '';
}

/**
 * The announcement after the last event: how the game ended, or who has to act now and what is asked.
 * @param {State} s
 * @param {boolean} could this seat could act before, too
 */
export function dueWords(s, could) {
  const { table, board } = present(s), seat = dueSeat(s);
  if (table.phase === 'over') return endWords(s, viewOf(s));
  if (table.phase === 'waiting') return waitWords(s);
  if (table.phase !== 'playing' || !table.state) return '';
  if (table.dice === 'own' && table.state.mover === 'chance') return t('roll.wait');
  if (turnOf(s).why === 'throw') return throwWords(s, seat);
  if (table.may && table.you && !s.queue.length && table.state.mover !== 'chance') return ownWords(s, could);
  // Nothing is announced before the page is at the seat of a person here.
  return board.pace && seat !== table.you && !peopleHere(s).includes(seat) ? otherWords(s, seat) : '';
}

/** "Your turn", before a roll of this page's player that has not waited for a hand. @param {State} s */
export function ownTurnWords(s) {
  const you = s.table?.you;
  if (!you || s.owner !== you || s.device.shared || !s.board?.rolls(s.fresh[0] ?? '')) return '';
  const turn = s.before?.turn ?? 0;
  if (announced.seat === you && announced.turn === turn) return '';
  Object.assign(announced, { seat: you, turn, ask: '' });
  playSound('turn');
  notify(s);
  return sentences([t('turn.yours')]);
}

/**
 * A summary on request: whose turn it is, what I can do, my own state, what happened last.
 * @param {State} s
 * @param {string} doing the text of the bar
 */
export function whereWords(s, doing) {
  const { table, board } = present(s), v = viewOf(s), { turn } = v;
  const left = table.phase === 'playing' ? clockLeft(s, performance.now()) : null;
  if (s.replay) return replayWords(s, v);
  const last = !board.pace ? '' : v.fresh.length ? board.tell(v.fresh, v) : s.device.shared ? '' : s.lately; // “you” is one person
  const own = board.where?.(v) ?? (table.you ? wordsOf(board.seat(v, table.you)) : '');
  const { ask = '', buttons = [] } = turn.why === 'choose' || turn.why === 'speak' ? board.bar(v) : {};
  const can = buttons.filter((button) => !button.off).map((button) => button.text).join(', ');
  const time = left === null ? '' : t('clock.low', { n: Math.ceil(left / 1000) });
  const mine = turn.mine && turn.why !== 'throw' ? t('where.mine') : '';
  const soon = turn.why === 'beats' && !s.queue.length && table.you && table.throws === table.you; // already announced
  return sentences([mine, ask || (soon ? t('throw.ask') : doing), can && t('where.can', { what: can }), time, own, last]);
}

/** Announces that summary. The keys = and W do so, unless the board uses W. */
export function tellWhere() {
  if (!present(state).table.state) return announce(waitWords(state) || t('wait.short'), true), true;
  const field = document.querySelector('.bar [data-where]')?.getAttribute('aria-label');
  announce(whereWords(state, field ?? document.querySelector('.bar .ask')?.textContent ?? ''), true);
  return true;
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
  notice(words, 'plain', true);
  if (seat === s.table?.you) announce(words, true); // for other seats, the move's announcement says it
}

/** @type {Record<string, string>} */
const REPLACED = { left: 'seat.left', 'stand-in': 'seat.standin', back: 'seat.here' };

/**
 * Announces that somebody has left for good, was replaced, took another's seat, is away or is back.
 * @param {State} s
 * @param {{seat: number, kind: string, from?: string}[]} changed
 */
export function tellSeats(s, changed) {
  for (const { seat, kind, from } of changed) {
    const name = nameIn(s, seat), playing = s.table?.phase === 'playing' && !peopleHere(s).includes(seat);
    if (from) notice(t('seat.passes', { from, to: name }));
    else if (kind === 'away' && playing) announce(t(dueSeat(s) === seat ? 'away' : 'away.short', { name })); // a banner shows it
    else if (REPLACED[kind] && (kind !== 'back' || playing)) notice(`${name}${t('colon')} ${t(REPLACED[kind])}.`);
  }
}

/** Notifies everybody immediately of the seats that broke their commitment. @param {State} s @param {number[]} seats */
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
 * @param {{what?: string, refused?: number}} message refused: the seat that did; unknown if the proposal expired or the server is old
 */
export function tellProposal(s, ended, { what, refused: by }) {
  const proposal = s.table?.proposal, grace = Math.ceil((proposal?.grace ?? 0) / 1000);
  if (proposal && grace && (proposal.seat === s.table?.you || !proposal.wanted.length)) {
    announce(`${graceWords(s, proposal)} ${grace} s`, true);
  } else if (proposal?.wanted.length && !isOurs(s, proposal)) announce(proposalWords(s, proposal, true), true);
  else if (ended && by) notice(t(what === 'draw' ? 'ask.refused.draw' : 'ask.refused', { name: nameIn(s, by) }));
  else if (ended) notice(t(what === 'bot' ? 'ask.bot.no' : 'ask.no'));
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
