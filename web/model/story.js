// The story of a finished game, from its analysis: the turning point, the best move of a seat, and luck apart from mistakes.
import { chancesAt } from './replay.js';

/** @typedef {import('./messages.js').Analysis} Analysis */
/** @typedef {{at: number, seat: number, from: number, to: number}} Turning the move `at` changed the chance of `seat` */

const SWING = 0.05, GAIN = 0.01; // a smaller change is not mentioned
const MISTAKE = 0.005; // as the server counts mistakes

/** Everybody's places: the winners first, then by score; equals share a place. @param {number[]} result @param {number[]} scores by seat */
export function placesOf(result, scores) {
  const most = Math.max(...result), value = result.map((share, i) => (share === most ? Infinity : scores[i]));
  return value.map((mine) => 1 + value.filter((other) => other > mine).length);
}

/**
 * The move that raised a winner's chance most; of a draw, the greatest change.
 * @param {Analysis} analysis
 * @param {number[]} winners seats
 * @returns {Turning | null}
 */
export function turningPoint(analysis, winners) {
  /** @type {Turning | null} */
  let best = null;
  for (let at = 1; at <= analysis.moves.length; at++) {
    const before = chancesAt(analysis, at - 1), after = chancesAt(analysis, at);
    for (const seat of winners) {
      const from = before[seat - 1], to = after[seat - 1];
      if (to - from > (best ? best.to - best.from : SWING)) best = { at, seat, from, to };
    }
  }
  return best;
}

/**
 * The seat's choice with the largest lead over the second best: its place among the moves, or 0.
 * @param {Analysis} analysis
 * @param {number} seat
 */
export function bestMove(analysis, seat) {
  const gain = (/** @type {number} */ at) => analysis.moves[at - 1].gain ?? 0;
  const own = analysis.moves.map((_, i) => i + 1).filter((at) => analysis.moves[at - 1].seat === seat && gain(at) >= GAIN);
  return own.reduce((best, at) => (!best || gain(at) > gain(best) ? at : best), 0);
}

/** The seat's mistakes, the costliest first, as places among the moves. @param {Analysis} analysis @param {number} seat */
export function mistakesOf(analysis, seat) {
  const cost = (/** @type {number} */ at) => analysis.moves[at - 1].cost ?? 0;
  const own = analysis.moves.map((_, i) => i + 1).filter((at) => analysis.moves[at - 1].seat === seat && cost(at) >= MISTAKE);
  return own.sort((a, b) => cost(b) - cost(a));
}

/**
 * The seat's share if all had chosen as they did, with average luck: from its start, without its mistakes, with what others gave it.
 * @param {Analysis} analysis
 * @param {number} seat
 */
export function adjustedShare({ start, seats }, seat) {
  const { cost, others = 0, speed = 0 } = seats[seat - 1];
  return Math.max(0, Math.min(1, start[seat - 1] - cost + others + speed));
}

/** Whether the analysis is exact. @param {Analysis} analysis */
export const isExact = ({ moves }) => moves.every(({ error }) => error === 0);

/**
 * One true sentence about the result of a seat, as a key: `won` or `lost`, and why.
 *   luck     its dice were worth more (or less) than its mistakes and those of the rival together
 *   skill    it chose better than its rival; mistakes: it chose worse
 *   none     no choice of it could be judged
 *   even     neither; own: neither, and its mistakes were costly
 * @param {Analysis} analysis
 * @param {number} seat
 * @param {number} rival
 * @param {boolean} won
 */
export function verdictOf(analysis, seat, rival, won) {
  const mine = analysis.seats[seat - 1], { cost } = analysis.seats[rival - 1], luck = won ? mine.luck ?? 0 : -(mine.luck ?? 0);
  if (!won && !analysis.moves.some((move) => move.seat === seat && typeof move.cost === 'number')) return 'lost.none';
  const better = (won ? 1 : -1) * (cost - mine.cost);
  if (luck > 0.05 && luck > 2 * better) return `${won ? 'won' : 'lost'}.${mine.cost <= cost ? 'luck.better' : 'luck'}`;
  if (better > MISTAKE) return won ? 'won.skill' : 'lost.mistakes';
  return won ? 'won.even' : mine.cost > 0.05 ? 'lost.own' : 'lost.even';
}
