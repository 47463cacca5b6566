// Inside a Worker: carries out the calls of remote.js. A call names a match by its number; 0 is the module.
import { Cornet, Match } from './core.js';

const names = (type) => new Set(Object.getOwnPropertyNames(type.prototype).filter((name) => name !== 'constructor'));
const CALLS = { cornet: names(Cornet), match: names(Match) };

// `send` posts an answer; returns the function that takes a call.
export function serve(open, send) {
  const matches = new Map();
  let cornet, next = 1;

  function packed(value, of) {
    if (value === of) return { same: true };
    if (!(value instanceof Match)) return { value };
    matches.set(next, value);
    return { match: next++ };
  }

  async function call({ match, name, given }) {
    if (name === 'open') return void (cornet = await open(...given));
    const of = match ? matches.get(match) : cornet;
    if (!of || !CALLS[match ? 'match' : 'cornet'].has(name)) throw new Error(`there is no ${name}`);
    if (match && name === 'close') matches.delete(match);
    const member = of[name];
    return packed(typeof member === 'function' ? await member.apply(of, given) : member, of);
  }

  return async (asked) => {
    try {
      send({ id: asked.id, ...(await call(asked)) });
    } catch (error) {
      send({ id: asked.id, error: error.message });
    }
  };
}
