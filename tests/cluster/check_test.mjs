// node check_test.mjs: the checker finds every kind of error that this test adds to a correct history, and finds none in the correct
// history.
import { Checker, agree } from './check.mjs';

const START = 7, MOVE = 8, SLEEP = 16;

// A table of two people and a spectator. Server a runs it for four lines, then server b takes it over.
function good() {
  const lines = ['* roll 0225', '1 keep 22', '* roll 25', '1 stop', '2 keep 5', '* roll 013', '2 stop', '* roll 1111'];
  const history = [], events = [{ kind: 1, text: 'header' }, { kind: 2, text: 'one' }, { kind: 2, text: 'two' }, { kind: START, text: `${lines[0]}\n` }];
  const people = [['1.0', 1], ['1.1', 2], ['1.2', 0]];
  let at = 0;
  const each = (make) => people.forEach(([client, seat]) => history.push({ at: ++at, client, table: 'atable', ...make(seat) }));
  const whole = (server, seq, count) => {
    each((seat) => ({ event: 'joined', server, seat }));
    each(() => ({ event: 'table', server, seq, from: 0, lines: lines.slice(0, count) }));
  };
  const play = (server, seat, from, count, seq) => {
    history.push({ at: ++at, event: 'move', client: people[seat - 1][0], table: 'atable', server, seat, line: lines[from], after: from });
    each(() => ({ event: 'moves', server, seq, from, lines: lines.slice(from, from + count) }));
    events.push({ kind: MOVE, text: lines.slice(from, from + count).map((line) => `${line}\n`).join('') });
  };
  whole('a', 4, 1);
  play('a', 1, 1, 2, 5);
  play('a', 1, 3, 1, 6);
  events.push({ kind: SLEEP, text: '' });
  history.push({ at: ++at, event: 'fault', what: 'kill -9 of a server' });
  each(() => ({ event: 'lost', server: 'a' }));
  whole('b', 6, 4);
  play('b', 2, 4, 2, 7);
  play('b', 2, 6, 2, 8);
  each(() => ({ event: 'final', seq: 8, known: lines.length }));
  return { history, events: events.map((event, i) => ({ table: 'atable', number: i + 1, seat: 0, ...event })) };
}

function judge({ history, events }) {
  const checker = new Checker();
  for (const entry of history) checker.feed(entry);
  checker.compare(events, false);
  return checker;
}

const received = (run, server, client, from) => run.history.find((entry) => entry.event === 'moves' && entry.server === server && entry.client === client && entry.from === from);
const stored = (run, part) => run.events.find(({ kind, text }) => kind === MOVE && text.includes(part));

// [what goes wrong, the kind of error that the checker must report, the change to the correct run].
const FAULTS = [
  ['a client never received a move', 'lost', (run) => run.history.splice(run.history.indexOf(received(run, 'a', '1.1', 1)), 1)],
  ['a client received a move twice', 'doubled', (run) => run.history.splice(run.history.indexOf(received(run, 'a', '1.1', 1)), 0, received(run, 'a', '1.1', 1))],
  ['a client received two moves in the wrong order', 'lost', (run) => {
    const first = run.history.indexOf(received(run, 'a', '1.1', 1)), second = run.history.indexOf(received(run, 'a', '1.1', 3));
    [run.history[first], run.history[second]] = [run.history[second], run.history[first]];
  }],
  ['the lines of one message were swapped', 'differs', (run) => received(run, 'a', '1.1', 1).lines.reverse()],
  ['two servers sent different lines', 'differs', (run) => run.history.filter(({ event, server }) => event === 'table' && server === 'b').forEach((entry) => { entry.lines[3] = '1 keep 2'; })],
  ['two servers sent different lines, each to its own client', 'differs', (run) => {
    run.history.push({ at: 999, event: 'table', client: '2.0', table: 'atable', server: 'c', seq: 5, from: 0, lines: ['* roll 0225', '1 keep 2', '* roll 25'] });
  }],
  ['two servers continued separately, without a line in common', 'differs', (run) => {
    const last = run.history.findLast(({ event }) => event === 'moves');
    run.history.push({ ...last, client: '2.0', server: 'c', event: 'table', from: 0, lines: run.history.find(({ event, server }) => event === 'table' && server === 'b').lines });
  }],
  ['a line that was acknowledged is not in the database', 'lost', (run) => run.events.pop()],
  ['a line in the middle is not in the database', 'database', (run) => run.events.splice(run.events.indexOf(stored(run, '1 stop')), 1)],
  ['a line in the middle is not in the database, and the rest moved up', 'order', (run) => {
    run.events.splice(run.events.indexOf(stored(run, '1 stop')), 1);
    run.events.forEach((event, i) => { event.number = i + 1; });
  }],
  ['the database has another line', 'lost', (run) => { stored(run, '1 stop').text = '1 keep 2\n'; }],
  ['the database has a move twice', 'doubled', (run) => run.events.push({ table: 'atable', number: run.events.length + 1, kind: MOVE, seat: 2, text: '2 stop\n' })],
  ['two events have the same number', 'database', (run) => run.events.push({ ...run.events[4] })],
  ['the database has two moves in another order', 'order', (run) => {
    const a = stored(run, '1 stop'), b = stored(run, '2 keep 5');
    [a.text, b.text] = [b.text, a.text];
  }],
  ['a table went back after it was taken over', 'order', (run) => run.history.filter(({ event, server }) => event === 'table' && server === 'b').forEach((entry) => entry.lines.pop())],
  ['a table is gone', 'lost', (run) => run.events.splice(0)],
  ['a seat is not known any more', 'refused', (run) => run.history.push({ at: 999, event: 'refused', client: '1.0', table: 'atable', verb: 'resume', code: 'bad-secret' })],
  ['a client saw less than everything at the end', 'final', (run) => { run.history.at(-1).known--; }],
  ['a client saw nothing at the end', 'final', (run) => run.history.pop()],
];

let failed = 0;
function expect(what, holds, seen) {
  if (holds) return;
  failed++;
  console.log(`FAILED ${what}: ${JSON.stringify(seen)}`);
}

const clean = judge(good());
expect('nothing is wrong with the good run', clean.wrong.length === 0, clean.wrong);
expect('its moves are timed', clean.waits.length === 4 && clean.away.length === 3, clean.figures());
for (const [what, word, spoil] of FAULTS) {
  const run = structuredClone(good());
  spoil(run);
  const { wrong } = judge(run);
  expect(what, wrong.some(({ kind }) => kind === word), wrong);
}
for (const [a, b, same] of [['1 keep ?', '1 keep retire1 vole', true], ['1 keep ?', '2 keep vole', false], ['* draw ?', '* draw ?', true],
  ['1 keep 2', '1 keep 22', false], ['1 give ? 2', '1 give vole 2', true], ['1 give ? 2', '1 give vole 3', false]]) {
  expect(`'${a}' and '${b}'`, agree(a, b) === same && agree(b, a) === same, same);
}
console.log(`check_test: ${FAULTS.length} seeded faults, ${failed} failed`);
process.exit(failed ? 1 : 0);
