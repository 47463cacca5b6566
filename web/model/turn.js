// Computes who must act now, whose turn it is, and why. Seats, bar, boards and announcements all use this answer.
// Also computes what several people on one device may see, and how much time is left.
import { isHanded, present, shownState } from './state.js';

/** @typedef {import('./state.js').State} State */
/** @typedef {import('./messages.js').Table} Table */
/** @typedef {import('./messages.js').Clock} Clock */

// ---- several people on this device: the page shows the seat whose turn it is ----

/** The seats of the people at this device if there are several; otherwise empty. @param {State} s */
export const peopleHere = (s) => (s.device.shared ? s.device.seats : []);

/** The seat that chooses, or whose throw is awaited; 0 if there is none. @param {Table} table */
const actorOf = ({ state, throws = 0 }) => (typeof state?.mover === 'number' ? state.mover : throws);

/** Whether a person at this device may throw. For another seat, not while this seat's secrets are shown. @param {State} s */
function mayThrow(s) {
  const { throws: seat, you } = present(s).table;
  if (!seat || s.link !== 'open') return false;
  return seat === you || (peopleHere(s).includes(seat) && (!s.device.hides || !you));
}

/**
 * Whether a person on this device made the proposal.
 * @param {State} s
 * @param {import('./messages.js').Proposal} proposal
 */
export const isOurs = (s, { by }) => peopleHere(s).includes(by);

/**
 * Whether a table message shows the same moment that another seat's page already showed, so that the display can continue.
 * @param {State} s
 * @param {Table} message
 */
export function isSameMoment(s, message) {
  return s.table !== null && s.id === message.table && s.device.shared && !s.device.hides && message.why !== 'undo'
    && message.phase === s.table.phase && !s.queue.length && (message.log_from ?? 0) + message.log.length === s.counted;
}

/**
 * The seat whose place this page should show now; 0 for what everybody may see.
 * @param {State} s
 */
export function wantedSeat(s) {
  const { table, board } = present(s), { holder, hides } = s.device, seats = peopleHere(s), actor = actorOf(table);
  const moves = seats.includes(actor) ? actor : 0;
  if (table.phase !== 'playing' || !table.state) return table.you || seats[0] || 0;
  if (hides) return !moves || moves === holder ? holder : 0;
  return moves || board.speaker(table.state, s.ui, seats) || table.you || seats[0] || 0;
}

/** Whether the page must still show the last line. @param {State} s @param {number} now by performance.now() */
export const isLingering = (s, now) => s.queue.length > 0 || now < s.device.lingers;

/**
 * The seat to which the device is to be handed; 0 while that is changing; null if the table may be shown. A throw needs no
 * handover: the page then shows only public information.
 * @param {State} s
 * @param {number} now by performance.now()
 */
export function handOver(s, now) {
  const { table } = s, { holder } = s.device;
  if (!table || !isHanded(s) || table.phase !== 'playing' || s.replay) return null;
  if ((table.you === 0 || table.you === holder) && isLingering(s, now)) return null;
  const { you, throws = 0, state } = table, seats = peopleHere(s), mover = state?.mover;
  if (typeof mover === 'number' && seats.includes(mover)) return mover === holder && you === mover ? null : mover;
  return you && (you !== holder || (seats.includes(throws) && throws !== holder)) ? 0 : null;
}

// ---- who must act ----

/**
 * The reason, which determines what the bar offers:
 *   replay    a finished game is being replayed
 *   over      the game has ended
 *   before    it has not begun
 *   beats     lines are being shown
 *   throw     a person here has to throw dice
 *   enter     a person here enters a roll of real dice
 *   choose    this seat has to choose a line
 *   speak     anybody may speak, and this seat may
 *   lost      there is no connection
 *   sent      a line of this seat was sent and awaits its answer
 *   other     another seat has to choose or to throw
 *   soon      the table draws, or a ruling is awaited
 * @typedef {'replay' | 'over' | 'before' | 'beats' | 'throw' | 'enter' | 'choose' | 'speak' | 'lost' | 'sent' | 'other' | 'soon'} Why
 */

/**
 * @typedef {object} Turn
 * @property {Why} why
 * @property {number} seat that must act now: it chooses or throws; while lines are being shown, the seat that acts in the shown line. 0
 *   where nobody or anybody may
 * @property {number} mover the seat that the state names as the one to choose; 0 where that is none
 * @property {boolean} throws the seat throws dice, or has to: it neither chooses nor plays
 * @property {number} turn the seat whose turn it is, by the game; 0 where a game has no turns
 * @property {boolean} mine a person at this page must act
 */

/** Whether nothing can be played now. @param {State} s */
const isIdle = (s) => s.link !== 'open' || Boolean(s.pending) || s.table?.phase !== 'playing' || s.queue.length > 0;

/** Whether this seat may act now. @param {State} s */
export const mayNow = (s) => !s.replay && !isIdle(s) && Boolean(s.table?.may);

/** The lines that this seat may play now. @param {State} s @returns {string[]} */
export const legalNow = (s) => (s.replay || isIdle(s) || !s.table ? [] : s.table.legal);

/** Whether somebody at this page is to enter a roll of real dice. @param {State} s */
export function mayEnter(s) {
  return s.table?.dice === 'own' && s.table.state?.mover === 'chance' && !s.replay && !isIdle(s)
    && (s.table.may || peopleHere(s).length > 0);
}

/**
 * Why this page waits, if its player has nothing to do.
 * @param {State} s
 * @returns {Why}
 */
export function whyWait(s) {
  const mover = shownState(s)?.mover;
  if (s.link !== 'open') return 'lost';
  if (s.pending) return 'sent';
  const acts = typeof mover === 'number' ? mover : rollerOf(s, shownState(s));
  return acts && acts !== s.table?.you ? 'other' : 'soon';
}

/** @param {State} s @returns {Why} */
function whyNow(s) {
  if (s.replay) return 'replay';
  if (s.table?.phase === 'over') return 'over';
  if (!s.table?.state) return 'before';
  if (s.queue.length || (s.resting && !s.table.clock && mayThrow(s))) return 'beats';
  if (mayThrow(s)) return 'throw';
  if (mayEnter(s)) return 'enter';
  if (s.table.phase !== 'playing' || !s.table.you) return whyWait(s);
  if (s.board?.pace) return mayNow(s) ? 'choose' : whyWait(s);
  return mayNow(s) || s.pending ? 'speak' : whyWait(s);
}

/** The seat whose dice or draw are due. @param {State} s @param {import('./messages.js').GameState | null} state */
function rollerOf(s, state) {
  if (state?.mover !== 'chance') return 0;
  if (s.table?.throws && !s.replay) return s.table.throws;
  return s.board?.roller?.(state) ?? (typeof state.turn === 'number' ? state.turn : 0);
}

/** The seat that chooses or throws next, also while lines are being shown; 0 for nobody or anybody. @param {State} s */
export function dueSeat(s) {
  const state = shownState(s);
  return typeof state?.mover === 'number' ? state.mover : rollerOf(s, state);
}

/** Whether the shown line deals something to everybody, such as cards, so that nobody acts. @param {State} s */
const isDealt = (s) => s.before?.mover === 'chance' && s.board?.roller?.(s.before) === 0;

/**
 * @param {State} s
 * @returns {Turn}
 */
export function turnOf(s) {
  const why = whyNow(s), state = shownState(s), mover = typeof state?.mover === 'number' ? state.mover : 0;
  const over = state?.mover === 'over', beats = why === 'beats', dealt = beats && isDealt(s), shown = beats && !dealt ? s.owner : 0;
  const during = shown ? s.before : state, turn = typeof during?.turn === 'number' && !over ? during.turn : 0;
  const seat = over || dealt ? 0 : shown || mover || rollerOf(s, state);
  const throws = seat > 0 && (shown ? Boolean(s.board?.rolls(s.fresh[0] ?? '')) : !mover);
  return { why, seat, mover, throws, turn, mine: why === 'throw' || why === 'enter' || why === 'choose' };
}

/**
 * Whether the podium replaces the board: from shortly after the last move until the player asks for the table.
 * @param {State} s
 * @param {number} now by performance.now()
 */
export const showsPodium = (s, now) => s.table?.phase === 'over' && !s.replay && !s.queue.length && !s.showsTable && now >= s.endAt;

// ---- hints and undo ----

/** The hint for this moment. @param {State} s */
export const hintNow = (s) => (s.hint && s.hint.seq === s.table?.seq ? s.hint : null);

/** Whether hints are available: only if no other person plays. @param {State} s */
export function mayHint(s) {
  const { table } = s;
  if (!table?.judged || !mayNow(s) || !table.state) return false;
  const alone = table.seats.every((seat, i) => i + 1 === table.you || seat.kind === 'bot' || seat.kind === 'left');
  return alone && (table.state.mover === table.you || table.state.mover === 'anyone');
}

/** The lines that the judge expects after the marked one. @param {State} s @returns {string[]} */
export function afterMark(s) {
  return hintNow(s)?.advice?.hints.find(({ move }) => `${s.table?.you} ${move}` === s.mark)?.line ?? [];
}

/**
 * Whether my last move can be undone: at once, or if the others agree. People who share a device agree in person.
 * Null if there is nothing to undo.
 * @param {State} s
 * @returns {{seat: number, atOnce: boolean} | null}
 */
export function mayUndo(s) {
  const { table } = s, people = s.device.hides ? [] : peopleHere(s);
  if (!table?.undo || s.link !== 'open' || s.pending || table.proposal) return null;
  const { undo } = table, seats = [table.you, ...people];
  const free = seats.find((seat) => undo.free.includes(seat)), asked = seats.find((seat) => undo.asked.includes(seat));
  const ours = table.seats.every((seat, i) => seat.kind !== 'person' || people.includes(i + 1));
  return free || asked ? { seat: free ?? asked ?? 0, atOnce: Boolean(free) || ours } : null;
}

// ---- clocks ----

/**
 * Milliseconds left; null if nothing is timed.
 * @param {State} s
 * @param {number} now by performance.now()
 */
export function clockLeft(s, now) {
  const clock = s.table?.clock;
  if (!clock) return null;
  return Math.max(0, clock.left - (clock.running && s.link === 'open' ? now - s.clockAt : 0));
}

/**
 * Milliseconds until the letters fall, the next round or the end of a vote; null if none is awaited.
 * @param {State} s
 * @param {number} now
 */
export function pauseLeft(s, now) {
  const wait = s.table?.clock?.lead ?? s.table?.clock?.rest ?? s.table?.clock?.wait;
  return wait === undefined ? null : Math.max(0, wait - (now - s.clockAt));
}

/** @param {number} left milliseconds */
export function clockText(left) {
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The remaining time, in milliseconds, below which a clock is low. @param {Clock} clock */
export const lowBelow = (clock) => Math.min(clock.kind === 'bank' ? 20000 : 10000, clock.of / 3);

/** @param {State} s @param {number} now by performance.now() */
export function isLow(s, now) {
  const clock = s.table?.clock, left = clockLeft(s, now);
  return Boolean(clock?.running) && left !== null && left < lowBelow(/** @type {Clock} */ (clock));
}

/** Whether this seat's time is running: its own clock, or the common one while it may speak. @param {State} s */
export function runsForMe(s) {
  if (!s.table?.clock?.running || !s.table.you) return false;
  const { clock, may, you } = s.table;
  return clock.kind === 'game' ? may : clock.seat === you;
}
