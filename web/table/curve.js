// The analysis of a finished game. The server judges the game, which may take a while; the page polls until it is done.
import { language, t } from '../core/texts.js';
import { redraw } from '../core/frame.js';
import { setTabValue, tabValue } from '../core/keep.js';
import { announce, depthOf, fetchJson } from '../core/parts.js';
import { isJudged } from '../model/replay.js';
import { state } from './current.js';

/** @typedef {import('../model/replay.js').Replay} Replay */
/** @typedef {import('../model/replay.js').Curve} Curve */
/** @typedef {import('../model/messages.js').AnalysisAnswer} AnalysisAnswer */

const ASK_EVERY = 1000; // milliseconds
let generation = 0; // number of the latest request, which replaces earlier ones

/** @param {Curve} curve @param {number} depth @returns {Promise<AnalysisAnswer>} */
async function ask(curve, depth) {
  try {
    return await fetchJson(`/api/tables/${curve.id}/analysis?lang=${curve.language}&depth=${depth}`);
  } catch (error) {
    return { status: 'unjudged', text: (error instanceof Error && error.message) || t('error.server') };
  }
}

/**
 * Applies an answer. Returns true if a deeper analysis is shorter than the present one; the present one is then kept.
 * @param {Curve} curve
 * @param {AnalysisAnswer} answer
 * @param {number} depth
 */
function take(curve, answer, depth) {
  const whole = curve.analysis?.moves.length ?? 0, judged = answer.status === 'ready' ? answer.analysis.moves.length : 0;
  const short = curve.deeper && answer.status === 'ready' && judged < whole;
  const { done = 0, whole: all = 0, text = '' } = /** @type {{done?: number, whole?: number, text?: string}} */ (answer);
  if (short) Object.assign(curve, { short, text: t('curve.short', { n: depth, judged, whole }) });
  else if (curve.deeper && answer.status !== 'ready') Object.assign(curve, { done, whole: all, text });
  else Object.assign(curve, { text: '' }, answer);
  if ((curve.deeper || curve.status === 'computing') && curve.whole) curve.began ??= { at: performance.now(), done: curve.done };
  return short;
}

/** Requests the analysis at a depth of the judge; 0: its default. @param {Replay} replay @param {number} depth */
export async function loadCurve(replay, depth = 0) {
  const mine = ++generation, { curve } = replay, isStale = () => mine !== generation || (state.replay !== replay && state.story !== replay);
  Object.assign(curve, { language: language(), deeper: depth > (curve.analysis?.depth ?? depth) });
  if (curve.status === 'none') curve.status = 'computing';
  /** @type {AnalysisAnswer | null} */
  let answer = null;
  let short = false;
  while (answer?.status !== 'ready' && answer?.status !== 'unjudged') {
    if (answer) await new Promise((resolve) => setTimeout(resolve, ASK_EVERY));
    if (isStale()) return;
    answer = await ask(curve, depth);
    if (isStale()) return;
    short = take(curve, answer, depth);
    redraw();
  }
  curve.deeper = false;
  redraw();
  if (short || answer.status !== 'ready') wish(curve.id, 0);
  announce(short ? curve.text : answer.status === 'ready' ? t('curve.ready') + depthOf(answer.analysis) : t('curve.none'));
  if (isJudged(curve) && wished(curve.id) > curve.analysis.depth) lookDeeper(replay, wished(curve.id));
}

/** Requests the analysis again in another language, because the server writes its sentences. @param {Replay} replay */
export function keepLanguage(replay) {
  if (replay.curve.status !== 'none' && replay.curve.language !== language()) loadCurve(replay, replay.curve.analysis?.depth);
}

/** The depth requested here, 0 if none, so that a returning user finds the result or continues to wait for it. @param {string} id */
const wished = (id) => Number(tabValue(`cornet.depth.${id}`));
/** @param {string} id @param {number} depth */
const wish = (id, depth) => setTabValue(`cornet.depth.${id}`, String(depth));

/** @param {Replay} replay @param {number} depth */
export function lookDeeper(replay, depth = (replay.curve.analysis?.depth ?? 0) + 1) {
  Object.assign(replay.curve, { done: 0, whole: 0, began: null });
  wish(replay.curve.id, depth);
  loadCurve(replay, depth);
  announce(t('curve.computing'));
  redraw();
}

/** Stops waiting for the deeper analysis; the present one stays. The server may still finish the other. @param {Replay} replay */
export function stopDeeper({ curve }) {
  generation++;
  Object.assign(curve, { deeper: false, text: '' });
  wish(curve.id, 0);
  announce(t('curve.stopped'));
  redraw();
}
