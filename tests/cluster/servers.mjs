// `cornet serve` processes that are restarted when they end, as by a service manager.
import { join } from 'node:path';
import { listens, signal, sleep, start, until } from './processes.mjs';

export const HOST = 'dice.example';

// The options of a server behind the proxies on this machine.
export const behindProxies = (accessLog) => ['--trusted-proxy', '127.0.0.1', '--address', `https://${HOST}/`, '--access-log', accessLog, '--log-addresses', 'full'];

export class Server {
  // more: further options of this run, including --store.
  constructor(program, folder, name, port, more) {
    Object.assign(this, { program, name, port, more });
    this.log = join(folder, `server-${name}.log`);
    this.wanted = false;
    this.crashed = null; // the signal of a crash that the test did not cause
  }

  // Starts the server, and restarts it whenever it ends before `down`.
  up() {
    this.wanted = true;
    if (this.child && !this.child.gone) return;
    const child = start(this.program, ['serve', '--port', this.port, '--bind', '127.0.0.1', '--name', this.name, '--lang', 'en', ...this.more], this.log);
    this.child = child;
    child.ended.then(async (how) => {
      if (this.wanted && this.child === child && typeof how === 'string') this.crashed = how; // a signal that the test did not send
      await sleep(500);
      if (this.wanted && this.child === child) this.up();
    });
  }

  async ready() {
    await until(`server ${this.name} to listen (${this.log})`, () => listens(this.port));
  }

  // Ends the server by a signal, and does not restart it.
  async down(name) {
    this.wanted = false;
    signal(this.child.pid, name);
    await this.child.ended;
  }

  signal(name) {
    signal(this.child.pid, name);
  }
}
