// node real.mjs: writes TypeScript with real states and analyses of every game, in all variants, as literals. Compiled, they prove that
// index.d.ts has all members, with their types, and no others.
import { open } from 'cornet-core';

const cornet = await open();
let dice = 7;
const below = (bound) => Math.floor(((dice = (Math.imul(dice, 1664525) + 1013904223) >>> 0) / 2 ** 32) * bound);
const pick = (list) => list[below(list.length)];
const shape = (value) => JSON.stringify(value, (key, part) => typeof part === 'number' ? 0 : part).replace(/"[^":]{12,}"/g, '""');
const literals = new Map();
const add = (type, value) => literals.set(type + shape(value), `show<${type}>(${JSON.stringify(value)});`);

const SETUPS = {
  easycome: [[2, {}], [4, { hold: 3, first: 2 }]],
  wazabi: [[2, {}], [3, { games: 2 }], [4, { teams: 'on' }]],
  debacle: [[2, {}], [2, { first: 'random', setup: 'random', recover: 'once', moves: 'must' }], [2, { form: 'tournament', flip: 'always' }]],
  themots: [[2, {}], [3, { variant: 'manche', black: 'again' }], [3, { variant: 'fermer', letters: 'word' }], [3, { vote: 'on' }]],
};
const MOVES = { easycome: 30, wazabi: 8, debacle: 6, themots: 10 };
const NAMES = { easycome: 'Easycome', wazabi: 'Wazabi', debacle: 'Debacle', themots: 'Themots' };

for (const game of cornet.games()) add('Game', game);
for (const [id, setups] of Object.entries(SETUPS)) {
  add('Agents', cornet.agents(id));
  for (const [players, options] of setups) {
    const match = await cornet.newMatch(id, { players, options, seed: 5 });
    add(`MatchSettings<'${id}'>`, { players, options });
    let rejected = 0;
    for (let i = 0; i < 120 && match.mover !== 'over'; i++) {
      add(`${NAMES[id]}State`, match.state());
      add(`${NAMES[id]}State`, match.view(below(players + 1)));
      if (match.mover === 'chance') {
        match.roll();
        continue;
      }
      const seats = Array.from({ length: players }, (_, seat) => seat + 1).filter((seat) => match.mover === seat || match.mover === 'anyone');
      const able = seats.filter((seat) => match.legal(seat).length);
      if (id === 'themots' && rejected++ % 3 === 0 && able.length && match.legal(able[0]).some((line) => line.includes(' say '))) // a word that no lexicon has
        match.play(match.legal(able[0]).find((line) => line.includes(' say ')).replace(/\S+$/, 'zigomatron'));
      else if (match.mover === 'anyone' && below(5) === 0) match.play(match.timeOut().line);
      else match.play(pick(match.legal(pick(able))));
    }
    add(`Step<'${id}'>[]`, match.steps().slice(0, 2));
    if (Object.keys(options).length > 0) continue; // a judge takes long
    const short = await cornet.newMatch(id, { players, options, seed: 6 });
    for (let i = 0; i < MOVES[id] && short.mover !== 'over'; i++) {
      if (short.mover === 'chance') short.roll();
      else short.play(short.mover !== 'anyone' ? pick(short.legal()) : below(4) ? pick(short.legal([1, 2, 3].find((seat) => short.legal(seat).length))) : short.timeOut().line);
    }
    add(`Analysis<'${id}'>`, short.analysis());
    add('Value', short.value());
    while (short.mover === 'chance') short.roll();
    if (short.mover !== 'over') add('Hints', short.hints(short.mover === 'anyone' ? [1, 2, 3].find((seat) => short.legal(seat).length) : short.mover));
  }
}
const types = ['Game', 'Agents', 'Hints', 'Value', 'Analysis', 'Step', 'MatchSettings', ...Object.values(NAMES).map((name) => `${name}State`)];
console.log(`import type { ${types.join(', ')} } from 'cornet-core';`);
console.log('declare function show<T>(value: T): void;');
for (const line of literals.values()) console.log(line);
