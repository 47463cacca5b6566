// Faces of the players: eight robots, each recognizable by its outline, and a plate with initials for a person. Also the flag on a
// seat's plate that shows who must act.
import { h, svg } from './dom.js';
import { icon } from './icons.js';
import { agentName, isBot, seatMark } from './parts.js';
import { robotOf } from './robots.js';
import { t } from './texts.js';

/** @typedef {import('./dom.js').Child} Child */
/** @typedef {import('./robots.js').RobotId} RobotId */
/** @typedef {import('./robots.js').Named} Named */
/** @typedef {Pick<import('../model/turn.js').Turn, 'why' | 'seat' | 'throws' | 'turn' | 'mine'>} Turn */
/** @typedef {Record<string, string | number>} More */

// ---- the pen ----

/** @param {number} x @param {number} y @param {number} width @param {number} height @param {number} rx @param {string} fill */
const R = (x, y, width, height, rx, fill) => svg('rect', { x, y, width, height, rx, fill });

/** @param {number} cx @param {number} cy @param {number} r @param {string} fill @param {More} [more] */
const C = (cx, cy, r, fill, more) => svg('circle', { cx, cy, r, fill, ...more });

/** @param {number} cx @param {number} cy @param {number} rx @param {number} ry @param {string} fill @param {More} [more] */
const O = (cx, cy, rx, ry, fill, more) => svg('ellipse', { cx, cy, rx, ry, fill, ...more });

/** @param {string} d @param {string} fill @param {More} [more] */
const P = (d, fill, more) => svg('path', { d, fill, ...more });

/** @param {string} d @param {string} stroke @param {number} width */
const L = (d, stroke, width) =>
  svg('path', { d, fill: 'none', stroke, 'stroke-width': width, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' });

const INK = '#2a2018', GOLD = '#d8a83a', GOLD_DEEP = '#a5741a', CREAM = '#fff8ea', LEAF = '#6c9a1f', LEAF_DEEP = '#4a6d12';

/** @param {number} x @param {number} y */
const eye = (x, y, r = 5, look = 0) => [C(x, y, r, INK), C(x + 1.6 + look, y - 1.8, r * 0.34, '#fff')];

/** @param {number} y */
const cheeks = (y, a = 30, b = 70, tone = '#e98d7c') => [O(a, y, 6, 4, tone, { opacity: 0.55 }), O(b, y, 6, 4, tone, { opacity: 0.55 })];

/** @param {number} x @param {number} y @param {number} w */
const smile = (x, y, w, d = 6, tone = INK) => L(`M${x - w} ${y}q${w} ${d} ${w * 2} 0`, tone, 3.4);

/** A leaf of a laurel, and the one on the other side. @param {[number, number, number]} at */
const leaves = ([x, y, turn]) => [
  svg('g', { transform: `translate(${x} ${y}) rotate(${turn})` }, O(0, 0, 4, 8, GOLD)),
  svg('g', { transform: `translate(${100 - x} ${y}) rotate(${-turn})` }, O(0, 0, 4, 8, GOLD)),
];

const SAND = 'M26 16h48q2 26-12 34 14 8 12 36H26q-2-28 12-36-14-8-12-34z';

/** @type {Record<RobotId, () => Child>} in a square of 100 */
const FACES = {
  // A young die with a propeller.
  pipo: () => [
    L('M50 24V12', '#6a5d50', 3.5), P('M50 13q-20-9-24-1 4 7 24 1zM50 13q20-9 24-1-4 7-24 1z', '#3565b5'), C(50, 13, 3.5, GOLD),
    P('M30 30q2-14 20-14t20 14z', '#cf3f3a'), R(16, 30, 68, 64, 18, '#bfa983'), R(16, 26, 68, 64, 18, '#fbeed3'),
    eye(37, 53, 6), eye(63, 53, 6), cheeks(66), smile(50, 69, 9, 9), C(50, 62, 2.2, INK),
  ],
  // A gold counter with a leaf.
  lison: () => [
    P('M50 20c-16 2-22-8-22-14 14-4 22 4 22 14z', LEAF), P('M50 20c12 1 18-6 18-12-11-3-18 4-18 12z', LEAF_DEEP),
    C(50, 58, 37, GOLD_DEEP), C(50, 55, 37, '#e5b94f'), C(50, 55, 30, '#f3d083'), eye(39, 51, 5.5), eye(61, 51, 5.5),
    L('M32 43l4-3M68 43l-4-3', INK, 2.6), cheeks(63, 32, 68, '#d9622f'), smile(50, 65, 7, 7),
  ],
  // A teapot: takes anything within reach.
  gaspard: () => [
    L('M82 46q16-2 12 16t-18 14', '#2f6f63', 7), P('M18 60Q4 58 6 40q8-2 12 8z', '#2f6f63'), O(50, 62, 36, 31, '#2f6f63'),
    O(50, 59, 36, 30, '#4f9a88'), O(50, 31, 19, 6, '#2f6f63'), C(50, 23, 5, GOLD), eye(38, 53, 5.5, 1), eye(62, 53, 5.5, 1),
    P('M34 66q16 6 32 0-2 15-16 15T34 66z', '#5b1620'), P('M42 77q8-5 16 0-3 4-8 4t-8-4z', '#e98d7c'), cheeks(63, 27, 73, '#f0b8a2'),
  ],
  // A letter die with a fringe and headphones.
  ines: () => [
    L('M18 54q-2-38 32-38t32 38', '#3a3030', 6), R(20, 24, 60, 68, 18, '#1f3f78'), R(20, 20, 60, 68, 18, '#4676c4'),
    P('M20 44V38q0-18 18-18h24q18 0 18 18v6q-10-2-14-10-16 10-46 10z', '#2a2440'), R(10, 46, 15, 24, 7, GOLD), R(75, 46, 15, 24, 7, GOLD),
    C(39, 57, 8, '#fff'), C(61, 57, 8, '#fff'), eye(40, 57, 4.6), eye(62, 57, 4.6), smile(50, 74, 7, 5, '#fff'),
  ],
  // A weighing machine with a moustache and an aerial.
  basile: () => [
    L('M50 22V10', '#6a5d50', 3.5), C(50, 9, 5, '#cf3f3a'), R(14, 26, 72, 64, 14, '#7d8a94'), R(14, 22, 72, 64, 14, '#aebac3'),
    R(24, 34, 52, 26, 12, '#f4f1ea'), eye(39, 47, 5), eye(61, 47, 5),
    P('M50 64c-6-5-20-4-24 6 10 5 20 3 24-2 4 5 14 7 24 2-4-10-18-11-24-6z', '#5a3a22'), L('M44 78q6 4 12 0', '#46525b', 3),
    C(20, 54, 2.4, '#6f7b85'), C(80, 54, 2.4, '#6f7b85'),
  ],
  // The cup upside down, one eyebrow up.
  margot: () => [
    P('M26 16a8 8 0 0 1 8-7h32a8 8 0 0 1 8 7l12 72a46 12 0 0 1-72 0z', '#6d1620'),
    P('M26 14a8 8 0 0 1 8-7h32a8 8 0 0 1 8 7l12 70a46 12 0 0 1-72 0z', '#a8323c'), P('M24.500 23h51l2.300 12H22.300z', GOLD),
    P('M16 76l-2 8a46 12 0 0 0 72 0l-2-8a50 12 0 0 1-68 0z', GOLD), C(39, 54, 8.5, CREAM), C(61, 54, 8.5, CREAM),
    eye(41, 55, 4.8), eye(63, 55, 4.8), L('M30 43l15 1M55 40q8-5 14 0', '#3a0d12', 3.6), L('M42 71q9 4 17-2', CREAM, 3.4),
  ],
  // An hourglass with a patient look.
  ulysse: () => [
    R(18, 6, 64, 10, 5, '#5a3a22'), R(18, 86, 64, 10, 5, '#5a3a22'), P(SAND, '#d7ecef'),
    P('M30 30h40q-2 14-12 19l-1 3h-14l-1-3q-10-5-12-19z', '#f3d083'), P('M30 86q2-16 20-18 18 2 20 18z', '#e5b94f'),
    L('M50 52v16', '#e5b94f', 2.5), L(SAND, '#6f9aa3', 2.5), eye(41, 33, 5), eye(59, 33, 5), L('M34 24l11 3M66 24l-11 3', INK, 3.2),
    L('M45 43h10', INK, 3),
  ],
  // A black die crowned with laurel.
  victoire: () => [
    R(17, 26, 66, 66, 18, '#0d0e10'), R(17, 21, 66, 66, 18, '#30333b'),
    P('M30 26h40a12 12 0 0 1 11 9q-31-6-62 0a12 12 0 0 1 11-9z', '#fff', { opacity: 0.16 }), C(38, 52, 8.5, '#fff'), C(62, 52, 8.5, '#fff'),
    eye(39, 52, 4.8), eye(63, 52, 4.8), L('M30 41q8-5 15-1M55 40q7-4 15 1', GOLD, 3), L('M41 70q9 7 18 0', '#fff', 3.4),
    L('M14 56Q4 30 28 12M86 56q10-26-14-44', GOLD_DEEP, 2.5),
    /** @type {[number, number, number][]} */ ([[12, 50, -20], [10, 37, 10], [15, 24, 40], [25, 14, 65]]).map(leaves),
    C(50, 14, 5, '#e5555b'), C(50, 14, 5, 'none', { stroke: GOLD, 'stroke-width': 2.5 }),
  ],
};

// An unknown person, or an open seat.
const blank = () => [
  C(50, 50, 46, '#e9dcc4'), C(50, 40, 16, '#8a7357'), P('M18 82q4-24 32-24t32 24q-14 14-32 14T18 82z', '#8a7357'),
];

/** A robot's face, or the blank of a person. Without a size the styles give it. @param {RobotId | 'person'} id @param {number} [size] */
export function face(id, size) {
  return svg('svg', { class: 'face', viewBox: '0 0 100 100', width: size, height: size, 'aria-hidden': 'true' },
    id === 'person' ? blank() : FACES[id]());
}

/** "Anne-Marie Dupont" is AD, "Bruno" is B. @param {string} name */
export function initials(name) {
  const words = name.trim().split(/\s+/).filter(Boolean), first = (/** @type {string} */ word) => [...word][0]?.toUpperCase() ?? '';
  return words.length < 2 ? first(words[0] ?? '') : first(words[0]) + first(words[words.length - 1]);
}

/** A person's initials in place of a face. @param {string} name */
export const initialsPlate = (name) => svg('svg', { class: 'face', viewBox: '0 0 100 100' },
  svg('text', { x: 50, y: 66, 'text-anchor': 'middle', class: 'face-initials' }, initials(name)));

/**
 * A player's face in the ring of the seat, with the seat's mark on its corner. Without a size the styles give it (`--face-size`).
 * @param {Named[]} seats
 * @param {number} number
 * @param {number} [size]
 */
export function seatFace(seats, number, size) {
  const seat = seats[number - 1], robot = robotOf(seats, number), name = seat && seat.kind !== 'open' ? seat.name ?? '' : '';
  const inside = robot ? face(robot.id) : name.trim() && !isBot(seat) ? initialsPlate(name) : face('person');
  const cls = `plate-face seat-${number}${robot ? '' : ' initial'}`, style = size ? { '--face-size': `${size}px` } : undefined;
  return h('span', { class: cls, 'aria-hidden': 'true', style }, inside, robot && icon('robot'),
    seat?.person && icon('right'), seatMark(number, 24));
}

/** Five notches. @param {number} level from 1 to 5 @param {string} [before] read before it, such as the level's name */
export function levelNotches(level, before) {
  const words = t('level.of', { n: level });
  return h('span', { class: 'level', role: 'img', 'aria-label': before ? `${before}, ${words}` : words },
    [1, 2, 3, 4, 5].map((n) => h('i', { class: n <= level ? 'on' : null })));
}

/** The tags that mark a seat as a robot and show its level; none for people. @param {Named[]} seats @param {number} number */
export function robotTags(seats, number) {
  const seat = seats[number - 1], robot = robotOf(seats, number);
  if (!seat || !isBot(seat)) return [];
  return [
    h('span', { class: 'tag bot-tag', key: 'bot' }, t('seat.bot')),
    robot && levelNotches(robot.level, agentName(seat.name)),
  ];
}

// ---- who must act, on a plate ----

/** @param {Turn} turn @param {number} seat */
const acts = ({ why, seat: acting }, seat) => acting === seat && why !== 'replay' && why !== 'over' && why !== 'before';

/**
 * The class of a seat's plate: `act` where the seat must act now (gold, with a flag), `turn` where the turn is its (gold outline).
 * @param {Turn} turn
 * @param {number} seat
 */
export function plateClass(turn, seat) {
  return `plate seat-${seat}${acts(turn, seat) ? ' act' : ''}${(turn.turn || turn.seat) === seat && turn.why !== 'over' ? ' turn' : ''}`;
}

/**
 * The flag that shows what the seat must do; null for seats that need not act.
 * @param {Turn} turn
 * @param {number} seat
 * @returns {HTMLElement | null}
 */
export function flagOf(turn, seat) {
  if (!acts(turn, seat)) return null;
  const { throws, why } = turn, asked = why === 'throw' || why === 'enter' ? why : 'choose';
  const does = why === 'beats' || why === 'sent' ? (throws ? '.throw' : '.play') : throws ? '.tothrow' : '';
  return h('span', { class: `flag${turn.mine ? ' mine' : ''}`, key: 'flag' }, t(turn.mine ? `flag.${asked}` : `flag.other${does}`));
}
