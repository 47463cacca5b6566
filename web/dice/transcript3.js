// A seat's transcript of the fair dice of version 3 (docs/design/fair-dice.md, section 9): its lines, and what they say about the ledger.
import { headHash } from './fair3.js';
import { Ledger } from './ledger3.js';

export class Transcript {
  /** @param {string} table @param {number} seat @param {string[]} head */
  constructor(table, seat, head) {
    this.seat = seat;
    this.ledger = new Ledger(head);
    /** @type {string[]} */
    this.shown = []; // entries
    this.lines = ['cornet-transcript 3', `table ${table}`, `seat ${seat}`, `head ${headHash(head)}`];
    this.written = 0; // lines that are stored
    this.contradicted = false;
    this.m = 0; // of the last word
    /** @type {Set<number>} */
    this.said = new Set(); // words of ours in the ledger, by M
    /** @type {import('./ledger3.js').Mine} */
    this.mine = { seat, sent: new Map(), opened: new Map(), got: new Set(), end: null, live: false };
  }

  /** Takes stored lines, whose first four are those of this one. @param {string[]} lines */
  restore(lines) {
    this.lines = lines;
    this.written = lines.length;
    for (const line of lines.slice(4)) this.readLine(line);
  }

  /** @param {string} line */
  readLine(line) {
    const words = line.split(' '), [key, first, second] = words, number = Number(first), { mine } = this;
    if (key === 'saw') this.add(words.slice(3).join(' '));
    else if (key === 'chain') mine.end = second;
    else if (key === 'open') mine.opened.set(number, { hash: words[3], link: words[4] });
    else if (key === 'got') mine.got.add(number);
    else if (key === 'sent') {
      mine.sent.set(number, { seen: Number(second), digest: words[4], text: words.slice(6).join(' '), old: true });
      this.m = number;
    } else if (key === 'refused' || key === 'lost') Object.assign(mine.sent.get(number) ?? {}, { [key]: true });
    else if (key === 'contradiction') this.contradicted = true;
  }

  /** Adds an entry to the ledger. Returns what is wrong with it. @param {string} entry */
  add(entry) {
    const { ledger, seat, mine } = this, [, , who, m] = /^#3 (by|yes) (\d+) (\d+) /.exec(entry) ?? [];
    this.shown.push(entry);
    if (Number(who) === seat && (ledger.chains[seat]?.end ?? mine.end) === mine.end) this.said.add(Number(m));
    return ledger.add(entry, mine);
  }

  /** Writes down an entry that was shown at this time, and adds it. @param {string} entry @param {number} at */
  saw(entry, at) {
    this.lines.push(`saw ${this.ledger.count + 1} ${at} ${entry}`);
    return this.add(entry);
  }

  text() {
    return this.lines.map((line) => `${line}\n`).join('');
  }
}
