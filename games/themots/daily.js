// Thémots: the challenge of the day: the letters, the theme and the words of a minute.
import { h } from '../../core/dom.js';
import { letterDie } from '../../core/art.js';
import { language, t } from '../../core/texts.js';

/** @typedef {{said: string, written: string | null, points: number, why: string | null}} Said */
/**
 * @typedef {object} Facts
 * @property {Record<string, string>} theme
 * @property {{letter: string, colour: string}[]} dice
 * @property {number} initial
 * @property {Said[]} said
 * @property {string[]} [solution] each POINTS WORD
 */

const SIZE = 84, LARGE = 116;

/** @param {Facts} facts @param {boolean} open */
const dice = ({ dice: all, initial }, open) => h('div', { class: `day-dice${open ? '' : ' hidden'}`, key: 'dice' },
  all.map(({ letter, colour }, i) => h('span', { class: i === initial ? 'initial' : '', key: `die-${i}` },
    letterDie(open ? letter : '?', { tone: `tm-${colour}`, size: i === initial ? LARGE : SIZE }),
    open && i === initial && h('em', { class: 'initial-tag' }, t('daily.initial')))));

/** @param {Facts} facts */
const letters = ({ dice: all, initial }) =>
  t('daily.letters', { letters: all.map(({ letter }) => letter).join(' '), initial: all[initial].letter });

/** @param {Said} one */
const word = ({ said, written, points, why }) => h('li', { class: `day-word${points ? '' : ' missed'}`, key: said },
  written ?? said, ' ', h('em', null, points ? `+${points}` : why));

/** @param {string[]} solution @param {Said[]} said */
const missed = (solution, said) => solution.map((line) => ({ points: line.split(' ')[0], text: line.slice(line.indexOf(' ') + 1) }))
  .filter(({ text }) => !said.some(({ written }) => written === text));

export default {
  texts: {
    'daily.task.words': ['Sixty seconds, a theme, an initial', 'Soixante secondes, un thème, une initiale'],
    'daily.task.words.why': [
      'The same letters for everybody; a token for each die whose letter your word has.',
      'Les mêmes lettres pour tous ; un jeton par dé dont votre mot a la lettre.'],
    'daily.theme': ['The theme', 'Le thème'],
    'daily.theme.hidden': ['is turned over at the start', 'se retourne au départ'],
    'daily.initial': ['initial', 'initiale'],
    'daily.letters': ['Letters: {letters}. Words begin with {initial}.', 'Lettres : {letters}. Les mots commencent par {initial}.'],
    'daily.words': ['Your words', 'Vos mots'],
    'daily.missed': ['Also possible', 'Aussi possibles'],
    'daily.say': ['A word', 'Un mot'],
    'daily.points': ['{n} {n|token|tokens}, {words} {words|word|words}', '{n} {n|jeton|jetons}, {words} {words|mot|mots}'],
  },
  /** @param {Facts} facts @param {'before' | 'now' | 'done'} phase */
  view(facts, phase) {
    const open = phase !== 'before';
    return h('div', { class: 'day-words', key: 'words' },
      h('h2', { key: 'task' }, t('daily.task.words'), h('small', null, t('daily.task.words.why'))),
      h('div', { class: 'theme-card', key: 'theme' },
        h('small', null, t('daily.theme')), h('b', null, open ? facts.theme[language()] : t('daily.theme.hidden'))),
      dice(facts, open),
      open && h('p', { class: 'unseen', key: 'letters' }, letters(facts)),
      open && h('ul', { class: 'said', key: 'said', 'aria-label': t('daily.words') }, facts.said.map(word)),
      phase === 'done' && facts.solution && h('section', { class: 'also', key: 'also' },
        h('h3', null, t('daily.missed')),
        h('ul', { class: 'said' }, missed(facts.solution, facts.said).map(({ points, text }) =>
          h('li', { class: 'day-word missed', key: text }, text, ' ', h('em', null, points))))));
  },
};
