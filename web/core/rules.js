// Opens the rules of a game. The code that displays them is loaded on first use.
import { notice } from './parts.js';
import { t } from './texts.js';

/** @param {string} game @param {string} title */
export const openRules = (game, title) =>
  void import('./rules_page.js').then((page) => page.openRules(game, title), () => notice(t('error.load'), 'bad'));
