// Log, chat and settings of the table: beside it, or in a drawer.
import { h } from '../core/dom.js';
import { seatFace } from '../core/faces.js';
import { phraseIds, phraseIn } from '../core/phrases.js';
import { t } from '../core/texts.js';
import { mySeat, setSetting, setting } from '../core/keep.js';
import { bars, cross } from '../core/art.js';
import { redraw } from '../core/frame.js';
import { icon } from '../core/icons.js';
import { closeDialog, copyText, notice, openDialog, saveFile, strengths } from '../core/parts.js';
import { hasServer, isHere } from '../core/place.js';
import { openRules } from '../core/rules.js';
import { liveSeat } from '../dice/feed.js';
import { peopleHere } from '../model/turn.js';
import { isFault, isImported, passOf, playerOf, present, shownState, timeoutSeat, viewThen } from '../model/state.js';
import { closeDrawer, openDrawer, request, resignGame, showPanel } from './actions.js';
import { fromLink } from './playon.js';
import { quitForGood } from './session.js';
import { clockWords, gameWords, invitations, nameIn, timeoutWords } from './view.js';

/** @typedef {import('../model/state.js').State} State */
/** @typedef {import('../model/state.js').Panel} Panel */
/** @typedef {import('../model/board.js').View} View */

const LOG_SHOWN = 150; // lines

const PANELS = { log: logView, chat: chatView, more: moreView };

/** @param {State} s @param {View} v */
export function sideView(s, v) {
  const { table } = present(s);
  const tab = (/** @type {Panel} */ id, /** @type {string} */ text) => h('button', {
    class: 'tab', type: 'button', role: 'tab', id: `tab-${id}`, 'aria-selected': s.panel === id ? 'true' : 'false',
    'aria-controls': 'panel',
    key: id, onclick: () => showPanel(id),
  }, text);
  const rules = { class: 'tab rules-tab', type: 'button', 'data-do': 'rules', onclick: () => openRules(table.game, gameWords(s)) };
  const panel = { id: 'panel', class: 'panel', role: 'tabpanel', 'aria-labelledby': `tab-${s.panel}`, tabindex: '0', key: s.panel };
  return h('aside', { class: `side${s.drawer ? ' open' : ''}`, id: 'side', key: 'side', 'aria-label': t('side') },
    h('div', { class: `tabs${s.unread ? ' with-unread' : ''}` },
      h('div', { role: 'tablist', class: 'tablist' },
        tab('log', t('log')),
        tab('chat', s.unread ? `${t('chat')} (${s.unread})` : t('chat')),
        tab('more', t('more'))),
      h('button', rules, t('rules'), h('kbd', { 'aria-hidden': 'true' }, '?')),
      h('button', { class: 'icon-button side-close', type: 'button', 'aria-label': t('close'), onclick: closeDrawer }, cross())),
    h('div', panel, PANELS[s.panel](s, v)));
}

/** The header button that opens log and chat as a drawer, if they do not fit beside the table. @param {State} s */
export function drawerButton(s) {
  const unread = s.unread ? ` (${s.unread})` : '';
  return h('button', {
    class: 'tool drawer-button', type: 'button', key: 'drawer', 'data-do': 'drawer', 'aria-label': t('side') + unread,
    'aria-expanded': String(s.drawer), 'aria-controls': 'side', onclick: () => (s.drawer ? closeDrawer() : openDrawer()),
  }, bars(), s.unread ? h('span', { class: 'unread', 'aria-hidden': 'true' }, s.unread) : null);
}

/** The number of spectators, not counting this page. @param {State} s */
export function watchingView(s) {
  const { table } = present(s), n = (table.watching ?? 0) - (peopleHere(s).length && !table.you ? 1 : 0);
  if (n <= 0) return null;
  const words = t(n > 1 ? 'watching.many' : 'watching.one', { n });
  return h('span', { class: 'watching', key: 'watching', role: 'img', 'aria-label': words, title: words },
    icon('look', 20), h('span', { 'aria-hidden': 'true' }, n));
}

// ---- the log ----

/**
 * A line of the log as a sentence about its owner; `at` is its index.
 * @param {State} s
 * @param {View} v
 * @param {string} line
 * @param {number} owner
 * @param {number} at
 */
function logWords(s, v, line, owner, at, times = 1) {
  const say = (/** @type {string} */ one, /** @type {number} */ whose) =>
    present(s).board.say(one, { ...v, owner: whose, at, times, before: null, fresh: [] });
  if (timeoutSeat(line)) return timeoutWords(v, timeoutSeat(line));
  const undone = line.match(/^# ?undone: (.*)$/)?.[1];
  if (undone) return t('log.undone', { what: say(undone, Number(undone[0]) || 0) });
  const passed = passOf(line);
  if (passed) return t('seat.passes', passed);
  const player = playerOf(line);
  if (player) return `${v.name(player.seat)}${t('colon')} ${t(player.bot ? 'seat.standin' : 'seat.back')}`;
  if (line[0] === '#') return line.replace(/^# ?/, '');
  return say(line, owner);
}

/** @param {string} line */
const logClass = (line) => (line[0] === '*' ? 'chance' : line[0] === '#' ? 'note' : `by seat-${line[0]}`);

/** @typedef {{line: string, n: number, owner: number, words: string, times: number}} Entry a line of the log, in words; 0 times: folded */

/** Lines of one turn, oldest first: consecutive lines of one owner. @param {Entry[]} entries */
function turnsOf(entries) {
  /** @type {Entry[][]} */
  const turns = [];
  for (const entry of entries) {
    const last = turns[turns.length - 1];
    if (last && last[0].owner === entry.owner) last.push(entry);
    else turns.push([entry]);
  }
  return turns;
}

/** Shows consecutive equal sentences once, with their number. @param {Entry[]} entries */
function fold(entries) {
  entries.forEach((entry, i) => {
    const before = entries[i - 1];
    if (!before || before.words !== entry.words) return;
    entry.times += before.times;
    before.times = 0;
  });
}

/**
 * The words of a line. The name is bold at the beginning of a turn, and visually hidden in the lines after it.
 * @param {View} v
 * @param {Entry} entry
 * @param {boolean} first
 */
function entryWords(v, { words, owner, times }, first) {
  const subject = owner ? [v.name(owner), t('log.you')].find((one) => one && words.startsWith(one)) : '';
  const after = subject ? words.slice(subject.length).match(/^[\s\u202f]*:?[\s\u202f]+/)?.[0] : ''; // "Anne takes" or "Anne: 1 2 3 5"
  const cut = subject && after ? subject + (first ? '' : after) : '';
  const name = cut ? h(first ? 'b' : 'span', { class: first ? null : 'unseen', key: 'name' }, cut) : null;
  return h('span', { class: 'log-words' }, name, words.slice(cut.length),
    times > 1 ? h('span', { class: 'log-times' }, ` × ${times}`) : null);
}

/** @param {State} s @param {View} v */
function logView(s, v) {
  const { board, table } = present(s), owners = board.owners?.(v.log, shownState(s)) ?? [];
  const notation = setting('notation', false);
  const first = Math.max(0, v.log.length - LOG_SHOWN);
  const ownerOf = (/** @type {string} */ line, /** @type {number} */ n) => owners[n] || Number(line[0]) || 0;
  const entries = v.log.slice(first)
    .map((line, i) => ({ line, n: first + i, owner: ownerOf(line, first + i), words: '', times: 1 }))
    .filter(({ line }) => notation || !isFault(line)) // the next line describes it in words
    .map((entry) => ({ ...entry, words: logWords(s, viewThen(v, v.log, entry.n), entry.line, owners[entry.n] ?? 0, entry.n) }));
  if (!entries.length) return h('p', { class: 'soft' }, t('log.empty'));
  const turns = turnsOf(entries);
  if (!notation) turns.forEach(fold);
  for (const entry of entries.filter(({ times }) => times > 1)) {
    const words = logWords(s, v, entry.line, owners[entry.n] ?? 0, entry.n, entry.times);
    if (words !== entry.words) Object.assign(entry, { words, times: 1 }); // the board counts them in words
  }
  const shown = (/** @type {Entry[]} */ turn) => turn.find(({ times }) => times > 0);
  const lineView = (/** @type {Entry} */ entry, /** @type {Entry | undefined} */ head) => h('li', {
    key: `l${entry.n}`, 'data-line': entry.line, class: `${logClass(entry.line)}${entry.times ? '' : ' folded'}`,
  }, entryWords(viewThen(v, v.log, entry.n), entry, entry === head), notation && h('code', null, entry.line));
  const turnView = (/** @type {Entry[]} */ turn) => h('div', {
    class: `turn-log${turn[0].owner && turn[0].owner === v.you ? ' own' : ''}${turn[0].owner ? '' : ' nobody'}`, key: `t${turn[0].n}`,
  }, turn[0].owner ? seatFace(table.seats, turn[0].owner, 32) : null,
  h('ol', { reversed: true }, [...turn].reverse().map((entry) => lineView(entry, shown(turn)))));
  return [
    h('div', { class: 'log', key: 'log' }, [...turns].reverse().map(turnView)),
    h('label', { class: 'tick log-notation', key: 'notation' },
      h('input', { type: 'checkbox', checked: notation, onchange: (e) => (setSetting('notation', e.target.checked), redraw()) }),
      h('span', null, t('log.notation'))),
  ];
}

// ---- chat ----

/** @param {import('../core/dom.js').PageEvent} event */
function sendChat(event) {
  event.preventDefault();
  const field = event.target.elements.text, text = field.value.trim();
  if (!text) return;
  request({ do: 'chat', text });
  field.value = '';
}

/** @param {State} s */
function chatView(s) {
  const { table } = present(s);
  return [
    h('div', { class: 'chat-said', key: 'said', role: 'group', 'aria-label': t('chat'), tabindex: '0' },
      h('ul', { class: 'chat' },
        table.said.map((one, i) => h('li', { key: `c${i}` },
          seatFace(table.seats, one.seat, 28), h('strong', null, one.name), ' ', phraseIn(one.text))),
        !table.said.length && h('li', { class: 'soft' }, t(table.chat ? 'chat.empty' : 'chat.off'),
          table.chat && !isHere(table.table) && [' ', t('chat.lost')]))),
    table.you && table.chat ? h('ul', { class: 'phrases', key: 'phrases', 'aria-label': t('chat.phrases') }, phraseIds.map((id) =>
      h('li', { key: id }, h('button', {
        class: 'phrase', type: 'button', 'data-phrase': id, onclick: () => request({ do: 'chat', text: t(`phrase.${id}`) }),
      }, t(`phrase.${id}`))))) : null,
    table.you && table.chat ? h('form', { class: 'chat-form', key: 'form', onsubmit: sendChat },
      h('input', {
        type: 'text', name: 'text', maxlength: 190, 'data-free': true, 'aria-label': t('chat.say'), placeholder: t('chat.say'),
        autocomplete: 'off',
      }),
      h('button', { class: 'button small', type: 'submit' }, t('chat.send'))) : null,
  ];
}

// ---- the table ----

/** A button that moves a running local game to the page's server. @param {State} s */
function bringButton(s) {
  const { table } = present(s);
  const open = () => import('./bring.js').then(({ openBring }) => openBring(s), () => notice(t('error.load'), 'bad'));
  if (!isHere(table.table) || !hasServer() || !mySeat(table.table) || table.phase !== 'playing') return null;
  return h('button', { class: 'button', type: 'button', 'data-do': 'bring', onclick: open }, t('bring.do'));
}

/** @param {string} key @param {boolean} checked @param {(on: boolean) => unknown} change @param {string} label */
const tick = (key, checked, change, label) => h('label', { class: 'tick', key },
  h('input', { type: 'checkbox', checked, onchange: (e) => change(e.target.checked) }), h('span', null, label));

/** The host removes a person: alone before the game, later if the others agree. @param {State} s */
function removeButtons(s) {
  const { table } = present(s), plays = table.phase === 'playing';
  const others = table.seats.map((seat, i) => ({ ...seat, number: i + 1 }))
    .filter(({ kind, number }) => (kind === 'person' || kind === 'stand-in') && number !== table.you && !peopleHere(s).includes(number));
  if (table.phase !== 'waiting' && !(plays && others.length > 1)) return [];
  return others.map(({ number }) => h('button', {
    class: 'button', type: 'button', key: `remove-${number}`, 'data-do': 'remove', disabled: Boolean(table.proposal),
    onclick: () => request(plays ? { do: 'propose', what: 'remove', seat: number } : { do: 'host', remove: number }),
  }, t('more.remove', { name: nameIn(s, number) })));
}

/** @param {State} s */
function moreView(s) {
  const { table, board } = present(s), host = table.you > 0 && table.host === table.you;
  const turns = peopleHere(s).length > 1 && board.turns, plays = table.you > 0 && table.phase !== 'over';
  return h('div', { class: 'stack' },
    h('button', { class: 'button', type: 'button', onclick: () => copyText(invitations(s)[0].href) }, t('more.link')),
    host && tick('chat', table.chat, (chat) => request({ do: 'host', chat }), t('more.chat')),
    host && tick('listed', table.listed, (listed) => request({ do: 'host', listed }), t('more.listed')),
    host && table.phase !== 'over' && table.seats.some((seat, i) => seat.kind !== 'bot' && i + 1 !== table.you)
      && !isHere(table.table) && tick('takeover', Boolean(table.takeover), (takeover) => request({ do: 'host', takeover }), t('takeover')),
    host && removeButtons(s),
    bringButton(s),
    turns && tick('turn', setting('turn', true), (on) => (setSetting('turn', on), redraw()), t('more.turn')),
    fromLink(s, 'button'),
    isImported(table) && h('p', { class: 'fine', key: 'imported' }, t('from.imported', { n: table.origin?.step })),
    clockWords(s),
    strengths(table.seats).map((words) => h('p', { class: 'fine', key: words }, words)),
    fairFacts(s),
    endingButtons(s),
    h('a', { class: 'button', href: '/', 'data-nav': true }, t(plays ? 'more.leave' : 'over.home')),
    plays && h('button', { class: 'button danger', type: 'button', 'data-do': 'quit', onclick: askQuit }, t('more.quit')));
}

/** The buttons to offer a draw and to resign. @param {State} s */
function endingButtons(s) {
  const { table } = present(s);
  if (!table.you || table.phase !== 'playing') return null;
  return [
    table.draw && h('button', {
      class: 'button', type: 'button', 'data-do': 'draw', key: 'draw', disabled: Boolean(table.proposal),
      onclick: () => request({ do: 'propose', what: 'draw' }),
    }, t('draw.offer')),
    table.resign && h('button', { class: 'button', type: 'button', 'data-do': 'resign', key: 'resign', onclick: () => askResign(s) },
      t('resign')),
  ];
}

/** @param {State} s */
function askResign(s) {
  const { table } = present(s), words = peopleHere(s).length ? t('resign.of', { name: nameIn(s, table.you) }) : t('resign.body');
  openDialog((close) => ({
    title: t('resign.title'),
    body: h('p', null, words),
    foot: [
      h('button', { class: 'button', type: 'button', onclick: close }, t('resign.stay')),
      h('button', {
        class: 'button danger', type: 'button', 'data-do': 'resign-yes', onclick: () => (closeDialog(), closeDrawer(), resignGame()),
      }, t('resign')),
    ],
  }));
}

/** @param {State} s */
function fairFacts(s) {
  const { fair, fair3, dice } = present(s).table;
  if (dice === 'own') return h('p', { class: 'fine' }, t('more.own'));
  const how = h('a', { href: `/check?table=${s.id}`, 'data-nav': true }, t('more.fair.how'));
  if (fair3) {
    const keys = s.keys && h('code', { class: 'hex', 'data-keys': true }, s.keys);
    return [h('p', { class: 'fine', 'data-fair': 3 }, t(keys ? 'more.fair3' : 'more.fair3.none'), ' ', keys, ' ', how), saveButton(s)];
  }
  if (!fair) return null;
  return h('p', { class: 'fine', 'data-fair': 2 },
    t('more.fair'), ' ', h('code', { class: 'hex' }, fair.commit.slice(0, 16) + '…'), ' ', how);
}

/** Saves the transcript so far. @param {State} s */
function saveButton(s) {
  const seat = liveSeat(s.id, s.table?.you);
  if (!seat) return null;
  const save = () => saveFile(`dice-${s.id}-${seat.seat}.txt`, seat.notes.text());
  return h('button', { class: 'link', type: 'button', 'data-do': 'save-transcript', onclick: save }, t('more.save'));
}

function askQuit() {
  openDialog((close) => ({
    title: t('quit.title'),
    body: h('p', null, t('quit.body')),
    foot: [
      h('button', { class: 'button', type: 'button', onclick: close }, t('quit.stay')),
      h('button', { class: 'button danger', type: 'button', 'data-do': 'quit-yes', onclick: () => (closeDialog(), quitForGood()) },
        t('quit.go')),
    ],
  }));
}
