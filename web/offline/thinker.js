// A Worker that thinks. It is given a port to the Worker with the tables.
import { Thoughts } from './thoughts.js';

onmessage = ({ data: { port } }) => {
  const thoughts = new Thoughts((number, done, whole) => port.postMessage({ number, done, whole }));
  port.onmessage = async ({ data: { number, job, data } }) => {
    const answer = await thoughts.do(number, job, data);
    port.postMessage({ number, answer }, [answer.buffer]);
  };
};
