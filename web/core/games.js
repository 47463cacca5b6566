// The games that can be played here, their boards and their styles. games.js at the root, which cmake/games.cmake makes, lists the games
// with a board. The plain board plays all others from their legal lines. model/board.js defines a board.
import { plain } from './board_plain.js';
import { h } from './dom.js';
import { setting } from './keep.js';
import { fetchJson, tell } from './parts.js';
import { fileOf, pathOf } from './place.js';
import { language, t } from './texts.js';
import { isEnding, isFault, isForfeit } from '../model/state.js';
import { GAMES } from '../games.js';

/** @typedef {import('../model/board.js').View} View */

/** @typedef {import('../model/messages.js').GameFacts} GameFacts */

/** @type {GameFacts[] | null} */
let games = null; // null until they are loaded

/** @returns {Promise<{games: GameFacts[]}>} */
const fetchGames = () => fetchJson(`/api/games?lang=${language()}`);
/** @type {Promise<{games: GameFacts[]} | null> | null} */
let early = pathOf() === '/' ? fetchGames().catch(() => null) : null; // requested while the styles are loading

/** Fetches the games in the current language. */
export async function loadGames() {
  const answer = await early;
  early = null;
  games = (answer ?? (await fetchGames())).games;
}

export const allGames = () => games;

/** @param {string} id */
export const gameOf = (id) => games?.find((game) => game.id === id);

/** @param {string} id */
export const gameTitle = (id) => gameOf(id)?.title ?? t('title.' + id);

/** @returns {string} */
export const myName = () => setting('name', '') || t('home.guest');

/**
 * The name to take this seat with (0: any). Names at a table differ, so a second guest gets a number.
 * @param {import('../model/messages.js').Table} table
 */
export function freeName(table, seat = 0) {
  const taken = table.seats.flatMap((one, i) => (i + 1 === seat ? [] : [one.name])), name = myName();
  let number = 2;
  if (name !== t('home.guest') || !taken.includes(name)) return name;
  while (taken.includes(`${name} ${number}`)) number++;
  return `${name} ${number}`;
}

/** A line that ends the game outside its rules. @param {string} line @param {View} view */
function sayEnding(line, view) {
  const seat = Number(line[0]), comment = view.table?.log?.findLast(isFault);
  const failed = !comment ? 'line.forfeits' : comment.includes(': it has not answered') ? 'line.late' : 'line.stopped';
  return tell(view, seat, !isForfeit(line) ? 'line.draws' : view.seats[seat - 1]?.kind === 'bot' ? failed : 'line.resigns');
}

/** @type {Record<string, Promise<unknown>>} */
const sheets = {};

/** Adds a style sheet to the page; resolves when it is loaded or has failed. @param {string} file */
export function loadStyle(file) {
  return (sheets[file] ??= new Promise((done) => {
    document.head.append(h('link', { rel: 'stylesheet', href: fileOf(file.slice(1)), onload: done, onerror: done }));
  }));
}

// The styles of the games' pictures. A board loads its own styles.
export const loadStyles = () => Promise.all(Object.values(GAMES).flatMap(({ pictureStyle }) => pictureStyle ?? []).map(loadStyle));

/**
 * Loads the game's own board and its styles, if it has one. The import has a computed name because a board imports texts.js, which
 * knows all games.
 * @param {string} game
 */
export async function fetchBoard(game) {
  const { board, style } = GAMES[game] ?? {};
  const [module] = await Promise.all([board ? import(fileOf(board.slice(1))) : null, style ? loadStyle(style) : null]);
  return module?.default ?? {};
}

/** @param {string} game */
export async function boardOf(game) {
  const board = { ...plain, ...(await fetchBoard(game)) };
  return {
    ...board,
    /** @param {string} line @param {View} view */
    say(line, view) {
      return isEnding(line) ? sayEnding(line, view) : board.say.call(this, line, view);
    },
    /** @param {string[]} lines @param {View} view */
    tell(lines, view) {
      const last = lines.at(-1) ?? '';
      return isEnding(last) ? sayEnding(last, view) : board.tell.call(this, lines, view);
    },
  };
}

