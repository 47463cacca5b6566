// Finished games of this browser's own tables, which were played without a server: import into the account.
import { setSetting, setting } from '../core/keep.js';
import { isHere, look, mayPlayHere } from '../core/place.js';
import { allResults } from '../core/results.js';
import { ask } from './me.js';

/** @typedef {import('../core/results.js').Row} Row */

const SINCE = 'imported'; // setting: the end of the last game that was imported

/** @returns {Promise<Row[]>} the oldest first */
export async function importable() {
  if (!mayPlayHere) return [];
  /** @type {Row[]} */
  const rows = await allResults().catch(() => []);
  return rows.filter(({ table, left, when }) => isHere(table) && !left && when > setting(SINCE, 0)).sort((a, b) => a.when - b.when);
}

/**
 * Sends the games one after another. A lost connection stops it: what was sent is not sent again.
 * @param {Row[]} rows
 * @param {(n: number) => void} tell
 */
export async function importAll(rows, tell) {
  let added = 0, refused = 0;
  for (const [i, { table, seat, when }] of rows.entries()) {
    tell(i + 1);
    const { ok, text: record } = await look(`/api/tables/${table}/record`).catch(() => ({ ok: false, text: '' }));
    if (ok) {
      try {
        if ((await ask('/api/me/import', { record, seat, ended: when })).new) added++;
      } catch (error) {
        const { code, status } = /** @type {import('./me.js').PeopleError} */ (error);
        if (code !== 'bad-value' && status !== 413) throw error;
        refused++;
      }
    }
    setSetting(SINCE, when);
  }
  return { added, refused };
}
