// A table: the model of what the server has told, what is shown of it, and what the player does.
import { h } from './dom.js';
import { language, t } from './texts.js';
import { forgetSeat, keepSeat, keepTranscript, mySeat, setPlayed, setting, transcriptOf } from './keep.js';
import { Link } from './link.js';
import { boardOf } from './boards.js';
import { Beats, beatsOf, dwellOf } from './beats.js';
import { keepLines, newTranscript, nextStep } from './fair.js';
import { randomSeed, sha256, toHex } from './hash.js';
import { advice as inAdvice, announce, notice, percent, resultText, seatName, shortName } from './parts.js';
import { clockLeft, tickClocks, timeoutComment, timeoutWords } from './clock.js';
import { toolKey } from './tools.js';
import { play as playSound } from './sound.js';
import { celebrate, endWords } from './end.js';
import { go, redraw } from './app.js';
import { closeDrawer, drawerButton, sideSeen, tableView, watchingView } from './table_view.js';
import { loadSteps, replay, replayKey, stopReplay } from './replay.js';
import { fromLink } from './playon.js';
import { openRules } from './rules.js';
import { fileOf, hasServer, isHere, openHere, openSocket, pathOf } from './place.js';

let link = null;
let newSeed = null; // for the seat that is being asked for

// What the page shows. `table` is the server's last word on it.
export const here = {
  id: null,
  table: null,
  board: null,
  ui: {},
  fresh: [], // the line that is being shown
  before: null, // the state before it
  owner: 0, // whose it is
  beat: 0,
  pending: null, // the line that is on its way
  timeout: 0, // the seat whose time was out, where the line that is being shown was played for it
  mark: null, // a line that is shown on the board, though nobody has played it
  hint: null, // {seq, advice}: what the choices are worth at that moment; without advice it is on its way
  link: 'closed',
  retryAt: 0,
  gone: false, // there is no such table
  dice: null, // 'out', 'late', 'lost' or 'cheated': what is wrong with the fair dice
  counted: 0, // lines of the game so far, also those that wait for their beat
  panel: 'log',
  drawer: false, // log and chat are open where they have no place of their own
  unread: 0,
  clockAt: 0,
};

// The connection to the server, or to the tables in this browser: each is made when it is first needed.
const links = new Map();

function theLink(open) {
  if (!links.has(open)) links.set(open, new Link(language(), { message: receive, state: linkChanged }, open));
  if (link && link !== links.get(open)) link.close();
  link = links.get(open);
  return link;
}

const openFor = (id) => (isHere(id) ? openHere : openSocket);

function linkChanged(state, retryAt = 0) {
  if (here.link === 'open' && state === 'lost') announce(t('link.lost'), true);
  if (here.link !== 'open' && state === 'open' && here.table) announce(t('link.back'));
  here.link = state;
  here.retryAt = retryAt;
  redraw();
}

export const retryNow = () => link?.retry();

// ---- coming and going ----

async function freshSeed() {
  newSeed = randomSeed();
  return toHex(await sha256(newSeed));
}

const PART = 3000; // characters of lines in one message

function partsOf(lines) {
  const parts = [];
  for (const line of lines) {
    if (parts.length && parts.at(-1).length + line.length < PART) parts.push(`${parts.pop()}|${line}`);
    else parts.push(line);
  }
  return parts;
}

// `brought`: lines of a game of this browser, which goes on at the server.
export async function createTable(message, brought = null) {
  const fair = await freshSeed();
  const connection = theLink(brought ? openSocket : message.from ? openFor(message.from.table) : hasServer() ? openSocket : openHere);
  connection.errand = null;
  await connection.whenOpen();
  for (const text of partsOf(brought ?? [])) await connection.ask({ do: 'bring', text });
  const { table } = await connection.ask({ do: 'create', ...message, fair });
  return table;
}

export async function sitDown(name, seat) {
  const fair = await freshSeed();
  link.ask({ do: 'join', table: here.id, name, seat, fair }).catch(refused);
}

function errandTo(id) {
  const mine = mySeat(id);
  return mine?.secret ? { do: 'resume', table: id, seat: mine.seat, secret: mine.secret } : { do: 'watch', table: id };
}

function clear(id) {
  beats.clear();
  stopReplay();
  Object.assign(here, { id, table: null, board: null, ui: {}, fresh: [], before: null, owner: 0, timeout: 0, pending: null, hint: null, mark: null, gone: false, dice: null, unread: 0, panel: 'log', drawer: false });
}

function joined(message) {
  if (here.id !== message.table) clear(message.table);
  if (message.seat) {
    const secret = message.secret ?? mySeat(message.table)?.secret;
    const seed = message.secret && newSeed ? toHex(newSeed) : mySeat(message.table)?.seed;
    keepSeat(message.table, { seat: message.seat, secret, ...(seed && { seed }) });
  }
  newSeed = null;
  link.errand = errandTo(message.table);
  const path = `/t/${message.table}`;
  if (pathOf().startsWith('/t/') && !pathOf().startsWith(path)) go(path); // a rematch
}

// ---- what the server says ----

// One after the other: a board may have to be fetched before the next message can be understood.
let inbox = Promise.resolve();

function receive(message) {
  message.came = performance.now(); // clocks run from then, however long it takes to show what happened
  inbox = inbox.then(() => handle(message)).catch((error) => console.error(error));
}

function handle(message) {
  switch (message.type) {
    case 'joined':
      return joined(message);
    case 'table':
      beats.clear();
      link.settle();
      return takeTable(message);
    case 'moves':
      link.settle();
      if (here.table) keepShown(message.from ?? here.counted, message.lines, false);
      // Before a move that the clock made is a comment, which is not sent. Otherwise something was left out.
      if (here.table && (message.from ?? here.counted) !== here.counted + (message.timeout ? 1 : 0)) link.say({ do: 'sync' });
      here.counted = (message.from ?? here.counted) + message.lines.length;
      return here.table && takeMoves(message);
    case 'error':
      return failed(message);
  }
  if (!here.table) return undefined;
  if (message.type === 'seats') {
    const { type, seq, ...rest } = message;
    tellSeats(here.table.seats, message.seats);
    Object.assign(here.table, rest, { seq: Math.max(seq, here.table.seq) });
  } else if (message.type === 'chat') {
    here.table.said = [...here.table.said, message].slice(-50);
    const unseen = here.panel !== 'chat' || !sideSeen(), words = `${message.name}${t('colon')} ${message.text}`;
    if (unseen) here.unread++;
    if (message.seat !== here.table.you && unseen) notice(words, 'chat');
    else if (message.seat !== here.table.you) announce(words);
    if (message.seat !== here.table.you) playSound('tap');
  } else if (message.type === 'fair') {
    tellFailed(here.table.fair, message.fair);
    here.table.fair = message.fair;
    redraw();
    return tendFair();
  } else if (message.type === 'proposal') {
    here.table.proposal = message.proposal;
    if (message.proposal?.wanted.length) announce(t('ask.' + message.proposal.what, { name: nameOf(message.proposal.by) }), true);
    else if (message.done === false && !here.declined) notice(t('ask.no'));
    here.declined = false;
  } else if (message.type === 'next') {
    here.table.next = message.table;
  }
  redraw();
  return undefined;
}

// Somebody has left for good, or is replaced.
function tellSeats(before, now) {
  const told = { left: 'seat.left', 'stand-in': 'seat.standin' };
  now.forEach((seat, i) => seat.kind !== before[i].kind && told[seat.kind] && i + 1 !== here.table.you && notice(`${nameOf(i + 1)}${t('colon')} ${t(told[seat.kind])}`));
}

function failed(message) {
  if (message.code === 'bad-secret') {
    forgetSeat(here.id);
    link.go(errandTo(here.id));
  } else if (message.code === 'no-table') {
    here.gone = true;
    link.errand = null;
  } else if (message.code !== 'stopping') {
    notice(message.text, 'bad');
  }
  redraw();
}

async function takeTable(message) {
  const board = await boardOf(message.game);
  if (message.table !== here.id) return;
  const first = !here.table;
  const starts = message.why === 'start' && board.pace;
  const past = Math.max(0, (message.origin?.step ?? 0) - message.log_from); // lines of the game from which this one goes on
  const opening = starts ? beatsOf(message.log.slice(past), message.states?.slice(1), message) : [];
  here.board = board;
  here.table = { ...message, log: message.log, said: message.said ?? [] };
  here.pending = null;
  here.hint = null;
  here.mark = null;
  here.ui = {};
  here.fresh = message.why === 'start' && !starts ? message.log.slice(past) : [];
  Object.assign(here, { before: null, owner: 0, timeout: 0 });
  here.beat++;
  here.clockAt = message.came;
  if (starts) Object.assign(here.table, { log: message.log.slice(0, past), state: message.states?.[0] ?? opening[0].state, may: false, legal: [] });
  if (message.you) keepSeat(message.table, { game: message.game });
  if (message.you && message.phase === 'playing') setPlayed(message.game);
  board.before?.([], view(), true);
  if (first && message.phase === 'over' && /^#replay/.test(location.hash)) openReplay(Number(location.hash.split('=')[1]) || 0);
  const opens = message.why === 'start' && !starts && message.state ? board.tell(here.fresh, view()) : '';
  announce(`${message.why === 'start' ? t('started') : message.why === 'undo' ? t('undo.done') : ''} ${opens} ${tellTurn(false)}`.replace(/ +/g, ' ').trim());
  here.counted = (message.log_from ?? 0) + message.log.length;
  await tendFair();
  keepShown(message.log_from ?? 0, message.log, true);
  redraw();
  beats.add(opening);
}

// ---- beats ----

const beats = new Beats(showBeat, isMyThrow);

// One's own dice wait for one's own hand, unless a clock runs or nothing is paced.
function isMyThrow({ line }) {
  const { table, board } = here;
  if (!line || !table.you || table.clock || !dwellOf(1) || !board.throws?.(line) || board.owner(line, table.state) !== table.you) return false;
  if (!beats.held) setTimeout(redraw);
  return true;
}

export const throwDice = () => (beats.release(), redraw());

// The rest at once: a key or a tap. False where nothing is waiting.
export const skipAhead = () => beats.skip();

function takeMoves(message) {
  if (here.board.pace) return beats.add(beatsOf(message.lines, message.states, message));
  here.board.before?.(message.lines, view(), false);
  here.table.log.push(...message.lines);
  here.fresh = message.lines;
  here.before = here.table.state;
  return settle(message, here.board.tell(message.lines, view()));
}

// Shows one line and the state after it. Returns how long it is to be seen.
function showBeat({ line, state, last, timeout = 0 }) {
  const { table, board } = here;
  board.before?.(line ? [line] : [], view(), false);
  Object.assign(here, { before: table.state, fresh: line ? [line] : [], pending: null, mark: null, timeout });
  here.owner = line ? board.owner(line, table.state ?? state) : 0;
  if (timeout) table.log.push(timeoutComment(timeout));
  if (line) table.log.push(line);
  table.state = state;
  here.beat++;
  if (timeout) tellTimeout(timeout);
  const words = line ? `${timeoutWords(view(), timeout)} ${board.tell([line], view())}`.trim() : '';
  if (last) settle(last, words);
  else Object.assign(table, { may: false, legal: [] });
  if (!last) {
    playSound(board.rolls(line) ? 'dice' : 'tap');
    say(words);
    redraw();
  }
  return dwellOf(board.dwell(line ?? '', view()));
}

// The server has moved for somebody. To whom it was, it is said at once: what follows may come quickly.
function tellTimeout(seat) {
  const words = timeoutWords(view(), seat);
  notice(words);
  if (seat === here.table.you) announce(words, true);
}

// What holds after the last line of a message.
function settle(message, words) {
  const { table } = here, before = table.may, lines = here.fresh;
  Object.assign(table, { seq: message.seq ?? table.seq, state: message.state, may: message.may, legal: message.legal, undo: message.undo, clock: message.clock });
  if (message.fair) {
    table.fair = message.fair;
    tendFair();
  }
  const ends = message.state.mover === 'over' && table.phase !== 'over';
  if (ends) Object.assign(table, { phase: 'over', proposal: null });
  Object.assign(here, { pending: null, mark: null, ui: here.board.keepUi ? here.ui : {}, clockAt: message.came });
  if (!here.board.pace) here.beat++;
  if (ends) celebrate();
  else playSound(lines.some((line) => here.board.rolls(line)) ? 'dice' : 'tap');
  say(words, `${tellTurn(before)} ${tellNext(before)}`.trim());
  redraw();
}

// Says what happened, once where several lines are one thing (a deal), and then what is to be done.
let said = '';

function say(words, more = '') {
  const fresh = words === said ? '' : words;
  said = words;
  if (fresh || more) announce(`${fresh} ${more}`.trim());
}

// In one's own turn: what is asked for now.
function tellNext(before) {
  const v = view();
  return before && here.table.may && here.table.you && here.board.pace && !v.waiting ? here.board.bar(v).ask ?? '' : '';
}

// "Your turn", for who is looking elsewhere; the words, for who listens.
function tellTurn(before) {
  const table = here.table;
  if (table.phase === 'over') return endWords();
  if (!table.may || before || table.phase !== 'playing' || !table.you) return '';
  playSound('turn');
  if (document.hidden && setting('notify', false) && 'Notification' in window && Notification.permission === 'granted') {
    const note = new Notification(t('turn.yours'), { body: t('title.' + table.game), tag: table.table, icon: fileOf('icon.svg') });
    note.onclick = () => (window.focus(), note.close());
  }
  return here.board.pace ? t('turn.yours') : '';
}

// ---- fair dice: commit, acknowledge the list, then open ----

// One window at a time speaks for a seat, where the browser can tell.
const alone = (id, act) => (navigator.locks ? navigator.locks.request(`cornet.dice.${id}`, act) : act());

// The transcript of this seat: what was kept before, or a new one. Null where a seed was opened at this table already, and the seat
// is taken anew; undefined where there is nothing to keep.
function transcriptHere({ table: id, you, fair, phase }) {
  const kept = transcriptOf(id), seed = mySeat(id)?.seed;
  if (kept?.seat === you && (!seed || Object.values(kept.seeds).includes(seed))) return kept;
  if (kept) return kept.opened.length ? null : newTranscript(id, you, kept.server, seed);
  return phase === 'waiting' || phase === 'fair' ? newTranscript(id, you, fair.commit, seed) : undefined;
}

async function tendFair() {
  const { table } = here;
  if (!table.you || !table.fair || here.dice === 'cheated') return;
  await alone(table.table, async () => {
    const kept = transcriptHere(table);
    if (!kept) return kept === null && takeStep({ step: 'cheated' });
    const found = await nextStep(kept, table, toHex(randomSeed()));
    return takeStep({ ...found, stored: keepTranscript(kept) });
  });
}

function takeStep({ step, send, stored = true }) {
  if (send && stored) link.say(send); // what is not kept proves nothing: nothing is sent
  const trouble = ['out', 'late', 'lost', 'cheated'].includes(step) ? step : null;
  if (trouble && here.dice !== trouble) {
    here.dice = trouble;
    announce(t('dice.' + trouble), true);
  }
  redraw();
}

// A seat that did not keep its promise is named to everybody at once.
function tellFailed(before, after) {
  for (const failed of (after.failed ?? []).slice(before?.failed?.length ?? 0)) {
    if (failed.seat === here.table.you) continue;
    notice(t('dice.failed', { name: nameOf(failed.seat) }), 'bad');
  }
}

// Every line that is shown is kept, with its place in the log.
function keepShown(from, lines, whole) {
  const kept = here.table?.you && transcriptOf(here.id);
  if (!kept) return;
  const good = keepLines(kept, from, lines) && (!whole || from + lines.length >= kept.lines.length);
  keepTranscript(kept);
  if (!good) takeStep({ step: 'cheated' });
}

// ---- what the player does ----

function refused(error) {
  here.pending = null;
  notice(error.code === 'lost' ? t('link.unsure') : error.text, 'bad');
  redraw();
}

export function play(line) {
  if (here.pending || here.link !== 'open') return;
  here.pending = line;
  here.mark = null;
  beats.stay(0); // what it brings is shown at once
  redraw();
  const speech = here.table.state.mover === 'anyone';
  link.tryTo({ do: 'move', line, ...(!speech && { at: here.table.seq }) }, refused);
}

export async function askHint() {
  const { seq } = here.table;
  here.hint = { seq };
  redraw();
  try {
    const { advice } = await link.ask({ do: 'hint', at: seq });
    here.hint = { seq, advice };
    if (here.table?.seq === seq) here.mark = `${here.table.you} ${advice.hints[0].move}`;
    if (here.table?.seq === seq) announce(t('hint.best', { what: inAdvice(here.board.say(`${here.table.you} ${advice.hints[0].move}`, view())), share: percent(advice.hints[0].share, 1) }));
  } catch (error) {
    here.hint = null;
    if (error.code !== 'stale') notice(error.code === 'lost' ? t('link.lost') : error.text, 'bad');
  }
  redraw();
}

export function hideHint() {
  Object.assign(here, { hint: null, mark: null });
  redraw();
}

// What the judge expects to follow the line that is marked.
function afterMark() {
  const hints = here.hint?.seq === here.table.seq ? here.hint.advice?.hints : null;
  return hints?.find(({ move }) => `${here.table.you} ${move}` === here.mark)?.line ?? [];
}

export const request = (message) => link.ask(message).catch(refused);

export async function quitForGood() {
  try {
    await link.ask({ do: 'quit' });
    forgetSeat(here.id);
    go('/');
  } catch (error) {
    refused(error);
  }
}

// Leaves a table for good from elsewhere, on a connection of its own.
export async function resign(id) {
  const connection = new Link(language(), { message() {}, state() {} }, openFor(id));
  try {
    await connection.whenOpen();
    await connection.ask(errandTo(id));
    await connection.ask({ do: 'quit' });
  } finally {
    connection.close();
  }
  forgetSeat(id);
}

export async function openReplay(at = 0) {
  try {
    await loadSteps(here.id, here.board, at);
  } catch (error) {
    notice(error.message || t('error.server'), 'bad');
  }
  redraw();
}

// ---- the view that boards are given ----

export const nameOf = (seat) => shortName(seatName(here.table.seats, seat));

export function view() {
  const { table } = here;
  const step = replay.on ? replay.steps[replay.at] : null;
  const idle = here.link !== 'open' || here.pending || table.phase !== 'playing' || beats.waiting;
  return {
    table,
    state: step ? step.state : table.state,
    legal: step || idle ? [] : table.legal,
    may: !step && !idle && table.may,
    you: table.you,
    seats: table.seats,
    log: step ? replay.steps.slice(1, replay.at + 1).map((s) => s.line) : table.log,
    name: nameOf,
    play,
    ui: here.ui,
    redraw,
    fresh: step ? (replay.at ? [step.line] : []) : here.fresh,
    before: step ? replay.steps[replay.at - 1]?.state ?? null : here.before,
    owner: step ? step.owner : here.owner,
    mark: step ? replay.mark : here.mark,
    replaying: Boolean(step),
    then: step ? [] : afterMark(),
    timeout: step ? 0 : here.timeout,
    beat: step ? `r${replay.at}` : here.beat,
    pending: here.pending,
    dwell: dwellOf(900),
    waiting: beats.waiting,
    throwing: !step && beats.held ? throwDice : null,
  };
}

// Any plain key shows what is waiting, but for those that mean something where the focus is.
function skipKey(event) {
  const typing = event.target.closest?.('input, textarea, select, button, a, summary, [role=button], [role=tab]');
  return !typing && ['Escape', ' ', 'Enter', 'ArrowRight'].includes(event.key) && (beats.held ? (throwDice(), true) : skipAhead());
}

function title() {
  const { table } = here;
  if (!table) return 'Cornet';
  const game = t('title.' + table.game);
  if (table.phase === 'over') return `${t('over')} · ${game}`;
  if (table.phase === 'playing' && table.may && here.board.pace) return `• ${t('turn.yours')} · ${game}`;
  return `${game} · Cornet`;
}

export function openTable(id) {
  if (here.id !== id || !link || link.state !== 'open') {
    clear(id);
    theLink(openFor(id)).go(errandTo(id));
  }
  return {
    name: 'table',
    title,
    heading: () => here.table && [h('span', { class: 'heading' }, t('title.' + here.table.game)), fromLink('heading-from')],
    tools: () => here.table && [watchingView(), drawerButton()],
    view: tableView,
    leave() {
      if (here.id !== id) return; // a rematch has brought us elsewhere already
      link.close();
      clear(null);
    },
    language: () => link.speak(language()),
    keyAnywhere: replayKey,
    key(event) {
      if (event.key === 'Escape' && here.drawer) return closeDrawer(), true;
      if (skipKey(event)) return true;
      if (event.key === '?' && here.table) {
        openRules(here.table.game, t('title.' + here.table.game));
        return true;
      }
      if (!here.table?.state) return false;
      if (here.board.key(event, view()) || toolKey(event)) return true;
      if (/^[1-9]$/.test(event.key)) {
        const button = document.querySelectorAll('.bar-buttons button:not([disabled])')[event.key - 1];
        button?.click();
        return Boolean(button);
      }
      return false;
    },
  };
}

setInterval(() => {
  tickClocks();
  for (const node of document.querySelectorAll('[data-retry]')) {
    node.textContent = String(Math.max(0, Math.ceil((here.retryAt - Date.now()) / 1000)));
  }
  here.board?.tick?.(clockLeft());
}, 200);
