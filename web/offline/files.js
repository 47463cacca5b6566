// What plays without a server: nothing here. `make site` makes this file anew, with the module and its data (docs/web.md).
export const FILES = null;
