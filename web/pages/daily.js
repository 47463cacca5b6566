// The challenge of the day: /daily/GAME/DATE. A position is played here, on the game's own board; letters too, by games/NAME/daily.js; a
// whole game at a table, with the day's dice. Results stay in this browser (daily_store.js).
import { h } from '../core/dom.js';
import { flagOf, plateClass, seatFace } from '../core/faces.js';
import { allGames, boardOf, gameTitle, loadGames, loadStyle, myName } from '../core/games.js';
import { go, redraw } from '../core/frame.js';
import { icon } from '../core/icons.js';
import { agentName, announce, copyText, fetchJson, nothingView, notice, percent } from '../core/parts.js';
import { addressOf, fileOf } from '../core/place.js';
import { language, t, TEXTS } from '../core/texts.js';
import { GAMES } from '../games.js';
import { dateOf, isDate, keepDaily, minutesLeft, resultOf, starsOf, streakOf } from './daily_store.js';
import { monthView, tableView } from './daily_side.js';
import texts from './texts_daily.js';

/** @typedef {import('../model/board.js').View} View */
/** @typedef {import('./daily_store.js').Result} Result */

const SECOND = 1000, LONGEST_WORD = 40;

/**
 * @typedef {object} Day
 * @property {string} game
 * @property {string} date
 * @property {any} facts the challenge, as /api/daily/GAME/DATE gives it; null until it is loaded
 * @property {any} own the game's daily.js
 * @property {import('../model/board.js').Board | null} board
 * @property {Record<string, any>} ui
 * @property {string[]} said actions or words
 * @property {string[]} fresh the line that is shown
 * @property {string | null} hint
 * @property {boolean} again a finished challenge is played again
 * @property {any} summary of the table of a whole game
 */

/** @type {Day} */
let day;
let trouble = '', typed = '';
/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;

export const dayGames = () => (allGames() ?? []).map(({ id }) => id);
/** @param {string} date */
export const dateWords = (date) =>
  new Date(`${date}T12:00Z`).toLocaleDateString(language(), { timeZone: 'UTC', day: 'numeric', month: 'long' });
/** @param {number} seconds */
const clockWords = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
const result = () => (day.again ? null : resultOf(day.date, day.game));
const isOver = () => Boolean(result()?.done);
/** @param {Partial<Result>} more */
const keep = (more) => (day.again ? null : keepDaily(day.date, day.game, more));
const sinceStart = () => Math.round((Date.now() - (result()?.started ?? Date.now())) / SECOND);

// ---- loading ----

/** @param {string[]} said @param {boolean} solution */
const path = (said, solution) =>
  `/api/daily/${day.game}/${day.date}?lang=${language()}&said=${encodeURIComponent(said.join(','))}${solution ? '&solution=1' : ''}`;

/** @param {boolean} [solution] */
async function load(solution = isOver()) {
  const asked = day;
  try {
    const facts = await fetchJson(path(day.said, solution));
    if (asked === day) day.facts = facts;
    return true;
  } catch (error) {
    if (asked === day) trouble = /** @type {Error} */ (error).message;
    return false;
  } finally {
    redraw();
  }
}

async function open() {
  const asked = day, file = GAMES[day.game]?.daily;
  try {
    if (!allGames()) await loadGames();
    if (!dayGames().includes(day.game)) throw new Error(t('daily.none'));
    const [board, own] = await Promise.all([boardOf(day.game), file ? import(fileOf(file.slice(1))) : null, loadStyle('/daily.css')]);
    if (asked !== day) return;
    Object.assign(day, { board, own: own?.default ?? {} });
    Object.assign(TEXTS, day.own.texts);
    const known = result();
    if (known?.words) day.said = known.words;
    if (await load()) await begin(known);
  } catch (error) {
    trouble = /** @type {Error} */ (error).message;
  }
  redraw();
}

/** What was left unfinished goes on. @param {Result | null} known */
async function begin(known) {
  if (day.facts.kind === 'game' && known?.table) await loadTable(known.table);
  if (day.facts.kind === 'words' && known && !known.done) leftOf(known) > 0 ? startClock() : await endWords();
  if (day.facts.kind === 'turns' && !known) keep({});
  announce([question(), reason()].join(' '));
}

// ---- a position ----

const lineOf = (/** @type {string} */ line) => line.slice(2);

/** @param {string} line */
async function play(line) {
  if (isOver()) return;
  const before = day.facts, said = day.said;
  day.said = [...said, lineOf(line)];
  day.ui = {};
  if (!(await load(false))) return void (day.said = said);
  const { facts } = day;
  day.fresh = facts.log.slice(-1);
  const spoken = facts.log.slice(before.log.length).map((/** @type {string} */ one) => day.board?.say(one, view())).join(' ');
  announce(spoken);
  if (facts.status === 'won') await found();
  else if (facts.status === 'lost') await missed();
  else if (facts.used > before.used) announce(t('daily.reply', { n: facts.used + 1, of: facts.turns }));
}

async function found() {
  const attempts = (result()?.attempts ?? 0) + 1;
  keep({ done: true, won: true, attempts, seconds: sinceStart() });
  await load(true);
  announce(question());
}

async function missed() {
  const attempts = (result()?.attempts ?? 0) + 1;
  keep({ attempts });
  notice(t('daily.wrong', { n: attempts + 1 }));
  return restart();
}

function restart() {
  Object.assign(day, { said: [], fresh: [], ui: {} });
  return load(false);
}

function takeBack() {
  if (!day.said.length || isOver()) return false;
  day.said = day.said.slice(0, -1);
  load(false);
  return true;
}

async function hint() {
  const { solution } = await fetchJson(path([], true));
  day.hint = solution[0];
  keep({ hints: Math.max(1, result()?.hints ?? 0) });
  await restart();
  announce(reason());
}

async function giveUp() {
  keep({ done: true, won: false, shown: true, seconds: sinceStart() });
  await restart();
  await load(true);
  announce(question());
}

/** @returns {View} */
function view() {
  const { state, legal, log } = day.facts, may = !isOver() && day.facts.status === 'open';
  /** @type {View['seats']} */
  const seats = [{ name: myName(), kind: 'person', here: true }, { name: t('daily.other'), kind: 'bot', here: true }];
  /** @type {View['turn']} */
  const turn = { why: may ? 'choose' : 'soon', seat: 1, mover: 1, throws: false, turn: 1, mine: may };
  return {
    table: { clock: null }, turn, seats, state, log,
    legal: may ? legal : [], may, you: 1, side: 1,
    name: (seat) => seats[seat - 1]?.name ?? '', play, redraw, ui: day.ui,
    fresh: [], before: null, owner: 1, beat: `daily-${log.length}`,
    mark: isOver() ? `1 ${day.facts.solution?.[0] ?? ''}` : day.hint && !day.said.length ? `1 ${day.hint}` : null,
    then: [], replaying: false, timeout: 0, pending: null, dwell: 0, spent: 0, waiting: false,
    throwing: null, people: [], lesson: false, playFor() {}, follow() {}, clock: () => null, tags: () => [],
    plate: (seat) => plateClass(turn, seat), flag: (seat) => flagOf(turn, seat),
    seatCard: (seat) =>
      [seatFace(seats, seat), h('span', { class: 'seat-words' }, h('span', { class: 'seat-name' }, seats[seat - 1].name))],
  };
}

const many = () => (day.facts.turns > 1 ? 'n' : '1');

function turnsView() {
  const steps = isOver() ? day.facts.solution ?? [] : [];
  return [
    h('section', { class: 'board', key: 'board', 'aria-label': t('board') }, day.board?.board(view())),
    h('section', { class: 'task', key: 'task' },
      h('h2', null, t(`daily.task.${many()}`, { n: day.facts.turns })),
      h('p', null, t(`daily.task.why.${many()}`)),
      h('p', null, t('daily.level', { n: day.facts.grade })),
      steps.length > 0 && h('p', { class: 'steps' }, t('daily.shown', { lines: steps.join(' ') }))),
  ];
}

// ---- words ----

/** Seconds that are left of the minute. @param {Result | null} [known] */
const leftOf = (known = result()) => (known ? day.facts.seconds - Math.floor((Date.now() - known.started) / SECOND) : day.facts.seconds);

function startClock() {
  clearInterval(timer);
  timer = setInterval(() => (leftOf() > 0 ? redraw() : endWords()), SECOND / 4);
  redraw();
}

function throwDice() {
  keep({ started: Date.now(), words: [] });
  startClock();
  const { dice, initial, theme } = day.facts;
  const letters = dice.map((/** @type {any} */ die) => die.letter).join(' ');
  announce(`${theme[language()]}. ${t('daily.letters', { letters, initial: dice[initial].letter })}`);
  queueMicrotask(() => document.getElementById('day-word')?.focus());
}

async function sayWord() {
  const word = typed.trim().replaceAll(',', ' ');
  typed = '';
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById('day-word'));
  if (field) field.value = '';
  if (!word || leftOf() <= 0 || day.said.includes(word)) return redraw();
  day.said = [...day.said, word];
  keep({ words: day.said });
  if (!(await load(false))) return;
  const { said, points, why } = day.facts.said.at(-1);
  announce(points ? `${said}: +${points}` : `${said}: ${why}`);
}

async function endWords() {
  clearInterval(timer);
  if (!(await load(true))) return;
  const good = day.facts.said.filter((/** @type {any} */ one) => one.points > 0).length;
  keep({ done: true, points: day.facts.total, words: day.said, won: good > 0, seconds: day.facts.seconds });
  announce(question());
  redraw();
}

const phase = () => (isOver() ? 'done' : result() ? 'now' : 'before');

const wordsForm = () => h('form', { class: 'day-form', key: 'form', onsubmit: (event) => (event.preventDefault(), sayWord()) },
  h('label', { class: 'unseen', for: 'day-word' }, t('daily.say')),
  h('input', {
    id: 'day-word', type: 'text', maxlength: LONGEST_WORD, autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false',
    placeholder: t('daily.say'), value: typed, oninput: (event) => (typed = event.target.value),
  }),
  h('button', { class: 'button primary', type: 'submit' }, 'OK'),
  h('output', { 'aria-hidden': 'true' }, `${Math.max(0, leftOf())} s`));

// ---- a whole game ----

/** @param {string} id */
async function loadTable(id) {
  day.summary = await fetchJson(`/api/tables/${id}`).catch(() => null);
  if (day.summary?.phase === 'over' && !isOver()) await judge(id);
}

/** The result, once the game has been judged. @param {string} id */
async function judge(id) {
  const asked = day;
  for (;;) {
    const answer = await fetchJson(`/api/tables/${id}/analysis`).catch(() => ({ status: 'unjudged' }));
    if (asked !== day) return;
    if (answer.status === 'computing') {
      redraw();
      await new Promise((done) => setTimeout(done, SECOND));
      continue;
    }
    const mine = answer.analysis?.seats[0];
    keep({ done: true, won: day.summary.result[0] === 1, ...(mine && { cost: mine.cost, mistakes: mine.mistakes }) });
    return;
  }
}

async function playGame() {
  try {
    const { createTable } = await import('../table/session.js');
    const table = await createTable({ game: day.game, daily: day.date, name: myName() });
    keep({ table });
    go(`/t/${table}`);
  } catch (error) {
    notice(/** @type {import('../model/messages.js').Refusal} */ (error).text ?? t('error.server'), 'bad');
  }
}

const botWords = () => t('daily.game.bots', { n: day.facts.players - 1, level: agentName(day.facts.level) });

const gameView = () => h('section', { class: 'stage', key: 'stage' },
  GAMES[day.game]?.picture?.(),
  h('h2', null, t('daily.game', { bots: botWords() })),
  h('p', null, t('daily.game.why')),
  h('p', { class: 'commit' }, t('daily.commit', { hex: day.facts.commit })));

// ---- the bar ----

/** @returns {string} */
function question() {
  const known = result(), { kind } = day.facts;
  if (kind === 'turns') {
    if (!known?.done) return day.said.length ? String(day.board?.bar(view()).ask ?? '') : t('daily.ask');
    const time = clockWords(known.seconds ?? 0);
    return known.won ? t(known.attempts === 1 ? 'daily.found.first' : 'daily.found', { n: known.attempts, time }) : t('daily.notfound');
  }
  if (kind === 'words') return known?.done ? pointWords(known) : known ? t('daily.say') : t('daily.ready');
  if (known?.done) return t(known.won ? 'daily.won' : 'daily.lost');
  return known?.table ? t(day.summary?.phase === 'over' ? 'daily.judging' : 'daily.playing') : t('daily.game', { bots: botWords() });
}

/** @param {Result} known */
const pointWords = (known) =>
  t('daily.points', { n: known.points, words: day.facts.said.filter((/** @type {any} */ one) => one.points > 0).length });

function reason() {
  const known = result(), { kind } = day.facts;
  if (day.date !== dateOf() && !known) return t('daily.past');
  if (known?.done) return known.cost === undefined ? '' : t('daily.cost', { cost: percent(known.cost, 1), n: known.mistakes });
  if (kind === 'turns') return day.hint ? t('daily.hinted', { what: day.hint }) : t('daily.rules');
  return kind === 'words' ? t('daily.once') : '';
}

/** @param {string} name @param {string} text @param {() => unknown} act @param {boolean} [primary] @param {string} [letter] */
const button = (name, text, act, primary = false, letter = '') => h('button', {
  class: `button${primary ? ' primary' : ''}`, type: 'button', key: name, 'data-do': `day-${name}`, onclick: act,
}, h('span', null, text), letter && h('kbd', { 'aria-hidden': 'true' }, letter));

function turnButtons() {
  const { buttons = [] } = day.board?.bar(view()) ?? {};
  return [
    button('hint', t('daily.hint'), hint, false, 'H'),
    (result()?.attempts ?? 0) > 0 && button('giveup', t('daily.giveup'), giveUp),
    day.said.length > 0 && button('restart', t('daily.restart'), restart, false, 'R'),
    ...buttons.map((one) => h('button', {
      class: `button${one.primary ? ' primary' : ''}${one.off ? ' off' : ''}`, type: 'button', key: one.key ?? one.line,
      'aria-disabled': one.off ? 'true' : null, 'data-line': one.line, onclick: () => (one.act ? one.act() : play(one.line ?? '')),
    }, h('span', null, one.text))),
  ];
}

function buttons() {
  const known = result(), { kind } = day.facts;
  if (known?.done) {
    return [
      known.table && h('a', { class: 'button', key: 'analyse', href: `/t/${known.table}#replay`, 'data-nav': true }, t('daily.analyse')),
      button('picture', t('daily.picture'), () => window.open(pictureAddress(known), '_blank', 'noopener')),
      button('share', t('daily.share'), () => share(known), true),
    ];
  }
  if (kind === 'turns') return turnButtons();
  if (kind === 'words') return known ? null : button('throw', t('daily.throw'), throwDice, true);
  return known?.table
    ? h('a', { class: 'button primary', key: 'continue', href: `/t/${known.table}`, 'data-nav': true }, t('daily.continue'))
    : button('play', t('daily.play'), playGame, true);
}

function bar() {
  if (day.facts.kind === 'words' && phase() === 'now') return wordsForm();
  const why = reason();
  return [
    h('div', { class: 'bar-words', key: 'words' },
      h('p', { class: 'ask', key: 'ask' }, question()), why && h('p', { class: 'bar-why', key: 'why' }, why)),
    h('div', { class: 'bar-buttons', key: 'buttons' }, buttons()),
  ];
}

// ---- sharing: nothing is given away ----

/** @param {Result} known */
function resultWords(known) {
  if (day.facts.kind === 'turns') return `${t('daily.stars', { n: starsOf(known) })}. ${question()}`;
  if (day.facts.kind === 'words') return pointWords(known);
  return `${question()} ${reason()}`.trim();
}

/** @param {Result} known */
function pictureAddress(known) {
  const { kind } = day.facts;
  const shown = kind === 'turns' ? `stars=${starsOf(known)}` : kind === 'words' ? `points=${known.points}` : `won=${Number(known.won)}`;
  return `/picture/daily/${day.game}/${day.date}.png?lang=${language()}&${shown}`;
}

/** @param {Result} known */
async function share(known) {
  const words = { game: gameTitle(day.game), date: dateWords(day.date) };
  const url = new URL(addressOf(`/daily/${day.game}/${day.date}`), location.href).href;
  const text = `${t('daily.share.text', words)}\n${resultWords(known)}\n${t('daily.share.try')}`;
  try {
    if (navigator.share) return await navigator.share({ text, url });
  } catch {
    return undefined; // the player changed their mind
  }
  return copyText(`${text} ${url}`);
}

// ---- the page ----

/** @param {string} game */
function gameLink(game) {
  const done = resultOf(day.date, game)?.done;
  return h('a', {
    href: `/daily/${game}/${day.date}`, 'data-nav': true, key: game, 'aria-current': game === day.game ? 'page' : null,
    'aria-label': `${gameTitle(game)}${done ? `, ${t('daily.done')}` : ''}`,
  }, gameTitle(game), ' ', done && icon('right', 16));
}

function resultBox() {
  const known = result(), streak = streakOf(day.date);
  if (!known?.done) return null;
  const stars = starsOf(known);
  return h('div', { class: 'result-box', key: 'result' },
    day.facts.kind === 'turns' && h('span', { class: 'stars', role: 'img', 'aria-label': t('daily.stars', { n: stars }) },
      [1, 2, 3].map((n) => h('i', { class: n <= stars ? 'won' : '', key: `star-${n}` }, icon('star', 26)))),
    h('b', null, question()),
    streak > 1 && h('span', null, t('daily.streak', { n: streak })));
}

function sideView() {
  const left = minutesLeft(), time = `${Math.floor(left / 60)} h ${String(left % 60).padStart(2, '0')}`;
  return h('aside', { class: 'day-side', key: 'side' },
    h('div', { class: 'day-head' }, h('h1', null, dateWords(day.date), h('small', null, t('daily.left', { time })))),
    h('nav', { class: 'day-games', 'aria-label': t('daily.games') }, dayGames().map(gameLink)),
    resultBox(),
    tableView(day.date, day.game, isOver(), resultWords),
    monthView(day.date, day.game, dayGames(), day.facts?.first ?? day.date));
}

function pageView() {
  if (trouble) return nothingView(t('lost.title'), t('daily.trouble', { why: trouble }));
  if (!day.facts || !day.board) return h('div', { class: 'empty' }, h('p', null, t('loading')));
  const { kind } = day.facts;
  return [
    h('section', { class: `felt game-${day.game}`, key: 'felt', 'aria-label': t('daily.of', { date: dateWords(day.date) }) },
      kind === 'turns' ? turnsView()
        : kind === 'words' ? h('div', { class: 'stage', key: 'stage' }, day.own.view(day.facts, phase())) : gameView(),
      h('section', { class: 'bar', key: 'bar', tabindex: '-1', 'aria-label': t('bar') }, bar())),
    sideView(),
  ];
}

/** @param {KeyboardEvent} event */
function key(event) {
  if (!day.facts || !day.board) return false;
  const letter = event.key.toLowerCase();
  if (event.key === '=') return announce(`${question()} ${reason()}`, true), true;
  if (day.facts.kind !== 'turns' || isOver()) return false;
  if (day.board.key(event, view())) return true;
  if (letter === 'u') return takeBack();
  if (letter === 'r') return restart(), true;
  return letter === 'h' && (hint(), true);
}

/** @param {string} [game] @param {string} [date] @returns {import('../core/frame.js').Page} */
export function openDaily(game = '', date = '') {
  Object.assign(TEXTS, texts);
  const ids = Object.keys(GAMES), first = ids.find((id) => !resultOf(dateOf(), id)?.done) ?? ids[0];
  day = {
    game: game || first, date: isDate(date) ? date : dateOf(), facts: null, own: {}, board: null, ui: {}, said: [], fresh: [], hint: null,
    again: false, summary: null,
  };
  trouble = '';
  typed = '';
  const words = () => t('daily.of', { date: dateWords(day.date) });
  return {
    name: 'daily',
    title: () => `${words()} · Cornet`,
    heading: () => h('span', { class: 'heading' }, words()),
    view: pageView,
    enter: open,
    leave: () => clearInterval(timer),
    language: () => (loadGames().then(redraw), day.facts && load()),
    key,
  };
}
