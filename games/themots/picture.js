// Thémots: the picture on the home page.
import { svg } from '../../core/dom.js';
import { at, frame, letterDieParts } from '../../core/art.js';

export default () =>
  frame('#35507c',
    svg('path', {
      d: 'M56 18h150a13 13 0 0 1 13 13v34a13 13 0 0 1-13 13H104l-22 19 2-19H56a13 13 0 0 1-13-13V31a13 13 0 0 1 13-13z',
      class: 'picture-card',
    }),
    svg('text', { x: 131, y: 57, 'text-anchor': 'middle', class: 'picture-text' }, 'limonade !'),
    at(52, 138, 0.5, -8, letterDieParts('M', 'tm-vert')),
    at(106, 134, 0.5, 5, letterDieParts('D', 'tm-blanc')),
    at(160, 138, 0.5, -4, letterDieParts('L', 'tm-jaune')),
    at(214, 134, 0.5, 8, letterDieParts('O', 'tm-rouge')),
    at(268, 138, 0.5, -6, letterDieParts('E', 'tm-bleu')),
    svg('circle', { cx: 266, cy: 52, r: 28, class: 'tm-picture-clock' }),
    svg('path', { d: 'M266 52V33M266 52l13 8', class: 'tm-picture-hand' }));
