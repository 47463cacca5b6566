// Everything about the account as one JSON file: the parts of /api/me/export, joined here.
import { ask } from './me.js';

/**
 * Resolves with the number of games.
 * @param {(text: string) => void} save
 * @param {(games: number) => void} tell
 * @param {string} name
 */
export async function exportAll(save, tell, name) {
  const kind = 'cornet person 1', games = [];
  /** @type {any} */
  let account = null;
  for (let cursor = null, first = true; first || cursor; first = false) {
    const part = await ask(`/api/me/export${cursor ? `?cursor=${encodeURIComponent(cursor)}` : ''}`);
    account ??= part.account;
    games.push(...part.games);
    cursor = part.next;
    tell(games.length);
  }
  save(JSON.stringify({ kind, name, account, games }));
  return games.length;
}
