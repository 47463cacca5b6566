// The messages of docs/develop/protocol.md as types, and the HTTP responses. No code: `tsc --checkJs` reads it (tests/types.sh).

/** @typedef {'waiting' | 'fair' | 'playing' | 'over'} Phase */

/**
 * @typedef {object} Seat
 * @property {string} name
 * @property {'open' | 'person' | 'bot' | 'stand-in' | 'left'} kind
 * @property {boolean} [here] somebody is connected
 * @property {boolean} [person] with a name of their own (an account), and connected
 * @property {boolean} [free] a bot plays, and anybody may take the seat
 * @property {boolean} [idle] the player has not acted for a long time
 */

/**
 * A seat's view of the game. The other members are the game's own: games/NAME/rules.md lists them.
 * @typedef {{game: string, players: number, mover: number | 'chance' | 'anyone' | 'over', result: number[] | null}
 *   & {[member: string]: any}} GameState
 */

/**
 * @typedef {object} Clock
 * @property {'move' | 'bank' | 'game'} kind
 * @property {number} [seat] whose time runs; 0 for nobody
 * @property {number} left milliseconds, when the message was made
 * @property {boolean} running
 * @property {number} of milliseconds
 * @property {number} [lead] before a round: milliseconds until its dice fall and its clock starts
 * @property {number} [rest] after a round: milliseconds until the countdown to the next
 * @property {number} [wait] while it stands for a vote: milliseconds until the vote ends
 * @property {number[]} [banks] of each seat, in milliseconds
 */

/**
 * Seats whose last move can be taken back: at once, or by consent. `acts`: what each seat would say, at a table of version 3.
 * @typedef {{free: number[], asked: number[], acts?: string[]}} Undo
 */

/**
 * @typedef {object} Fair the exchange of seeds
 * @property {string} table
 * @property {string} commit of the server's seed
 * @property {'commit' | 'reveal' | 'done'} step
 * @property {({commit: string, seed: string | null} | null)[]} seats
 * @property {string | null} seed the server's, once the game is over
 * @property {number} attempt
 * @property {string[]} settings
 * @property {string | null} list
 * @property {number[]} acknowledged
 * @property {boolean} open
 * @property {{attempt: number, seat: number, step: string, commit: string}[]} failed
 */

/** @typedef {{head?: string[], last: number, hidden: string | null, salts: [number, string][]}} Fair3 the fair dice of version 3 */
/** @typedef {{m: number, seen: number, digest: string, salt: string, sig: string}} By a seat's word (dice/seat3.js) */

/**
 * @typedef {object} Proposal
 * @property {'undo' | 'bot' | 'rematch' | 'draw' | 'seat' | 'remove'} what
 * @property {number} by
 * @property {number} [seat]
 * @property {string} [name] what `seat`: who asks for the seat
 * @property {string} [act] the text to which the seats agree, at a table of version 3
 * @property {number[]} [words] the number of each seat's word about it; 0: none
 * @property {number[]} agreed
 * @property {number[]} wanted seats whose answer is awaited
 * @property {number} left milliseconds
 * @property {number} [grace] what `bot`: milliseconds that the person has to return or to act
 * @property {number} [until] when that time ends, by performance.now()
 */

/** @typedef {{seat: number, name: string, text: string}} Said a chat line */

/** @typedef {{table: string, step: number}} Origin the position from which a game continues */

/**
 * @typedef {object} Table everything about a table: the message `table` without its type
 * @property {string} table
 * @property {number} seq
 * @property {string} game
 * @property {number} players
 * @property {Record<string, string>} options
 * @property {Phase} phase
 * @property {number} you
 * @property {number} host
 * @property {boolean} listed
 * @property {boolean} chat
 * @property {boolean} [takeover] others may take a seat that a bot plays for somebody
 * @property {boolean} [resign] one of the two players may resign
 * @property {boolean} [draw] the two players may agree to a draw
 * @property {boolean} judged
 * @property {Seat[]} seats
 * @property {number} [watching]
 * @property {Timing} [timing] the clock that people have; absent: none
 * @property {string[]} log
 * @property {number} [log_from]
 * @property {GameState | null} state
 * @property {(GameState | null)[]} [states]
 * @property {number} [throws] the seat whose throw is awaited
 * @property {boolean} may
 * @property {string[]} legal
 * @property {Undo} [undo]
 * @property {boolean} [salt] this seat's next line will be hidden from others
 * @property {Clock | null} clock
 * @property {Fair | null} [fair]
 * @property {Fair3} [fair3]
 * @property {Proposal | null} proposal
 * @property {Said[]} said
 * @property {Origin | null} origin
 * @property {string | null} next
 * @property {'own'} [dice]
 * @property {string} [daily] the date of a challenge of the day
 * @property {'join' | 'sync' | 'start' | 'undo' | 'store'} why
 */

// ---- messages from the server ----

/**
 * @typedef {{type: 'hello', protocol: number, server: string, now: number, fair?: number, id?: number,
 *   person?: {name: string}}} HelloMessage
 */
/** @typedef {{type: 'joined', id?: number, table: string, seat: number, secret?: string, taken?: number}} JoinedMessage */
/** @typedef {{type: 'table', id?: number} & Table} TableMessage */

/**
 * @typedef {object} MovesMessage
 * @property {'moves'} type
 * @property {number} [id]
 * @property {number} seq
 * @property {number} [from] the index of the first line in the log
 * @property {string[]} lines
 * @property {(GameState | null)[]} [states] after each line but the last
 * @property {GameState} state
 * @property {number} [throws] the seat whose throw is awaited
 * @property {boolean} may
 * @property {string[]} legal
 * @property {Undo} [undo]
 * @property {Clock | null} clock
 * @property {number} [timeout] the seat whose time ran out
 * @property {string} [fault] why a bot program could not continue
 * @property {boolean} [salt]
 * @property {Fair} [fair]
 * @property {Fair3} [fair3]
 */

/**
 * @typedef {object} SeatsMessage
 * @property {'seats'} type
 * @property {number} [id]
 * @property {number} seq
 * @property {Phase} phase
 * @property {number} host
 * @property {boolean} chat
 * @property {boolean} listed
 * @property {boolean} [takeover]
 * @property {Seat[]} seats
 * @property {number} [watching]
 * @property {Timing} [timing] the clock that people have; absent: none
 */

/** @typedef {{type: 'chat', id?: number} & Said} ChatMessage */
/** @typedef {{type: 'fair', id?: number, fair: Fair}} FairMessage */
/**
 * @typedef {{type: 'proposal', id?: number, proposal: Proposal | null, what?: string, done?: boolean, refused?: number,
 *   words?: number[]}} ProposalMessage
 */
/** @typedef {{kind: string, seconds: number, add?: number}} Timing per move, or a bank with an addition per move */
/** @typedef {{type: 'clock', id?: number, clock: Clock}} ClockMessage the countdown to a round begins */
/** @typedef {{type: 'notice', id?: number, text: string}} NoticeMessage the operator's announcement; '': it has ended */
/** @typedef {{type: 'next', id?: number, table: string}} NextMessage */
/** @typedef {{type: 'entries', id?: number, from: number, lines: string[], seal: string}} EntriesMessage of the ledger */
/** @typedef {{type: 'got', id?: number, step: number, sig: string}} GotMessage the receipt of a link */
/** @typedef {{type: 'ready', id?: number, step: number}} ReadyMessage a probe: answer at once */
/** @typedef {{type: 'ok' | 'pong', id?: number, now?: number}} OkMessage */
/** @typedef {{type: 'error', id?: number, code: string, text: string, at?: string}} ErrorMessage */

/** @typedef {{move: string, share: number, error: number, line?: string[]}} Hint a legal line without its seat, and its expected share */
/** @typedef {{how: string, depth: number, depths: number, hints: Hint[]}} Advice */
/** @typedef {{type: 'hint', id?: number, seq: number, more?: boolean, advice: Advice}} HintMessage */

/**
 * @typedef {HelloMessage | JoinedMessage | TableMessage | MovesMessage | SeatsMessage | ChatMessage | FairMessage | ProposalMessage
 *   | ClockMessage | NextMessage | NoticeMessage | EntriesMessage | GotMessage | ReadyMessage
 *   | OkMessage | ErrorMessage | HintMessage} ServerMessage
 */

/** @typedef {ServerMessage & {receivedAt: number}} Received a message, and when it arrived, by performance.now() */

// ---- messages from the client ----

/**
 * @typedef {object} CreateMessage
 * @property {string} [game]
 * @property {number} [players]
 * @property {Record<string, string>} [options]
 * @property {string[]} [seats]
 * @property {string} [name]
 * @property {boolean} [listed]
 * @property {boolean} [chat]
 * @property {boolean} [takeover]
 * @property {{kind: string, seconds?: number, add?: number}} [clock]
 * @property {'own'} [dice]
 * @property {string} [daily] the date of a challenge of the day
 * @property {{table: string, step?: number, lines?: number}} [from]
 */

/**
 * @typedef {{do: 'hello', protocol: number, lang: string, states: boolean, throws: boolean, fair: string, person?: string}
 *   | {do: 'ping' | 'sync' | 'leave' | 'quit'}
 *   | ({do: 'create', fair: string} & CreateMessage) | {do: 'bring', text: string} | {do: 'ready', step?: number} | {do: 'throw'}
 *   | {do: 'join', table: string, name: string, seat?: number, fair?: string, have?: number}
 *   | {do: 'watch', table: string, have?: number} | {do: 'resume', table: string, seat: number, secret: string, have?: number}
 *   | {do: 'move', line: string, at?: number} | {do: 'chat', text: string}
 *   | {do: 'host', chat?: boolean, listed?: boolean, takeover?: boolean, fill?: string, remove?: number}
 *   | {do: 'propose', what: string, seat?: number, secret?: string} | {do: 'agree', what: string, yes: boolean}
 *   | {do: 'chain', asks: number, end: string, key: string} | {do: 'entries', have: number}
 *   | {do: 'link', step: number, hash: string, link: string, sig: string}
 *   | {do: 'fair', commit?: string, list?: string, seed?: string} | {do: 'hint', at: number, grows?: boolean}} ClientMessage
 */

/** @typedef {{code: string, text?: string}} Refusal an error of the server; the code `lost` if there is no connection */

// ---- HTTP responses ----

/** @typedef {{ok: boolean, status: number, text: string}} Answer */

/**
 * @typedef {object} GameOption
 * @property {string} name
 * @property {string} about
 * @property {string[]} words
 * @property {number | null} least
 * @property {number | null} most
 * @property {boolean} free
 * @property {string} preset
 * @property {string | null} [people] the default of a table with people, if it differs
 * @property {string | null} [clock] the one to propose with a clock and without bots, if it differs
 */

/**
 * @typedef {object} GameFacts one of /api/games
 * @property {string} id
 * @property {string} title
 * @property {string} about
 * @property {number} seats_least
 * @property {number} seats_most
 * @property {boolean} hidden
 * @property {boolean} speech
 * @property {GameOption[]} options
 * @property {{name: string, about: string}[]} agents
 * @property {string[]} levels
 */

/**
 * @typedef {object} Summary /api/tables/ID
 * @property {string} table
 * @property {string} game
 * @property {number} players
 * @property {Phase} phase
 * @property {Seat[]} seats
 * @property {GameState['mover']} mover
 * @property {number[] | null} result
 * @property {number} moves
 * @property {Origin | null} origin
 * @property {boolean} listed
 * @property {number} created
 * @property {number} changed
 */

/** @typedef {{line: string | null, state: GameState}} StepFacts one of /api/tables/ID/steps */
/** @typedef {{line: string | null, note: string | null, state: GameState}} LessonStep one of /api/lessons/GAME */

/**
 * @typedef {object} JudgedMove
 * @property {string} move
 * @property {number[]} chances
 * @property {number} error
 * @property {number[]} [luck] of a draw, for each seat
 * @property {number} [seat] of a decision
 * @property {number} [cost]
 * @property {string} [best]
 * @property {boolean} [missed]
 * @property {number} [gain] of the best choice, over the second best
 * @property {string} [next] the second best choice, if there is a gain
 */

/**
 * @typedef {{verdict: string, mistakes: number, decisions: number, rate: number, disputed?: number} & Record<string, any>} SeatSums
 * @typedef {object} Analysis
 * @property {number} depth
 * @property {number} depths
 * @property {number[]} start
 * @property {number | null} luckiest
 * @property {number | null} costliest
 * @property {JudgedMove[]} moves
 * @property {SeatSums[]} seats
 */

/**
 * @typedef {{status: 'computing', done: number, whole: number} | {status: 'unjudged', text: string}
 *   | {status: 'ready', how: string, text?: string, analysis: Analysis}} AnalysisAnswer
 */

export {};
