// The home page: the games, my games to go on with, tables to join or watch, recent results.
import { h } from './dom.js';
import { language, t } from './texts.js';
import { forgetSeat, mySeats, setSetting, setting } from './keep.js';
import { agentName, fetchJson, notice, openDialog, closeDialog, redrawDialog, resultText, seatName } from './parts.js';
import { cupPicture } from './art.js';
import { GAMES } from './games.js';
import { openRules } from './rules.js';
import { go, redraw } from './app.js';

const EVERY = 5000;

let games = null; // null until they have come
let tables = { tables: [], recent: [] };
let mine = [];
let trouble = '';
let timer = 0;

async function loadGames() {
  try {
    games = (await fetchJson(`/api/games?lang=${language()}`)).games;
    trouble = '';
  } catch {
    trouble = t('error.server');
  }
  redraw();
}

// A table of mine that the server does not know any more is forgotten.
async function loadMine() {
  const found = await Promise.all(Object.keys(mySeats()).slice(0, 20).map((id) =>
    fetchJson(`/api/tables/${id}`).catch((error) => {
      if (error.status === 404) forgetSeat(id);
      return null;
    })));
  mine = found.filter((summary) => summary);
}

async function load() {
  try {
    if (!games || trouble) await loadGames();
    [tables] = await Promise.all([fetchJson('/api/tables'), loadMine()]);
    trouble = '';
  } catch {
    trouble = t('error.server');
  }
  redraw();
}

export function gameTitle(id) {
  return games?.find((game) => game.id === id)?.title ?? t('title.' + id);
}

// ---- the pieces of the page ----

function nameField() {
  return h('label', { class: 'name-field' },
    h('span', null, t('home.name')),
    h('input', {
      type: 'text', maxlength: 24, autocomplete: 'nickname', spellcheck: 'false', placeholder: t('home.guest'), 'data-free': true,
      value: setting('name', ''), oninput: (event) => setSetting('name', event.target.value.trim()),
    }));
}

export const myName = () => setting('name', '') || t('home.guest');

function gameCard(game) {
  const fixed = game.seats_least === game.seats_most;
  const seats = fixed ? t('home.players.n', { n: game.seats_least }) : t('home.players', { from: game.seats_least, to: game.seats_most });
  return h('article', { class: 'game-card', key: game.id, 'aria-labelledby': `game-${game.id}` },
    (GAMES[game.id]?.picture ?? cupPicture)(),
    h('div', { class: 'game-words' },
      h('h2', { id: `game-${game.id}` }, game.title, h('small', null, seats)),
      h('p', null, game.about),
      h('div', { class: 'row' },
        h('button', { class: 'button primary', type: 'button', 'data-do': `play-${game.id}`, onclick: () => playNow(game, quickOf(game)) }, quickOf(game) ? t('quick.' + game.id) : t('home.play')),
        quickOf(game) && h('button', { class: 'button', type: 'button', 'data-do': `whole-${game.id}`, onclick: () => playNow(game) }, t('whole.' + game.id)),
        h('button', { class: 'button', type: 'button', 'data-do': `invite-${game.id}`, onclick: () => openNewTable(game, 'open') }, t('home.invite'))),
      h('div', { class: 'row links' },
        h('a', { href: `/play/${game.id}`, 'data-nav': true }, t('home.learn')),
        h('button', { class: 'link', type: 'button', onclick: () => openRules(game.id, game.title) }, t('rules')),
        h('button', { class: 'link', type: 'button', onclick: () => openNewTable(game, usualBot(game)) }, t('home.options')))));
}

function tableRow(summary, action) {
  const people = summary.seats.map((seat, i) => (seat.kind === 'open' ? null : seatName(summary.seats, i + 1))).filter(Boolean);
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

function list(title, rows, empty) {
  if (!rows.length && !empty) return null;
  return h('section', { class: 'tables', key: title },
    h('h2', null, title),
    rows.length ? h('ul', null, rows) : h('p', { class: 'soft' }, empty));
}

function view() {
  const going = mine.filter((s) => s.phase !== 'over');
  const ended = mine.filter((s) => s.phase === 'over').slice(0, 5);
  const others = tables.tables.filter((s) => !mine.some((m) => m.table === s.table));
  return [
    h('section', { class: 'hero', key: 'hero' },
      h('h1', null, t('home.title')),
      h('p', { class: 'lead' }, t('home.lead')),
      nameField()),
    trouble && h('p', { class: 'trouble', key: 'trouble' }, trouble),
    going.length ? list(t('home.mine'), going.map((s) => tableRow(s, t('home.goon')))) : null,
    h('section', { class: 'games', key: 'games', 'aria-label': t('home.games'), 'aria-busy': games ? 'false' : 'true' },
      games ? games.map(gameCard) : [1, 2, 3, 4].map((n) => h('div', { class: 'game-card ghost', key: `ghost-${n}` }))),
    h('div', { class: 'columns', key: 'columns' },
      list(t('home.tables'), others.map((s) => tableRow(s, t(s.phase === 'waiting' ? 'home.join' : 'home.watch'))), t('home.notables')),
      list(t('home.recent'), [...ended, ...tables.recent.filter((s) => !ended.some((m) => m.table === s.table))].slice(0, 8)
        .map((s) => tableRow(s, t('home.look'))), t('home.norecent'))),
    h('footer', { class: 'foot', key: 'foot' },
      h('p', null, t('home.foot'), ' ', h('a', { href: '/check', 'data-nav': true }, t('home.check')))),
  ];
}

// ---- new tables ----

async function create(message) {
  const { createTable } = await import('./table.js');
  try {
    go(`/t/${await createTable(message)}`);
    closeDialog();
  } catch (error) {
    notice(error.text ?? t('error.server'), 'bad');
  }
}

function playNow(game, options = {}) {
  const players = usualPlayers(game);
  create({ game: game.id, players, options: { ...options }, seats: ['me', ...Array(players - 1).fill(usualBot(game))], name: myName() });
}

// The options of a quick game, where a whole one takes long.
const quickOf = (game) => GAMES[game.id]?.quick;

// How many sit down for a quick game.
const usualPlayers = (game) => GAMES[game.id]?.players ?? game.seats_least;

// An opponent for everybody; 'bot' is the strongest there is.
const usualBot = (game) => (game.levels.includes('normal') ? 'bot:normal' : 'bot');

// A quick game, from another page.
export async function startGame(id) {
  if (!games) await loadGames();
  const game = games?.find((g) => g.id === id);
  if (game) playNow(game, quickOf(game));
}

// Choices of the dialog for a new table; seats are 'me', 'open', 'bot' or 'bot:AGENT'.
function openNewTable(game, others) {
  const players = others === 'open' ? game.seats_least : usualPlayers(game);
  const plan = { players, seats: [], options: { ...quickOf(game) }, listed: false, chat: true, clock: 'none' };
  const fill = () => {
    while (plan.seats.length < plan.players) plan.seats.push(plan.seats.length === 0 ? 'me' : others);
    plan.seats.length = plan.players;
  };
  fill();
  const change = (apply) => (event) => {
    apply(event.target.type === 'checkbox' ? event.target.checked : event.target.value);
    fill();
    redrawDialog();
  };
  openDialog((close) => ({
    title: t('new.title', { game: game.title }),
    body: h('form', { id: 'new-table', class: 'form', onsubmit: (event) => (event.preventDefault(), send()) },
      game.seats_least < game.seats_most && field(t('new.players'), select(String(plan.players),
        range(game.seats_least, game.seats_most).map((n) => [String(n), String(n)]), change((v) => (plan.players = Number(v))))),
      plan.seats.map((seat, i) => field(t('seat.n', { n: i + 1 }), select(seat, seatChoices(plan, i), change((v) => setSeat(plan, i, v))))),
      quickOf(game) && field(t('new.length'), select(lengthOf(game, plan), lengths(game, plan), change((v) => setLength(game, plan, v)))),
      h('details', null,
        h('summary', null, t('new.more')),
        game.options.map((option) => optionField(option, plan, change)),
        !game.speech && field(t('new.clock'), select(plan.clock, [
          ['none', t('new.clock.none')], ['move:30', t('new.clock.move', { n: 30 })], ['move:90', t('new.clock.move', { n: 90 })],
          ['bank:180:5', t('new.clock.bank', { n: 3, s: 5 })], ['bank:600:10', t('new.clock.bank', { n: 10, s: 10 })],
        ], change((v) => (plan.clock = v)))),
        tick(t('new.listed'), plan.listed, change((v) => (plan.listed = v))),
        tick(t('new.chat'), plan.chat, change((v) => (plan.chat = v))))),
    foot: [
      h('button', { class: 'button', type: 'button', onclick: close }, t('cancel')),
      h('button', { class: 'button primary', type: 'submit', form: 'new-table', 'data-do': 'create' },
        t(plan.seats.includes('open') ? 'new.invite' : 'new.start')),
    ],
  }));

  function seatChoices(p, i) {
    const bots = [...game.levels, ...game.agents.map((a) => a.name).filter((name) => !game.levels.includes(name))];
    return [['me', t('new.me')], ['open', t('new.open')], ['bot', t('new.best')], ...bots.map((name) => ['bot:' + name, t('new.bot', { name: agentName(name) })])];
  }

  function setSeat(p, i, value) {
    if (value === 'me') p.seats = p.seats.map((seat) => (seat === 'me' ? 'open' : seat));
    p.seats[i] = value;
  }

  function send() {
    const [kind, seconds, add] = plan.clock.split(':');
    const clock = kind === 'none' ? undefined : { kind, seconds: Number(seconds), ...(add && { add: Number(add) }) };
    create({ game: game.id, players: plan.players, seats: plan.seats, options: plan.options, listed: plan.listed, chat: plan.chat, clock, name: myName() });
  }
}

// A quick game, a whole one, or what the options say.
function lengthOf(game, plan) {
  const quick = Object.entries(quickOf(game));
  return quick.every(([name, value]) => plan.options[name] === value) ? 'quick' : quick.some(([name]) => name in plan.options) ? 'own' : 'whole';
}

function lengths(game, plan) {
  const all = [['quick', t('quick.' + game.id)], ['whole', t('whole.' + game.id)]];
  return lengthOf(game, plan) === 'own' ? [...all, ['own', t('new.length.own')]] : all;
}

function setLength(game, plan, value) {
  for (const name of Object.keys(quickOf(game))) delete plan.options[name];
  if (value === 'quick') Object.assign(plan.options, quickOf(game));
}

function range(from, to) {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i);
}

function field(label, control) {
  return h('label', { class: 'field', key: label }, h('span', null, label), control);
}

function tick(label, on, change) {
  return h('label', { class: 'tick', key: label }, h('input', { type: 'checkbox', checked: on, onchange: change }), h('span', null, label));
}

function select(current, choices, change) {
  return h('select', { onchange: change }, choices.map(([value, text]) => h('option', { value, selected: value === current }, text)));
}

// Words and small ranges to choose from; text where anything goes.
function optionField(option, plan, change) {
  const now = plan.options[option.name] ?? option.preset;
  const set = change((value) => {
    if (value === option.preset || value === '') delete plan.options[option.name];
    else plan.options[option.name] = value;
  });
  const few = option.least !== null && option.most - option.least <= 12;
  const words = [...option.words, ...(few ? range(option.least, option.most).map(String) : [])];
  const label = h('span', null, option.about);
  if (!option.free && (option.least === null || few)) {
    return h('label', { class: 'field', key: option.name }, label, select(now, words.map((w) => [w, t('word.' + w, {}, w)]), set));
  }
  const id = `words-${option.name}`;
  return h('label', { class: 'field', key: option.name }, label,
    option.least !== null && !option.words.length
      ? h('input', { type: 'number', min: option.least, max: option.most, value: now, 'data-free': true, onchange: set })
      : [h('input', { type: 'text', value: now, list: id, 'data-free': true, spellcheck: 'false', onchange: set }),
        h('datalist', { id }, words.map((w) => h('option', { value: w })))]);
}

export function openHome() {
  return {
    name: 'home',
    title: () => 'Cornet',
    view,
    enter() {
      load();
      timer = setInterval(() => document.hidden || load(), EVERY);
    },
    leave: () => clearInterval(timer),
    language: loadGames,
  };
}
