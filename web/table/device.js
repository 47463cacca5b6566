// The device's automatic work: its side of the fair dice, and several people on one device. Each person has a seat and a connection, so
// that everybody is present and takes part in the dice. The page moves to the seat whose turn it is, and the people pass the device.
import { redraw } from '../core/frame.js';
import { randomSeed, sha256, toHex } from '../core/hash.js';
import { forgetOther, keepOther, keepRematch, othersAt, seatsAt, secretOf, setSetting, setting } from '../core/keep.js';
import { isHere } from '../core/place.js';
import { Link } from '../core/link.js';
import { announce, hush, notice, seatName, shortName } from '../core/parts.js';
import { language, t } from '../core/texts.js';
import { handOver, isLingering, wantedSeat } from '../model/turn.js';
import { Feed, liveSeat } from '../dice/feed.js';
import { joinRequestTo, openFor, refreshDevice, state, theLink } from './current.js';

/** @typedef {import('../model/messages.js').ServerMessage} ServerMessage */
/** @typedef {import('../model/messages.js').ClientMessage} ClientMessage */
/** @typedef {import('../model/messages.js').Table} Table */
/** @typedef {import('../model/state.js').DiceTrouble} DiceTrouble */

/**
 * @typedef {{dice: (step: string | null) => void, keys: (digits: string) => void, seated: () => void, refused: (text: string) => void}} On
 */

/** @type {typeof import('../dice/seat_dice.js') | null} */
let older = null; // version 2 of the fair dice; loaded at the first such table, before its lines are kept

/** The next step of the exchange of version 2. @param {Table} table @param {(message: ClientMessage) => void} say */
async function advanceExchange(table, say) {
  if (!table.fair || !table.you) return null;
  older ??= await import('../dice/seat_dice.js');
  return older.advanceFairExchange(table, say);
}

class Companion {
  /**
   * @param {string} id
   * @param {number} seat
   * @param {import('../core/link.js').Opener} open
   * @param {On} on
   */
  constructor(id, seat, open, on) {
    this.id = id;
    this.seat = seat;
    this.on = on;
    /** @type {import('../model/messages.js').Table | null} */
    this.table = null;
    this.counted = 0;
    this.cheated = false;
    /** @type {Promise<unknown>} */
    this.inbox = Promise.resolve();
    this.link = new Link(language(), { message: (m) => this.receive(m), state() {} }, open, (n = this.seat) => liveSeat(this.id, n));
    this.feed = new Feed({ ask: (message) => this.link.ask(message), tell: on.dice, show: on.keys });
  }

  async come() {
    const secret = secretOf(this.id, this.seat);
    if (secret) return this.link.go({ do: 'resume', table: this.id, seat: this.seat, secret });
    await this.link.whenOpen();
    return this.join(othersAt(this.id)[this.seat].name);
  }

  /**
   * Joins for the first time. If the name is refused, retries once with a default name. If the seat is taken, forgets the person.
   * @param {string} name
   */
  async join(name, again = true) {
    const seed = randomSeed();
    keepOther(this.id, this.seat, { name, seed: toHex(seed) });
    try {
      await this.link.ask({ do: 'join', table: this.id, seat: this.seat, name, fair: toHex(await sha256(seed)) });
    } catch (caught) {
      const error = /** @type {import('../model/messages.js').Refusal} */ (caught);
      if (error.code === 'lost') return;
      this.on.refused(error.text ?? '');
      if (again && error.code !== 'no-seat') await this.join(t('new.here.name', { n: this.seat }), false);
      else forgetOther(this.id, this.seat);
    }
  }

  /** @param {ServerMessage} message */
  receive(message) {
    this.feed.receive(Object.assign(message, { came: performance.now() }));
    this.inbox = this.inbox.then(() => this.handle(message)).catch((error) => console.error(error));
  }

  /** @param {ServerMessage} message @returns {unknown} */
  handle(message) {
    if (message.type === 'joined') return this.joined(message);
    if (message.type === 'table' && message.table === this.id) return this.takeTable(message);
    if (!this.table) return undefined;
    if (message.type === 'moves') this.takeLines(message.from ?? this.counted, message.lines, false);
    if (message.type === 'seats') Object.assign(this.table, { phase: message.phase ?? this.table.phase });
    if (message.type === 'proposal') this.agree(message.proposal);
    const fair = message.type === 'fair' || message.type === 'moves' ? message.fair : undefined;
    if (fair) this.table.fair = fair;
    return fair ? this.tend() : undefined;
  }

  /** At this table, or at that of a rematch. @param {import('../model/messages.js').JoinedMessage} members */
  joined({ table, seat, secret, taken }) {
    if (taken) forgetOther(table, taken); // somebody else plays there now
    if (table !== this.id && secret) keepRematch(this.id, { table, seat, secret });
    else if (secret && othersAt(table)[seat]) keepOther(table, seat, { secret });
    if (table !== this.id) Object.assign(this, { id: table, table: null, counted: 0 });
    this.link.joinRequest = { do: 'resume', table, seat, secret: secretOf(table, seat) ?? '' };
    this.on.seated();
  }

  /** @param {import('../model/messages.js').TableMessage} message */
  async takeTable(message) {
    this.table = message;
    await this.tend();
    this.takeLines(message.log_from ?? 0, message.log, true);
  }

  /** @param {number} from @param {string[]} lines @param {boolean} whole */
  takeLines(from, lines, whole) {
    const trouble = older?.keepShown(this.id, this.seat, from, lines, whole);
    if (trouble) this.on.dice(trouble);
    this.counted = from + lines.length;
  }

  async tend() {
    if (this.table?.you && !this.cheated) this.report(await advanceExchange(this.table, (message) => this.link.say(message)));
  }

  /** @param {string | null} step */
  report(step) {
    this.cheated = step === 'cheated';
    if (step) this.on.dice(step);
  }

  /** Accepts a proposal by another person at this device. @param {import('../model/messages.js').Proposal | null} proposal */
  agree(proposal) {
    if (!proposal?.wanted.includes(this.seat) || !seatsAt(this.id).includes(proposal.by)) return;
    this.link.ask({ do: 'agree', what: proposal.what, yes: true }).catch(() => {});
  }
}

/** @type {Map<number, Companion>} */
const companions = new Map(); // by their seats

/**
 * Takes the seats of everybody who plays at this table on this device; existing seats, also in a rematch, stay.
 * @param {string} id
 * @param {import('../core/link.js').Opener} open
 * @param {On} on
 */
export function seatPeople(id, open, on) {
  for (const seat of new Set([...seatsAt(id), ...Object.keys(othersAt(id)).map(Number)])) {
    if (companions.has(seat)) continue;
    const companion = new Companion(id, seat, open, on);
    companions.set(seat, companion);
    companion.come();
  }
}

export function unseatPeople() {
  for (const { link, feed } of companions.values()) link.close(), feed.end();
  companions.clear();
}

/** Sends a message for one of them and returns the answer. Shows refusals. @param {number} seat @param {ClientMessage} message */
export function sayFor(seat, message) {
  const companion = companions.get(seat);
  return companion?.link.ask(message).catch((error) => companion.on.refused(error.text ?? t('link.lost')));
}

// ---- fair dice: commit, acknowledge the list, then open; companions do this for several people here ----

/** Performs the next step. */
export async function tendFair() {
  const { table } = state;
  if (!table || state.dice === 'cheated' || state.device.shared) return;
  takeStep(await advanceExchange(table, (message) => theLink().say(message)));
}

const QUIET = ['wait', 'send', null]; // steps of dice/fair.js without a problem
/** @type {(DiceTrouble | null)[]} */
const WORST = ['contradicted', 'unsent', 'forfeit', 'undo', 'cheated']; // the first of these stays

/** Reports problems with the fair dice. @param {string | null} step as dice/fair.js or dice/seat3.js names it */
export function takeStep(step) {
  if (!QUIET.includes(step) && state.dice !== step && !WORST.includes(state.dice)) {
    state.dice = /** @type {DiceTrouble} */ (step);
    announce(t('dice.' + step), true);
  }
  if (step === null && state.dice === 'window') state.dice = null; // the other window was closed
  redraw();
}

/** The fingerprint of all players' keys has changed. @param {string} digits */
function takeKeys(digits) {
  state.keys = digits;
  redraw();
}

// The page's own part in the fair dice of version 3. Where several people share the device, their companions have it.
const feed = new Feed({ ask: (message) => theLink().ask(message), tell: takeStep, show: takeKeys });

/** A message has arrived for the page's seat. @param {ServerMessage} message */
export const feedDice = (message) => (state.device.shared ? feed.end() : feed.receive(message));
export const endDice = () => feed.end();

const NEWEST = 3; // version of the fair dice

/** Remembers the version of the server's fair dice, and warns if a table has a lower one than before. @param {Table} table */
export function noteVersion({ table, fair, fair3, phase, dice }) {
  if (isHere(table) || dice === 'own' || phase === 'over') return;
  if (fair3) setSetting('fair', NEWEST);
  else if (fair && setting('fair', 0) === NEWEST) takeStep('older');
}

/** Keeps every line that is shown, with its place in the log. @param {number} from @param {string[]} lines @param {boolean} whole */
export function keepLines(from, lines, whole) {
  if (!state.id || !state.table?.you || state.device.shared) return;
  const trouble = older?.keepShown(state.id, state.table.you, from, lines, whole);
  if (trouble) takeStep(trouble);
}

// ---- several people here ----

/** Takes the seats of all people on this device. */
export function bringPeople() {
  refreshDevice();
  if (!state.id || !state.device.shared) return;
  seatPeople(state.id, openFor(state.id), {
    dice: takeStep, keys: takeKeys, seated: () => (bringPeople(), follow()), refused: (text) => notice(text, 'bad'),
  });
}

/** Moves the page to the seat that it should show. */
export function follow() {
  refreshDevice();
  const { id, table, device } = state;
  if (!id || !table || !device.shared || state.replay || isLingering(state, performance.now())) return;
  const seat = wantedSeat(state), to = handOver(state, performance.now());
  if (to && to !== device.passing) coverUp(to);
  else if (to === 0 && device.holder && table.throws) coverUp(0);
  device.passing = to;
  if (seat === (device.asked ?? table.you)) return;
  device.asked = seat;
  theLink().go(joinRequestTo(id, seat));
}

/** Shows the last event for the usual time before the device is handed over. @param {number} stays milliseconds */
export function linger(stays) {
  if (!state.device.shared) return;
  state.device.lingers = performance.now() + stays;
  setTimeout(follow, stays + 1);
}

/** Removes all secrets from the page. @param {number} to the seat to which it is handed; 0 for nobody's */
function coverUp(to) {
  Object.assign(state, { ui: {}, hint: null, mark: null });
  state.device.holder = 0;
  hush();
  if (!to) return redraw();
  announce(t('pass.to', { name: shortName(seatName(state.table?.seats ?? [], to)) }));
  redraw();
  setTimeout(() => /** @type {HTMLElement | null} */ (document.querySelector('.hand-over h2'))?.focus());
}

/** The requested person now holds the device. @param {number} seat */
export function takeDevice(seat) {
  state.device.holder = seat;
  follow();
  redraw();
}
