// Real dice on a real table: people tap in what fell, and Cornet is the referee. A board says in roll() what can fall.
import { h } from '../core/dom.js';
import { t } from '../core/texts.js';
import { announce, seatMark } from '../core/parts.js';
import { here, nameOf, peopleHere, play, requestOf } from '../table/table.js';
import { redraw } from '../app.js';

// Whether somebody at this page is to enter a roll.
export function mayRoll(v) {
  return here.table.dice === 'own' && v.state?.mover === 'chance' && here.table.phase === 'playing' && !v.replaying && !v.waiting && !here.pending && here.link === 'open'
    && Boolean(v.may || peopleHere().length);
}

// What was entered so far, {at, faces, letters}: of the roll that is due after so many lines. What the table refuses stays, to be mended.
const entry = () => (here.ui.roll?.at === here.counted ? here.ui.roll : (here.ui.roll = { at: here.counted, faces: [], letters: '' }));
const picked = () => entry().faces;
const words = () => entry().letters;

const isWhole = (roll) => picked().length === roll.count && (!roll.letters || (roll.letters < 0 ? words().trim() !== '' : [...words().trim()].length === roll.letters));

function pick(roll, face) {
  if (picked().length === roll.count && roll.count > 1) return;
  entry().faces = roll.count === 1 ? [face] : [...picked(), face];
  announce(t('roll.picked', { dice: picked().map((one) => textOf(roll, one)).join(', '), n: roll.count - picked().length }));
  redraw();
}

function takeBack() {
  entry().faces = picked().slice(0, -1);
  redraw();
}

const textOf = (roll, face) => roll.faces.find((one) => one.face === face).text;

// Whoever has the page enters it; where it looks on, one of the people here.
function enter(roll) {
  if (!isWhole(roll)) return;
  const line = roll.line(picked(), words().trim());
  if (here.table.may) play(line);
  else requestOf(peopleHere()[0], { do: 'move', line, at: here.table.seq });
  redraw();
}

function faceButton(roll, { face, text, picture }) {
  const full = roll.count > 1 && picked().length === roll.count, on = roll.count === 1 ? String(picked()[0] === face) : null;
  return h('button', { class: 'roll-face', type: 'button', key: `f${face}`, 'data-face': face, disabled: full, 'aria-pressed': on, 'aria-label': text, onclick: () => pick(roll, face) },
    picture ?? h('span', null, text));
}

function fallen(roll) {
  const empty = Array.from({ length: roll.count - picked().length }, (_, i) => h('span', { class: 'roll-empty', key: `e${i}` }));
  return h('p', { class: 'roll-fallen', key: 'fallen', role: 'img', 'aria-label': picked().length ? picked().map((face) => textOf(roll, face)).join(', ') : t('roll.none') },
    picked().map((face, i) => h('span', { key: `p${i}` }, roll.faces.find((one) => one.face === face).picture ?? textOf(roll, face))), empty);
}

function letterField(roll) {
  return h('label', { class: 'field roll-letters', key: 'letters' }, h('span', null, roll.label),
    h('input', { type: 'text', name: 'letters', maxlength: roll.letters > 0 ? roll.letters : null, 'data-free': true, autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false', value: words(), oninput: (e) => ((entry().letters = e.target.value), redraw()),
      onkeydown: (e) => e.key === 'Enter' && enter(roll) }));
}

export function rollBar(v) {
  const roll = here.board.roll(v);
  return [
    h('p', { class: 'ask', key: 'ask' }, roll.seat ? h('strong', { class: 'whose', key: 'whose' }, seatMark(roll.seat, 22), nameOf(roll.seat), t('colon'), ' ') : null, h('span', { key: 'words' }, roll.ask ?? t('roll.ask', { n: roll.count }))),
    roll.letters ? letterField(roll) : null,
    roll.faces.length > 0 && h('div', { class: `roll-faces${roll.wide ? ' wide' : ''}`, key: 'faces', role: 'group', 'aria-label': t('roll.faces') }, roll.faces.map((face) => faceButton(roll, face))),
    roll.count > 1 && fallen(roll),
    h('div', { class: 'bar-buttons', key: 'buttons' },
      h('button', { class: 'button primary', type: 'button', key: 'enter', 'data-do': 'enter-roll', disabled: !isWhole(roll), onclick: () => enter(roll) }, t('roll.enter')),
      roll.count > 1 && h('button', { class: 'button quiet', type: 'button', key: 'back', 'data-do': 'roll-back', disabled: !picked().length, onclick: takeBack }, t('roll.back'))),
  ];
}

// A face's own letter or digit; Backspace takes the last one back, Enter enters the roll. True where it meant something.
export function rollKey(event, v) {
  const roll = here.board.roll(v), face = roll.faces.find((one) => one.face.toLowerCase() === event.key.toLowerCase())?.face;
  if (face !== undefined) return pick(roll, face), true;
  if (event.key === 'Backspace') return takeBack(), true;
  const pressed = event.target.closest?.('button, a');
  return event.key === 'Enter' && !pressed && isWhole(roll) && (enter(roll), true);
}
