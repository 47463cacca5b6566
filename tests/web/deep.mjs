// The long browser tests of `make test-deep`: whole games as they come, in three sizes.
import { wholeGameLook } from './screens.mjs';
import { MOTION, close, expect, overflow, person, playNow, playOut } from './kit.mjs';

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

export const deep = {
  // Every board at 360 pixels, two clicks from the address: nothing sticks out, what can be done is in view. Every day screens.mjs
  // looks at that size, and firstMinute counts the clicks.
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
