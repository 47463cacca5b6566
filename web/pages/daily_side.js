// Beside the challenge of the day: the table of the day and the calendar.
import { h } from '../core/dom.js';
import { redraw } from '../core/frame.js';
import { icon } from '../core/icons.js';
import { myName } from '../core/games.js';
import { language, t } from '../core/texts.js';
import { allResults, dateOf, dayAfter, doneOn, resultOf } from './daily_store.js';

/** @typedef {import('./daily_store.js').Result} Result */

/**
 * The results of a day: those of this browser. A server with accounts adds the others (docs/develop/protocol.md, "The table of the day").
 * @param {string} date
 * @param {string} game
 * @param {boolean} over
 * @param {(known: Result) => string} words
 */
export function tableView(date, game, over, words) {
  const known = resultOf(date, game);
  return h('section', { key: 'table' },
    h('h2', null, t('daily.table')),
    over && known
      ? [h('ol', { class: 'ranks' }, h('li', null, h('b', null, myName()), ' ', h('span', null, words(known)))),
        h('p', { class: 'soft' }, t('daily.table.here'))]
      : h('p', { class: 'soft' }, t('daily.table.veil')));
}

let shown = ''; // the month of the calendar, YYYY-MM; empty: that of the challenge

/** @param {string} month @param {number} by */
function moved(month, by) {
  const [year, number] = month.split('-').map(Number);
  return dateOf(Date.UTC(year, number - 1 + by, 1)).slice(0, 7);
}

/** @param {string} name @param {string} month @param {'back' | 'next'} sign @param {boolean} off */
const monthButton = (name, month, sign, off) => h('button', {
  class: 'icon-button', type: 'button', 'data-do': `month-${name}`, 'aria-label': t(`daily.${name}`), disabled: off,
  onclick: () => (shown = month, redraw()),
}, icon(sign, 18));

/** @param {string} date @param {string} current @param {string} game @param {string[]} games @param {string} first */
function dayCell(date, current, game, games, first) {
  const done = doneOn(date, games), number = Number(date.slice(8));
  if (date > dateOf() || date < first) return h('li', { key: date }, h('i', null, number));
  const words = new Date(`${date}T12:00Z`).toLocaleDateString(language(), { timeZone: 'UTC', day: 'numeric', month: 'long' });
  return h('li', { key: date }, h('a', {
    class: done === games.length && done ? 'all' : done ? 'some' : '', href: `/daily/${game}/${date}`, 'data-nav': true,
    'aria-current': date === current ? 'date' : null, 'aria-label': t('daily.day', { date: words, n: done, of: games.length }),
  }, number));
}

/** @param {string} current @param {string} game @param {string[]} games @param {string} first */
export function monthView(current, game, games, first) {
  const month = shown || current.slice(0, 7), start = `${month}-01`, before = (new Date(start).getUTCDay() + 6) % 7;
  const days = Array.from({ length: 31 }, (_, i) => dayAfter(start, i)).filter((date) => date.startsWith(month));
  const title = new Date(`${start}T12:00Z`).toLocaleDateString(language(), { timeZone: 'UTC', month: 'long', year: 'numeric' });
  const done = Object.entries(allResults()).filter(([key, result]) => result.done && key.startsWith(month));
  const played = new Set(done.map(([key]) => key.slice(0, 10)));
  const names = Array.from({ length: 7 }, (_, i) =>
    new Date(Date.UTC(2024, 0, 1 + i)).toLocaleDateString(language(), { timeZone: 'UTC', weekday: 'narrow' }));
  return h('section', { key: 'month' },
    h('div', { class: 'month-head' },
      h('h2', null, title, h('small', null, t('daily.month', { n: played.size }))),
      monthButton('earlier', moved(month, -1), 'back', month <= first.slice(0, 7)),
      monthButton('later', moved(month, 1), 'next', month >= dateOf().slice(0, 7))),
    h('div', { class: 'month', 'aria-hidden': 'true' }, names.map((name, i) => h('b', { key: `day-${i}` }, name))),
    h('ol', { class: 'month' },
      Array.from({ length: before }, (_, i) => h('li', { key: `empty-${i}`, 'aria-hidden': 'true' })),
      days.map((date) => dayCell(date, current, game, games, first))));
}
