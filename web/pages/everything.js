// Exports everything that this browser stores to one file, and imports such a file: settings, seats, transcripts of dice, the events of
// local tables, and results.
import { h } from '../core/dom.js';
import { language, setLanguage, t } from '../core/texts.js';
import { addKept, allKept, isKept, setting } from '../core/keep.js';
import { notice, saveFile } from '../core/parts.js';
import { addEvents, allEvents } from '../offline/store.js';
import { addResults, allResults } from '../core/results.js';

/** @typedef {import('../core/dom.js').PageEvent} PageEvent */

const KIND = 'cornet everything 1';
const BYTES_MAX = 64 << 20; // of a file that is read

const dated = () => new Date().toISOString().slice(0, 10);

// If the browser's events cannot be read, the saved file contains none and a notice says so.
async function save() {
  const events = await allEvents().catch(() => null);
  if (!events) notice(t('storage.refused'), 'bad');
  saveFile(`cornet-${dated()}.json`, JSON.stringify({
    kind: KIND, ...allKept(), events: events ?? [], results: await allResults().catch(() => []),
  }));
}

/** Older files have no results. @param {any} kept */
const isOurs = (kept) => kept?.kind === KIND && Array.isArray(kept.events) && Array.isArray(kept.results ?? []) && isKept(kept);

/** @param {File} file */
async function read(file) {
  if (file.size > BYTES_MAX) return null;
  try {
    const kept = JSON.parse(await file.text());
    return isOurs(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** The events come first: a seat without its table would be forgotten. @param {File} file @param {() => void} changed */
async function take(file, changed) {
  const kept = await read(file);
  if (!kept) return notice(t('all.wrong'), 'bad');
  try {
    const tables = new Set(kept.events.length ? await addEvents(kept.events) : []);
    for (const table of addKept(kept)) tables.add(table);
    if (kept.results?.length) await addResults(kept.results);
    if (setting('language', language()) !== language()) setLanguage(setting('language', language()));
    changed();
    return notice(t('all.imported', { n: tables.size }));
  } catch (error) {
    return notice(t(!(error instanceof DOMException) ? 'all.wrong' : error.name === 'QuotaExceededError' ? 'all.full' : 'all.refused'),
      'bad');
  }
}

/** Two buttons for the settings. changed(): settings and games have been replaced. @param {() => void} changed */
export function everythingButtons(changed) {
  const input = h('input', {
    type: 'file', accept: '.json,application/json', class: 'unseen', tabindex: '-1', 'aria-hidden': 'true', 'data-do': 'import-file',
    onchange: (event) => {
      const [file] = event.target.files ?? [];
      if (file) take(file, changed);
      event.target.value = '';
    },
  });
  return h('fieldset', { class: 'choice' },
    h('legend', null, t('all.title')),
    h('p', { class: 'fine' }, t('all.about')),
    h('div', { class: 'row' },
      h('button', { class: 'button', type: 'button', 'data-do': 'export', onclick: save }, t('all.export')),
      h('button', {
        class: 'button', type: 'button', 'data-do': 'import',
        onclick: (event) => event.target.closest('fieldset')?.querySelector('input')?.click(),
      }, t('all.import')),
      input));
}
