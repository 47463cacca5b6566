// Where this browser keeps chains and transcripts of the fair dice of version 3: IndexedDB. A transcript's lines are numbered, so that two
// windows cannot both write one: the second one gets an error. Secrets never leave this browser.

/**
 * A chain of one's own: `secret` is x_L, `marks` every 256th link, `keys` the pair that signs (null: none), `key` its public part or `-`.
 * @typedef {{name: string, table: string, seat: number, number: number, marks: string[], keys: CryptoKeyPair | null, key: string,
 *   when: number}} KeptChain
 */

const NAME = 'cornet-dice', VERSION = 1, ROOM = 60; // tables

/** @param {IDBRequest<any>} request */
const settled = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** @type {Promise<IDBDatabase> | null} */
let base = null;

function open() {
  base ??= (async () => {
    const request = indexedDB.open(NAME, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('chains', { keyPath: 'name' }).createIndex('table', 'table');
      request.result.createObjectStore('lines', { keyPath: ['name', 'number'] });
    };
    const opened = await settled(request);
    opened.onversionchange = () => (opened.close(), (base = null));
    opened.onclose = () => (base = null);
    return opened;
  })();
  base.catch(() => (base = null));
  return base;
}

/**
 * One transaction; resolves when the browser reports it as durable.
 * @param {(chains: IDBObjectStore, lines: IDBObjectStore) => IDBRequest<any>[]} act
 */
async function change(act) {
  const opened = await open();
  return new Promise((resolve, reject) => {
    const transaction = opened.transaction(['chains', 'lines'], 'readwrite', { durability: 'strict' });
    /** @type {DOMException | null} */
    let why = null;
    transaction.oncomplete = () => resolve(undefined);
    transaction.onabort = () => reject(why ?? transaction.error);
    for (const request of act(transaction.objectStore('chains'), transaction.objectStore('lines'))) {
      request.onerror = () => (why ??= request.error);
    }
  });
}

/** @param {string} name */
const linesOf = (name) => IDBKeyRange.bound([name, 0], [name, Infinity]);

/** The chains of a table, oldest first. @param {string} table @returns {Promise<KeptChain[]>} */
async function chainsOf(table) {
  const kept = (await open()).transaction('chains').objectStore('chains');
  /** @type {KeptChain[]} */
  const all = await settled(kept.index('table').getAll(table));
  return all.sort((a, b) => a.number - b.number);
}

/** @param {string} name @returns {Promise<string[]>} */
async function readLines(name) {
  const all = await settled((await open()).transaction('lines').objectStore('lines').getAll(linesOf(name)));
  return all.map((/** @type {{text: string}} */ { text }) => text);
}

/** The last chain of a seat, and its transcript. @param {string} table @param {number} seat */
export async function lastChain(table, seat) {
  const chain = (await chainsOf(table)).filter((one) => one.seat === seat).at(-1);
  return chain ? { chain, lines: await readLines(chain.name) } : null;
}

/** Adds a chain; the tables used longest ago are forgotten. @param {KeptChain} chain */
export async function addChain(chain) {
  await change((chains, lines) => {
    const all = chains.getAll();
    all.onsuccess = () => {
      /** @type {Map<string, number>} */
      const used = new Map();
      for (const { table, when } of all.result) used.set(table, Math.max(when, used.get(table) ?? 0));
      const old = new Set([...used].sort((a, b) => b[1] - a[1]).slice(ROOM).map(([table]) => table));
      for (const { name, table } of all.result) if (old.has(table)) chains.delete(name), lines.delete(linesOf(name));
    };
    return [chains.add(chain)];
  });
}

/** Appends lines to a transcript; `from` is the number of the first. @param {string} name @param {number} from @param {string[]} texts */
export async function addLines(name, from, texts) {
  await change((chains, lines) => texts.map((text, i) => lines.add({ name, number: from + i, text })));
}

/** Forgets a chain that was never used. @param {string} name */
export async function dropChain(name) {
  await change((chains, lines) => [chains.delete(name), lines.delete(linesOf(name))]);
}

/** The transcripts of a table, as files. @param {string} table @returns {Promise<{seat: number, text: string}[]>} */
export async function transcriptsOf(table) {
  const found = [];
  for (const { name, seat } of await chainsOf(table)) {
    const lines = await readLines(name);
    if (lines.length) found.push({ seat, text: lines.map((line) => `${line}\n`).join('') });
  }
  return found;
}

// ---- one window at a time ----

/**
 * Takes the lock of a seat's chain: `held` is true if no other window has it. Otherwise `later` resolves when this window gets it. Browsers
 * without locks (plain http) rely on the numbers of the lines.
 * @param {string} name
 * @returns {Promise<{held: boolean, later: Promise<void> | null, release: () => void}>}
 */
export async function takeLock(name) {
  let release = () => {};
  /** @type {Promise<void>} */
  const ended = new Promise((resolve) => (release = resolve));
  if (!navigator.locks) return { held: true, later: null, release };
  /** @param {LockOptions} options @returns {Promise<boolean>} */
  const take = (options) => new Promise((resolve, reject) => {
    navigator.locks.request(name, options, (lock) => (resolve(Boolean(lock)), lock ? ended : undefined)).catch(reject);
  });
  try {
    if (await take({ ifAvailable: true })) return { held: true, later: null, release };
  } catch {
    return { held: true, later: null, release }; // browsers that block cookies refuse locks
  }
  const giveUp = new AbortController(), later = take({ signal: giveUp.signal }).then(() => {});
  later.catch(() => {});
  return { held: false, later, release: () => (release(), giveUp.abort()) };
}

// ---- signatures ----

/** A key pair of its own for a seat; null where the browser cannot (plain http, old browsers). */
export async function makeKeys() {
  try {
    const keys = /** @type {CryptoKeyPair} */ (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']));
    const raw = new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey));
    return { keys, key: [...raw].map((byte) => byte.toString(16).padStart(2, '0')).join('') };
  } catch {
    return null;
  }
}

/** The signature of a text in hex; `-` without a key. @param {CryptoKeyPair | null} keys @param {string} text */
export async function sign(keys, text) {
  if (!keys) return '-';
  const made = new Uint8Array(await crypto.subtle.sign('Ed25519', keys.privateKey, new TextEncoder().encode(text)));
  return [...made].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
