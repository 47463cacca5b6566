// The page's side of playing without a server: starts the Workers, and offers the same as a server: connections
// and look-ups.

/** @typedef {import('../core/link.js').Socket} Socket */

/** @param {string} name */
const moduleWorker = (name) => new Worker(new URL(name, import.meta.url), { type: 'module' });
const waiting = new Map();
const sockets = new Set();
/** @type {Worker[]} */
let workers = [];
let number = 0;

// storage(why): events cannot be stored ('full', 'refused'), or can be again ('').
/** @type {{storage: (why: string) => void}} */
export const on = { storage: () => {} };

function start() {
  if (workers.length) return workers[0];
  const worker = moduleWorker('./worker.js');
  workers = [worker];
  for (const thinker of ['moves', 'analyses']) {
    const { port1, port2 } = new MessageChannel();
    const thinking = moduleWorker('./thinker.js');
    workers.push(thinking);
    thinking.postMessage({ port: port1 }, [port1]);
    worker.postMessage({ thinker, port: port2 }, [port2]);
  }
  worker.onmessage = ({ data }) => {
    if (data.failed) fail();
    else if ('trouble' in data) on.storage(data.trouble);
    else settle(data);
  };
  worker.onerror = fail;
  return worker;
}

/** @param {{id: number, status: number, text: string}} members */
function settle({ id, status, text }) {
  waiting.get(id)?.({ ok: status === 200, status, text });
  waiting.delete(id);
}

// The module could not be fetched: fails all waiting requests; the next request tries again.
function fail() {
  for (const worker of workers) worker.terminate();
  workers = [];
  for (const id of waiting.keys()) settle({ id, status: 503, text: '{}' });
  for (const socket of sockets) socket.onclose?.();
  sockets.clear();
}

/** Connects an object with the members of a WebSocket that link.js uses. @param {Socket} socket */
export function connect(socket) {
  const { port1, port2 } = new MessageChannel();
  socket.send = (text) => port1.postMessage(text);
  socket.close = () => {
    port1.postMessage(null);
    port1.close();
    sockets.delete(socket);
  };
  port1.onmessage = (event) => (event.data === null ? socket.onclose?.() : socket.onmessage?.(event)); // null: it has ended
  sockets.add(socket);
  start().postMessage({ client: port2 }, [port2]);
  socket.onopen?.();
}

/** Answers a path as a server would: {ok, status, text}. /api/open takes a record. @param {string} path @param {string} [record] */
export function look(path, record) {
  return new Promise((resolve) => {
    waiting.set(++number, resolve);
    start().postMessage({ look: path.replace(/^\/api\//, ''), record, id: number });
  });
}
