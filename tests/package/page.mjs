// node page.mjs FOLDER NPM: serves a folder, opens its page in Chromium, and prints the log of the page when it has a result.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';

const [folder, npm] = process.argv.slice(2);
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.data': 'application/octet-stream' };
const server = createServer(async (asked, answer) => {
  const file = path.join(folder, asked.url === '/' ? 'index.html' : path.normalize(decodeURIComponent(asked.url)));
  try {
    const bytes = await readFile(file);
    answer.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream' }).end(bytes);
  } catch {
    answer.writeHead(404).end();
  }
});
await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
const { chromium } = createRequire(path.join(path.resolve(npm), 'x.js'))('playwright-core');
let browser;
try {
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell', args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'] });
} catch (error) {
  console.log(`SKIP Chromium cannot start: ${error.message.split('\n')[0]}`);
  process.exit(77);
}
try {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.log(`error ${error.message}`));
  page.on('console', (message) => message.type() === 'error' && console.log(`error ${message.text()}`));
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  await page.waitForFunction(() => document.getElementById('log').textContent.includes('result'), null, { timeout: 60000 });
  process.stdout.write(await page.textContent('#log'));
} finally {
  await browser.close();
  server.close();
}
