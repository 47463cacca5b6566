// Débâcle: what happened and what can be done, in words.
import { pipDie } from '../../core/art.js';
import { announce, list, standings, tell, tellOf } from '../../core/parts.js';
import { t } from '../../core/texts.js';
import { bonusFor, dutyOf, factsOf, factsSoFar, held, pieces, read, turnsOf } from './position.js';
import { toneOf } from './drawing.js';

/** @typedef {import('../../model/board.js').View} View */
/** @typedef {import('../../model/board.js').BarButton} BarButton */
/** @typedef {import('./board.js').Choice} Choice */
/** @typedef {import('./board.js').Target} Target */
/** @typedef {import('./position.js').Facts} Facts */

// ---- what happened ----

/** @type {Record<string, string>} */
const SAY = { '-': 'db.say.roll', x: 'db.say.capture', '~': 'db.say.flip', '@': 'db.say.return', '+': 'db.say.recover', end: 'db.say.end' };

/** The effects of the announced line: by its index in the log, or of the shown line. @param {string} line @param {View} view */
function factsSaid(line, view) {
  if (view.at !== undefined) return view.log[view.at] === line ? factsSoFar(view)[view.at] ?? null : null;
  return view.before && view.fresh.includes(line) ? factsOf(view.before, Number(line[0]), read(line)) : null;
}

/** A line of the record as a sentence, with the faces if they are known. @param {string} line @param {View} view */
export function sayLine(line, view) {
  const [who, verb, what] = line.split(' '), seat = Number(who);
  if (who === '*' && verb === 'first') return tell(view, Number(what), 'db.say.first');
  if (who === '*') return t('db.say.setup', { dice: [...(what ?? '')].join(' ') });
  const { kind, from, to } = read(line), key = SAY[kind], facts = key ? factsSaid(line, view) : null;
  if (!facts) return tell(view, seat, key ?? 'line.player', { from: from ?? '', to, words: verb });
  const values = { from: from ?? '', to, ...facts };
  return kind === 'x' ? tellOf(view, seat, 'db.tell.capture', 3 - seat, values) : tell(view, seat, key.replace('.say.', '.tell.'), values);
}

/** The shown line as a sentence, with its consequences. @param {string} line @param {View} view */
export function tellLine(line, view) {
  const { state, before } = view, words = [sayLine(line, view)], { kind } = read(line), other = 3 - Number(line[0]);
  const more = kind === '+' && before ? state.bonus[other - 1] - before.bonus[other - 1] : 0;
  if (more > 0) words.push(tell(view, other, 'db.tell.bonus', { n: more }));
  if (state.owed && state.owed !== before?.owed) words.push(t('db.tell.owed'));
  if (before && state.round > before.round) words.push(t('db.tell.round', { n: before.round, list: standings(view, state.scores) }));
  return words.join(' ');
}

/** The shown lines for players who listen, with the captured dice after a capture. @param {string[]} lines @param {View} view */
export function hearLines(lines, view) {
  const { state, before } = view, moves = lines.filter((line) => !line.startsWith('#')), words = moves.map((line) => tellLine(line, view));
  const seat = Number(moves.find((line) => read(line).kind === 'x')?.[0] ?? 0);
  if (seat && state.mover !== 'over' && state.round === before?.round) {
    const n = held(state.held[seat - 1]).length, sum = state.worth[seat - 1];
    words.push(tell(view, seat, 'db.hear.held', { n, of: state.captures_to_end, sum }));
  }
  return words.join(' ');
}

/** Both sides, the player's own first, for screen readers. @param {View} view */
export function whereWords(view) {
  const now = pieces(view.state.position), { scores, worth, held: holds, captures_to_end: of } = view.state;
  const dice = (/** @type {number} */ seat) => list(Object.keys(now).filter((square) => now[square].side === seat).sort()
    .map((square) => t('db.where.die', { n: now[square].value, square })));
  const about = (/** @type {number} */ seat) => t('db.where', {
    side: t(`db.side.${toneOf(seat)}`), dice: dice(seat), held: held(holds[seat - 1]).length, of, sum: worth[seat - 1],
    score: scores[seat - 1],
  });
  return (view.you === 2 ? [2, 1] : [1, 2]).map(about).join(' ');
}

// ---- what can be done ----

/** The consequences of the target. @param {View} view @param {Target} target */
function whyTarget(view, { kind, seat, to, was, becomes }) {
  const { held: holds, captures_to_end: ends, camps, bounce } = view.state;
  if (kind === '@') return t(bounce ? 'db.why.return.bounce' : 'db.why.return');
  if (kind === '+') {
    const now = Object.values(pieces(view.state.position)), { value } = now.find((piece) => piece.side === seat) ?? { value: 0 };
    return t('db.why.recover', { value, name: view.name(3 - seat), n: bonusFor(was) });
  }
  if (kind === 'x' && held(holds[seat - 1]).length + 1 === ends) return t('db.why.last', { ends });
  const reaches = Number(to?.[1]) === camps[2 - seat];
  return t(`db.why.${kind === 'x' ? 'capture' : 'roll'}${reaches ? '.camp' : ''}`, { n: becomes });
}

/** The question about the target, or the button that plays it. @param {'ask' | 'do'} what @param {Target} target */
const aboutTarget = (what, { kind, was, taken, to }) => t(SAY[kind].replace('.say.', `.${what}.`), { was, taken, to });

/** Explains extra moves, or that no other recovery is possible; at the start, the effects of moves. @param {View} view */
function whyMoves(view) {
  const { recovered, round, turns, captures_to_end: captures } = view.state, [now, before] = turnsOf(view.log, view.state);
  const duty = dutyOf(view.state);
  if (recovered) return t('db.why.recovered');
  if (!now.length && before.some(({ line }) => read(line).kind === '+')) return t('db.why.bonus', { name: view.name(3 - view.you) });
  if (duty) return t(`db.duty.${duty}`);
  return round === 1 && turns < 4 ? t('db.why.moves', { captures }) : null;
}

/** @param {View} view @param {Choice} choice @returns {{ask: string, why: string | null}} */
function questionOf(view, { from, froms, targets, aim, flip }) {
  const { bounce, moves, position } = view.state;
  if (aim) return { ask: aboutTarget('ask', aim), why: whyTarget(view, aim) };
  const value = from ? pieces(position)[from]?.value : 0;
  if (from && from === bounce) {
    return { ask: t('db.ask.bounce', { n: value }), why: t(froms.size > 1 ? 'db.why.bounce' : 'db.why.bounce.only') };
  }
  if (from && flip && !Object.keys(targets).length) {
    return { ask: t('db.ask.flip', { n: value, square: from }), why: t('db.why.roll', { n: flip.becomes }) };
  }
  if (from) return { ask: t('db.ask.to', { n: value, square: from }), why: flip ? t('db.why.flip', { n: flip.becomes }) : null };
  if (!froms.size) return { ask: t(view.table.undo?.free.includes(view.you) ? 'db.ask.end' : 'db.ask.none'), why: null };
  return { ask: t('db.ask', { n: moves }), why: whyMoves(view) };
}

/** @param {View} view @param {Choice} choice @returns {import('../../model/board.js').Bar} */
export function barOf(view, choice) {
  const { aim, flip, from } = choice, end = view.legal.find((line) => read(line).kind === 'end');
  /** @type {BarButton[]} */
  const buttons = [];
  const icon = flip && pipDie(flip.becomes, { tone: toneOf(Number(flip.line[0])), size: 22 });
  if (flip) buttons.push({ line: flip.line, text: t('db.do.flip', { square: from ?? '' }), icon });
  if (aim) buttons.push({ key: 'aim', line: aim.line, primary: true, text: aboutTarget('do', aim) });
  if (end) {
    const only = view.legal.length === 1;
    buttons.push({ line: end, quiet: !only, primary: only, ends: true, text: t('db.do.end') });
  }
  return { ...questionOf(view, choice), buttons };
}

// ---- announcements ----

/** @param {View} view */
export const opens = ({ you, state }) =>
  (you ? t('db.hear.opens', { side: t(`db.side.${toneOf(you)}`), row: state.camps[you - 1] }) : '');

/** The announcement when a die is chosen: its destinations and the faces it will show there. @param {Choice} choice */
export function tellTargets({ from, targets, flip }) {
  const goals = Object.values(targets)
    .map(({ kind, to, becomes }) => t(kind === 'x' ? 'db.hear.capture' : 'db.hear.goal', { to, n: becomes }));
  if (flip) goals.push(t('db.hear.flip', { n: flip.becomes }));
  announce(from && goals.length ? t('db.hear.goals', { square: from, goals: list(goals) }) : '');
}
