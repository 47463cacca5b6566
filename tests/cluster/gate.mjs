// node gate.mjs, as a child with a channel: TCP proxies between the servers and PostgreSQL that can misbehave.
// Its parent sends {open: [{name, target}…]} and is told {ready: {name: port…}}; then {set, names, ms}:
//   open      passes everything on
//   drop      resets what is open, and refuses what comes
//   delay     passes everything on `ms` later
//   silent    passes nothing on, in either direction, and closes nothing: a cable that was pulled
// After `silent`, `open` passes on what was held back meanwhile, closings too; `drop` resets everything instead.
import net from 'node:net';

const gates = new Map(); // name -> {mode, ms, target, pairs}

function pass(gate, pair, from, to) {
  const after = (act) => (gate.mode === 'delay' ? setTimeout(act, gate.ms) : act());
  from.on('data', (data) => after(() => to.destroyed || to.write(data)));
  from.on('error', () => {});
  from.on('close', () => {
    pair.closed = true;
    if (gate.mode !== 'silent') after(() => end(gate, pair));
  });
}

function end(gate, pair) {
  gate.pairs.delete(pair);
  pair.client.destroy();
  pair.server.destroy();
}

function reset(gate, pair) {
  gate.pairs.delete(pair);
  pair.client.resetAndDestroy();
  pair.server.resetAndDestroy();
}

function accept(gate, client) {
  const server = net.connect({ host: '127.0.0.1', port: gate.target });
  const pair = { client, server, closed: false };
  client.setNoDelay(true);
  server.setNoDelay(true);
  gate.pairs.add(pair);
  pass(gate, pair, client, server);
  pass(gate, pair, server, client);
  if (gate.mode === 'drop') reset(gate, pair);
  if (gate.mode === 'silent') hold(pair);
}

function hold(pair) {
  pair.client.pause();
  pair.server.pause();
}

function release(gate, pair) {
  pair.client.resume();
  pair.server.resume();
  if (pair.closed) end(gate, pair);
}

function set(gate, mode, ms) {
  gate.mode = mode;
  gate.ms = ms || 0;
  for (const pair of [...gate.pairs]) {
    if (mode === 'silent') hold(pair);
    else if (mode === 'drop') reset(gate, pair);
    else release(gate, pair);
  }
}

function open({ name, target }) {
  const gate = { mode: 'open', ms: 0, target, pairs: new Set() };
  gates.set(name, gate);
  return new Promise((resolve) => {
    const listener = net.createServer((client) => accept(gate, client));
    listener.listen(0, '127.0.0.1', () => resolve([name, listener.address().port]));
  });
}

process.on('message', async (message) => {
  if (message.open) process.send({ ready: Object.fromEntries(await Promise.all(message.open.map(open))) });
  else for (const name of message.names) set(gates.get(name), message.set, message.ms);
});
process.on('disconnect', () => process.exit(0));
