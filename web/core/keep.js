// What this browser remembers: settings, and the seats that are mine. A browser that keeps nothing
// (private windows, full disks) still plays: the memory is then that of the page.

const memory = new Map();
const ROOM = 60; // seats that are kept

function read(name, otherwise) {
  try {
    const text = localStorage.getItem('cornet.' + name);
    return text === null ? (memory.get(name) ?? otherwise) : JSON.parse(text);
  } catch {
    return memory.get(name) ?? otherwise;
  }
}

// True where the browser keeps it, and not only this page.
function write(name, value) {
  memory.set(name, value);
  try {
    localStorage.setItem('cornet.' + name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}

function remove(name) {
  memory.delete(name);
  try {
    localStorage.removeItem('cornet.' + name);
  } catch {
    // it was never there
  }
}

export const setting = (name, otherwise) => read('set.' + name, otherwise);
export const setSetting = (name, value) => write('set.' + name, value);

// Seats: {TABLE: {seat, secret, game, when, seed, commit}}; seed and commit are of the fair dice.
export const mySeats = () => read('seats', {});
export const mySeat = (table) => mySeats()[table] ?? null;

export function keepSeat(table, more) {
  const seats = mySeats();
  seats[table] = { ...seats[table], ...more, hidden: false, when: Date.now() };
  const old = Object.entries(seats).sort((a, b) => b[1].when - a[1].when);
  write('seats', Object.fromEntries(old.slice(0, ROOM)));
  for (const [gone, kept] of old.slice(ROOM)) forgetDice(gone, kept);
}

// ---- several people on this device ----

// Such a table has `shared`, `hides` (the game has secrets) and `others`, {SEAT: {name, secret, seed}}; who has no secret is about to sit down.
export const isShared = (table) => Boolean(mySeat(table)?.shared);
export const hidesHands = (table) => mySeat(table)?.hides !== false;
export const othersAt = (table) => mySeat(table)?.others ?? {};

// The seats of this device that are taken, the owner's first.
export function seatsAt(table) {
  const mine = mySeat(table), others = Object.entries(othersAt(table)).filter(([, person]) => person.secret);
  return [...(mine?.secret ? [mine.seat] : []), ...others.map(([seat]) => Number(seat))];
}

export const secretOf = (table, seat) => (othersAt(table)[seat] ?? (mySeat(table)?.seat === seat ? mySeat(table) : null))?.secret;
export const seedOf = (table, seat) => (othersAt(table)[seat] ?? mySeat(table))?.seed;

export function keepOther(table, seat, more) {
  const others = othersAt(table);
  keepSeat(table, { others: { ...others, [seat]: { ...others[seat], ...more } } });
}

export function forgetOther(table, seat) {
  const { [seat]: gone, ...others } = othersAt(table);
  keepSeat(table, { others });
}

// A rematch: everybody has the same seat at the new table, with a new secret.
export function keepRematch(from, { table, seat, secret }) {
  const other = othersAt(from)[seat];
  keepSeat(table, { shared: true, hides: hidesHands(from), ...(!other && { seat, secret }) });
  if (other) keepOther(table, seat, { name: other.name, secret });
}

// ---- fair dice ----

const diceName = (table, seat) => (othersAt(table)[seat] ? `dice.${table}.${seat}` : `dice.${table}`);

function forgetDice(table, kept) {
  for (const seat of Object.keys(kept.others ?? {})) remove(`dice.${table}.${seat}`);
  remove('dice.' + table);
}

// The transcript of a seat's fair dice (fair.js), without a seat that of the browser's owner; with a seat that is given up it stays.
export const transcriptOf = (table, seat = 0) => read(diceName(table, seat), null);
export function keepTranscript(kept) {
  const name = diceName(kept.table, kept.seat);
  return write(name, kept) || (forgetOldest(kept.table) && write(name, kept));
}

// The browser has no more room: the oldest table's transcript goes.
function forgetOldest(but) {
  const [oldest] = Object.entries(mySeats()).filter(([table]) => table !== but && transcriptOf(table)).sort((a, b) => a[1].when - b[1].when);
  if (oldest) forgetDice(...oldest);
  return Boolean(oldest);
}

// A seat that is kept, and not shown on the home page until it is taken again.
export function hideSeat(table) {
  const seats = mySeats();
  write('seats', { ...seats, [table]: { ...seats[table], hidden: true } });
}

// The games that were played or learnt in this browser.
export const hasPlayed = (game) => Boolean(read('played', {})[game]);
export const setPlayed = (game) => hasPlayed(game) || write('played', { ...read('played', {}), [game]: true });

export function forgetSeat(table) {
  const seats = mySeats();
  delete seats[table];
  write('seats', seats);
}

// ---- everything as one file (everything.js) ----

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

// Settings with few values: a file may say anything.
const CHOICES = {
  language: ['fr', 'en'], theme: ['auto', 'light', 'dark'], board: ['felt', 'sea', 'slate'], dice: ['ivory', 'bold', 'wood'], pace: ['calm', 'brisk', 'none'],
  sound: [true, false], notify: [true, false], notation: [true, false], turn: [true, false],
};

const isText = (value, length) => typeof value === 'string' && value.length <= length;
const isTable = (id) => /^[a-z0-9]{8,32}$/.test(id); // an address is made of it
const isSecret = (value) => value === undefined || isText(value, 64);
const isSetting = ([name, value]) => (CHOICES[name] ? CHOICES[name].includes(value) : (name === 'name' && isText(value, 24)) || (/^dealt\.[a-z]{1,20}$/.test(name) && isText(value, 20)));
const isPerson = ([seat, person]) => /^[1-6]$/.test(seat) && isObject(person) && isText(person.name, 100) && isSecret(person.secret) && isSecret(person.seed);
const isSeat = ([table, seat]) => isTable(table) && isObject(seat) && [1, 2, 3, 4, 5, 6].includes(seat.seat) && Number.isFinite(seat.when) && isSecret(seat.secret) && isSecret(seat.seed)
  && (seat.others === undefined || (isObject(seat.others) && Object.entries(seat.others).every(isPerson)));
const areTexts = (values) => values.every((value) => isText(value, 1000));
const isTranscript = ([name, kept]) => isObject(kept) && [kept.table, `${kept.table}.${kept.seat}`].includes(name) && Number.isInteger(kept.seat) && isObject(kept.seeds) && isObject(kept.lists)
  && areTexts([kept.server, ...Object.values(kept.seeds), ...Object.values(kept.lists)]) && Array.isArray(kept.opened) && kept.opened.every(Number.isInteger) && Array.isArray(kept.lines) && areTexts(kept.lines);

// What is known of a seat, and no more; it was used by now at the latest.
function plainSeat({ seat, secret, game, when, seed, commit, shared, hides, hidden, others }) {
  const people = others && Object.fromEntries(Object.entries(others).map(([n, { name, secret: own, seed: part }]) => [n, { name, secret: own, seed: part }]));
  return { seat, secret, game: isText(game, 40) ? game : undefined, when: Math.min(when, Date.now()), seed, commit: isText(commit, 64) ? commit : undefined,
    ...(shared && { shared: true, hides: hides !== false }), hidden: Boolean(hidden), ...(people && { others: people }) };
}

// What is remembered under names that begin so: {REST: value}.
function startingWith(start) {
  const names = new Set(memory.keys());
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith('cornet.')) names.add(name.slice('cornet.'.length));
  } catch {
    // then the page's own memory is all there is
  }
  return Object.fromEntries([...names].filter((name) => name.startsWith(start)).map((name) => [name.slice(start.length), read(name, null)]));
}

export const allKept = () => ({ settings: startingWith('set.'), seats: mySeats(), transcripts: startingWith('dice.'), played: read('played', {}) });

export const isKept = ({ settings, seats, transcripts, played }) => [settings, seats, transcripts, played].every(isObject);

// What is here stays, and of new seats come as many as there is room for: a file may be anybody's. The tables whose seats came.
export function addKept({ settings, seats, transcripts, played }) {
  for (const [name, value] of Object.entries(settings).filter(isSetting).slice(0, 50)) setSetting(name, value);
  const here = mySeats(), room = Math.max(0, ROOM - Object.keys(here).length);
  const fresh = Object.entries(seats).filter((entry) => isSeat(entry) && !Object.hasOwn(here, entry[0])).map(([table, seat]) => [table, plainSeat(seat)]);
  const come = Object.fromEntries(fresh.sort((a, b) => b[1].when - a[1].when).slice(0, room));
  write('seats', { ...here, ...come });
  // Transcripts of other tables would never be forgotten.
  for (const [name, kept] of Object.entries(transcripts).filter(isTranscript)) if (Object.hasOwn(come, kept.table) && !read('dice.' + name, null)) write('dice.' + name, kept);
  const games = Object.keys(played).filter((game) => /^[a-z]{1,20}$/.test(game)).slice(0, 20);
  write('played', { ...read('played', {}), ...Object.fromEntries(games.map((game) => [game, true])) });
  return Object.keys(come);
}
