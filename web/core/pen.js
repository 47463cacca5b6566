// The pen: parts of a drawing as SVG text, for pictures with many parts. A picture contains only our own constants and no text
// from users, so it can be parsed without escaping.
import { svg } from './dom.js';

/** @typedef {number | string} Size */
/** @type {(x: Size, y: Size, w: Size, h: Size, rx: Size, fill: string) => string} */
export const R = (x, y, w, high, rx, fill) => `<rect x="${x}" y="${y}" width="${w}" height="${high}" rx="${rx}" fill="${fill}"/>`;
/** @type {(x: Size, y: Size, r: Size, fill: string, more?: string) => string} */
export const C = (x, y, r, fill, more = '') => `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}" ${more}/>`;
/** @type {(x: Size, y: Size, rx: Size, ry: Size, fill: string, more?: string) => string} */
export const O = (x, y, rx, ry, fill, more = '') => `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}" ${more}/>`;
/** @type {(d: string, fill: string, more?: string) => string} */
export const P = (d, fill, more = '') => `<path d="${d}" fill="${fill}" ${more}/>`;
/** @type {(d: string, stroke: string, width?: number, more?: string) => string} */
export const L = (d, stroke, width = 3, more = '') =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;
/** @type {(transform: string, ...parts: string[]) => string} */
export const G = (transform, ...parts) => `<g transform="${transform}">${parts.join('')}</g>`;
export const TONE = {
  gold: '#d8a83a', goldLight: '#f6d98a', goldDeep: '#a5741a', red: '#8f2530', redDeep: '#6d1620', redLight: '#c04a4e', ink: '#2a2018',
  cream: '#fff8ea', leaf: '#6c9a1f', leafDeep: '#4a6d12',
};

/** @type {(x: number, y: number, r: number, fill: string) => string} */
export const star = (x, y, r, fill) => P(Array.from({ length: 10 }, (_, i) => {
  const a = Math.PI * (i / 5 - 0.5), q = i % 2 ? r * 0.44 : r;
  return `${i ? 'L' : 'M'}${(x + q * Math.cos(a)).toFixed(1)} ${(y + q * Math.sin(a)).toFixed(1)}`;
}).join('') + 'z', fill);

/** @type {(x: number, y: number, r: number, fill?: string) => string} */
export const spark = (x, y, r, fill = '#fff') => P(`M${x} ${y - r}q${r * 0.15} ${r * 0.85} ${r} ${r}q${-r * 0.85} ${r * 0.15} ${-r} ${r}`
  + `q${-r * 0.15} ${-r * 0.85} ${-r} ${-r}q${r * 0.85} ${-r * 0.15} ${r} ${-r}z`, fill);

/** Parsed parts. @type {Map<string, DocumentFragment>} */
const known = new Map();

/** @param {string} parts */
function partsOf(parts) {
  let read = known.get(parts);
  if (!read) {
    const node = svg('svg');
    node.innerHTML = parts;
    known.set(parts, (read = document.createDocumentFragment()));
    read.append(...node.childNodes);
  }
  return read.cloneNode(true);
}

/**
 * A picture made of parts.
 * @param {number} wide
 * @param {number} high
 * @param {string} parts
 * @param {import('./dom.js').Props} props
 */
export function drawing(wide, high, parts, props) {
  const node = svg('svg', { viewBox: `0 0 ${wide} ${high}`, preserveAspectRatio: 'xMidYMid slice', 'aria-hidden': 'true', ...props });
  node.append(partsOf(parts));
  return node;
}
