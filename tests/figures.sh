#!/bin/sh
# tools/strength_figures.py: every table of figures in the documents is marked. A few games write tables into a copy of the documents.
# Finished games are not repeated. Each error is one sentence.
set -u
. tests/lib.sh
docs="$work/docs"
mkdir -p "$docs/measurements"
cp docs/measurements/bots.md docs/measurements/wazabi.md docs/measurements/debacle.md "$docs/measurements"
figures() { # figures EXIT-CODE ARGUMENTS...
    code=$1
    shift
    timeout $patience python3 -B tools/strength_figures.py "$cornet" --docs "$docs" --cache "$work/figures" "$@" >"$work/out" 2>&1
    [ $? -eq "$code" ]
}
portions() { cat "$work"/figures/*.jsonl | grep -c '^\['; }
row() { sed -n '/<!-- figures: '"$1"' -->/,/<!-- end of figures -->/p' "$docs/measurements/bots.md" | grep -F -- "$2"; }

expect 'every table of figures is marked' figures 0 --check
expect 'and nothing is said' test ! -s "$work/out"

tiny='--games 0.001 --threads 2 --only themots-people,worth'
expect 'some tables with a few games' figures 0 $tiny
expect 'are whole' has 'themots-people: whole'
expect 'a share with its interval and its games' grep -qE '^\| `easy:recall=10` \| [0-9.]+ \([0-9.]+ to [0-9.]+\) % of 4 \|$' "$docs/measurements/bots.md"
expect 'another table' grep -qE '^\| Easy Come, `greedy` and `perfect` \| [0-9.]+ \|$' "$docs/measurements/bots.md"
expect 'the rest is as it was' cmp -s docs/measurements/debacle.md "$docs/measurements/debacle.md"
sed '/<!-- figures: /,/<!-- end of figures -->/d' docs/measurements/bots.md >"$work/a"
sed '/<!-- figures: /,/<!-- end of figures -->/d' "$docs/measurements/bots.md" >"$work/b"
expect 'and so is the text' cmp "$work/a" "$work/b"

# An interrupted run whose last line is half written: only the missing portions are played, and the table is the same.
first=$(row themots-people easy:recall=10)
count=$(portions)
kept=$(ls "$work"/figures/*.jsonl)
expect 'finished portions are kept' test "$count" -ge 10
head -n 3 "$kept" >"$work/some"
printf '["arena themots --ag' | cat "$work/some" - >"$kept"
before=$(portions)
expect 'it continues where it was stopped' figures 0 $tiny
expect 'and says so' has 'were there already'
expect 'with the missing portions' test "$(portions)" -gt "$before"
expect 'the same table' test "$(row themots-people easy:recall=10)" = "$first"
played=$(portions)
expect 'once more' figures 0 $tiny
expect 'plays nothing' test "$(portions)" -eq "$played"
expect 'time that is out at once' figures 0 --only budgets --minutes 0.0001
expect 'leaves the table as it is' has 'budgets: left as it is'
expect 'indeed' cmp -s docs/measurements/debacle.md "$docs/measurements/debacle.md"

# Figures that do not come from an arena.
expect 'how rounds end, and who adapts' python3 -B -c '
import sys
sys.path.insert(0, "tools")
import strength_figures as figures
program = figures.Program(sys.argv[1])
ends = figures.play_rounds(program, ["engine:nodes=30", "target=1", "setup=random"], 6, 1)
assert figures.rounds_of(ends) == sum(ends["turns"]) >= 6 and 0 <= ends["first"] <= sum(ends["turns"]), ends
ends = figures.play_rounds(program, ["engine:nodes=30", "target=1", "setup=FEDCBA/....../....../....../....../123456 r 2 0/0 - - 0/0 - -"], 1, 1)
assert figures.rounds_of(ends) >= 1, ends
ends = figures.play_rounds(program, ["engine:nodes=30", "target=1", "form=tournament"], 6, 1)
assert ends["captures"] >= 5 and ends["quiet"] == 0, ends
for players in "2", "3":
    person = figures.play_adaptive(program, ["themots", "novice", players], 12, 1)
    assert person["games"] == 10 and 0 <= person["won"] <= 10, person' "$cornet"

# Errors.
expect 'no such table' figures 1 --only nothing
expect 'the names there are' has "no table 'nothing'; there are: parts,"
expect 'no threads' figures 1 --threads 0
printf '\n| a | b |\n|---|---|\n| x | 12.5 |\n' >>"$docs/measurements/bots.md"
expect 'a table without a mark' figures 1 --check
expect 'is named' has "measurements/bots.md: the table '| a | b |' holds figures and has no mark"
sed -i 's/<!-- figures: times -->/<!-- figures: tines -->/' "$docs/measurements/bots.md"
expect 'a mark that nobody makes' figures 1 --check
expect 'is named too' has "makes no table 'tines'"
expect 'and the one that is missing' has "'times' stands there 0 times"
cp docs/measurements/bots.md "$docs/measurements"
printf '#!/bin/sh\necho "cannot play today" >&2\nexit 1\n' >"$work/fake"
chmod +x "$work/fake"
cornet="$work/fake"
expect 'a program that fails' figures 1 --only themots-people
expect 'says why' has 'cannot play today'
expect 'in a sentence' lacks 'Traceback'
expect 'and nothing is written' cmp docs/measurements/bots.md "$docs/measurements/bots.md"
finish
