#!/bin/sh
# What plays in a browser without a server: the same results as this machine's program, game by game,
# message by message; tables by the client's own files; and the site in real Chromium.
set -eu
cornet=$1 build=$2
cmake --preset wasm >/dev/null
cmake --build --preset wasm >/dev/null
results() { awk '{ print $1, $2 }' "$1"; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$build/bench/portable" quick >"$work/here"
node --no-warnings tests/offline/portable.mjs build/wasm/portable.wasm build/wasm/data_files quick >"$work/there"
results "$work/here" >"$work/a"
results "$work/there" >"$work/b"
diff "$work/a" "$work/b"
echo "ok   $(wc -l <"$work/a") results are the same as this machine's"
node tests/offline/games.mjs "$cornet"
node tests/offline/foreign.mjs
node tests/offline/browser.mjs "$cornet"
