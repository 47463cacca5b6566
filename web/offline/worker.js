// The Worker with the tables. Pages use ports, one for each client, like WebSockets to a server; look-ups are separate messages. Two more
// Workers compute: one for bots and hints, one for analyses.
//
// With several tabs, the Worker that holds the lock owns the tables. The other Workers forward all messages to it through a channel.
// When its tab closes, another Worker takes over: pages see a lost connection and reconnect. If the browser has no locks
// (plain http), each tab has its own tables, and the store refuses conflicting writes.
import { FILES } from './files.js';
import { Machine, fetchFile } from './host.js';
import { Tables } from './tables.js';
import { Store } from './store.js';

/** @typedef {{done?: number, whole?: number, answer?: Uint8Array}} JobNews */
/** @typedef {{path: string, record?: string}} Asked */

const TAB = Math.random().toString(36).slice(2);
/** @type {Record<string, MessagePort>} */
const thinkers = {};
/** @type {Map<string, MessagePort>} */
const ports = new Map(); // of this tab's clients, by their names
/** @type {Map<number, Asked>} */
const looking = new Map(); // this tab's look-ups that wait for an answer: {path, record} by their ids
/** @type {Promise<Leader> | null} */
let leader = null; // set if this tab owns the tables
/** @type {BroadcastChannel | null} */
let channel = null;
let clients = 0;

// Promises of files, fetched once for all Workers of this tab.
/** @type {Map<string, Promise<Uint8Array<ArrayBuffer>>>} */
const files = new Map();

/** @param {string} name */
function read(name) {
  const coming = files.get(name) ?? fetchFile(name).catch((error) => (files.delete(name), Promise.reject(error)));
  files.set(name, coming);
  return coming;
}

// ---- the tables ----

class Leader {
  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    /** @type {Map<string, Promise<number>>} */
    this.clients = new Map(); // their numbers, by their names
    /** @type {Set<string>} */
    this.tabs = new Set();
    this.times = 0;
    /** @type {Tables | null} */
    this.made = null;
  }

  static async start() {
    const led = new Leader(await Store.open(saved));
    await led.begin();
    return led;
  }

  /** The tables, once begin() has made them. */
  get tables() {
    if (!this.made) throw new Error('no tables yet');
    return this.made;
  }

  async begin() {
    const times = ++this.times; // jobs of the previous module have the same numbers
    const machine = await Machine.start(Tables.imports(() => this.tables), FILES, read);
    this.made = new Tables(machine, {
      store: this.store,
      /** @param {number} number */
      think: (number, job, { analysis, data }) => thinkers[analysis ? 'analyses' : 'moves'].postMessage({
        number: `${times} ${number}`, job, data,
      }, [job.buffer]),
      /** @param {string} game */
      lesson: async (game) => {
        const answer = await fetch(new URL(`../lessons/${game}.cornet`, import.meta.url));
        return answer.ok ? answer.text() : '';
      },
      conflict: () => this.again(),
    });
  }

  /** Receives the progress or the answer of a job from a computing Worker. @param {string} name @param {JobNews} jobNews */
  heed(name, { done, whole, answer }) {
    const [times, number] = name.split(' ').map(Number);
    if (times !== this.times) return undefined;
    return answer ? this.tables.answer(number, answer) : this.tables.progress(number, done ?? 0, whole ?? 0);
  }

  // Another tab has written to a table in memory here, or the module has failed. All clients are disconnected, so that they reconnect,
  // and the tables are loaded again.
  again() {
    for (const name of this.clients.keys()) tell(name, null);
    this.clients.clear();
    return this.begin();
  }

  /** Receives a message from a client of any tab; null: the client has disconnected. @param {string} name @param {string | null} text */
  async hear(name, text) {
    this.mind(name.split(' ')[0]);
    if (text === null) return this.leave(name);
    const coming = this.clients.get(name) ?? this.tables.connect((words) => tell(name, words));
    this.clients.set(name, coming);
    return this.tables.receive(await coming, text);
  }

  /** @param {string} name */
  async leave(name) {
    const client = this.clients.get(name);
    this.clients.delete(name);
    if (client) this.tables.disconnect(await client);
  }

  /** Watches another tab: when it closes, its clients are disconnected. @param {string} tab */
  mind(tab) {
    if (tab === TAB || this.tabs.has(tab)) return;
    this.tabs.add(tab);
    navigator.locks.request(`cornet-tab-${tab}`, () => {
      this.tabs.delete(tab);
      for (const name of this.clients.keys()) if (name.startsWith(`${tab} `)) this.leave(name);
    }).catch(() => {});
  }
}

// ---- between tabs ----

/** Sends a text to a client in any tab; null: the connection has ended. @param {string} name @param {string | null} text */
function tell(name, text) {
  const port = ports.get(name);
  if (port) port.postMessage(text);
  else channel?.postMessage({ client: name, text });
}

/** @param {string} why */
function saved(why) {
  postMessage({ trouble: why });
  channel?.postMessage({ trouble: why });
}

/** @param {string} name @param {string | null} text */
async function pass(name, text) {
  await decided;
  if (leader) (await leader).hear(name, text);
  else channel?.postMessage({ hear: name, text });
}

/** If a file is missing, answers 503 as a busy server would. @param {Leader} led @param {Asked} asked */
async function look({ tables }, { path, record }) {
  return tables.look(path, record).catch(() => ({ status: 503, text: '{}' }));
}

/** @param {number} id @param {Asked} asked */
async function ask(id, asked) {
  await decided;
  if (leader) {
    looking.delete(id);
    postMessage({ id, ...(await look(await leader, asked)) });
  } else channel?.postMessage({ look: asked.path, record: asked.record, id, tab: TAB });
}

function lead() {
  leader = Leader.start();
  leader.catch((error) => postMessage({ failed: error.message }));
}

// The owner of the tables has changed: clients reconnect, and pending look-ups are repeated.
function changed() {
  for (const port of ports.values()) port.postMessage(null);
  for (const [id, asked] of looking) ask(id, asked);
}

// Messages from the channel.
/** @type {Record<string, (data: any) => unknown>} */
const HEARD = {
  hear: async ({ hear, text }) => leader && (await leader).hear(hear, text),
  client: ({ client, text }) => ports.get(client)?.postMessage(text),
  look: async ({ look: path, record, id, tab }) => leader
    && channel?.postMessage({ answer: tab, id, ...(await look(await leader, { path, record })) }),
  answer: ({ answer, id, status, text }) => answer === TAB && looking.delete(id) && postMessage({ id, status, text }),
  trouble: ({ trouble }) => postMessage({ trouble }),
  leads: changed,
};

/** @type {Promise<void> | null} */
let decided = null; // until it is known whether this tab has the tables

function begin() {
  if (!navigator.locks) return lead();
  /** @type {Promise<never>} */
  const forever = new Promise(() => {});
  return (decided = new Promise((decide) => {
    navigator.locks.request('cornet-tables', { ifAvailable: true }, (lock) => {
      meet(forever);
      if (lock) lead();
      else succeed(forever);
      decide();
      return lock ? forever : null;
    }).catch(() => {
      if (!leader) lead(); // cookies are blocked: this tab has its own tables, in memory
      decide();
    });
  }));
}

/** Opens the channel to the other tabs. @param {Promise<never>} forever */
function meet(forever) {
  channel = new BroadcastChannel('cornet');
  channel.onmessage = ({ data }) => Object.keys(HEARD).some((name) => name in data && (HEARD[name](data), true));
  navigator.locks.request(`cornet-tab-${TAB}`, () => forever).catch(() => {});
}

/** Waits until the tables are free. @param {Promise<never>} forever */
function succeed(forever) {
  navigator.locks.request('cornet-tables', () => {
    lead();
    channel?.postMessage({ leads: true });
    changed();
    return forever;
  });
}

// ---- this tab ----

/** @param {string} name @param {MessagePort} port */
function takeThinker(name, port) {
  thinkers[name] = port;
  port.onmessage = async ({ data: { file, number, done, whole, answer } }) => {
    if (file) return read(file).then((bytes) => port.postMessage({ file, bytes }), () => port.postMessage({ file }));
    return (await leader)?.heed(number, { done, whole, answer });
  };
}

/** @param {MessagePort} port */
function takeClient(port) {
  const name = `${TAB} ${++clients}`;
  ports.set(name, port);
  port.onmessage = ({ data }) => {
    if (data === null) ports.delete(name);
    pass(name, data);
  };
}

onmessage = ({ data }) => {
  if (data.thinker) takeThinker(data.thinker, data.port);
  if (data.client) takeClient(data.client);
  if (data.look) {
    const asked = { path: data.look, record: data.record };
    looking.set(data.id, asked);
    ask(data.id, asked);
  }
};

begin();
