// Easy Come Easy Go: the picture on the home page.
import { svg } from '../../core/dom.js';
import { at, cupParts, frame, pipDieParts } from '../../core/art.js';

export default () =>
  frame('var(--felt)',
    [[214, 60, -7], [252, 66, 3], [290, 58, 10]].map(([x, y, turn], i) =>
      svg('g', { transform: `translate(${x} ${y}) rotate(${turn})` },
        svg('rect', { x: -22, y: -32, width: 44, height: 64, rx: 6, class: 'picture-card' }),
        svg('text', { x: 0, y: 8, 'text-anchor': 'middle', class: 'picture-text' }, ['7', '13', '17+'][i]))),
    at(72, 66, 1, 118, cupParts()),
    at(150, 62, 0.4, 14, pipDieParts(2)),
    at(136, 112, 0.46, -12, pipDieParts(2)),
    at(194, 118, 0.46, 22, pipDieParts(0)),
    at(248, 128, 0.42, -20, pipDieParts(5)));
