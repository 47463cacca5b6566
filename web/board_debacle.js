// Débâcle: the board with dice as pieces. Touch a die to see where it may go.
import { h, svg } from './dom.js';
import { t } from './texts.js';
import { pipDie, pipDieParts } from './art.js';
import { tell } from './parts.js';

const SQUARE = 100, MARGIN = 34, FILES = 'abcdef';

let ids = new Map(); // square: the die's own number, so that it is seen to move
let lastId = 0;
let lastBeat = null;

// ---- reading what the server sent ----

// {square: {side, value}} from the position text.
function pieces(position) {
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

const held = (letters) => [...letters].map((c) => (/[1-6]/.test(c) ? Number(c) : c.charCodeAt(0) - 64));

// What a line does: {from, to, kind}; kind is '-', 'x', '~', '@', '+' or 'end'.
function read(line) {
  const word = line.split(' ')[1] ?? '';
  const move = word.match(/^([a-f][1-6])([-x])([a-f][1-6])$/);
  if (move) return { from: move[1], kind: move[2], to: move[3] };
  if (/^[a-f][1-6]~$/.test(word)) return { from: word.slice(0, 2), kind: '~' };
  if (/^[@+][a-f][1-6]$/.test(word)) return { kind: word[0], to: word.slice(1) };
  return { kind: word };
}

function follow(view, now) {
  if (view.beat !== lastBeat) {
    lastBeat = view.beat;
    let owed = null;
    for (const line of view.fresh) {
      const { from, to, kind } = read(line);
      const start = kind === '@' ? owed ?? [...ids.keys()].find((s) => !now[s]) : from;
      if (to && start && ids.has(start)) {
        ids.set(to, ids.get(start));
        ids.delete(start);
      }
      if (to && kind !== '@') owed = to;
    }
  }
  const kept = new Map();
  for (const [square, piece] of Object.entries(now)) {
    const id = ids.get(square);
    const same = id && id.endsWith(piece.side === 1 ? 'r' : 'b') && ![...kept.values()].includes(id);
    kept.set(square, same ? id : `${++lastId}${piece.side === 1 ? 'r' : 'b'}`);
  }
  ids = kept;
}

// ---- drawing ----

function corner(square, flipped) {
  const f = FILES.indexOf(square[0]), r = Number(square[1]) - 1;
  return flipped ? [MARGIN + (5 - f) * SQUARE, MARGIN + r * SQUARE] : [MARGIN + f * SQUARE, MARGIN + (5 - r) * SQUARE];
}

function selected(view) {
  const froms = [...new Set(view.legal.map((line) => read(line).from).filter(Boolean))];
  if (froms.includes(view.ui.from)) return view.ui.from;
  // Only one die can move, as in a bounce with the return owed: it is chosen already.
  return froms.length === 1 ? froms[0] : view.state.bounce && froms.includes(view.state.bounce) && view.ui.from === undefined ? view.state.bounce : null;
}

function touch(view, square) {
  const from = selected(view);
  const lines = view.legal.map((line) => ({ line, ...read(line) }));
  const move = lines.find((l) => from && l.from === from && l.to === square) ?? lines.find((l) => !l.from && l.to === square);
  if (move) return view.play(move.line);
  view.ui.from = lines.some((l) => l.from === square) && square !== from ? square : null;
  return view.redraw();
}

// What touching a square would do: '-', 'x', '@', '+', 'pick' or nothing.
function meaning(view, square, from) {
  const lines = view.legal.map(read);
  const move = lines.find((l) => from && l.from === from && l.to === square) ?? lines.find((l) => !l.from && l.to === square);
  if (move) return move.kind;
  return lines.some((l) => l.from === square) ? 'pick' : null;
}

function squareLabel(view, square, piece, what) {
  const die = piece ? t('db.die', { side: t(piece.side === 1 ? 'db.red' : 'db.black'), n: piece.value }) : t('db.empty');
  return `${square}, ${die}${what ? `, ${t('db.can.' + what)}` : ''}`;
}

function squareView(view, square, now, from, flipped, last) {
  const [x, y] = corner(square, flipped);
  const what = meaning(view, square, from);
  const dark = (FILES.indexOf(square[0]) + Number(square[1])) % 2 === 0;
  const camp = ['', ' camp-red', ' camp-black'][view.state.camps.indexOf(Number(square[1])) + 1];
  const cls = `db-square${dark ? ' dark' : ''}${camp}${square === from ? ' from' : ''}${last.includes(square) ? ' last' : ''}`;
  const focus = (view.ui.focus ?? from ?? Object.keys(now)[0] ?? 'a1') === square;
  const arrows = (event) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
    if (step) {
      const turn = flipped ? -1 : 1;
      const f = FILES.indexOf(square[0]) + turn * step[0], r = Number(square[1]) + turn * step[1];
      if (FILES[f] && r >= 1 && r <= 6) {
        view.ui.focus = FILES[f] + r;
        event.currentTarget.ownerSVGElement.querySelector(`[data-square="${view.ui.focus}"]`).focus();
        view.redraw();
      }
    } else if (event.key !== 'Enter' && event.key !== ' ') return;
    else touch(view, square);
    event.preventDefault();
    event.stopPropagation();
  };
  return svg('rect', {
    x, y, width: SQUARE, height: SQUARE, class: `${cls}${what ? ' open' : ''}`, key: square, 'data-square': square, role: 'button', tabindex: focus ? '0' : '-1', 'aria-label': squareLabel(view, square, now[square], what),
    'aria-pressed': square === from ? 'true' : null, onclick: () => touch(view, square), onkeydown: arrows, onfocus: () => (view.ui.focus = square),
  });
}

function hint(view, square, from, flipped) {
  const what = meaning(view, square, from);
  if (!what || what === 'pick') return null;
  const [x, y] = corner(square, flipped);
  const at = `translate(${x + SQUARE / 2} ${y + SQUARE / 2})`;
  const key = `hint-${square}`;
  if (what === '-') return svg('circle', { key, transform: at, r: 15, class: 'db-hint' });
  if (what === 'x') return svg('g', { key, transform: at, class: 'db-hint-x' }, svg('circle', { r: 46 }), svg('path', { d: 'M-40 -40l16 16M40 -40l-16 16M-40 40l16 -16M40 40l-16 -16' }));
  return svg('g', { key, transform: at, class: 'db-hint-home' }, svg('rect', { x: -44, y: -44, width: 88, height: 88, rx: 14 }),
    svg('path', { d: what === '+' ? 'M-18 0h36M0 -18v36' : 'M0 -20v34M-14 2l14 16 14-16' }));
}

// A line that is shown and was not played: an arrow, or a frame around a square.
function markView(view, flipped) {
  const { from, to } = view.mark ? read(view.mark) : {};
  const middle = (square) => corner(square, flipped).map((x) => x + SQUARE / 2);
  if (!from && !to) return null;
  if (!from || !to) {
    const [x, y] = corner(to ?? from, flipped);
    return svg('rect', { key: 'mark', class: 'db-mark', x: x + 7, y: y + 7, width: SQUARE - 14, height: SQUARE - 14, rx: 16 });
  }
  const [x1, y1] = middle(from), [x2, y2] = middle(to), turn = (Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI, length = Math.hypot(x2 - x1, y2 - y1);
  return svg('g', { key: 'mark', class: 'db-mark', transform: `translate(${x1} ${y1}) rotate(${turn})` }, svg('path', { d: `M0 0H${length - 34}` }), svg('path', { d: `M${length - 8} 0l-34 -22v44z`, class: 'head' }));
}

function pieceView(view, square, piece, from, flipped) {
  const [x, y] = corner(square, flipped);
  const movable = view.legal.some((line) => read(line).from === square);
  const marks = `${square === from ? ' chosen' : ''}${movable ? ' movable' : ''}${view.state.owed === square ? ' owed' : ''}${view.state.bounce === square ? ' bounce' : ''}`;
  return svg('g', { class: `db-piece${marks}`, key: ids.get(square), style: { transform: `translate(${x + 9}px, ${y + 8}px)` }, 'aria-hidden': 'true' },
    svg('rect', { x: -5, y: -4, width: 92, height: 92, rx: 20, class: 'db-halo' }),
    svg('g', { transform: 'scale(0.82)' }, svg('g', { key: `v${piece.value}`, class: 'db-face' }, pipDieParts(piece.value, piece.side === 1 ? 'red' : 'black'))));
}

function coordinates(flipped) {
  const order = flipped ? [...FILES].reverse() : [...FILES];
  return order.map((file, i) => svg('text', { x: MARGIN + (i + 0.5) * SQUARE, y: 2 * MARGIN + 6 * SQUARE - 9, 'text-anchor': 'middle', class: 'db-coordinate' }, file))
    .concat([1, 2, 3, 4, 5, 6].map((rank) => svg('text', { x: MARGIN / 2, y: corner(`a${rank}`, flipped)[1] + SQUARE / 2 + 8, 'text-anchor': 'middle', class: 'db-coordinate' }, rank)));
}

function boardView(view) {
  const flipped = view.you === 2;
  const now = pieces(view.state.position);
  follow(view, now);
  const from = selected(view);
  const last = view.fresh.flatMap((line) => [read(line).from, read(line).to]).filter(Boolean);
  const squares = [6, 5, 4, 3, 2, 1].flatMap((rank) => [...FILES].map((file) => file + rank));
  const size = 2 * MARGIN + 6 * SQUARE;
  const order = Object.keys(now).sort((a, b) => parseInt(ids.get(a), 10) - parseInt(ids.get(b), 10));
  return svg('svg', { class: 'db-board', viewBox: `0 0 ${size} ${size}`, key: 'board', role: 'group', 'aria-label': t('db.board') },
    svg('rect', { width: size, height: size, rx: 18, class: 'db-frame' }),
    coordinates(flipped),
    svg('g', { key: 'squares' }, squares.map((square) => squareView(view, square, now, from, flipped, last))),
    svg('g', { key: 'pieces', class: 'db-pieces' }, order.map((square) => pieceView(view, square, now[square], from, flipped))),
    svg('g', { key: 'hints', class: 'db-hints' }, squares.map((square) => hint(view, square, from, flipped)), markView(view, flipped)));
}

// The dice a side holds, with a place for each that ends the round, and its score.
function tray(view, seat) {
  const { held: holds, scores, target, moves, bonus, mover, worth, captures_to_end: places } = view.state;
  const dice = held(holds[seat - 1]);
  const sum = worth[seat - 1];
  const turn = mover === seat;
  return h('div', { class: `db-tray${turn ? ' turn' : ''}`, key: `tray-${seat}` },
    h('div', { class: 'db-who' }, pipDie(1, { size: 22, tone: seat === 1 ? 'red' : 'black' }), h('strong', null, view.name(seat)),
      turn && h('span', { class: 'tag' }, t('db.moves', { n: moves })), bonus[seat - 1] ? h('span', { class: 'tag' }, t('db.bonus', { n: bonus[seat - 1] })) : null),
    h('div', { class: 'db-held', role: 'img', 'aria-label': t('db.held', { n: dice.length, sum }) },
      Array.from({ length: places }, (_, i) => (dice[i]
        ? h('span', { key: `c${i}-${dice[i]}`, class: 'db-captured' }, pipDie(dice[i], { size: 30, tone: seat === 1 ? 'black' : 'red' }))
        : h('span', { key: `e${i}`, class: 'db-slot' })))),
    h('span', { class: 'db-score' }, h('b', null, scores[seat - 1]), dice.length && mover !== 'over' ? h('span', { class: 'db-more' }, `+${sum}`) : null, h('small', null, ` / ${target}`)));
}

// ---- words ----

const SAY = { '-': 'db.say.roll', x: 'db.say.capture', '~': 'db.say.flip', '@': 'db.say.return', '+': 'db.say.recover', end: 'db.say.end' };

let ending = 0;

export default {
  say(line, view) {
    const [who, verb, what] = line.split(' ');
    if (who === '*') return verb === 'first' ? tell(view, Number(what), 'db.say.first') : t('db.say.setup', { dice: [...(what ?? '')].join(' ') });
    const { kind, from, to } = read(line);
    return tell(view, Number(who), SAY[kind] ?? 'line.player', { from, to, words: verb });
  },

  owner: (line) => (line[0] === '*' ? 0 : Number(line[0])),
  dwell: (line) => (/ [@+]| end$|^\*/.test(line) ? 500 : 800),

  rolls: () => false, // no dice are rolled

  board(view) {
    const mine = view.you === 2 ? 2 : 1;
    return h('div', { class: 'db' }, tray(view, 3 - mine), boardView(view), tray(view, mine),
      h('p', { class: 'fine db-round', key: 'round' }, t('db.round', { n: view.state.round, captures: view.state.captures_to_end })));
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
    const { owed, bounce, moves } = view.state;
    const ask = owed ? t(bounce ? 'db.ask.owed.bounce' : 'db.ask.owed') : bounce ? t('db.ask.bounce') : lines.length === 1 && end ? t('db.ask.end') : from ? t('db.ask.to', { square: from }) : t('db.ask', { n: moves });
    // Nothing but the end is left: it comes by itself, after a moment to see the board.
    clearTimeout(ending);
    if (lines.length === 1 && end && !view.lesson) ending = setTimeout(() => view.play(end.line), view.dwell);
    return { ask, buttons };
  },

  seat(view, seat) {
    return h('span', { class: 'db-seat' }, pipDie(1, { size: 18, tone: seat === 1 ? 'red' : 'black' }), h('b', null, view.state.scores[seat - 1]));
  },

  key(event, view) {
    if (event.key === 'Escape' && view.ui.from) {
      view.ui.from = null;
      view.redraw();
      return true;
    }
    return false;
  },
};
