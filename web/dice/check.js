// The fair-dice page: checks a finished game in this browser, by the record and what the player's own device kept. The check is that of
// `cornet verify` (verify.js). It needs no server: two files are enough.
import { h } from '../core/dom.js';
import { language, t } from '../core/texts.js';
import { mySeat, seatsAt, transcriptOf } from '../core/keep.js';
import { transcriptText } from './fair.js';
import { canVerify, verify } from './verify.js';
import { fetchJson, recordLink } from '../core/parts.js';
import { look } from '../core/place.js';
import { redraw } from '../core/frame.js';
import './texts_check.js';

/** @typedef {import('./verify.js').Verdict} Verdict */
/** @typedef {{seat: number, text: string}} Kept a transcript, or a seed alone, as text; seat 0: not known */
/** @typedef {{kept: Kept | null, name: string, verdict: Verdict}} Result name: who has the seat of `kept` */

/**
 * The state of the page. `results`: one for each transcript.
 * @typedef {{id: string, busy: boolean, trouble: string | null, results: Result[]}} State
 */

/** @param {string} id @returns {State} */
const newState = (id) => ({ id, busy: false, trouble: null, results: [] });

let state = newState('');

/** @param {string} text */
const idOf = (text) => text.trim().replace(/#.*$|\?(?!\/).*$/, '').split('/').filter(Boolean).pop() ?? '';

/** A reason why there is nothing to check: the key of a text. */
class Trouble extends Error {}

/** The record of a finished table. @param {string} id */
async function recordOf(id) {
  const summary = await fetchJson(`/api/tables/${id}`).catch(() => null);
  if (!summary) throw new Trouble('check.missing');
  if (summary.phase !== 'over') throw new Trouble('check.notover');
  const answer = await look(`/api/tables/${id}/record`);
  if (!answer.ok) throw new Trouble('check.missing');
  return answer.text;
}

/** What this browser kept of a table: a transcript for each chain or seat here, or the seed of an old one. @param {string} id */
async function keptOf(id) {
  const third = await (await import('./keep3.js')).transcriptsOf(id).catch(() => []);
  const seats = new Set([0, ...seatsAt(id)]), found = [...seats].flatMap((seat) => transcriptOf(id, seat) ?? []);
  const second = [...new Map(found.map((one) => [one.seat, { seat: one.seat, text: transcriptText(one) }])).values()];
  const seat = mySeat(id), kept = [...third, ...second];
  return kept.length || !seat?.seed ? kept : [{ seat: seat.seat, text: `${seat.seed}\n` }];
}

/** The table of a record. @param {string} record */
const tableOf = (record) => /^fair-table (\S+)$/m.exec(record.split('\n---\n')[0])?.[1] ?? '';

/**
 * Checks the table `id`, or a record; with what was given, or else with what this browser kept.
 * @param {string} id
 * @param {string} given a transcript or a seed
 * @param {string | null} file a record
 */
async function check(id, given, file) {
  const asked = newState(id);
  asked.busy = true;
  state = asked;
  redraw();
  try {
    if (!canVerify()) throw new Trouble('check.nomodule');
    const record = file ?? (await recordOf(id)), table = tableOf(record) || id;
    /** @type {(Kept | null)[]} */
    const kept = given.trim() ? [{ seat: 0, text: given.endsWith('\n') ? given : `${given}\n` }] : await keptOf(table);
    for (const one of kept.length ? kept : [null]) {
      const verdict = await verify(record, one?.text ?? '', language());
      asked.results.push({ kept: one, name: one ? nameIn(record, one.seat) : '', verdict });
    }
    asked.id = table;
  } catch (caught) {
    if (!(caught instanceof Trouble)) console.warn(caught);
    asked.trouble = caught instanceof Trouble ? caught.message : 'check.load';
  }
  asked.busy = false;
  redraw();
}

/** @param {{elements: Record<string, any>}} form */
async function submit({ elements }) {
  const { table, record, transcript, given } = elements;
  const text = (/** @type {File | undefined} */ file) => file?.text();
  const [file, kept] = await Promise.all([text(record.files[0]), text(transcript.files[0])]);
  if (file === undefined && !table.value.trim()) return table.focus();
  return check(file === undefined ? idOf(table.value) : '', kept ?? given.value, file ?? null);
}

// ---- views ----

/** Who has the seat: a name, with the number if another seat has the same; else the seat. @param {string} record @param {number} seat */
function nameIn(record, seat) {
  const lines = record.split('\n---')[0].split('\n'), start = `seat ${seat} `;
  const name = lines.find((line) => line.startsWith(start))?.slice(start.length);
  if (!name) return t('check.seat', { n: seat });
  return lines.filter((line) => /^seat \d /.test(line) && line.slice(start.length) === name).length > 1 ? `${name} ${seat}` : name;
}

/** A link that saves a transcript as a file for `cornet verify --transcript`. @param {Result} result */
function saveLink({ kept, name }) {
  if (!kept?.seat) return null;
  const href = URL.createObjectURL(new Blob([kept.text], { type: 'text/plain' }));
  return h('a', { href, download: `dice-${state.id}-${kept.seat}.txt`, 'data-do': 'save-transcript' }, t('check.save', { name }));
}

/** @type {Record<string, string>} */
const COLOURS = { proved: ' good', contradicted: ' wrong', refused: ' wrong' };

/** @param {Result} result @param {number} i */
function resultView(result, i) {
  const { grade, sentences, experts, why, line, in_transcript: inTranscript } = result.verdict;
  const place = line ? t(inTranscript ? 'check.at.transcript' : 'check.at.record', { n: line }) : '';
  return h('section', { class: 'report', key: `report-${i}`, 'data-verdict': grade },
    h('p', { class: `verdict${COLOURS[grade] ?? ''}`, role: 'status' }, t('check.grade.' + grade)),
    why ? h('p', { class: 'trouble' }, why, ' ', place) : null,
    h('ul', { class: 'facts' }, sentences.map((sentence) => h('li', null, sentence))),
    experts.length ? h('details', { class: 'given' }, h('summary', null, t('check.experts')),
      h('ul', { class: 'facts' }, experts.map((sentence) => h('li', null, sentence)))) : null,
    h('p', { class: 'fine' }, t('check.own.rules'), ' ', state.id ? recordLink(state.id, { class: 'link' }, t('check.record')) : null, ' ',
      saveLink(result)));
}

/** @param {string} name @param {string} accept */
const fileField = (name, accept) => h('label', null, h('span', null, t('check.file.' + name)), h('input', { type: 'file', name, accept }));

function view() {
  return h('div', { class: 'page' },
    h('h1', null, t('check.title')),
    h('p', { class: 'lead' }, t('check.lead')),
    h('ol', { class: 'how' }, [1, 2, 3, 4].map((n) => h('li', null, t('check.how.' + n)))),
    h('form', { class: 'check-form', onsubmit: (event) => (event.preventDefault(), submit(event.target)) },
      h('label', null,
        h('span', null, t('check.table')),
        h('input', { type: 'text', name: 'table', 'data-free': true, value: state.id, spellcheck: 'false', autocomplete: 'off' })),
      h('details', { class: 'given' }, h('summary', null, t('check.given')),
        fileField('record', '.cornet,.txt,text/plain'),
        fileField('transcript', '.txt,text/plain'),
        h('label', null,
          h('span', null, t('check.given.how')),
          h('textarea', { name: 'given', rows: 4, 'data-free': true, spellcheck: 'false', autocomplete: 'off' }))),
      h('button', { class: 'button primary', type: 'submit' }, t('check.go'))),
    state.busy && h('p', { role: 'status' }, t('check.busy')),
    state.trouble && h('p', { class: 'trouble', role: 'status' }, t(state.trouble)),
    state.results.map(resultView));
}

/** @param {URL} address */
export function openCheck(address) {
  state = newState(address.searchParams.get('table') ?? '');
  return { name: 'check', title: () => `${t('check.title')} · Cornet`, view, enter: () => state.id && check(state.id, '', null) };
}
