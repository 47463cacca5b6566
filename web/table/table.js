// The page of a table: its title, its views and its keys.
import { h } from '../core/dom.js';
import { language, t } from '../core/texts.js';
import { openRules } from '../core/rules.js';
import { clockLeft, handOver, pauseLeft, turnOf } from '../model/turn.js';
import { askAddresses, closeDrawer, skipAhead, throwByHand } from './actions.js';
import { bannerView, tableView, tickRetry } from './table_view.js';
import { gameWords, tickClocks, viewOf } from './view.js';
import { refreshDevice, state, theLink } from './current.js';
import { showWay } from './motion.js';
import { fromLink } from './playon.js';
import { rollKey } from './real_dice_view.js';
import { replayKey } from './replay.js';
import { comeTo, leaveTable } from './session.js';
import { drawerButton, watchingView } from './side_view.js';
import { tellWhere, titleWords } from './tell.js';
import { toolKey } from './bar_view.js';

const isHandedOver = () => handOver(state, performance.now()) !== null;

/** The page has a link to the table, for which the server's addresses are needed. */
function showsLink() {
  const { table, panel, replay } = state;
  return table !== null && !replay && ((table.phase === 'waiting' && table.you > 0) || table.phase === 'over' || panel === 'more');
}

function view() {
  if (showsLink()) askAddresses();
  return tableView(state);
}

// ---- keys ----

/** Any plain key shows the queued lines, except keys with a meaning for the focused element. @param {KeyboardEvent} event */
function skipKey(event) {
  const taken = 'input, textarea, select, button, a, summary, [role=button], [role=tab]';
  if (event.target instanceof Element && event.target.closest(taken)) return false;
  if (!['Escape', ' ', 'Enter', 'ArrowRight'].includes(event.key)) return false;
  return turnOf(state).why === 'throw' ? (throwByHand(), true) : skipAhead();
}

/** While the device is handed over, one key takes it. @param {KeyboardEvent} event */
function passKey(event) {
  /** @type {HTMLElement | null} */
  const button = event.key === '1' ? document.querySelector('[data-do=take-device]') : null;
  button?.click();
  return Boolean(button);
}

/** A digit presses a button of the bar; 0 the one that ends the turn. @param {KeyboardEvent} event */
function digitKey(event) {
  if (!/^[0-9]$/.test(event.key)) return false;
  /** @type {NodeListOf<HTMLElement>} */
  const buttons = document.querySelectorAll('.bar-buttons button:not([disabled])');
  const named = [...buttons].some((one) => one.dataset.digit);
  const button = named ? [...buttons].find((one) => one.dataset.digit === event.key) : buttons[Number(event.key) - 1];
  button?.click();
  return Boolean(button);
}

/** @param {KeyboardEvent} event */
function key(event) {
  const { table, board } = state;
  if (isHandedOver()) return passKey(event);
  if (event.key === 'Escape' && state.drawer) return closeDrawer(), true;
  if (skipKey(event)) return true;
  if (event.key === '?' && table) return openRules(table.game, gameWords(state)), true;
  if (event.key === '=' && table && board) return tellWhere();
  if (!table?.state || !board) return false;
  const v = viewOf(state);
  if (v.turn.why === 'enter') return rollKey(state, v, event) || toolKey(event);
  return board.key(event, v) || toolKey(event) || digitKey(event) || (event.key.toLowerCase() === 'w' && tellWhere());
}

// ---- the page ----

const headingWords = () => (state.replay ? t('analysis.of', { game: gameWords(state) }) : gameWords(state));

/** @param {string} id @returns {import('../core/frame.js').Page} */
export function openTable(id) {
  comeTo(id);
  return {
    name: 'table',
    title: () => (refreshDevice(), titleWords(state)), // every drawing begins with it
    heading: () => state.table && [h('span', { class: 'heading' }, headingWords()), fromLink(state, 'heading-from')],
    banner: () => bannerView(state),
    tools: () => state.table && !isHandedOver() && [watchingView(state), drawerButton(state)],
    view,
    drawn: () => showWay((state.table?.state && state.board?.way?.(viewOf(state))) ?? null),
    leave() {
      if (state.id === id) leaveTable(); // a rematch may have opened another table already
    },
    language: () => theLink().speak(language()),
    keyAnywhere: replayKey,
    key,
  };
}

setInterval(() => {
  tickClocks(state);
  tickRetry(state);
  const now = performance.now();
  state.board?.tick?.(clockLeft(state, now), pauseLeft(state, now));
}, 200);
