// A game's end: who won and by what, confetti, then rematch, analysis, share.
import { h } from '../core/dom.js';
import { t } from '../core/texts.js';
import { icon } from '../core/icons.js';
import { copyText, openDialog, recordLink } from '../core/parts.js';
import { isHere, mayPlayHere } from '../core/place.js';
import { shareRecord } from '../core/shared.js';
import { present } from '../model/state.js';
import { request } from './actions.js';
import { openReplay } from './open_replay.js';
import { fromLink } from './playon.js';
import { endWords, gameWords, resultWords, whyWords } from './words.js';

/** @typedef {import('../model/state.js').State} State */
/** @typedef {import('../model/board.js').View} View */

const PIECES = 48; // of confetti

/** In the winners' colours and gold. Where a piece falls follows from its number, so that drawing again moves nothing. @param {State} s */
export function confetti(s) {
  const { party } = s;
  if (!party || performance.now() > party.until) return null;
  const piece = (/** @type {number} */ i) => h('i', {
    class: i % 3 ? `seat-${party.seats[i % party.seats.length]}` : 'gold', key: `c${i}`,
    style: {
      '--x': `${(i * 61) % 100}%`, '--late': `${((i * 37) % 100) / 70}s`, '--turn': `${(i * 83) % 360}deg`,
      '--way': `${((i * 29) % 120) - 60}px`,
    },
  });
  return h('div', { class: 'confetti', key: 'confetti', 'aria-hidden': 'true' }, Array.from({ length: PIECES }, (_, i) => piece(i)));
}

/** @param {State} s @param {View} v */
const shareWords = (s, v) => `${gameWords(s)} · ${endWords(s, v)}`;

/**
 * A server's game by its address; a game of this browser is in the link itself.
 * @param {string} id
 * @param {string} url
 * @param {string} text
 */
async function share(id, url, text) {
  if (isHere(id)) return void shareRecord(id, text);
  if ('share' in navigator) await navigator.share({ title: 'Cornet', text, url }).catch(() => {});
  else copyText(url);
  return undefined;
}

/** Whatever else one may want of a finished game. @param {State} s @param {View} v */
function openMore(s, v) {
  const id = s.id ?? '';
  const sharing = { class: 'button', type: 'button', 'data-do': 'share-record', onclick: () => shareRecord(id, shareWords(s, v)) };
  openDialog(() => ({
    title: t('over.more'),
    body: h('div', { class: 'stack' },
      fromLink(s, 'button'),
      h('a', { class: 'button', href: `/check?table=${id}`, 'data-nav': true }, t('over.check')),
      recordLink(id, { class: 'button' }, t('over.record')),
      mayPlayHere && !isHere(id) && h('button', sharing, t('over.link')),
      h('a', { class: 'button', href: '/', 'data-nav': true }, t('over.home'))),
  }));
}

/** @param {State} s */
function againButton(s) {
  const { table } = present(s);
  if (table.next) return h('a', { class: 'button primary', href: `/t/${table.next}`, 'data-nav': true }, t('over.next'));
  if (!table.you) return null;
  return h('button', {
    class: 'button primary', type: 'button', 'data-do': 'rematch', onclick: () => request({ do: 'propose', what: 'rematch' }),
  }, t('over.rematch'));
}

/** @param {State} s @param {View} v @param {string} href the link that others can open */
export function endBar(s, v, href) {
  const sharing = () => share(s.id ?? '', `${href}#replay`, shareWords(s, v));
  return [
    h('p', { class: 'ask result', key: 'ask' }, icon('star'), ' ', resultWords(s)),
    h('p', { class: 'why', key: 'why' }, whyWords(s, v)),
    h('div', { class: 'bar-buttons', key: 'buttons' },
      againButton(s),
      h('button', { class: 'button', type: 'button', 'data-do': 'replay', onclick: () => openReplay() }, t('over.replay')),
      h('button', { class: 'button', type: 'button', 'data-do': 'share', onclick: sharing }, t('share')),
      h('button', { class: 'button quiet', type: 'button', 'data-do': 'over-more', onclick: () => openMore(s, v) }, t('over.more'))),
  ];
}
