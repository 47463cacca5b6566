// node tools/bench/offline.mjs PROGRAM: measures the version without a server against the native one in the same run: speed, Débâcle's
// strongest bot, and the start in Chromium if the packages of the browser tests are installed. PROGRAM is bench/portable.
import { execFileSync } from 'node:child_process';
import { Person, Place, numbers } from '../../tests/offline/kit.mjs';

const rows = (text) => text.trim().split('\n').map((line) => line.split(' '));
const line = (...parts) => console.log(`wasm       ${parts.join('  ')}`);

// The better of two alternating runs each: other processes can only slow a run down.
function speed(program) {
  const here = () => rows(execFileSync(program, { encoding: 'utf8' }));
  const there = () => rows(execFileSync(process.execPath, ['--no-warnings', 'tests/offline/portable.mjs', 'build/wasm/portable.wasm', 'build/wasm/data_files'], { encoding: 'utf8' }));
  const [a, b, c, d] = [here(), there(), here(), there()];
  a.forEach(([name, result, seconds], i) => {
    if (b[i][1] !== result) throw new Error(`${name} differs: ${result}, ${b[i][1]}`);
    const native = Math.min(seconds, c[i][2]), wasm = Math.min(b[i][2], d[i][2]);
    const rate = /^(moves|leaves|nodes)/.test(name) ? `${(result / wasm / 1e6).toFixed(2).padStart(8)} million/s` : `${wasm.toFixed(3).padStart(8)} s        `;
    line(name.padEnd(18), rate, `of this machine's speed: ${(native / wasm).toFixed(2)}`);
  });
}

// The time in milliseconds of the strongest bot per move of Débâcle, against random play.
async function strongest() {
  const place = await Place.open(), anne = await Person.come(place), random = numbers(3), times = [];
  const think = place.analyst.do.bind(place.analyst);
  place.analyst.do = async (...job) => {
    const began = performance.now(), answer = await think(...job);
    times.push(performance.now() - began);
    return answer;
  };
  await anne.create({ game: 'debacle', players: 2, options: { target: '5' }, seats: ['me', 'bot:max'] });
  await anne.play(({ legal }) => (legal.length ? legal[random(legal.length)] : null));
  const mean = times.reduce((a, b) => a + b, 0) / times.length;
  line('debacle max       ', `${mean.toFixed(0).padStart(8)} ms a move   `, `of ${times.length} moves; the longest ${Math.max(...times).toFixed(0)} ms`);
}

// The time of a browser with an empty cache until the home page shows its games, and until the board of a first game.
async function start() {
  const { FileServer } = await import('../../tests/offline/file_server.mjs');
  const { openBrowser, person } = await import('../../tests/web/kit.mjs');
  const server = new FileServer();
  await server.start();
  const browser = await openBrowser(), page = await person(browser, server);
  const until = async (act, selector) => {
    const began = performance.now(), before = server.bytes;
    await act();
    await page.waitForSelector(selector);
    return [performance.now() - began, (server.bytes - before) / 1024].map(Math.round);
  };
  const [home, homeKb] = await until(() => page.goto(server.url), '[data-do=play-easycome]');
  const [board, boardKb] = await until(() => page.click('[data-do=play-easycome]'), '.felt .board');
  line('start             ', `${String(home).padStart(8)} ms, ${homeKb} KB`, `to the games, from nothing; then to a board ${board} ms, ${boardKb} KB`);
  await browser.close();
  server.stop();
}

speed(process.argv[2]);
await strongest();
await start().catch((error) => line('start              not measured:', error.message.split('\n')[0]));
process.exit(0);
