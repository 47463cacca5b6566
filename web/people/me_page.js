// A person's page: /me, with statistics, running and finished games; /p/NAME shows others what the person shows. Without an account or a
// server, /me has the results that this browser stores.
import { h } from '../core/dom.js';
import { initialsPlate } from '../core/faces.js';
import { redraw } from '../core/frame.js';
import { gameTitle, loadGames } from '../core/games.js';
import { personName, setting } from '../core/keep.js';
import { agentName, copyText, nothingView, percent } from '../core/parts.js';
import { fileOf, hasServer, homeWith } from '../core/place.js';
import { t, TEXTS } from '../core/texts.js';
import { GAMES } from '../games.js';
import { cupPicture } from '../core/art.js';
import { loadResults, resultsView } from '../pages/statistics.js';
import { luckChart, luckSums, luckWords, monthChart, number, shareBar } from './charts.js';
import { monthText } from './days.js';
import { gamesTable, gamesView, opponentName, startGames } from './games_list.js';
import { account, ask, loadMe, reason } from './me.js';

/** @typedef {import('../core/dom.js').Child} Child */
/** @typedef {{played: number, won: number, drawn: number, lost: number, left: number}} Counts */
/**
 * @typedef {object} Statistics
 * @property {number} games
 * @property {number} hinted
 * @property {number} imported
 * @property {(Counts & {game: string})[]} by_game
 * @property {(Counts & {name: string})[]} by_opponent
 * @property {(Counts & {game: string, bot: string})[]} by_level
 * @property {(Counts & {game: string, month: string})[]} by_month
 * @property {(Counts & {game: string})[]} with_hints
 * @property {number} analysed
 * @property {number} waiting
 * @property {{luck: number, spread: number}[]} luck
 * @property {{game: string, kind: string, cost: number, games: number}[]} mistakes
 * @property {{game: string, theme: string, words: number, refused: number}[]} themes
 */

const COSTS = 6, LEAST = 0.005; // mistakes shown; a cost in wins that is shown as zero

/** @type {Statistics} */
const NOTHING = {
  games: 0, hinted: 0, imported: 0, by_game: [], by_opponent: [], by_level: [], by_month: [], with_hints: [], analysed: 0, waiting: 0,
  luck: [], mistakes: [], themes: [],
};

/** @type {Statistics | null} */
let numbers = null;
/** @type {any} */
let profile = null;
let name = '', trouble = '', wanted = 0; // whose page; the number of the last request

async function load() {
  const now = ++wanted;
  trouble = '';
  try {
    await Promise.all([loadGames(), name ? loadProfile() : loadMine()]);
  } catch (error) {
    if (now === wanted) trouble = reason(error);
  }
  if (now === wanted) redraw();
}

async function loadProfile() {
  try {
    profile = await ask(`/api/people/${encodeURIComponent(name)}`);
  } catch (error) {
    if (/** @type {import('./me.js').PeopleError} */ (error).status !== 404) throw error;
    profile = { none: true };
  }
}

async function loadMine() {
  await loadResults();
  const me = hasServer() ? await loadMe().catch((error) => {
    if (personName()) throw error;
    return null; // a guest's page has this browser's results
  }) : null;
  if (!me?.person) return;
  const [answer] = await Promise.all([ask('/api/me/statistics'), startGames()]);
  /** @type {Statistics} */
  const all = { ...NOTHING, ...answer };
  await Promise.all([...new Set(all.mistakes.map(({ game }) => game))].map(loadKinds));
  numbers = all;
}

// ---- head ----

/** @param {Counts[]} list */
const sum = (list) => list.reduce((all, { played, won }) => ({ played: all.played + played, won: all.won + won }), { played: 0, won: 0 });

/** @param {Counts[]} list */
function facts(list) {
  const { played, won } = sum(list);
  if (!played) return null;
  return h('dl', { class: 'me-facts' },
    h('div', null, h('dd', null, played), h('dt', null, t('me.games', { n: played }))),
    h('div', null, h('dd', null, percent(won / played, 0)), h('dt', null, t('me.won'))));
}

/** @param {string} who @param {number} since @param {Counts[]} list @param {Child} [buttons] */
const head = (who, since, list, buttons) => h('section', { class: 'who-am', key: 'head' },
  h('span', { class: 'plate-face seat-1 initial', 'aria-hidden': 'true' }, initialsPlate(who)),
  h('div', null, h('h1', null, who), h('p', null, t('me.since', { month: monthText(since) }))),
  h('div', { class: 'row' }, buttons),
  facts(list));

/** The page of a person at this address. @param {string} who */
const pageAddress = (who) => homeWith('').replace(/#?$/, '').replace(/\/$/, '') + `/p/${encodeURIComponent(who)}`;

// ---- lists with bars ----

/** @param {string} game */
const chip = (game) => h('span', { class: 'game-chip', 'aria-hidden': 'true' }, (GAMES[game]?.picture ?? cupPicture)());

/** @param {string} key @param {Child} picture @param {Child} words @param {Counts} counts */
function countRow(key, picture, words, { played, won, drawn, left }) {
  const more = [drawn > 0 && t('me.drawn', { n: drawn }), left > 0 && t('me.left', { n: left })].filter(Boolean);
  return h('li', { key, 'data-row': key }, picture,
    h('span', null, words, h('small', null, [t('me.played', { n: played }), ...more].join(', '))),
    shareBar(won / played),
    h('span', { class: 'num' }, h('b', null, percent(won / played, 0)), h('small', { class: 'unseen' }, ` ${t('me.won')}`)));
}

/** @param {(Counts & {game: string})[]} list @param {string} title @param {string} [note] */
function gamesBox(list, title, note) {
  if (!list.length) return null;
  return h('section', { class: 'box', key: title },
    h('h2', null, t(title)),
    h('ul', { class: 'rows' }, list.map((each) => countRow(each.game, chip(each.game), h('b', null, gameTitle(each.game)), each))),
    note && h('p', { class: 'note' }, t(note)));
}

/** @param {Statistics} of */
function opponentsBox({ by_opponent: list }) {
  if (!list.length) return null;
  return h('section', { class: 'box', key: 'against' },
    h('h2', null, t('me.against')),
    h('ul', { class: 'rows people-rows' },
      list.slice(0, 12).map((each) => countRow(each.name, null, h('b', null, opponentName(each)), each))));
}

/** @param {Statistics} of */
function levelsBox({ by_level: list }) {
  if (!list.length) return null;
  return h('section', { class: 'box', key: 'levels' },
    h('h2', null, t('me.bylevel')),
    h('ul', { class: 'rows' }, list.slice(0, 16).map((each) => countRow(`${each.game}.${each.bot}`, chip(each.game),
      [h('b', null, agentName(each.bot)), ' ', h('small', { class: 'beside' }, gameTitle(each.game))], each))));
}

/** @param {Statistics} of */
function monthsBox({ by_month: list }) {
  if (!list.length) return null;
  const months = [...new Set(list.map(({ month }) => month))]
    .map((month) => ({ month, ...sum(list.filter((each) => each.month === month)) }));
  return h('section', { class: 'box', key: 'months' }, h('h2', null, t('me.bymonth')), monthChart(months));
}

// ---- dice and mistakes ----

/** @param {Statistics} of */
function luckBox({ luck, waiting }) {
  const sums = luckSums(luck), wait = waiting > 0 && h('p', { class: 'fine', key: 'waiting' }, t('luck.waiting', { n: waiting }));
  if (!sums.length) return wait && h('section', { class: 'box', key: 'luck' }, h('h2', null, t('me.luck')), wait);
  const [answer, why] = luckWords(sums);
  return h('section', { class: 'box', key: 'luck' },
    h('h2', null, t('me.luck')),
    h('p', { class: 'lead' }, h('b', { 'data-answer': true }, answer), ' ', why),
    luckChart(sums),
    h('p', { class: 'note' }, h('i', { class: 'key', 'aria-hidden': 'true' }), t('luck.note')),
    wait);
}

/** Loads the game's words for kinds of mistakes, which are beside those of its tutorial. @param {string} game */
async function loadKinds(game) {
  const file = GAMES[game]?.lesson;
  if (file) Object.assign(TEXTS, (await import(fileOf(file.slice(1))).catch(() => ({ default: {} }))).default);
}

/** The words for a kind of mistake are the game's own. @param {string} game @param {string} kind */
const kindText = (game, kind) => (TEXTS[`mistake.${game}.${kind}`] ? t(`mistake.${game}.${kind}`) : kind);

/** @param {Statistics} of */
function costsBox({ mistakes }) {
  const list = [...mistakes].filter(({ cost }) => cost >= LEAST).sort((a, b) => b.cost - a.cost).slice(0, COSTS);
  if (!list.length) return null;
  return h('section', { class: 'box', key: 'costs' },
    h('h2', null, t('me.costs')),
    h('ul', { class: 'costs' }, list.map(({ game, kind, cost, games }) => h('li', { key: `${game}.${kind}` },
      h('span', null, kindText(game, kind), ' ', h('small', null, `${gameTitle(game)}, ${t('me.cost.in', { n: games })}`)),
      h('b', { class: 'num bad' }, number(-cost, cost < 10 ? 2 : 1)), shareBar(cost / list[0].cost, 'lost')))),
    h('p', { class: 'note' }, t('me.costs.note')));
}

/** @param {Statistics} of */
function themesBox({ themes }) {
  if (!themes.length) return null;
  const list = [...themes].sort((a, b) => b.words - a.words).slice(0, 12);
  return h('section', { class: 'box', key: 'themes' },
    h('h2', null, t('me.themes')),
    h('table', { class: 'draws' }, h('caption', { class: 'unseen' }, t('me.themes')),
      h('thead', null, h('tr', null, ['me.theme', 'me.theme.words', 'me.theme.refused'].map((key) => h('th', { scope: 'col' }, t(key))))),
      h('tbody', null, list.map(({ theme, words, refused }) =>
        h('tr', { key: theme }, h('th', { scope: 'row' }, theme), h('td', null, words), h('td', null, refused))))));
}

// ---- pages ----

const emptyView = () => h('section', { class: 'box wide', key: 'empty', 'data-empty': true },
  h('h2', null, t('me.empty')), h('p', { class: 'note' }, t('me.empty.why')),
  h('a', { class: 'button primary', href: '/', 'data-nav': true }, t('me.play')));

function browserView() {
  const view = resultsView();
  return view && h('section', { class: 'box wide', key: 'browser' }, h('h2', null, t('me.here')), view);
}

/** @param {import('./me.js').Person} person */
function mine({ name: who, since, visible }) {
  const buttons = [
    visible !== 'nobody' && h('button', {
      class: 'button small', type: 'button', 'data-do': 'share-me', onclick: () => copyText(pageAddress(who)),
    }, t('me.share')),
    h('a', { class: 'button small', href: '/account', 'data-nav': true, 'data-do': 'account' }, t('me.account')),
  ];
  const n = numbers;
  if (!n) return [head(who, since, [], buttons), h('p', { class: 'box wide', key: 'wait' }, t('loading'))];
  if (!n.games && !n.hinted && !n.imported) return [head(who, since, [], buttons), emptyView(), browserView()];
  return [
    head(who, since, n.by_game, buttons),
    luckBox(n), costsBox(n), gamesBox(n.by_game, 'me.bygame'), opponentsBox(n), monthsBox(n), levelsBox(n), themesBox(n),
    gamesBox(n.with_hints, 'me.hints', 'me.hints.note'),
    n.imported > 0 && h('p', { class: 'fine wide', key: 'imported' }, t('me.imported', { n: n.imported })),
    gamesView(n.by_opponent.map((each) => each.name)),
    browserView(),
  ];
}

function guestView() {
  const offer = hasServer();
  return [
    h('section', { class: 'box wide', key: 'guest' },
      h('h1', null, setting('name', '') || t('me.guest')),
      h('p', { class: 'note' }, t(offer ? 'me.guest.why' : 'people.noserver')),
      offer && h('a', { class: 'button primary', href: '/account', 'data-nav': true }, t('keep.offer.go'))),
    browserView() ?? h('section', { class: 'box wide', key: 'empty', 'data-empty': true },
      h('h2', null, t('me.empty')), h('a', { class: 'button', href: '/', 'data-nav': true }, t('me.play'))),
  ];
}

function profileView() {
  const { name: who, since, by_game: list = [], games = [] } = profile;
  return [
    head(who, since, list),
    gamesBox(list, 'me.bygame'),
    games.length > 0 && h('section', { class: 'box wide', key: 'latest' },
      h('h2', null, t('profile.latest')), gamesTable(games, t('profile.latest'), false)),
  ];
}

function content() {
  if (trouble) {
    return h('section', { class: 'box wide', key: 'trouble' }, h('p', { class: 'trouble' }, trouble),
      h('button', { class: 'button', type: 'button', onclick: load }, t('people.retry')));
  }
  if (name) return profile ? profileView() : h('p', { class: 'box wide', key: 'wait' }, t('loading'));
  const person = account()?.person;
  return person ? mine(person) : personName() ? h('p', { class: 'box wide', key: 'wait' }, t('loading')) : guestView();
}

function view() {
  if (name && profile?.none) return nothingView(t('profile.none'), t('profile.none.why'));
  return h('div', { class: 'wrap me-page', key: 'me' }, content());
}

/** @param {string} whose '' for one's own page @returns {import('../core/frame.js').Page} */
export function open(whose) {
  [name, profile, numbers, trouble] = [whose, null, null, ''];
  return {
    name: 'people',
    title: () => `${whose || account()?.person?.name || t('me.title')} · Cornet`,
    heading: () => h('span', { class: 'heading' }, whose ? '' : t('me.title')),
    view,
    enter: load,
    leave: () => void wanted++,
    language: () => loadGames().then(redraw, () => {}),
  };
}
