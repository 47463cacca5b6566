// node games.mjs PROGRAM: runs tables in WebAssembly with the client's own files, without a browser. Each game is played to its end. The
// program replays and verifies its record, and its steps and analysis must equal a server's.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { transcriptText } from '../../web/dice/fair.js';
import { verifyBy } from '../../web/dice/verify.js';
import { Machine } from '../../web/offline/host.js';
import { FILES, Person, Place, expect, numbers, read } from './kit.mjs';

const program = process.argv[2];
const folder = mkdtempSync(join(tmpdir(), 'cornet-offline-'));
const run = (input, ...args) => execFileSync(program, args, { input, encoding: 'utf8', env: { ...process.env, LC_ALL: 'C', XDG_CACHE_HOME: folder } });
const same = (a, b, what) => expect(isDeepStrictEqual(a, b), `${what}:\n${JSON.stringify(a).slice(0, 2000)}\n${JSON.stringify(b).slice(0, 2000)}`);

const LEVELS = ['novice', 'easy', 'normal', 'hard', 'max'];
const GAMES = [
  { game: 'easycome', players: 2, options: {} },
  { game: 'easycome', players: 3, options: {} },
  { game: 'easycome', players: 4, options: { hold: '3' } },
  { game: 'wazabi', players: 6, options: {} },
  { game: 'wazabi', players: 4, options: { teams: 'on' } },
  { game: 'debacle', players: 2, options: { target: '1' } },
  { game: 'themots', players: 5, options: {} },
];
// Equal except for rounding errors, which depend on the machine.
const near = (a, b) => (typeof a === 'number' && typeof b === 'number' ? Math.abs(a - b) < 1e-9
  : a && b && typeof a === 'object' && typeof b === 'object' ? Object.keys(a).join() === Object.keys(b).join() && Object.keys(a).every((key) => near(a[key], b[key])) : a === b);

const verifier = await Machine.start({}, FILES, read);

// The program must compute the same last state and verify the dice; so must the page's check, which is in the module.
async function check(anne, record, grade = 'proved') {
  const { table } = anne, view = (lines) => JSON.parse(run(lines, 'replay', '-', '--view', String(anne.seat)));
  same(table.state, view(record), `${table.game}: the last state`);
  writeFileSync(join(folder, 'transcript'), transcriptText(anne.kept));
  const { stdout: said, status } = spawnSync(program, ['verify', '-', '--transcript', join(folder, 'transcript')], { input: record, encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
  const verdict = await verifyBy(verifier, record, transcriptText(anne.kept), 'en');
  expect(status === (grade === 'proved' ? 0 : 1) && verdict.grade === grade && said.split(/\s+/).join(' ') === `${verdict.sentences.join(' ')} `, `${table.game}: the module says what the program says: ${said} ${JSON.stringify(verdict)}`);
}

// What was kept decides: another transcript is contradicted.
async function checkOthers({ kept }, record) {
  const grade = async (text) => (await verifyBy(verifier, record, text, 'fr')).grade;
  const changed = (change) => {
    const other = structuredClone(kept);
    change(other);
    return grade(transcriptText(other));
  };
  const found = [
    await grade(`${kept.seeds[1]}\n`), await grade(''), await grade('cornet-transcript 1\n'), await grade(`${kept.server}\n`),
    await changed((k) => (k.server = k.lists[1])), await changed((k) => (k.lists[1] = k.server)), await changed((k) => (k.seeds[1] = k.server)),
    await changed((k) => (k.lines[0] = '* roll 9999')), await changed((k) => (k.lines[0] = '* roll ?')), await changed((k) => (k.seeds[2] = k.server)),
    await changed((k) => (k.opened = [])),
  ];
  const no = 'contradicted';
  same(found, ['in-part', 'not-proved', 'refused', no, no, no, no, no, no, no, no], 'what was kept decides');
}

// The program must compute the same lines, and the same state at some steps.
function checkSteps(anne, record, steps) {
  const [head, body] = record.split('---\n');
  const lines = body.split('\n').filter((line) => line && !line.startsWith('#'));
  same(steps.slice(1).map((step) => step.line), lines, `${anne.table.game}: the lines`);
  for (const at of [0, 1, Math.floor(lines.length / 2), lines.length]) {
    const part = `${head}---\n${lines.slice(0, at).map((line) => `${line}\n`).join('')}`.replace(/^(fair|table).*\n/gm, '');
    same(steps[at].state, JSON.parse(run(part, 'replay', '-', '--state')), `${anne.table.game}: the state after ${at} lines`);
  }
}

async function finished(place, id) {
  const record = (await place.tables.look(`tables/${id}/record`)).text;
  const steps = [];
  for (let total = 1; steps.length < total; ) {
    const { body } = await place.json(`tables/${id}/steps?from=${steps.length}`);
    expect(body.steps.length > 0, 'steps of a finished game');
    steps.push(...body.steps);
    total = body.total;
  }
  return { record, steps };
}

async function analysis(place, id, record) {
  let answer;
  do {
    answer = (await place.json(`tables/${id}/analysis`)).body;
    await place.settle();
  } while (answer.status === 'computing');
  expect(answer.status === 'ready', `the analysis is ready: ${JSON.stringify(answer)}`);
  const { file, ...native } = JSON.parse(run(record, 'analyse', '-', '--json'));
  const { file: _, ...ours } = answer.analysis;
  expect(near(ours, native), `the analysis:\n${JSON.stringify(ours)}\n${JSON.stringify(native)}`);
}

async function playAll(place) {
  const random = numbers(7);
  for (const { game, players, options } of GAMES) {
    const anne = await Person.come(place);
    const bots = Array.from({ length: players - 1 }, (_, i) => `bot:${LEVELS[(i + players) % LEVELS.length]}`);
    await anne.create({ game, players, options, seats: ['me', ...bots] });
    expect(!anne.error, `${game} starts: ${anne.error?.text}`);
    await anne.play(async (table) => {
      if (!anne.hint && table.legal.length > 1) await anne.say({ do: 'hint', at: table.seq, grows: true });
      return table.legal.length ? table.legal[random(table.legal.length)] : null;
    });
    expect(game === 'themots' || anne.hint?.hints.length > 1, `${game}: a hint, ${anne.error?.text}`);
    const { record, steps } = await finished(place, anne.table.table);
    await check(anne, record);
    checkSteps(anne, record, steps);
    if (game === 'easycome' && players === 2) await checkOthers(anne, record);
    if (game === 'easycome') await analysis(place, anne.table.table, record);
    console.log(`ok   ${game} with ${players}`);
  }
}

// A player resigns; a bot accepts a draw at the start of the game, when its chances are not better than a draw.
async function ends(place) {
  for (const [message, last] of [[{ do: 'move', line: '1 forfeits' }, '1 forfeits'], [{ do: 'propose', what: 'draw' }, '2 accepts draw']]) {
    const anne = await Person.come(place);
    await anne.create({ game: 'debacle', players: 2, seats: ['me', 'bot:easy'] });
    expect(anne.table.resign && anne.table.draw, 'Débâcle has both');
    await anne.say(message);
    expect(anne.table.phase === 'over', `${last} ends the game: ${anne.error?.text}`);
    const { record, steps } = await finished(place, anne.table.table);
    expect(record.endsWith(`\n${last}\n`), `the record ends with ${last}`);
    await check(anne, record, 'in-part'); // whose will that was is the table's word
    checkSteps(anne, record, steps);
  }
  console.log('ok   resigning and a draw');
}

// A table continues in another Worker from the stored events; so do old tables that were removed from memory.
async function restore(place) {
  const anne = await Person.come(place);
  await anne.create({ game: 'wazabi', players: 3, seats: ['me', 'bot:easy', 'bot:easy'] });
  await anne.say({ do: 'sync' });
  const before = anne.table, other = await Place.open(place.store);
  other.clock.time = place.clock.time;
  const again = await Person.come(other);
  again.kept = anne.kept;
  const id = before.table;
  await again.say({ do: 'resume', table: id, seat: anne.seat, secret: 'wrong' });
  expect(again.error?.code === 'bad-secret', 'a wrong secret is refused');
  await again.say({ do: 'resume', table: id, seat: anne.seat, secret: anne.secret });
  same({ ...again.table, why: 'sync' }, before, 'the table that was restored');
  await again.say({ do: 'resume', table: '0aaaaaaaaaaaaaaa', seat: 1, secret: 'x' });
  expect(again.error?.code === 'no-table', 'a table that nobody has stored');
  expect((await other.json('tables/0aaaaaaaaaaaaaaa')).status === 404, 'nor is it found');
  for (let i = 0; i < 20; i++) await anne.create({ game: 'easycome', players: 2, seats: ['me', 'bot:easy'] });
  expect((await place.json(`tables/${id}`)).body.game === 'wazabi', 'a table that has left memory');
  console.log('ok   restored');
}

// Messages are validated as on a server.
async function refusals(place) {
  const anne = await Person.come(place, 'fr');
  const codes = [];
  for (const text of ['', '[]', '{', '{"do":5}', '{"do":"create"}', '{"do":"create","game":"chess"}', '{"do":"create","game":"easycome","seats":["me",1]}',
    '{"do":"create","game":"easycome","options":{"hold":3},"name":"A"}', '{"do":"move","line":"a\\u0000b"}', '{"do":"create","game":"easycome","name":"A\\u202eB"}']) {
    place.tables.receive(anne.client, text);
    await place.settle();
    await anne.attend();
    codes.push(anne.error?.code);
  }
  same(codes, ['bad-message', 'bad-message', 'bad-message', 'bad-message', 'bad-message', 'bad-value', 'bad-value', 'bad-value', 'bad-message', 'bad-value'], 'refusals');
  await anne.say({ do: 'create', game: 'easycome', name: '' });
  expect(/nom/.test(anne.error.text), `in French: ${anne.error.text}`);
  console.log('ok   refusals');
}

// If a file cannot be fetched, the player receives an error, and the next attempt fetches it.
async function withoutFiles() {
  const place = await Place.open(), { machine } = place.tables, { read } = machine;
  const anne = await Person.come(place);
  machine.read = () => Promise.reject(new Error('no network'));
  place.tables.trouble = () => {};
  await anne.create({ game: 'themots', players: 2, seats: ['me', 'bot:easy'] });
  expect(anne.error?.code === 'files' && !anne.table, `a game without its files: ${JSON.stringify(anne.error)}`);
  machine.read = read;
  await anne.create({ game: 'themots', players: 2, seats: ['me', 'bot:easy'] });
  expect(anne.table?.game === 'themots', 'and then with them');
  console.log('ok   without files');
}

// Both the tables and the analyst fetch only the solution of the table's variant. Without it, the game continues.
async function ownSolution() {
  const fetched = [];
  for (const fails of [false, true]) {
    const place = await Place.open(), { analyst } = place, anne = await Person.come(place);
    analyst.machine = await analyst.start();
    for (const machine of [place.tables.machine, analyst.machine]) {
      const { read } = machine;
      machine.read = (name) => (fetched.push(name), fails && name.includes('-4') ? Promise.reject(new Error('no network')) : read(name));
    }
    await anne.create({ game: 'easycome', players: 4, options: { hold: '3', first: '1' }, seats: ['me', 'bot:max', 'bot:max', 'bot:max'] });
    expect(anne.table?.state.players === 4 && !anne.error, `it plays: ${anne.error?.text}`);
    await anne.play(async (table) => {
      if (!anne.hint && !anne.error && table.legal.length > 1) await anne.say({ do: 'hint', at: table.seq });
      return table.legal[0];
    });
    expect(fails ? /could not be fetched/.test(anne.error?.text) : anne.hint?.hints.length > 1, `a hint: ${anne.error?.text}`);
    same([...new Set(fetched.splice(0))], ['best-easycome-4-hold-3.data', 'best-easycome.data'], 'the files that a table of four with hold=3 fetches');
  }
  console.log('ok   the solution of the own variant');
}

// If the module traps, nothing of that message is stored or sent, and the tables are read again.
async function givesUp() {
  const place = await Place.open(), { tables, store } = place, anne = await Person.come(place);
  await anne.create({ game: 'easycome', players: 2, seats: ['me', 'bot:easy'] });
  const id = anne.table.table, received = anne.messages.length, stored = store.read(id).length;
  let again = 0;
  Object.assign(tables, { trouble() {}, conflict: () => again++, handle() {
    tables.events.push({ ...store.read(id).at(-1), number: stored + 1 });
    tables.outbox.push([anne.client, '{}']);
    throw new WebAssembly.RuntimeError('unreachable');
  } });
  tables.receive(anne.client, '{"do":"sync"}');
  await place.settle();
  expect(again === 1 && anne.messages.length === received && store.read(id).length === stored, 'an interrupted message has no effect');
  console.log('ok   gives up');
}

// The lexicon's hash table that the module builds equals the embedded one.
async function lexicon({ tables: { machine } }) {
  await machine.load('themots');
  const slots = readFileSync(new URL('../../build/wasm/lexicon/slot', import.meta.url));
  expect(Buffer.from(machine.bytes(machine.exports.words_slot_data.value, slots.length)).equals(slots), "the lexicon's hash table");
  console.log('ok   lexicon');
}

async function lookups(place) {
  const server = spawn(program, ['serve', '--port', '0', '--store', join(folder, 'store')], { env: { ...process.env, LC_ALL: 'C' } });
  let output = '';
  const url = await new Promise((resolve, reject) => {
    const fail = () => reject(new Error(`waited for the address of the server, after the output: ${output}`));
    const timer = setTimeout(fail, 60000);
    server.on('exit', fail);
    server.stderr.on('data', (data) => (output += data));
    server.stdout.on('data', (data) => {
      output += data;
      const [found] = /http:\S+\//.exec(output) ?? [];
      clearTimeout(found && timer);
      if (found) resolve(found);
    });
  });
  for (const path of ['games', 'games?lang=fr', 'lessons/easycome', 'lessons/wazabi', 'lessons/debacle', 'lessons/themots', 'lessons/chess', 'tables', 'nothing']) {
    const answer = await fetch(`${url}api/${path}`), ours = await place.tables.look(path);
    same([ours.status, ours.text], [answer.status, await answer.text()], path);
  }
  server.kill();
  console.log('ok   look-ups');
}

const place = await Place.open();
expect(FILES.data.themots, 'the site has been made');
await lookups(place);
await lexicon(place);
await playAll(place);
await ends(place);
await restore(place);
await refusals(place);
await withoutFiles();
await ownSolution();
await givesUp();
rmSync(folder, { recursive: true, force: true });
process.exit(0);
