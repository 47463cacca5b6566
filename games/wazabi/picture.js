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

export default () =>
  frame('#6f8f2c',
    svg('path', { d: 'M66 124a104 58 0 1 1 178 8', class: 'picture-arrow' }),
    svg('path', { d: 'M252 118l-2 24-19-13z', class: 'picture-arrowhead' }),
    at(104, 84, 0.56, -12, wazabiDieParts('W')),
    at(168, 70, 0.56, 8, wazabiDieParts('D')),
    at(224, 92, 0.56, 16, wazabiDieParts('C')),
    at(156, 124, 0.46, -6, wazabiDieParts('W')));
