// The state of a table's page: the server's data, the part that is shown, and the player's pending actions; and the functions that apply
// the server's messages. Views are functions of the state. No file of model/ uses the document, storage or a connection.

/** @typedef {import('./messages.js').Table} Table */
/** @typedef {import('./messages.js').GameState} GameState */
/** @typedef {import('./messages.js').Advice} Advice */
/** @typedef {import('./board.js').Board} Board */
/** @typedef {import('./messages.js').TableMessage & {receivedAt: number}} ReceivedTable */
/** @typedef {import('./messages.js').MovesMessage & {receivedAt: number}} ReceivedMoves */

/** @typedef {'closed' | 'connecting' | 'open' | 'lost'} LinkState */
/**
 * What is wrong with the fair dice: those of version 2 (dice/fair.js), then those of version 3 (dice/seat3.js, dice/ledger3.js).
 * @typedef {'out' | 'late' | 'lost' | 'unsaved' | 'cheated'
 *   | 'contradicted' | 'unsent' | 'forfeit' | 'undo' | 'moved' | 'early' | 'leftout' | 'window' | 'unstored' | 'unproved'
 *   | 'older'} DiceTrouble
 */
/** @typedef {'log' | 'chat' | 'more'} Panel */

/**
 * The ratings of the choices at the moment `seq`. Without `advice` the request is pending; with `more` better ratings will follow.
 * @typedef {{seq: number, advice?: Advice, more?: boolean}} HintState
 */

/**
 * Several people on one device; with one person, `shared` is false.
 * @typedef {object} Device
 * @property {boolean} shared
 * @property {boolean} hides the game has secrets
 * @property {number[]} seats of this device that are taken, the owner's first
 * @property {number} owner the seat of the browser's owner
 * @property {number} holder in a game with secrets: the seat of the person who holds the device; 0 for nobody
 * @property {number | null} passing the seat to which it is being handed, as handOver() says
 * @property {number | null} asked the seat that this page has requested and not yet received
 * @property {number} lingers time, by performance.now(), until which the last line stays visible before the device is handed over
 */

/**
 * @typedef {object} State
 * @property {string | null} id of the table
 * @property {Table | null} table as last received; `log` and `state` only as far as they are shown
 * @property {import('./board.js').Board | null} board null if there is no table
 * @property {LinkState} link
 * @property {number} retryAt when the connection is tried again, by Date.now()
 * @property {boolean} gone there is no such table
 * @property {string} dismissed why the operator has closed the connection; '': it was not
 * @property {string} news the operator's announcement; '': none
 * @property {number} taken the seat that was ours until somebody took it; 0 for none
 * @property {number} counted lines of the game so far, also those that wait for their beat
 * @property {number} clockAt when the clock of the table arrived, by performance.now()
 * @property {string[]} fresh the line that is being shown
 * @property {GameState | null} before the state before it
 * @property {string} lately the last event, in words; it stays while dice wait to be thrown
 * @property {number} owner whose line it is
 * @property {number} timeout the seat whose time ran out, if a bot played the line for it; otherwise 0
 * @property {number} times how many equal lines in a row the shown one belongs to
 * @property {number} beat counts the lines that were shown
 * @property {number} spent how long the lines of this turn are seen, in milliseconds at the calm pace
 * @property {Beat[]} queue lines that wait to be shown
 * @property {number} until time, by performance.now(), until which the line stays visible
 * @property {boolean} resting the last line is still being shown; the player's throw is requested after it
 * @property {Record<string, any>} ui the board's own memory
 * @property {string | null} pending the line that is on its way to the server; `throw` for a throw
 * @property {string | null} mark a line that is shown on the board, though nobody has played it
 * @property {HintState | null} hint
 * @property {DiceTrouble | null} dice
 * @property {string} keys the first digits of the hash of all players' keys, at a table of version 3
 * @property {boolean} declined whether this page has just refused a proposal
 * @property {Panel} panel
 * @property {boolean} drawer log and chat are open where they have no place of their own
 * @property {number} unread chat lines
 * @property {Set<string>} putAway banners that were closed, by table
 * @property {string[] | null} addresses under which others reach the server; null before they were requested
 * @property {{until: number, seats: number[]} | null} party confetti for these seats, until then by performance.now()
 * @property {number} endAt from when on the podium of a finished game is shown, by performance.now()
 * @property {boolean} showsTable whether the player wants to see the table of a finished game instead of the podium
 * @property {import('./replay.js').Replay | null} story the finished game and its analysis, for the story beside the podium
 * @property {Device} device
 * @property {import('./replay.js').Replay | null} replay of a finished game; null for none
 */

/** @returns {Device} */
const onePerson = () => ({ shared: false, hides: true, seats: [], owner: 1, holder: 0, passing: null, asked: null, lingers: 0 });

/** The members that are reset when the page opens another table. */
const ofTable = () => ({
  table: null, board: null, gone: false, dismissed: '', taken: 0, counted: 0, clockAt: 0,
  fresh: [], before: null, lately: '', owner: 0, timeout: 0, times: 1, spent: 0, queue: [], until: 0, resting: false, passed: null,
  ui: {}, pending: null, mark: null, hint: null, dice: null, keys: '', declined: false,
  panel: /** @type {Panel} */ ('log'), drawer: false, unread: 0, party: null, endAt: 0, showsTable: false, story: null,
  device: onePerson(), replay: null,
});

/** @returns {State} */
export function newState() {
  return { id: null, link: 'closed', retryAt: 0, news: '', beat: 0, putAway: new Set(), addresses: null, ...ofTable() };
}

/**
 * Forgets the shown table. The next message is about the table `id`.
 * @param {State} s
 * @param {string | null} id
 */
export function clearTable(s, id) {
  Object.assign(s, ofTable(), { id });
}

/**
 * The state shown on the board: the table's, or that of a replay step. Null before the game has begun.
 * @param {State} s
 * @returns {GameState | null}
 */
export const shownState = (s) => (s.replay ? s.replay.steps[s.replay.at].state : s.table?.state ?? null);

/**
 * The table and its board. The caller has checked that both exist.
 * @param {State} s
 */
export function present(s) {
  const { table, board } = s;
  if (!table || !board) throw new Error('no table');
  return { table, board };
}

/**
 * A game on a server whose first lines come from somebody's browser, where the ids of tables begin with 0. This page need not be able to
 * play alone.
 * @param {Pick<Table, 'table' | 'origin'>} table
 */
export const isImported = ({ table, origin }) => origin !== null && origin.table.startsWith('0') && !table.startsWith('0');

// ---- lines of the record that are the same in every game ----

/** Whether a line is a forfeit, the last line of a game: a bot failed, or one of two players resigned. @param {string} line */
export const isForfeit = (line) => line.endsWith(' forfeits');

/** Whether a line ends a game outside its rules: a forfeit or `2 accepts draw`. @param {string} line */
export const isEnding = (line) => isForfeit(line) || line.endsWith(' accepts draw');

/** The comment that precedes a forfeit and gives its reason. @param {string} seat @param {string} fault */
export const faultComment = (seat, fault) => `# seat ${seat}'s program: ${fault}`;
/** @param {string} line */
export const isFault = (line) => /^# seat \d's program: /.test(line);

/** The comment before a move that the clock made. @param {number} seat */
export const timeoutComment = (seat) => `# seat ${seat}'s time was out: a bot moves`;
/** The comment for a bot that takes over a seat, or a person who returns to it. @param {number} seat @param {string} kind */
export const playerComment = (seat, kind) => `# seat ${seat} ${kind === 'person' ? 'plays itself again' : 'is played by bot from here on'}`;

/** The comment for a seat that passes to another person. @param {number} seat @param {string} from @param {string} to names */
export const passComment = (seat, from, to) => `# seat ${seat} passes from ${from} to ${to}`;
/** The seat and the names in such a comment; null for another. @param {string} comment */
export function passOf(comment) {
  const found = comment.match(/^# seat (\d) passes from (.+) to (.+)$/);
  return found && { seat: Number(found[1]), from: found[2], to: found[3] };
}

/**
 * The view of a line in the log. A seat has the name of the person who held it then; if that was somebody else, it is not mine.
 * @param {import('./board.js').View} view
 * @param {string[]} log
 * @param {number} at
 * @returns {import('./board.js').View}
 */
export function viewThen(view, log, at) {
  const later = log.slice(at + 1).flatMap((line) => passOf(line) ?? []);
  const then = (/** @type {number} */ seat) => later.find((pass) => pass.seat === seat)?.from;
  const name = (/** @type {number} */ seat) => then(seat) ?? view.name(seat);
  return later.length ? { ...view, you: then(view.you) ? 0 : view.you, name } : view;
}

/** The seat that such a comment is about, and its bot, '' for none; null for another comment. @param {string} comment */
export function playerOf(comment) {
  const found = comment.match(/^# seat (\d) (?:plays itself again|is played by (bot\S*) from here on)$/);
  return found && { seat: Number(found[1]), bot: found[2] ?? '' };
}

/** The seat that such a comment is about, or 0. @param {string} comment */
export const timeoutSeat = (comment) => Number(comment.match(/^# seat (\d)'s time was out/)?.[1] ?? 0);

// ---- beats: a message may have several lines; each is shown with its own state ----

/**
 * The members of `moves` and of `table` that hold after the last line.
 * @typedef {{seq?: number, state: GameState | null, throws?: number, may: boolean, legal: string[],
 *   clock: import('./messages.js').Clock | null, undo?: import('./messages.js').Undo,
 *   fair?: import('./messages.js').Fair | null, salt?: boolean,
 *   lines?: string[], fault?: string, timeout?: number,
 *   receivedAt: number}} Outcome
 */

/**
 * @typedef {object} Beat
 * @property {string | null} line null for a message without lines, and while a throw is awaited after the lines
 * @property {GameState} state after the line
 * @property {Outcome | null} last the message, with its last beat only
 * @property {number} [timeout] the seat whose time ran out, with the first line only
 * @property {number} times equal lines in a row, of which this is one: they are announced as one event
 * @property {boolean} again it is not the first of them
 */

/**
 * The beats of a message. A state that was not sent is that of the next line.
 * @param {string[]} lines
 * @param {(GameState | null)[] | undefined} states
 * @param {Outcome} message
 * @param {Board['rolls']} rolls
 * @returns {Beat[]}
 */
export function beatsOf(lines, states, message, rolls) {
  let next = /** @type {GameState} */ (message.state);
  const shown = lines.length && !message.throws ? lines : [...lines, null];
  const beats = shown.map((line, i) => ({ line, state: states?.[i] ?? null, last: i === shown.length - 1 ? message : null }));
  const whole = [...beats].reverse().map((beat) => ({ ...beat, state: (next = beat.last ? next : beat.state ?? next) })).reverse();
  const runs = runsOf(lines, rolls);
  const timeout = message.timeout ?? 0;
  return whole.map((beat, i) => ({ ...beat, ...(runs[i] ?? { times: 1, again: false }), ...(i ? null : { timeout }) }));
}

/**
 * For each line: the number of consecutive equal lines of one seat that it belongs to, and whether it repeats the line before. Examples are
 * several dice given away, and equal or hidden cards. Equal rolls of two seats are two events.
 * @param {string[]} lines
 * @param {Board['rolls']} rolls
 * @param {number[]} owners of the lines, if known
 */
export function runsOf(lines, rolls, owners = []) {
  const isSame = (/** @type {number} */ i) => lines[i] === lines[i - 1] && owners[i] === owners[i - 1];
  const again = lines.map((line, i) => i > 0 && isSame(i) && !rolls(line));
  return lines.map((line, i) => {
    const first = again.lastIndexOf(false, i), end = again.indexOf(false, i + 1);
    return { times: (end < 0 ? lines.length : end) - first, again: again[i] };
  });
}

// ---- several people on one device ----

/** In a game with secrets the device is handed over. @param {State} s */
export const isHanded = (s) => s.device.shared && s.device.hides;

/**
 * Whether the message is a seat's view of a game with secrets, and another person holds the device.
 * @param {State} s
 * @param {Table} table
 */
export const isSecret = (s, { phase, you }) => isHanded(s) && phase === 'playing' && Boolean(you) && you !== s.device.holder;

// ---- messages: each function changes the state, and returns what the page must announce or do ----

const SAID = 50; // maximum number of stored chat lines

/**
 * Applies the whole table. `first`: there was no table; `ended`: the game was already over; `opening`: the opening beats of the game,
 * still to be shown.
 * @param {State} s
 * @param {ReceivedTable} message
 * @param {Board} board
 * @returns {{first: boolean, ended: boolean, secret: boolean, opening: Beat[]}}
 */
export function applyTable(s, message, board) {
  const first = !s.table, ended = s.table?.phase === 'over', secret = isSecret(s, message);
  const starts = message.why === 'start' && board.pace && !secret;
  const past = Math.max(0, (message.origin?.step ?? 0) - (message.log_from ?? 0)); // lines of the game that this one continues
  const opening = starts ? beatsOf(message.log.slice(past), message.states?.slice(1), message, board.rolls) : [];
  Object.assign(s, {
    board, table: { ...message, said: message.said ?? [] }, pending: null, hint: null, mark: null, ui: {},
    fresh: message.why === 'start' && !starts ? message.log.slice(past) : [], before: null, lately: '', owner: 0, timeout: 0,
    times: 1, beat: s.beat + 1, clockAt: message.receivedAt, counted: countedIn(message),
  });
  if (starts) {
    const state = message.states?.[0] ?? opening[0].state;
    Object.assign(present(s).table, { log: message.log.slice(0, past), state, throws: 0, may: false, legal: [] });
  }
  forgetAbsence(s);
  return { first, ended, secret, opening };
}

/** @param {import('./messages.js').Table} table */
const countedIn = ({ log, log_from: from }) => (from ?? 0) + log.length;

/**
 * The table from the seat of another person here, at a moment that is shown already.
 * @param {State} s
 * @param {ReceivedTable} message
 */
export function applySameMoment(s, message) {
  const { board } = present(s);
  Object.assign(s, {
    table: { ...message, said: message.said ?? [] }, pending: null, clockAt: message.receivedAt, ui: board.keepUi ? s.ui : {},
  });
  forgetAbsence(s);
}

/**
 * Counts new lines. Returns true if lines are missing. A timeout move or a forfeit is preceded by a comment that counts as a line
 * but is not sent.
 * @param {State} s
 * @param {ReceivedMoves} message
 */
export function countLines(s, { from = s.counted, lines, timeout, fault }) {
  const missing = from !== s.counted + (timeout || fault ? 1 : 0);
  s.counted = from + lines.length;
  return missing;
}

/** Stores why a bot failed, before the line that reports it. @param {State} s @param {Outcome} message */
function keepFault(s, { fault, lines }) {
  if (fault && lines) present(s).table.log.push(faultComment(lines[0][0], fault));
}

/**
 * The next line and the state after it.
 * @param {State} s
 * @param {Beat} beat
 */
export function applyBeat(s, { line, state, last, times, timeout = 0 }) {
  const { table, board } = present(s);
  Object.assign(s, { before: table.state, fresh: line ? [line] : [], pending: null, mark: null, timeout, times, beat: s.beat + 1 });
  s.owner = line ? board.owner(line, table.state ?? state) : 0;
  if (timeout) table.log.push(timeoutComment(timeout));
  if (last) keepFault(s, last);
  if (line) table.log.push(line);
  table.state = state;
  if (!last) Object.assign(table, { throws: 0, may: false, legal: [] });
}

/**
 * Shows all lines of a message at once, if the game is not paced.
 * @param {State} s
 * @param {ReceivedMoves} message
 */
export function applyLines(s, message) {
  const { table } = present(s);
  keepFault(s, message);
  table.log.push(...message.lines);
  Object.assign(s, { fresh: message.lines, before: table.state });
}

/**
 * Applies the state that follows the last line of a message. Returns `could`: this seat could act before; `ends`: the game has ended.
 * @param {State} s
 * @param {Outcome} message
 */
export function applyOutcome(s, message) {
  const { table, board } = present(s), could = table.may;
  const { seq = table.seq, state, throws = 0, may, legal, undo, clock } = message;
  const ends = state?.mover === 'over' && table.phase !== 'over';
  Object.assign(table, { seq, state, throws, may, legal, undo, clock });
  if (message.fair) table.fair = message.fair;
  if (ends) Object.assign(table, { phase: 'over', proposal: null });
  Object.assign(s, { pending: null, mark: null, ui: board.keepUi ? s.ui : {}, clockAt: message.receivedAt });
  if (!board.pace) s.beat++;
  return { could, ends };
}

/**
 * Returns the other seats whose player has changed: another person (`from` is the one before), a bot for good (`left`) or as a stand-in;
 * or who is away, or back.
 * @param {State} s
 * @param {import('./messages.js').SeatsMessage} message
 */
export function applySeats(s, message) {
  const { table } = present(s), before = table.seats, { type, id, seq, ...rest } = message;
  const passes = (/** @type {number} */ i) => message.phase === 'playing' && message.seats[i].name !== before[i].name;
  const change = (/** @type {import('./messages.js').Seat} */ now, /** @type {import('./messages.js').Seat} */ old) =>
    (now.kind !== old.kind ? now.kind : now.kind !== 'person' || now.here === old.here ? '' : now.here ? 'back' : 'away');
  const changed = message.seats.map((seat, i) => ({
    seat: i + 1, kind: passes(i) ? seat.kind : change(seat, before[i]), ...(passes(i) && { from: before[i].name }),
  })).filter(({ seat, kind }) => kind && seat !== table.you);
  // The record has a comment for each change, which is not sent. Without it, the page would fetch the whole table and skip events.
  const people = ['person', 'stand-in', 'left'];
  const noted = message.seats.flatMap(({ kind, name }, i) => {
    if (passes(i)) return [passComment(i + 1, before[i].name, name)];
    const changes = kind !== before[i].kind && people.includes(kind) && people.includes(before[i].kind);
    return changes && message.phase === 'playing' ? [playerComment(i + 1, kind)] : [];
  });
  table.log.push(...noted);
  s.counted += noted.length;
  Object.assign(table, rest, { seq: Math.max(seq, table.seq) });
  forgetAbsence(s);
  return changed;
}

/** If a person has returned, the banner about their absence may be shown again later. @param {State} s */
function forgetAbsence(s) {
  present(s).table.seats.forEach(({ here }, i) => here && s.putAway.delete(`${s.id} away-${i + 1}`));
}

/**
 * @param {State} s
 * @param {import('./messages.js').ChatMessage} message
 * @param {boolean} seen whether the chat is on the screen
 */
export function applyChat(s, { seat, name, text }, seen) {
  const { table } = present(s);
  table.said = [...table.said, { seat, name, text }].slice(-SAID);
  if (!seen) s.unread++;
}

/**
 * Returns the seats, except one's own, that broke their commitment since the last message.
 * @param {State} s
 * @param {import('./messages.js').FairMessage} message
 */
export function applyFair(s, { fair }) {
  const { table } = present(s), known = table.fair?.failed?.length ?? 0;
  table.fair = fair;
  return (fair.failed ?? []).slice(known).map(({ seat }) => seat).filter((seat) => seat !== table.you);
}

/**
 * Whether a proposal ended without being carried out, and not because of our own refusal.
 * @param {State} s
 * @param {import('./messages.js').ProposalMessage} message
 */
export function applyProposal(s, { proposal, done }) {
  const ended = done === false && !s.declined;
  present(s).table.proposal = proposal;
  s.declined = false;
  return ended;
}
