// Who must act: at every change of the page, compares the plates, tray, bar, ticker and announcements with the state. This test computes
// the seat again, from the rules of each game alone. Three kinds of moments are not compared: a finished game, the page between two people
// at one device, and lines that have arrived while the page still shows the moment before them (it is drawn in the same task).
import { daily, expect, close, newTable, person, tableFrom } from './kit.mjs';

// Runs in the page: collects disagreements while a person plays random choices against bots, to the end or for `choices` choices.
async function playAndCompare({ game, choices }) {
  const { state } = await import('/table/current.js'), { turnOf } = await import('/model/turn.js');
  const { language } = await import('/core/texts.js');
  const found = new Set(), seen = { moments: 0, mine: 0, other: 0, throws: 0, told: 0, beats: 0 };
  const words = { en: { yours: /Your turn/, next: (name) => [`${name} to play.`, `${name} must choose.`], you: /\bYou\b/i, throws: /rolling the dice/, field: 'Type a French word' },
    fr: { yours: /À vous/, next: (name) => [`À ${name} de jouer.`, `${name} doit choisir.`], you: /\bVous\b/i, throws: /lancez? les dés/, field: 'Écrivez un mot' } }[language()];
  // Names as shown on the page.
  const nameOf = (seat) => document.querySelector(`.plate.seat-${seat} .seat-name`)?.textContent ?? document.querySelectorAll('.db-who strong')[seat === (state.table.you === 2 ? 2 : 1) ? 1 : 0]?.textContent ?? '';
  // Announcements: the seat that was last named to act, and the last announcement.
  let told = 0, last = '', beat = state.beat;
  const polite = document.querySelector('#polite');
  const listen = (text) => {
    last = text.replace(/[\u00a0\u202f]/g, ' ');
    const named = state.table.seats.map((_, i) => i + 1).filter((seat) => (seat === state.table.you ? words.yours.test(last) : words.next(nameOf(seat)).some((phrase) => last.includes(phrase))));
    if (named.length > 1) found.add(`an announcement names several: ${last}`);
    if (named.length) (told = named[0]), seen.told++;
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
    if (line && s && log.at(-1) === line) owners[log.length - 1] = line[0] === '*' ? roller(s) : Number(line[0]);
    const told = state.board.owners?.(log, state.table.state) ?? owners;
    owners.forEach((owner, i) => owner !== told[i] && found.add(`line ${i}, ${log[i]}, is said to be of seat ${told[i]}, not ${owner}`));
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
    if (actor !== seat) wrong(`the bar's seat: ${actor}`);
    const ticker = document.querySelector('.ticker');
    if (ticker && Number(ticker.dataset.actor) !== seat) wrong(`the ticker's seat: ${ticker.dataset.actor}`);
    if (['choose', 'throw', 'other'].includes(why) && seat && told !== seat) wrong(`announced as the one to act: ${told}, by “${last}”`);
    // The announcement of a line names its player; the deal is one event, announced at its end.
    if (state.beat !== beat && state.fresh.length && state.board.pace) {
      beat = state.beat;
      seen.beats++;
      const mine = state.owner === state.table.you;
      if (state.owner && state.before?.phase !== 'deal' && !(mine ? words.you.test(last) : last.includes(nameOf(state.owner)))) found.add(`“${state.fresh}” of seat ${state.owner} is announced as “${last}”`);
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
  let seed = 1;
  const random = (n) => (seed = (seed * 48271) % 2147483647) % n;
  for (let made = 0; made < choices && state.table?.phase !== 'over'; ) {
    check();
    const cup = document.querySelector('[data-do=throw]');
    if (cup) cup.click();
    else if (state.table?.may && state.table.legal.length && turnOf(state).why === 'choose') {
      const lines = state.table.legal;
      (await import('/table/actions.js')).play(lines[random(lines.length)]);
      made++;
    }
    if (game === 'themots' && state.table?.may && !state.pending && turnOf(state).why === 'speak') {
      // refused twice
      (await import('/table/actions.js')).play(made++ % 3 < 2 ? `${state.table.you} say mot${made}` : `${state.table.you} pass`);
      await new Promise((resolve) => setTimeout(resolve, 200)); // stays below the server's limit of messages
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
  watch.disconnect();
  return { found: [...found].slice(0, 8), seen };
}

const knowsRoll = (page) => page.frames2.some((frame) => frame.includes('"* roll'));
const rolls = (page) => page.frames2.filter((frame) => /^\{"type":"moves"/.test(frame) && frame.includes('"* roll')).length; // the ledger has it too
const asked = (page, words) => page.waitForFunction((wanted) => document.querySelector('.bar .ask')?.textContent.includes(wanted), words);
const marked = (page) => page.evaluate(() => [document.querySelector('.plate.act').className.match(/seat-(\d)/)[1], document.querySelector('.bar').dataset.actor,
  document.querySelector('[data-tray]').dataset.tray, document.querySelector('.ticker').textContent].join(' '));

export const agree = {
  // No client receives a roll before its owner throws. Meanwhile all clients show who must throw.
  async toldWhenThrown({ browser, server }) {
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
    expect(![anne, bruno, carla].some(knowsRoll), 'nobody has been told a roll');
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
      await newTable(page, server, game, { players, seats: Object.fromEntries(Array.from({ length: (players || 2) - 1 }, (_, i) => [i + 2, bot])) });
      await page.waitForSelector('.felt .board');
      const { found, seen } = await page.evaluate(playAndCompare, { game, choices });
      expect(found.length === 0, `${game}, ${players} players, ${lang}: ${found.join('\n')}`);
      // a novice may need longer than three words
      expect(seen.mine > 0 && (seen.other > 0 || game === 'themots'), `${game}: both sides were seen: ${JSON.stringify(seen)}`);
      if (game !== 'themots') expect(seen.told > 0 && seen.beats > 0, `${game}: who comes next was announced: ${JSON.stringify(seen)}`);
      await close(page);
    }
  },
};
