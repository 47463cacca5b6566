// node tools/pictures.mjs PROGRAM [NAME…]: makes docs/pictures, a moment of each game in both themes and three phones, or those of these names;
// and the app's icons in web/.
// Games differ each time: look at the pictures, and make those again that are dull.
import { readFileSync, writeFileSync } from 'node:fs';
import { openBrowser, Server, person, newTable, makeMoves } from '../tests/web/kit.mjs';

const [program, ...names] = process.argv.slice(2);
const server = new Server(program);
await server.start();
const browser = await openBrowser();
const folder = new URL('../docs/pictures/', import.meta.url);

const GAMES = {
  easycome: { players: 3, seats: { 2: 'bot:greedy', 3: 'bot:greedy' }, moves: 6 },
  wazabi: { players: 4, seats: { 2: 'bot:greedy', 3: 'bot:greedy', 4: 'bot:greedy' }, moves: 4 },
  debacle: { seats: { 2: 'bot:greedy' }, options: { target: '6' }, moves: 12 },
  themots: { players: 3, seats: { 2: 'bot:easy', 3: 'bot:novice' } },
};

async function keep(page, name) {
  await page.mouse.move(2, 400);
  await page.waitForTimeout(900); // until animations have ended
  const wire = await page.context().newCDPSession(page);
  const { data } = await wire.send('Page.captureScreenshot', { format: 'webp', quality: 82 });
  writeFileSync(new URL(`${name}.webp`, folder), Buffer.from(data, 'base64'));
}

// Plays to a decision in the middle of a game.
async function moment(page, game) {
  const { moves, ...table } = GAMES[game];
  await newTable(page, server, game, table);
  if (game === 'themots') return page.waitForFunction(() => document.querySelector('.tm-yes'));
  await makeMoves(page, game, moves);
  await page.waitForSelector('.bar.mine, .result');
  if (await page.locator('.result').count()) return moment(page, game); // a short game
  if (game === 'debacle') {
    const dice = page.locator('.db-square[data-can=pick]');
    while (!(await dice.count()) && !(await page.locator('.result').count())) await makeMoves(page, game, 1); // the turn was played
    await dice.first().click({ force: true });
  }
  if (game === 'wazabi' && (await page.locator('.wz-hand button:not(.dim)').count())) await page.locator('.wz-hand button:not(.dim)').first().click();
  return null;
}

async function picture(game, theme, name, more) {
  if (names.length && !names.includes(name)) return;
  const page = await person(browser, server, { ...more, name: 'Camille', lang: 'en' });
  await page.addInitScript((t) => localStorage.setItem('cornet.set.theme', JSON.stringify(t)), theme);
  if (game) await moment(page, game);
  else await page.goto(server.url).then(() => page.waitForSelector('.game-card h2'));
  await keep(page, name);
  await page.context().close();
}

for (const game of Object.keys(GAMES)) {
  for (const theme of ['light', 'dark']) await picture(game, theme, `${game}-${theme}`, { viewport: { width: 1366, height: 768 } });
}
for (const [i, game] of [null, 'wazabi', 'themots'].entries()) await picture(game, 'light', `phone-${i + 1}`, { viewport: { width: 390, height: 780 }, deviceScaleFactor: 1.25, hasTouch: true, isMobile: true });
// The app's icons. A system may crop the maskable one, so it has a margin.
for (const [name, size, ground] of [['icon-192', 192, 0], ['icon-512', 512, 0], ['icon-maskable', 512, 64]]) {
  const page = await (await browser.newContext({ viewport: { width: size, height: size } })).newPage();
  const icon = readFileSync(new URL('../web/icon.svg', import.meta.url), 'utf8').replace('<svg ', `<svg width="${size - 2 * ground}" height="${size - 2 * ground}" style="display:block;margin:${ground}px" `);
  await page.setContent(`<body style="margin:0;${ground ? 'background:#8f2530' : ''}">${icon}`);
  await page.screenshot({ path: new URL(`../web/${name}.png`, import.meta.url).pathname, omitBackground: true });
}
await browser.close();
await server.end();
process.exit();
