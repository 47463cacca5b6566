// node tools/rules_pictures.mjs [--check] [FOLDER]: draws the small pictures of the rules pages, games/NAME/pictures/*.svg, with the
// client's own dice and colours, and the client's drawings of prizes and cards for `cornet print`, games/NAME/print/*.svg. --check writes nothing and fails if a file would change. FOLDER contains the client's files as they are
// served; the target `web` creates it (build/default/web).
//
// A browser shows the pictures as images, without the client's styles and under its security policy. So each style of a class becomes an
// attribute of the element.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = new URL('../', import.meta.url);
const check = process.argv.includes('--check');
const web = pathToFileURL(`${resolve(process.argv.slice(2).find((word) => word !== '--check') ?? fileURLToPath(new URL('build/default/web', root)))}/`);

// ---- the part of a document that dom.js needs ----

globalThis.Node = class {
  constructor(tag) {
    Object.assign(this, { tag, attributes: {}, children: [], style: { setProperty: (name, value) => (this.attributes[name] = value) } });
  }
  setAttribute(name, value) {
    this.attributes[name] = String(value);
  }
  append(child) {
    this.children.push(child);
  }
};
globalThis.document = { createElementNS: (_, tag) => new Node(tag) };

const { svg } = await import(new URL('core/dom.js', web));
const { at, letterDieParts, pipDieParts } = await import(new URL('core/art.js', web));
const games = readdirSync(new URL('games/', root));
const { wazabiDie } = games.includes('wazabi') ? await import(new URL('games/wazabi/picture.js', web)) : {};

// ---- styles as attributes ----

const sheets = ['style', 'boards', ...games.flatMap((game) => [`games/${game}/picture`, `games/${game}/board`])].map((name) => new URL(`${name}.css`, web));
const css = sheets.filter((sheet) => existsSync(sheet)).map((sheet) => readFileSync(sheet, 'utf8')).join('\n');
const usual = css.match(/(?<=^|\n)(:root|\.db) \{[^}]*\}/g).join('\n'); // the default table and dice
const light = (value) => value.replace(/^var\(--if-light, (.*)\) var\(--if-dark, .*\)$/, '$1');
const named = Object.fromEntries([...usual.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, light(value)]));
const rules = [...css.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector, body]) => ({ selector: selector.trim(), body }))
  .filter(({ selector }) => /^(\.[\w-]+)+$/.test(selector)).map(({ selector, body }) => ({ classes: selector.slice(1).split('.'), body }))
  .sort((a, b) => a.classes.length - b.classes.length);

function attributesOf(classes) {
  const found = {};
  for (const { classes: wanted, body } of rules) {
    if (!wanted.every((name) => classes.includes(name))) continue;
    for (const [, name, given] of body.matchAll(/([\w-]+): ([^;]+)/g)) {
      const value = given.replace(/var\((--[\w-]+)\)/g, (_, variable) => named[variable]);
      const font = name === 'font' && value.match(/^(\d+) (\d+)px (.+)$/);
      if (font) Object.assign(found, { 'font-weight': font[1], 'font-size': font[2], 'font-family': font[3].replaceAll('"', "'") });
      else if (/^(fill|stroke|opacity)/.test(name)) found[name] = value;
    }
  }
  return found;
}

function write(node) {
  if (typeof node === 'string') return node;
  const { class: classes = '', 'data-key': key, 'aria-hidden': hidden, ...own } = node.attributes;
  const all = { ...attributesOf(classes.split(' ')), ...own };
  const head = Object.entries(all).map(([name, value]) => ` ${name}="${value}"`).join('');
  const inside = node.children.map(write).join('');
  return inside ? `<${node.tag}${head}>${inside}</${node.tag}>` : `<${node.tag}${head}/>`;
}

// ---- dice in a row ----

const picture = (width, height, scale, ...parts) => svg('svg', { xmlns: 'http://www.w3.org/2000/svg', viewBox: `0 0 ${width} ${height}`, width: Math.round(width * scale), height: Math.round(height * scale) }, parts);
// visible on light paper
const outline = () => svg('rect', { x: 3, y: 3, width: 94, height: 95, rx: 21, fill: 'none', stroke: '#8a7a5c', 'stroke-width': 3 });
const row = (dice, scale) => picture(dice.length * 106 - 6, 100, scale, dice.map((parts, i) => at(50 + 106 * i, 50, 1, 0, parts, outline())));

// A die with a coloured disc instead of a letter.
const colourDie = (fill) => [...pipDieParts(0).slice(0, 3), svg('circle', { cx: 50, cy: 47, r: 30, fill, stroke: '#2a2018', 'stroke-width': 2 })];

const FACES = { vert: 'ABMPST', blanc: 'CDEGOT', jaune: 'ACLNRT', rouge: 'CEORSV', bleu: 'AEFHRS' };
const letters = (word) => [...word].map((letter, i) => letterDieParts(letter, `tm-${Object.keys(FACES)[i]}`));

// ---- pieces of Débâcle's board ----

const SIDE = 100;

// Squares of columns × rows; `camps` gives the classes of the camps' rows, from the bottom. Dice are [column, row from the bottom, value,
// tone, opacity].
function board(columns, rows, { first = 0, camps = {}, names = false } = {}, dice = [], marks = []) {
  const left = names ? 34 : 6, below = names ? 40 : 6, width = left + columns * SIDE + 6, height = 6 + rows * SIDE + below;
  const corner = (column, rank) => [left + column * SIDE, 6 + (rows - 1 - rank) * SIDE];
  const squares = [];
  for (let rank = 0; rank < rows; rank++) {
    for (let column = 0; column < columns; column++) {
      const [x, y] = corner(column, rank), dark = (column + rank + first) % 2 === 1;
      squares.push(svg('rect', { x, y, width: SIDE, height: SIDE, class: `db-square${dark ? ' dark' : ''} ${camps[rank] ?? ''}` }));
    }
  }
  const labels = names ? [...'abcdef'].map((file, i) => label(left + (i + 0.5) * SIDE, height - 10, file)).concat([1, 2, 3, 4, 5, 6].map((n) => label(17, corner(0, n - 1)[1] + 60, n))) : [];
  const pieces = dice.map(([column, rank, value, tone, opacity]) => {
    const [x, y] = corner(column, rank);
    return svg('g', { opacity: opacity ?? null }, at(x + 50, y + 50, 0.82, 0, pipDieParts(value, tone)));
  });
  const arrows = marks.map(([from, to, dashed]) => arrow(corner(...from).map((n) => n + 50), corner(...to).map((n) => n + 50), dashed));
  return { width, height, parts: [svg('rect', { width, height, rx: 14, class: 'db-frame' }), squares, labels, pieces, arrows] };
}

const label = (x, y, text) => svg('text', { x, y, 'text-anchor': 'middle', class: 'db-coordinate', 'font-size': 28 }, text);

function arrow([x1, y1], [x2, y2], dashed) {
  const length = Math.hypot(x2 - x1, y2 - y1), turn = Math.round((Math.atan2(y2 - y1, x2 - x1) * 180) / Math.PI);
  return svg('g', { transform: `translate(${x1} ${y1}) rotate(${turn})`, opacity: 0.9 },
    svg('path', { d: `M34 0H${Math.round(length) - 40}`, stroke: '#0b6e4f', 'stroke-width': 12, 'stroke-linecap': 'round', 'stroke-dasharray': dashed ? '14 20' : null }),
    svg('path', { d: `M${Math.round(length) - 16} 0l-30 -19v38z`, fill: '#0b6e4f' }));
}

const whole = ({ width, height, parts }, scale) => picture(width, height, scale, parts);

// Two boards with an arrow between them.
function beforeAfter(one, two, scale) {
  const gap = 110, height = Math.max(one.height, two.height);
  const put = (x, each) => svg('g', { transform: `translate(${x} ${(height - each.height) / 2})` }, each.parts);
  return picture(one.width + gap + two.width, height, scale, put(0, one), put(one.width + gap, two),
    svg('path', { d: `M${one.width + 24} ${height / 2}h44`, stroke: '#8a7a66', 'stroke-width': 12, 'stroke-linecap': 'round' }),
    svg('path', { d: `M${one.width + gap - 16} ${height / 2}l-30 -22v44z`, fill: '#8a7a66' }));
}

const RED = 'camp-red', BLACK = 'camp-black';

const PICTURES = {
  ...Object.fromEntries([0, 1, 2, 3, 4, 5].map((n) => [`die-${n}`, () => row([pipDieParts(n)], 0.23)])),
  ...Object.fromEntries(['W', 'C', 'D'].map((face) => [`wazabi-${face}`, () => picture(100, 100, 0.34, wazabiDie(face).children, outline())])),

  ...Object.fromEntries(Object.entries(FACES).map(([tone, faces]) => [`themots-${tone}`, () => row([...faces].map((letter) => letterDieParts(letter, `tm-${tone}`)), 0.28)])),
  'themots-example': () => row([...letters('BORVA'), colourDie('#3c9a55')], 0.4),
  'themots-black': () => row([...letters('BORVA'), colourDie('#17191d')], 0.4),

  'debacle-start': () => whole(board(6, 6, { names: true, first: 1, camps: { 0: RED, 5: BLACK } },
    [1, 2, 3, 4, 5, 6].flatMap((value) => [[value - 1, 0, value, 'red'], [6 - value, 5, value, 'black']])), 0.42),
  'debacle-roll': () => whole(board(3, 2, {}, [[1, 0, 3, 'red'], [1, 1, 4, 'red', 0.45], [0, 0, 4, 'red', 0.45], [2, 0, 4, 'red', 0.45]],
    [[[1, 0], [1, 1]], [[1, 0], [0, 0]], [[1, 0], [2, 0]]]), 0.42),
  'debacle-flip': () => beforeAfter(board(1, 1, {}, [[0, 0, 2, 'red']]), board(1, 1, {}, [[0, 0, 5, 'red']]), 0.42),
  'debacle-capture': () => beforeAfter(board(3, 1, {}, [[0, 0, 5, 'red'], [1, 0, 3, 'black']], [[[0, 0], [1, 0]]]), board(3, 1, {}, [[1, 0, 3, 'red']]), 0.42),
  'debacle-bounce': () => beforeAfter(board(3, 2, {}, [[0, 0, 5, 'red'], [1, 0, 3, 'black'], [1, 1, 2, 'black']], [[[0, 0], [1, 0]], [[1, 0], [1, 1]]]), board(3, 2, {}, [[1, 1, 2, 'red']]), 0.42),
  'debacle-return': () => beforeAfter(board(3, 3, { camps: { 0: RED, 2: BLACK } }, [[1, 1, 4, 'red']], [[[1, 1], [1, 2]]]),
    board(3, 3, { camps: { 0: RED, 2: BLACK } }, [[1, 2, 5, 'red', 0.45], [0, 0, 5, 'red']], [[[1, 2], [0, 0], true]]), 0.34),
  'debacle-recover': () => beforeAfter(board(4, 2, { camps: { 0: RED } }, [[0, 1, 4, 'red'], [1, 0, 3, 'red'], [3, 0, 4, 'red']], [[[1, 0], [1, 1]]]),
    board(4, 2, { camps: { 0: RED } }, [[0, 1, 4, 'red'], [1, 1, 4, 'red'], [3, 0, 4, 'red'], [2, 0, 1, 'red']]), 0.34),
};

// ---- drawings for print, which are the client's ----

const printed = async (game, file, list) => (games.includes(game) ? (await import(new URL(`games/${game}/${file}.js`, web)))[list] : {});
const plain = (wide, high, parts) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${high}">${parts.replaceAll('var(--serif)', 'serif')}</svg>`;
const PRINTED = {
  ...Object.fromEntries(Object.entries(await printed('easycome', 'prizes', 'PRIZES')).map(([id, parts]) => [`prize-${id.replace(/[-+]$/, '')}`, plain(160, 110, parts)])),
  ...Object.fromEntries(Object.entries(await printed('wazabi', 'cards', 'WZ')).map(([id, parts]) => [`card-${id}`, plain(120, 84, parts)])),
};

// ---- writing or comparing ----

const gameOf = (name) => (/^(die|prize)-/.test(name) ? 'easycome' : name.startsWith('card-') ? 'wazabi' : name.split('-')[0]);
const pathOf = (name) => `games/${gameOf(name)}/${PRINTED[name] ? 'print' : 'pictures'}/${name}.svg`;
for (const [name, text] of Object.entries(PRINTED)) PICTURES[name] = () => text;
let wrong = 0;
for (const [name, draw] of Object.entries(PICTURES).filter(([each]) => games.includes(gameOf(each)))) {
  const path = pathOf(name), file = new URL(path, root), text = `${write(draw())}\n`;
  if (!check) {
    mkdirSync(new URL('./', file), { recursive: true });
    writeFileSync(file, text);
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== text) {
    console.log(`${path} is not what tools/rules_pictures.mjs draws: run it`);
    wrong++;
  }
}
const ours = new Set(Object.keys(PICTURES).map(pathOf));
for (const folder of games.flatMap((game) => [`games/${game}/pictures/`, `games/${game}/print/`]).filter((path) => existsSync(new URL(path, root)))) {
  for (const path of readdirSync(new URL(folder, root)).map((file) => folder + file).filter((path) => !ours.has(path))) {
    if (!check) rmSync(new URL(path, root));
    console.log(`${path} ${check ? 'is no picture of the script' : 'removed'}`);
    wrong += check;
  }
}
process.exit(wrong ? 1 : 0);
