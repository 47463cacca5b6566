#!/bin/sh
# examples/javascript/bundler, built with esbuild and with vite, plays a whole game in Chromium in a Worker. The bundlers come from the npm
# registry, so `make test-deep PART=browser` runs this script, and `make test` does not.
set -eu
here=$PWD
[ -f build/package/package.json ] || { echo 'build/package is not there: make package'; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r examples/javascript/bundler "$work/example"
(cd build/package && npm pack --silent --pack-destination "$work" >/dev/null)
cd "$work/example"
if ! npm install --no-audit --no-fund --no-package-lock --loglevel=error >"$work/said" 2>&1; then
    if grep -qE 'ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNREFUSED|ENETUNREACH' "$work/said"; then
        echo 'SKIP the npm registry cannot be reached'
        exit 77
    fi
    cat "$work/said"
    exit 1
fi
npm install --no-audit --no-fund --no-save --loglevel=error "$work"/cornet-core-*.tgz
for bundler in esbuild vite; do
    rm -rf dist
    npm run --silent $bundler >"$work/said" 2>&1 || { cat "$work/said"; exit 1; }
    node "$here/tests/package/page.mjs" dist "$here/build/npm" >"$work/shown" || {
        status=$?
        cat "$work/shown"
        exit $status
    }
    tail -n 1 "$work/shown" | grep -qxE 'result (1 0|0 1)' || { cat "$work/shown"; exit 1; }
    cmp "$work/first" "$work/shown" 2>/dev/null || [ ! -e "$work/first" ] || { echo "$bundler: another game"; exit 1; }
    cp "$work/shown" "$work/first"
    echo "ok   $bundler"
done
