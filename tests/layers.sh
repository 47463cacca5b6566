#!/bin/sh
# The layers of docs/architecture.md: a file includes from its own layer and those above it in the
# list, never from one below; no file knows a game by name but that game's own (its name is in the
# file's name) and games.cmake; and no other file knows a game's move lines, words or numbers.
set -eu
layers='base words games solve agents match table store server apps'
lists='include/cornet/cornet.h'
status=0

allowed=embedded # headers that cmake/embed.cmake makes of data/
for layer in $layers; do
    allowed="$allowed $layer"
    for file in $(git ls-files -co --exclude-standard "$layer/*.c" "$layer/*.h"); do
        for included in $(sed -n 's|^#include "\([^"]*\)".*|\1|p' "$file"); do
            case " $allowed " in
            *" ${included%%/*} "*) ;;
            *)
                echo "$file includes $included, which is below $layer/"
                status=1
                ;;
            esac
        done
    done
done

for game in $(sed -n 's/^ *\.id = "\(.*\)",/\1/p' games/*.c); do
    for file in $(git ls-files -co --exclude-standard '*.c' '*.h' | grep -v '^tests/\|^bench/\|^docs/'); do
        case "$file" in *"$game"*) continue ;; esac
        case " $lists " in *" $file "*) continue ;; esac
        if grep -n "\b$game" "$file" | grep -v '^[0-9]*: *\(/\?\*\|.*/\* \)'; then
            echo "$file knows $game by name"
            status=1
        fi
    done
done

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
program=$(general 'apps/*.[ch]' 'server/*.[ch]' 'table/*.[ch]' 'match/*.[ch]' 'store/*.[ch]')
line_in_c="\"([*1-9]|%d|%u) ($verbs)\\b"
line_in_js="['\`](([*1-9]|\\$\\{[^}]*\\}) ($verbs)\\b| ($verbs) ?['\`])"
# shellcheck disable=SC2046,SC2086 # lists of files
{
    refuse 'a general file of the browser knows a game by name' \
        "(^|[^-a-z])($games)([^-a-z]|\$)" $browser $(general 'web/*.css' 'web/*.html')
    refuse 'a general file of the browser knows move lines of a game' "$line_in_js" $browser
    refuse 'a general file knows move lines of a game' "$line_in_c" $program
    refuse 'a general file knows words of a game' "[\"'\`]($words)[\"'\`]" $browser $program
    # A table is pure: no sockets, threads, files, JSON library, event loop or clock.
    refuse 'table/ includes what it must do without' \
        '#include <(ev|jansson|pthread|time|unistd|fcntl|sys/|libwebsockets|sqlite)' table/*.[ch]
    refuse 'table/ opens files or reads a clock' '\b(fopen|open|clock_gettime|time)\(' table/*.[ch]
    # What a card costs, the state says.
    refuse 'a board has numbers of the rules, which the state must say' \
        "\\b($words|$verbs)'?: *[0-9]" $(git ls-files -co --exclude-standard 'web/board_*.js')
}
exit $status
