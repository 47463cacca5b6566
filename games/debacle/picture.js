// Débâcle: the picture on the home page.
import { svg } from '../../core/dom.js';
import { at, frame, pipDieParts } from '../../core/art.js';

export default () =>
  frame('#c9a877',
    Array.from({ length: 12 }, (_, i) =>
      Array.from({ length: 5 }, (_, j) => (i + j) % 2 === 0
        && svg('rect', { x: i * 40 - 80, y: j * 40 - 20, width: 40, height: 40, class: 'db-picture-square' }))),
    at(140, 40, 0.36, 0, pipDieParts(6, 'black')),
    at(220, 40, 0.36, 0, pipDieParts(4, 'black')),
    at(140, 120, 0.36, 0, pipDieParts(1, 'red')),
    at(60, 120, 0.36, 0, pipDieParts(3, 'red')),
    at(220, 120, 0.36, 0, pipDieParts(5, 'red')),
    svg('path', { d: 'M140 98 140 76', class: 'picture-arrow' }),
    svg('path', { d: 'M140 62l9 14h-18z', class: 'picture-arrowhead' }));
