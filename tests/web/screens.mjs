// Every screen: at each size and decision, all choices and important parts are completely in the window and uncovered, and the board does
// not move.
import { DEEP, PATIENCE, close, daily, expect, makeMoves, person, playLesson, tableFrom } from './kit.mjs';

// The last two are 1280x720 and 1440x900 at 200 % zoom.
const ALL = [[320, 568], [360, 640], [390, 664], [390, 844], [844, 390], [768, 1024], [1000, 760], [1280, 720], [1440, 900], [640, 360], [720, 450]];
const [PHONE, LOW, LAPTOP] = [ALL[1], ALL[4], ALL[7]];

// `make test` checks the first screen of a game on a phone, upright and sideways, and a laptop; the later screens in fewer sizes.
const SIZES = daily([PHONE, LOW, LAPTOP], ALL), SOME = daily([PHONE, LAPTOP], ALL), ONE = daily([PHONE], ALL);

// Names of 63 characters, the server's limit: of one word, of wide letters, of many words.
const LONG = ['Maximilienne-Alexandrine de Montmorency-Laval d’Aubigné-Wittels', 'W'.repeat(63), 'x'.repeat(63), 'Jean Baptiste Anne Marie Guy Luc Zoé Éva Léo Noé Ève Max Tom Al'];

// Runs in the page: replaces the names in the server's messages by long ones.
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

// Checked parts: those of which nothing may be cut off, and those whose text may end in an ellipsis.
const WHOLE = '.seat-own, .seat .mark, .clock, .ec-prize, .ec-rolled .ec-die, .ec-kept .ec-die, .ec-totals li b, .wz-person, .wz-count, .wz-dice .die, .wz-throw, .wz-pile, .wz-piles:not(:has(.wz-pile)), .wz-played-card, .flag, .db-square, .db-score, .db-captured, .db-slot, .tm-die .die, .tm-theme, .tm-themes li, .tm-time, .tm-task, .tm-refused, .tm-count, .tm-tokens, .bar .button, .bar input, .bar select, .top-tools button, .banner button, .ask:not(.result), .invite h2, .invite .button, .invite input, .invite select, .qr';
const SEEN = '.result, .hint-about, .seat-name, .ec-prize-name, .ec-prize-thing, .ec-prize-owner, .wz-card, .wz-card-name, .wz-whose:not(:empty), .ticker, .lesson, .hint-list li:first-child, .template-die, .tm-words, .tm-over li, .tm-over p, .bar-tools .button';

// Runs in the page: returns the errors as sentences.
function look([whole, seen]) {
  const wrong = [];
  // elementFromPoint finds these and the dice, but not the empty space around a played card
  for (const e of document.querySelectorAll('.wz-middle, .flag, .wz-played > *')) e.style.pointerEvents = 'auto';
  for (const e of document.querySelectorAll('.wz-played')) e.style.pointerEvents = 'none';
  const name = (e) => `${(e.getAttribute('class') ?? e.tagName).split(' ').slice(0, 3).join('.')} “${e.textContent.slice(0, 20)}”`;
  const shown = (e) => e.checkVisibility({ visibilityProperty: true, opacityProperty: true }) && e.getBoundingClientRect().width > 0 && getComputedStyle(e).clipPath === 'none' && !e.closest('.unseen, .side');
  const points = [[0.5, 0.5], [0.12, 0.2], [0.88, 0.2], [0.12, 0.8], [0.88, 0.8]];
  // A die on the table is tilted: points of its own square.
  const spot = (e, box, [x, y]) => {
    const turn = e.matches('.wz-dice .die') ? ((parseFloat(getComputedStyle(e.parentElement).rotate) || 0) * Math.PI) / 180 : 0;
    if (!turn) return [box.x + x * box.width, box.y + y * box.height];
    const side = e.clientWidth, [dx, dy] = [(x - 0.5) * side, (y - 0.5) * side];
    return [box.x + box.width / 2 + dx * Math.cos(turn) - dy * Math.sin(turn), box.y + box.height / 2 + dx * Math.sin(turn) + dy * Math.cos(turn)];
  };
  const covered = (e, box, at) => at.find((point) => {
    const top = document.elementFromPoint(...spot(e, box, point));
    return !(top && (e.contains(top) || (top.contains(e) && !e.closest('svg')) || (e.closest('svg') && e.closest('svg') === top.closest('svg'))));
  });
  for (const e of document.querySelectorAll(`${whole}, ${seen}`)) {
    if (!shown(e)) continue;
    const row = e.closest('.wz-hand ul'), crowd = row && row.children.length > 12; // more cards are reached by scrolling
    const box = e.getBoundingClientRect();
    if (crowd && (box.left < row.getBoundingClientRect().left || box.right > row.getBoundingClientRect().right)) continue;
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) wrong.push(`${name(e)} is outside: ${Math.round(box.left)},${Math.round(box.top)} to ${Math.round(box.right)},${Math.round(box.bottom)}`);
    else {
      // many dice on a ring overlap: a part of each is seen
      const heaped = e.matches('.wz-dice:is(.n6, .n7, .n8, .n9) .die') && getComputedStyle(e.parentElement).position === 'absolute';
      const at = heaped ? points.every((point) => covered(e, box, [point])) && points[0] : covered(e, box, e.matches(whole) ? points : points.slice(0, 1));
      if (at) wrong.push(`${name(e)} is covered at ${at} by ${name(document.elementFromPoint(...spot(e, box, at)) ?? document.body)}`);
    }
    const tip = e.querySelector('[role=tooltip]');
    if (tip && getComputedStyle(tip).display !== 'none') continue; // a tooltip may cover what is below
    // .wz-throw: a cup that pours is turned, not cut
    const inline = getComputedStyle(e).display === 'inline' || e.closest('svg');
    if (!inline && !e.matches('input, select, .ec-prize, .wz-throw') && e.matches(`${whole}, .wz-card, .ec-prize-name, .ec-prize-thing, .wz-card-name`) && (e.scrollWidth > e.clientWidth + (e.matches('.ec-prize-name, .ec-prize-thing') ? 0 : 2) || e.scrollHeight > e.clientHeight + 3)) wrong.push(`${name(e)} is cut: ${e.scrollWidth}x${e.scrollHeight} in ${e.clientWidth}x${e.clientHeight}`);
  }
  for (const e of document.querySelectorAll('.marked')) {
    const style = getComputedStyle(e), out = parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset), box = e.getBoundingClientRect();
    for (let up = e.parentElement; up; up = up.parentElement) {
      const { left, right, top, bottom } = up.getBoundingClientRect();
      if (getComputedStyle(up).overflow !== 'visible' && (box.left - out < left - 1 || box.right + out > right + 1 || box.top - out < top - 1 || box.bottom + out > bottom + 1)) wrong.push(`the mark of ${name(e)} is clipped by ${name(up)}`);
    }
  }
  const ticker = document.querySelector('.ticker');
  if (ticker && ticker.textContent.length < 100 && ticker.scrollHeight > ticker.clientHeight + 3) wrong.push(`the last move is cut: “${ticker.textContent}”`);
  const why = document.querySelector('.bar-why');
  if (why && innerWidth >= 720 && innerHeight > 560 && !document.querySelector('.bar :is(.clock, .hints), .bar-buttons > :nth-child(4)') && why.scrollHeight > why.clientHeight + 3) wrong.push(`the reason is cut: “${why.textContent}”`);
  const take = document.querySelector('.ec-prize-take')?.getBoundingClientRect(), sum = document.querySelector('.takeable .ec-prize-sum')?.getBoundingClientRect();
  if (take && sum && take.left < sum.right && take.right > sum.left && take.bottom > sum.top + sum.height / 4 && take.top < sum.bottom) wrong.push('the condition of a prize is covered');
  for (const box of document.querySelectorAll('.bar, .bar-buttons, .invite, .felt, .board > *')) {
    if (!box.querySelector('.replay') && (box.scrollHeight > box.clientHeight + 6 || box.scrollWidth > box.clientWidth + 6)) wrong.push(`${name(box)} is too full: ${box.scrollWidth}x${box.scrollHeight} in ${box.clientWidth}x${box.clientHeight}`);
  }
  for (const seat of document.querySelectorAll('.seat, .wz-person, .db-tray')) {
    const [label, score] = [seat.querySelector('.seat-name'), seat.querySelector('.seat-own > *, .wz-own, .db-score')].map((e) => e?.getBoundingClientRect());
    if (label && score && label.right > score.left + 1 && score.right > label.left + 1 && label.bottom > score.top + 3 && score.bottom > label.top + 3) wrong.push(`a name runs over its score in ${name(seat)}`);
  }
  for (const e of document.querySelectorAll('.podium-who > :is(b, small)')) {
    const [own, seat] = [e, e.closest('.podium-seat')].map((node) => node.getBoundingClientRect());
    if (!e.checkVisibility()) continue;
    if (own.left < seat.left - 1 || own.right > seat.right + 1) wrong.push(`${name(e)} runs off its place on the podium`);
  }
  const [banner, notice] = ['.banner', '.notice'].map((each) => document.querySelector(each)?.getBoundingClientRect());
  if (banner && notice && notice.top < banner.bottom) wrong.push('a notice covers the banner');
  const around = document.querySelector('.banner > span'), top = document.querySelector('.top')?.getBoundingClientRect();
  if (around && around.scrollHeight > around.clientHeight + 3 && around.textContent.length < 60) wrong.push(`the banner is cut: ${around.scrollHeight} in ${around.clientHeight}`);
  if (!banner && notice && top && innerWidth >= 390 && document.querySelector('.felt') && notice.bottom > top.bottom + 6) wrong.push(`a notice covers the table: ${notice.bottom} below ${top.bottom}`);
  const { scrollHeight, scrollWidth } = document.documentElement;
  if (scrollHeight > innerHeight || scrollWidth > innerWidth) wrong.push(`the page scrolls: ${scrollWidth}x${scrollHeight}`);
  return wrong;
}

const FIXED = '.board, .seats, .ec-prizes, .ec-tray, .wz-around, .wz-hand, .db-board, .db-tray, .bar';

// Runs in the page: the positions of the table's large parts.
function whereIs(selector) {
  return [...document.querySelectorAll(selector)].map((e) => {
    const { x, y, width, height } = e.getBoundingClientRect();
    return `${(e.className.baseVal ?? e.className).split(' ')[0]} ${[x, y, width, height].map(Math.round)}`;
  }).join('; ');
}

// The errors of the page in some sizes, as sentences. `places` has the board's position at each size, which may not change.
// CORNET_SHOTS=FOLDER keeps a picture of each.
export async function lookAround(page, what, { places = null, sizes = SIZES } = {}) {
  const wrong = [];
  for (const [width, height] of sizes) {
    const at = `${width}x${height}`;
    await page.setViewportSize({ width, height });
    for (const each of await page.evaluate(look, [WHOLE, SEEN])) wrong.push(`${what} at ${at}: ${each}`);
    const now = places && (await page.evaluate(whereIs, FIXED));
    if (places && now !== (places[at] ??= now)) wrong.push(`${what} at ${at}: the board moved from ${places[at]} to ${now}`);
    if (process.env.CORNET_SHOTS) await page.screenshot({ path: `${process.env.CORNET_SHOTS}/${what.replace(/\W+/g, '-')}-${at}.png` });
  }
  await page.setViewportSize({ width: 1280, height: 720 });
  return wrong;
}

const good = (wrong) => expect(wrong.length === 0, `every screen fits:\n${wrong.join('\n')}`);

// ---- tables ----

// Wazabi: seat 1, which starts, has cards of every price; seat 2 has the card that leaves the others two.
const DEAL = ['vole', 'retire2', 'pioche3', 'reste2', 'reste2', 'tourne', ...Array(6).fill('retire1'), 'donne', 'donne', 'vole', 'vole', 'reste1', 'reste1'].map((card) => `* draw ${card}`);
const starts = (seat, players = 6, dice = 4) => Array.from({ length: players }, (_, i) => `* roll ${(i + 1 === seat ? 'W' : 'C').repeat(dice)}`);
const PLAY = [...DEAL, ...starts(1), '* roll CCWW', '* draw saute', '* draw rejoue'];
const GIVE = [...DEAL, ...starts(1), '* roll DDWW'];
const KEEPS = ['3 keep retire1 retire1', '4 keep retire1 retire1', '5 keep donne vole', '6 keep vole reste1'];
const FEW = [...DEAL, ...starts(2), '* roll WWWW', '2 play reste2', ...KEEPS];

// As many seats as the game allows, and a clock for each; at a decision of seat 1, the same in every run.
const FULL = {
  easycome: { seats: ['me', 'bot:random', 'bot:random', 'bot:random'], options: { first: '1' }, lines: ['* roll 0025'] },
  wazabi: { seats: ['me', ...Array(5).fill('bot:random')], lines: GIVE },
  debacle: { seats: ['me', 'bot:random'] },
  themots: { seats: ['me', ...Array(5).fill('bot:novice')], clock: undefined, lines: ['* theme 1', '* roll BORVA vert'] },
};

// Runs in the page: after window.hushed is set, the server's messages are dropped, so that a simulated state stays.
function mayHush() {
  const Socket = window.WebSocket;
  window.WebSocket = class extends Socket {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', (event) => { if (window.hushed && !event.data.includes('"type":"pong"')) event.stopImmediatePropagation(); });
    }
  };
}

export async function fullTable(browser, server, game, more = {}) {
  const page = await person(browser, server, { lang: 'fr', viewport: { width: 1280, height: 720 } });
  await page.addInitScript(lengthenNames, LONG);
  await page.addInitScript(mayHush);
  await sitAt(page, server, game, more);
  return page;
}

async function sitAt(page, server, game, more) {
  await tableFrom(page, server, { game, clock: { kind: 'bank', seconds: 3000, add: 5 }, ...FULL[game], ...more });
  await page.waitForSelector('.bar.mine, .game-themots .tm-dice, .invite');
}

// Changes the page's model, as a message would: members of `here`, of its table and of its state.
async function pretend(page, { table = {}, state = {}, ...rest }) {
  await page.evaluate(async ([more, ofTable, ofState]) => {
    const [{ state: here }, { redraw }] = await Promise.all([import('/table/current.js'), import('/core/frame.js')]);
    Object.assign(here, more);
    Object.assign(here.table, ofTable);
    Object.assign(here.table.state ?? {}, ofState);
    redraw();
    await new Promise(requestAnimationFrame);
  }, [rest, table, state]);
}

const model = (page) => page.evaluate(async () => {
  const { seq, legal, state, you, phase } = (await import('/table/current.js')).state.table;
  return { seq, legal, state, you, phase };
});

// In Thémots a decision is a round: it ends when every player has spoken or passed, at the latest when its minute has ended.
async function nextRound(page) {
  await page.evaluate(async () => {
    window.here = (await import('/table/current.js')).state;
    window.round = window.here.table.state.round;
    document.querySelector('.bar-buttons [data-line$=" pass"]')?.click();
  });
  await page.waitForFunction(() => {
    const { state, phase } = window.here.table;
    return phase === 'over' || (state.round > window.round && state.letters);
  }, undefined, { timeout: 2 * PATIENCE });
}

// Checks some decisions of a game, each in every size.
export async function decisions(page, game, count, places, sizes = SIZES) {
  const wrong = [];
  for (let i = 0; i < count && !wrong.length; i++) {
    await page.waitForSelector('.bar.mine, .result, .game-themots .tm-dice');
    if (await page.locator('.result').count()) break;
    wrong.push(...(await lookAround(page, `${game}, decision ${i + 1}`, { places, sizes })));
    if (game !== 'themots') await makeMoves(page, game, 1);
    else if (i + 1 < count) await nextRound(page);
  }
  return wrong;
}

// Parts that change while the board stays: hints, a move being sent, the others' turn, banners.
async function wordsChange(page, game, places) {
  const wrong = [];
  await page.waitForSelector('.bar.mine, .result, .game-themots .tm-dice');
  if (await page.locator('.result').count()) return wrong; // a short game that is already over
  const { seq, legal, you } = await model(page);
  const saw = async (what, change, sizes = ONE) => {
    await pretend(page, change);
    wrong.push(...(await lookAround(page, `${game}, ${what}`, { places, sizes })));
  };
  const hints = legal.length ? legal.map((line, i) => ({ move: line.slice(2), share: 0.5 - i / 1000, error: 0.001 })) : [{ move: 'say Anticonstitutionnellement', share: 0.5, error: 0.01 }];
  for (const at of [0, -1]) await saw('a hint', { hint: { seq, advice: { how: 'exact', hints } }, mark: `${you} ${hints.at(at).move}` });
  for (const more of daily([true], [true, false])) await saw('a hint that grows', { hint: { seq, more, advice: { how: 'exact', hints } } });
  await pretend(page, { hint: null, mark: null });
  if (!DEEP && game !== 'easycome') return wrong; // the same in every game
  await saw('a move on its way', { pending: legal[0] ?? `${you} pass` });
  await saw('the others’ turn', { pending: null, table: { may: false, legal: [] } });
  await page.evaluate(async () => (await import('/core/parts.js')).notice('Un robot a joué ce coup : votre temps était écoulé. '.repeat(3), 'bad'));
  await saw('a proposal', { table: { proposal: { what: 'bot', by: 2, seat: 2, wanted: [you] } } });
  await pretend(page, { table: { proposal: null } });
  const absent = await page.evaluate(async () => {
    const { seats } = (await import('/table/current.js')).state.table;
    return seats.map((seat, i) => (i === 1 ? { ...seat, kind: 'person', here: false, name: 'Anne-Charlotte' } : seat));
  });
  const { seats } = await page.evaluate(async () => ({ seats: (await import('/table/current.js')).state.table.seats }));
  await pretend(page, { table: { seats: absent } });
  wrong.push(...(await lookAround(page, `${game}, somebody away`, { sizes: ONE }))); // a plate grows by the word “absent”
  await saw('bad dice', { dice: 'cheated', table: { seats } });
  await saw('a lost connection', { dice: null, link: 'lost' });
  await pretend(page, { link: 'open', table: { may: true, legal } });
  return wrong;
}

// The end and its buttons: one player wins, with any name, or all do.
async function ends(page, game) {
  const { state } = await model(page), wrong = [];
  const players = state.players ?? 2, everybody = Array.from({ length: players }, (_, i) => i);
  for (const [won, sizes] of [[[0], SOME], ...(DEEP ? [[[1], ONE]] : []), ...(DEEP && players > 2 ? [[[2], ONE]] : []), [everybody, ONE]]) {
    await pretend(page, { fresh: [], table: { phase: 'over', may: false, legal: [] }, state: { mover: 'over', result: everybody.map((i) => (won.includes(i) ? 1 / won.length : 0)) } });
    await page.waitForSelector('.result');
    wrong.push(...(await lookAround(page, `${game}, the end, won by ${won.map((i) => i + 1)}`, { sizes })));
  }
  return wrong;
}

// One game: some decisions, reached by lines or by clicks; changes around the board; its end.
async function wholeLook({ browser, server }, game, positions, more = null) {
  const page = await fullTable(browser, server, game), places = {}, wrong = [];
  if (game === 'themots') await page.evaluate(() => { window.hushed = true; }); // the round would end meanwhile
  for (const [i, position] of positions.entries()) {
    if (typeof position === 'function') await position(page);
    else if (position) await sitAt(page, server, game, { lines: position });
    const tall = position === FEW ? [ALL[3]] : []; // a played card beside the dice
    wrong.push(...(await lookAround(page, `${game}, decision ${i + 1}`, { places, sizes: i ? [...ONE, ...tall] : SIZES })));
  }
  if (!wrong.length) wrong.push(...(await wordsChange(page, game, places)));
  if (!wrong.length && more) wrong.push(...(await more(page, places)));
  if (!wrong.length) wrong.push(...(await ends(page, game)));
  good(wrong);
  await close(page);
}

// Every decision of a game, for `make test-deep`. Themots has a new one after each round.
export async function wholeGameLook({ browser, server, games }, game, limit = 80) {
  if (!games.includes(game)) return;
  const page = await fullTable(browser, server, game), places = {};
  good(await decisions(page, game, limit, places));
  await close(page);
}

// Wazabi: seat 1 starts and has rolled `count` dice.
const lines = (players, count) => [...DEAL.slice(0, 3 * players), ...starts(1, players, count), `* roll ${'W'.repeat(count)}`];

// Wazabi at smaller tables, in all sizes: my turn, with up to six dice, my throw for the start, and a played card.
export async function smallerTables({ browser, server }) {
  for (const players of [2, 3, 4, 5]) {
    const deal = DEAL.slice(0, 3 * players), roll = (seat) => [...deal, ...starts(seat, players), '* roll WWWW'];
    const seats = ['me', ...Array(players - 1).fill('bot:random')], page = await fullTable(browser, server, 'wazabi', { seats, lines: roll(1) });
    const wrong = await lookAround(page, `wazabi, ${players} players, my turn`, { sizes: ALL });
    await page.evaluate(() => localStorage.setItem('cornet.set.pace', '"calm"')); // I throw by hand, so nobody throws meanwhile
    await sitAt(page, server, 'wazabi', { seats, lines: deal });
    await page.waitForSelector('[data-do=throw]');
    wrong.push(...(await lookAround(page, `wazabi, ${players} players, the start`, { sizes: ALL })));
    await page.evaluate(() => localStorage.setItem('cornet.set.pace', '"none"'));
    for (const count of players < 5 ? [5, 6] : []) { // dice in two rows
      const many = lines(players, count);
      await sitAt(page, server, 'wazabi', { seats, options: { dice: String(count) }, lines: many });
      wrong.push(...(await lookAround(page, `wazabi, ${players} players, ${count} dice`, { sizes: ALL })));
    }
    await sitAt(page, server, 'wazabi', { seats, lines: [...roll(2), '2 play reste2', ...KEEPS.slice(0, players - 2)] });
    wrong.push(...(await lookAround(page, `wazabi, ${players} players, cards to keep`, { sizes: ALL })));
    good(wrong);
    await close(page);
  }
}

// Runs in the page: for each thrower and each number of dice, with or without a played card, the errors of the dice on the table.
async function diceOfAll([players, counts]) {
  const [{ state: here }, { redraw }] = await Promise.all([import('/table/current.js'), import('/core/frame.js')]), wrong = [];
  Object.assign(here, { fresh: [], before: null });
  Object.assign(here.table, { legal: [], may: false });
  for (let turn = 1; turn <= players; turn++) for (const count of counts) for (const card of [null, 'reste1']) {
    const next = (turn % players) + 1, dice = here.table.state.dice.map((n, i) => (i + 1 === turn ? count : n));
    Object.assign(here.table.state, { turn, mover: card ? next : turn, phase: card ? 'keep' : 'play', in_play: card, victim: next, rolled: { W: count - 1, C: 1, D: 0 }, gives: 0, dice });
    redraw();
    await new Promise(requestAnimationFrame);
    const table = document.querySelector('.wz-ring').getBoundingClientRect(), [x, y] = [table.x + table.width / 2, table.y + table.height / 2];
    const all = [...document.querySelectorAll('.wz-dice > span')].map((e) => ({ side: e.offsetWidth, box: e.querySelector('.die').getBoundingClientRect() }));
    const at = `${players} players, seat ${turn}, ${count} dice${card ? ', a played card' : ''}`, centre = ({ box }) => [box.x + box.width / 2, box.y + box.height / 2];
    if (all.length !== count) wrong.push(`${at}: ${all.length} dice`);
    for (const die of all) {
      const [cx, cy] = centre(die);
      if (die.side < 79.5 || die.box.width < 79.5) wrong.push(`${at}: a die of ${die.side} px`);
      if (Math.hypot(cx - x, cy - y) + die.side / 2 > table.width / 2) wrong.push(`${at}: a die is off the table`);
    }
    // From the middle of the table, the dice lie in the direction of their thrower.
    const middle = [0, 1].map((i) => all.reduce((sum, die) => sum + centre(die)[i], 0) / count - [x, y - 0.04 * table.height][i]);
    const ahead = [...document.querySelectorAll('.wz-person')].map((e) => ({ seat: Number(e.className.match(/seat-(\d)/)[1]), far: middle[0] * e.style.getPropertyValue('--x') + middle[1] * e.style.getPropertyValue('--y') }));
    const first = ahead.sort((a, b) => b.far - a.far)[0];
    if (count < 6 && !card && first.seat !== turn) wrong.push(`${at}: the dice lie in front of seat ${first.seat}`);
  }
  return wrong;
}

// ---- the tests ----

export const screens = {
  // Thrown dice have 80 px on a laptop, with any number of players and of dice; more than a ring has room for overlap.
  async wazabiDice({ browser, server }) {
    const wrong = [], counts = daily([4, 5, 12], Array.from({ length: 16 }, (_, i) => i + 1));
    for (const players of daily([3, 6], [2, 3, 4, 5, 6])) {
      const page = await person(browser, server, { viewport: { width: 1366, height: 768 } });
      await page.addInitScript(mayHush);
      await sitAt(page, server, 'wazabi', { clock: undefined, seats: ['me', ...Array(players - 1).fill('bot:random')], lines: lines(players, 4) });
      await page.evaluate(() => { window.hushed = true; });
      for (const [width, height] of daily([[1366, 768]], [[1366, 768], [1440, 900], [1920, 1080]])) {
        await page.setViewportSize({ width, height });
        wrong.push(...(await page.evaluate(diceOfAll, [players, counts])).map((each) => `${width}x${height}, ${each}`));
      }
      await close(page);
    }
    expect(wrong.length === 0, `dice are large, on the table, in front of their thrower:\n${wrong.join('\n')}`);
  },

  screensEasycome: (all) => wholeLook(all, 'easycome', [null, ['* roll 0025', '1 keep 02', '* roll 25']], async (page, places) => {
    // The keyboard's focus, which waits at the bar during a roll, goes to the first die that can be kept; the bar offers a prize.
    for (const [legal, next] of [[['1 keep 5', '1 stop'], '.ec-die.free'], [['1 keep 5', '1 take 7', '1 stop'], '.bar']]) {
      await pretend(page, { fresh: [], table: { legal: [] } });
      await page.focus('.bar');
      await pretend(page, { table: { legal } });
      expect(await page.evaluate((each) => document.activeElement === document.querySelector(each), next), `the focus goes to ${next}`);
    }
    await pretend(page, { table: { legal: ['1 take 7', '1 stop'] } });
    return lookAround(page, 'easycome, a prize to take', { places, sizes: ONE });
  }),

  // A hand of a dozen cards, a dozen dice, tournament points, seats that skip a turn.
  screensWazabi: (all) => wholeLook(all, 'wazabi', [null, FEW, PLAY], async (page, places) => {
    const { state, you } = await model(page), wrong = [], kinds = Object.keys(state.costs);
    for (const count of daily([12], [5, 12])) { // two rows, or one
      const hand = {};
      for (let i = 0; i < count; i++) hand[kinds[i % kinds.length]] = (hand[kinds[i % kinds.length]] ?? 0) + 1;
      const all = (value) => Array(state.players).fill(value);
      const hands = state.hands.map((held, i) => (i + 1 === you ? hand : held));
      await pretend(page, { fresh: [], before: null, state: { hands, cards: all(count), dice: all(12), skips: all(2), rounds: 3, round: 1, points: all(12), rolled: { W: Math.min(count, 9), C: 2, D: 1 } } });
      wrong.push(...(await lookAround(page, `wazabi, ${count} cards`, { places, sizes: SOME })));
      const cards = Object.entries(hand).flatMap(([card, n]) => Array(n).fill(card));
      const legal = Object.keys(hand).map((card) => `${you} play ${card}`), ends = [0, cards.length - 1];
      const marks = [[`keep ${cards.join(' ')}`], ...daily([], [['give 2']]), [`give ${state.players}`], ...ends.map((at) => [`play ${cards[at]}`, { card: cards[at], place: cards.indexOf(cards[at]) }])]; // the chosen card is that of the hint
      for (const [mark, ui = {}] of marks) {
        await pretend(page, { mark: `${you} ${mark}`, ui, table: { legal } });
        wrong.push(...(await lookAround(page, `wazabi, ${count} cards, marked: ${mark}`, { places, sizes: ONE })));
      }
      await pretend(page, { mark: null, ui: {} });
      // The bar for each card that can be chosen: the longest words, up to six buttons, a clock, and the two tools after a die was given.
      const aimed = ['donne', 'vole', 'reste1', 'saute'], others = [2, 3, 4, 5, 6];
      for (const card of daily(['tourne'], kinds)) {
        const plays = card === 'tourne' ? ['left', 'right'].map((way) => `${you} play tourne ${way}`)
          : aimed.includes(card) ? others.map((seat) => `${you} play ${card} ${seat}`) : [`${you} play ${card}`];
        await pretend(page, { ui: { card, place: cards.indexOf(card) }, table: { legal: [...plays, `${you} pass`], undo: { free: [you], asked: [] } } });
        wrong.push(...(await lookAround(page, `wazabi, ${count} cards, ${card} chosen`, { places, sizes: daily([LAPTOP], ALL) })));
      }
      await pretend(page, { ui: {}, table: { undo: undefined } });
    }
    return wrong;
  }),

  // The most choices: a die that has captured may return to five squares, before its bounce or after.
  screensDebacle: (all) => wholeLook(all, 'debacle', [null, (page) => page.locator('[data-square=a1]').click({ force: true })], async (page) => {
    await sitAt(page, all.server, 'debacle', { options: { setup: 'F.A..B/.E6.../..D.C./....../....../1..... r 2 0/0 - 2345 0/0 - -' } });
    for (const square of ['c5', 'c6']) await page.locator(`[data-square=${square}]`).click({ force: true });
    await page.waitForFunction(() => document.querySelectorAll('[data-can="@"]').length === 5 && document.querySelector('.bar-buttons [data-line*="@"]'));
    return lookAround(page, 'debacle, many ways back', { sizes: [[320, 568]] });
  }),

  // The longest themes, a black round, above a phone's keyboard, and six themes to choose from.
  screensThemots: (all) => wholeLook(all, 'themots', [null], async (page, places) => {
    const low = daily([[360, 340]], [[320, 300], [360, 340], [390, 460]]), wrong = [];
    const { state } = await model(page);
    const themes = Array(6).fill({ id: 'montagnes_iles', fr: 'Montagnes, volcans et îles', en: 'Mountains, volcanoes and islands' });
    const rolled = { themes, theme: 6, letters: 'BORVA' };
    for (const [colour, more] of [['a colour', { colour: 'vert', initial: 'B', banned: null }], ['black', { colour: 'noir', initial: null, banned: 'BORVA' }]]) {
      await pretend(page, { state: { ...rolled, ...more } });
      wrong.push(...(await lookAround(page, `themots, ${colour}`, { places, sizes: SOME })), ...(await lookAround(page, `themots, ${colour}, with a keyboard`, { sizes: low })));
      await pretend(page, { state: { ...rolled, ...more, numbered: true, open: state.themes.map((_, i) => i + 1), closed: [2] } });
      wrong.push(...(await lookAround(page, `themots, ${colour}, all themes`, { places, sizes: ONE })));
      await pretend(page, { state: { numbered: false } });
    }
    // A refused word with its reason is complete, also above a phone's keyboard.
    const long = 'Anticonstitutionnellement vôtre', refused = { seat: 1, word: long, theme: 6, reason: 'unknown', meant: 'anticonstitutionnel', elsewhere: null, voted: false };
    await pretend(page, { table: { log: ['* roll BORVA vert', `1 say ${long}`, '* no unknown', '2 say Bono', '* yes 2', '3 say Brejnev', '* yes 3', '4 say Bach', '* yes 2'] }, state: { ...rolled, colour: 'vert', initial: 'B', banned: null, refused, places: 1, last: null, out: [2, 3, 4] } });
    wrong.push(...(await lookAround(page, 'themots, a refused word', { sizes: SOME })), ...(await lookAround(page, 'themots, a refused word, with a keyboard', { sizes: [...low, [390, 544]] })));
    const clock = { kind: 'game', seat: 0, left: 60000, running: false, of: 60000 };
    await pretend(page, { table: { log: ['* theme 6'], clock: { ...clock, lead: 3000 }, may: false }, state: { mover: 'chance', letters: null, initial: null, places: null, refused: null } });
    wrong.push(...(await lookAround(page, 'themots, three two one', { sizes: [...SOME, ...low] })));
    const said = [1, 2, 3, 4].flatMap((seat) => [`${seat} say réceptionniste`, '* yes 5']), all = [1, 2, 3, 4, 5, 6];
    for (const [what, lines] of [['words', [...said, '5 say standardiste', '* yes 4', '6 pass']], ['nothing', all.map((seat) => `${seat} pass`)]]) {
      const last = { theme: 6, letters: 'BORVA', colour: 'vert', best: ['bavarois', 'bravo', 'bar à vin', 'brevet', 'bévue'].map((word) => ({ word, points: 4 })) };
      await pretend(page, { table: { log: ['* roll BORVA vert', ...lines], clock: { ...clock, rest: 9000 }, may: false }, state: { mover: 'chance', theme: null, letters: null, numbered: false, last } });
      await page.waitForSelector('.tm-over');
      wrong.push(...(await lookAround(page, `themots, between two rounds, ${what}`, { sizes: ONE })), ...(await lookAround(page, `themots, between two rounds, ${what}, with a keyboard`, { sizes: low })));
    }
    return wrong;
  }),

  async screensWaiting({ browser, server }) {
    const anne = await fullTable(browser, server, 'themots', { seats: ['me', ...Array(5).fill('open')], lines: [] });
    const wrong = await lookAround(anne, 'waiting room');
    good(wrong);
    if (!DEEP) return close(anne);
    const bruno = await person(browser, server, { lang: 'fr', name: LONG[1].slice(0, 24) });
    await bruno.goto(anne.url());
    await bruno.waitForSelector('[data-do=join]');
    wrong.push(...(await lookAround(bruno, 'invitation')));
    good(wrong);
    await close(bruno);
    await close(anne);
  },

  // Tutorials, played as instructed. `make test` plays the first from start to end, and the first steps of the others. Some steps are
  // checked.
  async lessons({ browser, server, games }) {
    const wrong = [], often = daily(7, 3);
    for (const [i, game] of games.entries()) {
      const each = async (page, step) => step % often === 2 && (DEEP || !i) && wrong.push(...(await lookAround(page, `lesson ${game}, step ${step}`, { sizes: ONE })));
      await playLesson(browser, server, game, { each, lang: 'fr', most: daily(i ? 3 : Infinity, Infinity) });
    }
    good(wrong);
  },

  // The longest name of a level is complete on a phone, upright and sideways, also during that bot's turn.
  async levelNames({ browser, server }) {
    const bot = 'bot:adaptive:level=21', cut = [];
    const tables = { easycome: ['me', 'bot:normal', bot, 'bot:easy'], wazabi: ['me', bot, ...Array(4).fill('bot:easy')], debacle: ['me', bot], themots: ['me', bot, ...Array(4).fill('bot:easy')] };
    for (const lang of daily(['fr'], ['fr', 'en'])) {
      const page = await person(browser, server, { lang });
      for (const [game, seats] of Object.entries(tables)) {
        await tableFrom(page, server, { game, seats, options: FULL[game].options, lines: game === 'wazabi' ? PLAY : FULL[game].lines });
        await page.waitForSelector('.bar.mine, .tm-dice');
        if (game !== 'themots') await pretend(page, { fresh: [], table: { may: false, legal: [] }, state: { mover: seats.indexOf(bot) + 1 } });
        for (const [width, height] of daily([[360, 740], [740, 360]], [[360, 740], [740, 360], [683, 384], [1366, 768]])) {
          await page.setViewportSize({ width, height });
          const found = await page.locator('.seat-name').evaluateAll((all) => all.filter((e) => e.scrollWidth > e.clientWidth || e.scrollHeight > e.clientHeight + 2).map((e) => e.textContent));
          cut.push(...found.map((name) => `${game}, ${lang}, ${width}x${height}: ${name}`));
        }
      }
      await close(page);
    }
    expect(cut.length === 0, `names are whole:\n${cut.join('\n')}`);
  },

  // If there is no room for log and chat, they are in a drawer, which the keyboard opens and closes.
  async screensDrawer({ browser, server }) {
    const page = await fullTable(browser, server, 'easycome');
    await page.setViewportSize({ width: 360, height: 640 });
    expect(!(await page.locator('.side').isVisible()), 'the drawer is closed');
    await page.focus('[data-do=drawer]');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => document.activeElement.matches('.tab'));
    expect(await page.locator('.side .log').isVisible(), 'the log is in it');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => getComputedStyle(document.querySelector('.side')).visibility === 'hidden');
    expect(await page.evaluate(() => document.activeElement.matches('[data-do=drawer]')), 'and the focus is back');
    await page.evaluate(async () => (await import('/table/actions.js')).request({ do: 'chat', text: 'bonjour' }));
    await page.waitForSelector('.unread');
    await page.click('[data-do=drawer]');
    await page.waitForFunction(() => document.querySelector('.side .chat')?.textContent.includes('bonjour'));
    await close(page);
  },
};
