// Replay of a finished game: the server's steps, and moving through them by buttons, slider and keys.
import { h } from '../core/dom.js';
import { t } from '../core/texts.js';
import { fetchJson } from '../core/parts.js';
import { icon } from '../core/icons.js';
import { redraw } from '../app.js';

const BEAT = 900;

// steps: {line, state, owner}, the first without a line. mark: a line that is shown on the board at this moment, though it was not played. analysis: the module
// for it, which the first replay loads.
export const replay = { on: false, steps: [], at: 0, running: 0, mark: null, panel: 'moves', analysis: null };

export function stopReplay() {
  clearInterval(replay.running);
  replay.analysis?.stopCurve();
  Object.assign(replay, { on: false, steps: [], at: 0, running: 0, mark: null, panel: 'moves' });
}

// The game of that table from its start, or from the moment `at`.
export async function loadSteps(id, board, at = 0) {
  const steps = [], analysis = await import('./moves.js').catch(() => Promise.reject(new Error(t('error.load'))));
  for (let total = 1; steps.length < total; ) {
    const part = await fetchJson(`/api/tables/${id}/steps?from=${steps.length}`);
    if (!part.steps.length) break;
    steps.push(...part.steps);
    total = part.total;
  }
  steps.forEach((step, i) => (step.owner = step.line ? board.owner(step.line, steps[i - 1].state) : 0));
  Object.assign(replay, { on: true, analysis, steps, at: within(at, steps), mark: null });
  analysis.loadCurve(id);
}

const within = (at, steps) => Math.max(0, Math.min(at, steps.length - 1));

// Goes to a moment; `mark` is shown on the board there.
export function seek(at, mark = null) {
  Object.assign(replay, { at: within(at, replay.steps), mark });
  if (replay.at === replay.steps.length - 1) pause();
  redraw();
}

// The same by a person: what was running stands.
export const goTo = (at, mark = null) => (pause(), seek(at, mark));

function pause() {
  clearInterval(replay.running);
  replay.running = 0;
  redraw();
}

function run() {
  if (replay.at === replay.steps.length - 1) replay.at = 0;
  replay.mark = null;
  replay.running = setInterval(() => seek(replay.at + 1), BEAT);
  redraw();
}

const KEYS = {
  ArrowLeft: () => goTo(replay.at - 1),
  ArrowRight: () => goTo(replay.at + 1),
  Home: () => goTo(0),
  End: () => goTo(replay.steps.length - 1),
  ' ': () => (replay.running ? pause() : run()),
};

// A key, wherever the focus is. True where it meant something.
export function replayKey(event) {
  if (!replay.on || event.shiftKey || !(event.key in KEYS)) return false;
  KEYS[event.key]();
  return true;
}

// Where we are and how to go elsewhere. say(line) makes a sentence; `more` are further buttons.
export function replayBar(say, close, more) {
  const last = replay.steps.length - 1, { line } = replay.steps[replay.at];
  const button = (label, sign, key, act) => h('button', { class: 'icon-button', type: 'button', 'aria-label': label, title: label, 'aria-keyshortcuts': key, onclick: act }, icon(sign, 22));
  return h('div', { class: 'replay', key: 'replay' },
    h('p', { class: 'replay-words', 'aria-live': 'polite' },
      h('span', { class: 'soft' }, t('replay.step', { n: replay.at, of: last }), ' '),
      replay.mark ? [h('b', null, t('replay.better')), ' ', say(replay.mark)] : line ? say(line) : t('replay.start')),
    h('div', { class: 'replay-row' },
      h('div', { class: 'replay-moves' },
        button(t('replay.first'), 'first', 'Home', KEYS.Home),
        button(t('replay.back'), 'back', 'ArrowLeft', KEYS.ArrowLeft),
        replay.running ? button(t('replay.pause'), 'pause', 'Space', pause) : button(t('replay.run'), 'run', 'Space', run),
        button(t('replay.next'), 'next', 'ArrowRight', KEYS.ArrowRight),
        button(t('replay.last'), 'last', 'End', KEYS.End)),
      h('input', { type: 'range', min: 0, max: last, value: replay.at, 'aria-label': t('replay.slider'), title: t('replay.keys'), oninput: (e) => goTo(Number(e.target.value)) }),
      more,
      h('button', { class: 'button small', type: 'button', 'data-do': 'close-replay', onclick: () => (stopReplay(), close()) }, t('replay.close'))));
}
