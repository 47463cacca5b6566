#!/bin/sh
# Many games on the command line: records and results of sim and arena, shards, and interrupted runs. However a run is divided, its numbers
# are the same.
set -u
. tests/lib.sh
export XDG_CACHE_HOME="$work/cache" SOURCE_DATE_EPOCH=1700000000

run() { # run EXIT-CODE ARGUMENTS...: standard output in out, errors in err
    code=$1
    shift
    timeout $patience "$cornet" "$@" >"$work/out" 2>"$work/err" </dev/null
    [ $? -eq "$code" ]
}
refused() { # refused EXIT-CODE SENTENCE ARGUMENTS...
    code=$1 sentence=$2
    shift 2
    run "$code" "$@" && [ ! -s "$work/out" ] && [ "$(wc -l <"$work/err")" -eq 1 ] &&
        grep -qF -- "$sentence" "$work/err"
}
same() { # same FILE FILE: the same JSON, except for times and the number of threads
    for file in "$1" "$2"; do
        sed -E 's/"(seconds[a-z_]*|threads|answers_measured)":[^,}]*//g; s/,"date".*bytes":[0-9]*//' "$file"
        echo
    done | sort -u | grep -c '.' | grep -qx 1
}

# Records and results.
sim="sim easycome --agents greedy,random,greedy --seed 5"
expect 'records in a folder' run 0 $sim --games 30 --threads 2 --records "$work/many" --results "$work/r.csv"
expect 'one for each game' test "$(ls "$work/many" | wc -l)" -eq 30
expect 'with date, program, seed and number' grep -qx 'date 2023-11-14T22:13:20Z' "$work/many/000000030.cornet"
expect 'and program' grep -qE '^program cornet-[0-9.]+$' "$work/many/000000030.cornet"
expect 'and seed' grep -qx 'seed 5' "$work/many/000000030.cornet"
expect 'and number' grep -qx 'number 30' "$work/many/000000030.cornet"
expect 'that replay' run 0 replay "$work/many/000000007.cornet"
expect 'records in one file' run 0 $sim --games 30 --threads 1 --records "$work/all.cornet"
cat "$work/many"/* >"$work/together"
expect 'which is all of them' cmp "$work/all.cornet" "$work/together"
expect 'a head and 30 lines of results' test "$(wc -l <"$work/r.csv")" -eq 31
expect 'with columns' grep -qx 'number,seed,agent_1,agent_2,agent_3,score_1,score_2,score_3,winner,turns,decisions,forced,moves' "$work/r.csv"
cat >"$work/check.py" <<'PYTHON'
import csv, sys
rows = list(csv.DictReader(open(sys.argv[1])))
for number, row in enumerate(rows, 1):
    assert int(row["number"]) == number and row["seed"] == "5"
    assert [row["agent_%d" % i] for i in (1, 2, 3)] == ["greedy", "random", "greedy"]
    scores = [float(row["score_%d" % i]) for i in (1, 2, 3)]
    assert sum(scores) == 1
    assert row["winner"] == "+".join(str(i) for i, score in enumerate(scores, 1) if score == max(scores))
    for key in ("turns", "decisions", "moves"):
        assert int(row[key]) > 0
    lines = open("%s/%09d.cornet" % (sys.argv[2], number)).read().split("---\n")[1].splitlines()
    assert len(lines) == int(row["moves"])
assert len(rows) == 30
PYTHON
expect 'that say the same as the records' python3 "$work/check.py" "$work/r.csv" "$work/many"
expect 'nothing is overwritten' refused 1 'already exists' $sim --games 5 --results "$work/r.csv"
expect 'no record either, nor a game' refused 1 'already exists: name another folder' $sim --games 5 --records "$work/many"
expect 'it says which' grep -qE '/00000000[1-5].cornet already exists' "$work/err"
for i in 2 1; do
    expect "part $i into the same folder" run 0 $sim --games 8 --shard $i/2 --records "$work/parts"
    run 0 arena easycome --agents greedy,random,easy --games 8 --shard $i/2 --records "$work/sets"
done
expect 'which has all of them' test "$(ls "$work/parts" | wc -l) $(ls "$work/sets" | wc -l)" = '8 24'
expect 'a part of an arena is not overwritten' refused 1 'already exists' arena easycome --agents greedy,random,easy --games 8 --shard 2/2 --records "$work/sets"
expect 'one game on one thread' run 0 $sim --games 1 --threads 1
expect 'is singular' sh -c "grep -q ' 1 game,' '$work/out' && grep -q ' 1 thread:' '$work/out'"
expect 'a level with a setting' refused 2 'level hard has no settings' arena easycome --agents hard:foo=1,easy
expect 'another kind of results' refused 1 'ends in .csv' $sim --games 5 --results "$work/r.txt"
expect 'a folder is made' run 0 $sim --games 2 --records "$work/plain"
expect 'without a word' test ! -s "$work/err"
expect 'those above it too' run 0 $sim --games 2 --records "$work/x/y/z"
expect 'with a line' grep -qF "created the folder $work/x/y/z and its parents" "$work/err"
expect 'a folder that cannot be' refused 1 'cannot write' $sim --games 5 --records "$work/r.csv/x"
expect 'a full disk' run 1 $sim --games 3000 --resume /dev/full
for game in wazabi debacle themots; do
    has_game $game || continue
    run 0 sim $game --agents random,random --games 3 --records "$work/$game"
    for record in "$work/$game"/*; do
        expect "$record replays" run 0 replay "$record"
    done
done
expect 'arena writes too' run 0 arena easycome --agents greedy,random,easy --games 10 --records "$work/arena" --results "$work/a.csv" --json
expect 'every game of every pair' test "$(ls "$work/arena" | wc -l) $(wc -l <"$work/a.csv")" = '30 31'

# Files and folders with many records.
expect 'all are checked' run 0 replay "$work/all.cornet"
expect 'and counted' has '30 records'
expect 'a question is about one' refused 2 'has 30 records' replay "$work/all.cornet" --state
expect 'stats of a folder' run 0 stats "$work/many" --json
cp "$work/out" "$work/folder.json"
expect 'stats of a file' run 0 stats "$work/all.cornet" --json --threads 3
expect 'are the same' cmp "$work/out" "$work/folder.json"
cat >"$work/sums.py" <<'PYTHON'
import csv, json, re, sys
rows = list(csv.DictReader(open(sys.argv[1])))
stats = json.load(open(sys.argv[2]))
assert stats["records"] == 30 and stats["wrong"] == 0
(game,) = stats["games"]
turns = [int(row["turns"]) for row in rows]
assert game["games"] == 30 and abs(game["turns"] - sum(turns) / 30) < 1e-9
assert [sum(t == n for t in turns) for n in range(max(turns) + 1)] == game["turns_histogram"]
for player in stats["players"]:
    shares = [float(row["score_%d" % i]) for row in rows for i in (1, 2, 3)
              if "bot:" + row["agent_%d" % i] == player["name"]]
    assert player["games"] == len(shares) and abs(player["won"] - sum(shares) / len(shares)) < 1e-9
    if len(sys.argv) > 3:
        one = [json.load(open(path)) for path in sys.argv[3:]]
        luck = [seat["luck"] for a in one for seat in a["seats"] if seat["name"].split()[1] == player["name"][4:]]
        cost = [seat["cost"] for a in one for seat in a["seats"] if seat["name"].split()[1] == player["name"][4:]]
        assert player["judged"] == len(luck) and abs(player["luck"] - sum(luck) / len(luck)) < 1e-9
        assert abs(player["cost"] - sum(cost) / len(cost)) < 1e-9
        assert sum(player["luck_histogram"]) == sum(player["cost_histogram"]) == len(luck)
        assert player["luck_95"][0] < player["luck"] < player["luck_95"][1]
assert len(stats["players"]) == 2
PYTHON
expect 'and what the results say' python3 "$work/sums.py" "$work/r.csv" "$work/folder.json"
expect 'analysis of a folder' run 0 analyse "$work/many" --json
cp "$work/out" "$work/judged.json"
for record in "$work/many"/*; do
    run 0 analyse "$record" --json && cp "$work/out" "$record.json"
done
expect 'is that of each record' python3 "$work/sums.py" "$work/r.csv" "$work/judged.json" "$work/many"/*.json
for lang in en fr; do
    for command in stats analyse; do
        expect "$command as text ($lang)" run 0 $command "$work/all.cornet" --lang $lang
        expect "$command names players ($lang)" has 'bot:greedy'
        cp "$work/out" "$work/lines"
        too_wide
        expect "$command fits 80 columns ($lang)" test ! -s "$work/out"
        expect "$command as a page ($lang)" run 0 $command "$work/all.cornet" --html --lang $lang
        expect "$command has histograms ($lang)" has '<rect '
        expect "$command needs nothing else ($lang)" lacks 'http'
        expect "$command is in its language ($lang)" has "<html lang='$lang'>"
        python3 -c 'import sys, html.parser
class P(html.parser.HTMLParser):
    stack = []
    def handle_starttag(self, tag, attrs):
        tag in ("meta", "line") or self.stack.append(tag)
    def handle_startendtag(self, tag, attrs):
        pass
    def handle_endtag(self, tag):
        assert self.stack.pop() == tag
P().feed(open(sys.argv[1]).read())
assert not P.stack' "$work/out" || failed=$((failed + 1))
    done
done
{ cat "$work/many/000000001.cornet" && printf 'cornet 1\ngame chess\nplayers 2\n---\n' && head -20 "$work/many/000000002.cornet"; } >"$work/mixed.cornet"
expect 'a record that is none is named' run 1 stats "$work/mixed.cornet"
expect 'with its line' grep -qE "^$work/mixed.cornet:[0-9]+: no game 'chess'" "$work/err"
expect 'and the rest is counted' has 'unfinished game is left out'
cp -r "$work/parts" "$work/broken"
: >"$work/broken/000000003.cornet"
ln -sf nowhere "$work/broken/000000005.cornet"
mkdir "$work/broken/folder.cornet"
for command in stats analyse; do
    expect "$command continues after an empty file" run 1 $command "$work/broken" --json
    expect "$command counts the rest" has '"records":9,"wrong":3'
    expect "$command names it" grep -q '/000000003.cornet:1: cannot read: it is empty' "$work/err"
    expect "$command names what it cannot open" grep -q '/000000005.cornet:1: cannot read: ' "$work/err"
    expect "$command names a folder" grep -q '/folder.cornet:1: cannot read: ' "$work/err"
done
# A pipe that stays open: the program can be stopped while it looks for records.
mkfifo "$work/pipe"
"$cornet" stats "$work/many" "$work/pipe" >"$work/out" &
child=$!
exec 3>"$work/pipe" # opens only once the program reads
kill -TERM $child
exec 3>&-
wait $child
expect 'SIGTERM prints the results so far' test $? -eq 0
expect 'and says that it is not all' has 'Stopped early'
expect 'no such folder' refused 1 'cannot open' stats "$work/nothing"
expect 'an empty file' refused 1 'it is empty' stats /dev/null

# Shards of a run.
hands=$(has_game wazabi && echo wazabi || echo easycome) # a game with hidden hands, if this tree has one
for command in "sim $hands --agents greedy,random,random --games 400 --results" \
    "arena $hands --players 3 --agents greedy,random,easy --games 60 --results"; do
    kind=${command%% *}
    run 0 $command "$work/$kind-whole.csv" --json && cp "$work/out" "$work/$kind-whole.json"
    parts=
    for i in 3 1 2; do
        expect "$kind: a part" run 0 $command "$work/$kind-$i.csv" --shard $i/3 --threads $i --json
        cp "$work/out" "$work/$kind-$i.json"
        parts="$parts $work/$kind-$i.json"
    done
    expect "$kind: merged" run 0 merge $parts --json
    expect "$kind: is the whole" same "$work/out" "$work/$kind-whole.json"
    { cat "$work/$kind-1.csv" && tail -qn +2 "$work/$kind-2.csv" "$work/$kind-3.csv"; } >"$work/joined"
    expect "$kind: line by line" cmp "$work/joined" "$work/$kind-whole.csv"
    expect "$kind: a table too" run 0 merge $parts
    expect "$kind: a missing part" refused 1 'a part is missing' merge "$work/$kind-1.json" "$work/$kind-3.json"
    expect "$kind: a part twice" refused 1 'contain the same games' merge $parts "$work/$kind-2.json"
    sed 's/"seed":1,/"seed":2,/' "$work/$kind-2.json" >"$work/foreign.json"
    expect "$kind: a foreign part" refused 1 'another run: the seed differs' merge "$work/$kind-1.json" "$work/foreign.json"
    sed -E 's/"games":[0-9]+,"seed"/"games":7,"seed"/' "$work/$kind-2.json" >"$work/damaged.json"
    expect "$kind: a damaged part" refused 1 'damaged' merge "$work/$kind-1.json" "$work/damaged.json" "$work/$kind-3.json"
done
expect 'sim and arena do not mix' refused 1 'the command differs' merge "$work/sim-1.json" "$work/arena-2.json"
expect 'not JSON' refused 1 'r.csv: it is not JSON, or damaged (line 1)' merge "$work/r.csv"
expect 'a folder is no part' refused 1 'many: it is not a regular file' merge "$work/many"
: >"$work/nothing.json"
expect 'nor is an empty file' refused 1 'nothing.json: it is empty' merge "$work/nothing.json"
expect 'nor a missing file' refused 1 'cannot read' merge "$work/none.json"
echo '{}' >"$work/empty.json"
expect 'other JSON' refused 1 'this is not the output of' merge "$work/empty.json"
expect 'no part' refused 2 'the FILEs' merge
expect 'no such part' refused 2 '1/4 to 4/4' sim easycome --shard 5/4
for kind in sim arena; do
    expect "$kind: a part of no games has no table" run 0 $kind easycome --agents greedy,random --games 1 --shard 1/2
    cp "$work/out" "$work/lines"
    run 0 $kind easycome --agents greedy,random --games 1 --shard 2/2
    expect "$kind: it says so" test "$(cat "$work/lines" "$work/out" | grep -cx 'No game was finished.')" -eq 1
    expect "$kind: and nothing else" sh -c "wc -l <'$work/lines' | grep -qx 1 || wc -l <'$work/out' | grep -qx 1"
done
expect 'a sequential test is not divided' refused 2 'cannot be combined with --shard' arena easycome --agents greedy,random --sprt 0,5 --shard 1/2

# Interruptions by SIGKILL and by a stop signal. Continuing gives the same results in every case.
for command in 'sim wazabi --agents judging,greedy --games 800' 'arena debacle --agents novice,random --games 6' \
    'arena wazabi --agents judging,greedy --games 800 --sprt 0,400'; do
    has_game "$(echo "$command" | cut -d ' ' -f 2)" || continue
    run 0 $command --json --results "$work/u.csv" --records "$work/u.cornet" && cp "$work/out" "$work/u.json"
    for signal in KILL INT; do
        "$cornet" $command --json --results "$work/v.csv" --records "$work/v.cornet" --resume "$work/state" >"$work/v.json" &
        child=$!
        await test -s "$work/v.csv" && kill -$signal $child
        wait $child
        expect "$command: continues after $signal" run 0 $command --json --results "$work/v.csv" --records "$work/v.cornet" --resume "$work/state"
        expect "$command: with the same result" same "$work/out" "$work/u.json"
        expect "$command: the same lines" cmp "$work/u.csv" "$work/v.csv"
        expect "$command: the same records" cmp "$work/u.cornet" "$work/v.cornet"
        expect "$command: finished, it only shows the result" run 0 $command --json --results "$work/v.csv" --records "$work/v.cornet" --resume "$work/state"
        expect "$command: again" same "$work/out" "$work/u.json"
        rm -f "$work"/v.* "$work/state"
    done
    rm -f "$work"/u.*
done
expect 'a state of another run' refused 1 'another run' sim easycome --resume "$work/sim-1.json"
expect 'a state that is none' refused 1 'it is not JSON' sim easycome --resume "$work/r.csv"
expect 'a state that is a folder' refused 1 'not a regular file' sim easycome --resume "$work/many"
expect 'a state that is empty' refused 1 'it is empty' sim easycome --resume "$work/nothing.json"

# Only one process at a time may use a --resume file.
command='sim easycome --agents random,random --games 1000000000000'
"$cornet" $command --json --results "$work/w.csv" --resume "$work/state" >"$work/w.json" &
child=$!
await test -s "$work/w.csv"
expect 'a second process is refused' refused 1 'another process is playing the run of' $command --results "$work/w.csv" --resume "$work/state"
kill -TERM $child
wait $child
expect 'and the first has lost nothing' test "$(($(wc -l <"$work/w.csv") - 1))" -eq "$(sed -E 's/.*"games":([0-9]+),"seed.*/\1/' "$work/w.json")"
expect 'nothing is left of the lock' test ! -e "$work/state.lock"
rm -f "$work"/w.* "$work/state"

# An endless run stops on a signal and reports the results so far.
for command in 'sim easycome --agents random,random --games 1000000000000' 'arena easycome --agents greedy,random --games 1000000000'; do
    "$cornet" $command --json --results "$work/w.csv" >"$work/out" &
    child=$!
    await test -s "$work/w.csv" && kill -INT $child
    wait $child
    expect "$command: ends" has '"stopped":true'
    rm -f "$work/w.csv"
done
finish
