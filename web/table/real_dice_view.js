// Real dice on a real table: people enter the result, and Cornet is the referee. roll() of a board lists the possible faces.
import { h } from '../core/dom.js';
import { t } from '../core/texts.js';
import { redraw } from '../core/frame.js';
import { announce, seatMark } from '../core/parts.js';
import { peopleHere } from '../model/turn.js';
import { present } from '../model/state.js';
import { play, requestOf } from './actions.js';
import { nameIn } from './view.js';

/** @typedef {import('../model/state.js').State} State */
/** @typedef {import('../model/board.js').View} View */
/** @typedef {import('../model/board.js').Roll} Roll */

/**
 * The entry so far for the roll due after `at` lines. A refused entry stays, to be corrected.
 * @param {State} s
 * @returns {{at: number, faces: string[], letters: string}}
 */
function entryOf(s) {
  if (s.ui.roll?.at !== s.counted) s.ui.roll = { at: s.counted, faces: [], letters: '' };
  return s.ui.roll;
}

/** @param {State} s @param {Roll} roll */
function isWhole(s, roll) {
  const { faces, letters } = entryOf(s), typed = letters.trim();
  const spelt = !roll.letters || (roll.letters < 0 ? typed !== '' : [...typed].length === roll.letters);
  return faces.length === roll.count && spelt;
}

/** @param {Roll} roll @param {string} face @returns {Roll['faces'][0]} */
const faceOf = (roll, face) => roll.faces.find((one) => one.face === face) ?? { face, text: face };

/** @param {State} s @param {Roll} roll @param {string} face */
function pick(s, roll, face) {
  const entry = entryOf(s);
  if (entry.faces.length === roll.count && roll.count > 1) return;
  entry.faces = roll.count === 1 ? [face] : [...entry.faces, face];
  const dice = entry.faces.map((one) => faceOf(roll, one).text).join(', ');
  announce(t('roll.picked', { dice, n: roll.count - entry.faces.length }));
  redraw();
}

/** @param {State} s */
function takeBack(s) {
  const entry = entryOf(s);
  entry.faces = entry.faces.slice(0, -1);
  redraw();
}

/** The seat of the page enters the roll; if the page is a spectator, one of the people here does. @param {State} s @param {Roll} roll */
function enter(s, roll) {
  if (!isWhole(s, roll)) return;
  const { table } = present(s), { faces, letters } = entryOf(s), line = roll.line(faces, letters.trim());
  if (table.may) play(line);
  else requestOf(peopleHere(s)[0], { do: 'move', line, at: table.seq });
  redraw();
}

/** @param {State} s @param {Roll} roll @param {Roll['faces'][0]} members */
function faceButton(s, roll, { face, text, picture }) {
  const { faces } = entryOf(s), full = roll.count > 1 && faces.length === roll.count;
  const on = roll.count === 1 ? String(faces[0] === face) : null;
  return h('button', {
    class: 'roll-face', type: 'button', key: `f${face}`, 'data-face': face, disabled: full, 'aria-pressed': on, 'aria-label': text,
    onclick: () => pick(s, roll, face),
  }, picture ?? h('span', null, text));
}

/** @param {State} s @param {Roll} roll */
function fallen(s, roll) {
  const faces = entryOf(s).faces.map((face) => faceOf(roll, face));
  const empty = Array.from({ length: roll.count - faces.length }, (_, i) => h('span', { class: 'roll-empty', key: `e${i}` }));
  const words = faces.length ? faces.map(({ text }) => text).join(', ') : t('roll.none');
  return h('p', { class: 'roll-fallen', key: 'fallen', role: 'img', 'aria-label': words },
    faces.map(({ text, picture }, i) => h('span', { key: `p${i}` }, picture ?? text)), empty);
}

/** @param {State} s @param {Roll} roll */
function letterField(s, roll) {
  return h('label', { class: 'field roll-letters', key: 'letters' }, h('span', null, roll.label),
    h('input', {
      type: 'text', name: 'letters', maxlength: roll.letters && roll.letters > 0 ? roll.letters : null, 'data-free': true,
      autocomplete: 'off',
      autocapitalize: 'characters', spellcheck: 'false', value: entryOf(s).letters,
      oninput: (e) => ((entryOf(s).letters = e.target.value), redraw()),
      onkeydown: (e) => e.key === 'Enter' && enter(s, roll),
    }));
}

/** @param {State} s @param {View} v */
export function rollBar(s, v) {
  const roll = present(s).board.roll(v), { seat } = roll;
  const whose = seat ? h('strong', { class: 'whose', key: 'whose' }, seatMark(seat, 22), nameIn(s, seat), t('colon'), ' ') : null;
  const enterProps = { class: 'button primary', type: 'button', key: 'enter', 'data-do': 'enter-roll', disabled: !isWhole(s, roll) };
  const backProps = { class: 'button quiet', type: 'button', key: 'back', 'data-do': 'roll-back', disabled: !entryOf(s).faces.length };
  return [
    h('p', { class: 'ask', key: 'ask' }, whose, h('span', { key: 'words' }, roll.ask ?? t('roll.ask', { n: roll.count }))),
    roll.letters ? letterField(s, roll) : null,
    roll.faces.length > 0 && h('div', {
      class: `roll-faces${roll.wide ? ' wide' : ''}`, key: 'faces', role: 'group', 'aria-label': t('roll.faces'),
    }, roll.faces.map((face) => faceButton(s, roll, face))),
    roll.count > 1 && fallen(s, roll),
    h('div', { class: 'bar-buttons', key: 'buttons' },
      h('button', { ...enterProps, onclick: () => enter(s, roll) }, t('roll.enter')),
      roll.count > 1 && h('button', { ...backProps, onclick: () => takeBack(s) }, t('roll.back'))),
  ];
}

/**
 * Handles a key: a face's letter or digit, Backspace (removes the last face) or Enter (enters the roll). Returns true if it was used.
 * @param {State} s
 * @param {View} v
 * @param {KeyboardEvent} event
 */
export function rollKey(s, v, event) {
  const roll = present(s).board.roll(v), face = roll.faces.find((one) => one.face.toLowerCase() === event.key.toLowerCase())?.face;
  if (face !== undefined) return pick(s, roll, face), true;
  if (event.key === 'Backspace') return takeBack(s), true;
  const pressed = event.target instanceof Element && event.target.closest('button, a');
  return event.key === 'Enter' && !pressed && isWhole(s, roll) && (enter(s, roll), true);
}
