// The Worker with the tables. Pages talk to it by ports, one for each client, as to a server by WebSockets;
// look-ups are messages of their own. Two Workers think: one for bots and hints, one for analyses.
import { FILES } from './files.js';
import { Machine, fetchFile } from './host.js';
import { Tables } from './tables.js';

let tables = null;
const thinkers = {};

// Files as they come, fetched once for all Workers.
const files = new Map();

function read(name) {
  if (!files.has(name)) files.set(name, fetchFile(name).catch((error) => (files.delete(name), Promise.reject(error))));
  return files.get(name);
}

async function start() {
  const machine = await Machine.start(Tables.imports(() => tables), FILES, read);
  tables = new Tables(machine, {
    think: (number, job, { analysis, data }) => thinkers[analysis ? 'analyses' : 'moves'].postMessage({ number, job, data }, [job.buffer]),
    lesson: async (game) => {
      const answer = await fetch(new URL(`../lessons/${game}.cornet`, import.meta.url));
      return answer.ok ? answer.text() : '';
    },
  });
}

const started = start();
started.catch((error) => postMessage({ failed: error.message }));

function takeThinker(name, port) {
  thinkers[name] = port;
  port.onmessage = ({ data: { file, number, done, whole, answer } }) => {
    if (file) return read(file).then((bytes) => port.postMessage({ file, bytes }), () => port.postMessage({ file }));
    return answer ? tables.answer(number, answer) : tables.progress(number, done, whole);
  };
}

async function takeClient(port) {
  await started;
  const client = await tables.connect((text) => port.postMessage(text));
  port.onmessage = ({ data }) => (data === null ? tables.disconnect(client) : tables.receive(client, data));
}

// What cannot be found out now, since a file is missing, is as if a server had much to do.
async function look(path) {
  await started;
  return tables.look(path).catch(() => ({ status: 503, text: '{}' }));
}

onmessage = async ({ data }) => {
  if (data.thinker) takeThinker(data.thinker, data.port);
  if (data.client) takeClient(data.client).catch(() => {}); // `failed` has been told
  if (data.look) postMessage({ id: data.id, ...(await look(data.look)) });
};
