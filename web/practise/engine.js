// The page's side of the practising Worker (worker.js): requests and their answers. src/wasm/practise.c lists them.
import { FILES } from '../offline/files.js';
import { language, t } from '../core/texts.js';

// Whether this page has the module. A program that was built without it serves a page that has not.
export const canPractise = FILES !== null;

/** Today as a number of days since 1970, by the clock of this device. */
export function today() {
  const now = new Date();
  return Math.round(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86400000);
}

/** A day in words: "tomorrow", "on November 20". @param {number} day */
export function dayWords(day) {
  const ahead = day - today();
  if (Math.abs(ahead) < 2) return new Intl.RelativeTimeFormat(language(), { numeric: 'auto' }).format(ahead, 'day');
  const date = new Date(day * 86400000).toLocaleDateString(language(), { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return t('practise.on', { day: date });
}

/** The data that the records in a text need: each game's own. @param {string} text */
export const gamesIn = (text) => [...new Set([...text.matchAll(/^game ([a-z]{1,20})$/gm)].map(([, game]) => game))];

/** What the judge of a record needs. @param {string} record */
export function judgeOf(record) {
  const head = record.split('\n---\n')[0], [game] = gamesIn(head), players = /^players (\d)$/m.exec(head)?.[1] ?? '2';
  const options = [...head.matchAll(/^option ([a-z]+=[^ ]+)$/gm)].map(([, option]) => `/${option}`).join('');
  return [game, `+${game}/${players}${options}`];
}

export class Engine {
  constructor() {
    /** @type {Worker | null} */
    this.worker = null;
    /** @type {Map<number, {resolve: (text: any) => void, reject: (error: Error) => void}>} */
    this.waiting = new Map();
    this.number = 0;
  }

  start() {
    const worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
    worker.onmessage = ({ data: { id, text } }) => {
      const asked = this.waiting.get(id);
      this.waiting.delete(id);
      if (text === undefined) asked?.reject(new Error('the practising module has failed'));
      else asked?.resolve(JSON.parse(text));
    };
    worker.onerror = () => this.end();
    return (this.worker = worker);
  }

  /**
   * Resolves with the answer as an object. Rejects where the module cannot be loaded.
   * @param {string} words
   * @param {string} [text]
   * @param {string[]} [data] the data of games that it needs
   * @returns {Promise<any>}
   */
  ask(words, text = '', data = []) {
    const worker = this.worker ?? this.start(), id = ++this.number;
    const all = language() === 'fr' ? ['practise-french', ...data] : data;
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      worker.postMessage({ id, request: `${words}\n${text}`, data: all });
    });
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
    for (const { reject } of this.waiting.values()) reject(new Error('ended'));
    this.waiting.clear();
  }
}
