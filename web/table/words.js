// Words about the table that several views and announcements use.
import { t } from '../core/texts.js';
import { resultText, seatName, shortName, tell } from '../core/parts.js';
import { peopleHere } from '../model/turn.js';
import { isForfeit, present } from '../model/state.js';

/** @typedef {import('../model/state.js').State} State */
/** @typedef {import('../model/board.js').View} View */

/** A seat's name within a sentence. @param {State} s @param {number} seat */
export const nameIn = (s, seat) => shortName(seatName(s.table?.seats ?? [], seat));

/** A move was made for a seat whose time was out. @param {View} view @param {number} seat 0 for nobody's */
export const timeoutWords = (view, seat) => (seat ? tell(view, seat, 'clock.out') : '');

/** Who won. Several people here are named. @param {State} s */
export function resultWords(s) {
  const { table } = present(s);
  return resultText(table.seats, table.state?.result ?? null, peopleHere(s).length ? 0 : table.you);
}

/** What the result came by, as the board says it. @param {State} s @param {View} view */
export function whyWords(s, view) {
  const { table, board } = present(s), last = table.log.at(-1) ?? '';
  return isForfeit(last) ? board.say(last, view) : board.ending(view);
}

/** @param {State} s @param {View} view */
export const endWords = (s, view) => `${resultWords(s)} ${whyWords(s, view)}`.trim();

/** @param {State} s */
export const gameWords = (s) => t('title.' + s.table?.game);
