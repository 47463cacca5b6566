// The long browser tests of `make test-deep`: whole games, in three sizes.
import { smallerTables, wholeGameLook } from './screens.mjs';
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
    await page.waitForSelector('[data-verdict=proved]');
    await close(page);
  }
}

// Seconds before which bots of a level end no round for people, as docs/design/themots-people.md states; messages arrive at different
// times.
const SOONEST = { novice: 25, easy: 22, normal: 20 };
const SPREAD = 0.5;

// The lengths of a game's rounds in seconds if the person does nothing, and how many of them were black.
async function idleRounds({ browser, server }, level, players) {
  const page = await person(browser, server), messages = [], rounds = [];
  await page.routeWebSocket(/./, (socket) => {
    const to = socket.connectToServer();
    to.onMessage((text) => {
      const { type, lines = [], state, clock } = JSON.parse(text);
      if (type === 'moves' || type === 'table') messages.push({ lines, state, clock, at: Date.now() });
      socket.send(text);
    });
  });
  await tableFrom(page, server, { game: 'themots', seats: ['me', ...Array(players - 1).fill(`bot:${level}`)], options: { tokens: '5', time: '60' } });
  await page.waitForSelector('.tm-count');
  await page.waitForSelector('.result', { timeout: 15 * PATIENCE });
  let fell = 0, black = 0;
  for (const { lines, state, clock, at } of messages) {
    if (clock?.lead) expect(!state.letters, 'no letters before the countdown ends');
    if (state?.mover === 'anyone' && !fell) fell = at;
    if (fell && state?.mover !== 'anyone') rounds.push([(at - fell) / 1000, (fell = 0)][0]);
    const noir = lines.some((line) => /^\* roll .* noir$/.test(line));
    black += noir;
    expect(!noir || rounds.length > 0, 'no black round first');
  }
  await close(page);
  return { level, players, rounds, black };
}

export const deep = {
  // Thémots with a person who does nothing. The dice are covered and counted down; then every round leaves time, and the first is not
  // black. test_people.c checks the times of many games.
  async handsOff(all) {
    const tables = Object.keys(SOONEST).flatMap((level) => [2, 3, 6].map((players) => [level, players]));
    const games = await Promise.all(tables.map(([level, players]) => idleRounds(all, level, players)));
    for (const { level, players, rounds, black } of games) {
      console.log(`     hands off, ${players} players, ${level}: rounds of ${rounds.map((each) => each.toFixed(1)).join(', ')} s; ${black} black`);
    }
    const short = games.filter(({ level, rounds }) => !rounds.length || rounds.some((each) => each < SOONEST[level] - SPREAD));
    expect(short.length === 0, `every round leaves time, not ${JSON.stringify(short)}`);
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

  smallerTables,
  everyEasycome: (all) => wholeGameLook(all, 'easycome'),
  everyWazabi: (all) => wholeGameLook(all, 'wazabi'),
  everyDebacle: (all) => wholeGameLook(all, 'debacle'),
  everyThemots: (all) => wholeGameLook(all, 'themots', 6),

  wholeEasycome: (all) => wholeGames(all, 'easycome'),
  wholeWazabi: (all) => wholeGames(all, 'wazabi'),
  wholeDebacle: (all) => wholeGames(all, 'debacle'),
  wholeThemots: (all) => wholeGames(all, 'themots'),
};
