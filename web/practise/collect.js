// The cards of a finished game: made in the background, by a Worker of their own.
import { look } from '../core/place.js';
import { redraw } from '../core/frame.js';
import { addDues } from './dues.js';
import { Engine, canPractise, judgeOf, today } from './engine.js';
import { addTexts, hasTable, noteTable } from './store.js';

/** @typedef {{mistakes: number, fine: number}} Made */

/** @type {Map<string, Made | null>} */
const tables = new Map(); // of this page: what was made; null while it is being made

/** The cards of a table; null while they are being made, undefined where there are none. @param {string} table */
export const madeOf = (table) => tables.get(table);

/** @type {Promise<unknown>} */
let turn = Promise.resolve();

/** @param {string} table @param {number} seat */
async function make(table, seat) {
  if (await hasTable(table)) return tables.delete(table);
  const record = await look(`/api/tables/${table}/record`);
  if (!record.ok) return tables.delete(table);
  const engine = new Engine(), day = today();
  try {
    const { why, cards = [], mistakes, fine } = await engine.ask(`collect ${day} ${seat}`, record.text, judgeOf(record.text));
    if (why) return tables.delete(table);
    await addTexts(cards.map((/** @type {string} */ card) => card.trimEnd()));
    await noteTable(table);
    addDues(cards.length, day);
    tables.set(table, { mistakes, fine });
  } finally {
    engine.end();
  }
  return redraw();
}

/** Makes the cards of a finished game in which I had a seat, once. @param {string} table @param {number} seat */
export function collect(table, seat) {
  if (!canPractise || !seat || tables.has(table)) return turn;
  tables.set(table, null);
  turn = turn.then(() => make(table, seat)).catch(() => tables.delete(table));
  return turn;
}
