// Template: everybody's points, the die, and those of this turn. The smallest board with a part for
// everything, to copy. model/board.js lists what a board may define.
import { h } from '../../core/dom.js';
import { t } from '../../core/texts.js';
import { pipDie } from '../../core/art.js';
import { standings, tell } from '../../core/parts.js';

/** @typedef {import('../../model/board.js').View} View */
/** @typedef {import('../../model/messages.js').GameState} GameState */
/** @typedef {import('../../core/dom.js').PageEvent} PageEvent */

/** The pips of the last die among some lines; 0 if none fell. @param {string[]} lines */
function lastDie(lines) {
  const line = lines.findLast((l) => l.startsWith('* die '));
  return line ? Number(line.split(' ')[2]) : 0;
}

/** @type {import('../../model/board.js').GameBoard} */
const board = {
  // A line of the record as a sentence.
  say(line, view) {
    const [who, verb, pips] = line.split(' ');
    if (verb === 'die') return t('template.say.die', { pips });
    return tell(view, Number(who), verb === 'hold' ? 'template.say.hold' : 'template.say.roll');
  },

  ending: (view) => t('template.end', { list: standings(view, view.state.scores) }),

  rolls: (line) => line.startsWith('* die '),

  board(view) {
    const { turn, turn_points: points, target } = view.state;
    const pips = lastDie(view.log);
    const fresh = lastDie(view.fresh) > 0;
    return h('div', { class: 'template' },
      h('p', { class: 'caption', key: 'target' }, t('template.target', { n: target })),
      // A new throw is a new die, so that it tumbles.
      h('div', {
        class: 'template-die', key: `die-${fresh ? view.beat : ''}`, role: 'img',
        'aria-label': pips ? t('template.die', { pips }) : t('template.nodie'),
      },
        pips ? pipDie(pips, { size: 96, cls: fresh ? 'tumble' : '' }) : null),
      h('p', { class: 'template-turn', key: 'turn' }, t('template.turn', { name: view.name(turn), n: points })));
  },

  // The legal lines as buttons.
  bar(view) {
    const points = view.state.turn_points;
    return {
      ask: t(points ? 'template.ask' : 'template.ask.first'),
      buttons: view.legal.map((line) => (line.endsWith(' hold')
        ? { line, text: t('template.do.hold', { n: points }) }
        : { line, primary: true, text: t('template.do.roll') })),
    };
  },

  // The information shown beside a seat's name.
  seat: (view, seat) => h('b', { class: 'template-score' }, t('template.score', { n: view.state.scores[seat - 1] })),
};

export default board;
