#!/bin/sh
# cornet engine: the transcript of docs/develop/engine.md, word for word, and invalid input.
set -eu
. tests/lib.sh
sed -n '/^```transcript/,/^```$/{/^```/d;p}' docs/develop/engine.md >"$work/all"
sed -n 's/^> //p' "$work/all" >"$work/in"
grep -v '^> ' "$work/all" >"$work/expected"
[ "$(wc -l <"$work/in")" -gt 20 ]
LC_ALL=C.UTF-8 "$cornet" --lang en engine <"$work/in" >"$work/out"
diff "$work/expected" "$work/out"

# An invalid line gets an error and changes nothing. The end of the input ends the program.
answer() { # answer EXPECTED INPUT
    printf "$2" | "$cornet" --lang en engine >"$work/out"
    if ! tr '\n' ';' <"$work/out" | grep -qE -- "$1"; then
        echo "sent $2, expected $1, got:"
        cat "$work/out"
        exit 1
    fi
}
[ -z "$("$cornet" engine </dev/null)" ]

# stop: a search that would take minutes answers at once, and later commands work as before.
answer '^ok;best 1 [a-f1-6-]+.*;ok;ok;error no command .wait.*;ok;$' \
    'new debacle\nbest engine:nodes=0\nstop\nwait\nstop\n'
# `stop` cancels hints. Later hints are the same as without it, and `deepen` continues from the last ones.
answer '^ok;best 1 .*;ok;error stopped before the hints were found;ok;hints .*;ok;$' \
    'new debacle\nbest engine:nodes=0\nhints\nstop\nhints\n'
# `stop` cancels a value too, in every game. Later dice are the same as if no value had been requested.
dice=$(printf 'seed 1\nnew easycome\nroll\n' | "$cornet" engine | sed -n 's,^roll . roll ,,p')
for game in easycome wazabi themots debacle; do
    answer "^ok;best 1 .*;ok;ok;ok;error stopped before the value was found;ok;ok;roll [*] roll $dice;ok;ok;value .*;ok;\$" \
        "new debacle\nbest engine:nodes=0\nseed 1\nnew $game\nvalue\nstop\nnew easycome\nroll\nnew $game\nvalue\n"
done
has_answered() { [ "$(grep -c '^ok' "$work/out")" -ge 2 ]; }
: >"$work/out" # drop the earlier answers
{
    printf 'new debacle\nhints\n'
    await has_answered
    printf 'stop\ndeepen\nquit\n'
} | "$cornet" engine >"$work/out"
grep -q '^deepen ' "$work/out"
# The same during a search: the second line is sent when the search has used 0.1 s of CPU time.
mkfifo "$work/lines"
"$cornet" engine <"$work/lines" >"$work/out" &
engine=$!
exec 9>"$work/lines"
is_searching() { [ "$(cut -d ' ' -f 14 /proc/$engine/stat)" -ge 10 ]; } # in units of 10 ms
printf 'new debacle\nbest engine:nodes=0:time=3600000\n' >&9
await is_searching
printf 'stop\nposition\nquit\n' >&9
exec 9>&-
wait $engine
grep -q '^best 1 ' "$work/out"
grep -q '^position ' "$work/out"
answer "^error no game yet: send 'new GAME' or 'record';$" 'legal\n'
answer "^error no game 'chess'; there are: easycome" 'new chess\n'
answer '^error .*players.*;ok;$' 'new easycome 9\nnew easycome 4\n'
answer '^ok;ok;error options must be set before the first move' \
    'new easycome\nplay * roll 0225\noption first=1\n'
answer '^ok;error easycome has no option .setup.' 'new easycome\nposition X\n'
answer '^ok;error option takes name=value' 'new easycome\noption first\n'
answer '^ok;error there is no move to take back;$' 'new easycome\nundo\n'
answer '^ok;error there is nothing to roll or draw now;$' 'new debacle\nroll\n'
answer '^ok;error no agent .nobody. for debacle' 'new debacle\nbest nobody\n'
answer '^ok;error .*view takes a seat from 0' 'new debacle\nview 3\n'
answer '^ok;error .legal.*is too much|^ok;error .* is too much;$' 'new debacle\nlegal 3\n'
answer 'error a command is a line of UTF-8' 'new \001easycome\n'
answer '^error line 0|^error line' 'record\nnonsense\n.\n'
answer '^error line' 'record\ncornet 1\n'
answer '^error line 5: a control character' \
    'record\ncornet 1\ngame easycome\nplayers 2\n---\n* roll 02\00025\n.\n'
answer "^error .now. is too much;ok;$" 'quit now\nnew debacle\nquit\nhello\n'
answer '^ok;error agent engine takes nodes=0..1000000000, not .nodes=10{18}.;ok;$' \
    'new debacle\nbest engine:nodes=1000000000000000000\nseed 1\n'
answer '^ok;best 1 .*;ok;$' 'new debacle\nbest engine:nodes=0:depth=2\n'
# A line or a record that is too long is skipped as a whole.
long() { # long BYTES
    head -c "$1" /dev/zero | tr '\0' a
}
{ long 70000; printf '\nseed 1\nrecord\ncornet 1\n'; long 70000; printf '\n.\nseed 1\n'; } |
    "$cornet" --lang en engine >"$work/out"
printf 'error a line has at most 65536 bytes\nok\n%.0s' 1 2 | diff - "$work/out"
# If several seats may act, the command must name one. Hidden cards stay hidden.
answer 'ok;error several seats may act now: name one;best 2 (say .*|pass);ok;$' \
    'seed 3\nnew themots 3\nplay * theme 1\nplay * roll BORVA vert\nbest expert\nbest expert 2\n'
answer 'ok;error several seats may act now: name one;hints 0[.].* 2 say B.*;hints 0[.].* 2 pass;ok;$' \
    'new themots 2\nplay * theme 1\nplay * roll BORVA vert\nhints\nhints 2\n'
answer 'error seat 2 has nothing to do now;$' 'new debacle\nhints 2\n'
# `best` passes options to the agent.
answer 'best 1 (play .*|pass|give .*);ok;$' \
    "seed 1\nrecord\ncornet 1\ngame wazabi\nplayers 2\n---\n* draw retire1\n* draw vole\n* draw vole\n* draw retire2\n* draw donne\n* draw saute\n* roll WWWW\n* roll CWWW\n* roll WWWW\n.\nbest judging:blur=50\n"
! "$cornet" engine extra </dev/null 2>"$work/err"
grep -q 'standard input' "$work/err"
echo ok
# The bot stays open during the turn: moves that it has already planned need no new search, and so no random number. (A search with `blur`
# draws one; the later dice show how many were drawn.)
bot=engine:nodes=300:blur=2000
kept=0
for seed in 1 2 3 4 5 6; do
    begin="seed $seed\nnew debacle\nbest $bot\n"
    first=$(printf "$begin" | "$cornet" engine | sed -n 's/^best //p')
    dice='new easycome\nroll\nplay 1 stop\nroll\n'
    once=$(printf "$begin$dice" | "$cornet" engine | grep '^roll')
    again=$(printf "${begin}play $first\nbest $bot\n$dice" | "$cornet" engine | grep '^roll')
    anew=$(printf "${begin}undo\nbest $bot\n$dice" | "$cornet" engine | grep '^roll')
    [ "$anew" != "$once" ]
    [ "$again" != "$once" ] || kept=$((kept + 1))
done
[ "$kept" -ge 4 ]
