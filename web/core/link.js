// The connection to the server (docs/develop/protocol.md). If it is lost, it reconnects to the same table, with growing pauses.
// A connection to the tables in this browser (place.js) is `steady`: it cannot be lost.
import { personName } from './keep.js';
import { openSocket } from './place.js';

/** @typedef {import('../model/messages.js').ClientMessage} ClientMessage */
/** @typedef {import('../model/messages.js').ServerMessage} ServerMessage */
/** @typedef {import('../model/messages.js').Refusal} Refusal */
/** @typedef {import('../model/state.js').LinkState} LinkState */

/** @typedef {Extract<ClientMessage, {table: string}>} JoinRequest the message that joins a table */
/** @typedef {{message: (message: ServerMessage) => void, state: (state: LinkState, retryAt?: number) => void}} On */

/**
 * The members of a WebSocket that are used. `steady`: the connection cannot be lost, so no pings are needed.
 * @typedef {object} Socket
 * @property {boolean} [steady]
 * @property {(text: string) => void} send
 * @property {() => void} close
 * @property {((event?: any) => void) | null} [onopen]
 * @property {((event: MessageEvent) => void) | null} [onmessage]
 * @property {((event?: any) => void) | null} [onclose]
 */

/** @typedef {{resolve: (answer: any) => void, reject: (error: Refusal) => void, early?: (answer: any) => void}} Asked a request */
/** @typedef {(table?: string | null, at?: string | null) => Socket} Opener see openSocket */

const PING_EVERY = 15000, ANSWER_WITHIN = 10000, PAUSE_LEAST = 500, PAUSE_STOPPING = 100, PAUSE_MOST = 5000;
const PAUSE_AWAY = 250, PAUSE_AWAY_MOST = 2000; // while the table moves to another server
const DISMISSALS = ['kicked', 'banned', 'closed']; // by the operator: the client does not return by itself

/**
 * The seat that takes part in fair dice of version 3, and adds its words to messages (dice/seat3.js); null: none.
 * @typedef {(seat?: number) => import('../dice/seat3.js').Seat3 | null} SeatOf without a number the seat of the connection
 */

const WORDED = ['move', 'propose', 'agree', 'quit'];

export class Link {
  /**
   * @param {string} language
   * @param {On} on
   * @param {Opener} open
   * @param {SeatOf} seatOf
   */
  constructor(language, on, open = openSocket, seatOf = () => null) {
    this.seatOf = seatOf;
    /** @type {Map<number, {seat: import('../dice/seat3.js').Seat3, m: number}>} */
    this.words = new Map(); // that may be refused, by the numbers of their messages
    this.language = language;
    this.on = on;
    this.open = open;
    /** @type {LinkState} */
    this.state = 'closed';
    this.named = false; // the connection of the account's owner: hello has a ticket
    /** @type {string | null} */
    this.ticket = null;
    this.refused = false;
    /** @type {Socket | null} */
    this.socket = null;
    /** @type {JoinRequest | null} */
    this.joinRequest = null; // joins the table; sent after every hello
    this.arrived = false; // at the table, by this connection
    this.vain = 0; // attempts
    /** @type {string | null} */
    this.at = null; // the name of the table's server
    /** @type {Map<number | undefined, Asked>} */
    this.waiting = new Map(); // requests, by their numbers
    /** @type {{resolve: () => void, reject: (error: Refusal) => void} | null} */
    this.hoping = null; // the caller that waits for the connection
    /** @type {number | undefined} */
    this.trying = undefined; // the number of a move that is not answered yet
    this.number = 0;
    this.pause = PAUSE_LEAST;
    this.awayPause = PAUSE_AWAY;
    this.dismissed = false;
    addEventListener('online', () => this.retry());
    addEventListener('offline', () => this.socket && !this.socket.steady && this.drop());
    document.addEventListener('visibilitychange', () => document.hidden || this.retry());
  }

  /** Joins a table by this message, now and after every reconnection. @param {JoinRequest} joinRequest */
  go(joinRequest) {
    this.joinRequest = joinRequest;
    if (this.state === 'open') this.join();
    else this.connect();
  }

  // Sends the request that joins the table, with the number of entries that are known here.
  join() {
    const { joinRequest } = this;
    if (!joinRequest) return;
    const seat = this.seatOf('seat' in joinRequest ? joinRequest.seat : undefined), have = seat?.ledger.count;
    this.send(have && seat.table === joinRequest.table ? { ...joinRequest, have } : joinRequest);
  }

  // The connection attempt has succeeded.
  settle() {
    this.waiting.delete(this.trying);
  }

  // Closed on purpose: pending answers are dropped.
  close() {
    this.joinRequest = null;
    this.waiting.clear();
    this.end();
    this.tell('closed');
  }

  retry() {
    if (this.state === 'lost') this.connect();
    else if (this.state === 'open') this.ping();
  }

  /** @returns {ClientMessage} */
  hello() {
    const person = this.ticket && { person: this.ticket };
    return { do: 'hello', protocol: 1, lang: this.language, states: true, throws: true, fair: '3', ...person };
  }

  /** @param {Socket} socket @param {boolean} [fresh] the server has refused the last ticket */
  async greet(socket, fresh) {
    if (this.named && personName()) this.ticket = await import('../people/me.js').then(({ ticket }) => ticket(fresh)).catch(() => null);
    else this.ticket = null;
    if (socket === this.socket) this.send(this.hello());
  }

  /** The language of the server's sentences. @param {string} language */
  speak(language) {
    this.language = language;
    this.say(this.hello());
  }

  /** @param {ClientMessage} message */
  say(message) {
    if (this.state === 'open') this.send(message);
    return this.state === 'open';
  }

  /**
   * Sends a message; resolves with its answer, rejects with the error or when the connection is lost. early(answer) receives
   * preliminary answers (`more`).
   * @param {ClientMessage} message
   * @param {(answer: any) => void} [early]
   * @returns {Promise<any>}
   */
  async ask(message, early) {
    const word = this.worded(message), full = word ? await word : message;
    return new Promise((resolve, reject) => {
      if (this.state !== 'open') return reject({ code: 'lost' });
      const id = ++this.number;
      this.waiting.set(id, { resolve, reject, early });
      this.send({ ...full, id });
    });
  }

  /** The message with the seat's word; null where it needs none. @param {ClientMessage} message */
  worded(message) {
    return WORDED.includes(message.do) ? this.seatOf()?.word(message) ?? null : null;
  }

  /**
   * Sends a message that has no direct answer, such as a move: only its refusal matters.
   * @param {ClientMessage} message
   * @param {(error: Refusal) => void} refused
   */
  tryTo(message, refused) {
    if (this.state !== 'open') return refused({ code: 'lost' });
    const word = this.worded(message);
    return word ? void word.then((full) => this.attempt(full, refused), refused) : this.attempt(message, refused);
  }

  /** @param {ClientMessage} message @param {(error: Refusal) => void} refused */
  attempt(message, refused) {
    if (this.state !== 'open') return refused({ code: 'lost' });
    if (this.trying) this.waiting.delete(this.trying);
    this.trying = ++this.number;
    this.waiting.set(this.trying, { resolve() {}, reject: refused });
    this.send({ ...message, id: this.trying });
  }

  /** Connects if necessary; rejects if the first attempt fails. @returns {Promise<void>} */
  whenOpen() {
    if (this.state === 'open') return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.hoping = { resolve, reject };
      if (this.state !== 'connecting') this.connect();
    });
  }

  /** @param {ClientMessage & {id?: number}} message */
  send(message) {
    const seat = this.seatOf();
    if (seat && message.id && 'by' in message) this.words.set(message.id, { seat, m: /** @type {{m: number}} */ (message.by).m });
    this.socket?.send(JSON.stringify(message));
  }

  /** @param {LinkState} state @param {number} [retryAt] */
  tell(state, retryAt) {
    this.state = state;
    if (state === 'open') this.hoping?.resolve();
    if (state === 'lost') this.hoping?.reject({ code: 'lost' });
    if (state !== 'connecting') this.hoping = null;
    this.on.state(state, retryAt);
  }

  connect() {
    this.end();
    this.tell('connecting');
    const socket = this.open(this.vain % 2 ? null : this.joinRequest?.table, this.at);
    this.socket = socket;
    this.arrived = false;
    if (!socket.steady) this.patience = setTimeout(() => this.drop(), ANSWER_WITHIN);
    socket.onopen = () => (this.named ? this.greet(socket) : this.send(this.hello()));
    socket.onmessage = (event) => socket === this.socket && this.receive(JSON.parse(event.data));
    socket.onclose = () => socket === this.socket && this.drop();
  }

  /** @param {ServerMessage} message */
  receive(message) {
    clearTimeout(this.patience);
    if (message.type === 'hello' && this.state === 'open') return; // after a change of language
    if (message.type === 'hello') {
      if (this.ticket && !message.person && this.socket && !this.refused) return void this.greet(this.socket, (this.refused = true));
      this.refused = false;
      this.vain = 0;
      if (!this.joinRequest) this.pause = PAUSE_LEAST;
      this.tell('open');
      this.pinger = setInterval(() => this.ping(), PING_EVERY);
      this.join();
      return;
    }
    const word = this.words.get(message.id ?? 0);
    if (message.type === 'error') word?.seat.refuse(word.m, message.code);
    const asked = this.waiting.get(message.id);
    if (asked?.early && 'more' in message && message.more) return asked.early(message);
    if (asked) {
      this.waiting.delete(message.id);
      if (message.type === 'error') asked.reject(message);
      else asked.resolve(message);
      if (message.type !== 'joined') return;
    }
    if (message.type === 'error' && message.code === 'stopping') Object.assign(this, { pause: PAUSE_STOPPING, at: null });
    if (message.type === 'table') this.arrive();
    if (message.type === 'error' && DISMISSALS.includes(message.code)) Object.assign(this, { dismissed: true, joinRequest: null });
    const away = message.type === 'error' && ['elsewhere', 'store'].includes(message.code);
    if (away && !this.arrived && this.joinRequest) return this.comeAgain(message.at);
    if (message.type !== 'pong') this.on.message(message);
  }

  arrive() {
    this.arrived = true;
    this.turned = false;
    this.pause = PAUSE_LEAST;
    this.awayPause = PAUSE_AWAY;
  }

  /** The table is elsewhere (`at`), or cannot be read now. @param {string | undefined} at */
  comeAgain(at) {
    const first = at && !this.turned;
    this.at = at ?? null;
    this.turned = true;
    if (first) return this.connect();
    this.end();
    this.later(this.awayPause);
    this.awayPause = Math.min(2 * this.awayPause, PAUSE_AWAY_MOST);
  }

  ping() {
    if (this.state !== 'open' || this.socket?.steady) return;
    this.send({ do: 'ping' });
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.drop(), ANSWER_WITHIN);
  }

  end() {
    clearTimeout(this.patience);
    clearTimeout(this.timer);
    clearInterval(this.pinger);
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    for (const { seat } of this.words.values()) seat.lost();
    this.words.clear();
    for (const asked of this.waiting.values()) asked.reject({ code: 'lost' });
    this.waiting.clear();
  }

  drop() {
    this.end();
    // That server is down or hangs. Any other server knows which one has the table.
    if (this.state === 'connecting') Object.assign(this, { at: null, vain: this.vain + 1 });
    if (this.dismissed) {
      this.dismissed = false;
      return this.tell('lost');
    }
    this.later(this.pause);
    this.pause = Math.min(2 * this.pause, PAUSE_MOST);
  }

  /** Connects again after a part of this pause, so that not all clients come at once. @param {number} pause */
  later(pause) {
    const wait = pause * (1 - Math.random() / 2);
    this.timer = setTimeout(() => this.connect(), wait);
    this.tell('lost', Date.now() + wait);
  }
}
