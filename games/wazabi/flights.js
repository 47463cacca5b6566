// Wazabi: the dice and cards that travel with a line. It is fetched with core/flight.js.
import { h } from '../../core/dom.js';
import { AIMED, APART, cardPicture, DRAWN, MANY, PLAYED } from './cards.js';
import { wazabiDie } from './picture.js';

/** @typedef {import('../../model/board.js').View} View */
/** @typedef {import('../../model/messages.js').GameState} GameState */
/** @typedef {import('../../core/flight.js').Flight} Flight */


/** The back of a card. */
const back = () => h('span', { class: 'wz-back wz-flying' });
/** A card whose face can be seen. @param {string} card */
const face = (card) => (card === '?' ? back() : h('span', { class: 'wz-flying' }, cardPicture(card)));
/** A die, drawn as in front of its owner. */
const flyingDie = () => h('span', { class: 'wz-flying-die' }, wazabiDie('D', { size: 44 }));

/**
 * The place of a card: in my hand, or among its owner's cards. `nth` distinguishes equal cards.
 * @param {View} view @param {number} seat @param {string} card @param {number} nth
 */
const cardPlace = (view, seat, card, nth) => (seat === view.you && !view.replaying ? `hand ${card} ${nth}` : `cards ${seat}`);

/** Number of copies of a card at a seat; 0 if its hand is hidden. @param {GameState} state @param {number} seat @param {string} card */
const held = (state, seat, card) => state.hands[seat - 1]?.[card] ?? 0;

/** The flight of a card to a seat. @param {View} view @param {string} from @param {number} seat @param {string} card @returns {Flight} */
function cardComes(view, from, seat, card) {
  const to = cardPlace(view, seat, card, held(view.state, seat, card) - 1);
  return { from, to, thing: () => face(card), ms: DRAWN, hides: to !== `cards ${seat}` };
}

/** The flights of the cards that a seat discards. @param {View} view @param {number} seat @returns {Flight[]} */
function cardsGo(view, seat) {
  const { before, state } = view, known = before && before.hands[seat - 1];
  const lost = (/** @type {string} */ card) => Math.max(0, held(before ?? state, seat, card) - held(state, seat, card));
  const hidden = (before?.cards[seat - 1] ?? 0) - state.cards[seat - 1];
  const cards = known ? Object.keys(state.costs).flatMap((card) => Array.from({ length: lost(card) }, (_, i) => ({ card, i })))
    : Array.from({ length: Math.max(0, hidden) }, (_, i) => ({ card: '?', i }));
  return cards.map(({ card, i }, n) => ({
    from: cardPlace(view, seat, card, held(state, seat, card) + i), to: 'discards', thing: () => face(card), ms: DRAWN,
    after: n * (cards.length < MANY ? DRAWN / 2 : APART),
  }));
}

/** The immediate effect of a card. @param {View} view @param {number} seat @param {string} card @param {string} aim @returns {Flight[]} */
function effectOf(view, seat, card, aim) {
  const { state, before } = view, players = state.players, after = PLAYED + (Number(aim) ? AIMED : 0);
  /** @param {string} from @param {string} to @param {number} [n] */
  const die = (from, to, n = 0) => ({ from, to, thing: flyingDie, ms: DRAWN, after: after + n * APART });
  if (card === 'donne') return [die(`dice ${seat}`, `dice ${aim}`)];
  if (card === 'saute') return [{ from: 'played', to: `cards ${aim}`, thing: () => face(card), ms: DRAWN, after }];
  const removed = card.startsWith('retire') ? before?.dice[seat - 1] - state.dice[seat - 1] : 0;
  if (removed) return Array.from({ length: removed }, (_, n) => die(`dice ${seat}`, 'played', n));
  if (card !== 'tourne') return [];
  return view.seats.map((_, i) => die(`dice ${i + 1}`, `dice ${((i + (aim === 'left' ? 1 : players - 1)) % players) + 1}`));
}

/** Discards the card that was shown large with the previous line. @param {View} view @param {boolean} shows @returns {Flight[]} */
function putAway(view, shows) {
  const [, verb, card] = view.log.at(-2)?.split(' ') ?? [], past = view.before?.in_play ?? (verb === 'play' ? card : null);
  return past && past !== 'saute' && !shows ? [{ from: 'played', to: 'discards', thing: () => face(past), ms: DRAWN }] : [];
}

/** The things that move with the shown line. @param {View} view @param {boolean} shows a card is displayed large @returns {Flight[]} */
export function flightsOf(view, shows) {
  const [who, verb, what, aim] = view.fresh[0]?.split(' ') ?? [], { before, owner: seat } = view;
  if (!before) return [];
  if (verb === 'draw') return [...putAway(view, shows), cardComes(view, 'pile', seat, what)];
  if (verb === 'steal') return [cardComes(view, cardPlace(view, before.victim, what, held(view.state, before.victim, what)), seat, what)];
  if (verb === 'give') return [{ from: `D ${view.state.gives}`, to: `dice ${what}`, thing: flyingDie, ms: DRAWN }];
  if (verb === 'keep') return cardsGo(view, Number(who));
  if (verb !== 'play') return putAway(view, shows);
  const from = cardPlace(view, seat, what, held(before, seat, what) - 1);
  return [{ from, to: 'played', thing: back, ms: PLAYED, turns: true }, ...effectOf(view, seat, what, aim)];
}
