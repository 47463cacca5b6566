// node seat3.mjs: an honest client of the fair dice of version 3 (web/dice/seat3.js) at tables of an honest server, and of servers that
// cheat, each in another way; without a browser. The storage is a list in memory whose order of events is checked.
import assert from 'node:assert/strict';
import { webcrypto } from 'node:crypto';
import { actDigest, entryHash, headHash, linkDown, serverPromise } from '../../web/dice/fair3.js';
import { Feed } from '../../web/dice/feed.js';
import { Seat3 } from '../../web/dice/seat3.js';

globalThis.crypto ??= webcrypto;

const TABLE = 'k3v9w2mnpq7rt4xy', SECRET = '02'.repeat(32), OTHER = '07'.repeat(32), L = 64;
// All links of the server are alike.
const otherLink = (n) => linkDown(TABLE, 2, L, n, OTHER);
const HEAD = ['cornet fair 3 head', `table ${TABLE}`, 'game toy', 'players 2', 'clock move 30', `server ${serverPromise(TABLE, SECRET)} ${'03'.repeat(32)} -`];

// The browser's storage: chains and lines, and what happened in which order.
function storage(events, broken = () => false) {
  const chains = [], lines = {};
  const fail = (name) => Promise.reject(Object.assign(new Error(), { name }));
  return {
    chains, lines, broken,
    takeLock: async () => ({ held: true, later: null, release() {} }),
    makeKeys: async () => null,
    sign: async () => '-',
    lastChain: async (table, seat) => {
      const chain = chains.filter((one) => one.seat === seat).at(-1);
      return chain ? { chain, lines: [...(lines[chain.name] ?? [])] } : null;
    },
    async addChain(chain) {
      if (this.broken()) return fail('QuotaExceededError');
      return chains.push(chain);
    },
    async addLines(name, from, texts) {
      if (this.broken()) return fail('QuotaExceededError');
      lines[name] ??= [];
      if (lines[name].length !== from) return fail('ConstraintError');
      lines[name].push(...texts);
      return events.push(...texts.map((text) => `stored ${text}`));
    },
    dropChain: async (name) => chains.splice(chains.findIndex((one) => one.name === name), 1),
  };
}

// A table of two persons, seen from seat 1.
class Place {
  static async open(more = {}) {
    const place = new Place();
    Object.assign(place, { events: [], troubles: [], entries: [], hash: headHash(HEAD), log: [], told: 0, answer: () => ({}), ...more });
    place.keep ??= storage(place.events);
    await place.sit();
    return place;
  }

  async sit() {
    this.sent = [];
    this.seat = new Seat3(TABLE, 1, HEAD, {
      keep: this.keep,
      ask: async (message) => {
        this.events.push(`sent ${message.do}`);
        this.sent.push(message);
        return this.answer(message);
      },
      tell: (trouble) => this.troubles.push(trouble),
      show: (digits) => (this.digits = digits),
    });
    await this.seat.open();
    await this.seat.making;
    await this.table('join');
  }

  table(why, more = {}) {
    return this.seat.receive({ type: 'table', table: TABLE, phase: this.entries.length ? 'playing' : 'waiting', you: 1, log: this.log, why, origin: null, clock: null,
      undo: { free: [], asked: [], acts: ['#3 undo 99 own', ''] }, proposal: null, seats: [], fair3: { head: HEAD, last: this.entries.length, hidden: null, salts: [] }, ...more });
  }

  hashAfter(entry) {
    return (this.hash = entryHash(this.hash, entry));
  }

  async tell(...lines) {
    const from = this.entries.length + 1;
    for (const line of lines) this.hashAfter(line);
    this.entries.push(...lines);
    await this.seat.receive({ type: 'entries', from, lines, seal: 'ab'.repeat(64) });
    const shown = lines.filter((line) => !line.startsWith('#'));
    this.log.push(...shown);
    if (shown.length) await this.moves(shown);
    await this.settle();
  }

  moves(lines, more = {}) {
    return this.seat.receive({ type: 'moves', lines, undo: { free: [], asked: [] }, state: { mover: 1 }, clock: null, ...more });
  }

  // Until nothing is left to do.
  async settle() {
    for (let turn = null; turn !== this.seat.turn; ) {
      turn = this.seat.turn;
      await turn;
      await new Promise(setImmediate);
    }
  }

  // Both seats are persons with chains.
  async start() {
    await this.tell('#3 seat 1 person', '#3 seat 2 person');
    const { end, key, asks } = this.sent.find((message) => message.do === 'chain');
    await this.tell(`#3 chain 1 ${asks} ${end} ${key}`, `#3 chain 2 0 ${otherLink(0)} -`);
  }

  link(n) {
    return this.sent.filter((message) => message.do === 'link' && message.step === n).at(-1);
  }

  step(n, more = {}) {
    const { link, sig } = this.link(n);
    return `#3 step ${n} ${more.server ?? SECRET}:${serverPromise(TABLE, SECRET)} 1:${more.own ?? link}:${sig} 2:${more.other ?? otherLink(n)}:-`;
  }

  async roll(n, line = '* roll 5') {
    await this.tell(`#3 ask ${n} 1 2`);
    await this.tell(this.step(n), line);
  }

  // The entry of a word.
  async word(line, message = { do: 'move', line }) {
    const { by } = await this.seat.word(message);
    return `#3 by 1 ${by.m} ${by.seen} ${by.digest} ${by.sig}`;
  }

  other(kind, text, m) {
    return `#3 ${kind} 2 ${m} ${this.entries.length} ${actDigest('-', text)} -`;
  }

  get transcript() {
    return this.seat.notes.lines;
  }

  has(start) {
    return this.transcript.some((line) => line.startsWith(start));
  }
}

const playing = async (more) => {
  const place = await Place.open(more);
  await place.start();
  await place.roll(1);
  return place;
};

const tests = {
  // Everything is stored before it is sent; each line stands once; nothing is wrong.
  async honest() {
    const place = await playing();
    const before = (first, second) => {
      const at = place.events.findIndex((event) => event.startsWith(first)), then = place.events.indexOf(second);
      assert.ok(at >= 0 && then > at, `${first} before ${second}: ${place.events.join('\n')}`);
    };
    before('stored chain 0 ', 'sent chain');
    before('stored open 1 ', 'sent link');
    const chain = place.sent.find((message) => message.do === 'chain');
    assert.equal(linkDown(TABLE, 1, 1, 0, place.link(1).link), chain.end);
    assert.equal(place.link(1).hash, [HEAD].map(headHash).concat(place.entries.slice(0, 5)).reduce(entryHash));
    await place.tell(await place.word('1 go'), '1 go');
    await place.tell(place.other('by', '2 go', 1), '2 go');
    await place.tell(await place.word('', { do: 'propose', what: 'draw' }).then((by) => by.replace('by', 'yes')), place.other('by', '2 accepts draw', 2), '2 accepts draw');
    await place.table('sync');
    assert.deepEqual(place.troubles, []);
    assert.deepEqual(place.transcript.slice(0, 4), ['cornet-transcript 3', `table ${TABLE}`, 'seat 1', `head ${headHash(HEAD)}`]);
    assert.equal(place.transcript.filter((line) => line.startsWith('saw ')).length, place.entries.length);
    assert.deepEqual(place.keep.lines[place.seat.kept.name], place.transcript);
    assert.equal(place.digits.length, 32);
  },

  // After a crash the same link is sent again under the same hash. A second ask with the same number is not answered.
  async crash() {
    const place = await playing();
    await place.tell('#3 ask 2 1 2');
    const { link, hash } = place.link(2);
    await place.sit();
    await place.settle();
    assert.deepEqual([place.link(2).link, place.link(2).hash], [link, hash]);
    assert.equal(place.transcript.filter((line) => line.startsWith('open 2 ')).length, 1);
    assert.deepEqual(place.troubles, []);
    // the same ledger, one entry longer before the ask
    const forked = await playing();
    await forked.tell('#3 ask 2 1 2');
    forked.seat.ledger.ask.hash = 'ee'.repeat(32);
    forked.seat.linked = 0;
    await forked.table('join');
    await forked.settle();
    assert.deepEqual(forked.troubles, ['contradicted']);
    assert.equal(forked.sent.filter((message) => message.do === 'link' && message.step === 2).length, 1);
  },

  // Entries that are missing are requested; those that were sent before must be the same.
  async gaps() {
    const place = await playing();
    await place.seat.receive({ type: 'entries', from: place.entries.length + 3, lines: ['* roll 1'], seal: '-' });
    assert.deepEqual(place.sent.at(-1), { do: 'entries', have: place.entries.length });
    await place.seat.receive({ type: 'entries', from: 1, lines: place.entries, seal: '-' });
    assert.deepEqual(place.troubles, []);
    await place.seat.receive({ type: 'entries', from: place.entries.length, lines: ['* roll 6'], seal: '-' });
    assert.deepEqual(place.troubles, ['contradicted']);
    assert.ok(place.has('contradiction '));
  },

  // A word that was refused, that lapsed with its proposal, or that was lost with the connection.
  async refusals() {
    const place = await playing();
    await place.word('1 go');
    await place.seat.refuse(1);
    const proposal = { what: 'undo', by: 1, act: '#3 undo 8 all', wanted: [1] };
    await place.seat.receive({ type: 'proposal', proposal });
    await place.word('', { do: 'agree', what: 'undo', yes: true });
    await place.word('', { do: 'agree', what: 'undo', yes: true }); // the same act: which of them lapsed is said
    await place.seat.receive({ type: 'proposal', proposal: null, done: false, words: [2, 0] });
    const late = await place.word('1 go');
    place.seat.lost();
    await place.table('join');
    const entry = await place.word('1 stop');
    await place.table('sync'); // the last word is on its way: it is not lost
    await place.seat.refuse(5, 'store');
    assert.deepEqual(place.transcript.filter((line) => /^(refused|lost)/.test(line)), ['refused 1', 'refused 2', 'lost 3', 'lost 4', 'lost 5']);
    await place.tell(late, '1 go'); // a word that was lost may still arrive
    await place.moves(['1 go']);
    assert.ok(entry);
    assert.deepEqual(place.troubles, []);
  },

  // A line that will be hidden is salted; what needs no word gets none.
  async salts() {
    const place = await playing();
    await place.moves([], { salt: true });
    const { by } = await place.seat.word({ do: 'move', line: '1 keep ace' });
    assert.equal(by.digest, actDigest(by.salt, '1 keep ace'));
    assert.match(by.salt, /^[0-9a-f]{64}$/);
    for (const message of [{ do: 'move', line: '* roll 3' }, { do: 'propose', what: 'rematch' }, { do: 'agree', what: 'rematch', yes: true }, { do: 'agree', what: 'undo', yes: false }]) {
      assert.equal((await place.seat.word(message)).by, undefined, JSON.stringify(message));
    }
    assert.deepEqual((await place.seat.word({ do: 'quit' })).by.digest, actDigest('-', '#3 seat 1 left'));
    await place.tell(`#3 by 1 1 ${by.seen} ${by.digest} -`, `#3 hide ${by.digest}`, '1 keep ace'); // the hash is that of its public form
    assert.equal(place.seat.ledger.hash, entryHash([HEAD].map(headHash).concat(place.entries.slice(0, -1)).reduce(entryHash), '1 keep ?'));
    assert.deepEqual(place.troubles, []);
  },

  // Each of these is reported at once, once, and by its own name. After a contradiction nothing is opened.
  async cheats() {
    const late = (place, left, ms) => place.seat.receive({ type: 'moves', lines: [], state: { mover: 1 }, clock: { kind: 'move', seat: 1, left, running: true, of: 30000 } }).then(() => place.tell(`#3 late 1 ${ms}`, '1 go'));
    const cases = [
      ['unsent', (place) => place.tell('1 go')],
      ['unsent', (place) => place.tell(`#3 by 1 1 ${place.entries.length} ${actDigest('-', '1 go')} -`, '1 go')],
      ['unsent', async (place) => { // another line than the one that was sent
        const entry = await place.word('1 go');
        await place.tell(entry, '1 stop');
      }],
      ['unsent', async (place) => { // a word that the server had refused
        const entry = await place.word('1 go');
        await place.seat.refuse(1);
        await place.tell(entry, '1 go');
      }],
      ['forfeit', (place) => place.tell('2 forfeits')],
      ['forfeit', (place) => place.tell('1 forfeits')],
      ['forfeit', (place) => place.tell('#3 late 2 30000', '2 forfeits')],
      ['forfeit', (place) => place.tell(place.other('by', '2 accepts draw', 1), '2 accepts draw')],
      ['undo', async (place) => {
        await place.tell(await place.word('1 go'), '1 go');
        await place.tell(`#3 undo ${place.entries.length} own`);
      }],
      ['undo', async (place) => {
        await place.tell(place.other('by', '2 go', 1), '2 go');
        const act = `#3 undo ${place.entries.length} all`;
        await place.tell(place.other('by', act, 2), act);
      }],
      ['undo', async (place) => { // dice are never taken back
        const act = `#3 undo ${place.entries.length} all`;
        await place.tell(act);
      }],
      ['early', (place) => late(place, 30000, 30000)],
      ['contradicted', (place) => late(place, 30000, 20000)],
      ['leftout', (place) => place.tell('#3 ask 2 2')],
      ['leftout', async (place) => {
        await place.tell('#3 ask 2 1 2');
        await place.tell('#3 miss 2 1');
      }],
      ['contradicted', async (place) => {
        await place.tell('#3 ask 2 1 2');
        await place.seat.receive({ type: 'got', step: 2, sig: 'cd'.repeat(64) });
        await place.tell('#3 miss 2 1');
      }],
      ['contradicted', (place) => place.tell('#3 ask 3 1 2')],
      ['contradicted', async (place) => { // the others must be asked again
        await place.tell('#3 ask 2 1 2');
        await place.tell('#3 miss 2 2', '#3 ask 3 1 2');
      }],
      ['contradicted', (place) => place.roll(2).then(() => place.tell('#3 ask 3 1 2')).then(() => place.tell(place.step(3, { server: OTHER }), '* roll 1'))],
      ['contradicted', (place) => place.tell('#3 ask 2 1 2').then(() => place.tell(place.step(2, { other: otherLink(3) }), '* roll 1'))],
      ['contradicted', (place) => place.tell('#3 ask 2 1 2').then(() => place.tell('#3 seat 2 left'))],
      ['contradicted', (place) => place.tell('#3 something else')],
      ['contradicted', (place) => place.tell(place.other('by', '2 go', 1), '2 stop')],
      ['contradicted', async (place) => { // the whole table says the same
        await place.moves(['* roll 6']);
        assert.deepEqual([place.troubles, place.sent.at(-1)], [[], { do: 'sync' }]);
        await place.table('sync', { log: ['* roll 6'] });
      }],
      ['contradicted', (place) => place.table('sync', { log: ['* roll 6'] })],
      ['contradicted', (place) => place.table('sync', { fair3: { head: HEAD, last: 3 } })],
      ['contradicted', (place) => place.table('sync', { fair3: { head: [...HEAD, 'x'], last: place.entries.length } })],
      ['contradicted', (place) => place.tell('#3 seat 2 bot')],
      ['unsent', async (place) => { // of two words about one act, the one that lapsed
        const proposal = { what: 'undo', by: 1, act: '#3 undo 8 all', wanted: [1] };
        await place.seat.receive({ type: 'proposal', proposal });
        const entry = await place.word('', { do: 'agree', what: 'undo', yes: true });
        await place.seat.receive({ type: 'proposal', proposal: null, done: false, words: [1, 0] });
        await place.tell(entry);
      }],
      ['moved', (place) => place.tell(`#3 chain 1 1 ${'ab'.repeat(32)} -`)],
    ];
    for (const [i, [kind, cheat]] of cases.entries()) {
      const place = await playing();
      await cheat(place);
      await place.settle();
      assert.equal(place.troubles[0], kind, `case ${i}: ${place.troubles}`);
      assert.equal(place.has('contradiction '), !['early', 'leftout', 'moved'].includes(kind), `case ${i}`);
      assert.equal(place.has('left-out '), kind === 'leftout', `case ${i}`);
      if (!place.has('contradiction ')) continue;
      const before = place.sent.length;
      await place.tell(`#3 ask ${place.seat.ledger.asks + 1} 1 2`);
      assert.equal(place.sent.slice(before).filter((message) => message.do === 'link').length, 0, `case ${i}: nothing is opened`);
      await place.sit();
      await place.settle();
      assert.ok(place.seat.cheated && !place.sent.some((message) => message.do === 'link'), `case ${i}: nor after a reload`);
    }
  },

  // A link that the server calls wrong: it and this client have different ledgers.
  async refusedLink() {
    const place = await playing();
    place.answer = (message) => (message.do === 'link' ? Promise.reject({ code: 'bad-value' }) : {});
    await place.tell('#3 ask 2 1 2');
    assert.deepEqual(place.troubles, ['contradicted']);
  },

  // A stored chain that was not accepted in time is replaced, and its transcript forgotten. So is one that another device has replaced, and
  // its transcript stays.
  async renewed() {
    const place = await Place.open();
    let refuse = true;
    place.answer = (message) => (message.do === 'chain' && refuse ? Promise.reject({ code: 'stale' }) : {});
    await place.tell('#3 seat 1 person', '#3 seat 2 person', `#3 chain 2 0 ${otherLink(0)} -`);
    refuse = false;
    await place.seat.making;
    await place.settle();
    const ends = place.sent.filter((message) => message.do === 'chain').map(({ end }) => end);
    assert.equal(new Set(ends).size, 2);
    assert.equal(place.keep.chains.length, 1);
    await place.tell(`#3 chain 1 0 ${ends[1]} -`);
    await place.roll(1);
    await place.tell(`#3 chain 1 1 ${'ab'.repeat(32)} -`);
    assert.deepEqual(place.troubles, ['moved']);
    const held = place.seat.word({ do: 'move', line: '1 go' }); // a word here takes the seat's chain back, and waits for it
    await place.seat.making;
    await place.settle();
    const back = place.sent.filter((message) => message.do === 'chain').at(-1);
    assert.ok(!place.has('sent '));
    await place.tell(`#3 chain 1 1 ${back.end} -`);
    assert.equal((await held).by.m, 1);
    await place.tell(`#3 chain 1 1 ${'cd'.repeat(32)} -`);
    await place.sit();
    await place.seat.making;
    await place.settle();
    assert.equal(place.keep.chains.length, 2);
    assert.equal(place.sent.filter((message) => message.do === 'chain').length, 1);
    assert.equal(place.transcript.filter((line) => line.startsWith('saw ')).length, place.entries.length);
  },

  // The disk is full: the game continues, and the page says so.
  async unstored() {
    let full = false;
    const events = [], keep = storage(events, () => full), place = await playing({ events, keep });
    full = true;
    await place.roll(2);
    assert.deepEqual(place.troubles, ['unstored']);
    assert.ok(place.link(2));
    const blocked = await playing({ keep: storage([], () => true) });
    assert.deepEqual(blocked.troubles, ['unstored']);
    assert.ok(blocked.link(1));
  },

  // The page adds lines to the log that it received, before the seat has read it: nobody has cheated.
  async pageGoesOn() {
    const place = await playing(), feed = new Feed({ ask: async () => ({}), tell() {}, show() {} });
    await place.roll(2);
    feed.seat = place.seat;
    const table = { type: 'table', table: TABLE, you: 1, phase: 'playing', log: [...place.log], why: 'sync', origin: null, clock: null, undo: { acts: ['', ''] }, proposal: null,
      seats: [], fair3: { head: HEAD, last: place.entries.length, hidden: null, salts: [] } };
    feed.receive(table);
    table.log.push('1 stop');
    await feed.turn;
    await place.seat.turn;
    assert.deepEqual(place.troubles, []);
  },
};

for (const [name, test] of Object.entries(tests)) {
  await test();
  console.log(`ok   ${name}`);
}
