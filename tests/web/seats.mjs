// Seats that change hands during a game, and games of two that end early: by resignation or an agreed draw.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Server, WAZABI_END, axe, close, expect, goHome, newTable, overflow, person, tableFrom, until } from './kit.mjs';

const tableOf = (page) => new URL(page.url()).pathname.slice('/t/'.length);
const here = (page, what) => page.evaluate(async (key) => (await import('/table/current.js')).state[key], what);
const seatOf = async (page) => (await here(page, 'table')).you;
const reads = (page, words) => page.waitForFunction((text) => document.body.textContent.includes(text), words);

// Waits until the page has this seat; 0: it watches.
const sits = (page, seat) => page.waitForFunction(async (wanted) => (await import('/table/current.js')).state.table?.you === wanted, seat);

// Waits until anybody may take the seat.
const isFree = (page, seat) =>
  page.waitForFunction(async (wanted) => (await import('/table/current.js')).state.table.seats[wanted - 1].free, seat);

async function joins(page, address) {
  await page.goto(address);
  await page.click('[data-do=join]');
}

async function openTab(page) {
  if (!(await page.locator('#tab-more').isVisible())) await page.click('[data-do=drawer]');
  await page.click('#tab-more');
}

// `cornet join` without a terminal, with its own data folder.
function terminal(server, folder, name, ...args) {
  const child = spawn(server.program, ['join', ...args, '--name', name, '--lang', 'en'], { env: { ...process.env, XDG_DATA_HOME: join(folder, name) } });
  const one = { child, text: '', gone: new Promise((resolve) => child.on('exit', resolve)) };
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (one.text += data));
  return Object.assign(one, {
    types: (line) => child.stdin.write(`${line}\n`),
    shows: (words) => until(`"${words}" in the terminal of ${name}`, () => one.text.includes(words)).catch((error) => {
      throw new Error(`${error.message}: ${one.text}`);
    }),
    ends: () => (child.kill(), one.gone),
  });
}

// Resigns in the Table tab and confirms.
async function resigns(page) {
  await openTab(page);
  await page.click('[data-do=resign]');
  await page.click('dialog [data-do=resign-yes]');
}

const shots = process.env.CORNET_SHOTS;
const shot = (page, name) => (shots ? page.screenshot({ path: `${shots}/${name}.png` }) : null);

// Three people: one is away and a bot stands in; a third person takes the seat with its hand. The first one reconnects, asks for the seat,
// and gets it back.
async function seatInBrowser({ browser, server }) {
  const [anne, bruno, carla] = await Promise.all(['Anne', 'Bruno', 'Carla'].map((name) => person(browser, server, { name })));
  const id = await tableFrom(anne, server, { ...WAZABI_END, seats: ['me', 'open'] }), address = `${server.url}t/${id}`; // Anne moves next
  await joins(bruno, address);
  await bruno.waitForSelector('.bar');
  await anne.waitForSelector('.bar.mine');
  await goHome(bruno, server);
  await carla.goto(address);
  await carla.waitForSelector('.board > *');
  const words = await anne.textContent('.banner .if-wide');
  expect(words === 'Bruno is away.', `the table waits for Anne, not for Bruno: ${words}`);
  await anne.click('.banner button');
  await carla.waitForFunction(() => document.querySelector('.felt').textContent.includes('stands in'));
  expect((await carla.locator('[data-take]').count()) === 0, 'no seat can be taken before the host allows it');
  await openTab(anne);
  await anne.check('[data-key=takeover] input');
  await isFree(carla, 2);
  await carla.waitForSelector('[data-take="2"]');
  expect((await here(carla, 'table')).state.hands[1] === null, 'a spectator sees no hand');
  await carla.setViewportSize({ width: 390, height: 844 });
  expect((await overflow(carla)).length === 0, 'the offer fits on a phone');
  expect((await axe(carla)).length === 0, 'and is accessible');
  await shot(carla, 'take-phone');
  await carla.setViewportSize({ width: 1280, height: 800 });
  await carla.click('[data-take="2"]');
  await sits(carla, 2);
  expect((await here(carla, 'table')).state.hands[1].vole === 3, 'with the seat comes its hand');
  expect((await here(carla, 'dice')) === null, 'nobody is accused');
  await anne.click('#tab-log');
  await reads(anne, 'Carla takes Bruno’s seat.');
  expect(!anne.frames2.some((frame) => /"why":"sync"/.test(frame)), 'without asking for the whole table again');

  await bruno.goto(address);
  await reads(bruno, 'While you were away, Carla took your seat.');
  expect((await seatOf(bruno)) === 0, 'the old secret has no seat');
  await shot(bruno, 'taken');
  await bruno.click('[data-do=back]');
  await reads(carla, 'Bruno is back and asks Carla for the seat.');
  await carla.click('.banner .primary');
  await sits(bruno, 2);
  await sits(carla, 0);
  expect((await here(bruno, 'dice')) === null, 'nor when the seat is one’s own again');
  await carla.reload();
  await sits(carla, 0);
  expect((await carla.locator('[data-do=back]').count()) === 0, 'who has returned a seat has no claim to it');

  await resigns(bruno);
  await anne.waitForFunction(() => document.querySelector('.why')?.textContent === 'Bruno resigns.');
  await bruno.waitForFunction(() => document.querySelector('.why')?.textContent === 'You resign.');
  const record = await anne.evaluate((table) => fetch(`/api/tables/${table}/record`).then((answer) => answer.text()), id);
  expect(/^cornet 2\n/.test(record) && /\n2 forfeits\n$/.test(record), 'the record says that seat 2 has resigned');
  expect(record.includes('\n# seat 2 passes from Bruno to Carla\n') && record.includes('\n# seat 2 passes from Carla to Bruno\n'), 'and who sat there');
  await Promise.all([anne, bruno, carla].map(close));
}

// The same in the terminal: a person takes the seat by its number, and the former player asks for it.
async function seatInTerminal({ browser, server }) {
  const folder = mkdtempSync(join(tmpdir(), 'cornet-seats-')), anne = await person(browser, server);
  const id = await tableFrom(anne, server, { ...WAZABI_END, seats: ['me', 'open'], takeover: true }), address = `${server.url}t/${id}`;
  const bruno = terminal(server, folder, 'Bruno', address);
  await anne.waitForSelector('.bar.mine');
  await bruno.ends();
  await anne.click('.banner button');
  await anne.waitForFunction(() => document.querySelector('.felt').textContent.includes('stands in'));
  await isFree(anne, 2);
  const carla = terminal(server, folder, 'Carla', address, '--seat', '2');
  await carla.shows('Fair dice: version 3');
  await carla.shows('At the table');
  expect(!carla.text.includes('Do not trust'), 'nobody is accused');
  const again = terminal(server, folder, 'Bruno', address);
  await again.shows('While you were away, somebody took your seat.');
  again.types('back');
  await carla.shows('Bruno asks Carla for the seat');
  carla.types('agree');
  await again.shows(`Table ${id}, seat 2`);
  again.types('resign');
  await anne.waitForFunction(() => document.querySelector('.why')?.textContent === 'Bruno resigns.');
  await again.shows('Bruno resigns');
  await Promise.all([again.ends(), carla.ends()]);
  rmSync(folder, { recursive: true });
  await close(anne);
}

// Cookies are blocked: the browser refuses every storage, as Chromium does. The page says so and plays on, and a reload keeps the seat, because
// the history entry has it.
async function blockedStorage({ browser, server, games }) {
  const page = await person(browser, server), game = games.includes('debacle') ? 'debacle' : games[0];
  await page.addInitScript(() => {
    const refuse = () => { throw new DOMException('', 'SecurityError'); };
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches']) Object.defineProperty(window, name, { get: refuse });
    LockManager.prototype.request = () => Promise.reject(new DOMException('', 'SecurityError'));
    addEventListener('DOMContentLoaded', () => new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach((node) => (window.heard = `${window.heard ?? ''} ${node.textContent}`)))).observe(document.querySelector('#urgent'), { childList: true }));
  });
  await page.goto(server.url);
  await tableFrom(page, server, { game, seats: ['me', `bot:${game === 'debacle' ? 'greedy' : 'random'}`] });
  await page.waitForFunction(() => window.heard?.includes('stores nothing'));
  await sits(page, 1);
  await page.waitForFunction((table) => JSON.stringify(history.state ?? {}).includes(table), tableOf(page)); // it is written twice a second at most
  await page.reload();
  await sits(page, 1);
  const said = await page.locator('[data-dice]').allTextContents(); // at most that nothing will be proved
  expect(said.every((words) => words.includes('stores nothing')), `nobody is accused: ${said}`);
  await close(page);
}

export const seats = {
  blockedStorage,
  // Both at once: the server keeps the seat of an absent person for 30 seconds.
  seatPassesOn: (all) => Promise.all([seatInBrowser(all), seatInTerminal(all)]),

  // A draw is offered, refused, offered again and accepted; the replay shows it.
  async drawByAgreement({ browser, server }) {
    const [anne, bruno] = await Promise.all(['Anne', 'Bruno'].map((name) => person(browser, server, { name })));
    await newTable(anne, server, 'debacle');
    await joins(bruno, `${server.url}t/${tableOf(anne)}`);
    await anne.waitForSelector('.bar.mine');
    await openTab(anne);
    await shot(anne, 'more');
    await anne.click('[data-do=draw]');
    await reads(bruno, 'Anne offers a draw.');
    expect(await anne.isDisabled('[data-do=draw]'), 'one offer at a time');
    await bruno.click('.banner button:not(.primary)');
    await reads(anne, 'Bruno declines the draw and continues.');
    await anne.click('[data-do=draw]:not([disabled])');
    await reads(anne, 'this was refused: propose it again after the next move');
    await openTab(bruno);
    await bruno.click('[data-do=draw]:not([disabled])');
    await anne.click('.banner .primary');
    await bruno.waitForFunction(() => document.querySelector('.why')?.textContent === 'Anne accepts the draw.');
    await anne.waitForSelector('[data-do=replay]');
    await reads(anne, 'A draw.');
    await shot(anne, 'drawn');
    await anne.click('[data-do=replay]');
    await anne.waitForSelector('.replay');
    await anne.keyboard.press('End');
    await anne.waitForFunction(() => /(Anne|You) accepts? the draw/.test(document.querySelector('.replay-words').textContent));
    await Promise.all([anne, bruno].map(close));
  },

  // The operator's announcement, and what a person sees who is kicked: no reconnection by itself. On a server of its own, since all people
  // of a server see its announcements.
  async operator({ browser, server: shared }) {
    const server = new Server(shared.program);
    await server.start();
    const admin = (...words) => {
      const done = spawnSync(server.program, ['admin', ...words, '--store', join(server.folder, 'store')], { encoding: 'utf8' });
      expect(done.status === 0, `cornet admin ${words.join(' ')}: ${done.stderr}`);
    };
    const page = await person(browser, server, { lang: 'fr' });
    await tableFrom(page, server, { game: 'easycome', seats: ['me', 'bot:easy'] });
    await page.waitForSelector('.felt');
    admin('announce', '--in', '10');
    await reads(page, 'Maintenance dans 10 minutes');
    await page.waitForSelector('.banner[data-news]');
    await page.click('.banner[data-news] [data-do=put-away]');
    await page.waitForSelector('.banner[data-news]', { state: 'detached' });
    admin('announce', 'Tea', '--text-fr', 'Le thé est servi');
    await page.waitForSelector('.banner[data-news]');
    await reads(page, 'Le thé est servi');
    await shot(page, 'announced');
    admin('retract');
    await page.waitForSelector('.banner[data-news]', { state: 'detached' });
    admin('kick', 'Anne', '--reason', 'essai');
    await reads(page, 'L’administrateur de ce serveur vous a retiré de la table.');
    await reads(page, 'essai');
    expect((await here(page, 'link')) === 'lost', 'the page does not reconnect by itself');
    await shot(page, 'kicked');
    await close(page);
    await server.end();
  },

  // The host removes a person: alone before the game, with the others' consent during it.
  async hostRemoves({ browser, server }) {
    const [anne, bruno, carla] = await Promise.all(['Anne', 'Bruno', 'Carla'].map((name) => person(browser, server, { name })));
    const id = await tableFrom(anne, server, { game: 'easycome', seats: ['me', 'open', 'open'] }), address = `${server.url}t/${id}`;
    await joins(bruno, address);
    await sits(bruno, 2);
    await openTab(anne);
    await anne.click('[data-do=remove]');
    await sits(bruno, 0);
    await anne.locator('label', { hasText: 'Listed on the home page' }).click(); // now strangers can come
    for (const page of [anne, bruno]) await reads(page, 'each move now has 90 seconds');
    expect((await anne.textContent('[data-timing]')).includes('90 seconds per move'), 'the clock is shown before the game');
    await joins(bruno, address);
    await joins(carla, address);
    await carla.waitForSelector('.bar');
    await openTab(anne);
    await shot(anne, 'remove');
    await anne.locator('[data-do=remove]').last().click();
    await bruno.waitForSelector('.banner[data-key=proposal] .primary, .banner .primary');
    await reads(bruno, 'Anne would like to remove Carla');
    await bruno.click('.banner .primary');
    await sits(carla, 0);
    await bruno.waitForFunction(async () => (await import('/table/current.js')).state.table.seats[2].kind === 'left');
    await Promise.all([anne, bruno, carla].map(close));
  },

  // Anne wants a bot for Bruno, who is away. The seconds run down on her page; he returns in time and plays on.
  async graceToReturn({ browser, server: shared }) {
    const server = new Server(shared.program, 50);
    await server.start();
    const [anne, bruno] = await Promise.all(['Anne', 'Bruno'].map((name) => person(browser, server, { name })));
    const address = `${server.url}t/${await tableFrom(anne, server, { game: 'easycome', seats: ['me', 'open'] })}`;
    await joins(bruno, address);
    await bruno.waitForSelector('.bar');
    await goHome(bruno, server);
    // While dice of the start still fall, the request is about an older entry of their ledger, and she presses again.
    for (let tries = 1; tries <= 10 && !(await anne.locator('[data-graced]').count()); tries++) {
      await anne.locator('.banner [data-do=bot]').click({ timeout: 6000 }).catch(() => {});
      await anne.waitForSelector('[data-graced]', { timeout: 3000 }).catch(() => {});
    }
    await anne.waitForSelector('[data-graced]');
    const left = () => anne.textContent('[data-grace]').then(Number);
    const before = await left();
    expect(before > 0 && before <= 50, `seconds that Bruno has: ${before}`);
    await anne.waitForFunction((n) => Number(document.querySelector('[data-grace]').textContent) < n, before);
    await shot(anne, 'grace');
    expect((await axe(anne)).length === 0, 'the countdown is accessible');
    await bruno.goto(address);
    await sits(bruno, 2);
    await anne.waitForSelector('[data-graced]', { state: 'detached' });
    expect((await here(anne, 'table')).seats[1].kind === 'person', 'no bot has taken the seat');
    await Promise.all([anne, bruno].map(close));
    await server.end();
  },

  // Against a bot: no draw if the rules have none; resigning needs a confirmation.
  async resignAgainstBot({ browser, server }) {
    const page = await person(browser, server);
    await tableFrom(page, server, { game: 'easycome', seats: ['me', 'bot:easy'], options: { first: '1' } });
    await page.waitForSelector('.bar.mine');
    await openTab(page);
    expect((await page.locator('[data-do=draw]').count()) === 0, 'Easy Come has no draw');
    await page.click('[data-do=resign]');
    await page.click('dialog .button:not(.danger)');
    expect((await here(page, 'table')).phase === 'playing', 'the question can be declined');
    await page.setViewportSize({ width: 390, height: 844 });
    await resigns(page);
    await page.waitForFunction(() => document.querySelector('.why')?.textContent === 'You resign.');
    expect(!(await here(page, 'drawer')), 'the end is not behind the drawer');
    await tableFrom(page, server, { game: 'easycome', seats: ['me', 'bot:easy', 'bot:easy'] });
    await page.waitForSelector('.bar');
    await openTab(page);
    expect((await page.locator('[data-do=resign]').count()) === 0, 'with three players nobody ends the others’ game');
    await close(page);
  },
};
