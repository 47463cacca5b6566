#!/bin/sh
# Runs every shell block of docs/develop/adding-a-game.md in a copy of the tree. The last blocks build, test and play the new game. The page
# only adds files, so objects of the tested build can be reused.
# Then one other game is removed, and the rest is built and partly tested. `make test-deep PART=builds` removes each game in turn and runs
# all tests.
set -eu
unset CORNET_DEEP # the tests only have to include the new game; the daily ones are enough
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
if brotli=$(command -v brotli); then # the fastest setting: this test does not check file sizes
    mkdir build/bin
    printf '#!/bin/sh\nexec %s -c -q 1\n' "$brotli" >build/bin/brotli
    chmod +x build/bin/brotli
    export PATH="$work/build/bin:$PATH"
fi
export LDFLAGS=-fuse-ld=lld # several programs are linked, some of them twice; lld takes a third of ld's time
awk '/^```sh$/ { inside = 1; next } /^```$/ { inside = 0 } inside' docs/develop/adding-a-game.md >build/steps
grep -q ctest build/steps
sh -eux build/steps >build/log 2>&1 || {
    tail -50 build/log
    exit 1
}
# The page must copy every file of the template.
name=$(sed -n 's/^NAME=//p' build/steps)
for file in $(cd "$here/games/template" && git ls-files -co --exclude-standard | grep -v '^tests/golden/'); do
    test -f "games/$name/$file" || {
        echo "docs/develop/adding-a-game.md does not copy $file"
        exit 1
    }
done
tail -5 build/log

{
    rm -r "games/$(ls games | grep -vx -e template -e "$name" | head -1)"
    cmake --build --preset default --target cornet golden test_rules test_match
    ctest --test-dir build/default --output-on-failure --no-tests=error -R '^(rules|match|golden|layers)$'
} >build/log 2>&1 || {
    tail -50 build/log
    exit 1
}
grep 'no test' build/log
