// node portable.mjs MODULE DATA [quick]: runs tools/bench/portable.c as WebAssembly; DATA is a file of lines NAME=FILE.
import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';
import { sha256Block } from '../../web/core/hash.js';

const [module, data, ...args] = process.argv.slice(2);
const wasi = new WASI({ version: 'preview1', args: ['portable', ...args] });
const bytes = () => new Uint8Array(instance.exports.memory.buffer);
let state = 1;

// The same generator as in tools/bench/portable_random.c.
function random(at, length) {
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    bytes()[at + i] = state >>> 24;
  }
}

const host = {
  random,
  sha256: (sum, block) => sha256Block(new Uint32Array(instance.exports.memory.buffer, sum, 8), bytes(), block),
  category: () => 10, // letter: all names here are ASCII
  fold_name: (name, out) => {
    const end = bytes().indexOf(0, name);
    bytes().copyWithin(out, name, end);
    return end - name;
  },
};
const { instance } = await WebAssembly.instantiate(readFileSync(module), { wasi_snapshot_preview1: wasi.wasiImport, host });
for (const line of readFileSync(data, 'utf8').split('\n').filter(Boolean)) {
  const [name, file] = line.split('=');
  if (instance.exports[name]) bytes().set(readFileSync(file), instance.exports[name].value);
}
process.exitCode = wasi.start(instance);
