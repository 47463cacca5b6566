// Days and months in the reader's language.
import { language } from '../core/texts.js';

/** "3 March 2026". @param {number} when milliseconds */
export const dayText = (when) => new Date(when).toLocaleDateString(language(), { day: 'numeric', month: 'long', year: 'numeric' });
/** "3 Mar 2026". @param {number} when */
export const shortDay = (when) => new Date(when).toLocaleDateString(language(), { day: 'numeric', month: 'short', year: 'numeric' });
/** "March 2026". @param {number} when */
export const monthText = (when) => new Date(when).toLocaleDateString(language(), { month: 'long', year: 'numeric' });
/** The month "2026-11" as "Nov" or, with the year, "Nov 2026". @param {string} month @param {boolean} [year] */
export function monthName(month, year = false) {
  const [of, n] = month.split('-').map(Number);
  return new Date(of, n - 1, 1).toLocaleDateString(language(), { month: 'short', ...(year && { year: 'numeric' }) });
}
