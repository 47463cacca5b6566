// Easy Come Easy Go: nine fabulous prizes, one for each combination. 160 x 110 each.
import { C, drawing, G, L, O, P, R, spark, star, TONE } from '../../core/pen.js';

const GEM = ['#eaf6ff', '#bfe0f5', '#8fc0e3'];
/** @type {(x: number, y: number, size: number) => string} */
const gem = (x, y, size) => G(`translate(${x} ${y}) scale(${size})`,
  P('M-10-6h20l-10 17z', GEM[1]), P('M-10-6l4-5h12l4 5z', GEM[0]), P('M-4-6h8l-4 17z', GEM[2]), spark(5, -8, 4));

/** @type {(x: number, y: number, turn: number) => string} */
const far = (x, y, turn) => `${(x + 160 * Math.cos(turn * Math.PI / 6)).toFixed(1)} ${(y + 160 * Math.sin(turn * Math.PI / 6)).toFixed(1)}`;
/** @type {(x: number, y: number, fill: string) => string} */
const rays = (x, y, fill) =>
  Array.from({ length: 12 }, (_, i) => P(`M${x} ${y}L${far(x, y, i)}L${far(x, y, i + 0.5)}z`, fill)).join('');
/** @type {(x: number, y: number, size: number, opacity?: number) => string} */
const cloud = (x, y, size, opacity = 1) => G(`translate(${x} ${y}) scale(${size})`,
  P('M-26 8a9 9 0 0 1 4-17 14 14 0 0 1 26-4 11 11 0 0 1 17 9 7 7 0 0 1-1 12z', '#fff', `opacity="${opacity}"`));
/** @type {(x: number, y: number) => string} */
const wheel = (x, y) => C(x, y, 14, '#2a2018') + C(x, y, 9.5, '#fff8ea') + C(x, y, 5.5, TONE.gold) + C(x, y, 1.8, TONE.goldDeep);
/** @param {number} x */
const earring = (x) => L(`M${x} 28q-10-16 0-18 9-1 8 10`, TONE.gold, 3.2) + C(x, 32, 5, TONE.gold) + gem(x, 48, 1.25)
  + C(x, 63, 2.6, TONE.goldLight) + gem(x, 80, 1.75);

/** A wing of the palace, of one floor more than the last. @param {number} i */
function wing(i) {
  const x = 18 + i * 31, high = 20 + i * 15;
  const floor = (/** @type {number} */ k) => R(x + 6, 83 - k * 15, 7, 9, 3.5, '#f4c04a') + R(x + 18, 83 - k * 15, 7, 9, 3.5, '#f4c04a');
  return R(x, 98 - high, 31, high, 0, i % 2 ? '#f5e6cb' : '#fdf2dc') + P(`M${x - 1.5} ${98 - high}l5-9h24l5 9z`, '#56688f')
    + Array.from({ length: i + 1 }, (_, k) => floor(k)).join('');
}

/** One of thirteen hours. @param {number} i */
function hour(i) {
  const turn = (i / 13) * 2 * Math.PI - Math.PI / 2;
  return C((80 + 29 * Math.cos(turn)).toFixed(1), (61 + 29 * Math.sin(turn)).toFixed(1), i ? 1.8 : 3, i ? '#6a5d50' : TONE.red);
}

const WATCH = R(74, 8, 12, 12, 3, TONE.goldDeep) + C(80, 13, 8, 'none', `stroke="${TONE.gold}" stroke-width="3.5"`)
  + C(80, 62, 43, TONE.goldDeep) + C(80, 61, 42, TONE.gold) + C(80, 61, 35, TONE.cream)
  + Array.from({ length: 13 }, (_, i) => hour(i)).join('')
  + `<text x="80" y="82" font-size="13" text-anchor="middle" fill="${TONE.red}" font-weight="700" font-family="var(--serif)">XIII</text>`
  + L('M80 61V40M80 61l13 6', TONE.ink, 3.6) + C(80, 61, 3.4, TONE.red) + L('M51 45a34 34 0 0 1 12-13', '#fff', 3, 'opacity=".9"');

/** @type {Record<string, string>} parts of a picture, 160 x 110 */
export const PRIZES = {
  // Carré: a convertible, four wheels alike.
  carre: R(0, 0, 160, 110, 0, '#f3cfa4') + C(122, 42, 24, '#f9e3b0') + P('M0 62q30-20 62-8t60-4 38 6v60H0z', '#d99a6c')
    + R(0, 88, 160, 22, 0, '#7d5a4a') + L('M6 100h26M54 100h26M102 100h26', '#f3cfa4', 2.5)
    + P('M50 56q-2-17 9-17 8 0 9 17zM72 56q-2-17 9-17 8 0 9 17z', '#f4e3c4') + L('M104 56 93 35', '#5f7f92', 4)
    + P('M92 35l12 21h-9z', '#cfe6ee', 'opacity=".8"') + L('M90 50l-6-6', '#2a2018', 3)
    + P('M10 76c-1-13 8-19 22-20l18-1h52c22 0 38 5 46 12q5 4 5 11l-2 7H14q-4-3-4-9z', TONE.red)
    + P('M18 63q8-7 32-8h52c14 0 25 2 34 5-30 4-80 3-118 3z', TONE.redLight) + L('M16 76h132', TONE.goldLight, 2.5)
    + O(145, 69, 5, 4, '#ffe9a8') + R(8, 80, 14, 5, 2.5, '#e9e2d4') + R(138, 80, 16, 5, 2.5, '#e9e2d4')
    + L('M84 60v18M108 60v18', TONE.redDeep, 1.5) + L('M88 66h8', TONE.goldLight, 2) + wheel(40, 86) + wheel(120, 86),
  // Two pairs: two earrings, two diamonds each.
  paires: R(0, 0, 160, 110, 0, '#283a68') + O(80, 112, 92, 44, '#1d2b50')
    + G('translate(11 9) scale(.86)', earring(54), earring(106))
    + spark(24, 34, 7, '#cfe3ff') + spark(80, 58, 5, '#cfe3ff') + spark(138, 26, 6, '#cfe3ff'),
  // Suite: the royal suite of a palace whose wings have one, two, three, four floors.
  suite: R(0, 0, 160, 110, 0, '#33426f') + C(26, 24, 11, '#fbeec2') + C(31, 21, 10, '#33426f') + spark(58, 18, 3.5, '#dfe6ff')
    + spark(84, 32, 3, '#dfe6ff') + R(0, 98, 160, 12, 0, '#5f7d4e')
    + [0, 1, 2, 3].map(wing).join('')
    + L('M126.5 24v-12', TONE.gold, 2) + P('M127 12l13 3.5-13 4.5z', TONE.redLight)
    + P('M112 80h29l3 6h-35z', TONE.redLight) + R(121, 86, 11, 12, 1, TONE.red),
  // Three equal odd and another odd: the golden cup with its three stars.
  'brelan-impair': R(0, 0, 160, 110, 0, '#7b2230') + rays(80, 52, '#8b2c3a')
    + L('M54 30q-22-2-18 16 3 14 24 17M106 30q22-2 18 16-3 14-24 17', TONE.gold, 6)
    + P('M50 18h60q1 46-22 55v13h-16v-13q-23-9-22-55z', TONE.gold)
    + P('M58 18h12q-2 40 8 54-21-8-20-54z', TONE.goldLight, 'opacity=".8"') + O(80, 18, 30, 5, TONE.goldDeep)
    + P('M62 86h36l5 12H57z', '#4a2a16') + R(70, 90, 20, 4.5, 1, TONE.gold) + star(66, 40, 7.5, TONE.cream)
    + star(80, 37, 7.5, TONE.cream) + star(94, 40, 7.5, TONE.cream) + star(80, 56, 5.5, '#7b2230')
    + spark(30, 22, 6, TONE.goldLight) + spark(134, 76, 6, TONE.goldLight),
  // Three equal even and another even: the crown, three rubies and a sapphire.
  'brelan-pair': R(0, 0, 160, 110, 0, '#58407c') + rays(80, 60, '#634a89') + P('M22 92q6-18 58-18t58 18q-8 14-58 14t-58-14z', TONE.red)
    + P('M26 90q12-12 54-12t54 12q-20-5-54-5t-54 5z', TONE.redLight) + C(22, 92, 5, TONE.gold) + C(138, 92, 5, TONE.gold)
    + P('M42 78l-8-44 24 17 22-31 22 31 24-17-8 44q-38 9-76 0z', TONE.gold)
    + P('M42 78l-8-44 24 17-4 29z', TONE.goldLight, 'opacity=".6"') + P('M41 68q39 9 78 0l-2 11q-37 9-74 0z', TONE.goldDeep)
    + C(34, 32, 5, '#e5555b') + C(80, 17, 5, '#e5555b') + C(126, 32, 5, '#e5555b') + P('M80 46l7 9-7 9-7-9z', '#67b0f0')
    + C(60, 75, 2.6, TONE.cream) + C(80, 77, 2.6, TONE.cream) + C(100, 75, 2.6, TONE.cream) + spark(108, 24, 6),
  // 7: seventh heaven.
  '7': R(0, 0, 160, 110, 0, '#8fc6dc') + C(132, 24, 13, '#fdeeb5') + cloud(28, 34, 0.7, 0.8) + cloud(134, 62, 0.7, 0.9)
    + P('M80 6c24 0 36 17 36 33 0 18-18 30-24 40H68c-6-10-24-22-24-40C44 23 56 6 80 6z', TONE.cream)
    + P('M80 6c24 0 36 17 36 33 0 18-18 30-24 40h-6c5-12 14-24 14-42 0-14-8-31-20-31z'
      + 'M80 6c-24 0-36 17-36 33 0 18 18 30 24 40h6c-5-12-14-24-14-42 0-14 8-31 20-31z', '#c8414a')
    + P('M80 6c6 6 9 18 9 31 0 17-4 30-6 42h-6c-2-12-6-25-6-42 0-13 3-25 9-31z', TONE.gold)
    + L('M69 79l4 10M91 79l-4 10', '#5d4024', 2) + R(71, 88, 18, 12, 3, '#8a5a2b') + R(70, 87, 20, 4, 2, '#5d4024')
    + cloud(36, 98, 1.1) + cloud(122, 102, 1.2) + cloud(80, 110, 0.9),
  // 13: the thirteenth hour.
  '13': R(0, 0, 160, 110, 0, '#2d6350') + O(80, 118, 100, 40, '#25523f')
    + L('M92 14q28-16 44 6t14 34 6 30', TONE.gold, 3, 'stroke-dasharray="1 6.5"')
    + L('M92 14q28-16 44 6t14 34 6 30', TONE.goldDeep, 1.2)
    + G('translate(11 8) scale(.86)', WATCH),
  // 3 or less: the smallest, and priceless.
  '3-': R(0, 0, 160, 110, 0, '#1f6a78') + P('M0 86q40-10 80 0t80 0v24H0z', '#e4cf9f')
    + L('M20 20q4 8 0 16t0 16M140 14q4 8 0 16t0 16', '#3b8794', 3) + C(34, 30, 3, '#58a3ad') + C(130, 62, 4, '#58a3ad')
    + C(122, 46, 2.4, '#58a3ad') + P('M80 90C40 92 30 62 36 40q10-22 44-24 34 2 44 24c6 22-4 52-44 50z', '#f3b8a6')
    + L('M80 86 46 34M80 86 62 22M80 86V18M80 86l18-64M80 86l34-52', '#dd937f', 3)
    + P('M34 82q46-18 92 0-8 20-46 20T34 82z', '#c9745f') + P('M34 82q46-18 92 0-46 14-92 0z', '#fbe3d8')
    + C(80, 68, 17, '#f7f1ea') + C(80, 68, 17, 'none', 'stroke="#d8cfd6" stroke-width="2"') + C(74, 62, 6, '#fff')
    + spark(100, 50, 8),
  // 17 or more: the largest.
  '17+': R(0, 0, 160, 110, 0, '#cfe8ea') + C(30, 26, 12, '#fbe3a2') + cloud(118, 22, 0.6, 0.9) + R(0, 76, 160, 34, 0, '#2f7a9e')
    + L('M6 96q10-6 20 0t20 0M100 100q10-6 20 0t20 0', '#7fb9d0', 2.5) + P('M58 38h42l10 12H52z', '#fffdf7')
    + P('M44 50h76l12 14H36z', '#fffdf7') + P('M48 53h66l5 6H45z', '#2b4a66') + P('M62 41h34l5 6H60z', '#2b4a66')
    + L('M76 38V18M70 24h12', '#6a7a86', 2.5) + P('M77 18l15 4-15 5z', TONE.red)
    + P('M8 62h146q-6 26-24 26H34Q16 88 8 62z', '#fffdf7') + P('M12 72h138q-8 16-20 16H34q-14 0-22-16z', '#27405c')
    + L('M14 67h134', TONE.gold, 2.5) + [44, 62, 80, 98, 116].map((x) => C(x, 79, 2.8, '#f6d98a')).join('')
    + L('M150 62l6-12', '#6a7a86', 2) + P('M0 92q20-8 40 0t40 0 40 0 40 0v18H0z', '#25668a'),
};

/** @param {string} id */
export const prizePicture = (id) => drawing(160, 110, PRIZES[id], { class: 'ec-art' });
