// Replay of a finished game, with buttons, slider and keys. The first replay loads the modules that show the analysis.
import { redraw } from '../core/frame.js';
import { mySeat } from '../core/keep.js';
import { announce, fetchJson, notice, winners } from '../core/parts.js';
import { t } from '../core/texts.js';
import * as model from '../model/replay.js';
import { present } from '../model/state.js';
import { turningPoint } from '../model/story.js';
import { state } from './current.js';
import { fly, land, notePlaces, prepareMotion } from './motion.js';
import { replayWords, viewOf } from './view.js';

const BEAT = 900; // milliseconds

/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;

export function stopReplay() {
  clearInterval(timer);
  state.replay = null;
  redraw();
}

/** Announces the step that is shown. */
const tellStep = () => state.replay && announce(replayWords(state, viewOf(state)));

/** Goes to a step and stops playback. Shows `mark` on the board. @param {number} at @param {string | null} mark */
export function goTo(at, mark = null) {
  pause();
  if (state.replay) show(Object.assign(state.replay, { waits: false }), at, mark);
  tellStep();
}

/**
 * Shows a step, after finishing all running flights. Its own flights run only if the previous step was shown.
 * @param {model.Replay} replay
 * @param {number} at
 * @param {string | null} mark
 */
function show(replay, at, mark = null) {
  const follows = at === replay.at + 1 && !mark && !replay.mark;
  land();
  if (follows) notePlaces();
  model.seek(replay, at, mark);
  redraw();
  const { board } = present(state), view = viewOf(state);
  if (follows) queueMicrotask(() => state.replay === replay && fly(board, view)); // runs after the redraw requested above
}

export function pause() {
  clearInterval(timer);
  if (state.replay) state.replay.running = false;
  redraw();
}

export function run() {
  const { replay } = state;
  if (!replay) return;
  model.run(Object.assign(replay, { waits: false }));
  timer = setInterval(() => {
    show(replay, replay.at + 1);
    tellStep();
    if (!replay.running) clearInterval(timer);
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

/** Handles a key, independent of the focus. Returns true if it was used. @param {KeyboardEvent} event */
export function replayKey(event) {
  if (!state.replay || event.shiftKey || !(event.key in KEYS)) return false;
  KEYS[event.key](state.replay);
  return true;
}

// ---- opening one ----

/** @type {typeof import('./moves_view.js') | null} */
let analysis = null;
/** @type {typeof import('./story_view.js') | null} */
let stories = null;

/** Beside the board: the curve and the moves. @param {import('../model/state.js').State} s @param {import('../model/board.js').View} v */
export const analysisView = (s, v) => analysis?.analysisView(s, v, { goTo, showPanel, setInView });

/** Beside the podium. @param {import('../model/state.js').State} s @param {import('../model/board.js').View} v */
export const storyView = (s, v) => stories?.story(s, v, (at, mark) => openReplay(at, mark)) ?? null;

/** Below the podium: the offer to keep the name. @param {string} id */
export const offerView = (id) => stories?.nameOffer(id) ?? null;

async function loadViews() {
  try {
    stories ??= await import('./story_view.js');
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

/** @type {Promise<unknown> | null} */
let loading = null;

/** Loads the finished game with its analysis, once. */
async function loadStory() {
  const { id } = state, { board } = present(state);
  const views = await loadViews();
  if (!id || state.id !== id || state.story) return;
  const steps = await stepsOf(id);
  if (state.id !== id) return;
  state.story = model.newReplay(id, steps, board, 0);
  const seat = mySeat(id)?.seat;
  if (seat) import('../practise/collect.js').then(({ collect }) => collect(id, seat), () => {});
  views.loadCurve(state.story).then(() => state.replay && state.replay === state.story && goToDecision(state.replay));
}

/** Loads the story of the finished game, shown beside the podium. If that fails, the podium is shown alone. */
export function tellStory() {
  loading ??= loadStory().catch(() => {}).finally(() => ((loading = null), redraw()));
}

/** Goes to the position before the decisive move, once, and announces it. @param {import('../model/replay.js').Replay} replay */
function goToDecision(replay) {
  if (!replay.waits || !model.isJudged(replay.curve)) return false;
  const found = turningPoint(replay.curve.analysis, winners(state.table?.state?.result ?? null));
  replay.waits = false;
  if (found) model.seek(replay, found.at - 1);
  if (found) announce(`${t('moment.decisive')}. ${replayWords(state, viewOf(state))}`);
  redraw();
  return found !== null;
}

/** Opens the replay at the moment that decided, or at the moment `at`. @param {number | null} at @param {string | null} mark */
export async function openReplay(at = null, mark = null) {
  const { id } = state;
  if (!id) return;
  try {
    await Promise.all([loading, prepareMotion(state.board)]);
    if (!state.story) await loadStory();
    if (state.id !== id || !state.story) return;
    state.replay = Object.assign(state.story, { running: false, waits: at === null });
    model.seek(state.replay, at ?? 0, mark);
    if (!goToDecision(state.replay)) tellStep();
  } catch (error) {
    notice((error instanceof Error && error.message) || t('error.server'), 'bad');
  }
  redraw();
}
