// Large text: with the browser's text size at 130 %, and at 200 % zoom, no text is cut, in both languages and seven sizes.
import { NEAR_THE_END, close, expect, fromMenu, goHome, openBrowser, person, tableFrom } from './kit.mjs';

const SIZES = [[360, 640], [390, 844], [740, 360], [820, 1180], [1024, 768], [1366, 768], [1920, 1080]];
const LARGE = 21; // pixels: 130 % of 16
const LEAST = [320, 256]; // the smallest window, in CSS pixels, that a zoomed page must fit

// Runs in the page: elements whose own text does not fit in them, or in an ancestor that clips.
function cuts() {
  const found = new Set(), modal = document.querySelector('dialog[open]'), range = document.createRange();
  const name = (e) => `${e.tagName.toLowerCase()}.${(e.getAttribute('class') ?? '').split(' ').slice(0, 2).join('.')}`;
  const clips = (value) => /hidden|clip/.test(value), scrolls = (value) => /auto|scroll/.test(value);
  const ancestors = (e) => { const all = []; for (let up = e; up && up !== document.documentElement; up = up.parentElement) all.push(up); return all; };
  const isUnseen = (e) => ancestors(e).some((up) => {
    const { clipPath, overflow, display } = getComputedStyle(up);
    return clipPath !== 'none' || (up.clientWidth <= 1 && overflow !== 'visible' && !['contents', 'inline'].includes(display));
  });
  for (const e of document.querySelectorAll('body *')) {
    if (e.closest('.unseen, svg, option, select, script, style, [inert]') || (modal && !modal.contains(e))) continue;
    const own = [...e.childNodes].filter((n) => n.nodeType === 3 && n.data.trim());
    if (!own.length || !e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || isUnseen(e)) continue;
    range.setStartBefore(own[0]);
    range.setEndAfter(own.at(-1));
    const lines = [...range.getClientRects()].filter(({ width }) => width > 0.5);
    if (!lines.length) continue;
    const [left, top] = ['left', 'top'].map((side) => Math.min(...lines.map((line) => line[side])));
    const [right, bottom] = ['right', 'bottom'].map((side) => Math.max(...lines.map((line) => line[side])));
    for (const up of ancestors(e)) {
      const { display, overflowX, overflowY, rotate, position } = getComputedStyle(up), box = up.getBoundingClientRect();
      if (['inline', 'contents'].includes(display)) continue;
      if (rotate !== 'none') break;
      const wide = clips(overflowX) && Math.max(right - box.right, box.left - left), high = clips(overflowY) && Math.max(bottom - box.bottom, box.top - top);
      if (wide > 3 || high > 5) found.add(`${name(e)} “${own[0].data.trim().slice(0, 40)}” in ${name(up)}: ${Math.round(Math.max(wide, high))} px`);
      const ends = (scrolls(overflowY) && up.scrollHeight > up.clientHeight + 2) || (scrolls(overflowX) && up.scrollWidth > up.clientWidth + 2);
      if (wide > 3 || high > 5 || ends || position === 'fixed') break;
    }
  }
  if (document.documentElement.scrollWidth > innerWidth + 1) found.add(`the page is wider than the window: ${document.documentElement.scrollWidth}`);
  return [...found];
}

// Runs in the page: the server's messages are dropped, and the model is changed as one would.
async function pretend([table, state]) {
  window.hushed = true;
  const [{ state: here }, { redraw }] = await Promise.all([import('/table/current.js'), import('/core/frame.js')]);
  Object.assign(here, { fresh: [], before: null });
  Object.assign(here.table, table);
  Object.assign(here.table.state, state);
  redraw();
}

function mayHush() {
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...all) {
      super(...all);
      this.addEventListener('message', (event) => { if (window.hushed) event.stopImmediatePropagation(); });
    }
  };
}

const BOTS = ['bot:normal', 'bot:hard', 'bot:easy', 'bot:novice', 'bot:max'];
const CARDS = ['vole', 'retire2', 'pioche3', 'reste2', 'reste2', 'tourne', 'retire1', 'retire1', 'rejoue', 'saute', 'vole', 'reste1', 'donne', 'donne', 'vole', 'saute', 'reste1', 'reste1'];
const wazabi = (players, roll) => ({ game: 'wazabi', seats: ['me', ...BOTS.slice(0, players - 1)], lines: [...CARDS.slice(0, 3 * players).map((card) => `* draw ${card}`), ...Array.from({ length: players }, (_, i) => `* roll ${(i ? 'C' : 'W').repeat(4)}`), `* roll ${roll}`] });
const PLAYED = { phase: 'keep', in_play: 'reste1', mover: 2, victim: 2 }, SILENT = { legal: [], may: false };
const WORDS = { theme: 3, letters: 'BORVA', colour: 'vert', best: ['bavarois', 'bravo', 'bar à vin', 'brevet', 'bévue'].map((word) => ({ word, points: 4 })) };
const CLOCK = { kind: 'game', seat: 0, left: 60000, running: false, of: 60000 };
const THEMOTS = { game: 'themots', seats: ['me', ...BOTS.slice(0, 3)], lines: ['* theme 3', '* roll BORVA vert'] };
const NO_ROLL = { mover: 'chance', letters: null };

// A table, and what is pretended there: members of the table and of its state.
const TABLES = {
  'the waiting room': [{ game: 'wazabi', seats: ['me', 'open', 'open', 'bot:normal'] }],
  'easycome': [{ game: 'easycome', options: { first: '1' }, seats: ['me', ...BOTS.slice(0, 3)], lines: ['* roll 0025', '1 keep 02', '* roll 25'] }],
  'wazabi, my turn': [{ ...wazabi(4, 'CCWW'), lines: [...wazabi(4, 'CCWW').lines, '* draw saute', '* draw rejoue'] }],
  'wazabi, my card': [wazabi(4, 'WWWW'), SILENT, PLAYED],
  'wazabi, a card at three': [wazabi(3, 'WWWW'), SILENT, { ...PLAYED, turn: 2, mover: 1, victim: 1 }],
  'wazabi, a card at five': [wazabi(5, 'WWWW'), SILENT, { ...PLAYED, turn: 3, mover: 1, victim: 1 }],
  'wazabi, a die to give': [wazabi(6, 'DDWW')],
  'debacle': [{ game: 'debacle', seats: ['me', 'bot:hard'] }],
  'debacle, near the end': [{ game: 'debacle', seats: ['me', 'bot:hard'], options: { setup: NEAR_THE_END } }],
  'themots': [THEMOTS, {}, {}],
  'themots, three two one': [THEMOTS, { ...SILENT, clock: { ...CLOCK, lead: 3000 } }, { ...NO_ROLL, initial: null, places: null }],
  'themots, between two rounds': [THEMOTS, { ...SILENT, clock: { ...CLOCK, rest: 9000 }, log: ['* roll BORVA vert', '1 say Bono', '* yes 2', '2 say Brejnev', '* yes 3', '3 pass', '4 pass'] }, { ...NO_ROLL, theme: null, last: WORDS }],
};
const PAGES = {
  home: async () => {},
  'a game’s menu': (page) => page.click('[data-do=menu-themots]'),
  'a new table': async (page) => {
    await fromMenu(page, 'wazabi', 'options');
    await page.waitForSelector('#new-table');
    await page.evaluate(() => document.querySelectorAll('dialog details').forEach((each) => (each.open = true)));
  },
  settings: (page) => page.click('[data-do=settings]'),
  'a lesson': async (page, server) => (await page.goto(`${server.url}play/wazabi`), page.waitForSelector('.lesson')),
  'the check of dice': (page, server) => page.goto(`${server.url}check`),
};

async function look(page, what, zoom, wrong) {
  for (const [w, h] of SIZES) {
    const [width, height] = [Math.round(w / zoom), Math.round(h / zoom)];
    if (width < LEAST[0] || height < LEAST[1]) continue;
    await page.setViewportSize({ width, height });
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
    for (const cut of await page.evaluate(cuts)) wrong.push(`${what}, ${w}x${h}${zoom > 1 ? ', zoomed' : ''}: ${cut}`);
  }
}

async function allScreens(browser, server, zoom) {
  const wrong = [];
  for (const lang of ['fr', 'en']) {
    for (const [what, [table, ofTable, ofState]] of Object.entries(TABLES)) {
      const page = await person(browser, server, { lang, name: 'Camille', viewport: { width: 1366, height: 768 } });
      await page.addInitScript(mayHush);
      await tableFrom(page, server, table);
      await page.waitForSelector('.bar.mine, .tm-dice, .invite');
      if (ofTable) await page.evaluate(pretend, [ofTable, ofState]);
      await look(page, `${lang}, ${what}`, zoom, wrong);
      await page.context().close();
    }
    const page = await person(browser, server, { lang, name: 'Camille', viewport: { width: 1366, height: 768 } });
    for (const [what, open] of Object.entries(PAGES)) {
      await goHome(page, server);
      await page.waitForSelector('.game-card h2');
      await open(page, server);
      await look(page, `${lang}, ${what}`, zoom, wrong);
      await page.setViewportSize({ width: 1366, height: 768 });
      await page.keyboard.press('Escape');
    }
    await close(page);
  }
  return wrong;
}

export const largeText = {
  async largeText({ browser, server }) {
    const large = await openBrowser([`--blink-settings=defaultFontSize=${LARGE}`]);
    const wrong = await allScreens(large, server, 1).finally(() => large.close());
    wrong.push(...(await allScreens(browser, server, 2)));
    expect(wrong.length === 0, `no text is cut:\n${wrong.join('\n')}`);
  },
};
