// The guided first game: a record played step by step, dice and all; the learner makes the moves of
// seat 1. The steps and states are the server's (/api/lessons), the words are in games/GAME/lesson.js.
import { h } from '../core/dom.js';
import { face, flagOf, plateClass, seatFace } from '../core/faces.js';
import { t, TEXTS } from '../core/texts.js';
import { keepLessonStep, lessonStep, setPlayed } from '../core/keep.js';
import { announce, fetchJson, nothingView, notice } from '../core/parts.js';
import { boardOf } from '../core/games.js';
import { fileOf } from '../core/place.js';
import { GAMES } from '../games.js';
import { openRules } from '../core/rules.js';
import { startGame } from './new_table.js';
import { redraw } from '../core/frame.js';
import { runsOf } from '../model/state.js';
import { fly, land, notePlaces, paceNow, prepareMotion } from '../table/motion.js';

/** @typedef {import('../model/board.js').View} View */

const YOU = 1, TEACHER = 'margot';

/**
 * @typedef {object} Lesson
 * @property {string} game
 * @property {string[]} names
 * @property {import('../model/messages.js').LessonStep[]} steps
 * @property {number} at the step that is shown
 * @property {import('../model/board.js').Board} board
 * @property {Record<string, any>} ui
 * @property {string[]} fresh the lines since the last stop
 * @property {number} goal the step that the display is moving towards; otherwise `at`
 */

/** @type {Lesson | null} */
let lesson = null;

/** The lesson, if it is loaded. */
function current() {
  if (!lesson) throw new Error('no lesson');
  return lesson;
}

let trouble = '';

const title = () => t('title.' + current().game);
/** @param {number} seat */
const name = (seat) => (seat === YOU ? t('learn.you') : current().names[seat - 1]);
const step = () => current().steps[current().at];
const next = () => current().steps[current().at + 1]?.line ?? null;
const mine = () => !isOnTheWay() && (next()?.startsWith(`${YOU} `) ?? false);
const note = () => {
  for (let i = current().at; i >= 0; i--) if (current().steps[i].note) return current().steps[i].note;
  return 'start';
};

/** The lesson's texts, which only it needs. @param {string} game */
async function loadTexts(game) {
  const file = GAMES[game]?.lesson;
  if (file) Object.assign(TEXTS, (await import(fileOf(file.slice(1)))).default);
}

/** @param {string} game */
async function load(game) {
  try {
    const [data, board] = await Promise.all([fetchJson(`/api/lessons/${game}`), boardOf(game), loadTexts(game)]);
    const at = Math.min(lessonStep(game), data.steps.length - 1);
    lesson = { ...data, board, at, goal: at, ui: {}, fresh: [] };
    announce(words());
    prepareMotion(board);
  } catch {
    trouble = t('learn.none');
  }
  redraw();
}

const words = () => t(`learn.${current().game}.${note()}`);

const LONGEST = 1200; // milliseconds that a line is shown, at the calm pace
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Whether the lines before a step are being shown. */
const isOnTheWay = () => current().at < current().goal;

/** The next step with a text or a task. */
function nextStop() {
  const { steps, at } = current(), last = steps.length - 1;
  const stops = (/** @type {number} */ i) => steps[i].note || steps[i + 1]?.line?.startsWith(`${YOU} `) || i >= last;
  let i = at + 1;
  while (!stops(i)) i++;
  return i;
}

/** Advances to the next step with a text or a task: one line after the other, or the rest of them at once. */
function advance() {
  if (isOnTheWay()) return finish();
  Object.assign(current(), { goal: nextStop(), fresh: [], ui: {} });
  return showLine();
}

/** Shows a line with its flights, and schedules the next one. */
function showLine() {
  notePlaces();
  const time = showStep();
  if (!isOnTheWay()) arrive();
  redraw();
  const v = view(), { board } = current();
  queueMicrotask(() => fly(board, v)); // runs after the redraw requested above
  if (isOnTheWay()) timer = setTimeout(showLine, time);
}

/** Goes one step further. Returns its display time in milliseconds. */
function showStep() {
  const { board, fresh } = current();
  current().at++;
  const { line } = step();
  if (line) current().fresh = [...fresh, line];
  return line && board.pace ? Math.min(board.dwell(line, view()), LONGEST) * paceNow() : 0;
}

/** Shows the remaining lines at once. */
function finish() {
  clearTimeout(timer);
  while (isOnTheWay()) showStep();
  arrive();
  redraw();
  setTimeout(land); // after it has been drawn
}

/** Announces the lines and the next text. */
function arrive() {
  const { game, at, steps, fresh } = current();
  keepLessonStep(game, at < steps.length - 1 ? at : 0);
  announce(`${spoken(fresh)} ${words()}`);
}

/** Describes the lines, each with its owner. @param {string[]} fresh */
function spoken(fresh) {
  const log = current().steps.slice(0, current().at + 1).flatMap(({ line }) => line ?? []);
  const { board } = current(), owners = (board.owners?.(log, step().state) ?? []).slice(log.length - fresh.length);
  const runs = runsOf(fresh, board.rolls, owners);
  const say = (/** @type {string} */ line, /** @type {number} */ i) =>
    board.say(line, { ...view(), owner: owners[i] ?? 0, times: runs[i].times, at: log.length - fresh.length + i });
  return fresh.map((line, i) => (runs[i].again ? '' : say(line, i))).filter(Boolean).join(' ');
}

/** @param {string} text */
const plainWord = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** @param {string} line */
function play(line) {
  if (mine() && plainWord(line) === plainWord(next() ?? '')) advance();
  else wrong();
}

// Another line was chosen: says what to do instead.
function wrong() {
  notice(t('learn.other', { what: current().board.say(next() ?? '', view()) }));
}

// A touch on the board changed nothing: the learner meant something else.
let before = '';
const moment = () => (lesson && mine() ? `${current().at} ${JSON.stringify(current().ui)}` : '');
const touch = () => (before = moment());
const touched = () => (lesson && isOnTheWay() ? finish() : before && before === moment() && wrong());

/** @returns {View} */
function view() {
  const { state, line } = step(), { at, steps, board, names } = current(), mover = typeof state.mover === 'number' ? state.mover : 0;
  const before = at ? steps[at - 1].state : null, due = next();
  /** @type {View['seats']} */
  const seats = names.map((n) => ({ name: n, kind: 'person', here: true }));
  /** @type {View['turn']} */
  const turn = { why: mine() ? 'choose' : 'soon', seat: mover, mover, throws: false, turn: state.turn ?? 0, mine: mine() };
  return {
    table: { clock: null }, turn, seats,
    state,
    legal: mine() && due ? [due] : [],
    may: mine(),
    you: YOU,
    log: steps.slice(1, at + 1).map((one) => one.line ?? ''),
    name, play, redraw,
    ui: current().ui,
    fresh: current().fresh.slice(-1),
    before,
    owner: at && line ? board.owner(line, before) : 0,
    beat: `lesson-${at}`,
    lesson: true, mark: null, then: [], replaying: false, timeout: 0, pending: null, dwell: 0, spent: 0, waiting: false,
    throwing: null, people: [],
    side: YOU,
    playFor() {}, follow() {}, clock: () => null, tags: () => [],
    plate: (seat) => plateClass(turn, seat),
    flag: (seat) => flagOf(turn, seat),
    seatCard: (seat) => [seatFace(seats, seat), h('span', { class: 'seat-words' }, h('span', { class: 'seat-name' }, name(seat)))],
  };
}

/** @param {View} v */
function seats(v) {
  if (current().board.ownSeats) return null;
  return h('ol', { class: `seats seats-${v.seats.length}`, key: 'seats', 'aria-label': t('seats') }, v.seats.map((_, i) =>
    h('li', { class: `seat ${v.plate(i + 1)}`, key: `seat-${i + 1}` },
      v.seatCard(i + 1), v.flag(i + 1),
      h('span', { class: 'seat-own' }, current().board.seat(v, i + 1)))));
}

/** @param {View} v */
function bar(v) {
  const last = current().at === current().steps.length - 1;
  if (last) {
    setPlayed(current().game);
    return [
      h('p', { class: 'ask result', key: 'ask' }, t('learn.done')),
      h('div', { class: 'bar-buttons', key: 'buttons' },
        h('button', { class: 'button primary', type: 'button', 'data-do': 'real', onclick: () => startGame(current().game) },
          t('learn.real')),
        h('button', { class: 'button', type: 'button', onclick: () => openRules(current().game, title()) }, t('rules')),
        h('a', { class: 'button', href: '/', 'data-nav': true }, t('over.home'))),
    ];
  }
  if (!mine()) {
    return h('div', { class: 'bar-buttons', key: 'buttons' },
      h('button', { class: 'button primary', type: 'button', 'data-do': 'next', key: 'next', onclick: advance }, t('learn.next')));
  }
  const { ask, buttons = [], extra } = current().board.bar(v);
  return [
    h('div', { class: 'bar-head', key: 'head' }, h('p', { class: 'ask', key: 'ask' }, ask), extra),
    h('div', { class: 'bar-buttons', key: 'buttons' }, buttons.map((b, i) => h('button', {
      class: `button${b.primary ? ' primary' : ''}${b.off ? ' off' : ''}`, type: 'button', key: b.key ?? b.line,
      'aria-disabled': b.off ? 'true' : null, 'data-line': b.line, onclick: () => play(b.line ?? ''),
    }, h('span', null, b.text), i < 9 ? h('kbd', { 'aria-hidden': 'true' }, i + 1) : null))),
  ];
}

/** Announces the instruction again, and the state of the game. */
function tellWhere() {
  announce(`${words()} ${current().board.where?.(view()) ?? ''}`.trim(), true);
  return true;
}

function lessonView() {
  if (trouble) return nothingView(t('lost.title'), trouble);
  if (!lesson) return h('div', { class: 'empty' }, h('p', null, t('loading')));
  const v = view();
  return [
    h('h1', { class: 'unseen', key: 'h1' }, t('learn.title', { game: title() })),
    h('button', { class: 'skip', type: 'button', key: 'where', 'aria-keyshortcuts': '= w', onclick: tellWhere }, t('where')),
    h('div', { class: `felt game-${current().game}`, key: 'felt' },
      h('section', { class: 'lesson', key: 'lesson', tabindex: '0', 'aria-label': t('learn.title', { game: title() }) },
        face(TEACHER, 56), h('p', { class: 'lesson-words', key: `words-${note()}` }, words())),
      seats(v),
      h('section', { class: 'board', key: 'board', 'aria-label': t('board'), onclick: touched }, current().board.board(v)),
      h('p', { class: 'ticker', key: 'ticker', 'aria-hidden': 'true' },
        current().fresh.length ? spoken(current().fresh) : ''),
      h('section', {
        class: `bar${mine() ? ' mine' : ''}`, key: 'bar', tabindex: '-1', 'aria-label': t('bar'), 'aria-busy': isOnTheWay() ? 'true' : null,
      }, bar(v))),
  ];
}

/** @param {string} game */
export function openLesson(game) {
  lesson = null;
  trouble = '';
  return {
    name: 'learn',
    title: () => (lesson ? `${t('learn.title', { game: title() })} · Cornet` : 'Cornet'),
    heading: () => lesson && h('div', { class: 'lesson-head' },
      h('span', { class: 'heading' }, t('learn.title', { game: title() })),
      h('progress', { max: current().steps.length - 1, value: current().at, 'aria-label': t('learn.progress') }),
      h('a', { class: 'button small', href: '/', 'data-nav': true, 'data-do': 'leave-lesson' }, t('learn.leave'))),
    view: lessonView,
    enter() {
      load(game);
      document.addEventListener('pointerdown', touch, true); // before the board handles it
    },
    leave() {
      clearTimeout(timer);
      keepLessonStep(game, 0); // leaving resets the lesson; a reload, or a phone that discards the page, does not
      document.removeEventListener('pointerdown', touch, true);
    },
    /** @param {KeyboardEvent} event */
    key(event) {
      if (event.key === '?' && lesson) return openRules(current().game, title()), true;
      if (lesson && event.key === '=') return tellWhere();
      if (lesson?.board.key(event, view())) return true;
      if (lesson && event.key.toLowerCase() === 'w') return tellWhere();
      /** @type {NodeListOf<HTMLElement>} */
      const buttons = document.querySelectorAll('.bar-buttons button');
      const button = /^[1-9]$/.test(event.key) ? buttons[Number(event.key) - 1] : null;
      button?.click();
      return Boolean(button);
    },
  };
}
