#!/bin/sh
# The layers of docs/architecture.md: a file includes from its own layer and those above it in the
# list, never from one below; and no file knows a game by name but that game's own and the lists.
set -eu
layers='base words games solve agents match store server apps'
lists='games/list.c agents/list.c agents/levels.c apps/views/view.c apps/views/view.h include/cornet/cornet.h'
games=$(sed -n 's/^ *\.id = "\(.*\)",/\1/p' games/*.c)

git rev-parse --git-dir >/dev/null # its list of files is what is read
# One reading of all files: names in comments (a line that starts with '*' or holds '/* ') are fine.
git ls-files -co --exclude-standard '*.c' '*.h' | grep -v '^tests/\|^bench/\|^docs/' |
    xargs awk -v layers="$layers" -v lists="$lists" -v games="$(echo $games)" '
function top(path) { sub("/.*", "", path); return path }
BEGIN {
    count = split(layers, layer, " ")
    for (i = 1; i <= count; i++) rank[layer[i]] = i
    count = split(lists, list, " ")
    for (i = 1; i <= count; i++) listed[list[i]] = 1
    names = split(games, game, " ")
}
FNR == 1 {
    own = rank[top(FILENAME)]
    for (i = 1; i <= names; i++) foreign[i] = !index(FILENAME, game[i]) && !(FILENAME in listed)
}
/^#include "/ && own {
    split($0, part, "\"")
    of = rank[top(part[2])]
    if (!of || of > own) {
        print FILENAME " includes " part[2] ", which is below " layer[own] "/"
        wrong = 1
    }
}
!/^ *\/?\*/ && !/\/\* / {
    for (i = 1; i <= names; i++) {
        if (foreign[i] && index($0, game[i]) && $0 ~ ("(^|[^A-Za-z0-9_])" game[i])) {
            print FNR ":" $0
            print FILENAME " knows " game[i] " by name"
            wrong = 1
        }
    }
}
END { exit wrong }'
