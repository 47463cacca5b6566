// Undo and hint, where the hand is: in the bar, beside what can be done.
import { h, svg } from '../core/dom.js';
import { t } from '../core/texts.js';
import { askHint, here, hideHint, peopleHere, requestOf } from './table.js';
import { hidesHands } from '../core/keep.js';

const ICONS = {
  undo: 'M9 4 4 9l5 5M4 9h10a5.5 5.5 0 0 1 0 11h-4',
  hint: 'M9.5 18h5M10.5 21h3M12 3a6 6 0 0 1 3.4 10.9c-.7.6-.9 1.2-.9 2.1h-5c0-.9-.2-1.5-.9-2.1A6 6 0 0 1 12 3z',
};

const icon = (name) => svg('svg', { class: 'tool-icon', viewBox: '0 0 24 24', width: 20, height: 20, 'aria-hidden': 'true' }, svg('path', { d: ICONS[name] }));

function tool(name, key, text, props) {
  return h('button', { class: 'button small quiet', type: 'button', key: name, 'data-do': name, title: text, ...props }, icon(name), h('span', null, text), h('kbd', { 'aria-hidden': 'true' }, key));
}

// My last move can be taken back: at once, or if the others agree. Several people at one device have agreed when one of them does it.
function undoTool() {
  const { table } = here, { undo } = table, people = hidesHands(here.id) ? [] : peopleHere();
  const seats = [table.you, ...people], free = seats.find((seat) => undo?.free.includes(seat)), asked = seats.find((seat) => undo?.asked.includes(seat));
  if (here.link !== 'open' || here.pending || table.proposal || !(free || asked)) return null;
  const ours = table.seats.every((seat, i) => seat.kind !== 'person' || people.includes(i + 1));
  return tool('undo', 'U', t(free || ours ? 'undo' : 'undo.ask'), { onclick: () => requestOf(free ?? asked, { do: 'propose', what: 'undo' }) });
}

// What each choice is worth can be asked where nobody else plays.
export function mayHint(v) {
  const { table } = here;
  const alone = table.seats.every((seat, i) => i + 1 === table.you || seat.kind === 'bot' || seat.kind === 'left');
  return alone && table.judged && v.may && (v.state.mover === table.you || v.state.mover === 'anyone');
}

export const hintNow = () => (here.hint?.seq === here.table.seq ? here.hint : null);

function hintTool(v) {
  if (!mayHint(v)) return null;
  const hint = hintNow();
  return tool('hint', 'H', t(hint && !hint.advice ? 'hint.wait' : 'hint'), {
    disabled: Boolean(hint && !hint.advice), 'aria-pressed': hint?.advice ? 'true' : 'false', onclick: hint?.advice ? hideHint : () => askHint(),
  });
}

export function toolsView(v) {
  const tools = [undoTool(), hintTool(v)].filter(Boolean);
  return tools.length ? h('div', { class: 'bar-tools', key: 'tools' }, tools) : null;
}

// U and H, from anywhere at the table. True where one of them meant something.
export function toolKey(event) {
  const name = { u: 'undo', h: 'hint' }[event.key.toLowerCase()];
  const button = name && document.querySelector(`.bar-tools [data-do=${name}]:not([disabled])`);
  button?.click();
  return Boolean(button);
}
