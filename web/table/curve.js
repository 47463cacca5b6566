// The analysis of a finished game: everybody's chance of winning after each move as a curve, and for each seat
// what was luck and what was error. The server judges the game, which may take a while; it is asked until it is done.
import { h, svg } from '../core/dom.js';
import { language, t } from '../core/texts.js';
import { announce, depthOf, fetchJson, percent, seatMark, seatName } from '../core/parts.js';
import { redraw } from '../app.js';

const ASK_EVERY = 1000, MOMENTS = 8, LEAST = 0.005; // a moment changes a game by half a per cent at least
const SUMS = ['luck', 'cost', 'hidden', 'speed', 'others', 'unexplained']; // of a seat, those that the game has
const WIDE = 480, HIGH = 150, EDGE = 6;

// status: 'none', 'computing', 'unjudged' (text says why) or 'ready'. began: when the first `done` came, and how much that was. deeper: while a
// deeper analysis is computed, the present one stays. short: it was cut off before the present one ends, which stays too.
export const curve = { status: 'none', id: null, language: null, done: 0, whole: 0, text: '', how: '', analysis: null, began: null, deeper: false, short: false };
let generation = 0;

export function stopCurve() {
  generation++;
  Object.assign(curve, { status: 'none', id: null, text: '', analysis: null, began: null, deeper: false, short: false });
}

// At a depth of the judge; 0: its usual one.
export async function loadCurve(id, depth = 0) {
  const mine = ++generation;
  Object.assign(curve, { id, language: language(), deeper: depth > (curve.analysis?.depth ?? depth), ...(curve.status === 'none' && { status: 'computing', done: 0, whole: 0, began: null }) });
  let answer = null, short = false;
  while (answer?.status !== 'ready' && answer?.status !== 'unjudged') {
    if (answer) await new Promise((resolve) => setTimeout(resolve, ASK_EVERY));
    if (mine !== generation) return;
    try {
      answer = await fetchJson(`/api/tables/${id}/analysis?lang=${curve.language}&depth=${depth}`);
    } catch (error) {
      answer = { status: 'unjudged', text: error.message || t('error.server') };
    }
    if (mine !== generation) return;
    short = curve.deeper && answer.status === 'ready' && answer.analysis.moves.length < curve.analysis.moves.length;
    if (short) Object.assign(curve, { short, text: t('curve.short', { n: depth, judged: answer.analysis.moves.length, whole: curve.analysis.moves.length }) });
    else if (curve.deeper && answer.status !== 'ready') Object.assign(curve, { done: answer.done ?? 0, whole: answer.whole ?? 0, text: answer.text ?? '' });
    else Object.assign(curve, { text: '' }, answer);
    if ((curve.deeper || curve.status === 'computing') && curve.whole) curve.began ??= { at: performance.now(), done: curve.done };
    redraw();
  }
  curve.deeper = false;
  redraw();
  if (short || answer.status !== 'ready') wish(id, 0);
  announce(short ? curve.text : answer.status === 'ready' ? t('curve.ready') + depthOf(answer.analysis) : t('curve.none'));
  if (isJudged() && wished(id) > curve.analysis.depth) lookDeeper(wished(id));
}

// The depth that was asked for here, 0 if none was: who comes back finds it, or goes on waiting for it.
const wished = (id) => Number(sessionStorage.getItem(`cornet.depth.${id}`));
const wish = (id, depth) => sessionStorage.setItem(`cornet.depth.${id}`, depth);

export const isJudged = () => curve.status === 'ready';

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');

// ---- while it is computed ----

// Seconds left if it goes on as it went so far, or null while that is not known.
export function secondsLeft({ done, whole, began }, now) {
  if (!began || done <= began.done) return null;
  return ((now - began.at) / (done - began.done)) * (whole - done) / 1000;
}

// How far it is, and how long the rest may take.
function progressParts() {
  const left = secondsLeft(curve, performance.now());
  const words = curve.whole ? t('curve.progress', curve) : t('curve.waiting');
  const rest = left === null ? '' : left < 5 ? t('curve.soon') : t('curve.left', { n: left < 20 ? Math.ceil(left) : 5 * Math.ceil(left / 5) });
  return [
    h('progress', { max: Math.max(1, curve.whole), value: curve.whole ? curve.done : null, 'aria-label': t('curve.computing') }),
    h('p', { class: 'fine curve-left' }, words, rest && ` · ${rest}`),
  ];
}

const progressView = () => [h('p', { class: 'fine', role: 'status' }, t('curve.computing')), progressParts()];

// ---- the curve ----

const chancesAt = (at) => (at ? curve.analysis.moves[at - 1].chances : curve.analysis.start);

// A roll with whom it served most, or a decision with whose it was.
function momentAt(at) {
  const move = curve.analysis.moves[at - 1], luck = move.luck ? Math.max(...move.luck) : 0;
  return { at, luck, seat: luck ? move.luck.indexOf(luck) + 1 : move.seat, weight: luck || move.cost || 0 };
}

// What decided: lucky rolls and mistakes, the greatest of them in the order of the game; always with the greatest of each kind.
export function moments() {
  const { moves, luckiest, costliest } = curve.analysis;
  const found = moves.map((_, i) => momentAt(i + 1)).filter((m) => m.weight >= LEAST).sort((a, b) => b.weight - a.weight);
  return found.filter((m, i) => i < MOMENTS || m.at === luckiest || m.at === costliest).sort((a, b) => a.at - b.at);
}

function chart(at, last, seats, seek) {
  const x = (step) => EDGE + ((WIDE - 2 * EDGE) * step) / Math.max(1, last);
  const y = (share) => EDGE + (HIGH - 2 * EDGE) * (1 - share);
  const count = curve.analysis.moves.length;
  const pick = (event) => {
    const box = event.currentTarget.getBoundingClientRect();
    seek(Math.round((((event.clientX - box.left) / box.width) * WIDE - EDGE) / ((WIDE - 2 * EDGE) / Math.max(1, last))));
  };
  return svg('svg', { class: 'curve-chart', viewBox: `0 0 ${WIDE} ${HIGH}`, preserveAspectRatio: 'none', role: 'img', 'aria-label': t('curve.label'), onclick: pick },
    [0, 0.5, 1].map((share) => svg('line', { class: 'curve-grid', x1: EDGE, x2: WIDE - EDGE, y1: y(share), y2: y(share) })),
    seats.map((_, i) => svg('polyline', {
      class: `curve-line seat-${i + 1}`,
      points: Array.from({ length: count + 1 }, (_unused, step) => `${x(step).toFixed(1)},${y(chancesAt(step)[i]).toFixed(1)}`).join(' '),
    })),
    svg('line', { class: 'curve-now', x1: x(at), x2: x(at), y1: 0, y2: HIGH }),
    moments().map((m) => svg('ellipse', { class: `curve-moment seat-${m.seat}${m.luck ? ' luck' : ''}`, cx: x(m.at), cy: y(chancesAt(m.at)[m.seat - 1]), rx: 4.5, ry: 4.5 })));
}

// Each player with the chance at this moment and the verdict of the whole game.
function legend(at, seats) {
  const chances = chancesAt(Math.min(at, curve.analysis.moves.length));
  return h('ul', { class: `curve-legend${seats.length > 3 ? ' many' : ''}` }, seats.map((_, i) => h('li', { class: 'curve-key' }, seatMark(i + 1, 18),
    svg('svg', { class: 'curve-dash', viewBox: '0 0 20 6', width: 20, height: 6, 'aria-hidden': 'true' }, svg('line', { class: `curve-line seat-${i + 1}`, x1: 0, x2: 20, y1: 3, y2: 3 })),
    h('span', { class: 'curve-name' }, seatName(seats, i + 1)), ' ', h('strong', null, percent(chances[i], 0)))));
}

export function curveView(at, last, seats, seek) {
  if (curve.status === 'none') return null;
  if (curve.language !== language()) loadCurve(curve.id, curve.analysis?.depth); // its sentences are the server's
  const content = { computing: progressView, unjudged: () => h('p', { class: 'fine' }, sentence(curve.text)), ready: () => [h('p', { class: 'fine curve-what', key: 'what' }, t('curve.now')), chart(at, last, seats, seek), legend(at, seats)] };
  return h('section', { class: `curve ${curve.status}`, key: 'curve', 'aria-label': t('curve.title') }, content[curve.status]());
}

// ---- the players ----

// For each seat what was luck and what was error: a column for each, since names are short beside what the numbers mean.
export function sumsView(seats) {
  const { seats: each } = curve.analysis;
  const columns = SUMS.filter((key) => key in each[0]);
  const number = (key, share) => `${key !== 'cost' && share >= 0.00005 ? '+' : ''}${percent(Math.abs(share) < 0.00005 ? 0 : share, 1)}`.replace('-', '−');
  const row = (key, value, cls = '') => h('tr', { key, 'data-sum': key, class: cls },
    h('th', { scope: 'row', title: t(`sums.${key}.about`) }, t(`sums.${key}`)), each.map((seat, i) => h('td', { key: `s${i}` }, value(seat))));
  return h('div', { class: 'curve-sums', key: 'sums' },
    h('div', { class: 'curve-wide', tabindex: '0', role: 'region', 'aria-label': t('sums') },
      h('table', null,
        h('thead', null, h('tr', null, h('td', null), each.map((_, i) => h('th', { scope: 'col', key: `s${i}`, title: seatName(seats, i + 1) }, seatMark(i + 1, 18), h('span', null, seatName(seats, i + 1)))))),
        h('tbody', null,
          row('verdict', (seat) => t(`verdict.${seat.verdict}`), 'curve-verdict'),
          row('errors', (seat) => t('sums.of', { n: seat.mistakes, of: seat.decisions })),
          columns.map((key) => row(key, (seat) => number(key, seat[key]))),
          row('rate', (seat) => percent(seat.rate / 100, 2))))),
    each.some((seat) => seat.disputed) ? h('p', { class: 'fine' }, t('sums.disputed', { list: each.flatMap((seat, i) => (seat.disputed ? [`${seatName(seats, i + 1)}${t('colon')} ${seat.disputed}`] : [])).join(', ') })) : null,
    h('dl', { class: 'fine' }, ['errors', ...columns, 'rate'].map((key) => [h('dt', null, t(`sums.${key}`)), h('dd', null, t(`sums.${key}.about`))])));
}

function lookDeeper(depth = curve.analysis.depth + 1) {
  Object.assign(curve, { done: 0, whole: 0, began: null });
  wish(curve.id, depth);
  loadCurve(curve.id, depth);
  announce(t('curve.computing'));
  redraw();
}

// The present analysis stays. The server may finish the other one; then it is there when it is wanted again.
function stopDeeper() {
  generation++;
  Object.assign(curve, { deeper: false, text: '' });
  wish(curve.id, 0);
  announce(t('curve.stopped'));
  redraw();
}

// Where the numbers come from, what is missing, and more of it. One button for both, so that the focus stays.
export function sourceView() {
  const { depth, depths } = curve.analysis, { deeper } = curve;
  return h('div', { class: 'fine curve-source', key: 'source' },
    h('p', { key: 'how' }, t('numbers', { how: curve.how }), depthOf(curve.analysis), curve.text ? ` ${sentence(curve.text)}` : ''),
    depth < depths && !curve.short && h('button', { class: 'button small quiet', type: 'button', key: 'deeper', 'data-do': deeper ? 'deeper-stop' : 'deeper', onclick: () => (deeper ? stopDeeper() : lookDeeper()) }, t(deeper ? 'curve.stop' : 'curve.deeper')),
    deeper && h('div', { class: 'curve-deeper', key: 'progress' }, progressParts()));
}
