// The challenges of the day: dates, and the results that this browser has. The first attempt counts. No DOM: tests import it.
import { setting, setSetting } from '../core/keep.js';

/**
 * One challenge's result. `on`: the date on which it was begun, for days in a row.
 * @typedef {object} Result
 * @property {string} on
 * @property {number} started milliseconds since 1970
 * @property {boolean} [done]
 * @property {boolean} [won]
 * @property {number} [attempts] turns that were ended, of a position
 * @property {number} [hints]
 * @property {boolean} [shown] the solution was shown
 * @property {number} [seconds]
 * @property {string[]} [words]
 * @property {number} [points]
 * @property {string} [table] of a whole game
 * @property {number} [cost] what the choices cost, as a share of a game
 * @property {number} [mistakes]
 */

const DAY = 86400000, ROOM = 2000;

/** The date by UTC. @param {number} [time] */
export const dateOf = (time = Date.now()) => new Date(time).toISOString().slice(0, 10);

/** @param {string} date */
export const isDate = (date) => /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(Date.parse(date)) && dateOf(Date.parse(date)) === date;

/** @param {string} date @param {number} days */
export const dayAfter = (date, days = 1) => dateOf(Date.parse(date) + days * DAY);

/** Minutes until the next challenge. @param {number} [time] */
export const minutesLeft = (time = Date.now()) => Math.ceil((DAY - (time % DAY)) / 60000);

/** @returns {Record<string, Result>} by `DATE GAME` */
export const allResults = () => setting('daily', {});

/** @param {string} date @param {string} game @returns {Result | null} */
export const resultOf = (date, game) => allResults()[`${date} ${game}`] ?? null;

/** Changes a result; one that is done stays as it is. @param {string} date @param {string} game @param {Partial<Result>} more */
export function keepDaily(date, game, more) {
  const all = allResults(), key = `${date} ${game}`, known = all[key];
  if (known?.done) return known;
  /** @type {Result} */
  const next = Object.assign({ on: dateOf(), started: Date.now() }, known, more);
  const kept = Object.entries({ ...all, [key]: next }).sort(([a], [b]) => (a < b ? -1 : 1)).slice(-ROOM);
  setSetting('daily', Object.fromEntries(kept));
  return next;
}

/** Stars of a position: three at the first attempt; a hint costs one; none if the solution was shown. @param {Result} result */
export const starsOf = ({ attempts = 1, hints = 0, shown, won }) => (won && !shown ? Math.max(1, 4 - attempts - hints) : 0);

/**
 * Days in a row, up to this date, on which a challenge of that day was finished.
 * @param {string} date
 * @param {Record<string, Result>} [all]
 */
export function streakOf(date, all = allResults()) {
  const done = Object.entries(all).filter(([key, result]) => result.done && key.startsWith(`${result.on} `));
  const days = new Set(done.map(([key]) => key.slice(0, 10)));
  let count = 0;
  for (let day = date; days.has(day); day = dayAfter(day, -1)) count++;
  return count;
}

/** How many of the games have a finished result on that day. @param {string} date @param {string[]} games */
export const doneOn = (date, games) => games.filter((game) => resultOf(date, game)?.done).length;
