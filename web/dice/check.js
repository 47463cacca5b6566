// The fair-dice page: checks a finished game in the browser, draw by draw. docs/design/fair-dice.md is the
// construction; src/match/fair.c is the same in C.
import { h } from '../core/dom.js';
import { t } from '../core/texts.js';
import { mySeat, transcriptOf } from '../core/keep.js';
import { fromHex, hasWebCrypto, hmacWith, toHex } from '../core/hash.js';
import { checkKept, commitTo, listDigest, openingLine, readTranscript, transcriptText } from './fair.js';
import { fetchJson, recordLink } from '../core/parts.js';
import { look } from '../core/place.js';
import { icon } from '../core/icons.js';
import { redraw } from '../core/frame.js';
import './texts_check.js';

/** @typedef {import('./fair.js').Claim} Claim */
/** @typedef {import('./fair.js').Fact} Fact */
/** @typedef {import('./fair.js').Transcript} Transcript */
/** @typedef {{of: number, outcomes: [string, number][]}} Outcomes */
/** @typedef {{lists: Outcomes[], draws: {step: number, list: number}[]}} Odds of /api/tables/ID/odds */
/** @typedef {{hmac: (message: Uint8Array<ArrayBuffer>) => Promise<Uint8Array<ArrayBuffer>>, before: string}} Draws */
/** @typedef {{number: number, line: string, should: string | null, drawn: string, hmac: string, good: boolean}} DrawRow */
/** @typedef {{facts: Fact[], rows: DrawRow[], good: boolean, proof: 'bound' | 'seed' | 'none'}} Report */
/** @typedef {import('../core/keep.js').KeptSeat} KeptSeat */
/** @typedef {Transcript | {seed: string} | KeptSeat | null} Kept a transcript, a seed alone, or what an old seat kept */

/**
 * The state of the page. given: a transcript or a seed as text.
 * @typedef {{id: string, given: string, busy: boolean, trouble: string | null, report: Report | null, all: boolean}} State
 */

const SHOWN = 60;

/** @param {string} id @returns {State} */
const newState = (id) => ({ id, given: '', busy: false, trouble: null, report: null, all: false });

let state = newState('');

// ---- the construction ----

/** The header's claims, and the body's lines. @param {string} text */
function readRecord(text) {
  const lines = text.split('\n');
  const end = lines.indexOf('---');
  /** @type {Claim} */
  const claim = { version: 1, players: 0, attempt: 1, settings: [], seats: {}, withheld: {}, failed: [] };
  for (const line of lines.slice(0, end)) {
    const [key, ...rest] = line.split(' ');
    if (['game', 'players', 'option'].includes(key)) claim.settings.push(line);
    if (key === 'players') claim.players = Number(rest[0]);
    else if (key === 'fair-version') claim.version = Number(rest[0]);
    else if (key === 'fair-table') claim.table = rest.join(' ');
    else if (key === 'fair-commit') claim.commit = rest[0];
    else if (key === 'fair-seed') claim.seed = rest[0];
    else if (key === 'fair-seat' && claim.version === 2) claim.seats[rest[0]] = { commit: rest[1], seed: rest[2] };
    else if (key === 'fair-seat' && rest[1] === 'withheld') claim.withheld[rest[0]] = rest[2];
    else if (key === 'fair-seat') claim.seats[rest[0]] = { seed: rest[1] };
    else if (key === 'fair-from') claim.from = { n: Number(rest[0]), table: rest[1] };
    else if (key === 'fair-failed') claim.failed.push({ attempt: Number(rest[0]), seat: Number(rest[1]), step: rest[2], commit: rest[3] });
  }
  claim.attempt = 1 + Math.max(0, ...claim.failed.map((f) => f.attempt));
  return { claim, lines: lines.slice(end + 1).filter(Boolean) };
}

/** @param {string} text */
const bytesOf = (text) => new TextEncoder().encode(text);
/** @param {Claim} claim */
const seatsOf = (claim) => Array.from({ length: claim.players }, (_, i) => claim.seats[i + 1] ?? null);
/** @param {Claim} claim */
const seedLines = (claim) => seatsOf(claim).map((seat) => `${seat?.seed ?? '-'}\n`).join('');

/**
 * The keyed HMAC of the draws, and the prefix of each message. Version 1 used the server's seed itself as the key.
 * @param {Claim} claim
 * @param {string} list
 */
async function drawsOf(claim, list) {
  const server = await hmacWith(fromHex(claim.seed ?? ''));
  if (claim.version === 1) return { hmac: server, before: `cornet fair 1\n${claim.table}\n${seedLines(claim)}` };
  return { hmac: await hmacWith(await server(bytesOf(`cornet fair 2 key\n${list}\n${seedLines(claim)}`))), before: '' };
}

/**
 * A uniform number below the denominator. Numbers below 2^64 mod denominator are rejected.
 * @param {Draws} draws
 * @param {number} number
 * @param {bigint} denominator
 */
async function drawNumber({ hmac, before }, number, denominator) {
  const of = denominator, uneven = 2n ** 64n % of;
  for (let block = 0; ; block++) {
    const digest = await hmac(bytesOf(`${before}${number} ${block}\n`));
    for (let word = 0; word < 4; word++) {
      const value = new DataView(digest.buffer, digest.byteOffset + 8 * word, 8).getBigUint64(0);
      if (value >= uneven) return { digest, drawn: value % of };
    }
  }
}

/** @param {bigint} a @param {bigint} b @returns {bigint} */
const divisorOf = (a, b) => (b ? divisorOf(b, a % b) : a);

/**
 * The divisor that reduces all chances of a list to lowest terms; version 1 did not reduce them.
 * @param {Claim} claim @param {Outcomes} list
 */
const lowest = (claim, list) => (claim.version === 1 ? 1n : list.outcomes.reduce((sum, [, weight]) => divisorOf(sum, BigInt(weight)), 0n));

/** @param {Outcomes} list @param {bigint} drawn @param {bigint} divisor */
function outcomeAt(list, drawn, divisor) {
  let sum = 0n;
  for (const [line, weight] of list.outcomes) {
    sum += BigInt(weight) / divisor;
    if (drawn < sum) return line;
  }
  return null;
}

/**
 * Whether the chances sum to one, and the outcomes are different and in order. Any other list could favour an outcome.
 * @param {Outcomes} list
 */
function listIsSound(list) {
  let sum = 0n, last = '';
  for (const [line, weight] of list.outcomes) {
    if (line <= last || weight <= 0) return false;
    sum += BigInt(weight);
    last = line;
  }
  return sum === BigInt(list.of);
}

/** Lines of a browser's own table, in a server's record. @param {Claim} claim */
const isImported = ({ from, table }) => Boolean(from?.table.startsWith('0')) && !table?.startsWith('0');

/** Checks the header's own claims, such as the commitment to the server's seed. @param {Claim} claim @param {Odds} odds */
async function headFacts(claim, odds) {
  /** @type {Fact[]} */
  const facts = [];
  /** @param {string} key @param {boolean} good @param {Fact['values']} [values] */
  const fact = (key, good, values) => facts.push({ key, good, values });
  fact('check.commit', (await commitTo(claim.seed ?? '')) === claim.commit);
  const { from } = claim;
  if (from) {
    const after = odds.draws.every((draw) => draw.step > from.n);
    fact(isImported(claim) ? 'check.imported' : 'check.from', claim.version === 2 && after, from);
  }
  const seats = Object.values(claim.seats);
  fact('check.others', true, { n: seats.length });
  if (claim.version === 2) {
    const right = await Promise.all(seats.map(async (seat) => (await commitTo(seat.seed ?? '')) === seat.commit));
    fact('check.seats', right.every(Boolean));
  }
  const withheld = Object.keys(claim.withheld).length;
  if (withheld) fact('check.withheld', true, { n: withheld });
  for (const failed of claim.failed) fact(`check.failed.${failed.step}`, !claim.seats[failed.seat], { n: failed.seat });
  if (odds.lists.length) fact('check.odds', odds.lists.every(listIsSound));
  return facts;
}

/** An old seat, without a transcript, has only its seed and the server's commitment. @param {KeptSeat} kept @param {Claim} claim */
function oldFacts(kept, claim) {
  /** @type {Fact[]} */
  const facts = [];
  if (kept.commit) facts.push({ key: 'check.kept', good: kept.commit === claim.commit });
  if (kept.seed) facts.push({ key: 'check.mine', good: claim.seats[kept.seat]?.seed === kept.seed });
  return facts;
}

/**
 * Checks a game: {facts: [{key, good, values}], rows, good, proof}. `kept` is a transcript, {seed}, the data of an old seat, or null.
 * proof: 'bound' where a transcript shows that the seeds were bound, 'seed' where a seed alone is found, else 'none'.
 * @param {string} record
 * @param {Odds} odds
 * @param {Kept} kept
 * @param {boolean} hides the game has secrets
 * @returns {Promise<Report | null>}
 */
export async function checkGame(record, odds, kept, hides = false) {
  const { claim, lines } = readRecord(record);
  if (!claim.commit || !claim.seed || !claim.table) return null;
  const played = lines.filter((line) => !line.startsWith('#'));
  if (claim.from) claim.settings.push(await openingLine(claim.from.n, claim.from.table, played.slice(0, claim.from.n)));
  const { commit } = claim, list = await listDigest({ ...claim, commit, seats: seatsOf(claim) });
  const facts = await headFacts(claim, odds);
  const transcript = Boolean(kept && 'lists' in kept);
  const old = kept && 'when' in kept && kept.seat ? kept : null;
  if (old) facts.push(...oldFacts(old, claim));
  else if (kept) facts.push(...checkKept(/** @type {Transcript | {seed: string}} */ (kept), claim, list, lines, hides));
  const draws = await drawsOf(claim, list);
  const rows = [];
  for (const [number, draw] of odds.draws.entries()) {
    const outcomes = odds.lists[draw.list];
    const divisor = lowest(claim, outcomes), of = BigInt(outcomes.of) / divisor;
    const { digest, drawn } = await drawNumber(draws, number, of);
    const should = outcomeAt(outcomes, drawn, divisor), line = played[draw.step - 1];
    rows.push({ number, line, should, drawn: `${drawn} / ${of}`, hmac: toHex(digest.slice(0, 6)), good: should === line });
  }
  return {
    facts, rows, good: facts.every((f) => f.good) && rows.every((row) => row.good), proof: transcript ? 'bound' : kept ? 'seed' : 'none',
  };
}

// ---- the page ----

/** @param {string} text */
const idOf = (text) => text.trim().replace(/#.*$|\?(?!\/).*$/, '').split('/').filter(Boolean).pop() ?? '';

/** The transcript in this browser, or the one the user supplied. Undefined if the supplied one is invalid. @param {string} id */
function keptOf(id) {
  if (state.given.trim()) return readTranscript(state.given) ?? undefined;
  return transcriptOf(id) ?? mySeat(id);
}

/** @param {string} id @param {string} given */
async function check(id, given) {
  state = { ...state, id, given, busy: true, trouble: null, report: null, all: false };
  const kept = keptOf(id);
  if (kept === undefined) {
    Object.assign(state, { busy: false, trouble: 'check.notkept' });
    return redraw();
  }
  redraw();
  try {
    const summary = await fetchJson(`/api/tables/${id}`);
    if (summary.phase !== 'over') throw Object.assign(new Error(), { early: true });
    const { text: record } = await look(`/api/tables/${id}/record`);
    if (record.split('\n---\n')[0].split('\n').includes('dice own')) throw Object.assign(new Error(), { own: true });
    const [odds, { games }] = await Promise.all([fetchJson(`/api/tables/${id}/odds`), fetchJson('/api/games')]);
    /** @type {import('../model/messages.js').GameFacts | undefined} */
    const game = games.find((/** @type {{id: string}} */ { id: name }) => name === summary.game);
    const report = await checkGame(record, odds, kept, game?.hidden);
    Object.assign(state, { report, trouble: report ? null : 'check.missing' });
  } catch (caught) {
    const error = /** @type {{early?: boolean, own?: boolean}} */ (caught);
    state.trouble = error.early ? 'check.notover' : error.own ? 'check.own' : 'check.missing';
  }
  state.busy = false;
  return redraw();
}

/** @param {boolean} good */
const sign = (good) =>
  h('span', { class: good ? 'good' : 'wrong' }, icon(good ? 'right' : 'wrong', 18), h('span', { class: 'unseen' }, t(good ? 'yes' : 'no')));

/** A link that saves this browser's transcript as a file for `cornet verify --transcript`. @param {string} id */
function saveLink(id) {
  const kept = transcriptOf(id);
  if (!kept) return null;
  const href = URL.createObjectURL(new Blob([transcriptText(kept)], { type: 'text/plain' }));
  return h('a', { href, download: `dice-${id}-${kept.seat}.txt`, 'data-do': 'save-transcript' }, t('check.save'));
}

/** @param {Report} report */
function reportView({ facts, rows, good, proof }) {
  const right = rows.filter((row) => row.good).length;
  const shown = state.all ? rows : rows.slice(0, SHOWN);
  return h('section', { class: 'report', key: 'report', 'data-verdict': good ? 'good' : 'bad' },
    h('p', { class: `verdict ${good ? 'good' : 'wrong'}`, role: 'status' },
      good ? (rows.length ? t('check.good', { n: rows.length }) : t('check.good.0')) : t('check.bad')),
    h('ul', { class: 'facts' }, facts.map((f) => h('li', null, sign(f.good), ' ', t(f.key, f.values))),
      rows.length ? h('li', null, sign(right === rows.length), ' ', t('check.draws.some', { n: right, of: rows.length })) : null),
    good ? h('p', { class: 'proof', 'data-proof': proof }, t('check.proof.' + proof)) : null,
    rows.length ? [
      h('h2', null, t('check.draws')),
      h('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': t('check.draws') }, h('table', { class: 'draws' },
        h('thead', null,
          h('tr', null, ['n', 'line', 'hmac', 'number', 'should'].map((c) => h('th', { scope: 'col' }, t('check.col.' + c))))),
        h('tbody', null, shown.map((row) => h('tr', { class: row.good ? '' : 'wrong' },
          h('td', null, row.number + 1), h('td', null, h('code', null, row.line)), h('td', null, h('code', null, row.hmac + '…')), h('td',
            null,
            h('code', null, row.drawn)), h('td', null, sign(row.good), ' ', h('code', null, row.should))))))),
      shown.length < rows.length && h('button', { class: 'button small', type: 'button', onclick: () => ((state.all = true), redraw()) },
        t('check.more')),
    ] : null,
    h('p', { class: 'fine' }, t(hasWebCrypto() ? 'check.crypto' : 'check.plain'), ' ', t('check.offline'), ' ',
      recordLink(state.id, { class: 'link' }, t('check.record')), ' ', saveLink(state.id)));
}

function view() {
  return h('div', { class: 'page' },
    h('h1', null, t('check.title')),
    h('p', { class: 'lead' }, t('check.lead')),
    h('ol', { class: 'how' }, [1, 2, 3, 4].map((n) => h('li', null, t('check.how.' + n)))),
    h('form', {
      class: 'check-form',
      onsubmit: (event) => (event.preventDefault(), check(idOf(event.target.elements.table.value), event.target.elements.given.value)),
    },
      h('label', null,
        h('span', null, t('check.table')),
        h('input', {
          type: 'text', name: 'table', 'data-free': true, value: state.id, spellcheck: 'false', autocomplete: 'off', required: true,
        })),
      h('details', { class: 'given' }, h('summary', null, t('check.given')),
        h('label', null,
          h('span', null, t('check.given.how')),
          h('textarea', { name: 'given', rows: 4, 'data-free': true, spellcheck: 'false', autocomplete: 'off' }))),
      h('button', { class: 'button primary', type: 'submit' }, t('check.go'))),
    state.busy && h('p', { role: 'status' }, t('check.busy')),
    state.trouble && h('p', { class: 'trouble', role: 'status' }, t(state.trouble)),
    state.report && reportView(state.report));
}

/** @param {URL} address */
export function openCheck(address) {
  state = newState(address.searchParams.get('table') ?? '');
  return { name: 'check', title: () => `${t('check.title')} · Cornet`, view, enter: () => state.id && check(state.id, '') };
}
