// The robots' names: each level has its own, and no two players at a table have the same. No DOM.

/** @typedef {{name: string, kind: string, person?: boolean}} Named the members of a seat that its name and face depend on */
/** @typedef {'pipo' | 'lison' | 'gaspard' | 'ines' | 'basile' | 'margot' | 'ulysse' | 'victoire'} RobotId */
/** @typedef {{id: RobotId, name: string, level: number}} Robot a face, a name, and the level from 1 to 5 to which both belong */

/** @type {Robot[]} */
export const ROBOTS = [
  { id: 'pipo', name: 'Pipo', level: 1 },
  { id: 'lison', name: 'Lison', level: 1 },
  { id: 'gaspard', name: 'Gaspard', level: 2 },
  { id: 'ines', name: 'Inès', level: 3 },
  { id: 'basile', name: 'Basile', level: 3 },
  { id: 'margot', name: 'Margot', level: 4 },
  { id: 'ulysse', name: 'Ulysse', level: 4 },
  { id: 'victoire', name: 'Victoire', level: 5 },
];

/** The agents of the levels, weakest first. */
export const LEVELS = ['novice', 'easy', 'normal', 'hard', 'max'];

/** @type {Record<string, number>} for agents that are not levels: the nearest level */
const NEAREST = { random: 1, greedy: 2, perfect: 5, best: 5 };

/** The level of an agent from 1 to 5: "bot:hard" is 4, "bot:adaptive:level=21" (in tenths of a level, from 1) 3. @param {string} agent */
export function levelOf(agent) {
  const [id, ...options] = agent.replace(/^bot:?/, '').split(':');
  const tenths = id === 'adaptive' ? options.join(':').match(/level=(-?\d+)/) : null;
  if (tenths) return Math.min(5, Math.max(1, 1 + Math.round((Number(tenths[1]) - 1) / 10)));
  return LEVELS.indexOf(id) + 1 || NEAREST[id] || 3;
}

/** Names are alike if they differ in accents or capitals only. @param {string} name */
const plain = (name) => name.normalize('NFD').replace(/[\u0300-\u036f]/g, '').trim().toLowerCase();

/** The robots a level may be, nearest first, weaker before stronger. @param {number} level */
const preferred = (level) => [...ROBOTS].sort((a, b) => Math.abs(a.level - level) - Math.abs(b.level - level) || a.level - b.level);

/** @param {Named[]} seats @returns {(Robot | null)[]} */
function robotsOf(seats) {
  const people = new Set(seats.filter(({ kind }) => kind !== 'bot').map(({ name }) => plain(name ?? '')));
  const free = ROBOTS.filter(({ name }) => !people.has(plain(name))), taken = new Set();
  const robots = /** @type {(Robot | null)[]} */ (seats.map(() => null));
  const assign = (/** @type {(robot: Robot, level: number) => boolean} */ suits) => seats.forEach(({ kind, name }, i) => {
    if (kind !== 'bot' || robots[i]) return;
    const level = levelOf(name), found = preferred(level).find((robot) => free.includes(robot) && !taken.has(robot) && suits(robot, level));
    if (found) robots[i] = found;
    taken.add(found);
  });
  assign((robot, level) => robot.level === level); // every level's own names first, whoever sits first
  assign(() => true);
  return robots.map((robot, i) => robot && { ...robot, level: levelOf(seats[i].name) });
}

/**
 * The robot at a seat; null if the seat has no bot, or the table has more bots than there are names.
 * @param {Named[]} seats
 * @param {number} number
 */
export const robotOf = (seats, number) => robotsOf(seats)[number - 1] ?? null;
