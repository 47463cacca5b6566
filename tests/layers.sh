#!/bin/sh
# The layers of docs/architecture.md: a file includes from its own layer and those above it in the
# list, never from one below; no file knows a game by name but that game's own (its name is in the
# file's name) and games.cmake; and no other file knows a game's move lines, words or numbers.
set -eu
layers='base words games solve agents match plugins library train table lobby wasm store server apps'
games=$(sed -n 's/^ *\.id = "\(.*\)",/\1/p' games/*.c)

status=0
git rev-parse --git-dir >/dev/null # its list of files is what is read
# One reading of all files: names in comments (a line that starts with '*' or holds '/* ') are fine.
git ls-files -co --exclude-standard '*.c' '*.h' | grep -v '^tests/\|^tools/bench/\|^docs/' |
    xargs awk -v layers="$layers" -v games="$(echo $games)" '
function top(path) { sub("/.*", "", path); return path }
BEGIN {
    count = split(layers, layer, " ")
    for (i = 1; i <= count; i++) rank[layer[i]] = i
    names = split(games, game, " ")
}
FNR == 1 {
    own = rank[top(FILENAME)]
    for (i = 1; i <= names; i++) foreign[i] = !index(FILENAME, game[i])
}
/^#include "/ && own {
    split($0, part, "\"")
    of = rank[top(part[2])]
    if (top(part[2]) == "embedded") next # headers that cmake/embed.cmake makes of data/
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
END { exit wrong }' || status=1

# ---- rules do not leak ----

# refuse WHY PATTERN FILES...: prints what grep finds, if anything, and why it is wrong.
refuse() {
    why=$1 pattern=$2
    shift 2
    if grep -nE "$pattern" "$@"; then
        echo "$why"
        status=1
    fi
}

games=$(sed -n 's/^game(\([a-z]*\)$/\1/p' games.cmake | paste -sd'|')
general() { git ls-files -co --exclude-standard "$@" | grep -vE "$games"; }
lines=$(cat tests/rules/*/*.cornet | sed -n 's/^[*1-9] //p')
# The first words of move lines; and those after them, without free speech and what everybody says.
verbs=$(echo "$lines" | sed -n 's/^\([a-z]\{2,\}\).*/\1/p' | sort -u | paste -sd'|')
words=$(echo "$lines" | grep -v '^say ' | cut -s -d' ' -f2- | tr ' ' '\n' | grep -E '^[a-z][a-z0-9-]+$' |
    grep -vxE 'initial|left|letter|no|right|root|same|theme|unknown|yes' | sort -u | paste -sd'|')

browser=$(general 'web/*.js')
program=$(general 'src/cli/*.[ch]' 'src/server/*.[ch]' 'src/protocol/*.[ch]' 'src/wasm/*.[ch]' 'src/table/*.[ch]' 'src/match/*.[ch]' 'src/store/*.[ch]')
line_in_c="\"([*1-9]|%d|%u) ($verbs)\\b"
line_in_js="['\`](([*1-9]|\\$\\{[^}]*\\}) ($verbs)\\b| ($verbs) ?['\`])"
# shellcheck disable=SC2046,SC2086 # lists of files
{
    refuse 'a general file of the browser knows a game by name' \
        "(^|[^-a-z])($games)([^-a-z]|\$)" $browser $(general 'web/*.css' 'web/*.html')
    refuse 'a general file of the browser knows move lines of a game' "$line_in_js" $browser
    refuse 'a general file knows move lines of a game' "$line_in_c" $program
    refuse 'a general file knows words of a game' "[\"'\`]($words)[\"'\`]" $browser $program
    # A table is pure, and so is the lobby: no sockets, threads, files, JSON library, event loop or clock.
    refuse 'src/table/ or src/protocol/ includes what it must do without' \
        '#include <(ev|jansson|pthread|time|unistd|fcntl|sys/|http_parser|wslay|openssl|sqlite)' src/table/*.[ch] src/protocol/*.[ch]
    refuse 'src/table/ or src/protocol/ opens files or reads a clock' '\b(fopen|open|clock_gettime|time)\(' src/table/*.[ch] src/protocol/*.[ch]
    # What a guard may have to free, it must know of (src/base/memory.h).
    refuse 'a layer of the library frees without memory_free' '(^|[^_a-z])(free|malloc|calloc|realloc|strdup)\(' \
        $(git ls-files -co --exclude-standard 'games/themots/*.c' 'games/*.c' 'games/easycome/solve/*.c' 'src/agents/*.c' 'src/match/*.c')
    # libcornet is for other programs.
    refuse 'the library is used within the tree' '#include ("src/api/|<cornet/)' \
        $(git ls-files -co --exclude-standard '*.[ch]' | grep -vE '^(library|plugins|include|bench|tests|docs|examples|packages)/')
    # The server and what runs in a browser stand beside each other.
    refuse 'what is for browsers is used elsewhere' '#include "src/wasm/' $(general 'src/cli/*.[ch]' 'src/server/*.[ch]' 'src/store/*.[ch]')
    # What a card costs, the state says.
    refuse 'a board has numbers of the rules, which the state must say' \
        "\\b($words|$verbs)'?: *[0-9]" $(git ls-files -co --exclude-standard 'web/board_*.js')
}
exit $status
