// Débâcle: the board with dice as pieces. Touch a die to see where it may go, or drag it there; arrows or a square's name by keyboard.
import { h, svg } from '../../core/dom.js';
import { t } from '../../core/texts.js';
import { pipDie, pipDieParts } from '../../core/art.js';
import { standings, tell } from '../../core/parts.js';

/** @typedef {import('../../model/board.js').View} View */
/** @typedef {import('../../model/messages.js').GameState} GameState */
/** @typedef {import('../../core/dom.js').PageEvent} PageEvent */

/** @typedef {{side: number, value: number}} Piece */
/** @typedef {Record<string, Piece>} Pieces by square */
/** @typedef {{kind: string, from?: string | null, to?: string}} Move kind is '-', 'x', '~', '@', '+' or 'end' */
/** @typedef {Move & {seat: number}} Step */
/** @typedef {[number, number]} Point in the board's own units */

const SQUARE = 100, MARGIN = 34, FILES = 'abcdef';

/** @type {Map<string, string>} */
let ids = new Map(); // square: the die's own number, so that it is seen to move
let lastId = 0;
/** @type {number | string | null} */
let lastBeat = null;
/** @type {string | null} */
let focused = null; // the square that has or last had the focus
/** @type {string | null} */
let file = null; // a letter that was typed: with a digit it names a square
/** @type {{square: string, start: Point, at: Point | null, over: string | null} | null} */
let drag = null; // the die under the pointer; `at` is null until it has moved
/** @type {{square: string, to: string} | null} */
let landed = null; // a die that was dropped, until the server answers

// ---- reading what the server sent ----

/** The dice of the position text. @param {string} position */
function pieces(position) {
  /** @type {Pieces} */
  const found = {};
  (position ?? '').split(' ')[0].split('/').forEach((row, r) => {
    [...row].forEach((c, f) => {
      const square = FILES[f] + (6 - r);
      if (/[1-6]/.test(c)) found[square] = { side: 1, value: Number(c) };
      else if (/[A-F]/.test(c)) found[square] = { side: 2, value: c.charCodeAt(0) - 64 };
    });
  });
  return found;
}

/** @param {string} letters */
const held = (letters) => [...letters].map((c) => (/[1-6]/.test(c) ? Number(c) : c.charCodeAt(0) - 64));

/** What a line does. @param {string} line @returns {Move} */
function read(line) {
  const word = line.split(' ')[1] ?? '';
  const move = word.match(/^([a-f][1-6])([-x])([a-f][1-6])$/);
  if (move) return { from: move[1], kind: move[2], to: move[3] };
  if (/^[a-f][1-6]~$/.test(word)) return { from: word.slice(0, 2), kind: '~' };
  if (/^[@+][a-f][1-6]$/.test(word)) return { kind: word[0], to: word.slice(1) };
  return { kind: word };
}

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

/**
 * The moves of the turn that is being played; until its first one, those of the turn before. A round's last line is a capture, not an
 * end: going back, the mover would then hold fewer than none.
 * @param {View} view
 */
function lastTurn(view) {
  const { held: holds, turns } = view.state;
  /** @type {number[]} */
  const captures = holds.map((/** @type {string} */ dice) => held(dice).length);
  /** @type {string[]} */
  const found = [];
  let ended = false, seat = 0;
  for (const line of view.log.filter((each) => /^[12] (?!forfeits|accepts)/.test(each)).reverse()) {
    const who = Number(line[0]), { kind } = read(line);
    if ((seat && who !== seat) || (kind === 'end' && (ended || found.length))) break;
    if (kind === 'x' && captures[who - 1]-- === 0) break;
    if (kind === '+') captures[2 - who]++;
    seat = who;
    if (kind === 'end') ended = true;
    else found.unshift(line);
  }
  return ended && turns === 0 ? [] : found; // a new round: the board is another
}

/** The same as things to draw. A die that goes back comes from where it was last. @param {string[]} lines */
function drawn(lines) {
  /** @type {string | null} */
  let at = null;
  return lines.map((line) => {
    /** @type {Step} */
    const step = { seat: Number(line[0]), ...read(line) };
    if (step.kind === '@') step.from = at;
    at = step.to ?? step.from ?? at;
    return step;
  });
}

// ---- drawing ----

/** @param {string} square @param {boolean} flipped */
function corner(square, flipped) {
  const f = FILES.indexOf(square[0]), r = Number(square[1]) - 1;
  return flipped ? [MARGIN + (5 - f) * SQUARE, MARGIN + r * SQUARE] : [MARGIN + f * SQUARE, MARGIN + (5 - r) * SQUARE];
}

/** @param {View} view */
function selected(view) {
  const froms = [...new Set(view.legal.map((line) => read(line).from).filter(Boolean))];
  if (froms.includes(view.ui.from)) return view.ui.from;
  // Only one die can move, as in a bounce with the return owed: it is chosen already.
  if (froms.length === 1) return froms[0];
  return view.state.bounce && froms.includes(view.state.bounce) && view.ui.from === undefined ? view.state.bounce : null;
}

/** @param {View} view @param {string} square */
function touch(view, square) {
  const from = selected(view);
  const lines = view.legal.map((line) => ({ line, ...read(line) }));
  const move = lines.find((l) => from && l.from === from && l.to === square) ?? lines.find((l) => !l.from && l.to === square);
  if (move) return view.play(move.line);
  view.ui.from = lines.some((l) => l.from === square) && square !== from ? square : null;
  return view.redraw();
}

/**
 * What touching a square would do: '-', 'x', '@', '+', 'pick' or nothing.
 * @param {View} view
 * @param {string} square
 * @param {string | null} from
 */
function meaning(view, square, from) {
  const lines = view.legal.map(read);
  const move = lines.find((l) => from && l.from === from && l.to === square) ?? lines.find((l) => !l.from && l.to === square);
  if (move) return move.kind;
  return lines.some((l) => l.from === square) ? 'pick' : null;
}

/** @param {View} view @param {string} square @param {Piece | undefined} piece @param {string | null} what */
function squareLabel(view, square, piece, what) {
  const die = piece ? t('db.die', { side: t(piece.side === 1 ? 'db.red' : 'db.black'), n: piece.value }) : t('db.empty');
  return `${square}, ${die}${what ? `, ${t('db.can.' + what)}` : ''}`;
}

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
let settled = false; // the pointer has gone up and was answered: the click that may follow means nothing

/** Where the pointer is on the board. @param {SVGSVGElement} board @param {PageEvent} event @returns {Point} */
function pointOn(board, event) {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(board.getScreenCTM()?.inverse());
  return [x, y];
}

/** @param {Point} point @param {boolean} flipped */
function squareAt([x, y], flipped) {
  const f = Math.floor((x - MARGIN) / SQUARE), r = Math.floor((y - MARGIN) / SQUARE);
  if (f < 0 || f > 5 || r < 0 || r > 5) return null;
  return flipped ? FILES[5 - f] + (r + 1) : FILES[f] + (6 - r);
}

/** @param {Point} point */
const ghostStyle = ([x, y]) => ({ transform: `translate(${x - 41}px, ${y - 41}px)` });

/** @param {PageEvent} event @param {View} view @param {string} square */
function grab(event, view, square) {
  settled = false;
  pressed = event.button ? null : square;
  if (event.button || !view.legal.some((line) => read(line).from === square)) return;
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
  const move = view.legal.find((line) => read(line).from === square && read(line).to === over);
  if (move && over) landed = { square, to: over };
  return move ? view.play(move) : view.redraw();
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
 * @param {string | null} from
 * @param {boolean} flipped
 * @param {string[]} last squares of the last turn
 */
function squareView(view, square, now, from, flipped, last) {
  const [x, y] = corner(square, flipped);
  const what = meaning(view, square, from);
  const dark = (FILES.indexOf(square[0]) + Number(square[1])) % 2 === 0;
  const camp = ['', ' camp-red', ' camp-black'][view.state.camps.indexOf(Number(square[1])) + 1];
  const movable = view.legal.some((line) => read(line).from === square);
  const over = drag?.over === square && what && what !== 'pick';
  const cls = `db-square${dark ? ' dark' : ''}${camp}${square === from ? ' from' : ''}${last.includes(square) ? ' last' : ''}`
    + `${what ? ' open' : ''}${movable ? ' movable' : ''}${over ? ' over' : ''}`;
  const focus = (focused ?? from ?? Object.keys(now)[0] ?? 'a1') === square;
  return svg('rect', {
    x, y, width: SQUARE, height: SQUARE, class: cls, key: square, 'data-square': square, role: 'button', tabindex: focus ? '0' : '-1',
    'aria-label': squareLabel(view, square, now[square], what),
    'aria-pressed': square === from ? 'true' : null,
    onclick: () => click(view, square),
    onkeydown: (event) => squareKey(event, view, square, flipped),
    onfocus: () => focused === square || ((focused = square), view.redraw()),
    onpointerdown: (event) => grab(event, view, square),
    onpointermove: (event) => pull(event, view, flipped),
    onpointerup: () => drop(view, square),
    onpointercancel: () => cancel(view),
  });
}

/** @param {View} view @param {string} square @param {string | null} from @param {boolean} flipped */
function hint(view, square, from, flipped) {
  const what = meaning(view, square, from);
  if (!what || what === 'pick') return null;
  const [x, y] = corner(square, flipped);
  const at = `translate(${x + SQUARE / 2} ${y + SQUARE / 2})`;
  const key = `hint-${square}`;
  if (what === '-') return svg('circle', { key, transform: at, r: 15, class: 'db-hint' });
  if (what === 'x') {
    return svg('g', { key, transform: at, class: 'db-hint-x' },
      svg('circle', { r: 46 }),
      svg('path', { d: 'M-40 -40l16 16M40 -40l-16 16M-40 40l16 -16M40 40l-16 -16' }));
  }
  return svg('g', { key, transform: at, class: 'db-hint-home' }, svg('rect', { x: -44, y: -44, width: 88, height: 88, rx: 14 }),
    svg('path', { d: what === '+' ? 'M-18 0h36M0 -18v36' : 'M0 -20v34M-14 2l14 16 14-16' }));
}

// ---- arrows ----

/**
 * A step as an arrow, or around its square: a played action, a hint, or its possible continuation.
 * @param {Step} step
 * @param {string} kind
 * @param {boolean} flipped
 * @param {number} number
 */
function stepView(step, kind, flipped, number) {
  const { from, to } = step, key = `${kind}-${number}`;
  const cls = `db-step ${kind}`;
  if (!from || !to) {
    const [x, y] = corner(to ?? from ?? 'a1', flipped);
    return svg('g', { key, class: cls, transform: `translate(${x} ${y})` },
      svg('rect', { x: 6, y: 6, width: SQUARE - 12, height: SQUARE - 12, rx: 16 }),
      step.kind === '~' && svg('path', { d: 'M30 88h40M62 80l9 8-9 8', class: 'db-turned' }));
  }
  const [x1, y1] = corner(from, flipped), [x2, y2] = corner(to, flipped);
  const length = Math.hypot(x2 - x1, y2 - y1), turn = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI;
  return svg('g', { key, class: cls, transform: `translate(${x1 + SQUARE / 2} ${y1 + SQUARE / 2}) rotate(${turn})` },
    kind === 'played' && svg('circle', { r: 11 }),
    svg('path', { d: `M12 0H${length - 34}` }), svg('path', { d: `M${length - 8} 0l-32 -20v40z`, class: 'db-head' }));
}

/** Which comes when, where there are several. @param {Step} step @param {number} number @param {string} kind @param {boolean} flipped */
function numberView(step, number, kind, flipped) {
  const [x, y] = corner(step.to ?? step.from ?? 'a1', flipped);
  return svg('g', { key: `number-${number}`, class: `db-number ${kind}`, transform: `translate(${x + SQUARE - 17} ${y + 17})` },
    svg('circle', { r: 15 }),
    svg('text', { y: 7, 'text-anchor': 'middle' }, number));
}

/** The hint, the rest of its turn, and the answer that is expected. @param {View} view @param {boolean} flipped */
function markView(view, flipped) {
  if (!view.mark) return null;
  const ends = view.then.map((line, i) => (read(line).kind === 'end' ? i : -1)).filter((i) => i >= 0);
  const steps = drawn([view.mark, ...view.then.slice(0, ends[1] ?? view.then.length)]).filter((step) => step.from || step.to);
  /** @param {Step} step @param {number} i */
  const kind = (step, i) => (i === 0 ? 'hint' : step.seat === view.you ? 'next' : 'reply');
  return [[...steps].reverse().map((step, i) => stepView(step, kind(step, steps.length - 1 - i), flipped, steps.length - i)),
    steps.length > 1 && steps.map((step, i) => numberView(step, i + 1, kind(step, i), flipped))];
}

// ---- dice ----

/** @param {Piece} piece */
const die = (piece) => svg('g', { transform: 'scale(0.82)' },
  svg('g', { key: `v${piece.value}`, class: 'db-face' }, pipDieParts(piece.value, piece.side === 1 ? 'red' : 'black')));

/** @param {View} view @param {string} square @param {Piece} piece @param {string | null} from @param {boolean} flipped */
function pieceView(view, square, piece, from, flipped) {
  const put = landed?.square === square ? landed.to : square;
  const [x, y] = corner(put, flipped);
  const movable = view.legal.some((line) => read(line).from === square);
  const marks = `${square === from ? ' chosen' : ''}${movable ? ' movable' : ''}${view.state.owed === square ? ' owed' : ''}`
    + `${view.state.bounce === square ? ' bounce' : ''}${put === square ? '' : ' landed'}`
    + `${drag?.at && drag.square === square ? ' lifted' : ''}${landed?.to === square ? ' taken' : ''}`;
  const style = { transform: `translate(${x + 9}px, ${y + 8}px)` };
  return svg('g', { class: `db-piece${marks}`, key: ids.get(square), style, 'aria-hidden': 'true' },
    svg('rect', { x: -5, y: -4, width: 92, height: 92, rx: 20, class: 'db-halo' }), die(piece));
}

/** The die under the pointer. @param {Piece | undefined} piece */
const ghost = (piece) => (drag?.at && piece
  ? svg('g', { key: 'ghost', class: 'db-ghost', style: ghostStyle(drag.at), 'aria-hidden': 'true' }, die(piece))
  : null);

/** Around the square that has the focus, over the dice. @param {boolean} flipped */
function focusRing(flipped) {
  if (!focused) return null;
  const [x, y] = corner(focused, flipped);
  /** @param {string} cls */
  const ring = (cls) => svg('rect', { x: x + 4, y: y + 4, width: SQUARE - 8, height: SQUARE - 8, rx: 10, class: cls });
  return svg('g', { key: 'focus', class: 'db-focus' }, ring('wide'), ring('thin'));
}

/** @param {boolean} flipped */
function coordinates(flipped) {
  const order = flipped ? [...FILES].reverse() : [...FILES];
  /** @param {number} x @param {number} y @param {string | number} name */
  const text = (x, y, name) => svg('text', { x, y, 'text-anchor': 'middle', class: 'db-coordinate', 'aria-hidden': 'true' }, name);
  return [
    ...order.map((file, i) => text(MARGIN + (i + 0.5) * SQUARE, 2 * MARGIN + 6 * SQUARE - 9, file)),
    ...[1, 2, 3, 4, 5, 6].map((rank) => text(MARGIN / 2, corner(`a${rank}`, flipped)[1] + SQUARE / 2 + 8, rank)),
  ];
}

/** @param {View} view */
function boardView(view) {
  const flipped = (view.side ?? view.you) === 2;
  const now = pieces(view.state.position);
  follow(view, now);
  if (drag && !view.legal.length) drag = null;
  if (!view.pending) landed = null;
  const from = selected(view);
  const turn = drawn(lastTurn(view));
  const last = turn.flatMap((step) => [step.from ?? [], step.to ?? []].flat());
  const squares = [6, 5, 4, 3, 2, 1].flatMap((rank) => [...FILES].map((f) => f + rank));
  const size = 2 * MARGIN + 6 * SQUARE;
  const order = Object.keys(now).sort((a, b) => parseInt(ids.get(a) ?? '', 10) - parseInt(ids.get(b) ?? '', 10));
  const cls = `db-board${view.legal.length ? ' live' : ''}`;
  return svg('svg', { class: cls, viewBox: `0 0 ${size} ${size}`, key: 'board', role: 'group', 'aria-label': t('db.board') },
    svg('rect', { width: size, height: size, rx: 18, class: 'db-frame' }),
    coordinates(flipped),
    svg('g', { key: 'squares' }, squares.map((square) => squareView(view, square, now, from, flipped, last))),
    svg('g', { key: 'turn', class: 'db-hints' }, turn.map((step, i) => stepView(step, 'played', flipped, i))),
    svg('g', { key: 'pieces', class: 'db-pieces' }, order.map((square) => pieceView(view, square, now[square], from, flipped))),
    svg('g', { key: 'hints', class: 'db-hints' },
      squares.map((square) => hint(view, square, from, flipped)),
      markView(view, flipped), focusRing(flipped), ghost(now[drag?.square ?? ''])));
}

/** The dice a side holds, with a place for each that ends the round, and its score. @param {View} view @param {number} seat */
function tray(view, seat) {
  const { held: holds, scores, target, moves, bonus, mover, worth, captures_to_end: places } = view.state;
  const dice = held(holds[seat - 1]);
  const sum = worth[seat - 1];
  const turn = mover === seat;
  const acts = view.turn.seat === seat && !view.replaying;
  return h('div', { class: `db-tray${turn ? ' turn' : ''}${acts ? ' act' : ''}`, key: `tray-${seat}`, 'data-actor': acts ? seat : null },
    h('div', { class: 'db-who' }, pipDie(1, { size: 22, tone: seat === 1 ? 'red' : 'black' }), h('strong', null, view.name(seat)),
      view.tags?.(seat).map((tag) => h('span', { class: 'tag' }, tag)),
      turn && h('span', { class: 'tag' }, t('db.moves', { n: moves })),
      bonus[seat - 1] ? h('span', { class: 'tag' }, t('db.bonus', { n: bonus[seat - 1] })) : null),
    h('div', { class: 'db-held', role: 'img', 'aria-label': t('db.held', { n: dice.length, sum }) },
      Array.from({ length: places }, (_, i) => (dice[i]
        ? h('span', { key: `c${i}-${dice[i]}`, class: 'db-captured' }, pipDie(dice[i], { size: 30, tone: seat === 1 ? 'black' : 'red' }))
        : h('span', { key: `e${i}`, class: 'db-slot' })))),
    view.clock?.(seat),
    h('span', { class: 'db-score' },
      h('b', null, scores[seat - 1]),
      dice.length && mover !== 'over' ? h('span', { class: 'db-more' }, `+${sum}`) : null,
      target > 1 && h('small', null, ` / ${target}`)));
}

// ---- words ----

/** @type {Record<string, string>} */
const SAY = { '-': 'db.say.roll', x: 'db.say.capture', '~': 'db.say.flip', '@': 'db.say.return', '+': 'db.say.recover', end: 'db.say.end' };

/** @type {import('../../model/board.js').GameBoard} */
const board = {
  ownSeats: true, // the trays are the seats

  say(line, view) {
    const [who, verb, what] = line.split(' ');
    if (who === '*' && verb === 'first') return tell(view, Number(what), 'db.say.first');
    if (who === '*') return t('db.say.setup', { dice: [...(what ?? '')].join(' ') });
    const { kind, from, to } = read(line);
    return tell(view, Number(who), SAY[kind] ?? 'line.player', { from: from ?? '', to, words: verb });
  },

  owner: (line) => (line[0] === '*' ? 0 : Number(line[0])),
  dwell: (line) => (/ [@+]| end$|^\*/.test(line) ? 500 : 800),

  rolls: () => false, // no dice are rolled

  turns: true, // the board stands as `side` sees it

  score: (state, seat) => state.scores[seat - 1],

  trophy: (view, seat) => h('b', { class: 'db-points' }, t('db.points', { n: view.state.scores[seat - 1] })),

  ending: (view) => t('db.end', { list: standings(view, view.state.scores) }),

  board(view) {
    const mine = (view.side ?? view.you) === 2 ? 2 : 1;
    return h('div', { class: 'db' }, tray(view, 3 - mine), boardView(view), tray(view, mine),
      h('p', { class: 'fine db-round', key: 'round' }, t('db.round', { n: view.state.round, captures: view.state.captures_to_end }),
        view.state.recover === 'once' && ` ${t('db.once')}`));
  },

  bar(view) {
    const from = selected(view);
    const lines = view.legal.map((line) => ({ line, ...read(line) }));
    const flip = lines.find((l) => l.kind === '~' && l.from === from);
    const buttons = [];
    if (flip) buttons.push({ line: flip.line, text: t('db.do.flip', { square: from }) });
    for (const l of lines) if (l.kind === '@') buttons.push({ line: l.line, primary: true, text: t('db.do.return', { square: l.to }) });
    for (const l of lines) if (l.kind === '+') buttons.push({ line: l.line, text: t('db.do.recover', { square: l.to }) });
    const end = lines.find((l) => l.kind === 'end');
    if (end) buttons.push({ line: end.line, quiet: lines.length > 1, primary: lines.length === 1, text: t('db.do.end') });
    const { owed, bounce, moves, recovered } = view.state;
    const ask = owed ? t(bounce ? 'db.ask.owed.bounce' : 'db.ask.owed')
      : bounce ? t(lines.some((l) => l.from && l.from !== bounce) ? 'db.ask.bounce' : 'db.ask.bounce.only')
      : lines.length === 1 && end ? t(view.table.undo?.free.includes(view.you) ? 'db.ask.end' : 'db.ask.none')
      : from ? t('db.ask.to', { square: from })
      : t(recovered ? 'db.ask.recovered' : 'db.ask', { n: moves });
    return { ask, buttons };
  },

  // A letter and a digit go to a square; Escape lets go of a die.
  key(event, view) {
    const letter = file, key = event.key.toLowerCase();
    file = null;
    if (key === 'escape' && view.ui.from) {
      view.ui.from = null;
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
