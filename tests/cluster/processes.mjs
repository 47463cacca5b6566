// Starts, awaits and ends the child processes of a test. Their output is written to files in the folder of the run.
import { spawn, spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, readdirSync } from 'node:fs';
import net from 'node:net';
import { join } from 'node:path';

export const PATIENCE = 60000; // limit in milliseconds of every wait; only a process that hangs takes this long

// Thrown if a program that the test needs does not start on this machine. The test is then skipped.
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

// Each run takes its ports from its own block, below the range that the kernel uses for outgoing connections. Listening at the first port
// of a block reserves it, so two concurrent runs never share a block.
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

// Distinct ports at which nobody listens now.
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

// Starts a child whose output is appended to `log`; `ended` resolves when it has ended.
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

// Waits until the child listens at its port.
export async function listening(child, what, port) {
  await until(what, () => {
    if (child.gone) throw new Error(`${what} ended at once: see its log`);
    return listens(port);
  });
}

// The output of a command, without blocking; false if it fails.
export async function ask(command, args, options = {}) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'ignore'], ...options });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (data) => { output += data; });
  alive.add(child);
  const [code] = await once(child, 'close').catch(() => [1]);
  alive.delete(child);
  return code === 0 && output;
}

export function run(command, args, options = {}) {
  const done = spawnSync(command, args, { encoding: 'utf8', timeout: PATIENCE, maxBuffer: 1 << 30, ...options });
  if (done.status !== 0) throw new Error(`${command} ${args.join(' ')}: ${done.error || done.stderr || done.stdout || done.signal}`);
  return done.stdout;
}

// [state, parent, …] of a process from /proc; null if there is no such process.
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
    // the process has already ended
  }
}

// Prints the last lines of every log after a failed run, except the access logs, which are too long.
export function sayLogs(folder, lines = 20) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== 'data') sayLogs(path, lines);
    else if (/(^|\.)log$/.test(entry.name) && !entry.name.startsWith('access-')) console.log(`---- ${path}\n${readFileSync(path, 'utf8').trimEnd().split('\n').slice(-lines).join('\n')}`);
  }
}

// Kills all children and their children at the end of a run.
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
