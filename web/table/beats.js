// One event, one beat: what has happened is shown one line after the other, each with its own state, at a pace that can be
// watched. A key or a tap shows the rest at once.
import { setting } from '../core/keep.js';

const PACE = { calm: 1, brisk: 0.5, none: 0 };

// How long a beat stays before the next, in milliseconds.
export const dwellOf = (ms) => ms * PACE[setting('pace', 'calm')];

// The beats of a message: {line, state, last, timeout}. A state that was not sent is that of the next line. `last` is the message, with
// the last line alone; `timeout` the seat whose time was out, with the first line alone.
export function beatsOf(lines, states, message) {
  const beats = lines.map((line, i) => ({ line, state: states?.[i] ?? null, last: null }));
  if (!beats.length) beats.push({ line: null, state: null, last: null });
  let state = message.state;
  for (const beat of beats.toReversed()) state = beat.state = beat === beats.at(-1) ? state : beat.state ?? state;
  beats.at(-1).last = message;
  beats[0].timeout = message.timeout ?? 0;
  return beats;
}

export class Beats {
  // show(beat) shows one and returns how long it is to be seen; waits(beat): the player is to let it come.
  constructor(show, waits) {
    this.show = show;
    this.waits = waits;
    this.queue = [];
    this.clear();
  }

  clear() {
    clearTimeout(this.timer);
    this.queue.length = 0;
    this.until = 0; // when the beat that is seen has been seen long enough
    this.held = null; // the beat that waits for the player
  }

  get waiting() {
    return this.queue.length > 0;
  }

  stay(ms) {
    this.until = performance.now() + ms;
  }

  add(beats) {
    this.queue.push(...beats);
    this.run();
  }

  run() {
    clearTimeout(this.timer);
    while (this.queue.length && !this.held) {
      const wait = this.until - performance.now();
      if (wait > 0) {
        this.timer = setTimeout(() => this.run(), wait);
        return;
      }
      if (this.queue[0] !== this.passed && this.waits(this.queue[0])) {
        this.held = this.queue[0];
        return;
      }
      this.stay(this.show(this.queue.shift()) ?? 0);
    }
  }

  // Shows all that is waiting.
  skip() {
    if (!this.waiting) return false;
    this.held = null;
    this.until = 0;
    while (this.queue.length) this.show(this.queue.shift());
    return true;
  }

  // The beat that was held comes now.
  release() {
    this.passed = this.held;
    this.held = null;
    this.until = 0;
    this.run();
  }
}
