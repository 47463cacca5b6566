// Every screen: at each size, in each decision, whatever can be chosen or must be seen is in the window, uncovered and whole, and
// the board stays where it is.
import { close, expect, makeMoves, person } from './kit.mjs';

// The last two are 1280x720 and 1440x900 at 200 % zoom.
export const SIZES = [[320, 568], [360, 640], [390, 664], [390, 844], [844, 390], [768, 1024], [1000, 760], [1280, 720], [1440, 900], [640, 360], [720, 450]];

// Names of 63 characters, as long as the server takes: of one word, of wide letters, of many words.
const LONG = ['Maximilienne-Alexandrine de Montmorency-Laval d’Aubigné-Wittels', 'W'.repeat(63), 'x'.repeat(63), 'Jean Baptiste Anne Marie Guy Luc Zoé Éva Léo Noé Ève Max Tom Al'];

// Every seat gets a long name on its way from the server.
function lengthenNames(names) {
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...all) {
      super(...all);
      this.addEventListener('message', (event) => {
        const message = JSON.parse(event.data);
        if (!Array.isArray(message.seats)) return;
        message.seats.forEach((seat, i) => seat.kind !== 'open' && (seat.name = names[i % names.length].slice(0, 62) + (i + 1)));
        Object.defineProperty(event, 'data', { value: JSON.stringify(message) });
      });
    }
  };
}

// What is looked at: parts of which nothing may be cut, and parts whose text alone may end in dots.
const WHOLE = '.seat-own, .seat .mark, .clock, .prize, .ec-rolled .ec-die, .ec-kept .ec-die, .ec-totals li b, .wz-person, .wz-count, .wz-dice .die, .wz-throw, .db-square, .db-score, .db-captured, .db-slot, .tm-die .die, .tm-theme, .tm-themes li, .tm-time, .tm-task, .tm-tokens, .bar .button, .bar input, .bar select, .ask, .invite h2, .invite .button, .invite input, .invite select, .qr';
const SEEN = '.seat-name, .prize-name, .prize-owner, .wz-card, .card-name, .ticker, .lesson, .hint-list li:first-child, .template-die, .drawer-button';

// Runs in the page: what is wrong there, as sentences.
function look([whole, seen]) {
  const wrong = [];
  for (const e of document.querySelectorAll('.wz-middle')) e.style.pointerEvents = 'auto'; // elementFromPoint finds its dice
  const name = (e) => `${(e.getAttribute('class') ?? e.tagName).split(' ').slice(0, 3).join('.')} “${e.textContent.slice(0, 20)}”`;
  const shown = (e) => e.checkVisibility({ visibilityProperty: true }) && e.getBoundingClientRect().width > 0 && !e.closest('.unseen, .side');
  const points = [[0.5, 0.5], [0.12, 0.2], [0.88, 0.2], [0.12, 0.8], [0.88, 0.8]];
  const covered = (e, box, at) => at.find(([x, y]) => {
    const top = document.elementFromPoint(box.x + x * box.width, box.y + y * box.height);
    return !(top && (e.contains(top) || (top.contains(e) && !e.closest('svg')) || (e.closest('svg') && e.closest('svg') === top.closest('svg'))));
  });
  for (const e of document.querySelectorAll(`${whole}, ${seen}`)) {
    if (!shown(e)) continue;
    const row = e.closest('.wz-hand ul'), crowd = row && row.children.length > 12; // more cards than that are reached by scrolling
    const box = e.getBoundingClientRect();
    if (crowd && (box.left < row.getBoundingClientRect().left || box.right > row.getBoundingClientRect().right)) continue;
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) wrong.push(`${name(e)} is outside: ${Math.round(box.left)},${Math.round(box.top)} to ${Math.round(box.right)},${Math.round(box.bottom)}`);
    else {
      const at = covered(e, box, e.matches(whole) ? points : points.slice(0, 1));
      if (at) wrong.push(`${name(e)} is covered at ${at} by ${name(document.elementFromPoint(box.x + at[0] * box.width, box.y + at[1] * box.height) ?? document.body)}`);
    }
    const inline = getComputedStyle(e).display === 'inline' || e.closest('svg');
    if (!inline && e.matches(`${whole}, .wz-card, .prize-name, .card-name`) && (e.scrollWidth > e.clientWidth + 2 || e.scrollHeight > e.clientHeight + 3)) wrong.push(`${name(e)} is cut: ${e.scrollWidth}x${e.scrollHeight} in ${e.clientWidth}x${e.clientHeight}`);
  }
  for (const box of document.querySelectorAll('.bar, .bar-buttons, .invite, .felt, .board > *')) {
    if (!box.querySelector('.replay') && (box.scrollHeight > box.clientHeight + 6 || box.scrollWidth > box.clientWidth + 6)) wrong.push(`${name(box)} is too full: ${box.scrollWidth}x${box.scrollHeight} in ${box.clientWidth}x${box.clientHeight}`);
  }
  for (const seat of document.querySelectorAll('.seat, .wz-person, .db-tray')) {
    const [label, score] = [seat.querySelector('.seat-name, strong'), seat.querySelector('.seat-own > *, .wz-own, .db-score')].map((e) => e?.getBoundingClientRect());
    if (label && score && label.right > score.left + 1 && score.right > label.left + 1 && label.bottom > score.top + 3 && score.bottom > label.top + 3) wrong.push(`a name runs over its score in ${name(seat)}`);
  }
  const { scrollHeight, scrollWidth } = document.documentElement;
  if (scrollHeight > innerHeight || scrollWidth > innerWidth) wrong.push(`the page scrolls: ${scrollWidth}x${scrollHeight}`);
  return wrong;
}

const FIXED = '.board, .seats, .ec-prizes, .ec-tray, .wz-around, .wz-hand, .db-board, .db-tray, .bar';

function whereIs(selector) {
  return [...document.querySelectorAll(selector)].map((e) => {
    const { x, y, width, height } = e.getBoundingClientRect();
    return `${e.className.baseVal ?? e.className.split(' ')[0]} ${[x, y, width, height].map(Math.round)}`;
  }).join('; ');
}

// Looks at the page in all sizes. `places` holds where the board was at each of them.
export async function lookAround(page, what, places = null, sizes = SIZES) {
  const wrong = [];
  for (const [width, height] of sizes) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => new Promise(requestAnimationFrame));
    for (const each of await page.evaluate(look, [WHOLE, SEEN])) wrong.push(`${what} at ${width}x${height}: ${each}`);
    if (!places) continue;
    const now = await page.evaluate(whereIs, FIXED), before = (places[`${width}x${height}`] ??= now);
    if (now !== before) wrong.push(`${what} at ${width}x${height}: the board moved from ${before} to ${now}`);
  }
  if (process.env.CORNET_SHOTS) {
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height });
      await page.screenshot({ path: `${process.env.CORNET_SHOTS}/${what.replace(/\W+/g, '-')}-${width}x${height}.png` });
    }
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  return wrong;
}

// A table as full as the game allows, everybody with a long name.
const FULL = {
  easycome: { seats: ['me', 'bot:random', 'bot:random', 'bot:random'] },
  wazabi: { seats: ['me', ...Array(5).fill('bot:random')] },
  debacle: { seats: ['me', 'bot:random'] },
  themots: { seats: ['me', ...Array(5).fill('bot:easy')] },
};

export async function fullTable(browser, server, game, { lang = 'fr', seats = FULL[game].seats, options = {}, ...more } = {}) {
  const page = await person(browser, server, { lang, reducedMotion: 'reduce', viewport: { width: 1280, height: 720 }, ...more });
  await page.addInitScript(lengthenNames, LONG);
  await page.goto(server.url);
  const id = await page.evaluate(async (wish) => (await import('/table.js')).createTable(wish), { game, seats, options, name: 'Anne' });
  await page.goto(`${server.url}t/${id}`);
  return page;
}

export const screens = {
};
