// Débâcle: dice that leave the board or come to it. The way that is shown before a choice is the way that is flown after it.
import { h, svg } from '../../core/dom.js';
import { pipDie } from '../../core/art.js';

/** @typedef {{from: string, to: string, value: number, tone: string}} Way `from` and `to` select elements */
/** @typedef {[number, number]} Point */

const FLIES = 450, STILL = 600; // milliseconds; STILL: both ends are shown where nothing may travel
const SIZE = 0.78; // of a die, in squares

/** @param {string} selector @param {Element} layer @returns {Point | null} */
function middle(selector, layer) {
  const at = document.querySelector(selector)?.getBoundingClientRect(), base = layer.getBoundingClientRect();
  return at ? [at.x + at.width / 2 - base.x, at.y + at.height / 2 - base.y] : null;
}

/** The point beside the straight line that bows the way. @param {Point} a @param {Point} b @returns {Point} */
function bend([x0, y0], [x1, y1]) {
  const long = Math.hypot(x1 - x0, y1 - y0) || 1, bow = Math.min(60, long / 6) * (x1 < x0 ? 1 : -1);
  return [(x0 + x1) / 2 - (bow * (y1 - y0)) / long, (y0 + y1) / 2 + (bow * (x1 - x0)) / long];
}

/** @param {Element} layer @param {Way} way */
function ends(layer, { from, to }) {
  const a = middle(from, layer), b = middle(to, layer);
  return a && b ? { a, b, c: bend(a, b) } : null;
}

/** @param {{a: Point, b: Point, c: Point}} way */
const dotted = ({ a, b, c }) => svg('svg', { class: 'db-way' }, svg('path', { d: `M${a}Q${c} ${b}` }));

/** @param {Way} way @param {Point} at */
function thing({ value, tone }, [x, y]) {
  const square = document.querySelector('.db-square')?.getBoundingClientRect().width ?? 60, size = square * SIZE;
  return h('span', { class: 'db-thing', style: { left: `${x - size / 2}px`, top: `${y - size / 2}px` } }, pipDie(value, { tone, size }));
}

let flying = false;

function land() {
  flying = false;
  drawAhead();
}

/** @param {Element} layer @param {Way} way */
function fly(layer, way) {
  const found = ends(layer, way);
  if (!found) return;
  flying = true;
  const { a, b, c } = found, goal = document.querySelector(way.to.replace('[data-square=', '.db-pieces [data-on='));
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) {
    layer.replaceChildren(dotted(found), thing(way, a), thing(way, b));
    setTimeout(land, STILL);
    return;
  }
  const die = thing(way, a);
  const on = (/** @type {number} */ p, /** @type {0 | 1} */ k) => (1 - p) ** 2 * a[k] + 2 * p * (1 - p) * c[k] + p * p * b[k] - a[k];
  const frames = [0, 0.25, 0.5, 0.75, 1].map((p) => ({
    transform: `translate(${on(p, 0)}px, ${on(p, 1)}px) scale(${1 + Math.sin(Math.PI * p) / 4})`, offset: p,
  }));
  layer.replaceChildren(die);
  goal?.animate([{ opacity: 0 }, { opacity: 0, offset: 0.95 }, { opacity: 1 }], FLIES);
  die.animate(frames, { duration: FLIES, easing: 'ease-in-out', fill: 'forwards' }).onfinish = land;
}

let flown = '';
/** @type {Way | null} */
let ahead = null;

/** The dotted way of a choice, or nothing. */
function drawAhead() {
  const layer = document.querySelector('.db-flight'), found = layer && ahead && ends(layer, ahead);
  if (!flying) layer?.replaceChildren(...(found ? [dotted(found)] : []));
}

addEventListener('resize', () => requestAnimationFrame(drawAhead));

/**
 * The layer over the board. A flight is flown once: `key` changes with every line.
 * @param {Way | null} shown the way of a choice
 * @param {Way | null} past the way of the line that is being shown
 * @param {string} key
 */
export function flightLayer(shown, past, key) {
  requestAnimationFrame(() => {
    const layer = document.querySelector('.db-flight');
    ahead = shown;
    if (layer && past && flown !== key) fly(layer, past);
    else drawAhead();
    flown = key;
  });
  return h('div', { class: 'db-flight', key: 'flight', 'data-free': true, 'aria-hidden': 'true' });
}
