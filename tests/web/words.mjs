// What the client says: every event of every game in both languages and to everybody, the rules, options, addresses.
import { readdirSync, readFileSync } from 'node:fs';
import { axe, close, expect, newTable, person } from './kit.mjs';

const root = new URL('../../', import.meta.url);

// Every kind of line that the games' records and lessons have: {easycome: ['* roll 0225', …], …}.
function linesOfRecords() {
  const lines = {};
  const add = (game, path) => {
    const [, played] = readFileSync(new URL(path, root), 'utf8').split(/^---$/m);
    for (const line of (played ?? '').split('\n').map((l) => l.replace(/\s*#.*/, ''))) if (/^[*1-6] \S/.test(line)) (lines[game] ??= new Set()).add(line);
  };
  for (const game of readdirSync(new URL('tests/rules', root))) for (const file of readdirSync(new URL(`tests/rules/${game}`, root))) add(game, `tests/rules/${game}/${file}`);
  for (const file of readdirSync(new URL('web/lessons', root))) add(file.replace('.cornet', ''), `web/lessons/${file}`);
  return Object.fromEntries(Object.entries(lines).map(([game, found]) => [game, [...found]]));
}

// Runs in the page: each line said to who does it, to another, and to whom it is done; what is wrong with it, as sentences.
async function sayAll(records) {
  const { setLanguage, language } = await import('/texts.js');
  const { boardOf } = await import('/boards.js');
  const NAMES = ['Anne', 'Bruno', 'Chloé', 'David', 'Emma', 'Farid'];
  const wrong = [], said = {};
  // A verb after "you" is in the second person; "you" after a preposition is the one it is done to.
  const bad = { en: /\byou (?!miss\b|pass\b)\w+s\b|\byou’s|\byou is\b/i, fr: /^Vous (?!vous \S+ez\b|ne \S+ez\b|\S+ez\b|dites\b|faites\b|êtes\b)|(?<!^Vous) vous \S+ez\b|\bà vous\b|\bde [AEIOUÉ]/ };
  const hole = /\{|\bundefined\b|\bNaN\b|\bnull\b/;
  const you = { en: /^You\b/, fr: /^Vous\b/ };
  const check = (game, line, seat, at, words) => {
    const about = (what) => wrong.push(`${language()} ${game} “${line}” to seat ${at}: ${what}: ${words}`);
    (said[game] ??= new Set()).add(line.split(' ')[1]);
    if (!words || hole.test(words)) about('a hole');
    if (bad[language()].test(words)) about('the wrong person');
    if (!/[.!?]$/.test(words)) about('no sentence');
    if (!seat) return;
    if (seat === at && (!you[language()].test(words) || words.includes(NAMES[seat - 1]))) about('not in the second person');
    if (seat !== at && (!words.includes(NAMES[seat - 1]) || you[language()].test(words))) about('not in the third person');
  };
  for (const [game, lines] of Object.entries(records)) {
    const board = await boardOf(game);
    const { steps } = await (await fetch(`/api/lessons/${game}`)).json();
    const state = steps.at(-1).state;
    for (const lang of ['en', 'fr']) {
      setLanguage(lang);
      for (const line of lines) {
        const seat = line[0] === '*' ? 0 : Number(line[0]);
        for (const owner of seat ? [seat] : [0, 2]) {
          for (const at of [0, 1, 2, 3]) {
            const view = { state, you: at, name: (n) => NAMES[n - 1], owner, log: [line], fresh: [line], before: null, beat: 0, legal: [], seats: [], ui: {} };
            const words = board.say(line, view);
            check(game, line, seat || (/^(Bruno|You|Vous)/.test(words) ? owner : 0), at, words);
          }
        }
      }
    }
  }
  // What comes of a line, too.
  const { default: easycome } = await import('/board_easycome.js');
  const before = { phase: 'choose', turn: 1, kept: '', rolled: '0225', prizes: { suite: 2 }, rolloff: null, mover: 1 };
  for (const lang of ['en', 'fr']) {
    setLanguage(lang);
    for (const at of [0, 1, 2]) {
      const view = { you: at, name: (n) => NAMES[n - 1], fresh: ['1 take suite'], owner: 1, before, state: { ...before, prizes: { suite: 1 }, turn: 2 }, ui: {}, legal: [] };
      check('easycome', '1 take suite', 1, at, easycome.tell(view.fresh, view));
    }
  }
  return { wrong, said: Object.fromEntries(Object.entries(said).map(([game, verbs]) => [game, [...verbs]])) };
}

// Runs in the page: what the board of Thémots says of a word that was refused, and asks where people vote.
async function tellDoubts() {
  const { setLanguage } = await import('/texts.js');
  const { default: board } = await import('/board_themots.js');
  const animals = { en: 'Animals', fr: 'Animaux' }, places = { en: 'Countries and cities', fr: 'Pays et villes du monde' };
  const state = { themes: [animals], theme: 1, numbered: false, closed: [], letters: 'SELOE', colour: 'blanc', colours: ['vert', 'blanc', 'jaune', 'rouge', 'bleu'], initial: 'E', centre: 2, round: 1 };
  const log = ['* roll SELOE blanc', '1 say éléphent', '* no unknown', '1 say Espagne', '* no theme'];
  const base = { you: 2, legal: [], seats: [{}, {}], ui: {}, fresh: [], log, name: (n) => `P${n}`, table: {} };
  const listed = (refused) => [...board.board({ ...base, state: { ...state, refused } }).querySelectorAll('.tm-doubt')].map((node) => node.textContent);
  const hand = { seat: 1, word: 'Espagne', theme: 1, voters: [2], voted: [], reason: 'theme', meant: null, elsewhere: places };
  const found = [];
  for (const lang of ['en', 'fr']) {
    setLanguage(lang);
    found.push(listed({ seat: 1, word: 'éléphent', reason: 'unknown', meant: 'éléphant', elsewhere: null, voted: false }),
      listed({ seat: 1, word: 'Espagne', reason: 'theme', meant: null, elsewhere: places, voted: true }),
      listed(null),
      board.bar({ ...base, state: { ...state, in_hand: hand } }).ask,
      board.bar({ ...base, state: { ...state, in_hand: { ...hand, word: 'éléphent', reason: 'unknown', meant: 'éléphant', elsewhere: null } } }).ask);
  }
  return found;
}

export const words = {
  // Why a word was refused, and what may have been meant.
  async doubts({ browser, server }) {
    const page = await person(browser, server);
    await page.goto(server.url);
    const found = await page.evaluate(tellDoubts);
    const wanted = [['did you mean “éléphant”?'], ['the vote was against it, known for “Countries and cities”'], [],
      'The lexicon has it for “Countries and cities”. P1 says “Espagne”. Do you accept it?', 'The lexicon does not know it. (did you mean “éléphant”?) P1 says “éléphent”. Do you accept it?',
      ['vouliez-vous dire « éléphant » ?'], ['le vote l’a refusé, connu pour « Pays et villes du monde »'], [],
      'Le lexique l’a pour « Pays et villes du monde ». P1 dit « Espagne ». L’acceptez-vous ?', 'Le lexique ne le connaît pas. (vouliez-vous dire « éléphant » ?) P1 dit « éléphent ». L’acceptez-vous ?'];
    const plain = (texts) => JSON.stringify(texts).replaceAll(/[\u00a0\u202f]/g, ' ');
    expect(plain(found) === plain(wanted), `doubts: ${plain(found)}`);
    await close(page);
  },

  // "vous joue" and "you plays" never occur.
  async sentences({ browser, server }) {
    const page = await person(browser, server);
    await page.goto(server.url);
    await page.waitForSelector('.game-card h2');
    const { wrong, said } = await page.evaluate(sayAll, linesOfRecords());
    expect(wrong.length === 0, wrong.slice(0, 20).join('\n'));
    const verbs = { easycome: ['roll', 'keep', 'take', 'stop'], wazabi: ['roll', 'draw', 'steal', 'give', 'from', 'keep', 'play', 'pass'], themots: ['theme', 'roll', 'say', 'yes', 'no', 'pass', 'vote', 'time'], debacle: ['first', 'setup', 'end'], template: ['roll', 'hold', 'die'] };
    for (const [game, wanted] of Object.entries(verbs)) for (const verb of wanted) expect(said[game]?.includes(verb), `${game}: ${verb} was said`);
    const elided = await page.evaluate(async () => {
      const { setLanguage, t } = await import('/texts.js');
      setLanguage('fr');
      return [t('rules.of', { game: 'Easy Come Easy Go' }), t('rules.of', { game: 'Wazabi' }), t('clock.of', { name: 'Émile' })];
    });
    expect(String(elided) === 'Les règles d’Easy Come Easy Go,Les règles de Wazabi,Pendule d’Émile', `French elides: ${elided}`);
    await close(page);
  },

  // Débâcle with one recovery a turn: the dialog offers it, and after the recovery the bar says why there is no other.
  async recoverOnce({ browser, server }) {
    const page = await person(browser, server);
    const setup = '..B..C/....../....../....../4...../.4.3.. r 2 0/0 DEFF 445 0/0 - -';
    await newTable(page, server, 'debacle', { options: { setup, recover: 'once' }, seats: { 2: 'bot:random' } });
    await page.click('[data-square=d1]');
    await page.click('[data-square=d2]');
    await page.click('.bar-buttons [data-line="1 +a1"]');
    await page.waitForFunction(() => document.querySelector('.bar .ask')?.textContent.includes('No other recovery'));
    expect((await page.locator('.bar-buttons [data-line*=" +"]').count()) === 0, 'no second recovery is offered');
    await close(page);
  },

  // The rules of every game, on a phone and a laptop, in both languages: every picture is there and has words, nothing sticks out, no
  // notation stands open, and the chapter for programmers is folded. CORNET_SHOTS=FOLDER keeps pictures.
  async rulesPages({ browser, server, games }) {
    const page = await person(browser, server, { lang: 'fr' });
    await page.goto(server.url);
    await page.waitForSelector('.game-card h2');
    for (const lang of ['fr', 'en']) {
      if (lang === 'en') await page.click('.tool[lang=en]');
      for (const [size, viewport] of Object.entries({ phone: { width: 360, height: 720 }, laptop: { width: 1280, height: 800 } })) {
        await page.setViewportSize(viewport);
        for (const game of games) {
          await page.evaluate(async (id) => (await import('/rules.js')).openRules(id, id), game);
          await page.waitForSelector('dialog .rules h3');
          await page.waitForFunction(() => [...document.querySelectorAll('dialog .rules img')].every((img) => img.complete));
          const wrong = await page.evaluate(() => {
            const body = document.querySelector('dialog .dialog-body'), found = [];
            for (const img of body.querySelectorAll('img')) if (!img.naturalWidth || !img.alt) found.push(`${img.src} is not shown, or has no words`);
            if (body.querySelectorAll('img').length < 3) found.push('no pictures');
            if (body.scrollWidth > body.clientWidth) found.push('the page is wider than the dialog');
            if ([...body.querySelectorAll('code, pre')].some((each) => !each.closest('details'))) found.push('notation among the rules');
            if (body.querySelector('details')?.open !== false) found.push('the chapter for programmers is not folded');
            return found;
          });
          expect(wrong.length === 0, `${game}, ${size}, ${lang}: ${wrong.join('; ')}`);
          const findings = (size === 'phone') === (lang === 'fr') ? await axe(page) : []; // each page once
          expect(findings.length === 0, `${game}, ${size}, ${lang}: ${findings.join('\n')}`);
          if (process.env.CORNET_SHOTS) {
            await page.setViewportSize({ ...viewport, height: 9000 });
            await page.locator('dialog').screenshot({ path: `${process.env.CORNET_SHOTS}/rules-${game}-${size}-${lang}.png` });
            await page.setViewportSize(viewport);
          }
          await page.keyboard.press('Escape');
          await page.waitForSelector('dialog', { state: 'detached' });
        }
      }
    }
    await close(page);
  },
};
