// Whether these files come from a place without a server: `make site` says true.
export const ALONE = false;
