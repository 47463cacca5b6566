// A new table, created immediately. new_table_dialog.js asks first.
import { allGames, fetchBoard, gameOf, loadGames, myName } from '../core/games.js';
import { go, redraw } from '../core/frame.js';
import { hasScored, setSetting, setting } from '../core/keep.js';
import { seatFace } from '../core/faces.js';
import { agentName, closeDialog, notice, openDialog, redrawDialog, seatName, shortName } from '../core/parts.js';
import { hasServer } from '../core/place.js';
import { t, TEXTS } from '../core/texts.js';
import { GAMES } from '../games.js';



/** @typedef {import('../model/messages.js').GameFacts} GameFacts */
/** @typedef {import('../model/messages.js').CreateMessage & {game: string, others?: Record<string, string>, hides?: boolean}} Wish */

/** @type {GameFacts | null} */
let starting = null;

/** The game whose table is being made. */
export const startingGame = () => starting;

/** Prefetches a board that will be needed soon. @param {string} id */
export const prefetchBoard = (id) => fetchBoard(id).catch(() => {});

/** Returns the server's error text if it refuses, else null. @param {Wish} wish @returns {Promise<string | null>} */
export async function create(wish) {
  const game = gameOf(wish.game) ?? null;
  starting = game;
  prefetchBoard(wish.game);
  redraw();
  try {
    const { createTable } = await import('../table/session.js');
    const id = await createTable({ ...wish, name: myName() });
    if (game) setSetting(`dealt.${game.id}`, dealtOf(game, wish.options ?? {}) ?? null);
    closeDialog();
    go(`/t/${id}`);
    starting = null;
    return null;
  } catch (error) {
    const refused = /** @type {import('../model/messages.js').Refusal} */ (error).text ?? t('error.server');
    if (!document.querySelector('dialog[open]')) notice(refused, 'bad');
    starting = null;
    redraw();
    return refused;
  }
}

/** @param {GameFacts} game @param {Record<string, string>} [options] */
export function playNow(game, options = {}) {
  const players = usualPlayers(game), seats = ['me', ...Array(players - 1).fill(usualBot(game))];
  create({ game: game.id, players, options, seats });
}

/** A quick game, from another page. @param {string} id */
export async function startGame(id) {
  if (!allGames()) await loadGames().catch(() => {});
  const game = gameOf(id);
  if (game) playNow(game, quickOf(game));
}

/** The number of players in a quick game. @param {GameFacts} game */
export const usualPlayers = (game) => GAMES[game.id]?.players ?? game.seats_least;

/** The level of the bots of the player's first games, if it is not the usual one; then undefined. @param {GameFacts} game */
export const firstLevel = (game) => (hasScored(game.id) ? undefined : GAMES[game.id]?.first);

/** An opponent for everybody; 'bot' is the strongest there is. @param {GameFacts} game */
export const usualBot = (game) => (game.levels.includes('normal') ? `bot:${firstLevel(game) ?? 'normal'}` : 'bot');

/** The options of a quick game; undefined if the game has none. @param {GameFacts} game */
export const quickOf = (game) => GAMES[game.id]?.quick;

// ---- an option whose value can be drawn for each table, if somebody chooses that ----

/** @param {number} from @param {number} to */
export function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

/** @param {GameFacts} game */
export const dealt = (game) => game.options.find((option) => option.name === GAMES[game.id]?.deal);

/** The option's value for the next game: any but the last one that was dealt here. @param {GameFacts} game */
export function deal(game) {
  const option = dealt(game);
  if (!option) return {};
  const others = range(option.least ?? 0, option.most ?? 0).map(String).filter((value) => value !== setting(`dealt.${game.id}`, null));
  return { [option.name]: others[Math.floor(Math.random() * others.length)] };
}

/** The settings remembered from a created table. @param {GameFacts} game @param {Record<string, string>} options */
export const dealtOf = (game, options) => options[dealt(game)?.name ?? ''];
