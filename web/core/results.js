// Results of the player's games: one row for each game with a seat of the player, as reported by the table. Rows are in a separate
// IndexedDB database, so that they remain when games are deleted and do not affect other versions of the page.
import { mySeat, setSetting, setting } from './keep.js';

/** @typedef {import('../model/messages.js').Summary} Summary */

/**
 * The result of one game.
 * @typedef {object} Row
 * @property {string} table
 * @property {string} game
 * @property {number} when
 * @property {number} seat mine
 * @property {{kind: string, name: string}[]} seats
 * @property {number[] | null} result each seat's share; null if the player left
 * @property {boolean} left I gave the seat up
 */

const NAME = 'cornet-results', ROWS_MAX = 20000;

/** @param {IDBRequest<any>} request */
const settled = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/**
 * Calls act(store) in one transaction; resolves with its result when everything is written.
 * @param {IDBTransactionMode} mode
 * @param {(rows: IDBObjectStore) => any} act
 */
async function within(mode, act) {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('results', { keyPath: 'table' });
  const base = await settled(opening);
  try {
    const transaction = base.transaction('results', mode), done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    const result = await act(transaction.objectStore('results'));
    await done;
    return result;
  } finally {
    base.close();
  }
}

// {table, game, when, seat, seats: [{kind, name}], result: [share of each seat], left}; `left`: I gave the seat up, and there is no result.
export const allResults = () => within('readonly', (rows) => settled(rows.getAll()));

/** Adds rows of tables that have none yet. Resolves with the number added. @param {Row[]} fresh */
const addRows = (fresh) => within('readwrite', async (rows) => {
  const here = new Set(await settled(rows.getAllKeys()));
  const wanted = fresh.filter(({ table }) => !here.has(table)).slice(0, Math.max(0, ROWS_MAX - here.size));
  for (const row of wanted) rows.put(row);
  return wanted.length;
});

// Deleted games are not added again: only games that end later count.
export async function deleteResults() {
  await within('readwrite', (rows) => settled(rows.clear()));
  setSetting('results.since', Date.now());
}

const noted = new Set(); // tables whose row this page has written

/**
 * A game continued from a position of another game is practice. A game imported by a server from a browser (0…) is not.
 * @param {Summary} summary
 */
const isPractice = ({ table, origin }) => origin !== null && (table.startsWith('0') || !origin.table.startsWith('0'));

/**
 * Records the result of a game in which I had a seat, from its summary (/api/tables/ID). `left`: I have given up the seat.
 * @param {Summary} summary
 */
export async function noteResult(summary, left = false) {
  const { table, game, seats, result, phase, changed } = summary, seat = mySeat(table)?.seat;
  const ended = left ? phase === 'playing' : phase === 'over' && seats[(seat ?? 0) - 1]?.kind !== 'left';
  if (!ended || !seat || noted.has(table) || isPractice(summary) || changed <= setting('results.since', 0)) return false;
  noted.add(table);
  try {
    await addRows([{
      table, game, when: changed, seat, seats: seats.map(({ kind, name }) => ({ kind, name })), result: left ? null : result, left,
    }]);
    return true;
  } catch {
    noted.delete(table); // the browser stores nothing
    return false;
  }
}

// ---- rows of an imported file, which is not trusted ----

/** @param {unknown} value @param {number} length */
const isText = (value, length) => typeof value === 'string' && value.length <= length;
/** @param {any} seat */
const isPlace = (seat) => seat && isText(seat.kind, 20) && (seat.name === null || isText(seat.name, 100));
/** @param {unknown} result @param {number} count */
const isShares = (result, count) =>
  Array.isArray(result) && result.length === count && result.every((share) => Number.isFinite(share) && share >= 0 && share <= 1);

/** @param {any} row @returns {row is Row} */
function isRow(row) {
  const { table, game, when, seat, seats, result, left } = row ?? {};
  return isText(table, 32) && /^[a-z0-9]{8,32}$/.test(table) && isText(game, 40) && /^[a-z]+$/.test(game)
    && Number.isFinite(when) && Math.abs(when) <= 8.64e15
    && Array.isArray(seats) && seats.length >= 2 && seats.length <= 6 && seats.every(isPlace) 
    && Number.isInteger(seat) && seat >= 1 && seat <= seats.length
    && (left === true ? result === null : left === false && isShares(result, seats.length));
}

/** @param {Row} row */
const plainRow = ({ table, game, when, seat, seats, result, left }) =>
  ({ table, game, when, seat, seats: seats.map(({ kind, name }) => ({ kind, name })), result, left });

/** Adds imported rows. Existing rows stay. @param {unknown[]} rows */
export const addResults = (rows) => addRows(rows.filter(isRow).map(plainRow));

// ---- totals of the rows ----

/** The opponents: 'people' if there was a person, else the bots' agent, or 'mixed' for several agents. @param {Row} row */
export function rivalsOf({ seat, seats }) {
  const others = seats.filter((_, i) => i + 1 !== seat);
  if (others.some(({ kind }) => kind !== 'bot')) return 'people';
  const agents = new Set(others.map(({ name }) => name));
  return agents.size === 1 ? others[0].name : 'mixed';
}

/** 'won' (alone or with partners), 'draw' (everybody has the same share), 'lost' or 'left'. @param {Row} row */
export function outcomeOf({ seat, result, left }) {
  if (left || !result) return 'left'; // a player who left has no result
  const most = Math.max(...result);
  return result.every((share) => share === most) ? 'draw' : result[seat - 1] === most ? 'won' : 'lost';
}

/** {GAME: {RIVALS: {played, won, draw, lost, left}}}. @param {Row[]} rows */
export function countResults(rows) {
  const games = new Map();
  for (const row of rows) {
    if (!games.has(row.game)) games.set(row.game, new Map());
    const rivals = games.get(row.game), name = rivalsOf(row);
    if (!rivals.has(name)) rivals.set(name, { played: 0, won: 0, draw: 0, lost: 0, left: 0 });
    rivals.get(name).played++;
    rivals.get(name)[outcomeOf(row)]++;
  }
  return games;
}
