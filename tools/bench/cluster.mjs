// node cluster.mjs PROGRAM [--tables N] [--seconds N] [--rounds N]: measures several servers on one PostgreSQL database.
// For 1, 2 and 4 servers it prints the moves per second, the CPU time per move of servers and of the database, and the 99th percentile of
// the latency (`tools/load --servers`).
// Then it prints how long tables are unavailable when their server is killed or stopped (tests/cluster/, through HAProxy and nginx, with a
// synchronous standby).
// Everything runs on this machine, also the clients: if there are more servers than cores, they share them.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { Cluster } from '../../tests/cluster/cluster.mjs';
import { Group } from '../../tests/cluster/group.mjs';
import { Postgres, address } from '../../tests/cluster/postgres.mjs';
import { children, endAll, freePorts, sleep, until } from '../../tests/cluster/processes.mjs';
import { Random } from '../../tests/cluster/random.mjs';
import { Server } from '../../tests/cluster/servers.mjs';

const { values: options, positionals: [program] } = parseArgs({ allowPositionals: true,
  options: { tables: { type: 'string', default: '500' }, seconds: { type: 'string', default: '10' }, rounds: { type: 'string', default: '3' } } });
const LIMITS = ['--messages', 0, '--newtables', 100000000, '--peraddress', 1000000, '--connections', 1000000, '--tables', 1000000];
const TICK = 100; // per second, the unit of times in /proc

// CPU seconds of a process and of its ended children.
function cpuOf(pid) {
  try {
    const words = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ');
    return words.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICK;
  } catch {
    return 0; // the process has just ended
  }
}

async function movesOf(server) {
  const page = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
  return Number(/^cornet_moves_total (\d+)/m.exec(page)[1]);
}

async function look(servers, database) {
  const moves = await Promise.all(servers.map(movesOf)), { pid } = database.child;
  return { moves: moves.reduce((a, b) => a + b, 0), servers: servers.reduce((sum, { child }) => sum + cpuOf(child.pid), 0),
    database: [pid, ...children(pid)].reduce((sum, each) => sum + cpuOf(each), 0), ...bytesOf(database) };
}

// The database's WAL bytes, stored bytes and number of commits.
function bytesOf(database) {
  const [log, held, commits] = database.sql(`select pg_current_wal_insert_lsn() - '0/0', pg_total_relation_size('cornet.event'),
    (select xact_commit from pg_stat_database where datname = 'cornet')`, 'cornet').split('|').map(Number);
  return { log, held, commits };
}

// ---- load ----

function load(servers) {
  const child = spawn(join(dirname(program), 'tools/load'), [program, 'easycome', '--servers', servers.map(({ port }) => port).join(), '--tables', options.tables,
    '--seconds', options.seconds, '--json'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  child.stdout.on('data', (data) => { said += data; });
  return new Promise((resolve, reject) => child.on('exit', (code) => (code === 0 ? resolve(JSON.parse(said)) : reject(new Error('load failed')))));
}

async function measureLoad(count) {
  const folder = mkdtempSync(join(tmpdir(), 'cornet-bench-'));
  const [port, ...ports] = await freePorts(1 + count);
  const database = new Postgres(folder, 'database', port);
  database.create();
  await database.start();
  database.sql('create database cornet');
  const servers = ports.map((each, i) => new Server(program, folder, 'abcd'[i], each, ['--store', address([port], 'cornet'), ...LIMITS]));
  for (const server of servers) {
    server.up();
    await server.ready();
  }
  const running = load(servers);
  const first = (await look(servers, database)).moves;
  await until('moves', async () => (await look(servers, database)).moves > first + 1000, 100);
  const before = await look(servers, database);
  await sleep(Number(options.seconds) * 800);
  const after = await look(servers, database);
  const figures = await running;
  for (const server of servers) await server.down('SIGTERM');
  await database.stop('SIGINT');
  rmSync(folder, { recursive: true });
  const each = (key) => (after[key] - before[key]) / (after.moves - before.moves);
  return { ...figures, serverCpu: each('servers') * 1e6, databaseCpu: each('database') * 1e6, log: each('log'), held: each('held'), perCommit: 1 / each('commits') };
}

// ---- failover ----

// A history that only keeps which server acknowledged whose moves, and when.
class Watcher {
  constructor() {
    this.acknowledged = []; // {at, server, table}
    this.asked = new Map(); // client -> its last move
  }

  add(event, { client, server, table, line, lines }) {
    if (event === 'move') this.asked.set(client, line);
    if (event === 'moves' && lines.includes(this.asked.get(client))) this.acknowledged.push({ at: performance.now(), server, table });
  }
}

// The time in milliseconds from the signal to the first acknowledged move on another server, for each table of the stopped server.
async function handOver(cluster, groups, watcher, signal) {
  const tablesOf = ({ name }) => groups.map(({ people: [host] }) => host).filter((host) => host.server === name && host.settled && !host.over).map(({ table }) => table);
  const server = cluster.servers.reduce((a, b) => (tablesOf(b).length > tablesOf(a).length ? b : a));
  const tables = new Set(tablesOf(server));
  const began = performance.now(), times = new Map();
  const from = watcher.acknowledged.length;
  await server.down(signal);
  await until('moves elsewhere', () => {
    for (const { at, server: by, table } of watcher.acknowledged.slice(from)) if (tables.has(table) && by !== server.name && !times.has(table)) times.set(table, at - began);
    return times.size === tables.size;
  });
  server.up();
  await server.ready();
  await until('everybody', () => groups.every(({ clients }) => clients.every(({ settled }) => settled)));
  await sleep(2000);
  return [...times.values()];
}

async function measureHandOver() {
  const folder = mkdtempSync(join(tmpdir(), 'cornet-bench-'));
  const cluster = new Cluster(program, folder), watcher = new Watcher(), random = new Random(1), times = { SIGKILL: [], SIGTERM: [] };
  await cluster.start();
  // Games of debacle are long enough not to end meanwhile. Players answer at once.
  const world = { history: watcher, random, ending: true, quiet: false, think: () => random.between(0, 100),
    entrance: ({ group }) => cluster.entrances[group.number % cluster.entrances.length] };
  const groups = Array.from({ length: 60 }, (_, i) => new Group(world, 3 + 5 * i));
  for (const group of groups) group.begin();
  await until('every table', () => groups.every(({ moved }) => moved));
  for (let round = 0; round < Number(options.rounds); round++) {
    for (const signal of Object.keys(times)) times[signal].push(...await handOver(cluster, groups, watcher, signal));
  }
  for (const group of groups) group.close();
  cluster.stop();
  await sleep(500);
  rmSync(folder, { recursive: true });
  return times;
}

// ---- the results ----

const quantile = (list, q) => [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(q * list.length))];

try {
  console.log(`easycome, ${options.tables} tables of two, ${options.seconds} seconds; ${cpus().length} cores, load average ${loadavg()[0].toFixed(1)} before\n`);
  console.log('          moves   CPU a move, us               latency, ms       bytes a move     moves');
  console.log('servers   a second   servers  database  client     50th    99th     log    held   a commit');
  for (const count of [1, 2, 4]) {
    const f = await measureLoad(count);
    const columns = [[count, 7, 0], [f.moves_per_second, 11, 0], [f.serverCpu, 10, 1], [f.databaseCpu, 10, 1], [f.client_cpu_us_per_move, 8, 1], [f.latency_ms_50, 9, 1],
      [f.latency_ms_99, 8, 1], [f.log, 8, 0], [f.held, 8, 0], [f.perCommit, 11, 1]];
    console.log(columns.map(([value, width, digits]) => value.toFixed(digits).padStart(width)).join(''));
  }
  const times = await measureHandOver();
  console.log('\nfrom the signal to the first acknowledged move elsewhere, seconds');
  for (const [signal, list] of Object.entries(times)) {
    console.log(`${signal}: ${list.length} tables, median ${(quantile(list, 0.5) / 1000).toFixed(2)}, 99th percentile ${(quantile(list, 0.99) / 1000).toFixed(2)}, longest ${(quantile(list, 1) / 1000).toFixed(2)}`);
  }
} finally {
  endAll();
}
process.exit(0);
