// Wazabi for players who listen: the changes by an event, and the player's situation.
import { t } from '../../core/texts.js';
import { list, tell } from '../../core/parts.js';

/** @typedef {import('../../model/board.js').View} View */

/** @param {View} view @param {number} seat */
const handOf = (view, seat) => Object.entries(view.state.hands[seat - 1] ?? {})
  .flatMap(([card, n]) => Array(Number(n)).fill(t('wz.' + card, {}, card)));

/** @param {View} view @param {number} seat */
const diceWords = (view, seat) => tell(view, seat, 'wz.hear.dice', { n: view.state.dice[seat - 1] });

/** The changes by the line: moved dice, a skipped turn, the direction. @param {View} view */
function changes(view) {
  const { before, state } = view, playing = before && before.phase !== 'deal' && before.phase !== 'start' && before.round === state.round
    && state.mover !== 'over';
  if (!before || !playing) return '';
  const seats = view.seats.map((_, i) => i + 1), isOther = (/** @type {string} */ key) => (/** @type {number} */ seat) =>
    before[key][seat - 1] !== state[key][seat - 1];
  return [
    ...seats.filter((seat) => before.cards[seat - 1] > state.cards[seat - 1] && before.turn !== seat)
      .map((seat) => tell(view, seat, 'wz.hear.cards', { n: state.cards[seat - 1] })), // a player's own turn costs the card that is played
    ...seats.filter(isOther('dice')).map((seat) => diceWords(view, seat)),
    ...seats.filter((seat) => before.skips[seat - 1] > state.skips[seat - 1]).map((seat) => tell(view, seat, 'wz.hear.skips')),
    before.direction !== state.direction ? t(`wz.hear.${state.direction}`) : '',
  ].filter(Boolean).join(' ');
}

/** The end of a game of a tournament. @param {View} view */
function won({ before, state, ...view }) {
  const ends = before && state.rounds > 1 && (before.round !== state.round || (state.mover === 'over' && before.mover !== 'over'));
  return ends ? tell(view, before.turn, 'wz.hear.won', { n: before.round, of: state.rounds }) : '';
}

/** The end of the deal, with one's own cards and what comes next. @param {View} view */
function dealt(view) {
  const mine = view.you ? handOf(view, view.you) : [];
  return [t('wz.deal'), mine.length ? t('wz.deal.yours', { cards: list(mine) }) : '', `${t('wz.forstart')}.`].filter(Boolean).join(' ');
}

/** The rolled dice in words; for the start only W count. @param {string} faces such as CDWW @param {boolean} starts */
function rollWords(faces, starts) {
  const counted = (starts ? ['W'] : ['C', 'D', 'W']).map((face) => ({ face, n: faces.split(face).length - 1 }));
  return list(counted.filter(({ n }) => n || starts).map(({ face, n }) => t(`wz.hear.${face}`, { n })));
}

/** @type {import('../../model/board.js').GameBoard} */
export const heard = {
  // The deal is one event, at its end.
  hear(lines, view) {
    if (view.before?.phase === 'deal') return view.state.phase === 'deal' ? '' : dealt(view);
    const [, faces] = lines[0]?.match(/^\* roll (\w+)/) ?? [];
    const rolled = faces && rollWords(faces, view.before?.phase === 'start');
    return `${this.tell(lines, { ...view, rolled })} ${changes(view)}${won(view)}`.trim();
  },

  // One's own hand first; then everybody's dice and cards.
  where(view) {
    const { state, you } = view, mine = you ? handOf(view, you) : [];
    const others = view.seats.map((_, i) => i + 1).filter((seat) => seat !== you);
    const parts = (/** @type {number} */ seat) => [
      t('wz.dice', { n: state.dice[seat - 1] }), t('wz.cards', { n: state.cards[seat - 1] }),
      ...(state.skips[seat - 1] ? [t('wz.hear.toskip', { n: state.skips[seat - 1] })] : []),
    ];
    return [
      you ? `${diceWords(view, you)} ${mine.length ? t('wz.hear.hand', { cards: list(mine) }) : t('wz.nocards')}` : '',
      ...others.map((seat) => `${view.name(seat)}${t('colon')} ${parts(seat).join(', ')}.`),
      `${t(`wz.way.${state.direction}`)}.`,
    ].filter(Boolean).join(' ');
  },
};
