// A finished game step by step, and its analysis.

/** @typedef {import('./messages.js').GameState} GameState */
/** @typedef {import('./messages.js').StepFacts} StepFacts */
/** @typedef {import('./messages.js').Analysis} Analysis */

/** @typedef {{line: string | null, state: GameState, owner: number}} Step the first one has no line */

/**
 * The analysis and its progress.
 * @typedef {object} Curve
 * @property {'none' | 'computing' | 'unjudged' | 'ready'} status `text` says why it is unjudged
 * @property {string} id of the table
 * @property {string} language of its sentences
 * @property {number} done moves that were judged
 * @property {number} whole
 * @property {string} text
 * @property {string} how
 * @property {Analysis | null} analysis
 * @property {{at: number, done: number} | null} began when the first `done` arrived, by performance.now()
 * @property {boolean} deeper a deeper one is being computed; the present one stays
 * @property {boolean} short the deeper one was cut off before the present one ends, which stays too
 */

/**
 * @typedef {object} Replay
 * @property {Step[]} steps
 * @property {number} at the step that is shown
 * @property {boolean} running
 * @property {string | null} mark a line that is shown on the board at this moment, though it was not played
 * @property {'moves' | 'decided' | 'players'} panel
 * @property {boolean} waits the user has not moved yet: the replay goes to the decisive moment when it is known
 * @property {boolean} inView whether the analysis below the board is on the screen
 * @property {Curve} curve
 */

/** @param {string} id @returns {Curve} */
const newCurve = (id) => ({
  status: 'none', id, language: '', done: 0, whole: 0, text: '', how: '', analysis: null, began: null, deeper: false, short: false,
});

/**
 * @param {string} id
 * @param {StepFacts[]} steps
 * @param {import('./board.js').Board} board
 * @param {number} at
 * @returns {Replay}
 */
export function newReplay(id, steps, board, at) {
  const owned = steps.map(({ line, state }, i) => ({ line, state, owner: line ? board.owner(line, steps[i - 1].state) : 0 }));
  const replay = {
    steps: owned, at: 0, running: false, mark: null, panel: /** @type {const} */ ('moves'), waits: false, inView: false,
    curve: newCurve(id),
  };
  return Object.assign(replay, { at: within(replay, at) });
}

/** @param {{steps: Step[]}} replay */
export const lastStep = ({ steps }) => steps.length - 1;

/** @param {{steps: Step[]}} replay @param {number} at */
const within = (replay, at) => Math.max(0, Math.min(at, lastStep(replay)));

/**
 * Goes to a moment; `mark` is shown on the board there. At the end nothing runs.
 * @param {Replay} replay
 * @param {number} at
 * @param {string | null} mark
 */
export function seek(replay, at, mark = null) {
  Object.assign(replay, { at: within(replay, at), mark });
  if (replay.at === lastStep(replay)) replay.running = false;
}

/** Plays from this moment; at the end, from the start. @param {Replay} replay */
export function run(replay) {
  Object.assign(replay, { at: replay.at === lastStep(replay) ? 0 : replay.at, mark: null, running: true });
}

/** The lines that were played, up to a step or all. @param {{steps: Step[]}} replay @param {number} [at] @returns {string[]} */
export const linesUpTo = ({ steps }, at = steps.length) => steps.slice(1, at + 1).map(({ line }) => line ?? '');

// ---- the analysis ----

/** @param {Curve} curve @returns {curve is Curve & {analysis: Analysis}} */
export const isJudged = (curve) => curve.status === 'ready';

/**
 * Estimated seconds left at the present speed, or null while unknown.
 * @param {Pick<Curve, 'done' | 'whole' | 'began'>} curve
 * @param {number} now by performance.now()
 */
export function secondsLeft({ done, whole, began }, now) {
  if (!began || done <= began.done) return null;
  return (((now - began.at) / (done - began.done)) * (whole - done)) / 1000;
}

/** Everybody's chance after this many moves. @param {Analysis} analysis @param {number} at */
export const chancesAt = (analysis, at) => (at ? analysis.moves[at - 1].chances : analysis.start);

const MISTAKE = 0.005; // as the server counts mistakes

/** The verdict on a decision, by its cost. @param {number} cost */
export const verdictOf = (cost) => (cost < MISTAKE ? 'good' : cost < 0.02 ? 'slip' : cost < 0.06 ? 'mistake' : 'blunder');

const MOMENTS = 8, LEAST = 0.005; // the smallest change of a chance that makes a moment: half a percent

/** A roll with the seat that gained most from it, or a decision with its seat. @param {Analysis} analysis @param {number} at */
function momentAt(analysis, at) {
  const move = analysis.moves[at - 1], luck = move.luck ? Math.max(...move.luck) : 0;
  return { at, luck, seat: (luck && move.luck ? move.luck.indexOf(luck) + 1 : move.seat) ?? 0, weight: luck || move.cost || 0 };
}

/**
 * The decisive moments: the largest lucky rolls and mistakes, in game order. The largest of each kind is always included.
 * @param {Analysis} analysis
 */
export function moments(analysis) {
  const { moves, luckiest, costliest } = analysis;
  const found = moves.map((_, i) => momentAt(analysis, i + 1)).filter((m) => m.weight >= LEAST).sort((a, b) => b.weight - a.weight);
  return found.filter((m, i) => i < MOMENTS || m.at === luckiest || m.at === costliest).sort((a, b) => a.at - b.at);
}
