// The account page of somebody who is not signed in: keep a name, or sign in with six words, a code or a passkey.
import { h } from '../core/dom.js';
import { redraw } from '../core/frame.js';
import { setting } from '../core/keep.js';
import { announce, notice } from '../core/parts.js';
import { t } from '../core/texts.js';
import { account, claim, guestSeats, keepName, reason, signIn } from './me.js';
import { canUsePasskeys, signInByPasskey } from './passkeys.js';
import { focusWord, newTyped, readTyped, wordFields } from './words_fields.js';
import { showWords } from './words_step.js';

/** @typedef {import('./me.js').PeopleError} PeopleError */

const NAME_LEAST = 2, CODE_LENGTH = 8;

const words = newTyped('in');
/** The trouble of each form. @type {Record<string, string>} */
let wrong = {};
let busy = false;

/**
 * Runs a request of a form. Shows its refusal there.
 * @param {string} form
 * @param {() => Promise<unknown>} act
 */
async function attempt(form, act) {
  if (busy) return;
  busy = true;
  wrong = {};
  redraw();
  try {
    await act();
  } catch (error) {
    const { name, word } = /** @type {PeopleError} */ (error);
    const dismissed = form === 'passkey' && (name === 'NotAllowedError' || name === 'AbortError');
    say(form, dismissed ? t('acc.passkeys.none') : reason(error));
    if (form === 'words' && word) focusWord(words, word - 1);
  }
  busy = false;
  redraw();
}

/** @param {string} form @param {string} text */
function say(form, text) {
  wrong = { [form]: text };
  announce(text, true);
  redraw();
}

/** @param {string} form */
const troubleOf = (form) => wrong[form] && h('p', { class: 'trouble', id: `trouble-${form}` }, wrong[form]);

/** @param {string} name */
function keep(name) {
  if ([...name].length < NAME_LEAST) return say('keep', t('keep.short'));
  return attempt('keep', async () => {
    const made = await keepName(name);
    await claim().catch(() => {}); // the account page offers it again
    showWords(made, name);
  });
}

function keepForm() {
  const seats = guestSeats().length;
  return h('form', {
    class: 'box', key: 'keep', 'data-form': 'keep',
    onsubmit: (event) => (event.preventDefault(), void keep(event.target.elements.name.value.trim())),
  },
    h('h2', null, t('keep.title')),
    h('p', { class: 'note' }, t('keep.lead')),
    h('label', { class: 'stack-field' }, h('span', null, t('keep.label')),
      h('input', {
        type: 'text', name: 'name', maxlength: 24, autocomplete: 'nickname', spellcheck: 'false', value: setting('name', ''),
        'aria-invalid': wrong.keep ? 'true' : null, 'aria-describedby': `keep-rule${wrong.keep ? ' trouble-keep' : ''}`,
      })),
    h('p', { class: 'fine', id: 'keep-rule' }, t('keep.rule'), seats > 0 && ` ${t('keep.claims', { n: seats })}`),
    troubleOf('keep'),
    h('button', { class: 'button primary', type: 'submit', 'data-do': 'keep', 'aria-disabled': busy ? 'true' : null }, t('keep.go')));
}

function sendWords() {
  const read = readTyped(words);
  if (read.words) return attempt('words', () => entered(signIn({ words: read.words })));
  const typed = words.typed[read.at - 1].trim();
  say('words', typed ? t('in.wrong', { word: typed }) : t('in.missing', { n: read.at }));
  return focusWord(words, read.at - 1);
}

/** @param {Promise<import('./me.js').Me>} signing */
async function entered(signing) {
  const { person } = await signing;
  words.typed.fill('');
  words.checked.fill(false);
  notice(t('in.done', { name: person?.name }));
}

/** @param {string} typed */
function sendCode(typed) {
  const code = typed.toUpperCase().replace(/^.*\/L\//, '').replace(/[^0-9A-Z]/g, '');
  if (code.length !== CODE_LENGTH) return say('code', t('in.code.missing'));
  return attempt('code', () => entered(signIn({ code })));
}

function wordsForm() {
  return h('section', { class: 'box', key: 'in' },
    h('h2', null, t('in.title')),
    h('p', { class: 'note' }, t('in.lead')),
    h('form', { 'data-form': 'words', onsubmit: (event) => (event.preventDefault(), void sendWords()) },
      wordFields(words),
      troubleOf('words'),
      h('button', { class: 'button primary', type: 'submit', 'data-do': 'sign-in', 'aria-disabled': busy ? 'true' : null }, t('in.go'))),
    h('form', {
      class: 'code-form', 'data-form': 'code',
      onsubmit: (event) => (event.preventDefault(), void sendCode(event.target.elements.code.value)),
    },
      h('label', { class: 'stack-field' }, h('span', null, t('in.code')),
        h('input', {
          type: 'text', name: 'code', autocomplete: 'off', autocapitalize: 'characters', spellcheck: 'false',
          'aria-describedby': wrong.code ? 'trouble-code' : null,
        })),
      h('button', { class: 'button', type: 'submit', 'data-do': 'use-code' }, t('in.code.go')),
      troubleOf('code')),
    account()?.passkeys_possible && canUsePasskeys() && h('div', null,
      h('button', {
        class: 'button', type: 'button', 'data-do': 'use-passkey', onclick: () => attempt('passkey', () => entered(signInByPasskey())),
      }, t('in.passkey')),
      troubleOf('passkey')));
}

export const welcomeView = () => [keepForm(), wordsForm()];
