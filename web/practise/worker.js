// The Worker of practising: one module (src/wasm/practise.c), which answers one request after the other.
import { FILES } from '../offline/files.js';
import { Machine } from '../offline/host.js';

/** @typedef {{id: number, request: string, data: string[]}} Asked */

/** @type {Promise<Machine> | null} */
let starting = null;
/** @type {Promise<unknown>} */
let turn = Promise.resolve();

function start() {
  const files = FILES && { ...FILES, module: FILES.practise };
  return (starting ??= Machine.start({}, files));
}

/** @param {Asked} asked */
async function answer({ id, request, data }) {
  try {
    const machine = await start();
    for (const name of data) await machine.load(name);
    const french = data.includes('practise-french'), { practise_do } = machine.exports;
    const text = machine.give(request, (at, length) => machine.text(practise_do(at, length, french)));
    postMessage({ id, text });
  } catch (error) {
    console.warn(error);
    starting = null; // it may have trapped: the next request starts a new one, without a deck
    postMessage({ id });
  }
}

onmessage = ({ data }) => {
  turn = turn.then(() => answer(data));
};
