// Débâcle: the picture on the home page.
import { svg } from '../../core/dom.js';
import { at, frame, pipDieParts } from '../../core/art.js';

export default () =>
  frame('#e2c594',
    Array.from({ length: 8 }, (_, i) =>
      Array.from({ length: 5 }, (_, j) => (i + j) % 2 === 1
        && svg('rect', { x: i * 45 - 20, y: j * 45 - 22, width: 45, height: 45, style: { fill: '#c39a63' } }))),
    at(137, 45, 0.42, 0, pipDieParts(6, 'black')),
    at(227, 45, 0.42, 0, pipDieParts(4, 'black')),
    at(47, 135, 0.42, 0, pipDieParts(3, 'red')),
    at(137, 135, 0.42, 0, pipDieParts(1, 'red')),
    at(227, 135, 0.42, 0, pipDieParts(5, 'red')),
    svg('path', { d: 'M137 108V82', class: 'picture-arrow' }),
    svg('path', { d: 'M137 66l13 18h-26z', class: 'picture-arrowhead' }));
