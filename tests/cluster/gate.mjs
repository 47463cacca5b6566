// node gate.mjs, run as a child process with an IPC channel: TCP proxies between the servers and PostgreSQL that simulate network faults.
// The parent sends {open: [{name, port, target}…]} and receives {ready: true}. Then it sends {set, names, ms}, where `set` is a mode:
//   open      forwards everything
//   drop      resets all open connections and refuses new ones
//   delay     forwards everything `ms` milliseconds later
//   silent    forwards nothing in either direction and closes nothing, as with an unplugged cable
// Changing from `silent` to `open` forwards the data that was held back, and the closes too. Changing to `drop` resets all connections
// instead.
// While PostgreSQL refuses connections, its gates refuse them too: libpq tries the next host only after a refusal.
import net from 'node:net';

const gates = new Map(); // name -> {mode, ms, target, port, listener, pairs}

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
  server.on('error', ({ code }) => code === 'ECONNREFUSED' && shut(gate));
  gate.pairs.add(pair);
  pass(gate, pair, client, server);
  pass(gate, pair, server, client);
  if (gate.mode === 'silent') hold(pair);
}

// Closes the listener until the target accepts connections again.
function shut(gate) {
  gate.listener.close();
  clearInterval(gate.looking);
  gate.looking = setInterval(() => {
    const probe = net.connect({ host: '127.0.0.1', port: gate.target }, () => {
      probe.destroy();
      listen(gate);
    });
    probe.on('error', () => {});
  }, 100);
}

function listen(gate) {
  clearInterval(gate.looking);
  if (gate.mode !== 'drop' && !gate.listener.listening) gate.listener.listen(gate.port, '127.0.0.1');
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
  if (mode === 'drop') gate.listener.close();
  else listen(gate);
  for (const pair of [...gate.pairs]) {
    if (mode === 'silent') hold(pair);
    else if (mode === 'drop') reset(gate, pair);
    else release(gate, pair);
  }
}

function open({ name, port, target }) {
  const gate = { mode: 'open', ms: 0, target, port, pairs: new Set(), listener: net.createServer((client) => accept(gate, client)) };
  gates.set(name, gate);
  return new Promise((resolve) => gate.listener.listen(port, '127.0.0.1', resolve));
}

process.on('message', async (message) => {
  if (message.open) process.send({ ready: await Promise.all(message.open.map(open)).then(() => true) });
  else for (const name of message.names) set(gates.get(name), message.set, message.ms);
});
process.on('disconnect', () => process.exit(0));
