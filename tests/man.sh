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

# Every option with its description as --help prints it; and no option that --help does not have.
/usr/bin/python3 - "$cornet" "$work/words" <<'P' || status=1
import os, re, subprocess, sys
cornet, words = sys.argv[1:]
known = set(open(words).read().split()) | {"--lang", "--load", "--help", "--version"}
wrong = 0


def plain(text):
    return re.sub(r"\s+", " ", text.replace("\u2010", "-").replace("\u2212", "-")).lower()


for lang, page in (("en", "packaging/man/cornet.1"), ("fr", "packaging/man/fr/cornet.1")):
    shown = subprocess.run(["man", "-E", "UTF-8", "-l", page], capture_output=True, text=True, check=True,
                           env={**os.environ, "MANWIDTH": "4000", "LC_ALL": "C.UTF-8"}).stdout
    text = plain(re.sub("\u2010\n *", "", shown))
    for command in sorted(word for word in known if not word.startswith("-") and word not in ("cornet", "help", "commands")):
        lines = subprocess.run([cornet, command, "--help", "--lang", lang], capture_output=True, text=True, check=True).stdout.split("\n")
        options = []
        for line in lines[2:]:
            begun = re.match(r"  (--\S.*?)\s{2,}(\S.*)$", line)
            if begun:
                options.append(begun.group(2))
            elif options and line.startswith("      "):
                options[-1] += " " + line.strip()
            elif not line.startswith("  ") and options:
                break
        for said in options:
            if plain(said) not in text:
                print(f"{page} lacks the words of cornet {command}: {said}")
                wrong = 1
    for option in sorted(set(re.findall(r"(?<![\w-])--[a-z]+(?:-[a-z]+)*", text)) - known):
        print(f"{page} has {option}, which no command has")
        wrong = 1
sys.exit(wrong)
P
exit $status
