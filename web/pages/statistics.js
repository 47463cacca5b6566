// The results that this browser stores: games played and won, by game and by opponents, and the last results. A part of the page /me.
import '../people/texts_people.js';
import { h } from '../core/dom.js';
import { redraw } from '../core/frame.js';
import { language, t } from '../core/texts.js';
import { agentName, closeDialog, notice, openDialog, seatName } from '../core/parts.js';
import { gameTitle } from '../core/games.js';
import { allResults, countResults, deleteResults, noteResult, outcomeOf, rivalsOf } from '../core/results.js';

/** @typedef {import('../core/results.js').Row} Row */
/** @typedef {import('../model/messages.js').Summary} Summary */

const LAST = 5, COLUMNS = ['played', 'won', 'draw', 'lost', 'left'];
const ORDER = ['novice', 'easy', 'normal', 'hard', 'max'];

/** @type {Row[]} */
let rows = []; // the newest first

/** Records the results in these summaries of my tables, then loads all stored results. @param {Summary[]} [mine] */
export async function loadResults(mine = []) {
  await Promise.all(mine.map((summary) => noteResult(summary)));
  /** @type {Row[]} */
  const all = await allResults().catch(() => []);
  rows = all.sort((a, b) => b.when - a.when);
}

/** @param {string} rivals */
const rivalText = (rivals) =>
  (rivals === 'people' || rivals === 'mixed' ? t(`stats.${rivals}`) : t('new.bot', { name: agentName(rivals) }));
/** @param {string} rivals */
const rank = (rivals) => (rivals === 'people' ? 99 : ORDER.indexOf(rivals.slice('bot:'.length)) + 1);

/** @param {string} title @param {Map<string, Record<string, number>>} rivals */
function gameTable(title, rivals) {
  const sorted = [...rivals].sort(([a], [b]) => rank(a) - rank(b) || (a < b ? -1 : 1));
  return h('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': title }, h('table', { class: 'draws stats-table' },
    h('caption', null, title),
    h('thead', null,
      h('tr', null, h('th', { scope: 'col' }, t('stats.against')), COLUMNS.map((name) => h('th', { scope: 'col' }, t('stats.' + name))))),
    h('tbody', null,
      sorted.map(([name, counts]) => h('tr', { 'data-rivals': name },
        h('th', { scope: 'row' }, rivalText(name)),
        COLUMNS.map((column) => h('td', { 'data-count': column }, counts[column])))))));
}

/** @param {Row} row @param {(game: string) => string} titleOf */
function lastRow(row, titleOf) {
  const day = new Date(row.when).toLocaleDateString(language(), { day: 'numeric', month: 'short', year: 'numeric' });
  const others = row.seats.map((_, i) => (i + 1 === row.seat ? null : seatName(row.seats, i + 1))).filter(Boolean).join(', ');
  return h('li', { key: row.table },
    h('a', { href: `/t/${row.table}`, 'data-nav': true }, titleOf(row.game)),
    ` ${day} · ${rivalsOf(row) === 'people' ? others : rivalText(rivalsOf(row))} · `,
    h('strong', null, t('stats.was.' + outcomeOf(row))));
}

function askDelete() {
  const forget = async () => {
    closeDialog();
    await deleteResults().catch(() => notice(t('storage.refused'), 'bad'));
    await loadResults();
    redraw();
  };
  openDialog((close) => ({
    title: t('stats.delete'),
    body: h('p', null, t('stats.delete.about')),
    foot: [
      h('button', { class: 'button', type: 'button', onclick: close }, t('cancel')),
      h('button', { class: 'button danger', type: 'button', 'data-do': 'stats-delete-yes', onclick: forget }, t('stats.delete')),
    ],
  }));
}

/** The results of this browser; null before the first game has ended. */
export function resultsView() {
  if (!rows.length) return null;
  const counts = [...countResults(rows)].sort(([a], [b]) => (gameTitle(a) < gameTitle(b) ? -1 : 1));
  return h('div', { class: 'stats', key: 'stats' },
    counts.map(([game, rivals]) => gameTable(gameTitle(game), rivals)),
    h('h3', null, t('stats.last')),
    h('ul', { class: 'stats-last' }, rows.slice(0, LAST).map((row) => lastRow(row, gameTitle))),
    h('p', { class: 'fine' }, t('stats.about')),
    h('div', { class: 'row' },
      h('button', { class: 'button small danger', type: 'button', 'data-do': 'stats-delete', onclick: () => askDelete() },
        t('stats.delete'))));
}

/** The link to the statistics; nothing before the first game has ended. */
export function statisticsLink() {
  if (!rows.length) return null;
  return h('a', { href: '/me', 'data-nav': true, 'data-do': 'statistics' }, t('stats'));
}
