// This browser's storage: settings, and my seats. If the browser stores nothing (private windows, full disks),
// the values are kept in memory until the page closes.

/** @typedef {import('../dice/fair.js').Transcript} Transcript */
/** @typedef {{name: string, secret?: string, seed?: string}} Person another person at this device; without a secret, not joined yet */

/**
 * A seat that is mine. `seed` and `commit` are of the fair dice; a table that several people here play at is `shared`.
 * @typedef {object} KeptSeat
 * @property {number} seat
 * @property {string} [secret]
 * @property {string} [game]
 * @property {number} when it was last used, in milliseconds since 1970
 * @property {string} [seed]
 * @property {string} [commit]
 * @property {boolean} [shared]
 * @property {boolean} [hides] the game has secrets
 * @property {boolean} [hidden] not shown on the home page
 * @property {boolean} [key] `secret` is a key of the account, valid for some minutes (people/me.js)
 * @property {Record<string, Person>} [others] by their seats
 */

/**
 * @typedef {{settings: Record<string, unknown>, seats: Record<string, KeptSeat>, transcripts: Record<string, Transcript>,
 *   played: Record<string, boolean>}} Kept everything
 */

const memory = new Map();
/** @type {Set<string>} */
const unkept = new Set(); // values that the browser refused: only this page and its tab have them
/** @type {(why: string) => void} */
let tellUnkept = () => {};

// A value that localStorage refuses stays in this tab, so that a reload does not lose it: in the storage of its session or, if cookies are
// blocked and that is refused too, in the state of the history entry.
const TAB = 'cornet.unkept.';
const SELDOM = 500; // milliseconds between changes of the history entry: browsers refuse many
const session = sessionOrNull();
/** @type {Record<string, string>} */
const entry = globalThis.history?.state?.kept ?? {};
let written = -SELDOM, planned = false;

function sessionOrNull() {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

function writeEntry() {
  written = performance.now();
  planned = false;
  try {
    history.replaceState({ kept: entry }, '');
  } catch {
    // the page's memory has it
  }
}

/** Writes the history entry now or soon. */
function planEntry() {
  const wait = written + SELDOM - performance.now();
  if (wait <= 0) writeEntry();
  else if (!planned) planned = Boolean(setTimeout(writeEntry, wait));
}

if (!session) globalThis.addEventListener?.('popstate', planEntry); // another entry

/** A value of this tab, which survives a reload. @param {string} key */
export const tabValue = (key) => (session ? session.getItem(key) : entry[key]) ?? null;

/** @param {string} key @param {string | null} text null: no value */
export function setTabValue(key, text) {
  try {
    if (text === null) (session?.removeItem(key), delete entry[key]);
    else if (session) session.setItem(key, text);
    else entry[key] = text;
  } catch {
    // the page's memory has it
  }
  if (!session) planEntry();
}

for (const key of Object.keys(session ?? entry).filter((each) => each.startsWith(TAB))) {
  memory.set(key.slice(TAB.length), JSON.parse(tabValue(key) ?? ''));
  unkept.add(key.slice(TAB.length));
}

/** Removes a value from the tab: the browser has stored it, or it is gone. @param {string} name */
const leaveTab = (name) => unkept.delete(name) && setTabValue(TAB + name, null);

/** Calls tell(why) if the browser cannot store a value: 'full' or 'refused'. @param {(why: string) => void} tell */
export const onUnkept = (tell) => (tellUnkept = tell);

const ROOM = 60; // maximum number of stored seats

/** @param {string} name @param {any} otherwise */
function read(name, otherwise) {
  if (unkept.has(name)) return memory.get(name) ?? otherwise; // the browser's is older
  try {
    const text = localStorage.getItem('cornet.' + name);
    return text === null ? (memory.get(name) ?? otherwise) : JSON.parse(text);
  } catch {
    return memory.get(name) ?? otherwise;
  }
}

/** Returns true if the browser has stored the value, not only this page. @param {string} name @param {unknown} value */
function write(name, value) {
  memory.set(name, value);
  try {
    localStorage.setItem('cornet.' + name, JSON.stringify(value));
    leaveTab(name);
    return true;
  } catch (error) {
    unkept.add(name);
    setTabValue(TAB + name, JSON.stringify(value));
    tellUnkept(/** @type {DOMException} */ (error).name === 'QuotaExceededError' ? 'full' : 'refused');
    return false;
  }
}

/** @param {string} name */
function remove(name) {
  memory.delete(name);
  leaveTab(name);
  try {
    localStorage.removeItem('cornet.' + name);
  } catch {
    // it was never there
  }
}

/** @param {string} name @param {any} otherwise */
export const setting = (name, otherwise) => read('set.' + name, otherwise);
/** @param {string} name @param {unknown} value */
export const setSetting = (name, value) => write('set.' + name, value);

/** The name of the account that this browser is signed in to; '': none. */
export const personName = () => String(setting('person', ''));

/** By table. @returns {Record<string, KeptSeat>} */
export const mySeats = () => read('seats', {});
/** @param {string} table @returns {KeptSeat | null} */
export const mySeat = (table) => mySeats()[table] ?? null;

/** @param {string} table @param {Partial<KeptSeat>} more */
export function keepSeat(table, more) {
  const seats = mySeats();
  seats[table] = { ...seats[table], ...more, hidden: false, when: Date.now() };
  const old = Object.entries(seats).sort((a, b) => b[1].when - a[1].when);
  write('seats', Object.fromEntries(old.slice(0, ROOM)));
  for (const [gone, kept] of old.slice(ROOM)) forgetDice(gone, kept);
}

/** Stores the key of a seat that the account has, unless this browser has the seat anyway. @param {string} table @param {KeptSeat} key */
export function keepKey(table, key) {
  const { [table]: here, ...seats } = mySeats();
  if (!here?.secret || here.key) write('seats', { [table]: { ...here, ...key, key: true }, ...seats });
}

/** After signing out: the account's seats are no longer on this device. */
export const forgetKeys = () => write('seats', Object.fromEntries(Object.entries(mySeats()).filter(([, seat]) => !seat.key)));

// ---- several people on this device ----

/**
 * Such a table has `shared`, `hides` (the game has secrets) and `others`, {SEAT: {name, secret, seed}}; a person without a
 * secret has not joined yet.
 * @param {string} table
 */
export const isShared = (table) => Boolean(mySeat(table)?.shared);
/** @param {string} table */
export const hidesHands = (table) => mySeat(table)?.hides !== false;
/** @param {string} table @returns {Record<string, Person>} */
export const othersAt = (table) => mySeat(table)?.others ?? {};

/** The seats of this device that are taken, the owner's first. @param {string} table */
export function seatsAt(table) {
  const mine = mySeat(table), others = Object.entries(othersAt(table)).filter(([, person]) => person.secret);
  return [...(mine?.secret ? [mine.seat] : []), ...others.map(([seat]) => Number(seat))];
}

/** @param {string} table @param {number} seat */
export const secretOf = (table, seat) => (othersAt(table)[seat] ?? (mySeat(table)?.seat === seat ? mySeat(table) : null))?.secret;
/** @param {string} table @param {number} seat */
export const seedOf = (table, seat) => (othersAt(table)[seat] ?? mySeat(table))?.seed;

/** @param {string} table @param {number} seat @param {Partial<Person>} more */
export function keepOther(table, seat, more) {
  const others = othersAt(table);
  keepSeat(table, { others: { ...others, [seat]: { ...others[seat], ...more } } });
}

/** @param {string} table @param {number} seat */
export function forgetOther(table, seat) {
  const { [seat]: gone, ...others } = othersAt(table);
  keepSeat(table, { others });
}

/**
 * A rematch: everybody has the same seat at the new table, with a new secret.
 * @param {string} from
 * @param {{table: string, seat: number, secret: string}} members
 */
export function keepRematch(from, { table, seat, secret }) {
  const other = othersAt(from)[seat];
  keepSeat(table, { shared: true, hides: hidesHands(from), ...(other ? {} : { seat, secret }) });
  if (other) keepOther(table, seat, { name: other.name, secret });
}

// ---- fair dice ----

/** @param {string} table @param {number} seat */
const diceName = (table, seat) => (othersAt(table)[seat] ? `dice.${table}.${seat}` : `dice.${table}`);

/** @param {string} table @param {KeptSeat} kept */
function forgetDice(table, kept) {
  for (const seat of Object.keys(kept.others ?? {})) remove(`dice.${table}.${seat}`);
  remove('dice.' + table);
}

/**
 * The transcript of a seat's fair dice (fair.js); without `seat`, that of the browser's owner. It is kept when the seat is given up.
 * @param {string} table
 * @param {number} seat
 * @returns {Transcript | null}
 */
export const transcriptOf = (table, seat = 0) => read(diceName(table, seat), null);
/** @param {Transcript} kept */
export function keepTranscript(kept) {
  const name = diceName(kept.table, kept.seat);
  return write(name, kept) || (forgetOldest(kept.table) && write(name, kept));
}

/** Deletes the oldest table's transcript, because the browser has no more room. @param {string} but */
function forgetOldest(but) {
  const kept = Object.entries(mySeats()).filter(([table]) => table !== but && transcriptOf(table));
  const [oldest] = kept.sort((a, b) => a[1].when - b[1].when);
  if (oldest) forgetDice(...oldest);
  return Boolean(oldest);
}

/** Hides a seat: it is kept, but not shown on the home page until it is taken again. @param {string} table */
export function hideSeat(table) {
  const seats = mySeats();
  write('seats', { ...seats, [table]: { ...seats[table], hidden: true } });
}

/** The games that were played or learnt in this browser. @param {string} game */
export const hasPlayed = (game) => Boolean(read('played', {})[game]);
/** @param {string} game */
export const setPlayed = (game) => hasPlayed(game) || write('played', { ...read('played', {}), [game]: true });

/** The games that were finished in this browser with a score above 0. @param {string} game */
export const hasScored = (game) => Boolean(read('scored', {})[game]);
/** @param {string} game */
export const setScored = (game) => hasScored(game) || write('scored', { ...read('scored', {}), [game]: true });

// ---- tutorials ----

/** The step at which a tutorial was left; 0 for none. @param {string} game */
export const lessonStep = (game) => Number(read('lesson.' + game, 0)) || 0;
/** @param {string} game @param {number} step 0: it starts from the beginning next time */
export const keepLessonStep = (game, step) => (step ? write('lesson.' + game, step) : remove('lesson.' + game));

/** @param {string} table */
export function forgetSeat(table) {
  const seats = mySeats();
  delete seats[table];
  write('seats', seats);
}

// ---- everything as one file (everything.js) ----

/** @param {unknown} value */
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

// The permitted values of some settings: an imported file is not trusted.
/** @type {Record<string, unknown[]>} */
const CHOICES = {
  language: ['fr', 'en'], theme: ['auto', 'light', 'dark'], board: ['felt', 'sea', 'slate'], dice: ['ivory', 'bold', 'wood'],
  pace: ['slow', 'calm', 'brisk', 'none'],
  sound: [true, false], notify: [true, false], notation: [true, false], turn: [true, false],
};

/** @param {unknown} value @param {number} length */
const isText = (value, length) => typeof value === 'string' && value.length <= length;
/** @param {string} id */
const isTable = (id) => /^[a-z0-9]{8,32}$/.test(id); // used in an address
/** @param {unknown} value */
const isSecret = (value) => value === undefined || isText(value, 64);
/** @param {[string, unknown]} members */
const isSetting = ([name, value]) => (CHOICES[name]
  ? CHOICES[name].includes(value)
  : (name === 'daily' && isObject(value) && JSON.stringify(value).length < 400000) || (name === 'name' && isText(value, 24))
    || (/^dealt\.[a-z]{1,20}$/.test(name) && isText(value, 20)));
/** @param {[string, any]} members */
const isPerson = ([seat, person]) =>
  /^[1-6]$/.test(seat) && isObject(person) && isText(person.name, 100) && isSecret(person.secret) && isSecret(person.seed);
/** @param {[string, any]} members */
const isSeat = ([table, seat]) => isTable(table) && isObject(seat) && [1, 2, 3, 4, 5, 6].includes(seat.seat)
  && Number.isFinite(seat.when) && isSecret(seat.secret) && isSecret(seat.seed)
  && (seat.others === undefined || (isObject(seat.others) && Object.entries(seat.others).every(isPerson)));
/** @param {unknown[]} values */
const areTexts = (values) => values.every((value) => isText(value, 1000));
/** @param {[string, any]} members */
const isTranscript = ([name, kept]) => isObject(kept) && [kept.table, `${kept.table}.${kept.seat}`].includes(name)
  && Number.isInteger(kept.seat) && isObject(kept.seeds) && isObject(kept.lists)
  && areTexts([kept.server, ...Object.values(kept.seeds), ...Object.values(kept.lists)]) 
  && Array.isArray(kept.opened) && kept.opened.every(Number.isInteger) && Array.isArray(kept.lines) && areTexts(kept.lines);

/** The known members of a seat only; `when` is at most the present. @param {KeptSeat} keptSeat */
function plainSeat({ seat, secret, game, when, seed, commit, shared, hides, hidden, others }) {
  const people = others
    && Object.fromEntries(Object.entries(others).map(([n, { name, secret: own, seed: part }]) => [n, { name, secret: own, seed: part }]));
  return {
    seat, secret, game: isText(game, 40) ? game : undefined, when: Math.min(when, Date.now()), seed,
    commit: isText(commit, 64) ? commit : undefined,
    ...(shared && { shared: true, hides: hides !== false }), hidden: Boolean(hidden), ...(people && { others: people }),
  };
}

/** All stored values whose names have this prefix: {REST: value}. @param {string} start */
function startingWith(start) {
  const names = new Set(memory.keys());
  try {
    for (const name of Object.keys(localStorage)) if (name.startsWith('cornet.')) names.add(name.slice('cornet.'.length));
  } catch {
    // then the page's own memory is all there is
  }
  const wanted = [...names].filter((name) => name.startsWith(start));
  return Object.fromEntries(wanted.map((name) => [name.slice(start.length), read(name, null)]));
}

export const allKept = () =>
  ({ settings: startingWith('set.'), seats: mySeats(), transcripts: startingWith('dice.'), played: read('played', {}) });

/** @param {Partial<Kept>} members */
export const isKept = ({ settings, seats, transcripts, played }) => [settings, seats, transcripts, played].every(isObject);

/**
 * Existing data stays, and new seats are added only up to the limit, since a file may come from anybody. Returns the tables whose seats
 * were added.
 * @param {Kept} kept
 */
export function addKept({ settings, seats, transcripts, played }) {
  for (const [name, value] of Object.entries(settings).filter(isSetting).slice(0, 50)) setSetting(name, value);
  const here = mySeats(), room = Math.max(0, ROOM - Object.keys(here).length);
  const fresh = Object.entries(seats).filter((entry) => isSeat(entry) && !Object.hasOwn(here, entry[0]));
  const plain = fresh.map(([table, seat]) => ({ table, seat: plainSeat(seat) })).sort((a, b) => b.seat.when - a.seat.when);
  const come = Object.fromEntries(plain.slice(0, room).map(({ table, seat }) => [table, seat]));
  write('seats', { ...here, ...come });
  // Transcripts of other tables would never be deleted.
  for (const [name, kept] of Object.entries(transcripts).filter(isTranscript)) {
    if (Object.hasOwn(come, kept.table) && !read('dice.' + name, null)) write('dice.' + name, kept);
  }
  const games = Object.keys(played).filter((game) => /^[a-z]{1,20}$/.test(game)).slice(0, 20);
  write('played', { ...read('played', {}), ...Object.fromEntries(games.map((game) => [game, true])) });
  return Object.keys(come);
}
