#!/bin/sh
# make test: everything under gcc, then everything again under clang with the sanitizers, where the
# fuzz targets run briefly too. A test that needs only one of the builds says so itself. Says at the
# end how much CPU time that took; after `make clean` and without a compiler cache
# (CCACHE_DISABLE=1) it is the whole cost. With CORNET_TRIES=N a test that fails is tried up to N times, as CI does, whose
# machines are shared; those that needed it are named at the end, since each of them is a defect of a test or of the program.
# Most tests wait more than they compute: two at a time for each core.
set -eu
cd "$(dirname "$0")/.."
jobs=$(($(nproc) * 2))
report='' again=''

spent() { # spent NAME: notes the CPU time of all children since the last call
    before=${now:-0}
    times >build/.times # a pipe would count the children of another shell
    now=$(awk 'NR == 2 { gsub("[ms]", " "); print 60 * $1 + $2 + 60 * $3 + $4 }' build/.times)
    report="$report$(echo "$1 $now $before" | awk '{ printf "%s %.0f, ", $1, $2 - $3 }')"
}

echo "== wasm"
cmake --preset wasm-ci >/dev/null
cmake --build --preset wasm-ci
spent "wasm:build"
for preset in ci sanitize; do
    echo "== $preset"
    cmake --preset "$preset" -DCORNET_TESTS=ON >/dev/null
    cmake --build --preset "$preset"
    spent "$preset:build"
    folder=build/$preset
    [ "$preset" != ci ] || folder=build/default
    scripts/reap.py ctest --test-dir "$folder" --output-on-failure --no-tests=error -j "$jobs" --repeat "until-pass:${CORNET_TRIES:-1}" "$@"
    grep '^AGAIN ' "$folder/Testing/Temporary/LastTest.log" || true # with the reason
    again="$again$(awk -v build="$preset" '/ Testing: / && seen[$3]++ == 1 { printf " %s:%s", build, $3 } /^AGAIN / { printf " %s", $2 }' \
        "$folder/Testing/Temporary/LastTest.log")"
    spent "$preset:tests"
done
[ -z "$again" ] || echo "Passed only when tried again:$again"
echo "CPU seconds: ${report}in all $(echo "$now" | awk '{ printf "%.0f", $1 }')"
