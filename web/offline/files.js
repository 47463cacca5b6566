// What plays without a server: nothing here. `make site` makes this file anew, with the module and its data; `alone` says whether
// there is no server at all (docs/design/web.md).
export const FILES = /** @type {import('./host.js').Files | null} */ (null);
