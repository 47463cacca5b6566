// HAProxy and nginx with the files of packaging/. Only addresses, ports and the path of the certificate are replaced.
import { readFileSync, writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { listening, run, start } from './processes.mjs';
import { HOST } from './servers.mjs';

const PACKAGING = new URL('../../packaging/', import.meta.url);
const PLACES = { a: '10.0.0.11:7777', b: '10.0.0.12:7777', c: '10.0.0.13:7777' };

// Throws if a text to be replaced is missing, so that a changed configuration is noticed.
function replace(text, changes) {
  for (const [from, to] of changes) {
    if (!text.includes(from)) throw new Error(`the configuration has no '${from}'`);
    text = text.replaceAll(from, to);
  }
  return text;
}

const places = (ports) => Object.entries(PLACES).map(([name, place]) => [place, `127.0.0.1:${ports[name]}`]);

export function certificate(folder) {
  const key = join(folder, 'key.pem'), certificate = join(folder, 'certificate.pem'), both = join(folder, 'dice.pem');
  run('openssl', ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2', '-subj', `/CN=${HOST}`,
    '-addext', `subjectAltName=DNS:${HOST}`, '-keyout', key, '-out', certificate]);
  writeFileSync(both, readFileSync(certificate, 'utf8') + readFileSync(key, 'utf8'), { mode: 0o600 });
  return { key, certificate, both, text: readFileSync(certificate, 'utf8') };
}

// ports: of the servers, by name. Both functions return the running child.
export async function haproxy(folder, port, ports, files) {
  const path = join(folder, 'haproxy.cfg'), common = join(folder, 'haproxy-global.cfg');
  writeFileSync(common, `global\n    maxconn 4000\n    stats socket ${join(folder, 'haproxy.sock')} mode 600 level admin\n`);
  writeFileSync(path, replace(readFileSync(new URL('haproxy.cfg', PACKAGING), 'utf8'),
    [...places(ports), ['bind :443', `bind 127.0.0.1:${port}`], ['/etc/haproxy/dice.pem', files.both]]));
  run('haproxy', ['-c', '-f', common, '-f', path]);
  const child = start('haproxy', ['-db', '-f', common, '-f', path], join(folder, 'haproxy.log'));
  await listening(child, 'HAProxy', port);
  return child;
}

export async function nginx(folder, port, ports, files) {
  const prefix = join(folder, 'nginx'), part = join(prefix, 'cornet.conf'), path = join(prefix, 'nginx.conf');
  mkdirSync(prefix);
  writeFileSync(part, replace(readFileSync(new URL('nginx.conf', PACKAGING), 'utf8'),
    [...places(ports), ['listen 443', `listen 127.0.0.1:${port}`], ['/etc/ssl/dice.example/fullchain.pem', files.certificate],
      ['/etc/ssl/dice.example/privkey.pem', files.key]]));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${join(prefix, name)};`).join('\n');
  writeFileSync(path, `daemon off;\n${process.getuid() ? '' : 'user root;\n'}worker_processes 1;\npid ${join(prefix, 'pid')};\nerror_log ${join(prefix, 'error.log')};\n`
    + `events { worker_connections 4000; }\nhttp {\naccess_log off;\n${temporary}\ninclude ${part};\n}\n`);
  run('nginx', ['-t', '-p', prefix, '-e', join(prefix, 'error.log'), '-c', path]);
  const child = start('nginx', ['-p', prefix, '-e', join(prefix, 'error.log'), '-c', path], join(folder, 'nginx.log'));
  await listening(child, 'nginx', port);
  return child;
}
