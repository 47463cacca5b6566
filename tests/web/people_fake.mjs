// A small stand-in for the requests of docs/develop/people.md, for tests of the pages alone. Each browser context is a device.

export const WORDS = 'tambour olive marée bougie cerise hublot pomme lampe jardin étoile navire cheval orange violon panier fenêtre'.split(' ');
const fold = (word) => word.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase();

const QR = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 21 21"><path fill="#fff" d="M0 0h21v21H0z"/><path stroke="#000" d="M4 4.5h7M4 10.5h7"/></svg>';

export class FakePeople {
  person = null;
  devices = [];
  words = [];
  code = null;
  running = [];
  games = [];
  statistics = { games: 0, hinted: 0, imported: 0, by_game: [], by_opponent: [], by_level: [], by_month: [], with_hints: [], analysed: 0, waiting: 0, luck: [], mistakes: [], themes: [] };
  claimed = [];
  imported = [];

  // Answers the requests of a page's context.
  async attach(page) {
    const device = { id: null };
    await page.route(/\/api\/(me|people|session|words|server|passkeys)/, async (route) => {
      const url = new URL(route.request().url()), body = route.request().postDataJSON();
      const answer = this.answer(url, route.request().method(), body, device);
      if (typeof answer === 'string') return route.fulfill({ status: 200, contentType: 'text/plain', body: answer });
      return route.fulfill({ status: answer.status ?? 200, contentType: 'application/json', body: JSON.stringify(answer.body ?? answer) });
    });
  }

  refuse(status, code, text, more = {}) {
    return { status, body: { code, text, ...more } };
  }

  enter(device, label) {
    device.id = String(1000 + this.devices.length);
    this.devices.push({ id: device.id, device: label ?? 'Web', since: Date.now(), seen: Date.now() });
  }

  me(device) {
    const here = this.person && this.devices.some(({ id }) => id === device.id);
    if (!here) return { person: null, ticket: null, passkeys_possible: true };
    return { person: this.person, ticket: 'T', ticket_until: Date.now() + 600000, passkeys_possible: true, devices: this.devices.map((each) => ({ ...each, here: each.id === device.id })), passkeys: [] };
  }

  answer(url, method, body, device) {
    const path = `${method} ${url.pathname}`;
    if (path === 'GET /api/words') return `${WORDS.join('\n')}\n`;
    if (path === 'GET /api/server') return { contact: 'mailto:dice@example.org', report: null, privacy: '/privacy' };
    if (path === 'GET /api/me') return this.me(device);
    if (path === 'POST /api/people') {
      if (body.name === 'Camille') return this.refuse(409, 'name-taken', 'this name is taken');
      this.person = { name: body.name, since: Date.now() - 1e10, visible: 'nobody', words: Date.now() };
      this.words = WORDS.slice(0, 6).map(fold);
      this.enter(device, body.device);
      return { person: this.person, words: this.words };
    }
    if (path === 'POST /api/session') {
      if (body.words && body.words.split(' ').map(fold).join() !== this.words.join()) return this.refuse(403, 'no-words', 'nobody has these words');
      if (body.code && body.code !== this.code) return this.refuse(403, 'no-code', 'this code is over');
      this.code = null;
      this.enter(device, body.device);
      return this.me(device);
    }
    const known = this.devices.some(({ id }) => id === device.id);
    if (url.pathname.startsWith('/api/people/')) return this.person && this.person.visible !== 'nobody' ? { name: this.person.name, since: this.person.since, by_game: this.statistics.by_game, games: this.games.slice(0, 3) } : this.refuse(404, 'unknown', 'nothing is here');
    if (!known) return this.refuse(401, 'signed-out', 'this request needs a session');
    if (path === 'POST /api/session/end') {
      const { device: which = device.id } = body;
      this.devices = this.devices.filter(({ id }) => (which === 'all' ? false : which === 'others' ? id === device.id : id !== which));
      return {};
    }
    if (path === 'POST /api/me') return Object.assign(this.person, body), this.me(device);
    if (path === 'POST /api/me/words') {
      if (body.check) return { right: body.check.split(' ').map(fold).join() === this.words.join() };
      this.words = WORDS.slice(6, 12).map(fold);
      this.person.words = Date.now();
      return { words: this.words };
    }
    if (path === 'POST /api/me/link') return (this.code = '7KQ2MDXA'), { code: this.code, url: `${url.origin}/l/${this.code}`, qr: QR, until: Date.now() + 600000 };
    if (path === 'POST /api/me/delete') {
      if (body.name !== this.person.name) return this.refuse(400, 'bad-value', 'this is not the account’s name');
      this.person = null;
      this.devices = [];
      return {};
    }
    if (path === 'GET /api/me/statistics') return this.statistics;
    if (path === 'GET /api/me/games') {
      if (url.searchParams.get('running')) return { games: this.running };
      const wanted = this.games.filter((game) => ['game', 'result'].every((name) => !url.searchParams.get(name) || game[name] === url.searchParams.get(name)));
      const from = Number(url.searchParams.get('cursor') ?? 0), limit = Number(url.searchParams.get('limit') ?? 20);
      return { games: wanted.slice(from, from + limit), next: from + limit < wanted.length ? String(from + limit) : null };
    }
    if (path === 'POST /api/me/claim') return (this.claimed = body.seats), { claimed: body.seats.length, refused: [] };
    if (path === 'POST /api/me/import') return this.imported.push(body), { table: `-${this.imported.length}`, new: true };
    if (path === 'GET /api/me/export') return { account: { name: this.person.name }, games: this.games.slice(0, 2), next: url.searchParams.get('cursor') ? null : 'x' };
    return this.refuse(404, 'unknown', 'nothing is here');
  }
}

// A person's year, as numbers.
export function yearOfGames(fake) {
  const day = 86400000, now = Date.UTC(2026, 10, 19), counts = (game, played, won, more = {}) => ({ game, played, won, drawn: 2, lost: played - won - 3, left: 1, ...more });
  let seed = 7;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647 - 0.5;
  const luck = Array.from({ length: 243 }, (_, i) => ({ table: 'a', game: 'wazabi', ended: now - (243 - i) * day, luck: 0.5 * random() - 0.02, spread: 0.15, cost: 0.01 }));
  const months = ['2026-03', '2026-04', '2026-05', '2026-07', '2026-08', '2026-09', '2026-10', '2026-11'];
  fake.statistics = {
    games: 312, hinted: 12, imported: 4,
    by_game: [counts('easycome', 128, 60), counts('wazabi', 61, 23), counts('debacle', 69, 47), counts('themots', 54, 34)],
    by_opponent: [{ name: 'Camille', ...counts(undefined, 25, 14) }, { name: 'bot:normal', ...counts(undefined, 53, 31) }, { name: 'Maximilien-Alexandre', ...counts(undefined, 9, 2) }],
    by_level: [counts('easycome', 40, 22, { bot: 'normal' }), counts('debacle', 30, 12, { bot: 'max' })],
    by_month: months.flatMap((month, i) => [counts('wazabi', 6 + 3 * i, 2 + i, { month }), counts('debacle', 5 + i, 2, { month })]),
    with_hints: [counts('wazabi', 12, 7)], analysed: 243, waiting: 3, luck,
    mistakes: [{ game: 'easycome', kind: 'take', cost: 1.94, games: 31 }, { game: 'debacle', kind: 'move', cost: 1.2, games: 20 }, { game: 'wazabi', kind: 'give', cost: 0.8, games: 12 }],
    themes: [{ game: 'themots', theme: 'fruits', words: 41, refused: 2 }, { game: 'themots', theme: 'capitales', words: 12, refused: 5 }],
  };
  const results = ['won', 'lost', 'won', 'drawn', 'left', 'won', 'lost'];
  fake.games = Array.from({ length: 45 }, (_, i) => ({
    table: i === 3 ? '-81' : `k3v9w2mnpq7rt${100 + i}`, seat: 1, game: ['easycome', 'debacle', 'wazabi', 'themots'][i % 4], players: 3, began: now - i * day, ended: now - i * day + 1e6,
    result: results[i % 7], share: 1, hints: i % 9 === 5, imported: i === 3, lines: 93, opponents: [{ name: 'Camille' }, { name: 'bot:normal', bot: 'normal' }].slice(0, 1 + (i % 2)),
    luck: i % 4 === 3 ? null : 0.041 - i / 900, cost: i % 4 === 3 ? null : 0.012,
  }));
}
