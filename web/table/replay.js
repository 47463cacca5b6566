// A finished game is looked at again, and moved through by buttons, slider and keys. The first replay loads what shows its analysis.
import { redraw } from '../core/frame.js';
import { fetchJson, notice } from '../core/parts.js';
import { t } from '../core/texts.js';
import * as model from '../model/replay.js';
import { present } from '../model/state.js';
import { state } from './current.js';

const BEAT = 900; // milliseconds

/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;

export function stopReplay() {
  clearInterval(timer);
  state.replay = null;
  redraw();
}

/** Goes to a step and stops playback. Shows `mark` on the board. @param {number} at @param {string | null} mark */
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

/** Stores whether the analysis, if it is below the board, is on the screen. @param {boolean} inView */
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

// ---- opening one ----

/** @type {typeof import('./moves_view.js') | null} */
let analysis = null;

/** Beside the board: the curve and the moves. @param {import('../model/state.js').State} s @param {import('../model/board.js').View} v */
export const analysisView = (s, v) => analysis?.analysisView(s, v, { goTo, showPanel, setInView });

async function loadViews() {
  try {
    return (analysis ??= await import('./moves_view.js'));
  } catch {
    throw new Error(t('error.load'));
  }
}

/** The steps of a finished game, from the state before its first line on. @param {string} id */
async function stepsOf(id) {
  /** @type {import('../model/messages.js').StepFacts[]} */
  const steps = [];
  for (let total = 1; steps.length < total; ) {
    const part = await fetchJson(`/api/tables/${id}/steps?from=${steps.length}`);
    if (!part.steps.length) break;
    steps.push(...part.steps);
    total = part.total;
  }
  return steps;
}

/** The game of the table from its start, or from the moment `at`. */
export async function openReplay(at = 0) {
  const { id } = state, { board } = present(state);
  if (!id) return;
  try {
    const views = await loadViews();
    const steps = await stepsOf(id);
    if (state.id !== id) return;
    state.replay = model.newReplay(id, steps, board, at);
    views.loadCurve(state.replay);
  } catch (error) {
    notice((error instanceof Error && error.message) || t('error.server'), 'bad');
  }
  redraw();
}
