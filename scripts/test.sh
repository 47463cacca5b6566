#!/bin/sh
# make test: everything under gcc, then everything again under clang with the sanitizers, where the
# fuzz targets run briefly too. A test that needs only one of the builds says so itself.
set -eu
cd "$(dirname "$0")/.."
for preset in default sanitize; do
    echo "== $preset"
    cmake --preset "$preset" -DCORNET_TESTS=ON >/dev/null
    cmake --build --preset "$preset"
    ctest --test-dir "build/$preset" --output-on-failure --no-tests=error -j 2 "$@"
done
