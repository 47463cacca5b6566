// The deck in this browser: its cards and lines, each a row of an IndexedDB database of its own. Rows are only added, so that several tabs
// may write. If the browser stores nothing, they stay in memory until the page is closed.
import { sha256, toHex } from '../core/hash.js';

/** @typedef {{key: string, text: string}} Row */

const NAME = 'cornet-practise';
/** @type {Map<string, Row>} */
const memory = new Map();
let refused = false;

/** Whether the browser refused to store the deck. */
export const isUnkept = () => refused;

/** @param {IDBRequest<any>} request */
const settled = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/**
 * Calls act(rows) in one transaction; resolves with its result when everything is written.
 * @param {IDBTransactionMode} mode
 * @param {(rows: IDBObjectStore) => any} act
 */
async function within(mode, act) {
  const opening = indexedDB.open(NAME, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore('rows', { keyPath: 'key' });
  const base = await settled(opening);
  try {
    const transaction = base.transaction('rows', mode), done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    const result = await act(transaction.objectStore('rows'));
    await done;
    return result;
  } finally {
    base.close();
  }
}

/** The texts of a deck: its cards, and the lines between them. @param {string} text */
export function partsOf(text) {
  /** @type {string[]} */
  const parts = [];
  let card = false;
  for (const line of text.split('\n')) {
    const between = /^#! (review|drill|forget) /.test(line), begins = line.startsWith('cornet ');
    if (between || begins || !card) parts.push(line);
    else parts[parts.length - 1] += `\n${line}`;
    card = begins || (card && !between);
  }
  return parts.map((part) => part.trimEnd()).filter(Boolean);
}

/** @param {Row[]} rows */
async function write(rows) {
  for (const row of rows) memory.set(row.key, row);
  try {
    await within('readwrite', (store) => [...memory.values()].forEach((row) => store.put(row)));
    memory.clear();
    refused = false;
  } catch {
    refused = true;
  }
}

/** Adds texts; those that are there stay. @param {string[]} texts */
export const addTexts = async (texts) =>
  write(await Promise.all(texts.map(async (text) => ({ key: toHex(await sha256(new TextEncoder().encode(text))), text }))));

/** Notes that a table's cards have been made. @param {string} table */
export const noteTable = (table) => write([{ key: `table ${table}`, text: '' }]);

/** @returns {Promise<Row[]>} */
async function rows() {
  const kept = await within('readonly', (store) => settled(store.getAll())).catch(() => ((refused = true), []));
  return [...kept, ...memory.values()];
}

/** The whole deck as text. */
export const deckText = async () => (await rows()).flatMap(({ text }) => text || []).join('\n');

/** Whether the table's cards have been made. @param {string} table */
export const hasTable = async (table) => (await rows()).some(({ key }) => key === `table ${table}`);
