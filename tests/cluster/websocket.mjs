// A minimal WebSocket client on node:net and node:tls: text messages and pings.
import { createHash, randomBytes } from 'node:crypto';
import net from 'node:net';
import tls from 'node:tls';

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const TEXT = 1, CLOSE = 8, PING = 9, PONG = 10;

function frame(opcode, payload) {
  const mask = randomBytes(4), size = payload.length;
  const head = size < 126 ? Buffer.from([0x80 | opcode, 0x80 | size]) : Buffer.from([0x80 | opcode, 0x80 | 126, size >> 8, size & 255]);
  const body = Buffer.from(payload);
  for (let i = 0; i < size; i++) body[i] ^= mask[i & 3];
  return Buffer.concat([head, mask, body]);
}

export class WebSocketClient {
  // to: {port, path, host, from, ca}: `from` is the local address, `ca` the certificate (without it, no TLS).
  // on: {open(), message(text), close(why)}: `close` is called exactly once, and nothing is called after it.
  constructor(to, on) {
    this.on = on;
    this.to = to;
    this.input = Buffer.alloc(0);
    this.opened = this.ended = false;
    this.key = randomBytes(16).toString('base64');
    const where = { host: '127.0.0.1', port: to.port, localAddress: to.from };
    this.socket = to.ca ? tls.connect({ ...where, ca: to.ca, servername: to.host }) : net.connect(where);
    this.socket.setNoDelay(true);
    this.socket.on(to.ca ? 'secureConnect' : 'connect', () => this.ask());
    this.socket.on('data', (data) => this.read(data));
    this.socket.on('error', (error) => this.end(error.code || error.message));
    this.socket.on('close', () => this.end('closed'));
  }

  ask() {
    this.socket.write(`GET ${this.to.path} HTTP/1.1\r\nHost: ${this.to.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n`
      + `Sec-WebSocket-Key: ${this.key}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: cornet.1\r\n\r\n`);
  }

  read(data) {
    this.input = this.input.length ? Buffer.concat([this.input, data]) : data;
    if (!this.opened && !this.readHead()) return;
    while (!this.ended && this.readFrame());
  }

  readHead() {
    const end = this.input.indexOf('\r\n\r\n');
    if (end < 0) return false;
    const head = this.input.toString('latin1', 0, end);
    const accept = createHash('sha1').update(this.key + GUID).digest('base64');
    if (!head.startsWith('HTTP/1.1 101') || !head.includes(accept)) {
      this.end(head.split('\r\n')[0]);
      return false;
    }
    this.input = this.input.subarray(end + 4);
    this.opened = true;
    this.on.open();
    return true;
  }

  readFrame() {
    const { input } = this;
    if (input.length < 2) return false;
    let size = input[1] & 127, at = 2;
    if (size === 126) [size, at] = input.length < 4 ? [Infinity, 4] : [input.readUInt16BE(2), 4];
    else if (size === 127) [size, at] = input.length < 10 ? [Infinity, 10] : [Number(input.readBigUInt64BE(2)), 10];
    if (input.length < at + size) return false;
    const payload = input.subarray(at, at + size), opcode = input[0] & 15;
    this.input = input.subarray(at + size);
    if (opcode === TEXT) this.on.message(payload.toString());
    else if (opcode === PING) this.socket.write(frame(PONG, payload));
    else if (opcode === CLOSE) this.end('closed by the server');
    return true;
  }

  send(text) {
    if (!this.ended) this.socket.write(frame(TEXT, Buffer.from(text)));
  }

  end(why) {
    if (this.ended) return;
    this.ended = true;
    this.socket.destroy();
    this.on.close(why);
  }
}
