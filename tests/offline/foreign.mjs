// node foreign.mjs: changes untrusted input at random: records from links and table events from files. The module must read or refuse it,
// and must never trap.
import { Memory } from '../../web/offline/tables.js';
import { Person, Place, expect, numbers } from './kit.mjs';

const TRIES = Number(process.argv[2] ?? (process.env.CORNET_DEEP ? 200 : 100));
const GAMES = [['easycome', {}], ['wazabi', {}], ['debacle', { target: '1' }], ['themots', { tokens: '3', vote: 'on' }]];
const ODD = [0, -1, 7, 99, 2 ** 31, 2 ** 32, 1e18];
const pick = numbers(5);
const any = (list) => list[pick(list.length)];

// Makes one random change in the lines of a text.
function change(text, more) {
  const lines = text.split('\n'), at = pick(lines.length), head = Math.max(1, lines.indexOf('---'));
  const changes = [
    () => lines.splice(at, 1), () => lines.splice(at, 0, any(lines)), () => lines.splice(pick(head), 0, any(more)), () => lines.splice(at, 0, `# ${'x'.repeat(pick(2000))}`),
    () => (lines[at] = lines[at].replace(/\d+/, String(any(ODD)))), () => (lines[at] = lines[at].slice(0, pick(lines[at].length + 1))), () => (lines[at] += String.fromCharCode(pick(0x300))),
    () => (lines[pick(head)] = any(lines)),
  ];
  any(changes)();
  return lines.join('\n');
}

const HEADERS = ['fair-from 3 0bcdefghijklmnop', 'fair-from 99999 x', 'fair-version 2', 'player 1 <img src=x onerror=alert(1)>', 'option first=1', 'players 6', 'fair-failed 1 2 3 4', 'table host 9 listed 9 chat 9 clock 9'];
const WORDS = ['', 'open', 'bot\nnovice', 'left\nx', 'stand-in\nmax', '1', '99', 'done', 'undo 1', 'bot 2', 'rematch 9', 'chat 0', '2 4', '# x', '* roll 1111', 'x'.repeat(5000)];

// Plays each game, to its end or for some moves: {id, events, record}.
async function play(moves) {
  const place = await Place.open(), all = [];
  for (const [game, options] of GAMES) {
    const anne = await Person.come(place);
    await anne.create({ game, players: 2, options, seats: ['me', 'bot:novice'], clock: game === 'easycome' ? { kind: 'bank', seconds: 60, add: 2 } : undefined });
    let left = moves;
    await anne.play((table) => (left-- > 0 && table.legal.length ? any(table.legal) : left < 0 ? ((table.phase = 'over'), null) : `${anne.seat} pass`)).catch(() => {});
    const id = anne.table.table;
    all.push({ id, seat: anne.seat, secret: anne.secret, events: await place.store.read(id), record: (await place.tables.look(`tables/${id}/record`)).text });
  }
  return all;
}

async function records() {
  const games = await play(Infinity), place = await Place.open();
  let opened = 0;
  for (let i = 0; i < TRIES; i++) {
    const { status, text } = await place.tables.look('open', change(change(any(games).record, HEADERS), HEADERS));
    expect(status === 200 || (status === 400 && JSON.parse(text).text), `it is opened, or refused with a sentence: ${status}`);
    if (status === 400) continue;
    opened++;
    const { table } = JSON.parse(text);
    for (const part of ['', '/steps?from=0']) JSON.parse((await place.tables.look(`tables/${table}${part}`)).text);
    const anne = await Person.come(place);
    await anne.say({ do: 'watch', table });
    await anne.create({ from: { table, step: pick(30) }, seats: ['me', 'bot:novice'] });
    await place.tables.disconnect(anne.client);
    await place.settle();
  }
  expect(opened > TRIES / 20, `some are opened: ${opened}`);
  console.log(`ok   ${TRIES} records, ${opened} opened`);
}

function changeEvents(events) {
  const all = events.map((event) => ({ ...event })), at = pick(all.length), event = all[at];
  const changes = [
    () => all.splice(at, 1), () => all.splice(at, 0, { ...any(all) }), () => (event.kind = 1 + pick(18)), () => (event.kind = any([100, 99])), () => (event.seat = pick(7)), () => (event.at = any(ODD)),
    () => (event.left = any(ODD)), () => (event.text = any(WORDS)), () => (event.text = change(event.text, HEADERS)), () => (event.text = change(event.text, WORDS)),
  ];
  any(changes)();
  return all.map((one, i) => ({ ...one, number: i + 1 }));
}

async function tables() {
  const games = await play(25), { error } = console;
  let there = 0;
  console.error = () => {}; // the module logs which table cannot be read
  for (let i = 0; i < TRIES; i++) {
    const { id, seat, secret, events } = any(games), store = new Memory();
    store.write(changeEvents(changeEvents(events)));
    const place = await Place.open(store), anne = await Person.come(place);
    anne.attend = async () => {}; // this test does not take part in the seed exchange
    there += (await place.tables.look(`tables/${id}`)).status === 200;
    await anne.say({ do: 'resume', table: id, seat, secret });
    await anne.say({ do: 'watch', table: id });
    for (let due = 0; due < 8 && place.clock.jump(); due++) await place.settle();
  }
  console.error = error;
  expect(there > TRIES / 20, `some are there: ${there}`);
  console.log(`ok   ${TRIES} tables of a file, ${there} there`);
}

await records();
await tables();
process.exit(0);
