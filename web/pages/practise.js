// The page «Practise»: the deck, a card or a position of a trainer on its real board, and what each choice was worth. The module
// (src/wasm/practise.c) knows cards, schedule and values; this page draws and stores.
import { h } from '../core/dom.js';
import { redraw } from '../core/frame.js';
import { boardOf, gameTitle, loadGames, loadStyle } from '../core/games.js';
import { mySeat } from '../core/keep.js';
import { announce, notice } from '../core/parts.js';
import { allResults } from '../core/results.js';
import { t } from '../core/texts.js';
import { collect } from '../practise/collect.js';
import { keepDues } from '../practise/dues.js';
import { Engine, canPractise, gamesIn, today } from '../practise/engine.js';
import { addTexts, deckText, isUnkept, partsOf } from '../practise/store.js';
import '../practise/texts.js';
import { deckView } from './practise_deck.js';
import { drillView, tellDrill } from './practise_drill.js';

/**
 * @typedef {object} Theme
 * @property {string} id
 * @property {string} title
 * @property {number} cards
 * @property {number} due
 * @property {number} learning
 * @property {number} known
 * @property {number} drills
 * @property {number} right
 * @property {number} mean
 * @property {number[]} losses
 */

/** @typedef {{id: string, race: boolean, themes: Theme[]}} GameThemes */

/**
 * The state of the deck: what the module answers.
 * @typedef {object} DeckState
 * @property {number} day
 * @property {number} cards
 * @property {number} due
 * @property {number} left
 * @property {number} done
 * @property {number} learning
 * @property {number} known
 * @property {number} next
 * @property {number} daily
 * @property {number[]} dues
 * @property {number[]} reviews
 * @property {GameThemes[]} games
 */

/** @typedef {{line: string, share: number, error: number, own: boolean, then: boolean}} Choice */

/**
 * A question. `id`: of a card; null: of a trainer. `seconds`: of a round of words.
 * @typedef {object} Exercise
 * @property {string | null} id
 * @property {string} game
 * @property {string} theme
 * @property {string} title
 * @property {string} ask
 * @property {number} seat
 * @property {number} [made]
 * @property {number} [seconds]
 * @property {import('../model/messages.js').Seat[]} seats
 * @property {string[]} legal
 * @property {string[]} log
 * @property {import('../model/messages.js').GameState} state
 */

/** @typedef {{right: boolean, loss: number, choices: Choice[], because: string, returns?: number}} Result of an answer */
/** @typedef {{best: number, most: number, missed: string[]}} WordsResult */

/**
 * An exercise on the screen.
 * @typedef {object} Drill
 * @property {Exercise} exercise
 * @property {import('../model/board.js').Board} board
 * @property {Record<string, any>} ui
 * @property {Result | null} result
 * @property {WordsResult | null} words
 * @property {{word: string, points: number}[]} said
 * @property {number} end when a round of words ends, by performance.now(); 0: there is no clock
 * @property {{number: number, of: number, right: number, lost: number, answered: number}} row
 * @property {[string, string] | null} trainer game and theme
 * @property {boolean} busy
 */

/**
 * @typedef {object} PractisePage
 * @property {Engine} engine
 * @property {DeckState | null} deck
 * @property {Drill | null} drill
 * @property {string} trouble
 * @property {boolean} busy
 * @property {string} game whose kinds of mistakes are shown; '' for all
 */

/** What the views may do. @typedef {typeof acts} Acts */

/** @type {PractisePage} */
const page = { engine: new Engine(), deck: null, drill: null, trouble: '', busy: false, game: '' };

/** @param {any} state */
function takeState(state) {
  page.deck = state;
  keepDues(state);
}

/** Loads the stored deck into the module. */
async function loadDeck() {
  const text = await deckText(), state = await page.engine.ask(`deck ${today()}`, text, gamesIn(text));
  if (state.damaged) notice(t('practise.damaged', { why: state.damaged }), 'bad');
  takeState(state);
}

/** Runs a request; the page shows that it waits. @param {() => Promise<unknown>} act */
async function run(act) {
  if (page.busy) return;
  page.busy = true;
  page.trouble = '';
  redraw();
  try {
    await act();
  } catch (error) {
    console.warn(error);
    page.engine.end();
    page.trouble = t('practise.failed');
    page.deck = null;
    page.drill = null;
  }
  page.busy = false;
  redraw();
}

/** Games that ended elsewhere, or before the page was closed: their cards are made now. */
async function catchUp() {
  const results = await allResults().catch(() => []);
  const last = results.sort((/** @type {any} */ a, /** @type {any} */ b) => b.when - a.when).slice(0, 5);
  for (const { table, seat } of last) await collect(table, mySeat(table)?.seat ?? seat);
  if (page.deck && !page.drill && !page.busy) await run(loadDeck);
}

// ---- exercises ----

/** @param {Exercise | null} exercise @param {Drill['row']} row @param {Drill['trainer']} trainer */
async function showExercise(exercise, row, trainer) {
  if (!exercise) {
    page.drill = null;
    if (trainer) notice(t('practise.nothing'), 'bad');
    else announce(t('practise.cards'));
    return;
  }
  const board = await boardOf(exercise.game), end = exercise.seconds ? performance.now() + 1000 * exercise.seconds : 0;
  page.drill = { exercise, board, ui: {}, result: null, words: null, said: [], end, row, trainer, busy: false };
  announce(tellDrill(page.drill));
  if (end) tick();
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

function tick() {
  clearTimeout(timer);
  const { drill } = page;
  if (!drill?.end || drill.words) return;
  if (performance.now() >= drill.end) endWords();
  else timer = setTimeout(tick, 500);
  redraw();
}

const newRow = (/** @type {number} */ of) => ({ number: 1, of, right: 0, lost: 0, answered: 0 });

const startCards = () => run(() => nextCard(newRow(page.deck?.left ?? 0)));

/** @param {Drill['row']} row */
const nextCard = async (row) =>
  showExercise(row.number > row.of ? null : await page.engine.ask(`next ${today()} - -`), row, null);

/** @param {string} game @param {string} theme */
const startTrainer = (game, theme) => run(() => nextPosition(newRow(0), [game, theme]));

/** @param {Drill['row']} row @param {[string, string]} trainer */
async function nextPosition(row, trainer) {
  const [game, theme] = trainer, seed = crypto.getRandomValues(new Uint32Array(1))[0];
  const exercise = await page.engine.ask(`drill ${game} ${theme} ${seed}`, '', [game, `+${game}/3`]);
  return showExercise(exercise, row, trainer);
}

/** The player has chosen. @param {string} line */
function answer(line) {
  const { drill } = page;
  if (!drill || drill.result || drill.words || drill.busy) return;
  if (drill.end) return sayWord(line);
  drill.busy = true;
  redraw();
  return run(async () => {
    const given = await page.engine.ask(`answer ${today()}`, line);
    drill.busy = false;
    if (given.why) return notice(given.why, 'bad');
    await take(drill, given);
    drill.result = given;
    drill.row.right += given.right ? 1 : 0;
    announce(tellDrill(drill));
  });
}

/** Stores what an answer adds to the deck. @param {Drill} drill @param {any} given */
async function take(drill, given) {
  await addTexts([given.store]);
  takeState(given);
  drill.ui = {};
  drill.row.answered++;
  drill.row.lost += given.loss ?? 0;
}

/** @param {string} line */
async function sayWord(line) {
  const { drill } = page;
  const { why, points } = await page.engine.ask(`word ${today()}`, line);
  if (!drill || drill !== page.drill) return;
  drill.ui = {};
  if (why) notice(why, 'bad');
  else {
    const word = line.split(' ').slice(2).join(' ');
    drill.said.push({ word, points });
    announce(t('practise.word', { word, n: points }));
  }
  redraw();
}

function endWords() {
  clearTimeout(timer);
  const { drill } = page;
  if (!drill?.end || drill.words) return;
  return run(async () => {
    const given = await page.engine.ask(`end ${today()}`);
    await take(drill, given);
    drill.words = given;
    drill.row.right += given.best === given.most ? 1 : 0;
    announce(tellDrill(drill));
  });
}

function next() {
  const { drill } = page;
  if (!drill) return;
  const row = { ...drill.row, number: drill.row.number + 1 }, { trainer } = drill;
  return run(() => (trainer ? nextPosition(row, trainer) : nextCard(row)));
}

function leaveDrill() {
  clearTimeout(timer);
  page.drill = null;
  announce(t('practise.cards'));
  redraw();
}

function forget() {
  const id = page.drill?.exercise.id;
  if (!id) return;
  return run(async () => {
    const given = await page.engine.ask(`forget ${today()} ${id}`);
    await addTexts([given.store]);
    takeState(given);
    notice(t('practise.forgotten'));
    page.drill = null;
  });
}

// ---- export and import ----

const exportDeck = () => run(async () => {
  const { text } = await page.engine.ask(`export ${today()}`);
  const file = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  h('a', { href: file, download: 'practise.cornet' }).click();
  setTimeout(() => URL.revokeObjectURL(file), 60000);
});

/** @param {File} file */
const importDeck = (file) => run(async () => {
  const text = await file.text(), given = await page.engine.ask(`import ${today()}`, text, gamesIn(text));
  if (given.why) return notice(t('practise.refused', { why: given.why }), 'bad');
  await addTexts(partsOf(given.text));
  takeState(given);
  notice(t('practise.imported', { n: given.fresh }));
});

/** @param {string} game '' for all */
function chooseGame(game) {
  page.game = game;
  redraw();
}

// ---- the page ----

const acts = { answer, endWords, next, leaveDrill, forget, chooseGame, startCards, startTrainer, exportDeck, importDeck,
  /** @param {import('../model/board.js').View} v */
  noteView: (v) => noteView(v) };

function view() {
  if (!canPractise) return h('div', { class: 'page' }, h('h1', null, t('practise.title')), h('p', null, t('practise.none')));
  if (page.drill) return drillView(page, page.drill, acts);
  if (page.deck) return deckView(page, page.deck, acts);
  return h('div', { class: 'page' }, h('h1', null, t('practise.title')),
    h('p', { role: 'status' }, page.trouble || t('practise.loading')),
    page.trouble && h('button', { class: 'button primary', type: 'button', 'data-do': 'practise-again', onclick: () => run(loadDeck) },
      t('practise.start', { n: 1 })));
}

/** @param {KeyboardEvent} event */
function key(event) {
  const { drill } = page;
  if (!drill) return false;
  if (event.key === 'Escape') return leaveDrill(), true;
  if (event.key === '=') return announce(tellDrill(drill), true), true;
  const done = drill.result || drill.words;
  if (event.key === 'Enter' && done && !(event.target instanceof HTMLElement && event.target.closest('button, a'))) return next(), true;
  if (!done && drill.board.key(event, boardView())) return true;
  /** @type {NodeListOf<HTMLElement>} */
  const buttons = document.querySelectorAll('.bar-buttons [data-number]');
  const button = /^[1-9]$/.test(event.key) ? buttons[Number(event.key) - 1] : null;
  button?.click();
  return Boolean(button);
}

/** @type {() => import('../model/board.js').View} */
let boardView = () => {
  throw new Error('no board is shown');
};

/** The view that the board was drawn with, for its keys. @param {import('../model/board.js').View} v */
const noteView = (v) => (boardView = () => v);

export function openPractise() {
  return {
    get name() {
      return page.drill ? 'learn' : 'practise'; // an exercise has the layout of a guided game
    },
    title: () => `${t('practise.title')} · Cornet`,
    heading: () => h('span', { class: 'heading' },
      page.drill ? `${gameTitle(page.drill.exercise.game)} · ${page.drill.exercise.title}` : t('practise.title')),
    view,
    key,
    async enter() {
      page.drill = null;
      await Promise.all([loadStyle('/practise.css'), loadGames().catch(() => {})]);
      if (!canPractise) return redraw();
      await run(loadDeck);
      if (isUnkept()) notice(t('practise.memory'), 'bad');
      catchUp();
    },
    leave() {
      clearTimeout(timer);
      page.engine.end();
      page.drill = null;
      page.deck = null;
      page.busy = false;
    },
    language: () => run(loadDeck),
    changed: () => run(loadDeck),
  };
}
