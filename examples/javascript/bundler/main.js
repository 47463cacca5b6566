// A bot against a bot, in a Worker: the page never waits.
import { openWorker } from 'cornet-core/worker';

async function play(log) {
  const cornet = await openWorker({
    worker: new Worker(new URL('./thread.js', import.meta.url), { type: 'module' }),
    files: new URL('offline/', document.baseURI).href,
  });
  const match = await cornet.newMatch('easycome', { players: 2, seats: ['bot:hard', 'bot:easy'], seed: 1 });
  for (let line = await match.step(); line; line = await match.step()) log.textContent += `${line}\n`;
  const { result } = await match.state();
  log.textContent += `result ${result.join(' ')}\n`;
  cornet.close();
}

play(document.getElementById('log'));
