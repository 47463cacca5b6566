// The service worker: keeps all files of one version, so that the page opens without a network. The build writes the version and
// the list of files (cmake/service_worker.cmake).
//
// A page and its Workers get all their files from the version with which the page was opened, whatever comes later: who was given
// which version is kept in a cache, since a service worker may be stopped at any time. A new version is there as soon as it has been
// fetched whole, for the next page that is opened.
const VERSION = '@VERSION@';
const FILES = [/* @FILES@ */];
const LATE = [/* @LATE@ */]; // large, and needed by few: kept once they were asked for

const PREFIX = 'cornet-', GIVEN = 'cornet-given';
const root = new URL('./', location.href);
const pathOf = (href) => new URL(href).pathname.slice(root.pathname.length);
const listed = new Set(FILES), late = new Set(LATE);

// ---- who has which version ----

const nameOf = (client) => new URL(`given/${client}`, root).href;

async function remember(client, version) {
  if (client) await (await caches.open(GIVEN)).put(nameOf(client), new Response(version));
}

async function versionOf(client) {
  const given = client ? await (await caches.open(GIVEN)).match(nameOf(client)) : null;
  return given ? given.text() : VERSION;
}

// Forgets pages that are closed, and versions that no page has.
async function sweep() {
  const given = await caches.open(GIVEN), open = new Set((await clients.matchAll({ includeUncontrolled: true, type: 'all' })).map(({ id }) => nameOf(id)));
  const kept = new Set([PREFIX + VERSION, GIVEN]);
  for (const request of await given.keys()) {
    if (open.has(request.url)) kept.add(PREFIX + (await (await given.match(request)).text()));
    else await given.delete(request);
  }
  for (const name of await caches.keys()) if (name.startsWith(PREFIX) && !kept.has(name)) await caches.delete(name);
}

// ---- answers ----

async function page(event) {
  await remember(event.resultingClientId, VERSION);
  const kept = await (await caches.open(PREFIX + VERSION)).match(new URL('index.html', root));
  return kept ?? fetch(event.request);
}

async function file(event) {
  const version = await versionOf(event.clientId);
  if (event.request.destination === 'worker') await remember(event.resultingClientId, version);
  const kept = await (await caches.open(PREFIX + version)).match(new URL(pathOf(event.request.url), root));
  return kept ?? fetch(event.request);
}

async function lateFile(event) {
  const cache = await caches.open(PREFIX + (await versionOf(event.clientId))), address = new URL(pathOf(event.request.url), root);
  const kept = await cache.match(address);
  if (kept) return kept;
  const fresh = await fetch(event.request);
  if (fresh.ok) await cache.put(address, fresh.clone());
  return fresh;
}

// Addresses of the client's own pages have no dot and are none of the server's.
const isPage = (path) => !/^(api\/|ws$|metrics)/.test(path) && !path.includes('.');

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(root.href)) return;
  const path = pathOf(request.url);
  if (request.mode === 'navigate') {
    if (path === 'index.html' || isPage(path)) event.respondWith(page(event));
  } else if (listed.has(path)) event.respondWith(file(event));
  else if (late.has(path)) event.respondWith(lateFile(event));
});

self.addEventListener('install', (event) => {
  const fresh = FILES.map((name) => new Request(new URL(name, root), { cache: 'reload' }));
  event.waitUntil(caches.open(PREFIX + VERSION).then((cache) => cache.addAll(fresh)).then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => event.waitUntil(clients.claim().then(sweep)));
self.addEventListener('message', (event) => event.waitUntil(sweep()));
