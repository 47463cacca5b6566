// Easy Come Easy Go: the picture on the home page.
import { svg } from '../../core/dom.js';
import { at, cupParts, frame, pipDieParts } from '../../core/art.js';
import { drawing } from '../../core/pen.js';
import { PRIZES } from './prizes.js';

/** A prize on a card. @param {string} id @param {number} x @param {number} y @param {number} turn */
const card = (id, x, y, turn) => svg('g', { transform: `translate(${x} ${y}) rotate(${turn})` },
  svg('rect', { x: -49, y: -36, width: 98, height: 72, rx: 7, class: 'picture-card' }),
  drawing(160, 110, PRIZES[id], { x: -45, y: -32, width: 90, height: 64 }));

export default () =>
  frame('var(--felt)',
    card('17+', 98, 62, -9), card('brelan-pair', 236, 58, 9), card('brelan-impair', 166, 54, 1),
    at(52, 140, 0.6, 108, cupParts()),
    at(128, 136, 0.46, -10, pipDieParts(2)),
    at(180, 142, 0.46, 8, pipDieParts(2)),
    at(232, 136, 0.46, -5, pipDieParts(2)),
    at(284, 142, 0.46, 14, pipDieParts(4)));
