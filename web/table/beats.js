// Shows one beat after the other, at a pace that can be watched. A key or a tap shows the rest at once.
import { setting } from '../core/keep.js';
import { redraw } from '../core/frame.js';
import { state } from './current.js';

/** @typedef {import('../model/state.js').Beat} Beat */

/** @type {Record<string, number>} */
const PACE = { calm: 1, brisk: 0.5, none: 0 };

/** How long a beat stays before the next, in milliseconds. @param {number} ms at the calm pace */
export const dwellOf = (ms) => ms * PACE[setting('pace', 'calm')];

/**
 * show() shows a beat and gives how long it is to be seen, in milliseconds; waits(): the player is to let it come.
 * @type {{show: (beat: Beat) => number, waits: (beat: Beat) => boolean}}
 */
let shower = { show: () => 0, waits: () => false };

/** @param {typeof shower} next */
export function showBy(next) {
  shower = next;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

export function clearBeats() {
  clearTimeout(timer);
  Object.assign(state, { queue: [], until: 0, held: null });
}

/** @param {Beat[]} beats */
export function addBeats(beats) {
  state.queue.push(...beats);
  runBeats();
}

function runBeats() {
  clearTimeout(timer);
  while (state.queue.length && !state.held) {
    const wait = state.until - performance.now(), [next] = state.queue;
    if (wait > 0) {
      timer = setTimeout(runBeats, wait);
      return;
    }
    if (next !== state.passed && shower.waits(next)) {
      state.held = next;
      return;
    }
    state.queue.shift();
    const stays = shower.show(next);
    state.until = performance.now() + stays;
  }
}

/** Shows all that is waiting. False where nothing is. */
export function skipAhead() {
  if (!state.queue.length) return false;
  Object.assign(state, { held: null, until: 0 });
  for (let next = state.queue.shift(); next; next = state.queue.shift()) shower.show(next);
  return true;
}

/** Throws one's own dice: the beat that was held comes now. */
export function throwDice() {
  Object.assign(state, { passed: state.held, held: null, until: 0 });
  runBeats();
  redraw();
}
