// The long browser tests of `make test-deep`: whole games, in three sizes.
import { wholeGameLook } from './screens.mjs';
import { MOTION, PATIENCE, close, expect, overflow, person, playNow, playOut, tableFrom } from './kit.mjs';

const SIZES = [
  { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, colorScheme: 'dark', lang: 'fr', ...MOTION },
  { viewport: { width: 820, height: 1180 }, colorScheme: 'light', lang: 'en', ...MOTION },
  { viewport: { width: 1920, height: 1080 }, colorScheme: 'dark', lang: 'fr' },
];

async function wholeGames({ browser, server, games }, game) {
  if (!games.includes(game)) return;
  for (const size of SIZES) {
    const page = await person(browser, server, size);
    await playNow(page, server, game);
    await playOut(page, game, 3000);
    const wide = await overflow(page);
    expect(wide.length === 0, `nothing sticks out of ${game}: ${wide}`);
    const table = new URL(page.url()).pathname.split('/')[2];
    await page.goto(`${server.url}check?table=${table}`);
    await page.waitForSelector('[data-verdict=good]');
    await close(page);
  }
}

const SOONEST = 6000; // milliseconds: a bot of level normal needs at least this long to read, think of a word and type it

export const deep = {
  // Thémots with a person who does nothing. The dice are covered and counted down; then every round leaves time, and the first is not
  // black. test_people.c checks the times of many games.
  async handsOff({ browser, server }) {
    const page = await person(browser, server);
    await page.routeWebSocket(/./, (socket) => {
      const to = socket.connectToServer();
      to.onMessage((text) => {
        const { type, lines = [], state, clock } = JSON.parse(text);
        if (type === 'moves' || type === 'table') messages.push({ lines, state, clock, at: Date.now() });
        socket.send(text);
      });
    });
    const messages = [], rounds = [];
    await tableFrom(page, server, { game: 'themots', seats: ['me', 'bot:normal', 'bot:normal'], options: { tokens: '4' } });
    await page.waitForSelector('.tm-count');
    await page.waitForSelector('.result', { timeout: 10 * PATIENCE });
    let fell = 0;
    for (const { lines, state, clock, at } of messages) {
      if (clock?.lead) expect(!state.letters, 'no letters before the countdown ends');
      if (state?.mover === 'anyone' && !fell) fell = at;
      if (fell && state?.mover !== 'anyone') rounds.push([at - fell, fell = 0][0]);
      if (rounds.length === 0) expect(!lines.some((line) => /^\* roll .* noir$/.test(line)), 'no black round first');
    }
    console.log(`     hands off: rounds of ${rounds.map((ms) => (ms / 1000).toFixed(1)).join(', ')} s; tokens ${messages.at(-1).state.tokens.join(' ')}`);
    expect(rounds.length > 0 && rounds.every((ms) => ms > SOONEST), `every round leaves time: ${rounds}`);
    await close(page);
  },

  // Every board at 360 pixels, two clicks from the home page: nothing overflows, and all actions are visible. In `make test` screens.mjs
  // checks that size, and firstMinute counts the clicks.
  async phone({ browser, server, games }) {
    for (const game of games) {
      const page = await person(browser, server, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
      await playNow(page, server, game);
      await page.waitForSelector('.bar.mine, .game-themots .tm-form');
      const wide = await overflow(page);
      expect(wide.length === 0, `nothing wider than the phone in ${game}, not ${wide}`);
      const box = await page.locator('.bar').boundingBox();
      expect(box.y >= 0 && box.y + Math.min(box.height, 60) <= 740, `what can be done is in view in ${game}`);
      await close(page);
    }
  },

  everyEasycome: (all) => wholeGameLook(all, 'easycome'),
  everyWazabi: (all) => wholeGameLook(all, 'wazabi'),
  everyDebacle: (all) => wholeGameLook(all, 'debacle'),
  everyThemots: (all) => wholeGameLook(all, 'themots', 6),

  wholeEasycome: (all) => wholeGames(all, 'easycome'),
  wholeWazabi: (all) => wholeGames(all, 'wazabi'),
  wholeDebacle: (all) => wholeGames(all, 'debacle'),
  wholeThemots: (all) => wholeGames(all, 'themots'),
};
