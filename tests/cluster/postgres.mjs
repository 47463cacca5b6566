// A private PostgreSQL with a Unix socket, a loopback port and its data in the folder of the run. PostgreSQL refuses to run as root, so
// root starts it as `postgres` or, if there is no such user, as `nobody`.
import { appendFileSync, chmodSync, chownSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ask, children, run, runs, signal, start, until } from './processes.mjs';

const PASSWORD = 'cornet';

export function programs() {
  const versions = existsSync('/usr/lib/postgresql') ? readdirSync('/usr/lib/postgresql').map(Number).sort((a, b) => b - a) : [];
  const found = versions.map((version) => `/usr/lib/postgresql/${version}/bin`).find((folder) => existsSync(join(folder, 'initdb')));
  if (!found) throw new Error('PostgreSQL is not installed: tools/setup.sh test installs it');
  return found;
}

function user() {
  if (process.getuid() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    try {
      return { name, uid: Number(run('id', ['-u', name])), gid: Number(run('id', ['-g', name])) };
    } catch {
      // try the next user
    }
  }
  throw new Error('PostgreSQL refuses to run as root, and there is neither a user postgres nor nobody');
}

const SETTINGS = `
listen_addresses = '127.0.0.1'
max_connections = 200
shared_buffers = 64MB
fsync = on
synchronous_commit = on
wal_level = replica
max_wal_senders = 4
wal_keep_size = 256MB
hot_standby = on
wal_receiver_status_interval = 1s
wal_retrieve_retry_interval = 100ms
`;

export class Postgres {
  constructor(folder, name, port) {
    this.bin = programs();
    this.user = user();
    this.port = port;
    this.name = name;
    this.folder = join(folder, name);
    this.data = join(this.folder, 'data');
    this.log = join(this.folder, 'log');
    this.env = { ...process.env, PGPASSWORD: PASSWORD, LC_ALL: 'C' };
    chmodSync(folder, 0o711);
    mkdirSync(this.folder);
    writeFileSync(join(this.folder, 'password'), PASSWORD);
    for (const path of [this.folder, join(this.folder, 'password')]) if (this.user) chownSync(path, this.user.uid, this.user.gid);
  }

  // The command line that runs a PostgreSQL program as that user.
  as(program, args) {
    const path = join(this.bin, program);
    if (!this.user) return [path, args];
    return ['setpriv', [`--reuid=${this.user.uid}`, `--regid=${this.user.gid}`, '--clear-groups', path, ...args]];
  }

  call(program, ...args) {
    const [command, words] = this.as(program, args);
    return run(command, words, { cwd: this.folder, env: this.env });
  }

  create() {
    this.call('initdb', '-D', this.data, '-U', 'cornet', '--auth=scram-sha-256', `--pwfile=${join(this.folder, 'password')}`, '--no-sync',
      '--encoding=UTF8', '--locale=C');
    this.configure(SETTINGS);
  }

  // Makes this one a standby of a running primary. It needs no replication slot: the primary keeps enough of its log.
  copy(primary, name) {
    this.call('pg_basebackup', '-D', this.data, '-c', 'fast', '--no-sync', '-R', '-d',
      `host=127.0.0.1 port=${primary.port} user=cornet password=${PASSWORD} application_name=${name}`);
    this.configure(`synchronous_standby_names = ''\n`);
  }

  configure(settings) {
    appendFileSync(join(this.data, 'postgresql.conf'), `${settings}\nport = ${this.port}\nunix_socket_directories = '${this.folder}'\n`);
  }

  async start() {
    rmSync(join(this.data, 'postmaster.pid'), { force: true }); // a killed server leaves it behind
    const [command, args] = this.as('postgres', ['-D', this.data]);
    this.child = start(command, args, this.log, { cwd: this.folder, env: this.env });
    await until(`${this.name} to start (${this.log})`, () => {
      if (this.child.gone) throw new Error(`PostgreSQL ended: see ${this.log}`);
      return this.answers();
    });
  }

  async answers() {
    return await this.ask('select 1') === '1';
  }

  // Connects through the Unix socket, which bypasses the gates.
  psql(text, database = 'postgres') {
    return [join(this.bin, 'psql'), ['-XAtq', '-v', 'ON_ERROR_STOP=1', '-h', this.folder, '-p', this.port, '-U', 'cornet', '-d', database, '-c', text],
      { env: { ...this.env, PGCONNECT_TIMEOUT: '5' } }];
  }

  sql(...query) {
    return run(...this.psql(...query)).trim();
  }

  // Like sql, without blocking the clients; false on failure.
  async ask(...query) {
    const answer = await ask(...this.psql(...query));
    return answer && answer.trim();
  }

  async kill() {
    const { pid } = this.child;
    signal(pid, 'SIGSTOP'); // so that it forks no children meanwhile
    const all = children(pid);
    for (const each of [pid, ...all]) signal(each, 'SIGKILL');
    await this.child.ended;
    await until('its processes to end', () => !all.some(runs));
  }

  async stop(how) { // SIGQUIT: immediate shutdown; SIGINT: fast shutdown
    signal(this.child.pid, how);
    await this.child.ended;
  }

  async promote() {
    if (await this.ask('select pg_promote(true, 60)') !== 't') throw new Error(`the standby was not promoted: see ${this.log}`);
  }
}

export const address = (ports, database) => `postgresql://cornet:${PASSWORD}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${database}`
  + '?target_session_attrs=read-write&connect_timeout=2';
