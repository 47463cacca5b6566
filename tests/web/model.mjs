// The model of a table without a page: applies messages of a small game, and checks after each one who must act and why (turnOf).
import assert from 'node:assert/strict';
import * as model from '../../web/model/state.js';
import { beatsOf as all, clearTable, newState, shownState, timeoutSeat } from '../../web/model/state.js';
import {
  clockLeft, handOver, isLow, isSameMoment, legalNow, mayEnter, mayHint, mayUndo, showsPodium, turnOf, wantedSeat, whyWait,
} from '../../web/model/turn.js';
import { levelOf, robotOf, ROBOTS } from '../../web/core/robots.js';
import { bestMove, mistakesOf, placesOf, turningPoint, verdictOf } from '../../web/model/story.js';
import { linesUpTo, moments, newReplay, run, seek } from '../../web/model/replay.js';

const board = {
  pace: true, keepUi: false, speaker: () => 2,
  owner: (line, before) => (line[0] === '*' ? before?.turn ?? 0 : Number(line[0])),
  rolls: (line) => line.startsWith('* '),
};
const speech = { ...board, pace: false, keepUi: true };

const game = (mover, more = {}) =>
  ({ game: 'small', players: 2, mover, result: null, turn: typeof mover === 'number' ? mover : 1, ...more });
const person = { name: 'Anne', kind: 'person', here: true }, bot = { name: 'bot:easy', kind: 'bot', here: true };

const table = (more = {}) => ({
  type: 'table', table: 't1', seq: 3, game: 'small', players: 2, options: {}, phase: 'playing', you: 1, host: 1, listed: false, chat: true,
  judged: true,
  seats: [person, bot], log: ['* roll 12'], log_from: 0, state: game(1), may: true, legal: ['1 keep', '1 stop'],
  undo: { free: [], asked: [] }, clock: null,
  proposal: null, said: [], origin: null, next: null, why: 'join', receivedAt: 1000, ...more,
});

const moves = (lines, state, more = {}) => ({
  type: 'moves', seq: 4, from: 1, lines, state, may: false, legal: [], undo: { free: [], asked: [] }, clock: null, receivedAt: 2000, ...more,
});

function opened(message = table(), own = board) {
  const s = newState();
  clearTable(s, 't1');
  s.link = 'open';
  return [s, model.applyTable(s, message, own)];
}

const why = (s) => turnOf(s).why;

const tests = {
  // The whole table in one message, and the possible actions.
  wholeTable() {
    const [s, { first, ended, opening }] = opened();
    assert.deepEqual([first, ended, opening], [true, false, []]);
    assert.deepEqual(turnOf(s), { why: 'choose', seat: 1, mover: 1, throws: false, turn: 1, mine: true });
    assert.deepEqual(legalNow(s), ['1 keep', '1 stop']);
    assert.equal(s.counted, 1);
    s.pending = '1 keep';
    assert.deepEqual([why(s), legalNow(s)], ['sent', []]);
    s.pending = null;
    s.link = 'lost';
    assert.deepEqual([why(s), whyWait(s)], ['lost', 'lost']);
  },

  // Lines are shown one after the other, each with its own state. Nobody acts meanwhile.
  beats() {
    const [s] = opened();
    const message = moves(['1 keep', '* roll 34', '2 stop'], game(1), {
      states: [game('chance', { turn: 2 }), null], may: true, legal: ['1 keep'], timeout: 1,
    });
    assert.equal(model.countLines(s, { ...message, from: 2 }), false, 'a move that the clock made has a comment before it');
    s.queue = beatsOf(message);
    assert.deepEqual(s.queue.map(({ line, last, timeout }) => [line, Boolean(last), timeout]), [
      ['1 keep', false, 1],
      ['* roll 34', false, undefined],
      ['2 stop', true, undefined]]);
    assert.equal(s.queue[1].state, message.state, 'a state that was not sent is that of the next line');
    assert.equal(why(s), 'beats');
    model.applyBeat(s, s.queue.shift());
    assert.deepEqual([s.fresh, s.owner, s.before.mover, shownState(s).mover, s.timeout], [['1 keep'], 1, 1, 'chance', 1]);
    assert.deepEqual(s.table.log.map((line) => timeoutSeat(line)), [0, 1, 0]);
    assert.deepEqual([s.table.may, legalNow(s)], [false, []]);
    assert.deepEqual([turnOf(s).seat, turnOf(s).turn], [1, s.before.turn ?? 0], 'while a line is shown, the seat that acts in it');
    assert.equal(turnOf(s).throws, false, 'a choice is shown, though dice are thrown next');
    model.applyBeat(s, s.queue.shift());
    assert.equal(turnOf(s).throws, true, 'a throw is shown');
    const dealing = { ...s, before: { ...s.before, mover: 'chance' }, board: { ...s.board, roller: () => 0 } };
    assert.deepEqual([turnOf(dealing).seat, turnOf(dealing).throws], [0, false], 'nobody acts during a deal');
    const last = s.queue.shift();
    model.applyBeat(s, last);
    assert.deepEqual(model.applyOutcome(s, last.last), { could: false, ends: false });
    assert.deepEqual([why(s), s.table.log.length, s.table.seq, s.clockAt], ['choose', 5, 4, 2000]);
  },

  // An awaited throw is a separate beat after the lines: the frame moves from the player to the thrower.
  awaitedThrow() {
    const [s] = opened();
    const message = moves(['1 stop'], game('chance', { turn: 2 }), { throws: 2 });
    s.queue = beatsOf(message);
    assert.deepEqual(s.queue.map(({ line, last }) => [line, Boolean(last)]), [['1 stop', false], [null, true]]);
    model.applyBeat(s, s.queue.shift());
    assert.deepEqual(turnOf(s), { why: 'beats', seat: 1, mover: 0, throws: false, turn: 1, mine: false });
    const awaited = s.queue.shift();
    model.applyBeat(s, awaited);
    model.applyOutcome(s, awaited.last);
    assert.deepEqual(turnOf(s), { why: 'other', seat: 2, mover: 0, throws: true, turn: 2, mine: false });
    assert.deepEqual(s.fresh, [], 'the dice of the turn before are gone');
    Object.assign(s.table, { you: 2, may: true });
    assert.deepEqual(turnOf(s), { why: 'throw', seat: 2, mover: 0, throws: true, turn: 2, mine: true });
    s.pending = 'throw';
    assert.equal(why(s), 'throw', 'the bar holds still until the dice come');
    s.link = 'lost';
    assert.equal(why(s), 'lost');
    Object.assign(s, { link: 'open', pending: null });
    const roll = beatsOf(moves(['* roll 34'], game(2), { seq: 5, from: 2, may: true, legal: ['2 keep'] }));
    assert.equal(roll.length, 1);
    model.applyBeat(s, roll[0]);
    assert.deepEqual(model.applyOutcome(s, roll[0].last), { could: true, ends: false });
    assert.deepEqual([why(s), s.owner, s.table.throws], ['choose', 2, 0]);
  },

  // Equal or hidden cards and repeated actions of one seat are one event; two equal rolls are two.
  repetitions() {
    const runs = (lines, owners) => model.runsOf(lines, isRoll, owners).map(({ times, again }) => `${times}${again ? '+' : ''}`).join(' ');
    assert.equal(runs(['* roll WW', '* roll WW', '* draw ?', '* draw ?', '* draw ?', '2 give 1', '2 give 1', '2 pass']), '1 1 3 3+ 3+ 2 2+ 1');
    assert.equal(runs(['* draw ?', '* draw ?', '* draw ?'], [2, 2, 3]), '2 2+ 1');
    assert.equal(runs(['* draw saute', '* draw saute', '* draw vole']), '2 2+ 1', 'two equal cards');
    const [first, second] = beatsOf(moves(['* draw ?', '* draw ?'], game(2)));
    assert.deepEqual([first.times, first.again, second.times, second.again], [2, false, 2, true]);
  },

  // A game that starts with a throw has no line yet.
  startsWithThrow() {
    const [s, { opening }] = opened(table({ why: 'start', log: [], state: game('chance'), may: true, legal: [], throws: 1 }));
    assert.deepEqual(opening.map(({ line, last }) => [line, Boolean(last)]), [[null, true]]);
    assert.notEqual(why(s), 'throw', 'not before it is shown');
    model.applyBeat(s, opening[0]);
    model.applyOutcome(s, opening[0].last);
    assert.equal(why(s), 'throw');
  },

  // Several people at one device: the page follows the thrower. If hands are secret, it shows no other hand.
  throwHere() {
    const [s] = opened(table({ seats: [person, person], state: game('chance', { turn: 2 }), may: false, legal: [], throws: 2 }));
    Object.assign(s.device, { shared: true, hides: false, seats: [1, 2] });
    assert.deepEqual([why(s), wantedSeat(s), handOver(s, 0)], ['throw', 2, null]);
    Object.assign(s.device, { hides: true, holder: 1 });
    assert.deepEqual([why(s), wantedSeat(s), handOver(s, 0)], ['other', 0, 0], 'not beside the hand of another person');
    s.device.holder = s.table.you = 0;
    assert.deepEqual([why(s), wantedSeat(s), handOver(s, 0)], ['throw', 0, null], 'anybody throws where nothing is secret');
    s.device.holder = s.table.you = 2;
    assert.deepEqual([why(s), wantedSeat(s), handOver(s, 0)], ['throw', 2, null]);
    Object.assign(s.table, { throws: 0, state: game(1) });
    assert.deepEqual([wantedSeat(s), handOver(s, 0)], [0, 1], 'for a choice it is handed over');
  },

  // A missing line is noticed.
  gap() {
    const [s] = opened();
    assert.equal(model.countLines(s, moves(['2 stop'], game(1), { from: 4 })), true);
    assert.equal(s.counted, 5);
  },

  // The outcome is reported once, at the end.
  end() {
    const [s] = opened();
    const message = moves(['1 stop'], game('over', { result: [1, 0] }), { fair: { failed: [] } });
    model.applyBeat(s, { line: '1 stop', state: message.state, last: message });
    assert.equal(model.applyOutcome(s, message).ends, true);
    assert.equal(model.applyOutcome(s, message).ends, false);
    assert.deepEqual([why(s), turnOf(s).seat, s.table.phase], ['over', 0, 'over']);
  },

  // A game starts with its first lines as beats, from the state before them. Lines of an imported or continued game are not shown again.
  start() {
    const log = ['* roll 11', '* roll 22', '1 keep'], states = [game('chance'), game(1), game(2)];
    const [s, { opening }] = opened(table({ why: 'start', log, states, origin: { table: 't0', step: 1 } }));
    assert.deepEqual(opening.map(({ line }) => line), ['* roll 22', '1 keep']);
    assert.deepEqual([s.table.log, shownState(s), s.table.may], [['* roll 11'], states[0], false]);
    const [unpaced, spoken] = opened(table({ why: 'start', log }), speech);
    assert.deepEqual([unpaced.fresh, spoken.opening], [log, []]);
  },

  // In simultaneous play the bar stays while a word is being sent, and the board keeps its memory between lines.
  speech() {
    const [s] = opened(table({ state: game('anyone'), legal: [] }), speech);
    assert.deepEqual([why(s), turnOf(s).seat, turnOf(s).mine], ['speak', 0, false]);
    Object.assign(s, { pending: '1 say loutre', ui: { buzz: 1 } });
    assert.equal(why(s), 'speak');
    const message = moves(['1 say loutre', '* yes 3'], game('anyone'));
    model.applyLines(s, message);
    model.applyOutcome(s, message);
    assert.deepEqual([s.ui, s.pending, why(s)], [{ buzz: 1 }, null, 'soon']);
  },

  // People leave and reconnect. A dismissed banner is shown again after the person was there in between.
  seats() {
    const away = { ...person, name: 'Bruno', here: false };
    const [s] = opened(table({ seats: [person, away], players: 2 }));
    s.putAway.add('t1 away-2');
    const gone = {
      type: 'seats', seq: 2, phase: 'playing', host: 1, chat: false, listed: false, seats: [person, { ...away, kind: 'stand-in' }],
      watching: 1,
    };
    assert.deepEqual(model.applySeats(s, gone), [{ seat: 2, kind: 'stand-in' }]);
    assert.deepEqual([s.table.seq, s.table.chat, s.table.watching, s.putAway.size], [3, false, 1, 1]);
    model.applySeats(s, { ...gone, seats: [person, { ...away, here: true }] });
    assert.equal(s.putAway.size, 0);
    // The record has a comment for each change, which is not sent: no line is missing after it.
    assert.deepEqual(s.table.log.slice(-2).map(model.playerOf), [{ seat: 2, bot: 'bot' }, { seat: 2, bot: '' }]);
    assert.deepEqual(model.playerOf('# seat 3 is played by bot:perfect from here on'), { seat: 3, bot: 'bot:perfect' });
    assert.deepEqual([model.playerOf('# seat 3 says'), s.counted], [null, s.table.log.length]);
    // Away and back.
    assert.deepEqual(model.applySeats(s, { ...gone, seats: [person, { ...away, here: false }] }), [{ seat: 2, kind: 'away' }]);
    assert.deepEqual(model.applySeats(s, { ...gone, seats: [person, { ...away, here: true }] }), [{ seat: 2, kind: 'back' }]);
    // The seat changes hands, with a comment. Earlier lines keep the name of the former player.
    const carla = { ...away, name: 'Carla', here: true };
    assert.deepEqual(model.applySeats(s, { ...gone, seats: [person, carla] }), [{ seat: 2, kind: 'person', from: 'Bruno' }]);
    assert.deepEqual(model.passOf(s.table.log.at(-1)), { seat: 2, from: 'Bruno', to: 'Carla' });
    const view = { you: 2, name: () => 'Carla' }, then = model.viewThen(view, s.table.log, 0);
    assert.deepEqual([then.you, then.name(2), model.viewThen(view, s.table.log, s.table.log.length - 1)], [0, 'Bruno', view]);
    assert.deepEqual(['1 keep', '2 forfeits', '2 accepts draw'].map(model.isEnding), [false, true, true]);
    assert.equal(model.countLines(s, moves(['1 keep'], game(2), { from: s.counted })), false);
  },

  chatFairAndConsent() {
    const [s] = opened(table({ fair: { failed: [] } }));
    model.applyChat(s, { seat: 2, name: 'B', text: 'a' }, false);
    model.applyChat(s, { seat: 2, name: 'B', text: 'b' }, true);
    assert.deepEqual([s.unread, s.table.said.length], [1, 2]);
    const failed = [{ seat: 1 }, { seat: 2 }];
    assert.deepEqual(model.applyFair(s, { fair: { failed } }), [2]);
    assert.deepEqual(model.applyFair(s, { fair: { failed } }), []);
    assert.equal(model.applyProposal(s, { proposal: { what: 'undo', by: 2, wanted: [1] } }), false);
    s.declined = true;
    assert.equal(model.applyProposal(s, { proposal: null, done: false }), false, 'one\u2019s own no is no news');
    assert.equal(model.applyProposal(s, { proposal: null, done: false }), true);
  },

  // Real dice: the person at the page enters the roll.
  realDice() {
    const [s] = opened(table({ dice: 'own', state: game('chance', { turn: 2 }), legal: [] }));
    assert.deepEqual([mayEnter(s), turnOf(s)], [true, { why: 'enter', seat: 2, mover: 0, throws: true, turn: 2, mine: true }]);
    s.table.may = false;
    assert.deepEqual([mayEnter(s), why(s), turnOf(s).seat], [false, 'other', 2], 'somebody else is to roll');
    Object.assign(s.device, { shared: true, seats: [1, 2] });
    assert.equal(mayEnter(s), true);
  },

  // Several people at one device: without secrets the page follows the turn; with secrets the device is handed over.
  oneDevice() {
    const [s] = opened(table({ seats: [person, person], state: game(2), may: false, legal: [] }));
    Object.assign(s.device, { shared: true, hides: false, seats: [1, 2] });
    assert.deepEqual([wantedSeat(s), handOver(s, 0)], [2, null]);
    assert.equal(isSameMoment(s, table({ you: 2, state: game(2) })), true);
    assert.equal(isSameMoment(s, table({ you: 2, why: 'undo' })), false);
    s.device.hides = true;
    assert.deepEqual([wantedSeat(s), handOver(s, 0)], [0, 2]);
    Object.assign(s.device, { holder: 2, lingers: 50 });
    assert.deepEqual([wantedSeat(s), handOver(s, 0), handOver(s, 60)], [2, 2, 2]);
    s.table.you = 2;
    assert.deepEqual([handOver(s, 0), handOver(s, 60)], [null, null]);
    assert.equal(model.applyTable(s, table({ you: 1, state: game(1) }), board).secret, true);
  },

  hintsAndUndo() {
    const [s] = opened();
    assert.equal(mayHint(s), true);
    assert.equal(mayUndo(s), null);
    s.table.undo = { free: [], asked: [1] };
    assert.deepEqual(mayUndo(s), { seat: 1, atOnce: false });
    s.table.seats = [person, person];
    assert.equal(mayHint(s), false);
  },

  clocks() {
    const [s] = opened(table({ clock: { kind: 'move', seat: 1, left: 30000, running: true, of: 60000 }, receivedAt: 1000 }));
    assert.deepEqual([clockLeft(s, 6000), isLow(s, 6000), isLow(s, 22000)], [25000, false, true]);
    s.link = 'lost';
    assert.equal(clockLeft(s, 6000), 30000);
  },

  // Bots have the names of their level, then those of the nearest level. No name is used twice, nor that of a person.
  robots() {
    const bots = (...levels) => levels.map((level) => ({ name: `bot:${level}`, kind: 'bot' }));
    const names = (seats) => seats.map((_, i) => robotOf(seats, i + 1)?.name ?? '');
    assert.deepEqual(names(bots('novice', 'novice', 'easy', 'normal', 'normal', 'hard')), ['Pipo', 'Lison', 'Gaspard', 'Inès', 'Basile', 'Margot']);
    assert.deepEqual(names(bots('max', 'hard', 'hard')), ['Victoire', 'Margot', 'Ulysse']);
    assert.deepEqual(names(bots('easy', 'easy', 'novice')), ['Gaspard', 'Lison', 'Pipo']);
    assert.deepEqual(names([{ name: 'ines', kind: 'person' }, ...bots('normal', 'normal')]), ['', 'Basile', 'Gaspard']);
    for (const level of ['novice', 'easy', 'normal', 'hard', 'max', 'adaptive:level=41']) {
      const seats = bots(...Array(6).fill(level));
      assert.equal(new Set(names(seats)).size, 6, level);
      assert.ok(seats.every((_, i) => robotOf(seats, i + 1).level === levelOf(seats[i].name)), level);
    }
    assert.deepEqual(['bot', 'bot:random', 'bot:adaptive:level=21', 'bot:adaptive:level=-9', 'bot:adaptive:level=99', 'bot:max'].map(levelOf), [3, 1, 3, 1, 5, 5]);
    assert.equal(new Set(ROBOTS.map(({ name }) => name)).size, 8);
  },

  // The story of a finished game: places, the decisive move, the best move, mistakes, and a sentence for the loser.
  story() {
    assert.deepEqual(placesOf([0, 1, 0, 0], [2, 0, 1, 2]), [2, 1, 4, 2]);
    assert.deepEqual(placesOf([0.5, 0.5], [3, 1]), [1, 1]);
    const analysis = {
      start: [0.5, 0.5],
      moves: [
        { chances: [0.6, 0.4], luck: [0.1, -0.1] },
        { chances: [0.58, 0.42], seat: 1, cost: 0.02, best: 'keep' },
        { chances: [0.58, 0.42], seat: 2, cost: 0, gain: 0.07, next: 'stop' },
        { chances: [0.2, 0.8], luck: [-0.38, 0.38] },
        { chances: [0.2, 0.8], seat: 1, cost: 0.004, best: 'keep' },
        { chances: [0, 1], luck: [-0.2, 0.2] },
      ],
      seats: [{ luck: -0.48, cost: 0.024 }, { luck: 0.48, cost: 0.03 }],
    };
    assert.deepEqual(turningPoint(analysis, [2]), { at: 4, seat: 2, from: 0.42, to: 0.8 });
    assert.equal(turningPoint({ ...analysis, moves: analysis.moves.slice(1, 3) }, [2]), null, 'a small change is no turning point');
    assert.deepEqual([bestMove(analysis, 1), bestMove(analysis, 2), mistakesOf(analysis, 1), mistakesOf(analysis, 2)], [0, 3, [2], []]);
    assert.deepEqual([verdictOf(analysis, 1, 2, false), verdictOf(analysis, 2, 1, true)], ['lost.luck.better', 'won.luck']);
    const calm = (mine, other) => ({ ...analysis, seats: [{ luck: 0, cost: mine }, { luck: 0, cost: other }] });
    assert.deepEqual([verdictOf(calm(0.2, 0.1), 1, 2, false), verdictOf(calm(0.1, 0.2), 1, 2, true)], ['lost.mistakes', 'won.skill']);
    assert.deepEqual([verdictOf(calm(0.1, 0.1), 1, 2, false), verdictOf(calm(0, 0), 1, 2, false)], ['lost.own', 'lost.even']);
    const silent = { ...calm(0, 0.1), moves: analysis.moves.filter(({ seat }) => seat !== 1) };
    assert.equal(verdictOf(silent, 1, 2, false), 'lost.none', 'whoever said nothing is not praised');
  },

  // Shortly after the last move the podium replaces the board.
  podium() {
    const [s] = opened(table({ phase: 'over', state: game('over', { result: [1, 0] }) }));
    s.endAt = 500;
    assert.deepEqual([showsPodium(s, 499), showsPodium(s, 500)], [false, true]);
    s.showsTable = true;
    assert.equal(showsPodium(s, 500), false);
  },

  replay() {
    const [s] = opened(table({ phase: 'over' }));
    const steps = [{ line: null, state: game('chance') }, { line: '* roll 12', state: game(1) }, { line: '1 stop', state: game('over') }];
    s.replay = newReplay('t1', steps, board, 9);
    assert.deepEqual([s.replay.at, s.replay.steps.map(({ owner }) => owner), why(s)], [2, [0, 1, 1], 'replay']);
    run(s.replay);
    assert.deepEqual([s.replay.at, s.replay.running], [0, true]);
    seek(s.replay, 1, '1 keep');
    assert.deepEqual([shownState(s).mover, linesUpTo(s.replay, s.replay.at), s.replay.mark], [1, ['* roll 12'], '1 keep']);
    seek(s.replay, 5);
    assert.deepEqual([s.replay.at, s.replay.running], [2, false]);
    const analysis = {
      start: [0.5, 0.5], luckiest: 1, costliest: null, moves: [{ luck: [0.2, -0.2] }, { seat: 1, cost: 0.001 }, { seat: 2, cost: 0.1 }],
    };
    assert.deepEqual(moments(analysis).map(({ at, seat }) => [at, seat]), [[1, 1], [3, 2]]);
  },
};

// The pauses before the browser connects again. `elsewhere`: at once, then from 0.25 s to 2 s. Otherwise from 0.5 s to 5 s. After the
// operator has dismissed the client: never.
async function linkPauses() {
  Object.assign(globalThis, { addEventListener() {}, document: { addEventListener() {} } });
  const { Link } = await import('../../web/core/link.js');
  const real = { setTimeout, random: Math.random };
  const pauses = [], sockets = [];
  let later;
  Math.random = () => 0;
  globalThis.setTimeout = (work, wait) => {
    if (wait < 10000) [later] = [work, pauses.push(wait)]; // the others wait for answers
    return 0;
  };
  const link = new Link('en', { message() {}, state() {} }, (table, at) => {
    sockets.push({ at, send() {}, close() {} });
    return sockets.at(-1);
  });
  const say = (message) => sockets.at(-1).onmessage({ data: JSON.stringify(message) });
  const turnAway = () => {
    say({ type: 'hello' });
    say({ type: 'error', code: 'elsewhere', at: 'north-1' });
  };
  link.go({ do: 'watch', table: 't1' });
  turnAway();
  assert.deepEqual([pauses, sockets.length, sockets[1].at], [[], 2, 'north-1']);
  for (let i = 0; i < 5; i++) {
    turnAway();
    later();
  }
  assert.deepEqual(pauses.splice(0), [250, 500, 1000, 2000, 2000]);
  for (let i = 0; i < 6; i++) {
    sockets.at(-1).onclose();
    later();
  }
  assert.deepEqual(pauses.splice(0), [500, 1000, 2000, 4000, 5000, 5000]);
  say({ type: 'hello' });
  say({ type: 'error', code: 'kicked', text: '' });
  const before = sockets.length;
  sockets.at(-1).onclose();
  assert.deepEqual([pauses, sockets.length, link.state], [[], before, 'lost']);
  link.end();
  globalThis.setTimeout = real.setTimeout;
  Math.random = real.random;
}

const isRoll = (line) => line.startsWith('* roll');
const beatsOf = (message) => all(message.lines, message.states, message, isRoll);

for (const [name, test] of Object.entries(tests)) {
  test();
  console.log(`ok   ${name}`);
}
await linkPauses();
console.log('ok   linkPauses');
