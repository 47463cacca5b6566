// The player's actions at the table, and beats: lines are shown one after the other, at a pace that can be followed.
import { redraw } from '../core/frame.js';
import { randomSeed, sha256, toHex } from '../core/hash.js';
import { secretOf } from '../core/keep.js';
import { fetchJson, notice } from '../core/parts.js';
import { t } from '../core/texts.js';
import { present } from '../model/state.js';
import { turnOf } from '../model/turn.js';
import { sayFor } from './device.js';
import { joinRequestTo, state, theLink } from './current.js';
import { land, paceNow } from './motion.js';

/** @typedef {import('../model/messages.js').ClientMessage} ClientMessage */
/** @typedef {import('../model/messages.js').Refusal} Refusal */
/** @typedef {import('../model/state.js').Beat} Beat */

/** @param {Refusal} error */
export function refused(error) {
  state.pending = null;
  notice(error.code === 'lost' ? t('link.unsure') : error.code === 'window' ? t('dice.window') : error.text ?? '', 'bad');
  redraw();
}

/** @param {string} line */
export function play(line) {
  if (state.pending || state.link !== 'open') return;
  Object.assign(state, { pending: line, mark: null, until: performance.now() }); // its results are shown immediately
  redraw();
  tryMove(line, TRIES);
}

const TRIES = 3;

/**
 * Sends a move. At a table with fair dice of version 3 its word names the last entry that was seen: if another one came first, such as a
 * player's return, the move is sent again, as long as it is legal.
 * @param {string} line
 * @param {number} tries
 */
function tryMove(line, tries) {
  const { table } = present(state), speech = table.state?.mover === 'anyone';
  theLink().tryTo({ do: 'move', line, ...(!speech && { at: table.seq }) }, (error) => {
    const again = error.code === 'stale' && state.table?.fair3 && tries > 1 && (speech || state.table.legal.includes(line));
    if (again) setTimeout(() => tryMove(line, tries - 1));
    else refused(error);
  });
}

/** The page's seat resigns; whatever has been played meanwhile, the game ends. */
export const resignGame = () => theLink().tryTo({ do: 'move', line: `${present(state).table.you} forfeits` }, refused);

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
let newSeed = null; // the seed for the requested seat

/** A seed of one's own for the fair dice; gives the commitment to it. */
export async function freshCommitment() {
  newSeed = randomSeed();
  return toHex(await sha256(newSeed));
}

/** The seed for the requested seat; a second call returns null. */
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

/** Takes an absent player's seat during a game. The seat's part in the dice does not change. @param {string} name @param {number} seat */
export function takeSeat(name, seat) {
  takeSeed();
  theLink().ask({ do: 'join', table: state.id ?? '', name, seat }).catch(refused);
}

/** Returns to our former seat, if a bot plays it or its player has agreed. */
export const takeBack = () => theLink().go(joinRequestTo(state.id ?? ''));

/** Asks the player at our former seat to return it. */
export function askBack() {
  const { id, taken } = state;
  request({ do: 'propose', what: 'seat', seat: taken, secret: secretOf(id ?? '', taken) });
}

// ---- beats: a key or a tap shows the rest at once ----

/** Duration of a beat at the current pace, in milliseconds. @param {number} ms at the calm pace */
export const dwellOf = (ms) => ms * paceNow();

/** Shows a beat and returns its display time in milliseconds. @type {(beat: Beat) => number} */
let show = () => 0;

/** @param {typeof show} next */
export function showBy(next) {
  show = next;
}

/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

export function clearBeats() {
  clearTimeout(timer);
  Object.assign(state, { queue: [], until: 0, resting: false });
}

/** @param {Beat[]} beats */
export function addBeats(beats) {
  state.queue.push(...beats);
  runBeats();
}

function runBeats() {
  clearTimeout(timer);
  for (let [next] = state.queue; next; [next] = state.queue) {
    const wait = state.until - performance.now();
    if (wait > 0) {
      timer = setTimeout(runBeats, wait);
      return;
    }
    state.queue.shift();
    state.resting = false;
    const stays = show(next);
    Object.assign(state, { until: performance.now() + stays, resting: stays > 0 });
  }
  timer = setTimeout(endRest, state.until - performance.now());
}

function endRest() {
  state.resting = false;
  redraw();
}

/** Shows all queued beats and finishes running animations. Returns false if nothing was queued. */
export function skipAhead() {
  const waits = turnOf(state).why === 'beats';
  if (waits) Object.assign(state, { until: 0, resting: false });
  for (let next = state.queue.shift(); next; next = state.queue.shift()) show(next);
  setTimeout(land); // after the last line has been drawn
  if (waits) redraw();
  return waits;
}

const SETTLES = 600; // milliseconds
let thrownAt = -SETTLES; // by performance.now()

/** A second tap or key press was meant for the throw. */
export const hasJustThrown = () => performance.now() - thrownAt < SETTLES;

/** The player throws. */
export function throwByHand() {
  thrownAt = performance.now();
  throwDice();
}

/** Sends the throw that a person here must make. If the message is lost, the dice keep waiting: nothing is drawn twice. */
async function throwDice() {
  const { table } = present(state), seat = table.throws;
  if (!seat || state.pending || turnOf(state).why !== 'throw') return;
  Object.assign(state, { pending: 'throw', until: 0 });
  redraw();
  const lost = () => null;
  const answer = await (seat === table.you ? theLink().ask({ do: 'throw' }).catch(lost) : sayFor(seat, { do: 'throw' }));
  if (answer || state.pending !== 'throw') return;
  state.pending = null;
  redraw();
}

/** Throws the dice immediately if the pace is `none`. */
export function throwUnpaced() {
  if (!dwellOf(1)) throwDice();
}
