#!/bin/sh
# make test: everything under gcc, then everything again under clang with the sanitizers, where the
# fuzz targets run briefly too. A test that needs only one of the builds says so itself. Says at the
# end how much CPU time that took; after `make clean` and without a compiler cache
# (CCACHE_DISABLE=1) it is the whole cost.
set -eu
cd "$(dirname "$0")/.."
report=

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
    ctest --test-dir "$folder" --output-on-failure --no-tests=error -j 2 "$@"
    spent "$preset:tests"
done
echo "CPU seconds: ${report}in all $(echo "$now" | awk '{ printf "%.0f", $1 }')"
