// A file server for the site under a sub-path.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';

const SITE = new URL('../../build/site/', import.meta.url);
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.webmanifest': 'application/manifest+json' };

export class FileServer {
  path = '/some/where/';
  asked = []; // the paths requested so far
  bytes = 0; // sent so far
  change = null; // (name, text): the text to send instead, to simulate another version
  lost = null; // (name): whether the file is missing
  held = null; // (name): a promise to await before sending the file, or nothing
  stale = null; // (name): content that does not match the service worker's hash, or null
  redirects = false; // redirects index.html to the folder, as some hosts do

  // speed: factor of the clock at the tables.
  constructor(speed = 1) {
    this.speed = speed;
  }

  async start() {
    this.server = createServer((request, response) => this.answer(request, response));
    await new Promise((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.port = this.server.address().port;
    this.url = `http://localhost:${this.port}${this.path}`;
  }

  stop() {
    this.server.close();
  }

  // The content to send for a file.
  async read(name) {
    let bytes = await readFile(new URL(name, SITE));
    if (name === 'sw.js') return this.listed(String(bytes));
    if (name === 'offline/tables.js') bytes = String(bytes).replace('const SPEED = 1;', `const SPEED = ${this.speed};`);
    if (this.change && /\.(js|html)$/.test(name)) bytes = this.change(name, String(bytes));
    return bytes;
  }

  // The service worker's file list with the hashes of changed files, and then with another version.
  async listed(text) {
    let list = text;
    for (const [line, name, hash] of text.matchAll(/'(\S+)': '([0-9a-f]{64})'/g)) {
      const now = createHash('sha256').update(await this.read(name)).digest('hex');
      if (now !== hash) list = list.replace(line, `'${name}': '${now}'`).replace(/VERSION = '..../, "VERSION = 'abcd");
    }
    return list;
  }

  async answer(request, response) {
    const { pathname } = new URL(request.url, this.url);
    this.asked.push(pathname);
    const name = pathname.startsWith(this.path) ? pathname.slice(this.path.length) || 'index.html' : '../nowhere';
    if (this.redirects && pathname.endsWith('/index.html')) return void response.writeHead(308, { location: this.path }).end();
    try {
      await this.held?.(name);
      if (this.lost?.(name)) throw new Error('not there');
      const bytes = (await this.stale?.(name)) ?? (await this.read(name));
      this.bytes += bytes.length;
      response.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream' }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  }
}
