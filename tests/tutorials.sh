#!/bin/sh
# Follows the tutorials as a beginner would: saves the files that they show and runs every command ("$ …"), in one folder per page, with the
# program of this build first in the PATH.
set -u
. tests/lib.sh
PATH=$(cd "$(dirname "$cornet")" && pwd):$PATH
CPATH=$PWD/include # as if the headers were installed
export PATH CPATH
for page in "$PWD"/docs/develop/tutorials/*.md; do
    folder=$work/$(basename "$page" .md)
    mkdir "$folder"
    /usr/bin/python3 - "$page" "$folder" <<'END'
import os, re, sys

page, folder = sys.argv[1:]
name, block, commands = None, None, []
for line in open(page, encoding="utf-8"):
    saved = re.search(r"[Ss]ave this as `([^`]+)`", line)
    if saved:
        name = saved.group(1)
    if line.startswith("```"):
        if block is not None and name and kind != "console":
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write("".join(block))
            name = None
        block, kind = ([], line[3:].strip()) if block is None else (None, None)
    elif block is not None:
        block.append(line)
        if kind == "console" and line.startswith("$ "):
            commands.append(line[2:])
if name or not commands:
    sys.exit(f"{page}: {name or 'no command'}")
with open(os.path.join(folder, "commands"), "w", encoding="utf-8") as file:
    file.writelines(commands)
END
    expect "$(basename "$page") can be read" [ $? -eq 0 ]
    while IFS= read -r command <&3; do
        run() { (cd "$folder" && sh -c "$command") >"$work/out" 2>&1 </dev/null; }
        expect "$(basename "$page"): $command" run
        expect "nobody forfeits: $command" lacks 'forfeit'
    done 3<"$folder/commands"
done
expect 'a game of Pig' grep -q '^[12] hold$' "$work/first-game/games/000000001.cornet"
expect 'a first game of data' [ "$(wc -l <"$work/first-experiment/first.csv")" = 2001 ]
expect 'a page of histograms' grep -q '<svg' "$work/first-experiment/games.html"
finish
