// The one state of a table's page: what the server has said, what is shown of it, and what the player has under way. Views are
// functions of it. No file of model/ knows of the document, of storage or of a connection.

/** @typedef {import('./messages.js').Table} Table */
/** @typedef {import('./messages.js').GameState} GameState */
/** @typedef {import('./messages.js').Advice} Advice */

/** @typedef {'closed' | 'connecting' | 'open' | 'lost'} LinkState */
/** @typedef {'out' | 'late' | 'lost' | 'cheated'} DiceTrouble what is wrong with the fair dice: dice/fair.js */
/** @typedef {'log' | 'chat' | 'more'} Panel */

/**
 * What the choices are worth at the moment `seq`. Without advice it is on its way; with `more` a better one is.
 * @typedef {{seq: number, advice?: Advice, more?: boolean}} HintState
 */

/**
 * Several people on one device; with one person, `shared` is false.
 * @typedef {object} Device
 * @property {boolean} shared
 * @property {boolean} hides the game has secrets
 * @property {number[]} seats of this device that are taken, the owner's first
 * @property {number} owner the seat of the browser's owner
 * @property {number} holder in a game with secrets: the seat of who holds the device; 0 for nobody
 * @property {number | null} passing the seat to which it is being handed, as handOver() says
 * @property {number | null} asked the seat that this page has asked for, until it has it
 * @property {number} lingers until when the last line is to be seen before the device is handed over, by performance.now()
 */

/**
 * @typedef {object} State
 * @property {string | null} id of the table
 * @property {Table | null} table the server's last word on it; `log` and `state` only as far as they are shown
 * @property {import('./board.js').Board | null} board there is one where there is a table
 * @property {LinkState} link
 * @property {number} retryAt when the connection is tried again, by Date.now()
 * @property {boolean} gone there is no such table
 * @property {number} counted lines of the game so far, also those that wait for their beat
 * @property {number} clockAt when the clock of the table came, by performance.now()
 * @property {string[]} fresh the line that is being shown
 * @property {GameState | null} before the state before it
 * @property {number} owner whose line it is
 * @property {number} timeout the seat whose time was out, where the line was played for it
 * @property {number} beat counts the lines that were shown
 * @property {Beat[]} queue lines that wait to be shown
 * @property {number} until how long the line is to be seen, by performance.now()
 * @property {Beat | null} held the first of the queue, where it waits for the player's hand
 * @property {Beat | null} passed the one that the player has let come
 * @property {Record<string, any>} ui the board's own memory
 * @property {string | null} pending the line that is on its way to the server
 * @property {string | null} mark a line that is shown on the board, though nobody has played it
 * @property {HintState | null} hint
 * @property {DiceTrouble | null} dice
 * @property {boolean} declined this page has just said no to a proposal
 * @property {Panel} panel
 * @property {boolean} drawer log and chat are open where they have no place of their own
 * @property {number} unread chat lines
 * @property {Set<string>} putAway banners that were closed, by table
 * @property {string[] | null} addresses under which others reach the server; null before they were asked for
 * @property {{until: number, seats: number[]} | null} party confetti for these seats, until then by performance.now()
 * @property {Device} device
 * @property {import('./replay.js').Replay | null} replay a finished game is looked at
 */

/** @returns {Device} */
const onePerson = () => ({ shared: false, hides: true, seats: [], owner: 1, holder: 0, passing: null, asked: null, lingers: 0 });

/** What is forgotten when the page goes to another table. */
const ofTable = () => ({
  table: null, board: null, gone: false, counted: 0, clockAt: 0,
  fresh: [], before: null, owner: 0, timeout: 0, queue: [], until: 0, held: null, passed: null,
  ui: {}, pending: null, mark: null, hint: null, dice: null, declined: false,
  panel: /** @type {Panel} */ ('log'), drawer: false, unread: 0, party: null,
  device: onePerson(), replay: null,
});

/** @returns {State} */
export function newState() {
  return { id: null, link: 'closed', retryAt: 0, beat: 0, putAway: new Set(), addresses: null, ...ofTable() };
}

/**
 * Forgets the table that was shown; the next message of `id` brings another.
 * @param {State} s
 * @param {string | null} id
 */
export function clearTable(s, id) {
  Object.assign(s, ofTable(), { id });
}

/**
 * The game as it is on the board: that of the table, or of the step of a replay. Null before the game has begun.
 * @param {State} s
 * @returns {GameState | null}
 */
export const shownState = (s) => (s.replay ? s.replay.steps[s.replay.at].state : s.table?.state ?? null);

/**
 * The table and its board, where something has checked that they are there.
 * @param {State} s
 */
export function present(s) {
  const { table, board } = s;
  if (!table || !board) throw new Error('no table');
  return { table, board };
}

// ---- lines of the record that belong to no game ----

/** A bot that cannot go on has lost, in every game: `2 forfeits` is then the last line. @param {string} line */
export const isForfeit = (line) => line.endsWith(' forfeits');

/** The comment before it says why. @param {string} seat @param {string} fault */
export const faultComment = (seat, fault) => `# seat ${seat}'s program: ${fault}`;
/** @param {string} line */
export const isFault = (line) => /^# seat \d's program: /.test(line);

/** The comment before a move that the clock made. @param {number} seat */
export const timeoutComment = (seat) => `# seat ${seat}'s time was out: a bot moves`;
/** The seat that such a comment is about, or 0. @param {string} comment */
export const timeoutSeat = (comment) => Number(comment.match(/^# seat (\d)'s time was out/)?.[1] ?? 0);

// ---- beats: a message may have several lines; each is shown with its own state ----

/**
 * The members of `moves` and of `table` that hold after the last line.
 * @typedef {{seq?: number, state: GameState | null, may: boolean, legal: string[], clock: import('./messages.js').Clock | null,
 *   undo?: import('./messages.js').Undo, fair?: import('./messages.js').Fair, lines?: string[], fault?: string, timeout?: number,
 *   came: number}} Outcome
 */

/**
 * @typedef {object} Beat
 * @property {string | null} line null where a message had none
 * @property {GameState} state after the line
 * @property {Outcome | null} last the message, with its last line alone
 * @property {number} [timeout] the seat whose time was out, with the first line alone
 */

/**
 * The beats of a message. A state that was not sent is that of the next line.
 * @param {string[]} lines
 * @param {(GameState | null)[] | undefined} states
 * @param {Outcome} message
 * @returns {Beat[]}
 */
export function beatsOf(lines, states, message) {
  let next = /** @type {GameState} */ (message.state);
  const shown = lines.length ? lines : [null];
  const beats = shown.map((line, i) => ({ line, state: states?.[i] ?? null, last: i === shown.length - 1 ? message : null }));
  const whole = beats.toReversed().map((beat) => ({ ...beat, state: (next = beat.last ? next : beat.state ?? next) })).reverse();
  return whole.map((beat, i) => (i ? beat : { ...beat, timeout: message.timeout ?? 0 }));
}
