// A table being played: messages from the server go into the state (model/state.js); their results are shown, announced and sent. Also
// joining and leaving a table.
import { boardOf } from '../core/games.js';
import { go, redraw } from '../core/frame.js';
import { forgetSeat, isShared, keepOther, keepRematch, keepSeat, mySeat, othersAt, seatsAt, setPlayed, setScored } from '../core/keep.js';
import { Link } from '../core/link.js';
import { advice as inAdvice, announce, fetchJson, notice, percent, seatName, strengths } from '../core/parts.js';
import { hasServer, openHere, openSocket, pathOf } from '../core/place.js';
import { play as playSound } from '../core/sound.js';
import { language, t } from '../core/texts.js';
import {
  applyBeat, applyChat, applyFair, applyLines, applyOutcome, applyProposal, applySameMoment, applySeats, applyTable,
  beatsOf, clearTable, countLines, isImported, present,
} from '../model/state.js';
import { isSameMoment, peopleHere } from '../model/turn.js';
import {
  addBeats, clearBeats, dwellOf, freshCommitment, refused, showBy, takeBack, takeSeed, throwUnpaced,
} from './actions.js';
import {
  celebrate, dueWords, forgetAnnounced, ownTurnWords, say, sideSeen, tellChat, tellFailed, tellProposal, tellSeats, tellTimeout,
} from './tell.js';
import { bringPeople, endDice, feedDice, follow, keepLines, linger, noteVersion, sayFor, tendFair, unseatPeople } from './device.js';
import { joinRequestTo, isConnected, linkBy, listen, openFor, refreshDevice, state, theLink } from './current.js';
import { fly, notePlaces, prepareMotion } from './motion.js';
import { openReplay, stopReplay, tellStory } from './replay.js';
import { tickerWords, timeoutWords, viewOf } from './view.js';

/** @typedef {import('../model/messages.js').ServerMessage} ServerMessage */
/** @typedef {import('../model/messages.js').ErrorMessage} ErrorMessage */
/** @typedef {import('../model/messages.js').JoinedMessage} JoinedMessage */
/** @typedef {import('../model/messages.js').Summary} Summary */
/** @typedef {import('../model/state.js').ReceivedTable} ReceivedTable */
/** @typedef {import('../model/state.js').ReceivedMoves} ReceivedMoves */
/** @typedef {import('../model/state.js').Beat} Beat */
/** @typedef {import('../model/state.js').Outcome} Outcome */
/** @typedef {import('../model/messages.js').Advice} Advice */
/** @typedef {import('../model/messages.js').HintMessage} HintMessage */

// ---- the connection ----

listen({ message: receive, state: linkChanged });

/** @param {import('../model/state.js').LinkState} link @param {number} retryAt */
function linkChanged(link, retryAt = 0) {
  if (state.link === 'open' && link === 'lost') announce(t('link.lost'), true);
  if (state.link !== 'open' && link === 'open' && state.table) announce(t('link.back'));
  Object.assign(state, { link, retryAt });
  redraw();
}

// ---- opening and leaving a table ----

/** @param {string | null} id */
function clear(id) {
  clearBeats();
  stopReplay();
  clearTable(state, id);
  refreshDevice();
}

/** Opens a table, unless it is already open. @param {string} id */
export function comeTo(id) {
  if (state.id !== id || !isConnected()) {
    clear(id);
    linkBy(openFor(id)).go(joinRequestTo(id));
  }
  bringPeople();
}

export function leaveTable() {
  theLink().close();
  endDice();
  unseatPeople();
  clear(null);
}

const PART = 3000; // characters of lines in one message

/** @param {string[]} lines */
function partsOf(lines) {
  /** @type {string[]} */
  const parts = [];
  for (const line of lines) {
    const last = parts.at(-1);
    if (last && last.length + line.length < PART) parts[parts.length - 1] = `${last}|${line}`;
    else parts.push(line);
  }
  return parts;
}

/**
 * Creates a table and returns its id. others: {SEAT: name} of other people on this device, whose seats are open in the request;
 * hides: the game has secrets. `imported`: lines of a local game, to continue at the server.
 * @param {import('../model/messages.js').CreateMessage & {others?: Record<string, string>, hides?: boolean}} wish
 * @param {string[] | null} imported
 * @returns {Promise<string>}
 */
export async function createTable({ others, hides, ...message }, imported = null) {
  const fair = await freshCommitment();
  if (imported) unseatPeople(), clear(null); // nobody sits at the old table now
  const link = linkBy(imported ? openSocket : message.from ? openFor(message.from.table) : hasServer() ? openSocket : openHere);
  link.joinRequest = null;
  await link.whenOpen();
  for (const text of partsOf(imported ?? [])) await link.ask({ do: 'bring', text });
  const { table } = await link.ask({ do: 'create', ...message, fair });
  if (others) keepSeat(table, { shared: true, hides });
  for (const [seat, name] of Object.entries(others ?? {})) keepOther(table, Number(seat), { name });
  return table;
}

/** @param {JoinedMessage} message */
function joined(message) {
  const { table, seat, taken = 0 } = message, seed = takeSeed();
  if (state.id !== table) {
    if (state.id && isShared(state.id) && message.secret) keepRematch(state.id, { table, seat, secret: message.secret });
    clear(table);
  }
  if (seat && (!isShared(table) || (message.secret && !othersAt(table)[seat]))) {
    const kept = mySeat(table), own = message.secret && seed ? seed : kept?.seed;
    keepSeat(table, { seat, secret: message.secret ?? kept?.secret, ...(message.secret && { key: false }), ...(own && { seed: own }) });
  }
  if (!seat && !taken && !isShared(table)) forgetSeat(table); // it was given up, here or in another window
  state.taken = taken;
  refreshDevice();
  theLink().joinRequest = joinRequestTo(table, isShared(table) ? seat : undefined);
  const path = `/t/${table}`;
  if (pathOf().startsWith('/t/') && !pathOf().startsWith(path)) go(path); // a rematch
}

// ---- messages from the server ----

// One after the other: a board may have to be fetched before the next message can be understood.
/** @type {Promise<unknown>} */
let inbox = Promise.resolve();

const DICE = ['entries', 'got', 'ready']; // messages of the fair dice alone

/** @param {ServerMessage} message */
function receive(message) {
  const received = Object.assign(message, { receivedAt: performance.now() }); // clocks run from this time, however long the display takes
  if ('proposal' in message && message.proposal?.grace !== undefined) message.proposal.until = received.receivedAt + message.proposal.grace;
  refreshDevice();
  feedDice(received);
  if (DICE.includes(message.type)) return;
  inbox = inbox.then(() => handle(received)).catch((error) => console.error(error));
}

/** @param {import('../model/messages.js').Received} message @returns {unknown} */
function handle(message) {
  refreshDevice();
  switch (message.type) {
    case 'joined':
      return joined(message);
    case 'table':
      return tableCame(message);
    case 'moves':
      return movesCame(message);
    case 'notice':
      if (withoutNumbers(message.text) !== withoutNumbers(state.news)) announce(message.text); // a countdown is read once
      state.news = message.text;
      return redraw();
    case 'error':
      return failed(message);
  }
  return state.table && handleAtTable(message);
}

/** @param {import('../model/messages.js').Received} message */
function handleAtTable(message) {
  if (message.type === 'seats') {
    if (message.timing && !present(state).table.timing) notice(t('clock.comes', { n: message.timing.seconds }));
    tellSeats(state, applySeats(state, message));
    follow();
  } else if (message.type === 'chat') {
    const seen = state.panel === 'chat' && sideSeen();
    applyChat(state, message, seen);
    tellChat(state, message, seen);
  } else if (message.type === 'fair') {
    tellFailed(state, applyFair(state, message));
    redraw();
    return tendFair();
  } else if (message.type === 'proposal') {
    tellProposal(state, applyProposal(state, message), message);
    if (message.done && message.what === 'seat' && state.taken) takeBack();
  } else if (message.type === 'clock') {
    Object.assign(present(state).table, { clock: message.clock });
    state.clockAt = message.receivedAt;
  } else if (message.type === 'next') {
    present(state).table.next = message.table;
  }
  redraw();
  return undefined;
}

/** @param {string} text */
const withoutNumbers = (text) => text.replace(/[0-9]/g, '');

const AGAIN = 1500; // milliseconds

/** The server refuses the seat's secret: an account's key may have expired, else we watch. @param {string} id */
async function refuseSeat(id) {
  if (!(mySeat(id)?.key && (await import('../people/me.js').then(({ freshKey }) => freshKey(id)).catch(() => false)))) forgetSeat(id);
  if (id !== state.id) return;
  refreshDevice();
  theLink().go(joinRequestTo(id));
}

/**
 * An error without a request, or from the rate limit: no request is pending any longer.
 * @param {ErrorMessage} message
 */
function failed(message) {
  const { id } = state;
  if (message.code === 'bad-secret' && id) {
    refuseSeat(id);
  } else if (['kicked', 'banned', 'closed'].includes(message.code)) {
    if (id && message.code === 'kicked') forgetSeat(id);
    Object.assign(state, { gone: true, dismissed: message.text });
    announce(message.text, true);
  } else if (message.code === 'no-table') {
    state.gone = true;
    theLink().joinRequest = null;
  } else if (message.code !== 'stopping') {
    state.pending = null;
    state.device.asked = null; // a request that the rate limit refused is repeated
    if (state.device.shared) setTimeout(follow, AGAIN);
    notice(message.text, 'bad');
  }
  redraw();
}

/** @param {ReceivedTable} message */
function tableCame(message) {
  if (message.you === state.device.asked) state.device.asked = null;
  if (isSameMoment(state, message)) return turnPage(message);
  clearBeats();
  theLink().settle();
  return takeTable(message);
}

/** Shows the same moment to another person on this device. @param {ReceivedTable} message */
function turnPage(message) {
  applySameMoment(state, message);
  forgetAnnounced();
  announce(dueWords(state, false));
  redraw();
  throwUnpaced();
  follow();
}

const LATER = 4000; // milliseconds

/** @param {ReceivedTable} message */
async function takeTable(message) {
  const board = await boardOf(message.game);
  if (message.table !== state.id) return;
  const { first, ended, secret, opening } = applyTable(state, message, board);
  const starts = message.why === 'start';
  if (message.you) keepSeat(message.table, { game: message.game });
  if (message.you && message.phase === 'playing') setPlayed(message.game);
  if (message.phase === 'over') noteEnd();
  else if (state.taken && message.why === 'join') notice(t('taken.away', { name: seatName(message.seats, state.taken) }));
  board.before([], viewOf(state), true);
  if (message.phase === 'over') tellStory();
  if (first && message.phase === 'over' && /^#replay/.test(location.hash)) openReplay(Number(location.hash.split('=')[1]) || 0);
  const begins = starts && !secret && message.state !== null, about = begins ? board.opens?.(viewOf(state)) ?? '' : '';
  const opens = begins && !opening.length ? heard(state.fresh) : '';
  const why = starts ? t('started') : message.why === 'undo' ? t('undo.done') : '';
  const imported = first && isImported(message) ? t('from.imported.short', { n: message.origin?.step }) : '';
  forgetAnnounced();
  if (!ended) announce([why, imported, about, opens, dueWords(state, false)].filter(Boolean).join(' '));
  if (starts) strengths(message.seats).forEach((words) => notice(words));
  noteVersion(message);
  await tendFair();
  if (state.id !== message.table || !state.table) return; // the page has left the table meanwhile
  keepLines(message.log_from ?? 0, message.log, true);
  redraw();
  setTimeout(() => prepareMotion(state.board), dwellOf(LATER));
  addBeats(opening);
  throwUnpaced();
  follow();
}

/** @param {ReceivedMoves} message */
function movesCame(message) {
  theLink().settle();
  if (!state.table) return void countLines(state, message);
  keepLines(message.from ?? state.counted, message.lines, false);
  if (countLines(state, message)) theLink().say({ do: 'sync' });
  return takeMoves(message);
}

/** Events as they are announced. @param {string[]} lines */
function heard(lines) {
  const { board } = present(state), view = viewOf(state);
  return board.hear?.(lines, view) ?? board.tell(lines, view);
}

/** @param {ReceivedMoves} message */
function takeMoves(message) {
  const { board } = present(state);
  if (board.pace) return addBeats(beatsOf(message.lines, message.states, message, board.rolls));
  board.before(message.lines, viewOf(state), false);
  applyLines(state, message);
  return settle(message, () => heard(message.lines));
}

// ---- beats ----

showBy(showBeat);

/** Shows one line and the state after it. Returns its display time in milliseconds. @param {Beat} beat */
function showBeat(beat) {
  const { board } = present(state), { line, last, again, timeout = 0 } = beat;
  board.before(line ? [line] : [], viewOf(state), false);
  notePlaces();
  applyBeat(state, beat);
  if (line && board.begins?.(line)) state.spent = 0;
  if (timeout) tellTimeout(state, timeout);
  const view = viewOf(state), late = timeout === view.you ? '' : timeoutWords(view, timeout);
  const turn = beat.line ? ownTurnWords(state) : '';
  const words = line ? [late, turn, heard([line])].filter(Boolean).join(' ') : '';
  if (line) state.lately = tickerWords(state, view);
  const same = again && line ? board.tell([line], view) : '';
  if (last) settle(last, () => words, same);
  else {
    playSound(line && board.rolls(line) ? 'dice' : 'tap');
    say(words, dueWords(state, false), same);
    redraw();
  }
  const stays = line ? board.dwell(line, view) : 0;
  queueMicrotask(() => fly(board, view)); // runs after the redraw requested above
  state.spent += stays;
  return dwellOf(stays);
}

/**
 * Applies the state after the last line of a message, and announces it.
 * @param {Outcome} message
 * @param {() => string} words of the line
 * @param {string} again the event that it repeats
 */
function settle(message, words, again = '') {
  const { table, board } = present(state), rolled = state.fresh.some((line) => board.rolls(line));
  const asked = !board.pace && state.hint?.seq === table.seq && !rolled ? state.hint.advice : undefined;
  const { could, ends } = applyOutcome(state, message);
  if (message.fair) tendFair();
  if (asked && table.may && !ends) askHint(asked);
  if (ends) noteEnd();
  if (ends) celebrate(), tellStory();
  else if (state.fresh.length) playSound(rolled ? 'dice' : 'tap');
  say(words(), dueWords(state, could), again);
  redraw();
  throwUnpaced();
  const last = state.fresh.at(-1);
  linger(state.device.shared && state.device.hides && last ? dwellOf(board.dwell(last, viewOf(state))) : 0);
}

// ---- the end ----

/** @param {string} id @returns {Promise<Summary | null>} */
const summaryOf = (id) => fetchJson(`/api/tables/${id}`).catch(() => null);

/** Records the result of my game for the statistics. */
async function noteEnd() {
  const { table, board } = state;
  if (table?.you && table.state && (board?.score?.(table.state, table.you) ?? 0) > 0) setScored(table.game);
  const { id } = state, summary = id && mySeat(id) && !state.taken ? await summaryOf(id) : null;
  if (summary) (await import('../core/results.js')).noteResult(summary);
}

/** Leaves seats permanently by quit(), and records this in the statistics. @param {string} id @param {() => Promise<void>} quit */
async function giveUp(id, quit) {
  const summary = await summaryOf(id);
  await quit();
  if (summary) await (await import('../core/results.js')).noteResult(summary, true);
  forgetSeat(id);
}

export async function quitForGood() {
  const { id, table } = state;
  if (!id || !table) return;
  try {
    await giveUp(id, async () => {
      await Promise.all(peopleHere(state).filter((seat) => seat !== table.you).map((seat) => sayFor(seat, { do: 'quit' })));
      if (table.you) await theLink().ask({ do: 'quit' });
    });
    go('/');
  } catch (error) {
    refused(/** @type {import('../model/messages.js').Refusal} */ (error));
  }
}

/** Leaves a table permanently from another page, on a separate connection. @param {string} id */
export async function resign(id) {
  const connection = new Link(language(), { message() {}, state() {} }, openFor(id));
  try {
    await connection.whenOpen();
    await giveUp(id, async () => {
      for (const seat of seatsAt(id)) {
        await connection.ask(joinRequestTo(id, seat));
        await connection.ask({ do: 'quit' });
      }
    });
  } finally {
    connection.close();
  }
}

// ---- hints: the first one comes at once, better ones follow ----

/** @param {Advice} advice */
const bestLine = (advice) => `${state.table?.you} ${advice.hints[0].move}`;

/**
 * Requests a hint. If the player has marked another line meanwhile, that mark stays. The first best line is announced, and the final one
 * if it differs. `old`: the advice from before another player spoke; it stays visible until the new advice arrives.
 * @param {Advice | null} old
 */
export async function askHint(old = null) {
  const { table, board } = present(state);
  /** @type {import('../model/state.js').HintState} */
  const hint = { seq: table.seq, ...(old && { advice: old, more: true }) };
  let announced = old && bestLine(old), first = true;
  const take = (/** @type {HintMessage} */ { advice, more = false }) => {
    if (state.hint !== hint || state.table?.seq !== hint.seq) return;
    const best = bestLine(advice), before = hint.advice && bestLine(hint.advice);
    Object.assign(hint, { advice, more });
    if (first || state.mark === before) state.mark = best;
    first = false;
    if (best !== announced && !(announced && more)) {
      announced = best;
      announce(t('hint.best', { what: inAdvice(board.say(best, viewOf(state))), share: percent(advice.hints[0].share, 1) }));
    }
    redraw();
  };
  state.hint = hint;
  redraw();
  try {
    take(await theLink().ask({ do: 'hint', at: hint.seq, grows: true }, take));
  } catch (caught) {
    const error = /** @type {import('../model/messages.js').Refusal} */ (caught);
    hint.more = false;
    if (state.hint === hint && first) state.hint = null;
    if (error.code !== 'stale' && !old) notice(error.code === 'lost' ? t('link.lost') : error.text ?? '', 'bad');
    redraw();
  }
}

export function hideHint() {
  Object.assign(state, { hint: null, mark: null });
  redraw();
}
