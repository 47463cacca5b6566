#!/bin/sh
# Type-checks the browser client: tsc finds no error in the JSDoc types of web/ and games/NAME/. tests/web/tsconfig.json sets how strict it
# is.
set -eu
tsc=build/npm/node_modules/typescript/bin/tsc
if [ ! -f "$tsc" ]; then
    echo 'SKIP TypeScript is not in build/npm: npm could not install it'
    exit 77
fi
node "$tsc" -p tests/web/tsconfig.json
node "$tsc" -p tests/web/tsconfig.worker.json
# Comments that silence tsc are forbidden.
if grep -rnE '@ts-(ignore|nocheck|expect-error)' web games/*/*.js; then
    echo 'a file of the client tells tsc to look away'
    exit 1
fi
