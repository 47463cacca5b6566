// In Node: the module in a worker thread.
import { Worker } from 'node:worker_threads';
import { connect } from './remote.js';

const start = () => new Worker(new URL('./thread-node.js', import.meta.url));

export async function openWorker({ worker = start(), ...settings } = {}) {
  return connect({
    post: (message) => worker.postMessage(message),
    end: () => worker.terminate(),
    listen(onMessage, onEnd) {
      worker.on('message', onMessage);
      worker.on('error', onEnd);
      worker.on('exit', () => onEnd());
    },
  }, settings);
}
