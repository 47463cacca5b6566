// The browser tests of `make test`.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEEP, EASYCOME_END, MOTION, NEAR_THE_END, PATIENCE, THEMOTS_END, WAZABI_END, axe, close, daily, expect, makeMoves, newTable, overflow, person, playLesson, playNow, playOut, tableFrom } from './kit.mjs';

const tableOf = (page) => new URL(page.url()).pathname.split('/')[2];

// The result is shown in words, and the server agrees.
async function checkOver(page, server) {
  await page.waitForSelector('.result');
  expect((await page.textContent('.result')).length > 3, 'a result in words');
  expect((await server.json(`/api/tables/${tableOf(page)}`)).phase === 'over', 'the server agrees that the game is over');
}

const stop = (page) => page.click('.bar.mine [data-line="1 stop"]');

// Ends a game of Wazabi by a click on the player who gets the last die.
async function wazabiEnd(page, server) {
  await tableFrom(page, server, WAZABI_END);
  await page.click('.wz-person.aim');
  await checkOver(page, server);
}

export const quick = {
  // The size and the layout shifts of a first visit.
  async weight({ browser, server }) {
    const page = await person(browser, server, MOTION);
    await page.addInitScript(() => {
      window.shift = 0;
      new PerformanceObserver((list) => list.getEntries().forEach((e) => (window.shift += e.value))).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(server.url);
    await page.waitForSelector('.game-card h2');
    await page.waitForLoadState('networkidle');
    const bytes = await page.evaluate(() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')].reduce((sum, e) => sum + e.transferSize, 0));
    expect(bytes > 50000 && bytes < 300 * 1024, `the first page under 300 KB, not ${bytes}`);
    const shift = await page.evaluate(() => window.shift);
    expect(shift < 0.02, `no layout shift, not ${shift}`);
    const policy = (await (await fetch(server.url)).headers.get('content-security-policy')) ?? '';
    expect(policy.includes("default-src 'none'") && !policy.replace("'wasm-unsafe-eval'", '').includes('unsafe'), 'a strict policy');
    await close(page);
  },

  // A game with unknown dice; the bot forfeits at its turn.
  async easycome({ browser, server }) {
    const page = await person(browser, server);
    await newTable(page, server, 'easycome', { players: 2, seats: { 2: 'bot:gone' } });
    await playOut(page, 'easycome');
    await checkOver(page, server);
    // The page checks the record with the rules, and detects a forged one. It needs nothing but two files.
    await page.click('[data-do=over-more]');
    await page.click('dialog a[href^="/check"]');
    await page.waitForSelector('[data-verdict=proved]');
    const id = new URL(page.url()).searchParams.get('table');
    const [saved] = await Promise.all([page.waitForEvent('download'), page.click('[data-do=save-transcript]')]);
    const record = await (await fetch(`${server.url}api/tables/${id}/record`)).text(), file = (name, text) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await page.goto(`${server.url}check`);
    await page.click('.given summary');
    await page.setInputFiles('[name=record]', file('game.cornet', record));
    await page.setInputFiles('[name=transcript]', await saved.path());
    await page.click('.check-form [type=submit]');
    await page.waitForSelector('[data-verdict=proved]');
    await page.setInputFiles('[name=record]', file('game.cornet', record.replace(/^fair-table .*$/m, 'fair-table abcdefghij234567')));
    await page.click('.check-form [type=submit]');
    await page.waitForSelector('[data-verdict=contradicted]');
    // Forged dice, a move of another, a person who gives up, a head of another table: each contradicts.
    const forged = {
      none: record, roll: record.replace(/^\* roll .*$/m, '* roll 0000'), word: record.replace(/^#3 by 1 .*\n/m, ''), line: record.replace(/^1 (keep|stop|take).*$/m, '1 stop now'),
      forfeit: `${record.slice(0, record.indexOf('\n', record.indexOf('\n* roll') + 1) + 1)}1 forfeits\n`, head: record.replace(/^fair-hidden .*$/m, `fair-hidden ${'0'.repeat(64)}`),
    };
    const text = await page.evaluate(async (table) => (await (await import('/dice/keep3.js')).transcriptsOf(table))[0].text, id);
    const grades = await page.evaluate(async ([records, kept]) => {
      const { verify } = await import('/dice/verify.js');
      const found = {};
      for (const [name, one] of Object.entries(records)) found[name] = (await verify(one, kept, 'en')).grade;
      return { ...found, alone: (await verify(records.none, '', 'fr')).grade };
    }, [forged, text]);
    // If the bot was first to move, nobody has: then there is no move to change.
    const wanted = (name) => (name === 'alone' ? 'not-proved' : forged[name] === record ? 'proved' : 'contradicted');
    expect(Object.entries(grades).every(([name, grade]) => grade === wanted(name)), `what each record proves: ${JSON.stringify(grades)}`);
    for (const [name, one] of Object.entries(forged)) { // the program says the same
      writeFileSync(join(server.folder, 'kept.txt'), text);
      const { status, stderr } = spawnSync(server.program, ['verify', '-', '--transcript', join(server.folder, 'kept.txt')], { input: one, encoding: 'utf8' });
      expect(status === (one === record ? 0 : 2), `cornet verify of ${name}: ${status} ${stderr}`);
    }
    await close(page);
  },

  // A server without a key for version 3 has version 2.
  async versionTwo({ browser, server: three }) {
    const server = await three.two();
    const page = await person(browser, server);
    await newTable(page, server, 'easycome', { players: 2, seats: { 2: 'bot:gone' } });
    await playOut(page, 'easycome');
    await page.click('[data-do=over-more]');
    await page.click('dialog a[href^="/check"]');
    await page.waitForSelector('[data-verdict=proved], [data-verdict=in-part]');
    const id = new URL(page.url()).searchParams.get('table');
    expect(/^fair-version 2$/m.test(await (await fetch(`${server.url}api/tables/${id}/record`)).text()), 'a record of version 2');
    await close(page);
  },

  async wazabi({ browser, server }) {
    const page = await person(browser, server);
    await wazabiEnd(page, server);
    // Replay: the slider goes from the start to the end.
    await page.click('[data-do=replay]');
    await page.waitForSelector('.replay input[type=range]');
    const slider = page.locator('.replay input[type=range]');
    await slider.focus();
    await page.keyboard.press('End');
    await page.waitForFunction(() => /^(\d+) of \1/.test(document.querySelector('.replay-words').textContent));
    await page.keyboard.press('Home');
    await page.waitForFunction(() => document.querySelector('.replay-words').textContent.includes('start'));
    if (!DEEP) return close(page);
    // Anybody can open the shared link.
    const other = await person(browser, server, { name: 'Bruno' });
    await other.goto(`${page.url().replace(/#.*/, '')}#replay`);
    await other.waitForSelector('.replay input[type=range]');
    await close(other);
    await close(page);
  },

  async debacle({ browser, server }) {
    const page = await person(browser, server);
    await newTable(page, server, 'debacle', { seats: { 2: 'bot:greedy' }, options: { target: '1', setup: NEAR_THE_END } });
    await playOut(page, 'debacle');
    await checkOver(page, server);
    await close(page);
  },

  async themots({ browser, server, games }) {
    if (!games.includes('themots')) return;
    const page = await person(browser, server);
    if (DEEP) {
      await newTable(page, server, 'themots', { players: 2, seats: { 2: 'bot:novice' }, options: { time: '5' } });
      await page.click('.bar-buttons [data-line$=pass]');
      await page.waitForSelector('.tm-over'); // the end of the round is shown
      await page.waitForSelector('.tm-dice');
    }
    await tableFrom(page, server, THEMOTS_END);
    await page.fill('.tm-form input', 'Bono');
    await page.keyboard.press('Enter');
    await checkOver(page, server);
    await page.click('[data-do=podium]');
    expect((await page.textContent('.tm-over .tm-row.own')).includes('Bono'), 'the table shows the last round of the game');
    await page.click('[data-do=replay]');
    await page.waitForSelector('.curve.ready');
    await page.click('#tab-players');
    expect((await page.locator('.curve-sums [data-sum]').allTextContents()).some((row) => row.startsWith('Speed')), 'speed counts where anybody may speak');
    const link = `${page.url().replace(/#.*/, '')}#replay`;
    if (!DEEP) return close(page);
    // An incomplete analysis and a failed one show a message.
    await page.route('**/analysis?*', async (route) => route.fulfill({ json: { ...(await (await route.fetch()).json()), text: 'too long: 3 of 9 lines' } }), { times: 1 });
    await page.goto(server.url);
    await page.goto(link);
    await page.waitForSelector('.curve.ready');
    expect((await page.textContent('.analysis')).includes('Too long: 3 of 9 lines.'), 'an incomplete analysis says so');
    await page.route('**/analysis?*', (route) => route.fulfill({ json: { status: 'unjudged', text: 'nobody can judge it' } }), { times: 1 });
    await page.goto(server.url);
    await page.goto(link);
    await page.waitForSelector('.curve.unjudged');
    expect((await page.textContent('.curve')).startsWith('Nobody can judge it.'), 'a sentence says that it cannot be judged');
    await close(page);
  },

  // A game without a board in the client is played from its list of legal lines.
  async plainBoard({ browser, server }) {
    const page = await person(browser, server);
    await page.route('**/games.js', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replace(/^ *board: .*$/gm, '') });
    });
    await tableFrom(page, server, { ...EASYCOME_END, lines: EASYCOME_END.lines.slice(0, -2) });
    await page.waitForSelector('.plain-state');
    await stop(page);
    await page.waitForFunction(() => [...document.querySelectorAll('.log li')].filter((line) => line.dataset.line === '1 stop').length === 3);
    await stop(page);
    await page.waitForSelector('.result');
    await close(page);
  },

  // Hints on request for one person against bots; then the curve of the game in its replay.
  async hints({ browser, server }) {
    const page = await person(browser, server);
    await tableFrom(page, server, EASYCOME_END);
    await page.waitForSelector('.bar.mine [data-do=hint]');
    expect((await page.locator('.hints').count()) === 0, 'no hint that nobody asked for');
    await page.click('[data-do=hint]');
    await page.waitForSelector('.hint-list li');
    const { shares, legal } = await page.evaluate(async () => ({
      shares: [...document.querySelectorAll('.hint-share')].map((e) => parseFloat(e.textContent)),
      legal: (await import('/table/current.js')).state.table.legal.length,
    }));
    // A row shows its choice on the board, and a second press hides it.
    await page.locator('.hint-go[aria-pressed=false]', { hasText: /keep/i }).first().click();
    await page.waitForSelector('.ec-die.marked');
    expect((await page.locator('.hint-go[aria-pressed=true]').count()) === 1, 'the row that is shown is marked');
    await page.locator('.hint-go[aria-pressed=true]').click();
    await page.waitForSelector('.ec-die.marked', { state: 'detached' });
    expect(shares.length === legal && shares.every((share, i) => i === 0 || share <= shares[i - 1]), `every choice, best first: ${shares}`);
    await page.waitForFunction(() => document.querySelector('#polite').lastElementChild.textContent.startsWith('Best: '));
    const found = await axe(page);
    expect(found.length === 0, `hints: ${found.join('\n')}`);
    // While the analysis is computed, the page shows its progress and asks again.
    let slow = true;
    await page.route('**/analysis?*', (route) => (slow ? route.fulfill({ json: { status: 'computing', done: 3, whole: 10 } }) : route.fallback()));
    await stop(page);
    await page.waitForSelector('.result');
    expect((await page.locator('.hints').count()) === 0, 'a hint goes with its moment');
    // The podium with the winner on top, and the way back to the table.
    await page.waitForSelector('.podium-seat[data-place="1"] .plate-face');
    await page.click('[data-do=podium]');
    await page.waitForSelector('.ec-prizes');
    await page.click('[data-do=podium]');
    await page.waitForSelector('.ending');
    await page.click('[data-do=replay]');
    await page.waitForSelector('.curve.computing progress[value="3"][max="10"]');
    expect((await page.textContent('.curve-left')).startsWith('3 of 10 moves judged'), 'how far it is');
    slow = false;
    await page.waitForSelector('.curve-chart polyline');
    const slider = page.locator('.replay input[type=range]');
    const now = () => page.locator('.curve-now').getAttribute('x1').then(Number);
    await slider.focus();
    await page.keyboard.press('Home');
    const first = await now();
    await page.keyboard.press('End');
    await page.waitForFunction((x) => Number(document.querySelector('.curve-now').getAttribute('x1')) > x, first);
    expect((await page.textContent('.curve-legend')).includes('100\u00a0%'), 'at the end somebody has won');
    const last = await now();
    await page.locator('.move-go').first().click();
    await page.waitForFunction((x) => Number(document.querySelector('.curve-now').getAttribute('x1')) < x, last);
    expect((await page.locator('.move-go[aria-current]').count()) === 1, 'the moment is marked');
    // Luck and mistakes of each seat, as `analyse` prints them; opened by the keyboard.
    const analysis = await page.evaluate(async (id) => (await (await fetch(`/api/tables/${id}/analysis`)).json()).analysis, tableOf(page));
    await page.locator('#tab-players').focus();
    await page.keyboard.press('Enter');
    await page.waitForSelector('.curve-sums table');
    const sums = (key) => page.locator(`.curve-sums [data-sum=${key}] td`).allTextContents();
    const [verdicts, mistakes] = [await sums('verdict'), await sums('errors')];
    expect(verdicts.length === 2 && analysis.seats.every((seat, i) => verdicts[i] === seat.verdict && mistakes[i] === `${seat.mistakes} of ${seat.decisions}`), `each seat with its verdict: ${verdicts} ${mistakes}`);
    await page.click('#tab-decided');
    await page.locator('.move-go', { hasText: new RegExp(`^${analysis.luckiest}\\D`) }).click();
    await page.waitForFunction((n) => document.querySelector('.replay-words').textContent.startsWith(`${n} of `), analysis.luckiest);
    const wrong = await axe(page);
    expect(wrong.length === 0, `curve: ${wrong.join('\n')}`);
    if (!DEEP) return close(page);
    // If the judge has several depths, the next one can be requested. Meanwhile the present analysis stays.
    expect((await page.locator('[data-do=deeper]').count()) === 0, 'a solved game has no depths');
    await page.route('**/analysis?*depth=2', (route) => route.fulfill({ json: { status: 'ready', how: 'seen from nearby', analysis: { ...analysis, depth: 2, depths: 2 } } }));
    await page.route('**/analysis?*depth=2', (route) => route.fulfill({ json: { status: 'computing', done: 4, whole: 10 } }), { times: 1 });
    await page.evaluate(async () => {
      (await import('/table/current.js')).state.replay.curve.analysis.depths = 2;
      (await import('/core/frame.js')).redraw();
    });
    await page.locator('[data-do=deeper]').focus();
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('.curve-source').textContent.includes('4 of 10 moves judged') && document.querySelector('.curve-chart') !== null);
    await page.waitForFunction(() => /Depth 2 of 2/.test(document.querySelector('.curve-source').textContent));
    // It can be stopped, and reopening the page finds it again.
    let computing = true;
    await page.route('**/analysis?*depth=2', (route) => (computing ? route.fulfill({ json: { status: 'computing', done: 4, whole: 10 } }) : route.fallback()));
    await page.evaluate(async () => {
      (await import('/table/current.js')).state.replay.curve.analysis.depth = 1;
      (await import('/core/frame.js')).redraw();
    });
    await page.click('[data-do=deeper]');
    await page.waitForSelector('.curve-deeper progress');
    await page.click('[data-do=deeper-stop]');
    await page.waitForSelector('[data-do=deeper]');
    expect((await page.locator('.curve-deeper').count()) === 0 && (await page.locator('.curve-chart').count()) === 1, 'the present analysis stays');
    await page.click('[data-do=deeper]');
    await page.waitForSelector('[data-do=deeper-stop]');
    await page.click('[data-do=close-replay]');
    await page.click('[data-do=replay]');
    await page.waitForSelector('.curve-deeper progress');
    // An incomplete deeper analysis does not replace a complete one.
    const half = { ...analysis, moves: analysis.moves.slice(0, 3), depth: 2, depths: 2 };
    await page.route('**/analysis?*depth=2', (route) => route.fulfill({ json: { status: 'ready', how: 'seen from nearby', analysis: half } }), { times: 1 });
    await page.waitForFunction(() => /At depth 2 only 3 of \d+ moves/.test(document.querySelector('.curve-source').textContent) && !document.querySelector('[data-do=deeper], .curve-deeper'));
    expect((await page.evaluate(async () => (await import('/table/current.js')).state.replay.curve.analysis.moves.length)) === analysis.moves.length, 'the whole one stays');
    computing = false;
    await page.click('[data-do=close-replay]');
    await page.click('[data-do=replay]');
    await page.waitForSelector('.curve-chart');
    await page.evaluate(async () => {
      Object.assign((await import('/table/current.js')).state.replay.curve.analysis, { depth: 1, depths: 2 });
      (await import('/core/frame.js')).redraw();
    });
    await page.click('[data-do=deeper]');
    await page.waitForFunction(() => /Depth 2 of 2/.test(document.querySelector('.curve-source').textContent));
    expect((await page.locator('[data-do=deeper]').count()) === 0, 'there is nothing deeper');
    await page.unroute('**/analysis?*depth=2');
    await page.evaluate(async () => ((await import('/table/current.js')).state.replay.curve.analysis.depth = 1));
    await page.click('.tool[lang=fr]');
    await page.waitForFunction(() => /jeu résolu/.test(document.querySelector('.curve-source').textContent));
    await page.setViewportSize({ width: 360, height: 740 });
    const wide = await overflow(page);
    expect(wide.length === 0, `nothing wider than the phone, not ${wide}`);
    await page.evaluate(() => scrollTo(0, 0));
    const arrow = () => page.locator('.to-analysis').evaluate((e) => `${e.textContent} ${getComputedStyle(e.querySelector('.icon')).rotate}`);
    const down = await arrow();
    await page.click('[data-do=to-analysis]'); // on a phone it is below the board
    await page.waitForSelector('.to-analysis.up');
    expect((await arrow()) === 'Le plateau -90deg' && down === 'Analyse 90deg', `the arrow points to where it leads: ${down}, ${await arrow()}`);
    await page.waitForFunction(() => document.querySelector('.curve-source').getBoundingClientRect().bottom < innerHeight && document.querySelector('.curve').getBoundingClientRect().top < innerHeight / 2);
    expect(await page.evaluate(() => document.querySelector('.curve-source').compareDocumentPosition(document.querySelector('.moves')) === Node.DOCUMENT_POSITION_FOLLOWING), 'keys come to it before all the moves');
    await close(page);
    // With another person there is no such button.
    const anne = await person(browser, server, { name: 'Anne' });
    await newTable(anne, server, 'easycome', { players: 2, options: { first: '1' } });
    const bruno = await person(browser, server, { name: 'Bruno' });
    await bruno.goto(`${server.url}t/${tableOf(anne)}`);
    await bruno.click('[data-do=join]');
    await anne.waitForSelector('.bar.mine');
    expect((await anne.locator('[data-do=hint]').count()) === 0, 'no hints with other people');
    await Promise.all([anne, bruno].map(close));
  },

  // Beside the board at 1440x900: curve, moves and verdicts without scrolling; keys work at any focus; the better move is shown on the
  // board; all hands are drawn.
  async analysis({ browser, server }) {
    const page = await person(browser, server, { viewport: { width: 1440, height: 900 } });
    // Simulates an analysis with better moves.
    await page.route('**/analysis?*', async (route) => {
      const answer = await (await route.fetch()).json();
      const made = (answer.analysis?.moves ?? []).filter(({ move }) => !move.startsWith('*'));
      for (const [i, move] of made.entries()) Object.assign(move, { seat: Number(move.move[0]), cost: [0.09, 0.03, 0.01, 0][i % 4], best: 'give 1' });
      await route.fulfill({ json: answer });
    });
    await wazabiEnd(page, server);
    const id = tableOf(page), { total } = await server.json(`/api/tables/${id}/steps`);
    await page.click('[data-do=replay]');
    await page.waitForSelector('.curve.ready');
    const hidden = await page.evaluate(() => ['.wz', '.replay-row', '.curve-chart', '.curve-legend', '.moves .chip', '.analysis .panel'].filter((s) => {
      const { top, bottom, left, right } = document.querySelector(s).getBoundingClientRect();
      return top < 0 || left < 0 || bottom > innerHeight || right > innerWidth || bottom - top < 10;
    }));
    expect(hidden.length === 0, `all in view at 1440x900, but not ${hidden}`);
    expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight), 'the page need not be scrolled');
    expect(await page.evaluate(() => document.querySelector('.felt').getBoundingClientRect().right <= document.querySelector('.analysis').getBoundingClientRect().left), 'the board is on the left');
    const at = () => page.evaluate(async () => (await import('/table/current.js')).state.replay.at);
    const running = () => page.evaluate(async () => (await import('/table/current.js')).state.replay.running > 0);
    for (const focus of daily(['.replay input', '#main'], ['.brand', '.replay-row .icon-button', '.replay input', '#panel', '.move-go', '[data-do=close-replay]', '#main'])) {
      await page.locator(focus).first().focus();
      await page.keyboard.press('Home');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('ArrowLeft');
      expect((await at()) === 1, `arrows at ${focus}: ${await at()}`);
      await page.keyboard.press('Space');
      expect(await running(), `Space runs at ${focus}`);
      await page.keyboard.press('Space');
      expect(!(await running()), `and stands at ${focus}`);
      await page.keyboard.press('End');
      expect((await at()) === total - 1, `End at ${focus}`);
    }
    // Not while somebody types.
    await page.keyboard.press('Home');
    await page.evaluate(() => document.body.append(Object.assign(document.createElement('input'), { id: 'typed' })));
    await page.locator('#typed').pressSequentially('a b');
    await page.keyboard.press('End');
    expect((await page.inputValue('#typed')) === 'a b' && (await at()) === 0 && !(await running()), 'keys in a field are not shortcuts');
    await page.evaluate(() => document.querySelector('#typed').remove());
    // The better move: the position before the decision, with its target on the board.
    const better = page.locator('[data-better]').first();
    const moment = Number(await better.getAttribute('data-better'));
    await better.click();
    await page.waitForSelector('.wz-person.marked');
    expect((await at()) === moment - 1, 'before the decision');
    expect((await page.locator('.chip.good, .chip.slip, .chip.mistake, .chip.blunder').count()) > 0, 'each decision has a verdict');
    await page.locator('[data-better][aria-pressed=true]').click();
    await page.waitForSelector('.wz-person.marked', { state: 'detached' });
    // All hands are drawn.
    await page.keyboard.press('End');
    const hands = await page.evaluate(async () => (await import('/table/current.js')).state.replay.steps.at(-1).state.cards);
    expect((await page.locator('.wz-mini .wz-art').count()) === hands.reduce((a, b) => a + b, 0), 'one drawn card for each held');
    const found = await axe(page);
    expect(found.length === 0, `analysis: ${found.join('\n')}`);
    // On a phone the board comes first, with the buttons visible, and nothing overflows.
    await page.setViewportSize({ width: 360, height: 740 });
    await page.evaluate(() => scrollTo(0, 0));
    const wide = await overflow(page);
    expect(wide.length === 0, `nothing wider than the phone, not ${wide}`);
    const row = await page.locator('.replay-row').boundingBox();
    expect(row.y > 200 && row.y + row.height <= 740, 'the buttons stay in view below the board');
    // The open hands scroll below the table: no plate covers another.
    for (const [width, height] of [[320, 568], [360, 640]]) {
      await page.setViewportSize({ width, height });
      const covered = await page.evaluate(() => {
        const plates = [...document.querySelectorAll('.wz-person')].map((e) => e.getBoundingClientRect());
        return plates.some((a, i) => plates.slice(i + 1).some((b) => a.left < b.right - 2 && b.left < a.right - 2 && a.top < b.bottom - 2 && b.top < a.bottom - 2))
          || document.querySelector('.wz-around').offsetHeight < 180;
      });
      expect(!covered, `the table has room above the hands at ${width}x${height}`);
    }
    await page.setViewportSize({ width: 360, height: 740 });
    await page.locator('[data-better]').first().click();
    await page.waitForFunction(() => document.querySelector('.wz-person.marked')?.getBoundingClientRect().top > 0);
    await close(page);
  },

  // Continues from a moment of a finished game, against bots: the earlier lines are the same, the dice are new and can be verified, and a
  // link leads back to the analysis.
  async playOn({ browser, server }) {
    const page = await person(browser, server);
    await wazabiEnd(page, server);
    const id = tableOf(page), { steps } = await server.json(`/api/tables/${id}/steps`);
    const at = 2; // the other cards are dealt again, so the dice of another game cannot match by luck
    await page.goto(server.url);
    await page.goto(`${server.url}t/${id}#replay=${at}`);
    await page.waitForFunction((n) => document.querySelector('.replay-words')?.textContent.startsWith(`${n} of `), at);
    await page.click('[data-do=play-on]');
    await page.locator('dialog input[value="2"]').check();
    const found = DEEP ? await axe(page) : [];
    expect(found.length === 0, `the dialog: ${found.join('\n')}`);
    await page.click('[data-do=play-on-yes]');
    await page.waitForFunction((old) => !location.pathname.endsWith(old), id);
    await page.waitForSelector('.bar.mine, .result');
    const fork = tableOf(page);
    const table = await page.evaluate(async () => (await import('/table/current.js')).state.table);
    expect(table.you === 2 && table.origin.table === id && table.origin.step === at && table.seats[0].kind === 'bot', 'the other seat, with a bot at mine');
    expect(table.log.length >= at && steps.slice(1, at + 1).every(({ line }, i) => line === table.log[i] || table.log[i].includes('?')), 'the same lines up to there');
    if (!DEEP) return close(page);
    await page.reload();
    await page.waitForSelector('.bar.mine, .result');
    await playOut(page, 'wazabi');
    await page.click('[data-do=over-more]');
    await page.click('dialog a[href^="/check"]');
    await page.waitForSelector('[data-verdict=proved]');
    expect((await page.textContent('.facts')).includes(`Its first ${at} lines are those of table ${id}`), 'what is not checked is said');
    const bent = await page.evaluate(async (table) => {
      const { verify } = await import('/dice/verify.js');
      const record = await (await fetch(`/api/tables/${table}/record`)).text();
      const good = async (text) => !['refused', 'contradicted'].includes((await verify(text, '', 'en')).grade);
      return [await good(record), await good(record.replace(/fair-from (\d+)/, (_, n) => `fair-from ${n - 1}`)), await good(record.replace(/fair-from .*\n/, ''))];
    }, fork);
    expect(String(bent) === 'true,false,false', `where its own draws begin is bound: ${bent}`);
    await page.goto(`${server.url}t/${fork}`);
    await page.click('[data-do=over-more]');
    await page.click('dialog [data-do=back]');
    await page.waitForFunction((n) => document.querySelector('.replay-words')?.textContent.startsWith(`${n} of `), at);
    await page.keyboard.press('End');
    expect(await page.locator('[data-do=play-on]').isDisabled(), 'nothing to play on from at the end');
    await close(page);
  },

  // The page of `cornet analyse --html`: without a network, in both languages, light and dark, by keyboard.
  async analysisPage({ browser, server }) {
    const record = join(server.folder, 'analysis.cornet');
    spawnSync(server.program, ['play', 'easycome', '--seat', 'bot:easy', '--seat', 'bot:random', '--seed', '3', '--fast', '--save', record], { input: '', timeout: PATIENCE });
    for (const [lang, colorScheme] of daily([['fr', 'dark']], [['en', 'light'], ['fr', 'dark']])) {
      const { stdout } = spawnSync(server.program, ['analyse', record, '--html', '--lang', lang], { timeout: PATIENCE, encoding: 'utf8', env: { ...process.env, LC_ALL: 'C.UTF-8' } });
      const file = join(server.folder, `analysis-${lang}.html`);
      writeFileSync(file, stdout);
      const context = await browser.newContext({ colorScheme, offline: true, viewport: { width: 1000, height: 700 } });
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE);
      const asked = [];
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(`file://${file}`);
      expect(asked.length === 1, `the page alone: ${asked}`);
      expect((await page.getAttribute('html', 'lang')) === lang, 'the language is said');
      const found = await axe(page);
      expect(found.length === 0, `${lang}: ${found.join('\n')}`);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      const target = await page.evaluate(() => location.hash.slice(1));
      expect(/^m\d+$/.test(target), `the first key leads to a moment of the curve, not ${target}`);
      expect((await page.locator(`#${target} pre`).count()) === 1, 'with its board');
      await page.locator('summary').click();
      expect((await page.locator('details tbody tr').count()) > 20, 'every move is there');
      await page.setViewportSize({ width: 360, height: 740 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= 361), 'nothing wider than a phone');
      await context.close();
    }
  },

  // Two people play by a link, a third one watches and must not see hands; chat; leaving for good.
  async threeBrowsers({ browser, server }) {
    const anne = await person(browser, server, { name: 'Anne' });
    await newTable(anne, server, 'wazabi', { players: 2, options: { dice: '12' } }); // nobody wins by luck
    const link = await anne.inputValue('[data-link]');
    const table = link.split('/t/')[1];
    const bruno = await person(browser, server, { name: 'Bruno' });
    await bruno.goto(`${server.url}t/${table}`);
    await bruno.click('[data-do=join]');
    const carla = await person(browser, server, { name: 'Carla' });
    await carla.goto(`${server.url}t/${table}`);
    await Promise.all([anne, bruno, carla].map((page) => page.waitForSelector('.wz-around')));
    expect((await anne.locator('.wz-card').count()) >= 3 && (await bruno.locator('.wz-card').count()) >= 3, 'players see their own hands');
    for (let i = 0; i < 3; i++) {
      const mover = await Promise.race([anne, bruno].map((page) => page.waitForSelector('.bar.mine').then(() => page)));
      await makeMoves(mover, 'wazabi', 1);
    }
    expect((await carla.locator('.wz-card').count()) === 0, 'no card is shown to who watches');
    for (const frame of carla.frames2) {
      const { state, lines = [], log = [] } = JSON.parse(frame);
      expect(!state || state.hands.every((hand) => hand === null), `no hand is sent to who watches: ${frame}`);
      expect([...lines, ...log].every((line) => !/^\* (draw|steal) [^?]/.test(line)), `no drawn card either: ${frame}`);
    }
    for (const frame of anne.frames2) {
      const { state, you } = JSON.parse(frame);
      expect(!state || !you || state.hands.every((hand, i) => (hand === null) === (i + 1 !== you)), 'a player is sent one hand');
    }
    await anne.click('#tab-chat');
    await anne.fill('.chat-form input', 'bonjour <b>Bruno</b>');
    await anne.keyboard.press('Enter');
    await carla.click('#tab-chat');
    await carla.waitForFunction(() => document.querySelector('.chat').textContent.includes('bonjour <b>Bruno</b>'));
    await anne.click('[data-phrase=played]');
    await carla.waitForFunction(() => document.querySelector('.chat').textContent.includes('Well played!'));
    const seen = await carla.evaluate(() => Promise.all([import('/core/phrases.js'), import('/core/texts.js')])
      .then(([{ phraseIds, phraseIn }, { TEXTS }]) => phraseIds.map((id) => phraseIn(TEXTS[`phrase.${id}`][1]) === TEXTS[`phrase.${id}`][0])));
    expect(seen.length === 12 && seen.every(Boolean), 'a French phrase is read in English');
    await bruno.click('#tab-more');
    await bruno.click('[data-do=quit]');
    await bruno.click('[data-do=quit-yes]');
    await bruno.waitForSelector('.game-card');
    await anne.waitForFunction(() => document.querySelector('.felt').textContent.includes('has left'));
    await Promise.all([anne, bruno, carla].map(close));
  },

  // Two people: one leaves and a bot stands in by consent, then reconnects. Both want a rematch, which one refuses at first.
  async consent({ browser, server }) {
    const anne = await person(browser, server, { name: 'Anne' });
    await newTable(anne, server, 'debacle', { options: { target: '1', setup: NEAR_THE_END } });
    const bruno = await person(browser, server, { name: 'Bruno' });
    const address = `${server.url}t/${tableOf(anne)}`;
    await bruno.goto(address);
    await bruno.click('[data-do=join]');
    await anne.waitForSelector('.bar.mine');
    await bruno.goto(server.url);
    await anne.click('.banner button');
    await anne.waitForFunction(() => document.querySelector('.felt').textContent.includes('stands in') || !document.querySelector('.banner'));
    await bruno.goto(address);
    await bruno.waitForSelector('.db-board');
    await Promise.all([playOut(anne, 'debacle'), playOut(bruno, 'debacle')]);
    const before = tableOf(anne);
    await anne.click('[data-do=rematch]');
    await bruno.click('.banner button:not(.primary)');
    await anne.waitForFunction(() => document.body.textContent.includes('Bruno refused.'));
    await bruno.click('[data-do=rematch]'); // Anne would have to wait; Bruno need not
    await anne.click('.banner .primary');
    for (const page of [anne, bruno]) {
      await page.waitForFunction((id) => location.pathname.startsWith('/t/') && !location.pathname.endsWith(id), before);
      await page.waitForSelector('.db-board');
    }
    await Promise.all([anne, bruno].map(close));
  },

  // A reload; then a lost server, which the page reports, and the same game after the restart.
  async interruptions({ browser, server }) {
    const page = await person(browser, server);
    await playNow(page, server, 'debacle');
    await page.waitForSelector('.bar.mine');
    for (const name of ['a1', 'a2']) await page.locator(`[data-square=${name}]`).click({ force: true });
    await page.waitForFunction(() => document.querySelector('.log li')?.dataset.line === '1 a1-a2');
    const position = () => page.evaluate(async () => (await import('/table/current.js')).state.table.state.position);
    const before = await position();
    await page.reload();
    await page.waitForSelector('.bar.mine');
    expect((await position()) === before, 'a reload changes nothing');
    page.mayFail = true; // connections are refused while the server is down
    await server.stop('SIGKILL');
    await page.waitForSelector('.banner.bad');
    expect((await page.locator('.bar-buttons button').count()) === 0, 'nothing is offered on a dead connection');
    await server.start();
    await page.waitForSelector('.bar.mine');
    page.mayFail = false;
    expect((await page.locator('.banner.bad').count()) === 0 && (await position()) === before, 'the game continues from the same position');
    // The home page lists the old tables.
    await page.goto(server.url);
    await page.waitForSelector('.going a[href^="/t/"]');
    await close(page);
  },

  async refusedMove({ browser, server }) {
    const page = await person(browser, server);
    await playNow(page, server, 'debacle');
    await page.waitForSelector('.bar.mine');
    expect((await page.title()).includes('Your turn'), 'the title says whose turn it is');
    await page.evaluate(async () => (await import('/table/actions.js')).play('1 a1xf6'));
    await page.waitForSelector('.notice.bad');
    expect((await page.textContent('#urgent')).length > 10, 'the reason is said aloud too');
    await page.waitForSelector('.bar.mine .bar-buttons');
    await close(page);
  },

  // Each event is one beat with its owner. The player throws their own dice. A key or a tap shows the rest.
  async beats({ browser, server }) {
    const page = await person(browser, server, { ...MOTION, pace: 'brisk' });
    await newTable(page, server, 'easycome', { players: 2, seats: { 2: 'bot:random' } });
    await page.waitForSelector('[data-do=throw]');
    await page.evaluate(() => {
      window.spoken = [];
      const note = () => {
        const words = document.querySelector('.ticker')?.textContent ?? '';
        if (words && words !== window.spoken.at(-1)) window.spoken.push(words);
        window.skips ||= document.querySelector('[data-do=skip]') !== null; // it may be gone before the test sees it
      };
      new MutationObserver(note).observe(document.querySelector('#main'), { subtree: true, childList: true, characterData: true });
    });
    expect((await page.locator('.log li').count()) === 0, 'nothing is rolled before one throws');
    // Tied players roll again.
    const starts = () => window.spoken.some((words) => /(You start|starts): \d+, the highest total/.test(words));
    while (!(await page.evaluate(starts))) {
      const before = await page.locator('.log li').count();
      await page.click('[data-do=throw]');
      await page.waitForFunction((n) => document.querySelectorAll('.log li').length >= n + 2 && (window.spoken.some((words) => /starts?: /.test(words)) || document.querySelector('[data-do=throw]')), before);
    }
    for (let turn = 0; turn < 2; turn++) {
      await page.waitForSelector('[data-do=throw], .bar.mine [data-line$=stop]');
      if (await page.$('[data-do=throw]')) await page.keyboard.press('Space');
      await page.waitForSelector('.bar.mine [data-line$=stop]');
      await page.evaluate(() => (window.skips = false));
      await page.click('.bar.mine [data-line$=stop]');
      await page.waitForFunction(() => window.skips);
      await (turn % 2 ? page.keyboard.press('ArrowRight') : page.click('.ec-prizes'));
      await page.waitForSelector('[data-do=skip]', { state: 'detached' });
    }
    const spoken = await page.evaluate(() => window.spoken);
    const owned = /^(You|Pipo)[ :]/;
    expect(spoken.length > 3 && spoken.every((words) => owned.test(words)), `everything has its owner: ${spoken.join(' | ')}`);
    const log = await page.locator('.log .log-words').allTextContents();
    expect(log.every((words) => owned.test(words)), `also in the log: ${log.join(' | ')}`);
    await tableFrom(page, server, { game: 'easycome', seats: ['me', 'bot:random'], lines: ['* roll 0123', '* roll 0123'] });
    await page.waitForSelector('[data-do=throw]'); // a tie: they throw again
    await close(page);
  },

  // A move is on the page before the first frame after its message.
  async oneFrame({ browser, server }) {
    const page = await person(browser, server, MOTION);
    await page.addInitScript(() => {
      window.late = [];
      window.moves = 0;
      const Plain = window.WebSocket;
      window.WebSocket = class extends Plain {
        constructor(...all) {
          super(...all);
          this.addEventListener('message', (event) => {
            const message = JSON.parse(event.data);
            if (message.type !== 'moves') return;
            requestAnimationFrame(() => {
              window.moves++;
              const shown = [...document.querySelectorAll('.log li')].map((item) => item.dataset.line);
              if (!message.lines.every((line) => shown.includes(line))) window.late.push(message.lines.join());
            });
          });
        }
      };
    });
    await playNow(page, server, 'debacle');
    await makeMoves(page, 'debacle', 6);
    await page.waitForFunction(() => window.moves >= 4);
    const late = await page.evaluate(() => window.late);
    expect(late.length === 0, `every move within its frame, not ${late}`);
    await close(page);
  },

  // Without a mouse: from the home page through a few turns.
  async keyboard({ browser, server }) {
    const page = await person(browser, server);
    await page.goto(server.url);
    await page.waitForSelector('.game-card h2');
    const tabTo = async (selector) => {
      for (let i = 0; i < 80; i++) {
        if (await page.evaluate((s) => document.activeElement?.matches(s), selector)) return;
        await page.keyboard.press('Tab');
      }
      throw new Error(`Tab does not reach ${selector}`);
    };
    await tabTo('[data-do=play-easycome]');
    await page.keyboard.press('Enter');
    for (let moves = 0, tries = 0; moves < 2; tries++) {
      expect(tries < 60, 'keys move');
      await page.waitForSelector('.bar.mine');
      const beat = await page.evaluate(async () => (await import('/table/current.js')).state.beat);
      const goesOn = (timeout) => page.waitForFunction(async (before) => (await import('/table/current.js')).state.beat > before, beat, { timeout });
      if (await page.locator('.ec-die.free').count()) {
        await tabTo('.ec-die.free');
        await page.keyboard.press('Space');
        expect((await page.locator('.ec-die.held').count()) === 1, 'the die is kept');
        await tabTo('.bar-buttons [data-line*=" keep "]');
        await page.keyboard.press('Enter');
        await page.waitForFunction(() => document.activeElement.closest('.bar, .ec-die')); // the focus is not lost with its button
        await goesOn();
        moves++;
      } else { // a throw; the key does nothing while dice fall, before they can be chosen
        await page.keyboard.press('1');
        moves += await goesOn(1000).then(() => 1, () => 0);
      }
    }
    await page.keyboard.press('Shift+?');
    await page.waitForSelector('dialog .rules p');
    await page.keyboard.press('Escape');
    if (!DEEP) return close(page); // boardKeys tests the rest
    // On Débâcle's board the arrow keys move from square to square.
    await playNow(page, server, 'debacle');
    await page.waitForSelector('.bar.mine');
    await tabTo('.db-square');
    await page.locator('[data-square=a1]').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    expect((await page.evaluate(() => document.activeElement.dataset.square)) === 'a2', 'the arrow goes up');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.querySelector('#polite').textContent.includes('a1'));
    await close(page);
  },

  // Switches the language during a game, without loading anything again.
  async languages({ browser, server }) {
    const page = await person(browser, server, { lang: 'fr' });
    await playNow(page, server, 'easycome');
    await page.waitForSelector('.bar.mine');
    expect((await page.textContent('.ec-prizes')).includes('Carré'), 'French prizes');
    expect((await page.getAttribute('html', 'lang')) === 'fr', 'the page says that it is French');
    await page.click('.tool[lang=en]');
    await page.waitForFunction(() => document.querySelector('.ec-prizes').textContent.includes('Four of a kind'));
    expect((await page.getAttribute('html', 'lang')) === 'en', 'and English');
    await close(page);
  },

  // Games without their own test here, and the example for programmers, which the home page does not show: a whole game by the buttons, and
  // the tutorial.
  async others({ browser, server, games }) {
    const only = process.env.CORNET_GAME;
    for (const game of only ? [only] : [...games.filter((id) => !(id in quick)), 'template']) {
      const page = await person(browser, server);
      await page.goto(server.url);
      const id = await page.evaluate(async (name) => (await import('/table/session.js')).createTable({ game: name, seats: ['me', 'bot:normal'], name: 'Anne' }), game);
      await page.goto(`${server.url}t/${id}`);
      await page.waitForSelector('.bar.mine, .result');
      expect((await page.locator('.plain-state').count()) === 0, `${game} has a board of its own`);
      const found = await axe(page);
      expect(found.length === 0, `${game}: ${found.join('\n')}`);
      await makeMoves(page, game, only ? Infinity : daily(3, Infinity));
      await close(page);
      if (only || DEEP) await playLesson(browser, server, game);
    }
  },

  async accessibility({ browser, server, games }) {
    const page = await person(browser, server, MOTION);
    const check = async (where, dark = false) => { // `make test` checks some in dark mode, where only colours differ
      for (const [scheme, rules] of [['light', null], ...daily(dark ? [['dark', ['color-contrast']]] : [], [['dark', null]])]) {
        await page.emulateMedia({ colorScheme: scheme });
        await page.evaluate(() => Promise.all(document.getAnimations().map((a) => (a.effect.getComputedTiming().iterations === Infinity ? a.cancel() : a.finish()))));
        const found = await axe(page, rules);
        expect(found.length === 0, `${where}, ${scheme}: ${found.join('\n')}`);
      }
    };
    await page.goto(server.url);
    await page.waitForSelector('.game-card h2');
    await check('home', true);
    await page.click(`[data-do=invite-${games[0]}]`);
    await check('new table');
    if (DEEP) {
      await page.goto(`${server.url}check`);
      await page.waitForSelector('.how');
      await check('fair dice');
    }
    for (const game of daily(['wazabi', 'debacle'], games)) {
      await playNow(page, server, game);
      await page.waitForSelector('.bar.mine, .game-themots .tm-form');
      await check(game, game === 'wazabi');
    }
    await page.goto(`${server.url}play/${games[0]}`);
    await page.waitForSelector('.lesson');
    await check('lesson');
    await close(page);
  },

  // A waiting table: its link, which only this computer can open; bots for the empty seats; then undo and a rematch.
  async table({ browser, server }) {
    const page = await person(browser, server);
    await newTable(page, server, 'debacle', { options: { target: '1', setup: NEAR_THE_END } });
    expect((await page.inputValue('[data-link]')).includes(`/t/${tableOf(page)}`), 'the link names the table');
    await page.waitForSelector('[data-local]');
    expect((await page.locator('.qr').count()) === 0, 'no code for a phone that cannot open it');
    await page.click('[data-do=fill]');
    await page.waitForSelector('.bar.mine');
    await page.locator('[data-square=a1]').click({ force: true });
    await page.locator('[data-square=a2]').click({ force: true });
    await page.waitForFunction(() => document.querySelector('#polite').textContent.includes('a2'));
    await page.click('.bar [data-do=undo]');
    await page.waitForFunction(() => document.querySelector('[data-square=a2]').getAttribute('aria-label').includes('empty'));
    await playOut(page, 'debacle');
    const before = tableOf(page);
    await page.click('[data-do=rematch]');
    await page.waitForFunction((id) => !location.pathname.endsWith(id), before);
    await page.waitForSelector('.db-board');
    await close(page);
  },
};

quick.interruptions.alone = true;
