// Stores the events of local tables in IndexedDB. A move is written before it is shown. If the browser refuses storage, games continue in
// memory, and `trouble` is called.

/** @typedef {{table: string, number: number, kind: number, seat: number, at: number, left: number, text: string}} TableEvent */

const NAME = 'cornet', VERSION = 1;
const RECORD = 100, CREATE = 1; // kinds of a table's first event: an imported record; a table made here
const RECORDS_KEPT = 20; // the maximum number of games opened by a link or a file that no local table continues

/** @param {IDBRequest<any>} request */
const settled = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

function open() {
  const request = indexedDB.open(NAME, VERSION);
  request.onupgradeneeded = () => request.result.createObjectStore('events', { keyPath: ['table', 'number'] });
  return settled(request);
}

/**
 * One transaction; resolves when the browser reports it as durable.
 * @param {IDBDatabase} base
 * @param {(kept: IDBObjectStore) => IDBRequest<any>[]} act
 */
function change(base, act) {
  return new Promise((resolve, reject) => {
    const transaction = base.transaction('events', 'readwrite', { durability: 'strict' });
    /** @type {DOMException | null} */
    let why = null;
    transaction.oncomplete = resolve;
    transaction.onabort = () => reject(why ?? transaction.error);
    const requests = act(transaction.objectStore('events'));
    for (const request of requests) request.onerror = () => (why ??= request.error);
  });
}

/** @param {string} table */
const eventsOf = (table) => IDBKeyRange.bound([table, 0], [table, Infinity]);

/** The table that a table continues, if any. @param {TableEvent} tableEvent */
const originOf = ({ kind, text }) => (kind === CREATE ? text.match(/^fair-from \d+ (\S+)$/m)?.[1] : undefined);

/** Deletes imported records above the limit, in the same transaction. @param {IDBObjectStore} kept */
function prune(kept) {
  /** @type {TableEvent[]} */
  const firsts = [];
  const forget = () => {
    const wanted = new Set(firsts.map(originOf));
    const records = firsts.filter(({ kind, table }) => kind === RECORD && !wanted.has(table)).sort((a, b) => b.at - a.at);
    for (const { table } of records.slice(RECORDS_KEPT)) kept.delete(eventsOf(table));
  };
  const request = kept.openCursor();
  request.onsuccess = () => {
    const cursor = request.result;
    if (!cursor) return forget();
    firsts.push(cursor.value);
    return cursor.continue([cursor.value.table, Infinity]); // the next table's first event
  };
}

export class Store {
  /** trouble(why): 'full' or 'refused' when events could not be written, '' when they are again. @param {(why: string) => void} trouble */
  constructor(trouble) {
    this.trouble = trouble;
    this.why = '';
    /** @type {IDBDatabase | null} */
    this.base = null;
    /** @type {TableEvent[]} */
    this.unsaved = []; // events that the browser could not write
  }

  /** @param {(why: string) => void} trouble */
  static async open(trouble) {
    const store = new Store(trouble);
    try {
      const base = await open();
      store.base = base;
      base.onversionchange = () => base.close(); // a newer version of this page upgrades the database
    } catch {
      store.say('refused');
    }
    return store;
  }

  /** @param {string} why */
  say(why) {
    if (why !== this.why) this.trouble((this.why = why));
  }

  /** Rejects if another tab has written an event of that number: the other tab's event is valid. @param {TableEvent[]} events */
  async write(events) {
    const all = [...this.unsaved, ...events];
    try {
      if (!this.base) throw new DOMException('', 'InvalidStateError');
      await change(this.base, (kept) => all.map((event) => kept.add(event)));
      this.unsaved = [];
      this.say('');
    } catch (caught) {
      const error = /** @type {DOMException | null} */ (caught);
      if (error?.name === 'ConstraintError') {
        this.unsaved = [];
        throw error;
      }
      this.unsaved = all;
      this.say(error?.name === 'QuotaExceededError' ? 'full' : 'refused');
    }
  }

  /**
   * Stores a game opened by a link or a file as the most recent one. Beyond the limit, the oldest are deleted.
   * @param {string} table
   * @param {string} record
   * @param {number} at
   */
  async opened(table, record, at) {
    if (!this.base || this.unsaved.length) return;
    await change(this.base, (kept) => {
      kept.put({ table, number: 1, kind: RECORD, seat: 0, at, left: -1, text: record });
      prune(kept);
      return [];
    }).catch(() => {}); // no space: nothing is changed
  }

  /** The events of a table in their order, none if there is no such table. @param {string} table */
  async read(table) {
    const kept = this.base
      ? await settled(this.base.transaction('events').objectStore('events').getAll(eventsOf(table))).catch(() => [])
      : [];
    return [...kept, ...this.unsaved.filter((event) => event.table === table)];
  }
}

// ---- everything as one file ----

export async function allEvents() {
  const base = await open();
  const all = await settled(base.transaction('events').objectStore('events').getAll());
  base.close();
  return all;
}

/** @param {unknown} value @param {number} least @param {number} most */
const isWhole = (value, least, most) => typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
/** @param {any} e */
const isEvent = (e) => e && typeof e.table === 'string' && /^0[a-z0-9]{15}$/.test(e.table) && typeof e.text === 'string'
  && isWhole(e.number, 1, 1e6) && isWhole(e.kind, 1, RECORD)
  && isWhole(e.seat, 0, 6) && Number.isFinite(e.at) && e.at >= 0 && e.at <= 8.64e15 && Number.isSafeInteger(e.left);

/** Whether each table has its events from the first to the last, once each. @param {TableEvent[]} events */
function areWhole(events) {
  const counts = new Map();
  for (const { table, number } of events) counts.set(table, (counts.get(table) ?? new Set()).add(number));
  const all = [...counts.values()];
  return all.every((numbers) => Math.max(...numbers) === numbers.size) && all.reduce((sum, { size }) => sum + size, 0) === events.length;
}

/** Adds missing tables; existing tables are unchanged. Resolves with the tables added. @param {any} events */
export async function addEvents(events) {
  if (!Array.isArray(events) || !events.every(isEvent) || !areWhole(events)) throw new Error('not events');
  const base = await open();
  try {
    /** @type {[string, number][]} */
    const keys = await settled(base.transaction('events').objectStore('events').getAllKeys());
    const here = new Set(keys.map(([table]) => table));
    const fresh = events.filter(({ table }) => !here.has(table));
    const plain = fresh.map(({ table, number, kind, seat, at, left, text }) => ({ table, number, kind, seat, at, left, text }));
    await change(base, (kept) => plain.map((event) => kept.add(event)));
    return [...new Set(fresh.map(({ table }) => table))];
  } finally {
    base.close();
  }
}
