// A running game of this browser goes on at the server that the page came from. The server replays its lines, and says at the table
// and in the record that they were brought.
import { h } from './dom.js';
import { t } from './texts.js';
import { hideSeat } from './keep.js';
import { isBot, notice } from './parts.js';
import { hasServer, isHere, look } from './place.js';
import { createTable, here } from './table.js';
import { myName } from './home.js';
import { go } from './app.js';

const linesOf = (record) => record.slice(record.indexOf('\n---\n') + 5).split('\n').filter((line) => line && !line.startsWith('#'));

async function bring() {
  const { table: id, game, players, options, seats, you } = here.table;
  await look('/api/server'); // whether the server is there now
  if (!hasServer()) return notice(t('error.server'), 'bad');
  try {
    const lines = linesOf((await look(`/api/tables/${id}/lines`)).text);
    const places = seats.map((seat, i) => (i + 1 === you ? 'me' : isBot(seat) ? seat.name : 'bot:normal'));
    const from = lines.length ? { from: { table: id, lines: lines.length } } : {};
    const name = seats[you - 1].name || myName();
    const next = await createTable({ game, players, options, seats: places, name, ...from }, lines);
    hideSeat(id);
    go(`/t/${next}`, true);
    return notice(t('bring.done'));
  } catch (error) {
    notice(error.text ?? t('error.server'), 'bad');
    return go(`/t/${id}`, true);
  }
}

export function bringButton() {
  const { table } = here;
  const alone = table.seats.every((seat, i) => i + 1 === table.you || isBot(seat)); // others on this device have no seat there
  if (!isHere(table.table) || !hasServer() || !table.you || !alone || table.dice === 'own' || table.phase !== 'playing') return null;
  return h('button', { class: 'button', type: 'button', 'data-do': 'bring', onclick: bring }, t('bring.do'));
}
