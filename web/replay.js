// Replay of a finished game: the server's steps, a slider over them.
import { h } from './dom.js';
import { t } from './texts.js';
import { fetchJson } from './parts.js';
import { redraw } from './app.js';
import { curveView, loadCurve, stopCurve } from './curve.js';

const BEAT = 900;

export const replay = { on: false, steps: [], at: 0, running: 0 };

export function stopReplay() {
  clearInterval(replay.running);
  stopCurve();
  Object.assign(replay, { on: false, steps: [], at: 0, running: 0 });
}

export async function loadSteps(id) {
  const steps = [];
  for (let total = 1; steps.length < total; ) {
    const part = await fetchJson(`/api/tables/${id}/steps?from=${steps.length}`);
    if (!part.steps.length) break;
    steps.push(...part.steps);
    total = part.total;
  }
  Object.assign(replay, { on: true, steps, at: 0 });
  loadCurve(id);
}

function seek(at) {
  replay.at = Math.max(0, Math.min(at, replay.steps.length - 1));
  if (replay.at === replay.steps.length - 1) pause();
  redraw();
}

function pause() {
  clearInterval(replay.running);
  replay.running = 0;
  redraw();
}

function run() {
  if (replay.at === replay.steps.length - 1) replay.at = 0;
  replay.running = setInterval(() => seek(replay.at + 1), BEAT);
  redraw();
}

export function replayBar(say, seats, close) {
  const last = replay.steps.length - 1;
  const line = replay.at ? replay.steps[replay.at].line : null;
  const button = (label, sign, act) => h('button', { class: 'icon-button', type: 'button', 'aria-label': label, title: label, onclick: act }, sign);
  return h('div', { class: 'replay', key: 'replay' },
    curveView(replay.at, last, seats, say, (at) => (pause(), seek(at))),
    h('p', { class: 'replay-words', 'aria-live': 'polite' },
      h('span', { class: 'soft' }, t('replay.step', { n: replay.at, of: last }), ' '),
      line ? say(line) : t('replay.start')),
    h('div', { class: 'replay-row' },
      button(t('replay.first'), '⏮\ufe0e', () => seek(0)),
      button(t('replay.back'), '◀\ufe0e', () => (pause(), seek(replay.at - 1))),
      replay.running ? button(t('replay.pause'), '⏸\ufe0e', pause) : button(t('replay.run'), '▶\ufe0e', run),
      button(t('replay.next'), '▷', () => (pause(), seek(replay.at + 1))),
      button(t('replay.last'), '⏭\ufe0e', () => (pause(), seek(last))),
      h('input', { type: 'range', min: 0, max: last, value: replay.at, 'aria-label': t('replay.slider'), oninput: (e) => (pause(), seek(Number(e.target.value))) }),
      h('button', { class: 'button small', type: 'button', onclick: () => (stopReplay(), close()) }, t('replay.close'))));
}
