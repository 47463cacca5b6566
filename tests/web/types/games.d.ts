// games.js, which cmake/games.cmake makes, as a type.
export interface GameFiles {
  players?: number;
  minutes?: number;
  quick?: Record<string, string>;
  deal?: string;
  texts?: Record<string, [string, string]>;
  picture?: () => SVGElement;
  board?: string;
  style?: string;
  pictureStyle?: string;
}
export const GAMES: Record<string, GameFiles>;
