// How a table is shown: seats, board, what can be done now, log and chat.
import { h } from '../core/dom.js';
import { t } from '../core/texts.js';
import { mySeat, setSetting, setting } from '../core/keep.js';
import { addressOf, hasServer, isHere } from '../core/place.js';
import { advice, closeDialog, copyText, depthOf, fetchJson, isBot, nothingView, notice, openDialog, percent, resultText, seatMark, seatName, strengths, winners } from '../core/parts.js';
import { bars, cross, cup } from '../core/art.js';
import { icon } from '../core/icons.js';
import { isFault } from '../core/boards.js';
import { barClock, seatClock, timeoutSeat, timeoutWords } from './clock.js';
import { hintNow, mayHint, toolsView } from './tools.js';
import { mayRoll, rollBar } from '../dice/real_dice.js';
import { handOver, here, nameOf, openReplay, peopleHere, play, skipAhead, quitForGood, request, requestOf, retryNow, sitDown, takeDevice, view } from './table.js';
import { confetti, endBar } from './end.js';
import { replay, replayBar } from './replay.js';
import { fromLink, isBrought, playOnButton } from './playon.js';
import { openRules } from '../core/rules.js';
import { gameTitle, myName } from '../pages/home.js';
import { redraw } from '../app.js';

const LOG_SHOWN = 150;

export function tableView() {
  if (here.gone) return nothingView(t('gone.title'), t('gone.why'));
  if (!here.table) {
    return h('div', { class: 'empty', key: 'loading' }, cup(120, 'shake'), h('p', null, t('loading')));
  }
  const to = handOver();
  if (to !== null) return handOverView(to);
  const v = view();
  v.seatCard = (number) => seatInside(v, v.seats[number - 1], number);
  v.clock = seatClock;
  v.tags = (number) => (number === here.table.you ? [] : seatTags(v.seats[number - 1], number));
  return [
    h('h1', { class: 'unseen', key: 'h1' }, t('title.' + here.table.game)),
    h('div', { class: `felt game-${here.table.game}${here.link === 'open' ? '' : ' asleep'}${replay.on ? ' replaying' : ''}`, key: 'felt', onclick: v.waiting && !v.throwing ? (event) => event.target.closest('button:not(.still), a, input') || skipAhead() : null },
      here.board.ownSeats && v.state ? null : seatsView(v),
      h('section', { class: 'board', key: 'board', 'aria-label': t('board') }, v.state ? here.board.board(v) : waitingRoom()),
      ticker(v),
      barView(v),
      replay.on ? null : confetti()),
    replay.on ? replay.analysis.analysisView(v.seats, (line, owner) => here.board.say(line, { ...v, owner, before: null, fresh: [] })) : sideView(v),
  ];
}

// Between two people at one device, in a game with secrets: nothing of the table is on the page.
function handOverView(to) {
  if (!to) return h('div', { class: 'empty', key: 'loading' }, cup(120, 'shake'), h('p', null, t('loading')));
  const name = nameOf(to);
  return h('section', { class: 'empty hand-over', key: `pass-${to}`, 'data-seat': to, 'aria-labelledby': 'hand-over' },
    seatMark(to, 96),
    h('h2', { id: 'hand-over', tabindex: '-1' }, t('pass.to', { name })),
    h('p', null, t('pass.why')),
    h('button', { class: 'button primary', type: 'button', 'data-do': 'take-device', onclick: () => takeDevice(to) }, h('span', null, t('pass.take', { name })), h('kbd', { 'aria-hidden': 'true' }, '1')));
}

// ---- what stands above the table ----

// One at a time, in the page's header beside its tools, so that the table stays where it is: first what stops the game, then what
// wants an answer. The rest can be put away.
export function bannerView() {
  if (here.gone) return null;
  if (!here.table || handOver() !== null) return linkBanner();
  return linkBanner() ?? proposalBanner() ?? diceBanner() ?? awayView() ?? broughtBanner();
}

const putAway = new Set();

function closeButton(key) {
  return h('button', { class: 'icon-button', type: 'button', key: 'close', 'data-do': 'put-away', 'aria-label': t('close'), onclick: () => (putAway.add(`${here.id} ${key}`), redraw()) }, cross());
}

function linkBanner() {
  if (here.link === 'open') return null;
  const lost = here.link === 'lost';
  return h('div', { class: 'banner bad', key: 'link', role: 'status' },
    h('span', null, lost ? [t('link.lost'), ' ', t('link.retry'), ' ', h('span', { 'data-retry': true, 'data-free': true }, ''), ' s'] : t('link.connecting')),
    lost && h('button', { class: 'button small', type: 'button', onclick: retryNow }, t('link.now')));
}

// What everybody at the table must know about the dice: who did not keep a promise, and whether one's own number counts.
function diceBanner() {
  const { table } = here;
  const failed = [...new Set((table.fair?.failed ?? []).map((f) => f.seat))];
  const mine = here.dice ?? (failed.includes(table.you) ? 'late' : null);
  const others = failed.filter((seat) => seat !== table.you);
  const key = `dice-${mine}-${others.join()}`;
  if ((!mine && !others.length) || putAway.has(`${here.id} ${key}`)) return null;
  return h('div', { class: `banner${mine ? ' bad' : ''}`, key: 'dice', 'data-dice': mine ?? 'failed', role: 'status' },
    h('span', null, mine ? t('dice.' + mine) : '', ' ', others.length ? t('dice.failed.some', { names: others.map(nameOf).join(', ') }) : ''), closeButton(key));
}

// What nobody can prove is said to everybody.
function broughtBanner() {
  if (!isBrought(here.table) || putAway.has(`${here.id} brought`)) return null;
  return h('div', { class: 'banner', key: 'brought', 'data-brought': true, role: 'status' }, h('span', null, t('from.brought.short', { n: here.table.origin.step })), closeButton('brought'));
}

function proposalBanner() {
  const asked = here.table.proposal;
  if (!asked?.wanted.length || peopleHere().includes(asked.by)) return null;
  const asks = asked.wanted.filter((seat) => seat === here.table.you || peopleHere().includes(seat)), wanted = asks.length > 0;
  const say = (yes) => ((here.declined = !yes), asks.forEach((seat) => requestOf(seat, { do: 'agree', what: asked.what, yes })));
  return h('div', { class: 'banner', key: 'proposal', role: 'status' },
    h('span', null, t('ask.' + asked.what, { name: nameOf(asked.by), seat: asked.seat ? nameOf(asked.seat) : '' }),
      wanted ? '' : ' ' + t('ask.wait', { name: asked.wanted.map(nameOf).join(', ') })),
    wanted && h('button', { class: 'button small primary', type: 'button', onclick: () => say(true) }, t('yes')),
    wanted && h('button', { class: 'button small', type: 'button', onclick: () => say(false) }, t('no')));
}

// ---- seats ----

function seatsView(v) {
  return h('ol', { class: `seats seats-${v.seats.length}`, key: 'seats', 'aria-label': t('seats') }, v.seats.map((seat, i) => seatView(v, seat, i + 1)));
}

function seatTags(seat, number, turn) {
  const tags = [];
  if (number === here.table.you && !turn && !peopleHere().length) tags.push(t('seat.you'));
  if (seat.kind === 'stand-in') tags.push(t('seat.standin'));
  if (seat.kind === 'left') tags.push(t('seat.left'));
  if (seat.kind === 'person' && !seat.here && here.table.phase !== 'over' && !peopleHere().includes(number)) tags.push(t('seat.away'));
  return tags;
}

const hasTurn = (v, number) => v.state?.mover === number;

function seatInside(v, seat, number) {
  const won = v.state?.mover === 'over' && winners(v.state.result).includes(number);
  return [
    seatMark(number, 26),
    h('span', { class: 'seat-words' },
      h('span', { class: `seat-name${seatName(here.table.seats, number).length > 9 ? ' long' : ''}`, title: seatName(here.table.seats, number) }, won ? icon('star') : hasTurn(v, number) ? icon('turn') : null, seatName(here.table.seats, number)),
      h('span', { class: 'seat-tags' }, isBot(seat) && h('span', { class: 'tag bot-tag' }, t('seat.bot')), seatTags(seat, number, hasTurn(v, number)).map((tag) => h('span', { class: 'tag' }, tag)),
        hasTurn(v, number) && h('span', { class: 'tag turn-tag' }, t(number === here.table.you && !peopleHere().length ? 'seat.turn.you' : 'seat.turn'))),
      seatClock(number)),
  ];
}

function seatView(v, seat, number) {
  const turn = hasTurn(v, number);
  return h('li', { class: `seat seat-${number}${turn ? ' turn' : ''}${seat.kind === 'open' ? ' open' : ''}`, key: `seat-${number}`, 'aria-current': turn ? 'true' : null },
    seatInside(v, seat, number),
    v.state && h('span', { class: 'seat-own' }, here.board.seat(v, number)));
}

// People who are away can be replaced, by consent.
function awayView() {
  const { table } = here;
  if (table.phase !== 'playing' || !table.you) return null;
  const away = table.seats.flatMap((seat, i) => (seat.kind === 'person' && !seat.here && i + 1 !== table.you && !peopleHere().includes(i + 1) ? [i + 1] : []));
  for (const { seat, i } of table.seats.map((s, at) => ({ seat: s, i: at + 1 }))) if (seat.here) putAway.delete(`${here.id} away-${i}`);
  const number = away.find((seat) => !putAway.has(`${here.id} away-${seat}`));
  if (!number) return null;
  return h('div', { class: 'banner', key: `away-${number}`, role: 'status' },
    h('span', null, t('away', { name: nameOf(number) })),
    h('button', { class: 'button small', type: 'button', onclick: () => request({ do: 'propose', what: 'bot', seat: number }) }, t('seat.letbot')),
    closeButton(`away-${number}`));
}

// What has just happened, in words; a message may hold several moves.
function ticker(v) {
  if (!v.state || replay.on || !here.board.pace) return null;
  return h('p', { class: 'ticker', key: 'ticker', 'aria-hidden': 'true' }, v.fresh.length ? `${timeoutWords(v, v.timeout)} ${here.board.tell(v.fresh, v)}`.trim() : '');
}

// ---- before the game ----

let addresses = null;

function linkTo(base) {
  return new URL(addressOf(`/t/${here.id}`), base ?? location.origin).href;
}

const LOCAL = ['localhost', '127.0.0.1', '[::1]'];

// Links to this table: {href, at}, `at` being the address's place in the server's list, -1 for none.
// The page's own address reaches others unless it is this machine's own name for itself.
function invitations() {
  if (!addresses) {
    addresses = [];
    fetchJson('/api/server').then((server) => ((addresses = server.addresses), redraw()), () => {});
  }
  const all = addresses.map((address, at) => ({ href: linkTo(address), at }));
  const others = all.filter(({ href }) => !LOCAL.includes(new URL(href).hostname));
  if (LOCAL.includes(location.hostname) && others.length) return others;
  return [{ href: linkTo(), at: all.findIndex(({ href }) => new URL(href).origin === location.origin) }];
}

function waitingRoom() {
  const { table } = here;
  const open = table.seats.filter((seat) => seat.kind === 'open').length;
  if (table.phase === 'fair' || !open || (!table.you && peopleHere().length)) return h('div', { class: 'empty' }, cup(120, 'shake'), h('p', null, t('wait.fair')), h('p', { class: 'fine' }, t('wait.fair.why')));
  if (!table.you) return joinCard();
  const links = invitations();
  const chosen = links[Math.min(here.ui.link ?? 0, links.length - 1)];
  const local = LOCAL.includes(new URL(chosen.href).hostname);
  return h('div', { class: 'invite' },
    h('h2', null, t('wait.title', { n: open })),
    h('p', null, t('wait.how')),
    links.length > 1 && h('label', { class: 'field' }, h('span', null, t('wait.address')),
      h('select', { onchange: (e) => ((here.ui.link = Number(e.target.value)), redraw()) },
        links.map((l, i) => h('option', { value: i, selected: l === chosen }, new URL(l.href).host)))),
    h('div', { class: 'invite-link' },
      h('input', { type: 'text', readonly: true, value: chosen.href, 'aria-label': t('wait.link'), 'data-link': true, onclick: (e) => e.target.select(), key: chosen.href }),
      h('button', { class: 'button primary', type: 'button', onclick: () => copyText(chosen.href) }, t('copy')),
      navigator.share && h('button', { class: 'button', type: 'button', onclick: () => navigator.share({ title: 'Cornet', text: t('share.text', { game: gameTitle(table.game) }), url: chosen.href }).catch(() => {}) }, t('share'))),
    local && addresses.length > 0 && h('p', { class: 'fine', 'data-local': true }, t('wait.local')),
    !local && chosen.at >= 0 && h('img', { class: 'qr', src: `/api/tables/${here.id}/qr.svg?at=${chosen.at}`, alt: t('wait.qr'), width: 200, height: 200, key: `qr-${chosen.at}`, onerror: (e) => e.target.classList.add('none') }),
    table.host === table.you && h('button', { class: 'button', type: 'button', 'data-do': 'fill', onclick: () => request({ do: 'host', fill: 'bot' }) }, t('wait.fill', { n: open })));
}

// The name to sit down with. No two at a table are alike, so a second guest has a number.
function freeName() {
  const taken = here.table.seats.map((seat) => seat.name);
  const name = myName();
  let number = 2;
  if (name !== t('home.guest') || !taken.includes(name)) return name;
  while (taken.includes(`${name} ${number}`)) number++;
  return `${name} ${number}`;
}

function joinCard() {
  return h('form', { class: 'invite', onsubmit: (e) => (e.preventDefault(), sitDown(freeName())) },
    h('h2', null, t('join.title', { name: here.table.host ? nameOf(here.table.host) : 'Cornet', game: t('title.' + here.table.game) })),
    h('label', { class: 'field' }, h('span', null, t('home.name')),
      h('input', { type: 'text', maxlength: 24, 'data-free': true, placeholder: t('home.guest'), value: myName() === t('home.guest') ? '' : myName(), oninput: (e) => setSetting('name', e.target.value.trim()) })),
    h('div', { class: 'row' },
      h('button', { class: 'button primary', type: 'submit', 'data-do': 'join' }, t('join.sit')),
      h('button', { class: 'button', type: 'button', onclick: () => openRules(here.table.game, t('title.' + here.table.game)) }, t('rules'))),
    here.table.dice === 'own' && h('p', { class: 'fine' }, t('new.dice.about')),
    h('p', { class: 'fine' }, t('join.watch')));
}

// ---- what I can do now ----

function barView(v) {
  const { table } = here;
  let content;
  if (replay.on) content = replayBar((line) => here.board.say(line, v), redraw, playOnButton(v));
  else if (table.phase === 'over') content = endBar(invitations()[0].href);
  else if (!v.state) content = h('p', { class: 'ask' }, t(table.phase === 'fair' ? 'wait.fair' : 'wait.short'));
  else if (v.throwing) content = throwBar(v);
  else if (v.waiting) content = waitingBar(v);
  else if (mayRoll(v)) content = [rollBar(v), toolsView(v)];
  else if (table.phase === 'playing' && table.you && (v.may || here.pending) && !(here.pending && here.board.pace)) content = boardBar(v);
  else content = h('div', { class: 'bar-head', key: 'head' }, barClock(), h('p', { class: 'ask soft', key: 'ask' }, waitText(v)), toolsView(v));
  return h('section', { class: `bar${(v.may && here.board.pace) || v.throwing || mayRoll(v) ? ' mine' : ''}`, key: 'bar', tabindex: '-1', 'aria-label': t('bar') }, content);
}

// One's own dice are in one's own hand.
function throwBar(v) {
  return [
    h('p', { class: 'ask', key: 'ask' }, whoseTurn(v.state.turn), t(v.people.length ? 'throw.ask.here' : 'throw.ask')),
    h('div', { class: 'bar-buttons', key: 'buttons' }, h('button', { class: 'button primary', type: 'button', key: 'throw', 'data-do': 'throw', onclick: v.throwing }, h('span', null, t('throw')), h('kbd', { 'aria-hidden': 'true' }, '1'))),
  ];
}

// Things are happening, one after the other.
function waitingBar() {
  return [
    h('div', { class: 'bar-head', key: 'head' }, barClock(), h('p', { class: 'ask soft', key: 'ask' }, waitText(view()))),
    h('div', { class: 'bar-buttons', key: 'buttons' }, h('button', { class: 'button small quiet', type: 'button', key: 'skip', 'data-do': 'skip', onclick: skipAhead }, h('span', null, t('beat.skip')), h('kbd', { 'aria-hidden': 'true' }, '→'))),
  ];
}

function waitText(v) {
  const { mover } = v.state;
  if (here.link !== 'open') return t('link.lost');
  if (here.pending) return t('bar.sent');
  if (typeof mover === 'number' && mover !== here.table.you) return t('bar.wait', { name: nameOf(mover) });
  return here.table.you ? t('bar.soon') : t('bar.watching');
}

// Several people here: whose turn it is stands before what can be done.
function whoseTurn(seat) {
  return peopleHere().length && typeof seat === 'number' && seat && here.board.pace ? h('strong', { class: 'whose', key: 'whose' }, seatMark(seat, 22), nameOf(seat), t('colon'), ' ') : null;
}

function boardBar(v) {
  const { ask, buttons = [], extra } = here.board.bar(v);
  return [
    h('div', { class: 'bar-head', key: 'head' }, h('p', { class: 'ask', key: 'ask' }, barClock(), whoseTurn(v.you), ask ? h('span', { key: 'words' }, ask) : null), extra, hintView(v), toolsView(v)),
    h('div', { class: `bar-buttons${buttons.length > 6 ? ' many' : ''}`, key: 'buttons' },
      buttons.map((b, i) => h('button', {
        class: `button${b.primary ? ' primary' : ''}${b.quiet ? ' quiet' : ''}`, type: 'button', key: b.key ?? b.line ?? b.text, disabled: b.off,
        'data-line': b.line, onclick: b.act ?? (() => play(b.line)),
      }, b.icon, h('span', null, b.text), i < 9 && !b.off ? h('kbd', { 'aria-hidden': 'true' }, buttons.slice(0, i + 1).filter((x) => !x.off).length) : null))),
  ];
}

// What each choice is worth, when asked for; only where nobody else plays.
function hintView(v) {
  const { table } = here, hint = hintNow();
  if (!mayHint(v) || !hint?.advice) return null;
  return h('section', { class: 'hints', key: 'hints', 'aria-busy': hint.more ? 'true' : 'false', 'aria-label': t('hint.title') },
    h('button', { class: 'fine hint-about', type: 'button', key: 'about', onclick: () => notice(hintFacts(hint.advice, v)) }, t(hint.more ? 'hint.more' : 'hint.shares')),
    h('ol', { class: 'hint-list', tabindex: '0', 'aria-label': t('hint.title') }, hint.advice.hints.map((row) => hintRow(row, v))),
    v.then.length > 0 && h('p', { class: 'hint-then', key: 'then', tabindex: '0' }, t('hint.then', { what: v.then.map((line) => here.board.say(line, v)).join(' ') })));
}

const errorText = (error) => (error > 0.00005 ? ` ±\u00a0${percent(error, 1)}` : '');

// How good the numbers are, for which a small window has no room.
function hintFacts({ how, hints: [best], ...depths }, v) {
  return `${t('hint.title')}. ${t('hint.best', { what: advice(here.board.say(`${v.you} ${best.move}`, v)), share: percent(best.share, 1) + errorText(best.error) })} ${t('numbers', { how })}${depthOf(depths)}`;
}

// A choice and what it is worth; chosen, it is shown on the board.
function hintRow({ move, share, error }, v) {
  const line = `${v.you} ${move}`, shown = v.mark === line;
  return h('li', { key: move }, h('button', { class: 'hint-go', type: 'button', title: t('hint.show'), 'data-hint': line, 'aria-pressed': shown ? 'true' : 'false', onclick: () => ((here.mark = shown ? null : line), redraw()) },
    h('span', null, advice(here.board.say(line, v))),
    h('span', { class: 'hint-share' }, percent(share, 1), h('span', { class: 'hint-error' }, errorText(error)))));
}

// ---- log, chat, and what concerns the table ----

function sideView(v) {
  const { table } = here;
  const tab = (id, text) => h('button', {
    class: 'tab', type: 'button', role: 'tab', id: `tab-${id}`, 'aria-selected': here.panel === id ? 'true' : 'false', 'aria-controls': 'panel', key: id,
    onclick: () => ((here.panel = id), id === 'chat' && (here.unread = 0), redraw()),
  }, text);
  const panels = { log: logView, chat: chatView, more: moreView };
  return h('aside', { class: `side${here.drawer ? ' open' : ''}`, id: 'side', key: 'side', 'aria-label': t('side') },
    h('div', { class: 'tabs' },
      h('div', { role: 'tablist', class: 'tablist' },
        tab('log', t('log')),
        tab('chat', here.unread ? `${t('chat')} (${here.unread})` : t('chat')),
        tab('more', t('more'))),
      h('button', { class: 'tab rules-tab', type: 'button', 'data-do': 'rules', onclick: () => openRules(table.game, t('title.' + table.game)) }, t('rules'), h('kbd', { 'aria-hidden': 'true' }, '?')),
      h('button', { class: 'icon-button side-close', type: 'button', 'aria-label': t('close'), onclick: closeDrawer }, cross())),
    h('div', { id: 'panel', class: 'panel', role: 'tabpanel', 'aria-labelledby': `tab-${here.panel}`, tabindex: '0', key: here.panel }, panels[here.panel](v)));
}

// Where log and chat have no place beside the table they are a drawer, opened from the page's header.
export function drawerButton() {
  const unread = here.unread ? ` (${here.unread})` : '';
  return h('button', { class: 'tool drawer-button', type: 'button', key: 'drawer', 'data-do': 'drawer', 'aria-label': t('side') + unread, 'aria-expanded': String(here.drawer), 'aria-controls': 'side', onclick: () => (here.drawer ? closeDrawer() : openDrawer()) },
    bars(), here.unread ? h('span', { class: 'unread', 'aria-hidden': 'true' }, here.unread) : null);
}

// How many look on without a seat.
export function watchingView() {
  const n = (here.table.watching ?? 0) - (peopleHere().length && !here.table.you ? 1 : 0); // without this page itself
  return n > 0 ? h('span', { class: 'watching', key: 'watching', role: 'img', 'aria-label': t(n > 1 ? 'watching.many' : 'watching.one', { n }), title: t(n > 1 ? 'watching.many' : 'watching.one', { n }) }, icon('look', 20), h('span', { 'aria-hidden': 'true' }, n)) : null;
}

function openDrawer() {
  Object.assign(here, { drawer: true, ...(here.unread && { panel: 'chat', unread: 0 }) });
  redraw();
  setTimeout(() => document.querySelector('.side [aria-selected=true]')?.focus());
}

// Whether log and chat are on the screen.
export function sideSeen() {
  const side = document.getElementById('side');
  return Boolean(side) && getComputedStyle(side).visibility === 'visible';
}

export function closeDrawer() {
  here.drawer = false;
  redraw();
  document.querySelector('.drawer-button')?.focus();
}

// A line in the log, said of whom it is about; `at` is its place.
function logWords(line, owner, at, v) {
  if (timeoutSeat(line)) return timeoutWords(v, timeoutSeat(line));
  const undone = line.match(/^# ?undone: (.*)$/)?.[1];
  if (undone) return t('log.undone', { what: here.board.say(undone, { ...v, owner: Number(undone[0]) || 0, at, before: null, fresh: [] }) });
  if (line[0] === '#') return line.replace(/^# ?/, '');
  return here.board.say(line, { ...v, owner, at, before: null, fresh: [] });
}

function logView(v) {
  const owners = here.board.owners?.(v.log, v.state) ?? [];
  const notation = setting('notation', false);
  const first = Math.max(0, v.log.length - LOG_SHOWN);
  const lines = v.log.slice(first).map((line, i) => ({ line, n: first + i })).filter(({ line }) => notation || !isFault(line)); // the line after it says it in words
  if (!lines.length) return h('p', { class: 'soft' }, t('log.empty'));
  return [
    h('ol', { class: 'log', key: 'log', reversed: true }, lines.reverse().map(({ line, n }) =>
      h('li', { key: `l${n}`, 'data-line': line, class: line[0] === '*' ? 'chance' : line[0] === '#' ? 'note' : `by seat-${line[0]}` },
        h('span', { class: 'log-words' }, logWords(line, owners[n] ?? 0, n, v)), notation && h('code', null, line)))),
    h('label', { class: 'tick log-notation', key: 'notation' }, h('input', { type: 'checkbox', checked: notation, onchange: (e) => (setSetting('notation', e.target.checked), redraw()) }), h('span', null, t('log.notation'))),
  ];
}

function chatView() {
  const { table } = here;
  const send = (event) => {
    event.preventDefault();
    const field = event.target.elements.text, text = field.value.trim();
    if (!text) return;
    request({ do: 'chat', text });
    field.value = '';
  };
  return [
    h('ul', { class: 'chat', key: 'chat' }, table.said.map((s, i) => h('li', { key: `c${i}` }, seatMark(s.seat, 18), h('strong', null, s.name), ' ', s.text)),
      !table.said.length && h('li', { class: 'soft' }, t(table.chat ? 'chat.empty' : 'chat.off'))),
    table.you && table.chat ? h('form', { class: 'chat-form', key: 'form', onsubmit: send },
      h('input', { type: 'text', name: 'text', maxlength: 190, 'data-free': true, 'aria-label': t('chat.say'), placeholder: t('chat.say'), autocomplete: 'off' }),
      h('button', { class: 'button small', type: 'submit' }, t('chat.send'))) : null,
  ];
}

// A running game of this browser may go on at the server that the page came from.
function bringButton() {
  const { table } = here, open = () => import('./bring.js').then(({ openBring }) => openBring(), () => notice(t('error.load'), 'bad'));
  if (!isHere(table.table) || !hasServer() || !mySeat(table.table) || table.phase !== 'playing') return null;
  return h('button', { class: 'button', type: 'button', 'data-do': 'bring', onclick: open }, t('bring.do'));
}

function moreView() {
  const { table } = here;
  const host = table.host && table.host === table.you;
  const toggle = (key, label) => h('label', { class: 'tick', key }, h('input', { type: 'checkbox', checked: table[key], onchange: (e) => request({ do: 'host', [key]: e.target.checked }) }), h('span', null, label));
  return h('div', { class: 'stack' },
    h('button', { class: 'button', type: 'button', onclick: () => copyText(invitations()[0].href) }, t('more.link')),
    host && toggle('chat', t('more.chat')),
    host && toggle('listed', t('more.listed')),
    bringButton(),
    peopleHere().length > 1 && here.board.turns && h('label', { class: 'tick', key: 'turn' }, h('input', { type: 'checkbox', checked: setting('turn', true), onchange: (e) => (setSetting('turn', e.target.checked), redraw()) }), h('span', null, t('more.turn'))),
    fromLink('button'),
    isBrought(table) && h('p', { class: 'fine', key: 'brought' }, t('from.brought', { n: table.origin.step })),
    strengths(table.seats).map((words) => h('p', { class: 'fine', key: words }, words)),
    fairFacts(table),
    h('a', { class: 'button', href: '/', 'data-nav': true }, t('more.leave')),
    table.you && h('button', { class: 'button danger', type: 'button', 'data-do': 'quit', onclick: askQuit }, t('more.quit')));
}

function fairFacts(table) {
  if (!table.fair) return null;
  if (table.dice === 'own') return h('p', { class: 'fine' }, t('more.own'));
  return h('p', { class: 'fine' }, t('more.fair'), ' ', h('code', { class: 'hex' }, table.fair.commit.slice(0, 16) + '…'), ' ', h('a', { href: `/check?table=${here.id}`, 'data-nav': true }, t('more.fair.how')));
}

function askQuit() {
  openDialog((close) => ({
    title: t('quit.title'),
    body: h('p', null, t('quit.body')),
    foot: [
      h('button', { class: 'button', type: 'button', onclick: close }, t('quit.stay')),
      h('button', { class: 'button danger', type: 'button', 'data-do': 'quit-yes', onclick: () => (closeDialog(), quitForGood()) }, t('quit.go')),
    ],
  }));
}
