// node fair2.mjs: the browser's part in fair dice of version 2 (web/dice/fair.js), of older tables and of tables in the browser: messages of
// servers that cheat, each in another way, and what an honest client does. Without a browser.
import assert from 'node:assert/strict';
import { webcrypto } from 'node:crypto';
import { commitTo, keepLines, listDigest, newTranscript, nextStep } from '../../web/dice/fair.js';

globalThis.crypto ??= webcrypto;

const table = 'k3v9w2mnpq7rt4xy';

async function cheatedClient() {
  const seed = 'ab'.repeat(32), other = 'cd'.repeat(32);
  const fair = { table, attempt: 1, commit: 'ef'.repeat(32), settings: ['game easycome', 'players 2'], step: 'reveal', open: true, failed: [],
    seats: [{ commit: await commitTo(seed) }, { commit: other }] };
  const at = (more) => ({ game: 'easycome', players: 2, options: {}, fair: { ...fair, ...more } });
  const fresh = () => newTranscript(table, 1, fair.commit, seed);
  const first = fresh();
  const steps = [];
  const take = async (k, more) => {
    const { step, send } = await nextStep(k, at(more), other);
    steps.push(send ? Object.keys(send)[1] : step);
  };
  await take(first, {}); // the server requests the seed at once: the client stores the list first
  await take(first, { open: false });
  await take(structuredClone(first), { step: 'done', seats: [{ commit: fair.seats[0].commit, seed }, { commit: await commitTo(other), seed: other }] });
  await take(first, {});
  await take(fresh(), { step: 'commit', seats: [null, null] });
  await take(first, { commit: other });
  await take(first, { seats: [fair.seats[0], { commit: seed }] });
  await take(first, { seats: [{ commit: other }, fair.seats[1]] });
  await take(first, { seats: [null, fair.seats[1]] });
  await take(first, { attempt: 2 });
  await take(first, { attempt: 2, failed: [{ attempt: 1, seat: 1, step: 'list', commit: other }] });
  await take(first, { attempt: 2, step: 'commit', seats: [null, null], failed: [{ attempt: 1, seat: 2, step: 'list', commit: other }] });
  await take(fresh(), { settings: ['game wazabi', 'players 2'] });
  await take(newTranscript(table, 1, fair.commit, null), {}); // a commitment that is not known here
  await take({ ...structuredClone(first), started: true }, { attempt: 2, step: 'commit', seats: [null, null], failed: [{ attempt: 1, seat: 2, step: 'list', commit: other }] });
  const shown = fresh();
  steps.push(keepLines(shown, 0, ['* roll 0011', '1 keep 00']), keepLines(shown, 0, ['* roll 0012']), keepLines(shown, 1, ['# undone: 1 keep 00']), keepLines(shown, 0, ['# undone: * roll 0011']));
  assert.equal(String(steps), 'list,list,cheated,seed,commit,cheated,cheated,cheated,out,cheated,late,commit,cheated,lost,cheated,true,false,true,false');
  assert.ok(first.lists[1] === (await listDigest(fair)) && first.seeds[2] === other, 'each attempt has its list and a seed of its own');
}

await cheatedClient();
console.log('ok   cheatedClient');
