// The games that have a board of their own here. Any other game is played from its list of legal
// lines by the plain board. A board is {say, board, bar, seat, key, pace}: see board_plain.js.

const BOARDS = {
  easycome: () => import('./board_easycome.js'),
  wazabi: () => import('./board_wazabi.js'),
  debacle: () => import('./board_debacle.js'),
  themots: () => import('./board_themots.js'),
};

// How many sit down for a quick game.
export const USUAL_PLAYERS = { easycome: 3, wazabi: 4, debacle: 2, themots: 3 };

export async function boardOf(game) {
  const { plain } = await import('./board_plain.js');
  if (!(game in BOARDS)) return plain;
  return { ...plain, ...(await BOARDS[game]()).default };
}
