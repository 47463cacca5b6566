// Several people on one device: each has a seat and a connection of their own, so that nobody is away and everybody has a part in
// the fair dice. What they see is not kept here; the page goes to the seat of whose turn it is (table.js).
import { language, t } from '../core/texts.js';
import { forgetOther, keepOther, keepRematch, othersAt, seatsAt, secretOf } from '../core/keep.js';
import { Link } from '../core/link.js';
import { keepShown, tendDice } from '../dice/seat_dice.js';
import { randomSeed, sha256, toHex } from '../core/hash.js';

class Companion {
  // on: {dice(step), seated(), refused(text)}.
  constructor(id, seat, open, on) {
    Object.assign(this, { id, seat, on, table: null, counted: 0, inbox: Promise.resolve() });
    this.link = new Link(language(), { message: (m) => this.receive(m), state() {} }, open);
  }

  async come() {
    const secret = secretOf(this.id, this.seat);
    if (secret) return this.link.go({ do: 'resume', table: this.id, seat: this.seat, secret });
    await this.link.whenOpen();
    return this.join(othersAt(this.id)[this.seat].name);
  }

  // Sits down for the first time. Where the name is refused, the seat's number is one; where the seat is taken, there is nobody.
  async join(name, again = true) {
    const seed = randomSeed();
    keepOther(this.id, this.seat, { name, seed: toHex(seed) });
    try {
      await this.link.ask({ do: 'join', table: this.id, seat: this.seat, name, fair: toHex(await sha256(seed)) });
    } catch (error) {
      if (error.code === 'lost') return;
      this.on.refused(error.text);
      if (again && error.code !== 'no-seat') await this.join(t('new.here.name', { n: this.seat }), false);
      else forgetOther(this.id, this.seat);
    }
  }

  receive(message) {
    this.inbox = this.inbox.then(() => this.handle(message)).catch((error) => console.error(error));
  }

  handle(message) {
    const { type } = message;
    if (type === 'joined') return this.joined(message);
    if (type === 'table' && message.table === this.id) return this.takeTable(message);
    if (!this.table) return undefined;
    if (type === 'moves') this.takeLines(message.from ?? this.counted, message.lines, false);
    if (type === 'seats') Object.assign(this.table, { phase: message.phase ?? this.table.phase });
    if (type === 'proposal') this.agree(message.proposal);
    if (message.fair) this.table.fair = message.fair;
    return message.fair ? this.tend() : undefined;
  }

  // At this table, or at that of a rematch.
  joined({ table, seat, secret }) {
    if (table !== this.id && secret) keepRematch(this.id, { table, seat, secret });
    else if (secret && othersAt(table)[seat]) keepOther(table, seat, { secret });
    if (table !== this.id) Object.assign(this, { id: table, table: null, counted: 0 });
    this.link.errand = { do: 'resume', table, seat, secret: secretOf(table, seat) };
    this.on.seated();
  }

  async takeTable(message) {
    this.table = message;
    await this.tend();
    this.takeLines(message.log_from ?? 0, message.log, true);
  }

  takeLines(from, lines, whole) {
    if (!keepShown(this.id, this.seat, from, lines, whole)) this.on.dice('cheated');
    this.counted = from + lines.length;
  }

  async tend() {
    if (this.table.you && !this.cheated) this.told(await tendDice(this.table, (message) => this.link.say(message)));
  }

  told(step) {
    this.cheated = step === 'cheated';
    if (step) this.on.dice(step);
  }

  // What one of us proposes, the others have agreed to at the table.
  agree(proposal) {
    if (!proposal?.wanted.includes(this.seat) || !seatsAt(this.id).includes(proposal.by)) return;
    this.link.say({ do: 'agree', what: proposal.what, yes: true });
  }
}

const companions = new Map(); // by their seats

// Everybody who plays at that table on this device sits down there; who sits already, or comes along to a rematch, stays.
export function seatPeople(id, open, on) {
  for (const seat of new Set([...seatsAt(id), ...Object.keys(othersAt(id)).map(Number)])) {
    if (companions.has(seat)) continue;
    companions.set(seat, new Companion(id, seat, open, on));
    companions.get(seat).come();
  }
}

export function unseatPeople() {
  for (const { link } of companions.values()) link.close();
  companions.clear();
}

// Says something as one of them; the answer. What is refused is told.
export function sayFor(seat, message) {
  const companion = companions.get(seat);
  return companion?.link.ask(message).catch((error) => companion.on.refused(error.text ?? t('link.lost')));
}
