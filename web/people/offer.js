// After a game on a server: the offer to keep the name. Who declines is not asked again.
import './texts_people.js';
import { h } from '../core/dom.js';
import { redraw } from '../core/frame.js';
import { personName, setSetting, setting } from '../core/keep.js';
import { hasServer, isHere } from '../core/place.js';
import { t } from '../core/texts.js';
import { hasAccounts, loadMe } from './me.js';

const AGAIN = 10000; // milliseconds

let asked = -Infinity;

/** Asks whether the server has accounts; again after a while if it did not answer. */
function askNow() {
  if (performance.now() < asked + AGAIN) return;
  asked = performance.now();
  loadMe().then(redraw, () => setTimeout(redraw, AGAIN + 1));
}

function decline() {
  setSetting('offer', 'no');
  redraw();
}

/** @param {string} table */
export function nameOffer(table) {
  if (personName() || isHere(table) || !hasServer() || setting('offer', '') === 'no') return null;
  if (hasAccounts() === null) askNow();
  if (!hasAccounts()) return null;
  return h('p', { class: 'name-offer', key: 'offer' }, t('keep.offer'), ' ',
    h('a', { class: 'button small', href: '/account', 'data-nav': true, 'data-do': 'offer' }, t('keep.offer.go')), ' ',
    h('button', { class: 'link', type: 'button', 'data-do': 'offer-no', onclick: decline }, t('keep.offer.no')));
}
