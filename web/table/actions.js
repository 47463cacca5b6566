// What the player does at the table; and beats: one line is shown after the other, at a pace that can be watched.
import { redraw } from '../core/frame.js';
import { randomSeed, sha256, toHex } from '../core/hash.js';
import { fetchJson, notice } from '../core/parts.js';
import { t } from '../core/texts.js';
import { present } from '../model/state.js';
import { sayFor } from './device.js';
import { state, theLink } from './current.js';
import { land, paceNow } from './motion.js';

/** @typedef {import('../model/messages.js').ClientMessage} ClientMessage */
/** @typedef {import('../model/messages.js').Refusal} Refusal */
/** @typedef {import('../model/state.js').Beat} Beat */

/** @param {Refusal} error */
export function refused(error) {
  state.pending = null;
  notice(error.code === 'lost' ? t('link.unsure') : error.text ?? '', 'bad');
  redraw();
}

/** @param {string} line */
export function play(line) {
  const { table } = present(state);
  if (state.pending || state.link !== 'open') return;
  Object.assign(state, { pending: line, mark: null, until: performance.now() }); // its results are shown immediately
  redraw();
  const speech = table.state?.mover === 'anyone';
  theLink().tryTo({ do: 'move', line, ...(!speech && { at: table.seq }) }, refused);
}

/** @param {ClientMessage} message */
export const request = (message) => theLink().ask(message).catch(refused);

/** A request of another person here. @param {number} seat @param {ClientMessage} message */
export const requestOf = (seat, message) => (seat === state.table?.you ? request(message) : sayFor(seat, message));

/** Shows a line on the board, or none. @param {string | null} line */
export function setMark(line) {
  state.mark = line;
  redraw();
}

/** Tries the connection again at once. */
export const retryNow = () => theLink().retry();

/** Closes a banner. @param {string} key */
export function putAway(key) {
  state.putAway.add(`${state.id} ${key}`);
  redraw();
}

/** Answers a proposal, for these seats. @param {number[]} seats @param {string} what @param {boolean} yes */
export function answer(seats, what, yes) {
  state.declined = !yes;
  for (const seat of seats) requestOf(seat, { do: 'agree', what, yes });
}

/** Asks the server once under which addresses others reach it, for links. */
export function askAddresses() {
  if (state.addresses) return;
  state.addresses = [];
  fetchJson('/api/server').then((server) => ((state.addresses = server.addresses), redraw()), () => {});
}

// ---- log and chat ----

/** @param {import('../model/state.js').Panel} panel */
export function showPanel(panel) {
  Object.assign(state, { panel, ...(panel === 'chat' && { unread: 0 }) });
  redraw();
}

export function openDrawer() {
  Object.assign(state, { drawer: true, ...(state.unread && { panel: 'chat', unread: 0 }) });
  redraw();
  setTimeout(() => /** @type {HTMLElement | null} */ (document.querySelector('.side [aria-selected=true]'))?.focus());
}

export function closeDrawer() {
  state.drawer = false;
  redraw();
  /** @type {HTMLElement | null} */ (document.querySelector('.drawer-button'))?.focus();
}

// ---- a seat ----

/** @type {Uint8Array<ArrayBuffer> | null} */
let newSeed = null; // for the seat that is being asked for

/** A seed of one's own for the fair dice; gives the commitment to it. */
export async function freshCommitment() {
  newSeed = randomSeed();
  return toHex(await sha256(newSeed));
}

/** The seed of the seat that was asked for, once. */
export function takeSeed() {
  const seed = newSeed && toHex(newSeed);
  newSeed = null;
  return seed;
}

/** Takes an open seat. @param {string} name @param {number} [seat] */
export async function sitDown(name, seat) {
  const fair = await freshCommitment();
  theLink().ask({ do: 'join', table: state.id ?? '', name, seat, fair }).catch(refused);
}

// ---- beats: a key or a tap shows the rest at once ----

/** How long a beat stays before the next, in milliseconds. @param {number} ms at the calm pace */
export const dwellOf = (ms) => ms * paceNow();

/**
 * show() shows a beat and gives how long it is to be seen, in milliseconds; waits(): the player is to let it come.
 * @type {{show: (beat: Beat) => number, waits: (beat: Beat) => boolean}}
 */
let shower = { show: () => 0, waits: () => false };

/** @param {typeof shower} next */
export function showBy(next) {
  shower = next;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

export function clearBeats() {
  clearTimeout(timer);
  Object.assign(state, { queue: [], until: 0, held: null });
}

/** @param {Beat[]} beats */
export function addBeats(beats) {
  state.queue.push(...beats);
  runBeats();
}

function runBeats() {
  clearTimeout(timer);
  while (state.queue.length && !state.held) {
    const wait = state.until - performance.now(), [next] = state.queue;
    if (wait > 0) {
      timer = setTimeout(runBeats, wait);
      return;
    }
    if (next !== state.passed && shower.waits(next)) {
      state.held = next;
      return;
    }
    state.queue.shift();
    const stays = shower.show(next);
    state.until = performance.now() + stays;
  }
}

/** Shows all that is waiting, and the end of what moves. False where nothing is waiting. */
export function skipAhead() {
  const waits = state.queue.length > 0;
  if (waits) Object.assign(state, { held: null, until: 0 });
  for (let next = state.queue.shift(); next; next = state.queue.shift()) shower.show(next);
  setTimeout(land); // after the last line has been drawn
  return waits;
}

/** Throws one's own dice: the beat that was held comes now. */
export function throwDice() {
  Object.assign(state, { passed: state.held, held: null, until: 0 });
  runBeats();
  redraw();
}
