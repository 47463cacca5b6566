// The pages of accounts: /me, /account, /p/NAME, /l/CODE and /privacy. Their texts and styles are loaded with them.
import './texts_people.js';
import { loadStyle } from '../core/games.js';

/** @param {string} text */
function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** @param {string} path @returns {Promise<import('../core/frame.js').Page>} */
export async function openPeople(path) {
  const [, first, second = ''] = path.split('/');
  const page = first === 'me' || first === 'p' ? import('./me_page.js') : first === 'l' ? import('./link_page.js')
    : first === 'privacy' ? import('./privacy.js') : import('./account.js');
  const [loaded] = await Promise.all([page, loadStyle('/people/people.css')]);
  return loaded.open(first === 'me' ? '' : decoded(second));
}
