// A whole cluster on the loopback interface: PostgreSQL and a standby, gates, servers, HAProxy and nginx.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Postgres, address } from './postgres.mjs';
import { Unavailable, endAll, freePorts, until } from './processes.mjs';
import { certificate, haproxy, nginx } from './proxies.mjs';
import { HOST, Server, behindProxies } from './servers.mjs';

const DATABASE = 'cornet', STANDBY = 'standby';
export const NAMES = ['a', 'b', 'c'];

export class Cluster {
  constructor(program, folder) {
    this.program = program;
    this.folder = folder;
  }

  // proxyPorts: the ports of HAProxy and nginx.
  async start(proxyPorts = null) {
    const [front, back] = proxyPorts ?? await freePorts(2);
    const [primary, standby, ...ports] = await freePorts(2 + NAMES.length);
    await this.startDatabase(primary, standby).catch((error) => {
      throw new Unavailable(`PostgreSQL does not start here: ${error.message}`);
    });
    await this.startGates();
    this.servers = NAMES.map((name, i) => new Server(this.program, this.folder, name, ports[i],
      ['--store', this.address(name), ...behindProxies(this.accessLog(name))]));
    for (const server of this.servers) server.up(); // all at once: one of them creates the database tables
    await Promise.all(this.servers.map((server) => server.ready()));
    await this.startProxies(front, back, Object.fromEntries(NAMES.map((name, i) => [name, ports[i]])));
  }

  async startDatabase(port, standbyPort) {
    this.primary = new Postgres(this.folder, 'primary', port);
    this.standby = new Postgres(this.folder, STANDBY, standbyPort);
    this.primary.create();
    await this.primary.start();
    this.primary.sql(`create database ${DATABASE}`);
    this.standby.copy(this.primary, STANDBY);
    await this.standby.start();
    this.primary.sql(`alter system set synchronous_standby_names = '${STANDBY}'`);
    this.primary.sql('select pg_reload_conf()');
    await until('the standby to be synchronous', () => this.primary.sql('select sync_state from pg_stat_replication') === 'sync');
    this.database = this.primary;
  }

  // Each server has two gates, one to the primary and one to the standby.
  async startGates() {
    const ports = await freePorts(2 * NAMES.length);
    const gates = NAMES.flatMap((name) => [{ name: `${name}1`, target: this.primary.port }, { name: `${name}2`, target: this.standby.port }])
      .map((gate, i) => ({ ...gate, port: ports[i] }));
    this.gates = Object.fromEntries(gates.map(({ name, port }) => [name, port]));
    this.gate = fork(new URL('gate.mjs', import.meta.url));
    this.gate.send({ open: gates });
    await once(this.gate, 'message');
  }

  accessLog(name) {
    return join(this.folder, `access-${name}.log`);
  }

  address(name) {
    return address([this.gates[`${name}1`], this.gates[`${name}2`]], DATABASE);
  }

  setGates(names, mode, ms) {
    this.gate.send({ set: mode, names: names.flatMap((name) => [`${name}1`, `${name}2`]), ms });
  }

  async startProxies(front, back, ports) {
    const files = certificate(this.folder);
    await haproxy(this.folder, front, ports, files);
    await nginx(this.folder, back, ports, files);
    this.entrances = [{ via: 'haproxy', port: front, host: HOST, ca: files.text }, { via: 'nginx', port: back, host: HOST, ca: files.text }];
  }

  // Writes the events of the current primary to a file, one JSON object per line.
  async dump(path) {
    const rows = `select json_build_object('table', t.name, 'number', e.number, 'kind', e.kind, 'seat', e.seat, 'text', convert_from(e.text, 'UTF8')) from cornet.event e join cornet.tables t on t.id = e.tbl`;
    writeFileSync(path, `${await until('the events', () => this.database.ask(rows, DATABASE))}\n`);
  }

  stop() {
    for (const server of this.servers ?? []) server.wanted = false;
    this.gate?.disconnect();
    endAll();
  }
}

