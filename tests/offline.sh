#!/bin/sh
# The parts that run in a browser without a server, as built by the wasm preset. Every game and message gives the same results as the native
# program. Also tests tables with the client's own files, and the site in Chromium. CORNET_DEEP=1 runs the long versions.
set -eu
cornet=$1 build=$2
if [ ! -f build/site/index.html ] || [ ! -f build/wasm/portable.wasm ]; then
    echo 'build/site is not there: make site'
    exit 1
fi
results() { awk '{ print $1, $2 }' "$1"; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$build/bench/portable" quick >"$work/here"
node --no-warnings tests/offline/portable.mjs build/wasm/portable.wasm build/wasm/data_files quick >"$work/there"
results "$work/here" >"$work/a"
results "$work/there" >"$work/b"
diff "$work/a" "$work/b"
echo "ok   $(wc -l <"$work/a") results are the same as this machine's"
# docs/measurements/browser.md lists the compressed sizes in KB. They may be off by 5 %.
sed -n '/^| file | compressed KB/,/^$/s/.*| \([0-9; ]*\) |$/\1/p' docs/measurements/browser.md | tr -s '; ' '\n' >"$work/said"
for part in cornet french debacle wazabi best-wazabi best-easycome best-easycome-4 best-easycome-4-hold-3 themots; do
    stat -c %s build/site/offline/$part.data
done | paste - "$work/said" | awk '{ if ($1 / 1024 > $2 * 1.05 || $1 / 1024 < $2 * 0.95) bad = 1; print $1 / 1024, $2 } END { exit bad || NR != 9 }' >"$work/sizes" ||
    { echo 'docs/measurements/browser.md: KB of the files, and as the page says:'; cat "$work/sizes"; exit 1; }
node tests/offline/games.mjs "$cornet"
node tests/offline/foreign.mjs
node tests/offline/browser.mjs "$cornet" # exits with 77 if Chromium is missing or does not start
