// The pages around the boards: the home page, an invitation, and the start of an analysis.
import { EASYCOME_END, THEMOTS_END, axe, close, daily, expect, goHome, newTable, overflow, person, playNow, tableFrom } from './kit.mjs';

// Runs in the page: whether each element is completely in the window and nothing covers its centre.
function seenWhole(selector) {
  return [...document.querySelectorAll(selector)].filter((e) => e.checkVisibility()).map((e) => {
    const { left, right, top, bottom, width, height } = e.getBoundingClientRect();
    const inside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return inside && (e === document.elementFromPoint(left + width / 2, top + height / 2) || e.contains(document.elementFromPoint(left + width / 2, top + height / 2)));
  });
}

const wholes = async (page, selector) => (await page.evaluate(seenWhole, selector)).filter(Boolean).length;
const bottomOf = (page, selector) => page.evaluate((s) => Math.round(Math.max(...[...document.querySelectorAll(s)].map((e) => e.getBoundingClientRect().bottom))), selector);

async function fits(page, where, games) {
  const size = (width, height) => page.setViewportSize({ width, height });
  await size(1366, 768);
  expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), `${where}: a laptop does not scroll`);
  const bottom = await bottomOf(page, '.game-card, .going, .tables');
  expect(bottom <= 640, `${where}: with the browser's own bars everything is in the window: it ends at ${bottom}`);
  for (const [width, height] of [[1366, 640], [1024, 768], [768, 1024], [740, 360], [390, 844], [320, 568]]) {
    await size(width, height);
    expect((await wholes(page, '.going .primary')) === 1, `${where} at ${width}x${height}: the game to resume is in view`);
    expect((await wholes(page, '.game-card .primary')) === games.length, `${where} at ${width}x${height}: every game can be played without scrolling`);
  }
  for (const [width, height] of [[740, 360], [320, 568], [683, 384], [768, 1024], [1024, 768], [1920, 1080]]) {
    await size(width, height);
    expect((await wholes(page, '.table-row .button')) >= 1, `${where} at ${width}x${height}: a table is in view`);
    const wide = await overflow(page), high = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
    expect(wide.length === 0, `${where} at ${width}x${height}: nothing sticks out: ${wide}`);
    expect(high <= 0, `${where} at ${width}x${height}: ${high} pixels are below the window`);
  }
  await size(1366, 768);
}

export const pages = {
  // A game to resume, four games and open tables without scrolling, in both languages; a menu has the rest.
  async homeFits({ browser, server, games }) {
    const host = await person(browser, server, { name: 'Camille' }), page = await person(browser, server, { lang: 'fr', name: 'Léa' });
    for (const game of games.slice(0, 3)) {
      await goHome(host, server);
      await host.waitForSelector('.game-card h2');
      await host.evaluate(async (id) => (await import('/table/session.js')).createTable({ game: id, seats: ['me', 'open'], listed: true, name: 'Camille' }), game);
    }
    await tableFrom(page, server, { ...EASYCOME_END, name: 'Léa' });
    await page.waitForSelector('.bar.mine');
    await goHome(page, server);
    await page.waitForSelector('.going-row.mine');
    await page.waitForSelector('.table-row');
    expect(/Easy Come Easy Go\s: à vous/.test(await page.textContent('.going-row')), 'what waits for me comes first');
    await fits(page, 'fr', games);
    await page.click('.tool[lang=en]');
    await page.waitForFunction(() => document.querySelector('.games').textContent.includes('Roll'));
    await fits(page, 'en', games);
    // Without a name the field asks for one, and long names are long: the settings stay in the window.
    for (const name of ['', 'Maximilien-Alexandre']) {
      await page.evaluate((words) => localStorage.setItem('cornet.set.name', JSON.stringify(words)), name);
      for (const width of [320, 360, 390, 414]) {
        await page.setViewportSize({ width, height: 740 });
        await goHome(page, server);
        await page.waitForSelector('.table-row');
        const wide = await overflow(page);
        expect(wide.length === 0, `the name “${name}” at ${width}: nothing sticks out: ${wide}`);
      }
    }
    await page.evaluate(() => localStorage.setItem('cornet.set.name', '"Léa"'));
    await page.setViewportSize({ width: 1366, height: 768 });
    await goHome(page, server);
    await page.waitForSelector('.table-row');
    for (const scheme of ['light', 'dark']) {
      await page.emulateMedia({ colorScheme: scheme });
      const found = await axe(page, scheme === 'dark' ? ['color-contrast'] : null);
      expect(found.length === 0, `home, ${scheme}: ${found.join('\n')}`);
    }
    // All tables are in a dialog; a game's menu has the commands for which the card has no room.
    expect((await page.locator('[data-key="home.tables"] .table-row').count()) === 2, 'two tables on the page');
    await page.click('[data-do="home.tables"]');
    await page.waitForFunction(() => document.querySelectorAll('dialog .table-row').length >= 3);
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 844 });
    await page.click(`[data-do=menu-${games[0]}]`);
    const offered = await page.locator('dialog .choices [data-do]').evaluateAll((all) => all.map((e) => e.dataset.do.replace(/-\w+$/, '')).join());
    expect(offered === 'play,learn,rules,menu-invite,together,options', `the menu: ${offered}`);
    const found = await axe(page);
    expect(found.length === 0, `menu: ${found.join('\n')}`);
    await page.keyboard.press('Escape');
    // The dialog of my games can hide a game.
    await page.click('[data-do=my-games]');
    await page.click('dialog [data-do=put-away]');
    await page.click('dialog [data-do=hide]');
    await page.waitForSelector('.going', { state: 'detached' });
    await page.fill('.name-field input', 'Zoé');
    expect((await page.evaluate(() => localStorage['cornet.set.name'])) === '"Zoé"', 'the name is changed where it stands');
    await close(page);
    await close(host);
  },

  // Thémots: until a player has scored in a finished game, Play seats easy bots, and says so; the dialog offers all others.
  async firstGame({ browser, server, games }) {
    if (!games.includes('themots')) return;
    const page = await person(browser, server), levels = () => page.evaluate(async () => (await import('/table/current.js')).state.table.seats.flatMap(({ kind, name }) => (kind === 'bot' ? [name] : [])).join());
    const begun = async () => {
      await playNow(page, server, 'themots');
      return levels();
    };
    await goHome(page, server);
    await page.waitForSelector('.game-card h2');
    expect(/Bots:\s*Easy/.test(await page.textContent('.game-card .first-level')), 'the card names the level');
    await page.click('[data-do=menu-themots]');
    expect((await page.textContent('dialog')).includes('the bots play at Easy'), 'the menu explains it');
    await page.click('dialog [data-do=options-themots]');
    await page.waitForSelector('dialog [data-key=seat-2] select');
    const offered = await page.locator('dialog [data-key=seat-2] select').evaluate((e) => [e.value, [...e.options].map((o) => o.value).join()]);
    expect(offered[0] === 'bot:easy' && offered[1].includes('bot:normal') && offered[1].includes('bot:adaptive'), `the dialog offers: ${offered}`);
    await page.keyboard.press('Escape');
    expect((await begun()) === 'bot:easy,bot:easy', 'easy bots in the first game');
    expect((await begun()) === 'bot:easy,bot:easy', 'also after a game that was left');
    await tableFrom(page, server, THEMOTS_END);
    await page.evaluate(async () => (await import('/table/actions.js')).resignGame());
    await page.waitForSelector('.result');
    expect((await begun()) === 'bot:easy,bot:easy', 'also after a finished game without a word that scored');
    await tableFrom(page, server, THEMOTS_END);
    await page.fill('.tm-form input', 'Bono');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.result');
    expect((await begun()) === 'bot:normal,bot:normal', 'normal bots after a game with a word that scored');
    await goHome(page, server);
    expect((await page.locator('.first-level').count()) === 0, 'and the card has no note any longer');
    await close(page);
  },

  // An invitation names the host and the game, and describes it; one joins or watches. Only the owner of the server sees commands.
  async invitation({ browser, server, games }) {
    const game = games[0], anne = await person(browser, server, { name: 'Anne' });
    await newTable(anne, server, game, { players: 2 });
    await anne.waitForSelector('[data-local]');
    const address = anne.url(), { about, title } = (await server.json('/api/games')).games.find(({ id }) => id === game);
    await anne.setViewportSize({ width: 390, height: 844 });
    expect(!(await anne.innerText('main')).includes('cornet serve'), 'no command on a phone');
    const bruno = await person(browser, server, { name: 'Bruno' });
    await bruno.goto(address);
    await bruno.waitForFunction((words) => document.querySelector('.invitation')?.textContent.includes(words), about);
    const words = await bruno.innerText('.invitation');
    expect(words.includes(`Anne invites you to play ${title}`), `who invites, and to what: ${words}`);
    expect((await bruno.locator('.invitation .picture').count()) === 1, 'with the picture of the game');
    for (const [width, height] of daily([[390, 844], [740, 360], [1366, 768]], [[320, 568], [390, 844], [740, 360], [683, 384], [1366, 768]])) {
      await bruno.setViewportSize({ width, height });
      expect((await wholes(bruno, '.invitation h2, [data-do=join], [data-do=watch]')) === 3, `${width}x${height}: who invites, sit down or watch, without scrolling`);
    }
    await bruno.setViewportSize({ width: 1366, height: 768 });
    const found = await axe(bruno);
    expect(found.length === 0, `invitation: ${found.join('\n')}`);
    await bruno.click('[data-do=watch]');
    await bruno.waitForFunction(() => document.querySelector('.board').textContent.includes('You are watching'));
    // The Table tab of a spectator has no seat to keep or to leave, and no stray text.
    await bruno.click('#tab-more');
    const tab = await bruno.locator('#panel').evaluate((panel) => ({
      text: panel.innerText, bare: [...panel.querySelector('.stack').childNodes].filter((node) => node.nodeType === 3).map((node) => node.textContent),
    }));
    expect(tab.bare.length === 0 && !/^\s*(0|false|null|undefined)\s*$/m.test(tab.text), `nothing stray: ${JSON.stringify(tab)}`);
    expect(!/keep my seat|Leave for good/.test(tab.text) && /Home/.test(tab.text), `no seat to keep: ${tab.text}`);
    await bruno.click('[data-do=join]');
    await bruno.waitForSelector('.bar.mine, .bar[data-actor]');
    await Promise.all([anne, bruno].map(close));
  },

  // The analysis opens at the position before the decisive move, with the played and the better move.
  async decisiveMoment({ browser, server }) {
    const page = await person(browser, server);
    await tableFrom(page, server, EASYCOME_END);
    await page.click('.bar.mine [data-line="1 stop"]');
    await page.waitForSelector('.story.ready');
    await page.click('[data-do=replay]');
    await page.waitForSelector('.moment .opt');
    const shown = await page.evaluate(async () => {
      const [{ state }, { turningPoint }] = await Promise.all([import('/table/current.js'), import('/model/story.js')]);
      return { at: state.replay.at, turning: turningPoint(state.replay.curve.analysis, [2]).at };
    });
    expect(shown.at === shown.turning - 1, `before the decision: ${JSON.stringify(shown)}`);
    expect(/^The decisive moment/.test(await page.textContent('.moment h2')), 'and it is said');
    // A mistake: the better choice is shown on the board; the next step shows the played one.
    await page.click('[data-do=next-mistake]');
    await page.waitForSelector('.opt.best');
    const before = await page.evaluate(async () => (await import('/table/current.js')).state.replay.at);
    await page.click('.opt.best');
    expect((await page.getAttribute('.opt.best', 'aria-pressed')) === 'true', 'it is shown on the board');
    const shares = await page.locator('.opt b').allTextContents();
    expect(parseFloat(shares[0]) > parseFloat(shares[1]), `the better choice is worth more: ${shares}`);
    const found = await axe(page);
    expect(found.length === 0, `analysis: ${found.join('\n')}`);
    await page.click('.opt.played');
    await page.waitForFunction(async (at) => (await import('/table/current.js')).state.replay.at === at, before + 1);
    // Losses below half a percent are not called mistakes.
    const flagged = await page.evaluate(async () => {
      const { analysis } = (await import('/table/current.js')).state.replay.curve;
      const small = analysis.moves.flatMap(({ cost }, i) => (cost !== undefined && cost < 0.005 ? [i + 1] : []));
      return small.filter((at) => document.querySelector(`[data-better="${at}"]`));
    });
    expect(flagged.length === 0, `no flags for next to nothing: ${flagged}`);
    await close(page);
  },
};
