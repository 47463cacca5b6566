// Charts as SVG, each with its numbers as a table for those who do not see it.
import { h, svg } from '../core/dom.js';
import { language, t } from '../core/texts.js';
import { monthName } from './days.js';

/** @typedef {import('../core/dom.js').Child} Child */
/** @typedef {{luck: number, spread: number}} Played */

/** A number in the reader's language, with a real minus. @param {number} n @param {number} digits @param {boolean} [sign] */
export function number(n, digits, sign = false) {
  const text = Math.abs(n).toLocaleString(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return (Number(Math.abs(n).toFixed(digits)) === 0 ? '' : n < 0 ? '−' : sign ? '+' : '') + text;
}

/**
 * A chart, and under it its table, folded.
 * @param {Child} drawing
 * @param {string[]} heads
 * @param {(string | number)[][]} rows
 * @param {string} name
 */
export const figure = (drawing, heads, rows, name) => h('figure', { class: 'chart-figure' }, drawing,
  h('details', { key: 'table' },
    h('summary', null, t('me.table')),
    h('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': name }, h('table', { class: 'draws' },
      h('caption', { class: 'unseen' }, name),
      h('thead', null, h('tr', null, heads.map((text) => h('th', { scope: 'col' }, text)))),
      h('tbody', null, rows.map(([first, ...rest]) =>
        h('tr', null, h('th', { scope: 'row' }, first), rest.map((cell) => h('td', null, cell)))))))));

// ---- luck within the band of chance ----

/** The probability that a normal variable is below z (Abramowitz and Stegun 26.2.17: error below 10⁻⁷). @param {number} z */
export function below(z) {
  const k = 1 / (1 + 0.2316419 * Math.abs(z));
  const tail = (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI))
    * k * (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))));
  return z > 0 ? 1 - tail : tail;
}

/** The sums after each game with dice: the luck, and its standard deviation by chance alone. @param {Played[]} games */
export function luckSums(games) {
  let luck = 0, variance = 0;
  return games.filter(({ spread }) => spread > 0).map((game) => {
    luck += game.luck;
    variance += game.spread ** 2;
    return { luck, deviation: Math.sqrt(variance) };
  });
}

/** The sentence that answers, and the one with the numbers. @param {ReturnType<typeof luckSums>} sums */
export function luckWords(sums) {
  const { luck, deviation } = sums[sums.length - 1], z = luck / deviation;
  const answer = Math.abs(z) < 1 ? 'luck.chance' : z > 2 ? 'luck.very' : z > 0 ? 'luck.lucky' : z < -2 ? 'luck.bad' : 'luck.unlucky';
  const of = Math.round(100 * below(-Math.abs(z))), rest = luck < 0 ? 'luck.worse' : 'luck.better';
  const words = t(luck < 0 ? 'luck.cost' : 'luck.gave', { n: sums.length, wins: number(Math.abs(luck), 1), many: Math.abs(luck) });
  return [t(answer), `${words} ${t(of ? rest : `${rest}.none`, { of })}`];
}

/** @param {number[][]} points */
const line = (points) => points.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

/** A round number of wins for the axis. @param {number} reach */
function stepOf(reach) {
  const power = 10 ** Math.floor(Math.log10(reach / 2));
  return [1, 2, 5, 10].map((n) => n * power).find((step) => reach / step <= 2.5) ?? 10 * power;
}

/** The width of a chart in its own units: letters keep their size on a phone. */
const wideOf = () => (matchMedia('(max-width: 719px)').matches ? 380 : 620);

const HIGH = 230, LEFT = 44, RIGHT = 62, TOP = 8, LOW = 26, DRAWN = 250; // points of a curve

/** @param {ReturnType<typeof luckSums>} sums */
export function luckChart(sums) {
  const wide = wideOf();
  const every = Math.max(1, Math.ceil(sums.length / DRAWN)), last = sums[sums.length - 1];
  const shown = [{ n: 0, luck: 0, deviation: 0 }, ...sums.map((sum, i) => ({ n: i + 1, ...sum }))]
    .filter(({ n }) => n % every === 0 || n === sums.length);
  const reach = Math.max(2.1 * last.deviation, ...shown.map(({ luck }) => 1.1 * Math.abs(luck)));
  const x = (/** @type {number} */ n) => LEFT + ((wide - LEFT - RIGHT) * n) / sums.length;
  const y = (/** @type {number} */ v) => TOP + ((HIGH - TOP - LOW) * (1 - v / reach)) / 2;
  const edge = (/** @type {number} */ k) => shown.map(({ n, deviation }) => [x(n), y(k * deviation)]);
  const band = (/** @type {number} */ k) => `${line(edge(k))}${line([...edge(-k)].reverse()).replace('M', 'L')}z`;
  const step = stepOf(reach), ticks = [2, 1, 0, -1, -2].map((n) => n * step).filter((v) => Math.abs(v) <= reach);
  const marks = [...new Set([0, 0.5, 1].map((part) => Math.round(part * sums.length)))];
  const digits = step < 1 ? 1 : 0, end = number(last.luck, 1, true);
  const name = `${t('luck.label')}${t('colon')} ${end}`;
  const chart = svg('svg', { class: 'chart', viewBox: `0 0 ${wide} ${HIGH}`, role: 'img', 'aria-label': name },
    svg('path', { class: 'band2', d: band(1.96) }), svg('path', { class: 'band', d: band(1) }),
    svg('path', { class: 'edge', d: line(edge(1.96)) }), svg('path', { class: 'edge', d: line(edge(-1.96)) }),
    svg('path', { class: 'zero', d: `M${LEFT} ${y(0)}H${wide - RIGHT}` }),
    ticks.map((v) => svg('text', { x: LEFT - 8, y: y(v) + 4, 'text-anchor': 'end' }, number(v, digits, true))),
    svg('path', { class: 'main', d: line(shown.map(({ n, luck }) => [x(n), y(luck)])) }),
    svg('circle', { class: 'spot', cx: x(sums.length), cy: y(last.luck), r: 6 }),
    svg('text', { class: 'label', x: x(sums.length) + 12, y: y(last.luck) + 5 }, end),
    marks.map((n) => svg('text', { x: x(n), y: HIGH - 5, 'text-anchor': 'middle' }, n)));
  const rows = shown.filter((_, i) => i % Math.ceil(shown.length / 20) === 0 || i === shown.length - 1).map(({ n, luck, deviation }) =>
    [n, number(luck, 2, true), `±${number(deviation, 2)}`, `±${number(1.96 * deviation, 2)}`]);
  return figure(chart, [t('luck.games'), t('luck.sum'), t('luck.one'), t('luck.two')], rows, t('me.luck'));
}

// ---- months ----

/** @typedef {{month: string, played: number, won: number}} Month */

/** Every month from the first to the last, also those without a game; the last `most`. @param {Month[]} months @param {number} most */
function allMonths(months, most) {
  const by = new Map(months.map((each) => [each.month, each])), names = [...by.keys()].sort(), list = [];
  for (let at = names[0]; at <= names[names.length - 1]; ) {
    list.push(by.get(at) ?? { month: at, played: 0, won: 0 });
    const [year, month] = at.split('-').map(Number);
    at = month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, '0')}`;
  }
  return list.slice(-most);
}

const MONTHS = 24, ROOF = 24;

/** @param {Month[]} months of all games together */
export function monthChart(months) {
  const wide = wideOf();
  const list = allMonths(months, MONTHS), most = Math.max(...list.map(({ played }) => played), 1), high = 170, floor = high - LOW;
  const step = (wide - 16) / Math.max(list.length, 6), thick = Math.min(step * 0.7, 46), each = Math.ceil(list.length / (wide / 52));
  const y = (/** @type {number} */ n) => ((floor - ROOF) * n) / most;
  const chart = svg('svg', { class: 'chart', viewBox: `0 0 ${wide} ${high}`, role: 'img', 'aria-label': t('me.month.label') },
    svg('path', { class: 'zero', d: `M4 ${floor}H${wide - 4}` }),
    list.map(({ month, played, won }, i) => {
      const x = 8 + step * i + (step - thick) / 2;
      return svg('g', null,
        svg('rect', { class: 'bar-all', x, y: floor - y(played), width: thick, height: y(played), rx: 3 }),
        svg('rect', { class: 'bar-won', x, y: floor - y(won), width: thick, height: y(won), rx: 3 }),
        played > 0 && svg('text', { x: x + thick / 2, y: floor - y(played) - 6, 'text-anchor': 'middle' }, played),
        (list.length - 1 - i) % each === 0 && svg('text', { x: x + thick / 2, y: high - 6, 'text-anchor': 'middle' },
          monthName(month, i === 0 || month.endsWith('-01'))));
    }));
  return figure(chart, [t('me.month'), t('stats.played'), t('stats.won')],
    list.map(({ month, played, won }) => [monthName(month, true), played, won]), t('me.bymonth'));
}

// ---- a share as a bar ----

/** @param {number} share @param {string} kind `won` or `lost`: the colour */
export const shareBar = (share, kind = 'won') => svg('svg', {
  class: 'share', viewBox: '0 0 100 10', preserveAspectRatio: 'none', 'aria-hidden': 'true',
},
  svg('rect', { class: 'share-all', width: 100, height: 10 }),
  svg('rect', { class: `share-${kind}`, width: 100 * Math.min(1, share), height: 10 }));
