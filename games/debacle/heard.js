// Débâcle for players who listen: their side, and where a chosen die may go.
import { t } from '../../core/texts.js';
import { announce, list } from '../../core/parts.js';

/** @typedef {import('../../model/board.js').View} View */
/** @typedef {import('./board.js').Choice} Choice */

/** @param {View} view */
export const opens = ({ you, state }) =>
  (you ? t('db.hear.opens', { side: t(you === 1 ? 'db.side.red' : 'db.side.black'), row: state.camps[you - 1] }) : '');

/** A die was chosen: where it may go and what it will show there. @param {Choice} choice */
export function tellTargets({ from, targets, flip }) {
  const goals = Object.values(targets)
    .map(({ kind, to, becomes }) => t(kind === 'x' ? 'db.hear.capture' : 'db.hear.goal', { to, n: becomes }));
  if (flip) goals.push(t('db.hear.flip', { n: flip.becomes }));
  announce(from && goals.length ? t('db.hear.goals', { square: from, goals: list(goals) }) : '');
}
