// Children of a test: started, awaited, ended. What they print goes to files of the run's folder.
import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, readdirSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';

export const PATIENCE = 60000; // milliseconds of every wait; only what hangs takes this long

// Thrown if something that Cornet's tests need does not start on this machine: the test is skipped.
export class Unavailable extends Error {}

export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export async function until(what, holds, every = 50) {
  const end = performance.now() + PATIENCE;
  for (;;) {
    const value = await holds();
    if (value) return value;
    if (performance.now() > end) throw new Error(`waited ${PATIENCE / 1000} s for ${what}`);
    await sleep(every);
  }
}

// Ports are taken from a block of this run's own, below those that the kernel gives to outgoing connections. Who listens at a block's
// first port has it, so that two runs at the same time do not meet.
const FIRST = 10000, BLOCK = 100, BLOCKS = 200;
let block = null; // {listener, next}

const listenAt = (port) => new Promise((resolve) => {
  const server = net.createServer().unref();
  server.on('error', () => resolve(null)).listen(port, '127.0.0.1', () => resolve(server));
});

async function takeBlock() {
  for (let number = randomInt(BLOCKS); ; number = (number + 1) % BLOCKS) {
    const port = FIRST + BLOCK * number, listener = await listenAt(port);
    if (listener) return { listener, next: port + 1 };
  }
}

// Ports that nobody listens at now, all different.
export async function freePorts(count) {
  const ports = [];
  block ??= await takeBlock();
  while (ports.length < count) {
    const port = block.next++, server = await listenAt(port);
    if (!server) continue;
    await new Promise((resolve) => server.close(resolve));
    ports.push(port);
  }
  return ports;
}

export const listens = (port) => new Promise((resolve) => {
  const socket = net.connect(port, '127.0.0.1');
  socket.on('connect', () => resolve(true)).on('error', () => resolve(false)).on('close', () => resolve(false));
  socket.on('connect', () => socket.destroy());
});

const alive = new Set();

// A child with its output appended to `log`; `ended` resolves when it is gone.
export function start(command, args, log, options = {}) {
  const file = openSync(log, 'a');
  const child = spawn(command, args, { stdio: ['ignore', file, file], ...options });
  closeSync(file);
  alive.add(child);
  child.ended = new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', (code, signal) => resolve(signal || code));
  }).then((how) => {
    alive.delete(child);
    child.gone = true;
    return how;
  });
  return child;
}

// Until a child listens at its port.
export async function listening(child, what, port) {
  await until(what, () => {
    if (child.gone) throw new Error(`${what} ended at once: see its log`);
    return listens(port);
  });
}

// What a command prints, while everything else goes on; false where it fails.
export async function ask(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'], ...options });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (data) => { said += data; });
  alive.add(child);
  const [code] = await once(child, 'close').catch(() => [1]);
  alive.delete(child);
  return code === 0 && said;
}

export function run(command, args, options = {}) {
  const done = spawnSync(command, args, { encoding: 'utf8', timeout: PATIENCE, maxBuffer: 1 << 30, ...options });
  if (done.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${done.error || done.stderr || done.stdout || done.signal}`);
  return done.stdout;
}

// [state, parent] of a process, as /proc has them; null where there is none.
function look(pid) {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /s, '').split(' ');
  } catch {
    return null;
  }
}

export const runs = (pid) => !/^[ZX]/.test(look(pid)?.[0] ?? 'X');

export const children = (pid) => readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(look(name)?.[1]) === pid).map(Number);

export function signal(pid, name) {
  try {
    process.kill(pid, name);
  } catch {
    // it has ended by itself
  }
}

// The last lines of every log of a run that failed; those of who came are too many to help.
export function sayLogs(folder, lines = 20) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'data') sayLogs(path, lines);
    else if (/(^|\.)log$/.test(entry.name) && !entry.name.startsWith('access-')) console.log(`---- ${path}\n${readFileSync(path, 'utf8').trimEnd().split('\n').slice(-lines).join('\n')}`);
  }
}

// At the end of a run, however it ends.
export function endAll() {
  for (const child of alive) {
    for (const pid of children(child.pid)) signal(pid, 'SIGKILL');
    signal(child.pid, 'SIGKILL');
  }
}

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(name, () => {
    endAll();
    process.exit(1);
  });
}
