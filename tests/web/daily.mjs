// The challenges of the day, and what other sites see: pictures, Open Graph, oEmbed and the replay in a frame.
import { spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { axe, close, expect, listen, overflow, person, playOut, until } from './kit.mjs';

const POSITION = 'debacle/2026-11-02', TWO_TURNS = 'debacle/2026-11-01', PHONE = { viewport: { width: 390, height: 844 } };

const open = async (page, server, path) => {
  await page.goto(`${server.url}daily/${path}`);
  await page.waitForSelector('.daily .bar');
};
const kept = (page, key) => page.evaluate((name) => JSON.parse(localStorage.getItem('cornet.set.daily') ?? '{}')[name], key);

// Chooses squares by keyboard.
async function squares(page, ...names) {
  for (const name of names) {
    for (const letter of name) await page.keyboard.press(letter);
    await page.keyboard.press('Enter');
  }
}

const linesOf = async (page) => page.evaluate(() => document.querySelector('.day-side [aria-current=page]')?.getAttribute('href'));

async function get(server, path) {
  const answer = await fetch(`${server.url}${path}`);
  return { status: answer.status, type: answer.headers.get('content-type'), policy: answer.headers.get('content-security-policy') ?? '', cache: answer.headers.get('cache-control') ?? '', body: Buffer.from(await answer.arrayBuffer()) };
}

export const challenges = {
  // A position by keyboard: a wrong turn, then the right one. The first attempt counts, also after a reload.
  async dailyPosition({ browser, server }) {
    const page = await person(browser, server, {});
    await page.addInitScript(listen);
    const { solution } = await server.json(`/api/daily/${POSITION}?solution=1`);
    expect(solution.join(' ') === 'a3-b3 b3xc3', `the position that this test knows: ${solution}`);
    await open(page, server, POSITION);
    expect(await linesOf(page) === `/daily/${POSITION}`, 'the game is marked');
    expect(!(await page.locator('.result-box').count()), 'no result before');
    await squares(page, 'a3', 'a4');
    await page.waitForSelector('[data-line="1 end"]');
    await page.click('[data-line="1 end"]');
    await until('the attempt is counted', async () => (await kept(page, '2026-11-02 debacle'))?.attempts === 1);
    await page.waitForSelector('[data-do=day-giveup]'); // from the second attempt on
    await page.waitForFunction(() => document.querySelector('[data-line="1 end"]') && !document.querySelector('[data-do=day-restart]'));
    await squares(page, 'a3', 'b3');
    await page.waitForSelector('[data-do=day-restart]');
    await squares(page, 'b3', 'c3');
    await page.waitForSelector('.result-box');
    const found = await kept(page, '2026-11-02 debacle');
    expect(found.done && found.won && found.attempts === 2, `two attempts: ${JSON.stringify(found)}`);
    expect(await page.getByRole('img', { name: '2 stars' }).count() === 1, 'two stars, in words');
    const said = (await page.evaluate(() => window.said)).join(' ');
    expect(/Found at attempt 2/.test(said), `announced: ${said}`);
    await page.reload();
    await page.waitForSelector('.result-box');
    expect((await axe(page)).length === 0, `axe: ${await axe(page)}`);
    expect(await page.getByRole('link', { name: /^Débâcle, done/ }).count() === 1, 'the game is marked as done');
    await close(page);
  },

  // Two turns: the other side answers, and the solution can be shown. On a phone, in French.
  async dailyAnswer({ browser, server }) {
    const page = await person(browser, server, { ...PHONE, lang: 'fr' });
    await open(page, server, TWO_TURNS);
    expect((await overflow(page)).length === 0, `nothing overflows: ${await overflow(page)}`);
    const { turns, solution } = await server.json(`/api/daily/${TWO_TURNS}?solution=1`);
    expect(turns === 2, 'a Sunday takes two turns');
    const after = await server.json(`/api/daily/${TWO_TURNS}?said=${solution.join(',')}`);
    expect(after.status === 'open' && after.used === 1 && after.log.length > solution.length, 'black has answered');
    const wrong = await server.json(`/api/daily/${TWO_TURNS}?said=end`);
    expect(wrong.status === 'lost' && wrong.legal.length === 0, 'a pass is not the solution');
    await page.click('[data-do=day-hint]');
    await page.waitForFunction((word) => document.querySelector('.daily .bar').textContent.includes(word), solution[0]);
    await page.click('[data-line="1 end"]');
    await page.click('[data-do=day-giveup]');
    await page.waitForSelector('.result-box');
    expect((await page.textContent('.daily .task')).includes(solution.join(' ')), 'the solution is shown');
    expect((await page.textContent('.day-side')).includes('Solution montrée'), 'and it is the result');
    expect((await axe(page)).length === 0, `axe: ${await axe(page)}`);
    await close(page);
  },

  // The minute of words: the clock goes on after a reload; nothing is shown before it starts.
  async dailyWords({ browser, server }) {
    const page = await person(browser, server, {}), key = '2026-11-20 themots';
    await open(page, server, 'themots/2026-11-20');
    expect(!(await page.textContent('.daily .felt')).includes('Birds'), 'the theme is hidden');
    await page.click('[data-do=day-throw]');
    await page.waitForSelector('#day-word');
    expect((await page.textContent('.theme-card')).includes('Birds'), 'the theme is shown');
    for (const word of ['grive', 'grives', 'merle']) {
      await page.fill('#day-word', word);
      await page.keyboard.press('Enter');
      await page.waitForFunction((text) => [...document.querySelectorAll('.day-word')].some((one) => one.textContent.includes(text)), word);
    }
    await page.evaluate((name) => { // the minute is nearly over
      const all = JSON.parse(localStorage.getItem('cornet.set.daily'));
      all[name].started -= 59000;
      localStorage.setItem('cornet.set.daily', JSON.stringify(all));
    }, key);
    await page.reload();
    await page.waitForSelector('.result-box');
    const result = await kept(page, key);
    expect(result.done && result.points === 2 && result.words.length === 3, `a family counts once: ${JSON.stringify(result)}`);
    expect((await page.textContent('.also')).includes('gypaètes'), 'better words are shown');
    expect((await axe(page)).length === 0, `axe: ${await axe(page)}`);
    await close(page);
  },

  // A whole game at a table: no hints, the same dice at every table, and back to the challenge.
  async dailyGame({ browser, server }) {
    const page = await person(browser, server, {});
    await page.goto(server.url);
    await page.click('[data-do=daily]'); // the place on the home page
    await page.waitForSelector('.daily .bar');
    await open(page, server, 'easycome/2026-11-20');
    const { commit } = await server.json('/api/daily/easycome/2026-11-20');
    expect((await page.textContent('.commit')).includes(commit), 'the commitment is shown before');
    await page.click('[data-do=day-play]');
    await page.waitForSelector('.bar.mine, [data-do=throw]');
    await playOut(page, 'easycome');
    const id = new URL(page.url()).pathname.split('/')[2];
    const record = await (await fetch(`${server.url}api/tables/${id}/record`)).text();
    expect(record.includes('fair-table daily-2026-11-20-easycome') && record.includes(`fair-commit ${commit}`), 'the dice are those of the day');
    expect(!record.includes('fair-seat'), 'and nobody adds a seed');
    const checked = spawnSync(server.program, ['verify', '-', '--lang', 'en'], { input: record, encoding: 'utf8' });
    expect(checked.status === 0 && checked.stdout.includes('the challenge of 2026-11-20'), `cornet verify: ${checked.stdout}${checked.stderr}`);
    await open(page, server, 'easycome/2026-11-20');
    await page.waitForSelector('.result-box');
    const result = await kept(page, '2026-11-20 easycome');
    expect(result.done && result.table === id && typeof result.cost === 'number', `what the choices cost: ${JSON.stringify(result)}`);
    await close(page);
  },

  // Pictures, Open Graph, oEmbed; only /embed/ may be in a frame, and it replays a finished game there.
  async sharing({ browser, server }) {
    const page = await person(browser, server, {});
    await open(page, server, 'easycome/2026-11-21');
    await page.click('[data-do=day-play]');
    await page.waitForSelector('.bar.mine, [data-do=throw]');
    const id = new URL(page.url()).pathname.split('/')[2];
    const live = await get(server, `picture/${id}.svg`);
    expect(live.status === 200 && live.type === 'image/svg+xml' && live.cache === 'no-store', 'a live game is drawn, and not kept');
    expect((await get(server, `picture/${id}/replay.svg`)).status === 403, 'a replay only when it is over');
    await playOut(page, 'easycome');
    const steps = (await server.json(`/api/tables/${id}/steps`)).total;
    const replay = await get(server, `picture/${id}/replay.svg`);
    expect(replay.status === 200 && replay.body.toString().split('class="frame"').length - 1 === steps, 'a frame for each step');
    expect(/max-age=\d{4}/.test(replay.cache), `a finished game may be kept: ${replay.cache}`);
    const png = await get(server, `picture/${id}.png`), daily = await get(server, 'picture/daily/debacle/2026-11-02.png?stars=2');
    for (const one of [png, daily]) expect((one.status === 200 && one.type === 'image/png' && one.body.subarray(1, 4).toString() === 'PNG') || one.status === 503, `a PNG: ${one.status}`);
    for (const path of ['picture/abc.png', 'picture/daily/none/2026-11-02.png', 'picture/daily/debacle/2026-11-31.png', 'picture/daily/debacle/2026-11-02.png?stars=x']) {
      expect((await get(server, path)).status === 404, `${path} does not exist`);
    }
    for (const path of [`t/${id}`, `daily/${POSITION}`]) {
      const { body } = await get(server, path);
      expect(/<meta property="og:image" content="http[^"]*\/picture\/[^"]*\.png">/.test(body.toString()), `Open Graph of ${path}`);
      const told = JSON.parse((await get(server, `oembed?url=${encodeURIComponent(server.url + path)}`)).body.toString());
      expect(told.version === '1.0' && /picture/.test(told.thumbnail_url), `oEmbed of ${path}`);
    }
    expect((await get(server, 'oembed?url=http://x/&format=json')).status === 404, 'nothing to embed');
    expect((await get(server, 'oembed?url=http://x/&format=xml')).status === 501, 'only JSON');
    for (const path of ['', `t/${id}`, 'daily', 'embed.html', `picture/${id}.svg`]) {
      expect((await get(server, path)).policy.includes("frame-ancestors 'none'"), `${path || 'the home page'} is in no frame`);
    }
    expect((await get(server, `embed/${id}`)).policy.includes('frame-ancestors *'), 'the replay may be in one');
    const site = createServer((_, answer) => answer.setHeader('content-type', 'text/html').end(`<!doctype html><title>x</title><iframe title="replay" src="${server.url}embed/${id}" width="720" height="560"></iframe><iframe title="table" src="${server.url}t/${id}"></iframe>`));
    await new Promise((done) => site.listen(0, '127.0.0.1', done));
    const other = await (await browser.newContext()).newPage();
    await other.goto(`http://127.0.0.1:${site.address().port}/`);
    const frame = other.frameLocator('iframe[title=replay]');
    await frame.locator('#controls button').first().waitFor();
    await frame.getByRole('button', { name: 'Start' }).click();
    await frame.getByText('· start').waitFor();
    await frame.getByRole('button', { name: 'Next' }).click();
    await frame.getByText('1 /').waitFor();
    expect(await frame.locator('.frame[visibility=visible]').count() === 1, 'one position is seen');
    expect(await other.frameLocator('iframe[title=table]').locator('.felt').count() === 0, 'a table is in no frame');
    await other.goto(`${server.url}embed/${id}`);
    await other.waitForSelector('#controls button');
    expect((await axe(other)).length === 0, `axe: ${await axe(other)}`);
    await other.context().close();
    site.close();
    await close(page);
  },
};
