// The end of a game: the podium, and beside it the story, once the game has been analysed (story_view.js).
import { h } from '../core/dom.js';
import { seatFace } from '../core/faces.js';
import { agentName, isBot, seatName, winners } from '../core/parts.js';
import { t } from '../core/texts.js';
import { present } from '../model/state.js';
import { placesOf } from '../model/story.js';
import { offerView, storyView } from './replay.js';
import { resultWords, whyWords } from './view.js';

/** @typedef {import('../model/state.js').State} State */
/** @typedef {import('../model/board.js').View} View */

/** @param {State} s @param {View} v @param {number} seat @param {number} place @param {number} i from the first */
function step(s, v, seat, place, i) {
  const { table, board } = present(s), { kind, name } = table.seats[seat - 1];
  const what = seat === table.you ? t('seat.you') : isBot({ kind }) ? agentName(name) : '';
  return h('li', { class: `podium-seat place-${Math.min(place, 4)}${i === 1 ? ' second' : ''}`, key: `p${seat}`, 'data-place': place },
    place === 1 && h('i', { class: 'rays', 'aria-hidden': 'true' }),
    h('div', { class: 'podium-who' },
      seatFace(table.seats, seat), h('b', null, seatName(table.seats, seat)), what && h('small', null, what)),
    h('div', { class: 'podium-step' },
      h('span', { class: 'podium-place', 'aria-label': t('end.place', { n: place }) }, place),
      h('span', { class: 'podium-has' }, board.trophy?.(v, seat) ?? board.seat(v, seat))));
}

/** @param {State} s @param {View} v */
function podium(s, v) {
  const { table, board } = present(s), result = table.state?.result ?? table.seats.map(() => 0);
  const scores = result.map((share, i) => board.score?.(v.state, i + 1) ?? share), places = placesOf(result, scores);
  const seats = places.map((_, i) => i + 1).sort((a, b) => places[a - 1] - places[b - 1] || a - b);
  return h('ol', { class: `podium of-${seats.length}`, 'aria-label': t('end.podium.label') },
    seats.map((seat, i) => step(s, v, seat, places[seat - 1], i)));
}

/** @param {State} s @param {View} v */
export function endView(s, v) {
  const won = winners(v.state.result).includes(v.you);
  return h('section', { class: `ending${won ? ' won' : ''}`, key: 'ending', 'aria-label': t('over'), tabindex: '0' },
    h('div', { class: 'end-stage', key: 'stage' },
      h('div', { class: 'headline' }, h('h2', { class: 'result' }, resultWords(s)), h('p', { class: 'why' }, whyWords(s, v))),
      podium(s, v),
      v.you > 0 && offerView(s.id ?? '')),
    storyView(s, v));
}
