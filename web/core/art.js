// Drawings that several views share: dice, the cup, and parts of the games' pictures.
import { svg } from './dom.js';

/** @type {Record<number, [number, number][]>} */
const PIPS = {
  0: [],
  1: [[50, 50]],
  2: [[28, 28], [72, 72]],
  3: [[26, 26], [50, 50], [74, 74]],
  4: [[28, 28], [72, 28], [28, 72], [72, 72]],
  5: [[26, 26], [74, 26], [50, 50], [26, 74], [74, 74]],
  6: [[28, 24], [72, 24], [28, 50], [72, 50], [28, 76], [72, 76]],
};

/**
 * The body of a die in a square of 100: an edge below, a face above it, a little light. Its tone is a class: ivory, red,
 * black, or one of a game's own.
 * @param {string} tone
 */
export function body(tone) {
  return [
    svg('rect', { x: 4, y: 8, width: 92, height: 90, rx: 20, class: `die-edge ${tone}` }),
    svg('rect', { x: 4, y: 3, width: 92, height: 88, rx: 20, class: `die-face ${tone}` }),
    svg('path', { d: 'M22 8h56a14 14 0 0 1 13 10q-41-7-82 0a14 14 0 0 1 13-10z', class: 'die-light' }),
  ];
}

/** @param {number} value @param {string} tone */
function pips(value, tone) {
  if (value === 0) return [svg('circle', { cx: 50, cy: 47, r: 17, class: `die-ring ${tone}` })];
  return PIPS[value].map(([x, y]) => svg('circle', { cx: x, cy: y - 3, r: 9.5, class: `die-pip ${tone}` }));
}

/** @param {number} value */
export function pipDieParts(value, tone = 'ivory') {
  return [...body(tone), ...pips(value, tone)];
}

/** @param {number} value */
export function pipDie(value, { tone = 'ivory', size = 64, turn = 0, cls = '' } = {}) {
  return svg('svg', { class: `die ${cls}`, viewBox: '0 0 100 100', width: size, height: size, 'aria-hidden': 'true' },
    svg('g', turn ? { transform: `rotate(${turn} 50 50)` } : null, pipDieParts(value, tone)));
}

/** @param {string} letter @param {string} tone */
export function letterDieParts(letter, tone) {
  return [...body(tone), svg('text', { x: 50, y: 68, 'text-anchor': 'middle', class: `die-letter ${tone}` }, letter)];
}

/** @param {string} letter */
export function letterDie(letter, { tone = 'ivory', size = 64, cls = '' } = {}) {
  return svg('svg', { class: `die ${cls}`, viewBox: '0 0 100 100', width: size, height: size, 'aria-hidden': 'true' },
    letterDieParts(letter, tone));
}

// ---- the cup ----

export function cupParts() {
  return [
    svg('path', { d: 'M14 16h72l-9 70a10 10 0 0 1-10 9H33a10 10 0 0 1-10-9z', class: 'cup-body' }),
    svg('path', { d: 'M14 16h72l-2.4 18H16.4z', class: 'cup-band' }),
    svg('path', { d: 'M21 70h58l-1.4 11H22.4z', class: 'cup-band' }),
    svg('ellipse', { cx: 50, cy: 16, rx: 36, ry: 9, class: 'cup-rim' }),
    svg('ellipse', { cx: 50, cy: 16.5, rx: 30, ry: 6, class: 'cup-inside' }),
  ];
}

export function cup(size = 80, cls = '') {
  return svg('svg', { class: `cup ${cls}`, viewBox: '0 0 100 100', width: size, height: size, 'aria-hidden': 'true' }, cupParts());
}

export function cupIcon() {
  return svg('svg', { class: 'cup-icon', viewBox: '0 0 100 100', width: 30, height: 30, 'aria-hidden': 'true' }, cupParts());
}

// ---- pictures for the home page ----

/**
 * Parts drawn in a square of 100, put with their middle at (x, y).
 * @param {number} x
 * @param {number} y
 * @param {number} scale
 * @param {number} turn
 * @param {...import('./dom.js').Child} parts
 */
export const at = (x, y, scale, turn, ...parts) =>
  svg('g', { transform: `translate(${x} ${y}) rotate(${turn}) scale(${scale}) translate(-50 -50)` }, ...parts);

/**
 * A picture, 320 x 180, on a ground of that colour. Classes for its parts: picture-card, picture-text, picture-arrow, picture-arrowhead.
 * @param {string} ground
 * @param {...import('./dom.js').Child} parts
 */
export function frame(ground, ...parts) {
  return svg('svg', { class: 'picture', viewBox: '0 0 320 180', 'aria-hidden': 'true', preserveAspectRatio: 'xMidYMid slice' },
    svg('rect', { width: 320, height: 180, style: { fill: ground } }), ...parts);
}

// For a game without a picture of its own.
export const cupPicture = () => frame('var(--felt)', at(160, 90, 1, 0, cupParts()));

// ---- signs on buttons ----

/** @param {string} d */
const sign = (d) => svg('svg', { class: 'sign', viewBox: '0 0 24 24', width: 24, height: 24, 'aria-hidden': 'true' }, svg('path', { d }));

export const check = () => sign('M4 13l5 5L20 6');
export const cross = () => sign('M6 6l12 12M18 6L6 18');
export const bars = () => sign('M4 6h16M4 12h16M4 18h10');
