// Motion: which things move, from where to where and in which order. A tap ends it. Without motion, both ends and the path are shown. A
// bot's turn is shown for at most three seconds.
import { DEEP, MOTION, WAZABI_END, close, daily, expect, makeMoves, person, playLesson, tableFrom } from './kit.mjs';

// Wazabi for two: seat 1 starts, with a die to give or cards to play.
const DEAL = ['vole', 'retire1', 'pioche3', 'saute', 'reste2', 'donne'].map((card) => `* draw ${card}`);
const STARTS = ['* roll WWWW', '* roll CCCC'];
const GIVE = { game: 'wazabi', seats: ['me', 'bot:random'], lines: [...DEAL, ...STARTS, '* roll DWWW'] };
const PLAY = { game: 'wazabi', seats: ['me', 'bot:random'], lines: [...DEAL, ...STARTS, '* roll WWWW'] };

// Easy Come Easy Go: seat 2 has the prize for 7, and seat 1 can steal it.
const STEAL = { game: 'easycome', options: { first: '2' }, seats: ['me', 'bot:random'], lines: ['* roll 0025', '2 take 7', '* roll 1123'] };

// Runs in the page: records every moving thing, with the distances of its start and end from their named places, and the other contents of
// the layer. With `frozen`, things do not move.
async function watch(frozen) {
  const [{ prepareMotion }, { state }] = await Promise.all([import('/table/motion.js'), import('/table/current.js')]);
  await prepareMotion(state.board);
  const middle = (e) => {
    const { x, y, width, height } = e.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const off = (e, place) => {
    const goal = document.querySelector(`[data-place="${place}"]`);
    return goal ? Math.hypot(...middle(goal).map((n, i) => n - middle(e)[i])) : 0; // 0: the place is gone
  };
  const note = (node) => {
    const { from, to } = node.dataset, [motion] = node.getAnimations();
    const still = node.closest('.flight-still');
    if (still) return window.flown.push({ from, to, still: still.querySelectorAll('.flight').length, way: still.querySelectorAll('.flight-way path').length });
    motion.pause();
    const { delay, duration } = motion.effect.getComputedTiming();
    motion.currentTime = delay;
    const start = off(node, from);
    motion.currentTime = delay + duration - 0.01;
    const end = off(node, to);
    motion.currentTime = 0;
    if (window.frozen) node.dataset.frozen = '';
    else motion.play();
    return window.flown.push({ from, to, start, end, delay, duration });
  };
  Object.assign(window, { flown: [], frozen });
  new MutationObserver((records) => {
    for (const node of records.flatMap((record) => [...record.addedNodes])) {
      if (node.matches?.('.flight')) note(node);
      else if (node.matches?.('.flight-still')) note(node.querySelector('.flight:last-child'));
    }
  }).observe(document.body, { childList: true, subtree: true });
}

const flown = (page) => page.evaluate(() => window.flown);
const ways = (page) => page.evaluate(() => window.flown.map(({ from, to }) => `${from} > ${to}`));
const waysEnd = (page, wanted) => page.waitForFunction((way) => window.flown.some(({ from, to }) => `${from} > ${to}` === way), wanted);
const waysAre = (page, wanted) => page.waitForFunction((all) => window.flown.map(({ from, to }) => `${from} > ${to}`).join().startsWith(all.join()), wanted);

async function sit(browser, server, table, { frozen = false, late = 0, ...more } = {}) {
  const page = await person(browser, server, { ...MOTION, pace: 'slow', ...more });
  if (late) await page.route('**/flights.js', (route) => setTimeout(() => route.continue(), late));
  await tableFrom(page, server, table);
  await page.waitForSelector('.bar.mine button');
  await page.evaluate(watch, frozen);
  return page;
}

async function playCard(page, card) {
  await page.locator(`.wz-hand [data-card=${card}]`).first().click();
  await page.locator(`.bar-buttons [data-line^="1 play ${card}"]`).first().click();
}

export const motion = {
  // A given die moves from the table to the plate, a played card from the hand to the middle, a stolen one to the hand, and drawn cards
  // from the pile.
  async flights({ browser, server }) {
    const page = await sit(browser, server, GIVE);
    await page.locator('.bar-buttons [data-line="1 give 2"]').click();
    await waysAre(page, ['D 0 > dice 2']);
    await tableFrom(page, server, PLAY);
    await page.waitForSelector('.bar.mine button');
    await page.evaluate(() => (window.flown.length = 0));
    await playCard(page, 'vole');
    await page.waitForFunction(() => window.flown.length > 1);
    expect(/^hand vole 0 > played,cards 2 > hand \w+ \d/.test(await ways(page)), `the card, then what it steals: ${await ways(page)}`);
    await tableFrom(page, server, PLAY);
    await page.waitForSelector('.bar.mine button');
    await page.evaluate(() => (window.flown.length = 0));
    await playCard(page, 'pioche3');
    await page.waitForFunction(() => window.flown.filter(({ from }) => from === 'pile').length > 2);
    const came = (await ways(page)).filter((way) => way !== 'played > discards').slice(0, 4);
    expect(/^hand pioche3 0 > played(,pile > hand \w+ \d){3}$/.test(came), `the card, then three from the pile: ${came}`);
    await waysEnd(page, 'played > discards'); // it is discarded when its effect has ended
    const all = await flown(page), wrong = all.filter(({ to, start, end }) => (to !== 'played' && end > 3) || start > 3);
    expect(wrong.length === 0, `everything begins and ends at its places: ${JSON.stringify(wrong)}`);
    const [played] = all;
    expect(played.duration === 840, `at half the speed a card turns for 840 ms, not ${played.duration}`);
    await close(page);
  },

  // The path of a prize is shown first; then the prize is lifted, moves, and is set down on the stand.
  async flightOfAPrize({ browser, server }) {
    const page = await sit(browser, server, STEAL);
    const way = await page.locator('.flights > .flight-way path').getAttribute('d');
    await page.locator('.bar-buttons [data-line="1 take 7"]').click();
    await waysAre(page, ['stand 2 7 > stand 1 7']);
    const [{ start, end, duration }] = await flown(page);
    expect(start < 3 && end < 3 && duration === 1600, `from stand to stand in 800 ms at the calm pace: ${start}, ${end}, ${duration}`);
    const ends = /^M([\d.]+),([\d.]+)Q.* ([\d.]+),([\d.]+)$/.exec(way).slice(1).map(Number);
    const stands = await page.evaluate(() => ['stand 2', 'stand 1 7'].flatMap((place) => {
      const { x, y, width, height } = document.querySelector(`[data-place="${place}"]`).getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    }));
    expect(ends.every((n, i) => Math.abs(n - stands[i]) < 3), `along the way that was shown: ${ends} and ${stands}`);
    await close(page);
  },

  // A tap shows the end at once, during any motion.
  async tapEndsMotion({ browser, server }) {
    const page = await sit(browser, server, PLAY, { frozen: true });
    await playCard(page, 'pioche3');
    await page.waitForFunction(() => window.flown.length > 0);
    await page.evaluate(() => (window.frozen = false)); // a robot's turn may follow
    await page.locator('.wz-ring').click({ position: { x: 5, y: 5 }, force: true });
    const ended = await page.waitForFunction(() => !document.querySelector('.flight[data-frozen]') && { hand: document.querySelectorAll('.wz-hand li').length });
    const { hand } = await ended.jsonValue();
    expect(hand === 5, `two cards stay and three are drawn: ${hand}`);
    await close(page);
  },

  // Without motion: the start, the end and the dotted path, then only the end; in the same order.
  async stillMotion({ browser, server }) {
    const page = await sit(browser, server, PLAY, { reducedMotion: 'reduce', pace: 'brisk', late: 1500 });
    await playCard(page, 'pioche3');
    await page.waitForFunction(() => window.flown.filter(({ from }) => from === 'pile').length > 2);
    const all = await flown(page);
    expect(all[0].to === 'played' && all.every(({ still, way }) => still === 2 && way === 1), `both ends and a way: ${JSON.stringify(all)}`);
    await page.waitForFunction(() => !document.querySelector('.flight-still'));
    await close(page);
  },

  // In a replay things travel with a step that follows the one before, and land if another step is shown.
  async flightsOfAReplay({ browser, server }) {
    for (const still of daily([false], [false, true])) {
      const page = await person(browser, server, still ? { pace: 'calm' } : { ...MOTION, pace: 'calm' });
      await tableFrom(page, server, WAZABI_END);
      await page.click('.wz-person.aim');
      await page.click('[data-do=replay]');
      await page.waitForSelector('.curve.ready');
      await page.evaluate(watch, !still);
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowLeft');
      expect((await flown(page)).length === 0, `nothing travels to a step elsewhere: ${await ways(page)}`);
      await page.keyboard.press('ArrowRight');
      await waysAre(page, ['D 0 > dice 2']);
      const [{ start, end, still: things }] = await flown(page);
      expect(still ? things === 2 : start < 3 && end < 3, `from the table to the plate: ${start}, ${end}, ${things}`);
      await page.keyboard.press('ArrowLeft');
      await page.waitForFunction(() => !document.querySelector('.flight'));
      await close(page);
    }
  },

  // In a tutorial, dice and prizes travel with every line; “Continue” shows the rest at once.
  async flightsOfALesson({ browser, server }) {
    let seen = [];
    const each = async (page, step) => {
      if (!step) await page.evaluate(watch, false);
      await page.waitForSelector('.bar:not([aria-busy])'); // every line was shown
      seen = await ways(page);
    };
    await playLesson(browser, server, 'easycome', { ...MOTION, pace: 'brisk', each, most: daily(5, Infinity) });
    expect(seen.some((way) => /^die \d > kept \d$/.test(way)), `dice: ${seen}`);
    if (DEEP) expect(seen.some((way) => /^prize \S+ > stand \d/.test(way)), `prizes: ${seen}`);
  },

  // At the calm pace a bot's turn is shown for at most three seconds, and every line of it for a moment.
  async robotTurns({ browser, server, games }) {
    for (const game of daily(['wazabi'], ['wazabi', 'easycome']).filter((each) => games.includes(each))) {
      const page = await person(browser, server);
      await tableFrom(page, server, { game, seats: ['me', 'bot:easy', ...daily([], ['bot:easy', 'bot:easy'])] });
      await page.evaluate(async () => {
        const { state } = await import('/table/current.js'), { board } = state, { dwell } = board;
        window.seen = [];
        board.dwell = (line, view) => {
          const ms = dwell.call(board, line, view), start = view.before?.phase === 'start' || view.before?.phase === 'rolloff' || view.before?.phase === 'deal';
          if (!start) window.seen.push({ line, owner: view.owner, begins: board.begins(line), ms });
          return ms;
        };
      });
      let robots = [];
      for (const wanted = daily(3, Infinity); robots.length < wanted && !(await page.locator('.result').count());) {
        await makeMoves(page, game, daily(3, 1000));
        const turns = [];
        for (const beat of await page.evaluate(() => window.seen)) (beat.begins ? turns[turns.push([]) - 1] : turns.at(-1))?.push(beat);
        robots = turns.filter((turn) => turn.every(({ owner }) => owner > 1)); // without those in which the player has to choose
      }
      const sum = (turn) => turn.reduce((all, { ms }) => all + ms, 0);
      for (const turn of robots) expect(sum(turn) <= 3000 && turn.every(({ ms }) => ms >= 60), `${sum(turn)} ms: ${turn.map(({ line, ms }) => `${line} ${ms}`).join(', ')}`);
      await close(page);
    }
  },
};
