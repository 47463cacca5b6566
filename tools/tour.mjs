// node tools/tour.mjs PROGRAM FOLDER [GAME | pages | lessons]…: plays whole games in eight window sizes and takes a picture of every kind of screen,
// to be looked at. Language, colours and the number of players change from one size to the next. FOLDER/GAME-SIZE-NN.png are the pictures,
// FOLDER/sheet-NAME.png several small ones side by side. CORNET_SIZES=390x844,… plays only those sizes; CORNET_OTHER=1 takes the other
// language and the other colours of each.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { attempt, fromMenu, goHome, move, openBrowser, overflow, person, playLesson, Server, tableFrom } from '../tests/web/kit.mjs';

const [program, folder, ...names] = process.argv.slice(2);
const PHONE = { hasTouch: true, isMobile: true };
const SIZES = [
  { viewport: { width: 320, height: 568 }, ...PHONE }, { viewport: { width: 390, height: 844 }, ...PHONE },
  { viewport: { width: 740, height: 360 }, ...PHONE }, { viewport: { width: 768, height: 1024 }, hasTouch: true },
  { viewport: { width: 1024, height: 768 } }, { viewport: { width: 1366, height: 768 } }, { viewport: { width: 1920, height: 1080 } },
  { viewport: { width: 683, height: 384 }, deviceScaleFactor: 2 }, // a laptop at 200 % zoom
];
const LEVELS = ['easy', 'normal', 'hard'];
const SEATS = { easycome: [2, 4], wazabi: [2, 6], debacle: [2, 2], themots: [2, 6] };
const QUICK = { debacle: { target: '6' }, themots: { tokens: '12' } }; // shorter games with the same screens
const MOST = Number(process.env.CORNET_MOST ?? 16); // pictures of one game
const nameOf = ({ viewport: { width, height } }) => `${width}x${height}`;
const OTHER = process.env.CORNET_OTHER ? 1 : 0;
const wanted = process.env.CORNET_SIZES?.split(',');

mkdirSync(folder, { recursive: true });
const browser = await openBrowser();
const server = new Server(program);
await server.start();

/** Takes numbered pictures of a page. */
class Album {
  constructor(page, name) {
    Object.assign(this, { page, name, seen: new Set(), files: [] });
  }

  async take(what) {
    if (this.seen.has(what) || this.seen.size >= MOST) return;
    this.seen.add(what);
    const path = `${folder}/${this.name}-${String(this.files.length + 1).padStart(2, '0')}.png`;
    await this.page.screenshot({ path });
    this.files.push(path);
    console.log(`${path}: ${what}`);
    for (const wide of await overflow(this.page)) console.log(`  ${wide} is wider than the page`);
  }

  // Small pictures side by side in their own size.
  async sheet() {
    const { width, height } = this.page.viewportSize(), row = Math.max(1, Math.floor(1560 / width)), rows = Math.max(1, Math.floor(1560 / height));
    for (let i = 0; row * rows > 1 && i < this.files.length; i += row * rows) {
      const files = this.files.slice(i, i + row * rows), page = await browser.newPage();
      await page.setViewportSize({ width: row * (width + 4), height: Math.ceil(files.length / row) * (height + 4) });
      const data = (file) => `data:image/png;base64,${readFileSync(file).toString('base64')}`;
      await page.setContent(`<body style="margin:0;display:flex;flex-wrap:wrap;gap:4px;background:#f0f">${files.map((file) => `<img width="${width}" height="${height}" src="${data(file)}">`).join('')}`);
      await page.screenshot({ path: `${folder}/sheet-${this.name}-${1 + i / (row * rows)}.png` });
      await page.close();
    }
  }
}

// The kind of a screen: the question without names and numbers, and what else is shown.
const kindOf = (page) => page.evaluate(() => {
  const text = (selector) => document.querySelector(selector)?.textContent.replace(/\d+/g, '#').replace(/«[^»]*»|“[^”]*”/g, '“”') ?? '';
  const shown = ['.bar.mine', '.wz-played', '.tm-over', '.tm-count', '.tm-refused', '.result', '.flying', '.notice', '.banner'].filter((each) => document.querySelector(each));
  const buttons = [...document.querySelectorAll('.bar-buttons button')].map((b) => b.textContent.replace(/[\d]+/g, '#').split(' ')[0]);
  return `${text('.bar .ask').split(' ').slice(-3).join(' ')} ${[...new Set(buttons)].slice(0, 3).join('/')} ${shown.join(' ')}`;
});

const stateOf = (page) => page.evaluate(async () => (await import('/table/current.js')).state.table?.state ?? null);

// Types a word: first a wrong one, then the best of the lexicon.
async function say(page) {
  const input = page.locator('.tm-form input');
  if (!(await input.isVisible())) return page.waitForTimeout(300);
  const { themes, theme, letters, colour } = await stateOf(page);
  if (!letters) return page.waitForTimeout(300);
  page.tries = (page.tries ?? 0) + 1;
  let word = 'zzyzx';
  try {
    if (page.tries % 3) word = execFileSync(program, ['words', themes[(theme ?? 1) - 1].id, letters, colour, '--lang', 'fr'], { encoding: 'utf8' }).match(/^\d+ (.*?)(\s{2,}|$)/m)[1];
  } catch {
    // no word of the lexicon
  }
  await input.fill(word);
  return page.keyboard.press('Enter');
}

const act = (page, game) => attempt(page, async (p) => {
  const cup = p.locator('[data-do=throw]');
  return (await cup.count()) ? cup.click({ timeout: p.hurry }) : move(p, game);
});

async function wholeGame(game, i) {
  const size = SIZES[i], [least, most] = SEATS[game], players = least + (i * 2 + 1) % (most - least + 1);
  const lang = (i + OTHER) % 2 ? 'fr' : 'en', colorScheme = Boolean(i % 3) === Boolean(OTHER) ? 'dark' : 'light';
  const page = await person(browser, server, { ...size, lang, colorScheme, pace: 'calm', name: i % 2 ? 'Léa' : 'Camille', reducedMotion: 'no-preference' });
  const album = new Album(page, `${game}-${nameOf(size)}`);
  console.log(`${album.name}: ${players} players, ${lang}, ${colorScheme}`);
  await tableFrom(page, server, { game, seats: ['me', ...Array.from({ length: players - 1 }, (_, k) => `bot:${LEVELS[(i + k) % LEVELS.length]}`)], options: QUICK[game] });
  const began = Date.now();
  for (let n = 0; n < 3000 && !(await page.locator('.result, .podium').count()); n++) {
    await album.take(await kindOf(page));
    if (album.seen.size > MOST - 2 || Date.now() - began > 45000) await page.evaluate(() => localStorage.setItem('cornet.set.pace', '"none"'));
    const mine = await page.locator('.bar.mine').count();
    if (game === 'themots') await attempt(page, say);
    else if (mine) await act(page, game);
    await page.waitForTimeout(mine ? 150 : 250);
    if (Date.now() - began > 240000) return console.log(`${album.name}: not over`), page.context().close();
  }
  album.seen = new Set(); // room for the end
  await page.waitForTimeout(2500);
  await album.take('end');
  await page.waitForSelector('.story:not(.asked) h2, .story p', { timeout: 60000 }).catch(() => {});
  await page.waitForTimeout(2500);
  await album.take('end with its story');
  await page.locator('[data-do=podium]').click().catch(() => {});
  await page.waitForTimeout(300);
  await album.take('the table at the end');
  await page.locator('[data-do=replay]').click();
  await page.waitForTimeout(3000);
  await album.take('analysis');
  await page.evaluate(() => window.scrollTo(0, 9999));
  for (const key of ['Home', 'ArrowRight']) await page.keyboard.press(key);
  await page.waitForTimeout(400);
  await album.take('replay, first move');
  await album.sheet();
  await page.context().close();
}

async function pages(i) {
  const size = SIZES[i], lang = (i + OTHER) % 2 ? 'fr' : 'en', colorScheme = Boolean(i % 3) === Boolean(OTHER) ? 'light' : 'dark';
  const page = await person(browser, server, { ...size, lang, colorScheme, name: '', pace: 'none' });
  const album = new Album(page, `pages-${nameOf(size)}`);
  const pause = () => page.waitForTimeout(500);
  const shut = async () => (await page.keyboard.press('Escape'), await pause());
  await page.goto(server.url);
  await page.waitForSelector('.game-card h2');
  await pause();
  await album.take('home, first visit');
  await page.evaluate(() => localStorage.setItem('cornet.set.name', '"Camille"'));
  await page.click('[data-do=settings]');
  await pause();
  await album.take('settings');
  await shut();
  await page.click('[data-do=menu-wazabi]');
  await pause();
  await album.take('a game’s menu');
  await shut();
  await fromMenu(page, 'wazabi', 'options');
  await page.waitForSelector('#new-table');
  await pause();
  await album.take('a new table');
  await shut();
  await page.click('[data-do=menu-themots]');
  await page.click('dialog [data-do=rules-themots]');
  await page.waitForTimeout(1000);
  await album.take('rules');
  await shut();
  await tableFrom(page, server, { game: 'wazabi', seats: ['me', 'open', 'open', 'bot:normal'] });
  await pause();
  await album.take('the waiting room');
  const guest = await person(browser, server, { ...size, lang, colorScheme, name: 'Noé' });
  const watcher = await person(browser, server, { ...size, lang, colorScheme, name: 'Zoé', pace: 'calm' });
  const others = new Album(guest, `guest-${nameOf(size)}`), watching = new Album(watcher, `watch-${nameOf(size)}`);
  await guest.goto(page.url());
  await guest.waitForSelector('[data-do=join]');
  await guest.waitForTimeout(500);
  await others.take('invitation');
  await watcher.goto(page.url());
  await watcher.click('[data-do=watch]');
  await watcher.waitForTimeout(500);
  await watching.take('a spectator before the game');
  await guest.click('[data-do=join]');
  await page.click('[data-do=fill]');
  for (let n = 0; n < 40; n++) {
    for (const each of [page, guest]) if (await each.locator('.bar.mine').count()) await act(each, 'wazabi');
    await watching.take(await kindOf(watcher));
    await others.take(await kindOf(guest));
  }
  for (const tab of [1, 2, 3]) {
    if (await guest.locator('[data-do=drawer]').isVisible() && !(await guest.locator('.side .tab').first().isVisible())) await guest.click('[data-do=drawer]');
    await guest.locator('.side .tab').nth(tab).click({ timeout: 2000 }).catch(() => {});
    await guest.waitForTimeout(300);
    await others.take(`tab ${tab}`);
  }
  await tableFrom(guest, server, { game: 'debacle', seats: ['me', 'open'] });
  await guest.context().close();
  await page.waitForTimeout(800);
  await album.take('somebody is away');
  await goHome(page, server);
  await page.waitForTimeout(1500);
  await album.take('home with a game and open tables');
  await page.goto(`${server.url}check`);
  await pause();
  await album.take('check the dice');
  await Promise.all([album.sheet(), watching.sheet()]);
  await others.sheet().catch(() => {});
  await Promise.all([page, watcher].map((each) => each.context().close()));
}

async function lessons(i) {
  const size = SIZES[i], lang = (i + OTHER) % 2 ? 'en' : 'fr';
  for (const game of Object.keys(SEATS)) {
    let album;
    const each = async (page, step) => {
      album ??= new Album(page, `lesson-${game}-${nameOf(size)}`);
      await page.waitForTimeout(250);
      if (step % 5 === 1 || step === 200) await album.take(`step ${step}`);
    };
    await playLesson(browser, server, game, { ...size, lang, each });
    await album.sheet().catch((error) => console.log(error.message));
  }
}

const TOURS = { ...Object.fromEntries(Object.keys(SEATS).map((game) => [game, (i) => wholeGame(game, i)])), pages, lessons };
for (const name of names.length ? names : Object.keys(TOURS)) {
  const sizes = SIZES.map((_, i) => i).filter((i) => !wanted || wanted.includes(nameOf(SIZES[i])));
  const worker = async () => {
    while (sizes.length) {
      const i = sizes.shift();
      await TOURS[name](i).catch((error) => console.log(`${name}, ${nameOf(SIZES[i])}: ${error.stack}`));
    }
  };
  await Promise.all([worker(), worker()]);
}
await browser.close();
await server.end();
process.exit();
