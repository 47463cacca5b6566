// The home page: the games, the player's games to continue, tables to join or watch, recent results.
import { h } from '../core/dom.js';
import { TEXTS, language, t } from '../core/texts.js';
import { forgetSeat, hasPlayed, hideSeat, mySeats, personName, seatsAt, setSetting, setting } from '../core/keep.js';
import { agentName, closeDialog, fetchJson, list as nameList, notice, openDialog, resultText, seatName } from '../core/parts.js';
import { cross, cup, cupPicture } from '../core/art.js';
import { face, initialsPlate, seatFace } from '../core/faces.js';
import { icon } from '../core/icons.js';
import { GAMES } from '../games.js';
import { redraw } from '../core/frame.js';
import { allGames, gameOf, gameTitle, loadGames } from '../core/games.js';
import { openRules } from '../core/rules.js';
import { hasServer, mayPlayHere } from '../core/place.js';
import { create, firstLevel, playNow, prefetchBoard, quickOf, startingGame, usualBot } from './new_table.js';
import { openFileButton, takeDrops } from '../core/shared.js';

/** @typedef {import('../core/dom.js').Child} Child */
/** @typedef {import('../model/messages.js').Summary} Summary */
/** @typedef {import('../model/messages.js').GameFacts} GameFacts */

const EVERY = 5000, LATER = 6000; // milliseconds

/** @type {{tables: Summary[], recent: Summary[]}} */
let tables = { tables: [], recent: [] };
/** @type {Summary[]} */
let mine = [];
let trouble = '';
/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;
let imports = 0; // number of imported files: each may contain another name

async function loadAll() {
  try {
    await loadGames();
    trouble = '';
  } catch {
    trouble = t('error.server');
  }
  redraw();
}

// Removes stored seats of tables that no longer exist on the server.
async function loadMine() {
  const seats = Object.entries(mySeats()).filter(([, seat]) => !seat.hidden);
  const found = await Promise.all(seats.slice(0, 20).map(([id]) =>
    fetchJson(`/api/tables/${id}`).catch((error) => {
      if (error.status === 404) forgetSeat(id);
      return null;
    })));
  mine = found.filter((summary) => summary);
}

// My results. They are loaded late, because a first visit needs other files first.
/** @type {typeof import('./statistics.js') | null} */
let statistics = null;

async function loadStatistics() {
  if (!allGames()?.some(({ id }) => hasPlayed(id))) return;
  statistics ??= await import('./statistics.js').catch(() => null);
  await statistics?.loadResults(mine);
  redraw();
}

// What accounts add to this page: their running games, and links of the operator.
/** @type {typeof import('../people/home_parts.js') | null} */
let people = null;

async function loadPeople() {
  if (!hasServer()) return;
  people ??= await import('../people/home_parts.js').catch(() => null);
  await people?.loadHome();
  redraw();
}

async function load() {
  try {
    if (!allGames() || trouble) await loadAll();
    if (personName()) await loadPeople();
    [tables] = await Promise.all([fetchJson('/api/tables'), loadMine()]);
    trouble = '';
    fetchAhead();
    loadStatistics();
  } catch {
    trouble = t('error.server');
  }
  redraw();
}

// Games are prefetched once, while the player is choosing.
let ahead = false;

function fetchAhead() {
  const { connection } = /** @type {{connection?: {saveData: boolean}}} */ (navigator);
  if (ahead) return;
  ahead = true;
  setTimeout(() => loadPeople().then(() => people?.findSession()), LATER);
  if (connection?.saveData) return;
  setTimeout(() => import('../table/table.js').catch(() => (ahead = false)));
  setTimeout(() => fetchDialog().catch(() => {}), LATER);
}

// ---- the header: the player's name, edited in place ----

function nameField() {
  const name = personName() || setting('name', '');
  if (personName()) {
    return h('a', { class: 'name-field known', key: 'known', href: '/me', 'data-nav': true, 'data-do': 'me' },
      h('span', { class: 'plate-face seat-1 initial', 'aria-hidden': 'true' }, initialsPlate(name)), h('span', null, name));
  }
  return h('label', { class: 'name-field', key: `name-${imports}`, title: t('home.name') },
    h('span', { class: 'plate-face seat-1 initial', 'aria-hidden': 'true' }, name ? initialsPlate(name) : face('person')),
    h('span', { class: 'unseen' }, t('home.name')),
    h('input', {
      type: 'text', maxlength: 24, autocomplete: 'nickname', spellcheck: 'false', placeholder: t('home.name'), 'data-free': true,
      value: name, style: { '--length': [...(name || t('home.name'))].length },
      oninput: (event) => (setSetting('name', event.target.value.trim()), redraw()),
    }));
}

// ---- the games ----

/** The number of players, and the duration of the game that `Play` starts. @param {GameFacts} game */
function facts({ id, seats_least: least, seats_most: most }) {
  const players = least === most ? String(least) : t('home.players', { from: least, to: most }), { minutes } = GAMES[id] ?? {};
  return [
    h('span', null, icon('people', 18), players, h('span', { class: 'unseen' }, ` ${t('new.players').toLowerCase()}`)),
    minutes && h('span', null, icon('clock', 16), t('home.minutes', { n: minutes })),
  ];
}

/** @param {string} id */
const pictureOf = (id) => (GAMES[id]?.picture ?? cupPicture)();

/** The level of the bots, if it is not the usual one. @param {GameFacts} game */
function levelFact(game) {
  const level = firstLevel(game);
  return level && h('span', { class: 'first-level', title: t('home.first.about', { level: agentName(level) }) },
    icon('robot', 14), h('span', null, t('home.first'), ' '), agentName(level));
}

/** @param {GameFacts} game */
function gameCard(game) {
  return h('article', { class: 'game-card', key: game.id, 'aria-labelledby': `game-${game.id}` },
    pictureOf(game.id),
    h('div', { class: 'game-words' },
      h('div', { class: 'game-title' }, h('h2', { id: `game-${game.id}` }, game.title), levelFact(game)),
      h('p', null, h('span', { class: 'about' }, game.about), speaks(game)),
      h('div', { class: 'game-facts' }, facts(game), !hasPlayed(game.id) && lessonLink(game, 'show-me')),
      h('div', { class: 'row' },
        playButton(game, quickOf(game), 'play', t('home.play')),
        hasServer()
          ? tableButton(game, 'invite', 'open', t('home.invite'))
          : tableButton(game, 'together', 'here', t('home.together.short')),
        h('button', {
          class: 'icon-button', type: 'button', 'data-do': `menu-${game.id}`, 'aria-label': t('home.more', { game: game.title }),
          'aria-haspopup': 'dialog', onclick: () => openMenu(game.id),
        }, icon('dots', 24)))));
}

/** A note for English readers if a game uses French words. @param {GameFacts} game */
const speaks = (game) =>
  (language() !== 'fr' && TEXTS['french.' + game.id] ? [' ', h('strong', { class: 'speaks' }, t('french.' + game.id))] : null);

/**
 * The pressed button reacts immediately, even if the network is slow.
 * @param {GameFacts} game
 * @param {Record<string, string> | undefined} options
 * @param {string} name
 * @param {string} text
 */
function playButton(game, options, name, text) {
  return h('button', {
    class: `button${name === 'play' ? ' primary' : ''}`, type: 'button', 'data-do': `${name}-${game.id}`,
    'aria-disabled': startingGame() ? 'true' : null, 'aria-describedby': `game-${game.id}`,
    onpointerdown: () => prefetchBoard(game.id), onclick: () => startingGame() || (closeDialog(), playNow(game, options)),
  }, text);
}

/** The dialog of a new table. It is fetched after everything that the page itself needs. */
const fetchDialog = () => import('./new_table_dialog.js');

/** @param {GameFacts} game @param {string} others */
const openNewTable = (game, others) =>
  fetchDialog().then((dialog) => dialog.openNewTable(game, others, create), () => notice(t('error.load'), 'bad'));

/** Opens the dialog of a new table. @param {GameFacts} game @param {string} name @param {string} others @param {string} text */
const tableButton = (game, name, others, text) => h('button', {
  class: 'button', type: 'button', 'data-do': `${name}-${game.id}`, 'aria-describedby': `game-${game.id}`,
  onclick: () => openNewTable(game, others),
}, text);

/** @param {GameFacts} game @param {string} cls */
const lessonLink = (game, cls) => h('a', { class: cls, href: `/play/${game.id}`, 'data-nav': true, 'data-do': `learn-${game.id}`,
  'aria-describedby': `game-${game.id}` },
  t(hasPlayed(game.id) ? 'home.learn' : 'home.learn.new'));

/** Everything that can be done with a game. @param {string} id */
function openMenu(id) {
  openDialog(() => {
    const game = gameOf(id);
    if (!game) return { title: gameTitle(id), body: null };
    return {
      title: game.title,
      body: h('div', { class: 'game-menu' },
        pictureOf(id),
        h('p', null, game.about, speaks(game)),
        h('div', { class: 'game-facts' }, facts(game)),
        firstLevel(game) && h('p', { class: 'fine' }, t('home.first.about', { level: agentName(firstLevel(game) ?? '') })),
        h('div', { class: 'choices' },
          playButton(game, quickOf(game), 'play', quickOf(game) ? t('quick.' + id) : t('home.play')),
          quickOf(game) && playButton(game, {}, 'whole', t('whole.' + id)),
          lessonLink(game, 'button'),
          h('button', { class: 'button', type: 'button', 'data-do': `rules-${id}`, onclick: () => openRules(id, game.title) }, t('rules')),
          hasServer() && tableButton(game, 'menu-invite', 'open', t('home.invite')),
          tableButton(game, 'together', 'here', t('home.together')),
          tableButton(game, 'options', usualBot(game), t('home.options')))),
    };
  });
}

// ---- tables: a few on the page, all in a dialog, so that the page does not move ----

const ROWS = 2;

/** @param {Summary} summary */
const peopleAt = ({ seats }) => seats.flatMap((seat, i) => (seat.kind === 'open' ? [] : [seatName(seats, i + 1)]));

/** @param {Summary} summary @param {string} action */
function tableRow(summary, action) {
  const people = peopleAt(summary);
  const open = summary.seats.filter((seat) => seat.kind === 'open').length;
  const state = summary.phase === 'over' ? resultText(summary.seats, summary.result)
    : summary.phase === 'playing' ? t('home.moves', { n: summary.moves }) : t('home.open', { n: open });
  return h('li', { class: 'table-row', key: summary.table },
    pictureOf(summary.game),
    h('div', null,
      h('strong', null, gameTitle(summary.game)), ' ',
      h('span', { class: 'soft' }, people.join(', '), ' · ', state)),
    h('a', { class: 'button small', href: `/t/${summary.table}`, 'data-nav': true,
      'aria-label': `${action}${t('colon')} ${gameTitle(summary.game)}, ${people.join(', ')}` }, action));
}

/** @param {string} title @param {() => HTMLElement[]} rows */
const openList = (title, rows) => openDialog(() => ({ title, body: h('ul', { class: 'all-tables' }, rows()) }));

/** @param {string} key @param {() => HTMLElement[]} rows @param {string} [empty] */
function list(key, rows, empty) {
  const all = rows(), title = t(key);
  if (!all.length && !empty) return null;
  return h('section', { class: 'tables', key },
    h('h2', null, title),
    all.length > ROWS && h('button', { class: 'link', type: 'button', 'data-do': key, onclick: () => openList(t(key), rows) },
      t('home.all', { n: all.length })),
    all.length ? h('ul', null, all.slice(0, ROWS)) : h('p', { class: 'soft' }, empty));
}

const openTables = () => tables.tables.filter((s) => !mine.some((m) => m.table === s.table))
  .map((s) => tableRow(s, t(s.phase === 'waiting' ? 'join.sit' : 'home.watch')));

function recentTables() {
  const ended = mine.filter((s) => s.phase === 'over');
  return [...ended, ...tables.recent.filter((s) => !ended.some((m) => m.table === s.table))].slice(0, 20)
    .map((s) => tableRow(s, t('home.look')));
}

// ---- my unfinished games: one strip, gold if it is my turn; all of them in a dialog ----

/** Whose turn it is. @param {Summary} summary */
function turnText(summary) {
  const { mover, phase, seats } = summary, mine = seatsAt(summary.table);
  const open = seats.filter((seat) => seat.kind === 'open').length;
  if (phase !== 'playing') return open ? t('home.open', { n: open }) : t('home.ready');
  if (typeof mover === 'number' && isMyTurn(summary) && mine.length > 1) return t('turn.of', { name: seatName(seats, mover) });
  if (mover === 'anyone' || isMyTurn(summary)) return t('seat.turn.you');
  return typeof mover === 'number' ? t('bar.wait', { name: seatName(seats, mover) }) : t('home.moves', { n: summary.moves });
}

/** @param {Summary} summary */
const isMyTurn = ({ table, mover }) => typeof mover === 'number' && seatsAt(table).includes(mover);

/** @param {Summary} summary */
function othersAt({ table, seats }) {
  const own = mySeats()[table]?.seat;
  return seats.flatMap(({ kind }, i) => (kind === 'open' || i + 1 === own ? [] : [i + 1]));
}

/** @param {Summary} summary @param {import('../core/dom.js').Child} more */
function goingRow(summary, more) {
  const { seats, table, game } = summary, others = othersAt(summary);
  return h('div', { class: `going-row${isMyTurn(summary) ? ' mine' : ''}`, key: table, 'data-table': table },
    h('span', { class: 'going-faces', 'aria-hidden': 'true' }, others.slice(0, 3).map((seat) => seatFace(seats, seat))),
    h('p', { class: 'going-words' },
      h('strong', null, gameTitle(game), t('colon'), ' ', h('span', { class: 'going-turn' }, turnText(summary))),
      others.length > 0 && h('span', null, t('home.with', { names: nameList(others.map((seat) => seatName(seats, seat))) }))),
    h('a', {
      class: 'button primary', href: `/t/${table}`, 'data-nav': true, 'aria-label': `${t('home.goon')}${t('colon')} ${gameTitle(game)}`,
    }, t('home.goon')),
    more);
}

const going = () => mine.filter((s) => s.phase !== 'over')
  .sort((a, b) => Number(isMyTurn(b)) - Number(isMyTurn(a)) || b.changed - a.changed);

function goingView() {
  const all = going(), more = all.length > 1 ? `+${all.length - 1}` : '', label = `${t('home.mine.n', { n: all.length })} ${more}`.trim();
  if (!all.length) return null;
  return h('section', { class: 'going', key: 'going', 'aria-label': t('home.mine') },
    goingRow(all[0], h('button', {
      class: 'icon-button', type: 'button', 'data-do': 'my-games', 'aria-label': label, title: label, 'aria-haspopup': 'dialog',
      onclick: openMine,
    }, more || icon('dots', 24)))); // the name contains what is seen, for those who speak to the page
}

/** @param {Summary} summary */
const awayButton = (summary) => h('button', {
  class: 'icon-button', type: 'button', 'data-do': 'put-away', 'aria-label': `${t('home.away')}${t('colon')} ${gameTitle(summary.game)}`,
  title: t('home.away'), onclick: () => askAway(summary),
}, cross());

const openMine = () => openDialog(() => ({
  title: t('home.mine'),
  body: h('div', { class: 'all-going' }, going().map((summary) => goingRow(summary, awayButton(summary)))),
}));

/** Asks whether to hide a game here or to leave it permanently. @param {Summary} summary */
function askAway(summary) {
  const id = summary.table;
  /** @param {() => unknown} act */
  const forget = (act) => async () => {
    closeDialog();
    try {
      await act();
      mine = mine.filter((s) => s.table !== id);
    } catch (error) {
      notice(/** @type {import('../model/messages.js').Refusal} */ (error).text ?? t('error.server'), 'bad');
    }
    redraw();
  };
  openDialog((close) => ({
    title: t('away.title'),
    body: h('p', null, t('away.body')),
    foot: [
      h('button', { class: 'button', type: 'button', onclick: close }, t('cancel')),
      h('button', {
        class: 'button danger', type: 'button', 'data-do': 'resign',
        onclick: forget(async () => (await import('../table/session.js')).resign(id)),
      }, t('quit.go')),
      h('button', { class: 'button primary', type: 'button', 'data-do': 'hide', onclick: forget(() => hideSeat(id)) }, t('away.hide')),
    ],
  }));
}

/** The cup is on the table from the moment the button is pressed. @param {GameFacts} game */
function startingView(game) {
  return h('div', { class: 'empty starting', key: 'starting', role: 'status' },
    cup(120, 'shake'),
    h('p', null, t('starting', { game: game.title })));
}

/** The deck, with the number of cards that are due today (practise/dues.js). */
function practiseLink() {
  const { day = 0, done = 0, daily = 0, dues = [] } = setting('practise', {}), now = new Date();
  const today = Math.round(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate()) / 86400000);
  const left = daily - (day === today ? done : 0), n = Math.min(left, dues.filter((/** @type {number} */ due) => due <= today).length);
  return h('a', { href: '/practise', 'data-nav': true, 'data-do': 'practise' }, t(n > 0 ? 'home.practise.due' : 'home.practise', { n }));
}

function view() {
  const games = allGames(), starting = startingGame();
  if (starting) return startingView(starting);
  const strip = goingView();
  return [
    h('div', { class: `home-top${strip ? ' with-strip' : ''}`, key: 'top' },
      h('div', { class: 'home-head' },
        h('h1', null, t('home.title'), h('small', null, t(hasServer() ? 'home.lead' : 'home.alone'))),
        h('a', { class: 'button small daily-link', href: '/daily', 'data-nav': true, 'data-do': 'daily' }, t('home.daily'))),
      strip),
    trouble && h('p', { class: 'trouble', key: 'trouble' }, trouble),
    h('section', { class: 'games', key: 'games', 'aria-label': t('home.games'), 'aria-busy': games ? 'false' : 'true' },
      games ? games.map(gameCard) : [1, 2, 3, 4].map((n) => h('div', { class: 'game-card ghost', key: `ghost-${n}` }))),
    h('div', { class: 'columns', key: 'columns' },
      hasServer() && list('home.tables', openTables, t('home.notables')),
      list('home.recent', recentTables)),
    h('footer', { class: 'foot', key: 'foot' },
      hasServer() && h('a', { href: '/account', 'data-nav': true, 'data-do': 'account' }, t('home.name')),
      statistics?.statisticsLink(),
      openFileButton(),
      mayPlayHere && practiseLink(),
      h('a', { class: 'daily-foot', href: '/daily', 'data-nav': true }, t('home.daily')),
      h('a', { href: '/check', 'data-nav': true }, t('home.check')),
      people?.footLinks(),
      mayPlayHere && !isSecureContext && h('p', { 'data-plain': true }, t('home.plain'))),
  ];
}

export function openHome() {
  return {
    name: 'home',
    title: () => 'Cornet',
    tools: nameField,
    view,
    enter() {
      load();
      takeDrops(true);
      timer = setInterval(() => document.hidden || load(), EVERY);
    },
    leave: () => (clearInterval(timer), takeDrops(false)),
    language: loadAll,
    changed: () => (imports++, load()),
  };
}
