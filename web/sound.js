// Sounds, made on the spot and off unless asked for.
import { setting } from './keep.js';

let context = null;

function knock(at, pitch, length, volume) {
  const source = context.createOscillator(), gain = context.createGain();
  source.type = 'triangle';
  source.frequency.setValueAtTime(pitch, at);
  source.frequency.exponentialRampToValueAtTime(pitch / 2, at + length);
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  source.connect(gain).connect(context.destination);
  source.start(at);
  source.stop(at + length);
}

export function play(kind) {
  if (!setting('sound', false) || !('AudioContext' in window)) return;
  context ??= new AudioContext();
  const now = context.currentTime;
  if (kind === 'dice') for (let i = 0; i < 6; i++) knock(now + i * 0.06 + Math.random() * 0.02, 500 + Math.random() * 500, 0.07, 0.12);
  else if (kind === 'turn') [660, 880].forEach((pitch, i) => knock(now + 0.35 + i * 0.12, pitch, 0.25, 0.08));
  else if (kind === 'hurry') [0, 0.16, 0.32].forEach((at) => knock(now + at, 1050, 0.1, 0.14));
  else knock(now, 320, 0.09, 0.1);
}
