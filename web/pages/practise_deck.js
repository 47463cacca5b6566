// The deck: its piles, the last week, the kinds of mistakes, and the trainers with a chart of what one loses per decision.
import { h, svg } from '../core/dom.js';
import { cupPicture } from '../core/art.js';
import { gameTitle } from '../core/games.js';
import { percent } from '../core/parts.js';
import { language, t } from '../core/texts.js';
import { GAMES } from '../games.js';
import { dayWords } from '../practise/engine.js';

/** @typedef {import('./practise.js').DeckState} DeckState */
/** @typedef {import('./practise.js').Theme} Theme */
/** @typedef {import('./practise.js').GameThemes} GameThemes */
/** @typedef {import('./practise.js').Acts} Acts */
/** @typedef {import('./practise.js').PractisePage} PractisePage */

/** @param {string} kind @param {number} n @param {string} name @param {string} more */
const pile = (kind, n, name, more) => h('div', { class: 'pr-pile' },
  h('span', { class: `pr-stack ${kind}` }, h('i', { 'aria-hidden': 'true' }), h('i', { 'aria-hidden': 'true' }), h('b', null, n)),
  h('strong', null, name), h('span', { class: 'soft' }, more));

/** @param {DeckState} deck */
function piles(deck) {
  const { left, done, daily, learning, known, next } = deck;
  return h('section', { class: 'pr-box', key: 'piles' },
    h('h2', null, t('practise.state')),
    deck.cards ? h('div', { class: 'pr-piles' },
      pile('gold', left, t('practise.today'), t('practise.today.more', { done, daily })),
      pile('', learning, t('practise.learning'), next >= 0 ? t('practise.learning.more', { day: dayWords(next) }) : ''),
      pile('known', known, t('practise.known'), t('practise.known.more')))
      : h('p', null, t('practise.empty')));
}

/** @param {DeckState} deck */
function week({ reviews, day }) {
  const name = (/** @type {number} */ of, /** @type {'short' | 'long'} */ weekday) =>
    new Date(of * 86400000).toLocaleDateString(language(), { weekday, timeZone: 'UTC' });
  return h('section', { class: 'pr-box', key: 'week' },
    h('h2', null, t('practise.week')),
    h('ol', { class: 'pr-week' }, reviews.map((n, i) => {
      const of = day - 6 + i;
      return h('li', null,
        h('span', { class: 'unseen' }, t('practise.week.day', { day: name(of, 'long'), n })),
        h('i', { class: n ? 'some' : '', 'aria-hidden': 'true' }, n || ''), h('span', { 'aria-hidden': 'true' }, name(of, 'short')));
    })),
    h('p', { class: 'soft' }, t('practise.schedule')));
}

const HIGH = 34, WIDE = 5; // pixels of the chart, and of a column

/** What each decision lost, the last at the right. @param {Theme} theme @param {boolean} race */
function chart({ losses }, race) {
  const most = Math.max(race ? 5 : 0.1, ...losses), label = t('practise.chart', { n: losses.length });
  return svg('svg', { class: 'pr-chart', viewBox: `0 0 ${WIDE * losses.length} ${HIGH}`, role: 'img', 'aria-label': label },
    losses.map((loss, i) => {
      const high = Math.max(1.5, HIGH * loss / most);
      return svg('rect', { x: WIDE * i, y: HIGH - high, width: WIDE - 1, height: high, class: loss ? 'lost' : 'right' });
    }));
}

/** @param {GameThemes} game @param {Theme} theme @param {Acts} acts */
function trainerRow(game, theme, acts) {
  const { drills, right, mean } = theme, label = `${t('practise.train')}${t('colon')} ${gameTitle(game.id)}, ${theme.title}`;
  const loss = game.race ? t('practise.loss.words', { loss: Number(mean.toFixed(1)) }) : t('practise.loss', { loss: percent(mean, 1) });
  return h('li', { key: `${game.id}-${theme.id}` },
    h('span', { class: 'pr-picture', 'aria-hidden': 'true' }, (GAMES[game.id]?.picture ?? cupPicture)()),
    h('span', { class: 'pr-name' }, h('b', null, theme.title), h('small', null, gameTitle(game.id))),
    drills > 0 && h('span', { class: 'pr-so-far' }, chart(theme, game.race),
      h('small', null, t('practise.best', { right, n: drills }), ' · ', loss)),
    h('button', {
      class: 'button small', type: 'button', 'data-do': `train-${game.id}-${theme.id}`, 'aria-label': label,
      onclick: () => acts.startTrainer(game.id, theme.id),
    }, t('practise.train')));
}

/** @param {GameThemes} game @param {Theme} theme */
function kindRow(game, theme) {
  const { cards, known, learning, due } = theme;
  const steps = [...Array(known).fill('known'), ...Array(learning).fill('learning'), ...Array(due).fill('due')].slice(0, 12);
  return h('li', { key: `${game.id}-${theme.id}` },
    h('span', { class: 'pr-picture', 'aria-hidden': 'true' }, (GAMES[game.id]?.picture ?? cupPicture)()),
    h('span', { class: 'pr-name' }, h('b', null, theme.title), h('small', null, gameTitle(game.id))),
    h('span', { class: 'pr-steps', 'aria-hidden': 'true' }, steps.map((step) => h('i', { class: step }))),
    h('span', { class: 'pr-num' }, h('span', { class: 'unseen' }, t('practise.kinds.row', { known, learning, due })),
      h('span', { 'aria-hidden': 'true' }, h('b', null, known), ` / ${cards}`)));
}

/** @param {PractisePage} page @param {DeckState} deck @param {Acts} acts */
function filter(page, deck, acts) {
  return h('label', { class: 'pr-filter' }, h('span', { class: 'unseen' }, t('practise.filter')),
    h('select', { onchange: (event) => acts.chooseGame(event.target.value) },
      h('option', { value: '', selected: page.game === '' }, t('practise.filter')),
      deck.games.map(({ id }) => h('option', { value: id, selected: page.game === id }, gameTitle(id)))));
}

/** @param {Acts} acts */
function files(acts) {
  /** @param {any} event */
  const take = ({ target }) => target.files[0] && acts.importDeck(target.files[0]).then(() => (target.value = ''));
  return h('footer', { class: 'foot', key: 'files' },
    h('button', { class: 'link', type: 'button', 'data-do': 'export-deck', onclick: acts.exportDeck }, t('practise.export')),
    h('label', { class: 'link pr-file' }, t('practise.import'),
      h('input', { type: 'file', class: 'unseen', accept: '.cornet,.deck,.txt,text/plain', 'data-do': 'import-deck', onchange: take })));
}

/** @param {PractisePage} page @param {DeckState} deck @param {Acts} acts */
export function deckView(page, deck, acts) {
  const games = deck.games.filter(({ id }) => !page.game || id === page.game);
  const kinds = games.flatMap((game) => game.themes.filter(({ cards }) => cards).map((theme) => kindRow(game, theme)));
  return h('div', { class: 'pr-deck', key: 'deck', 'aria-busy': page.busy ? 'true' : null },
    h('div', { class: 'pr-head', key: 'head' },
      h('h1', null, t('practise.cards'), h('small', null, t('practise.lead'))),
      deck.left > 0 && h('button', { class: 'button primary', type: 'button', 'data-do': 'start', onclick: acts.startCards },
        t('practise.start', { n: deck.left }))),
    piles(deck), week(deck),
    kinds.length > 0 && h('section', { class: 'pr-box whole', key: 'kinds' },
      h('div', { class: 'pr-box-head' }, h('h2', null, t('practise.kinds')), filter(page, deck, acts)),
      h('ul', { class: 'pr-kinds' }, kinds)),
    h('section', { class: 'pr-box whole', key: 'trainers' },
      h('div', { class: 'pr-box-head' }, h('h2', null, t('practise.trainers')), !kinds.length && filter(page, deck, acts)),
      h('p', { class: 'soft' }, t('practise.trainers.lead')),
      h('ul', { class: 'pr-kinds pr-trainers' }, games.flatMap((game) => game.themes.map((theme) => trainerRow(game, theme, acts))))),
    files(acts));
}
