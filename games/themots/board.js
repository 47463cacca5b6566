// Thémots: the letter dice in their colours, the theme, the clock, the spoken words and their rulings.
import { h, svg } from '../../core/dom.js';
import { language, t } from '../../core/texts.js';
import { check, cup, letterDie } from '../../core/art.js';
import { icon } from '../../core/icons.js';
import { seatFace } from '../../core/faces.js';
import { list, seatMark, standings, tell } from '../../core/parts.js';
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
 * @property {string | number} [took] tokens
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
 * Number of players who may score in a round. The last speaker scores nothing, of five or six the last two. Variants have no limit.
 * @param {GameState} members
 */
function mayScore({ variant, players }) {
  return variant !== 'base' || players < 3 ? Infinity : players < 5 ? players - 1 : players - 2;
}

/**
 * The newest last. `said`: the accepted words with the tokens they took; the last ones may have found fewer than they were worth.
 * @param {string[]} lines
 * @param {GameState} state
 * @param {{points: number}[]} [said]
 */
function wordsOf(lines, state, said = []) {
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
    const took = said[good]?.points ?? rest[0];
    if (verb === 'yes') Object.assign(last, { verdict: 'yes', points: rest[0], took, black, late: ++good > mayScore(state) });
    else if (verb === 'no') Object.assign(last, { verdict: 'no', reason: rest[0] });
  }
  return words;
}

/** The lines of each round. @param {string[]} log */
function allRounds(log) {
  const starts = log.flatMap((line, i) => (line.startsWith('* roll') ? [i] : []));
  return starts.map((start, i) => log.slice(start, starts[i + 1]));
}

/** The lines since the last roll, and those of the previous round. @param {string[]} log */
function rounds(log) {
  const all = allRounds(log);
  return { now: all.at(-1) ?? [], before: all.at(-2) ?? [] };
}

/** A word without the number of its theme. @param {Word} members */
const bare = ({ word }) => word.replace(/^\d /, '');

/** In how many rounds a seat scored, and its best word. @param {View} view @param {number} seat */
function scored(view, seat) {
  const played = allRounds(view.log), words = played.flatMap((lines) => wordsOf(lines, view.state));
  const good = words.filter((word) => word.seat === seat && word.verdict === 'yes' && !word.late && Number(word.points) > 0);
  const [best] = [...good].sort((a, b) => Number(b.points) - Number(a.points));
  const text = tell(view, seat, good.length ? 'tm.scored' : 'tm.scored.none', { n: good.length, of: played.length });
  return best ? `${text} ${t('tm.best.word', { word: bare(best), n: best.points })}` : text;
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

/** Arguments for a refused word: another theme has it, a letter is wrong, people voted. @param {Doubt} members */
function doubts({ meant, elsewhere, voted }) {
  return [
    voted ? t('tm.doubt.voted') : '',
    elsewhere ? t('tm.doubt.elsewhere', { theme: themeTitle(elsewhere) }) : '',
    meant ? t('tm.doubt.meant', { word: meant }) : '',
  ].filter(Boolean).join(', ');
}

/**
 * The same arguments for a word in the list. The state has only those of the last refused word.
 * @param {View} view
 * @param {Word} word
 * @param {string} said
 */
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

/** A word's letters without accents, in capitals; a ligature is two letters. @param {string} text */
const fold = (text) => text.replace(/œ/gi, 'oe').replace(/æ/gi, 'ae').normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();

/**
 * How many dice with the same letter come before a die: a word must have more of that letter.
 * @param {View} view
 * @param {string} letters
 * @param {number} k
 */
const before = (view, letters, k) => (view.state.scoring === 'word' ? letters.slice(0, k).split(letters[k]).length - 1 : 0);
/** Whether a die counts for a word. @param {string} folded @param {string} letter @param {number} earlier as in before() */
const isHit = (folded, letter, earlier) => folded.split(letter).length - 1 > earlier;

/** The word; its letters that the dice have are marked. @param {string} word @param {string} letters */
const markedLetters = (word, letters) => [...word].map((char) =>
  ([...fold(char)].some((letter) => letters.includes(letter)) ? h('em', null, char) : char));

/**
 * The word as one piece for screen readers, which would read its marked letters one by one.
 * @param {string} word
 * @param {(string | HTMLElement)[]} shown
 */
const wholeWord = (word, shown) => [h('span', { class: 'unseen' }, word), h('span', { 'aria-hidden': 'true' }, shown)];

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
    h('span', { class: 'soft' }, now ? t('tm.theme', { card: view.state.card, n: now }) : t('tm.themes')),
    h('strong', null, now ? themeTitle(themes[now - 1]) : '…'));
}

/** @param {View} view */
function dice(view) {
  const { letters, colour, colours, banned } = view.state;
  if (!letters) return null;
  return h('div', { class: 'tm-dice', key: 'dice', role: 'group', 'aria-label': t('tm.dice') },
    colours.map((/** @type {string} */ name, /** @type {number} */ i) => h('figure', {
      class: `tm-die${name === colour ? ' leads' : ''}${banned ? ' banned' : ''}`, key: `${name}-${letters}-${view.state.round}`,
      'data-letter': letters[i], 'data-before': before(view, letters, i),
    },
    letterDie(letters[i], { size: 62, tone: `tm-${name}`, cls: `tumble t${i % 4}` }),
    h('figcaption', null,
      h('span', { class: 'unseen' }, letters[i], ' ', t('tm.' + name)),
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
  return h('div', { class: 'tm-lead', key: `lead${round}` },
    h('b', { class: 'tm-count', 'data-free': true, 'aria-hidden': 'true' }, wholeSeconds(view.table.clock?.lead)),
    h('p', null, tell(view, thrower, 'tm.lead')),
    h('div', { class: 'tm-blanks', 'aria-hidden': 'true' },
      colours.map((/** @type {string} */ name) => letterDie('?', { size: 56, tone: `tm-${name}` }))));
}

/** Number of last speakers who score nothing. @param {GameState} state */
const lastOnes = (state) => state.players - mayScore(state);

/** The places that score, as slots: who has taken one, and which are free. @param {View} view */
function places(view) {
  const { places: free } = view.state, many = mayScore(view.state);
  if (free === null || free === undefined || many === Infinity) return null;
  const taken = wordsOf(rounds(view.log).now, view.state, view.state.said).filter((word) => word.verdict === 'yes' && !word.late);
  const slot = (/** @type {Word | undefined} */ word, /** @type {number} */ i) => (word
    ? h('li', { class: `tm-slot taken seat-${word.seat}`, key: `p${i}` },
      seatMark(word.seat, 20), h('b', null, word.word), h('span', { class: 'tm-won' }, `+${word.took}`))
    : h('li', { class: 'tm-slot', key: `p${i}` }, t('tm.place', { n: i + 1 })));
  return h('div', { class: 'tm-places', key: 'places' },
    h('p', { class: free === 1 ? 'tm-one' : 'soft' }, free === 1 ? t('tm.places.one') : t('tm.places')),
    h('ol', { 'aria-label': t('tm.places') },
      Array.from({ length: many }, (_, i) => slot(taken[i], i)),
      h('li', { class: 'tm-none', key: 'none' }, t('tm.places.none', { n: lastOnes(view.state) }))));
}

/** The player's own word, if it was refused. @param {View} view @param {Word[]} words */
function ownRefused(view, words) {
  const mine = words.filter(({ seat }) => seat === view.you).at(-1);
  return view.you && mine?.verdict === 'no' ? mine : null;
}

/** The player's last refused word, until the next one: with the reason, and a similar known word. @param {View} view */
function refusal(view) {
  const mine = ownRefused(view, wordsOf(rounds(view.log).now, view.state));
  if (!mine) return null;
  const said = mine.word.replace(view.state.numbered ? /^\d / : '', ''), last = view.state.refused;
  const about = last?.seat === view.you && last.word === said ? doubts(last) : '';
  const why = t('tm.no.' + mine.reason, {}, mine.reason ?? '');
  return h('p', { class: 'tm-refused', key: 'refused' },
    icon('wrong'), ' ', h('b', null, said), t('colon'), ' ', about ? `${why}, ${about}` : why);
}

/** @param {View} view */
function centreView(view) {
  const { centre, reserve } = view.state;
  return h('p', { class: 'tm-centre', key: 'centre' },
    icon('token', 16), ' ', t('tm.centre', { n: centre }), reserve ? ` · ${t('tm.reserve', { n: reserve })}` : '');
}

// ---- after a round ----

/** After a number, for who listens. @param {number | string} n */
const tokenWords = (n) => h('span', { class: 'unseen' }, ` ${t('tm.tokens', { n: Number(n) })}`);

/** A row: who, the word, which dice it has, and the tokens. @param {View} view @param {Word} word @param {number} i */
function overRow(view, word, i) {
  const { last } = view.state, said = word.word.replace(/^\d /, ''), good = word.verdict === 'yes';
  const letters = good && !word.black ? last?.letters ?? '' : '', folded = fold(said);
  const tokens = word.late ? '0' : good ? `+${word.took}` : word.reason === 'letter' && view.state.wrong !== 'again' ? '−4' : '';
  const about = word.late || !good ? verdict(word) : null;
  return h('li', { class: `tm-row${good && !word.late ? '' : ' none'}${word.seat === view.you ? ' own' : ''}`, key: `r${i}` },
    seatFace(view.seats, word.seat),
    h('span', { class: 'tm-who' }, view.name(word.seat)),
    h('span', { class: 'tm-what' }, said ? h('b', null, wholeWord(said, markedLetters(said, letters))) : null, about),
    h('span', { class: 'tm-hits', 'aria-hidden': 'true' }, [...letters].map((letter, k) => letterDie(letter, {
      size: 30, tone: `tm-${view.state.colours[k]}`, cls: isHit(folded, letter, before(view, letters, k)) ? '' : 'missed',
    }))),
    h('span', { class: 'tm-won' }, tokens, tokens ? tokenWords(tokens.slice(-1)) : null));
}

/** The lexicon's best words of the round. @param {View} view @param {Word[]} words */
function bestWords(view, words) {
  const { last } = view.state, black = last?.colour === 'noir';
  if (!last?.best.length) return null;
  const owner = (/** @type {string} */ best) => words.find(({ word, verdict: is }) => is === 'yes' && fold(word) === fold(best))?.seat;
  return h('div', { class: 'tm-best', key: 'best' },
    h('h3', null, t('tm.best')),
    h('ol', null, last.best.map((/** @type {{word: string, points: number}} */ { word, points }) =>
      h('li', { key: word }, h('b', null, word.replaceAll('\'', '’')), ' ', black ? null : h('span', null, t('tm.dice.of', { n: points })),
        owner(word) === view.you && view.you ? h('em', null, ' ', t('tm.best.yours')) : null))));
}

/** The current distribution of the tokens. @param {View} view */
function tokenRace(view) {
  const { tokens, centre, reserve } = view.state, left = centre + reserve;
  return h('div', { class: 'tm-race', key: 'race' },
    h('p', null, t('tm.race')),
    h('ol', null,
      tokens.map((/** @type {number} */ n, /** @type {number} */ i) => (n
        ? h('li', { class: `seat-${i + 1}`, key: `t${i}`, style: { '--n': String(n) } },
          seatMark(i + 1, 20), n, h('span', { class: 'unseen' }, ` ${view.name(i + 1)}`))
        : null)),
      left ? h('li', { class: 'rest', key: 'rest', style: { '--n': String(left) } }, left, h('span', null, t('tm.race.rest'))) : null));
}

/** The results of the finished round: words accepted or paid for, in their order; then passes. @param {View} view */
function wordsOver(view) {
  const words = wordsOf(rounds(view.log).now, view.state, view.state.said);
  const isSaid = (/** @type {Word} */ word) => word.verdict === 'yes' || word.reason === 'letter';
  return { said: words.filter(isSaid), others: words.filter((word) => word.verdict === 'pass' || word.verdict === 'over') };
}

/** The silent players, one sentence per reason. @param {View} view @param {Word[]} others @param {string} why @param {string} text */
function saidNothing(view, others, why, text) {
  const names = others.filter((word) => word.verdict === why).map(({ seat }) => view.name(seat));
  const words = t(names.length > 1 ? `${text}.many` : text, {}, t(text));
  return names.length > 0 && h('p', { class: 'fine', key: why }, names.join(', '), t('colon'), ' ', words);
}

/** The letters of the finished round, and what a word had to have. @param {View} view */
function lastLetters({ state: { last, colours } }) {
  const letters = [...last.letters].join(' ');
  if (last.colour === 'noir') return t('tm.last.black', { letters });
  return t('tm.last', { letters, initial: last.letters[colours.indexOf(last.colour)] });
}

/** After a round: the theme, the letters, who said what, the best words, and who has how many tokens. @param {View} view */
function roundOver(view) {
  const { said, others } = wordsOver(view), { last, themes } = view.state;
  return h('section', { class: 'tm-over', key: 'over', 'aria-label': t('tm.over') },
    h('h2', { key: 'title' }, t('tm.over')),
    last ? h('p', { class: 'tm-last', key: 'last' },
      last.theme ? h('strong', null, themeTitle(themes[last.theme - 1])) : null,
      h('span', null, lastLetters(view))) : null,
    h('div', { class: 'tm-spoken', key: 'said' },
      said.length
        ? h('ol', { class: 'tm-rows', key: 'rows' }, said.map((word, i) => overRow(view, word, i)))
        : h('p', { class: 'soft', key: 'nobody' }, t('tm.over.nobody')),
      saidNothing(view, others, 'pass', 'tm.passed'), saidNothing(view, others, 'over', 'tm.toolate')),
    bestWords(view, said),
    tokenRace(view));
}

/** Whole seconds of a wait, at least one. @param {number | null | undefined} wait milliseconds */
const wholeSeconds = (wait) => (wait === null || wait === undefined ? '' : String(Math.max(1, Math.ceil(wait / 1000))));

/** The seconds that tick() counts: until the letters, the next round, or the end of a vote. @param {View} view */
const seconds = ({ table: { clock } }) => [
  h('b', { class: 'tm-seconds', 'data-free': true }, wholeSeconds(clock?.lead ?? clock?.rest ?? clock?.wait)), '\u00a0s',
];

/** The player's own word or pass scored nothing. @param {Word} word */
const ownWords = ({ late, verdict: is }) => t(late || is === 'over' ? 'tm.say.toolate.you' : 'tm.over.none');

/** The round has ended while the player was still looking for a word. @param {View} view @param {Word[]} said */
function missedWords(view, said) {
  const first = said.find((word) => word.black && word.verdict === 'yes');
  if (first) return t('tm.over.black', { name: view.name(first.seat) });
  return t(rounds(view.log).now.includes('* time') ? 'tm.say.time' : 'tm.over.none');
}

/** The text of the bar after a round. @param {View} view */
function overBar(view) {
  const { said, others } = wordsOver(view), mine = [...said, ...others].filter(({ seat }) => seat === view.you);
  const won = mine.reduce((sum, word) => sum + (word.verdict === 'yes' && !word.late ? Number(word.took) : 0), 0);
  const ask = !view.you ? t('tm.over') : won ? t('tm.over.won', { n: won }) : mine.length ? ownWords(mine[0]) : missedWords(view, said);
  const sent = view.ui.ready === view.state.round;
  const next = { round: view.state.round, name: view.name(view.state.thrower) };
  return {
    ask, why: [t('tm.next', next), ' ', ...seconds(view)],
    buttons: view.you ? [{
      key: 'ready', primary: true, off: sent, text: t(sent ? 'tm.ready.sent' : 'tm.ready'),
      act: () => { view.ui.ready = view.state.round; view.ready?.(); view.redraw(); },
    }] : [],
  };
}

/** @param {View} view */
function wordsView(view) {
  // No letters have fallen yet, so the previous round is shown.
  const { now, before } = view.state.letters ? rounds(view.log) : { now: [], before: rounds(view.log).now };
  const slots = places(view) !== null; // which show the words that scored
  const all = wordsOf(now, view.state), own = ownRefused(view, all);
  const words = all.filter((word) => word !== own && (!slots || word.verdict !== 'yes' || word.late));
  const old = wordsOf(before, view.state);
  return h('div', { class: 'tm-words', key: 'words' },
    h('h2', { class: 'unseen' }, t('tm.round', { n: view.state.round })),
    words.length
      ? h('ul', null, [...words].reverse().map((w, i) => wordItem(view, w, words.length - i)))
      : h('p', { class: 'unseen' }, slots ? '' : t('tm.nothing')),
    old.length
      ? h('details', { key: 'old' }, h('summary', null, t('tm.before')), h('ul', null, old.map((w, i) => wordItem(view, w, i))))
      : null);
}

/** The marked word, which nobody has said. @param {View} view */
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

/** The seat that has pressed its buzzer in this round and not spoken yet. @param {GameState} state @param {Record<string, any>} ui */
const buzzed = (state, ui) => (ui.buzz?.round === state.round && !isOut(state, ui.buzz.seat) ? ui.buzz.seat : 0);

/** The first seat whose vote is missing. @param {GameState} state @param {number[]} seats */
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

/** The question of a vote, with the lexicon's opinion. @param {View} view @param {any} hand @param {any} mine */
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
      oninput: lightDice, 'aria-label': t('tm.type'), placeholder: initial ? t('tm.type.with', { letter: initial }) : t('tm.type.any'),
    }),
    h('button', { class: 'button primary', type: 'submit', disabled: early }, t('tm.say')));
}

/** Three, two, one; and the seconds until the next round. @param {number | null} wait milliseconds */
function countDown(wait) {
  const now = wholeSeconds(wait);
  for (const node of document.querySelectorAll('.tm-count, .tm-seconds')) {
    if (node.textContent !== now) node.textContent = now;
  }
}

/** Marks the dice whose letter the typed word has. */
function lightDice() {
  /** @type {HTMLInputElement | null} */
  const field = document.querySelector('.tm-form input');
  const typed = fold(field?.value ?? '');
  /** @type {NodeListOf<HTMLElement>} */
  const dice = document.querySelectorAll('.tm-die');
  for (const die of dice) die.classList.toggle('hit', isHit(typed, die.dataset.letter ?? ' ', Number(die.dataset.before)));
}

/** A round has ended, and the next one has not begun. @param {View} view */
function rests(view) {
  const { mover, letters, theme: now } = view.state;
  return mover === 'chance' && !letters && (!now || view.table.clock?.rest !== undefined) && rounds(view.log).now.length > 0;
}

/** The game has ended with a round. @param {View} view */
const endsHere = ({ state: { mover, last }, mark }) => mover === 'over' && last !== null && !mark;

/** The dice are about to fall. @param {View} view */
const counts = (view) => view.state.mover === 'chance' && view.table.clock?.lead !== undefined && !view.replaying;

/** The seats that may still speak after this one has; nobody before, and while a word awaits its verdict. @param {View} view */
function stillThink({ state, you, seats }) {
  if (state.mover !== 'anyone' || state.in_hand || !you || !isOut(state, you)) return [];
  return seats.flatMap((_, i) => (isOut(state, i + 1) ? [] : [i + 1]));
}

/** @type {import('../../model/board.js').GameBoard} */
const board = {
  ...heard,
  pace: false, // all players act at the same time: lines are shown without delay
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
      const key = black ? 'tm.say.yes.black' : left < 0 ? 'tm.say.yes.late' : 'tm.say.yes';
      return t(key, { n: words }) + (left === 1 ? ` ${t('tm.places.one')}` : '');
    }
    if (verb === 'no') return t('tm.say.no', { reason: t('tm.no.' + words, {}, words) });
    if (who === '*' && verb === 'vote') return t('tm.say.voted');
    const seat = Number(who);
    if (verb === 'say') return tell(view, seat, 'tm.say.say', { word: words });
    if (verb === 'vote') return tell(view, seat, 'tm.say.vote', { vote: t(words).toLowerCase() });
    return tell(view, seat, view.state && !black && good >= mayScore(view.state) ? 'tm.say.toolate' : 'tm.say.pass');
  },

  rolls: (line) => line.startsWith('* roll'),

  // A ruling belongs to the seat whose word it is about.
  owners(log) {
    let speaker = 0;
    return log.map((line) => {
      if (/^\d say /.test(line)) speaker = Number(line[0]);
      return /^\* (yes|no)\b/.test(line) ? speaker : Number(line[0]) || 0;
    });
  },

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

  // Who chose better says little about a race: the story of the game counts words.
  deeds: (view, seat, rival) => ({ title: t('tm.deeds'), words: `${scored(view, seat)} ${scored(view, rival)}` }),

  ending: (view) => t('tm.end', { list: standings(view, view.state.tokens) }),

  board(view) {
    if (rests(view) || endsHere(view)) return h('div', { class: 'tm' }, roundOver(view));
    if (counts(view)) return h('div', { class: 'tm tm-counting' }, theme(view), countdown(view));
    return h('div', { class: `tm${hasBuzzers(view) ? ' tm-with-buzzers' : ''}` },
      h('div', { class: 'tm-top', key: 'top' }, theme(view), ring(view)),
      dice(view),
      task(view),
      markedWord(view) ?? refusal(view),
      h('div', { class: 'tm-foot', key: 'foot' }, places(view), centreView(view)),
      wordsView(view));
  },

  // Nobody can act: between two rounds, and while the letters are awaited.
  pause(view) {
    if (rests(view)) return view.table.clock?.rest === undefined ? null : overBar(view);
    const others = stillThink(view);
    if (others.length) return { ask: t('tm.others', { names: list(others.map(view.name)), n: others.length }) };
    if (!counts(view)) return null;
    const many = mayScore(view.state);
    return {
      ask: [t('tm.lead.ask'), ' ', ...seconds(view)],
      why: many === Infinity ? t('tm.lead.all') : t('tm.lead.places', { n: many, of: view.state.players }),
    };
  },

  bar(view) {
    const hand = view.state.in_hand;
    if (hand) {
      const mine = hand.voters.includes(view.you) && !hand.voted.includes(view.you);
      const named = mine && hasBuzzers(view) ? `${view.name(view.you)}${t('colon')} ` : '';
      /** @param {string} word @param {boolean} primary */
      const vote = (word, primary) => ({ line: `${view.you} vote ${word}`, primary, text: t('tm.vote.' + word) });
      const running = view.table.clock?.wait === undefined ? [] : [' ', ...seconds(view)];
      return { ask: [named + question(view, hand, mine), ...running], buttons: mine ? [vote('yes', true), vote('no', false)] : [] };
    }
    if (hasBuzzers(view)) return buzzerBar(view);
    return { ask: '', extra: form(view), buttons: [{ line: `${view.you} pass`, quiet: true, text: t('tm.pass') }] };
  },

  seat(view, seat) {
    const { tokens, out, thrower, mover } = view.state, over = mover === 'over';
    return h('span', { class: 'tm-seat' },
      h('b', { class: 'tm-tokens' }, icon('token', 14), '\u00a0', tokens[seat - 1], tokenWords(tokens[seat - 1])),
      thrower === seat && !over
        ? h('span', { class: 'tm-thrower', title: t('tm.thrower') }, cup(16), h('span', { class: 'unseen' }, t('tm.thrower')))
        : null,
      out.includes(seat) && !over
        ? h('span', { class: 'tm-out', title: t('tm.out') }, check(), h('span', { class: 'unseen' }, t('tm.out')))
        : null);
  },

  tick(left, wait) {
    countDown(wait);
    lightDice();
    // Focus the field if there is a keyboard and nothing else has the focus.
    const chosen = document.activeElement;
    const nothing = !chosen || chosen === document.body || chosen.matches('#main, .bar'); // the bar: the focused button has disappeared
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
