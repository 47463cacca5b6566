// Servers (`cornet serve`), started again when they end, as a service manager does.
import { join } from 'node:path';
import { listens, signal, sleep, start, until } from './processes.mjs';

export const HOST = 'dice.example';

// What a server behind the proxies of this machine is told.
export const behindProxies = (accessLog) => ['--trusted-proxy', '127.0.0.1', '--address', `https://${HOST}/`, '--access-log', accessLog];

export class Server {
  // more: options of this run, --store among them.
  constructor(program, folder, name, port, more) {
    Object.assign(this, { program, name, port, more });
    this.log = join(folder, `server-${name}.log`);
    this.wanted = false;
    this.crashed = null; // the signal, if it died by itself
  }

  // Starts it, and again whenever it ends before `down`.
  up() {
    this.wanted = true;
    if (this.child && !this.child.gone) return;
    const child = start(this.program, ['serve', '--port', this.port, '--bind', '127.0.0.1', '--name', this.name, '--lang', 'en', ...this.more], this.log);
    this.child = child;
    child.ended.then(async (how) => {
      if (this.wanted && this.child === child && typeof how === 'string') this.crashed = how; // by a signal that nobody sent
      await sleep(500);
      if (this.wanted && this.child === child) this.up();
    });
  }

  async ready() {
    await until(`server ${this.name} to listen (${this.log})`, () => listens(this.port));
  }

  // Ends it by a signal, and keeps it down.
  async down(name) {
    this.wanted = false;
    signal(this.child.pid, name);
    await this.child.ended;
  }

  signal(name) {
    signal(this.child.pid, name);
  }
}
