// The page of a link (/l/CODE): it asks, then signs this device in. Opening it alone does nothing, since programs open links too.
import { h } from '../core/dom.js';
import { go, redraw } from '../core/frame.js';
import { personName } from '../core/keep.js';
import { announce, notice } from '../core/parts.js';
import { t } from '../core/texts.js';
import { reason, signIn } from './me.js';

/** @param {string} code @returns {import('../core/frame.js').Page} */
export function open(code) {
  let trouble = '', busy = false;
  const enter = async () => {
    if (busy) return;
    busy = true;
    try {
      const { person } = await signIn({ code });
      notice(t('in.done', { name: person?.name }));
      go('/account', true);
    } catch (error) {
      trouble = reason(error);
      announce(trouble, true);
    }
    busy = false;
    redraw();
  };
  return {
    name: 'people',
    title: () => `${t('link.title')} · Cornet`,
    view: () => h('div', { class: 'empty nothing', key: 'link' },
      h('h1', null, t('link.title')),
      h('p', null, t('link.ask')),
      personName() && h('p', null, t('link.replaces', { name: personName() })),
      trouble && h('p', { class: 'trouble' }, trouble),
      h('div', { class: 'row' },
        h('a', { class: 'button', href: '/', 'data-nav': true }, t('cancel')),
        h('button', { class: 'button primary', type: 'button', 'data-do': 'link-go', onclick: enter }, t('link.go')))),
  };
}
