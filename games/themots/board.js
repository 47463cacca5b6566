// Thémots: the letter dice in their colours, the theme, the clock, the spoken words and their rulings.
import { h, svg } from '../../core/dom.js';
import { language, t } from '../../core/texts.js';
import { check, cup, letterDie } from '../../core/art.js';
import { icon } from '../../core/icons.js';
import { seatMark, standings, tell } from '../../core/parts.js';
import { heard } from './heard.js';

/** @typedef {import('../../model/board.js').View} View */
/** @typedef {import('../../model/messages.js').GameState} GameState */
/** @typedef {import('../../core/dom.js').PageEvent} PageEvent */

/** @typedef {Record<string, string>} Theme its name in each language */

/**
 * A word of a round, or a pass. `late`: it was good, and too late to score.
 * @typedef {object} Word
 * @property {number} seat
 * @property {string} word
 * @property {string | null} verdict yes, no, pass; over: nobody could score any more; null while it is judged
 * @property {string} [points]
 * @property {boolean} [black]
 * @property {boolean} [late]
 * @property {string} [reason]
 */

/** @typedef {{meant: string | null, elsewhere: Theme | null, voted: boolean}} Doubt */

const AROUND = 2 * Math.PI * 42;

/** @param {Theme | undefined} theme */
const themeTitle = (theme) => (theme ? theme[language()] ?? theme.fr : '');

// ---- the words of a round, from the record ----

/** Whether the last roll of these lines was black: a word is then worth tokens, and no letters. @param {string[]} [lines] */
const isBlack = (lines) => lines?.findLast((line) => line.startsWith('* roll'))?.endsWith(' noir') ?? false;

/**
 * How many may score in a round: the last to speak does not, of five or six the last two; in the variants everybody does.
 * @param {GameState} members
 */
function mayScore({ variant, players }) {
  return variant !== 'base' || players < 3 ? Infinity : players < 5 ? players - 1 : players - 2;
}

/**
 * The newest last.
 * @param {string[]} lines
 * @param {GameState} state
 */
function wordsOf(lines, state) {
  /** @type {Word[]} */
  const words = [];
  const black = isBlack(lines);
  let good = 0;
  for (const line of lines) {
    const [who, verb, ...rest] = line.split(' ');
    if (verb === 'say') words.push({ seat: Number(who), word: rest.join(' '), verdict: null });
    else if (verb === 'pass' && who !== '*') {
      words.push({ seat: Number(who), word: '', verdict: !black && good >= mayScore(state) ? 'over' : 'pass' });
    }
    const last = words.at(-1);
    if (who !== '*' || !last) continue;
    if (verb === 'yes') Object.assign(last, { verdict: 'yes', points: rest[0], black, late: ++good > mayScore(state) });
    else if (verb === 'no') Object.assign(last, { verdict: 'no', reason: rest[0] });
  }
  return words;
}

/** The lines since the last roll, and those of the round before it. @param {string[]} log */
function rounds(log) {
  const starts = log.flatMap((line, i) => (line.startsWith('* roll') ? [i] : []));
  const now = starts.at(-1), before = starts.at(-2);
  return { now: now === undefined ? [] : log.slice(now), before: before === undefined ? [] : log.slice(before, now) };
}

/** @param {Word} word */
const worth = (word) => t(word.black ? 'tm.yes.black' : 'tm.yes', { n: word.points });

/** @param {Word} word */
function verdict(word) {
  if (word.late) return h('span', { class: 'tm-no' }, icon('right'), ' ', t('tm.late'));
  if (word.verdict === 'yes') return h('span', { class: 'tm-yes' }, icon('right'), ' ', worth(word));
  if (word.verdict === 'no') return h('span', { class: 'tm-no' }, icon('wrong'), ' ', t('tm.no.' + word.reason, {}, word.reason ?? ''));
  if (word.verdict === 'over') return h('span', { class: 'soft' }, t('tm.toolate'));
  return h('span', { class: 'soft' }, word.verdict === 'pass' ? t('tm.passed') : t('tm.judging'));
}

/** What may be said for a word that was refused: another theme has it, a letter is wrong, people voted. @param {Doubt} members */
function doubts({ meant, elsewhere, voted }) {
  return [
    voted ? t('tm.doubt.voted') : '',
    elsewhere ? t('tm.doubt.elsewhere', { theme: themeTitle(elsewhere) }) : '',
    meant ? t('tm.doubt.meant', { word: meant }) : '',
  ].filter(Boolean).join(', ');
}

/** The same for a word of the list; the state has it only for the last word. @param {View} view @param {Word} word @param {string} said */
function doubtOf(view, word, said) {
  const last = view.state.refused;
  const about = last && word.verdict === 'no' && last.seat === word.seat && last.word === said ? doubts(last) : '';
  return about ? h('small', { class: 'tm-doubt' }, about) : null;
}

/** @param {View} view @param {Word} word @param {number} i */
function wordItem(view, word, i) {
  const [, number, said] = (view.state.numbered && word.word.match(/^(\d) (.*)$/)) || ['', '', word.word];
  return h('li', { key: `w${i}`, class: `tm-word ${word.verdict ?? ''}` },
    seatMark(word.seat, 20),
    h('span', { class: 'tm-said' },
      h('b', null, said || '–'),
      number ? h('small', null, ` ${themeTitle(view.state.themes[Number(number) - 1])}`) : null,
      doubtOf(view, word, said)),
    verdict(word));
}

// ---- the table ----

/** @param {View} view */
function ring(view) {
  const clock = view.table.clock;
  if (!clock) return null;
  return h('div', { class: 'tm-clock', key: 'clock' },
    svg('svg', { viewBox: '0 0 100 100', width: 92, height: 92, 'aria-hidden': 'true' },
      svg('circle', { cx: 50, cy: 50, r: 42, class: 'tm-track' }),
      svg('circle', {
        cx: 50, cy: 50, r: 42, class: 'tm-left', 'data-ring': clock.of, 'stroke-dasharray': AROUND, transform: 'rotate(-90 50 50)',
      })),
    h('span', { class: 'tm-time', 'data-clock': true, 'data-free': true, role: 'timer', 'aria-label': t('tm.clock') }, ''));
}

/** @param {View} view */
function theme(view) {
  const { themes, theme: now, numbered, closed } = view.state;
  if (numbered) {
    return h('ol', { class: 'tm-themes', key: 'themes', 'aria-label': t('tm.themes') },
      themes.map((/** @type {Theme} */ item, /** @type {number} */ i) =>
        h('li', { class: closed.includes(i + 1) ? 'closed' : '' },
          themeTitle(item), closed.includes(i + 1) ? h('small', null, ` ${t('tm.closed')}`) : null)));
  }
  return h('div', { class: 'tm-theme', key: 'theme' },
    h('span', { class: 'soft' }, now ? t('tm.theme', { n: now }) : t('tm.themes')),
    h('strong', null, now ? themeTitle(themes[now - 1]) : '…'));
}

/** @param {View} view */
function dice(view) {
  const { letters, colour, colours, banned } = view.state;
  if (!letters) return null;
  return h('div', { class: 'tm-dice', key: 'dice', role: 'group', 'aria-label': t('tm.dice') },
    colours.map((/** @type {string} */ name, /** @type {number} */ i) => h('figure', {
      class: `tm-die${name === colour ? ' leads' : ''}${banned ? ' banned' : ''}`, key: `${name}-${letters}-${view.state.round}`,
    },
    letterDie(letters[i], { size: 62, tone: `tm-${name}`, cls: `tumble t${i % 4}` }),
    h('figcaption', null,
      h('span', { class: 'unseen' }, letters[i], ' '),
      t('tm.' + name),
      name === colour ? h('span', { class: 'tm-first' }, t('tm.first')) : null))));
}

/** @param {View} view */
function task(view) {
  const { letters, colour, initial, banned } = view.state;
  if (!letters) return null;
  return h('p', { class: `tm-task${banned ? ' black' : ''}`, key: 'task' },
    banned ? t('tm.task.black', { letters: [...banned].join(' ') }) : t('tm.task', { letter: initial, colour: t('tm.' + colour) }));
}

/** The countdown, over covered dice: tick() writes the number. @param {View} view */
function countdown(view) {
  const { colours, round, thrower } = view.state;
  return h('div', { class: 'tm-lead', key: `lead${round}`, 'data-lead': view.table.clock?.lead ?? 0 },
    h('b', { class: 'tm-count', 'data-free': true, 'aria-hidden': 'true' }, ''),
    h('p', null, t('tm.lead', { name: view.name(thrower) })),
    h('div', { class: 'tm-blanks', 'aria-hidden': 'true' },
      colours.map((/** @type {string} */ name) => letterDie('?', { size: 56, tone: `tm-${name}` }))));
}

/** The places that score, as slots: who has taken one, and which are free. @param {View} view */
function places(view) {
  const { places: free } = view.state, many = mayScore(view.state);
  if (free === null || free === undefined || many === Infinity) return null;
  const taken = wordsOf(rounds(view.log).now, view.state).filter((word) => word.verdict === 'yes' && !word.late);
  const slot = (/** @type {Word | undefined} */ word, /** @type {number} */ i) => (word
    ? h('li', { class: 'tm-slot taken', key: `p${i}` }, seatMark(word.seat, 20), h('b', null, word.word), ` +${word.points}`)
    : h('li', { class: 'tm-slot', key: `p${i}` }, t('tm.place', { n: i + 1 })));
  return h('div', { class: 'tm-places', key: 'places' },
    h('p', { class: free === 1 ? 'tm-one' : 'soft' }, free === 1 ? t('tm.places.one') : t('tm.places')),
    h('ol', { 'aria-label': t('tm.places') }, Array.from({ length: many }, (_, i) => slot(taken[i], i))));
}

/** The theme, the letters and the lexicon's best words of the round that has ended. @param {View} view */
function lastRound(view) {
  const { last, themes } = view.state;
  if (!last) return null;
  return [
    h('p', { class: 'tm-last', key: 'last' },
      last.theme ? h('strong', null, themeTitle(themes[last.theme - 1])) : null, ' ',
      t('tm.last', { letters: [...last.letters].join(' '), colour: t('tm.' + last.colour) })),
    last.best.length > 0 && h('div', { class: 'tm-best', key: 'best' },
      h('h3', null, t('tm.best')),
      h('ol', null, last.best.map((/** @type {{word: string, points: number}} */ { word, points }) =>
        h('li', { key: word }, h('b', null, word), ' ', t(last.colour === 'noir' ? 'tm.yes.black' : 'tm.dice.of', { n: points }))))),
  ];
}

/** Between two rounds: who scored, and with what. @param {View} view */
function roundOver(view) {
  const { now } = rounds(view.log);
  const words = wordsOf(now, view.state), scored = words.filter((word) => word.verdict === 'yes' && !word.late);
  const late = words.filter((word) => word.late);
  const passed = words.filter((word) => word.verdict === 'pass').map(({ seat }) => view.name(seat));
  const stopped = words.filter((word) => word.verdict === 'over').map(({ seat }) => view.name(seat));
  return h('section', { class: 'tm-over', key: 'over', 'aria-label': t('tm.over') },
    h('h2', { class: 'caption' }, t('tm.over')),
    scored.length
      ? h('ul', null, scored.map((word, i) => h('li', { key: `s${i}` },
        seatMark(word.seat, 22), h('b', null, view.name(word.seat)),
        h('span', null, word.word.replace(/^\d /, '')), h('span', { class: 'tm-yes' }, worth(word)))))
      : h('p', { class: 'soft' }, t('tm.over.nobody')),
    late.map((word, i) => h('p', { class: 'fine', key: `o${i}` }, view.name(word.seat), t('colon'), ' ', word.word, ', ', t('tm.late'))),
    passed.length > 0 && h('p', { class: 'fine', key: 'passed' },
      passed.join(', '), t('colon'), ' ', t(passed.length > 1 ? 'tm.passed.many' : 'tm.passed')),
    stopped.length > 0 && h('p', { class: 'fine', key: 'stopped' }, stopped.join(', '), t('colon'), ' ', t('tm.toolate')),
    lastRound(view),
    view.you && view.table.clock?.rest !== undefined ? h('button', {
      class: 'button primary', type: 'button', key: 'ready', 'data-do': 'ready',
      'aria-disabled': view.ui.ready === view.state.round ? 'true' : null,
      onclick: () => { view.ui.ready = view.state.round; view.ready?.(); view.redraw(); },
    }, t(view.ui.ready === view.state.round ? 'tm.ready.sent' : 'tm.ready')) : null);
}

/** @param {View} view */
function wordsView(view) {
  // Without letters, which are still to fall, the last round is over.
  const { now, before } = view.state.letters ? rounds(view.log) : { now: [], before: rounds(view.log).now };
  const words = wordsOf(now, view.state), old = wordsOf(before, view.state);
  return h('div', { class: 'tm-words', key: 'words' },
    h('h2', { class: 'caption' }, t('tm.round', { n: view.state.round })),
    words.length
      ? h('ul', null, [...words].reverse().map((w, i) => wordItem(view, w, words.length - i)))
      : h('p', { class: 'soft' }, t('tm.nothing')),
    old.length
      ? h('details', { key: 'old' }, h('summary', null, t('tm.before')), h('ul', null, old.map((w, i) => wordItem(view, w, i))))
      : null);
}

/** A word that is shown and was not said. @param {View} view */
function markedWord(view) {
  const [who, verb, ...rest] = view.mark?.split(' ') ?? [];
  if (!verb) return null;
  const numbered = view.state.numbered && verb === 'say', word = (numbered ? rest.slice(1) : rest).join(' ');
  return h('p', { class: 'tm-mark marked', key: 'mark' },
    icon('look', 20), seatMark(Number(who), 20), h('b', null, verb === 'say' ? word : t('tm.pass')),
    numbered ? h('small', null, themeTitle(view.state.themes[Number(rest[0]) - 1])) : null);
}

// ---- several people at one device: a buzzer each; the first to press it speaks ----

/** @param {GameState} state @param {number} seat */
const isOut = (state, seat) => state.out.includes(seat);

/** Who has pressed their buzzer in this round, and not spoken yet. @param {GameState} state @param {Record<string, any>} ui */
const buzzed = (state, ui) => (ui.buzz?.round === state.round && !isOut(state, ui.buzz.seat) ? ui.buzz.seat : 0);

/** Whose vote is wanted first. @param {GameState} state @param {number[]} seats */
const voter = (state, seats) => seats.find((seat) => state.in_hand?.voters.includes(seat) && !state.in_hand.voted.includes(seat)) ?? 0;

/** @param {View} view */
const hasBuzzers = (view) => view.people?.length > 1 && !view.replaying;

/** @param {View} view @param {number} seat */
function buzz(view, seat) {
  view.ui.buzz = seat ? { seat, round: view.state.round } : null;
  view.follow();
  if (seat) setTimeout(() => /** @type {HTMLInputElement | null} */ (document.querySelector('.tm-form input'))?.focus());
}

/** @param {View} view */
function buzzers(view) {
  const seats = [...view.people].sort((a, b) => a - b);
  const group = { class: `tm-buzzers of-${seats.length}`, key: 'buzzers', role: 'group', 'aria-label': t('tm.buzzers') };
  return h('div', group, seats.map((seat, i) =>
    h('button', {
      class: `tm-buzzer seat-${seat} corner-${i}`, type: 'button', key: `b${seat}`, 'data-buzz': seat, disabled: isOut(view.state, seat),
      'aria-label': t('tm.buzz', { name: view.name(seat) }), onclick: () => buzz(view, seat),
    },
      seatMark(seat, 36), h('span', null, view.name(seat)), h('kbd', { 'aria-hidden': 'true' }, i + 1))));
}

/** Nobody here finds a word. @param {View} view */
function passAll(view) {
  for (const seat of view.people) if (!isOut(view.state, seat)) view.playFor(seat, `${seat} pass`);
}

/** @param {View} view */
function buzzerBar(view) {
  const seat = buzzed(view.state, view.ui);
  if (!seat) {
    const pass = { key: 'pass-all', quiet: true, text: t('tm.pass.all'), act: () => passAll(view) };
    return { ask: t('tm.buzz.ask'), extra: buzzers(view), buttons: [pass] };
  }
  return {
    ask: t('tm.buzz.of', { name: view.name(seat) }),
    extra: form(view, view.you !== seat),
    buttons: [
      { key: 'pass-one', line: `${seat} pass`, quiet: true, off: view.you !== seat, text: t('tm.pass') },
      { key: 'unbuzz', quiet: true, text: t('cancel'), act: () => buzz(view, 0) },
    ],
  };
}

/** A face of the die of colours, for real dice. @param {string} name */
const colourFace = (name) => h('span', { class: 'tm-colour' }, letterDie('', { size: 26, tone: `tm-${name}` }), t('tm.' + name));

// ---- speaking ----

/** The question of a vote, with what the lexicon says. @param {View} view @param {any} hand @param {any} mine */
function question(view, hand, mine) {
  const why = hand.elsewhere ? t('tm.vote.theme', { theme: themeTitle(hand.elsewhere) })
    : hand.reason === 'unknown' ? t('tm.vote.unknown') : '';
  const ask = t(mine ? 'tm.vote' : 'tm.vote.wait', { name: view.name(hand.seat), word: hand.word });
  return [why, hand.meant ? `(${t('tm.doubt.meant', { word: hand.meant })})` : '', ask].filter(Boolean).join(' ');
}

/** @param {View} view @param {PageEvent} event */
function speak(view, event) {
  event.preventDefault();
  const field = event.target.elements.word, word = field.value.trim().replace(/\s+/g, ' ');
  if (!word) return field.focus();
  const number = event.target.elements.theme?.value;
  view.play(`${view.you} say ${number ? `${number} ` : ''}${word}`);
  field.value = '';
  if (hasBuzzers(view)) return buzz(view, 0);
  return field.focus();
}

/** `early`: the page is not yet at the speaker's seat. @param {View} view */
function form(view, early = false) {
  const { numbered, themes, open, initial } = view.state;
  return h('form', { class: 'tm-form', key: 'say', onsubmit: (event) => speak(view, event) },
    numbered && h('select', { name: 'theme', 'aria-label': t('tm.themes') },
      open.map((/** @type {number} */ number) => h('option', { value: number }, `${number} ${themeTitle(themes[number - 1])}`))),
    h('input', {
      type: 'text', name: 'word', maxlength: 60, 'data-free': true,
      autocomplete: 'off', autocapitalize: 'words', spellcheck: 'false', enterkeyhint: 'send',
      'data-where': true, // no word has the sign =
      'aria-label': t('tm.type'), placeholder: initial ? t('tm.type.with', { letter: initial }) : t('tm.type'),
    }),
    h('button', { class: 'button primary', type: 'submit', disabled: early }, t('tm.say')));
}

/** Three, two, one: from the time the countdown was first drawn. */
function countDown() {
  /** @type {HTMLElement | null} */
  const lead = document.querySelector('[data-lead]'), count = lead?.querySelector('.tm-count');
  if (!lead || !count) return;
  const now = performance.now();
  if (!lead.dataset.until) lead.dataset.until = String(now + Number(lead.dataset.lead));
  count.textContent = String(Math.max(1, Math.ceil((Number(lead.dataset.until) - now) / 1000)));
}

/** @type {import('../../model/board.js').GameBoard} */
const board = {
  ...heard,
  pace: false, // everybody speaks at once: nothing is held back
  keepUi: true,

  // The seat that must vote, that buzzed first, or that may still speak.
  speaker: (state, ui, seats) => voter(state, seats) || buzzed(state, ui) || seats.find((seat) => !isOut(state, seat)) || 0,

  // The number of a buzzer.
  key(event, view) {
    const mayBuzz = hasBuzzers(view) && view.may && !view.state.in_hand && !buzzed(view.state, view.ui);
    const seat = mayBuzz ? [...view.people].sort((a, b) => a - b)[Number(event.key) - 1] : undefined;
    if (!seat || isOut(view.state, seat)) return false;
    buzz(view, seat);
    return true;
  },

  say(line, view) {
    const [who, verb, ...rest] = line.split(' ');
    const words = rest.join(' ');
    if (verb === 'theme') return t('tm.say.theme', { theme: themeTitle(view.state?.themes[Number(words) - 1]) });
    if (verb === 'roll') return t('tm.say.roll', { letters: [...rest[0]].join(' '), colour: t('tm.' + rest[1]) });
    if (verb === 'time') return t('tm.say.time');
    const before = view.log?.slice(0, view.at), black = isBlack(before);
    const good = rounds(before ?? []).now.filter((other) => other.startsWith('* yes')).length;
    if (verb === 'yes') {
      const left = black || !view.state || view.at === undefined ? 0 : mayScore(view.state) - good - 1;
      return t(black ? 'tm.say.yes.black' : 'tm.say.yes', { n: words }) + (left === 1 ? ` ${t('tm.places.one')}` : '');
    }
    if (verb === 'no') return t('tm.say.no', { reason: t('tm.no.' + words, {}, words) });
    const seat = Number(who);
    if (verb === 'say') return tell(view, seat, 'tm.say.say', { word: words });
    if (verb === 'vote') return tell(view, seat, 'tm.say.vote', { vote: t(words) });
    return tell(view, seat, view.state && !black && good >= mayScore(view.state) ? 'tm.say.toolate' : 'tm.say.pass');
  },

  rolls: (line) => line.startsWith('* roll'),

  // The numbered die, then the letters in the order of their colours and the die of colours.
  roll({ state }) {
    const { colours, themes, theme: now, thrower: seat } = state;
    if (!now && state.variant !== 'fermer') {
      return {
        count: 1, seat, wide: true, ask: t('tm.roll.theme'),
        faces: themes.map((/** @type {Theme} */ item, /** @type {number} */ i) => ({
          face: String(i + 1), text: `${i + 1} ${themeTitle(item)}`,
        })),
        line: ([face]) => `* theme ${face}`,
      };
    }
    return {
      count: 1, seat, letters: colours.length, ask: t('tm.roll.ask'),
      label: t('tm.roll.letters', { colours: colours.map((/** @type {string} */ name) => t('tm.' + name)).join(', ') }),
      faces: [...colours, 'noir'].map((face) => ({ face, text: t('tm.' + face), picture: colourFace(face) })),
      line: ([face], letters) => `* roll ${letters.toUpperCase()} ${face}`,
    };
  },

  score: (state, seat) => state.tokens[seat - 1],

  ending: (view) => t('tm.end', { list: standings(view, view.state.tokens) }),

  board(view) {
    const { centre, reserve, mover, theme: now } = view.state;
    const rests = !view.state.letters && (!now || view.table.clock?.rest !== undefined);
    if (mover === 'chance' && rests && rounds(view.log).now.length) return h('div', { class: 'tm' }, roundOver(view));
    if (mover === 'chance' && view.table.clock?.lead !== undefined && !view.replaying) {
      return h('div', { class: 'tm tm-counting' }, theme(view), countdown(view));
    }
    return h('div', { class: `tm${hasBuzzers(view) ? ' tm-with-buzzers' : ''}` },
      h('div', { class: 'tm-top', key: 'top' }, theme(view), ring(view)),
      dice(view),
      task(view),
      markedWord(view) ?? h('p', { class: 'tm-centre', key: 'centre' },
        t('tm.centre', { n: centre }), reserve ? ` · ${t('tm.reserve', { n: reserve })}` : ''),
      places(view),
      wordsView(view));
  },

  bar(view) {
    const hand = view.state.in_hand;
    if (hand) {
      const mine = hand.voters.includes(view.you) && !hand.voted.includes(view.you);
      const named = mine && hasBuzzers(view) ? `${view.name(view.you)}${t('colon')} ` : '';
      /** @param {string} word @param {boolean} primary */
      const vote = (word, primary) => ({ line: `${view.you} vote ${word}`, primary, text: t('tm.vote.' + word) });
      return { ask: named + question(view, hand, mine), buttons: mine ? [vote('yes', true), vote('no', false)] : [] };
    }
    if (hasBuzzers(view)) return buzzerBar(view);
    return { ask: '', extra: form(view), buttons: [{ line: `${view.you} pass`, quiet: true, text: t('tm.pass') }] };
  },

  seat(view, seat) {
    const { tokens, out, thrower } = view.state;
    return h('span', { class: 'tm-seat' },
      h('b', { class: 'tm-tokens' }, icon('token', 14), '\u00a0', tokens[seat - 1], h('span', { class: 'unseen' }, ` ${t('tm.tokens')}`)),
      thrower === seat
        ? h('span', { class: 'tm-thrower', title: t('tm.thrower') }, cup(16), h('span', { class: 'unseen' }, t('tm.thrower')))
        : null,
      out.includes(seat) ? h('span', { class: 'tm-out', title: t('tm.out') }, check(), h('span', { class: 'unseen' }, t('tm.out'))) : null);
  },

  tick(left) {
    countDown();
    // Ready to type, where there is a keyboard and nothing else has been chosen.
    const chosen = document.activeElement;
    const nothing = !chosen || chosen === document.body || chosen.id === 'main';
    /** @type {HTMLInputElement | null} */
    const field = document.querySelector('.tm-form input');
    if (nothing && matchMedia('(pointer: fine)').matches) field?.focus({ preventScroll: true });
    /** @type {NodeListOf<SVGElement>} */
    const circles = document.querySelectorAll('[data-ring]');
    for (const circle of circles) {
      const share = left === null ? 0 : left / Number(circle.dataset.ring);
      circle.style.setProperty('stroke-dashoffset', String(AROUND * (1 - share)));
    }
  },
};

export default board;
