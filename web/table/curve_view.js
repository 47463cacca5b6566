// The analysis of a finished game: everybody's chance of winning after each move as a curve, and the luck and mistakes of each seat.
import { h, svg } from '../core/dom.js';
import { t } from '../core/texts.js';
import { depthOf, percent, seatMark, seatName, winners } from '../core/parts.js';
import { chancesAt, isJudged, lastStep, moments, secondsLeft } from '../model/replay.js';
import { turningPoint } from '../model/story.js';
import { lookDeeper, stopDeeper } from './curve.js';

/** @typedef {import('../model/replay.js').Replay} Replay */
/** @typedef {import('../model/replay.js').Curve} Curve */
/** @typedef {import('../model/messages.js').Analysis} Analysis */
/** @typedef {import('../model/messages.js').SeatSums} SeatSums */
/** @typedef {import('../model/messages.js').Seat} Seat */

const SUMS = ['luck', 'cost', 'hidden', 'speed', 'others', 'unexplained']; // the numbers of a seat; each game has some of them
const WIDE = 480, HIGH = 150, EDGE = 6;

/** @param {string} text */
const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');

// ---- while it is computed ----

/** The progress of the analysis, and an estimate of the time left. @param {Curve} curve */
function progressParts(curve) {
  const left = secondsLeft(curve, performance.now());
  const words = curve.whole ? t('curve.progress', { done: curve.done, whole: curve.whole }) : t('curve.waiting');
  const about = left === null ? 0 : left < 20 ? Math.ceil(left) : 5 * Math.ceil(left / 5);
  const rest = left === null ? '' : left < 5 ? t('curve.soon') : t('curve.left', { n: about });
  return [
    h('progress', { max: Math.max(1, curve.whole), value: curve.whole ? curve.done : null, 'aria-label': t('curve.computing') }),
    h('p', { class: 'fine curve-left' }, words, rest && ` · ${rest}`),
  ];
}

/** @param {Curve} curve */
export const progressView = (curve) => [h('p', { class: 'fine' }, t('curve.computing')), progressParts(curve)];

// ---- the curve ----

/** The turning point's move, if the game has one. @param {Replay} replay @param {Analysis} analysis */
function turning(replay, analysis) {
  const found = turningPoint(analysis, winners(replay.steps[lastStep(replay)].state.result ?? null));
  return found ? [found.at] : [];
}

/** @param {Replay} replay @param {Analysis} analysis @param {Seat[]} seats @param {(at: number) => void} goTo */
export function chart(replay, analysis, seats, goTo) {
  const last = lastStep(replay), step = (WIDE - 2 * EDGE) / Math.max(1, last);
  const x = (/** @type {number} */ at) => EDGE + step * at;
  const y = (/** @type {number} */ share) => EDGE + (HIGH - 2 * EDGE) * (1 - share);
  const pick = (/** @type {import('../core/dom.js').PageEvent} */ event) => {
    const box = event.currentTarget.getBoundingClientRect();
    goTo(Math.round((((event.clientX - box.left) / box.width) * WIDE - EDGE) / step));
  };
  const point = (/** @type {number} */ at, /** @type {number} */ i) => `${x(at).toFixed(1)},${y(chancesAt(analysis, at)[i]).toFixed(1)}`;
  const points = (/** @type {number} */ i) => Array.from({ length: analysis.moves.length + 1 }, (_, at) => point(at, i)).join(' ');
  return svg('svg', {
    class: 'curve-chart', viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': t('curve.label'),
    onclick: pick,
  },
  [0, 0.5, 1].map((share) => svg('line', { class: 'curve-grid', x1: EDGE, x2: WIDE - EDGE, y1: y(share), y2: y(share) })),
  turning(replay, analysis).map((at) => svg('rect', {
    class: 'curve-turning', x: x(at - 1) - 3, width: step + 6, y: 0, height: HIGH, rx: 4,
  })),
  seats.map((_, i) => svg('polyline', { class: `curve-line seat-${i + 1}`, points: points(i) })),
  svg('line', { class: 'curve-now', x1: x(replay.at), x2: x(replay.at), y1: 0, y2: HIGH }),
  moments(analysis).flatMap(({ at, seat, luck }) => { // round caps stay round, however the chart is stretched
    const d = `M${x(at).toFixed(1)} ${y(chancesAt(analysis, at)[seat - 1]).toFixed(1)}h0`;
    return [svg('path', { d, class: `curve-moment seat-${seat}` }), luck > 0 && svg('path', { d, class: 'curve-moment luck' })];
  }));
}

/**
 * Each player with the chance at this moment and the verdict of the whole game.
 * @param {number} at
 * @param {Analysis} analysis
 * @param {Seat[]} seats
 */
function legend(at, analysis, seats) {
  const chances = chancesAt(analysis, Math.min(at, analysis.moves.length));
  const dash = (/** @type {number} */ seat) =>
    svg('svg', { class: 'curve-dash', viewBox: '0 0 20 6', width: 20, height: 6, 'aria-hidden': 'true' },
    svg('line', { class: `curve-line seat-${seat}`, x1: 0, x2: 20, y1: 3, y2: 3 }));
  return h('ul', { class: `curve-legend${seats.length > 3 ? ' many' : ''}` }, seats.map((_, i) => h('li', { class: 'curve-key' },
    seatMark(i + 1, 18), dash(i + 1),
    h('span', { class: 'curve-name' }, seatName(seats, i + 1)), ' ', h('strong', null, percent(chances[i], 0)))));
}

/** @param {Replay} replay @param {Seat[]} seats @param {(at: number) => void} goTo goes to a moment */
export function curveView(replay, seats, goTo) {
  const { curve, at } = replay;
  if (curve.status === 'none') return null;
  const content = () => {
    if (isJudged(curve)) {
      const what = h('p', { class: 'fine curve-what', key: 'what' }, t('curve.now'));
      return [what, chart(replay, curve.analysis, seats, goTo), legend(at, curve.analysis, seats)];
    }
    return curve.status === 'unjudged' ? h('p', { class: 'fine' }, sentence(curve.text)) : progressView(curve);
  };
  return h('section', { class: `curve ${curve.status}`, key: 'curve', 'aria-label': t('curve.title') }, content());
}

// ---- the players ----

/** @param {string} key @param {number} share */
const number = (key, share) =>
  `${key !== 'cost' && share >= 0.00005 ? '+' : ''}${percent(Math.abs(share) < 0.00005 ? 0 : share, 1)}`.replace('-', '−');

/**
 * The luck and mistakes of each seat, one column per seat, since names are shorter than the row labels.
 * @param {Analysis} analysis
 * @param {Seat[]} seats
 */
export function sumsView({ seats: each }, seats) {
  const columns = SUMS.filter((key) => key in each[0]);
  const row = (/** @type {string} */ key, /** @type {(seat: SeatSums) => string} */ value, cls = '') =>
    h('tr', { key, 'data-sum': key, class: cls },
    h('th', { scope: 'row', title: t(`sums.${key}.about`) }, t(`sums.${key}`)),
    each.map((seat, i) => h('td', { key: `s${i}` }, value(seat))));
  const head = (/** @type {number} */ seat) => h('th', { scope: 'col', key: `s${seat - 1}`, title: seatName(seats, seat) },
    seatMark(seat, 18), h('span', null, seatName(seats, seat)));
  const disputed = each.flatMap((seat, i) => (seat.disputed ? [`${seatName(seats, i + 1)}${t('colon')} ${seat.disputed}`] : []));
  return h('div', { class: 'curve-sums', key: 'sums' },
    h('div', { class: 'curve-wide', tabindex: '0', role: 'region', 'aria-label': t('sums') },
      h('table', null,
        h('thead', null, h('tr', null, h('td', null), each.map((_, i) => head(i + 1)))),
        h('tbody', null,
          row('verdict', (seat) => t(`verdict.${seat.verdict}`), 'curve-verdict'),
          row('errors', (seat) => t('sums.of', { n: seat.mistakes, of: seat.decisions })),
          columns.map((key) => row(key, (seat) => number(key, seat[key]))),
          row('rate', (seat) => percent(seat.rate / 100, 2))))),
    disputed.length ? h('p', { class: 'fine' }, t('sums.disputed', { list: disputed.join(', ') })) : null,
    h('dl', { class: 'fine' },
      ['errors', ...columns, 'rate'].map((key) => [h('dt', null, t(`sums.${key}`)), h('dd', null, t(`sums.${key}.about`))])));
}

/** The analysis shows no ±, so its meaning is left out. @param {string} how */
const withoutError = (how) => how.replace(/\s*;\s*±[^;]*?(?=\s*;|$)/, '');

/** The clause about partners is the last; without partners it is left out. @param {string} how @param {Replay} replay */
const ofThisGame = (how, { steps: [{ state }] }) => (state && 'partners' in state && !state.partners ? how.replace(/\s*;[^;]*$/, '') : how);

/**
 * The source of the numbers, missing moves, and a deeper analysis. One button starts and stops it, so that it keeps the focus.
 * @param {Replay} replay
 * @param {Analysis} analysis
 */
export function sourceView(replay, analysis) {
  const { depth, depths } = analysis, { how, text, short, deeper } = replay.curve;
  const props = {
    class: 'button small quiet', type: 'button', key: 'deeper', 'data-do': deeper ? 'deeper-stop' : 'deeper',
    onclick: () => (deeper ? stopDeeper(replay) : lookDeeper(replay)),
  };
  return h('div', { class: 'fine curve-source', key: 'source' },
    h('p', { key: 'how' },
      t('numbers', { how: ofThisGame(withoutError(how), replay) }), depthOf(analysis), text ? ` ${sentence(text)}` : ''),
    depth < depths && !short && h('button', props, t(deeper ? 'curve.stop' : 'curve.deeper')),
    deeper && h('div', { class: 'curve-deeper', key: 'progress' }, progressParts(replay.curve)));
}
