// Drawings that several views share: dice, cards, the cup, and the four games' pictures.
import { svg } from './dom.js';

const PIPS = {
  0: [],
  1: [[50, 50]],
  2: [[28, 28], [72, 72]],
  3: [[26, 26], [50, 50], [74, 74]],
  4: [[28, 28], [72, 28], [28, 72], [72, 72]],
  5: [[26, 26], [74, 26], [50, 50], [26, 74], [74, 74]],
  6: [[28, 24], [72, 24], [28, 50], [72, 50], [28, 76], [72, 76]],
};

// The body of a die in a square of 100: an edge below, a face above it, a little light.
function body(tone) {
  return [
    svg('rect', { x: 4, y: 8, width: 92, height: 90, rx: 20, class: `die-edge ${tone}` }),
    svg('rect', { x: 4, y: 3, width: 92, height: 88, rx: 20, class: `die-face ${tone}` }),
    svg('path', { d: 'M22 8h56a14 14 0 0 1 13 10q-41-7-82 0a14 14 0 0 1 13-10z', class: 'die-light' }),
  ];
}

function pips(value, tone) {
  if (value === 0) return [svg('circle', { cx: 50, cy: 47, r: 17, class: `die-ring ${tone}` })];
  return PIPS[value].map(([x, y]) => svg('circle', { cx: x, cy: y - 3, r: 9.5, class: `die-pip ${tone}` }));
}

export function pipDieParts(value, tone = 'ivory') {
  return [...body(tone), ...pips(value, tone)];
}

export function pipDie(value, { tone = 'ivory', size = 64, turn = 0, cls = '' } = {}) {
  return svg('svg', { class: `die ${cls}`, viewBox: '0 0 100 100', width: size, height: size, 'aria-hidden': 'true' },
    svg('g', turn ? { transform: `rotate(${turn} 50 50)` } : null, pipDieParts(value, tone)));
}

function letterDieParts(letter, tone) {
  return [...body(tone), svg('text', { x: 50, y: 68, 'text-anchor': 'middle', class: `die-letter ${tone}` }, letter)];
}

export function letterDie(letter, { tone = 'ivory', size = 64, cls = '' } = {}) {
  return svg('svg', { class: `die ${cls}`, viewBox: '0 0 100 100', width: size, height: size, 'aria-hidden': 'true' }, letterDieParts(letter, tone));
}

// Wazabi's faces: a leaf and W, a card and C, a die with an arrow and D.
const WAZABI_FACES = {
  W: () => [
    svg('path', { d: 'M50 16c20 8 27 24 22 38-4 12-14 17-22 17s-18-5-22-17c-5-14 2-30 22-38z', class: 'w-leaf' }),
    svg('path', { d: 'M50 24v44M50 40l-11-8M50 40l11-8M50 54l-13-8M50 54l13-8', class: 'w-vein' }),
  ],
  C: () => [
    svg('rect', { x: 25, y: 20, width: 34, height: 46, rx: 6, class: 'w-card back', transform: 'rotate(-10 42 43)' }),
    svg('rect', { x: 41, y: 22, width: 34, height: 46, rx: 6, class: 'w-card', transform: 'rotate(8 58 45)' }),
  ],
  D: () => [
    svg('rect', { x: 20, y: 36, width: 34, height: 34, rx: 8, class: 'w-small' }),
    svg('path', { d: 'M48 30q18-16 30 8', class: 'w-arrow' }),
    svg('path', { d: 'M83 28l-3 15-13-6z', class: 'w-head' }),
  ],
};

function wazabiDieParts(letter) {
  return [
    ...body('w-' + letter),
    ...(WAZABI_FACES[letter]?.() ?? []),
    svg('text', { x: 83, y: 86, 'text-anchor': 'middle', class: 'w-letter' }, letter),
  ];
}

export function wazabiDie(letter, { size = 64, cls = '' } = {}) {
  return svg('svg', { class: `die ${cls}`, viewBox: '0 0 100 100', width: size, height: size, 'aria-hidden': 'true' }, wazabiDieParts(letter));
}

// ---- the cup ----

function cupParts() {
  return [
    svg('path', { d: 'M14 16h72l-9 70a10 10 0 0 1-10 9H33a10 10 0 0 1-10-9z', class: 'cup-body' }),
    svg('path', { d: 'M14 16h72l-2.4 18H16.4z', class: 'cup-band' }),
    svg('path', { d: 'M21 70h58l-1.4 11H22.4z', class: 'cup-band' }),
    svg('ellipse', { cx: 50, cy: 16, rx: 36, ry: 9, class: 'cup-rim' }),
    svg('ellipse', { cx: 50, cy: 16.5, rx: 30, ry: 6, class: 'cup-inside' }),
  ];
}

export function cup(size = 80, cls = '') {
  return svg('svg', { class: `cup ${cls}`, viewBox: '0 0 100 100', width: size, height: size, 'aria-hidden': 'true' }, cupParts());
}

export function cupIcon() {
  return svg('svg', { class: 'cup-icon', viewBox: '0 0 100 100', width: 30, height: 30, 'aria-hidden': 'true' }, cupParts());
}

// ---- the games' pictures for the home page ----

const at = (x, y, scale, turn, ...parts) =>
  svg('g', { transform: `translate(${x} ${y}) rotate(${turn}) scale(${scale}) translate(-50 -50)` }, ...parts);

function frame(name, ...parts) {
  return svg('svg', { class: `picture ${name}`, viewBox: '0 0 320 160', 'aria-hidden': 'true', preserveAspectRatio: 'xMidYMid slice' },
    svg('rect', { width: 320, height: 160, class: 'picture-ground' }), ...parts);
}

const PICTURES = {
  easycome: () =>
    frame('p-easycome',
      [[214, 60, -7], [252, 66, 3], [290, 58, 10]].map(([x, y, turn], i) =>
        svg('g', { transform: `translate(${x} ${y}) rotate(${turn})` },
          svg('rect', { x: -22, y: -32, width: 44, height: 64, rx: 6, class: 'picture-card' }),
          svg('text', { x: 0, y: 8, 'text-anchor': 'middle', class: 'picture-text' }, ['7', '13', '17+'][i]))),
      at(72, 66, 1, 118, cupParts()),
      at(150, 62, 0.4, 14, pipDieParts(2)),
      at(136, 112, 0.46, -12, pipDieParts(2)),
      at(194, 118, 0.46, 22, pipDieParts(0)),
      at(248, 128, 0.42, -20, pipDieParts(5))),
  wazabi: () =>
    frame('p-wazabi',
      svg('path', { d: 'M66 124a104 58 0 1 1 178 8', class: 'picture-arrow' }),
      svg('path', { d: 'M252 118l-2 24-19-13z', class: 'picture-arrowhead' }),
      at(104, 84, 0.56, -12, wazabiDieParts('W')),
      at(168, 70, 0.56, 8, wazabiDieParts('D')),
      at(224, 92, 0.56, 16, wazabiDieParts('C')),
      at(156, 124, 0.46, -6, wazabiDieParts('W'))),
  debacle: () =>
    frame('p-debacle',
      Array.from({ length: 12 }, (_, i) =>
        Array.from({ length: 5 }, (_, j) => (i + j) % 2 === 0 && svg('rect', { x: i * 40 - 80, y: j * 40 - 20, width: 40, height: 40, class: 'picture-square' }))),
      at(140, 40, 0.36, 0, pipDieParts(6, 'black')),
      at(220, 40, 0.36, 0, pipDieParts(4, 'black')),
      at(180, 80, 0.36, 0, pipDieParts(1, 'red')),
      at(100, 120, 0.36, 0, pipDieParts(3, 'red')),
      at(220, 120, 0.36, 0, pipDieParts(5, 'red')),
      svg('path', { d: 'M168 66 150 52', class: 'picture-arrow' }),
      svg('path', { d: 'M143 46l14 3-8 10z', class: 'picture-arrowhead' })),
  themots: () =>
    frame('p-themots',
      svg('path', { d: 'M60 20h120a12 12 0 0 1 12 12v28a12 12 0 0 1-12 12h-84l-20 18 2-18h-18a12 12 0 0 1-12-12v-28a12 12 0 0 1 12-12z', class: 'picture-card' }),
      svg('text', { x: 120, y: 54, 'text-anchor': 'middle', class: 'picture-text' }, 'Brejnev !'),
      at(70, 122, 0.46, -8, letterDieParts('B', 'vert')),
      at(120, 118, 0.46, 5, letterDieParts('O', 'blanc')),
      at(170, 124, 0.46, -4, letterDieParts('R', 'jaune')),
      at(220, 116, 0.46, 9, letterDieParts('V', 'rouge')),
      at(268, 124, 0.46, -6, letterDieParts('A', 'bleu')),
      svg('circle', { cx: 256, cy: 50, r: 28, class: 'picture-clock' }),
      svg('path', { d: 'M256 50V30M256 50l14 8', class: 'picture-hand' })),
};

export function picture(game) {
  return (PICTURES[game] ?? (() => frame('p-other', at(160, 80, 1, 0, cupParts()))))();
}
