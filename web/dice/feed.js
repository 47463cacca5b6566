// Seats of this page that take part in fair dice of version 3. Their code (seat3.js) is loaded at the first such table.

/** @typedef {import('./seat3.js').Seat3} Seat3 */
/** @typedef {import('../model/messages.js').ServerMessage & {came?: number}} Came */
/** @typedef {Omit<import('./seat3.js').Host, 'keep'>} Page */

/** @type {Map<string, Seat3>} */
const live = new Map();

/** The seat of a table that takes part here. @param {string | null} table @param {number | undefined} seat */
export const liveSeat = (table, seat) => live.get(`${table} ${seat}`) ?? null;

/** Passes the messages of one connection to its seat, in their order. */
export class Feed {
  /** @param {Page} page */
  constructor(page) {
    /** @type {Page} */
    this.page = { ...page, tell: (trouble) => this.tell(trouble, page) };
    /** @type {Promise<unknown>} */
    this.told = Promise.resolve();
    /** @type {Seat3 | null} */
    this.seat = null;
    this.active = false; // the connection is at a seat of such a table
    /** @type {Promise<unknown>} */
    this.turn = Promise.resolve();
  }

  /** The page goes on to change what it received, and the seat may read it later: it gets a copy. @param {Came} message */
  receive(message) {
    if (message.type === 'table') this.active = Boolean(message.fair3 && message.you);
    if (!this.active && !this.seat) return;
    const copy = structuredClone(message);
    this.turn = this.turn.then(() => this.pass(copy)).catch((error) => console.error(error));
  }

  /** @param {Came} message */
  async pass(message) {
    if (message.type === 'table') await this.sit(message);
    this.seat?.receive(message);
  }

  /** @param {import('../model/messages.js').Table} table */
  async sit({ table, you, fair3 }) {
    if (this.seat?.table === table && this.seat.seat === you) return;
    this.leave();
    if (!fair3?.head || !you) return;
    const [{ Seat3 }, keep] = await Promise.all([import('./seat3.js'), import('./keep3.js')]);
    const seat = new Seat3(table, you, fair3.head, { ...this.page, keep });
    await seat.open();
    this.seat = seat;
    live.set(`${table} ${you}`, seat);
  }

  /** Tells of a trouble when its texts are here. @param {import('../model/state.js').DiceTrouble | null} trouble @param {Page} page */
  tell(trouble, page) {
    const texts = () => (trouble ? import('./texts_fair3.js').catch(() => null) : null);
    this.told = this.told.then(texts).then(() => page.tell(trouble));
  }

  /** The connection is lost: its messages may be too. */
  lost() {
    this.seat?.lost();
  }

  leave() {
    if (!this.seat) return;
    const name = `${this.seat.table} ${this.seat.seat}`;
    if (live.get(name) === this.seat) live.delete(name);
    this.seat.close();
    this.seat = null;
  }

  /** Leaves the table, after the messages that are being taken. */
  end() {
    this.active = false;
    this.turn = this.turn.then(() => this.leave());
  }
}
