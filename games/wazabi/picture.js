// Wazabi: its dice, and the picture on the home page.
import { svg } from '../../core/dom.js';
import { at, body, frame } from '../../core/art.js';

// The faces: a leaf and W, a card and C, a die with an arrow and D.
/** @type {Record<string, () => SVGElement[]>} */
const FACES = {
  W: () => [
    svg('path', { d: 'M50 16c20 8 27 24 22 38-4 12-14 17-22 17s-18-5-22-17c-5-14 2-30 22-38z', class: 'wz-face-leaf' }),
    svg('path', { d: 'M50 24v44M50 40l-11-8M50 40l11-8M50 54l-13-8M50 54l13-8', class: 'wz-face-vein' }),
  ],
  C: () => [
    svg('rect', { x: 25, y: 20, width: 34, height: 46, rx: 6, class: 'wz-face-card back', transform: 'rotate(-10 42 43)' }),
    svg('rect', { x: 41, y: 22, width: 34, height: 46, rx: 6, class: 'wz-face-card', transform: 'rotate(8 58 45)' }),
  ],
  D: () => [
    svg('rect', { x: 20, y: 36, width: 34, height: 34, rx: 8, class: 'wz-face-small' }),
    svg('path', { d: 'M48 30q18-16 30 8', class: 'wz-face-arrow' }),
    svg('path', { d: 'M83 28l-3 15-13-6z', class: 'wz-face-head' }),
  ],
};

/** @param {string} letter */
function wazabiDieParts(letter) {
  return [
    ...body('wz-' + letter),
    ...(FACES[letter]?.() ?? []),
    svg('text', { x: 83, y: 86, 'text-anchor': 'middle', class: 'wz-face-letter' }, letter),
  ];
}

/** @param {string} letter */
export function wazabiDie(letter, { size = 64, cls = '' } = {}) {
  return svg('svg', { class: `die ${cls}`, viewBox: '0 0 100 100', width: size, height: size, 'aria-hidden': 'true' },
    wazabiDieParts(letter));
}

/** A ring of the round table. @param {number} y @param {number} r @param {string} fill */
const ring = (y, r, fill) => svg('circle', { cx: 160, cy: y, r, style: { fill } });

export default () =>
  frame('#5f7f24',
    ring(108, 118, '#4e6a1d'), ring(104, 118, '#8a5d36'), ring(104, 106, '#5f3d20'), ring(104, 104, '#1f4839'),
    at(112, 92, 0.58, -12, wazabiDieParts('W')),
    at(172, 72, 0.58, 8, wazabiDieParts('D')),
    at(218, 118, 0.58, 14, wazabiDieParts('C')),
    at(150, 140, 0.58, -5, wazabiDieParts('W')),
    svg('g', { transform: 'translate(196 62) rotate(-24)' },
      svg('path', { d: 'M-3-11l70-8v5l-70 6zM-3 11l70 4v5l-70-6z', style: { fill: '#7a2530' } }),
      svg('path', { d: 'M46-16.500l21-2.500v5l-21 2zM46 13l21 2v5l-21-3z', style: { fill: '#d8a83a' } })));
