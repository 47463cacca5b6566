// Thémots: the picture on the home page.
import { svg } from '../../core/dom.js';
import { at, frame, letterDieParts } from '../../core/art.js';

export default () =>
  frame('#35507c',
    svg('path', {
      d: 'M60 20h120a12 12 0 0 1 12 12v28a12 12 0 0 1-12 12h-84l-20 18 2-18h-18a12 12 0 0 1-12-12v-28a12 12 0 0 1 12-12z',
      class: 'picture-card',
    }),
    svg('text', { x: 120, y: 54, 'text-anchor': 'middle', class: 'picture-text' }, 'Brejnev !'),
    at(70, 122, 0.46, -8, letterDieParts('B', 'tm-vert')),
    at(120, 118, 0.46, 5, letterDieParts('O', 'tm-blanc')),
    at(170, 124, 0.46, -4, letterDieParts('R', 'tm-jaune')),
    at(220, 116, 0.46, 9, letterDieParts('V', 'tm-rouge')),
    at(268, 124, 0.46, -6, letterDieParts('A', 'tm-bleu')),
    svg('circle', { cx: 256, cy: 50, r: 28, class: 'tm-picture-clock' }),
    svg('path', { d: 'M256 50V30M256 50l14 8', class: 'tm-picture-hand' }));
