// node fair3.mjs: the browser's fair dice of version 3 against the vectors of docs/design/fair-dice.md, without a browser. Signatures are
// Node's own, since not every supported Node has Ed25519 in WebCrypto.
import assert from 'node:assert/strict';
import { createPrivateKey, createPublicKey, sign as signBytes } from 'node:crypto';
import {
  actDigest, bytesOf, Chain, entryHash, fingerprint, hashOf, headHash, hiddenForm, LINKS, linkDown, openText, readNote, serverPromise,
  wordText,
} from '../../web/dice/fair3.js';

const TABLE = 'k3v9w2mnpq7rt4xy', times = (byte) => byte.repeat(32);
const V1 = {
  seat1: '116ac1411bc460f8126211ac7d3bb859513335d3cad2b5ae5e19dff60da0e2a5',
  seat0: '37187804a7b53b2c40062593922a2022ad322eb45ea2b73f66c1d09853ae05ed',
  promise1: '55e26298ef009327a85d276ad1c95450d7047a75cb114211a46b80729b02b09c',
  promise2: 'b35894df913d4425d55cf90f0c89c3a81aa49caf6f0b8ba2b0cf867c04ccc417',
};
const KEY = 'ca93ac1705187071d67b83c7ff0efe8108e8ec4530575d7726879333dbdabe7c';
const secret = createPrivateKey({ key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.from(times('04'), 'hex')]), format: 'der', type: 'pkcs8' });
const sign = (text) => signBytes(null, bytesOf(text), secret).toString('hex');

const OPEN = '24110ed6d4ea36b944c750c24a23501918be0fa5c9d5095a382f9c6f530e66a6e37c1baf5162afa577f280aa87a775f01f6769c0b044991388ae97697e19a202';
const HEAD = ['cornet fair 3 head', `table ${TABLE}`, 'game toy', 'players 2', 'clock move 30',
  `server ${V1.promise1} a4cf8db5e7a99628b6c900ed56016dde3a37c7c75339ed793dae85007e984371 -`];
const ENTRIES = ['#3 seat 1 person', '#3 seat 2 bot', `#3 chain 1 0 ${V1.seat0} ${KEY}`, '#3 ask 1 1', `#3 step 1 ${times('02')}:${V1.promise2} 1:${V1.seat1}:${OPEN}`, '* roll 2'];
const hashes = (entries) => entries.reduce((all, entry) => [...all, entryHash(all.at(-1), entry)], [headHash(HEAD)]);

const tests = {
  async chains() {
    assert.equal(linkDown(TABLE, 1, 4, 1, times('01')), V1.seat1);
    assert.equal(linkDown(TABLE, 1, 4, 0, times('01')), V1.seat0);
    assert.equal(serverPromise(TABLE, times('02')), V1.promise1);
    assert.equal(serverPromise(TABLE, times('06')), V1.promise2);
  },

  // A whole chain, in slices: every link is the hash of the next one, and the kept ones are enough.
  async marks() {
    const chain = await Chain.make(TABLE, 2, times('01'), 1024), again = new Chain(TABLE, 2, chain.marks);
    assert.equal(chain.marks.length, 5);
    assert.equal(chain.link(0), linkDown(TABLE, 2, 1024, 0, times('01')));
    for (const n of [1, 2, 255, 256, 257, 700, 1023, 1024, 3]) assert.equal(again.link(n), linkDown(TABLE, 2, 1024, n, times('01')), `link ${n}`);
    assert.throws(() => again.link(1025));
    assert.equal(LINKS % 256, 0);
  },

  // No slice blocks the page: between two of them other work has its turn.
  async slices() {
    let turns = 0, done = false;
    const count = () => done || (turns++, setImmediate(count));
    count();
    await Chain.make(TABLE, 1, times('01'), 8192);
    done = true;
    assert.ok(turns > 3, `${turns} turns of other work`);
  },

  ledger() {
    const all = hashes(ENTRIES);
    assert.equal(all[0], '2defad90f7d2c586ce5d314530d51825e9a329a718b1d39e00de17a3bdbaf0ba');
    assert.equal(all[4], 'be4a0dfc7f9b9ee39e9e7043e9a052fff88b8ad42a505735bac54ccc14ea346f');
    assert.equal(all[6], '570afec6a2dd3b9d91a48684e5a0f1683ffe1a6ecacd54c40ec6aab6d2daa3a3');
    assert.equal(hashOf('cornet fair 3 hidden', TABLE, times('03')), HEAD[5].split(' ')[2]);
    assert.equal(hiddenForm('* draw ace of hearts'), '* draw ?');
  },

  words() {
    const all = hashes(ENTRIES);
    assert.equal(createPublicKey(secret).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex'), KEY);
    assert.equal(sign(openText(TABLE, 1, 1, all[4], V1.seat1)), OPEN);
    const digest = actDigest('-', '1 go');
    assert.equal(digest, '21aed67c5255ad239b7093a1cc665c121de52ddc764a1b022e557fe0fd0da15e');
    assert.equal(sign(wordText('by', TABLE, 1, 1, 6, all[6], digest)),
      '2b60f1c454fe77dd2345056c47ee1e420aff3081920b04f1edcb9ba3025b00754fe92892431b001675e2741aa321cf2351b89aea44b021fb36879e7a323e8701');
    assert.equal(actDigest(times('05'), '1 keep ace'), '6b2ee81658af87d21c6791921c6fe3a4bdaf80ddfd9b291cc1057a854486291f');
    assert.equal(fingerprint([[1, KEY], [3, '-']]), hashOf('cornet fair 3 keys', `1 ${KEY}`, '3 -').slice(0, 32));
  },

  // Notes have one spelling.
  notes() {
    const sig = 'ab'.repeat(64), hex = times('cd');
    assert.deepEqual(readNote('#3 ask 12 1 3'), { kind: 'ask', n: 12, seats: [1, 3] });
    assert.deepEqual(readNote('#3 miss 12 -'), { kind: 'miss', n: 12, seats: [] });
    assert.deepEqual(readNote(`#3 step 2 ${hex}:${hex} 1:${hex}:-`), { kind: 'step', n: 2, link: hex, next: hex, links: [{ seat: 1, link: hex, sig: '-' }] });
    assert.deepEqual(readNote(`#3 by 2 7 40 ${hex} ${sig}`), { kind: 'by', seat: 2, m: 7, seen: 40, digest: hex, sig });
    assert.deepEqual(readNote('#3 late 0 30000'), { kind: 'late', seat: 0, ms: 30000 });
    assert.deepEqual(readNote('#3 undo 4 own'), { kind: 'undo', index: 4, own: true });
    for (const wrong of ['#3 ask 01 1', '#3 ask 1 2 1', '#3 ask 1  2', '#3 ask 1 2 ', '#3 seat 7 person', '#3 seat 1 Person', `#3 by 2 7 40 ${hex}`,
      `#3 step 2 ${hex}:${hex}`, `#3 step 2 ${hex} 1:${hex}:-`, `#3 step 2 ${hex}:${hex} 2:${hex}:- 1:${hex}:-`, '#3 hide', '#3 undo 4 both', '#3 late 1', '#3 nothing', `#3 chain 1 0 ${hex.toUpperCase()} -`,
      `#3 hide ${'a'.repeat(3000)}`]) assert.equal(readNote(wrong), null, wrong);
  },
};

for (const [name, test] of Object.entries(tests)) {
  await test();
  console.log(`ok   ${name}`);
}
