// Débâcle: the players' plates. Five places are the round's goal, the run leads to the points that win; the moves of the turn as dots.
import { h } from '../../core/dom.js';
import { pipDie } from '../../core/art.js';
import { t } from '../../core/texts.js';
import { held, pieces, read, turnsOf } from './position.js';
import { toneOf } from './signs.js';

/** @typedef {import('../../model/board.js').View} View */

/** @typedef {{seat?: number, take?: number, back?: number}} Change by a choice: `seat` captures `take`, or recovers `back` */

/** Moves that were played this turn: a bounce is free. @param {View} view */
function movesPlayed(view) {
  const [turn] = turnsOf(view.log, view.state);
  let played = 0, bounces = '';
  for (const { from, to, kind } of turn.map(({ line }) => read(line))) {
    if (!/[-x~]/.test(kind)) continue;
    if (from !== bounces) played++;
    bounces = kind === 'x' ? to ?? '' : '';
  }
  return played;
}

/** The moves of the turn in words. @param {View} view */
function paceWords(view) {
  const { moves, bounce, owed } = view.state;
  if (owed) return t('db.pace.return');
  if (view.legal.some((line) => read(line).kind === '+')) return t('db.pace.recover');
  return t('db.pace', { played: movesPlayed(view), n: moves }) + (bounce ? `, ${t('db.pace.bounce')}` : '');
}

/** Dots are moves: hollow where played. A lozenge is a free bounce. @param {View} view */
function paceView(view) {
  const { moves, bounce } = view.state;
  return h('span', { class: 'db-pace', role: 'img', 'aria-label': paceWords(view) },
    Array.from({ length: movesPlayed(view) }, () => h('i', { class: 'done' })),
    Array.from({ length: moves }, () => h('i')),
    bounce && h('i', { class: 'free' }));
}

/** What is said of a player below the name. @param {View} view @param {number} seat */
function noteOf(view, seat) {
  const { moves, bonus, mover, owed, bounce, position } = view.state, side = t(`db.side.${toneOf(seat)}`);
  if (mover === seat && owed) return t('db.note.return', { side });
  if (mover === seat && bounce) return t('db.note.bounce', { side });
  if (mover === seat) return t('db.note.moves', { side, n: moves });
  if (bonus[seat - 1]) return t('db.note.bonus', { side, n: bonus[seat - 1] });
  return t('db.note.dice', { side, n: Object.values(pieces(position)).filter((piece) => piece.side === seat).length });
}

/** @param {View} view @param {number} seat @param {Change} change */
function places(view, seat, { take, back, seat: chooser }) {
  const { held: holds, worth, captures_to_end: count } = view.state, dice = held(holds[seat - 1]), tone = toneOf(3 - seat);
  const leaves = back && seat !== chooser ? dice.indexOf(back) : -1, comes = take && seat === chooser ? dice.length : -1;
  const place = (/** @type {number} */ i) => {
    const props = { 'data-place': `${seat} ${i}` };
    if (dice[i]) {
      const cls = `db-captured${i === leaves ? ' leaves' : ''}`;
      return h('span', { ...props, key: `c${i}-${dice[i]}`, class: cls }, pipDie(dice[i], { tone, size: 46 }));
    }
    if (i === comes) return h('span', { ...props, key: `n${i}`, class: 'db-captured comes' }, pipDie(take ?? 0, { tone, size: 46 }));
    return h('span', { ...props, key: `e${i}`, class: 'db-slot' });
  };
  return h('div', { class: 'db-held', role: 'img', 'aria-label': t('db.held', { n: dice.length, of: count, sum: worth[seat - 1] }) },
    Array.from({ length: Math.max(count, dice.length) }, (_, i) => place(i)));
}

/** The points, and the run to those that win, with what this round adds. @param {View} view @param {number} seat @param {Change} change */
function scoreView(view, seat, { take, back, seat: chooser }) {
  const { scores, worth, target, mover } = view.state, score = scores[seat - 1], more = mover === 'over' ? 0 : worth[seat - 1];
  const then = more + (seat === chooser ? take ?? 0 : -(back ?? 0));
  const share = (/** @type {number} */ n) => `${Math.min(100, (100 * n) / target)}%`;
  return h('div', { class: `db-score${target > 1 ? '' : ' once'}` },
    h('p', null, h('b', null, score), more || then ? h('em', null, ` + ${more}${then === more ? '' : ` → ${then}`}`) : null,
      target > 1 && h('span', { class: 'db-target' }, t('db.target', { n: target }))),
    target > 1 && h('div', { class: 'db-run', style: { '--has': share(score), '--adds': share(Math.min(then, target - score)) } },
      h('i'), h('u')));
}

/** @param {View} view @param {number} seat @param {Change} change */
export function plateView(view, seat, change) {
  const acts = view.plate(seat).includes(' act');
  return h('div', { class: `db-tray ${view.plate(seat)}`, key: `tray-${seat}`, 'data-actor': acts ? seat : null },
    view.seatCard(seat), view.flag(seat),
    h('p', { class: 'db-note' },
      h('span', { class: `db-colour ${toneOf(seat)}`, 'aria-hidden': 'true' }), h('span', null, noteOf(view, seat)),
      view.state.mover === seat && paceView(view)),
    places(view, seat, change), scoreView(view, seat, change));
}

/** Between the plates, where there is room: the round, and the moves of the turn. @param {View} view */
export function betweenView(view) {
  const { round, captures_to_end: captures, recover, mover, target } = view.state, playing = typeof mover === 'number';
  return h('div', { class: 'db-between', key: 'between' },
    h('b', null, t('db.round', { n: round })),
    playing && paceView(view), playing && h('span', { 'aria-hidden': 'true' }, paceWords(view)),
    h('span', { class: 'fine' },
      t(target > 1 ? 'db.round.ends' : 'db.round.once', { captures }), recover === 'once' && ` ${t('db.once')}`));
}
