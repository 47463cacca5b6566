// The files for play without a server: none here. `make site` generates this file with the module and its data; `alone` is true if there is
// no server at all (docs/design/offline.md).
export const FILES = /** @type {import('./host.js').Files | null} */ (null);
