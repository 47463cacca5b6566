// The location of the client's files and of tables: on the page's server, or in this browser (offline/). Look-ups and connections go to
// either by the same functions.
import { FILES } from '../offline/files.js';

/** @typedef {import('../model/messages.js').Answer} Answer */
/** @typedef {import('./link.js').Socket} Socket */

const ALONE = FILES?.alone ?? false; // files on a host without a server
const BASE = new URL('../', import.meta.url); // of the client's files

/** The address of one of the client's files. @param {string} name */
export const fileOf = (name) => new URL(name, BASE).href;

/**
 * A static host has one page for all addresses, so the client's paths follow a question mark there.
 * @param {string} path
 */
export const addressOf = (path) => (ALONE ? `${BASE.pathname}?${path}` : path);

// The client's own path of an address.
export function pathOf(href = location.href) {
  const { pathname, search, hash } = new URL(href, location.href);
  return ALONE ? (search.slice(1) || '/') + hash : pathname + search + hash;
}

let server = !ALONE;

// Whether a server answered the last request.
export const hasServer = () => server;

/** A table of this browser: no server's table has such an id. @param {string} table */
export const isHere = (table) => FILES !== null && table.startsWith('0');

/** @type {(why: string) => void} */
let tellStorage = () => {};

async function local() {
  const here = await import('../offline/local.js');
  here.on.storage = (why) => tellStorage(why);
  return here;
}

/** @param {string} path */
async function ask(path) {
  const answer = await fetch(path, { headers: { accept: 'application/json' } });
  return { ok: answer.ok, status: answer.status, text: await answer.text() };
}

/** Looks up a path /api/…, on the server or in this browser. @param {string} path @returns {Promise<Answer>} */
export async function look(path) {
  const [, table] = /^\/api\/tables\/([^/?]+)/.exec(path) ?? [];
  if (ALONE || (table && isHere(table))) return (await local()).look(path);
  try {
    const answer = await ask(path);
    server = true;
    return answer;
  } catch (error) {
    server = false;
    if (table || !FILES) throw error;
    return (await local()).look(path);
  }
}

/**
 * Imports a finished game as a local table. Returns the answer of look(): the table's id or the error.
 * @param {string} record
 * @param {string} lang
 */
export const openRecord = async (record, lang) => (await local()).look(`/api/open?lang=${lang}`, record);

/** The address of the home page with a fragment, which browsers do not send to the server. @param {string} hash */
export const homeWith = (hash) => new URL((ALONE ? BASE.pathname : '/') + hash, location.href).href;

/**
 * Connections for link.js: to the server (of several: that of the table, or of this name), or to the tables in this browser.
 * @param {string | null} [table]
 * @param {string | null} [at]
 * @returns {Socket}
 */
export function openSocket(table, at) {
  const address = new URL('/ws', location.href);
  if (table) address.searchParams.set('t', table);
  if (at) address.searchParams.set('at', at);
  address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return new WebSocket(address, 'cornet.1');
}

export function openHere() {
  /** @type {Socket & {closed: boolean}} */
  const socket = { steady: true, closed: false, send() {}, close: () => void (socket.closed = true) };
  local().then(({ connect }) => socket.closed || connect(socket), () => socket.onclose?.());
  return socket;
}

// Whether this browser can have tables of its own.
export const mayPlayHere = FILES !== null;

/** tell(why): events of local tables cannot be stored ('full', 'refused'), or can be again (''). @param {(why: string) => void} tell */
export const onStorage = (tell) => (tellStorage = tell);
