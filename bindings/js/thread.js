// The Worker of worker.js.
import { open } from './index.js';
import { serve } from './serve.js';

const take = serve(open, (answer) => self.postMessage(answer));
self.onmessage = ({ data }) => take(data);
