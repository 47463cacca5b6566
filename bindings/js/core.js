// Games over the module (src/wasm/core.c). Nothing of the rules is here: texts go in, texts come out, and a refusal's sentence becomes
// an Error.
import { Check } from './check.js';
import { FILES } from './offline/files.js';
import { Machine } from './offline/host.js';

const MOVERS = { 0: 'chance', '-1': 'anyone', '-2': 'over' };
const encoder = new TextEncoder();
const bytesOf = (value) => value instanceof Uint8Array ? value : encoder.encode(value === undefined || value === null ? '' : String(value));
const listOf = (text) => text ? text.split('\n') : [];

// Where a text has a word, a space and the rest.
function splitAtSpace(text) {
  const at = text.indexOf(' ');
  return [text.slice(0, at), text.slice(at + 1)];
}

// Games that nobody refers to any more are freed; close() does it at once.
const forgotten = new FinalizationRegistry(({ machine, game }) => machine.exports.core_close(game));

// Calls a function of the module with numbers and then texts. Its result, and the answer.
function call(machine, name, numbers = [], texts = []) {
  const { exports } = machine;
  const given = [];
  try {
    for (const bytes of texts.map(bytesOf)) {
      const at = exports.local_allocate(bytes.length + 1);
      given.push(at, bytes.length);
      machine.bytes(at, bytes.length).set(bytes);
    }
    const result = exports[name](...numbers, ...given);
    return { result, answer: () => machine.text(exports.core_answer(), exports.core_answer_length()) };
  } finally {
    for (let i = 0; i < given.length; i += 2) exports.local_free(given[i]);
  }
}

// The same; a refusal is an Error.
function ask(machine, name, numbers, texts) {
  const { result, answer } = call(machine, name, numbers, texts);
  if (!result) throw new Error(answer());
  return { result, answer };
}

export class Cornet {
  #machine;
  #check = new Check();
  #ids;

  // `host` reads a file beside the package or of another folder, and fills bytes at random.
  static async start(settings, host) {
    const cornet = new Cornet();
    cornet.#check.members(settings, 'settings', ['read', 'files', 'language']);
    const { files, language = 'en' } = settings;
    const { read = files === undefined ? host.read : (name) => host.readFrom(folder, name) } = settings;
    const folder = String(files).replace(/\/*$/, '/');
    if (typeof read !== 'function') cornet.#check.fail('read');
    const machine = await Machine.start({ random: (at, length) => host.random(machine.bytes(at, length)) }, FILES, read);
    cornet.#machine = machine;
    cornet.#ids = cornet.games().map((game) => game.id);
    await cornet.setLanguage(language);
    return cornet;
  }

  get language() {
    return this.#check.language;
  }

  // Of all sentences from now on.
  async setLanguage(language) {
    if (language !== 'en' && language !== 'fr') this.#check.fail('language');
    if (language === 'fr') await this.#machine.load('french');
    this.#machine.exports.core_language(language === 'fr');
    this.#check.language = language;
  }

  games() {
    return JSON.parse(ask(this.#machine, 'core_games').answer()).games;
  }

  agents(game) {
    return JSON.parse(ask(this.#machine, 'core_agents', [], [game]).answer());
  }

  // The meaning of each action id.
  idNames(game) {
    return listOf(ask(this.#machine, 'core_id_names', [], [game]).answer());
  }

  async newMatch(game, settings = {}) {
    if (settings === null) this.#check.fail('object', 'settings');
    const { players, options, seats, seed } = this.#check.settings(settings);
    const lines = Object.entries(options).map(([name, value]) => `${name}=${value}`);
    await this.#load(game, players, ...lines);
    const match = this.#open('core_new', [game, players, lines.join('\n')]);
    try {
      seats.forEach((name, index) => name && match.name(index + 1, name));
      if (seed !== undefined) match.seed(seed);
    } catch (error) {
      match.close();
      throw error;
    }
    return match;
  }

  async readRecord(record) {
    this.#check.record(record);
    const { answer } = ask(this.#machine, 'core_game_of', [], [record]);
    const text = typeof record === 'string' ? record : new TextDecoder().decode(record);
    await this.#load(answer(), ...Array.from(text.matchAll(/^(?:players|option) (.*)$/gm), ([, value]) => value));
    return this.#open('core_read', [record]);
  }

  // All that a game's rules, bots and hints need with these players and options, so that nothing has to be waited for afterwards.
  async #load(game, ...table) {
    if (this.#ids.includes(game)) await this.#machine.load([`+${game}`, ...table].join('/'));
  }

  #open(name, texts) {
    return new Match(this.#check, this.#machine, ask(this.#machine, name, [], texts).result);
  }
}

export class Match {
  #check;
  #machine;
  #game; // its address; 0: closed

  // Not for programs: Cornet.newMatch and Cornet.readRecord make matches.
  constructor(check, machine, game) {
    this.#check = check;
    this.#machine = machine;
    this.#game = game;
    forgotten.register(this, { machine, game }, this);
  }

  close() {
    if (!this.#game) return;
    forgotten.unregister(this);
    this.#machine.exports.core_close(this.#game);
    this.#game = 0;
  }

  #open() {
    if (!this.#game) this.#check.fail('closed');
    return this.#game;
  }

  #ask(name, ...texts) {
    return ask(this.#machine, name, [this.#open()], texts).answer();
  }

  #do(name, ...texts) {
    ask(this.#machine, name, [this.#open()], texts);
    return this;
  }

  // ---- moving ----

  play(line) {
    return this.#do('core_play', this.#check.text(line, 'line'));
  }

  roll() {
    return this.#ask('core_roll');
  }

  step() {
    return this.#ask('core_step') || null;
  }

  undo() {
    return this.#do('core_undo');
  }

  seed(number) {
    return this.#do('core_seed', this.#check.seed(number));
  }

  name(seat, name) {
    ask(this.#machine, 'core_name', [this.#open(), this.#check.whole(seat, 'seat', 1)], [this.#check.text(name, 'name')]);
    return this;
  }

  // ---- asking ----

  get mover() {
    const mover = this.#machine.exports.core_mover(this.#open());
    return MOVERS[mover] ?? mover;
  }

  legal(seat) {
    return listOf(this.#ask('core_legal', this.#check.seat(seat))).map((line) => line.split('\t')[0]);
  }

  outcomes() {
    if (this.mover !== 'chance') return [];
    return listOf(this.#ask('core_legal')).map((text) => {
      const [line, odds] = text.split('\t');
      const [part, whole] = odds.split('/').map(Number);
      return { line, odds, probability: part / whole };
    });
  }

  timeOut() {
    const text = this.#ask('core_time_out');
    if (!text) return null;
    const [seconds, line] = splitAtSpace(text);
    return { seconds: Number(seconds), line };
  }

  state() {
    return JSON.parse(this.#ask('core_state'));
  }

  view(seat) {
    return JSON.parse(this.#ask('core_view', this.#check.whole(seat, 'seat', 0)));
  }

  lines(seat) {
    return listOf(this.#ask('core_lines', this.#check.seat(seat, 0)));
  }

  steps() {
    const steps = [];
    for (let total = 1; steps.length < total;) {
      const { answer } = ask(this.#machine, 'core_steps', [this.#open(), steps.length]);
      const some = JSON.parse(answer());
      steps.push(...some.steps);
      total = some.total;
    }
    return steps;
  }

  position() {
    return this.#ask('core_position');
  }

  record() {
    return this.#ask('core_write');
  }

  copy() {
    const game = ask(this.#machine, 'core_read', [], [this.record()]).result;
    return new Match(this.#check, this.#machine, game);
  }

  // ---- numbers for learning programs ----

  #numbers(name, seat) {
    const { exports } = this.#machine;
    this.#ask(name, this.#check.seat(seat));
    return new Int32Array(this.#machine.bytes(exports.core_answer(), exports.core_answer_length()).slice().buffer);
  }

  observation(seat) {
    return this.#numbers('core_numbers', seat);
  }

  observationNames() {
    return listOf(this.#ask('core_number_names'));
  }

  ids(seat) {
    return this.#numbers('core_ids', seat);
  }

  idLine(id, seat) {
    return ask(this.#machine, 'core_id_line', [this.#open(), this.#check.whole(id, 'id', 0)], [this.#check.seat(seat)]).answer();
  }

  // ---- bots and hints ----

  plan(agent, seat) {
    const [at, line] = splitAtSpace(this.#ask('core_choose', agent === undefined ? agent : this.#check.text(agent, 'agent'), this.#check.seat(seat)));
    return { line, at: Number(at) };
  }

  choose(agent, seat) {
    return this.plan(agent, seat).line;
  }

  hints(seat) {
    const { how, hints } = JSON.parse(this.#ask('core_hints', this.#check.seat(seat)));
    const actor = seat ?? this.mover;
    return { how, hints: hints.map(({ move, share, error, line = [] }) => ({ line: `${actor} ${move}`, share, error, then: line })) };
  }

  value() {
    return JSON.parse(this.#ask('core_value'));
  }

  analysis(settings = {}) {
    this.#check.members(settings, 'settings', ['seconds']);
    const { seconds = 0 } = settings;
    const { answer } = ask(this.#machine, 'core_analysis', [this.#open(), this.#check.seconds(seconds)]);
    const [whole, json] = splitAtSpace(answer());
    const { judged, moves, ...facts } = JSON.parse(json);
    const lines = moves.map(({ move, best, ...about }) => ({ line: move, ...about, ...(best && { best: `${about.seat} ${best}` }) }));
    return { ...facts, complete: whole === '1', moves: lines };
  }
}
