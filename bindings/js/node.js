// In Node: files are read from beside this one.
import { webcrypto } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Cornet } from './core.js';

export { Cornet, Match } from './core.js';

const readHere = (name) => readFile(new URL(`offline/${name}`, import.meta.url));
const readFrom = (folder, name) => readFile(new URL(name, folder));

export function open(settings = {}) {
  return Cornet.start(settings, { read: readHere, readFrom, random: (bytes) => webcrypto.getRandomValues(bytes) });
}
