// A game's end: who won and by what, a celebration, then rematch, analysis, share.
import { h } from '../core/dom.js';
import { t } from '../core/texts.js';
import { copyText, openDialog, recordLink, resultText, winners } from '../core/parts.js';
import { icon } from '../core/icons.js';
import { isForfeit } from '../core/boards.js';
import { play as playSound } from '../core/sound.js';
import { here, openReplay, peopleHere, request, view } from './table.js';
import { fromLink } from './playon.js';
import { isHere, mayPlayHere } from '../core/place.js';
import { shareRecord } from '../pages/shared.js';
import { redraw } from '../app.js';

const PIECES = 48, LASTS = 4200; // of confetti, and for how many milliseconds

let party = { table: null, until: 0 };

// The game has ended before our eyes.
export function celebrate() {
  const { table } = here, won = winners(table.state.result);
  const glad = table.you && !peopleHere().length ? won.includes(table.you) : won.some((seat) => table.seats[seat - 1].kind !== 'left');
  playSound(glad ? 'win' : 'over');
  if (!glad || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
  party = { table: table.table, until: performance.now() + LASTS, seats: won };
  setTimeout(redraw, LASTS + 100);
}

// Confetti in the winners' colours and gold. Where a piece falls follows from its number, so that drawing again moves nothing.
export function confetti() {
  if (party.table !== here.id || performance.now() > party.until) return null;
  const piece = (i) => h('i', { class: i % 3 ? `seat-${party.seats[i % party.seats.length]}` : 'gold', key: `c${i}`,
    style: { '--x': `${(i * 61) % 100}%`, '--late': `${((i * 37) % 100) / 70}s`, '--turn': `${(i * 83) % 360}deg`, '--way': `${((i * 29) % 120) - 60}px` } });
  return h('div', { class: 'confetti', key: 'confetti', 'aria-hidden': 'true' }, Array.from({ length: PIECES }, (_, i) => piece(i)));
}

// What the result came by, as the board says it.
function why() {
  const last = here.table.log.at(-1) ?? '';
  return isForfeit(last) ? here.board.say(last, view()) : here.board.ending?.(view()) ?? '';
}

// Several people here are named.
const result = () => resultText(here.table.seats, here.table.state.result, peopleHere().length ? 0 : here.table.you);

export const endWords = () => `${result()} ${why()}`.trim();

const shareWords = () => `${t('title.' + here.table.game)} · ${endWords()}`;

// A server's game by its address; a game of this browser is in the link itself.
async function share(href) {
  const text = shareWords();
  if (isHere(here.id)) return void shareRecord(here.id, text);
  if (navigator.share) await navigator.share({ title: 'Cornet', text, url: href }).catch(() => {});
  else copyText(href);
}

// Whatever else one may want of a finished game.
function openMore() {
  openDialog(() => ({
    title: t('over.more'),
    body: h('div', { class: 'stack' },
      fromLink('button'),
      h('a', { class: 'button', href: `/check?table=${here.id}`, 'data-nav': true }, t('over.check')),
      recordLink(here.id, { class: 'button' }, t('over.record')),
      mayPlayHere && !isHere(here.id) && h('button', { class: 'button', type: 'button', 'data-do': 'share-record', onclick: () => shareRecord(here.id, shareWords()) }, t('over.link')),
      h('a', { class: 'button', href: '/', 'data-nav': true }, t('over.home'))),
  }));
}

// `href` is the link that others can open.
export function endBar(href) {
  const { table } = here;
  return [
    h('p', { class: 'ask result', key: 'ask' }, icon('star'), ' ', result()),
    h('p', { class: 'why', key: 'why' }, why()),
    h('div', { class: 'bar-buttons', key: 'buttons' },
      table.next ? h('a', { class: 'button primary', href: `/t/${table.next}`, 'data-nav': true }, t('over.next'))
        : table.you ? h('button', { class: 'button primary', type: 'button', 'data-do': 'rematch', onclick: () => request({ do: 'propose', what: 'rematch' }) }, t('over.rematch')) : null,
      h('button', { class: 'button', type: 'button', 'data-do': 'replay', onclick: () => openReplay() }, t('over.replay')),
      h('button', { class: 'button', type: 'button', 'data-do': 'share', onclick: () => share(`${href}#replay`) }, t('share')),
      h('button', { class: 'button quiet', type: 'button', 'data-do': 'over-more', onclick: openMore }, t('over.more'))),
  ];
}
