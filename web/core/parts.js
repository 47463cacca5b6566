// Pieces that several pages use: announcements, notices, dialogs, marks of the seats, results.
import { h, svg, show } from './dom.js';
import { language, t } from './texts.js';
import { cup } from './art.js';
import { icon } from './icons.js';
import { isHere, look } from './place.js';
import { LEVELS, robotOf } from './robots.js';

/** @typedef {import('./dom.js').Child} Child */
/** @typedef {import('./dom.js').PageEvent} PageEvent */
/** @typedef {import('./texts.js').Values} Values */
/** @typedef {import('../model/messages.js').Seat} Seat */
/** @typedef {import('../model/board.js').View} View */
/** @typedef {import('./robots.js').Named} Named */
/** @typedef {{title: string, body: Child, foot?: Child}} Dialog */

// ---- announcements and notices ----

/** One of the page's own elements (index.html). @param {string} id */
export const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

const KEPT = 40; // announcements that can be read again

/**
 * Screen readers read the text at the next pause, or immediately if `urgent`. Every announcement is a new paragraph in a log, so none
 * replaces another. No other element of the page is a live region with the same words. While a dialog is open, the rest of the page is
 * hidden from screen readers, so the dialog has its own logs. The announcement waits for the end of the task, which may close the dialog.
 * @param {string} text
 */
export function announce(text, urgent = false) {
  if (!text) return;
  const id = urgent ? 'urgent' : 'polite';
  const say = (/** @type {Element} */ region) => {
    region.append(h('p', null, text));
    while (region.childElementCount > KEPT) region.firstElementChild?.remove();
  };
  if (dialog) queueMicrotask(() => say((dialog?.node.open && dialog.node.querySelector(`[data-live=${id}]`)) || byId(id)));
  else say(byId(id));
}

/** Something was chosen that changes the question: announces it with the answers. @param {import('../model/board.js').Bar} bar */
export function tellBar({ ask, buttons = [] }) {
  const can = buttons.filter((button) => !button.off).map((button) => button.text).join(', ');
  announce(`${h('span', null, ask).textContent ?? ''} ${can && t('where.can', { what: can })}`.trim());
}

let numbered = 0;

/** @type {{text: string, kind: string, key: number}[]} */
const notices = [];

/** Shows a notice for some seconds. It is also announced, unless the caller does that. @param {string} text */
export function notice(text, kind = 'plain', announced = false) {
  const entry = { text, kind, key: ++numbered };
  const same = notices.findIndex((other) => other.text === text && other.kind === kind);
  if (same >= 0) notices.splice(same, 1); // the same notice again: its time restarts
  notices.push(entry);
  if (!announced) announce(text, kind === 'bad');
  showNotices();
  setTimeout(() => {
    if (notices.includes(entry)) notices.splice(notices.indexOf(entry), 1);
    showNotices();
  }, kind === 'bad' ? 7000 : 4000);
}

// Clears all announcements and notices.
export function hush() {
  notices.length = 0;
  showNotices();
  for (const id of ['polite', 'urgent']) byId(id).replaceChildren();
}

function showNotices() {
  show(
    byId('notices'),
    notices.map((n) => h('div', { class: `notice ${n.kind}`, key: n.key }, n.text)),
  );
}

// ---- dialogs ----

/** @type {{build: (close: () => void) => Dialog, node: HTMLDialogElement} | null} */
let dialog = null;

/**
 * build(close) gives {title, body, foot}; it is called again when the language changes.
 * @param {(close: () => void) => Dialog} build
 * @param {() => void} [closed]
 */
export function openDialog(build, closed) {
  dialog?.node.close();
  const node = /** @type {HTMLDialogElement} */ (h('dialog', {
    class: 'dialog',
    'aria-labelledby': 'dialog-title',
    onclose: () => {
      if (dialog?.node === node) dialog = null;
      node.remove();
      closed?.();
    },
    onclick: (event) => event.currentTarget === event.target && node.close(),
  }));
  byId('dialogs').append(node);
  dialog = { build, node };
  redrawDialog();
  node.showModal();
}

/** The logs of a dialog; drawing it again leaves them alone. */
const logs = () => [['polite', 'polite'], ['urgent', 'assertive']].map(([id, live]) => h('div', {
  class: 'unseen', key: id, role: 'log', 'aria-live': live, 'aria-relevant': 'additions', 'data-live': id, 'data-free': true,
}));

export const closeDialog = () => dialog?.node.close();

export function redrawDialog() {
  if (!dialog) return;
  const { node, build } = dialog;
  const { title, body, foot } = build(() => node.close());
  show(
    node,
    logs(),
    h('div', { class: 'dialog-inside' },
      h('header', { class: 'dialog-head' },
        h('h2', { id: 'dialog-title', tabindex: '-1', autofocus: true }, title),
        h('button', { class: 'icon-button', type: 'button', 'aria-label': t('close'), onclick: () => node.close() }, icon('close', 20))),
      h('div', { class: 'dialog-body', tabindex: '0', role: 'group', 'aria-label': title }, body),
      foot ? h('footer', { class: 'dialog-foot' }, foot) : null));
}

// ---- seats ----

// A seat is shown as its number in its own shape. The colour is never the only sign.
const SHAPES = [
  'M12 1.5a10.5 10.5 0 1 0 .01 0z',
  'M3.5 2h17a1.5 1.5 0 0 1 1.5 1.5v17a1.5 1.5 0 0 1-1.5 1.5h-17a1.5 1.5 0 0 1-1.5-1.5v-17A1.5 1.5 0 0 1 3.5 2z',
  'M12 .8 23.4 21.5a1 1 0 0 1-.9 1.5h-21a1 1 0 0 1-.9-1.5z',
  'M12 .5 23.5 12 12 23.5.5 12z',
  'M12 .7 23.3 9l-4.3 13.6H5L.7 9z',
  'M6.3 1.8h11.4L23.5 12l-5.8 10.2H6.3L.5 12z',
];

/** @param {number} seat */
export function seatMark(seat, size = 24) {
  const low = seat === 3 ? 18.6 : 16.2;
  return svg('svg', { class: `mark seat-${seat}`, viewBox: '0 0 24 24', width: size, height: size, 'aria-hidden': 'true' },
    svg('path', { d: SHAPES[seat - 1], class: 'seat-fill' }),
    svg('text', { x: 12, y: low, 'text-anchor': 'middle', class: 'seat-number' }, seat));
}

/** @param {{kind: string}} seat */
export const isBot = (seat) => seat.kind === 'bot';
/**
 * Whether a program plays at a seat, its own or that of somebody who is away.
 * @param {import('../model/board.js').View} view
 * @param {number} seat
 */
export const isRobot = (view, seat) => Boolean(seat) && view.seats[seat - 1].kind !== 'person';

export const TURN = 3000; // milliseconds at speed ×1: the longest display time of a bot's turn
/** Duration of a roll, in milliseconds. @param {number} dice */
export const throwTime = (dice) => 550 + 60 * (dice - 1);

/** "bot:engine:nodes=100" is shown as a name in the reader's language. @param {string} agent */
export function agentName(agent) {
  const id = agent.replace(/^bot:?/, '').split(':')[0];
  const known = t('agent.' + id);
  return known === 'agent.' + id ? id.charAt(0).toUpperCase() + id.slice(1) : known;
}

/**
 * The level of an adaptive bot (bot:adaptive:level=25, in tenths of a level: 1 is novice), or '' for others. The number
 * may exceed the strongest level; the bot then plays at that level.
 * @param {Pick<Seat, 'name' | 'kind'>} members
 */
function strengthOf({ name, kind }) {
  const found = kind === 'bot' && name.match(/^bot:adaptive:level=(-?\d+)$/);
  if (!found) return '';
  const level = Math.min(Number(found[1]) - 1, 10 * (LEVELS.length - 1));
  if (level < 0) return t('adaptive.below', { weakest: agentName(LEVELS[0]) });
  const [weaker, stronger] = [Math.floor(level / 10), Math.ceil(level / 10)].map((i) => agentName(LEVELS[i]));
  return t(weaker === stronger ? 'adaptive.at' : 'adaptive.between', { weaker, stronger });
}

/** @param {Seat[]} seats */
export const strengths = (seats) => [...new Set(seats.map(strengthOf))].filter(Boolean);

/** The player's name; robots have names of their own (core/robots.js). @param {Named[]} seats @param {number} number */
export function seatName(seats, number) {
  const seat = seats[number - 1];
  if (!seat) return t('seat.n', { n: number });
  if (seat.kind === 'open') return t('seat.open');
  if (!isBot(seat)) return seat.name || t('seat.n', { n: number }); // an imported record need not name its players
  const robot = robotOf(seats, number);
  if (robot) return robot.name;
  const same = seats.filter((s) => isBot(s) && agentName(s.name) === agentName(seat.name));
  return agentName(seat.name) + (same.length > 1 ? '\u00a0' + (same.indexOf(seat) + 1) : '');
}

// Long names are shortened within a sentence or on a button.
const NAME_SHOWN = 20;

/** @param {string} name */
export function shortName(name) {
  const letters = [...name];
  return letters.length > NAME_SHOWN ? `${letters.slice(0, NAME_SHOWN - 1).join('').trimEnd()}…` : name;
}

/**
 * A sentence about an action of a seat: in the second person for the player (the key with `.you`), by name for others.
 * @param {Pick<View, 'you' | 'name'>} view
 * @param {number} seat
 * @param {string} key
 */
export function tell(view, seat, key, values = {}) {
  return seat && seat === view.you
    ? t(key + '.you', values, t(key, { name: view.name(seat), ...values }))
    : t(key, { name: view.name(seat), ...values });
}

/**
 * The same for an action against another seat, {aim}; if that is the player's own, the key with `.me`.
 * @param {Pick<View, 'you' | 'name'>} view
 * @param {number} seat
 * @param {string} key
 * @param {number} aim
 */
export function tellOf(view, seat, key, aim, values = {}) {
  if (aim === view.you) return t(key + '.me', { name: view.name(seat), ...values });
  return tell(view, seat, key, { aim: view.name(aim), ...values });
}

/**
 * A sentence about oneself as advice: "You end your turn." is "End your turn", "Vous finissez…" is "Finissez…", "Vous vous arrêtez…" is
 * "Arrêtez-vous…".
 * @param {string} words
 */
export function advice(words) {
  const rest = words.replace(/^(You|Vous) /, '').replace(/^vous (\S+)/, '$1-vous').replace(/\s*[.!]$/, '');
  return rest[0].toUpperCase() + rest.slice(1);
}

/** "a, b and c". @param {string[]} words */
export const list = (words) => (words.length < 2 ? words.join('') : words.slice(0, -1).join(', ') + t('and') + words.at(-1));

/** Everybody and a number, most first: "Anne 12, Bruno 8". @param {Pick<View, 'name'>} view @param {number[]} numbers */
export const standings = (view, numbers) => numbers
  .map((n, i) => ({ name: view.name(i + 1), n }))
  .sort((a, b) => b.n - a.n)
  .map(({ name, n }) => `${name}${t('colon')}\u00a0${n}`)
  .join(', ');

/**
 * The owners of the rolls for the start: everybody rolls, and players tied for the highest roll again, until one is left. Later rolls are
 * ignored.
 * @param {number[]} rolled
 * @param {number} players
 */
export function rollOffOwners(rolled, players) {
  let contenders = Array.from({ length: players }, (_, i) => i + 1), /** @type {number[]} */ totals = [];
  const owners = [];
  for (const total of rolled) {
    if (contenders.length === 1) break;
    owners.push(contenders[totals.length]);
    totals.push(total);
    if (totals.length < contenders.length) continue;
    contenders = contenders.filter((_, i) => totals[i] === Math.max(...totals));
    totals = [];
  }
  return owners;
}

/** @param {number[] | null} result */
export function winners(result) {
  const most = Math.max(...(result ?? [0]));
  return (result ?? []).flatMap((share, i) => (share === most && most > 0 ? [i + 1] : []));
}

/** @param {Seat[]} seats @param {number[] | null} result */
export function resultText(seats, result, you = 0) {
  if (!result) return '';
  const won = winners(result);
  if (won.length === seats.length) return t('result.draw');
  if (won.length === 1 && won[0] === you) return t('result.won.you');
  return t(won.length > 1 ? 'result.shared' : 'result.won', { name: list(won.map((n) => shortName(seatName(seats, n)))) });
}

// ---- small things ----

/** The page for something missing or not loaded, with a link out. @param {string} title @param {string} why */
export function nothingView(title, why) {
  return h('div', { class: 'empty nothing', key: 'nothing' }, cup(120), h('h1', null, title), h('p', null, why),
    h('a', { class: 'button primary', href: '/', 'data-nav': true }, t('gone.home')));
}

/** A chance as people read it: 52.4 %. @param {number} share @param {number} digits */
export function percent(share, digits) {
  return `${(100 * share).toLocaleString(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits })}\u00a0%`;
}

/** @param {string} text */
export async function copyText(text) {
  try {
    await navigator.clipboard.writeText(text); // on https and localhost
  } catch {
    const field = /** @type {HTMLTextAreaElement} */ (h('textarea', { class: 'unseen', 'aria-hidden': 'true' }));
    document.body.append(field);
    field.value = text;
    field.select();
    document.execCommand('copy');
    field.remove();
  }
  notice(t('copied'));
}

/** The judge's depth, for hints and analyses. @param {{depth: number, depths: number}} members */
export const depthOf = ({ depth, depths }) => (depths > 1 ? ` ${t('depth', { n: depth, of: depths })}` : '');

/** Fetches JSON from a path. Rejects with the server's sentence, code and status. @param {string} path @returns {Promise<any>} */
export async function fetchJson(path) {
  const { ok, status, text } = await look(path);
  /** @type {any} */
  let body = { text: String(status) };
  try {
    body = JSON.parse(text);
  } catch {
    // the response of a proxy is not JSON
  }
  if (!ok) throw Object.assign(new Error(body.text), { status, code: body.code });
  return body;
}

/** Offers a text as a file to keep. @param {string} name @param {string} text */
export function saveFile(name, text) {
  const href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  h('a', { href, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(href));
}

/**
 * A link to a finished game's record: an address of the server, or a file that is made when it is wanted.
 * @param {string} id
 * @param {import('./dom.js').Props} props
 * @param {string} text
 */
export function recordLink(id, props, text) {
  const path = `/api/tables/${id}/record`;
  if (!isHere(id)) return h('a', { ...props, href: path, target: '_blank', rel: 'noopener' }, text);
  const save = async () => saveFile(`${id}.cornet`, (await look(path)).text);
  return h('button', { ...props, type: 'button', 'data-do': 'save-record', onclick: save }, text);
}
