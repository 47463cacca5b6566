// cornet-core/worker: the module in a Worker, so that bots and hints do not block the page.
import type { Cornet, GameId, Language, Match, MatchSettings } from './index.js';

/** The functions of Match; each returns a promise. `mover` is a function here. */
export type RemoteMatch<G extends GameId = GameId> = {
  [K in keyof Match<G>]: Match<G>[K] extends (...given: infer A) => infer R
    ? (...given: A) => Promise<R extends Match<G> ? RemoteMatch<G> : R>
    : () => Promise<Match<G>[K]>;
};

/** The functions of Cornet; each returns a promise. `language` is a function here. */
export interface RemoteCornet {
  language(): Promise<Language>;
  setLanguage(language: Language): Promise<void>;
  games(): Promise<ReturnType<Cornet['games']>>;
  agents(game: GameId): Promise<ReturnType<Cornet['agents']>>;
  idNames(game: GameId): Promise<string[]>;
  newMatch<G extends GameId>(game: G, settings?: MatchSettings<G>): Promise<RemoteMatch<G>>;
  readRecord(record: string | Uint8Array): Promise<RemoteMatch>;
  /** Ends the Worker. Calls that have not been answered are rejected. */
  close(): void;
}

export interface WorkerSettings {
  /** A Worker (in Node, of `node:worker_threads`) that runs `cornet-core/thread`. Default: a new one. Bundlers need it. */
  worker?: unknown;
  /** The URL of a folder with the files of the package's folder `offline`. */
  files?: string;
  language?: Language;
}

/** Starts the module in a Worker. */
export function openWorker(settings?: WorkerSettings): Promise<RemoteCornet>;
