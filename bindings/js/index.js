// In a browser: files are fetched from beside this one.
import { fetchFile } from './offline/host.js';
import { Cornet } from './core.js';

export { Cornet, Match } from './core.js';

export function open({ read = fetchFile, language = 'en' } = {}) {
  return Cornet.start(read, (bytes) => crypto.getRandomValues(bytes), language);
}
