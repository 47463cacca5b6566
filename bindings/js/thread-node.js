// The worker thread of worker-node.js.
import { parentPort } from 'node:worker_threads';
import { open } from './node.js';
import { serve } from './serve.js';

parentPort.on('message', serve(open, (answer) => parentPort.postMessage(answer)));
