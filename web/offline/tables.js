// The tables in this browser: src/wasm/local.h with storage, and Workers for bots. Requests are handled in sequence; the changes of a
// request are stored before its messages are sent.

/** @typedef {import('./store.js').TableEvent} TableEvent */

/**
 * write() rejects if another tab has written to the table in the meantime; opened(): a record was imported.
 * @typedef {object} EventStore
 * @property {(events: TableEvent[]) => unknown} write
 * @property {(table: string) => TableEvent[] | Promise<TableEvent[]>} read
 * @property {(table: string, record: string, time: number) => unknown} [opened]
 */

/** @typedef {{now: () => number, at: (when: number, act?: () => void) => void}} TableClock */

// Stores events in memory until the page closes. A store has these two functions, which may be asynchronous. write() rejects if another
// tab has written to the table in the meantime. A store may also have opened(table, record, time), called when a record was imported.
export class Memory {
  /** @type {Map<string, TableEvent[]>} */
  tables = new Map();

  /** @param {TableEvent[]} events in their order */
  write(events) {
    for (const event of events) this.tables.set(event.table, [...(this.tables.get(event.table) ?? []), event]);
  }

  /** The events of a table, none if there is no such table. @param {string} table */
  read(table) {
    return this.tables.get(table) ?? [];
  }
}

/** A message as src/wasm/local.c reads it: for each member the one that it is in, its name, its type and value. @param {any} message */
function membersOf(message) {
  /** @type {string[]} */
  const parts = [];
  /** @param {string} within @param {string} name @param {any} value */
  const put = (within, name, value) => parts.push(within, name,
    value === null ? '0'
      : typeof value === 'string' ? `s${value}`
      : Number.isSafeInteger(value) ? `n${value}`
      : typeof value === 'boolean' ? `b${Number(value)}`
      : Array.isArray(value) ? 'a' : typeof value === 'object' ? 'o' : '?');
  for (const [name, value] of Object.entries(message ?? {})) {
    put('', name, value);
    if (value && typeof value === 'object') for (const [inner, part] of Object.entries(value)) put(name, inner, part);
  }
  return parts.map((part) => `${part.replaceAll('\0', '\u0001')}\0`).join('');
}

/** The game in a record's header; and, with its players and options, the data that its best bots need. @param {string} record */
const gameOf = (record) => record.match(/^game (\S+)$/m)?.[1] ?? '';
/** @param {string} record */
const needsOf = (record) =>
  [`+${gameOf(record)}`, ...Array.from(record.matchAll(/^(?:players|option) (.*)$/gm), ([, value]) => value)].join('/');

/** The module has aborted: its memory can no longer be trusted. @param {any} error */
const isFatal = (error) => error instanceof WebAssembly.RuntimeError || error?.fatal === true;

const SPEED = 1; // speed of the clock: tests raise it

/**
 * The time in milliseconds since 1970, never decreasing; and a single timer: setting it replaces the previous one.
 * @type {TableClock & {timer?: ReturnType<typeof setTimeout>}}
 */
const realClock = {
  now: () => performance.timeOrigin + SPEED * performance.now(),
  at(when, act = () => {}) {
    clearTimeout(this.timer);
    if (when >= 0) this.timer = setTimeout(act, Math.max(0, when - this.now()) / SPEED);
  },
};

export class Tables {
  /**
   * think(number, job, {analysis, data}): has a job done, then calls answer(number, bytes); lesson(game): its record.
   * @param {import('./host.js').Machine} machine
   * @param {object} around
   * @param {EventStore} [around.store]
   * @param {TableClock} [around.clock]
   * @param {(number: number, job: Uint8Array<ArrayBuffer>, about: {analysis: boolean, data: string}) => void} around.think
   * @param {(game: string) => Promise<string>} around.lesson
   * @param {(error: any) => void} [around.trouble]
   * @param {(error: any) => unknown} [around.conflict]
   */
  constructor(machine, { store = new Memory(), clock = realClock, think, lesson, trouble = console.error, conflict = trouble }) {
    this.machine = machine;
    this.store = store;
    this.clock = clock;
    this.think = think;
    this.lesson = lesson;
    this.trouble = trouble;
    this.conflict = conflict;
    /** @type {Map<number, (text: string) => void>} */
    this.clients = new Map();
    /** @type {[number, string][]} */
    this.outbox = []; // messages of this request, sent once it is stored
    /** @type {TableEvent[]} */
    this.events = []; // of this request, to be stored
    /** @type {{table: string, record: string} | null} */
    this.opened = null;
    /** @type {Promise<unknown>} */
    this.turn = Promise.resolve();
    this.next(() => machine.exports.local_open());
  }

  /** The functions that the module imports for this. @param {() => Tables} tables */
  static imports(tables) {
    /** @param {number} at @param {number} [length] */
    const text = (at, length) => tables().machine.text(at, length);
    return {
      now: () => tables().clock.now(),
      /** @param {number} client @param {number} at @param {number} length */
      send: (client, at, length) => tables().outbox.push([client, text(at, length)]),
      /**
       * @param {number} table
       * @param {number} number
       * @param {number} kind
       * @param {number} seat
       * @param {number} at
       * @param {number} left
       * @param {number} words
       * @param {number} length
       */
      store: (table, number, kind, seat, at, left, words, length) =>
        tables().events.push({ table: text(table), number, kind, seat, at, left, text: text(words, length) }),
      /**
       * @param {number} number
       * @param {number} analysis
       * @param {number} game
       * @param {number} best
       * @param {number} at
       * @param {number} length
       */
      think: (number, analysis, game, best, at, length) =>
        tables().think(number, tables().machine.bytes(at, length).slice(), {
          analysis: Boolean(analysis), data: (best ? '+' : '') + text(game),
        }),
    };
  }

  /** Runs one action at a time; then settle() stores, sends and sets the timer. Only failed() reports errors. @param {() => any} act */
  next(act) {
    const result = this.turn.then(act);
    result.catch(() => {});
    this.turn = result.then(() => this.settle(), (error) => this.failed(error));
    return result;
  }

  /** After a fatal error, discards the module's unfinished work and loads the tables again. @param {any} error */
  failed(error) {
    this.trouble(error);
    if (!isFatal(error)) return this.settle();
    Object.assign(this, { events: [], outbox: [], opened: null });
    this.clock.at(-1);
    return this.conflict(error);
  }

  async settle() {
    const { events, outbox, opened } = this;
    Object.assign(this, { events: [], outbox: [], opened: null });
    try {
      if (events.length) await this.store.write(events);
      if (opened) await this.store.opened?.(opened.table, opened.record, this.clock.now());
    } catch (error) {
      this.clock.at(-1);
      return this.conflict(error); // not written, so it has not happened: drop its messages
    }
    for (const [client, text] of outbox) this.clients.get(client)?.(text);
    return this.clock.at(this.machine.exports.local_due(), () => this.next(() => this.machine.exports.local_run()));
  }

  /** Connects a client, which receives messages by tell(text). @param {(text: string) => void} tell */
  connect(tell) {
    return this.next(() => {
      const client = this.machine.exports.local_connect();
      this.clients.set(client, tell);
      return client;
    });
  }

  /** @param {number} client */
  disconnect(client) {
    return this.next(() => {
      this.clients.delete(client);
      this.machine.exports.local_disconnect(client);
    });
  }

  /** A client's message: JSON. @param {number} client @param {string} text */
  receive(client, text) {
    return this.next(async () => {
      let message = null;
      try {
        message = JSON.parse(text);
      } catch {
        // invalid JSON has no members, and is refused
      }
      if (message?.lang === 'fr') await this.machine.load('french').catch(this.trouble);
      const members = membersOf(message);
      try {
        for (let away = true; away; ) away = await this.handle(client, members);
      } catch (error) {
        if (isFatal(error)) throw error;
        this.trouble(error);
        this.machine.give(members, (at, length) => this.machine.exports.local_failed(client, at, length));
      }
    });
  }

  /**
   * One attempt. True: a table was restored from the store, so the message can be handled now.
   * @param {number} client
   * @param {string} members
   */
  async handle(client, members) {
    const { local_needs, local_receive } = this.machine.exports;
    await this.machine.load(this.machine.give(members, (at, length) => this.machine.text(local_needs(client, at, length))));
    const away = this.machine.give(members, (at, length) => local_receive(client, at, length));
    if (away) await this.restore(this.machine.text(away));
    return Boolean(away);
  }

  /** Answers /api/PATH with {status, text}. `open` takes a record and makes a local table of it. @param {string} path */
  look(path, record = '') {
    return this.next(async () => {
      const french = /[?&]lang=fr\b/.test(path), [, game] = path.match(/^lessons\/([a-z]+)$/) ?? [];
      if (french) await this.machine.load('french');
      if (game) await this.machine.load(game);
      const [, day] = path.match(/^daily\/([a-z]+)\//) ?? [];
      if (day) await Promise.all([this.machine.load(day), this.machine.load(`daily-${day}`)]);
      if (record) await this.machine.load(needsOf(record));
      const file = game ? await this.lesson(game).catch(() => '') : record;
      for (;;) {
        const { local_look, local_body, local_body_length } = this.machine.exports;
        const status = this.machine.give(path, (at) => this.machine.give(file, (lesson, length) => local_look(at, french, lesson, length)));
        const text = this.machine.text(local_body(), local_body_length());
        if (status === 200 && record) this.opened = { table: JSON.parse(text).table, record };
        if (status) return { status, text };
        await this.restore(text);
      }
    });
  }

  /** Restores a table by applying its events. @param {string} id */
  async restore(id) {
    const events = await this.store.read(id);
    const record = events[0]?.text ?? '';
    if (gameOf(record)) await this.machine.load(needsOf(record));
    const { local_restore, local_restore_event, local_restored } = this.machine.exports;
    this.machine.give(id, (name) => {
      local_restore(name);
      events.every(({ kind, seat, at, left, text }) =>
        this.machine.give(text, (words, length) => local_restore_event(kind, seat, at, left, words, length)));
      local_restored(name);
    });
  }

  /** @param {number} number @param {Uint8Array} bytes */
  answer(number, bytes) {
    return this.next(() => this.machine.give(bytes, (at, length) => this.machine.exports.local_answer(number, at, length)));
  }

  /** @param {number} number @param {number} done @param {number} whole */
  progress(number, done, whole) {
    return this.next(() => this.machine.exports.local_progress(number, done, whole));
  }
}
