#!/bin/sh
# External bots (docs/develop/bots.md): the examples in every game, and programs that misbehave in all known ways. No process of theirs may
# survive.
set -eu
. tests/lib.sh
cornet=$(realpath "$cornet")
examples=$PWD/examples/bots
export LANGUAGE=en
cc -O1 -Wall -Wextra -o "$work/bot" "$examples/bot.c"

sim() { "$cornet" sim "$@" --threads 1 --json >"$work/out" 2>"$work/err" || echo "exit $?" >>"$work/out"; }

# ---- the examples ----

for game in $("$cornet" engine <<'END' | sed -n 's/^games \([a-z]*\) .*/\1/p'
games
END
); do
    sim "$game" --agents "exec:$examples/bot.py,exec:$work/bot" --games 4
    expect "both examples play $game" has '"games":4'
    expect "and end every game of $game" lacks forfeits
    expect "without a word" test ! -s "$work/err"
done
sim easycome --agents "exec:$examples/bot.py,random" --games 40 --seed 1
wins=$(sed 's/.*"wins":\[\([0-9.]*\),.*/\1/' "$work/out")
expect 'the one in Python beats random' awk "BEGIN { exit !($wins > 0.6) }"
expect 'a run with a program is not reproducible' has '"reproducible":false'
sim easycome --agents "exec:$work/bot,random" --games 1
first=$(sed 's/.*"seed":\([0-9]*\).*/\1/' "$work/out")
sim easycome --agents "exec:$work/bot,random" --games 1
expect 'the dice of a program are not those of a seed that it knows' lacks "\"seed\":$first,"
"$cornet" arena easycome --agents "mine,random" --bot "mine=$examples/bot.py" --games 8 --json \
    >"$work/out" 2>&1
expect 'arena knows a program by its name' has '"agent":"mine"'
sim easycome --players 3 --agents "mine,mine,random" --bot "mine=$work/bot" --games 3 --seed 5
expect 'so does sim, and takes a seed' has '"agents":["mine","mine","random"],"games":3,"seed":5'

# With one thread, an arena starts each program once for every seat, however often the pairs take turns.
cat >"$work/counted" <<'END'
#!/bin/sh
echo started >>"$STARTS"
exec "$BOT"
END
chmod +x "$work/counted"
STARTS="$work/starts" BOT="$work/bot" "$cornet" arena easycome --agents "one,two,random" --bot "one=$work/counted" \
    --bot "two=$work/counted" --games 24 --threads 1 >"$work/out" 2>&1
expect 'all three play' has 'two '
expect 'two programs with two seats are started four times' test "$(wc -l <"$work/starts")" = 4
expect 'a game with dice is not said to repeat itself' lacks 'same position'
"$cornet" arena template --agents "random,random" --games 4 >"$work/out" 2>&1
expect 'nor is one that begins with a choice and then has dice' lacks 'same position'
if has_game debacle; then
    "$cornet" arena debacle --agents "random,greedy" --games 4 >"$work/out" 2>&1
    expect 'one without dice is' has 'All games start from the same position'
fi
if has_game themots; then
    for command in sim arena; do
        "$cornet" $command themots --agents "exec:$work/bot,novice" --games 2 >"$work/out" 2>&1
        expect "$command says what a program receives in Thémots" has 'these results do not compare skill'
        "$cornet" $command themots --agents "novice,easy" --games 2 >"$work/out" 2>&1
        expect 'and nothing about our own bots' lacks 'compare skill'
    done
fi

# In Thémots the bot receives only some of the legal lines. It may answer any word that the rules accept, listed or not, and no other.
# $LEXICON is the program that lists words, $WRONG a word to say instead.
cat >"$work/knows" <<'E1'
#!/usr/bin/env python3
import json, os, subprocess, sys
answer = listed = view = None
for line in sys.stdin:
    verb, _, rest = line.rstrip("\n").partition(" ")
    if verb == "view":
        view, listed = json.loads(rest), []
    elif verb == "legal":
        listed.append(rest)
    elif verb == "go":
        seat = listed[0].split(" ")[0]
        theme = view["themes"][view["theme"] - 1]["id"]
        words = subprocess.run([os.environ["LEXICON"], "words", theme, view["letters"], view["colour"]],
                               capture_output=True, text=True, check=True).stdout.splitlines()
        said = {said["word"] for said in view["said"]}
        lines = [f"{seat} say {word[2:28].strip()}" for word in words if word[27:28] in ("", " ")] # words that fit their column
        others = [] if said else [line for line in lines if line not in listed]
        if others:
            print("unlisted", file=sys.stderr)
        print("at 900", os.environ.get("WRONG") or (others or listed)[0], flush=True)
E1
chmod +x "$work/knows"
export LEXICON="$cornet"
# This bot runs the program itself, whose sanitizers need more memory than the limit of bots.
knows() { sim themots --agents "exec:$work/knows,novice" --bot-memory 0 --games "$1"; }
if has_game themots; then
    knows 3
    expect 'a word that is legal and not listed is accepted' lacks forfeits
    cp "$work/err" "$work/out"
    expect 'there were such words' has unlisted
    for wrong in '1 say xyz' '2 say Paris' '* time' '1 say'; do
        WRONG=$wrong knows 1
        expect "no word that is refused: $wrong" has '"forfeits":[1,0]'
        cp "$work/err" "$work/out"
        expect 'and the reason' has "its answer '$wrong' is not legal"
    done
fi

# ---- names ----

refused() { # refused SENTENCE OPTIONS...
    sentence=$1
    shift
    "$cornet" sim easycome "$@" >"$work/out" 2>&1 && echo accepted >>"$work/out"
    expect "refused: $sentence" has "$sentence"
    expect 'at once' lacks accepted
}
refused "'./nothing' is not an executable program" --agents exec:./nothing,random
refused "no program 'nothing-like-this' in PATH" --agents exec:nothing-like-this,random
refused "agent 'greedy' already exists" --agents greedy,random --bot greedy=cat
refused "agent 'max' already exists" --bot max=cat
refused '--bot takes NAME=COMMAND' --bot cat
refused "a bot's name has" --bot 'a b=cat'
refused 'the command is empty' --bot a=
refused 'the command is empty' --agents exec:,random

# ---- programs that misbehave ----

# bad NAME: writes a bot from the lines on standard input. It answers its first question correctly and runs the lines at each later one.
# $move is a legal line, $turn the number of the question.
bad() {
    { # shellcheck disable=SC2016 # for the script that is written
        printf '#!/bin/sh\nmove=\nturn=0\nwhile read -r word rest; do\n'
        printf 'case $word in\nview) move= ;;\nlegal) move=${move:-$rest} ;;\n'
        printf 'go)\nturn=$((turn + 1))\nif [ $turn = 1 ]; then echo "play $move"; continue; fi\n'
        cat
        printf '\n;;\nesac\ndone\n'
    } >"$work/$1"
    chmod +x "$work/$1"
}
# forfeits NAME SENTENCE: the bot loses both of two games by forfeit, with that reason.
forfeits() {
    sim easycome --agents "exec:$work/$1,greedy" --games 2 --bot-time 400 --bot-memory 1000
    expect "$1 loses" has '"wins":[0,1]'
    expect "$1 forfeits two games" has '"forfeits":[2,0]'
    cp "$work/err" "$work/out"
    expect "$1: $2" has "$2"
    expect "$1 is named" has "game 1, seat 1: the program $work/$1 forfeits: "
}
bad garbage <<'E1'
echo hello
E1
forfeits garbage "its answer is 'hello' instead of 'play LINE'"
bad illegal <<'E1'
echo "play 1 fly"
E1
forfeits illegal "its answer '1 fly' is not legal"
bad bytes <<'E1'
printf '\377\001\n'
E1
forfeits bytes 'its answer is not clean UTF-8'
bad late <<'E1'
sleep 1000
E1
forfeits late 'it did not answer within 400 ms'
sim easycome --agents "exec:$work/late,greedy" --games 50 --bot-time 400
expect 'a run with a program that hangs is given up' has '"stopped":true'
expect 'with the games played so far' has '"wins":[0,1]'
expect 'and an exit status' has 'exit 1'
cp "$work/err" "$work/out"
expect 'and one sentence' test "$(grep -c "program $work/late did not answer in time in 3 games in a row" "$work/err")" -eq 1
bad hesitates <<'E1'
game=$(cat "$GAMES" 2>/dev/null || echo 0)
if [ $turn = 2 ]; then echo $((game + 1)) >"$GAMES"; [ $((game % 3)) = 2 ] || sleep 1000; fi
echo "play $move"
E1
export GAMES="$work/hesitates.games"
sim easycome --agents "exec:$work/hesitates,greedy" --games 6 --bot-time 4000 # long enough for a slow machine to start the program
expect 'a bot that answers sometimes plays to the end' has '"games":6'

bad complains <<'E1'
echo 'why I give up' >&2
exit 3
E1
forfeits complains 'it exited with status 3'
expect "the bot's standard error is shown" has 'why I give up'
bad ends <<'E1'
exit 7
E1
forfeits ends 'it exited with status 7'
bad crashes <<'E1'
kill -SEGV $$
E1
forfeits crashes 'it was ended by signal 11'
bad mute <<'E1'
exec >&-
sleep 1000
E1
forfeits mute 'it closed its output or its input'
bad deaf <<'E1'
echo "play $move"
exec <&-
sleep 1000
E1
sim easycome --agents "exec:$work/deaf,greedy" --games 1 --bot-time 400
expect 'a program that reads no more loses' has '"forfeits":[1,0]'
bad flood <<'E1'
yes '# and so on'
E1
forfeits flood 'it wrote 65536 bytes without an answer'
bad endless <<'E1'
yes | tr -d '\n'
E1
forfeits endless 'it wrote 65536 bytes without an answer'
bad twice <<'E1'
printf 'play %s\nplay %s\n' "$move" "$move" # one write
E1
forfeits twice 'it answered without being asked'
cat >"$work/early" <<'E1'
#!/bin/sh
echo 'play 1 stop'
sleep 1000
E1
chmod +x "$work/early"
forfeits early 'it answered without being asked'
cat >"$work/slow" <<'E1'
#!/bin/sh
sleep 1000
E1
chmod +x "$work/slow"
sim easycome --agents "exec:$work/slow,greedy" --games 1 --bot-time 1
cp "$work/err" "$work/out"
expect 'the first answer has 10 seconds more, and the sentence says so' has 'within 10001 ms'
# This bot plays correctly, and floods its output when it receives the result.
cat >"$work/remarks" <<'E1'
#!/bin/sh
while read -r word rest; do
    case $word in
    view) move= ;;
    legal) move=${move:-$rest} ;;
    go) echo "play $move" ;;
    result) yes '# and so on' ;;
    esac
done
E1
chmod +x "$work/remarks"
sim easycome --agents "exec:$work/remarks,greedy" --games 4
cp "$work/err" "$work/out"
expect 'remarks without an end are called that' has 'it wrote 65536 bytes without an answer'
expect 'and nothing else' lacks 'without being asked'
bad hungry <<'E1'
exec python3 -c 'x = bytearray(1 << 31); input()'
E1
sim easycome --agents "exec:$work/hungry,greedy" --games 1 --bot-memory 500 --bot-time 60000
expect 'a program that takes too much memory loses' has '"forfeits":[1,0]'
printf '#!/nonexistent/interpreter\n' >"$work/broken"
chmod +x "$work/broken"
forfeits broken 'No such file or directory'

# ---- no process survives ----

# Three processes that try to survive: in the program's process group, in a new session, and as an orphan.
bad stays <<'E1'
sleep 1000 & echo $! >>"$PIDS"
setsid sleep 1000 & echo $! >>"$PIDS"
(setsid sh -c 'trap "" TERM HUP INT; echo $$ >>"$PIDS"; while :; do sleep 1000; done' &) &
while [ "$(wc -l <"$PIDS")" -lt 3 ]; do sleep 0.01; done
echo $$ >>"$PIDS"
[ -z "${HANG:-}" ] || sleep 1000
exit 3
E1
gone() { # no process of the list exists any more
    while read -r pid; do
        # A zombie has an empty command line; another process may have to reap it.
        [ ! -s "/proc/$pid/cmdline" ] || return 1
    done <"$PIDS"
}
all_started() { [ -f "$PIDS" ] && [ "$(wc -l <"$PIDS")" -ge 4 ]; }
export PIDS="$work/pids"
: >"$PIDS"
sim easycome --agents "exec:$work/stays,greedy" --games 1 --bot-time 60000
cp "$work/err" "$work/out"
expect 'the processes that a program started end with it' gone
expect 'the processes had started' all_started
expect 'and says how it ended' has 'it exited with status 3'

# One bot kills its guardian process, another stops it.
bad kills <<'E1'
echo $$ >>"$PIDS"
kill -KILL $PPID
echo "play $move"
sleep 1000
E1
: >"$PIDS"
forfeits kills 'it killed the process that supervises it'
expect 'a program without a guardian is gone too' await gone
expect 'and had started' test -s "$PIDS"
bad stops <<'E1'
echo $$ >>"$PIDS"
kill -STOP $PPID
sleep 1000
E1
: >"$PIDS"
forfeits stops 'it did not answer within 400 ms'
expect 'so is one that has stopped it' await gone
expect 'which had started' test -s "$PIDS"
for signal in TERM KILL HUP; do
    : >"$PIDS"
    HANG=1 "$cornet" sim easycome --agents "exec:$work/stays,greedy" --games 1 --bot-time 3600000 \
        >/dev/null 2>&1 &
    await all_started
    kill -$signal $!
    wait $! 2>/dev/null || true
    expect "nothing is left after $signal" await gone
done

# ---- play and its records ----

bad dies <<'E1'
exit 7
E1
"$cornet" play easycome --plain --fast --seed 4 --option first=1 --save "$work/record" \
    --seat bot:greedy --seat "bot:exec:$work/dies" </dev/null >"$work/out" 2>&1
expect 'play says why' has 'bot dies: it exited with status 7'
expect 'and who has won' has 'Bot greedy wins!'
cp "$work/record" "$work/out"
expect 'the record names the program, not its command' has 'seat 2 bot:dies'
expect 'and is of a version that older programs refuse' grep -q '^cornet 2$' "$work/out"
expect 'its last line' test "$(tail -1 "$work/record")" = '2 forfeits'
"$cornet" replay "$work/record" >"$work/out" 2>&1
expect 'replay knows who has won' has 'won by: bot greedy'
"$cornet" replay "$work/record" --state >"$work/out" 2>&1
expect 'so does its state' has '"mover":"over","result":[1,0]'
"$cornet" replay "$work/record" --legal >"$work/out" 2>&1
expect 'nothing is legal any more' test ! -s "$work/out"
"$cornet" analyse "$work/record" >"$work/out" 2>&1
expect 'analyse goes to the end' grep -qE 'forfeits the game\. +100.00   0.00' "$work/out"
tr -s '\n ' ' ' <"$work/out" >"$work/joined"
expect 'and says what stays unexplained' grep -q 'Only the forfeit stays unexplained' "$work/joined"
sed 1s/2/1/ "$work/record" >"$work/old"
"$cornet" replay "$work/old" >"$work/out" 2>&1 || true
expect 'no such line in a record of version 1' has "requires a record that begins with 'cornet 2'"
(cat "$work/record" && echo '1 stop') >"$work/more"
"$cornet" replay "$work/more" >"$work/out" 2>&1 || true
expect 'nor after it' has 'the game is over'

# sim and arena write the same kind of record.
sim easycome --agents "exec:$work/dies,greedy" --games 2 --records "$work/games" --results "$work/games.csv"
for record in "$work"/games/*.cornet; do
    "$cornet" replay "$record" >"$work/out" 2>&1
    expect 'a record of sim ends with the forfeit' has 'won by: bot greedy'
    expect 'its seat is named' grep -q '^seat 1 bot:dies$' "$record"
    expect 'a comment says why' grep -q "^# seat 1's program: it exited with status 7$" "$record"
    expect 'nobody can read the dice to come from it' test "$(grep -c '^seed ' "$record")" = 0
done
"$cornet" stats "$work/games" 2>&1 | tr -s '\n ' ' ' >"$work/out"
expect 'stats counts forfeits' has 'Forfeited games: bot:dies 2.'
"$cornet" stats "$work/games" --json >"$work/out" 2>&1
expect 'as JSON too' has '"forfeits":2'
expect 'nor from the results' grep -q '^2,,' "$work/games.csv"
sim easycome --agents "exec:$work/bot,greedy" --games 1 --seed 5 --results "$work/seed.csv"
expect 'a seed that was chosen is no secret' grep -q '^1,5,' "$work/seed.csv"
"$cornet" arena easycome --agents "exec:$work/dies,greedy" --games 4 --json >"$work/out" 2>/dev/null
expect 'arena counts forfeits' has '"forfeits":4'
refused '--resume needs --seed' --agents "exec:$work/bot,greedy" --resume "$work/run.json"

# `play` continues a game with the program that --bot names. A record alone never starts a program.
printf 'cornet 1\ngame easycome\nplayers 2\nseat 1 bot:greedy\nseat 2 bot:mine\n---\n' >"$work/half"
"$cornet" play "$work/half" --plain --fast --bot "mine=$work/bot" </dev/null >"$work/out" 2>&1
expect 'a game continues with a program' has 'wins!'
printf 'cornet 1\ngame easycome\nplayers 2\nseat 1 bot:greedy\nseat 2 bot:exec:touch %s\n---\n' \
    started >"$work/trap"
(cd "$work" && "$cornet" play "$work/trap" --plain --fast </dev/null >"$work/out" 2>&1) || true
expect 'a record starts no program' has 'only under a name given on the command line'
expect 'really' test ! -e "$work/started"
(cd "$work" && printf 'new easycome\nroll\nbest exec:touch started\n' | "$cornet" engine >"$work/out" 2>&1)
expect 'nor does a command to the engine' test ! -e "$work/started"
printf 'new easycome\noption first=1\nroll\nbest mine\n' |
    "$cornet" engine --bot "mine=$work/bot" >"$work/out" 2>&1
expect 'but it asks one that the command line has named' grep -q '^best 1 ' "$work/out"
bad silent <<'E1'
sleep 1000
E1
printf 'new easycome\noption first=1\nroll\nbest mine\nplay 1 stop\nroll\nplay 2 stop\nroll\nbest mine\nstop\nlegal\n' |
    "$cornet" engine --bot "mine=$work/silent" --bot-time 3600000 >"$work/out" 2>&1
expect 'one that does not answer is stopped' has 'error the program forfeits: it was stopped'
expect 'and the engine continues' grep -q '^legal 1 ' "$work/out"

# ---- serve ----

# A program that hangs blocks neither other tables nor the shutdown of the server.
bad hangs <<'E1'
sleep 1000
E1
server=
trap '[ -z "$server" ] || end_processes "$server"; clean_up' EXIT
"$cornet" serve --port 0 --store "$work/tables.db" --bot "mine=$work/bot" --bot "dies=$work/dies" \
    --bot "hangs=$work/hangs" --bot-time 3600000 --lang en >"$work/server" 2>&1 &
server=$!
await grep -qs 'Ctrl-C' "$work/server"
port=$(sed -n 's/^Cornet is at .*:\([0-9]*\)\/$/\1/p' "$work/server")
watch() { python3 tests/bots_client.py "$port" "$@" >"$work/out" 2>&1; }
watch easycome bot:mine bot:dies
expect 'at a server a program that ends has lost' has '2 forfeits'
expect 'and the other one has won' grep -qE '^table [a-z2-7]* result 1 0$' "$work/out"
table=$(sed -n 's/^table \([a-z2-7]*\) .*/\1/p' "$work/out")
python3 tests/bots_client.py "$port" easycome bot:hangs bot:mine >/dev/null 2>&1 &
hanging=$!
if has_game wazabi; then
    watch wazabi bot:mine bot:normal
    expect 'a program plays with hidden hands there, while another one hangs' grep -qE '^table .* result ' "$work/out"
fi
watch easycome bot:easy bot:normal
expect 'and so do our own' grep -qE '^table .* result ' "$work/out"
watch easycome bot:exec:touch bot:normal
expect 'nobody there starts another program' has 'refused: programs start only under a name'
watch easycome bot:nobody bot:normal
expect 'nor one that is not there' has "refused: no agent 'nobody'"
kill "$server"
wait "$server" 2>/dev/null || true
server=
none_runs() { ! grep -qsF "$work/hangs" /proc/[0-9]*/cmdline; }
expect 'the program that hung is gone with the server' await none_runs
kill "$hanging" 2>/dev/null || true
wait "$hanging" 2>/dev/null || true
"$cornet" export "$table" --store "$work/tables.db" >"$work/exported" 2>"$work/out"
cp "$work/exported" "$work/out"
expect 'its record says why' has "# seat 2's program: it exited with status 7"
"$cornet" verify "$work/exported" >"$work/out" 2>&1
expect 'and its dice can be checked' has 'Right: the seeds give all'

# ---- what a bot receives ----

# In a game with hidden hands, every view is that of the bot's own seat. The bot receives as many lines as the record has, but no card that
# another player draws.
cat >"$work/spy" <<'E1'
#!/bin/sh
tee "$SPY" | "$EXAMPLE"
E1
chmod +x "$work/spy"
if has_game wazabi; then
    SPY="$work/seen" EXAMPLE="$work/bot" "$cornet" play wazabi --plain --fast --seed 9 --save "$work/wazabi" \
        --seat "bot:exec:$work/spy" --seat bot:greedy --seat bot:greedy </dev/null >"$work/out" 2>&1
    grep -v '^#' "$work/wazabi" | sed '1,/^---$/d' >"$work/moves"
    sed -n 's/^move //p' "$work/seen" >"$work/received"
    expect 'it receives every move' test "$(wc -l <"$work/received")" = "$(wc -l <"$work/moves")"
    paste -d'|' "$work/moves" "$work/received" | awk -F'|' '$1 != $2 && $2 !~ / \?$/' >"$work/out"
    expect 'unchanged except for hidden cards' test ! -s "$work/out"
    expect 'and something is hidden' grep -q '^\* draw ?$' "$work/received"
    sed '/^---$/q' "$work/wazabi" >"$work/header"
    checked=0
    grep -nE '^view ' "$work/seen" | cut -d: -f1 | head -12 >"$work/views"
    while read -r at; do
        moves=$(head -n "$at" "$work/seen" | grep -c '^move ' || true)
        { cat "$work/header" && head -n "$moves" "$work/moves"; } | "$cornet" replay - --view 1 >"$work/a"
        sed -n "${at}s/^view //p" "$work/seen" >"$work/out"
        cmp -s "$work/a" "$work/out" && checked=$((checked + 1))
    done <"$work/views"
    expect 'its views are those of its seat' test "$checked" = "$(wc -l <"$work/views")"
    expect 'and there are some' test "$checked" -gt 3
    grep -E '^(cornet|new|game|players|seat|result) ?' "$work/seen" | head -3 | tr '\n' ';' >"$work/out"
    expect 'it receives the name of the game' has 'cornet bot 1;new;game wazabi;'
    expect 'and how it ends' grep -qE '^result [0-9]+/60 [0-9]+/60 [0-9]+/60$' "$work/seen"
fi
finish
