// After a game on a server: the offer to keep the name. Who declines is not asked again.
import './texts_people.js';
import { h } from '../core/dom.js';
import { redraw } from '../core/frame.js';
import { personName, setSetting, setting } from '../core/keep.js';
import { hasServer, isHere } from '../core/place.js';
import { t } from '../core/texts.js';
import { hasAccounts, loadMe } from './me.js';

let asked = false;

/** Whether the server has accounts is asked once. */
function askOnce() {
  if (!asked) loadMe().then(redraw, () => {});
  asked = true;
}

function decline() {
  setSetting('offer', 'no');
  redraw();
}

/** @param {string} table */
export function nameOffer(table) {
  if (personName() || isHere(table) || !hasServer() || setting('offer', '') === 'no') return null;
  if (hasAccounts() === null) askOnce();
  if (!hasAccounts()) return null;
  return h('p', { class: 'name-offer', key: 'offer' }, t('keep.offer'), ' ',
    h('a', { class: 'button small', href: '/account', 'data-nav': true, 'data-do': 'offer' }, t('keep.offer.go')), ' ',
    h('button', { class: 'link', type: 'button', 'data-do': 'offer-no', onclick: decline }, t('keep.offer.no')));
}
