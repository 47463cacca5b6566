#!/bin/sh
# The layers of docs/architecture.md: a file includes from its own layer and those above it in the
# list, never from one below; and no file knows a game by name but that game's own and the lists.
set -eu
layers='base words games solve agents match table store server apps'
lists='games/list.c agents/list.c agents/levels.c apps/views/view.c apps/views/view.h include/cornet/cornet.h'
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
exit $status
