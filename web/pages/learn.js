// The guided first game: a record played step by step, dice and all; the learner makes the moves of
// seat 1. The steps and states are the server's (/api/lessons), the words are in texts.js.
import { h } from '../core/dom.js';
import { t } from '../core/texts.js';
import { setPlayed } from '../core/keep.js';
import { announce, fetchJson, nothingView, notice, seatMark } from '../core/parts.js';
import { boardOf } from '../core/games.js';
import { openRules } from '../core/rules.js';
import { startGame } from './new_table.js';
import { redraw } from '../core/frame.js';

const YOU = 1;

let lesson = null; // {game, names, steps, at, board, ui, fresh}
let trouble = '';

const title = () => t('title.' + lesson.game);
const name = (seat) => (seat === YOU ? t('learn.you') : lesson.names[seat - 1]);
const step = () => lesson.steps[lesson.at];
const next = () => lesson.steps[lesson.at + 1]?.line ?? null;
const mine = () => next()?.startsWith(`${YOU} `) ?? false;
const note = () => {
  for (let i = lesson.at; i >= 0; i--) if (lesson.steps[i].note) return lesson.steps[i].note;
  return 'start';
};

async function load(game) {
  try {
    const [data, board] = await Promise.all([fetchJson(`/api/lessons/${game}`), boardOf(game)]);
    lesson = { ...data, board, at: 0, ui: {}, fresh: [] };
    announce(words());
  } catch {
    trouble = t('learn.none');
  }
  redraw();
}

const words = () => t(`learn.${lesson.game}.${note()}`);

// Goes on to where there is something to say or to do.
function advance() {
  const fresh = [];
  do {
    lesson.at++;
    if (step().line) fresh.push(step().line);
  } while (!step().note && !mine() && lesson.at < lesson.steps.length - 1);
  Object.assign(lesson, { fresh, ui: {} });
  announce(`${told(fresh)} ${words()}`);
  redraw();
}

// What the lines say, each of whose it is.
function told(fresh) {
  const log = lesson.steps.slice(0, lesson.at + 1).flatMap(({ line }) => line ?? []), owners = lesson.board.owners?.(log, step().state) ?? [];
  return fresh.map((line, i) => lesson.board.say(line, { ...view(), owner: owners[log.length - fresh.length + i] ?? 0 })).join(' ');
}

const plainWord = (text) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

function play(line) {
  if (mine() && plainWord(line) === plainWord(next())) advance();
  else wrong();
}

// Something else was chosen: what to do instead.
function wrong() {
  notice(t('learn.other', { what: lesson.board.say(next(), view()) }));
}

// A touch on the board that has changed nothing was meant to do something.
let before = '';
const moment = () => (lesson && mine() ? `${lesson.at} ${JSON.stringify(lesson.ui)}` : '');
const touch = () => (before = moment());
const touched = () => before && before === moment() && wrong();

function view() {
  return {
    table: { clock: null },
    state: step().state,
    legal: mine() ? [next()] : [],
    may: mine(),
    you: YOU,
    seats: lesson.names.map((n) => ({ name: n, kind: 'person', here: true })),
    log: lesson.steps.slice(1, lesson.at + 1).map((s) => s.line),
    name, play, redraw,
    ui: lesson.ui,
    fresh: lesson.fresh.slice(-1),
    before: lesson.at ? lesson.steps[lesson.at - 1].state : null,
    owner: lesson.at && step().line ? lesson.board.owner(step().line, lesson.steps[lesson.at - 1].state) : 0,
    beat: `lesson-${lesson.at}`,
    lesson: true,
    seatCard: (seat) => [seatMark(seat, 26), h('span', { class: 'seat-words' }, h('span', { class: 'seat-name' }, name(seat)))],
  };
}

function seats(v) {
  if (lesson.board.ownSeats) return null;
  return h('ol', { class: `seats seats-${v.seats.length}`, key: 'seats', 'aria-label': t('seats') }, v.seats.map((_, i) =>
    h('li', { class: `seat seat-${i + 1}${v.state.mover === i + 1 ? ' turn' : ''}`, key: `seat-${i + 1}` }, v.seatCard(i + 1), h('span', { class: 'seat-own' }, lesson.board.seat(v, i + 1)))));
}

function bar(v) {
  const last = lesson.at === lesson.steps.length - 1;
  if (last) {
    setPlayed(lesson.game);
    return [
      h('p', { class: 'ask result', key: 'ask' }, t('learn.done')),
      h('div', { class: 'bar-buttons', key: 'buttons' },
        h('button', { class: 'button primary', type: 'button', 'data-do': 'real', onclick: () => startGame(lesson.game) }, t('learn.real')),
        h('button', { class: 'button', type: 'button', onclick: () => openRules(lesson.game, title()) }, t('rules')),
        h('a', { class: 'button', href: '/', 'data-nav': true }, t('over.home'))),
    ];
  }
  if (!mine()) {
    return h('div', { class: 'bar-buttons', key: 'buttons' }, h('button', { class: 'button primary', type: 'button', 'data-do': 'next', key: 'next', onclick: advance }, t('learn.next')));
  }
  const { ask, buttons = [], extra } = lesson.board.bar(v);
  return [
    h('div', { class: 'bar-head', key: 'head' }, h('p', { class: 'ask', key: 'ask' }, ask), extra),
    h('div', { class: 'bar-buttons', key: 'buttons' }, buttons.map((b, i) => h('button', {
      class: `button${b.primary ? ' primary' : ''}${b.off ? ' off' : ''}`, type: 'button', key: b.key ?? b.line, 'aria-disabled': b.off ? 'true' : null, 'data-line': b.line, onclick: () => play(b.line),
    }, h('span', null, b.text), i < 9 ? h('kbd', { 'aria-hidden': 'true' }, i + 1) : null))),
  ];
}

function lessonView() {
  if (trouble) return nothingView(t('lost.title'), trouble);
  if (!lesson) return h('div', { class: 'empty' }, h('p', null, t('loading')));
  const v = view();
  return [
    h('h1', { class: 'unseen', key: 'h1' }, t('learn.title', { game: title() })),
    h('div', { class: `felt game-${lesson.game}`, key: 'felt' },
      h('section', { class: 'lesson', key: 'lesson', tabindex: '0', 'aria-label': t('learn.title', { game: title() }) }, h('p', { class: 'lesson-words', key: `words-${note()}` }, words())),
      seats(v),
      h('section', { class: 'board', key: 'board', 'aria-label': t('board'), onclick: touched }, lesson.board.board(v)),
      h('p', { class: 'ticker', key: 'ticker', 'aria-hidden': 'true' }, lesson.fresh.length ? lesson.board.tell(lesson.fresh, v) : ''),
      h('section', { class: `bar${mine() ? ' mine' : ''}`, key: 'bar', tabindex: '-1', 'aria-label': t('bar') }, bar(v))),
  ];
}

export function openLesson(game) {
  lesson = null;
  trouble = '';
  return {
    name: 'learn',
    title: () => (lesson ? `${t('learn.title', { game: title() })} · Cornet` : 'Cornet'),
    heading: () => lesson && h('div', { class: 'lesson-head' },
      h('span', { class: 'heading' }, t('learn.title', { game: title() })),
      h('progress', { max: lesson.steps.length - 1, value: lesson.at, 'aria-label': t('learn.progress') }),
      h('a', { class: 'button small', href: '/', 'data-nav': true, 'data-do': 'leave-lesson' }, t('learn.leave'))),
    view: lessonView,
    enter() {
      load(game);
      document.addEventListener('pointerdown', touch, true); // before a board has heard of it
    },
    leave: () => document.removeEventListener('pointerdown', touch, true),
    key(event) {
      if (event.key === '?' && lesson) return openRules(lesson.game, title()), true;
      if (lesson?.board.key(event, view())) return true;
      const button = /^[1-9]$/.test(event.key) ? document.querySelectorAll('.bar-buttons button')[event.key - 1] : null;
      button?.click();
      return Boolean(button);
    },
  };
}
