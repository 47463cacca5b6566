// Games as links and files, without a server: a link contains the record itself, compressed, in the fragment, which browsers do not send.
// The input is untrusted: the tables in this browser parse it and replay it move by move.
import { cup } from './art.js';
import { h } from './dom.js';
import { go, redraw } from './frame.js';
import { copyText, nothingView, notice, saveFile } from './parts.js';
import { homeWith, look, mayPlayHere, openRecord } from './place.js';
import { language, t } from './texts.js';

const LINK_MAX = 30000; // characters; other programs may truncate longer links
export const RECORD_MAX = 4 << 20; // bytes
const START = '#game=';

/** Whether an address has such a game. @param {string} hash */
export const isShared = (hash) => hash.startsWith(START);

// ---- bytes as text ----

/** @param {Uint8Array} bytes */
const toBase64 = (bytes) =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
/** @param {string} text */
const fromBase64 = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

/** @param {Uint8Array<ArrayBuffer>} bytes @param {ReadableWritablePair<Uint8Array<ArrayBuffer>, any>} stream */
const through = (bytes, stream) => new Blob([bytes]).stream().pipeThrough(stream);

/**
 * Reads all bytes of a stream. Fails beyond a limit, because a few compressed bytes can unpack to very many.
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream
 */
async function bytesOf(stream) {
  const parts = [], reader = stream.getReader();
  for (let size = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > RECORD_MAX) {
      reader.cancel().catch(() => {});
      throw new RangeError('too long');
    }
    parts.push(value);
  }
}

/** @param {string} record */
const pack = async (record) => toBase64(await bytesOf(through(new TextEncoder().encode(record), new CompressionStream('deflate-raw'))));
/** The record of such an address. @param {string} hash */
export async function unpack(hash) {
  const packed = fromBase64(hash.slice(START.length));
  return new TextDecoder('utf-8', { fatal: true }).decode(await bytesOf(through(packed, new DecompressionStream('deflate-raw'))));
}

// ---- out ----

/** A link that contains the record; null if it would be too long or the browser cannot make it. @param {string} record */
export async function linkOf(record) {
  if (!('CompressionStream' in window)) return null;
  const href = homeWith(START + (await pack(record)));
  return href.length <= LINK_MAX ? href : null;
}

/**
 * Shares the finished game of a local or server table as such a link, or as a file if it is too long.
 * @param {string} table
 * @param {string} text
 */
export async function shareRecord(table, text) {
  const { ok, text: record } = await look(`/api/tables/${table}/record`).catch(() => ({ ok: false, text: '' }));
  if (!ok) return notice(t('error.server'), 'bad');
  const url = await linkOf(record);
  if (!url) {
    saveFile(`${table}.cornet`, record);
    return notice(t('shared.file'));
  }
  return navigator.share ? navigator.share({ title: 'Cornet', text, url }).catch(() => {}) : copyText(url);
}

// ---- in ----

/** The path of the table that the record becomes. Fails with a sentence. @param {string} record */
async function open(record) {
  if (!mayPlayHere) throw new Error(t('shared.nothere'));
  const { ok, status, text } = await openRecord(record, language());
  if (ok) return `/t/${JSON.parse(text).table}#replay`;
  throw new Error(status === 400 ? t('shared.wrong', { why: JSON.parse(text).text }) : t('error.load'));
}

/** A file that was chosen or dropped. @param {File} file */
export async function openFile(file) {
  try {
    if (file.size > RECORD_MAX) throw new Error(t('shared.long'));
    go(await open(await file.text()));
  } catch (error) {
    notice(/** @type {Error} */ (error).message, 'bad');
  }
}

/** @param {string} hash */
const unpackOr = (hash) => unpack(hash).catch((error) => {
  throw new Error(t(error instanceof RangeError ? 'shared.long' : 'shared.broken'));
});

/** The page that is shown until the replay of the linked game opens. @param {string} hash */
export function openShared(hash) {
  let trouble = '', left = false;
  const view = () => (trouble
    ? nothingView(t('shared.title'), trouble)
    : h('div', { class: 'empty', key: 'loading' }, cup(120, 'shake'), h('p', null, t('loading'))));
  const enter = async () => {
    try {
      const path = await open(await unpackOr(hash));
      if (!left) go(path, true);
    } catch (error) {
      trouble = /** @type {Error} */ (error).message;
      redraw();
    }
  };
  return { name: 'shared', title: () => 'Cornet', view, enter, leave: () => (left = true) };
}

// ---- files on the home page ----

export function openFileButton() {
  if (!mayPlayHere) return null;
  /** @param {import('./dom.js').PageEvent} event */
  const chosen = (event) => {
    const [file] = event.target.files ?? [];
    if (file) openFile(file);
    event.target.value = '';
  };
  return h('span', { key: 'open-file' },
    h('button', { class: 'link', type: 'button', 'data-do': 'open-file', onclick: (event) => event.target.nextElementSibling.click() },
      t('shared.open')),
    h('input', {
      type: 'file', accept: '.cornet,text/plain', class: 'unseen', tabindex: '-1', 'aria-hidden': 'true', 'data-do': 'file',
      onchange: chosen,
    }));
}

/** @param {DragEvent} event */
const hasFile = (event) => event.dataTransfer?.types.includes('Files') ?? false;
/** @param {DragEvent} event */
const over = (event) => void (hasFile(event) && event.preventDefault());

/** @param {DragEvent} event */
function drop(event) {
  const file = event.dataTransfer?.files[0];
  if (!hasFile(event)) return;
  event.preventDefault();
  if (file) openFile(file);
}

/** Enables or disables dropping files on the page. @param {boolean} on */
export function takeDrops(on) {
  if (!mayPlayHere) return;
  const change = on ? document.addEventListener : document.removeEventListener;
  change.call(document, 'dragover', /** @type {EventListener} */ (over));
  change.call(document, 'drop', /** @type {EventListener} */ (drop));
}
