// The page's frame: addresses, header, settings, languages. Each page is an object with
// title(), view(), and where needed enter(), leave() and key(event).
import { h, show } from './core/dom.js';
import { language, setLanguage, t } from './core/texts.js';
import { mySeat, onUnkept, personName, setting, setSetting } from './core/keep.js';
import { go, redraw, setFrame } from './core/frame.js';
import { byId, nothingView, notice, openDialog, redrawDialog } from './core/parts.js';
import { cupIcon } from './core/art.js';
import { play as playSound } from './core/sound.js';
import { icon } from './core/icons.js';
import { loadStyles } from './core/games.js';
import { openHome } from './pages/home.js';
import { hasServer, mayPlayHere, onStorage, pathOf } from './core/place.js';
import { isShared, openShared } from './core/shared.js';

/** @typedef {import('./core/frame.js').Page} Page */
/** @typedef {import('./core/texts.js').Language} Language */
/** @typedef {string | boolean} Value of a setting */

const root = byId('app');
/** @type {Page | null} */
let page = null;

let offered = false; // the board marks where the next choice begins

/** The button for a new version, once core/installed.js is there. @type {() => Element | null} */
let newVersionButton = () => null;

function draw() {
  if (!page) return;
  document.documentElement.lang = language();
  document.title = page.title();
  const atTable = document.activeElement?.closest('.bar, .board, .banner, .hand-over');
  show(root, skipLink(), header(page), h('main', { id: 'main', class: page.name, key: page.name, tabindex: '-1' }, page.view()));
  redrawDialog();
  page.drawn?.();
  // If the pressed button has disappeared, move the keyboard focus to the board's next choice, or to the bar until there is one.
  const next = nextChoice(), appears = next !== null && !offered, at = document.activeElement;
  offered = next !== null;
  if (atTable && (at === document.body || (appears && at === barOf()))) (next ?? barOf())?.focus({ preventScroll: true });
}

/** @returns {HTMLElement | null} */
const nextChoice = () => document.querySelector('[data-next]');

/** @returns {HTMLElement | null} */
const barOf = () => document.querySelector('.bar');

// ---- addresses ----

const PEOPLE = ['me', 'account', 'p', 'l', 'privacy']; // pages of accounts

/** @param {string} path */
async function open(path) {
  const address = new URL(path, location.origin);
  const [, first, second, third] = address.pathname.split('/');
  page?.leave?.();
  page = null;
  /** @type {Page} */
  let next;
  try {
    if (first === 't' && second) {
      if (personName() && !mySeat(second)?.secret) await (await import('./people/me.js')).takeKeys(true).catch(() => {});
      next = (await import('./table/table.js')).openTable(second);
    } else if (first === 'play' && second) next = (await import('./pages/learn.js')).openLesson(second);
    else if (first === 'daily') next = (await import('./pages/daily.js')).openDaily(second, third);
    else if (first === 'practise') next = (await import('./pages/practise.js')).openPractise();
    else if (first === 'check') next = (await import('./dice/check.js')).openCheck(address);
    else if (PEOPLE.includes(first)) next = await (await import('./people/pages.js')).openPeople(address.pathname);
    else if (!first && isShared(address.hash)) next = openShared(address.hash);
    else next = first ? lostPage() : openHome();
  } catch (error) {
    console.error(error);
    notice(t('error.load'), 'bad');
    next = openHome();
  }
  page = next;
  draw();
  page.enter?.();
}

/** An address that leads nowhere. @returns {Page} */
const lostPage = () =>
  ({ name: 'lost', title: () => `${t('lost.title')} · Cornet`, view: () => nothingView(t('lost.title'), t('lost.why')) });

setFrame({ draw, open });

addEventListener('popstate', () => open(pathOf()));

/** The closest matching ancestor of the event's target, or null. @param {Event} event @param {string} selector @returns {any} */
const closest = ({ target }, selector) => (target instanceof Element ? target.closest(selector) : null);

document.addEventListener('click', (event) => {
  /** @type {HTMLAnchorElement | null} */
  const link = closest(event, 'a[data-nav]');
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  go(pathOf(link.href));
});

/** The focused control that handles keys itself: the page's shortcuts are off there. @param {KeyboardEvent} event */
const takesKeys = (event) => closest(event, 'input:not([type=range]), textarea, select, [contenteditable], dialog');
/** @type {string | null} */
let swallowed = null;

document.addEventListener('keydown', (event) => {
  swallowed = null;
  if (event.ctrlKey || event.metaKey || event.altKey || takesKeys(event) || !page?.keyAnywhere?.(event)) return;
  swallowed = event.key; // a button is pressed when its key comes up again
  event.preventDefault();
  event.stopPropagation();
}, true);

document.addEventListener('keyup', (event) => event.key === swallowed && event.preventDefault(), true);

// ? opens the rules. The page handles all other keys.
document.addEventListener('keydown', (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const asksWhere = event.key === '=' && closest(event, '[data-where]'); // a field in which nobody types this sign
  if (closest(event, 'input, textarea, select, dialog') && !asksWhere) return;
  if (page?.key?.(event)) event.preventDefault();
});

// ---- header and settings ----

function skipLink() {
  return h('a', { class: 'skip', href: '#main', onclick: (e) => (e.preventDefault(), byId('main').focus()) }, t('skip'));
}

/** @param {Page} page */
function header({ heading, banner, tools }) {
  const other = language() === 'fr' ? 'en' : 'fr';
  return h('header', { class: 'top', key: 'top' },
    h('a', { class: 'brand', href: '/', 'data-nav': true, 'aria-label': 'Cornet' }, cupIcon(), h('span', null, 'Cornet')),
    h('div', { class: 'top-middle' }, heading?.()),
    banner?.(),
    h('nav', { class: 'top-tools', 'aria-label': t('settings') },
      newVersionButton(),
      tools?.(),
      h('button', {
        class: 'tool language', type: 'button', key: 'language', lang: other,
        'aria-label': other === 'fr' ? 'FR, Français' : 'EN, English', onclick: () => changeLanguage(other),
      },
        other.toUpperCase()),
      h('button', { class: 'tool', type: 'button', 'data-do': 'settings', onclick: openSettings, 'aria-label': t('settings') },
        icon('gear', 24))));
}

/** @param {Language} next */
function changeLanguage(next) {
  setLanguage(next);
  page?.language?.();
  redraw();
}

/**
 * @param {string} name
 * @param {string} label
 * @param {[Value, string][]} values
 * @param {Value} current
 * @param {(value: Value) => unknown} change
 */
function choice(name, label, values, current, change) {
  return h('fieldset', { class: 'choice' },
    h('legend', null, label),
    h('div', { class: 'segments' },
      values.map(([value, text]) =>
        h('label', { class: 'segment' },
          h('input', { type: 'radio', name, checked: current === value, onchange: () => (change(value), redraw()) }),
          h('span', null, text)))));
}

// Light or dark, the table and the dice: style.css and boards.css read them from the root.
/** @type {Record<string, string[]>} */
const LOOKS = { theme: ['auto', 'light', 'dark'], board: ['felt', 'sea', 'slate'], dice: ['ivory', 'bold', 'wood'] };

function applyLooks() {
  for (const [name, [usual]] of Object.entries(LOOKS)) {
    const value = setting(name, usual);
    if (value === usual) delete document.documentElement.dataset[name];
    else document.documentElement.dataset[name] = value;
  }
}

/** @param {string} name */
function look(name) {
  const values = LOOKS[name];
  return choice(name, t('set.' + name), values.map((value) => [value, t('set.' + value)]), setting(name, values[0]),
    (v) => (setSetting(name, v), applyLooks()));
}

/** @param {Value} on */
function setSound(on) {
  setSetting('sound', on);
  if (on) playSound('turn');
}

const mayNotify = () => 'Notification' in window && isSecureContext;

/** @param {Value} value */
async function wantNotices(value) {
  if (value && Notification.permission !== 'granted') value = (await Notification.requestPermission()) === 'granted';
  setSetting('notify', value);
  redraw();
}

// Settings and games were imported from a file.
function keptChanged() {
  applyLooks();
  page?.language?.();
  page?.changed?.();
  redraw();
}

// Export and import are fetched with the settings.
/** @type {typeof import('./pages/everything.js') | null} */
let everything = null;

async function loadEverything() {
  everything ??= await import('./pages/everything.js').catch(() => null);
  redrawDialog();
}

function openSettings() {
  loadEverything();
  openDialog((close) => ({
    title: t('settings'),
    body: h('div', { class: 'settings' },
      choice('language', t('set.language'), [['fr', 'Français'], ['en', 'English']], language(),
        (v) => changeLanguage(/** @type {Language} */ (v))),
      Object.keys(LOOKS).map(look),
      choice('pace', t('set.pace'), ['slow', 'calm', 'brisk', 'none'].map((pace) => [pace, t('set.' + pace)]),
        setting('pace', 'calm'), (v) => setSetting('pace', v)),
      choice('sound', t('set.sound'), [[false, t('off')], [true, t('on')]], setting('sound', true), setSound),
      mayNotify() && choice('notify', t('set.notify'), [[false, t('off')], [true, t('on')]],
        setting('notify', false) && Notification.permission === 'granted', wantNotices),
      everything?.everythingButtons(keptChanged),
      hasServer() && h('a', { class: 'button', href: '/account', 'data-nav': true, 'data-do': 'settings-name' }, t('home.name')),
      h('p', { class: 'fine' }, t('set.keys'))),
    foot: h('button', { class: 'button primary', type: 'button', onclick: close }, t('done')),
  }));
}

applyLooks();

// A first visit needs other files before those of the installed page.
const FIRST_VISIT_MS = 6000;
async function keepFiles() {
  if (!navigator.serviceWorker?.controller) await new Promise((done) => setTimeout(done, FIRST_VISIT_MS));
  const installed = await import('./core/installed.js');
  newVersionButton = installed.newVersionButton;
  await installed.keepFiles(redraw);
}
if (mayPlayHere) keepFiles().catch(() => {}); // cookies are blocked: there is no service worker either

// Settings and tables are stored separately. If either cannot be stored, one notice says so.
let unsaved = '';

/** @param {string} why */
function tellStorage(why) {
  if (why === unsaved) return;
  unsaved = why;
  notice(t(why ? `storage.${why}` : 'storage.again'), why ? 'bad' : 'plain');
}

onStorage(tellStorage);
onUnkept((why) => unsaved || tellStorage(why));
loadStyles().then(() => open(pathOf()));
