// The long browser tests of `make test-deep`: whole games as they come, in three sizes.
import { wholeGameLook } from './screens.mjs';
import { close, expect, overflow, person, playNow, playOut } from './kit.mjs';

const SIZES = [
  { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, colorScheme: 'dark', lang: 'fr' },
  { viewport: { width: 820, height: 1180 }, colorScheme: 'light', lang: 'en' },
  { viewport: { width: 1920, height: 1080 }, colorScheme: 'dark', lang: 'fr', reducedMotion: 'reduce' },
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
  everyEasycome: (all) => wholeGameLook(all, 'easycome'),
  everyWazabi: (all) => wholeGameLook(all, 'wazabi'),
  everyDebacle: (all) => wholeGameLook(all, 'debacle'),
  everyThemots: (all) => wholeGameLook(all, 'themots', 6),

  wholeEasycome: (all) => wholeGames(all, 'easycome'),
  wholeWazabi: (all) => wholeGames(all, 'wazabi'),
  wholeDebacle: (all) => wholeGames(all, 'debacle'),
  wholeThemots: (all) => wholeGames(all, 'themots'),
};
