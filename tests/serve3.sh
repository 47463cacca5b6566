#!/bin/sh
# Fair dice 3 on the command line: two players, a server and a client that are killed and started again, the record, the transcripts.
set -eu
. tests/lib.sh
server=
stop() { [ -z "$server" ] || kill "$server" 2>/dev/null || true; }
trap 'stop; clean_up' EXIT

start() {
    rm -f "$work/server" # remove the output of an earlier start
    "$cornet" serve --bind "$own_address" --messages 0 --port $own_port --store "$work/tables.db" \
        --fair-key "$work/fair.key" \
        --lang en >"$work/server" 2>&1 &
    server=$!
    await grep -qs 'Cornet is at' "$work/server"
}
has_table() { # has_table FILE: whether the output names a table; sets $table
    table=$(sed -n 's/.*\/t\/\([a-z2-7]*\)$/\1/p' "$1" | head -1)
    [ -n "$table" ]
}

start
url=$(sed -n 's/^Cornet is at \(.*\)$/\1/p' "$work/server")

# Two players: the server is killed during the game and restarted, and both clients reconnect and continue.
XDG_DATA_HOME="$work/anne" timeout $wait_limit "$cornet" join "$url" --new debacle --option target=1 --name Anne --auto \
    --lang en >"$work/anne.out" 2>&1 &
anne=$!
await has_table "$work/anne.out"
XDG_DATA_HOME="$work/bruno" timeout $wait_limit "$cornet" join "${url}t/$table" --name Bruno --auto \
    --lang en >"$work/bruno.out" 2>&1 &
bruno=$!
await grep -qs '^  2 end' "$work/bruno.out"
kill -9 "$server"
wait "$server" 2>/dev/null || true
start
wait "$anne" && code=0 || code=$?
expect 'Anne reconnects and finishes' test "$code" -eq 0
wait "$bruno" && code=0 || code=$?
expect 'so does Bruno' test "$code" -eq 0

# A game with dice, its record, and forged versions of it.
XDG_DATA_HOME="$work/anne" timeout $wait_limit "$cornet" join "$url" --new easycome --name Anne --auto \
    --lang en >"$work/anne2.out" 2>&1 &
anne=$!
await has_table "$work/anne2.out"
XDG_DATA_HOME="$work/bruno" timeout $wait_limit "$cornet" join "${url}t/$table" --name Bruno --auto \
    --lang en >"$work/out" 2>&1 && code=0 || code=$?
expect 'two players finish a game' test "$code" -eq 0
wait "$anne" || true
"$cornet" export "$table" --store "$work/tables.db" >"$work/game.cornet"
"$cornet" replay "$work/game.cornet" --lang en >"$work/out"
expect 'its record replays' has 'all legal'
"$cornet" verify "$work/game.cornet" --lang en >"$work/out" 2>&1 && code=0 || code=$?
expect 'a record alone proves nothing' test "$code" -eq 1
expect 'and says so' has 'could be made up'
kept="$work/anne/cornet/dice-$table-1.txt"
"$cornet" verify "$work/game.cornet" --transcript "$kept" --lang en >"$work/out"
expect 'the transcript proves it' has 'Proved for seat 1'
expect 'all moves are signed' has 'signed: 1, 2'
"$cornet" verify "$work/game.cornet" --lang en --transcript "$work/bruno/cornet/dice-$table-2.txt" >"$work/out"
expect 'to both' has 'Proved for seat 2'
expect 'the secrets are private' test "$(stat -c %a "$work/anne/cornet/dice-$table-1.key" "$kept" | sort -u)" = 600
contradicted() { # FILE: this record is not of Anne's game
    "$cornet" verify "$1" --transcript "$kept" --lang en >"$work/out" 2>&1 && code=0 || code=$?
    expect "$2" test "$code" -eq 2
}
sed 's/^\(\* roll\) .*/\1 0000/' "$work/game.cornet" >"$work/forged.cornet"
contradicted "$work/forged.cornet" 'forged rolls are contradicted'
sed '/^#3 by 1 /d' "$work/game.cornet" >"$work/forged.cornet"
contradicted "$work/forged.cornet" 'moves without their words are contradicted'
{ sed -n '1,/^\* roll/p' "$work/game.cornet" && echo '1 forfeits'; } >"$work/forged.cornet"
contradicted "$work/forged.cornet" 'a person who did not give up is not said to have done so'
grep -v '^open 1 ' "$kept" >"$work/other.txt"
"$cornet" verify "$work/game.cornet" --transcript "$work/other.txt" --lang en >"$work/out" 2>&1 && code=0 || code=$?
expect 'a link that was not opened is contradicted' test "$code" -eq 2

# One of two players resigns while it is the other's turn; in another game they agree to a draw. Both records replay and verify.
begun() { [ "$(grep -cs 'At the table' "$1")" -ge 2 ]; } # the table is shown when it opens and when the game starts
ends() { # ends GAME LINE SENTENCE COMMAND_OF_ANNE [COMMAND_OF_BRUNO]
    rm -f "$work/anne.in" "$work/bruno.in" "$work/anne3.out" "$work/bruno3.out" # the last game's table must not be found
    mkfifo "$work/anne.in" "$work/bruno.in"
    XDG_DATA_HOME="$work/anne" timeout $wait_limit "$cornet" join "$url" --new "$1" --name Anne --lang en \
        <"$work/anne.in" >"$work/anne3.out" 2>&1 &
    anne=$!
    exec 8>"$work/anne.in"
    await has_table "$work/anne3.out"
    XDG_DATA_HOME="$work/bruno" timeout $wait_limit "$cornet" join "${url}t/$table" --name Bruno --lang en \
        <"$work/bruno.in" >"$work/bruno3.out" 2>&1 &
    bruno=$!
    exec 7>"$work/bruno.in"
    await grep -qs 'Bruno' "$work/anne3.out"
    await begun "$work/bruno3.out"
    echo "$4" >&8
    if [ $# -gt 4 ]; then
        await grep -q 'agree or refuse' "$work/bruno3.out"
        echo "$5" >&7
    fi
    await grep -q "$3" "$work/bruno3.out"
    await grep -q 'The record' "$work/anne3.out"
    exec 8>&- 7>&-
    wait "$anne" "$bruno" || true
    "$cornet" export "$table" --store "$work/tables.db" >"$work/ended.cornet"
    expect "$2 is the last line" test "$(tail -1 "$work/ended.cornet")" = "$2"
    "$cornet" replay "$work/ended.cornet" --lang en >"$work/out"
    expect "a record with $2 replays" has 'legal. The game is over'
    "$cornet" verify "$work/ended.cornet" --transcript "$work/bruno/cornet/dice-$table-2.txt" --lang en >"$work/out" 2>&1 && code=0 || code=$?
    if grep -q '^#3 step' "$work/ended.cornet"; then
        expect "and is proved: $2" has 'Proved for seat 2'
    else # without draws only the words can be checked
        expect "and is not contradicted: $2" test "$code" -eq 1
    fi
    expect "with signed words: $2" has "signed: ${2%% *}"
}
ends easycome '1 forfeits' 'Anne resigns' resign
ends debacle '2 accepts draw' 'Bruno accepts the draw' draw agree

# Anne's program is killed during a game. Started again, it has its seat and its chain, and goes on; nothing is opened twice.
XDG_DATA_HOME="$work/anne" timeout $wait_limit "$cornet" join "$url" --new easycome --name Anne --auto \
    --lang en >"$work/anne4.out" 2>&1 &
anne=$!
await has_table "$work/anne4.out"
XDG_DATA_HOME="$work/bruno" timeout $wait_limit "$cornet" join "${url}t/$table" --name Bruno --auto \
    --lang en >"$work/bruno4.out" 2>&1 &
bruno=$!
await grep -qs '^open ' "$work/anne/cornet/dice-$table-1.txt"
kill -9 "$(pgrep -P "$anne")"
wait "$anne" 2>/dev/null || true
XDG_DATA_HOME="$work/anne" timeout $wait_limit "$cornet" join "${url}t/$table" --auto --lang en >"$work/out" 2>&1 && code=0 || code=$?
expect 'Anne continues after a crash' test "$code" -eq 0
wait "$bruno" || true
"$cornet" export "$table" --store "$work/tables.db" >"$work/game.cornet"
for seat in anne/cornet/dice-$table-1 bruno/cornet/dice-$table-2; do
    "$cornet" verify "$work/game.cornet" --transcript "$work/$seat.txt" --lang en >"$work/out" 2>&1 && code=0 || code=$?
    expect 'no link is opened twice' test "$code" -le 1
    expect 'the dice are proved, at least in part' has 'Proved'
done
expect 'with one chain' test ! -e "$work/anne/cornet/dice-$table-1-2.txt"

kill "$server"
wait "$server" && code=0 || code=$?
expect 'the server ends well' test "$code" -eq 0
server=
accused() { grep -h 'cheat\|contradict\|than those it has' "$work"/*.out; }
expect "nobody was accused: $(accused)" test -z "$(accused)"
finish
