// node sentences.mjs WEB: reads the output of tests/sentences.c, and compares the terminal's sentence about each line, for a listener, with
// the browser's announcement. WEB: the folder with the client's files. The boards need no page for this, only its globals.
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

// A stand-in for everything of a page that the modules touch while they are loaded.
const anything = () => new Proxy(function () {}, {
  get: (_, key) => (key === Symbol.toPrimitive ? () => '' : anything()), set: () => true, apply: () => anything(), construct: () => anything(),
});
Object.defineProperty(globalThis, 'navigator', { value: { language: 'en' }, configurable: true });
const storage = { getItem: () => null, setItem() {}, removeItem() {} };
Object.assign(globalThis, {
  document: anything(), window: globalThis, Node: class {}, history: {}, localStorage: storage, sessionStorage: storage,
  location: { href: 'http://page/', search: '', pathname: '/', origin: 'http://page', protocol: 'http:', host: 'page' },
  addEventListener() {}, matchMedia: () => ({ matches: false, addEventListener() {} }),
});

const root = pathToFileURL(`${process.argv[2]}/`);
const { setLanguage, TEXTS } = await import(new URL('core/texts.js', root));
const { plain: plainBoard } = await import(new URL('core/board_plain.js', root));
const boards = {};
const boardOf = async (game) => {
  if (!boards[game]) {
    boards[game] = { ...plainBoard, ...(await import(new URL(`games/${game}/board.js`, root))).default };
    Object.assign(TEXTS, (await import(new URL(`games/${game}/texts.js`, root))).default);
  }
  return boards[game];
};

// Spaces are compared as spaces. Only the terminal says in the same breath why a word is doubted, and it shows the end of a round apart. Only
// the browser repeats the number of a theme before a word.
const even = (words) => words.replace(/\s+/g, ' ').trim();
const core = (words) => even(words).replace(/ \([^()]*\)(?=\.$)/, '').replace(/([“«] ?)\d /, '$1').replace(/ (End of the round|Fin de la manche)\. .*$/, '');

const wrong = [], counts = {};
function compare(board, { game, file, viewer, names, start, steps }, language) {
  const log = [];
  let before = start;
  setLanguage(language);
  steps.forEach(({ line, state, [language]: terminal }, i) => {
    const said = steps[i - 1]?.line, ruling = /^\* (yes|no)\b/.test(line) && / say /.test(said ?? '');
    log.push(line);
    const lines = ruling ? [said, line] : [line], owner = board.owner(line, before);
    const view = {
      you: viewer, name: (seat) => names[seat - 1], owner, fresh: [line], before, state, log: [...log], ui: {}, legal: [], beat: i,
      seats: names.map((name) => ({ name, kind: 'person', here: true })), table: {}, turn: { seat: 0 },
    };
    before = state;
    if (/^\d say /.test(line)) return; // the terminal says a word with its ruling
    if (/^\* (yes|no)\b/.test(line) && !ruling) return; // after a vote
    const browser = board.hear ? board.hear(lines, view) : board.tell(lines, view);
    counts[game] = (counts[game] ?? 0) + 1;
    if (core(browser) !== core(terminal)) wrong.push(`${file}, line ${i + 1}, viewer ${viewer}: ${line}\n  terminal: ${terminal}\n  browser:  ${browser}`);
  });
}

for await (const line of createInterface({ input: process.stdin })) {
  const record = JSON.parse(line), board = await boardOf(record.game);
  for (const language of ['en', 'fr']) compare(board, record, language);
}
for (const text of wrong.slice(0, 400)) console.log(text);
console.log(`${wrong.length} sentences differ; compared: ${Object.entries(counts).map(([game, n]) => `${game} ${n}`).join(', ')}`);
process.exit(wrong.length || Object.values(counts).some((n) => n < 20) ? 1 : 0);
