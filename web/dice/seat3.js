// A seat's part in the fair dice of version 3: an honest client. It follows the ledger, promises a chain, opens a link for each step,
// gives the seat's words, and writes the transcript. Nothing is sent before the lines about it are stored.
import { randomSeed, toHex } from '../core/hash.js';
import { actDigest, Chain, fingerprint, headHash, hiddenForm, isNote, openText, wordText } from './fair3.js';
import { Transcript } from './ledger3.js';

/** @typedef {import('./ledger3.js').Fault} Fault */
/** @typedef {import('./keep3.js').KeptChain} KeptChain */
/** @typedef {import('../model/messages.js').ClientMessage} ClientMessage */
/** @typedef {import('../model/messages.js').ServerMessage} ServerMessage */
/** @typedef {import('../model/messages.js').Table} Table */
/** @typedef {import('../model/messages.js').Clock} Clock */
/** @typedef {import('../model/state.js').DiceTrouble} DiceTrouble */
/** @typedef {{m: number, seen: number, digest: string, salt: string, sig: string}} By */
/** @typedef {typeof import('./keep3.js')} Keep the storage; tests have one of their own */

/**
 * What the seat needs of the page.
 * @typedef {object} Host
 * @property {Keep} keep
 * @property {(message: ClientMessage) => Promise<any>} ask sends a message of this seat and gives the answer
 * @property {(trouble: DiceTrouble | null) => void} tell something is wrong; null: this window takes part from now on
 * @property {(digits: string) => void} show the fingerprint of all keys
 */

/** @typedef {ServerMessage & {receivedAt?: number}} Received with the time of its arrival, by performance.now() */

const EARLY = 2000; // milliseconds that a message may be on its way
const CHAIN_WAIT = 10000; // milliseconds that a word waits for the seat's chain

/** The client's clock in milliseconds; it runs on when the page is loaded again. @param {number} [receivedAt] */
const timeOf = (receivedAt = performance.now()) => Math.round(performance.timeOrigin + receivedAt);

/** Whether an entry is one that is known: more or less of a hidden line may be shown. @param {string} known @param {string} entry */
const sameEntry = (known, entry) => known === entry
  || (!isNote(entry) && (known.endsWith(' ?') || entry.endsWith(' ?')) && hiddenForm(known) === hiddenForm(entry));

export class Seat3 {
  /** @param {string} table @param {number} seat @param {string[]} head @param {Host} host */
  constructor(table, seat, head, host) {
    this.table = table;
    this.seat = seat;
    this.head = head;
    this.host = host;
    this.holds = false; // this window has the chain
    this.cheated = false; // a contradiction was found: nothing is opened any more
    this.stored = true; // the browser stores lines
    this.moved = false; // another device has the seat's chain
    this.notes = new Transcript(table, seat, head);
    /** @type {KeptChain | null} */
    this.kept = null; // once it is made
    /** @type {Promise<Chain> | null} */
    this.chain = null;
    /** @type {Promise<unknown>} */
    this.turn = Promise.resolve();
    /** @type {Table | null} */
    this.facts = null; // the last word on the table
    this.last = 0; // the server's number of entries
    this.requested = -1; // entries were requested from here
    /** @type {{seat: number, left: number, at: number} | null} */
    this.clock = null; // as announced since the last line
    /** @type {{lines: string[], last: number, whole: boolean} | null} */
    this.log = null; // of a table whose entries are still coming
    this.told = -1; // lines of the ledger that were shown; -1: not known
    this.promised = false; // the chain was sent, and the answer is awaited
    this.linked = 0; // the last step whose link was sent by this connection
    /** @type {(() => void)[]} */
    this.waiting = []; // for the chain to be the seat's
  }

  get ledger() {
    return this.notes.ledger;
  }

  get mine() {
    return this.notes.mine;
  }

  // ---- the chain ----

  /** Takes the stored chain and transcript, or makes new ones. */
  async open() {
    const lock = await this.host.keep.takeLock(`cornet.chain.${this.table}.${this.seat}`);
    this.release = lock.release;
    if (lock.held) return this.hold();
    this.host.tell('window');
    lock.later?.then(() => this.enqueue(async () => {
      this.notes = new Transcript(this.table, this.seat, this.head);
      await this.hold();
      this.requested = -1;
      this.host.tell(null);
      await this.request();
    }), () => {});
    return undefined;
  }

  close() {
    this.release?.();
  }

  async hold() {
    this.holds = true;
    const found = await this.host.keep.lastChain(this.table, this.seat).catch(() => null);
    if (found?.lines[3] === this.notes.lines[3]) this.restore(found.chain, found.lines);
    else if (found?.lines.length) await this.contradict({ kind: 'contradicted', text: 'the head of the ledger has changed' });
    else this.make(found ? found.chain.number + 1 : 1);
  }

  /** Makes a chain; the page goes on meanwhile. @param {number} number */
  make(number) {
    const { table, seat } = this;
    this.chain = Chain.make(table, seat, toHex(randomSeed()));
    this.making = this.chain.then(async ({ marks }) => {
      const pair = await this.host.keep.makeKeys();
      const name = `${table}.${seat}.${number}`, when = Date.now();
      this.kept = { name, table, seat, number, marks, keys: pair?.keys ?? null, key: pair?.key ?? '-', when };
      await this.keepChain(this.kept);
      return this.enqueue(async () => {
        await this.write();
        await this.act();
      });
    });
  }

  /** @param {KeptChain} kept */
  async keepChain(kept) {
    try {
      await this.host.keep.addChain(kept);
    } catch (error) {
      if (/** @type {DOMException} */ (error)?.name === 'DataCloneError') { // a key that cannot be stored would be lost
        Object.assign(kept, { keys: null, key: '-' });
        return this.host.keep.addChain(kept).catch((again) => this.lose(again));
      }
      this.lose(error);
    }
    return undefined;
  }

  /** The browser stores nothing: the game goes on, and proves nothing once the page is closed. @param {unknown} error */
  lose(error) {
    if (/** @type {DOMException | null} */ (error)?.name === 'ConstraintError') { // another window writes this transcript
      this.holds = false;
      return this.host.tell('window');
    }
    this.stored = false;
    return this.host.tell('unstored');
  }

  /** Reads a stored transcript. @param {KeptChain} kept @param {string[]} lines */
  restore(kept, lines) {
    this.kept = kept;
    this.chain = Promise.resolve(new Chain(this.table, this.seat, kept.marks));
    this.notes.restore(lines);
    this.cheated = this.notes.contradicted;
  }

  // ---- the transcript ----

  /** Adds lines, and waits until they are stored. @param {string[]} lines */
  async write(...lines) {
    const { notes, kept } = this;
    notes.lines.push(...lines);
    if (!kept || !this.stored || !this.holds || notes.written === notes.lines.length) return;
    const from = notes.written, fresh = notes.lines.slice(from);
    notes.written = notes.lines.length;
    await this.host.keep.addLines(kept.name, from, fresh).catch((error) => this.lose(error));
  }

  /** @param {Fault} fault */
  async contradict({ kind, text, n }) {
    if (kind === 'leftout') await this.write(`left-out ${n}`);
    else if (kind === 'moved') this.moved = true;
    else if (!this.cheated) {
      this.cheated = true;
      await this.write(`contradiction entry ${this.ledger.count}: ${text}`);
    }
    this.host.tell(kind);
  }

  // ---- messages ----

  /** One thing after the other. @param {() => Promise<any>} act @returns {Promise<any>} */
  enqueue(act) {
    const done = this.turn.then(act);
    this.turn = done.catch((error) => console.error(error));
    return done;
  }

  /** Takes any message of the server, in their order. @param {Received} message */
  receive(message) {
    return this.enqueue(() => this.take(message));
  }

  /** @param {Received} message */
  async take(message) {
    if (message.type === 'table') await this.takeTable(message);
    else if (message.type === 'entries') await this.takeEntries(message);
    else if (message.type === 'moves') await this.takeMoves(message);
    else if (message.type === 'proposal') await this.takeProposal(message);
    else if (message.type === 'got') await this.takeGot(message);
    else if (message.type === 'ready') this.host.ask({ do: 'ready', step: message.step }).catch(() => {});
    else if (message.type === 'clock') await this.takeClock(message.clock, message.receivedAt);
    else if (message.type === 'seats' && this.facts) Object.assign(this.facts, { seats: message.seats, phase: message.phase });
  }

  /** @param {Extract<ServerMessage, {type: 'table'}> & {receivedAt?: number}} message */
  async takeTable(message) {
    const { fair3, log, log_from: from = 0, origin, why, clock } = message;
    if (!fair3) return;
    this.facts = message;
    this.last = fair3.last;
    if (headHash(fair3.head ?? []) !== headHash(this.head)) return this.contradict({ kind: 'contradicted', text: 'the head has changed' });
    if (this.last < this.ledger.count) return this.contradict({ kind: 'contradicted', text: 'entries are gone' });
    if (why === 'join') Object.assign(this, { linked: 0, promised: false, requested: -1 });
    const lines = log.filter((line) => !line.startsWith('#')), whole = from === 0;
    this.log = { lines: whole ? lines.slice(origin?.step ?? 0) : lines, last: this.last, whole };
    this.mine.live = this.last === this.ledger.count;
    await this.compare();
    await this.takeClock(clock, message.receivedAt);
    return this.act();
  }

  /** Compares the log that was shown with the ledger, as soon as its entries are here. */
  async compare() {
    const { log, ledger } = this;
    if (!log || ledger.count !== log.last) return undefined;
    const lines = ledger.lines.map(({ text }) => text), all = log.whole ? lines : lines.slice(-log.lines.length);
    Object.assign(this, { log: null, told: lines.length });
    this.mine.live = true;
    if (!log.whole && all.length < log.lines.length) log.lines = log.lines.slice(log.lines.length - all.length); // lines of another table
    await this.settleWords();
    if (all.join('\n') === log.lines.join('\n')) return undefined;
    return this.contradict({ kind: 'contradicted', text: 'the lines shown are not those of the ledger' });
  }

  /** @param {Extract<ServerMessage, {type: 'moves'}> & {receivedAt?: number}} message */
  async takeMoves(message) {
    const { lines, undo, salt, state, clock, fair3 } = message;
    if (this.facts) Object.assign(this.facts, { undo, salt, state, ...(state.mover === 'over' && { phase: 'over' }) });
    if (fair3) this.last = Math.max(this.last, fair3.last);
    await this.takeClock(clock, message.receivedAt);
    const all = this.ledger.lines.length, start = all - lines.length, { told } = this;
    if (this.log || this.ledger.count < this.last) return void (this.told = -1);
    this.told = all;
    const wanted = this.ledger.lines.slice(start).map(({ text }) => text);
    if (wanted.join('\n') === lines.join('\n') && (told < 0 || told === start)) return undefined;
    this.told = -1; // a message may be missing: the whole table tells (compare)
    this.host.ask({ do: 'sync' }).catch(() => {});
    return undefined;
  }

  /** @param {Clock | null | undefined} clock @param {number} [receivedAt] */
  async takeClock(clock, receivedAt) {
    if (!clock?.running || clock.lead || clock.rest || this.log) return;
    const at = timeOf(receivedAt), seat = clock.kind === 'game' ? 0 : clock.seat ?? 0;
    if (this.clock?.seat === seat) return; // the first one counts
    this.clock = { seat, left: clock.left, at };
    await this.write(`clock ${this.ledger.count} ${seat} ${clock.left} ${at}`);
  }

  /** Requests the entries that are missing. */
  async request() {
    if (this.requested === this.ledger.count) return;
    this.requested = this.ledger.count;
    this.host.ask({ do: 'entries', have: this.ledger.count }).catch(() => {});
  }

  /** @param {Extract<ServerMessage, {type: 'entries'}> & {receivedAt?: number}} message */
  async takeEntries({ from, lines, seal, receivedAt }) {
    const { ledger } = this, at = timeOf(receivedAt);
    if (from > ledger.count + 1) return this.request();
    for (const [i, entry] of lines.entries()) {
      const index = from + i;
      if (index <= ledger.count) {
        if (sameEntry(this.notes.shown[index - 1], entry)) continue;
        return this.contradict({ kind: 'contradicted', text: `entry ${index} has changed` });
      }
      await this.takeEntry(entry, at);
    }
    const sealed = seal && seal !== '-' && from + lines.length - 1 === ledger.count;
    if (sealed) this.notes.lines.push(`seal ${ledger.count} ${ledger.hash} ${seal}`);
    await this.write();
    this.host.show(ledger.keys().length ? fingerprint(ledger.keys()) : '');
    if (this.isOwn()) for (const go of this.waiting.splice(0)) go();
    if (ledger.count < this.last) return this.request();
    return this.act();
  }

  /** Whether the seat's chain is this client's, or none is there yet: without a key nothing else tells its words from another device's. */
  isOwn() {
    const chain = this.ledger.chains[this.seat];
    return !chain || chain.end === this.mine.end;
  }

  /** @param {string} entry @param {number} at */
  async takeEntry(entry, at) {
    const late = /^#3 late ([0-6]) (\d+)$/.exec(entry), clock = this.clock;
    if (late && clock && this.mine.live && clock.seat === Number(late[1])) {
      const ms = Number(late[2]), left = clock.seat ? clock.left : Math.min(clock.left, ms); // the rules may shorten the game's own time
      if (ms < left) await this.contradict({ kind: 'contradicted', text: `'${entry}' is less than announced` });
      else if (at - clock.at < left - EARLY) this.host.tell('early');
    }
    if (!isNote(entry) || /^#3 (step|undo) /.test(entry)) this.clock = null;
    const isUndo = entry.startsWith('#3 undo '), found = this.notes.saw(entry, at);
    if (isUndo) this.told = -1; // a table follows
    if (found) await this.contradict(found);
    await this.compare();
  }

  /** @param {Extract<ServerMessage, {type: 'got'}>} message */
  async takeGot({ step, sig }) {
    if (!this.mine.opened.has(step)) return;
    this.mine.got.add(step);
    await this.write(`got ${step} ${sig}`);
  }

  // ---- what it does ----

  /** Opens the link that is asked for, or promises the chain. */
  async act() {
    const { ledger, mine, seat } = this, own = ledger.chains[seat];
    if (!this.holds || this.cheated || this.moved || !this.kept || !this.facts || ledger.count < this.last) return;
    if (ledger.ask) {
      if (ledger.ask.seats.includes(seat) && own?.end === mine.end) await this.openLink(ledger.ask);
    } else if (ledger.kinds[seat] && (!mine.end || own?.end !== mine.end) && this.facts.phase !== 'over') await this.promise();
  }

  /** Opens link n under one hash only. @param {{n: number, hash: string}} ask */
  async openLink({ n, hash }) {
    const before = this.mine.opened.get(n);
    if (before && before.hash !== hash) return this.contradict({ kind: 'contradicted', text: `a second ask ${n}` });
    if (this.linked >= n) return undefined;
    const link = (await /** @type {Promise<Chain>} */ (this.chain)).link(n);
    if (!before) {
      this.mine.opened.set(n, { hash, link });
      await this.write(`open ${n} ${timeOf()} ${hash} ${link}`);
    }
    if (!this.holds) return undefined;
    this.linked = n;
    const sig = await this.host.keep.sign(this.kept?.keys ?? null, openText(this.table, this.seat, n, hash, link));
    this.host.ask({ do: 'link', step: n, hash, link, sig }).catch((error) => this.enqueue(async () => {
      if (error.code === 'bad-value') await this.contradict({ kind: 'contradicted', text: `the link of step ${n} was refused` });
      if (error.code === 'too-fast') this.linked = n - 1;
    }));
    return undefined;
  }

  /** Promises the chain from the present number of asks on. */
  async promise() {
    const { ledger, mine, kept } = this;
    if (this.promised || !kept) return;
    const end = (await /** @type {Promise<Chain>} */ (this.chain)).link(ledger.asks);
    if (mine.end && (ledger.chains[this.seat] || mine.end !== end)) return this.renew();
    if (!mine.end) {
      mine.end = end;
      await this.write(`chain ${ledger.asks} ${end} ${kept.key}`);
    }
    this.promised = true;
    const again = async (/** @type {{code: string}} */ { code }) => {
      this.promised = false;
      if (code === 'stale') await this.renew();
      else if (code === 'bad-value') this.host.tell('unproved');
    };
    this.host.ask({ do: 'chain', asks: ledger.asks, end, key: kept.key }).catch((error) => this.enqueue(() => again(error)));
  }

  /** The chain is not that of the seat any more, or never was: makes another, with its own transcript. */
  async renew() {
    const { kept, notes } = this, { opened, sent, live } = notes.mine, number = (kept?.number ?? 0) + 1, at = timeOf();
    if (kept && !opened.size && !sent.size) await this.host.keep.dropChain(kept.name).catch(() => {});
    const fresh = new Transcript(this.table, this.seat, this.head);
    for (const entry of notes.shown) fresh.saw(entry, at);
    fresh.mine.live = live;
    Object.assign(this, { notes: fresh, kept: null, promised: false });
    this.make(number);
  }

  // ---- words ----

  /** Whether a person plays the seat, with a client of any version. @param {number | undefined} seat */
  isPlayed(seat) {
    return ['person', 'plain'].includes(this.ledger.kinds[seat ?? 0]);
  }

  /**
   * The text of the act in a message, and the kind of the word; null where it needs none.
   * @param {ClientMessage} message
   * @returns {{act: string, kind: 'by' | 'yes'} | null}
   */
  actOf(message) {
    const { facts, seat } = this;
    if (!facts || this.ledger.kinds[seat] !== 'person' || facts.phase === 'over') return null;
    /** @type {(act: string | undefined | null, kind?: 'by' | 'yes') => {act: string, kind: 'by' | 'yes'} | null} */
    const word = (act, kind = 'by') => (act ? { act, kind } : null);
    if (message.do === 'move') return message.line[0] === '*' ? null : word(message.line);
    if (message.do === 'quit') return word(`#3 seat ${seat} left`);
    if (message.do === 'propose' && message.what === 'undo') return word(facts.undo?.acts?.[seat - 1]);
    if (message.do === 'propose' && (message.what === 'bot' || (message.what === 'remove' && this.isPlayed(message.seat)))) {
      return word(`#3 seat ${message.seat} stand-in`);
    }
    if (message.do === 'propose' && message.what === 'draw') return word(`${3 - seat} accepts draw`, 'yes');
    if (message.do === 'agree' && message.yes) return word(facts.proposal?.act, message.what === 'draw' ? 'by' : 'yes');
    return null;
  }

  /**
   * The message with the seat's word, after the word was written down; the message itself where it needs none. Rejects like a refusal.
   * @param {ClientMessage} message
   * @returns {Promise<ClientMessage & {by?: By}>}
   */
  async word(message) {
    if (this.holds && !this.cheated && !this.isOwn() && this.actOf(message)) await this.takeBack();
    return this.enqueue(async () => {
      const found = this.actOf(message);
      if (!found) return message;
      if (!this.holds) return Promise.reject({ code: 'window' });
      if (!this.isOwn()) return Promise.reject({ code: 'lost' });
      const { act, kind } = found, { ledger, table, seat } = this, seen = ledger.count, { hash } = ledger;
      const salt = message.do === 'move' && this.facts?.salt ? toHex(randomSeed()) : '-';
      const m = ++this.notes.m, digest = actDigest(salt, act);
      this.mine.sent.set(m, { seen, digest, text: act });
      await this.write(`sent ${m} ${seen} ${timeOf()} ${digest} ${salt} ${act}`);
      const own = ledger.chains[seat]?.end === this.mine.end; // without a chain the seat is keyless
      const sig = await this.host.keep.sign((own && this.kept?.keys) || null, wordText(kind, table, seat, m, seen, hash, digest));
      return { ...message, by: { m, seen, digest, salt, sig } };
    });
  }

  /** The player acts here, and another device has the seat's chain: this one takes it back. */
  async takeBack() {
    const own = new Promise((resolve) => this.waiting.push(() => resolve(undefined)));
    await this.enqueue(async () => {
      if (!this.moved) return undefined;
      this.moved = false;
      this.host.tell(null);
      return this.promise();
    });
    /** @type {any} */
    let timer;
    await Promise.race([own, new Promise((resolve) => (timer = setTimeout(resolve, CHAIN_WAIT)))]);
    clearTimeout(timer);
  }

  /** What became of a word that the ledger does not have. @param {number} m @param {'refused' | 'lost'} fate */
  async end(m, fate) {
    const sent = this.mine.sent.get(m);
    if (!sent || sent.refused || sent[fate] || this.notes.said.has(m)) return;
    sent[fate] = true;
    await this.write(`${fate} ${m}`);
  }

  /** The server has refused the message with this word, or cannot say whether it was stored. @param {number} m @param {string} code */
  refuse(m, code) {
    return this.enqueue(() => this.end(m, code === 'store' ? 'lost' : 'refused'));
  }

  /** After a reconnection: nobody knows what became of words that are not in the ledger, and not in an open proposal. */
  async settleWords() {
    const open = this.facts?.proposal?.words?.[this.seat - 1];
    for (const [m, sent] of this.mine.sent) if (sent.old && m !== open) await this.end(m, 'lost');
  }

  /** The connection is lost: words on their way may have been lost with it. */
  lost() {
    for (const sent of this.mine.sent.values()) sent.old = true;
  }

  /** A proposal that ended without effect takes its words with it. @param {Extract<ServerMessage, {type: 'proposal'}>} message */
  async takeProposal({ proposal, done, words }) {
    if (this.facts) this.facts.proposal = proposal;
    if (done === false) await this.end(words?.[this.seat - 1] ?? 0, 'refused');
  }
}
