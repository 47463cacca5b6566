// The view that boards are given, made of the state.
import { redraw } from '../core/frame.js';
import { setting } from '../core/keep.js';
import { afterMark, legalNow, mayNow, peopleHere, turnOf } from '../model/turn.js';
import { linesSoFar } from '../model/replay.js';
import { present, shownState } from '../model/state.js';
import { play, requestOf } from './actions.js';
import { dwellOf, throwDice } from './beats.js';
import { seatCard, seatClock, seatTags } from './seats_view.js';
import { follow } from './device.js';
import { nameIn } from './words.js';

/** @typedef {import('../model/state.js').State} State */
/** @typedef {import('../model/board.js').View} View */

/** What differs where a finished game is looked at. @param {State} s */
function shownLine(s) {
  const { table } = present(s);
  if (!s.replay) {
    return {
      log: table.log, fresh: s.fresh, before: s.before, owner: s.owner, mark: s.mark, then: afterMark(s), timeout: s.timeout, beat: s.beat,
    };
  }
  const { steps, at, mark } = s.replay, { line, owner } = steps[at];
  return {
    log: linesSoFar(s.replay), fresh: line ? [line] : [], before: steps[at - 1]?.state ?? null, owner, mark, then: [], timeout: 0,
    beat: `r${at}`,
  };
}

/**
 * Before the game has begun there is no state, and boards are not drawn.
 * @param {State} s
 * @returns {View}
 */
export function viewOf(s) {
  const { table } = present(s), turn = turnOf(s);
  const view = {
    ...shownLine(s),
    table, turn,
    state: /** @type {import('../model/messages.js').GameState} */ (shownState(s)),
    legal: legalNow(s),
    may: mayNow(s),
    you: table.you,
    seats: table.seats,
    name: (/** @type {number} */ seat) => nameIn(s, seat),
    play, redraw,
    ui: s.ui,
    replaying: Boolean(s.replay),
    pending: s.pending,
    dwell: dwellOf(900),
    waiting: s.queue.length > 0,
    throwing: turn.why === 'throw' ? throwDice : null,
    people: peopleHere(s),
    side: s.device.shared && !setting('turn', true) ? s.device.owner : table.you,
    playFor: (/** @type {number} */ seat, /** @type {string} */ line) => requestOf(seat, { do: 'move', line }),
    follow: () => (follow(), redraw()),
    lesson: false,
    seatCard: (/** @type {number} */ seat) => seatCard(s, seat),
    clock: (/** @type {number} */ seat) => seatClock(s, seat),
    tags: (/** @type {number} */ seat) => (seat === table.you ? [] : seatTags(s, seat)),
  };
  return view;
}
