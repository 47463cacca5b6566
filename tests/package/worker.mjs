// node worker.mjs: the package in a worker thread gives the same answers as without one, and refuses the same things.
import assert from 'node:assert/strict';
import { Cornet, Match, open } from 'cornet-core';
import { openWorker } from 'cornet-core/worker';

const near = await open(), far = await openWorker({ language: 'en' });
assert.equal(await far.language(), 'en');
assert.deepEqual(await far.games(), near.games());
for (const { id } of near.games()) {
  assert.deepEqual(await far.idNames(id), near.idNames(id));
  const settings = { players: 2, seats: ['bot:easy', 'bot:novice'], seed: 4 };
  const here = await near.newMatch(id, settings), there = await far.newMatch(id, settings);
  for (let i = 0; i < 12; i++) assert.equal(await there.step(), here.step());
  assert.deepEqual(await there.state(), here.state());
  assert.equal(await there.mover(), here.mover);
  assert.deepEqual(await there.observation(1), here.observation(1));
  assert.equal(await there.undo(), there); // what returns the match returns it here too
  const copy = await there.copy();
  assert.equal(await copy.record(), here.undo().record());
  await copy.close();
  await assert.rejects(copy.state(), /there is no state/);
  const again = await far.readRecord(here.record());
  assert.deepEqual(await again.steps(), here.steps());
}
await assert.rejects(far.newMatch('chess'), /no game 'chess'/);
await assert.rejects(far.newMatch('wazabi', { player: 2 }), /no member 'player': the members are players, options, seats, seed/);
const match = await far.newMatch('easycome', { options: { first: 1 } });
await assert.rejects(match.play('1 stop'), Error);
await assert.rejects(openWorker({ langage: 'fr' }), /no member 'langage'/);

// The page goes on while a bot thinks.
const debacle = await far.newMatch('debacle');
let ticks = 0;
const timer = setInterval(() => ticks++, 1);
await debacle.choose('engine:nodes=200000');
clearInterval(timer);
assert.ok(ticks > 3, `${ticks} ticks`);

// All of them have functions that return promises.
for (const [remote, type] of [[match, Match], [far, Cornet]])
  for (const name of Object.getOwnPropertyNames(type.prototype)) if (name !== 'constructor') assert.equal(typeof remote[name], 'function', name);
const waiting = debacle.choose('max');
far.close();
await assert.rejects(waiting, /the Worker has ended/);
await assert.rejects(far.games(), /the Worker has ended/);
console.log('ok   the same in a Worker');
