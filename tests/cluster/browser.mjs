// node browser.mjs PROGRAM: plays in Chromium through HAProxy while the test stops and kills the server of the table. The game must
// continue, and a spectator connected through nginx must have seen the same lines. With CORNET_DEEP=1 the spectator is a second Chromium,
// and the game is played to its end.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEEP, close, expect, makeMoves, newTable, openBrowserOrSkip, person, playOut } from '../web/kit.mjs';
import { Client } from './client.mjs';
import { Cluster } from './cluster.mjs';
import { freePorts, sayLogs, until } from './processes.mjs';
import { Random } from './random.mjs';
import { HOST } from './servers.mjs';

let cluster;
const lines = (page) => page.evaluate(() => [...document.querySelectorAll('.log li[data-line]')].map((li) => li.dataset.line));
const idOf = (page) => new URL(page.url()).pathname.split('/')[2];

// The server that owns the table.
function ownerOf(id) {
  const name = cluster.database.sql(`select s.name from cornet.tables t join cornet.server s on s.id = t.owner where t.name = '${id}'`, 'cornet');
  return cluster.servers.find((server) => server.name === name);
}

// Ends the server of the table, and waits until the page has reconnected to the table on another server.
async function change(page, id, signal) {
  const before = ownerOf(id);
  const seen = page.frames2.length;
  expect(Boolean(before), `somebody has the table before ${signal}`);
  await before.down(signal);
  await until(`the table at another server after ${signal}`, () => page.frames2.slice(seen).some((text) => JSON.parse(text).type === 'table'));
  expect(ownerOf(id) && ownerOf(id) !== before, `after ${signal} another server has it`);
  await makeMoves(page, 'easycome', 1);
  before.up();
  await before.ready();
}

async function browserSpectator(browser, place, options, id) {
  const page = await person(browser, place, { ...options, name: 'Bruno' });
  page.mayFail = true;
  await page.goto(`${place.url}t/${id}`);
  await page.waitForSelector('.felt .board');
  return { lines: () => lines(page), close: () => close(page) };
}

// A protocol client that connects through nginx.
async function spectator(table) {
  const received = [], group = { joined() {}, over() {}, refused() {} };
  const add = (event, { from, lines: more }) => ['table', 'moves'].includes(event) && received.splice(from, Infinity, ...more);
  const client = new Client({ history: { add }, random: new Random(1), quiet: true, entrance: () => cluster.entrances[1] }, 'spectator', '127.0.0.1', group);
  client.go({ do: 'watch', table });
  await until('the spectator to see the table', () => client.settled);
  return { lines: () => [...received].reverse(), close: () => client.close() }; // the page shows the newest line first
}

// Each proxy gets its own browser, because both proxies have the same host name.
async function play(front, back) {
  const place = { url: `https://${HOST}/` };
  const secure = { ignoreHTTPSErrors: true, serviceWorkers: 'block' };
  const page = await person(front, place, secure);
  page.mayFail = true; // connections break
  await newTable(page, place, 'easycome', { players: 2, seats: { 2: 'bot:random' } });
  const id = idOf(page);
  expect(id[0] === ownerOf(id).name, 'the id begins with the name of the server that made it');
  await makeMoves(page, 'easycome', 2);
  const other = await (DEEP ? browserSpectator(back, place, secure, id) : spectator(id));
  await change(page, id, 'SIGTERM');
  await change(page, id, 'SIGKILL');
  if (DEEP) {
    await change(page, id, 'SIGTERM');
    await playOut(page, 'easycome');
  }
  await until('both to have seen the same lines', async () => {
    const shown = await lines(page);
    return shown.length > 5 && JSON.stringify(await other.lines()) === JSON.stringify(shown);
  });
  await other.close();
  await close(page);
}

// First of all: if Chromium does not start, the test is skipped.
const proxyPorts = await freePorts(2), browsers = [];
for (const port of proxyPorts.slice(0, DEEP ? 2 : 1)) browsers.push(await openBrowserOrSkip([`--host-resolver-rules=MAP ${HOST}:443 127.0.0.1:${port}`]));

const folder = mkdtempSync(join(tmpdir(), 'cornet-cluster-'));
cluster = new Cluster(process.argv[2], folder);
let failed = 0;
try {
  await cluster.start(proxyPorts);
  await play(...browsers);
  console.log('ok   the page, while servers end');
} catch (error) {
  failed = 1;
  console.log(`FAIL ${error.stack}`);
  sayLogs(folder);
} finally {
  for (const browser of browsers) await browser.close();
  cluster.stop();
  if (!failed) rmSync(folder, { recursive: true, force: true });
}
process.exit(failed);
