// The fair-dice page: checks a finished game in the browser, draw by draw. docs/fair-dice.md is the
// construction; match/fair.c is the same in C.
import { h } from './dom.js';
import { t } from './texts.js';
import { mySeat } from './keep.js';
import { fromHex, hasWebCrypto, hmacWith, sha256, toHex } from './hash.js';
import { fetchJson } from './parts.js';
import { redraw } from './app.js';

const SHOWN = 60;

let state = null; // {id, busy, trouble, report, all}

// ---- the construction ----

// The header's claims, and the body's lines with comments left out.
function readRecord(text) {
  const lines = text.split('\n');
  const end = lines.indexOf('---');
  const claim = { players: 0, seats: {}, withheld: {} };
  for (const line of lines.slice(0, end)) {
    const [key, ...rest] = line.split(' ');
    if (key === 'players') claim.players = Number(rest[0]);
    else if (key === 'fair-table') claim.table = rest.join(' ');
    else if (key === 'fair-commit') claim.commit = rest[0];
    else if (key === 'fair-seed') claim.seed = rest[0];
    else if (key === 'fair-seat' && rest[1] === 'withheld') claim.withheld[rest[0]] = rest[2];
    else if (key === 'fair-seat') claim.seats[rest[0]] = rest[1];
  }
  return { claim, lines: lines.slice(end + 1).filter((line) => line && !line.startsWith('#')) };
}

function messageOf(claim, number, block) {
  const seats = Array.from({ length: claim.players }, (_, i) => `${claim.seats[i + 1] ?? '-'}\n`).join('');
  return new TextEncoder().encode(`cornet fair 1\n${claim.table}\n${seats}${number} ${block}\n`);
}

// Uniform below the denominator: numbers below 2^64 mod denominator are passed over.
async function drawNumber(hmac, claim, number, denominator) {
  const of = BigInt(denominator), uneven = 2n ** 64n % of;
  for (let block = 0; ; block++) {
    const digest = await hmac(messageOf(claim, number, block));
    for (let word = 0; word < 4; word++) {
      const value = new DataView(digest.buffer, digest.byteOffset + 8 * word, 8).getBigUint64(0);
      if (value >= uneven) return { digest, drawn: value % of };
    }
  }
}

function outcomeAt(list, drawn) {
  let sum = 0n;
  for (const [line, weight] of list.outcomes) {
    sum += BigInt(weight);
    if (drawn < sum) return line;
  }
  return null;
}

// Chances that sum to one, outcomes all different and in order: a list cannot be bent otherwise.
function listIsSound(list) {
  let sum = 0n, last = '';
  for (const [line, weight] of list.outcomes) {
    if (line <= last || weight <= 0) return false;
    sum += BigInt(weight);
    last = line;
  }
  return sum === BigInt(list.of);
}

// Everything there is to find out: {facts: [{text, good}], rows, good}.
export async function checkGame(record, odds, kept) {
  const { claim, lines } = readRecord(record);
  if (!claim.commit || !claim.seed || !claim.table) return null;
  const facts = [];
  const fact = (key, good, values) => facts.push({ text: [key, values], good });
  fact('check.commit', toHex(await sha256(fromHex(claim.seed))) === claim.commit);
  if (kept?.commit) fact('check.kept', kept.commit === claim.commit);
  if (kept?.seed && claim.seats[kept.seat]) fact('check.mine', kept.seed === claim.seats[kept.seat]);
  fact('check.others', true, { n: Object.keys(claim.seats).length });
  const withheld = Object.keys(claim.withheld).length;
  if (withheld) fact('check.withheld', true, { n: withheld });
  if (odds.lists.length) fact('check.odds', odds.lists.every(listIsSound));
  const hmac = await hmacWith(fromHex(claim.seed));
  const rows = [];
  for (const [number, draw] of odds.draws.entries()) {
    const list = odds.lists[draw.list];
    const { digest, drawn } = await drawNumber(hmac, claim, number, list.of);
    const should = outcomeAt(list, drawn), line = lines[draw.step - 1];
    rows.push({ number, line, should, drawn: `${drawn} / ${list.of}`, hmac: toHex(digest.slice(0, 6)), good: should === line });
  }
  return { facts, rows, good: facts.every((f) => f.good) && rows.every((row) => row.good) };
}

// ---- the page ----

const idOf = (text) => text.trim().replace(/[?#].*$/, '').split('/').filter(Boolean).pop() ?? '';

async function check(id) {
  state = { ...state, id, busy: true, trouble: null, report: null, all: false };
  redraw();
  try {
    const summary = await fetchJson(`/api/tables/${id}`);
    if (summary.phase !== 'over') throw Object.assign(new Error(), { early: true });
    const [record, odds] = await Promise.all([fetch(`/api/tables/${id}/record`).then((a) => a.text()), fetchJson(`/api/tables/${id}/odds`)]);
    const report = await checkGame(record, odds, mySeat(id));
    Object.assign(state, { report, trouble: report ? null : 'check.missing' });
  } catch (error) {
    state.trouble = error.early ? 'check.notover' : 'check.missing';
  }
  state.busy = false;
  redraw();
}

const sign = (good) => h('span', { class: good ? 'good' : 'wrong' }, h('span', { 'aria-hidden': 'true' }, good ? '✓' : '✗'), h('span', { class: 'unseen' }, t(good ? 'yes' : 'no')));

function reportView({ facts, rows, good }) {
  const right = rows.filter((row) => row.good).length;
  const shown = state.all ? rows : rows.slice(0, SHOWN);
  return h('section', { class: 'report', key: 'report', 'data-verdict': good ? 'good' : 'bad' },
    h('p', { class: `verdict ${good ? 'good' : 'wrong'}`, role: 'status' }, good ? (rows.length ? t('check.good', { n: rows.length }) : t('check.good.0')) : t('check.bad')),
    h('ul', { class: 'facts' }, facts.map((f) => h('li', null, sign(f.good), ' ', t(...f.text))),
      rows.length ? h('li', null, sign(right === rows.length), ' ', t('check.draws.some', { n: right, of: rows.length })) : null),
    rows.length ? [
      h('h2', null, t('check.draws')),
      h('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': t('check.draws') }, h('table', { class: 'draws' },
        h('thead', null, h('tr', null, ['n', 'line', 'hmac', 'number', 'should'].map((c) => h('th', { scope: 'col' }, t('check.col.' + c))))),
        h('tbody', null, shown.map((row) => h('tr', { class: row.good ? '' : 'wrong' },
          h('td', null, row.number + 1), h('td', null, h('code', null, row.line)), h('td', null, h('code', null, row.hmac + '…')), h('td', null, h('code', null, row.drawn)), h('td', null, sign(row.good), ' ', h('code', null, row.should))))))),
      shown.length < rows.length && h('button', { class: 'button small', type: 'button', onclick: () => ((state.all = true), redraw()) }, t('check.more')),
    ] : null,
    h('p', { class: 'fine' }, t(hasWebCrypto() ? 'check.crypto' : 'check.plain'), ' ', t('check.offline'), ' ',
      h('a', { href: `/api/tables/${state.id}/record`, target: '_blank', rel: 'noopener' }, t('check.record'))));
}

function view() {
  return h('div', { class: 'page' },
    h('h1', null, t('check.title')),
    h('p', { class: 'lead' }, t('check.lead')),
    h('ol', { class: 'how' }, [1, 2, 3, 4].map((n) => h('li', null, t('check.how.' + n)))),
    h('form', { class: 'check-form', onsubmit: (event) => (event.preventDefault(), check(idOf(event.target.elements.table.value))) },
      h('label', null, h('span', null, t('check.table')), h('input', { type: 'text', name: 'table', 'data-free': true, value: state.id, spellcheck: 'false', autocomplete: 'off', required: true })),
      h('button', { class: 'button primary', type: 'submit' }, t('check.go'))),
    state.busy && h('p', { role: 'status' }, t('check.busy')),
    state.trouble && h('p', { class: 'trouble', role: 'status' }, t(state.trouble)),
    state.report && reportView(state.report));
}

export function openCheck(address) {
  state = { id: address.searchParams.get('table') ?? '', busy: false, trouble: null, report: null, all: false };
  return { name: 'check', title: () => `${t('check.title')} · Cornet`, view, enter: () => state.id && check(state.id) };
}
