// A table: the model of what the server has told, what is shown of it, and what the player does.
import { h } from '../core/dom.js';
import { language, t } from '../core/texts.js';
import { forgetSeat, hidesHands, isShared, keepOther, keepRematch, keepSeat, mySeat, othersAt, seatsAt, secretOf, setPlayed, setting } from '../core/keep.js';
import { Link } from '../core/link.js';
import { boardOf, faultComment } from '../core/boards.js';
import { Beats, beatsOf, dwellOf } from './beats.js';
import { keepShown as keepDice, tendDice } from '../dice/seat_dice.js';
import { sayFor, seatPeople, unseatPeople } from './companions.js';
import { randomSeed, sha256, toHex } from '../core/hash.js';
import { advice as inAdvice, announce, fetchJson, hush, notice, percent, resultText, seatName, shortName, strengths } from '../core/parts.js';
import { clockLeft, tickClocks, timeoutComment, timeoutWords } from './clock.js';
import { toolKey } from './tools.js';
import { mayRoll, rollKey } from '../dice/real_dice.js';
import { play as playSound } from '../core/sound.js';
import { celebrate, endWords } from './end.js';
import { go, redraw } from '../app.js';
import { bannerView, closeDrawer, drawerButton, sideSeen, tableView, watchingView } from './table_view.js';
import { loadSteps, replay, replayKey, stopReplay } from './replay.js';
import { fromLink } from './playon.js';
import { openRules } from '../core/rules.js';
import { fileOf, hasServer, isHere, openHere, openSocket, pathOf } from '../core/place.js';

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
  hint: null, // {seq, advice, more}: what the choices are worth at that moment; without advice it is on its way, with more a better one
  link: 'closed',
  retryAt: 0,
  gone: false, // there is no such table
  dice: null, // 'out', 'late', 'lost' or 'cheated': what is wrong with the fair dice
  counted: 0, // lines of the game so far, also those that wait for their beat
  panel: 'log',
  drawer: false, // log and chat are open where they have no place of their own
  unread: 0,
  clockAt: 0,
  holder: 0, // several people here, in a game with secrets: the seat of who holds the device
  passing: null, // the seat to which it is being handed, as handOver() says
  asked: null, // the seat that this page has asked for, until it has it
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

// others: {SEAT: name} of people who play on this device too, at seats that are open; hides: the game has secrets. `brought`: lines of
// a game of this browser, which goes on at the server.
export async function createTable({ others, hides, ...message }, brought = null) {
  const fair = await freshSeed();
  if (brought) unseatPeople(), clear(null); // nobody sits at the old table any more
  const connection = theLink(brought ? openSocket : message.from ? openFor(message.from.table) : hasServer() ? openSocket : openHere);
  connection.errand = null;
  await connection.whenOpen();
  for (const text of partsOf(brought ?? [])) await connection.ask({ do: 'bring', text });
  const { table } = await connection.ask({ do: 'create', ...message, fair });
  if (others) keepSeat(table, { shared: true, hides });
  for (const [seat, name] of Object.entries(others ?? {})) keepOther(table, seat, { name });
  return table;
}

export async function sitDown(name, seat) {
  const fair = await freshSeed();
  link.ask({ do: 'join', table: here.id, name, seat, fair }).catch(refused);
}

// Where several people play here, nobody's secrets are shown before it is known whose turn it is.
function errandTo(id, seat = isShared(id) ? 0 : mySeat(id)?.seat) {
  const secret = secretOf(id, seat);
  return secret ? { do: 'resume', table: id, seat, secret } : { do: 'watch', table: id };
}

function clear(id) {
  beats.clear();
  stopReplay();
  Object.assign(here, { id, table: null, board: null, ui: {}, fresh: [], before: null, owner: 0, timeout: 0, pending: null, hint: null, mark: null, gone: false, dice: null, unread: 0, panel: 'log', drawer: false, holder: 0, passing: null, asked: null });
}

function joined(message) {
  if (here.id !== message.table) {
    if (here.id && isShared(here.id) && message.secret) keepRematch(here.id, message);
    clear(message.table);
  }
  if (message.seat && (!isShared(message.table) || (message.secret && !othersAt(message.table)[message.seat]))) {
    const secret = message.secret ?? mySeat(message.table)?.secret;
    const seed = message.secret && newSeed ? toHex(newSeed) : mySeat(message.table)?.seed;
    keepSeat(message.table, { seat: message.seat, secret, ...(seed && { seed }) });
  }
  newSeed = null;
  link.errand = errandTo(message.table, isShared(message.table) ? message.seat : undefined);
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
      if (message.you === here.asked) here.asked = null;
      if (isSameMoment(message)) return turnPage(message);
      beats.clear();
      link.settle();
      return takeTable(message);
    case 'moves':
      link.settle();
      if (here.table) keepShown(message.from ?? here.counted, message.lines, false);
      // Before a move that the clock made, or a forfeit, is a comment, which is not sent. Otherwise something was left out.
      if (here.table && (message.from ?? here.counted) !== here.counted + (message.timeout || message.fault ? 1 : 0)) link.say({ do: 'sync' });
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
    follow();
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
    if (message.proposal?.wanted.length && !isOurs(message.proposal)) announce(t('ask.' + message.proposal.what, { name: nameOf(message.proposal.by) }), true);
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

const AGAIN = 1500; // milliseconds

// An error that answers no request of ours, or one that came too quickly to be read: nothing is on its way any more.
function failed(message) {
  if (message.code === 'bad-secret') {
    forgetSeat(here.id);
    link.go(errandTo(here.id));
  } else if (message.code === 'no-table') {
    here.gone = true;
    link.errand = null;
  } else if (message.code !== 'stopping') {
    here.pending = null;
    here.asked = null; // a seat that was asked for too quickly is asked for again
    if (isShared(here.id)) setTimeout(follow, AGAIN);
    notice(message.text, 'bad');
  }
  redraw();
}

async function takeTable(message) {
  const board = await boardOf(message.game);
  if (message.table !== here.id) return;
  const first = !here.table, ended = here.table?.phase === 'over'; // its end has been said
  const secret = isSecret(message);
  const starts = message.why === 'start' && board.pace && !secret;
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
  if (message.phase === 'over') noteEnd();
  board.before?.([], view(), true);
  if (first && message.phase === 'over' && /^#replay/.test(location.hash)) openReplay(Number(location.hash.split('=')[1]) || 0);
  const opens = message.why === 'start' && !starts && !secret && message.state ? board.tell(here.fresh, view()) : '';
  if (!ended) announce(`${message.why === 'start' ? t('started') : message.why === 'undo' ? t('undo.done') : ''} ${opens} ${tellTurn(false)}`.replace(/ +/g, ' ').trim());
  if (message.why === 'start') strengths(message.seats).forEach((words) => notice(words));
  here.counted = (message.log_from ?? 0) + message.log.length;
  await tendFair();
  keepShown(message.log_from ?? 0, message.log, true);
  redraw();
  beats.add(opening);
  follow();
}

// ---- beats ----

const beats = new Beats(showBeat, isMyThrow);

// One's own dice wait for one's own hand, unless a clock runs or nothing is paced.
function isMyThrow({ line }) {
  const { table, board } = here;
  if (!line || !table.you || table.clock || table.dice === 'own' || !dwellOf(1) || !board.throws?.(line) || !isThrower(board.owner(line, table.state))) return false;
  if (!beats.held) setTimeout(redraw);
  return true;
}

export const throwDice = () => (beats.release(), redraw());

// The rest at once: a key or a tap. False where nothing is waiting.
export const skipAhead = () => beats.skip();

// Why a bot cannot go on, before the line that says so.
const keepFault = ({ fault, lines }) => fault && here.table.log.push(faultComment(lines[0][0], fault));

function takeMoves(message) {
  if (here.board.pace) return beats.add(beatsOf(message.lines, message.states, message));
  here.board.before?.(message.lines, view(), false);
  keepFault(message);
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
  if (last) keepFault(last);
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
  const asked = !here.board.pace && here.hint?.seq === table.seq && !lines.some((line) => here.board.rolls(line)) ? here.hint.advice : null;
  Object.assign(table, { seq: message.seq ?? table.seq, state: message.state, may: message.may, legal: message.legal, undo: message.undo, clock: message.clock });
  if (message.fair) {
    table.fair = message.fair;
    tendFair();
  }
  const ends = message.state.mover === 'over' && table.phase !== 'over';
  if (ends) Object.assign(table, { phase: 'over', proposal: null });
  Object.assign(here, { pending: null, mark: null, ui: here.board.keepUi ? here.ui : {}, clockAt: message.came });
  if (!here.board.pace) here.beat++;
  if (asked && table.may && !ends) askHint(asked);
  if (ends) noteEnd();
  if (ends) celebrate();
  else playSound(lines.some((line) => here.board.rolls(line)) ? 'dice' : 'tap');
  say(words, `${tellTurn(before)} ${tellNext(before)}`.trim());
  redraw();
  lastSeen();
}

// For the statistics: how a game of mine has ended.
const summaryOf = (id) => fetchJson(`/api/tables/${id}`).catch(() => null);

async function noteEnd() {
  const summary = mySeat(here.id) && (await summaryOf(here.id));
  if (summary) (await import('../core/results.js')).noteResult(summary);
}

// Gives seats up for good by quit(), which the statistics do not hide.
async function giveUp(id, quit) {
  const summary = await summaryOf(id);
  await quit();
  if (summary) await (await import('../core/results.js')).noteResult(summary, true);
  forgetSeat(id);
}

// Says what happened, once where several lines are one thing (a deal) or the end says it too, and then what is to be done.
let said = '';

function say(words, more = '') {
  const fresh = words === said || more.includes(words) ? '' : words;
  said = words;
  if (fresh || more) announce(`${fresh} ${more}`.trim());
}

// In one's own turn: what is asked for now.
function tellNext(before) {
  const v = view();
  return before && here.table.may && here.table.you && here.board.pace && !v.waiting && v.state.mover !== 'chance' ? here.board.bar(v).ask ?? '' : '';
}

// "Your turn", for who is looking elsewhere; the words, for who listens.
function tellTurn(before) {
  const table = here.table;
  if (table.phase === 'over') return endWords();
  if (table.dice === 'own' && table.state?.mover === 'chance') return t('roll.wait');
  if (!table.may || before || table.phase !== 'playing' || !table.you) return '';
  playSound('turn');
  if (document.hidden && setting('notify', false) && 'Notification' in window && Notification.permission === 'granted') {
    const note = new Notification(t('turn.yours'), { body: t('title.' + table.game), tag: table.table, icon: fileOf('icon.svg') });
    note.onclick = () => (window.focus(), note.close());
  }
  return here.board.pace ? (isShared(here.id) ? t('turn.of', { name: nameOf(table.you) }) : t('turn.yours')) : '';
}

// ---- fair dice: commit, acknowledge the list, then open ----

// Where several people play here, companions.js does this for all of them.
async function tendFair() {
  const { table } = here;
  if (here.dice === 'cheated' || isShared(table.table)) return;
  takeStep(await tendDice(table, (message) => link.say(message)));
}

// What is wrong with the fair dice is said.
export function takeStep(step) {
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
  if (!here.table?.you || isShared(here.id)) return;
  if (!keepDice(here.id, here.table.you, from, lines, whole)) takeStep('cheated');
}

// ---- several people on this device: the page is that of whose turn it is ----

// The page's own seats; none where one person plays here.
export const peopleHere = () => (here.id && isShared(here.id) ? seatsAt(here.id) : []);

// Whether this is what somebody else's place has shown already, so that it can be shown on.
function isSameMoment(message) {
  return here.table && here.id === message.table && isShared(here.id) && !hidesHands(here.id) && message.why !== 'undo' && message.phase === here.table.phase
    && !beats.waiting && (message.log_from ?? 0) + message.log.length === here.counted;
}

function turnPage(message) {
  Object.assign(here, { table: { ...message, said: message.said ?? [] }, pending: null, clockAt: message.came, ui: here.board.keepUi ? here.ui : {} });
  announce(tellTurn(false));
  redraw();
  follow();
}

// A seat's view of a game with secrets, and the seat is not that of who holds the device.
const isSecret = ({ table, phase, you }) => isShared(table) && hidesHands(table) && phase === 'playing' && Boolean(you) && you !== here.holder;

// Own dice wait for a hand: anybody's here, where nothing is hidden.
const isThrower = (seat) => (isShared(here.id) && !hidesHands(here.id) ? peopleHere().includes(seat) : seat === here.table.you);

// A proposal among people on this device: they talk.
const isOurs = ({ by }) => peopleHere().includes(by);

// The seat whose place this page should show now; 0 for what everybody may see.
function wantedSeat() {
  const { table, board, holder } = here, seats = peopleHere(), mover = table.state?.mover;
  if (table.phase !== 'playing') return table.you || seats[0] || 0;
  if (hidesHands(here.id)) return !seats.includes(mover) || mover === holder ? holder : 0;
  return seats.includes(mover) ? mover : board.speaker?.(table.state, here.ui, seats) || table.you || seats[0] || 0;
}

function bringPeople() {
  if (here.id && isShared(here.id)) seatPeople(here.id, openFor(here.id), { dice: takeStep, seated: () => (bringPeople(), follow()), refused: (text) => notice(text, 'bad') });
}

// Goes to that seat.
export function follow() {
  if (!here.table || !isShared(here.id) || replay.on || beats.waiting || performance.now() < lingers) return;
  const seat = wantedSeat(), to = handOver();
  if (to && to !== here.passing) coverUp(to);
  here.passing = to;
  if (seat === (here.asked ?? here.table.you)) return;
  here.asked = seat;
  link.go(errandTo(here.id, seat));
}

// The last thing that happened is seen as long as others are, before the device is handed over.
let lingers = 0;

function lastSeen() {
  if (!isShared(here.id)) return;
  const stays = hidesHands(here.id) && here.fresh.length ? dwellOf(here.board.dwell(here.fresh.at(-1), view())) : 0;
  lingers = performance.now() + stays;
  setTimeout(follow, stays + 1);
}

// From now on nobody's secrets are on the page.
function coverUp(to) {
  Object.assign(here, { holder: 0, ui: {}, hint: null, mark: null });
  hush();
  announce(t('pass.to', { name: nameOf(to) }));
  redraw();
  setTimeout(() => document.querySelector('.hand-over h2')?.focus());
}

// The seat to which the device is to be handed; 0 while that is changing; null where the table may be shown.
export function handOver() {
  const { table, holder } = here;
  if (!table || !isShared(here.id) || !hidesHands(here.id) || table.phase !== 'playing' || replay.on) return null;
  if ((table.you === 0 || table.you === holder) && (beats.waiting || performance.now() < lingers)) return null;
  const mover = table.state?.mover;
  if (peopleHere().includes(mover)) return mover === holder && table.you === mover ? null : mover;
  return table.you && table.you !== holder ? 0 : null;
}

// Who was asked for has the device.
export function takeDevice(seat) {
  here.holder = seat;
  follow();
  redraw();
}

// A request of another person here.
export const requestOf = (seat, message) => (seat === here.table.you ? request(message) : sayFor(seat, message));

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

// The first hint comes at once, better ones follow. What the player has put on the board meanwhile, or put away, stays so. Who listens is told the
// first one, and the last if it says something else.
// Where everybody speaks at once, `old` is the one before somebody spoke: it stays until the next comes.
export async function askHint(old = null) {
  const lineOf = (said) => `${here.table.you} ${said.hints[0].move}`;
  const hint = { seq: here.table.seq, ...(old && { advice: old, more: true }) };
  let told = old && lineOf(old), first = true;
  const take = ({ advice, more = false }) => {
    if (here.hint !== hint || here.table.seq !== hint.seq) return;
    const best = lineOf(advice), before = hint.advice && lineOf(hint.advice);
    Object.assign(hint, { advice, more });
    if (first || here.mark === before) here.mark = best;
    first = false;
    if (best !== told && !(told && more)) {
      told = best;
      announce(t('hint.best', { what: inAdvice(here.board.say(best, view())), share: percent(advice.hints[0].share, 1) }));
    }
    redraw();
  };
  here.hint = hint;
  redraw();
  try {
    take(await link.ask({ do: 'hint', at: hint.seq, grows: true }, take));
  } catch (error) {
    hint.more = false;
    if (here.hint === hint && first) here.hint = null;
    if (error.code !== 'stale' && !old) notice(error.code === 'lost' ? t('link.lost') : error.text, 'bad');
    redraw();
  }
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
    await giveUp(here.id, async () => {
      await Promise.all(peopleHere().filter((seat) => seat !== here.table.you).map((seat) => sayFor(seat, { do: 'quit' })));
      if (here.table.you) await link.ask({ do: 'quit' });
    });
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
    await giveUp(id, async () => {
      for (const seat of seatsAt(id)) {
        await connection.ask(errandTo(id, seat));
        await connection.ask({ do: 'quit' });
      }
    });
  } finally {
    connection.close();
  }
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
    people: peopleHere(),
    side: isShared(here.id) && !setting('turn', true) ? mySeat(here.id)?.seat ?? 1 : table.you,
    playFor: (seat, line) => requestOf(seat, { do: 'move', line }),
    follow: () => (follow(), redraw()),
  };
}

// Any plain key shows what is waiting, but for those that mean something where the focus is.
function skipKey(event) {
  const typing = event.target.closest?.('input, textarea, select, button, a, summary, [role=button], [role=tab]');
  return !typing && ['Escape', ' ', 'Enter', 'ArrowRight'].includes(event.key) && (beats.held ? (throwDice(), true) : skipAhead());
}

// While the device is handed over, one key takes it.
function passKey(event) {
  const button = event.key === '1' && document.querySelector('[data-do=take-device]');
  if (button) button.click();
  return Boolean(button);
}

function title() {
  const { table } = here;
  if (!table) return 'Cornet';
  const game = t('title.' + table.game);
  if (table.phase === 'over') return `${t('over')} · ${game}`;
  if (table.phase === 'playing' && table.may && here.board.pace && !isShared(here.id)) return `• ${t('turn.yours')} · ${game}`;
  return `${game} · Cornet`;
}

export function openTable(id) {
  if (here.id !== id || !link || link.state !== 'open') {
    clear(id);
    theLink(openFor(id)).go(errandTo(id));
  }
  bringPeople();
  return {
    name: 'table',
    title,
    heading: () => here.table && [h('span', { class: 'heading' }, t('title.' + here.table.game)), fromLink('heading-from')],
    banner: bannerView,
    tools: () => here.table && handOver() === null && [watchingView(), drawerButton()],
    view: tableView,
    leave() {
      if (here.id !== id) return; // a rematch has brought us elsewhere already
      link.close();
      unseatPeople();
      clear(null);
    },
    language: () => link.speak(language()),
    keyAnywhere: replayKey,
    key(event) {
      if (handOver() !== null) return passKey(event);
      if (event.key === 'Escape' && here.drawer) return closeDrawer(), true;
      if (skipKey(event)) return true;
      if (event.key === '?' && here.table) {
        openRules(here.table.game, t('title.' + here.table.game));
        return true;
      }
      if (!here.table?.state) return false;
      if (mayRoll(view())) return rollKey(event, view()) || toolKey(event);
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
