#!/bin/sh
# The exact output of cornet replay and cornet sim, because other programs parse it.
set -u
cornet=$1
rules=games/easycome/tests/rules
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0
failed=0

# check NAME EXIT-CODE STDOUT STDERR COMMAND...: STDOUT and STDERR are grep -E patterns for the whole output with newlines as ';'; '' means
# empty.
check() {
    name=$1 code=$2 out=$3 err=$4
    shift 4
    "$@" >"$work/out" 2>"$work/err" </dev/null
    got=$?
    ok=1
    [ $got -eq "$code" ] || ok=0
    for stream in out err; do
        if [ $stream = out ]; then pattern=$out; else pattern=$err; fi
        if [ -z "$pattern" ]; then
            [ ! -s "$work/$stream" ] || ok=0
        else
            tr '\n' ';' <"$work/$stream" | grep -qE -- "$pattern" || ok=0
        fi
    done
    if [ $ok -eq 1 ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $name: exit $got"
        head -c 600 "$work/out" "$work/err"
    fi
}

header='cornet 1\ngame easycome\nplayers 2\noption first=1\n---\n'
printf "$header"'* roll 0225\n' >"$work/choice"
printf "$header" >"$work/start"
printf "$header"'* roll 0225\n1 keep 22\n* roll 25\n1 keep 2\n' >"$work/one"
printf "$header"'* roll 0225\n1 keep 33\n' >"$work/illegal"
printf 'nonsense\n' >"$work/nonsense"
: >"$work/empty"

for record in games/*/tests/rules/*.cornet tests/corpus/old/*.cornet; do
    [ -e "games/$(sed -n 's/^game //p' "$record" | head -1)" ] || continue
    check "$record replays" 0 'legal' '' "$cornet" replay "$record"
done
check 'legal actions, sorted' 0 '^1 keep 0;1 keep 02;1 keep 022;1 keep 025;1 keep 05;1 keep 2;1 keep 22;1 keep 225;1 keep 25;1 keep 5;1 stop;$' '' \
    "$cornet" replay "$work/choice" --legal
check 'outcomes with probabilities in lowest terms' 0 \
    '^\* roll 0000	1/1296;\* roll 0001	1/324;\* roll 0002	1/324;.*\* roll 0011	1/216;.*\* roll 0123	1/54;' '' \
    "$cornet" replay "$work/start" --legal
check 'one die' 0 '^\* roll 0	1/6;\* roll 1	1/6;\* roll 2	1/6;\* roll 3	1/6;\* roll 4	1/6;\* roll 5	1/6;$' '' \
    "$cornet" replay "$work/one" --legal
check 'nothing legal once it is over' 0 '' '' "$cornet" replay $rules/hold-2-players.cornet --legal
check 'state as JSON' 0 '^\{"game":"easycome","players":2,"mover":1,"result":null,.*\};$' '' \
    "$cornet" replay "$work/choice" --state
check 'result as shares' 0 '"mover":"over","result":\[1,0\]' '' \
    "$cornet" replay $rules/hold-2-players.cornet --state
check 'view of a spectator' 0 '"mover":"chance"' '' "$cornet" replay --view 0 "$work/start"
check 'view of a seat' 0 '"mover":1' '' "$cornet" replay --view=2 "$work/choice"
check 'standard input' 0 '' '' sh -c "'$cornet' replay - --legal <$rules/hold-2-players.cornet"
check 'illegal line' 1 '' "^$work/illegal:7: cannot keep 33: the dice just rolled are 0225;\$" \
    "$cornet" replay "$work/illegal" --legal
check 'illegal line from standard input' 1 '' '^-:7: ' sh -c "'$cornet' replay - --state <'$work/illegal'"
check 'not a record' 1 '' "^$work/nonsense:1: [^;]*;\$" "$cornet" replay "$work/nonsense"
check 'empty file' 1 '' "^$work/empty:1: [^;]*;\$" "$cornet" replay "$work/empty"
check 'no such file' 1 '' "^$work/none: cannot open: [^;]*;\$" "$cornet" replay "$work/none"
check 'a folder' 1 '' "^$work: cannot read: [^;]*;\$" "$cornet" replay "$work"
for command in replay verify; do
    check "$command: a file that is not there" 1 '' "^$work/none: cannot open: [^;:]*;\$" "$cornet" $command "$work/none"
    check "$command: a folder instead of a file" 1 '' "^$work: cannot read: [^;:]*;\$" "$cornet" $command "$work"
done
check 'analyse: a file that is not there' 1 '' "^$work/none: cannot open: [^;:]*;\$" "$cornet" analyse "$work/none"
check 'analyse: a folder without records' 1 '' "^cornet analyse: $work: no record .* in this folder;\$" "$cornet" analyse "$work"
check 'no position text' 2 '' 'no position text here' "$cornet" replay "$work/choice" --position
check 'no file' 2 '' 'one FILE' "$cornet" replay
check 'two files' 2 '' 'one FILE' "$cornet" replay "$work/choice" "$work/start"
check 'two questions' 2 '' 'at a time' "$cornet" replay "$work/choice" --legal --state
check 'unknown letter' 2 '' 'no option -x' "$cornet" sim easycome -xy
check 'control characters are tamed' 2 '' 'dan\?ce' "$cornet" sim "$(printf 'dan\033ce')"
check 'unknown option' 2 '' 'no option --lagel' "$cornet" replay "$work/choice" --lagel
check 'no such seat' 2 '' '0 to 2 in this game, not 3' "$cornet" replay "$work/choice" --view 3
check 'seat not a number' 2 '' "not 'x'" "$cornet" replay "$work/choice" --view x
check 'seat missing' 2 '' 'needs a value' "$cornet" replay "$work/choice" --view
check 'no command' 2 '' "no command 'dance'; there are: play, daily, print, replay, sim, arena, engine, solve, analyse, picture, stats, " "$cornet" dance
check 'overview' 0 'easycome.*play, daily, print, join.*replay.*sim.*cornet help easycome' '' "$cornet"
for language in en fr; do
    "$cornet" --help --lang $language >"$work/overview"
    check "overview fits a screen ($language)" 0 '' '' test "$(wc -l <"$work/overview")" -lt 24
    LC_ALL=C.UTF-8 grep -E '.{81}' "$work/overview" >"$work/wide"
    check "overview fits 80 columns ($language)" 1 '' '' test -s "$work/wide"
    for game in easycome wazabi debacle themots; do
        [ -e games/$game ] || continue
        "$cornet" help $game --lang $language | LC_ALL=C.UTF-8 grep -E '.{81}' >"$work/wide"
        check "help $game fits 80 columns ($language)" 1 '' '' test -s "$work/wide"
    done
done
[ ! -e games/wazabi ] || check 'help of a game' 0 '^Wazabi, 2 to 6 players;.*Goal: be the first.*--option dice=4 .*Example:;  cornet play wazabi' '' \
    "$cornet" help wazabi --lang en
check 'help of all commands' 0 '^  cornet play .*  cornet replay FILE;.*  cornet completion ' '' "$cornet" help commands --lang en
check 'help of nothing' 2 '' "no game or command 'dance'; run 'cornet help'" "$cornet" help dance
check 'version' 0 '^cornet [0-9.]+;$' '' "$cornet" --version
for command in play daily replay sim arena engine solve analyse picture stats perft words serve join verify export backup purge; do
    case $command in # commands of a single game
    perft) [ -e games/debacle ] || continue ;;
    words) [ -e games/themots ] || continue ;;
    esac
    check "help of $command" 0 "^cornet $command\\b.*Example" '' "$cornet" $command --help
    check "help $command" 0 "^cornet $command\\b.*Example" '' "$cornet" help $command
    check "-h of $command" 0 "^cornet $command\\b.*Example" '' "$cornet" $command -h
    for language in en fr; do
        "$cornet" $command --help --lang $language | LC_ALL=C.UTF-8 grep -E '.{81}' >"$work/wide"
        check "help of $command fits 80 columns ($language)" 1 '' '' test -s "$work/wide"
    done
done
check 'help has bounds and defaults' 0 '--threads T +number of threads; affects .*\(1 to;? *256; default: all;? *cores\)' \
    '' "$cornet" sim --help
check 'an abbreviated option' 0 '"mover":1' '' "$cornet" replay "$work/choice" --sta
check 'an ambiguous abbreviation' 2 '' 'no option --s;' "$cornet" arena easycome --s 1
check 'operands after --' 1 '' '^--state: cannot open' "$cornet" replay -- --state
check 'the same option twice' 0 '"mover":1' '' "$cornet" replay "$work/choice" --state --state
check 'too many of a list' 2 '' 'too many --seat' "$cornet" play easycome --seat a --seat b --seat c \
    --seat d --seat e --seat f --seat g
check 'options that exclude each other' 2 '' 'one of --describe, --json at a time' \
    "$cornet" solve easycome --json --describe
check 'full disk' 1 '' 'cannot write the output' sh -c "'$cornet' replay '$work/choice' --state >/dev/full"

keys='^\{"game":"easycome","players":2,"agents":\["random","greedy"\],"games":500,"seed":7,"threads":1,"seconds":[0-9.e-]+,"moves":[0-9]+,"wins":\[[0-9.]+,[0-9.]+\],"wins_se":\[[0-9.]+,[0-9.]+\],"mean_turns":[0-9.]+,"mean_decisions":[0-9.]+,"mean_forced":[0-9.]+,"run":\{"command":"sim","version":"[0-9.]+","agents":\["random","greedy"\],"options":\{\},"rule":"","whole":500,"turns":[0-9]+,"decisions":[0-9]+,"forced":[0-9]+,"shares":\[[0-9]+,[0-9]+\],"shares_squared":\[[0-9]+,[0-9]+\]\}\};$'
sim="$cornet sim easycome --players 2 --agents random,greedy --games 500 --seed 7"
check 'sim prints the keys' 0 "$keys" '' $sim --threads 1 --json
$sim --threads 1 --json | sed 's/"threads":1,"seconds":[^,]*,//' >"$work/one-thread"
$sim --threads 3 --json | sed 's/"threads":3,"seconds":[^,]*,//' >"$work/three-threads"
check 'threads change nothing' 0 '' '' cmp "$work/one-thread" "$work/three-threads"
check 'sim prints a table' 0 'random.*greedy.*standard|standard.*random.*greedy' '' $sim
check 'as many players as agents' 0 '"players":3' '' "$cornet" sim easycome --agents random,random,random --games 10 --json
check 'an option' 0 '"players":4' '' "$cornet" sim easycome --players 4 --option hold=3 --games 10 --json
check 'too few agents' 2 '' 'one agent per player: 3, not 2' "$cornet" sim easycome --players 3 --agents random,random
check 'unknown agent' 2 '' "no agent 'deep' for easycome; there are: adaptive, random, greedy" "$cornet" sim easycome --agents deep,random
check 'setting that is out of range' 2 '' "agent adaptive takes level=-29..61, not 'level=99'" "$cornet" sim easycome --agents adaptive:level=99,random
check 'setting of an agent' 2 '' "no setting 'x=1'; it has: -" "$cornet" sim easycome --agents random:x=1,random
check 'too many players' 2 '' "2 to 4 players, not '5'" "$cornet" sim easycome --players 5
check 'options that do not go together' 2 '' 'hold=3 is for 4 players' "$cornet" sim easycome --option hold=3
check 'unknown option of the game' 2 '' 'it has: hold, first' "$cornet" sim easycome --option speed=1
check 'option without value' 2 '' 'name=value' "$cornet" sim easycome --option hold
check 'no games' 2 '' 'from 1 to' "$cornet" sim easycome --games 0
check 'seed' 2 '' "not '-1'" "$cornet" sim easycome --seed -1
check 'threads' 2 '' 'from 1 to 256' "$cornet" sim easycome --threads 0
check 'no game' 2 '' 'which game' "$cornet" sim
check 'another game' 2 '' "no game 'chess'" "$cornet" sim chess
check 'two games' 2 '' 'name one game' "$cornet" sim easycome easycome
check 'flag with a value' 2 '' 'takes no value' "$cornet" sim easycome --json=1

if [ -e games/debacle ]; then
    check 'perft' 0 '^40849;$' '' "$cornet" perft debacle 5
    check 'perft of depth 0' 0 '^1;$' '' "$cornet" perft debacle 0
    check 'perft from a position' 0 '^2773;$' '' "$cornet" perft debacle 5 --position '.4...F/.C...B/....../....../....../12345. r 1 0/0 ADE - 0/0 b6! -'
    check 'perft with an option' 0 '^18445;$' '' "$cornet" perft debacle 5 --option recover=once --position '..B..C/....../....../....../4...../.4.3.. r 2 0/0 DEFF 445 0/0 - -'
    check 'perft of the tournament form' 0 '^1320;$' '' "$cornet" perft debacle 5 --option form=tournament --option setup=standard
    check 'perft of its random set-up' 2 '' 'needs a position' "$cornet" perft debacle 5 --option form=tournament
    check 'perft with an option that is not' 2 '' 'any.*once' "$cornet" perft debacle 5 --option recover=twice
    check 'perft of chance' 2 '' 'needs a position' "$cornet" perft debacle 5 --option first=random
    check 'perft divided' 0 '^1 a1-a2	15;1 a1~	12;1 b1-b2	17;.*1 end	13;' '' "$cornet" perft debacle 2 --divide
    check 'perft of a position that cannot be' 2 '' 'red must have 6 dice' "$cornet" perft debacle 2 --position 'FEDCBA/....../....../....../....../12345. r 2 0/0 - - 0/0 - -'
    check 'perft of another game' 2 '' 'give the game' "$cornet" perft easycome 2
    check 'perft without depth' 2 '' 'a DEPTH' "$cornet" perft debacle
    check 'perft too deep' 2 '' 'from 0 to 40' "$cornet" perft debacle 41
    check 'a position text' 0 '^FEDCBA/....../....../....../....../123456 r 2 0/0 - - 0/0 - -;$' '' sh -c "printf 'cornet 1\ngame debacle\nplayers 2\n---\n' | '$cornet' replay - --position"
fi

# The arena: round robin, gauntlet, and with a sequential test.
check 'arena, a table' 0 'greedy .*random .*wins of the first.*greedy +random ' '' \
    "$cornet" arena easycome --agents greedy,random --games 40 --seed 2
if [ -e games/wazabi ]; then
    check 'arena as JSON' 0 \
        '^\{"game":"wazabi","players":4,"gauntlet":true,"games":80,"seed":1,"threads":1,"seconds":[0-9.e-]+,"even":0.25,"agents":\[\{"agent":"greedy","elo":.*"pairs":\[\{"first":"greedy","second":"random","games":40,"wins":.*"wins_95":\[.*\};$' '' \
        "$cornet" arena wazabi --players 4 --gauntlet --agents greedy,random,judging --games 40 --threads 1 --json
fi
check 'arena, SPRT' 0 '"sprt":\{"elo0":0,"elo1":20,"llr":.*"verdict":"better"\}' '' \
    "$cornet" arena easycome --agents greedy,random --games 100000 --sprt 0,20 --json
if [ -e games/themots ]; then
    check 'arena, levels' 0 'max .*hard .*normal .*easy .*novice ' '' \
        "$cornet" arena themots --players 3 --games 60
fi
check 'arena, one agent' 2 '' 'two agents or more' "$cornet" arena easycome --agents greedy
check 'arena, SPRT marks' 2 '' "two bounds in Elo.*not '10,0'" \
    "$cornet" arena easycome --agents greedy,random --sprt 10,0
check 'arena, SPRT of three' 2 '' 'compares two agents, not 3' \
    "$cornet" arena easycome --agents greedy,random,easy --sprt 0,10
check 'arena, no such agent' 2 '' "no agent 'x'.*novice, easy, normal, hard, max" \
    "$cornet" arena easycome --agents greedy,x
check 'levels in sim' 0 '"agents":\["hard","novice"\]' '' \
    "$cornet" sim easycome --agents hard,novice --games 10 --json

echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
