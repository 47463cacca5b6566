// The board that every game can be played on: what the server says, as it says it. Other boards replace what they do better.
// model/board.js says what a board is, and what it is given.
import { h } from './dom.js';
import { t } from './texts.js';
import { tell } from './parts.js';

/** @param {unknown} value */
const shown = (value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value));

/** @type {import('../model/board.js').Board} */
export const plain = {
  pace: true,

  owner: (line, before) => (line[0] === '*' ? before?.turn ?? 0 : Number(line[0])),

  dwell: () => 900,

  say(line, view) {
    const [who, ...words] = line.split(' ');
    return who === '*' ? t('line.chance', { words: words.join(' ') }) : tell(view, Number(who), 'line.player', { words: words.join(' ') });
  },

  tell(lines, view) {
    return lines.filter((line) => !line.startsWith('#')).map((line) => this.say(line, view)).join(' ');
  },

  rolls: (line) => line.startsWith('* '),

  board(view) {
    const own = Object.entries(view.state).filter(([key]) => !['game', 'players', 'mover', 'result'].includes(key));
    const mark = view.mark && h('p', { class: 'plain-mark', key: 'mark' }, this.say(view.mark, view));
    return [mark, h('dl', { class: 'plain-state' }, own.map(([key, value]) => [h('dt', null, key), h('dd', null, shown(value))]))];
  },

  bar(view) {
    return {
      ask: t('bar.choose'),
      buttons: view.legal.map((line) => ({ line, text: this.say(line, view).replace(/\.$/, '') })),
    };
  },

  roll: () => ({ count: 0, faces: [], letters: -1, label: t('roll.typed'), line: (faces, words) => `* ${words}`, seat: 0 }),

  ending: () => '',

  seat() {
    return null;
  },

  key() {
    return false;
  },

  speaker: () => 0,

  before() {},
};
