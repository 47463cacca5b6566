// node check.mjs HISTORY EVENTS [--running]: checks a run. It reads only the history (history.mjs) and the events of the database, one JSON
// object per line: {"table", "number", "kind", "seat", "text"}. It prints the errors that it found, and how long clients waited.
//   lost       a client received a line that is not in the database, or a client received a line but not the one before it
//   doubled    a client received a line twice, or the database has a person's line that nobody sent at that position
//   order      a line has another position in the database than the client received, or a client's table lost lines
//   differs    two servers sent different lines for the same table
//   database   the event numbers of a table have gaps or duplicates
//   refused    a server no longer knows a table or a seat that it had granted
//   final      a client's last view of a table differs from the database; not checked with --running, while the run continues
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const START = 7, MOVE = 8, UNDO = 9, PROPOSE = 12, SLEEP = 16; // enum table_event_kind, src/table/table.h
const counts = (kind) => kind < PROPOSE || kind > SLEEP; // the kinds that `seq` counts

// Whether two views of a line agree. A `?` replaces the words that are hidden from a seat.
export function agree(a, b) {
  if (a === b) return true;
  const [seen, other] = a.includes('?') ? [a, b] : [b, a], hidden = seen.indexOf('?');
  if (hidden < 0) return false;
  return other.startsWith(seen.slice(0, hidden)) && (other.includes('?') || other.endsWith(seen.slice(seen.lastIndexOf('?') + 1)));
}

const shorten = (text) => (text.length > 60 ? `${text.slice(0, 57)}...` : text);

export class Checker {
  constructor() {
    this.wrong = []; // {kind, text}
    this.tables = new Map();
    this.clients = new Map();
    this.faults = [];
    this.waits = []; // {ms, fault} of acknowledged moves
    this.away = []; // milliseconds from a lost connection to the next view of the table
    this.received = 0;
  }

  fail(kind, text) {
    this.wrong.push({ kind, text });
  }

  table(id) {
    let table = this.tables.get(id);
    if (!table) this.tables.set(id, table = { received: [], counts: new Map(), asked: new Map() });
    return table;
  }

  client(name) {
    let client = this.clients.get(name);
    if (!client) this.clients.set(name, client = { name, known: new Map(), move: null, lost: null, final: null });
    return client;
  }

  // ---- the history ----

  feed(entry) {
    const take = { fault: 'takeFault', joined: 'takeJoined', move: 'takeMove', moves: 'takeMoves', table: 'takeTable', lost: 'takeLost',
      refused: 'takeRefused', final: 'takeFinal' };
    if (take[entry.event]) this[take[entry.event]](entry, entry.client && this.client(entry.client));
  }

  takeFault({ what, at }) {
    this.faults.push({ what, at });
  }

  takeJoined({ table, seat }, client) {
    if (seat && !this.table(table).asked.has(seat)) this.table(table).asked.set(seat, new Set());
    if (client.move && client.move.table !== table) client.move = null;
  }

  takeMove({ at, table, seat, line, after }, client) {
    this.table(table).asked.get(seat)?.add(`${after} ${line}`);
    if (client.move?.table !== table || client.move.after !== after) client.move = { table, after, since: at };
  }

  takeMoves(entry, client) {
    const { table, from, lines } = entry, known = client.known.get(table);
    if (known === undefined) this.fail('order', `${client.name} received moves of table ${table} before the table`);
    else if (from > known) this.fail('lost', `${client.name} at ${table} (by ${entry.server}): it knows ${known} lines and received line ${from + 1} next`);
    else if (from < known) this.fail('doubled', `${client.name} at ${table} (by ${entry.server}): it knows ${known} lines and received line ${from + 1} again`);
    this.takeLines(entry, client, lines);
  }

  takeTable(entry, client) {
    const { table, from, lines, at } = entry, known = client.known.get(table) ?? 0;
    if (from + lines.length < known) this.fail('order', `${client.name} at ${table} (by ${entry.server}): it knew ${known} lines, and now ${from + lines.length}`);
    if (client.lost !== null) this.away.push(at - client.lost);
    client.lost = null;
    this.takeLines(entry, client, lines);
  }

  // Compares the lines with those that all other clients received for the same table.
  takeLines({ at, table: id, server, seq, from, lines }, client, { length }) {
    const table = this.table(id), end = from + length;
    for (let i = 0; i < length; i++) this.takeLine(table, id, from + i, { line: lines[i], server });
    this.received += length;
    const before = table.counts.get(seq);
    if (!before) table.counts.set(seq, { lines: end, server });
    else if (before.lines !== end) this.fail('differs', `table ${id}, seq ${seq}: server ${before.server} reported ${before.lines} lines, server ${server} of ${end}`);
    client.known.set(id, Math.max(end, client.known.get(id) ?? 0));
    if (client.move?.table === id && end > client.move.after) {
      this.waits.push({ ms: at - client.move.since, fault: this.faults.at(-1)?.what });
      client.move = null;
    }
  }

  takeLine(table, id, index, received) {
    const before = table.received[index];
    if (!before) table.received[index] = received;
    else if (!agree(before.line, received.line)) {
      this.fail('differs', `table ${id}, line ${index + 1}: server ${before.server} sent '${shorten(before.line)}', server ${received.server} '${shorten(received.line)}'`);
    } else if (before.line.includes('?')) table.received[index] = received;
  }

  takeLost({ at, server, why }, client) {
    if (server && client.lost === null && why !== 'roams') client.lost = at;
  }

  takeRefused({ table, verb, code }, client) {
    this.fail('refused', `${client.name}: ${verb} of table ${table}: ${code}`);
  }

  takeFinal({ table, seq, known }, client) {
    client.final = { table, seq, known };
  }

  // ---- the database ----

  // events: those of one table, in any order.
  compareTable(id, events, running) {
    events.sort((a, b) => a.number - b.number);
    events.forEach(({ number }, i) => number === i + 1 || this.fail('database', `table ${id}: event ${i + 1} has the number ${number}`));
    const stored = { lines: [], counts: new Map(), seq: 0 };
    for (const { kind, text } of events) {
      if (kind === UNDO) this.fail('database', `table ${id}: an undo, which nobody asked for`);
      if (kind === START || kind === MOVE) stored.lines.push(...text.split('\n').filter(Boolean));
      if (counts(kind)) stored.counts.set(++stored.seq, stored.lines.length);
    }
    this.compareReceived(id, this.table(id), stored);
    this.compareAsked(id, this.table(id), running ? stored.lines.slice(0, this.table(id).received.length) : stored.lines);
    return stored;
  }

  compareReceived(id, table, stored) {
    table.received.forEach(({ line, server }, i) => {
      if (i >= stored.lines.length) this.fail('lost', `table ${id}: line ${i + 1}, '${shorten(line)}', sent by ${server}, is not in the database`);
      else if (!agree(stored.lines[i], line)) {
        const other = stored.lines.some((each) => agree(each, line)) ? 'order' : 'lost';
        this.fail(other, `table ${id}: line ${i + 1} was '${shorten(line)}' when ${server} sent it, in the database it is '${shorten(stored.lines[i])}'`);
      }
    });
    for (const [seq, { lines, server }] of table.counts) {
      if (stored.counts.get(seq) !== lines) {
        this.fail('differs', `table ${id}, seq ${seq}: server ${server} reported ${lines} lines, the database has ${stored.counts.get(seq) ?? 'no such event'}`);
      }
    }
  }

  // Each line of a person must be at the position for which that person sent it. While the run continues, the history may end earlier than
  // the database.
  compareAsked(id, table, lines) {
    lines.forEach((line, i) => {
      const asked = table.asked.get(Number(line.split(' ')[0]));
      if (asked && !asked.has(`${i} ${line}`)) this.fail('doubled', `table ${id}: line ${i + 1}, '${shorten(line)}': nobody asked for it there`);
    });
  }

  // events: those of all tables.
  compare(events, running) {
    const byTable = new Map();
    for (const event of events) {
      if (!byTable.has(event.table)) byTable.set(event.table, []);
      byTable.get(event.table).push(event);
    }
    const stored = new Map([...byTable].map(([id, list]) => [id, this.compareTable(id, list, running)]));
    for (const id of this.tables.keys()) if (!stored.has(id)) this.fail('lost', `table ${id} is not in the database`);
    if (!running) for (const client of this.clients.values()) this.compareFinal(client, stored);
  }

  compareFinal({ name, final }, stored) {
    if (!final) return this.fail('final', `${name} did not see its table at the end`);
    const has = stored.get(final.table);
    if (has?.lines.length !== final.known) this.fail('final', `${name} saw ${final.known} lines of ${final.table} at the end, the database has ${has?.lines.length}`);
    else if (has.seq !== final.seq) this.fail('final', `${name} saw ${final.table} at seq ${final.seq}, the database is at ${has.seq}`);
  }

  // ---- the report ----

  figures() {
    const quantile = (list, q) => (list.length ? [...list].sort((a, b) => a - b)[Math.min(list.length - 1, Math.floor(q * list.length))] : 0);
    const sum = (list) => ({ count: list.length, median: quantile(list, 0.5), p99: quantile(list, 0.99), longest: quantile(list, 1) });
    const kinds = [...new Set(this.faults.map(({ what }) => what))].sort();
    return { tables: this.tables.size, clients: this.clients.size, received: this.received, faults: this.faults.length,
      moves: sum(this.waits.map(({ ms }) => ms)), away: sum(this.away),
      after: Object.fromEntries(kinds.map((kind) => [kind, sum(this.waits.filter(({ fault }) => fault === kind).map(({ ms }) => ms))])) };
  }
}

export async function* lines(path) {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) if (line) yield JSON.parse(line);
}

export async function check(history, events, running) {
  const checker = new Checker(), rows = [];
  for await (const entry of lines(history)) checker.feed(entry);
  for await (const row of lines(events)) rows.push(row);
  checker.compare(rows, running);
  return checker;
}

function report({ wrong }, figures) {
  const seconds = (ms) => (ms / 1000).toFixed(2);
  const line = (name, { count, median, p99, longest }) => console.log(
    `${name.padEnd(34)} ${String(count).padStart(7)}   median ${seconds(median)} s   99th percentile ${seconds(p99)} s   longest ${seconds(longest)} s`);
  console.log(`${figures.clients} clients at ${figures.tables} tables received ${figures.received} lines; ${figures.faults} faults`);
  line('moves until acknowledged', figures.moves);
  for (const [what, times] of Object.entries(figures.after)) line(`  the last fault was: ${what}`, times);
  line('broken connections until the table', figures.away);
  for (const { kind, text } of wrong.slice(0, 30)) console.log(`WRONG ${kind}: ${text}`);
  if (wrong.length > 30) console.log(`and ${wrong.length - 30} more`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [history, events, running] = process.argv.slice(2);
  if (!events) {
    console.error('usage: node check.mjs HISTORY EVENTS [--running]');
    process.exit(2);
  }
  const checker = await check(history, events, running === '--running');
  report(checker, checker.figures());
  if (!checker.received) console.log('WRONG: nobody received anything');
  process.exit(checker.wrong.length || !checker.received ? 1 : 0);
}
