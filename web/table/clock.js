// Clocks: what is left of whose time, large enough to play by; a warning when it is little, a sentence when it was out.
import { h } from '../core/dom.js';
import { t } from '../core/texts.js';
import { announce, tell } from '../core/parts.js';
import { play as playSound } from '../core/sound.js';
import { replay } from './replay.js';
import { here, nameOf } from './table.js';

// Milliseconds left on the clock that runs, or null.
export function clockLeft() {
  const clock = here.table?.clock;
  if (!clock) return null;
  return Math.max(0, clock.left - (clock.running && here.link === 'open' ? performance.now() - here.clockAt : 0));
}

export function clockText(left) {
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

// How little is little.
const lowBelow = (clock) => Math.min(clock.kind === 'bank' ? 20000 : 10000, clock.of / 3);

const isLow = () => Boolean(here.table?.clock?.running) && clockLeft() < lowBelow(here.table.clock);

// The clock that runs, wherever it is shown.
function runningClock(label) {
  return h('span', { class: `clock running${isLow() ? ' low' : ''}`, 'data-clock': true, 'data-free': true, role: 'timer', 'aria-label': label, key: 'clock' }, clockText(clockLeft()));
}

const clockLabel = (number) => (number === here.table.you ? t('clock.yours') : t('clock.of', { name: nameOf(number) }));

// A seat's clock; nothing where players have none.
export function seatClock(number) {
  const clock = here.table?.clock;
  if (!clock || clock.kind === 'game' || replay.on) return null;
  if (clock.seat === number) return runningClock(clockLabel(number));
  return clock.banks && here.table.seats[number - 1].kind === 'person' ? h('span', { class: 'clock', key: 'bank', role: 'timer', 'aria-label': clockLabel(number) }, clockText(clock.banks[number - 1])) : null;
}

// The player's clock that runs, once more and large, beside what can be done.
export function barClock() {
  const clock = here.table?.clock;
  return clock && clock.kind !== 'game' && clock.seat && !replay.on ? runningClock(clockLabel(clock.seat)) : null;
}

// ---- when little is left ----

let warned = false;

// Seen by the clock's look, heard, and said once.
function warn(left) {
  const { clock, may, you } = here.table;
  if (!clock.running || !you || (clock.kind === 'game' ? !may : clock.seat !== you)) return;
  const low = left < lowBelow(clock);
  if (low && !warned) {
    playSound('hurry');
    announce(t('clock.low', { n: Math.ceil(left / 1000) }), true);
  }
  warned = low;
}

// Clocks run between messages.
export function tickClocks() {
  const left = clockLeft();
  for (const node of document.querySelectorAll('[data-clock]')) {
    if (left !== null) node.textContent = clockText(left);
    node.classList.toggle('low', isLow());
  }
  if (left !== null && !replay.on) warn(left);
}

// ---- when it was out ----

// The comment in the record before a move that the clock made, and the seat that such a comment is about.
export const timeoutComment = (seat) => `# seat ${seat}'s time was out: a bot moves`;
export const timeoutSeat = (comment) => Number(comment.match(/^# seat (\d)'s time was out/)?.[1] ?? 0);

export const timeoutWords = (view, seat) => (seat ? tell(view, seat, 'clock.out') : '');
