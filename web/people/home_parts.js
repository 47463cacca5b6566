// The parts of the home page that need a server with accounts: the account's running games, and the links of the foot.
import './texts_people.js';
import { h } from '../core/dom.js';
import { personName } from '../core/keep.js';
import { look } from '../core/place.js';
import { t } from '../core/texts.js';
import { loadMe, takeKeys } from './me.js';

/** @type {Record<'contact' | 'report' | 'privacy', string | null> | null} */
let addresses = null;

/** The operator's addresses, once. A server without them has none. */
async function loadAddresses() {
  if (addresses) return;
  const { ok, text } = await look('/api/server').catch(() => ({ ok: false, text: '' }));
  addresses = { contact: null, report: null, privacy: null, ...(ok && JSON.parse(text)) };
}

/** Only these kinds of addresses are links. @param {string | null} address */
const isLink = (address) => typeof address === 'string' && /^(https?:|mailto:|\/)/.test(address);

/** Loads what the page shows; the account's seats get into this browser's seats. */
export async function loadHome() {
  const known = personName();
  await Promise.all([loadAddresses(), known ? takeKeys().catch(() => {}) : undefined]);
}

/** A browser that lost its storage may still have the session. */
export async function findSession() {
  if (!personName()) await loadMe().catch(() => {});
}

export const footLinks = () => /** @type {const} */ (['contact', 'report', 'privacy']).map((name) => {
  const href = addresses?.[name] ?? null;
  if (name === 'privacy' && addresses && !href) {
    return h('a', { href: '/privacy', 'data-nav': true, key: name, 'data-foot': name }, t('foot.privacy'));
  }
  return isLink(href) && h('a', { href, key: name, 'data-foot': name, target: '_blank', rel: 'noopener' }, t(`foot.${name}`));
});
