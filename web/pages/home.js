// The home page: the games, the player's games to continue, tables to join or watch, recent results.
import { h } from '../core/dom.js';
import { TEXTS, language, t } from '../core/texts.js';
import { forgetSeat, hasPlayed, hideSeat, mySeats, seatsAt, setSetting, setting } from '../core/keep.js';
import { closeDialog, fetchJson, notice, openDialog, resultText, seatName } from '../core/parts.js';
import { cross, cup, cupPicture } from '../core/art.js';
import { GAMES } from '../games.js';
import { redraw } from '../core/frame.js';
import { allGames, gameTitle, loadGames } from '../core/games.js';
import { openRules } from '../core/rules.js';
import { hasServer, mayPlayHere } from '../core/place.js';
import { create, openNewTable, playNow, prefetchBoard, quickOf, startingGame, usualBot } from './new_table.js';
import { openFileButton, takeDrops } from '../core/shared.js';

/** @typedef {import('../core/dom.js').Child} Child */
/** @typedef {import('../model/messages.js').Summary} Summary */

const EVERY = 5000;

/** @type {{tables: Summary[], recent: Summary[]}} */
let tables = { tables: [], recent: [] };
/** @type {Summary[]} */
let mine = [];
let trouble = '';
/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;
let taken = 0; // files that were taken in: each may bring another name

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

// My results, once there can be any: a first visit has better things to fetch.
/** @type {typeof import('./statistics.js') | null} */
let statistics = null;

async function loadStatistics() {
  if (!allGames()?.some(({ id }) => hasPlayed(id))) return;
  statistics ??= await import('./statistics.js').catch(() => null);
  await statistics?.loadResults(mine);
  redraw();
}

async function load() {
  try {
    if (!allGames() || trouble) await loadAll();
    [tables] = await Promise.all([fetchJson('/api/tables'), loadMine()]);
    trouble = '';
    fetchAhead();
    loadStatistics();
  } catch {
    trouble = t('error.server');
  }
  redraw();
}

// What a game needs is fetched while the player is choosing.
let ahead = false;

function fetchAhead() {
  const { connection } = /** @type {{connection?: {saveData: boolean}}} */ (navigator);
  if (ahead || connection?.saveData) return;
  ahead = true;
  setTimeout(() => import('../table/table.js').catch(() => (ahead = false)));
}

// ---- the pieces of the page ----

function nameField() {
  return h('label', { class: 'name-field', key: `name-${taken}` },
    h('span', null, t('home.name')),
    h('input', {
      type: 'text', maxlength: 24, autocomplete: 'nickname', spellcheck: 'false', placeholder: t('home.guest'), 'data-free': true,
      value: setting('name', ''), oninput: (event) => setSetting('name', event.target.value.trim()),
    }));
}

/** @param {import('../model/messages.js').GameFacts} game */
function gameCard(game) {
  const fixed = game.seats_least === game.seats_most;
  const seats = fixed ? t('home.players.n', { n: game.seats_least }) : t('home.players', { from: game.seats_least, to: game.seats_most });
  return h('article', { class: 'game-card', key: game.id, 'aria-labelledby': `game-${game.id}` },
    (GAMES[game.id]?.picture ?? cupPicture)(),
    h('div', { class: 'game-words' },
      h('h2', { id: `game-${game.id}` }, game.title, h('small', null, seats)),
      h('p', null, game.about, speaks(game)),
      h('div', { class: 'row' },
        playButton(game, quickOf(game), 'play', quickOf(game) ? t('quick.' + game.id) : t('home.play')),
        quickOf(game) && playButton(game, {}, 'whole', t('whole.' + game.id)),
        !hasPlayed(game.id) && lessonLink(game, 'button'),
        hasServer() && h('button', {
          class: 'button', type: 'button', 'data-do': `invite-${game.id}`, onclick: () => openNewTable(game, 'open', create),
        }, t('home.invite'))),
      h('div', { class: 'row links' },
        hasPlayed(game.id) && lessonLink(game, ''),
        h('button', { class: 'link', type: 'button', onclick: () => openRules(game.id, game.title) }, t('rules')),
        h('button', { class: 'link', type: 'button', 'data-do': `together-${game.id}`, onclick: () => openNewTable(game, 'here', create) },
          t('home.together')),
        h('button', {
          class: 'link', type: 'button', 'data-do': `options-${game.id}`, onclick: () => openNewTable(game, usualBot(game), create),
        }, t('home.options')))));
}

/** A note for English readers if a game uses French words. @param {import('../model/messages.js').GameFacts} game */
const speaks = (game) =>
  (language() !== 'fr' && TEXTS['french.' + game.id] ? [' ', h('strong', { class: 'speaks' }, t('french.' + game.id))] : null);

/**
 * The pressed button answers at once, however slow the network is.
 * @param {import('../model/messages.js').GameFacts} game
 * @param {Record<string, string> | undefined} options
 * @param {string} name
 * @param {string} text
 */
function playButton(game, options, name, text) {
  return h('button', {
    class: `button${name === 'play' ? ' primary' : ''}`, type: 'button', 'data-do': `${name}-${game.id}`,
    'aria-disabled': startingGame() ? 'true' : null,
    onpointerdown: () => prefetchBoard(game.id), onclick: () => startingGame() || playNow(game, options),
  }, text);
}

/**
 * The tutorial is a button for new players, and less prominent for others.
 * @param {import('../model/messages.js').GameFacts} game
 * @param {string} cls
 */
const lessonLink = (game, cls) => h('a', { class: cls, href: `/play/${game.id}`, 'data-nav': true, 'data-do': `learn-${game.id}` },
  t(cls ? 'home.learn.new' : 'home.learn'));

/** @param {Summary} summary */
const peopleAt = ({ seats }) => seats.flatMap((seat, i) => (seat.kind === 'open' ? [] : [seatName(seats, i + 1)]));

/** @param {Summary} summary @param {string} action */
function tableRow(summary, action) {
  const people = peopleAt(summary);
  const open = summary.seats.filter((seat) => seat.kind === 'open').length;
  const state = summary.phase === 'over' ? resultText(summary.seats, summary.result)
    : summary.phase === 'playing' ? t('home.moves', { n: summary.moves }) : t('home.open', { n: open });
  return h('li', { class: 'table-row', key: summary.table },
    h('div', null,
      h('strong', null, gameTitle(summary.game)), ' ',
      h('span', { class: 'soft' }, people.join(', '), ' · ', state)),
    h('a', { class: 'button small', href: `/t/${summary.table}`, 'data-nav': true,
      'aria-label': `${action}: ${gameTitle(summary.game)}, ${people.join(', ')}` }, action));
}

/** @param {string} title @param {HTMLElement[]} rows @param {string} empty */
function list(title, rows, empty) {
  if (!rows.length && !empty) return null;
  return h('section', { class: 'tables', key: title },
    h('h2', null, title),
    rows.length ? h('ul', null, rows) : h('p', { class: 'soft' }, empty));
}

// ---- my unfinished games: one line, so that the games stay in sight ----

/** Whose turn it is. @param {Summary} summary */
function turnText(summary) {
  const { mover, phase, seats } = summary, mine = seatsAt(summary.table);
  if (phase !== 'playing') return t('home.open', { n: seats.filter((seat) => seat.kind === 'open').length });
  if (typeof mover === 'number' && isMyTurn(summary) && mine.length > 1) return t('turn.of', { name: seatName(seats, mover) });
  if (mover === 'anyone' || isMyTurn(summary)) return t('turn.yours');
  return typeof mover === 'number' ? t('bar.wait', { name: seatName(seats, mover) }) : t('home.moves', { n: summary.moves });
}

/** @param {Summary} summary */
const isMyTurn = ({ table, mover }) => typeof mover === 'number' && seatsAt(table).includes(mover);

/** @param {Summary} summary */
function goingRow(summary) {
  const others = peopleAt(summary).filter((_, i) => i + 1 !== mySeats()[summary.table]?.seat);
  return h('div', { class: `going-row${isMyTurn(summary) ? ' mine' : ''}`, key: summary.table, 'data-table': summary.table },
    h('span', { class: 'going-words' },
      h('strong', null, gameTitle(summary.game)),
      ' ',
      h('span', { class: 'soft' }, others.join(', ')),
      ' ',
      h('span', { class: 'going-turn' }, turnText(summary))),
    h('a', {
      class: 'button small', href: `/t/${summary.table}`, 'data-nav': true, 'aria-label': `${t('home.goon')}: ${gameTitle(summary.game)}`,
    }, t('home.goon')),
    h('button', {
      class: 'icon-button', type: 'button', 'data-do': 'put-away', 'aria-label': `${t('home.away')}: ${gameTitle(summary.game)}`,
      onclick: () => askAway(summary),
    }, cross()));
}

/** @param {Summary[]} going */
function goingView(going) {
  if (!going.length) return null;
  const [first, ...rest] = [...going].sort((a, b) => Number(isMyTurn(b)) - Number(isMyTurn(a)) || b.changed - a.changed);
  return h('section', { class: 'going', key: 'going', 'aria-label': t('home.mine') },
    goingRow(first),
    rest.length
      ? h('details', { class: 'going-rest', key: 'rest' }, h('summary', null, t('home.mine.more', { n: rest.length })), rest.map(goingRow))
      : null);
}

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

/** The cup is on the table from the moment the button is pressed. @param {import('../model/messages.js').GameFacts} game */
function startingView(game) {
  return h('div', { class: 'empty starting', key: 'starting', role: 'status' },
    cup(120, 'shake'),
    h('p', null, t('starting', { game: game.title })));
}

function view() {
  const games = allGames(), starting = startingGame();
  if (starting) return startingView(starting);
  const going = mine.filter((s) => s.phase !== 'over');
  const ended = mine.filter((s) => s.phase === 'over').slice(0, 5);
  const others = tables.tables.filter((s) => !mine.some((m) => m.table === s.table));
  return [
    h('section', { class: 'hero', key: 'hero' },
      h('h1', null, t('home.title')),
      h('p', { class: 'lead' }, t(hasServer() ? 'home.lead' : 'home.alone')),
      nameField()),
    trouble && h('p', { class: 'trouble', key: 'trouble' }, trouble),
    goingView(going),
    h('section', { class: 'games', key: 'games', 'aria-label': t('home.games'), 'aria-busy': games ? 'false' : 'true' },
      games ? games.map(gameCard) : [1, 2, 3, 4].map((n) => h('div', { class: 'game-card ghost', key: `ghost-${n}` }))),
    h('div', { class: 'columns', key: 'columns' },
      hasServer() && list(t('home.tables'),
        others.map((s) => tableRow(s, t(s.phase === 'waiting' ? 'home.join' : 'home.watch'))),
        t('home.notables')),
      list(t('home.recent'), [...ended, ...tables.recent.filter((s) => !ended.some((m) => m.table === s.table))].slice(0, 8)
        .map((s) => tableRow(s, t('home.look'))), t('home.norecent'))),
    statistics?.statisticsView(gameTitle, redraw),
    h('footer', { class: 'foot', key: 'foot' },
      mayPlayHere && !isSecureContext && h('p', { 'data-plain': true }, t('home.plain')),
      h('p', null, t('home.foot'), ' ', h('a', { href: '/check', 'data-nav': true }, t('home.check')), ' ', openFileButton())),
  ];
}

export function openHome() {
  return {
    name: 'home',
    title: () => 'Cornet',
    view,
    enter() {
      load();
      takeDrops(true);
      timer = setInterval(() => document.hidden || load(), EVERY);
    },
    leave: () => (clearInterval(timer), takeDrops(false)),
    language: loadAll,
    changed: () => (taken++, load()),
  };
}
