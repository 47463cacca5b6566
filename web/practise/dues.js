// How many cards are due today, without the module: the home page shows it.
import { setSetting, setting } from '../core/keep.js';

/** @typedef {{day: number, done: number, daily: number, dues: number[]}} Dues when cards are due; how many were answered on `day` */

const NAME = 'practise';

/** @param {Dues} state */
export const keepDues = ({ day, done, daily, dues }) => setSetting(NAME, { day, done, daily, dues });

/** Cards that are new today. @param {number} count @param {number} day */
export function addDues(count, day) {
  const { done = 0, daily = 5, dues = [], day: of = day } = setting(NAME, {});
  keepDues({ day: of, done, daily, dues: [...dues, ...Array(count).fill(day)] });
}
