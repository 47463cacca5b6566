// node browser.mjs [NAME…]: the site (make site) in real Chromium, from a plain file server under some path, and nothing else: no
// other address is asked for. Each game is played to its end, watched again and analysed.
import { close, expect, makeMoves, openBrowser, person, playNow, playOut } from '../web/kit.mjs';
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

const tests = {
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
const names = process.argv.slice(2);
const wanted = Object.entries(tests).filter(([name]) => !names.length || names.includes(name));
let failed = 0;

async function worker() {
  while (wanted.length) {
    const [name, test] = wanted.shift(), began = Date.now();
    try {
      await test({ browser, server });
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
