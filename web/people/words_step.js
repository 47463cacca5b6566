// The six words, shown once after they are made: to copy, print or save, and to check two of them.
import { h } from '../core/dom.js';
import { redraw } from '../core/frame.js';
import { icon } from '../core/icons.js';
import { setSetting, setTabValue, tabValue } from '../core/keep.js';
import { announce, copyText, notice, saveFile } from '../core/parts.js';
import { t } from '../core/texts.js';
import { account } from './me.js';
import { fold, loadWords, spelled } from './words.js';

const KEPT = 'cornet.words', CHECKED = 2; // a reload of the tab does not lose the words; how many are typed again

/**
 * @typedef {object} Step
 * @property {string[]} words
 * @property {string} name
 * @property {boolean} noted the box is ticked
 * @property {number[] | null} asked the words that are typed again, from 0; null: not yet
 * @property {string[]} typed
 * @property {number[]} wrong
 */

/** @type {Step | null} */
let step = null;

/** @param {string[]} words @param {string} name */
export function showWords(words, name) {
  step = { words, name, noted: false, asked: null, typed: [], wrong: [] };
  setTabValue(KEPT, JSON.stringify({ words, name }));
  loadWords().then(redraw, () => {}); // for their accents
  redraw();
}

/** Words that were shown before a reload of this tab. */
export function resumeWords() {
  if (step || !tabValue(KEPT)) return;
  const { words, name } = JSON.parse(tabValue(KEPT) ?? '');
  showWords(words, name);
}

export const isShowingWords = () => step !== null;

/** The words are no longer shown: they are noted, or the account is gone. */
export function endWords() {
  step = null;
  setTabValue(KEPT, null);
  redraw();
}

/** @param {Step} shown */
const lines = ({ words, name }) => [
  t('words.file.head', { name, host: location.host }), '', ...words.map((word, i) => `${i + 1}. ${spelled(word)}`), '',
  t('words.file.foot'), '',
].join('\n');

/** @param {Step} shown */
function startCheck(shown) {
  const rest = shown.words.map((_, i) => i);
  shown.asked = Array.from({ length: CHECKED }, () => rest.splice(crypto.getRandomValues(new Uint32Array(1))[0] % rest.length, 1)[0])
    .sort((a, b) => a - b);
  Object.assign(shown, { typed: [], wrong: [] });
  redraw();
  setTimeout(() => /** @type {HTMLElement | null} */ (document.querySelector('[data-check] input'))?.focus());
}

/** @param {Step} shown */
function check(shown) {
  const { asked, typed, words } = shown;
  shown.wrong = (asked ?? []).filter((i) => fold(typed[i] ?? '') !== fold(words[i]));
  if (shown.wrong.length) {
    announce(t('words.different', { n: shown.wrong[0] + 1 }), true);
    return redraw();
  }
  setSetting('words.noted', account()?.person?.words ?? Date.now());
  notice(t('words.right'));
  return endWords();
}

/** @param {Step} shown */
function checkView(shown) {
  return h('div', { class: 'words-step', key: 'check' },
    h('form', { class: 'words-felt words-check', 'data-check': true, onsubmit: (event) => (event.preventDefault(), check(shown)) },
      h('h1', null, t('words.check'), h('small', null, t('words.check.lead'))),
      h('div', { class: 'two-words' }, shown.asked?.map((i) => h('label', { key: `w${i}` },
        t('in.word', { n: i + 1 }),
        h('input', {
          type: 'text', autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', 'data-asked': i + 1,
          'aria-invalid': shown.wrong.includes(i) ? 'true' : null, oninput: (event) => void (shown.typed[i] = event.target.value),
        }),
        shown.wrong.includes(i) && h('span', { class: 'word-wrong' }, t('words.different', { n: i + 1 }))))),
      h('div', { class: 'aids' },
        h('button', { class: 'button', type: 'button', onclick: () => ((shown.asked = null), redraw()) }, t('words.back')),
        h('button', { class: 'button primary', type: 'submit', 'data-do': 'words-check' }, t('done')))));
}

export function wordsView() {
  if (!step) return null;
  const shown = step, { words, name, noted } = shown;
  if (shown.asked) return checkView(shown);
  return h('div', { class: 'words-step', key: 'words' },
    h('section', { class: 'words-felt' },
      h('h1', null, t('words.title'), h('small', null, t('words.lead', { name }))),
      h('ol', { class: 'six' }, words.map((word) => h('li', null, spelled(word)))),
      h('div', { class: 'aids' },
        h('button', { class: 'button', type: 'button', 'data-do': 'words-copy', onclick: () => copyText(words.map(spelled).join(' ')) },
          t('copy')),
        h('button', { class: 'button', type: 'button', 'data-do': 'words-print', onclick: () => print() }, t('words.print')),
        h('button', {
          class: 'button', type: 'button', 'data-do': 'words-file', onclick: () => saveFile('cornet-mots.txt', lines(shown)),
        }, t('words.file'))),
      h('ul', { class: 'promises' }, ['words.once', 'words.no', 'words.new'].map((key) => h('li', null, icon('right', 18), t(key))))),
    h('section', { class: 'words-bar' },
      h('label', { class: 'tick words-noted' },
        h('input', {
          type: 'checkbox', checked: noted, 'data-do': 'words-noted', onchange: (event) => ((shown.noted = event.target.checked), redraw()),
        }),
        t('words.noted')),
      h('div', { class: 'row' },
        h('button', { class: 'button', type: 'button', 'data-do': 'words-later', onclick: endWords }, t('people.later')),
        h('button', {
          class: 'button primary', type: 'button', 'data-do': 'words-go', disabled: !noted, onclick: () => startCheck(shown),
        }, t('words.check.go')))));
}
