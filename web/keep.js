// What this browser remembers: settings, and the seats that are mine. A browser that keeps nothing
// (private windows, full disks) still plays: the memory is then that of the page.

const memory = new Map();

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
  write('seats', Object.fromEntries(old.slice(0, 60)));
  for (const [gone] of old.slice(60)) remove('dice.' + gone);
}

// The transcript of a table's fair dice (fair.js); with a seat that is given up it stays.
export const transcriptOf = (table) => read('dice.' + table, null);
export function keepTranscript(kept) {
  return write('dice.' + kept.table, kept) || (forgetOldest(kept.table) && write('dice.' + kept.table, kept));
}

// The browser has no more room: the oldest table's transcript goes.
function forgetOldest(but) {
  const [oldest] = Object.entries(mySeats()).filter(([table]) => table !== but && transcriptOf(table)).sort((a, b) => a[1].when - b[1].when);
  if (oldest) remove('dice.' + oldest[0]);
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
