// Template: the picture on the home page.
import { at, cupParts, frame, pipDieParts } from '../../core/art.js';

export default () =>
  frame('#7a4a68',
    at(96, 72, 1, 24, cupParts()),
    at(196, 96, 0.6, -14, pipDieParts(6)),
    at(256, 66, 0.5, 18, pipDieParts(1, 'red')));
