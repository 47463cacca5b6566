#!/bin/sh
# cornet play from outside: in a pipe, on a terminal, saved, undone, gone on with, in both scripts.
set -u
cornet=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_DATA_HOME="$work/data" LC_ALL=C.UTF-8
unset NO_COLOR LANGUAGE
passed=0
failed=0

expect() { # expect NAME COMMAND...
    name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $name"
        tail -30 "$work/out"
    fi
}
has() { grep -qF -- "$1" "$work/out"; }
lacks() { ! has "$1"; }

# Seat 1 stops whatever comes; the bot wins; the record replays and was kept.
yes stop | timeout 20 "$cornet" play easycome --seed 4 --fast --seat Anne >"$work/out" 2>&1
expect 'a game in a pipe ends' has 'bot:greedy wins!'
expect 'no colour in a pipe' lacks "$(printf '\033')"
record=$(ls "$work"/data/cornet/easycome-*.cornet)
expect 'its record is kept and legal' "$cornet" replay "$record" >/dev/null
expect 'its record says who played' grep -q '^seat 1 Anne' "$record"

# By numbers, with a pause before each roll: 1 is both "go on" and the first choice.
yes 1 | timeout 20 "$cornet" play easycome --seed 4 --seat Anne --save "$work/numbers" >"$work/out" 2>&1
expect 'a game by numbers ends' has 'wins!'

# The end of input loses nothing: the same seed gone on with is the same game.
printf 'stop\n' | "$cornet" play easycome --seed 4 --fast --seat Anne --option first=1 --save "$work/cut" >"$work/out" 2>&1
expect 'the end of input says how to go on' has "cornet play $work/cut"
expect 'what was played is there' grep -q '^1 stop' "$work/cut"
before=$(wc -l <"$work/cut")
printf 'stop\nquit\n' | "$cornet" play "$work/cut" --fast >"$work/out" 2>&1
expect 'a record is gone on with' test "$(wc -l <"$work/cut")" -gt "$before"
expect 'and stays legal' "$cornet" replay "$work/cut" >/dev/null

# Undo before the dice, none after.
printf 'keep 0\nundo\nlog\nquit\n' | "$cornet" play easycome --seed 9 --option first=1 --seat Anne --save "$work/undo" >"$work/out" 2>&1
roll=$(sed -n 's/^\* roll //p' "$work/undo" | head -1)
expect 'a first roll is there' test -n "$roll"
first=$(printf %.1s "$roll")
printf 'keep %s\nundo\nundo\nquit\n' "$first" |
    "$cornet" play easycome --seed 9 --option first=1 --seat Anne --save "$work/undo" >"$work/out" 2>&1
expect 'undo before the dice' has 'Taken back.'
expect 'no undo after them' has 'Nothing to take back'
expect 'the record tells of it' grep -q "^# undone: 1 keep $first" "$work/undo"
expect 'and replays without it' sh -c "'$cornet' replay '$work/undo' --legal | grep -q '^1 keep $first\$'"

# Help, odds, log, save, moves that are wrong, moves as people type them.
printf '?\nodds\nlog\nsave %s\ndance\nkeep 9\ntake carre\n  KEEP\n\nsave /nowhere/x\nk %s\nquit\n' "$work/copy" "$first" |
    "$cornet" play easycome --seed 9 --option first=1 --seat Anne --save "$work/talk" >"$work/out" 2>&1
expect 'help shows the rules' has 'hold three prizes'
expect 'odds are shown' has 'exact chance of each prize'
expect 'the log is shown' has "* roll $roll"
expect 'save says where' has "Saved: $work/copy"
expect 'the copy is legal' "$cornet" replay "$work/copy" >/dev/null
expect 'a wrong word is refused' has "expected 'keep' and dice"
expect 'wrong dice are refused' has "keep takes 1 to 3 digits"
expect 'a prize out of reach is refused' has "do not meet carre"
expect 'a save that cannot be is said' has 'Not saved: cannot write'
expect 'a short move is understood' grep -q "^1 keep $first" "$work/talk"

# Hot seat for four, the variant, names that need care.
yes stop | timeout 20 "$cornet" play easycome --fast --seed 2 --option hold=3 --seat Zoé --seat Émile \
    --seat bot:greedy --seat bot:greedy >"$work/out" 2>&1
expect 'two people and two bots' has 'bot:greedy (4)'
expect 'and one of them wins' has 'wins!'

# A terminal: colour, unless NO_COLOR; ASCII where the locale says so; low terminals.
on_terminal() { script -qec "stty rows ${ROWS:-50} cols 80; $*" /dev/null </dev/null >"$work/out" 2>&1; }
on_terminal "$cornet play easycome --seed 9 --option first=1 --seat Anne --save $work/tty"
expect 'colour on a terminal' has "$(printf '\033[1m')"
expect 'dice are drawn' has '┌───────┐'
NO_COLOR=1 on_terminal "$cornet play easycome --seed 9 --option first=1 --seat Anne --save $work/tty"
expect 'NO_COLOR is heeded' lacks "$(printf '\033')"
LC_ALL=C on_terminal "$cornet play easycome --seed 9 --option first=1 --seat Anne --save $work/tty"
expect 'ASCII dice' has '+-------+'
expect 'nothing but ASCII' sh -c "! LC_ALL=C grep -q '[^ -~[:cntrl:]]' '$work/out'"
LC_ALL=C "$cornet" play easycome --lang fr --seed 9 --option first=1 --seat Zoé --save "$work/tty" >"$work/out" 2>&1 </dev/null
expect 'French on an ASCII terminal' has 'numero ou coup'
expect 'without its accents' sh -c "! LC_ALL=C grep -q '[^ -~[:cntrl:]]' '$work/out'"
ROWS=24 on_terminal "$cornet play easycome --seed 9 --option first=1 --seat Anne --save $work/tty"
expect 'small dice where lines are few' sh -c "! grep -q '┌───────┐' '$work/out'"
for language in en fr; do
    : >"$work/out"
    for seed in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
        printf '?\nodds\n1\n1\n1\n1\n1\n1\n1\n1\nquit\n' | LC_ALL=C "$cornet" play easycome --lang $language \
            --seed $seed --seat 'Anne-Sophie' --seat bot:greedy --seat bot:greedy --save "$work/w" >>"$work/out" 2>&1
    done
    for command in '' 'help play' 'help sim' 'help replay'; do
        LC_ALL=C "$cornet" --lang $language $command >>"$work/out"
    done
    sed -i '/cornet play/d' "$work/out"
    expect "no line over 80 columns in $language" \
        awk 'length($0) > 80 { print; bad = 1 } END { exit bad }' "$work/out"
done

# SIGINT leaves a saved game.
mkfifo "$work/fifo"
"$cornet" play easycome --seed 9 --option first=1 --seat Anne --save "$work/int" <"$work/fifo" >"$work/out" 2>&1 &
pid=$!
exec 9>"$work/fifo"
sleep 1
kill -INT $pid
wait $pid
code=$?
exec 9>&-
expect 'an interrupt ends it well' test $code -eq 0
expect 'and says how to go on' has "cornet play $work/int"

# A place that cannot be written: the game goes on, and says so.
yes stop | timeout 20 "$cornet" play easycome --seed 4 --fast --save /nowhere/x >"$work/out" 2>&1
expect 'playing without saving' has 'The game is not being saved'
expect 'to the end' has 'wins!'

# Wrong usage.
"$cornet" play chess >"$work/out" 2>&1
expect 'neither a game nor a file' test $? -eq 2
printf 'cornet 1\ngame easycome\nplayers 2\n---\n1 stop\n' >"$work/broken"
"$cornet" play "$work/broken" >"$work/out" 2>&1
expect 'a broken record' test $? -eq 1
expect 'with its line' has "$work/broken:5: "
"$cornet" play easycome --seat bot:deep >"$work/out" 2>&1
expect 'an unknown agent' has "no agent 'deep'"
"$cornet" play easycome --players 2 --seat A --seat B --seat C >"$work/out" 2>&1
expect 'too many seats' has '3 seats are named and 2 play'

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
