// node --expose-gc games.mjs CORNET: the installed package against the program: whole games, bots, hints, bad input, memory.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { webcrypto } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

const program = process.argv[2];
let instance;
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (...given) => (instance = await instantiate(...given)); // to see its memory
const { open, ...others } = await import('cornet-core');
const cornet = await open();
const GAMES = ['easycome', 'wazabi', 'debacle', 'themots'];
const LEVELS = ['novice', 'easy', 'normal', 'hard', 'max'];

// ---- the program ----

function run(args, input) {
  const { stdout, stderr, status } = spawnSync(program, args, { input, encoding: 'utf8', maxBuffer: 1 << 28 });
  assert.equal(status, 0, stderr);
  return stdout;
}

// Commands for `cornet engine`, with a check for each answer.
class Talk {
  #commands = [];
  #checks = [];

  say(command, check = (lines) => assert.deepEqual(lines, [])) {
    this.#commands.push(command);
    this.#checks.push(check);
  }

  sayState(match) {
    const state = match.state();
    this.say('state', ([line]) => assert.deepEqual(JSON.parse(line), state));
  }

  // Answers are lines up to `ok`, without the command's name.
  compare() {
    let next = 0;
    const answers = run(['--lang', 'en', 'engine'], this.#commands.join('\n') + '\n').split('\n');
    this.#commands.forEach((command, i) => {
      const lines = [];
      for (let line = answers[next++]; line !== 'ok'; line = answers[next++]) {
        if (line === undefined || line.startsWith('error ')) {
          lines.push(line);
          break;
        }
        lines.push(line.slice(line.indexOf(' ') + 1));
      }
      try {
        this.#checks[i](lines);
      } catch (error) {
        error.message = `after ${i} commands, ${command}: ${error.message}`;
        throw error;
      }
    });
  }
}

// ---- random games ----

let dice = 1;
function below(bound) {
  dice = (Math.imul(dice, 1664525) + 1013904223) >>> 0;
  return Math.floor((dice / 2 ** 32) * bound);
}
const pick = (list) => list[below(list.length)];

// A line of somebody who may act; where anybody may, sometimes the clock's.
function someLine(match, players) {
  if (match.mover !== 'anyone') return pick(match.legal());
  const seats = Array.from({ length: players }, (_, i) => i + 1).filter((seat) => match.legal(seat).length);
  const clock = match.timeOut();
  assert.ok(seats.length && clock.seconds > 0);
  return below(4) ? pick(match.legal(pick(seats))) : clock.line;
}

function sayWhatIs(talk, match, players) {
  talk.sayState(match);
  const seat = below(players + 1), view = match.view(seat);
  talk.say(`view ${seat}`, ([line]) => assert.deepEqual(JSON.parse(line), view));
  if (match.mover === 'anyone' || (match.mover === 'chance' && below(6))) return; // dice can have thousands of outcomes
  const outcomes = match.outcomes();
  if (match.mover === 'chance') assert.ok(Math.abs(outcomes.reduce((sum, { probability }) => sum + probability, 0) - 1) < 1e-9);
  const legal = match.mover === 'chance' ? outcomes.map(({ line, odds }) => `${line}\t${odds}`) : match.legal();
  talk.say('legal', (lines) => assert.deepEqual(lines, legal));
}

function act(talk, match, players) {
  if (match.mover === 'chance') {
    const line = match.roll();
    talk.say('roll', (lines) => assert.deepEqual(lines, [line]));
  } else {
    const line = someLine(match, players);
    match.play(line);
    talk.say(`play ${line}`, () => {}); // a ruling may come before it: the state tells
  }
  if (below(12)) return;
  match.undo();
  talk.say('undo');
}

async function playAtRandom(game, players, options, seed) {
  const talk = new Talk();
  const match = await cornet.newMatch(game, { players, options, seed });
  talk.say(`seed ${seed}`);
  talk.say(`new ${game} ${players}`);
  for (const [name, value] of Object.entries(options)) talk.say(`option ${name}=${value}`);
  while (match.mover !== 'over') {
    sayWhatIs(talk, match, players);
    act(talk, match, players);
  }
  talk.sayState(match);
  const record = match.record();
  talk.say('save', (lines) => assert.equal(lines.join('\n') + '\n', record));
  talk.compare();

  // With names, as a file; and read again.
  match.name(1, 'Zoé').name(2, 'bot:random');
  const named = match.record();
  assert.notEqual(named, record);
  assert.deepEqual(JSON.parse(run(['replay', '-', '--state'], named)), match.state());
  const again = await cornet.readRecord(new TextEncoder().encode(named));
  assert.equal(again.record(), named);
  const steps = again.steps();
  assert.deepEqual(steps.at(-1).state, match.state());
  assert.deepEqual(steps.slice(1).map(({ line }) => line), match.lines());
  assert.equal(again.undo().play(steps.at(-1).line).record(), named);
  assert.equal(match.state().result.reduce((a, b) => a + b).toFixed(9), '1.000000000');
  return match.lines().length;
}

let count = 0, lines = 0;
for (const [game, players, options] of [
  ['easycome', 2, {}], ['easycome', 4, { hold: 3 }], ['wazabi', 2, {}], ['wazabi', 4, { teams: 'on' }], ['debacle', 2, {}],
  ['themots', 3, {}],
]) {
  lines += await playAtRandom(game, players, options, ++count);
}
console.log(`ok   ${count} random games, ${lines} lines: states, views, legal moves and records are the program's`);

// ---- bots ----

// Chance falls the same way on both sides, and so do the bots' own choices.
async function playBot(game, agent, moves) {
  const talk = new Talk();
  const match = await cornet.newMatch(game, { players: 2, seed: 5 });
  talk.say('seed 5');
  talk.say(`new ${game} 2`);
  while (moves > 0 && match.mover !== 'over') {
    if (match.mover === 'chance') {
      match.roll();
      talk.say('roll', () => {});
      continue;
    }
    const seat = match.mover === 'anyone' ? [1, 2].find((one) => match.legal(one).length) : match.mover;
    const line = match.choose(agent, seat);
    if (match.mover !== 'anyone') assert.ok(match.legal().includes(line), line);
    talk.say(`best ${agent} ${seat}`, (answer) => assert.deepEqual(answer, [line]));
    match.play(line);
    talk.say(`play ${line}`);
    moves--;
  }
  talk.sayState(match);
  talk.compare();
  match.close();
}

for (const { id, levels, agents } of cornet.games()) {
  assert.ok(GAMES.includes(id));
  assert.deepEqual(levels, LEVELS);
  assert.deepEqual(Object.keys(cornet.agents(id).levels), LEVELS);
  assert.deepEqual(cornet.agents(id).agents.map(({ name }) => name), agents.map(({ name }) => name));
  for (const level of levels) await playBot(id, level, level === 'max' ? 3 : 8);
  for (const { name, settings } of cornet.agents(id).agents) {
    const small = settings.find((setting) => ['nodes', 'iterations'].includes(setting.name));
    await playBot(id, small ? `${name}:${small.name}=${Math.max(50, small.least)}` : name, 4);
  }
}
assert.equal(cornet.games().length, GAMES.length);
console.log('ok   bots of every level and agent choose what the program\'s choose');

for (const game of GAMES) {
  const match = await cornet.newMatch(game, { seats: ['bot:easy', 'bot:novice'], players: 2, seed: 3 });
  let last;
  for (let line = match.step(); line; line = match.step()) last = line;
  assert.equal(match.mover, 'over');
  assert.equal(match.lines().at(-1), last);
  assert.deepEqual(JSON.parse(run(['replay', '-', '--state'], match.record())), match.state());
}
const mixed = await cornet.newMatch('debacle', { seats: ['Anne', 'bot:novice'] });
assert.equal(mixed.step(), null);
assert.ok(mixed.play(mixed.legal()[0]) && mixed.mover);
console.log('ok   bots play whole games among themselves');

// ---- hints ----

for (const [game, start] of [['easycome', ['* roll 0225']], ['debacle', []], ['themots', ['* theme 1', '* roll BORVA vert']], ['wazabi', null]]) {
  const talk = new Talk();
  const match = await cornet.newMatch(game, { players: 2, options: game === 'easycome' ? { first: 1 } : {}, seed: 1 });
  for (const line of start ?? []) match.play(line);
  while (!start && (match.mover === 'chance' || match.legal().length === 1)) match.mover === 'chance' ? match.roll() : match.play(match.legal()[0]);
  const seat = match.mover === 'anyone' ? 2 : match.mover;
  const { how, hints } = match.hints(seat);
  assert.ok(how.length > 0 && hints.length > 1, `${game}: ${how}, ${hints.length} hints`);
  assert.deepEqual(hints.map(({ share }) => share), hints.map(({ share }) => share).sort((a, b) => b - a));
  if (match.mover !== 'anyone') assert.deepEqual(hints.map(({ line }) => line).sort(), match.legal().sort());
  for (const { line } of hints.slice(0, 3)) match.copy().play(line);
  talk.say(`record\n${match.record()}.`);
  talk.say(`hints ${seat}`, (answer) => assert.deepEqual(answer,
    hints.map(({ line, share, error }) => `${share.toFixed(4)} ${error.toFixed(4)} ${line}`)));
  const { shares, error } = match.value();
  assert.equal(shares.length, 2);
  assert.ok(Math.abs(shares[0] + shares[1] - 1) < 1e-6 && error >= 0);
  talk.compare();
}
console.log('ok   hints are the program\'s');

// ---- numbers ----

for (const game of GAMES) {
  const match = await cornet.newMatch(game, { players: 2, seed: 9 });
  const names = cornet.idNames(game);
  assert.equal(new Set(names).size, names.length);
  for (let i = 0; i < 40 && match.mover !== 'over'; i++) {
    const numbers = match.observation(1);
    assert.ok(numbers instanceof Int32Array && numbers.length === match.observationNames().length && numbers.some((number) => number));
    if (match.mover === 'chance') {
      match.roll();
      continue;
    }
    const seat = match.mover === 'anyone' ? [1, 2].find((one) => match.legal(one).length) : match.mover;
    const ids = match.ids(seat);
    assert.deepEqual([...ids].map((id) => match.idLine(id, seat)).sort(), match.legal(seat));
    assert.equal(match.legal(seat).length, new Set(ids).size);
    assert.ok(ids.every((id) => id >= 0 && id < names.length));
    match.play(match.idLine(pick(ids), seat));
  }
  match.close();
}
console.log('ok   observations and action ids');

// ---- analysis ----

const rounded = (value) => JSON.parse(JSON.stringify(value), (_, part) => (typeof part === 'number' ? Math.round(part * 1e4) / 1e4 + 0 : part));
for (const [game, moves] of [['easycome', 40], ['wazabi', 8], ['debacle', 6], ['themots', 10]]) {
  const match = await cornet.newMatch(game, { players: 2, seats: ['Anne', 'bot:novice'], seed: 4 });
  for (let i = 0; i < moves && match.mover !== 'over'; i++) match.mover === 'chance' ? match.roll() : match.play(someLine(match, 2));
  const { complete, moves: mine, ...facts } = match.analysis();
  const { judged, moves: theirs, ...others } = JSON.parse(run(['--lang', 'en', 'analyse', '-', '--json'], match.record()));
  assert.ok(complete && judged && mine.length === match.lines().length, `${game}: all lines`);
  assert.deepEqual(rounded(facts), rounded(others), game);
  assert.deepEqual(rounded(mine), rounded(theirs.map(({ move, best, ...about }) => ({ line: move, ...about, ...(best && { best: `${about.seat} ${best}` }) }))), game);
  assert.ok(mine.every(({ best, seat }) => best === undefined || best.startsWith(`${seat} `)));
  const cut = match.analysis({ seconds: 1e-9 });
  assert.ok(!cut.complete && cut.moves.length < mine.length && cut.how === facts.how, `${game}: it ends in time`);
  match.close();
}
console.log('ok   analyses are the program\'s');

// ---- bad input ----

const victim = await cornet.newMatch('easycome', { players: 2, options: { first: 1 }, seats: ['Anne'] });
victim.play('* roll 0225');
const before = [victim.record(), JSON.stringify(victim.state())];
async function refuses(what, sentence) {
  await assert.rejects(async () => what(), (error) => {
    assert.ok(error instanceof Error && sentence.test(error.message), `${what}: ${error}`);
    return true;
  });
  assert.deepEqual([victim.record(), JSON.stringify(victim.state())], before, String(what));
}
await refuses(() => victim.play('1 keep 33'), /^cannot keep 33: the dice just rolled are 0225$/);
await refuses(() => victim.play(), /./);
await refuses(() => victim.play('1 keep 22\n1 stop'), /control character/);
await refuses(() => victim.play('1 keep 22\0'), /control character/);
await refuses(() => victim.play('x'.repeat(1e6)), /./);
await refuses(() => victim.play('2 stop'), /seat 1 is to move/);
await refuses(() => victim.roll(), /nothing to roll/);
await refuses(() => victim.view(7), /from 0/);
await refuses(() => victim.lines(-1), /from 0/);
await refuses(() => victim.lines(3), /from 0 to 2|from 0/);
await refuses(() => victim.legal(9), /from 1 to 2/);
await refuses(() => victim.seed('x'), /seed takes a number/);
await refuses(() => victim.seed(2n ** 64n), /seed takes a number/);
await refuses(() => victim.name(3, 'Zoé'), /from 1 to 2, not '3'/);
await refuses(() => victim.name(1.5, 'Zoé'), /^seat is a whole number from 1, not 1.5$/);
await refuses(() => victim.name(1, 5), /^name is a text, not 5$/);
await refuses(() => victim.play(5), /^line is a text, not 5$/);
await refuses(() => victim.legal('x'), /^seat is a whole number from 1, not 'x'$/);
await refuses(() => victim.observation(3), /./);
await refuses(() => victim.observation(0), /from 1/);
await refuses(() => victim.idLine(1), /^action id 1 is not legal for seat 1 now$/);
await refuses(() => victim.idLine(-1), /^id is a whole number from 0, not -1$/);
await refuses(() => victim.choose(7), /^agent is a text, not 7$/);
await refuses(() => victim.analysis({ second: 1 }), /^settings have no member 'second': the members are seconds$/);
await refuses(() => victim.analysis({ seconds: 'few' }), /^seconds are a number from 0, not 'few'$/);
await refuses(() => victim.analysis({ seconds: -1 }), /^seconds are/);
await refuses(() => open({ langage: 'fr' }), /^settings have no member 'langage': the members are read, files, language$/);
await refuses(() => open({ read: 'x' }), /^read is a function$/);
await refuses(() => cornet.newMatch('easycome', { player: 2 }), /^settings have no member 'player': the members are players, options, seats, seed$/);
await refuses(() => cornet.newMatch('easycome', null), /^settings is an object$/);
await refuses(() => cornet.newMatch('easycome', { players: '2' }), /^players is a whole number from 1, not '2'$/);
await refuses(() => cornet.newMatch('easycome', { seats: 'Anne' }), /^seats are a list of names$/);
await refuses(() => cornet.newMatch('easycome', { options: { hold: [2] } }), /^the value of the option hold is a text or a number, not a list$/);
await refuses(() => victim.name(1, 'a\nb'), /./);
await refuses(() => victim.choose('nobody'), /no agent 'nobody'/);
await refuses(() => victim.choose('greedy:blur=x'), /blur/);
await refuses(() => victim.position(), /no position text/);
await refuses(() => cornet.agents('chess'), /no game 'chess'; there are: easycome/);
for (const id of ['chess', '', '__proto__', undefined, 'french']) await refuses(() => cornet.newMatch(id), /no game '.*'; there are/);
await refuses(() => cornet.newMatch('easycome', { players: 9 }), /players/);
await refuses(() => cornet.newMatch('easycome', { options: { hold: 'x' } }), /hold/);
await refuses(() => cornet.newMatch('easycome', { options: { hold: '3\nfirst' } }), /./);
await refuses(() => cornet.newMatch('easycome', { options: { nonsense: 1 } }), /nonsense/);
await refuses(() => cornet.newMatch('easycome', { players: 2, seats: ['', '', 'Zoé'] }), /from 1 to 2/);
await refuses(() => cornet.readRecord(''), /^line /);
await refuses(() => cornet.readRecord(null), /^a record is a text or a Uint8Array$/);
await refuses(() => cornet.readRecord(Uint8Array.of(0, 255, 10)), /^line 1: /);
await refuses(() => cornet.readRecord(before[0] + '1 keep 33\n'), /^line \d+: cannot keep 33/);
await refuses(() => cornet.readRecord('cornet 1\ngame chess\nplayers 2\n---\n'), /^line 2: .*chess/);
await refuses(() => cornet.setLanguage('de'), /en and fr/);
await cornet.setLanguage('fr');
await refuses(() => victim.play('1 keep 33'), /^impossible de garder 33\u00a0: les dés lancés sont 0225$/);
await cornet.setLanguage('en');
const closed = victim.copy();
closed.close();
closed.close();
for (const use of [() => closed.state(), () => closed.play('1 stop'), () => closed.mover, () => closed.copy()]) await refuses(use, /^this match is closed$/);
console.log('ok   bad input gets a sentence and changes nothing');

// ---- memory ----

const size = () => instance.exports.memory.buffer.byteLength;
const rest = () => new Promise((resolve) => setImmediate(resolve));
const kept = await (await open()).readRecord(victim.record()); // in a module of its own
for (let i = 0; i < 3000; i++) kept.copy().close();
const settled = size();
for (let i = 0; i < 3000; i++) kept.copy().close();
assert.equal(size(), settled);
const hold = (many) => Array.from({ length: many }, () => kept.copy()).length;
hold(3000);
const peak = size();
let grown = true;
for (let round = 0; grown && round < 50; round++) { // when finalizers run is the engine's affair
  for (let i = 0; i < 5; i++) {
    globalThis.gc();
    await rest();
  }
  const now = size();
  hold(3000);
  grown = size() > now;
}
assert.ok(peak > settled, `${settled} bytes before and after`);
assert.ok(!grown);
console.log('ok   matches are freed, closed or forgotten');

// ---- as a browser has it ----

globalThis.crypto ??= webcrypto; // Node 18 has no global one
const { fetch } = globalThis;
const fetched = [];
globalThis.fetch = async (url) => (fetched.push(new URL(url).pathname.split('/').at(-1)), new Response(await readFile(url)));
const page = await import(new URL('node_modules/cornet-core/index.js', import.meta.url));
assert.notEqual(page.open, open);
const inPage = await (await page.open({ language: 'fr' })).newMatch('debacle', { seed: 1 });
assert.deepEqual(inPage.legal(), (await cornet.newMatch('debacle')).legal());
assert.deepEqual(fetched, ['cornet.data', 'french.data', 'debacle.data']); // and nothing of other games
globalThis.fetch = fetch;
console.log('ok   in a page a game fetches its own files');

// ---- names in the types ----

const types = readFileSync(new URL('node_modules/cornet-core/index.d.ts', import.meta.url), 'utf8');
for (const name of ['Cornet', 'Match']) {
  const block = types.match(new RegExp(`^export class ${name}[^{]*\\{\n([^]*?)^\\}`, 'm'))[1];
  const declared = [...block.matchAll(/^  (?:readonly )?(\w+)\??[<(:]/gm)].map((found) => found[1]).sort();
  const there = Object.getOwnPropertyNames(others[name].prototype).filter((own) => own !== 'constructor').sort();
  assert.deepEqual(declared, there);
}
assert.deepEqual(Object.keys(await import('cornet-core')).sort(), [...types.matchAll(/^export (?:class|function) (\w+)/gm)].map((found) => found[1]).sort());
console.log('ok   all names are in index.d.ts');
