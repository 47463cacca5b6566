// The faults that a run causes in the servers, the database and the network between them. Each fault ends by itself after a while.
import { sleep, until } from './processes.mjs';

const LEASE = 5000; // milliseconds: docs/operate/cluster.md

// How many of twenty faults are of each kind.
const SHARES = { kill: 5, stop: 3, upgrade: 3, 'postgres-kill': 2, 'postgres-immediate': 1, drop: 2, delay: 1, silent: 2, 'silent-all': 1 };

export class Faults {
  constructor(cluster, history, random) {
    Object.assign(this, { cluster, history, random });
    this.busy = new Set(); // servers with a fault in progress
    this.mending = [];
  }

  // The kinds of `count` faults in random order. Below twenty faults, every kind has the same share.
  plan(count) {
    const kinds = Object.entries(SHARES).flatMap(([kind, share]) => Array(count < 20 ? 1 : share).fill(kind));
    const all = Array.from({ length: Math.ceil(count / kinds.length) }, () => this.random.shuffle([...kinds])).flat();
    return all.slice(0, count);
  }

  begin(what, target) {
    console.log(`${(this.history.now() / 1000).toFixed(1).padStart(6)} s  ${what}${target ? ` (${target})` : ''}`);
    this.history.add('fault', { what, target });
  }

  end(what, target) {
    this.history.add('mended', { what, target });
  }

  // A server without a fault in progress. Waits until there are two, so that one stays healthy.
  async target() {
    const free = () => this.cluster.servers.filter((server) => !this.busy.has(server));
    await until('two servers that nothing is done to', () => free().length > 1);
    return this.random.pick(free());
  }

  // Lets the end of a fault run in the background.
  mend(work) {
    this.mending.push(work);
  }

  async cause(kind) {
    const does = { kill: 'killServer', stop: 'stopServer', upgrade: 'upgradeServer', 'postgres-kill': 'killDatabase', 'postgres-immediate': 'quitDatabase',
      drop: 'dropConnections', delay: 'delayConnections', silent: 'silenceOne', 'silent-all': 'silenceAll' };
    await this[does[kind]]();
    await sleep(this.random.between(500, 2500));
  }

  // Waits until all faults have ended.
  async settle() {
    await Promise.all(this.mending);
  }

  // Reserves a server until the work has ended.
  async with(what, work) {
    const server = await this.target();
    this.busy.add(server);
    this.begin(what, server.name);
    this.mend(work(server).then(() => {
      this.end(what, server.name);
      this.busy.delete(server);
    }));
  }

  killServer() {
    return this.with('kill -9 of a server', async (server) => {
      await server.down('SIGKILL');
      await sleep(this.random.between(200, 6000));
      server.up();
      await server.ready();
    });
  }

  stopServer() {
    return this.with('SIGSTOP of a server', async (server) => {
      server.signal('SIGSTOP');
      await sleep(LEASE + this.random.between(1000, 4000));
      server.signal('SIGCONT');
      await server.ready();
    });
  }

  upgradeServer() {
    return this.with('SIGTERM of a server', async (server) => {
      await server.down('SIGTERM');
      await sleep(this.random.between(0, 1000));
      server.up();
      await server.ready();
    });
  }

  async killDatabase() {
    this.begin('kill -9 of PostgreSQL');
    await this.cluster.database.kill();
    await this.restartDatabase('kill -9 of PostgreSQL');
  }

  async quitDatabase() {
    this.begin('immediate shutdown of PostgreSQL');
    await this.cluster.database.stop('SIGQUIT');
    await this.restartDatabase('immediate shutdown of PostgreSQL');
  }

  async restartDatabase(what) {
    await sleep(this.random.between(0, 2000));
    await this.cluster.database.start();
    this.end(what);
  }

  dropConnections() {
    return this.with('connections to PostgreSQL dropped', (server) => this.gate([server.name], 'drop', this.random.between(0, 1500)));
  }

  delayConnections() {
    return this.with('connections to PostgreSQL delayed', (server) => this.gate([server.name], 'delay', this.random.between(1000, 4000), this.random.between(20, 400)));
  }

  silenceOne() {
    return this.with('connections to PostgreSQL silent', (server) => this.gate([server.name], 'silent', this.random.between(1000, LEASE + 3000)));
  }

  async silenceAll() {
    this.begin('all connections to PostgreSQL silent');
    await this.gate(this.cluster.servers.map(({ name }) => name), 'silent', this.random.between(1000, 4000));
    this.end('all connections to PostgreSQL silent');
  }

  // After `silent`, the held-back data arrives late or is lost, at random.
  async gate(names, mode, ms, delay) {
    const lost = this.random.below(2);
    this.cluster.setGates(names, mode, delay);
    await sleep(ms);
    if (mode === 'silent' && lost) this.cluster.setGates(names, 'drop');
    this.cluster.setGates(names, 'open');
  }

  // Kills the primary for good and promotes the standby.
  async promote() {
    await this.settle();
    this.begin('the primary killed for good, the standby promoted');
    await this.cluster.primary.kill();
    await this.cluster.standby.promote();
    this.cluster.database = this.cluster.standby;
    this.end('the primary killed for good, the standby promoted');
  }
}
