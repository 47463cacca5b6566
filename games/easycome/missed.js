// Easy Come Easy Go: a missed last roll in words: the prizes that one die could still have taken, and the faces it needed.
import { t } from '../../core/texts.js';

/** @typedef {import('../../model/board.js').View} View */
/** @typedef {Record<string, number>} Prizes the holder of each prize; 0: the centre */

const FACES = '012345';

/** @param {string} dice */
const sumOf = (dice) => [...dice].reduce((sum, digit) => sum + Number(digit), 0);
/** How often each number occurs, in ascending order: "22" for two pairs. @param {string} dice */
const shapeOf = (dice) => [...FACES].map((face) => dice.split(face).length - 1).filter(Boolean).sort().join('');
/** @param {string} dice @param {number} odd */
const areAll = (dice, odd) => [...dice].every((digit) => Number(digit) % 2 === odd);

/** Whether four dice meet the condition of a prize. @type {Record<string, (dice: string) => boolean>} */
export const MEETS = {
  carre: (dice) => shapeOf(dice) === '4',
  paires: (dice) => shapeOf(dice) === '22',
  suite: (dice) => '012345'.includes([...dice].sort().join('')),
  'brelan-impair': (dice) => shapeOf(dice) === '13' && areAll(dice, 1),
  'brelan-pair': (dice) => shapeOf(dice) === '13' && areAll(dice, 0),
  7: (dice) => sumOf(dice) === 7,
  13: (dice) => sumOf(dice) === 13,
  '3-': (dice) => sumOf(dice) <= 3,
  '17+': (dice) => sumOf(dice) >= 17,
};

const TO_HOLD = 3; // prizes that win

/** The prizes that a seat may take: between two, only from an opponent who has three. @param {Prizes} prizes @param {number} seat */
function openTo(prizes, seat, players = 0) {
  const others = Object.keys(prizes).filter((id) => prizes[id] !== seat), held = others.filter((id) => prizes[id] !== 0);
  return players === 2 && held.length === TO_HOLD ? held : others;
}

/** "a, b or c". @param {string[]} words */
const either = (words) => (words.length < 2 ? words.join('') : words.slice(0, -1).join(', ') + t('ec.or') + words.at(-1));

/**
 * @param {View} view
 * @param {number} seat the one that missed
 * @param {string} kept its three dice
 * @param {Prizes} prizes
 */
export function missedWords(view, seat, kept, prizes) {
  const wanted = openTo(prizes, seat, view.seats.length).flatMap((id) => {
    const faces = [...FACES].filter((face) => MEETS[id](kept + face));
    if (!faces.length) return [];
    const values = { faces: t('ec.face', { n: either(faces) }), prize: t('ec.thing.' + id) }, from = prizes[id];
    if (!from) return t('ec.needed', values);
    return from === view.you ? t('ec.needed.steal.me', values) : t('ec.needed.steal', { ...values, aim: view.name(from) });
  });
  return wanted.length ? t('ec.missed.why', { what: either(wanted) }) : t('ec.missed.none');
}

/**
 * The dice that were kept and the holders of the prizes when the line `at` of the log was rolled.
 * @param {string[]} log
 * @param {number} at
 * @param {string[]} ids of all prizes
 * @returns {{kept: string, prizes: Prizes}}
 */
export function thrownAt(log, at, ids) {
  /** @type {Prizes} */
  const prizes = Object.fromEntries(ids.map((id) => [id, 0]));
  let kept = '';
  for (const line of log.slice(0, at)) {
    const [who, verb, what] = line.split(' ');
    if (verb === 'roll' && what.length === 4) kept = '';
    else if (verb === 'keep' && who !== '#') kept += what;
    else if (verb === 'take' && who !== '#') prizes[what] = Number(who);
  }
  return { kept, prizes };
}
