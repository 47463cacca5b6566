// Functions of the client that need a page but no table, all in one page, one after another. They include the client's sentences: every
// event of every game, in both languages and for every viewer.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { close, expect, person } from './kit.mjs';

const root = new URL('../../', import.meta.url);

// The client's files in web/ and games/NAME/ whose name matches.
function clientFiles(pattern) {
  const inside = (folder, recursive) => readdirSync(new URL(folder, root), { recursive }).map((name) => folder + name);
  return [...inside('web/', true), ...readdirSync(new URL('games/', root)).flatMap((game) => inside(`games/${game}/`, false))].filter((name) => pattern.test(name));
}

// Every kind of line in the games' records and lessons: {easycome: ['* roll 0225', …], …}.
function linesOfRecords() {
  const lines = {};
  const add = (game, path) => {
    const [, played] = readFileSync(new URL(path, root), 'utf8').split(/^---$/m);
    for (const line of (played ?? '').split('\n').map((l) => l.replace(/\s*#.*/, ''))) if (/^[*1-6] \S/.test(line)) (lines[game] ??= new Set()).add(line);
  };
  for (const game of readdirSync(new URL('games', root))) {
    for (const file of readdirSync(new URL(`games/${game}/tests/rules`, root))) add(game, `games/${game}/tests/rules/${file}`);
    if (existsSync(new URL(`games/${game}/lesson.cornet`, root))) add(game, `games/${game}/lesson.cornet`);
  }
  return Object.fromEntries(Object.entries(lines).map(([game, found]) => [game, [...found]]));
}

// Runs in the page: says each line to its player, to the player whom it affects, and to another one. Returns the errors as sentences.
async function sayAll(records) {
  const { setLanguage, language } = await import('/core/texts.js');
  const { boardOf } = await import('/core/games.js');
  const NAMES = ['Anne', 'Bruno', 'Chloé', 'David', 'Emma', 'Farid'];
  const wrong = [], said = {};
  // A verb after "you" is in the second person; "you" after a preposition is the affected player.
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
  // The consequences of a line are said too.
  const { default: easycome } = await import('/games/easycome/board.js');
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

// Runs in the page: what the board of Thémots says about a refused word, what it asks when people vote, and what it says about a whole game.
async function tellDoubts() {
  const { setLanguage } = await import('/core/texts.js');
  const { default: board } = await import('/games/themots/board.js');
  const animals = { en: 'Animals', fr: 'Animaux' }, places = { en: 'Countries, regions and cities', fr: 'Pays, régions et villes du monde' };
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
      String(board.bar({ ...base, state: { ...state, in_hand: hand } }).ask),
      String(board.bar({ ...base, state: { ...state, in_hand: { ...hand, word: 'éléphent', reason: 'unknown', meant: 'éléphant', elsewhere: null } } }).ask),
      board.deeds({ ...base, log: [...log, '1 say espadon', '* yes 3', '* roll SELOE bleu', '1 say écureuil', '* yes 4'], state }, 2, 1).words);
  }
  return found;
}

const checks = {
  // The owners of rolls; a theft with the robbed player; a miss with the prizes in reach, their holders, and the faces that they needed.
  async easycomeLog(page) {
    const { owners, counts, ...said } = await page.evaluate(async () => {
      const { boardOf } = await import('/core/games.js'), { MEETS } = await import('/games/easycome/missed.js');
      const { setLanguage } = await import('/core/texts.js');
      setLanguage('en');
      const board = await boardOf('easycome'), start = ['* roll 0001', '* roll 2345'], prizes = Object.fromEntries(Object.keys(MEETS).map((id) => [id, 0]));
      const log = ['* roll 0025', '1 take 7', '* roll 1144', '2 take paires', '* roll 0125', '3 take 7', '* roll 1334', '1 keep 133', '* roll 4', '* roll 1144', '2 stop'];
      const view = { log, you: 0, owner: 1, name: (n) => `P${n}`, before: null, fresh: [], seats: [{}, {}, {}], state: { mover: 3, prizes } };
      const say = (at, more) => board.say(log[at], { ...view, at, ...more });
      // the same line while it is shown
      const before = { phase: 'roll', turn: 1, kept: '133', rolled: '', prizes: { ...prizes, paires: 2, 7: 3 }, rolloff: null, mover: 'chance' };
      const shown = (more = null, kept = '133') => board.tell(['* roll 4'], { ...view, fresh: ['* roll 4'], before: { ...before, kept, ...more }, state: { ...before, turn: 2, kept: '' }, seats: more ? [{}, {}] : view.seats });
      const three = { prizes: { ...prizes, 13: 2, 'brelan-impair': 2, carre: 2 } };
      const throws = Array.from({ length: 1296 }, (_, i) => i.toString(6).padStart(4, '0'));
      return {
        owners: [board.owners(start, { phase: 'roll', players: 2, turn: 2 }), board.owners(start.slice(0, 1), { phase: 'keep', players: 2, turn: 2 }), board.owners(['* roll 1111', '* roll 2222', '* roll 0124', '2 keep 12', '* roll 5', '* roll 0115', '1 stop'], { players: 2, turn: 2 })],
        counts: Object.values(MEETS).map((meets) => throws.filter(meets).length),
        steals: say(5), missed: say(8), mine: say(8, { you: 2 }), first: say(6), choice: say(8, { log: log.slice(0, 9), state: { mover: 1, prizes } }), last: say(8, { log: log.slice(0, 9), state: { mover: 'over', prizes } }),
        shown: shown(), only: shown(three, '133'), none: shown({ prizes: { ...prizes, 13: 1, '17+': 1 } }, '035'), wide: shown(null, '355'),
        french: (setLanguage('fr'), say(8, { you: 3 })),
      };
    });
    expect(JSON.stringify(owners) === '[[1,2],[2],[1,2,2,2,2,1,1]]', `whose each roll is: ${JSON.stringify(owners)}`);
    expect(String(counts) === '104,104,6,90,72,24,24,35,35', `throws of 1,296 that meet each condition: ${counts}`);
    const why = 'Missed! It needed a 0 to steal seventh heaven from P3, a 1 to steal the diamonds from P2 or a 3 for the golden cup.';
    const wanted = {
      steals: 'P3 steals seventh heaven from P1!', missed: `P1 rolls 4. ${why}`, mine: `P1 rolls 4. ${why.replace('from P2', 'from you')}`, first: 'P1 rolls 1 3 3 4.', choice: 'P1 rolls 4.', last: `P1 rolls 4. ${why}`, shown: `P1 rolls 4. ${why}`,
      only: 'P1 rolls 4. Missed! It needed a 3 to steal the golden cup from P2.', none: 'P1 rolls 4. Missed! No face would have taken a prize.',
      wide: 'P1 rolls 4. Missed! It needed a 0 for the 13th hour, a 3 to steal the diamonds from P2, a 5 for the golden cup or a 4 or 5 for the yacht.',
      french: 'P1 lance 4. Raté ! Il fallait un 0 pour vous voler le septième ciel, un 1 pour voler les diamants à P2 ou un 3 pour la coupe d’or.',
    };
    for (const [key, words] of Object.entries(wanted)) expect(said[key].replace(/[\u00a0\u202f]/g, ' ') === words, `${key}: ${said[key]}`);
  },
  // Repetitions are counted in words, and the robbed player is named, in both languages.
  async wazabiLog(page) {
    const found = await page.evaluate(async () => {
      const { boardOf } = await import('/core/games.js');
      const { setLanguage } = await import('/core/texts.js');
      const board = await boardOf('wazabi'), log = ['2 play vole 3', '* steal ?'];
      const say = (line, more) => board.say(line, { log: [line], owner: 2, you: 1, name: (n) => `P${n}`, before: null, fresh: [], state: {}, ...more });
      const cause = (you, phase, seat = 3) => board.cause({ you, turn: { seat }, name: (n) => `P${n}`, state: { in_play: 'reste2', turn: 2, phase } }) ?? '–';
      return ['fr', 'en'].flatMap((lang) => (setLanguage(lang), [cause(1, 'keep'), cause(2, 'keep'), cause(1, 'keep', 2), cause(1, 'play'), say('* draw ?', { times: 3 }), say('* draw ?', { times: 1 }), say('2 give 3', { times: 2 }), say('* steal ?', { log, at: 1 })]));
    });
    expect(found.join(' ').replaceAll('\u00a0', ' ') === 'P2 a joué « Plus que 2 cartes ». Vous avez joué « Plus que 2 cartes ». – – P2 pioche 3 cartes cachées. P2 pioche une carte cachée. P2 donne 2 dés à P3. P2 prend une carte cachée à P3. '
      + 'P2 played “All down to two”. You played “All down to two”. – – P2 draws 3 hidden cards. P2 draws a hidden card. P2 gives 2 dice to P3. P2 takes a hidden card from P3.', `the log of Wazabi: ${found.join(' ')}`);
  },
  // Thémots: a ruling stands with the word that it is about.
  async themotsLog(page) {
    const owners = await page.evaluate(async () => (await (await import('/core/games.js')).boardOf('themots')).owners(['* theme 1', '* roll BORVA vert', '2 say zzz', '* no unknown', '2 say Bono', '* yes 3', '1 pass', '* time'], {}));
    expect(owners.join() === '0,0,2,2,2,2,1,0', `the seats of the lines: ${owners}`);
  },
  // Each game's board shows the marked lines.
  async marks(page) {
    const found = await page.evaluate(async () => {
      const base = { you: 1, legal: [], seats: [{}, {}], ui: {}, fresh: [], log: [], before: null, then: [], owner: 0, beat: 'm', clock: () => null, name: (n) => `P${n}`, seatCard: () => [], plate: (n) => `plate seat-${n}`, flag: () => null, turn: { why: 'soon', seat: 0, mover: 0, turn: 0, mine: false }, redraw() {}, table: {} };
      const drawn = async (game, state, mark, more = {}) => {
        const { default: board } = await import(`/games/${game}/board.js`);
        return board.board({ ...base, state, mark, ...more });
      };
      const count = async (game, state, mark, selector) => (await drawn(game, state, mark)).querySelectorAll(selector).length;
      const easy = { phase: 'keep', turn: 1, kept: '', rolled: '0223', mover: 1, rolloff: null, prizes: { 7: 0, 13: 2 } };
      const squares = { position: '....../....../....../....../....../3..... r 2', camps: [1, 6], held: ['', ''], scores: [0, 0], worth: [0, 0], bonus: [0, 0], target: 1, moves: 2, mover: 1, round: 1, captures_to_end: 5 };
      const cards = { players: 2, mover: 1, turn: 1, dice: [4, 4], cards: [2, 0], skips: [0, 0], points: [0, 0], rounds: 1, direction: 'left', pile: 3, discards: {}, rolled: {}, costs: { vole: 1, donne: 2 }, hands: [{ vole: 2 }, null] };
      const words = { themes: [{ en: 'Animals', fr: 'Animaux' }], theme: 1, numbered: false, closed: [], letters: '', colours: [], centre: 2, round: 1 };
      const seen = {
        keep: await count('easycome', easy, '1 keep 22', '.ec-die.marked'),
        take: await count('easycome', easy, '1 take 13', '.ec-prize.marked'),
        stop: await count('easycome', easy, '1 stop', '.marked'),
        arrow: await count('debacle', squares, '1 a1-a2', '.db-step.hint .db-head'),
        flip: await count('debacle', squares, '1 a1~', '.db-step.hint rect'),
        none: await count('debacle', squares, null, '.db-step'),
        compared: [...(await drawn('debacle', squares, '1 a1-a2', { replaying: true, played: '1 a1-b1' })).querySelectorAll('.db-tag, [data-goal]')]
          .map((e) => (e.dataset.goal ? `${e.dataset.goal} ${e.dataset.shows}` : `${e.classList[1]} ${e.textContent}`)).sort(),
        card: await count('wazabi', cards, '1 play vole 2', '.wz-card.marked'),
        aim: await count('wazabi', cards, '1 play vole 2', '.wz-person.seat-2.marked'),
        word: await count('themots', words, '1 say loutre', '.tm-mark'),
      };
      const { secondsLeft } = await import('/model/replay.js');
      const left = [secondsLeft({ done: 0, whole: 10, began: { at: 0, done: 0 } }, 5000), secondsLeft({ done: 5, whole: 10, began: { at: 0, done: 0 } }, 5000)];
      return { ...seen, left };
    });
    expect(JSON.stringify(found) === '{"keep":2,"take":1,"stop":0,"arrow":1,"flip":1,"none":0,"compared":["a2 4","b1 4","hint better","instead played"],"card":1,"aim":1,"word":1,"left":[null,5]}', `marks: ${JSON.stringify(found)}`);
    // Symbols that fonts may lack are drawn as pictures.
    const glyphs = clientFiles(/\.(js|css|html)$/).filter((name) => /[\u2300-\u23ff\u25a0-\u27bf\u2b00-\u2bff\u{1f000}-\u{1ffff}]/u.test(readFileSync(new URL(name, root), 'utf8')));
    expect(glyphs.length === 0, `no signs of fonts in ${glyphs}`);
  },

  async texts(page, games) {
    const wrong = await page.evaluate(async ([ids, files]) => {
      const { TEXTS, setLanguage, t } = await import('/core/texts.js');
      await import('/dice/texts_check.js');
      await import('/people/texts_people.js');
      await import('/dice/texts_fair3.js');
      await import('/practise/texts.js');
      const { GAMES } = await import('/games.js');
      Object.assign(TEXTS, (await import('/pages/texts_daily.js')).default);
      for (const game of ids) {
        Object.assign(TEXTS, (await import(`/games/${game}/lesson.js`)).default);
        if (GAMES[game]?.daily) Object.assign(TEXTS, (await import(GAMES[game].daily)).default.texts);
      }
      const found = [];
      const holes = (text) => [...text.matchAll(/\{(\w+)/g)].map((m) => m[1]).sort().filter((n, i, all) => all.indexOf(n) === i).join();
      for (const [key, pair] of Object.entries(TEXTS)) {
        if (pair.length !== 2 || !pair[0] || !pair[1]) found.push(`${key} is not in both languages`);
        else if (holes(pair[0]) !== holes(pair[1])) found.push(`${key} is filled in differently`);
      }
      setLanguage('fr');
      for (const key of Object.keys(TEXTS)) if (/ [;:!?»]|« /.test(t(key))) found.push(`${key}: a line could begin with a sign`);
      setLanguage('en');
      for (const file of files) {
        const source = await (await fetch(`/${file}`)).text();
        for (const [, key] of source.matchAll(/\btell\(view, [\w.()]+, '([^']+)'/g)) {
          for (const each of [key, `${key}.you`]) if (!(each in TEXTS)) found.push(`${file} tells ${each}`);
        }
        for (const [, key] of source.matchAll(/\btellOf\(view, [\w.()]+, '([^']+)'/g)) {
          for (const each of [key, `${key}.you`, `${key}.me`]) if (!(each in TEXTS)) found.push(`${file} tells ${each}`);
        }
        for (const [, key] of source.matchAll(/\bt\('([^']+)'[,)]/g)) if (!(key in TEXTS)) found.push(`${file} asks for ${key}`);
      }
      for (const game of ids) {
        const lesson = await (await fetch(`/api/lessons/${game}`)).json();
        for (const { note } of lesson.steps) if (note && !(`learn.${game}.${note}` in TEXTS)) found.push(`no text for ${game}.${note}`);
        if (!(`title.${game}` in TEXTS)) found.push(`no title for ${game}`);
        const rules = await (await fetch(`/rules/${game}.md`)).text();
        for (const part of ['Français', 'English']) if (!rules.includes(`\n## ${part}`)) found.push(`the rules of ${game} have no part ${part}`);
      }
      return found;
    }, [[...games, 'template'], clientFiles(/\.js$/).map((name) => name.replace('web/', ''))]);
    expect(wrong.length === 0, wrong.join('\n'));
  },

  // WebCrypto and the JavaScript for plain http give the same results.
  async hashes(page) {
    const same = await page.evaluate(async () => {
      const { plainSha256, sha256, toHex } = await import('/core/hash.js');
      for (const length of [0, 1, 31, 55, 56, 63, 64, 65, 119, 120, 1000]) {
        const bytes = Uint8Array.from({ length }, (_, i) => (i * 7 + length) & 255);
        if (toHex(plainSha256(bytes)) !== toHex(await sha256(bytes))) return `sha ${length}`;
      }
      return toHex(plainSha256(new TextEncoder().encode('abc')));
    });
    expect(same === 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad', `the known hash of abc, not ${same}`);
  },

  // Why a word was refused, and which word may have been meant.
  async doubts(page) {
    const found = await page.evaluate(tellDoubts);
    const wanted = [['did you mean “éléphant”?'], ['the vote was against it, known for “Countries, regions and cities”'], [],
      'The lexicon has it for “Countries, regions and cities”. P1 says “Espagne”. Do you accept it?', 'The lexicon does not know it. (did you mean “éléphant”?) P1 says “éléphent”. Do you accept it?',
      'You did not score this time. Even a short word scores if it comes in time. P1 scored in 2 of 2 rounds. Best word: “écureuil”, 4 tokens.',
      ['vouliez-vous dire « éléphant » ?'], ['le vote l’a refusé, connu pour « Pays, régions et villes du monde »'], [],
      'Le lexique le connaît pour « Pays, régions et villes du monde ». P1 dit « Espagne ». L’acceptez-vous ?', 'Le lexique ne le connaît pas. (vouliez-vous dire « éléphant » ?) P1 dit « éléphent ». L’acceptez-vous ?',
      'Vous n’avez pas marqué cette fois. Même un mot court marque, s’il arrive à temps. P1 a marqué dans 2 manches sur 2. Meilleur mot : « écureuil », 4 jetons.'];
    const plain = (texts) => JSON.stringify(texts).replaceAll(/[\u00a0\u202f]/g, ' ');
    expect(plain(found) === plain(wanted), `doubts: ${plain(found)}`);
  },

  // "vous joue" and "you plays" never occur, and advice is an order.
  async sentences(page) {
    const orders = await page.evaluate(async () => ['Vous vous arrêtez sans prix.', 'Vous volez la perle à P2\u00a0!', 'You steal the pearl!'].map((await import('/core/parts.js')).advice));
    expect(orders.join() === 'Arrêtez-vous sans prix,Volez la perle à P2,Steal the pearl', `advice: ${orders}`);
    const { wrong, said } = await page.evaluate(sayAll, linesOfRecords());
    expect(wrong.length === 0, wrong.slice(0, 20).join('\n'));
    const verbs = { easycome: ['roll', 'keep', 'take', 'stop'], wazabi: ['roll', 'draw', 'steal', 'give', 'from', 'keep', 'play', 'pass'], themots: ['theme', 'roll', 'say', 'yes', 'no', 'pass', 'vote', 'time'], debacle: ['first', 'setup', 'end'], template: ['roll', 'hold', 'die'] };
    for (const [game, wanted] of Object.entries(verbs)) for (const verb of wanted) expect(said[game]?.includes(verb), `${game}: ${verb} was said`);
    const elided = await page.evaluate(async () => {
      const { setLanguage, t } = await import('/core/texts.js');
      setLanguage('fr');
      return [t('rules.of', { game: 'Easy Come Easy Go' }), t('rules.of', { game: 'Wazabi' }), t('clock.of', { name: 'Émile' })];
    });
    expect(String(elided) === 'Les règles d’Easy Come Easy Go,Les règles de Wazabi,Pendule d’Émile', `French elides: ${elided}`);
  },

  // The log names the owners of dealt cards and of the rolls for the start, even after a tie.
  async whoRolled(page) {
    const owners = await page.evaluate(async () => {
      const { default: board } = await import('/games/wazabi/board.js');
      const deal = Array(9).fill('* draw ?');
      return board.owners([...deal, '* roll CWWD', '* roll CCDD', '* roll WWCC', '* roll WCCC', '* roll WWWC', '* roll CCCC', '3 pass', '* roll WWCC', '1 give 2'], { players: 3, turn: 1 });
    });
    expect(owners.join('') === '111222333' + '12313' + '33' + '11', `whose lines: ${owners.join('')}`);
  },
};

// The games that a check needs. It is skipped if the server lacks one of them.
const PLAYS = { easycomeLog: ['easycome'], wazabiLog: ['wazabi'], themotsLog: ['themots'], marks: ['easycome', 'wazabi', 'debacle', 'themots'], doubts: ['themots'], sentences: ['easycome', 'wazabi', 'debacle', 'themots'], whoRolled: ['wazabi'] };

export const functions = {
  async functions({ browser, server, games }) {
    const page = await person(browser, server);
    await page.goto(server.url);
    await page.waitForSelector('.game-card h2');
    for (const [name, check] of Object.entries(checks)) {
      if (!(PLAYS[name] ?? []).every((game) => games.includes(game))) continue;
      try {
        await check(page, games);
      } catch (error) {
        error.message = `${name}: ${error.message}`;
        throw error;
      }
    }
    await close(page);
  },
};
