// A finished game is looked at again. The first replay loads what shows its analysis.
import { t } from '../core/texts.js';
import { redraw } from '../core/frame.js';
import { fetchJson, notice } from '../core/parts.js';
import { newReplay } from '../model/replay.js';
import { present } from '../model/state.js';
import { state } from './current.js';

/** @type {typeof import('./moves_view.js') | null} */
let analysis = null;

/** Beside the board: the curve and the moves. @param {import('../model/state.js').State} s @param {import('../model/board.js').View} v */
export const analysisView = (s, v) => analysis?.analysisView(s, v);

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
    state.replay = newReplay(id, steps, board, at);
    views.loadCurve(state.replay);
  } catch (error) {
    notice((error instanceof Error && error.message) || t('error.server'), 'bad');
  }
  redraw();
}
