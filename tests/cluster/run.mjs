// node run.mjs PROGRAM [--kills N] [--tables N] [--seed N] [--calm] [--keep]: clients play at many tables while the run kills servers, the
// database and the connections between them. A separate checker then checks the history.
// --calm waits after every fault until all clients have a table again, so that the times measure one fault alone.
// --keep keeps the folder of the run; a run that fails always keeps it.
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Cluster } from './cluster.mjs';
import { Faults } from './faults.mjs';
import { Group } from './group.mjs';
import { History } from './history.mjs';
import { Unavailable, sayLogs, sleep, start, until } from './processes.mjs';
import { Random } from './random.mjs';
import { WebSocketClient } from './websocket.mjs';

const THINK = [200, 1500]; // milliseconds before a move
const EVERY = 5; // number of faults between two checks during the run

const { values: options, positionals: [program] } = parseArgs({ allowPositionals: true,
  options: { kills: { type: 'string', default: '20' }, tables: { type: 'string', default: '200' }, seed: { type: 'string' }, calm: { type: 'boolean' }, keep: { type: 'boolean' } } });
const seed = options.seed ? Number(options.seed) : Date.now() % 1000000;
const folder = mkdtempSync(join(tmpdir(), 'cornet-cluster-'));
const history = new History(join(folder, 'history'));
const random = new Random(seed), clientsRandom = new Random(seed + 1);
const cluster = new Cluster(program, folder);

// Each connection takes a random proxy, so the clients of one table may reach different servers for a moment.
const world = { history, random: clientsRandom, ending: false, quiet: false, roam: true,
  think: () => clientsRandom.between(...THINK), entrance: () => clientsRandom.pick(cluster.entrances) };

// Runs the checker as a separate process; `running`: the run continues.
async function check(running) {
  const so = join(folder, running ? 'history-so-far' : 'history'), events = join(folder, 'events'), report = join(folder, 'report');
  history.flush();
  if (running) copyFileSync(join(folder, 'history'), so);
  await cluster.dump(events); // after the history, so that every line that a client has received is in it
  const judge = start(process.execPath, [fileURLToPath(new URL('check.mjs', import.meta.url)), so, events, ...(running ? ['--running'] : [])], report);
  const failed = await judge.ended !== 0;
  if (!running || failed) console.log(readFileSync(report, 'utf8'));
  rmSync(report);
  if (failed) throw new Error('the checker found something wrong');
}

async function recover(faults, groups) {
  await faults.settle();
  world.roam = false;
  await until('everybody to be at a table', () => groups.every((group) => group.restarting || group.clients.every(({ settled }) => settled)));
  world.roam = true;
  await sleep(3000);
}

// Waits for a move at every table, then until every client is in a game.
async function awaitProgress(groups) {
  const before = groups.map(({ moved }) => moved);
  await until('a move at every table', () => groups.every((group, i) => group.moved > before[i]));
  world.ending = true;
  world.roam = false;
  await until('everybody to be at a game', () => groups.every((group) => !group.restarting && group.clients.every(({ settled, playing }) => settled && playing)));
}

async function end(groups) {
  const clients = groups.flatMap((group) => group.clients);
  world.quiet = true;
  await until('answers to the last moves', () => clients.every(({ waiting, settled, calm }) => settled && calm && !waiting));
  for (const client of clients) client.sync();
  await until('the last view of every table', () => clients.every(({ settled }) => settled));
  for (const client of clients) client.note('final', { table: client.table, seq: client.seq, known: client.known });
  for (const group of groups) group.close();
}

// The servers must log the real client addresses, from HAProxy's PROXY protocol and from nginx's header.
async function checkAddresses() {
  for (const [i, { via, ...entrance }] of cluster.entrances.entries()) {
    const from = `127.250.0.${i + 1}`, path = '/ws';
    const visitor = await new Promise((resolve, reject) => {
      const socket = new WebSocketClient({ ...entrance, path, from }, { open: () => resolve(socket), message() {}, close: reject });
    });
    await until(`a server to name the client ${from} of ${via}`, () => cluster.servers.some(({ name }) => readFileSync(cluster.accessLog(name), 'utf8').includes(` ${from} "OPEN /ws"`)));
    visitor.end('seen');
  }
}

// No server may have crashed, and no sanitizer may have reported an error.
function checkServers() {
  for (const { name, crashed, log } of cluster.servers) {
    if (crashed) throw new Error(`server ${name} died by ${crashed}: see ${log}`);
    if (/Sanitizer|runtime error/.test(readFileSync(log, 'utf8'))) throw new Error(`server ${name}: see ${log}`);
  }
}

async function play() {
  await cluster.start();
  await checkAddresses();
  const faults = new Faults(cluster, history, random);
  const groups = Array.from({ length: Number(options.tables) }, (_, number) => new Group(world, number));
  for (const group of groups) group.begin();
  await until('every table to be played at', () => groups.every(({ moved }) => moved));
  for (const [done, kind] of faults.plan(Number(options.kills)).entries()) {
    await faults.cause(kind);
    if (options.calm) await recover(faults, groups);
    if (done % EVERY === EVERY - 1) await check(true);
  }
  await faults.promote();
  await awaitProgress(groups);
  await end(groups);
  history.close();
  checkServers();
  await check(false);
}

console.log(`seed ${seed}: ${options.kills} faults at ${options.tables} tables, in ${folder}`);
let status = 0;
try {
  await play();
} catch (error) {
  status = error instanceof Unavailable ? 77 : 1;
  sayLogs(folder);
  console.log(status === 77 ? `SKIP ${error.message.split('\n')[0]}` : `FAILED: ${error.stack}`);
}
cluster.stop();
if (status === 1 || options.keep) console.log(`everything is in ${folder}`);
else rmSync(folder, { recursive: true });
process.exit(status);
