// Moving through a finished game, by buttons, slider and keys.
import { redraw } from '../core/frame.js';
import * as model from '../model/replay.js';
import { state } from './current.js';

const BEAT = 900; // milliseconds

/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;

export function stopReplay() {
  clearInterval(timer);
  state.replay = null;
  redraw();
}

/** Goes to a moment; what was running stands. `mark` is shown on the board there. @param {number} at @param {string | null} mark */
export function goTo(at, mark = null) {
  pause();
  if (state.replay) model.seek(state.replay, at, mark);
}

export function pause() {
  clearInterval(timer);
  if (state.replay) state.replay.running = false;
  redraw();
}

export function run() {
  const { replay } = state;
  if (!replay) return;
  model.run(replay);
  timer = setInterval(() => {
    model.seek(replay, replay.at + 1);
    if (!replay.running) clearInterval(timer);
    redraw();
  }, BEAT);
  redraw();
}

/** @param {import('../model/replay.js').Replay['panel']} panel */
export function showPanel(panel) {
  if (state.replay) state.replay.panel = panel;
  redraw();
}

/** The analysis is on the screen, where it is below the board, or not any more. @param {boolean} inView */
export function setInView(inView) {
  if (!state.replay || state.replay.inView === inView) return;
  state.replay.inView = inView;
  redraw();
}

/** @type {Record<string, (replay: import('../model/replay.js').Replay) => void>} */
const KEYS = {
  ArrowLeft: ({ at }) => goTo(at - 1),
  ArrowRight: ({ at }) => goTo(at + 1),
  Home: () => goTo(0),
  End: (replay) => goTo(model.lastStep(replay)),
  ' ': ({ running }) => (running ? pause() : run()),
};

/** A key, wherever the focus is. True where it meant something. @param {KeyboardEvent} event */
export function replayKey(event) {
  if (!state.replay || event.shiftKey || !(event.key in KEYS)) return false;
  KEYS[event.key](state.replay);
  return true;
}
