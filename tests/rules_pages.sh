#!/bin/sh
# games/NAME/rules.md: the commands print the same figures, the script draws the same pictures, and each picture is shown. Both languages
# have the same contents in the same order. Details for programmers are in their own chapter.
set -eu
cornet=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_DATA_HOME="$work/data" XDG_CACHE_HOME="$work/cache" LC_ALL=C.UTF-8
unset LANGUAGE
status=0
python3 tools/rules_figures.py "$cornet" --check || status=1
node tools/rules_pictures.mjs --check "$2/web" || status=1

# outline LANGUAGE PAGE: the elements of that language's part, one per line.
outline() {
    awk -v part="## $1" '
        /^## / { inside = $0 == part; next }
        !inside { next }
        /^### / { print "heading" }
        /^- / { print "item" }
        /^[0-9]+\. / { print "number" }
        /^\|/ { print "row of " gsub(/\|/, "|") }
        {
            while (match($0, /!\[[^]]*\]\([^)]*\)/)) {
                picture = substr($0, RSTART, RLENGTH)
                sub(/.*\(/, "", picture)
                print "picture " picture
                $0 = substr($0, RSTART + RLENGTH)
            }
        }' "$2"
}

for page in games/*/rules.md; do
    outline Français "$page" >"$work/fr"
    outline English "$page" >"$work/en"
    if ! diff "$work/fr" "$work/en" >"$work/out"; then
        echo "$page: French (<) and English (>) differ in their outline"
        cat "$work/out"
        status=1
    fi
    if sed -n '/^## Français/,/^## Notation/p' "$page" | grep -nE '`|\b[a-z]+=[a-z0-9]'; then
        echo "$page: notation in a part for players"
        status=1
    fi
    if grep -nE '!\[\]' "$page"; then
        echo "$page: a picture without words"
        status=1
    fi
done
grep -oE 'pictures/[A-Za-z0-9-]+\.svg' games/*/rules.md | sed 's|rules.md:||' | LC_ALL=C sort -u >"$work/named"
ls games/*/pictures/*.svg | LC_ALL=C sort -u >"$work/there"
if ! diff "$work/named" "$work/there"; then
    echo 'pictures that pages name (<) and that there are (>)'
    status=1
fi
exit $status
