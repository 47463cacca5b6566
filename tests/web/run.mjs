// node run.mjs PROGRAM [NAME…]: the browser tests. CORNET_DEEP=1 adds the long
// ones. A test that fails says why and the rest still run.
import { openBrowserOrSkip, runTest, sayDurations, Server } from './kit.mjs';
import { quick } from './quick.mjs';
import { small } from './small.mjs';
import { words } from './words.mjs';
import { screens } from './screens.mjs';
import { deep } from './deep.mjs';
import { turns } from './turns.mjs';
import phone from '../offline/phone.mjs';

const [program, ...names] = process.argv.slice(2);
const tests = { ...quick, ...screens, ...turns, ...small, ...words, passThePhone: phone.phoneWazabi, ownDice: phone.diceWazabi, ...(process.env.CORNET_DEEP || names.length ? deep : {}) };
const browser = await openBrowserOrSkip();
const server = new Server(program);
await server.start();
const games = (await server.json('/api/games')).games.map((game) => game.id);
let failed = 0;

async function run([name, test]) {
  if (!(await runTest(name, () => test({ browser, server, games })))) failed++;
}

// Two at a time: most of a test is waiting. What stops the server runs alone.
const wanted = Object.entries(tests).filter(([name]) => !names.length || names.includes(name));
const together = wanted.filter(([, test]) => !test.alone);
const worker = async () => {
  while (together.length) await run(together.shift());
};
await Promise.all([worker(), worker()]);
for (const test of wanted.filter(([, t]) => t.alone)) await run(test);
await browser.close();
await server.end();
sayDurations();
process.exit(failed ? 1 : 0);
