// The page's side of playing without a server: starts the Workers, and offers what a server offers: connections
// and look-ups.

const moduleWorker = (name) => new Worker(new URL(name, import.meta.url), { type: 'module' });
const waiting = new Map();
let worker = null, number = 0;

// storage(why): events cannot be kept ('full', 'refused'), or can again ('').
export const on = { storage: () => {} };

function start() {
  if (worker) return worker;
  worker = moduleWorker('./worker.js');
  for (const thinker of ['moves', 'analyses']) {
    const { port1, port2 } = new MessageChannel();
    moduleWorker('./thinker.js').postMessage({ port: port1 }, [port1]);
    worker.postMessage({ thinker, port: port2 }, [port2]);
  }
  worker.onmessage = ({ data }) => {
    if ('trouble' in data) on.storage(data.trouble);
    if (data.failed) console.error(data.failed);
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  };
  return worker;
}

// Connects what has the members of a WebSocket that link.js uses.
export function connect(socket) {
  const { port1, port2 } = new MessageChannel();
  socket.send = (text) => port1.postMessage(text);
  socket.close = () => (port1.postMessage(null), port1.close());
  port1.onmessage = (event) => (event.data === null ? socket.onclose?.() : socket.onmessage?.(event)); // null: it has ended
  start().postMessage({ client: port2 }, [port2]);
  socket.onopen?.();
}

// What a server answers to a path: {ok, status, text}.
export function look(path) {
  return new Promise((resolve) => {
    waiting.set(++number, ({ status, text }) => resolve({ ok: status === 200, status, text }));
    start().postMessage({ look: path.replace(/^\/api\//, ''), id: number });
  });
}
