// A board as a type: all that the client asks of a game's own drawing. core/board_plain.js is the board of a game without one, and
// has what the others leave out.

/** @typedef {import('./messages.js').GameState} GameState */
/** @typedef {import('../core/dom.js').Child} Child */

/**
 * What a board is given.
 * @typedef {object} View
 * @property {Pick<import('./messages.js').Table, 'clock'> & Partial<import('./messages.js').Table>} table
 * @property {GameState} state
 * @property {string[]} legal the lines that can be played now
 * @property {boolean} may whether the seat may act now
 * @property {number} you my seat; 0 where I watch
 * @property {import('./messages.js').Seat[]} seats
 * @property {string[]} log
 * @property {(seat: number) => string} name
 * @property {(line: string) => void} play
 * @property {Record<string, any>} ui the board's own memory; it is cleared with every line, unless the board has keepUi
 * @property {() => void} redraw
 * @property {string[]} fresh the line that is being shown; where nothing is paced, all lines of a message
 * @property {GameState | null} before the state before it
 * @property {number} owner whose line it is; 0 for nobody's
 * @property {number | string} beat changes with every line
 * @property {import('./turn.js').Turn} turn who must act now, and why
 * @property {number} [at] the place in the log of the line that is to be said
 * @property {string | null} mark a line that is shown on the board and was not played: a hint, or a better move
 * @property {string[]} then the lines that the judge expects after the mark
 * @property {boolean} replaying a finished game is looked at
 * @property {number} timeout the seat whose time was out, where the line was played for it
 * @property {string | null} pending the line that is on its way
 * @property {number} dwell how long a move is to be seen, in milliseconds
 * @property {boolean} waiting more is to be shown
 * @property {(() => void) | null} throwing throws one's own dice, which wait for it
 * @property {number[]} people the seats of several people at this device, or none
 * @property {number} side the seat as which the board is seen
 * @property {(seat: number, line: string) => void} playFor plays as another person at this device
 * @property {() => void} follow goes to the seat that the board's speaker() names
 * @property {boolean} lesson a guided game
 * @property {(seat: number) => Node[]} seatCard a seat's mark, name and tags
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
 * @property {Child} [icon]
 */

/** @typedef {{ask?: Child, buttons?: BarButton[], extra?: Child}} Bar what can be done now: a question, and buttons */

/**
 * What can fall with real dice now.
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
 * @property {boolean} pace lines are shown one after the other; false where everybody speaks at once
 * @property {(line: string, before?: GameState | null) => number} owner whose line it is, also where chance acts for somebody: a seat, or 0
 * @property {(line: string, view: View) => number} dwell how long a line is to be seen, in milliseconds at the calm pace
 * @property {(line: string, view: View) => string} say a line of the record as a sentence
 * @property {(lines: string[], view: View) => string} tell what happened, to be heard: without what everybody can count for themselves
 * @property {(line: string) => boolean} rolls whether a line is a roll of dice, which is heard as one
 * @property {(view: View) => Child} board
 * @property {(view: View) => Bar} bar
 * @property {(view: View) => Roll} roll
 * @property {(view: View) => string} ending what the result came by, as a sentence; '' where there is nothing to say
 * @property {(view: View, seat: number) => Child} seat what is told of a seat beside its name
 * @property {(event: KeyboardEvent, view: View) => boolean} key true where the key meant something
 * @property {(state: GameState, ui: Record<string, any>, seats: number[]) => number} speaker where anybody may act and several people
 *   are at this device: the seat whose place the page is to show, or 0
 * @property {(lines: string[], view: View, whole: boolean) => void} before called before lines are shown; `whole`: the table came anew
 * @property {(line: string) => boolean} [throws] whether one's own roll waits for one's own hand
 * @property {(log: string[], state: GameState | null) => number[]} [owners] for each line of the log whose it is
 * @property {(left: number | null) => void} [tick] called five times a second with what is left on the clock, in milliseconds
 * @property {boolean} [ownSeats] the board draws the seats itself
 * @property {boolean} [keepUi] its memory outlasts a line
 * @property {boolean} [turns] the board is seen from the side of whose turn it is
 */

/** @typedef {Partial<Board> & ThisType<Board>} GameBoard what games/NAME/board.js gives: the rest is that of the plain board */

export {};
