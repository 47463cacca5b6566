#!/bin/sh
# make test-deep: make test with long fuzzing and long simulations, the plain clang build, the Debian packages
# and the container.
set -eu
cd "$(dirname "$0")/.."
export CORNET_DEEP=1
cmake --preset clang -DCORNET_TESTS=ON >/dev/null
cmake --build --preset clang
ctest --test-dir build/clang --output-on-failure --no-tests=error -j "$(($(nproc) * 2))"
sh tests/deb.sh
sh tests/container.sh
echo "== without ncurses and libedit"
cmake --preset default -B build/plain -DCORNET_TERMINAL=OFF -DCORNET_TESTS=ON >/dev/null
cmake --build build/plain
ctest --test-dir build/plain --output-on-failure --no-tests=error -R '^(command|language|play|play_wazabi|play_themots|serve)$'
exec scripts/test.sh
