// Builds the view for boards from the state: names, words, seats with their clocks.
import { h } from '../core/dom.js';
import { flagOf, plateClass, robotTags, seatFace } from '../core/faces.js';
import { redraw } from '../core/frame.js';
import { icon } from '../core/icons.js';
import { setting } from '../core/keep.js';
import { advice, announce, percent, resultText, seatName, shortName, tell, winners } from '../core/parts.js';
import { addressOf } from '../core/place.js';
import { play as playSound } from '../core/sound.js';
import { t } from '../core/texts.js';
import { chancesAt, isJudged, lastStep, linesUpTo, verdictOf } from '../model/replay.js';
import { isEnding, present, shownState } from '../model/state.js';
import { afterMark, clockLeft, clockText, isLow, legalNow, lowBelow, mayNow, peopleHere, runsForMe, turnOf } from '../model/turn.js';
import { dwellOf, play, requestOf, throwByHand } from './actions.js';
import { follow } from './device.js';

/** @typedef {import('../model/state.js').State} State */
/** @typedef {import('../model/board.js').View} View */

// ---- words about the table ----

/** A seat's name within a sentence. @param {State} s @param {number} seat */
export const nameIn = (s, seat) => shortName(seatName(s.table?.seats ?? [], seat));

/** A proposal and its author, in words. @param {State} s @param {import('../model/messages.js').Proposal} asked */
export const askWords = (s, asked) =>
  t('ask.' + asked.what, { name: asked.name ?? nameIn(s, asked.by), seat: asked.seat ? nameIn(s, asked.seat) : '' });

/** A bot has moved for a seat whose time ran out. @param {View} view @param {number} seat 0 for nobody's */
export const timeoutWords = (view, seat) => (seat ? tell(view, seat, 'clock.out') : '');

/** The lines being shown, in words. @param {State} s @param {View} view */
export const tickerWords = (s, view) => `${timeoutWords(view, view.timeout)} ${present(s).board.tell(view.fresh, view)}`.trim();

/** The result in words. If several people share this device, they are named. @param {State} s */
export function resultWords(s) {
  const { table } = present(s);
  return resultText(table.seats, table.state?.result ?? null, peopleHere(s).length ? 0 : table.you);
}

/** The reason for the result, in the board's words. @param {State} s @param {View} view */
export function whyWords(s, view) {
  const { table, board } = present(s), last = table.log.at(-1) ?? '';
  return isEnding(last) ? board.say(last, view) : board.ending(view);
}

/** @param {State} s @param {View} view */
export const endWords = (s, view) => `${resultWords(s)} ${whyWords(s, view)}`.trim();

/** @typedef {import('../model/messages.js').Proposal} Proposal */

/** A bot will play for this seat; the seconds follow. @param {State} s @param {Proposal} asked */
export const graceWords = (s, asked) => {
  const { table } = present(s), seat = asked.seat ?? 0;
  const key = seat === table.you ? 'mine' : table.seats[seat - 1].here ? 'idle' : 'away';
  return t(`ask.grace.${key}`, { name: nameIn(s, seat) });
};

/** The seats of this page whose answer to a proposal is wanted. @param {State} s @param {Proposal} proposal */
export const wantedHere = (s, { wanted }) => wanted.filter((seat) => seat === s.table?.you || peopleHere(s).includes(seat));

/** A proposal in words, and whose answer is awaited. @param {State} s @param {Proposal} proposal @param {boolean} heard */
export function proposalWords(s, proposal, heard = false) {
  const mine = wantedHere(s, proposal).length > 0;
  const more = mine ? (heard ? t('ask.answer') : '') : t('ask.wait', { name: proposal.wanted.map((one) => nameIn(s, one)).join(', ') });
  return `${askWords(s, proposal)} ${more}`.trim();
}

/**
 * The step of a replay in words: the move or the better one, everybody's chance, and the verdict on the choice.
 * @param {State} s
 * @param {View} view
 */
export function replayWords(s, view) {
  const { replay } = s, { board } = present(s);
  if (!replay) return '';
  const { at, mark, steps, curve } = replay, { line } = steps[at], judged = isJudged(curve) ? curve.analysis : null;
  const chances = judged && chancesAt(judged, at).map((share, i) => `${nameIn(s, i + 1)} ${percent(share, 1)}`).join(', ');
  const move = mark ? undefined : judged?.moves[at - 1], verdict = move?.cost === undefined ? '' : verdictOf(move.cost);
  const best = verdict && verdict !== 'good' && move?.best ? advice(board.say(`${move.seat} ${move.best}`, view)) : '';
  return [
    `${t('replay.step', { n: at, of: lastStep(replay) })}${t('colon')}`,
    mark ? `${t('replay.better')} ${board.say(mark, view)}` : line ? board.say(line, view) : `${t('replay.start')}.`,
    chances && `${chances}.`,
    verdict && `${t('replay.verdict', { what: t('move.' + verdict) })}.`,
    best && `${t('move.better', { what: best })}.`,
  ].filter(Boolean).join(' ');
}

/** @param {State} s */
export const gameWords = (s) => t('title.' + s.table?.game);

// ---- links to the table ----

export const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

/** The link to the table at an address of the server; without one, at the page's own. @param {State} s @param {string} [base] */
const linkTo = (s, base) => new URL(addressOf(`/t/${s.id}`), base ?? location.origin).href;

/**
 * Links to this table: `at` is the address's place in the server's list, -1 for none. The page's own address reaches others unless it is
 * this machine's own name for itself.
 * @param {State} s
 * @returns {{href: string, at: number}[]}
 */
export function invitations(s) {
  const all = (s.addresses ?? []).map((address, at) => ({ href: linkTo(s, address), at }));
  const others = all.filter(({ href }) => !LOCAL.includes(new URL(href).hostname));
  if (LOCAL.includes(location.hostname) && others.length) return others;
  return [{ href: linkTo(s), at: all.findIndex(({ href }) => new URL(href).origin === location.origin) }];
}

// ---- clocks ----

/** The clock that runs, wherever it is shown. @param {State} s @param {string} label */
function runningClock(s, label) {
  const now = performance.now(), cls = `clock running${isLow(s, now) ? ' low' : ''}`;
  return h('span', { class: cls, 'data-clock': true, 'data-free': true, role: 'timer', 'aria-label': label, key: 'clock' },
    clockText(clockLeft(s, now) ?? 0));
}

/** @param {State} s @param {number} seat */
const clockLabel = (s, seat) => (seat === s.table?.you ? t('clock.yours') : t('clock.of', { name: nameIn(s, seat) }));

/** A seat's clock; nothing if players have no clocks. @param {State} s @param {number} seat */
export function seatClock(s, seat) {
  const clock = s.table?.clock;
  if (!clock || clock.kind === 'game' || s.replay) return null;
  if (clock.seat === seat) return runningClock(s, clockLabel(s, seat));
  if (!clock.banks || s.table?.seats[seat - 1].kind !== 'person') return null;
  return h('span', { class: 'clock', key: 'bank', role: 'timer', 'aria-label': clockLabel(s, seat) }, clockText(clock.banks[seat - 1]));
}

/** The clock that people have, in words; nothing if they have none. @param {State} s */
export function clockWords(s) {
  const { kind, seconds = 0, add = 0 } = s.table?.timing ?? {};
  if (!kind) return null;
  const words = kind === 'bank' ? t('new.clock.bank', { n: Math.round(seconds / 6) / 10, s: add }) : t('new.clock.move', { n: seconds });
  return h('p', { class: 'fine', key: 'timing', 'data-timing': true }, `${t('new.clock')}${t('colon')} ${words}`);
}

/** The running clock of the player, repeated in large beside the actions. @param {State} s */
export function barClock(s) {
  const clock = s.table?.clock;
  return clock && clock.kind !== 'game' && clock.seat && !s.replay ? runningClock(s, clockLabel(s, clock.seat)) : null;
}

// ---- when little is left ----

let warned = false;

/** Little time is left: marks the clock, plays a sound, announces it once. @param {State} s @param {number} left milliseconds */
function warn(s, left) {
  const clock = s.table?.clock;
  if (!clock || !runsForMe(s)) return;
  const low = left < lowBelow(clock);
  if (low && !warned) {
    playSound('hurry');
    announce(t('clock.low', { n: Math.ceil(left / 1000) }), true);
  }
  warned = low;
}

/** Clocks run between messages. @param {State} s */
export function tickClocks(s) {
  const now = performance.now(), left = clockLeft(s, now);
  for (const node of document.querySelectorAll('[data-clock]')) {
    if (left !== null) node.textContent = clockText(left);
    node.classList.toggle('low', isLow(s, now));
  }
  if (left !== null && !s.replay) warn(s, left);
}

// ---- seats ----

const LONG = 9; // characters of a name

/** @param {State} s @param {number} number @param {boolean} turn it is this seat's turn */
export function seatTags(s, number, turn = false) {
  const { table } = present(s), seat = table.seats[number - 1], people = peopleHere(s), tags = [];
  if (number === table.you && !turn && !people.length) tags.push(t('seat.you'));
  if (seat.kind === 'stand-in') tags.push(t('seat.standin.tag'));
  if (seat.kind === 'left') tags.push(t('seat.left'));
  if (seat.kind === 'person' && !seat.here && table.phase !== 'over' && !people.includes(number)) tags.push(t('seat.away'));
  return tags;
}

/** The content of a seat's card, wherever the board places it. @param {State} s @param {number} number */
export function seatCard(s, number) {
  const { table } = present(s), name = seatName(table.seats, number), state = shownState(s);
  const acts = turnOf(s).seat === number, won = state?.mover === 'over' && winners(state.result).includes(number);
  return [
    seatFace(table.seats, number),
    h('span', { class: 'seat-words' },
      h('span', { class: `seat-name${name.length > LONG ? ' long' : ''}`, title: name }, won ? icon('star') : null, name,
        table.seats[number - 1].person && h('span', { class: 'unseen' }, `, ${t('seat.named')}`)),
      h('span', { class: 'seat-tags' },
        robotTags(table.seats, number),
        seatTags(s, number, acts).map((tag) => h('span', { class: 'tag' }, tag))),
      seatClock(s, number)),
  ];
}

/** @param {State} s @param {import('../model/board.js').View} v */
export function seatsView(s, v) {
  const { board } = present(s), { turn } = v;
  const seatView = (/** @type {import('../model/messages.js').Seat} */ { kind }, /** @type {number} */ number) => h('li', {
    class: `seat ${v.plate(number)}${kind === 'open' ? ' open' : ''}`, key: `seat-${number}`,
    'aria-current': turn.seat === number ? 'true' : null,
  }, seatCard(s, number), v.flag(number), shownState(s) && h('span', { class: 'seat-own' }, board.seat(v, number)));
  return h('ol', { class: `seats seats-${v.seats.length}`, key: 'seats', 'aria-label': t('seats') },
    v.seats.map((seat, i) => seatView(seat, i + 1)));
}

// ---- the view ----

/** The parts of the view that differ when a finished game is replayed. @param {State} s */
function shownLine(s) {
  const { table } = present(s);
  if (!s.replay) {
    return {
      log: table.log, fresh: s.fresh, before: s.before, owner: s.owner, mark: s.mark, then: afterMark(s), timeout: s.timeout,
      times: s.times, beat: s.beat,
    };
  }
  const { steps, at, mark } = s.replay, { line, owner } = steps[at];
  return {
    log: linesUpTo(s.replay, at), fresh: line ? [line] : [], before: steps[at - 1]?.state ?? null, owner, mark, then: [], timeout: 0,
    beat: `r${at}`, played: mark ? steps[at + 1]?.line ?? null : null,
  };
}

/**
 * Before the game has begun there is no state, and boards are not drawn.
 * @param {State} s
 * @returns {View}
 */
export function viewOf(s) {
  const { table } = present(s), turn = turnOf(s);
  const view = {
    ...shownLine(s),
    table, turn,
    state: /** @type {import('../model/messages.js').GameState} */ (shownState(s)),
    legal: legalNow(s),
    may: mayNow(s),
    you: table.you,
    seats: table.seats,
    name: (/** @type {number} */ seat) => nameIn(s, seat),
    play, redraw,
    ui: s.ui,
    replaying: Boolean(s.replay),
    pending: s.pending,
    dwell: dwellOf(900),
    spent: s.spent,
    waiting: turn.why === 'beats',
    throwing: turn.why === 'throw' ? throwByHand : null,
    people: peopleHere(s),
    side: s.device.shared && !setting('turn', true) ? s.device.owner : table.you,
    playFor: (/** @type {number} */ seat, /** @type {string} */ line) => requestOf(seat, { do: 'move', line }),
    follow: () => (follow(), redraw()),
    ready: () => { for (const seat of peopleHere(s).length ? peopleHere(s) : [table.you]) requestOf(seat, { do: 'ready' }); },
    lesson: false,
    seatCard: (/** @type {number} */ seat) => seatCard(s, seat),
    plate: (/** @type {number} */ seat) => plateClass(turn, seat),
    flag: (/** @type {number} */ seat) => flagOf(turn, seat),
    clock: (/** @type {number} */ seat) => seatClock(s, seat),
    tags: (/** @type {number} */ seat) => (seat === table.you ? [] : seatTags(s, seat)),
  };
  return view;
}
