// Shared by the tests without a browser: the site's files from disk, a simulated clock, reproducible random numbers, tables and analyst
// without a Worker, and a client that plays.
import { readFileSync } from 'node:fs';
import { Machine } from '../../web/offline/host.js';
import { Memory, Tables } from '../../web/offline/tables.js';
import { Analyst } from '../../web/offline/analyst.js';
import { keepLines, newTranscript, nextStep } from '../../web/dice/fair.js';
import { toHex, plainSha256 } from '../../web/core/hash.js';

export const SITE = new URL('../../build/site/', import.meta.url);
export const { FILES } = await import(new URL('offline/files.js', SITE));
export const read = async (name) => new Uint8Array(readFileSync(new URL(`offline/${name}`, SITE)));

// Reproducible random numbers.
export function numbers(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const chance = numbers(1);
const randomBytes = (bytes) => bytes.forEach((_, i) => (bytes[i] = chance(256)));

// A clock that advances only when all work is done.
export class Clock {
  time = 1.8e12;
  now = () => this.time;
  at(when, act) {
    Object.assign(this, { when, act });
  }
  jump() {
    if (!(this.when >= 0)) return false;
    this.time = Math.max(this.time, this.when);
    this.when = -1;
    this.act();
    return true;
  }
}

export class Place {
  static async open(store = new Memory()) {
    const place = new Place();
    place.store = store;
    place.clock = new Clock();
    place.thinking = 0;
    place.analyst = new Analyst((number, done, whole) => place.tables.progress(number, done, whole), FILES, read);
    const imports = { ...Tables.imports(() => place.tables), random: (at, length) => randomBytes(place.tables.machine.bytes(at, length)) };
    const machine = await Machine.start(imports, FILES, read);
    place.tables = new Tables(machine, {
      store, clock: place.clock,
      think: (number, job, { data }) => place.think(number, job, data),
      lesson: async (game) => readFileSync(new URL(`lessons/${game}.cornet`, SITE), 'utf8'),
      trouble: (error) => (place.failed = error),
    });
    return place;
  }

  async think(number, job, data) {
    this.thinking++;
    const answer = await this.analyst.do(number, job, data);
    this.thinking--;
    this.tables.answer(number, answer);
  }

  // Waits until all work that needs no time is done.
  async settle() {
    for (let turn = null; turn !== this.tables.turn || this.thinking; ) {
      turn = this.tables.turn;
      await turn;
      await new Promise(setImmediate);
      if (this.failed) throw this.failed;
    }
  }

  async json(path) {
    const { status, text } = await this.tables.look(path);
    return { status, body: JSON.parse(text) };
  }
}

// A client at a table. `messages` is everything that it has received.
export class Person {
  messages = [];
  table = null;
  state = null;

  static async come(place, lang = 'en') {
    const person = new Person();
    person.place = place;
    person.inbox = [];
    person.client = await place.tables.connect((text) => (person.messages.push(text), person.inbox.push(JSON.parse(text))));
    await person.say({ do: 'hello', protocol: 1, lang, states: true });
    return person;
  }

  async say(message) {
    this.place.tables.receive(this.client, JSON.stringify(message));
    await this.place.settle();
    await this.attend();
  }

  async create(message) {
    const bytes = new Uint8Array(32);
    randomBytes(bytes);
    const seed = toHex(bytes);
    Object.assign(this, { seed, kept: null });
    await this.say({ do: 'create', name: 'Anne', ...message, fair: toHex(plainSha256(bytes)) });
  }

  // Handles the received messages, and takes part in the seed exchange.
  async attend() {
    while (this.inbox.length) {
      const message = this.inbox.shift();
      if (message.type === 'joined') Object.assign(this, { seat: message.seat, secret: message.secret ?? this.secret });
      if (message.type === 'error') this.error = message;
      if (message.type === 'table') this.table = message;
      if (message.type === 'moves') Object.assign(this.table, message);
      if (message.type === 'moves' || message.type === 'table') this.keep(message.log_from ?? message.from ?? 0, message.log ?? message.lines);
      if (message.type === 'fair') this.table.fair = message.fair;
      if (message.type === 'hint') this.hint = message.advice;
      if (message.type === 'moves' && message.state.mover === 'over') this.table.phase = 'over';
      if ((message.type === 'table' || message.type === 'fair') && this.table.fair && this.seat && this.table.phase !== 'over') await this.tendFair();
    }
  }

  // Keeps every line that was shown, with its position.
  keep(from, lines) {
    if (this.kept?.table === this.table.table && !keepLines(this.kept, from, lines)) throw new Error('a line has changed');
  }

  async tendFair() {
    const { table } = this;
    this.kept ??= newTranscript(table.table, this.seat, table.fair.commit, this.seed);
    if (this.kept.table !== table.table) return;
    const { step, send } = await nextStep(this.kept, table, this.seed);
    if (step === 'cheated' || step === 'lost') throw new Error(`the dice: ${step}`);
    if (send) await this.say(send);
  }

  // Plays until the game is over. choose(table) returns a line, or null to wait.
  async play(choose) {
    for (let i = 0; this.table.phase !== 'over'; i++) {
      if (i > 20000) throw new Error(`${this.table.game} does not end`);
      const line = this.table.may ? await choose(this.table) : null;
      if (line) await this.say({ do: 'move', line, at: this.table.state.mover === 'anyone' ? undefined : this.table.seq });
      else if (!this.place.clock.jump()) throw new Error(`${this.table.game} hangs: ${this.messages.at(-1)}`);
      await this.place.settle();
      await this.attend();
    }
  }
}

export function expect(holds, what) {
  if (!holds) throw new Error(`expected: ${what}`);
}
