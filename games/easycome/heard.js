// Easy Come Easy Go for players who listen: the consequences of an event, and the player's situation.
import { t } from '../../core/texts.js';
import { list, tell } from '../../core/parts.js';

/** @typedef {import('../../model/board.js').View} View */

/** @param {View} view @param {number} seat */
const prizesOf = (view, seat) => Object.keys(view.state.prizes).filter((id) => view.state.prizes[id] === seat);

/** Announces the taker's number of prizes or, with the last one needed, how long to hold them. @param {View} view @param {number} seat */
function standing(view, seat) {
  const { prizes_to_win: of, hold, mover } = view.state, n = prizesOf(view, seat).length;
  if (mover === 'over') return '';
  return tell(view, seat, n < of ? 'ec.hear.has' : 'ec.hear.all', { n, of, turns: hold });
}

/** @param {View} view @param {number} seat */
function seatWords(view, seat) {
  const held = prizesOf(view, seat), words = held.length ? list(held.map((id) => t('ec.thing.' + id))) : t('ec.noprize');
  return `${seat === view.you ? t('ec.hear.you') : view.name(seat)}${t('colon')} ${words}.`;
}

/** @type {import('../../model/board.js').GameBoard} */
export const heard = {
  opens: (view) => (view.state.phase === 'rolloff' ? t('ec.hear.rolloff') : ''),

  hear(lines, view) {
    const [who, verb] = lines[0]?.split(' ') ?? [];
    return `${this.tell(lines, view)} ${verb === 'take' ? standing(view, Number(who)) : ''}`.trim();
  },

  // The dice on the tray, then all prizes, the listener's first.
  where(view) {
    const { kept, rolled } = view.state, spaced = (/** @type {string} */ digits) => [...digits].join(' ');
    const others = view.seats.map((_, i) => i + 1).filter((seat) => seat !== view.you);
    return [
      rolled ? `${t('ec.rolled', { dice: spaced(rolled) })}.` : '', kept ? `${t('ec.aside', { dice: spaced(kept) })}.` : '',
      ...(view.you ? [view.you] : []).concat(others).map((seat) => seatWords(view, seat)),
    ].filter(Boolean).join(' ');
  },
};
