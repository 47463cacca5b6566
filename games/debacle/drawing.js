// Débâcle: the signs on the board, in its own units (a square is 100, the rim 44), and the players' plates.
import { h, svg } from '../../core/dom.js';
import { pipDie, pipDieParts } from '../../core/art.js';
import { t } from '../../core/texts.js';
import { FILES, held, pieces, read, turnsOf } from './position.js';

/** @typedef {import('../../model/board.js').View} View */
/** @typedef {import('./position.js').Step} Step */
/** @typedef {import('../../core/dom.js').Child} Child */
/** @typedef {[number, number]} Point */

export const SQUARE = 100, RIM = 44, WIDE = 2 * RIM + 6 * SQUARE, HIGH = WIDE + 4;

/** The middle of a square. @param {string} square @param {boolean} flipped seen by black @returns {Point} */
export function middleOf(square, flipped) {
  const f = FILES.indexOf(square[0]), r = Number(square[1]) - 1;
  return [RIM + ((flipped ? 5 - f : f) + 0.5) * SQUARE, RIM + ((flipped ? r : 5 - r) + 0.5) * SQUARE];
}

/** @param {number} side */
export const toneOf = (side) => (side === 1 ? 'red' : 'black');

/**
 * A die with its middle at a point.
 * @param {Point} at
 * @param {number} value
 * @param {number} side
 * @param {number} size
 * @param {string} [cls]
 */
export const dieAt = ([x, y], value, side, size, cls = '') => svg('g', {
  class: cls, transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})`,
}, pipDieParts(value, toneOf(side)));

/** @param {Point} at @param {number} half @param {number} rx @param {import('../../core/dom.js').Props} [props] */
export const box = ([x, y], half, rx, props) =>
  svg('rect', { x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx, ...props });

/** @param {Point} at @param {number} half */
const cornersPath = ([x, y], half) => [[-1, -1], [1, -1], [1, 1], [-1, 1]].map(([a, b]) =>
  `M${x + a * half} ${y + b * (half - 22)}V${y + b * (half - 8)}Q${x + a * half} ${y + b * half} ${x + a * (half - 8)} ${y + b * half}`
  + `H${x + a * (half - 22)}`).join('');

/**
 * A straight arrow; it begins `from` units after its start and ends `trim` units before its end.
 * @param {Point} a
 * @param {Point} b
 * @param {number} trim
 * @param {number} from
 */
function arrow([x0, y0], [x1, y1], trim = 30, from = 20) {
  const long = Math.hypot(x1 - x0, y1 - y0), ux = (x1 - x0) / long, uy = (y1 - y0) / long, ex = x1 - ux * trim, ey = y1 - uy * trim;
  return [
    svg('path', { d: `M${x0 + ux * from} ${y0 + uy * from}L${ex - ux * 12} ${ey - uy * 12}` }),
    svg('path', { class: 'db-head', d: `M${ex} ${ey}l${-ux * 26 - uy * 15} ${-uy * 26 + ux * 15}l${uy * 30} ${-ux * 30}z` }),
  ];
}

/** @param {Point} at */
const bentPath = ([x, y]) => `M${x - 16} ${y - 11}a19 19 0 0 1 31 -1m2 -10v11h-11`;

/** Words on the board. @param {Point} at @param {string} words @param {string} cls */
export function tag([x, y], words, cls) {
  const wide = words.length * 11.5 + 26, left = Math.max(4, Math.min(WIDE - 4 - wide, x - wide / 2));
  const mid = Math.max(21, Math.min(HIGH - 21, y));
  return svg('g', { class: `db-tag ${cls}`, key: `tag-${cls}-${words}` },
    svg('rect', { x: left, y: mid - 17, width: wide, height: 34, rx: 17 }),
    svg('text', { x: left + wide / 2, y: mid + 7, 'text-anchor': 'middle' }, words));
}

/**
 * Marks a legal target with the face the die will show. A captured die gets corners, and its new face in a small circle.
 * @param {string} square
 * @param {{kind: string, becomes: number, side: number, aim: boolean}} target
 * @param {boolean} flipped
 */
export function goalSign(square, { kind, becomes, side, aim }, flipped) {
  const [x, y] = middleOf(square, flipped), cls = aim ? ' aim' : '';
  const props = { key: `goal-${square}`, 'data-goal': square, 'data-shows': becomes };
  if (kind !== 'x') return svg('g', { ...props, class: `db-goal${cls}` }, box([x, y], 40, 16), dieAt([x, y], becomes, side, 56));
  return svg('g', { ...props, class: `db-take${cls}` },
    svg('path', { d: cornersPath([x, y], 45) }), svg('circle', { cx: x + 34, cy: y + 34, r: 24 }),
    dieAt([x + 34, y + 34], becomes, side, 31));
}

/**
 * The flip: a bent arrow and the opposite face.
 * @param {string} square
 * @param {number} becomes
 * @param {number} side
 * @param {boolean} flipped
 */
export function flipSign(square, becomes, side, flipped) {
  const [x, y] = middleOf(square, flipped);
  return svg('g', { class: 'db-flip', key: `flip-${square}`, 'data-flip': square, 'data-shows': becomes },
    svg('circle', { cx: x + 40, cy: y + 38, r: 28 }), svg('path', { d: bentPath([x + 40, y + 36]) }),
    dieAt([x + 40, y + 45], becomes, side, 30));
}

/** The path of the move that the player is about to choose. @param {string} from @param {string} to @param {boolean} flipped */
export const aimArrow = (from, to, flipped) =>
  svg('g', { class: 'db-step aim', key: 'aim' }, arrow(middleOf(from, flipped), middleOf(to, flipped)));

/**
 * Draws a step of a played turn, below the dice. For the opponent: a dotted start with the face that the die had there, and a framed end.
 * For the player: only an arrow.
 * @param {Step} step
 * @param {boolean} flipped
 * @param {boolean} free whether nothing is on the square where it started
 * @param {boolean} stands whether the die is still where it ended
 */
export function playedBelow(step, flipped, free, stands) {
  const { from, to, was, seat } = step, start = from && to ? middleOf(from, flipped) : null;
  return [
    start && box(start, 47, 10, { class: 'db-was' }),
    start && was && free && dieAt(start, was, seat, 60, 'db-former'),
    stands && box(middleOf(to ?? from ?? 'a1', flipped), 47, 10, { class: 'db-is' }),
  ];
}

/**
 * A step as an arrow, or around its square.
 * @param {Step} step
 * @param {string} kind played, own, hint, next, reply, best or instead
 * @param {boolean} flipped
 * @param {number} number
 */
export function stepSign(step, kind, flipped, number) {
  const { from, to } = step, props = { key: `${kind}-${number}`, class: `db-step ${kind}` };
  const beside = kind === 'played' || kind === 'own';
  if (from && to) return svg('g', props, arrow(middleOf(from, flipped), middleOf(to, flipped), beside ? 52 : 30, beside ? -6 : 20));
  const [x, y] = middleOf(to ?? from ?? 'a1', flipped), [cx, cy] = [x + (beside ? 32 : -32), y - 32]; // numbers are on the right
  const come = step.kind === '+' ? `M${cx - 10} ${cy}h20m-10 -10v20` : `M${cx} ${cy - 10}v18m-8 -8l8 8l8 -8`;
  return svg('g', props, beside ? null : box([x, y], 45, 14), svg('circle', { cx, cy, r: 22 }),
    svg('path', { class: 'db-turned', d: step.kind === '~' ? bentPath([cx, cy + 16]) : come }));
}

/** The number of a step, if there are several. @param {Step} step @param {number} number @param {string} kind @param {boolean} flipped */
export function numberSign(step, number, kind, flipped) {
  const [x, y] = middleOf(step.to ?? step.from ?? 'a1', flipped);
  return svg('g', { key: `number-${number}`, class: `db-number ${kind}`, transform: `translate(${x + 33} ${y - 33})` },
    svg('circle', { r: 15 }),
    svg('text', { y: 7, 'text-anchor': 'middle' }, number));
}

// ---- the plates: five slots for captures, a bar up to the target score, a dot for each move of the turn ----

/** @typedef {{seat?: number, take?: number, back?: number}} Change the effect of a choice: `seat` captures `take`, or recovers `back` */

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

/** Each dot is a move; played moves are hollow. A lozenge is a free bounce. @param {View} view */
function paceView(view) {
  const { moves, bounce } = view.state;
  return h('span', { class: 'db-pace', role: 'img', 'aria-label': paceWords(view) },
    Array.from({ length: movesPlayed(view) }, () => h('i', { class: 'done' })),
    Array.from({ length: moves }, () => h('i')),
    bounce && h('i', { class: 'free' }));
}

/** The note about a player below the name. @param {View} view @param {number} seat */
function noteOf(view, seat) {
  const { moves, bonus, mover, owed, bounce, position } = view.state, side = t(`db.side.${toneOf(seat)}`);
  if (mover === seat && owed) return t('db.note.return');
  if (mover === seat && bounce) return t('db.note.bounce');
  if (mover === seat) return t('db.note.moves', { n: moves });
  if (bonus[seat - 1]) return t('db.note.bonus', { n: bonus[seat - 1] });
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
    return h('span', { ...props, key: `e${i}`, class: 'db-slot' }, i === count - 1 ? h('small', null, t('db.slot.last')) : null);
  };
  return h('div', { class: 'db-held', role: 'img', 'aria-label': t('db.held', { n: dice.length, of: count, sum: worth[seat - 1] }) },
    h('small', { class: 'db-wanted', key: 'wanted' }, t('db.goal'), h('span', null, t('db.goal.end', { n: count }))),
    Array.from({ length: Math.max(count, dice.length) }, (_, i) => place(i)));
}

/** The score and its bar up to the target, with the points of this round. @param {View} view @param {number} seat @param {Change} change */
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

/** Shown between the plates if there is room: the round, and the moves of the turn. @param {View} view */
export function betweenView(view) {
  const { round, captures_to_end: captures, recover, form, mover, target } = view.state, playing = typeof mover === 'number';
  return h('div', { class: 'db-between', key: 'between' },
    h('b', null, t('db.round', { n: round })),
    playing && paceView(view), playing && h('span', { 'aria-hidden': 'true' }, paceWords(view)),
    h('span', { class: 'fine' },
      t(target > 1 ? 'db.round.ends' : 'db.round.once', { captures }), recover === 'once' && ` ${t('db.once')}`,
      form === 'tournament' && ` ${t('db.tournament')}`));
}
