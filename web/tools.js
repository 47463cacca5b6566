// Undo and hint, where the hand is: in the bar, beside what can be done.
import { h, svg } from './dom.js';
import { t } from './texts.js';
import { askHint, here, hideHint, request } from './table.js';

const ICONS = {
  undo: 'M9 4 4 9l5 5M4 9h10a5.5 5.5 0 0 1 0 11h-4',
  hint: 'M9.5 18h5M10.5 21h3M12 3a6 6 0 0 1 3.4 10.9c-.7.6-.9 1.2-.9 2.1h-5c0-.9-.2-1.5-.9-2.1A6 6 0 0 1 12 3z',
};

const icon = (name) => svg('svg', { class: 'tool-icon', viewBox: '0 0 24 24', width: 20, height: 20, 'aria-hidden': 'true' }, svg('path', { d: ICONS[name] }));

function tool(name, key, text, props) {
  return h('button', { class: 'button small quiet', type: 'button', key: name, 'data-do': name, title: text, ...props }, icon(name), h('span', null, text), h('kbd', { 'aria-hidden': 'true' }, key));
}

// My last move can be taken back: at once, or if the others agree.
function undoTool() {
  const { table } = here, { undo } = table;
  const free = undo?.free.includes(table.you);
  if (here.link !== 'open' || here.pending || table.proposal || !(free || undo?.asked.includes(table.you))) return null;
  return tool('undo', 'U', t(free ? 'undo' : 'undo.ask'), { onclick: () => request({ do: 'propose', what: 'undo' }) });
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
    disabled: Boolean(hint && !hint.advice), 'aria-pressed': hint?.advice ? 'true' : 'false', onclick: hint?.advice ? hideHint : askHint,
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
