// Accounts: names, six words, devices, statistics. `accountPages` and `myPage` have a stand-in for the server (people_fake.mjs), where a
// page needs numbers that take the server long to make; all others talk to the server.
import { EASYCOME_END, Server, axe, close, daily, expect, goHome, newTable, overflow, person, tableFrom, within } from './kit.mjs';
import { FakePeople, yearOfGames } from './people_fake.mjs';

const SIZES = daily([[740, 360], [320, 568]], [[390, 844], [740, 360], [1366, 768], [683, 384], [320, 568]]);

// The page fits every size, and axe finds nothing, in the light and in the dark.
async function isWellMade(page, what) {
  for (const [width, height] of SIZES) {
    await page.setViewportSize({ width, height });
    const wide = await overflow(page);
    expect(wide.length === 0, `${what} at ${width}x${height}: nothing sticks out: ${wide}`);
  }
  await page.setViewportSize({ width: 1366, height: 768 });
  for (const scheme of daily(['light'], ['light', 'dark'])) {
    await page.emulateMedia({ colorScheme: scheme });
    const found = await axe(page, scheme === 'dark' ? ['color-contrast'] : null);
    expect(found.length === 0, `${what}, ${scheme}: ${found.join('\n')}`);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

const fold = (word) => word.normalize('NFD').replace(/[\u0300-\u036f]/g, '');

// Types the two words that the page asks for.
async function answerCheck(page, words) {
  for (const field of await page.locator('[data-asked]').all()) await field.fill(fold(words[Number(await field.getAttribute('data-asked')) - 1]).toUpperCase());
  await page.click('[data-do=words-check]');
}

// Keeps a name on the account page. Returns the six words as they are shown.
async function keepName(page, server, name, { check = true } = {}) {
  await page.goto(`${server.url}account`);
  await page.fill('[data-form=keep] input', name);
  await page.click('[data-do=keep]');
  await page.waitForSelector('.six');
  const words = await page.locator('.six li').allTextContents();
  expect(words.length === 6 && words.every((word) => /^\p{L}+$/u.test(word)), `six words: ${words}`);
  if (!check) return words;
  await page.click('[data-do=words-noted]');
  await page.click('[data-do=words-go]');
  await answerCheck(page, words);
  await page.waitForSelector('.acc-head');
  return words;
}

// Signs in with six words, as somebody types them who has no accents.
async function signIn(page, server, words) {
  if (!page.url().endsWith('/account')) await page.goto(`${server.url}account`);
  for (const [i, word] of words.entries()) await page.fill(`[data-word="${i + 1}"]`, fold(word).toUpperCase());
  await page.click('[data-do=sign-in]');
  await page.waitForSelector('.acc-head');
}

// A game of this browser without a server gets into the list, once and marked. Its replay opens here.
async function importOffline(page, server, record) {
  await page.evaluate(async (text) => {
    const [{ openRecord }, { addResults }] = await Promise.all([import('/core/place.js'), import('/core/results.js')]);
    const { table } = JSON.parse((await openRecord(text, 'en')).text);
    const seats = [{ kind: 'person', name: 'Odile' }, { kind: 'bot', name: 'bot:random' }];
    await addResults([{ table, game: 'easycome', when: Date.now() - 1000, seat: 1, seats, result: [0, 1], left: false }]);
  }, record);
  await page.goto(`${server.url}account`);
  await page.click('[data-do=import-games]');
  await page.waitForFunction(() => /1 game added/.test(document.querySelector('#notices').textContent));
  await page.waitForSelector('[data-do=import-games]', { state: 'detached' });
  await page.goto(`${server.url}me`);
  await page.waitForSelector('.games-table');
  expect((await page.locator('.games-table tbody tr').count()) === 2 && (await page.locator('[data-table^="-"]').count()) === 1, 'one more game');
  expect(/imported/.test(await page.textContent('[data-table^="-"] th')), 'marked as imported');
  await page.click('[data-table^="-"] [data-do=analysis]');
  await page.waitForSelector('.replay');
  await page.goto(`${server.url}me`);
  await page.waitForSelector('.games-table');
}

const devices = (page) => page.locator('[data-device]').count();

export const people = {
  // Every page of an account, without a server's help: what it says, that it fits, and that a screen reader and a keyboard can use it.
  async accountPages({ browser, server: plain }) {
    const server = await plain.accounts();
    const page = await person(browser, server, { name: 'Léa', lang: 'fr' }), fake = new FakePeople();
    await fake.attach(page);
    page.mayFail = true; // refused requests are errors in the console
    await page.goto(`${server.url}account`);
    await page.waitForSelector('[data-form=keep]');
    await isWellMade(page, 'welcome');
    // A word that the list does not have is said at once, with the nearest one; a start that only one word has is completed.
    await page.fill('[data-word="1"]', 'tambuor');
    expect((await page.locator('.word-wrong').count()) === 0, 'nothing is wrong while somebody types');
    await page.locator('[data-word="1"]').blur();
    await page.waitForSelector('[data-near=tambour]');
    await isWellMade(page, 'a wrong word');
    await page.click('[data-near=tambour]');
    expect((await page.inputValue('[data-word="1"]')) === 'tambour', 'the nearest word is taken');
    await page.fill('[data-word="2"]', 'OLI ');
    expect((await page.inputValue('[data-word="2"]')) === 'olive' && (await page.evaluate(() => document.activeElement.dataset.word)) === '3', 'a space completes the word and goes on');
    await page.fill('[data-word="3"]', 'mar');
    expect((await page.locator('#in-2-list option').evaluateAll((all) => all.map((e) => e.value).join())) === 'marée', 'completion');
    await page.click('[data-do=sign-in]');
    await page.waitForFunction(() => /Le mot numéro 4 manque/.test(document.querySelector('#trouble-words')?.textContent ?? ''));
    // A taken name is refused with the server's sentence; a free one brings the six words, which a reload does not lose.
    await page.fill('[data-form=keep] input', 'Camille');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => /taken/.test(document.querySelector('#trouble-keep')?.textContent ?? ''));
    await page.fill('[data-form=keep] input', 'Léa');
    await page.keyboard.press('Enter');
    await page.waitForSelector('.six');
    await isWellMade(page, 'the six words');
    expect((await page.locator('.six li').allTextContents())[2] === 'marée', 'with their accents');
    expect(await page.locator('[data-do=words-go]').isDisabled(), 'first they are written down');
    await page.reload();
    await page.waitForSelector('.six');
    const [saved] = await Promise.all([page.waitForEvent('download'), page.click('[data-do=words-file]')]);
    const { readFileSync } = await import('node:fs');
    expect(/1\. tambour\n2\. olive\n3\. marée/.test(readFileSync(await saved.path(), 'utf8')), 'the words as a file');
    await page.click('[data-do=words-noted]');
    await page.click('[data-do=words-go]');
    await page.locator('[data-asked]').first().fill('autre');
    await page.click('[data-do=words-check]');
    await page.waitForSelector('.word-wrong');
    await isWellMade(page, 'the check');
    await answerCheck(page, fake.words);
    await page.waitForSelector('.acc-head');
    expect(!(await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))).includes('hublot'), 'the browser does not keep the words');
    await page.click('[data-do=link]');
    await page.waitForSelector('.phone-link svg');
    await isWellMade(page, 'the account');
    expect(/encore (9|10) minutes/.test(await page.textContent('.code')), 'the time that is left');
    const link = await page.textContent('[data-code]');
    await page.click('[data-do=check-words]');
    await page.fill('dialog [data-word="1"]', fake.words.join(', ')); // pasted
    await page.click('[data-do=check-yes]');
    await page.waitForSelector('[data-said=right]');
    await page.keyboard.press('Escape');
    // Another device opens the link, which asks first.
    const phone = await person(browser, server, { name: '', lang: 'fr', viewport: { width: 390, height: 844 } });
    await fake.attach(phone);
    await phone.goto(`${server.url}l/${link}`);
    await phone.waitForSelector('[data-do=link-go]');
    expect(fake.devices.length === 1, 'opening the link alone does nothing');
    await isWellMade(phone, 'the link');
    await phone.click('[data-do=link-go]');
    await phone.waitForSelector('.acc-head');
    expect((await devices(phone)) === 2, 'two devices');
    await phone.goto(`${server.url}privacy`);
    await phone.waitForSelector('.privacy');
    await isWellMade(phone, 'privacy');
    await phone.goto(`${server.url}account`);
    // Drawing new words, and leaving everywhere.
    await phone.click('[data-do=draw-words]');
    await phone.click('[data-do=draw-yes]');
    await phone.waitForSelector('.six');
    await phone.click('[data-do=words-later]');
    await phone.waitForSelector('.trouble');
    await phone.click('[data-do=out-all]');
    await phone.click('[data-do=out-yes]');
    await phone.waitForSelector('[data-form=keep]');
    await page.reload();
    await page.waitForSelector('[data-form=keep]');
    expect((await page.evaluate(() => localStorage['cornet.set.person'])) === '""', 'the other device notices');
    await Promise.all([page, phone].map(close));
  },

  // The statistics as charts, each with its table; lists with filters and pages; a profile; a short page for an empty account.
  async myPage({ browser, server: plain }) {
    const server = await plain.accounts();
    const page = await person(browser, server, { name: 'Léa', lang: 'fr' }), fake = new FakePeople();
    await fake.attach(page);
    page.mayFail = true;
    await keepName(page, server, 'Léa');
    await page.goto(`${server.url}me`);
    await page.waitForSelector('[data-empty]');
    expect((await page.locator('.chart, .games-table').count()) === 0, 'an empty account has no empty charts');
    await isWellMade(page, 'an empty page');
    yearOfGames(fake);
    await page.goto(`${server.url}me`);
    await page.waitForSelector('.games-table');
    await isWellMade(page, 'a year of games');
    const { luck } = fake.statistics, sum = luck.reduce((all, game) => all + game.luck, 0), deviation = Math.sqrt(luck.length) * 0.15;
    const answer = Math.abs(sum) < deviation ? 'Pas plus que le hasard.' : sum < -2 * deviation ? 'Oui.' : sum < 0 ? 'Un peu.' : sum > 2 * deviation ? 'Non, beaucoup de chance.' : 'Non, plutôt de la chance.';
    expect((await page.textContent('[data-answer]')) === answer, `${sum} wins, of ${deviation} by chance: ${answer}`);
    const label = await page.textContent('.chart .label');
    expect(label === `${sum < 0 ? '−' : '+'}${Math.abs(sum).toFixed(1).replace('.', ',')}`, `the end of the curve: ${label}`);
    const bands = await page.evaluate(async () => {
      const { below } = await import('/people/charts.js');
      return [below(1) - below(-1), below(1.96) - below(-1.96)].map((share) => Math.round(1000 * share));
    });
    expect(bands.join() === '683,950', `the bands have 68 and 95 of 100: ${bands}`);
    const tables = await page.locator('.chart-figure').evaluateAll((all) => all.map((e) => [e.querySelector('svg[role=img]').getAttribute('aria-label').length, e.querySelectorAll('tbody tr').length]));
    expect(tables.length === 2 && tables.every(([name, rows]) => name > 10 && rows > 4), `every chart has a name and its numbers: ${JSON.stringify(tables)}`);
    expect((await page.locator('[data-row=debacle]').first().textContent()).includes('68'), 'the share of games won');
    expect(/Wazabi/.test(await page.locator('section:has(> h2:text("Avec des conseils"))').textContent()), 'games with hints apart');
    expect(/Quand prendre un prix.*Le dé à déplacer.*À qui donner un dé/s.test(await page.textContent('.costs')), 'mistakes in the words of their games, the dearest first');
    expect((await page.textContent('.costs .num')) === '−1,94', 'their cost in wins');
    // Pages and filters.
    expect((await page.locator('.games-table tbody tr').count()) === 20, 'a page of games');
    await page.click('[data-do=more-games]');
    await page.waitForFunction(() => document.querySelectorAll('.games-table tbody tr').length === 40);
    await page.selectOption('[data-filter=result]', 'lost');
    await page.waitForFunction(() => [...document.querySelectorAll('.games-table tbody tr')].every((row) => row.dataset.result === 'lost'));
    await page.selectOption('[data-filter=game]', 'wazabi');
    await page.waitForFunction(() => [...document.querySelectorAll('.games-table tbody th')].every((cell) => cell.textContent.includes('Wazabi')));
    expect((await page.locator('.games-table tbody tr').count()) > 0, 'some games fit');
    // Tree only: the page is read in a sensible order, with names.
    const tree = await page.locator('main').ariaSnapshot();
    for (const part of ['heading "Léa"', 'heading "Ai-je de la malchance ?"', 'img "Votre chance, cumulée', 'table "Parties terminées"', 'combobox "Résultat"', 'link /Analyse : /']) {
      expect(part.includes('/') ? /link "Analyse : /.test(tree) : tree.includes(part), `the tree has ${part}`);
    }
    // English, and a profile: hidden until its owner shows it.
    await page.click('.tool.language');
    await page.waitForFunction(() => /Am I unlucky/.test(document.body.textContent));
    await isWellMade(page, 'in English');
    const visitor = await person(browser, server, { name: 'Max' });
    await fake.attach(visitor);
    visitor.mayFail = true;
    await visitor.goto(`${server.url}p/L%C3%A9a`);
    await visitor.waitForSelector('.nothing');
    await page.goto(`${server.url}account`);
    await page.locator('.segment:has(input[value=games])').click();
    await page.waitForFunction(() => document.querySelector('input[value=games]').checked);
    await visitor.reload();
    await visitor.waitForSelector('.games-table');
    expect((await visitor.locator('.games-table tbody tr').count()) === 3 && (await visitor.locator('[data-do=record]').count()) === 0, 'what others see');
    await isWellMade(visitor, 'a profile');
    await Promise.all([page, visitor].map(close));
  },

  // Two people on three devices: a name is kept with the guest's game, words open it on another device, which plays on; a lost device.
  async threeDevices({ browser, server: plain }) {
    const server = await plain.accounts();
    const anne = await person(browser, server, { name: 'Anne' }), bruno = await person(browser, server, { name: 'Bruno' });
    await newTable(anne, server, 'debacle', { seats: { 2: 'open' } });
    const address = anne.url();
    await bruno.goto(address);
    await bruno.click('[data-do=join]');
    await bruno.waitForSelector('.db-board');
    await anne.waitForSelector('.db-board');
    const words = await keepName(anne, server, 'Anne-Laure');
    expect((await anne.evaluate(() => localStorage['cornet.set.name'])) === '"Anne-Laure"', 'the browser has the name');
    // A second device.
    const tablet = await person(browser, server, { name: '', viewport: { width: 390, height: 844 } });
    tablet.mayFail = true; // a refused session is an error in the console
    await signIn(tablet, server, words);
    expect((await devices(tablet)) === 2, 'both devices are in the list');
    await goHome(tablet, server);
    await tablet.waitForSelector('.going-row');
    expect(/Débâcle/.test(await tablet.textContent('.going-row')), 'the running game comes first on the new device');
    await tablet.click('.going-row .primary');
    await tablet.waitForSelector('.db-board');
    await tablet.waitForFunction(() => document.querySelector('.bar.mine, .bar[data-actor]'));
    const seat = await tablet.evaluate(async () => (await import('/table/current.js')).state.table.you);
    expect(seat > 0, `the seat opens with its key: ${seat}`);
    // A key is valid for some minutes: later the page fetches another one.
    await tablet.evaluate(() => {
      const kept = JSON.parse(localStorage['cornet.seats']);
      for (const each of Object.values(kept)) each.secret = `${each.secret.slice(0, -4)}AAAA`;
      localStorage['cornet.seats'] = JSON.stringify(kept);
    });
    await tablet.reload();
    await tablet.waitForFunction(async () => (await import('/table/current.js')).state.table?.you > 0);
    // The sign of an account is at her seat, for Bruno too, and not at his.
    await bruno.waitForSelector('.plate-face .icon-right');
    expect((await bruno.evaluate(async () => (await import('/table/current.js')).state.table.seats.map((one) => Boolean(one.person)).join())) === 'true,false', 'one account at the table');
    // A one-time link for a third device.
    await tablet.goto(`${server.url}account`);
    await tablet.click('[data-do=link]');
    const code = await tablet.textContent('[data-code]');
    const third = await person(browser, server, { name: '' });
    third.mayFail = true;
    await third.goto(`${server.url}l/${code}`);
    await third.click('[data-do=link-go]');
    await third.waitForSelector('.acc-head');
    expect((await devices(third)) === 3, 'three devices');
    const again = await person(browser, server, { name: '' });
    again.mayFail = true;
    await again.goto(`${server.url}l/${code}`);
    await again.click('[data-do=link-go]');
    await again.waitForSelector('.trouble');
    // The first device is lost: the tablet draws new words and signs out all others.
    await tablet.goto(`${server.url}account`);
    await tablet.waitForSelector('[data-do=out-others]');
    await tablet.click('[data-do=out-others]');
    await tablet.waitForFunction(() => document.querySelectorAll('[data-device]').length === 1);
    await tablet.click('[data-do=draw-words]');
    await tablet.click('[data-do=draw-yes]');
    await tablet.waitForSelector('.six');
    const fresh = await tablet.locator('.six li').allTextContents();
    expect(fresh.join() !== words.join(), 'other words');
    await third.reload();
    await third.waitForSelector('[data-form=keep]');
    await third.goto(`${server.url}account`);
    await third.waitForSelector('[data-word]');
    for (const [i, word] of words.entries()) await third.fill(`[data-word="${i + 1}"]`, word);
    await third.click('[data-do=sign-in]');
    await third.waitForSelector('#trouble-words');
    await signIn(third, server, fresh);
    // Deleting the account needs the name.
    await third.click('[data-do=delete]');
    await third.fill('[data-do=delete-text]', 'Anne');
    await third.click('[data-do=delete-yes]');
    await third.waitForSelector('dialog .trouble');
    await third.fill('[data-do=delete-text]', 'Anne-Laure');
    await third.click('[data-do=delete-yes]');
    await third.waitForSelector('[data-form=keep]');
    await tablet.reload();
    await tablet.waitForSelector('[data-form=keep]');
    await Promise.all([anne, bruno, tablet, third, again].map((page) => ((page.mayFail = true), close(page))));
  },

  // A finished game is in the list, once; with its analysis and its record; everything as one file. A passkey beside the words.
  async myGames({ browser, server: plain }) {
    const server = await plain.accounts();
    const page = await person(browser, server, { name: 'Odile' });
    page.mayFail = true;
    const words = await keepName(page, server, 'Odile');
    const table = await tableFrom(page, server, EASYCOME_END);
    await page.click('.bar.mine [data-line="1 stop"]');
    await page.waitForSelector('.result');
    await page.goto(`${server.url}me`);
    await page.waitForSelector(`[data-table="${table}"]`);
    expect((await page.locator('.games-table tbody tr').count()) === 1, 'one game');
    const [saved] = await Promise.all([page.waitForEvent('download'), page.click('[data-do=record]')]);
    const { readFileSync } = await import('node:fs');
    const record = readFileSync(await saved.path(), 'utf8');
    expect(/^game easycome/m.test(record), 'its record');
    if (await page.evaluate(async () => (await import('/core/place.js')).mayPlayHere)) await importOffline(page, server, record);
    await page.click(`[data-table="${table}"] [data-do=analysis]`);
    await page.waitForSelector('.replay');
    expect(page.url().includes(`/t/${table}`), 'its analysis');
    await page.goto(`${server.url}account`);
    const [all] = await Promise.all([page.waitForEvent('download'), page.click('[data-do=take-away]')]);
    const everything = JSON.parse(readFileSync(await all.path(), 'utf8'));
    expect(everything.games.length >= 1 && /game easycome/.test(everything.games[0].record) && JSON.stringify(everything.account).includes('Odile'), 'everything in one file');
    // A passkey, made and used by a virtual authenticator.
    const wire = await page.context().newCDPSession(page);
    await wire.send('WebAuthn.enable');
    await wire.send('WebAuthn.addVirtualAuthenticator', { options: { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true } });
    await page.click('[data-do=passkey-add]');
    await page.waitForSelector('[data-do=passkey-remove]');
    await page.click('[data-do=out-here]');
    await page.click('[data-do=out-yes]');
    await page.waitForSelector('[data-do=use-passkey]');
    await page.click('[data-do=use-passkey]');
    await page.waitForSelector('.acc-head');
    expect((await page.textContent('.acc-head h1')).startsWith('Odile'), 'signed in by the passkey');
    await page.click('[data-do=passkey-remove]');
    await page.waitForFunction(() => !document.querySelector('[data-do=passkey-remove]'));
    await page.click('[data-do=check-words]');
    await page.fill('dialog [data-word="1"]', words.join(' '));
    await page.click('[data-do=check-yes]');
    await page.waitForSelector('[data-said=right]'); // never the only key
    await close(page);
  },

  // Full and blocked storage, and a server that is killed in the middle.
  async accountTrouble({ browser, server: plain }) {
    const server = new Server(plain.program);
    await server.start();
    const page = await person(browser, server, { name: 'Rose' });
    page.mayFail = true;
    // The server is gone while the name is sent: nothing is lost, and the same button works afterwards.
    await page.goto(`${server.url}account`);
    await page.fill('[data-form=keep] input', 'Rose');
    await server.stop('SIGKILL');
    await page.click('[data-do=keep]');
    await page.waitForSelector('#trouble-keep');
    await server.start();
    await page.click('[data-do=keep]');
    await page.waitForSelector('.six');
    const words = await page.locator('.six li').allTextContents();
    await page.click('[data-do=words-later]');
    await page.waitForSelector('.acc-head');
    // Killed during a game: afterwards the game goes on, and its result counts once.
    await tableFrom(page, server, EASYCOME_END);
    await page.waitForSelector('.bar.mine');
    await server.stop('SIGKILL');
    await server.start();
    await page.waitForSelector('.bar.mine [data-line="1 stop"]:not([disabled])');
    await page.click('.bar.mine [data-line="1 stop"]');
    await page.waitForSelector('.result');
    await server.stop('SIGKILL');
    await server.start();
    await page.goto(`${server.url}me`);
    await page.waitForSelector('.games-table');
    expect((await page.locator('.games-table tbody tr').count()) === 1, 'counted once');
    // A full storage: the session is a cookie, so that the account works; the page says that it cannot store settings.
    const full = await person(browser, server, { name: 'x' });
    full.mayFail = true;
    await full.addInitScript(() => {
      const set = Storage.prototype.setItem;
      Storage.prototype.setItem = function (key, value) {
        if (this === localStorage && window.full !== false && key !== 'cornet.set.language') throw new DOMException('full', 'QuotaExceededError');
        return set.call(this, key, value);
      };
    });
    await signIn(full, server, words);
    await full.goto(`${server.url}me`);
    await full.waitForSelector('.games-table');
    // Blocked cookies: storage fails, and the server does not learn who is here. The page says so, and plays.
    const blocked = await person(browser, server, { name: 'x' });
    blocked.mayFail = true;
    await blocked.route('**/api/**', (route) => route.continue({ headers: { ...route.request().headers(), cookie: '' } }));
    await blocked.addInitScript(() => Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied', 'SecurityError'); } }));
    await blocked.goto(`${server.url}account`);
    for (const [i, word] of words.entries()) await blocked.fill(`[data-word="${i + 1}"]`, word);
    await blocked.click('[data-do=sign-in]');
    await blocked.waitForSelector('.acc-head, #trouble-words, .notice');
    await goHome(blocked, server);
    await blocked.waitForSelector('.game-card h2');
    await Promise.all([page, full, blocked].map(close));
    await server.end();
  },

  // At the end of a guest's game the name is offered, without covering anything. Who declines is not asked again.
  async nameOffered({ browser, server: plain }) {
    const server = await plain.accounts();
    const page = await person(browser, server, { name: 'Paul' });
    await tableFrom(page, server, EASYCOME_END);
    await page.click('.bar.mine [data-line="1 stop"]');
    await page.waitForSelector('.name-offer');
    await isWellMade(page, 'the offer');
    await page.setViewportSize({ width: 740, height: 360 });
    expect(!(await page.isVisible('.name-offer')), 'a low window has no room for it');
    await page.setViewportSize({ width: 1366, height: 768 });
    await page.click('[data-do=offer-no]');
    await page.waitForSelector('.name-offer', { state: 'detached' });
    await tableFrom(page, server, EASYCOME_END);
    await page.click('.bar.mine [data-line="1 stop"]');
    await page.waitForSelector('.story.ready');
    expect((await page.locator('.name-offer').count()) === 0, 'not again');
    await page.click('[data-do=settings]');
    await page.click('[data-do=settings-name]');
    await page.waitForSelector('[data-form=keep]');
    expect((await page.locator('dialog[open]').count()) === 0 && /2 games/.test(await page.textContent('#keep-rule')), 'the settings lead to it, and it says what it takes over');
    await within('the claim', keepName(page, server, 'Paul-Henri'));
    await page.goto(`${server.url}me`);
    await page.waitForSelector('.games-table');
    expect((await page.locator('.games-table tbody tr').count()) === 2, 'the guest’s games are in the list');
    await close(page);
  },
};
