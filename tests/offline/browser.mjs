// node browser.mjs PROGRAM [NAME…]: tests the site (make site) in Chromium. A plain file server serves it under a sub-path, and the page
// must not contact any other address. Without a name it runs the tests of DAILY. With CORNET_DEEP=1 it runs all tests, and each game is
// played to its end, replayed and analysed.
import { NEAR_THE_END, Server, axe, close, expect, fromMenu, makeMoves, newTable, WORKERS, habits, openBrowserOrSkip, overflow, person, playNow, playOut, runTest, sayDurations, setOptions } from '../web/kit.mjs';
import { FileServer } from './file_server.mjs';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import phone, { together } from './phone.mjs';
import { until, untilInPage } from './until.mjs';
import { run as portable } from './portable_page.mjs';
import { practiseTests } from './practise.mjs';

const SPEED = 40; // the clock in tests of Thémots runs this many times faster; in other games the players would time out

// Plays until there is a choice, then asks for a hint. Returns false if the game ended first.
async function hint(page, game) {
  for (let i = 0; i < 30; i++) {
    await page.waitForSelector('.bar.mine, .result');
    if (await page.locator('.result').count()) return false;
    if ((await page.locator('.bar-buttons button').count()) > 1 && (await page.locator('[data-do=hint]').count())) {
      await page.click('[data-do=hint]');
      await page.waitForSelector('.hint-list li');
      return true;
    }
    await makeMoves(page, game, 1);
  }
  throw new Error(`${game}: never a choice`);
}

// The link that the Share button copies.
async function sharedLink(page) {
  await page.evaluate(() => (navigator.share = async (what) => (window.shared = what.url)));
  if (await page.locator('[data-do=close-replay]').count()) await page.click('[data-do=close-replay]');
  await page.click('[data-do=share]');
  await untilInPage(page, 'a link', () => window.shared);
  return page.evaluate(() => window.shared);
}

const stepsOf = (page) => page.getAttribute('.replay input[type=range]', 'max');

// Another person opens the link and sees the same steps.
async function openElsewhere({ browser, server }, link, steps) {
  const other = await person(browser, server, { name: 'Bruno' });
  await other.goto(link);
  await other.waitForSelector('.replay');
  expect((await stepsOf(other)) === steps, 'the same steps');
  await close(other);
}

// Starts a game against a bot. Débâcle takes long, so except in `make test-deep` it starts near its end.
async function begin(page, server, game) {
  if (game !== 'debacle' || process.env.CORNET_DEEP) return playNow(page, server, game);
  await page.goto(server.url);
  await fromMenu(page, 'debacle', 'options');
  await setOptions(page.locator('dialog'), { target: '1', setup: NEAR_THE_END });
  await page.click('[data-do=create]');
  return page.waitForSelector('.felt .board');
}

// Starts a game, asks for a hint and plays to the end. Then checks its steps, its analysis and its dice.
async function playGame({ browser, server }, game) {
  const page = await person(browser, server);
  await begin(page, server, game);
  expect(page.url().startsWith(`${server.url}?/t/0`), `the address of a table here: ${page.url()}`);
  while (game !== 'themots' && !(await hint(page, game))) await begin(page, server, game);
  await playOut(page, game);
  await page.click('[data-do=over-more]');
  await page.click('dialog a[href*="/check"]');
  await page.waitForSelector('[data-verdict=proved]');
  await page.goBack();
  await page.click('[data-do=replay]');
  // analysing a long game with many cards takes long
  await page.waitForSelector(game === 'wazabi' ? '.curve-chart, .curve-left' : '.curve-chart');
  const steps = await stepsOf(page);
  await openElsewhere({ browser, server }, await sharedLink(page), steps);
  await close(page);
}

// Collects the text of all notices, because they disappear after a while.
function noteNotices() {
  window.noticed = '';
  addEventListener('DOMContentLoaded', () => new MutationObserver(() => (window.noticed += document.getElementById('notices').textContent)).observe(document.getElementById('notices'), { childList: true, subtree: true }));
}

const noticed = (page, words) => untilInPage(page, `the notice “${words}”`, (text) => window.noticed.includes(text), words);

// Waits until this notice is visible.
const says = (page, words) => untilInPage(page, `the notice “${words}”`, (text) => [...document.querySelectorAll('.notice')].some((e) => e.textContent.includes(text)), words);

const positionOf = (page) => page.evaluate(async () => {
  const { state: here } = await import(document.querySelector('script[type=module]').src.replace('app.js', 'table/current.js'));
  return JSON.stringify([here.table?.log, here.table?.state]);
});

// Waits until a service worker has cached all files.
const kept = (page) => untilInPage(page, 'a service worker that has all files', () => Boolean(navigator.serviceWorker.controller));

// Looks for a new version until the page offers one. The browser also looks for one by itself after opening a page. update() may return the
// result of that check, which may have started with the old files.
const newVersion = (page) => until(page, 'the button that opens the new version', async () => {
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  return page.locator('[data-do=reload]').count();
});

// Waits until the page shows that state again.
async function shows(page, state) {
  await page.waitForSelector('.bar.mine');
  await until(page, 'every move', async () => (await positionOf(page)) === state);
}

// A page whose server has been stopped, so that it plays in the browser.
async function withoutServer(browser, program) {
  const server = new Server(program);
  await server.start();
  const page = await person(browser, server);
  await page.goto(server.url);
  await page.waitForSelector('[data-do=invite-wazabi]');
  await kept(page);
  page.mayFail = true; // the browser logs the failed connections
  await server.stop('SIGKILL');
  await page.goto(server.url);
  await untilInPage(page, 'the games without a server', () => document.querySelector('[data-do=play-wazabi]') && !document.querySelector('[data-do^=invite]'));
  return { server, page };
}

// Starts the server again and reopens the local table.
async function backWithServer(page, server) {
  const { pathname } = new URL(page.url());
  await server.start();
  await page.goto(server.url);
  await page.waitForSelector('[data-do=invite-wazabi]');
  await page.goto(`${server.url}${pathname.slice(1)}`);
}

async function openBring(page) {
  await page.click('#tab-more');
  await page.locator('[data-do=bring]').press('Enter');
  await page.waitForSelector('[data-do=bring-yes]');
}

// The log and the state after the start of the game.
async function startedAt(page) {
  await until(page, 'the start of the game', async () => JSON.parse(await positionOf(page))[1]);
  return JSON.parse(await positionOf(page));
}

// The host replaces its files in the middle of a game, then stops. Without a network the game is reloaded, played to its end, analysed and
// exported.
async function cutOff({ browser }, game) {
  const server = new FileServer(game === 'themots' ? SPEED : 1);
  await server.start();
  const page = await person(browser, server);
  await page.goto(server.url);
  await page.waitForSelector(`[data-do=play-${game}]`);
  await kept(page);
  await begin(page, server, game);
  const ready = () => page.waitForSelector(game === 'themots' ? '.tm-form, .tm-over, .result' : '.bar.mine, .result');
  await ready();
  if (game !== 'themots') await makeMoves(page, game, 1);
  server.change = (name, text) => (name === 'index.html' ? text.replace('<title>', '<meta name="changed"><title>') : text);
  await newVersion(page);
  await page.click('[data-do=reload]');
  await page.waitForSelector('meta[name=changed]', { state: 'attached' });
  server.stop();
  await page.context().setOffline(true);
  page.mayFail = true; // the browser logs the failed requests
  await ready();
  await page.reload();
  await ready();
  await playOut(page, game);
  const [id] = page.url().match(/0[a-z2-7]{15}/);
  // Its cards are made meanwhile, without a network.
  await until(page, 'the cards of the game', () => page.evaluate(async (table) => {
    const store = document.querySelector('script[type=module]').src.replace('app.js', 'practise/store.js');
    return (await import(store)).hasTable(table);
  }, id));
  await page.waitForSelector('.story-part:has-text("Without the luck"), [data-do=to-deck]');
  await page.click('[data-do=replay]');
  // analysing a long game with many cards takes long
  await page.waitForSelector(game === 'wazabi' ? '.curve-chart, .curve-left' : '.curve-chart');
  await page.click('[data-do=settings]');
  const coming = page.waitForEvent('download');
  await page.click('[data-do=export]');
  const { events, results } = JSON.parse(readFileSync(await (await coming).path(), 'utf8'));
  expect(events.filter(({ table }) => table === id).length > 5 && results.some(({ table, game: name }) => table === id && name === game), 'all of it is in the file');
  await close(page);
}

// A tutorial continues after a reload at the step where it was left.
async function continueLesson(page, server) {
  await page.goto(server.url);
  await page.click('[data-do=learn-easycome]');
  const first = await page.textContent('.lesson-words');
  for (let i = 0; i < 3 && (await page.textContent('.lesson-words')) === first; i++) await page.click('.bar-buttons button', { timeout: 9000 });
  const words = await page.textContent('.lesson-words');
  await page.reload();
  await page.waitForSelector('.lesson-words');
  expect((await page.textContent('.lesson-words')) === words, 'the same step');
}

const tests = {
  // With two tabs at one table, both show every move. One tab runs the tables; when it is closed, the other continues.
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

  // Without IndexedDB, the page says that it stores nothing, and the game can be played.
  async refusedStorage({ browser, server }) {
    const page = await person(browser, server);
    await page.addInitScript(noteNotices);
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined }));
    await page.route('**/offline/store.js', async (route) => {
      const text = await (await route.fetch()).text();
      await route.fulfill({ contentType: 'text/javascript', body: text.replace('indexedDB.open(NAME, VERSION)', "(() => { throw new Error('no'); })()") });
    });
    await begin(page, server, 'debacle');
    await noticed(page, 'stores nothing');
    await playOut(page, 'debacle');
    await close(page);
  },

  // If cookies are blocked, locks, databases and settings are refused, also those of the session. The game is then played in memory; after a
  // reload, the page says why it is gone, and a lesson continues.
  async cookiesBlocked({ browser, server }) {
    const page = await person(browser, server);
    await page.addInitScript(noteNotices);
    await page.addInitScript(() => {
      const refuse = () => { throw new DOMException('', 'SecurityError'); };
      Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: refuse });
      Object.defineProperty(window, 'localStorage', { get: refuse });
      Object.defineProperty(window, 'sessionStorage', { get: refuse });
      Object.defineProperty(window, 'indexedDB', { get: refuse });
      LockManager.prototype.request = () => Promise.reject(new DOMException('', 'SecurityError'));
    });
    await page.route('**/offline/worker.js', async (route) => {
      const text = await (await route.fetch()).text();
      const refuse = "LockManager.prototype.request = () => Promise.reject(new DOMException('', 'SecurityError'));\n"
        + "Object.defineProperty(globalThis, 'indexedDB', { get() { throw new DOMException('', 'SecurityError'); } });\n";
      await route.fulfill({ contentType: 'text/javascript', body: refuse + text });
    });
    await playNow(page, server, 'debacle');
    await noticed(page, 'stores nothing');
    await makeMoves(page, 'debacle', 3);
    await page.reload();
    await untilInPage(page, 'why the table is gone', () => document.body.textContent.includes('this one could not store it'));
    await continueLesson(page, server);
    await close(page);
  },

  // If localStorage is full, the game starts nevertheless, and the page shows one notice. A reload keeps the seat; the tab stores it.
  async fullSettings({ browser, server }) {
    const page = await person(browser, server);
    await page.goto(`${server.url}icon.svg`);
    await page.addInitScript(noteNotices);
    await page.evaluate(() => {
      const fills = (size) => { try { for (;;) localStorage.setItem(`filler.${localStorage.length}`, 'x'.repeat(size)); } catch { return size > 0 && fills(size >> 1); } };
      fills(1 << 20);
    });
    await playNow(page, server, 'debacle');
    await noticed(page, 'storage is full');
    await makeMoves(page, 'debacle', 3);
    await page.reload();
    await makeMoves(page, 'debacle', 1); // not a spectator
    // with room again, the browser stores it
    await page.evaluate(() => { for (const key of Object.keys(localStorage)) if (key.startsWith('filler.')) localStorage.removeItem(key); });
    await page.reload();
    await makeMoves(page, 'debacle', 1);
    await page.waitForFunction(() => localStorage.getItem('cornet.seats') && !sessionStorage.getItem('cornet.unkept.seats'));
    await close(page);
  },

  // After the database was full and the page is reloaded, the game continues from the saved moves, and no player is accused of cheating.
  async fullThenReload({ browser, server }) {
    const page = await person(browser, server);
    await page.addInitScript(noteNotices);
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined }));
    let full = true;
    await page.route('**/offline/store.js', async (route) => {
      const text = await (await route.fetch()).text();
      const body = text.replace('await change(this.base,', "if (++globalThis.writes > 7) throw new DOMException('', 'QuotaExceededError');\n      await change(this.base,");
      await route.fulfill({ contentType: 'text/javascript', body: full ? `globalThis.writes = 0;\n${body}` : text });
    });
    await playNow(page, server, 'debacle');
    await makeMoves(page, 'debacle', 6);
    await noticed(page, 'storage is full');
    full = false;
    await page.reload();
    await page.waitForSelector('[data-dice=unsaved]');
    expect(!(await page.textContent('body')).includes('broke the rules'), 'nobody is accused');
    await makeMoves(page, 'debacle', 2);
    await close(page);
  },

  // A tutorial continues after a reload at the step where it was left.
  async lessonResumes({ browser, server }) {
    const page = await person(browser, server);
    await continueLesson(page, server);
    await close(page);
  },

  // Opened as a file, the page shows instructions instead of staying blank.
  async openedAsFile({ browser }) {
    const page = await browser.newPage();
    await page.goto(new URL('../../build/site/index.html', import.meta.url).href);
    await page.waitForSelector('.start', { state: 'visible' });
    expect((await page.textContent('.start')).includes('http.server'), 'what to do');
    await page.close();
  },

  // If the disk is full, the page shows a notice. It writes the missing events as soon as there is room again.
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
    await noticed(page, 'storage is full');
    await makeMoves(page, 'debacle', 2);
    await page.evaluate(() => new BroadcastChannel('room').postMessage('there is'));
    await makeMoves(page, 'debacle', 2);
    await noticed(page, 'being saved again');
    await page.waitForSelector('.bar.mine, .result');
    const state = await positionOf(page);
    await page.reload();
    await page.waitForSelector('.bar.mine, .result');
    expect((await positionOf(page)) === state, 'nothing is lost');
    await close(page);
  },

  // If the module traps in the middle of a game, the page reconnects, and the game continues from the stored events.
  async givesUp({ browser, server }) {
    const page = await person(browser, server);
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'serviceWorker', { value: undefined }));
    await page.route('**/offline/tables.js', async (route) => {
      const text = await (await route.fetch()).text();
      const once = "if (text.includes('\"move\"') && ++globalThis.moves === 2) throw new WebAssembly.RuntimeError('unreachable');\n      let message = null;";
      await route.fulfill({ contentType: 'text/javascript', body: `globalThis.moves = 0;\n${text.replace('let message = null;', once)}` });
    });
    await playNow(page, server, 'debacle');
    page.mayFail = true; // the Worker logs the trap
    await makeMoves(page, 'debacle', 3);
    await page.waitForSelector('.bar.mine, .result');
    const state = await positionOf(page);
    await page.reload();
    await shows(page, state);
    await close(page);
  },

  // When the server stops, the tables on it wait, and the page plays local games.
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
    page.mayFail = true; // the browser logs the failed connections
    await server.stop('SIGKILL');
    await page.goto(server.url);
    await untilInPage(page, 'the games without a server', () => document.querySelector('[data-do=play-easycome]') && !document.querySelector('[data-do^=invite]'));
    await page.click('[data-do=play-easycome]');
    await page.waitForSelector('.bar.mine');
    expect(new URL(page.url()).pathname.startsWith('/t/0'), 'a table of this browser');
    await makeMoves(page, 'easycome', 4);
    await server.start();
    await page.goto(table);
    await page.waitForSelector('.bar.mine');
    await close(page);
    await server.end();
  },

  // A local game is imported to the server. The server has every line, and the table says that a player imported them.
  async bring({ browser, program }) {
    const { server, page } = await withoutServer(browser, program);
    await page.click('[data-do=play-wazabi]');
    await page.waitForSelector('.bar.mine');
    await makeMoves(page, 'wazabi', 2);
    await page.waitForSelector('.bar.mine');
    const [log, state] = JSON.parse(await positionOf(page));
    await backWithServer(page, server);
    await page.waitForSelector('.bar.mine');
    await openBring(page);
    await page.locator('[data-do=bring-yes]').press('Enter');
    await page.waitForSelector('[data-imported]');
    await page.waitForSelector('.bar.mine, .result');
    expect(/^\/t\/[a-z2-7]{16}$/.test(new URL(page.url()).pathname), `a table of the server: ${page.url()}`);
    const [after, now] = JSON.parse(await positionOf(page)), played = log.filter((line) => !line.startsWith('#'));
    expect(JSON.stringify(after.slice(0, played.length)) === JSON.stringify(played), 'every line is there');
    expect(now.turn === state.turn && JSON.stringify(now.hands ?? now.players) === JSON.stringify(state.hands ?? state.players), 'at the same moment');
    await playOut(page, 'wazabi');
    await page.click('[data-do=over-more]');
    await page.click('dialog a[href*="/check"]');
    await page.waitForSelector('[data-verdict=proved]');
    expect((await page.textContent('main')).includes('A player imported'), 'the check says it');
    const record = await (await fetch(`${server.url}api/tables/${new URL(page.url()).searchParams.get('table')}/record`)).text();
    const verified = spawnSync(program, ['verify', '-'], { input: record, encoding: 'utf8', env: { ...process.env, LC_ALL: 'C' } });
    expect(verified.status === 0 && verified.stdout.replace(/\s+/g, ' ').includes('A player imported'), `cornet verify says it: ${verified.stdout}${verified.stderr}`);
    await close(page);
    await server.end();
  },

  // Two people share a device, and one of them moves to another device. Their seat is open with an invitation, and the person who takes it
  // gets its hand.
  async bringOpen({ browser, program }) {
    const { server, page } = await withoutServer(browser, program);
    await together(page, server, 'wazabi', ['Anne', 'Bruno']);
    const turn = async () => {
      await page.waitForSelector('.hand-over, .bar.mine, .result');
      if (await page.locator('.hand-over').count()) await page.click('[data-do=take-device]');
      await page.waitForSelector('.bar.mine, .result');
    };
    await turn();
    await makeMoves(page, 'wazabi', 1);
    const [log] = JSON.parse(await positionOf(page)), lines = log.filter((line) => /^[12] (?!draw)/.test(line));
    await backWithServer(page, server);
    await turn();
    await openBring(page);
    expect((await page.locator('dialog select').evaluateAll((all) => all.map((e) => e.value))).join() === 'me,open', 'who shared the device is invited');
    await page.setViewportSize({ width: 360, height: 640 });
    const found = [...(await axe(page)), ...(await page.locator('dialog :is(p, select, button)').evaluateAll((all) => all.filter((e) => e.getBoundingClientRect().right > innerWidth).map((e) => e.outerHTML)))];
    expect(found.length === 0, `the dialog fits a phone and is well made: ${found}`);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.click('[data-do=bring-yes]');
    const link = await page.inputValue('[data-link]');
    expect(/\/t\/[a-z2-7]{16}$/.test(link), `its link: ${link}`);
    const other = await person(browser, server, { name: 'Zoé' });
    await other.goto(link.replace(/^http:..[^/]*/, server.url.slice(0, -1)));
    await other.waitForSelector('[data-do=join]');
    await other.click('[data-do=join]');
    await Promise.all([page, other].map((one) => one.waitForSelector('.wz-hand, .wz-card, .felt .bar')));
    for (const one of [page, other]) await one.waitForSelector('[data-imported]');
    for (const one of [page, other]) {
      const [after] = await startedAt(one);
      expect(lines.every((line) => after.includes(line)), 'every line is there');
      expect((await one.locator('.hand-over').count()) === 0, 'nobody hands anything over');
    }
    await Promise.race([page, other].map((one) => one.waitForSelector('.bar.mine, .result')));
    await close(other);
    await close(page);
    await server.end();
  },

  // People who share the device may stay together: all of them get their seats at the server's table.
  async bringHere({ browser, program }) {
    const { server, page } = await withoutServer(browser, program);
    await together(page, server, 'easycome', ['Anne', 'Bruno'], (dialog) => dialog.locator('[data-key=dice] input').check());
    // a different face for each die
    for (const empty = page.locator('.roll-empty'); await empty.count(); ) await page.locator('.roll-face').nth(await empty.count()).click();
    await page.click('[data-do=enter-roll]');
    await page.waitForSelector('.log [data-line^="* roll"]');
    const [[rolled]] = JSON.parse(await positionOf(page));
    await backWithServer(page, server);
    await page.waitForSelector('.log [data-line^="* roll"]');
    await openBring(page);
    await page.locator('dialog select').nth(1).selectOption('here');
    await page.click('[data-do=bring-yes]');
    await untilInPage(page, 'a table of the server', () => /^\/t\/[a-z2-7]{16}$/.test(location.pathname));
    await page.waitForSelector('.log [data-line^="* roll"]');
    const { table } = await page.evaluate(async () => (await import('/table/current.js')).state);
    expect(table.log[0] === rolled && table.origin.step === 1, `the roll is there: ${table.log}`);
    expect(table.dice === 'own' && table.seats.every(({ kind, here }) => kind === 'person' && here), 'both sit there, with their own dice');
    await close(page);
    await server.end();
  },

  // On plain http there are no service workers and no locks. The page plays, keeps its games, and says what is missing.
  async plainHttp() {
    const server = new FileServer();
    await server.start();
    const url = server.url.replace('localhost', 'cornet.test');
    const other = await openBrowserOrSkip(['--host-resolver-rules=MAP cornet.test 127.0.0.1']);
    const page = await (await other.newContext()).newPage();
    await page.addInitScript(() => localStorage.setItem('cornet.set.pace', '"none"'));
    await page.goto(url);
    await page.waitForSelector('[data-plain]');
    expect(!(await page.evaluate(() => isSecureContext || 'serviceWorker' in navigator)), 'the browser allows none');
    await page.click('[data-do=play-debacle]');
    page.hurry = 3000;
    await makeMoves(page, 'debacle', 2);
    await page.waitForSelector('.bar.mine');
    const state = await positionOf(page);
    await page.reload();
    await shows(page, state);
    await other.close();
    server.stop();
  },

  // New files arrive during a game. The page offers them, and keeps using its own version, complete, until it is reloaded.
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
    server.change = (name, text) => (name === 'table/curve.js' ? `${text}\nexport const changed = true;\n` : name === 'index.html' ? text.replace('<title>', '<meta name="changed"><title>') : text);
    await newVersion(page);
    const changed = () => page.evaluate(async () => 'changed' in (await import(document.querySelector('script[type=module]').src.replace('app.js', 'table/curve.js') + '?again')));
    expect(!(await changed()), 'files of the old version until then');
    await makeMoves(page, 'debacle', 1);
    await page.waitForSelector('.bar.mine');
    expect((await positionOf(page)) !== state, 'the game continues');
    const later = await positionOf(page);
    await page.click('[data-do=reload]');
    await page.waitForSelector('meta[name=changed]', { state: 'attached' });
    await shows(page, later);
    expect((await changed()) && (await page.locator('[data-do=reload]').count()) === 0, 'all files of the new one');
    server.stop();
    await close(page);
  },

  // While a host replaces its files, one is missing or old: the page keeps its complete version, which works without a network. Once all
  // files are new, the page updates. Another site on the same host keeps its caches.
  async halfUpdate({ browser }) {
    const server = new FileServer();
    await server.start();
    const page = await person(browser, server);
    page.mayFail = true; // the browser logs the missing files
    await page.addInitScript(() => { // while the browser itself looks for new files, register() resolves only afterwards
      const { serviceWorker } = navigator, { register } = serviceWorker;
      if (serviceWorker.controller) serviceWorker.register = (...all) => new Promise((done) => serviceWorker.addEventListener('controllerchange', done, { once: true })).then(() => register.apply(serviceWorker, all));
    });
    const open = async () => {
      await page.goto(server.url);
      await page.waitForSelector('[data-do=play-debacle]');
    };
    await open();
    await kept(page);
    await page.evaluate(async () => (await caches.open('cornet /some/where/else/ 1234')).put('x', new Response('y')));
    const versions = () => page.evaluate(async () => (await caches.keys()).filter((name) => !name.endsWith(' given')).sort().join());
    const beside = await versions();
    const old = await server.read('core/texts.js');
    server.change = (name, text) => (name === 'core/texts.js' ? `${text}\n// new\n` : name === 'index.html' ? text.replace('<title>', '<meta name="changed"><title>') : text);

    // Looks for a new version until holds() is true: see newVersion().
    const update = (what, holds) => until(page, what, async () => {
      if (await holds()) return true;
      await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.ready;
        await registration.update().catch(() => {});
        while (registration.installing) await new Promise((done) => setTimeout(done, 50));
      });
      return holds();
    });
    const failing = async (what, file) => {
      const before = server.asked.length, asked = () => server.asked.slice(before).includes(server.path + file);
      // the failed update leaves no cache
      await update(`an update that fails: ${what}`, async () => asked() && (await versions()) === beside);
      await page.context().setOffline(true);
      await open();
      expect((await page.locator('meta[name=changed]').count()) === 0, `the old version: ${what}`);
      await page.context().setOffline(false);
    };
    server.lost = (name) => name === 'table/table.js';
    await failing('a file is missing', 'table/table.js');
    server.lost = null;
    server.stale = (name) => (name === 'core/texts.js' ? old : null);
    await failing('a file is still the old one', 'core/texts.js');
    server.stale = null;
    let release = null, isHeld = false;
    const held = new Promise((done) => (release = done));
    server.held = (name) => (name === 'core/texts.js' ? ((isHeld = true), held) : null);
    await until(page, 'a new version that is being installed', async () => {
      await page.evaluate(async () => void (await navigator.serviceWorker.ready).update().catch(() => {}));
      return isHeld && (await versions()).split(',').length === 3;
    });
    await page.evaluate(async () => {
      await caches.open('cornet /some/where/ unused'); // opened after the new cache, so it is deleted after it
      (await navigator.serviceWorker.ready).active.postMessage('sweep');
    });
    await until(page, 'the end of the sweep', async () => !(await versions()).includes('unused'));
    expect((await versions()).split(',').length === 3, 'the old service worker leaves the new version alone');
    release();
    await newVersion(page);
    await page.click('[data-do=reload]');
    await page.waitForSelector('meta[name=changed]', { state: 'attached' });
    expect((await page.evaluate(() => caches.keys())).includes('cornet /some/where/else/ 1234'), 'the site beside it has its files');
    server.stop();
    await close(page);
  },

  // An installed page requests persistent storage; a page in a tab does not.
  async installed({ browser, server }) {
    for (const standalone of [true, false]) {
      const page = await person(browser, server);
      await page.addInitScript((on) => {
        const { matchMedia } = window;
        window.matchMedia = (query) => (query.includes('standalone') ? { matches: on } : matchMedia.call(window, query));
        StorageManager.prototype.persist = async () => (window.persists = true);
      }, standalone);
      await page.goto(server.url);
      await page.waitForSelector('[data-do=play-easycome]');
      expect((await page.evaluate(() => window.persists ?? false)) === standalone, `asked: ${!standalone}`);
      await close(page);
    }
  },

  // Some hosts redirect index.html to the folder. The page must open without a network there too.
  async redirectingHost({ browser }) {
    const server = new FileServer();
    server.redirects = true;
    await server.start();
    const page = await person(browser, server);
    await page.goto(server.url);
    await page.waitForSelector('[data-do=play-easycome]');
    await kept(page);
    server.stop();
    await page.context().setOffline(true);
    page.mayFail = true;
    await page.goto(server.url);
    await page.click('[data-do=play-easycome]');
    await page.waitForSelector('.bar.mine');
    await close(page);
  },

  // All storage is deleted in the middle of a game. The game continues, and the page says that it is not stored. After a reload there is no
  // game, and the page works.
  async clearedStorage({ browser, server }) {
    const page = await person(browser, server);
    await page.addInitScript(noteNotices);
    await playNow(page, server, 'debacle');
    await page.waitForSelector('.bar.mine');
    await makeMoves(page, 'debacle', 1);
    const session = await page.context().newCDPSession(page);
    await session.send('Storage.clearDataForOrigin', { origin: new URL(server.url).origin, storageTypes: 'all' });
    await makeMoves(page, 'debacle', 2);
    await noticed(page, 'stores nothing');
    await page.goto(server.url);
    await page.waitForSelector('[data-do=play-easycome]');
    expect((await page.locator('.going-row').count()) === 0, 'nothing is left');
    await page.click('[data-do=play-easycome]');
    await page.waitForSelector('.bar.mine');
    const state = await positionOf(page);
    await page.reload();
    await shows(page, state);
    await close(page);
  },

  // Hashes of random games, of all messages and events at tables, and node counts are the same in WebAssembly as in the native program.
  async portable({ browser, server, program }) {
    const page = await person(browser, server), root = fileURLToPath(new URL('../../', import.meta.url)), at = (name) => resolve(root, name);
    const files = Object.fromEntries([['module', 'build/wasm/portable.wasm'], ...readFileSync(at('build/wasm/data_files'), 'utf8').split('\n').filter(Boolean).map((line) => line.split('='))]);
    await page.goto(server.url);
    await page.waitForSelector('[data-do=play-easycome]');
    await page.route('**/portable/*', (route) => route.fulfill({ body: readFileSync(at(files[new URL(route.request().url()).pathname.split('/').at(-1)])) }));
    const results = (text) => text.trim().split('\n').map((line) => line.split(' ').slice(0, 2).join(' '));
    const there = results(await page.evaluate(portable, { host: `${server.url}core/hash.js`, arrays: Object.keys(files).slice(1) }));
    const native = spawnSync(join(dirname(program), 'bench/portable'), ['quick'], { encoding: 'utf8' });
    expect(native.status === 0 && there.length > 10 && there.join() === results(native.stdout).join(), `the same results:\n${there.join('\n')}\n${native.stdout}${native.stderr}`);
    await close(page);
  },

  // After one visit, everything works without a network. A game continues after a reload, a crash of the tab and an update of the files.
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
    page.mayFail = true; // the browser logs the failed requests
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

  // One file exports everything to another browser, where a running game continues. Importing it twice adds nothing; a wrong file shows an
  // error.
  async everything({ browser, server }) {
    const page = await person(browser, server, { name: 'Zoé' });
    await playNow(page, server, 'easycome');
    await makeMoves(page, 'easycome', 2);
    await page.waitForSelector('.bar.mine');
    const state = await positionOf(page), address = page.url();
    await page.locator('[data-do=settings]').focus();
    await page.keyboard.press('Enter');
    const coming = page.waitForEvent('download');
    await page.locator('[data-do=export]').press('Enter');
    const file = await coming;
    expect(/^cornet-\d{4}-\d\d-\d\d\.json$/.test(file.suggestedFilename()), `its name: ${file.suggestedFilename()}`);
    const path = await file.path(), other = await person(browser, server, { lang: 'fr' });
    const take = async (what) => {
      await other.locator('[data-do=import-file]').setInputFiles(what);
    };
    await other.goto(server.url);
    await other.waitForSelector('[data-do=play-easycome]');
    await other.click('[data-do=settings]');
    await take({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"kind":"cornet everything 1","events":[{}]}') });
    await says(other, 'n’a pas été écrit par Cornet');
    const chooser = other.waitForEvent('filechooser');
    await other.locator('[data-do=import]').press('Enter');
    await (await chooser).setFiles(path);
    await says(other, '1 game imported');
    await take(path);
    await says(other, '0 games imported');
    await other.keyboard.press('Escape');
    await other.waitForSelector('.going-row');
    expect((await other.inputValue('.name-field input')) === 'Zoé', 'the settings came');
    await other.click('.going-row a');
    await shows(other, state);
    expect(other.url() === address, 'at the same address');
    await makeMoves(other, 'easycome', 1);
    await close(other);
    await close(page);
  },

  // No content of a foreign file changes the local games or breaks the page.
  async foreignFile({ browser, server }) {
    const page = await person(browser, server);
    await playNow(page, server, 'easycome');
    await page.waitForSelector('.bar.mine');
    const address = page.url(), state = await positionOf(page), [own] = address.match(/0\w{15}$/);
    const event = { table: '0aaaaaaaaaaaaaaa', number: 1, kind: 1, seat: 0, at: 1, left: -1, text: 'cornet 1\ngame <b>\n' };
    const seats = Object.fromEntries([['../games', { seat: 1, when: 1 }], ['__proto__', { seat: 1, when: 1 }], ['0bbbbbbbbbbbbbbb', { seat: 1, when: 1e300, others: { 2: null } }],
      [own, { seat: 2, when: 1e300, secret: 'x' }], ...Array.from({ length: 80 }, (_, i) => [`0cccccccccccc${100 + i}`, { seat: 1, when: 1e300, secret: '<b>', game: '<img src=x onerror=alert(1)>' }])]);
    const transcripts = { 'x': { table: 'x', seat: 1, server: '', seeds: {}, lists: {}, opened: [], lines: ['y'.repeat(900)] }, [own]: { table: own, seat: 1, server: 'x', seeds: {}, lists: {}, opened: [], lines: [] } };
    const file = { kind: 'cornet everything 1', settings: { name: '<img src=x onerror=alert(1)>', theme: 'x', 'dealt.x"': '1', turn: false }, seats, transcripts, played: { '<b>': 1 }, events: [event], results: [] };
    await page.goto(server.url);
    await page.waitForSelector('.going-row');
    const take = async (what, words) => {
      await page.locator('[data-do=import-file]').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(typeof what === 'string' ? what : JSON.stringify(what)) });
      await says(page, words);
      await page.evaluate(() => document.getElementById('notices').replaceChildren());
    };
    await page.click('[data-do=settings]');
    for (const wrong of ['', '[]', 'null', '{"kind":"cornet everything 1"}', { ...file, seats: null }, { ...file, events: [event, event] }, { ...file, events: [{ ...event, number: 2 }] },
      { ...file, events: [{ ...event, table: '../../x' }] }, { ...file, events: [{ ...event, at: 1e300 }] }, { ...file, events: [{ ...event, kind: 1.5 }] }, { ...file, results: {} }]) await take(wrong, 'Cornet did not write this file');
    const before = await page.evaluate((id) => JSON.stringify([localStorage['cornet.set.name'], localStorage[`cornet.dice.${id}`]]), own);
    await take(file, 'imported; yours are kept');
    const kept = await page.evaluate((id) => ({ names: Object.keys(localStorage), seats: JSON.parse(localStorage['cornet.seats']), same: JSON.stringify([localStorage['cornet.set.name'], localStorage[`cornet.dice.${id}`]]) }), own);
    expect(kept.same === before && kept.seats[own].secret !== 'x' && !kept.names.some((name) => /dice\.x$|dealt\.x|theme/.test(name)), `existing data stays: ${kept.names}`);
    expect(Object.keys(kept.seats).length <= 60 && !kept.seats['../games'] && !kept.seats['0bbbbbbbbbbbbbbb'], 'no more seats than there is room for, without the wrong ones');
    page.mayFail = true; // the Worker logs which table cannot be read
    await page.reload();
    await page.waitForSelector('.going-row');
    await page.goto(address);
    await shows(page, state);
    await makeMoves(page, 'easycome', 1);
    await close(page);
  },

  // Results are counted per game and opponents, are part of the export, and can be deleted for good.
  async statistics({ browser, server }) {
    const page = await person(browser, server);
    await page.goto(server.url);
    await page.waitForSelector('[data-do=play-easycome]');
    expect((await page.locator('[data-do=statistics]').count()) === 0, 'nothing before the first game');
    await playNow(page, server, 'easycome');
    await playOut(page, 'easycome');
    const won = /You win/.test(await page.textContent('.result'));
    await page.click('[data-do=replay]');
    await page.waitForSelector('.replay');
    for (const key of ['End', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) await page.keyboard.press(key);
    await page.click('[data-do=play-on]');
    await page.click('[data-do=play-on-yes]');
    await page.waitForSelector('.bar.mine, .result');
    await playOut(page, 'easycome'); // practice games do not count
    await playNow(page, server, 'debacle');
    await page.waitForSelector('.bar.mine');
    await makeMoves(page, 'debacle', 1);
    await page.click('#tab-more');
    await page.click('[data-do=quit]');
    await page.click('[data-do=quit-yes]');
    const counts = async (one) => {
      if (!(await one.locator('.stats').count())) await one.click('[data-do=statistics]');
      await untilInPage(one, 'the counts of two games', () => document.querySelectorAll('.stats-table').length === 2);
      return one.locator('.stats-table tbody tr').evaluateAll((all) => all.map((row) => `${row.dataset.rivals} ${[...row.querySelectorAll('td')].map((cell) => cell.textContent)}`));
    };
    const rows = ['bot:normal 1,0,0,0,1', `bot:normal 1,${won ? '1,0,0' : '0,0,1'},0`];
    expect((await counts(page)).join(' | ') === rows.join(' | '), `the counts: ${await counts(page)}`);
    expect(/Only a server can keep a name/.test(await page.textContent('main')), 'names need a server');
    const found = [...(await overflow(page)), ...(await axe(page))];
    expect(found.length === 0, `it fits and is well made: ${found}`);
    await page.setViewportSize({ width: 360, height: 640 });
    const wide = await page.locator('.stats :is(p, li, td, th, button)').evaluateAll((all) => all.filter((e) => e.getBoundingClientRect().right > innerWidth).map((e) => e.textContent));
    expect(wide.length === 0, `it fits a phone: ${wide}`);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.keyboard.press('Escape');
    await page.click('[data-do=settings]');
    const coming = page.waitForEvent('download');
    await page.click('[data-do=export]');
    const path = await (await coming).path(), other = await person(browser, server);
    await page.keyboard.press('Escape');
    await page.click('[data-do=stats-delete]');
    await page.click('[data-do=stats-delete-yes]');
    await untilInPage(page, 'no counts', () => !document.querySelector('.stats'));
    await page.goto(server.url);
    await page.waitForSelector('.tables .table-row'); // the imported games do not count twice
    expect((await page.locator('[data-do=statistics]').count()) === 0, 'deleted for good');
    await other.goto(server.url);
    await other.waitForSelector('[data-do=play-easycome]');
    await other.click('[data-do=settings]');
    const file = JSON.parse(readFileSync(path, 'utf8'));
    file.results.push({ ...file.results[0], table: '0aaaaaaaaaaaaaaa', seat: 9 }, { table: '<b>' }, null);
    await other.locator('[data-do=import-file]').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(file)) });
    await untilInPage(other, 'the statistics', () => document.querySelector('[data-do=statistics]'));
    await other.keyboard.press('Escape');
    expect((await counts(other)).join(' | ') === rows.join(' | '), 'another browser imported the valid rows of the file only');
    await close(other);
    await close(page);
  },

  // A link contains a whole finished game. Another person replays it, analyses it, verifies its dice and continues from it. The server
  // receives nothing of it.
  async link({ browser, server }) {
    const page = await person(browser, server);
    await playNow(page, server, 'easycome');
    await playOut(page, 'easycome');
    const link = await sharedLink(page);
    expect(link.startsWith(`${server.url}#game=`) && link.length < 30000, `its link: ${link.slice(0, 60)}, ${link.length} characters`);
    await page.click('[data-do=replay]');
    await page.waitForSelector('.replay');
    const steps = await stepsOf(page), other = await person(browser, server, { name: 'Bruno', lang: 'fr' });
    await other.goto(link);
    await other.waitForSelector('.curve-chart');
    const address = other.url();
    expect(/[?]\/t\/0\w{15}#replay$/.test(address), `a table of that browser: ${address}`);
    expect((await stepsOf(other)) === steps, 'the same steps');
    expect((await sharedLink(other)) === link, 'the same link again');
    await other.reload();
    await other.waitForSelector('.replay');
    await other.keyboard.press('ArrowRight');
    await other.click('[data-do=play-on]');
    await other.click('[data-do=play-on-yes]');
    await other.waitForSelector('.bar.mine');
    await other.click('[data-do=back]');
    await other.waitForSelector('.replay');
    expect(other.url().startsWith(address), 'the way back');
    await other.click('[data-do=close-replay]');
    await other.click('[data-do=over-more]');
    await other.click('dialog a[href*="/check"]');
    await other.waitForSelector('[data-verdict=not-proved]');
    await close(other);
    await close(page);
    expect(server.asked.every((path) => !path.includes('game=')), 'no server received it');
  },

  // The browser keeps the last twenty games opened from links and files, and all games that were continued.
  async manyLinks({ browser, server, program }) {
    const folder = mkdtempSync(join(tmpdir(), 'cornet-links-')), record = join(folder, 'game.cornet');
    spawnSync(program, ['play', 'easycome', '--seat', 'bot:easy', '--seat', 'bot:random', '--seed', '3', '--fast', '--save', record], { input: '' });
    const text = readFileSync(record, 'utf8'), other = await person(browser, server, { name: 'Bruno' });
    rmSync(folder, { recursive: true });
    const open = (n) => other.evaluate(async (lines) => {
      const { openRecord } = await import(new URL('core/place.js', document.querySelector('script[type=module]').src));
      return JSON.parse((await openRecord(lines, 'en')).text).table;
    }, `${text}# ${n}\n`);
    const keptTables = () => other.evaluate(async () => {
      const { allEvents } = await import(new URL('offline/store.js', document.querySelector('script[type=module]').src));
      return [...new Set((await allEvents()).map(({ table }) => table))];
    });
    await other.goto(server.url);
    await other.waitForSelector('[data-do=play-easycome]');
    const first = await open(0), second = await open(1), third = await open(2);
    await other.goto(`${server.url}?/t/${first}#replay=1`);
    await other.click('[data-do=play-on]');
    await other.click('[data-do=play-on-yes]');
    await other.waitForSelector('.bar.mine');
    for (let n = 3; n < 22; n++) await open(n);
    expect((await open(1)) === second, 'the same record is the same table');
    await open(22);
    const tables = await keptTables(), own = tables.filter((id) => ![first, second, third].includes(id)).length;
    expect(tables.includes(first) && tables.includes(second) && !tables.includes(third) && own === 20, `what is kept: ${tables.length} tables, ${[first, second, third].map((id) => tables.includes(id))}`);
    await other.goto(`${server.url}?/t/${third}#replay`);
    await other.reload(); // the page itself remembers nothing of them either
    await other.waitForSelector('.empty h1');
    await other.goto(`${server.url}?/t/${second}#replay`);
    await other.waitForSelector('.replay');
    await close(other);
  },

  // On the page of a server, which has the same files, such a link can be shared and opened too.
  async linkOfServer({ browser, program }) {
    const folder = mkdtempSync(join(tmpdir(), 'cornet-site-'));
    cpSync(new URL('../../build/site/', import.meta.url), folder, { recursive: true });
    const files = join(folder, 'offline/files.js');
    writeFileSync(files, readFileSync(files, 'utf8').replace('alone: true', 'alone: false'));
    writeFileSync(join(folder, 'index.html'), readFileSync(new URL('../../web/index.html', import.meta.url)));
    const real = new Server(program);
    process.env.CORNET_WEB = folder;
    const started = real.start();
    delete process.env.CORNET_WEB; // only this server uses it
    await started;
    const page = await person(browser, real);
    await newTable(page, real, 'debacle', { seats: { 2: 'bot:greedy' }, options: { target: '1', setup: NEAR_THE_END } });
    await playOut(page, 'debacle');
    await page.evaluate(() => (navigator.share = async (what) => (window.shared = what.url)));
    await page.click('[data-do=share]');
    await untilInPage(page, 'a link', () => window.shared);
    expect(/\/t\/[a-z2-7]{16}#replay$/.test(await page.evaluate(() => window.shared)), 'its ordinary link');
    await page.click('[data-do=over-more]');
    await page.evaluate(() => (window.shared = null));
    await page.click('[data-do=share-record]');
    await untilInPage(page, 'a link', () => window.shared);
    const link = await page.evaluate(() => window.shared);
    expect(link.startsWith(`${real.url}#game=`), `its own link: ${link.slice(0, 60)}`);
    await page.keyboard.press('Escape');
    await page.click('[data-do=replay]');
    await page.waitForSelector('.replay');
    await openElsewhere({ browser, server: real }, link, await stepsOf(page));
    await close(page);
    await real.end();
    rmSync(folder, { recursive: true });
  },

  // Links are not trusted: every broken link shows one sentence.
  async brokenLink({ browser, server }) {
    const page = await person(browser, server);
    const pack = (text) => page.evaluate(async (words) => {
      const stream = new Blob([words]).stream().pipeThrough(new CompressionStream('deflate-raw'));
      const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
      return btoa(Array.from(bytes, (b) => String.fromCharCode(b)).join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
    }, text);
    await page.goto(server.url);
    const record = 'cornet 1\ngame easycome\nplayers 2\n---\n';
    for (const [data, says] of [
      ['', 'broken'], ['%%%', 'broken'], ['AAAA', 'broken'], [(await pack(record)).slice(0, 12), 'broken'],
      [await pack('x'.repeat(9 << 20)), 'too long'], [await pack('hello'), 'line 1'], [await pack(record), 'not over'], [await pack(`${record}1 fly\n`), 'line 5'],
      [await pack(record.replace('easycome', 'constructor')), 'line 2'],
    ]) {
      await page.goto(`${server.url}?/check`);
      await page.goto(`${server.url}#game=${data}`);
      await page.waitForSelector('.empty h1');
      expect((await page.textContent('.empty p')).includes(says), `${says}: ${await page.textContent('.empty p')}`);
    }
    await close(page);
  },

  // A game is saved as a file, chosen by keyboard and dropped. A game that is too long for a link becomes a file.
  async file({ browser, server }) {
    const page = await person(browser, server);
    await playNow(page, server, 'easycome');
    await playOut(page, 'easycome');
    await page.click('[data-do=over-more]');
    const saving = page.waitForEvent('download');
    await page.click('[data-do=save-record]');
    const path = await (await saving).path(), text = readFileSync(path, 'utf8');
    const noise = Array.from({ length: 3000 }, () => `# ${Math.random().toString(36).slice(2)}\n`).join('');
    const other = await person(browser, server, { name: 'Bruno' });
    await other.goto(server.url);
    await other.waitForSelector('[data-do=open-file]');
    const choosing = other.waitForEvent('filechooser');
    await other.locator('[data-do=open-file]').press('Enter');
    await (await choosing).setFiles({ name: 'x.cornet', mimeType: 'text/plain', buffer: Buffer.from('hello') });
    await says(other, 'line 1');
    await other.evaluate((record) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([record], 'game.cornet'));
      document.querySelector('main').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
    }, text + noise);
    await other.waitForSelector('.replay');
    await other.click('[data-do=close-replay]');
    const long = other.waitForEvent('download');
    await other.click('[data-do=share]');
    expect((await long).suggestedFilename().endsWith('.cornet'), 'too long for a link: a file');
    const markup = '<img src=x onerror=alert(1)>';
    other.on('dialog', () => other.problems.push('markup of a record is run'));
    await other.goto(server.url);
    await other.waitForSelector('[data-do=file]', { state: 'attached' });
    await other.locator('[data-do=file]').setInputFiles({ name: 'x.cornet', mimeType: 'text/plain', buffer: Buffer.from(`${text.replace(/^seat 1 .*$/m, `seat 1 ${markup}`)}# ${markup}\n`) });
    await other.waitForSelector('.replay');
    await other.click('[data-do=close-replay]');
    expect((await other.textContent('.seats, .felt')).includes(markup) && (await other.locator('img[src=x]').count()) === 0, 'names and comments are texts');
    await close(other);
    await close(page);
  },

  async home({ browser, server }) {
    const page = await person(browser, server, { lang: 'fr' });
    await page.goto(server.url);
    await page.waitForSelector('[data-do=play-easycome]');
    expect(/sans serveur|pas de serveur/.test(await page.textContent('main')), 'it says that there is no server');
    expect((await page.locator('[data-do^=invite]').count()) === 0, 'nobody can be invited');
    expect(/Lancez/.test(await page.textContent('.games')), 'the games, in French');
    await fromMenu(page, 'easycome', 'rules');
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
  // If a file cannot be fetched, the page shows a notice and does not hang. When the file is available, the game starts.
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
  // The challenges of the day without a server: a position is solved, words are judged, and a game has the dice of the day.
  async challenges({ browser, server, program }) {
    const page = await person(browser, server);
    const open = async (path) => {
      await page.goto(`${server.url}?/daily/${path}`);
      await page.waitForSelector('.daily .bar');
    };
    await open('debacle/2026-11-02');
    for (const [from, to] of [['a3', 'b3'], ['b3', 'c3']]) {
      for (const square of [from, to]) {
        for (const letter of square) await page.keyboard.press(letter);
        await page.keyboard.press('Enter');
      }
      await page.waitForSelector('[data-do=day-restart], .result-box');
    }
    await page.waitForSelector('.result-box');
    expect(await page.locator('.stars i.won').count() === 3, 'found at the first attempt');
    await open('themots/2026-11-20');
    await page.click('[data-do=day-throw]');
    await page.fill('#day-word', 'grive');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.day-word');
    expect(/grive \+2/.test(await page.textContent('.day-word')), 'a word is judged');
    await open('easycome/2026-11-20');
    const commit = (await page.textContent('.commit')).match(/[0-9a-f]{64}/)[0];
    const { stdout } = spawnSync(program, ['daily', '--date', '2026-11-20', '--commitments', '1'], { encoding: 'utf8' });
    expect(stdout.includes(commit), `the same commitment as the program's: ${commit}`);
    await page.click('[data-do=day-play]');
    await page.waitForSelector('.bar.mine, [data-do=throw]');
    expect(!(await page.locator('.notice.bad').count()), 'no complaint about the dice');
    await close(page);
  },
  cutEasycome: (place) => cutOff(place, 'easycome'),
  cutWazabi: (place) => cutOff(place, 'wazabi'),
  cutDebacle: (place) => cutOff(place, 'debacle'),
  cutThemots: (place) => cutOff(place, 'themots'),
  easycome: (place) => playGame(place, 'easycome'),
  wazabi: (place) => playGame(place, 'wazabi'),
  debacle: (place) => playGame(place, 'debacle'),
  themots: (place) => playGame(place, 'themots'),
  ...practiseTests,
  ...phone,
};

// The tests of `make test`: a game through an update, without a network, to its analysis and export; the import in another browser; updates
// that fail; the page «Practise» in French on a phone, and from the accessibility tree. `make test-deep` runs all tests.
const DAILY = ['cutEasycome', 'everything', 'halfUpdate', 'challenges', 'practise', 'practiseListen'];

habits.serviceWorkers = 'allow';
const browser = await openBrowserOrSkip();
const server = new FileServer(), quick = new FileServer(SPEED);
await Promise.all([server.start(), quick.start()]);
const [program, ...names] = process.argv.slice(2);
const wanted = Object.entries(tests).filter(([name]) => (names.length ? names : process.env.CORNET_DEEP ? Object.keys(tests) : DAILY).includes(name));
let failed = 0;

async function worker() {
  while (wanted.length) {
    const [name, test] = wanted.shift(), place = { browser, server: /themots/i.test(name) ? quick : server, program };
    if (!(await runTest(`${name} in the browser`, () => test(place)))) failed++;
  }
}

await Promise.all(Array.from({ length: WORKERS }, worker));
await browser.close();
const strange = [server, quick].flatMap(({ asked, path: root }) => asked.filter((path) => !path.startsWith(root)));
server.stop();
quick.stop();
sayDurations();
if (strange.length) console.log(`FAIL asked for elsewhere: ${strange.join(' ')}`);
process.exit(failed || strange.length ? 1 : 0);
