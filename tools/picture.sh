#!/bin/sh
# Draws docs/picture.svg: a position of a real game in the terminal, with colours.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/game" <<'RECORD'
cornet 1
game easycome
players 3
option first=1
seat 1 Anne
seat 2 Bruno
seat 3 bot:greedy
---
* roll 0025
1 take 7
* roll 1234
2 take suite
* roll 0355
3 take 13
* roll 0003
1 take 3-
* roll 0145
2 stop
* roll 2222
3 take carre
* roll 0145
1 stop
* roll 0145
2 stop
* roll 4455
3 take paires
* roll 0335
1 keep 33
* roll 33
RECORD
echo quit >"$work/typed"
LC_ALL=C.UTF-8 TERM=xterm script -qec "stty rows 50 cols 80; build/default/cornet play --plain $work/game \
    --lang en <$work/typed" /dev/null >"$work/raw"
tr -d '\r' <"$work/raw" | sed 's/> quit$/> take carre/; /The game is saved/d' | awk '
BEGIN {
    split("1;36 #4fd6d6 1;35 #d78ce8 1;34 #7aa6ff 1;31 #ff7b72 1;32 #7ee787 1;33 #f2cc60 1 #ffffff 2 #8b949e 0 #d0d7de", pair, " ")
    for (i = 1; i in pair; i += 2) colour[pair[i]] = pair[i + 1]
    now = colour["0"]
}
{
    line = ""
    rest = $0
    gsub(/&/, "\\&amp;", rest); gsub(/</, "\\&lt;", rest); gsub(/>/, "\\&gt;", rest); gsub(/ /, "\\&#160;", rest)
    while (match(rest, /\033\[[0-9;]*m/)) {
        if (RSTART > 1) line = line "<tspan fill=\"" now "\">" substr(rest, 1, RSTART - 1) "</tspan>"
        code = substr(rest, RSTART + 2, RLENGTH - 3)
        now = colour[code]
        rest = substr(rest, RSTART + RLENGTH)
    }
    if (rest != "") line = line "<tspan fill=\"" now "\">" rest "</tspan>"
    text[++count] = line
}
END {
    high = count * 18 + 30
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 %d\" role=\"img\" aria-label=\"A game of Easy Come Easy Go in the terminal\">\n", high
    printf "<rect width=\"720\" height=\"%d\" rx=\"8\" fill=\"#161b22\"/>\n", high
    print "<g font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"14\">"
    for (i = 1; i <= count; i++)
        if (text[i] != "") printf "<text x=\"12\" y=\"%d\">%s</text>\n", i * 18 + 12, text[i]
    print "</g>\n</svg>"
}' >docs/picture.svg
