#!/bin/sh
# Many games on the command line: records and results of sim and arena, and interrupted runs. However often a run is interrupted, its numbers
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
for number, seat in enumerate(game["seats"], 1):
    won = sum(float(row["score_%d" % number]) for row in rows) / 30
    assert seat["games"] == 30 and abs(seat["won"] - won) < 1e-9 and abs(seat["equal_share"] - 1 / 3) < 1e-9
    assert seat["won_95"][0] <= seat["won"] <= seat["won_95"][1] and seat["won_95"][1] > 0.1
for player in stats["players"]:  # a game counts once, also for a player with several seats
    shares = [sum(float(row["score_%d" % i]) for i in (1, 2, 3) if "bot:" + row["agent_%d" % i] == player["name"]) for row in rows]
    assert player["games"] == 30 and abs(player["won"] - sum(shares) / 30) < 1e-9
    if len(sys.argv) > 3:
        one = [json.load(open(path)) for path in sys.argv[3:]]
        mean = lambda a, key: [sum(x) / len(x) for x in [[s[key] for s in a["seats"] if s["name"].split()[1] == player["name"][4:]]]][0]
        luck = [mean(a, "luck") for a in one]
        cost = [mean(a, "cost") for a in one]
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
expect 'and the rest is counted' has 'unfinished game'
run 0 $sim --games 8 --records "$work/broken"
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
expect 'SIGTERM prints the results so far' test $? -eq 130
expect 'and says that it is not all' has 'Stopped early'
expect 'no such folder' refused 1 'cannot open' stats "$work/nothing"
expect 'an empty file' refused 1 'it is empty' stats /dev/null

# The file of --resume, if it is something else.
resumed="sim easycome --agents greedy,random --games 40 --resume"
cp "$work/r.csv" "$work/not.json"
expect 'not JSON' refused 1 'not.json: it is not JSON, or damaged (line 1)' $resumed "$work/not.json"
expect 'a folder is no state' refused 1 'many: it is not a regular file' $resumed "$work/many"
: >"$work/nothing.json"
expect 'nor is an empty file' refused 1 'nothing.json: it is empty' $resumed "$work/nothing.json"
echo '{}' >"$work/empty.json"
expect 'other JSON' refused 1 'this is not the output of' $resumed "$work/empty.json"
run 0 $resumed "$work/own.json"
expect 'another command' refused 1 'the command differs' arena easycome --agents greedy,random --games 80 --resume "$work/own.json"
expect 'another seed' refused 1 'another run: the seed differs' $resumed "$work/own.json" --seed 2
expect 'fewer games' refused 1 'it has more games than --games' $resumed "$work/own.json" --games 39
sed -E 's/"games":[0-9]+,"seed"/"games":77,"seed"/' "$work/own.json" >"$work/damaged.json"
expect 'damaged sums' refused 1 'damaged' $resumed "$work/damaged.json"

# A finished run is extended: the result is that of one run.
for command in 'sim easycome --agents greedy,random' 'arena easycome --agents greedy,random,novice'; do
    run 0 $command --games 120 --json && cp "$work/out" "$work/long.json"
    run 0 $command --games 40 --json --resume "$work/more.json"
    expect "$command: more games" run 0 $command --games 120 --json --resume "$work/more.json"
    expect "$command: as in one run" same "$work/out" "$work/long.json"
    rm "$work/more.json"
done
run 0 arena easycome --agents greedy,random,novice --games 42 --json --resume "$work/more.json"
expect 'a tournament with part of a row cannot be extended' refused 1 'it cannot be extended' arena easycome --agents greedy,random,novice \
    --games 80 --resume "$work/more.json"

# One game and two: intervals that say how little is known.
run 0 sim easycome --agents greedy,random --games 1 --seed 3 --records "$work/single"
run 0 stats "$work/single" --lang en
expect 'one game has a wide interval' grep -qE '100\.0 \(20\.7–100\.0\)' "$work/out"
expect 'and no other' lacks '±'
run 0 sim easycome --agents greedy,greedy --games 30 --records "$work/self.cornet"
run 0 stats "$work/self.cornet" --lang en
expect '30 games of self-play are 30' grep -qE '^  bot:greedy +30 ' "$work/out"

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
    expect "$command: ends with status 130" test $? -eq 130
    expect "$command: and its results" has '"stopped":true'
    rm -f "$work/w.csv"
done
finish
