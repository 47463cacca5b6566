#!/bin/sh
# make test: builds the program with gcc, the page that plays without a server, and the unit tests with clang and the sanitizers; then runs
# every test once, in the build where it finds most (tests/CMakeLists.txt). Arguments go to ctest: scripts/test.sh -R serve.
# Ends with the tests that cost most, the skipped ones with their reasons, the CPU seconds (after `make clean` and without a
# compiler cache they are the whole cost), and a line `N passed, N failed, N skipped`.
# Most tests wait more than they compute: two at a time for each core.
set -eu
cd "$(dirname "$0")/.."
now=0 report=''

spent() { # spent NAME: notes the CPU time of all children since the last call
    before=$now
    times >build/.times # a pipe would count the children of another shell
    now=$(awk 'NR == 2 { gsub("[ms]", " "); print 60 * $1 + $2 + 60 * $3 + $4 }' build/.times)
    report="$report$(echo "$1 $now $before" | awk '{ printf "%s %.0f, ", $1, $2 - $3 }')"
}

for preset in wasm-ci ci sanitize; do # the program holds what wasm-ci makes
    echo "== building: $preset"
    cmake --preset "$preset" >/dev/null
    cmake --build --preset "$preset"
    spent "build:$preset"
done

echo '== testing'
rm -rf build/default/costs build/sanitize/costs build/results.xml
echo 'subdirs(default sanitize)' >build/CTestTestfile.cmake
ctest --test-dir build --output-on-failure --no-tests=error --output-junit results.xml -j "$(($(nproc) * 2))" "$@" || true
spent tests
echo "CPU seconds: ${report}in all $(echo "$now" | awk '{ printf "%.0f", $1 }')"
exec scripts/test_summary.py build/results.xml build/default build/sanitize
