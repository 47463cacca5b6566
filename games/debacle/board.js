// Débâcle: the board with dice as pieces. Touch a die to see where it may go and what it will show there, or drag it; by keyboard, arrows
// or the name of a square.
import { h, svg } from '../../core/dom.js';
import { t } from '../../core/texts.js';
import { pipDie, pipDieParts } from '../../core/art.js';
import { standings } from '../../core/parts.js';
import { FILES, factsOf, factsSoFar, held, pieces, read, turnsOf } from './position.js';
import {
  HIGH, RIM, SQUARE, WIDE, aimArrow, betweenView, box, flipSign, goalSign, middleOf, numberSign, plateView, playedBelow, stepSign, tag,
  toneOf,
} from './drawing.js';
import { barOf, opens, sayLine, hearLines, tellLine, tellTargets, whereWords } from './words.js';

/** @typedef {import('../../model/board.js').View} View */
/** @typedef {import('../../model/messages.js').GameState} GameState */
/** @typedef {import('../../core/dom.js').PageEvent} PageEvent */
/** @typedef {import('./position.js').Piece} Piece */
/** @typedef {import('./position.js').Pieces} Pieces */
/** @typedef {import('./position.js').Step} Step */
/** @typedef {import('./position.js').Facts} Facts */
/** @typedef {import('./drawing.js').Point} Point */

/** The square that a line leads to, its effect there, and the face that follows. @typedef {Facts & Step & {line: string}} Target */

/**
 * The possible choices now.
 * @typedef {object} Choice
 * @property {string | null} from the die that is chosen
 * @property {Set<string>} froms dice that can be chosen
 * @property {Record<string, Target>} targets by square
 * @property {Target | null} aim the target that the bar's button plays
 * @property {{line: string, becomes: number} | null} flip of the chosen die
 */

/** @type {Map<string, string>} */
let ids = new Map(); // ids of dice by square: a moving die stays the same element
let lastId = 0;
/** @type {number | string | null} */
let lastBeat = null;
/** @type {string | null} */
let focused = null; // the square that has or last had the focus
/** @type {string | null} */
let file = null; // the typed letter; with a digit it names a square
/** @type {{square: string, start: Point, at: Point | null, over: string | null} | null} */
let drag = null; // the die under the pointer; `at` is null until it has moved
/** @type {{square: string, to: string} | null} */
let landed = null; // a die that was dropped, until the server answers

// ---- what can be chosen ----

/** The chosen die: the player's choice, or the only die that can act. @param {View} view @param {Set<string>} froms */
function selected({ ui, state, legal }, froms) {
  if (froms.has(ui.from)) return ui.from;
  if (ui.from === null || legal.some((line) => read(line).kind === '+')) return null;
  if (froms.size === 1) return [...froms][0];
  return state.bounce && froms.has(state.bounce) ? state.bounce : null;
}

/** The default target of a die that returns to the board: the nearest square. @param {Target[]} targets @param {string | null} owed */
function nearest(targets, owed) {
  const far = (/** @type {Target} */ { to }) => Math.abs(FILES.indexOf((to ?? 'a')[0]) - (owed ? FILES.indexOf(owed[0]) : 2.4));
  return targets.filter(({ kind }) => kind === '@' || kind === '+').sort((a, b) => far(a) - far(b))[0] ?? null;
}

/** @param {View} view @returns {Choice} */
function choiceOf(view) {
  const { legal, state, ui } = view, moves = legal.map((line) => ({ line, seat: Number(line[0]), ...read(line) }));
  const froms = new Set(moves.flatMap(({ from }) => from ?? [])), from = selected(view, froms);
  /** @type {Record<string, Target>} */
  const targets = {};
  for (const move of moves) {
    const facts = factsOf(state, move.seat, move);
    if (!facts || !move.to || (move.from ? move.from !== from : move.kind === '+' && from)) continue;
    targets[move.to] ??= { ...move, ...facts, from: move.from ?? (move.kind === '@' ? state.owed : null) };
  }
  const all = Object.values(targets), turned = moves.find((move) => move.kind === '~' && move.from === from);
  const flip = turned ? { line: turned.line, becomes: factsOf(state, turned.seat, turned)?.becomes ?? 0 } : null;
  const aim = targets[drag?.at ? drag.over ?? '' : ui.aim ?? ''] ?? (all.length === 1 && !flip ? all[0] : nearest(all, state.owed));
  return { from, froms, targets, aim, flip };
}

/** @param {View} view @param {string} square */
function touch(view, square) {
  const { from, froms, targets, flip } = choiceOf(view);
  if (targets[square]) return view.play(targets[square].line);
  if (square === from && flip) return view.play(flip.line);
  view.ui.from = froms.has(square) && square !== from ? square : null;
  view.ui.aim = undefined;
  tellTargets(choiceOf(view));
  return view.redraw();
}

/** Shows the way to a square. @param {View} view @param {string} square */
function aimAt(view, square) {
  if (view.ui.aim === square || !choiceOf(view).targets[square]) return;
  view.ui.aim = square;
  view.redraw();
}

/** The effect of touching a square: '-', 'x', '@', '+', 'flip', 'pick' or nothing. @param {Choice} choice @param {string} square */
function meaning({ from, froms, targets, flip }, square) {
  if (targets[square]) return targets[square].kind;
  if (square === from) return flip ? 'flip' : null;
  return froms.has(square) ? 'pick' : null;
}

/** @param {Choice} choice @param {string} square @param {Piece | undefined} piece */
function squareLabel(choice, square, piece) {
  const what = meaning(choice, square), { was, becomes } = choice.targets[square] ?? { was: 0, becomes: choice.flip?.becomes ?? 0 };
  const die = piece ? t('db.die', { side: t(`db.${toneOf(piece.side)}`), n: piece.value }) : what ? '' : t('db.empty');
  const chosen = square === choice.from ? t('db.chosen') : '';
  return `${square}${t('colon')} ${[die, chosen, what && t(`db.can.${what}`, { was, n: becomes })].filter(Boolean).join(', ')}`;
}

// ---- which die is which ----

/** @param {View} view @param {Pieces} now */
function follow(view, now) {
  if (view.beat !== lastBeat) {
    lastBeat = view.beat;
    /** @type {string | null} */
    let owed = null;
    for (const line of view.fresh) {
      const { from, to, kind } = read(line);
      const start = kind === '@' ? owed ?? [...ids.keys()].find((s) => !now[s]) : from;
      const id = ids.get(start ?? '');
      if (to && start && id !== undefined) {
        ids.set(to, id);
        ids.delete(start);
      }
      if (to && kind !== '@') owed = to;
    }
  }
  ids = newIds(now);
}

/**
 * The ids of the dice on the board now. If one die of a side appeared and one disappeared, they are the same die: a move was undone.
 * @param {Pieces} now
 */
function newIds(now) {
  /** @type {Map<string, string>} */
  const kept = new Map();
  /** @param {string} square */
  const side = (square) => (now[square].side === 1 ? 'r' : 'b');
  const come = [];
  for (const square of Object.keys(now)) {
    const id = ids.get(square);
    if (id?.endsWith(side(square)) && ![...kept.values()].includes(id)) kept.set(square, id);
    else come.push(square);
  }
  const gone = [...ids.values()].filter((id) => ![...kept.values()].includes(id));
  for (const square of come) {
    const [id, more] = gone.filter((other) => other.endsWith(side(square)));
    const same = id && !more && come.filter((other) => side(other) === side(square)).length === 1;
    kept.set(square, same ? id : `${++lastId}${side(square)}`);
  }
  return kept;
}

// ---- keys and pointers ----

/** The next square in the direction of an arrow, or null. @param {string} square @param {string} key @param {boolean} flipped */
function neighbour(square, key, flipped) {
  /** @type {Record<string, number[]>} */
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  const step = arrows[key];
  if (!step) return null;
  const turn = flipped ? -1 : 1;
  const f = FILES.indexOf(square[0]) + turn * step[0], r = Number(square[1]) + turn * step[1];
  return FILES[f] && r >= 1 && r <= 6 ? FILES[f] + r : square;
}

/** @param {string} square */
const focusOn = (square) => /** @type {SVGElement | null} */ (document.querySelector(`.db-board [data-square="${square}"]`))?.focus();

/** @param {PageEvent} event @param {View} view @param {string} square @param {boolean} flipped */
function squareKey(event, view, square, flipped) {
  const next = neighbour(square, event.key, flipped);
  if (next) focusOn(next);
  else if (event.key === 'Enter' || event.key === ' ') touch(view, square);
  else return;
  event.preventDefault();
  event.stopPropagation();
}

// ---- dragging ----

const FAR = 8; // pixels: less than that is a click
/** @type {string | null} */
let pressed = null; // the square on which the pointer went down
let settled = false; // pointerup was handled: ignore the click that may follow

/** The pointer's position in board coordinates. @param {SVGSVGElement} board @param {PageEvent} event @returns {Point} */
function pointOn(board, event) {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM()?.inverse());
  return [x, y];
}

/** @param {Point} point @param {boolean} flipped */
function squareAt([x, y], flipped) {
  const f = Math.floor((x - RIM) / SQUARE), r = Math.floor((y - RIM) / SQUARE);
  if (f < 0 || f > 5 || r < 0 || r > 5) return null;
  return flipped ? FILES[5 - f] + (r + 1) : FILES[f] + (6 - r);
}

/** @param {Point} point */
const ghostStyle = ([x, y]) => ({ transform: `translate(${x - 39}px, ${y - 39}px)` });

/** @param {PageEvent} event @param {View} view @param {string} square */
function grab(event, view, square) {
  settled = false;
  pressed = event.button ? null : square;
  const { froms, targets } = choiceOf(view);
  if (event.button || !(froms.has(square) || Object.values(targets).some(({ from }) => from === square))) return;
  drag = { square, start: [event.clientX, event.clientY], at: null, over: null };
  event.currentTarget.setPointerCapture(event.pointerId);
}

/** @param {PageEvent} event @param {View} view @param {boolean} flipped */
function pull(event, view, flipped) {
  if (!drag || (!drag.at && Math.hypot(event.clientX - drag.start[0], event.clientY - drag.start[1]) < FAR)) return;
  const square = /** @type {SVGElement} */ (/** @type {Element} */ (event.currentTarget)), before = drag.at ? drag.over : undefined;
  const board = square.ownerSVGElement;
  if (!board) return;
  drag.at = pointOn(board, event);
  drag.over = squareAt(drag.at, flipped);
  view.ui.from = drag.square;
  Object.assign(/** @type {SVGElement | null} */ (board.querySelector('.db-ghost'))?.style ?? {}, ghostStyle(drag.at));
  if (drag.over !== before) view.redraw();
}

/**
 * Browsers make no click of a tap that follows a quick drag, so the pointer's own events decide.
 * @param {View} view
 * @param {string} under
 */
function drop(view, under) {
  const { square, at, over } = drag ?? { square: '', at: null, over: null };
  drag = null;
  settled = Boolean(at) || pressed === under;
  if (!at) return settled && touch(view, under);
  const target = over ? choiceOf(view).targets[over] : null;
  if (!over || target?.from !== square) return view.redraw();
  landed = { square, to: over };
  return view.play(target.line);
}

/** @param {View} view */
function cancel(view) {
  pressed = null;
  if (!drag) return;
  drag = null;
  view.redraw();
}

/** A screen reader's click comes without a pointer. @param {View} view @param {string} square */
function click(view, square) {
  if (settled) settled = false;
  else touch(view, square);
}

// ---- the squares ----

/**
 * @param {View} view
 * @param {string} square
 * @param {Pieces} now
 * @param {Choice} choice
 * @param {boolean} flipped
 */
function squareView(view, square, now, choice, flipped) {
  const [x, y] = middleOf(square, flipped), what = meaning(choice, square), { from, froms, targets } = choice;
  const dark = (FILES.indexOf(square[0]) + Number(square[1])) % 2 === 0;
  const camp = ['', ' camp-red', ' camp-black'][view.state.camps.indexOf(Number(square[1])) + 1];
  const over = drag?.at && drag.over === square && targets[square];
  const cls = `db-square${dark ? ' dark' : ''}${camp}${what ? ' open' : ''}${froms.has(square) ? ' movable' : ''}${over ? ' over' : ''}`;
  const focus = (focused ?? from ?? Object.keys(now)[0] ?? 'a1') === square;
  return svg('rect', {
    x: x - SQUARE / 2, y: y - SQUARE / 2, width: SQUARE, height: SQUARE, class: cls, key: square, 'data-square': square, 'data-can': what,
    'data-place': `square ${square}`,
    role: 'button', tabindex: focus ? '0' : '-1', 'aria-label': squareLabel(choice, square, now[square]),
    'aria-pressed': square === from ? 'true' : null,
    onclick: () => click(view, square),
    onkeydown: (event) => squareKey(event, view, square, flipped),
    onfocus: () => (focused === square || ((focused = square), view.redraw()), aimAt(view, square)),
    onpointerenter: (event) => event.pointerType === 'mouse' && aimAt(view, square),
    onpointerdown: (event) => grab(event, view, square),
    onpointermove: (event) => pull(event, view, flipped),
    onpointerup: () => drop(view, square),
    onpointercancel: () => cancel(view),
  });
}

// ---- turns that were played, and lines that are only shown ----

/**
 * The steps of a turn, to be drawn. A returning die starts from its last square.
 * @param {View} view
 * @param {{at: number, line: string}[]} lines
 */
function stepsOf(view, lines) {
  const facts = factsSoFar(view), last = view.log.length - 1;
  /** @type {string | null} */
  let place = null;
  return lines.map(({ at, line }) => {
    const seat = Number(line[0]), move = read(line), shown = at === last && view.before ? factsOf(view.before, seat, move) : null;
    /** @type {Step} */
    const step = { seat, ...move, was: (facts[at] ?? shown)?.was };
    if (step.kind === '@') step.from = place;
    place = step.to ?? step.from ?? place;
    return step;
  });
}

/** The opponent's turn that was played last or is being played, and the player's own moves of this turn. @param {View} view */
function turnsShown(view) {
  const [now, before] = turnsOf(view.log, view.state).map((lines) => stepsOf(view, lines));
  const mine = now.length > 0 && now[0].seat === view.you && !view.replaying;
  return mine ? { played: before, own: now } : { played: now.length ? now : before, own: [] };
}

/** The face that a die would show if the line were played. @param {View} view @param {Step} step @param {boolean} flipped */
function shownTarget(view, step, flipped) {
  const facts = factsOf(view.state, step.seat, step), { kind, to, from, seat } = step;
  if (!facts) return null;
  if (to) return goalSign(to, { kind, becomes: facts.becomes, side: seat, aim: false }, flipped);
  return from ? flipSign(from, facts.becomes, seat, flipped) : null;
}

/** @param {View} view @param {string} line @returns {Step} */
function stepOf(view, line) {
  const move = read(line);
  return { seat: Number(line[0]), ...move, from: move.kind === '@' ? view.state.owed : move.from };
}

/** In a replay: the better move and the one that was played, with words. @param {View} view @param {boolean} flipped */
function comparedView(view, flipped) {
  const compared = (/** @type {string | null | undefined} */ line, /** @type {string} */ kind, /** @type {string} */ words) => {
    const step = line ? stepOf(view, line) : null;
    if (!step || !(step.from || step.to)) return null;
    const [x, y] = middleOf(step.to ?? step.from ?? 'a1', flipped), way = step.from && step.to ? y - middleOf(step.from, flipped)[1] : 0;
    const below = way ? way > 0 : kind === 'hint'; // where the arrow does not come from
    return [shownTarget(view, step, flipped), stepSign(step, kind, flipped, 0), tag([x, y + (below ? 58 : -58)], words, kind)];
  };
  return [compared(view.played, 'instead', t('db.mark.played')), compared(view.mark, 'hint', t('db.mark.best'))];
}

/** The hint, the rest of its turn, and the expected reply. @param {View} view @param {boolean} flipped */
function markView(view, flipped) {
  if (!view.mark) return null;
  if (view.replaying) return comparedView(view, flipped);
  const ends = view.then.map((line, i) => (read(line).kind === 'end' ? i : -1)).filter((i) => i >= 0);
  let place = view.state.owed;
  const steps = [view.mark, ...view.then.slice(0, ends[1] ?? view.then.length)].map((line) => {
    const step = stepOf(view, line);
    if (step.kind === '@') step.from = place;
    place = step.to ?? step.from ?? place;
    return step;
  }).filter((step) => step.from || step.to);
  /** @param {Step} step @param {number} i */
  const kind = (step, i) => (i === 0 ? 'hint' : step.seat === view.you ? 'next' : 'reply');
  return [steps[0] && shownTarget(view, steps[0], flipped),
    [...steps].reverse().map((step, i) => stepSign(step, kind(step, steps.length - 1 - i), flipped, steps.length - i)),
    steps.length > 1 && steps.map((step, i) => numberSign(step, i + 1, kind(step, i), flipped))];
}

// ---- dice ----

/** The die of the line being shown: it rolls over an edge, or flips on its square. @param {View} view @param {boolean} flipped */
function turning(view, flipped) {
  const line = view.fresh[view.fresh.length - 1] ?? '', { kind, from, to } = read(line);
  const facts = view.before && /[-x~]/.test(kind) ? factsOf(view.before, Number(line[0]), { kind, from, to }) : null;
  if (!facts || !from) return null;
  if (!to) return { square: from, was: facts.was, way: 'over' };
  const [a, b] = [middleOf(from, flipped), middleOf(to, flipped)];
  return { square: to, was: facts.was, way: a[0] < b[0] ? 'right' : a[0] > b[0] ? 'left' : a[1] < b[1] ? 'down' : 'up' };
}

/** @param {Piece} piece @param {{was: number, way: string} | null} [turn] @param {string | number} [beat] */
function die({ value, side }, turn, beat) {
  const tone = toneOf(side), way = turn ? ` to-${turn.way}` : '';
  return svg('g', { transform: 'scale(0.78)' },
    svg('ellipse', { cx: 50, cy: 96, rx: 46, ry: 11, class: 'db-shadow' }),
    turn && svg('g', { key: `old-${beat}`, class: `db-face old${way}` }, pipDieParts(turn.was, tone)),
    svg('g', { key: `v${value}`, class: `db-face${way}` }, pipDieParts(value, tone)));
}

/**
 * @param {View} view
 * @param {string} square
 * @param {Piece} piece
 * @param {Choice} choice
 * @param {{square: string, was: number, way: string} | null} turn
 * @param {boolean} flipped
 */
function pieceView(view, square, piece, { from, froms, aim }, turn, flipped) {
  const put = landed?.square === square ? landed.to : square, [x, y] = middleOf(put, flipped);
  const marks = `${froms.has(square) && !from && !aim ? ' movable' : ''}${put === square ? '' : ' landed'}`
    + `${read(view.fresh[0] ?? '').kind === '@' && !view.replaying && !view.lesson ? ' landed' : ''}`
    + `${drag?.at && drag.square === square ? ' lifted' : ''}${landed?.to === square ? ' taken' : ''}`;
  const style = { transform: `translate(${x - 39}px, ${y - 38}px)` };
  return svg('g', { class: `db-piece${marks}`, key: ids.get(square), 'data-place': `on ${square}`, style, 'aria-hidden': 'true' },
    svg('rect', { x: -5, y: -5, width: 88, height: 88, rx: 19, class: 'db-halo' }),
    die(piece, turn?.square === square ? turn : null, view.beat));
}

/** The dragged die, with the face it would show on the square below it. @param {Piece | undefined} piece @param {Choice} choice */
function ghost(piece, { targets }) {
  if (!drag?.at || !piece) return null;
  const value = targets[drag.over ?? '']?.becomes ?? piece.value;
  return svg('g', { key: 'ghost', class: 'db-ghost', style: ghostStyle(drag.at), 'aria-hidden': 'true' }, die({ ...piece, value }));
}

/** Around the square that has the focus, over the dice. @param {boolean} flipped */
function focusRing(flipped) {
  if (!focused) return null;
  const at = middleOf(focused, flipped);
  return svg('g', { key: 'focus', class: 'db-focus' }, box(at, 46, 10, { class: 'wide' }), box(at, 46, 10, { class: 'thin' }));
}

/** @param {boolean} flipped */
function coordinates(flipped) {
  /** @param {number} x @param {number} y @param {string | number} name */
  const text = (x, y, name) => svg('text', { x, y, 'text-anchor': 'middle', class: 'db-coordinate', 'aria-hidden': 'true' }, name);
  return [
    ...[...FILES].map((name) => text(middleOf(`${name}1`, flipped)[0], HIGH - 19, name)),
    ...[1, 2, 3, 4, 5, 6].map((rank) => text(21, middleOf(`a${rank}`, flipped)[1] + 8, rank)),
  ];
}

/** The question about the chosen die, beside it. @param {View} view @param {Choice} choice @param {boolean} flipped */
function tagsView(view, { aim, from }, flipped) {
  const { owed, bounce } = view.state, place = owed ?? bounce, may = view.legal.length > 0;
  const at = place && middleOf(place, flipped), [x, y] = middleOf(aim?.to ?? 'a1', flipped);
  return [
    may && at && tag([at[0] - (from ? 38 : 0), at[1] + 56], t(owed ? 'db.tag.return' : 'db.tag.bounce'), 'gold'),
    may && aim?.taken ? tag([x - 46, y - 44], `+${aim.taken}`, 'gold') : null,
  ];
}

/** Gold squares: the acting die; for a recovery, the equal dice. @param {View} view @param {Choice} choice @param {Pieces} now */
function goldSquares(view, { from, targets }, now) {
  const recovers = Object.values(targets).some(({ kind }) => kind === '+');
  const equal = recovers ? Object.keys(now).filter((square) => now[square].side === Number(view.legal[0][0])) : [];
  const acts = [from, view.legal.length ? view.state.owed : null, view.mark && view.replaying ? stepOf(view, view.mark).from : null];
  return { acts: [...new Set(acts)].filter(Boolean), equal };
}

/** @param {View} view @param {Choice} choice @param {Pieces} now @param {boolean} flipped */
function boardView(view, choice, now, flipped) {
  follow(view, now);
  if (!view.pending) landed = null;
  const { from, targets, aim, flip } = choice, turn = turning(view, flipped), { played, own } = turnsShown(view);
  const squares = [6, 5, 4, 3, 2, 1].flatMap((rank) => [...FILES].map((f) => f + rank)), gold = goldSquares(view, choice, now);
  const order = Object.keys(now).sort((a, b) => parseInt(ids.get(a) ?? '', 10) - parseInt(ids.get(b) ?? '', 10));
  const side = now[from ?? '']?.side ?? 1, { owed, bounce } = view.state;
  return svg('svg', {
    class: `db-board${view.legal.length ? ' live' : ''}`, viewBox: `0 0 ${WIDE} ${HIGH}`, key: 'board', role: 'group',
    'aria-label': t('db.board'),
  },
  svg('rect', { y: 6, width: WIDE, height: HIGH - 6, rx: 26, class: 'db-edge' }),
  svg('rect', { width: WIDE, height: HIGH - 6, rx: 26, class: 'db-frame' }),
  svg('rect', { x: RIM - 6, y: RIM - 6, width: 612, height: 612, rx: 6, class: 'db-rim' }),
  coordinates(flipped),
  svg('g', { key: 'squares' }, squares.map((square) => squareView(view, square, now, choice, flipped))),
  svg('g', { key: 'below', class: 'db-signs' },
    played.map((step) => playedBelow(step, flipped, !now[step.from ?? ''], now[step.to ?? step.from ?? '']?.side === step.seat)),
    own.map((step, i) => step.from && step.to && step.to !== (owed ?? bounce) && stepSign(step, 'own', flipped, i)),
    gold.acts.map((square) => box(middleOf(square, flipped), 47, 14, { class: 'db-acts' })),
    gold.equal.map((square) => box(middleOf(square, flipped), 46, 16, { class: 'db-equal', 'data-equal': square }))),
  svg('g', { key: 'pieces', class: 'db-pieces' }, order.map((square) => pieceView(view, square, now[square], choice, turn, flipped))),
  svg('g', { key: 'signs', class: 'db-signs' },
    played.map((step, i) => stepSign(step, 'played', flipped, i)),
    Object.values(targets).map((target) => goalSign(target.to ?? 'a1', { ...target, side: target.seat, aim: target === aim }, flipped)),
    aim?.from && aim.kind !== '@' && aimArrow(aim.from, aim.to ?? 'a1', flipped),
    flip && from && flipSign(from, flip.becomes, side, flipped),
    tagsView(view, choice, flipped), markView(view, flipped), focusRing(flipped), ghost(now[drag?.square ?? ''], choice)));
}

// ---- dice on their way ----

const FLIES = 450; // milliseconds

/**
 * A die that flies between places: of squares, of dice (`on a1`), of plates.
 * @param {string} from
 * @param {string} to
 * @param {number} value
 * @param {number} side
 */
function flightOf(from, to, value, side) {
  const square = document.querySelector('.db-square')?.getBoundingClientRect().width ?? 60;
  return { from, to, ms: FLIES, hides: true, thing: () => pipDie(value, { tone: toneOf(side), size: 0.78 * square }) };
}

/** The place where a flight starts: a square, or the opponent's plate. @param {GameState} state @param {Step & {was: number}} step */
const startOf = (state, { kind, seat, was }) =>
  (kind === '@' ? `on ${state.owed}` : `${3 - seat} ${held(state.held[2 - seat]).indexOf(was)}`);

/** @param {View} view */
function flightsOf({ fresh, before, state }) {
  const line = fresh[fresh.length - 1] ?? '', seat = Number(line[0]), move = read(line), facts = before && factsOf(before, seat, move);
  if (!facts || !move.to || move.kind === '-') return [];
  if (move.kind !== 'x') return [flightOf(startOf(before, { ...move, ...facts, seat }), `on ${move.to}`, facts.was, seat)];
  const place = Math.max(0, held(state.held[seat - 1]).lastIndexOf(facts.taken)); // a round that has ended leaves no dice there
  return [flightOf(`on ${move.to}`, `${seat} ${place}`, facts.taken, 3 - seat)];
}

// ---- the board ----

/** @type {import('../../model/board.js').GameBoard} */
const board = {
  ownSeats: true, // the plates are the seats

  opens,

  say: sayLine,

  tell: (lines, view) => lines.filter((line) => !line.startsWith('#')).map((line) => tellLine(line, view)).join(' '),

  hear: hearLines,

  where: whereWords,

  owner: (line) => (line[0] === '*' ? 0 : Number(line[0])),

  // In milliseconds: a roll takes 300, a flight 450.
  dwell: (line) => (/ end$/.test(line) ? 350 : / [@+]|x/.test(line) ? 850 : 700),

  rolls: () => false, // no dice are rolled

  turns: true, // the board is shown from `side`

  score: (state, seat) => state.scores[seat - 1],

  trophy: (view, seat) => h('b', { class: 'db-points' }, t('db.points', { n: view.state.scores[seat - 1] })),

  ending: (view) => t('db.end', { list: standings(view, view.state.scores) }),

  board(view) {
    const black = (view.side ?? view.you) === 2, mine = black ? 2 : 1, now = pieces(view.state.position);
    if (drag && !view.legal.length) drag = null;
    const choice = choiceOf(view), { aim } = choice, change = { take: aim?.taken, back: aim?.kind === '+' ? aim.was : 0, seat: aim?.seat };
    return h('div', { class: 'db' },
      plateView(view, 3 - mine, change), boardView(view, choice, now, black), plateView(view, mine, change), betweenView(view));
  },

  flights: flightsOf,

  // The path of a die that would return to camp, or be recovered from the other's plate.
  way(view) {
    const { aim } = choiceOf(view);
    return aim && (aim.kind === '@' || aim.kind === '+') ? flightOf(startOf(view.state, aim), `square ${aim.to}`, aim.was, aim.seat) : null;
  },

  bar: (view) => barOf(view, choiceOf(view)),

  // A letter and a digit go to a square; Escape deselects the die.
  key(event, view) {
    const letter = file, key = event.key.toLowerCase();
    file = null;
    if (key === 'escape' && choiceOf(view).from) {
      Object.assign(view.ui, { from: null, aim: undefined });
      view.redraw();
    } else if (FILES.includes(key) && key.length === 1) {
      file = key;
      focusOn(key + (focused?.[1] ?? 1));
    } else if (letter && /^[1-6]$/.test(key)) focusOn(letter + key);
    else return false;
    return true;
  },
};

export default board;

