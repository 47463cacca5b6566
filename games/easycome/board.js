// Easy Come Easy Go: the cup and four dice, nine prizes and whose they are.
import { h, svg } from '../../core/dom.js';
import { t } from '../../core/texts.js';
import { cup, pipDie, pipDieParts } from '../../core/art.js';
import { isRobot, list, rollOffOwners, seatMark, tell, tellOf, throwTime, TURN, winners } from '../../core/parts.js';
import { icon } from '../../core/icons.js';
import { heard } from './heard.js';
import { missedWords, thrownAt } from './missed.js';
import { prizePicture } from './prizes.js';

/** @typedef {import('../../model/board.js').View} View */
/** @typedef {import('../../model/messages.js').GameState} GameState */
/** @typedef {import('../../core/dom.js').PageEvent} PageEvent */
/** @typedef {import('../../core/flight.js').Flight} Flight */

/**
 * The dice on the tray. In the roll for the start: everybody's total, who is tied and rolls again, and at its end who starts.
 * @typedef {{rolled: string, kept: string, who: number, rolloff?: (number | null)[], starter?: number, tied?: number[],
 *   missed?: boolean}} Scene
 */

// The drawing on a prize: an example of the dice, or the sum.
/** @type {Record<string, string>} */
const PICTURE = {
  carre: '3333',
  paires: '1144',
  'brelan-impair': '1115',
  'brelan-pair': '2224',
  suite: '1234',
  7: '= 7',
  13: '= 13',
  '3-': '≤ 3',
  '17+': '≥ 17',
};

// A prize has the same place for every holder.
const ORDER = ['carre', 'paires', 'suite', 'brelan-impair', 'brelan-pair', '7', '13', '3-', '17+'];

/** @param {string} digits */
const sumOf = (digits) => [...digits].reduce((sum, digit) => sum + Number(digit), 0);
/** @param {string} line */
const isRoll = (line) => line?.startsWith('* roll') ?? false;
/** @param {string} line */
const diceOf = (line) => line.split(' ')[2];

/**
 * The dice on the tray while a line is shown. The state no longer has the dice of an ended turn, so they come from the state before.
 * @param {View} view
 * @returns {Scene}
 */
function scene(view) {
  const { state, before } = view, [line] = view.fresh;
  const ended = before && before.phase !== 'rolloff' && (state.turn !== before.turn || state.mover === 'over' || !state.rolled);
  if (before?.phase === 'rolloff' && isRoll(line) && !view.throwing) {
    /** @type {(number | null)[]} */
    const earlier = before.rolloff;
    const totals = earlier.map((total, i) => (i + 1 === before.turn ? sumOf(diceOf(line)) : total));
    const ends = state.phase !== 'rolloff', again = (/** @type {number | null} */ total, /** @type {number} */ i) =>
      (total !== null && !ends && state.rolloff[i] === null ? [i + 1] : []);
    return {
      rolloff: totals, rolled: diceOf(line), who: before.turn, kept: '', starter: ends ? state.turn : 0, tied: totals.flatMap(again),
    };
  }
  if (state.phase === 'rolloff') return { rolloff: state.rolloff, rolled: '', who: view.turn.seat || state.turn, kept: '' };
  if (view.throwing) return { kept: state.kept, rolled: '', who: view.turn.seat }; // the dice of the previous turn have been seen
  if (ended && isRoll(line)) return { kept: before.kept, rolled: diceOf(line), who: before.turn, missed: true };
  if (ended && / (take|stop)/.test(line ?? '')) return { kept: before.kept, rolled: before.rolled, who: before.turn };
  return { kept: state.kept, rolled: state.rolled, who: state.turn };
}

// Dice tumble once after a roll, and not again when the page is redrawn.
let roll = 0;
/** @type {number | string | null} */
let rollBeat = null;

/** @param {View} view */
function countRolls(view) {
  if (!isRoll(view.fresh[0]) || view.beat === rollBeat) return;
  rollBeat = view.beat;
  roll++;
}

/** @param {string} id */
const prizeName = (id) => t('ec.' + id);
/** The prize as a thing, in a sentence: "the crown". @param {string} id */
const thingName = (id) => t('ec.thing.' + id);
/** @param {string} digits */
const spaced = (digits) => [...digits].join(' ');

/** The condition of a prize: four dice as an example, or their sum. @param {string} id */
function combination(id) {
  const shape = PICTURE[id] ?? id;
  if (!/^\d{4}$/.test(shape)) return h('span', { class: 'ec-combination ec-prize-sum', 'aria-hidden': 'true' }, shape);
  return svg('svg', { class: 'ec-combination', viewBox: '0 0 112 26', 'aria-hidden': 'true' },
    [...shape].map((digit, i) => svg('g', { transform: `translate(${1 + 28 * i} 0) scale(0.25)` }, pipDieParts(Number(digit)))));
}

/**
 * The dice (as places on the tray) and the prize of the marked line, which has not been played.
 * @param {View} view
 * @returns {{dice: number[], prize: string | null}}
 */
function marked(view) {
  const [, verb, what] = view.mark?.split(' ') ?? [];
  if (verb === 'take') return { dice: [], prize: what };
  /** @type {number[]} */
  const dice = [];
  for (const digit of verb === 'keep' ? what : '') dice.push([...view.state.rolled].findIndex((d, i) => d === digit && !dice.includes(i)));
  return { dice, prize: null };
}

/** Shows the path of a prize that can be taken. @param {View} view @param {string} id */
const aim = (view, id) => () => view.ui.aim !== id && ((view.ui.aim = id), view.redraw());

/**
 * The prize that would be taken (marked, pointed at, or the only one), with its holder (0: the centre) and the taker.
 * @param {View} view
 */
function wayAhead(view) {
  const takes = view.legal.filter((line) => line.includes(' take ')).map((line) => line.split(' ')[2]);
  const wanted = marked(view).prize ?? view.ui.aim ?? (takes.length === 1 ? takes[0] : null), seat = Number(view.mark?.[0] ?? view.you);
  if (!wanted || (!takes.includes(wanted) && wanted !== marked(view).prize)) return null;
  return { prize: wanted, from: view.state.prizes[wanted], to: seat };
}

/** The place of a prize: its owner's stand, or the centre. @param {string} id @param {number} seat */
const placeOf = (id, seat) => (seat ? `stand ${seat} ${id}` : `prize ${id}`);

const TAKEN = 450, STOLEN = 800, ASIDE = 300; // milliseconds

/** The flight of a prize. @param {string} id @param {number} from a seat, or 0 for the centre @param {string} to @returns {Flight} */
const prizeFlight = (id, from, to) => ({
  from: placeOf(id, from), to, ms: from ? STOLEN : TAKEN, lifts: from > 0, hides: true,
  thing: () => h('span', { class: 'ec-thing' }, prizePicture(id)),
});

/** The flights of dice that are set aside. @param {string} digits @param {GameState} before @param {GameState} state @returns {Flight[]} */
function asideFlights(digits, before, state) {
  /** @type {[number[], number[]]} */
  const [from, to] = [[], []];
  for (const digit of digits) {
    from.push([...before.rolled].findIndex((each, i) => each === digit && !from.includes(i)));
    to.push([...state.kept].findLastIndex((each, i) => each === digit && !to.includes(i)));
  }
  return from.map((at, i) => ({
    from: `die ${at}`, to: `kept ${to[i]}`, ms: ASIDE, hides: true,
    thing: () => h('span', { class: 'ec-flying' }, pipDie(Number(digits[i]), { size: 46 })),
  }));
}

/** @param {View} view @param {string} id @param {number} holder */
function prize(view, id, holder) {
  const line = view.legal.find((l) => l === `${view.you} take ${id}`);
  const inside = [
    prizePicture(id), combination(id),
    h('span', { class: 'unseen' }, [thingName(id), prizeName(id), holder ? view.name(holder) : t('ec.centre')].join(', ')),
    h('span', { class: 'ec-prize-thing', 'aria-hidden': 'true' }, thingName(id)),
    h('span', { class: 'ec-prize-name', 'aria-hidden': 'true' }, prizeName(id)),
    holder
      ? h('span', { class: 'ec-prize-owner', 'aria-hidden': 'true' }, seatMark(holder, 18), h('span', null, view.name(holder)))
      : null,
  ];
  const shown = view.ui.prize === id;
  /** @param {boolean} on */
  const show = (on) => (/** @type {PageEvent} */ event) => {
    event.preventDefault();
    if (view.waiting && !view.throwing) return; // the touch shows the queued lines
    view.ui.prize = on ? id : null;
    view.redraw();
  };
  // Touching a prize that cannot be taken shows its requirement; for other prizes a long touch, the mouse or the keyboard shows it.
  return h('button', {
    class: `ec-prize${holder ? ` owned seat-${holder}` : ''}${line ? ' takeable' : ' still'}${shown ? ' explained' : ''}`
      + `${marked(view).prize === id ? ' marked' : ''}`,
    key: id, type: 'button', 'data-line': line, 'data-place': placeOf(id, 0), 'aria-describedby': `rule-${id}`,
    'aria-expanded': line ? null : String(shown), onclick: line ? () => view.play(line) : show(!shown), oncontextmenu: show(true),
    onmousedown: line ? null : (event) => event.preventDefault(), // the keyboard focus does not move
    onpointerenter: line ? aim(view, id) : null, onfocus: line ? aim(view, id) : null,
  }, inside, line ? h('span', { class: 'ec-prize-take' }, icon('right', 14), h('span', null, t('ec.take.short'))) : null,
  // hidden from the button's name; it is its description
  h('span', { class: 'ec-prize-rule', 'aria-hidden': 'true', id: `rule-${id}`, role: 'tooltip' }, t('ec.rule.' + id)));
}

/** The dice chosen to be kept, as digits, and the line that keeps them if it is legal. @param {View} view */
function chosen(view) {
  const held = view.ui.held ?? [];
  return [...view.state.rolled].filter((_, i) => held.includes(i)).join('');
}

/** @param {View} view @param {number} i */
function toggle(view, i) {
  /** @type {number[]} */
  const held = view.ui.held ?? [];
  view.ui.held = held.includes(i) ? held.filter((j) => j !== i) : [...held, i];
  view.redraw();
}

/** @param {View} view @param {string} digit */
const mayKeep = (view, digit) => view.legal.some((line) => line.includes(' keep ') && line.split(' ')[2].includes(digit));

const LETTERS = 'abcd';

/** The die that has this letter. @param {View} view @param {string} letter */
function dieKey(view, letter) {
  const i = letter.length === 1 ? LETTERS.indexOf(letter) : -1, digit = view.state.rolled?.[i];
  if (i < 0 || digit === undefined || !mayKeep(view, digit)) return false;
  toggle(view, i);
  return true;
}

/** Whether the next choice is this die: the first to keep, unless a prize is offered. @param {View} view @param {number} i */
const isNext = (view, i) => !view.legal.some((line) => line.includes(' take '))
  && ![...view.state.rolled].slice(0, i).some((digit) => mayKeep(view, digit));

/** @param {View} view @param {string} digit @param {number} i */
function rolledDie(view, digit, i) {
  const may = mayKeep(view, digit);
  const held = (view.ui.held ?? []).includes(i);
  const turn = [-5, 4, -3, 6][i], mark = marked(view).dice.includes(i) ? ' marked' : '';
  const picture = pipDie(Number(digit), { size: 76, turn: held ? 0 : turn, cls: `tumble t${i}` });
  const key = `die-${roll}-${i}`;
  if (!may) return h('div', { class: `ec-die${mark}`, key, role: 'img', 'aria-label': digit, 'data-place': `die ${i}` }, picture);
  return h('button', {
    class: `ec-die free${held ? ' held' : ''}${mark}`, key, type: 'button',
    'aria-pressed': held ? 'true' : 'false', 'aria-label': t('ec.die', { n: digit }), 'aria-keyshortcuts': LETTERS[i],
    'data-die': digit, 'data-next': isNext(view, i), 'data-place': `die ${i}`, 'data-pin': held ? t('ec.kept.short') : null,
    onclick: () => toggle(view, i),
  }, picture,
    h('kbd', { 'aria-hidden': 'true' }, LETTERS[i].toUpperCase()));
}

/** The cup, for the player who must throw. @param {View} view */
const thrownCup = (view) =>
  h('button', { class: 'ec-cup free', key: 'cup', type: 'button', 'aria-hidden': 'true', tabindex: '-1', onclick: view.throwing },
    cup(84, view.pending ? 'poured' : 'shake')); // the cup empties immediately; the dice appear with the table's answer

/** @param {View} view */
function tray(view) {
  const { kept, rolled, who, missed } = scene(view);
  const cupNow = view.throwing
    ? thrownCup(view)
    : h('div', { class: 'ec-cup', key: 'cup', 'aria-hidden': 'true' }, cup(84, rolled ? 'poured' : isRoll(view.fresh[0]) ? '' : 'shake'));
  return h('div', { class: `ec-tray${missed ? ' missed' : ''}`, key: 'tray', 'data-tray': who },
    h('p', { class: 'ec-who', key: 'who' },
      seatMark(who, 18), h('span', null, who === view.you ? t('ec.yours') : view.name(who)),
      missed ? h('strong', { class: 'ec-missed' }, t('ec.missed')) : null),
    cupNow,
    h('div', { class: 'ec-rolled', key: 'rolled', role: 'group', 'aria-label': t('ec.rolled', { dice: spaced(rolled) || '–' }) },
      rolled ? [...rolled].map((digit, i) => rolledDie(view, digit, i)) : h('p', { class: 'soft' }, t('ec.inthecup'))),
    h('div', { class: 'ec-kept', key: 'kept', role: 'group', 'aria-label': t('ec.aside', { dice: spaced(kept) || '–' }) },
      h('span', { class: 'ec-caption', 'aria-hidden': 'true' }, t('ec.aside.short')),
      [...kept].map((digit, i) =>
        h('div', { class: 'ec-die small', key: `kept-${i}`, 'aria-hidden': 'true', 'data-place': `kept ${i}` },
          pipDie(Number(digit), { size: 46 }))),
      !kept && h('span', { class: 'ec-none', 'aria-hidden': 'true' }, '–')));
}

/** @param {View} view @param {number[]} tied */
const tieWords = (view, tied) => t(tied.includes(view.you) ? 'ec.tie.you' : 'ec.tie', {
  names: list(tied.map((seat) => (seat === view.you ? t('seat.you') : view.name(seat)))),
});

/**
 * The roll for the start: everybody's total, the dice of the last player to roll, and at the end who starts and why.
 * @param {View} view
 * @param {Scene} members
 */
function rollOff(view, { rolloff = [], rolled, who, starter, tied = [] }) {
  return h('div', { class: 'ec-tray ec-rolloff', key: 'tray', 'data-tray': who },
    h('p', { class: 'ec-who', key: 'who' }, starter
      ? tell(view, starter, 'ec.starts', { total: rolloff[starter - 1] ?? 0 })
      : tied.length ? tieWords(view, tied) : t('ec.rolloff')),
    view.throwing
      ? thrownCup(view)
      : h('div', { class: 'ec-cup', key: 'cup', 'aria-hidden': 'true' }, cup(84, rolled ? 'poured' : 'shake')),
    h('div', { class: 'ec-rolled', key: 'rolled', role: 'group', 'aria-label': t('ec.rolled', { dice: spaced(rolled) || '–' }) },
      rolled ? seatMark(who, 18) : null, [...rolled].map((digit, i) => rolledDie({ ...view, legal: [] }, digit, i))),
    h('ol', { class: 'ec-totals', key: 'totals' }, rolloff.map((total, i) =>
      h('li', { class: i + 1 === (starter || who) ? 'now' : '' },
        seatMark(i + 1, 18), h('span', null, view.name(i + 1)), h('b', null, total ?? '–')))));
}

// ---- whose rolls they are ----

/** @param {import('../../model/messages.js').GameState} state */
const rollerOf = (state) => (state.phase === 'rolloff' ? state.rolloff.indexOf(null) + 1 : state.turn);

/** The owners of the rolls for the start, with which a whole log begins. @param {string[]} log @param {GameState | null} state */
function rollOffOf(log, state) {
  const first = log.findIndex((line) => /^[1-9]/.test(line)), opening = log.slice(0, first < 0 ? log.length : first).filter(isRoll);
  const rollsOff = state?.phase === 'rolloff' || opening.length > 1; // without a roll for the start, a seat acts after the first roll
  return state?.players && rollsOff ? rollOffOwners(opening.map((line) => sumOf(diceOf(line))), state.players) : [];
}

/** Whether the roll of the log ended its turn without a prize: its owner makes no choice after it. @param {View} view */
function isMissed({ log, at = 0, owner, state }) {
  if (diceOf(log[at]).length > 1) return false;
  const next = log.slice(at + 1).find((line) => line[0] !== '#');
  return next ? !/^\d (take|stop)/.test(next) : state.mover !== owner;
}

/** The announced roll missed: what it would have needed; else ''. @param {View} view */
function whyMissed(view) {
  const { log, at, before, owner, state } = view;
  if (at !== undefined && isMissed(view)) {
    const { kept, prizes } = thrownAt(log, at, Object.keys(state.prizes));
    return missedWords(view, owner, kept, prizes);
  }
  return at === undefined && before && scene(view).missed ? missedWords(view, owner, before.kept, before.prizes) : '';
}

/** Whether the line of the log is a roll for the start. @param {View} view */
const isForStart = ({ log, at, state }) => at !== undefined && log.slice(0, at).filter(isRoll).length < rollOffOf(log, state).length;

/** The player who lost the prize by the announced line. @param {View} view @param {string} prize */
const holderBefore = ({ log, at, before }, prize) =>
  (at === undefined ? before?.prizes[prize] : thrownAt(log, at, [prize]).prizes[prize]) ?? 0;

/** The player who wins after this turn, unless it takes a prize from them. @param {View} view */
function danger(view) {
  const { prizes, prizes_to_win: needed, endured, hold } = view.state;
  /** @param {number} seat */
  const held = (seat) => Object.values(prizes).filter((holder) => holder === seat).length;
  /** @param {number} turns @param {number} i */
  const wins = (turns, i) => i + 1 !== view.you && turns === hold - 1 && held(i + 1) === needed;
  const seat = endured.findIndex(wins) + 1;
  return seat ? t('ec.danger', { name: view.name(seat) }) : null;
}

/** The consequences of a prize. @param {View} view @param {number} takes */
function whyTake(view, takes) {
  const { prizes, prizes_to_win: needed, hold } = view.state;
  const held = Object.values(prizes).filter((holder) => holder === view.you).length;
  return takes && held === needed - 1 ? t('ec.why.third', { n: needed, turns: hold }) : null;
}

/** The things that move with the shown line. @param {View} view @returns {Flight[]} */
function flightsOf({ fresh, before, state }) {
  const [who, verb, what] = fresh[0]?.split(' ') ?? [];
  if (!before || (verb !== 'take' && verb !== 'keep')) return [];
  return verb === 'keep' ? asideFlights(what, before, state) : [prizeFlight(what, before.prizes[what], placeOf(what, Number(who)))];
}

/** @type {import('../../model/board.js').GameBoard} */
const board = {
  ...heard,

  // The owner of each line of the log. The first roll of a turn belongs to the next seat that acts, later rolls to the seat that kept dice.
  owners(log, state) {
    const acts = log.map((line) => (/^[1-9]/.test(line) ? Number(line[0]) : 0));
    const rolledOff = rollOffOf(log, state);
    let rolls = 0, last = 0;
    return log.map((line, i) => {
      if (acts[i]) return (last = acts[i]);
      if (!isRoll(line)) return 0;
      if (rolls < rolledOff.length) return rolledOff[rolls++];
      return diceOf(line).length < 4 ? last : acts.slice(i).find(Boolean) ?? state?.turn ?? 0;
    });
  },

  say(line, view) {
    const [who, verb, what] = line.split(' ');
    if (who === '*' && view.owner) {
      const words = tell(view, view.owner, isForStart(view) ? 'ec.say.first' : 'ec.say.rolled', { dice: spaced(what) });
      return `${words} ${whyMissed(view)}`.trim();
    }
    if (who === '*') return t('ec.say.roll', { dice: spaced(what) });
    const seat = Number(who);
    if (verb === 'keep') return tell(view, seat, 'ec.say.keep', { dice: spaced(what) });
    if (verb === 'take') {
      const from = holderBefore(view, what);
      if (from) return tellOf(view, seat, 'ec.say.steal', from, { prize: thingName(what) });
      return tell(view, seat, 'ec.say.take', { prize: thingName(what), dice: prizeName(what).toLowerCase() });
    }
    return tell(view, seat, 'ec.say.stop');
  },

  // Includes the consequence: who starts, or rolls again.
  tell(lines, view) {
    const [line] = lines, words = this.say(line, view), now = scene(view);
    if (now.tied?.length) return `${words} ${tieWords(view, now.tied)}`;
    if (now.starter) {
      return `${words} ${tell(view, now.starter, 'ec.starts', { total: now.rolloff?.[now.starter - 1] ?? 0 })}`;
    }
    return words;
  },

  // Players throw their own dice at the beginning of a turn and of the game.
  dwell(line, view) {
    const now = scene(view), left = TURN - view.spent;
    if (now.rolloff) return now.starter || now.tied?.length ? 2200 : 1100;
    const thrown = isRoll(line) ? throwTime(diceOf(line).length) : 0, took = / take /.test(line) ? flightsOf(view)[0]?.ms ?? 0 : 0;
    const wanted = thrown ? thrown + (now.missed ? 900 : 400) : / keep/.test(line) ? ASIDE : took + 600;
    if (!isRobot(view, view.owner)) return wanted;
    // Two thirds of a bot's time are for its rolls. Each roll gets half of the time that is left.
    if (now.missed || !thrown) return Math.min(wanted, / keep/.test(line) ? 120 : Math.max(left, 300));
    return Math.min(wanted, Math.max(350, (left - TURN / 3) / 2 + 100));
  },

  begins: (line) => isRoll(line) && diceOf(line).length === 4,

  flights: flightsOf,

  way(view) {
    const ahead = view.replaying ? null : wayAhead(view);
    return ahead && prizeFlight(ahead.prize, ahead.from, `stand ${ahead.to}`);
  },

  // Four dice in the roll for the start; during a turn, those that are not kept.
  roller: rollerOf,

  score: (state, seat) => Object.values(state.prizes).filter((holder) => holder === seat).length,

  trophy(view, seat) {
    const held = ORDER.filter((id) => view.state.prizes[id] === seat);
    const words = held.length ? list(held.map(prizeName)) : t('ec.noprize');
    return h('span', { class: 'ec-trophies', role: 'img', 'aria-label': words }, held.map((id) => prizePicture(id)));
  },

  roll({ state }) {
    return {
      count: state.phase === 'rolloff' ? 4 : 4 - state.kept.length, seat: rollerOf(state),
      faces: [...'012345'].map((face) => ({ face, text: face, picture: pipDie(Number(face), { size: 48 }) })),
      line: (faces) => `* roll ${[...faces].sort().join('')}`,
    };
  },

  rolls: (line) => line.startsWith('* roll'),

  forStart: (state) => state.phase === 'rolloff',

  ending(view) {
    const { prizes, result } = view.state, [seat] = winners(result);
    const held = Object.keys(prizes).filter((id) => prizes[id] === seat).map(thingName);
    return seat ? tell(view, seat, 'ec.end', { prizes: list(held) }) : '';
  },

  board(view) {
    const { prizes } = view.state, now = scene(view);
    countRolls(view);
    /** @param {PageEvent} event */
    const putAway = (event) => view.ui.prize && !event.target.closest('.ec-prize') && ((view.ui.prize = null), view.redraw());
    return h('div', { class: 'ec', onclick: putAway },
      h('div', { class: 'ec-prizes', key: 'prizes', role: 'group', 'aria-label': t('ec.prizes') },
        ORDER.filter((id) => id in prizes).map((id) => prize(view, id, prizes[id]))),
      now.rolloff ? rollOff(view, now) : tray(view));
  },

  bar(view) {
    const takes = view.legal.filter((line) => line.includes(' take '));
    const stop = view.legal.find((line) => line.endsWith(' stop'));
    const keeps = view.legal.some((line) => line.includes(' keep '));
    const dice = chosen(view), line = `${view.you} keep ${dice}`;
    const left = view.state.rolled.length - dice.length;
    /** @type {import('../../model/board.js').BarButton[]} */
    const buttons = takes.map((l) => {
      const id = l.split(' ')[2], holder = view.state.prizes[id];
      const text = holder ? t('ec.steal', { prize: thingName(id), name: view.name(holder) }) : t('ec.take', { prize: thingName(id) });
      return { line: l, primary: true, text };
    });
    if (keeps) {
      const good = view.legal.includes(line);
      const text = good ? t(left === 1 ? 'ec.keep.1' : 'ec.keep', { dice: spaced(dice), n: left }) : t('ec.keep.none');
      buttons.push({ key: 'keep', line, primary: good && !takes.length, off: !good, text });
    }
    if (stop) buttons.push({ line: stop, quiet: keeps, ends: true, text: t('ec.stop') });
    const ask = takes.length ? t(keeps ? 'ec.ask.take' : 'ec.ask.end') : keeps ? t('ec.ask') : t('ec.ask.none');
    return { ask: danger(view) ?? ask, why: whyTake(view, takes.length), buttons };
  },

  // A letter keeps a die; Escape hides the explanation of a prize.
  key(event, view) {
    const key = event.key.toLowerCase();
    if (key === 'escape' && view.ui.prize) view.ui.prize = null;
    else return dieKey(view, key);
    view.redraw();
    return true;
  },

  seat(view, seat) {
    const { prizes, prizes_to_win: needed, endured, hold } = view.state;
    const held = ORDER.filter((id) => prizes[id] === seat), has = t('ec.has', { n: held.length, of: needed });
    const counting = held.length === needed, lasted = t('ec.endured', { n: endured[seat - 1], of: hold });
    const ahead = view.replaying ? null : wayAhead(view);
    const stand = (/** @type {string | undefined} */ id, /** @type {number} */ i) => (id
      ? h('span', { class: `ec-stand${ahead?.prize === id ? ' leaving' : ''}`, key: id, 'data-place': placeOf(id, seat) }, prizePicture(id))
      : h('span', { class: `ec-stand vacant${ahead?.to === seat && i === held.length ? ' aim' : ''}`, 'data-place': `stand ${seat}` }));
    return h('span', { class: `ec-held${counting ? ' three' : ''}` },
      h('span', {
        class: 'ec-stands', role: 'img',
        'aria-label': held.length ? `${has}${t('colon')} ${list(held.map(thingName))}` : has,
      }, Array.from({ length: Math.max(needed, held.length) }, (_, i) => stand(held[i], i))),
      counting && h('span', { class: 'fine', role: 'img', title: lasted, 'aria-label': lasted }, `${endured[seat - 1]}/${hold}`));
  },
};

export default board;
