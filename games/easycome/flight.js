// The way of a prize to its new owner: dotted before the choice, flown after it. The way that is shown is the way that is flown.
import { h, svg } from '../../core/dom.js';
import { prizePicture } from './prizes.js';

/** @typedef {{prize: string, from: number, to: number}} Way seats; from 0: the prize is in the centre */
/** @typedef {[number, number]} Point */

const STOLEN = 800, TAKEN = 450, STILL = 600; // milliseconds; STILL: both ends are shown where nothing may travel
const LIFT = 0.15, LAND = 0.8; // shares of the time: 120, 520 and 160 of 800

/** Where a prize is, where its stand is drawn. @param {string} prize @param {number} seat */
const placeOf = (prize, seat) =>
  document.querySelector(seat ? `[data-stand="${seat} ${prize}"]` : `.ec-prize[data-key="${prize}"] .ec-art`);

/** The stand on which it lands. @param {string} prize @param {number} seat */
const standOf = (prize, seat) => placeOf(prize, seat) ?? document.querySelector(`[data-stands="${seat}"] .ec-stand.vacant`);

/** @param {Element} place @param {Element} layer @returns {Point} */
function middle(place, layer) {
  const at = place.getBoundingClientRect(), base = layer.getBoundingClientRect();
  return [at.x + at.width / 2 - base.x, at.y + at.height / 2 - base.y];
}

/** The point beside the straight line that bows the way. @param {Point} a @param {Point} b @returns {Point} */
function bend([x0, y0], [x1, y1]) {
  const long = Math.hypot(x1 - x0, y1 - y0) || 1, bow = Math.min(90, long / 5) * (x1 < x0 ? 1 : -1);
  return [(x0 + x1) / 2 - (bow * (y1 - y0)) / long, (y0 + y1) / 2 + (bow * (x1 - x0)) / long];
}

/** @param {Point} a @param {Point} c @param {Point} b */
const dotted = (a, c, b) => svg('svg', { class: 'ec-way' }, svg('path', { d: `M${a}Q${c} ${b}` }));

/** @param {string} prize @param {Point} at */
const thing = (prize, [x, y]) => h('span', { class: 'ec-thing', style: { left: `${x}px`, top: `${y}px` } }, prizePicture(prize));

/** @param {Element} layer @param {Way} way */
function ends(layer, { prize, from, to }) {
  const start = placeOf(prize, from) ?? placeOf(prize, 0), goal = standOf(prize, to);
  return start && goal ? { a: middle(start, layer), b: middle(goal, layer), goal } : null;
}

/** @param {Element} layer @param {Way} way */
function fly(layer, way) {
  const found = ends(layer, way);
  if (!found) return;
  const { a, b, goal } = found, c = bend(a, b);
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    layer.replaceChildren(dotted(a, c, b), thing(way.prize, a), thing(way.prize, b));
    setTimeout(() => layer.replaceChildren(), STILL);
    return;
  }
  const prize = thing(way.prize, a), duration = way.from ? STOLEN : TAKEN;
  const on = (/** @type {number} */ p, /** @type {0 | 1} */ k) => (1 - p) ** 2 * a[k] + 2 * p * (1 - p) * c[k] + p * p * b[k] - a[k];
  const frame = (/** @type {number} */ p, /** @type {number} */ size) => `translate(${on(p, 0)}px, ${on(p, 1)}px) scale(${size})`;
  const arc = [0.25, 0.5, 0.75].map((p) => ({ transform: frame(p, 1.2), offset: LIFT + p * (LAND - LIFT) }));
  layer.replaceChildren(prize);
  goal.animate([{ opacity: 0 }, { opacity: 0, offset: 0.95 }, { opacity: 1 }], duration);
  prize.animate([
    { transform: frame(0, 0.8), offset: 0 }, { transform: frame(0, 1.2), offset: LIFT }, ...arc,
    { transform: frame(1, 1.2), offset: LAND }, { transform: frame(1, 0.5), offset: 1 },
  ], { duration, fill: 'forwards' }).onfinish = () => layer.replaceChildren();
}

let flown = '';
/** @type {Way | null} */
let ahead = null;

/** The dotted way, where there is one. */
function drawAhead() {
  const layer = document.querySelector('.ec-flight'), found = layer && ahead && ends(layer, ahead);
  if (layer && found) layer.replaceChildren(dotted(found.a, bend(found.a, found.b), found.b));
  return Boolean(found);
}

addEventListener('resize', () => requestAnimationFrame(drawAhead));

/**
 * The layer over the board. `key` of a flight changes with every line: it is flown once.
 * @param {Way | null} shown a way that can be chosen
 * @param {Way | null} past the way of the line that is being shown
 * @param {string} key
 */
export function flightLayer(shown, past, key) {
  requestAnimationFrame(() => {
    const layer = document.querySelector('.ec-flight');
    if (!layer) return;
    ahead = shown;
    if (drawAhead()) return;
    if (past && flown !== key) fly(layer, past);
    else if (!past) layer.replaceChildren();
    flown = past ? key : flown;
  });
  return h('div', { class: 'ec-flight', key: 'flight', 'data-free': true, 'aria-hidden': 'true' });
}
