// Thémots for players who listen: the judged word, the task, the end of the round, and the player's situation.
import { language, t } from '../../core/texts.js';
import { standings, tell } from '../../core/parts.js';

/** @typedef {import('../../model/board.js').View} View */

/** @param {Record<string, string> | undefined} theme */
const themeTitle = (theme) => (theme ? theme[language()] ?? theme.fr : '');

/** The task: the condition for a word. @param {View} view */
function taskWords({ state: { letters, banned, initial, colour } }) {
  if (!letters) return '';
  return banned ? t('tm.task.black', { letters: [...banned].join(' ') }) : t('tm.task', { letter: initial, colour: t('tm.' + colour) });
}

/** The seat whose word a ruling is about. @param {View} view @param {number} at the ruling's place in the log */
const speakerAt = (view, at) => Number(view.log.slice(0, at).reverse().find((line) => / say /.test(line))?.[0] ?? 0);

/**
 * A line, with who spoke where the word itself was announced before.
 * @param {import('../../model/board.js').Board} board
 * @param {View} view
 * @param {string} line
 * @param {number} at its place in the log
 * @param {number} first the place of the first line of this announcement
 */
function lineWords(board, view, line, at, first) {
  const words = board.say(line, { ...view, at }), said = view.log.slice(first, at).some((other) => / say /.test(other));
  if (/^\* roll/.test(line)) return `${words} ${taskWords(view)}`;
  if (!/^\* (yes|no)\b/.test(line) || said) return words;
  const seat = speakerAt(view, at);
  return seat ? `${seat === view.you ? t('tm.hear.you') : view.name(seat)}${t('colon')} ${words}` : words;
}

/** The round has ended: everybody's tokens, and the best words. @param {View} view */
function roundWords(view) {
  const { last, tokens, mover, letters } = view.state;
  if (!last || letters || !view.before?.letters || mover === 'over') return '';
  const best = last.best.map((/** @type {{word: string}} */ { word }) => word).join(', ');
  return [`${t('tm.over')}.`, t('tm.end', { list: standings(view, tokens) }), best ? t('tm.hear.best', { words: best }) : ''].join(' ');
}

/** @type {import('../../model/board.js').GameBoard} */
export const heard = {
  hear(lines, view) {
    const first = view.log.length - lines.length, board = /** @type {import('../../model/board.js').Board} */ (this);
    const words = lines.map((line, i) => (line[0] === '#' ? '' : lineWords(board, view, line, first + i, first)));
    const soon = view.state.mover === 'chance' && view.state.theme && view.table.clock?.lead !== undefined;
    return [...words, roundWords(view), soon ? tell(view, view.state.thrower, 'tm.lead') : ''].filter(Boolean).join(' ');
  },

  // The task, then all tokens and those in the centre.
  where(view) {
    const { theme, themes, numbered, open, letters, colour, tokens, centre } = view.state;
    const numbers = open.map((/** @type {number} */ n) => `${n} ${themeTitle(themes[n - 1])}`).join(', ');
    const titles = numbered ? numbers : theme && themeTitle(themes[theme - 1]);
    return [
      titles ? t('tm.say.theme', { theme: titles }) : '',
      letters ? `${t('tm.say.roll', { letters: [...letters].join(' '), colour: t('tm.' + colour) })} ${taskWords(view)}` : '',
      t('tm.end', { list: standings(view, tokens) }), `${t('tm.centre', { n: centre })}.`,
    ].filter(Boolean).join(' ');
  },
};
