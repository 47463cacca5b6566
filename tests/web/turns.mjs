// Débâcle by hand, and clocks in every game: undo within a turn, dragging, keys, hints on the board, timeouts.
import { DEEP, MOTION, NEAR_THE_END, close, daily, expect, fromMenu, goHome, listen, newTable, person, playOut, tableFrom, until } from './kit.mjs';

// Dice that can capture, bounce and return, far from the end of the game.
const OPEN = 'FEDC.A/....B./....5./....../....../1234.6 r 2 0/0 - - 0/0 - -';

const alone = (more = {}) => ({ game: 'debacle', seats: ['me', 'bot:greedy'], options: { target: '1' }, ...more });

// The messages that this page sends to the server.
function sentBy(page) {
  const sent = [];
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => sent.push(JSON.parse(payload))));
  return sent;
}

const square = (page, name) => page.locator(`[data-square=${name}]`);
const touch = (page, name) => square(page, name).click({ force: true });
const logged = (page, line) => page.waitForFunction((wanted) => document.querySelector('.log code')?.textContent === wanted, line);
const position = (page) => page.evaluate(async () => (await import('/table/current.js')).state.table.state.position);

async function roll(page, from, to, seat = 1) {
  await touch(page, from);
  await touch(page, to);
  await logged(page, `${seat} ${from}-${to}`);
}

// Another person joins.
async function joins(page, server, id) {
  await page.goto(`${server.url}t/${id}`);
  await page.click('[data-do=join]');
}

async function middle(page, name) {
  const box = await square(page, name).boundingBox();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

async function drag(page, from, to) {
  await page.mouse.move(...(await middle(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(page, to)), { steps: 5 });
}

// A clock of four seconds runs out: it is shown, has sounds, is announced once, and the bot's move is announced.
async function timeOut(browser, server, game, message) {
  const page = await person(browser, server, { notation: true });
  await page.addInitScript(listen);
  // as if the page had been touched, on a slow machine too
  await page.addInitScript(() => Object.defineProperty(navigator, 'userActivation', { value: { hasBeenActive: true } }));
  await tableFrom(page, server, { game, clock: { kind: 'move', seconds: 4 }, ...message });
  await page.waitForSelector('.bar.mine .clock.running');
  // large enough to play by
  await page.waitForFunction(() => document.querySelector('.bar .clock') && parseFloat(getComputedStyle(document.querySelector('.bar .clock')).fontSize) >= 20);
  const seats = { easycome: '.seat.turn .clock', wazabi: '.wz-person.turn .clock', debacle: '.db-tray.turn .clock' };
  await page.locator(seats[game]).first().waitFor({ state: 'visible' }); // also at its seat; a slow page may show a later turn
  await page.waitForSelector('.bar .clock.low');
  await page.waitForFunction(() => window.said.some((words) => /^\d seconds? left\.$/.test(words)));
  await page.waitForSelector('.notice');
  expect((await page.textContent('.notice')).startsWith('Your time ran out: a bot made this move'), `${game}: a sentence says so`);
  // each has its sounds
  await page.waitForFunction(() => window.pitches.filter((pitch) => pitch === 1050).length === 3 * window.said.filter((words) => /^\d seconds? left/.test(words)).length);
  await page.waitForFunction(() => window.rests > 0); // a device without a sound would use the battery
  const said = await page.evaluate(() => window.said);
  const warnings = said.flatMap((words, i) => (/^\d seconds? left/.test(words) ? [i] : []));
  const first = said.findIndex((words) => /Your time ran out/.test(words));
  expect(first >= 0 && warnings.filter((at) => at < first).length <= 1, `${game}: a warning is said once: ${said.join(' | ')}`);
  await page.waitForFunction(() => [...document.querySelectorAll('.log .note')].some((e) => /Your time ran out/.test(e.textContent)));
  await page.reload();
  await page.waitForFunction(() => [...document.querySelectorAll('.log .note')].some((e) => /Your time ran out/.test(e.textContent)));
  await close(page);
}

export const turns = {
  // A turn can be undone until it ends. "End the turn" is sent once. The last turn stays shown until the next one.
  async takeBack({ browser, server }) {
    const page = await person(browser, server, { ...MOTION, notation: true, pace: 'brisk' });
    const bruno = await person(browser, server, { notation: true, name: 'Bruno' });
    const sent = sentBy(page);
    await joins(bruno, server, await tableFrom(page, server, alone({ options: { target: '1', setup: OPEN }, seats: ['me', 'open'] })));
    await page.waitForSelector('.bar.mine');
    const start = await position(page);
    expect((await page.locator('[data-do=undo]').count()) === 0, 'no move can be undone yet');
    await roll(page, 'a1', 'a2');
    await roll(page, 'b1', 'b2');
    expect((await page.locator('.db-step.own').count()) === 2, 'both moves of the turn are shown');
    await page.locator('.bar [data-do=undo]').evaluate((button) => (button.click(), button.click())); // a double tap is one wish
    await logged(page, '# undone: 1 b1-b2');
    expect((await page.locator('.log-words').first().textContent()) === 'Taken back: You roll b1 to b2.', 'in words');
    await page.keyboard.press('u');
    await page.waitForFunction(async (before) => (await import('/table/current.js')).state.table.state.position === before, start);
    await page.waitForSelector('.db-step.own', { state: 'detached' }); // undone steps are not shown
    await page.waitForSelector('[data-do=undo]', { state: 'detached' });
    await roll(page, 'a1', 'a2');
    await roll(page, 'd1', 'd2');
    await page.click('.bar-buttons [data-line="1 end"].primary');
    await bruno.waitForSelector('.bar.mine');
    await roll(bruno, 'a6', 'a5', 2);
    await roll(bruno, 'b6', 'b5', 2);
    await bruno.click('.bar-buttons [data-line="2 end"].primary');
    await page.waitForSelector('.bar.mine');
    expect(sent.filter((message) => message.line?.endsWith(' end')).length === 1, 'the end is sent once');
    expect((await page.locator('.notice').count()) === 0, 'and nothing is refused');
    await page.waitForFunction(() => document.querySelectorAll('.db-step.played').length === 2); // the whole answer is shown
    // the start, the former face, the end
    await page.waitForFunction(() => ['.db-was', '.db-is', '.db-former'].every((each) => document.querySelectorAll(each).length === 2));
    await close(bruno);
    await close(page);
  },

  // Between people, undo within the own turn needs no consent; after the turn it does.
  async takeBackBetweenPeople({ browser, server }) {
    const anne = await person(browser, server, { notation: true, name: 'Anne' }), bruno = await person(browser, server, { notation: true, name: 'Bruno' });
    await joins(bruno, server, await tableFrom(anne, server, alone({ seats: ['me', 'open'] })));
    await anne.waitForSelector('.bar.mine');
    await roll(anne, 'a1', 'a2');
    await logged(bruno, '1 a1-a2');
    await anne.click('[data-do=undo]');
    await logged(bruno, '# undone: 1 a1-a2');
    expect((await bruno.locator('.banner').count()) === 0 && (await bruno.textContent('#urgent')) === '', 'Bruno is not asked');
    await anne.click('[data-line="1 end"]');
    await anne.waitForFunction(() => document.querySelector('[data-do=undo]')?.textContent.includes('Ask to take back'));
    await anne.click('[data-do=undo]');
    await bruno.click('.banner .primary');
    await logged(anne, '# undone: 1 end');
    await Promise.all([anne, bruno].map(close));
  },

  // A die is dragged with the mouse or a finger. From an illegal square it returns, and a click still works.
  async dragging({ browser, server }) {
    const page = await person(browser, server, { ...MOTION, notation: true });
    const sent = sentBy(page);
    await tableFrom(page, server, alone());
    await page.waitForSelector('.bar.mine');
    await drag(page, 'a1', 'a3');
    await page.waitForSelector('.db-ghost');
    expect(await page.locator('.db-goal').first().isVisible(), 'where it may go is shown while it is dragged');
    await page.mouse.up();
    await page.waitForSelector('.db-ghost', { state: 'detached' });
    expect(sent.every((message) => message.do !== 'move') && (await square(page, 'a1').getAttribute('aria-pressed')) === 'true', 'it is back, and chosen');
    await drag(page, 'a1', 'a2');
    expect((await page.locator('.db-square.over').getAttribute('data-square')) === 'a2', 'the square below it is marked');
    await page.mouse.up();
    await logged(page, '1 a1-a2');
    await roll(page, 'b1', 'b2');
    await close(page);
    if (!DEEP) return;
    const phone = await person(browser, server, { notation: true, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await tableFrom(phone, server, alone());
    await phone.waitForSelector('.bar.mine');
    const finger = await phone.context().newCDPSession(phone);
    const [from, to] = [await middle(phone, 'c1'), await middle(phone, 'c2')];
    const at = (share) => [{ x: from[0] + share * (to[0] - from[0]), y: from[1] + share * (to[1] - from[1]) }];
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) });
    for (const share of [0.3, 0.6, 1]) await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(share) });
    await phone.waitForSelector('.db-ghost');
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await phone.waitForFunction(() => document.querySelector('.log code')?.textContent === '1 c1-c2');
    await phone.locator('[data-square=d1]').tap({ force: true });
    await phone.locator('[data-square=d2]').tap({ force: true });
    await phone.waitForFunction(() => document.querySelector('.log code')?.textContent === '1 d1-d2');
    await close(phone);
  },

  // The signs on the board match the rules: every choice of three positions is checked, played and undone.
  async signs({ browser, server }) {
    const page = await person(browser, server, { notation: true });
    const now = () => page.evaluate(async () => {
      const { state } = await import('/table/current.js'), { pieces, read } = await import('/games/debacle/position.js');
      return { legal: state.table.legal.map((line) => ({ line, ...read(line) })), dice: pieces(state.table.state.position), state: state.table.state };
    });
    const signs = () => page.evaluate(() => ({
      goals: Object.fromEntries([...document.querySelectorAll('[data-goal]')].filter((e) => e.checkVisibility()).map((e) => [e.dataset.goal, `${e.classList[0]} ${e.dataset.shows}`])),
      flip: [...document.querySelectorAll('[data-flip]')].filter((e) => e.checkVisibility()).map((e) => `${e.dataset.flip} ${e.dataset.shows}`),
      names: Object.fromEntries([...document.querySelectorAll('.db-square')].map((e) => [e.dataset.square, e.getAttribute('aria-label')])),
      equal: [...document.querySelectorAll('[data-equal]')].map((e) => e.dataset.equal).sort(),
      places: ['1', '2'].map((seat) => document.querySelectorAll(`.db-captured[data-place^="${seat} "]:not(.comes)`).length),
      run: [...document.querySelectorAll('.db-run')].map((e) => [e.style.getPropertyValue('--has'), e.style.getPropertyValue('--adds')].join()),
      pace: [...document.querySelector('.db-tray .db-pace').children].map((e) => e.className || 'left').join(),
    }));
    const NAMES = { '-': 'roll here, the die will show', x: 'your die will show', '@': 'put your', '+': 'put the recovered' };
    const positions = [
      ['FEDC.A/....B./....5./....../....../1234.6 r 2 0/0 - - 0/0 - -', [], 'left,left'],
      ['....B./...C.E/...5E./....../....../4....3 r 2 0/0 AE 126 7/11 - -', ['1 d4xd5'], 'done,left,free'],
      ['....B./...C.E/...5E./....../....../4....3 r 2 0/0 AE 126 7/11 - -', ['1 d4xd5', '1 d5-d6'], 'done,left'],
      ['....B./...C.E/...5E./....../....../4....3 r 2 0/0 AE 126 7/11 - -', ['1 d4xd5', '1 d5-d6', '1 @d1', '1 f1-f2'], 'done,done'],
      ['..B..C/....../....../....../4...../.4.3.. r 2 0/0 DEFF 445 7/11 - -', ['1 d1-d2'], 'done,left'],
    ];
    const seen = new Set();
    for (const [setup, lines, pace] of daily([positions[0], positions[2], positions[4]], positions)) {
      await tableFrom(page, server, alone({ options: { setup }, lines }));
      await page.waitForSelector('.bar.mine');
      const { legal, state } = await now(), moves = legal.filter(({ kind }) => kind !== 'end');
      const at = await signs();
      expect(at.pace === pace, `${lines}: moves as dots: ${at.pace}`);
      expect(at.places.every((n, i) => n === state.held[i].length), `${lines}: a place for each captured die: ${at.places}`);
      const back = at.equal.length ? Math.min(...state.held[1]) : 0; // the die that the bar offers to recover is no longer black's
      const run = [1, 0].map((i) => [state.scores[i], state.worth[i] - i * back].map((n) => `${(100 * n) / 30}%`).join());
      expect(String(at.run) === String(run), `${lines}: the run to 30: ${at.run}, not ${run}`);
      const firsts = moves.filter(({ kind }, i) => moves.findIndex((other) => other.kind === kind) === i);
      for (const { line, kind, from, to } of daily(firsts, moves)) {
        if (from && (await square(page, from).getAttribute('aria-pressed')) !== 'true') await touch(page, from);
        const shown = await signs(), mine = moves.filter((other) => other.to && (other.from ? other.from === from : other.kind === '@' || !from));
        expect(Object.keys(shown.goals).sort().join() === mine.map((other) => other.to).sort().join(), `${line}: exactly the legal squares are marked: ${Object.keys(shown.goals)}`);
        const promised = kind === '~' ? shown.flip.find((each) => each.startsWith(from))?.split(' ')[1] : shown.goals[to]?.split(' ')[1];
        if (kind !== '~') {
          expect(shown.goals[to].startsWith(kind === 'x' ? 'db-take' : 'db-goal'), `${line}: corners are for captures`);
          expect(shown.names[to].startsWith(`${to}: `) && shown.names[to].includes(NAMES[kind]) && shown.names[to].includes(promised), `${line}: said as “${shown.names[to]}”`);
        } else expect(shown.names[from].includes(`flip it: it will show ${promised}`), `${line}: said as “${shown.names[from]}”`);
        if (kind === '+') expect(shown.equal.join() === Object.entries((await now()).dice).filter(([, die]) => die.side === 1).map(([name]) => name).sort().join(), 'equal dice are gold');
        if (kind === '+') await square(page, to).focus();
        const bonus = kind === '+' ? (await page.textContent('.bar-why')).match(/gets (\d) more/)?.[1] : null;
        await touch(page, to ?? from); // a flip: the selected die again
        await logged(page, line);
        const after = await now();
        expect(String(after.dice[to ?? from].value) === promised, `${line}: ${promised} was shown, ${after.dice[to ?? from].value} came`);
        if (bonus) expect(String(after.state.bonus[1]) === bonus, `${line}: ${bonus} more moves were promised, not ${after.state.bonus[1]}`);
        await page.waitForFunction((words) => document.querySelector('.log-words').textContent.includes(words), kind === '@' ? 'back in your camp' : kind === '+' ? `recover your ${promised}` : `becomes ${promised}`);
        seen.add(kind);
        await page.click('[data-do=undo]');
        await logged(page, `# undone: ${line}`);
        await page.waitForSelector('.bar.mine');
      }
    }
    expect(seen.size === 5, `every kind of move was seen: ${[...seen]}`);
    // Escape releases a die, also one that was selected automatically.
    await touch(page, 'd1');
    await page.keyboard.press('Escape');
    await page.waitForFunction(() => !document.querySelector('.db-square[aria-pressed]'));
    // The faces in the log match the rules.
    const { steps } = await server.json('/api/lessons/debacle');
    const wrong = await page.evaluate(async (all) => {
      const { factsOfLog, held, pieces, read } = await import('/games/debacle/position.js');
      const log = all.slice(1).map((step) => step.line), facts = factsOfLog(log, all[0].state.position, 5, pieces(all.at(-1).state.position));
      const wrong = log.filter((line, i) => {
        const { kind, from, to } = read(line), now = pieces(all[i + 1].state.position), before = pieces(all[i].state.position);
        if (kind === 'end') return facts[i] !== null;
        const lost = held(all[i].state.held[2 - Number(line[0])]).sort()[0], over = all[i + 1].state.mover === 'over';
        const was = kind === '+' ? lost : before[kind === '@' ? all[i].state.owed : from].value;
        return facts[i]?.was !== was || (!over && facts[i].becomes !== now[to ?? from].value) || (kind === 'x' && facts[i].taken !== before[to].value);
      });
      return [...wrong, ...(facts.length ? [] : ['nothing is said'])];
    }, steps);
    expect(wrong.length === 0, `what the lines of the lesson did: ${wrong}`);
    await close(page);
  },

  // A die rolls over its edge, a captured one moves to the plate and a recovered one back; the player can continue meanwhile. Without
  // motion both ends are shown with the path between them.
  async dieFlies({ browser, server }) {
    const setup = '....B./...C.E/...5E./....../....../4....3 r 2 0/0 AE 126 7/11 - -';
    for (const still of daily([false], [false, true])) {
      const page = await person(browser, server, still ? { pace: 'calm' } : { ...MOTION, pace: 'calm' });
      await tableFrom(page, server, alone({ options: { setup } }));
      await page.waitForSelector('.bar.mine');
      await page.evaluate(async () => {
        await (await import('/table/motion.js')).prepareMotion(); // it is fetched after the first board
        window.flown = [];
        new MutationObserver(() => {
          const layer = document.querySelector('.flights'), things = layer?.querySelectorAll('.flight').length ?? 0;
          if (things) window.flown.push(`${things} ${layer.querySelectorAll('.flight-still .flight-way').length} ${document.querySelectorAll('.db-face.old').length} ${document.querySelectorAll('[data-can="-"]').length > 0}`);
        }).observe(document.body, { subtree: true, childList: true });
      });
      await touch(page, 'd4');
      await touch(page, 'd5');
      await page.waitForFunction(() => window.flown.length && !document.querySelector('.flight'));
      const flown = await page.evaluate(() => window.flown);
      expect(flown.includes(still ? '2 1 1 true' : '1 0 1 true'), `${still ? 'both ends' : 'one die on its way'}, and the next choice is open: ${flown}`);
      await touch(page, 'd6');
      await page.waitForSelector('.flights > .flight-way', { state: 'attached' }); // where it would return to
      await page.evaluate(() => (window.flown.length = 0));
      await touch(page, 'd1');
      await page.waitForFunction(() => window.flown.length && !document.querySelector('.flight'));
      await close(page);
    }
  },

  // Without a mouse: every square by its name or by arrow keys, with a visible focus, and every action by a key.
  async boardKeys({ browser, server }) {
    const page = await person(browser, server, { notation: true });
    await tableFrom(page, server, alone());
    await page.waitForSelector('.bar.mine');
    for (const name of ['a1', 'f6', 'c4', 'e1']) {
      for (const key of name) await page.keyboard.press(key);
      expect((await page.evaluate(() => document.activeElement.dataset.square)) === name, `typing ${name} goes there`);
    }
    expect(await page.locator('.db-focus').isVisible(), 'the focus is seen');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    const boxes = await Promise.all(['.db-focus', '[data-square=e2]'].map((each) => page.locator(each).boundingBox()));
    expect(Math.abs(boxes[0].x - boxes[1].x) < 12 && Math.abs(boxes[0].y - boxes[1].y) < 12, 'the ring is around the square');
    await page.keyboard.press('Enter');
    await logged(page, '1 e1-e2');
    await page.keyboard.press('b');
    await page.keyboard.press('1');
    await page.keyboard.press('Space');
    await page.waitForSelector('.bar-buttons [data-line="1 b1~"]');
    await page.keyboard.press('1'); // the first button: flip
    await logged(page, '1 b1~');
    await page.keyboard.press('u');
    await logged(page, '# undone: 1 b1~');
    await page.keyboard.press('h');
    await page.waitForSelector('.hint-list');
    await page.waitForSelector('.bar-buttons [data-line="1 end"]:not([disabled])');
    await page.keyboard.press('0'); // no key of another choice ends the turn
    await page.waitForFunction(() => [...document.querySelectorAll('.log code')].some((code) => code.textContent === '1 end'));
    await close(page);
  },

  // When hints are sorted again, the focus stays and so does the shown choice; a better best choice is announced.
  async hintsSortedAnew({ browser, server }) {
    const page = await person(browser, server);
    await tableFrom(page, server, alone({ options: { target: '1', setup: OPEN } }));
    await page.click('.bar.mine [data-do=hint]');
    await page.waitForSelector('.hints[aria-busy=false]');
    const seen = await page.evaluate(async () => {
      const { state: here } = await import('/table/current.js'), { redraw } = await import('/core/frame.js');
      const { seq, advice } = here.hint, rows = () => [...document.querySelectorAll('.hint-go')];
      const sorted = async (hints) => {
        here.hint = { seq, advice: { ...advice, hints } };
        redraw();
        while (rows().map((row) => row.dataset.hint).join() !== hints.map(({ move }) => `1 ${move}`).join()) await new Promise((resolve) => setTimeout(resolve, 10));
        return document.activeElement === chosen && chosen.dataset.hint === line;
      };
      const chosen = rows()[2], blurred = [];
      chosen.focus();
      chosen.addEventListener('blur', () => blurred.push(document.activeElement?.className));
      const line = chosen.dataset.hint, [a, b, c, ...rest] = advice.hints;
      const orders = [[c, a, b, ...rest], [...rest, b, c, a], [b, c, a, ...rest]];
      const right = [];
      for (const order of orders) right.push(await sorted(order));
      return { right, blurred };
    });
    expect(seen.right.every(Boolean) && seen.blurred.length === 0, `sorted again, the focus stays: ${JSON.stringify(seen)}`);
    await close(page);
  },

  // A growing hint: the page says that a better answer will follow. Screen readers get only the first and the last.
  async hintsGrow({ browser, server }) {
    const page = await person(browser, server, { viewport: { width: 360, height: 740 } });
    await page.addInitScript(listen);
    let answer;
    await page.routeWebSocket(/./, (socket) => {
      const to = socket.connectToServer();
      socket.onMessage((text) => {
        const { do: what, id, at } = JSON.parse(text);
        if (what !== 'hint') return to.send(text);
        answer = (moves, more) => socket.send(JSON.stringify({ type: 'hint', id, seq: at, more, advice: { how: 'guessed', depth: 1, depths: 3, hints: moves.map((move, i) => ({ move, share: 0.5 - i / 100, error: 0.01 })) } }));
      });
    });
    await tableFrom(page, server, alone({ options: { target: '1', setup: OPEN } }));
    await page.click('.bar.mine [data-do=hint]');
    await until('the request for a hint', () => answer);
    const about = (words) => page.waitForFunction((wanted) => document.querySelector('.hint-about')?.textContent === wanted, words);
    answer(['a1~', 'b1~', 'c1~'], true);
    await about('First estimate; refining…');
    const place = () => page.locator('.hint-list').boundingBox().then(JSON.stringify);
    const before = await place();
    expect(!(await page.locator('.hint-error').first().isVisible()), 'on a phone without ±');
    answer(['b1~', 'a1~', 'c1~'], true);
    await page.waitForSelector('.hint-list li:first-child [data-hint="1 b1~"]');
    answer(['c1~', 'b1~', 'a1~'], false);
    await about('Your chance of winning');
    expect((await place()) === before, 'nothing has moved');
    await page.focus('.hint-about');
    await page.keyboard.press('Enter');
    await page.waitForFunction(() => /c1.* 50.0.% ±.1.0.%.*guessed.*Depth 1 of 3/.test(document.querySelector('.notice')?.textContent));
    await page.waitForFunction(() => window.said.some((words) => /^Best: .*c1/.test(words)));
    // without the notice, which says it too
    const best = await page.evaluate(() => window.said.filter((words) => /^Best: /.test(words) && !/Your chance/.test(words)));
    expect(best.length === 2 && /a1/.test(best[0]), `announced twice: ${best.join(' ')}`);
    await close(page);
  },

  // In Thémots a hint stays while others speak and while the next one is requested.
  async hintsWhileOthersSpeak({ browser, server, games }) {
    if (!games.includes('themots')) return;
    const page = await person(browser, server);
    let speak, asked = 0, answers = true;
    await page.routeWebSocket(/./, (socket) => {
      const to = socket.connectToServer();
      speak = (message) => socket.send(JSON.stringify(message));
      socket.onMessage((text) => {
        const { do: what, id, at } = JSON.parse(text);
        if (what !== 'hint') return to.send(text);
        if (answers) speak({ type: 'hint', id, seq: at, more: false, advice: { how: 'guessed', depth: 1, depths: 1, hints: [{ move: 'pass', share: 0.5, error: 0 }] } });
        asked++;
      });
    });
    await tableFrom(page, server, { game: 'themots', seats: ['me', 'bot:novice', 'bot:novice'], options: { time: '60' } });
    await page.click('.bar [data-do=hint]');
    await page.waitForSelector('.hint-list');
    const now = await page.evaluate(async () => {
      const { seq, state, legal } = (await import('/table/current.js')).state.table;
      return { seq, state, legal };
    });
    answers = false;
    const before = asked;
    speak({ ...now, type: 'moves', seq: now.seq + 1, lines: ['2 say mot', '* yes 1'], may: true });
    await until('the second request for a hint', () => asked > before);
    await page.waitForSelector('.hints[aria-busy=true] .hint-list');
    await close(page);
  },

  // The board shows the best move, with the rest of the turn and the expected answer. H hides it.
  async hintsOnTheBoard({ browser, server }) {
    const page = await person(browser, server, { notation: true });
    const best = 'a1-a2', line = ['1 b1-b2', '1 end', '2 a6-a5']; // made up: the engine's own depend on its speed
    await page.routeWebSocket(/./, (socket) => {
      const to = socket.connectToServer();
      socket.onMessage((text) => {
        const { do: what, id, at } = JSON.parse(text);
        if (what !== 'hint') return to.send(text);
        return socket.send(JSON.stringify({ type: 'hint', id, seq: at, more: false, advice: { how: 'guessed', depth: 1, depths: 1, hints: [{ move: best, share: 0.5, error: 0.01, line }, { move: 'b1-b2', share: 0.4, error: 0.01 }] } }));
      });
    });
    await tableFrom(page, server, alone({ options: { target: '1', setup: OPEN } }));
    await page.click('.bar.mine [data-do=hint]');
    await page.waitForSelector('.hints[aria-busy=false]');
    await page.waitForSelector('.db-step.hint');
    expect((await page.locator('.db-step.next').count()) === 1 && (await page.locator('.db-step.reply').count()) === 1, 'the rest of the turn and the answer that is expected are drawn');
    expect((await page.locator('.db-number').count()) === 3, 'and the order of the moves');
    const arrow = await page.locator('.db-step.hint').evaluate((e) => [e.getBoundingClientRect(), Boolean(e.querySelector('.db-head'))].map((x) => (typeof x === 'boolean' ? x : { x: x.x + x.width / 2, y: x.y + x.height / 2 })));
    const ends = await Promise.all(best.match(/[a-f][1-6]/g).map((name) => middle(page, name)));
    const between = [0, 1].map((i) => ends.reduce((sum, end) => sum + end[i], 0) / ends.length);
    expect(Math.hypot(arrow[0].x - between[0], arrow[0].y - between[1]) < 40 && arrow[1] === (ends.length === 2), `${best} is drawn where it is`);
    expect((await page.textContent('.hint-then')).length > 20, 'and described in words');
    await page.keyboard.press('h');
    await page.waitForSelector('.db-step.hint', { state: 'detached' });
    expect((await page.locator('.hints').count()) === 0, 'H puts it away');
    await close(page);
  },

  async timeIsOut({ browser, server }) {
    await timeOut(browser, server, 'easycome', { options: { first: '1' }, seats: ['me', 'bot:random'] });
    if (!DEEP) return;
    await timeOut(browser, server, 'wazabi', { options: { dice: '12' }, seats: ['me', 'bot:random'] }); // a long game, for slow machines
    await timeOut(browser, server, 'debacle', { seats: ['me', 'bot:greedy'] });
  },

  // An external bot crashes: its game is over. That is announced once with the reason, and the game can be replayed.
  async forfeits({ browser, server, games }) {
    const page = await person(browser, server);
    await page.addInitScript(listen);
    for (const game of daily(['easycome'], games.filter((each) => each !== 'template'))) {
      page.frames2.length = 0;
      await page.evaluate(() => { window.said = []; }); // said by the game before
      // nobody wins by luck first
      await tableFrom(page, server, { game, seats: ['me', 'bot:gone'], options: game === 'wazabi' ? { dice: '12' } : {} });
      await playOut(page, game);
      await page.waitForFunction(() => document.querySelector('.why').textContent === 'Inès broke down and forfeits the game.');
      const spoken = await page.evaluate(() => [...document.querySelectorAll('.log-words')].map((words) => words.textContent).filter((words) => /broke down|program/.test(words)));
      expect(spoken.join() === 'Inès broke down and forfeits the game.' && !page.frames2.some((frame) => /"why":"sync"/.test(frame)), `${game}: why, in the log, without asking again: ${spoken}`);
      expect((await page.evaluate(() => window.said.join(' ').split('forfeits').length)) === 2 && (await page.textContent('#polite')).includes('forfeits'), `${game}: said once, and it stays`);
      await page.reload();
      await page.click('.log-notation');
      await page.waitForSelector('.log .note');
      expect(/program: /.test(await page.textContent('.log .note code')), `${game}: what the program did, with the notation`);
      await page.click('[data-do=replay]');
      await page.waitForSelector('.replay');
      await page.keyboard.press('End');
      await page.waitForFunction(() => /broke down/.test(document.querySelector('.replay-words').textContent));
      await page.evaluate(() => localStorage.setItem('cornet.set.notation', 'false'));
    }
    await close(page);
  },

  // The new strength of an adaptive bot is announced when a game starts, and stays readable.
  async wellMatched({ browser, server }) {
    const page = await person(browser, server, { viewport: { width: 360, height: 740 } });
    await page.addInitScript(listen);
    await page.goto(server.url);
    await fromMenu(page, 'easycome', 'options');
    await page.locator('dialog [data-key=seat-2] select').selectOption('bot:adaptive');
    await page.waitForFunction(() => /In each rematch it plays stronger if you won/.test(document.querySelector('dialog').textContent));
    for (const [level, words] of daily([[':level=25', 'The adaptive bot now plays between Normal and Hard.']],
      [['', null], [':level=21', 'The adaptive bot now plays at Normal.'], [':level=25', 'The adaptive bot now plays between Normal and Hard.'],
        [':level=-3', 'The adaptive bot now plays below Novice.'], [':level=61', 'The adaptive bot now plays at Max.']])) {
      await tableFrom(page, server, { game: 'easycome', options: { first: '1' }, seats: ['me', `bot:adaptive${level}`] });
      await page.click('[data-do=drawer]');
      await page.click('#tab-more');
      const said = await page.locator('#panel p', { hasText: 'now plays' }).allTextContents();
      expect(said.join() === (words ?? ''), `${level}: ${said}`);
    }
    // After a rematch it is announced with the start.
    await tableFrom(page, server, alone({ seats: ['me', 'bot:adaptive'], options: { target: '1', setup: NEAR_THE_END } }));
    await playOut(page, 'debacle');
    const won = /You win/.test(await page.textContent('.result'));
    await page.click('[data-do=rematch]');
    await page.waitForFunction((more) => window.said.some((words, i) => /^The adaptive bot now plays between /.test(words) && words.includes(more) && /^The game begins\./.test(window.said[i - 1])), won ? 'Normal and Hard' : 'Easy and Normal');
    await page.waitForSelector('.notice');
    await close(page);
  },

  // In Thémots all players share one clock.
  async themotsClock({ browser, server, games }) {
    if (!games.includes('themots')) return;
    const page = await person(browser, server, { notation: true });
    await page.addInitScript(listen);
    await tableFrom(page, server, { game: 'themots', seats: ['me', 'bot:novice'], options: { time: '5' } });
    expect(await page.locator('.tm-time').evaluate((e) => parseFloat(getComputedStyle(e).fontSize) >= 15), 'large enough to play by');
    await page.waitForSelector('.tm-time.low');
    await page.waitForFunction(() => window.said.some((words) => /^\d seconds? left\.$/.test(words)));
    await close(page);
  },

  // With a clock, the dialog of a new table proposes the tournament form to people, and to nobody else.
  async clockedForm({ browser, server }) {
    const page = await person(browser, server);
    await goHome(page, server);
    await page.waitForSelector('.game-card h2');
    await page.click('[data-do=invite-debacle]');
    await page.locator('#new-table').waitFor(); // its script is fetched first
    await page.evaluate(() => document.querySelectorAll('#new-table details').forEach((each) => (each.open = true)));
    const form = () => page.locator('#new-table [data-option=form] input:checked').getAttribute('value');
    const select = (key, value) => page.locator(`#new-table [data-key=${key}] select`).selectOption(value);
    expect((await form()) === 'literal', 'the literal rules are the default');
    await select('clock', 'bank:180:5');
    expect((await form()) === 'tournament', 'a clock between people');
    await select('seat-2', 'bot:novice');
    expect((await form()) === 'literal', 'a clock against a bot');
    await select('seat-2', 'open');
    await page.click('[data-do=create]');
    await page.waitForSelector('.felt');
    const options = await page.evaluate(async () => (await import('/table/current.js')).state.table.options);
    expect(options.form === 'tournament', `the table has it: ${JSON.stringify(options)}`);
    await close(page);
  },

  // One round is the first choice, a whole game the second: in the game's menu and in the dialog.
  async oneRound({ browser, server }) {
    const page = await person(browser, server, { notation: true });
    const target = () => page.evaluate(async () => (await import('/table/current.js')).state.table.options.target);
    await page.goto(server.url);
    await page.waitForSelector('.game-card h2');
    await page.click('[data-do=menu-debacle]');
    const buttons = await page.locator('dialog .choices .button').allTextContents();
    expect(/round/.test(buttons[0]) && /30/.test(buttons[1]), `a round is offered first: ${buttons}`);
    await page.keyboard.press('Escape');
    for (const [button, points] of daily([['play', '1']], [['play', '1'], ['whole', '30']])) {
      await goHome(page, server);
      await fromMenu(page, 'debacle', button);
      await page.waitForSelector('.bar.mine');
      expect((await target()) === points, `${button}: to ${points}`);
    }
    if (!DEEP) return close(page);
    await newTable(page, server, 'debacle', { seats: { 2: 'bot:greedy' } });
    await page.waitForSelector('.bar.mine');
    expect((await target()) === '1', 'the dialog offers a round first, too');
    await close(page);
  },
};
