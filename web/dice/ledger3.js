// A table's ledger as a client follows it: its hash, its steps, and who must have said what (docs/design/fair-dice.md, sections 2 to 6, as
// far as they need no rules of the game). The verifier in C checks all of it; this finds at once what concerns a player.
import { actDigest, entryHash, headHash, hiddenForm, isNote, linkDown, readNote, serverPromise } from './fair3.js';

/** @typedef {import('./fair3.js').Note} Note */
/** @typedef {Extract<Note, {m: number}>} Word */

/**
 * What the server did. `forfeit`: it gave up for a person; `unsent`: a word or line of ours that was not sent; `undo`: without consent;
 * `leftout`: a step without us; `moved`: another device has our seat's chain; `contradicted`: anything else that no honest server does.
 * @typedef {'forfeit' | 'unsent' | 'undo' | 'leftout' | 'moved' | 'contradicted'} FaultKind
 * @typedef {{kind: FaultKind, text: string, n?: number}} Fault
 */

/**
 * What a client knows of its own: words sent by M (`old`: before the last connection; `lost`: nobody knows what became of them), links
 * opened by n, receipts, and the end of its chain.
 * @typedef {object} Mine
 * @property {number} seat
 * @property {Map<number, {seen: number, digest: string, text: string, refused?: boolean, lost?: boolean, old?: boolean}>} sent
 * @property {Map<number, {hash: string, link: string}>} opened
 * @property {Set<number>} got
 * @property {string | null} end
 * @property {boolean} live it is here: entries arrive as they are written
 */

const MISSES = 2, WINDOW = 50; // a seat that missed two of the last 50 asks is not asked

/** @param {FaultKind} kind @param {string} text @returns {Fault} */
const fault = (kind, text) => ({ kind, text });
/** @param {string} text */
const against = (text) => fault('contradicted', text);
/** @param {number[]} a @param {number[]} b */
const same = (a, b) => a.join() === b.join();

/** The seat of a player's line; 0 for a line of chance. @param {string} line */
const ownerOf = (line) => (/^[1-6] /.test(line) ? Number(line[0]) : 0);
/** Lines that end a game outside its rules. @param {string} line */
const isEnding = (line) => line.endsWith(' forfeits') || line.endsWith(' accepts draw');

export class Ledger {
  /** @param {string[]} head */
  constructor(head) {
    this.table = head[1].slice('table '.length);
    this.hash = headHash(head);
    this.count = 0;
    this.asks = 0;
    this.askAt = 0; // the entry of the last ask
    /** @type {{n: number, seats: number[], hash: string} | null} */
    this.ask = null; // that is open
    /** @type {number[] | null} */
    this.rest = null; // after a miss: the seats that must be asked next
    /** @type {Record<number, string>} */
    this.kinds = {};
    /** @type {Record<number, {n: number, link: string, end: string, key: string}>} */
    this.chains = {}; // with the last link that is known
    this.promise = (head.at(-1) ?? '').split(' ')[1]; // of the server's next link
    /** @type {Record<number, number[]>} */
    this.misses = {};
    /** @type {{index: number, text: string}[]} */
    this.lines = []; // of the game, without undone ones
    /** @type {Word[]} */
    this.words = []; // before the next act
    /** @type {number | null} */
    this.late = null; // the seat whose time is out before the next line; 0 for the game's
    /** @type {string | null} */
    this.hide = null; // D, where the next line is hidden
  }

  endGroup() {
    Object.assign(this, { words: [], late: null, hide: null });
  }

  /**
   * Adds the next entry as it was shown. Returns what is wrong with it.
   * @param {string} entry
   * @param {Mine} mine
   * @returns {Fault | null}
   */
  add(entry, mine) {
    const hidden = this.hide !== null && !isNote(entry);
    this.hash = entryHash(this.hash, hidden ? hiddenForm(entry) : entry);
    this.count++;
    const note = isNote(entry) ? readNote(entry) : null;
    if (isNote(entry) && !note) return against('a note that cannot be read');
    if (this.ask && note?.kind !== 'step' && note?.kind !== 'miss') return against('an entry during a step');
    return note ? this.takeNote(note, entry, mine) : this.takeLine(entry, hidden, mine);
  }

  /** @param {Note} note @param {string} entry @param {Mine} mine @returns {Fault | null} */
  takeNote(note, entry, mine) {
    switch (note.kind) {
      case 'ask': return this.takeAsk(note, mine);
      case 'step': return this.takeStep(note, mine);
      case 'miss': return this.takeMiss(note, mine);
      case 'by': case 'yes': return this.takeWord(note, mine);
      case 'late':
        this.late = note.seat;
        return null;
      case 'hide':
        this.hide = note.digest;
        return null;
    }
    const found = note.kind === 'seat' ? this.takeSeat(note, entry, mine)
      : note.kind === 'chain' ? this.takeChain(note, mine) : this.takeUndo(note, entry);
    this.endGroup();
    return found;
  }

  // ---- steps ----

  /** Whether the seat missed too many of the last asks. @param {number} seat @param {number} n */
  isBarred(seat, n) {
    return (this.misses[seat] ?? []).filter((missed) => missed >= n - WINDOW && missed < n).length >= MISSES;
  }

  /** @param {Extract<Note, {seats: number[]}>} note @param {Mine} mine */
  takeAsk({ n, seats }, mine) {
    if (n !== this.asks + 1) return against(`ask ${n} does not follow ask ${this.asks}`);
    const { rest } = this;
    Object.assign(this, { asks: n, askAt: this.count, ask: { n, seats, hash: this.hash }, rest: null });
    if (this.words.length || this.late !== null || this.hide !== null) return against('an ask after words');
    if (rest && !same(rest, seats)) return against(`ask ${n} is not for those who answered`);
    const wrong = seats.find((seat) => this.kinds[seat] !== 'person' || !this.chains[seat] || this.isBarred(seat, n));
    if (wrong) return against(`ask ${n} names seat ${wrong}`);
    const isMine = this.kinds[mine.seat] === 'person' && mine.end !== null && this.chains[mine.seat]?.end === mine.end;
    return mine.live && isMine && !seats.includes(mine.seat) ? { ...fault('leftout', `ask ${n} without seat ${mine.seat}`), n } : null;
  }

  /** @param {{n: number, link: string}} known @param {number} who @param {number} n @param {string} link */
  advance(known, who, n, link) {
    if (n <= known.n || linkDown(this.table, who, n, known.n, link) !== known.link) return false;
    Object.assign(known, { n, link });
    return true;
  }

  /** @param {Extract<Note, {kind: 'step'}>} note @param {Mine} mine */
  takeStep({ n, link, next, links }, mine) {
    const { ask } = this;
    this.ask = null;
    if (!ask || ask.n !== n || !same(links.map(({ seat }) => seat), ask.seats.length ? ask.seats : [0])) return against(`step ${n}`);
    if (serverPromise(this.table, link) !== this.promise) return against(`step ${n}: the server's link is not the promised one`);
    this.promise = next;
    const wrong = links.find(({ seat, link: own }) => seat && !this.advance(this.chains[seat], seat, n, own));
    if (wrong) return against(`step ${n}: the link of seat ${wrong.seat} is not of its chain`);
    const own = links.find(({ seat }) => seat === mine.seat);
    const isMine = this.chains[mine.seat]?.end === mine.end;
    return own && isMine && mine.opened.get(n)?.link !== own.link ? against(`step ${n}: a link that was not opened`) : null;
  }

  /** @param {Extract<Note, {seats: number[]}>} note @param {Mine} mine */
  takeMiss({ n, seats }, mine) {
    const { ask } = this;
    this.ask = null;
    if (!ask || ask.n !== n || !seats.length || seats.some((seat) => !ask.seats.includes(seat))) return against(`miss ${n}`);
    const rest = ask.seats.filter((seat) => !seats.includes(seat));
    this.rest = rest.length ? rest : null;
    for (const seat of seats) (this.misses[seat] ??= []).push(n);
    if (!seats.includes(mine.seat) || !mine.opened.has(n)) return null;
    return mine.got.has(n) ? against(`miss ${n} after a receipt`) : { ...fault('leftout', `miss ${n}`), n };
  }

  // ---- words ----

  /** @param {Word} word @param {Mine} mine */
  takeWord(word, mine) {
    this.words.push(word);
    const chain = this.chains[word.seat];
    if (word.seat !== mine.seat || (chain ? chain.end !== mine.end : !mine.live)) return null; // the word of somebody before us
    const sent = mine.sent.get(word.m);
    return sent && !sent.refused && sent.seen === word.seen && sent.digest === word.digest
      ? null : fault('unsent', `a word of seat ${word.seat} that was not sent`);
  }

  /** Whether the seat has said this. @param {'by' | 'yes'} kind @param {number} seat @param {string} digest */
  said(kind, seat, digest) {
    return this.words.some((word) => word.kind === kind && word.seat === seat && word.digest === digest);
  }

  /** The persons other than a seat. @param {number} seat */
  others(seat) {
    return Object.keys(this.kinds).map(Number).filter((other) => other !== seat && this.kinds[other] === 'person');
  }

  /** @param {string} line @param {boolean} hidden @param {Mine} mine @returns {Fault | null} */
  takeLine(line, hidden, mine) {
    const seat = ownerOf(line), digest = hidden ? this.hide ?? '' : actDigest('-', line);
    const found = seat ? this.findWrongLine(seat, line, digest, hidden, mine) : null;
    this.lines.push({ index: this.count, text: line });
    this.endGroup();
    return found;
  }

  /** @param {number} seat @param {string} line @param {string} digest @param {boolean} hidden @param {Mine} mine */
  findWrongLine(seat, line, digest, hidden, mine) {
    const timed = this.late === seat, kind = this.kinds[seat];
    if (line.endsWith(' accepts draw') && this.others(seat).some((other) => !this.said('yes', other, digest))) {
      return fault('forfeit', `'${line}' without consent`);
    }
    if (kind !== 'person') return kind ? null : against(`a line of seat ${seat}, whose player is not known`);
    if (timed) return isEnding(line) ? fault('forfeit', `'${line}' after a time-out`) : null;
    if (!this.said('by', seat, digest)) {
      return fault(isEnding(line) ? 'forfeit' : seat === mine.seat ? 'unsent' : 'contradicted', `'${line}' without a word of seat ${seat}`);
    }
    const isMine = seat === mine.seat && this.chains[seat]?.end === mine.end;
    const sent = this.words.map(({ m }) => mine.sent.get(m)).find((word) => word?.digest === digest);
    return isMine && hidden && sent?.text !== line ? fault('unsent', `'${line}' was not sent`) : null;
  }

  /** @param {Extract<Note, {kind: 'undo'}>} note @param {string} entry */
  takeUndo({ index, own }, entry) {
    const gone = this.lines.filter((line) => line.index >= index), seat = ownerOf(gone[0]?.text ?? ''), digest = actDigest('-', entry);
    this.lines = this.lines.filter((line) => line.index < index);
    const isWrong = !seat || gone[0].index !== index || index < this.askAt || gone.some(({ text }) => text[0] === '*')
      || (own && gone.some(({ text }) => ownerOf(text) !== seat));
    const wanted = own ? [] : this.others(seat);
    const isSaid = (this.kinds[seat] !== 'person' || this.said('by', seat, digest))
      && wanted.every((other) => this.said('yes', other, digest));
    return isWrong || !isSaid ? fault('undo', `'${entry}' without consent`) : null;
  }

  /** @param {Extract<Note, {kind: 'seat'}>} note @param {string} entry @param {Mine} mine */
  takeSeat({ seat, who }, entry, mine) {
    const before = this.kinds[seat], key = this.chains[seat]?.key ?? '-';
    this.kinds[seat] = who;
    const digest = actDigest('-', entry), said = this.words.filter((word) => word.digest === digest);
    if (before !== 'person') return null;
    const owned = key !== '-' && seat === mine.seat && this.chains[seat].end === mine.end;
    if (who === 'left' || who === 'plain') return owned && !this.said('by', seat, digest) ? fault('unsent', `'${entry}'`) : null;
    if (who === 'stand-in' && !said.length) return against(`'${entry}' without consent`);
    return who === 'bot' ? against(`'${entry}': a person becomes no bot`) : null;
  }

  /** @param {Extract<Note, {kind: 'chain'}>} note @param {Mine} mine */
  takeChain({ seat, asks, end, key }, mine) {
    const before = this.chains[seat];
    this.chains[seat] = { n: asks, link: end, end, key };
    if (asks !== this.asks || this.kinds[seat] !== 'person') return against(`the chain of seat ${seat}`);
    return mine.live && seat === mine.seat && before && before.end === mine.end && end !== mine.end
      ? fault('moved', `another chain of seat ${seat}`) : null;
  }

  /** The keys of all seats with a chain. @returns {[number, string][]} */
  keys() {
    return Object.keys(this.chains).map(Number).sort().map((seat) => [seat, this.chains[seat].key]);
  }
}

/** A seat's transcript (section 9): its lines, and what they say about the ledger. */
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
    /** @type {Mine} */
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
