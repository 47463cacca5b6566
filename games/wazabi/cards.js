// Wazabi: ten pictures of cards, 120 x 84. The background colour is the family: dice (rose), cards (amber), turns (blue).
import { C, drawing, G, L, O, P, R as rect, TONE } from '../../core/pen.js';

/** @type {(x: number, y: number, w: number, h: number, rx: number, fill: string, more?: string) => string} */
const R = (x, y, w, h, rx, fill, more = '') => rect(x, y, w, h, rx, fill).replace('/>', ` ${more}/>`);
/** @type {(x: number, y: number, size: number, fill: string, words: string) => string} */
const T = (x, y, size, fill, words) =>
  `<text x="${x}" y="${y}" font-size="${size}" text-anchor="middle" fill="${fill}" font-weight="800">${words}</text>`;
const body = R(4, 8, 92, 90, 20, '#cfc0a4') + R(4, 3, 92, 88, 20, '#fffaf0')
  + P('M22 8h56a14 14 0 0 1 13 10q-41-7-82 0a14 14 0 0 1 13-10z', '#fff', 'opacity="0.35"');
const five = [[28, 25], [72, 25], [50, 47], [28, 69], [72, 69]].map(([u, v]) => C(u, v, 9, TONE.ink)).join('');
/** @type {(x: number, y: number, s: number, a?: number, more?: string) => string} */
const sdie = (x, y, s, a = 0, more = five) =>
  G(`translate(${x} ${y}) rotate(${a}) scale(${s / 100}) translate(-50 -50)`, body, more);
/** @type {(x: number, y: number, a?: number, s?: number, tone?: string) => string} */
const scard = (x, y, a = 0, s = 1, tone = '#d98a1f') => G(`translate(${x} ${y}) rotate(${a}) scale(${s})`, R(-13, -19, 26, 38, 4, tone,
    'stroke="#fff8ea" stroke-width="2.5"'), P('M0-9c6 2 8 7 6 11q-2 5-6 5t-6-5c-2-4 0-9 6-11z', '#fff8ea', 'opacity=".75"'));
/** @type {(x: number, y: number, w: number, h: number, a?: number, tone?: string) => string} */
const ghost = (x, y, w, h, a = 0, tone = '#9a5d4e') => R(-w / 2, -h / 2, w, h, 5, 'none',
    `stroke="${tone}" stroke-width="2.2" stroke-dasharray="4 4" transform="translate(${x} ${y}) rotate(${a})"`);
/** @type {(x: number, y: number, a: number, gap?: number) => string} */
const sticks = (x, y, a, gap = 7) => G(`translate(${x} ${y}) rotate(${a})`, P(`M-3 ${-gap}l70 -8v5l-70 6zM-3 ${gap}l70 4v5l-70 -6z`,
    '#7a2530'), P('M46-12.5l21-2.5v5l-21 2zM46 9l21 2v5l-21-3z', TONE.gold));
/** @type {(x: number, y: number, rx: number) => string} */
const plate = (x, y, rx) => O(x, y + 3, rx, rx * 0.28, '#1d4a3c', 'opacity=".35"') + O(x, y, rx, rx * 0.26, '#fffaf0') + O(x, y - 1,
    rx * 0.72, rx * 0.15, '#e6dbc4');
/** @type {(d: string, head: string, tone: string, w?: number) => string} */
const arrow = (d, head, tone, w = 5) => L(d, tone, w) + P(head, tone);
const ROSE = '#f3d5cb', AMBER = '#f6e2b4', BLUE = '#cfdfec';
const lids = L('M24 44q8 8 16 0M60 44q8 8 16 0', TONE.ink, 6) + L('M40 66q10 6 20 0', TONE.ink, 5) + O(22, 58, 8, 5, '#e98d7c',
    'opacity=".6"') + O(78, 58, 8, 5, '#e98d7c', 'opacity=".6"');
const grin = C(33, 42, 8, TONE.ink) + C(67, 42, 8, TONE.ink) + L('M34 60q16 16 32 0', TONE.ink, 6);
/** @type {Record<string, string>} parts of a picture, 120 x 84 */
export const WZ = {
  retire1: R(0, 0, 120, 84, 0, ROSE) + G('translate(11 8)', ghost(32, 58, 28, 26), sdie(52, 28, 36, -14), sticks(60, 27, -22, 13),
    L('M36 43l-2 6M45 49l-1 5', '#9a5d4e', 2.2)),
  retire2: R(0, 0, 120, 84, 0, ROSE) + G('translate(4 10)', ghost(24, 60, 25, 24), ghost(56, 62, 25, 24), sdie(36, 31, 30, -16),
    sdie(64, 27, 30, 6), sticks(72, 27, -14, 14), L('M25 45l-1 5M57 44l-1 5', '#9a5d4e', 2.2)),
  donne: R(0, 0, 120, 84, 0, ROSE) + plate(36, 62, 28) + ghost(36, 42, 27, 27) + arrow('M52 26q18-16 34 2', 'M93 22l-1 15-13-6z',
    '#8f2530') + plate(90, 66, 24) + sdie(90, 50, 30, 6),
  tourne: R(0, 0, 120, 84, 0, ROSE) + O(60, 46, 48, 32, '#e3b7a8') + O(60, 44, 48, 31, '#fffaf0') + O(60, 44, 22, 12, '#f3d5cb')
    + sdie(60, 18, 22, -4) + sdie(22, 44, 22, -20) + sdie(98, 44, 22, 18) + sdie(60, 68, 22, 6) + arrow('M30 22q6-6 13-8',
    'M50 11l-8 8-3-9z', '#8f2530', 3.6) + arrow('M90 67q-6 6-13 8', 'M70 77l8-8 3 9z', '#8f2530', 3.6) + arrow('M82 14q8 3 11 10',
    'M95 32l-7-7 9-3z', '#8f2530', 3.6) + arrow('M38 75q-8-3-11-10', 'M25 57l7 7-9 3z', '#8f2530', 3.6),
  vole: R(0, 0, 120, 84, 0, AMBER) + scard(24, 50, -22, 1, '#a45f0e') + scard(38, 44, -6, 1, '#c27614') + ghost(54, 46, 26, 38, 12,
    '#94651b') + scard(72, 30, 16) + P('M122 66Q96 70 84 52q-8-3-8-11 1-9 11-8 6-6 14 0 8-2 11 6 6 2 10 6z', '#fffaf0',
    'stroke="#5a4630" stroke-width="2.4"') + C(86, 44, 3.2, '#e59a8c') + C(93, 40, 3, '#e59a8c') + C(101, 43, 3, '#e59a8c') + O(95, 51,
    6, 4.5, '#e59a8c'),
  reste1: R(0, 0, 120, 84, 0, AMBER) + P('M60 0l30 78H30z', '#fdf3d6') + ghost(22, 56, 24, 35, -28, '#94651b') + ghost(98, 56, 24, 35,
    28, '#94651b') + ghost(14, 30, 24, 35, -50, '#94651b') + ghost(106, 30, 24, 35, 50, '#94651b') + plate(60, 70, 24) + scard(60, 44,
    0, 1.15),
  reste2: R(0, 0, 120, 84, 0, AMBER) + P('M46 0h28l24 78H22z', '#fdf3d6') + ghost(14, 52, 24, 35, -30, '#94651b') + ghost(106, 52, 24,
    35, 30, '#94651b') + plate(60, 70, 34) + scard(45, 44, -5, 1.05) + scard(75, 44, 5, 1.05),
  pioche3: R(0, 0, 120, 84, 0, AMBER) + R(12, 36, 30, 40, 4, '#8a4f0c') + R(12, 32, 30, 40, 4, '#a45f0e') + R(12, 28, 30, 40, 4,
    '#c27614', 'stroke="#fff8ea" stroke-width="2.5"') + scard(66, 50, -18) + scard(82, 45, 0) + scard(98, 50, 18)
    + arrow('M32 20q16-16 32-4', 'M71 21l-13-2 7-10z', '#8f2530', 4.5),
  saute: R(0, 0, 120, 84, 0, BLUE) + C(98, 18, 11, '#fbeec2') + C(103, 15, 10, BLUE) + plate(54, 72, 36) + sdie(54, 48, 44, -6, lids)
    + P('M34 28q6-16 22-14 12 1 24 16l-4 2q-14-6-20-3-10-6-22-1z', '#3565b5') + C(80, 31, 4.5, '#fff8ea') + T(90, 48, 15, '#24508c',
    'z') + T(101, 38, 19, '#24508c', 'Z'),
  rejoue: R(0, 0, 120, 84, 0, BLUE) + sdie(60, 42, 36, 0, grin) + arrow('M24 38q8-28 38-28 22 0 32 16', 'M102 37l-17-5 12-12z',
    '#24508c') + arrow('M96 48q-8 28-38 28-22 0-32-16', 'M18 47l17 5-12 12z', '#24508c'),
};

/** A card's picture. @param {string} id */
export const cardPicture = (id) => drawing(120, 84, WZ[id] ?? '', { class: 'wz-art' });

// Durations in milliseconds: a card or die travels, a card is turned over, a card moves to its target. If MANY or more things travel,
// they start APART milliseconds after each other.
export const DRAWN = 300, PLAYED = 420, AIMED = 360, APART = 120, MANY = 4;
