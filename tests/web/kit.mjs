// Shared by the browser tests: a server, Chromium, pages that fail a test after a console error or a request to another host, and players
// that use a page as a person would.
import { AsyncLocalStorage } from 'node:async_hooks';
import { spawn } from 'node:child_process';
import { setDefaultResultOrder } from 'node:dns';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePorts } from '../cluster/processes.mjs';

// Ends this process: the test cannot run on this machine.
function skip(reason) {
  console.log(`SKIP ${reason}`);
  process.exit(77);
}

// The npm packages that tools/setup.sh has installed.
const modules = createRequire(new URL('../../build/npm/x.js', import.meta.url));
function installed(find, name) {
  try {
    return find(name);
  } catch {
    return skip(`${name} is not in build/npm: npm could not install it`);
  }
}
const { chromium } = installed(modules, 'playwright-core');
const axePath = installed(modules.resolve, 'axe-core/axe.min.js');

setDefaultResultOrder('ipv4first'); // the server is at 127.0.0.1, and Node 18 tries only one address of localhost

// `make test` runs `few`, CORNET_DEEP=1 (`make test-deep`) runs `all`; run.mjs explains the choice.
export const DEEP = Boolean(process.env.CORNET_DEEP);
export const daily = (few, all) => (DEEP ? all : few);

export const PATIENCE = 60000; // milliseconds, limit of every wait: only a page that hangs takes that long
const HURRY = 3000; // milliseconds for a click on something that may be gone; doubled after each failure

// The result of `work`, or an error that names it after PATIENCE.
export async function within(what, work) {
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error(`waited ${PATIENCE / 1000} s for ${what}`)), PATIENCE)));
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

// Waits until `holds` is true of something outside a page.
export async function until(what, holds) {
  const end = Date.now() + PATIENCE;
  while (!holds()) {
    if (Date.now() > end) throw new Error(`waited ${PATIENCE / 1000} s for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

// ---- the server ----

export class Server {
  constructor(program, grace = 2, more = []) {
    this.program = program;
    this.grace = grace; // seconds that an absent person has before a bot plays
    this.more = more;
    this.folder = mkdtempSync(join(tmpdir(), 'cornet-web-'));
  }

  // A test may restart the server at the same port, so the kernel must not assign that port meanwhile.
  async start() {
    this.port ??= (await freePorts(1))[0];
    // `gone` ends before it answers
    const options = ['serve', '--port', String(this.port), '--store', join(this.folder, 'store'), '--newtables', '1000000', '--loop-share', '0', '--messages', '0', '--pause', '800', '--grace', String(this.grace), '--bot', 'gone=true', ...this.more]; // all pages have one address: it has no limits
    if (process.env.CORNET_WEB) options.push('--web', process.env.CORNET_WEB); // for work on the client
    this.process = spawn(this.program, options, { env: { ...process.env, LC_ALL: 'C' } });
    let said = '';
    this.process.stderr.on('data', (data) => process.stderr.write(data));
    await within('the address of the server', new Promise((resolve, reject) => {
      this.process.on('error', reject);
      this.process.on('exit', (code) => reject(new Error(`the server ended with ${code}`)));
      this.process.stdout.on('data', (data) => {
        said += data;
        if (/http:\/\/localhost:\d+\//.test(said)) resolve();
      });
    }));
    this.url = `http://localhost:${this.port}/`;
  }

  async stop(signal = 'SIGTERM') {
    this.process.removeAllListeners('exit');
    const gone = new Promise((resolve) => this.process.on('exit', resolve));
    this.process.kill(signal);
    await within('the end of the server', gone);
  }

  // A server beside this one, whose tables have version 2 of the fair dice.
  two() {
    this.beside ??= (async () => {
      const server = new Server(this.program, this.grace, ['--fair-key', 'none']);
      await server.start();
      return server;
    })();
    return this.beside;
  }

  // A server beside this one for tests of accounts: an address may make ten names per hour.
  accounts() {
    this.named ??= (async () => {
      const server = new Server(this.program, this.grace);
      await server.start();
      return server;
    })();
    return this.named;
  }

  async end() {
    await (await this.named)?.end();
    await (await this.beside)?.end();
    await this.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async json(path) {
    return (await fetch(new URL(path, this.url))).json();
  }
}

// ---- the browser ----

// Headless Chromium: the same engine for half the CPU time. CHROMIUM names another program.
export async function openBrowser(more = []) {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell', args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu', ...more], timeout: PATIENCE });
}

// A browser that has shown an empty page; `more` are further options. If Chromium cannot do that, the tests are skipped. Only this function
// decides it, so call it before anything of Cornet runs.
export async function openBrowserOrSkip(more = []) {
  try {
    const browser = await openBrowser(more);
    const page = await within('a page of Chromium', browser.newPage());
    await within('JavaScript in Chromium', page.evaluate(() => 1 + 1));
    await page.close();
    return browser;
  } catch (error) {
    const lines = error.message.split('\n').map((line) => line.trim());
    const why = lines.find((line) => /error while loading|not permitted|namespace|No usable sandbox/i.test(line)) ?? lines[0];
    skip(`Chromium does not start: ${why}`);
  }
}

// For the tests of motion. Without a graphics card, drawing it takes a quarter of a test's time.
export const MOTION = { reducedMotion: 'no-preference' };

const LOOKS_EVERY = 50; // milliseconds; at every frame, Playwright's default, the page would draw all the time

// Playwright takes the promise of an async function for true, so such a wait is a loop of its own in the page.
async function awaitPromised(page, holds, argument, timeout = PATIENCE) {
  const loop = `(async () => {
    const holds = ${holds}, end = Date.now() + ${timeout};
    while (Date.now() < end) {
      if (await holds(${JSON.stringify(argument) ?? ''})) return true;
      await new Promise((resolve) => setTimeout(resolve, ${2 * LOOKS_EVERY}));
    }
  })()`;
  if (!(await page.evaluate(loop))) throw new Error(`Timeout ${timeout} ms exceeded.`);
}

// Playwright's own error does not show the function.
function sayWhatIsAwaited(page) {
  const wait = page.waitForFunction.bind(page), isPromised = (holds) => holds.constructor.name === 'AsyncFunction';
  page.waitForFunction = async (holds, argument, options) => {
    try {
      if (isPromised(holds)) return await awaitPromised(page, holds, argument, options?.timeout);
      return await wait(holds, argument, { polling: LOOKS_EVERY, ...options });
    } catch (error) {
      error.message += `\nwaited for ${holds} with ${JSON.stringify(argument)}`;
      throw error;
    }
  };
}

const running = new AsyncLocalStorage(); // the pages of the running test

// The contents of a page, for the report of a failed test.
async function pageWords(page) {
  const text = (selector) => page.locator(selector).allInnerTexts().then((all) => all.map((each) => each.replace(/\s+/g, ' ').trim()));
  const [bar, banner, notice, ticker, log] = await within('the words of a page', Promise.all(['.bar', '.banner', '.notice', '.ticker', '.log li'].map(text)));
  return `${page.url()}\n  bar: ${bar}\n  banner: ${banner}; notice: ${notice}; ticker: ${ticker}\n  log: ${log.slice(0, 8).join(' | ')}${page.problems.map((each) => `\n  ${each}`).join('')}`;
}

// tests/offline/ tests the service worker. Elsewhere it is blocked, because it would fetch every file for each person.
export const habits = { serviceWorkers: 'block' };

// Pages of finished tests for reuse: opening a page takes a third of a second of CPU time. Their storage is empty, and no test has changed
// them.
const idle = [];

// Runs in a page of the server: clears the storage except for these settings.
async function settle([name, language, pace, notation]) {
  localStorage.clear();
  sessionStorage.clear();
  for (const base of await indexedDB.databases()) {
    await new Promise((done) => Object.assign(indexedDB.deleteDatabase(base.name), { onsuccess: done, onerror: done }));
  }
  for (const [key, value] of Object.entries({ name, language, pace, notation })) localStorage.setItem(`cornet.set.${key}`, JSON.stringify(value));
}

async function idlePage(browser, server, settings, viewport) {
  const at = idle.findIndex((page) => page.home === server.url && page.context().browser() === browser);
  if (at < 0) return null;
  const [page] = idle.splice(at, 1);
  await page.context().clearCookies();
  await page.evaluate(settle, settings);
  await page.setViewportSize(viewport);
  return page;
}

async function newPage(browser, server, settings, options) {
  const context = await browser.newContext(options);
  await context.addInitScript(([n, l, p, code]) => {
    if (localStorage.getItem('cornet.set.name')) return; // not again after a reload
    localStorage.setItem('cornet.set.name', JSON.stringify(n));
    localStorage.setItem('cornet.set.language', JSON.stringify(l));
    localStorage.setItem('cornet.set.pace', JSON.stringify(p));
    localStorage.setItem('cornet.set.notation', JSON.stringify(code));
  }, settings);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  sayWhatIsAwaited(page);
  page.on('console', (m) => m.type() === 'error' && !page.mayFail && page.problems.push(`console: ${m.text()}`));
  page.on('pageerror', (error) => page.problems.push(`page: ${error.message}`));
  const { hostname: own, host } = new URL(server.url);
  page.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url());
    if (protocol !== 'data:' && hostname !== own) page.problems.push(`another host: ${request.url()}`);
  });
  page.on('websocket', (socket) => {
    if (new URL(socket.url()).host !== host) page.problems.push(`another host: ${socket.url()}`);
    socket.on('framereceived', ({ payload }) => page.frames2.push(String(payload)));
  });
  return page;
}

// After a call of one of these, the page is not reused.
function noteChanges(page) {
  for (const name of ['addInitScript', 'route', 'routeWebSocket', 'emulateMedia', 'on']) {
    const change = page[name].bind(page);
    page[name] = (...all) => ((page.plain = false), change(...all));
  }
}

// A person's own browser, with its own storage. `problems` collects errors.
export async function person(browser, server, { name = 'Anne', lang = 'en', pace = 'none', notation = false, viewport = { width: 1280, height: 800 }, ...rest } = {}) {
  const settings = [name, lang, pace, notation], plain = habits.serviceWorkers === 'block' && Object.keys(rest).length === 0;
  let page = plain ? await idlePage(browser, server, settings, viewport) : null;
  if (!page) {
    page = await newPage(browser, server, settings, { viewport, locale: 'en-GB', reducedMotion: 'reduce', serviceWorkers: habits.serviceWorkers, ...rest });
    noteChanges(page);
  }
  Object.assign(page, { plain, home: server.url, hurry: HURRY, problems: [], frames2: [], mayFail: false, chosen: -1, faces: 0 });
  running.getStore()?.push(page);
  return page;
}

// Runs in a page from its start: records every announced sentence, and the pitch of every sound; noise has none. `rests` counts how often
// the sound device was suspended.
export function listen() {
  window.said = [];
  window.pitches = [];
  addEventListener('DOMContentLoaded', () => {
    for (const region of document.querySelectorAll('#urgent, #polite')) {
      new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach((node) => window.said.push(node.textContent)))).observe(region, { childList: true });
    }
  });
  window.rests = 0;
  const set = AudioParam.prototype.setValueAtTime, start = AudioBufferSourceNode.prototype.start, { suspend } = AudioContext.prototype;
  AudioContext.prototype.suspend = function () {
    window.rests++;
    return suspend.call(this);
  };
  AudioParam.prototype.setValueAtTime = function (value, at) {
    window.pitches.push(value);
    return set.call(this, value, at);
  };
  AudioBufferSourceNode.prototype.start = function (...all) {
    window.pitches.push('knock');
    return start.apply(this, all);
  };
}

export async function close(page) {
  const { problems, plain } = page, own = running.getStore() ?? [];
  if (plain && !problems.length) {
    own.splice(own.indexOf(page), 1);
    page.mayFail = true;
    await page.goto(`${page.home}icon.svg`); // where no code of the client runs
    idle.push(page);
    return;
  }
  await page.context().close();
  if (problems.length) throw new Error(problems.join('\n'));
}

const durations = []; // of passed tests: [seconds, name]

// CPU seconds so far of this process and its descendants, including ended ones.
function cpuSeconds() {
  const children = {}, used = {};
  for (const pid of readdirSync('/proc').filter((each) => /^\d+$/.test(each))) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ');
      (children[fields[1]] ??= []).push(pid);
      used[pid] = fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / 100;
    } catch {
      // the process has ended
    }
  }
  const sum = (pid) => (used[pid] ?? 0) + (children[pid] ?? []).reduce((all, child) => all + sum(child), 0);
  return sum(process.pid);
}

// CORNET_CPU=1 runs one test after another, each with its CPU time, which could not be separated for tests that run together.
export const WORKERS = process.env.CORNET_CPU ? 1 : 2;

// Runs a test and prints its result. After a failure it prints the contents of the test's pages, and closes them.
export async function runTest(name, test) {
  const began = Date.now(), used = WORKERS === 1 ? cpuSeconds() : 0, pages = [];
  try {
    await running.run(pages, test);
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    console.log(`ok   ${name} (${seconds} s${WORKERS === 1 ? `, ${(cpuSeconds() - used).toFixed(1)} s of CPU` : ''})`);
    durations.push([Number(seconds), name]);
    return true;
  } catch (error) {
    console.log(`FAIL ${name}: ${error.stack}`);
  }
  for (const page of pages.filter((each) => !each.isClosed())) {
    console.log(await pageWords(page).catch((error) => `${page.url()}: ${error.message}`));
    await page.context().close().catch(() => {});
  }
  return false;
}

// Prints the longest tests.
export function sayDurations() {
  const longest = durations.sort(([a], [b]) => b - a).slice(0, 10);
  console.log(`Longest: ${longest.map(([seconds, name]) => `${name} ${seconds}`).join(', ')}`);
}

export function expect(holds, what) {
  if (!holds) throw new Error(`expected: ${what}`);
}

// ---- players ----

const visible = (page, selector) => page.locator(selector).first().isVisible();

async function click(page, selector) {
  await page.locator(selector).first().click({ timeout: page.hurry });
}

// An index below `count`, another one at each call: always taking the first choice could repeat moves forever.
const inTurn = (page, count) => (page.chosen = (page.chosen ?? -1) + 1) % count;

// Each makes one move with the mouse. Returns false if there was nothing to do.
const MOVES = {
  async easycome(page) {
    if (await visible(page, '.ec-prize.takeable')) return click(page, '.ec-prize.takeable');
    if (await visible(page, '.ec-die.free')) {
      const dice = page.locator('.ec-die.free');
      if ((await page.locator('.ec-die.held').count()) === 0) await dice.last().click({ timeout: page.hurry });
      return click(page, '.bar-buttons [data-line*=" keep "]:not([disabled])');
    }
    return click(page, '.bar-buttons [data-line$=" stop"]');
  },
  async wazabi(page) {
    if (await visible(page, '.wz-person.aim')) return click(page, '.wz-person.aim');
    if (await visible(page, '.bar-buttons button[disabled]')) { // a number of cards to keep
      const before = await page.locator('.wz-card.on').count();
      return page.locator('.wz-hand button:not(.on, .dim)').first().click({ timeout: page.hurry }).then(() => before);
    }
    if (await visible(page, '.bar-buttons .primary')) return click(page, '.bar-buttons .primary');
    if (await visible(page, '.wz-hand button:not(.on, .dim)')) return click(page, '.wz-hand button:not(.on, .dim)');
    return click(page, '.bar-buttons button');
  },
  async debacle(page) {
    if (await visible(page, '.bar-buttons [data-line*="@"]')) return click(page, '.bar-buttons [data-line*="@"]');
    const capture = page.locator('.db-square[data-can=x]');
    if (await capture.count()) return capture.first().click({ timeout: page.hurry, force: true });
    const roll = page.locator('.db-square[data-can="-"]');
    if (await roll.count()) return roll.nth(inTurn(page, await roll.count())).click({ timeout: page.hurry, force: true });
    const mine = page.locator('.db-square[data-can=pick]');
    if (await mine.count()) return mine.nth(inTurn(page, await mine.count())).click({ timeout: page.hurry, force: true });
    return click(page, '.bar-buttons [data-line$=" end"]');
  },
  async themots(page) {
    if (await visible(page, '.bar-buttons [data-line$=" pass"]')) return click(page, '.bar-buttons [data-line$=" pass"]');
    return page.waitForTimeout(200).then(() => false);
  },
};

export const move = (page, game) => (MOVES[game] ?? ((p) => click(p, '.bar-buttons button:not([disabled])')))(page);

// Whether the move was made. The offered choice may be gone: a bot was faster, or the turn has ended.
export async function attempt(page, move) {
  try {
    const done = (await move(page)) !== false;
    page.hurry = HURRY;
    return done;
  } catch (error) {
    if (page.hurry >= PATIENCE) throw error;
    page.hurry = Math.min(2 * page.hurry, PATIENCE);
    return false;
  }
}

// Plays until the game is over.
export async function playOut(page, game, limit = 800) {
  for (let made = 0; made < limit;) {
    await page.waitForSelector('.bar.mine, .result, .game-themots .bar');
    if (await visible(page, '.result')) return;
    made += await attempt(page, (p) => move(p, game));
  }
  throw new Error(`${game} did not end in ${limit} moves`);
}

export async function makeMoves(page, game, count) {
  for (let made = 0; made < count;) {
    await page.waitForSelector('.bar.mine, .result');
    if (await visible(page, '.result')) return;
    made += await attempt(page, (p) => move(p, game));
  }
}

// ---- lessons ----

// Plays a tutorial from start to end, or `most` steps of it, as instructed; `each` is called at every step.
export async function playLesson(browser, server, game, { each = () => {}, most = Infinity, ...more } = {}) {
  const page = await person(browser, server, more);
  const { steps } = await server.json(`/api/lessons/${game}`);
  await page.goto(`${server.url}play/${game}`);
  await page.waitForSelector('.lesson');
  const moves = steps.map((step) => step.line).filter((line) => line?.startsWith('1 '));
  for (let i = 0; i < 200 && !(await page.locator('[data-do=real]').count()); i++) {
    await each(page, i);
    if (i === most) return close(page);
    if (await asksForMove(page)) await lessonMove(page, moves.shift());
  }
  await each(page, 200);
  expect(moves.length === 0, `${game}: every move was made, ${moves.length} left`);
  expect(await page.locator('[data-do=real]').isVisible(), `${game}: the lesson ends`);
  await close(page);
}

// Presses Continue, if it is there, in one step with finding it: it disappears when the others' lines have been shown. Otherwise: whether
// the tutorial asks for a move. Only a move ends that state, so the answer stays true; at the end, and while lines are shown, it is false.
const asksForMove = (page) => page.evaluate(async () => {
  const button = document.querySelector('[data-do=next]');
  button?.click();
  await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
  return !button && document.querySelector('.bar.mine') !== null;
});

// Makes the move that the tutorial asks for, with the mouse or by typing.
async function lessonMove(page, line) {
  const [, verb, what, aim] = line.split(' ');
  if (verb === 'keep' && /^\d+$/.test(what)) {
    for (const digit of what) await page.locator(`.ec-die.free:not(.held)[data-die="${digit}"]`).first().click();
  } else if (verb === 'keep') {
    for (const card of line.split(' ').slice(2)) await page.locator(`[data-card=${card}]:not(.on)`).first().click();
  } else if (verb === 'play' && !(await page.locator('.wz-card.on').count())) {
    await page.locator(`[data-card=${what}]`).first().click();
    if (aim === undefined || !/\d/.test(aim)) await page.waitForSelector('.bar-buttons .primary');
  } else if (verb === 'say') {
    await page.fill('.tm-form input', line.split(' ').slice(2).join(' '));
    await page.keyboard.press('Enter');
    return;
  } else if (/^[a-f]\d/.test(verb)) {
    const from = verb.slice(0, 2);
    if ((await page.locator(`[data-square=${from}]`).getAttribute('aria-pressed')) !== 'true') await page.locator(`[data-square=${from}]`).click({ force: true });
    if (!verb.endsWith('~')) return void (await page.locator(`[data-square=${verb.slice(3)}]`).click({ force: true }));
  }
  await page.locator(`.bar-buttons [data-line="${line}"], .ec-prize[data-line="${line}"]`).first().click();
}

// ---- the way to a table ----

// Opens the home page. A page of Cornet follows a link there: loading it again takes half a second of CPU time.
export async function goHome(page, server) {
  const running = page.url().startsWith(server.url) && !page.url().endsWith('icon.svg');
  // a service worker provides its files only to a page that is loaded
  if (!running || habits.serviceWorkers === 'allow') return page.goto(server.url);
  return page.evaluate(async () => (await import(document.querySelector('script[type=module]').src.replace('app.js', 'core/frame.js'))).go('/'));
}

// From the home page to a game against bots.
export async function playNow(page, server, game) {
  await goHome(page, server);
  await page.click(`[data-do=play-${game}]`);
  await page.waitForSelector('.felt .board');
}

// Chooses from a game's menu on the home page: options, together, rules, whole, learn.
export async function fromMenu(page, game, what) {
  await page.click(`[data-do=menu-${game}]`);
  await page.click(`dialog [data-do=${what}-${game}]`);
}

// Sets an option of a new table: one of a list, a number, or free text.
async function setOption(field, value) {
  if (await field.locator('select').count()) return field.locator('select').selectOption(value);
  const radio = field.locator(`input[type=radio][value="${value}"]`);
  if (await radio.count()) return radio.check();
  if (await field.locator('input[type=radio]').count()) await field.locator('input[type=radio][value=""]').check();
  const input = field.locator('input:not([type=radio])');
  await input.fill(value);
  return input.blur();
}

// ---- games with known positions ----

// Easy Come Easy Go: seat 2 has three prizes, and this is seat 1's last chance to steal one. Stopping ends the game.
export const EASYCOME_END = { game: 'easycome', options: { first: '2' }, seats: ['me', 'bot:random'],
  lines: ['* roll 0025', '2 take 7', '* roll 1234', '1 stop', '* roll 0355', '2 take 13', '* roll 1234', '1 stop', '* roll 2222', '2 take carre', '* roll 0123', '1 stop', '* roll 0124'] };

// Wazabi: seat 1 has one die, and giving it away wins.
export const WAZABI_END = { game: 'wazabi', options: { dice: '1' }, seats: ['me', 'bot:random'],
  lines: [...Array(3).fill('* draw retire1'), ...Array(3).fill('* draw vole'), '* roll D', '* roll W', '* roll C', '* draw retire2', '2 pass', '* roll D'] };

// Thémots: the first good word takes the last token. “Bono” is good for this roll.
export const THEMOTS_END = { game: 'themots', options: { tokens: '1', time: '60' }, seats: ['me', 'bot:novice'], lines: ['* theme 1', '* roll BORVA vert'] };

const IMPORTED_FROM = `0${'a'.repeat(15)}`; // its source, named like a browser's own table

// Creates a table that continues after these lines, as when a player imports a game from the browser to the server.
export async function tableFrom(page, server, { lines = [], ...message }) {
  await goHome(page, server);
  await page.waitForSelector('.game-card h2');
  const wish = { name: 'Anne', players: message.seats.length, ...message, ...(lines.length && { from: { table: IMPORTED_FROM, lines: lines.length } }) };
  const { id, refused } = await page.evaluate(async ([wanted, imported]) => {
    const { createTable } = await import('/table/session.js');
    return createTable(wanted, imported).then((table) => ({ id: table }), (error) => ({ refused: error.text ?? String(error) }));
  }, [wish, lines.length ? lines : null]);
  expect(id, `a table for ${JSON.stringify(wish)}, not: ${refused}`);
  await page.evaluate(async (table) => {
    const [{ state: here }, { go }] = await Promise.all([import('/table/current.js'), import('/core/frame.js')]);
    go(`/t/${table}`);
    while (here.id !== table) await new Promise(requestAnimationFrame);
  }, id);
  await page.waitForSelector('.board > *');
  return id;
}

// Débâcle with four captures each: the next one ends the game.
export const NEAR_THE_END = '.....B/...C../...4../....../....../3..... r 2 0/0 ABDE 1256 0/0 - -';

// Options of the dialog for a new table, {name: value}.
export async function setOptions(dialog, options) {
  const folded = dialog.locator('.options summary');
  if (Object.keys(options).length) await dialog.locator('.options').waitFor({ state: 'attached' }); // the dialog is fetched first
  if (Object.keys(options).length && (await folded.count())) await folded.click();
  for (const [name, value] of Object.entries(options)) await setOption(dialog.locator(`.options [data-key="${name}"]`), value);
}

// Creates a table by the dialog; options are {name: value}, seats {number: value}.
export async function newTable(page, server, game, { players, options = {}, seats = {} } = {}) {
  await goHome(page, server);
  await page.waitForSelector('.game-card h2');
  if (await visible(page, `[data-do=invite-${game}]`)) await click(page, `[data-do=invite-${game}]`);
  else await fromMenu(page, game, 'menu-invite'); // a phone
  const dialog = page.locator('dialog');
  await dialog.locator('#new-table').waitFor(); // its script is fetched first
  if (players) await dialog.locator('[data-key=players] select').selectOption(String(players));
  for (const [number, value] of Object.entries(seats)) {
    const seat = dialog.locator(`[data-key=seat-${number}] select`);
    if (!(await seat.locator(`option[value="${value}"]`).count())) await seat.selectOption('more'); // a bot by its name
    await seat.selectOption(value);
  }
  await setOptions(dialog, options);
  await page.click('[data-do=create]');
  await page.waitForSelector('.felt');
}

// Elements that overflow the page to the right.
export async function overflow(page) {
  return page.evaluate(() => {
    const wide = document.documentElement.clientWidth;
    return [...document.querySelectorAll('#app *')].filter((e) => {
      const box = e.getBoundingClientRect();
      if (!box.width || box.right <= wide + 1) return false;
      for (let up = e.parentElement; up; up = up.parentElement) if (/auto|scroll|hidden/.test(getComputedStyle(up).overflowX)) return false;
      return !e.closest('.unseen, svg');
    }).map((e) => e.className.baseVal ?? e.className).slice(0, 5);
  });
}

// Serious findings of axe, as text; by all rules or these.
export async function axe(page, rules = null) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await import('node:fs').then((fs) => fs.readFileSync(axePath, 'utf8')));
  const { violations } = await page.evaluate((only) => window.axe.run(document, { resultTypes: ['violations'], ...(only && { runOnly: only }) }), rules);
  return violations.filter((v) => ['serious', 'critical'].includes(v.impact)).map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => `${n.target} ${n.any[0]?.message ?? ''}`).join(' | ')}`);
}
