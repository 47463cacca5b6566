// The page as an app: registers the service worker that caches its files, and reports new versions. Browsers allow service workers only on
// https and localhost; elsewhere the page works while it is open.
import { h } from './dom.js';
import { t } from './texts.js';
import { announce } from './parts.js';
import { icon } from './icons.js';
import { fileOf } from './place.js';

const EVERY = 60 * 60 * 1000; // milliseconds between two checks for a new version

let fresh = false; // a new version is cached, for the next page that is opened

// An installed page asks that its games are not deleted when the disk is full. Elsewhere some browsers would ask the person first.
function keepGames() {
  if (matchMedia('(display-mode: standalone)').matches) navigator.storage?.persist?.().catch(() => {});
}

/** changed() is called when there is something new to show. @param {() => void} changed */
export async function keepFiles(changed) {
  keepGames();
  if (!navigator.serviceWorker) return;
  if (navigator.serviceWorker.controller) { // a new version takes over as soon as it is cached; register() may resolve later
    navigator.serviceWorker.addEventListener('controllerchange', () => {
      fresh = true;
      announce(t('version.new'));
      changed();
    });
  }
  try {
    const kept = await navigator.serviceWorker.register(fileOf('sw.js'), { updateViaCache: 'none' });
    kept.active?.postMessage('sweep');
    setInterval(() => kept.update().catch(() => {}), EVERY);
  } catch {
    // private windows and the like: the page plays all the same
  }
}

export function newVersionButton() {
  if (!fresh) return null;
  return h('button', {
    class: 'tool fresh', type: 'button', key: 'fresh', 'data-do': 'reload', title: t('version.new'), onclick: () => location.reload(),
  }, icon('again', 20), h('span', null, t('version.reload')));
}
