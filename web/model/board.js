// A board as a type: all that the client asks of a game's own drawing. core/board_plain.js is the board of a game without one, and
// has what the others leave out.

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
 * @property {string | null} [played] in a replay, where a better move is marked: the line that was played
 * @property {string[]} then the lines that the judge expects after the mark
 * @property {boolean} replaying a finished game is looked at
 * @property {number} timeout the seat whose time was out, where the line was played for it
 * @property {number} [times] how many equal lines in a row are said as one event
 * @property {string | null} pending the line that is on its way
 * @property {number} dwell how long a move is to be seen, in milliseconds
 * @property {number} spent how long the lines of this turn have been seen, in milliseconds at the calm pace
 * @property {boolean} waiting more is to be shown
 * @property {(() => void) | null} throwing throws one's own dice, which wait for it
 * @property {number[]} people the seats of several people at this device, or none
 * @property {number} side the seat as which the board is seen
 * @property {(seat: number, line: string) => void} playFor plays as another person at this device
 * @property {() => void} follow goes to the seat that the board's speaker() names
 * @property {() => void} [ready] this seat does not need the pause between two rounds any longer
 * @property {boolean} lesson a guided game
 * @property {(seat: number) => Node[]} seatCard a seat's face with its mark, name, level, tags and clock, in this order: `.plate-face` and
 *   `.seat-words`; they stand in an element whose class is plate()
 * @property {(seat: number) => string} plate the class of a seat's plate: `plate seat-N`, with `act` for the seat that must act now (gold)
 *   and `turn` for the seat whose turn it is (gold outline)
 * @property {(seat: number) => HTMLElement | null} flag what is asked of the seat that must act now, to be placed in its plate; else null
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
 * @property {boolean} pace lines are shown one after the other; false where everybody speaks at once
 * @property {(line: string, before?: GameState | null) => number} owner whose line it is, also where chance acts for somebody: a seat, or 0
 * @property {(line: string, view: View) => number} dwell how long a line is to be seen, in milliseconds at the calm pace
 * @property {(line: string, view: View) => string} say a line of the record as a sentence
 * @property {(lines: string[], view: View) => string} tell what happened, to be heard: without what everybody can count for themselves
 * @property {(lines: string[], view: View) => string} [hear] the same for who cannot see the board: with what it has changed
 * @property {(view: View) => string} [opens] said when a game starts, before its first line: what is about to happen
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
 * @property {(state: GameState, seat: number) => number} [score] for the places after the winner's: more is better
 * @property {(view: View, seat: number) => Child} [trophy] what a seat has won, on the podium; without it, what is told of the seat
 * @property {(state: GameState) => number} [roller] the seat whose dice are due; without it, the seat whose turn it is
 * @property {(log: string[], state: GameState | null) => number[]} [owners] for each line of the log whose it is
 * @property {(left: number | null, wait: number | null) => void} [tick] called five times a second with what is left on the clock and of
 *   the pause before a round, in milliseconds
 * @property {(view: View) => Bar | null} [pause] what the bar says while nobody can act; null: what it always says
 * @property {(line: string) => boolean} [begins] whether a line begins a turn
 * @property {(view: View) => Flight[] | Promise<Flight[]>} [flights] what travels with the line that is shown
 * @property {(view: View) => Flight | null} [way] what would travel with the line that is likely to be chosen
 * @property {(view: View) => string} [where] the player's own state, to be heard; without it, the words of seat()
 * @property {boolean} [ownSeats] the board draws the seats itself
 * @property {boolean} [keepUi] its memory outlasts a line
 * @property {boolean} [turns] the board is seen from the side of whose turn it is
 */

/** @typedef {Partial<Board> & ThisType<Board>} GameBoard what games/NAME/board.js gives: the rest is that of the plain board */

export {};
