// Six fields for six words: completion, the next field at a space, and the nearest word at a typo. Pasted words fill all fields.
import { h } from '../core/dom.js';
import { redraw } from '../core/frame.js';
import { announce } from '../core/parts.js';
import { t } from '../core/texts.js';
import { completions, hasWords, loadWords, nearest, wordOf, WORDS } from './words.js';

/** @typedef {import('../core/dom.js').PageEvent} PageEvent */
/** @typedef {{typed: string[], checked: boolean[], key: string}} Typed `checked`: the field was left */

const OFFERED = 8, NEAREST = 3;

/** @param {string} key distinguishes the fields of several forms */
export const newTyped = (key) => ({ typed: Array(WORDS).fill(''), checked: Array(WORDS).fill(false), key });

/** The words as one line, or null and the number of the first wrong one. @param {Typed} state */
export function readTyped({ typed }) {
  const at = typed.findIndex((word) => !wordOf(word));
  return at < 0 ? { words: typed.map((word) => wordOf(word)).join(' '), at: 0 } : { words: null, at: at + 1 };
}

/** @param {Typed} state @param {number} i */
export const focusWord = (state, i) => /** @type {HTMLElement | null} */ (document.getElementById(`${state.key}-${i}`))?.focus();

/** The trouble with a field; '' for none. @param {Typed} state @param {number} i */
function trouble({ typed, checked }, i) {
  if (!checked[i] || !typed[i].trim() || !hasWords() || wordOf(typed[i])) return '';
  return t('in.wrong', { word: typed[i].trim() });
}

/** @param {Typed} state @param {number} i */
function leave(state, i) {
  if (state.checked[i] || !state.typed[i].trim()) return;
  const only = completions(state.typed[i], 2);
  if (only.length === 1) set(state, i, only[0]); // the list has one word that begins like this
  state.checked[i] = true;
  const wrong = trouble(state, i), [near] = wrong ? nearest(state.typed[i], 1) : [];
  if (wrong) announce(`${t('in.word', { n: i + 1 })}${t('colon')} ${wrong} ${near ? t('in.nearest', { word: near }) : ''}`.trim(), true);
  redraw();
}

/** @param {Typed} state @param {number} i @param {string} word */
function set(state, i, word) {
  state.typed[i] = word;
  const field = /** @type {HTMLInputElement | null} */ (document.getElementById(`${state.key}-${i}`));
  if (field) field.value = word;
}

/** @param {Typed} state @param {number} i @param {string} text */
function type(state, i, text) {
  const words = text.split(/[\s,;]+/).filter(Boolean);
  if (words.length > 1) { // pasted
    words.slice(0, WORDS - i).forEach((word, j) => {
      set(state, i + j, word);
      state.checked[i + j] = true;
    });
    focusWord(state, Math.min(i + words.length, WORDS) - 1);
  } else {
    state.typed[i] = text;
    state.checked[i] = false;
    if (words.length === 1 && /[\s,;]$/.test(text)) {
      set(state, i, words[0]);
      leave(state, i);
      focusWord(state, i + 1);
    }
  }
  redraw();
}

/** @param {Typed} state @param {number} i */
function field(state, i) {
  const id = `${state.key}-${i}`, wrong = trouble(state, i), value = state.typed[i];
  const right = Boolean(value && wordOf(value));
  return h('li', { class: `word-field${wrong ? ' wrong' : right ? ' right' : ''}`, key: id },
    h('label', { for: id }, h('span', { class: 'unseen' }, t('in.word', { n: i + 1 })), h('span', { 'aria-hidden': 'true' }, i + 1)),
    h('input', {
      id, type: 'text', value, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', list: `${id}-list`,
      'aria-invalid': wrong ? 'true' : null, 'aria-describedby': wrong ? `${id}-wrong` : null, 'data-word': i + 1,
      oninput: (event) => type(state, i, event.target.value), onblur: () => leave(state, i),
    }),
    h('datalist', { id: `${id}-list` }, completions(value, OFFERED).map((word) => h('option', { value: word }))),
    wrong && h('p', { class: 'word-wrong', id: `${id}-wrong` }, wrong, ' ', nearest(value, NEAREST).map((word) => [
      h('button', {
        class: 'link', type: 'button', 'data-near': word, onclick: () => {
          set(state, i, word);
          redraw();
          focusWord(state, Math.min(i + 1, WORDS - 1));
        },
      }, t('in.nearest', { word })), ' '])));
}

/** @param {Typed} state */
export function wordFields(state) {
  if (!hasWords()) loadWords().then(redraw, () => {});
  return h('ol', { class: 'word-fields' }, Array.from({ length: WORDS }, (_, i) => field(state, i)));
}
