// The account page: name, devices, six words, passkeys, export and deletion. Without a session it offers to keep a name or to sign in.
import { h } from '../core/dom.js';
import { redraw } from '../core/frame.js';
import { initialsPlate } from '../core/faces.js';
import { setting, setSetting } from '../core/keep.js';
import { announce, closeDialog, notice, nothingView, openDialog, redrawDialog, saveFile } from '../core/parts.js';
import { hasServer } from '../core/place.js';
import { t } from '../core/texts.js';
import {
  account, ask, change, changePasskeys, claim, deleteAccount, endSession, guestSeats, hasAccounts, loadMe, reason,
} from './me.js';
import { dayText } from './days.js';
import { exportAll } from './export.js';
import { importAll, importable } from './offline_games.js';
import { addPasskey, canUsePasskeys } from './passkeys.js';
import { endLink, linkBox } from './link_box.js';
import { welcomeView } from './welcome.js';
import { newTyped, readTyped, wordFields } from './words_fields.js';
import { endWords, isShowingWords, resumeWords, showWords, wordsView } from './words_step.js';

/** @typedef {import('./me.js').Person} Person */
/** @typedef {import('./me.js').Device} Device */

const SEES = /** @type {const} */ (['nobody', 'results', 'games']);

let trouble = '', progress = ''; // of loading the page; of an export or import
/** Finished games of this browser's own tables that are not on the server yet. @type {import('../core/results.js').Row[]} */
let offline = [];

async function load() {
  trouble = '';
  try {
    await loadMe();
    if (!account()?.person) endWords();
    offline = account()?.person ? await importable() : [];
  } catch (error) {
    trouble = hasServer() && hasAccounts() !== false ? reason(error) : '';
  }
  redraw();
}

/** Runs a request; shows a refusal as a notice. @param {() => Promise<unknown>} act */
async function attempt(act) {
  try {
    await act();
  } catch (error) {
    notice(reason(error), 'bad');
  }
  redraw();
}

// ---- the name ----

/**
 * A dialog with one field. `send` resolves when it is done; its refusal is shown in the dialog.
 * @param {{title: string, about: string, label: string, go: string, danger?: boolean, name: string}} words
 * @param {(typed: string) => Promise<unknown>} send
 */
function askText({ title, about, label, go, danger, name }, send) {
  let refused = '';
  const submit = async (/** @type {string} */ typed) => {
    try {
      await send(typed);
      closeDialog();
    } catch (error) {
      refused = reason(error);
      announce(refused, true);
      redrawDialog();
    }
  };
  openDialog((close) => ({
    title,
    body: h('form', { id: 'ask-text', onsubmit: (event) => (event.preventDefault(), submit(event.target.elements.text.value.trim())) },
      h('p', null, about),
      h('label', { class: 'stack-field' }, h('span', null, label),
        h('input', { type: 'text', name: 'text', maxlength: 40, autocomplete: 'off', spellcheck: 'false', 'data-do': `${name}-text` })),
      refused && h('p', { class: 'trouble' }, refused)),
    foot: [
      h('button', { class: 'button', type: 'button', onclick: close }, t('cancel')),
      h('button', { class: `button ${danger ? 'danger' : 'primary'}`, type: 'submit', form: 'ask-text', 'data-do': `${name}-yes` }, go),
    ],
  }));
}

const rename = () => askText({
  title: t('acc.rename'), about: t('acc.rename.about'), label: t('keep.label'), go: t('acc.save'), name: 'rename',
}, (name) => change({ name }));

const askDelete = () => askText({
  title: t('acc.delete'), about: t('acc.delete.about'), label: t('acc.delete.type'), go: t('acc.delete'), danger: true, name: 'delete',
}, async (name) => {
  await deleteAccount(name);
  notice(t('acc.deleted'));
});

/** @param {Person} person */
const head = ({ name, since }) => h('section', { class: 'acc-head', key: 'head' },
  h('span', { class: 'plate-face seat-1 initial', 'aria-hidden': 'true' }, initialsPlate(name)),
  h('h1', null, name, h('small', null, t('acc.since', { day: dayText(since) }))),
  h('div', { class: 'row' },
    h('a', { class: 'button small primary', href: '/me', 'data-nav': true }, t('acc.mine')),
    h('button', { class: 'button small', type: 'button', 'data-do': 'rename', onclick: rename }, t('acc.rename'))));

// ---- devices ----

const isSure = () => setting('words.noted', 0) >= (account()?.person?.words ?? Infinity);

/** @param {string} [which] */
function askOut(which) {
  const go = () => attempt(async () => {
    closeDialog();
    await endSession(which);
    if (!account()?.person) notice(t('people.out'));
  });
  if (which && which !== 'all') return void go();
  openDialog((close) => ({
    title: t(which ? 'acc.out.all' : 'acc.out.here'),
    body: h('p', null, t(isSure() ? 'acc.out.sure' : 'acc.out.unsure')),
    foot: [
      h('button', { class: 'button', type: 'button', onclick: close }, t('cancel')),
      h('button', { class: 'button danger', type: 'button', 'data-do': 'out-yes', onclick: go }, t('acc.out')),
    ],
  }));
}

/** @param {Device} device */
const deviceRow = ({ id, device, seen, here }) => h('li', { key: id, 'data-device': id },
  h('span', null, h('b', null, device), h('small', null, here ? t('acc.seen.now') : t('acc.seen', { day: dayText(seen) }))),
  here ? h('span', { class: 'here-now' }, t('acc.here'))
    : h('button', {
      class: 'button small', type: 'button', 'data-do': 'out-device', 'aria-label': t('acc.out.of', { device }), onclick: () => askOut(id),
    }, t('acc.out')));

/** @param {Device[]} devices */
const devicesBox = (devices) => h('section', { class: 'box', key: 'devices' },
  h('h2', null, t('acc.devices')),
  h('ul', { class: 'devices' }, [...devices].sort((a, b) => Number(b.here ?? 0) - Number(a.here ?? 0) || b.seen - a.seen).map(deviceRow)),
  h('div', { class: 'row' },
    h('button', { class: 'button small', type: 'button', 'data-do': 'out-here', onclick: () => askOut() }, t('acc.out.here')),
    devices.length > 1 && h('button', { class: 'button small', type: 'button', 'data-do': 'out-others', onclick: () => askOut('others') },
      t('acc.out.others')),
    devices.length > 1 && h('button', { class: 'button small', type: 'button', 'data-do': 'out-all', onclick: () => askOut('all') },
      t('acc.out.all'))));

// ---- the six words ----

function askWords() {
  const state = newTyped('check');
  let said = '', right = false;
  const send = async () => {
    const { words, at } = readTyped(state);
    try {
      right = words !== null && (await ask('/api/me/words', { check: words })).right;
      said = words === null ? t('in.missing', { n: at }) : t(right ? 'acc.words.right' : 'acc.words.wrong');
      if (right) setSetting('words.noted', account()?.person?.words ?? 0);
    } catch (error) {
      said = reason(error);
    }
    announce(said, !right);
    redrawDialog();
    redraw();
  };
  openDialog((close) => ({
    title: t('acc.words.check'),
    body: h('form', { id: 'check-words', onsubmit: (event) => (event.preventDefault(), send()) },
      wordFields(state), said && h('p', { class: right ? 'good' : 'trouble', 'data-said': right ? 'right' : 'wrong' }, said)),
    foot: [
      h('button', { class: 'button', type: 'button', onclick: close }, t('close')),
      h('button', { class: 'button primary', type: 'submit', form: 'check-words', 'data-do': 'check-yes' }, t('acc.words.check')),
    ],
  }));
}

/** @param {Person} person */
const askDraw = ({ name }) => openDialog((close) => ({
  title: t('acc.words.draw'),
  body: h('p', null, t('acc.words.draw.about')),
  foot: [
    h('button', { class: 'button', type: 'button', onclick: close }, t('cancel')),
    h('button', {
      class: 'button primary', type: 'button', 'data-do': 'draw-yes',
      onclick: () => attempt(async () => {
        closeDialog();
        const { words } = await ask('/api/me/words', {});
        await loadMe().catch(() => {});
        showWords(words, name);
      }),
    }, t('acc.words.draw')),
  ],
}));

/** @param {Person} person */
const wordsBox = (person) => h('section', { class: 'box', key: 'words' },
  h('h2', null, t('acc.words')),
  h('p', { class: `sure${isSure() ? ' good' : ' trouble'}` }, t(isSure() ? 'acc.words.checked' : 'acc.words.unchecked')),
  h('p', { class: 'note' }, t('acc.words.about', { day: dayText(person.words) })),
  h('div', { class: 'row' },
    h('button', { class: 'button small', type: 'button', 'data-do': 'check-words', onclick: askWords }, t('acc.words.check')),
    h('button', { class: 'button small', type: 'button', 'data-do': 'draw-words', onclick: () => askDraw(person) }, t('acc.words.draw'))));

// ---- passkeys ----

const addOne = async () => {
  try {
    await addPasskey();
  } catch (error) {
    const { code } = /** @type {import('./me.js').PeopleError} */ (error);
    notice(typeof code === 'string' ? reason(error) : t('acc.passkeys.failed'), 'bad');
  }
  redraw();
};

/** @param {Device[]} passkeys */
const passkeysBox = (passkeys) => h('section', { class: 'box', key: 'passkeys' },
  h('h2', null, t('acc.passkeys')),
  h('p', { class: 'note' }, t('acc.passkeys.about')),
  h('ul', { class: 'devices' }, passkeys.map(({ id, device, seen }) => h('li', { key: id },
    h('span', null, h('b', null, device), h('small', null, t('acc.seen', { day: dayText(seen) }))),
    h('button', {
      class: 'button small', type: 'button', 'data-do': 'passkey-remove', 'aria-label': t('acc.remove.of', { device }),
      onclick: () => attempt(() => changePasskeys({ remove: id })),
    }, t('acc.remove'))))),
  canUsePasskeys() && h('div', { class: 'row' },
    h('button', { class: 'button small', type: 'button', 'data-do': 'passkey-add', onclick: addOne }, t('acc.passkeys.add'))));

// ---- taking away, deleting, importing ----

/** @param {string} text */
function tellProgress(text) {
  progress = text;
  redraw();
}

/** @param {Person} person */
const takeAway = ({ name }) => attempt(async () => {
  const games = await exportAll((text) => saveFile(`cornet-${new Date().toISOString().slice(0, 10)}.json`, text),
    (n) => tellProgress(t('acc.take.on', { n })), name);
  tellProgress('');
  notice(t('acc.take.done', { n: games }));
}).finally(() => tellProgress(''));

/** @param {Person} person */
const takeBox = (person) => h('section', { class: 'box', key: 'take' },
  h('h2', null, t('acc.take')),
  h('p', { class: 'note' }, t('acc.take.about')),
  progress && h('p', { role: 'status', 'data-progress': true }, progress),
  h('div', { class: 'row' },
    h('button', {
      class: 'button small', type: 'button', 'data-do': 'take-away', disabled: Boolean(progress), onclick: () => takeAway(person),
    }, t('acc.take.go')),
    h('button', { class: 'button small danger', type: 'button', 'data-do': 'delete', onclick: askDelete }, t('acc.delete'))));

const bring = () => attempt(async () => {
  const { added, refused } = await importAll(offline, (n) => tellProgress(t('acc.import.on', { n, of: offline.length })));
  notice(t('acc.import.done', { n: added }));
  if (refused) notice(t('acc.import.bad', { n: refused }), 'bad');
  offline = await importable();
}).finally(() => tellProgress(''));

const takeOver = () => attempt(async () => notice(t('in.claim.done', { n: await claim() })));

/** Guest's games of this browser, and those without a server. */
function guestBox() {
  const guest = setting('claimed', 0) ? [] : guestSeats();
  if (!guest.length && !offline.length) return null;
  return h('section', { class: 'box wide', key: 'bring' },
    guest.length > 0 && h('div', { class: 'line' }, h('p', null, t('in.claim.why')),
      h('button', { class: 'button small', type: 'button', 'data-do': 'claim', onclick: takeOver }, t('in.claim', { n: guest.length }))),
    offline.length > 0 && h('div', { class: 'line' },
      h('div', null, h('h2', null, t('acc.import')), h('p', { class: 'note' }, t('acc.import.about', { n: offline.length }))),
      h('button', { class: 'button small', type: 'button', 'data-do': 'import-games', disabled: Boolean(progress), onclick: bring },
        t('acc.import.go'))));
}

/** @param {Person} person @param {boolean} wide */
function seeBox({ name, visible }, wide) {
  const url = `${location.host}/p/${name}`;
  return h('section', { class: `box${wide ? ' wide' : ''}`, key: 'see' },
    h('h2', null, t('acc.see')),
    h('fieldset', { class: 'choice' },
      h('legend', null, h('b', null, t('acc.see.page')), ' ', h('small', null, t('acc.see.about', { url }))),
      h('div', { class: 'segments' }, SEES.map((value) => h('label', { class: 'segment' },
        h('input', {
          type: 'radio', name: 'visible', value, checked: visible === value, onchange: () => attempt(() => change({ visible: value })),
        }),
        h('span', null, t(`acc.see.${value}`)))))),
    h('p', { class: 'fine' }, t('acc.see.true'), ' ', h('a', { href: '/privacy', 'data-nav': true }, t('foot.privacy'))));
}

// ---- the page ----

/** @param {Person} person */
function pageOf(person) {
  const { devices = [], passkeys = [], passkeys_possible: possible } = account() ?? {};
  const keys = Boolean(possible) && (passkeys.length > 0 || canUsePasskeys());
  return [
    head(person), guestBox(), linkBox(person), devicesBox(devices), wordsBox(person), keys && passkeysBox(passkeys), takeBox(person),
    seeBox(person, !keys),
  ];
}

function view() {
  if (!hasServer()) return nothingView(t('keep.title'), t('people.noserver'));
  if (hasAccounts() === false) return nothingView(t('keep.title'), t('people.none'));
  if (isShowingWords()) return wordsView();
  const me = account();
  const content = me?.person ? pageOf(me.person) : me ? [h('h1', { class: 'unseen', key: 'h1' }, t('acc.title')), welcomeView()]
    : trouble ? [h('h1', null, t('acc.title')), h('section', { class: 'box wide' }, h('p', { class: 'trouble' }, trouble),
      h('button', { class: 'button', type: 'button', onclick: load }, t('people.retry')))]
      : h('p', { class: 'box wide', key: 'wait' }, t('loading'));
  return h('div', { class: 'wrap account', key: 'account' }, content);
}

/** @returns {import('../core/frame.js').Page} */
export function open() {
  return {
    name: 'people',
    title: () => `${account()?.person?.name ?? t('keep.title')} · Cornet`,
    heading: () => h('span', { class: 'heading' }, t('acc.title')),
    view,
    enter: () => (resumeWords(), load()),
    leave: endLink,
  };
}
