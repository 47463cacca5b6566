// The type of games.js, which cmake/games.cmake generates.
export interface GameFiles {
  players?: number;
  minutes?: number;
  quick?: Record<string, string>;
  first?: string;
  deal?: string;
  texts?: Record<string, [string, string]>;
  picture?: () => SVGElement;
  board?: string;
  lesson?: string;
  daily?: string;
  style?: string;
  pictureStyle?: string;
  prints?: boolean; // whether the server makes PDFs of the game
}
export const GAMES: Record<string, GameFiles>;
