// Débâcle for players who listen: what a move has done to the dice, and where they stand.
import { t } from '../../core/texts.js';
import { list, tell } from '../../core/parts.js';

/** @typedef {import('../../model/board.js').View} View */
/** @typedef {{square: string, side: number, value: number}} Die */

/** The dice of the position text, from a1 on. @param {string} position @returns {Die[]} */
function diceOf(position) {
  const found = position.split(' ')[0].split('/').flatMap((row, r) => [...row].flatMap((c, f) => {
    const square = 'abcdef'[f] + (6 - r);
    if (/[1-6]/.test(c)) return [{ square, side: 1, value: Number(c) }];
    return /[A-F]/.test(c) ? [{ square, side: 2, value: c.charCodeAt(0) - 64 }] : [];
  }));
  return found.sort((a, b) => (a.square < b.square ? -1 : 1));
}

/** @param {string} position @param {string} square */
const valueAt = (position, square) => diceOf(position).find((die) => die.square === square)?.value ?? 0;

/** What the line has done: the die that was captured, and what the moved die shows now. @param {string} line @param {View} view */
function effect(line, view) {
  const squares = line.match(/[a-f][1-6]/g) ?? [], to = squares[squares.length - 1], { before, state } = view;
  if (!to || !before || before.round !== state.round || line[0] === '*') return '';
  const taken = line.includes('x') ? valueAt(before.position, to) : 0, shows = valueAt(state.position, to);
  return [taken ? t('db.hear.taken', { n: taken }) : '', shows ? t('db.hear.shows', { square: to, n: shows }) : ''].filter(Boolean).join(' ');
}

/** @param {View} view @param {number} seat */
function sideWords(view, seat) {
  const { position, held, worth, scores } = view.state;
  const dice = diceOf(position).filter(({ side }) => side === seat).map(({ square, value }) => t('db.hear.die', { square, n: value }));
  return [
    `${tell(view, seat, 'db.hear.side', { side: t(seat === 1 ? 'db.red' : 'db.black') })} ${list(dice)}.`,
    `${t('db.held', { n: held[seat - 1].length, sum: worth[seat - 1] })}, ${t('db.points', { n: scores[seat - 1] })}.`,
  ].join(' ');
}

/** @type {import('../../model/board.js').GameBoard} */
export const heard = {
  opens: (view) => (view.you ? t('db.hear.opens', { side: t(view.you === 1 ? 'db.red' : 'db.black'), row: view.state.camps[view.you - 1] }) : ''),

  hear(lines, view) {
    return `${this.tell(lines, view)} ${lines.map((line) => effect(line, view)).join(' ')}`.trim();
  },

  where: (view) => (view.you === 2 ? [2, 1] : [1, 2]).map((seat) => sideWords(view, seat)).join(' '),
};

/** A die was chosen: where it may go, and what happens there. @param {View} view @param {string | null} from */
export function targetWords(view, from) {
  const goals = view.legal.map((line) => line.split(' ')[1]).filter((move) => from && move.startsWith(from));
  const words = goals.map((move) => (move.endsWith('~') ? t('db.hear.flip') : `${move.slice(3)}${move[2] === 'x' ? ` (${t('db.can.x')})` : ''}`));
  return goals.length ? t('db.hear.goals', { square: from ?? '', goals: list(words) }) : '';
}
