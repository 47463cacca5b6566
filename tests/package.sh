#!/bin/sh
# The JavaScript package, as built by the wasm preset: packed, and installed into an empty folder without a network. There it runs the
# README's example, compares whole games with the native program, and checks its types.
set -eu
cornet=$1
here=$PWD
if [ ! -f build/package/package.json ]; then
    echo 'build/package is not there: make package'
    exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
quiet() { "$@" >"$work/said" 2>&1 || { cat "$work/said"; exit 1; }; }
export npm_config_cache="$work/cache" npm_config_offline=true npm_config_update_notifier=false

cd build/package
quiet npm pack --pack-destination "$work"
mkdir "$work/user"
cd "$work/user"
echo '{"private": true}' >package.json
quiet npm install --no-audit --no-fund "$work"/cornet-core-*.tgz
version=$(node -p "require('cornet-core/package.json').version")
[ "cornet $version" = "$("$cornet" --version)" ] || { echo "the package is $version, the program another"; exit 1; }
[ "$(ls -A node_modules | grep -v '^\.')" = cornet-core ]

# The example in the README prints what its comments say.
sed -n '/^```js$/,/^```$/{/^```/d;p}' node_modules/cornet-core/README.md >example.mts
cp example.mts example.mjs
node example.mjs >example.out
head -n 3 example.out >shown
sed -n "s/^.*console\.log.* \/\/ \(\[ '1\|1 \|cannot\)/\1/p" example.mts | diff - shown
tail -n 1 example.out | grep -q ' true$'

cp "$here"/tests/package/*.m[jt]s .
# So does the one about Workers; and the install line names this version.
sed -n '/^```js worker/,/^```$/{/^```/d;p}' node_modules/cornet-core/README.md >example_worker.mjs
node example_worker.mjs | grep -qE '^\[ (1, 0|0, 1|0.5, 0.5) \]$'
cp example_worker.mjs example_worker.mts
grep -qF "cornet-core-$version.tgz" node_modules/cornet-core/README.md
node --expose-gc games.mjs "$cornet"
node worker.mjs
node real.mjs >real.mts
[ "$(grep -c '^show<' real.mts)" -gt 200 ]

tsc=$here/build/npm/node_modules/typescript/bin/tsc
if [ -f "$tsc" ]; then
    # A member that is missing, unknown or of another type is an error.
    for change in 's/"prizes_to_win":3//; s/,}/}/' 's/"prizes_to_win":3/"prizes_to_win":3,"more":1/' 's/"prizes_to_win":3/"prizes_to_win":"3"/'; do
        echo '// @ts-expect-error'
        grep -m 1 '^show<EasycomeState>' real.mts | sed "$change"
    done >changed.mts
    cat changed.mts >>real.mts
    [ "$(grep -c prizes_to_win changed.mts)" = 2 ]
    node "$tsc" --noEmit --skipDefaultLibCheck --strict --useUnknownInCatchVariables false --target es2022 --lib es2022,dom --module nodenext example.mts example_worker.mts types.mts real.mts
    echo 'ok   types'
else
    echo 'SKIP TypeScript is not in build/npm: its types were compared by name only'
    exit 77
fi
