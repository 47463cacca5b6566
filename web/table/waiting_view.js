// Before the game: the link to send, or an invitation to take a seat.
import { cup, cupPicture } from '../core/art.js';
import { h } from '../core/dom.js';
import { redraw } from '../core/frame.js';
import { freeName, gameOf, gameTitle, loadGames, myName } from '../core/games.js';
import { setSetting } from '../core/keep.js';
import { copyText } from '../core/parts.js';
import { openRules } from '../core/rules.js';
import { language, t } from '../core/texts.js';
import { GAMES } from '../games.js';
import { present } from '../model/state.js';
import { peopleHere } from '../model/turn.js';
import { request, sitDown } from './actions.js';
import { clockWords, gameWords, invitations, LOCAL, nameIn } from './view.js';

/** @typedef {import('../model/state.js').State} State */

/** @param {State} s */
export function waitingRoom(s) {
  const { table } = present(s);
  const open = table.seats.filter((seat) => seat.kind === 'open').length;
  if (table.phase === 'fair' || !open || (!table.you && peopleHere(s).length)) {
    return h('div', { class: 'empty' }, cup(120, 'shake'), h('h2', null, t('wait.fair')), h('p', { class: 'fine' }, t('wait.fair.why')));
  }
  return table.you ? inviteCard(s, open) : s.ui.watches ? watchCard(s) : joinCard(s);
}

/** @param {State} s @param {number} open seats */
function inviteCard(s, open) {
  const { table } = present(s), links = invitations(s);
  const chosen = links[Math.min(s.ui.link ?? 0, links.length - 1)];
  const local = LOCAL.includes(new URL(chosen.href).hostname);
  const share = () =>
    navigator.share({ title: 'Cornet', text: t('share.text', { game: gameTitle(table.game) }), url: chosen.href }).catch(() => {});
  return h('div', { class: 'invite' },
    h('h2', null, t('wait.title', { n: open })),
    h('p', null, t('wait.how')),
    clockWords(s),
    links.length > 1 && h('label', { class: 'field' }, h('span', null, t('wait.address')),
      h('select', { onchange: (e) => ((s.ui.link = Number(e.target.value)), redraw()) },
        links.map((link, i) => h('option', { value: i, selected: link === chosen }, new URL(link.href).host)))),
    h('div', { class: 'invite-link' },
      h('input', {
        type: 'text', readonly: true, value: chosen.href, 'aria-label': t('wait.link'), 'data-link': true,
        onclick: (e) => e.target.select(), key: chosen.href,
      }),
      h('button', { class: 'button primary', type: 'button', onclick: () => copyText(chosen.href) }, t('copy')),
      'share' in navigator && h('button', { class: 'button', type: 'button', onclick: share }, t('share'))),
    local && (s.addresses?.length ?? 0) > 0 && h('p', { class: 'fine', 'data-local': true },
      t('wait.local'), ' ', h('span', { class: 'for-hosts' }, t('wait.local.how'))),
    !local && chosen.at >= 0 && h('img', {
      class: 'qr', src: `/api/tables/${s.id}/qr.svg?at=${chosen.at}`, alt: t('wait.qr'), width: 200, height: 200, key: `qr-${chosen.at}`,
      onerror: (e) => e.target.classList.add('none'),
    }),
    table.host === table.you && h('button', {
      class: 'button', type: 'button', 'data-do': 'fill', onclick: () => request({ do: 'host', fill: 'bot' }),
    }, t('wait.fill', { n: open })));
}

let spoken = ''; // the language of the games that were asked for

/** A sentence about the game; nothing until it has been loaded. @param {string} game */
function about(game) {
  if (spoken !== language()) {
    spoken = language();
    loadGames().then(redraw, () => (spoken = ''));
  }
  return gameOf(game)?.about ?? '';
}

/** @param {State} s */
function joinCard(s) {
  const { table } = present(s), name = myName();
  return h('form', { class: 'invite invitation', onsubmit: (e) => (e.preventDefault(), sitDown(freeName(table))) },
    (GAMES[table.game]?.picture ?? cupPicture)(),
    h('h2', null, t('join.title', { name: table.host ? nameIn(s, table.host) : 'Cornet', game: gameWords(s) })),
    h('p', { class: 'invite-about' }, about(table.game)),
    h('label', { class: 'field' }, h('span', null, t('home.name')),
      h('input', {
        type: 'text', maxlength: 24, 'data-free': true, placeholder: t('home.guest'), value: name === t('home.guest') ? '' : name,
        oninput: (e) => setSetting('name', e.target.value.trim()),
      })),
    h('div', { class: 'row' },
      h('button', { class: 'button primary', type: 'submit', 'data-do': 'join' }, t('join.sit')),
      h('button', { class: 'button', type: 'button', 'data-do': 'watch', onclick: () => ((s.ui.watches = true), redraw()) },
        t('home.watch')),
      h('button', { class: 'button quiet', type: 'button', onclick: () => openRules(table.game, gameWords(s)) }, t('rules'))),
    clockWords(s),
    table.dice === 'own' && h('p', { class: 'fine' }, t('new.dice.about')));
}

/** The card for a spectator before the game starts, who may still take a seat. @param {State} s */
function watchCard(s) {
  return h('div', { class: 'empty', key: 'watches' },
    cup(120), h('h2', null, t('bar.watching')), h('p', { class: 'fine' }, t('join.watches')),
    h('button', { class: 'button', type: 'button', 'data-do': 'join', onclick: () => sitDown(freeName(present(s).table)) }, t('join.sit')));
}
