// A player or a spectator that follows docs/develop/protocol.md. It joins a table, plays random legal moves, reconnects after every lost
// connection, and records in the history what it sends and receives.
import { createHash, randomBytes } from 'node:crypto';
import { WebSocketClient } from './websocket.mjs';

const SILENCE = 5000, ANSWER = 10000; // milliseconds of silence until it sends a ping, and then until it closes the connection
const ROAMS = 0.01; // probability per half second of reconnecting to any server, like a new page that knows only the table's id
const PAUSE_LEAST = 250, PAUSE_MOST = 2000;

const sha256 = (hex) => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');

export class Client {
  // world: {history, random, think, roam, entrance(client)}; entrance gives {port, ca, host, via} of a proxy.
  constructor(world, name, from, group) {
    Object.assign(this, { world, name, from, group });
    this.pause = PAUSE_LEAST;
    this.vain = this.requests = 0; // vain: failed attempts to connect in a row
    this.here = null; // the table of this connection
    this.forget();
    this.heart = setInterval(() => this.beat(), 500);
  }

  note(event, members) {
    this.world.history.add(event, { client: this.name, ...members });
  }

  // Resets all knowledge of the table, before it joins another one.
  forget() {
    this.table = this.secret = this.joinRequest = this.at = this.seed = null;
    this.seat = 0;
    this.playing = this.calm = false; // the game has started; it is a person's turn
    this.kinds = []; // of the seats
    this.seq = this.known = -1; // known: number of lines of the log
    this.legal = [];
    this.over = this.settled = false;
    this.waiting = null; // the move that has no answer yet
    clearTimeout(this.thinking);
  }

  // ---- the connection ----

  // Joins a table with this request, now and again after every lost connection.
  go(joinRequest) {
    this.setJoinRequest(joinRequest);
    this.answered = false;
    if (this.server) this.send(this.joinRequest);
    else this.connect();
  }

  setJoinRequest(joinRequest) {
    this.joinRequest = { ...joinRequest, id: ++this.requests };
  }

  connect() {
    if (this.socket || this.closed) return;
    clearTimeout(this.retry);
    const { via, ...entrance } = this.world.entrance(this);
    const table = this.joinRequest?.table;
    // Only every second attempt names the server: if that server does not answer, any other one knows where the table is.
    const named = table && !this.roaming && !(this.vain % 2) ? `?t=${table}${this.at ? `&at=${this.at}` : ''}` : '';
    this.since = performance.now();
    this.asked = this.roaming = false;
    this.socket = new WebSocketClient({ ...entrance, path: `/ws${named}`, from: this.from }, {
      open: () => this.send({ do: 'hello', protocol: 1 }),
      message: (text) => this.receive(JSON.parse(text)),
      close: (why) => this.lost(why),
    });
    this.note('connect', { via, path: `/ws${named}` });
  }

  lost(why) {
    this.note('lost', { server: this.server, why });
    this.vain = this.server ? 0 : this.vain + 1;
    this.socket = this.server = this.here = this.waiting = null;
    this.settled = false;
    clearTimeout(this.thinking);
    if (this.closed) return;
    this.retry = setTimeout(() => this.connect(), this.pause * this.world.random.between(0.5, 1));
    this.pause = Math.min(2 * this.pause, PAUSE_MOST);
  }

  beat() {
    if (!this.socket) return;
    const silence = performance.now() - this.since;
    if (silence > SILENCE + ANSWER) this.socket.end('no answer');
    else if (this.world.roam && this.settled && !this.waiting && this.world.random.next() < ROAMS) this.roam();
    else if (silence > SILENCE && this.server && !this.asked) {
      this.asked = true;
      this.send({ do: 'ping' });
    }
  }

  roam() {
    this.roaming = true;
    this.at = null;
    this.socket.end('roams');
  }

  send(message) {
    this.socket.send(JSON.stringify(message));
  }

  close() {
    this.closed = true;
    clearInterval(this.heart);
    clearTimeout(this.retry);
    clearTimeout(this.thinking);
    this.socket?.end('the end');
  }

  // ---- messages from the server ----

  receive(message) {
    this.since = performance.now();
    this.asked = false;
    const take = { hello: 'takeHello', joined: 'takeJoined', table: 'takeTable', moves: 'takeMoves', fair: 'takeFair', seats: 'takeSeats', error: 'takeError' };
    if (take[message.type]) this[take[message.type]](message);
  }

  takeHello(message) {
    this.server = /\((\w)\)$/.exec(message.server)?.[1] || '-';
    this.note('hello', { server: this.server });
    this.answered = false;
    if (this.joinRequest) this.send(this.joinRequest);
  }

  takeJoined(message) {
    const { table, seat, secret, id } = message;
    this.note('joined', { server: this.server, table, seat });
    this.here = table;
    if (id !== this.joinRequest?.id) return; // the client has sent another request since
    this.answered = true;
    this.table = table;
    this.seat = seat;
    this.pause = PAUSE_LEAST;
    this.at = null;
    if (secret) this.secret = secret;
    this.setJoinRequest(seat ? { do: 'resume', table, seat, secret: this.secret } : { do: 'watch', table });
    this.group.joined(this);
  }

  takeTable(message) {
    const { table, seq, log, log_from: from = 0, phase, why, seats } = message;
    this.here = table; // `table` arrives without `joined` if the server could not store the join
    this.note('table', { server: this.server, table, seq, phase, why, from, lines: log });
    if (table !== this.table || !this.answered) return;
    this.known = from + log.length;
    this.kinds = seats.map(({ kind }) => kind);
    this.waiting = null;
    this.takeFair(message);
    this.takeState(message);
  }

  takeMoves(message) {
    const { seq, from, lines } = message;
    this.note('moves', { server: this.server, table: this.here, seq, from, lines });
    if (this.here !== this.table || !this.answered) return;
    this.group.moved++;
    this.known = from + lines.length;
    if (this.waiting && lines.includes(this.waiting)) this.waiting = null;
    this.takeState(message);
  }

  takeState({ seq, state, legal, phase }) {
    this.seq = seq;
    this.legal = legal;
    this.settled = true;
    this.over = phase === 'over' || state?.mover === 'over';
    this.playing = this.over || Boolean(state);
    this.calm = this.over || this.kinds[state?.mover - 1] === 'person';
    this.think();
    if (this.over) this.group.over(this);
  }

  takeSeats({ seq }) {
    if (this.here === this.table) this.seq = seq;
  }

  takeError({ code, at, text, id }) {
    this.note('error', { server: this.server, table: this.here, code, to: at, text });
    this.waiting = null;
    const isAnswer = id !== undefined; // the error answers a join request
    if (isAnswer && id !== this.joinRequest?.id) return; // as in takeJoined
    if (code === 'elsewhere') {
      this.at = at;
      this.socket.end(`elsewhere: ${at}`);
    } else if (code === 'stopping' || code === 'not-seated') this.socket.end(code);
    else if (isAnswer && !['store', 'too-fast', 'limit'].includes(code)) this.group.refused(this, code);
    else this.again(isAnswer || !this.answered);
  }

  // After an error: requests the current state by repeating the join request or by `sync`.
  again(join) {
    const { socket } = this;
    setTimeout(() => socket === this.socket && this.send(join && this.joinRequest ? this.joinRequest : { do: 'sync' }), PAUSE_LEAST);
  }

  // Requests the whole table, so that the history ends with it.
  sync() {
    this.settled = false;
    if (this.server && this.here) this.send({ do: 'sync' });
  }

  // ---- messages to the server ----

  think() {
    clearTimeout(this.thinking);
    if (this.world.quiet || !this.legal.length || this.waiting) return;
    this.thinking = setTimeout(() => this.move(), this.world.think());
  }

  move() {
    if (!this.server || this.world.quiet || this.waiting) return;
    const line = this.world.random.pick(this.legal);
    this.waiting = line;
    this.note('move', { server: this.server, table: this.table, seat: this.seat, line, seq: this.seq, after: this.known });
    this.send({ do: 'move', line, at: this.seq });
  }

  commit() {
    this.seed = randomBytes(32).toString('hex');
    return sha256(this.seed);
  }

  // Continues the seed exchange from its current step.
  takeFair({ fair }) {
    const mine = this.seat && fair?.seats[this.seat - 1];
    if (!this.seat || !fair || fair.failed.some(({ seat }) => seat === this.seat)) return;
    if (fair.step === 'commit' && !mine) this.send({ do: 'fair', commit: this.commit() });
    if (fair.step !== 'reveal' || !mine || mine.seed || !this.seed || mine.commit !== sha256(this.seed)) return;
    if (fair.open) this.send({ do: 'fair', seed: this.seed });
    else if (fair.list && !fair.acknowledged.includes(this.seat)) this.send({ do: 'fair', list: fair.list });
  }
}
