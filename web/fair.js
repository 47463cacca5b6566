// A player's part in the fair dice: the exchange of seeds, and the transcript that is kept of it.
// docs/fair-dice.md is the construction and the argument; match/transcript.c is the same in C.
import { fromHex, sha256, toHex } from './hash.js';

export const ATTEMPTS_MAX = 7; // each failed one has lost a seat
const HEX = /^[0-9a-f]{64}$/;

export const commitTo = async (seed) => toHex(await sha256(fromHex(seed)));

// ---- the list of commitments ----

// fair: {table, attempt, commit, settings, seats: [null | {commit}], failed: [{attempt, seat, step, commit}]}.
export function listText(fair) {
  return [
    'cornet fair 2 list',
    `table ${fair.table}`,
    ...[...fair.settings].sort(),
    `attempt ${fair.attempt}`,
    `server ${fair.commit}`,
    ...fair.seats.map((seat, i) => `seat ${i + 1} ${seat?.commit ?? '-'}`),
    ...fair.failed.map((f) => `failed ${f.attempt} ${f.seat} ${f.step} ${f.commit}`),
  ].map((line) => line + '\n').join('');
}

export const listDigest = async (fair) => toHex(await sha256(new TextEncoder().encode(listText(fair))));

// ---- what an honest client does ----

// Every earlier attempt failed by some seat: none can be dropped for no reason.
function attemptsFailed({ attempt, failed }) {
  const seen = new Set(failed.map((f) => f.attempt));
  return seen.size === attempt - 1 && [...seen].every((n) => n >= 1 && n < attempt);
}

// What a list says of the lines of another table's game, from which this one goes on.
export const openingLine = async (count, table, lines) => `from ${count} ${table} ${toHex(await sha256(new TextEncoder().encode(lines.map((line) => line + '\n').join(''))))}`;

// What was said of the settings here is what the list binds.
const settingsAgree = (fair, table) => fair.settings.some((line) => line.startsWith('from ')) === Boolean(table.from) && fair.settings.every((line) => {
  const [, key, rest] = /^(\w+) (.*)$/s.exec(line) ?? [];
  if (key === 'game') return rest === table.game;
  if (key === 'players') return rest === String(table.players);
  if (key === 'from') return rest.startsWith(`${table.from.step} ${table.from.table} `) && HEX.test(rest.split(' ')[2]);
  const cut = rest?.indexOf('=');
  return key === 'option' && table.options[rest.slice(0, cut)] === rest.slice(cut + 1);
});

// A transcript: {table, seat, server, seeds: {ATTEMPT: hex}, lists: {ATTEMPT: hex}, opened: [ATTEMPT], rolls: [line]}.
export const newTranscript = (table, seat, server, seed) => ({ table, seat, server, seeds: seed ? { 1: seed } : {}, lists: {}, opened: [], rolls: [] });

// Takes what the server says of the exchange now, at a seat's table. `kept` is changed, and is stored by the caller before the
// message `send` goes out. {step, send}: step is 'wait', 'send', 'out' (the dice are made without this seat) or, where
// the server contradicts itself and nothing more is opened, 'cheated'.
export async function nextStep(kept, table, freshSeed) {
  const { fair } = table, { attempt } = fair, seat = fair.seats[kept.seat - 1];
  const closed = fair.step === 'reveal';
  const cheated = { step: 'cheated' };
  if (kept.table !== fair.table || kept.server !== fair.commit) return cheated;
  if (!(attempt >= 1 && attempt <= ATTEMPTS_MAX) || !attemptsFailed(fair) || !settingsAgree(fair, table)) return cheated;
  if (Object.keys(kept.lists).some((n) => Number(n) > attempt)) return cheated;
  if (fair.failed.some((f) => f.seat === kept.seat) || (closed && !seat)) return { step: 'out' };
  kept.seeds[attempt] ??= freshSeed;
  const commit = await commitTo(kept.seeds[attempt]);
  if (seat && seat.commit !== commit) return cheated;
  if (!closed) return seat ? { step: 'wait' } : { step: 'send', send: { do: 'fair', commit } };
  const list = await listDigest(fair);
  const known = kept.lists[attempt];
  if (known && known !== list) return cheated;
  kept.lists[attempt] = list;
  if (!known || !fair.open) return { step: 'send', send: { do: 'fair', list } };
  if (!kept.opened.includes(attempt)) kept.opened.push(attempt);
  return { step: 'send', send: { do: 'fair', seed: kept.seeds[attempt] } };
}

// ---- as a file ----

export function transcriptText(kept) {
  const lines = ['cornet-transcript 1', `table ${kept.table}`, `seat ${kept.seat}`, `server ${kept.server}`];
  for (let n = 1; n <= ATTEMPTS_MAX; n++) {
    if (kept.seeds[n]) lines.push(`seed ${n} ${kept.seeds[n]}`);
    if (kept.lists[n]) lines.push(`list ${n} ${kept.lists[n]}`);
    if (kept.opened.includes(n)) lines.push(`opened ${n}`);
  }
  return [...lines, ...kept.rolls.map((line) => `seen ${line}`)].map((line) => line + '\n').join('');
}

// A transcript, or {seed} of 64 digits alone; null where it is neither.
export function readTranscript(text) {
  const lines = text.trim().split('\n').map((line) => line.replace(/\r$/, ''));
  if (HEX.test(lines[0]) && lines.length === 1) return { seed: lines[0] };
  if (lines.shift() !== 'cornet-transcript 1') return null;
  const kept = newTranscript('', 0, '', null);
  for (const line of lines) {
    const [key, a, b] = line.split(' ');
    if (key === 'table') kept.table = a;
    else if (key === 'seat') kept.seat = Number(a);
    else if (key === 'server') kept.server = a;
    else if (key === 'seed' && HEX.test(b)) kept.seeds[a] = b;
    else if (key === 'list' && HEX.test(b)) kept.lists[a] = b;
    else if (key === 'opened') kept.opened.push(Number(a));
    else if (key === 'seen') kept.rolls.push(line.slice(5));
    else return null;
  }
  return kept.table && kept.seat && HEX.test(kept.server) ? kept : null;
}

// ---- a record checked by it ----

// Every roll that was seen is in the record, in the same order; what was hidden then proves nothing.
export function rollsAgree(rolls, lines) {
  let at = 0;
  return rolls.filter((roll) => !roll.includes('?')).every((roll) => {
    while (at < lines.length && lines[at].replace(/^# undone: /, '') !== roll) at++;
    return at++ < lines.length;
  });
}

// Whether a record's claims contain what was kept: facts {key, good, values} for the page.
export function checkKept(kept, claim, list, lines) {
  const { attempt } = claim;
  if (kept.seed) return [{ key: 'check.mine', good: Object.values(claim.seats).some((seat) => seat.seed === kept.seed) }];
  const mine = claim.seats[kept.seat];
  const opened = kept.opened.includes(attempt) && mine?.seed === kept.seeds[attempt];
  const broken = kept.opened.filter((n) => n < attempt).length;
  return [
    { key: 'check.kept', good: kept.server === claim.commit && kept.table === claim.table },
    { key: 'check.mine', good: Boolean(mine) && opened },
    { key: 'check.list', good: claim.version === 2 && kept.lists[attempt] === list },
    { key: 'check.rolls', good: rollsAgree(kept.rolls, lines), values: { n: kept.rolls.length } },
    ...(broken ? [{ key: 'check.broken', good: true, values: { n: broken } }] : []),
  ];
}
