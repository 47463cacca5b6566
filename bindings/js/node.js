// In Node: files are read from beside this one.
import { webcrypto } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Cornet } from './core.js';

export { Cornet, Match } from './core.js';

const readHere = (name) => readFile(new URL(`offline/${name}`, import.meta.url));

export function open({ read = readHere, language = 'en' } = {}) {
  return Cornet.start(read, (bytes) => webcrypto.getRandomValues(bytes), language);
}
