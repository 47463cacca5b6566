// The finished games of the account: filtered by game, opponent, result, hints and day, a page at a time.
import { h } from '../core/dom.js';
import { redraw } from '../core/frame.js';
import { allGames, gameTitle } from '../core/games.js';
import { agentName, announce, notice, percent, saveFile } from '../core/parts.js';
import { look } from '../core/place.js';
import { LEVELS } from '../core/robots.js';
import { openFile } from '../core/shared.js';
import { t } from '../core/texts.js';
import { shortDay } from './days.js';
import { ask, reason } from './me.js';

/**
 * @typedef {object} Game a finished game of the account
 * @property {string} table
 * @property {number} seat
 * @property {string} game
 * @property {number} ended
 * @property {'won' | 'drawn' | 'lost' | 'left'} result
 * @property {boolean} hints
 * @property {boolean} imported
 * @property {{name: string | null, bot?: string}[]} opponents
 * @property {number | null} luck
 * @property {number | null} cost
 */

const PAGE = 20, RESULTS = ['won', 'drawn', 'lost', 'left'];
/** The keys of the results' words. @type {Record<string, string>} */
const WAS = { won: 'won', drawn: 'draw', lost: 'lost', left: 'left' };
const NO_FILTER = { game: '', opponent: '', result: '', hints: '', from: '', to: '' };

/** @type {Record<string, string>} */
let filter = { ...NO_FILTER };
/** @type {Game[] | null} */
let games = null;
/** @type {string | null} */
let next = null;
let trouble = '', asked = 0; // the number of the last request: an older answer is ignored

/** The midnight of a day of a date field, in milliseconds. @param {string} day @param {number} more days */
function midnight(day, more = 0) {
  const [year, month, date] = day.split('-').map(Number);
  return new Date(year, month - 1, date + more).getTime();
}

/** @param {string | null} cursor */
function query(cursor) {
  const { from, to, ...plain } = filter, params = new URLSearchParams({ limit: String(PAGE) });
  for (const [name, value] of Object.entries(plain)) if (value) params.set(name, value);
  if (from) params.set('from', String(midnight(from)));
  if (to) params.set('to', String(midnight(to, 1)));
  if (cursor) params.set('cursor', cursor);
  return `/api/me/games?${params}`;
}

/** @param {string | null} [cursor] */
async function load(cursor = null) {
  const now = ++asked;
  try {
    const answer = await ask(query(cursor));
    if (now !== asked) return;
    games = cursor ? [...(games ?? []), ...answer.games] : answer.games;
    next = answer.next;
    trouble = '';
  } catch (error) {
    if (now !== asked) return;
    trouble = reason(error);
  }
  redraw();
}

export function startGames() {
  filter = { ...NO_FILTER };
  return load();
}

/** @param {string} name @param {string} value */
async function choose(name, value) {
  filter[name] = value;
  await load();
  announce(games?.length ? t('me.played', { n: games.length + (next ? 1 : 0) }) : t('me.none'));
}

// ---- filters ----

/** @param {string} name @param {string} label @param {string[][]} options */
const select = (name, label, options) => h('label', { class: 'filter' }, h('span', null, label),
  h('select', { 'data-filter': name, onchange: (event) => choose(name, event.target.value) },
    options.map(([value, text]) => h('option', { value, selected: filter[name] === value }, text))));

/** @param {string} name @param {string} label */
const day = (name, label) => h('label', { class: 'filter' }, h('span', null, label),
  h('input', { type: 'date', value: filter[name], 'data-filter': name, onchange: (event) => choose(name, event.target.value) }));

/** The opponents that can be chosen. @param {string[]} names */
const opponents = (names) => [
  ['', t('me.filter.anybody')], ...LEVELS.map((level) => [`bot:${level}`, t('new.bot', { name: agentName(level) })]),
  ...names.filter((name) => !name.startsWith('bot:')).map((name) => [name, name]),
];

/** @param {string[]} names */
const filters = (names) => h('div', { class: 'filters', role: 'group', 'aria-label': t('me.finished') },
  select('game', t('me.filter.game'), [['', t('me.filter.games')], ...(allGames() ?? []).map(({ id, title }) => [id, title])]),
  select('opponent', t('me.filter.with'), opponents(names)),
  select('result', t('me.filter.result'), [['', t('me.filter.all')], ...RESULTS.map((each) => [each, t(`stats.${WAS[each]}`)])]),
  select('hints', t('me.filter.hints'), ['', '0', '1'].map((each) => [each, t(`me.filter.hints.${each || 'all'}`)])),
  day('from', t('me.filter.from')), day('to', t('me.filter.to')));

// ---- rows ----

/** @param {{name: string | null, bot?: string}} opponent */
export const opponentName = ({ name, bot }) =>
  (bot || name?.startsWith('bot:') ? t('new.bot', { name: agentName(bot ?? name ?? '') }) : name || t('me.somebody'));

/** @param {number | null} share */
function signed(share) {
  if (share === null) return '–';
  const sign = share >= 0.0005 ? '+' : share <= -0.0005 ? '−' : '';
  return sign + percent(Math.abs(share), 1);
}

/** @param {Game} game */
const recordOf = ({ table, seat }) => look(`/api/me/record?table=${encodeURIComponent(table)}&seat=${seat}`);

/** @param {Game} game @param {(text: string) => unknown} use */
async function withRecord(game, use) {
  const { ok, text } = await recordOf(game).catch(() => ({ ok: false, text: '' }));
  if (ok) await use(text);
  else notice(t('error.server'), 'bad');
}

/** An imported game has no table at the server: it becomes one of this browser. @param {string} record */
const openText = (record) => openFile(new File([record], 'game.cornet'));

/** @param {Game} game @param {boolean} own */
function openers(game, own) {
  const words = { game: gameTitle(game.game), day: shortDay(game.ended) };
  const props = { class: 'button small', 'aria-label': t('me.replay.of', words), 'data-do': 'analysis' };
  return h('div', { class: 'row' },
    game.imported
      ? h('button', { ...props, type: 'button', onclick: () => withRecord(game, openText) }, t('me.replay'))
      : h('a', { ...props, href: `/t/${game.table}#replay`, 'data-nav': true }, t('me.replay')),
    own && h('button', {
      class: 'button small quiet', type: 'button', 'aria-label': t('me.record.of', words), 'data-do': 'record',
      onclick: () => withRecord(game, (text) => saveFile(`${game.table.replace(/^-/, 'import-')}.cornet`, text)),
    }, t('me.record')));
}

/** @param {Game} game @param {boolean} own */
function row(game, own) {
  const { table, seat, result, hints, imported, luck, cost, ended } = game;
  const notes = [hints && t('me.note.hints'), imported && t('me.note.imported')].filter(Boolean).join(', ');
  return h('tr', { key: `${table}.${seat}`, 'data-result': result, 'data-table': table },
    h('th', { scope: 'row' }, gameTitle(game.game), notes && h('small', null, notes)),
    h('td', { class: 'with' }, (game.opponents ?? []).map(opponentName).join(', ')),
    h('td', null, h('span', { class: `result ${result}` }, t(`stats.was.${WAS[result]}`))),
    h('td', { class: 'when' }, h('time', { datetime: new Date(ended).toISOString() }, shortDay(ended))),
    own && h('td', { class: 'num' }, luck === null && cost === null ? '' : `${signed(luck)}, ${cost ? signed(-cost) : signed(0)}`),
    h('td', null, openers(game, own)));
}

/** @param {Game[]} list @param {string} title @param {boolean} own */
export const gamesTable = (list, title, own) => h('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': title },
  h('table', { class: 'games-table' },
    h('caption', { class: 'unseen' }, title),
    h('thead', null, h('tr', null, ['game', 'with', 'result', 'when', own && 'luck', 'open'].map((name) => name
      && h('th', { scope: 'col' }, name === 'open' ? h('span', { class: 'unseen' }, t('me.col.open')) : t(`me.col.${name}`))))),
    h('tbody', null, list.map((game) => row(game, own)))));

/** Names with which the games can be filtered. @param {string[]} names */
export function gamesView(names) {
  return h('section', { class: 'box wide recent', key: 'finished', id: 'finished' },
    h('h2', null, t('me.finished')),
    filters(names),
    trouble && h('p', { class: 'trouble' }, trouble, ' ',
      h('button', { class: 'button small', type: 'button', onclick: () => load() }, t('people.retry'))),
    games && games.length > 0 ? gamesTable(games, t('me.finished'), true) : games && h('p', { class: 'soft' }, t('me.none')),
    next && h('button', { class: 'button', type: 'button', 'data-do': 'more-games', onclick: () => load(next) }, t('me.more')),
    games && games.length > 0 && h('p', { class: 'fine' }, t('me.how')));
}
