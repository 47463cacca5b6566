// What this device does by itself: its part in the fair dice; and where several people play here, the page goes to the seat of whose
// turn it is, and the device from hand to hand.
import { redraw } from '../core/frame.js';
import { announce, hush, notice } from '../core/parts.js';
import { t } from '../core/texts.js';
import { handOver, isLingering, wantedSeat } from '../model/turn.js';
import { keepShown, tendDice } from '../dice/seat_dice.js';
import { seatPeople } from './companions.js';
import { errandTo, openFor, theLink } from './connection.js';
import { refreshDevice, state } from './current.js';
import { nameIn } from './words.js';

// ---- fair dice: commit, acknowledge the list, then open; companions.js does this for several people here ----

/** Does what is next. */
export async function tendFair() {
  const { table } = state;
  if (!table || state.dice === 'cheated' || state.device.shared) return;
  takeStep(await tendDice(table, (message) => theLink().say(message)));
}

/** What is wrong with the fair dice is said. @param {string | null} step as dice/fair.js names it */
export function takeStep(step) {
  if ((step === 'out' || step === 'late' || step === 'lost' || step === 'cheated') && state.dice !== step) {
    state.dice = step;
    announce(t('dice.' + step), true);
  }
  redraw();
}

/** Keeps every line that is shown, with its place in the log. @param {number} from @param {string[]} lines @param {boolean} whole */
export function keepLines(from, lines, whole) {
  if (!state.id || !state.table?.you || state.device.shared) return;
  if (!keepShown(state.id, state.table.you, from, lines, whole)) takeStep('cheated');
}

// ---- several people here ----

/** Everybody who plays here sits down. */
export function bringPeople() {
  refreshDevice();
  if (!state.id || !state.device.shared) return;
  seatPeople(state.id, openFor(state.id), {
    dice: takeStep, seated: () => (bringPeople(), follow()), refused: (text) => notice(text, 'bad'),
  });
}

/** Goes to the seat whose place the page should show. */
export function follow() {
  refreshDevice();
  const { id, table, device } = state;
  if (!id || !table || !device.shared || state.replay || isLingering(state, performance.now())) return;
  const seat = wantedSeat(state), to = handOver(state, performance.now());
  if (to && to !== device.passing) coverUp(to);
  device.passing = to;
  if (seat === (device.asked ?? table.you)) return;
  device.asked = seat;
  theLink().go(errandTo(id, seat));
}

/** The last thing that happened is seen as long as others are, before the device is handed over. @param {number} stays milliseconds */
export function linger(stays) {
  if (!state.device.shared) return;
  state.device.lingers = performance.now() + stays;
  setTimeout(follow, stays + 1);
}

/** From now on nobody's secrets are on the page. @param {number} to the seat to which it is handed */
function coverUp(to) {
  Object.assign(state, { ui: {}, hint: null, mark: null });
  state.device.holder = 0;
  hush();
  announce(t('pass.to', { name: nameIn(state, to) }));
  redraw();
  setTimeout(() => /** @type {HTMLElement | null} */ (document.querySelector('.hand-over h2'))?.focus());
}

/** Who was asked for has the device. @param {number} seat */
export function takeDevice(seat) {
  state.device.holder = seat;
  follow();
  redraw();
}
