// The bar: the board's buttons with undo and hint; at the end the result, a rematch and the analysis; in a finished game
// the navigation through its moves.
import { h, svg } from '../core/dom.js';
import { redraw } from '../core/frame.js';
import { freeName } from '../core/games.js';
import { icon } from '../core/icons.js';
import { advice, copyText, depthOf, notice, openDialog, percent, recordLink, seatMark, tell } from '../core/parts.js';
import { isHere, mayPlayHere } from '../core/place.js';
import { shareRecord } from '../core/shared.js';
import { t } from '../core/texts.js';
import { lastStep } from '../model/replay.js';
import { present } from '../model/state.js';
import { hintNow, mayHint, mayUndo, peopleHere, showsPodium, turnOf, whyWait } from '../model/turn.js';
import { askBack, hasJustThrown, play, request, requestOf, setMark, skipAhead, takeBack, takeSeat } from './actions.js';
import { fromLink, playOnButton } from './playon.js';
import { rollBar } from './real_dice_view.js';
import { goTo, openReplay, pause, run, stopReplay } from './replay.js';
import { askHint, hideHint } from './session.js';
import { barClock, endWords, gameWords, invitations, nameIn, resultWords, whyWords } from './view.js';

/** @typedef {import('../model/state.js').State} State */
/** @typedef {import('../model/board.js').View} View */
/** @typedef {import('../model/board.js').BarButton} BarButton */
/** @typedef {import('../core/dom.js').Child} Child */

/** @param {State} s @param {View} v */
export function barView(s, v) {
  const cls = `bar${v.turn.mine ? ' mine' : ''}`;
  return h('section', { class: cls, key: 'bar', tabindex: '-1', 'aria-label': t('bar'), 'data-actor': v.turn.seat }, contentOf(s, v));
}

/** @param {State} s @param {View} v @returns {Child} */
function contentOf(s, v) {
  const { table } = present(s);
  switch (v.turn.why) {
    case 'replay':
      return replayBar(s, v, playOnButton(s, v));
    case 'over':
      return endBar(s, v, invitations(s)[0].href);
    case 'before':
      return h('p', { class: 'ask' }, t(table.phase === 'fair' ? 'wait.fair' : 'wait.short'));
    case 'throw':
      return throwBar(s, v);
    case 'beats':
      return beatsBar(s, v, watchButtons(s));
    case 'enter':
      return [rollBar(s, v), toolsView(s)];
    case 'choose':
    case 'speak':
      return boardBar(s, v);
    default: {
      const pause = s.link === 'open' ? s.board?.pause?.(v) : null;
      if (pause) return boardBar(s, v, pause);
      return [
        h('div', { class: 'bar-head', key: 'head' }, barClock(s), waitLine(s, v), toolsView(s)),
        watchButtons(s).length > 0 ? h('div', { class: 'bar-buttons', key: 'buttons' }, watchButtons(s)) : null,
      ];
    }
  }
}

/** @param {State} s @param {View} v */
const waitLine = (s, v) => words(h('p', { class: 'ask soft', key: 'ask' }, waitText(s)), watchWhy(s) ?? present(s).board.cause?.(v));

// ---- a spectator: seats to take, or the seat that was ours ----

/** The seats that a spectator may take now. @param {State} s */
function freeSeats(s) {
  const { table } = present(s);
  if (table.you || peopleHere(s).length) return [];
  return table.seats.flatMap(({ free }, i) => (free && i + 1 !== s.taken ? [i + 1] : []));
}

/** Whether a bot plays for us, since we did not act. @param {State} s */
function isReplaced(s) {
  const { table } = present(s);
  return table.you > 0 && table.phase === 'playing' && table.seats[table.you - 1].kind === 'stand-in';
}

/** @param {State} s */
function watchWhy(s) {
  const { table } = present(s);
  if (isReplaced(s)) return t('taken.bot');
  if (table.you || table.phase !== 'playing') return null;
  if (s.taken) return t(table.seats[s.taken - 1].kind === 'person' ? 'taken.why' : 'taken.bot', { name: nameIn(s, s.taken) });
  if (freeSeats(s).length) return t('take.why');
  return turnOf(s).seat && !peopleHere(s).length ? t('bar.watching') : null;
}

/** @param {State} s @returns {HTMLElement[]} */
function watchButtons(s) {
  const { table } = present(s), held = s.taken && table.seats[s.taken - 1].kind === 'person';
  if (table.phase !== 'playing' || (table.you && !isReplaced(s))) return [];
  return [
    ...(s.taken || table.you ? [h('button', {
      class: 'button primary', type: 'button', key: 'back', 'data-do': 'back', disabled: Boolean(table.proposal),
      onclick: held ? askBack : takeBack,
    }, t(held ? 'taken.ask' : 'taken.back'))] : []),
    ...freeSeats(s).map((seat, _, { length }) => h('button', {
      class: 'button primary', type: 'button', key: `take-${seat}`, 'data-take': seat, onclick: () => takeSeat(freeName(table, seat), seat),
      'aria-label': t('take.seat', { name: nameIn(s, seat) }),
    }, t(length > 1 ? 'take.short' : 'take.seat', { name: nameIn(s, seat) }))),
  ];
}

/** The question, and below it the reason: who caused it, or what follows. @param {Child} ask @param {Child} [why] */
function words(ask, why) {
  return h('div', { class: 'bar-words', key: 'words' }, ask, why ? h('p', { class: 'bar-why', key: 'why' }, why) : null);
}

/** @param {State} s */
function waitText(s) {
  const { table } = present(s), why = whyWait(s);
  if (why === 'lost') return t('link.lost');
  if (why === 'sent') return t('bar.sent');
  const { seat, throws, why: now } = turnOf(s);
  if (!seat) return table.you ? t('bar.soon') : t('bar.watching');
  if (table.throws && now !== 'beats') return t('bar.tothrow', { name: nameIn(s, seat) });
  const key = throws ? 'bar.throws' : now === 'beats' ? 'bar.wait' : 'bar.thinks';
  return s.device.shared ? t(key, { name: nameIn(s, seat) }) : tell({ you: table.you, name: () => nameIn(s, seat) }, seat, key);
}

/** The bar while the player must throw. @param {State} s @param {View} v */
function throwBar(s, v) {
  return [
    h('div', { class: 'bar-head', key: 'head' },
      words(h('p', { class: 'ask', key: 'ask' },
        barClock(s), whoseTurn(s, v.turn.seat), h('span', { key: 'words' }, t(v.people.length ? 'throw.ask.here' : 'throw.ask')))),
      toolsView(s)),
    h('div', { class: 'bar-buttons', key: 'buttons' },
      h('button', {
        class: 'button primary', type: 'button', key: 'throw', 'data-do': 'throw', 'aria-disabled': s.pending ? 'true' : null,
        onclick: v.throwing,
      },
        h('span', null, t('throw')), h('kbd', { 'aria-hidden': 'true' }, '1'))),
  ];
}

/** The bar while lines are being shown. @param {State} s @param {View} v @param {HTMLElement[]} more further buttons */
function beatsBar(s, v, more) {
  return [
    h('div', { class: 'bar-head', key: 'head' }, barClock(s), waitLine(s, v)),
    h('div', { class: 'bar-buttons', key: 'buttons' },
      h('button', { class: 'button small quiet', type: 'button', key: 'skip', 'data-do': 'skip', onclick: skipAhead },
        h('span', null, t('beat.skip')), h('kbd', { 'aria-hidden': 'true' }, '→')),
      more),
  ];
}

/** If several people share this device, the player's name precedes the question. @param {State} s @param {number} seat */
function whoseTurn(s, seat) {
  if (!peopleHere(s).length || !seat || !s.board?.pace) return null;
  return h('strong', { class: 'whose', key: 'whose' }, seatMark(seat, 22), nameIn(s, seat), t('colon'), ' ');
}

const SETTLES = 600; // milliseconds: a second tap or key press in this time was meant for the previous choices
let offered = { choices: '', at: -SETTLES };

/** Whether these choices are new: buttons that end the turn are delayed. @param {View} v */
function isSettling(v) {
  const choices = `${v.table.table} ${v.log.length} ${v.legal.join()}`, now = performance.now();
  if (choices !== offered.choices) {
    offered = { choices, at: now };
    setTimeout(redraw, SETTLES + 20);
  }
  return now - offered.at < SETTLES;
}

/** @param {BarButton} button */
function press({ act, line }) {
  if (act) act();
  else if (line) play(line);
}

/** @param {State} s @param {View} v @param {import('../model/board.js').Bar} bar */
function boardBar(s, v, { ask, why, buttons = [], extra } = present(s).board.bar(v)) {
  const settling = isSettling(v);
  const digits = buttons.filter((one) => !one.off && !one.ends);
  const digitOf = (/** @type {number} */ i) => digits.indexOf(buttons[i]) + 1; // 0 for one that ends the turn
  const button = (/** @type {BarButton} */ b, /** @type {number} */ i) => h('button', {
    class: `button${b.primary ? ' primary' : ''}${b.quiet ? ' quiet' : ''}${b.ends && settling && !b.off ? ' settling' : ''}`,
    type: 'button', key: b.key ?? b.line ?? b.text, disabled: b.off || (b.ends && settling),
    'data-line': b.line, 'data-digit': b.off ? null : String(digitOf(i)), onclick: () => hasJustThrown() || press(b),
  }, b.icon, h('span', null, b.text), digitOf(i) < 10 && !b.off ? h('kbd', { 'aria-hidden': 'true' }, digitOf(i)) : null);
  return [
    h('div', { class: 'bar-head', key: 'head' },
      words(h('p', { class: 'ask', key: 'ask' }, barClock(s), whoseTurn(s, v.you), ask ? h('span', { key: 'words' }, ask) : null), why),
      extra, hintView(s, v), toolsView(s)),
    h('div', { class: `bar-buttons${buttons.length > 6 ? ' many' : ''}`, key: 'buttons' }, buttons.map(button), watchButtons(s)),
  ];
}

// ---- hints ----

/** The ratings of the choices, if the player requested them and no other person plays. @param {State} s @param {View} v */
function hintView(s, v) {
  const { board } = present(s), hint = hintNow(s), found = hint?.advice;
  if (!mayHint(s) || !found) return null;
  const then = () => v.then.map((line) => board.say(line, v)).join(' ');
  return h('section', { class: 'hints', key: 'hints', 'aria-busy': hint.more ? 'true' : 'false', 'aria-label': t('hint.title') },
    h('button', { class: 'fine hint-about', type: 'button', key: 'about', onclick: () => notice(hintFacts(s, v, found)) },
      t(hint.more ? 'hint.more' : 'hint.shares')),
    h('ol', { class: 'hint-list', tabindex: '0', 'aria-label': t('hint.title') }, found.hints.map((row) => hintRow(s, v, row))),
    v.then.length > 0 && h('p', { class: 'hint-then', key: 'then', tabindex: '0' }, t('hint.then', { what: then() })));
}

/** @param {number} error */
const errorText = (error) => (error > 0.00005 ? ` ±\u00a0${percent(error, 1)}` : '');

/**
 * The precision of the ratings, shown in a notice because a small window has no room for it.
 * @param {State} s
 * @param {View} v
 * @param {import('../model/messages.js').Advice} found
 */
function hintFacts(s, v, { how, hints: [best], ...depths }) {
  const what = advice(present(s).board.say(`${v.you} ${best.move}`, v)), share = percent(best.share, 1) + errorText(best.error);
  return `${t('hint.title')}. ${t('hint.best', { what, share })} ${t('numbers', { how })}${depthOf(depths)}`;
}

/**
 * A choice with its value; selecting it shows it on the board.
 * @param {State} s
 * @param {View} v
 * @param {import('../model/messages.js').Hint} row
 */
function hintRow(s, v, { move, share, error }) {
  const line = `${v.you} ${move}`, shown = v.mark === line;
  return h('li', { key: move }, h('button', {
    class: 'hint-go', type: 'button', title: t('hint.show'), 'data-hint': line, 'aria-pressed': shown ? 'true' : 'false',
    onclick: () => setMark(shown ? null : line),
  },
  h('span', null, advice(present(s).board.say(line, v))),
  h('span', { class: 'hint-share' }, percent(share, 1), h('span', { class: 'hint-error' }, errorText(error)))));
}

// ---- undo and hint, beside the choices ----

const ICONS = {
  undo: 'M9 4 4 9l5 5M4 9h10a5.5 5.5 0 0 1 0 11h-4',
  hint: 'M9.5 18h5M10.5 21h3M12 3a6 6 0 0 1 3.4 10.9c-.7.6-.9 1.2-.9 2.1h-5c0-.9-.2-1.5-.9-2.1A6 6 0 0 1 12 3z',
};

/** @param {keyof typeof ICONS} name */
const toolIcon = (name) => svg('svg', { class: 'tool-icon', viewBox: '0 0 24 24', width: 20, height: 20, 'aria-hidden': 'true' },
  svg('path', { d: ICONS[name] }));

/** @param {keyof typeof ICONS} name @param {string} key @param {string} text @param {import('../core/dom.js').Props} props */
function tool(name, key, text, props) {
  return h('button', { class: 'button small quiet', type: 'button', key: name, 'data-do': name, ...props },
    toolIcon(name), h('span', null, text), h('kbd', { 'aria-hidden': 'true' }, key));
}

let undoes = false; // requested and not answered yet: a second tap is ignored

/** @param {number} seat */
async function askUndo(seat) {
  if (undoes) return;
  undoes = true;
  await requestOf(seat, { do: 'propose', what: 'undo' });
  undoes = false;
}

/** @param {State} s */
function undoTool(s) {
  const undo = mayUndo(s);
  if (!undo) return null;
  return tool('undo', 'U', t(undo.atOnce ? 'undo' : 'undo.ask'), { onclick: () => askUndo(undo.seat) });
}

/** @param {State} s */
function hintTool(s) {
  if (!mayHint(s)) return null;
  const hint = hintNow(s);
  return tool('hint', 'H', t(hint && !hint.advice ? 'hint.wait' : 'hint'), {
    'aria-disabled': hint && !hint.advice ? 'true' : null, 'aria-pressed': hint?.advice ? 'true' : 'false',
    onclick: hint?.advice ? hideHint : () => hint || askHint(),
  });
}

/** @param {State} s */
export function toolsView(s) {
  const tools = [undoTool(s), hintTool(s)].filter(Boolean);
  return tools.length ? h('div', { class: 'bar-tools', key: 'tools' }, tools) : null;
}

/** U and H, from anywhere at the table. True if one of them was handled. @param {KeyboardEvent} event */
export function toolKey(event) {
  const name = { u: 'undo', h: 'hint' }[event.key.toLowerCase()];
  /** @type {HTMLElement | null} */
  const button = name ? document.querySelector(`.bar-tools [data-do=${name}]:not([disabled])`) : null;
  button?.click();
  return Boolean(button);
}

// ---- through a finished game ----

/** @param {string} label @param {string} sign @param {string} key @param {() => void} act */
const replayButton = (label, sign, key, act) => h('button', {
  class: 'icon-button', type: 'button', 'aria-label': label, title: label, 'aria-keyshortcuts': key, onclick: act,
}, icon(sign, 22));

/**
 * @param {import('../model/state.js').State} s
 * @param {import('../model/board.js').View} v
 * @param {import('../core/dom.js').Child} more further buttons
 */
export function replayBar(s, v, more) {
  const { replay } = s, { board } = present(s);
  if (!replay) return null;
  const last = lastStep(replay), { at, mark, running } = replay, { line } = replay.steps[at];
  return h('div', { class: 'replay', key: 'replay' },
    h('p', { class: 'replay-words' },
      h('span', { class: 'soft' }, t('replay.step', { n: at, of: last }), ' '),
      mark ? [h('b', null, t('replay.better')), ' ', board.say(mark, v)] : line ? board.say(line, v) : t('replay.start')),
    h('div', { class: 'replay-row' },
      h('div', { class: 'replay-moves' },
        replayButton(t('replay.first'), 'first', 'Home', () => goTo(0)),
        replayButton(t('replay.back'), 'back', 'ArrowLeft', () => goTo(at - 1)),
        running ? replayButton(t('replay.pause'), 'pause', 'Space', pause) : replayButton(t('replay.run'), 'run', 'Space', run),
        replayButton(t('replay.next'), 'next', 'ArrowRight', () => goTo(at + 1)),
        replayButton(t('replay.last'), 'last', 'End', () => goTo(last))),
      h('input', {
        type: 'range', min: 0, max: last, value: at, 'aria-label': t('replay.slider'), title: t('replay.keys'),
        oninput: (e) => goTo(Number(e.target.value)),
      }),
      more,
      h('button', { class: 'button small', type: 'button', 'data-do': 'close-replay', onclick: stopReplay }, t('replay.close'))));
}

// ---- the end ----

const PIECES = 48; // of confetti

/** In the winners' colours and gold. A piece's position depends only on its number, so redrawing moves nothing. @param {State} s */
export function confetti(s) {
  const { party } = s;
  if (!party || performance.now() > party.until) return null;
  const piece = (/** @type {number} */ i) => h('i', {
    class: i % 3 ? `seat-${party.seats[i % party.seats.length]}` : 'gold', key: `c${i}`,
    style: {
      '--x': `${(i * 61) % 100}%`, '--late': `${((i * 37) % 100) / 70}s`, '--turn': `${(i * 83) % 360}deg`,
      '--way': `${((i * 29) % 120) - 60}px`,
    },
  });
  return h('div', { class: 'confetti', key: 'confetti', 'aria-hidden': 'true' }, Array.from({ length: PIECES }, (_, i) => piece(i)));
}

/** @param {State} s @param {View} v */
const shareWords = (s, v) => `${gameWords(s)} · ${endWords(s, v)}`;

/**
 * Shares a server's game by its address; the link to a local game contains the game.
 * @param {string} id
 * @param {string} url
 * @param {string} text
 */
async function share(id, url, text) {
  if (isHere(id)) return void shareRecord(id, text);
  if ('share' in navigator) await navigator.share({ title: 'Cornet', text, url }).catch(() => {});
  else copyText(url);
  return undefined;
}

/** Opens the dialog with further actions for a finished game. @param {State} s @param {View} v */
function openMore(s, v) {
  const id = s.id ?? '';
  const sharing = { class: 'button', type: 'button', 'data-do': 'share-record', onclick: () => shareRecord(id, shareWords(s, v)) };
  openDialog(() => ({
    title: t('over.more'),
    body: h('div', { class: 'stack' },
      fromLink(s, 'button'),
      h('a', { class: 'button', href: `/check?table=${id}`, 'data-nav': true }, t('over.check')),
      recordLink(id, { class: 'button' }, t('over.record')),
      mayPlayHere && !isHere(id) && h('button', sharing, t('over.link')),
      s.table?.daily && h('a', {
        class: 'button', href: `/daily/${s.table.game}/${s.table.daily}`, 'data-nav': true, 'data-do': 'over-daily',
      }, t('over.daily')),
      h('a', { class: 'button', href: '/', 'data-nav': true }, t('over.home'))),
  }));
}

/** @param {State} s */
function againButton(s) {
  const { table } = present(s);
  if (table.next) return h('a', { class: 'button primary', href: `/t/${table.next}`, 'data-nav': true }, t('over.next'));
  if (!table.you) return null;
  return h('button', {
    class: 'button primary', type: 'button', 'data-do': 'rematch', onclick: () => request({ do: 'propose', what: 'rematch' }),
  }, t('over.rematch'));
}

/** @param {State} s @param {View} v @param {string} href the link that others can open */
export function endBar(s, v, href) {
  const podium = showsPodium(s, performance.now());
  const sharing = () => share(s.id ?? '', `${href}#replay`, shareWords(s, v));
  return [
    !podium && h('div', { class: 'bar-words', key: 'words' },
      h('p', { class: 'ask result', key: 'ask' }, icon('star'), ' ', resultWords(s)),
      h('p', { class: 'why', key: 'why' }, whyWords(s, v))),
    h('div', { class: 'bar-buttons', key: 'buttons' },
      againButton(s),
      h('button', { class: 'button', type: 'button', 'data-do': 'replay', onclick: () => openReplay() }, t('over.replay')),
      h('button', { class: 'button', type: 'button', 'data-do': 'share', onclick: sharing }, t('share')),
      h('button', {
        class: 'button quiet', type: 'button', 'data-do': 'podium', onclick: () => ((s.showsTable = !s.showsTable), redraw()),
      }, t(s.showsTable ? 'end.podium' : 'end.table')),
      h('button', { class: 'button quiet', type: 'button', 'data-do': 'over-more', onclick: () => openMore(s, v) }, t('over.more'))),
  ];
}
