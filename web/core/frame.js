// The frame around pages: redraws, and opens other pages. app.js provides the implementation; no page imports app.js.
import { closeDialog } from './parts.js';
import { addressOf } from './place.js';

/**
 * A page. Only a page has the keyboard: key() gets keys outside of fields, keyAnywhere() wherever the focus is.
 * @typedef {object} Page
 * @property {string} name
 * @property {() => string} title
 * @property {() => import('./dom.js').Child} view
 * @property {() => import('./dom.js').Child} [heading]
 * @property {() => import('./dom.js').Child} [banner]
 * @property {() => import('./dom.js').Child} [tools]
 * @property {() => unknown} [drawn] called after every drawing
 * @property {() => unknown} [enter]
 * @property {() => unknown} [leave]
 * @property {() => unknown} [language] the language has changed
 * @property {() => unknown} [changed] settings and games were imported
 * @property {(event: KeyboardEvent) => boolean} [key] true if the key was handled
 * @property {(event: KeyboardEvent) => boolean} [keyAnywhere]
 */

/** @typedef {{draw: () => void, open: (path: string) => Promise<void>}} Frame */

/** @type {Frame} */
let frame = { draw() {}, async open() {} };
let planned = false;

/** @param {Frame} next */
export function setFrame(next) {
  frame = next;
}

/** Draws once, however often it is asked for within one turn of the event loop. */
export function redraw() {
  if (planned) return;
  planned = true;
  queueMicrotask(() => {
    planned = false;
    frame.draw();
  });
}

/** Goes to one of the client's own paths. @param {string} path @param {boolean} replace */
export function go(path, replace = false) {
  closeDialog();
  history[replace ? 'replaceState' : 'pushState'](history.state, '', addressOf(path));
  scrollTo(0, 0);
  frame.open(path).then(() => document.getElementById('main')?.focus({ preventScroll: true }));
}
