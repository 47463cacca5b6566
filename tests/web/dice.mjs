// Fair dice of version 3 in the browser: what a page tells its player about a server that cheats, about other windows and about storage.
import { DEEP, close, expect, listen, person, tableFrom, within } from './kit.mjs';

const EASY = { game: 'easycome', seats: ['me', 'bot:normal'] };

// A server between page and table. It counts the entries, and adds its own.
async function between(page) {
  const server = { count: 0, asks: 0, links: 0 };
  await page.routeWebSocket(/./, (socket) => {
    const to = socket.connectToServer();
    Object.assign(server, { socket, count: 0, asks: 0 });
    socket.onMessage((text) => {
      if (JSON.parse(text).do === 'link') server.links++;
      to.send(text);
    });
    to.onMessage((text) => {
      const message = JSON.parse(text);
      if (message.type === 'entries') {
        server.count = message.from + message.lines.length - 1;
        server.asks += message.lines.filter((line) => line.startsWith('#3 ask ')).length;
      }
      socket.send(text);
    });
  });
  server.adds = (...lines) => server.socket.send(JSON.stringify({ type: 'entries', from: server.count + 1, lines, seal: '-' }));
  return server;
}

// Kind of trouble, what the server adds, and words of the banner.
const CHEATS = {
  unsent: [() => ['1 stop'], 'a move in your name that you never sent'],
  forfeit: [() => ['1 forfeits'], 'ended the game in a player’s name'],
  undo: [() => ['#3 undo 1 own'], 'took back moves without the players’ consent'],
  early: [() => ['#3 late 1 30000', '1 stop'], 'ran out earlier than this device’s clock'],
  leftout: [({ asks }) => [`#3 ask ${asks + 1} -`], 'drew without your number'],
  contradicted: [() => ['#3 seat 1 bot'], 'The server contradicts itself'],
};

// Waits until an asynchronous function of the page is true; waitForFunction would take its promise for true.
const holds = (page, what, test) => within(what, (async () => {
  while (!(await page.evaluate(test))) await page.evaluate(() => new Promise(requestAnimationFrame));
})());

const stopped = (page) => holds(page, 'the move in the log', async () => (await import('/table/current.js')).state.table.log.includes('1 stop'));
const banner = (page, kind) => page.waitForSelector(`.banner[data-dice=${kind}]`);
const here = (page, name) => page.evaluate(async (member) => (await import('/table/current.js')).state[member], name);

export const dice = {
  // Each way to cheat has one banner, which is also announced. After a contradiction the page opens no more numbers. seat3.mjs has more ways.
  async cheatingServers({ browser, server }) {
    const page = await person(browser, server);
    await page.addInitScript(listen);
    const cheat = await between(page);
    for (const [kind, [lines, words]] of Object.entries(CHEATS).filter(([name]) => DEEP || ['unsent', 'early', 'leftout'].includes(name))) {
      await tableFrom(page, server, { ...EASY, clock: { kind: 'move', seconds: 30 } });
      await page.waitForSelector('.bar.mine [data-line$=" stop"]'); // nothing is on its way
      expect((await here(page, 'dice')) === null, `nobody is accused before: ${kind}`);
      const before = cheat.links;
      cheat.adds(...lines(cheat));
      await banner(page, kind);
      const shown = await page.textContent('.banner');
      expect(shown.includes(words), `${kind}: ${shown}`);
      await page.waitForFunction((text) => window.said.some((said) => said.includes(text)), words);
      if (['early', 'leftout'].includes(kind)) continue;
      cheat.adds(`#3 ask ${cheat.asks + 1} 1`);
      const kept = await page.evaluate(async () => {
        const { state } = await import('/table/current.js'), { transcriptsOf } = await import('/dice/keep3.js');
        await (await import('/dice/feed.js')).liveSeat(state.id, 1).turn;
        return (await transcriptsOf(state.id))[0].text;
      });
      expect(cheat.links === before && /^contradiction /m.test(kept), `${kind}: nothing is opened any more, and it is written down`);
    }
    await close(page);
  },

  // The version and the fingerprint of all keys are shown, the same to everybody, and the transcript can be saved during the game.
  async fingerprint({ browser, server }) {
    const [anne, bruno] = await Promise.all(['Anne', 'Bruno'].map((name) => person(browser, server, { name })));
    const id = await tableFrom(anne, server, { game: 'easycome', seats: ['me', 'open'] });
    await bruno.goto(`${server.url}t/${id}`);
    await bruno.click('[data-do=join]');
    const digits = [];
    for (const page of [anne, bruno]) {
      await page.waitForSelector('.bar');
      await page.click('#tab-more');
      await page.waitForSelector('[data-fair="3"]');
      await holds(page, 'the keys of both', async () => {
        const { state } = await import('/table/current.js'), { fingerprint } = await import('/dice/fair3.js');
        const keys = (await import('/dice/feed.js')).liveSeat(state.id, state.table.you).ledger.keys();
        return keys.length === 2 && document.querySelector('[data-keys]')?.textContent === fingerprint(keys);
      });
      digits.push(await page.textContent('[data-keys]'));
    }
    expect(/^[0-9a-f]{32}$/.test(digits[0]) && digits[0] === digits[1], `the same fingerprint: ${digits}`);
    const [saved] = await Promise.all([anne.waitForEvent('download'), anne.click('[data-do=save-transcript]')]);
    expect(saved.suggestedFilename() === `dice-${id}-1.txt`, 'the transcript so far');
    await Promise.all([close(anne), close(bruno)]);
  },

  // One window holds the chain. Another one says so, and takes over when the first is closed.
  async twoWindows({ browser, server }) {
    const page = await person(browser, server, { colorScheme: 'light' });
    const id = await tableFrom(page, server, EASY);
    await page.waitForSelector('.bar.mine');
    const other = await page.context().newPage();
    await other.goto(`${server.url}t/${id}`);
    await banner(other, 'window');
    expect((await here(page, 'dice')) === null, 'the first window plays on');
    await page.close();
    await holds(other, 'the chain in the other window', async () => (await import('/table/current.js')).state.dice === null);
    await other.waitForSelector('.bar.mine');
    await other.click('.bar-buttons [data-line$=" stop"]');
    await stopped(other);
    await other.context().close();
  },

  // The page is loaded again after every move, wherever the game stands: the chain goes on, no link is opened twice, and the game is proved
  // but for the draws that were made while the page was away.
  async reloads({ browser, server }) {
    const page = await person(browser, server);
    const id = await tableFrom(page, server, { game: 'easycome', seats: ['me', 'bot:normal'] });
    for (let turns = 0; ; turns++) {
      await page.waitForSelector('.bar.mine [data-line$=" stop"], .result');
      expect((await here(page, 'dice')) === null || (await here(page, 'dice')) === 'leftout', `nobody is accused: ${await here(page, 'dice')}`);
      if (await page.locator('.result').count()) break;
      await page.click('.bar.mine [data-line$=" stop"]');
      if (turns % 2) await page.waitForSelector('.bar:not(.mine), .bar.mine [data-line$=" stop"], .result');
      await page.reload();
    }
    const text = await page.evaluate(async (table) => (await (await import('/dice/keep3.js')).transcriptsOf(table)).map((one) => one.text), id);
    expect(text.length === 1, `one chain: ${text.length}`);
    const found = await page.evaluate(async ([table, kept]) => {
      const record = await (await fetch(`/api/tables/${table}/record`)).text();
      return (await import('/dice/verify.js')).verify(record, kept, 'en');
    }, [id, text[0]]);
    expect(['proved', 'in-part'].includes(found.grade), `the game is proved: ${JSON.stringify({ ...found, signs: 0 })}`);
    await close(page);
  },

  // A browser that stores nothing: the page says so, and the player can play.
  async nothingStored({ browser, server }) {
    const page = await person(browser, server);
    await page.addInitScript(() => {
      indexedDB.open = () => {
        throw new DOMException('', 'SecurityError');
      };
    });
    await tableFrom(page, server, EASY);
    await banner(page, 'unstored');
    await page.waitForSelector('.bar.mine');
    await page.click('.bar-buttons [data-line$=" stop"]');
    await stopped(page);
    await close(page);
  },

  // A table of an older client, at a server whose tables had version 3 before.
  async olderVersion({ browser, server }) {
    const page = await person(browser, server);
    await tableFrom(page, server, EASY);
    await page.waitForSelector('.bar.mine');
    const id = await page.evaluate(() => new Promise((resolve) => {
      const socket = new WebSocket(`ws://${location.host}/ws`, 'cornet.1');
      socket.onopen = () => {
        socket.send(JSON.stringify({ do: 'hello', protocol: 1 }));
        socket.send(JSON.stringify({ do: 'create', game: 'easycome', players: 2, seats: ['me', 'open'], name: 'Old' }));
      };
      socket.onmessage = ({ data }) => JSON.parse(data).type === 'joined' && resolve(JSON.parse(data).table);
    }));
    await page.goto(`${server.url}t/${id}`);
    await banner(page, 'older');
    await close(page);
  },
};
