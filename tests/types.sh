#!/bin/sh
# The types of the browser client, in comments of web/ and games/NAME/: tsc finds no fault. tests/web/tsconfig.json says how strict it is.
set -eu
tsc=build/npm/node_modules/typescript/bin/tsc
if [ ! -f "$tsc" ]; then
    echo 'SKIP TypeScript is not in build/npm: npm could not install it'
    exit 77
fi
node "$tsc" -p tests/web/tsconfig.json
node "$tsc" -p tests/web/tsconfig.worker.json
# Comments that silence tsc.
if grep -rnE '@ts-(ignore|nocheck|expect-error)' web games/*/*.js; then
    echo 'a file of the client tells tsc to look away'
    exit 1
fi
