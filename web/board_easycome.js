// Easy Come Easy Go: the cup and four dice, nine prizes and whose they are.
import { h, svg } from './dom.js';
import { t } from './texts.js';
import { cup, pipDie, pipDieParts } from './art.js';
import { seatMark } from './parts.js';

// What is drawn on a prize: an example of the dice, or the sum.
const PICTURE = {
  carre: '3333',
  paires: '1144',
  'brelan-impair': '1115',
  'brelan-pair': '2224',
  suite: '1234',
  7: '= 7',
  13: '= 13',
  '3-': '≤ 3',
  '17+': '≥ 17',
};

// A prize keeps its place, whoever has it.
const ORDER = ['carre', 'paires', 'suite', 'brelan-impair', 'brelan-pair', '7', '13', '3-', '17+'];

const prizeName = (id) => t('ec.' + id);
const spaced = (digits) => [...digits].join(' ');

function prizePicture(id) {
  const shape = PICTURE[id] ?? id;
  const dice = /^\d{4}$/.test(shape);
  return svg('svg', { class: 'prize-picture', viewBox: '0 0 120 40', 'aria-hidden': 'true' },
    dice
      ? [...shape].map((digit, i) => svg('g', { transform: `translate(${8 + 27 * i} 8) scale(0.24)` }, pipDieParts(Number(digit))))
      : svg('text', { x: 60, y: 30, 'text-anchor': 'middle', class: 'prize-sum' }, shape));
}

function prize(view, id, holder) {
  const line = view.legal.find((l) => l === `${view.you} take ${id}`);
  const inside = [
    prizePicture(id),
    h('span', { class: 'prize-name' }, prizeName(id), h('span', { class: 'unseen' }, `, ${t('ec.rule.' + id)}. `)),
    h('span', { class: 'prize-owner' }, holder ? [seatMark(holder, 18), h('span', null, view.name(holder))] : h('span', { class: 'soft' }, t('ec.centre'))),
  ];
  const cls = `prize${holder ? ` owned seat-${holder}` : ''}${line ? ' takeable' : ''}`;
  const title = t('ec.rule.' + id);
  if (!line) return h('div', { class: cls, key: id, title }, inside);
  return h('button', { class: cls, key: id, type: 'button', title, 'data-line': line, onclick: () => view.play(line) },
    inside, h('span', { class: 'prize-take' }, t('ec.take.short')));
}

// The dice chosen to be kept, as digits; the line that keeps them, where it is legal.
function chosen(view) {
  const held = view.ui.held ?? [];
  return [...view.state.rolled].filter((_, i) => held.includes(i)).join('');
}

function toggle(view, i) {
  const held = view.ui.held ?? [];
  view.ui.held = held.includes(i) ? held.filter((j) => j !== i) : [...held, i];
  view.redraw();
}

function rolledDie(view, digit, i) {
  const may = view.legal.some((line) => line.includes(' keep ') && line.split(' ')[2].includes(digit));
  const held = (view.ui.held ?? []).includes(i);
  const turn = [-5, 4, -3, 6][i];
  const picture = pipDie(Number(digit), { size: 76, turn: held ? 0 : turn, cls: `tumble t${i}` });
  // A new roll is a new die, so that it tumbles.
  const key = `die-${view.beat}-${i}`;
  if (!may) return h('div', { class: 'ec-die', key, role: 'img', 'aria-label': digit }, picture);
  return h('button', { class: `ec-die free${held ? ' held' : ''}`, key, type: 'button', 'aria-pressed': held ? 'true' : 'false', 'aria-label': t('ec.die', { n: digit }), 'data-die': digit, 'data-pin': held ? t('ec.kept.short') : null, onclick: () => toggle(view, i) }, picture);
}

function tray(view) {
  const { kept, rolled, phase } = view.state;
  return h('div', { class: 'ec-tray', key: 'tray' },
    h('div', { class: 'ec-cup', key: 'cup', 'aria-hidden': 'true' }, cup(84, phase === 'choose' ? 'poured' : '')),
    h('div', { class: 'ec-rolled', key: 'rolled', role: 'group', 'aria-label': t('ec.rolled', { dice: spaced(rolled) || '–' }) },
      rolled ? [...rolled].map((digit, i) => rolledDie(view, digit, i)) : h('p', { class: 'soft' }, t('ec.inthecup'))),
    h('div', { class: 'ec-kept', key: 'kept', role: 'group', 'aria-label': t('ec.aside', { dice: spaced(kept) || '–' }) },
      h('span', { class: 'ec-caption', 'aria-hidden': 'true' }, t('ec.aside.short')),
      [...kept].map((digit, i) => h('div', { class: 'ec-die small', key: `kept-${i}`, 'aria-hidden': 'true' }, pipDie(Number(digit), { size: 46 }))),
      !kept && h('span', { class: 'ec-none', 'aria-hidden': 'true' }, '–')));
}

export default {
  say(line, view) {
    const [who, verb, what] = line.split(' ');
    if (who === '*') return t('ec.say.roll', { dice: spaced(what) });
    const name = view.name(Number(who));
    if (verb === 'keep') return t('ec.say.keep', { name, dice: spaced(what) });
    if (verb === 'take') return t('ec.say.take', { name, prize: prizeName(what) });
    return t('ec.say.stop', { name });
  },

  rolls: (line) => line.startsWith('* roll'),

  board(view) {
    const { prizes, rolloff, phase } = view.state;
    return h('div', { class: 'ec' },
      h('div', { class: 'ec-prizes', key: 'prizes', role: 'group', 'aria-label': t('ec.prizes') }, ORDER.filter((id) => id in prizes).map((id) => prize(view, id, prizes[id]))),
      phase === 'rolloff' && rolloff
        ? h('p', { class: 'ec-rolloff', key: 'rolloff' }, t('ec.rolloff'), ' ', rolloff.map((total, i) => `${view.name(i + 1)} ${total ?? '–'}`).join(' · '))
        : tray(view));
  },

  bar(view) {
    const takes = view.legal.filter((line) => line.includes(' take '));
    const stop = view.legal.find((line) => line.endsWith(' stop'));
    const keeps = view.legal.some((line) => line.includes(' keep '));
    const dice = chosen(view), line = `${view.you} keep ${dice}`;
    const left = view.state.rolled.length - dice.length;
    const buttons = takes.map((l) => {
      const id = l.split(' ')[2], holder = view.state.prizes[id];
      return { line: l, primary: true, text: holder ? t('ec.steal', { prize: prizeName(id), name: view.name(holder) }) : t('ec.take', { prize: prizeName(id) }) };
    });
    if (keeps) {
      const good = view.legal.includes(line);
      buttons.push({ key: 'keep', line, primary: good && !takes.length, off: !good, text: good ? t(left === 1 ? 'ec.keep.1' : 'ec.keep', { dice: spaced(dice), n: left }) : t('ec.keep.none') });
    }
    if (stop) buttons.push({ line: stop, quiet: keeps, text: t('ec.stop') });
    return { ask: takes.length ? t('ec.ask.take') : keeps ? t('ec.ask') : t('ec.ask.end'), buttons };
  },

  seat(view, seat) {
    const { prizes, prizes_to_win: needed, endured, hold } = view.state;
    const held = Object.entries(prizes).filter(([, holder]) => holder === seat).length;
    const counting = held === needed;
    return h('span', { class: `ec-held${counting ? ' three' : ''}` },
      h('span', { class: 'stars', role: 'img', 'aria-label': t('ec.has', { n: held, of: needed }) }, '★'.repeat(held), h('span', { class: 'soft' }, '☆'.repeat(needed - held))),
      counting && h('span', { class: 'fine' }, t('ec.endured', { n: endured[seat - 1], of: hold })));
  },
};
