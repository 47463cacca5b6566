// Several people share one device. Two of them play each game to its end; the page shows a hand of Wazabi only to its owner.
import { NEAR_THE_END, attempt, axe, close, daily, expect, fromMenu, move, overflow, person, setOptions } from '../web/kit.mjs';
import { untilInPage } from './until.mjs';

const visible = (page, selector) => page.locator(selector).first().isVisible();

// Starts a game for these people. The first is the owner of the browser.
export async function together(page, server, game, names, options = async () => {}) {
  await page.goto(server.url);
  await fromMenu(page, game, 'together');
  const dialog = page.locator('dialog');
  const players = dialog.locator('[data-key=players] select');
  if (await players.count()) await players.selectOption(String(names.length));
  for (const [i, name] of names.entries()) if (i) await dialog.locator(`[data-key=name-${i + 1}] input`).fill(name);
  await options(dialog);
  await page.click('[data-do=create]');
  await page.waitForSelector('.hand-over, .felt .bar.mine, .tm-buzzers, .roll-face');
}

// Watches the page from its start: a hand may be shown only after its owner has confirmed that they hold the device.
function guard() {
  window.leaks = [];
  let holder = 0;
  document.addEventListener('click', (event) => {
    const screen = event.target.closest?.('[data-do=take-device]')?.closest('.hand-over');
    if (screen) holder = Number(screen.dataset.seat);
  }, true);
  const look = async () => {
    const { state: here } = await window.tableModule;
    const screen = document.querySelector('.hand-over'), hand = document.querySelector('.wz-hand, .wz-card, .wz-theirs');
    if (screen && hand) window.leaks.push('a hand beside the screen between two people');
    if (hand && here.table.phase === 'playing' && here.table.you !== holder) window.leaks.push(`the hand of ${here.table.you}, and ${holder} holds the device`);
  };
  addEventListener('DOMContentLoaded', () => {
    window.tableModule = import(document.querySelector('script[type=module]').src.replace('app.js', 'table/current.js'));
    new MutationObserver(look).observe(document.getElementById('app'), { childList: true, subtree: true });
  });
}

// Neither the document nor the screen reader's text contains anything of a hand.
async function checkHidden(page) {
  const html = await page.evaluate(() => document.body.outerHTML);
  expect(!/wz-card|wz-hand|data-card|class="log"/.test(html), 'nothing of the table while it is handed over');
  expect(!/draws?\b|You /.test(await page.textContent('#polite')) && !(await page.textContent('#urgent')).trim(), 'nothing of it is said either');
}

async function takeOver(page) {
  await checkHidden(page);
  const seat = await page.locator('.hand-over').getAttribute('data-seat');
  await page.click('[data-do=take-device]');
  await page.waitForSelector('.bar.mine, .result');
  return Number(seat);
}

async function playOn(page, game, each = async () => {}) {
  for (let i = 0; i < 3000; i++) {
    await page.waitForSelector('.hand-over, .bar.mine, .result');
    if (await visible(page, '.result')) return;
    await each(i);
    if (await visible(page, '.hand-over')) await takeOver(page);
    else await attempt(page, (p) => move(p, game));
  }
  throw new Error(`${game} did not end`);
}

async function open({ browser, server }, game, options = {}) {
  const page = await person(browser, server);
  await together(page, server, game, ['Anne', 'Bruno'], (dialog) => setOptions(dialog, options));
  await playOn(page, game, async () => expect(!(await visible(page, '.hand-over')), 'nothing is hidden: nothing is handed over'));
  expect(/Anne|Bruno/.test(await page.textContent('.result')), 'the result names who won');
  await close(page);
}

async function wazabi({ browser, server }) {
  const page = await person(browser, server, { viewport: { width: 390, height: 780 } });
  await page.addInitScript(guard);
  // one die each makes the game short
  await together(page, server, 'wazabi', ['Anne', 'Bruno'], (dialog) => setOptions(dialog, daily({ dice: '1' }, {})));
  const seen = new Set();
  let reloaded = 0, taken = 0;
  for (let i = 0; i < 3000 && !(await visible(page, '.result')); i++) {
    await page.waitForSelector('.hand-over, .bar.mine, .result');
    if (i === 0) {
      const found = [...(await overflow(page)), ...(await axe(page))];
      expect(found.length === 0, `the screen between two people fits and is well made: ${found}`);
    }
    if (await visible(page, '.hand-over')) {
      if (reloaded === 0) {
        reloaded++;
        await page.reload();
        await page.waitForSelector('.hand-over');
      }
      seen.add(await takeOver(page));
      taken++;
    } else if (reloaded === 1 && (await visible(page, '.wz-hand'))) {
      expect((await page.evaluate(() => window.leaks)).length === 0, 'no leak before the reload');
      reloaded++;
      await page.reload(); // while a hand is shown: the page must ask again who holds the device
      await page.waitForSelector('.hand-over');
    } else if (!(await visible(page, '.result'))) await attempt(page, (p) => move(p, 'wazabi'));
  }
  expect(reloaded === 2 && (seen.size === 2 || taken < 3), 'both have held it, unless the game was very short, and it was reloaded');
  const leaks = await page.evaluate(() => window.leaks);
  expect(leaks.length === 0, leaks.slice(0, 3).join('; '));
  await page.click('[data-do=rematch]');
  await page.waitForSelector('.hand-over');
  await close(page);
}

// Each round, one player presses a buzzer by key or by hand and types a word; the others have none.
async function themots({ browser, server }) {
  const page = await person(browser, server, { viewport: { width: 768, height: 1024 } });
  // the clock ends no round
  await together(page, server, 'themots', ['Anne', 'Bruno', 'Zoé'], (dialog) => setOptions(dialog, { time: '600' }));
  await page.waitForSelector('.tm-buzzer');
  const places = await page.locator('.tm-buzzer').evaluateAll((all) => all.map((e) => e.getBoundingClientRect()).map(({ x, y, width }) => [x < 300, y > 500, width >= 100]));
  expect(places.length === 3 && new Set(places.map(String)).size === 3 && places.every(([, , large]) => large), `buzzers in the corners: ${JSON.stringify(places)}`);
  expect((await overflow(page)).length === 0, 'it fits a tablet');
  const spoken = new Set();
  for (let i = 0; i < 4000 && !(await visible(page, '.result')); i++) {
    await page.waitForSelector('.tm-buzzer, .tm-form, .bar-buttons [data-line*=" vote "], .result, .tm-over');
    await attempt(page, async (p) => {
      if (await visible(p, '.bar-buttons [data-line*=" vote "]')) return p.locator('.bar-buttons [data-line$=" vote no"]').click({ timeout: p.hurry });
      const free = p.locator('.tm-buzzer:not([disabled])');
      if (spoken.size < 2 && (await free.count()) === 3) {
        const seat = spoken.size + 1;
        if (spoken.size) await p.keyboard.press(String(seat));
        else await free.first().click({ timeout: p.hurry });
        await p.locator('.tm-form input').fill('xyzzy', { timeout: p.hurry });
        await p.locator('.tm-form [type=submit]').click({ timeout: p.hurry });
        await p.waitForFunction((s) => [...document.querySelectorAll('.log li')].some((li) => li.dataset.line?.startsWith(`${s} say xyzzy`)), seat, { timeout: p.hurry });
        return spoken.add(seat);
      }
      if (await free.count()) return p.locator('.bar-buttons button').first().click({ timeout: p.hurry });
      return p.waitForTimeout(100).then(() => false);
    });
  }
  expect(spoken.size === 2, 'two have spoken by their buzzers');
  await close(page);
}

// Every button is inside the window, large enough for a thumb, and covers neither a seat nor another button.
const misplaced = (page, selector) => page.evaluate((what) => {
  const boxes = [...document.querySelectorAll(what)].map((e) => [e.dataset.buzz ?? e.textContent, e.getBoundingClientRect()]);
  const seats = [...document.querySelectorAll('.seats .seat')].map((e) => ['a seat', e.getBoundingClientRect()]);
  const meet = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const outside = boxes.filter(([, box]) => box.top < 0 || box.left < 0 || box.bottom > innerHeight + 1 || box.right > innerWidth + 1 || box.height < 36 || box.width < 44);
  const covered = boxes.filter(([, box], i) => [...seats, ...boxes.slice(0, i)].some(([, other]) => meet(box, other)));
  return [...outside, ...covered].map(([name, { left, top, width, height }]) => `${name} ${[left, top, width, height].map(Math.round)}`);
}, selector);

const PEOPLE = ['Anne', 'Bruno', 'Marie-Hélène', 'Maximilian', 'Zoé', 'Wilhelmina'];
const SIZES = daily([[360, 640], [1024, 768]], [[360, 640], [844, 390], [768, 1024], [1024, 768], [1024, 600], [1366, 1024]]);

// Two to six buzzers on phones and a tablet, then the input field of the first player.
async function buzzers({ browser, server }) {
  const page = await person(browser, server);
  for (const count of [2, 3, 4, 5, 6]) {
    // the clock ends no round
    await together(page, server, 'themots', PEOPLE.slice(0, count), (dialog) => setOptions(dialog, { time: '600' }));
    await page.waitForSelector('.tm-buzzer');
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      await page.waitForSelector('.tm-buzzer:not([disabled])');
      const found = [...(await overflow(page)), ...(await misplaced(page, '.tm-buzzer, .bar-buttons button'))];
      expect(found.length === 0, `${count} buzzers at ${width}x${height}: ${found.join('; ')}`);
    }
  }
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    await page.locator('.tm-buzzer').last().click();
    await page.waitForSelector('.tm-form');
    const found = [...(await overflow(page)), ...(await misplaced(page, '.tm-form input, .tm-form button, .bar-buttons button'))];
    expect(found.length === 0, `the field at ${width}x${height}: ${found.join('; ')}`);
    expect((await page.locator('.tm-form input').boundingBox()).width > 120, 'there is room for a word');
    await page.locator('.bar-buttons button').last().click(); // cancels without a word
    await page.waitForSelector('.tm-buzzer');
  }
  await close(page);
}

// ---- real dice ----

const pickFace = (page) => page.locator('.roll-face:not([disabled])');

// Enters a roll, by hand with one correction or by keys. The faces are taken in turn.
async function enterRoll(page, keys) {
  const names = await page.locator('.roll-face').evaluateAll((all) => all.map((e) => e.dataset.face));
  const empty = await page.locator('.roll-empty').count();
  const any = () => names[(page.faces = (page.faces ?? 0) + 1) % names.length];
  if (keys) {
    await page.focus('.bar');
    for (let i = 0; i < empty; i++) await page.keyboard.press(any());
    return page.keyboard.press('Enter');
  }
  await pickFace(page).first().click({ timeout: page.hurry });
  await page.click('[data-do=roll-back]', { timeout: page.hurry });
  expect((await page.locator('.roll-empty').count()) === empty && (await page.locator('[data-do=enter-roll]').isDisabled()), 'a face is taken back');
  for (let i = 0; i < empty; i++) await page.locator(`.roll-face[data-face="${any()}"]`).click({ timeout: page.hurry });
  return page.click('[data-do=enter-roll]', { timeout: page.hurry });
}

async function realDice({ browser, server }, game) {
  const page = await person(browser, server, { viewport: { width: 390, height: 780 } });
  if (game === 'wazabi') await page.addInitScript(guard);
  await together(page, server, game, ['Anne', 'Bruno'], (dialog) => dialog.locator('[data-key=dice] input').check());
  await page.waitForSelector('.roll-face');
  const findings = await axe(page);
  expect(findings.length === 0, `the dice are well made: ${findings}`);
  for (const [width, height] of [...SIZES, [390, 780]]) {
    await page.setViewportSize({ width, height });
    const found = [...(await overflow(page)), ...(await misplaced(page, '.roll-face, .bar-buttons button'))];
    expect(found.length === 0, `the dice fit ${width}x${height}: ${found.join('; ')}`);
  }
  let rolls = 0;
  const most = daily(5, game === 'wazabi' ? 30 : 3000); // limit of rolls; `make test` plays only diceThemots to its end
  for (let i = 0; i < 3000 && rolls < most && !(await visible(page, '.result')); i++) {
    await page.waitForSelector('.hand-over, .bar.mine, .result');
    if (await visible(page, '.hand-over')) {
      await page.click('[data-do=take-device]');
      await page.waitForSelector('.bar.mine, .result');
    } else if (await visible(page, '.roll-face')) rolls += await attempt(page, (p) => enterRoll(p, i % 2));
    else if (!(await visible(page, '.result'))) await attempt(page, (p) => move(p, game));
    if (rolls === 3) {
      rolls++;
      await page.reload();
    }
  }
  expect(rolls > 4 || (await visible(page, '.result')), 'rolls were entered, to the end of a short game');
  if (game === 'wazabi') expect((await page.evaluate(() => window.leaks)).length === 0, 'no hand for others');
  if (!(await visible(page, '.result'))) return close(page);
  await page.click('[data-do=over-more]');
  await page.click('dialog a[href*="/check"]');
  await untilInPage(page, 'the check of dice of one’s own', () => /players' own dice: nothing can be proved/.test(document.body.textContent));
  await close(page);
}

// Chooses the theme by a tap; types the letters, taps the colour, then presses Enter or the button. A roll that the dice cannot show is
// refused and stays for correction.
async function enterLetters(page, keys, wrong) {
  const letters = page.locator('[name=letters]');
  if (!(await letters.count())) {
    await page.locator('.roll-face').nth(keys ? 1 : 4).click({ timeout: page.hurry });
    return page.click('[data-do=enter-roll]', { timeout: page.hurry });
  }
  await letters.fill(wrong ? 'm1los' : 'melos', { timeout: page.hurry });
  await page.locator('.roll-face').nth(keys ? 1 : 5).click({ timeout: page.hurry });
  if (keys) await letters.press('Enter', { timeout: page.hurry });
  else await page.click('[data-do=enter-roll]', { timeout: page.hurry });
  if (!wrong) return undefined;
  await page.waitForSelector('.notice.bad');
  expect((await letters.inputValue()) === 'm1los' && (await page.locator('.roll-face[aria-pressed=true]').count()) === 1, 'a refused entry stays in the field');
  return undefined;
}

// A whole game on a small phone: rolls are entered, one player says a word, the other passes. The page is reloaded between two rolls.
async function diceThemots({ browser, server }) {
  const page = await person(browser, server, { viewport: { width: 360, height: 640 } });
  await together(page, server, 'themots', ['Anne', 'Bruno'], async (dialog) => {
    await dialog.locator('[data-key=dice] input').check();
    await setOptions(dialog, { tokens: '9', time: '600', vote: 'on' });
  });
  let rolls = 0, spoken = 0;
  const checked = new Set();
  for (let i = 0; i < 4000 && !(await visible(page, '.result')); i++) {
    await page.waitForSelector('.roll-face, .tm-buzzer, .tm-form, .bar-buttons [data-line*=" vote "], .result');
    if (await visible(page, '.roll-face')) {
      const kind = (await visible(page, '[name=letters]')) ? 'letters' : 'theme';
      if (!checked.has(kind)) {
        checked.add(kind);
        const findings = await axe(page);
        expect(findings.length === 0, `the dice are well made (${kind}): ${findings}`);
        for (const [width, height] of [...SIZES, [360, 640]]) {
          await page.setViewportSize({ width, height });
          const found = [...(await overflow(page)), ...(await misplaced(page, '.roll-face, .bar-buttons button, [name=letters]'))];
          expect(found.length === 0, `the dice fit ${width}x${height} (${kind}): ${found.join('; ')}`);
        }
      }
      rolls += await attempt(page, (p) => enterLetters(p, rolls % 4 > 1, rolls === 1 && !checked.has('wrong') && checked.add('wrong')));
      if (rolls === 5 && !checked.has('reload')) await page.reload().then(() => checked.add('reload'));
    } else await attempt(page, async (p) => {
      if (await visible(p, '.bar-buttons [data-line*=" vote "]')) return p.locator('.bar-buttons [data-line$=" vote yes"]').click({ timeout: p.hurry });
      if (!(await p.locator('.tm-buzzer:not([disabled])').count())) return p.waitForTimeout(50).then(() => false);
      if (spoken === rolls || !(await visible(p, '.tm-task.black'))) return p.locator('.bar-buttons button').first().click({ timeout: p.hurry });
      spoken = rolls; // once in a black round, and the other player accepts
      await p.locator('.tm-buzzer:not([disabled])').first().click({ timeout: p.hurry });
      await p.locator('.tm-form input').fill(`xyzz${'abcdfghijk'[rolls % 10]}`, { timeout: p.hurry });
      return p.locator('.tm-form [type=submit]').click({ timeout: p.hurry });
    });
  }
  expect(checked.size === 4 && rolls > 5, `rolls of both kinds, a wrong one, a reload: ${[...checked]}, ${rolls} rolls`);
  await page.click('[data-do=over-more]');
  await page.click('dialog a[href*="/check"]');
  await untilInPage(page, 'the check of dice of one’s own', () => /players' own dice: nothing can be proved/.test(document.body.textContent));
  await close(page);
}

export default {
  diceThemots,
  diceEasycome: (place) => realDice(place, 'easycome'),
  diceWazabi: (place) => realDice(place, 'wazabi'),
  phoneEasycome: (place) => open(place, 'easycome'),
  phoneDebacle: (place) => open(place, 'debacle', { target: '1', setup: NEAR_THE_END }),
  phoneWazabi: wazabi,
  phoneThemots: themots,
  phoneBuzzers: buzzers,
};
