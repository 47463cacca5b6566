// The view of a table: seats, board, bar, log and chat. Banners above them show what stops the game or needs an answer.
import { cross, cup } from '../core/art.js';
import { h } from '../core/dom.js';
import { seatFace } from '../core/faces.js';
import { nothingView } from '../core/parts.js';
import { isHere } from '../core/place.js';
import { t } from '../core/texts.js';
import { isImported, present, shownState } from '../model/state.js';
import { dueSeat, handOver, isOurs, peopleHere, showsPodium } from '../model/turn.js';
import { answer, putAway, request, retryNow, skipAhead } from './actions.js';
import { barView, confetti } from './bar_view.js';
import { takeDevice } from './device.js';
import { endView } from './end_view.js';
import { paceNow } from './motion.js';
import { analysisView } from './replay.js';
import { sideView } from './side_view.js';
import { tellWhere } from './tell.js';
import { gameWords, graceWords, nameIn, proposalWords, seatsView, tickerWords, viewOf, wantedHere } from './view.js';
import { waitingRoom } from './waiting_view.js';

/** @typedef {import('../model/state.js').State} State */
/** @typedef {import('../model/board.js').View} View */
/** @typedef {import('../core/dom.js').PageEvent} PageEvent */

const loading = () => h('div', { class: 'empty', key: 'loading' }, cup(120, 'shake'), h('p', null, t('loading')));

/** A tap on the table shows the queued lines. @param {PageEvent} event */
const tapped = (event) => event.target.closest('button:not(.still), a, input') || skipAhead();

/** @param {State} s */
export function tableView(s) {
  if (s.dismissed) return nothingView(t('dismissed.title'), s.dismissed);
  if (s.gone) return nothingView(t('gone.title'), t(isHere(s.id ?? '') ? 'gone.here' : 'gone.why'));
  if (!s.table) return loading();
  const to = handOver(s, performance.now());
  if (to !== null) return handOverView(s, to);
  const { table, board } = present(s), v = viewOf(s), playing = shownState(s) !== null;
  const cls = `felt game-${table.game}${s.link === 'open' ? '' : ' asleep'}${s.replay ? ' replaying' : ''}`;
  return [
    h('h1', { class: 'unseen', key: 'h1' }, gameWords(s)),
    h('button', { class: 'skip', type: 'button', key: 'where', 'aria-keyshortcuts': '= w', onclick: tellWhere }, t('where')),
    h('div', { class: cls, key: 'felt', onclick: v.throwing ? null : tapped, style: { '--pace': Math.max(paceNow(), 0.5) } },
      showsPodium(s, performance.now()) ? endView(s, v) : [
        board.ownSeats && playing ? null : seatsView(s, v),
        h('section', { class: 'board', key: 'board', 'aria-label': t('board') }, playing ? board.board(v) : waitingRoom(s)),
        ticker(s, v),
      ],
      barView(s, v),
      s.replay ? null : confetti(s)),
    s.replay ? analysisView(s, v) : sideView(s, v),
  ];
}

/** Between two people at one device, in a game with secrets: nothing of the table is on the page. @param {State} s @param {number} to */
function handOverView(s, to) {
  if (!to) return loading();
  const name = nameIn(s, to);
  return h('section', { class: 'empty hand-over', key: `pass-${to}`, 'data-seat': to, 'aria-labelledby': 'hand-over' },
    seatFace(present(s).table.seats, to, 112),
    h('h2', { id: 'hand-over', tabindex: '-1' }, t('pass.to', { name })),
    h('p', null, t('pass.why')),
    h('button', { class: 'button primary', type: 'button', 'data-do': 'take-device', onclick: () => takeDevice(to) },
      h('span', null, t('pass.take', { name })), h('kbd', { 'aria-hidden': 'true' }, '1')));
}

/** Describes the last event, also while dice wait to be thrown; a message may contain several moves. @param {State} s @param {View} v */
function ticker(s, v) {
  const { board } = present(s);
  if (!shownState(s) || s.replay || !board.pace) return null;
  const words = v.fresh.length ? tickerWords(s, v) : s.device.shared ? '' : s.lately; // “you” is one person
  return h('p', { class: 'ticker', key: 'ticker', 'aria-hidden': 'true', 'data-actor': v.turn.seat }, words);
}

// ---- the banner above the table: one at a time; problems that stop the game precede questions ----

/** @param {State} s */
export function bannerView(s) {
  if (s.gone) return null;
  if (!s.table || handOver(s, performance.now()) !== null) return linkBanner(s);
  return linkBanner(s) ?? proposalBanner(s) ?? newsBanner(s) ?? diceBanner(s) ?? awayBanner(s) ?? importedBanner(s);
}

/** @param {State} s @param {string} key */
const isAway = (s, key) => s.putAway.has(`${s.id} ${key}`);

/** @param {string} key */
function closeButton(key) {
  return h('button', {
    class: 'icon-button', type: 'button', key: 'close', 'data-do': 'put-away', 'aria-label': t('close'), onclick: () => putAway(key),
  }, cross());
}

/** @param {State} s */
function linkBanner(s) {
  if (s.link === 'open') return null;
  const lost = s.link === 'lost';
  const words = () => [t('link.lost'), ' ', t('link.retry'), ' ', h('span', { 'data-retry': true, 'data-free': true }, ''), ' s'];
  return h('div', { class: 'banner bad', key: 'link' },
    h('span', null, lost ? words() : t('link.connecting')),
    lost && h('button', { class: 'button small', type: 'button', onclick: retryNow }, t('link.now')));
}

/** The operator's announcement. It can be put away; the minutes that count down do not bring it back. @param {State} s */
function newsBanner(s) {
  const key = `news-${s.news.replace(/[0-9]/g, '')}`;
  if (!s.news || isAway(s, key)) return null;
  return h('div', { class: 'banner', key: 'news', 'data-news': true }, h('span', null, s.news), closeButton(key));
}

/** @param {number} until */
const graceLeft = (until) => String(Math.max(0, Math.ceil((until - performance.now()) / 1000)));

/** Seconds that run down between messages: until the next attempt, until a bot plays. @param {State} s */
export function tickRetry(s) {
  for (const node of document.querySelectorAll('[data-retry]')) {
    node.textContent = String(Math.max(0, Math.ceil((s.retryAt - Date.now()) / 1000)));
  }
  for (const node of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[data-grace]'))) {
    node.textContent = graceLeft(Number(node.dataset.grace));
  }
}

/**
 * The banner about fair dice: which seats broke their commitment, and whether this player's number counts.
 * @param {State} s
 */
function diceBanner(s) {
  const { table } = present(s);
  const failed = [...new Set((table.fair?.failed ?? []).map((f) => f.seat))];
  const mine = s.dice ?? (failed.includes(table.you) ? 'late' : null);
  const others = failed.filter((seat) => seat !== table.you);
  const key = `dice-${mine}-${others.join()}`;
  if ((!mine && !others.length) || isAway(s, key)) return null;
  const names = others.map((seat) => nameIn(s, seat)).join(', ');
  return h('div', { class: `banner${mine ? ' bad' : ''}`, key: 'dice', 'data-dice': mine ?? 'failed' },
    h('span', null, mine ? t('dice.' + mine) : '', ' ', others.length ? t('dice.failed.some', { names }) : ''), closeButton(key));
}

/** The banner that says that imported lines cannot be verified. @param {State} s */
function importedBanner(s) {
  const { table } = present(s);
  if (!isImported(table) || isAway(s, 'imported')) return null;
  return h('div', { class: 'banner', key: 'imported', 'data-imported': true },
    h('span', null, t('from.imported.short', { n: table.origin?.step })), closeButton('imported'));
}

/** @param {State} s */
function proposalBanner(s) {
  const { table } = present(s), asked = table.proposal;
  if (asked && asked.until !== undefined && (asked.seat === table.you || !asked.wanted.length)) return graceBanner(s, asked);
  if (!asked?.wanted.length || isOurs(s, asked)) return null;
  const asks = wantedHere(s, asked), wanted = asks.length > 0;
  return h('div', { class: 'banner', key: 'proposal', role: 'group', 'aria-label': t('ask') },
    h('span', null, proposalWords(s, asked)),
    wanted && h('button', { class: 'button small primary', type: 'button', onclick: () => answer(asks, asked.what, true) }, t('yes')),
    wanted && h('button', { class: 'button small', type: 'button', onclick: () => answer(asks, asked.what, false) }, t('no')));
}

/**
 * The others want a bot for a seat: the seconds until then. The person at the seat can say that they are there.
 * @param {State} s
 * @param {import('../model/messages.js').Proposal} asked
 */
function graceBanner(s, asked) {
  const { table } = present(s), mine = asked.seat === table.you;
  return h('div', { class: `banner${mine ? ' bad' : ''}`, key: 'grace', role: 'group', 'aria-label': t('ask'), 'data-graced': true },
    h('span', null, graceWords(s, asked), ' ',
      h('span', { 'data-grace': asked.until, 'data-free': true }, graceLeft(Number(asked.until))), ' s'),
    mine && h('button', {
      class: 'button small primary', type: 'button', 'data-do': 'here', onclick: () => answer([table.you], 'bot', false),
    }, t('ask.here')));
}

/** Words, or fewer of them in a narrow window. @param {string} wide @param {string} narrow */
const wideOrNot = (wide, narrow) => h('span', null, h('span', { class: 'if-wide' }, wide), h('span', { class: 'if-narrow' }, narrow));

/** People who are away can be replaced, by consent. Spectators see it here, because a small plate has no room. @param {State} s */
function awayBanner(s) {
  const { table } = present(s), people = peopleHere(s);
  if (table.phase !== 'playing') return null;
  const isAbsent = (/** @type {number} */ seat) => {
    const { kind, here, idle } = table.seats[seat - 1];
    return kind === 'person' && (!here || idle) && seat !== table.you && !people.includes(seat);
  };
  const number = table.seats.map((_, i) => i + 1).find((seat) => isAbsent(seat) && !isAway(s, `away-${seat}`));
  if (!number) return null;
  const name = nameIn(s, number), what = table.seats[number - 1].here ? 'idle' : 'away';
  const words = t(what === 'away' && dueSeat(s) !== number ? 'away.short' : what, { name }); // it waits only for the seat that is due
  return h('div', { class: 'banner', key: `away-${number}` },
    wideOrNot(words, t(`${what}.short`, { name })),
    table.you > 0 && h('button', {
      class: 'button small', type: 'button', 'data-do': 'bot', onclick: () => request({ do: 'propose', what: 'bot', seat: number }),
    }, wideOrNot(t('seat.letbot'), t('seat.letbot.short'))),
    closeButton(`away-${number}`));
}
