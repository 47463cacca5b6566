// In a browser: files are fetched from beside this one.
import { fetchFile } from './offline/host.js';
import { Cornet } from './core.js';

export { Cornet, Match } from './core.js';

async function fetchFrom(folder, name) {
  const answer = await fetch(new URL(name, new URL(folder, globalThis.location?.href)));
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`);
  return new Uint8Array(await answer.arrayBuffer());
}

export function open(settings = {}) {
  return Cornet.start(settings, { read: fetchFile, readFrom: fetchFrom, random: (bytes) => crypto.getRandomValues(bytes) });
}
