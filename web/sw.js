// The service worker: caches all files of one version, so that the page opens without a network. The build writes the version and the files
// with their hashes (cmake/service_worker.cmake). While a host's files are being replaced, it serves old and new ones: then nothing is
// cached until all files have one version.
//
// A page and its Workers get all their files from the version with which the page was opened. The version of each client is stored
// in a cache, since the browser may stop a service worker at any time. A new version is used once it has been fetched completely,
// for the next page that is opened.
const VERSION = '@VERSION@';
/** @type {Record<string, string>} */
const FILES = {/* @FILES@ */}; // their SHA-256

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));

const root = new URL('./', location.href);
const PREFIX = `cornet ${root.pathname} `, GIVEN = `${PREFIX}given`; // other paths of the host may have sites of their own
/** @param {string} href */
const pathOf = (href) => new URL(href).pathname.slice(root.pathname.length);
/** @param {string} path */
const isListed = (path) => Object.hasOwn(FILES, path);
/** @param {string} path */
const isLate = (path) => /-\d+\.data$/.test(path); // large and rarely needed: cached on first use

// ---- versions of pages ----

const NEXT = 'next'; // in place of a client: the version that is being installed
/** @param {string} client */
const nameOf = (client) => new URL(`given/${client}`, root).href;

/** @param {string} client @param {string} version */
async function remember(client, version) {
  if (client) await (await caches.open(GIVEN)).put(nameOf(client), new Response(version));
}

/** @param {string} client */
async function forget(client) {
  await (await caches.open(GIVEN)).delete(nameOf(client));
}

/** @param {string} client */
async function versionOf(client) {
  const given = client ? await (await caches.open(GIVEN)).match(nameOf(client)) : null;
  return given ? given.text() : VERSION;
}

// Deletes entries of closed pages, and versions that no page uses. The version being installed is kept: the installer stores it under NEXT
// before it opens the version's cache, so it is stored if the cache is in the list, which is read first.
async function sweep() {
  const names = await caches.keys();
  const given = await caches.open(GIVEN), pages = await worker.clients.matchAll({ includeUncontrolled: true, type: 'all' });
  const open = new Set(pages.map(({ id }) => nameOf(id)));
  const kept = new Set([PREFIX + VERSION, GIVEN]);
  for (const request of await given.keys()) {
    if (open.has(request.url) || request.url === nameOf(NEXT)) kept.add(PREFIX + (await (await given.match(request))?.text()));
    else await given.delete(request);
  }
  for (const name of names) if (name.startsWith(PREFIX) && !kept.has(name)) await caches.delete(name);
}

// ---- files ----

/** @param {ArrayBuffer} bytes */
const toHex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Some hosts decompress data in transit; then the hash of the compressed file cannot be checked.
 * @param {string} name @param {ArrayBuffer} bytes
 */
async function isRight(name, bytes) {
  const [first, second] = new Uint8Array(bytes.slice(0, 2)), unpacked = name.endsWith('.data') && (first !== 0x1f || second !== 0x8b);
  return unpacked || toHex(await crypto.subtle.digest('SHA-256', bytes)) === FILES[name];
}

/**
 * Fetches a file of this version from the host. A redirected response is rebuilt as a direct one, since a page must not be redirected.
 * @param {string} name
 */
async function fetchRight(name) {
  const answer = await fetch(new Request(new URL(name, root), { cache: 'reload' }));
  const bytes = await answer.arrayBuffer(), headers = new Headers(answer.headers);
  if (!answer.ok || !(await isRight(name, bytes))) throw new Error(`${name}: not there, or of another version`);
  for (const one of ['content-encoding', 'content-length', 'vary']) headers.delete(one); // the bytes are already decoded
  return new Response(bytes, { headers });
}

// All files but the late ones, or none.
async function keepAll() {
  await remember(NEXT, VERSION);
  const cache = await caches.open(PREFIX + VERSION);
  try {
    const names = Object.keys(FILES).filter((name) => !isLate(name));
    await Promise.all(names.map(async (name) => cache.put(new URL(name, root), await fetchRight(name))));
  } catch (error) {
    await caches.delete(PREFIX + VERSION);
    await forget(NEXT);
    throw error;
  }
}

// ---- answers ----

/** @param {FetchEvent} event */
async function page(event) {
  await remember(event.resultingClientId, VERSION);
  const kept = await (await caches.open(PREFIX + VERSION)).match(new URL('index.html', root));
  return kept ?? fetch(event.request);
}

/** A file of an older version that is no longer cached does not exist. @param {FetchEvent} event */
async function file(event) {
  const version = await versionOf(event.clientId), name = pathOf(event.request.url);
  if (event.request.destination === 'worker') await remember(event.resultingClientId, version);
  const cache = await caches.open(PREFIX + version), kept = await cache.match(new URL(name, root));
  if (kept || version !== VERSION) return kept ?? Response.error();
  const fresh = await fetchRight(name);
  if (isLate(name)) await cache.put(new URL(name, root), fresh.clone());
  return fresh;
}

/** Addresses of the client's own pages have no dot and are none of the server's. @param {string} path */
const isPage = (path) => !/^(api\/|ws$|metrics)/.test(path) && !path.includes('.');

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || !request.url.startsWith(root.href)) return;
  const path = pathOf(request.url);
  if (request.mode === 'navigate') {
    if (path === 'index.html' || isPage(path)) event.respondWith(page(event));
  } else if (isListed(path)) event.respondWith(file(event));
});

worker.addEventListener('install', (event) => event.waitUntil(keepAll().then(() => worker.skipWaiting())));
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim().then(() => forget(NEXT)).then(sweep)));
worker.addEventListener('message', (event) => event.waitUntil(sweep()));
