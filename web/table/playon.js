// Playing on from a moment of a finished game, against bots: who sits where, and the way back.
import { h } from '../core/dom.js';
import { t } from '../core/texts.js';
import { agentName, closeDialog, isBot, notice, openDialog, redrawDialog, seatName } from '../core/parts.js';
import { icon } from '../core/icons.js';
import { createTable, here } from './table.js';
import { replay } from './replay.js';
import { myName } from '../pages/home.js';

const LEVELS = ['novice', 'easy', 'normal', 'hard', 'max'];

// A game on a server whose first lines come from somebody's browser, where the ids of tables begin with 0. This page need not be able to play alone.
export const isBrought = (table) => Boolean(table?.origin) && table.origin.table.startsWith('0') && !table.table.startsWith('0');

// The way back to the moment from which this game goes on, where it does.
export function fromLink(cls) {
  const from = here.table?.origin;
  return from && !isBrought(here.table) ? h('a', { class: cls, key: 'from', href: `/t/${from.table}#replay=${from.step}`, 'data-nav': true, 'data-do': 'back' }, icon('fork'), ' ', t('from.back')) : null;
}

export function playOnButton(v) {
  const over = v.state.mover === 'over';
  return h('button', { class: 'button small', type: 'button', 'data-do': 'play-on', disabled: over, onclick: () => openPlayOn(v) }, icon('fork', 18), t('replay.here'));
}

// The bots at the other seats: those of the game, or all of one level; for people a steady one.
function seatsOf(seats, plan) {
  return seats.map((seat, i) => {
    if (i + 1 === plan.seat) return 'me';
    if (plan.level !== 'same') return `bot:${plan.level}`;
    return isBot(seat) ? seat.name : 'bot:normal';
  });
}

async function start(table, step, plan) {
  try {
    await createTable({ from: { table: table.table, step }, seats: seatsOf(table.seats, plan), name: myName() });
    closeDialog();
  } catch (error) {
    notice(error.text ?? t('error.server'), 'bad');
  }
}

function openPlayOn(v) {
  const { table } = here, step = replay.at, { mover, turn } = v.state;
  const acts = [mover, turn].find((seat) => typeof seat === 'number' && seat > 0);
  const plan = { seat: table.you || acts || 1, level: 'same' };
  const choose = (change) => (event) => (change(event.target.value), redrawDialog());
  openDialog((close) => ({
    title: t('replay.here'),
    body: [
      h('p', null, t('from.about')),
      h('fieldset', { class: 'choice' },
        h('legend', null, t('from.seat')),
        h('div', { class: 'segments' }, table.seats.map((_, i) => h('label', { class: 'segment', key: `s${i}` },
          h('input', { type: 'radio', name: 'seat', value: i + 1, checked: plan.seat === i + 1, onchange: choose((value) => (plan.seat = Number(value))) }),
          h('span', null, seatName(table.seats, i + 1), acts === i + 1 ? ` (${t('from.acts')})` : ''))))),
      h('label', { class: 'field' }, h('span', null, t('from.others')),
        h('select', { onchange: choose((value) => (plan.level = value)) }, ['same', ...LEVELS].map((level) =>
          h('option', { value: level, selected: plan.level === level }, level === 'same' ? t('from.same') : agentName(level))))),
    ],
    foot: [
      h('button', { class: 'button', type: 'button', onclick: close }, t('cancel')),
      h('button', { class: 'button primary', type: 'button', 'data-do': 'play-on-yes', onclick: () => start(table, step, plan) }, t('new.start')),
    ],
  }));
}
