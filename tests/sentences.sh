#!/bin/sh
# The terminal tells a listener the same sentences as the browser announces, for all lines of the games' records.
set -eu
build=$2
files=$(ls games/*/tests/rules/*.cornet games/*/lesson.cornet games/*/tests/screens/*.cornet | grep -v '/template/')
# shellcheck disable=SC2086 # many files
"$build/tests/sentences" "$build/locale/fr/LC_MESSAGES/cornet.mo" $files >"$build/tests/sentences.json"
node tests/sentences.mjs "$build/web" <"$build/tests/sentences.json"
