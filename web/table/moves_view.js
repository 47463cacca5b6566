// The moves of a finished game beside the board, each with its verdict and the better move; the decisive moments;
// and the players' totals.
import { h } from '../core/dom.js';
import { t } from '../core/texts.js';
import { icon } from '../core/icons.js';
import { advice, percent, seatMark, seatName, winners } from '../core/parts.js';
import { chancesAt, isJudged, lastStep, linesUpTo, moments, verdictOf } from '../model/replay.js';
import { present } from '../model/state.js';
import { mistakesOf, turningPoint } from '../model/story.js';
import { keepLanguage } from './curve.js';
import { curveView, sourceView, sumsView } from './curve_view.js';
export { loadCurve } from './curve.js';

/** @typedef {import('../model/replay.js').Replay} Replay */
/** @typedef {import('../model/messages.js').JudgedMove} JudgedMove */
/** @typedef {import('../model/messages.js').Seat} Seat */
/** @typedef {(line: string, owner: number, at?: number) => string} Say makes a sentence of a line; `at`: the step that has the line */
/**
 * The player's actions in this view. replay.js implements them.
 * @typedef {object} Act
 * @property {(at: number, mark?: string | null) => void} goTo
 * @property {(panel: Replay['panel']) => void} showPanel
 * @property {(inView: boolean) => void} setInView
 */
/** @typedef {{replay: Replay, seats: Seat[], say: Say, act: Act, you: number}} Shown */
/** @typedef {import('../model/messages.js').Analysis} Analysis */

const SHOWN = 300; // moves in the list at once
const SMALL = 0.005; // smaller luck is not mentioned
/** @type {Record<string, string>} */
const SIGNS = { slip: '?!', mistake: '?', blunder: '??' };

/** @param {Replay} replay @param {number} at */
const moveAt = ({ curve }, at) => (isJudged(curve) ? curve.analysis.moves[at - 1] : undefined);

/** The luck of a roll, for the seat that gained most. @param {number[]} each @param {Seat[]} seats */
function luckChip(each, seats) {
  const luck = Math.max(...each), seat = each.indexOf(luck) + 1, words = t('move.luck', { name: seatName(seats, seat) });
  if (luck < SMALL) return null;
  return h('span', { class: 'chip luck', title: words },
    icon('die', 16), seatMark(seat, 15), `+${percent(luck, 1)}`, h('span', { class: 'unseen' }, ` ${words}`));
}

/** The verdict of a decision, or the luck of a roll. @param {JudgedMove | undefined} move @param {Seat[]} seats */
function chip(move, seats) {
  if (move?.luck) return luckChip(move.luck, seats);
  if (move?.cost === undefined) return null;
  const verdict = verdictOf(move.cost), word = t('move.' + verdict), unseen = h('span', { class: 'unseen' }, word);
  if (verdict === 'good') return h('span', { class: 'chip good', title: word }, icon('right'), unseen);
  return h('span', { class: `chip ${verdict}`, title: word },
    h('b', { 'aria-hidden': 'true' }, SIGNS[verdict]),
    unseen,
    ` −${percent(move.cost, 1)}`);
}

/**
 * Goes to a moment from the list. If the board is above it, out of sight, the page scrolls to the board.
 * @param {Act} act
 * @param {number} at
 * @param {string | null} mark
 */
function showMoment(act, at, mark = null) {
  act.goTo(at, mark);
  if ((document.querySelector('.board')?.getBoundingClientRect().top ?? 0) < 0) scrollTo(0, 0);
}

/** The button that shows the better move on the board, in the position before the decision. @param {Shown} shown @param {number} at */
function better({ replay, say, act }, at) {
  const move = moveAt(replay, at);
  if (!move?.best || !move.seat || verdictOf(move.cost ?? 0) === 'good') return null;
  const line = `${move.seat} ${move.best}`, on = replay.mark === line && replay.at === at - 1;
  const what = advice(say(line, move.seat));
  return h('button', {
    class: 'move-better', type: 'button', 'aria-pressed': on ? 'true' : 'false', 'data-better': at,
    onclick: () => showMoment(act, at - 1, on ? null : line),
  }, icon('look', 18), h('span', null, move.missed ? t('move.missed', { what }) : t('move.better', { what })));
}

// ---- this moment: the next move, and a better one ----

/** The seat's chance after its move; null if hidden cards or speed matter too. @param {Analysis} analysis @param {number} at */
function shareAt(analysis, at) {
  const { seat } = analysis.moves[at - 1], [first] = analysis.seats;
  return !seat || 'hidden' in first || 'speed' in first ? null : chancesAt(analysis, at)[seat - 1];
}

/** @param {string} kind @param {string} words @param {number | null} share @param {() => void} act @param {boolean} [on] */
function option(kind, words, share, act, on) {
  const shown = share === null ? null : Math.max(0, Math.min(1, share));
  const props = { class: `opt ${kind}`, type: 'button', key: kind, 'data-option': kind, onclick: act };
  return h('button', { ...props, 'aria-pressed': on === undefined ? null : String(on) },
    h('span', { class: 'opt-words' }, words, ' ', h('em', null, t(`moment.${kind}`))),
    shown !== null && h('span', { class: 'gauge', 'aria-hidden': 'true' }, h('i', { style: { '--v': `${100 * shown}%` } })),
    shown !== null && h('b', null, percent(shown, 0)));
}

/** A decision: the best choice and the played one; if that was good, the next best. @param {Shown} shown @param {number} at */
function choices({ replay, say, act }, at) {
  const { curve, steps } = replay, { line } = steps[at], move = moveAt(replay, at);
  if (!isJudged(curve) || !move?.seat || !line) return null;
  const { seat } = move, cost = move.cost ?? 0, share = shareAt(curve.analysis, at), good = verdictOf(cost) === 'good';
  const sentence = (/** @type {string} */ played) => advice(say(played, seat)), other = good ? move.next : move.best;
  const played = option(good ? 'right' : 'played', sentence(line), share, () => act.goTo(at));
  if (!other) return played;
  const mark = `${seat} ${other}`, on = replay.mark === mark;
  const value = share === null ? null : good ? share - (move.gain ?? 0) : share + cost;
  const rest = option(good ? 'next' : 'best', sentence(mark), value, () => act.goTo(at - 1, on ? null : mark), on);
  return good ? [played, rest] : [rest, played];
}

/** @param {Shown} shown */
function nextMistake({ replay: { curve, at }, act, you }) {
  const all = isJudged(curve) && you ? mistakesOf(curve.analysis, you).sort((a, b) => a - b) : [];
  if (!all.length) return null;
  const next = all.find((mistake) => mistake > at + 1) ?? all[0];
  return h('button', { class: 'button small', type: 'button', 'data-do': 'next-mistake', onclick: () => showMoment(act, next - 1) },
    t('moment.mistake'));
}

/** The move that follows the position on the board. @param {Shown} shown */
function momentView(shown) {
  const { replay, seats, say } = shown, { curve, steps } = replay, at = replay.at + 1;
  if (!isJudged(curve)) return null;
  const found = turningPoint(curve.analysis, winners(steps[lastStep(replay)].state.result ?? null));
  const content = () => {
    if (at > lastStep(replay)) return h('p', { class: 'fine' }, t('over'));
    const { line, owner } = steps[at], move = moveAt(replay, at);
    if (move?.seat) return choices(shown, at);
    return h('p', { class: 'opt' }, h('span', { class: 'opt-words' }, say(line ?? '', owner, at)), chip(move, seats));
  };
  return h('section', { class: 'moment', key: 'moment', 'aria-label': t('moment') },
    h('div', { class: 'moment-head' },
      h('h2', null, t(found?.at === at ? 'moment.decisive' : 'moment'), ' ',
        at <= lastStep(replay) && h('small', null, t('end.move', { n: at }))),
      nextMistake(shown)),
    content());
}

/** @param {Shown} shown @param {number} at */
function moveRow(shown, at) {
  const { replay, seats, say, act } = shown, { line, owner } = replay.steps[at], now = at === replay.at && !replay.mark;
  return h('li', { key: `m${at}`, class: `move seat-${owner}${line?.[0] === '*' ? ' chance' : ''}` },
    h('button', { class: 'move-go', type: 'button', 'aria-current': now ? 'true' : null, onclick: () => showMoment(act, at) },
      h('span', { class: 'move-number' }, at), h('span', { class: 'move-words' }, say(line ?? '', owner, at)),
      chip(moveAt(replay, at), seats)),
    better(shown, at));
}

/** All moves, or those around the current one if there are very many. @param {Shown} shown */
function allMoves(shown) {
  const { replay, act } = shown, last = lastStep(replay);
  const from = Math.max(1, Math.min(replay.at - SHOWN / 2, last - SHOWN + 1)), to = Math.min(last, from + SHOWN - 1);
  const more = (/** @type {string} */ key, /** @type {number} */ at) =>
    h('li', { key }, h('button', { class: 'move-go', type: 'button', onclick: () => act.goTo(at) }, t(key)));
  return h('ol', { class: 'moves' },
    from > 1 && more('moves.earlier', from - 1),
    Array.from({ length: to - from + 1 }, (_, i) => moveRow(shown, from + i)),
    to < last && more('moves.later', to + 1));
}

/** @param {Shown} shown */
function decided(shown) {
  const { curve } = shown.replay, found = isJudged(curve) ? moments(curve.analysis) : [];
  return found.length ? h('ol', { class: 'moves' }, found.map(({ at }) => moveRow(shown, at))) : h('p', { class: 'fine' }, t('moves.none'));
}

/** @param {Shown} shown */
const players = ({ replay: { curve }, seats }) => (isJudged(curve) ? sumsView(curve.analysis, seats) : null);

const PANELS = { moves: allMoves, decided, players };
/** @typedef {keyof typeof PANELS} PanelName */

/** @param {PanelName[]} names @param {PanelName} now @param {Act} act */
function tabs(names, now, { showPanel }) {
  const move = (/** @type {import('../core/dom.js').PageEvent} */ event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    const next = /** @type {PanelName} */ (names.at((names.indexOf(now) + step) % names.length));
    event.preventDefault();
    showPanel(next);
    queueMicrotask(() => document.getElementById(`tab-${next}`)?.focus());
  };
  const tab = (/** @type {PanelName} */ name) => h('button', {
    class: 'tab', type: 'button', role: 'tab', id: `tab-${name}`, key: name, 'aria-selected': now === name ? 'true' : 'false',
    'aria-controls': 'panel', onclick: () => showPanel(name),
  }, t('tab.' + name));
  return h('div', {
    role: 'tablist', class: 'tablist tabs', 'aria-label': t('analysis.tabs'), 'aria-orientation': 'vertical', onkeydown: move,
  }, names.map(tab));
}

/** @type {string | null} */
let seen = null;

/** The row of the present moment stays in view, without moving the page. @param {Replay} replay */
function follow(replay) {
  const now = `${replay.at} ${replay.mark} ${replay.panel}`;
  if (now === seen) return;
  seen = now;
  requestAnimationFrame(() => {
    const panel = document.querySelector('.analysis .panel'), row = panel?.querySelector('[aria-current], [aria-pressed=true]');
    if (!panel || !row) return;
    const box = panel.getBoundingClientRect(), { top, bottom } = row.getBoundingClientRect();
    if (top < box.top || bottom > box.bottom) panel.scrollTop += (top + bottom) / 2 - (box.top + box.bottom) / 2;
  });
}

// If the analysis is below the board, a button at its upper edge scrolls to the analysis and back to the board.
const topOf = () => document.querySelector('.analysis')?.getBoundingClientRect().top ?? Infinity;

/** @type {Act['setInView']} */
let setInView = () => {};

addEventListener('scroll', () => setInView(topOf() <= innerHeight / 2));

/** @param {Replay} replay */
function toAnalysis({ inView, curve }) {
  const words = t(inView ? 'board' : curve.status === 'computing' ? 'curve.computing' : 'over.replay');
  return h('button', {
    class: `to-analysis${inView ? ' up' : ''}`, type: 'button', key: 'to', 'data-do': 'to-analysis',
    onclick: () => scrollTo(0, inView ? 0 : scrollY + topOf()),
  }, words, icon('next'));
}

/**
 * Beside the board: the curve, and below it the moves.
 * @param {import('../model/state.js').State} s
 * @param {import('../model/board.js').View} v
 * @param {Act} act
 */
export function analysisView(s, v, act) {
  const { replay } = s, { board } = present(s);
  if (!replay) return null;
  const { curve } = replay, names = /** @type {PanelName[]} */ (isJudged(curve) ? Object.keys(PANELS) : ['moves']);
  const now = names.includes(replay.panel) ? replay.panel : 'moves';
  const log = linesUpTo(replay), last = /** @type {import('../model/messages.js').GameState} */ (replay.steps[lastStep(replay)].state);
  const shown = {
    replay, act, seats: v.seats, you: v.you,
    say: (/** @type {string} */ line, /** @type {number} */ owner, /** @type {number | undefined} */ at) =>
      board.say(line, { ...v, owner, before: null, fresh: [], ...(at && { log, state: last, at: at - 1 }) }),
  };
  setInView = act.setInView;
  keepLanguage(replay);
  follow(replay);
  return h('aside', { class: 'side analysis', key: 'analysis', 'aria-label': t('curve.title') },
    toAnalysis(replay),
    momentView(shown),
    curveView(replay, v.seats, act.goTo),
    isJudged(curve) && sourceView(replay, curve.analysis),
    tabs(names, now, act),
    h('div', { id: 'panel', class: 'panel', role: 'tabpanel', 'aria-labelledby': `tab-${now}`, tabindex: '0', key: now },
      PANELS[now](shown)));
}
