#!/bin/sh
# make test: builds the program with gcc, the page that plays without a server, and the unit tests with clang and the sanitizers; then runs
# every test once, in the build where it finds most (tests/CMakeLists.txt). Arguments go to ctest: tools/test.sh -R serve.
# Ends with the tests that cost most, the skipped ones with their reasons, the CPU seconds (after `make clean` and without a
# compiler cache they are the whole cost), and a line `N passed, N failed, N skipped`.
# Most tests wait more than they compute: three at a time for each core.
set -eu
cd "$(dirname "$0")/.."
now=0 all=0 report=''

children() { # children FILE: the CPU seconds of a shell's children, as `times` has written them to the file
    awk 'NR == 2 { gsub("[ms]", " "); print 60 * $1 + $2 + 60 * $3 + $4 }' "$1"
}
restart() { # notes the CPU seconds of all children until now
    times >build/.times # a pipe would count the children of another shell
    now=$(children build/.times)
}
spent() { # spent NAME [OTHER]: adds the CPU seconds of all children since then to the report, less OTHER
    before=$now
    restart
    used=$(echo "$now $before ${2:-0}" | awk '{ printf "%.0f", $1 - $2 - $3 }')
    all=$((all + used))
    report="$report$1 $used, "
}

# On a fresh machine the packages that the tests only run with are installed while everything is compiled.
tools/setup.sh compile
restart
{ tools/setup.sh test && times >build/.times-setup; } &
installing=$!
for preset in wasm-ci ci sanitize; do # the program holds what wasm-ci makes
    echo "== building: $preset"
    cmake --preset "$preset" >/dev/null && cmake --build --preset "$preset" || { wait && exit 1; }
done
wait $installing
spent compiling "$(children build/.times-setup)"

echo '== testing'
rm -rf build/default/costs build/sanitize/costs build/results.xml
echo 'subdirs(default sanitize)' >build/CTestTestfile.cmake
ctest --test-dir build --output-on-failure --no-tests=error --output-junit results.xml -j "$(($(nproc) * 3))" "$@" || true
spent tests
echo "CPU seconds without set-up: ${report}in all $all"
exec tools/test_summary.py build/results.xml build/default build/sanitize
