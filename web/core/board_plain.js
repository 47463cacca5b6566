// The board that every game can be played on: what the server says, as it says it. Other boards
// replace what they do better.
//
// A view is what a board is given: state, legal (lines), you, seats, name(seat), play(line), ui (the
// board's own memory), redraw(), fresh (the line that is being shown; where nothing is paced, all of a message), before (the state before
// it, or null), owner (whose line it is), beat (changes with every line), waiting (more is to be shown), dwell (how long a move is to be seen,
// in milliseconds), people (the seats of several people at this device, or none), side (the seat as which the board is seen), mark (a line to be shown on the board, as a hint or a better move, or null), replaying (a finished game is looked at).
import { h } from './dom.js';
import { t } from './texts.js';
import { tell } from './parts.js';

/** @typedef {import('../model/board.js').View} View */

/** @param {unknown} value */
const shown = (value) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value));

/** @type {import('../model/board.js').Board} */
export const plain = {
  pace: true,

  /**
   * Whose line it is, also where chance acts for somebody: a seat, or 0. `before` is the state before it.
   * @param {string} line
   * @param {import('../model/messages.js').GameState | null | undefined} before
   */
  owner: (line, before) => (line[0] === '*' ? before?.turn ?? 0 : Number(line[0])),

  // How long a line is to be seen before the next, in milliseconds at the calm pace.
  dwell: () => 900,

  /** A line of the record as a sentence. @param {string} line @param {View} view */
  say(line, view) {
    const [who, ...words] = line.split(' ');
    return who === '*' ? t('line.chance', { words: words.join(' ') }) : tell(view, Number(who), 'line.player', { words: words.join(' ') });
  },

  /** What happened, to be heard: without what everybody can count for themselves. @param {string[]} lines @param {View} view */
  tell(lines, view) {
    return lines.filter((line) => !line.startsWith('#')).map((line) => this.say(line, view)).join(' ');
  },

  /** Whether a line is a roll of dice, which is heard as one. @param {string} line */
  rolls: (line) => line.startsWith('* '),

  /** @param {View} view */
  board(view) {
    const own = Object.entries(view.state).filter(([key]) => !['game', 'players', 'mover', 'result'].includes(key));
    const mark = view.mark && h('p', { class: 'plain-mark', key: 'mark' }, this.say(view.mark, view));
    return [mark, h('dl', { class: 'plain-state' }, own.map(([key, value]) => [h('dt', null, key), h('dd', null, shown(value))]))];
  },

  /** What can be done now: a question, and buttons. @param {View} view */
  bar(view) {
    return {
      ask: t('bar.choose'),
      buttons: view.legal.map((line) => ({ line, text: this.say(line, view).replace(/\.$/, '') })),
    };
  },

  // With real dice: what can fall now. {count, faces: [{face, text, picture}], line(faces, letters), seat (who rolls, or 0)}, and where
  // so many letters are typed too (-1: any number), `letters` and their label.
  roll: () => ({ count: 0, faces: [], letters: -1, label: t('roll.typed'), line: (faces, words) => `* ${words}`, seat: 0 }),

  // What the result came by, as a sentence; '' where there is nothing to say.
  ending: () => '',

  // What is told of a seat beside its name.
  seat() {
    return null;
  },

  // A key was pressed; true where it meant something.
  key() {
    return false;
  },

  // Where anybody may act, and several people are at this device: whose place the page is to show, or 0.
  speaker: () => 0,

  // Called before every message is shown, with the lines that are new.
  before() {},
};
