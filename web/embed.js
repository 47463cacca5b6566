// A replay in a frame of another page: /embed/ID. It has no seat, no connection and no storage: it shows the pictures of
// /picture/ID/replay.svg one by one.
const id = location.pathname.split('/')[2] ?? '', french = (navigator.language ?? '').toLowerCase().startsWith('fr');
const WORDS = french
  ? {
    first: 'Début', back: 'Précédent', play: 'Lecture', pause: 'Pause', next: 'Suivant', last: 'Fin', at: 'Position', open: 'Ouvrir',
    none: 'Cette partie ne peut pas être montrée : elle n’est pas finie, ou n’existe pas.', begin: 'début',
  }
  : {
    first: 'Start', back: 'Back', play: 'Play', pause: 'Pause', next: 'Next', last: 'End', at: 'Position', open: 'Open',
    none: 'This game cannot be shown: it is not over, or does not exist.', begin: 'start',
  };
const PACE = 1200; // milliseconds
const byId = (/** @type {string} */ name) => /** @type {HTMLElement} */ (document.getElementById(name));

/** @type {Element[]} */
let shown = [];
let at = 0;
/** @type {ReturnType<typeof setInterval> | undefined} */
let timer;
const slider = Object.assign(document.createElement('input'), { type: 'range', min: '0', value: '0' });
slider.setAttribute('aria-label', WORDS.at);

/** @param {number} to */
function show(to) {
  at = Math.max(0, Math.min(shown.length - 1, to));
  shown.forEach((frame, i) => frame.setAttribute('visibility', i === at ? 'visible' : 'hidden'));
  slider.value = String(at);
  const line = shown[at].getAttribute('data-line') || WORDS.begin;
  slider.setAttribute('aria-valuetext', line);
  byId('line').textContent = `${at} / ${shown.length - 1} · ${line}`;
}

function stop() {
  clearInterval(timer);
  timer = undefined;
  playing.textContent = WORDS.play;
}

function play() {
  if (timer) return stop();
  if (at === shown.length - 1) show(0);
  playing.textContent = WORDS.pause;
  timer = setInterval(() => (at < shown.length - 1 ? show(at + 1) : stop()), PACE);
  return undefined;
}

/** @param {string} text @param {() => void} act */
function button(text, act) {
  const made = Object.assign(document.createElement('button'), { type: 'button', textContent: text });
  made.addEventListener('click', act);
  byId('controls').append(made);
  return made;
}

/** @param {(at: number) => number} to */
const go = (to) => () => (stop(), show(to(at)));
document.documentElement.lang = french ? 'fr' : 'en';
const playing = Object.assign(document.createElement('button'), { type: 'button', textContent: WORDS.play });

async function start() {
  const answer = await fetch(`/picture/${encodeURIComponent(id)}/replay.svg?lang=${french ? 'fr' : 'en'}`);
  if (!answer.ok) throw new Error(String(answer.status));
  const svg = new DOMParser().parseFromString(await answer.text(), 'image/svg+xml').documentElement;
  for (const animation of svg.querySelectorAll('animate')) animation.remove();
  byId('picture').append(document.importNode(svg, true));
  shown = [...byId('picture').querySelectorAll('.frame')];
  slider.max = String(shown.length - 1);
  button(WORDS.first, go(() => 0));
  button(WORDS.back, go((now) => now - 1));
  byId('controls').append(playing);
  playing.addEventListener('click', play);
  button(WORDS.next, go((now) => now + 1));
  button(WORDS.last, go(() => shown.length));
  slider.addEventListener('input', () => (stop(), show(Number(slider.value))));
  byId('controls').append(slider, Object.assign(document.createElement('a'), {
    href: `/t/${id}`, target: '_blank', rel: 'noopener', textContent: WORDS.open,
  }));
  show(shown.length - 1);
}

start().catch(() => (byId('line').textContent = WORDS.none));

export {};
