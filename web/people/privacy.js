// The page /privacy: what a server stores about people, as docs/privacy.md describes it. An operator may have a page of their own.
import { h } from '../core/dom.js';
import { language, t } from '../core/texts.js';

/** Headings and their sentences, English and French. @type {[[string, string], [string, string][]][]} */
const PARTS = [
  [['Without an account', 'Sans compte'], [
    ['The server stores the name that you type at a table, and your moves, until its operator deletes old games.',
      'Le serveur garde le nom que vous tapez à une table, et vos coups, jusqu’à ce que son responsable efface les vieilles parties.'],
    ['The last 20 lines of a table’s chat are kept in memory only.',
      'Les 20 dernières lignes de discussion d’une table ne sont gardées qu’en mémoire.'],
    ['Your network address limits abuse. It is kept in memory for a few hours. If the operator keeps an access log, '
      + 'it has at most what they '
      + 'chose: nothing, a part of the address (the default), or all of it.',
    'Votre adresse réseau sert à limiter les abus. Elle reste en mémoire quelques heures. Si le responsable tient un journal d’accès, il y '
      + 'figure au plus ce qu’il a choisi : rien, une partie de l’adresse (d’ordinaire), ou l’adresse entière.'],
    ['Your settings, your seats and your results are in this browser. You can save or delete them.',
      'Vos réglages, vos places et vos résultats sont dans ce navigateur. Vous pouvez les enregistrer ou les effacer.'],
  ]],
  [['With an account', 'Avec un compte'], [
    ['An account has a name, but no e-mail address and no password.', 'Un compte a un nom, mais ni adresse e-mail ni mot de passe.'],
    ['Your six words are stored only as a keyed hash: nobody can read them again.',
      'Vos six mots ne sont gardés que sous forme d’empreinte à clé : personne ne peut les relire.'],
    ['For each device the server stores a label, when it signed in and the day of its last use, until you sign it '
      + 'out or 400 days have passed '
      + 'without use.',
    'De chaque appareil, le serveur garde un nom, sa date de connexion et le jour de son dernier usage, jusqu’à ce '
      + 'que vous le déconnectiez, '
      + 'ou 400 jours sans usage.'],
    ['Your list of games has results, opponents, dates, whether you asked for hints, and what the analysis found. '
      + 'It stays until you delete '
      + 'the account.',
    'La liste de vos parties a les résultats, les adversaires, les dates, si vous avez demandé un conseil, et ce que l’analyse a trouvé. '
      + 'Elle reste jusqu’à ce que vous effaciez le compte.'],
    ['An old name stays reserved for 90 days, so that nobody can pretend to be you.',
      'Un ancien nom reste réservé 90 jours, pour que personne ne se fasse passer pour vous.'],
  ]],
  [['Your rights', 'Vos droits'], [
    ['On the page “Your name” you can take everything in one file.',
      'Sur la page « Votre nom », vous pouvez tout emporter dans un fichier.'],
    ['There you can delete the account. Your name, words, devices and statistics are gone at once; the stored games lose your name within '
      + 'minutes, and running games when they end. Copies that others have downloaded, and backups, keep it.',
    'Vous pouvez y effacer le compte. Votre nom, vos mots, vos appareils et vos statistiques disparaissent aussitôt ; les parties gardées '
      + 'perdent votre nom en quelques minutes, celles en cours à leur fin. Les copies que d’autres ont faites, et les '
      + 'sauvegardes, le gardent.'],
    ['Others see nothing of your account unless you show your page. At a table they see your name, and that it belongs to an account.',
      'Les autres ne voient rien de votre compte, sauf si vous montrez votre page. À une table, ils voient votre '
        + 'nom, et qu’il a un compte.'],
  ]],
];

const LEAD = /** @type {const} */ ([
  'Cornet sends nothing to anybody else.', 'Cornet n’envoie rien à personne d’autre.',
]);

/** @returns {import('../core/frame.js').Page} */
export function open() {
  const say = (/** @type {readonly [string, string]} */ pair) => pair[language() === 'fr' ? 1 : 0]
    .replace(/« /g, '«\u00a0').replace(/ ([;:!?»])/g, '\u00a0$1');
  return {
    name: 'people',
    title: () => `${t('foot.privacy')} · Cornet`,
    view: () => h('article', { class: 'wrap privacy', key: 'privacy' },
      h('h1', { class: 'wide' }, t('foot.privacy')),
      h('p', { class: 'wide' }, say(LEAD)),
      PARTS.map(([title, sentences]) => h('section', { class: 'box wide', key: title[0] },
        h('h2', null, say(title)), h('ul', { class: 'how' }, sentences.map((pair) => h('li', null, say(pair))))))),
  };
}
