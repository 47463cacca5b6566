// node browser.mjs PROGRAM: the page in real Chromium, behind the proxies, while the table's server is stopped and killed: the game goes on to
// its end; somebody who came by the other proxy has seen the same; the list of tables is that of all servers.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { close, expect, makeMoves, newTable, openBrowser, person, playOut } from '../web/kit.mjs';
import { Cluster } from './cluster.mjs';
import { sayLogs, until } from './processes.mjs';
import { HOST } from './servers.mjs';

const folder = mkdtempSync(join(tmpdir(), 'cornet-cluster-'));
const cluster = new Cluster(process.argv[2], folder);
const lines = (page) => page.evaluate(() => [...document.querySelectorAll('.log li[data-line]')].map((li) => li.dataset.line));
const idOf = (page) => new URL(page.url()).pathname.split('/')[2];

// The server that has the table.
function ownerOf(id) {
  const name = cluster.database.sql(`select s.name from cornet.tables t join cornet.server s on s.id = t.owner where t.name = '${id}'`, 'cornet');
  return cluster.servers.find((server) => server.name === name);
}

// The table's server ends; the page finds the table at another one.
async function change(page, id, signal) {
  const before = ownerOf(id);
  const told = page.frames2.length;
  expect(Boolean(before), `somebody has the table before ${signal}`);
  await before.down(signal);
  await until(`the table at another server after ${signal}`, () => page.frames2.slice(told).some((text) => JSON.parse(text).type === 'table'));
  expect(ownerOf(id) && ownerOf(id) !== before, `after ${signal} another server has it`);
  await makeMoves(page, 'easycome', 3);
  before.up();
  await before.ready();
}

// A browser for each proxy: to both of them the host is the same.
async function play(front, back) {
  const place = { url: `https://${HOST}/` };
  const secure = { ignoreHTTPSErrors: true, serviceWorkers: 'block' };
  const page = await person(front, place, secure);
  page.mayFail = true; // connections break
  await newTable(page, place, 'easycome', { players: 2, seats: { 2: 'bot:random' } });
  const id = idOf(page);
  expect(id[0] === ownerOf(id).name, 'the id begins with the name of the server that made it');
  await makeMoves(page, 'easycome', 2);
  const other = await person(back, place, { ...secure, name: 'Bruno' });
  other.mayFail = true;
  await other.goto(`${place.url}t/${id}`);
  await other.waitForSelector('.felt .board');
  await change(page, id, 'SIGTERM');
  await change(page, id, 'SIGKILL');
  await change(page, id, 'SIGTERM');
  await playOut(page, 'easycome');
  await other.waitForSelector('.result');
  const shown = await lines(page);
  expect(shown.length > 5 && JSON.stringify(await lines(other)) === JSON.stringify(shown), 'both have seen the same lines');
  await close(other);
  await close(page);
}

const browsers = [];
async function openBrowsers() {
  for (const { port } of cluster.entrances) browsers.push(await openBrowser([`--host-resolver-rules=MAP ${HOST}:443 127.0.0.1:${port}`]));
}

let failed = 0;
try {
  await cluster.start();
  await openBrowsers().catch((error) => {
    console.log(`SKIP Chromium does not start: ${error.message.split('\n')[0]}`);
    failed = 77;
  });
  if (!failed) await play(...browsers);
  if (!failed) console.log('ok   the page, while servers end');
} catch (error) {
  failed = 1;
  console.log(`FAIL ${error.stack}`);
  sayLogs(folder);
} finally {
  for (const browser of browsers) await browser.close();
  cluster.stop();
  if (failed !== 1) rmSync(folder, { recursive: true, force: true });
}
process.exit(failed);
