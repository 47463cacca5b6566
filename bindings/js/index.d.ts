// cornet-core: README.md explains it with an example.

/** A line of a record: `1 keep 22`, `* roll 0225`. */
export type Line = string;

export type Language = 'en' | 'fr';

/** Whose move it is: a seat from 1, the dice, anybody (Thémots), or nobody since the game is over. */
export type Mover = number | 'chance' | 'anyone' | 'over';

export interface GameOption {
  name: string;
  about: string;
  words: string[];
  /** Numbers from `least` to `most`; null: none. */
  least: number | null;
  most: number | null;
  /** Other texts, too, that the game understands. */
  free: boolean;
  preset: string;
}

export interface Game {
  id: string;
  title: string;
  about: string;
  seats_least: number;
  seats_most: number;
  /** Seats have secrets. */
  hidden: boolean;
  /** Players may say words that are in no list. */
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
  /** Each level's agent with its settings, from weak to strong. */
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
  /** null: the start. */
  line: Line | null;
  state: State;
}

export interface Plan {
  line: Line;
  /** Where anybody may act: when, in milliseconds since the dice fell. */
  at: number;
}

export interface Hint {
  line: Line;
  /** The seat's expected share of the result. */
  share: number;
  /** Of the share. */
  error: number;
  /** What is expected to follow, where the judge looks ahead. */
  then: Line[];
}

export interface Hints {
  /** Where the numbers come from. */
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
  /** What the dice did to the seat's share of the result, in all. */
  luck: number;
  /** What its decisions lost against the best ones, in all. */
  cost: number;
  /** Games with secrets: what a choice did beyond what the seat could know. */
  hidden?: number;
  /** Where anybody may act: what being quick was worth. */
  speed?: number;
  /** What the others' choices did. */
  others: number;
  /** The judge's own error. */
  unexplained: number;
  decisions: number;
  mistakes: number;
  /** Words that were refused as a matter of opinion. */
  disputed?: number;
  /** Lost per decision, in hundredths of a game. */
  rate: number;
  verdict: string;
}

export interface AnalysedMove {
  line: Line;
  /** Each seat's expected share of the result after the line, seat 1 first. */
  chances: number[];
  error: number;
  /** Of a line of chance, for each seat. */
  luck?: number[];
  /** Of a decision: who decided, what it lost, and the best line if another was played. */
  seat?: number;
  cost?: number;
  best?: Line;
  /** Where the time was out: what each seat missed by saying nothing. */
  missed?: number[];
}

/** A game line by line: start + luck - cost + hidden + speed + others + unexplained = end, for every seat. */
export interface Analysis {
  game: string;
  players: number;
  over: boolean;
  /** false: the time was out before the last line. */
  complete: boolean;
  /** Where the numbers come from. */
  how: string;
  /** Each seat's expected share at the start. */
  start: number[];
  seats: AnalysedSeat[];
  /** Numbers in `moves`, from 1; null: none. */
  luckiest: number | null;
  costliest: number | null;
  moves: AnalysedMove[];
}

export interface MatchSettings {
  players?: number;
  /** Values of the game's options. */
  options?: Record<string, string | number>;
  /** Names, seat 1 first; `bot:LEVEL` or `bot:AGENT` makes it a bot's seat for step(). */
  seats?: (string | null | undefined)[];
  /** Of roll(), step() and the bots: 0 to 2^64-1. Without one each match is different. */
  seed?: number | bigint;
}

export interface OpenSettings {
  /** Reads a file of the package's folder `offline`, where it is not beside the program. */
  read?: (name: string) => Promise<Uint8Array>;
  language?: Language;
}

/** Starts the module. */
export function open(settings?: OpenSettings): Promise<Cornet>;

export class Cornet {
  private constructor();
  /** For open() alone. */
  private static start(...given: unknown[]): Promise<Cornet>;
  readonly language: Language;
  /** The language of all sentences from now on. */
  setLanguage(language: Language): Promise<void>;
  games(): Game[];
  agents(game: string): Agents;
  /** A new game. All that its bots and hints need is loaded, so that nothing waits afterwards. */
  newMatch(game: string, settings?: MatchSettings): Promise<Match>;
  /** A game from its record, replayed; the Error of a wrong record names the line. */
  readRecord(record: string | Uint8Array): Promise<Match>;
}

/** One game. What fails throws an Error whose message is a sentence, and then nothing has changed. */
export class Match {
  private constructor();
  readonly mover: Mover;

  /** Plays a line of a seat or of chance. */
  play(line: Line): this;
  /** Draws an outcome of chance, plays it and gives its line. */
  roll(): Line;
  /** Plays what is due: the dice, the bot of a seat, the clock in simulated time. null: the game is over, or a person's move is due. */
  step(): Line | null;
  /** Undoes the last line, of a seat or of chance. */
  undo(): this;
  seed(number: number | bigint): this;
  name(seat: number, name: string): this;

  /** The legal lines, sorted. Where anybody may act, the seat is named. */
  legal(seat?: number): Line[];
  /** The outcomes of chance, if it is to move. */
  outcomes(): Outcome[];
  /** Where anybody may act: after how many seconds the time is out, and the line that says so. */
  timeOut(): { seconds: number; line: Line } | null;
  /** The whole state. */
  state(): State;
  /** What a seat sees; 0 is a spectator. */
  view(seat: number): State;
  /** The lines so far, comments too; with a seat, as it may see them. */
  lines(seat?: number): Line[];
  /** The game again from its start, with the state after each line. */
  steps(): Step[];
  /** The position text, in games that have one. */
  position(): string;
  record(): string;
  copy(): Match;

  /** What a bot does now, from its seat's view: a level, an agent, or `agent:setting=number`. Without one: the strongest level. */
  choose(agent?: string, seat?: number): Line;
  plan(agent?: string, seat?: number): Plan;
  /** Each legal move with what it is worth to the seat, best first. */
  hints(seat?: number): Hints;
  value(): Value;
  /** The game so far, line by line: what was luck, what was error. It can take long: `seconds` ends it before. */
  analysis(settings?: { seconds?: number }): Analysis;

  /** Frees the game's memory at once. It is freed, too, when nothing refers to the match. */
  close(): void;
}
