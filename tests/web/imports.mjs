// node imports.mjs FOLDER: the imports of the scripts in web/ and games/NAME/ below that folder, static and dynamic, form no cycle. In the
// browser the files of web/ are at the root, beside games/. Prints each cycle, and exits with 1 if there is one.
//
// Views are functions of the state: no file named …_view.js, and no board, imports the state itself.
import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { pathToFileURL } from 'node:url';

const root = new URL('./', pathToFileURL(`${process.argv[2] ?? '.'}/`));
const scripts = (folder, recursive) => readdirSync(new URL(folder, root), { recursive }).filter((name) => name.endsWith('.js'));
const folders = readdirSync(new URL('games/', root)).map((game) => `games/${game}/`);
const games = folders.flatMap((folder) => scripts(folder, false).map((name) => folder + name));
const files = new Map([...scripts('web/', true).map((name) => [name, `web/${name}`]), ...games.map((name) => [name, name])]); // by address

// Without comments, in which types are imported.
const codeOf = (path) => readFileSync(new URL(path, root), 'utf8').replace(/\/\*[^]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

function importsOf(address, path) {
  const found = codeOf(path).matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'(\.[^']+)'/g);
  return [...found].map(([, name]) => posix.join(posix.dirname(address), name));
}

// cmake/games.cmake generates games.js, which imports each game's texts and picture.
const imports = new Map([...files].map(([address, path]) => [address, importsOf(address, path)]));
imports.set('games.js', games.filter((name) => /\/(texts|picture)\.js$/.test(name)));

const wrong = [];
for (const [address, names] of imports) {
  for (const name of names) if (!imports.has(name)) wrong.push(`${address} imports ${name}, which is not there`);
}

const done = new Set();
function visit(address, way) {
  const from = way.indexOf(address);
  if (from >= 0) wrong.push(`a cycle of imports: ${[...way.slice(from), address].join(' -> ')}`);
  if (from >= 0 || done.has(address)) return;
  for (const next of imports.get(address) ?? []) visit(next, [...way, address]);
  done.add(address);
}
for (const address of imports.keys()) visit(address, []);

for (const [address, names] of imports) {
  const isView = /_view\.js$/.test(address) || address.startsWith('games/');
  if (isView && names.includes('table/current.js')) wrong.push(`${address} imports the state: a view is given it`);
  const isOutside = address.startsWith('model/') && names.some((name) => !name.startsWith('model/'));
  if (isOutside) wrong.push(`${address} imports from outside of model/`);
}

for (const line of wrong) console.log(line);
process.exit(wrong.length ? 1 : 0);
