// Motion at the table: the chosen speed, and the flights of the line that is shown. The code of flights is fetched after the
// first board.
import { setting } from '../core/keep.js';

/** @typedef {import('../core/flight.js').Flight} Flight */

/** Duration of a beat at each speed, relative to the calm one. @type {Record<string, number>} */
const PACE = { slow: 2, calm: 1, brisk: 0.5, none: 0 };

export const paceNow = () => PACE[setting('pace', 'calm')];

/** @type {typeof import('../core/flight.js') | null} */
let flight = null;

/** Fetches the code of flights, and a board's own. @param {import('../model/board.js').Board | null} [board] */
export async function prepareMotion(board = null) {
  const [code] = await Promise.all([flight ?? import('../core/flight.js'), board?.loadFlights?.()]).catch(() => [null]);
  flight ??= code;
}

/** Records all positions before a line is shown, unless nothing will travel. */
export const notePlaces = () => paceNow() && flight?.notePlaces();

/**
 * Starts the flights of the shown line, after it has been drawn.
 * @param {import('../model/board.js').Board} board
 * @param {import('../model/board.js').View} view
 */
export function fly(board, view) {
  if (flight && board.flights && paceNow() && !document.hidden) flight.fly(board.flights(view), paceNow());
}

/** Shows the path of a flight that the player may choose. @param {Flight | null} way */
export async function showWay(way) {
  if (way) await prepareMotion();
  flight?.showWay(way);
}

/** Finishes all running animations. */
export const land = () => flight?.land();
