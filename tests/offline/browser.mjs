// node browser.mjs PROGRAM [NAME…]: the site (make site) in real Chromium, from a plain file server under some path, and nothing else: no
// other address is asked for. Each game is played to its end, watched again and analysed.
import { Server, close, expect, makeMoves, openBrowser, person, playNow, playOut } from '../web/kit.mjs';
import { FileServer } from './file_server.mjs';

const SPEED = 40; // of Thémots' clock

// Asks for a hint where there is a choice; plays on until there is one.
async function hint(page, game) {
  for (let i = 0; i < 30; i++) {
    await page.waitForSelector('.bar.mine');
    if ((await page.locator('.bar-buttons button').count()) > 1 && (await page.locator('[data-do=hint]').count())) {
      await page.click('[data-do=hint]');
      return page.waitForSelector('.hint-list li');
    }
    await makeMoves(page, game, 1);
  }
  throw new Error(`${game}: never a choice`);
}

// The board is there, a hint is given, and the game ends; then its steps, its analysis and its dice.
async function playGame({ browser, server }, game) {
  const page = await person(browser, server);
  await playNow(page, server, game);
  expect(page.url().startsWith(`${server.url}?/t/0`), `the address of a table here: ${page.url()}`);
  if (game !== 'themots') await hint(page, game);
  await playOut(page, game);
  await page.click('[data-do=over-more]');
  await page.click('dialog a[href*="/check"]');
  await page.waitForSelector('[data-verdict=good]');
  await page.goBack();
  await page.click('[data-do=replay]');
  await page.waitForSelector(game === 'wazabi' ? '.curve-chart, .curve-left' : '.curve-chart'); // a long game of many cards takes long
  await close(page);
}

// Remembers every notice: they go by themselves.
function noteNotices() {
  window.noticed = '';
  addEventListener('DOMContentLoaded', () => new MutationObserver(() => (window.noticed += document.getElementById('notices').textContent)).observe(document.getElementById('notices'), { childList: true, subtree: true }));
}

const noticed = (page, words) => page.waitForFunction((text) => window.noticed.includes(text), words);

const positionOf = (page) => page.evaluate(async () => {
  const { here } = await import(document.querySelector('script[type=module]').src.replace('app.js', 'table.js'));
  return JSON.stringify([here.table?.log, here.table?.state]);
});

// Until a service worker has all files.
const kept = (page) => page.evaluate(async () => {
  await navigator.serviceWorker.ready;
  while (!navigator.serviceWorker.controller) await new Promise((done) => setTimeout(done, 50));
});

// Until the page shows that state again.
async function shows(page, state) {
  await page.waitForSelector('.bar.mine');
  for (let i = 0; i < 600 && (await positionOf(page)) !== state; i++) await page.waitForTimeout(100);
  expect((await positionOf(page)) === state, 'every move is there');
}

const tests = {
  // Two tabs at one table: both show every move, whoever has the tables; when that tab is closed the other goes on.
  async tabs({ browser, server }) {
    const one = await person(browser, server);
    await playNow(one, server, 'debacle');
    await one.waitForSelector('.bar.mine');
    const two = await one.context().newPage();
    await two.goto(one.url());
    await shows(two, await positionOf(one));
    await makeMoves(two, 'debacle', 2);
    await two.waitForSelector('.bar.mine, .result');
    await shows(one, await positionOf(two));
    await makeMoves(one, 'debacle', 1);
    await one.waitForSelector('.bar.mine, .result');
    await shows(two, await positionOf(one));
    await one.close();
    await makeMoves(two, 'debacle', 1);
    await two.waitForSelector('.bar.mine, .result');
    const state = await positionOf(two);
    await two.reload();
    await shows(two, state);
    await two.context().close();
  },

  // A browser that keeps nothing says so, and plays.
  async refusedStorage({ browser, server }) {
    const page = await person(browser, server);
    await page.addInitScript(noteNotices);
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined }));
    await page.route('**/offline/store.js', async (route) => {
      const text = await (await route.fetch()).text();
      await route.fulfill({ contentType: 'text/javascript', body: text.replace('indexedDB.open(NAME, VERSION)', "(() => { throw new Error('no'); })()") });
    });
    await playNow(page, server, 'easycome');
    await noticed(page, 'keeps nothing');
    await playOut(page, 'easycome');
    await close(page);
  },

  // A full disk is said; what was not written is written when there is room again.
  async fullStorage({ browser, server }) {
    const page = await person(browser, server);
    await page.addInitScript(noteNotices);
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined }));
    await page.route('**/offline/store.js', async (route) => {
      const text = await (await route.fetch()).text();
      const full = "if (++globalThis.writes > 3 && !globalThis.room) throw new DOMException('', 'QuotaExceededError');\n      await change(this.base,";
      const until = "globalThis.writes = 0;\nnew BroadcastChannel('room').onmessage = () => (globalThis.room = true);\nconst NAME";
      await route.fulfill({ contentType: 'text/javascript', body: text.replace('await change(this.base,', full).replace('const NAME', until) });
    });
    await playNow(page, server, 'debacle');
    await makeMoves(page, 'debacle', 3);
    await noticed(page, 'no room');
    await makeMoves(page, 'debacle', 2);
    await page.evaluate(() => new BroadcastChannel('room').postMessage('there is'));
    await makeMoves(page, 'debacle', 2);
    await noticed(page, 'kept again');
    await page.waitForSelector('.bar.mine, .result');
    const state = await positionOf(page);
    await page.reload();
    await page.waitForSelector('.bar.mine, .result');
    expect((await positionOf(page)) === state, 'nothing is lost');
    await close(page);
  },

  // A server that goes away: what is at the tables on it waits, and this browser plays on its own.
  async serverGone({ browser, program }) {
    const server = new Server(program);
    await server.start();
    const page = await person(browser, server);
    await page.goto(server.url);
    await page.waitForSelector('[data-do=invite-easycome]');
    await kept(page);
    await playNow(page, server, 'debacle');
    await page.waitForSelector('.bar.mine');
    const table = page.url();
    page.mayFail = true; // the browser says that nobody answers
    await server.stop('SIGKILL');
    await page.goto(server.url);
    await page.waitForFunction(() => document.querySelector('[data-do=play-easycome]') && !document.querySelector('[data-do^=invite]'));
    await page.click('[data-do=play-easycome]');
    await page.waitForSelector('.bar.mine');
    expect(new URL(page.url()).pathname.startsWith('/t/0'), 'a table of this browser');
    await playOut(page, 'easycome');
    await server.start();
    await page.goto(table);
    await page.waitForSelector('.bar.mine');
    await close(page);
    await server.end();
  },

  // New files come while a game is going on: the page says so, and keeps its own version, whole, until it is opened again.
  async update({ browser }) {
    const server = new FileServer();
    await server.start();
    const page = await person(browser, server);
    await page.goto(server.url);
    await page.waitForSelector('[data-do=play-debacle]');
    await kept(page);
    await playNow(page, server, 'debacle');
    await page.waitForSelector('.bar.mine');
    await makeMoves(page, 'debacle', 1);
    await page.waitForSelector('.bar.mine');
    const state = await positionOf(page);
    server.change = (name, text) => (name === 'sw.js' ? text.replace(/VERSION = '..../, "VERSION = 'abcd") : name === 'curve.js' ? `${text}\nexport const changed = true;\n` : name === 'index.html' ? text.replace('<title>', '<meta name="changed"><title>') : text);
    await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
    await page.waitForSelector('[data-do=reload]');
    const changed = () => page.evaluate(async () => 'changed' in (await import(document.querySelector('script[type=module]').src.replace('app.js', 'curve.js') + '?again')));
    expect(!(await changed()), 'files of the old version until then');
    await makeMoves(page, 'debacle', 1);
    await page.waitForSelector('.bar.mine');
    expect((await positionOf(page)) !== state, 'the game goes on');
    const later = await positionOf(page);
    await page.click('[data-do=reload]');
    await page.waitForSelector('meta[name=changed]', { state: 'attached' });
    await shows(page, later);
    expect((await changed()) && (await page.locator('[data-do=reload]').count()) === 0, 'all files of the new one');
    server.stop();
    await close(page);
  },

  // Everything without a network once it was opened; a game goes on after a reload, a crash of the tab and an update of the files.
  async offline({ browser }) {
    const server = new FileServer();
    await server.start();
    const page = await person(browser, server);
    await page.goto(server.url);
    await page.waitForSelector('[data-do=play-easycome]');
    await kept(page);
    await playNow(page, server, 'debacle');
    await makeMoves(page, 'debacle', 3);
    await page.waitForSelector('.bar.mine');
    let state = await positionOf(page);
    server.stop();
    await page.context().setOffline(true);
    page.mayFail = true; // the browser says that there is no network
    await page.reload();
    await shows(page, state);
    await makeMoves(page, 'debacle', 2);
    await page.waitForSelector('.bar.mine, .result');
    const crashed = page.url(), other = await page.context().newPage();
    state = await positionOf(page);
    await page.close();
    await other.goto(crashed);
    await shows(other, state);
    for (const game of ['wazabi', 'easycome', 'themots']) {
      await other.goto(server.url);
      await other.click(`[data-do=play-${game}]`);
      await other.waitForSelector('.bar.mine, .tm-form');
    }
    await other.context().close();
  },


  async home({ browser, server }) {
    const page = await person(browser, server, { lang: 'fr' });
    await page.goto(server.url);
    await page.waitForSelector('[data-do=play-easycome]');
    expect(/sans serveur|pas de serveur/.test(await page.textContent('main')), 'it says that there is no server');
    expect((await page.locator('[data-do^=invite]').count()) === 0, 'nobody can be invited');
    expect(/Lancez/.test(await page.textContent('.games')), 'the games, in French');
    await page.locator('.game-card .link').filter({ hasText: /gles/ }).first().click();
    await page.waitForSelector('dialog .rules h3');
    await page.keyboard.press('Escape');
    await page.click('[data-do=learn-easycome]');
    await page.waitForSelector('.lesson');
    expect(page.url() === `${server.url}?/play/easycome`, 'the address of a lesson');
    await page.reload();
    await page.waitForSelector('.lesson');
    await page.goBack();
    await page.waitForSelector('[data-do=play-easycome]');
    await close(page);
  },
  // A file that does not come is said, and does not hang the page; when it comes, the game starts.
  async withoutFiles({ browser, server }) {
    const page = await person(browser, server);
    page.mayFail = true;
    await page.goto(server.url);
    await page.waitForSelector('[data-do=play-themots]');
    await page.route('**/themots.data', (route) => route.abort());
    await page.click('[data-do=play-themots]');
    await page.waitForSelector('.notice.bad, #notices .bad');
    await page.unroute('**/themots.data');
    await page.click('[data-do=play-themots]');
    await page.waitForSelector('.felt .board');
    await close(page);
  },
  easycome: (place) => playGame(place, 'easycome'),
  wazabi: (place) => playGame(place, 'wazabi'),
  debacle: (place) => playGame(place, 'debacle'),
  themots: (place) => playGame(place, 'themots'),
};

const server = new FileServer(SPEED);
await server.start();
const browser = await openBrowser();
const [program, ...names] = process.argv.slice(2);
const wanted = Object.entries(tests).filter(([name]) => !names.length || names.includes(name));
let failed = 0;

async function worker() {
  while (wanted.length) {
    const [name, test] = wanted.shift(), began = Date.now();
    try {
      await test({ browser, server, program });
      console.log(`ok   ${name} in the browser (${((Date.now() - began) / 1000).toFixed(1)} s)`);
    } catch (error) {
      failed++;
      console.log(`FAIL ${name}: ${error.stack}`);
    }
  }
}

await Promise.all([worker(), worker()]);
await browser.close();
server.stop();
const strange = server.asked.filter((path) => !path.startsWith(server.path));
if (strange.length) console.log(`FAIL asked for elsewhere: ${strange.join(' ')}`);
process.exit(failed || strange.length ? 1 : 0);
