// Moves a running local game to the page's server: with the same bots and people, or with open seats for others. The server replays its
// lines, and marks them as imported at the table and in the record.
import { h } from '../core/dom.js';
import { t } from '../core/texts.js';
import { hideSeat, hidesHands, mySeat, othersAt } from '../core/keep.js';
import { go } from '../core/frame.js';
import { myName } from '../core/games.js';
import { agentName, closeDialog, isBot, notice, openDialog, redrawDialog, seatName } from '../core/parts.js';
import { hasServer, look } from '../core/place.js';
import { present } from '../model/state.js';
import { createTable } from './session.js';

/** @typedef {import('../model/messages.js').Table} Table */
/** @typedef {import('../model/messages.js').Seat} Seat */

/** @param {string} record */
const linesOf = (record) => record.slice(record.indexOf('\n---\n') + 5).split('\n').filter((line) => line && !line.startsWith('#'));

/**
 * The possible players for a seat: its bot; a person of this device, here or elsewhere; or a bot instead of a person.
 * @param {string} id
 * @param {Seat} seat
 * @param {number} number
 */
function choicesOf(id, seat, number) {
  if (number === mySeat(id)?.seat) return ['me'];
  if (isBot(seat)) return [seat.name, 'open'];
  return othersAt(id)[number] ? ['open', 'here', 'bot:normal'] : ['bot:normal', 'open'];
}

/** @param {string} choice @param {Seat} seat */
function choiceText(choice, seat) {
  if (choice === 'open') return t('bring.open');
  if (choice === 'here') return t('bring.here', { name: seat.name });
  return choice === 'me' ? t('new.me') : t('new.bot', { name: agentName(choice) });
}

/**
 * The message `create`, with those who stay on this device as createTable wants them.
 * @param {Table} table
 * @param {string[]} plan
 * @param {string[]} lines
 */
function messageOf({ table: id, game, players, options, seats, dice }, plan, lines) {
  const stay = seats.flatMap((seat, i) => (plan[i] === 'here' ? [[i + 1, seat.name]] : [])), mine = mySeat(id)?.seat ?? 1;
  return {
    game, players, options, seats: plan.map((choice) => (choice === 'here' ? 'open' : choice)), name: seats[mine - 1].name || myName(),
    ...(stay.length && { others: Object.fromEntries(stay), hides: hidesHands(id) }), ...(dice === 'own' && { dice }),
    ...(lines.length && { from: { table: id, lines: lines.length } }),
  };
}

/** @param {Table} table @param {string[]} plan */
async function bring(table, plan) {
  closeDialog();
  await look('/api/server'); // whether the server is there now
  if (!hasServer()) return notice(t('error.server'), 'bad');
  try {
    const lines = linesOf((await look(`/api/tables/${table.table}/lines`)).text);
    const next = await createTable(messageOf(table, plan, lines), lines);
    hideSeat(table.table);
    go(`/t/${next}`, true);
    return notice(t(plan.includes('open') ? 'bring.wait' : 'bring.done'));
  } catch (error) {
    notice(/** @type {import('../model/messages.js').Refusal} */ (error).text ?? t('error.server'), 'bad');
    return go(`/t/${table.table}`, true);
  }
}

/** @param {import('../model/state.js').State} s */
export function openBring(s) {
  const { table } = present(s);
  const choices = table.seats.map((seat, i) => choicesOf(table.table, seat, i + 1));
  const plan = choices.map(([first]) => first);
  const seatField = (/** @type {Seat} */ seat, /** @type {number} */ i) => {
    const option = (/** @type {string} */ choice) => h('option', { value: choice, selected: plan[i] === choice }, choiceText(choice, seat));
    return h('label', { class: 'field', key: `seat-${i + 1}` },
      h('span', null, `${t('seat.n', { n: i + 1 })}${t('colon')} ${seatName(table.seats, i + 1)}`),
      h('select', { disabled: choices[i].length === 1, onchange: (e) => ((plan[i] = e.target.value), redrawDialog()) },
        choices[i].map(option)));
  };
  openDialog((close) => ({
    title: t('bring.do'),
    body: [
      h('p', null, t('bring.about')),
      table.seats.map(seatField),
      plan.includes('open') && h('p', { class: 'fine', key: 'open' }, t('bring.link')),
    ],
    foot: [
      h('button', { class: 'button', type: 'button', onclick: close }, t('cancel')),
      h('button', { class: 'button primary', type: 'button', 'data-do': 'bring-yes', onclick: () => bring(table, plan) },
        t(plan.includes('open') ? 'new.invite' : 'new.start')),
    ],
  }));
}
