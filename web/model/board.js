// The type of a board: everything that the client asks of a game's own drawing. core/board_plain.js is the board of a game without one.
// It also provides the members that other boards omit.

/** @typedef {import('./messages.js').GameState} GameState */
/** @typedef {import('../core/dom.js').Child} Child */
/** @typedef {import('../core/flight.js').Flight} Flight */

/**
 * The input of a board.
 * @typedef {object} View
 * @property {Pick<import('./messages.js').Table, 'clock'> & Partial<import('./messages.js').Table>} table
 * @property {GameState} state
 * @property {string[]} legal the lines that can be played now
 * @property {boolean} may whether the seat may act now
 * @property {number} you my seat; 0 for a spectator
 * @property {import('./messages.js').Seat[]} seats
 * @property {string[]} log
 * @property {(seat: number) => string} name
 * @property {(line: string) => void} play
 * @property {Record<string, any>} ui the board's own memory; it is cleared with every line, unless the board has keepUi
 * @property {() => void} redraw
 * @property {string[]} fresh the line that is being shown; if lines are not paced, all lines of a message
 * @property {GameState | null} before the state before it
 * @property {number} owner whose line it is; 0 for nobody's
 * @property {number | string} beat changes with every line
 * @property {import('./turn.js').Turn} turn who must act now, and why
 * @property {number} [at] index in the log of the line to describe
 * @property {string | null} mark a line shown on the board without being played: a hint, or a better move
 * @property {string | null} [played] in a replay that marks a better move: the line that was played
 * @property {string[]} then the lines that the judge expects after the mark
 * @property {boolean} replaying whether a finished game is being replayed
 * @property {number} timeout the seat whose time ran out, if a bot played the line for it; otherwise 0
 * @property {number} [times] number of equal consecutive lines that are announced as one event
 * @property {string} [rolled] rolled dice in words, for listeners
 * @property {string | null} pending the line that was sent and is not acknowledged yet
 * @property {number} dwell how long a move stays visible, in milliseconds
 * @property {number} spent how long the lines of this turn have been visible, in milliseconds at speed ×1
 * @property {boolean} waiting whether more lines are queued
 * @property {(() => void) | null} throwing throws the player's own dice; null if none are awaited
 * @property {number[]} people the seats of the people at this device if there are several; otherwise empty
 * @property {number} side the seat from whose side the board is drawn
 * @property {(seat: number, line: string) => void} playFor plays as another person at this device
 * @property {() => void} follow moves the page to the seat that the board's speaker() names
 * @property {() => void} [ready] ends the pause between two rounds for this seat
 * @property {boolean} lesson a guided game
 * @property {(seat: number) => Node[]} seatCard a seat's face with its mark, name, level, tags and clock, in this order: `.plate-face` and
 *   `.seat-words`; place them in an element whose class is plate()
 * @property {(seat: number) => string} plate the class of a seat's plate: `plate seat-N`, with `act` for the seat that must act now (gold)
 *   and `turn` for the seat whose turn it is (gold outline)
 * @property {(seat: number) => HTMLElement | null} flag the flag for the plate of the seat that must act now; null for other seats
 * @property {(seat: number) => Child} clock a seat's clock
 * @property {(seat: number) => string[]} tags
 */

/**
 * A button of the bar: it plays `line`, or does `act`.
 * @typedef {object} BarButton
 * @property {string} text
 * @property {string} [line]
 * @property {() => void} [act]
 * @property {string} [key]
 * @property {boolean} [primary]
 * @property {boolean} [quiet]
 * @property {boolean} [off]
 * @property {boolean} [ends] it ends the turn or gives something up: the key of another button never presses it
 * @property {Child} [icon]
 */

/**
 * The actions available now. Each button names its result; the primary button is the last.
 * @typedef {object} Bar
 * @property {Child} [ask] the question
 * @property {Child} [why] who caused it, or what follows
 * @property {BarButton[]} [buttons]
 * @property {Child} [extra]
 */

/**
 * The roll of real dice that is expected now.
 * @typedef {object} Roll
 * @property {number} count dice
 * @property {{face: string, text: string, picture?: Child}[]} faces
 * @property {(faces: string[], letters: string) => string} line the line that they make
 * @property {number} seat who rolls, or 0
 * @property {number} [letters] that are typed too; -1 for any number
 * @property {string} [label] of the letters
 * @property {string} [ask]
 * @property {boolean} [wide]
 */

/**
 * @typedef {object} Board
 * @property {boolean} pace whether lines are shown one after the other; false in simultaneous play
 * @property {(line: string, before?: GameState | null) => number} owner the seat of the line, or of the dice; 0 for none
 * @property {(line: string, view: View) => number} dwell how long a line stays visible, in milliseconds at speed ×1
 * @property {(line: string, view: View) => string} say a line of the record as a sentence
 * @property {(lines: string[], view: View) => string} tell the announcement of an event, without details that everybody can count
 * @property {(lines: string[], view: View) => string} [hear] the same for listeners, with the changes that it caused
 * @property {(view: View) => string} [opens] the announcement when a game starts, before its first line
 * @property {(state: GameState) => boolean} [forStart] whether the players roll for the start: whose dice are due has no turn yet
 * @property {(line: string) => boolean} rolls whether a line is a roll of dice, which sounds like one
 * @property {(view: View) => Child} board
 * @property {(view: View) => Bar} bar
 * @property {(view: View) => Roll} roll
 * @property {(view: View, seat: number, rival: number) => {title: string, words: string}} [deeds] what a seat and its rival did in the
 *   whole game, for a game in which nobody's choices can be compared
 * @property {(view: View) => string} ending how the game was won, as a sentence; '' for none
 * @property {(view: View, seat: number) => Child} seat the information shown beside a seat's name
 * @property {(event: KeyboardEvent, view: View) => boolean} key true if the key was handled
 * @property {(state: GameState, ui: Record<string, any>, seats: number[]) => number} speaker in simultaneous play with several
 *   people at this device: the seat that the page must show, or 0
 * @property {(lines: string[], view: View, whole: boolean) => void} before called before lines are shown; `whole`: after a `table` message
 * @property {(state: GameState, seat: number) => number} [score] ranks the seats after the winner; more is better
 * @property {(view: View, seat: number) => Child} [trophy] what a seat has won, for the podium; default: seat()
 * @property {(state: GameState) => number} [roller] the seat whose dice are due; without it, the seat whose turn it is
 * @property {(log: string[], state: GameState | null) => number[]} [owners] the owner of each line of the log
 * @property {(left: number | null, wait: number | null) => void} [tick] called five times per second with the time left on the clock and
 *   before the next round, in milliseconds
 * @property {(view: View) => string | null} [cause] why the seat must act that the bar awaits
 * @property {(view: View) => Bar | null} [pause] the bar while nobody can act; null for the usual one
 * @property {(line: string) => boolean} [begins] whether a line begins a turn
 * @property {(view: View) => Flight[]} [flights] the things that move with the line that is shown
 * @property {() => Promise<unknown>} [loadFlights] fetches the code of `flights`, after the first board; until then, nothing moves
 * @property {(view: View) => Flight | null} [way] the thing that would move with the line that the player is about to choose
 * @property {(view: View) => string} [where] the player's own state, for listeners; default: the words of seat()
 * @property {boolean} [ownSeats] the board draws the seats itself
 * @property {boolean} [keepUi] whether `ui` is kept when a line is played
 * @property {boolean} [turns] whether the board turns towards the player whose turn it is
 */

/** @typedef {Partial<Board> & ThisType<Board>} GameBoard the export of games/NAME/board.js; the plain board provides the rest */

export {};
