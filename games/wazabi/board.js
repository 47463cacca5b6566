// Wazabi: everybody around the table with their dice and cards, the roll in the middle, my hand below.
import { h, svg } from '../../core/dom.js';
import { t } from '../../core/texts.js';
import { cup } from '../../core/art.js';
import { icon } from '../../core/icons.js';
import { AIMED, APART, cardPicture, DRAWN, MANY, PLAYED } from './cards.js';
import { heard } from './heard.js';
import { wazabiDie } from './picture.js';
import { isRobot, list, notice, rollOffOwners, seatMark, standings, tell, tellBar, tellOf, throwTime, TURN } from '../../core/parts.js';

/** @typedef {import('../../model/board.js').View} View */
/** @typedef {import('../../model/messages.js').GameState} GameState */

/** @type {typeof import('./flights.js').flightsOf | undefined} */
let flightsOf;

/** @typedef {(number | null)[] | null} Start each player's roll for the start; null for who is to roll */

// Sign of a skipped turn, in a square of 48.
const SKIP = 'M6 32q10-26 22-4M28 28l-9-2M28 28l1-9M36 12v22M42 12v22';

/** @param {string} card */
const cardName = (card) => t('wz.' + card, {}, card);
/** A hand's cards one by one, in the order of the state's list of cards. @param {View} view @param {Record<string, number> | null} hand */
const expand = (view, hand) => Object.keys(view.state.costs).flatMap((card) => Array(hand?.[card] ?? 0).fill(card));

/** @param {number} n */
function leaves(n) {
  if (!n) return h('span', { class: 'wz-free' }, t('wz.free'));
  return svg('svg', { class: 'wz-leaves', viewBox: `0 0 ${n * 18} 20`, width: n * 18, height: 20, 'aria-hidden': 'true' },
    Array.from({ length: n }, (_, i) => svg('g', { transform: `translate(${i * 18 - 7.5} -5) scale(0.33)` },
      svg('path', { d: 'M50 16c20 8 27 24 22 38-4 12-14 17-22 17s-18-5-22-17c-5-14 2-30 22-38z', class: 'wz-face-leaf' }))));
}

// ---- around the table ----

/**
 * Number of places from my seat, at the bottom, to this one, counted to the left. Spectators see seat 1 at the bottom.
 * @param {View} view @param {number} seat
 */
const placeOf = (view, seat) => (seat - (view.you || 1) + view.state.players) % view.state.players;

/** The seat's position on the rim: x and y, from -1 to 1. @param {View} view @param {number} seat */
function rim(view, seat) {
  const turn = (2 * Math.PI * placeOf(view, seat)) / view.state.players;
  return [-Math.sin(turn), Math.cos(turn)].map((n) => Number(n.toFixed(3)));
}

const MOST_DRAWN = 6; // dice on a plate; above, the number alone

/** @param {View} view @param {number} seat */
function diceOf(view, seat) {
  const n = view.state.dice[seat - 1];
  return h('span', { class: 'wz-count', role: 'img', 'aria-label': t('wz.dice', { n }), 'data-place': `dice ${seat}` },
    Array.from({ length: n > MOST_DRAWN ? 1 : Math.max(n, 1) }, () =>
      svg('svg', { class: 'wz-mini-dice', viewBox: '0 0 20 20', width: 19, height: 19, 'aria-hidden': 'true' },
        svg('rect', { x: 2, y: 2, width: 16, height: 16, rx: 4 }),
        [[7, 7], [13, 13], [10, 10]].map(([cx, cy]) => svg('circle', { cx, cy, r: 1.8 })))),
    h('b', { 'aria-hidden': 'true' }, n));
}

/** @param {View} view @param {number} seat */
function cardsOf(view, seat) {
  const n = view.state.cards[seat - 1];
  return h('span', { class: 'wz-count', role: 'img', 'aria-label': t('wz.cards', { n }), 'data-place': `cards ${seat}` },
    svg('svg', { class: 'wz-mini-card', viewBox: '0 0 20 20', width: 20, height: 20, 'aria-hidden': 'true' },
      svg('rect', { x: 3, y: 2, width: 10, height: 15, rx: 2, transform: 'rotate(-8 8 10)' }),
      svg('rect', { x: 7, y: 3, width: 10, height: 15, rx: 2, transform: 'rotate(8 12 10)' })),
    h('b', { 'aria-hidden': 'true' }, n));
}

/** @param {View} view @param {number} seat */
function skipsOf(view, seat) {
  const n = view.state.skips[seat - 1];
  if (!n) return null;
  return h('span', { class: 'wz-skip', title: t('wz.skips', { n }) },
    svg('svg', { viewBox: '0 0 48 48', width: 14, height: 14, 'aria-hidden': 'true' }, svg('path', { d: SKIP })),
    h('span', null, t('wz.skips', { n })));
}

/** The points from earlier games of a tournament. @param {View} view @param {number} seat */
function pointsOf(view, seat) {
  if (view.state.rounds < 2) return null;
  const n = view.state.points[seat - 1];
  const words = t('wz.points', { n });
  return h('span', { class: 'wz-points', role: 'img', title: words, 'aria-label': words }, icon('star', 14), ` ${n}`);
}

/** The legal lines that target a seat, given the selection so far. @param {View} view @param {number} seat */
function aimedAt(view, seat) {
  const card = view.ui.card;
  return view.legal.filter((line) => {
    const words = line.split(' ');
    if (words[1] === 'give' || words[1] === 'from') return words[2] === String(seat);
    return words[1] === 'play' && words[2] === card && words[3] === String(seat);
  });
}

/** Whether the marked line, which has not been played, targets this seat. @param {View} view @param {number} seat */
function isMarkedAim(view, seat) {
  const [, verb, what, aim] = view.mark?.split(' ') ?? [];
  return verb === 'give' || verb === 'from' ? what === String(seat) : verb === 'play' && aim === String(seat);
}

/** @param {View} view @param {number} seat */
function person(view, seat) {
  const { state } = view;
  const [line] = aimedAt(view, seat);
  const partner = view.you > 0 && state.partners?.[view.you - 1] === seat;
  const inside = [
    view.seatCard(seat), view.flag(seat),
    h('span', { class: 'wz-more' }, skipsOf(view, seat), pointsOf(view, seat)),
    h('span', { class: 'wz-own' }, diceOf(view, seat), cardsOf(view, seat),
      partner && h('span', { class: 'tag' }, t('wz.partner'))),
  ];
  const [x, y] = rim(view, seat), style = { '--x': x, '--y': y };
  const cls = `wz-person wz-at-${placeOf(view, seat)} ${view.plate(seat)}`
    + `${line ? ' aim' : ''}${isMarkedAim(view, seat) ? ' marked' : ''}`;
  return line
    ? h('button', { class: cls, style, key: `p${seat}`, type: 'button', 'data-line': line, onclick: () => view.play(line) },
      inside, h('span', { class: 'unseen' }, choice(line, view)))
    : h('div', { class: cls, style, key: `p${seat}`, role: 'group', 'aria-label': view.name(seat) }, inside);
}

/** The card that is being played or takes effect, with its player and its target. @param {View} view */
function playedNow(view) {
  const [who, verb, card, aim] = view.fresh[0]?.split(' ') ?? [];
  if (verb === 'play') return { card, who: Number(who), aim: Number(aim) || 0 };
  if (!view.state.in_play) return null;
  return { card: view.state.in_play, who: view.state.turn, aim: view.state.phase === 'keep' ? view.turn.mover : view.state.victim || 0 };
}

const CHEVRONS = [30, 36, 42, 138, 144, 150, 210, 216, 222, 318, 324, 330]; // degrees on the rim

/** The table. Chevrons on its rim show the direction of play, and that of the played card. @param {View} view */
function tableTop(view) {
  const left = view.state.direction === 'left', played = playedNow(view);
  const chevron = (/** @type {number} */ turn) =>
    svg('path', { class: 'wz-chevron', d: 'M-7 -7l7 7-7 7', transform: `rotate(${turn} 300 300) translate(300 15)` });
  const [from, to] = [played?.who, played?.aim].map((seat) => (seat ? rim(view, seat).map((n) => Math.round(300 + 215 * n)) : []));
  return svg('svg', {
    class: `wz-ring${left ? '' : ' right'}`, viewBox: '0 0 600 600', preserveAspectRatio: 'none', role: 'img',
    'aria-label': t(left ? 'wz.way.left' : 'wz.way.right'),
  },
    svg('circle', { cx: 300, cy: 304, r: 296, class: 'wz-wood-edge' }), svg('circle', { cx: 300, cy: 300, r: 296, class: 'wz-wood' }),
    svg('circle', { cx: 300, cy: 300, r: 272, class: 'wz-wood-inner' }), svg('circle', { cx: 300, cy: 300, r: 268, class: 'wz-cloth' }),
    svg('g', { class: 'wz-chevrons' }, CHEVRONS.map(chevron)),
    to.length > 0 && played?.who !== played?.aim
      ? [svg('path', { class: 'wz-aim-line', key: 'way', d: `M${from.join(' ')}L${to.join(' ')}` }),
        svg('circle', { class: 'wz-aim-head', key: 'head', cx: to[0], cy: to[1], r: 14 })] : null);
}

/** The played card, large, with its player and its target. @param {View} view */
function playedCard(view) {
  const played = playedNow(view);
  if (!played) return null;
  const { card, who, aim } = played, name = (/** @type {number} */ seat) => (seat === view.you ? t('wz.you') : view.name(seat));
  const whom = aim && aim !== who ? name(aim) : t('wz.whom.' + card, {}, '');
  return h('div', { class: 'wz-played', key: `played-${card}-${who}` },
    h('div', { class: 'wz-played-card', 'data-place': 'played', 'aria-hidden': 'true' }, leaves(view.state.costs[card]), cardPicture(card),
      h('span', { class: 'wz-card-name' }, cardName(card)),
      h('span', { class: 'wz-card-text' }, t('wz.rule.' + card, {}, ''))),
    h('p', { class: 'wz-played-words' }, h('b', null, whom ? name(who) : tell(view, who, 'wz.plays')),
      whom ? [' ', icon('turn', 16), ' ', h('b', null, whom)] : null,
      h('span', { class: 'wz-played-name' }, ` · ${cardName(card)}`)));
}

/** The pile and the discards. @param {View} view */
function piles(view) {
  const { state } = view, n = Object.values(state.discards).reduce((a, b) => a + b, 0);
  return h('div', { class: 'wz-piles', key: 'piles' },
    h('p', { class: 'wz-pile', 'data-place': 'pile' }, h('span', { class: 'wz-back', 'data-n': state.pile, 'aria-hidden': 'true' }),
      h('span', null, t('wz.pile', { n: state.pile }))),
    h('p', { class: 'wz-pile past', 'data-place': 'discards' }, h('span', { class: 'wz-back', 'data-n': n, 'aria-hidden': 'true' }),
      h('span', null, t('wz.discards', { n }))),
    state.rounds > 1 && h('p', { class: 'wz-round' }, t('wz.round', { n: state.round, of: state.rounds })));
}

/** @param {string} line */
const isRoll = (line) => line?.startsWith('* roll') ?? false;

/**
 * The dice in the middle, and their owner. The dice of a finished turn stay visible until the next line.
 * @param {View} view
 */
function scene(view) {
  const { state, before } = view, [line] = view.fresh;
  /** The dice on the tray, without those already given away. @param {GameState} from */
  const faces = ({ rolled, gives }) => Object.entries({ ...rolled, D: gives }).flatMap(([face, n]) => Array(n).fill(face));
  if (view.throwing) return { faces: [], who: view.turn.seat };
  if (isRoll(line) && before) return { faces: [...line.split(' ')[2]], who: before.turn, rolled: true };
  if (before && state.turn !== before.turn && /^[1-9*]/.test(line ?? '')) return { faces: faces(before), who: before.turn };
  return { faces: faces(state), who: state.turn };
}

/** The seat that must roll; 0 during the deal. @param {import('../../model/messages.js').GameState} state */
const rollerOf = (state) => (state.phase === 'deal' ? 0 : state.phase === 'start' ? state.start.indexOf(null) + 1 : state.turn);

const LOW = 0.3; // a seat below this height of the table is at its lower side
const ROUND = 4; // more dice leave no room beside them: the piles stay in the middle of the ring

/**
 * Where the styles draw the ring of dice and what is inside it. Directions are clockwise from the top, lengths in diameters of the table.
 * @param {View} view @param {number} who the thrower @param {number} count of dice
 */
function ringStyle(view, who, count) {
  const [x, y] = rim(view, who), low = y > LOW, turn = 180 + (360 * placeOf(view, who)) / view.state.players;
  const away = (x > 0) === low ? 1 : -1, piles = Math.abs(x) < 0.01 ? [100, -100] : [107 * away, 152 * away]; // beside a played card
  const crowded = count > ROUND, shift = crowded ? 0.03 : 0.13; // away from the dice
  const words = crowded ? (low ? -0.135 : 0.13) : y * 0.04 - (1 - Math.abs(y)) * 0.14;
  return {
    '--x': x, '--y': y, '--count': count, '--top': low ? '180deg' : '0deg',
    '--turn': `${Math.round(low && turn < 360 ? turn : turn - 360)}deg`,
    '--pile': `${piles[0]}deg`, '--past': `${piles[1]}deg`, '--px': (-x * shift).toFixed(3),
    '--py': (crowded ? (low ? 0.03 : -0.03) : 0.02 - y * shift).toFixed(3), '--wy': words.toFixed(3),
  };
}

let roll = 0;
/** @type {number | string | null} */
let rollBeat = null;

/** @param {View} view */
function middle(view) {
  const { state } = view;
  const { faces, who, rolled } = scene(view);
  if (rolled && view.beat !== rollBeat) (rollBeat = view.beat), roll++;
  const words = faces.length ? t('wz.rolled', { name: view.name(who), dice: faces.join(' ') }) : t('wz.torolled');
  const low = rim(view, who || 1)[1] > LOW, played = playedCard(view);
  const most = who === view.you && view.may && state.phase === 'play' && !view.throwing;
  /** @type {Record<string, number>} */
  const counted = {};
  const die = (/** @type {string} */ face, /** @type {number} */ i) => h('span', {
    key: `${roll}-${i}`, class: face === 'D' && state.phase === 'give' ? 'going' : '',
    'data-place': `${face} ${(counted[face] = (counted[face] ?? -1) + 1)}`, style: { '--i': i },
  }, wazabiDie(face, { size: faces.length > 6 ? 34 : 44, cls: `tumble t${Math.min(i, 5)}` }));
  const style = ringStyle(view, who || 1, faces.length);
  return h('div', { class: `wz-middle${low ? ' low' : ''}`, key: 'middle', 'data-tray': who, style },
    state.phase === 'start' ? h('p', { class: 'fine wz-piles', key: 'piles' }, t('wz.forstart')) : piles(view),
    played,
    h('div', { class: 'wz-front', key: 'front' },
      h('p', { class: 'wz-whose', key: 'whose' },
        view.throwing || !faces.length ? '' : most ? t('wz.spend', { n: state.rolled.W })
          : who === view.you ? t('wz.yours') : view.name(who)),
      view.throwing
        ? h('button', { class: 'wz-throw', key: 'throw', type: 'button', 'aria-hidden': 'true', tabindex: '-1', onclick: view.throwing },
          cup(72, view.pending ? 'poured' : 'shake'))
        : view.table.throws && !faces.length ? h('div', { class: 'wz-throw', key: 'awaited', 'aria-hidden': 'true' }, cup(72, 'shake'))
        : h('div', { class: `wz-dice n${Math.min(faces.length, 9)}`, key: 'dice', role: 'img', 'aria-label': words }, faces.map(die))));
}

// ---- my hand ----

// Each card has a letter; H and U are the table's own keys.
const LETTERS = 'abcdefgijklmnopqrstvwxyz';

/** @param {View} view */
const keeping = (view) => view.legal.some((line) => line.split(' ')[1] === 'keep');
/** @param {View} view @param {string} card */
const playable = (view, card) => keeping(view) || view.legal.some((line) => line.split(' ')[1] === 'play' && line.split(' ')[2] === card);

/**
 * Whether the card at that place of the hand is chosen. Of two equal cards it is the one that was touched.
 * @param {View} view
 * @param {string} card
 * @param {number} i
 */
const chosen = (view, card, i) => (keeping(view) ? (view.ui.pick ?? []).includes(i) : view.ui.card === card && (view.ui.place ?? i) === i);

/** The announcement when a card is chosen: its effect, or how many more to choose; then the possible actions. @param {View} view */
function tellChoice(view) {
  const bar = board.bar?.(view) ?? {}, { legal, ui } = view;
  if (!keeping(view)) return tellBar(bar);
  return tellBar({ ...bar, ask: t('wz.hear.chosen', { n: ui.pick.length, of: legal[0].split(' ').length - 2 }) });
}

/** @param {View} view @param {string} card @param {number} i */
function choose(view, card, i) {
  const on = chosen(view, card, i), pick = view.ui.pick ?? [];
  if (keeping(view)) view.ui.pick = on ? pick.filter((/** @type {number} */ j) => j !== i) : [...pick, i];
  else Object.assign(view.ui, { card: on ? null : card, place: i });
  tellChoice(view);
  view.redraw();
}

/** @param {View} view @param {string} card @param {number} i */
function cardButton(view, card, i) {
  const on = chosen(view, card, i), free = playable(view, card), cost = view.state.costs[card];
  const asked = !free && view.may && view.state.phase === 'play', short = asked ? cost - view.state.rolled.W : 0;
  const inside = [
    h('span', { class: 'wz-card-name' }, cardName(card)), // heard first; the styles place it below the picture
    h('span', { class: 'wz-card-top' }, leaves(cost), cost ? h('span', { class: 'unseen' }, t('wz.cost', { n: cost })) : null),
    cardPicture(card),
    h('span', { class: 'wz-card-text' }, t('wz.rule.' + card, {}, '')),
    on ? h('span', { class: 'wz-tick', 'aria-hidden': 'true' }, t(keeping(view) ? 'wz.on.keep' : 'wz.on.play')) : null,
    short > 0 ? h('span', { class: 'wz-short' }, t('wz.short', { n: short })) : null,
  ];
  const key = `card-${i}-${card}`, held = expand(view, view.state.hands[view.you - 1]);
  const props = { key, style: { '--i': i }, 'data-place': `hand ${card} ${i - held.indexOf(card)}` };
  const mark = markedCards(view, view.you, held).includes(i);
  const cls = `wz-card cost-${cost}${on ? ' on' : ''}${free ? '' : ' dim'}${mark ? ' marked' : ''}`;
  // Cards that cannot be played can still be read.
  if (!free) {
    const why = short > 0 ? t('wz.why.short', { n: cost, has: view.state.rolled.W }) : asked ? t('wz.why.nobody') : '';
    const read = () => notice(`${cardName(card)}. ${t('wz.rule.' + card, {}, '')} ${why}`.trim());
    return h('li', props, h('button', { class: cls, type: 'button', onclick: read }, inside));
  }
  return h('li', props, h('button', {
    class: cls, type: 'button', 'aria-pressed': on ? 'true' : 'false', 'aria-keyshortcuts': LETTERS[i] ?? null, 'data-card': card,
    onclick: () => choose(view, card, i),
  }, inside, i < LETTERS.length ? h('kbd', { 'aria-hidden': 'true' }, LETTERS[i].toUpperCase()) : null));
}

/**
 * The places, in a seat's hand, of the cards of the marked line, which has not been played.
 * @param {View} view
 * @param {number} seat
 * @param {string[]} list
 */
function markedCards(view, seat, list) {
  const [who, verb, ...cards] = view.mark?.split(' ') ?? [];
  /** @type {number[]} */
  const places = [];
  if (Number(who) !== seat || (verb !== 'play' && verb !== 'keep')) return places;
  for (const card of verb === 'play' ? cards.slice(0, 1) : cards) places.push(list.findIndex((c, i) => c === card && !places.includes(i)));
  return places;
}

/** The number of cards per row if a row has room for `most`. @param {number} n @param {number} most */
const rowOf = (n, most) => (n > most ? Math.ceil(n / 2) : n);

/** @param {View} view */
function hand(view) {
  const cards = view.you && !view.replaying ? view.state.hands[view.you - 1] : null;
  if (cards) {
    const list = expand(view, cards);
    return h('div', { class: 'wz-hand', key: 'hand', role: 'group', 'aria-label': t('wz.hand') },
      h('h2', { class: 'caption' }, t('wz.hand')),
      list.length
        ? h('ul', {
          class: list.length > 12 ? 'many' : list.length > 5 ? 'some' : list.length > 4 ? 'one' : 'one few', 'aria-label': t('wz.hand'),
          style: { '--cards': list.length, '--row': rowOf(list.length, 5), '--wide': rowOf(list.length, 8) },
        }, list.map((card, i) => cardButton(view, card, i)))
        : h('p', { class: 'soft' }, t('wz.nocards')));
  }
  return openHands(view);
}

/** All players' cards, small and face up, if the viewer may see them. @param {View} view */
function openHands(view) {
  /** @type {number[]} */
  const seats = view.state.hands.flatMap((/** @type {unknown} */ held, /** @type {number} */ i) => (held ? [i + 1] : []));
  if (!seats.length) return null;
  return h('div', { class: 'wz-open', key: 'open', tabindex: '0', role: 'group', 'aria-label': t('wz.hands') },
    seats.map((seat) => openHand(view, seat)));
}

/** @param {View} view @param {number} seat */
function openHand(view, seat) {
  const list = expand(view, view.state.hands[seat - 1]), marks = markedCards(view, seat, list);
  return h('section', { key: `h${seat}`, class: `wz-theirs${view.state.turn === seat ? ' turn' : ''}` },
    h('h3', { class: 'caption' }, seatMark(seat, 18), view.name(seat)),
    list.length
      ? h('ul', null, list.map((card, i) => h('li', {
        key: `${card}-${i}`, class: `wz-mini${marks.includes(i) ? ' marked' : ''}`, title: t('wz.rule.' + card, {}, ''), 'data-card': card,
      }, leaves(view.state.costs[card]), cardPicture(card), h('span', null, cardName(card)))))
      : h('p', { class: 'soft' }, t('wz.nocards.theirs')));
}

// ---- words ----

/** @param {string} line @param {View} view */
function play(line, view) {
  const [who, , card, aim] = line.split(' '), seat = Number(who);
  if (aim === 'left' || aim === 'right') return tell(view, seat, 'wz.say.turn', { way: t('wz.' + aim) });
  if (aim) return tellOf(view, seat, 'wz.say.at', Number(aim), { card: cardName(card) });
  return tell(view, seat, 'wz.say.play', { card: cardName(card) });
}

/** @param {string} card */
function cardOrHidden(card) {
  return card === '?' ? t('wz.hidden') : t('wz.quoted', { card: cardName(card) });
}

/** The seat from whose hand the card of this line comes; 0 if unknown. @param {View} view */
function robbedBy(view) {
  if (view.before?.victim) return view.before.victim;
  const words = view.at ? view.log[view.at - 1]?.split(' ') ?? [] : [];
  return Number(words[1] === 'from' ? words[2] : words[2] === 'vole' ? words[3] : 0) || 0;
}

/** The mark of the seat that a choice points at. @param {string} line */
function markOf(line) {
  const [, verb, what, aim] = line.split(' ');
  const seat = Number(verb === 'play' ? aim : what);
  return seat ? seatMark(seat, 18) : null;
}

/** A choice on a button, without the player's name. @param {string} line @param {View} view */
function choice(line, view) {
  const [, verb, card, aim] = line.split(' ');
  if (verb === 'give') return t('wz.do.give', { name: view.name(Number(card)) });
  if (verb === 'from') return t('wz.do.from', { name: view.name(Number(card)) });
  if (verb === 'pass') return t('wz.do.pass');
  if (aim === 'left' || aim === 'right') return t('wz.do.turn', { way: t('wz.' + aim) });
  if (aim) return t('wz.do.at', { card: cardName(card), name: view.name(Number(aim)) });
  return t('wz.do.play', { card: cardName(card) });
}

/** What is asked of a player who may play a card. @param {View} view @param {boolean} plays whether there is one to play */
function askCard({ state, you }, plays) {
  const n = state.rolled.W;
  if (plays) return n ? t('wz.ask.card', { n }) : t('wz.ask.free');
  return Object.keys(state.hands[you - 1] ?? {}).length ? t('wz.ask.nocard') : t('wz.ask.empty');
}

/** Who made somebody else choose cards to keep, and by which card. @param {View} view */
function cause(view) {
  const { in_play: card, turn, phase } = view.state;
  return phase === 'keep' && card && turn !== view.turn.seat ? tell(view, turn, 'wz.cause', { card: cardName(card) }) : null;
}

/** @param {View} view @param {string[]} keeps */
function keepBar(view, keeps) {
  const list = expand(view, view.state.hands[view.you - 1]);
  const count = keeps[0].split(' ').length - 2;
  /** @type {number[]} */
  const places = view.ui.pick ?? [];
  const picked = [...places].sort((a, b) => a - b).map((i) => list[i]);
  const line = `${view.you} keep ${picked.join(' ')}`;
  const good = keeps.includes(line);
  return {
    ask: t('wz.ask.keep', { n: count }),
    why: cause(view),
    buttons: [{
      key: 'keep', line, primary: true, off: !good,
      text: good ? t('wz.do.keep', { cards: picked.map(cardName).join(', ') }) : t('wz.do.keep.none', { n: count }),
    }],
  };
}

/**
 * The players tied for the highest roll at the start, who roll again; nobody before all have rolled.
 * @param {Start} before
 * @param {Start} now
 */
function level(before, now) {
  /** @param {Start} start */
  const to = (start) => (start ?? []).flatMap((rolled, i) => (rolled === null ? [i + 1] : []));
  return to(before).length === 1 ? to(now) : [];
}

const DEALT = 3; // cards a player

/**
 * The owners of the lines with which a whole log begins: the deal and the rolls for the start.
 * @param {string[]} log
 * @param {number} players
 */
function opening(log, players) {
  const deal = DEALT * players;
  if (!players || !log.slice(0, deal).every((line) => line.startsWith('* draw'))) return [];
  const rolls = log.slice(deal).findIndex((line) => !isRoll(line)), rolled = log.slice(deal, rolls < 0 ? log.length : deal + rolls);
  const leaves = rolled.map((line) => line.match(/W/g)?.length ?? 0);
  return [...log.slice(0, deal).map((_, i) => Math.floor(i / DEALT) + 1), ...rollOffOwners(leaves, players)];
}

const EFFECT = 300, REST = 900, OWN_REST = 250, SHORTEST = 60; // milliseconds

/** Display time of a line, in milliseconds. @param {string} line @param {View} view */
function beatOf(line, view) {
  const [who, verb, , aim] = line.split(' '), { before } = view;
  if (before?.phase === 'start') return view.state.phase === 'start' ? 1100 : 2200;
  if (isRoll(line)) return throwTime(line.split(' ')[2].length) + OWN_REST;
  if (verb === 'play') return PLAYED + (Number(aim) ? AIMED : 0) + EFFECT + (Number(who) === view.you ? OWN_REST : REST);
  const many = (before?.draws ?? 0) + (before?.gives ?? 0) >= MANY;
  if (verb === 'draw' || verb === 'give') return many ? APART : DRAWN;
  return verb === 'pass' ? 500 : 600;
}

/** A bot's turn is shown for three seconds. The last one is for the card that it plays. @param {string} line @param {View} view */
function robotBeat(line, view) {
  const verb = line.split(' ')[1], { before, spent } = view;
  const until = verb === 'play' ? TURN - 400 : verb === 'pass' || before?.in_play ? TURN : TURN * 0.42;
  const more = !before?.in_play ? 1 : verb === 'draw' ? before.draws : verb === 'keep' ? 3 : 1; // lines of the card's effect
  return Math.min(beatOf(line, view), Math.max(SHORTEST, (until - spent) / more));
}

/** @type {import('../../model/board.js').GameBoard} */
const board = {
  ...heard,
  ownSeats: true,

  // Cards are dealt seat by seat, then everybody rolls for the start. After that a roll belongs to the next seat that acts, and all lines
  // until the next roll belong to the same turn.
  owners(log, state) {
    const acts = log.map((line) => (/^[1-9]/.test(line) ? Number(line[0]) : 0)), opens = opening(log, state?.players ?? 0);
    let turn = 0;
    return log.map((line, i) => {
      if (i < opens.length) return opens[i];
      if (isRoll(line)) turn = acts.slice(i).find(Boolean) ?? state?.turn ?? 0;
      return acts[i] || (line[0] === '*' ? turn : 0);
    });
  },

  say(line, view) {
    const [who, verb, ...rest] = line.split(' '), { owner } = view;
    /** @param {string} key @param {any} values */
    const chance = (key, values) => (owner ? tell(view, owner, `wz.say.${key}.by`, values) : t(`wz.say.${key}`, values));
    if (verb === 'roll') { // in the log a roll for the start says so
      const first = view.at !== undefined && view.at < opening(view.log, view.state.players ?? 0).length;
      return chance(first ? 'first' : 'roll', { dice: view.rolled ?? [...rest[0]].join(' ') });
    }
    if (verb === 'draw' && rest[0] === '?') return chance('hidden', { n: view.times ?? 1 });
    if (verb === 'draw') return chance('draw', { card: cardName(rest[0]), n: view.times ?? 1 });
    if (verb === 'steal') {
      const robbed = robbedBy(view);
      if (owner && robbed) return tellOf(view, owner, 'wz.say.rob', robbed, { card: cardOrHidden(rest[0]) });
      return chance('steal', { card: cardOrHidden(rest[0]) });
    }
    const seat = Number(who);
    if (verb === 'give') return tellOf(view, seat, 'wz.say.give', Number(rest[0]), { n: view.times ?? 1 });
    if (verb === 'from') return tellOf(view, seat, 'wz.say.from', Number(rest[0]));
    if (verb === 'keep' && rest.includes('?')) return tell(view, seat, 'wz.say.keeps');
    if (verb === 'keep') return tell(view, seat, 'wz.say.keep', { cards: rest.map(cardOrHidden).join(', ') });
    if (verb === 'play') return play(line, view);
    return tell(view, seat, 'wz.say.pass');
  },

  // The deal is not announced, since the table shows it. The last roll for the start announces who starts.
  tell(lines, view) {
    if (view.before?.phase === 'deal') return t('wz.deal');
    const words = lines.map((line) => this.say(line, view)).join(' ');
    if (view.before?.phase !== 'start') return words;
    const again = level(view.before.start, view.state.start);
    if (view.state.phase === 'start') return again.length ? `${words} ${t('wz.tie', { names: list(again.map(view.name)) })}` : words;
    const most = lines[0].split(' ')[2].match(/W/g)?.length ?? 0;
    const least = Math.max(most, ...(view.before.start ?? []).map((/** @type {number | null} */ n) => n ?? 0));
    return `${words} ${tell(view, view.state.turn, 'wz.starts', { n: least })}`;
  },

  roller: rollerOf,

  score: (state, seat) => (state.rounds > 1 ? state.points[seat - 1] : -state.dice[seat - 1]),

  trophy: (view, seat) => (view.state.rounds > 1 ? pointsOf(view, seat) : h('b', null, t('wz.dice', { n: view.state.dice[seat - 1] }))),

  roll({ state }) {
    const seat = rollerOf(state);
    return {
      count: state.dice[seat - 1], seat,
      faces: ['C', 'D', 'W'].map((face) => ({ face, text: t('wz.face.' + face), picture: wazabiDie(face, { size: 56 }) })),
      line: (faces) => `* roll ${[...faces].sort().join('')}`,
    };
  },

  dwell(line, view) {
    if (view.before?.phase === 'deal') return 60;
    return view.before?.phase !== 'start' && isRobot(view, view.owner) ? robotBeat(line, view) : beatOf(line, view);
  },

  begins: isRoll,

  flights: (view) => flightsOf?.(view, playedNow(view) !== null) ?? [],

  loadFlights: async () => ({ flightsOf } = await import('./flights.js')),

  rolls: (line) => line.startsWith('* roll'),

  forStart: (state) => state.phase === 'start',

  cause,

  ending(view) {
    const { rounds, points, dice } = view.state, first = dice.indexOf(0) + 1;
    if (rounds > 1) return t('wz.end.points', { list: standings(view, points) });
    return first ? tell(view, first, 'wz.end') : '';
  },

  board(view) {
    return h('div', { class: `wz wz-players-${view.state.players}` },
      h('div', { class: 'wz-around', key: 'around' }, tableTop(view), middle(view), view.seats.map((_, i) => person(view, i + 1))),
      hand(view));
  },

  bar(view) {
    const keeps = view.legal.filter((line) => line.split(' ')[1] === 'keep');
    if (keeps.length) return keepBar(view, keeps);
    /** @param {string} line */
    const button = (line) => ({ line, text: choice(line, view), icon: markOf(line) });
    const verb = view.legal[0]?.split(' ')[1];
    if (verb === 'give') {
      return { ask: t('wz.ask.give', { n: view.state.gives }), buttons: view.legal.map((l) => ({ ...button(l), primary: true })) };
    }
    if (verb === 'from') return { ask: t('wz.ask.from'), buttons: view.legal.map(button) };
    const { card } = view.ui;
    const plays = view.legal.filter((line) => line.split(' ')[1] === 'play');
    const pass = view.legal.filter((line) => line.endsWith(' pass')).map((l) => ({ ...button(l), quiet: plays.length > 0, ends: true }));
    const lines = plays.filter((line) => line.split(' ')[2] === card);
    if (!lines.length) return { ask: askCard(view, plays.length > 0), buttons: pass };
    return {
      ask: `${cardName(card)}.`,
      why: t('wz.rule.' + card, {}, ''),
      buttons: [...lines.map((l) => ({ ...button(l), primary: true })), ...pass],
    };
  },

  // A letter chooses a card.
  key(event, view) {
    const i = event.key.length === 1 ? LETTERS.indexOf(event.key.toLowerCase()) : -1;
    const held = view.you && view.state.hands[view.you - 1], card = held && i >= 0 ? expand(view, held)[i] : null;
    if (!card || !playable(view, card)) return false;
    choose(view, card, i);
    return true;
  },

  seat: () => null,
};

export default board;
