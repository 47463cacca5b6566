#!/bin/sh
# Follows docs/adding-a-game.md to the letter, in a copy of the tree: every block of shell in it is
# run, and the last of them builds and tests the new game. Objects that would come out the same are
# taken from this build, and the simulator plays the new game only: the others are as they were.
set -eu
build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/tree" "$work/deps"
git ls-files -co --exclude-standard | tar --format=pax -cf - -T - | tar -xf - -C "$work/tree"

export REUSE_FROM="$PWD" REUSE_TO="$work/tree" REUSE_BUILD="$build" REUSE_LISTS="$work"
ninja -C "$build" -t commands | tr -d '\\' >"$work/commands"
ninja -C "$build" -t deps | awk -v from="$REUSE_FROM/" -v to="$REUSE_TO/" -v folder="$work/deps/" '
/^[^ ]/ { object = $1; sub(":$", "", object); gsub("/", "_", object) }
/^ / { sub("^ *", ""); if (index($0, from) == 1) $0 = to substr($0, length(from) + 1); print >(folder object) }
/^$/ { close(folder object) }'
export CMAKE_C_COMPILER_LAUNCHER="$work/tree/tests/reuse_objects.sh"

cd "$work/tree"
git init -q . # the layer test asks git for the files
awk '/^```sh$/ { inside = 1; next } /^```$/ { inside = 0 } inside' docs/adding-a-game.md >steps
grep -q ctest steps
name=$(sed -n 's/^NAME=//p' steps)
export CORNET_ONLY="$name"
sh -eux steps >log 2>&1 || {
    tail -50 log
    exit 1
}
build/default/cornet sim "$name" --games 100 --agents random,random >/dev/null
tail -5 log
