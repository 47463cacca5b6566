// cornet-core: README.md explains it with an example.

/** A line of a record: `1 keep 22`, `* roll 0225`. */
export type Line = string;

export type Language = 'en' | 'fr';

/** Who moves next: a seat from 1, chance, anybody (Thémots), or nobody because the game is over. */
export type Mover = number | 'chance' | 'anyone' | 'over';

export interface GameOption {
  name: string;
  about: string;
  words: string[];
  /** The option takes numbers from `least` to `most`; null if it takes none. */
  least: number | null;
  most: number | null;
  /** Whether the option also takes other texts that the game accepts. */
  free: boolean;
  preset: string;
  /** The default at a table with people, and with a clock and people only; null: the same. */
  people: string | null;
  clock: string | null;
}

export interface Game {
  id: GameId;
  title: string;
  about: string;
  seats_least: number;
  seats_most: number;
  /** Whether seats have secrets. */
  hidden: boolean;
  /** Whether players may say words that are in no list. */
  speech: boolean;
  options: GameOption[];
  agents: { name: string; about: string }[];
  /** Names of the levels, from weak to strong. */
  levels: string[];
}

export interface AgentSetting {
  name: string;
  about: string;
  least: number;
  most: number;
  preset: number;
}

export interface Agents {
  agents: { name: string; about: string; settings: AgentSetting[] }[];
  /** The agent of each level with its settings, from weak to strong. */
  levels: Record<string, string>;
}

/** The games of the package. */
export type GameId = 'easycome' | 'wazabi' | 'debacle' | 'themots';

/** What the states of all games have. */
export interface AnyState {
  players: number;
  mover: Mover;
  /** Each seat's share of the result when the game is over; they sum to 1. */
  result?: number[] | null;
}

export type Prize = 'carre' | 'paires' | 'brelan-impair' | 'brelan-pair' | '7' | '13' | '3-' | '17+' | 'suite';

/** games/easycome/rules.md explains the members. */
export interface EasycomeState extends AnyState {
  game: 'easycome';
  phase: 'rolloff' | 'roll' | 'choose' | 'over';
  turn: number;
  hold: number;
  kept: string;
  rolled: string;
  /** Each prize's holder; 0: in the centre. */
  prizes: Record<Prize, number>;
  takeable: Prize[];
  endured: number[];
  rolloff: (number | null)[] | null;
  prizes_to_win: number;
}

export type Card = 'retire1' | 'tourne' | 'retire2' | 'donne' | 'vole' | 'reste1' | 'pioche3' | 'reste2' | 'saute' | 'rejoue';

/** The number of cards of each kind; a kind without cards is absent. */
export type Cards = Partial<Record<Card, number>>;

/** games/wazabi/rules.md explains the members. */
export interface WazabiState extends AnyState {
  game: 'wazabi';
  phase: 'deal' | 'start' | 'roll' | 'steal' | 'draw' | 'from' | 'give' | 'play' | 'keep' | 'over';
  turn: number;
  direction: 'left' | 'right';
  dice: number[];
  cards: number[];
  /** Null where they are hidden. */
  hands: (Cards | null)[];
  skips: number[];
  pile: number;
  discards: Cards;
  rolled: { C: number; D: number; W: number };
  victim: number | null;
  start: (number | null)[] | null;
  draws: number;
  gives: number;
  in_play: Card | null;
  teams: boolean;
  round: number;
  rounds: number;
  points: number[];
  won: number[];
  costs: Record<Card, number>;
  partners: number[] | null;
}

/** games/debacle/rules.md explains the members. Pairs are red's and black's. */
export interface DebacleState extends AnyState {
  game: 'debacle';
  phase: 'first' | 'setup' | 'play' | 'over';
  position: string | null;
  moves: number;
  bonus: [number, number];
  held: [string, string];
  scores: [number, number];
  bounce: string | null;
  owed: string | null;
  flipped: string | null;
  round: number;
  turns: number;
  quiet: number;
  target: number;
  worth: [number, number];
  captures_to_end: number;
  recover: 'any' | 'once';
  recovered: boolean;
  flip: 'turn' | 'always';
  form: 'literal' | 'tournament';
  must: boolean;
  may_end: boolean;
  recoveries: [number, number];
  camps: [number, number];
}

export type Colour = 'vert' | 'blanc' | 'jaune' | 'rouge' | 'bleu' | 'noir';
export type Reason = 'good' | 'initial' | 'theme' | 'root' | 'same' | 'letter' | 'unknown';

export interface Theme {
  id: string;
  fr: string;
  en: string;
}

export interface RefusedWord {
  seat: number;
  word: string;
  theme: number;
  reason: Reason;
  meant: string | null;
  elsewhere: Theme | null;
  voted: boolean;
}

export interface WordInHand {
  seat: number;
  word: string;
  theme: number;
  voters: number[];
  voted: number[];
  reason: Reason | null;
  meant: string | null;
  elsewhere: Theme | null;
}

/** games/themots/rules.md explains the members. */
export interface ThemotsState extends AnyState {
  game: 'themots';
  variant: 'base' | 'manche' | 'fermer';
  scoring: 'dice' | 'word';
  wrong: 'out' | 'again';
  card: number;
  themes: Theme[];
  round: number;
  thrower: number;
  theme: number | null;
  letters: string | null;
  colour: Colour | null;
  centre: number;
  reserve: number;
  tokens: number[];
  out: number[];
  closed: number[];
  said: { seat: number; word: string | null; points: number }[];
  in_hand: WordInHand | null;
  refused: RefusedWord | null;
  last: { theme: number | null; letters: string; colour: Colour; best: { word: string; points: number }[] } | null;
  places: number | null;
  seconds: number;
  initial: string | null;
  banned: string | null;
  open: number[];
  numbered: boolean;
  colours: Colour[];
}

/** The state of each game. */
export interface States {
  easycome: EasycomeState;
  wazabi: WazabiState;
  debacle: DebacleState;
  themots: ThemotsState;
}

/** A state of some game: `state.game` tells which. */
export type State = States[GameId];

/** The options of each game. */
export interface Options {
  easycome: { hold?: 2 | 3 | '2' | '3'; first?: 'roll' | number | `${number}` };
  wazabi: {
    teams?: 'off' | 'on';
    dice?: number | `${number}`;
    games?: number | `${number}`;
    steal?: 'holder' | 'anyone';
  };
  debacle: {
    first?: 'random' | 1 | 2 | '1' | '2';
    /** `auto`, `standard`, `random`, or a position text. */
    setup?: string;
    target?: number | `${number}`;
    recover?: 'any' | 'once';
    flip?: 'turn' | 'always';
    moves?: 'may' | 'must';
    form?: 'literal' | 'tournament';
  };
  themots: {
    variant?: 'base' | 'manche' | 'fermer';
    card?: number | `${number}`;
    tokens?: number | `${number}`;
    time?: number | `${number}`;
    vote?: 'off' | 'on';
    opening?: 'any' | 'plain';
    letters?: 'dice' | 'word';
    black?: 'out' | 'again';
  };
}

export interface Outcome {
  line: Line;
  /** In lowest terms: `1/6`. */
  odds: string;
  probability: number;
}

export interface Step<G extends GameId = GameId> {
  /** null for the state before the first line. */
  line: Line | null;
  state: States[G];
}

export interface Plan {
  line: Line;
  /** In simultaneous play: the time of the action, in milliseconds since the dice fell. */
  at: number;
}

export interface Hint {
  line: Line;
  /** The seat's expected share of the result. */
  share: number;
  /** Half of the 95 % confidence interval of the share; 0 if it is exact. */
  error: number;
  /** The expected continuation, if the judge looks ahead. */
  then: Line[];
}

export interface Hints {
  /** The source of the numbers, as a sentence. */
  how: string;
  /** Best first. */
  hints: Hint[];
}

export interface Value {
  /** Each seat's expected share of the result, seat 1 first. */
  shares: number[];
  error: number;
}

export interface AnalysedSeat {
  name: string;
  /** The total effect of dice and draws on the seat's share of the result. */
  luck: number;
  /** The total loss of its decisions compared with the best ones. */
  cost: number;
  /** The effect of the other players' choices. */
  others: number;
  /** The remainder, caused by errors of the judge. */
  unexplained: number;
  decisions: number;
  mistakes: number;
  /** Mean cost per decision, in percent of a game. */
  rate: number;
  verdict: string;
}

/** What the seats of each game's analysis have. */
export interface AnalysedSeats {
  easycome: AnalysedSeat;
  /** hidden: the further effect of its choices with the real hidden cards. */
  wazabi: AnalysedSeat & { hidden: number };
  debacle: AnalysedSeat;
  /** speed: the value of having a word before the others. disputed: refused words that a vote might have accepted. */
  themots: AnalysedSeat & { speed: number; disputed: number };
}

export interface AnalysedMove {
  line: Line;
  /** Each seat's expected share of the result after the line, seat 1 first. */
  chances: number[];
  error: number;
  /** Lines of chance: the luck of each seat. */
  luck?: number[];
  /** Decisions: the seat, the cost, and the best line if another was played. */
  seat?: number;
  cost?: number;
  best?: Line;
  /** A good decision: how much better it was than the next best one, and the words of that one. */
  gain?: number;
  next?: string;
}

/** What the lines of each game's analysis have. */
export interface AnalysedMoves {
  easycome: AnalysedMove;
  wazabi: AnalysedMove;
  debacle: AnalysedMove;
  /** missed: when the time runs out, the cost of each seat's silence. */
  themots: AnalysedMove & { missed?: number[] };
}

/** A game line by line: start + luck - cost + hidden + speed + others + unexplained = end, for every seat. */
export interface Analysis<G extends GameId = GameId> {
  game: G;
  players: number;
  over: boolean;
  /** false if the time ran out before the last line was judged. */
  complete: boolean;
  /** The source of the numbers, as a sentence. */
  how: string;
  /** How far the judge looked, of the depths that it has. */
  depth: number;
  depths: number;
  /** Each seat's expected share at the start. */
  start: number[];
  seats: AnalysedSeats[G][];
  /** Positions in `moves`, from 1; null if there is none. */
  luckiest: number | null;
  costliest: number | null;
  moves: AnalysedMoves[G][];
}

export interface MatchSettings<G extends GameId = GameId> {
  players?: number;
  /** Values of the game's options. */
  options?: Options[G];
  /** Names, seat 1 first; `bot:LEVEL` or `bot:AGENT` makes a seat a bot's, for step(). */
  seats?: (string | null | undefined)[];
  /** The seed of roll(), step() and the bots, from 0 to 2^64-1. Without a seed, each match is different. */
  seed?: number | bigint;
}

export interface OpenSettings {
  /** The URL of a folder with the files of the package's folder `offline`. Set it if your bundler moves that folder. */
  files?: string | URL;
  /** Reads one of these files. */
  read?: (name: string) => Promise<Uint8Array>;
  language?: Language;
}

/** Starts the module. */
export function open(settings?: OpenSettings): Promise<Cornet>;

export class Cornet {
  private constructor();
  /** Used by open() only. */
  private static start(...given: unknown[]): Promise<Cornet>;
  readonly language: Language;
  /** Sets the language of all later sentences. */
  setLanguage(language: Language): Promise<void>;
  games(): Game[];
  agents(game: GameId): Agents;
  /** The meaning of each action id of a game, for learning programs. */
  idNames(game: GameId): string[];
  /** Starts a game. Loads everything that its bots and hints need, so that later calls need not wait. */
  newMatch<G extends GameId>(game: G, settings?: MatchSettings<G>): Promise<Match<G>>;
  /** Replays a record. If it is invalid, the Error names the line. */
  readRecord(record: string | Uint8Array): Promise<Match>;
}

/** One game. An invalid call throws an Error with one sentence, and changes nothing. */
export class Match<G extends GameId = GameId> {
  private constructor();
  readonly mover: Mover;

  /** Plays a line of a seat or of chance. */
  play(line: Line): this;
  /** Draws an outcome of chance, plays it and returns its line. */
  roll(): Line;
  /** Plays the next move of dice, a bot or the clock (in simulated time). Returns null if the game is over or a person has to move. */
  step(): Line | null;
  /** Undoes the last line, of a seat or of chance. */
  undo(): this;
  seed(number: number | bigint): this;
  name(seat: number, name: string): this;

  /** The legal lines, sorted. In simultaneous play, name a seat. */
  legal(seat?: number): Line[];
  /** The outcomes of chance, if chance moves next. */
  outcomes(): Outcome[];
  /** In simultaneous play: the seconds until the time runs out, and the line that is played then. */
  timeOut(): { seconds: number; line: Line } | null;
  /** The whole state. */
  state(): States[G];
  /** The view of a seat; 0 is a spectator. */
  view(seat: number): States[G];
  /** The lines so far, including comments; with a seat, as that seat sees them. */
  lines(seat?: number): Line[];
  /** All steps from the start, with the state after each line. */
  steps(): Step<G>[];
  /** The position text, in games that have one. */
  position(): string;
  record(): string;
  copy(): Match<G>;

  /** The view of a seat (default: the mover) as numbers, in the order of `observationNames()`. Seat 1 in a name is the viewer. */
  observation(seat?: number): Int32Array;
  observationNames(): string[];
  /** The action ids of a seat's legal moves (default: the mover). An id means the same in every state: `cornet.idNames(game)`. */
  ids(seat?: number): Int32Array;
  /** The line of a legal action id. */
  idLine(id: number, seat?: number): Line;

  /** The line that a bot chooses from its seat's view. `agent`: a level, an agent, or `agent:setting=number`; default: `max`. */
  choose(agent?: string, seat?: number): Line;
  plan(agent?: string, seat?: number): Plan;
  /** The value of each legal move for the seat, best first. */
  hints(seat?: number): Hints;
  value(): Value;
  /** Luck and mistakes of the game so far, line by line. It may take long; `seconds` limits the time. */
  analysis(settings?: { seconds?: number }): Analysis<G>;

  /** Frees the memory immediately. Otherwise it is freed when nothing refers to the match. */
  close(): void;
}
