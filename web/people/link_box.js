// The link for another device: code, address and QR code, with the time that is left.
import { h, svg } from '../core/dom.js';
import { redraw } from '../core/frame.js';
import { copyText, notice } from '../core/parts.js';
import { t } from '../core/texts.js';
import { ask, reason } from './me.js';

/** @type {{code: string, url: string, qr: string, until: number} | null} */
let link = null;
/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;

export function endLink() {
  clearInterval(timer);
  link = null;
}

async function makeLink() {
  try {
    link = await ask('/api/me/link', {});
    clearInterval(timer);
    timer = setInterval(redraw, 1000);
  } catch (error) {
    notice(reason(error), 'bad');
  }
  redraw();
}

/** The paths of the server's SVG, drawn anew. @param {string} text */
function qrCode(text) {
  const from = new DOMParser().parseFromString(text, 'image/svg+xml').documentElement, box = from.getAttribute('viewBox') ?? '0 0 1 1';
  const [x, y, wide, high] = box.split(/[\s,]+/).map(Number);
  return svg('svg', { class: 'qr', viewBox: box, role: 'img', 'aria-label': t('acc.phone.qr'), 'shape-rendering': 'crispEdges' },
    svg('rect', { x, y, width: wide, height: high, fill: '#fff' }),
    [...from.querySelectorAll('path')].filter((path) => path.getAttribute('fill') !== '#fff').map((path) => svg('path', {
      d: path.getAttribute('d'), ...(path.getAttribute('stroke') ? { fill: 'none', stroke: '#000' } : { fill: '#000' }),
    })));
}

/** @param {number} left milliseconds */
function leftText(left) {
  const seconds = Math.ceil(left / 1000);
  return seconds > 60 ? t('acc.phone.left', { n: Math.floor(seconds / 60) }) : t('acc.phone.soon', { n: seconds });
}

/** @param {import('./me.js').Person} person */
function shown({ name }) {
  if (!link) return null;
  const left = link.until - Date.now(), { code, url, qr } = link;
  if (left <= 0) {
    return h('p', { class: 'code', key: 'over' }, t('acc.phone.over'), ' ',
      h('button', { class: 'button small', type: 'button', 'data-do': 'link-again', onclick: makeLink }, t('acc.phone.again')));
  }
  return [
    h('div', { class: 'phone-link', key: code }, qrCode(qr),
      h('ol', null, ['acc.phone.1', 'acc.phone.2', 'acc.phone.3'].map((key) => h('li', null, t(key, { name }))))),
    h('p', { class: 'code', key: 'code' }, h('b', { 'data-code': true }, code),
      h('button', { class: 'button small', type: 'button', 'data-do': 'link-copy', onclick: () => copyText(url) }, t('acc.phone.copy')),
      h('span', { class: 'soft' }, leftText(left))),
  ];
}

/** @param {import('./me.js').Person} person */
export const linkBox = (person) => h('section', { class: 'box', key: 'phone' },
  h('h2', null, t('acc.phone')),
  link ? shown(person) : [
    h('p', { class: 'note', key: 'about' }, t('acc.phone.about')),
    h('button', { class: 'button', type: 'button', key: 'go', 'data-do': 'link', onclick: makeLink }, t('acc.phone.go')),
  ]);
