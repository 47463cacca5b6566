// The story of a finished game beside its podium: the turning point, the best move, luck and mistakes. Loaded with the analysis.
import { h } from '../core/dom.js';
import { advice, percent, winners } from '../core/parts.js';
import { t } from '../core/texts.js';
import { isJudged } from '../model/replay.js';
import { present } from '../model/state.js';
import { adjustedShare, bestMove, isExact, mistakesOf, placesOf, turningPoint, verdictOf } from '../model/story.js';
import { madeOf } from '../practise/collect.js';
import '../practise/texts.js';
import { chart, progressView } from './curve_view.js';

export { nameOffer } from '../people/offer.js';

/** @typedef {import('../model/state.js').State} State */
/** @typedef {import('../model/board.js').View} View */
/** @typedef {import('../model/messages.js').Analysis} Analysis */
/** @typedef {(at: number, mark?: string | null) => void} Open opens the replay at a moment */
/** @typedef {{s: State, v: View, analysis: Analysis, open: Open}} Story */

/** Describes the line at this step, or another `line` there. @param {Story} story @param {number} at @param {string} [line] */
function sayAt({ s, v }, at, line) {
  const { board } = present(s), steps = s.story?.steps ?? [], { state, owner, line: played } = steps[at];
  const before = steps[at - 1].state;
  return board.say(line ?? played ?? '', { ...v, state, before, owner, fresh: [] });
}

/** @param {string} text @param {string} name @param {() => void} act */
const link = (text, name, act) => h('button', { class: 'button small', type: 'button', 'data-do': name, onclick: act }, text);

/** @param {number} at */
const moveNumber = (at) => [h('span', { class: 'unseen' }, ','), ' ', h('small', null, t('end.move', { n: at }))];

/** @param {Story} story */
function turning(story) {
  const { s, v, analysis, open } = story, found = turningPoint(analysis, winners(v.state.result));
  if (!found || !s.story) return null;
  const { at, seat, from, to } = found;
  return h('article', { class: 'story-part', key: 'turning' },
    h('h3', null, t('end.turning'), moveNumber(at)),
    chart({ ...s.story, at }, analysis, v.seats, (n) => open(n)),
    h('p', null, sayAt(story, at), ' ', h('b', null, `${v.name(seat)}${t('colon')} ${percent(from, 0)} → ${percent(to, 0)}`)),
    link(t('end.look'), 'turning', () => open(at - 1)));
}

/** @param {Story} story @param {number} seat */
function best(story, seat) {
  const at = bestMove(story.analysis, seat), move = story.analysis.moves[at - 1];
  if (!at || !move?.next) return null;
  const what = advice(sayAt(story, at)), gain = percent(move.gain ?? 0, 1);
  const next = advice(sayAt(story, at, `${seat} ${move.next}`)).replace(/^./, (letter) => letter.toLowerCase());
  return h('article', { class: 'story-part', key: 'best' },
    h('h3', null, t('end.best'), moveNumber(at)),
    h('p', null, t('end.best.words', { what, next }), ' ', h('b', { class: 'good' }, t('end.best.gain', { gain }))));
}

/** @param {string} label @param {number} share @param {string} kind */
function meter(label, share, kind) {
  const sign = share >= 0.0005 ? '+' : share <= -0.0005 ? '−' : '';
  return h('div', { key: label },
    h('dt', null, label),
    h('dd', null,
      h('i', { class: 'meter', 'aria-hidden': 'true' }, h('u', { class: kind, style: { '--v': Math.max(-1, Math.min(1, share * 2)) } })),
      h('b', null, sign + percent(Math.abs(share), 1))));
}

/** The seat to compare with: the first winner, or the first after oneself. @param {View} v @param {number} seat */
function rivalOf(v, seat) {
  const result = v.state.result ?? [], places = placesOf(result, result), others = places.map((_, i) => i + 1).filter((n) => n !== seat);
  return others.sort((a, b) => places[a - 1] - places[b - 1])[0];
}

/** One true sentence to the player, first of all. @param {Story} story @param {number} seat */
function verdict({ s, v, analysis }, seat) {
  if (seat !== v.you || present(s).board.deeds) return null;
  const rival = rivalOf(v, seat), won = winners(v.state.result).includes(seat);
  return h('p', { class: 'story-verdict', key: 'verdict' }, t(`end.${verdictOf(analysis, seat, rival, won)}`, { name: v.name(rival) }));
}

/** @param {Story} story @param {number} seat */
function balance({ s, v, analysis, open }, seat) {
  const rival = rivalOf(v, seat), deeds = present(s).board.deeds?.(v, seat, rival);
  if (deeds) return h('article', { class: 'story-part balance', key: 'balance' }, h('h3', null, deeds.title), h('p', null, deeds.words));
  const sums = analysis.seats, mistakes = mistakesOf(analysis, seat), me = seat === v.you;
  const name = v.name(seat), other = v.name(rival);
  const lucky = sums.some(({ luck }) => Math.abs(luck ?? 0) >= 0.0005);
  const move = analysis.moves[mistakes[0] - 1], mark = move?.best ? `${seat} ${move.best}` : null;
  return h('article', { class: 'story-part balance', key: 'balance' },
    h('h3', null, t(lucky ? 'end.balance' : 'end.mistakes')),
    h('dl', null,
      lucky && meter(me ? t('end.dice.you') : t('end.dice.of', { name }), sums[seat - 1].luck ?? 0, 'luck'),
      meter(me ? t('end.errors.you') : t('end.errors.of', { name }), -sums[seat - 1].cost, 'error'),
      meter(t('end.errors.of', { name: other }), -sums[rival - 1].cost, 'error')),
    me && mistakes.length > 0 && link(t('end.review', { n: mistakes.length }), 'review', () => open(mistakes[0] - 1, mark)));
}

const MOMENTS = 2;

/** The costliest choices, each with a link to its moment. @param {Story} story @param {number} seat */
function moments(story, seat) {
  const { analysis, open } = story, found = mistakesOf(analysis, seat).slice(0, MOMENTS);
  if (!found.length) return null;
  return h('article', { class: 'story-part', key: 'moments' },
    h('h3', null, t('end.moments')),
    found.map((at) => {
      const { best: better, cost = 0 } = analysis.moves[at - 1], what = better ? advice(sayAt(story, at, `${seat} ${better}`)) : '';
      return h('p', null,
        h('button', {
          class: 'link', type: 'button', 'data-do': `moment-${at}`, onclick: () => open(at - 1, better ? `${seat} ${better}` : null),
        }, t('end.move.link', { n: at })), t('colon'), ' ', what, ', ', h('b', null, `−${percent(cost, 1)}`));
    }));
}

/** The result that the choices of all players give with average luck. @param {Story} story @param {number} seat */
function adjusted({ v, analysis }, seat) {
  const share = adjustedShare(analysis, seat), won = winners(v.state.result).includes(seat);
  return h('article', { class: 'story-part', key: 'adjusted' },
    h('h3', null, t('end.adjusted')),
    h('p', null, t(won ? 'end.adjusted.won' : 'end.adjusted.lost', { n: Math.round(100 * share) }),
      !isExact(analysis) && [' ', h('small', null, t('end.adjusted.about'))]));
}

/** The way to the deck, once there are cards. @param {State} s */
function deckLink({ id }) {
  const made = id ? madeOf(id) : undefined, n = made ? made.mistakes + made.fine : 0;
  if (made === null) return h('p', { class: 'soft', key: 'deck', role: 'status' }, t('end.deck.making'));
  const way = { class: 'button', href: '/practise', 'data-nav': true, 'data-do': 'to-deck' };
  return n > 0 && h('p', { key: 'deck' }, h('a', way, t('end.deck', { n })));
}

/** @param {State} s @param {View} v @param {Open} open */
export function story(s, v, open) {
  const curve = s.story?.curve;
  if (!curve || curve.status === 'unjudged' || curve.status === 'none') return null;
  const content = () => {
    if (!isJudged(curve)) return progressView(curve);
    const story = { s, v, analysis: curve.analysis, open }, seat = v.you || winners(v.state.result)[0] || 1;
    if (!v.you) return [turning(story), balance(story, seat)];
    const own = [moments(story, seat), best(story, seat)];
    return [verdict(story, seat), turning(story), own, balance(story, seat), adjusted(story, seat), deckLink(s)];
  };
  return h('section', { class: `story ${curve.status}`, key: 'story', 'aria-label': t('end.story') }, content());
}

