// The state of the table that the page shows, and the page's own connection: to the server, or to the tables in this browser. Only the
// files that change the state import this one: views receive the state.
import { hidesHands, isShared, mySeat, seatsAt, secretOf } from '../core/keep.js';
import { Link } from '../core/link.js';
import { liveSeat } from '../dice/feed.js';
import { isHere, openHere, openSocket } from '../core/place.js';
import { language } from '../core/texts.js';
import { newState } from '../model/state.js';

/** @typedef {import('../core/link.js').Opener} Opener */
/** @typedef {import('../model/messages.js').ClientMessage} ClientMessage */
/** @typedef {import('../model/messages.js').ServerMessage} ServerMessage */
/** @typedef {import('../core/link.js').On} Listener */

export const state = newState();

/** Reloads the seats of this device from the browser's storage, which other tabs and companions change too. */
export function refreshDevice() {
  const { id } = state;
  const shared = id !== null && isShared(id);
  Object.assign(state.device, {
    shared, hides: id === null || hidesHands(id), seats: shared ? seatsAt(id) : [], owner: (id && mySeat(id)?.seat) || 1,
  });
}

// ---- the connection: each is made when it is first needed ----

/** @type {Listener} */
let listener = { message() {}, state() {} };

/** @param {Listener} next receives messages and connection states */
export function listen(next) {
  listener = next;
}

/** @type {Link | null} */
let link = null;
/** @type {Map<Opener, Link>} */
const links = new Map();

/** Changes to the connection that is opened so. @param {Opener} open */
export function linkBy(open) {
  let wanted = links.get(open);
  if (!wanted) {
    /** @type {Listener} */
    const on = { message: (m) => listener.message(m), state: (...now) => listener.state(...now) };
    wanted = new Link(language(), on, open, (seat = state.table?.you) => liveSeat(state.id, seat));
    wanted.named = open === openSocket;
    links.set(open, wanted);
  }
  if (link && link !== wanted) link.close();
  link = wanted;
  return wanted;
}

/** The function that opens a connection to the table: local, or to the server. @param {string} id @returns {Opener} */
export const openFor = (id) => (isHere(id) ? openHere : openSocket);

/** The present connection; with none, that to the server. */
export const theLink = () => link ?? linkBy(openSocket);

export const isConnected = () => link?.state === 'open';

/**
 * The request that joins a table at a seat. If several people share this device, no secrets are shown before it is known whose turn it is.
 * @param {string} id
 * @param {number | undefined} seat
 * @returns {import('../core/link.js').JoinRequest}
 */
export function joinRequestTo(id, seat = isShared(id) ? 0 : mySeat(id)?.seat) {
  const secret = seat === undefined ? undefined : secretOf(id, seat);
  return secret && seat ? { do: 'resume', table: id, seat, secret } : { do: 'watch', table: id };
}
