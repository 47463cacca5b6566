#!/bin/sh
# cornet daily and cornet picture; the lists of challenges are proved again, and the commitments are those that were published.
set -u
. tests/lib.sh
tools=$2/tools

run() { # run EXIT-CODE ARGUMENTS...
    code=$1
    shift
    timeout "$patience" "$cornet" "$@" >"$work/out" 2>&1 <"$work/in"
    [ $? -eq "$code" ]
}
: >"$work/in"
proved() { timeout "$patience" "$tools/$1" prove <"$2" >"$work/out" 2>&1; }
commitments() { "$cornet" daily --date 2026-11-01 --commitments 399 --lang en | cmp - docs/play/daily-commitments.txt; }
size() { [ "$(cat games/*/data/*-daily.txt docs/play/daily-commitments.txt | wc -c)" -lt 2000000 ]; }
same() { grep -v ^date "$1" >"$work/a"; grep -v ^date "$2" >"$work/b"; cmp -s "$work/a" "$work/b"; }

expect 'every position has exactly one winning turn' proved puzzles games/debacle/data/debacle-daily.txt
expect 'and there are more than 395' test "$(wc -l <games/debacle/data/debacle-daily.txt)" -ge 395
expect 'every throw has enough answers' proved words_daily games/themots/data/themots-daily.txt
sed '5s/: .*/: a1-a2 end/' games/debacle/data/debacle-daily.txt >"$work/forged"
unproved() { ! proved "$@"; }
expect 'a wrong solution is noticed' unproved puzzles "$work/forged"
expect 'the commitments are the published ones' commitments
expect 'all of it is small' size
expect 'the list of a day' run 0 daily --date 2026-11-20 --lang en
expect 'nothing was played' has 'not played yet'
expect 'an impossible date' run 2 daily --date 2026-11-31 --lang en
expect 'one sentence says what is accepted' has 'YYYY-MM-DD'

# A position: a wrong turn, then the right one.
printf 'z9\na3-a4\nend\na3-b3\nb3xc3\n' >"$work/in"
expect 'a position' run 0 daily debacle --date 2026-11-02 --lang en
expect 'the second attempt finds it' has 'found at attempt 2'
expect 'it is over' run 0 daily debacle --date 2026-11-02 --lang en
expect 'the first attempt counts' has 'The first attempt counts'
printf 'abandonner\n' >"$work/in"
expect 'to give up, in French' run 0 daily debacle --date 2026-11-01 --lang fr
expect 'shows the turn' has 'Le tour gagnant'

# Words, without a terminal: the input ends before the minute.
printf '\ngrive\ngrives\nmerle\ngeai\n' >"$work/in"
expect 'words' run 0 daily themots --date 2026-11-20 --lang en
expect 'a family counts once' has '4 tokens, words: 2'

# A whole game twice: the same actions get the same dice.
yes 1 2>/dev/null | head -2000 >"$work/in"
day=$work/data/cornet/daily-2026-11-20-easycome
expect 'a game with the dice of the day' run 0 daily easycome --date 2026-11-20 --plain --fast --lang en
expect 'what the choices cost' has 'best play: 0'
expect 'again' run 0 daily easycome --date 2026-11-20 --plain --fast --again --lang en
expect 'the same dice and the same moves of the bot' same "$day.cornet" "$day-again.cornet"
expect 'cornet verify' run 0 verify "$day.cornet" --lang en
expect 'knows the day' has 'the challenge of 2026-11-20'
sed 's/daily-2026-11-20/daily-2026-11-21/' "$day.cornet" >"$work/forged.cornet"
expect 'the dice of another day' run 1 verify "$work/forged.cornet" --lang en
expect 'a day in the list' run 0 daily --date 2026-11-20 --lang en
expect 'has its result' has '4 tokens'

printf 'hint\n' >"$work/in"
expect 'a challenge' run 0 daily easycome --date 2026-11-22 --plain --lang en
expect 'has no hints' has 'the challenge of the day has no hints'

# Pictures.
kind() { head -c 8 "$1" | od -An -c | tr -d ' ' | grep -qF "$2"; }
well() { python3 -c 'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' "$1"; }
for game in easycome wazabi debacle themots; do
    expect "a position of $game" run 0 picture games/$game/tests/screens/$game.cornet --svg "$work/$game.svg"
    expect 'is XML' well "$work/$game.svg"
    expect 'the challenge' run 0 picture --daily $game --date 2026-11-05 --svg "$work/$game.svg"
    expect 'is XML' well "$work/$game.svg"
done
# The theme of that day, in both languages, is not in its picture.
hides() { ! grep -qF "$1" "$work/themots.svg"; }
theme=$(sed -n 5p games/themots/data/themots-daily.txt)
expect 'the picture hides the theme' hides "${theme%% *}"
letters=${theme#* }
expect 'and the letters' test "$(grep -c '>?</text>' "$work/themots.svg")" -eq "$(printf %s "${letters%% *}" | wc -c)"
expect 'a curve' run 0 picture "$day.cornet" --curve --svg "$work/curve.svg"
expect 'is XML' well "$work/curve.svg"
expect 'a replay' run 0 picture "$day.cornet" --replay --svg "$work/replay.svg"
expect 'is XML' well "$work/replay.svg"
expect 'with a frame for each line and the start' test "$(grep -c 'class="frame"' "$work/replay.svg")" -eq "$(($(grep -c '^[*1-9]' "$day.cornet") + 1))"
expect 'a replay is no PNG' run 2 picture "$day.cornet" --replay --png "$work/x.png"
if "$cornet" picture "$day.cornet" --png "$work/game.png" --lang en >"$work/out" 2>&1; then
    expect 'a PNG' kind "$work/game.png" PNG
else
    expect 'a build without librsvg says so' has 'without librsvg'
fi
expect 'no such file' run 1 picture "$work/none.cornet"
finish
