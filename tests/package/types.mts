// Compiled, not run: the declarations of index.d.ts, and code that it must refuse.
import { open, Cornet, Match, type Analysis, type Hint, type Line, type Mover, type State } from 'cornet-core';
import { openWorker } from 'cornet-core/worker';

const cornet: Cornet = await open({ language: 'fr', read: async (name: string) => new Uint8Array(name.length) });
const match: Match<'wazabi'> = await cornet.newMatch('wazabi', { players: 3, options: { teams: 'off', games: 2 }, seats: ['Anne', null, 'bot:max'], seed: 7n });
const mover: Mover = match.mover;
const line: Line | null = match.step();
const state: State = match.view(1);
const some: State = (await cornet.readRecord('')).state();
const tokens: number[] = some.game === 'themots' ? some.tokens : [];
const cards: number = match.state().hands[0]?.vole ?? 0;
const numbers: Int32Array = match.observation(), ids: Int32Array = match.ids(2);
const far = await (await openWorker({ language: 'fr' })).newMatch('debacle', { options: { form: 'tournament' } });
const position: string | null = (await far.state()).position, next: Mover = await (await far.play('1 end')).mover();
console.log(tokens, cards, numbers[0], ids.length, match.idLine(ids[0]), cornet.idNames('wazabi'), position, next);
const hints: Hint[] = match.hints(1).hints;
const legal: string[] = match.play('* draw saute').undo().seed(1).name(1, 'Zoé').legal(2);
const sum: number = match.value().shares.reduce((a, b) => a + b, 0) + match.outcomes()[0].probability;
const settings: number = cornet.agents('debacle').agents[0].settings[0].most;
const again: Match = (await cornet.readRecord(new Uint8Array(1))).copy();
const analysis: Analysis<'wazabi'> = match.analysis({ seconds: 2 });
const best: string | undefined = analysis.moves[0].best;
const luck: number = analysis.seats[0].luck + (analysis.moves[0].luck?.[0] ?? 0) + (analysis.costliest ?? 0);
console.log(best, luck);
console.log(mover, line, state.result?.[0], hints, legal, sum, settings, again.plan('max', 1).at, again.timeOut()?.seconds);

// @ts-expect-error: matches are made by Cornet
new Match();
// @ts-expect-error: the same
new Cornet();
// @ts-expect-error: a number of seconds
match.analysis({ seconds: 'few' });
// @ts-expect-error: a line is text
match.play(5);
// @ts-expect-error: an unknown game
await cornet.newMatch('chess');
// @ts-expect-error: an unknown setting
await cornet.newMatch('wazabi', { player: 3 });
// @ts-expect-error: an option of another game
await cornet.newMatch('wazabi', { options: { hold: 2 } });
// @ts-expect-error: a member of another game
console.log(match.state().tokens);
// @ts-expect-error: an unknown setting
await open({ langage: 'fr' });
// @ts-expect-error: two languages
await cornet.setLanguage('de');
// @ts-expect-error: read-only
match.mover = 1;
// @ts-expect-error: there may be no line
const certain: string = match.step();
console.log(certain);
