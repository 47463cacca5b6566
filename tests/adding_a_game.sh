#!/bin/sh
# Follows docs/develop/adding-a-game.md to the letter, in a copy of the tree: every block of shell in it is
# run, and the last of them build, test and play the new game. The page only adds files, so that objects of
# the build that is tested can be reused. Then another game is removed, and what is left is built and tested again, in part;
# `make test-deep PART=builds` removes each game and runs all tests.
set -eu
unset CORNET_DEEP # the new game takes part in the tests; how thorough they are, they show elsewhere
here=$PWD build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git ls-files -co --exclude-standard | tar -cf - -T - | tar -xf - -C "$work"
cd "$work"
git init -q .
mkdir build
ln -s "$here/build/npm" build/npm
if grep -q '^CMAKE_C_COMPILER:.*gcc$' "$build/CMakeCache.txt"; then
    export CMAKE_C_COMPILER_LAUNCHER="$here/tests/reuse_objects.sh;$here;$build;$work;$work/build/default"
fi
if brotli=$(command -v brotli); then # how small the files of the browser become is not tested
    mkdir build/bin
    printf '#!/bin/sh\nexec %s -c -q 1\n' "$brotli" >build/bin/brotli
    chmod +x build/bin/brotli
    export PATH="$work/build/bin:$PATH"
fi
export LDFLAGS=-fuse-ld=lld # several programs are linked, some of them twice: a third of the time of ld
awk '/^```sh$/ { inside = 1; next } /^```$/ { inside = 0 } inside' docs/develop/adding-a-game.md >build/steps
grep -q ctest build/steps
sh -eux build/steps >build/log 2>&1 || {
    tail -50 build/log
    exit 1
}
# Every part of the template has been copied.
name=$(sed -n 's/^NAME=//p' build/steps)
for file in $(cd "$here/games/template" && git ls-files -co --exclude-standard | grep -v '^tests/golden/'); do
    test -f "games/$name/$file" || {
        echo "docs/develop/adding-a-game.md does not copy $file"
        exit 1
    }
done
tail -5 build/log

{
    rm -r games/debacle
    cmake --build --preset default --target cornet golden test_rules test_match
    ctest --test-dir build/default --output-on-failure --no-tests=error -R '^(rules|match|golden|layers)$'
} >build/log 2>&1 || {
    tail -50 build/log
    exit 1
}
grep 'no test' build/log
