// Synthesised sounds: dice, a move, your turn, little time, a win, the end. A setting turns them off.
import { setting } from './keep.js';

/** @type {AudioContext} */
let context;
/** @type {GainNode} */
let out; // the common volume of all sounds
/** @type {AudioBuffer} */
let noise; // a second of it

function open() {
  context = new AudioContext();
  out = context.createGain();
  out.gain.value = 0.7;
  out.connect(context.destination);
  noise = context.createBuffer(1, context.sampleRate, context.sampleRate);
  noise.getChannelData(0).forEach((_, i, data) => (data[i] = 2 * Math.random() - 1));
}

/**
 * Plays a source with a decaying volume.
 * @param {AudioScheduledSourceNode} source
 * @param {number} at
 * @param {number} length
 * @param {number} volume
 */
function fade(source, at, length, volume) {
  const gain = context.createGain();
  gain.gain.setValueAtTime(volume, at);
  gain.gain.exponentialRampToValueAtTime(0.001, at + length);
  source.connect(gain).connect(out);
  source.start(at);
  source.stop(at + length);
}

/**
 * @param {number} at
 * @param {number} pitch
 * @param {number} length
 * @param {number} volume
 * @param {OscillatorType} type
 */
function tone(at, pitch, length, volume, type = 'triangle') {
  const source = context.createOscillator();
  source.type = type;
  source.frequency.setValueAtTime(pitch, at);
  fade(source, at, length, volume);
}

/** A die on wood: a short click of noise with a low knock under it. @param {number} at @param {number} pitch @param {number} volume */
function knock(at, pitch, volume) {
  const source = context.createBufferSource();
  source.buffer = noise;
  source.playbackRate.value = pitch / 600;
  fade(source, at, 0.05, volume);
  tone(at, pitch / 3, 0.07, volume);
}

const SOUNDS = {
  /** @param {number} now */
  dice: (now) =>
    [0, 0.06, 0.11, 0.19, 0.26, 0.4].forEach((at, i) => knock(now + at + Math.random() * 0.02, 500 + Math.random() * 400, 0.5 - 0.05 * i)),
  /** @param {number} now */
  tap: (now) => knock(now, 420, 0.25),
  /** @param {number} now */
  turn: (now) => [660, 880].forEach((pitch, i) => tone(now + 0.3 + i * 0.13, pitch, 0.35, 0.3)),
  /** @param {number} now */
  hurry: (now) => [0, 0.16, 0.32].forEach((at) => tone(now + at, 1050, 0.1, 0.35, 'square')),
  /** @param {number} now */
  win: (now) => [523, 659, 784, 1047].forEach((pitch, i) => tone(now + i * 0.14, pitch, i === 3 ? 0.9 : 0.3, 0.35)),
  /** @param {number} now */
  over: (now) => [440, 349].forEach((pitch, i) => tone(now + i * 0.2, pitch, 0.5, 0.25)),
};

const RESTS = 2000; // milliseconds: longer than any sound
/** @type {ReturnType<typeof setTimeout> | undefined} */
let resting;

/** Plays a sound, then suspends the audio device: an open one uses power even in silence. @param {keyof typeof SOUNDS} kind */
export function play(kind) {
  if (!setting('sound', true) || !('AudioContext' in window)) return;
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return; // browsers keep silent until something was touched
  if (!context) open();
  if (context.state === 'suspended') context.resume();
  SOUNDS[kind](context.currentTime);
  clearTimeout(resting);
  resting = setTimeout(() => context.suspend(), RESTS);
}
