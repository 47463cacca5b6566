// A card or a position of a trainer: the real board, the question, and after the answer what each choice was worth and why.
import { h } from '../core/dom.js';
import { flagOf, plateClass, seatFace } from '../core/faces.js';
import { redraw } from '../core/frame.js';
import { gameTitle } from '../core/games.js';
import { advice, percent, seatName } from '../core/parts.js';
import { t } from '../core/texts.js';
import { dayWords } from '../practise/engine.js';

/** @typedef {import('../model/board.js').View} View */
/** @typedef {import('./practise.js').Drill} Drill */
/** @typedef {import('./practise.js').Choice} Choice */
/** @typedef {import('./practise.js').Acts} Acts */

const SHOWN = 5; // choices in the result

/** @param {Drill} drill @param {Acts} acts @returns {View} */
function viewOf({ exercise, ui, result, words, busy }, acts) {
  const { seat, seats, state, legal, log } = exercise, open = !result && !words && !busy;
  /** @type {View['turn']} */
  const turn = { why: open ? 'choose' : 'soon', seat: open ? seat : 0, mover: seat, throws: false, turn: state.turn ?? seat, mine: open };
  const own = result?.choices.find((choice) => choice.own)?.line ?? null, best = result?.choices[0].line ?? null;
  const name = (/** @type {number} */ n) => (n === seat ? t('learn.you') : seatName(seats, n));
  return {
    table: { clock: null }, turn, seats, state,
    legal: open ? legal : [],
    may: open,
    you: seat,
    log, name,
    play: (line) => acts.answer(line),
    redraw,
    ui,
    fresh: [],
    before: null,
    owner: 0,
    beat: exercise.id ?? exercise.title,
    mark: result && !result.right ? best : own,
    played: result && !result.right ? own : null,
    then: [], replaying: false, timeout: 0, pending: null, dwell: 0, spent: 0, waiting: false,
    throwing: null, people: [], lesson: false,
    side: seat,
    playFor() {}, follow() {}, clock: () => null, tags: () => [],
    plate: (n) => plateClass(turn, n),
    flag: (n) => flagOf(turn, n),
    seatCard: (n) => [seatFace(seats, n), h('span', { class: 'seat-words' }, h('span', { class: 'seat-name' }, name(n)))],
  };
}

/** A choice in words. @param {Drill} drill @param {View} v @param {string} line */
const choiceWords = ({ board }, v, line) => advice(board.say(line, { ...v, fresh: [] }));

/** The choices of a result: the best ones, the answer, and what was played in the game. @param {Choice[]} choices */
const shownOf = (choices) => choices.filter(({ own, then }, i) => i < SHOWN || own || then);

/** @param {number} error */
const errorText = (error) => (error > 0.00005 ? ` ±\u00a0${percent(error, 1)}` : '');

/** @param {Choice} choice @param {boolean} best */
const saidOf = ({ own, then }, best) => [best && t('practise.said.best'), own && t('practise.said.own'), then && t('practise.said.then')]
  .filter((words) => typeof words === 'string');

/** @param {Drill} drill @param {View} v @param {Choice} choice @param {Choice} best */
function choiceRow(drill, v, choice, best) {
  const said = saidOf(choice, choice === best), kind = choice === best ? ' best' : choice.own ? ' mine' : '';
  return h('li', { class: `pr-choice${kind}` },
    h('span', { class: 'pr-words' }, choiceWords(drill, v, choice.line),
      said.map((words) => [' ', h('span', { class: 'pr-said' }, words)])),
    h('span', { class: 'pr-share' }, percent(choice.share, 1), h('small', null, errorText(choice.error))),
    h('span', { class: 'pr-worth', 'aria-hidden': 'true' }, h('i', { style: { '--v': choice.share } })));
}

/** @param {import('./practise.js').WordsResult} words */
const bestWords = ({ best, most }) => t('practise.words', { best, most });

/** What an exercise says, for listeners. @param {Drill} drill */
export function tellDrill(drill) {
  const { exercise, result, words, board } = drill;
  if (words) {
    const missed = words.missed.length ? `${t('practise.missed')}${t('colon')} ${words.missed.join(', ')}.` : '';
    return `${bestWords(words)}. ${missed}`;
  }
  const v = viewOf(drill, /** @type {any} */ ({}));
  if (!result) return `${gameTitle(exercise.game)}. ${exercise.ask} ${board.where?.(v) ?? ''}`.trim();
  const rows = shownOf(result.choices).map((choice, i) => {
    const said = saidOf(choice, i === 0).map((one) => `, ${one}`).join('');
    return `${choiceWords(drill, v, choice.line)}${t('colon')} ${percent(choice.share, 1)}${said}.`;
  });
  return `${t(result.right ? 'practise.right' : 'practise.wrong')} ${rows.join(' ')} ${result.because}`;
}

/** @param {Drill} drill @param {View} v */
function resultView(drill, v) {
  const { result } = drill;
  if (!result) return null;
  const [best] = result.choices, kind = result.right ? 'right' : 'wrong';
  return [
    h('h2', { class: `pr-verdict ${result.right ? 'good' : 'wrong'}`, key: 'verdict' }, t(`practise.${kind}`)),
    h('ol', { class: 'pr-choices', key: 'choices' }, shownOf(result.choices).map((choice) => choiceRow(drill, v, choice, best))),
    h('p', { class: 'pr-because', key: 'because' }, h('b', null, t('practise.why')), ' ', result.because),
    result.returns !== undefined
      && h('p', { class: 'pr-returns', key: 'returns' }, t('practise.returns', { day: dayWords(result.returns) })),
  ];
}

/** @param {Drill} drill */
function wordsView({ words, said, end }) {
  const list = said.map(({ word, points }) => h('li', null, t('practise.word', { word, n: points })));
  if (!words) {
    const left = Math.max(0, Math.ceil((end - performance.now()) / 1000));
    return [
      h('p', { class: 'pr-clock', key: 'clock', role: 'timer' }, t('practise.time', { n: left })),
      h('ul', { class: 'pr-said-words', key: 'said' }, list),
    ];
  }
  return [
    h('h2', { class: `pr-verdict${words.best === words.most ? ' good' : ''}`, key: 'verdict' }, bestWords(words)),
    h('ul', { class: 'pr-said-words', key: 'said' }, list),
    h('h3', { key: 'missed' }, t(words.missed.length ? 'practise.missed' : 'practise.missed.none')),
    h('ul', { class: 'pr-missed', key: 'list' }, words.missed.map((line) => {
      const [points, ...word] = line.split(' ');
      return h('li', null, t('practise.word', { word: word.join(' '), n: Number(points) }));
    })),
  ];
}

/** The loss of the trainer's answers so far. @param {Drill} drill */
function scoreView({ row, trainer, exercise }) {
  if (!trainer || !row.answered) return null;
  const mean = row.lost / row.answered;
  const loss = exercise.seconds ? t('practise.loss.words', { loss: Number(mean.toFixed(1)) }) : percent(mean, 1);
  return h('p', { class: 'pr-score', key: 'score' },
    exercise.seconds ? loss : t('practise.score', { right: row.right, n: row.answered, loss }));
}

/** @param {Drill} drill @param {View} v */
function question(drill, v) {
  const { exercise, result, row, trainer } = drill;
  return h('section', { class: 'lesson pr-question', key: 'lesson', tabindex: '0', 'aria-label': exercise.title },
    h('p', { class: 'pr-kind', key: 'kind' },
      h('span', null, trainer ? t('practise.position', { n: row.number }) : t('practise.count', { n: row.number, of: row.of })),
      h('span', null, exercise.made === undefined ? exercise.title : t('practise.made', { day: dayWords(exercise.made) }))),
    !result && !drill.words && h('h2', { key: 'ask' }, exercise.ask),
    drill.end ? wordsView(drill) : resultView(drill, v),
    scoreView(drill));
}

/** @param {Drill} drill @param {View} v */
function seats(drill, v) {
  if (drill.board.ownSeats) return null;
  return h('ol', { class: `seats seats-${v.seats.length}`, key: 'seats', 'aria-label': t('seats') }, v.seats.map((_, i) =>
    h('li', { class: `seat ${v.plate(i + 1)}`, key: `seat-${i + 1}` },
      v.seatCard(i + 1), v.flag(i + 1),
      h('span', { class: 'seat-own' }, drill.board.seat(v, i + 1)))));
}

/** @param {string} text @param {string} name @param {() => unknown} act */
const button = (text, name, act, primary = false) => h('button', {
  class: `button${primary ? ' primary' : ''}`, type: 'button', key: name, 'data-do': name, onclick: act,
}, text);

/** @param {Drill} drill @param {View} v @param {Acts} acts */
function bar(drill, v, acts) {
  const { result, words, trainer, exercise } = drill, last = !trainer && drill.row.number >= drill.row.of;
  if (result || words) {
    return [
      h('div', { class: 'bar-head', key: 'head' }, h('p', { class: 'ask', key: 'ask' }, words ? bestWords(words) : t('practise.percent'))),
      h('div', { class: 'bar-buttons', key: 'buttons' },
        exercise.id && button(t('practise.forget'), 'forget', acts.forget),
        !last && button(t('practise.end'), 'deck', acts.leaveDrill),
        h('button', { class: 'button primary', type: 'button', key: 'next', 'data-do': 'next', 'data-next': true, onclick: acts.next },
          t(last ? 'practise.end' : trainer ? 'practise.next.position' : 'practise.next.card'), h('kbd', { 'aria-hidden': 'true' }, '↵'))),
    ];
  }
  const { ask, why, buttons = [], extra } = drill.board.bar(v);
  return [
    h('div', { class: 'bar-head', key: 'head' },
      h('p', { class: 'ask', key: 'ask' }, ask), why && h('p', { class: 'why', key: 'why' }, why), extra),
    h('div', { class: 'bar-buttons', key: 'buttons' },
      buttons.map((b, i) => h('button', {
        class: `button${b.primary ? ' primary' : ''}${b.off ? ' off' : ''}`, type: 'button', key: b.key ?? b.line, 'data-number': i + 1,
        'aria-disabled': b.off ? 'true' : null, 'data-line': b.line, onclick: () => b.off || (b.act ? b.act() : v.play(b.line ?? '')),
      }, b.icon, h('span', null, b.text), i < 9 ? h('kbd', { 'aria-hidden': 'true' }, i + 1) : null)),
      drill.end ? button(t('practise.time.over'), 'end-words', acts.endWords) : trainer && button(t('practise.skip'), 'skip', acts.next),
      button(t('practise.end'), 'deck', acts.leaveDrill)),
  ];
}

/** @param {import('./practise.js').PractisePage} page @param {Drill} drill @param {Acts} acts */
export function drillView(page, drill, acts) {
  const v = viewOf(drill, acts), { exercise, board } = drill;
  acts.noteView(v);
  return [
    h('h1', { class: 'unseen', key: 'h1' }, exercise.title),
    h('div', { class: `felt game-${exercise.game} pr-drill${drill.result || drill.words ? ' answered' : ''}`, key: 'felt' },
      question(drill, v),
      seats(drill, v),
      h('section', { class: 'board', key: 'board', 'aria-label': t('board') }, board.board(v)),
      h('section', {
        class: `bar${v.may ? ' mine' : ''}`, key: 'bar', tabindex: '-1', 'aria-label': t('bar'), 'aria-busy': page.busy ? 'true' : null,
      },
        page.busy && !drill.busy ? h('p', { class: 'ask', role: 'status', key: 'busy' }, t('practise.searching')) : bar(drill, v, acts))),
  ];
}
