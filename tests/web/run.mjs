// node run.mjs PROGRAM [NAME…]: the browser tests. A failed test prints the reason, and the others still run.
//
// `make test` may use 110 s of CPU time. It tests each behaviour once, on one game, in one language, on a phone and a laptop. CORNET_DEEP=1
// repeats it for other games, sizes, languages, colours or people. `daily(few, all)` of kit.mjs makes that choice inside a test; DEEP_ONLY
// are whole tests. For each of them a comment names the daily test that covers it in part, except for the last two lines.
import { DEEP, openBrowserOrSkip, runTest, sayDurations, Server, WORKERS } from './kit.mjs';
import { quick } from './quick.mjs';
import { seats } from './seats.mjs';
import { small } from './small.mjs';
import { functions } from './functions.mjs';
import { words } from './words.mjs';
import { screens } from './screens.mjs';
import { deep } from './deep.mjs';
import { pages } from './pages.mjs';
import { turns } from './turns.mjs';
import { agree } from './agree.mjs';
import { tree } from './tree.mjs';
import { motion } from './motion.mjs';
import { challenges } from './daily.mjs';
import { dice } from './dice.mjs';
import { largeText } from './large_text.mjs';
import { people } from './people.mjs';
import phone from '../offline/phone.mjs';

const [program, ...names] = process.argv.slice(2);
const tests = {
  ...seats, ...quick, ...screens, ...pages, ...turns, ...agree, ...tree, ...motion, ...small, ...functions, ...words, ...dice, ...largeText,
  ...challenges, ...people,
  passThePhone: phone.phoneWazabi, ownDice: phone.diceWazabi, ...deep,
};
const DEEP_ONLY = [...Object.keys(deep),
  'treeFrench', // the same in French, at whole tables
  'debacle', // `table` plays a game of it to its end
  'levelNames', // screens.mjs has longer names
  'themotsClock', // timeIsOut, in another game
  'chatAndCrowd', // threeBrowsers has chat and spectators
  'oneFrame', // speed
  'takeBackBetweenPeople', // takeBack and consent
  'hintsSortedAnew', // hintsGrow
  'wellMatched', 'recoverOnce', 'oneRound', // the C tests have these rules and options
  'wholeChoices', 'equalCards', // details of one dialog and one board
  'ownDice', // passThePhone has several people on one device
  'hintsWhileOthersSpeak', // hintsGrow
  'forfeits', // easycome ends by a forfeit
  'dragging', // another way to make a move
  'reloads', // easycome proves a game, seat3.mjs has crashes
  'robotTurns', // beats, and the boards' own limits
  'largeText', // the screens' tests have the usual text size
  'looks', 'statistics', 'soundsAndTheEnd', // appearance, figures and sounds beside the game
];
// The games that a test needs. It is skipped if the server lacks one of them, as in a tree without games/NAME. All other tests use the
// games that exist.
const PLAYS = {
  easycome: ['easycome', 'versionTwo', 'operator', 'plainBoard', 'homeFits', 'decisiveMoment', 'hints', 'analysisPage', 'beats', 'keyboard', 'languages', 'soundsAndTheEnd', 'refusedOptions',
    'screensEasycome', 'flightOfAPrize', 'flightsOfALesson', 'levelNames', 'screensDrawer', 'everyEasycome', 'wholeEasycome', 'timeIsOut', 'forfeits', 'wellMatched', 'resignAgainstBot',
    'dailyGame', 'sharing', 'sentWhenThrown', 'hostRemoves', 'myGames', 'accountTrouble', 'nameOffered', 'graceToReturn', ...Object.keys(dice)],
  wazabi: ['wazabi', 'analysis', 'playOn', 'threeBrowsers', 'accessibility', 'firstMinute', 'equalCards', 'flights', 'flightsOfAReplay', 'tapEndsMotion', 'stillMotion',
    'screensWazabi', 'wazabiDice', 'smallerTables', 'levelNames', 'passThePhone', 'ownDice', 'seatPassesOn', 'everyWazabi', 'wholeWazabi',
    ...(DEEP ? ['timeIsOut'] : [])],
  debacle: ['debacle', 'dailyPosition', 'dailyAnswer', 'consent', 'interruptions', 'refusedMove', 'oneFrame', 'keyboard', 'accessibility', 'table', 'statistics', 'looks',
    'chatAndCrowd', 'soundsAndTheEnd', 'recoverOnce', 'screensDebacle', 'levelNames', 'everyDebacle', 'wholeDebacle', 'takeBack',
    'takeBackBetweenPeople', 'dragging', 'boardKeys', 'signs', 'dieFlies', 'hintsSortedAnew', 'hintsGrow', 'hintsOnTheBoard', 'wellMatched',
    'oneRound', 'clockedForm', 'threeDevices', 'drawByAgreement',
    ...(DEEP ? ['timeIsOut'] : [])],
  themots: ['themots', 'dailyWords', 'firstGame', 'accessibility', 'screensThemots', 'screensWaiting', 'levelNames', 'everyThemots', 'wholeThemots', 'handsOff',
    'hintsWhileOthersSpeak', 'themotsClock'],
};
const browser = await openBrowserOrSkip();
const server = new Server(program);
await server.start();
const games = (await server.json('/api/games')).games.map((game) => game.id);
let failed = 0;

// Tests about version 3 of the fair dice, and about accounts. The others have version 2, whose dice fall within the message of a throw.
const THREE = [...Object.keys(dice), ...Object.keys(people), 'easycome', 'versionTwo', 'firstMinute', 'seatPassesOn'];

async function run([name, test]) {
  const used = THREE.includes(name) ? server : await server.two();
  if (!(await runTest(name, () => test({ browser, server: used, games })))) failed++;
}

// Two at a time, because tests mostly wait. A test that stops the server runs alone.
const missing = Object.keys(PLAYS).filter((game) => !games.includes(game));
const left = new Set(missing.flatMap((game) => PLAYS[game]));
if (left.size) console.log(`left out without ${missing}: ${[...left].join(', ')}`);
const wanted = Object.entries(tests).filter(([name]) => (names.length ? names.includes(name) : DEEP || !DEEP_ONLY.includes(name)) && !left.has(name));
const together = wanted.filter(([, test]) => !test.alone);
const worker = async () => {
  while (together.length) await run(together.shift());
};
await Promise.all(Array.from({ length: WORKERS }, worker));
for (const test of wanted.filter(([, t]) => t.alone)) await run(test);
await browser.close();
await server.end();
sayDurations();
process.exit(failed ? 1 : 0);
