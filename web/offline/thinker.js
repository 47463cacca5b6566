// A Worker that computes. It receives a port to the Worker with the tables, which fetches files for both.
import { FILES } from './files.js';
import { Analyst } from './analyst.js';

/** @typedef {{number: number | string, job: Uint8Array, data: string}} Job */

const AGAIN = 3000; // milliseconds

onmessage = ({ data: { port } }) => {
  const waiting = new Map();
  /** @param {string} file */
  const read = (file) => new Promise((resolve, reject) => {
    waiting.set(file, { resolve, reject });
    port.postMessage({ file });
  });
  const analyst = new Analyst((number, done, whole) => port.postMessage({ number, done, whole }), FILES, read);

  /** Its data may not be loaded yet: retries until it is. @param {Job} job */
  const think = async ({ number, job, data }) => {
    try {
      const answer = await analyst.do(number, job, data);
      port.postMessage({ number, answer }, [answer.buffer]);
    } catch (error) {
      console.warn(error);
      setTimeout(() => think({ number, job, data }), AGAIN);
    }
  };
  port.onmessage = (/** @type {MessageEvent} */ { data }) => {
    if (!data.file) return think(data);
    return data.bytes ? waiting.get(data.file).resolve(data.bytes) : waiting.get(data.file).reject(new Error(data.file));
  };
};
