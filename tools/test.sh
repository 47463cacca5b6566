#!/bin/sh
# make test: builds the program with gcc, the page that plays without a server, and the unit tests with clang and the sanitizers. Then it
# runs every test once, in the build where it finds most errors (tests/CMakeLists.txt). Arguments are passed to ctest: tools/test.sh -R
# serve.
# At the end it prints the most expensive tests, the skipped ones with their reasons, the CPU seconds (after `make clean` and without a
# compiler cache they are the whole cost), and a line `N passed, N failed, N skipped`. Most tests wait more than they compute, so three run
# per core.
set -eu
cd "$(dirname "$0")/.."
now=0 all=0 report=''

children() { # children FILE: the CPU seconds of a shell's children, from the output of `times` in the file
    awk 'NR == 2 { gsub("[ms]", " "); print 60 * $1 + $2 + 60 * $3 + $4 }' "$1"
}
restart() { # stores the CPU seconds of all children until now
    times >build/.times # in a pipe, it would count the children of another shell
    now=$(children build/.times)
}
spent() { # spent NAME [OTHER]: adds the CPU seconds of all children since `restart` to the report, minus OTHER
    before=$now
    restart
    used=$(echo "$now $before ${2:-0}" | awk '{ printf "%.0f", $1 - $2 - $3 }')
    all=$((all + used))
    report="$report$1 $used, "
}

# On a new machine, packages that only running the tests needs are installed during the compilation.
tools/setup.sh compile
restart
{ tools/setup.sh test && times >build/.times-setup; } &
installing=$!
for preset in wasm-ci ci sanitize; do # the program embeds the output of wasm-ci
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
