#!/bin/sh
# cornet solve, cornet analyse and hints on the command line.
set -u
. tests/lib.sh
export XDG_CACHE_HOME="$work/cache"

run() { # run EXIT-CODE ARGUMENTS...: standard output and errors together
    code=$1
    shift
    timeout $patience "$cornet" "$@" >"$work/out" 2>&1 </dev/null
    [ $? -eq "$code" ]
}
wide() { cp "$work/out" "$work/lines" && too_wide && [ ! -s "$work/out" ]; }

# The game of two players is solved quickly, stored, and read again.
table="$work/cache/cornet/easycome-2-2.table"
expect 'solve prints the keys' run 0 solve easycome --players 2 --json
expect 'in their order' grep -qE '^\{"players":2,"hold":2,"value":\[0\.5237717892[0-9]*,0\.4762282107[0-9]*\],"states":[0-9]+,"sweeps":[0-9]+,"residual":[0-9.e-]+,"regret":[0-9.e-]+,"gain":[0-9.e-]+,"noise":0,"seconds":[0-9.e-]+,"threads":[0-9]+,"file":".*"\}$' "$work/out"
expect 'the table is kept' test -s "$table"
before=$(stat -c %Y%i "$table")
expect 'describe' run 0 solve easycome --describe
expect 'says who is favoured' has 'seat 1   52.377179 %'
expect 'each prize alone' has 'carre            7.800 %'
expect 'and the best first keeps' has '0001  keep 000'
expect 'nothing over 80 columns' wide
expect 'the table was only read' test "$before" = "$(stat -c %Y%i "$table")"
run 0 solve easycome --describe --lang fr
expect 'in French' has 'une part égale'
expect 'nothing over 80 columns in French' wide
printf 'xx' | dd of="$table" bs=1 seek=900 conv=notrunc 2>/dev/null
expect 'a damaged table is computed again' run 0 solve easycome
expect 'and one sentence says so' has 'is computed again: it is damaged'
expect 'the next run finds it intact' run 0 solve easycome
expect 'and does not mention it' lacks 'computed again'
echo foreign >"$table"
run 0 solve easycome
expect 'a foreign file is refused' has 'it is not a solution of this game'
echo precious >"$work/letter.txt"
expect 'a file that is no table is left alone' run 1 solve easycome --file "$work/letter.txt"
expect 'with a sentence' has 'is not a table: name another file'
expect 'as it was' grep -qx precious "$work/letter.txt"
expect 'another file' run 0 solve easycome --file "$work/mine.table"
expect 'exists' test -s "$work/mine.table"
expect 'where nothing can be written it solves all the same' run 0 solve easycome --file "$work/mine.table/x.table"
expect 'and says so' has "cannot write $work/mine.table/x.table"
expect 'another game cannot be solved' run 2 solve template
expect 'no game' run 2 solve
expect 'too many players' run 2 solve easycome --players 5
expect 'hold=3 is for four' run 2 solve easycome --option hold=3
expect 'JSON or words' run 2 solve easycome --json --describe
expect 'two are exact' run 2 solve easycome --noise 5
expect 'and that is said' has 'solved exactly'
expect 'no noise at all' run 2 solve easycome --players 3 --noise 0

# The bot that plays from the solution.
expect 'perfect plays' run 0 sim easycome --agents perfect,greedy --games 50
expect 'with three players too' run 0 sim easycome --agents perfect,greedy,greedy --games 50
expect 'and with four' run 0 sim easycome --agents perfect,greedy,greedy,greedy --games 5
expect 'and with the other variant for four' run 0 sim easycome --option hold=3 --agents perfect,greedy,greedy,greedy --games 5
expect 'which four have without asking for it' run 0 sim easycome --players 4 --option hold=3 --games 5
expect 'by name' has 'perfect'
for hold in 2 3; do
    expect "four players, hold=$hold" run 0 solve easycome --players 4 --option hold=$hold --json
    expect 'with little to gain' python3 -c 'import json, sys
s = json.load(open(sys.argv[1]))
assert s["hold"] == int(sys.argv[2]) and 0 < s["regret"] < 2e-4 and 0 < s["gain"] < 2e-4, s
assert abs(sum(s["value"]) - 1) < 1e-9 and s["value"] == sorted(s["value"], reverse=True), s' "$work/out" $hold
    rm -f "$work/cache/cornet/easycome-4-$hold.table"
done

# Analysis.
game() { timeout $patience "$cornet" play "$@" --seed 3 >/dev/null 2>&1 </dev/null; }
game easycome --seat bot:greedy --seat bot:random --save "$work/two"
expect 'analyse' run 0 analyse "$work/two"
expect 'the luckiest roll' has 'The luckiest roll: move'
expect 'the costliest mistake' has 'The costliest mistake: move'
expect 'a verdict' has 'poor'
expect 'no line over 80 columns' wide
run 0 analyse "$work/two" --lang fr
expect 'analysis in French' has 'Le lancer le plus chanceux : coup'
expect 'no line over 80 columns in French' wide
expect 'as JSON' run 0 analyse "$work/two" --json
expect 'that is JSON' python3 -c 'import json, sys
a = json.load(open(sys.argv[1]))
for i, s in enumerate(a["seats"]):
    whole = a["start"][i] + s["luck"] - s["cost"] + s["others"]
    assert abs(whole - a["moves"][-1]["chances"][i]) < 1e-9, whole
assert abs(a["seats"][0]["others"] - a["seats"][1]["cost"]) < 1e-9' "$work/out"
LANG=fr_FR.UTF-8 run 0 analyse "$work/two" --html --lang fr
expect 'as a page' has '</html>'
expect 'with the curve' grep -qE "points='[0-9.]+,[0-9.]+ " "$work/out"
expect 'that needs nothing else' lacks 'http'
printf 'cornet 1\ngame easycome\nplayers 2\nseat 1 <b>&"Anne\n---\n' >"$work/mark"
run 0 analyse "$work/mark" --html
expect 'names are only names' has '&lt;b&gt;&amp;&quot;Anne'
expect 'a game that has not begun' run 0 analyse "$work/mark"
game easycome --seat bot:greedy --seat bot:greedy --seat bot:random --save "$work/three"
expect 'three players' run 0 analyse "$work/three"
expect 'with a verdict' has 'The costliest mistake: move'
game easycome --option hold=3 --seat bot:greedy --seat bot:greedy --seat bot:random --seat bot:random --save "$work/four"
expect 'four players' run 0 analyse "$work/four"
expect 'judged too' has 'The costliest mistake: move'
if has_game wazabi; then
    game wazabi --seat bot:greedy --seat bot:random --save "$work/wazabi"
    expect 'estimates' run 0 analyse "$work/wazabi"
    expect 'say where they come from' has 'The numbers are estimated by playing 5 turns ahead'
    expect 'no line over 80 columns there' wide
fi
game template --seat bot:hard --seat bot:easy --save "$work/example"
expect 'the example is judged too' run 0 analyse "$work/example"
expect 'by playing on' has 'playing on with a simple bot'
echo 'nonsense' >"$work/nonsense"
expect 'not a record' run 1 analyse "$work/nonsense"
expect 'with its line' has "$work/nonsense:1: "
expect 'no such file' run 1 analyse "$work/none"
expect 'one form at a time' run 2 analyse "$work/two" --json --html
expect 'one file' run 2 analyse

# Hints: on request or at every decision, and never in games with other people.
table() { timeout $patience "$cornet" play easycome --seed 9 --option first=1 --save "$work/g" "$@" >"$work/out" 2>&1; rm -f "$work/g"; }
printf 'quit\n' | table --seat Anne
expect 'no hints by themselves' lacks 'Your chance of winning'
printf 'hint\nquit\n' | table --seat Anne
expect 'hints when asked for' has 'Your chance of winning after each choice'
printf 'indice\nquit\n' | table --seat Anne --lang fr
expect 'in French too' has 'Votre chance de gagner'
printf 'quit\n' | table --seat Anne --hints
expect 'at every decision' has 'Your chance of winning after each choice'
printf 'hint\nquit\n' | table --seat Anne --seat Bruno --hints
expect 'never with other people' has 'no hints in a game with other people'
expect 'not even one' lacks 'Your chance of winning'
# Ctrl-C during a solve prints a sentence and keeps the part that is solved.
"$cornet" solve easycome --players 3 --anew --file "$work/three.table" >"$work/out" 2>&1 &
child=$!
watched() { [ "$(ls /proc/$child/task | wc -l)" -gt 1 ]; } # once a second thread waits for the signal
await watched
kill -INT $child
wait $child
expect 'it ends on a signal' test $? -eq 130
promised='of the positions solved; run again without --anew to continue from'
promises() { if [ -e "$work/three.table" ]; then has "$promised"; else lacks "$promised" && has 'stopped'; fi; }
expect 'and says how far it is, if its file exists' promises
finish
