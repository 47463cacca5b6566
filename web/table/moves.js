// The moves of a finished game beside the board: each with its verdict and what would have been better; what decided the
// game; and the players' sums.
import { h } from '../core/dom.js';
import { t } from '../core/texts.js';
import { advice, percent, seatMark, seatName } from '../core/parts.js';
import { icon } from '../core/icons.js';
import { redraw } from '../app.js';
import { curve, curveView, isJudged, moments, sourceView, sumsView } from './curve.js';
export { loadCurve, stopCurve } from './curve.js';
import { goTo, replay } from './replay.js';

const SHOWN = 300; // moves in the list at once
const SMALL = 0.005; // luck below this is not worth a word
const MISTAKE = 0.001; // as the server counts mistakes
const SIGNS = { slip: '?!', mistake: '?', blunder: '??' };

// What a decision was, by what it cost.
export const verdictOf = (cost) => (cost < MISTAKE ? 'good' : cost < 0.02 ? 'slip' : cost < 0.06 ? 'mistake' : 'blunder');

const moveAt = (at) => (isJudged() ? curve.analysis.moves[at - 1] : undefined);

// The verdict of a decision, or the luck of a roll for who gained most by it.
function chip(move, seats) {
  if (move?.luck) {
    const luck = Math.max(...move.luck), name = seatName(seats, move.luck.indexOf(luck) + 1);
    return luck < SMALL ? null : h('span', { class: 'chip luck', title: t('move.luck', { name }) }, icon('die', 16), seatMark(move.luck.indexOf(luck) + 1, 15), `+${percent(luck, 1)}`, h('span', { class: 'unseen' }, ` ${t('move.luck', { name })}`));
  }
  if (move?.cost === undefined) return null;
  const verdict = verdictOf(move.cost), word = t('move.' + verdict);
  if (verdict === 'good') return h('span', { class: 'chip good', title: word }, icon('right'), h('span', { class: 'unseen' }, word));
  return h('span', { class: `chip ${verdict}`, title: word }, h('b', { 'aria-hidden': 'true' }, SIGNS[verdict]), h('span', { class: 'unseen' }, word), ` −${percent(move.cost, 1)}`);
}

// Goes to a moment from the list; where the board is above it, out of sight, it comes into view.
function showMoment(at, mark = null) {
  goTo(at, mark);
  if (document.querySelector('.board').getBoundingClientRect().top < 0) scrollTo(0, 0);
}

// What would have been better: shown on the board, at the moment of the decision.
function better(move, at, say) {
  if (!move?.best || verdictOf(move.cost) === 'good') return null;
  const line = `${move.seat} ${move.best}`, shown = replay.mark === line && replay.at === at - 1;
  const what = advice(say(line, move.seat));
  return h('button', { class: 'move-better', type: 'button', 'aria-pressed': shown ? 'true' : 'false', 'data-better': at, onclick: () => showMoment(at - 1, shown ? null : line) },
    icon('look', 18), h('span', null, move.missed ? t('move.missed', { what }) : t('move.better', { what })));
}

function moveRow(at, say, seats) {
  const { line, owner } = replay.steps[at], move = moveAt(at);
  return h('li', { key: `m${at}`, class: `move seat-${owner}${line[0] === '*' ? ' chance' : ''}` },
    h('button', { class: 'move-go', type: 'button', 'aria-current': at === replay.at && !replay.mark ? 'true' : null, onclick: () => showMoment(at) },
      h('span', { class: 'move-number' }, at), h('span', { class: 'move-words' }, say(line, owner)), chip(move, seats)),
    better(move, at, say));
}

const rows = (list, say, seats) => list.map((at) => moveRow(at, say, seats));

// All moves, or those around the present one where there are very many.
function allMoves(say, seats) {
  const last = replay.steps.length - 1;
  const from = Math.max(1, Math.min(replay.at - SHOWN / 2, last - SHOWN + 1)), to = Math.min(last, from + SHOWN - 1);
  const more = (key, at) => h('li', { key }, h('button', { class: 'move-go', type: 'button', onclick: () => goTo(at) }, t(key)));
  return h('ol', { class: 'moves' }, from > 1 && more('moves.earlier', from - 1), rows(Array.from({ length: to - from + 1 }, (_, i) => from + i), say, seats), to < last && more('moves.later', to + 1));
}

function decided(say, seats) {
  const found = moments();
  return found.length ? h('ol', { class: 'moves' }, rows(found.map((m) => m.at), say, seats)) : h('p', { class: 'fine' }, t('moves.none'));
}

const PANELS = { moves: allMoves, decided, players: (_, seats) => sumsView(seats) };

function tabs(names, now) {
  const move = (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    replay.panel = names.at((names.indexOf(now) + step) % names.length);
    redraw();
    queueMicrotask(() => document.getElementById(`tab-${replay.panel}`)?.focus());
  };
  return h('div', { role: 'tablist', class: 'tablist tabs', 'aria-label': t('analysis.tabs'), 'aria-orientation': 'vertical', onkeydown: move }, names.map((name) => h('button', {
    class: 'tab', type: 'button', role: 'tab', id: `tab-${name}`, key: name, 'aria-selected': now === name ? 'true' : 'false', 'aria-controls': 'panel',
    onclick: () => ((replay.panel = name), redraw()),
  }, t('tab.' + name))));
}

// The row of the present moment stays in view, without moving the page.
let seen = null;

function follow() {
  const now = `${replay.at} ${replay.mark} ${replay.panel}`;
  if (now === seen) return;
  seen = now;
  requestAnimationFrame(() => {
    const panel = document.querySelector('.analysis .panel'), row = panel?.querySelector('[aria-current], [aria-pressed=true]');
    if (!row) return;
    const box = panel.getBoundingClientRect(), { top, bottom } = row.getBoundingClientRect();
    if (top < box.top || bottom > box.bottom) panel.scrollTop += (top + bottom) / 2 - (box.top + box.bottom) / 2;
  });
}

// Where the analysis is below the board, its upper edge is a button that brings it into view, and the board again.
const topOf = () => document.querySelector('.analysis')?.getBoundingClientRect().top ?? Infinity;

let inView = false;

addEventListener('scroll', () => inView !== topOf() <= innerHeight / 2 && ((inView = !inView), redraw()));

function toAnalysis() {
  scrollTo(0, inView ? 0 : scrollY + topOf());
}

function toText() {
  return t(inView ? 'board' : curve.status === 'computing' ? 'curve.computing' : 'over.replay');
}

// Beside the board: the curve, and below it the moves. say(line, owner) makes a sentence.
export function analysisView(seats, say) {
  const names = isJudged() ? Object.keys(PANELS) : ['moves'];
  const now = names.includes(replay.panel) ? replay.panel : 'moves';
  follow();
  return h('aside', { class: 'side analysis', key: 'analysis', 'aria-label': t('curve.title') },
    h('button', { class: `to-analysis${inView ? ' up' : ''}`, type: 'button', key: 'to', 'data-do': 'to-analysis', onclick: toAnalysis }, toText(), icon('next')),
    curveView(replay.at, replay.steps.length - 1, seats, goTo),
    isJudged() && sourceView(),
    tabs(names, now),
    h('div', { id: 'panel', class: 'panel', role: 'tabpanel', 'aria-labelledby': `tab-${now}`, tabindex: '0', key: now }, PANELS[now](say, seats)));
}
