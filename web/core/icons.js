// Icons, drawn: fonts lack many signs. Each is a path in a square of 24; a name in LINES is stroked, another is filled.
import { svg } from './dom.js';

/** @type {Record<string, string>} */
const PATHS = {
  first: 'M5 5h3v14H5zM20 5v14L9 12z',
  back: 'M17 5v14L6 12z',
  run: 'M7 4.5v15L20 12z',
  pause: 'M6 5h4.5v14H6zM13.5 5H18v14h-4.5z',
  next: 'M7 5v14l11-7z',
  last: 'M16 5h3v14h-3zM4 5v14l11-7z',
  star: 'M12 2.6l2.9 6.1 6.7.9-4.9 4.6 1.2 6.6-5.9-3.2-5.9 3.2 1.2-6.6-4.9-4.6 6.7-.9z',
  'star-open': 'M12 3.6l2.6 5.5 6 .8-4.4 4.1 1.1 6-5.3-2.9-5.3 2.9 1.1-6-4.4-4.1 6-.8z',
  dot: 'M12 5a7 7 0 1 0 .01 0z',
  ring: 'M12 5.5a6.5 6.5 0 1 0 .01 0z',
  token: 'M12 3.5a8.5 8.5 0 1 0 .01 0z',
  right: 'M4.5 12.5l5 5.5L19.5 6.5',
  wrong: 'M6 6l12 12M18 6L6 18',
  close: 'M6 6l12 12M18 6L6 18',
  turn: 'M8 5v14l10-7z',
  people: 'M9 5a3.5 3.5 0 1 0 .01 0zM2 20c0-5 3-7 7-7s7 2 7 7zM15.5 6.2a3 3 0 1 1 1 5.8zM17.8 20h4.2c0-4-1.6-6.4-5-6.9.7 1.7.9 4 .8 6.9z',
  clock: 'M12 3.5a8.5 8.5 0 1 0 .01 0zM12 7.5V12l3.5 2',
  dots: 'M5 10a2 2 0 1 0 .01 0zM12 10a2 2 0 1 0 .01 0zM19 10a2 2 0 1 0 .01 0z',
  fork: 'M6 21V4M6 16c0-6 11-3 11-11M13 8.5l4-4 4 4M3 7l3-3 3 3',
  look: 'M2.5 12C6 6.5 9 5 12 5s6 1.5 9.5 7C18 17.5 15 19 12 19s-6-1.5-9.5-7zM12 9a3 3 0 1 0 .01 0z',
  again: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3M18.5 2.5v4.8h-4.8',
  die: 'M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1zM8.2 8.2h.01M15.8 15.8h.01M12 12h.01',
  robot: 'M11 1.5h2V5h5.5A1.5 1.5 0 0 1 20 6.5v12a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18.5v-12A1.5 1.5 0 0 1 5.5 5H11z'
    + 'M8.5 8.8a2 2 0 1 0 .01 0zM15.5 8.8a2 2 0 1 0 .01 0zM8 15h8v2H8z',
  gear: 'M10.1 4.8L10.2 2.0L13.8 2.0L13.9 4.8L15.7 5.6L17.8 3.6L20.4 6.2L18.4 8.3L19.2 10.1L22.0 10.2L22.0 13.8L19.2 13.9'
    + 'L18.4 15.7L20.4 17.8L17.8 20.4L15.7 18.4L13.9 19.2L13.8 22.0L10.2 22.0L10.1 19.2L8.3 18.4L6.2 20.4L3.6 17.8L5.6 15.7'
    + 'L4.8 13.9L2.0 13.8L2.0 10.2L4.8 10.1L5.6 8.3L3.6 6.2L6.2 3.6L8.3 5.6zM12 8.6a3.4 3.4 0 1 1-.01 0z',
};
const LINES = new Set(['star-open', 'ring', 'right', 'wrong', 'close', 'fork', 'look', 'die', 'again', 'clock']);

/**
 * An icon of this size in pixels (default: the text's size). Its meaning must be in the text beside it.
 * @param {string} name
 * @param {number | null} size
 */
export function icon(name, size = null) {
  return svg('svg', {
    class: `icon icon-${name}${LINES.has(name) ? ' line' : ''}`, viewBox: '0 0 24 24', width: size ?? '1em', height: size ?? '1em',
    'aria-hidden': 'true',
  }, svg('path', { d: PATHS[name], 'fill-rule': 'evenodd' }));
}
