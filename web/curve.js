// The curve of a finished game: everybody's chance of winning after each move, the moments that
// decided, and for each seat what was luck and what was error. The server judges the game, which may take a while; it is asked until it is done.
import { h, svg } from './dom.js';
import { language, t } from './texts.js';
import { announce, fetchJson, percent, seatMark, seatName } from './parts.js';
import { redraw } from './app.js';

const ASK_EVERY = 1000, MOMENTS = 5, LEAST = 0.005; // a moment changes a game by half a per cent at least
const SUMS = ['luck', 'cost', 'hidden', 'speed', 'others', 'unexplained']; // of a seat, those that the game has
const WIDE = 480, HIGH = 110, EDGE = 6;

// status: 'none', 'computing', 'unjudged' (text says why) or 'ready'.
const curve = { status: 'none', id: null, language: null, done: 0, whole: 0, text: '', how: '', analysis: null };
let generation = 0;

export function stopCurve() {
  generation++;
  Object.assign(curve, { status: 'none', id: null, text: '', analysis: null });
}

export async function loadCurve(id) {
  const mine = ++generation;
  Object.assign(curve, { id, language: language(), ...(curve.status === 'none' && { status: 'computing', done: 0, whole: 0 }) });
  for (let answer = null; answer?.status !== 'ready' && answer?.status !== 'unjudged'; ) {
    if (answer) await new Promise((resolve) => setTimeout(resolve, ASK_EVERY));
    if (mine !== generation) return;
    try {
      answer = await fetchJson(`/api/tables/${id}/analysis?lang=${curve.language}`);
    } catch (error) {
      answer = { status: 'unjudged', text: error.message || t('error.server') };
    }
    if (mine !== generation) return;
    Object.assign(curve, { text: '' }, answer);
    redraw();
  }
  announce(t(curve.status === 'ready' ? 'curve.ready' : 'curve.none'));
}

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');

const chancesAt = (at) => (at ? curve.analysis.moves[at - 1].chances : curve.analysis.start);

// A roll with whom it served most, or a decision with whose it was.
function momentAt(at) {
  const move = curve.analysis.moves[at - 1], luck = move.luck ? Math.max(...move.luck) : 0;
  return { at, move, luck, seat: luck ? move.luck.indexOf(luck) + 1 : move.seat, weight: luck || move.cost || 0 };
}

// What decided: lucky rolls and mistakes, the greatest of them in the order of the game.
function moments() {
  const found = curve.analysis.moves.map((_, i) => momentAt(i + 1));
  return found.filter((m) => m.weight >= LEAST).sort((a, b) => b.weight - a.weight).slice(0, MOMENTS).sort((a, b) => a.at - b.at);
}

function momentText({ at, move, luck, seat, weight }, say, seats) {
  const what = luck
    ? t('curve.luck', { name: seatName(seats, seat), change: percent(weight, 1) })
    : t(move.missed ? 'curve.missed' : 'curve.cost', { name: seatName(seats, seat), cost: percent(weight, 1), best: move.best ? say(`${seat} ${move.best}`).replace(/\.$/, '') : '' });
  return `${at}. ${say(move.move)} ${what}`;
}

function chart(at, last, found, seats, seek) {
  const x = (step) => EDGE + ((WIDE - 2 * EDGE) * step) / Math.max(1, last);
  const y = (share) => EDGE + (HIGH - 2 * EDGE) * (1 - share);
  const count = curve.analysis.moves.length;
  const pick = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    seek(Math.round((((event.clientX - box.left) / box.width) * WIDE - EDGE) / ((WIDE - 2 * EDGE) / Math.max(1, last))));
  };
  return svg('svg', { class: 'curve-chart', viewBox: `0 0 ${WIDE} ${HIGH}`, role: 'img', 'aria-label': t('curve.label'), onclick: pick },
    [0, 0.5, 1].map((share) => svg('line', { class: 'curve-grid', x1: EDGE, x2: WIDE - EDGE, y1: y(share), y2: y(share) })),
    seats.map((_, i) => svg('polyline', {
      class: `curve-line seat-${i + 1}`,
      points: Array.from({ length: count + 1 }, (_unused, step) => `${x(step).toFixed(1)},${y(chancesAt(step)[i]).toFixed(1)}`).join(' '),
    })),
    svg('line', { class: 'curve-now', x1: x(at), x2: x(at), y1: 0, y2: HIGH }),
    found.map((m) => svg('circle', { class: `curve-moment seat-${m.seat}${m.luck ? ' luck' : ''}`, cx: x(m.at), cy: y(chancesAt(m.at)[m.seat - 1]), r: 4.5 })));
}

function legend(at, seats) {
  const chances = chancesAt(Math.min(at, curve.analysis.moves.length));
  return h('p', { class: 'curve-legend' }, seats.map((_, i) => h('span', { class: 'curve-key' }, seatMark(i + 1, 18),
    svg('svg', { class: 'curve-dash', viewBox: '0 0 26 6', width: 26, height: 6, 'aria-hidden': 'true' }, svg('line', { class: `curve-line seat-${i + 1}`, x1: 0, x2: 26, y1: 3, y2: 3 })),
    ' ', seatName(seats, i + 1), ' ', h('strong', null, percent(chances[i], 0)), ' ', h('span', { class: 'soft' }, t(`verdict.${curve.analysis.seats[i].verdict}`)))));
}

// For each seat what was luck and what was error; then the luckiest roll and the costliest mistake.
function sums(seats, say, seek) {
  const { seats: each, luckiest, costliest } = curve.analysis;
  const columns = SUMS.filter((key) => key in each[0]);
  const number = (key, share) => `${key !== 'cost' && share >= 0.00005 ? '+' : ''}${percent(Math.abs(share) < 0.00005 ? 0 : share, 1)}`;
  const head = (key) => h('th', { scope: 'col', title: t(`sums.${key}.about`) }, t(`sums.${key}`));
  const extreme = (label, step) => step && h('li', { key: label }, h('button', { class: 'curve-go', type: 'button', onclick: () => seek(step) }, h('b', null, t(label)), ' ', momentText(momentAt(step), say, seats)));
  return h('details', { class: 'curve-sums', key: 'sums' }, h('summary', null, t('sums')),
    h('div', { class: 'curve-wide', tabindex: '0', role: 'region', 'aria-label': t('sums') },
      h('table', null,
        h('thead', null, h('tr', null, h('th', { scope: 'col' }, t('sums.seat')), columns.map(head), head('errors'), head('rate'), head('verdict'))),
        h('tbody', null, each.map((seat, i) => h('tr', { key: `s${i}` },
          h('th', { scope: 'row' }, seatName(seats, i + 1)),
          columns.map((key) => h('td', null, number(key, seat[key]))),
          h('td', null, t('sums.of', { n: seat.mistakes, of: seat.decisions })),
          h('td', null, percent(seat.rate / 100, 2)),
          h('td', { class: 'curve-verdict' }, t(`verdict.${seat.verdict}`))))))),
    h('dl', { class: 'fine' }, [...columns, 'errors', 'rate'].map((key) => [h('dt', null, t(`sums.${key}`)), h('dd', null, t(`sums.${key}.about`))])),
    h('ul', null, extreme('sums.luckiest', luckiest), extreme('sums.costliest', costliest), !costliest && h('li', { class: 'fine', key: 'none' }, t('sums.flawless'))));
}

// `at` of `last` is the moment that is shown; say(line) gives a line in words.
export function curveView(at, last, seats, say, seek) {
  if (curve.status === 'none') return null;
  if (curve.language !== language()) loadCurve(curve.id);
  let content;
  if (curve.status === 'computing') {
    content = [h('p', { class: 'fine', role: 'status' }, t('curve.computing')),
      h('progress', { max: Math.max(1, curve.whole), value: curve.done, 'aria-label': t('curve.computing') })];
  } else if (curve.status === 'unjudged') {
    content = h('p', { class: 'fine' }, sentence(curve.text));
  } else {
    const found = moments(), judged = curve.analysis.moves.length;
    content = [
      chart(at, last, found, seats, seek),
      legend(at, seats),
      found.length > 0 && h('ul', { class: 'curve-moments', 'aria-label': t('curve.moments') }, found.map((m) => h('li', { key: `m${m.at}` },
        h('button', { class: 'curve-go', type: 'button', 'aria-current': m.at === at ? 'true' : null, onclick: () => seek(m.at) }, `${m.luck ? '○' : '●'} `, momentText(m, say, seats))))),
      judged > 0 && sums(seats, say, seek),
      h('p', { class: 'fine' }, t('numbers', { how: curve.how }), curve.text ? ` ${sentence(curve.text)}` : ''),
    ];
  }
  return h('section', { class: `curve ${curve.status}`, key: 'curve', 'aria-label': t('curve.title') }, content);
}
