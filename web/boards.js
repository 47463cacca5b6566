// A game's board. games.js, which the build makes from games.cmake, says which games have one; any
// other game is played from its list of legal lines by the plain board. What a board is, board_plain.js
// says.
import { GAMES } from './games.js';
import { plain } from './board_plain.js';

export async function boardOf(game) {
  const own = GAMES[game]?.board;
  return own ? { ...plain, ...(await own()).default } : plain;
}
