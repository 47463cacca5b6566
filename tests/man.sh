#!/bin/sh
# The man pages render without a warning, and describe every command and option in the words of --help, and no other option. The commands of README.md exist, with their options.
set -eu
cornet=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for command in $("$cornet" help commands --lang en | sed -n 's/^  cornet \([a-z]*\).*/\1/p' | sort -u); do
    echo "cornet $command"
    "$cornet" "$command" --help --lang en | grep -oE -- '--[a-z]+(-[a-z]+)*' | sort -u
done >"$work/words"
printf '%s\n' 'cornet help' 'cornet help commands' >>"$work/words"
[ "$(wc -l <"$work/words")" -gt 20 ]

status=0
/usr/bin/python3 tests/help.py "$cornet" || status=1
grep -E '^    cornet [a-z]|`cornet [a-z]+ [^`]*`' README.md | grep -oE 'cornet [a-z]+[^`]*' | while read -r _ command rest; do
    "$cornet" "$command" --help --lang en >"$work/help" 2>&1 || { echo "README.md: cornet $command"; exit 1; }
    for option in $(echo " $rest" | grep -oE -- ' --[a-z]+(-[a-z]+)*'); do
        [ "$option" = --load ] || [ "$option" = --lang ] || grep -qwF -- "$option" "$work/help" ||
            { echo "README.md: cornet $command $option"; exit 1; }
    done
done || status=1
for page in packaging/man/cornet.1 packaging/man/fr/cornet.1; do
    warnings=$(MANWIDTH=80 LC_ALL=C.UTF-8 man --warnings=w -E UTF-8 -l "$page" 2>&1 >/dev/null)
    if [ -n "$warnings" ]; then
        echo "$page: $warnings"
        status=1
    fi
    MANWIDTH=200 LC_ALL=C.UTF-8 man -E UTF-8 -l "$page" >"$work/page" 2>/dev/null
    while read -r word; do
        if ! grep -qF -- "$word" "$work/page"; then
            echo "$page does not mention $word"
            status=1
        fi
    done <"$work/words"
done

/usr/bin/python3 tools/man_options.py "$cornet" --check || status=1
exit $status
