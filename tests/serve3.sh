#!/bin/sh
# Fair dice 3 on the command line: two players, a server and a client that are killed and started again, the record, the transcripts.
set -eu
fair_key=yes
. tests/serve_lib.sh
start

# Two players: the server is killed during the game and restarted, and both clients reconnect and continue.
survives_a_kill --option target=1

# A game with dice, its record, and forged versions of it.
plays_a_game
"$cornet" replay "$work/game.cornet" --lang en >"$work/out"
expect 'its record replays' has 'all legal'
"$cornet" verify "$work/game.cornet" --lang en >"$work/out" 2>&1 && code=0 || code=$?
expect 'a record alone proves nothing' test "$code" -eq 1
expect 'and says so' has 'could be made up'
kept="$work/anne/cornet/dice-$table-1.txt"
"$cornet" verify "$work/game.cornet" --transcript "$kept" --lang en >"$work/out"
expect 'the transcript proves it' has 'Proved for Anne'
expect 'all moves are signed' has 'signed: Anne, Bruno'
"$cornet" verify "$work/game.cornet" --lang en --transcript "$work/bruno/cornet/dice-$table-2.txt" >"$work/out"
expect 'to both' has 'Proved for Bruno'
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
ends() {
    end_by "$@"
    if grep -q '^#3 step' "$work/ended.cornet"; then
        expect "and is proved: $2" has 'Proved for Bruno'
    else # without draws only the words can be checked
        expect "and is not contradicted: $2" test "$code" -eq 1
    fi
    case $2 in 1*) who=Anne ;; *) who=Bruno ;; esac
    expect "with signed words: $2" has "signed: $who"
}
ends easycome '1 forfeits' 'Anne resigns' resign
ends debacle '2 accepts draw' 'Bruno accepts the draw' draw agree

# Anne's program is killed during a game. Started again, it has its seat and its chain, and goes on; nothing is opened twice.
begin easycome
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
