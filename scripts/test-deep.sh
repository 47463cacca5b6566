#!/bin/sh
# make test-deep: make test with long fuzzing and long simulations, and the plain clang build.
set -eu
cd "$(dirname "$0")/.."
export CORNET_DEEP=1
cmake --preset clang -DCORNET_TESTS=ON >/dev/null
cmake --build --preset clang
ctest --test-dir build/clang --output-on-failure --no-tests=error -j 2
echo "== without ncurses and libedit"
cmake --preset default -B build/plain -DCORNET_TERMINAL=OFF -DCORNET_TESTS=ON >/dev/null
cmake --build build/plain
ctest --test-dir build/plain --output-on-failure --no-tests=error -R '^(command|language|play|play_wazabi|play_themots|serve)$'
exec scripts/test.sh
