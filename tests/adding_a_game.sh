#!/bin/sh
# Follows docs/adding-a-game.md to the letter, in a copy of the tree: every block of shell in it is
# run, and the last of them builds and tests the new game.
set -eu
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git ls-files -co --exclude-standard | tar -cf - -T - | tar -xf - -C "$work"
cd "$work"
awk '/^```sh$/ { inside = 1; next } /^```$/ { inside = 0 } inside' docs/adding-a-game.md >steps
grep -q ctest steps
sh -eux steps >log 2>&1 || {
    tail -50 log
    exit 1
}
build/default/cornet sim "$(sed -n 's/^NAME=//p' steps)" --games 100 --agents random,random >/dev/null
tail -5 log
