// Smaller features: the first minute, looks, sounds, chat, spectators, the end of a game.
import { DEEP, MOTION, NEAR_THE_END, close, daily, expect, fromMenu, goHome, listen, newTable, person, playOut } from './kit.mjs';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const sounded = (page, wanted) => page.waitForFunction((all) => all.every((pitch) => window.pitches.includes(pitch)), wanted);

// ---- colours ----

// How people without a kind of cone see colours, in linear RGB: Machado, Oliveira and Fernandes 2009, severity 1.
const EYES = {
  all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanope: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranope: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanope: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};

function brightness(rgb, eye) {
  const linear = rgb.map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
  const [r, g, b] = eye.map((row) => Math.min(1, Math.max(0, row.reduce((sum, x, i) => sum + x * linear[i], 0))));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a, b, eye) {
  const [low, high] = [brightness(a, eye), brightness(b, eye)].sort((x, y) => x - y);
  return (high + 0.05) / (low + 0.05);
}

// Runs in the page: the colours of some parts as red, green, blue.
function colours(parts) {
  const draw = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
  return Object.fromEntries(Object.entries(parts).map(([name, [selector, property]]) => {
    draw.fillStyle = getComputedStyle(document.querySelector(selector)).getPropertyValue(property);
    draw.fillRect(0, 0, 1, 1);
    return [name, [...draw.getImageData(0, 0, 1, 1).data.slice(0, 3)]];
  }));
}

const PARTS = {
  red: ['.db-piece .die-face.red', 'fill'], black: ['.db-piece .die-face.black', 'fill'], redPip: ['.db-piece .die-pip.red', 'fill'], blackPip: ['.db-piece .die-pip.black', 'fill'],
  light: ['.db-square:not(.dark, .camp-red, .camp-black)', 'fill'], dark: ['.db-square.dark:not(.camp-red, .camp-black)', 'fill'],
  ink: ['.felt', 'color'], felt: ['.seat-probe', 'background-color'], soft: ['.soft-probe', 'color'],
};

// ---- the first minute ----

const FIRST_BYTES = 176 * 1024; // from the address to the first decision, compressed, without the table's messages
const MESSAGE_BYTES = 32 * 1024; // of the longest message; their number depends on who begins and on the bots
const FIRST_REQUESTS = 8; // after the button: the board and its table, no chain of modules

export const small = {
  // Games on a server count too, also if the player left or the game ended while the page was elsewhere. Spectators have no results.
  async statistics({ browser, server }) {
    const anne = await person(browser, server);
    const rows = (page) => page.locator('.stats-table tbody tr').evaluateAll((all) => all.map((row) => `${row.dataset.rivals} ${[...row.querySelectorAll('td')].map((cell) => cell.textContent)}`).join(' | '));
    const options = { target: '1', setup: NEAR_THE_END };
    await newTable(anne, server, 'debacle', { seats: { 2: 'bot:random' }, options });
    const address = anne.url();
    await playOut(anne, 'debacle');
    await anne.waitForFunction(async () => (await (await import('/core/results.js')).allResults()).length === 1);
    const won = /You win/.test(await anne.textContent('.result'));
    if (!DEEP) {
      await goHome(anne, server);
      await anne.click('[data-do=statistics]');
      await anne.waitForSelector('.stats-table');
      expect((await rows(anne)) === `bot:random 1,${won ? '1,0,0' : '0,0,1'},0`, `of who played: ${await rows(anne)}`);
      return close(anne);
    }
    const bruno = await person(browser, server, { name: 'Bruno' });
    await bruno.goto(address);
    await bruno.waitForSelector('.result');
    await bruno.goto(server.url);
    await newTable(anne, server, 'debacle', { seats: { 2: 'open' }, options });
    await bruno.goto(anne.url());
    await bruno.click('[data-do=join]');
    for (const page of [anne, bruno]) await page.waitForSelector('.felt .db-board');
    await anne.click('#tab-more');
    await anne.click('[data-do=quit]');
    await anne.click('[data-do=quit-yes]');
    await anne.click('[data-do=statistics]');
    await anne.waitForFunction(() => document.querySelectorAll('.stats-table tbody tr').length === 2);
    expect((await rows(anne)) === `bot:random 1,${won ? '1,0,0' : '0,0,1'},0 | people 1,0,0,0,1`, `of who played and left: ${await rows(anne)}`);
    await playOut(bruno, 'debacle');
    await bruno.goto(server.url);
    await bruno.click('[data-do=statistics]');
    await bruno.waitForSelector('.stats-table');
    expect(/^people 1,\d,0,\d,0$/.test(await rows(bruno)), `of who stayed, and of nothing that was watched: ${await rows(bruno)}`);
    await close(anne);
    await close(bruno);
  },

  async firstMinute({ browser, server, games }) {
    for (const game of daily(['wazabi'], games)) {
      const page = await person(browser, server, { ...PHONE, ...MOTION, pace: 'calm' });
      const wire = await page.context().newCDPSession(page);
      let bytes = 0, requests = 0, longest = 0;
      const asked = [];
      page.on('request', (request) => asked.push(request.url()));
      wire.on('Network.loadingFinished', ({ encodedDataLength }) => ((bytes += encodedDataLength), requests++));
      wire.on('Network.webSocketFrameReceived', ({ response }) => (longest = Math.max(longest, response.payloadData.length)));
      await wire.send('Network.enable');
      await page.goto(server.url);
      await page.waitForSelector(`[data-do=play-${game}]`);
      await page.waitForLoadState('networkidle');
      const before = requests;
      await page.locator(`[data-do=play-${game}]`).tap(); // the first click
      await page.waitForSelector('.board > :not(.empty, .invite)'); // what is fetched after the board does not delay it
      const first = bytes;
      await page.waitForSelector('.bar.mine button:not([disabled]), [data-do=throw], .tm-form');
      if (!process.env.CORNET_WEB) expect(first > 50000 && first < FIRST_BYTES, `${game}: ${first} bytes before the first board, of ${FIRST_BYTES}`);
      expect(!asked.some((url) => /practise/.test(url)), `${game}: practising is not fetched before the first board: ${asked.filter((url) => /practise/.test(url))}`);
      expect(longest < MESSAGE_BYTES, `${game}: ${longest} bytes of a message, of ${MESSAGE_BYTES}`);
      expect(requests - before <= FIRST_REQUESTS, `${game}: ${requests - before} requests after the button`);
      if (await page.locator('[data-do=throw]').count()) await page.locator('[data-do=throw]').tap(); // the second
      await page.waitForSelector('.bar.mine, .bar:has(.ask), .tm-form');
      await close(page);
    }
  },

  // Three tables and three kinds of dice. In each the sides can be distinguished and texts are readable, also for people who cannot see red
  // or blue.
  async looks({ browser, server }) {
    const page = await person(browser, server);
    await newTable(page, server, 'debacle', { seats: { 2: 'bot:greedy' }, options: { target: '1' } });
    await page.waitForSelector('.bar.mine');
    await page.evaluate(() => {
      for (const [name, style] of [['seat-probe', 'background: var(--felt)'], ['soft-probe', 'color: var(--felt-soft)']]) {
        document.body.append(Object.assign(document.createElement('i'), { className: name, hidden: true }));
        document.querySelector(`.${name}`).style.cssText = style;
      }
    });
    const seen = new Set();
    for (const theme of ['light', 'dark']) {
      for (const [table, board] of ['felt', 'sea', 'slate'].entries()) {
        for (const [dice, kind] of ['ivory', 'bold', 'wood'].entries()) {
          if (DEEP || (table === 2 && dice === 2)) {
            await page.click('[data-do=settings]');
            await page.locator('.segment:has(input[name=theme])').nth(theme === 'light' ? 1 : 2).click();
            await page.locator('.segment:has(input[name=board])').nth(table).click();
            await page.locator('.segment:has(input[name=dice])').nth(dice).click();
            await page.click('dialog .primary');
          } else await page.evaluate((look) => Object.assign(document.documentElement.dataset, look), { theme, board, dice: kind });
          const now = await page.evaluate(colours, PARTS), what = `table ${table}, dice ${dice}, ${theme}`;
          seen.add(JSON.stringify(now));
          for (const [eye, matrix] of Object.entries(EYES)) {
            const between = (a, b, least) => expect(contrast(now[a], now[b], matrix) >= least, `${what}: ${a} on ${b} for a ${eye}: ${contrast(now[a], now[b], matrix).toFixed(2)}, at least ${least}`);
            between('red', 'black', 2.5);
            for (const square of ['light', 'dark']) between('red', square, 1.7), between('black', square, 4);
            between('redPip', 'red', 2.9);
            between('blackPip', 'black', 7);
            between('ink', 'felt', 4.5);
            between('soft', 'felt', 4.5);
          }
        }
      }
    }
    expect(seen.size === 18, `each looks different: ${seen.size}`);
    await page.reload();
    await page.waitForSelector('.db-piece');
    expect((await page.evaluate(() => ({ ...document.documentElement.dataset }))).dice === 'wood', 'and is kept');
    await close(page);
  },

  // On a phone a chat message is shown, counted, and one tap away. Everybody sees the number of spectators.
  async chatAndCrowd({ browser, server }) {
    const anne = await person(browser, server, { ...PHONE, name: 'Anne' }), bruno = await person(browser, server, { name: 'Bruno' });
    await anne.addInitScript(listen);
    await newTable(anne, server, 'debacle', {});
    await bruno.goto(anne.url());
    await bruno.click('[data-do=join]');
    await anne.waitForSelector('.bar.mine');
    const carla = await person(browser, server), dora = await person(browser, server);
    await carla.goto(anne.url());
    await anne.waitForFunction(() => document.querySelector('.watching')?.textContent === '1');
    await dora.goto(anne.url());
    for (const page of [anne, bruno, carla]) await page.waitForFunction(() => document.querySelector('.watching')?.getAttribute('aria-label') === '2 people watch');
    await bruno.click('#tab-chat');
    await bruno.fill('.chat-form input', 'Well met!');
    await bruno.keyboard.press('Enter');
    await anne.waitForFunction(() => document.querySelector('.notice.chat')?.textContent === 'Bruno: Well met!');
    await anne.waitForFunction(() => document.querySelector('.drawer-button .unread')?.textContent === '1');
    await anne.locator('[data-do=drawer]').tap();
    await anne.waitForFunction(() => document.querySelector('.side .chat')?.textContent.includes('Well met!'));
    expect((await anne.locator('.unread').count()) === 0 && (await bruno.locator('.notice.chat').count()) === 0, 'read is read, and one’s own words are no news');
    await Promise.all([carla, dora].map(close));
    await anne.waitForFunction(() => !document.querySelector('.watching'));
    await Promise.all([anne, bruno].map(close));
  },

  // By default dice, the player's turn and a win have sounds. The end is animated, and still with reduced motion.
  async soundsAndTheEnd({ browser, server }) {
    const options = { target: '1', setup: NEAR_THE_END };
    const page = await person(browser, server, MOTION), all = [page, ...(DEEP ? [await person(browser, server)] : [])];
    for (const each of all) {
      await each.addInitScript(listen);
      await each.addInitScript(() => addEventListener('DOMContentLoaded', () => new MutationObserver(() => (window.confetti ||= document.querySelector('.confetti i') !== null)).observe(document.body, { childList: true, subtree: true })));
      await newTable(each, server, 'debacle', { seats: { 2: 'bot:greedy' }, options });
      await each.waitForSelector('.bar.mine');
      await each.locator('[data-square=d4]').click({ force: true });
      await each.locator('[data-square=d5]').click({ force: true }); // the fifth capture
      await each.waitForSelector('.result');
      expect((await each.textContent('.result')).includes('You win!') && /^Anne:\s\d+, .* points\.$/.test(await each.textContent('.why')), 'who won, and by what');
      await sounded(each, [523, 659, 784, 1047]);
      const buttons = await each.locator('.bar-buttons .button').allTextContents();
      expect(buttons.slice(0, 3).join() === 'Rematch,Analysis,Share', `then what: ${buttons}`);
      expect(Boolean(await each.evaluate(() => window.confetti)) === (each === page), 'a celebration, unless motion is unwanted');
    }
    await page.waitForSelector('.confetti', { state: 'detached' });
    await Promise.all(all.map(close));
    if (!DEEP) return;
    const dice = await person(browser, server);
    await dice.addInitScript(listen);
    await newTable(dice, server, 'easycome', { players: 2, seats: { 2: 'bot:random' } });
    await dice.waitForSelector('.bar.mine');
    await sounded(dice, ['knock']);
    await dice.click('.bar.mine [data-line$=stop]');
    await dice.waitForSelector('.bar.mine');
    await sounded(dice, [660, 880]); // your turn
    await dice.click('[data-do=settings]');
    await dice.locator('.segment:has(input[name=sound])').nth(0).click();
    await dice.click('dialog .primary');
    await dice.evaluate(() => (window.pitches.length = 0));
    await dice.click('.bar.mine [data-line$=stop]');
    await dice.waitForSelector('.bar.mine');
    expect((await dice.evaluate(() => window.pitches.length)) === 0, 'silence when it is wanted');
    await close(dice);
  },

  // The dialog shows why options are refused, with the names that it shows.
  async refusedOptions({ browser, server }) {
    const page = await person(browser, server);
    await page.goto(server.url);
    await fromMenu(page, 'easycome', 'options');
    await page.locator('[data-key=players] select').selectOption('3');
    await page.locator('.options [data-key=hold] input[value="3"]').check();
    await page.click('[data-do=create]');
    await page.waitForSelector('dialog .trouble');
    const words = await page.textContent('dialog .trouble');
    expect(/4 players/.test(words) && !/hold=/.test(words) && (await page.evaluate(() => document.activeElement.matches('.trouble'))), `said in words, and found by the keyboard: ${words}`);
    await page.locator('[data-key=players] select').selectOption('4');
    expect((await page.locator('dialog .trouble').count()) === 0, 'and gone with the next choice');
    await page.click('[data-do=create]');
    await page.waitForSelector('.felt');
    await close(page);
  },

  // On a phone the chosen values of a new table are completely readable.
  async wholeChoices({ browser, server, games }) {
    for (const lang of daily(['fr'], ['fr', 'en'])) {
      const page = await person(browser, server, { lang, viewport: { width: 360, height: 740 } });
      await page.goto(server.url);
      for (const [game, button] of games.flatMap((each) => [[each, 'options'], [each, 'menu-invite']])) {
        await fromMenu(page, game, button);
        await page.waitForSelector('dialog select');
        const cut = await page.locator('dialog select').evaluateAll((all) => all.flatMap((field) => {
          const { font, paddingLeft } = getComputedStyle(field), pen = Object.assign(document.createElement('canvas').getContext('2d'), { font });
          const room = field.clientWidth - 2 * parseFloat(paddingLeft) - 14; // the arrow
          return [...field.options].map(({ text }) => ({ text, wide: pen.measureText(text).width, room }));
        }).filter(({ wide, room }) => wide > room));
        expect(cut.length === 0, `${game}, ${button}, ${lang}: ${JSON.stringify(cut)}`);
        await page.keyboard.press('Escape');
        await page.waitForSelector('dialog', { state: 'detached' });
      }
      await close(page);
    }
  },

  // Of two equal cards, the touched one is selected. Letters choose cards, digits press buttons.
  async equalCards({ browser, server }) {
    const page = await person(browser, server);
    await newTable(page, server, 'wazabi', { players: 2, seats: { 2: 'bot:random' } });
    await page.waitForSelector('.bar.mine');
    await page.evaluate(async () => {
      const [{ state: here }, { redraw }] = await Promise.all([import('/table/current.js'), import('/core/frame.js')]);
      const { state, you } = here.table, card = Object.keys(state.costs)[0];
      const dear = Object.keys(state.costs).sort((a, b) => state.costs[b] - state.costs[a])[0];
      state.hands[you - 1] = { [card]: 2, [dear]: 1 };
      Object.assign(state, { phase: 'play', rolled: { C: 0, D: 0, W: 1 } });
      here.table.legal = [`${you} play ${card}`, `${you} pass`];
      redraw();
    });
    const on = () => page.locator('.wz-hand .wz-card').evaluateAll((cards) => cards.map((card) => card.classList.contains('on')).join());
    await page.locator('.wz-hand .wz-card').nth(2).click();
    await page.waitForFunction(() => /It costs 3 W; you have 1\.$/.test(document.querySelector('.notice')?.textContent)); // why it cannot be played
    await page.locator('.wz-hand .wz-card').nth(1).click();
    expect((await on()) === 'false,true,false', `one of two: ${await on()}`);
    await page.keyboard.press('a');
    expect((await on()) === 'true,false,false', `the other by its letter: ${await on()}`);
    expect((await page.locator('.wz-hand kbd').allTextContents()).join() === 'A,B', 'letters are shown');
    expect((await page.locator('.bar-buttons kbd').first().textContent()) === '1', 'digits too');
    await close(page);
  },
};
