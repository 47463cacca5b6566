// The clients of one table: the host creates it, a second person may join, spectators may watch. When the game is over, or the table can no
// longer be used (an answer with a secret was lost), they create another table.
import { Client } from './client.mjs';

// easycome and debacle have no secrets; wazabi has some, which other players receive as `?`.
const KINDS = [
  { game: 'easycome', players: 2, seats: ['me', 'open'] },
  { game: 'easycome', players: 2, seats: ['me', 'bot:greedy'] },
  { game: 'wazabi', players: 2, seats: ['me', 'open'] },
  { game: 'debacle', players: 2, seats: ['me', 'open'] },
  { game: 'easycome', players: 3, seats: ['me', 'bot:random', 'open'] },
];

export class Group {
  constructor(world, number) {
    this.number = number;
    this.kind = KINDS[number % KINDS.length];
    this.world = world;
    this.tables = this.moved = 0;
    const people = this.kind.seats.filter((seat) => seat === 'me' || seat === 'open').length;
    const from = (place) => `127.${1 + (number >> 8)}.${number & 255}.${place + 1}`;
    const client = (place) => new Client(world, `${number}.${place}`, from(place), this);
    this.people = Array.from({ length: people }, (_, place) => client(place));
    this.spectators = number % 4 === 0 ? [client(people)] : [];
    this.clients = [...this.people, ...this.spectators];
  }

  begin() {
    for (const client of this.clients) client.forget();
    const { game, players, seats } = this.kind, [host] = this.people;
    this.tables++;
    host.go({ do: 'create', game, players, seats, name: 'host', chat: false, fair: host.commit() });
  }

  // Once the host's table exists, the other clients join or watch it.
  joined(client) {
    if (client !== this.people[0] || this.table === client.table) return;
    this.table = client.table;
    for (const [place, other] of this.people.entries()) {
      if (place) other.go({ do: 'join', table: this.table, name: `guest ${place}`, fair: other.commit() });
    }
    for (const other of this.spectators) other.go({ do: 'watch', table: this.table });
  }

  refused(client, code) {
    const verb = client.joinRequest.do;
    if (verb === 'join' || verb === 'create') this.restart(1000);
    else client.note('refused', { table: client.table, verb, code });
  }

  over(client) {
    if (client === this.people[0] && !this.world.ending) this.restart(500);
  }

  // Schedules one restart, even if several clients ask for it.
  restart(ms) {
    this.restarting ??= setTimeout(() => {
      this.restarting = null;
      this.begin();
    }, ms);
  }

  close() {
    clearTimeout(this.restarting);
    for (const client of this.clients) client.close();
  }
}
