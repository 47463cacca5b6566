// The list of words of which six are the key to a name: completion, and the nearest word to a typed one. No DOM.
import { look } from '../core/place.js';

const COUNT = 6;
export const WORDS = COUNT;

/** A word without accents and case. @param {string} word */
export const fold = (word) => word.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase()
  .replaceAll('œ', 'oe').replaceAll('æ', 'ae').replace(/[^a-z]/g, '');

/** The words as the list spells them, by their folded forms. @type {Map<string, string> | null} */
let list = null;

/** @type {Promise<void> | null} */
let loading = null;

async function load() {
  const { ok, text } = await look('/api/words');
  if (!ok) throw new Error('no list of words');
  list = new Map(text.split('\n').map((word) => word.trim()).filter(Boolean).map((word) => [fold(word), word]));
}

/** Loads the list, once. A failed attempt can be repeated. */
export const loadWords = () => (loading ??= load().catch((error) => {
  loading = null;
  throw error;
}));

export const hasWords = () => list !== null;

/** The word as the list spells it; null: the list has no such word. @param {string} typed */
export const wordOf = (typed) => list?.get(fold(typed)) ?? null;

/** A word of an answer, with the accents of the list. @param {string} word */
export const spelled = (word) => wordOf(word) ?? word;

/** The words that begin like this. @param {string} typed @param {number} most */
export function completions(typed, most) {
  const start = fold(typed), found = [];
  if (!start) return [];
  for (const [folded, word] of list ?? []) {
    if (folded.startsWith(start)) found.push(word);
    if (found.length === most) break;
  }
  return found;
}

/** The number of insertions, deletions, exchanges and swaps of neighbours between two words. @param {string} a @param {string} b */
function distance(a, b) {
  let before = /** @type {number[]} */ ([]), row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + Number(a[i - 1] !== b[j - 1]));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) next[j] = Math.min(next[j], before[j - 2] + 1);
    }
    [before, row] = [row, next];
  }
  return row[b.length];
}

/** The nearest words of the list, nearest first. @param {string} typed @param {number} most */
export function nearest(typed, most) {
  const word = fold(typed);
  const near = [...(list ?? [])].filter(([folded]) => Math.abs(folded.length - word.length) < 3)
    .map(([folded, spelling]) => ({ spelling, far: distance(word, folded) })).filter(({ far }) => far < 4);
  return near.sort((a, b) => a.far - b.far || (a.spelling < b.spelling ? -1 : 1)).slice(0, most).map(({ spelling }) => spelling);
}
