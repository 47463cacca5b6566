// The games' boards and their styles. games.js, which cmake/games.cmake makes, says which
// games have a board; any other game is played from its list of legal lines by the plain board. What a
// board is, board_plain.js says.
import { h } from './dom.js';
import { GAMES } from '../games.js';
import { plain } from './board_plain.js';
import { tell } from './parts.js';
import { fileOf } from './place.js';

// A bot that cannot go on has lost, in every game: `2 forfeits` is then the last line.
export const isForfeit = (line) => line.endsWith(' forfeits');

// The comment in the record before it says why.
export const faultComment = (seat, fault) => `# seat ${seat}'s program: ${fault}`;
export const isFault = (line) => /^# seat \d's program: /.test(line);

function sayForfeit(line, view) {
  const comment = view.table?.log?.findLast(isFault);
  return tell(view, Number(line[0]), !comment ? 'line.forfeits' : comment.includes(': it has not answered') ? 'line.late' : 'line.stopped');
}

export async function boardOf(game) {
  const own = GAMES[game]?.board, board = own ? { ...plain, ...(await own()).default } : plain;
  return {
    ...board,
    say(line, view) {
      return isForfeit(line) ? sayForfeit(line, view) : board.say.call(this, line, view);
    },
    tell(lines, view) {
      const last = lines.at(-1) ?? '';
      return isForfeit(last) ? sayForfeit(last, view) : board.tell.call(this, lines, view);
    },
  };
}

// Adds the games' style sheets to the page; done when they have come, or cannot come.
export function loadStyles() {
  return Promise.all(Object.values(GAMES).filter((game) => game.style).map(({ style }) => new Promise((done) => {
    document.head.append(h('link', { rel: 'stylesheet', href: fileOf(style.slice(1)), onload: done, onerror: done }));
  })));
}
