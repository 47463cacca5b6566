// The account that this browser is signed in to: requests of docs/develop/people.md, and what they change here. The session is a cookie
// that scripts cannot read; the browser's storage has only the account's name.
import { redraw } from '../core/frame.js';
import { forgetKeys, keepKey, mySeats, personName, setSetting } from '../core/keep.js';
import { isHere } from '../core/place.js';
import { language, t } from '../core/texts.js';

/** @typedef {{name: string, since: number, visible: 'nobody' | 'results' | 'games', words: number}} Person */
/** @typedef {{id: string, device: string, since: number, seen: number, here?: boolean}} Device */
/**
 * @typedef {object} Me
 * @property {Person | null} person
 * @property {string | null} ticket
 * @property {number} [ticket_until]
 * @property {boolean} [passkeys_possible]
 * @property {Device[]} [devices]
 * @property {Device[]} [passkeys]
 */

/** @typedef {{table: string, seat: number, game: string, turn: boolean, changed: number, key: string}} Running */

/**
 * A request that the server refused, or did not answer (code `lost`). `word` and `nearest` are of wrong words.
 * @typedef {Error & {code: string, status: number, word?: number, nearest?: string[], wait?: number}} PeopleError
 */

const WITHIN = 15000, SPARE = 60000; // milliseconds: of a request; that a ticket stays valid after it is used
const RUNNING_EVERY = 20000; // milliseconds between two looks at the account's running games

/** @type {Me | null} */
let me = null; // the last answer
/** Whether the server has accounts: null while it is not known. @type {boolean | null} */
let possible = null;

export const account = () => me;
export const hasAccounts = () => possible;

/** @param {string} code @param {string} text @param {object} [more] @returns {PeopleError} */
const wrong = (code, text, more = {}) => Object.assign(new Error(text), { code, status: 0, ...more });

/** @param {string} path @param {object} [body] without one, the request only reads @returns {Promise<any>} */
export async function ask(path, body) {
  const address = new URL(path, location.origin);
  address.searchParams.set('lang', language());
  let answer;
  try {
    answer = await fetch(address, {
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }), signal: AbortSignal.timeout(WITHIN),
    });
  } catch {
    throw wrong('lost', t('people.lost'));
  }
  const read = await answer.json().catch(() => null);
  if (answer.ok && read) return read;
  if (read?.code === 'signed-out') signedOut();
  throw wrong(read?.code ?? 'lost', read?.text ?? t('people.lost'), { ...read, status: answer.status });
}

/** The words of an error, for a person. @param {unknown} error */
export const reason = (error) => (/** @type {PeopleError} */ (error).code ? /** @type {PeopleError} */ (error).message : t('people.lost'));

/** @param {Person | null} person */
function take(person) {
  const before = personName(), name = person?.name ?? '';
  if (name !== before) setSetting('person', name);
  if (name && name !== before) setSetting('name', name);
  if (!name && before) forgetKeys();
}

/** @param {Me} answer */
function takeMe(answer) {
  me = answer;
  possible = true;
  take(me.person);
  redraw();
  return me;
}

function signedOut() {
  me = me && { ...me, person: null, ticket: null, devices: [], passkeys: [] };
  take(null);
  redraw();
}

/** Asks who is signed in. Without an answer, everything stays as it was. @returns {Promise<Me | null>} */
export async function loadMe() {
  try {
    return takeMe(await ask('/api/me'));
  } catch (error) {
    const { status } = /** @type {PeopleError} */ (error);
    if (status === 404 || status === 405) possible = false;
    throw error;
  }
}

// ---- signing in and out ----

const BROWSERS = [['Edg', 'Edge'], ['OPR', 'Opera'], ['Firefox', 'Firefox'], ['Chrom', 'Chrome'], ['Safari', 'Safari']];
const SYSTEMS = [['Android', 'Android'], ['iPhone', 'iPhone'], ['iPad', 'iPad'], ['CrOS', 'ChromeOS'], ['Windows', 'Windows'],
  ['Mac', 'macOS'], ['Linux', 'Linux']];

/** A label for this device, such as "Firefox, Android". */
export function deviceName() {
  const find = (/** @type {string[][]} */ list) => list.find(([sign]) => navigator.userAgent.includes(sign))?.[1];
  return [find(BROWSERS), find(SYSTEMS)].filter(Boolean).join(', ') || 'Web';
}

/** Makes an account with this name. Resolves with its six words. @param {string} name @returns {Promise<string[]>} */
export async function keepName(name) {
  const { person, words } = await ask('/api/people', { name, device: deviceName() });
  me = { person, ticket: null, passkeys_possible: me?.passkeys_possible, devices: [], passkeys: [] };
  take(person);
  await loadMe().catch(() => {});
  return words;
}

/** @param {{words: string} | {code: string} | {passkey: object}} proof */
export const signIn = async (proof) => takeMe(await ask('/api/session', { ...proof, device: deviceName() }));

/** Signs out this device, another one by its id, 'others' or 'all'. @param {string} [which] */
export async function endSession(which) {
  await ask('/api/session/end', which ? { device: which } : {});
  if (!which || which === 'all') signedOut();
  else await loadMe();
}

/** @param {object} more */
export const change = async (more) => takeMe(await ask('/api/me', more));
/** @param {object} more */
export const changePasskeys = async (more) => takeMe(await ask('/api/me/passkeys', more));

/** @param {string} name */
export async function deleteAccount(name) {
  await ask('/api/me/delete', { name });
  signedOut();
}

// ---- the WebSocket ----

/** The ticket that proves to the WebSocket who is here; null: nobody, or it could not be fetched. `fresh`: the last one was refused. */
export async function ticket(fresh = false) {
  if (!fresh && me?.ticket && (me.ticket_until ?? 0) > Date.now() + SPARE) return me.ticket;
  return (await loadMe().catch(() => null))?.ticket ?? null;
}

// ---- seats on other devices ----

let looked = 0; // when the running games were last asked for

/**
 * Stores the keys of the account's running games, so that their seats open on this device. Seats of this browser stay as they are.
 * @param {boolean} [now] even if that was done a moment ago
 */
export async function takeKeys(now = false) {
  if (!personName() || (!now && Date.now() - looked < RUNNING_EVERY)) return;
  looked = Date.now();
  /** @type {{games: Running[]}} */
  const { games } = await ask('/api/me/games?running=1');
  for (const { table, seat, game, key, changed } of [...games].reverse()) keepKey(table, { seat, game, secret: key, when: changed });
}

/** A fresh key after a seat's secret was refused; false: there is none. @param {string} table */
export async function freshKey(table) {
  const before = mySeats()[table];
  if (!before?.key) return false;
  await takeKeys(true).catch(() => {});
  return mySeats()[table]?.secret !== before.secret;
}

// ---- games of this browser, played as a guest ----

const CLAIMED_AT_ONCE = 60;

/** Seats on the server that this browser has as a guest. */
export const guestSeats = () => Object.entries(mySeats()).flatMap(([table, { seat, secret, key }]) =>
  (secret && seat && !key && !isHere(table) ? [{ table, seat, secret }] : [])).slice(0, CLAIMED_AT_ONCE);

/** Takes over the guest's games of this browser. Resolves with their number. */
export async function claim() {
  const seats = guestSeats();
  if (!seats.length) return 0;
  const { claimed } = await ask('/api/me/claim', { seats });
  setSetting('claimed', Date.now());
  return Number(claimed);
}
