// Flights: a die, a card or a prize moves over the page from its old place to its new one. If motion is reduced,
// both places and a dotted line between them are shown. Boards name places by the attribute data-place.
import { h, svg } from './dom.js';

/** @typedef {[number, number]} Point */

/**
 * @typedef {object} Flight
 * @property {string} from the place it leaves
 * @property {string} to the place where it lands
 * @property {() => Node} thing its drawing
 * @property {number} ms how long it travels, in milliseconds
 * @property {number} [after] how long it waits before that, in milliseconds
 * @property {boolean} [lifts] it is lifted first and set down last
 * @property {boolean} [turns] it is turned over in flight: `thing` is its back, and its face is drawn where it lands
 * @property {boolean} [hides] the place where it lands is hidden until then
 */

const STILL = 600; // milliseconds; both ends are shown if motion is reduced
const LIFTED = 0.15, OVER = 0.8; // shares of a flight that lifts: 120, 520 and 160 of 800 milliseconds

/** The positions of the places before the shown line. @type {Map<string, DOMRect>} */
let places = new Map();

/** The layer over the page, made with the first flight. */
let layer = /** @type {HTMLElement | null} */ (null);

function theLayer() {
  if (!layer) document.body.append((layer = h('div', { class: 'flights', 'aria-hidden': 'true' })));
  return layer;
}

/** @param {string} place @returns {HTMLElement | null} */
const find = (place) => document.querySelector(`[data-place="${place}"]`);

/** @param {string} place */
function rectNow(place) {
  const at = find(place)?.getBoundingClientRect();
  return at?.width ? at : undefined;
}

/** Records the position of every place: an element may be removed before its flight starts. */
export function notePlaces() {
  places = new Map();
  for (const node of document.querySelectorAll('[data-place]')) {
    const at = node.getBoundingClientRect(), place = node.getAttribute('data-place') ?? '';
    if (at.width && !places.has(place)) places.set(place, at);
  }
}

/** @param {DOMRect} at @returns {Point} */
const middle = (at) => [at.x + at.width / 2, at.y + at.height / 2];

/** The point beside the straight line that bows the way. @param {Point} a @param {Point} b @returns {Point} */
function bend([x0, y0], [x1, y1]) {
  const long = Math.hypot(x1 - x0, y1 - y0) || 1, bow = Math.min(90, long / 5) * (x1 < x0 ? 1 : -1);
  return [(x0 + x1) / 2 - (bow * (y1 - y0)) / long, (y0 + y1) / 2 + (bow * (x1 - x0)) / long];
}

/** @typedef {{start: DOMRect, goal: DOMRect, a: Point, b: Point}} Ends the places, and their middles */

/** @param {Flight} flight @returns {Ends | null} */
function endsOf({ from, to }) {
  const start = rectNow(from) ?? places.get(from), goal = rectNow(to) ?? places.get(to);
  return start && goal ? { start, goal, a: middle(start), b: middle(goal) } : null;
}

/** @param {Point} a @param {Point} b */
const dotted = (a, b) => svg('svg', { class: 'flight-way' }, svg('path', { d: `M${a}Q${bend(a, b)} ${b}` }));

/** @param {Flight} flight @param {Point} at */
function thingAt({ from, to, thing }, [x, y]) {
  return h('span', { class: 'flight', 'data-from': from, 'data-to': to, style: { left: `${x}px`, top: `${y}px` } }, thing());
}

/** Shows both ends and the path. @param {Flight} flight @param {Ends} ends @param {number} pace */
function showStill(flight, { a, b }, pace) {
  const shown = h('div', { class: 'flight-still' }, dotted(a, b), thingAt(flight, a), thingAt(flight, b));
  theLayer().append(shown);
  const timing = { duration: STILL * pace, delay: (flight.after ?? 0) * pace };
  shown.animate([{ opacity: 1 }, { opacity: 1 }], timing).onfinish = () => shown.remove();
}

/** @param {number} size @param {number} of */
const scale = (size, of) => Math.min(1.4, Math.max(0.3, size / (of || 1)));

/** @param {Flight} flight @param {Ends} ends @param {number} pace */
function travel(flight, { start, goal, a, b }, pace) {
  const c = bend(a, b), node = thingAt(flight, a), { lifts, turns } = flight;
  theLayer().append(node);
  const wide = node.offsetWidth, [small, large] = [scale(start.width, wide), scale(goal.width, wide)];
  const on = (/** @type {number} */ p, /** @type {0 | 1} */ k) => (1 - p) ** 2 * a[k] + 2 * p * (1 - p) * c[k] + p * p * b[k] - a[k];
  const frame = (/** @type {number} */ p, /** @type {number} */ size, offset = p, turn = turns ? 180 * p : 0) => ({
    offset, opacity: 1, transform: `translate(${on(p, 0)}px, ${on(p, 1)}px) perspective(900px) rotateY(${turn}deg) scale(${size})`,
  });
  const frames = lifts
    ? [frame(0, small), ...[0, 0.25, 0.5, 0.75, 1].map((p) => frame(p, 1.2, LIFTED + p * (OVER - LIFTED))), frame(1, large)]
    : [0, 0.25, 0.5, 0.75, 1].map((p) => frame(p, small + p * (large - small)));
  const easing = lifts ? 'linear' : 'cubic-bezier(0.3, 0.6, 0.3, 1)';
  const timing = { duration: flight.ms * pace, delay: (flight.after ?? 0) * pace, easing };
  node.animate(frames, { ...timing, fill: 'forwards' }).onfinish = () => node.remove();
  const landed = find(flight.to);
  const behind = `translate(${a[0] - b[0]}px, ${a[1] - b[1]}px) perspective(900px) rotateY(-180deg) scale(${small / large})`;
  if (turns) landed?.animate([{ transform: behind }, {}], timing);
  else if (flight.hides) landed?.animate([{ opacity: 0 }, { opacity: 0 }], { ...timing, fill: 'backwards' });
}

/** Starts flights. `pace` stretches their time. @param {Flight[]} flights @param {number} pace */
export function fly(flights, pace) {
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const ends = flights.map(endsOf); // before any of them hides or moves a place
  flights.forEach((flight, i) => ends[i] && (still ? showStill : travel)(flight, ends[i], pace));
}

/** @type {Flight | null} */
let ahead = null;

/** Shows the path of a flight that the player may choose, or none. @param {Flight | null} flight */
export function showWay(flight) {
  const [start, goal] = flight ? [rectNow(flight.from), rectNow(flight.to)] : [];
  ahead = flight;
  layer?.querySelector(':scope > .flight-way')?.remove();
  if (start && goal) theLayer().append(dotted(middle(start), middle(goal)));
}

addEventListener('resize', () => (land(), showWay(ahead)));

/** Finishes all running animations immediately. */
export function land() {
  layer?.replaceChildren();
  for (const motion of document.getAnimations()) if (motion.effect?.getComputedTiming().endTime !== Infinity) motion.finish();
}
