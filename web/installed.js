// The page as an app: the service worker that keeps its files, and word of a new version. Browsers allow one on https and localhost
// only; elsewhere the page plays as long as it is open.
import { h } from './dom.js';
import { t } from './texts.js';
import { fileOf } from './place.js';

const EVERY = 60 * 60 * 1000; // milliseconds between two looks for a new version

let fresh = false; // a new version is kept, for the next page that is opened

// changed() is called when there is something new to show.
export async function keepFiles(changed) {
  if (!navigator.serviceWorker) return;
  const first = !navigator.serviceWorker.controller;
  try {
    const kept = await navigator.serviceWorker.register(fileOf('sw.js'), { updateViaCache: 'none' });
    const watch = (worker) => worker?.addEventListener('statechange', () => {
      if (worker.state !== 'activated' || first) return;
      fresh = true;
      changed();
    });
    watch(kept.installing);
    kept.addEventListener('updatefound', () => watch(kept.installing));
    kept.active?.postMessage('sweep');
    setInterval(() => kept.update().catch(() => {}), EVERY);
  } catch {
    // private windows and the like: the page plays all the same
  }
}

export function newVersionView() {
  if (!fresh) return null;
  return h('div', { class: 'banner new-version', key: 'version', role: 'status' }, h('span', null, t('version.new')),
    h('button', { class: 'button small primary', type: 'button', 'data-do': 'reload', onclick: () => location.reload() }, t('version.reload')));
}
