// In a browser: the module in a Worker.
import { connect } from './remote.js';

const start = () => new Worker(new URL('./thread.js', import.meta.url), { type: 'module' });

export async function openWorker({ worker = start(), ...settings } = {}) {
  return connect({
    post: (message) => worker.postMessage(message),
    end: () => worker.terminate(),
    listen(onMessage, onEnd) {
      worker.onmessage = ({ data }) => onMessage(data);
      worker.onerror = (event) => onEnd(new Error(event.message ?? 'the Worker could not be started'));
    },
  }, settings);
}
