// Everybody at the table: a mark, a name, tags, and a clock, large enough to play by.
import { h } from '../core/dom.js';
import { icon } from '../core/icons.js';
import { announce, isBot, seatMark, seatName, winners } from '../core/parts.js';
import { play as playSound } from '../core/sound.js';
import { t } from '../core/texts.js';
import { clockLeft, clockText, isLow, lowBelow, peopleHere, runsForMe, turnOf } from '../model/turn.js';
import { present, shownState } from '../model/state.js';
import { nameIn } from './words.js';

/** @typedef {import('../model/state.js').State} State */

// ---- clocks ----

/** The clock that runs, wherever it is shown. @param {State} s @param {string} label */
function runningClock(s, label) {
  const now = performance.now(), cls = `clock running${isLow(s, now) ? ' low' : ''}`;
  return h('span', { class: cls, 'data-clock': true, 'data-free': true, role: 'timer', 'aria-label': label, key: 'clock' },
    clockText(clockLeft(s, now) ?? 0));
}

/** @param {State} s @param {number} seat */
const clockLabel = (s, seat) => (seat === s.table?.you ? t('clock.yours') : t('clock.of', { name: nameIn(s, seat) }));

/** A seat's clock; nothing where players have none. @param {State} s @param {number} seat */
export function seatClock(s, seat) {
  const clock = s.table?.clock;
  if (!clock || clock.kind === 'game' || s.replay) return null;
  if (clock.seat === seat) return runningClock(s, clockLabel(s, seat));
  if (!clock.banks || s.table?.seats[seat - 1].kind !== 'person') return null;
  return h('span', { class: 'clock', key: 'bank', role: 'timer', 'aria-label': clockLabel(s, seat) }, clockText(clock.banks[seat - 1]));
}

/** The player's clock that runs, once more and large, beside what can be done. @param {State} s */
export function barClock(s) {
  const clock = s.table?.clock;
  return clock && clock.kind !== 'game' && clock.seat && !s.replay ? runningClock(s, clockLabel(s, clock.seat)) : null;
}

// ---- when little is left ----

let warned = false;

/** Seen by the clock's look, heard, and said once. @param {State} s @param {number} left milliseconds */
function warn(s, left) {
  const clock = s.table?.clock;
  if (!clock || !runsForMe(s)) return;
  const low = left < lowBelow(clock);
  if (low && !warned) {
    playSound('hurry');
    announce(t('clock.low', { n: Math.ceil(left / 1000) }), true);
  }
  warned = low;
}

/** Clocks run between messages. @param {State} s */
export function tickClocks(s) {
  const now = performance.now(), left = clockLeft(s, now);
  for (const node of document.querySelectorAll('[data-clock]')) {
    if (left !== null) node.textContent = clockText(left);
    node.classList.toggle('low', isLow(s, now));
  }
  if (left !== null && !s.replay) warn(s, left);
}

// ---- seats ----

const LONG = 9; // characters of a name

/** @param {State} s @param {number} number @param {boolean} turn it is this seat's turn */
export function seatTags(s, number, turn = false) {
  const { table } = present(s), seat = table.seats[number - 1], people = peopleHere(s), tags = [];
  if (number === table.you && !turn && !people.length) tags.push(t('seat.you'));
  if (seat.kind === 'stand-in') tags.push(t('seat.standin'));
  if (seat.kind === 'left') tags.push(t('seat.left'));
  if (seat.kind === 'person' && !seat.here && table.phase !== 'over' && !people.includes(number)) tags.push(t('seat.away'));
  return tags;
}

/** What stands at a seat, wherever the board has it. @param {State} s @param {number} number */
export function seatCard(s, number) {
  const { table } = present(s), seat = table.seats[number - 1], name = seatName(table.seats, number), state = shownState(s);
  const turn = turnOf(s).mover === number, won = state?.mover === 'over' && winners(state.result).includes(number);
  const turnTag = () => t(number === table.you && !peopleHere(s).length ? 'seat.turn.you' : 'seat.turn');
  return [
    seatMark(number, 26),
    h('span', { class: 'seat-words' },
      h('span', { class: `seat-name${name.length > LONG ? ' long' : ''}`, title: name },
        won ? icon('star') : turn ? icon('turn') : null,
        name),
      h('span', { class: 'seat-tags' },
        isBot(seat) && h('span', { class: 'tag bot-tag' }, t('seat.bot')),
        seatTags(s, number, turn).map((tag) => h('span', { class: 'tag' }, tag)),
        turn && h('span', { class: 'tag turn-tag' }, turnTag())),
      seatClock(s, number)),
  ];
}

/** @param {State} s @param {import('../model/board.js').View} v */
export function seatsView(s, v) {
  const { board } = present(s), { mover } = turnOf(s);
  const seatView = (/** @type {import('../model/messages.js').Seat} */ { kind }, /** @type {number} */ number) => h('li', {
    class: `seat seat-${number}${mover === number ? ' turn' : ''}${kind === 'open' ? ' open' : ''}`, key: `seat-${number}`,
    'aria-current': mover === number ? 'true' : null,
  }, seatCard(s, number), shownState(s) && h('span', { class: 'seat-own' }, board.seat(v, number)));
  return h('ol', { class: `seats seats-${v.seats.length}`, key: 'seats', 'aria-label': t('seats') },
    v.seats.map((seat, i) => seatView(seat, i + 1)));
}
