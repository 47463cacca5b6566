// Continues from a position of a finished game, against bots: the seats, and the link back.
import { h } from '../core/dom.js';
import { t } from '../core/texts.js';
import { myName } from '../core/games.js';
import { icon } from '../core/icons.js';
import { agentName, closeDialog, isBot, notice, openDialog, redrawDialog, seatName } from '../core/parts.js';
import { isImported, present } from '../model/state.js';
import { createTable } from './session.js';

/** @typedef {import('../model/state.js').State} State */
/** @typedef {import('../model/messages.js').Table} Table */
/** @typedef {{seat: number, level: string}} Plan */

const LEVELS = ['novice', 'easy', 'normal', 'hard', 'max'];

/** The link to the position that this game continues, if any. @param {State} s @param {string} cls */
export function fromLink(s, cls) {
  const from = s.table?.origin;
  if (!s.table || !from || isImported(s.table)) return null;
  const props = { class: cls, key: 'from', href: `/t/${from.table}#replay=${from.step}`, 'data-nav': true, 'data-do': 'back' };
  return h('a', props, icon('fork'), ' ', t('from.back'));
}

/** @param {State} s @param {import('../model/board.js').View} v */
export function playOnButton(s, v) {
  const props = {
    class: 'button small', type: 'button', 'data-do': 'play-on', disabled: v.state.mover === 'over', onclick: () => openPlayOn(s, v),
  };
  return h('button', props, icon('fork', 18), t('replay.here'));
}

/**
 * The bots at the other seats: those of the game, or all of one level; for people a steady one.
 * @param {Table['seats']} seats
 * @param {Plan} plan
 */
function seatsOf(seats, plan) {
  return seats.map((seat, i) => {
    if (i + 1 === plan.seat) return 'me';
    if (plan.level !== 'same') return `bot:${plan.level}`;
    return isBot(seat) ? seat.name : 'bot:normal';
  });
}

/** @param {Table} table @param {number} step @param {Plan} plan */
async function start(table, step, plan) {
  try {
    await createTable({ from: { table: table.table, step }, seats: seatsOf(table.seats, plan), name: myName() });
    closeDialog();
  } catch (error) {
    notice(/** @type {import('../model/messages.js').Refusal} */ (error).text ?? t('error.server'), 'bad');
  }
}

/** @param {State} s @param {import('../model/board.js').View} v */
function openPlayOn(s, v) {
  const { table } = present(s), step = s.replay?.at ?? 0, acts = v.turn.mover || v.turn.turn;
  /** @type {Plan} */
  const plan = { seat: table.you || acts || 1, level: 'same' };
  const choose = (/** @type {(value: string) => void} */ change) => (/** @type {import('../core/dom.js').PageEvent} */ event) => {
    change(event.target.value);
    redrawDialog();
  };
  const seatChoice = (/** @type {number} */ seat) => h('label', { class: 'segment', key: `s${seat - 1}` },
    h('input', {
      type: 'radio', name: 'seat', value: seat, checked: plan.seat === seat, onchange: choose((value) => (plan.seat = Number(value))),
    }),
    h('span', null, seatName(table.seats, seat), acts === seat ? ` (${t('from.acts')})` : ''));
  openDialog((close) => ({
    title: t('replay.here'),
    body: [
      h('p', null, t('from.about')),
      h('fieldset', { class: 'choice' },
        h('legend', null, t('from.seat')),
        h('div', { class: 'segments' }, table.seats.map((_, i) => seatChoice(i + 1)))),
      h('label', { class: 'field' }, h('span', null, t('from.others')),
        h('select', { onchange: choose((value) => (plan.level = value)) }, ['same', ...LEVELS].map((level) =>
          h('option', { value: level, selected: plan.level === level }, level === 'same' ? t('from.same') : agentName(level))))),
    ],
    foot: [
      h('button', { class: 'button', type: 'button', onclick: close }, t('cancel')),
      h('button', { class: 'button primary', type: 'button', 'data-do': 'play-on-yes', onclick: () => start(table, step, plan) },
        t('new.start')),
    ],
  }));
}
