// Who must act: at every change of the page, compares plates, flags, tray, bar, ticker, title and announcements with the state, their marks
// and their words. This test computes the seat again, from the rules of each game alone. Three kinds of moments are not compared: a finished
// game, the page between two people at one device, and lines that have arrived while the page still shows the moment before them (it is
// drawn in the same task).
import { daily, expect, close, newTable, person, tableFrom } from './kit.mjs';

// Runs in the page: collects disagreements in window.compared from now on.
async function startComparing(game) {
  const { state } = await import('/table/current.js'), { turnOf } = await import('/model/turn.js');
  const { language } = await import('/core/texts.js'), { nameIn } = await import('/table/view.js');
  const found = new Set(), seen = { moments: 0, mine: 0, other: 0, throws: 0, announced: 0, beats: 0 };
  const words = { en: { yours: /Your turn/, next: (name) => [`${name} to play.`, `${name} must choose.`, `${name} is to throw the dice.`], you: /\bYou\b/i, throws: /rolling the dice/, field: 'Type a French word',
    acts: (name) => [`${name} is playing…`, `${name} is thinking…`, `${name} is rolling the dice…`, `${name} is to throw the dice.`], cause: (name) => `${name} played “` },
    fr: { yours: /À vous/, next: (name) => [`À ${name} de jouer.`, `${name} doit choisir.`, `C’est à ${name} de lancer les dés.`], you: /\bVous\b/i, throws: /lancez? les dés/, field: 'Écrivez un mot',
      acts: (name) => [`${name} joue…`, `${name} réfléchit…`, `${name} lance les dés…`, `C’est à ${name} de lancer les dés.`], cause: (name) => `${name} a joué « ` } }[language()];
  const nameOf = (seat) => nameIn(state, seat), textOf = (node) => node.textContent.replace(/[\u00a0\u202f]/g, ' ');
  // Announcements: the seat that was last named to act, and the last announcement.
  let announced = 0, last = '', beat = state.beat, recent = []; // recent: the announcements since the one before the last drawn line
  const polite = document.querySelector('#polite');
  const listen = (text) => {
    last = text.replace(/[\u00a0\u202f]/g, ' ');
    recent.push(last);
    const named = state.table.seats.map((_, i) => i + 1).filter((seat) => (seat === state.table.you ? words.yours.test(last) : words.next(nameOf(seat)).some((phrase) => last.includes(phrase))));
    if (named.length > 1) found.add(`an announcement names several: ${last}`);
    if (named.length) (announced = named[0]), seen.announced++;
  };
  for (const child of polite.children) listen(child.textContent);
  new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach((node) => listen(node.textContent)))).observe(polite, { childList: true });
  // The seat whose dice must be rolled. Before the first turn it is the first seat that has not rolled for the start.
  const roller = (s) => {
    if (game === 'easycome' && s.phase === 'rolloff') return s.rolloff.indexOf(null) + 1;
    if (game === 'wazabi' && s.phase === 'start') return s.start.indexOf(null) + 1;
    return s.turn ?? 0;
  };
  const due = (s) => (s.phase === 'deal' ? 0 : roller(s)); // nobody throws during the deal
  // The owner of each line of the log, from the state before the line.
  const owners = [];
  const checkLog = () => {
    const { log } = state.table, [line] = state.fresh, s = state.before;
    if (log.some((each) => each[0] === '#')) return; // a taken-back line has no owner to compute
    if (line && s && log.at(-1) === line) owners[log.length - 1] = line[0] === '*' ? roller(s) : Number(line[0]);
    const claimed = state.board.owners?.(log, state.table.state) ?? owners;
    owners.forEach((owner, i) => owner !== claimed[i] && found.add(`line ${i}, ${log[i]}, is said to be of seat ${claimed[i]}, not ${owner}`));
  };
  // Thémots: any player may speak, so no seat is marked. The bar asks for a word while a player may speak, and a word is announced with its
  // speaker.
  const checkSpeech = (wrong) => {
    const asked = document.querySelector('.bar input')?.getAttribute('aria-label') === words.field;
    if (state.table.may && !state.pending && !state.table.state.in_hand && !asked) wrong('the bar asks for no word');
    if (!state.table.may && asked && !state.pending) wrong('the bar asks for a word that may not be said');
    for (const line of state.fresh.filter((each) => /^\d say /.test(each))) {
      const who = Number(line[0]), word = line.split(' ').slice(2).join(' ');
      if (who === state.table.you) seen.mine++;
      else seen.other++;
      const heard = [...polite.children].some(({ textContent }) => textContent.includes(word) && (who === state.table.you ? words.you.test(textContent) : textContent.includes(nameOf(who))));
      if (!heard) wrong(`“${line}” is not announced`);
    }
  };
  // Words that name somebody: none may name another seat than the one that acts.
  const checkWords = (wrong, seat, why) => {
    const { seats, you, log } = state.table, others = seats.map((_, i) => i + 1).filter((other) => other !== seat && nameOf(other) !== nameOf(seat));
    const bar = textOf(document.querySelector('.bar'));
    for (const other of others) if (words.acts(nameOf(other)).some((phrase) => bar.includes(phrase))) wrong(`the bar says that ${nameOf(other)} acts`);
    for (const node of document.querySelectorAll('.plate .seat-name')) {
      const number = Number(node.closest('.plate').className.match(/seat-(\d)/)[1]), { kind, name } = seats[number - 1];
      if (kind === 'person' && name && textOf(node) !== name) wrong(`the plate of seat ${number}, ${name}, has the name ${textOf(node)}`);
    }
    for (const flag of document.querySelectorAll('.flag')) {
      const plate = flag.closest('.plate, .db-tray'), number = Number(plate?.className.match(/seat-(\d)/)?.[1] ?? plate?.dataset.actor);
      if (number !== seat) wrong(`the flag “${textOf(flag)}” is at seat ${number}`);
    }
    for (const node of document.querySelectorAll('.ec-tray:not(.ec-rolloff) .ec-who > span, .wz-whose')) {
      const owner = Number(node.closest('[data-tray]').dataset.tray), named = seats.findIndex((_, i) => textOf(node) === nameOf(i + 1)) + 1;
      if (named && named !== owner) wrong(`the tray of seat ${owner} has the name ${textOf(node)}`);
    }
    // The cause: who played the last card.
    const player = Number(log.filter((line) => /^\d play /.test(line)).at(-1)?.[0] ?? 0);
    seats.forEach((_, i) => i + 1 !== player && bar.includes(words.cause(nameOf(i + 1))) && wrong(`the bar says that ${nameOf(i + 1)} played a card`));
    if (['choose', 'throw', 'other'].includes(why) && state.board.pace && seat) {
      if (document.title.startsWith('•') !== (seat === you)) wrong(`the title is “${document.title}”`);
    }
    const owner = state.owner, ticker = document.querySelector('.ticker');
    if (why === 'beats' && owner && ticker && state.before?.phase !== 'deal' && !state.timeout && !owned(textOf(ticker), owner)) wrong(`the ticker says “${textOf(ticker)}” of seat ${owner}`);
  };
  /** Whether a sentence about a line begins with its player. */
  const owned = (text, owner) => (owner === state.table.you ? words.you.test(text.slice(0, 50)) : text.startsWith(nameOf(owner)));
  // The page is drawn shortly after a message: only errors that are still there then count.
  const check = (again = false) => {
    const s = state.table?.state;
    if (!s || state.replay || state.table.phase !== 'playing' || document.querySelector('.hand-over')) return;
    const { why } = turnOf(state);
    checkLog();
    // lines have arrived, but the page still shows the moment before them
    if (why === 'beats' && !document.querySelector('[data-do=skip]')) return;
    const shown = why === 'beats' && state.before?.phase !== 'deal' ? state.owner : 0;
    const seat = shown || (typeof s.mover === 'number' ? s.mover : s.mover === 'chance' ? due(s) : 0);
    const gold = [...document.querySelectorAll('.plate.act, .db-tray.act')].map((e) => Number(e.className.match(/seat-(\d)/)?.[1] ?? e.dataset.actor));
    const bar = document.querySelector('.bar'), actor = Number(bar.dataset.actor), tray = document.querySelector('[data-tray]')?.dataset.tray;
    const wrong = (what) => (!again ? setTimeout(check, 120, true) : found.add(`${what}; must act: ${seat}, why: ${why}, mover: ${s.mover}, line: ${state.fresh}, bar: ${bar.textContent}`));
    seen.moments++;
    if (String(gold) !== String(seat ? [seat] : [])) wrong(`gold plates: ${gold}`);
    checkWords(wrong, seat, why);
    if (actor !== seat) wrong(`the bar's seat: ${actor}`);
    const ticker = document.querySelector('.ticker');
    if (ticker && Number(ticker.dataset.actor) !== seat) wrong(`the ticker's seat: ${ticker.dataset.actor}`);
    if (['choose', 'throw', 'other'].includes(why) && seat && announced !== seat) wrong(`announced as the one to act: ${announced}, by “${last}”`);
    // The announcement of a line names its player; the deal is one event, announced at its end.
    if (state.beat !== beat && state.fresh.length && state.board.pace) {
      beat = state.beat;
      seen.beats++;
      const again = state.table.log.at(-1) === state.table.log.at(-2); // equal lines are announced as one event
      const isAnnounced = recent.some((text) => owned(text, state.owner)); // a busy page draws a line after it has announced who comes next
      if (state.owner && !again && state.before?.phase !== 'deal' && !isAnnounced) found.add(`“${state.fresh}” of seat ${state.owner} is announced as “${recent.join(' | ')}”, after ${state.table.log.slice(-4)}`);
      recent = recent.slice(-1);
    }
    if (game === 'themots') return checkSpeech(wrong);
    const dice = why === 'throw' || (why === 'beats' && state.fresh[0]?.startsWith('* roll'));
    if (dice && tray !== undefined && Number(tray) !== seat) wrong(`the tray's seat: ${tray}`);
    if (dice) seen.throws++;
    if (why === 'beats' && seat && words.throws.test(document.querySelector('.bar .ask').textContent) !== dice) wrong('the bar confuses a throw with a choice');
    if (why === 'other' || (why === 'beats' && seat)) {
      const name = document.querySelector(`.plate.seat-${seat} .seat-name`)?.textContent;
      if (name && seat !== state.table.you && !bar.textContent.includes(name)) wrong(`the bar does not name ${name}`);
      if (seat !== state.table.you) seen.other++;
    }
    if (seat === state.table.you && why === 'choose') seen.mine++;
  };
  const watch = new MutationObserver(() => check());
  watch.observe(document.querySelector('#main'), { subtree: true, childList: true, attributes: true, characterData: true });
  window.compared = { seen, check, result: () => (watch.disconnect(), { found: [...found].slice(0, 8), seen }) };
}

// Runs in the page: plays random choices, to the end, for `choices` choices, or until the record has `lines` lines; takes back one if it may.
async function playAtRandom({ game, choices = Infinity, lines = Infinity, undo = false }) {
  const { state } = await import('/table/current.js'), { turnOf } = await import('/model/turn.js'), { play } = await import('/table/actions.js');
  let seed = 1, before = '';
  const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
  for (let made = 0; made < choices && state.table?.phase !== 'over' && state.table.log.length < lines; ) {
    // A moment that has been drawn is compared before it is left.
    const { why } = turnOf(state), moment = `${why} ${state.beat} ${state.table?.log.length}`, drawn = moment === before;
    before = moment;
    await new Promise((resolve) => setTimeout(resolve, 20));
    if (!drawn || turnOf(state).why !== why) continue;
    window.compared.check(['choose', 'throw'].includes(why));
    const cup = document.querySelector('[data-do=throw]'), back = undo && made ? document.querySelector('.bar [data-do=undo]') : null;
    if (cup) cup.click();
    else if (back && why === 'choose') {
      const { log } = state.table, { length } = log;
      undo = false;
      back.click();
      while (state.table.log.length === length && state.table.log === log) await new Promise((resolve) => setTimeout(resolve, 20));
      made--;
    }
    else if (state.table?.may && state.table.legal.length && why === 'choose') {
      play(state.table.legal[random(state.table.legal.length)]);
      made++;
    }
    if (game === 'themots' && state.table?.may && !state.pending && why === 'speak') {
      // refused twice
      play(made++ % 3 < 2 ? `${state.table.you} say mot${made}` : `${state.table.you} pass`);
      await new Promise((resolve) => setTimeout(resolve, 200)); // stays below the server's limit of messages
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
}

const resultOf = (page) => page.evaluate(() => window.compared.result());

// This seat, of three, has played a card for which the others must give up cards: their bar names the cause.
function cardPlayedBy(seat) {
  const hands = [1, 2, 3].map((other) => (other === seat ? ['reste2', 'retire1', 'retire1'] : ['vole', 'pioche3', 'saute']));
  const rolls = [1, 2, 3].map((other) => (other === seat ? '* roll WWWW' : '* roll CCCC'));
  return [...hands.flat().map((card) => `* draw ${card}`), ...rolls, '* roll WWWW', `${seat} play reste2`];
}

// Two people with different languages, a spectator and a bot if there is room. One person takes a choice back; the other leaves, and a bot
// stands in.
async function compareCrowd({ browser, server }, game, lines) {
  const anne = await person(browser, server, { pace: 'brisk' });
  const bruno = await person(browser, server, { pace: 'brisk', name: 'Bruno', lang: 'fr' }), carla = await person(browser, server, { pace: 'brisk', name: 'Carla', lang: 'fr' });
  const id = await tableFrom(anne, server, { game, seats: ['me', 'open', ...(game === 'debacle' ? [] : ['bot:random'])],
    lines: game === 'wazabi' ? cardPlayedBy(1) : [] });
  await bruno.goto(`${server.url}t/${id}`);
  await bruno.click('[data-do=join]');
  await carla.goto(`${server.url}t/${id}`);
  const pages = [anne, bruno, carla];
  for (const page of pages) {
    await page.waitForFunction(async () => (await import('/table/current.js')).state.table?.phase === 'playing');
    await page.waitForSelector('.felt .board');
    await page.evaluate(startComparing, game);
  }
  await Promise.all([anne, bruno].map((page) => page.evaluate(playAtRandom, { game, lines, undo: page === anne })));
  const results = [['Bruno', await resultOf(bruno)]];
  await close(bruno);
  await carla.waitForFunction(() => document.querySelector('.banner')?.textContent.includes('Bruno')); // so do spectators see
  await anne.click('.banner .button:has-text("bot")');
  await anne.waitForFunction(async () => (await import('/table/current.js')).state.table.seats[1].kind === 'stand-in');
  await anne.evaluate(playAtRandom, { game, lines: 1.4 * lines });
  results.push(['Anne', await resultOf(anne)], ['Carla', await resultOf(carla)]);
  for (const [name, { found }] of results) expect(found.length === 0, `${game}, the page of ${name}: ${found.join('\n')}`);
  const seen = Object.fromEntries(results.map(([name, result]) => [name, result.seen]));
  expect(game === 'themots' || (seen.Anne.mine && seen.Anne.other && seen.Bruno.mine && seen.Bruno.other && seen.Carla.other), `${game}: everybody's turns were seen: ${JSON.stringify(seen)}`);
  await Promise.all([anne, carla].map(close));
}

const knowsRoll = (page) => page.frames2.some((frame) => frame.includes('"* roll'));
const rolls = (page) => page.frames2.filter((frame) => /^\{"type":"moves"/.test(frame) && frame.includes('"* roll')).length; // the ledger has it too
const asked = (page, words) => page.waitForFunction((wanted) => document.querySelector('.bar .ask')?.textContent.includes(wanted), words);
const marked = (page) => page.evaluate(() => [document.querySelector('.plate.act').className.match(/seat-(\d)/)[1], document.querySelector('.bar').dataset.actor,
  document.querySelector('[data-tray]').dataset.tray, document.querySelector('.ticker').textContent].join(' '));

export const agree = {
  // No client receives a roll before its owner throws. Meanwhile all clients show who must throw.
  async sentWhenThrown({ browser, server }) {
    const anne = await person(browser, server, { pace: 'brisk', notation: true });
    const bruno = await person(browser, server, { pace: 'brisk', name: 'Bruno', lang: 'fr', notation: true }), carla = await person(browser, server, { name: 'Carla' });
    const id = await tableFrom(anne, server, { game: 'easycome', seats: ['me', 'open'], options: { first: '1' } });
    await bruno.goto(`${server.url}t/${id}`);
    await bruno.click('[data-do=join]');
    await anne.waitForSelector('[data-do=throw]');
    await carla.goto(`${server.url}t/${id}`);
    await asked(bruno, 'C’est à Anne de lancer les dés.');
    await asked(carla, 'Anne is to throw the dice.');
    expect((await marked(bruno)) === '1 1 1 ', `Bruno sees who must act: ${await marked(bruno)}`);
    expect((await marked(carla)) === '1 1 1 ', `so do spectators: ${await marked(carla)}`);
    expect(![anne, bruno, carla].some(knowsRoll), 'nobody knows a roll');
    expect((await anne.title()).includes('Your turn'), 'the title says whose turn it is');
    // The connection is lost and restored: the dice still wait.
    anne.mayFail = true;
    await anne.context().setOffline(true);
    await anne.waitForSelector('[data-do=throw]', { state: 'detached' });
    await anne.context().setOffline(false);
    await anne.waitForSelector('[data-do=throw]');
    await bruno.waitForSelector('.banner', { state: 'detached' }); // Anne has reconnected
    // A key pressed twice throws only once.
    await anne.keyboard.press('1');
    await anne.keyboard.press('1');
    await anne.waitForSelector('.bar.mine [data-line="1 stop"]:not([disabled])');
    await bruno.waitForFunction(() => /^Anne lance /.test(document.querySelector('.log .log-words')?.textContent));
    expect(rolls(bruno) === 1 && (await anne.locator('.log code').allTextContents()).length === 1, 'one roll, and nothing else');
    await anne.click('[data-line="1 stop"]');
    await bruno.waitForSelector('[data-do=throw]');
    await asked(anne, 'Bruno is to throw the dice.');
    // While dice wait, everybody can still read what happened last.
    expect((await marked(bruno)) === '2 2 2 Anne s’arrête sans prix.', `Bruno reads why he is to throw: ${await marked(bruno)}`);
    expect((await marked(anne)) === '2 2 2 You stop without a prize.', `and Anne what she did: ${await marked(anne)}`);
    await bruno.reload();
    await bruno.waitForSelector('[data-do=throw]');
    expect([bruno, carla, anne].every((page) => !page.frames2.some((frame) => frame.includes('"1 stop","* roll'))), 'no roll comes with the move before it');
    await bruno.keyboard.press('Space');
    await bruno.waitForSelector('.bar.mine [data-line="2 stop"]');
    await anne.waitForFunction(() => /^Bruno rolls /.test(document.querySelector('.log .log-words')?.textContent));
    const words = (page) => page.locator('.log .log-words').allTextContents();
    const [mine, theirs] = [(await words(bruno)).filter((said) => /^Vous lancez/.test(said)), (await words(bruno)).filter((said) => /^Anne lance /.test(said))];
    expect(mine.length === 1 && theirs.length === 1, `whose dice they were: ${(await words(bruno)).join(' | ')}`);
    for (const page of [anne, bruno, carla]) await close(page);
  },

  async whoMustAct({ browser, server, games }) {
    const tables = daily([['easycome', 3, 2], ['wazabi', 3, 2, 'fr'], ['debacle', 0, 3], ['themots', 2, 2]],
      [['easycome', 2, 40], ['easycome', 4, 40, 'fr'], ['wazabi', 2, 40], ['wazabi', 6, 40, 'fr'], ['debacle', 0, 60], ['debacle', 0, 60, 'fr'], ['themots', 3, 12], ['themots', 2, 12, 'fr']]);
    for (const [game, players, choices, lang = 'en'] of tables.filter(([name]) => games.includes(name))) {
      const page = await person(browser, server, { pace: 'brisk', lang }), bot = game === 'themots' ? 'bot:novice' : 'bot:random';
      // `make test` starts Wazabi at a card that a bot has played
      if (game === 'wazabi' && players === 3) await tableFrom(page, server, { game, seats: ['me', bot, bot], lines: cardPlayedBy(2) });
      else await newTable(page, server, game, { players, seats: Object.fromEntries(Array.from({ length: (players || 2) - 1 }, (_, i) => [i + 2, bot])) });
      await page.waitForSelector('.felt .board');
      await page.evaluate(startComparing, game);
      await page.evaluate(playAtRandom, { game, choices, undo: true });
      const { found, seen } = await resultOf(page);
      expect(found.length === 0, `${game}, ${players} players, ${lang}: ${found.join('\n')}`);
      // a novice may need longer than three words
      expect(seen.mine > 0 && (seen.other > 0 || game === 'themots'), `${game}: both sides were seen: ${JSON.stringify(seen)}`);
      if (game !== 'themots') expect(seen.announced > 0 && seen.beats > 0, `${game}: who comes next was announced: ${JSON.stringify(seen)}`);
      await close(page);
    }
  },

  whoMustActInACrowd: async (all) => {
    for (const game of daily(['debacle'], ['easycome', 'wazabi', 'debacle', 'themots']).filter((each) => all.games.includes(each))) {
      await compareCrowd(all, game, { easycome: 30, wazabi: 34, debacle: 12, themots: 12 }[game]);
    }
  },
};
