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
}

export interface Game {
  id: string;
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

/** A state as JSON. The rules page of each game lists its other members. */
export interface State {
  game: string;
  players: number;
  mover: Mover;
  /** Each seat's share of the result when the game is over; they sum to 1. */
  result: number[] | null;
  [member: string]: unknown;
}

export interface Outcome {
  line: Line;
  /** In lowest terms: `1/6`. */
  odds: string;
  probability: number;
}

export interface Step {
  /** null for the state before the first line. */
  line: Line | null;
  state: State;
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
  /** Games with secrets: the further effect of its choices with the real hidden cards. */
  hidden?: number;
  /** Simultaneous play: the value of having a word before the others. */
  speed?: number;
  /** The effect of the other players' choices. */
  others: number;
  /** The remainder, caused by errors of the judge. */
  unexplained: number;
  decisions: number;
  mistakes: number;
  /** Refused words that a vote might have accepted. */
  disputed?: number;
  /** Mean cost per decision, in percent of a game. */
  rate: number;
  verdict: string;
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
  /** When the time runs out: the cost of each seat's silence. */
  missed?: number[];
}

/** A game line by line: start + luck - cost + hidden + speed + others + unexplained = end, for every seat. */
export interface Analysis {
  game: string;
  players: number;
  over: boolean;
  /** false if the time ran out before the last line was judged. */
  complete: boolean;
  /** The source of the numbers, as a sentence. */
  how: string;
  /** Each seat's expected share at the start. */
  start: number[];
  seats: AnalysedSeat[];
  /** Positions in `moves`, from 1; null if there is none. */
  luckiest: number | null;
  costliest: number | null;
  moves: AnalysedMove[];
}

export interface MatchSettings {
  players?: number;
  /** Values of the game's options. */
  options?: Record<string, string | number>;
  /** Names, seat 1 first; `bot:LEVEL` or `bot:AGENT` makes a seat a bot's, for step(). */
  seats?: (string | null | undefined)[];
  /** The seed of roll(), step() and the bots, from 0 to 2^64-1. Without a seed, each match is different. */
  seed?: number | bigint;
}

export interface OpenSettings {
  /** Reads a file of the package's folder `offline`. Set it if your bundler moves that folder. */
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
  agents(game: string): Agents;
  /** Starts a game. Loads everything that its bots and hints need, so that later calls need not wait. */
  newMatch(game: string, settings?: MatchSettings): Promise<Match>;
  /** Replays a record. If it is invalid, the Error names the line. */
  readRecord(record: string | Uint8Array): Promise<Match>;
}

/** One game. An invalid call throws an Error with one sentence, and changes nothing. */
export class Match {
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
  state(): State;
  /** The view of a seat; 0 is a spectator. */
  view(seat: number): State;
  /** The lines so far, including comments; with a seat, as that seat sees them. */
  lines(seat?: number): Line[];
  /** All steps from the start, with the state after each line. */
  steps(): Step[];
  /** The position text, in games that have one. */
  position(): string;
  record(): string;
  copy(): Match;

  /** The line that a bot chooses from its seat's view. `agent`: a level, an agent, or `agent:setting=number`; default: `max`. */
  choose(agent?: string, seat?: number): Line;
  plan(agent?: string, seat?: number): Plan;
  /** The value of each legal move for the seat, best first. */
  hints(seat?: number): Hints;
  value(): Value;
  /** Luck and mistakes of the game so far, line by line. It may take long; `seconds` limits the time. */
  analysis(settings?: { seconds?: number }): Analysis;

  /** Frees the memory immediately. Otherwise it is freed when nothing refers to the match. */
  close(): void;
}
